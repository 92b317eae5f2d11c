"""The deadline of a run: what takes time asks for it, and a watchdog ends what does not ask.

Every step, every statement and every rendered text asks. A watchdog is for a process that is ours,
such as a command line's; a caller's process is never ended.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from typing import NoReturn

from sqlmetrics.errors import SqlmetricsError

GRACE = 1.5
"""Seconds after the deadline within which a run has to end by itself, before its watchdog does."""

SPARED = 1.0
"""Seconds that a late run has to drop a table, or to give a session its settings back."""

HELD_UP = "sqlmetrics: an engine's work"
"""The name of threads in which an engine works, and which may be left behind when a run is late."""

Late = Callable[[SqlmetricsError], NoReturn]
"""Ends the process of a late run with an error."""


@dataclass
class Deadline:
    """The moment by which a run has to end, in seconds of a monotonic clock; None without one.

    `error` returns the error of a late run, and `late` ends its process. A run that is part of an
    `outer` one is late with it. After `kept` nothing is
    late any more. The `lock` is held by who ends the run: the run or its watchdog.
    """

    late: Late | None = None
    outer: Deadline | None = None
    until: float | None = None
    error: Callable[[], SqlmetricsError] | None = None
    kept: bool = False
    watchdog: threading.Timer | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def passed(self) -> bool:
        """Whether the run is late, or the run is that it is a part of."""
        return not self.kept and self.reason is not None

    @property
    def reason(self) -> Callable[[], SqlmetricsError] | None:
        """What returns the error of the run, or of the one around it, that is late; else None."""
        if self.until is not None and time.monotonic() > self.until:
            return self.error
        return None if self.outer is None or self.outer.kept else self.outer.reason

    def begin(self, until: float, error: Callable[[], SqlmetricsError]) -> None:
        """Let the run end by a moment, unless it has to end before."""
        if self.kept or (self.until is not None and self.until <= until):
            return
        self.until, self.error = until, error
        if self.late is not None:
            if self.watchdog is not None:
                self.watchdog.cancel()
            seconds = max(0.0, until + GRACE - time.monotonic())
            self.watchdog = threading.Timer(seconds, copy_context().run, [self._end, self.late, error])
            self.watchdog.daemon = True
            self.watchdog.start()

    def stop(self, error: Callable[[], SqlmetricsError]) -> None:
        """Let the run end at once, by an error, unless its results begin to appear."""
        with self.lock:
            self.until, self.error = -math.inf, error

    def keep(self) -> None:
        """Let nothing be late any more."""
        with self.lock:
            self.kept = True
        if self.watchdog is not None:
            self.watchdog.cancel()

    def _end(self, late: Late, error: Callable[[], SqlmetricsError]) -> None:
        """End the process of a run that is late still."""
        with self.lock:
            if self.passed:
                late(error())


_RUN: ContextVar[Deadline | None] = ContextVar("the deadline", default=None)


@contextmanager
def limited_run(late: Late | None = None) -> Iterator[Deadline]:
    """Give the deadline of a run, inside only: of a command line, or of one job of several.

    `late` ends the process where the run does not end by itself; a scope within another has the
    deadline of the other.
    """
    outer = _RUN.get()
    own = Deadline(late or (None if outer is None else outer.late), outer)
    token = _RUN.set(own)
    try:
        yield own
    finally:
        own.keep()
        with suppress(ValueError):  # it was opened in another context, as a generator's caller may do
            _RUN.reset(token)


@contextmanager
def held(until: float | None, error: Callable[[], SqlmetricsError]) -> Iterator[None]:
    """Let the run end by a moment, or what is inside where there is no scope of a run."""
    if until is None:
        yield
        return
    with limited_run() if _RUN.get() is None else nullcontext():
        deadline = _RUN.get()
        if deadline is not None:
            deadline.begin(until, error)
        yield


@contextmanager
def spared() -> Iterator[None]:
    """Let what is inside go on for a moment though the run is late: it gives back what was taken.

    A session that outlives the run would keep it otherwise.
    """
    run = _RUN.get()
    error = None if run is None or not run.passed else run.reason
    if error is None:
        yield
        return
    token = _RUN.set(Deadline(until=time.monotonic() + SPARED, error=error))
    try:
        yield
    finally:
        _RUN.reset(token)


def check_time() -> None:
    """Raise the error of a late run."""
    deadline = _RUN.get()
    if deadline is not None and deadline.passed and (error := deadline.reason) is not None:
        raise error()


def passed() -> bool:
    """Return whether the run is late."""
    deadline = _RUN.get()
    return deadline is not None and deadline.passed


def held_up() -> bool:
    """Return whether an engine still works in a thread that a run has left behind."""
    return any(thread.name == HELD_UP for thread in threading.enumerate())


def let_finish() -> None:
    """Let the run end whenever it does: its results begin to appear, and are not cut off."""
    check_time()
    deadline = _RUN.get()
    if deadline is not None:
        deadline.keep()
