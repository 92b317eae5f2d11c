"""What the desk answers: pages, parts of pages, and files; every response passes `secured`."""

from __future__ import annotations

import re
import shlex
from functools import cache
from typing import Any

from werkzeug.wrappers import Response

from sqlmetrics.desk.guard import HEADERS, Guard
from sqlmetrics.output.page.language import language
from sqlmetrics.output.page.templates import Asset, asset, environment_of, filled, style_sheet
from sqlmetrics.statement.render import macro_folder


def style() -> Asset:
    """Return the style sheet."""
    return style_sheet("desk/desk.css")


@cache
def script() -> Asset:
    """Return the script."""
    text = (macro_folder().parent / "html" / "desk" / "desk.js").read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines()]
    return asset("\n".join(line for line in lines if line and not line.startswith("//")))


@cache
def _environment() -> Any:
    """Return the environment of the templates of the desk."""
    environment = environment_of("desk")
    environment.filters["quoted"] = shlex.quote
    return environment


def page_text(template: str, **content: Any) -> str:
    """Return a template of the desk with its content, in the language that is spoken."""
    return filled(_environment(), template, style=style().text, script=script().text, language=language(), **content)


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
