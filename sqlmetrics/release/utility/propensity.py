"""Propensity scores: how well released and original records can be told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics.engine.rows import Statement, fetch_rows, macro_statement
from sqlmetrics.engine.source import opened
from sqlmetrics.release.utility.columns import COARSE, UtilityColumn
from sqlmetrics.release.utility.groups import Group, Relations, groups_plan
from sqlmetrics.release.utility.logistic_model import fitted_logistic
from sqlmetrics.release.utility.measured import MeasuredColumns
from sqlmetrics.scoring.scores import Score, table_score
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.statement.render import render
from sqlmetrics.text import csv_line

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_CELLS = 100_000
"""The most combinations of values that the logistic model is fitted to."""

MOST_PARAMETERS = 1_000
"""The most parameters of the logistic model."""


MODELS = {
    "saturated_propensities": "how well released records can be told apart",
    "propensity_cells": "the counts that the logistic model is fitted to",
}
"""The macros that count for each model, with their rows in words."""


class PropensityMetrics(NamedTuple):
    """A row of `propensity_metrics`: a release, the records of both sides, and metrics' values."""

    release: int
    total: float
    released_total: float
    parameters: float
    values: tuple[float | None, ...]


class PropensityCell(NamedTuple):
    """A row of `propensity_cells`: a combination of values with its records in each relation."""

    values: tuple[Any, ...]
    counts: tuple[float, ...]


class Model(NamedTuple):
    """A model's row of each release, and the reason why another release has none."""

    name: str
    counted: str
    rows: dict[int, PropensityMetrics]
    reasons: dict[int, str]


def propensities_plan(relations: Relations, columns: Sequence[UtilityColumn]) -> dict[str, Any]:
    """Return the arguments of the templates of propensities; continuous columns are in bins."""
    binned = tuple((column, column.bin(COARSE) if column.continuous else None) for column in columns)
    return groups_plan(relations, [Group(1, binned)]) | {"metrics": _names()}


def propensity_statements(measured: MeasuredColumns) -> list[Statement]:
    """Return the statements of the saturated and of the logistic model; none where not asked."""
    plan = propensities_plan(measured.relations, measured.columns) if measured.options.pmse else None
    return [] if plan is None else [macro_statement(macro, plan, about=(about,)) for macro, about in MODELS.items()]


def propensity_scores(measured: MeasuredColumns) -> Iterator[Score]:
    """Yield the metrics of both models, saturated and logistic, of each release, where asked."""
    if not measured.options.pmse:
        return
    relations = measured.relations
    counted, cells = propensity_statements(measured)
    rows = counted.rows(relations.engine, relations.original.name, PropensityMetrics)
    saturated = Model("saturated", "cells", {row.release: row for row in rows}, {})
    target = csv_line(column.name for column in measured.columns)
    models = (saturated, _logistic(measured, cells, saturated))
    for number, release in enumerate(relations.releases, 1):
        for model in models:
            row = model.rows.get(number)
            size = "" if row is None else f", {model.counted}={int(row.parameters)}"
            values = row.values if row is not None else (None,) * len(_names())
            for metric, value in zip(metrics_of("propensities"), values, strict=True):
                yield table_score(
                    metric,
                    target=target,
                    records=0 if row is None else row.total + row.released_total,
                    value=value,
                    reason=model.reasons.get(number) or _reason(saturated.rows.get(number)),
                    parameters=f"model={model.name}{size}",
                    release=release.name,
                )


def _names() -> list[str]:
    return [metric.name for metric in metrics_of("propensities")]


def _reason(row: PropensityMetrics | None) -> str | None:
    """Return why a metric is undefined, None where its header says why."""
    if row is None or not row.released_total:
        return None
    return "the original has no records" if not row.total else "all records have the same values"


def _logistic(measured: MeasuredColumns, statement: Statement, saturated: Model) -> Model:
    """Return the logistic model, fitted to the combinations of values that the engine counted."""
    model = Model("logistic", "parameters", {}, {})
    for number, row in saturated.rows.items():
        if row.parameters > MOST_CELLS:
            model.reasons[number] = (
                f"the columns make {row.parameters:,.0f} combinations of values, more than {MOST_CELLS:,};"
                " name fewer columns in `columns`"
            )
    there = [number for number, row in saturated.rows.items() if row.total and row.released_total]
    if few := [number for number in there if number not in model.reasons]:
        sizes = {"values": len(measured.columns)}
        relations = measured.relations
        cells = statement.rows(relations.engine, relations.original.name, PropensityCell, sizes=sizes)
        frames = [frame for number in few if (frame := _fitted(cells, number, model)) is not None]
        model.rows.update({row.release: row for row in _metrics(frames)})
    return model


def _fitted(cells: Sequence[PropensityCell], release: int, model: Model) -> DataFrame | None:
    """Return the combinations of a release with their propensity scores.

    None stands for too many values, and the model says so.
    """
    import numpy as np
    import pandas as pd

    counts = np.array([(cell.counts[0], cell.counts[release]) for cell in cells])
    held = counts.sum(axis=1) > 0
    values = pd.DataFrame([cell.values for cell in cells])[held]
    codes = np.column_stack([pd.factorize(values[place], use_na_sentinel=False)[0] for place in values])
    most = int(codes.max(axis=0).sum()) + 1
    if most > MOST_PARAMETERS:
        model.reasons[release] = (
            f"the model would have {most:,} parameters, more than {MOST_PARAMETERS:,};"
            " leave out columns of many values by `columns`"
        )
        return None
    originals, released = counts[held].T
    propensity, parameters = fitted_logistic(codes, originals, released)
    return pd.DataFrame(
        {
            "release_number": release,
            "n_0": originals,
            "n": released,
            "propensity": propensity,
            "parameters": float(parameters),
        }
    )


def _metrics(frames: Sequence[DataFrame]) -> list[PropensityMetrics]:
    """Return the metrics of fitted propensity scores, by the macros of saturated ones."""
    import pandas as pd

    if not frames:
        return []
    with opened(pd.concat(frames)) as source:
        statement = render("fitted_propensities", source.from_sql, _names())
        return fetch_rows(source.engine, statement, "the propensity scores", PropensityMetrics)
