"""The distributions are built; the wheel is installed where there is no checkout, and used."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from base64 import urlsafe_b64encode
from email import message_from_bytes
from functools import cache
from pathlib import Path

import pytest
import yaml
from jinja2 import nodes
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from conftest import ROOT
from sqlmetrics.cli import demo
from sqlmetrics.statement.bundles import FOLDERS, bundle_name
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.joined import JOINED, JOINT, joined_page
from sqlmetrics.statement.render import macro_files, new_environment
from sqlmetrics.version import __version__

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("wheel")]  # which is built once

USED = """
import json, sys
from pathlib import Path
import sqlmetrics
from sqlmetrics.cli.app import main
from sqlmetrics.statement.catalogue import catalogue

def code(*arguments):
    sys.argv = ["sqlmetrics", *arguments]
    try:
        main()
    except SystemExit as stop:
        return stop.code or 0

def said(*arguments):
    return {arguments[0]: code(*arguments)}

told = said("demo", "-o", "survey") | {"survey": code("check", "--spec", "survey/release.yml", "-o", "survey.json")}
told |= said("init", "patients.csv", "-o", "sqlmetrics.yml") | said("score", "-o", "scores.json")
with Path("sqlmetrics.yml").open("a") as spec:
    spec.write("thresholds: {k_anonymity: {at_least: 2}}\\n")
told |= said("check") | said("sql", "t", "-q", "age", "--dialect", "snowflake", "-o", "score.sql")
told |= said("report", "-o", "report.html")
told |= said("schema", "-o", "schema.json") | said("info", "-o", "info.json")
scores = sqlmetrics.score({"age": [1, 2], "disease": ["a", "b"]}, ["age"], ["disease"])
told |= {"itpr": scores.value("itpr", target="disease"), "package": str(Path(sqlmetrics.__file__).parent)}
told |= {"weighed": [name for name, metric in catalogue().items() if metric.weighed]}
told |= {"ranked": [name for name, metric in catalogue().items() if metric.ranked]}
Path("told.json").write_text(json.dumps(told))
"""
"""What a user does first who has the wheel and a table."""


LARGEST_INSTALLED = 205_000_000
"""The most bytes that the wheel takes with all that it requires, without compiled bytecode.

They are 197 million at the versions of `constraints.txt`, on Linux with Python 3.11.
"""

LARGEST_WHEEL = 1_900_000
"""The most bytes of the wheel itself, with the survey in it."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution, and the wheel from it."""
    folder = tmp_path_factory.mktemp("built")
    environment = os.environ | {"PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    """The wheel."""
    return next(built.glob("*.whl"))


def test_the_source_distribution_is_the_checkout(built: Path) -> None:
    """Its pages, scripts and tests work: all files are there, and no stray one."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    listed = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    files = {name for name in listed.splitlines() if (ROOT / name).exists()}
    assert files - names == set()
    assert {name for name in names if "/" not in name} - files == {"PKG-INFO"}


@cache
def macros_of(wheel: Path) -> dict[str, str]:
    """Return the texts of a wheel's macros by their names."""
    found: dict[str, str] = {}
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.startswith("sqlmetrics/templates/macros/"):
                continue
            text = archive.read(name).decode()
            if Path(name).name == JOINED[".sql"]:
                _, *parts = JOINT.split(text)
                found |= dict(zip(parts[::2], parts[1::2], strict=True))
            else:
                found[Path(name).stem] = text
    return found


def test_the_wheel_holds_the_templates(wheel: Path) -> None:
    """The wheel holds every macro, the dbt project, the types and the survey, and no tests."""
    names = zipfile.ZipFile(wheel).namelist()
    assert set(macros_of(wheel)) == set(macro_files())
    assert {f"sqlmetrics/survey/{name}" for name in demo.FILES} <= set(names)
    assert wheel.stat().st_size <= LARGEST_WHEEL
    compiled = {Path(name).name for name in names if name.startswith("sqlmetrics/templates/compiled/")}
    assert compiled == {Path(bundle_name(folder)).name for folder in FOLDERS}
    assert {"sqlmetrics/templates/dbt_project.yml", "sqlmetrics/py.typed", "sqlmetrics/__init__.pyi"} <= set(names)
    assert {"sqlmetrics/spec/published_limits.yml", "sqlmetrics/certificate/crosswalk.yml"} <= set(names)
    assert not [name for name in names if not name.startswith("sqlmetrics")]


def test_the_macros_of_the_wheel_are_those_of_the_checkout(wheel: Path) -> None:
    """Only comments above macros are left out: each is the same otherwise, and hashes are right."""
    environment, left = new_environment(), 0
    with zipfile.ZipFile(wheel) as archive:
        for name, path in macro_files().items():
            text, own = macros_of(wheel)[name], path.read_text()
            left += len(own) - len(text)
            of_wheel, of_checkout = (environment.parse(one).find_all(nodes.Macro) for one in (text, own))
            assert list(of_wheel) == list(of_checkout), name
        assert left > 50_000
        for line in archive.read(f"sqlmetrics-{__version__}.dist-info/RECORD").decode().splitlines():
            file, found, size = line.rsplit(",", 2)
            content = archive.read(file)
            digest = urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            assert not found or (found, int(size)) == (f"sha256={digest}", len(content))


def test_the_pages_of_the_wheel_are_those_of_the_checkout(wheel: Path, tmp_path: Path) -> None:
    """Each template is found in the joined file of its folder, by both names, and no other is."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith("sqlmetrics/templates/html/"):
                archive.extract(name, tmp_path)
    here, there = ROOT / "templates" / "html", tmp_path / "sqlmetrics" / "templates" / "html"
    for folder in ("desk", "report"):
        for file in (here / folder).glob("*.html"):
            text = file.read_text(encoding="utf-8")
            assert not (there / folder / file.name).exists()
            assert joined_page([there / folder, there], file.name) == text
            assert joined_page([there], f"{folder}/{file.name}") == text
        assert joined_page([there / folder, there], "other.html") is None
        assert joined_page([here / folder, here], "page.html") is None


def test_the_dbt_package_of_the_wheel_is_that_of_the_checkout(wheel: Path) -> None:
    """dbt finds macros and tests in any file, so those beside the macros lie in one, too."""
    with zipfile.ZipFile(wheel) as archive:
        folder = "sqlmetrics/templates/dbt/"
        names = {name.removeprefix(folder) for name in archive.namelist() if name.startswith(folder)}
        assert names == {JOINED[".sql"], "macros.yml"}
        _, *parts = JOINT.split(archive.read(folder + JOINED[".sql"]).decode())
    texts = {f"{name}.sql": text for name, text in zip(parts[::2], parts[1::2], strict=True)}
    assert texts == {file.name: file.read_text() for file in (ROOT / "templates" / "dbt").glob("*.sql")}


def test_the_wheel_says_what_it_needs(wheel: Path) -> None:
    """Version, extras and front page are those of the checkout."""
    with zipfile.ZipFile(wheel) as archive:
        metadata = message_from_bytes(archive.read(f"sqlmetrics-{__version__}.dist-info/METADATA"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert metadata["Version"] == __version__
    assert set(metadata.get_all("Provides-Extra", [])) == set(project["optional-dependencies"])
    front_page = metadata.get_payload(decode=True)
    assert isinstance(front_page, bytes)
    assert front_page.decode().strip() == (ROOT / "README.md").read_text().strip()


RELEASE = ROOT / ".github" / "workflows" / "release.yml"

SCHEDULERS = ROOT / ".cache" / "schedulers" / "bin" / "python"
"""The Python of the environment that has what checks a release."""


def test_a_release_keeps_no_secret_and_publishes_what_was_tried() -> None:
    """One job builds, with the right to read alone; those with more rights run no code of ours."""
    jobs = yaml.safe_load(RELEASE.read_text())["jobs"]
    assert {name: job["permissions"] for name, job in jobs.items()} == {
        "build": {"contents": "read"},
        "attest": {"attestations": "write", "id-token": "write"},
        "publish": {"id-token": "write"},
    }
    assert [name for name, job in jobs.items() if any("run" in step for step in job["steps"])] == ["build"]
    assert [jobs["attest"]["needs"], jobs["publish"]["needs"]] == ["build", "attest"]
    assert "secrets." not in RELEASE.read_text()
    version, tries = (jobs["build"]["steps"][place] for place in (2, 5))
    for tag, code in ((f"v{__version__}", 0), (f"v{__version__}.1", 1), ("v", 1)):
        held = subprocess.run(["sh", "-c", version["run"]], check=False, cwd=ROOT, env=os.environ | {"TAG": tag})
        assert held.returncode == code, tag
    assert tries["run"] == "python scripts/release dist --sbom sqlmetrics.cdx.json"


def environment(home: Path) -> None:
    """Make a new environment beside the packages of this one."""
    venv.create(home)
    (packages_of(home) / "beside.pth").write_text(sysconfig.get_path("purelib") + "\n")


def released(wheel: Path, home: Path, sbom: Path) -> None:
    """Make an environment as a release tries the wheel: from an index, with what it requires.

    The list of that has the package at its version, and each dependency.
    """
    if not SCHEDULERS.exists():
        pytest.skip("twine and cyclonedx-bom are not installed: scripts/setup schedulers")
    script = str(ROOT / "scripts" / "release")
    command = [str(SCHEDULERS), script, str(wheel.parent), "--sbom", str(sbom), "--environment", str(home)]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    listed = json.loads(sbom.read_text())
    assert (listed["bomFormat"], listed["metadata"]["component"]["version"]) == ("CycloneDX", __version__)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    required = {canonicalize_name(Requirement(one).name) for one in project["dependencies"]}
    (top,) = (one["dependsOn"] for one in listed["dependencies"] if one["ref"] == "root-component")
    assert {canonicalize_name(name.partition("==")[0]) for name in top} == required
    assert all(one["version"] for one in listed["components"])


def packages_of(home: Path) -> Path:
    """Return the folder of an environment's packages."""
    return Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))


@pytest.mark.parametrize(
    "alone", [False, pytest.param(True, marks=pytest.mark.thorough)], ids=["beside our packages", "alone"]
)
def test_the_installed_wheel_scores_a_table(wheel: Path, tmp_path: Path, alone: bool) -> None:
    """The command and the package work in an empty folder, in an empty environment too.

    There they have the packages that the wheel requires.
    """
    home = tmp_path / "env"
    folder = tmp_path / "empty"
    folder.mkdir()
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if alone:
        released(wheel, home, tmp_path / "sbom.json")
        files = (path for path in packages_of(home).rglob("*") if path.is_file())
        installed = sum(path.stat().st_size for path in files if path.suffix != ".pyc")
        assert installed <= LARGEST_INSTALLED
    else:
        environment(home)
        pip = (sys.executable, "-m", "pip", "--python", python, "--quiet", "--disable-pip-version-check", "install")
        subprocess.run([*pip, "--no-compile", "--no-deps", wheel], check=True, capture_output=True, env=clean)

    first = (python.with_name("sqlmetrics"), "demo")
    told = subprocess.run(first, check=True, capture_output=True, cwd=folder, env=clean, text=True).stdout
    assert "anes96.parquet: 944 records" in told
    assert "The answer:" in told
    assert list(folder.iterdir()) == []
    (folder / "patients.csv").write_text("age,disease\n30,flu\n30,cold\n40,flu\n")

    command = (python.with_name("sqlmetrics"), "score", "patients.csv", "-q", "age", "-s", "disease", "-f", "json")
    printed = subprocess.run(command, check=True, capture_output=True, cwd=folder, env=clean).stdout
    scores = {(score["metric"], score["target"]): score["value"] for score in json.loads(printed)["scores"]}
    assert scores["k_anonymity", "identity"] == 1
    assert scores["itpr", "disease"] == 1

    subprocess.run([python, "-c", USED], check=True, capture_output=True, cwd=folder, env=clean)
    codes = json.loads((folder / "told.json").read_text())
    package = Path(codes.pop("package"))
    assert (codes.pop("demo"), codes.pop("survey")) == (0, 1)
    facts = {name: codes.pop(name) for name in ("weighed", "ranked")}
    assert facts["weighed"] == [name for name, metric in catalogue().items() if metric.weighed]
    assert facts["ranked"] == [name for name, metric in catalogue().items() if metric.ranked]
    assert len(facts["weighed"]) > 10
    assert codes == {"init": 0, "score": 0, "check": 1, "sql": 0, "report": 0, "schema": 0, "info": 0, "itpr": 1}
    assert package.is_relative_to(home)
    assert (package / "templates" / "dbt_project.yml").exists()
    assert json.loads((folder / "scores.json").read_text())["relation"] == "patients.csv"
    assert json.loads((folder / "info.json").read_text())["version"] == __version__
    assert json.loads((folder / "schema.json").read_text())["title"] == "A spec of sqlmetrics"
