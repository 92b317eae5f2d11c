"""What the desk works at: one run at a time, in a thread of its own, which a newer one ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlmetrics import deadline
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SqlmetricsError, unexpected
from sqlmetrics.phrase import Phrase

Work = Callable[[Progress], Any]
"""What a run does, in steps of a progress."""


class StoppedError(SqlmetricsError):
    """A run was ended by a person, or by a newer one; everything is as it was before."""


@dataclass
class DeskRun:
    """A run: its kind, its progress, and once it is `done` its result, or its error."""

    kind: str
    work: Work
    progress: Progress = field(default_factory=Progress)
    done: threading.Event = field(default_factory=threading.Event)
    result: Any = None
    error: SqlmetricsError | None = None
    scope: deadline.Deadline | None = None
    stopped: bool = False

    @property
    def told(self) -> Phrase:
        """How far the run is, in a few words, without the names of inner steps and of files."""
        seconds = round(self.progress.elapsed)
        if self.progress.overall is None:
            return Phrase("{seconds} s.", seconds=seconds)
        return Phrase("{step}, {seconds} s.", step=self.progress.overall, seconds=seconds)

    @property
    def share(self) -> float | None:
        """The part of the running step that is done, None where it is unknown."""
        running = self.progress.running
        done = -1.0 if running is None or running.share is None else running.share()
        return done / 100 if 0 <= done <= 100 else None

    def stop(self) -> None:
        """End the run: its statement is interrupted, and no other begins."""
        self.stopped = True
        if self.scope is not None:
            self.scope.stop(lambda: StoppedError("stopped"))

    def __call__(self) -> None:
        """Do the work, and keep its result or its error."""
        try:
            with deadline.limited_run() as scope:
                self.scope = scope
                if self.stopped:
                    raise StoppedError("stopped")
                self.result = self.work(self.progress)
        except SqlmetricsError as error:
            self.error = error
        except Exception as error:
            self.error = unexpected(error)
        finally:
            self.done.set()


class Runs:
    """The runs of a desk, one after the other in one thread; `current` is the last that began."""

    def __init__(self) -> None:
        self.current: DeskRun | None = None
        self._next: DeskRun | None = None
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._work, name="sqlmetrics: the desk's runs", daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether a run goes on, or waits for its turn."""
        return self.current is not None and not self.current.done.is_set()

    def start(self, kind: str, work: Work, progress: Progress | None = None) -> DeskRun:
        """Begin a run; one that goes on is ended first, and one that waits never begins.

        It has the steps of a `progress`, whose clock begins anew.
        """
        run = DeskRun(kind, work) if progress is None else DeskRun(kind, work, progress)
        run.progress.restart()
        with self._changed:
            self._end_others()
            self._next = self.current = run
            if self._closing:
                self._end_others()
            self._changed.notify_all()
        return run

    def _end_others(self) -> None:
        """End the run that goes on, and the one that waits."""
        self.stop()
        if self._next is not None:
            self._next.error = StoppedError("stopped")
            self._next.done.set()
            self._next = None

    def stop(self) -> None:
        """End the run that goes on."""
        if self.current is not None:
            self.current.stop()

    def close(self) -> None:
        """End the runs and the thread; a later run ends at once."""
        with self._changed:
            self._closing = True
            self._end_others()
            self._changed.notify_all()
        with suppress(RuntimeError):
            self._thread.join(2.0)

    def _work(self) -> None:
        """Do one run after the other."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or self._next is not None)
                if self._closing:
                    return
                run, self._next = self._next, None
            if run is not None:
                run()
