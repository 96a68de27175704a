"""Picture files of people's own: read, turned upright, fitted, and never larger than print needs.

Nothing is ever fetched: a drawing that links to something elsewhere is refused.
"""

from __future__ import annotations

import io
import re
import warnings
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import resvg_py
from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from companion.deck.pictograms import VIEW_SIDE, pictogram_bodies
from companion.deck.picture_files import PICTURE_ENDINGS
from companion.errors import DeckError
from printables.svg import Painted, painted_of, unlinked

PRINT_DPI = 300.0
"""Finer than this no home printer shows a photograph; embedding more only makes a file slow."""

MM_PER_INCH = 25.4

MOST_PIXELS = 64_000_000
"""What is held in memory at once; a JPEG is read smaller than it is, so it may be larger."""

LONGEST_ASPECT = 20
"""A drawing longer than this is a mistake, or made to fill the memory."""

_JPEG_QUALITY = 86


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture ready for a page: either outlines or a file of pixels.

    Attributes:
        name: Names the stamp; the same picture on two cards is embedded once.
        aspect: Width over height.
        painted: Filled outlines on a field `view_height` units high; empty for pixels.
        view_height: Height of the outlines' field.
        file: PNG or JPEG, empty for outlines.
    """

    name: str
    aspect: float
    painted: tuple[Painted, ...] = ()
    view_height: float = 1.0
    file: bytes = b""


def pictogram(name: str) -> Picture:
    """One of the pictures that come with the program."""
    body = pictogram_bodies()[name]
    return Picture(f"pictogram-{name}", 1.0, painted_of(body, name), float(VIEW_SIDE))


def load_picture(path: Path, side_mm: float, *, is_checked_only: bool = False) -> Picture:
    """Read a picture file for a place of `side_mm` in square.

    Args:
        path: The file.
        side_mm: Side of its place.
        is_checked_only: Leave the pixels out of the result: packing them takes longer than
            reading them.

    Raises:
        DeckError: It is not there, is no picture, is too large, or links elsewhere.
    """
    if path.suffix.lower() not in PICTURE_ENDINGS:
        raise DeckError(f"{path.name!r} is no picture; use {', '.join(PICTURE_ENDINGS)}")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DeckError(f"there is no picture {path.name!r} beside the deck file") from error
    side_px = max(1, round(side_mm / MM_PER_INCH * PRINT_DPI))
    if path.suffix.lower() == ".svg":
        return _from_svg(path.name, content, side_px)
    image = _read_pixels(path.name, content, side_px)
    if is_checked_only:
        return Picture(f"picture-{path.name}", image.width / image.height)
    return _packed(path.name, image)


def _read_pixels(name: str, content: bytes, side_px: int) -> Image.Image:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large pictures; the limit is ours
            with Image.open(io.BytesIO(content)) as opened:
                return _upright(name, opened, side_px)
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError) as error:
        cure = "save it anew as JPEG, with at most 8,000 pixels on its longer side"
        raise DeckError(f"the picture {name!r} cannot be read; {cure}") from error
    except (SyntaxError, ValueError, EOFError) as error:
        raise DeckError(f"the picture {name!r} is damaged; save it anew") from error


def _packed(name: str, image: Image.Image) -> Picture:
    file = io.BytesIO()
    # Drawings have few colours and hard edges, photographs many and soft ones.
    if image.getcolors(256) is not None:
        image.save(file, "PNG", optimize=True)
    else:
        image.save(file, "JPEG", quality=_JPEG_QUALITY, optimize=True)
    return Picture(f"picture-{name}", image.width / image.height, file=file.getvalue())


def _upright(name: str, opened: Image.Image, side_px: int) -> Image.Image:
    # A JPEG can be read at an eighth of its size: 12,000 pixels square need no 400 MB.
    opened.draft(None, (2 * side_px, 2 * side_px))
    if opened.width * opened.height > MOST_PIXELS:
        raise DeckError(
            f"the picture {name!r} has {opened.width} x {opened.height} pixels; "
            "save it as JPEG, or with at most 8,000 on its longer side"
        )
    image: Image.Image = opened
    if image.mode.startswith("I;16") or image.mode in ("I", "F"):
        # 16 bits a channel: Pillow would cut off, not scale.
        low, high = 0.0, 65535.0
        image = image.convert("F").point(lambda value: (value - low) * 255 / (high - low))
        image = image.convert("L")
    if image.mode in ("P", "LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info:
        image = image.convert("RGBA")
    image.thumbnail((4 * side_px, 4 * side_px), Image.Resampling.BOX)
    image = ImageOps.exif_transpose(image)
    if image.mode == "RGBA":
        paper = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(paper, image)
    image = _in_srgb(image)
    image.thumbnail((side_px, side_px), Image.Resampling.LANCZOS)
    return image


def _in_srgb(image: Image.Image) -> Image.Image:
    if image.mode == "L":
        return image
    profile = image.info.get("icc_profile")
    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            target = ImageCms.createProfile("sRGB")
            turned = ImageCms.profileToProfile(image, source, target, outputMode="RGB")
            if turned is not None:
                return turned
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass  # a profile that is damaged or of another kind: the plain colours then
    return image.convert("RGB")


def _from_svg(name: str, content: bytes, side_px: int) -> Picture:
    if re.search(rb"<!(ENTITY|DOCTYPE[^>]*\[)", content):
        raise DeckError(f"the drawing {name!r} defines entities; save it as plain SVG")
    try:
        root = ElementTree.fromstring(content)
        clean = unlinked(root, name)
        drawn = _outlines(clean, name)
        text = ElementTree.tostring(clean, encoding="unicode")
    except (ElementTree.ParseError, ValueError, LookupError, RecursionError) as error:
        raise DeckError(f"the drawing {name!r} is no SVG; save it anew") from error
    if drawn is not None:
        return drawn
    aspect = _aspect(clean)
    if not 1 / LONGEST_ASPECT <= aspect <= LONGEST_ASPECT:
        raise DeckError(f"the drawing {name!r} is more than {LONGEST_ASPECT} times as long as wide")
    fonts = Path(__file__).with_name("fonts")
    try:
        png = resvg_py.svg_to_bytes(
            svg_string=text,
            skip_system_fonts=True,
            font_files=[str(path) for path in sorted(fonts.glob("*.ttf"))],
            font_family="IBM Plex Sans",
            sans_serif_family="IBM Plex Sans",
            serif_family="IBM Plex Sans",
            width=side_px if aspect >= 1 else None,
            height=side_px if aspect < 1 else None,
        )
    except (ValueError, RuntimeError) as error:
        raise DeckError(f"the drawing {name!r} cannot be drawn; save it as plain SVG") from error
    picture = _packed(name, _read_pixels(name, bytes(png), side_px))
    with Image.open(io.BytesIO(picture.file)) as image:
        if image.convert("L").getextrema() == (255, 255):
            raise DeckError(f"the drawing {name!r} shows nothing; save it as plain SVG")
    return picture


def _aspect(root: ElementTree.Element) -> float:
    box = [float(part) for part in re.findall(r"[-+.\deE]+", root.get("viewBox", ""))]
    if len(box) != 4:
        sides = (re.match(r"[\d.]+", root.get(key, "1")) for key in ("width", "height"))
        box = [0.0, 0.0, *(float(side[0]) if side else 1.0 for side in sides)]
    return box[2] / box[3] if box[2] > 0 and box[3] > 0 else 1.0


def _outlines(root: ElementTree.Element, name: str) -> Picture | None:
    """A plain drawing stays outlines; None for one that holds more than flat shapes."""
    box = [float(part) for part in re.findall(r"[-+.\deE]+", root.get("viewBox", ""))]
    strange = set(root.keys()) - {"viewBox", "width", "height", "version", "id"}
    if len(box) != 4 or box[2] <= 0 or box[3] <= 0 or strange:
        return None
    body = "".join(ElementTree.tostring(child, encoding="unicode") for child in root)
    try:
        painted = painted_of(body, name)
    except DeckError:
        return None
    left, top, width, height = box
    # Whatever reaches over the view's edge is cut off by a viewer; only inside is it the same.
    for one in painted:
        for _, values in one.outline.steps:
            inside = all(
                low - 1e-6 <= value <= low + length + 1e-6
                for at, value in enumerate(values)
                for low, length in ((top, height) if at % 2 else (left, width),)
            )
            if not inside:
                return None
    moved = tuple(
        Painted(one.outline.moved(-left, -top), one.color, one.is_even_odd, one.opacity)
        for one in painted
    )
    return Picture(f"picture-{name}", width / height, moved, height)
