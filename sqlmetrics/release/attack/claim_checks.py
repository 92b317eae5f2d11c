"""Whether claims are true: checked in sets, by SQL, against the relations that they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import fetch
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.claim_values import ClaimColumn, as_claimed, as_texts, column_of
from sqlmetrics.release.attack.claims import Bound, Checked, Claim, Tolerance
from sqlmetrics.release.attack.truth import Truth
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.literals import literal_rows
from sqlmetrics.statement.render import render

AT_ONCE = 5_000
"""The most claims of one shape that one statement checks."""

FEW = 25
"""Claims of a shape that fewer have are checked with others, by conditions of their own."""

CONDITIONS_AT_ONCE = 300
"""The most claims with ranges in one statement: some databases return few columns."""

Shape = tuple[str, tuple[str, ...], tuple[str, ...]]
"""The claims that one statement checks: a criterion, known columns and guessed columns."""


ClaimsByRelation = Sequence[tuple[Truth, Sequence[Claim]]]
"""Relations with the claims about them."""


class CheckedClaim(NamedTuple):
    """A row of `checked_claims`: whether a claim holds, and the people whom it may be about.

    `holding` people have the guessed values, and `matching` the known ones too.
    """

    number: int
    correct: int
    holding: int
    people: int | None
    matching: int | None


def checked(
    truth: Truth, claims: Sequence[Claim], *, tolerance: Tolerance | None = None, shared: float | None = None
) -> tuple[Checked, ...]:
    """Return the checks of claims about a relation.

    Claims of the same columns are checked by one statement.

    Singling out is true if exactly one individual has the known and guessed values. Inference is
    true if at least one individual has the known values, and all who have them have the guessed
    ones, or numbers within the `tolerance`. Linkability is true if at least one individual has the
    known values. NULL equals NULL. Numbers compare in double precision (whole ones beyond 2^53 in
    64 bits), dates as their midnights, texts byte by byte. `shared` is the chance that a
    linkability claim is right by a guess: the share of the public dataset that is in the protected
    one.

    Raises SpecError for a column that the relation does not have and a value that does not fit its
    column.
    """
    return checked_of_each([(truth, claims)], tolerance=tolerance, shared=shared)[0]


def checked_of_each(
    claims_by_relation: ClaimsByRelation, *, tolerance: Tolerance | None = None, shared: float | None = None
) -> list[tuple[Checked, ...]]:
    """Return the checks of claims about several relations of one engine, as `checked` does."""
    checked: list[list[Checked | None]] = [[None] * len(claims) for _, claims in claims_by_relation]
    for places, check in _checks(claims_by_relation, tolerance):
        for (side, place), result in zip(places, check(), strict=True):
            checked[side][place] = result
            if shared is not None and claims_by_relation[side][1][place].criterion == "linkability":
                checked[side][place] = result._replace(chance=shared)
    return [tuple(result for result in results if result is not None) for results in checked]


ClaimPlace = tuple[int, int]
"""The place of a claim: its relation's place, and its own among the relation's claims."""


def _checks(
    claims_by_relation: ClaimsByRelation, tolerance: Tolerance | None
) -> Iterator[tuple[Sequence[ClaimPlace], Callable[[], list[Checked]]]]:
    """Yield the places of claims that one statement checks, and a call that runs it."""
    ranged: list[list[ClaimPlace]] = [[] for _ in claims_by_relation]
    shapes: dict[tuple[Shape, str], list[ClaimPlace]] = {}
    for side, (truth, claims) in enumerate(claims_by_relation):
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
            yield some, partial(_check_shape, _at(claims_by_relation, some), shape[0], tolerance)
    for (truth, claims), places in zip(claims_by_relation, ranged, strict=True):
        for start in range(0, len(places), CONDITIONS_AT_ONCE):
            some = places[start : start + CONDITIONS_AT_ONCE]
            yield some, partial(_check_ranges, truth, [claims[place] for _, place in some])


def _at(claims_by_relation: ClaimsByRelation, places: Sequence[ClaimPlace]) -> ClaimsByRelation:
    """Return the claims at some places, with the relations that they are about."""
    sides = groupby(places, itemgetter(0))
    return [
        (claims_by_relation[side][0], [claims_by_relation[side][1][place] for _, place in some]) for side, some in sides
    ]


def _counted_as(truth: Truth, side: int) -> str:
    """Return the property that relations of one statement share.

    That is no column of individuals, or the known type of one.
    """
    return "" if truth.individual is None else truth.relation.type_of(truth.individual) or str(side)


def _has_range(claim: Claim) -> bool:
    return Bound in map(type, claim.known.values()) or Bound in map(type, claim.guess.values())


@lru_cache
def _shape(criterion: str, known: tuple[str, ...], guess: tuple[str, ...]) -> Shape:
    return criterion, tuple(sorted(known)), tuple(sorted(guess))


def shape_statement(claims_by_relation: ClaimsByRelation, criterion: str, tolerance: Tolerance | None) -> str:
    """Return the statement that checks claims of one shape, with rows of CheckedClaim."""
    truths = [truth for truth, _ in claims_by_relation]
    relations = [truth.relation for truth in truths]
    claims = [claim for _, some in claims_by_relation for claim in some]
    first, individual, dialect = claims[0], truths[0].individual, truths[0].engine.dialect
    columns_and_texts = [
        as_texts(relations, name, [claim.known[name] for claim in claims]) for name in sorted(first.known)
    ]
    columns_and_texts += [
        as_texts(relations, name, [claim.guess[name] for claim in claims]) for name in sorted(first.guess)
    ]
    columns, texts = ([*parts] for parts in zip(*columns_and_texts, strict=True))
    known, guess = columns[: len(first.known)], columns[len(first.known) :]
    near = tolerance if criterion == "inference" and len(guess) == 1 and guess[0].kind == "number" else None
    numbers = [[*map(str, range(len(claims)))]]
    sides = ["side"] if len(claims_by_relation) > 1 else []
    if sides:
        numbers.append([str(side) for side, (_, some) in enumerate(claims_by_relation) for _ in some])
    listed = render("claim_list", known, guess, literal_rows([*numbers, *texts], dialect), sides, dialect=dialect)
    spread = [len(set(column)) for column in (texts[: len(known)] if criterion == "inference" else texts)]
    places = [*(f"k{place}" for place, _ in enumerate(known, 1)), *(f"g{place}" for place, _ in enumerate(guess, 1))]
    narrow = places[spread.index(max(spread))] if spread else None
    people = [relation.from_sql for relation in relations]
    return render(
        "checked_claims", listed, people, individual, criterion, known, guess, _written(near), narrow, dialect=dialect
    )


def _written(tolerance: Tolerance | None) -> dict[str, Any] | None:
    return None if tolerance is None else {"size": f"'{float(tolerance.size)!r}'", "relative": tolerance.relative}


def _check_shape(claims_by_relation: ClaimsByRelation, criterion: str, tolerance: Tolerance | None) -> list[Checked]:
    """Return the checks of claims of one shape, in the order of the relations."""
    names = " and ".join(truth.relation.name for truth, _ in claims_by_relation)
    statement = shape_statement(claims_by_relation, criterion, tolerance)
    rows = fetch_rows(claims_by_relation[0][0].engine, statement, names, CheckedClaim)
    return [
        Checked(bool(row.correct), row.holding / row.people if row.people else 0.0, row.matching or 0, row.people or 0)
        for row in rows
    ]


def _check_ranges(truth: Truth, claims: Sequence[Claim]) -> list[Checked]:
    """Return the checks of claims with ranges, whose parts are conditions of one statement."""
    conditions: list[dict[str, Any]] = []
    places: list[tuple[int, int, int | None]] = []
    columns: dict[ClaimColumn, str] = {}
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
        places.append((both, guessed, others))
    people, *_ = counts = _count_conditions(truth, columns, conditions)
    results = []
    for claim, (both, guessed, others) in zip(claims, places, strict=True):
        holds = (
            counts[both] == 1
            if claim.criterion == "singling_out"
            else counts[both] > 0 and (others is None or counts[others] == 0)
        )
        results.append(Checked(holds, counts[guessed] / people if people else 0.0, counts[both], people))
    return results


def _count_conditions(
    truth: Truth, columns: Mapping[ClaimColumn, str], conditions: Sequence[Mapping[str, Any]]
) -> list[int]:
    """Return the count of all individuals, then of the individuals who meet each condition.

    The relation is read once.
    """
    named = [{"name": column.name, "kind": column.kind, "alias": alias} for column, alias in columns.items()]
    statement = render(
        "matched_predicates", truth.relation.from_sql, truth.individual, named, conditions, dialect=truth.engine.dialect
    )
    (row,) = fetch(truth.engine, statement, truth.relation.name)
    return [int(count or 0) for count in row]


def matching(truth: Truth, claims: Sequence[Claim]) -> list[int]:
    """Return for each claim the number of individuals with its known and guessed values."""
    columns: dict[ClaimColumn, str] = {}
    conditions = [
        {"meets": _conditions(truth, {**claim.known, **claim.guess}, columns), "unless": []} for claim in claims
    ]
    _, *counts = _count_conditions(truth, columns, conditions)
    return counts


def _conditions(truth: Truth, part: Mapping[str, Any], columns: dict[ClaimColumn, str]) -> list[str]:
    """Return the conditions of a part of a claim, as SQL on the `columns`.

    Columns of the part that are missing there are added to them.
    """
    predicates = []
    for name, value in part.items():
        bound = value if isinstance(value, Bound) else Bound("=", value)
        column = column_of([truth.relation], name, [bound.value])
        if bound.comparison != "=" and column.kind not in {"number", "integer", "date"}:
            raise SpecError(f"a claim bounds '{name}' by {bound.value!r}; only numbers and dates have an order")
        alias = columns.setdefault(column, f"c{len(columns) + 1}")
        predicates.append(
            _predicate(alias, column.kind, bound.comparison, as_claimed(bound.value, column), truth.engine.dialect)
        )
    return predicates


@lru_cache(maxsize=50_000)
def _predicate(alias: str, kind: str, comparison: str, text: str | None, dialect: Dialect) -> str:
    return render("predicate", alias, kind, comparison, text, dialect=dialect)
