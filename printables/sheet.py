"""Where pieces lie on paper: grids, sides and turns, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.deck.geometry import BoxMm
from companion.deck.paper import paper_size
from companion.errors import SheetOverflowError

PRINTABLE_MARGIN_MM = 8.0
"""Home printers leave up to 5 mm of the edge white; 8 mm is safe on all of them."""

NOTE_BAND_MM = 3.2
"""The strip for the note and the scale bar, just inside the printable area."""

MARK_OFFSET_MM = 1.0
"""From a cut's end to its crop mark, so that no mark touches a piece."""

SHORTEST_MARK_MM = 2.0
SHORTEST_MARK_BESIDE_BLEED_MM = 1.5
"""Pieces with bleed have waste between them, where ticks show every cut: the marks outside may be
short, and above and below they may give way to the note and the scale bar. So eight cards of
63 x 88 mm with 3 mm of bleed go on A4, and sixteen of 63 x 45 with 1 mm."""

NOTE_HEIGHT_MM = 3.0
"""What the note or the scale bar itself takes of its strip."""

LONGEST_MARK_MM = 5.0

FOLD_GAP_MM = 3.0
"""On a fold sheet, from the fold to the nearest cut: the fold itself is cut away, so that a fold
that is a little off spoils no edge."""


class Flip(StrEnum):
    """How a front gets its back: the edge along which the printer turns the sheet, or by folding.

    On a fold sheet fronts and backs lie side by side; it is printed on one side, folded and glued.
    """

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as it lies: width, then height."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def is_landscape(self) -> bool:
        """Whether it is wider than high."""
        return self.width_mm > self.height_mm


@dataclass(frozen=True, slots=True)
class Place:
    """Where one side of a piece lies on its page.

    Attributes:
        box: Trim size on the page.
        turned_deg: The face's own up is turned that far clockwise.
    """

    box: BoxMm
    turned_deg: int


@dataclass(frozen=True, slots=True)
class Grid:
    """The places of one sheet.

    The block is centred from all its places, used or not: a last sheet with a few pieces lies like
    all others, and so do the backs.

    Attributes:
        paper: As it lies.
        rows: Pieces down.
        cols: Pieces across.
        piece_w_mm: Trim width of a piece.
        piece_h_mm: Trim height of a piece.
        bleed_mm: Ink beyond the trim; neighbours lie twice as far apart.
        is_folded: Whether the backs lie beside the fronts, the fold between them. Then the places
            are those of one half: on landscape paper left of an upright fold, on portrait paper
            above a level one.
    """

    paper: Paper
    rows: int
    cols: int
    piece_w_mm: float
    piece_h_mm: float
    bleed_mm: float
    is_folded: bool = False

    @property
    def count(self) -> int:
        """Places on a sheet."""
        return self.rows * self.cols

    @property
    def block(self) -> BoxMm:
        """All places together, trim to trim; of a fold sheet the fronts' half."""
        width = _length(self.cols, self.piece_w_mm, self.bleed_mm)
        height = _length(self.rows, self.piece_h_mm, self.bleed_mm)
        left, top = (self.paper.width_mm - width) / 2, (self.paper.height_mm - height) / 2
        if self.is_folded and self.paper.is_landscape:
            left = self.paper.width_mm / 2 - self.fold_gap_mm - width
        elif self.is_folded:
            top = self.paper.height_mm / 2 - self.fold_gap_mm - height
        return BoxMm(left, top, width, height)

    @property
    def fold_gap_mm(self) -> float:
        """From the fold to the nearest trim."""
        return max(FOLD_GAP_MM, self.bleed_mm)

    @property
    def printed_area(self) -> BoxMm:
        """The block, and on a fold sheet the backs' block with it."""
        block = self.block
        if not self.is_folded:
            return block
        if self.paper.is_landscape:
            return BoxMm(block.x_mm, block.y_mm, self.paper.width_mm - 2 * block.x_mm, block.h_mm)
        return BoxMm(block.x_mm, block.y_mm, block.w_mm, self.paper.height_mm - 2 * block.y_mm)

    def front(self, index: int) -> Place:
        """The place of the piece `index` on a front page."""
        row, col = divmod(index, self.cols)
        return Place(self._box(row, col), 0)

    def back(self, index: int, flip: Flip) -> Place:
        """The place of the same piece on the back page.

        The sheet turns about a vertical axis (portrait along the long edge, landscape along the
        short one), and backs are mirrored left to right; or about a horizontal axis, and they are
        mirrored top to bottom and turned by half, so that a card turned like the page of a book
        still reads upright.
        """
        row, col = divmod(index, self.cols)
        if self.is_folded:
            return self._folded_back(self._box(row, col))
        if turns_sideways(self.paper, flip):
            return Place(self._box(row, self.cols - 1 - col), 0)
        return Place(self._box(self.rows - 1 - row, col), 180)

    def cuts_x(self) -> list[float]:
        """Where to cut from top to bottom: x of every edge, each once."""
        edges = _edges(self.block.x_mm, self.cols, self.piece_w_mm, self.bleed_mm)
        if self.is_folded and self.paper.is_landscape:
            edges += [round(self.paper.width_mm - edge, 6) for edge in reversed(edges)]
        return edges

    def cuts_y(self) -> list[float]:
        """Where to cut from left to right: y of every edge, each once."""
        edges = _edges(self.block.y_mm, self.rows, self.piece_h_mm, self.bleed_mm)
        if self.is_folded and not self.paper.is_landscape:
            edges += [round(self.paper.height_mm - edge, 6) for edge in reversed(edges)]
        return edges

    def _folded_back(self, front: BoxMm) -> Place:
        # Beside an upright fold the back comes to lie behind its front upright; below a level one
        # upside down, so it is printed turned: then a card turned like a page reads upright.
        paper = self.paper
        if paper.is_landscape:
            x = paper.width_mm - front.x_mm - front.w_mm
            return Place(BoxMm(x, front.y_mm, front.w_mm, front.h_mm), 0)
        y = paper.height_mm - front.y_mm - front.h_mm
        return Place(BoxMm(front.x_mm, y, front.w_mm, front.h_mm), 180)

    def _box(self, row: int, col: int) -> BoxMm:
        block = self.block
        return BoxMm(
            block.x_mm + col * (self.piece_w_mm + 2 * self.bleed_mm),
            block.y_mm + row * (self.piece_h_mm + 2 * self.bleed_mm),
            self.piece_w_mm,
            self.piece_h_mm,
        )


def turns_sideways(paper: Paper, flip: Flip) -> bool:
    """Whether the sheet turns about a vertical axis, like the page of a book."""
    return paper.is_landscape == (flip is Flip.SHORT)


def plan_grid(
    paper_name: str,
    piece_w_mm: float,
    piece_h_mm: float,
    *,
    bleed_mm: float = 0.0,
    is_folded: bool = False,
) -> Grid:
    """Put as many pieces on a sheet as fit, landscape where both ways hold as many.

    Raises:
        UsageError: There is no such paper.
        SheetOverflowError: Not one piece fits.

    Example:
        >>> grid = plan_grid("Letter", 63, 45)
        >>> grid.paper.is_landscape, grid.rows, grid.cols
        (True, 4, 4)
        >>> plan_grid("A4", 63, 45, is_folded=True).count
        8
    """
    short, long = paper_size(paper_name)
    best: Grid | None = None
    for width, height in ((long, short), (short, long)):
        aside, above = _least_margins(bleed_mm)
        across, down = width - 2 * aside, height - 2 * above
        if is_folded:
            gap = max(FOLD_GAP_MM, bleed_mm)
            across, down = (across / 2 - gap, down) if width > height else (across, down / 2 - gap)
        cols, rows = (
            int((room + 2 * bleed_mm + 1e-6) // (side + 2 * bleed_mm))
            for room, side in ((across, piece_w_mm), (down, piece_h_mm))
        )
        paper = Paper(paper_name, width, height)
        grid = Grid(paper, rows, cols, piece_w_mm, piece_h_mm, bleed_mm, is_folded)
        if rows > 0 and cols > 0 and (best is None or grid.count > best.count):
            best = grid
    if best is None:
        raise SheetOverflowError(
            what=f"a piece of {piece_w_mm:g} x {piece_h_mm:g} mm on {paper_name}",
            needs_mm=max(piece_w_mm, piece_h_mm),
            has_mm=round(long - 2 * (PRINTABLE_MARGIN_MM + MARK_OFFSET_MM + SHORTEST_MARK_MM), 1),
        )
    return best


def _least_margins(bleed_mm: float) -> tuple[float, float]:
    """From the paper's edge to the nearest trim: left and right, above and below."""
    if not bleed_mm:
        aside = PRINTABLE_MARGIN_MM + MARK_OFFSET_MM + SHORTEST_MARK_MM
        return aside, aside + NOTE_BAND_MM
    aside = PRINTABLE_MARGIN_MM + MARK_OFFSET_MM + SHORTEST_MARK_BESIDE_BLEED_MM
    return aside + bleed_mm, PRINTABLE_MARGIN_MM + NOTE_HEIGHT_MM + bleed_mm


def _length(count: int, side_mm: float, bleed_mm: float) -> float:
    return count * side_mm + (count - 1) * 2 * bleed_mm


def _edges(start: float, count: int, side_mm: float, bleed_mm: float) -> list[float]:
    edges = []
    for at in range(count):
        begin = start + at * (side_mm + 2 * bleed_mm)
        edges += [begin, begin + side_mm]
    return sorted({round(edge, 6) for edge in edges})
