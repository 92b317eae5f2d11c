"""The attacks that come with sqlmetrics, and what they score: the protection half of the GDA Score."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlmetrics.api import check_mapped, comment
from sqlmetrics.attacker import BudgetError, control_of, truth, unlike_sizes
from sqlmetrics.claims import (
    CONDITIONS_AT_ONCE,
    Bound,
    Checked,
    Claim,
    Column,
    Tolerance,
    Truth,
    checked,
    is_null,
    matching,
    without_nulls,
)
from sqlmetrics.comparison import Compared, Comparison, check_kinds, compared, kind
from sqlmetrics.engine import Engine, fetch
from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.findings import Findings
from sqlmetrics.limits import Limits
from sqlmetrics.measures import DATASET, Account, measured
from sqlmetrics.partition import Partition
from sqlmetrics.plan import is_numeric
from sqlmetrics.progress import Progress
from sqlmetrics.relation import relation_sql
from sqlmetrics.render import DIALECTS, render
from sqlmetrics.source import Source
from sqlmetrics.version import __version__

if TYPE_CHECKING:
    from sqlmetrics.spec import Spec

ATTEMPTS = 500
"""How many attempts an attack makes, unless asked otherwise."""

TOGETHER = 3
"""On how many attributes at once conditions single out."""

CHOICES = 100
"""Of how many choices of attributes the conditions are drawn at most."""

CHOICES_AT_ONCE = 50
"""How many of them one statement reads."""


@dataclass(frozen=True)
class Place:
    """One attack on one release: the relations, the columns that they share, and what is asked.

    `truth` and `control` are recoded by the partitions, as the release is; `people` and `others` are the two as they are.
    """

    comparison: Comparison
    release: Compared
    columns: tuple[Column, ...]
    truth: Truth
    control: Truth | None
    public: Compared | None
    known: tuple[str, ...]
    named: tuple[str, ...]
    attempts: int
    seed: int
    tolerance: Tolerance | None
    max_cells: int | None = None
    max_queries: int | None = None
    partitions: Mapping[str, Partition] = field(default_factory=dict)
    people: Truth | None = None
    others: Truth | None = None

    @property
    def raw(self) -> Truth:
        """The original as it is."""
        return self.people or self.truth

    @property
    def everybody(self) -> list[str]:
        """The original and, where there is one, the control group, as FROM clauses."""
        return [each.relation.from_sql for each in (self.truth, self.control) if each is not None]

    @property
    def secrets(self) -> tuple[str, ...]:
        """The columns to infer: those named, or all."""
        return self.named or tuple(column.name for column in self.columns)

    @property
    def dialect(self) -> str:
        """The dialect of the engine that holds the relations."""
        return self.truth.engine.dialect

    def column(self, name: str) -> Column:
        """Return a shared column. Raises SpecError, with the nearest names, where it is not shared."""
        found = {column.name: column for column in self.columns}
        if name not in found:
            self.truth.relation.check(name)
            self.release.check(name)
        return found[name]

    def rows(self, macro: str, *arguments: Any) -> list[tuple[Any, ...]]:
        """Return the rows of an attack's statement."""
        statement = render(macro, *arguments, dialect=self.dialect)
        return [without_nulls(row) for row in fetch(self.truth.engine, statement, self.release.name)]

    def text(self, macro: str, *arguments: Any) -> str:
        """Return an attack's statement."""
        return render(macro, *arguments, dialect=self.dialect)

    def checking(
        self,
        criterion: str,
        known: Sequence[dict[str, Any]],
        guess: Sequence[dict[str, Any]],
        query: str,
        known_names: Sequence[str],
        guess_names: Sequence[str],
    ) -> str:
        """Return the statement that checks the claims that a query makes, whose columns have the given names."""
        claims = self.text("claims_of", query, known, guess, known_names, guess_names)
        return self.text("checked_claims", claims, self.truth.relation.from_sql, self.truth.individual, criterion, known, guess)

    def listed(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """Return columns as macros take them, with their places from 1."""
        return [{"name": name, "kind": self.column(name).kind, "place": place + 1, "recoding": None} for place, name in enumerate(names)]


@dataclass(frozen=True)
class Builtin:
    """An attack that comes with sqlmetrics: its criterion, what it does, and how it is made on each secret or once."""

    name: str
    criterion: str
    meaning: str
    run: Callable[[Place], Iterator[Account]]


def _account(place: Place, attack: str, criterion: str, known: Sequence[str] = ()) -> Account:
    return Account(attack, criterion, place.release.name, base=(), control=None if place.control is None else (), known=tuple(known))


def _settle(place: Place, account: Account, base: Sequence[Claim], control: Sequence[Claim] | None = None) -> Account:
    """Check an attack's claims, the random ones, and against the control group the same ones or those about its people."""
    results = checked(place.truth, [*account.claims, *base], tolerance=place.tolerance)
    account.results = results[: len(account.claims)]
    account.base = tuple(zip(base, results[len(account.claims) :], strict=True))
    if place.control is not None:
        against = account.claims if control is None else control
        account.control = tuple(zip(against, checked(place.control, against, tolerance=place.tolerance), strict=True))
    return account


def _affordable(place: Place, per_attempt: int) -> int:
    """Return how many attempts may be made, by what is asked and by the limit of cells. Raises BudgetError where none may."""
    if place.max_cells is None:
        return place.attempts
    if place.max_cells < per_attempt:
        raise BudgetError(f"one attempt retrieves {per_attempt} cells, and an attack may retrieve {place.max_cells}; raise --max-cells")
    return min(place.attempts, place.max_cells // per_attempt)


def _fewer(place: Place, account: Account, found: int, allowed: int, what: str) -> None:
    """Note that fewer attempts were made than asked for, and why."""
    if found < place.attempts:
        why = f"there are no more {what}" if found < allowed else f"it may retrieve {place.max_cells} cells"
        on = f" to learn {', '.join(name for name in account.attempts if name != DATASET)}" if account.criterion == "inference" else ""
        account.notes.append(f"{account.attack} made {found} attempts on {account.release}{on}, not {place.attempts}: {why}")


def _inferring(place: Place, secret: str) -> tuple[str, ...]:
    """Return what is known when a secret is inferred."""
    known = tuple(name for name in place.known or tuple(column.name for column in place.columns) if name != secret)
    if not known:
        raise SpecError(f"to infer '{secret}' something else must be known; name it with --known COL, or release more columns")
    return known


def _by_groups(place: Place, name: str, macro: str, what: str) -> Iterator[Account]:
    """Infer each secret from the released records that share what is known."""
    for secret in place.secrets:
        known = _inferring(place, secret)
        place.column(secret)
        account = _account(place, name, "inference", known)
        allowed = _affordable(place, len(known) + 1)
        rows = place.rows(macro, place.release.from_sql, place.listed(known), place.listed([secret])[0], place.seed, allowed)
        found = [Claim("inference", dict(zip(known, row, strict=False)), {secret: row[len(known)]}) for row in rows]
        account.claims = found
        account.attempts = {secret: len(rows), DATASET: len(rows)}
        *_, all_records, _, reached = rows[0] if rows else (1, 0, 0)
        account.susceptible = {secret: float(reached) / float(all_records)}
        account.knowledge = len(rows) * len(known)
        account.retrieved = max(len(rows) * (len(known) + 1), 1)
        _fewer(place, account, len(rows), allowed, what)
        yield _settle(place, account, _guessed_at_random(place, found, secret))


def _guessed_at_random(place: Place, claims: Sequence[Claim], secret: str) -> list[Claim]:
    """Return the claims with the secrets of released records drawn at random in place of those that were guessed."""
    drawn = place.rows("random_records", place.release.from_sql, place.listed([secret]), place.seed + 1, len(claims)) if claims else []
    return [claim._replace(guess={secret: drawn[number % len(drawn)][0]}) for number, claim in enumerate(claims)]


def inference_homogeneous(place: Place) -> Iterator[Account]:
    """All released records with the known values have one secret."""
    yield from _by_groups(place, "inference_homogeneous", "homogeneous_groups", "groups of one secret in the release")


def inference_frequent(place: Place) -> Iterator[Account]:
    """The secret that most released records with the known values have."""
    yield from _by_groups(place, "inference_frequent", "frequent_secrets", "groups in the release")


def inference_nearest(place: Place) -> Iterator[Account]:
    """The secret of the released record that is nearest to what is known of a person."""
    for secret in place.secrets:
        known = _inferring(place, secret)
        place.column(secret)
        account = _account(place, "inference_nearest", "inference", known)
        allowed = _affordable(place, 1)

        drawn = place.rows("nearest_secrets", place.everybody, place.release.from_sql, place.listed(known), secret, place.seed, allowed)
        sides: tuple[list[Claim], list[Claim]] = ([], [])
        for side, *row in drawn:
            sides[int(side)].append(Claim("inference", dict(zip(known, row, strict=False)), {secret: row[-1]}))
        rows = account.claims = sides[0]
        account.attempts = {secret: len(rows), DATASET: len(rows)}
        account.susceptible = {secret: 1.0}
        account.knowledge = len(rows) * len(known)
        account.retrieved = max(len(rows), 1)
        _fewer(place, account, len(rows), allowed, "records in the original")
        yield _settle(place, account, _guessed_at_random(place, account.claims, secret), sides[1])


def singling_out_groups(place: Place) -> Iterator[Account]:
    """A released record that no other shares its values with is claimed to be one person's."""
    names = place.known or tuple(column.name for column in place.columns)
    account = _account(place, "singling_out_groups", "singling_out")
    allowed = _affordable(place, len(names))
    rows = place.rows("lone_groups", place.release.from_sql, place.listed(names), place.seed, allowed)
    account.claims = [Claim("singling_out", {}, dict(zip(names, row, strict=False))) for row in rows]
    _count_guesses(account, names)
    _fewer(place, account, len(rows), allowed, "groups of one in the release")
    yield _settle(place, account, _mixed(place, account.claims))


def _count_guesses(account: Account, names: Sequence[str]) -> None:
    """Set the attempts, the susceptible columns and the cells retrieved of an attack that guesses all that it retrieves."""
    account.attempts = {DATASET: len(account.claims)}
    for claim in account.claims:
        for name in claim.guess:
            account.attempts[name] = account.attempts.get(name, 0) + 1
    account.susceptible = dict.fromkeys(names, 1.0)
    account.retrieved = max(sum(len(claim.guess) for claim in account.claims), 1)


def _mixed(place: Place, claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims with each value taken from another released record, drawn at random: what chance singles out."""
    names = tuple(dict.fromkeys(name for claim in claims for name in claim.guess))
    if not names:
        return []
    drawn = place.rows("random_records", place.release.from_sql, place.listed(names), place.seed + 1, len(claims))
    pick = random.Random(place.seed)  # noqa: S311 - a sample, not a secret

    def other(value: Any, name: str) -> Any:
        found = drawn[pick.randrange(len(drawn))][names.index(name)]
        return value._replace(value=found) if isinstance(value, Bound) and found is not None else found

    return [claim._replace(guess={name: other(value, name) for name, value in claim.guess.items()}) for claim in claims]


def singling_out_univariate(place: Place) -> Iterator[Account]:
    """A value, or an end of a range, that a single released record has is claimed to be one person's."""
    names = place.known or tuple(column.name for column in place.columns)
    account = _account(place, "singling_out_univariate", "singling_out")
    allowed = _affordable(place, 1)
    drawn: list[tuple[float, int, Any]] = []
    alike = _of_one_type(place, names)
    if left_out := [column["name"] for columns in alike[place.max_queries :] for column in columns]:
        what = f"it leaves out {', '.join(left_out)}"
        account.notes.append(f"{account.attack} may ask {place.max_queries} queries of {account.release}: {what}")
    for number, columns in enumerate(alike[: place.max_queries]):
        rows = place.rows("lone_values", place.release.from_sql, columns, place.seed + number, place.attempts)
        for column, value, comparison, draw in rows:
            drawn.append((float(draw), int(column), value if comparison == "=" else Bound(str(comparison), value)))
    drawn = sorted(drawn, key=lambda each: each[:2])[:allowed]
    account.claims = [Claim("singling_out", {}, {names[column - 1]: value}) for _, column, value in drawn]
    _count_guesses(account, names)
    _fewer(place, account, len(drawn), allowed, "values of a single released record")
    yield _settle(place, account, _mixed(place, account.claims))


def _of_one_type(place: Place, names: Sequence[str]) -> list[list[dict[str, Any]]]:
    """Return columns together whose values one column can hold as they are: those of one type, where the engine tells types."""
    together: dict[str, list[dict[str, Any]]] = {}
    for column in place.listed(names):
        of_type = place.release.type_of(column["name"])
        together.setdefault("text" if column["kind"] == "text" else of_type or column["name"], []).append(column)
    return list(together.values())


def singling_out_multivariate(place: Place) -> Iterator[Account]:
    """Conditions on several attributes that a single released record meets are claimed to be met by one person."""
    names = place.known or tuple(column.name for column in place.columns)
    account = _account(place, "singling_out_multivariate", "singling_out")
    columns = place.listed(names)
    together = min(TOGETHER, len(columns))
    statements, checks = _shared_out(place, columns)
    medians, columns = _middles(place, columns)
    choices = list(combinations(columns, together))
    if len(choices) > CHOICES:
        choices = random.Random(place.seed).sample(choices, CHOICES)  # noqa: S311 - a sample, not a secret
    if statements is not None and len(choices) > statements * CHOICES_AT_ONCE:
        choices = choices[: statements * CHOICES_AT_ONCE]
        account.notes.append(
            f"{account.attack} may ask {place.max_queries} queries of {account.release}: it tries {len(choices)} choices of columns"
        )
    allowed = _affordable(place, together)
    drawn: list[tuple[float, int, int]] = []
    for start in range(0, len(choices), CHOICES_AT_ONCE):
        some = [{"number": start + number, "columns": choice} for number, choice in enumerate(choices[start : start + CHOICES_AT_ONCE])]
        spelled = {number: repr(value) for number, value in medians.items()}
        found = place.rows("lone_triples", place.release.from_sql, columns, spelled, some, place.seed, 3 * allowed)
        drawn += [(float(draw), int(choice), int(record)) for choice, record, draw in found]
    room = 3 * allowed if checks is None else min(3 * allowed, checks * CONDITIONS_AT_ONCE)
    alone = _alone(place, columns, choices, medians, sorted(drawn)[:room])
    account.claims = [claim for claim, _ in zip(alone, range(allowed), strict=False)]
    _count_guesses(account, names)
    _fewer(place, account, len(account.claims), allowed, "conditions that single out a released record")
    yield _settle(place, account, _mixed(place, account.claims))


def _shared_out(place: Place, columns: Sequence[dict[str, Any]]) -> tuple[int | None, int | None]:
    """Return how many statements may look for conditions and how many may count them, None for as many as need be. Raises BudgetError.

    Before them one reads the medians, where there are numbers, and one the values of the records that were found.
    """
    if place.max_queries is None:
        return None, None
    spare = place.max_queries - any(column["kind"] == "number" for column in columns) - 1
    if spare < 2:
        needed = place.max_queries - spare + 2
        raise BudgetError(f"singling_out_multivariate needs {needed} queries, and may ask {place.max_queries}; raise --max-queries")
    statements = min(CHOICES // CHOICES_AT_ONCE, spare - 1)
    return statements, spare - statements


def _middles(place: Place, columns: Sequence[dict[str, Any]]) -> tuple[dict[int, float], list[dict[str, Any]]]:
    """Return the medians of the release's numbers by place, and the columns that have values, with the `variety` of numbers."""
    numbers = [column for column in columns if column["kind"] == "number"]
    if not numbers:
        return {}, list(columns)
    rows = place.rows("lower_medians", place.release.from_sql, numbers)
    found = {int(number): (float(middle), int(variety)) for number, middle, variety in rows if middle is not None}
    held = [column | {"variety": found.get(column["place"], (0.0, 0))[1]} for column in columns]
    held = [column for column in held if column["kind"] != "number" or column["place"] in found]
    return {number: middle for number, (middle, _) in found.items()}, held


def _alone(
    place: Place,
    columns: Sequence[dict[str, Any]],
    choices: Sequence[Sequence[dict[str, Any]]],
    medians: dict[int, float],
    drawn: Sequence[tuple[float, int, int]],
) -> Iterator[Claim]:
    """Return the claims of those conditions that a single released record meets, in the order in which they were drawn."""
    records = sorted({record for *_, record in drawn})
    if not records:
        return
    values = {int(row[0]): row[1:] for row in place.rows("numbered_records", place.release.from_sql, columns, records)}
    where = {column["name"]: number for number, column in enumerate(columns)}
    claims = []
    for _, choice, record in drawn:
        guess: dict[str, Any] = {}
        for column in choices[choice]:
            value = values[record][where[column["name"]]]
            if column["kind"] == "number" and value is not None:
                value = Bound(">=" if float(value) > medians[column["place"]] else "<=", value)
            guess[column["name"]] = value
        claims.append(Claim("singling_out", {}, guess))
    released = replace(place.truth, relation=place.release, individual=None)
    for start in range(0, len(claims), CONDITIONS_AT_ONCE):
        some = claims[start : start + CONDITIONS_AT_ONCE]
        for claim, count in zip(some, matching(released, some), strict=True):
            if count == 1:
                yield claim


def linkability_nearest(place: Place) -> Iterator[Account]:
    """Two parts of a person's attributes are claimed to be one person's, since they are nearest to one released record."""
    shared = tuple(column.name for column in place.columns)
    if len(shared) < 2:
        raise SpecError(f"{place.release.name} shares one column with the original; linking two parts of a person needs two")
    one = place.known or tuple(name for name in shared if name not in place.named)[: (len(shared) + 1) // 2]
    other = place.named or tuple(name for name in shared if name not in one)
    if set(one) & set(other):
        raise SpecError(
            f"'{sorted(set(one) & set(other))[0]}' is in both parts that are to be linked; --known names one part, --secret the other"
        )
    account = _account(place, "linkability_nearest", "linkability", (*one, *other))
    columns = place.listed((*one, *other))
    allowed = _affordable(place, 2)

    parts = (columns[: len(one)], columns[len(one) :])
    sides: tuple[list[tuple[Claim, Checked]], list[tuple[Claim, Checked]]] = ([], [])
    for side, first, second, records in place.rows("linked_parts", place.everybody, place.release.from_sql, *parts, place.seed, allowed):
        sides[int(side)].append((Claim("linkability", {}, {}), Checked(first == second, 1 / int(records))))
    found = sides[0]
    account.claims, account.results = [claim for claim, _ in found], tuple(result for _, result in found)
    account.attempts = {DATASET: len(found)}
    account.susceptible = dict.fromkeys((*one, *other), 1.0)
    account.knowledge = len(found) * len(columns)
    account.retrieved = max(2 * len(found), 1)
    pick = random.Random(place.seed)  # noqa: S311 - a sample, not a secret
    size = round(1 / found[0][1].chance) if found else 1
    account.base = tuple((claim, Checked(pick.randrange(size) == pick.randrange(size), result.chance)) for claim, result in found)
    if place.control is not None:
        account.control = tuple(sides[1])
    _fewer(place, account, len(found), allowed, "records in the original")
    yield account


def linkability_public(place: Place) -> Iterator[Account]:
    """A person of a public table is claimed to be in the original, since the release has a record with the same keys.

    Keys that a partition recodes are recoded in the public table before. People of a control group are claimed in the same way: none of
    these claims is true, but where people are told apart by their values only, some may seem so.
    """
    public = place.public
    assert public is not None  # noqa: S101 - see chosen
    keys, columns, judged = _public_columns(place, public)
    names = [column["name"] for column in columns]
    account = _account(place, "linkability_public", "linkability", keys)
    allowed = _affordable(place, 1)

    def claimed(relation: Compared) -> tuple[list[Claim], list[Claim]]:
        """Return claims of everybody who was drawn, and those of them whom the attack makes."""
        used = [partition for name, partition in place.partitions.items() if name in keys]
        check_mapped(place.truth.engine, used, relation.from_sql, relation.name)
        rows = place.rows("matched_people", relation.from_sql, place.release.from_sql, columns, columns[: len(keys)], place.seed, allowed)
        everybody = [Claim("linkability", {name: row[names.index(name)] for name in judged}, {}) for row in rows]
        return everybody, [claim for claim, row in zip(everybody, rows, strict=True) if int(row[-1])]

    judging = [column for column in columns if column["name"] in judged]
    people, both = place.rows("shared_people", public.from_sql, place.raw.relation.from_sql, judging)[0]
    chance = int(both or 0) / int(people) if people else 0.0
    everybody, account.claims = claimed(public)
    account.results = checked(place.raw, account.claims, shared=chance)
    drawn = random.Random(place.seed).sample(everybody, len(account.claims))  # noqa: S311 - a sample, not a secret
    account.base = tuple(zip(drawn, checked(place.raw, drawn, shared=chance), strict=True))
    if place.others is not None:
        others = claimed(place.others.relation)[1]
        found = checked(place.raw, others, shared=chance) if judged != [place.raw.individual] else [Checked(False, chance)] * len(others)
        account.control = tuple(zip(others, found, strict=True))
    account.attempts = {DATASET: len(everybody)}
    account.susceptible = dict.fromkeys(_in_both(place, public), 1.0)
    account.knowledge = len(everybody) * len(keys)
    account.retrieved = max(len(everybody), 1)
    _fewer(place, account, len(everybody), allowed, f"records in {public.name}")
    yield account


def _in_both(place: Place, public: Compared) -> list[str]:
    """Return the columns that a public table shares with the original, but for the one that tells people apart."""
    names = place.raw.relation.column_names
    return [name for name in names if name in public.column_names and name != place.raw.individual]


def _public_columns(place: Place, public: Compared) -> tuple[tuple[str, ...], list[dict[str, Any]], list[str]]:
    """Return the keys that link a public table to the release, all columns that are read of it, and those that tell its people apart."""
    own, original = place.raw.individual, place.raw.relation
    shared = _in_both(place, public)
    keys = place.known or tuple(name for name in shared if name in place.release.column_names)
    public.check(*keys)
    if not keys:
        raise SpecError(f"{public.name} and {place.release.name} share no column with {original.name}; name keys with --known COL")
    for name in shared:
        check_kinds(original, public, name)
    for name, partition in place.partitions.items():
        if name in keys:
            _check_intervals(public, name, partition)
    judged = [own] if own is not None and own in public.column_names else shared
    names = tuple(dict.fromkeys([*keys, *judged]))
    if place.others is not None:
        place.others.relation.check(*names)
    opened = place.raw.engine.connection is not None
    kinds = dict(zip(names, _kinds(place.raw, names), strict=True)) if opened else dict.fromkeys(names, "text")
    recodings = {name: partition.recoding() for name, partition in place.partitions.items() if name in keys}
    columns = [
        {"name": name, "kind": kinds[name], "place": number + 1, "recoding": recodings.get(name)} for number, name in enumerate(names)
    ]
    return keys, columns, judged


ATTACKS: dict[str, Builtin] = {
    each.name: each
    for each in (
        Builtin("singling_out_univariate", "singling_out", "a value that one released record has", singling_out_univariate),
        Builtin(
            "singling_out_multivariate",
            "singling_out",
            "conditions on three attributes that one released record meets",
            singling_out_multivariate,
        ),
        Builtin("singling_out_groups", "singling_out", "released records that share their values with no other", singling_out_groups),
        Builtin("inference_homogeneous", "inference", "groups of released records with one secret", inference_homogeneous),
        Builtin("inference_frequent", "inference", "the most frequent secret of a group", inference_frequent),
        Builtin("inference_nearest", "inference", "the secret of the nearest released record", inference_nearest),
        Builtin("linkability_nearest", "linkability", "two parts of a person that are nearest to one record", linkability_nearest),
        Builtin("linkability_public", "linkability", "people of a public table whose keys are released", linkability_public),
    )
}
"""The attacks by name, in the order of the Article 29 criteria."""


def chosen(names: Sequence[str], *, public: bool) -> tuple[Builtin, ...]:
    """Return the attacks of the names, or all that can be made where none is named. Raises SpecError for an unknown one."""
    for name in names:
        if name not in ATTACKS:
            near = get_close_matches(name, ATTACKS, n=3, cutoff=0.4)
            hint = f"did you mean {' or '.join(near)}? " if near else ""
            raise SpecError(f"unknown attack '{name}'; {hint}there are: {', '.join(ATTACKS)}")
        if name == "linkability_public" and not public:
            raise SpecError("the attack linkability_public needs a public table: --public TABLE")
    return tuple(each for each in ATTACKS.values() if each.name in names or (not names and (public or each.name != "linkability_public")))


@dataclass(frozen=True)
class Asked:
    """What is asked of the attacks; see `gda_score`."""

    attacks: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    individual: str | None = None
    public: Any = None
    control: Any = None
    attempts: int = ATTEMPTS
    seed: int = 0
    tolerance: Tolerance | None = None
    max_cells: int | None = None
    max_queries: int | None = None
    partitions: Mapping[str, Partition] = field(default_factory=dict)


def column_partitions(written: Mapping[str, Any] | Spec | None) -> dict[str, Partition]:
    """Return the partition of each column, from how `score` takes them. Raises SpecError where a column has several."""
    from sqlmetrics.spec import Spec, parse_spec

    spec = written if isinstance(written, Spec) else parse_spec({"partitions": dict(written or {})}, "the arguments")
    found = {}
    for column, entries in spec.partitions.items():
        if len(entries) != 1 or isinstance(entries[0], str):
            raise SpecError(f"'{column}' is recoded by one partition, as the release is; it has {len(entries)}")
        found[column] = entries[0].resolve(column, spec.folder)
    return found


def attack_releases(
    original: Any,
    releases: Sequence[Any],
    asked: Asked,
    *,
    connection: Any = None,
    database: Any = None,
    url: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> tuple[Findings, tuple[Account, ...]]:
    """Make the attacks on each release; return their measures, and what each of them did. See `gda_score`."""
    if asked.attempts < 1:
        raise SpecError(f"an attack makes at least one attempt, not {asked.attempts}")
    attacks = chosen(asked.attacks, public=asked.public is not None)
    accounts: list[Account] = []
    there: dict[str, Any] = {"connection": connection, "database": database, "url": url, "limits": limits, "progress": progress}
    with compared(original, releases, **there, parsed=True) as comparison:
        judge = truth(comparison.engine, comparison.original, asked.individual)
        control = None if asked.control is None else control_of(comparison.source, comparison.original, asked.control, asked.individual)
        public = None if asked.public is None else comparison.beside(asked.public)
        for relation in (judge.relation, *(() if control is None else (control.relation,))):
            for name, partition in asked.partitions.items():
                _check_intervals(relation, name, partition)
            check_mapped(comparison.engine, tuple(asked.partitions.values()), relation.from_sql, relation.name)
        for release in comparison.releases:
            place = _place(comparison, release, judge, control, public, asked)
            for attack in attacks:
                accounts += attack.run(place)
        unlike = () if control is None else unlike_sizes(judge, control, accounts)
        columns = len(comparison.original.columns) - (asked.individual is not None)
        found = measured(comparison.engine, accounts, columns)
        notes = tuple(dict.fromkeys([*unlike, *(note for account in accounts for note in account.notes)]))
        names = tuple(release.name for release in comparison.releases)
        return Findings(comparison.original.name, names, comparison.engine.dialect, __version__, found, notes), tuple(accounts)


def gda_score(
    original: Any,
    *releases: Any,
    attacks: Sequence[str] | str = (),
    secrets: Sequence[str] | str = (),
    known: Sequence[str] | str = (),
    individual: str | None = None,
    public: Any = None,
    control: Any = None,
    attempts: int = ATTEMPTS,
    seed: int = 0,
    tolerance: Tolerance | float | None = None,
    max_cells: int | None = None,
    max_queries: int | None = None,
    partitions: Mapping[str, Any] | None = None,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
) -> Findings:
    """Return what the built-in attacks on releases claim of the original, and how much of it is true.

    `attacks` narrows them by name; `secrets` are the columns to infer and `known` those that an attacker knows, both by default all that
    release and original share; `individual` tells people apart. `public` is a table whose people may be in the original, `control` one of
    people who were not. Each attack makes up to `attempts`, drawn with the `seed`. `tolerance` lets guessed numbers differ by a share of
    the true number's size. `max_cells` limits what one attack may retrieve of a release and `max_queries` how many queries it may ask;
    random guesses and the control group cost nothing. `partitions` say, as in `score`, how the columns of the releases were recoded: the
    original, the control group and the keys of the public table are recoded in the same way before they are compared.

    Raises SpecError for what cannot be attacked as asked, QueryError where the engine fails. Source: the GDA Score (Francis 2019);
    the attacks of Giomi et al. 2023.
    """

    def names(given: Sequence[str] | str) -> tuple[str, ...]:
        return (given,) if isinstance(given, str) else tuple(given)

    asked = Asked(
        names(attacks),
        names(secrets),
        names(known),
        individual,
        public,
        control,
        attempts,
        seed,
        Tolerance(tolerance) if isinstance(tolerance, float | int) else tolerance,
        max_cells,
        max_queries,
        column_partitions(partitions),
    )
    return attack_releases(original, releases, asked, connection=connection, database=database, url=url)[0]


def _place(comparison: Comparison, release: Compared, judge: Truth, control: Truth | None, public: Compared | None, asked: Asked) -> Place:
    """Return an attack's place: the columns that the release shares with the original, and their kinds."""
    without = [] if asked.individual is None else [asked.individual]
    for name in (*asked.known, *asked.secrets, *asked.partitions):
        judge.relation.check(name)
        release.check(name)
    shared = comparison.shared(release, without=without, recoded=tuple(asked.partitions))
    truth_of_it, recoded_control = (None if each is None else _recoded(each, asked.partitions) for each in (judge, control))
    assert truth_of_it is not None  # noqa: S101 - there is an original
    columns = tuple(Column(name, found) for name, found in zip(shared, _kinds(truth_of_it, shared), strict=True))
    if control is not None:
        control.relation.check(*shared)
    return Place(
        comparison, release, columns, truth_of_it, recoded_control, public, asked.known, asked.secrets, asked.attempts, asked.seed,
        asked.tolerance, asked.max_cells, asked.max_queries, asked.partitions, judge, control,
    )  # fmt: skip


def _recoded(judge: Truth, partitions: Mapping[str, Partition]) -> Truth:
    """Return what claims are checked against once it is recoded as the release is."""
    if not partitions:
        return judge
    relation = judge.relation
    columns = [
        {"name": name, "place": number + 1, "recoding": partitions[name].recoding() if name in partitions else None}
        for number, name in enumerate(relation.column_names)
    ]
    from_sql = render("recoded_relation", relation.from_sql, columns, dialect=judge.engine.dialect)
    types = tuple((name, "VARCHAR" if name in partitions else of_type) for name, of_type in relation.columns)
    return replace(judge, relation=Compared(relation.name, from_sql, types))


def _check_intervals(relation: Compared, column: str, partition: Partition) -> None:
    """Raise SpecError where a partition cuts a column that is no number."""
    of_type = relation.type_of(column)
    if partition.intervals and of_type and not is_numeric(of_type):
        raise SpecError(
            f"partition of '{column}': intervals need a column of numbers, and '{column}' of {relation.name} is {of_type};"
            " map its values instead, or cast it in a view"
        )


def _kinds(judge: Truth, names: Sequence[str]) -> list[str]:
    """Return the kinds of columns: by their types, or where an engine does not tell these, by some of their values."""
    words = {"number": "number", "date": "moment", "truth value": "truth", "text": "text"}
    types = [kind(judge.relation.type_of(name)) for name in names]
    if all(each is not None for each in types):
        return [words[str(each)] for each in types]
    quoted = ", ".join(render("quoted", name, dialect=judge.engine.dialect) for name in names)
    limit = "" if judge.engine.dialect in {"sqlserver", "oracle"} else render("row_limit", 1000, dialect=judge.engine.dialect)
    rows = fetch(judge.engine, f"select {quoted} from {judge.relation.from_sql} source {limit}", judge.relation.name)  # noqa: S608 - quoted
    return [_kind_of_values([row[place] for row in rows]) for place in range(len(names))]


def _kind_of_values(values: Sequence[Any]) -> str:
    from datetime import date
    from decimal import Decimal

    held = [value for value in values if not is_null(value)]
    if held and all(isinstance(value, bool) for value in held):
        return "truth"
    if held and all(isinstance(value, int | float | Decimal) for value in held):
        return "number"
    return "moment" if held and all(isinstance(value, date) for value in held) else "text"


def attack_sql(
    original: str, releases: Sequence[str], asked: Asked, *, database: Any = None, url: str | None = None, dialect: str | None = None
) -> str:
    """Return the statements by which attacks draw claims from each release, with the check of those claims where one statement holds both.

    Without a dialect the relations are opened for their columns, and no record is read but where an engine does not tell its types. With
    one nothing is opened: the columns are then those of `known` and `secrets`, taken for texts. Raises SpecError, DialectError.
    """
    attacks = chosen(asked.attacks, public=asked.public is not None)
    if dialect is not None:
        return _sql_of(attacks, [_unopened(original, release, asked, dialect, table=bool(database or url)) for release in releases])
    with compared(original, releases, database=database, url=url) as comparison:
        judge = Truth(comparison.engine, comparison.original, asked.individual)
        public = None if asked.public is None else comparison.beside(asked.public)
        return _sql_of(attacks, [_place(comparison, release, judge, None, public, asked) for release in comparison.releases])


def _unopened(original: str, release: str, asked: Asked, dialect: str, *, table: bool) -> Place:
    """Return a place of which only the names are known."""
    if dialect not in DIALECTS:
        raise DialectError(f"unknown dialect '{dialect}'; there are: {', '.join(DIALECTS)}")
    names = tuple(dict.fromkeys([*asked.known, *asked.secrets]))
    for name in asked.partitions:
        if name not in names:
            raise SpecError(f"partition of '{name}': name the column with --known or --secret too")
    if not asked.known or not asked.secrets:
        raise SpecError("to print statements of relations that are not opened, name the columns: --known COL and --secret COL")
    columns = tuple((name, "") for name in (*names, *([asked.individual] if asked.individual else [])))
    first, second = (Compared(text, relation_sql(text, dialect, table=table), columns) for text in (original, release))
    engine = Engine(dialect, None)
    comparison = Comparison(Source(engine, original, first.from_sql), first, (second,))
    public = None if asked.public is None else Compared(asked.public, relation_sql(asked.public, dialect, table=table), columns)
    kinds = tuple(Column(name, "text") for name in names)
    judge = Truth(engine, first, asked.individual)
    return Place(
        comparison, second, kinds, _recoded(judge, asked.partitions), None, public, asked.known, asked.secrets, asked.attempts, asked.seed,
        asked.tolerance, partitions=asked.partitions, people=judge,
    )  # fmt: skip


def _sql_of(attacks: Sequence[Builtin], places: Sequence[Place]) -> str:
    texts = []
    for place in places:
        for attack in attacks:
            for about, statement in _statements(place, attack.name):
                head = comment(f"sqlmetrics {__version__}: {attack.name} on {place.release.name}: {attack.meaning}", about)
                texts.append(f"{head}{statement.strip()};\n")
    return "\n".join(texts)


CLAIMED = "a row per claim: whether it is true of the original (correct), and how many of the individuals have what it guesses (holding)"


def _statements(place: Place, attack: str) -> Iterator[tuple[str, str]]:
    """Return what an attack asks, each with what its rows are."""
    released, judged = place.release.from_sql, place.truth.relation.from_sql
    every = tuple(column.name for column in place.columns)
    size, seed = place.attempts, place.seed
    if attack in {"inference_homogeneous", "inference_frequent", "inference_nearest"}:
        macro = {"inference_homogeneous": "homogeneous_groups", "inference_frequent": "frequent_secrets"}.get(attack)
        for secret in place.secrets:
            known = place.listed(_inferring(place, secret))
            if macro is None:
                query = place.text("nearest_secrets", [judged], released, known, secret, seed, size)
            else:
                query = place.text(macro, released, known, place.listed([secret])[0], seed, size)
            names = [f"v{column['place']}" for column in known]
            yield CLAIMED, place.checking("inference", known, place.listed([secret]), query, names, ["secret"])
    elif attack == "singling_out_groups":
        columns = place.listed(place.known or every)
        query = place.text("lone_groups", released, columns, seed, size)
        yield CLAIMED, place.checking("singling_out", [], columns, query, [], [f"v{column['place']}" for column in columns])
    elif attack == "singling_out_univariate":
        for number, columns in enumerate(_of_one_type(place, place.known or every)):
            asked_of = ", ".join(column["name"] for column in columns)
            about = f"conditions on {asked_of} to claim of one person; count who meets them in the original"
            yield about, place.text("lone_values", released, columns, seed + number, size)
    elif attack == "singling_out_multivariate":
        columns = place.listed(place.known or every)
        numbers = [column for column in columns if column["kind"] == "number"]
        if numbers:
            yield "the medians; their values stand in the next statement as 0", place.text("lower_medians", released, numbers)
        columns = [column | {"variety": 0} for column in columns]
        choices = [
            {"number": number, "columns": choice} for number, choice in enumerate(combinations(columns, min(TOGETHER, len(columns))))
        ]
        zeros = {column["place"]: "0.0" for column in numbers}
        yield (
            "choices of columns and records to claim; count who meets their conditions",
            place.text("lone_triples", released, columns, zeros, choices[:CHOICES_AT_ONCE], seed, size),
        )
    elif attack == "linkability_nearest":
        one = place.known or every[: (len(every) + 1) // 2]
        columns = place.listed((*one, *(place.named or tuple(name for name in every if name not in one))))
        parts = (columns[: len(one)], columns[len(one) :])
        yield "a row per claim, which is true where one equals other", place.text("linked_parts", [judged], released, *parts, seed, size)
    elif place.public is not None:
        keys, columns, telling = _public_columns(place, place.public)
        query = place.text("matched_people", place.public.from_sql, released, columns, columns[: len(keys)], seed, size)
        people = [column for column in columns if column["name"] in telling]
        shown = [f"v{column['place']}" for column in people]
        query = f"select {', '.join(shown)} from ({query}) matched where records > 0"  # noqa: S608 - names of our own
        claims = place.text("claims_of", query, people, [], shown, [])
        about = "a row per claim: whether the person is in the original (correct)"
        yield about, place.text("checked_claims", claims, place.raw.relation.from_sql, place.raw.individual, "linkability", people, [])
