from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from companion.errors import RuleBrokenError, UnreadableError
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
from companion.game.by_chance import play_by_chance
from companion.game.key_card import deal_key_card, format_code
from companion.game.lines import FORMS, format_action, parse_action
from companion.game.marks import (
    format_cards,
    format_cell,
    format_grid,
    format_key,
    format_text,
    parse_cards,
    parse_cell,
    parse_grid,
    parse_key,
    parse_text,
)
from companion.game.notation import (
    GameRecord,
    failures_of,
    format_game,
    parse_game,
    record_of,
)
from companion.game.outcome import How, Outcome
from companion.game.pieces import CardOnTable, KeySource, Mode
from companion.game.position import (
    bare_position,
    format_outcome,
    format_position,
    parse_outcome,
    parse_position,
)
from companion.game.state import EMPTY_TABLE, GameState
from companion.terms import ALL_CELLS, Cell, CoverCard, Edition, Face, Team

Begin = Callable[..., GameState]
Play = Callable[..., GameState]

KEY = deal_key_card(Random(5))
CARDS = (None, *(CardOnTable(f"id:{n}", f"ice cream # {n}%", Face.PICTURE) for n in range(24)))
LINES: list[Action] = [
    GiveClue("SNOW", 2),
    GiveClue("two words = 100%", None, Team.YELLOW),
    GiveClue("by", 0),
    AskClue("SNOWMAN", Team.ORANGE),
    AllowClue("SNOWMAN", Team.YELLOW),
    AllowClue("SNOWMAN", Team.YELLOW, allowed=False),
    Guess(Cell(1, 3)),
    Guess(Cell(1, 3), Team.YELLOW),
    Guess(Cell(1, 3), None, CoverCard.NEUTRAL),
    Guess(Cell(1, 3), Team.YELLOW, CoverCard.ORANGE),
    CoverLaid(Cell(0, 0), CoverCard.GAME_OVER),
    CoverLifted(Cell(4, 4)),
    CorrectCell(Cell(0, 1), None),
    CorrectCell(Cell(0, 1), CoverCard.YELLOW),
    EndTurn(),
    EndTurn(Team.ORANGE),
    RivalCover(Cell(2, 2)),
    Settle(Team.YELLOW),
    Settle(None, Cell(3, 1)),
    Settle(Team.ORANGE, Cell(3, 1)),
    Undo(),
    ChooseKey(key_source=KeySource.PAPER, starting_team=Team.YELLOW),
    ChooseKey(key_source=KeySource.DEALT, key=KEY),
    ChooseKey(key_source=KeySource.ENTERED, key=KEY, starting_team=KEY.starting_team),
    CardsSeen(CARDS),
]


@pytest.mark.parametrize("cell", ALL_CELLS)
def test_cell_is_read_back(cell: Cell) -> None:
    assert parse_cell(format_cell(cell)) == cell


def test_cells_are_named_from_the_far_left() -> None:
    assert (format_cell(Cell(0, 0)), format_cell(Cell(4, 0)), format_cell(Cell(0, 4))) == (
        "A1",
        "A5",
        "E1",
    )


@pytest.mark.parametrize("text", ["", "A", "A0", "A6", "F1", "11", "A11", "1A", "A²", "AB"])
def test_cell_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="A1 to E5"):
        parse_cell(text)


@pytest.mark.parametrize("text", ["", "SNOW", "ICE CREAM", "100%", "a:b=c#d", "Wörd\u2028", "%20"])
def test_text_is_read_back(text: str) -> None:
    written = format_text(text)

    assert parse_text(written) == text
    assert not set(written) & set(" :#=\n")


@pytest.mark.parametrize("text", ["%", "%2", "%G0", "A%", "%FF"])
def test_text_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        parse_text(text)


@pytest.mark.parametrize("edition", list(Edition))
def test_grid_is_read_back(begin: Begin, play: Play, edition: Edition) -> None:
    covers = play(begin(), "guess A1", "guess C4", "guess E2", "guess E5").covers
    roles = parse_grid(format_grid(covers, edition), edition)

    assert [role and role.value for role in roles] == [cover and cover.value for cover in covers]


@pytest.mark.parametrize("edition", list(Edition))
def test_key_is_read_back(edition: Edition) -> None:
    for seed in range(50):
        key = deal_key_card(Random(seed))
        assert parse_key(format_key(key, edition), edition) == key


def test_key_may_be_written_as_its_code() -> None:
    assert parse_key(f"code {format_code(KEY)}") == KEY


@pytest.mark.parametrize(
    "text",
    [
        "",
        "OOOOO orange",
        "OOOOO/OOOOY/YYYYY/YYNNN/NNNNX",
        "OOOOO/OOOOY/YYYYY/YYNNN/NNNNX yellow",
        "OOOOO/OOOOY/YYYYY/YYNNN/NNNN. orange",
        "OOOOO/OOOOY/YYYYY/YYNNN/NNNNQ orange",
        "OOOOO/OOOOY/YYYYY/YYNNN/NNNNX red",
        "code 222222222",
    ],
)
def test_key_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        parse_key(text)


def test_cards_are_read_back() -> None:
    assert parse_cards(format_cards(CARDS)) == CARDS


@pytest.mark.parametrize("text", ["", "a:word:A", " ".join(["x"] * 25), " ".join(["a:b:c"] * 25)])
def test_cards_are_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        parse_cards(text)


@pytest.mark.parametrize("action", LINES, ids=format_action)
@pytest.mark.parametrize("edition", list(Edition))
def test_line_is_read_back(action: Action, edition: Edition) -> None:
    assert parse_action(format_action(action, edition), edition) == action


def test_every_form_of_line_is_tried_here() -> None:
    assert {form.split()[0] for form in FORMS} == {format_action(act).split()[0] for act in LINES}


@pytest.mark.parametrize(
    "line",
    [
        "",
        "castle A1",
        "guess",
        "guess Z9",
        "guess A1 pink",
        "guess A1 by pink",
        "clue SNOW",
        "clue SNOW many",
        "clue TWO WORDS 2",
        "ask SNOW",
        "cover A1",
        "cover A1 orange by orange",
        "undo A1",
        "key pink",
        "settle A1 B1",
        "cards -",
    ],
)
def test_line_is_refused(line: str) -> None:
    with pytest.raises(UnreadableError):
        parse_action(line)


def test_new_game_is_no_line() -> None:
    with pytest.raises(ValueError, match="head"):
        format_action(NewGame())


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize("paper", [False, True])
@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["clue two%20words 3"],
        ["clue SNOW unlimited", "allow SNOW by yellow", "guess A1 orange"],
        ["cover A1 orange", "cover E2 yellow"],
        ["cover A1 orange", "cover E5 game_over"],
        ["cover E5 game_over"],
    ],
)
def test_position_is_read_back(
    begin: Begin, play: Play, lines: list[str], edition: Edition, paper: bool
) -> None:
    state = play(begin(expert_clues=True, paper=paper), *lines)
    if edition is Edition.CLASSIC:
        state = GameState(
            **{name: getattr(state, name) for name in state.__slots__} | {"edition": edition}
        )

    assert parse_position(format_position(state)) == bare_position(state)


def test_position_of_an_empty_table_is_read_back() -> None:
    assert parse_position(format_position(EMPTY_TABLE)) == EMPTY_TABLE
    assert parse_position("") == EMPTY_TABLE


def test_position_without_its_key_holds_no_secret(begin: Begin, play: Play) -> None:
    known = play(begin(), "guess A1", "guess C4")
    text = format_position(known, with_key=False)

    assert "key=" not in text
    assert parse_position(text).covers == known.covers


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "hat=red",
        "turn=orange turn=orange",
        "turn=pink",
        "right=-1",
        "covers=.....",
        "clue=SNOW",
        "clue=SNOW:2:orange:perhaps",
        "ask=A1",
        "outcome=orange",
        "remaining=9:8",
        "key=OOOOO",
    ],
)
def test_position_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        parse_position(text)


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome(Team.YELLOW, How.GAME_OVER_CARD),
        Outcome(Team.ORANGE, How.ALL_FOUND, "An Amazing Feat"),
    ],
)
@pytest.mark.parametrize("edition", list(Edition))
def test_outcome_is_read_back(outcome: Outcome, edition: Edition) -> None:
    assert parse_outcome(format_outcome(outcome, edition), edition) == outcome


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("edition", list(Edition))
def test_game_is_read_back(mode: Mode, edition: Edition) -> None:
    for seed in range(10):
        record = play_by_chance(
            Random(seed), mode=mode, edition=edition, cards=CARDS, title="100 % # by chance"
        )

        assert parse_game(format_game(record)) == record
        assert failures_of(record) == ()


def test_game_with_every_line_is_read_back() -> None:
    new_game = NewGame(
        mode=Mode.THREE,
        allies=True,
        expert_clues=True,
        key_source=KeySource.PAPER,
        starting_team=Team.YELLOW,
    )
    record = GameRecord("", (new_game, *LINES))

    assert parse_game(format_game(record)) == record


def test_game_that_is_not_over_is_read_back(begin: Begin, play: Play) -> None:
    state = play(begin(paper=True), "guess A1 orange", "cover B1 neutral")
    record = record_of(state, "half a game")

    assert parse_game(format_game(record)) == record
    assert failures_of(record) == ()


def test_checks_are_read_back() -> None:
    text = "key: paper\nstart: orange\n\n= turn=orange right=0\nguess A1 orange\n= left=2 x=1\n"
    record = parse_game(text)

    assert [(check.after, check.fields) for check in record.checks] == [
        (1, (("turn", "orange"), ("right", "0"))),
        (2, (("left", "2"), ("x", "1"))),
    ]
    assert parse_game(format_game(record)) == record


def test_comments_and_blank_lines_are_passed_over() -> None:
    text = "# a game\nkey: paper # unknown\nstart: orange\n\n\n  guess A1 orange # first\n"

    assert parse_game(text).actions[1:] == (Guess(Cell(0, 0), cover=CoverCard.ORANGE),)


def test_failures_name_what_is_not_as_written() -> None:
    record = parse_game(
        "key: paper\nstart: orange\n\nguess A1 orange\n= turn=yellow remaining=8:8\n"
        "outcome: orange all_found\n"
    )

    assert failures_of(record) == (
        "after action 2: turn=orange, written is 'yellow'",
        "outcome: None, written is Outcome(winner=<Team.ORANGE: 'orange'>, "
        "how=<How.ALL_FOUND: 'all_found'>, chart=None)",
    )


def test_game_against_the_rules_is_read_but_not_played() -> None:
    record = parse_game("key: paper\nstart: orange\n\nstop\n")

    with pytest.raises(RuleBrokenError):
        failures_of(record)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hat: red\n", "line 1: 'hat' is not expected"),
        ("mode: teams\nmode: teams\n", "line 2"),
        ("mode: solo\n", "'solo' is none of"),
        ("expert: perhaps\n", "yes or no"),
        ("key: paper\n\nguess A1\nmode: teams\n", "line 4"),
        ("key: paper\n\ncastle\n", "line 3: 'castle' is no action"),
        ("key: paper\n\n= turn\n", "line 3: 'turn' is no name=value"),
    ],
)
def test_game_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(UnreadableError, match=message):
        parse_game(text)


def test_record_is_refused_without_a_game() -> None:
    with pytest.raises(ValueError, match="no game"):
        record_of(EMPTY_TABLE)
    with pytest.raises(ValueError, match="single blanks"):
        GameRecord(" two  blanks", (NewGame(),))
