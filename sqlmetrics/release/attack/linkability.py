"""Attacks that link: two parts of a person's attributes, or a person of a public table, by way of released records."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, repeat
from typing import Any

from sqlmetrics.engine.comparison import Compared, check_kinds
from sqlmetrics.engine.kinds import check_intervals
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.claim_checks import checked, kinds_of
from sqlmetrics.release.attack.claims import Checked, Claim
from sqlmetrics.release.attack.measures import DATASET, Account
from sqlmetrics.release.attack.scenario import Builtin, Setting, account_of, affordable, note_fewer
from sqlmetrics.risk.extent import check_mapped


def _parts(setting: Setting) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the columns of the two parts that are to be linked. Raises SpecError where there are not two."""
    shared = tuple(column.name for column in setting.columns)
    if len(shared) < 2:
        raise SpecError(f"{setting.release.name} shares one column with the original; linking two parts of a person needs two")
    one = setting.known or tuple(name for name in shared if name not in setting.named)[: (len(shared) + 1) // 2]
    other = setting.named or tuple(name for name in shared if name not in one)
    if both := sorted(set(one) & set(other)):
        raise SpecError(f"'{both[0]}' is in both parts that are to be linked; --known names one part, --secret the other")
    if not one or not other:
        raise SpecError("one of the two parts that are to be linked has no column; --known names one part, --secret the other")
    columns = setting.listed((*one, *other))
    return columns[: len(one)], columns[len(one) :]


def linkability_nearest(setting: Setting) -> Iterator[Account]:
    """Two parts of a person's attributes are claimed to be one person's, since they are nearest to one released record."""
    parts = _parts(setting)
    names = [column["name"] for part in parts for column in part]
    account = account_of(setting, "linkability_nearest", "linkability", names)
    allowed = affordable(setting, 2)
    sides: tuple[list[tuple[Claim, Checked]], list[tuple[Claim, Checked]]] = ([], [])
    rows = setting.rows("linked_parts", setting.everybody, setting.release.from_sql, *parts, setting.seed, allowed)
    for side, first, second, records in rows:
        sides[int(side)].append((Claim("linkability", {}, {}), Checked(first == second, 1 / int(records))))
    found, others = sides
    account.claims, account.results = [claim for claim, _ in found], tuple(result for _, result in found)
    account.attempts = {DATASET: len(found)}
    account.susceptible = dict.fromkeys(names, 1.0)
    account.knowledge = len(found) * len(names)
    account.retrieved = max(2 * len(found), 1)
    pick = random.Random(setting.seed)  # noqa: S311 - a sample, not a secret
    size = round(1 / found[0][1].chance) if found else 1
    account.base = tuple((claim, Checked(pick.randrange(size) == pick.randrange(size), result.chance)) for claim, result in found)
    if setting.control is not None:
        account.control = tuple(others)
    note_fewer(setting, account, len(found), allowed, "records in the original")
    yield account


def linkability_public(setting: Setting) -> Iterator[Account]:
    """A person of a public table is claimed to be in the original, since the release has a record with the same keys.

    Keys that a partition recodes are recoded in the public table before. People of a control group are claimed in the same way: none of
    these claims is true, but where people are told apart by their values only, some may seem so.
    """
    public = setting.public
    assert public is not None  # noqa: S101 - see chosen
    keys, columns, judged = _public_columns(setting, public)
    names = [column["name"] for column in columns]
    account = account_of(setting, "linkability_public", "linkability", keys)
    allowed = affordable(setting, 1)

    def claimed(relation: Compared) -> tuple[list[Claim], list[Claim]]:
        """Return claims of everybody who was drawn, and those of them whom the attack makes."""
        used = [partition for name, partition in setting.partitions.items() if name in keys]
        check_mapped(setting.truth.engine, used, relation.from_sql, relation.name)
        rows = setting.rows(
            "matched_people", relation.from_sql, setting.release.from_sql, columns, columns[: len(keys)], setting.seed, allowed
        )
        everybody = [Claim("linkability", {name: row[names.index(name)] for name in judged}, {}) for row in rows]
        return everybody, [claim for claim, row in zip(everybody, rows, strict=True) if int(row[-1])]

    judging = [column for column in columns if column["name"] in judged]
    people, both = setting.rows("shared_people", public.from_sql, setting.raw.relation.from_sql, judging)[0]
    chance = int(both or 0) / int(people) if people else 0.0
    everybody, account.claims = claimed(public)
    drawn = random.Random(setting.seed).sample(everybody, len(account.claims))  # noqa: S311 - a sample, not a secret
    others = [] if setting.others is None else claimed(setting.others.relation)[1]
    told_apart = judged == [setting.raw.individual]
    found = iter(checked(setting.raw, [*account.claims, *drawn, *([] if told_apart else others)], shared=chance))
    account.results = tuple(islice(found, len(account.claims)))
    account.base = tuple(zip(drawn, islice(found, len(drawn)), strict=True))
    if setting.others is not None:
        account.control = tuple(zip(others, repeat(Checked(False, chance), len(others)) if told_apart else found, strict=True))
    account.attempts = {DATASET: len(everybody)}
    account.susceptible = dict.fromkeys(_in_both(setting, public), 1.0)
    account.knowledge = len(everybody) * len(keys)
    account.retrieved = max(len(everybody), 1)
    note_fewer(setting, account, len(everybody), allowed, f"records in {public.name}")
    yield account


def _in_both(setting: Setting, public: Compared) -> list[str]:
    """Return the columns that a public table shares with the original, but for the one that tells people apart."""
    names = setting.raw.relation.column_names
    return [name for name in names if name in public.column_names and name != setting.raw.individual]


def _public_columns(setting: Setting, public: Compared) -> tuple[tuple[str, ...], list[dict[str, Any]], list[str]]:
    """Return the keys that link a public table to the release, all columns that are read of it, and those that tell its people apart."""
    own, original = setting.raw.individual, setting.raw.relation
    shared = _in_both(setting, public)
    keys = setting.known or tuple(name for name in shared if name in setting.release.column_names)
    public.check(*keys)
    if not keys:
        raise SpecError(f"{public.name} and {setting.release.name} share no column with {original.name}; name keys with --known COL")
    for name in shared:
        check_kinds(original, public, name)
    for name, partition in setting.partitions.items():
        if name in keys:
            check_intervals(public, name, partition)
    judged = [own] if own is not None and own in public.column_names else shared
    names = tuple(dict.fromkeys([*keys, *judged]))
    if setting.others is not None:
        setting.others.relation.check(*names)
    opened = setting.raw.engine.connection is not None
    kinds = dict(zip(names, kinds_of(setting.raw, names), strict=True)) if opened else dict.fromkeys(names, "text")
    recodings = {name: partition.recoding() for name, partition in setting.partitions.items() if name in keys}
    columns = [
        {"name": name, "kind": kinds[name], "place": number + 1, "recoding": recodings.get(name)} for number, name in enumerate(names)
    ]
    return keys, columns, judged


def _part_statements(setting: Setting) -> Iterator[tuple[str, str]]:
    relations = ([setting.truth.relation.from_sql], setting.release.from_sql)
    query = setting.text("linked_parts", *relations, *_parts(setting), setting.seed, setting.attempts)
    yield "a row per claim, which is true where one equals other", query


def _public_statements(setting: Setting) -> Iterator[tuple[str, str]]:
    public = setting.public
    assert public is not None  # noqa: S101 - see chosen
    keys, columns, telling = _public_columns(setting, public)
    relations = (public.from_sql, setting.release.from_sql)
    query = setting.text("matched_people", *relations, columns, columns[: len(keys)], setting.seed, setting.attempts)
    people = [column for column in columns if column["name"] in telling]
    shown = [f"v{column['place']}" for column in people]
    query = f"select {', '.join(shown)} from ({query}) matched where records > 0"  # noqa: S608 - names of our own
    claims = setting.text("claims_of", query, people, [], shown, [])
    about = "a row per claim: whether the person is in the original (correct)"
    yield about, setting.text("checked_claims", claims, [setting.raw.relation.from_sql], setting.raw.individual, "linkability", people, [])


LINKABILITY = (
    Builtin(
        "linkability_nearest", "linkability", "two parts of a person that are nearest to one record", linkability_nearest, _part_statements
    ),
    Builtin(
        "linkability_public", "linkability", "people of a public table whose keys are released", linkability_public, _public_statements
    ),
)
