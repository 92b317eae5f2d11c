"""The command line: parse, call, print."""

from __future__ import annotations

import io
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from sqlmetrics import commands_jobs
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
from sqlmetrics.version import __version__

EXIT_CODES = (
    "Exit codes: 0 done and passed; 1 a threshold failed; 2 usage or specification; 3 a query, connection or dialect failed;"
    " 130 stopped by Ctrl-C."
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


class Level(StrEnum):
    table = "table"
    class_ = "class"


class Nulls(StrEnum):
    category = "category"
    drop = "drop"


class Format(StrEnum):
    table = "table"
    json = "json"
    csv = "csv"
    parquet = "parquet"
    markdown = "markdown"


Relation = Annotated[
    str | None,
    typer.Argument(
        help="A file, pattern or folder (Parquet, CSV, JSON), or a table with --database or --url; may stand in the spec.",
        show_default=False,
    ),
]
QuasiIdentifiers = Annotated[
    list[str] | None, typer.Option("--quasi-identifier", "-q", metavar="COL", help="A column that an attacker may know; repeat it.")
]
Sensitive = Annotated[
    list[str] | None, typer.Option("--sensitive", "-s", metavar="COL", help="A column that an attacker wants to learn; repeat it.")
]
Individual = Annotated[
    str | None, typer.Option("--individual", metavar="COL", help="The column that tells individuals apart; without it each record is one.")
]
Partitions = Annotated[
    list[str] | None,
    typer.Option(
        "--partition",
        metavar="COL=FILE",
        help="Recode a column by a CSV file `value,domain`, or by a level of a hierarchy, COL=FILE:LEVEL; repeat it.",
    ),
]
Orders = Annotated[
    list[str] | None,
    typer.Option(
        "--order",
        metavar="COL=VALUES",
        help="A sensitive attribute's values in order, COL=low,middle,high, or COL=natural for that of numbers and dates; repeat it.",
    ),
]
Hierarchies = Annotated[
    list[str] | None,
    typer.Option("--hierarchy", metavar="COL=FILE", help="A sensitive attribute's hierarchy, `value;level 1;level 2`; repeat it."),
]
LDiversity = Annotated[
    int | None, typer.Option("--l", metavar="L", help="The l of recursive (c,l)-diversity.  [default: 3]", show_default=False)
]
RiskThreshold = Annotated[
    float | None,
    typer.Option(
        "--risk-threshold", metavar="SHARE", help="The chance above which a record is at risk.  [default: 0.2]", show_default=False
    ),
]
LogBase = Annotated[
    str | None,
    typer.Option("--log-base", metavar="BASE", help="The logarithm of delta-disclosure, e or 2.  [default: e]", show_default=False),
]
Metrics = Annotated[
    list[str] | None, typer.Option("--metric", "-m", metavar="NAME", help="Only this metric; repeat it. `all` adds those on request.")
]
SpecFile = Annotated[
    Path | None,
    typer.Option("--spec", metavar="FILE.yml", help="Read all this from a file; flags beside it take precedence.", show_default=False),
]
LevelOption = Annotated[
    Level | None, typer.Option("--level", help="One score per table, or per equivalence class.  [default: table]", show_default=False)
]
NullsOption = Annotated[
    Nulls | None,
    typer.Option("--nulls", help="NULL is a category of its own, or its records are left out.  [default: category]", show_default=False),
]
Database = Annotated[
    Path | None,
    typer.Option(
        "--database",
        metavar="FILE.duckdb",
        help="The DuckDB file that holds the table or view; opened for reading only.",
        show_default=False,
    ),
]
Url = Annotated[
    str | None,
    typer.Option(
        "--url",
        metavar="URL",
        help="The database that holds the table or view, as a SQLAlchemy URL, or env:NAME for the variable that holds it.",
        show_default=False,
    ),
]
ShowValues = Annotated[bool, typer.Option("--show-values", help="Name the key values of each class; without it only sizes are shown.")]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit",
        min=1,
        metavar="N",
        help="At class level, only the N riskiest classes of each target.  [default: 10 in table and markdown]",
        show_default=False,
    ),
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file instead of standard output.", show_default=False)
]


def _version(asked: bool) -> None:
    if asked:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _root(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False) -> None:
    pass


@app.command(epilog=EXIT_CODES)
def score(
    relation: Relation = None,
    quasi_identifier: QuasiIdentifiers = None,
    sensitive: Sensitive = None,
    individual: Individual = None,
    partition: Partitions = None,
    order: Orders = None,
    hierarchy: Hierarchies = None,
    metric: Metrics = None,
    l: LDiversity = None,  # noqa: E741 - the flag's name
    risk_threshold: RiskThreshold = None,
    log_base: LogBase = None,
    spec: SpecFile = None,
    level: LevelOption = None,
    nulls: NullsOption = None,
    database: Database = None,
    url: Url = None,
    format_: Annotated[Format, typer.Option("--format", "-f", help="How the scores are written.")] = Format.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
) -> None:
    """Score what a relation gives away of each sensitive attribute and of the identity."""
    from rich.console import Console

    from sqlmetrics.api import score_spec
    from sqlmetrics.files import check_writable, write_text, write_whole
    from sqlmetrics.output import print_scores, to_csv, to_json, to_markdown, warnings, write_parquet

    if output is not None:
        check_writable(output)
    elif format_ is Format.parquet:
        raise SpecError("--format parquet needs --output FILE")
    measured = {"orders": order, "hierarchies": hierarchy, "parameters": _parameters(l, risk_threshold, log_base)}
    asked, found = _asked(relation, database, url, spec, quasi_identifier, sensitive, individual, partition, metric, level, nulls, measured)
    if limit is None and asked.level == "class" and format_ in {Format.table, Format.markdown}:
        limit = 10
    place = {"database": asked.database, "url": asked.url}
    scores = score_spec(found, asked, **place, show_values=show_values, limit=limit, progress=sys.stderr.isatty())
    for warning in warnings(scores):
        typer.echo(f"sqlmetrics: {warning}", err=True)
    if format_ is Format.parquet and output is not None:
        write_whole(output, lambda path: write_parquet(scores, path))
    elif format_ is Format.table:
        if output is None:
            print_scores(scores, Console(highlight=False))
        else:
            text = io.StringIO()
            print_scores(scores, Console(highlight=False, width=120, file=text))
            write_text(output, text.getvalue())
    else:
        _write({Format.json: to_json, Format.csv: to_csv, Format.markdown: to_markdown}[format_](scores), output)


@app.command(epilog=EXIT_CODES)
def sql(
    relation: Relation = None,
    quasi_identifier: QuasiIdentifiers = None,
    sensitive: Sensitive = None,
    individual: Individual = None,
    partition: Partitions = None,
    order: Orders = None,
    hierarchy: Hierarchies = None,
    metric: Metrics = None,
    l: LDiversity = None,  # noqa: E741 - the flag's name
    risk_threshold: RiskThreshold = None,
    log_base: LogBase = None,
    spec: SpecFile = None,
    level: LevelOption = None,
    nulls: NullsOption = None,
    database: Database = None,
    url: Url = None,
    dialect: Annotated[
        str | None,
        typer.Option("--dialect", metavar="NAME", help="The SQL dialect to write.  [default: the URL's, or duckdb]", show_default=False),
    ] = None,
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

    measured = {"orders": order, "hierarchies": hierarchy, "parameters": _parameters(l, risk_threshold, log_base)}
    asked, found = _asked(relation, database, url, spec, quasi_identifier, sensitive, individual, partition, metric, level, nulls, measured)
    table = asked.database is not None or (asked.url is not None and not asked.url.startswith("spark:"))
    text = sql_spec(
        found, asked, dialect=dialect, table=table, show_values=show_values, limit=limit, count_table=count_table if staged else None
    )
    _write(text, output)


@app.command(epilog=EXIT_CODES)
def metrics(
    name: Annotated[str | None, typer.Argument(help="One metric, in full.", show_default=False)] = None,
    format_: Annotated[Format, typer.Option("--format", "-f", help="table, markdown or json.")] = Format.table,
) -> None:
    """List the metrics, or explain one: meaning, formula, range, direction, source."""
    import json

    from rich.console import Console

    from sqlmetrics.catalogue import catalogue
    from sqlmetrics.catalogue import metrics as all_metrics
    from sqlmetrics.listing import described, metrics_markdown, print_metric, print_metrics

    chosen = all_metrics()
    if name is not None:
        if name not in catalogue():
            from sqlmetrics.catalogue import choose

            choose([name], "table")
        chosen = (catalogue()[name],)
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
    _write(write_spec(profiled, relation, database, url, output), output)


commands_jobs.register(app, EXIT_CODES)


def _parameters(l: int | None, threshold: float | None, log_base: str | None) -> dict[str, Any]:  # noqa: E741 - the flag's name
    """Return the parameters that the flags give."""
    given = {"l": l, "threshold": threshold, "log_base": log_base}
    return {name: value for name, value in given.items() if value is not None}


def _asked(
    relation: str | None,
    database: Path | None,
    url: str | None,
    spec_file: Path | None,
    quasi_identifiers: list[str] | None,
    sensitive: list[str] | None,
    individual: str | None,
    partitions: list[str] | None,
    metrics: list[str] | None,
    level: Level | None,
    nulls: Nulls | None,
    measured: dict[str, Any],
) -> tuple[Any, str]:
    """Return the spec that the flags and the spec file make together, and the relation's text."""
    from sqlmetrics.spec import read_flags

    flags: dict[str, Any] = measured | {
        "relation": relation,
        "database": database,
        "url": url,
        "quasi_identifiers": quasi_identifiers,
        "sensitive": sensitive,
        "individual": individual,
        "partitions": partitions,
        "metrics": metrics,
        "level": level,
        "nulls": nulls,
    }
    spec = read_flags({word: value for word, value in flags.items() if value}, spec_file)
    if spec.relation is None:
        raise SpecError("name the relation: a path, or a table with --database FILE.duckdb or --url URL")
    if spec.database is not None and spec.url is not None:
        raise SpecError("give one of --database and --url; the spec names the other")
    return spec, spec.relation


def _write(text: str, output: Path | None) -> None:
    from sqlmetrics.files import write_text

    if output is None:
        typer.echo(text, nl=False)
    else:
        write_text(output, text)


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
