"""A child process that plays games at a table and says what was accepted, until it is killed.

Usage: play_until_killed.py FOLDER SEED. After each accepted action one line: the revision and a
finger print of the state that it made.
"""

from __future__ import annotations

import sys
from random import Random

from companion.deck.cards import load_deck
from companion.game.actions import NewGame
from companion.game.rules import legal_actions
from companion.store.store import Store
from companion.table.channel import Channel
from companion.table.referee import Referee
from companion.table.seats import Standing
from tests.table.watching import finger_print


def play_until_killed(folder: str, seed: int) -> None:
    rng = Random(seed)
    referee = Referee("home", Store(folder), Channel(), rng, deck=load_deck("springfield"))
    while True:
        state = referee.state
        if not state.log or state.outcome is not None:
            action = NewGame()
        else:
            action = rng.choice(legal_actions(state))
        revision = referee.submit(action, by=Standing.CLUEMASTER, seen_revision=referee.revision)
        sys.stdout.write(f"{revision} {finger_print(referee.state)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    play_until_killed(sys.argv[1], int(sys.argv[2]))
