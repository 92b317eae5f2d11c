"""What a run does: its steps, how long each took, and, on a terminal, a line that says how far it is."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.progress import Progress as Bar


SHOWN_AFTER = 1.0
"""Seconds of a run after which its progress is shown."""

EVERY = 0.2
"""Seconds between two looks at how far a step is."""

CREDIBLE = 0.02
"""The share of a step from which on the time that is left is estimated."""

Share = Callable[[], float]
"""Returns how far a step is, in percent; below 0 where that is not known."""


class Step(NamedTuple):
    """A step of a run that has ended, and the seconds that it took."""

    name: str
    seconds: float


class Running(NamedTuple):
    """A step that runs: what is drawn of it, since when (a monotonic clock's seconds), and how far it is."""

    name: str
    text: str
    began: float
    share: Share | None


class Progress:
    """A run's course: `with progress.step("score"):` times a step, adds it to `steps` and, where they are `shown`, draws it on a
    terminal once the run, which begins when this is made, has taken a second.

    `expect(2)` announces two numbered steps, so that the line can say which of how many it is; `label` stands in front of it.
    `close` ends the line, and a later step draws it again.
    """

    def __init__(self, *, shown: bool = False, label: str = "") -> None:
        self.shown = shown
        self.label = label
        self.began = time.monotonic()
        self.steps: list[Step] = []
        self._expected = 0
        self._number = 0
        self._current: Running | None = None
        self._closing: threading.Event | None = None
        self._drawer: threading.Thread | None = None

    @property
    def elapsed(self) -> float:
        """The seconds since the run began."""
        return time.monotonic() - self.began

    @property
    def current(self) -> str:
        """The name of the step that runs or ran last."""
        return self._current.name if self._current is not None else self.steps[-1].name if self.steps else "open"

    def expect(self, steps: int) -> None:
        """Announce numbered steps."""
        self._expected += steps

    @contextmanager
    def step(self, name: str, about: str = "", *, share: Share | None = None, numbered: bool = False) -> Iterator[None]:
        """Run a step of a name, of a relation; `share` tells how far it is, and a `numbered` one is among those expected."""
        place = ""
        if numbered:
            self._number += 1
            self._expected = max(self._expected, self._number)
            place = f"step {self._number} of {self._expected}: " if self._expected > 1 else ""
        text = f"{self.label}{place}{name} {about}".strip()
        before, self._current = self._current, Running(name, text, time.monotonic(), share)
        if self.shown and self._drawer is None:
            self._closing = threading.Event()
            self._drawer = threading.Thread(target=self._draw, args=(self._closing,), daemon=True)
            self._drawer.start()
        try:
            with self.timed(name):
                yield
        finally:
            self._current = before

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Run a step that is never drawn, such as the output on the same terminal."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.steps.append(Step(name, time.monotonic() - began))

    def close(self) -> None:
        """Take the line away."""
        drawer, closing = self._drawer, self._closing
        self._drawer = self._closing = None
        if drawer is not None and closing is not None:
            closing.set()
            drawer.join()

    def _draw(self, closing: threading.Event) -> None:
        """Draw the line until the run closes it; whatever fails here is no failure of the run."""
        if closing.wait(max(SHOWN_AFTER - self.elapsed, 0)):
            return
        with suppress(Exception), _bar() as bar:
            task = bar.add_task("", total=100, visible=False, said="")
            shown = None
            while not closing.wait(EVERY):
                current = self._current
                if current is None:
                    continue
                if current is not shown:
                    bar.reset(task, description=_short(current.text), visible=True, said="")
                    shown = current
                percent = current.share() if current.share is not None else -1.0
                spent = time.monotonic() - current.began
                said = [_clock(spent), *([f"{percent:.0f} %"] if percent >= 0 else [])]
                said += [f"about {_clock(spent * (100 - percent) / percent)} left"] if 100 * CREDIBLE <= percent < 100 else []
                bar.update(
                    task,
                    total=100 if percent >= 0 else None,
                    completed=max(percent, 0),
                    said=", ".join(said),
                )


def _bar() -> Bar:
    """Return the line as rich draws it on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.fields[said]}"))
    return Bar(*columns, console=Console(stderr=True), transient=True)


def _short(text: str, width: int = 60) -> str:
    """Return a text on one line, cut in its middle where it is long."""
    plain = "".join(mark if mark.isprintable() else " " for mark in text)
    return plain if len(plain) <= width else f"{plain[: width - 22]}..{plain[-20:]}"


def _clock(time_left: float) -> str:
    """Return seconds as 0:05 or 1:02:03."""
    minutes, rest = divmod(round(time_left), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def profile_table(steps: list[Step]) -> str:
    """Return the seconds of each step as lines of text, those of one name together, with their sum."""
    spent: dict[str, list[float]] = {}
    for step in steps:
        spent.setdefault(step.name, []).append(step.seconds)
    rows = [(f"{name} ({len(times)} statements)" if len(times) > 1 else name, sum(times)) for name, times in spent.items()]
    rows.append(("total", sum(step.seconds for step in steps)))
    width = max(len(name) for name, _ in rows)
    return "".join(f"{name:<{width}} {time:>10.3f} s\n" for name, time in rows)
