"""Sees to it that only one program keeps its evening in a data folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from companion.cli.files import reason_of
from companion.errors import UsageError

LOCK = "evening.lock"
"""File in the data folder that says by its lock, not by being there, that an evening is open."""


@contextmanager
def only_program_in(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; the system lets go of it when the program ends, however it ends.

    Raises:
        UsageError: Another program holds it.
    """
    try:
        file = (folder / LOCK).open("ab")
    except OSError as error:
        raise UsageError(
            f"the data folder {str(folder)!r} cannot be written: {reason_of(error)}"
        ) from error
    with file:
        if not _is_locked_now(file):
            raise UsageError(
                f"another companion already keeps its evening in {str(folder)!r}; close it, "
                "or name another folder with --data"
            )
        yield


def _is_locked_now(file: BinaryIO) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
