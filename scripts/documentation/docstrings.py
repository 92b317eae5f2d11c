"""Docstrings on the site: names of the interface are links."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import griffe

from sqlmetrics import signatures

MEMBER = re.compile(r"(?<![\w.`])(Table|Releases)\.([a-z]\w*)\b")
"""A method of a public class in a sentence."""

NAME = re.compile(r"`(sqlmetrics(?:\.\w+)+)`")
"""A name by its full path, in code."""

TOGETHER = re.compile(r"^(\w+(?:, \w+)+)\n((?: {4}.*\n?)+)", re.MULTILINE)
"""Parameters that are described together; they would all have the type of the first."""


class Docstrings(griffe.Extension):
    """Links the names in docstrings, and describes each parameter by itself."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object before it is parsed."""
        if obj.docstring is None:
            return
        text = completed(obj) or obj.docstring.value
        text = TOGETHER.sub(
            lambda found: "".join(f"{name}\n{found[2].rstrip()}\n" for name in found[1].split(", ")), text
        )
        text = MEMBER.sub(r"[\1.\2][sqlmetrics.\1.\2]", text)
        obj.docstring.value = NAME.sub(r'<autoref optional identifier="\1"><code>\1</code></autoref>', text)


def completed(obj: griffe.Object) -> str | None:
    """Return the docstring that a call with words has when it is imported, but for its words."""
    if not isinstance(obj, griffe.Function) or "words" not in obj.parameters:
        return None
    found: Any = import_module(obj.module.path)
    for name in obj.path.removeprefix(f"{obj.module.path}.").split("."):
        found = getattr(found, name)
    return str(found.__doc__).partition(signatures.WORDS)[0] if signatures.words_of(found) else None
