"""One figure: a case timed beside its yardstick, in the same run."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DATA = ROOT.parent / "shared" / "data"
"""The Adult data, which lies beside the checkout of those who develop sqlmetrics."""


@dataclass(frozen=True)
class Figure:
    """Seconds of a case beside those of its yardstick.

    `wanted` is the limit of the ratio, and `spare` are the seconds that are allowed beside it.
    Where `faster`, a higher ratio is better.
    """

    case: str
    rows: int
    classes: int
    yardstick: str
    yardstick_seconds: float
    seconds: float
    wanted: float | None = None
    faster: bool = False
    peak_mb: float | None = None
    peak_wanted_mb: float | None = None
    spare: float = 0.0

    @property
    def ratio(self) -> float:
        """The seconds as a multiple of the yardstick's or, where `faster`, the inverse."""
        return self.yardstick_seconds / self.seconds if self.faster else self.seconds / self.yardstick_seconds

    @property
    def held(self) -> str:
        """Whether the limits are kept: yes, missed, or empty where there are none."""
        kept = []
        if self.wanted is not None:
            allowed = self.wanted * self.yardstick_seconds + self.spare
            kept.append(self.ratio >= self.wanted if self.faster else self.seconds <= allowed)
        if self.peak_wanted_mb is not None and self.peak_mb is not None:
            kept.append(self.peak_mb <= self.peak_wanted_mb)
        return "" if not kept else "yes" if all(kept) else "missed"

    @property
    def limits(self) -> str:
        """The limits of the ratio, of what is beside it, and of memory, in words."""
        words = []
        if self.wanted is not None:
            parts = [f"{self.wanted:g}x"] if self.wanted else []
            parts += [f"{1000 * self.spare:.0f} ms"] if self.spare else []
            words.append(f"{'>=' if self.faster else '<='} {' + '.join(parts)}")
        return ", ".join([*words, *([] if self.peak_wanted_mb is None else [f"<= {self.peak_wanted_mb:.0f} MB"])])


def table(figures: Sequence[Figure]) -> str:
    """Return the figures as a table in Markdown."""
    lines = [
        "| case | rows | classes | beside | seconds | here | ratio | limit | held | peak memory |",
        "|---|---:|---:|---|---:|---:|---:|---:|---|---:|",
    ]
    for figure in figures:
        memory = "" if figure.peak_mb is None else f"{figure.peak_mb:.0f} MB"
        times = f"{figure.yardstick_seconds:.3f} | {figure.seconds:.3f} | {figure.ratio:.2f}"
        held = f"**{figure.held}**" if figure.held == "missed" else figure.held
        lines.append(
            f"| {figure.case} | {figure.rows:,} | {figure.classes:,} | {figure.yardstick} | {times}"
            f" | {figure.limits} | {held} | {memory} |"
        )
    return "\n".join(lines) + "\n"


def processor() -> float:
    """Return the processor seconds of this process and of those that it has waited for."""
    import resource  # there is none on Windows

    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, whose))


class Clock:
    """What seconds are: those on the wall, or of the processor, which other work changes less."""

    now: Callable[[], float] = staticmethod(time.perf_counter)


def seconds(run: Callable[[], object]) -> float:
    """Return how long one call takes."""
    start = Clock.now()
    run()
    return Clock.now() - start


def in_turns(repeats: int, *runs: Callable[[], object]) -> list[float]:
    """Return the median seconds of calls that are made in turns.

    A first round is not counted.
    """
    for run in runs:
        run()
    times = [[seconds(run) for run in runs] for _ in range(repeats)]
    return [statistics.median(own) for own in zip(*times, strict=True)]


def peak(case: str, relation: str) -> float:
    """Return the peak memory of a process that measures a case once, in MB."""
    command = [sys.executable, str(ROOT / "scripts" / "bench"), "--once", case, relation]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def own_peak() -> float:
    """Return this process's peak memory in MB."""
    status = Path("/proc/self/status")
    if status.exists():  # ru_maxrss would count the process that started this one
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextmanager
def parquet(folder: Path, name: str, query: str) -> Iterator[str]:
    """Give a Parquet file of a query's rows, which is there only inside."""
    import duckdb

    path = folder / f"{name}.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"copy ({query}) to '{path}' (format parquet)")
    try:
        yield str(path)
    finally:
        path.unlink()


def quoted(columns: Sequence[str]) -> str:
    """Return columns as a quoted list of SQL."""
    return ", ".join(f'"{column}"' for column in columns)


def environment(name: str, *packages: str) -> Path:
    """Return the Python of an environment in .cache, which is made with packages where missing."""
    home = ROOT / ".cache" / name
    if not home.is_dir():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run([home / "bin" / "pip", "install", "--quiet", *packages], check=True)
    return home / "bin" / "python"


def machine() -> str:
    """Return a line on the machine, Python and DuckDB."""
    import duckdb

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        f"{cores} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}, "
        f"DuckDB {duckdb.__version__}"
    )
