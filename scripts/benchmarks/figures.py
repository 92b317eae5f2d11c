"""One figure: something timed beside what it is held to, in the same run."""

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
    """Seconds of a case beside those of its yardstick; `wanted` is the ratio asked for, `faster` says that a higher one is better."""

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

    @property
    def ratio(self) -> float:
        """How many times the yardstick this took or, where it is to be faster, how many times faster it was."""
        return self.yardstick_seconds / self.seconds if self.faster else self.seconds / self.yardstick_seconds

    @property
    def held(self) -> str:
        """Whether it is as asked."""
        asked = []
        if self.wanted is not None:
            asked.append(self.ratio >= self.wanted if self.faster else self.ratio <= self.wanted)
        if self.peak_wanted_mb is not None and self.peak_mb is not None:
            asked.append(self.peak_mb <= self.peak_wanted_mb)
        return "" if not asked else "yes" if all(asked) else "no"

    @property
    def asked(self) -> str:
        """What was asked, in words."""
        words = [] if self.wanted is None else [f"{'>=' if self.faster else '<='} {self.wanted:g}x"]
        return ", ".join([*words, *([] if self.peak_wanted_mb is None else [f"<= {self.peak_wanted_mb:.0f} MB"])])


def table(figures: Sequence[Figure]) -> str:
    """Return the figures as a table in Markdown."""
    lines = [
        "| case | rows | classes | beside | seconds | here | ratio | asked | held | peak memory |",
        "|---|---:|---:|---|---:|---:|---:|---:|---|---:|",
    ]
    lines += [
        f"| {each.case} | {each.rows:,} | {each.classes:,} | {each.yardstick} | {each.yardstick_seconds:.3f} | "
        f"{each.seconds:.3f}"
        f" | {each.ratio:.2f} | {each.asked} | {each.held} | "
        f"{'' if each.peak_mb is None else f'{each.peak_mb:.0f} MB'} |"
        for each in figures
    ]
    return "\n".join(lines) + "\n"


def seconds(run: Callable[[], object]) -> float:
    """Return how long one call takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def in_turns(repeats: int, *runs: Callable[[], object]) -> list[float]:
    """Return the median seconds of calls that are made in turns, after one each that is not counted."""
    for run in runs:
        run()
    times = [[seconds(run) for run in runs] for _ in range(repeats)]
    return [statistics.median(each) for each in zip(*times, strict=True)]


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
    """Write a query's rows to a Parquet file, and remove it when it has been measured."""
    import duckdb

    path = folder / f"{name}.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"copy ({query}) to '{path}' (format parquet)")
    try:
        yield str(path)
    finally:
        path.unlink()


def quoted(columns: Sequence[str]) -> str:
    """Return columns as SQL."""
    return ", ".join(f'"{column}"' for column in columns)


def environment(name: str, *packages: str) -> Path:
    """Return the Python of an environment of its own in .cache, made with packages where it is not there."""
    home = ROOT / ".cache" / name
    if not home.is_dir():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run([home / "bin" / "pip", "install", "--quiet", *packages], check=True)
    return home / "bin" / "python"


def machine() -> str:
    """Return what the figures were measured on."""
    import duckdb

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        f"{cores} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}, "
        f"DuckDB {duckdb.__version__}"
    )
