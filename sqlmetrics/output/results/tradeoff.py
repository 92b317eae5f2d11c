"""The trade-off of releases: their worth to classifiers, and the risk that they bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from sqlmetrics.output.forms import Forms, score_forms
from sqlmetrics.output.names import short_names, shortened
from sqlmetrics.output.page.words import listed_some
from sqlmetrics.output.plot import draw_frontier
from sqlmetrics.output.report import Block, Column, Heading, Items, Note, Plot, Report, ReportTable, table
from sqlmetrics.output.results.frontier import frontier_picture
from sqlmetrics.output.shown import shows
from sqlmetrics.release.utility.frontier import Frontier, default_classifier, frontier
from sqlmetrics.release.utility.tradeoff_scores import privacy_metrics, worth_sentences
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.statement.catalogue import every_metric, metrics_of
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import number, split_line

SYMBOLS = {"mutual_information": "GAIN (bits)", "delta_disclosure": "delta (nats)", "utility_gain": "gain"}
"""The titles of some metrics; the others have their symbols."""


def qualities() -> list[str]:
    """Return the metrics of classifiers, which stand side by side."""
    return [metric.name for metric in metrics_of("classifiers") if not metric.once]


@shows(
    ReleaseScores,
    of="classifiers",
    drawn="a tradeoff",
    picture=lambda result: frontier_picture(frontier(result), short_names(result.releases)),
    plot=lambda result: partial(draw_frontier, frontier(result)),
)
def tradeoff_forms(result: ReleaseScores, points: Frontier | None = None, measure: str = "accuracy") -> Forms:
    """Return the forms of an experiment, whose report also shows the dominated releases.

    `points` are the releases between risk and utility, by default what `frontier` returns.
    """
    points = frontier(result) if points is None else points
    noted = replace(result, notes=(*result.notes, *points.notes))
    inside = {*worth_sentences(result), *points.notes} - {*points.left_out}
    reported = shortened(replace(result, notes=tuple(inside))).notes
    forms = score_forms(noted, lambda: tradeoff_report(result, points, measure), shortened(noted).notes)
    return replace(forms, reported=reported)


def tradeoff_report(result: ReleaseScores, points: Frontier, measure: str) -> Report:
    """Return the classifiers of each attribute, the releases' risks, and their frontier."""
    held = max((score.records for score in result.scores if score.metric in qualities()), default=0)
    known = f", which tells an accuracy to within {98 / held**0.5:.1f} points (95 %)" if held else ""
    short = short_names(result.releases)
    title = f"{shortened(result).original}: {number(held)} records held out to test classifiers on{known}"
    blocks: list[Block] = [Heading(title, 1)]
    blocks += classifier_tables(result.scores, result.releases, measure, short)
    blocks += [
        Heading("what the release tells an adversary who knows the quasi-identifiers"),
        _privacy_table(result, short),
    ]
    if len(result.releases) > 1:
        blocks += _frontier(points, short)
    return Report((*blocks, Items(tuple(worth_sentences(result, default_classifier(result), short)))))


def _column(metric: str) -> Column:
    return Column(SYMBOLS.get(metric, every_metric()[metric].symbol), "number")


def classifier_tables(
    scores: Sequence[Score], releases: Sequence[str], measure: str, short: dict[str, str], *, keys: bool = False
) -> Iterator[Block]:
    """Yield the worth of the releases to each classifier of each attribute.

    With `keys` the columns that an attribute is learnt from are said, and the held-out records.
    """
    metrics = qualities()
    columns = [Column("classifier"), Column("release", "name"), *map(_column, metrics)]
    how = {"f1": "F1, the mean over its values,"}.get(measure, measure)
    measured = [score for score in scores if score.metric in metrics and score.parameter("measure") == measure]
    learnt: dict[tuple[str, str], dict[str | None, dict[tuple[str | None, str], Score]]] = {}
    for score in measured:
        of_task = learnt.setdefault((score.target, score.quasi_identifiers or ""), {})
        of_task.setdefault(score.parameter("classifier"), {})[score.release, score.metric] = score
    for (target, known), classifiers in learnt.items():
        rows, notes = [], []
        for classifier, by_release in classifiers.items():
            for release in releases:
                own = [by_release[release, metric] for metric in metrics]
                rows.append(
                    (str(classifier).replace("_", " "), short[release], *(number(score.value) for score in own))
                )
                notes += [f"{short[release]}: {score.reason}" for score in own if score.reason is not None]
        what, where = target, ""
        if keys:
            held = max(score.records for by_release in classifiers.values() for score in by_release.values())
            what = f"{target} by {listed_some([name or '' for name in split_line(known)])}"
            where = f" on {number(held)} held-out records"
        yield Heading(f"{what}: {how} of a classifier{where}, learnt apart, from the release, from the original")
        yield table(columns, rows, leading=2)
        yield from map(Note, dict.fromkeys(notes))


def _privacy_table(result: ReleaseScores, short: dict[str, str]) -> ReportTable:
    beside = {metric.name: metric for metric in privacy_metrics()}
    scores = {(score.metric, score.target, score.release): score for score in result.scores if score.metric in beside}
    metrics = [name for name, metric in beside.items() if metric.targets != IDENTITY]
    rows = [
        (
            target,
            short[release],
            number(scores["k_anonymity", IDENTITY, release].value),
            *(number(scores[metric, target, release].value) for metric in metrics),
        )
        for target in dict.fromkeys(target for _, target, _ in scores if target != IDENTITY)
        for release in result.releases
    ]
    columns = [Column("sensitive", "name"), Column("release", "name"), Column("k", "number"), *map(_column, metrics)]
    return table(columns, rows, leading=2)


def _frontier(found: Frontier, short: dict[str, str]) -> Iterator[Block]:
    """Yield the releases between risk and utility; dominated ones are marked."""
    risk = f"{found.risk.symbol} of {found.risk_of}; {found.risk.direction}"
    utility = f"{found.utility.symbol} of {found.utility_of}; {found.utility.direction}"
    columns = [Column("release", "name"), Column("", "place"), Column(found.risk.symbol, "number")]
    rows = [
        (
            short[point.name],
            str(place),
            number(point.risk),
            number(point.utility),
            ", ".join(short[name] for name in point.dominated) or "-",
        )
        for place, point in enumerate(found.points, 1)
    ]
    yield Heading(f"risk ({risk}) against utility ({utility})")
    yield table([*columns, Column(found.utility.symbol, "number"), Column("dominated by", "name")], rows, leading=2)
    yield Plot(tuple((point.risk, point.utility) for point in found.points), found.lines)
