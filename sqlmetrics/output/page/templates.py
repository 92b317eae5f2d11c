"""The templates of pages: what escapes and fills them, and the texts that stand in each page."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from functools import cache, partial
from hashlib import sha256
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.assertions import Grounds
from sqlmetrics.output.noisy_answers import in_percent, lower
from sqlmetrics.output.page import words
from sqlmetrics.output.page.language import counted_things, figures, numbered_wording, plural, wording
from sqlmetrics.output.points import points_text
from sqlmetrics.spec.partition import in_words
from sqlmetrics.statement.joined import joined_page
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
    """Return a style sheet below what all pages have: colours, and the cells of tables."""
    folder = macro_folder().parent / "html"
    texts = [(folder / file).read_text(encoding="utf-8") for file in ("report/colours.css", "report/cells.css", name)]
    text = re.sub(r"/\*.*?\*/", "", "\n".join(texts), flags=re.DOTALL)
    return asset("".join(line.strip() for line in text.splitlines()))


def environment_of(folder: str) -> Any:
    """Return the environment of a folder's templates, which escapes all that is put into them.

    The name of a template of another folder begins with that folder.
    """
    import jinja2

    pages = macro_folder().parent / "html"
    folders = [pages / folder, pages]
    own, joined = jinja2.FileSystemLoader(folders), jinja2.FunctionLoader(partial(joined_page, folders))
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader([own, joined]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"_": _marked_up, "_n": _plural}
    environment.filters |= {
        "parts": words.parts,
        "name": words.name,
        "names": words.names,
        "who": words.who,
        "day": words.day,
        "moment": words.moment,
        "ranges": words.ranges,
        "reason": words.reason_in_words,
        "capital": words.sentence,
        "some": words.some,
        "shown": words.shown,
        "with_unit": words.with_unit,
        "limit_text": words.limit_text,
        "people": words.people,
        "crowd": words.crowd,
        "records": words.records_of,
        "of_people": words.of_people,
        "some_people": words.some_people,
        "percent": words.percent,
        "number": words.three_digits,
        "at_most_percent": words.at_most_percent,
        "of_target": words.of_target,
        "counted": counted_things,
        "listed": _listed,
        "recoded": lambda one: numbered_wording(in_words(one.kind, one.count)),
        "looks_like": words.looks_like,
        "whole": words.whole_sentence,
        "is_share": lambda unit: unit in words.SHARES,
        "share_of": words.share_of,
        "between": words.between,
        "belief": in_percent,
        "lower": lower,
        "points": lambda text: numbered_wording(points_text(text)),
        "figures": lambda number: figures(number, ",.0f"),
    }
    environment.tests |= {"some": words.some, "one_thing": Figure(1).__eq__}
    return environment


def _marked_up(text: str, grounds: Grounds | None = None, /, **parts: Any) -> Any:
    """Return a text in the language of the page, with its parts; marked-up ones stay so.

    A sentence on the people of a table has a grounds, which says when it holds.
    """
    return _said(text, text, grounds, parts)


def _plural(number: float, one: str, many: str, grounds: Grounds | None = None, /, **parts: Any) -> Any:
    """Return the text that the language takes for a number, with it and its other parts."""
    return _said(plural(number, one, many), many, grounds, {"number": figures(number, ",.0f"), **parts})


def _said(text: str, form: str, grounds: Grounds | None, parts: dict[str, Any]) -> Any:
    """Return a text with its parts, which is noted under a form of it."""
    own = escape(wording(text))
    said = own.format(**parts) if parts else own
    if grounds is not None:
        grounds.note(form, said)
    return said


def _listed(texts: Iterable[Any], most: int = 8) -> Markup:
    """Return texts as a list in a sentence, the first of many; marked-up ones stay so."""
    return Markup(words.listed_some([escape(text) for text in texts], most))  # noqa: S704


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
