"""The search for the cells to star, by statements on the counted classes, round by round.

The view of a release with starred cells counts and stars by rules, without any value.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from math import comb
from typing import Any, Literal, NamedTuple

from sqlmetrics.engine.duckdb import count_table
from sqlmetrics.engine.kept import Store
from sqlmetrics.engine.rows import fetch_number, fetch_row
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import DialectError
from sqlmetrics.scoring.open_scores import score_source
from sqlmetrics.scoring.scores import Score
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__

TRIED = 50_000_000
"""The most rows of classes beside patterns that a round tries."""


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
    def varied(self) -> tuple[int, ...]:
        """The numbers of the keys of several values, from 1."""
        return tuple(number for number, key in enumerate(self.keys, 1) if key.values > 1)


class StarCounts(NamedTuple):
    """The row of `star_counts`."""

    records: int
    open_records: int
    cells: tuple[int, ...]


class MatchingCounts(NamedTuple):
    """The row of `matching_counts`."""

    records: int
    open_records: int
    unknown: int
    most_needed: int
    open_needed: int
    cells: tuple[int, ...]


class Starred(NamedTuple):
    """The stars that a search has found, and the cells that every choice stars at least.

    `records` have a star, and `whole` records are starred whole. `cells` has the starred cells of
    each key of several values. `rounds` are the numbers of stars of the rounds, and `needed` is the
    most that a class needs, where a star matches everything.
    """

    rounds: tuple[int, ...]
    needed: int
    records: int
    whole: int
    cells: tuple[int, ...]
    bound: int


@dataclass(frozen=True)
class StarSearch:
    """The tables and statements of a search; the stack drops the tables.

    With a `constant` key of one value, records that lose all others may still be a class.
    """

    store: Store
    stack: ExitStack
    entries: PlanEntries
    name: str
    k: int
    facts: KeyFacts
    constant: bool

    @property
    def keys(self) -> int:
        """The number of keys that may be starred."""
        return len(self.facts.varied)

    def table(self, macro: str, *arguments: Any) -> str:
        """Return a new table of a macro's rows."""
        query = render(macro, self.entries, *arguments)
        return self.stack.enter_context(count_table(self.store.engine, query, self.name))

    def fits(self, stars: int, classes: int) -> bool:
        """Return whether classes can be tried with all patterns of `stars` stars."""
        return classes * comb(self.keys, stars) <= TRIED

    def patterns(self) -> str:
        """Return the table of the patterns of stars."""
        return self.table("star_patterns", self.facts.varied)

    def own(self, classes: str) -> Starred:
        """Return the cells to star where a star is a value of its own."""
        patterns = self.patterns()
        rounds: list[int] = []
        state = self.table("open_classes", classes, self.k)
        counts = self.own_counts(state)
        for stars in range(1, self.keys + self.constant):
            while counts.open_records and self.fits(stars, counts.open_records):
                tried = self.table("starred_round", state, patterns, stars, self.k)
                after = self.own_counts(tried)
                if after.open_records == counts.open_records:
                    break
                state, counts = tried, after
                rounds.append(stars)
        bound = self.own_bound(classes, patterns)
        return Starred(tuple(rounds), 0, counts.records, counts.open_records, counts.cells, bound)

    def own_counts(self, state: str) -> StarCounts:
        """Return the counts of stars that are values of their own."""
        query = render("star_counts", state, self.facts.varied)
        return fetch_row(self.store.engine, query, self.name, StarCounts, "star")

    def own_bound(self, classes: str, patterns: str) -> int:
        """Return the sum over the records of small classes of the fewest stars that each needs.

        With fewer no k records of all agree in the rest. Where more stars would have to be tried
        than fit, a record needs at least one more than was tried.
        """
        total, left, unreached = 0, self.facts.violating, self.table("open_classes", classes, self.k)
        for stars in range(1, self.keys):
            if not left or not self.fits(stars, self.facts.classes):
                return total + stars * left
            unreached = self.table("unreached_classes", classes, unreached, patterns, stars, self.k)
            after = fetch_number(self.store.engine, f"select sum(n) from {unreached}", self.name, "star")  # noqa: S608 - our own name
            total, left = total + stars * (left - after), after
        return total + self.keys * left

    def matching(self, classes: str) -> Starred:
        """Return the cells to star where a star matches every value.

        The records that match one in the end agree outside all their stars together, so that the
        most stars that one class needs are a bound.
        """
        patterns = self.patterns()
        needed, state = 0, self.table("matching_classes", classes)
        counts = self.matching_counts(state, patterns)
        while counts.unknown and needed < self.keys and self.fits(needed + 1, self.facts.classes):
            needed += 1
            state = self.table("needed_stars", state, patterns, needed, self.k)
            counts = self.matching_counts(state, patterns)
        bound = needed + 1 if counts.unknown and needed < self.keys else counts.most_needed
        rounds: list[int] = []
        while counts.open_needed:
            rounds.append(counts.open_needed)
            state = self.table("matching_round", state, patterns, counts.open_needed, self.k)
            counts = self.matching_counts(state, patterns)
        starred = counts.records + counts.open_records
        return Starred(tuple(rounds), needed, starred, counts.open_records, counts.cells, bound)

    def matching_counts(self, state: str, patterns: str) -> MatchingCounts:
        """Return the counts of stars that match every value."""
        query = render("matching_counts", state, patterns, self.facts.varied, self.k)
        return fetch_row(self.store.engine, query, self.name, MatchingCounts, "star")


Stars = Literal["own", "match"]
"""What a star is: a value of its own, or one that matches every value."""

MEANINGS = {
    "own": "a star is a value of its own, and the records that are starred whole are suppressed",
    "match": "a star matches every value, its own records included",
}
"""The meaning of a star, for the comment of a view."""

PAIRS = 10**9
"""The most pairs of classes of a view that are compared."""


@dataclass(frozen=True)
class StarRules:
    """The rules of a view: the keys that are starred, the stars of each round, and the marks.

    `columns` are the relation's, `varied` the numbers of the keys that are starred, from 1, and
    `needed` the most stars that a class needs.
    """

    columns: tuple[str, ...]
    varied: tuple[int, ...]
    stars: Stars
    rounds: tuple[int, ...]
    needed: int
    k: int
    marks: dict[str, str]

    def query(self, plan: Plan, name: str, from_sql: str, dialect: Dialect) -> str:
        """Return the query of the released records of a relation, below a comment."""
        numbers = {column: number for number, column in enumerate(plan.quasi_identifiers, 1)}
        rules = {
            "columns": [(plan.spelt(column), numbers.get(column)) for column in self.columns],
            "varied": self.varied,
            "stars": self.stars,
            "rounds": self.rounds,
            "needed": self.needed,
            "k": self.k,
            "marks": list(self.marks.values()),
        }
        query = render("starred_view", plan_entries(plan, from_sql), rules, dialect=dialect)
        alike = f"every class has at least {self.k} records"
        about = comment(
            f"sqlmetrics {__version__}: local suppression of {name}: "
            + (alike if self.stars == "own" else f"every record matches at least {self.k}"),
            f"of {', '.join(plan.quasi_identifiers)}",
            MEANINGS[self.stars],
        )
        return f"{about}{query}"

    def scores(self, source: Source, plan: Plan, view: str) -> tuple[Score, ...]:
        """Return the scores of the view's records that are not starred whole, by a plan."""
        with released(source, view) as records:
            scored = replace(plan, recodings={}, suppressed=self.marks, keep_suppressed=False)
            return score_source(records, scored).scores

    def least_matches(self, source: Source, plan: Plan, view: str, classes: int) -> float | None:
        """Return the fewest records of the view that match one, where stars match everything.

        It is None where no record is left, and where there are too many `classes` to compare.
        """
        if classes**2 > PAIRS:
            return None
        with released(source, view) as records:
            entries = plan_entries(replace(plan, recodings={}), records.from_sql)
            query = render("least_matches", entries, list(self.marks.values()), dialect=source.engine.dialect)
            return float(fetch_number(source.engine, query, source.name)) or None


@contextmanager
def released(source: Source, view: str) -> Iterator[Source]:
    """Give the records of a view, which are computed once where the engine keeps tables.

    Raises DialectError where a dialect cannot read the view's query in a FROM clause.
    """
    engine = source.engine
    if not engine.dialect.nests_with:
        raise DialectError(
            f"local suppression: {engine.dialect.name} takes no `with` clause in a query's FROM clause,"
            " by which the starred view is scored; leave `local` out"
        )
    with ExitStack() as stack:
        table = None
        if engine.dialect.packs_counts:
            table = stack.enter_context(engine.client.count_table(engine, view, source.name))
        yield source._replace(from_sql=table or f"({view}\n)")
