"""The expressions of a user's own metrics: arithmetic over the facts of classes, and nothing else.

Their macros are rendered in a sandbox, which runs no code, and what they render is checked word by
word: a statement has no other query, function or name by them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sqlmetrics.errors import SpecError
from sqlmetrics.text import did_you_mean

SHIMS = ("as_double", "ln", "log2")
"""The macros of dialects that an own metric may call."""

FUNCTIONS = {"abs", "and", "between", "case", "coalesce", "else", "end", "exp", "is", "not", "null", "nullif", "or"}
FUNCTIONS |= {"sqrt", "then", "when"}
"""The words that every dialect has alike."""

SIZES = {"total", "classes", "cells", "least_size", "largest_size", "class_size", "class_values", "target_values"}
"""The facts that are at least 1 where there are records."""

ENTROPIES = {"joint_entropy", "conditional_entropy", "target_entropy", "mutual_information", "key_entropy"}
LEAST = {"least_values", "largest_share", "least_weighted_entropy", "least_class_entropy"}

FACTS = {
    "table": frozenset(SIZES - {"class_size", "class_values"} | ENTROPIES | LEAST),
    "class": frozenset(
        {"class_size", "class_values", "class_entropy", "weighted_entropy", "target_entropy", "total", "classes"}
    ),
}
"""The facts of each level: columns of numbers in a statement."""

MARK = re.compile(r"\s+|[A-Za-z_]\w*|\d+(?:\.\d+)?|<>|<=|>=|[-+*/()<>=,]")
"""A pattern of a word, a number, a mark or blanks of an expression."""


class OwnMacro(NamedTuple):
    """The file of an own metric, the name that its macro has, too, and the macro's first line."""

    path: Path
    name: str
    text: str

    def at(self, line: int) -> str:
        """Return a line of the file, as messages begin."""
        return f"{self.path}:{line}"

    def line_of(self, text: str) -> int:
        """Return the line of a word or of a line's end, behind the header; else the macro's."""
        lines = self.text.splitlines()
        start = next((number for number, line in enumerate(lines, 1) if "-#}" in line), 0)
        pattern = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)" if text.isidentifier() else re.escape(text))
        behind = (number for number, line in enumerate(lines, 1) if number > start and pattern.search(line))
        return next(behind, start + 1)


def sandboxed(shims: dict[str, Callable[..., str]], macro: OwnMacro) -> Any:
    """Return the template of an own macro, which calls nothing but shims. Raises SpecError."""
    environment = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
    environment.globals.clear()
    environment.globals["sqlmetrics"] = SimpleNamespace(**shims)
    try:
        module: Any = environment.from_string(macro.text).module
    except TemplateSyntaxError as error:
        raise SpecError(f"{macro.at(error.lineno)}: {error.message}") from None
    except TemplateError as error:
        raise SpecError(f"{macro.at(macro.line_of(macro.name))}: {error.message}") from None
    if not callable(getattr(module, macro.name, None)):
        line = macro.line_of("macro")
        raise SpecError(
            f"{macro.at(line)}: the macro of the file's name is missing; write {{% macro {macro.name}(..) %}}"
        )
    return module


def check_own_expression(macro: OwnMacro, level: str, carried: frozenset[str]) -> None:
    """Raise SpecError, with the line, for an expression that is more than arithmetic over facts."""
    module = sandboxed({shim: lambda text: f"({text})" for shim in SHIMS}, macro)
    try:
        text = str(getattr(module, macro.name)(level))
    except TemplateError as error:
        raise SpecError(f"{macro.at(macro.line_of(macro.name))}: {error.message}") from None
    except (TypeError, ValueError, ZeroDivisionError, OverflowError) as error:
        raise SpecError(f"{macro.at(macro.line_of(macro.name))}: {error}") from None
    facts, place, depth, slash = FACTS[level] | carried, 0, 0, ""
    while place < len(text):
        rest = text[place:].partition("\n")[0].rstrip()
        found = MARK.match(text, place)
        word = found[0] if found else text[place]
        depth += (word == "(") - (word == ")")
        if found is None or rest.startswith(("--", "/*")) or depth < 0:
            raise SpecError(f"{macro.at(macro.line_of(rest))}: {word!r} is no part of an expression over facts")
        if word[0].isalpha() and word not in facts | FUNCTIONS:
            known = did_you_mean(word, sorted(facts)) or f"there are: {', '.join(sorted(facts))}"
            raise SpecError(f"{macro.at(macro.line_of(word))}: '{word}' is no fact of a {level}; {known}")
        if slash and not (word in SIZES | {"nullif"} or word.isspace() or word[0].isdigit()):
            raise SpecError(f"{macro.at(macro.line_of(slash))}: divide by nullif(.., 0), or by a number of people")
        place, slash = place + len(word), rest if word == "/" else slash if word.isspace() else ""
    if not text.strip() or depth:
        raise SpecError(f"{macro.at(macro.line_of(macro.name))}: the macro gives no whole expression at level {level}")
