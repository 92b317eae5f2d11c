"""Tools that hold data to limits hold scores: the guide's files, run by the tools themselves."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import sqlmetrics
from conftest import ROOT, Run

TOOLS = ROOT / ".cache" / "quality" / "bin"
FILES = ROOT / "examples" / "quality"
GUIDE = (ROOT / "docs" / "how_to" / "quality_tools.md").read_text()
SURVEY = ROOT / "fixtures" / "anes96.parquet"
QUIET = {
    "SODA_CORE_TELEMETRY_ENABLED": "false",
    "GX_ANALYTICS_ENABLED": "false",
    "SQLMESH__DISABLE_ANONYMIZED_ANALYTICS": "1",
    "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
    "DO_NOT_TRACK": "1",
}
"""What keeps the tools from sending statistics."""

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(
        not TOOLS.is_dir(), reason="Great Expectations, Soda and SQLMesh are missing: scripts/setup quality"
    ),
]


def tool(folder: Path, name: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program of the environment in a folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | QUIET
    return subprocess.run(
        [TOOLS / name, *words], cwd=folder, env=environment, check=False, capture_output=True, text=True
    )


def python(folder: Path, text: str) -> str:
    """Return what a program prints in the Python of the tools, whose DuckDB is another one."""
    ended = tool(folder, "python", "-c", text)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def command(start: str) -> list[str]:
    """Return the words of the guide's command line of sqlmetrics that begins so."""
    (line,) = re.findall(rf"sqlmetrics ({start}.*?)\)? >", GUIDE)
    return shlex.split(line)


@pytest.mark.parametrize("name", sorted(path.name for path in FILES.iterdir()))
def test_the_guide_shows_the_files(name: str) -> None:
    """Each file of the folder stands on the page."""
    shown = re.search(rf'title="examples/quality/{re.escape(name)}"\n(.*?)```', GUIDE, flags=re.DOTALL)
    assert shown is not None
    assert shown[1] == (FILES / name).read_text()


@pytest.mark.parametrize(("least", "code"), [("1", 0), ("5", 1)])
def test_soda_holds_the_scores(run: Callable[..., Run], tmp_path: Path, least: str, code: int) -> None:
    """Some people of the survey are alone, so that k is 1: a limit of 5 fails, one of 1 passes.

    A metric that is misspelt fails.
    """
    shutil.copytree(FILES, tmp_path, dirs_exist_ok=True)
    contract = (tmp_path / "contract.yml").read_text()
    (tmp_path / "contract.yml").write_text(contract.replace("value >= 5", f"value >= {least}").replace("0.95", "1"))
    (tmp_path / "view.sql").write_text(run(*command("sql people")).out)
    made = f"create table people as from read_parquet('{SURVEY}')"
    python(tmp_path, f"import duckdb; c = duckdb.connect('clinic.duckdb'); c.execute({made!r}); {VIEW}")
    ended = tool(tmp_path, "soda", "contract", "verify", "-ds", "clinic.yml", "-c", "contract.yml")
    assert (ended.returncode, len(re.findall("FAILED", ended.stdout))) == (code, code), ended.stdout + ended.stderr
    (tmp_path / "contract.yml").write_text(
        (tmp_path / "contract.yml").read_text().replace("'k_anonymity'", "'k_anonymous'")
    )
    misspelt = tool(tmp_path, "soda", "contract", "verify", "-ds", "clinic.yml", "-c", "contract.yml")
    assert misspelt.returncode == 1


VIEW = "c.execute(open('view.sql').read())"
"""Makes the view on a connection."""


def test_great_expectations_holds_the_scores(run: Callable[..., Run], tmp_path: Path) -> None:
    """A class of five passes the limit; with somebody alone beside it, it fails."""
    with closing(sqlite3.connect(tmp_path / "clinic.db")) as connection:
        connection.execute("create table people (age, education, vote)")
        connection.execute("insert into people values (1, 2, 4)" + ", (1, 2, 3)" * 4)
        connection.execute(run(*command("sql people"), "--dialect", "sqlite").out)
        connection.commit()
    assert python(tmp_path, TWICE.format(file=str(FILES / "expectations.py"))) == "0\n1\n"
    misspelt = tmp_path / "misspelt.py"
    misspelt.write_text((FILES / "expectations.py").read_text().replace("'k_anonymity'", "'k_anonymous'"))
    assert python(tmp_path, ONCE.format(file=str(misspelt))) == "1\n"


ONCE = """
import runpy
try:
    runpy.run_path({file!r})
except SystemExit as ended:
    print(ended.code)
"""
"""Runs the file."""

TWICE = """
import runpy, sqlite3
for row in (), (5, 6, 7):
    with sqlite3.connect("clinic.db") as connection:
        connection.executemany("insert into people values (?, ?, ?)", [row] if row else [])
    try:
        runpy.run_path({file!r})
    except SystemExit as ended:
        print(ended.code)
"""
"""Runs the file, and again after somebody came."""


def test_sqlmesh_runs_the_printed_statement(run: Callable[..., Run], tmp_path: Path) -> None:
    """What SQLMesh reads and writes anew has the scores of Python."""
    models = tmp_path / "models"
    models.mkdir()
    gateway = "gateways: {local: {connection: {type: duckdb, database: scores.duckdb}}}"
    (tmp_path / "config.yaml").write_text(f"{gateway}\nmodel_defaults: {{dialect: duckdb, start: 2026-01-01}}\n")
    (models / "people.sql").write_text(
        f"MODEL (name survey.people, kind FULL);\nselect * from read_parquet('{SURVEY}')\n"
    )
    (models / "scores.sql").write_text(f"MODEL (name survey.scores, kind FULL);\n{run(*command('sql survey')).out}")
    ended = tool(tmp_path, "sqlmesh", "plan", "--auto-apply", "--no-prompts")
    assert ended.returncode == 0, ended.stdout
    rows = "duckdb.connect('scores.duckdb').execute('select metric, target, value from survey.scores').fetchall()"
    found = json.loads(python(tmp_path, f"import duckdb, json; print(json.dumps({rows}))"))
    expected = sqlmetrics.score(SURVEY, ["age", "education"], ["vote"])
    assert len(found) == len(expected.scores) > 40
    for metric, target, value in found:
        wanted = expected.value(metric, target=target)
        assert value == (None if wanted is None else pytest.approx(wanted, rel=1e-9)), metric


def test_sqlmesh_imports_the_dbt_project(tmp_path: Path) -> None:
    """The example's models are found with the package, and its tests of roles pass as audits."""
    ignored = shutil.ignore_patterns("target", "logs", "dbt_packages", "*.duckdb", "package-lock.yml")
    for name in ("examples", "templates", "fixtures"):
        if name == "fixtures":
            (tmp_path / name).mkdir()
            shutil.copy(SURVEY, tmp_path / name)
        else:
            shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    project = tmp_path / "examples" / "dbt"
    (project / "dbt_packages").mkdir()
    (project / "dbt_packages" / "sqlmetrics").symlink_to(tmp_path / "templates")
    (project / "config.py").write_text(
        "from pathlib import Path\nfrom sqlmesh.dbt.loader import sqlmesh_config\n"
        "config = sqlmesh_config(Path(__file__).parent)\n"
    )
    written = (project / "dbt_project.yml").read_text()
    (project / "dbt_project.yml").write_text(f"{written}models: {{+start: 2026-01-01}}\n")
    planned = tool(project, "sqlmesh", "plan", "--auto-apply", "--no-prompts", "--select-model", "main.survey")
    assert (planned.returncode, "audits passed 2" in planned.stdout) == (0, True), planned.stdout
