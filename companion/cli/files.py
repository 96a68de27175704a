"""Files that the command line reads and writes: whole or not at all, and with one clear line."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.errors import UsageError


def read_whole(path: Path, what: str) -> bytes:
    """Read a file that was named on the command line.

    Raises:
        UsageError: It is not there, is a folder, cannot be read, or is empty.
    """
    try:
        # A pipe would be waited for until somebody writes into it.
        if path.exists() and not path.is_file() and not path.is_dir():
            raise UsageError(f"cannot read {what} {str(path)!r}: it is no file")
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {what} {str(path)!r}: {reason_of(error)}") from error
    if not content:
        raise UsageError(f"{what} {str(path)!r} is empty")
    return content


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, whatever happens in between.

    Raises:
        UsageError: The folder is not there, is not writable, or is full.
    """
    # Beside the target, so that the last step is one rename on one disk.
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("wb") as open_part:
                open_part.write(content)
                open_part.flush()
                os.fsync(open_part.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {reason_of(error)}") from error


def make_folder(path: Path, what: str, *, mode: int = 0o777) -> Path:
    """Make a folder if it is missing, and see that it can be written.

    Args:
        path: The folder.
        what: What it is for.
        mode: Who may do what in it, if it is made; Windows passes that over.

    Raises:
        UsageError: It cannot be made or written.
    """
    try:
        path.mkdir(mode=mode, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        raise UsageError(
            f"{what} {str(path)!r} cannot be written: {reason_of(error)}; name a folder of yours"
        ) from error
    return path


def check_folder(data: Path) -> None:
    """See that a folder can be written, or made.

    Raises:
        UsageError: It cannot.
    """
    there = next((each for each in (data, *data.absolute().parents) if each.exists()), Path("/"))
    why = None
    if not there.is_dir():
        why = f"{str(there)!r} is no folder"
    elif not os.access(there, os.W_OK | os.X_OK) or not _takes_folders(there):
        why = "no folder can be made there" if there != data else "it cannot be written"
    if why is not None:
        raise UsageError(
            f"the data folder {str(data)!r} cannot be used: {why}; name a folder of yours"
        )


def _takes_folders(there: Path) -> bool:
    """Whether a folder can truly be made there: systems have places where not even root may."""
    trial = there / f".companion-{os.getpid()}"
    try:
        trial.mkdir()
        trial.rmdir()
    except OSError:
        return False
    return True


def reason_of(error: OSError) -> str:
    """The system's reason in its own words, without path and number.

    Example:
        >>> reason_of(FileNotFoundError(2, "No such file or directory"))
        'No such file or directory'
    """
    return error.strerror or str(error)
