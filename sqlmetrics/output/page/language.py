"""The language of a page: its fixed texts, its numbers, and its words for numbers of things.

A text is written in English where it stands, with the names of its parts in braces. A file of words
per language has each text in that language, with the same parts, and how numbers are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from sqlmetrics.spec.report import Language
from sqlmetrics.spec.yaml_file import parse_yaml
from sqlmetrics.statement.render import macro_folder

ENGLISH: Language = "en"
"""The language that texts are written in."""


NUMBER = re.compile(r"\d[\d,]*")
"""A pattern of a whole number in a text."""


class Words(NamedTuple):
    """The words of a language: what stands between digits, and its texts by the English ones.

    `small` is whether a noun within a sentence begins with a small letter.
    """

    language: Language
    thousands: str
    decimal: str
    small: bool
    texts: Mapping[str, str]


_SPOKEN: ContextVar[Words | None] = ContextVar("the words of a page", default=None)


@cache
def words_in(language: Language) -> Words:
    """Return the words of a language, from its file."""
    folder = macro_folder().parent / "html" / "report" / "words"
    file = folder / f"{language}.yml"
    entries = parse_yaml(file.read_text(encoding="utf-8"), file.name)
    return Words(language, entries["thousands"], entries["decimal"], entries["small"], entries["texts"])


@contextmanager
def spoken(language: Language) -> Iterator[None]:
    """Let the texts within the block be in a language."""
    token = _SPOKEN.set(None if language == ENGLISH else words_in(language))
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def language() -> Language:
    """Return the language of the page that is written."""
    words = _SPOKEN.get()
    return ENGLISH if words is None else words.language


def wording(text: str, /, **parts: object) -> str:
    """Return a text in the language of the page, with its parts.

    A text that the language lacks, such as a reason of an engine, is as it is.
    """
    words = _SPOKEN.get()
    own = text if words is None else words.texts.get(text, text)
    return own.format(**parts) if parts else own


def figures(number: float | Decimal, form: str) -> str:
    """Return a number in a form of Python's, with the marks of the language between its digits."""
    if form.endswith("%"):
        return wording("{number}%", number=figures(100 * number, f"{form[:-1]}f"))
    return marked(format(number, form))


def marked(number: str) -> str:
    """Return a number that is written in English with the marks of the language of the page."""
    words = _SPOKEN.get()
    return number if words is None else number.translate({ord(","): words.thousands, ord("."): words.decimal})


def counted_things(number: int, one: str, many: str | None = None) -> str:
    """Return a number of things: 1 column, 2 columns."""
    what = one if number == 1 else many or f"{one}s"
    return wording(f"{{number}} {what}", number=figures(number, ","))


def numbered_wording(text: str) -> str:
    """Return a text of a fixed form, with its numbers, in the language of the page.

    Its files have it with `{number}` in their place: the first 3 characters, in 7 ranges.
    """
    numbers = NUMBER.findall(text)
    if len(numbers) != 1:
        return wording(text)
    return wording(NUMBER.sub("{number}", text), number=figures(int(numbers[0].replace(",", "")), ","))


def lowered(text: str) -> str:
    """Return a text as a part of a sentence, where a noun begins with a small letter if it may."""
    words = _SPOKEN.get()
    return text[:1].lower() + text[1:] if words is None or words.small else text
