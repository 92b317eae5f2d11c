"""The command line: parse, call, print."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from sqlmetrics import (
    commands_attacks,
    commands_counts,
    commands_gda,
    commands_jobs,
    commands_subsets,
    commands_tradeoff,
    commands_utility,
)
from sqlmetrics.errors import QueryError, SpecError, SqlmetricsError
from sqlmetrics.options import (
    Counts,
    Dialect,
    Format,
    Limit,
    ListFormat,
    More,
    Output,
    Place,
    PrintSql,
    Quiet,
    ShowValues,
    Subsets,
    asking,
    files_of_counts,
    is_shown,
    most_keys,
    placed,
    print_report,
    write_output,
)
from sqlmetrics.version import __version__

if TYPE_CHECKING:
    from sqlmetrics.spec import Spec

EXIT_CODES = (
    "Exit codes: 0 done and passed; 1 a threshold failed; 2 usage or specification; 3 a query or connection failed;"
    " 130 stopped by Ctrl-C, 143 by SIGTERM."
)

STOPPED = 130
"""The exit code of a run that Ctrl-C ended, also as typer reports it."""

IGNORED = 2
"""The signal to stop, counted from 1, that is not heeded, since the run is stopping already."""

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
    more: More = None,
    counts: Counts = False,
    format_: Annotated[Format, typer.Option("--format", "-f", help="How the scores are written.")] = Format.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    explain: Annotated[bool, typer.Option("--explain", help="Print what would run, step by step; nothing is opened or read.")] = False,
    profile: Annotated[bool, typer.Option("--profile", help="Then print the seconds of each step on standard error.")] = False,
    quiet: Quiet = False,
    subsets: Subsets = None,
) -> None:
    """Score what a relation, or files of counts, give away of each sensitive attribute and of the identity."""
    from sqlmetrics.api import score_spec
    from sqlmetrics.counting import score_counted
    from sqlmetrics.files import check_writable, write_whole
    from sqlmetrics.output import print_scores, to_csv, to_json, to_markdown, warnings, write_parquet
    from sqlmetrics.progress import Progress, profile_table

    files = files_of_counts(spec, counts, more)
    most = None if subsets is None else most_keys(subsets)
    if files is not None and most is not None:
        raise SpecError("--subsets starts from records; score the files of counts with fewer keys each time: --counts -q COL ..")
    if explain:
        from sqlmetrics.explain import explain_counts, explain_spec, explain_subsets

        if files is not None:
            text = explain_counts(files, spec)
        else:
            text = explain_spec(str(spec.relation), spec) if most is None else explain_subsets(str(spec.relation), spec, most)
        write_output(text, output)
        return
    if output is not None:
        check_writable(output)
    elif format_ is Format.parquet:
        raise SpecError("--format parquet needs --output FILE")
    progress = Progress(shown=is_shown(quiet))
    if most is not None:
        commands_subsets.score_subsets(spec, most, format_, output, limit, progress)
    else:
        if limit is None and spec.level == "class" and format_ in {Format.table, Format.markdown}:
            limit = 10
        if files is not None:
            scores = score_counted(files, spec, show_values=show_values, limit=limit, progress=progress)
        else:
            scores = score_spec(spec.relation, spec, **_place(spec), show_values=show_values, limit=limit, progress=progress)
        for warning in warnings(scores):
            typer.echo(f"sqlmetrics: {warning}", err=True)
        with progress.timed("output"):
            if format_ is Format.parquet and output is not None:
                write_whole(output, lambda path: write_parquet(scores, path))
            elif format_ is Format.table:
                print_report(lambda console: print_scores(scores, console), output)
            else:
                write_output({Format.json: to_json, Format.csv: to_csv, Format.markdown: to_markdown}[format_](scores), output)
    if profile:
        typer.echo(profile_table(progress.steps), nl=False, err=True)


@app.command(epilog=EXIT_CODES)
@asking
def sql(
    spec: Spec,
    more: More = None,
    counts: Counts = False,
    dialect: Dialect = None,
    staged: Annotated[
        bool, typer.Option("--staged", help="Two statements: create a count table, reading the relation once, then ask that.")
    ] = False,
    count_table: Annotated[str, typer.Option("--count-table", metavar="NAME", help="Its name, with --staged.")] = "sqlmetrics_counts",
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    subsets: Subsets = None,
    attack: Annotated[
        list[str] | None,
        typer.Option(
            "--attack", metavar="NAME", help="The queries of an attack on the relation, a release, instead; repeat it.", show_default=False
        ),
    ] = None,
    original: Annotated[
        str | None, typer.Option("--original", metavar="RELATION", help="With --attack, what was released.", show_default=False)
    ] = None,
) -> None:
    """Print the statement that `score` runs; nothing is opened or read, but what files of counts were counted with."""
    from sqlmetrics.api import sql_spec
    from sqlmetrics.counting import merged_sql

    if (attack is None) != (original is None):
        raise SpecError("--attack and --original go together: the relation is a release, and --original what was released")
    if attack is not None and original is not None:
        write_output(commands_gda.attack_statements(spec, original, attack, dialect), output)
        return
    if subsets is not None:
        from sqlmetrics.subsets import subsets_sql

        if staged:
            raise SpecError("--subsets and --staged do not go together; combinations are one statement")
        write_output(subsets_sql(str(spec.relation), spec, most_keys(subsets), dialect=dialect), output)
        return
    files = files_of_counts(spec, counts, more)
    if files is not None:
        if staged:
            raise SpecError("--staged counts first, and these are counts; leave it out")
        write_output(merged_sql(files, spec, dialect=dialect, show_values=show_values, limit=limit), output)
        return
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
    quiet: Quiet = False,
) -> None:
    """List the equivalence classes that break a condition, the worst first, and how many records they hold."""
    from sqlmetrics.breaches import classes_csv, classes_json, classes_sql, find_classes, print_classes
    from sqlmetrics.progress import Progress

    if print_sql:
        write_output(classes_sql(str(spec.relation), spec, where or [], dialect=dialect, show_values=show_values, limit=limit), output)
        return
    if limit is None and format_ is ListFormat.table:
        limit = 10
    found = find_classes(
        spec.relation, spec, where or [], **_place(spec), show_values=show_values, limit=limit, progress=Progress(shown=is_shown(quiet))
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
    quiet: Quiet = False,
) -> None:
    """Show how sensitive attributes are distributed: what an adversary knows of anybody without the keys."""
    from sqlmetrics.beliefs import baseline_csv, baseline_json, baseline_sql, find_baseline, print_baseline
    from sqlmetrics.progress import Progress

    if print_sql:
        write_output(baseline_sql(spec, dialect=dialect, show_values=show_values, limit=limit), output)
        return
    if limit is None and format_ is ListFormat.table:
        limit = 10
    progress = Progress(shown=is_shown(quiet))
    beliefs = find_baseline(spec.relation, spec, **_place(spec), show_values=show_values, limit=limit, progress=progress)
    if format_ is ListFormat.table:
        print_report(lambda console: print_baseline(beliefs, console, shown=show_values), output)
    else:
        write_output((baseline_json if format_ is ListFormat.json else baseline_csv)(beliefs), output)


@app.command(epilog=EXIT_CODES)
@asking
def records(spec: Spec, output: Output = None, print_sql: PrintSql = False, dialect: Dialect = None, quiet: Quiet = False) -> None:
    """Write the records with the scores of their classes to a Parquet or CSV file, to suppress or recode them there."""
    from sqlmetrics.files import check_writable
    from sqlmetrics.progress import Progress
    from sqlmetrics.records import records_sql, write_scored

    if print_sql:
        write_output(records_sql(spec, dialect=dialect), output)
        return
    if output is None:
        raise SpecError("name the file: --output FILE.parquet or FILE.csv (or --print-sql, for another database)")
    check_writable(output)
    written = write_scored(spec.relation, spec, output, **_place(spec), progress=Progress(shown=is_shown(quiet)))
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
@placed
def init(
    place: Place,
    relation: Annotated[str, typer.Argument(help="A file, pattern or folder, or a table with --database or --url.", show_default=False)],
    output: Output = None,
) -> None:
    """Profile a relation's columns and write a commented spec to start from."""
    from sqlmetrics.files import check_writable
    from sqlmetrics.profile import profile, write_spec

    if output is not None:
        check_writable(output)
    write_output(write_spec(profile(relation, **place.words), relation, place.database, place.url, output), output)


commands_counts.register(app, EXIT_CODES)
commands_jobs.register(app, EXIT_CODES)
commands_subsets.register(app, EXIT_CODES)
commands_attacks.register(app, EXIT_CODES)
commands_tradeoff.register(app, EXIT_CODES)
commands_utility.register(app, EXIT_CODES)
commands_gda.register(app, EXIT_CODES)


def _place(spec: Spec) -> dict[str, Any]:
    return {"database": spec.database, "url": spec.url}


def main() -> NoReturn:
    """Run the command line; every end has its exit code, and an error is a message that says what to do."""
    received: list[int] = []
    with _stoppable(received):
        try:
            code = app(standalone_mode=False)
            if code == STOPPED:
                raise KeyboardInterrupt
        except SqlmetricsError as error:
            _fail(str(error), error.exit_code)
        except KeyboardInterrupt:
            if received:
                _leave("stopped; nothing was written", 128 + received[0])
            _fail("stopped; nothing was written", STOPPED)
        except SystemExit as end:
            if received and end.code == STOPPED:
                _leave(None, 128 + received[0])
            raise
        except Exception as error:
            _exit_for(error)
        sys.exit(code if isinstance(code, int) else 0)


@contextmanager
def _stoppable(received: list[int]) -> Iterator[None]:
    """Have SIGTERM end a run as Ctrl-C does, with all that it leaves removed; a second one does not disturb that, a third insists."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, _: object) -> None:
        received.append(number)
        if len(received) != IGNORED:
            raise KeyboardInterrupt

    heeded = [number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _exit_for(error: Exception) -> NoReturn:
    """End for an error that is not sqlmetrics' own: click's say what was wrong in the call, the rest are never 1."""
    if hasattr(error, "exit_code") and hasattr(error, "format_message"):
        error.show()  # type: ignore[attr-defined]
        sys.exit(SpecError.exit_code)
    if isinstance(error, BrokenPipeError):
        sys.stderr.close()
        sys.exit(QueryError.exit_code)
    _fail(f"unexpected {type(error).__name__}: {error}; please report it with the command that you ran", QueryError.exit_code)


def _leave(message: str | None, code: int) -> NoReturn:
    """End at once, when all that the run left is removed: not after the database has given its memory back, page by page."""
    if message is not None:
        print(f"sqlmetrics: {message}", file=sys.stderr)  # noqa: T201
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _fail(message: str, code: int) -> NoReturn:
    print(f"sqlmetrics: {message}", file=sys.stderr)  # noqa: T201
    sys.exit(code)


if __name__ == "__main__":
    main()
