"""The commands on reports for people: report, verify and read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from sqlmetrics.cli import shared
from sqlmetrics.cli.default_spec import spec_file
from sqlmetrics.cli.flags.gate import HistoryOption, HistoryTable, JobName, NoWorseThan, Tolerance
from sqlmetrics.cli.flags.output import (
    DocumentFormat,
    DocumentOption,
    Output,
    Quiet,
    ReadFormat,
    ReadFormatOption,
    TextOutput,
)
from sqlmetrics.cli.flags.relation import NoLook, NoSpec, SpecFile
from sqlmetrics.cli.flags.report import (
    CertificateFile,
    CertificateRead,
    Date,
    Internal,
    MeasuredAgain,
    OriginalOfReleases,
    OtherHierarchies,
    OtherReleases,
    PreviousReport,
    RowsFile,
    Title,
)
from sqlmetrics.cli.flags.utility import WorkloadAttributes
from sqlmetrics.cli.gate import job_options
from sqlmetrics.cli.gathering import gathering
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.output import check_ending, write
from sqlmetrics.engine.files import check_page_name

if TYPE_CHECKING:
    from sqlmetrics.certificate.releases import WeighedReleases
    from sqlmetrics.gate.jobs import Options
    from sqlmetrics.spec.spec import Spec


def past_runs(
    history: HistoryOption = None,
    history_table: HistoryTable = None,
    no_worse_than: NoWorseThan = None,
    tolerance: Tolerance = None,
    quiet: Quiet = False,
) -> Options:
    """Return the options of a report, which compares with a history and adds nothing to it."""
    return job_options(history, history_table, no_worse_than=no_worse_than, tolerance=tolerance, quiet=quiet)


def other_releases(
    original: OriginalOfReleases = None,
    release: OtherReleases = None,
    workload_attribute: WorkloadAttributes = None,
    release_hierarchy: OtherHierarchies = None,
) -> WeighedReleases | None:
    """Return the releases that the flags name, and their original. Raises SpecError."""
    from sqlmetrics.certificate.releases import beside

    return beside(
        original,
        release or (),
        workload_attribute or (),
        shared.pairs(release_hierarchy, "--release-hierarchy", "COL=FILE"),
    )


@gathering(spec=shared.spec, options=past_runs, releases=other_releases)
def report(
    *,
    spec: Spec,
    title: Title = None,
    job: JobName = None,
    no_look: NoLook = False,
    options: Options,
    releases: WeighedReleases | None,
    internal: Internal = False,
    previous: PreviousReport = None,
    date: Date = None,
    json: CertificateFile = None,
    output: TextOutput = None,
) -> None:
    """Write a report that everybody can read: one HTML file."""
    from sqlmetrics.output.privacy_report import report as report_on

    check_ending(output, "a report is HTML", ".html")
    if output is not None:
        check_page_name(output)
    changes = {"look": False} if no_look else {}
    spec = spec.model_copy(update=changes | ({} if title is None else {"title": title}))
    page = report_on(spec, job, options, internal=internal, date=date, releases=releases, previous=previous)
    for change in page.changes:
        say(f"beside the previous report: {change}")
    for warning in page.warnings:
        say(f"public: {warning}")
    if json is not None:
        write(page.json, json, private=internal)
    write(page.html, output, private=internal)


@gathering()
def verify(
    certificate: CertificateRead,
    relation: MeasuredAgain = None,
    spec: SpecFile = None,
    no_spec: NoSpec = False,
    format_: DocumentOption = DocumentFormat.table,
    output: Output = None,
) -> None:
    """Hold a report's certificate against itself, and against data.

    The exit code is 1 where something differs.
    """
    from sqlmetrics.certificate.verified import read_certificate
    from sqlmetrics.certificate.verified import verify as verify_file
    from sqlmetrics.output.privacy_report import measured_again
    from sqlmetrics.output.verification import verification_forms

    anew = None
    if relation is not None:
        words = {"relation": relation}
        file = spec_file(words, spec, without=no_spec)
        anew = measured_again(
            read_certificate(certificate).entries, None if file is None else shared.flags_spec(words, file), relation
        )
    result = verify_file(certificate, anew)
    write(verification_forms(result), output, format_)
    raise typer.Exit(0 if result.holds else 1)


@gathering()
def read(
    rows: RowsFile,
    spec: SpecFile = None,
    no_spec: NoSpec = False,
    title: Title = None,
    date: Date = None,
    internal: Internal = False,
    format_: ReadFormatOption = ReadFormat.table,
    output: Output = None,
) -> None:
    """Read the rows that a printed statement returned elsewhere.

    They are the answer of `score`, or that of `check` where the spec has thresholds; the exit code
    is 1 where one failed.
    """
    from sqlmetrics.output.privacy_report import read_report

    file = spec_file({}, spec, without=no_spec)
    read_spec = shared.flags_spec({} if title is None else {"title": title}, file)
    result = read_report(rows, read_spec, internal=internal, date=date)
    write(result.forms, output, format_)
    raise typer.Exit(result.exit_code)
