"""What the cells of one table have in common: covers of a kind one ink, a deck's cards their print.

Boxes differ: one maker's orange is another's red, and covers carry drawings. But the covers of one
box are alike, and so are its cards; a cell is judged by its fellows before it is judged by a list.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.vision.covers import chroma_of
from companion.vision.faces import FaceMeasures
from companion.vision.grounds import GROUND_SHARE
from companion.vision.ink_distance import COLOURED, distance, ink_by_hue
from companion.vision.white import KINDS, STOCK

_Floats = NDArray[np.float64]

NO_INK = -1

_FEWEST_ALIKE = 3
"""Two pictures may share a ground by chance."""

_SAME_INK = 8.0
"""CIE L*a*b*, lightness counting less: one ink differs by 6 under a lamp in a corner."""

_SAME_GROUND, _SAME_SHARE = 0.12, 0.3
"""Of the face: by how much ground, and body's chroma, may differ on covers of one print."""

_LEAST_CHROMA = 30.0
_OF_ITS_CHROMA = 0.7
"""Of the chroma that the ink should have: pastel grounds are pictures."""

_LEAST_OFF_STOCK = 25.0
"""From the cards' own border colour: cards on tinted stock all have one ground too."""

_FEWEST_CARDS = 5
_PLAIN_PERCENTILE = 60
_PLAINER = 0.45
"""Of what a deck's plainer cards leave to a blank face: covers among pictures 0.5 to 1."""

_LEAST_PLAINER = 0.18
"""Of the face; a blurred word card loses a tenth of its print. Eleven of some 3,500 bare cards of
ten decks are so much plainer than the others by both measures."""


def cells_of_one_ink(
    faces: FaceMeasures, ground: _Floats, off_stock: _Floats, inks: _Floats
) -> NDArray[np.int_]:
    """Cells that share a ground which is one kind's ink by its hue, and can be nothing else.

    Args:
        faces: What was measured.
        ground: float64, shape `(n, 3)`: the grounds, CIE L*a*b* in this light.
        off_stock: float64, shape `(n,)`: how far the grounds are from the cards' own borders.
        inks: float64, shape `(4, 3)`: the kinds' inks as they are supposed, L*a*b*.

    Returns:
        int, shape `(n,)`: the index of the coloured kind, `NO_INK` elsewhere.
    """
    kinds = np.full(len(ground), NO_INK)
    chroma = chroma_of(ground)
    is_inked = (chroma > _LEAST_CHROMA) & (faces.ground_share > GROUND_SHARE)
    is_inked &= off_stock > _LEAST_OFF_STOCK
    is_same = distance(ground[:, None], ground[None]) < _SAME_INK
    # One print: what is drawn on them leaves as much of the ground.
    for share, most in ((faces.ground_share, _SAME_GROUND), (faces.share, _SAME_SHARE)):
        is_same &= np.abs(share[:, None] - share[None]) < most
    by_hue = ink_by_hue(ground, inks)
    for index in COLOURED:
        own = is_inked & (by_hue == index)
        fellows = is_same & own[:, None] & own[None]
        largest = fellows[fellows.sum(axis=1).argmax()]
        if not _FEWEST_ALIKE <= largest.sum() <= STOCK[KINDS[index]]:
            continue
        if np.mean(chroma[largest]) > _OF_ITS_CHROMA * chroma_of(inks)[index]:
            kinds[largest] = index
    return kinds


def plainer_than_cards(faces: FaceMeasures, is_surely_card: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Cells with far less print than this deck's cards: no cards, whatever their borders say.

    Args:
        faces: What was measured.
        is_surely_card: bool, shape `(n,)`.

    Returns:
        bool, shape `(n,)`; all False where too few cards are sure.
    """
    if is_surely_card.sum() < _FEWEST_CARDS:
        return np.zeros(len(is_surely_card), dtype=np.bool_)
    plain = float(np.percentile(faces.ground_share[is_surely_card], _PLAIN_PERCENTILE))
    more = faces.ground_share - plain
    return np.asarray((more > _PLAINER * (1.0 - plain)) & (more > _LEAST_PLAINER), dtype=np.bool_)
