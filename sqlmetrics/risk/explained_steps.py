"""Parts of the steps of a run in words: counting, scoring, and what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.spec.place import name_of
from sqlmetrics.spec.spec import IntervalSpec, Spec
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.statement.plan import IDENTITY, Plan, Target
from sqlmetrics.text import joined

ORIGINS = {
    "classes": "each class's size, values and entropy",
    "hidden_records": "each class's size, and how many records suppression leaves out",
    "weighed": "each cell beside its class and the table",
    "ranked": "each class's values, the most frequent first",
    "expected_information": "the sizes of classes and of values: what chance would give",
    "ordered": "each class's distance from the table along the order of the values",
    "hierarchical": "each class's distance from the table in the hierarchy",
    "population": "each class beside its people in the population",
    "weighted": "each class beside its survey weights",
    "households": "each household beside the risks of its people",
}
"""The origins of metrics, once the records are counted."""


Steps = list[tuple[str, list[str]]]
"""Steps of a run, each with its parts."""


class Explained(NamedTuple):
    """The steps of a run: what they are about, in lines, and how often they read the source.

    `reads` is a line in words, and `looks` whether columns without a role are looked at besides.
    `plans` are the plans that are scored, as far as intervals need them.
    """

    about: Sequence[str]
    steps: Steps
    reads: str
    plans: Sequence[Plan] = ()
    looks: bool = True


def reads_text(number: int | None) -> str:
    """Return the line on the reads of the source, None where an engine keeps no counts."""
    return f"reads of the source: {'several, as this engine keeps no counts' if number is None else number}"


def drawn_steps(plans: Sequence[Plan], asked: IntervalSpec) -> Steps:
    """Return the step that finds the intervals of scores."""
    metrics = {metric.name: metric.interval for plan in plans for metric in plan.metrics if plan.attributes}
    drawn = [name for name, how in metrics.items() if how == "draws"]
    parts = ["the sizes of classes and the counts of values, from the counts, for intervals by a formula"]
    if drawn:
        again = f"all records drawn again from the counts, {asked.replicates:,} times by seed {asked.seed}"
        parts.append(f"{again}, for {', '.join(drawn)}")
    return [("intervals, several statements", parts)]


def earlier_steps(spec: Spec) -> Steps:
    """Return the steps that compare a relation with its earlier releases, for each secret."""
    releases = f"{spec.name} and {joined([name_of(one) for one in spec.released])}, each read once more"
    return [
        (f"releases together, for {column}, one statement", [f"what the classes of each person leave: from {releases}"])
        for column in spec.sensitive
    ]


def extent_steps(plan: Plan, relation: str) -> Steps:
    """Return the step that counts what scores leave out, where one does."""
    if not plan.reads_extent:
        return []
    read = ["all records"]
    read += [f"distinct {plan.individual}"] if plan.individual is not None else []
    read += ["the records without NULLs"] if plan.nulls == "drop" else []
    read += ["the suppressed records"] if plan.suppressed else []
    people = f"distinct {plan.individual} of each slice: from {relation}, read once more"
    return [
        *([("people, one statement", [people])] if plan.tells_slice_people else []),
        ("extent, one statement", [f"{', '.join(read)}: from {relation}, read once more"]),
    ]


def scoring_step(plan: Plan, parts: list[str], population: str) -> tuple[str, list[str]]:
    """Return the step that scores from counts, which are its first parts."""
    if plan.populated:
        keys = keys_of(plan)
        parts = [*parts, f"the population: records per {keys}, from {population}, read once"]
    if plan.weighted:
        parts = [*parts, f"the survey weights: {plan.weight} per {keys_of(plan)}, read once more"]
    if plan.housed:
        parts = [*parts, f"the households: people per {plan.household} and {keys_of(plan)}, read once more"]
    for target in sorted(plan.targets, key=lambda target: target.name == IDENTITY):
        parts = [
            *parts,
            f"{target.label}: {_origin(plan, target)}",
            *(f"  {line}" for line in metric_lines(plan, target)),
        ]
    return "score, one statement", parts


def keys_of(plan: Plan) -> str:
    """Return the quasi-identifiers, with their partitions."""
    return recoded_columns(plan, plan.quasi_identifiers)


def recoded_columns(plan: Plan, columns: Sequence[str]) -> str:
    """Return columns with their partitions."""
    return ", ".join(
        f"{column} (as {plan.recodings[column].name})" if column in plan.recodings else column for column in columns
    )


def _origin(plan: Plan, target: Target) -> str:
    """Return the origin of a target's classes."""
    people = (
        ""
        if plan.individual is None
        else f", each {plan.individual} once per class{'' if target.column is None else ' and value'}"
    )
    attributes = [other for other in plan.targets if other.column is not None]
    if target.column is None and plan.individual is None and plan.nulls == "category" and attributes:
        return f"classes from those of {attributes[0].label}"
    recoded = "" if target.partition is None else ", recoded there"
    dropped = {"drop": ", without NULLs", "any": ", each beside each set of columns that are NULL in some"}.get(
        plan.nulls, ""
    )
    return f"{'classes' if target.column is None else 'cells and classes'} from the counts{people}{recoded}{dropped}"


def metric_lines(plan: Plan, target: Target) -> list[str]:
    """Return the lines with a target's metrics by their origin."""
    by_origin: dict[str, list[str]] = {}
    for metric in plan.metrics_of(target):
        by_origin.setdefault(_basis(metric), []).append(metric.name)
    return [f"{ORIGINS[basis]}: {', '.join(by_origin[basis])}" for basis in ORIGINS if basis in by_origin]


def _basis(metric: Metric) -> str:
    """Return the key of a metric's origin in ORIGINS."""
    if metric.needs is not None:
        return metric.needs
    if metric.weighed or metric.ranked:
        return "weighed" if metric.weighed else "ranked"
    return metric.targets if metric.targets in ORIGINS else "classes"
