"""What `score --subsets` does."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sqlmetrics.options import Format, most_keys, print_report, write_output

if TYPE_CHECKING:
    from sqlmetrics.spec import Spec

ROWS = 10
"""How many combinations a table shows where nothing else is asked."""


def score_subsets(spec: Spec, subsets: str, format_: Format, output: Path | None, limit: int | None) -> None:
    """Score every combination of up to so many keys, and write what is asked for."""
    from sqlmetrics.files import write_whole
    from sqlmetrics.output import to_csv, write_parquet
    from sqlmetrics.subset_reports import print_subsets, subsets_json, subsets_markdown
    from sqlmetrics.subsets import subsets_spec

    found = subsets_spec(
        spec.relation,
        spec,
        most_keys(subsets),
        database=spec.database,
        url=spec.url,
        progress=sys.stderr.isatty(),
        say=lambda text: typer.echo(f"sqlmetrics: {text}", err=True),
    )
    shown = limit or ROWS
    if format_ is Format.parquet and output is not None:
        write_whole(output, lambda path: write_parquet(found.riskiest(limit), path))
    elif format_ is Format.csv:
        write_output(to_csv(found.riskiest(limit)), output)
    elif format_ is Format.json:
        write_output(subsets_json(found, limit), output)
    elif format_ is Format.markdown:
        write_output(subsets_markdown(found, shown), output)
    else:
        print_report(lambda console: print_subsets(found, console, shown), output)
