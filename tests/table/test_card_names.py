from __future__ import annotations

import numpy as np
import pytest

from companion.game.actions import NewGame
from companion.game.state import CardOnTable
from companion.table.card_names import MOST_TRIES, CardNamer, NamesRead
from companion.table.eyes import Look
from companion.table.seats import Standing
from companion.terms import ALL_CELLS, Face
from companion.vision.frame import Frame
from companion.vision.reading import BoardReading, CellReading, CellState, Unseen
from tests.table.watching import KEY

NAMES = tuple(CardOnTable(f"word{at}", f"WORD{at}", Face.WORD) for at in range(25))
NAMELESS = (None,) * 25


def a_look(at_s, bare=25):
    quad = np.zeros((4, 2))
    cells = tuple(
        CellReading(
            cell,
            CellState.CARD if cell.position < bare else CellState.HIDDEN,
            None,
            None,
            None,
            quad,
            0.5,
        )
        for cell in ALL_CELLS
    )
    frame = Frame(np.zeros((4, 4, 3), np.uint8), at_s, round(at_s * 15))
    return Look(frame, BoardReading(cells, False, at_s, 0))


class Words:
    """Reads what it is told to, and counts."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = 0
        self.turned = []

    def read(self, _image, _reading):
        self.asked += 1
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def namer_of(referee):
    def make(words):
        return CardNamer(referee, words.read, words.turned.append, run=lambda work: work())

    return make


def looks(namer, until_s, start_s=0.0, **how):
    for number in range(int((until_s - start_s) * 5)):
        namer.look(a_look(start_s + number / 5, **how))


def begin(referee, cards=NAMELESS):
    referee.submit(NewGame(key=KEY, cards=cards), by=Standing.CLUEMASTER)


def test_cards_are_named_once_when_they_have_lain_for_a_while(referee, namer_of):
    words = Words(NamesRead(NAMES, 0))
    begin(referee)

    looks(namer_of(words), 60.0)

    assert referee.state.cards == NAMES
    assert words.asked == 1
    assert words.turned == []


def test_names_read_before_the_game_are_given_when_it_begins(referee, namer_of):
    words = Words(NamesRead(NAMES, 0))
    namer = namer_of(words)
    looks(namer, 5.0)

    begin(referee)
    looks(namer, 10.0, 5.0)

    assert referee.state.cards == NAMES
    assert words.asked == 1


def test_next_game_is_read_again(referee, namer_of):
    others = tuple(reversed(NAMES))
    words = Words(NamesRead(NAMES, 0), NamesRead(others, 0))
    namer = namer_of(words)
    begin(referee)
    looks(namer, 5.0)

    begin(referee)
    looks(namer, 10.0, 5.0)

    assert referee.state.cards == others


def test_names_that_people_gave_are_kept(referee, namer_of):
    own = (CardOnTable("donut", "DONUT", Face.WORD), *NAMELESS[1:])
    begin(referee, own)

    looks(namer_of(Words(NamesRead(NAMES, 0))), 5.0)

    assert referee.state.cards == (own[0], *NAMES[1:])


def test_nothing_is_read_while_cards_are_dealt(referee, namer_of):
    words = Words(NamesRead(NAMES, 0))
    namer = namer_of(words)

    looks(namer, 10.0, bare=15)
    namer.look(Look(a_look(10.0).frame, Unseen.FEW_CARDS))

    assert words.asked == 0


def test_few_names_are_tried_again_but_not_for_ever(referee, namer_of):
    words = Words(NamesRead((NAMES[0], *NAMELESS[1:]), 0))
    begin(referee)

    looks(namer_of(words), 200.0)

    assert words.asked == MOST_TRIES
    assert referee.state.cards == (NAMES[0], *NAMELESS[1:])


def test_table_is_turned_as_its_words_say(referee, namer_of):
    words = Words(NamesRead(NAMES, 2))

    looks(namer_of(words), 5.0)

    assert words.turned == [2]


def test_reader_that_breaks_ends_nothing(referee, namer_of, caplog):
    begin(referee)

    looks(namer_of(Words(RuntimeError("no memory"))), 5.0)

    assert referee.state.cards == NAMELESS
    assert "could not be read" in caplog.text


def test_mirrored_table_is_told_until_it_is_put_right(referee):
    words = Words(NamesRead(NAMELESS, 0, is_mirrored=True), NamesRead(NAMES, 0))
    told = []
    namer = CardNamer(
        referee, words.read, words.turned.append, run=lambda work: work(), mirror_table=told.append
    )
    begin(referee)

    looks(namer, 5.0)
    assert told == [True]
    assert referee.state.cards in ((), NAMELESS)
    looks(namer, 40.0, 5.0)

    assert told == [True, False]
    assert referee.state.cards == NAMES
