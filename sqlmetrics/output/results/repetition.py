"""What generated texts repeat of few people: a table of shares by the people of a run of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlmetrics.output.forms import Forms, score_forms
from sqlmetrics.output.names import shortened
from sqlmetrics.output.plot import releases_plot
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, table
from sqlmetrics.output.shown import shows
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import counted

READING = (
    "Higher is riskier. A run of words that few people have, and that a model repeats, may be learnt from them. People"
    " write alike, so compare the runs of a control group, whose texts the model has never read."
)

PEOPLE = "people"
"""The parameter with the most people of a run."""


@shows(
    ReleaseScores,
    of="repetition",
    drawn="repeated texts",
    plot=releases_plot("repeated_ngrams", "runs of words of few people that generated texts repeat"),
)
def repetition_forms(result: ReleaseScores) -> Forms:
    """Return the forms of what generated texts repeat."""
    return score_forms(result, lambda: repetition_report(result), shortened(result).notes)


def repetition_report(result: ReleaseScores) -> Report:
    """Return a table of the shares for each release, by the most people of a run."""
    result = shortened(result)
    first = result.scores[0]
    words = counted(int(first.parameter("words") or 1), "word")
    title = f"{', '.join(result.releases)} beside {result.original}: runs of {words} in {first.target}"
    return Report((Heading(title, 1), Paragraph(READING), *_tables(result)))


def _tables(result: ReleaseScores) -> Iterator[Block]:
    """Yield the table of each release, and why measures are undefined."""
    several = len(result.releases) > 1
    for release in result.releases:
        own = [score for score in result.scores if score.release == release]
        if several:
            yield Heading(release)
        most = list(dict.fromkeys(score.parameter(PEOPLE) or "" for score in own))
        titles = ["of one person" if one == "1" else f"of {one} at most" for one in most]
        columns = [Column("", "name"), *(Column(one, "number") for one in titles)]
        yield table(columns, list(_rows(own)), leading=1)
        undefined = {(score.metric, score.reason): score for score in own if score.value is None}
        for metric, reason in undefined:
            yield Note(f"{every_metric()[metric].title} is undefined: {reason}")


def _rows(scores: Sequence[Score]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each measure: shares in per cent, each with the number it is a share of."""
    by_metric: dict[str, list[Score]] = {}
    for score in scores:
        by_metric.setdefault(score.metric, []).append(score)
    for metric, own in by_metric.items():
        shares = (f"{one.value:.1%} of {one.records:,}" if one.value is not None else "-" for one in own)
        yield every_metric()[metric].title, *shares
