"""A screenplay and what must come of it: the table, told only covers and taps, gets there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.cli.demo_game import DemoGame, screenplay
from companion.cli.demo_people import take_tap
from companion.cli.demo_script import write_script
from companion.deck.cards import load_deck
from companion.game.actions import (
    CoverLaid,
    CoverLifted,
    EndTurn,
    GiveClue,
    Guess,
    NewGame,
    Settle,
    Undo,
    from_document,
)
from companion.game.by_chance import play_by_chance
from companion.game.key_card import key_from_rank
from companion.game.notation import format_game, parse_game
from companion.game.pieces import CardOnTable, KeySource, Mode
from companion.game.rules import apply_action
from companion.game.state import EMPTY_TABLE, GameState
from companion.simulated.screenplay import Bump, Clear, Deal, Hand, Lay, Lift, Tap
from companion.store.store import Store
from companion.table.channel import Channel
from companion.table.referee import Referee
from companion.terms import ALL_CELLS, Cell, CoverCard, Role, Team
from companion.vision.reading import CellState, SettledBoard, SettledCell

CARDS = tuple(CardOnTable(card.id, card.word) for card in load_deck("springfield").cards[:25])
KEY = key_from_rank(123_456_789)


def a_demo(seed: int, mode: Mode = Mode.TEAMS, *, has_slips: bool = True) -> DemoGame:
    rng = Random(seed)
    record = play_by_chance(rng, mode=mode, cards=CARDS)
    return write_script(record.actions, apply_action, rng, has_slips=has_slips)


def a_written_game(*actions: object, key_source: KeySource = KeySource.ENTERED) -> DemoGame:
    on_paper = key_source is KeySource.PAPER
    new_game = NewGame(
        cards=CARDS,
        key_source=key_source,
        key=None if on_paper else KEY,
        starting_team=Team.ORANGE if on_paper else None,
    )
    return write_script(
        (new_game, *actions),  # type: ignore[arg-type]
        apply_action,
        Random(1),
        has_slips=False,
    )


def own_cells(team: Team) -> tuple[Cell, ...]:
    return KEY.cells_of(Role.of_team(team))


def kinds_of(demo: DemoGame) -> Counter[str]:
    return Counter(type(step).__name__ for step in demo.steps)


def as_the_table_sees_it(demo: DemoGame) -> GameState:
    """Play the steps by the rules alone: covers as they are laid, taps as they are tapped.

    A cover that is not the key's is a question for people and changes nothing.
    """
    state = EMPTY_TABLE
    key = demo.new_game.key
    for step in demo.steps:
        match step:
            case Tap(label="answer", payload=payload):
                state = apply_action(state, CoverLifted(Cell(payload["row"], payload["col"])))
            case Tap(payload=payload):
                action = from_document(payload["move"])
                if isinstance(action, NewGame):
                    action = replace(action, cards=CARDS)
                state = apply_action(state, action)
            case Lay(cell, (_, name, side)):
                cover = CoverCard(side if name == "extra" else name)
                if key is None or key.role_at(cell) is cover.role:
                    state = apply_action(state, CoverLaid(cell, cover))
            case _:
                pass
    return state


# ---------------------------------------------------------------- games by chance


@pytest.mark.parametrize("mode", [Mode.TEAMS, Mode.TWO_PLAYER], ids=lambda mode: mode.value)
def test_table_comes_to_the_true_score_from_covers_and_taps_alone(mode: Mode) -> None:
    for seed in range(1, 26):
        demo = a_demo(seed, mode)

        assert demo.expected.differences(as_the_table_sees_it(demo)) == (), f"seed {seed}"
        assert demo.expected.outcome is not None


@pytest.mark.parametrize("mode", [Mode.TEAMS, Mode.TWO_PLAYER], ids=lambda mode: mode.value)
def test_games_hold_every_kind_of_slip(mode: Mode) -> None:
    demos = [a_demo(seed, mode) for seed in range(1, 21)]

    assert sum(demo.expected.forgotten_stops for demo in demos) >= 3
    assert sum(len(demo.expected.questions) for demo in demos) >= 3
    assert sum(len(demo.expected.wrong_covers) for demo in demos) >= 10
    steps = sum((kinds_of(demo) for demo in demos), Counter())
    assert steps[Bump.__name__] >= 10
    assert steps[Hand.__name__] >= 20


def test_every_third_stop_is_forgotten_and_the_others_are_tapped() -> None:
    for seed in range(1, 21):
        rng = Random(seed)
        record = play_by_chance(rng, cards=CARDS)
        stops = sum(isinstance(action, EndTurn) for action in record.actions)
        demo = write_script(record.actions, apply_action, rng)
        tapped = sum(isinstance(step, Tap) and step.label == "end_turn" for step in demo.steps)

        assert tapped == stops - demo.expected.forgotten_stops
        assert demo.expected.forgotten_stops <= stops // 3


def test_wrong_cover_is_lifted_before_the_right_one_is_laid() -> None:
    demo = next(demo for seed in range(50) if (demo := a_demo(seed)).expected.wrong_covers)
    cell, wrong = demo.expected.wrong_covers[0]
    at_cell = [step for step in demo.steps if isinstance(step, Lay | Lift) and step.cell == cell]

    assert [type(step) for step in at_cell] == [Lay, Lift, Lay]
    assert isinstance(at_cell[0], Lay)
    assert wrong.value in at_cell[0].face[1:]


def test_no_more_covers_lie_than_the_box_holds() -> None:
    for seed in range(1, 21):
        lying: dict[Cell, tuple[str, ...]] = {}
        for step in a_demo(seed).steps:
            if isinstance(step, Lay):
                lying[step.cell] = step.face[1:]
            elif isinstance(step, Lift):
                del lying[step.cell]
            count = Counter(name for name, _ in lying.values())
            assert count["orange"] <= 8
            assert count["yellow"] <= 8
            assert count["neutral"] <= 7
            assert count["extra"] <= 1


def test_without_slips_nothing_goes_wrong() -> None:
    demo = a_demo(3, has_slips=False)

    assert demo.expected.forgotten_stops == 0
    assert demo.expected.wrong_covers == ()
    assert not {Bump.__name__, Hand.__name__, Lift.__name__} & set(kinds_of(demo))


def test_same_seed_writes_the_same_script() -> None:
    assert a_demo(5) == a_demo(5)
    assert a_demo(5) != a_demo(6)


def test_table_is_cleared_after_each_game() -> None:
    steps = list(screenplay([a_demo(1), a_demo(2)]))
    marks = [type(step) for step in steps if isinstance(step, Deal | Clear)]

    assert marks == [Deal, Clear, Deal, Clear]


# ---------------------------------------------------------------- written games


def test_written_game_is_played_to_its_outcome() -> None:
    record = play_by_chance(Random(8), cards=CARDS)
    read = parse_game(format_game(record))
    demo = write_script(read.actions, apply_action, Random(1), has_slips=False)

    assert demo.expected.outcome == record.outcome
    assert demo.expected.differences(as_the_table_sees_it(demo)) == ()


def test_turn_after_each_cover_is_the_true_one() -> None:
    mine, theirs = own_cells(KEY.starting_team), own_cells(KEY.starting_team.rival)
    team = KEY.starting_team
    demo = a_written_game(GiveClue("SNOW", 2), Guess(mine[0]), Guess(theirs[0]))

    assert [(laid.cell, laid.turn) for laid in demo.expected.laid] == [
        (mine[0], team),
        (theirs[0], team.rival),
    ]


def test_stop_that_a_written_game_implies_is_tapped_where_no_cover_tells_it() -> None:
    team = KEY.starting_team
    mine = own_cells(team)
    # The other team touches a card of the team that had the turn: only a tap can tell.
    demo = a_written_game(GiveClue("SNOW", 2), Guess(mine[0]), Guess(mine[1], team.rival))

    assert demo.expected.differences(as_the_table_sees_it(demo)) == ()
    assert any(isinstance(step, Tap) and step.label == "end_turn" for step in demo.steps)


def test_question_of_a_written_game_is_answered_by_a_tap() -> None:
    team = KEY.starting_team
    mine, neutral = own_cells(team), KEY.cells_of(Role.NEUTRAL)
    demo = a_written_game(
        GiveClue("SNOW", 2),
        Guess(mine[0]),
        CoverLaid(neutral[0], CoverCard.NEUTRAL),
        Settle(team.rival),
    )

    assert [question.cell for question in demo.expected.questions] == [neutral[0]]
    assert demo.answer_to(demo.expected.questions[0]) is team.rival
    taps = [step for step in demo.steps if isinstance(step, Tap)]
    assert taps[-1].label == "settle"
    assert taps[-1].payload["move"]["team"] == team.rival.value


def test_undone_guess_is_tapped_and_lifted() -> None:
    mine = own_cells(KEY.starting_team)
    demo = a_written_game(GiveClue("SNOW", 2), Guess(mine[0]), Undo(), Guess(mine[1]))
    done = [step for step in demo.steps if isinstance(step, Lay | Lift | Tap)]

    assert [type(step) for step in done[2:]] == [Lay, Tap, Lift, Lay]
    assert demo.expected.differences(as_the_table_sees_it(demo)) == ()


def test_lifted_cover_is_confirmed_by_a_tap() -> None:
    mine = own_cells(KEY.starting_team)
    demo = a_written_game(GiveClue("SNOW", 2), Guess(mine[0]), CoverLifted(mine[0]))
    last = [step for step in demo.steps if isinstance(step, Lay | Lift | Tap)][-2:]

    assert last[0] == Lift(mine[0])
    assert isinstance(last[1], Tap)
    assert last[1].payload == {
        "kind": "lifted",
        "row": mine[0].row,
        "col": mine[0].col,
        "answer": "confirm",
    }
    assert demo.expected.covers == (None,) * 25


def test_game_with_its_key_on_paper_is_told_by_its_covers() -> None:
    demo = a_written_game(
        GiveClue("SNOW", 2),
        CoverLaid(Cell(0, 0), CoverCard.ORANGE),
        CoverLaid(Cell(0, 1), CoverCard.YELLOW),
        key_source=KeySource.PAPER,
    )

    assert demo.expected.turn is Team.YELLOW
    assert demo.expected.differences(as_the_table_sees_it(demo)) == ()


@pytest.mark.parametrize(
    ("actions", "complaint"),
    [
        pytest.param((), "begins with a new game", id="nothing"),
        pytest.param((EndTurn(),), "begins with a new game", id="no new game"),
        pytest.param((NewGame(key=KEY),), "25 named cards, not 0", id="no cards"),
    ],
)
def test_what_is_no_game_is_a_callers_mistake(actions: tuple[NewGame], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        write_script(actions, apply_action, Random(1))


def test_differences_name_what_is_wrong() -> None:
    demo = a_demo(1)

    found = demo.expected.differences(apply_action(EMPTY_TABLE, demo.new_game))

    assert any("must be" in line for line in found)
    assert any(line.startswith("outcome") for line in found)


# ---------------------------------------------------------------- people


def a_referee() -> Referee:
    return Referee("home", Store("sqlite://"), Channel(), Random(1), deck=load_deck("springfield"))


def a_board(covers: dict[Cell, CoverCard], *, named: int = 25, at_s: float = 1.0) -> SettledBoard:
    cells = []
    for cell in ALL_CELLS:
        card = CARDS[cell.position] if cell.position < named else None
        cover = covers.get(cell)
        cells.append(
            SettledCell(
                cell=cell,
                state=CellState.CARD if cover is None else CellState.COVERED,
                card=None if card is None else card.id,
                face=None if card is None else card.face,
                cover=cover,
                since_s=0.0 if cover is None else at_s,
            )
        )
    return SettledBoard(cells=tuple(cells), hidden=frozenset(), at_s=at_s)


def test_people_begin_when_all_cards_are_named_and_stop_when_the_cover_has_counted() -> None:
    team = KEY.starting_team
    mine = own_cells(team)
    demo = a_written_game(GiveClue("SNOW", 2), Guess(mine[0]), EndTurn())
    new_game, clue, stop = (step for step in demo.steps if isinstance(step, Tap))
    referee = a_referee()

    assert not take_tap(referee, new_game), "no card is seen yet"
    referee.see(a_board({}, named=24))
    assert not take_tap(referee, new_game), "one card has no name yet"
    referee.see(a_board({}))
    assert take_tap(referee, new_game)
    assert referee.state.cards == CARDS
    assert take_tap(referee, clue)
    assert not take_tap(referee, stop), "the cover has not counted yet"
    referee.see(a_board({mine[0]: CoverCard(team.value)}, at_s=9.0))
    assert take_tap(referee, stop)
    assert referee.state.turn is team.rival


def test_people_answer_when_they_are_asked() -> None:
    team = KEY.starting_team
    mine, neutral = own_cells(team), KEY.cells_of(Role.NEUTRAL)
    demo = a_written_game(
        GiveClue("SNOW", 2),
        Guess(mine[0]),
        CoverLaid(neutral[0], CoverCard.NEUTRAL),
        Settle(team.rival),
    )
    new_game, clue, settle = (step for step in demo.steps if isinstance(step, Tap))
    referee = a_referee()
    referee.see(a_board({}))
    take_tap(referee, new_game)
    take_tap(referee, clue)
    own = {mine[0]: CoverCard(team.value)}
    referee.see(a_board(own, at_s=5.0))

    assert not take_tap(referee, settle), "nobody is asked yet"
    referee.see(a_board(own | {neutral[0]: CoverCard.NEUTRAL}, at_s=9.0))
    assert take_tap(referee, settle)
    assert referee.state.question is None


def test_people_confirm_a_lifted_cover() -> None:
    team = KEY.starting_team
    mine = own_cells(team)
    demo = a_written_game(GiveClue("SNOW", 2), Guess(mine[0]), CoverLifted(mine[0]))
    new_game, clue, answer = (step for step in demo.steps if isinstance(step, Tap))
    referee = a_referee()
    referee.see(a_board({}))
    take_tap(referee, new_game)
    take_tap(referee, clue)
    referee.see(a_board({mine[0]: CoverCard(team.value)}, at_s=5.0))

    assert not take_tap(referee, answer), "the cover still lies there"
    referee.see(a_board({}, at_s=9.0))
    assert take_tap(referee, answer)
    assert referee.state.covers == (None,) * 25
