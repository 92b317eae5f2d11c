"""The scores of a trade-off: the worth of a release to classifiers, and its risk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared, Comparison
from sqlmetrics.engine.engine import count_table, fetch
from sqlmetrics.engine.rows import fetch_rows, read_rows
from sqlmetrics.engine.source import Source, opened
from sqlmetrics.release.utility.classifiers import Cell, fitted_qualities
from sqlmetrics.release.utility.prediction_task import FITTED, IN_SQL, PredictionTask, task_entries
from sqlmetrics.risk.intervals.proportions import wilson
from sqlmetrics.scoring.open_scores import score_source
from sqlmetrics.scoring.scores import ReleaseScores, Score, table_score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import Metric, every_metric, metrics, metrics_of
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.text import csv_line


class QualityRecord(NamedTuple):
    """A row of `tradeoff`: the value of a metric for a classifier and a measure.

    `records` are the held-out ones.
    """

    metric: str
    target: str
    release: str
    classifier: str
    measure: str
    records: float | None
    value: float | None
    reason: str | None


def utility_scores(
    comparison: Comparison, release: Compared, task: PredictionTask, target: str, control: Compared | None
) -> tuple[list[Score], list[str]]:
    """Return the scores of one release by classifiers of one attribute, with notes on them."""
    records, notes = quality_records(comparison, release, task, target, control)
    unseen = [record.value for record in records if record.metric == "unseen_classes" and record.value]
    if unseen:
        notes.append(
            f"{release.name}: {unseen[0]:.1%} of the held-out records have nobody to learn from in their class;"
            " majority takes the most frequent value for them"
        )
    held_by = None if control is None else control.name
    return [quality_score(record, task, held_by) for record in records], notes


def quality_score(record: QualityRecord, task: PredictionTask, control: str | None = None, more: str = "") -> Score:
    """Return the score of a record of a task's classifiers; `more` stands before its parameters."""
    metric = every_metric()[record.metric]
    low, high = _interval(metric, record)
    return table_score(
        metric,
        target=record.target,
        records=record.records or 0,
        value=record.value,
        reason=record.reason,
        quasi_identifiers=csv_line(task.spec.quasi_identifiers),
        parameters=more + task.parameters(record.classifier, record.measure, control),
        release=record.release,
        low=low,
        high=high,
    )


def quality_records(
    comparison: Comparison, release: Compared, task: PredictionTask, target: str, control: Compared | None
) -> tuple[list[QualityRecord], list[str]]:
    """Return the records of the task's classifiers, those in SQL first, and notes on them."""
    entries = task_entries(comparison.original, release, task, target, control)
    engine = comparison.engine
    name = f"{comparison.original.name} and {release.name}"
    records: list[QualityRecord] = []
    once = {metric.name for metric in metrics_of("classifiers") if metric.once}
    if any(classifier in IN_SQL for classifier in task.classifiers):
        with count_table(engine, lambda: render("tradeoff_cell_rows", entries, dialect=engine.dialect), name) as table:
            rows = fetch_rows(engine, render("tradeoff", entries, table, dialect=engine.dialect), name, QualityRecord)
        records = [record for record in rows if record.classifier in task.classifiers or record.metric in once]
    classifiers = [classifier for classifier in task.classifiers if classifier in FITTED]
    if not classifiers:
        return records, []
    statement = render("tradeoff_cell_rows", entries, task.sample, dialect=engine.dialect)
    cells = read_rows(fetch(engine, statement, name), Cell)
    used = [cell for cell in cells if cell.number <= task.sample]
    notes = []
    if len(used) < len(cells):
        given = f"{task.sample:,} combinations of values, not all"
        notes.append(f"{release.name}, {target}: scikit-learn's classifiers are given {given}")
    return [*records, *_fitted_records(used, entries, classifiers, task.seed)], notes


def _fitted_records(
    cells: Sequence[Cell], entries: dict[str, Any], classifiers: Sequence[str], seed: int
) -> list[QualityRecord]:
    """Return the records of scikit-learn's classifiers, classifier by classifier."""
    import pandas as pd

    target = entries["target"]["number"] - 1
    qualities = fitted_qualities(cells, [origin["name"] for origin in entries["origins"]], target, classifiers, seed)
    labels = len({cell.values[target] for cell in cells if cell.origin == "original"})
    learnt = any(quality.origin == "released" and quality.quality is not None for quality in qualities)
    frame = pd.DataFrame(qualities).astype({"quality": "Float64"})
    with opened(frame) as source:
        statement = render("fitted_records", entries, source.from_sql, labels, learnt)
        records = fetch_rows(source.engine, statement, "the classifiers", QualityRecord)
    return sorted(records, key=lambda record: (classifiers.index(record.classifier), record.measure))


def _interval(metric: Metric, record: QualityRecord) -> tuple[float | None, float | None]:
    """Return the bounds between which an accuracy lies with 95 % confidence.

    The accuracy of held-out records is a share (Wilson 1927).
    """
    if record.value is None or not record.records or record.measure != "accuracy" or not metric.interval:
        return None, None
    return wilson(record.value, record.records)


def privacy_metrics() -> tuple[Metric, ...]:
    """Return the metrics of one relation that stand beside a release's utility."""
    return tuple(metric for metric in metrics() if metric.tradeoff)


def privacy_scores(comparison: Comparison, release: Compared, spec: Spec) -> list[Score]:
    """Return the scores of a release by itself, undefined where it lacks the columns."""
    keys = [column for column in spec.quasi_identifiers if column in release.column_names]
    secrets = [column for column in spec.sensitive if column in release.column_names]

    def undefined(target: str, reason: str) -> list[Score]:
        """Return the scores of a target that has no value."""
        return [
            table_score(
                metric,
                target=target,
                records=0,
                value=None,
                reason=reason,
                quasi_identifiers=csv_line(keys),
                release=release.name,
            )
            for metric in privacy_metrics()
            if _stands_beside(metric, target)
        ]

    if not keys:
        reason = "the release has none of the quasi-identifiers"
        return [score for target in (IDENTITY, *spec.sensitive) for score in undefined(target, reason)]
    names = [metric.name for metric in privacy_metrics() if secrets or metric.targets != "sensitive"]
    plan = build_plan(Spec(quasi_identifiers=keys, sensitive=secrets, individual=spec.individual, metrics=names))
    by_name = {metric.name: metric for metric in privacy_metrics()}
    scores = score_source(Source(comparison.engine, release.name, release.from_sql), plan).scores
    beside = [
        score._replace(release=release.name) for score in scores if _stands_beside(by_name[score.metric], score.target)
    ]
    missing = [column for column in spec.sensitive if column not in secrets]
    lacking = "the release does not have the attribute"
    return [*beside, *(score for column in missing for score in undefined(column, lacking))]


def _stands_beside(metric: Metric, target: str) -> bool:
    """Return whether a metric stands beside a release for a target.

    The identity has its own metrics, attributes have the others.
    """
    return (metric.targets == IDENTITY) == (target == IDENTITY)


def worth_sentences(
    result: ReleaseScores, classifier: str | None = None, names: Mapping[str, str] | None = None
) -> list[str]:
    """Return sentences on the worth of releases and their risk.

    A sentence is on an attribute and a classifier, whose accuracy has a gain over the trivial
    sanitization.

    The attacker's gain is A_acc: of the attribute itself where it is sensitive, else the highest of
    a sensitive one. `names` are the releases' names in the sentences.
    """
    gains: dict[tuple[str | None, str], float] = {
        (score.release, score.target): score.value
        for score in result.scores
        if score.metric == "a_acc" and score.value is not None
    }
    sentences = []
    for score in result.scores:
        learner = score.parameter("classifier")
        if score.metric != "utility_gain" or score.value is None or score.parameter("measure") != "accuracy":
            continue
        if learner is None or classifier not in {None, learner}:
            continue
        secrets = {target: gain for (release, target), gain in gains.items() if release == score.release}
        secret = (
            score.target if score.target in secrets else max(secrets, key=lambda target: secrets[target], default=None)
        )
        risk = (
            "" if secret is None else f", at {100 * secrets[secret]:.1f} points of adversary gain (A_acc of {secret})"
        )
        called = score.release if names is None else names[str(score.release)]
        points = round(100 * score.value, 1) + 0.0
        by = learner.replace("_", " ")
        sentences.append(
            f"{called}, {score.target} by {by}: utility gain {points:.1f} points over trivial sanitization{risk}"
        )
    return sentences
