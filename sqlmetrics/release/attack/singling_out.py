"""Attacks that single out: a value, conditions on several attributes, or all values that one released record has."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from sqlmetrics.errors import BudgetError
from sqlmetrics.release.attack.claim_checks import CONDITIONS_AT_ONCE, matching
from sqlmetrics.release.attack.claims import Bound, Claim
from sqlmetrics.release.attack.measures import DATASET, Account
from sqlmetrics.release.attack.scenario import CLAIMED, Builtin, Setting, account_of, affordable, note_fewer, settle

TOGETHER = 3
"""On how many attributes at once conditions single out."""

CHOICES = 100
"""Of how many choices of attributes the conditions are drawn at most."""

CHOICES_AT_ONCE = 50
"""How many of them one statement reads."""


def singling_out_groups(setting: Setting) -> Iterator[Account]:
    """A released record that no other shares its values with is claimed to be one person's."""
    names = setting.guessable
    account = account_of(setting, "singling_out_groups", "singling_out")
    allowed = affordable(setting, len(names))
    rows = setting.rows("lone_groups", setting.release.from_sql, setting.listed(names), setting.seed, allowed)
    account.claims = [Claim("singling_out", {}, dict(zip(names, row, strict=False))) for row in rows]
    _count_guesses(account, names)
    note_fewer(setting, account, len(rows), allowed, "groups of one in the release")
    yield settle(setting, account, _mixed(setting, account.claims))


def singling_out_univariate(setting: Setting) -> Iterator[Account]:
    """A value, or an end of a range, that a single released record has is claimed to be one person's."""
    names = setting.guessable
    account = account_of(setting, "singling_out_univariate", "singling_out")
    allowed = affordable(setting, 1)
    drawn: list[tuple[float, int, Any]] = []
    alike = _of_one_type(setting, names)
    asked = alike[: setting.max_queries]
    if left_out := [column["name"] for columns in alike[len(asked) :] for column in columns]:
        what = f"it leaves out {', '.join(left_out)}"
        account.notes.append(f"{account.attack} may ask {setting.max_queries} queries of {account.release}: {what}")
    for number, columns in enumerate(asked):
        rows = setting.rows("lone_values", setting.release.from_sql, columns, setting.seed + number, setting.attempts)
        for column, value, comparison, draw in rows:
            drawn.append((float(draw), int(column), value if comparison == "=" else Bound(str(comparison), value)))
    drawn = sorted(drawn, key=lambda each: each[:2])[:allowed]
    account.claims = [Claim("singling_out", {}, {names[column - 1]: value}) for _, column, value in drawn]
    _count_guesses(account, names)
    note_fewer(setting, account, len(drawn), allowed, "values of a single released record")
    yield settle(setting, account, _mixed(setting, account.claims))


def _of_one_type(setting: Setting, names: Sequence[str]) -> list[list[dict[str, Any]]]:
    """Return columns together whose values one column can hold as they are: those of one type, where the engine tells types."""
    together: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for column in setting.listed(names):
        of_type = setting.release.type_of(column["name"])
        together.setdefault((column["kind"], "" if column["kind"] == "text" else of_type or column["name"]), []).append(column)
    return list(together.values())


def singling_out_multivariate(setting: Setting) -> Iterator[Account]:
    """Conditions on several attributes that a single released record meets are claimed to be met by one person."""
    names = setting.guessable
    account = account_of(setting, "singling_out_multivariate", "singling_out")
    columns = setting.listed(names)
    statements, checks = _shared_out(setting, columns)
    medians, columns = _middles(setting, columns)
    together = min(TOGETHER, len(columns))
    choices = list(combinations(columns, together)) if columns else []
    if len(choices) > CHOICES:
        choices = random.Random(setting.seed).sample(choices, CHOICES)  # noqa: S311 - a sample, not a secret
    if statements is not None and len(choices) > statements * CHOICES_AT_ONCE:
        choices = choices[: statements * CHOICES_AT_ONCE]
        account.notes.append(
            f"{account.attack} may ask {setting.max_queries} queries of {account.release}: it tries {len(choices)} choices of columns"
        )
    allowed = affordable(setting, max(together, 1))
    drawn: list[tuple[float, int, int]] = []
    for start in range(0, len(choices), CHOICES_AT_ONCE):
        some = [{"number": start + number, "columns": choice} for number, choice in enumerate(choices[start : start + CHOICES_AT_ONCE])]
        spelled = {number: repr(value) for number, value in medians.items()}
        found = setting.rows("lone_triples", setting.release.from_sql, columns, spelled, some, setting.seed, 3 * allowed)
        drawn += [(float(draw), int(choice), int(record)) for choice, record, draw in found]
    room = 3 * allowed if checks is None else min(3 * allowed, checks * CONDITIONS_AT_ONCE)
    alone = _alone(setting, columns, choices, medians, sorted(drawn)[:room])
    account.claims = [claim for claim, _ in zip(alone, range(allowed), strict=False)]
    _count_guesses(account, names)
    note_fewer(setting, account, len(account.claims), allowed, "conditions that single out a released record")
    yield settle(setting, account, _mixed(setting, account.claims))


def _shared_out(setting: Setting, columns: Sequence[dict[str, Any]]) -> tuple[int | None, int | None]:
    """Return how many statements may look for conditions and how many may count them, None for as many as need be. Raises BudgetError.

    Before them one reads the medians, where there are numbers, and one the values of the records that were found.
    """
    if setting.max_queries is None:
        return None, None
    spare = setting.max_queries - any(column["kind"] == "number" for column in columns) - 1
    if spare < 2:
        needed = setting.max_queries - spare + 2
        raise BudgetError(f"singling_out_multivariate needs {needed} queries, and may ask {setting.max_queries}; raise --max-queries")
    statements = min(CHOICES // CHOICES_AT_ONCE, spare - 1)
    return statements, spare - statements


def _middles(setting: Setting, columns: Sequence[dict[str, Any]]) -> tuple[dict[int, float], list[dict[str, Any]]]:
    """Return the medians of the release's numbers by place, and the columns that have values, with the `variety` of numbers."""
    numbers = [column for column in columns if column["kind"] == "number"]
    if not numbers:
        return {}, list(columns)
    rows = setting.rows("lower_medians", setting.release.from_sql, numbers)
    found = {int(number): (float(middle), int(variety)) for number, middle, variety in rows if middle is not None}
    held = [column | {"variety": found.get(column["place"], (0.0, 0))[1]} for column in columns]
    held = [column for column in held if column["kind"] != "number" or column["place"] in found]
    return {number: middle for number, (middle, _) in found.items()}, held


def _alone(
    setting: Setting,
    columns: Sequence[dict[str, Any]],
    choices: Sequence[Sequence[dict[str, Any]]],
    medians: dict[int, float],
    drawn: Sequence[tuple[float, int, int]],
) -> Iterator[Claim]:
    """Return the claims of those conditions that a single released record meets, in the order in which they were drawn.

    Those on three numbers, and on numbers that are NULL or not numbers, are counted: see `lone_triples`.
    """
    records = sorted({record for *_, record in drawn})
    if not records:
        return
    values = {int(row[0]): row[1:] for row in setting.rows("numbered_records", setting.release.from_sql, columns, records)}
    where = {column["name"]: number for number, column in enumerate(columns)}
    claims = []
    for _, choice, record in drawn:
        guess: dict[str, Any] = {}
        numbers = [column["name"] for column in choices[choice] if column["kind"] == "number"]
        for column in choices[choice]:
            value = values[record][where[column["name"]]]
            if column["kind"] == "number" and value is not None:
                value = Bound(">=" if float(value) > medians[column["place"]] else "<=", value)
            guess[column["name"]] = value
        sure = len(numbers) < 3 and all(guess[name] is not None for name in numbers)
        claims.append((Claim("singling_out", {}, guess), sure))
    released = replace(setting.truth, relation=setting.release, individual=None)
    for start in range(0, len(claims), CONDITIONS_AT_ONCE):
        some = claims[start : start + CONDITIONS_AT_ONCE]
        doubtful = [claim for claim, sure in some if not sure]
        counts = iter(matching(released, doubtful) if doubtful else ())
        for claim, sure in some:
            if sure or next(counts) == 1:
                yield claim


def _count_guesses(account: Account, names: Sequence[str]) -> None:
    """Set the attempts, the susceptible columns and the cells retrieved of an attack that guesses all that it retrieves."""
    account.attempts = {DATASET: len(account.claims)}
    for claim in account.claims:
        for name in claim.guess:
            account.attempts[name] = account.attempts.get(name, 0) + 1
    account.susceptible = dict.fromkeys(names, 1.0)
    account.retrieved = max(sum(len(claim.guess) for claim in account.claims), 1)


def _mixed(setting: Setting, claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims with each value taken from another released record, drawn at random: what chance singles out."""
    names = tuple(dict.fromkeys(name for claim in claims for name in claim.guess))
    if not names:
        return []
    drawn = setting.rows("random_records", setting.release.from_sql, setting.listed(names), setting.seed + 1, len(claims))
    pick = random.Random(setting.seed)  # noqa: S311 - a sample, not a secret

    def other(value: Any, name: str) -> Any:
        found = drawn[pick.randrange(len(drawn))][names.index(name)]
        return value._replace(value=found) if isinstance(value, Bound) and found is not None else found

    return [claim._replace(guess={name: other(value, name) for name, value in claim.guess.items()}) for claim in claims]


def _group_statements(setting: Setting) -> Iterator[tuple[str, str]]:
    columns = setting.listed(setting.guessable)
    query = setting.text("lone_groups", setting.release.from_sql, columns, setting.seed, setting.attempts)
    yield CLAIMED, setting.checking("singling_out", [], columns, query, [], [f"v{column['place']}" for column in columns])


def _value_statements(setting: Setting) -> Iterator[tuple[str, str]]:
    for number, columns in enumerate(_of_one_type(setting, setting.guessable)):
        asked_of = ", ".join(column["name"] for column in columns)
        about = f"conditions on {asked_of} to claim of one person; count who meets them in the original"
        yield about, setting.text("lone_values", setting.release.from_sql, columns, setting.seed + number, setting.attempts)


def _condition_statements(setting: Setting) -> Iterator[tuple[str, str]]:
    released, columns = setting.release.from_sql, setting.listed(setting.guessable)
    numbers = [column for column in columns if column["kind"] == "number"]
    if numbers:
        yield "the medians; their values stand in the next statement as 0", setting.text("lower_medians", released, numbers)
    columns = [column | {"variety": 0} for column in columns]
    choices = [{"number": number, "columns": choice} for number, choice in enumerate(combinations(columns, min(TOGETHER, len(columns))))]
    zeros = {column["place"]: "0.0" for column in numbers}
    yield (
        "choices of columns and records to claim; count who meets their conditions",
        setting.text("lone_triples", released, columns, zeros, choices[:CHOICES_AT_ONCE], setting.seed, setting.attempts),
    )


SINGLING_OUT = (
    Builtin("singling_out_univariate", "singling_out", "a value that one released record has", singling_out_univariate, _value_statements),
    Builtin(
        "singling_out_multivariate",
        "singling_out",
        "conditions on three attributes that one released record meets",
        singling_out_multivariate,
        _condition_statements,
    ),
    Builtin(
        "singling_out_groups",
        "singling_out",
        "released records that share their values with no other",
        singling_out_groups,
        _group_statements,
    ),
)
