"""The command that attacks releases: gda."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sqlmetrics.options import Database, Dialect, Format, Individual, Original, Output, PrintSql, Releases, ShowValues, Url, print_findings

if TYPE_CHECKING:
    from sqlmetrics.protection import Asked


def gda(
    releases: Releases,
    original: Original,
    public: Annotated[
        str | None, typer.Option("--public", metavar="TABLE", help="People who may be in the original, to be linked.", show_default=False)
    ] = None,
    control: Annotated[
        str | None,
        typer.Option(
            "--control", metavar="TABLE", help="People who were not in the original, attacked in the same way.", show_default=False
        ),
    ] = None,
    individual: Individual = None,
    attack: Annotated[
        list[str] | None, typer.Option("--attack", metavar="NAME", help="Only this attack; repeat it.  [default: all]", show_default=False)
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option("--secret", metavar="COL", help="A column to infer; repeat it.  [default: every one]", show_default=False),
    ] = None,
    known: Annotated[
        list[str] | None,
        typer.Option("--known", metavar="COL", help="A column that the attacker knows or uses; repeat it.  [default: all others]"),
    ] = None,
    attempts: Annotated[int, typer.Option("--attempts", min=1, metavar="N", help="How many attempts each attack makes.")] = 500,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="What the samples are drawn with.")] = 0,
    tolerance: Annotated[
        float | None,
        typer.Option("--tolerance", min=0, metavar="SHARE", help="By what share of its size a guessed number may miss the true one."),
    ] = None,
    max_cells: Annotated[
        int | None, typer.Option("--max-cells", min=1, metavar="N", help="How many cells of a release each attack may retrieve.")
    ] = None,
    claims: Annotated[
        Path | None,
        typer.Option("--claims", metavar="FILE.csv", help="Write each claim and whether it is true; values only with --show-values."),
    ] = None,
    show_values: ShowValues = False,
    database: Database = None,
    url: Url = None,
    format_: Annotated[Format, typer.Option("--format", "-f", help="How the measures are written.")] = Format.table,
    output: Output = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
) -> None:
    """Attack releases, and check what the attacks claim against the original: the GDA Score's protection."""
    from sqlmetrics.claims import Tolerance
    from sqlmetrics.files import check_writable, write_text
    from sqlmetrics.gda_reports import claims_csv, gda_markdown, print_gda
    from sqlmetrics.options import write_output
    from sqlmetrics.protection import Asked, attack_releases

    asked = Asked(
        tuple(attack or ()),
        tuple(secret or ()),
        tuple(known or ()),
        individual,
        public,
        control,
        attempts,
        seed,
        None if tolerance is None else Tolerance(tolerance),
        max_cells,
    )
    if print_sql:
        write_output(_printed(original, releases, asked, database=database, url=url, dialect=dialect), output)
        return
    for path in (claims, output):
        if path is not None:
            check_writable(path)
    found, accounts = attack_releases(original, releases, asked, database=database, url=url)
    if claims is not None:
        write_text(claims, claims_csv(accounts, show_values=show_values))
    print_findings(found, format_, output, lambda console: print_gda(found, console), lambda: gda_markdown(found))


def _printed(original: str, releases: list[str], asked: Asked, *, database: Path | None, url: str | None, dialect: str | None) -> str:
    """Return the statements of the attacks; only the columns of the relations are looked at."""
    from sqlmetrics.protection import attack_sql

    return attack_sql(original, releases, asked, database=database, url=url, dialect=dialect)


def register(app: typer.Typer, exit_codes: str) -> None:
    """Add the command to the command line."""
    app.command(epilog=exit_codes)(gda)
