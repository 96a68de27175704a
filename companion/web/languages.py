"""The pages' languages: which one a visitor reads, and the catalogues, read from their sources.

The catalogues are kept as text (`translations/de.po`) and made ready when the program starts, so
that no compiled file can lag behind its source.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask, request
from flask_babel import Babel, Domain, get_locale

LANGUAGES: Final = {"en": "English", "de": "Deutsch"}
"""By their codes, each in its own words. English is the language of the source."""

LANGUAGE_COOKIE: Final = "language"

CATALOGUES: Final = Path(__file__).with_name("translations")


class TextCatalogues(Domain):  # type: ignore[misc]  # Flask-Babel ships no types
    """Gives the translations of the language that this request is read in."""

    def get_translations(self) -> NullTranslations:
        """The catalogue of the reader's language."""
        return catalogue(language_now())


class _Languages(Babel):  # type: ignore[misc]  # Flask-Babel ships no types
    domain_instance = TextCatalogues()


def speak_languages(app: Flask) -> None:
    """Have the pages of `app` speak the reader's language."""
    _Languages(app, locale_selector=wanted_language)
    app.jinja_env.globals["languages"] = LANGUAGES
    app.jinja_env.globals["language_now"] = language_now


def wanted_language() -> str:
    """The language that was chosen on a page, else the best of those the browser asks for."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def language_now() -> str:
    """The code of the language that this request is answered in."""
    locale = get_locale()
    return "en" if locale is None or locale.language not in LANGUAGES else locale.language


@cache
def catalogue(language: str) -> NullTranslations:
    """The translations of a language; none for the language of the source."""
    source = CATALOGUES / f"{language}.po"
    if not source.is_file():
        return NullTranslations()
    with source.open(encoding="utf-8") as text:
        messages = read_po(text, locale=language)
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return Translations(fp=compiled)
