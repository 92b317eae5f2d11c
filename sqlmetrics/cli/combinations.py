"""What `score --subsets` does, and the command suda."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sqlmetrics.cli import asking
from sqlmetrics.cli.asking import gathering, shown_rows
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.options import Dialect, Format, Limit, ListFormat, Output, PrintSql, ShowValues
from sqlmetrics.cli.output import EXIT_CODES, check_output, write
from sqlmetrics.engine.progress import Progress

if TYPE_CHECKING:
    from sqlmetrics.risk.combinations.results import Most
    from sqlmetrics.spec.spec import Spec


class SudaWeights(StrEnum):
    elliot = "elliot"
    ihsn = "ihsn"


@gathering(spec=asking.spec, progress=asking.progress)
def suda(
    *,
    spec: Spec,
    progress: Progress,
    max_size: Annotated[
        int | None,
        typer.Option(
            "--max-size",
            min=1,
            metavar="M",
            help="The most keys of a minimal unique.  [default: all]",
            show_default=False,
        ),
    ] = None,
    disf: Annotated[
        float, typer.Option("--disf", metavar="SHARE", help="The share of the population that is in the table.")
    ] = 0.01,
    weights: Annotated[
        SudaWeights,
        typer.Option(
            "--weights", help="How a minimal unique counts by its size: as published, or as first programmed."
        ),
    ] = SudaWeights.elliot,
    format_: Annotated[
        ListFormat, typer.Option("--format", "-f", help="How the result is written.")
    ] = ListFormat.table,
    output: Output = None,
    records: Annotated[
        Path | None,
        typer.Option(
            "--records",
            metavar="FILE",
            help="Write all records with their scores to a .parquet or .csv file.",
            show_default=False,
        ),
    ] = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """Find the smallest sets of keys that single records out (SUDA), and score records and keys by them."""
    from sqlmetrics.output.suda import suda_forms
    from sqlmetrics.risk.combinations.suda import suda as special_uniques
    from sqlmetrics.risk.combinations.suda import suda_sql

    if print_sql:
        text = suda_sql(
            spec,
            max_size=max_size,
            disf=disf,
            weights=weights.value,
            dialect=dialect,
            show_values=show_values,
            limit=limit,
        )
        write(text, output)
        return
    check_output(output, records)
    found = special_uniques(
        spec,
        max_size=max_size,
        disf=disf,
        weights=weights.value,
        show_values=show_values,
        limit=shown_rows(limit, format_),
        output=records,
        progress=progress,
        say=say,
    )
    write(suda_forms(found), output, format_)


def score_subsets(
    spec: Spec, most: Most, format_: Format, output: Path | None, limit: int | None, progress: Progress
) -> None:
    """Score every combination of up to so many keys, and write what is asked for."""
    from sqlmetrics.output.combinations import subsets_forms
    from sqlmetrics.risk.combinations.measured import subsets

    found = subsets(
        spec,
        most,
        progress=progress,
        say=say,
    )
    write(subsets_forms(found, shown_rows(limit, format_)), output, format_)


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    for command in (suda,):
        app.command(epilog=EXIT_CODES)(command)
