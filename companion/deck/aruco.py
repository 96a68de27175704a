"""Square markers for the camera: OpenCV's dictionary DICT_4X4_50, and which of them we print.

Unlike a QR code such a marker is not read when it is mirrored, so one on the table is a cheap
alarm for a camera that mirrors its picture.
"""

from __future__ import annotations

from dataclasses import dataclass

MARKER_MODULES = 6
"""Modules along a side: four of bits, and a dark border of one."""

_HEX = """
b532 0f9a 332d 9946 549e 79cd 9e2e c4f2 feda cf56
f991 11a7 0eb7 2a0f 24b1 263e 4665 6600 6c5e 76af
868b b02b ccd5 dd82 fe47 9471 ace4 a554 2123 346f
4415 57b2 9ecf f0cb 08ae 0929 1875 04ff 0df6 1c5a
1718 2a28 328c 38b2 24e8 2eeb 2d3f 4b64 502e 5013
"""
_BITS = tuple(int(word, 16) for word in _HEX.split())
"""The 16 bits of each marker, row by row from the top left, 1 for light."""

CORNER_MARKS = {"far-left": 46, "far-right": 47, "near-right": 48, "near-left": 49}
"""Marker of each corner of the table, as the guessers see it; the lens target has the first ids."""

CORNER_MARK_SIDE_MM = 40.0
"""Seen from 1.5 m by a camera of 1280 x 720 that is still 7 pixels a module."""

CORNER_MARK_RIM_MM = 10.0
"""Plain paper around a corner mark, so that it is found on a dark cloth."""


def marker_modules(marker: int) -> tuple[tuple[bool, ...], ...]:
    """The modules of a marker, row by row, `True` where dark.

    Raises:
        ValueError: The dictionary has no such marker.

    Example:
        >>> ["".join(".#"[dark] for dark in row) for row in marker_modules(0)]
        ['######', '#.#..#', '##.#.#', '###..#', '###.##', '######']
    """
    if not 0 <= marker < len(_BITS):
        raise ValueError(f"markers are numbered 0 to {len(_BITS) - 1}; got {marker}")
    bits = f"{_BITS[marker]:016b}"
    inner = [(True, *(bit == "0" for bit in bits[at : at + 4]), True) for at in range(0, 16, 4)]
    full = (True,) * MARKER_MODULES
    return (full, *inner, full)


@dataclass(frozen=True, slots=True)
class LensTarget:
    """A ChArUco board for calibrating a lens: a chessboard with markers in its light squares.

    The count of rows is odd, so that the board is the same in OpenCV's old and new pattern; the
    square at the top left is dark. Markers are numbered in reading order from 0.

    Attributes:
        cols: Squares across.
        rows: Squares down.
        square_mm: Side of a square.
        marker_mm: Side of a marker.
    """

    cols: int = 10
    rows: int = 7
    square_mm: float = 25.0
    marker_mm: float = 18.0

    @property
    def markers(self) -> tuple[tuple[int, int, int], ...]:
        """Number, row and column of each marker."""
        light = [
            (row, col) for row in range(self.rows) for col in range(self.cols) if (row + col) % 2
        ]
        return tuple((number, row, col) for number, (row, col) in enumerate(light))


LENS_TARGET = LensTarget()
"""The board of `companion print lens-target`; it fits A4 and Letter in landscape."""
