from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import (
    CellCoveredError,
    GameOverError,
    NoGuessesLeftError,
    NotYourTurnError,
    RuleBrokenError,
)
from companion.game.actions import CardsSeen, ChooseKey, Guess, NewGame
from companion.game.key_card import KeyCard
from companion.game.outcome import How, Outcome
from companion.game.pieces import CardOnTable, KeySource, Mode
from companion.game.rules import apply_action, start_game
from companion.game.state import EMPTY_TABLE, GameState, Phase
from companion.terms import Cell, CoverCard, Edition, Face, Team

Begin = Callable[..., GameState]
Play = Callable[..., GameState]

ALL_ORANGE = ["A1", "B1", "C1", "D1", "E1", "A2", "B2", "C2", "D2"]
ALL_YELLOW = ["E2", "A3", "B3", "C3", "D3", "E3", "A4", "B4"]


def refuses(state: GameState, play: Play, line: str, error: type[RuleBrokenError]) -> str:
    """Check that a line is refused, with this class; give its message."""
    with pytest.raises(RuleBrokenError) as caught:
        play(state, line)
    assert type(caught.value) is error
    return caught.value.message


# ---------------------------------------------------------------- setting up


def test_game_waits_in_setup_until_its_key_is_chosen(key: KeyCard) -> None:
    state = start_game(NewGame())

    assert (state.phase, state.turn, state.starting_team) == (Phase.SETUP, None, None)

    chosen = apply_action(state, ChooseKey(key_source=KeySource.ENTERED, key=key))
    assert (chosen.phase, chosen.turn) == (Phase.CLUE, Team.ORANGE)


def test_game_begins_with_the_team_of_the_colour_bars(key: KeyCard) -> None:
    assert start_game(NewGame(key=key)).turn is Team.ORANGE


def test_game_with_a_key_on_paper_begins_with_the_team_that_is_said() -> None:
    state = start_game(NewGame(key_source=KeySource.PAPER, starting_team=Team.YELLOW))

    assert (state.phase, state.turn, state.key) == (Phase.CLUE, Team.YELLOW, None)
    assert (state.remaining(Team.YELLOW), state.remaining(Team.ORANGE)) == (9, 8)


def test_game_with_a_key_on_paper_waits_for_its_starting_team() -> None:
    state = start_game(NewGame(key_source=KeySource.PAPER))

    assert state.phase is Phase.SETUP
    begun = apply_action(state, ChooseKey(key_source=KeySource.PAPER, starting_team=Team.YELLOW))
    assert begun.turn is Team.YELLOW


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"key_source": KeySource.PAPER}, id="a key that is on paper"),
        pytest.param({"starting_team": Team.YELLOW}, id="the other team starts"),
        pytest.param({"allies": True}, id="allies in two teams"),
        pytest.param({"cards": (None,) * 24}, id="24 cards"),
    ],
)
def test_new_game_is_refused_when_it_contradicts_itself(
    key: KeyCard, fields: dict[str, object]
) -> None:
    with pytest.raises(RuleBrokenError):
        start_game(NewGame(**{"key": key, **fields}))  # type: ignore[arg-type]


def test_key_is_refused_when_none_is_given(begin: Begin) -> None:
    state = start_game(NewGame())

    with pytest.raises(RuleBrokenError):
        apply_action(state, ChooseKey(key_source=KeySource.ENTERED))
    with pytest.raises(RuleBrokenError):
        apply_action(state, ChooseKey(key_source=KeySource.PAPER))


def test_key_can_be_changed_until_the_game_begins(begin: Begin, play: Play, key: KeyCard) -> None:
    other = ChooseKey(key_source=KeySource.ENTERED, key=key.turned())

    assert apply_action(begin(), other).key == key.turned()
    for line in ("clue SNOW 1", "guess A1"):
        with pytest.raises(RuleBrokenError):
            apply_action(play(begin(), line), other)


def test_cards_may_be_words_pictures_or_both(key: KeyCard) -> None:
    cards = tuple(
        CardOnTable(str(n), str(n), Face.WORD if n % 2 else Face.PICTURE) for n in range(25)
    )
    assert start_game(NewGame(key=key, cards=cards)).cards == cards


def test_cards_are_named_whenever_the_camera_reads_them(
    begin: Begin, play: Play, cards: tuple[CardOnTable, ...]
) -> None:
    state = play(begin(), "guess A1")

    named = apply_action(state, CardsSeen(cards))
    assert named.cards == cards
    assert (named.covers, named.turn) == (state.covers, state.turn)


def test_nothing_is_played_on_an_empty_table(play: Play) -> None:
    for line in ("guess A1", "clue SNOW 1", "stop", "undo", "cover A1 orange", "settle by orange"):
        with pytest.raises(RuleBrokenError):
            play(EMPTY_TABLE, line)


@pytest.mark.parametrize("line", ["guess A1", "clue SNOW 1", "stop", "cover A1 orange", "rival E2"])
def test_nothing_is_played_before_the_key_is_chosen(play: Play, line: str) -> None:
    refuses(start_game(NewGame()), play, line, RuleBrokenError)


# ---------------------------------------------------------------- identifying


def test_guess_of_an_own_card_is_covered_and_the_team_goes_on(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 2", "guess A1")

    assert state.cover_at(Cell(0, 0)) is CoverCard.ORANGE
    assert (state.turn, state.phase, state.guesses_left) == (Team.ORANGE, Phase.GUESS, 2)
    assert state.remaining(Team.ORANGE) == 8


def test_guess_ends_turn_when_card_is_the_other_teams(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 2", "guess E2")

    assert state.cover_at(Cell(1, 4)) is CoverCard.YELLOW
    assert (state.turn, state.phase, state.clue) == (Team.YELLOW, Phase.CLUE, None)
    assert state.remaining(Team.YELLOW) == 7  # it helps the other team


def test_guess_ends_turn_when_card_is_neutral(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 2", "guess C4")

    assert state.cover_at(Cell(3, 2)) is CoverCard.NEUTRAL
    assert (state.turn, state.phase) == (Team.YELLOW, Phase.CLUE)


def test_guess_loses_when_card_is_game_over(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 2", "guess E5")

    assert state.outcome == Outcome(Team.YELLOW, How.GAME_OVER_CARD)
    assert state.phase is Phase.OVER


def test_guess_is_refused_when_card_is_covered(begin: Begin, play: Play) -> None:
    state = play(begin(), "guess A1")

    refuses(state, play, "guess A1", CellCoveredError)
    refuses(state, play, "cover A1 orange", CellCoveredError)


def test_refused_guess_leaves_the_state_and_names_the_cell(begin: Begin, play: Play) -> None:
    state = play(begin(), "guess A1")
    before = repr(state)

    with pytest.raises(CellCoveredError) as caught:
        play(state, "guess A1")
    assert (caught.value.cell, caught.value.code) == (Cell(0, 0), "rule/cell-covered")
    assert repr(state) == before


def test_guess_is_refused_when_the_game_is_over(begin: Begin, play: Play) -> None:
    state = play(begin(), "guess E5")

    for line in ("guess A1", "clue SNOW 1", "stop", "cover A1 orange", "settle A1", "rival E2"):
        refuses(state, play, line, GameOverError)


def test_guess_is_refused_when_it_is_the_other_teams_turn(begin: Begin, play: Play) -> None:
    message = refuses(begin(), play, "guess A1 by yellow", NotYourTurnError)
    assert message == "it is orange's turn"


def test_guess_by_the_other_team_says_that_the_turn_was_ended(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 3", "guess A1", "guess E2 by yellow")

    assert (state.turn, state.phase, state.right_guesses) == (Team.YELLOW, Phase.GUESS, 1)
    assert [move.kind for move in state.moves] == ["clue", "guess", "end_turn", "guess"]


# ---------------------------------------------------------------- number of guesses


def test_turn_is_over_after_number_plus_one_guesses(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 2", "guess A1", "guess B1")
    assert (state.turn, state.guesses_left) == (Team.ORANGE, 1)

    used_up = play(state, "guess C1")
    assert (used_up.turn, used_up.phase) == (Team.YELLOW, Phase.CLUE)
    refuses(used_up, play, "guess D1 by orange", NoGuessesLeftError)


def test_spoken_clue_sets_no_limit(begin: Begin, play: Play) -> None:
    state = play(begin(), *(f"guess {cell}" for cell in ALL_ORANGE[:8]))

    assert (state.turn, state.guesses_left, state.right_guesses) == (Team.ORANGE, None, 8)


@pytest.mark.parametrize("number", ["0", "unlimited"])
def test_expert_clue_sets_no_limit(begin: Begin, play: Play, number: str) -> None:
    state = begin(expert_clues=True)
    state = play(state, f"clue SNOW {number}", *(f"guess {cell}" for cell in ALL_ORANGE[:8]))

    assert (state.turn, state.guesses_left) == (Team.ORANGE, None)


@pytest.mark.parametrize("number", ["0", "unlimited"])
def test_expert_clue_asks_for_one_guess_at_least(begin: Begin, play: Play, number: str) -> None:
    state = play(begin(expert_clues=True), f"clue SNOW {number}")

    refuses(state, play, "stop", RuleBrokenError)


def test_team_stops_after_one_guess(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 3", "guess A1", "stop")

    assert (state.turn, state.phase, state.clue) == (Team.YELLOW, Phase.CLUE, None)


@pytest.mark.parametrize("lines", [[], ["clue SNOW 3"]])
def test_stop_is_refused_before_the_first_guess(begin: Begin, play: Play, lines: list[str]) -> None:
    refuses(play(begin(), *lines), play, "stop", RuleBrokenError)


def test_stop_that_arrives_late_is_refused_and_does_no_harm(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 3", "guess A1", "guess C4")

    assert refuses(state, play, "stop by orange", NotYourTurnError) == (
        "orange's turn is over already"
    )


# ---------------------------------------------------------------- winning


def test_first_team_with_all_its_cards_covered_wins(begin: Begin, play: Play) -> None:
    state = play(begin(), *(f"guess {cell}" for cell in ALL_ORANGE))

    assert state.outcome == Outcome(Team.ORANGE, How.ALL_FOUND)


def test_team_wins_in_the_rivals_turn_when_its_last_card_is_guessed(
    begin: Begin, play: Play
) -> None:
    state = play(begin(), "guess C4", *(f"guess {cell}" for cell in ALL_YELLOW[:7]), "stop")
    assert state.turn is Team.ORANGE

    won = play(state, f"guess {ALL_YELLOW[7]}")
    assert won.outcome == Outcome(Team.YELLOW, How.ALL_FOUND)


def test_other_team_wins_with_eight_cards(begin: Begin, play: Play) -> None:
    state = play(begin(), "guess C4", *(f"guess {cell}" for cell in ALL_YELLOW))

    assert state.outcome == Outcome(Team.YELLOW, How.ALL_FOUND)


def test_last_guess_of_a_clue_wins_before_the_turn_ends(begin: Begin, play: Play) -> None:
    state = play(begin(), *(f"guess {cell}" for cell in ALL_ORANGE[:7]), "stop", "guess C4")
    won = play(state, "clue SNOW 1", "guess C2", "guess D2")

    assert won.outcome == Outcome(Team.ORANGE, How.ALL_FOUND)


# ---------------------------------------------------------------- a key on paper


def test_paper_key_is_believed_from_the_covers(begin: Begin, play: Play) -> None:
    state = play(begin(paper=True), "cover A1 orange", "cover B1 yellow", "cover C1 yellow")

    assert (state.remaining(Team.ORANGE), state.remaining(Team.YELLOW)) == (8, 6)
    assert state.turn is Team.YELLOW


def test_paper_key_needs_the_colour_of_a_guess(begin: Begin, play: Play) -> None:
    refuses(begin(paper=True), play, "guess A1", RuleBrokenError)

    assert play(begin(paper=True), "guess A1 neutral").turn is Team.YELLOW


def test_paper_key_ends_the_game_by_colours_alone(begin: Begin, play: Play) -> None:
    cells = ["A1", "B1", "C1", "D1", "E1", "A2", "B2", "C2", "D2"]
    state = play(begin(paper=True), *(f"cover {cell} orange" for cell in cells))

    assert state.outcome == Outcome(Team.ORANGE, How.ALL_FOUND)


@pytest.mark.parametrize(
    ("cover", "most"), [("neutral", 7), ("yellow", 8), ("game_over", 1), ("orange", 9)]
)
def test_paper_key_takes_no_more_covers_than_the_box_has(
    begin: Begin, play: Play, cover: str, most: int
) -> None:
    state = begin(paper=True)
    state = GameState(
        key_source=KeySource.PAPER,
        starting_team=Team.ORANGE,
        turn=Team.ORANGE,
        phase=Phase.CLUE,
        covers=(CoverCard(cover),) * most + (None,) * (25 - most),
        log=state.log,
    )

    assert "lie on the table already" in refuses(state, play, f"cover E5 {cover}", RuleBrokenError)


# ---------------------------------------------------------------- modes and editions


def test_three_players_play_as_two_teams_do(begin: Begin, play: Play) -> None:
    lines = ["clue SNOW 1", "guess A1", "stop", "clue FLY 1", "guess C4"]
    three, teams = (play(begin(mode=mode), *lines) for mode in (Mode.THREE, Mode.TEAMS))

    assert three.moves == teams.moves
    assert not three.has_simulated_rival


def test_edition_changes_words_and_not_rules(begin: Begin, play: Play) -> None:
    state = play(begin(edition=Edition.CLASSIC), "guess A1", "guess E2 by blue")

    assert state.turn is Team.YELLOW
    assert refuses(state, play, "stop by red", NotYourTurnError) == "red's turn is over already"


def test_said_colour_of_a_guess_is_passed_over_when_the_key_is_known(begin: Begin) -> None:
    # Otherwise a refusal would tell a guesser what the card is not.
    for cover in CoverCard:
        state = apply_action(begin(), Guess(Cell(0, 0), cover=cover))
        assert state.cover_at(Cell(0, 0)) is CoverCard.ORANGE


def test_cover_against_the_key_is_refused_without_telling_the_key(begin: Begin, play: Play) -> None:
    messages = {
        refuses(begin(), play, f"cover {cell} neutral", RuleBrokenError)
        for cell in ("A1", "E2", "E5")
    }
    assert messages == {"this cover is a question for the cluemasters"}
