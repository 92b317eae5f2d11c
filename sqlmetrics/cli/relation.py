"""The commands on one relation beside score, from classes to count; metrics."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

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
from sqlmetrics.cli.flags.risk import (
    AddedCounts,
    AllowSingles,
    Conditions,
    MetricName,
    MetricsFormat,
    MinCount,
    More,
    Sketch,
)
from sqlmetrics.cli.gathering import gathering, without
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.output import kept_rows, write, write_sql
from sqlmetrics.cli.shared import files_of_counts, shown_rows
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError

if TYPE_CHECKING:
    from pathlib import Path

    from sqlmetrics.engine.kept import Kept
    from sqlmetrics.output.forms import Forms
    from sqlmetrics.risk.baseline import Baseline, Beliefs, Posterior
    from sqlmetrics.spec.spec import Spec


@gathering(spec=shared.spec, progress=shared.progress)
def classes(
    *,
    spec: Spec,
    progress: Progress,
    where: Conditions = None,
    format_: ListFormatOption = ListFormat.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """List the classes that meet a condition, the worst first.

    Each comes with the number of its records.
    """
    from sqlmetrics.output.results.classes import classes_forms
    from sqlmetrics.risk.classes import classes as listed_classes
    from sqlmetrics.risk.classes import classes_sql

    if print_sql:
        write_sql(classes_sql(spec, where or [], dialect=dialect, show_values=show_values, limit=limit), output)
        return
    rows = shown_rows(limit, format_)
    with kept_rows(format_, spec.limits, progress) as store:
        result = listed_classes(spec, where or [], show_values=show_values, limit=rows, progress=progress, store=store)
        write(classes_forms(result), output, format_)


@gathering(spec=shared.spec, progress=shared.progress)
def baseline(
    *,
    spec: Spec,
    progress: Progress,
    format_: ListFormatOption = ListFormat.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """Show the distribution of each sensitive attribute.

    An attacker who knows no quasi-identifier knows this much of everybody.
    """
    from sqlmetrics.output.results.classes import baseline_forms
    from sqlmetrics.risk.baseline import baseline as measured_baseline
    from sqlmetrics.risk.baseline import baseline_sql

    if print_sql:
        write_sql(baseline_sql(spec, dialect=dialect, show_values=show_values, limit=limit), output)
        return
    _write_view("baseline", measured_baseline, baseline_forms, spec, progress, format_, output, show_values, limit)


@gathering(spec=shared.spec, progress=shared.progress)
def posterior(
    *,
    spec: Spec,
    progress: Progress,
    format_: ListFormatOption = ListFormat.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """Show that distribution in each class, beside the baseline.

    It is A_san, what an attacker who knows the quasi-identifiers believes: of each class the
    likeliest value, and with --show-values all of them.
    """
    from sqlmetrics.output.results.classes import posterior_forms
    from sqlmetrics.risk.baseline import posterior as measured_posterior
    from sqlmetrics.risk.baseline import posterior_sql

    if print_sql:
        write_sql(posterior_sql(spec, dialect=dialect, show_values=show_values, limit=limit), output)
        return
    _write_view("posterior", measured_posterior, posterior_forms, spec, progress, format_, output, show_values, limit)


def _write_view(
    beliefs: Beliefs,
    measured: Callable[..., Baseline | Posterior],
    forms: Callable[..., Forms],
    spec: Spec,
    progress: Progress,
    format_: ListFormat,
    output: Path | None,
    show_values: bool,
    limit: int | None,
) -> None:
    """Write the baseline or the posterior; its rows are kept on disk where they may be many."""
    from sqlmetrics.risk.baseline import kept_beliefs

    rows = shown_rows(limit, format_)
    with kept_rows(format_, spec.limits, progress) as store:
        result: Baseline | Posterior | Kept
        if store is None:
            result = measured(spec, show_values=show_values, limit=rows, progress=progress)
        else:
            result = kept_beliefs(beliefs, spec, store, show_values=show_values, limit=rows, progress=progress)
        filtered = None if spec.where is None else spec.name
        write(forms(result, show_values=show_values, filtered=filtered), output, format_)


@gathering(spec=shared.spec, progress=shared.progress)
def records(
    *, spec: Spec, progress: Progress, output: Output = None, print_sql: PrintSql = False, dialect: Dialect = None
) -> None:
    """Write each record with the scores of its class.

    It is a Parquet or CSV file, in which you suppress or recode the records at risk.
    """
    from sqlmetrics.risk.records import records_sql, write_records

    if print_sql:
        write_sql(records_sql(spec, dialect=dialect), output)
        return
    if output is None:
        raise SpecError("name the file: --output FILE.parquet or FILE.csv (or --print-sql, for another database)")
    number = write_records(spec, output, progress)
    say(f"{number:,} records{_condition(spec)} with the scores of their classes in {output}")


def _condition(spec: Spec) -> str:
    """Return the condition on records as a part of a sentence, or an empty text."""
    return "" if spec.where is None else f" where {spec.where.strip()}"


def metrics(name: MetricName = None, format_: MetricsFormat = Format.table) -> None:
    """List the metrics and the built-in attacks, or explain one.

    The explanation of a metric is its meaning, formula, range, direction and source; of an attack,
    also what it needs.
    """
    from sqlmetrics.output.attacks import attack_forms
    from sqlmetrics.output.catalogue import metric_forms, metrics_forms
    from sqlmetrics.release.attack.descriptions import every_attack
    from sqlmetrics.statement.catalogue import every_metric, find, unknown_metric

    known, attacks = every_metric(), every_attack()
    if name is not None and name not in attacks:
        found = find(name, known)
        if found is None:
            raise unknown_metric(name, {**known, **attacks})
        name = found.name
    if format_ in {Format.csv, Format.parquet}:
        raise SpecError("metrics are listed as table, markdown or json")
    if name is None:
        forms = metrics_forms(tuple(known.values()), tuple(attacks.values()))
    else:
        forms = metric_forms(known[name], attacks.get(name)) if name in known else attack_forms(attacks[name])
    write(forms, None, format_)


@gathering(spec=without(shared.spec, "individual"), progress=shared.progress)
def count(
    *,
    spec: Spec,
    progress: Progress,
    more: More = None,
    counts: AddedCounts = False,
    output: Output = None,
    allow_singles: AllowSingles = False,
    min_count: MinCount = None,
    sketch: Sketch = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """Write only the counts of a relation to a Parquet file.

    They are counts of records, never of people who have several. `score --counts` scores such
    files and names the metrics and levels.
    """
    from sqlmetrics.risk.counts.added import add_counts
    from sqlmetrics.risk.counts.written import count_sql, write_counts

    files = files_of_counts(spec, counts, more)
    if files is not None and print_sql:
        raise SpecError("--print-sql prints a count of a relation; files of counts are added up by DuckDB here")
    if sketch is not None:
        spec = spec.model_copy(update={"sketch": sketch})
    if min_count is not None:
        spec = spec.model_copy(update={"min_count": min_count})
    if print_sql:
        write_sql(count_sql(spec, dialect=dialect), output)
        return
    if output is None:
        raise SpecError("name the file: --output FILE.parquet")
    if allow_singles:
        spec = spec.model_copy(update={"allow_singles": True})
    written = write_counts(spec, output, progress) if files is None else add_counts(files, spec, output, progress)
    of_classes = "" if written.share is None else f"; a sketch of {written.share:.2%} of the classes"
    text = f"{written.counts:,} counts of {written.records:,} records{_condition(spec)} in {output}{of_classes}"
    if written.withheld is None:
        say(f"{text}; {written.single:,} are of one record, which is a person")
    else:
        shares = f"{written.withheld:,} records are in counts of fewer than {spec.min_count}, which are withheld"
        say(f"{text}; {shares}{': scores that need them are undefined' if written.withheld else ''}")
