"""The deck's own printed faces, as pictures for the simulated table."""

from __future__ import annotations

from companion.deck.cards import Deck
from companion.simulated.faces import FaceKey, RasterFace
from companion.terms import Edition
from printables.order import PrintOrder, What, make_sheets
from printables.preview import cut_faces

DPI = 200.0
"""8 pixels a millimetre: twice what a 1920 x 1080 camera sees of a table that fills its picture."""


def printed_faces(deck: Deck, edition: Edition) -> dict[FaceKey, RasterFace]:
    """Print every card and every cover, and cut the sheets into faces."""
    faces: dict[FaceKey, RasterFace] = {}
    for what in (What.CARDS, What.COVERS):
        sheets = make_sheets(PrintOrder(what, deck=deck, edition=edition))
        for key, face in cut_faces(sheets.pdf, sheets.manifest, DPI).items():
            faces[key] = RasterFace(*face)
    return faces
