"""The commands on one relation: classes, baseline, records, count, init; and the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sqlmetrics.cli import asking
from sqlmetrics.cli.asking import gathering, shown_rows
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.options import Dialect, Format, Limit, ListFormat, Output, PrintSql, ShowValues
from sqlmetrics.cli.output import EXIT_CODES, check_output, write
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError

if TYPE_CHECKING:
    from sqlmetrics.spec.place import Place
    from sqlmetrics.spec.spec import Spec


@gathering(spec=asking.spec, progress=asking.progress)
def classes(
    *,
    spec: Spec,
    progress: Progress,
    where: Annotated[
        list[str] | None,
        typer.Option(
            "--where",
            metavar="CONDITION",
            help='What a class must not be, such as "k_anonymity < 5"; repeat it: any counts.',
        ),
    ] = None,
    format_: Annotated[
        ListFormat, typer.Option("--format", "-f", help="How the classes are written.")
    ] = ListFormat.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """List the equivalence classes that break a condition, the worst first, and how many records they hold."""
    from sqlmetrics.output.classes import classes_forms
    from sqlmetrics.risk.classes import classes as broken_classes
    from sqlmetrics.risk.classes import classes_sql

    if print_sql:
        write(classes_sql(spec, where or [], dialect=dialect, show_values=show_values, limit=limit), output)
        return
    found = broken_classes(
        spec, where or [], show_values=show_values, limit=shown_rows(limit, format_), progress=progress
    )
    write(classes_forms(found), output, format_)


@gathering(spec=asking.spec, progress=asking.progress)
def baseline(
    *,
    spec: Spec,
    progress: Progress,
    format_: Annotated[
        ListFormat, typer.Option("--format", "-f", help="How the distribution is written.")
    ] = ListFormat.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """Show how sensitive attributes are distributed: what an adversary knows of anybody without the keys."""
    from sqlmetrics.output.classes import baseline_forms
    from sqlmetrics.risk.baseline import baseline as find_baseline
    from sqlmetrics.risk.baseline import baseline_sql

    if print_sql:
        write(baseline_sql(spec, dialect=dialect, show_values=show_values, limit=limit), output)
        return
    beliefs = find_baseline(spec, show_values=show_values, limit=shown_rows(limit, format_), progress=progress)
    write(baseline_forms(beliefs, show_values=show_values), output, format_)


@gathering(spec=asking.spec, progress=asking.progress)
def records(
    *, spec: Spec, progress: Progress, output: Output = None, print_sql: PrintSql = False, dialect: Dialect = None
) -> None:
    """Write the records with the scores of their classes to a Parquet or CSV file, to suppress or recode them there."""
    from sqlmetrics.risk.records import records_sql, write_records

    if print_sql:
        write(records_sql(spec, dialect=dialect), output)
        return
    if output is None:
        raise SpecError("name the file: --output FILE.parquet or FILE.csv (or --print-sql, for another database)")
    check_output(output)
    written = write_records(spec, output, progress)
    say(f"{written:,} records with the scores of their classes in {output}")


def metrics(
    name: Annotated[str | None, typer.Argument(help="One metric or attack, in full.", show_default=False)] = None,
    format_: Annotated[Format, typer.Option("--format", "-f", help="table, markdown or json.")] = Format.table,
) -> None:
    """List the metrics and the built-in attacks, or explain one: meaning, formula, range, direction, source; what it needs."""
    from sqlmetrics.output.attacks import attack_forms
    from sqlmetrics.output.catalogue import metric_forms, metrics_forms
    from sqlmetrics.release.attack.descriptions import every_attack
    from sqlmetrics.statement.catalogue import every_metric, unknown_metric

    known, attacks = every_metric(), every_attack()
    if name is not None and name not in {*known, *attacks}:
        raise unknown_metric(name, {**known, **attacks})
    if format_ in {Format.csv, Format.parquet}:
        raise SpecError("metrics are listed as table, markdown or json")
    if name is None:
        forms = metrics_forms(tuple(known.values()), tuple(attacks.values()))
    else:
        forms = metric_forms(known[name], attacks.get(name)) if name in known else attack_forms(attacks[name])
    write(forms, None, format_)


@gathering(place=asking.place, progress=asking.progress)
def init(
    *,
    relation: Annotated[
        str, typer.Argument(help="A file, pattern or folder, or a table with --database or --url.", show_default=False)
    ],
    output: Output = None,
    place: Place,
    progress: Progress,
) -> None:
    """Profile a relation's columns and write a commented spec to start from."""
    from sqlmetrics.risk.profile import profile
    from sqlmetrics.risk.starting_spec import starting_spec

    check_output(output)
    write(starting_spec(profile(relation, place, progress), relation, place, output), output)


@gathering(spec=asking.spec, progress=asking.progress)
def count(
    *, spec: Spec, progress: Progress, output: Output = None, print_sql: PrintSql = False, dialect: Dialect = None
) -> None:
    """Write the counts of a relation alone to a Parquet file, for `score --counts`; metrics and levels are asked then."""
    from sqlmetrics.risk.counts.written import count_sql, write_counts

    if print_sql:
        write(count_sql(spec, dialect=dialect), output)
        return
    if output is None:
        raise SpecError("name the file: --output FILE.parquet")
    found = write_counts(spec, output, progress)
    written = f"{found.counts:,} counts of {found.records:,} records in {output}"
    say(f"{written}; {found.single:,} are of one record, which is a person")


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    for command in (classes, baseline, records, metrics, init, count):
        app.command(epilog=EXIT_CODES)(command)
