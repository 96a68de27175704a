"""Errors as answers: one JSON body for programs, one calm page for people, never a traceback."""

from __future__ import annotations

import logging
import traceback
from typing import Any, Final

from flask import Flask, Response, jsonify, render_template, request
from flask_babel import gettext
from werkzeug.exceptions import HTTPException

from companion.errors import (
    CameraLostError,
    CompanionError,
    DeckError,
    FindingError,
    NotAllowedError,
    RuleBrokenError,
    SheetOverflowError,
    StaleRevisionError,
    StoreError,
    TooManyTriesError,
    UnknownTableError,
    UnreadableError,
    UsageError,
)
from companion.web.languages import language_now
from companion.web.refusals import ERRORS

_LOG = logging.getLogger(__name__)

STATUS_OF: Final[tuple[tuple[type[CompanionError], int], ...]] = (
    (RuleBrokenError, 409),
    (StaleRevisionError, 409),
    (TooManyTriesError, 429),
    (NotAllowedError, 403),
    (UnknownTableError, 404),
    (UnreadableError, 400),
    (UsageError, 400),
    (DeckError, 400),
    (SheetOverflowError, 400),
    (CameraLostError, 503),
    (StoreError, 503),
)
"""The first kind that fits decides; a child stands before its parent."""

_WORDS_OF_STATUS: Final = {
    400: "this request cannot be read",
    403: "this is not for everybody at the table",
    404: "there is nothing at this address",
    405: "this address does not take that kind of request",
    413: "this is more than a move",
    415: "a move is sent as application/json",
    421: "this machine does not go by that name: use the address on the host's screen",
}


class MisdirectedError(CompanionError):
    """A request under a name that is not this machine's, or sent by a page from elsewhere."""

    code = "web/misdirected"


def error_body(error: Exception) -> tuple[int, dict[str, Any]]:
    """Turn any error into a status and the one JSON body that all refusals have.

    Example:
        >>> error_body(UnreadableError("'revision' is missing", text="{}"))
        (400, {'error': {'code': 'text/unreadable', 'message': "'revision' is missing"}})
    """
    if isinstance(error, MisdirectedError):
        return 421, _body(error.code, error.message)
    if isinstance(error, CompanionError):
        status = next((status for kind, status in STATUS_OF if isinstance(error, kind)), 500)
        body = _body(error.code, error.message)
        if isinstance(error, StaleRevisionError):
            body["error"]["revision"] = error.current
        if isinstance(error, FindingError):
            body["error"].update(finding=error.finding, values=error.values)
        return status, body
    if isinstance(error, HTTPException):
        status = error.code or 500
        words = _WORDS_OF_STATUS.get(status, (error.name or "refused").lower())
        return status, _body(f"http/{status}", words)
    return 500, _body(
        "web/unexpected",
        "something went wrong on this machine; the table is as it was before the request",
    )


def answer_errors(app: Flask) -> None:
    """Have every error of `app` answered by `error_body`, in JSON or as a page."""
    app.register_error_handler(Exception, _answer)


def wants_json() -> bool:
    """Whether a program asked, rather than somebody's browser."""
    return request.path.startswith("/api/") or request.path == "/healthz"


def _answer(error: Exception) -> tuple[Response | str, int] | HTTPException:
    if isinstance(error, HTTPException) and error.code is not None and error.code < 400:
        return error  # a redirect is no error
    status, body = error_body(error)
    if status >= 500:
        _log(error)
    if wants_json():
        response = jsonify(body)
        if isinstance(error, TooManyTriesError):
            response.headers["Retry-After"] = str(max(1, round(error.retry_after_s)))
        return response, status
    return render_template("error.html", status=status, message=_told(body["error"])), status


def _told(error: dict[str, Any]) -> str:
    """What a page says of a refusal: the room's own words, or in another language its kind."""
    known = ERRORS.get(error["code"])
    if language_now() == "en" or known is None:
        return str(error["message"])
    return str(gettext(known))


def _log(error: Exception) -> None:
    # Where it happened, and the kind; never the message or the values, which may hold a key card.
    # Frames come without their source lines, for the same reason.
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(frames))
    kind = type(error).__name__
    code = error.code if isinstance(error, CompanionError) else "web/unexpected"
    _LOG.error("%s (%s) at %s", kind, code, where)


def _body(code: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}
