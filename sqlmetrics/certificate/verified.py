"""Certificates held against themselves, and against what is measured anew."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.certificate.certificate import FORMAT
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import ROUNDING
from sqlmetrics.spec.input_file import read_text

WHAT = "certificate"
"""The role of a certificate in messages."""

NOT_COMPARED = frozenset(
    {
        *("measured_at", "versions", "trends", "releases", "title", "spec_name"),
        *("statement", "statement_hash", "relation: name"),
    }
)
"""The entries that may differ between two runs over the same data, which may lie elsewhere."""

ROUNDED = 0.005
"""The share by which a public figure of three digits may be rounded."""

CLOSE = 1e-9
"""The share by which numbers of two engines may differ."""


class Finding(NamedTuple):
    """An entry that is not as it should be: where, what the certificate has, and what is true."""

    place: str
    certificate: str
    found: str


@dataclass(frozen=True)
class Verification:
    """The verification of a certificate: what it says, and what does not hold.

    `hash` is the SHA-256 of its file; with `measured` it was compared with data.
    """

    file: str
    hash: str
    audience: str
    title: str
    measured_at: str
    passed: bool
    measured: bool
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing differs."""
        return not self.findings


def read_certificate(path: Path) -> dict[str, Any]:
    """Return the entries of a certificate's file. Raises SpecError for any other file."""
    return entries_of(read_text(path, WHAT), path)


def entries_of(text: str, path: Path) -> dict[str, Any]:
    """Return the entries of the text of a certificate. Raises SpecError for any other text."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise SpecError(f"{path} is no JSON; name the file that `sqlmetrics report` wrote as its `json`") from None
    if not isinstance(document, dict) or not {"audience", "conditions", "scores", "statement_hash"} <= document.keys():
        raise SpecError(f"{path} is no certificate; name the file that `sqlmetrics report` wrote as its `json`")
    if document.get("format") != FORMAT:
        raise SpecError(f"{path} is of another version of sqlmetrics; verify it with that one")
    return document


def verify(path: Path, anew: Mapping[str, Any] | None = None) -> Verification:
    """Return what differs within a certificate, and from one that was measured anew.

    Raises SpecError for a file that is no certificate.
    """
    text = read_text(path, WHAT)
    document = entries_of(text, path)
    try:
        own = list(within(document))
    except (KeyError, TypeError, AttributeError):
        raise SpecError(f"{path} is a certificate with entries missing; it was changed by hand") from None
    differing = [] if anew is None else list(differences(document, anew))
    return Verification(
        file=path.name,
        hash=sha256(text.encode()).hexdigest(),
        audience=str(document["audience"]),
        title=str(document["title"]),
        measured_at=str(document["measured_at"]),
        passed=bool(document["passed"]),
        measured=anew is not None,
        findings=(*own, *differing),
    )


def within(document: dict[str, Any]) -> Iterator[Finding]:
    """Yield what does not follow in a certificate: verdicts from figures, the hash from the SQL."""
    scores = {_subject(score): score["measured"] for score in document["scores"]}
    for number, condition in enumerate(document["conditions"], 1):
        place = f"conditions, {number} ({condition['metric']} of {condition['target']})"
        measured, passed = condition["measured"], condition["passed"]
        told = _verdict(condition, ROUNDED if document["audience"] == "public" else -1.0)
        if told is not None and told != passed:
            yield Finding(f"{place}: passed", str(passed), str(told))
        score = scores.get(_subject(condition))
        if score is not None and score["form"] == measured["form"] == "is" and score != measured:
            yield Finding(f"{place}: measured", str(measured["value"]), str(score["value"]))
    holds = all(condition["passed"] for condition in document["conditions"]) and not document["identifiers"]
    if holds != document["passed"]:
        yield Finding("passed", str(document["passed"]), str(holds))
    if document["audience"] == "internal" and document["statement"]:
        found = sha256(document["statement"].encode()).hexdigest()
        if found != document["statement_hash"]:
            yield Finding("statement_hash", document["statement_hash"], found)


def _subject(entry: dict[str, Any]) -> tuple[Any, ...]:
    """Return what a score or a condition is about."""
    return entry["metric"], entry["target"], entry["partition"], tuple(entry["known"]), entry["parameters"]


def _verdict(condition: dict[str, Any], rounded: float) -> bool | None:
    """Return whether a condition is met by its figure; None where the figure does not tell.

    A figure within the share `rounded` of the limit may be on either side of it.
    """
    measured = condition["measured"]
    if measured["form"] != "is" or measured["value"] is None or condition["limit"] is None:
        return None
    limit, value = float(condition["limit"]), float(measured["value"])
    margin = limit - value if condition["bound"] == "at_most" else value - limit
    size = max(1.0, abs(limit))
    return None if abs(margin) <= rounded * size else margin >= -ROUNDING * size


def differences(document: Any, anew: Any, place: str = "") -> Iterator[Finding]:
    """Yield the entries in which two certificates differ, without those of time and place."""
    if isinstance(document, Mapping) and isinstance(anew, Mapping):
        for name in dict.fromkeys((*document, *anew)):
            inner = f"{place}: {name}" if place else name
            if inner not in NOT_COMPARED:
                yield from differences(document.get(name), anew.get(name), inner)
    elif isinstance(document, list) and isinstance(anew, list):
        if len(document) != len(anew):
            yield Finding(f"{place}: how many", str(len(document)), str(len(anew)))
            return
        for number, (one, other) in enumerate(zip(document, anew, strict=True), 1):
            yield from differences(one, other, f"{place}, {number}")
    elif not _same(document, anew):
        yield Finding(place, str(document), str(anew))


def _same(one: Any, other: Any) -> bool:
    """Return whether two entries are equal, numbers as far as two engines agree."""
    if isinstance(one, int | float) and isinstance(other, int | float) and not isinstance(one, bool):
        return abs(one - other) <= CLOSE * max(1.0, abs(one), abs(other))
    return bool(one == other)
