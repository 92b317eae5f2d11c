"""The contents of the site for programs that read: each page with its title and first paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from documentation.console import ROOT

PAGE = "llms.txt"

DOCS = ROOT / "docs"

HEAD = """\
# sqlmetrics

> How much a table gives away about the people in it, measured in SQL where the table lies, and how to change it until
> it may leave the house. Metrics, attacks and their sources are in the reference.
"""

PARAGRAPH = re.compile(r"(?<=\n\n)(?![#|!<>:-]|```|\s)(?:.+\n)+")
"""A paragraph of text, which is no heading, list, table, picture or code."""


class _Names(yaml.SafeLoader):
    """A loader of the site's settings that passes over names of Python."""


_Names.add_multi_constructor("tag:yaml.org,2002:python/", lambda loader, suffix, node: None)
_Names.add_constructor("!ENV", lambda loader, node: None)


def contents(generated: Mapping[Path, str]) -> str:
    """Return the contents: the parts of the site with their pages, and what each is about."""
    settings = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader=_Names)  # noqa: S506 - safe
    return HEAD + "".join(_part(title, entry, generated) for part in settings["nav"] for title, entry in _items(part))


def _items(part: Any) -> list[tuple[str, Any]]:
    return list(part.items()) if isinstance(part, dict) else [("Begin", [part])]


def _part(title: str, entry: Any, generated: Mapping[Path, str]) -> str:
    lines = "".join(_line(page, generated) for page in dict.fromkeys(_pages(entry)))
    return f"\n## {title}\n\n{lines}" if lines else ""


def _pages(entry: Any) -> Iterator[str]:
    """Yield the pages of a part, whatever the headings between."""
    if isinstance(entry, str):
        yield entry
    for one in entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ():
        yield from _pages(one)


def _line(page: str, generated: Mapping[Path, str]) -> str:
    """Return a page as a link, with its title and its first sentence."""
    path = DOCS / page
    if path.suffix != ".md" or not (path in generated or path.exists()):
        return ""
    text = generated.get(path) or path.read_text(encoding="utf-8")
    title = re.search(r"^# (.+)$", text, re.MULTILINE)
    found = PARAGRAPH.search(text)
    about = re.split(r"(?<=[.?!])\s", " ".join(found[0].split()))[0] if found else ""
    about = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", about)
    return f"- [{title[1] if title else page}]({page}): {about}\n"
