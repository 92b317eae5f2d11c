"""The wheel: built, installed where there is no checkout, and used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from conftest import ROOT
from sqlmetrics.statement.render import macro_files


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of what git would ship."""
    folder = tmp_path_factory.mktemp("wheel")
    environment = os.environ | {"PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_templates(wheel: Path) -> None:
    """Every macro, the dbt project and the type marker are in the wheel; tests and fixtures are not."""
    names = zipfile.ZipFile(wheel).namelist()
    macros = {Path(name).stem for name in names if name.startswith("sqlmetrics/templates/macros/")}
    assert macros == set(macro_files())
    assert {"sqlmetrics/templates/dbt_project.yml", "sqlmetrics/py.typed"} <= set(names)
    assert not [name for name in names if not name.startswith("sqlmetrics")]


def test_the_installed_wheel_scores_a_table(wheel: Path, tmp_path: Path) -> None:
    """In an empty environment, outside the checkout, the command and the package work."""
    home = tmp_path / "env"
    venv.create(home, with_pip=True)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    install = [
        str(part)
        for part in (
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--constraint",
            ROOT / "constraints.txt",
            wheel,
        )
    ]
    subprocess.run(install, check=True, capture_output=True, env=environment)
    (tmp_path / "d.csv").write_text("age,disease\n30,flu\n30,cold\n40,flu\n")
    command = [str(python.with_name("sqlmetrics")), "score", "d.csv", "-q", "age", "-s", "disease", "--format", "json"]
    ended = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path, env=environment)
    scores = {(score["metric"], score["target"]): score["value"] for score in json.loads(ended.stdout)["scores"]}
    assert scores["k_anonymity", "identity"] == 1
    assert scores["itpr", "disease"] == 1
    where = subprocess.run(
        [str(python), "-c", "import sqlmetrics; print(sqlmetrics.__file__)"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    assert where.stdout.startswith(str(home))
