"""Arms are told from covers and from shadows by what lies around a cell."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.terms import ALL_CELLS, CoverCard
from companion.vision.arms import follow_arms, no_arms
from companion.vision.frame import Frame
from companion.vision.motion import changed_cells, exposure_gain, label_cells, make_thumbnail
from companion.vision.portraits import recall
from companion.vision.reading import BoardReading, CellReading, CellState, without_piece
from companion.vision.surroundings import crossed_cells, label_surroundings, remember
from companion.vision.track import follow

SIZE_WH = (1280, 720)
NOWHERE = np.zeros(25, dtype=bool)
EVERYWHERE = np.ones(25, dtype=bool)
MIDDLE = 12


@pytest.fixture
def white_cards(flat_quads):
    """White cards on a dark table, which a webcam's noise roughens."""
    rng = np.random.default_rng(1)
    image = np.full((720, 1280, 3), 60.0)
    for left, top in flat_quads[:, 0].astype(int):
        image[top : top + 110, left : left + 180] = 170.0
    return np.clip(image + rng.normal(0, 4, image.shape), 0, 255).astype(np.uint8)


def crossed(image, changed, quads, was_crossed=NOWHERE):
    before, after = make_thumbnail(image), make_thumbnail(changed)
    labels = label_cells(quads, SIZE_WH, before)
    around = label_surroundings(quads, SIZE_WH, before)
    is_changed = changed_cells(before, after, labels)
    remembered = remember(before, around, 1.0)
    exposure = exposure_gain(before, after, labels)
    found, _ = crossed_cells(remembered, after, around, exposure, was_crossed, is_changed)
    return np.flatnonzero(found).tolist()


def with_arm(image, left, right, bottom):
    changed = image.copy()
    changed[:bottom, left:right] = (150, 150, 150)
    return changed


def shaded(image, place_px):
    """A person's soft shadow on the left, its edge as wide as in the filmed evenings."""
    edge = (np.arange(image.shape[1]) - place_px) / (0.05 * image.shape[1])
    shade = 0.6 + 0.4 / (1 + np.exp(-edge))
    return (image * shade[None, :, None]).astype(np.uint8)


def test_cover_laid_a_little_off_crosses_nothing(rough_image, flat_quads):
    changed = rough_image.copy()
    left, top = flat_quads[MIDDLE, 0].astype(int) + 9
    changed[top : top + 110, left : left + 180] = (40, 120, 230)

    assert crossed(rough_image, changed, flat_quads) == []


def test_arm_over_a_cell_crosses_it(rough_image, flat_quads):
    left, top = flat_quads[MIDDLE, 0].astype(int)
    changed = with_arm(rough_image, left - 60, left + 240, top + 200)

    assert MIDDLE in crossed(rough_image, changed, flat_quads)
    assert 20 not in crossed(rough_image, changed, flat_quads)


def test_arm_that_has_come_stays_until_it_is_nearly_gone(white_cards, flat_quads):
    left, top = flat_quads[10, 0].astype(int)
    fingers = white_cards.copy()
    fingers[top - 20 : top + 130, : left + 60] = 150

    assert crossed(white_cards, fingers, flat_quads) == []
    assert crossed(white_cards, fingers, flat_quads, EVERYWHERE) == [10]
    assert crossed(white_cards, white_cards, flat_quads, EVERYWHERE) == []


def test_fingertips_are_known_by_the_arm_that_lies_over_the_next_card(white_cards, flat_quads):
    left, top = flat_quads[MIDDLE, 0].astype(int)
    fingers = white_cards.copy()
    fingers[top - 25 : top + 80, left - 30 : left + 200] = 110
    arm = fingers.copy()
    arm[: top - 25, left - 30 : left + 200] = 110

    assert MIDDLE not in crossed(white_cards, fingers, flat_quads)
    assert MIDDLE in crossed(white_cards, arm, flat_quads)


def test_cover_laid_askew_in_the_middle_is_no_arm(white_cards, flat_quads):
    """It sticks out over the gaps and the next cards; but no arm leads to it."""
    askew = white_cards.copy()
    center = flat_quads[MIDDLE].mean(axis=0)
    corners = cv2.boxPoints((tuple(center + np.array([25, 20])), (180, 110), 25)).astype(np.int32)
    cv2.fillConvexPoly(askew, corners, (110, 110, 110))

    assert crossed(white_cards, askew, flat_quads) == []
    assert crossed(white_cards, askew, flat_quads, EVERYWHERE) == []


@pytest.mark.parametrize("place_px", [150, 420, 610, 700, 900])
def test_soft_shadow_crosses_nothing(white_cards, flat_quads, place_px):
    changed = shaded(white_cards, place_px)

    assert crossed(white_cards, changed, flat_quads) == []
    assert crossed(white_cards, changed, flat_quads, EVERYWHERE) == []


def test_lamp_that_blows_out_white_borders_crosses_nothing(white_cards, flat_quads):
    glaring = np.clip(white_cards * 1.75, 0, 255).astype(np.uint8)

    assert crossed(glaring, white_cards, flat_quads) == []
    assert crossed(white_cards, glaring, flat_quads, EVERYWHERE) == []


def following(film, quads):
    """Arms in each picture of a film, fifteen a second."""
    thumbnails = [make_thumbnail(picture) for picture in film]
    labels = label_cells(quads, SIZE_WH, thumbnails[0])
    arms = no_arms(quads, SIZE_WH, thumbnails[0], 0.0)
    told = [arms]
    for number, (previous, now) in enumerate(itertools.pairwise(thumbnails), 1):
        changed = changed_cells(thumbnails[0], now, labels)
        arms = follow_arms(arms, previous, now, labels, number / 15, changed, 9.0)
        told.append(arms)
    return told


def around(arms, cell, picture):
    """How far what is remembered around a cell is from a picture."""
    at = arms.surroundings.of(cell)
    seen = make_thumbnail(picture).reshape(-1)[arms.surroundings.pixels[at]]
    return np.abs(arms.around.levels[at] - seen).mean()


def test_shadow_is_remembered_and_an_arm_is_not(white_cards, flat_quads):
    left, top = flat_quads[MIDDLE, 0].astype(int)
    in_shadow = shaded(white_cards, 640)
    armed = shaded(with_arm(white_cards, left - 60, left + 240, top + 200), 640)

    last = following([white_cards, *[armed] * 9], flat_quads)[-1]

    assert around(last, 20, in_shadow) < 3
    assert around(last, MIDDLE, armed) > 20
    assert np.isfinite(last.since_s[MIDDLE])


def test_arm_that_comes_slowly_does_not_become_the_table(white_cards, flat_quads):
    left, top = flat_quads[MIDDLE, 0].astype(int)
    film = [with_arm(white_cards, left - 60, left + 240, end) for end in range(0, top + 120, 4)]

    last = following([white_cards, *film], flat_quads)[-1]

    assert np.isfinite(last.since_s[[2, 7, MIDDLE]]).all()
    assert around(last, 7, white_cards) < 5


def test_shadow_that_comes_while_an_arm_rests_leaves_nothing_behind(white_cards, flat_quads):
    left, top = flat_quads[MIDDLE, 0].astype(int)
    armed = with_arm(white_cards, left - 60, left + 240, top + 200)
    film = [shaded(armed, place_px) for place_px in np.linspace(-300, 900, 30)]

    told = following([white_cards, *film, shaded(white_cards, 940)], flat_quads)

    assert np.isfinite(told[-2].since_s[MIDDLE])
    assert not np.isfinite(told[-1].since_s).any()


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
    carried = changed.copy()
    left, top = flat_quads[MIDDLE, 0].astype(int)
    carried[top : top + 110, left : left + 180] = 110
    reader = Hasty(flat_quads)
    track = None
    said = []
    for number, picture in enumerate([white_cards, white_cards, changed, *[carried] * 7]):
        track, reading = follow(track, Frame(picture, number / 15, number), reader)
        said.append(reading.at(ALL_CELLS[MIDDLE]).state)

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
    covered = white_cards.copy()
    left, top = flat_quads[MIDDLE, 0].astype(int)
    covered[top : top + 110, left : left + 180] = 110
    reader = Astray(flat_quads)
    track = None
    said = []
    for number, picture in enumerate([*[covered] * 15, *[white_cards] * 60]):
        track, reading = follow(track, Frame(picture, number / 15, number), reader)
        said.append(reading.at(ALL_CELLS[MIDDLE]).state)

    assert said[14] is CellState.COVERED
    assert said[15 + 10 :] == [CellState.CARD] * 50
    assert reader.wholes <= 3


def test_cover_that_is_told_beside_an_arm_is_told_when_the_arm_has_gone(white_cards, flat_quads):
    """What it lies in was not seen anew with a part of the arm in it."""
    covered = white_cards.copy()
    left, top = flat_quads[MIDDLE, 0].astype(int)
    covered[top : top + 110, left : left + 180] = 110
    with_an_arm = covered.copy()
    with_an_arm[: top - 16, left - 40 : left + 220] = 95
    film = [*[white_cards] * 5, *[with_an_arm] * 30, *[covered] * 4]
    track = None
    said = []
    for number, picture in enumerate(film):
        track, reading = follow(track, Frame(picture, number / 15, number), Hasty(flat_quads))
        said.append(reading.at(ALL_CELLS[MIDDLE]).state)
        if number == 34:
            assert around(track.arms, MIDDLE, white_cards) < 5

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
    hidden = white_cards.copy()
    for left, top in flat_quads[at, 0].astype(int):
        hidden[top : top + 110, left : left + 180] = 90
    track = None
    for number, picture in enumerate([white_cards, white_cards, *[hidden] * 4]):
        track, reading = follow(track, Frame(picture, number / 15, number), Careful(flat_quads))

    assert reading.at(ALL_CELLS[MIDDLE]).state is CellState.HIDDEN
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
    covered = white_cards.copy()
    left, top = flat_quads[10, 0].astype(int)
    covered[top : top + 110, left : left + 180] = 110
    with_an_arm = covered.copy()
    with_an_arm[top - 20 : top + 120, : left + 330] = 150
    film = [*[white_cards] * 15, *[with_an_arm] * 22, *[covered] * 8]
    reader = Adapting(flat_quads)
    track = None
    said = []
    for number, picture in enumerate(film):
        exposure = 1 + 0.25 * np.sin(2 * np.pi * number / 15 / 1.1)
        pumped = np.clip(picture * exposure, 0, 255).astype(np.uint8)
        track, reading = follow(track, Frame(pumped, number / 15, number), reader)
        said.append(reading.at(ALL_CELLS[10]).state)

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
    covered, lifted = white_cards.copy(), white_cards.copy()
    left, top = flat_quads[MIDDLE, 0].astype(int)
    covered[top : top + 110, left : left + 180] = 110
    left, top = flat_quads[MIDDLE + 1, 0].astype(int)
    lifted[top : top + 110, left : left + 180] = 120
    reader = InTheWay(flat_quads)
    track = None
    said = []
    film = [*[covered] * 15, *[lifted] * 15, *[white_cards] * 15]
    for number, picture in enumerate(film):
        track, reading = follow(track, Frame(picture, number / 15, number), reader)
        said.append(reading.at(ALL_CELLS[MIDDLE]).state)

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
    covered = white_cards.copy()
    left, top = flat_quads[MIDDLE, 0].astype(int)
    covered[top : top + 110, left : left + 180] = 110
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
