"""Reports as Markdown, for papers, pull requests and documentation."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sqlmetrics.output.plot_lines import plot_lines
from sqlmetrics.output.report import (
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
    cell_text,
)
from sqlmetrics.text import printable

PLOT_WIDTH = 80
"""The width of a plot in a block of code."""

_MARKS = re.compile(r"[\\|`~]|\*(?! )|(?<![^\W_])_|_(?![^\W_])|\](?=[(\[:])|\[(?=\^)|<(?=[\w/!?])|&(?=[\w#])|^[>#+-]")
"""The marks that Markdown or HTML would take for code, emphasis, links, tags, entities or lists."""


def markdown_text(report: Report) -> str:
    """Return a report as Markdown, its sum first."""
    blocks = (*([Paragraph(report.summary)] if report.summary else []), *report.blocks)
    return "\n".join(_block_text(block) for block in blocks)


def _block_text(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * (level + 1)} {escaped(text)}\n"
        case Paragraph(text) | Note(text):
            return f"{escaped(text)}\n"
        case Items(items):
            return "".join(f"- {escaped(item)}\n" for item in items)
        case Glossary(entries):
            lines = [f"- **{escaped(term)}** ({escaped(facts)}): {escaped(text)}\n" for term, facts, text in entries]
            return "".join(lines)
        case Plot():
            return "```text\n" + "".join(f"{line}\n" for line in plot_lines(block, PLOT_WIDTH)) + "```\n"
        case ReportTable(columns, rows):
            titles = _row(escaped(column.title) for column in columns)
            rule = _row("---:" if column.align == "right" else "---" for column in columns)
            return titles + rule + "".join(_row(map(_cell, columns, map(cell_text, row))) for row in rows)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |\n"


def _cell(column: Column, text: str) -> str:
    """Return the text of a cell; words of sqlmetrics are code."""
    return f"`{text}`" if column.kind == "code" and text else escaped(text)


def escaped(text: str) -> str:
    """Return a text in which no name or value of the data is taken for Markdown or HTML."""
    return _MARKS.sub(r"\\\g<0>", printable(text))
