"""What the tests share: the command line in process, the worked examples, the public data."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from functools import partialmethod
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engines import DEFAULT, OPENERS, Database
from sqlmetrics.cli.app import main
from sqlmetrics.engine.engine import Engine

ROOT = Path(__file__).parent.parent
TABLES = ROOT / "fixtures" / "papers" / "tables"
ADULT = ROOT.parent / "shared" / "data"


def same(values: list[float | None]) -> Any:
    """Return what a list of scores equals that agrees to 1e-9; undefined ones are None in both."""
    return pytest.approx([math.nan if value is None else value for value in values], rel=1e-9, abs=1e-12, nan_ok=True)


def defined(values: list[Any]) -> list[Any]:
    """Return scores for comparison with `same`."""
    return [math.nan if value is None else value for value in values]


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


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the command line choose the engines that the statement is executed on."""
    parser.addoption("--roll-up", action="store_true", help="score in DuckDB from count tables, never from the relation itself")
    parser.addoption("--engines", default=",".join(DEFAULT), help=f"comma-separated, or all: {', '.join(OPENERS)}")


def pytest_configure(config: pytest.Config) -> None:
    """Let every score of DuckDB in these processes count into a table first, and be asked of that."""
    if config.getoption("--roll-up"):
        staging = pytest.MonkeyPatch()
        staging.setattr(Engine, "__init__", partialmethod(Engine.__init__, staged=True))
        config.add_cleanup(staging.undo)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes an `engine` once on each of those asked for."""
    if "engine" in metafunc.fixturenames:
        asked = metafunc.config.getoption("--engines")
        names = [name for name in OPENERS if name != "duckdb"] if asked == "all" else asked.split(",")
        on_one_worker = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names]
        metafunc.parametrize("engine", on_one_worker, indirect=True, scope="session")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a dialect on one worker, where its statements are rendered and parsed once."""
    for item in items:
        if item.path.name == "test_dialects.py" and isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            item.add_marker(pytest.mark.xdist_group(f"the dialect {item.callspec.params.get('dialect')}"))


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest) -> Iterator[Database]:
    """A running database with the tests' tables in it, one after the other."""
    with OPENERS[request.param]() as opened:
        yield opened
