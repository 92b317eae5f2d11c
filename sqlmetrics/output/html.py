"""Reports as HTML: for now as a card of a notebook, which is small and folds what is secondary.

Names and values are escaped by the templates' environment. There is no script, and the page around
the card sets its colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from sqlmetrics.output.page.scatter import Scatter
from sqlmetrics.output.plot_lines import plot_lines
from sqlmetrics.output.report import Block, Glossary, Heading, Items, Note, Paragraph, Plot, ReportTable, cell_text
from sqlmetrics.statement.render import macro_folder
from sqlmetrics.text import brief

LARGEST = 8_000
"""The most bytes of a card."""

RESERVED = 200
"""The bytes that are kept for the end of a card, and for what it leaves out."""

WORD, SENTENCE = 80, 500
"""The most letters of a cell, and of a sentence, in a card."""

PLOT_WIDTH = 60
"""The width of a plot of letters."""


@dataclass(frozen=True)
class Card:
    """What a notebook shows of a result: a title, sentences and a table, and the rest folded.

    `folded` is the title of the blocks below it. A `picture` takes the place of their plot, unless
    it is too large.
    """

    title: str
    sentences: tuple[str, ...]
    headlines: ReportTable | None
    folded: str
    blocks: tuple[Block, ...]
    picture: Scatter | None = None


@cache
def _macros() -> Any:
    """Return the macros of `templates/html/result.html`, in an environment that escapes."""
    import jinja2

    loader = jinja2.FileSystemLoader(macro_folder().parent / "html")
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    environment.filters |= {"brief": _brief, "text_of": cell_text}
    return environment.get_template("result.html").module


def _brief(text: str, longest: int = WORD) -> str:
    return brief(text, longest)


def card_html(card: Card, largest: int = LARGEST) -> str:
    """Return a card as HTML of at most `largest` bytes, which says what it leaves out."""
    macros = _macros()
    sentences = [brief(sentence, SENTENCE) for sentence in card.sentences]
    parts = [str(macros.head(brief(card.title, 200), sentences))]
    room = largest - RESERVED - _size(parts)
    if card.headlines is not None:
        parts.append(_fitted(card.headlines, room))
    blocks = card.blocks
    if card.picture is not None:
        drawn = str(macros.picture(card.picture))
        if len(drawn.encode()) <= room / 2:
            parts.append(drawn)
            blocks = tuple(block for block in blocks if not isinstance(block, Plot))
    if blocks:
        opening = f"<details><summary>{macros.text(card.folded)}</summary>"
        room = largest - RESERVED - _size((*parts, opening))
        parts += [opening, *_blocks(blocks, room), "</details>"]
    return "".join((*parts, "</div>"))


def _blocks(blocks: Sequence[Block], room: int) -> list[str]:
    """Return as many blocks as there is room for, and how many more there are."""
    parts: list[str] = []
    for place, block in enumerate(blocks):
        part = _fitted(block, room - _size(parts))
        if not part:
            return [*parts, str(_macros().rest(len(blocks) - place))]
        parts.append(part)
    return parts


def _fitted(block: Block, room: int) -> str:
    """Return a block, a table with the first of its rows that there is room for, or nothing."""
    text = _block(block)
    if len(text.encode()) <= room:
        return text
    if not isinstance(block, ReportTable):
        return ""
    low, high = 0, len(block.rows)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if len(_cut(block, middle).encode()) <= room else (low, middle - 1)
    return _cut(block, low) if low else ""


def _cut(block: ReportTable, rows: int) -> str:
    """Return a table with the first of its rows, and the number of the others."""
    return _block(replace(block, rows=block.rows[:rows])) + str(_macros().more(len(block.rows) - rows))


def _block(block: Block) -> str:
    macros = _macros()
    match block:
        case Heading():
            return str(macros.heading(block))
        case Paragraph() | Note():
            return str(macros.paragraph(block))
        case Items(items):
            return str(macros.list(items))
        case Glossary():
            return str(macros.glossary(block))
        case Plot():
            return str(macros.plot("\n".join(plot_lines(block, PLOT_WIDTH))))
        case ReportTable():
            return str(macros.table(block))


def _size(parts: Iterable[str]) -> int:
    return sum(len(part.encode()) for part in parts)
