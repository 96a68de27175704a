"""Opens the album of pictures in a data folder, for one command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.cli.files import make_folder
from companion.cli.settings import default_data_folder
from companion.store.store import Store
from companion.table.album_book import AlbumBook


@contextmanager
def open_album(data: Path | None) -> Iterator[AlbumBook]:
    """The album of a data folder, for one command.

    Raises:
        StoreError: It cannot be read.
        UsageError: The folder cannot be written, or what lies there is no album.
    """
    folder = data or default_data_folder()
    make_folder(folder, "the data folder", mode=0o700)
    with Store(folder) as store:
        yield AlbumBook(store)
