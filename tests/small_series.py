"""Releases of the same people, small and random, with what is exact of them by plain loops."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from math import exp, isclose, log, prod

Row = tuple[int | None, str, str]
"""A record of a release: whose it is, its class, and its value."""


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
        if what == "earlier":
            return self.releases - 1
        if what not in {"followed", "single", "changed", "repeated"}:
            raise AttributeError(what)
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
