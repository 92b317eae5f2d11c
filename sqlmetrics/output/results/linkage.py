"""Who of an outside file is found in releases: a table of shares, and precision by weight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlmetrics.output.forms import Forms, score_forms
from sqlmetrics.output.names import shortened
from sqlmetrics.output.plot import releases_plot
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, ReportTable, table
from sqlmetrics.output.shown import shows
from sqlmetrics.scoring.scores import WEIGHT, ReleaseScores, Score
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import counted, joined, number, split_line

PRECISION = "link_precision"

READING = "Higher is riskier. Weights are bits of evidence that two records are one person's; "

LINKED = {
    False: "the best records of a person are the attacker's guess, and several share it.",
    True: "two that are each the other's best are linked, and several that are equally good share the links.",
}
"""Which records are linked: the best ones of each person, or one to one."""


@shows(
    ReleaseScores,
    of="linkage",
    drawn="attacks with an auxiliary file",
    plot=releases_plot("linked_rightly", "people of the auxiliary file who are found rightly"),
)
def linkage_forms(result: ReleaseScores) -> Forms:
    """Return the forms of a linkage."""
    return score_forms(result, lambda: linkage_report(result), shortened(result).notes)


def linkage_report(result: ReleaseScores) -> Report:
    """Return the shares that are found, side by side, and the precision by least weight."""
    result = shortened(result)
    known = dict.fromkeys(name or "" for score in result.scores for name in split_line(score.quasi_identifiers))
    title = f"{result.original} in {', '.join(result.releases)}: who is found by {', '.join(known)}"
    undefined: dict[str | None, dict[str, None]] = {}
    for score in result.scores:
        if score.value is None:
            undefined.setdefault(score.reason, {})[every_metric()[score.metric].title] = None
    notes = (Note(f"Undefined: {joined([*titles])}; {reason}") for reason, titles in undefined.items())
    reading = READING + LINKED[any(score.parameter("links") for score in result.scores)]
    return Report((Heading(title, 1), Paragraph(reading), *_tables(result), *notes))


def _tables(result: ReleaseScores) -> Iterator[Block]:
    """Yield the shares of the file's records, then the precision where it is known."""
    shares: dict[str, dict[str | None, Score]] = {}
    precision: dict[str, dict[str | None, Score]] = {}
    for score in result.scores:
        if score.metric != PRECISION:
            shares.setdefault(every_metric()[score.metric].title, {})[score.release] = score
        elif score.value is not None:
            precision.setdefault(score.parameter(WEIGHT) or "", {})[score.release] = score
    people = next(score.records for score in result.scores if score.metric != PRECISION)
    yield _side_by_side(result.releases, f"of {counted(people, 'record')} of the file", shares)
    if precision:
        yield Heading("Precision by weight")
        yield _found(result.releases, precision)


def _side_by_side(releases: Sequence[str], title: str, rows: Mapping[str, Mapping[str | None, Score]]) -> ReportTable:
    """Return a row per measure with a column per release."""
    columns = [Column(title, "name"), *(Column(release, "number") for release in releases)]
    return table(
        columns,
        [
            (measure, *(number(own[release].value) if release in own else "-" for release in releases))
            for measure, own in rows.items()
        ],
        leading=1,
    )


def _found(releases: Sequence[str], rows: Mapping[str, Mapping[str | None, Score]]) -> ReportTable:
    """Return a row per release and least weight, with how many are found and the precision."""
    columns = [Column("release", "name"), *(Column(title, "number") for title in ("weight", "found", "precision"))]
    return table(
        columns,
        [
            (release, weight, f"{own[release].records:,}", number(own[release].value))
            for release in releases
            for weight, own in rows.items()
            if release in own
        ],
        leading=1,
    )
