"""Reports on a terminal: texts and tables within its width, in its colours.

Numbers stay whole, and names are broken between their words. A table that is too wide is drawn in
parts, one below the other. Each repeats the columns that name its rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from sqlmetrics.output.plot_lines import plot_lines
from sqlmetrics.output.report import (
    Align,
    Block,
    Column,
    Glossary,
    Heading,
    Items,
    Note,
    Paragraph,
    Plot,
    Report,
    ReportTable,
    Tone,
    cell_text,
    tone_of,
)
from sqlmetrics.text import printable, width_of

if TYPE_CHECKING:
    from rich.console import Console


GAP, NARROW_GAP = 3, 2
"""Blanks between two columns: where there is room, and where a table is too wide."""

INDENT = "  "
"""The start of the further lines of a wrapped cell."""

ROOMY = 20
"""The width to which names and prose are wrapped so that a table stays in one part."""

TITLE = 12
"""The width to which titles of other columns are wrapped."""

LEADING = 0.6
"""The share of the width that the columns that name a row may take in a table of several parts."""

_WORD = re.compile(r"\S+\s*")
_PART = re.compile(r".+?(?:[_/\\;|=](?=\S)|[,:](?=[^\d\s])|[.-](?=[^\W\d_])|$)")


Style = Tone | Literal["title", "heading", "head", "term", "facts"]
"""The looks of a piece of a line: its tone, or its part in the report."""


class Span(NamedTuple):
    """A piece of a line."""

    text: str
    style: Style = "plain"


Line = tuple[Span, ...]


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Return a text in lines of at most a width, all but the first indented.

    Lines are broken between words; a word that is longer than a line after its underscores, slashes
    and commas; and inside only what is longer still.
    """
    lines = [""]
    for word in _WORD.findall(text):
        for part in _pieces(word, width - len(indent)):
            if lines[-1].strip() and width_of(lines[-1]) + width_of(part.rstrip()) > width:
                lines.append(indent)
            lines[-1] += part
    return [line.rstrip() for line in lines]


def _pieces(word: str, width: int) -> Iterator[str]:
    """Yield a word, or where it is longer than a line its parts that fit one."""
    if width_of(word.rstrip()) <= width:
        yield word
        return
    for part in _PART.findall(word.rstrip()):
        yield from [part] if width_of(part) <= width else _cut(part, width)
    yield word[len(word.rstrip()) :]


def _cut(part: str, width: int) -> Iterator[str]:
    """Yield the pieces of a part that is longer than a line."""
    piece = ""
    for mark in part:
        if piece and width_of(piece + mark) > width:
            yield piece
            piece = ""
        piece += mark
    yield piece


def least_width(text: str, indent: str = "") -> int:
    """Return the width that a text can be wrapped to without a break inside a word."""
    sizes = [width_of(part) for word in text.split() for part in _PART.findall(word)]
    return max(sizes, default=0) + (len(indent) if len(sizes) > 1 else 0)


class Widths(NamedTuple):
    """The widths at which a column may be drawn.

    `whole` is the width with nothing wrapped. Below the width `roomy` a table is drawn in several
    parts. `least` is the least width, and `first` the width that it gets before prose gets more.
    """

    whole: int
    roomy: int
    least: int
    first: int
    wraps: bool


def widths_of(column: Column, texts: Sequence[str]) -> Widths:
    """Return the widths of a column with such cells."""
    cells = max(map(width_of, texts), default=0)
    whole = max(width_of(column.title), cells)
    title = least_width(column.title)
    if not column.wraps:
        return Widths(whole, max(cells, title, min(whole, TITLE)), max(cells, title), whole, False)
    least = max(title, max((least_width(text, INDENT) for text in texts), default=0))
    first = least if column.kind == "text" else max(least, min(whole, 2 * ROOMY))
    return Widths(whole, max(least, min(whole, ROOMY)), least, first, True)


class TablePart(NamedTuple):
    """Columns that are drawn beside each other: their places in the table, widths, and gap."""

    places: tuple[int, ...]
    widths: tuple[int, ...]
    gap: int

    @property
    def width(self) -> int:
        """The width of the whole part."""
        return _total(self.widths, self.gap)


def _parts(columns: Sequence[Widths], leading: int, width: int) -> list[TablePart]:
    """Return the parts of a table that is drawn within a width.

    It is one where the columns fit beside each other, if need be with names and prose wrapped. Else
    each part has the leading columns and as many of the others as there is room for.
    """
    places = tuple(range(len(columns)))
    whole = [column.whole for column in columns]
    if _total(whole, GAP) <= width:
        return [TablePart(places, tuple(whole), GAP)]
    gap = NARROW_GAP
    if _total([column.roomy for column in columns], gap) <= width or leading >= len(columns):
        return [TablePart(places, _fitted(columns, width, gap), gap)]
    first, others = columns[:leading], columns[leading:]
    room = max(int(width * LEADING), _total([column.least for column in first], gap))
    names = _fitted(first, min(room, width - gap - max(column.least for column in others)), gap)
    groups: list[list[int]] = []
    for place in places[leading:]:
        beside = [columns[at].roomy for at in (*(groups[-1] if groups else ()), place)]
        if not groups or _total([*names, *beside], gap) > width:
            groups.append([])
        groups[-1].append(place)
    sizes = [_fitted([columns[place] for place in group], width - _total(names, gap) - gap, gap) for group in groups]
    names = _fitted(first, width - gap - max(_total(own, gap) for own in sizes), gap)
    return [TablePart((*places[:leading], *group), names + own, gap) for group, own in zip(groups, sizes, strict=True)]


def _total(widths: Sequence[int], gap: int) -> int:
    """Return the width of columns beside each other."""
    return sum(widths) + gap * (len(widths) - 1)


def _fitted(columns: Sequence[Widths], width: int, gap: int) -> tuple[int, ...]:
    """Return the widths of columns beside each other: the wanted ones where there is room."""
    choices = ([getattr(column, name) for column in columns] for name in ("whole", "roomy", "least"))
    widths = next((sizes for sizes in choices if _total(sizes, gap) <= width), [column.least for column in columns])
    wrapping = [place for place, column in enumerate(columns) if column.wraps]
    while _total(widths, gap) > width and any(widths[place] > 1 for place in wrapping):
        widths[max(wrapping, key=lambda place: widths[place])] -= 1
    for most in ([column.first for column in columns], [column.whole for column in columns]):
        while (spare := width - _total(widths, gap)) > 0:
            short = [place for place in range(len(columns)) if widths[place] < most[place]]
            if not short:
                break
            for place in short[:spare]:
                widths[place] += min(max(spare // len(short), 1), most[place] - widths[place])
    return tuple(widths)


def table_lines(table: ReportTable, width: int) -> list[Line]:
    """Return a table in lines of at most a width; parts have an empty line between them."""
    columns = [Column(printable(column.title), column.kind) for column in table.columns]
    rows = [[printable(cell_text(cell)) for cell in row] for row in table.rows]
    sizes = [widths_of(column, [row[place] for row in rows]) for place, column in enumerate(columns)]
    lines: list[Line] = []
    for number, part in enumerate(_parts(sizes, table.leading, width)):
        lines += [()] if number else []
        own = [columns[place] for place in part.places]
        if any(column.title for column in own):
            lines += _beside(
                [wrapped(column.title, size) for column, size in zip(own, part.widths, strict=True)], own, part
            )
            lines.append((Span("─" * part.width),))
        for row, cells in zip(rows, table.rows, strict=True):
            texts = [
                wrapped(row[place], size, INDENT) if columns[place].wraps else [row[place]]
                for place, size in zip(part.places, part.widths, strict=True)
            ]
            lines += _beside(texts, own, part, [tone_of(cells[place]) for place in part.places])
    return lines


def _beside(
    cells: Sequence[Sequence[str]], columns: Sequence[Column], part: TablePart, styles: Sequence[Style] | None = None
) -> list[Line]:
    """Return the lines of cells that stand beside each other, by default of titles."""
    lines: list[Line] = []
    heads: Sequence[Style] = ["head"] * len(cells)
    for number in range(max(map(len, cells))):
        spans: list[Span] = []
        for texts, column, size, style in zip(cells, columns, part.widths, styles or heads, strict=True):
            text = texts[number] if number < len(texts) else ""
            gap = " " * part.gap if spans else ""
            spans.append(Span(gap + _aligned(text, size, column.align), style))
        while spans and not spans[-1].text.strip():
            spans.pop()
        lines.append((*spans[:-1], spans[-1]._replace(text=spans[-1].text.rstrip())) if spans else ())
    return lines


def _aligned(text: str, width: int, align: Align) -> str:
    blanks = " " * (width - width_of(text))
    return blanks + text if align == "right" else text + blanks


COLOURS: dict[Style, str] = {
    "plain": "",
    "good": "green",
    "bad": "red",
    "caution": "yellow",
    "title": "bold",
    "heading": "bold cyan",
    "head": "dim",
    "term": "bold",
    "facts": "dim",
}


WIDE = 120
"""The width of a report in a file."""


def print_report(report: Report, console: Console) -> None:
    """Print a report within the width of a console."""
    from rich.text import Text

    encoding = console.encoding
    for line in report_lines(report, console.width):
        spans = ((_encodable(span.text, encoding), COLOURS[span.style]) for span in line)
        console.print(Text.assemble(*spans), soft_wrap=True)


def _encodable(text: str, encoding: str) -> str:
    """Return a text in letters that a terminal can show: others become codes, and rules hyphens."""
    if encoding.startswith("utf"):
        return text
    return text.replace("─", "-").encode(encoding, "backslashreplace").decode(encoding)


def terminal_text(report: Report, width: int = WIDE) -> str:
    """Return a report as a terminal of some width shows it, without colours."""
    return "".join("".join(span.text for span in line) + "\n" for line in report_lines(report, width))


def report_lines(report: Report, width: int) -> Iterator[Line]:
    """Yield the lines of a report, none of them wider than a terminal."""
    blocks = (*report.blocks, *([Paragraph(report.summary)] if report.summary else []))
    before: Block | None = None
    for block in blocks:
        if before is not None and _stands_apart(block, before):
            yield ()
        yield from _block_lines(block, width)
        before = block


def _stands_apart(block: Block, before: Block) -> bool:
    """Return whether an empty line stands between two blocks.

    It does above a heading, and below a block that is no text.
    """
    if isinstance(block, Heading | Note):
        return isinstance(block, Heading)
    return isinstance(before, ReportTable | Plot | Glossary | Note)


def _block_lines(block: Block, width: int) -> Iterator[Line]:
    match block:
        case Heading(text, level):
            yield from _lines(text, width, "title" if level == 1 else "heading")
        case Paragraph(text, tone):
            yield from _lines(text, width, tone)
        case Note(text, tone):
            yield from _lines(text, width, tone, INDENT)
        case Items(items):
            for item in items:
                yield from _lines(item, width, "plain", INDENT)
        case ReportTable():
            yield from table_lines(block, width)
        case Plot():
            yield from ((Span(line),) for line in plot_lines(block, width))
        case Glossary(entries):
            for term, facts, text in entries:
                first, *more = wrapped(printable(f"{term}  {facts}"), width, "    ")
                yield (Span(first[: len(term)], "term"), Span(first[len(term) :], "facts"))
                yield from ((Span(line, "facts"),) for line in more)
                yield from ((Span(f"    {line}"),) for line in wrapped(printable(text), width - 4))


def _lines(text: str, width: int, style: Style, indent: str = "") -> Iterator[Line]:
    yield from ((Span(line, style),) for line in wrapped(printable(text), width, indent))
