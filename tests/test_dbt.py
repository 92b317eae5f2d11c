"""The dbt package: the same SQL as Python's, tests that pass and fail as they must, models, history and documentation."""

from __future__ import annotations

import csv
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import log2
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from conftest import ROOT
from engines import need
from sqlmetrics.catalogue import Metric, metrics
from sqlmetrics.plan import build_plan
from sqlmetrics.render import render
from sqlmetrics.spec import parse_spec

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
"""Runs dbt's commands one after the other in one process, and writes files between them: starting dbt takes seconds."""


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
        """Return the result of each node of a step by the node's name."""
        found = json.loads((self.folder / f"results_{step}.json").read_text())["results"]
        names = {node["unique_id"]: node["name"] for node in self.manifest()["nodes"].values()}
        return {names[result["unique_id"]]: result for result in found}

    def manifest(self) -> dict[str, Any]:
        """Return what dbt knows of the project."""
        known: dict[str, Any] = json.loads((self.folder / "target" / "manifest.json").read_text())
        return known

    def compiled(self, name: str) -> str:
        """Return the SQL that dbt made of a model, with its line breaks as they are."""
        return (self.folder / "target" / "compiled" / "clinic" / "models" / f"{name}.sql").read_bytes().decode()


def copied(folder: Path, target: str = "duckdb") -> Project:
    """Return a copy of the tests' project."""
    shutil.copytree(PROJECT, folder / "clinic", ignore=shutil.ignore_patterns("target", "logs", "dbt_packages", "*.duckdb"))
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


def of_one(metric: Metric) -> dict[str, Any]:
    """Return what is asked for a metric alone."""
    asked: dict[str, Any] = {"quasi_identifiers": ["age", "zip"], "sensitive": [], "metrics": [metric.name]}
    if metric.targets not in {"identity", "any"}:
        asked["sensitive"] = ["disease"]
    if metric.targets == "hierarchical":
        asked["hierarchies"] = {"disease": TREE}
    return asked


KEYS: dict[str, Any] = {"quasi_identifiers": ["age", "zip"]}
ALL: dict[str, Any] = KEYS | {"sensitive": ["disease", "salary"], "metrics": ["all"]}
MANY = {str(number): f"d{number % 7}" for number in range(99)}
CASES: dict[str, dict[str, Any]] = {f"m_{metric.name}": of_one(metric) for metric in metrics() if metric.targets != "population"} | {
    "keys": KEYS,
    "every": ALL,
    "every_class": ALL | {"level": "class"},
    "every_individual": ALL | {"individual": "person", "nulls": "drop", "level": "class", "show_values": True, "limit": 9},
    "individual": ALL | {"individual": "person"},
    "parameters": ALL | {"parameters": {"l": 2, "threshold": 1, "log_base": 2}},
    "parameters_of_text": ALL | {"parameters": {"threshold": 0.25, "log_base": "e"}},
    "orders": ALL | {"orders": {"disease": ["flu", "it's", 3, True], "salary": "natural"}, "hierarchies": {"disease": TREE}},
    "natural": ALL | {"metrics": ["t_closeness_ordered", "itpr", "k_anonymity"]},
    "cuts": ALL | {"partitions": {"age": {"cuts": [-1.5, 30, 60.25], "closed": "right", "name": "bands"}, "zip": {"prefix": 3}}},
    "labels": KEYS | {"partitions": {"age": {"cuts": [30, 60], "labels": ["young", "it's", "old"], "unmapped": "keep"}}},
    "intervals": KEYS | {"partitions": {"age": {"intervals": {"old": "(65, inf)", "b": "[18, 30)", "a": "[30,65]"}, "unmapped": "other"}}},
    "mapped": ALL
    | {
        "partitions": {
            "disease": ["raw", {"name": "kinds", "domains": {"lung": ["flu", "it's \\"], "other": [1, 2.5, True, "0.0"]}}, {"mapping": MANY}],
            "zip": {"mapping": MANY, "unmapped": "keep", "name": "many"},
            "salary": {"low": "l", "high": "h"},
        }
    },
    "odd_names": {"quasi_identifiers": ['say "hi"', "a.b, c", "ünïcödé 名"], "sensitive": ["it's `back` \\slash"]},
}


def in_python(asked: dict[str, Any], folder: Path, relation: str, dialect: str) -> str:
    """Return the statement that Python renders."""
    words = {key: value for key, value in asked.items() if key not in {"show_values", "limit"}}
    (folder / "tree.csv").write_text("".join(";".join(row) + "\n" for row in TREE))
    words |= {"hierarchies": dict.fromkeys(words.get("hierarchies", {}), str(folder / "tree.csv"))}
    plan = build_plan(parse_spec(words), show_values=asked.get("show_values", False), limit=asked.get("limit"))
    return render("score", plan.entries(relation), dialect=dialect)


def in_dbt(asked: dict[str, Any]) -> str:
    """Return the model that asks the same."""
    words = asked | {"hierarchies": {column: {"name": "tree", "rows": rows} for column, rows in asked.get("hierarchies", {}).items()}}
    arguments = ", ".join(f"{name}={jinja(value)}" for name, value in words.items())
    return f"{{{{ sqlmetrics.scores(ref('people'), {arguments}) }}}}\n"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Every case as a model, compiled in one go, of a relation that is not built."""
    project = copied(tmp_path_factory.mktemp("cases"))
    models = project.folder / "models"
    shutil.rmtree(models)
    files = {f"models/{name}.sql": in_dbt(asked) for name, asked in CASES.items()}
    project.run(["deps"], files | {"models/people.sql": "select 1 as age\n"}, ["compile"])
    return project


@pytest.mark.parametrize("name", CASES)
def test_dbt_and_python_make_the_same_statement(compiled: Project, tmp_path: Path, name: str) -> None:
    """What dbt compiles is byte by byte what Python renders, for every metric and option."""
    assert compiled.compiled(name).rstrip("\n") == in_python(CASES[name], tmp_path, '"clinic"."main"."people"', "duckdb")


def test_what_repeats_the_catalogue_is_up_to_date() -> None:
    """The catalogue, tests and documentation of the dbt package are those that scripts/dbt_catalogue makes of the metrics' headers."""
    ended = subprocess.run([sys.executable, ROOT / "scripts" / "dbt_catalogue", "--check"], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


def test_macros_parse_in_minijinja() -> None:
    """Every macro file is also valid for the template engine that dbt's successor is built on; its tests are dbt's own syntax."""
    code = (
        "import minijinja, pathlib, re, sys\n"
        "for path in sorted(pathlib.Path(sys.argv[1]).rglob('*.sql')):\n"
        "    text = re.sub(r'\\{%(-?) *(end)?test\\b', r'{%\\1 \\2macro', path.read_text(encoding='utf-8'))\n"
        "    minijinja.Environment(templates={path.name: text}).render_template(path.name)\n"
    )
    ended = subprocess.run([DBT / "python", "-c", code, ROOT / "templates"], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
