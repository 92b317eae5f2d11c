"""The language of a page: its fixed texts, its numbers, and its words for numbers of things.

A text is written in English where it stands, with the names of its parts in braces. A file of words
has each text in the other languages, with the same parts, and how numbers are written in each. A
second file has the texts that only the desk says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple

from sqlmetrics.phrase import Phrase
from sqlmetrics.spec.report import Language
from sqlmetrics.spec.yaml_file import parse_yaml
from sqlmetrics.statement.render import macro_folder

ENGLISH: Language = "en"
"""The language that texts are written in."""


NUMBER = re.compile(r"\d[\d,]*")
"""A pattern of a whole number in a text."""

NUMBERS = ("number", "second")
"""The names of the numbers of a text of a fixed form, in their order."""

FOLDERS = ("report", "desk")
"""The folders of templates that have words; the first has how numbers are written, too."""


class Words(NamedTuple):
    """The words of a language: what stands between digits, and its texts by the English ones.

    `small` is whether a noun within a sentence begins with a small letter, and `singular` are the
    numbers whose noun and verb are in the singular.
    """

    language: Language
    thousands: str
    decimal: str
    small: bool
    singular: Sequence[int]
    texts: Mapping[str, str]


_SPOKEN: ContextVar[Words | None] = ContextVar("the words of a page", default=None)


@cache
def words_in(language: Language) -> Words:
    """Return the words of a language, from the files of all."""
    own, *others = map(_entries, FOLDERS)
    texts = {text: words[language] for entries in (*others, own) for text, words in entries["texts"].items()}
    return Words(language, texts=texts, **own["languages"][language])


def _entries(folder: str) -> Any:
    """Return what the file of words of a folder of templates has."""
    file = macro_folder().parent / "html" / folder / "words.yml"
    return parse_yaml(file.read_text(encoding="utf-8"), file.name)


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

    A phrase has its own parts, and phrases among them are in that language, too. A text that the
    language lacks, such as a reason of an engine, is as it is.
    """
    if isinstance(text, Phrase):
        return wording(text.form, **{name: _part(part) for name, part in text.parts.items()})
    words = _SPOKEN.get()
    own = text if words is None else words.texts.get(text, text)
    return own.format(**parts) if parts else own


def _part(part: object) -> object:
    """Return a part of a phrase in the language of the page."""
    if isinstance(part, Phrase):
        return wording(part)
    if isinstance(part, tuple):
        return figures(*part)
    return figures(part, ",") if isinstance(part, int) else part


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
    what = plural(number, one, many or f"{one}s")
    return wording(f"{{number}} {what}", number=figures(number, ","))


def plural(number: float, one: str, many: str) -> str:
    """Return the one of two English texts that the language of the page takes for a number."""
    words = _SPOKEN.get()
    return one if number in ((1,) if words is None else words.singular) else many


def numbered_wording(text: str) -> str:
    """Return a text of a fixed form, with its numbers, in the language of the page.

    Its files have it with the names of `NUMBERS` in their place: the first 3 characters, in 7
    ranges, 1 of 2 fail.
    """
    found = iter(NUMBERS)
    form = NUMBER.sub(lambda _: f"{{{next(found, 'further')}}}", text)
    words, numbers = _SPOKEN.get(), [figures(int(one.replace(",", "")), ",") for one in NUMBER.findall(text)]
    if words is None or form not in words.texts:
        written = iter(numbers)
        return NUMBER.sub(lambda _: next(written), text)
    return wording(form, **dict(zip(NUMBERS, numbers, strict=False)))


def lowered(text: str) -> str:
    """Return a text as a part of a sentence, where a noun begins with a small letter if it may."""
    words = _SPOKEN.get()
    return text[:1].lower() + text[1:] if words is None or words.small else text
