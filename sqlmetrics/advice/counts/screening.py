"""Nodes asked together: the records that each suppresses, and that all finer nodes suppress."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple, TypedDict

from sqlmetrics.advice.counts.coded import Coded, applied_targets
from sqlmetrics.advice.counts.conditions import (
    ENTROPIES,
    ClassCondition,
    ClassConditionEntry,
    Whole,
    bound_of,
    bound_parameters,
    least_size,
)
from sqlmetrics.advice.search.lattice import Node
from sqlmetrics.advice.search.search import NODES_TOGETHER
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.gate.thresholds import Measured
from sqlmetrics.risk.combinations.entries import shared
from sqlmetrics.statement.entries import CellMeasureEntry, PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

AT_ONCE = 1_000_000
"""The most counts that the nodes of a statement are rolled up from together."""

MEASURED_ALONE = frozenset({"ordered", "hierarchical", "population"})
"""The kinds of metrics that one statement measures of a single table only."""

PREFIXED = frozenset(
    f"most_{name}"
    for name in (
        "t_closeness_equal",
        "a_diff",
        "basic_beta_likeness",
        "delta_disclosure",
        "delta_disclosure_strict",
        "a_quot",
    )
)
"""The bounds that need a class's values in the order of their gain."""


class Screened(NamedTuple):
    """A row of `screened_nodes`: what a node suppresses, and how its classes lie."""

    node: int
    suppressed: float
    lost: float
    kept_squares: float
    kept_classes: float
    squares: float
    classes: float


class ScreenEntries(TypedDict):
    """The nodes of a statement, and the tables and conditions that they are asked with."""

    names: list[str]
    nodes: list[tuple[int, ...]]
    records: str
    cells: dict[int, str]
    whole: dict[int, str]
    conditions: dict[int, list[ClassConditionEntry]]
    least: dict[int, int]
    sized: bool
    out: str | None
    prefixed: list[int]


@dataclass(frozen=True)
class Screen:
    """The conditions on classes that many nodes are asked for in one statement.

    It is `whole` where it has all conditions on classes, and `exact` where no class's score depends
    on the other classes that are left. A screen that is not exact `repeats` where the classes that
    are left can be screened too, by the plan and the entries of `again`. With `sized` it is asked
    for the sizes of classes anyway.
    """

    coded: Coded
    plan: PlanEntries
    entries: ScreenEntries
    whole: bool
    exact: bool
    repeats: bool
    again: tuple[PlanEntries, ScreenEntries]
    sized: bool

    @property
    def asks(self) -> bool:
        """Whether there is a condition to ask for, or a loss of classes."""
        return self.sized or bool(self.entries["conditions"])

    @property
    def together(self) -> int:
        """The number of nodes that are asked together."""
        return max(1, min(NODES_TOGETHER, AT_ONCE // max(1, self.coded.counts)))

    def ask(self, nodes: Sequence[Node]) -> list[Screened]:
        """Return what each node suppresses, in their order."""
        query = render("screened_nodes", self.plan, self._entries(nodes))
        return fetch_rows(self.coded.run.engine, query, self.coded.run.name, Screened, "search")

    def failing(self, nodes: Sequence[Node]) -> AbstractContextManager[str]:
        """Give the table of the classes that fail, by the nodes' places from 1, inside only."""
        return self.coded.run.table(render("failing_nodes", self.plan, self._entries(nodes)), "search")

    def left(self, nodes: Sequence[Node]) -> list[Screened]:
        """Return what each node suppresses of the records that it leaves; each leaves some."""
        plan, entries = self.again
        with self.failing(nodes) as out:
            asked = ScreenEntries({**entries, "nodes": self._entries(nodes)["nodes"], "out": out})
            query = render("screened_nodes", plan, asked)
            return fetch_rows(self.coded.run.engine, query, self.coded.run.name, Screened, "search")

    def _entries(self, nodes: Sequence[Node]) -> ScreenEntries:
        rows = [(number, *self.coded.masks(node)) for number, node in enumerate(nodes, 1)]
        return ScreenEntries({**self.entries, "nodes": rows})


def screened(condition: ClassCondition, coded: Coded) -> bool:
    """Return whether a condition on classes is asked of many nodes together.

    The shares of individuals' values differ from node to node, and so do the records that take
    part where a NULL leaves them out.
    """
    steady = not coded.moving and not (coded.plan.individual is not None and condition.weighed)
    return condition.of_classes and condition.metric.targets not in MEASURED_ALONE and steady


@contextmanager
def screen(coded: Coded, conditions: Sequence[ClassCondition], budget: int, *, sized: bool = False) -> Iterator[Screen]:
    """Give the screen of conditions within a budget, whose tables are there inside only."""
    asked = [condition for condition in conditions if screened(condition, coded)]
    names = {condition.metric.name: condition.metric for condition in asked}
    plan = replace(applied_targets(coded.words), level="class", metrics=tuple(names.values()))
    by_target = _by_target(asked, plan)
    own = [number for number in by_target if plan.targets[number].column is not None or plan.individual is not None]
    with ExitStack() as kept:
        every = plan_entries(replace(plan, metrics=()), coded.table, counted=coded.table)
        counted = plan_entries(coded.words, coded.table, counted=coded.table)
        cells = {
            number: kept.enter_context(coded.run.table(render("coded_cells", counted, counted["targets"][number])))
            for number in own
        }
        distributions = {
            number: kept.enter_context(coded.run.table(render("coded_whole", every, every["targets"][number], table)))
            for number, table in cells.items()
            if any(condition.weighed or condition.metric.name in ENTROPIES for condition in by_target[number])
        }
        wholes = {
            number: fetch_rows(coded.run.engine, f"select * from {table}", coded.run.name, Whole)[0]  # noqa: S608
            for number, table in distributions.items()
        }
        bounds = {condition.subject: bound_of(condition, plan, budget) for condition in asked}
        alike = plan.individual is None and plan.nulls != "drop"  # the classes of all targets have the same records
        entries = ScreenEntries(
            names=["node", *(f"mask_{word}" for word in range(1, 1 + len(plan.quasi_identifiers)))],
            nodes=[],
            records=coded.keys,
            cells=cells,
            whole=distributions,
            conditions={
                number: [condition.entry(plan, bounds[condition.subject]) for condition in of_target]
                for number, of_target in by_target.items()
            },
            least={number: least_size(asked if alike else of_target) for number, of_target in by_target.items()},
            sized=len(by_target) == 1 and (not own or plan.nulls != "drop") and plan.individual is None,
            out=None,
            prefixed=[
                number
                for number, of_target in by_target.items()
                if any(bounds[condition.subject] in PREFIXED for condition in of_target)
            ],
        )
        of_classes = [condition for condition in conditions if condition.of_classes]
        whole = len(asked) == len(of_classes)
        exact = not any(condition.weighed for condition in asked)
        repeats = whole and not exact and not any(condition.of_whole for condition in asked)
        unbounded = {
            number: [ClassConditionEntry({**one, "bound": None}) for one in of_target]
            for number, of_target in entries["conditions"].items()
        }
        again = ScreenEntries({**entries, "conditions": unbounded, "whole": {}, "prefixed": []})
        bounded = _with_bounds(plan, by_target, bounds, wholes)
        yield Screen(coded, bounded, entries, whole, exact, repeats, (plan_entries(plan, ""), again), sized)


def _by_target(conditions: Sequence[ClassCondition], plan: Plan) -> dict[int, list[ClassCondition]]:
    """Return the conditions by target.

    Conditions on the sizes of the identity's classes are put to the only other target, whose
    classes are the same.
    """
    found: dict[int, list[ClassCondition]] = {}
    for condition in conditions:
        found.setdefault(condition.target, []).append(condition)
    others = [number for number in found if plan.targets[number].column is not None]
    of_sizes = all(condition.metric.name in {"k_anonymity", "prosecutor_risk"} for condition in found.get(0, ()))
    if 0 in found.keys() - {*others} and len(others) == 1 and shared(plan) and of_sizes:
        found[others[0]] += found.pop(0)
    return dict(sorted(found.items()))


def _with_bounds(
    plan: Plan,
    by_target: Mapping[int, Sequence[ClassCondition]],
    bounds: Mapping[Measured, str | None],
    wholes: Mapping[int, Whole],
) -> PlanEntries:
    """Return the entries of a plan whose classes also have the measures of bounds.

    Conditions with the same bound share one measure, made for the strictest of them.
    """
    entries = plan_entries(plan, "")
    for number, conditions in by_target.items():
        strictest: dict[str, ClassCondition] = {}
        for condition in conditions:
            bound = bounds[condition.subject]
            if bound is not None and bound != "all":
                known = strictest.get(bound)
                strictest[bound] = condition if known is None else min(known, condition, key=ClassCondition.leniency)
        measures = entries["targets"][number]["cell_measures"]
        for bound, condition in strictest.items():
            parameters = bound_parameters(condition, plan, wholes.get(number))
            measures.append(CellMeasureEntry(name=bound, parameters=parameters))
    return entries
