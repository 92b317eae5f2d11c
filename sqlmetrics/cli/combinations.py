"""The commands on combinations of quasi-identifiers: subsets and suda."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlmetrics.cli import shared
from sqlmetrics.cli.flags.output import (
    Dialect,
    Format,
    FormatOption,
    Limit,
    ListFormat,
    ListFormatOption,
    Output,
    PrintSql,
    ShowValues,
)
from sqlmetrics.cli.flags.risk import (
    Estimate,
    Explain,
    LargestSubset,
    MaxSize,
    RecordsFile,
    SamplingShare,
    SudaWeights,
    Weights,
)
from sqlmetrics.cli.gathering import gathering
from sqlmetrics.cli.messages import flagged, say
from sqlmetrics.cli.output import kept_rows, write, write_sql
from sqlmetrics.cli.shared import most_keys, shown_rows, with_estimate
from sqlmetrics.engine.progress import Progress

if TYPE_CHECKING:
    from sqlmetrics.risk.combinations.results import Most
    from sqlmetrics.spec.spec import Spec


@gathering(spec=shared.spec, progress=shared.progress)
def subsets(
    *,
    spec: Spec,
    progress: Progress,
    max_size: LargestSubset = "all",
    estimate: Estimate = None,
    format_: FormatOption = Format.table,
    output: Output = None,
    limit: Limit = None,
    explain: Explain = False,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """Rank combinations of columns, and what each column adds.

    Every combination of quasi-identifiers is scored like a relation's own; `score --subsets`
    does the same.
    """
    from sqlmetrics.risk.combinations.measured import subsets_sql
    from sqlmetrics.risk.explain import explain_subsets

    most = most_keys(max_size)
    spec = with_estimate(spec, estimate)
    if print_sql:
        write_sql(subsets_sql(spec, most, dialect=dialect), output)
    elif explain:
        write(flagged(explain_subsets(spec, most)), output)
    else:
        score_subsets(spec, most, format_, output, limit, progress)


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
    """Find what singles records out: minimal uniques (SUDA).

    A minimal unique is a smallest set of quasi-identifiers that singles a record out.
    """
    from sqlmetrics.output.results.suda import suda_forms
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
    from sqlmetrics.output.results.combinations import subsets_forms
    from sqlmetrics.risk.combinations.measured import subsets

    result = subsets(spec, most, progress=progress, say=say)
    write(subsets_forms(result, shown_rows(limit, format_)), output, format_)
