"""The commands on sqlmetrics itself: info and schema."""

from __future__ import annotations

from pathlib import Path

from sqlmetrics.cli.choices import DocumentFormat
from sqlmetrics.cli.command import command
from sqlmetrics.cli.output import form_of, write
from sqlmetrics.cli.panels import ABOUT
from sqlmetrics.files.footprint import STANDARD, is_stream


@command(
    ABOUT,
    "sqlmetrics info",
    "sqlmetrics info -f json",
)
def info(format_: DocumentFormat = DocumentFormat.table, output: Path | None = None) -> None:
    """Show versions, extras, dialects and engines.

    A report of a problem is complete with it. It holds no name of a file or a person.
    """
    from sqlmetrics.output.installation import installation_forms

    write(installation_forms(), output, format_)


@command(
    ABOUT,
    "sqlmetrics schema",
    "sqlmetrics schema -o spec.schema.json",
)
def schema(output: Path | None = None) -> None:
    """Print the JSON schema of spec files, for editors.

    The package has it as a file, too.
    """
    from sqlmetrics.output.forms import json_text
    from sqlmetrics.spec.schema import schema as spec_schema
    from sqlmetrics.statement.catalogue import every_metric

    if output is not None and output != STANDARD and not is_stream(output):
        form_of(output, {".json": "json"}, "--output")
    write(json_text(spec_schema(every_metric())), output)
