"""The recoding of a relation class by class, and what cannot be recoded so."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmetrics.advice.counts.conditions import OF_CLASSES, ClassCondition
from sqlmetrics.advice.cuts.classes import CutColumn
from sqlmetrics.advice.cuts.median_cuts import FoundClasses, median_cuts
from sqlmetrics.advice.generalizations import MARK, generalizations, proposals
from sqlmetrics.advice.view import Recoding, floating_columns
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import read_thresholds
from sqlmetrics.spec.advice import AdviceSpec
from sqlmetrics.spec.release import Strategy
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import Plan


def check_strategy(spec: Spec, strategy: Strategy, where: str) -> None:
    """Raise SpecError for a spec whose classes median cuts cannot make; `where` is its word."""
    told = f"{where}: `strategy: {strategy}`"
    if spec.attackers:
        raise SpecError(f"{told} makes classes for one attacker, and the spec has several: take full_domain")
    if spec.nulls == "drop":
        raise SpecError(f"{told} recodes NULL like any other value: say `nulls: category`, or take full_domain")
    if spec.released:
        raise SpecError(f"{told} makes other classes each time, and `previous` wants the same: take full_domain")
    limits = read_thresholds(spec)
    if not limits:
        raise SpecError(f"{told} cuts classes while they keep `thresholds`: add one, such as {{k_anonymity: 5}}")
    for threshold in limits:
        metric = catalogue()[threshold.metric]
        if metric.merging not in OF_CLASSES or metric.targets == "population":
            what = "a population" if metric.targets == "population" else "the whole table"
            raise SpecError(
                f"{told} stops where a class would break a limit, and {metric.name} measures {what}, not a class:"
                " leave its threshold out and check the release for it, or take full_domain"
            )


def check_people(plan: Plan, conditions: Sequence[ClassCondition]) -> None:
    """Raise SpecError for people of several records whose classes are compared with all records.

    A person counts once in each class, so that each cut changes what there is to compare with.
    """
    weighed = [condition.metric.name for condition in conditions if condition.compared]
    if plan.individual is not None and weighed:
        raise SpecError(
            f"`individual`: {weighed[0]} compares a class with all people's classes, which each median cut changes:"
            " leave its threshold out and check the release for it, or take `strategy: full_domain`"
        )


def orders_of(source: Source, spec: Spec) -> dict[str, list[str]]:
    """Return the order of the texts of each quasi-identifier whose levels list them.

    The texts of a hierarchy's file are in the order of its lines.
    """
    levels = generalizations(spec, proposals(source, spec))
    return {one.column: [*one.partitions[0].mapping] for one in levels if one.partitions and one.partitions[0].mapping}


def cut_recoding(
    source: Source,
    spec: Spec,
    plan: Plan,
    conditions: Sequence[ClassCondition],
    strategy: Strategy,
    described: Sequence[tuple[str, str]],
    omitted: frozenset[str],
    advise: AdviceSpec | None = None,
) -> tuple[Recoding, FoundClasses]:
    """Return the recoding of an open relation class by class, without the `omitted` columns.

    `described` are its columns with their types; the loss is about the workload of `advise`.
    Raises SpecError where not even all records as one class keep the conditions.
    """
    check_people(plan, conditions)
    found = median_cuts(source, plan, conditions, strategy, orders_of(source, spec), advise)
    return (
        Recoding(
            plan,
            tuple((CutColumn(column, ()), 1) for column in plan.quasi_identifiers),
            MARK,
            tuple(conditions),
            omitted=omitted,
            floating=floating_columns(described),
            cuts=found.classes,
        ),
        found,
    )
