"""What the tests share: the command line in process, the worked examples, the public data."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from sqlmetrics.cli import main

ROOT = Path(__file__).parent.parent
TABLES = ROOT / "fixtures" / "papers" / "tables"
ADULT = ROOT.parent / "shared" / "data"


class Run(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
    """Run the command line with the arguments, in this process."""

    def call(*arguments: object) -> Run:
        monkeypatch.setattr(sys, "argv", ["sqlmetrics", *(str(argument) for argument in arguments)])
        monkeypatch.setenv("COLUMNS", "160")
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capsys.readouterr()
        return Run(int(stop.value.code or 0), out, err)

    return call


@pytest.fixture
def tables() -> Path:
    """The folder of the papers' example tables."""
    return TABLES


@pytest.fixture
def adult() -> Path:
    """The folder of the Adult data, which lies beside the checkout of those who develop sqlmetrics."""
    if not ADULT.is_dir():
        pytest.skip("the Adult data is not here: put it at ../shared/data, seen from the project's root")
    return ADULT
