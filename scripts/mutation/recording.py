"""A plugin of pytest that notes which code each test runs.

Each block of statements of the package, and each macro that is called, has a number. Code that a
fixture or a cached function ran counts for each test that uses its result. What other processes
run is not noted.
"""

from __future__ import annotations

import ast
import functools
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import jinja2
import jinja2.defaults
import jinja2.loaders
import jinja2.runtime
import pytest

from mutation.changes import branches

PACKAGE = "sqlmetrics"
FOLDER = os.environ.get("MUTANTS_FOLDER", "")
ROOT = Path(os.environ.get("MUTANTS_CHECKOUT", ".")).resolve()
MAIN = threading.get_ident()

WAITING = 4
"""A test takes its processor time, or this part of its time where it waits: others work, too."""

numbers: dict[str, int] = {}
"""The number of each place: `file:line` of the first statement of a block, or `macro:name`."""

seen: set[int] = set()
"""The numbers of what has run since the last test began."""

of_fixtures: dict[int, frozenset[int]] = {}
of_modules: dict[str, frozenset[int]] = {}
names: dict[int, str] = {}


def number(place: str) -> int:
    """Return the number of a place."""
    return numbers.setdefault(place, len(numbers))


@contextmanager
def noted() -> Iterator[list[frozenset[int]]]:
    """Give a list that has the numbers of what ran inside, at the end."""
    before, ran = set(seen), list[frozenset[int]]()
    seen.clear()
    try:
        yield ran
    finally:
        ran.append(frozenset(seen))
        seen.update(before)


class Blocks(ast.NodeTransformer):
    """Begins each block of each function with a call that notes its number."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._inside = 0

    def visit(self, node: ast.AST) -> Any:
        """Put a call before the statements of a function, and before those of each branch in it."""
        function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        self._inside += function
        self.generic_visit(node)
        if self._inside:
            for field in ("body", "orelse", "finalbody"):
                block = getattr(node, field, None)
                if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                    self._begin(block, function)
        self._inside -= function
        return node

    def _begin(self, block: list[ast.stmt], function: bool) -> None:
        first = block[0]
        documented = function and isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        noted = number(f"{self._file}:{first.lineno}")
        call = ast.Expr(ast.Call(ast.Name("__seen__", ast.Load()), [ast.Constant(noted)], []))
        for new in ast.walk(call):
            ast.copy_location(new, first)
        block.insert(1 if documented else 0, call)


class Loader(SourceFileLoader):
    """Loads a module of the package with the calls in it, and keeps no bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the module, compiled anew."""
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path))
        tree = Blocks(str(Path(path).relative_to(ROOT))).visit(tree)
        code: CodeType = compile(tree, path, "exec", dont_inherit=True)
        return code

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, in which `__seen__` notes a number."""
        vars(module)["__seen__"] = seen.add
        super().exec_module(module)
        if hasattr(module, "MOST_TEXTS"):
            module.MOST_TEXTS = 0  # a text that is kept would run nothing in later tests
        for loader in vars(module).values():
            if isinstance(loader, type) and issubclass(loader, jinja2.BaseLoader) and loader.__module__ == self.name:
                note_branches(loader)


class Finder(MetaPathFinder):
    """Finds the modules of the package."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module of the package is, and the loader; None for each other one."""
        if fullname.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            if not Path(spec.loader.path).is_relative_to(ROOT):
                raise ImportError(f"{spec.loader.path} is not in {ROOT}")
            spec.loader = Loader(fullname, spec.loader.path)
        return spec


cached = functools.lru_cache


def noting_cache(maxsize: Any = 128, typed: bool = False) -> Any:
    """Return a cache as `lru_cache` does; in our code a value that is kept also has what it ran."""
    if not callable(maxsize):
        return lambda function: remembered(function, maxsize, typed)
    return remembered(maxsize, 128, typed)


def remembered(function: Callable[..., Any], maxsize: int | None, typed: bool) -> Any:
    """Return a function with a cache; each use of a value notes what has made it."""
    code = getattr(function, "__code__", None)
    if code is None or not code.co_filename.startswith(str(ROOT)):
        return cached(maxsize, typed)(function)

    def make(*arguments: Any, **words: Any) -> tuple[Any, frozenset[int]]:
        if threading.get_ident() != MAIN:
            return function(*arguments, **words), frozenset()
        with noted() as ran:
            made = function(*arguments, **words)
        return made, ran[0]

    kept = cached(maxsize, typed)(make)

    @functools.wraps(function)
    def call(*arguments: Any, **words: Any) -> Any:
        made, ran = kept(*arguments, **words)
        seen.update(ran)
        return made

    for name in ("cache_clear", "cache_info", "cache_parameters"):
        setattr(call, name, getattr(kept, name))
    return call


def with_notes(name: str, text: str) -> str:
    """Return a template whose branches begin with a call that notes their number."""
    content = text.encode()
    for part in sorted(branches(name, content), key=lambda one: -one.start):
        dash = b"-" if part.trimmed else b""
        call = b"{%%%s do seen_here(%d) %s%%}" % (dash, number(part.name), dash)
        content = content[: part.start] + call + content[part.start :]
    return content.decode()


def note_branches(loader: type[jinja2.BaseLoader]) -> None:
    """Let a loader of macros give texts with notes."""
    read = loader.get_source

    def noting_read(loader: Any, environment: Any, name: str) -> Any:
        text, path, current = read(loader, environment, name)
        return with_notes(name, text), path, current

    loader.get_source = noting_read  # type: ignore[method-assign]


def install() -> None:
    """Note what is imported from here on."""
    jinja2.defaults.DEFAULT_NAMESPACE["seen_here"] = seen.add
    note_branches(jinja2.loaders.FunctionLoader)
    sys.meta_path.insert(0, Finder())
    functools.lru_cache = noting_cache  # type: ignore[assignment]
    functools.cache = lambda function: remembered(function, None, False)  # type: ignore[assignment]
    invoke = jinja2.runtime.Macro._invoke

    def noting_invoke(macro: Any, arguments: Any, escapes: Any) -> str:
        seen.add(number(f"macro:{macro.name}"))
        return invoke(macro, arguments, escapes)

    jinja2.runtime.Macro._invoke = noting_invoke  # type: ignore[method-assign]


WORKER = os.environ.get("PYTEST_XDIST_WORKER")

if FOLDER and WORKER is not None:
    for word in ("PYTEST_PLUGINS", "MUTANTS_FOLDER", "MUTANTS_CHECKOUT"):
        os.environ.pop(word, None)  # not for the processes that tests start
    install()

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
        """Note what a file of tests runs while it is imported."""
        with noted() as ran:
            report = yield
        if isinstance(collector, pytest.Module):
            of_modules[collector.nodeid] = ran[0]
        return report  # type: ignore[return-value]

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
        """Keep the names of tests, before those of groups are put behind them."""
        names.update({id(item): item.nodeid for item in items})

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(fixturedef: Any) -> Iterator[None]:
        """Note what a fixture runs."""
        with noted() as ran:
            made = yield
        of_fixtures[id(fixturedef)] = ran[0]
        seen.update(ran[0])
        return made  # type: ignore[return-value]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
        """Note what a test runs, with its fixtures."""
        seen.clear()
        started, worked = time.perf_counter(), sum(os.times()[:4])
        result = yield
        seconds = max(sum(os.times()[:4]) - worked, (time.perf_counter() - started) / WAITING)
        ran = seen | used.pop(id(item), set()) | of_modules.get(item.nodeid.partition("::")[0], frozenset())
        bits = bytearray(len(numbers) // 8 + 1)
        for each in ran:
            bits[each // 8] |= 1 << each % 8
        write(names[id(item)], seconds, bytes(bits))
        return result

    used: dict[int, set[int]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(item: Any) -> None:
        """Keep what the fixtures of a test ran, whichever test made them."""
        defined = getattr(getattr(item, "_request", None), "_fixture_defs", {})
        used[id(item)] = set().union(*(of_fixtures.get(id(one), frozenset()) for one in defined.values()))

    written = 0

    def write(name: str, seconds: float, bits: bytes) -> None:
        """Add a test to the file of this worker, with the places that are new."""
        global written
        with (Path(FOLDER) / f"seen-{WORKER}.pickle").open("ab") as file:
            pickle.dump((list(numbers)[written:], name, seconds, bits), file)
        written = len(numbers)
