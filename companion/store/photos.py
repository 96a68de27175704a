"""Photos of the table, one file a move, beside the data file."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from companion.store.failures import failing_clearly

_NAME = re.compile(r"[A-Za-z0-9]{1,64}")


class PhotoShelf:
    """The photos of all games; can be used from any thread.

    Args:
        folder: Where they are kept; None keeps none (an evening in memory).

    Example:
        >>> shelf = PhotoShelf(None)
        >>> shelf.put("home", "1", 3, b"a picture")
        >>> shelf.get("home", "1", 3) is None
        True
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def put(self, table_code: str, game_id: str, number: int, jpeg: bytes) -> None:
        """Keep the photo of the table as it lay after so many actions.

        Raises:
            StoreError: It could not be kept.
        """
        place = self._place(table_code, game_id)
        if place is None:
            return
        with failing_clearly("keep a photo of the table", str(place)):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            half = place / f"{number}.part"
            half.write_bytes(jpeg)
            half.replace(place / f"{number}.jpg")

    def get(self, table_code: str, game_id: str, number: int) -> bytes | None:
        """The photo after so many actions or, where that was not taken, the last one before."""
        place = self._place(table_code, game_id)
        if place is None:
            return None
        taken = [one for one in self.numbers(table_code, game_id) if one <= number]
        if not taken:
            return None
        with failing_clearly("fetch a photo of the table", str(place)):
            return (place / f"{max(taken)}.jpg").read_bytes()

    def numbers(self, table_code: str, game_id: str) -> tuple[int, ...]:
        """After how many actions photos were taken, in order."""
        place = self._place(table_code, game_id)
        if place is None or not place.is_dir():
            return ()
        with failing_clearly("list the photos of a game", str(place)):
            names = [file.stem for file in place.glob("*.jpg")]
        return tuple(sorted(int(name) for name in names if name.isdecimal()))

    def forget(self, table_code: str, game_id: str) -> None:
        """Delete the photos of a game.

        Raises:
            StoreError: They could not be deleted.
        """
        place = self._place(table_code, game_id)
        if place is not None and place.is_dir():
            with failing_clearly("delete the photos of a game", str(place)):
                shutil.rmtree(place)

    def _place(self, table_code: str, game_id: str) -> Path | None:
        # Both come out of addresses: nothing else than letters and figures becomes a folder.
        if self._folder is None or not (_NAME.fullmatch(table_code) and _NAME.fullmatch(game_id)):
            return None
        return self._folder / table_code / game_id
