"""The command that writes a release."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlmetrics.cli import shared
from sqlmetrics.cli.choices import ReleaseForm
from sqlmetrics.cli.command import command, shared_flags
from sqlmetrics.cli.gate import job_options
from sqlmetrics.cli.output import write_sql
from sqlmetrics.cli.panels import FOLLOW
from sqlmetrics.cli.shared import FILE, LIMITS, PLACE, RELATION
from sqlmetrics.cli.told import write_and_tell
from sqlmetrics.errors import SpecError

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmetrics.gate.jobs import Options
    from sqlmetrics.publication.printed import Form
    from sqlmetrics.spec.spec import Spec


@shared_flags(RELATION, FILE, PLACE, LIMITS)
def released_spec(spec: Path | None = None, no_spec: bool = False, **flags: Any) -> Spec:
    """Return the spec of a file that names a release.

    Raises SpecError where the file is not named or makes no spec.
    """
    return shared.threshold_spec(flags, spec, without=no_spec)


@command(
    FOLLOW,
    "sqlmetrics release sqlmetrics.yml -o release.parquet",
    "sqlmetrics release sqlmetrics.yml -o release.csv --report release.html",
    "sqlmetrics release sqlmetrics.yml --as table",
    spec=released_spec,
    options=job_options.without("history", "history_table", "run_id", "no_worse_than", "tolerance", "warn", "all_"),
)
def release(
    *,
    spec: Spec,
    options: Options,
    output: Path | None = None,
    table: str | None = None,
    as_: ReleaseForm | None = None,
    dialect: str | None = None,
    no_shuffle: bool = False,
    anyway: bool = False,
    report: Path | None = None,
    internal: bool = False,
    date: datetime | None = None,
) -> None:
    """Write the release that a spec describes.

    It is scored from the file, and held to the thresholds: where one fails nothing is written, and
    the exit code is 1. Its certificate and its spec lie beside it.
    """
    if as_ is not None:
        from sqlmetrics.publication.printed import release_statement

        write_sql(release_statement(spec, cast("Form", as_.value), dialect, options.progress), output)
        return
    if output is None:
        raise SpecError("name the file: --output FILE.parquet, FILE.csv or FILE.duckdb (or --as view, for a database)")
    write_and_tell(
        spec,
        output,
        table=table,
        shuffle=False if no_shuffle else None,
        anyway=anyway,
        page=report,
        internal=internal,
        date=date,
        options=options,
    )
