"""The demo scores the survey that comes with the package, and puts it into a folder."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import ROOT, Run
from sqlmetrics.cli import demo
from sqlmetrics.engine.files import write_whole
from sqlmetrics.errors import OutputError

Command = Callable[..., Run]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_demo_answers_a_question_and_writes_nothing(run: Command, folder: Path) -> None:
    """It prints the scores of the survey, the answer, and commands to go on with."""
    ended = run("demo")
    assert (ended.code, ended.err) == (0, "")
    told = " ".join(ended.out.split())
    assert told.startswith("What could a neighbour, who knows my age,")
    assert "anes96.parquet: 944 records" in told
    assert str(ROOT) not in ended.out
    assert set(demo.METRICS) <= set(told.split())
    assert "The answer: of most people" in told
    assert "sqlmetrics init people.parquet -o sqlmetrics.yml" in told
    assert list(folder.iterdir()) == []


def test_the_survey_goes_to_a_folder(run: Command) -> None:
    """Its files are as in the checkout, the commands that it prints work, it may go there twice."""
    ended = run("demo", "-o", "a/b")
    assert (ended.code, ended.err) == (0, "")
    made = {str(path.relative_to("a/b")): path.read_bytes() for path in Path("a/b").rglob("*") if path.is_file()}
    assert made == {name: (ROOT / "fixtures" / name).read_bytes() for name in demo.FILES}
    assert "a/b/release.yml" in ended.out
    assert run("check", "--spec", "a/b/release.yml").code == 1
    assert run("advise", "--spec", "a/b/release.yml", "--suppress", "5%").code == 0
    Path("a/b/release.yml").unlink()
    assert run("demo", "-o", "a/b").code == 0
    assert Path("a/b/release.yml").exists()


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("-", "the survey goes to a folder; name one"),
        ("mine", "mine/anes96.yml is there already, and is not the survey's; name another folder"),
        ("mine/anes96.yml", "cannot write mine/anes96.yml/anes96.parquet: "),
    ],
)
def test_what_is_there_stays_as_it_is(run: Command, output: str, message: str) -> None:
    """Another file, also in the place of the folder, is not touched, and nothing is added."""
    Path("mine").mkdir()
    Path("mine/anes96.yml").write_text("mine")
    ended = run("demo", "-o", output)
    assert ended.code in {2, 3}
    assert message in ended.err
    assert [path.read_text() for path in Path("mine").iterdir()] == ["mine"]


def test_a_disk_that_fails_is_said(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written before is whole, and the next run adds the rest."""
    whole = "sqlmetrics.cli.demo.write_whole"

    def failing(path: Path, write: Callable[[Path], None]) -> None:
        if path.name == demo.ABOUT:
            raise OutputError(f"cannot write {path}: No space left on device")
        write_whole(path, write)

    monkeypatch.setattr(whole, failing)
    assert "No space left" in run("demo", "-o", "x").err
    assert sorted(path.name for path in Path("x").iterdir() if path.is_file()) == ["anes96.parquet", "anes96.yml"]
    monkeypatch.setattr(whole, write_whole)
    assert run("demo", "-o", "x").code == 0
    assert all((Path("x") / name).is_file() for name in demo.FILES)


def test_the_wheel_takes_the_files_of_the_demo() -> None:
    """The files that the demo reads are those that the build puts into the wheel."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    taken = {source: place for source, place in build["force-include"].items() if source != "templates"}
    assert taken == {f"fixtures/{name}": f"sqlmetrics/survey/{name}" for name in demo.FILES}
