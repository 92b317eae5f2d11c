"""The command that writes a report for people: report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from sqlmetrics.cli import shared
from sqlmetrics.cli.flags.output import Quiet
from sqlmetrics.cli.flags.relation import NoLook
from sqlmetrics.cli.flags.report import CertificateFile, Date, Internal, PageOutput
from sqlmetrics.cli.gathering import add_commands, gathering
from sqlmetrics.cli.output import check_ending, write

if TYPE_CHECKING:
    from sqlmetrics.spec.spec import Spec


@gathering(spec=shared.spec)
def report(
    *,
    spec: Spec,
    no_look: NoLook = False,
    quiet: Quiet = False,
    internal: Internal = False,
    date: Date = None,
    json: CertificateFile = None,
    output: PageOutput = None,
) -> None:
    """Write a report that everybody can read: one HTML file."""
    from sqlmetrics.gate.jobs import Options
    from sqlmetrics.output.page.reported import reported

    check_ending(output, "a report is HTML", ".html")
    spec = spec.model_copy(update={"look": False}) if no_look else spec
    page = reported(spec, Options(draw=shared.drawn(quiet)), internal=internal, date=date)
    if json is not None:
        write(page.json, json, private=internal)
    write(page.html, output, private=internal)


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    add_commands(app, report)
