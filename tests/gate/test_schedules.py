"""The files of schedulers that the guide shows, parsed and run by the schedulers themselves."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from conftest import ROOT
from sqlmetrics.gate.history.history import read_history
from sqlmetrics.spec.place import History

SCHEDULERS = ROOT / ".cache" / "schedulers" / "bin"
CRONTABS = ["examples/schedule/crontab", "examples/dbt/crontab"]

scheduler = pytest.mark.skipif(
    not SCHEDULERS.is_dir(), reason="Airflow, Dagster and check-jsonschema are not installed: scripts/setup schedulers"
)

AIRFLOW = """
import contextlib, json, pathlib, sys
with contextlib.redirect_stdout(sys.stderr):
    from airflow.dag_processing.dagbag import DagBag
    bag = DagBag("dags")
    (dag,) = bag.dags.values()
    (task,) = dag.tasks
    task.render_template_fields({"run_id": "scheduled__1"})
    task.cwd = "."
    ended = []
    for spec in sys.argv[1:]:
        pathlib.Path("release.yml").write_text(spec)
        try:
            task.execute({"run_id": "scheduled__1"})
            ended.append("success")
        except Exception as error:
            ended.append(str(error))
print(json.dumps({"errors": bag.import_errors, "dag": dag.dag_id, "retries": task.retries, "ended": ended}))
"""
"""Reads a folder of DAGs as Airflow does, and executes the task that it finds with each spec."""

DAGSTER = """
import json, pathlib, sys
from dagster import Definitions
from privacy_checks import definitions
Definitions.validate_loadable(definitions)
job = definitions.resolve_implicit_global_asset_job_def()
nights = []
for spec in sys.argv[1:]:
    pathlib.Path("release.yml").write_text(spec)
    ended = job.execute_in_process(raise_on_error=False)
    (check,) = ended.get_asset_check_evaluations()
    made = [event.asset_key.to_user_string() for event in ended.get_asset_materialization_events()]
    values = {name: held.value for name, held in check.metadata.items()}
    nights.append({"success": ended.success, "passed": check.passed, "values": values, "made": made})
print(json.dumps(nights))
"""
"""Makes all assets in one process with each spec, and prints what was made and checked."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the files, with the release that they check."""
    shutil.copytree(ROOT / "examples" / "schedule", tmp_path / "examples" / "schedule")
    (tmp_path / "fixtures" / "anes96").mkdir(parents=True)
    shutil.copy(ROOT / "fixtures" / "anes96" / "k20.parquet", tmp_path / "fixtures" / "anes96")
    return tmp_path / "examples" / "schedule"


def limited(folder: Path, k: int) -> str:
    """Return the release's spec with another limit of the least size of a class."""
    before = (folder / "release.yml").read_text()
    after = before.replace("{at_least: 5}", f"{{at_least: {k}}}")
    assert after != before
    return after


def ran(folder: Path, *words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder, with this project's `sqlmetrics` on its path."""
    path = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        words, cwd=folder, env=os.environ | path | environment, check=False, capture_output=True, text=True
    )


def driven(folder: Path, script: str) -> Any:
    """Return what a scheduler's script prints of a night that passes, and of one that fails."""
    home = {"AIRFLOW_HOME": str(folder / "airflow"), "AIRFLOW__CORE__LOAD_EXAMPLES": "False"}
    specs = [(folder / "release.yml").read_text(), limited(folder, 50)]
    ended = ran(folder, SCHEDULERS / "python", "-c", script, *specs, **home)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])


@pytest.mark.parametrize("crontab", CRONTABS)
def test_cron_takes_the_crontab(crontab: str) -> None:
    """The `crontab` of Debian finds no error in the files."""
    if shutil.which("crontab") is None:
        pytest.skip("cron is not installed: apt-get install cron")
    ended = subprocess.run(["crontab", "-n", ROOT / crontab], check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


@pytest.mark.thorough
def test_the_line_of_the_crontab_prints_what_failed(folder: Path) -> None:
    """A night that passes prints nothing; one that fails prints its verdicts; both are recorded."""
    line = (folder / "crontab").read_text().splitlines()[-1]
    *_, command = line.split(maxsplit=5)
    assert "%" not in command  # cron ends a command there
    assert command.startswith("cd /srv/releases && ")
    command = command.replace("/srv/releases", str(folder))
    good = ran(folder, "sh", "-c", command)
    assert (good.returncode, good.stdout, good.stderr) == (0, "", "")
    assert 'sqlmetrics_job_passed{job_name="release"} 1.0' in (folder / "privacy.prom").read_text()
    (folder / "release.yml").write_text(limited(folder, 50))
    bad = ran(folder, "sh", "-c", command)
    assert "failed by 30" in bad.stdout
    assert 'sqlmetrics_job_passed{job_name="release"} 0.0' in (folder / "privacy.prom").read_text()
    assert {entry.status for entry in read_history(History(str(folder / "history")))} == {"passed", "failed"}


SCHEMAS = {
    ".github/workflows/release.yml": "github-workflows",
    "examples/schedule/privacy.yml": "github-workflows",
    "action.yml": "github-actions",
    "examples/schedule/gitlab.yml": "gitlab-ci",
}
"""The files of CI systems, with the names of their schemas."""


@scheduler
@pytest.mark.parametrize("file", SCHEMAS)
def test_a_file_fits_the_schema_of_its_system(file: str) -> None:
    """Each file is one by the JSON schema that its system has published."""
    words = ["--builtin-schema", f"vendor.{SCHEMAS[file]}", "--verbose", file]
    ended = ran(ROOT, SCHEDULERS / "check-jsonschema", *words)
    assert ended.returncode == 0, ended.stdout


@scheduler
def test_pre_commit_takes_the_hooks() -> None:
    """The hooks are a manifest of pre-commit, and the example is a configuration that names one."""
    for words in (["manifest", ".pre-commit-hooks.yaml"], ["config", "examples/schedule/.pre-commit-config.yaml"]):
        ended = ran(ROOT, SCHEDULERS / "pre-commit", f"validate-{words[0]}", words[1])
        assert ended.returncode == 0, ended.stdout + ended.stderr


def test_the_hooks_hold_a_commit_back(folder: Path) -> None:
    """The hook of the example ends with 1 where a threshold fails, and so does the one of jobs."""
    hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    assert all(hook["always_run"] and not hook["pass_filenames"] for hook in hooks.values())
    (repository,) = yaml.safe_load((folder / ".pre-commit-config.yaml").read_text())["repos"]
    (used,) = repository["hooks"]
    commands = [
        [*hooks[used["id"]]["entry"].split(), *used["args"]],
        [*hooks["sqlmetrics-run"]["entry"].split(), "jobs.yml"],
    ]
    assert [ran(folder, *command).returncode for command in commands] == [0, 0]
    (folder / "release.yml").write_text(limited(folder, 50))
    assert [ran(folder, *command).returncode for command in commands] == [1, 1]


def test_the_steps_of_the_action_end_as_their_thresholds_do(folder: Path) -> None:
    """The action annotates what fails; its inputs are values, and no text of a command."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    defaults = {name: entry["default"] for name, entry in action["inputs"].items()}
    assert defaults == {"spec": "sqlmetrics.yml", "extras": "sqlite"}
    assert "sqlite" in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    install, check, summary = [step for step in action["runs"]["steps"] if "run" in step]
    assert install["run"] == 'pip install "$GITHUB_ACTION_PATH[$EXTRAS]"'
    assert (install["env"], check["env"]) == (
        {"EXTRAS": "${{ inputs.extras }}"},
        {"SPEC": "${{ inputs.spec }}"},
    )
    assert "${{" not in "".join(step["run"] for step in (install, check, summary))
    given = {"RUNNER_TEMP": str(folder), "GITHUB_STEP_SUMMARY": "page.md"}
    assert ran(folder, "bash", "-e", "-c", check["run"], SPEC="release.yml", **given).returncode == 0
    (folder / "release.yml").write_text(limited(folder, 50))
    ended = ran(folder, "bash", "-e", "-c", check["run"], SPEC="release.yml", **given)
    assert (ended.returncode, "::error file=" in ended.stdout) == (1, True)
    assert ran(folder, "bash", "-e", "-c", summary["run"], **given).returncode == 0
    assert "| k_anonymity of identity | at least 50 | 20 | failed by 30 |" in (folder / "page.md").read_text()
    ended = ran(folder, "bash", "-e", "-c", check["run"], SPEC='release.yml"; touch acted; "', **given)
    assert (ended.returncode, (folder / "acted").exists()) == (2, False)


def test_the_script_of_gitlab_ends_as_its_thresholds_do(folder: Path) -> None:
    """The job's report is the file that GitLab is told to read."""
    job = yaml.safe_load((folder / "gitlab.yml").read_text())["privacy"]
    install, check = job["script"]
    assert install == "pip install sqlmetrics"
    assert ran(folder, "sh", "-e", "-c", check).returncode == 0
    (folder / "release.yml").write_text(limited(folder, 50))
    assert ran(folder, "sh", "-e", "-c", check).returncode == 1
    assert "failed by 30" in (folder / job["artifacts"]["reports"]["junit"]).read_text()


def test_the_steps_of_the_workflow_end_as_their_thresholds_do(folder: Path) -> None:
    """The check ends with 1 where a threshold fails, and the page of the run has the verdicts."""
    steps = yaml.safe_load((folder / "privacy.yml").read_text())["jobs"]["check"]["steps"]
    install, check, summary = [step["run"] for step in steps if "run" in step]
    assert install == "pip install sqlmetrics"
    assert ran(folder, "sh", "-e", "-c", check).returncode == 0
    (folder / "release.yml").write_text(limited(folder, 50))
    ended = ran(folder, "sh", "-e", "-c", check)
    assert ended.returncode == 1
    assert re.search(r"^::error file=\S*release\.yml,title=release", ended.stdout, re.MULTILINE)
    assert ran(folder, "sh", "-e", "-c", summary, GITHUB_STEP_SUMMARY="page.md").returncode == 0
    assert "| k_anonymity of identity | at least 50 | 20 | failed by 30 |" in (folder / "page.md").read_text()


@scheduler
def test_airflow_runs_the_task_until_a_threshold_fails(folder: Path) -> None:
    """Airflow finds the DAG without an error; a retry adds nothing; a failed threshold fails it."""
    (folder / "dags").mkdir()
    shutil.move(folder / "privacy_dag.py", folder / "dags")
    found = driven(folder, AIRFLOW)
    assert (found["errors"], found["dag"], found["retries"]) == ({}, "privacy", 2)
    passed, failed = found["ended"]
    assert passed == "success"
    assert "exit code 1" in failed
    assert {(entry.run_id, entry.status) for entry in read_history(History(str(folder / "history")))} == {
        ("scheduled__1", "passed")
    }


@scheduler
def test_dagster_makes_nothing_from_a_release_that_fails(folder: Path) -> None:
    """The check passes with its scores; where it fails, what depends on the release is not made."""
    good, bad = driven(folder, DAGSTER)
    assert good["values"]["k_anonymity of identity"] == bad["values"]["k_anonymity of identity"] == 20
    assert (good["success"], good["passed"], good["made"]) == (True, True, ["release", "published"])
    assert (bad["success"], bad["passed"], bad["made"]) == (False, False, ["release"])
