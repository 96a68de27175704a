"""A child process that keeps actions and says so, until somebody kills it.

Usage: append_until_killed.py FOLDER. Writes the number of each action that was accepted on one
line, after the store has it: what is printed must be found afterwards.
"""

from __future__ import annotations

import sys
from itertools import count

from companion.store.store import Store


def append_until_killed(folder: str) -> None:
    store = Store(folder)
    begin = len(store.actions("home", "1"))
    for number in count(begin):
        store.append_action("home", "1", number, {"action": "guess", "number": number})
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    append_until_killed(sys.argv[1])
