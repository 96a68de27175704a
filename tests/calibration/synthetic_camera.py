"""A camera whose lens is known, and a person who does what the guide says, more or less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.capture import ENOUGH_VIEWS, Advice, AdviceKind, Capturing, View, guide
from calibration.lens import LensRefused, LensReport, solve_lens, views_wanted
from calibration.target import TargetSighting, corners_mm, detect_target
from companion.deck.aruco import LENS_TARGET, LensTarget, marker_modules
from companion.vision.profile import Intrinsics

Floats = NDArray[np.float64]

RIM_MM = 20.0
PX_PER_MM = 5


@dataclass
class SyntheticCamera:
    """A lens, a sensor, a target printed so or so.

    Attributes:
        lens: The truth.
        noise: Standard deviation, in steps of a byte.
        blur_px: Standard deviation of the blur.
        stretch: Height over width of the printed squares.
        is_mirrored: The camera's software mirrors its pictures.
    """

    lens: Intrinsics
    noise: float = 2.0
    blur_px: float = 0.7
    stretch: float = 1.0
    is_mirrored: bool = False
    target: LensTarget = LENS_TARGET
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))

    def __post_init__(self) -> None:
        width, height = self.lens.size_wh
        grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1)
        straight = self.lens.undistort(grid.reshape(-1, 2).astype(np.float64))
        rays = (straight - self.lens.centre_xy_px) / self.lens.focal_xy_px
        self._rays = np.column_stack([rays, np.ones(len(rays))]).astype(np.float32)
        self._paper = print_target(self.target)

    def photograph(
        self, turn: Floats, shift_mm: Floats, blur_px: float | None = None
    ) -> NDArray[np.uint8]:
        """The target as it stands before the camera."""
        width, height = self.lens.size_wh
        board_from_camera = np.linalg.inv(np.column_stack([turn[:, 0], turn[:, 1], shift_mm]))
        flat = self._rays @ board_from_camera.T.astype(np.float32)
        # Ink between two samples must not be lost: the paper is reduced to what the camera sees.
        scale = min(1.0, 1.3 * self.lens.focal_xy_px[0] / (float(shift_mm[2]) * PX_PER_MM))
        paper = cv2.resize(self._paper, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        at = (flat[:, :2] / flat[:, 2:] + (RIM_MM, RIM_MM * self.stretch)) * (PX_PER_MM * scale)
        at[:, 1] /= self.stretch
        # Behind the camera there is no paper.
        at[flat[:, 2] <= 0] = -1
        shown = cv2.remap(
            paper,
            at[:, 0].reshape(height, width).astype(np.float32) - 0.5,
            at[:, 1].reshape(height, width).astype(np.float32) - 0.5,
            cv2.INTER_LINEAR,
            borderValue=90,
        )
        return cv2.GaussianBlur(shown, (0, 0), self.blur_px)

    def expose(self, gray: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Add noise, and mirror where the software does."""
        noise = np.empty(gray.shape, np.float32)
        cv2.setRNGSeed(int(self.rng.integers(1 << 30)))
        cv2.randn(noise, 0.0, self.noise)
        noisy = np.clip(gray + noise, 0, 255).astype(np.uint8)
        noisy = noisy[:, ::-1] if self.is_mirrored else noisy
        return cv2.cvtColor(np.ascontiguousarray(noisy), cv2.COLOR_GRAY2BGR)

    def project(self, ids: NDArray[np.int_], turn: Floats, shift_mm: Floats) -> Floats:
        """Where inner corners are truly seen."""
        flat = corners_mm(ids, self.target) * (1.0, self.stretch)
        seen, _ = cv2.projectPoints(
            np.column_stack([flat, np.zeros(len(flat))]),
            cv2.Rodrigues(turn)[0],
            shift_mm,
            self.lens.matrix,
            np.array(self.lens.distortion),
        )
        return seen.reshape(-1, 2)


def print_target(target: LensTarget) -> NDArray[np.uint8]:
    """The target on white paper, 5 pixels a millimetre."""
    side, rim = round(target.square_mm * PX_PER_MM), round(RIM_MM * PX_PER_MM)
    paper = np.full((target.rows * side + 2 * rim, target.cols * side + 2 * rim), 235, np.uint8)

    def square(row: int, col: int) -> NDArray[np.uint8]:
        top, left = rim + row * side, rim + col * side
        return paper[top : top + side, left : left + side]

    for row in range(target.rows):
        for col in range(target.cols):
            if (row + col) % 2 == 0:
                square(row, col)[:] = 25
    marker = round(target.marker_mm * PX_PER_MM)
    gap = (side - marker) // 2
    for number, row, col in target.markers:
        modules = np.where(np.array(marker_modules(number)), 25, 235).astype(np.uint8)
        shown = cv2.resize(modules, (marker, marker), interpolation=cv2.INTER_NEAREST)
        square(row, col)[gap : gap + marker, gap : gap + marker] = shown
    return paper


def a_pose(
    lens: Intrinsics,
    place: tuple[float, float],
    tilt_deg: tuple[float, float],
    share: float,
    roll_deg: float = 0.0,
    target: LensTarget = LENS_TARGET,
) -> tuple[Floats, Floats]:
    """The target centred on a place of the picture (0 to 1), its width a share of the picture."""
    width, height = lens.size_wh
    across, down = target.cols * target.square_mm / 2, target.rows * target.square_mm / 2
    yaw, pitch, roll = np.radians([tilt_deg[0], tilt_deg[1], roll_deg])
    about_y = np.array([[np.cos(yaw), 0, np.sin(yaw)], [0, 1, 0], [-np.sin(yaw), 0, np.cos(yaw)]])
    about_x = np.array(
        [[1, 0, 0], [0, np.cos(pitch), -np.sin(pitch)], [0, np.sin(pitch), np.cos(pitch)]]
    )
    about_z = np.array(
        [[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]]
    )
    turn = about_y @ about_x @ about_z
    distance = lens.focal_xy_px[0] * 2 * across / (share * width)
    pixel = np.array([[place[0] * width, place[1] * height]])
    ray = (lens.undistort(pixel)[0] - lens.centre_xy_px) / lens.focal_xy_px
    centre = np.array([ray[0], ray[1], 1.0]) * distance
    return turn, centre - turn @ np.array([across, down, 0.0])


def follow_advice(advice: Advice, rng: np.random.Generator) -> dict[str, object]:
    """Where a person holds the target who heard this, roughly."""
    place = (0.5 + float(rng.normal(0, 0.06)), 0.5 + float(rng.normal(0, 0.06)))
    tilt = (float(rng.normal(0, 8)), float(rng.normal(0, 8)))
    share = float(rng.uniform(0.4, 0.65))
    if advice.kind is AdviceKind.SHOW_ZONE and advice.zone is not None:
        col, row = advice.zone
        place = (
            (col + 0.5) / 6 + float(rng.normal(0, 0.03)),
            (row + 0.5) / 4 + float(rng.normal(0, 0.03)),
        )
        share = float(rng.uniform(0.35, 0.5))
    elif advice.kind is AdviceKind.SHOW_CORNER and advice.zone is not None:
        place = tuple(0.12 if at == 0 else 0.88 for at in advice.zone)  # type: ignore[assignment]
        place = (place[0] + float(rng.normal(0, 0.05)), place[1] + float(rng.normal(0, 0.05)))
        share = float(rng.uniform(0.35, 0.5))
    elif advice.kind is AdviceKind.TILT and advice.tilt is not None:
        lean = float(rng.uniform(24, 38))
        tilt = {
            "right": (-lean, tilt[1]),
            "left": (lean, tilt[1]),
            "bottom": (tilt[0], lean),
            "top": (tilt[0], -lean),
        }[advice.tilt]
    elif advice.kind is AdviceKind.MORE:
        place = (float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.2, 0.8)))
        tilt = (float(rng.uniform(-35, 35)), float(rng.uniform(-35, 35)))
    return {"place": place, "tilt_deg": tilt, "share": share, "roll_deg": float(rng.normal(0, 8))}


def capture(
    camera: SyntheticCamera,
    so_far: Capturing | None = None,
    *,
    enough: int = ENOUGH_VIEWS,
    most_poses: int = 70,
) -> Iterator[Capturing]:
    """Hold the target as the guide says, three pictures to a pose, until it is enough."""
    size_wh = camera.lens.size_wh
    at_s = 0.0
    for _ in range(most_poses):
        advice = so_far.advice if so_far is not None else Advice(AdviceKind.MORE, "")
        how = follow_advice(advice, camera.rng)
        shown = camera.photograph(*a_pose(camera.lens, target=camera.target, **how))  # type: ignore[arg-type]
        for _ in range(3):
            sighting = detect_target(camera.expose(shown), camera.target)
            so_far = guide(so_far, sighting, at_s, size_wh, target=camera.target, enough=enough)
            at_s += 0.2
            yield so_far
            if sighting is None or (so_far.is_enough and len(so_far.views) >= enough):
                break
        if so_far is not None and so_far.is_enough and len(so_far.views) >= enough:
            return


def calibrate(camera: SyntheticCamera) -> tuple[LensReport | LensRefused, Capturing]:
    """All rounds of a guided capture, as the program runs them."""
    so_far: Capturing | None = None
    enough = ENOUGH_VIEWS
    while True:
        for taken in capture(camera, so_far, enough=enough):
            so_far = taken
        assert so_far is not None
        outcome = solve_lens(so_far.views, camera.lens.size_wh, target=camera.target)
        wanted = views_wanted(outcome, len(so_far.views))
        if wanted <= len(so_far.views):
            return outcome, so_far
        enough = wanted


def views_of(
    camera: SyntheticCamera, poses: list[dict[str, object]], noise_px: float = 0.06
) -> list[View]:
    """Views without pictures: corners where they truly are, with noise."""
    ids = np.arange((camera.target.cols - 1) * (camera.target.rows - 1))
    views = []
    for how in poses:
        turn, shift = a_pose(camera.lens, target=camera.target, **how)  # type: ignore[arg-type]
        seen = camera.project(ids, turn, shift)
        seen = seen + camera.rng.normal(0, noise_px, seen.shape)
        is_inside = ((seen > 3) & (seen < np.array(camera.lens.size_wh) - 4)).all(axis=1)
        sighting = TargetSighting(ids[is_inside], seen[is_inside], 2.0)
        taken = None
        for at_s in (0.0, 0.4):
            taken = guide(taken, sighting, at_s, camera.lens.size_wh, target=camera.target)
        assert taken is not None
        views += list(taken.views)
    return views
