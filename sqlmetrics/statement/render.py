"""The macros of `templates/` are rendered to SQL text, as dbt would render them.

The files, the namespace of the package and the dispatch are the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2

from sqlmetrics import deadline
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.compiled import Compiled
from sqlmetrics.statement.dialects import DUCKDB, Dialect


@cache
def macro_folder() -> Path:
    """Return the folder of the macros: inside the installed package, or beside it in a checkout."""
    packaged = Path(str(resources.files("sqlmetrics"))) / "templates"
    folder = packaged if packaged.is_dir() else Path(__file__).parents[2] / "templates"
    return folder / "macros"


@cache
def macro_files() -> dict[str, Path]:
    """Return every macro file by the name of its macro, which is the file's name."""
    found = (Path(folder, name) for folder, _, names in os.walk(macro_folder()) for name in names)
    return {path.stem: path for path in sorted(found, key=str) if path.suffix == ".sql"}


class _Package:
    """The macros: `sqlmetrics.name(..)` and `sqlmetrics[name](..)`, loaded when first used."""

    def __init__(self, environment: jinja2.Environment) -> None:
        self._environment = environment
        self._modules: dict[str, jinja2.environment.TemplateModule] = {}

    def module(self, name: str) -> jinja2.environment.TemplateModule:
        """Return the template of a macro, loaded once."""
        if name not in self._modules:
            self._modules[name] = self._environment.get_template(name).module
        return self._modules[name]

    def __getitem__(self, name: str) -> Callable[..., str]:
        macro: Callable[..., str] = getattr(self.module(name), name)
        return macro

    def __getattr__(self, name: str) -> Callable[..., str]:
        if name.startswith("_") or name not in macro_files():
            raise AttributeError(name)
        setattr(self, name, self[name])  # so that it is looked up once
        return self[name]


class _Adapter:
    """dbt's `adapter.dispatch`: the dialect's own macro, else its parents', else the default."""

    def __init__(self, package: _Package, dialect: Dialect) -> None:
        self._package = package
        self._prefixes = (dialect.name, *dialect.parents, "default")
        self._dispatched: dict[str, Callable[..., str]] = {}

    def dispatch(self, name: str, package: str) -> Callable[..., str]:
        """Return a macro in the dialect; `package` is there as dbt passes it."""
        if name not in self._dispatched:
            module = self._package.module(name)
            macros = (getattr(module, f"{prefix}__{name}", None) for prefix in self._prefixes)
            self._dispatched[name] = next(macro for macro in macros if macro is not None)
        return self._dispatched[name]


def _text(macro: str) -> str:
    if macro not in macro_files():
        raise SpecError(f"there is no macro '{macro}'; its file {macro}.sql belongs in a folder of templates/macros")
    return macro_files()[macro].read_text(encoding="utf-8")


@cache
def _package(dialect: Dialect) -> _Package:
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.do"],
        autoescape=False,  # noqa: S701 - SQL, not HTML
        loader=jinja2.FunctionLoader(_text),
        bytecode_cache=Compiled(),
    )
    package = _Package(environment)
    environment.globals.update(
        {"sqlmetrics": package, "adapter": _Adapter(package, dialect), "return": lambda text: text}
    )
    return package


def render(macro: str, *arguments: Any, dialect: Dialect = DUCKDB) -> str:
    """Return the text of one macro called with the arguments, in the dialect."""
    deadline.check_time()
    return str(_package(dialect)[macro](*arguments))
