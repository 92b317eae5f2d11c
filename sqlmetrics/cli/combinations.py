"""The scores of combinations of quasi-identifiers: `score --subsets`, and the command suda."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from sqlmetrics.cli import shared
from sqlmetrics.cli.flags.output import (
    Dialect,
    Format,
    Limit,
    ListFormat,
    ListFormatOption,
    Output,
    PrintSql,
    ShowValues,
)
from sqlmetrics.cli.flags.risk import MaxSize, RecordsFile, SamplingShare, SudaWeights, Weights
from sqlmetrics.cli.gathering import add_commands, gathering
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.output import kept_rows, write, write_sql
from sqlmetrics.cli.shared import shown_rows
from sqlmetrics.engine.progress import Progress

if TYPE_CHECKING:
    from sqlmetrics.risk.combinations.results import Most
    from sqlmetrics.spec.spec import Spec


@gathering(spec=shared.spec, progress=shared.progress)
def suda(
    *,
    spec: Spec,
    progress: Progress,
    max_size: MaxSize = None,
    disf: SamplingShare = 0.01,
    weights: Weights = SudaWeights.elliot,
    format_: ListFormatOption = ListFormat.table,
    output: Output = None,
    records: RecordsFile = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """Score records and quasi-identifiers by minimal uniques (SUDA).

    A minimal unique is a smallest set of quasi-identifiers that singles a record out.
    """
    from sqlmetrics.output.suda import suda_forms
    from sqlmetrics.risk.combinations.suda import suda as measured_suda
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
        write_sql(text, output)
        return
    with kept_rows(format_, spec.limits, progress) as store:
        result = measured_suda(
            spec,
            max_size=max_size,
            disf=disf,
            weights=weights.value,
            show_values=show_values,
            limit=shown_rows(limit, format_),
            output=records,
            progress=progress,
            store=store,
            say=say,
        )
        write(suda_forms(result), output, format_)


def score_subsets(
    spec: Spec, most: Most, format_: Format, output: Path | None, limit: int | None, progress: Progress
) -> None:
    """Score every combination of up to `most` quasi-identifiers, and write the result."""
    from sqlmetrics.output.combinations import subsets_forms
    from sqlmetrics.risk.combinations.measured import subsets

    result = subsets(spec, most, progress=progress, say=say)
    write(subsets_forms(result, shown_rows(limit, format_)), output, format_)


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    add_commands(app, suda)
