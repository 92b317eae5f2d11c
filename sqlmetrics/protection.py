"""The attacks that come with sqlmetrics, and what they score: the protection half of the GDA Score."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import combinations
from pathlib import Path
from typing import Any

from sqlmetrics.attacker import control_of, truth
from sqlmetrics.claims import AT_ONCE, Bound, Checked, Claim, Column, Tolerance, Truth, checked, count_conditions, is_null
from sqlmetrics.comparison import Compared, Comparison, compared, kind
from sqlmetrics.engine import fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.findings import Finding, Findings
from sqlmetrics.measures import DATASET, Account, measured
from sqlmetrics.render import render
from sqlmetrics.version import __version__

ATTEMPTS = 500
"""How many attempts an attack makes, unless asked otherwise."""

TOGETHER = 3
"""On how many attributes at once conditions single out."""

CHOICES = 1_000
"""Of how many choices of attributes the conditions are drawn at most."""

IDENTITY = "identity"
"""The target of linkability."""


@dataclass(frozen=True)
class Place:
    """One attack on one release: the relations, the columns that they share, and what is asked."""

    comparison: Comparison
    release: Compared
    columns: tuple[Column, ...]
    truth: Truth
    control: Truth | None
    public: Compared | None
    known: tuple[str, ...]
    secrets: tuple[str, ...]
    attempts: int
    seed: int
    tolerance: Tolerance | None

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
        rows = fetch(self.truth.engine, statement, self.release.name)
        return [tuple(None if is_null(value) else value for value in row) for row in rows]

    def listed(self, names: Sequence[str]) -> list[dict[str, Any]]:
        """Return columns as macros take them, with their places from 1."""
        return [{"name": name, "kind": self.column(name).kind, "place": place + 1} for place, name in enumerate(names)]


@dataclass(frozen=True)
class Builtin:
    """An attack that comes with sqlmetrics: its criterion, what it does, and how it is made on each secret or once."""

    name: str
    criterion: str
    meaning: str
    run: Callable[[Place], Iterator[Account]]


def _account(place: Place, attack: str, criterion: str, known: Sequence[str] = ()) -> Account:
    return Account(attack, criterion, place.release.name, base=(), control=None if place.control is None else (), known=tuple(known))


def _settle(place: Place, account: Account, base: Sequence[Claim]) -> Account:
    """Check an attack's claims, the random ones and those against the control group."""
    account.results = checked(place.truth, account.claims, tolerance=place.tolerance)
    account.base = tuple(zip(base, checked(place.truth, base, tolerance=place.tolerance), strict=True))
    if place.control is not None:
        account.control = checked(place.control, account.claims, tolerance=place.tolerance)
    return account


def _fewer(account: Account, found: int, wanted: int, what: str) -> None:
    if found < wanted:
        account.notes.append(f"{account.attack} made {found} attempts on {account.release}, not {wanted}: there are no more {what}")


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
        rows = place.rows(macro, place.release.from_sql, place.listed(known), secret, place.seed, place.attempts)
        found = [Claim("inference", dict(zip(known, row, strict=False)), {secret: row[len(known)]}) for row in rows]
        account.claims = found
        account.attempts = {secret: len(rows), DATASET: len(rows)}
        *_, all_records, _, reached = rows[0] if rows else (1, 0, 0)
        account.susceptible = {secret: float(reached) / float(all_records)}
        account.knowledge = len(rows) * len(known)
        account.retrieved = max(len(rows) * (len(known) + 1), 1)
        _fewer(account, len(rows), place.attempts, what)
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
        relations = (place.truth.relation.from_sql, place.release.from_sql)
        rows = place.rows("nearest_secrets", *relations, place.listed(known), secret, place.seed, place.attempts)
        account.claims = [Claim("inference", dict(zip(known, row, strict=False)), {secret: row[-1]}) for row in rows]
        account.attempts = {secret: len(rows), DATASET: len(rows)}
        account.susceptible = {secret: 1.0}
        account.knowledge = len(rows) * len(known)
        account.retrieved = max(len(rows), 1)
        _fewer(account, len(rows), place.attempts, "records in the original")
        yield _settle(place, account, _guessed_at_random(place, account.claims, secret))


def singling_out_groups(place: Place) -> Iterator[Account]:
    """A released record that no other shares its values with is claimed to be one person's."""
    names = place.known or tuple(column.name for column in place.columns)
    account = _account(place, "singling_out_groups", "singling_out")
    rows = place.rows("lone_groups", place.release.from_sql, place.listed(names), place.seed, place.attempts)
    account.claims = [Claim("singling_out", {}, dict(zip(names, row, strict=False))) for row in rows]
    _count_guesses(account, names)
    _fewer(account, len(rows), place.attempts, "groups of one in the release")
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
    drawn = place.rows("random_records", place.release.from_sql, place.listed(names), place.seed + 1, AT_ONCE)
    pick = random.Random(place.seed)  # noqa: S311 - a sample, not a secret

    def other(value: Any, name: str) -> Any:
        found = drawn[pick.randrange(len(drawn))][names.index(name)]
        return value._replace(value=found) if isinstance(value, Bound) and found is not None else found

    return [claim._replace(guess={name: other(value, name) for name, value in claim.guess.items()}) for claim in claims]


def singling_out_univariate(place: Place) -> Iterator[Account]:
    """A value, or an end of a range, that a single released record has is claimed to be one person's."""
    names = place.known or tuple(column.name for column in place.columns)
    account = _account(place, "singling_out_univariate", "singling_out")
    drawn = []
    for number, name in enumerate(names):
        column = place.listed([name])[0]
        for value, comparison, _, draw in place.rows("lone_values", place.release.from_sql, column, place.seed + number, place.attempts):
            drawn.append((float(draw), number, len(drawn), Bound(str(comparison), value) if comparison != "=" else value))
    drawn = sorted(drawn, key=lambda each: each[:3])[: place.attempts]
    account.claims = [Claim("singling_out", {}, {names[number]: value}) for _, number, _, value in drawn]
    _count_guesses(account, names)
    _fewer(account, len(drawn), place.attempts, "values of a single released record")
    yield _settle(place, account, _mixed(place, account.claims))


ATTACKS: dict[str, Builtin] = {
    each.name: each
    for each in (
        Builtin("singling_out_univariate", "singling_out", "a value that one released record has", singling_out_univariate),
        Builtin("singling_out_groups", "singling_out", "released records that share their values with no other", singling_out_groups),
        Builtin("inference_homogeneous", "inference", "groups of released records with one secret", inference_homogeneous),
        Builtin("inference_frequent", "inference", "the most frequent secret of a group", inference_frequent),
        Builtin("inference_nearest", "inference", "the secret of the nearest released record", inference_nearest),
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


def attack_releases(
    original: Any, releases: Sequence[Any], asked: Asked, *, connection: Any = None, database: Any = None, url: str | None = None
) -> tuple[Findings, tuple[Account, ...]]:
    """Make the attacks on each release; return their measures, and what each of them did. See `gda_score`."""
    if asked.attempts < 1:
        raise SpecError(f"an attack makes at least one attempt, not {asked.attempts}")
    attacks = chosen(asked.attacks, public=asked.public is not None)
    accounts: list[Account] = []
    with compared(original, releases, connection=connection, database=database, url=url) as comparison:
        judge = truth(comparison.engine, comparison.original, asked.individual)
        control = None if asked.control is None else control_of(comparison.source, comparison.original, asked.control, asked.individual)
        public = None if asked.public is None else comparison.beside(asked.public)
        for release in comparison.releases:
            place = _place(comparison, release, judge, control, public, asked)
            for attack in attacks:
                accounts += attack.run(place)
        columns = len(comparison.original.columns) - (asked.individual is not None)
        found = measured(comparison.engine, accounts, columns)
        notes = tuple(dict.fromkeys(note for account in accounts for note in account.notes))
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
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
) -> Findings:
    """Return what the built-in attacks on releases claim of the original, and how much of it is true.

    `attacks` narrows them by name; `secrets` are the columns to infer and `known` those that an attacker knows, both by default all that
    release and original share; `individual` tells people apart. `public` is a table whose people may be in the original, `control` one of
    people who were not. Each attack makes up to `attempts`, drawn with the `seed`. `tolerance` lets guessed numbers differ by a share of
    the true number's size.

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
    )
    return attack_releases(original, releases, asked, connection=connection, database=database, url=url)[0]


def _place(
    comparison: Comparison, release: Compared, judge: Truth, control: Truth | None, public: Compared | None, asked: Asked
) -> Place:
    """Return an attack's place: the columns that the release shares with the original, and their kinds."""
    without = [] if asked.individual is None else [asked.individual]
    for name in (*asked.known, *asked.secrets):
        judge.relation.check(name)
        release.check(name)
    shared = comparison.shared(release, without=without)
    columns = tuple(Column(name, found) for name, found in zip(shared, _kinds(judge, shared), strict=True))
    secrets = asked.secrets or shared
    return Place(
        comparison, release, columns, judge, control, public, asked.known, secrets, asked.attempts, asked.seed, asked.tolerance
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
