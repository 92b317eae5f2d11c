"""What type checkers and editors see of the package: its names, and most functions in full."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Mapping
from inspect import Parameter
from pathlib import Path
from typing import Any

import sqlmetrics
from documentation.console import ROOT
from sqlmetrics.signatures import WORDS, words_of

STUB = ROOT / "sqlmetrics" / "__init__.pyi"

HEAD = '"""The public names, and the functions of all measures in full; made by `scripts/docs write`."""\n'

DOORS = ("sqlmetrics.table", "sqlmetrics.releases", "sqlmetrics.functions")
"""The modules whose functions are shown in full, as their docstrings are completed."""

WIDTH = 120
"""The columns of a line of code."""


def pages() -> Mapping[Path, str]:
    """Return the text of the stub by its path."""
    public: dict[str, Any] = {name: getattr(sqlmetrics, name) for name in sqlmetrics.__all__ if name != "__version__"}
    calls = {name: one for name, one in public.items() if one.__module__ in DOORS and inspect.isfunction(one)}
    signatures = {name: signature(name, one) for name, one in calls.items()}
    named = set(re.findall(r"\w+", " ".join(signatures.values())))
    homes = {name: one.__module__ for name, one in public.items() if name not in calls}
    for module in DOORS:
        homes |= {name: home for name, home in names_in(module).items() if name in named - calls.keys()}
    texts = [f"{signatures[name]}\n{docstring(one)}" for name, one in calls.items()]
    listed = "".join(f'    "{name}",\n' for name in sorted(sqlmetrics.__all__))
    parts = [HEAD, imports(homes), f"__all__ = [\n{listed}]\n", "__version__: str\n", *texts]
    return {STUB: "\n".join(parts)}


def names_in(module: str) -> dict[str, str]:
    """Return the names that a module imports, its classes and its types, with their homes."""
    homes: dict[str, str] = {}
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.ImportFrom):
            homes |= {alias.name: str(node.module) for alias in node.names if alias.asname is None}
        elif isinstance(node, ast.ClassDef):
            homes[node.name] = module
        elif isinstance(node, ast.Assign):
            homes[ast.unparse(node.targets[0])] = module
    return homes


def imports(homes: Mapping[str, str]) -> str:
    """Return the imports of names, those of Python first."""
    text = ""
    for ours in (False, True):
        for home in sorted({home for home in homes.values() if home.startswith("sqlmetrics.") == ours}):
            names = sorted(
                (name for name in homes if homes[name] == home), key=lambda name: (not name[0].isupper(), name)
            )
            line = f"from {home} import {', '.join(names)}\n"
            lines = "".join(f"    {name},\n" for name in names)
            text += line if len(line) <= WIDTH else f"from {home} import (\n{lines})\n"
        text += "" if ours else "\n"
    return text


def signature(name: str, function: Any) -> str:
    """Return the head of a function, with a line for each parameter besides words."""
    words = words_of(inspect.unwrap(function))
    signature = inspect.signature(function)
    lines = []
    for one in signature.parameters.values():
        if words is not None and one.name in words.__annotations__:
            continue
        if one.kind is Parameter.KEYWORD_ONLY and "*" not in lines:
            lines.append("*")
        default = "" if one.default is Parameter.empty else f" = {one.default!r}".replace("'", '"')
        lines.append(f"{one.name}: {one.annotation}{default}")
    if words is not None:
        lines.append(f"**words: Unpack[{words.__name__}]")
    written = "".join(f"    {line},\n" for line in lines)
    return f"def {name}(\n{written}) -> {signature.return_annotation}:"


def docstring(function: Any) -> str:
    """Return the docstring of a function without the words, which have one of their own."""
    text = str(function.__doc__).partition(WORDS)[0]
    return textwrap.indent(f'"""{text}\n"""\n', "    ", lambda line: bool(line.strip()))
