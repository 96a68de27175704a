"""What may have to wait does not hold up the pages."""

from __future__ import annotations

import threading

import gevent
import pytest

from companion.errors import StoreError
from companion.web.beside import beside

PATIENCE_S = 5.0


def test_others_go_on_while_work_waits() -> None:
    may_go_on = threading.Event()
    # The work ends only when somebody else has had a turn meanwhile.
    other = gevent.spawn_later(0, may_go_on.set)

    assert beside(lambda: may_go_on.wait(PATIENCE_S))
    other.join()


def test_error_of_the_work_comes_back(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise StoreError("the disk is full")

    with pytest.raises(StoreError, match="the disk is full"):
        beside(fail)
    assert capsys.readouterr().err == ""
