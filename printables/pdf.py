"""Ink on pages: the only file that speaks PDF.

Millimetres throughout, origin at the top left of the page, y down. Files are the same to the byte
for the same calls: ReportLab's invariant mode, no clock, no chance.
"""

from __future__ import annotations

import functools
import io
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFResourceDictionary
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.deck.geometry import BoxMm
from companion.deck.palette import Color
from companion.errors import UsageError
from printables.outline import Outline

POINTS_PER_MM = 72 / 25.4

Transform = tuple[float, float, float, float, float, float]

CAP_HEIGHT = 0.698
"""Height of a capital in IBM Plex Sans, of the size."""


class Weight(StrEnum):
    """The two weights of the bundled family."""

    REGULAR = "Regular"
    BOLD = "Bold"


class Align(StrEnum):
    """Where a line of text hangs on its point."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


@functools.cache
def _font(weight: Weight) -> TTFont:
    name = f"IBMPlexSans-{weight.value}"
    path = Path(__file__).with_name("fonts") / f"{name}.ttf"
    try:
        font = TTFont(name, str(path))
    except (TTFError, OSError) as error:
        raise UsageError(f"the font {path.name} that comes with the program is damaged") from error
    pdfmetrics.registerFont(font)
    return font


def missing_glyphs(text: str, weight: Weight = Weight.BOLD) -> str:
    """The signs of a text that the font cannot draw, each once.

    Example:
        >>> missing_glyphs("Übung Жук Ωμέγα"), missing_glyphs("donut 漢")
        ('', '漢')
    """
    known = _font(weight).face.charToGlyph
    return "".join(dict.fromkeys(sign for sign in text if ord(sign) not in known))


def text_width(text: str, size_mm: float, weight: Weight = Weight.BOLD) -> float:
    """Width in millimetres of a line whose em is `size_mm`."""
    return float(_font(weight).stringWidth(text, size_mm))


class Pen:
    """Draws on one page or one stamp."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.opacities: set[float] = set()

    def fill(self, outline: Outline, color: Color, *, is_even_odd: bool = False) -> None:
        """Fill an outline."""
        self._put(f"{_ink(color)} {_path(outline)} {'f*' if is_even_odd else 'f'}")

    def fill_box(self, box: BoxMm, color: Color) -> None:
        """Fill an upright rectangle."""
        self._put(f"{_ink(color)} {_box(box)} re f")

    def ring(self, outer: Outline, inner: Outline, color: Color) -> None:
        """Fill what lies between two outlines."""
        self._put(f"{_ink(color)} {_path(outer)} {_path(inner)} f*")

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float, color: Color) -> None:
        """Draw a straight line with blunt ends."""
        path = f"{_number(x1)} {_number(y1)} m {_number(x2)} {_number(y2)} l"
        self._put(f"{_ink(color, stroke=True)} {_number(width)} w {path} S")

    def stroke(self, outline: Outline, width: float, color: Color) -> None:
        """Draw along an outline."""
        self._put(f"{_ink(color, stroke=True)} {_number(width)} w {_path(outline)} S")

    def fade(self, opacity: float) -> None:
        """Let what is filled from here on shine through; stamps only."""
        self.opacities.add(opacity)
        self._put(f"/{_fade_name(opacity)} gs")

    def text(
        self,
        text: str,
        x: float,
        baseline_y: float,
        size_mm: float,
        color: Color,
        weight: Weight = Weight.REGULAR,
        align: Align = Align.LEFT,
    ) -> None:
        """Write one line.

        Raises:
            UsageError: The font lacks a sign: nothing is ever printed as an empty box.
        """
        lacking = missing_glyphs(text, weight)
        if lacking:
            raise UsageError(f"the text {text!r} cannot be printed: the font has no {lacking[0]!r}")
        font = _font(weight)
        share = {Align.LEFT: 0.0, Align.CENTRE: 0.5, Align.RIGHT: 1.0}[align]
        x -= share * text_width(text, size_mm, weight)
        self._put(_ink(color))
        line = self._canvas.beginText()
        line.setFont(font.fontName, size_mm)
        line.setTextTransform(1, 0, 0, -1, x, baseline_y)
        line.textOut(text)
        self._canvas.drawText(line)

    def stamp(self, name: str) -> None:
        """Put a stamp where the origin is."""
        self._canvas.doForm(name)

    @contextmanager
    def placed(
        self,
        x: float,
        y: float,
        *,
        scale: float = 1.0,
        turned_deg: float = 0.0,
        flipped: bool = False,
    ) -> Iterator[None]:
        """Draw with the origin moved to a point, turned clockwise about it, and scaled.

        Flipped, y points up: the way of pictures in PDF.
        """
        angle = math.radians(turned_deg)
        cos, sin = scale * math.cos(angle), scale * math.sin(angle)
        up = -1 if flipped else 1
        matrix = " ".join(_number(value, 6) for value in (cos, sin, -sin * up, cos * up, x, y))
        self._put(f"q {matrix} cm")
        yield
        self._put("Q")

    @contextmanager
    def clipped(self, outline: Outline, *, is_even_odd: bool = False) -> Iterator[None]:
        """Draw only inside an outline."""
        self._put(f"q {_path(outline)} {'W*' if is_even_odd else 'W'} n")
        yield
        self._put("Q")

    def _put(self, operators: str) -> None:
        self._canvas.addLiteral(operators)


class Document:
    """A PDF file in the making.

    Args:
        title: The file's title.
        duplex: How a printer is asked to turn the sheet: `long`, `short`, or None for one side.
    """

    def __init__(self, title: str, *, duplex: str | None) -> None:
        rl_config.useA85 = 0  # plain bytes: a quarter smaller
        self._file = io.BytesIO()
        # Our own font from the start, so that no file asks for a Helvetica that is not inside it.
        font = _font(Weight.REGULAR).fontName
        self._canvas = Canvas(
            self._file,
            pageCompression=1,
            invariant=1,
            lang="en",
            initialFontName=font,  # type: ignore[arg-type] # the stubs take it for a size
        )
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Springfield Companion")
        self._canvas.setCreator("Springfield Companion")
        self._canvas.setViewerPreference("PrintScaling", "None")
        if duplex is not None:
            edge = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}[duplex]
            self._canvas.setViewerPreference("Duplex", edge)
        self._stamps: set[str] = set()

    def define_stamp(
        self, name: str, width_mm: float, height_mm: float, draw: Callable[[Pen], None]
    ) -> None:
        """Draw something once that pages show often; a second definition is passed over."""
        if name in self._stamps:
            return
        self._stamps.add(name)
        canvas = self._canvas
        canvas.beginForm(name, 0, 0, width_mm, height_mm)
        pen = Pen(canvas)
        draw(pen)
        if not pen.opacities:
            canvas.endForm()
            return
        # ReportLab leaves a form's graphics states out of its resources.
        resources = PDFResourceDictionary(
            ExtGState={
                _fade_name(opacity): PDFDictionary({"ca": opacity})
                for opacity in sorted(pen.opacities)
            }
        )
        resources.basicFonts()
        canvas.endForm(Resources=resources)

    def has_stamp(self, name: str) -> bool:
        """Whether a stamp is defined."""
        return name in self._stamps

    def define_picture(self, name: str, file: bytes) -> None:
        """Take a PNG or JPEG file in as a stamp of one unit of height; it is kept once.

        A JPEG goes in as it is. The stamp's width is the picture's, in units of its height.
        """
        reader = ImageReader(io.BytesIO(file))
        width, height = reader.getSize()

        def draw(pen: Pen) -> None:
            with pen.placed(0.0, 1.0, flipped=True):
                self._canvas.drawImage(reader, 0, 0, width / height, 1.0)

        self.define_stamp(name, width / height, 1.0, draw)

    @contextmanager
    def page(
        self,
        width_mm: float,
        height_mm: float,
        *,
        trim: BoxMm,
        bleed_mm: float = 0.0,
        transform: Transform | None = None,
    ) -> Iterator[Pen]:
        """Draw one page.

        Args:
            width_mm: Of the paper.
            height_mm: Of the paper.
            trim: The block of pieces on it.
            bleed_mm: Ink beyond the trim.
            transform: `a b c d e f`, y down, that everything on the page goes through: a
                printer's faults undone.
        """
        canvas = self._canvas
        canvas.setPageSize((width_mm * POINTS_PER_MM, height_mm * POINTS_PER_MM))
        canvas.setTrimBox(_page_box(trim, 0.0, height_mm))
        canvas.setBleedBox(_page_box(trim, bleed_mm, height_mm))
        k = _number(POINTS_PER_MM, 7)
        canvas.addLiteral(f"q {k} 0 0 -{k} 0 {_number(height_mm * POINTS_PER_MM, 5)} cm")
        if transform is not None:
            canvas.addLiteral(f"{' '.join(_number(value, 7) for value in transform)} cm")
        yield Pen(canvas)
        canvas.addLiteral("Q")
        canvas.showPage()

    def finish(self) -> bytes:
        """Close the file and give its bytes."""
        self._canvas.save()
        return self._file.getvalue()


def _page_box(
    box: BoxMm, grown_mm: float, page_height_mm: float
) -> tuple[float, float, float, float]:
    left, top = box.x_mm - grown_mm, box.y_mm - grown_mm
    right, bottom = box.x_mm + box.w_mm + grown_mm, box.y_mm + box.h_mm + grown_mm
    corners = (left, page_height_mm - bottom, right, page_height_mm - top)
    x0, y0, x1, y1 = (round(value * POINTS_PER_MM, 4) for value in corners)
    return (x0, y0, x1, y1)


def _fade_name(opacity: float) -> str:
    return f"Fade{round(opacity * 1000)}"


def _number(value: float, places: int = 4) -> str:
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _ink(color: Color, *, stroke: bool = False) -> str:
    # A grey is written as grey: a page without colour is then printed, and billed, as one.
    if max(color.r, color.g, color.b) - min(color.r, color.g, color.b) <= 2:
        return f"{_number(color.g / 255)} {'G' if stroke else 'g'}"
    channels = " ".join(_number(channel) for channel in color.as_rgb_unit())
    return f"{channels} {'RG' if stroke else 'rg'}"


def _box(box: BoxMm) -> str:
    return " ".join(_number(value) for value in (box.x_mm, box.y_mm, box.w_mm, box.h_mm))


def _path(outline: Outline) -> str:
    return " ".join(
        f"{' '.join(map(_number, values))} {step}" if values else step
        for step, values in outline.steps
    )
