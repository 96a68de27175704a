"""One action on its way into the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One accepted action that is to be kept.

    Attributes:
        table_code: The table.
        game_id: The game of that table.
        number: Which action of that game, from 0, without a gap.
        document: The action.
        at_s: When, in seconds since 1970.
    """

    table_code: str
    game_id: str
    number: int
    document: Mapping[str, Any]
    at_s: float | None = None

    @property
    def deed(self) -> str:
        """What is to be done, for a message."""
        return f"keep action {self.number} of table {self.table_code!r}"
