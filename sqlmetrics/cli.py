"""The command line: parse, call, print."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from sqlmetrics import commands_gda, commands_jobs
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
from sqlmetrics.options import (
    Database,
    Dialect,
    Format,
    Limit,
    ListFormat,
    Output,
    PrintSql,
    ShowValues,
    Url,
    asking,
    print_report,
    write_output,
)
from sqlmetrics.version import __version__

if TYPE_CHECKING:
    from sqlmetrics.spec import Spec

EXIT_CODES = (
    "Exit codes: 0 done and passed; 1 a threshold failed; 2 usage or specification; 3 a query or connection failed; 130 stopped by Ctrl-C."
)

STOPPED = 130
"""The exit code of a run that Ctrl-C ended, also as typer reports it."""

app = typer.Typer(
    help="Measure the privacy of tabular data where the data lies.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _root(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False) -> None:
    pass


@app.command(epilog=EXIT_CODES)
@asking
def score(
    spec: Spec,
    format_: Annotated[Format, typer.Option("--format", "-f", help="How the scores are written.")] = Format.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
) -> None:
    """Score what a relation gives away of each sensitive attribute and of the identity."""
    from sqlmetrics.api import score_spec
    from sqlmetrics.files import check_writable, write_whole
    from sqlmetrics.output import print_scores, to_csv, to_json, to_markdown, warnings, write_parquet

    if output is not None:
        check_writable(output)
    elif format_ is Format.parquet:
        raise SpecError("--format parquet needs --output FILE")
    if limit is None and spec.level == "class" and format_ in {Format.table, Format.markdown}:
        limit = 10
    scores = score_spec(spec.relation, spec, **_place(spec), show_values=show_values, limit=limit, progress=sys.stderr.isatty())
    for warning in warnings(scores):
        typer.echo(f"sqlmetrics: {warning}", err=True)
    if format_ is Format.parquet and output is not None:
        write_whole(output, lambda path: write_parquet(scores, path))
    elif format_ is Format.table:
        print_report(lambda console: print_scores(scores, console), output)
    else:
        write_output({Format.json: to_json, Format.csv: to_csv, Format.markdown: to_markdown}[format_](scores), output)


@app.command(epilog=EXIT_CODES)
@asking
def sql(
    spec: Spec,
    dialect: Dialect = None,
    staged: Annotated[
        bool, typer.Option("--staged", help="Two statements: create a count table, reading the relation once, then ask that.")
    ] = False,
    count_table: Annotated[str, typer.Option("--count-table", metavar="NAME", help="Its name, with --staged.")] = "sqlmetrics_counts",
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
) -> None:
    """Print the statement that `score` runs; nothing is opened or read."""
    from sqlmetrics.api import sql_spec

    named = count_table if staged else None
    write_output(sql_spec(str(spec.relation), spec, dialect=dialect, show_values=show_values, limit=limit, count_table=named), output)


@app.command(epilog=EXIT_CODES)
@asking
def classes(
    spec: Spec,
    where: Annotated[
        list[str] | None,
        typer.Option("--where", metavar="CONDITION", help='What a class must not be, such as "k_anonymity < 5"; repeat it: any counts.'),
    ] = None,
    format_: Annotated[ListFormat, typer.Option("--format", "-f", help="How the classes are written.")] = ListFormat.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """List the equivalence classes that break a condition, the worst first, and how many records they hold."""
    from sqlmetrics.breaches import classes_csv, classes_json, classes_sql, find_classes, print_classes

    if print_sql:
        write_output(classes_sql(str(spec.relation), spec, where or [], dialect=dialect, show_values=show_values, limit=limit), output)
        return
    if limit is None and format_ is ListFormat.table:
        limit = 10
    found = find_classes(
        spec.relation, spec, where or [], **_place(spec), show_values=show_values, limit=limit, progress=sys.stderr.isatty()
    )
    if format_ is ListFormat.table:
        print_report(lambda console: print_classes(found, console), output)
    else:
        write_output((classes_json if format_ is ListFormat.json else classes_csv)(found), output)


@app.command(epilog=EXIT_CODES)
@asking
def baseline(
    spec: Spec,
    format_: Annotated[ListFormat, typer.Option("--format", "-f", help="How the distribution is written.")] = ListFormat.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """Show how sensitive attributes are distributed: what an adversary knows of anybody without the keys."""
    from sqlmetrics.beliefs import baseline_csv, baseline_json, baseline_sql, find_baseline, print_baseline

    if print_sql:
        write_output(baseline_sql(spec, dialect=dialect, show_values=show_values, limit=limit), output)
        return
    if limit is None and format_ is ListFormat.table:
        limit = 10
    beliefs = find_baseline(spec.relation, spec, **_place(spec), show_values=show_values, limit=limit)
    if format_ is ListFormat.table:
        print_report(lambda console: print_baseline(beliefs, console, shown=show_values), output)
    else:
        write_output((baseline_json if format_ is ListFormat.json else baseline_csv)(beliefs), output)


@app.command(epilog=EXIT_CODES)
@asking
def records(spec: Spec, output: Output = None, print_sql: PrintSql = False, dialect: Dialect = None) -> None:
    """Write the records with the scores of their classes to a Parquet or CSV file, to suppress or recode them there."""
    from sqlmetrics.files import check_writable
    from sqlmetrics.records import records_sql, write_scored

    if print_sql:
        write_output(records_sql(spec, dialect=dialect), output)
        return
    if output is None:
        raise SpecError("name the file: --output FILE.parquet or FILE.csv (or --print-sql, for another database)")
    check_writable(output)
    written = write_scored(spec.relation, spec, output, **_place(spec), progress=sys.stderr.isatty())
    typer.echo(f"sqlmetrics: {written:,} records with the scores of their classes in {output}", err=True)


@app.command(epilog=EXIT_CODES)
def metrics(
    name: Annotated[str | None, typer.Argument(help="One metric, in full.", show_default=False)] = None,
    format_: Annotated[Format, typer.Option("--format", "-f", help="table, markdown or json.")] = Format.table,
) -> None:
    """List the metrics, or explain one: meaning, formula, range, direction, source."""
    import json

    from rich.console import Console

    from sqlmetrics.catalogue import every_metric, unknown_metric
    from sqlmetrics.listing import described, metrics_markdown, print_metric, print_metrics

    known = every_metric()
    if name is not None and name not in known:
        raise unknown_metric(name, known)
    chosen = tuple(known.values()) if name is None else (known[name],)
    if format_ is Format.json:
        typer.echo(json.dumps([described(metric) for metric in chosen], indent=2, ensure_ascii=False))
    elif format_ is Format.markdown:
        typer.echo(metrics_markdown(chosen), nl=False)
    elif format_ is not Format.table:
        raise SpecError("metrics are listed as table, markdown or json")
    elif name is not None:
        print_metric(chosen[0], Console(highlight=False))
    else:
        print_metrics(chosen, Console(highlight=False))


@app.command(epilog=EXIT_CODES)
def init(
    relation: Annotated[str, typer.Argument(help="A file, pattern or folder, or a table with --database or --url.", show_default=False)],
    database: Database = None,
    url: Url = None,
    output: Output = None,
) -> None:
    """Profile a relation's columns and write a commented spec to start from."""
    from sqlmetrics.files import check_writable
    from sqlmetrics.profile import profile, write_spec

    if output is not None:
        check_writable(output)
    profiled = profile(relation, database=database, url=url, progress=sys.stderr.isatty())
    write_output(write_spec(profiled, relation, database, url, output), output)


commands_jobs.register(app, EXIT_CODES)
commands_gda.register(app, EXIT_CODES)


def _place(spec: Spec) -> dict[str, Any]:
    return {"database": spec.database, "url": spec.url}


def main() -> NoReturn:
    """Run the command line; every end has its exit code, and an error is a message that says what to do."""
    try:
        code = app(standalone_mode=False)
        if code == STOPPED:
            raise KeyboardInterrupt
    except SqlmetricsError as error:
        _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        _fail("stopped; nothing was written", STOPPED)
    except Exception as error:
        _exit_for(error)
    sys.exit(code if isinstance(code, int) else 0)


def _exit_for(error: Exception) -> NoReturn:
    """End for an error that is not sqlmetrics' own: click's say what was wrong in the call, the rest are never 1."""
    if hasattr(error, "exit_code") and hasattr(error, "format_message"):
        error.show()  # type: ignore[attr-defined]
        sys.exit(SpecError.exit_code)
    if isinstance(error, BrokenPipeError):
        sys.stderr.close()
        sys.exit(QueryError.exit_code)
    _fail(f"unexpected {type(error).__name__}: {error}; please report it with the command that you ran", QueryError.exit_code)


def _fail(message: str, code: int) -> NoReturn:
    print(f"sqlmetrics: {message}", file=sys.stderr)  # noqa: T201
    sys.exit(code)


if __name__ == "__main__":
    main()
