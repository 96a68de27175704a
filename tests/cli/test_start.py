from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEAVY = ("numpy", "cv2", "flask", "gevent", "sqlalchemy", "reportlab", "segno", "yaml")


def test_help_loads_no_library_that_it_does_not_need(repository: Path) -> None:
    # `--help` answers at once, and `doctor` runs where one of these does not load.
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from companion.cli.main import make_parser; make_parser(); "
            f"print(*(name for name in {HEAVY} if name in sys.modules))",
        ],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout.split() == []
