"""Work that may have to wait is done beside the pages, never in their way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import gevent

Result = TypeVar("Result")


def beside(work: Callable[[], Result]) -> Result:
    """Do something slow in a thread and give its result; other requests are answered meanwhile.

    Whatever is kept is slow: a disk takes a millisecond, now and then a tenth of a second, and a
    file that another program holds takes two.

    Args:
        work: What is to be done. It runs outside the request that asks for it.

    Raises:
        Exception: Whatever `work` raises.

    Example:
        >>> beside(lambda: 6 * 7)
        42
    """

    def run() -> tuple[Result | None, Exception | None]:
        # Carried out by hand: gevent prints what is raised in a thread of its pool.
        try:
            return work(), None
        except Exception as error:
            return None, error

    result, error = gevent.get_hub().threadpool.apply(run)
    if error is not None:
        raise error
    return cast(Result, result)
