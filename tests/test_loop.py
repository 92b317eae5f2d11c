"""The loop of a change: `scripts/setup`, `scripts/demo` and `scripts/test`, and what they show."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conftest import names_files
from costly import is_costly, listed
from loop import commands, memory, steps, test
from loop.environments import DEMO, ENVIRONMENTS, requirements
from loop.steps import StepError, Steps, duration
from mutation import running
from mutation.choice import Choice

ROOT = Path(__file__).parent.parent

WITHOUT = """
import sys
for name in {missing}:
    sys.modules[name] = None
sys.argv = ["sqlmetrics", "demo"]
from sqlmetrics.__main__ import main
main()
"""


def test_the_demo_imports_no_more_than_its_environment_has() -> None:
    """Without the dependencies that the demo's environment leaves out, it shows its scores."""
    imported = {"python-stdnum": "stdnum", "phonenumberslite": "phonenumbers"}
    packages = (re.split(r"[<>=]", line)[0] for line in _dependencies())
    missing = [imported.get(name, name) for name in packages if name not in DEMO]
    assert {"pandas", "numpy"} <= {*missing}
    code = WITHOUT.format(missing=missing)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "k_anonymity" in done.stdout


def _dependencies() -> list[str]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = text.partition("\ndependencies = [\n")[2].partition("\n]")[0]
    return re.findall(r'"(.+)"', listed)


def test_groups_are_read_with_the_groups_that_they_include() -> None:
    """The requirements of the development group have those of the databases and of the docs."""
    listed = requirements(["dev"])
    assert {"pytest-xdist>=3.6", "chdb>=3.0", "mkdocs-material>=9.5"} <= {*listed}
    assert not any("include-group" in entry for entry in listed)
    assert ENVIRONMENTS["dbt"].folder == ROOT / ".cache" / "dbt"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--nothing"], "unrecognized arguments: --nothing; scripts/test --help lists the flags; pytest's go after --"),
        (["--engine", "all"], "unrecognized arguments: --engine; did you mean --engines?"),
        (["tests/nowhere.py"], "there is no file or folder tests/nowhere.py; scripts/test --help lists"),
    ],
)
def test_a_wrong_call_is_one_sentence(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong flag ends with 2 before anything is installed, and says what there is."""
    with pytest.raises(SystemExit) as stop:
        test.parsed(arguments)
    err = capsys.readouterr().err
    assert stop.value.code == 2
    assert err.startswith(f"scripts/test: {says}")
    assert err.count("\n") == 1


def test_too_little_room_is_one_sentence(tmp_path: Path) -> None:
    """Where the tests' files find no room, that is said before any test, with the folder."""
    memory.check_room("scripts/test", {"TMPDIR": str(tmp_path)}, 0)
    with pytest.raises(StepError) as stop:
        memory.check_room("scripts/test", {"TMPDIR": str(tmp_path)}, sys.maxsize)
    assert stop.value.code == 2
    assert str(stop.value).startswith(f"scripts/test: there is no room for the tests' files in {tmp_path}, which has")
    assert str(stop.value).endswith("MB of 1,000: free some, or name another folder (TMPDIR=/path/to/it scripts/test)")


def test_what_follows_two_dashes_goes_to_pytest() -> None:
    """Flags of the command and of pytest do not mix."""
    asked = test.parsed(["--engines", "all", "-k", "itpr", "tests/risk", "--", "--durations=5"])
    assert asked.options == ["--engines", "all", "-k", "itpr", "--durations=5"]
    assert asked.tests == ["tests/risk"]
    assert test.parsed(["-k", "itpr"]).options == ["-k", "itpr"]


@pytest.mark.parametrize(("named", "args"), [(False, ["tests"]), (True, ["tests/risk"]), (True, ["tests/a.py::b"])])
def test_who_names_tests_runs_costly_ones(named: bool, args: list[str]) -> None:
    """They are left out of a run of everything alone."""
    config: Any = SimpleNamespace(args=args, getini={"testpaths": ["tests"]}.get)
    assert names_files(config) == named


@pytest.mark.parametrize(
    ("costly", "name"),
    [
        (False, "tests/risk/test_a.py::test_some[kept]"),
        (True, "tests/risk/test_a.py::test_some[other [1]]"),
        (True, "tests/risk/test_a.py::test_none"),
        (False, "tests/risk/test_a.py::test_unnamed"),
        (False, "tests/risk/test_b.py::test_none"),
    ],
)
def test_the_list_names_the_cases_that_are_kept(costly: bool, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a function on the list the named cases are run, and a test that is not on it is."""
    monkeypatch.setattr("costly.listed", lambda: {"risk/test_a.py": {"test_some": ["kept"], "test_none": []}})
    assert is_costly(name) == costly


@pytest.mark.parametrize(("file", "functions"), listed().items(), ids=listed())
def test_costly_tests_are_there(file: str, functions: dict[str, list[str]]) -> None:
    """A test that is left to CI has not been moved or named otherwise since it was chosen."""
    text = (ROOT / "tests" / file).read_text(encoding="utf-8")
    assert [name for name in functions if f"def {name}(" not in text] == [], "run scripts/costly_tests --write"


@pytest.mark.parametrize(
    ("kept", "name"),
    [
        (True, "tests/risk/test_a.py::test_quick[1]"),
        (True, "tests/risk/test_a.py::test_cheapest_of_its_place"),
        (False, "tests/risk/test_a.py::test_dear_of_the_same_place"),
        (True, "tests/risk/test_a.py::test_cases[two]"),
        (False, "tests/risk/test_a.py::test_cases[one]"),
        (False, "tests/risk/test_a.py::test_of_places_that_quick_ones_run"),
        (True, "tests/risk/test_a.py::test_a_second_function_for_little"),
        (True, "tests/gate/test_b.py::test_the_cheapest_of_its_file"),
        (False, "tests/gate/test_b.py::test_another_of_its_file"),
    ],
)
def test_a_costly_test_is_kept_for_what_it_alone_runs(kept: bool, name: str) -> None:
    """Each place is still run, by the tests that take least; the others are CI's."""
    seconds_and_places = {
        "tests/risk/test_a.py::test_quick[1]": (0.01, {"a", *"mnopqrstuvwx"}),
        "tests/risk/test_a.py::test_cheapest_of_its_place": (1.0, {"b"}),
        "tests/risk/test_a.py::test_dear_of_the_same_place": (3.0, {"a", "b"}),
        "tests/risk/test_a.py::test_cases[one]": (1.0, {"a", "c"}),
        "tests/risk/test_a.py::test_cases[two]": (1.5, {"a", "c", "d"}),
        "tests/risk/test_a.py::test_of_places_that_quick_ones_run": (0.5, {"a"}),
        "tests/risk/test_a.py::test_a_second_function_for_little": (0.2, {*"mnopqrstuvwx"}),
        "tests/gate/test_b.py::test_the_cheapest_of_its_file": (0.3, {"a"}),
        "tests/gate/test_b.py::test_another_of_its_file": (0.4, {"a"}),
    }
    tests = [running.Test(name, seconds, False) for name, (seconds, _) in seconds_and_places.items()]
    choice = Choice(tests, {name: frozenset(places) for name, (_, places) in seconds_and_places.items()})
    assert (name in choice.kept) == kept
    assert choice.listed()["risk/test_a.py"] == {
        "test_cases": ["two"],
        "test_dear_of_the_same_place": [],
        "test_of_places_that_quick_ones_run": [],
    }


@pytest.mark.parametrize(
    ("output", "says"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "there is no room"),
        ("Retrying: NewConnectionError('Failed to establish a new connection')", "the network does not answer"),
        ("ERROR: No matching distribution found for duckdb<3,>=1.5", "the index of packages has no duckdb<3,>=1.5"),
        ("PermissionError: [Errno 13] Permission denied: '/opt/x'", "/opt/x cannot be written"),
    ],
)
def test_failures_of_pip_are_told_by_their_cause(output: str, says: str) -> None:
    """A missing network, a full disk and a package that is not there each have their sentence."""
    told = commands.sentence(output, "scripts/setup")
    assert told is not None
    assert says in told
    assert commands.sentence("ERROR: something else", "scripts/setup") is None


def test_a_failed_command_names_its_last_line_and_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that fails for an unknown reason ends with what it said last."""
    monkeypatch.setattr(commands, "LOGS", ROOT / ".cache" / "logs")
    with pytest.raises(StepError, match=r"^scripts/setup: it broke \(its output is in \.cache/logs/x\.log\)$"):
        commands.check(["sh", "-c", "echo first; echo it broke >&2; exit 3"], log="x", command="scripts/setup")


def test_a_command_that_is_missing_is_a_sentence() -> None:
    """A program that is not there is no traceback."""
    with pytest.raises(StepError, match=r"^scripts/test: .*no such program.*|^scripts/test: .*No such file"):
        commands.run(["/no/such program"], log="x", command="scripts/test")


def test_steps_show_their_place_and_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step says which of how many it is, its seconds, and the time that the rest takes."""
    monkeypatch.setattr(steps, "TIMES", tmp_path / "steps.json")
    monkeypatch.setattr(steps, "CACHE", tmp_path)
    monkeypatch.setattr(steps, "EVERY", 0.01)
    stream = io.StringIO()
    shown = Steps({"style": 5.0, "tests": 300.0}, stream)
    with shown.step("style"):
        while "left" not in stream.getvalue():
            pass
    with shown.step("tests"):
        shown.reached(0.5)
    lines = stream.getvalue().splitlines()
    assert lines[0] == "[1/2] style .."
    assert re.fullmatch(r"\[1/2\] style: \d+ s, about 5 min left", lines[1])
    assert "[1/2] style: 0 s" in lines
    assert lines[-1] == "[2/2] tests: 0 s"
    assert set(steps.known_times()) == {"style", "tests"}


def test_a_step_that_fails_keeps_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of a step that broke off would mislead the next run."""
    monkeypatch.setattr(steps, "TIMES", tmp_path / "steps.json")
    with pytest.raises(StepError), Steps({"types": 5.0}, io.StringIO()).step("types"):
        raise StepError("no")
    assert steps.known_times() == {}


def test_a_type_checker_that_breaks_down_is_tried_once_more_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A worker that died is no type error: the checker runs again without workers."""
    monkeypatch.setattr(steps, "TIMES", tmp_path / "steps.json")
    codes = {True: 2, False: 0}
    called: list[list[str]] = []

    def run(arguments: list[str], **_: object) -> int:
        called.append(arguments[1:])
        return codes["--num-workers" in arguments]

    monkeypatch.setattr(test, "run", run)
    test.check_types(Steps({test.TYPES: 5.0}, io.StringIO()))
    assert called == [["--num-workers", "2"], []]
    assert "once more" in capsys.readouterr().out
    codes[False] = 1
    monkeypatch.setattr(test, "output_of", lambda _: "error: no")
    with pytest.raises(StepError, match="the types do not fit"):
        test.check_types(Steps({test.TYPES: 5.0}, io.StringIO()))


def test_durations_read_as_a_person_says_them() -> None:
    """Seconds below two minutes, else minutes."""
    assert [duration(seconds) for seconds in (0.4, 59, 119, 240)] == ["0 s", "59 s", "119 s", "4 min"]
