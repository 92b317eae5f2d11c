"""The command that writes counts which merge: `score --counts` adds their files up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from sqlmetrics.options import Dialect, Output, PrintSql, Quiet, asking, is_shown, write_output

if TYPE_CHECKING:
    from sqlmetrics.spec import Spec


@asking
def count(spec: Spec, output: Output = None, print_sql: PrintSql = False, dialect: Dialect = None, quiet: Quiet = False) -> None:
    """Write the counts of a relation alone to a Parquet file, for `score --counts`; metrics and levels are asked then."""
    from sqlmetrics.counting import count_sql, write_counted
    from sqlmetrics.errors import SpecError
    from sqlmetrics.progress import Progress

    if print_sql:
        write_output(count_sql(str(spec.relation), spec, dialect=dialect), output)
        return
    if output is None:
        raise SpecError("name the file: --output FILE.parquet")
    found = write_counted(spec.relation, spec, output, database=spec.database, url=spec.url, progress=Progress(shown=is_shown(quiet)))
    written = f"{found.counts:,} counts of {found.records:,} records in {output}"
    typer.echo(f"sqlmetrics: {written}; {found.single:,} are of one record, which is a person", err=True)


def register(app: typer.Typer, exit_codes: str) -> None:
    """Add the command to the app."""
    app.command(epilog=exit_codes)(count)
