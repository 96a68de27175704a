"""Where lines go: JSON for programs to standard output, words for people to standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any


def emit(document: Mapping[str, Any]) -> None:
    """Print one JSON object as one line on standard output, at once."""
    print(json.dumps(document, ensure_ascii=False, separators=(", ", ": ")), flush=True)


def say(message: str) -> None:
    """Tell people something on standard error."""
    print(message, file=sys.stderr, flush=True)


def show(line: str, *, as_json: bool) -> None:
    """Print a result for people; with `--json` the JSON alone speaks."""
    if not as_json:
        print(line, flush=True)
