"""Releases that keep a pseudonym of each person, so that an attacker can follow people, too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.events.question import points_plan
from sqlmetrics.risk.events.traces import of_traces, traces_plan
from sqlmetrics.risk.together.question import ReleaseSeries, TogetherQuestion
from sqlmetrics.scoring.open_scores import score_source
from sqlmetrics.scoring.question import Asked
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import heading, joined_statements
from sqlmetrics.text import joined

METRICS = ["k_anonymity", "uniqueness", "records_at_risk"]
"""The metrics of people with the same classes in every release."""


@dataclass(frozen=True)
class PseudonymQuestion:
    """The question what releases give away together, in which the `individual` is published, too.

    Then a release is an event: people with the same classes in the same releases are a class, as
    where all points of people are known. The scores of these classes stand behind the others, with
    the attack `pseudonym`.
    """

    series: TogetherQuestion

    def answer(self, progress: Progress | None = None) -> ReleaseScores:
        """Return the scores of the series, and behind them the scores of people with equal classes.

        Raises SpecError and QueryError as the series does.
        """
        spec = self._check()
        result = self.series.answer(progress)
        with self.series.opened(progress) as series:
            asked = _asked(spec, series)
            scores = score_source(Source(series.engine, series.relations[0].name, asked.from_sql), asked.plan).scores
        text = f"releases={len(series.relations)}"
        followed = [
            score._replace(
                quasi_identifiers=result.scores[0].quasi_identifiers,
                parameters=text,
                release=result.releases[-1],
                attack="pseudonym",
            )
            for score in scores
        ]
        return replace(result, scores=(*result.scores, *followed))

    def printed(self, dialect: str | None = None) -> str:
        """Return the statements that are run for the answer; nothing is opened."""
        spec = self._check()
        series = self.series.unopened(dialect)
        plan, written, relation, _, _ = _asked(spec, series)
        names = joined([one.name for one in series.relations])
        about = heading(f"how many people have the same classes in the same releases: {names}")
        query = render("score", plan_entries(plan, relation, needed=True), dialect=written)
        return joined_statements([self.series.printed(dialect), f"{about}{query}\n"])

    def _check(self) -> Spec:
        """Return the spec. Raises SpecError without a pseudonym."""
        if self.series.spec.individual is None:
            raise SpecError("a pseudonym is the column that tells people apart; name it as `individual`")
        return self.series.spec


def check_pseudonym(pseudonym: bool) -> None:
    """Raise SpecError for a pseudonym in a release that is looked at by itself."""
    if pseudonym:
        raise SpecError("a pseudonym links releases `together`; say that they are compared together")


def _asked(spec: Spec, series: ReleaseSeries) -> Asked:
    """Return the people whose points are their classes in the releases, suppressed ones too."""
    words: dict[str, Any] = {
        "known": "all",
        "quasi_identifiers": [series.plan.slices[0], *spec.quasi_identifiers],
        "sensitive": [],
        "partitions": {},
        "metrics": METRICS,
        "targets": None,
        "previous": [],
        "suppressed": None,
        "keep_suppressed": False,
    }
    own = spec.model_copy(update=words)
    points = replace(points_plan(own), spelling=series.plan.spelling)
    return of_traces(own, traces_plan(own), Asked(points, series.engine.dialect, series.union, None, ()))
