"""The lens bench on its own: `python -m calibration views.json` solves views that were kept."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from calibration.lens import LensRefused, solve_lens, views_from
from calibration.report import lens_lines
from companion.errors import CompanionError


def main(argv: Sequence[str] | None = None) -> int:
    """Solve a lens from a file of views; the lens goes to standard output as JSON."""
    parser = argparse.ArgumentParser(
        prog="python -m calibration",
        description="Solves a lens again from views that were kept.",
        epilog="Example: python -m calibration views.json --leave-out 3 7",
    )
    parser.add_argument("views", type=Path, help="the inputs of a lens report, as JSON")
    parser.add_argument("--leave-out", type=int, nargs="+", default=[], metavar="N")
    parser.add_argument("--row-mm", type=float, help="length of one row of squares on the print")
    options = parser.parse_args(argv)
    try:
        document = json.loads(options.views.read_text(encoding="utf-8"))
        views, size_wh = views_from(document.get("inputs", document))
    except (OSError, ValueError, AttributeError, CompanionError) as error:
        print(f"{parser.prog}: {options.views}: {error}", file=sys.stderr)
        return 2
    kept = [view for at, view in enumerate(views, 1) if at not in options.leave_out]
    outcome = solve_lens(kept, size_wh, row_mm=options.row_mm)
    for line in lens_lines(outcome):
        print(line, file=sys.stderr)
    if isinstance(outcome, LensRefused):
        return 1
    print(json.dumps(asdict(outcome.lens)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
