"""The plan of an audit: canaries for a relation, their coins, and the statement with them."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_number
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.epsilon.coins import MOST_CANARIES, Canary, CellKind, Coins
from sqlmetrics.risk.epsilon.guesses import best_guesses
from sqlmetrics.risk.epsilon.meaning import checked_epsilon
from sqlmetrics.scoring.question import NO_ROLES, plain_spec
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.relation import table_parts
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept, kept_table_sql
from sqlmetrics.statement.statement import heading
from sqlmetrics.statement.types import is_whole, kind, missing_column, type_words

AUDITED = "audited"
"""The name of the records with canaries, which the query reads."""

LEAST_CANARIES = 20
"""The fewest canaries of a plan, so that some are in and some are out."""

MOST_BESIDE = 1_000
"""The most records of a canary, and the most companions."""

NUMBER = r"-?\d{1,18}(\.\d{1,9})?"
"""A pattern of the numbers that canaries have, which every dialect reads."""

ROOM = {"TINYINT": 7, "UTINYINT": 8, "SMALLINT": 15, "USMALLINT": 16, "INTEGER": 31, "UINTEGER": 32}
"""The bits of a whole number, by its type; others have room for 18 digits."""

DIGITS = 18
"""The most digits of a canary's number."""

PLACES = 1_000_000_000
"""The places at which the numbers of a plan's canaries may begin, where their type has room."""


class CanaryClaim(NamedTuple):
    """What is claimed, and the canaries that test it; see `epsilon_plan`."""

    key: str
    epsilon: float
    delta: float
    canaries: int
    records: int
    companions: int
    measure: Mapping[str, str]
    values: Mapping[str, str]
    seed: int | None

    def checked(self, individual: str | None) -> CanaryClaim:
        """Return this claim. Raises SpecError for a number out of its range."""
        checked_epsilon(self.epsilon)
        if not 0 <= self.delta < 1:
            raise SpecError(f"`delta` is a probability from 0, below 1 (found: {self.delta:g})")
        if not LEAST_CANARIES <= self.canaries <= MOST_CANARIES:
            raise SpecError(f"`canaries` are from {LEAST_CANARIES} to {MOST_CANARIES} (found: {self.canaries})")
        if not 1 <= self.records <= MOST_BESIDE or not 0 <= self.companions <= MOST_BESIDE:
            raise SpecError(f"`records` are from 1, and `companions` from 0, to {MOST_BESIDE}")
        if self.records > 1 and individual is None:
            raise SpecError("`records` of a person need the column that tells people apart: name it as `individual`")
        columns = [self.key, *self.measure, *self.values, *([] if individual is None else [individual])]
        twice = next((column for column in columns if columns.count(column) > 1), None)
        if twice is not None:
            raise SpecError(f"column '{twice}' is named twice in the plan; name it once")
        if len(self.measure) > 1 or not all(_amount(value) for value in self.measure.values()):
            raise SpecError("`measure` is one column and the amount that a canary adds to its sum, other than 0")
        return self

    @property
    def raises(self) -> bool:
        """Whether a canary makes its answer larger."""
        return all(float(value) > 0 for value in self.measure.values())


def _amount(text: str) -> float:
    """Return the number of a text, 0 for what is no finite number."""
    return float(text) if re.fullmatch(NUMBER, text) else 0.0


def _check_number(column: str, value: str) -> None:
    """Raise SpecError where a column of numbers is given another value."""
    if not re.fullmatch(NUMBER, value):
        raise SpecError(f"'{column}' is a column of numbers, such as 2 or -1.5 (found: {value})")


class CanaryColumn(TypedDict):
    """A column of the relation, for the macros; `part` is what a canary has there."""

    name: str
    part: str
    kind: str
    value: str | None
    type: str | None


@dataclass(frozen=True, repr=False)
class EpsilonPlan(Result[Canary]):
    """The plan of an audit.

    Attributes
    ----------
    relation_name
        What messages call the relation.
    statement
        The statement that puts the canaries in whose coin is 1.
    coins
        The coins, and what is fixed before the answers are seen; `coins.save(path)` writes them.
    expected_bound
        The bound of epsilon to expect of a mechanism that is as claimed.
    """

    relation_name: str
    statement: str
    coins: Coins
    expected_bound: float

    @property
    def rows(self) -> tuple[Canary, ...]:
        """The canaries."""
        return self.coins.canaries


def planned_audit(
    spec: Spec,
    claim: CanaryClaim,
    *,
    into: str | None,
    noisy_query: str | None,
    dialect: str | None,
    progress: Progress | None = None,
) -> EpsilonPlan:
    """Return the plan of an audit; the relation is read for its columns and the largest numbers.

    The statement inserts `into` a copy, or else is a union in front of the query, in a dialect.
    Raises SpecError for a plan that makes no sense, QueryError.
    """
    check_goes_with("epsilon_plan", spec)
    claim = claim.checked(spec.individual)
    guesses, expected = best_guesses(claim.canaries, claim.epsilon, claim.delta)
    if not guesses:
        raise SpecError(
            f"with {claim.canaries} canaries no answer could refute an epsilon of {claim.epsilon:g}; take more"
        )
    query = checked_query(noisy_query)
    if into is not None:
        check_copy(into, spec)
    own = plain_spec(spec, **NO_ROLES | {"individual": spec.individual})
    with opened_records(own, progress) as source:
        types = dict(describe(source.engine, source.from_sql, source.name))
        for column in (*claim.measure, *claim.values):
            if column not in types:
                raise missing_column(source.name, column, types)
            if kind(types[column]) == "number":
                _check_number(column, {**claim.measure, **claim.values}[column])
        kinds = {column: _kind(column, types, source.name) for column in (claim.key, spec.individual) if column}
        whole = [column for column, of in kinds.items() if of == "whole"]
        rooms = {column: _room(source, column, types[column], claim) for column in whole}
        name, dialect_of_source = source.name, source.engine.dialect
    draw: random.Random = secrets.SystemRandom()
    if claim.seed is not None:
        draw = random.Random(claim.seed)  # noqa: S311 - a seed is for tests
    tag, coin = drawn(draw, claim.canaries)
    first = {column: draw.choice(room) for column, room in rooms.items()}
    cells = _names(first.get(claim.key), tag, claim.canaries)
    people = _names(first.get(spec.individual or ""), tag, claim.canaries)
    coins = Coins(
        key=claim.key,
        kind=kinds[claim.key],
        epsilon=float(claim.epsilon),
        delta=float(claim.delta),
        guesses=guesses,
        raises=claim.raises,
        records=claim.records,
        coins=dict(zip(cells, coin, strict=True)),
    )
    statement = CanaryStatement(own, claim, coins, people, types, kinds, into, query)
    return EpsilonPlan(name, statement.written(dialect_of_source, dialect), coins, expected)


def drawn(draw: random.Random, canaries: int) -> tuple[str, list[int]]:
    """Return the tag of the names of a plan, and a fair coin for each canary."""
    return f"{draw.getrandbits(32):08x}", [draw.getrandbits(1) for _ in range(canaries)]


def checked_query(query: str | None) -> str:
    """Return the query behind the union. Raises SpecError where it does not read from there."""
    if query is None:
        return f"select * from {AUDITED}"  # noqa: S608 - a name of ours
    text = query.strip().rstrip(";").strip()
    if not re.match(r"select\b", text, re.IGNORECASE) or not re.search(rf"\b{AUDITED}\b", text, re.IGNORECASE):
        raise SpecError(f"`noisy_query` is a `select` that reads records and canaries by the name {AUDITED}")
    return text


def check_copy(into: str, spec: Spec) -> None:
    """Raise SpecError where canaries would go into the source."""
    if not isinstance(spec.relation, str):
        return
    ends = [[part.casefold() for part in reversed(_parts(name))] for name in (into, spec.relation)]
    shorter = min(map(len, ends))
    if ends[0][:shorter] == ends[1][:shorter]:
        raise SpecError(f"{into} is the source, which canaries never go into; make a copy, and name that in `into`")


def _parts(name: str) -> Sequence[str]:
    try:
        return table_parts(name)
    except SpecError:
        return [name]


def _kind(column: str, types: Mapping[str, str], relation: str) -> CellKind:
    """Return the kind of a column in which each canary has a value of its own. Raises SpecError."""
    if column not in types:
        raise missing_column(relation, column, types)
    of = types[column].upper()
    if is_whole(of) or re.fullmatch(r"DECIMAL\(\d+, ?0\)", of):
        return "whole"
    if kind(of) is None or of.startswith("VARCHAR"):
        return "text"
    raise SpecError(
        f"canaries have a text or a whole number of their own in '{column}' of {relation}, which is"
        f" {type_words(of)}; name another column"
    )


def _room(source: Source, column: str, type_name: str, claim: CanaryClaim) -> range:
    """Return the numbers at which canaries may begin, above all numbers of a column.

    They begin anywhere, so that answers to another plan have other cells. Raises SpecError where
    the type has no room.
    """
    largest = f"select max({render('quoted', column, dialect=source.engine.dialect)}) from {source.from_sql} source"  # noqa: S608 - quoted
    first: int = 10 ** len(str(max(fetch_number(source.engine, largest, source.name, "largest"), 1)))
    needed = claim.canaries * (1 if column == claim.key else 1 + claim.companions)
    digits = re.fullmatch(r"DECIMAL\((\d+), ?0\)", type_name.upper())
    bits = ROOM.get(type_name.upper())
    end = 2**bits if bits else 10 ** min(int(digits[1]) if digits else DIGITS, DIGITS)
    if first + needed > end:
        raise SpecError(
            f"'{column}' of {source.name} is {type_name}, which has no room for {needed} canaries from {first}; name"
            " another column, or take fewer"
        )
    return range(first, min(first + PLACES, end - needed + 1))


def _names(first: int | None, tag: str, number: int) -> list[str]:
    """Return a name for each canary: a whole number from the first one, or a text."""
    return [f"canary_{tag}_{place}" if first is None else str(first + place) for place in range(number)]


@dataclass(frozen=True)
class CanaryStatement:
    """The statement that puts the canaries of a plan in: into a copy, or before a query."""

    spec: Spec
    claim: CanaryClaim
    coins: Coins
    people: Sequence[str]
    columns: Mapping[str, str]
    kinds: Mapping[str, CellKind]
    into: str | None
    query: str

    def written(self, opened_in: Dialect, name: str | None) -> str:
        """Return it in the dialect of a name, by default the one that the relation was opened in.

        That one has the names of columns as they are.
        """
        name = name or opened_in.name
        if self.into is None:
            dialect, from_sql, _ = unopened(self.spec, name)
        else:
            dialect, from_sql = dialect_to_write(name, None), ""
        exact = self.spec.exact_names or dialect is opened_in
        rows = list(zip(self.coins.canaries, self.people, strict=True))
        inside = [(canary.cell, person) for canary, person in rows if canary.coin]
        claim = self.claim
        entries: dict[str, Any] = {
            "columns": [self._column(column, of, dialect, exact=exact) for column, of in self.columns.items()],
            "inside": inside,
            "all": [*zip(self.coins.coins, self.people, strict=True)] if claim.companions else [],
            "repeats": [[number] for number in range(1, claim.records + 1)],
            "companions": [[number] for number in range(1, claim.companions + 1)],
            "stride": claim.canaries,
            "into": None if self.into is None else kept_table_sql(self.into, dialect),
            "from_sql": from_sql,
            "query": self.query,
        }
        notes = [
            f"{len(inside)} canaries, each alone in a cell of {claim.key}; they are made up",
            f"the query reads {AUDITED}" if self.into is None else "the table is a copy of the source",
        ]
        title = f"canaries of {self.spec.name} for an epsilon of {claim.epsilon:g}"
        return heading(title, *notes) + render("canary_records", entries, dialect=dialect) + "\n"

    def _column(self, column: str, of: str, dialect: Dialect, *, exact: bool) -> CanaryColumn:
        """Return a column for the macros."""
        claim, value = self.claim, {**self.claim.values, **self.claim.measure}.get(column)
        parts = {claim.key: "cell", self.spec.individual: "person"}
        return CanaryColumn(
            name=column if exact else kept(column, dialect),
            part=parts.get(column) or ("null" if value is None else "value"),
            kind=self.kinds.get(column) or ("whole" if kind(of) == "number" else "text"),
            value=value,
            type=of if dialect.client == "embedded" else None,
        )
