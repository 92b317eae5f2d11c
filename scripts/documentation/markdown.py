"""Parts of pages in the Markdown of MkDocs, in which no name and no value becomes markup."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable

from documentation.console import ROOT
from sqlmetrics.text import printable

_MARKS = re.compile(r"[&<>`*|\[\]\\$^~]|(?<![^\W_])_|_(?![^\W_])|^[#+:=-]")
"""The marks that Markdown, its extensions or HTML would read."""


def escaped(text: str) -> str:
    """Return a text in which the marks of Markdown and HTML are entities, so that all is shown."""
    return _MARKS.sub(lambda mark: f"&#{ord(mark[0])};", printable(text))


def table(titles: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table of cells that are Markdown already."""
    titles = tuple(titles)
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def block(language: str, text: str) -> str:
    """Return a text as a block of code, whose fence is longer than any in it."""
    longest = max((len(found) for found in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def fold(title: str, text: str) -> str:
    """Return Markdown that is shown when its title is clicked."""
    inner = "\n".join(f"    {line}" if line else "" for line in text.splitlines())
    return f'??? note "{escaped(title)}"\n\n{inner}'


def file(name: str) -> str:
    """Return a file of the project as a table or, where it is none, as a block of code."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if not name.endswith(".csv") or "," not in text:
        return block("yaml" if name.endswith(".yml") else "text", text)
    header, *rows = csv.reader(text.splitlines())
    return table(map(escaped, header), [map(escaped, row) for row in rows])


def names(words: Iterable[str]) -> str:
    """Return words as code, as a list in a sentence."""
    *others, last = [f"`{word}`" for word in words]
    return f"{', '.join(others)} and {last}" if others else last


def joined(parts: Iterable[str]) -> str:
    """Return the parts of a page with an empty line between them; empty parts are left out."""
    return "\n\n".join(filter(None, parts)) + "\n"
