"""Cells are read beside arms and when they have gone, frame by frame."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.terms import ALL_CELLS, CoverCard
from companion.vision.frame import Frame
from companion.vision.portraits import recall
from companion.vision.reading import BoardReading, CellReading, CellState, without_piece
from companion.vision.track import follow
from tests.vision.white_table import MIDDLE, around, laid


def watch(film, reader, track=None, *, cell=MIDDLE):
    """Follow a film, fifteen pictures a second; the last track, and what was said of one cell."""
    said = []
    for picture in film:
        number = 0 if track is None else track.frames
        track, reading = follow(track, Frame(picture, number / 15, number), reader)
        said.append(reading.at(ALL_CELLS[cell]).state)
    return track, said


class Hasty:
    """Reads every cell as bare, and as a neutral cover whatever is not as bright as a card."""

    def __init__(self, quads):
        self._quads = quads

    def _cell(self, image, cell):
        quad = self._quads[cell.position]
        left, top = quad[0].astype(int)
        is_card = image[top : top + 110, left : left + 180].mean() > 150
        cover = None if is_card else CoverCard.NEUTRAL
        state = CellState.CARD if is_card else CellState.COVERED
        return CellReading(cell, state, None, None, cover, quad, 0.4)

    def read(self, frame):
        cells = tuple(self._cell(frame.image, cell) for cell in ALL_CELLS)
        return BoardReading(cells, False, frame.captured_at_s, frame.number)

    def read_some(self, image, _board, cells):
        return [self._cell(image, cell) for cell in cells]

    def hold(self, _frame, _last):
        return None

    def recall(self, _image, reading, _cells, portraits):
        return reading, portraits


def test_cover_that_is_carried_over_a_card_is_not_read(white_cards, flat_quads):
    """Six cards that changed have the whole read again; what moves just then is not believed."""
    changed = white_cards.copy()
    for left, top in flat_quads[15:21, 0].astype(int):
        changed[top + 30 : top + 80, left + 40 : left + 140] -= 60
    carried = laid(changed, flat_quads, MIDDLE)
    film = [white_cards, white_cards, changed, *[carried] * 7]

    _, said = watch(film, Hasty(flat_quads))

    assert said[:3] == [CellState.CARD] * 3
    assert said[3] is CellState.HIDDEN
    assert said[-1] is CellState.COVERED


class Astray(Hasty):
    """Finds the outline in the middle no more, unless the whole table is read."""

    wholes = 0

    def read(self, frame):
        self.wholes += 1
        return super().read(frame)

    def read_some(self, image, board, cells):
        return [
            without_piece(read, CellState.HIDDEN) if read.cell.position == MIDDLE else read
            for read in super().read_some(image, board, cells)
        ]


def test_cell_that_can_not_be_read_any_more_has_the_whole_read_soon_and_once(
    white_cards, flat_quads
):
    """A cover lay askew: its card is looked for where the cover was."""
    covered = laid(white_cards, flat_quads, MIDDLE)
    reader = Astray(flat_quads)

    _, said = watch([*[covered] * 15, *[white_cards] * 60], reader)

    assert said[14] is CellState.COVERED
    assert said[15 + 10 :] == [CellState.CARD] * 50
    assert reader.wholes <= 3


def test_cover_that_is_told_beside_an_arm_is_told_when_the_arm_has_gone(white_cards, flat_quads):
    """What it lies in was not seen anew with a part of the arm in it."""
    covered = laid(white_cards, flat_quads, MIDDLE)
    left, top = flat_quads[MIDDLE, 0].astype(int)
    with_an_arm = covered.copy()
    with_an_arm[: top - 16, left - 40 : left + 220] = 95
    reader = Hasty(flat_quads)

    track, _ = watch([*[white_cards] * 5, *[with_an_arm] * 30], reader)
    assert around(track.arms, MIDDLE, white_cards) < 5
    track, said = watch([covered] * 4, reader, track)

    assert said[-2:] == [CellState.COVERED] * 2
    assert not np.isfinite(track.arms.since_s).any()


class Careful(Hasty):
    """The same, and says nothing of what is neither."""

    def _cell(self, image, cell):
        left, top = self._quads[cell.position, 0].astype(int)
        read = super()._cell(image, cell)
        is_arm = 80 < image[top : top + 110, left : left + 180].mean() < 100
        return without_piece(read, CellState.HIDDEN) if is_arm else read


@pytest.mark.parametrize("at", [[MIDDLE], [0, 3, 7, 11, MIDDLE, 20]], ids=["one cell", "six"])
def test_what_can_not_be_read_does_not_pass_for_the_table(at, white_cards, flat_quads):
    """Six cells that changed have the whole read again, one is read alone."""
    hidden = laid(white_cards, flat_quads, *at, level=90)

    track, said = watch([white_cards, white_cards, *[hidden] * 4], Careful(flat_quads))

    assert said[-1] is CellState.HIDDEN
    assert around(track.arms, MIDDLE - 1, white_cards) < 5


class Adapting(Hasty):
    """The same whatever the exposure: a card is about as bright as most others."""

    def _cell(self, image, cell):
        lit = [image[y : y + 110, x : x + 180].mean() for x, y in self._quads[:, 0].astype(int)]
        usual = np.median(lit)
        return super()._cell(np.full_like(image, 160 * lit[cell.position] / usual), cell)


def test_cover_is_told_at_once_under_an_exposure_that_pumps_while_the_arm_rests(
    white_cards, flat_quads
):
    """What an arm hides is remembered in the light of now, not of when it was hidden."""
    covered = laid(white_cards, flat_quads, 10)
    left, top = flat_quads[10, 0].astype(int)
    with_an_arm = covered.copy()
    with_an_arm[top - 20 : top + 120, : left + 330] = 150
    film = []
    for number, picture in enumerate([*[white_cards] * 15, *[with_an_arm] * 22, *[covered] * 8]):
        exposure = 1 + 0.25 * np.sin(2 * np.pi * number / 15 / 1.1)
        film.append(np.clip(picture * exposure, 0, 255).astype(np.uint8))

    _, said = watch(film, Adapting(flat_quads), cell=10)

    assert said[:15] == [CellState.CARD] * 15
    assert said[16:37] == [CellState.HIDDEN] * 21
    assert said[39:] == [CellState.COVERED] * 6


class InTheWay(Astray):
    """Nor then, while a hand lies on the card beside it."""

    def read(self, frame):
        reading = super().read(frame)
        left, top = self._quads[MIDDLE + 1, 0].astype(int)
        if frame.image[top : top + 110, left : left + 180].mean() > 150:
            return reading
        cells = list(reading.cells)
        cells[MIDDLE] = without_piece(cells[MIDDLE], CellState.HIDDEN)
        return replace(reading, cells=tuple(cells))


def test_cell_that_could_not_be_read_beside_a_hand_is_looked_for_when_it_has_gone(
    white_cards, flat_quads
):
    covered = laid(white_cards, flat_quads, MIDDLE)
    lifted = laid(white_cards, flat_quads, MIDDLE + 1, level=120)

    _, said = watch([*[covered] * 15, *[lifted] * 15, *[white_cards] * 15], InTheWay(flat_quads))

    assert said[29] is CellState.HIDDEN
    assert said[30 + 7 :] == [CellState.CARD] * 8


class Remembering(Hasty):
    """The same with portraits."""

    def recall(self, image, reading, cells, portraits):
        return recall(portraits, image, reading, cells)


def test_card_that_shows_its_own_face_is_read_in_surroundings_of_mixed_light(
    white_cards, flat_quads
):
    """A lamp was switched while a hand lifted a cover: the gaps look as if an arm lay there."""
    rng = np.random.default_rng(2)
    for left, top in flat_quads[:, 0].astype(int):
        for x, y in rng.integers([20, 20], [160, 90], (9, 2)):
            cv2.circle(white_cards, (int(left + x), int(top + y)), 12, (30, 60, 120), -1)
    covered = laid(white_cards, flat_quads, MIDDLE)
    reader = Remembering(flat_quads)
    track = None
    for number, picture in enumerate([*[white_cards] * 4, *[covered] * 4]):
        track, reading = follow(track, Frame(picture, number / 2, number), reader)
    assert reading.at(ALL_CELLS[MIDDLE]).state is CellState.COVERED
    mixed = track.arms.around.levels.copy()
    mixed[::2] += 40
    arms = replace(
        track.arms,
        around=replace(track.arms.around, levels=mixed),
        since_s=np.where(np.arange(25) < 18, 3.9, np.inf),
    )
    track = replace(track, arms=arms)

    said = []
    for number in (1, 2, 3):
        now_s = 3.5 + number / 15
        track, reading = follow(track, Frame(white_cards, now_s, 8 + number), reader)
        said.append(reading.at(ALL_CELLS[MIDDLE]).state)

    assert said[0] is CellState.HIDDEN
    assert said[1:] == [CellState.CARD] * 2
