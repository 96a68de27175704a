"""The album of pictures, kept in the data folder: cards are known again on another evening."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np

from companion.store.store import Store
from companion.vision.album import Album, Picture, Recognised, learn, recognise
from companion.vision.frame import Image
from companion.vision.reading import BoardReading

PICTURES = "picture"
BOOK = "album"
"""Kinds of documents in the store: each card, and what is said of all of them."""


class AlbumBook:
    """An album that grows by itself; can be used from any thread.

    Args:
        store: Where it is kept.
        is_growing: Whether cards that are new are kept.

    Raises:
        StoreError: It cannot be read.
        UsageError: What lies there is no album.
    """

    def __init__(self, store: Store, *, is_growing: bool = True) -> None:
        self._store = store
        self._is_growing = is_growing
        self._lock = threading.Lock()
        self._album = load_album(store)

    @property
    def album(self) -> Album:
        """What is known now."""
        return self._album

    def look(self, image: Image, reading: BoardReading) -> Recognised:
        """Recognise the cards of a table that have no name yet, and keep the new ones.

        Args:
            image: The picture.
            reading: Where its cells lie.

        Raises:
            StoreError: The new cards could not be kept.
        """
        with self._lock:
            seen = recognise(self._album, image, reading)
            # A word is the better name, and its card none for the album.
            is_open = np.array([cell.card is None for cell in reading.cells])
            seen = replace(
                seen,
                pictures=tuple(
                    picture if free else None
                    for picture, free in zip(seen.pictures, is_open, strict=True)
                ),
                is_new=seen.is_new & is_open,
            )
            if not self._is_growing:
                return seen
            album, seen = learn(self._album, seen)
            save_album(self._store, self._album, album)
            self._album = album
            return seen

    def name(self, number: int, name: str | None) -> Picture | None:
        """Call a card something; None where there is no such card."""
        with self._lock:
            for picture in self._album.pictures:
                if picture.number == number:
                    named = replace(picture, name=name)
                    others = [each for each in self._album.pictures if each is not picture]
                    self._store.save_document(PICTURES, str(number), named.to_document())
                    self._album = Album.of([*others, named], self._album.next_number)
                    return named
        return None

    def forget(self) -> int:
        """Forget every card; gives how many there were."""
        with self._lock:
            count = len(self._album.pictures)
            empty = Album(next_number=self._album.next_number)
            save_album(self._store, self._album, empty)
            self._album = empty
            return count


def load_album(store: Store) -> Album:
    """Open the album; an empty one where none was kept."""
    book = store.load_document(BOOK, BOOK) or {}
    pictures = []
    for name in store.document_names(PICTURES):
        document = store.load_document(PICTURES, name)
        if document is not None:
            pictures.append(Picture.from_document(int(name), document))
    return Album.of(pictures, int(book.get("next_number", 1)))


def save_album(store: Store, old: Album, new: Album) -> None:
    """Keep what has changed; a fault half way leaves a smaller album, never a wrong one."""
    store.save_document(BOOK, BOOK, {"next_number": new.next_number})
    kept = {picture.number: picture for picture in old.pictures}
    for picture in new.pictures:
        if kept.pop(picture.number, None) is not picture:
            store.save_document(PICTURES, str(picture.number), picture.to_document())
    for number in kept:
        store.delete_document(PICTURES, str(number))
