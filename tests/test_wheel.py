"""The wheel is built, installed where there is no checkout, and used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from conftest import ROOT
from sqlmetrics.statement.render import macro_files

pytestmark = pytest.mark.xdist_group("wheel")  # which is built once


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the files in git."""
    folder = tmp_path_factory.mktemp("wheel")
    environment = os.environ | {"PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_templates(wheel: Path) -> None:
    """The wheel holds every macro, the dbt project and the type marker, no tests or fixtures."""
    names = zipfile.ZipFile(wheel).namelist()
    macros = {Path(name).stem for name in names if name.startswith("sqlmetrics/templates/macros/")}
    assert macros == set(macro_files())
    assert {"sqlmetrics/templates/dbt_project.yml", "sqlmetrics/py.typed"} <= set(names)
    assert not [name for name in names if not name.startswith("sqlmetrics")]


def environment(home: Path, *, alone: bool) -> Path:
    """Return the Python of a new environment: empty, or beside the packages of this one."""
    venv.create(home, with_pip=alone)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not alone:
        packages = sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)})
        (Path(packages) / "beside.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


@pytest.mark.parametrize(
    "alone", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["beside our packages", "alone"]
)
def test_the_installed_wheel_scores_a_table(wheel: Path, tmp_path: Path, alone: bool) -> None:
    """The command and the package work outside the checkout, in an empty environment too.

    There they have the packages that the wheel requires.
    """
    home = tmp_path / "env"
    python = environment(home, alone=alone)
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "--quiet",
        "--disable-pip-version-check",
        "install",
    ]
    needed: list[str | Path] = ["--constraint", ROOT / "constraints.txt"] if alone else ["--no-deps"]
    subprocess.run([*pip, *needed, wheel], check=True, capture_output=True, env=clean)
    (tmp_path / "d.csv").write_text("age,disease\n30,flu\n30,cold\n40,flu\n")

    def printed(*command: str | Path) -> str:
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path, env=clean).stdout

    command_line = ("score", "d.csv", "-q", "age", "-s", "disease", "--format", "json")
    scores = {
        (score["metric"], score["target"]): score["value"]
        for score in json.loads(printed(python.with_name("sqlmetrics"), *command_line))["scores"]
    }
    assert scores["k_anonymity", "identity"] == 1
    assert scores["itpr", "disease"] == 1
    assert printed(python, "-c", "import sqlmetrics; print(sqlmetrics.__file__)").startswith(str(home))
