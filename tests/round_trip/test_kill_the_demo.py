"""Kill -9 at any moment of a game by camera: what a screen was told is still there."""

from __future__ import annotations

import http.client
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from companion.cli.settings import SIMULATED
from companion.deck.cards import built_in_deck
from companion.store.store import Store
from companion.table.hall import HOME, Hall

STARTED_WITHIN_S = 60.0
TABLE_SCREEN = f"/api/v1/tables/{HOME}/stream"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Screen(threading.Thread):
    """A table screen that remembers the newest revision it was told."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.revision = -1
        self.is_told = threading.Event()

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", TABLE_SCREEN)
            with connection.getresponse() as response:
                for line in response:
                    if line.startswith(b"id:"):
                        self.revision = int(line[3:])
                        self.is_told.set()
        except (OSError, http.client.HTTPException):
            pass  # The server was killed: that is what this is about.
        finally:
            connection.close()


def play_until_killed(folder: Path, seed: int, news: int, after_s: float) -> int:
    """Play a fast demo, kill it some time after so many news, and return the newest revision."""
    port = free_port()
    command = [sys.executable, "-m", "companion", "demo", "--seed", str(seed), "--speed", "8"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--data", str(folder), "--no-browser"]
    demo = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ
    )
    try:
        screen = None
        give_up_s = time.monotonic() + STARTED_WITHIN_S
        while screen is None or not screen.is_told.wait(0.1):
            assert demo.poll() is None, "the demo left by itself"
            assert time.monotonic() < give_up_s, "the demo never told a screen anything"
            if screen is None or not screen.is_alive():
                screen = Screen(port)
                screen.start()
        first = screen.revision
        while screen.revision < first + news and time.monotonic() < give_up_s:
            screen.is_told.clear()
            screen.is_told.wait(1.0)
        time.sleep(after_s)
        told = screen.revision
    finally:
        demo.send_signal(signal.SIGKILL)
        demo.wait()
    screen.join(10)
    return max(told, screen.revision)


@pytest.mark.slow
def test_nothing_a_screen_was_told_is_lost_when_the_demo_is_killed(tmp_path: Path) -> None:
    rng = random.Random(5)
    lost = doubled = accepted = 0
    kills = 50
    for number in range(kills):
        told = play_until_killed(tmp_path, number, rng.randint(1, 4), rng.uniform(0.0, 0.4))
        with Store(tmp_path / SIMULATED) as store:
            hall = Hall(store, random.Random(number), deck=built_in_deck())
            revision = hall.table(HOME).referee.revision
            kept = store.action_count(HOME)
            numbers = [
                len(store.actions(HOME, game.game_id)) == game.action_count
                for game in store.games(HOME)
            ]
            hall.close()
        lost += max(0, told - revision)
        doubled += numbers.count(False) + (revision != kept)
        accepted = kept
    print(f"\n{kills} x kill -9: {accepted} accepted actions, {lost} lost, {doubled} doubled")
    assert (lost, doubled) == (0, 0)
    assert accepted > kills
