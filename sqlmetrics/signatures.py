"""Signatures and docstrings of calls: each word by its name, each parameter with its own lines."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections import ChainMap
from collections.abc import Callable, Sequence
from functools import cache
from inspect import Parameter
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)

Blocks = dict[str, dict[str, str]]
"""What a docstring describes: the lines about each name, by the heading of their block."""

HEADING = re.compile(r"^(\w+)\n-+\n", re.MULTILINE)
"""The heading of a block of a docstring."""

ENTRY = re.compile(r"^(\w.*)\n((?:(?: {4}.*)?\n)+)", re.MULTILINE)
"""A name, or several, with the lines that describe it."""

WIDTH = 92
"""The columns of what the docstring of a method says of its result."""

WORDS = "\n\nWords: "
"""What stands before the words that `**words` stands for, the last of a docstring."""

TOLD = "any word of a spec, and of this call, by its name; `help(sqlmetrics.{})` describes each."
"""What a docstring says of its words, which are described once, where the mapping is."""


def door(kind: Class) -> Class:
    """Complete the methods of a class: what they do not describe is as the class describes it."""
    for name, method in vars(kind).items():
        if inspect.isfunction(method) and words_of(method) is not None:
            documented(*([] if name == "__init__" else [kind]))(method)
    return kind


def documented(*others: object) -> Callable[[Function], Function]:
    """Return a decorator for functions whose `**words` a TypedDict lists.

    The words stand in the signature, where consoles look for them; the docstring names the mapping
    that describes them. It has the parameters and errors that only `others` describe, too. The
    function itself stays as it is.
    """

    def complete(function: Function) -> Function:
        signature = inspect.signature(function)
        own = {name: one for name, one in signature.parameters.items() if one.kind is not Parameter.VAR_KEYWORD}
        words = words_of(function)
        more = [one for one in _parameters(words) if one.name not in own] if words else []
        _complete(function, signature.replace(parameters=[*own.values(), *more]), [function, *others], words)
        return function

    return complete


def twin(function: Function, opening: Callable[..., Any], method: Callable[..., Any], name: str) -> Function:
    """Return a function with the name, the signature and the docstring of a method behind a door.

    It takes what opens the door, and by name what the method takes besides.
    """
    before, after = inspect.signature(opening).parameters, inspect.signature(method)
    named = [one for one in before.values() if one.kind is Parameter.KEYWORD_ONLY]
    first = [one for one in before.values() if one.kind is not Parameter.KEYWORD_ONLY]
    own = [one for one in after.parameters.values() if one.name not in {"self", *before}]
    parameters = [*first, *(one.replace(kind=Parameter.KEYWORD_ONLY) for one in own), *named]
    call = f"{opening.__name__}({', '.join(one.name for one in first)}, ..).{method.__name__}(..)"
    _complete(function, after.replace(parameters=parameters), [method, opening], words_of(method), f"This is `{call}`.")
    made: Any = function
    made.__name__, made.__qualname__, made.__wrapped__ = name, name, method
    return function


def words_of(function: Any) -> type | None:
    """Return the TypedDict of the `**words` of a function, if it takes any."""
    found = re.fullmatch(r"Unpack\[(\w+)\]", function.__annotations__.get("words", ""))
    return function.__globals__[found[1]] if found else None


def parsed(docstring: object) -> tuple[str, Blocks]:
    """Return the text of the docstring of a function or a class, and what its blocks describe."""
    text, *rest = HEADING.split(f"{inspect.getdoc(docstring) or ''}\n")
    blocks = {
        heading: {name: lines.rstrip() for names, lines in ENTRY.findall(block) for name in names.split(", ")}
        for heading, block in zip(rest[::2], rest[1::2], strict=True)
    }
    return text.strip(), blocks


def _complete(
    function: Any, signature: inspect.Signature, sources: Sequence[object], words: type | None, *more: str
) -> None:
    """Give a function its signature, and its docstring from the docstrings of `sources`.

    Text and result come from the first source, or else from the class that it returns. Each
    parameter and error comes from the first source that describes it.
    """
    text = parsed(sources[0])[0]
    found = [parsed(source)[1] for source in sources]
    parameters, errors = (ChainMap(*(one.get(heading, {}) for one in found)) for heading in ("Parameters", "Raises"))
    names = [*signature.parameters, *(["words"] if words else [])]
    named = {name: parameters[name] for name in names if name in parameters}
    parts = [text, *more]
    for heading, block in {
        "Parameters": named,
        "Returns": found[0].get("Returns") or _result(function),
        "Raises": errors,
    }.items():
        if block:
            lines = "\n".join(f"{name}\n{said}" for name, said in block.items())
            parts.append(f"{heading}\n{'-' * len(heading)}\n{lines}")
    function.__signature__ = signature
    function.__doc__ = "\n\n".join(parts) + (WORDS + TOLD.format(words.__name__) if words else "")


def _result(function: Any) -> dict[str, str]:
    """Return what the docstring of the class that a function returns says of it."""
    name = function.__annotations__["return"]
    kind = function.__globals__.get(name)
    if kind is None:
        return {}
    paragraphs = (textwrap.fill(paragraph, WIDTH) for paragraph in parsed(kind)[0].split("\n\n"))
    return {name: textwrap.indent("\n\n".join(paragraphs), " " * 4)}


@cache
def _parameters(words: type) -> list[Parameter]:
    """Return the words of a TypedDict as parameters."""
    return [_parameter(word, annotation) for word, annotation in words.__annotations__.items()]


def _parameter(word: str, annotation: Any) -> Parameter:
    """Return a word as a parameter, which is None by default unless it is required."""
    text = str(getattr(annotation, "__forward_arg__", annotation))
    required = text.startswith("Required[")
    if required:
        text = text.removeprefix("Required[").removesuffix("]")
    elif "None" not in text and text != "Any":
        text += " | None"
    return Parameter(word, Parameter.KEYWORD_ONLY, default=Parameter.empty if required else None, annotation=text)
