"""What is said of releases holds: together, beside their original, and of one that is written."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from math import exp, isclose, log, prod
from pathlib import Path

import pandas as pd
import pytest

import sqlmetrics
from small_worlds import hold, texts_of, unsaid
from sqlmetrics.cli.told import told
from sqlmetrics.output.results.closeness import DISTANCES, closeness_report
from sqlmetrics.output.results.together import together_report
from sqlmetrics.publication.written import write_release
from sqlmetrics.sentences import heard
from sqlmetrics.spec.call import call_spec

Row = tuple[int | None, str, str]
"""A record of a release: whose it is, its class, and its value."""

Texts = tuple[str, ...]
"""A record of texts."""


class ExactSeries:
    """Releases of the same people, by plain loops over their records."""

    def __init__(self, series: Sequence[Sequence[Row]]) -> None:
        self.series, self.releases = series, len(series)
        self.classes = [defaultdict[str, Counter[str]](Counter) for _ in series]
        self.own = defaultdict[int, list[tuple[int, str, str]]](list)
        for number, rows in enumerate(series):
            for person, key, value in rows:
                self.classes[number][key][value] += 1
                if person is not None:
                    self.own[person].append((number, key, value))
        self.kinds = {person: self._kind(own) for person, own in self.own.items()}

    def _kind(self, own: Sequence[tuple[int, str, str]]) -> str:
        """Return whether a person is followed, or why not."""
        releases = [number for number, *_ in own]
        if len({*releases}) < len(releases):
            return "repeated"
        if len(releases) == 1:
            return "single"
        return "changed" if len({value for *_, value in own}) > 1 else "followed"

    def count(self, what: str) -> int:
        """Return the people of a kind, or the records that nobody has."""
        if what == "nameless":
            return sum(person is None for rows in self.series for person, *_ in rows)
        return [*self.kinds.values()].count(what)

    def value(self, metric: str, attack: str, step: int) -> float | None:
        """Return a score of the first releases."""
        if metric == "newcomers_alone":
            return self._newcomers(step)
        if (metric, attack) == ("candidates_left", "single_release"):
            return min((len(one) for own in self.classes[:step] for one in own.values()), default=None)
        found = [each for own in self._followed(step) for each in [self._of_person(metric, attack, own)]]
        if metric == "candidates_left":
            return min(found, default=None)
        if not found:
            return None
        share = sum(found) / len(found)
        if (metric, attack) == ("guessed", "intersection"):
            return max(share, self.value(metric, "single_release", step) or 0.0)
        return share

    def _followed(self, step: int) -> Iterator[list[tuple[int, str, str]]]:
        """Yield the records of each person who is followed in the first releases."""
        for person, own in self.own.items():
            seen = [one for one in own if one[0] < step]
            if self.kinds[person] == "followed" and len(seen) >= min(step, 2):
                yield seen

    def _of_person(self, metric: str, attack: str, own: Sequence[tuple[int, str, str]]) -> float:
        """Return what a person adds to a score."""
        shown = [(number, self.classes[number][key]) for number, key, _ in own]
        left = set.intersection(*({*one} for _, one in shown))
        value = own[0][2]
        if metric == "signature_kept":
            return len({frozenset(one) for _, one in shown}) == 1
        if metric == "known_by_intersection":
            return any(len(one) == 1 for _, one in shown) if attack == "single_release" else len(left) == 1
        if metric == "candidates_left":
            return len(left)
        if attack == "single_release":
            sure = max(shown, key=lambda pair: (max(pair[1].values()) / pair[1].total(), -pair[0]))[1]
            return self._right({one: float(times) for one, times in sure.items()}, value)
        return self._right({one: self._belief(one, shown) for one in left}, value)

    def _belief(self, value: str, shown: Sequence[tuple[int, Counter[str]]]) -> float:
        """Return the geometric mean of a value's shares in releases, by what each class adds."""
        shares = []
        for number, one in shown:
            rows = self.series[number]
            shares.append((one[value] / one.total(), sum(row[2] == value for row in rows) / len(rows)))
        return exp(sum(log(whole) for _, whole in shares) / len(shares)) * prod(own / whole for own, whole in shares)

    @staticmethod
    def _right(beliefs: dict[str, float], value: str) -> float:
        """Return how often the likeliest value is the right one."""
        likeliest = [one for one, belief in beliefs.items() if isclose(belief, max(beliefs.values()), rel_tol=1e-9)]
        return (value in likeliest) / len(likeliest)

    def _newcomers(self, step: int) -> float | None:
        """Return the share that came alone of the records by which counts grew."""
        came = Counter[str]()
        for key, values in self.classes[step - 1].items() if step > 1 else []:
            for value, times in values.items():
                came[key] += max(times - self.classes[step - 2].get(key, Counter())[value], 0)
        grown = [number for number in came.values() if number]
        return grown.count(1) / sum(grown) if grown else None


def small_series() -> Iterator[list[list[Row]]]:
    """Yield every pair of releases of up to two people, in classes a and b, with values x and y."""
    cells = [None, *product("ab", "xy")]
    for one, other, first, second in product(cells, cells, cells, cells):
        releases: list[list[Row]] = [
            [(person, *cell) for person, cell in enumerate(pair) if cell is not None]
            for pair in ((one, other), (first, second))
        ]
        if all(releases):
            yield releases


def random_series() -> Iterator[list[list[Row]]]:
    """Yield series of people who come again, leave, change, have two records or no name."""
    draw = random.Random(11)
    for _ in range(12):
        people = [(person, draw.choice("abc"), draw.choice("xyz")) for person in range(16)]
        yield [
            [
                (
                    None if draw.random() < 0.05 else person,
                    draw.choice([key, key, "d"]),
                    value if draw.random() > 0.04 else "w",
                )
                for person, key, value in [*people, people[0]]
                if draw.random() < 0.75
            ]
            for _ in range(draw.randint(2, 4))
        ]


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
