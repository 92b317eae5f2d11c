"""Hooks of the site's builder: metrics in the navigation, terms linked, formulas as MathML.

The notebook's page has the outputs of its cells.

Browsers show MathML without a script.
"""

from __future__ import annotations

import re
from typing import Any

from latex2mathml.converter import convert

from documentation import notebook
from documentation.metric_pages import FOLDER
from documentation.terms import GLOSSARY, linked, terms
from sqlmetrics.statement.catalogue import every_metric

DISPLAYED = re.compile(r"^( *)\$\$\n(.*?)\n *\$\$$", re.DOTALL | re.MULTILINE)
"""A formula on lines of its own, between lines of `$$`."""

INLINE = re.compile(r"(?<![\\$`\w])\$(?![ $\n])([^$\n`]+?)(?<! )\$(?![\w$])")
"""A formula in a sentence, between single `$`."""

FENCED = re.compile(r"(^ *```.*?^ *```$|``.+?``|`[^`\n]+`)", re.DOTALL | re.MULTILINE)
"""Code, in which a `$` is no formula."""

FLAG = re.compile(r"<code>(--?[a-z][a-z-]*(?: [^< ]{1,12})?)</code>")
"""A flag in a sentence or a table, which no line ends in."""

CELL = re.compile(r"<td.*?</td>", re.DOTALL)
"""A cell of a table."""

NAME = re.compile(r"<code>[^<]*</code>")
"""A name in a cell; in a narrow one a line may end behind its underscores."""


def on_config(config: Any) -> Any:
    """Add the page of each metric to the navigation, behind that of all metrics."""
    _section(config.nav, "Metrics").extend(_metrics())
    return config


def _metrics() -> list[dict[str, list[dict[str, str]]]]:
    """Return the metrics' pages under their questions, as the navigation has them."""
    questions: dict[str, list[dict[str, str]]] = {}
    for metric in every_metric().values():
        question = metric.question.partition(" (")[0]
        questions.setdefault(question, []).append({metric.title: f"{FOLDER}/{metric.name}.md"})
    return [{question: entries} for question, entries in questions.items()]


def _section(nav: list[Any], title: str) -> list[Any]:
    """Return the pages of a section of the navigation, as the list that holds them."""
    for entry in nav:
        inner: list[Any]
        for name, inner in entry.items() if isinstance(entry, dict) else ():
            if name == title:
                return inner
            if isinstance(inner, list) and (found := _section(inner, title)):
                return found
    return []


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Return a page with the outputs of its notebook, and say how the site treats the page.

    Metrics are found first, and a page that is in no section has no list of pages beside it.
    """
    if page.url.startswith(FOLDER):
        page.meta["search"] = {"boost": 3}
    if page.parent is None:
        page.meta["hide"] = ["navigation"]
    html = FLAG.sub(r'<code class="flag">\1</code>', html)
    html = CELL.sub(lambda cell: NAME.sub(lambda name: name[0].replace("_", "_<wbr>"), cell[0]), html)
    return notebook.with_outputs(html) if page.file.src_uri == notebook.PAGE else html


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Return a page with its terms linked to the glossary, and its formulas as MathML.

    The notebook has a place for the outputs of each cell.
    """
    path = page.file.src_uri
    text = typeset(markdown if path == GLOSSARY else linked(markdown, path, terms()))
    return notebook.with_places(text) if path == notebook.PAGE else text


def typeset(markdown: str) -> str:
    """Return a page with its formulas as MathML."""
    parts = FENCED.split(markdown)
    return "".join(_code(part) if number % 2 else _typeset(part) for number, part in enumerate(parts))


def _code(text: str) -> str:
    """Return code as it is; a bar in a table is not escaped in code here, as it is elsewhere."""
    return text if text.lstrip().startswith("```") else text.replace(r"\|", "|")


def _typeset(text: str) -> str:
    text = DISPLAYED.sub(
        lambda found: f'{found[1]}<div class="formula">{convert(found[2].strip(), display="block")}</div>', text
    )
    return INLINE.sub(lambda found: convert(found[1]), text)
