"""The headers that every answer carries: nothing from outside, nothing kept, nothing told."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",  # the camera's picture is fetched and shown from memory
        "font-src 'self'",
        "media-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

STRICT_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}

KEPT_BY_BROWSERS: Final = frozenset(
    {
        "static",
        "palette.stylesheet",
        "words.module",
        "bundles.script",
        "bundles.style",
        "pictures_api.drawing",
        "installable.worker",
        "installable.manifest",
        "installable.offline",
    }
)
"""Endpoints whose answers are the same for everybody who reads the same language."""


def send_strict_headers(app: Flask) -> None:
    """Put the strict headers on every answer of `app`, error pages included."""
    app.after_request(_add_headers)


_PARTS: Final = frozenset({"text/css", "text/javascript", "font/woff2"})
"""Kinds that no browser shows as a page: what governs pages is no part of them, and weighs."""

_PART_HEADERS: Final = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")


def _add_headers(response: Response) -> Response:
    # A worker is a page of its own in this: it is governed by its own policy.
    is_part = response.mimetype in _PARTS and request.endpoint != "installable.worker"
    for name in _PART_HEADERS if is_part and response.status_code < 400 else STRICT_HEADERS:
        response.headers.setdefault(name, STRICT_HEADERS[name])
    if request.endpoint in KEPT_BY_BROWSERS:
        # Kept by the browser, asked after each time: an update of the program is seen at once.
        response.headers["Cache-Control"] = "no-cache"
    else:
        # A page or a view may hold what only this visitor may see, and the back button must not
        # bring back what a hand has let go of.
        response.headers["Cache-Control"] = "no-store"
    return response
