"""A published table that is open on the desk: what a person said of it, and what follows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.errors import SpecError
from sqlmetrics.output.privacy_report import PrivacyReport, report
from sqlmetrics.phrase import Phrase
from sqlmetrics.spec.spec import Spec, parse_spec

LIMITS = {"recovered_cells": 0, "unproven_cells": 0}
"""The limits that the desk holds a published table to: no hidden cell follows, as proofs show."""

ABSENT = ("zero", "hidden", "counts")
"""The meanings that a missing row of a published table may have."""

FIELDS = ("total", "marks", "absent", "counts", "rounded", "measure")
"""The fields of the form that says what a table means."""

MOST_LINES = 100
"""The most lines of a field."""


@dataclass
class OpenPublished:
    """A published table that is open.

    `said` is what a person typed of it, by the fields of the form, and `certificate` what follows
    by that, None before.
    """

    address: ClassVar[str] = "/published"
    relation: Path
    said: Mapping[str, str] = field(default_factory=lambda: {"total": "Total"})
    certificate: Certificate | None = None

    @property
    def outputs(self) -> dict[str, Any]:
        """What was said as words of a spec. Raises SpecError for lines that say nothing."""
        said = {name: self.said.get(name, "").strip() for name in FIELDS}
        absent = said["counts"] if said["absent"] == "counts" else said["absent"]
        marks = dict(_marks(said["marks"]))
        words: dict[str, Any] = {
            "marks": marks or None,
            "absent": absent or None,
            "total": _lines(said["total"]) or None,
            "rounded": said["rounded"] or None,
            "measure": said["measure"] or None,
        }
        return {word: value for word, value in words.items() if value is not None}

    @property
    def spec(self) -> Spec:
        """The spec of the table, held to the limits of the desk. Raises SpecError."""
        words = {"published": [str(self.relation)], **self.outputs}
        return parse_spec({"outputs": words, "thresholds": LIMITS}, self.relation.name)

    def report(self, *, internal: bool) -> PrivacyReport:
        """Return the report on the table. Raises SpecError where it does not add up as is said."""
        return report(self.spec, internal=internal)

    def look(self) -> None:
        """Find what follows for hidden cells."""
        self.certificate = None
        self.certificate = self.report(internal=True).certificate

    def yaml(self) -> list[tuple[str, bool]]:
        """Return the lines of a spec that say the same, none of them changed."""
        words = {"published": self.relation.name, **self.outputs}
        lines = ["outputs:", *(f"  {word}: {_flow(value)}" for word, value in words.items())]
        return [(line, False) for line in (*lines, f"thresholds: {_flow(LIMITS)}")]


def _flow(value: Any) -> str:
    """Return a value as YAML writes it in a line."""
    return json.dumps(value, ensure_ascii=False)


def _lines(text: str) -> list[str]:
    """Return the lines of a text that are not empty. Raises SpecError for too many."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise SpecError(Phrase("a table has at most {number} marks, and as many labels of totals", number=MOST_LINES))
    return lines


def _marks(text: str) -> Iterator[tuple[str, str]]:
    """Yield each mark with its counts. Raises SpecError for a line that is no mark."""
    for line in _lines(text):
        mark, equals, counts = line.rpartition("=")
        if not equals or not counts.strip():
            raise SpecError(
                Phrase("a mark and its counts are a line such as * = 1..9 (found: '{found}')", found=line[:40])
            )
        yield mark.strip(), counts.strip()
