"""Names for cards without tags, by the words printed on them; they also say which way is up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.deck.cards import id_from_word
from companion.terms import ALL_CELLS, GRID_SIDE, Face
from companion.vision.frame import Image
from companion.vision.reading import BoardReading, CellState
from companion.vision.words import TextReader, WordSighting, guessers_turn_of, read_words

_Floats = NDArray[np.float64]


def name_cards(
    image: Image,
    reading: BoardReading,
    reader: TextReader,
    known: Mapping[str, str] | None = None,
) -> BoardReading:
    """Name the bare cards of an untagged reading, turned as most of its words stand.

    A covered cell gets no name, however well a word beside the cover reads, but where both words
    of the card are read: then nothing covers it. A cell of which it could not be told what lies
    there is a bare card where its word is read.

    Args:
        image: The picture, uint8, shape `(H, W, 3)`, BGR.
        reading: What was found in it, in any turn.
        reader: Finds print and reads it.
        known: The deck's words and the ids of their cards, where there is such a deck.

    Returns:
        The same reading with names, in the guessers' order; as it was where no words are read.
    """
    return read_names(image, reading, reader, known)[0]


def read_names(
    image: Image,
    reading: BoardReading,
    reader: TextReader,
    known: Mapping[str, str] | None = None,
) -> tuple[BoardReading, dict[str, str], int]:
    """The same, with the words as printed and the turn.

    Returns:
        The reading as `name_cards` gives it, each named card's word by its id, and by how many
        corners the reading was turned.
    """
    words = tuple(known or ())
    sightings = read_words(image, _quads(reading), reader, known=words)
    turn = guessers_turn_of(sightings)
    if turn is None and not reading.is_mirrored:
        # Print in a mirror reads as nothing at all; turned over it reads at once.
        mirrored = mirror_reading(reading)
        width = image.shape[1]
        quads = _quads(mirrored)
        quads = np.stack([width - 1 - quads[..., 0], quads[..., 1]], axis=-1)
        again = read_words(np.ascontiguousarray(image[:, ::-1]), quads, reader, known=words)
        turn = guessers_turn_of(again)
        if turn is not None:
            reading, sightings = mirrored, again
    if turn is None:
        turn = 0
    named = turn_reading(_named(reading, sightings, known or {}), turn)
    printed = {
        (known or {}).get(seen.word) or card_id(seen): seen.word
        for seen in sightings
        if seen is not None
    }
    return named, printed, turn


def _quads(reading: BoardReading) -> _Floats:
    return np.array([cell.quad_px for cell in reading.cells], dtype=np.float64)


def _named(
    reading: BoardReading, sightings: tuple[WordSighting | None, ...], known: Mapping[str, str]
) -> BoardReading:
    """The same cells with their words' ids; a word seen twice is believed nowhere."""
    ids = [None if seen is None else known.get(seen.word) or card_id(seen) for seen in sightings]
    cells = []
    for cell, seen, name in zip(reading.cells, sightings, ids, strict=True):
        is_bare = cell.state in (CellState.CARD, CellState.HIDDEN) or (
            # A card in shadow can be as grey as a cover; no cover shows a card's word twice.
            seen is not None and seen.is_twice
        )
        if is_bare and name is not None and ids.count(name) == 1:
            cell = replace(cell, state=CellState.CARD, card=name, face=Face.WORD, cover=None)
        cells.append(cell)
    return replace(reading, cells=tuple(cells))


def card_id(seen: WordSighting) -> str:
    """The id of a card of no deck: its word in small letters, as a deck of words would name it."""
    return id_from_word(seen.word)


def turn_reading(reading: BoardReading, turn: int) -> BoardReading:
    """Read the same cells from another side.

    Args:
        reading: A reading.
        turn: The corner of each outline that shall come first: 2 is from opposite.
    """
    if turn == 0:
        return reading
    grid = np.arange(GRID_SIDE * GRID_SIDE).reshape(GRID_SIDE, GRID_SIDE)
    order = np.rot90(grid, turn).reshape(-1)
    return replace(
        reading,
        cells=tuple(
            replace(
                reading.cells[int(at)],
                cell=cell,
                quad_px=np.roll(reading.cells[int(at)].quad_px, -turn, axis=0),
            )
            for cell, at in zip(ALL_CELLS, order, strict=True)
        ),
    )


def mirror_reading(reading: BoardReading) -> BoardReading:
    """The same cells as they truly lie, when the picture shows them mirrored."""
    grid = np.arange(GRID_SIDE * GRID_SIDE).reshape(GRID_SIDE, GRID_SIDE)[:, ::-1].reshape(-1)
    return replace(
        reading,
        is_mirrored=True,
        cells=tuple(
            replace(
                reading.cells[int(at)],
                cell=cell,
                quad_px=reading.cells[int(at)].quad_px[[1, 0, 3, 2]],
            )
            for cell, at in zip(ALL_CELLS, grid, strict=True)
        ),
    )
