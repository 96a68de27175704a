"""In which language the desk and the league are shown: German first, English when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import Response, request

TONGUES: Final = ("de", "en")
"""It is a German league's evening: German unless somebody asks for English."""

_COOKIE: Final = "tongue"
_COOKIE_OF_THE_TABLES: Final = "language"
"""What somebody has chosen on a table's pages counts here too."""

_LASTS_S: Final = 365 * 24 * 3600


def tongue() -> str:
    """The language of this request: as asked for in the address, here before, or on other pages."""
    chosen = (request.cookies.get(cookie) for cookie in (_COOKIE, _COOKIE_OF_THE_TABLES))
    for asked in (request.args.get("lang"), *chosen):
        if asked in TONGUES:
            return asked
    return TONGUES[0]


def remember_tongue(response: Response) -> Response:
    """Keep what was asked for in the address for the pages that follow."""
    asked = request.args.get("lang")
    if asked in TONGUES:
        response.set_cookie(
            _COOKIE, asked, max_age=_LASTS_S, samesite="Strict", secure=request.is_secure
        )
    return response


def spoken(both: Mapping[str, tuple[str, str]], language: str) -> dict[str, str]:
    """The texts of one language out of pairs of German and English.

    Example:
        >>> spoken({"yes": ("Ja", "Yes")}, "en")
        {'yes': 'Yes'}
    """
    which = TONGUES.index(language)
    return {name: pair[which] for name, pair in both.items()}
