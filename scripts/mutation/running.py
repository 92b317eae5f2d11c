"""A change is made in a process of its own, where tests that can see it run until one fails."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

import pytest

from mutation.changes import Change, street

SERVERS = ("postgres", "clickhouse", "datafusion", "mysql", "spark", "googlesql")
"""The engines that take long to start; tests on them are run after the others."""

QUICKEST = 6
"""The most tests of one file among the first."""

FILES = 12
"""The most files of tests among the first."""

HANGS = 60.0
"""The seconds that a test may take beyond ten times its own, before it is said to hang."""

AHEAD = ("duckdb", "jinja2", "numpy", "pandas", "pydantic", "sqlalchemy", "typer", "werkzeug", "yaml")
"""The packages that are imported once, before the processes of changes begin."""


class Test(NamedTuple):
    """A test of the recording: its name, its seconds, and whether it needs a server."""

    name: str
    seconds: float
    served: bool

    @property
    def file(self) -> str:
        """The file of the test."""
        return self.name.partition("::")[0]

    @property
    def function(self) -> str:
        """The test without its case."""
        return self.name.partition("[")[0]


class Outcome(NamedTuple):
    """What became of a change: `caught`, `hangs`, `survived` or `unseen`, and by which test."""

    verdict: str
    test: str | None
    tried: int
    able: int
    seconds: float


def records(path: Path) -> Iterator[tuple[list[str], str, float, bytes]]:
    """Give the tests of a worker: new places, name, seconds, and a bit for each place that it runs.

    The last one may be cut off, where the recording was stopped.
    """
    with path.open("rb") as file, contextlib.suppress(EOFError, pickle.UnpicklingError):
        while True:
            yield pickle.load(file)  # noqa: S301 - our own recording


class Recording:
    """Which tests run which blocks and macros."""

    def __init__(self, folder: Path, but: Callable[[str], bool] | None = None) -> None:
        """Read a folder, but for the tests that a condition names."""
        self._seen: dict[str, set[str]] = defaultdict(set)
        self.tests: dict[str, Test] = {}
        for path in sorted(folder.glob("seen-*.pickle")):
            places: list[str] = []
            for new, name, seconds, bits in records(path):
                places += new
                if but is not None and but(name):
                    continue
                served = any(f"[{engine}" in name or f"-{engine}" in name for engine in SERVERS)
                self.tests[name] = Test(name, seconds, served)
                for number, place in enumerate(places[: len(bits) * 8]):
                    if bits[number // 8] >> number % 8 & 1:
                        self._seen[place].add(name)

    def places(self) -> dict[str, frozenset[str]]:
        """Return the places that each test runs."""
        found: dict[str, set[str]] = {name: set() for name in self.tests}
        for place, names in self._seen.items():
            for name in names:
                found[name].add(place)
        return {name: frozenset(places) for name, places in found.items()}

    def seeing(self, places: Sequence[str]) -> list[Test]:
        """Return the tests that run one of the places, but those that were left out."""
        names = set().union(*(self._seen.get(place, set()) for place in places))
        return [self.tests[name] for name in names if name in self.tests]


def batches(tests: Sequence[Test], change: Change, budget: float) -> Iterator[list[Test]]:
    """Give tests by turns: a few quick ones of few files, a case of each other test, and then more.

    The files of the change's own street come first, then those that take least time. Tests are left
    out that would take more than the budget, slow ones first.
    """
    files: dict[tuple[bool, str], list[Test]] = defaultdict(list)
    for test in tests:
        files[test.served, test.file].append(test)
    own = f"tests/{street(change.file)}/"
    ranks = {
        key: (key[0], not key[1].startswith(own), sum(test.seconds for test in some)) for key, some in files.items()
    }
    order = sorted(files, key=lambda key: ranks[key])
    quick = [key for key in order if not key[0]][:FILES]
    first = [test for key in quick for test in sorted(files[key], key=lambda one: one.seconds)[:QUICKEST]]
    turns: dict[int, list[Test]] = defaultdict(list)
    for key in order:
        cases: dict[str, int] = defaultdict(int)
        for test in sorted(set(files[key]) - set(first), key=lambda one: one.seconds):
            turns[cases[test.function].bit_length()].append(test)
            cases[test.function] += 1
    spent = 0.0
    for batch in (first, *(turns[turn] for turn in sorted(turns))):
        kept = []
        for test in sorted(batch, key=lambda one: one.seconds):
            if spent + test.seconds <= budget:
                spent += test.seconds
                kept.append(test)
        chosen = set(kept)
        if kept:
            yield [test for test in batch if test in chosen]


class Loader(SourceFileLoader):
    """Loads a changed module."""

    def __init__(self, fullname: str, path: str, content: bytes) -> None:
        super().__init__(fullname, path)
        self._content = content

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the changed text, which is kept nowhere."""
        code: CodeType = compile(self._content, self.path, "exec", dont_inherit=True)
        return code


class Finder(MetaPathFinder):
    """Finds the module that is changed."""

    def __init__(self, path: Path, content: bytes) -> None:
        self._path = path
        self._content = content

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the changed module, where it is the one that is asked for."""
        if not fullname.startswith("sqlmetrics"):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None and Path(spec.origin) == self._path:
            spec.loader = Loader(fullname, spec.origin, self._content)
        return spec


def make(root: Path, change: Change) -> None:
    """Make a change in this process: whoever reads or imports the file sees the changed text."""
    path = root / change.file
    content = change.made(path.read_bytes())
    if change.half == "Python":
        sys.meta_path.insert(0, Finder(path, content))
        return
    read = Path.read_text

    def read_text(self: Path, *arguments: str, **words: str) -> str:
        return content.decode() if self == path else read(self, *arguments, **words)  # type: ignore[arg-type]

    Path.read_text = read_text  # type: ignore[assignment, method-assign]


class Watched:
    """A plugin of pytest that runs some tests in their order, and writes what becomes of each."""

    def __init__(self, tests: Sequence[Test], pipe: int) -> None:
        self._order = {test.name: number for number, test in enumerate(tests)}
        self._pipe = pipe
        self._failed = False

    def _write(self, *words: object) -> None:
        os.write(self._pipe, json.dumps(words).encode() + b"\n")

    def pytest_configure(self) -> None:
        """Let properties fail with the first example that does, not with the smallest."""
        from hypothesis import Phase, settings

        settings.register_profile("mutants", settings.default, phases=[Phase.explicit, Phase.generate])
        settings.load_profile("mutants")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep the tests that were chosen, in their order."""
        kept = sorted((item for item in items if item.nodeid in self._order), key=lambda one: self._order[one.nodeid])
        items[:] = kept

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Say that a test begins."""
        self._write("starts", nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Say that a test has failed."""
        if report.failed:
            self._write("failed", report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Say that a file of tests cannot be imported."""
        if report.failed:
            self._write("failed", report.nodeid or "conftest")


def keep_devices(event: str, arguments: tuple[object, ...]) -> None:
    """Raise PermissionError where a changed program would replace a device, as root may."""
    if event in {"os.rename", "os.remove"}:
        for path in map(str, arguments):
            if path.startswith("/dev/") and not path.startswith("/dev/shm/"):  # noqa: S108 - tests' files are there
                raise PermissionError(f"a change may not touch {path}")


def import_ahead() -> None:
    """Import what takes long, and is not changed."""
    for package in AHEAD:
        import_module(package)


def run_child(root: Path, tests: Sequence[Test], change: Change | None, pipe: int, log: Path, first: bool) -> None:
    """Run tests with a change in this process, until one fails, and end the process."""
    code = 70
    try:
        os.setsid()
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(output, stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.chdir(root)
        sys.path[:0] = [str(root)]
        sys.addaudithook(keep_devices)
        if change is not None:
            make(root, change)
        files = list(dict.fromkeys(test.file for test in tests))
        words = ["-q", "-p", "no:cacheprovider", "--tb=short", "-o", "faulthandler_timeout=0"]
        code = int(pytest.main([*words, *(["-x"] if first else []), *files], [Watched(tests, pipe)]))
        if code not in (0, 1):
            os.write(pipe, json.dumps(["failed", f"pytest ends with {code}"]).encode() + b"\n")
    except BaseException as error:
        os.write(pipe, json.dumps(["failed", f"{type(error).__name__}"]).encode() + b"\n")
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()
        os._exit(code)


def run_tests(
    root: Path, tests: Sequence[Test], change: Change | None, log: Path, first: bool = True
) -> tuple[str, list[str]]:
    """Return `failed` and the tests that did, `hangs` and the test, or `passed`."""
    taken = {test.name: test.seconds for test in tests}
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        run_child(root, tests, change, writer, log, first)
    os.close(writer)
    current, deadline = "the files of tests", time.monotonic() + 2 * HANGS
    failed: list[str] = []
    rest = b""
    os.set_blocking(reader, False)
    while True:
        ended = os.waitpid(child, os.WNOHANG)[0] == child
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(reader, 65536):
                rest += chunk
        *lines, rest = rest.split(b"\n")
        for line in lines:
            word, name = json.loads(line)
            if word == "starts":
                current, deadline = name, time.monotonic() + HANGS + 10 * taken.get(name, 0)
            elif name not in failed:
                failed.append(name)
        if ended:
            os.close(reader)
            return ("failed" if failed else "passed"), failed
        if time.monotonic() > deadline:
            end(child)
            os.close(reader)
            return "hangs", [current]
        time.sleep(0.05)


def end(child: int) -> None:
    """End a process and its own: as Ctrl-C does, so that servers are stopped, then at once."""
    for sent, seconds in ((signal.SIGINT, 10.0), (signal.SIGKILL, 60.0)):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, sent)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if os.waitpid(child, os.WNOHANG)[0] == child:
                return
            time.sleep(0.05)


def outcome(root: Path, change: Change, tests: Sequence[Test], budget: float, log: Path) -> Outcome:
    """Return what becomes of a change."""
    started = time.monotonic()
    tried = 0
    for batch in batches(tests, change, budget):
        how, names = run_tests(root, batch, change, log)
        tried += len(batch)
        if how != "passed":
            verdict = "hangs" if how == "hangs" else "caught"
            return Outcome(verdict, names[0], tried, len(tests), time.monotonic() - started)
    return Outcome("survived" if tests else "unseen", None, tried, len(tests), time.monotonic() - started)
