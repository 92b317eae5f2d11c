"""What pages say of change over time holds: by loops over the runs of a history."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from certificates import certificate
from small_worlds import Exact, hold
from sqlmetrics.certificate.certificate import RunFigure, Trend
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.gate.jobs import Options, check
from sqlmetrics.output.page.page import rendered
from sqlmetrics.output.page.trends import trends
from sqlmetrics.output.privacy_report import report_of
from sqlmetrics.sentences import heard
from sqlmetrics.spec.call import call_spec

Subject = tuple[str, str]
"""A metric, and what it is measured of."""


class PastRun(NamedTuple):
    """A run by its day, the records, each value that it has, and the limits that it had."""

    day: str
    records: int
    values: dict[Subject, float | None]
    limits: dict[Subject, float]


class ExactHistory:
    """Runs in the order in which they were added, by plain loops; today's limits are the last."""

    def __init__(self, runs: Sequence[PastRun]) -> None:
        self.all = runs
        self.runs, self.records = len(runs), [one.records for one in runs]
        self.days = (min(one.day for one in runs), max(one.day for one in runs))

    @staticmethod
    def is_past(subject: Subject, value: float, limit: float) -> bool:
        """Return whether a value is past a limit: of people from below, of all else from above."""
        return value < limit - 1e-9 if subject[0] == "k_anonymity" else value > limit + 1e-9

    def values(self, subject: Subject) -> list[float | None]:
        """Return the value in each run, None where it has none."""
        return [one.values.get(subject) for one in self.all]

    def figures(self, subject: Subject) -> list[Figure | None]:
        """Return the figure in each run, None where a run did not measure it."""
        return [
            Figure(one.values[subject], "undefined" if one.values[subject] is None else "is")
            if subject in one.values
            else None
            for one in self.all
        ]

    def states(self, subject: Subject) -> list[bool | None]:
        """Return whether each run is past the limit of today, None where it has no value."""
        limit = self.all[-1].limits[subject]
        return [None if value is None else self.is_past(subject, value, limit) for value in self.values(subject)]

    def count(self, what: str) -> int:
        """Return the runs in which a verdict by their own limit is another than by today's."""
        subjects = self.all[-1].limits
        return {
            "another": sum(
                any(
                    (value := one.values.get(own)) is not None
                    and own in one.limits
                    and self.is_past(own, value, one.limits[own]) != self.is_past(own, value, subjects[own])
                    for own in subjects
                )
                for one in self.all
            )
        }[what]


def trends_in(runs: Sequence[PastRun]) -> tuple[Trend, ...]:
    """Return the runs as a certificate has them."""
    found = []
    for subject, limit in runs[-1].limits.items():
        own = [
            RunFigure(
                f"r{place}",
                f"{one.day}T10:00:00Z",
                one.records,
                Figure(one.values[subject], "undefined" if one.values[subject] is None else "is"),
                None
                if one.values[subject] is None or subject not in one.limits
                else not ExactHistory.is_past(subject, one.values[subject] or 0.0, one.limits[subject]),
            )
            for place, one in enumerate(runs)
            if subject in one.values
        ]
        size = subject[0] == "k_anonymity"
        unit, bound = ("individuals", "at_least") if size else ("share", "at_most")
        found.append(Trend(*subject, None, unit, bound, limit, tuple(own)))  # type: ignore[arg-type]
    return tuple(found)


SUBJECTS = [("k_anonymity", "identity"), ("uniqueness", "identity"), ("alpha_k_anonymity", "disease")]


def random_history(draw: random.Random, gaps: bool, missing: bool) -> list[PastRun]:
    """Return runs that may lack a condition, or its number; limits change, and clocks go back."""
    runs = []
    number = draw.randint(2, 7)
    choices = {one: draw.choice([(2, 5, 5), (1,) if one == SUBJECTS[0] else (9,)]) for one in SUBJECTS}
    for place in range(1, number + 1):
        here = [one for one in SUBJECTS if one == SUBJECTS[0] or place == number or not gaps or draw.random() < 0.8]
        scale = {one: 1 if one == SUBJECTS[0] else 10 for one in here}
        values = {one: None if missing and draw.random() < 0.2 else draw.randint(1, 9) / scale[one] for one in here}
        limits = {one: draw.choice(choices[one]) / scale[one] for one in here}
        day = f"2026-11-{draw.choice([place, place, 20]):02}"
        runs.append(PastRun(day, draw.choice([10, 10, 1200]), values, limits))
    return runs


def test_what_is_said_of_random_histories_holds() -> None:
    """Runs that lack a condition or its number, other limits, clocks that go back, equal sizes."""
    draw, found = random.Random(3), Counter[str]()
    for number in range(150):
        runs = random_history(draw, number % 3 > 0, number % 3 > 1)
        with heard() as said:
            made = certificate(trends=trends_in(runs))
            rendered("time.html", certificate=made, content=trends(made))
        found += hold(ExactHistory(runs), said, runs)
    assert len(found) >= 16


def test_what_is_said_of_runs_of_a_check_holds(tmp_path: Path) -> None:
    """The runs that a check recorded, of tables that change, beside the ones of the loops."""
    draw, found = random.Random(2), Counter[str]()
    for number in range(2):
        runs: list[PastRun] = []
        for place in range(3):
            people = draw.choice([12, 12, 40])
            rows = [(draw.choice("ab"), draw.choice("xyy"), person) for person in range(people)]
            exact = Exact(rows)
            limits = {SUBJECTS[0]: draw.choice([2.0, 6.0]), ("alpha_k_anonymity", "secret"): draw.choice([0.6, 0.8])}
            values = {subject: exact.score(*subject) for subject in limits}
            words = {
                "look": False,
                "ignored": ["who"],
                "thresholds": {metric: limit for (metric, _), limit in limits.items()},
                "history": str(tmp_path / f"h{number}"),
            }
            columns = dict(zip(("key", "secret", "who"), map(list, zip(*rows, strict=True)), strict=True))
            run = check(call_spec(columns, ["key"], ["secret"], words), "job", Options(evidence=place == 2))
            runs.append(PastRun(run.began_at[:10], people, values, limits))
        made = report_of(run, run.outcomes[0], internal=True)
        with heard() as said:
            rendered("time.html", certificate=made.certificate, content=trends(made.certificate))
        found += hold(ExactHistory(runs), said, runs)
    assert found["{runs} on {day}; the last one is this one."] == 2
    assert len(found) >= 4
