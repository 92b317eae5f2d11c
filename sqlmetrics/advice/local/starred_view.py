"""The view of a release with starred cells: rules that count and star, without any value."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Literal

from sqlmetrics.engine.rows import fetch_number
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import DialectError
from sqlmetrics.risk.score import score_source
from sqlmetrics.risk.scores import Score
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__

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
