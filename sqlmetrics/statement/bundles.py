"""Macros that the wheel brings compiled, as the Python that jinja makes of them.

These are the macros that an everyday statement reads, the scores of a table by default. A folder of
them is one module, with a function for each text. It is used with the version of jinja that made
it, and with that very text. Python keeps its bytecode as it does for all modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import jinja2

FOLDERS = ("dialects",)
"""The folders of macros that are compiled; others save less than they weigh."""

EVERYDAY = Path(__file__).with_name("everyday.txt")
"""The names of these macros, as a test has found them."""

DIGITS = 16
"""The digits of a hash that tell texts apart."""

Made = Callable[[jinja2.Environment], dict[str, Any]]
"""Makes what a template is made of."""


def bundle_name(folder: str) -> str:
    """Return the name of the module of a folder of macros, below the folder of all modules."""
    return f"{jinja2.__version__}/{folder.replace('/', '_')}.py"


def bundle_text(environment: jinja2.Environment, texts: Iterable[tuple[str, str]]) -> str:
    """Return the module of macros, from their names and texts."""
    functions, imports = [], set()
    for name, text in texts:
        first, *lines = environment.compile(text, name, raw=True).splitlines()
        imports.add(first)
        body = "\n".join(f" {line}" for line in lines if line and not line.startswith("debug_info = "))
        functions.append(f"def {function_name(text)}(environment):\n{body}\n debug_info = ''\n return locals()\n")
    return "\n".join([*sorted(imports), *functions])


def everyday_macros() -> frozenset[str]:
    """Return the names of the macros that an everyday statement reads."""
    return frozenset(EVERYDAY.read_text(encoding="utf-8").split())


def bundled(folder: Path, place: str) -> Mapping[str, Made]:
    """Return what makes the macros of a folder, by `function_name`, where it brought some."""
    return _functions(folder / bundle_name(place)) if place in FOLDERS else {}


def function_name(text: str) -> str:
    """Return the name of the function of a text, by its hash: all texts of a wheel are ours."""
    return f"macro_{sha256(text.encode()).hexdigest()[:DIGITS]}"


@cache
def _functions(path: Path) -> Mapping[str, Made]:
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        return {}
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return vars(module)
