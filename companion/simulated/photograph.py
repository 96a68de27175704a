"""One photograph of a table, with the truth about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.simulated.faces import FaceKey, FaceShelf, RasterFace
from companion.simulated.layout import Piece, deal_grid, place_cards, place_cover
from companion.simulated.light import deal_light
from companion.simulated.pose import aim, project
from companion.simulated.sensor import Sensor, SensorQuality, deal_quality
from companion.simulated.still import StillLife
from companion.simulated.surface import Surface, draw_surface, view_of_surface
from companion.terms import ALL_CELLS, Cell
from companion.vision.frame import Image


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """A picture and where everything in it truly is.

    Attributes:
        image: uint8, shape `(H, W, 3)`, BGR.
        card_quads_px: Corners of the cards, float64, shape `(25, 4, 2)`, row by row, columns
            x, y: top left, top right, bottom right, bottom left as the guessers read the table;
            (0, 0) is the centre of the top left pixel.
        cover_quads_px: Corners of each cover, in the same order and unit.
        image_from_board: Homography from board millimetres to pixels.
    """

    image: Image
    card_quads_px: NDArray[np.float64]
    cover_quads_px: Mapping[Cell, NDArray[np.float64]]
    image_from_board: NDArray[np.float64]

    @property
    def quads_px(self) -> NDArray[np.float64]:
        """Corners of what lies on top in each cell, shape `(25, 4, 2)`."""
        return np.stack(
            [self.cover_quads_px.get(cell, self.card_quads_px[cell.position]) for cell in ALL_CELLS]
        )


def photograph(
    faces: Mapping[FaceKey, RasterFace] | FaceShelf,
    cards: tuple[FaceKey, ...],
    *,
    covers: Mapping[Cell, FaceKey] | None = None,
    size_wh: tuple[int, int] = (1280, 720),
    tilt_deg: float = 0.0,
    turn_deg: float = 0.0,
    lamp_k: float | None = None,
    fill: float = 0.8,
    surface: Surface | None = None,
    quality: SensorQuality | None = None,
    seed: int = 0,
) -> Photograph:
    """Lay 25 cards on a table and photograph them.

    The same arguments give the same picture. Whatever is not asked for (gaps, jitter, lamp side,
    white balance, exposure, table top, noise, JPEG) is taken by chance from the seed.

    Args:
        faces: Printed faces; a `FaceShelf` keeps its work from picture to picture.
        cards: 25 face names, row by row as the guessers read them.
        covers: Cover faces by cell.
        size_wh: Picture size.
        tilt_deg: Lean of the camera from the vertical.
        turn_deg: The board's turn in the picture, clockwise.
        lamp_k: Colour of the lamp in kelvin, by chance when None.
        fill: Share of the picture that the board fills, along the tighter side.
        surface: The table top, by chance when None.
        quality: The camera, by chance when None.
        seed: Seed of chance.

    Raises:
        ValueError: Not 25 cards, a face that is not there, a tilt or share out of range.
    """
    rng = np.random.default_rng(seed)
    shelf = faces if isinstance(faces, FaceShelf) else FaceShelf(faces)
    first = shelf.face(cards[0]) if cards else None
    if first is None:
        raise ValueError("a table has 25 cards, not 0")
    grid = deal_grid(rng, (first.width_mm, first.height_mm))
    laid = place_cards(rng, grid, cards)
    covering: dict[Cell, Piece] = {}
    for cell, key in (covers or {}).items():
        face = shelf.face(key)
        covering[cell] = place_cover(rng, laid[cell.position], key, (face.width_mm, face.height_mm))
    pose = aim(
        grid.outline_mm,
        size_wh=size_wh,
        tilt_deg=tilt_deg,
        turn_deg=turn_deg,
        roll_deg=float(rng.uniform(-2, 2)),
        fill=fill,
    )
    image_from_board = pose.image_from_board
    light = deal_light(rng, lamp_k)
    sensor_quality = quality or deal_quality(rng)
    chosen = surface or tuple(Surface)[int(rng.integers(len(Surface)))]
    background = view_of_surface(
        draw_surface(chosen, rng), image_from_board, size_wh, (-100.0, -100.0)
    )
    still = StillLife(shelf, background, image_from_board, light, blur_px=sensor_quality.blur_px)
    still.show(laid + tuple(covering.values()))
    image = Sensor(size_wh, sensor_quality, rng).expose(still.image)
    return Photograph(
        image=image,
        card_quads_px=np.stack([project(image_from_board, card.corners_mm) for card in laid]),
        cover_quads_px={
            cell: project(image_from_board, cover.corners_mm) for cell, cover in covering.items()
        },
        image_from_board=image_from_board,
    )
