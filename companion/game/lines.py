"""One action as one line of a game's text."""

from __future__ import annotations

from companion.errors import UnreadableError
from companion.game.actions import (
    Action,
    AllowClue,
    AskClue,
    CardsSeen,
    ChooseKey,
    CorrectCell,
    CoverLaid,
    CoverLifted,
    EndTurn,
    GiveClue,
    Guess,
    NewGame,
    RivalCover,
    Settle,
    Undo,
)
from companion.game.marks import (
    format_cards,
    format_cell,
    format_key,
    format_text,
    parse_cards,
    parse_cell,
    parse_key,
    parse_text,
    parse_word,
)
from companion.game.pieces import KeySource, format_number, parse_number
from companion.terms import CoverCard, Edition, Team

_BARE = "bare"
FORMS = (
    "clue WORD NUMBER [by TEAM]",
    "ask WORD by TEAM",
    "allow WORD by TEAM",
    "refuse WORD by TEAM",
    "guess CELL [COVER] [by TEAM]",
    "cover CELL COVER",
    "lift CELL",
    "correct CELL COVER or bare",
    "stop [by TEAM]",
    "rival CELL",
    "settle [CELL] [by TEAM]",
    "undo",
    "key GRID TEAM dealt or entered",
    "key paper TEAM",
    "cards CARD ... (25)",
)
"""The lines there are."""


def format_action(action: Action, edition: Edition = Edition.SIMPSONS) -> str:
    """Write one action; the inverse of `parse_action`.

    Raises:
        ValueError: A `NewGame`: it is the head of a game, not a line of it.

    Example:
        >>> format_action(GiveClue("SNOW", 2)), parse_action("clue SNOW 2")
        ('clue SNOW 2', GiveClue(word='SNOW', number=2, team=None))
    """
    return " ".join(_words_of(action, edition))


def _words_of(action: Action, edition: Edition) -> list[str]:
    match action:
        case GiveClue(word, number, team):
            return ["clue", _said(word), format_number(number), *_by(team, edition)]
        case AskClue(word, team):
            return ["ask", _said(word), *_by(team, edition)]
        case AllowClue(word, team, allowed):
            return ["allow" if allowed else "refuse", _said(word), *_by(team, edition)]
        case Guess(cell, team, cover):
            return ["guess", format_cell(cell), *_shown(cover, edition), *_by(team, edition)]
        case CoverLaid(cell, cover):
            return ["cover", format_cell(cell), *_shown(cover, edition)]
        case CoverLifted(cell):
            return ["lift", format_cell(cell)]
        case CorrectCell(cell, cover):
            return ["correct", format_cell(cell), *(_shown(cover, edition) or [_BARE])]
        case EndTurn(team):
            return ["stop", *_by(team, edition)]
        case RivalCover(cell):
            return ["rival", format_cell(cell)]
        case Settle(team, cell):
            at = [] if cell is None else [format_cell(cell)]
            return ["settle", *at, *_by(team, edition)]
        case Undo():
            return ["undo"]
        case ChooseKey(key_source=source, key=key, starting_team=start):
            words = ["key"] if key is None else ["key", format_key(key, edition)]
            return [*words, source.value, *_by(start, edition)]
        case CardsSeen(cards):
            return ["cards", format_cards(cards)]
        case NewGame():
            raise ValueError("a new game is the head of a game's text; expected any other action")


def parse_action(line: str, edition: Edition = Edition.SIMPSONS) -> Action:
    """Read one action; the inverse of `format_action`.

    Raises:
        UnreadableError: None of `FORMS`.
    """
    words = line.split()
    by: Team | None = None
    if len(words) > 2 and words[-2] == "by":
        by = parse_word(Team, words[-1], edition)
        words = words[:-2]
    action = _read(words, by, edition)
    if action is None:
        raise UnreadableError(f"{line!r} is no action; there are: {'; '.join(FORMS)}", text=line)
    return action


def _read(words: list[str], by: Team | None, edition: Edition) -> Action | None:
    match words:
        case ["clue", word, number]:
            return GiveClue(parse_text(word), parse_number(number), by)
        case ["ask", word] if by is not None:
            return AskClue(parse_text(word), by)
        case ["allow" | "refuse" as answer, word] if by is not None:
            return AllowClue(parse_text(word), by, answer == "allow")
        case ["guess", cell]:
            return Guess(parse_cell(cell), by)
        case ["guess", cell, cover]:
            return Guess(parse_cell(cell), by, parse_word(CoverCard, cover, edition))
        case ["stop"]:
            return EndTurn(by)
        case ["settle"]:
            return Settle(by)
        case ["settle", cell]:
            return Settle(by, parse_cell(cell))
        case ["key", source] if source in tuple(KeySource):
            return ChooseKey(key_source=KeySource(source), starting_team=by)
        case ["key", grid, start, source] if source in tuple(KeySource):
            key = parse_key(f"{grid} {start}", edition)
            return ChooseKey(key_source=KeySource(source), key=key, starting_team=by)
    return None if by is not None else _read_without_team(words, edition)


def _read_without_team(words: list[str], edition: Edition) -> Action | None:
    match words:
        case ["cover", cell, cover]:
            return CoverLaid(parse_cell(cell), parse_word(CoverCard, cover, edition))
        case ["lift", cell]:
            return CoverLifted(parse_cell(cell))
        case ["correct", cell, cover]:
            laid = None if cover == _BARE else parse_word(CoverCard, cover, edition)
            return CorrectCell(parse_cell(cell), laid)
        case ["rival", cell]:
            return RivalCover(parse_cell(cell))
        case ["undo"]:
            return Undo()
        case ["cards", *cards]:
            return CardsSeen(parse_cards(" ".join(cards)))
        case _:
            return None


def _said(word: str) -> str:
    # The one word that a line would take for its own.
    return "%62y" if word == "by" else format_text(word)


def _by(team: Team | None, edition: Edition) -> list[str]:
    return [] if team is None else ["by", edition.shown_as(team.value)]


def _shown(cover: CoverCard | None, edition: Edition) -> list[str]:
    return [] if cover is None else [edition.shown_as(cover.value)]
