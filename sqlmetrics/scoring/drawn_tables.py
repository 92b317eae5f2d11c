"""Tables in text files: a console drew them with bars and rules, and a person pasted them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.files import footprint
from sqlmetrics.files.footprint import RELATION
from sqlmetrics.spec.input_file import LARGEST

BAR, RULE = re.compile("[|│]"), re.compile(r"[\s|+│┌┬┐├┼┤└┴┘─-]*(--|──)[\s|+│┌┬┐├┼┤└┴┘─-]*")
"""Patterns of what stands between the cells of a table that a console draws, and of its rules."""

ABOVE = 20
"""The most lines above the first rule of a drawn table."""

NOTHING = frozenset({"", "null", "none", "[null]", "<null>", "(null)", "\\n", "nan"})
"""The words that consoles write for NULL, in lower case."""

WITHOUT_LINES = (".parquet", ".json")
"""The endings of files that no console has drawn."""


class DrawnTable(NamedTuple):
    """A table as a console drew it: its columns, and the texts of its rows."""

    columns: list[str]
    rows: Sequence[Sequence[str]]

    @property
    def by_column(self) -> dict[str, list[Any]]:
        """Its values by column: numbers where all texts are, None for what stands for NULL."""
        texts = dict(zip(self.columns, zip(*self.rows, strict=True), strict=True)) if self.rows else {}
        return {column: _values([text.strip() for text in own]) for column, own in texts.items()}


def drawn_table(path: Path, advice: str) -> DrawnTable | None:
    """Return the table that a console drew into a file, split at its bars; None for another file.

    Raises SpecError for a row with more or fewer cells than the header, with what to do instead,
    and for a file that cannot be read.
    """
    if path.suffix.lower() in WITHOUT_LINES:
        return None
    footprint.reads(path, RELATION)
    try:
        with path.open("rb") as file:
            lines = file.read(LARGEST).decode("utf-8-sig", errors="replace").splitlines()
    except OSError as error:
        raise SpecError(f"cannot read {path}: {error.strerror or error}") from None
    rule = next((number for number, line in enumerate(lines[:ABOVE]) if RULE.fullmatch(line)), None)
    if rule is None:
        return None
    table = [(number, line.strip()) for number, line in enumerate(lines, 1) if number >= rule and BAR.search(line)]
    cells = [(number, line) for number, line in table if not RULE.fullmatch(line)]
    framed = bool(cells) and BAR.match(cells[0][1]) is not None
    rows = [(number, BAR.split(line[1:-1] if framed else line)) for number, line in cells]
    if not rows:
        return None
    header = [name.strip() for name in rows[0][1]]
    for number, row in rows[1:]:
        if len(row) != len(header):
            raise SpecError(f"{path}, line {number}: a cell of the drawn table holds a bar, or a line is cut; {advice}")
    return DrawnTable(header, [row for _, row in rows[1:]])


def _values(texts: list[str]) -> list[Any]:
    """Return the values of a column of texts."""
    told = [None if text.lower() in NOTHING else text for text in texts]
    for kind in (int, float):
        try:
            return [None if text is None else kind(text) for text in told]
        except ValueError:
            continue
    return told
