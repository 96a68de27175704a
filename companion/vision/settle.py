"""Readings to a verdict that lasts: pure, one step a frame.

A reading counts when it has lasted. What cannot be seen at this moment keeps what was known, and
a hand over the table is never an event.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.terms import ALL_CELLS, Cell, CoverCard, Face
from companion.vision.reading import (
    BoardReading,
    CellReading,
    CellState,
    SettledBoard,
    SettledCell,
    Unseen,
)

LASTS_S = 0.4
"""How long a cell must read the same. Below the half second in which people expect the score to
follow the cover; a hand that lays a card passes through any one reading in less."""

LASTS_READINGS = 3
"""And how often: at a miss of 3 % a reading, three in a row are wrong once in 37,000."""


EMPTY_LASTS_S = 3.0
"""A palm flat over a cell can look like the table; nobody holds it there for three seconds."""


UNREAD_LASTS_S = 1.5
"""A wrist in a shadow can look like a bare card whose tag is not read. Where the card under a cover
is known by its tag, and others are read, the cover is not believed to be gone so soon."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a cell seems to show now, and since when."""

    state: CellState
    card: str | None
    face: Face | None
    cover: CoverCard | None
    since_s: float
    count: int
    dealt: int


_Places = tuple[tuple[float, float], ...]

MOVED_WIDTHS = 0.15
"""In card widths: outlines wander by less than a twentieth, and somebody who straightens one card
does not move half of them."""


@dataclass(frozen=True, slots=True)
class _Rest:
    """Where the cells lie in the picture.

    Attributes:
        places_px: The cells' middles where the board last came to rest.
        elsewhere_px: Where it seems to lie now, if that is elsewhere.
        count: In how many frames it was seen there.
        moves: How often it came to rest elsewhere.
    """

    places_px: _Places
    elsewhere_px: _Places | None = None
    count: int = 0
    moves: int = 0


@dataclass(frozen=True, slots=True)
class Settling:
    """What has been seen so far.

    Attributes:
        board: The newest verdict; None until every cell that can be seen has lasted once.
        is_visible: Whether the board was in the last frame.
        claims: Per cell what it seems to show now; None while hidden.
        settled: Per cell what has lasted.
        hidden_since_s: Per cell since when it cannot be seen; None while it can.
        rest: Where the board lies in the picture; None before it was found.
    """

    board: SettledBoard | None
    is_visible: bool
    claims: tuple[_Claim | None, ...]
    settled: tuple[SettledCell, ...]
    hidden_since_s: tuple[float | None, ...]
    rest: _Rest | None = None


def settle(
    so_far: Settling | None,
    reading: BoardReading | Unseen,
    at_s: float,
    *,
    lasts_s: float = LASTS_S,
) -> Settling:
    """Add one frame's reading to what has been seen so far.

    Args:
        so_far: The last result; None at the start.
        reading: This frame's verdict; a mirrored one counts as unseen.
        at_s: This frame's time.
        lasts_s: How long a cell must read the same.
    """
    so_far = so_far or _nothing(at_s)
    if isinstance(reading, Unseen) or reading.is_mirrored:
        return replace(
            so_far,
            is_visible=False,
            claims=(None,) * len(ALL_CELLS),
            hidden_since_s=tuple(
                at_s if since is None else since for since in so_far.hidden_since_s
            ),
        )
    claims: list[_Claim | None] = []
    settled: list[SettledCell] = []
    has_tags = sum(cell.card is not None for cell in reading.cells) >= _FEWEST_READ
    hidden_since: list[float | None] = []
    for cell, seen, claim, known, since in zip(
        ALL_CELLS,
        reading.cells,
        so_far.claims,
        so_far.settled,
        so_far.hidden_since_s,
        strict=True,
    ):
        if seen.state is CellState.HIDDEN:
            # One missed frame does not end a claim; a second one does.
            claims.append(claim if since is None else None)
            hidden_since.append(at_s if since is None else since)
            settled.append(known)
            continue
        claim = _claimed(claim, seen, at_s)
        claims.append(claim)
        hidden_since.append(None)
        least_s = EMPTY_LASTS_S if claim.state is CellState.EMPTY else lasts_s
        if has_tags and _is_unread(known, claim):
            least_s = max(least_s, UNREAD_LASTS_S)
        has_lasted = claim.count >= LASTS_READINGS and at_s - claim.since_s >= least_s
        settled.append(_settled(cell, known, claim) if has_lasted else known)
    hidden = frozenset(
        cell for cell, since in zip(ALL_CELLS, hidden_since, strict=True) if since is not None
    )
    cells = tuple(settled)
    is_known = sum(cell.state is not CellState.HIDDEN for cell in cells)
    board = so_far.board
    if board is not None or is_known + len(hidden) >= len(cells) > len(hidden):
        board = SettledBoard(cells=cells, hidden=hidden, at_s=at_s)
    rest = _rested(so_far.rest, reading)
    return Settling(board, True, tuple(claims), cells, tuple(hidden_since), rest)


def _rested(rest: _Rest | None, reading: BoardReading) -> _Rest:
    """Where the board lies, once it has lain there for some frames."""
    quads = np.array([cell.quad_px for cell in reading.cells])
    middles = quads.mean(axis=1)
    width = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    here: _Places = tuple((float(x), float(y)) for x, y in middles)

    def lies_at(places: _Places) -> bool:
        away = np.linalg.norm(middles - np.array(places), axis=1)
        return bool(np.median(away) <= MOVED_WIDTHS * width)

    if rest is None:
        return _Rest(here)
    if lies_at(rest.places_px):
        return replace(rest, elsewhere_px=None, count=0)
    if rest.elsewhere_px is None or not lies_at(rest.elsewhere_px):
        return replace(rest, elsewhere_px=here, count=1)
    if rest.count + 1 < LASTS_READINGS:
        return replace(rest, count=rest.count + 1)
    return _Rest(here, moves=rest.moves + 1)


def _nothing(at_s: float) -> Settling:
    """Nothing has been seen yet."""
    return Settling(
        board=None,
        is_visible=False,
        claims=(None,) * len(ALL_CELLS),
        settled=tuple(
            SettledCell(cell, CellState.HIDDEN, None, None, None, at_s) for cell in ALL_CELLS
        ),
        hidden_since_s=(at_s,) * len(ALL_CELLS),
    )


_FEWEST_READ = 5
"""Bare cards whose tags are read in a picture; by words or pictures they are not named in each."""


def _is_unread(known: SettledCell, claim: _Claim) -> bool:
    """Whether a cover seems to be gone, and the card under it does not show its name."""
    is_bare = claim.state is CellState.CARD and claim.card is None
    return is_bare and known.state is CellState.COVERED and known.card is not None


def _claimed(claim: _Claim | None, seen: CellReading, at_s: float) -> _Claim:
    """The claim with one more sighting, or a new one.

    A card whose tag was not read in this frame agrees with any card.
    """
    if claim is not None and claim.state is seen.state and claim.cover is seen.cover:
        if seen.card is None or seen.card == claim.card:
            return replace(claim, count=claim.count + 1, dealt=seen.dealt)
        if claim.card is None:
            return replace(claim, card=seen.card, face=seen.face, count=claim.count + 1)
    return _Claim(seen.state, seen.card, seen.face, seen.cover, at_s, 1, seen.dealt)


def _settled(cell: Cell, known: SettledCell, claim: _Claim) -> SettledCell:
    """What is known of a cell once its claim has lasted."""
    card, face = claim.card, claim.face
    if claim.state is CellState.COVERED or (claim.state is CellState.CARD and card is None):
        # Under a cover, or with its tag unread, lies the card that lay there before.
        card, face = known.card, known.face
    same = known.state is claim.state and known.cover is claim.cover and known.card == card
    return SettledCell(
        cell=cell,
        state=claim.state,
        card=card,
        face=face,
        cover=claim.cover,
        since_s=known.since_s if same else claim.since_s,
        dealt=claim.dealt if claim.state is CellState.CARD else known.dealt,
    )
