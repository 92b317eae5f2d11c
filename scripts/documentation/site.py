"""Hooks of the site's builder: the metrics in its navigation, and formulas as MathML.

Browsers show MathML without a script.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from latex2mathml.converter import convert

DISPLAYED = re.compile(r"^( *)\$\$\n(.*?)\n *\$\$$", re.DOTALL | re.MULTILINE)
"""A formula on lines of its own, between lines of `$$`."""

INLINE = re.compile(r"(?<![\\$`\w])\$(?![ $\n])([^$\n`]+?)(?<! )\$(?![\w$])")
"""A formula in a sentence, between single `$`."""

FENCED = re.compile(r"(^ *```.*?^ *```$|``.+?``|`[^`\n]+`)", re.DOTALL | re.MULTILINE)
"""Code, in which a `$` is no formula."""


METRICS = "reference/metrics"
"""The folder of the metrics' pages, which the navigation lists by itself."""


def on_config(config: Any) -> Any:
    """Add the page of each metric to the navigation, behind that of all metrics."""
    pages = sorted(path.name for path in (Path(config.docs_dir) / METRICS).glob("*.md"))
    _section(config.nav, "Metrics").extend(f"{METRICS}/{name}" for name in pages if name != "index.md")
    return config


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


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page with its formulas as MathML."""
    parts = FENCED.split(markdown)
    return "".join(part if number % 2 else _typeset(part) for number, part in enumerate(parts))


def _typeset(text: str) -> str:
    text = DISPLAYED.sub(
        lambda found: f'{found[1]}<div class="formula">{convert(found[2].strip(), display="block")}</div>', text
    )
    return INLINE.sub(lambda found: convert(found[1]), text)
