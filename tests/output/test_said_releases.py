"""What is said of releases holds: together, beside their original, and of one that is written."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pandas as pd
import pytest

import sqlmetrics
from small_series import ExactSeries, random_series, small_series
from small_worlds import hold, texts_of, unsaid
from sqlmetrics.cli.told import told
from sqlmetrics.output.results.closeness import DISTANCES, closeness_report
from sqlmetrics.output.results.together import together_report
from sqlmetrics.publication.written import write_release
from sqlmetrics.sentences import heard
from sqlmetrics.spec.call import call_spec

Texts = tuple[str, ...]
"""A record of texts."""


@pytest.mark.parametrize("worlds", [small_series, random_series], ids=["small", "random"])
def test_what_is_said_of_releases_together_holds(worlds: object) -> None:
    """How its columns are read is true of each value; who is not followed is counted."""
    found = Counter[str]()
    for place, series in enumerate(worlds()):  # type: ignore[operator]
        if worlds is small_series and place % 17:
            continue
        frames = [pd.DataFrame(rows, columns=["who", "key", "secret"]).astype({"who": "Int64"}) for rows in series]
        with heard() as said:
            result = sqlmetrics.compare(
                frames[0], frames, quasi_identifiers=["key"], sensitive="secret", individual="who"
            ).attacks(together=True)
            report = together_report(result)
        found += hold(ExactSeries(series), said, series)
        assert not unsaid([*texts_of(report), *result.notes], said), result.notes
    assert len(found) >= 9


class ExactRelease:
    """A release that is written, by plain loops: its classes, what is dropped, and what is lost."""

    def __init__(self, columns: dict[str, list[str]], k: int, length: int, budget: float) -> None:
        rows = [(one[:length], *rest) for one, *rest in zip(*columns.values(), strict=True)]
        keys = [row[:2] for row in rows]
        sizes = Counter(keys)
        small = [key for key in keys if sizes[key] < k]
        self.dropped = len(small) if len(small) <= budget * len(keys) else 0
        kept = [key for key in keys if not self.dropped or sizes[key] >= k]
        self.passes = bool(kept) and min(Counter(kept).values()) >= k
        self.values = {
            name: ({row[place] for row in rows}, {row[place] for row in rows if row[:2] in kept})
            for place, name in enumerate(columns)
        }
        self.counts = {
            "dropped": self.dropped,
            "records": len(keys),
            "below": len(small),
            "written": len(kept) if self.passes else 0,
        }

    def count(self, what: str) -> int:
        """Return the records that are dropped, written, below the limit, or there."""
        return self.counts[what]

    def lost(self, column: str) -> tuple[int, int]:
        """Return the values of a column on its level, and how many are gone."""
        before, after = self.values[column]
        return len(before), len(before - after)


@pytest.mark.parametrize("budget", [0.0, 0.3, 1.0])
def test_what_is_said_of_a_release_holds(budget: float, tmp_path: Path) -> None:
    """How many records and values go with small classes, and what is written."""
    found, draw = Counter[str](), random.Random(5)
    for place in range(8):
        people = draw.choice([1, 4, 25, 60])
        columns = {
            "key": [draw.choice(["aa", "ab", "ba", "bb", "bb"]) for _ in range(people)],
            "town": [draw.choice(["x", "x", "x", "y"]) for _ in range(people)],
            "secret": [draw.choice("uvw") for _ in range(people)],
        }
        words = {
            "look": False,
            "thresholds": {"k_anonymity": 3},
            "partitions": {"key": {"prefix": 1}},
            "release": {"drop": budget},
        }
        spec = call_spec(columns, ["key", "town"], ["secret"], words)
        with heard() as said:
            result = write_release(spec, tmp_path / f"{place}.csv")
            lines = told(result)
        exact = ExactRelease(columns, 3, 1, budget)
        found += hold(exact, said, columns)
        assert not unsaid(lines, said)
        if result.written:
            assert (
                len((tmp_path / f"{place}.csv").read_text(encoding="utf-8").splitlines()) == exact.count("written") + 1
            )
    assert len(found) >= 2


class ExactCloseness:
    """Texts of a release beside those of its original and of others, by plain loops."""

    def __init__(self, original: Sequence[Texts], release: Sequence[Texts], control: Sequence[Texts]) -> None:
        self.original, self.release = original, release
        self.of_original, self.of_control = (
            [min(self._apart(row, other) for other in others) for row in release] for others in (original, control)
        )
        self.second = [sorted(self._apart(row, other) for other in original)[1:2] for row in release]
        self.least = [min(self._apart(row, other) for other in release) for row in control]
        self.others = len(control)

    @staticmethod
    def _apart(one: Texts, other: Texts) -> int:
        """Return in how many columns two records differ."""
        return sum(a != b for a, b in zip(one, other, strict=True))

    def tied(self, _: str) -> tuple[int, int]:
        """Return the records that are as close to the control group, and all records."""
        pairs = zip(self.of_original, self.of_control, strict=True)
        return sum(one == other for one, other in pairs), len(self.release)

    def others_at_least(self, _: str) -> int:
        """Return the others at the least distance from the release."""
        return self.least.count(min(self.least))

    def undefined(self, metric: str) -> bool:
        """Return whether a measure has no value, as no record that it needs is at a distance."""
        if metric == "baseline_protection":
            half = [one in self.original for one in product(*map(set, zip(*self.original, strict=True)))]
            return sum(half) * 2 >= len(half)
        return metric == "distance_ratio" and not any(second and second[0] for second in self.second)


def test_what_is_said_of_closeness_holds() -> None:
    """Ties with the control group, and rates at which nobody can be taken for a member."""
    found, draw = Counter[str](), random.Random(3)
    for people in (1, 3, 8, 30, 150):
        original, release, control = (
            [(draw.choice("xyz"), draw.choice("123"), draw.choice("pq")) for _ in range(people)] for _ in range(3)
        )
        frames = [pd.DataFrame(rows, columns=["a", "b", "c"]) for rows in (original, release, control)]
        with heard() as said:
            result = sqlmetrics.compare(frames[0], frames[1:2]).closeness(control=frames[2])
            report = closeness_report(result)
        found += hold(ExactCloseness(original, release, control), said, (original, release, control))
        assert not unsaid([*texts_of(report), *result.notes], said) - {DISTANCES}
    assert len(found) >= 3
