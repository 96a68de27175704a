"""The deck's own printed faces, as pictures for the simulated table."""

from __future__ import annotations

from companion.deck.cards import Deck
from companion.deck.geometry import CardGeometry
from companion.simulated.faces import FaceKey, RasterFace
from companion.terms import Edition
from printables.order import PrintOrder, What, make_sheets
from printables.preview import cut_faces

DPI = 200.0
"""8 pixels a millimetre: twice what a 1920 x 1080 camera sees of a table that fills its picture."""


def printed_faces(
    deck: Deck, edition: Edition, card: CardGeometry | None = None
) -> dict[FaceKey, RasterFace]:
    """Print every card and every cover, and cut the sheets into faces.

    Args:
        deck: The cards.
        edition: Whose covers.
        card: What they measure when they are cut; None for the usual size.
    """
    card = card or CardGeometry()
    meant = (card.width_mm / card.scale_x, card.height_mm / card.scale_y)
    faces: dict[FaceKey, RasterFace] = {}
    for what in (What.CARDS, What.COVERS):
        sheets = make_sheets(PrintOrder(what, deck=deck, edition=edition, size=meant))
        for key, face in cut_faces(sheets.pdf, sheets.manifest, DPI).items():
            faces[key] = RasterFace(face[0], card.width_mm, card.height_mm)
    return faces
