"""Turns plain SVG drawings into outlines with colours.

Reads what open pictogram sets are made of: groups, paths, circles, ellipses, rectangles, flat
colours. Whatever else a drawing holds is refused, never left out in silence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from companion.deck.geometry import BoxMm
from companion.deck.palette import BLACK, WHITE, Color
from companion.errors import DeckError
from printables.outline import Outline, Step, disc, rounded

_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_KNOWN = {"g", "path", "circle", "ellipse", "rect"}
_ATTRIBUTES = {
    *("fill", "fill-rule", "clip-rule", "opacity", "d", "cx", "cy", "r", "rx", "ry"),
    *("x", "y", "width", "height"),
}
_NAMED = {"black": BLACK.hex, "white": WHITE.hex}


@dataclass(frozen=True, slots=True)
class Painted:
    """One filled outline of a drawing, in the drawing's own units."""

    outline: Outline
    color: Color
    is_even_odd: bool
    opacity: float


def painted_of(body: str, name: str) -> tuple[Painted, ...]:
    """Read the elements of a drawing, from the bottom to the top.

    Args:
        body: SVG elements without the outer `svg`.
        name: What to call the drawing in an error.

    Raises:
        DeckError: The drawing holds something that cannot be drawn.

    Example:
        >>> painted_of('<circle cx="4" cy="4" r="2" fill="#f00"/>', "dot")[0].color
        Color(r=255, g=0, b=0)
    """
    try:
        root = ElementTree.fromstring(f"<svg>{body}</svg>")
    except ElementTree.ParseError as error:
        raise DeckError(f"picture {name!r} is no SVG: {error}") from error
    try:
        return tuple(
            painted for element in root for painted in _walk(element, BLACK.hex, False, 1.0)
        )
    except ValueError as error:
        raise DeckError(f"picture {name!r} cannot be drawn: {error}") from error


_ACTIVE = frozenset(
    {"script", "foreignObject", "animate", "animateMotion", "animateTransform", "set"}
)
_SAID = frozenset({"title", "desc", "metadata", "namedview"})


def unlinked(root: ElementTree.Element, name: str) -> ElementTree.Element:
    """A copy of a drawing without scripts, handlers, animation and remarks.

    Raises:
        DeckError: It is no SVG, or it links to something outside itself.
    """
    if _local(root.tag) != "svg":
        raise DeckError(f"the drawing {name!r} is no SVG; save it anew")
    copy = ElementTree.Element(root.tag, _kept(root, name))
    copy.text = root.text
    for child in root:
        if not isinstance(child.tag, str) or _local(child.tag) in _ACTIVE | _SAID:
            continue
        if _local(child.tag) == "svg":
            copy.append(unlinked(child, name))
            continue
        copy.append(_copied(child, name))
    return copy


def _copied(element: ElementTree.Element, name: str) -> ElementTree.Element:
    copy = ElementTree.Element(element.tag, _kept(element, name))
    copy.text, copy.tail = element.text, element.tail
    if _local(element.tag) == "style":
        _refuse_links(element.text or "", name)
    for child in element:
        if isinstance(child.tag, str) and _local(child.tag) not in _ACTIVE | _SAID:
            copy.append(_copied(child, name))
    return copy


def _kept(element: ElementTree.Element, name: str) -> dict[str, str]:
    kept = {}
    for key, value in element.items():
        plain = _local(key)
        if plain.lower().startswith("on") or (key.startswith("{") and _is_editors(key)):
            continue
        if _local(element.tag) == "a" and plain in ("href", "target"):
            continue  # a link for readers: nothing is drawn from it
        is_inside = value.lstrip().startswith(("#", "data:image/"))
        if plain in ("href", "src") and value.strip() and not is_inside:
            raise DeckError(
                f"the drawing {name!r} links to {value.strip()[:60]!r}; "
                "nothing is fetched: embed the picture in the drawing"
            )
        _refuse_links(value, name)
        kept[key] = value
    return kept


def _refuse_links(text: str, name: str) -> None:
    link = re.search(r"@import|url\(\s*['\"]?\s*(?!#|['\"]?data:image/)[^)]{0,60}", text)
    if link:
        raise DeckError(
            f"the drawing {name!r} links to something outside itself ({link[0][:60]!r}); "
            "nothing is fetched: embed it in the drawing"
        )


def _is_editors(key: str) -> bool:
    return not key.startswith(("{http://www.w3.org/1999/xlink}", "{http://www.w3.org/XML/"))


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _walk(
    element: ElementTree.Element, fill: str, is_even_odd: bool, opacity: float
) -> Iterator[Painted]:
    tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
    if tag not in _KNOWN:
        raise ValueError(f"it holds the element {tag!r}")
    strange = set(element.keys()) - _ATTRIBUTES
    if strange:
        raise ValueError(f"{tag!r} has the attribute {sorted(strange)[0]!r}")
    fill = element.get("fill", fill)
    is_even_odd = element.get("fill-rule", "evenodd" if is_even_odd else "nonzero") == "evenodd"
    opacity *= float(element.get("opacity", "1"))
    if tag == "g":
        for child in element:
            yield from _walk(child, fill, is_even_odd, opacity)
    elif fill != "none":
        yield Painted(_outline_of(element, tag), _color(fill), is_even_odd, opacity)


def _color(text: str) -> Color:
    if text in _NAMED:
        text = _NAMED[text]
    if re.fullmatch(r"#[0-9a-fA-F]{3}", text):
        text = "#" + "".join(2 * digit for digit in text[1:])
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise ValueError(f"it is painted with {text!r}")
    return Color.from_hex(text)


def _outline_of(element: ElementTree.Element, tag: str) -> Outline:
    def number(key: str) -> float:
        return float(element.get(key, "0"))

    if tag == "path":
        return parse_path(element.get("d", ""))
    if tag == "circle":
        return disc(number("cx"), number("cy"), number("r"))
    if tag == "ellipse":
        rx, ry = number("rx"), number("ry")
        unit = disc(0.0, 0.0, 1.0)
        return Outline(
            tuple(
                (
                    step,
                    tuple(
                        value * (ry if at % 2 else rx) + number("cy" if at % 2 else "cx")
                        for at, value in enumerate(values)
                    ),
                )
                for step, values in unit.steps
            )
        )
    box = BoxMm(number("x"), number("y"), number("width"), number("height"))
    return rounded(box, number("rx"))


def parse_path(text: str) -> Outline:
    """Read a path's `d` attribute; every curve becomes a cubic.

    Raises:
        ValueError: It is not a path.

    Example:
        >>> parse_path("M1 2h3v4z").steps
        (('m', (1.0, 2.0)), ('l', (4.0, 2.0)), ('l', (4.0, 6.0)), ('h', ()))
    """
    steps: list[Step] = []
    x = y = start_x = start_y = 0.0
    control: tuple[float, float] | None = None
    last = ""
    for command, given in _commands(text):
        kind, relative = command.upper(), command.islower()
        dx, dy = (x, y) if relative else (0.0, 0.0)
        before, control = control, None
        if kind == "Z":
            steps.append(("h", ()))
            x, y = start_x, start_y
        elif kind in "ML":
            x, y = given[0] + dx, given[1] + dy
            steps.append(("m" if kind == "M" else "l", (x, y)))
            if kind == "M":
                start_x, start_y = x, y
        elif kind in "HV":
            x, y = (given[0] + dx, y) if kind == "H" else (x, given[0] + dy)
            steps.append(("l", (x, y)))
        elif kind == "A":
            end = (given[5] + dx, given[6] + dy)
            steps += _arc((x, y), given[0], given[1], given[2], bool(given[3]), bool(given[4]), end)
            x, y = end
        else:
            points = [(given[at] + dx, given[at + 1] + dy) for at in range(0, len(given), 2)]
            if kind in "ST":
                smooth = before is not None and last in ("CS" if kind == "S" else "QT")
                mirrored = (2 * x - before[0], 2 * y - before[1]) if smooth and before else (x, y)
                points.insert(0, mirrored)
            control = points[-2]
            if kind in "QT":
                (qx, qy), end = points
                points = [
                    (x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3),
                    (end[0] + (qx - end[0]) * 2 / 3, end[1] + (qy - end[1]) * 2 / 3),
                    end,
                ]
            steps.append(("c", tuple(value for point in points for value in point)))
            x, y = points[-1]
        last = kind
    return Outline(tuple(steps))


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    at, command = 0, ""
    while (at := _skip(text, at)) < len(text):
        match = re.compile(r"[A-Za-z]").match(text, at)
        if match:
            command, at = match[0], match.end()
            if command.upper() not in _COUNTS:
                raise ValueError(f"a path has the command {command!r}")
            if command.upper() == "Z":
                yield command, []
                command = ""
                continue
        if not command:
            raise ValueError(f"a path has a number where a command is due: {text[at : at + 12]!r}")
        numbers: list[float] = []
        for position in range(_COUNTS[command.upper()]):
            at = _skip(text, at)
            # The two flags of an arc are one digit each and may stand without a space.
            is_flag = command.upper() == "A" and position in (3, 4)
            found = (_FLAG if is_flag else _NUMBER).match(text, at)
            if not found:
                raise ValueError(f"a path breaks off at {text[at : at + 12]!r}")
            numbers.append(float(found[0]))
            at = found.end()
        yield command, numbers
        command = {"M": "L", "m": "l"}.get(command, command)


_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_FLAG = re.compile(r"[01]")


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " ,\t\r\n":
        at += 1
    return at


def _arc(
    start: tuple[float, float],
    rx: float,
    ry: float,
    tilt_deg: float,
    is_large: bool,
    is_sweep: bool,
    end: tuple[float, float],
) -> list[Step]:
    """An elliptic arc as cubics (SVG 2, appendix B.2.4)."""
    if start == end:
        return []
    rx, ry = abs(rx), abs(ry)
    if not rx or not ry:
        return [("l", end)]
    cos, sin = math.cos(math.radians(tilt_deg)), math.sin(math.radians(tilt_deg))
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * half_x + sin * half_y, -sin * half_x + cos * half_y
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    below = (rx * py) ** 2 + (ry * px) ** 2
    root = math.sqrt(max(0.0, (rx * ry) ** 2 - below) / below)
    if is_large == is_sweep:
        root = -root
    ux, uy = root * rx * py / ry, -root * ry * px / rx
    cx = cos * ux - sin * uy + (start[0] + end[0]) / 2
    cy = sin * ux + cos * uy + (start[1] + end[1]) / 2
    first = math.atan2((py - uy) / ry, (px - ux) / rx)
    sweep = math.atan2((-py - uy) / ry, (-px - ux) / rx) - first
    if is_sweep and sweep < 0:
        sweep += 2 * math.pi
    elif not is_sweep and sweep > 0:
        sweep -= 2 * math.pi
    pieces = max(1, math.ceil(abs(sweep) / (math.pi / 2) - 1e-9))
    angle = sweep / pieces
    reach = 4 / 3 * math.tan(angle / 4)

    def on_page(ux: float, uy: float) -> tuple[float, float]:
        return (cx + cos * rx * ux - sin * ry * uy, cy + sin * rx * ux + cos * ry * uy)

    steps: list[Step] = []
    for piece in range(pieces):
        one, two = first + piece * angle, first + (piece + 1) * angle
        c1, s1, c2, s2 = math.cos(one), math.sin(one), math.cos(two), math.sin(two)
        last = end if piece == pieces - 1 else on_page(c2, s2)
        steps.append(
            (
                "c",
                (
                    *on_page(c1 - reach * s1, s1 + reach * c1),
                    *on_page(c2 + reach * s2, s2 - reach * c2),
                    *last,
                ),
            )
        )
    return steps
