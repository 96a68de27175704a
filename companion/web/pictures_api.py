"""Pictures of cards: the drawings of the deck for all, the table's own cards for those who may."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from companion.deck.cards import Card
from companion.deck.pictograms import pictogram_svg
from companion.deck.picture_files import is_picture_file
from companion.errors import NotAllowedError
from companion.web.house import cluemaster_seat, is_host, table_named

blueprint = Blueprint("pictures_api", __name__, url_prefix="/api/v1/tables/<code>")

_TYPE_OF_ENDING: Final = {"png": "image/png", "svg": "image/svg+xml"}


@blueprint.get("/cards/<card_id>/picture", endpoint="drawing")
def show_drawing(code: str, card_id: str) -> Response:
    """The picture on a card's picture side; which card lies where is no part of it."""
    deck = table_named(code).referee.deck
    card = next((card for card in deck.cards if card.id == card_id), None)
    found = None if card is None else _picture_of(card)
    if found is None:
        raise NotFound
    body, kind = found
    response = Response(body, mimetype=kind)
    response.set_etag(sha256(body).hexdigest()[:16])
    response.make_conditional(request)
    return response


@blueprint.get("/cards.jpg")
def show_cards(code: str) -> Response:
    """The 25 cards as they lie, straightened, for the cluemasters and the host.

    Only what lies in the cells is in it: what stands beside them is cut away before it gets here.
    """
    table = table_named(code)
    if cluemaster_seat(table) is None and not is_host(table):
        raise NotAllowedError("the camera's picture is for the host and the cluemasters")
    jpeg = None if table.live is None else table.live.cards_picture()
    if jpeg is None:
        return Response(status=204)  # not seen just now: nothing is wrong
    return Response(jpeg, mimetype="image/jpeg")


def _picture_of(card: Card) -> tuple[bytes, str] | None:
    if not card.picture:
        return None
    if not is_picture_file(card.picture):
        drawn = pictogram_svg(card.picture)
        return None if drawn is None else (drawn.encode(), "image/svg+xml")
    folder = card.folder
    if folder is None:
        return None
    ending = card.picture.rpartition(".")[2].lower()
    try:
        file = (folder / card.picture).resolve(strict=True)
        # A deck shows what lies in its own folder, and nothing else of this machine.
        if not file.is_relative_to(folder.resolve()):
            return None
        return file.read_bytes(), _TYPE_OF_ENDING.get(ending, "image/jpeg")
    except OSError:
        return None  # a picture that was moved: the card's word stands in for it
