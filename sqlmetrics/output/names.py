"""The names of things in reports: releases, targets, classes, runs and directions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from sqlmetrics.text import split_line

FILES = {".csv", ".json", ".parquet"}
"""The endings that names of releases are shown without."""

SHORT_ID, WHOLE_ID = 8, 16
"""The fewest characters of a shortened id of a run, and the most of one that is not."""


def target_name(target: str, partition: str | None) -> str:
    """Return the name of a target, with the partition that it is scored as."""
    return target if partition is None else f"{target} as {partition}"


def listed(line: str | None) -> str:
    """Return a CSV line of names or values for reading; NULL stands for what is missing."""
    return ", ".join("NULL" if part is None else part for part in split_line(line or ""))


def short_names(releases: Sequence[str], longest: int | None = None) -> dict[str, str]:
    """Return the releases' names in tables: files without folder and ending if these are unique.

    `longest` is the most letters of a name, of which a longer one keeps both ends.
    """
    short = {name: path.stem if (path := PurePath(name)).suffix in FILES else name for name in releases}
    if longest is not None:
        ends = {name: f"{text[: longest // 2]}…{text[1 - longest // 2 :]}" for name, text in short.items()}
        short = {name: text if len(text) <= longest else ends[name] for name, text in short.items()}
    return short if len(set(short.values())) == len(short) else dict(zip(releases, releases, strict=True))


def short_ids(runs: Iterable[str]) -> dict[str, str]:
    """Return a unique start of each run's id, up to the end of a short word."""
    ids = set(runs)
    length = next((size for size in range(SHORT_ID, 200) if len({run[:size] for run in ids}) == len(ids)), 200)
    ends = {run: re.match(rf".{{{length}}}[^\W_]{{0,{SHORT_ID}}}(?=[\W_])", run) for run in ids if len(run) > WHOLE_ID}
    return {run: run if run not in ends else end[0] if (end := ends[run]) is not None else run[:length] for run in ids}
