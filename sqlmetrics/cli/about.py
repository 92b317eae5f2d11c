"""The commands on sqlmetrics itself: info and schema."""

from __future__ import annotations

from sqlmetrics.cli.flags.output import DocumentFormat, DocumentOption, Output, TextOutput
from sqlmetrics.cli.gathering import gathering
from sqlmetrics.cli.output import form_of, write
from sqlmetrics.footprint import STANDARD, is_stream


@gathering()
def info(format_: DocumentOption = DocumentFormat.table, output: Output = None) -> None:
    """Show versions, extras, dialects and engines.

    A report of a problem is complete with it. It holds no name of a file or a person.
    """
    from sqlmetrics.output.installation import installation_forms

    write(installation_forms(), output, format_)


@gathering()
def schema(output: TextOutput = None) -> None:
    """Print the JSON schema of spec files, for editors.

    The package has it as a file, too.
    """
    from sqlmetrics.output.records import json_text
    from sqlmetrics.spec.schema import schema as spec_schema
    from sqlmetrics.statement.catalogue import every_metric

    if output is not None and output != STANDARD and not is_stream(output):
        form_of(output, {".json": "json"}, "--output")
    write(json_text(spec_schema(every_metric())), output)
