"""Results for people: blocks of texts and tables, which are drawn for a terminal or as Markdown.

A report has no looks: no markup, no colours, no line breaks, no widths. Names and values stand as
the data have them; each renderer makes them harmless in its own way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Tone = Literal["plain", "good", "bad", "caution"]
"""Good or bad news, or a call for caution, as for undefined values."""

Kind = Literal["place", "number", "name", "text", "symbol", "bars", "code"]
"""The content of a column: places of rows, numbers, names, prose, symbols, bars, or code."""

Align = Literal["left", "right"]


class Toned(NamedTuple):
    """The text of a cell with a tone."""

    text: str
    tone: Tone


Cell = str | Toned
"""The text of a cell of a table, formatted for people, perhaps with a tone."""


@dataclass(frozen=True)
class Column:
    """A column of a table; its kind says how cells are aligned, and whether they may be wrapped."""

    title: str
    kind: Kind = "text"

    @property
    def align(self) -> Align:
        """Numbers stand to the right, texts to the left."""
        return "right" if self.kind in {"place", "number"} else "left"

    @property
    def wraps(self) -> bool:
        """Whether a long cell may go on in a second line: a name or prose, never a number."""
        return self.kind in {"name", "text", "code"}


@dataclass(frozen=True)
class Heading:
    """The title of a report or of a job in it (level 1), or of one of its parts (level 2)."""

    text: str
    level: Literal[1, 2] = 2


@dataclass(frozen=True)
class Paragraph:
    """A sentence or more."""

    text: str
    tone: Tone = "plain"


@dataclass(frozen=True)
class Note:
    """A remark on the table above it, such as why a score is undefined."""

    text: str
    tone: Tone = "caution"


@dataclass(frozen=True)
class Items:
    """A list of sentences."""

    items: tuple[str, ...]


class TermEntry(NamedTuple):
    """A term, the facts about it in a few words, and its explanation."""

    term: str
    facts: str
    text: str


@dataclass(frozen=True)
class Glossary:
    """Terms with their explanations."""

    entries: tuple[TermEntry, ...]


@dataclass(frozen=True)
class ReportTable:
    """Rows of cells; the first `leading` columns name a row, in each part of a wide table."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    leading: int

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"a row has another number of cells than the {len(self.columns)} columns")


@dataclass(frozen=True)
class Plot:
    """Points numbered from 1 by their (x, y), and named levels of y to compare them with."""

    points: tuple[tuple[float, float], ...]
    levels: tuple[tuple[str, float], ...] = ()


Block = Heading | Paragraph | Note | Items | Glossary | ReportTable | Plot


@dataclass(frozen=True)
class Report:
    """Blocks in the order in which they are read, and a sentence that sums them up, if any."""

    blocks: tuple[Block, ...]
    summary: str = ""


def cell_text(cell: Cell) -> str:
    """Return the text of a cell."""
    return cell.text if isinstance(cell, Toned) else cell


def tone_of(cell: Cell) -> Tone:
    """Return the tone of a cell."""
    return cell.tone if isinstance(cell, Toned) else "plain"


def table(columns: Iterable[Column], rows: Iterable[Sequence[Cell]], leading: int = 1) -> ReportTable:
    """Return a table of any sequences."""
    return ReportTable(tuple(columns), tuple(tuple(row) for row in rows), leading)
