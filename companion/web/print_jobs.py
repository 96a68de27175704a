"""Long work of the print pages: one piece of it at a time, beside the pages, never in their way."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from gevent.threadpool import ThreadPool

from companion.errors import CompanionError, TooManyTriesError, UnknownTableError

MOST_WAITING: Final = 4
"""Orders that wait or are printed; whoever comes then is asked to wait."""

MOST_KEPT: Final = 12
"""Files that wait to be fetched; the oldest goes when another comes."""

Result = TypeVar("Result")


@dataclass(slots=True)
class Job:
    """One order on its way.

    Attributes:
        name: What the file is called.
        done: Sheets that are done.
        of: Sheets that there will be; 0 while nobody knows.
        file: The PDF, empty until it is done.
        error: Why it failed, empty when it did not.
    """

    name: str
    done: int = 0
    of: int = 0
    file: bytes = b""
    error: str = ""

    @property
    def is_over(self) -> bool:
        """Whether there is no more to wait for."""
        return bool(self.file or self.error)

    def as_document(self) -> dict[str, Any]:
        """What the page is told."""
        state = "failed" if self.error else "done" if self.file else "working"
        return {
            "state": state,
            "done": self.done,
            "of": self.of,
            "name": self.name,
            "message": self.error or None,
        }


class Workshop:
    """Does one thing after the other in a thread of its own, so that the streams go on.

    One at a time also because neither the PDF library nor the renderer is made for two threads.
    """

    def __init__(self) -> None:
        self._pool: ThreadPool | None = None
        self._jobs: dict[str, Job] = {}

    def at_once(self, work: Callable[[], Result]) -> Result:
        """Do something short and give its result; other requests are answered meanwhile.

        Raises:
            TooManyTriesError: Too much is waiting already.
        """
        self._refuse_a_crowd()

        def run() -> tuple[Result | None, Exception | None]:
            # Carried out by hand: gevent prints what is raised in a thread of its pool.
            try:
                return work(), None
            except Exception as error:
                return None, error

        result, error = self._thread().apply(run)
        if error is not None:
            raise error
        return cast(Result, result)

    def begin(self, name: str, work: Callable[[Callable[[int, int], None]], bytes]) -> str:
        """Begin a job; the result is its secret name.

        Raises:
            TooManyTriesError: Too much is waiting already.
        """
        self._refuse_a_crowd()
        over = [secret for secret, job in self._jobs.items() if job.is_over]
        for secret in over[: max(0, len(self._jobs) + 1 - MOST_KEPT)]:
            del self._jobs[secret]
        job = Job(name)
        secret = secrets.token_urlsafe(16)
        self._jobs[secret] = job

        def tell(done: int, of: int) -> None:
            job.done, job.of = done, of

        def run() -> None:
            try:
                job.file = work(tell)
            except CompanionError as error:
                job.error = error.message
            except Exception:
                job.error = "something went wrong on this machine; nothing was printed"

        self._thread().spawn(run)
        return secret

    def job(self, secret: str) -> Job:
        """Find a job by its secret name.

        Raises:
            UnknownTableError: There is none of this name (any more).
        """
        job = self._jobs.get(secret)
        if job is None:
            raise UnknownTableError("this file is not kept any more; print it once more")
        return job

    def _refuse_a_crowd(self) -> None:
        if sum(not job.is_over for job in self._jobs.values()) >= MOST_WAITING:
            raise TooManyTriesError(retry_after_s=5.0)

    def _thread(self) -> ThreadPool:
        # Made in the thread that serves, which may not be the one that built the app.
        if self._pool is None:
            self._pool = ThreadPool(1)
        return self._pool
