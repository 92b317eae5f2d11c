"""The statements whose rows estimates from a sample take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sqlmetrics.risk.sample.log_linear import CELLS
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries
from sqlmetrics.statement.plan import Plan, Sample
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import heading, statement_comment

ARGUMENTS: Mapping[str, Callable[[Sample], tuple[object, ...]]] = {
    "class_sizes": lambda _: (),
    "expected_alone": lambda sample: sample.texts,
    "coded_classes": lambda _: (CELLS,),
}
"""What a statement's macro takes beside the entries of a plan, by its name."""


def sample_counting_plan(plan: Plan) -> Plan:
    """Return the plan whose counts the scores of a plan need: the identity's too for estimates."""
    if not plan.estimated:
        return plan
    size = catalogue()["k_anonymity"]
    others = [metric for metric in plan.metrics if metric.name != size.name]
    return replace(plan, metrics=(size, *others), level="table", limit=None, numbered=False)


def known_sample(plan: Plan) -> Sample:
    """Return what a plan that estimates knows of the population."""
    assert plan.sample is not None  # noqa: S101 - no other plan has metrics of samples
    return plan.sample


def estimated_sql(plan: Plan, name: str, entries: Callable[[Plan], PlanEntries], dialect: Dialect) -> list[str]:
    """Return the statements whose rows the estimates of a plan take, below comments."""
    title, *rest = statement_comment(
        replace(sample_counting_plan(replace(plan, metrics=())).measured, metrics=plan.estimated), name
    )
    return [
        f"{heading(title, rest[0], rest[1], 'the rows that `sqlmetrics score` estimates it from')}{query}\n"
        for query in sample_queries(plan, entries, dialect).values()
    ]


def sample_queries(plan: Plan, entries: Callable[[Plan], PlanEntries], dialect: Dialect) -> dict[str, str]:
    """Return the statements of a plan's estimates, by the names of their macros."""
    macros = dict.fromkeys(metric.rows for metric in plan.estimated if metric.rows is not None)
    made = _of_identity(entries(sample_counting_plan(plan))) if macros else None
    return {macro: render(macro, made, *ARGUMENTS[macro](known_sample(plan)), dialect=dialect) for macro in macros}


def _of_identity(entries: PlanEntries) -> PlanEntries:
    """Return the entries of the identity's classes alone; a count table keeps its columns."""
    attributes = () if entries["counted"] is None else entries["attributes"]
    targets = entries["targets"][:1]
    alone: PlanEntries = {**entries, "targets": targets, "attributes": attributes, "facts": []}
    return {**alone, "population": None, "weight": None, "expected": False}
