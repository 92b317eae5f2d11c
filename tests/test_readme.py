"""The README is the truth: its commands are run and their output compared."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import ROOT, Run

README = (ROOT / "README.md").read_text()
CONSOLE = [
    command
    for block in re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL)
    for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


def in_a_shell(command: str) -> str:
    """Return the output of a command that needs a shell."""
    line = command.replace("sqlmetrics", f"{sys.executable} -m sqlmetrics", 1)
    environment = os.environ | {
        "COLUMNS": "120",
        "NO_COLOR": "1",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
    }
    return subprocess.run(  # noqa: S602
        line, shell=True, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: block.partition("\n")[0])
def test_a_command_prints_what_the_readme_shows(
    block: str, run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every console command of the README prints the output below it, but for trailing blanks."""
    command, _, expected = block.partition("\n")
    monkeypatch.chdir(ROOT)
    if "&&" in command or "||" in command:
        output = in_a_shell(command)
    else:
        program, *arguments = shlex.split(command)
        ended = run(*arguments, columns=120)
        assert (program, ended.code) == ("sqlmetrics", 0)
        output = ended.out
    assert [line.rstrip() for line in output.splitlines()] == [line.rstrip() for line in expected.rstrip().splitlines()]


def test_the_python_examples_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python session of the README runs as shown."""
    monkeypatch.chdir(ROOT)
    session = "\n".join(re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL))
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0


def test_the_first_commands_exist() -> None:
    """The README starts with the two commands that do all the set-up."""
    first = README.partition("```sh\n")[2].partition("```")[0]
    scripts = re.findall(r"^(scripts/\w+)", first, flags=re.MULTILINE)
    assert scripts == ["scripts/demo", "scripts/test"]
    assert all(os.access(ROOT / script, os.X_OK) for script in scripts)


def test_the_spec_of_the_readme_is_valid(tmp_path: Path) -> None:
    """The partitions that the README shows are accepted as they stand."""
    from sqlmetrics.spec.reading import read_spec
    from sqlmetrics.statement.planning import build_plan

    (tmp_path / "icd.csv").write_text("value,domain\nflu,J\n")
    (tmp_path / "hierarchies").mkdir()
    (tmp_path / "hierarchies" / "salary.csv").write_text("1;low\n")
    (tmp_path / "spec.yml").write_text(README.partition("```yaml\n")[2].partition("```")[0])
    plan = build_plan(read_spec(tmp_path / "spec.yml"))
    assert [target.partition.name if target.partition else None for target in plan.targets] == [
        None,
        None,
        "kinds",
        "chapters",
        "salary:1",
    ]
