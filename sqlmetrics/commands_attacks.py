"""The command that measures the five attacks of the Discrimination Rate: attacks."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sqlmetrics.options import (
    Dialect,
    Format,
    KeepSuppressed,
    Level,
    LevelOption,
    Limit,
    Original,
    Output,
    Partitions,
    Place,
    PrintSql,
    QuasiIdentifiers,
    Releases,
    Sensitive,
    ShowValues,
    SuppressedMark,
    placed,
    print_findings,
    write_output,
)


@placed
def attacks(
    place: Place,
    releases: Releases,
    original: Original,
    quasi_identifier: QuasiIdentifiers = None,
    sensitive: Sensitive = None,
    record_id: Annotated[
        str | None,
        typer.Option("--record-id", metavar="COL", help="A column that tells records apart, in releases and original.", show_default=False),
    ] = None,
    external: Annotated[
        str | None,
        typer.Option("--external", metavar="RELATION", help="People by their keys, whom an attacker can name.", show_default=False),
    ] = None,
    renamed: Annotated[
        list[str] | None,
        typer.Option("--renamed", metavar="COL=ORIGINAL", help="What a column of the releases is called in the original; repeat it."),
    ] = None,
    partition: Partitions = None,
    suppressed: SuppressedMark = None,
    keep_suppressed: KeepSuppressed = False,
    level: LevelOption = None,
    format_: Annotated[Format, typer.Option("--format", "-f", help="How the result is written.")] = Format.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: Limit = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """Measure the five attacks on releases of an original: identity, homogeneity, background knowledge, skewness, semantic."""
    from sqlmetrics.assessment import assess, assess_sql
    from sqlmetrics.assessment_reports import attacks_markdown, print_attacks
    from sqlmetrics.files import check_writable
    from sqlmetrics.spec import read_flags
    from sqlmetrics.url import dialect_of_url

    flags: dict[str, Any] = {
        "quasi_identifiers": quasi_identifier,
        "sensitive": sensitive,
        "partitions": partition,
        "suppressed": suppressed,
        "keep_suppressed": keep_suppressed,
        "level": level,
        "database": place.database,
        "url": place.url,
    }
    spec = read_flags({word: value for word, value in flags.items() if value})
    names = dict(_renamed(text) for text in renamed or ())
    if level is Level.class_ and limit is None and format_ in {Format.table, Format.markdown} and not print_sql:
        limit = 10
    asked: dict[str, Any] = {"record_id": record_id, "external": external, "names": names, "show_values": show_values, "limit": limit}
    if print_sql:
        spoken = dialect or ("duckdb" if place.url is None else dialect_of_url(place.url))
        write_output(assess_sql(releases, original, spec, dialect=spoken, tables=spec.names_table, **asked), output)
        return
    if output is not None:
        check_writable(output)
    found = assess(releases, original, spec, **place.words, **asked)
    print_findings(found, format_, output, lambda console: print_attacks(found, console), lambda: attacks_markdown(found))


def _renamed(text: str) -> tuple[str, str]:
    """Return a column of the releases and its name in the original, from COL=ORIGINAL."""
    from sqlmetrics.errors import SpecError

    column, equals, name = text.partition("=")
    if not equals or not column or not name:
        raise SpecError(f"--renamed {text}: write COL=ORIGINAL, the release's column and its name in the original")
    return column, name


def register(app: typer.Typer, epilog: str) -> None:
    """Add the command to the command line."""
    app.command(epilog=epilog)(attacks)
