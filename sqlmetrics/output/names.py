"""The names of things in reports: releases, targets, classes, runs and directions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TypeVar

from sqlmetrics.phrase import replaced_name
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.text import split_line

Compared = TypeVar("Compared", bound=ReleaseScores)
"""The scores of releases, of any kind."""

FILES = {".csv", ".json", ".parquet"}
"""The endings that names of releases are shown without."""

SHORT_ID, WHOLE_ID = 8, 16
"""The fewest characters of a shortened id of a run, and the most of one that is not."""

ENTRIES = {
    "prepared_by": "Prepared by",
    "prepared_for": "Prepared for",
    "purpose": "Purpose",
    "legal_basis": "Legal basis",
    "exception": "Released although a condition fails",
    "valid_until": "Valid until",
}
"""The words of who prepared a report, for whom and what for, as reports write them."""


def target_name(target: str, partition: str | None) -> str:
    """Return the name of a target, with the partition that it is scored as."""
    return target if partition is None else f"{target} as {partition}"


def weight_words(weight: str | None) -> str:
    """Return what stands behind the name of a score on links: the least weight that is counted."""
    return "" if weight is None else f", weight at least {weight}"


def measure_words(parameters: str | None) -> str:
    """Return the parameters of a score as they stand behind its symbol.

    The criterion of an attack, which its name says, and a delta of 0 are left out.
    """
    told = ""
    for part in filter(None, (parameters or "").split(", ")):
        name, _, value = part.partition("=")
        told += {"false_positive_rate": f" at FPR {value}", "delta": "" if value == "0" else f" at delta {value}"}.get(
            name, "" if name == "criterion" else f" ({part})"
        )
    return told


def listed_line(line: str | None) -> str:
    """Return a CSV line of names or values for reading; NULL stands for what is missing."""
    return ", ".join("NULL" if part is None else part for part in split_line(line or ""))


def short_names(releases: Sequence[str], longest: int | None = None) -> dict[str, str]:
    """Return the releases' names in tables: files without folder and ending if these are unique.

    `longest` is the most letters of a name; a longer one keeps its two ends.
    """
    short = {name: path.stem if (path := PurePath(name)).suffix in FILES else name for name in releases}
    if longest is not None:
        ends = {name: f"{text[: longest // 2]}…{text[1 - longest // 2 :]}" for name, text in short.items()}
        short = {name: text if len(text) <= longest else ends[name] for name, text in short.items()}
    return short if len(set(short.values())) == len(short) else dict(zip(releases, releases, strict=True))


def shortened(result: Compared) -> Compared:
    """Return scores of releases for people, with the short names of relations, also in notes."""
    releases = short_names(result.releases)
    together = short_names((result.original, *result.releases))
    short = together | releases
    long = sorted((name for name in short if name != short[name]), key=len, reverse=True)

    def told(note: str) -> str:
        """Return a note with the short names."""
        for name in long:
            note = replaced_name(note, name, short[name])
        return note

    return replace(
        result,
        original=short[result.original],
        releases=tuple(short[name] for name in result.releases),
        scores=tuple(score._replace(release=short.get(str(score.release), score.release)) for score in result.scores),
        notes=tuple(map(told, result.notes)),
    )


def short_ids(runs: Iterable[str]) -> dict[str, str]:
    """Return a unique start of each run's id, up to the end of a short word."""
    ids = set(runs)
    length = next((size for size in range(SHORT_ID, 200) if len({run[:size] for run in ids}) == len(ids)), 200)
    ends = {run: re.match(rf".{{{length}}}[^\W_]{{0,{SHORT_ID}}}(?=[\W_])", run) for run in ids if len(run) > WHOLE_ID}
    return {run: run if run not in ends else end[0] if (end := ends[run]) is not None else run[:length] for run in ids}
