"""A database's role has scores of its own: what a policy hides, or a view masks, changes k."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest

import sqlmetrics
from conftest import ROOT, Run
from engines import Database

SPEC = ROOT / "fixtures" / "roles" / "roles.yml"
PAGE = ROOT / "docs" / "how_to" / "database_roles.md"

with (ROOT / "fixtures" / "roles" / "patients.csv").open(newline="") as lines:
    PATIENTS = list(csv.DictReader(lines))

NORTH = [one for one in PATIENTS if one["region"] == "north"]


def masked(people: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return the people with two characters of their zip."""
    return [one | {"zip": one["zip"][:2] + "*"} for one in people]


@pytest.fixture(scope="module")
def clinic(engine: Database) -> Iterator[Database]:
    """The patients in PostgreSQL, with the roles, the policy and the view of the guide."""
    if engine.dialect != "postgres":
        pytest.skip("the guide's policy is in the words of PostgreSQL")
    statements = PAGE.read_text().partition("create role")[1:]
    values = ", ".join(f"('{one['region']}', '{one['age']}', '{one['zip']}')" for one in PATIENTS)
    engine.rows("create schema clinic")
    engine.rows("".join(statements).partition("```")[0])
    engine.rows(f"insert into clinic.patients values {values}")
    yield engine
    engine.rows("drop schema clinic cascade")
    for role in ("steward", "analyst", "partner"):
        engine.rows(f"drop owned by {role}")
        engine.rows(f"drop role {role}")


def checked(clinic: Database, run: Callable[..., Run], role: str, relation: str) -> Run:
    """Return how the check of the guide's spec ends in a session of the role."""
    assert clinic.url is not None
    url = clinic.url + ("&" if "?" in clinic.url else "?") + "options=" + quote(f"-c role={role}")
    return run("check", relation, "--spec", SPEC, "--url", url, "-f", "json")


def measured(ended: Run) -> tuple[int, float | None]:
    """Return the records and the k of a check; nobody has none."""
    (job,) = json.loads(ended.out)["jobs"]
    (verdict,) = job["verdicts"]
    return job["records"], verdict["value"]


@pytest.mark.engines("server")
@pytest.mark.parametrize(
    ("role", "relation", "people", "k", "code"),
    [
        ("steward", "clinic.patients", PATIENTS, 4, 0),
        ("analyst", "clinic.patients", NORTH, 1, 1),
        ("partner", "clinic.patients_masked", masked(PATIENTS), 8, 0),
        ("analyst", "clinic.patients_masked", masked(PATIENTS), 8, 0),
    ],
)
def test_the_same_spec_has_the_k_of_each_role(
    clinic: Database,
    run: Callable[..., Run],
    role: str,
    relation: str,
    people: list[dict[str, str]],
    k: int,
    code: int,
) -> None:
    """A policy leaves the analyst one of a group, but not through a view of the owner."""
    assert min(Counter((one["age"], one["zip"]) for one in people).values()) == k
    ended = checked(clinic, run, role, relation)
    assert (ended.code, measured(ended)) == (code, (len(people), k))


@pytest.mark.engines("server")
def test_a_view_with_the_rights_of_who_asks_keeps_the_policy(clinic: Database, run: Callable[..., Run]) -> None:
    """The analyst sees ten masked patients through it, and three in the smallest group."""
    clinic.rows("alter view clinic.patients_masked set (security_invoker = true)")
    ended = checked(clinic, run, "analyst", "clinic.patients_masked")
    clinic.rows("alter view clinic.patients_masked reset (security_invoker)")
    assert (ended.code, measured(ended)) == (1, (10, 3))
    assert min(Counter((one["age"], one["zip"]) for one in masked(NORTH)).values()) == 3


@pytest.mark.engines("server")
def test_a_role_without_a_right_or_a_record_does_not_pass(clinic: Database, run: Callable[..., Run]) -> None:
    """The partner cannot read the table, exit code 3; who sees nobody has no k, exit code 1."""
    refused = checked(clinic, run, "partner", "clinic.patients")
    assert (refused.code, refused.out) == (3, "")
    assert "permission denied" in refused.err
    clinic.rows("grant select on clinic.patients to partner")
    nobody = checked(clinic, run, "partner", "clinic.patients")
    clinic.rows("revoke select on clinic.patients from partner")
    assert (nobody.code, measured(nobody)) == (1, (0, None))


@pytest.mark.engines("server")
def test_a_connection_keeps_its_role(clinic: Database) -> None:
    """In Python the session's role is the one that reads, before and after."""
    found = {}
    for role in ("steward", "analyst"):
        clinic.rows(f"set role {role}")
        found[role] = sqlmetrics.score("clinic.patients", ["age", "zip"], connection=clinic.connection)
        assert clinic.rows("select current_user") == [(role,)]
    clinic.rows("reset role")
    assert {role: scores.value("k_anonymity") for role, scores in found.items()} == {"steward": 4, "analyst": 1}
