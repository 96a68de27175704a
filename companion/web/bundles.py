"""A page's scripts and its styles, each sent as one file: a phone on a weak line asks once.

There is no build step: the modules are plain files that any browser could load by themselves, and
they are put together when they are first asked for. The scripts keep to the few forms of `import`
and `export` that are known here; a test holds them to it.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from companion.web.palette_css import stylesheet

blueprint = Blueprint("bundles", __name__)

STATIC: Final = Path(__file__).with_name("static")

STYLES: Final = {
    "table": ("base", "board", "status", "table"),
    "cluemaster": ("base", "board", "status", "cluemaster"),
    "host": ("base", "board", "status", "cluemaster", "host"),
}
"""The style sheets of each page, in their order; the palette comes before them."""

SCRIPTS: Final = ("table", "cluemaster", "host")
"""The pages whose scripts are put together; each begins with the module of its name."""

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_REEXPORT: Final = re.compile(r'^export \{([^}]*)\} from "\./([\w-]+)\.js";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?function\*?|const|class) ([\w$]+)", re.MULTILINE)
_LINE_COMMENT: Final = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_BLOCK_COMMENT: Final = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)


@blueprint.get("/scripts/<page>.js", endpoint="script")
def serve_script(page: str) -> Response:
    """The scripts of a page."""
    if page not in SCRIPTS:
        raise NotFound
    return _kept(script_of(page), "text/javascript")


@blueprint.get("/styles/<page>.css", endpoint="style")
def serve_style(page: str) -> Response:
    """The styles of a page, the palette first."""
    if page not in STYLES:
        raise NotFound
    return _kept(style_of(page), "text/css")


@cache
def style_of(page: str) -> str:
    """Put the style sheets of a page together."""
    sheets = [(STATIC / "css" / f"{name}.css").read_text("utf-8") for name in STYLES[page]]
    return stylesheet() + "".join(_BLOCK_COMMENT.sub("", sheet) for sheet in sheets)


@cache
def script_of(page: str) -> str:
    """Put the modules that a page's script needs together, each in a scope of its own."""
    outside: dict[str, set[str]] = {}
    order: list[str] = []
    bodies: dict[str, str] = {}

    def take(name: str) -> None:
        if name in bodies:
            return
        bodies[name] = ""  # being taken: a circle would find itself here
        source = (STATIC / "js" / f"{name}.js").read_text("utf-8")
        for _names, where in _IMPORT.findall(source):
            if where.startswith("./"):
                take(where[2:-3])
        for _names, where in _REEXPORT.findall(source):
            take(where)
        bodies[name] = _as_scope(name, source, outside)
        order.append(name)

    take(page)
    imports = "".join(
        f'import {{ {", ".join(sorted(names))} }} from "{where}";\n'
        for where, names in sorted(outside.items())
    )
    return imports + "".join(bodies[name] for name in order)


def _as_scope(name: str, source: str, outside: dict[str, set[str]]) -> str:
    given = [found[1] for found in _EXPORT.findall(source)]
    passed_on = [
        (each.strip(), where)
        for names, where in _REEXPORT.findall(source)
        for each in _names(names)
    ]

    def bring_in(found: re.Match[str]) -> str:
        names, where = found.groups()
        if not where.startswith("./"):
            outside.setdefault(where, set()).update(_names(names))
            return ""
        told = ", ".join(each.replace(" as ", ": ") for each in _names(names))
        return f"const {{ {told} }} = {_scope(where[2:-3])};\n"

    body = _REEXPORT.sub("", source)
    body = _IMPORT.sub(bring_in, body)
    body = _EXPORT.sub(r"\1 \2", body)
    body = _INDENT.sub("", _LINE_COMMENT.sub("", _BLOCK_COMMENT.sub("", body)))
    back = [*given, *(f"{each}: {_scope(where)}.{each}" for each, where in passed_on)]
    return f"const {_scope(name)} = (() => {{\n{body}return {{ {', '.join(back)} }};\n}})();\n"


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]


def _scope(name: str) -> str:
    return f"module_{name.replace('-', '_')}"


def _kept(body: str, mimetype: str) -> Response:
    response = Response(body, mimetype=mimetype)
    response.set_etag(sha256(body.encode()).hexdigest()[:16])
    response.make_conditional(request)
    return response
