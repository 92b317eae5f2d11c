"""The scores of the table under many nodes, from one statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property

from sqlmetrics.advice.counts.coded import Coded, applied_targets
from sqlmetrics.advice.counts.conditions import SAFETY, ClassCondition
from sqlmetrics.advice.search.lattice import Node
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.gate.thresholds import Measured, subject_of
from sqlmetrics.risk.combinations.entries import (
    LatticeEntries,
    PartEntry,
    RollUpEntry,
    own_targets,
    rolled_entries,
    shared,
)
from sqlmetrics.risk.combinations.results import CombinationScore
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import IDENTITY, Plan, Target
from sqlmetrics.statement.render import render

EVERY_BIT = -1
"""The mask that keeps a word as it is."""

COUNTED_ALONE = frozenset({"expected_information", "hidden_records"})
"""What metrics need that one statement counts of a single table only."""

TARGETS = frozenset({"any", "identity", "sensitive"})
"""The targets of the metrics that one statement measures of many tables."""

NodeScores = Mapping[Measured, CombinationScore]
"""The scores of a node by their subjects, each with the classes of its target."""


def scored_together(condition: ClassCondition, coded: Coded) -> bool:
    """Return whether a condition on the table is scored of many nodes together.

    That is where the same records take part in all of them, each as one.
    """
    metric = condition.metric
    steady = coded.plan.individual is None and not coded.moving
    return not condition.of_classes and steady and metric.needs not in COUNTED_ALONE and metric.targets in TARGETS


@dataclass(frozen=True)
class TableScores:
    """The conditions on the table whose scores one statement has for many nodes.

    `origins` and `spectra` are the tables of each target's cells, and of its own distribution.
    """

    coded: Coded
    conditions: Sequence[ClassCondition]
    plan: Plan
    entries: PlanEntries
    origins: Mapping[int, str]
    spectra: Mapping[int, str]

    def of(self, nodes: Sequence[Node], out: str | None = None) -> Sequence[NodeScores]:
        """Return the scores of nodes in their order, without the classes in the table `out`."""
        if not nodes or not self.conditions:
            return [{} for _ in nodes]
        lattice = self._lattice(nodes, out)
        query = render("packed_scores", self.entries, lattice, self.origins, self.spectra)
        rows = fetch_rows(self.coded.run.engine, query, self.coded.run.name, CombinationScore, "search")
        found: list[dict[Measured, CombinationScore]] = [{} for _ in nodes]
        for row in rows:
            found[int(row.score.quasi_identifiers) - 1][subject_of(row.score)] = row
        return found

    def keeps(self, condition: ClassCondition, scores: NodeScores) -> bool:
        """Return whether a node keeps a condition."""
        row = scores.get(condition.subject)
        return row is not None and condition.threshold.holds(row.score.value, row.score.reason)

    def rules_out(self, condition: ClassCondition, scores: NodeScores) -> bool:
        """Return whether the ITPR of a node shows that finer nodes fail a condition on it.

        The least n_y H(X|Y=y) of classes is superadditive, so no finer node has a larger one, and
        none has more classes than the finest: its ITPR is at least that with both.
        """
        row, finest = scores[condition.subject], self.finest[condition.subject]
        if row.score.value is None or not row.classes or not finest.classes:
            return False
        least = 1 - finest.classes * (1 - row.score.value) / row.classes
        return least > condition.limit + SAFETY * max(1.0, finest.classes / row.classes)

    @cached_property
    def finest(self) -> NodeScores:
        """The scores of the node of the values as they are, which has the most classes."""
        (scores,) = self.of([tuple(0 for _ in self.coded.columns)])
        return scores

    def _lattice(self, nodes: Sequence[Node], out: str | None) -> LatticeEntries:
        """Return the nodes as combinations that are added up from all values in one step."""
        masks = [self.coded.masks(node) for node in nodes]
        numbers = [(str(number), str(number)) for number in range(1, 1 + len(nodes))]
        return LatticeEntries(
            root=0,
            of={number: self._roll_up(masks, valued=number in self.spectra) for number in self.origins},
            packed=True,
            kept_names=[],
            subsets=[(number,) for number in range(1, 1 + len(nodes))],
            names=numbers,
            steps=True,
            fields=[],
            marked=False,
            out=out,
            moving=out is not None,
            shared=shared(self.plan),
            groups=[],
        )

    def _roll_up(self, masks: Sequence[Sequence[int]], *, valued: bool) -> RollUpEntry:
        """Return the step from all values to each node, of cells with or without values."""
        keys = [f"key_{word}" for word in range(1, 1 + len(self.coded.words.quasi_identifiers))]
        columns = [*keys, "value"] if valued else keys
        whole = [EVERY_BIT] if valued else []
        return RollUpEntry(
            columns=columns,
            edge_names=["parent_number", "child_number", *(f"kept_{place}" for place in range(1, 1 + len(columns)))],
            depths=[[(0, number, *kept, *whole) for number, kept in enumerate(masks, 1)]],
            value=PartEntry(column="value", mask=None),
            individual=PartEntry(column="individual", mask=None),
            classes=[EVERY_BIT for _ in keys],
        )


@contextmanager
def table_scores(coded: Coded, conditions: Sequence[ClassCondition]) -> Iterator[TableScores]:
    """Give the scores of conditions on the table, whose tables are there inside only."""
    asked = [condition for condition in conditions if scored_together(condition, coded)]
    metrics = {condition.metric.name: condition.metric for condition in asked}
    whole = applied_targets(coded.words)
    chosen = sorted({one.target for one in asked if whole.targets[one.target].column is not None})
    targets = (Target(IDENTITY), *(whole.targets[number] for number in chosen))
    plan = replace(whole, level="table", metrics=tuple(metrics.values()), targets=targets)
    entries = rolled_entries(plan, coded.table, list(coded.words.quasi_identifiers))
    with ExitStack() as kept:
        origins = {number: coded.keys for number in own_targets(plan) if number == 0}
        spectra = {}
        counted = plan_entries(coded.words, coded.table, counted=coded.table)
        for number, original in enumerate(chosen, 1):
            cells = render("coded_cells", counted, counted["targets"][original])
            origins[number] = kept.enter_context(coded.run.table(cells))
            part = PartEntry(column="value", mask=None)
            own = render("distribution", entries, entries["targets"][number], part, origins[number])
            spectra[number] = kept.enter_context(coded.run.table(own))
        yield TableScores(coded, asked, plan, entries, origins, spectra)
