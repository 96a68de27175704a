r"""Games, positions and key cards as text, as PGN and FEN are for chess.

A cell is a column letter and a row number as the guessers read the table: `A1` is the far
left card, `E5` the near right one. A key card is five rows of letters and who starts:
`OYNXO/.../YYNNO orange`. A position is one line of `name=value` fields
(`companion.game.position`). A game is a head of `name: value` lines, then one action a line:

    clue SNOW 2
    guess B3
    cover C3 neutral
    settle by orange
    = turn=yellow right=0
    outcome: orange all_found

A line that begins with `=` says how the position must look there, as far as it is written.
`#` begins a comment. Words hold `%20` for a blank, `%25` for a per cent sign.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.errors import UnreadableError
from companion.game.actions import Action, NewGame
from companion.game.corrections import accept
from companion.game.lines import format_action, parse_action
from companion.game.marks import (
    format_cards,
    format_key,
    format_text,
    parse_cards,
    parse_key,
    parse_text,
    parse_word,
)
from companion.game.outcome import Outcome
from companion.game.pieces import KeySource, Mode
from companion.game.position import format_outcome, parse_outcome, position_fields
from companion.game.state import EMPTY_TABLE, GameState
from companion.terms import Edition, Team

_HEAD_LINE = re.compile(r"([a-z]+):\s*(.*)")
_ALLIES = "three allies"
_HEAD_NAMES = ("edition", "mode", "expert", "key", "start", "cards", "title", "outcome")


@dataclass(frozen=True, slots=True)
class Check:
    """How the position must look after so many actions, the new game counted.

    Attributes:
        after: Number of actions before it.
        fields: Names and values of a position's line.
    """

    after: int
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game as it is written down. Holds the key, so it is a secret until the end.

    Attributes:
        title: What it is called, perhaps nothing.
        actions: The `NewGame` and all that followed.
        checks: How positions must look on the way.
        outcome: How it must end; None: not over at its last line, or not said.
    """

    title: str
    actions: tuple[Action, ...]
    checks: tuple[Check, ...] = ()
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        if self.title != " ".join(self.title.split()):
            raise ValueError(f"a title has single blanks between words only; got {self.title!r}")

    @property
    def new_game(self) -> NewGame:
        """How the game was set up."""
        first = self.actions[0]
        assert isinstance(first, NewGame)
        return first


def record_of(state: GameState, title: str = "") -> GameRecord:
    """Write down a game as it was played.

    Raises:
        ValueError: No game was set up.
    """
    if not state.log:
        raise ValueError("no game was set up on this table; expected one to write down")
    return GameRecord(title, state.log, outcome=state.outcome)


def format_game(record: GameRecord) -> str:
    """Write a game as text; the inverse of `parse_game`."""
    new_game = record.new_game
    edition = new_game.edition
    lines = [f"title: {' '.join(map(format_text, record.title.split()))}"] if record.title else []
    lines.append(f"edition: {edition.value}")
    lines.append(f"mode: {_ALLIES if new_game.allies else new_game.mode.value}")
    lines.append(f"expert: {'yes' if new_game.expert_clues else 'no'}")
    if new_game.key is not None:
        lines.append(f"key: {format_key(new_game.key, edition)} {new_game.key_source.value}")
    else:
        lines.append(f"key: {new_game.key_source.value}")
    if new_game.starting_team is not None:
        lines.append(f"start: {edition.shown_as(new_game.starting_team.value)}")
    if new_game.cards:
        lines.append(f"cards: {format_cards(new_game.cards)}")
    lines.append("")
    checks = {check.after: check for check in record.checks}
    for number, action in enumerate(record.actions, start=1):
        if number > 1:
            lines.append(format_action(action, edition))
        if number in checks:
            fields = " ".join(f"{name}={value}" for name, value in checks[number].fields)
            lines.append(f"= {fields}")
    if record.outcome is not None:
        lines.append(f"outcome: {format_outcome(record.outcome, edition)}")
    return "\n".join(lines) + "\n"


def parse_game(text: str) -> GameRecord:
    """Read a game; the inverse of `format_game`.

    Only what can be written is checked here; whether the rules accept the actions shows
    when they are played (`failures_of`).

    Raises:
        UnreadableError: With the line and what would be accepted.
    """
    head: dict[str, str] = {}
    body: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#", maxsplit=1)[0].strip() if "#" in raw else raw.strip()
        if not line:
            continue
        found = _HEAD_LINE.fullmatch(line)
        if found is None:
            body.append((number, line))
            continue
        name, value = found.groups()
        if name not in _HEAD_NAMES or name in head or (body and name != "outcome"):
            raise UnreadableError(
                f"line {number}: {name!r} is not expected here; a head has, once each, "
                f"{', '.join(_HEAD_NAMES)}",
                text=line,
            )
        head[name] = value.strip()
    new_game = _read_head(head)
    actions: list[Action] = [new_game]
    checks: list[Check] = []
    for number, line in body:
        try:
            if line.startswith("="):
                checks = _with_check(checks, len(actions), line)
            else:
                actions.append(parse_action(line, new_game.edition))
        except UnreadableError as error:
            raise UnreadableError(
                f"line {number}: {error.message}", text=line, column=error.column
            ) from error
    outcome = parse_outcome(head["outcome"], new_game.edition) if "outcome" in head else None
    return GameRecord(parse_text(head.get("title", "")), tuple(actions), tuple(checks), outcome)


def failures_of(record: GameRecord) -> tuple[str, ...]:
    """Play a game and say what is not as it is written; nothing when all holds.

    Raises:
        RuleBrokenError: The rules refuse one of its actions.
    """
    failures: list[str] = []
    state = EMPTY_TABLE
    for number, action in enumerate(record.actions, start=1):
        state = accept(state, action)
        for check in record.checks:
            if check.after == number:
                found = position_fields(state)
                failures += [
                    f"after action {number}: {name}={found.get(name, '')}, written is {value!r}"
                    for name, value in check.fields
                    if found.get(name, "") != value
                ]
    if record.outcome != state.outcome:
        failures.append(f"outcome: {state.outcome}, written is {record.outcome}")
    return tuple(failures)


def _with_check(checks: list[Check], after: int, line: str) -> list[Check]:
    fields: list[tuple[str, str]] = []
    for part in line[1:].split():
        name, equals, value = part.partition("=")
        if not equals:
            raise UnreadableError(f"{part!r} is no name=value", text=line)
        fields.append((name, value))
    if checks and checks[-1].after == after:
        fields = [*checks[-1].fields, *fields]
        checks = checks[:-1]
    return [*checks, Check(after, tuple(fields))]


def _read_head(head: dict[str, str]) -> NewGame:
    edition = parse_word(Edition, head.get("edition", Edition.SIMPSONS.value))
    mode_text = head.get("mode", Mode.TEAMS.value)
    is_allies = mode_text == _ALLIES
    mode = Mode.THREE if is_allies else parse_word(Mode, mode_text)
    expert = head.get("expert", "no")
    if expert not in ("yes", "no"):
        raise UnreadableError(f"expert is yes or no; got {expert!r}", text=expert)
    start = head.get("start")
    key_text = head.get("key", KeySource.DEALT.value)
    sources = {source.value: source for source in KeySource}
    first, _, source_text = key_text.rpartition(" ")
    if key_text in sources:
        key, source = None, sources[key_text]
    elif source_text in sources:
        key, source = parse_key(first, edition), sources[source_text]
    else:
        key, source = parse_key(key_text, edition), KeySource.DEALT
    return NewGame(
        mode=mode,
        edition=edition,
        allies=is_allies,
        expert_clues=expert == "yes",
        cards=parse_cards(head["cards"]) if "cards" in head else (),
        key_source=source,
        key=key,
        starting_team=None if start is None else parse_word(Team, start, edition),
    )
