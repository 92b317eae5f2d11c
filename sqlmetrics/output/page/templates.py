"""The templates of pages: what escapes and fills them, and the texts that stand in each page."""

from __future__ import annotations

import base64
import re
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from markupsafe import escape

from sqlmetrics.output.page.language import wording
from sqlmetrics.statement.render import macro_folder
from sqlmetrics.text import printable

UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066\u2067]")
"""Characters of names that a page shows as codes: controls, and marks that turn the words around.

The marks that set names apart, two others, are the page's own.
"""


class Asset(NamedTuple):
    """A text that stands in every page, and its hash as a content security policy names it."""

    text: str
    hash: str


def asset(text: str) -> Asset:
    """Return a text as an asset."""
    return Asset(text, "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode())


@cache
def style_sheet(name: str) -> Asset:
    """Return a style sheet below the colours that all pages have."""
    folder = macro_folder().parent / "html"
    texts = [(folder / file).read_text(encoding="utf-8") for file in ("report/colours.css", name)]
    text = re.sub(r"/\*.*?\*/", "", "\n".join(texts), flags=re.DOTALL)
    return asset("".join(line.strip() for line in text.splitlines()))


def environment_of(folder: str) -> Any:
    """Return the environment of a folder's templates, which escapes all that is put into them.

    The name of a template of another folder begins with that folder.
    """
    import jinja2

    pages = macro_folder().parent / "html"
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([pages / folder, pages]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["_"] = _marked_up
    return environment


def _marked_up(text: str, /, **parts: Any) -> Any:
    """Return a text in the language of the page, with its parts; marked-up ones stay so."""
    own = escape(wording(text))
    return own.format(**parts) if parts else own


def filled(environment: Any, template: str, **content: Any) -> str:
    """Return a template with its content, which shows no character that is not seen."""
    text = environment.get_template(template).render(**content)
    return squeezed(UNSEEN.sub(lambda mark: printable(mark[0]), text))


def squeezed(text: str) -> str:
    """Return a page without blanks around lines, and without empty ones, but in `pre`."""
    parts = re.split(r"(<pre\b.*?</pre>)", text, flags=re.DOTALL)
    return (
        "".join(
            part if number % 2 else "\n".join(line.strip() for line in part.splitlines() if line.strip())
            for number, part in enumerate(parts)
        )
        + "\n"
    )
