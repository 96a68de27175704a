"""A position as one line of text, as FEN is for chess."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import UnreadableError
from companion.game.marks import (
    format_cell,
    format_grid,
    format_key,
    format_text,
    parse_cell,
    parse_grid,
    parse_key,
    parse_text,
    parse_word,
)
from companion.game.outcome import How, Outcome
from companion.game.pieces import Clue, KeySource, Mode, Phase, format_number, parse_number
from companion.game.state import EMPTY_TABLE, GameState, Question
from companion.terms import CoverCard, Edition, Team

_YES = "yes"
_FIELDS = (
    "edition",
    "mode",
    "allies",
    "expert",
    "key_source",
    "key",
    "start",
    "covers",
    "turn",
    "phase",
    "clue",
    "right",
    "may_have_guessed",
    "ask",
    "outcome",
)


def bare_position(state: GameState) -> GameState:
    """What a position's text keeps of a state: no cards, no history, nothing asked aside."""
    return replace(
        state, cards=EMPTY_TABLE.cards, asked=(), moves=EMPTY_TABLE.moves, log=EMPTY_TABLE.log
    )


def format_position(state: GameState, *, with_key: bool = True) -> str:
    """Write a position; the inverse of `parse_position`.

    Args:
        state: The game.
        with_key: False leaves the key out: then the text holds no secret.
    """
    fields = position_fields(state)
    if not with_key:
        fields.pop("key", None)
    return " ".join(f"{name}={fields[name]}" for name in _FIELDS if name in fields)


def position_fields(state: GameState) -> dict[str, str]:
    """The fields of a position's line; those that say nothing are left out.

    `remaining` (cards to find, the starting team's first) and `left` (guesses left) are
    for checks only: they follow from the others.
    """
    edition = state.edition
    clue = state.clue
    question = state.question
    remaining = [
        str(state.remaining(team))
        for team in (state.starting_team, state.starting_team and state.starting_team.rival)
        if team is not None
    ]
    fields: dict[str, str | None] = {
        "edition": edition.value,
        "mode": state.mode.value,
        "allies": _YES if state.allies else None,
        "expert": _YES if state.expert_clues else None,
        "key_source": state.key_source.value,
        "key": None if state.key is None else format_key(state.key, edition).replace(" ", ":"),
        "start": _team(state.starting_team, edition),
        "covers": format_grid(state.covers, edition),
        "turn": _team(state.turn, edition),
        "phase": state.phase.value,
        "clue": None if clue is None else _clue_text(clue, edition),
        "right": str(state.right_guesses),
        "may_have_guessed": _YES if state.may_have_guessed else None,
        "ask": None
        if question is None
        else f"{format_cell(question.cell)}:{edition.shown_as(question.cover.value)}",
        "outcome": None
        if state.outcome is None
        else format_outcome(state.outcome, edition).replace(" ", ":"),
        "remaining": ":".join(remaining) or None,
        "left": None if state.guesses_left is None else str(state.guesses_left),
    }
    return {name: value for name, value in fields.items() if value is not None}


def parse_position(text: str) -> GameState:
    """Read a position: a state without cards and without history.

    Raises:
        UnreadableError: A field that there is not, or a value that it cannot have.
    """
    fields: dict[str, str] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or name not in _FIELDS or name in fields:
            raise UnreadableError(
                f"{part!r} is no field; there are, once each: {', '.join(_FIELDS)}",
                text=text,
                column=text.find(part),
            )
        fields[name] = value
    edition = parse_word(Edition, fields.get("edition", Edition.SIMPSONS.value))
    right = fields.get("right", "0")
    if not (right.isascii() and right.isdigit()):
        raise UnreadableError(f"right is a number of guesses; got {right!r}", text=text)
    covers = parse_grid(fields.get("covers", "/".join(["....."] * 5)), edition)
    return GameState(
        edition=edition,
        mode=parse_word(Mode, fields.get("mode", Mode.TEAMS.value)),
        allies=fields.get("allies") == _YES,
        expert_clues=fields.get("expert") == _YES,
        covers=tuple(None if role is None else CoverCard.for_role(role) for role in covers),
        key_source=parse_word(KeySource, fields.get("key_source", KeySource.DEALT.value)),
        key=parse_key(fields["key"].replace(":", " "), edition) if "key" in fields else None,
        starting_team=_read_team(fields.get("start"), edition),
        turn=_read_team(fields.get("turn"), edition),
        phase=parse_word(Phase, fields.get("phase", Phase.SETUP.value)),
        clue=_read_clue(fields["clue"], edition) if "clue" in fields else None,
        right_guesses=int(right),
        may_have_guessed=fields.get("may_have_guessed") == _YES,
        question=_read_question(fields["ask"], edition) if "ask" in fields else None,
        outcome=parse_outcome(fields["outcome"].replace(":", " "), edition)
        if "outcome" in fields
        else None,
    )


def format_outcome(outcome: Outcome, edition: Edition = Edition.SIMPSONS) -> str:
    """Write how a game ended; the inverse of `parse_outcome`.

    Example:
        >>> format_outcome(Outcome(Team.ORANGE, How.ALL_FOUND, "Great Teamwork"))
        'orange all_found Great%20Teamwork'
    """
    chart = [] if outcome.chart is None else [format_text(outcome.chart)]
    return " ".join([edition.shown_as(outcome.winner.value), outcome.how.value, *chart])


def parse_outcome(text: str, edition: Edition = Edition.SIMPSONS) -> Outcome:
    """Read how a game ended.

    Raises:
        UnreadableError: Not a team, what ended the game, and perhaps the chart's name.
    """
    words = [parse_text(word) for word in text.split()]
    if len(words) not in (2, 3):
        raise UnreadableError(f"an outcome is TEAM HOW [CHART]; got {text!r}", text=text)
    winner = parse_word(Team, words[0], edition)
    return Outcome(winner, parse_word(How, words[1]), words[2] if len(words) == 3 else None)


def _team(team: Team | None, edition: Edition) -> str | None:
    return None if team is None else edition.shown_as(team.value)


def _read_team(text: str | None, edition: Edition) -> Team | None:
    return None if text is None else parse_word(Team, text, edition)


def _clue_text(clue: Clue, edition: Edition) -> str:
    allowed = ["allowed"] if clue.allowed else []
    team = edition.shown_as(clue.team.value)
    return ":".join([format_text(clue.word), format_number(clue.number), team, *allowed])


def _read_clue(text: str, edition: Edition) -> Clue:
    parts = text.split(":")
    if len(parts) not in (3, 4) or parts[3:] not in ([], ["allowed"]):
        raise UnreadableError(f"a clue is WORD:NUMBER:TEAM[:allowed]; got {text!r}", text=text)
    return Clue(
        parse_text(parts[0]),
        parse_number(parts[1]),
        parse_word(Team, parts[2], edition),
        len(parts) == 4,
    )


def _read_question(text: str, edition: Edition) -> Question:
    place, _, cover = text.partition(":")
    return Question(parse_cell(place), parse_word(CoverCard, cover, edition))
