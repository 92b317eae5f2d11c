"""Who prepared a page for whom, what for, and until when it holds; and where it is signed."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Preparation
from sqlmetrics.output.names import ENTRIES
from sqlmetrics.output.page.language import wording
from sqlmetrics.output.page.words import day


class Signature(NamedTuple):
    """What a page says of its preparation: `past` is a last valid day that was too early."""

    entries: dict[str, str]
    past: str | None
    by: str | None


def signature(certificate: Certificate) -> Signature | None:
    """Return what a page says of its preparation; None where nothing is said of that."""
    own = certificate.preparation
    if own is None:
        return None
    entries = {wording(title): text for entry, title in ENTRIES.items() if (text := _text(own, entry)) is not None}
    until = own.valid_until
    expired = until is not None and date.fromisoformat(until) < datetime.fromisoformat(certificate.measured_at).date()
    return Signature(entries=entries, past=until if expired else None, by=own.prepared_by)


def _text(own: Preparation, entry: str) -> str | None:
    """Return what a preparation says in an entry, a day in words."""
    text: str | None = getattr(own, entry)
    return text if text is None or entry != "valid_until" else day(text)
