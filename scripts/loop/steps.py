"""The steps of a command: each shows its seconds, and how long the whole still takes."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).resolve().parents[2]

CACHE = ROOT / ".cache"
"""The folder of what the loop keeps: logs, environments, times."""

TIMES = CACHE / "steps.json"
"""The file with the seconds that each step took last on this machine."""

EVERY = 20.0
"""Seconds between two lines on a step where there is no terminal."""


class StepError(Exception):
    """The error of a step, in a sentence that says what to do. Its `code` ends the command."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


def duration(seconds: float) -> str:
    """Return a duration as a person says it: seconds below two minutes, else minutes."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def known_times() -> dict[str, float]:
    """Return the seconds that steps took last on this machine, by name."""
    try:
        known = json.loads(TIMES.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


class Steps:
    """The steps of a command, which are shown on standard error while they run.

    `expected` has the name of each step in order, with the seconds that it takes where nothing is
    known of this machine yet.
    """

    def __init__(self, expected: Mapping[str, float], stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._known = known_times()
        self._expected = {name: self._known.get(name, seconds) for name, seconds in expected.items()}
        self._lock = threading.Lock()
        self._began = 0.0
        self._share: float | None = None
        self._current = ""

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Show a step from its start to its end; a step that fails keeps no time."""
        self._current, self._began, self._share = name, time.monotonic(), None
        if not self._live:
            self._write(f"{self._place} {name} ..", end="\n")
        ended = threading.Event()
        ticker = threading.Thread(target=self._tick, args=[ended], daemon=True)
        ticker.start()
        try:
            yield
        except BaseException:
            ended.set()
            ticker.join()
            self._clear()
            raise
        ended.set()
        ticker.join()
        taken = time.monotonic() - self._began
        self._expected[name] = self._known[name] = taken
        self._write(f"{self._place} {name}: {duration(taken)}", end="\n")
        self._keep()

    def reached(self, share: float) -> None:
        """Note the share of the current step that is done, from 0 to 1."""
        self._share = share

    def say(self, line: str) -> None:
        """Print a line of the step's own, above what is shown of the step."""
        with self._lock:
            self._clear()
            print(line, flush=True)

    @property
    def _live(self) -> bool:
        return self._stream.isatty()

    @property
    def _place(self) -> str:
        names = list(self._expected)
        return f"[{names.index(self._current) + 1}/{len(names)}]"

    def _left(self) -> float:
        """Return the seconds that the current step and those after it still take."""
        taken = time.monotonic() - self._began
        names = list(self._expected)
        expected = taken / self._share if self._share and self._share > 0.02 else self._expected[self._current]
        later = names[names.index(self._current) + 1 :]
        return max(expected - taken, 0.0) + sum(self._expected[name] for name in later)

    def _tick(self, ended: threading.Event) -> None:
        while not ended.wait(1.0 if self._live else EVERY):
            taken = time.monotonic() - self._began
            share = "" if self._share is None else f" {self._share:.0%},"
            left = f"about {duration(self._left())} left"
            with self._lock:
                self._write(
                    f"{self._place} {self._current}:{share} {duration(taken)}, {left}", end="" if self._live else "\n"
                )

    def _write(self, text: str, end: str) -> None:
        self._clear()
        self._stream.write(text + end)
        self._stream.flush()

    def _clear(self) -> None:
        if self._live:
            self._stream.write("\r\x1b[K")

    def _keep(self) -> None:
        """Keep the seconds of the steps for the next run. A run works without them, too."""
        try:
            CACHE.mkdir(exist_ok=True)
            TIMES.write_text(json.dumps(self._known, indent=1), encoding="utf-8")
        except OSError:
            pass
