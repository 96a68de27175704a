"""What one printer does wrong, as it was measured on paper."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from typing import Any

from companion.errors import UsageError

MOST_SHIFT_MM = 10.0
MOST_ANGLE_DEG = 3.0
MOST_SCALE_ERROR = 0.1
"""Beyond these a print was not made at true size, or a number was misread."""


@dataclass(frozen=True, slots=True)
class PrinterProfile:
    """The faults of one printer, or of one tray of it.

    Shift and angle are those of the back against the front, as seen when one looks at the back:
    right and down are positive, and so is clockwise. The sheet turns about its centre.

    Attributes:
        name: What people call it.
        shift_x_mm: How far too far to the right a back lands.
        shift_y_mm: How far too far down.
        angle_deg: How far it is turned clockwise.
        scale_x: How long a line across the sheet comes out, of what it ought to be.
        scale_y: The same down the sheet.
    """

    name: str = "true"
    shift_x_mm: float = 0.0
    shift_y_mm: float = 0.0
    angle_deg: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    def __post_init__(self) -> None:
        """Refuse what no printer does."""
        for name, nominal, most in (
            ("shift_x_mm", 0.0, MOST_SHIFT_MM),
            ("shift_y_mm", 0.0, MOST_SHIFT_MM),
            ("angle_deg", 0.0, MOST_ANGLE_DEG),
            ("scale_x", 1.0, MOST_SCALE_ERROR),
            ("scale_y", 1.0, MOST_SCALE_ERROR),
        ):
            value = getattr(self, name)
            if not math.isfinite(value) or abs(value - nominal) > most:
                raise UsageError(
                    f"printer {self.name!r}: {name} is {nominal - most:g} to {nominal + most:g}, "
                    f"not {value:g}; print the sheet at 100 % and measure again"
                )

    @property
    def is_true(self) -> bool:
        """Whether there is nothing to undo."""
        return self.measures == PrinterProfile(self.name).measures

    @property
    def measures(self) -> tuple[float, float, float, float, float]:
        """The five faults."""
        return (self.shift_x_mm, self.shift_y_mm, self.angle_deg, self.scale_x, self.scale_y)

    def undone(
        self, width_mm: float, height_mm: float, *, is_back: bool
    ) -> tuple[float, float, float, float, float, float]:
        """The transform of a page that undoes the faults.

        Returns:
            `a b c d e f` as PDF writes it, in millimetres, y down: a point (x, y) goes to
            (a x + c y + e, b x + d y + f).

        Example:
            >>> den = PrinterProfile("den", shift_x_mm=0.5)
            >>> [round(value, 3) + 0.0 for value in den.undone(297, 210, is_back=True)]
            [1.0, 0.0, 0.0, 1.0, -0.5, 0.0]
        """
        angle = math.radians(-self.angle_deg) if is_back else 0.0
        shift_x, shift_y = (-self.shift_x_mm, -self.shift_y_mm) if is_back else (0.0, 0.0)
        cos, sin = math.cos(angle), math.sin(angle)
        # What the printer does last is undone first: it shifts and turns what it has scaled.
        a, b = cos / self.scale_x, sin / self.scale_y
        c, d = -sin / self.scale_x, cos / self.scale_y
        x, y = width_mm / 2, height_mm / 2
        turned_x, turned_y = cos * shift_x - sin * shift_y, sin * shift_x + cos * shift_y
        e = x + turned_x / self.scale_x - a * x - c * y
        f = y + turned_y / self.scale_y - b * x - d * y
        return (a, b, c, d, e, f)

    def to_document(self) -> dict[str, Any]:
        """Write the profile as plain values."""
        return asdict(self)

    @classmethod
    def from_document(cls, document: object) -> PrinterProfile:
        """Read plain values back.

        Raises:
            UsageError: They are not a printer profile.
        """
        if not isinstance(document, dict):
            raise UsageError("a printer profile has name, shift_x_mm and so on; this is none")
        known = {field.name for field in fields(cls)}
        strange = sorted(str(key) for key in document if key not in known)
        if strange:
            raise UsageError(
                f"a printer profile has no {strange[0]!r}; it has {', '.join(sorted(known))}"
            )
        try:
            values = {
                key: str(value) if key == "name" else float(value)
                for key, value in document.items()
            }
        except (TypeError, ValueError) as error:
            raise UsageError("a printer profile's measures are numbers") from error
        return cls(**values)  # type: ignore[arg-type] # the keys were just compared
