"""The terms of the glossary and the names of metrics, each linked where a page first uses it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from documentation.console import ROOT
from documentation.metric_pages import FOLDER
from sqlmetrics.statement.catalogue import every_metric

GLOSSARY = "glossary.md"
"""The page of the terms, below docs/: a heading for each, and its other names after `Also:`."""

EVERYDAY = frozenset({"candidates", "job", "k", "key", "point", "role"})
"""Names that pages use in an everyday sense as well, which are not linked."""

APART = re.compile(
    r"^ *```.*?^ *```$"  # code
    r"|^:::.*?(?=^\S|\Z)"  # docstrings
    r"|^ *\$\$.*?\$\$|``.+?``|`[^`\n]+`|\$[^$\n]+\$"  # code and formulas in a sentence
    r"|^#+ .*?$|^ *\|[^\n]*\|\n *\|[ :|-]+\|$"  # headings of parts and of tables
    r"|!?\[[^\]]*\]\([^)]*\)|<[^>\n]+>",  # links, pictures and HTML
    re.DOTALL | re.MULTILINE,
)
"""The parts of a page in which no term is linked."""


@cache
def terms() -> Mapping[str, str]:
    """Return the anchor of each term in the glossary by its names in small letters."""
    found: dict[str, str] = {}
    for entry in re.split(r"^## ", (ROOT / "docs" / GLOSSARY).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, text = entry.partition("\n")
        also = re.search(r"^\*Also: (.+?)\.\*", text, flags=re.MULTILINE)
        names = [*heading.split(" and "), *(also[1].split(", ") if also else [])]
        anchor = re.sub(r"[^\w-]+", "-", heading.lower())
        found |= {name.lower(): anchor for name in names if name.lower() not in EVERYDAY}
    return found


def linked(markdown: str, path: str, anchors: Mapping[str, str]) -> str:
    """Return a page with a link where it first uses a term, and where it first names a metric.

    `path` is the page's below docs/. What the page links to the glossary itself is left.
    """
    names = "|".join(sorted(map(re.escape, anchors), key=len, reverse=True))
    used = re.compile(rf"(?<![\w-])({names})(?:s|es)?(?![\w-])", re.IGNORECASE)
    top = "../" * path.count("/")
    by_hand = re.findall(rf"\[([^\]]+)\]\({re.escape(top + GLOSSARY)}#?([\w-]*)\)", markdown)
    done = {anchor or anchors.get(text.lower()) for text, anchor in by_hand}
    left = set() if path.startswith(FOLDER) else set(every_metric())

    def term(match: re.Match[str]) -> str:
        anchor = anchors[match[1].lower()]
        if anchor in done:
            return match[0]
        done.add(anchor)
        return f"[{match[0]}]({top}{GLOSSARY}#{anchor}){{.term}}"

    def apart(text: str) -> str:
        name = text.strip("`")
        if name not in left or text != f"`{name}`":
            return text
        left.remove(name)
        return f"[{text}]({top}{FOLDER}/{name}.md)"

    parts: list[str] = []
    end = 0
    for found in APART.finditer(markdown):
        parts += [used.sub(term, markdown[end : found.start()]), apart(found[0])]
        end = found.end()
    return "".join([*parts, used.sub(term, markdown[end:])])
