"""What pages say of releases side by side holds: by loops over their risk and their use."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import pytest

from certificates import captions_of, certificate, said_on_page
from small_worlds import hold
from sqlmetrics.certificate.certificate import ComparedReleases, ReleasePoint
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.page import rendered
from sqlmetrics.output.page.releases import releases
from sqlmetrics.output.results.frontier import frontier_picture
from sqlmetrics.release.utility.frontier import Frontier, Point, with_marks
from sqlmetrics.sentences import heard
from sqlmetrics.statement.catalogue import every_metric


class Weighed(NamedTuple):
    """A release by its risk and its use, None where not measured, and the error of the use."""

    risk: float | None
    use: float | None
    error: float | None = None


class ExactWeighed:
    """Releases between risk and use, each by its name, by plain loops."""

    def __init__(self, names: Sequence[str], rows: Sequence[Weighed]) -> None:
        self.rows = dict(zip(names, rows, strict=True))
        self.placed = [name for name, one in self.rows.items() if None not in (one.risk, one.use)]

    def count(self, what: str) -> int:
        """Return the number of releases."""
        return {"releases": len(self.rows)}[what]

    def numbers(self, name: str) -> list[float | None]:
        """Return the risk and the use of a release."""
        return [self.rows[name].risk, self.rows[name].use]

    def beaters(self, name: str) -> list[str]:
        """Return the releases with no more risk and no less use, and better in one."""
        risk, use, _ = self.rows[name]
        found = []
        for other in self.placed:
            less, more = self.rows[other][:2]
            if less <= risk and more >= use and (less, more) != (risk, use):  # type: ignore[operator]
                found.append(other)
        return found

    def are_equal(self) -> bool:
        """Return whether all releases with both numbers have the same two."""
        return len({self.rows[name][:2] for name in self.placed}) == 1

    def overlap(self, one: str, other: str) -> bool:
        """Return whether the intervals of two uses have a number in common."""
        first, second = self.rows[one], self.rows[other]
        gap = abs((first.use or 0) - (second.use or 0))
        return gap <= (first.error or 0) + (second.error or 0) + 1e-12


def points_of(rows: Sequence[Weighed]) -> tuple[ReleasePoint, ...]:
    """Return the releases as a certificate has them, marked by the product."""
    names = [f"r{place}" for place in range(len(rows))]
    placed = [
        Point(name, one.risk, one.use)
        for name, one in zip(names, rows, strict=True)
        if one.risk is not None and one.use is not None
    ]
    beaten = {one.name: one.dominated for one in with_marks(placed, safer=False, less_useful=False)}
    missing = Figure(None, "undefined", "nobody is left")
    return tuple(
        ReleasePoint(
            name=name,
            this=place == 0,
            risk=missing if one.risk is None else Figure(one.risk),
            risk_low=None,
            risk_high=None,
            use=missing if one.use is None else Figure(one.use),
            use_low=None if one.use is None or one.error is None else one.use - one.error,
            use_high=None if one.use is None or one.error is None else one.use + one.error,
            records=100,
            smallest=Figure(1),
            dominated_by=beaten.get(name, ()),
        )
        for place, (name, one) in enumerate(zip(names, rows, strict=True))
    )


def held_of(rows: Sequence[Weighed]) -> Counter[str]:
    """Hold what a page says of releases, and return how often each was said."""
    found = ComparedReleases("ward.csv", "a_acc", "disease", "u_san", "town", points_of(rows), ())
    with heard() as said:
        made = certificate(releases=found)
        rendered("releases.html", certificate=made, content=releases(made))
    return hold(ExactWeighed("ABCDEFGH"[: len(rows)], rows), said, rows)


def test_what_is_said_of_few_releases_holds() -> None:
    """Of all sets of up to three releases with few risks and uses, or without one of them."""
    cells = [Weighed(risk, use, 0.06) for risk in (0.1, 0.2) for use in (0.5, 0.6, 0.9)]
    cells += [Weighed(0.1, None), Weighed(None, 0.6)]
    found = Counter[str]()
    for number in (1, 2, 3):
        for rows in combinations_with_replacement(cells, number):
            found += held_of(rows) + held_of(rows[::-1])
    assert len(found) >= 14


def test_what_is_said_of_random_releases_holds() -> None:
    """Of up to eight releases, some without a number or without an error."""
    draw, found = random.Random(8), Counter[str]()
    for _ in range(60):
        some = [None, *(draw.randint(0, 9) / 10 for _ in range(12))]
        rows = [Weighed(draw.choice(some), draw.choice(some), draw.choice([None, 0.05, 0.2])) for _ in range(8)]
        found += held_of(rows[: draw.randint(2, 8)])
    assert len(found) >= 9


def test_a_release_without_a_number_is_beaten_by_nobody() -> None:
    """The finding says which releases it is about where one has no number."""
    rows = (Weighed(0.1, 0.9), Weighed(0.2, 0.8), Weighed(None, 0.95))
    made = certificate(releases=ComparedReleases("w", "a_acc", "d", "u_san", "t", points_of(rows), ()))
    ((title, _),) = captions_of(made, "releases")
    assert title.endswith("none is less risky or more useful (of the releases with both numbers)")
    assert said_on_page(made, "releases")[1].startswith("No other release with both numbers beats this one, A.")


@pytest.mark.parametrize("number", [2, 5])
def test_what_the_picture_of_a_trade_off_says_holds(number: int) -> None:
    """Its numbers are the ones of each release, and hollow are the ones that another beats."""
    draw, metrics = random.Random(number), every_metric()
    for _ in range(10):
        rows = [Weighed(draw.randint(0, 4) / 4, draw.randint(0, 4) / 4) for _ in range(number)]
        names = [f"r{place}" for place in range(number)]
        points = [Point(name, one.risk or 0.0, one.use or 0.0) for name, one in zip(names, rows, strict=True)]
        marked = tuple(with_marks(points, safer=False, less_useful=False))
        drawn = Frontier(metrics["a_acc"], metrics["u_san"], "disease", "town", marked)
        with heard() as said:
            frontier_picture(drawn, {name: name for name in names})
        assert hold(ExactWeighed(names, rows), said, rows).total() == 1
