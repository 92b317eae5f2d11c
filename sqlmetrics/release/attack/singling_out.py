"""Attacks that single out, by a value, by conditions on several attributes, or by all values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlmetrics.release.attack.attack_log import AttackLog
from sqlmetrics.release.attack.claims import Bound, Claim
from sqlmetrics.release.attack.conditions import by_conditions, condition_statements
from sqlmetrics.release.attack.guesses import count_guesses, mixed
from sqlmetrics.release.attack.scenario import (
    CLAIMED,
    BuiltinAttack,
    PrintedStatement,
    Scenario,
    affordable,
    check_claims,
    note_fewer,
)


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


def _by_groups(attack: BuiltinAttack, scenario: Scenario) -> Iterator[AttackLog]:
    """Claim that a released record that no other shares its values with is one person's."""
    names = scenario.condition_columns
    log = attack.log(scenario)
    allowed = affordable(scenario.options, len(names))
    arguments = (scenario.release.from_sql, scenario.entries(names), scenario.options.seed, allowed)
    rows = scenario.rows(LoneGroup, attack.macro, *arguments)
    log.claims = [Claim("singling_out", {}, dict(zip(names, row.values, strict=True))) for row in rows]
    count_guesses(log, names)
    note_fewer(attack, scenario.options, log, len(rows), allowed)
    yield check_claims(scenario, log, mixed(scenario, log.claims))


def _by_values(attack: BuiltinAttack, scenario: Scenario) -> Iterator[AttackLog]:
    """Claim that one person has the value, or the end of a range, of a released record."""
    options, names = scenario.options, scenario.condition_columns
    log = attack.log(scenario)
    allowed = affordable(options, 1)
    alike = _of_one_type(scenario, names)
    queried = alike[: options.max_queries]
    if left_out := [column["name"] for columns in alike[len(queried) :] for column in columns]:
        log.notes.append(
            f"{log.attack} may ask {options.max_queries} queries of {log.release}: it leaves out {', '.join(left_out)}"
        )
    drawn: list[LoneValue] = []
    for number, columns in enumerate(queried):
        arguments = (scenario.release.from_sql, columns, options.seed + number, options.attempts)
        drawn += scenario.rows(LoneValue, attack.macro, *arguments)
    drawn = sorted(drawn, key=lambda row: (row.draw, row.place))[:allowed]
    log.claims = [Claim("singling_out", {}, {names[row.place - 1]: row.condition}) for row in drawn]
    count_guesses(log, names)
    note_fewer(attack, options, log, len(drawn), allowed)
    yield check_claims(scenario, log, mixed(scenario, log.claims))


def _of_one_type(scenario: Scenario, names: Sequence[str]) -> list[list[dict[str, Any]]]:
    """Return columns together whose values one column can hold as they are.

    These are of one type, where the engine tells types.
    """
    together: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for column in scenario.entries(names):
        of_type = scenario.release.type_of(column["name"])
        together.setdefault((column["kind"], "" if column["kind"] == "text" else of_type or column["name"]), []).append(
            column
        )
    return list(together.values())


def _group_statements(attack: BuiltinAttack, scenario: Scenario) -> Iterator[PrintedStatement]:
    columns = scenario.entries(scenario.condition_columns)
    query = scenario.text(
        attack.macro, scenario.release.from_sql, columns, scenario.options.seed, scenario.options.attempts
    )
    values = [f"v{column['place']}" for column in columns]
    yield PrintedStatement(CLAIMED, scenario.check_statement("singling_out", [], columns, query, [], values))


def _value_statements(attack: BuiltinAttack, scenario: Scenario) -> Iterator[PrintedStatement]:
    options = scenario.options
    for number, columns in enumerate(_of_one_type(scenario, scenario.condition_columns)):
        names = ", ".join(column["name"] for column in columns)
        about = f"conditions on {names} to claim of one person; count who meets them in the original"
        text = scenario.text(attack.macro, scenario.release.from_sql, columns, options.seed + number, options.attempts)
        yield PrintedStatement(about, text)


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
