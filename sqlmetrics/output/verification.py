"""What was verified of a certificate, in words."""

from __future__ import annotations

from typing import Any

from sqlmetrics.certificate.verified import Verification
from sqlmetrics.output.forms import Forms
from sqlmetrics.output.report import Block, Column, Heading, Paragraph, Report, table
from sqlmetrics.text import brief


def verification_forms(result: Verification) -> Forms:
    """Return the forms of what was verified of a certificate."""
    return Forms(report=lambda: verification_report(result), document=lambda: verification_document(result))


def verification_report(result: Verification) -> Report:
    """Return whether a certificate holds, and what differs."""
    blocks: list[Block] = [Heading(f"{result.file}: {result.title}", 1)]
    said = "every condition met" if result.passed else "not every condition met"
    readers = "everybody" if result.audience == "public" else "internal use"
    blocks.append(Paragraph(f"A certificate for {readers}, measured at {result.measured_at}, which says: {said}."))
    blocks.append(Paragraph(f"SHA-256 {result.hash}: compare it with the one that the report shows."))
    if result.findings:
        columns = [Column("entry", "name"), Column("certificate"), Column("found")]
        rows = [(one.place, brief(one.certificate), brief(one.found)) for one in result.findings]
        blocks.append(table(columns, rows))
    return Report(tuple(blocks), _summary(result))


def _summary(result: Verification) -> str:
    if result.findings:
        count = len(result.findings)
        return f"{count} entr{'ies differ' if count > 1 else 'y differs'}: the certificate does not hold"
    if result.measured:
        return "measured again, nothing differs"
    if result.open:
        many = f"{len(result.open)} verdict{'s' if len(result.open) > 1 else ''}"
        return (
            f"nothing contradicts itself, and its figures leave {many} open; only the data, measured again, could tell"
            " whether these hold, and whether the figures are the data's"
        )
    return (
        "its verdicts follow from its figures; only the data, measured again, could tell whether the figures are the"
        " data's"
    )


def verification_document(result: Verification) -> dict[str, Any]:
    """Return a verification as JSON."""
    return {
        "file": result.file,
        "hash": result.hash,
        "audience": result.audience,
        "title": result.title,
        "measured_at": result.measured_at,
        "passed": result.passed,
        "measured_again": result.measured,
        "holds": result.holds,
        "open": list(result.open),
        "findings": [one._asdict() for one in result.findings],
    }
