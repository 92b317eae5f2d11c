"""Certificates held against themselves, and against what is measured anew."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from sqlmetrics.certificate.certificate import FORMAT, Certificate
from sqlmetrics.certificate.contradictions import Finding, close, contradictions, decided, flaws
from sqlmetrics.certificate.document import document
from sqlmetrics.certificate.published import published
from sqlmetrics.errors import SpecError
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


DIGITS, LARGEST = 16, 1e18
"""The most digits of a whole number, and the largest number of a certificate."""


@dataclass(frozen=True)
class Verification:
    """The verification of a certificate: what it says, and what does not hold.

    `holds` is whether nothing differs, and `findings` are what does. `hash` is the SHA-256 of its
    file; with `measured` it was compared with data. `open` are the verdicts, by the number of their
    condition, that its own figures leave open.
    """

    file: str
    hash: str
    audience: str
    title: str
    measured_at: str
    passed: bool
    measured: bool
    findings: tuple[Finding, ...]
    open: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing differs."""
        return not self.findings


class ReadCertificate(NamedTuple):
    """A certificate's file: its text, its entries, and the certificate that they are."""

    text: str
    entries: dict[str, Any]
    certificate: Certificate


def read_certificate(path: Path) -> ReadCertificate:
    """Return what a certificate's file holds. Raises SpecError for any other file."""
    text = read_text(path, WHAT)
    entries = entries_of(text, path)
    return ReadCertificate(text, entries, certificate_of(entries, path))


def entries_of(text: str, path: Path) -> dict[str, Any]:
    """Return the entries of the text of a certificate. Raises SpecError for any other text."""
    try:
        entries = json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError):
        raise SpecError(f"{path} is no JSON; name the file that `sqlmetrics report` wrote as its `json`") from None
    if not isinstance(entries, dict) or not {"audience", "conditions", "scores", "statement_hash"} <= entries.keys():
        raise SpecError(f"{path} is no certificate; name the file that `sqlmetrics report` wrote as its `json`")
    if entries.get("format") != FORMAT:
        raise SpecError(f"{path} is of another version of sqlmetrics; verify it with that one")
    return entries


@cache
def _form() -> TypeAdapter[Certificate]:
    return TypeAdapter(Certificate)


def _whole(text: str) -> int:
    """Return the whole number of a text. Raises ValueError where it has too many digits."""
    if len(text) > DIGITS:
        raise ValueError(text)
    return int(text)


def _finite(text: str) -> float:
    """Return the number of a text. Raises ValueError where it is too large, endless or NaN."""
    number = float(text)
    if abs(number) > LARGEST or number != number:
        raise ValueError(text)
    return number


def certificate_of(entries: Mapping[str, Any], path: Path) -> Certificate:
    """Return a certificate from its entries. Raises SpecError where they are of another form."""
    try:
        return _form().validate_python(dict(entries))
    except (ValidationError, TypeError):
        raise SpecError(f"{path} is a certificate with entries missing or wrong; it was changed by hand") from None


def verify(path: Path, anew: Mapping[str, Any] | None = None) -> Verification:
    """Return what differs within a certificate, and from one that was measured anew.

    Raises SpecError for a file that is no certificate.
    """
    text, entries, certificate = read_certificate(path)
    found, left = list(flaws(certificate.public_table)), tuple[int, ...]()
    if not found:
        found = [*contradictions(certificate), *_differences(entries, of_itself(certificate))]
        left = tuple(n for n, one in enumerate(certificate.conditions, 1) if decided(one, certificate) is None)
    if anew is not None:
        found += _differences(entries, anew, apart=NOT_COMPARED)
    return Verification(
        file=path.name,
        hash=sha256(text.encode()).hexdigest(),
        audience=certificate.audience,
        title=certificate.title,
        measured_at=certificate.measured_at,
        passed=certificate.passed,
        measured=anew is not None,
        findings=tuple(dict.fromkeys(found)),
        open=left,
    )


def of_itself(certificate: Certificate) -> Any:
    """Return the entries that a certificate should have by what it is made from.

    A public one follows from its public table, its verdicts and what is declared. An internal one
    holds the scores themselves, so that only its form can be wrong.
    """
    return document(published(certificate) if certificate.audience == "public" else certificate)


def _differences(one: Any, anew: Any, place: str = "", apart: frozenset[str] = frozenset()) -> Iterator[Finding]:
    """Yield the entries in which two certificates differ, but for those `apart`."""
    if isinstance(one, Mapping) and isinstance(anew, Mapping):
        for name in dict.fromkeys((*one, *anew)):
            inner = f"{place}: {name}" if place else name
            if inner not in apart:
                yield from _differences(one.get(name), anew.get(name), inner, apart)
    elif isinstance(one, list) and isinstance(anew, list):
        if len(one) != len(anew):
            yield Finding(f"{place}: how many", str(len(one)), str(len(anew)))
            return
        for number, (own, other) in enumerate(zip(one, anew, strict=True), 1):
            yield from _differences(own, other, f"{place}, {number}", apart)
    elif not _same(one, anew):
        yield Finding(place, str(one), str(anew))


def _same(one: Any, other: Any) -> bool:
    """Return whether two entries are equal, numbers as far as two engines agree."""
    if isinstance(one, int | float) and isinstance(other, int | float) and not isinstance(one, bool):
        return close(one, other)
    return bool(one == other)
