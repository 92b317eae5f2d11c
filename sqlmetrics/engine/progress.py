"""The progress of a run: its steps with their seconds, and the share that is done."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from sqlmetrics import deadline
from sqlmetrics.phrase import Phrase

Share = Callable[[], float]
"""Returns the part of a step that is done, in percent; below 0 where it is unknown."""

Draw = Callable[["Progress", threading.Event], None]
"""Draws the progress of a run until the event is set, in a thread of its own."""


CLOSED_WITHIN = 1.0
"""Seconds to wait for the drawing to end."""


class Step(NamedTuple):
    """A finished step of a run, with its seconds."""

    name: str
    seconds: float


class Running(NamedTuple):
    """A running step: its name, its line of text, the time when it began, and its share.

    The time is in seconds of a monotonic clock.
    """

    name: str
    text: str
    began: float
    share: Share | None


class Progress:
    """The progress of a run, which begins when the object is made.

    `with progress.step("score"):` times a step and adds it to `steps`. `draw` shows the steps
    to a person, as `output.progress` does on a terminal; without it nothing is shown.
    `expect(2)` announces two numbered steps, so that the line can say "step 1 of 2"; `label`
    stands in front of it. `relation` is what the last step was about. A step within another is
    drawn, but timed and numbered as a part of that. `close` ends the drawing, and a later step
    begins it again. `overall` is how far the whole of a run is that does one thing many times.
    `passing` are the levels by column of the best way that a search has found, which ends with that
    once `enough` is set.
    """

    def __init__(self, *, draw: Draw | None = None, label: str = "") -> None:
        self.draw = draw
        self.label = label
        self.began = time.monotonic()
        self.steps: list[Step] = []
        self.running: Running | None = None
        self.relation = ""
        self.overall: Phrase | None = None
        self.passing: Mapping[str, int] = {}
        self.enough = threading.Event()
        self._expected = 0
        self._number = 0
        self._depth = 0
        self._closing: threading.Event | None = None
        self._drawer: threading.Thread | None = None

    @property
    def shown(self) -> bool:
        """Whether the run is drawn."""
        return self.draw is not None

    @property
    def elapsed(self) -> float:
        """The seconds since the run began."""
        return time.monotonic() - self.began

    @property
    def current(self) -> str:
        """The name of the running step, or of the last one."""
        return self.running.name if self.running is not None else self.steps[-1].name if self.steps else "open"

    def restart(self) -> None:
        """Begin the clock and a search anew."""
        self.began, self.overall, self.passing = time.monotonic(), None, {}
        self.enough.clear()

    def expect(self, steps: int) -> None:
        """Announce numbered steps."""
        self._expected += steps

    @contextmanager
    def step(self, name: str, about: str = "", *, share: Share | None = None, numbered: bool = False) -> Iterator[None]:
        """Run a step of a name, `about` a relation.

        `share` returns the part that is done; a `numbered` step is one of the expected steps.
        """
        deadline.check_time()
        self.relation = about or self.relation
        text = Phrase("{step} {relation}", step=Phrase(name), relation=about) if about else Phrase(name)
        if numbered and not self._depth:
            self._number += 1
            self._expected = max(self._expected, self._number)
            if self._expected > 1:
                text = Phrase("step {number} of {steps}: {step}", number=self._number, steps=self._expected, step=text)
        before, told = self.running, self._labelled(text)
        if before is not None and before.name == name:
            told = before.text
        self.running = Running(name, told, time.monotonic(), share)
        if self.draw is not None and self._drawer is None:
            self._closing = threading.Event()
            self._drawer = threading.Thread(target=self.draw, args=(self, self._closing), daemon=True)
            self._drawer.start()
        try:
            with self.timed(name):
                yield
        finally:
            self.running = before

    def tell(self, text: str) -> None:
        """Show another text of the running step."""
        if self.running is not None:
            self.running = self.running._replace(text=self._labelled(text))

    def _labelled(self, text: str) -> str:
        """Return a text behind the label, where there is one."""
        return f"{self.label}{text}" if self.label else text

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Run a step that is timed but never drawn, such as the output on the same terminal."""
        deadline.check_time()
        began = time.monotonic()
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self.steps.append(Step(name, time.monotonic() - began))

    def close(self) -> None:
        """End the drawing."""
        drawer, closing = self._drawer, self._closing
        self._drawer = self._closing = None
        if drawer is not None and closing is not None:
            closing.set()
            drawer.join(CLOSED_WITHIN)
