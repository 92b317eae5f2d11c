"""A database's role has scores of its own: what a policy hides, or a view masks, changes k."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import sqlmetrics
from conftest import ROOT, Run
from engines import Database
from sqlmetrics.certificate.verified import contradictions, read_certificate
from sqlmetrics.errors import QueryError
from sqlmetrics.output.page.page import page_html
from sqlmetrics.sentences import heard
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import render

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


PEOPLE = {"steward": PATIENTS, "analyst": NORTH}
"""What each role sees of the patients."""


def smallest(people: list[dict[str, str]]) -> int:
    """Return the size of the smallest group of people."""
    return min(Counter((one["age"], one["zip"]) for one in people).values())


def spec_of(clinic: Database, folder: Path, *roles: str, limit: int = 3) -> Path:
    """Return a spec of the patients that is asked as each of some roles."""
    file = folder / "roles.yml"
    words = {"relation": "clinic.patients", "url": clinic.url, "roles": [*roles], "quasi_identifiers": ["age", "zip"]}
    more = {"ignored": {"region": "the roles know it"}, "thresholds": {"k_anonymity": {"at_least": limit}}}
    file.write_text(json.dumps(words | more))
    return file


@pytest.mark.engines("server")
def test_several_roles_are_asked_in_one_run(clinic: Database, run: Callable[..., Run], tmp_path: Path) -> None:
    """Each has its records and its scores; the report has a part for each."""
    spec = spec_of(clinic, tmp_path, "steward", "analyst")
    found = json.loads(run("score", "--spec", spec, "-m", "k_anonymity", "-f", "json").out)
    assert found["roles"] == {role: {"records": len(people)} for role, people in PEOPLE.items()}
    assert {one["parameters"]: one["value"] for one in found["scores"]} == {
        f"role={role}": smallest(people) for role, people in PEOPLE.items()
    }
    shown = run("score", "--spec", spec).out
    assert [line for line in shown.splitlines() if line.startswith("clinic.")] == [
        f"clinic.patients as {role}: {len(people)} records" for role, people in PEOPLE.items()
    ]


@pytest.mark.engines("server")
def test_the_worst_role_is_judged_first(clinic: Database, run: Callable[..., Run], tmp_path: Path) -> None:
    """A role that may not read is told, and stops no other; a history has a job for each."""
    spec = spec_of(clinic, tmp_path, "steward", "analyst", "partner")
    ended = run("check", "--spec", spec, "--history", tmp_path / "runs", "-f", "json")
    jobs = json.loads(ended.out)["jobs"]
    assert [(one["job"], one["status"]) for one in jobs] == [
        ("roles as partner", "error"),
        ("roles as analyst", "failed"),
        ("roles as steward", "passed"),
    ]
    assert "roles as partner: cannot score clinic.patients: permission denied" in ended.err
    assert [one.get("role") for one in jobs] == [None, "analyst", "steward"]
    assert [one["records"] for one in jobs] == [None, len(NORTH), len(PATIENTS)]
    assert ended.code == 3
    assert run("check", "--spec", spec_of(clinic, tmp_path, "steward", "analyst")).code == 1
    assert run("check", "--spec", spec_of(clinic, tmp_path, "steward")).code == 0
    jobs_file = tmp_path / "jobs.yml"
    jobs_file.write_text(json.dumps({"jobs": {"clinic": "roles.yml"}}))
    assert [one["job"] for one in json.loads(run("run", jobs_file, "-f", "json").out)["jobs"]] == ["clinic as steward"]


@pytest.mark.engines("server")
@pytest.mark.parametrize("before", ["reset role", "set role partner"])
def test_a_caller_is_who_they_were(clinic: Database, before: str) -> None:
    """Roles are taken one after the other on a connection, which has its own again."""
    words: Any = {"metrics": ["k_anonymity"], "connection": clinic.connection}
    clinic.rows(before)
    me = clinic.rows("select current_user, current_setting('role')")
    scores = sqlmetrics.score("clinic.patients", ["age", "zip"], roles=[*PEOPLE], **words)
    found = {role: scores.value("k_anonymity", role=role) for role in PEOPLE}
    assert found == {role: smallest(people) for role, people in PEOPLE.items()}
    with pytest.raises(QueryError, match="may not take the role 'nobody_here' of `roles`; grant it"):
        sqlmetrics.score("clinic.patients", ["age", "zip"], roles="nobody_here", **words)
    assert clinic.rows("select current_user, current_setting('role')") == me
    clinic.rows("reset role")


@pytest.mark.engines("server")
@pytest.mark.parametrize("internal", [True, False])
def test_a_report_has_each_role(clinic: Database, run: Callable[..., Run], tmp_path: Path, internal: bool) -> None:
    """What the worst sees is described; who sees how much is internal, and verdicts are public."""
    spec, kept = spec_of(clinic, tmp_path, "steward", "analyst"), tmp_path / "kept.json"
    flags = ("--json", kept, "-o", tmp_path / "page.html", *(["--internal"] if internal else []))
    assert run("report", "--spec", spec, *flags).code == 0
    seen = json.loads(kept.read_text())["seen"]
    told = {one["name"]: (one["passed"], one["records"]["value"], one["smallest"]["value"]) for one in seen["roles"]}
    figures = {role: (len(people), smallest(people)) if internal else (None, None) for role, people in PEOPLE.items()}
    assert told == {role: (smallest(people) >= 3, *figures[role]) for role, people in PEOPLE.items()}
    assert [*told] == (["analyst", "steward"] if internal else ["steward", "analyst"])
    assert seen["described"] == "analyst"
    page = (tmp_path / "page.html").read_text()
    assert ("Records seen" in page) == internal
    assert 'id="roles"' in page
    certificate = read_certificate(kept).certificate
    assert [*contradictions(certificate)] == []
    wrong = replace(certificate, passed=True)
    assert "seen: roles" in {flaw.place for flaw in contradictions(wrong)}
    with heard() as said:
        page_html(certificate)
    counted = [one for one in said if "roles" in one.facts]
    assert [one.facts["roles"] for one in counted] == [len(PEOPLE)]
    again = run("verify", kept, "--relation", "clinic.patients", "--spec", spec)
    assert (again.code, "nothing differs" in again.out) == (0, True)
    refused = run("verify", kept, "--relation", "clinic.patients", "--no-spec")
    assert (refused.code, "name its `spec`" in refused.err) == (2, True)


@pytest.mark.engines("server")
def test_a_page_of_roles_is_written_once_and_whole(clinic: Database, run: Callable[..., Run], tmp_path: Path) -> None:
    """One page for all roles; none where a role may not read, and none of a release."""
    spec = spec_of(clinic, tmp_path, "analyst", "steward")
    words = json.loads(spec.read_text())
    spec.write_text(json.dumps(words | {"report": "page.html"}))
    assert run("check", "--spec", spec).code == 1
    assert (tmp_path / "page.html").read_text().count('id="roles"') == 1
    (tmp_path / "page.html").unlink()
    spec.write_text(json.dumps(words | {"report": "page.html", "roles": ["steward", "partner"]}))
    assert run("check", "--spec", spec).code == 3
    spec.write_text(json.dumps(words | {"roles": ["steward", "partner"]}))
    ended = run("report", "--spec", spec, "-o", tmp_path / "page.html")
    assert (ended.code, "permission denied" in ended.err) == (3, True)
    assert [one.name for one in tmp_path.iterdir()] == ["roles.yml"]


@pytest.mark.engines("server")
def test_what_is_printed_asks_as_each_role(clinic: Database, run: Callable[..., Run], tmp_path: Path) -> None:
    """The statements answer in a console, which is who it was in the end."""
    printed = run("sql", "--spec", spec_of(clinic, tmp_path, "steward", "analyst"), "-m", "k_anonymity").out
    parts = printed.split("-- part ")[1:]
    assert [part.splitlines()[-1] for part in parts if " role " in part] == [
        'set role "steward";',
        'set role "analyst";',
    ]
    found = []
    for part in parts:
        rows = clinic.rows(f"-- part {part}")
        found += [row[8] for row in rows or () if len(row) > 8]
    assert found == [smallest(people) for people in PEOPLE.values()]
    assert clinic.rows("select current_setting('role')") == [("none",)]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_takes_a_role_or_says_why_not(name: str, run: Callable[..., Run]) -> None:
    """What only adds rights shows nothing of a policy; the name is quoted."""
    role = "an\"al'yst; --"
    ended = run("sql", "people", "-q", "age", "--role", role, "--dialect", name)
    if isinstance(DIALECTS[name].roles, str):
        assert (ended.code, ended.out) == (2, "")
        assert f"`roles` (--role) are no way to ask {name}: {DIALECTS[name].roles}; log in as each" in ended.err
    else:
        kept = DIALECTS[name].folded(role)
        quoted = render("quoted", kept, dialect=DIALECTS[name]), render("literal", kept, dialect=DIALECTS[name])
        (taken,) = [line for line in ended.out.splitlines() if kept[-7:] in line and not line.startswith("--")]
        assert taken.endswith((f" {quoted[0]};", f" {quoted[1]};"))
    if not isinstance(DIALECTS[name].roles, str):
        for nobody in ["", *(["none", "None"] if name == "postgres" else [])]:
            ended = run("sql", "people", "-q", "age", "--role", nobody, "--role", "analyst", "--dialect", name)
            assert (ended.code, ended.out) == (2, "")
            assert f"'{nobody}' is no role of {name}" in ended.err
