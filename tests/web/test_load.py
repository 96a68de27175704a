"""Many tables and many listeners in one process, measured on loopback: `pytest -m benchmark -s`."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import gevent
import gevent.socket
import pytest

TABLES = 100
LISTENERS = 1_200
MOVES_A_SECOND = 100
SECONDS = 20
MOST_P99_MS = 50
MOST_MEMORY_MB = 400
ROOT = Path(__file__).resolve().parents[2]

pytestmark = [pytest.mark.benchmark, pytest.mark.skipif(sys.platform != "linux", reason="/proc")]


@contextmanager
def many_tables(folder: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], int, list[str]]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.web.serve_many_tables", str(folder), str(TABLES), *more],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        assert process.stdout is not None
        port, *codes = process.stdout.readline().split()
        yield process, int(port), codes
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


@contextmanager
def demo_camera(folder: Path) -> Iterator[None]:
    """The simulated table, filmed and read beside it, as at home."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "companion", "demo", "--port", "0", "--host", "127.0.0.1"),
            *("--no-browser", "--data", str(folder)),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)


def ask(port: int, method: str, path: str, body: object, cookie: str = "") -> tuple[str, Any]:
    """One request over a connection of its own; gives the headers and the JSON."""
    text = json.dumps(body)
    with gevent.socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(
            f"{method} {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()
        )
        told = b"".join(iter(lambda: line.recv(65536), b""))
    head, _, rest = told.partition(b"\r\n\r\n")
    return head.decode(), json.loads(rest or b"{}")


class Crowd:
    """Listeners of all tables, each noting when it heard of a revision."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.heard: dict[tuple[str, int], list[float]] = defaultdict(list)
        self.lost = 0
        self.ready = 0

    def listen(self, code: str) -> None:
        with gevent.socket.create_connection(("127.0.0.1", self.port)) as line:
            line.sendall(
                f"GET /api/v1/tables/{code}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
            )
            waiting = b""
            is_first = True
            while True:
                piece = line.recv(65536)
                if not piece:
                    self.lost += 1
                    return
                now = monotonic()
                waiting += piece
                for found in re.finditer(rb"id: (\d+)\n", waiting):
                    self.heard[code, int(found[1])].append(now)
                    self.ready += is_first
                    is_first = False
                waiting = waiting[waiting.rfind(b"\n") + 1 :]


def memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def read_accepted(folder: Path) -> dict[tuple[str, int], float]:
    """When each action was on the disk, by the server's own clock (which is ours)."""
    lines = (folder / "accepted.txt").read_text().splitlines()
    return {(code, int(revision)): float(at) for code, revision, at in map(str.split, lines)}


def quantiles(waits: list[float]) -> str:
    waits = sorted(wait * 1000 for wait in waits)
    half, most = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    return f"median {half:.1f} ms, 99th percentile {most:.1f} ms, worst {waits[-1]:.1f} ms"


@pytest.mark.parametrize("is_inside", [False, True], ids=["camera-beside", "camera-inside"])
def test_a_cafe_full_of_tables(tmp_path: Path, is_inside: bool) -> None:
    folder = tmp_path / "tables"
    with ExitStack() as stack:
        more = ("camera",) if is_inside else ()
        process, port, codes = stack.enter_context(many_tables(folder, *more))
        if not is_inside:
            stack.enter_context(demo_camera(tmp_path / "demo"))
        seats = {}
        for code in codes:
            api = f"/api/v1/tables/{code}"
            one_time = ask(port, "POST", f"{api}/host/codes", {"standing": "cluemaster"})[1]["code"]
            head, _ = ask(port, "POST", f"{api}/seats", {"code": one_time})
            seats[code] = re.findall(r"Set-Cookie: ([^;]+)", head)[0]
            ask(port, "POST", f"{api}/moves", {"revision": 0, "action": "new_game"})
        crowd = Crowd(port)
        people = [gevent.spawn(crowd.listen, codes[n % TABLES]) for n in range(LISTENERS)]
        while crowd.ready < LISTENERS:
            gevent.sleep(0.1)
        gevent.sleep(10)  # the demo loads its libraries meanwhile
        began: dict[tuple[str, int], float] = {}

        def move(code: str, turn: int, before: gevent.Greenlet | None) -> None:
            if before is not None:
                before.join()  # people see their last move before they make the next
            # A clue and its undoing, again and again: the table stays as it is.
            action = (
                {"action": "undo"} if turn % 2 else {"action": "clue", "word": "a", "number": "1"}
            )
            began[code, turn + 2] = monotonic()
            _, told = ask(
                port,
                "POST",
                f"/api/v1/tables/{code}/moves",
                {"revision": turn + 1, **action},
                seats[code],
            )
            assert told == {"revision": turn + 2}, told

        busy_s = cpu_s(process.pid)
        start = monotonic()
        movers: list[gevent.Greenlet] = []
        for number in range(MOVES_A_SECOND * SECONDS):
            gevent.sleep(max(0, start + number / MOVES_A_SECOND - monotonic()))
            last = movers[number - TABLES] if number >= TABLES else None
            movers.append(gevent.spawn(move, codes[number % TABLES], number // TABLES, last))
        gevent.joinall(movers, timeout=30, raise_error=True)
        took_s = monotonic() - start
        busy_s = cpu_s(process.pid) - busy_s
        gevent.sleep(1)
        memory = memory_mb(process.pid)
        gevent.killall(people)
    accepted = read_accepted(folder)
    from_sent = [at - sent for name, sent in began.items() for at in crowd.heard[name]]
    from_accepted = [at - accepted[name] for name in began for at in crowd.heard[name]]
    p99_ms = sorted(from_accepted)[int(len(from_accepted) * 0.99)] * 1000
    print(
        f"\n{TABLES} tables, {LISTENERS} listeners, {len(began)} moves in {took_s:.1f} s, demo"
        f" camera {'in the same process' if is_inside else 'in a process beside it'}:"
        f"\n  from accepted to heard {quantiles(from_accepted)}"
        f"\n  from sent to accepted {quantiles([accepted[name] - began[name] for name in began])}"
        f"\n  from sent to heard {quantiles(from_sent)}"
        f"\n  {memory:.0f} MB; {busy_s / took_s:.0%} of a core;"
        f" machine's load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    assert len(from_accepted) == len(began) * LISTENERS // TABLES
    assert crowd.lost == 0
    # The demo's own pictures, drawn and filmed, are no part of what a server of tables needs.
    assert is_inside or memory <= MOST_MEMORY_MB
    assert p99_ms <= MOST_P99_MS
