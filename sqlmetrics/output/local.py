"""Local suppression for people: the cells to star, beside the fewest that there may be."""

from __future__ import annotations

from sqlmetrics.advice.local.local import LocalProposal
from sqlmetrics.output.report import Block, Column, Heading, Paragraph, table
from sqlmetrics.text import number

MEANINGS = {
    "own": "A star is a value of its own.",
    "match": "A star matches every value, which `score` does not see: it counts a star as a value of its own.",
}
"""The meaning of a star."""


def local_blocks(beside: LocalProposal) -> list[Block]:
    """Return the cells to star instead of whole records, of all and of each column."""
    found = beside.found
    where = "after this recoding" if any(beside.levels.values()) else "of the columns as they are"
    rows = [(column, number(cells)) for column, cells in found.columns.items() if cells]
    blocks: list[Block] = [Heading(f"cells to star {where}"), *(Paragraph(text) for text in _sentences(beside))]
    return [*blocks, table([Column("column", "name"), Column("starred", "number")], rows)] if rows else blocks


def _sentences(beside: LocalProposal) -> list[str]:
    found = beside.found
    if not found.violating:
        return [f"No cell is starred: every class has {number(found.k)} records."]
    few = "records are" if found.violating != 1 else "record is"
    fewest = f"no choice of cells stars fewer than {number(found.bound)}"
    sentences = [
        f"{number(found.violating)} {few} in classes of fewer than {number(found.k)}:"
        f" {_cells(found.starred)} starred in {number(found.touched)} records are enough, and {fewest}."
    ]
    if found.suppressed:
        sentences.append(f"{number(found.suppressed)} of them are starred whole, and left out as suppressed.")
    return [*sentences, f"{MEANINGS[found.stars]} {_kept(beside)}".strip()]


def _cells(count: int) -> str:
    return f"{number(count)} cell{'s' * (count != 1)}"


def _kept(beside: LocalProposal) -> str:
    """Return what is scored of the view."""
    found = beside.found
    if found.k_anonymity is None:
        return ""
    if found.stars == "match":
        return f"Every record of the view matches at least {number(found.k_anonymity)}."
    others = f", but it fails on {', '.join(beside.failing)}: stars are for k alone" if beside.failing else ""
    return f"The view is scored: k is {number(found.k_anonymity)}{others}."
