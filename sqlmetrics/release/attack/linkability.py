"""Attacks that link: two parts of a person, or a person of a public table and the original."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, repeat
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared, check_kinds
from sqlmetrics.engine.kinds import column_kinds
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.attack_log import DATASET, AttackLog
from sqlmetrics.release.attack.claim_checks import checked
from sqlmetrics.release.attack.claims import Checked, Claim
from sqlmetrics.release.attack.scenario import BuiltinAttack, Draw, PrintedStatement, Scenario, affordable, note_fewer
from sqlmetrics.scoring.extent import check_mapped
from sqlmetrics.statement.entries import recoding_entry


class LinkedParts(NamedTuple):
    """A row of `linked_parts`: the records nearest to two parts of a person.

    `side` is the person's relation, by its number from 0, `records` counts the released ones.
    """

    side: int
    one: int
    other: int
    records: int

    @property
    def result(self) -> Checked:
        """Whether the two parts are claimed to be one person's, and the chance that a guess is."""
        return Checked(self.one == self.other, 1 / self.records)


class MatchedPerson(NamedTuple):
    """A row of `matched_people`: a person's values, and the released records of the same keys."""

    values: tuple[Any, ...]
    records: int


class SharedPeople(NamedTuple):
    """The row of `shared_people`: the records of a public table, and those in the original."""

    records: int | None
    shared: int | None


def _parts(scenario: Scenario) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the columns of the two parts that are to be linked.

    Raises SpecError where there are not two.
    """
    shared, options = tuple(column.name for column in scenario.columns), scenario.options
    if len(shared) < 2:
        raise SpecError(
            f"{scenario.release.name} shares one column with the original; linking two parts of a person needs two"
        )
    one = options.known or tuple(name for name in shared if name not in options.secrets)[: (len(shared) + 1) // 2]
    other = options.secrets or tuple(name for name in shared if name not in one)
    if both := sorted(set(one) & set(other)):
        raise SpecError(
            f"'{both[0]}' is in both parts that are to be linked; `known` names one part, `secrets` the other"
        )
    if not one or not other:
        raise SpecError(
            "one of the two parts that are to be linked has no column; `known` names one part, `secrets` the other"
        )
    columns = scenario.entries((*one, *other))
    return columns[: len(one)], columns[len(one) :]


def _part_draw(attack: BuiltinAttack, scenario: Scenario) -> Draw:
    """Return the drawing of people, whose two parts are looked for."""
    arguments = (scenario.people, scenario.release.from_sql, *_parts(scenario), scenario.options.seed)
    return Draw(scenario, attack.macro, arguments)


def _by_nearest(attack: BuiltinAttack, scenario: Scenario) -> Iterator[AttackLog]:
    """Claim that two parts of attributes that are nearest to one record are one person's."""
    options = scenario.options
    parts = _parts(scenario)
    names = [column["name"] for part in parts for column in part]
    log = attack.log(scenario, names)
    allowed = affordable(options, 2)
    linked = _part_draw(attack, scenario).rows(LinkedParts, allowed)
    results, others = ([row.result for row in linked if row.side == side] for side in (0, 1))
    claim = Claim("linkability", {}, {})
    log.claims, log.results = [claim] * len(results), tuple(results)
    log.attempts = {DATASET: len(results)}
    log.susceptible = dict.fromkeys(names, 1.0)
    log.knowledge = len(results) * len(names)
    log.retrieved = max(2 * len(results), 1)
    pick = random.Random(options.seed)  # noqa: S311 - a sample, not a secret
    size = round(1 / results[0].chance) if results else 1
    log.base = tuple(
        (claim, Checked(pick.randrange(size) == pick.randrange(size), result.chance)) for result in results
    )
    if scenario.control is not None:
        log.control = tuple((claim, result) for result in others)
    note_fewer(attack, options, log, len(results), allowed)
    yield log


@dataclass(frozen=True)
class PublicColumns:
    """The columns of a public table that are read.

    `keys` link it to the release, `telling` tell its people apart.
    """

    every: list[dict[str, Any]]
    keys: tuple[str, ...]
    telling: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """The names of all of them."""
        return [column["name"] for column in self.every]

    @property
    def key_entries(self) -> list[dict[str, Any]]:
        """The keys as macros take them."""
        return self.every[: len(self.keys)]

    @property
    def telling_entries(self) -> list[dict[str, Any]]:
        """The columns that tell people apart, as macros take them."""
        return [column for column in self.every if column["name"] in self.telling]


def _by_keys(attack: BuiltinAttack, scenario: Scenario) -> Iterator[AttackLog]:
    """Claim that a person of a public table whose keys are released is in the original.

    Keys that a partition recodes are recoded in the public table before. People of a control group
    are claimed in the same way: none of these claims is true, but where people are told apart by
    their values only, some may seem so.
    """
    options, public = scenario.options, _public(scenario)
    columns = _public_columns(scenario, public)
    log = attack.log(scenario, columns.keys)
    allowed = affordable(options, 1)
    relations = (public.from_sql, scenario.raw_truth.relation.from_sql)
    (people,) = scenario.rows(SharedPeople, "shared_people", *relations, columns.telling_entries)
    chance = (people.shared or 0) / people.records if people.records else 0.0
    everybody, log.claims = _claims_of(attack, scenario, public, columns, allowed)
    drawn = random.Random(options.seed).sample(everybody, len(log.claims))  # noqa: S311 - a sample, not a secret
    control = scenario.raw_control
    others = [] if control is None else _claims_of(attack, scenario, control.relation, columns, allowed)[1]
    by_id = columns.telling == (scenario.raw_truth.individual,)
    results = iter(checked(scenario.raw_truth, [*log.claims, *drawn, *([] if by_id else others)], shared=chance))
    log.results = tuple(islice(results, len(log.claims)))
    log.base = tuple(zip(drawn, islice(results, len(drawn)), strict=True))
    if control is not None:
        log.control = tuple(zip(others, repeat(Checked(False, chance), len(others)) if by_id else results, strict=True))
    log.attempts = {DATASET: len(everybody)}
    log.susceptible = dict.fromkeys(_in_both(scenario, public), 1.0)
    log.knowledge = len(everybody) * len(columns.keys)
    log.retrieved = max(len(everybody), 1)
    note_fewer(attack, options, log, len(everybody), allowed)
    yield log


def _key_draw(attack: BuiltinAttack, scenario: Scenario, people: Compared, columns: PublicColumns) -> Draw:
    """Return the drawing of people, whose keys are looked for in the release."""
    relations = (people.from_sql, scenario.release.from_sql)
    return Draw(scenario, attack.macro, (*relations, columns.every, columns.key_entries, scenario.options.seed))


def _claims_of(
    attack: BuiltinAttack, scenario: Scenario, relation: Compared, columns: PublicColumns, allowed: int
) -> tuple[list[Claim], list[Claim]]:
    """Return claims of the people drawn of a relation, and of those whose keys are released."""
    partitions = [partition for name, partition in scenario.options.partitions.items() if name in columns.keys]
    check_mapped(scenario.engine, partitions, relation.from_sql, relation.name)
    rows = _key_draw(attack, scenario, relation, columns).rows(MatchedPerson, allowed)
    everybody, claimed = [], []
    for row in rows:
        person = dict(zip(columns.names, row.values, strict=True))
        everybody.append(Claim("linkability", {name: person[name] for name in columns.telling}, {}))
        if row.records:
            claimed.append(everybody[-1])
    return everybody, claimed


def _public(scenario: Scenario) -> Compared:
    """Return the public table, which `gda.chosen` saw to."""
    assert scenario.public is not None  # noqa: S101 - an attack that needs it is not made without
    return scenario.public


def _in_both(scenario: Scenario, public: Compared) -> list[str]:
    """Return the columns that a public table shares with the original.

    The column of individuals and the columns that number rows are left out.
    """
    apart = {scenario.raw_truth.individual, *scenario.numbers}
    names = scenario.raw_truth.relation.column_names
    return [name for name in names if name in public.column_names and name not in apart]


def _public_columns(scenario: Scenario, public: Compared) -> PublicColumns:
    """Return the columns of a public table that are read.

    Raises SpecError where none links it, or one does not compare.
    """
    truth, partitions = scenario.raw_truth, scenario.options.partitions
    shared = _in_both(scenario, public)
    keys = scenario.options.known or tuple(name for name in shared if name in scenario.release.column_names)
    public.check(*keys)
    if not keys:
        names = f"{public.name} and {scenario.release.name} share no column with {truth.relation.name}"
        raise SpecError(f"{names}; name keys in `known`")
    for name in shared:
        check_kinds(truth.relation, public, name)
    for name, partition in partitions.items():
        if name in keys:
            public.check_intervals(partition, name)
    telling = (
        (truth.individual,)
        if truth.individual is not None and truth.individual in public.column_names
        else tuple(shared)
    )
    names_read = tuple(dict.fromkeys([*keys, *telling]))
    if scenario.raw_control is not None:
        scenario.raw_control.relation.check(*names_read)
    kind_of = dict(zip(names_read, column_kinds(truth.engine, truth.relation, names_read), strict=True))
    recodings = {name: recoding_entry(partition) for name, partition in partitions.items() if name in keys}
    columns = [
        {"name": name, "kind": kind_of[name], "place": place, "recoding": recodings.get(name)}
        for place, name in enumerate(names_read, 1)
    ]
    return PublicColumns(columns, keys, telling)


def _part_statements(attack: BuiltinAttack, scenario: Scenario) -> Iterator[PrintedStatement]:
    yield PrintedStatement("a row per claim, which is true where one equals other", _part_draw(attack, scenario).text)


def _key_statements(attack: BuiltinAttack, scenario: Scenario) -> Iterator[PrintedStatement]:
    public, truth = _public(scenario), scenario.raw_truth
    columns = _public_columns(scenario, public)
    query = _key_draw(attack, scenario, public, columns).text
    people = columns.telling_entries
    values = [f"v{column['place']}" for column in people]
    query = f"select {', '.join(values)} from ({query}) matched where records > 0"  # noqa: S608 - names of our own
    claims = scenario.text("claims_of", query, people, [], values, [])
    about = "a row per claim: whether the person is in the original (correct)"
    text = scenario.text(
        "checked_claims", claims, [truth.relation.from_sql], truth.individual, "linkability", people, []
    )
    yield PrintedStatement(about, text)


LINKABILITY = (
    BuiltinAttack(
        name="linkability_nearest",
        criterion="linkability",
        meaning="two parts of a person that are nearest to one record",
        needs="parts",
        attempts_on="records in the original",
        macro="linked_parts",
        run=_by_nearest,
        statements=_part_statements,
    ),
    BuiltinAttack(
        name="linkability_public",
        criterion="linkability",
        meaning="people of a public table whose keys are released",
        needs="public",
        attempts_on="records in the public table",
        macro="matched_people",
        run=_by_keys,
        statements=_key_statements,
    ),
)
