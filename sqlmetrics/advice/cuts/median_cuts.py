"""Median cuts of a relation's counts, round by round, while both halves keep the conditions.

Each round is one statement. It finds the borders of all open regions in all columns, and judges all
halves. Of the columns whose halves both pass the one with the widest span is cut.

Source: LeFevre, DeWitt and Ramakrishnan 2006, "Mondrian Multidimensional K-Anonymity". Two things
differ. Where the median is the greatest value, which would leave nothing beyond it, the border is
below it. And where cuts are relaxed, records that are alike in all columns stay together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import NamedTuple, TypedDict

from sqlmetrics.advice.counts.coded import Coded, CodedColumn, counted_source, search_engine
from sqlmetrics.advice.counts.conditions import ClassCondition
from sqlmetrics.advice.counts.settled import by_target, class_entries, class_plan, keeps, scored, scores_left
from sqlmetrics.advice.cuts.classes import ROOT, ClassValues, Cut, CutClasses, CutKey
from sqlmetrics.advice.generalizations import Generalization
from sqlmetrics.advice.losses import Losses
from sqlmetrics.advice.search.lattice import Lattice
from sqlmetrics.advice.view import FLOATS
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.rows import fetch_number, fetch_row, fetch_rows
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations.packed import PackedRun
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.advice import AdviceSpec
from sqlmetrics.spec.release import Strategy
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.types import Kind, kind
from sqlmetrics.text import number

LISTED = 3
"""The most values that a class lists; more are a range."""

BITS = 62
"""The bits of a number of a region, or of a rank."""


class Reach(NamedTuple):
    """The row of `key_extents`: how far a column's values reach, and how many there are."""

    reach: float
    distinct_values: float


class KeyText(NamedTuple):
    """A value of a key, as text."""

    text: str


class ColumnTotal(NamedTuple):
    """What the classes are worth in a column.

    `bits` are lost by all records, and `spread` is the mean share of the column's values that a
    released value stands for. `released` counts these values, and `changed` is 1 where one stands
    for several.
    """

    bits: float
    spread: float
    changed: int
    released: int


class Totals(NamedTuple):
    """The row of `class_totals`."""

    classes: int
    apart: int
    squares: float
    columns: tuple[ColumnTotal, ...]


class CutColumnEntry(TypedDict):
    """A column that is cut, by its number; see the macro `median_cuts`."""

    number: int
    on_line: bool
    reach: str


class CutsEntry(TypedDict):
    """What a round cuts by; see the macro `median_cuts`."""

    columns: list[CutColumnEntry]
    orders: list[list[int]]
    open_alone: bool
    failing: list[str]
    most: int


@dataclass(frozen=True)
class FoundClasses:
    """The classes that median cuts have found, and what they are worth.

    Attributes
    ----------
    classes
        The cuts, and the classes.
    rounds, records
        The rounds that cut a region, and the records.
    before
        The scores of the relation as it is.
    totals
        What the classes are worth, all and by column.
    uncertain
        The bits per record that are open about the workload by the classes, and were not before.
    """

    classes: CutClasses
    rounds: int
    records: int
    before: tuple[Score, ...]
    totals: Totals
    uncertain: float

    def loss(self, advise: AdviceSpec) -> float:
        """Return the loss of the classes, by the measure of a spec's advice.

        A value stands for all values of the table that it lists, or that lie in its range.
        """
        columns = dict(zip((key.column for key in self.classes.keys), self.totals.columns, strict=True))
        weights = {column: advise.prefer.get(column, 1.0) for column in columns}
        of_columns = {
            "non_uniform_entropy": {name: one.bits for name, one in columns.items()},
            "granularity": {name: one.spread / len(columns) for name, one in columns.items()},
            "columns_changed": {name: float(one.changed) for name, one in columns.items()},
        }
        if advise.loss in of_columns:
            return sum(weights[name] * lost for name, lost in of_columns[advise.loss].items())
        if advise.loss == "discernibility":
            return self.totals.squares
        return self.uncertain if advise.loss == "mutual_information" else self.records / self.totals.classes


def median_cuts(
    source: Source,
    plan: Plan,
    conditions: Sequence[ClassCondition],
    strategy: Strategy,
    orders: Mapping[str, Sequence[str]],
    advise: AdviceSpec | None,
) -> FoundClasses:
    """Return the classes of an open relation, which is read once, that keep conditions on classes.

    `orders` has the order of the texts of some columns.
    Raises SpecError where not even all records as one class keep them.
    """
    with ExitStack() as kept:
        run = PackedRun(kept.enter_context(search_engine(source)), plan, source.name)
        columns = [Generalization(column, (), 1) for column in plan.quasi_identifiers]
        counts = counted_source(source, run, columns, kept)
        keys = [
            CutKey(column, kind(types[f"key_{place}"]) or "text", types[f"key_{place}"] in FLOATS)
            for types in [dict(describe(run.engine, counts.table, run.name))]
            for place, column in enumerate(plan.quasi_identifiers, 1)
        ]
        over = replace(
            counts.plan,
            quasi_identifiers=tuple(f"half_{place}" for place, _ in enumerate(keys, 1)),
            individual=None if plan.individual is None else "individual",
            spelling={},
        )
        search = CutSearch(run, over, tuple(keys), conditions, strategy, orders, kept)
        return search.found(counts.table, columns, counts.plan, advise)


@dataclass(frozen=True)
class CutSearch:
    """The tables and statements of a search; the stack drops the tables."""

    run: PackedRun
    plan: Plan
    keys: tuple[CutKey, ...]
    conditions: Sequence[ClassCondition]
    strategy: Strategy
    orders: Mapping[str, Sequence[str]]
    stack: ExitStack

    def found(
        self, counts: str, columns: Sequence[Generalization], plan: Plan, advise: AdviceSpec | None
    ) -> FoundClasses:
        """Return the classes that a table of counts is cut into."""
        entries, several = plan_entries(self.plan, counts), len(self.plan.attributes) > 1
        ranks = [
            self.table("key_ranks", counts, {**key._asdict(), "number": place}, self.order(key), several)
            for place, key in enumerate(self.keys, 1)
        ]
        reaches = [fetch_row(self.run.engine, render("key_extents", one), self.run.name, Reach) for one in ranks]
        held = self.stack.enter_context(ExitStack())
        ranked = held.enter_context(self.run.table(render("ranked_counts", entries, counts, ranks), "search"))
        coded = Coded(
            self.run,
            plan,
            self.plan,
            tuple(CodedColumn(column, (), "", (BITS,), "", place) for place, column in enumerate(columns, 1)),
            ranked,
            "",
            None,
            0,
            0,
        )
        self.check_whole(coded)
        before = scores_left(coded, (0,) * len(columns))
        finest = self.uncertain(coded, ranked, advise)
        rounds: list[str] = []
        most = ROOT
        while True:
            made = self.table("median_cuts", entries, ranked, self.entry(coded, reaches, most))
            if not (size := self.run.size(made)):
                break
            rounds.append(made)
            most += 2 * size
            query = render("cut_counts", entries, ranked, made, self.sequences)
            with ExitStack() as after:
                ranked = after.enter_context(self.run.table(query, "search"))
                held.close()
                held = self.stack.enter_context(after.pop_all())
        cuts = self.cuts(rounds, ranks)
        classes = self.table("class_values", entries, ranked, ranks, LISTED)
        totals = self.totals(classes, reaches)
        regions = f"(select ranked.* replace (region as key_1) from {ranked} ranked)"  # noqa: S608 - our own name
        return FoundClasses(
            classes=CutClasses(tuple(self.placed(ranks)), tuple(cuts), tuple(self.values(classes))),
            rounds=len(rounds),
            records=int(fetch_number(self.run.engine, f"select sum(records) from {classes}", self.run.name)),  # noqa: S608
            before=before,
            totals=totals,
            uncertain=max(0.0, self.uncertain(coded, regions, advise, alone=True) - finest),
        )

    def table(self, macro: str, *arguments: object) -> str:
        """Return a new table of a macro's rows."""
        return self.stack.enter_context(self.run.table(render(macro, *arguments), "search"))

    def order(self, key: CutKey) -> list[tuple[str, str]]:
        """Return the texts of a key with their places in its order, if one is given."""
        texts = self.orders.get(key.column, ()) if key.kind == "text" else ()
        return [(text, str(place)) for place, text in enumerate(texts, 1)]

    def placed(self, ranks: Sequence[str]) -> Iterator[CutKey]:
        """Yield the keys; where an order is given, with all their texts in it."""
        for key, table in zip(self.keys, ranks, strict=True):
            places: list[KeyText] = []
            if self.order(key):
                query = f"select key_text from {table} where key_text is not null order by key_rank"  # noqa: S608
                places = fetch_rows(self.run.engine, query, self.run.name, KeyText, "search")
            yield key._replace(places=tuple(one.text for one in places))

    @property
    def sequences(self) -> list[list[int]]:
        """By column the places of the columns in whose order its cuts are, itself first."""
        places = range(1, 1 + len(self.keys))
        relaxed = self.strategy == "mondrian_relaxed"
        return [[place, *(other for other in places if relaxed and other != place)] for place in places]

    def check_whole(self, coded: Coded) -> None:
        """Raise SpecError where a condition fails even if all records are one class."""
        scores = scores_left(coded, (1,) * len(self.keys))
        failed = [condition for condition in self.conditions if not keeps(condition, scores)]
        if failed:
            missed = ", ".join(_missed(condition, scores) for condition in failed)
            raise SpecError(
                f"{self.run.name}: not even all records as one class keep {missed}; no recoding of quasi-identifiers"
                " does, so allow more, or recode the sensitive attribute"
            )

    def entry(self, coded: Coded, reaches: Sequence[Reach], most: int) -> CutsEntry:
        """Return what a round cuts by."""
        classes = class_plan(self.plan, self.conditions)
        listed = by_target(self.conditions, classes)
        halved = replace(coded, table="halved")
        failing = []
        for place, _ in enumerate(self.keys):
            node = tuple(int(other != place) for other, _ in enumerate(self.keys))
            entries, alone = class_entries(halved.entries(classes, node))
            failing.append(render("failing_classes", entries, listed, None, alone))
        lines = [self.on_line(key.kind) and one.reach > 0 for key, one in zip(self.keys, reaches, strict=True)]
        return CutsEntry(
            columns=[
                CutColumnEntry(
                    number=place, on_line=line, reach=repr(float(one.reach if line else one.distinct_values))
                )
                for place, (line, one) in enumerate(zip(lines, reaches, strict=True), 1)
            ],
            orders=self.sequences,
            open_alone=not any(one.compared for one in self.conditions),
            failing=failing,
            most=most,
        )

    @staticmethod
    def on_line(of_kind: Kind) -> bool:
        """Return whether values of a kind lie on a line, so that they have a range."""
        return of_kind in {"number", "date"}

    def cuts(self, rounds: Sequence[str], ranks: Sequence[str]) -> list[Cut]:
        """Return the cuts of all rounds, by their regions."""
        if not rounds:
            return []
        return fetch_rows(self.run.engine, render("cut_borders", rounds, ranks), self.run.name, Cut, "search")

    def totals(self, classes: str, reaches: Sequence[Reach]) -> Totals:
        """Return what the classes are worth. Raises SpecError where two look alike."""
        query = render("class_totals", classes, [repr(float(one.distinct_values)) for one in reaches])
        totals = fetch_row(self.run.engine, query, self.run.name, Totals, "search")
        if totals.apart < totals.classes:
            raise SpecError(
                f"{self.run.name}: two classes would have the same values, as a value of a quasi-identifier looks"
                " like a list or a range, such as `a | b`; rename it by a partition in a query"
            )
        return totals

    def values(self, classes: str) -> list[ClassValues]:
        """Return the classes with their values."""
        listed = ", ".join(f"value_{place}" for place, _ in enumerate(self.keys, 1))
        query = f"select region, {listed} from {classes} order by region"  # noqa: S608 - our own names
        return fetch_rows(self.run.engine, query, self.run.name, ClassValues, "search")

    def uncertain(self, coded: Coded, table: str, advise: AdviceSpec | None, *, alone: bool = False) -> float:
        """Return the bits per record that a table's keys, or its first `alone`, leave open.

        They are about the columns of the workload, and 0 where there is none.
        """
        if advise is None or not advise.about:
            return 0.0
        lattice = Lattice(tuple(1 for _ in self.keys), tuple((0.0, 0.0) for _ in self.keys))
        losses = Losses("mutual_information", replace(coded, table=table), lattice, 0, advise.about)
        return losses.uncertainties([tuple(int(alone and place > 0) for place, _ in enumerate(self.keys))])[0]


def _missed(condition: ClassCondition, scores: Sequence[Score]) -> str:
    """Return a threshold that scores do not keep, with its score, or why there is none."""
    score = scored(scores, condition)
    found = "undefined" if score is None else number(score.value) if score.reason is None else score.reason
    target = condition.subject.target
    return f"{condition.metric.name} of {target} ({found}; the limit is {number(condition.threshold.limit)})"
