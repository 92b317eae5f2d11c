"""The progress of a run as a line on a terminal, and the seconds of its steps."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlmetrics.credentials import blanked
from sqlmetrics.engine.progress import Progress, Step
from sqlmetrics.output.report import Column, Report, table

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SHOWN_AFTER = 1.0
"""Seconds of a run after which its progress is shown."""

EVERY = 0.2
"""Seconds between two looks at the progress of a step."""

CREDIBLE = 0.02
"""The share of a step that must be done before the remaining time is estimated."""


def draw_line(progress: Progress, closing: threading.Event) -> None:
    """Draw the line on standard error until the run closes it; a failure here fails no run."""
    if closing.wait(max(SHOWN_AFTER - progress.elapsed, 0)):
        return
    with suppress(Exception), _bar() as bar:
        task = bar.add_task("", total=100, visible=False, spent="")
        shown = None
        while not closing.wait(EVERY):
            step = progress.running
            if step is None:
                continue
            if step is not shown:
                bar.reset(task, description=_short(step.text), visible=True, spent="")
                shown = step
            percent = step.share() if step.share is not None else -1.0
            seconds = time.monotonic() - step.began
            spent = [_clock(seconds), *([f"{percent:.0f} %"] if percent >= 0 else [])]
            if 100 * CREDIBLE <= percent < 100:
                spent.append(f"about {_clock(seconds * (100 - percent) / percent)} left")
            bar.update(task, total=100 if percent >= 0 else None, completed=max(percent, 0), spent=", ".join(spent))


def steps_report(steps: Sequence[Step]) -> Report:
    """Return the seconds by the name of a step, with their sum."""
    spent: dict[str, list[float]] = {}
    for step in steps:
        spent.setdefault(step.name, []).append(step.seconds)
    counts = {name: f" ({len(times)} statements)" if len(times) > 1 else "" for name, times in spent.items()}
    rows = [(f"{name}{counts[name]}", sum(times)) for name, times in spent.items()]
    rows.append(("total", sum(step.seconds for step in steps)))
    return Report((table([Column(""), Column("", "number")], [(name, f"{time:.3f} s") for name, time in rows]),))


def _bar() -> Bar:
    """Return the line as rich draws it on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.fields[spent]}"))
    return Bar(*columns, console=Console(stderr=True), transient=True)


def _short(text: str, width: int = 60) -> str:
    """Return a text on one line, cut in its middle where it is long."""
    plain = "".join(mark if mark.isprintable() else " " for mark in blanked(text))
    return plain if len(plain) <= width else f"{plain[: width - 22]}..{plain[-20:]}"


def _clock(seconds: float) -> str:
    """Return seconds as 0:05 or 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
