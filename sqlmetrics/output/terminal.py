"""Reports on a terminal: texts and tables within its width, in its colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlmetrics.output.layout import INDENT, Line, Span, Style, table_lines, wrapped
from sqlmetrics.output.plot_lines import plot_lines
from sqlmetrics.output.report import Block, Glossary, Heading, Items, Note, Paragraph, Plot, Report, ReportTable
from sqlmetrics.text import printable

if TYPE_CHECKING:
    from rich.console import Console

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
