"""Join codes as QR: the modules as one SVG path, so that a page draws them without an image."""

from __future__ import annotations

from typing import Any, Final

import segno

QUIET_ZONE: Final = 4
"""Plain modules around the code (ISO/IEC 18004, 5.3.8)."""


def draw_qr(text: str) -> dict[str, Any]:
    """Draw a text as QR.

    Returns:
        `size`, the side in modules with the quiet zone, and `path`, an SVG path of the dark
        modules, one unit each.

    Example:
        >>> drawn = draw_qr("http://192.168.0.7:8080/t/home/cluemaster#ABC234")
        >>> drawn["size"], drawn["path"][:12]
        (41, 'M4 4h7v1h-7z')
    """
    code = segno.make(text, error="m", micro=False)
    parts: list[str] = []
    for y, row in enumerate(code.matrix, start=QUIET_ZONE):
        start = None
        for x, is_dark in enumerate((*row, 0), start=QUIET_ZONE):
            if is_dark and start is None:
                start = x
            elif not is_dark and start is not None:
                parts.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
                start = None
    return {"size": len(code.matrix) + 2 * QUIET_ZONE, "path": "".join(parts)}
