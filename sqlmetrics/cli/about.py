"""The command on sqlmetrics itself: schema."""

from __future__ import annotations

import json

import typer

from sqlmetrics.cli.flags.output import Output
from sqlmetrics.cli.gathering import add_commands, gathering
from sqlmetrics.cli.output import form_of, write
from sqlmetrics.footprint import STANDARD, is_stream


@gathering()
def schema(output: Output = None) -> None:
    """Print the JSON schema of spec files, for editors.

    The package has it as a file, too.
    """
    from sqlmetrics.spec.schema import schema as spec_schema
    from sqlmetrics.statement.catalogue import every_metric

    if output is not None and output != STANDARD and not is_stream(output):
        form_of(output, {".json": "json"}, "--output")
    write(json.dumps(spec_schema(every_metric()), indent=2, ensure_ascii=False) + "\n", output)


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    add_commands(app, schema)
