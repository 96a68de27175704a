"""Papers, and the vernier sheet by which a printer's faults are measured on them."""

from __future__ import annotations

from companion.errors import UsageError

PAPERS: dict[str, tuple[float, float]] = {
    "A4": (210.0, 297.0),
    "Letter": (215.9, 279.4),
    "A3": (297.0, 420.0),
}
"""Papers by name: short side, long side in millimetres."""

VERNIER_STEP_MM = 1.0
"""From tick to tick on the front; on the back it is a tenth less, so that the pair that meets
tells the shift in tenths of a millimetre."""

VERNIER_BACK_STEP_MM = 0.9

VERNIER_INSET_MM = 44.0
"""From the paper's edges to the middles of the two crosses, A at the top left of the front and B
at its bottom right; the sheet lies on its long side."""

ACROSS_BAR_MM = 150.0
DOWN_BAR_MM = 100.0
"""Bars that are measured with a ruler, across and down the sheet."""


def paper_size(name: str) -> tuple[float, float]:
    """Short and long side of a paper.

    Raises:
        UsageError: There is no such paper.

    Example:
        >>> paper_size("letter")
        (215.9, 279.4)
    """
    found = next(
        (size for paper, size in PAPERS.items() if paper.casefold() == name.casefold()), None
    )
    if found is None:
        raise UsageError(f"there is no paper {name!r}; choose one of {', '.join(PAPERS)}")
    return found


def vernier_centres(
    paper_name: str, *, is_back: bool, turns_sideways: bool
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Middles of the crosses A and B on the front page, or behind them on the back page.

    Args:
        paper_name: The paper.
        is_back: Whether the back page's places are asked for.
        turns_sideways: Whether the sheet turns like the page of a book: flipped on the short edge,
            since it lies on its long side.

    Example:
        >>> vernier_centres("A4", is_back=True, turns_sideways=True)
        ((253.0, 44.0), (44.0, 166.0))
    """
    height, width = paper_size(paper_name)
    inset = VERNIER_INSET_MM
    (ax, ay), (bx, by) = (inset, inset), (width - inset, height - inset)
    if not is_back:
        return (ax, ay), (bx, by)
    if turns_sideways:
        return (width - ax, ay), (width - bx, by)
    return (ax, height - ay), (bx, height - by)
