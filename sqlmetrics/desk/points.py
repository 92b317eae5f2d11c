"""A spec of known points that is open on the desk: what is known, and what that gives away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.desk.counted import check_shown
from sqlmetrics.desk.table import spec_of
from sqlmetrics.errors import SpecError
from sqlmetrics.output.privacy_report import PrivacyReport, report
from sqlmetrics.phrase import Phrase
from sqlmetrics.spec.edited import with_value, without
from sqlmetrics.spec.place import MAIN
from sqlmetrics.spec.spec import Spec
from sqlmetrics.spec.yaml_file import parse_yaml


class PointPart(NamedTuple):
    """A part of points: a column, or a table whose rows are points without one.

    Records of one relation have no table.
    """

    table: str
    column: str | None


class OpenPoints:
    """A spec of known points that is open; nothing of it is written.

    `kept` are the places of the parts that are known, all of them at first. `certificate` is what
    they give away, and `whole` what all do, None before.
    """

    address = "/points"

    def __init__(self, file: Path, text: str, *, named: bool) -> None:
        self.relation = file
        self.written = text
        self.named = named
        self.spec = spec_of(text, file, named=named)
        check_shown(self.spec, points=True)
        self.parts = _parts(self.spec)
        self.kept = frozenset(range(len(self.parts)))
        self.certificate: Certificate | None = None
        self.whole: Certificate | None = None

    @property
    def text(self) -> str:
        """The text of the spec of the parts that are known. Raises SpecError for none at all."""
        text, name = self.written, self.relation.name
        gone = [part for place, part in enumerate(self.parts) if place not in self.kept]
        if not gone:
            return text
        if len(gone) == len(self.parts):
            raise SpecError(Phrase("an attacker who knows nothing finds nobody: keep a column or a table"))
        words = parse_yaml(text, name)
        if not self.spec.tables:
            text = _without_columns(text, name, words, (), "quasi_identifiers", {str(part.column) for part in gone})
        for table, own in self.spec.tables.items():
            columns = {part.column for part in gone if part.table == table}
            if table != MAIN and columns and columns >= {*own.columns}:
                text = without(text, name, ["tables", table])
            elif columns:
                at_top = table == MAIN and bool(words.get("quasi_identifiers"))
                path, word = ((), "quasi_identifiers") if at_top else (("tables", table), "columns")
                text = _without_columns(text, name, words, path, word, {str(column) for column in columns})
        return text

    def report(self, *, internal: bool) -> PrivacyReport:
        """Return the privacy report on what an attacker knows of points. Raises SpecError."""
        return report(spec_of(self.text, self.relation, named=self.named), internal=internal)

    def look(self) -> None:
        """Find what the parts give away that are known."""
        self.certificate = None
        self.certificate = self.report(internal=True).certificate
        if len(self.kept) == len(self.parts):
            self.whole = self.certificate

    def yaml(self) -> list[tuple[str, bool]]:
        """Return the lines of the spec, and whether each says what is no longer known."""
        there = {*self.written.splitlines()}
        return [(line, line not in there) for line in self.text.splitlines()]


def _parts(spec: Spec) -> list[PointPart]:
    """Return the parts of a spec's points; of words of texts there is none to take away."""
    if spec.text is not None:
        return []
    if not spec.tables:
        return [PointPart("", column) for column in spec.quasi_identifiers]
    columns: dict[str, Sequence[str | None]] = {name: table.columns for name, table in spec.tables.items()}
    rows = {name: [None] for name, own in columns.items() if not own and name != MAIN}
    return [PointPart(name, column) for name, own in {**columns, **rows}.items() for column in own]


def _without_columns(
    text: str, where: str, words: Mapping[str, Any], path: tuple[str, ...], word: str, gone: Collection[str]
) -> str:
    """Return the text of a spec without columns of a word, and without what it says of them."""
    inner: Any = words
    for step in path:
        inner = inner[step]
    listed = inner.get(word)
    columns = [listed] if isinstance(listed, str) else [*listed]
    text = with_value(text, where, [*path, word], [column for column in columns if column not in gone])
    for column in gone:
        text = without(text, where, [*path, "partitions", column])
    return text
