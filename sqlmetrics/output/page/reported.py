"""The report of a relation: measured, made public unless it is internal, and drawn."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property

from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.certificate.document import certificate_text
from sqlmetrics.certificate.measured import certificate
from sqlmetrics.certificate.published import published
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.jobs import Options, check
from sqlmetrics.output.page.page import page_html
from sqlmetrics.spec.spec import Spec

EPOCH = "SOURCE_DATE_EPOCH"
"""The variable with the seconds since 1970 that stand for now where builds are to be repeated."""


class Reported:
    """A report: its certificate, its page as `html`, and its certificate's `json`."""

    def __init__(self, certificate: Certificate) -> None:
        self.certificate = certificate

    @cached_property
    def html(self) -> str:
        """The page, one HTML file."""
        return page_html(self.certificate)

    @cached_property
    def json(self) -> str:
        """The certificate, as the text of a JSON file."""
        return certificate_text(self.certificate)


def reported(
    spec: Spec, options: Options | None = None, *, internal: bool = False, date: datetime | None = None
) -> Reported:
    """Return the report of a spec's relation. Raises SpecError, QueryError."""
    when = dated(date)
    run = check(spec, None, replace(options or Options(), evidence=True))
    held = run.outcomes[0].held
    assert held is not None  # noqa: S101 - a check of one spec raises its error
    whole = certificate(held, date=when)
    return Reported(whole if internal else published(whole))


def dated(date: datetime | None) -> datetime:
    """Return the date of a report: the given one in UTC, that of SOURCE_DATE_EPOCH, or now."""
    if date is not None:
        return date if date.tzinfo is not None else date.replace(tzinfo=UTC)
    seconds = os.environ.get(EPOCH)
    if seconds is None:
        return datetime.now(UTC)
    if not seconds.isdecimal():
        raise SpecError(f"{EPOCH} is a number of seconds since 1970; set one, or unset it")
    return datetime.fromtimestamp(int(seconds), UTC)
