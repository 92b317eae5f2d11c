"""The recipes for developers, played as their page has them: each change made, each command run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from conftest import ROOT

PAGE = ROOT / "docs" / "develop" / "add.md"

BLOCK = re.compile(
    r'^```(?P<kind>[\w-]+)(?: title="(?:new file:|change of) (?P<file>[^"]+)")?\n(?P<body>.*?)^```$',
    re.DOTALL | re.MULTILINE,
)
"""A block of the page: a change of a file, a new file, or commands with what they print."""

WRAPPERS = {"sqlmetrics": "-m sqlmetrics", "python": ""}
"""The programs that commands of the page call, by what Python is to run for them."""


RECIPES = ("A metric", "A dialect", "An attack", "A command", "A word of a spec", "A kind of result")
"""The headings of the recipes."""


class Step(NamedTuple):
    """A block of a recipe."""

    kind: str
    file: str | None
    body: str


def steps(recipe: str) -> Iterator[Step]:
    """Return the blocks of a recipe, by its heading."""
    section = PAGE.read_text(encoding="utf-8").partition(f"\n## {recipe}\n")[2].partition("\n## ")[0]
    for block in BLOCK.finditer(section):
        yield Step(block["kind"], block["file"], block["body"])


def changed(text: str, change: str) -> str:
    """Return a text with a change: lines that begin with `+` come, those with `-` go."""
    lines = change.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if not line.startswith("+"))
    after = "".join(line[1:] for line in lines if not line.startswith("-"))
    assert text.count(before) == 1, f"{text.count(before)} places for the change:\n{change}"
    return text.replace(before, after)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project that a recipe changes, with the programs that it calls."""
    folder = tmp_path / "project"
    unwanted = shutil.ignore_patterns(".*", "*.egg-info", "dist", "target")  # compiled modules save time
    for part in ("sqlmetrics", "templates", "scripts", "tests", "fixtures", "docs"):
        shutil.copytree(ROOT / part, folder / part, ignore=unwanted)
    shutil.copy(ROOT / "pyproject.toml", folder)
    (tmp_path / "bin").mkdir()
    for name, words in WRAPPERS.items():
        program = tmp_path / "bin" / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        program.chmod(0o755)
    return folder


def run(folder: Path, command: str) -> tuple[int, str]:
    """Return the exit code and the texts of a command, run in the copy.

    They go to a file: a pipe would be waited for as long as a server lives that a command started.
    """
    paths = {
        "PATH": f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'scripts'}",
        "PYTEST_ADDOPTS": "-p no:cacheprovider",
    }
    with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
        ended = subprocess.run(
            ["sh", "-c", command],
            cwd=folder,
            env=os.environ | paths | {"NO_COLOR": "1", "COLUMNS": "120"},
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            timeout=300,
        )
        printed.seek(0)
        return ended.returncode, printed.read()


def check_commands(folder: Path, body: str) -> None:
    """Assert that commands print the lines below them, and end with the exit code that is shown."""
    for entry in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, shown = entry.partition("\n")
        code, printed = run(folder, command)
        lines = [" ".join(line.split()) for line in shown.splitlines()]
        expected = 0
        if lines and (ending := re.fullmatch(r"exit code (\d+)", lines[-1])):
            expected = int(ending[1])
            lines.pop()
        missing = [line for line in lines if line not in " ".join(printed.split())]
        assert (code, missing) == (expected, []), f"{command}\n{printed}"


@pytest.mark.thorough
@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_is_followed_to_its_end(project: Path, recipe: str) -> None:
    """Each step of a recipe fails as its page shows, until all is there and its checks pass."""
    for step in steps(recipe):
        if step.kind == "shell-session":
            check_commands(project, step.body)
        elif step.kind == "diff":
            assert step.file
            path = project / step.file
            path.write_text(changed(path.read_text(encoding="utf-8"), step.body), encoding="utf-8")
        else:
            assert step.file
            (project / step.file).write_text(step.body, encoding="utf-8")
    assert step.kind == "shell-session", "a recipe ends with its checks"
    assert not step.body.rstrip().splitlines()[-1].startswith("exit code")
