"""The closeness of releases: a table for each question, with intervals and the safer side."""

from __future__ import annotations

from collections.abc import Iterator

from sqlmetrics.output.assertions import Assertion
from sqlmetrics.output.forms import Forms, score_forms
from sqlmetrics.output.names import measure_words, shortened
from sqlmetrics.output.plot import releases_plot
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, table
from sqlmetrics.output.shown import shows
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import number, split_line

DISTANCES = (
    "Distances alone decide nothing about privacy, and are no evidence of anonymity: a consensus of researchers"
    " (Pilgram et al. 2025) says that they lack a precise interpretation and should be avoided, and measures membership"
    " and attribute disclosure. Look at the attack on membership with a `control` group, at attribution in `attacks`,"
    " and at `gda`."
)
"""The sentences before the numbers."""


@shows(
    ReleaseScores,
    of="closeness",
    drawn="closeness",
    plot=releases_plot("membership_advantage", "membership advantage: 0 as a coin, 1 all members are found"),
)
def closeness_forms(result: ReleaseScores) -> Forms:
    """Return the forms of the closeness of releases."""
    return score_forms(result, lambda: closeness_report(result), shortened(result).notes)


UNDEFINED_CLOSENESS = Assertion(
    "{measure} is undefined: {reason}", lambda releases, of: releases.undefined(of["metric"])
)


def closeness_report(result: ReleaseScores) -> Report:
    """Return the measures in a table for each question, and the reasons of undefined ones."""
    result = shortened(result)
    columns = dict.fromkeys(name or "" for score in result.scores for name in split_line(score.quasi_identifiers))
    title = f"{', '.join(result.releases)} beside {result.original}: distances by {', '.join(columns)}"
    undefined = {(score.metric, score.reason): score for score in result.scores if score.value is None}
    notes = (
        Note(UNDEFINED_CLOSENESS.say({"metric": metric}, measure=every_metric()[metric].title, reason=reason))
        for metric, reason in undefined
    )
    return Report((Heading(title, 1), Paragraph(DISTANCES), *_tables(result), *notes))


def _tables(result: ReleaseScores) -> Iterator[Block]:
    """Yield the measures of each question."""
    several = len(result.releases) > 1
    names = [Column("measure", "name"), *([Column("release", "name")] if several else [])]
    numbers = [Column(title, "number") for title in ("value", "from", "to", "records")]
    by_question: dict[str, list[Score]] = {}
    for score in sorted(result.scores, key=lambda score: every_metric()[score.metric].order):
        by_question.setdefault(every_metric()[score.metric].question, []).append(score)
    for question, scores in by_question.items():
        yield Heading(question)
        rows = [
            (
                every_metric()[score.metric].symbol + measure_words(score.parameters),
                *([str(score.release)] if several else []),
                *(number(value) for value in (score.value, score.low, score.high)),
                f"{score.records:,}",
                "↑" if score.direction == "higher is safer" else "↓",
            )
            for score in scores
        ]
        yield table([*names, *numbers, Column("safer")], rows, leading=len(names))
