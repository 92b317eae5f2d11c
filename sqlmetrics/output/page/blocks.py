"""A report of blocks as a page, whole in one file, with figures in the place of its plots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlmetrics.output.page.page import rendered
from sqlmetrics.output.page.scatter import Scatter
from sqlmetrics.output.report import Block, Glossary, Heading, Plot, Report


class Picture(NamedTuple):
    """A picture with what it shows, and how to read it."""

    title: str
    subtitle: str
    scatter: Scatter


class Section(NamedTuple):
    """A section of the page: its title, and its blocks by their kinds."""

    title: str
    blocks: list[tuple[str, Block | Picture]]


def blocks_page(kind: str, first: str, report: Report, foot: str, figures: Sequence[Picture | None] = ()) -> str:
    """Return a report as a page of a kind, with figures for its plots in their order.

    `first` is the title of what stands before its parts.
    """
    title, sections, left = "", [Section(first, [])], [*figures]
    for block in report.blocks:
        match block:
            case Heading(text, 1):
                title = text
            case Heading(text):
                sections.append(Section(text[:1].upper() + text[1:], []))
            case Plot():
                if left and (figure := left.pop(0)) is not None:
                    sections[-1].blocks.append(("Picture", figure))
            case Glossary():
                continue
            case _:
                sections[-1].blocks.append((type(block).__name__, block))
    shown = [section for section in sections if section.blocks]
    return rendered("blocks.html", kind=kind, title=title, sections=shown, foot=foot)
