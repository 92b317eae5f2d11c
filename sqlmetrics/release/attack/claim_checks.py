"""Whether claims are true: checked in sets, by SQL, against the relations that they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import Any

from sqlmetrics.engine.comparison import Compared, check_kinds, described
from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.kinds import kinds
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.claim_values import CLAIMED_KINDS, Column, as_claimed, column_of, told
from sqlmetrics.release.attack.claims import Bound, Checked, Claim, Tolerance
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render


def truth(engine: Engine, relation: Compared, individual: str | None) -> Truth:
    """Return what claims are checked against. Raises SpecError where the column of individuals is not there or holds NULL."""
    if individual is not None:
        relation.check(individual)
        statement = render("unnamed_individuals", relation.from_sql, individual, dialect=engine.dialect)
        missing, records = fetch(engine, statement, relation.name)[0]
        if int(missing or 0):
            raise SpecError(
                f"'{individual}' of {relation.name} is NULL in {int(missing)} of {int(records)} records;"
                " leave these out in a view, or name another column of individuals"
            )
    return Truth(engine, relation, individual)


def control_of(source: Source, original: Compared, control: Any, individual: str | None) -> Truth:
    """Return the control group that claims are checked against too. Raises SpecError where it is empty or lacks a column."""
    group = described(source.beside(control).parsed())
    for name in (name for name in original.column_names if name in group.column_names):
        check_kinds(original, group, name)
    found = truth(source.engine, group, individual)
    if not int(fetch(source.engine, render("extent", group.from_sql, None, [], [], dialect=source.engine.dialect), group.name)[0][0]):
        raise SpecError(f"the control group {group.name} is empty; it holds people who were not in the original")
    return found


AT_ONCE = 5_000
"""How many claims of one shape are checked by one statement."""

FEW = 25
"""Claims of a shape that fewer have are checked together with others, each by conditions of its own."""

CONDITIONS_AT_ONCE = 300
"""How many claims with ranges are checked by one statement: some databases return few columns."""

Shape = tuple[str, tuple[str, ...], tuple[str, ...]]
"""What one statement checks claims of: a criterion, known columns and guessed columns."""


@dataclass(frozen=True)
class Truth:
    """What claims are checked against: a relation, and the column that tells individuals apart, or none where each record is one."""

    engine: Engine
    relation: Compared
    individual: str | None = None


Asked = Sequence[tuple[Truth, Sequence[Claim]]]
"""Relations, each with the claims that are made about it."""


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


def checked_of_each(asked: Asked, *, tolerance: Tolerance | None = None, shared: float | None = None) -> list[tuple[Checked, ...]]:
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


def _statements(asked: Asked, tolerance: Tolerance | None) -> Iterator[tuple[Sequence[Place], Callable[[], list[Checked]]]]:
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


def shape_statement(asked: Asked, criterion: str, tolerance: Tolerance | None = None) -> str:
    """Return the statement that checks claims of one shape about some relations.

    A row per claim, in the order of the relations: its number from 0, whether it holds, who has the guess, how many people there are, and
    who has what it knows and guesses.
    """
    truths = [truth for truth, _ in asked]
    relations = [truth.relation for truth in truths]
    claims = [claim for _, some in asked for claim in some]
    first, individual, dialect = claims[0], truths[0].individual, truths[0].engine.dialect
    told_of = [told(relations, name, [claim.known[name] for claim in claims]) for name in sorted(first.known)]
    told_of += [told(relations, name, [claim.guess[name] for claim in claims]) for name in sorted(first.guess)]
    columns, texts = ([*each] for each in zip(*told_of, strict=True))
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
    people = [relation.from_sql for relation in relations]
    return render("checked_claims", listed, people, individual, criterion, known, guess, _written(near), narrow, dialect=dialect)


def literals(columns: Sequence[Sequence[str | None]], dialect: Dialect) -> list[list[str]]:
    """Return columns of texts as `listed_rows` takes them: literals of a dialect, each distinct text rendered once; digits need no escape.

    Where a dialect splits texts, each column is one text, behind the two characters that separate
    the cells and stand for NULL.
    """
    texts = {text for column in columns for text in set(column) if text is not None}
    if dialect.splits_texts:
        used = set().union(*texts) if texts else set()
        apart, none = islice((mark for mark in map(chr, chain((31, 30, 29, 28), range(0xE000, 0xF8FF))) if mark not in used), 2)
        listed = (apart.join(none if text is None else text for text in column) for column in columns)
        return [[render("literal", text, dialect=dialect) for text in (apart, none, *listed)]]
    known: dict[str | None, str] = {text: f"'{text}'" if text.isdecimal() else render("literal", text, dialect=dialect) for text in texts}
    known[None] = render("as_string", "null", dialect=dialect)
    return [[known[text] for text in row] for row in zip(*columns, strict=True)]


def _written(tolerance: Tolerance | None) -> dict[str, Any] | None:
    return None if tolerance is None else {"size": f"'{float(tolerance.size)!r}'", "relative": tolerance.relative}


def _check_shape(asked: Asked, criterion: str, tolerance: Tolerance | None) -> list[Checked]:
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
        column = column_of([truth.relation], name, [bound.value])
        if bound.comparison != "=" and column.kind not in {"number", "integer", "moment"}:
            raise SpecError(f"a claim bounds '{name}' by {bound.value!r}; only numbers and dates have an order")
        alias = columns.setdefault(column, f"c{len(columns) + 1}")
        found.append(_predicate(alias, column.kind, bound.comparison, as_claimed(bound.value, column), truth.engine.dialect))
    return found


@lru_cache(maxsize=50_000)
def _predicate(alias: str, kind: str, comparison: str, text: str | None, dialect: Dialect) -> str:
    return render("predicate", alias, kind, comparison, text, dialect=dialect)


def kinds_of(judge: Truth, names: Sequence[str]) -> list[str]:
    """Return the kinds of columns as claims call them."""
    return [CLAIMED_KINDS[each] for each in kinds(judge.engine, judge.relation, names)]
