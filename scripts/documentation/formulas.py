"""Formulas as MathML, which browsers show without a script: a hook of the site's builder."""

from __future__ import annotations

import re
from typing import Any

from latex2mathml.converter import convert

DISPLAYED = re.compile(r"^( *)\$\$\n(.*?)\n *\$\$$", re.DOTALL | re.MULTILINE)
"""A formula on lines of its own, between lines of `$$`."""

INLINE = re.compile(r"(?<![\\$`\w])\$(?![ $\n])([^$\n`]+?)(?<! )\$(?![\w$])")
"""A formula in a sentence, between single `$`."""

FENCED = re.compile(r"(^ *```.*?^ *```$|``.+?``|`[^`\n]+`)", re.DOTALL | re.MULTILINE)
"""Code, in which a `$` is no formula."""


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page with its formulas as MathML."""
    parts = FENCED.split(markdown)
    return "".join(part if number % 2 else _typeset(part) for number, part in enumerate(parts))


def _typeset(text: str) -> str:
    text = DISPLAYED.sub(
        lambda found: f'{found[1]}<div class="formula">{convert(found[2].strip(), "block")}</div>', text
    )
    return INLINE.sub(lambda found: convert(found[1]), text)
