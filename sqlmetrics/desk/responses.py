"""What the desk answers: pages, parts of pages, and files; every response passes `secured`."""

from __future__ import annotations

import base64
import re
import shlex
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from werkzeug.wrappers import Response

from sqlmetrics.desk.guard import HEADERS, Guard
from sqlmetrics.output.page.page import UNSEEN, squeezed
from sqlmetrics.statement.render import macro_folder
from sqlmetrics.text import printable


class Asset(NamedTuple):
    """A text that stands in every page, and its hash as a content security policy names it."""

    text: str
    hash: str


def _asset(text: str) -> Asset:
    """Return a text as an asset."""
    return Asset(text, "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode())


@cache
def style() -> Asset:
    """Return the style sheet: the colours of reports, and the desk's own."""
    folder = macro_folder().parent / "html"
    texts = [(folder / name).read_text(encoding="utf-8") for name in ("report/colours.css", "desk/desk.css")]
    text = re.sub(r"/\*.*?\*/", "", "\n".join(texts), flags=re.DOTALL)
    return _asset("".join(line.strip() for line in text.splitlines()))


@cache
def script() -> Asset:
    """Return the script."""
    text = (macro_folder().parent / "html" / "desk" / "desk.js").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines()]
    return _asset("\n".join(line for line in lines if line and not line.startswith("//")))


@cache
def _environment() -> Any:
    """Return the environment of the templates, which escapes all that is put into them."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(macro_folder().parent / "html" / "desk"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["quoted"] = shlex.quote
    return environment


def page_text(template: str, **content: Any) -> str:
    """Return a template of the desk with its content."""
    text = _environment().get_template(template).render(style=style().text, script=script().text, **content)
    return squeezed(UNSEEN.sub(lambda mark: printable(mark[0]), text))


def page(template: str, *, status: int = 200, **content: Any) -> Response:
    """Return a page."""
    return Response(page_text(template, **content), status=status, mimetype="text/html")


def fragments(parts: dict[str, str], base: str) -> Response:
    """Return parts of a page by the names of the elements that they are put into.

    `base` is the hash of their spec.
    """
    response = Response(page_text("fragments.html", parts=parts.items()), mimetype="text/html")
    response.headers["X-Fragment"] = "1"
    response.headers["X-Base"] = base
    return response


def attachment(text: str, name: str, mimetype: str) -> Response:
    """Return a text as a file to save, which the browser does not open in the desk's place."""
    response = Response(text, mimetype=mimetype)
    plain = re.sub(r"[^\w.-]", "_", name, flags=re.ASCII)
    response.headers["Content-Disposition"] = f'attachment; filename="{plain}"'
    return response


def to(address: str) -> Response:
    """Return the way to another page, for a form that was sent."""
    response = Response(status=303)
    response.headers["Location"] = address
    response.autocorrect_location_header = False
    return response


def secured(response: Response, guard: Guard) -> Response:
    """Return a response with the headers that each has."""
    for name, value in HEADERS.items():
        response.headers[name] = value
    response.headers["Content-Security-Policy"] = guard.policy(style().hash, script().hash)
    return response
