"""The print shop in the browser: what is wanted, a preview of the first sheet, the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import IO, Any, Final, Protocol

from flask import Blueprint, Response, jsonify, render_template, request

from companion.errors import (
    CompanionError,
    DeckError,
    SheetOverflowError,
    UnreadableError,
    UsageError,
)
from companion.table.hall import HOME
from companion.web.api import read_json
from companion.web.errors import error_body
from companion.web.house import require_host, table_named
from companion.web.print_jobs import Workshop
from companion.web.print_words import in_readers_language

LARGEST_DECK: Final = 200 * 1024 * 1024
"""Two hundred photographs as phones take them, with something to spare."""

MOST_FILES: Final = 1000

Wish = Mapping[str, str]
"""What a form says: `what`, `paper`, `size`, `flip` and so on, each as text."""


class PrintShop(Protocol):
    """What these pages need of whoever can print; the command line hands it over."""

    def choices(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """What can be chosen: value and label, by the name of the field."""
        ...

    def preview(self, wish: Wish) -> bytes:
        """The first sheet as a PNG. Key cards in it are blank: guessers may be looking."""
        ...

    def print(self, wish: Wish, tell: Callable[[int, int], None]) -> bytes:
        """The whole PDF; `tell` is called with the sheets done and the sheets there will be.

        Where the wish's `files` is `all` it is a ZIP file with manifest and cut lines.
        """
        ...

    def take_deck(self, files: Iterable[tuple[str, IO[bytes]]]) -> Mapping[str, Any]:
        """Take in a deck file with its pictures, or pictures alone.

        The answer's `deck` is what a wish names, `label` what people see, `remarks` what is unwise
        or wrong about it.
        """
        ...

    def take_font(self, files: Iterable[tuple[str, IO[bytes]]]) -> Mapping[str, Any]:
        """Take in a font file; the answer's `font` is what a wish names, `label` its name."""
        ...

    def key_code(self, grid: Sequence[str], edition: str) -> tuple[str, str]:
        """Code and check word of a key card drawn by hand, as its cluemasters read it."""
        ...


def make_print_pages(shop: PrintShop) -> Blueprint:
    """The pages of one print shop."""
    blueprint = Blueprint("print", __name__)
    workshop = Workshop()

    @blueprint.get("/print")
    def page() -> str:
        """The page; it holds no secret."""
        choices = {
            name: [(value, in_readers_language(label)) for value, label in offered]
            for name, offered in shop.choices().items()
        }
        return render_template("print.html", choices=choices)

    @blueprint.post("/api/v1/print/preview")
    def preview() -> Response:
        wish = _wish()
        return Response(workshop.at_once(lambda: shop.preview(wish)), mimetype="image/png")

    @blueprint.post("/api/v1/print/jobs")
    def begin() -> tuple[Response, int]:
        wish = _wish()
        kind = "zip" if wish.get("files") == "all" else "pdf"
        name = f"{_file_name(wish.get('what', ''))}.{kind}"
        secret = workshop.begin(name, lambda tell: shop.print(wish, tell))
        return jsonify({"job": secret}), 202

    @blueprint.get("/api/v1/print/jobs/<secret>")
    def show(secret: str) -> Response:
        return jsonify(workshop.job(secret).as_document())

    @blueprint.get("/api/v1/print/jobs/<secret>/file")
    def fetch(secret: str) -> Response:
        job = workshop.job(secret)
        if not job.is_over:
            raise UsageError("this file is not ready yet")
        kind = job.name.rpartition(".")[2]
        response = Response(job.file, mimetype=f"application/{kind}")
        response.headers["Content-Disposition"] = f'attachment; filename="{job.name}"'
        return response

    @blueprint.post("/api/v1/print/deck")
    def take() -> Response:
        files = _files_of_the_host()
        return jsonify(workshop.at_once(lambda: shop.take_deck(files)))

    @blueprint.post("/api/v1/print/font")
    def take_font() -> Response:
        files = _files_of_the_host()
        return jsonify(workshop.at_once(lambda: shop.take_font(files)))

    @blueprint.post("/api/v1/print/key")
    def key() -> Response:
        sent = read_json()
        sent = sent if isinstance(sent, dict) else {}
        grid = sent.get("grid")
        if not isinstance(grid, list) or not all(isinstance(row, str) for row in grid):
            raise UnreadableError("'grid' is five strings of five letters", text=str(sent)[:80])
        code, check_word = shop.key_code(grid, str(sent.get("edition", "simpsons")))
        return jsonify({"code": code, "check_word": check_word})

    for kind in (UsageError, DeckError, SheetOverflowError):
        blueprint.register_error_handler(kind, _refuse)
    return blueprint


def _files_of_the_host() -> list[tuple[str, IO[bytes]]]:
    # Whoever may fill this machine's disk sits at it.
    require_host(table_named(HOME))
    request.max_content_length = LARGEST_DECK
    request.max_form_parts = MOST_FILES
    return [(file.filename or "", file.stream) for file in request.files.getlist("files")]


def _refuse(error: Exception) -> tuple[Response, int]:
    # A wish that cannot be filled is the visitor's to change, not a fault of the machine.
    _, body = error_body(error)
    assert isinstance(error, CompanionError)
    return jsonify(body), 400


def _wish() -> dict[str, str]:
    sent = read_json()
    if not isinstance(sent, dict):
        raise UnreadableError("a wish is an object of texts", text=str(sent)[:80])
    for name, value in sent.items():
        if not isinstance(value, str):
            raise UnreadableError(f"{name!r} is a text", text=str(value)[:80])
    return sent


def _file_name(what: str) -> str:
    return "".join(sign for sign in what if sign.isalnum() or sign == "-")[:24] or "sheets"
