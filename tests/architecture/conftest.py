from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run_tool(tmp_path: Path) -> Run:
    """Run a tool of this environment in a folder of its own, with the project's settings."""

    def run(tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        found = shutil.which(tool, path=str(Path(sys.executable).parent)) or shutil.which(tool)
        assert found, f"{tool} is not installed: pip install '.[test]'"
        return subprocess.run(
            [found, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )

    return run


@pytest.fixture
def plant(tmp_path: Path, repository: Path) -> Callable[[str, str], Path]:
    """Write a file with a fault into a folder that has the project's settings."""
    shutil.copy(repository / "pyproject.toml", tmp_path)

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write
