"""Local suppression: the cells to star so that every class has k records, and a bound of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from math import comb
from typing import Any, NamedTuple

from sqlmetrics.engine.duckdb import count_table
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.kept import Store, keep, open_store
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_number, fetch_row
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.extent import check_mapped
from sqlmetrics.risk.score import score_source
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import IDENTITY, Plan, Target
from sqlmetrics.statement.planning import build_plan, check_columns
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__

MARK = "*"
"""The mark of a starred cell, longer where the data has it."""

KEYS = 16
"""The most quasi-identifiers of several values, whose patterns of stars are all tried."""

TRIED = 50_000_000
"""The most rows of classes beside patterns that a round tries."""


@dataclass(frozen=True)
class LocalSuppression:
    """The cells to star so that every class has at least k records; a star is a value of its own.

    Attributes
    ----------
    records, violating
        The records that take part, and those in classes of fewer than k.
    starred, columns
        The starred cells, all and of each quasi-identifier. A column of one value says nothing, and
        its cells are not counted.
    bound
        No choice of cells stars fewer: each record of a class of fewer than k needs at least the
        fewest stars with which k records of all agree in the rest.
    touched, suppressed
        The records with a star, and those starred whole, which are left out of the scores as
        suppressed.
    marks
        The mark of a starred cell of each quasi-identifier.
    k_anonymity
        The score of the view, None where no record is left.
    rounds
        The number of stars of each round.
    view
        The query of the released records, which counts and stars by itself.
    """

    relation_name: str
    k: int
    records: int
    violating: int
    starred: int
    bound: int
    touched: int
    suppressed: int
    columns: dict[str, int]
    marks: dict[str, str]
    k_anonymity: float | None
    rounds: tuple[int, ...]
    view: str


class KeyFact(NamedTuple):
    """The number of a key's values, and whether the mark of a star is one of them."""

    values: int
    marked: bool


class KeyFacts(NamedTuple):
    """The row of `key_facts`."""

    classes: int
    records: int
    violating: int
    unmapped: int
    keys: tuple[KeyFact, ...]

    @property
    def varied(self) -> list[int]:
        """The numbers of the keys of several values, from 1."""
        return [number for number, key in enumerate(self.keys, 1) if key.values > 1]


class StarCounts(NamedTuple):
    """The row of `star_counts`."""

    records: int
    open_records: int
    cells: tuple[int, ...]


def local_suppression(spec: Spec, k: int, *, progress: Progress | None = None) -> LocalSuppression:
    """Return the cells of a spec's relation to star so that every class has at least k records.

    The source is read once for the proposal, and once to score its view. Raises SpecError for what
    cannot be starred as the spec says, QueryError where the engine fails.
    """
    plan = local_plan(spec)
    with opened_records(spec, progress) as source, open_store(source.engine.limits, source.engine.progress) as store:
        return local_suppression_of(source, plan, k, store)


def local_plan(spec: Spec) -> Plan:
    """Return the plan of the keys alone. Raises SpecError where individuals are named."""
    if spec.individual is not None:
        raise SpecError(
            "`individual`: local suppression counts records, and the people of several classes may be the same;"
            " leave it out, or make a view with one record of each"
        )
    identity = spec.model_copy(update={"metrics": ["k_anonymity"], "sensitive": [], "level": "table"})
    return replace(build_plan(identity), targets=(Target(IDENTITY),))


def local_suppression_of(source: Source, plan: Plan, k: int, store: Store) -> LocalSuppression:
    """Return the cells of an open relation to star, by a plan of `local_plan`.

    The `store` counts stars. Raises SpecError, QueryError as `local_suppression` does.
    """
    if k < 1:
        raise SpecError(f"k is the least number of records of a class, at least 1 (found: {k})")
    columns = [name for name, _ in describe(source.engine, source.from_sql, source.name)]
    check_columns(plan, describe(source.engine, source.from_sql, source.name), source.name)
    entries = plan_entries(plan, source.from_sql)
    with ExitStack() as stack:
        counted = stack.enter_context(_classes(source, entries, store))
        facts, marks = _facts(source, plan, entries, k, store, counted)
        search = Search(store, stack, entries, source.name, k, facts)
        classes = search.table("numbered_classes", counted)
        patterns = search.table("star_patterns", facts.varied) if facts.varied else ""
        rounds, counts = search.starred(classes, patterns)
        bound = search.bound(classes, patterns)
    release = Release(plan, columns, tuple(facts.varied), tuple(rounds), k, marks)
    view = release.query(source.name, source.from_sql, source.engine.dialect)
    cells = dict(zip(facts.varied, counts.cells, strict=True))
    return LocalSuppression(
        relation_name=source.name,
        k=k,
        records=facts.records,
        violating=facts.violating,
        starred=sum(counts.cells),
        bound=bound,
        touched=counts.records,
        suppressed=counts.open_records,
        columns={column: cells.get(number, 0) for number, column in enumerate(plan.quasi_identifiers, 1)},
        marks=marks,
        k_anonymity=released_k(source, plan, view, marks),
        rounds=release.rounds,
        view=view,
    )


@dataclass(frozen=True)
class Release:
    """The rules of a released view: the keys that are starred, the stars of each round, the marks.

    `columns` are the relation's, and `varied` the numbers of the keys that are starred, from 1.
    """

    plan: Plan
    columns: list[str]
    varied: tuple[int, ...]
    rounds: tuple[int, ...]
    k: int
    marks: dict[str, str]

    def query(self, name: str, from_sql: str, dialect: Dialect) -> str:
        """Return the query of the released records of a relation, below a comment."""
        numbers = {column: number for number, column in enumerate(self.plan.quasi_identifiers, 1)}
        query = render(
            "starred_view",
            plan_entries(self.plan, from_sql),
            [(column, numbers.get(column)) for column in self.columns],
            self.varied,
            self.rounds,
            self.k,
            list(self.marks.values()),
            dialect=dialect,
        )
        about = comment(
            f"sqlmetrics {__version__}: local suppression of {name}: every class has at least {self.k} records",
            f"of {', '.join(self.plan.quasi_identifiers)}; a star is a value of its own,",
            "and the records that are starred whole are suppressed",
        )
        return f"{about}{query}"


def released_k(source: Source, plan: Plan, view: str, marks: dict[str, str]) -> float | None:
    """Return k of a view's records, as `score` finds it, without those that are starred whole."""
    scored = replace(plan, recodings={}, suppressed=marks, keep_suppressed=False)
    with ExitStack() as stack:
        released = f"({view}\n)"
        if source.engine.dialect.packs_counts:
            released = (
                stack.enter_context(source.engine.client.count_table(source.engine, view, source.name)) or released
            )
        return score_source(source._replace(from_sql=released), scored).scores[0].value


@contextmanager
def _classes(source: Source, entries: PlanEntries, store: Store) -> Iterator[str]:
    """Give the table of the counted classes of the keys, in the store."""
    kinds: dict[str, type] = {f"key_{key['number']}": str for key in entries["quasi_identifiers"]}
    kinds["n"] = int
    if render("lost_keys", entries):
        kinds["unmapped"] = int
    query = render("counted_classes", entries, dialect=source.engine.dialect)
    counted = keep(store, source.engine, query, source.name, kinds, "count")
    with count_table(store.engine, counted.query(kinds), source.name) as table:
        yield table


def _facts(
    source: Source, plan: Plan, entries: PlanEntries, k: int, store: Store, counted: str
) -> tuple[KeyFacts, dict[str, str]]:
    """Return the facts of the keys, and their marks: those of the plan, or one that no key has.

    Raises SpecError where a partition leaves values out, and for too many keys.
    """
    mark = MARK
    while True:
        query = render("key_facts", entries, counted, k, mark)
        facts = fetch_row(store.engine, query, source.name, KeyFacts, "count")
        if plan.hidden_marks or not any(key.marked and key.values > 1 for key in facts.keys):
            break
        mark += MARK
    if facts.unmapped:
        check_mapped(source.engine, plan.partitions, source.from_sql, source.name)
    if len(facts.varied) > KEYS:
        raise SpecError(
            f"local suppression tries all patterns of stars of at most {KEYS} quasi-identifiers"
            f" (found: {len(facts.varied)} of several values); recode some, or name fewer"
        )
    return facts, plan.hidden_marks or dict.fromkeys(plan.quasi_identifiers, mark)


@dataclass(frozen=True)
class Search:
    """The tables and statements that star classes round by round; the stack drops the tables."""

    store: Store
    stack: ExitStack
    entries: PlanEntries
    name: str
    k: int
    facts: KeyFacts

    def table(self, macro: str, *arguments: Any) -> str:
        """Return a new table of a macro's rows."""
        query = render(macro, self.entries, *arguments)
        return self.stack.enter_context(count_table(self.store.engine, query, self.name))

    def counts(self, state: str) -> StarCounts:
        """Return the counts of a state of stars."""
        query = render("star_counts", state, self.facts.varied)
        return fetch_row(self.store.engine, query, self.name, StarCounts, "star")

    def fits(self, stars: int, classes: int) -> bool:
        """Return whether classes can be tried with all patterns of so many stars."""
        return classes * comb(len(self.facts.varied), stars) <= TRIED

    def starred(self, classes: str, patterns: str) -> tuple[list[int], StarCounts]:
        """Return the stars of each round that closes groups, and the stars in the end."""
        rounds: list[int] = []
        state = self.table("open_classes", classes, self.k)
        counts = self.counts(state)
        for stars in range(1, len(self.facts.varied)):
            while counts.open_records and self.fits(stars, counts.open_records):
                tried = self.table("starred_round", state, patterns, stars, self.k)
                after = self.counts(tried)
                if after.open_records == counts.open_records:
                    break
                state, counts = tried, after
                rounds.append(stars)
        return rounds, counts

    def bound(self, classes: str, patterns: str) -> int:
        """Return the cells that every choice stars at least.

        What more stars would have to be tried for needs at least one more than those tried.
        """
        keys = len(self.facts.varied)
        total, left, unreached = 0, self.facts.violating, self.table("open_classes", classes, self.k)
        for stars in range(1, keys + 1):
            if not left or stars == keys or not self.fits(stars, self.facts.classes):
                return total + stars * left
            unreached = self.table("unreached_classes", classes, unreached, patterns, stars, self.k)
            after = fetch_number(self.store.engine, f"select sum(n) from {unreached}", self.name, "star")  # noqa: S608 - our own name
            total, left = total + stars * (left - after), after
        return total
