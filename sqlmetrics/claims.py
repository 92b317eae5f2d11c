"""Claims about an original: what is known, what is guessed, and whether it is true; checked in sets, by SQL."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache, partial
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from sqlmetrics.comparison import Compared, kind
from sqlmetrics.engine import Engine, fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.render import render

Criterion = Literal["singling_out", "inference", "linkability"]
CRITERIA = ("singling_out", "inference", "linkability")
"""The criteria of the Article 29 Working Party's opinion on anonymisation (2014)."""

AT_ONCE = 5_000
"""How many claims of one shape are checked by one statement."""

FEW = 25
"""Claims of a shape that fewer have are checked together with others, each by conditions of its own."""

CONDITIONS_AT_ONCE = 300
"""How many claims with ranges are checked by one statement: some databases return few columns."""

PLAIN = frozenset({str, int, bool, type(None)})
"""The types of which no value but None stands for NULL."""

CLAIMED_KINDS: Mapping[str | None, str] = {"number": "number", "date": "moment", "truth value": "truth", "text": "text"}
"""What claims call the kinds of columns."""

WIDE = 2**53
"""Whole numbers up to this are exact in double precision."""


class Bound(NamedTuple):
    """What a value is compared with, where it is not meant to be equal; see at_most and at_least."""

    comparison: str
    value: Any


def at_most(value: Any) -> Bound:
    """Return the condition that an attribute is at most a number or a date."""
    return Bound("<=", value)


def at_least(value: Any) -> Bound:
    """Return the condition that an attribute is at least a number or a date."""
    return Bound(">=", value)


class Claim(NamedTuple):
    """One claim: what is known and what is guessed, by column. A value is plain, None for NULL, or a Bound."""

    criterion: str
    known: Mapping[str, Any]
    guess: Mapping[str, Any]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it names."""
        return (*self.known, *self.guess)


class Tolerance(NamedTuple):
    """How far a guessed number may be from the true one: a distance, or a share of the true number's size. It is never signed."""

    size: float
    relative: bool = True


class Checked(NamedTuple):
    """Whether a claim is true, and the chance that a statistical guess of it is: individuals with the guessed values / individuals.

    `matching` are the individuals who have what it knows and guesses, `people` are all; both are 0 where nobody was counted.
    """

    correct: bool
    chance: float
    matching: int = 0
    people: int = 0

    def alone(self, size: int) -> float:
        """Return the chance that exactly one of so many people, drawn of all without replacement, has what is known and guessed.

        For all of them this is 1 or 0. Over people who are drawn from a population it is what that many people are expected to hold,
        n w (1 - w)^(n - 1) for a condition of weight w (Cohen and Nissim 2020), whatever the number of people who were counted.
        """
        others, rest = self.people - self.matching, size - 1
        if self.matching < 1 or others < rest:
            return 0.0
        if self.matching == 1:
            return size / self.people
        ways = math.log(self.matching) + _choices(others, rest) - _choices(self.people, size)
        return min(math.exp(ways), 1.0)


def _choices(size: int, chosen: int) -> float:
    """Return the logarithm of a binomial coefficient."""
    return math.lgamma(size + 1) - math.lgamma(chosen + 1) - math.lgamma(size - chosen + 1)


Shape = tuple[str, tuple[str, ...], tuple[str, ...]]
"""What one statement checks claims of: a criterion, known columns and guessed columns."""


class Column(NamedTuple):
    """A column of claims and the kind of its values: text, number, integer (wider than a double), moment or truth."""

    name: str
    kind: str


@dataclass(frozen=True)
class Truth:
    """What claims are checked against: a relation, and the column that tells individuals apart, or none where each record is one."""

    engine: Engine
    relation: Compared
    individual: str | None = None


def checked(
    truth: Truth, claims: Sequence[Claim], *, tolerance: Tolerance | None = None, shared: float | None = None
) -> tuple[Checked, ...]:
    """Return for each claim whether it holds of a relation; claims of the same columns are checked by one statement.

    Singling out is true if exactly one individual has the known and guessed values; inference if at least one has the known values and all
    who have them have the guessed ones, or numbers within the `tolerance`; linkability if at least one has them. NULL equals NULL.
    Numbers compare in double precision (whole ones beyond 2^53 in 64 bits), dates as their midnights, texts byte by byte.
    `shared` is the chance that a linkability claim is right by a guess: the share of the public dataset that is in the protected one.

    Raises SpecError for a column that the relation does not have and a value that does not fit its column.
    """
    return checked_of_each([(truth, claims)], tolerance=tolerance, shared=shared)[0]


def checked_of_each(
    asked: Sequence[tuple[Truth, Sequence[Claim]]], *, tolerance: Tolerance | None = None, shared: float | None = None
) -> list[tuple[Checked, ...]]:
    """Return for each of some relations of one engine whether the claims about it hold, as `checked` does."""
    found: list[list[Checked | None]] = [[None] * len(claims) for _, claims in asked]
    for places, ask in _statements(asked, tolerance):
        for (side, place), result in zip(places, ask(), strict=True):
            found[side][place] = result
            if shared is not None and asked[side][1][place].criterion == "linkability":
                found[side][place] = result._replace(chance=shared)
    return [tuple(each for each in results if each is not None) for results in found]


Place = tuple[int, int]
"""Where a claim stands: which relation it is about, and its place among the claims about that."""


def _statements(
    asked: Sequence[tuple[Truth, Sequence[Claim]]], tolerance: Tolerance | None
) -> Iterator[tuple[Sequence[Place], Callable[[], list[Checked]]]]:
    """Return the places of claims that one statement checks, and what runs it."""
    ranged: list[list[Place]] = [[] for _ in asked]
    shapes: dict[tuple[Shape, str], list[Place]] = {}
    for side, (truth, claims) in enumerate(asked):
        counted = _counted_as(truth, side)
        for place, claim in enumerate(claims):
            if _has_range(claim):
                ranged[side].append((side, place))
            else:
                shape = _shape(claim.criterion, tuple(claim.known), tuple(claim.guess))
                shapes.setdefault((shape, counted), []).append((side, place))
    rare = [places for places in shapes.values() if len(places) < FEW and tolerance is None]
    if len(rare) > 3:
        for side, place in chain(*rare):
            ranged[side].append((side, place))
        shapes = {shape: places for shape, places in shapes.items() if len(places) >= FEW}
    for (shape, _), places in shapes.items():
        for start in range(0, len(places), AT_ONCE):
            some = places[start : start + AT_ONCE]
            sides = [(asked[side][0], [asked[side][1][place] for _, place in those]) for side, those in groupby(some, itemgetter(0))]
            yield some, partial(_check_shape, sides, shape[0], tolerance)
    for (truth, claims), places in zip(asked, ranged, strict=True):
        for start in range(0, len(places), CONDITIONS_AT_ONCE):
            some = places[start : start + CONDITIONS_AT_ONCE]
            yield some, partial(_check_ranges, truth, [claims[place] for _, place in some])


def _counted_as(truth: Truth, side: int) -> str:
    """Return what relations must have alike to be asked in one statement: no column of individuals, or one of a type that is known."""
    return "" if truth.individual is None else truth.relation.type_of(truth.individual) or str(side)


def _has_range(claim: Claim) -> bool:
    return Bound in map(type, claim.known.values()) or Bound in map(type, claim.guess.values())


@lru_cache
def _shape(criterion: str, known: tuple[str, ...], guess: tuple[str, ...]) -> Shape:
    return criterion, tuple(sorted(known)), tuple(sorted(guess))


def shape_statement(asked: Sequence[tuple[Truth, Sequence[Claim]]], criterion: str, tolerance: Tolerance | None = None) -> str:
    """Return the statement that checks claims of one shape about some relations.

    A row per claim, in the order of the relations: its number from 0, whether it holds, who has the guess, how many people there are, and
    who has what it knows and guesses.
    """
    truths = [truth for truth, _ in asked]
    claims = [claim for _, some in asked for claim in some]
    first, individual, dialect = claims[0], truths[0].individual, truths[0].engine.dialect
    told = [_told(truths, name, [claim.known[name] for claim in claims]) for name in sorted(first.known)]
    told += [_told(truths, name, [claim.guess[name] for claim in claims]) for name in sorted(first.guess)]
    columns, texts = ([*each] for each in zip(*told, strict=True))
    known, guess = columns[: len(first.known)], columns[len(first.known) :]
    near = tolerance if criterion == "inference" and len(guess) == 1 and guess[0].kind == "number" else None
    numbers = [[*map(str, range(len(claims)))]]
    sides = ["side"] if len(asked) > 1 else []
    if sides:
        numbers.append([str(side) for side, (_, some) in enumerate(asked) for _ in some])
    listed = render("claim_list", known, guess, literals([*numbers, *texts], dialect), sides, dialect=dialect)
    spread = [len(set(of_it)) for of_it in (texts[: len(known)] if criterion == "inference" else texts)]
    places = [*(f"k{place}" for place, _ in enumerate(known, 1)), *(f"g{place}" for place, _ in enumerate(guess, 1))]
    narrow = places[spread.index(max(spread))] if spread else None
    relations = [truth.relation.from_sql for truth in truths]
    return render("checked_claims", listed, relations, individual, criterion, known, guess, _written(near), narrow, dialect=dialect)


def literals(columns: Sequence[Sequence[str | None]], dialect: str) -> list[list[str]]:
    """Return columns of texts as `listed_rows` takes them: literals of a dialect, each distinct text rendered once; digits need no escape.

    DuckDB takes a second or more to bind ten thousand literals: there each column is one text, which it splits, behind the two characters
    that separate the cells and stand for NULL.
    """
    texts = {text for column in columns for text in set(column) if text is not None}
    if dialect == "duckdb":
        used = set().union(*texts) if texts else set()
        apart, none = islice((mark for mark in map(chr, chain((31, 30, 29, 28), range(0xE000, 0xF8FF))) if mark not in used), 2)
        listed = (apart.join(none if text is None else text for text in column) for column in columns)
        return [[render("literal", text, dialect=dialect) for text in (apart, none, *listed)]]
    known: dict[str | None, str] = {text: f"'{text}'" if text.isdecimal() else render("literal", text, dialect=dialect) for text in texts}
    known[None] = render("as_string", "null", dialect=dialect)
    return [[known[text] for text in row] for row in zip(*columns, strict=True)]


def _written(tolerance: Tolerance | None) -> dict[str, Any] | None:
    return None if tolerance is None else {"size": f"'{float(tolerance.size)!r}'", "relative": tolerance.relative}


def _check_shape(asked: Sequence[tuple[Truth, Sequence[Claim]]], criterion: str, tolerance: Tolerance | None) -> list[Checked]:
    names = " and ".join(truth.relation.name for truth, _ in asked)
    rows = fetch(asked[0][0].engine, shape_statement(asked, criterion, tolerance), names)
    return [
        Checked(bool(int(correct)), int(holding) / int(people) if people else 0.0, int(matching or 0), int(people or 0))
        for _, correct, holding, people, matching in rows
    ]


def _check_ranges(truth: Truth, claims: Sequence[Claim]) -> list[Checked]:
    """Return what holds of claims with ranges, each of which is a condition of one statement."""
    conditions: list[dict[str, Any]] = []
    asked: list[tuple[int, int, int | None]] = []
    columns: dict[Column, str] = {}
    for claim in claims:
        known, guess = (_conditions(truth, part, columns) for part in (claim.known, claim.guess))
        conditions.append({"meets": known + guess, "unless": []})
        both = guessed = len(conditions)
        if known:
            conditions.append({"meets": guess, "unless": []})
            guessed += 1
        others = None
        if claim.criterion == "inference":
            conditions.append({"meets": known, "unless": guess})
            others = len(conditions)
        asked.append((both, guessed, others))
    counts = _count_conditions(truth, columns, conditions)
    found = []
    for claim, (both, guessed, others) in zip(claims, asked, strict=True):
        holds = counts[both] == 1 if claim.criterion == "singling_out" else counts[both] > 0 and (others is None or counts[others] == 0)
        found.append(Checked(holds, counts[guessed] / counts[0] if counts[0] else 0.0, counts[both], counts[0]))
    return found


def _count_conditions(truth: Truth, columns: Mapping[Column, str], conditions: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return how many individuals there are, and how many meet each condition on the columns, in one read of the relation."""
    named = [{"name": column.name, "kind": column.kind, "alias": alias} for column, alias in columns.items()]
    statement = render("matched_predicates", truth.relation.from_sql, truth.individual, named, conditions, dialect=truth.engine.dialect)
    return [int(count or 0) for count in fetch(truth.engine, statement, truth.relation.name)[0]]


def matching(truth: Truth, claims: Sequence[Claim]) -> list[int]:
    """Return how many individuals have what each claim knows and guesses."""
    columns: dict[Column, str] = {}
    conditions = [{"meets": _conditions(truth, {**claim.known, **claim.guess}, columns), "unless": []} for claim in claims]
    return _count_conditions(truth, columns, conditions)[1:]


def _conditions(truth: Truth, part: Mapping[str, Any], columns: dict[Column, str]) -> list[str]:
    """Return the conditions of a part of a claim, as SQL on the `columns`, to which those that are missing are added."""
    found = []
    for name, value in part.items():
        bound = value if isinstance(value, Bound) else Bound("=", value)
        column = _column([truth], name, [bound.value])
        if bound.comparison != "=" and column.kind not in {"number", "integer", "moment"}:
            raise SpecError(f"a claim bounds '{name}' by {bound.value!r}; only numbers and dates have an order")
        alias = columns.setdefault(column, f"c{len(columns) + 1}")
        found.append(_predicate(alias, column.kind, bound.comparison, as_claimed(bound.value, column), truth.engine.dialect))
    return found


@lru_cache(maxsize=50_000)
def _predicate(alias: str, kind: str, comparison: str, text: str | None, dialect: str) -> str:
    return render("predicate", alias, kind, comparison, text, dialect=dialect)


def _column(truths: Sequence[Truth], name: str, values: Sequence[Any]) -> Column:
    """Return a column with the kind that its values compare as. Raises SpecError where they do not fit it or each other."""
    held = [CLAIMED_KINDS.get(kind(truth.relation.type_of(name))) for truth in truths]
    kinds = {_kind(value, name) for value in values} - {None}
    if "integer" in kinds and kinds <= {"integer", "number"}:
        kinds = {"integer"} if all(isinstance(value, int) for value in values if value is not None) else {"number"}
    if "moment" in held and kinds == {"text"} and all(value is None or _is_moment(value) for value in values):
        kinds = {"moment"}
    if len(kinds) > 1:
        raise SpecError(f"claims about '{name}' have values of several kinds: {', '.join(sorted(map(str, kinds)))}")
    meant = next((each for each in (*kinds, *held) if each is not None), "text")
    words = {"text": "a text", "number": "a number", "integer": "a number", "moment": "a date", "truth": "a truth value"}
    for truth, of_it in zip(truths, held, strict=True):
        if of_it is not None and meant != of_it and not (meant == "integer" and of_it == "number"):
            column = f"column '{name}' of {truth.relation.name} is {words[of_it]} ({truth.relation.type_of(name)})"
            raise SpecError(f"{column}, but a claim's value is {words[meant]}; claim values of the column's type")
    return Column(name, meant)


def _kind(value: Any, name: str) -> str | None:
    """Return the kind of a claim's value, None for NULL."""
    if isinstance(value, str):
        return "text"
    if isinstance(value, bool):
        return "truth"
    if isinstance(value, int):
        return "integer" if abs(value) > WIDE else "number"
    if is_null(value):
        return None
    if isinstance(value, float | Decimal):
        if not math.isfinite(value):
            raise SpecError(f"a claim about '{name}' holds {value}; an infinite number is not claimed")
        return "number"
    if isinstance(value, date | datetime):
        return "moment"
    raise SpecError(f"a claim about '{name}' holds a {type(value).__name__}; give texts, numbers, dates, truth values or None")


def is_null(value: Any) -> bool:
    """Return whether a value stands for NULL: None, or what frames have in its place."""
    if type(value) in PLAIN:
        return value is None
    return (isinstance(value, float | Decimal) and math.isnan(value)) or type(value).__name__ in {"NaTType", "NAType"}


def without_nulls(row: Sequence[Any]) -> tuple[Any, ...]:
    """Return a row with None for what stands for NULL."""
    return tuple(row) if PLAIN.issuperset(map(type, row)) else tuple(None if is_null(value) else value for value in row)


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _told(truths: Sequence[Truth], name: str, values: Sequence[Any]) -> tuple[Column, list[str | None]]:
    """Return a column, and its claimed values as texts; each value of a type is made one once."""
    alike = len(set(map(type, values))) == 1
    keys = values if alike else list(zip(map(type, values), values, strict=True))  # 1, 1.0 and True are equal
    try:
        once = list(dict.fromkeys(keys))
    except TypeError:  # what cannot be hashed cannot be claimed, as the column's kind says
        once = list(keys)
    distinct = once if alike else [value for _, value in once]
    column = _column(truths, name, distinct)
    texts = {key: as_claimed(value, column) for key, value in zip(once, distinct, strict=True)}
    return column, [texts[key] for key in keys]


def as_claimed(value: Any, column: Column) -> str | None:
    """Return a claim's value as the text that a statement reads it from, None for NULL."""
    if is_null(value):
        return None
    if column.kind == "moment":
        moment = datetime.fromisoformat(value) if isinstance(value, str) else value
        if not isinstance(moment, datetime):
            moment = datetime(moment.year, moment.month, moment.day)
        return moment.replace(tzinfo=None).isoformat(" ", "microseconds")
    if column.kind == "truth":
        return "1" if value else "0"
    if column.kind == "number" and (type(value) is not int or abs(value) > WIDE):
        return repr(float(value))
    return str(value)
