"""From frame to frame: a still table costs next to nothing, and an arm does not lose it.

Where the picture moves, nothing is read: the cell is hidden until it lies still. Where it lies
still and looks as it did when it was read, the reading stands. Only what changed and has come to
rest is read again; and the whole table when the camera itself was moved, or now and then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.terms import ALL_CELLS
from companion.vision.arms import Arms, follow_arms, no_arms, seen_anew
from companion.vision.frame import Frame
from companion.vision.light_alone import Believed, but_for_light, first_believed
from companion.vision.motion import (
    THUMBNAIL_WIDTH_PX,
    changed_cells,
    has_changed,
    label_cells,
    make_thumbnail,
    moving_cells,
    noise_levels,
)
from companion.vision.portraits import NO_PORTRAITS, Portraits, show_own_cards, want_another_look
from companion.vision.readers import Reader
from companion.vision.reading import (
    BoardReading,
    CellReading,
    CellState,
    Unseen,
    cards_elsewhere,
    without_piece,
)
from companion.vision.same_way import has_stayed, in_known_order
from companion.vision.surroundings import with_neighbours

_REREAD_EVERY_S = 10.0
"""A still table is read again now and then: slow drifts of light creep under the threshold."""

_MOVED_CELLS = 15
"""So many cells that move at once: the camera itself moves, or the light."""

_WANDERED_CARDS = 2
"""Two cards that people exchange cost one look at the whole table."""

_READ_WHOLE_CELLS = 6
"""So many cells that changed and lie still: nobody lays six covers at once, but a camera that was
knocked shows as much, and so does a table that is cleared. The whole is read again."""

_SETTLED_S = 0.3
"""What was read beside an arm is read once more when it has gone: outlines under it are guesses."""
_LOST_S = 0.3
"""So is the whole when a cell cannot be read any more, once: its card may lie beside its cover."""

_RESTLESS_S = 1.0
"""A picture that moves everywhere for this long is a shaking camera: it is read all the same."""

_PORTRAIT_AFTER_S = 1.0
"""A portrait is trusted after a second look, this much later, at a cell that lies still."""

_SEARCH_EVERY_S = 0.4
"""Where no board is known and people's hands move, it is looked for only now and then."""

_AGAIN_S = 0.25
"""What was not recognised is looked at again this soon."""

_EVERYWHERE = np.ones(len(ALL_CELLS), dtype=np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """What is carried from frame to frame.

    Attributes:
        previous: Thumbnail of the frame before.
        reference: Thumbnail with each cell as it was when it was read.
        labels: Which pixel of a thumbnail belongs to which cell; None while no board is known.
        reading: The newest verdict.
        last_board: The newest reading that found the board, no cell of it hidden by motion.
        read_at_s: When the whole table was last read.
        moving_since_s: Since when most cells move; None while they do not.
        looked_at_s: When cells were last read.
        reads: How many frames were read in full.
        partial_reads: How many were read in part.
        frames: How many frames came.
        portraits: How the cells looked while they were bare.
        portrayed_at_s: When a portrait was last taken, or cells looked at for one.
        believed: How the cells looked when they were last read; None while no board is known.
        arms: Where arms lie; None while no board is known.
        is_disturbed: An arm lay over the table when the whole of it was last read.
        unread: Cells that were hidden when the whole table was last read, bool, shape `(25,)`.
    """

    previous: NDArray[np.float32]
    reference: NDArray[np.float32]
    labels: NDArray[np.uint8] | None
    reading: BoardReading | Unseen
    last_board: BoardReading | None
    read_at_s: float
    moving_since_s: float | None
    looked_at_s: float
    reads: int
    partial_reads: int
    frames: int
    portraits: Portraits
    portrayed_at_s: float
    believed: Believed | None
    arms: Arms | None
    unread: NDArray[np.bool_]
    is_disturbed: bool = False


def follow(
    track: Track | None, frame: Frame, reader: Reader
) -> tuple[Track, BoardReading | Unseen]:
    """Read the next frame of a source.

    Args:
        track: What the last call returned; None at the start.
        frame: The new frame.
        reader: Reads a table of these cards.

    Returns:
        What to hand to the next call, and this frame's reading.
    """
    thumbnail = make_thumbnail(frame.image)
    if track is None or track.previous.shape != thumbnail.shape:
        return _read_all(None, thumbnail, frame, reader)
    if track.labels is None or track.last_board is None or track.arms is None:
        if frame.captured_at_s - track.read_at_s < _REREAD_EVERY_S and not has_changed(
            track.reference, thumbnail
        ):
            waiting = replace(track, previous=thumbnail, frames=track.frames + 1)
            return waiting, track.reading
        if frame.captured_at_s - track.read_at_s < _SEARCH_EVERY_S and has_changed(
            track.previous, thumbnail
        ):
            waiting = replace(track, previous=thumbnail, frames=track.frames + 1)
            return waiting, track.reading
        return _read_all(track, thumbnail, frame, reader)
    return _follow_board(
        track, track.last_board, track.labels, track.arms, thumbnail, frame, reader
    )


def _follow_board(
    track: Track,
    board: BoardReading,
    labels: NDArray[np.uint8],
    arms: Arms,
    thumbnail: NDArray[np.float32],
    frame: Frame,
    reader: Reader,
) -> tuple[Track, BoardReading | Unseen]:
    """The next frame of a board that is known."""
    now_s = frame.captured_at_s
    levels = noise_levels(track.previous, thumbnail, labels)
    moving = moving_cells(track.previous, thumbnail, labels, levels)
    changed = changed_cells(track.reference, thumbnail, labels, levels)
    arms = follow_arms(arms, track.previous, thumbnail, labels, now_s, changed | moving, levels)
    track = replace(track, arms=arms)
    is_restless = int(moving.sum()) >= _MOVED_CELLS
    moving_since_s = (track.moving_since_s or now_s) if is_restless else None
    # Where a hand moves, or beside it, a cell that could not be read is worth another look.
    unread = track.unread & ~with_neighbours(moving)
    track = replace(track, moving_since_s=moving_since_s, unread=unread)
    if moving_since_s is not None and now_s - moving_since_s >= _RESTLESS_S:
        return _read_all(track, thumbnail, frame, reader)
    is_crossed = arms.lie_over(now_s)
    still = changed & ~moving
    unknown = _hidden_in(board.cells)
    is_crossed &= ~_bared(track, board, frame, is_crossed & ~moving & (changed | unknown))
    if not is_restless and int(still.sum()) >= _READ_WHOLE_CELLS:
        # A cover that is carried over a card lies on it for one picture.
        return _read_all(track, thumbnail, frame, reader, is_crossed | moving)
    has_settled = track.is_disturbed and not is_crossed.any()
    is_lost = (unknown & ~track.unread & ~is_crossed).any()
    pause_s = _SETTLED_S if has_settled else _LOST_S if is_lost else _REREAD_EVERY_S
    if not moving.any() and now_s - track.read_at_s >= pause_s:
        return _read_all(track, thumbnail, frame, reader, is_crossed)
    due = still | (unknown & ~moving & (now_s - track.looked_at_s >= _AGAIN_S))
    due &= ~is_crossed
    portrayed_at_s = track.portrayed_at_s
    if now_s - portrayed_at_s >= _PORTRAIT_AFTER_S:
        again = ~moving & ~is_crossed & want_another_look(track.portraits)
        due |= again
        portrayed_at_s = now_s if again.any() else portrayed_at_s
    cells = list(board.cells)
    reference = track.reference
    partial = track.partial_reads
    looked_at_s, portraits, believed = track.looked_at_s, track.portraits, track.believed
    if due.any():
        wanted = tuple(cell for cell, is_due in zip(ALL_CELLS, due, strict=True) if is_due)
        for reading in reader.read_some(frame.image, board, wanted):
            cells[reading.cell.position] = reading
        read, portraits = reader.recall(
            frame.image,
            replace(board, cells=tuple(cells), captured_at_s=now_s),
            wanted,
            portraits,
        )
        if believed is not None:
            read, believed = but_for_light(board, read, frame.image, believed, due)
        cells = list(read.cells)
        if _has_wandered(board, cells):
            return _read_all(track, thumbnail, frame, reader, is_crossed | moving)
        is_read = np.isin(labels, np.flatnonzero(due) + 1)
        reference = np.where(is_read, thumbnail, reference)
        told = due & _in_the_clear(cells, moving | is_crossed | (changed & ~due))
        arms = seen_anew(arms, thumbnail, now_s, told)
        partial, looked_at_s = partial + 1, now_s
    known = BoardReading(tuple(cells), board.is_mirrored, now_s, frame.number)
    shown = replace(
        known,
        cells=tuple(
            without_piece(reading, CellState.HIDDEN) if is_moving else reading
            for reading, is_moving in zip(cells, moving | (changed & ~due), strict=True)
        ),
    )
    followed = replace(
        track,
        previous=thumbnail,
        reference=reference,
        arms=arms,
        reading=shown,
        last_board=known,
        looked_at_s=looked_at_s,
        partial_reads=partial,
        frames=track.frames + 1,
        portraits=portraits,
        portrayed_at_s=max(portrayed_at_s, _portrayed_at_s(track, portraits, now_s)),
        believed=believed,
    )
    return followed, shown


def _bared(
    track: Track, board: BoardReading, frame: Frame, cells: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Of cells that an arm may lie over, those that show their own card again, shape `(25,)`.

    Surroundings may look strange when the hand has gone: a lamp was switched meanwhile, something
    was left there. A card's own face is the better witness.
    """
    bared = np.zeros(len(ALL_CELLS), dtype=np.bool_)
    wanted = [
        known.cell
        for known in board.cells
        if cells[known.cell.position] and known.state is not CellState.CARD
    ]
    if wanted:
        at = [cell.position for cell in wanted]
        bared[at] = show_own_cards(track.portraits, frame.image, board, wanted)
    return bared


def _read_all(
    track: Track | None,
    thumbnail: NDArray[np.float32],
    frame: Frame,
    reader: Reader,
    is_crossed: NDArray[np.bool_] | None = None,
) -> tuple[Track, BoardReading | Unseen]:
    """Read the whole table; of cells under an arm or a moving hand nothing new is believed."""
    now_s = frame.captured_at_s
    reading = reader.read(frame)
    board = track.last_board if track is not None else None
    if isinstance(reading, Unseen) and board is not None:
        reading = reader.hold(frame, board) or reading
    if isinstance(reading, BoardReading) and track is not None and board is not None:
        reading = in_known_order(board, reading)
        if track.believed and has_stayed(board, reading, frame.image, track.believed):
            reading = reader.hold(frame, board) or reading
    labels = track.labels if track is not None else None
    portraits = track.portraits if track is not None else NO_PORTRAITS
    arms = track.arms if track is not None else None
    believed = track.believed if track is not None else None
    if isinstance(reading, BoardReading):
        reading, portraits = reader.recall(frame.image, reading, ALL_CELLS, portraits)
        board = reading
        quads = np.array([cell.quad_px for cell in reading.cells])
        before, believed = believed, first_believed(frame.image, quads)
        height, width = frame.image.shape[:2]
        labels = label_cells(quads, (width, height), thumbnail)
        is_free = _in_the_clear(reading.cells, is_crossed)
        stays = track is not None and _lies_where_it_lay(track, reading, width)
        if arms is not None and stays and not is_free.all():
            # An arm that is there now is no part of the table.
            arms = seen_anew(arms, thumbnail, now_s, is_free)
        else:
            arms = no_arms(quads, (width, height), thumbnail, now_s)
        if track is not None and stays:
            if track.last_board is not None and before is not None:
                dated = replace(reading, captured_at_s=now_s)
                reading, believed = but_for_light(
                    track.last_board, dated, frame.image, before, _EVERYWHERE
                )
                board = reading
            if is_crossed is not None and is_crossed.any():
                board = reading = _without_news(track.last_board, reading, is_crossed)
    return (
        Track(
            previous=thumbnail,
            reference=thumbnail,
            arms=arms,
            labels=labels if isinstance(reading, BoardReading) else None,
            reading=reading,
            last_board=board,
            read_at_s=now_s,
            moving_since_s=None,
            looked_at_s=now_s,
            reads=(track.reads if track is not None else 0) + 1,
            partial_reads=track.partial_reads if track is not None else 0,
            frames=(track.frames if track is not None else 0) + 1,
            portraits=portraits,
            portrayed_at_s=_portrayed_at_s(track, portraits, now_s),
            believed=believed,
            unread=_EVERYWHERE if isinstance(reading, Unseen) else _hidden_in(reading.cells),
            is_disturbed=is_crossed is not None and bool(is_crossed.any()),
        ),
        reading,
    )


def _hidden_in(cells: Sequence[CellReading]) -> NDArray[np.bool_]:
    """Which cells of a reading say nothing, shape `(25,)`."""
    return np.array([cell.state is CellState.HIDDEN for cell in cells])


def _in_the_clear(
    cells: Sequence[CellReading], is_crossed: NDArray[np.bool_] | None
) -> NDArray[np.bool_]:
    """Cells that could be read, and so could all beside them: no arm is near, shape `(25,)`."""
    is_hidden = _hidden_in(cells)
    return ~with_neighbours(is_hidden if is_crossed is None else is_hidden | is_crossed)


def _portrayed_at_s(track: Track | None, portraits: Portraits, now_s: float) -> float:
    """When a portrait was last taken: a cell that is looked at again and again takes none."""
    if track is None or (track.portraits.looks != portraits.looks).any():
        return now_s
    return track.portrayed_at_s


def _without_news(
    known: BoardReading | None, reading: BoardReading, is_crossed: NDArray[np.bool_]
) -> BoardReading:
    """A reading in which cells under an arm are hidden where they are said to have changed."""
    if known is None:
        return reading
    return replace(
        reading,
        cells=tuple(
            without_piece(now, CellState.HIDDEN)
            if crossed and (now.state, now.cover) != (before.state, before.cover)
            else now
            for now, before, crossed in zip(reading.cells, known.cells, is_crossed, strict=True)
        ),
    )


def _lies_where_it_lay(track: Track, reading: BoardReading, width_px: int) -> bool:
    """Whether the board is where it was, to two pixels of a thumbnail."""
    if track.last_board is None or track.labels is None:
        return False
    one, other = (
        np.array([cell.quad_px.mean(axis=0) for cell in board.cells])
        for board in (track.last_board, reading)
    )
    moved_px = float(np.median(np.linalg.norm(one - other, axis=1)))
    return moved_px * THUMBNAIL_WIDTH_PX < 2.0 * width_px


def _has_wandered(board: BoardReading, cells: list[CellReading]) -> bool:
    """Whether cards that were just read are known to lie in other cells: the camera has moved.

    A knock by one pitch puts every card where its neighbour was, and a table far away changes too
    little for that to be seen.
    """
    return cards_elsewhere(board, cells) >= _WANDERED_CARDS
