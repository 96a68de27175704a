"""What the print pages may ask of the workbench, handed to them as functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import IO, Any

from companion.cli.print_uploads import Uploads
from companion.deck.cards import BUILT_IN, Deck, built_in_deck
from companion.deck.check_words import check_word
from companion.deck.geometry import parse_size
from companion.deck.new_deck import new_deck
from companion.deck.paper import PAPERS
from companion.deck.printer import PrinterProfile
from companion.errors import UsageError
from companion.game.key_card import format_code
from companion.terms import Edition, Role, Team
from printables.deliver import archive
from printables.key_cards import key_from_drawing
from printables.livery import make_livery
from printables.order import PrintOrder, What, make_sheets
from printables.preview import preview_png
from printables.rules_words import LANGUAGES
from printables.sheet import Flip

PREVIEW_DPI = 110.0

_SIZES = ("", "63x45", "68x45", "63x88", "70x70")
_LABELS = {
    What.CARDS: "Cards",
    What.KEYS: "Key cards",
    What.COVERS: "Cover cards",
    What.STAND: "Key card stand",
    What.RULES: "Rules on one page",
    What.SOLO_CHART: "Chart for two players",
    What.CORNER_MARKS: "Corner marks for the camera",
    What.LENS_TARGET: "Lens target",
    What.ALIGNMENT: "Alignment sheet",
    What.INLAY: "What is in the box",
}
_FLIPS = {
    Flip.LONG: "both sides, long edge",
    Flip.SHORT: "both sides, short edge",
    Flip.FOLD: "one side, fold and glue",
}


class ShopOfTheTable:
    """Prints the deck that is on the table, the built-in one, or a list of words.

    Args:
        deck: The deck on the table.
        edition: The table's edition.
        printers: Gives the names of the printers that were measured.
        find_printer: Finds the profile of one of them.
    """

    def __init__(
        self,
        deck: Deck,
        edition: Edition,
        printers: Callable[[], Sequence[str]] = lambda: (),
        find_printer: Callable[[str], PrinterProfile] = PrinterProfile,
    ) -> None:
        self._deck = deck
        self._edition = edition
        self._printers = printers
        self._find_printer = find_printer
        self._uploads = Uploads()

    def choices(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """What can be chosen, the usual first."""
        built_in = built_in_deck()
        decks = [("table", f"{self._deck.name} ({self._deck.fingerprint})")]
        if built_in.fingerprint != self._deck.fingerprint:
            decks.append((BUILT_IN, f"{built_in.name} ({built_in.fingerprint})"))
        decks.append(("words", "my own words"))
        editions = sorted(Edition, key=lambda edition: edition is not self._edition)
        return {
            "what": [(what.value, label) for what, label in _LABELS.items()],
            "deck": decks,
            "paper": [(paper, paper) for paper in PAPERS],
            "size": [
                *((size, size.replace("x", " x ") + " mm" if size else "usual") for size in _SIZES),
                ("own", "own size"),
            ],
            "flip": [(flip.value, label) for flip, label in _FLIPS.items()],
            "bleed": [("0", "none"), ("1", "1 mm"), ("3", "3 mm")],
            "edition": [(edition.value, edition.value) for edition in editions],
            "ink": [("full", "full"), ("low", "little")],
            "font": [("", "bundled")],
            "files": [("", "PDF"), ("all", "PDF, manifest and cut lines (ZIP)")],
            "printer": [("", "as it is"), *((name, name) for name in self._printers())],
        }

    def preview(self, wish: Mapping[str, str]) -> bytes:
        """The first sheet; key cards are blank, drawn ones too."""
        order = self._order(wish)
        order = replace(
            order,
            is_blank=True,
            codes=(),
            count=len(order.codes) or order.count,
            is_first_sheet_only=True,
        )
        with self._uploads.unnamed():
            return preview_png(make_sheets(order).pdf, 0, PREVIEW_DPI)

    def print(self, wish: Mapping[str, str], tell: Callable[[int, int], None]) -> bytes:
        """The whole file; with manifest and cut lines, as a ZIP file, where `files` is `all`.

        Key cards come from chance that nobody can foretell.
        """
        order = self._order(wish)
        with self._uploads.unnamed():
            sheets = make_sheets(order, tell)
        return archive(sheets, order.what.value) if wish.get("files") == "all" else sheets.pdf

    def take_deck(self, files: Iterable[tuple[str, IO[bytes]]]) -> Mapping[str, Any]:
        """Take in a deck file with its pictures, or pictures alone, until the program ends.

        Raises:
            DeckError: It is no deck.
        """
        return self._uploads.take_deck(files)

    def take_font(self, files: Iterable[tuple[str, IO[bytes]]]) -> Mapping[str, Any]:
        """Take in a font file, until the program ends.

        Raises:
            UsageError: It is no font.
        """
        return self._uploads.take_font(files)

    def key_code(self, grid: Sequence[str], edition: str) -> tuple[str, str]:
        """Code and check word of a key card drawn by hand."""
        code = format_code(key_from_drawing(grid, _edition(edition)))
        return code, check_word(code)

    def _order(self, wish: Mapping[str, str]) -> PrintOrder:
        edition = _edition(wish.get("edition") or self._edition.value)
        codes = tuple(wish.get("codes", "").split(","))
        try:
            bleed = float(wish.get("bleed") or "0")
            count = int(wish.get("count") or "40")
        except ValueError as error:
            raise UsageError("bleed and count are numbers") from error
        return PrintOrder(
            wish.get("what", What.CARDS.value),  # type: ignore[arg-type] # checked by the order
            paper=wish.get("paper") or "A4",
            size=_size(wish),
            deck=self._deck_of(wish),
            flip=wish.get("flip") or Flip.LONG.value,  # type: ignore[arg-type] # checked there
            bleed=bleed,
            edition=edition,
            count=count,
            codes=tuple(code.strip() for code in codes if code.strip()),
            font=self._uploads.font(wish["font"]) if wish.get("font") else None,
            languages=_languages(wish.get("reader", "")),
            printer=self._find_printer(wish["printer"]) if wish.get("printer") else None,
            livery=make_livery(
                edition,
                colors=wish.get("colors", "") or _colors(wish, edition),
                labels=_labels(wish, edition),
                is_low_ink=wish.get("ink") == "low",
            ),
        )

    def _deck_of(self, wish: Mapping[str, str]) -> Deck:
        if wish.get("deck") == BUILT_IN:
            return built_in_deck()
        if wish.get("deck", "").startswith("upload-"):
            return self._uploads.deck(wish["deck"])
        if wish.get("deck") != "words":
            return self._deck
        language = wish.get("language") or "en"
        made = new_deck(wish.get("words", ""), language=language)
        return Deck(wish.get("name") or "own words", made.cards)


def _languages(reader: str) -> tuple[str, ...]:
    """All of them, the reader's first."""
    return tuple(sorted(LANGUAGES, key=lambda language: language != reader))


def _size(wish: Mapping[str, str]) -> tuple[float, float] | None:
    text = wish.get("size", "")
    # A comma is how half the world writes the point of a decimal.
    text = wish.get("own_size", "").replace(",", ".") if text == "own" else text
    return parse_size(text) if text or wish.get("size") else None


def _edition(text: str) -> Edition:
    try:
        return Edition(text)
    except ValueError as error:
        raise UsageError(f"edition is one of {', '.join(Edition)}, not {text!r}") from error


def _colors(wish: Mapping[str, str], edition: Edition) -> str:
    chosen = ((role, wish.get(f"color_{role.value}", "").strip()) for role in Role)
    return ",".join(f"{edition.shown_as(role.value)}={color}" for role, color in chosen if color)


def _labels(wish: Mapping[str, str], edition: Edition) -> str:
    # A comma parts the names of two teams; in a name it would end it.
    names = ((team, wish.get(f"name_{team.value}", "").replace(",", " ").strip()) for team in Team)
    return ",".join(f"{edition.shown_as(team.value)}={name}" for team, name in names if name)
