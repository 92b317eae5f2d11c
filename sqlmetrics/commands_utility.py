"""The command that says what releases of an original are still good for: utility."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sqlmetrics.options import Dialect, Format, Original, Output, Place, Releases, placed, print_findings, write_output


@placed
def utility(
    place: Place,
    releases: Releases,
    original: Original,
    individual: Annotated[
        str | None,
        typer.Option("--individual", metavar="COL", help="The column that tells individuals apart; without it each record is one."),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="COL", help="An id that links a release's records with the original's, for their distortion."),
    ] = None,
    column: Annotated[list[str] | None, typer.Option("--column", metavar="COL", help="Only this column; repeat it.")] = None,
    continuous: Annotated[
        list[str] | None,
        typer.Option(
            "--continuous",
            metavar="COL",
            help="A column that is a range; repeat it.  [default: numbers and dates with more than 50 distinct values]",
            show_default=False,
        ),
    ] = None,
    workload: Annotated[
        Path | None,
        typer.Option(
            "--workload",
            metavar="FILE",
            help="Your own queries too: a .sql file of statements on {table}, or a .yml list of columns, bins and measures.",
            show_default=False,
        ),
    ] = None,
    queries: Annotated[int, typer.Option("--queries", min=1, metavar="N", help="How many queries the generated workload has.")] = 500,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Which of the possible queries are picked.")] = 1,
    suppressed: Annotated[
        str | None,
        typer.Option("--suppressed", metavar="MARK", help="What stands for a suppressed value in a release.", show_default=False),
    ] = None,
    hierarchy: Annotated[
        list[str] | None,
        typer.Option("--hierarchy", metavar="COL=FILE", help="What a column was recoded by, `value;level 1;level 2`; repeat it."),
    ] = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="Compare the joint distributions of pairs of columns too.")] = False,
    release_url: Annotated[
        str | None,
        typer.Option(
            "--release-url",
            metavar="URL",
            help="Where the releases are tables of another system; it is asked query by query.",
            show_default=False,
        ),
    ] = None,
    per_query: Annotated[
        Path | None,
        typer.Option(
            "--per-query", metavar="FILE", help="Write each query with its answers too: .csv, .json or .parquet.", show_default=False
        ),
    ] = None,
    show_values: Annotated[
        bool, typer.Option("--show-values", help="With --per-query, name the conditions, and what is least and largest under them.")
    ] = False,
    format_: Annotated[Format, typer.Option("--format", "-f", help="How the findings are written.")] = Format.table,
    output: Output = None,
    print_sql: Annotated[
        bool, typer.Option("--print-sql", help="Print the statements instead of the findings; the original is looked at, for its bins.")
    ] = False,
    dialect: Dialect = None,
) -> None:
    """Say what releases are still good for beside their original: coverage, accuracy of queries, information loss."""
    from sqlmetrics import usefulness
    from sqlmetrics.errors import SpecError
    from sqlmetrics.files import check_writable, write_text, write_whole
    from sqlmetrics.utility_reports import ENDINGS, answers_csv, answers_json, print_utility, utility_markdown, write_answers

    for path in (output, per_query):
        if path is not None:
            check_writable(path)
    if per_query is not None and per_query.suffix not in ENDINGS:
        raise SpecError(f"--per-query {per_query}: its name ends in {', '.join(ENDINGS)}, which says the format")
    if format_ is Format.parquet and output is None:
        raise SpecError("--format parquet needs --output FILE")
    hierarchies = {}
    for text in hierarchy or ():
        name, equals, path_text = text.partition("=")
        if not equals or not name or not path_text:
            raise SpecError(f"--hierarchy {text}: write COL=FILE")
        hierarchies[name] = path_text
    asked = {
        "individual": individual,
        "record": record,
        "columns": tuple(column or ()),
        "continuous": tuple(continuous or ()),
        "workload": workload,
        "queries": queries,
        "seed": seed,
        "suppressed": suppressed,
        "hierarchies": hierarchies,
        "pairs": pairs,
        "show_values": show_values,
        "release_url": release_url,
    }
    if print_sql:
        write_output(usefulness.utility_sql(releases, original, dialect=dialect, database=place.database, url=place.url, **asked), output)
        return
    found = usefulness.utility(releases, original, **place.words, **asked)  # type: ignore[arg-type]
    if per_query is not None:
        if per_query.suffix == ".parquet":
            write_whole(per_query, lambda path: write_answers(found, path))
        else:
            write_text(per_query, (answers_csv if per_query.suffix == ".csv" else answers_json)(found))
    print_findings(found, format_, output, lambda console: print_utility(found, console), lambda: utility_markdown(found))


def register(app: typer.Typer, epilog: str) -> None:
    """Add the command to the command line."""
    app.command(epilog=epilog)(utility)
