"""What the tests share: the command line in process, the worked examples, the public data."""

from __future__ import annotations

import gc
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partialmethod
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from costly import is_costly
from engines import ABILITIES, DEFAULT, ENGINES, Database
from examples import load_profile
from sqlmetrics.cli.app import main
from sqlmetrics.engine.engine import Engine
from sqlmetrics.spec import metric_folders

ROOT = Path(__file__).parent.parent
TABLES = ROOT / "fixtures" / "papers" / "tables"
ADULT = ROOT.parent / "shared" / "data"


def same(values: list[float | None]) -> Any:
    """Return what a list of scores equals that agrees to 1e-9; undefined ones are None in both."""
    return pytest.approx([math.nan if value is None else value for value in values], rel=1e-9, abs=1e-12, nan_ok=True)


def defined(values: list[Any]) -> list[Any]:
    """Return scores for comparison with `same`."""
    return [math.nan if value is None else value for value in values]


def rounded(scores: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return records without the digits of their values that depend on the order of summing."""
    rows = (score.values() if isinstance(score, dict) else score for score in scores)
    return [tuple(float(f"{field:.10g}") if isinstance(field, float) else field for field in row) for row in rows]


class Run(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def no_own_metrics() -> Iterator[None]:
    """Let a test know no folder of metrics that another one named."""
    yield
    metric_folders._NAMED.clear()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Run]:
    """Run the command line with the arguments, in this process."""

    def call(*arguments: object, columns: int = 160) -> Run:
        monkeypatch.setattr(sys, "argv", ["sqlmetrics", *(str(argument) for argument in arguments)])
        monkeypatch.setenv("COLUMNS", str(columns))
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
    """The folder of the Adult data, beside the checkout of the developers of sqlmetrics."""
    if not ADULT.is_dir():
        pytest.skip("the Adult data is not here: put it at ../shared/data, seen from the project's root")
    return ADULT


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the command line choose the engines that the statement is executed on."""
    parser.addoption(
        "--roll-up", action="store_true", help="score in DuckDB from count tables, never from the relation itself"
    )
    parser.addoption("--costly", action="store_true", help="run the tests of tests/costly.yml, too, as CI does")
    parser.addoption("--engines", default=",".join(DEFAULT), help=f"comma-separated, or all: {', '.join(ENGINES)}")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks and the number of examples; with `--roll-up` DuckDB scores from tables."""
    load_profile(thorough=config.getoption("--engines") == "all")
    config.addinivalue_line("markers", "thorough: run by `--engines all` alone")
    config.addinivalue_line("markers", "sampled(n): one of n cases is run, and all by `--engines all`")
    config.addinivalue_line(
        "markers", f"engines(*words): run only on engines of which each word is true: {', '.join(ABILITIES)}"
    )
    if config.getoption("--roll-up"):
        staging = pytest.MonkeyPatch()
        staging.setattr(Engine, "__init__", partialmethod(Engine.__init__, staged=True))
        config.add_cleanup(staging.undo)


def engines_of(test: pytest.Item, config: pytest.Config) -> list[str]:
    """Return the engines of the command line with all abilities that the test's marks name."""
    words = {word for mark in test.iter_markers("engines") for word in mark.args}
    assert words <= ABILITIES.keys(), words - ABILITIES.keys()
    option = config.getoption("--engines")
    names = [name for name in ENGINES if name != "duckdb"] if option == "all" else option.split(",")
    return [name for name in names if ENGINES[name].fits(words)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with an `engine` once on each engine that it fits, always on the same worker."""
    if "engine" in metafunc.fixturenames:
        names = engines_of(metafunc.definition, metafunc.config)
        on_one_worker = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names]
        metafunc.parametrize("engine", on_one_worker, indirect=True, scope="session")


def parameter(item: pytest.Item, name: str) -> object:
    """Return a parameter of a test's case, None where it has none of the name."""
    case = getattr(item, "callspec", None)
    return None if case is None else case.params.get(name)


def names_files(config: pytest.Config) -> bool:
    """Return whether a run is of files or folders that somebody named, and not of all tests."""
    return {*config.args} != {*config.getini("testpaths")}


def by_default(items: Sequence[pytest.Item], *, costly: bool) -> Iterator[bool]:
    """Yield for each item whether it is run without `--engines all`, as marks and costs say."""
    cases = Counter[str]()
    for item in items:
        test = item.nodeid.partition("[")[0]
        sampled = item.get_closest_marker("sampled")
        chosen = sampled is None or cases[test] % sampled.args[0] == 0
        yield chosen and not item.get_closest_marker("thorough") and (costly or not is_costly(item.nodeid))
        cases[test] += 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that do not run here, and keep a dialect's tests on one worker.

    The worker parses the dialect's statements once. With several workers, tests that stay together
    come first, so that single ones fill the end.
    """
    thorough = config.getoption("--engines") == "all"
    costly = config.getoption("--costly") or names_files(config)
    chosen = [
        (item, quick)
        for item, quick in zip(items, by_default(items, costly=costly), strict=True)
        if (thorough or quick) and (not item.get_closest_marker("engines") or engines_of(item, config))
    ]
    items[:] = [item for item, _ in chosen]
    for item, quick in chosen:
        if not quick or parameter(item, "engine") not in {None, *DEFAULT}:
            item.user_properties.append(("run by", "--engines all"))  # for `scripts/test_times`
        if item.path.name == "test_dialects.py" and isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            item.add_marker(pytest.mark.xdist_group(f"the dialect {item.callspec.params.get('dialect')}"))
    if getattr(config.option, "loadgroup", False):
        items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)


def pytest_collection() -> None:
    """Search for no garbage while tests are collected, which keeps nearly all that it makes."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave the collected tests out of each later search for garbage, a tenth of all time."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest) -> Iterator[Database]:
    """A running database with the tests' tables in it, one after the other."""
    with ENGINES[request.param].open() as opened:
        yield opened


@pytest.fixture(scope="session")
def truth() -> Iterator[Database]:
    """DuckDB, to which other engines are compared; the reference checks its own numbers."""
    with ENGINES["duckdb"].open() as opened:
        yield opened
