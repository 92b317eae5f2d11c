"""The commands on reports for people: report, verify and read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from sqlmetrics.cli import shared
from sqlmetrics.cli.choices import DocumentFormat, Language, ReadFormat
from sqlmetrics.cli.command import command, shared_flags
from sqlmetrics.cli.default_spec import spec_file
from sqlmetrics.cli.gate import job_options
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.output import write
from sqlmetrics.cli.panels import REPORT
from sqlmetrics.engine.files import check_page_name
from sqlmetrics.files.footprint import STANDARD

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from sqlmetrics.certificate.releases import WeighedReleases
    from sqlmetrics.gate.jobs import Options
    from sqlmetrics.spec.spec import Spec


@shared_flags()
def other_releases(
    original: str | None = None,
    beside: list[str] | None = None,
    workload_attribute: list[str] | None = None,
    release_hierarchy: dict[str, str] | None = None,
) -> WeighedReleases | None:
    """Return the releases that the flags name, and their original. Raises SpecError."""
    from sqlmetrics.certificate.releases import beside as releases_beside

    return releases_beside(original, beside or (), workload_attribute or (), release_hierarchy or {})


@command(
    REPORT,
    "sqlmetrics report --spec spec.yml -o report.html",
    "sqlmetrics report --spec spec.yml --internal --json report.json -o report.html",
    "sqlmetrics report --spec spec.yml --limits ontario_low --crosswalk \\\n      -o report.html",
    "sqlmetrics report release.parquet -q age -q zip -s disease --internal \\\n      --original people.parquet"
    " --beside people.parquet -o report.html",
    spec=shared.spec,
    options=job_options.without("run_id", "warn", "no_look"),
    releases=other_releases,
)
def report(
    *,
    spec: Spec,
    title: str | None = None,
    language: Language | None = None,
    crosswalk: bool = False,
    limits: list[str] | None = None,
    min_people: int | None = None,
    known: Any = None,
    targets: Any = None,
    previous: list[str] | None = None,
    release: bool = False,
    job: str | None = None,
    no_look: bool = False,
    options: Options,
    releases: WeighedReleases | None,
    internal: bool = False,
    date: datetime | None = None,
    json: Path | None = None,
    output: Path | None = None,
) -> None:
    """Write a report that everybody can read, as HTML or PDF."""
    from sqlmetrics.columns.guessed_roles import with_roles
    from sqlmetrics.output.privacy_report import report as report_on

    if output is not None:
        check_page_name(output)
    words = {"title": title, "min_people": min_people, "known": known, "targets": targets, "previous": previous or None}
    words |= {"limits": limits or None, "crosswalk": crosswalk or None, "look": False if no_look else None}
    spec = shared.with_words(spec, **words)
    spec = shared.planned(spec, options.progress) if release else with_roles(spec, options.progress)
    spec = spec.in_language(None if language is None else language.value)
    page = report_on(spec, job, options, internal=internal, date=date, releases=releases)
    for change in page.changes:
        say(f"beside the previous report: {change}")
    for warning in page.warnings:
        say(f"public: {warning}")
    if json is not None:
        write(page.json, json, private=internal)
    if output is None or output == STANDARD:
        write(page.html, None)
    else:
        page.save(output)


@command(
    REPORT,
    "sqlmetrics verify report.json",
    "sqlmetrics verify report.json --relation people.parquet --spec spec.yml",
)
def verify(
    certificate: Path,
    relation: str | None = None,
    spec: Path | None = None,
    no_spec: bool = False,
    format_: DocumentFormat = DocumentFormat.table,
    output: Path | None = None,
) -> None:
    """Hold a report's certificate against itself, and against data.

    The exit code is 1 where something differs.
    """
    from sqlmetrics.certificate.verified import read_certificate
    from sqlmetrics.certificate.verified import verify as verify_file
    from sqlmetrics.output.privacy_report import measured_again, spec_of_release
    from sqlmetrics.output.verification import verification_forms

    anew = None
    if relation is not None:
        words = {"relation": relation}
        entries = read_certificate(certificate).entries
        own = None if spec is not None or no_spec else spec_of_release(certificate, entries, relation)
        if own is None:
            file = spec_file(words, spec, without=no_spec)
            own = None if file is None else shared.flags_spec(words, file)
        anew = measured_again(entries, own, relation)
    elif spec is not None:
        named = shared.flags_spec({}, spec_file({}, spec, without=no_spec))
        relation = named.name
        anew = measured_again(read_certificate(certificate).entries, named)
    result = verify_file(certificate, anew, relation)
    write(verification_forms(result), output, format_)
    raise typer.Exit(0 if result.holds else 1)


@command(
    REPORT,
    "sqlmetrics read rows.csv",
    "sqlmetrics read rows.csv --spec spec.yml -o report.html",
)
def read(
    rows: Path,
    spec: Path | None = None,
    no_spec: bool = False,
    title: str | None = None,
    language: Language | None = None,
    date: datetime | None = None,
    internal: bool = False,
    format_: ReadFormat = ReadFormat.table,
    output: Path | None = None,
) -> None:
    """Read the rows that a printed statement returned elsewhere.

    They are the answer of `score`, or that of `check` where the spec has thresholds; the exit code
    is 1 where one failed.
    """
    from sqlmetrics.output.privacy_report import read_report

    file = spec_file({}, spec, without=no_spec)
    read_spec = shared.flags_spec({} if title is None else {"title": title}, file)
    result = read_report(
        rows, read_spec.in_language(None if language is None else language.value), internal=internal, date=date
    )
    write(result.forms, output, format_)
    raise typer.Exit(result.exit_code)
