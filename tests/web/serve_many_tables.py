"""A server with many tables, for the load test: prints its port and waits.

Usage: FOLDER TABLES [camera]. With the last word a demo camera films and reads the home table in
the same process. When it is interrupted it leaves in FOLDER/accepted.txt when each action was
accepted: table, revision (of a table's first game), seconds of the machine's monotonic clock, which
other processes share.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from time import monotonic
from typing import Any

from companion.cli.demo import games_by_chance
from companion.cli.faces import printed_faces
from companion.cli.performance import Performance
from companion.deck.cards import Deck, load_deck
from companion.store.store import Store
from companion.table.hall import HOME, Hall
from companion.table.keeper import Keeper
from companion.terms import Edition
from companion.web.app import create_app
from companion.web.serve import serve

SEED = 11


def note_what_is_accepted() -> list[str]:
    """Note each action when it is on the disk, before anybody is told."""
    keep = Keeper.append_action
    notes: list[str] = []

    def noting(
        keeper: Keeper, code: str, game_id: str, number: int, document: Any, **more: Any
    ) -> None:
        keep(keeper, code, game_id, number, document, **more)
        notes.append(f"{code} {number + 1} {monotonic()}")

    Keeper.append_action = noting  # type: ignore[method-assign,assignment]
    return notes


def demo_camera(hall: Hall, deck: Deck) -> Performance:
    """The simulated table at home, as `companion demo` has it."""
    return Performance(
        hall.table().referee,
        deck=deck,
        edition=Edition.SIMPSONS,
        faces=printed_faces(deck, Edition.SIMPSONS),
        games=games_by_chance(deck, SEED, "teams", Edition.SIMPSONS),
        seed=SEED,
    )


def main(folder: str, tables: str, camera: str = "") -> None:
    deck = load_deck("springfield")
    accepted = note_what_is_accepted()
    with Store(Path(folder)) as store:
        hall = Hall(store, random.Random(1), deck=deck)
        while len(hall.codes) <= int(tables):
            hall.open_table()
        if camera:
            hall.watch(HOME, demo_camera(hall, deck).at_speed(1.0))
        others = [code for code in hall.codes if code != HOME]
        serve(
            create_app(hall),
            "127.0.0.1",
            0,
            on_listening=lambda port: print(port, *others, flush=True),
        )
        hall.close()
    Path(folder, "accepted.txt").write_text("\n".join(accepted))


if __name__ == "__main__":
    main(*sys.argv[1:])
