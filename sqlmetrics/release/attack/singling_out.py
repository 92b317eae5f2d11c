"""Attacks that single out, by a value, by conditions on several attributes, or by all values."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from sqlmetrics.engine.kinds import without_nulls
from sqlmetrics.errors import BudgetError
from sqlmetrics.release.attack.attack_log import DATASET, AttackLog
from sqlmetrics.release.attack.claim_checks import CONDITIONS_AT_ONCE, matching
from sqlmetrics.release.attack.claim_values import double_text
from sqlmetrics.release.attack.claims import Bound, Claim
from sqlmetrics.release.attack.scenario import (
    CLAIMED,
    AttackOptions,
    BuiltinAttack,
    Draw,
    PrintedStatement,
    Scenario,
    affordable,
    check_claims,
    note_fewer,
)

TOGETHER = 3
"""The number of attributes in a choice, on which conditions single out together."""

CHOICES = 100
"""The most choices of attributes that conditions are drawn from."""

CHOICES_AT_ONCE = 50
"""The most choices of attributes that one statement reads."""


class NumberedRecord(NamedTuple):
    """A row of `numbered_records`: a released record by its number, and its values."""

    number: int
    values: tuple[Any, ...]


class LoneRecord(NamedTuple):
    """A row of `lone_triples`: a record that its values in a choice of columns single out.

    `draw` is a random number.
    """

    choice: int
    record: int
    draw: float


class Median(NamedTuple):
    """A row of `lower_medians`: the median of the column at a place, and its number of values."""

    place: int
    middle: float | None
    variety: int


def count_guesses(log: AttackLog, names: Sequence[str]) -> None:
    """Set the attempts and the costs of an attack that guesses all that it retrieves."""
    log.attempts = {DATASET: len(log.claims)}
    for claim in log.claims:
        log.attempted(*claim.guess)
    log.susceptible = dict.fromkeys(names, 1.0)
    log.retrieved = max(sum(len(claim.guess) for claim in log.claims), 1)


def mixed(scenario: Scenario, claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims with values of other released records: guesses at random."""
    names = tuple(dict.fromkeys(name for claim in claims for name in claim.guess))
    if not names:
        return []
    drawn = scenario.random_rows(names, len(claims))
    pick = random.Random(scenario.options.seed)  # noqa: S311 - a sample, not a secret

    def other(value: Any, name: str) -> Any:
        """Return the value of a record that is picked, under the bound of the claimed one."""
        picked = drawn[pick.randrange(len(drawn))].values[names.index(name)]
        return value._replace(value=picked) if isinstance(value, Bound) and picked is not None else picked

    return [claim._replace(guess={name: other(value, name) for name, value in claim.guess.items()}) for claim in claims]


def by_conditions(attack: BuiltinAttack, scenario: Scenario) -> Iterator[AttackLog]:
    """Claim that one person meets the conditions on several attributes of a released record."""
    options, names = scenario.options, scenario.condition_columns
    log = attack.log(scenario)
    columns = scenario.entries(names)
    statements, checks = _shared_out(attack, options, columns)
    medians, columns = _middles(scenario, columns)
    together = min(TOGETHER, len(columns))
    choices = list(combinations(columns, together)) if columns else []
    if len(choices) > CHOICES:
        choices = random.Random(options.seed).sample(choices, CHOICES)  # noqa: S311 - a sample, not a secret
    if statements is not None and len(choices) > statements * CHOICES_AT_ONCE:
        choices = choices[: statements * CHOICES_AT_ONCE]
        log.notes.append(
            f"{log.attack} may ask {options.max_queries} queries of {log.release}:"
            f" it tries {len(choices)} choices of columns"
        )
    allowed = affordable(options, max(together, 1))
    drawn: list[LoneRecord] = []
    for start in range(0, len(choices), CHOICES_AT_ONCE):
        some = [
            {"number": start + number, "columns": choice}
            for number, choice in enumerate(choices[start : start + CHOICES_AT_ONCE])
        ]
        spelled = {place: double_text(value) for place, value in medians.items()}
        drawn += _condition_draw(attack, scenario, columns, spelled, some).rows(LoneRecord, 3 * allowed)
    drawn.sort(key=lambda row: (row.draw, row.choice, row.record))
    room = 3 * allowed if checks is None else min(3 * allowed, checks * CONDITIONS_AT_ONCE)
    alone = _alone(scenario, columns, choices, medians, drawn[:room])
    log.claims = [claim for claim, _ in zip(alone, range(allowed), strict=False)]
    count_guesses(log, names)
    note_fewer(attack, options, log, len(log.claims), allowed)
    yield check_claims(scenario, log, mixed(scenario, log.claims))


def _condition_draw(
    attack: BuiltinAttack,
    scenario: Scenario,
    columns: Sequence[dict[str, Any]],
    medians: Mapping[int, str],
    choices: Sequence[Mapping[str, Any]],
) -> Draw:
    """Return the drawing of conditions on choices of columns; medians are given as texts."""
    arguments = (scenario.release.from_sql, columns, medians, choices, scenario.options.seed)
    return Draw(scenario, attack.macro, arguments)


def _shared_out(
    attack: BuiltinAttack, options: AttackOptions, columns: Sequence[dict[str, Any]]
) -> tuple[int | None, int | None]:
    """Return the numbers of statements that may look for conditions, and that may count them.

    None stands for as many as need be.

    Before them one reads the medians, where there are numbers, and one the values of the records
    that are claimed. Raises BudgetError where too few queries are left.
    """
    if options.max_queries is None:
        return None, None
    spare = options.max_queries - any(column["kind"] == "number" for column in columns) - 1
    if spare < 2:
        needed = options.max_queries - spare + 2
        raise BudgetError(
            f"{attack.name} needs {needed} queries, and may ask {options.max_queries}; raise `max_queries`"
        )
    statements = min(CHOICES // CHOICES_AT_ONCE, spare - 1)
    return statements, spare - statements


def _middles(scenario: Scenario, columns: Sequence[dict[str, Any]]) -> tuple[dict[int, float], list[dict[str, Any]]]:
    """Return the medians of the release's numbers by place, and the columns that have values.

    Numbers get their `variety`, how many values they have.
    """
    numbers = [column for column in columns if column["kind"] == "number"]
    if not numbers:
        return {}, list(columns)
    rows = scenario.rows(Median, "lower_medians", scenario.release.from_sql, numbers)
    medians = {row.place: row for row in rows if row.middle is not None}
    held = [
        column | {"variety": medians[column["place"]].variety if column["place"] in medians else 0}
        for column in columns
    ]
    held = [column for column in held if column["kind"] != "number" or column["place"] in medians]
    return {place: row.middle for place, row in medians.items() if row.middle is not None}, held


def _alone(
    scenario: Scenario,
    columns: Sequence[dict[str, Any]],
    choices: Sequence[Sequence[dict[str, Any]]],
    medians: dict[int, float],
    drawn: Sequence[LoneRecord],
) -> Iterator[Claim]:
    """Return the claims of conditions that a single released record meets, in their drawn order.

    Those on three numbers, and on numbers that are NULL or not numbers, are counted: see
    `lone_triples`.
    """
    records = sorted({row.record for row in drawn})
    if not records:
        return
    rows = scenario.rows(NumberedRecord, "numbered_records", scenario.release.from_sql, columns, records)
    names = [column["name"] for column in columns]
    values = {row.number: dict(zip(names, without_nulls(row.values), strict=True)) for row in rows}
    claims = [_conditions(choices[row.choice], values[row.record], medians) for row in drawn]
    released = replace(scenario.truth, relation=scenario.release, individual=None)
    for start in range(0, len(claims), CONDITIONS_AT_ONCE):
        some = claims[start : start + CONDITIONS_AT_ONCE]
        doubtful = [claim for claim, sure in some if not sure]
        counts = iter(matching(released, doubtful) if doubtful else ())
        for claim, sure in some:
            if sure or next(counts) == 1:
                yield claim


def _conditions(
    choice: Sequence[dict[str, Any]], values: Mapping[str, Any], medians: Mapping[int, float]
) -> tuple[Claim, bool]:
    """Return the claim that a record's conditions make, and whether only that record meets them."""
    guess: dict[str, Any] = {}
    numbers = [column["name"] for column in choice if column["kind"] == "number"]
    for column in choice:
        value = values[column["name"]]
        if column["kind"] == "number" and value is not None:
            value = Bound(">=" if float(value) > medians[column["place"]] else "<=", value)
        guess[column["name"]] = value
    return Claim("singling_out", {}, guess), len(numbers) < 3 and all(guess[name] is not None for name in numbers)


def condition_statements(attack: BuiltinAttack, scenario: Scenario) -> Iterator[PrintedStatement]:
    released, columns = scenario.release.from_sql, scenario.entries(scenario.condition_columns)
    numbers = [column for column in columns if column["kind"] == "number"]
    if numbers:
        about = "the medians; their values stand in the next statement as 0"
        yield PrintedStatement(about, scenario.text("lower_medians", released, numbers))
    columns = [column | {"variety": 0} for column in columns]
    choices = [
        {"number": number, "columns": choice}
        for number, choice in enumerate(combinations(columns, min(TOGETHER, len(columns))))
    ]
    zeros = {column["place"]: "0.0" for column in numbers}
    about = "choices of columns and records to claim; count who meets their conditions"
    yield PrintedStatement(about, _condition_draw(attack, scenario, columns, zeros, choices[:CHOICES_AT_ONCE]).text)


class LoneValue(NamedTuple):
    """A row of `lone_values`: a condition on a column that one released record meets.

    `place` is the column's, `draw` a random number.
    """

    place: int
    value: Any
    comparison: str
    draw: float

    @property
    def condition(self) -> Any:
        """The guess: the value itself, or a bound."""
        return self.value if self.comparison == "=" else Bound(self.comparison, self.value)


class LoneGroup(NamedTuple):
    """A row of `lone_groups`: the values of a lone record, and the number of lone records."""

    values: tuple[Any, ...]
    lone_records: int


def _group_draw(attack: BuiltinAttack, scenario: Scenario) -> Draw:
    """Return the drawing of lone records."""
    columns = scenario.entries(scenario.condition_columns)
    return Draw(scenario, attack.macro, (scenario.release.from_sql, columns, scenario.options.seed))


def _by_groups(attack: BuiltinAttack, scenario: Scenario) -> Iterator[AttackLog]:
    """Claim that a released record that no other shares its values with is one person's."""
    names = scenario.condition_columns
    log = attack.log(scenario)
    allowed = affordable(scenario.options, len(names))
    rows = _group_draw(attack, scenario).rows(LoneGroup, allowed)
    log.claims = [Claim("singling_out", {}, dict(zip(names, row.values, strict=True))) for row in rows]
    count_guesses(log, names)
    note_fewer(attack, scenario.options, log, len(rows), allowed)
    yield check_claims(scenario, log, mixed(scenario, log.claims))


def _by_values(attack: BuiltinAttack, scenario: Scenario) -> Iterator[AttackLog]:
    """Claim that one person has the value, or the end of a range, of a released record."""
    options, names = scenario.options, scenario.condition_columns
    log = attack.log(scenario)
    allowed = affordable(options, 1)
    draws = list(_value_draws(attack, scenario))
    queried = draws[: options.max_queries]
    if left_out := [name for more, _ in draws[len(queried) :] for name in more]:
        log.notes.append(
            f"{log.attack} may ask {options.max_queries} queries of {log.release}: it leaves out {', '.join(left_out)}"
        )
    drawn: list[LoneValue] = []
    for _, draw in queried:
        drawn += draw.rows(LoneValue, options.attempts)
    drawn = sorted(drawn, key=lambda row: (row.draw, row.place))[:allowed]
    log.claims = [Claim("singling_out", {}, {names[row.place - 1]: row.condition}) for row in drawn]
    count_guesses(log, names)
    note_fewer(attack, options, log, len(drawn), allowed)
    yield check_claims(scenario, log, mixed(scenario, log.claims))


def _value_draws(attack: BuiltinAttack, scenario: Scenario) -> Iterator[tuple[list[str], Draw]]:
    """Yield the drawings of values, each with the names of columns that one column can hold.

    These have one type, where the engine tells types.
    """
    together: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for column in scenario.entries(scenario.condition_columns):
        of_type = scenario.release.type_of(column["name"])
        together.setdefault((column["kind"], "" if column["kind"] == "text" else of_type or column["name"]), []).append(
            column
        )
    for number, columns in enumerate(together.values()):
        arguments = (scenario.release.from_sql, columns, scenario.options.seed + number)
        yield [column["name"] for column in columns], Draw(scenario, attack.macro, arguments)


def _group_statements(attack: BuiltinAttack, scenario: Scenario) -> Iterator[PrintedStatement]:
    columns = scenario.entries(scenario.condition_columns)
    values = [f"v{column['place']}" for column in columns]
    text = scenario.check_statement("singling_out", [], columns, _group_draw(attack, scenario).text, [], values)
    yield PrintedStatement(CLAIMED, text)


def _value_statements(attack: BuiltinAttack, scenario: Scenario) -> Iterator[PrintedStatement]:
    for names, draw in _value_draws(attack, scenario):
        about = f"conditions on {', '.join(names)} to claim of one person; count who meets them in the original"
        yield PrintedStatement(about, draw.text)


SINGLING_OUT = (
    BuiltinAttack(
        name="singling_out_univariate",
        criterion="singling_out",
        meaning="a value that one released record has",
        needs="conditions",
        attempts_on="values of a single released record",
        macro="lone_values",
        run=_by_values,
        statements=_value_statements,
    ),
    BuiltinAttack(
        name="singling_out_multivariate",
        criterion="singling_out",
        meaning="conditions on three attributes that one released record meets",
        needs="conditions",
        attempts_on="conditions that single out a released record",
        macro="lone_triples",
        run=by_conditions,
        statements=condition_statements,
    ),
    BuiltinAttack(
        name="singling_out_groups",
        criterion="singling_out",
        meaning="released records that share their values with no other",
        needs="conditions",
        attempts_on="groups of one in the release",
        macro="lone_groups",
        run=_by_groups,
        statements=_group_statements,
    ),
)
