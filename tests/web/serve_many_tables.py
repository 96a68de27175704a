"""A server with many tables and one demo camera, for the load test: prints its port and waits."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from companion.deck.cards import load_deck
from companion.store.store import Store
from companion.table.hall import Hall
from companion.web.app import create_app
from companion.web.serve import serve


def main(folder: str, tables: str) -> None:
    with Store(Path(folder)) as store:
        hall = Hall(store, random.Random(1), deck=load_deck("springfield"))
        while len(hall.codes) < int(tables):
            hall.open_table()
        serve(
            create_app(hall),
            "127.0.0.1",
            0,
            on_listening=lambda port: print(port, *hall.codes, flush=True),
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
