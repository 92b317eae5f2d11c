"""The arguments of a prediction task's statement: relations, columns, and origins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlmetrics.engine.comparison import Compared, Comparison
from sqlmetrics.release.utility.prediction_task import PARTS, PredictionTask
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.statement.entries import recoding_entry
from sqlmetrics.statement.types import kind


def task_entries(
    task: PredictionTask,
    target: str,
    original: str,
    release: str | None,
    name: str,
    *,
    present: Sequence[str] | None = None,
    doubles: Sequence[str] = (),
    control: str | None = None,
) -> dict[str, Any]:
    """Return the arguments of the template `tradeoff`.

    `original`, `release` and `control` are a FROM clause's text.

    `present` are the columns that the release has, all unless it is given; `doubles` those whose
    numbers are of two types.
    """
    shown = task.columns if present is None else present
    columns = [_column(task, number, column, shown, doubles) for number, column in enumerate(task.columns, 1)]
    released = release is not None and target in shown
    return {
        "original": original,
        "release": release if released else None,
        "control": control,
        "individual": task.spec.individual,
        "name": name,
        "columns": columns,
        "target": columns[task.columns.index(target)],
        "origins": _origins(task, target, shown if released else None),
        "metrics": [
            {"name": metric.name, "needs": metric.needs, "once": metric.once} for metric in metrics_of("classifiers")
        ],
        "part": task.part,
        "start": task.seed * 6151 % PARTS,
        "seed": task.seed * 7919 % 16777213,
        "alpha": repr(float(task.alpha)),
        "likelihoods": False,
    }


def _column(
    task: PredictionTask, number: int, column: str, shown: Sequence[str], doubles: Sequence[str]
) -> dict[str, Any]:
    candidates = enumerate(task.candidates.get(column, ()), 1)
    return {
        "number": number,
        "column": column,
        "keyed": column in task.spec.quasi_identifiers,
        "present": column in shown,
        "as_double": column in doubles,
        "candidates": [{**recoding_entry(partition), "number": place} for place, partition in candidates],
    }


def _origins(task: PredictionTask, target: str, released: Sequence[str] | None) -> list[dict[str, Any]]:
    """Return the origins to learn from: the original, keys and secrets apart, and the release.

    `released` are the columns that are learnt from there, None where the release has no attribute.
    """
    without_keys = [column for column in task.columns if column not in task.spec.quasi_identifiers]
    without_secrets = [column for column in task.columns if column not in task.spec.sensitive]
    learnt_from: dict[str, Sequence[str]] = {"original": task.columns, "secrets": without_keys}
    if target not in task.spec.sensitive:
        learnt_from["keys"] = without_secrets
    if released is not None:
        learnt_from["released"] = [column for column in task.columns if column in released]
    numbers = {column: number for number, column in enumerate(task.columns, 1)}
    return [
        {"name": origin, "columns": [numbers[column] for column in columns]} for origin, columns in learnt_from.items()
    ]


def opened_entries(
    comparison: Comparison, release: Compared, task: PredictionTask, target: str, control: Compared | None
) -> dict[str, Any]:
    """Return the arguments of the template for relations that are open."""
    original = comparison.original
    present = [column for column in task.columns if column in release.column_names]
    doubles = [
        column
        for column in present
        if not task.candidates.get(column)
        and kind(original.type_of(column)) == "number"
        and original.type_of(column) != release.type_of(column)
    ]
    return task_entries(
        task,
        target,
        original.from_sql,
        release.from_sql,
        release.name,
        present=present,
        doubles=doubles,
        control=None if control is None else control.from_sql,
    )
