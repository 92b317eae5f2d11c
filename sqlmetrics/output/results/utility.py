"""The utility of releases: the accuracy of their answers, and the losses of columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.output.forms import Forms, Records, score_forms
from sqlmetrics.output.names import short_names, shortened
from sqlmetrics.output.plot import releases_plot
from sqlmetrics.output.report import Block, Column, Heading, Note, Report, ReportTable, table
from sqlmetrics.output.results.tradeoff import classifier_tables
from sqlmetrics.output.shown import shows
from sqlmetrics.release.utility.answers import QueryAnswer
from sqlmetrics.release.utility.utility import Utility
from sqlmetrics.scoring.scores import Score
from sqlmetrics.statement.catalogue import catalogue, metrics_of
from sqlmetrics.text import number

PER_QUERY = {".csv": "csv", ".json": "json", ".parquet": "parquet"}
"""The formats of the file of the queries, by the ending of its name."""

WORST = 5
"""The number of pairs of columns that a report shows."""


@shows(
    Utility,
    drawn="utility",
    plot=releases_plot(
        "total_variation_similarity",
        "total variation similarity: 0 nothing in common, 1 the same shares",
    ),
)
def utility_forms(result: Utility) -> Forms:
    """Return the forms of the utility of releases."""
    return score_forms(result, lambda: utility_report(result), shortened(result).notes)


def answers_forms(result: Utility) -> Forms:
    """Return the forms of the queries with their answers."""
    return Forms(
        report=lambda: utility_report(result),
        document=lambda: [answer._asdict() for answer in result.answers],
        records=lambda: Records(QueryAnswer._fields, result.answers, kinds_of(QueryAnswer)),
        private=True,
    )


def utility_report(result: Utility) -> Report:
    """Return the accuracy of answers, then the losses of columns and of their pairs."""
    result = shortened(result)
    title = Heading(f"{', '.join(result.releases)} beside {result.original}", 1)
    return Report((title, *utility_blocks(result.scores, result.releases)))


def utility_blocks(scores: Sequence[Score], releases: Sequence[str]) -> list[Block]:
    """Return the tables of utility, and the reasons of what is undefined; none without a score."""
    of = ("answers", "pairs", "propensities", "records", "columns", "classifiers")
    kinds = {metric.name: kind for kind in of for metric in metrics_of(kind)}
    answers, pairs, propensities = ([score for score in scores if kinds[score.metric] == kind] for kind in of[:3])
    columns = [score for score in scores if kinds[score.metric] in {"columns", "records"}]
    blocks: list[Block] = []
    for workload in dict.fromkeys(score.target for score in answers if "," not in score.target):
        blocks += _workload(workload, answers, releases)
    blocks += classifier_tables(scores, releases, "accuracy", short_names(releases), keys=True)
    if columns:
        blocks += [Heading("What is left of each column"), _column_table(columns, releases)]
    if pairs:
        blocks += [Heading("How alike pairs of columns are: those least alike"), _pair_table(pairs, releases)]
    if propensities:
        heading = "How well released records can be told from original ones"
        blocks += [Heading(heading), _propensity_table(propensities, releases)]
    return [*blocks, *_reasons(scores)]


def _workload(workload: str, answers: Sequence[Score], releases: Sequence[str]) -> Iterator[Block]:
    """Yield a table of the answers to a workload: all answers, then the answers of each measure.

    A workload without a query has no table, only the reason of its undefined scores.
    """
    own = [score for score in answers if score.target == workload]
    if not own[0].records:
        return
    of_measures = [
        score for score in answers if score.target.startswith(f"{workload}, ") and score.metric == "mean_relative_error"
    ]
    rows = [(metric, *values) for (metric, _), values in _side_by_side(own, releases).items()]
    for (metric, target), values in _side_by_side(of_measures, releases).items():
        rows.append((f"{metric} of {target.removeprefix(f'{workload}, ')}", *values))
    queries = "1 query" if own[0].records == 1 else f"{number(own[0].records)} queries"
    yield Heading(f"Answers to the {workload} workload: {queries}")
    yield table([Column("", "name"), *_release_columns(releases)], rows)


def _release_columns(releases: Sequence[str]) -> list[Column]:
    return [Column(name, "number") for name in releases]


def _side_by_side(scores: Sequence[Score], releases: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """Return the values of each release, for each metric and target."""
    rows: dict[tuple[str, str], dict[str | None, Score]] = {}
    for score in scores:
        rows.setdefault((score.metric, score.target), {})[score.release] = score
    return {line: [number(own[name].value) if name in own else "-" for name in releases] for line, own in rows.items()}


def _column_table(scores: Sequence[Score], releases: Sequence[str]) -> ReportTable:
    """Return a row per column, and per release where there are several, with its metrics."""
    known = catalogue("utility")
    several = len(releases) > 1
    metrics = list(dict.fromkeys(score.metric for score in scores))
    continuous = {score.target for score in scores if score.parameters == "continuous"}
    values = {(score.target, score.release, score.metric): number(score.value) for score in scores}
    columns = [Column("column", "name"), *([Column("release", "name")] if several else [])]
    rows = [
        (
            f"{target} (continuous)" if target in continuous else target,
            *([release] if several else []),
            *(values.get((target, release, metric), "") for metric in metrics),
        )
        for target in dict.fromkeys(score.target for score in scores)
        for release in releases
    ]
    return table(
        [*columns, *(Column(known[metric].symbol, "number") for metric in metrics)], rows, leading=len(columns)
    )


def _pair_table(pairs: Sequence[Score], releases: Sequence[str]) -> ReportTable:
    """Return the pairs of columns that are least alike in some release, by their first metric."""
    least: dict[str, float] = {}
    for score in pairs:
        if score.value is not None and score.metric == pairs[0].metric:
            least[score.target] = min(least.get(score.target, 1.0), score.value)
    worst = sorted(least, key=lambda target: (least[target], target))[:WORST]
    rows = _side_by_side(pairs, releases)
    columns = [Column("columns", "name"), *_release_columns(releases)]
    first, *others = dict.fromkeys(score.metric for score in pairs)
    lines = [(target, *rows[first, target]) for target in worst]
    lines += [(f"{metric} of {target}", *rows[metric, target]) for metric in others for target in worst]
    return table(columns, lines)


def _propensity_table(scores: Sequence[Score], releases: Sequence[str]) -> ReportTable:
    """Return a row for each metric and model, and below them how large the models are."""
    rows: dict[str, dict[str | None, str]] = {}
    sizes: dict[str, dict[str | None, str]] = {}
    for score in scores:
        model, _, size = (score.parameters or "").removeprefix("model=").partition(", ")
        rows.setdefault(f"{score.metric}, {model}", {})[score.release] = number(score.value)
        name, _, count = size.partition("=")
        if name:
            sizes.setdefault(f"{name}, {model}", {})[score.release] = number(int(count))
    columns = [Column("", "name"), *_release_columns(releases)]
    lines = {**rows, **sizes}.items()
    return table(columns, [(name, *(own.get(release, "-") for release in releases)) for name, own in lines])


def _reasons(scores: Sequence[Score]) -> Iterator[Note]:
    """Yield the reasons of undefined values with their targets, without repetition.

    What is in no table has no note: most metrics of single measures. Classifiers have their own.
    """
    of_measures = {metric.name for metric in metrics_of("answers")} - {"mean_relative_error"}
    said = {metric.name for metric in metrics_of("classifiers")}
    targets: dict[tuple[str, str | None], list[str]] = {}
    for score in scores:
        if (
            score.value is None
            and score.metric not in said
            and not (", " in score.target and score.metric in of_measures)
        ):
            targets.setdefault((score.metric, score.reason), []).append(score.target)
    for (metric, reason), names in targets.items():
        yield Note(f"undefined: {metric} of {', '.join(dict.fromkeys(names))}: {reason}")
