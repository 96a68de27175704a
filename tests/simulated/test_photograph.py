"""The picture and its truth agree."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.simulated.faces import FaceKey, FaceShelf
from companion.simulated.photograph import Photograph, photograph
from companion.simulated.surface import Surface
from companion.terms import Cell

COVERS: dict[Cell, FaceKey] = {
    Cell(0, 1): ("cover_card", "orange", "front"),
    Cell(3, 4): ("cover_card", "game_over", "front"),
}


def upright(picture: Photograph, quad: np.ndarray, wh: tuple[int, int] = (252, 180)) -> np.ndarray:
    corners = np.array([[0, 0], [wh[0], 0], [wh[0], wh[1]], [0, wh[1]]], np.float32) - 0.5
    into = cv2.getPerspectiveTransform(quad.astype(np.float32), corners)
    return np.asarray(cv2.warpPerspective(picture.image, into, wh))


def likeness(one: np.ndarray, other: np.ndarray) -> float:
    first, second = (
        cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).ravel().astype(float) for image in (one, other)
    )
    return float(np.corrcoef(first, second)[0, 1])


@pytest.mark.parametrize("tilt_deg", [0, 20, 35], ids=lambda tilt: f"tilt {tilt}")
@pytest.mark.parametrize("turn_deg", [0, 140], ids=lambda turn: f"turn {turn}")
def test_quads_hold_the_faces_upright(
    shelf: FaceShelf, cards: tuple[FaceKey, ...], tilt_deg: int, turn_deg: int
) -> None:
    taken = photograph(
        shelf, cards, covers=COVERS, tilt_deg=tilt_deg, turn_deg=turn_deg, seed=tilt_deg
    )

    for index, key in enumerate(cards):
        if Cell(*divmod(index, 5)) in COVERS:
            continue
        printed = cv2.resize(shelf.face(key).image, (252, 180), interpolation=cv2.INTER_AREA)
        assert likeness(upright(taken, taken.card_quads_px[index]), printed) > 0.8, key


def test_quads_are_exact_to_a_fraction_of_a_pixel(
    shelf: FaceShelf, cards: tuple[FaceKey, ...]
) -> None:
    taken = photograph(shelf, cards, tilt_deg=20, surface=Surface.BLACK, lamp_k=6500, seed=5)
    quad = taken.card_quads_px[12]
    middle = (quad[0] + quad[3]) / 2
    inwards = (quad[1] + quad[2]) / 2 - middle
    step = inwards / np.linalg.norm(inwards)
    # White rim on a black table: the brightness passes half way where the card's edge is.
    along = np.arange(-3, 3.01, 0.25)
    points = (middle + along[:, None] * step).astype(np.float32)
    grey = cv2.cvtColor(taken.image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    profile = cv2.remap(grey, points[:, 0], points[:, 1], cv2.INTER_LINEAR).ravel()
    crossing = along[int(np.argmax(profile > (profile[0] + profile[-1]) / 2))]

    assert abs(crossing) <= 0.75


def test_board_fills_the_share_asked_for(shelf: FaceShelf, cards: tuple[FaceKey, ...]) -> None:
    taken = photograph(shelf, cards, tilt_deg=35, fill=0.8, size_wh=(1920, 1080), seed=2)
    seen = taken.card_quads_px.reshape(-1, 2)
    share = (seen.max(axis=0) - seen.min(axis=0)) / (1920, 1080)

    assert taken.image.shape == (1080, 1920, 3)
    assert share.max() == pytest.approx(0.8, abs=0.03)


def test_same_seed_gives_the_same_picture(shelf: FaceShelf, cards: tuple[FaceKey, ...]) -> None:
    one, again, other = (photograph(shelf, cards, seed=seed) for seed in (7, 7, 8))

    assert np.array_equal(one.image, again.image)
    assert not np.array_equal(one.image, other.image)


def test_warm_lamp_leaves_a_warm_cast(shelf: FaceShelf, cards: tuple[FaceKey, ...]) -> None:
    def redness(lamp_k: float) -> float:
        taken = photograph(shelf, cards, lamp_k=lamp_k, seed=3)
        rim = upright(taken, taken.card_quads_px[12])[90:130, 40:100]
        return float(rim[..., 2].mean() - rim[..., 0].mean())

    assert redness(2700) > redness(4000) > redness(6500)


def test_quads_are_those_of_covers_where_they_lie(
    shelf: FaceShelf, cards: tuple[FaceKey, ...]
) -> None:
    taken = photograph(shelf, cards, covers=COVERS, seed=1)

    assert set(taken.cover_quads_px) == set(COVERS)
    for cell in COVERS:
        assert np.array_equal(taken.quads_px[cell.position], taken.cover_quads_px[cell])


def test_photograph_refuses_a_board_of_24(shelf: FaceShelf, cards: tuple[FaceKey, ...]) -> None:
    with pytest.raises(ValueError, match="25 cards, not 24"):
        photograph(shelf, cards[:24])


def test_photograph_names_a_face_that_is_not_there(
    shelf: FaceShelf, cards: tuple[FaceKey, ...]
) -> None:
    with pytest.raises(ValueError, match="nowhere"):
        photograph(shelf, (("card", "nowhere", "word"), *cards[1:]))
