"""Attacks that infer a secret, from records with the known values or from the nearest one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.attack_log import DATASET, AttackLog
from sqlmetrics.release.attack.claims import Claim
from sqlmetrics.release.attack.scenario import (
    CLAIMED,
    BuiltinAttack,
    Draw,
    PrintedStatement,
    Scenario,
    affordable,
    check_claims,
    note_fewer,
)


class SecretGroup(NamedTuple):
    """A row of `homogeneous_groups` or `frequent_secrets`: a group with the same known values.

    `records` of it have the secret. There are `groups` such groups, which hold `reached` of the
    `all_records` that are released.
    """

    known: tuple[Any, ...]
    secret: Any
    records: int
    all_records: int
    groups: int
    reached: int


class NearestSecret(NamedTuple):
    """A row of `nearest_secrets`: the known values of a person, and the nearest record's secret.

    `side` is the person's relation, by its number from 0.
    """

    side: int
    known: tuple[Any, ...]
    secret: Any


def _known_beside(scenario: Scenario, secret: str) -> tuple[str, ...]:
    """Return the known columns beside a secret. Raises SpecError where there are none."""
    known = tuple(name for name in scenario.condition_columns if name != secret)
    if not known:
        raise SpecError(
            f"to infer '{secret}' another column must be known; name it in `known`, or release more columns"
        )
    return known


def _draws(attack: BuiltinAttack, scenario: Scenario) -> Iterator[tuple[str, tuple[str, ...], Draw]]:
    """Yield each secret with what is known beside it, and the drawing of claims on it."""
    people = [scenario.people] if attack.macro == "nearest_secrets" else []
    for secret in scenario.secrets:
        known = _known_beside(scenario, secret)
        columns = (scenario.entries(known), scenario.entries([secret])[0])
        arguments = (*people, scenario.release.from_sql, *columns, scenario.options.seed)
        yield secret, known, Draw(scenario, attack.macro, arguments)


def _by_groups(attack: BuiltinAttack, scenario: Scenario) -> Iterator[AttackLog]:
    """Infer each secret from the groups of released records with the same known values."""
    options = scenario.options
    for secret, known, draw in _draws(attack, scenario):
        log = attack.log(scenario, known)
        allowed = affordable(options, len(known) + 1)
        groups = draw.rows(SecretGroup, allowed)
        log.claims = [_claim(known, secret, group) for group in groups]
        log.susceptible = {secret: groups[0].reached / groups[0].all_records if groups else 0.0}
        _count_attempts(log, secret, known, cells=len(known) + 1)
        note_fewer(attack, options, log, len(groups), allowed)
        yield check_claims(scenario, log, _guessed_at_random(scenario, log.claims, secret))


def _by_nearest(attack: BuiltinAttack, scenario: Scenario) -> Iterator[AttackLog]:
    """Infer each secret from the released record that is nearest to a person's known values."""
    options = scenario.options
    for secret, known, draw in _draws(attack, scenario):
        log = attack.log(scenario, known)
        allowed = affordable(options, 1)
        rows = draw.rows(NearestSecret, allowed)
        log.claims, others = ([_claim(known, secret, row) for row in rows if row.side == side] for side in (0, 1))
        log.susceptible = {secret: 1.0}
        _count_attempts(log, secret, known, cells=1)
        note_fewer(attack, options, log, len(log.claims), allowed)
        yield check_claims(scenario, log, _guessed_at_random(scenario, log.claims, secret), others)


def _claim(known: Sequence[str], secret: str, row: SecretGroup | NearestSecret) -> Claim:
    """Return the claim that people with the known values of a row have its secret."""
    return Claim("inference", dict(zip(known, row.known, strict=True)), {secret: row.secret})


def _count_attempts(log: AttackLog, secret: str, known: Sequence[str], *, cells: int) -> None:
    """Set the attempts of an attack, and its costs by the cells that a claim retrieves."""
    log.attempts = {secret: len(log.claims), DATASET: len(log.claims)}
    log.knowledge = len(log.claims) * len(known)
    log.retrieved = max(len(log.claims) * cells, 1)


def _guessed_at_random(scenario: Scenario, claims: Sequence[Claim], secret: str) -> list[Claim]:
    """Return the claims with secrets of released records that are drawn at random."""
    if not claims:
        return []
    drawn = scenario.random_rows([secret], len(claims))
    return [claim._replace(guess={secret: drawn[number % len(drawn)].values[0]}) for number, claim in enumerate(claims)]


def _statements(attack: BuiltinAttack, scenario: Scenario) -> Iterator[PrintedStatement]:
    """Yield for each secret the statement that draws claims and checks them."""
    for secret, names, draw in _draws(attack, scenario):
        known, guess = scenario.entries(names), scenario.entries([secret])
        values = [f"v{column['place']}" for column in known]
        text = scenario.check_statement("inference", known, guess, draw.text, values, ["secret"])
        yield PrintedStatement(CLAIMED, text)


INFERENCE = (
    BuiltinAttack(
        name="inference_homogeneous",
        criterion="inference",
        meaning="groups of released records with one secret",
        needs="secrets",
        attempts_on="groups of one secret in the release",
        macro="homogeneous_groups",
        run=_by_groups,
        statements=_statements,
    ),
    BuiltinAttack(
        name="inference_frequent",
        criterion="inference",
        meaning="the most frequent secret of a group",
        needs="secrets",
        attempts_on="groups in the release",
        macro="frequent_secrets",
        run=_by_groups,
        statements=_statements,
    ),
    BuiltinAttack(
        name="inference_nearest",
        criterion="inference",
        meaning="the secret of the nearest released record",
        needs="secrets",
        attempts_on="records in the original",
        macro="nearest_secrets",
        run=_by_nearest,
        statements=_statements,
    ),
)
