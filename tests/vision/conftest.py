"""Pictures of a simulated table and readings made by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from companion.deck.cards import Deck
from companion.simulated.faces import FaceShelf
from companion.simulated.photograph import Photograph, photograph
from companion.terms import ALL_CELLS, Cell, CoverCard, Face
from companion.vision.reading import BoardReading, CellReading, CellState
from tests.vision.white_table import cards_on

SHARED = Path(__file__).resolve().parents[3] / "shared"

Shoot = Callable[..., Photograph]


@pytest.fixture(scope="session")
def photos() -> Path:
    """Photographs of real tables, which are not part of the project."""
    folder = SHARED / "photos"
    if not (folder / "boards.json").is_file():
        pytest.skip(f"no photographs of real tables at {folder}")
    return folder


@pytest.fixture(scope="session")
def samples() -> Path:
    """Path-traced pictures with answers, which are not part of the project."""
    folder = SHARED / "photoreal" / "samples"
    if not folder.is_dir():
        pytest.skip(f"no path-traced pictures at {folder}")
    return folder


@pytest.fixture(scope="session")
def dealt(springfield: Deck) -> tuple[str, ...]:
    """The 25 cards that lie on the simulated table."""
    return tuple(card.id for card in springfield.cards[:25])


@pytest.fixture(scope="session")
def shoot(dealt: tuple[str, ...], printed_faces: FaceShelf) -> Shoot:
    """Take a picture of those cards, word side up."""

    def take(covers: Mapping[Cell, CoverCard] | None = None, **how: object) -> Photograph:
        return photograph(
            printed_faces,
            tuple(("card", name, "word") for name in dealt),
            covers={
                cell: ("cover_card", kind.value, "front") for cell, kind in (covers or {}).items()
            },
            **how,  # type: ignore[arg-type]
        )

    return take


def a_cell_reading(
    cell: Cell,
    state: CellState = CellState.CARD,
    card: str | None = "donut",
    cover: CoverCard | None = None,
) -> CellReading:
    quad = np.array([[0, 0], [63, 0], [63, 45], [0, 45.0]])
    return CellReading(
        cell,
        state,
        card if state is CellState.CARD else None,
        Face.WORD if state is CellState.CARD and card else None,
        cover,
        quad,
        0.5,
    )


@pytest.fixture
def a_reading() -> Callable[..., BoardReading]:
    """A reading of 25 different cards, with covers, hidden cells and other cards as named."""

    def make(
        covers: Mapping[Cell, CoverCard] | None = None,
        hidden: tuple[Cell, ...] = (),
        empty: tuple[Cell, ...] = (),
        cards: Mapping[Cell, str | None] | None = None,
        at_s: float = 0.0,
        is_mirrored: bool = False,
    ) -> BoardReading:
        cells = []
        for cell in ALL_CELLS:
            if cell in hidden:
                cells.append(a_cell_reading(cell, CellState.HIDDEN))
            elif cell in empty:
                cells.append(a_cell_reading(cell, CellState.EMPTY))
            elif covers and cell in covers:
                cells.append(a_cell_reading(cell, CellState.COVERED, cover=covers[cell]))
            else:
                name = f"card{cell.position}"
                card = cards.get(cell, name) if cards else name
                cells.append(a_cell_reading(cell, card=card))
        return BoardReading(tuple(cells), is_mirrored, at_s, round(at_s * 15))

    return make


@pytest.fixture
def flat_quads():
    """Corners of 25 cells seen from above in a picture of 1280 by 720."""
    cell = np.array([[0, 0], [180, 0], [180, 110], [0, 110.0]])
    return np.array(
        [
            cell + np.array([100.0 + 210 * col, 50.0 + 125 * row])
            for row in range(5)
            for col in range(5)
        ]
    )


@pytest.fixture
def rough_image():
    """Such a picture without cards, as rough as can be."""
    rng = np.random.default_rng(0)
    return rng.integers(60, 200, (720, 1280, 3), dtype=np.uint8)


@pytest.fixture
def white_cards(flat_quads):
    """White cards on a dark table."""
    return cards_on(flat_quads)
