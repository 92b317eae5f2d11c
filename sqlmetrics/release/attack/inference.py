"""Attacks that infer a secret: from the released records that share what is known, or from the one that is nearest to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.claims import Claim
from sqlmetrics.release.attack.measures import DATASET, Account
from sqlmetrics.release.attack.scenario import CLAIMED, Builtin, Setting, account_of, affordable, note_fewer, settle


def _inferring(setting: Setting, secret: str) -> tuple[str, ...]:
    """Return what is known when a secret is inferred."""
    known = tuple(name for name in setting.known or tuple(column.name for column in setting.columns) if name != secret)
    if not known:
        raise SpecError(f"to infer '{secret}' something else must be known; name it with --known COL, or release more columns")
    return known


def _by_groups(setting: Setting, name: str, macro: str, what: str) -> Iterator[Account]:
    """Infer each secret from the released records that share what is known."""
    for secret in setting.secrets:
        known = _inferring(setting, secret)
        setting.column(secret)
        account = account_of(setting, name, "inference", known)
        allowed = affordable(setting, len(known) + 1)
        rows = setting.rows(macro, setting.release.from_sql, setting.listed(known), setting.listed([secret])[0], setting.seed, allowed)
        found = [Claim("inference", dict(zip(known, row, strict=False)), {secret: row[len(known)]}) for row in rows]
        account.claims = found
        account.attempts = {secret: len(rows), DATASET: len(rows)}
        *_, all_records, _, reached = rows[0] if rows else (1, 0, 0)
        account.susceptible = {secret: float(reached) / float(all_records)}
        account.knowledge = len(rows) * len(known)
        account.retrieved = max(len(rows) * (len(known) + 1), 1)
        note_fewer(setting, account, len(rows), allowed, what)
        yield settle(setting, account, _guessed_at_random(setting, found, secret))


def _guessed_at_random(setting: Setting, claims: Sequence[Claim], secret: str) -> list[Claim]:
    """Return the claims with the secrets of released records drawn at random in place of those that were guessed."""
    if not claims:
        return []
    drawn = setting.rows("random_records", setting.release.from_sql, setting.listed([secret]), setting.seed + 1, len(claims))
    return [claim._replace(guess={secret: drawn[number % len(drawn)][0]}) for number, claim in enumerate(claims)]


def inference_homogeneous(setting: Setting) -> Iterator[Account]:
    """All released records with the known values have one secret."""
    yield from _by_groups(setting, "inference_homogeneous", "homogeneous_groups", "groups of one secret in the release")


def inference_frequent(setting: Setting) -> Iterator[Account]:
    """The secret that most released records with the known values have."""
    yield from _by_groups(setting, "inference_frequent", "frequent_secrets", "groups in the release")


def inference_nearest(setting: Setting) -> Iterator[Account]:
    """The secret of the released record that is nearest to what is known of a person."""
    for secret in setting.secrets:
        known = _inferring(setting, secret)
        setting.column(secret)
        account = account_of(setting, "inference_nearest", "inference", known)
        allowed = affordable(setting, 1)
        relations = (setting.everybody, setting.release.from_sql)
        drawn = setting.rows("nearest_secrets", *relations, setting.listed(known), setting.listed([secret])[0], setting.seed, allowed)
        sides: tuple[list[Claim], list[Claim]] = ([], [])
        for side, *row in drawn:
            sides[int(side)].append(Claim("inference", dict(zip(known, row, strict=False)), {secret: row[-1]}))
        rows = account.claims = sides[0]
        account.attempts = {secret: len(rows), DATASET: len(rows)}
        account.susceptible = {secret: 1.0}
        account.knowledge = len(rows) * len(known)
        account.retrieved = max(len(rows), 1)
        note_fewer(setting, account, len(rows), allowed, "records in the original")
        yield settle(setting, account, _guessed_at_random(setting, account.claims, secret), sides[1])


def _group_statements(setting: Setting, macro: str) -> Iterator[tuple[str, str]]:
    for secret in setting.secrets:
        known, guess = setting.listed(_inferring(setting, secret)), setting.listed([secret])
        yield CLAIMED, _checking(setting, known, guess, setting.text(macro, setting.release.from_sql, known, guess[0], *_drawn(setting)))


def _nearest_statements(setting: Setting) -> Iterator[tuple[str, str]]:
    relations = ([setting.truth.relation.from_sql], setting.release.from_sql)
    for secret in setting.secrets:
        known, guess = setting.listed(_inferring(setting, secret)), setting.listed([secret])
        query = setting.text("nearest_secrets", *relations, known, guess[0], *_drawn(setting))
        yield CLAIMED, _checking(setting, known, guess, query)


def _checking(setting: Setting, known: Sequence[dict[str, Any]], guess: Sequence[dict[str, Any]], query: str) -> str:
    return setting.checking("inference", known, guess, query, [f"v{column['place']}" for column in known], ["secret"])


def _drawn(setting: Setting) -> tuple[int, int]:
    return setting.seed, setting.attempts


INFERENCE = (
    Builtin(
        "inference_homogeneous",
        "inference",
        "groups of released records with one secret",
        inference_homogeneous,
        partial(_group_statements, macro="homogeneous_groups"),
    ),
    Builtin(
        "inference_frequent",
        "inference",
        "the most frequent secret of a group",
        inference_frequent,
        partial(_group_statements, macro="frequent_secrets"),
    ),
    Builtin("inference_nearest", "inference", "the secret of the nearest released record", inference_nearest, _nearest_statements),
)
