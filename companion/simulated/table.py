"""The simulated table: what lies where, under which lamp, before which camera."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.simulated.faces import FaceKey, FaceShelf, RasterFace
from companion.simulated.hand import PEOPLE, HandPlace, HandSprite
from companion.simulated.layout import Grid, Piece, deal_grid, place_card, place_cover
from companion.simulated.light import Light, deal_light
from companion.simulated.pose import CameraPose, aim
from companion.simulated.sensor import Sensor, SensorQuality, deal_quality
from companion.simulated.still import StillLife
from companion.simulated.surface import Surface, draw_surface, view_of_surface
from companion.terms import Cell
from companion.vision.frame import Image

_TILE_ORIGIN_MM = (-100.0, -100.0)


@dataclass(frozen=True, slots=True)
class Room:
    """How the table stands in the room; what is None is taken by chance.

    Attributes:
        size_wh: Picture size of the camera.
        tilt_deg: Lean of the camera.
        turn_deg: The board's turn in the picture.
        fill: Share of the picture that the board fills along its tighter side.
        light: Lamp and white balance.
        surface: Table top.
        quality: Noise, JPEG and blur of the camera.
    """

    size_wh: tuple[int, int] = (1280, 720)
    tilt_deg: float | None = None
    turn_deg: float | None = None
    fill: float | None = None
    light: Light | None = None
    surface: Surface | None = None
    quality: SensorQuality | None = None


class SimulatedTable:
    """Cards, covers, a lamp, a camera and at most one hand.

    A picture costs little while nothing changes: the still life is kept, a new piece is drawn
    only where it lies, and a frame adds the hand, the noise and JPEG to it.
    """

    def __init__(
        self,
        faces: Mapping[FaceKey, RasterFace] | FaceShelf,
        rng: np.random.Generator,
        room: Room | None = None,
    ) -> None:
        room = room or Room()
        self._rng = rng
        self._shelf = faces if isinstance(faces, FaceShelf) else FaceShelf(faces)
        self._light = room.light or deal_light(rng)
        self._quality = room.quality or deal_quality(rng)
        surface = room.surface or tuple(Surface)[int(rng.integers(len(Surface)))]
        self._tile = draw_surface(surface, rng)
        self._grid = deal_grid(rng, self._shelf.any_size_wh_mm)
        self._home = aim(
            self._grid.outline_mm,
            size_wh=room.size_wh,
            tilt_deg=float(rng.uniform(5, 30)) if room.tilt_deg is None else room.tilt_deg,
            turn_deg=float(rng.uniform(-8, 8)) if room.turn_deg is None else room.turn_deg,
            roll_deg=float(rng.uniform(-2, 2)),
            fill=float(rng.uniform(0.72, 0.82)) if room.fill is None else room.fill,
        )
        self._cards: dict[Cell, Piece] = {}
        self._covers: dict[Cell, Piece] = {}
        self._sensor = Sensor(room.size_wh, self._quality, rng)
        self.move_camera(self._home)

    @property
    def grid(self) -> Grid:
        """Where the cells are meant to be."""
        return self._grid

    @property
    def pose(self) -> CameraPose:
        """Where the camera stands."""
        return self._pose

    @property
    def cards(self) -> Mapping[Cell, Piece]:
        """The cards on the table."""
        return dict(self._cards)

    @property
    def covers(self) -> Mapping[Cell, Piece]:
        """The covers on the table."""
        return dict(self._covers)

    def put_card(self, cell: Cell, face: FaceKey) -> None:
        """Lay one card.

        Raises:
            ValueError: There is no such face, or a card lies there already.
        """
        self._shelf.face(face)
        if cell in self._cards:
            raise ValueError(f"a card lies in {cell!r} already: clear the table first")
        self._cards[cell] = place_card(self._rng, self._grid, cell, face)
        self._mend(self._cards[cell])

    def take_cover(self, cell: Cell, face: FaceKey) -> Piece:
        """Say how a cover will lie on a card; it does not lie there yet.

        Raises:
            ValueError: There is no such face, no card to cover, or a cover already.
        """
        printed = self._shelf.face(face)
        if cell not in self._cards:
            raise ValueError(f"no card lies in {cell!r}: nothing to cover")
        if cell in self._covers:
            raise ValueError(f"a cover lies in {cell!r} already: lift it first")
        size = (printed.width_mm, printed.height_mm)
        return place_cover(self._rng, self._cards[cell], face, size)

    def put_cover(self, cell: Cell, cover: Piece) -> None:
        """Let go of a cover."""
        self._covers[cell] = cover
        self._mend(cover)

    def lift_cover(self, cell: Cell) -> Piece:
        """Take a cover away.

        Raises:
            ValueError: There is none.
        """
        if cell not in self._covers:
            raise ValueError(f"no cover lies in {cell!r}: nothing to lift")
        cover = self._covers.pop(cell)
        self._mend(cover)
        return cover

    def take_away(self, cell: Cell) -> None:
        """Take the card of a cell and its cover away, if there are any."""
        for lying in (self._covers.pop(cell, None), self._cards.pop(cell, None)):
            if lying is not None:
                self._mend(lying)

    def clear(self) -> None:
        """Take everything off; the next cards are laid on another grid."""
        self._cards.clear()
        self._covers.clear()
        gaps = deal_grid(self._rng, self._grid.card_wh_mm).gap_wh_mm
        self._grid = replace(self._grid, gap_wh_mm=gaps)
        self._still.show(())

    def pose_after_bump(self) -> CameraPose:
        """Where the camera might stand after a knock; never far from where it was set up."""
        return self._home.bumped(self._rng)

    def move_camera(self, pose: CameraPose) -> None:
        """Stand the camera elsewhere."""
        self._pose = pose
        background = view_of_surface(
            self._tile, pose.image_from_board, pose.size_wh, _TILE_ORIGIN_MM
        )
        self._still = StillLife(
            self._shelf,
            background,
            pose.image_from_board,
            self._light,
            blur_px=self._quality.blur_px,
        )
        self._still.show(self._pieces())

    def a_hand(
        self, near_mm: tuple[float, float], heading_deg: float = 90.0, carried: Piece | None = None
    ) -> HandSprite:
        """Somebody's hand, lit as it will be near this point, perhaps with a cover."""
        person = PEOPLE[int(self._rng.integers(len(PEOPLE)))]
        gains = self._light.gains_bgr() * self._brightness_at(near_mm)
        if carried is None:
            return HandSprite(person, gains)
        return HandSprite(
            person,
            gains,
            carried=self._shelf.sprite(carried.face, 4.0),
            carried_wh_mm=(carried.width_mm, carried.height_mm),
            carried_turn_deg=carried.turned_deg - heading_deg,
        )

    def photograph(self, hand: HandSprite | None = None, place: HandPlace | None = None) -> Image:
        """Take a picture, uint8, shape `(H, W, 3)`, BGR."""
        image = self._still.image
        if hand is not None and place is not None:
            image = image.copy()
            hand.lay_over(image, self._pose.image_from_board, place)
        return self._sensor.expose(image)

    def photograph_on_the_move(self, pose: CameraPose, smear_px: int) -> Image:
        """Take a picture while the camera is being knocked out of its place."""
        # A plane seen from two places: one homography, so the picture at hand can be warped.
        passing = pose.image_from_board @ np.linalg.inv(self._pose.image_from_board)
        image = cv2.warpPerspective(
            self._still.image,
            passing,
            pose.size_wh,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT_101,
        )
        if smear_px > 1:
            image = cv2.blur(image, (smear_px, max(1, smear_px // 2)))
        return self._sensor.expose(np.asarray(image, np.uint8))

    def _pieces(self) -> tuple[Piece, ...]:
        return tuple(self._cards.values()) + tuple(self._covers.values())

    def _mend(self, piece: Piece) -> None:
        self._still.show(self._pieces(), self._still.window_of(piece))

    def _brightness_at(self, point_mm: tuple[float, float]) -> np.float32:
        width, height = self._pose.size_wh
        seen = self._pose.image_from_board @ np.array([*point_mm, 1.0])
        x, y = seen[:2] / seen[2]
        field = self._light.field((16, 9))
        col = int(np.clip(x * 16 / width, 0, 15))
        row = int(np.clip(y * 9 / height, 0, 8))
        return np.float32(field[row, col])
