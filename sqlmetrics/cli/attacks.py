"""The commands that attack releases: attacks and gda."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sqlmetrics.cli import asking
from sqlmetrics.cli.asking import gathering, pairs, shown_rows
from sqlmetrics.cli.options import (
    Dialect,
    Format,
    Individual,
    KeepSuppressed,
    Level,
    LevelOption,
    Limit,
    Original,
    Output,
    Partitions,
    PrintSql,
    QuasiIdentifiers,
    Releases,
    Sensitive,
    ShowValues,
    SuppressedMark,
)
from sqlmetrics.cli.output import EXIT_CODES, check_output, write
from sqlmetrics.release.attack.claims import Tolerance

if TYPE_CHECKING:
    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.spec.place import Place


@gathering(place=asking.place, progress=asking.progress)
def attacks(
    *,
    releases: Releases,
    original: Original,
    quasi_identifier: QuasiIdentifiers = None,
    sensitive: Sensitive = None,
    record_id: Annotated[
        str | None,
        typer.Option(
            "--record-id",
            metavar="COL",
            help="A column that tells records apart, in releases and original.",
            show_default=False,
        ),
    ] = None,
    external: Annotated[
        str | None,
        typer.Option(
            "--external",
            metavar="RELATION",
            help="People by their keys, whom an attacker can name.",
            show_default=False,
        ),
    ] = None,
    renamed: Annotated[
        list[str] | None,
        typer.Option(
            "--renamed",
            metavar="COL=ORIGINAL",
            help="What a column of the releases is called in the original; repeat it.",
        ),
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
    place: Place,
    progress: Progress,
) -> None:
    """Measure the five attacks on releases of an original: identity, homogeneity, background knowledge, skewness, semantic."""
    from sqlmetrics.output.discrimination import attacks_forms
    from sqlmetrics.release.attack.discrimination import attacks as five_attacks
    from sqlmetrics.release.attack.discrimination import attacks_sql

    words = {
        "quasi_identifiers": quasi_identifier,
        "sensitive": sensitive,
        "partitions": asking.partitions_of(partition),
        "suppressed": suppressed,
        "keep_suppressed": keep_suppressed,
        "level": level,
        "database": place.database,
        "url": place.url,
    }
    spec = asking.flags_spec(words | place.limits.words)
    if level is Level.class_ and not print_sql:
        limit = shown_rows(limit, format_)
    options: dict[str, Any] = {
        "record_id": record_id,
        "external": external,
        "names": pairs(renamed, "--renamed", "COL=ORIGINAL, the release's column and its name in the original"),
        "show_values": show_values,
        "limit": limit,
    }
    if print_sql:
        write(attacks_sql(original, releases, spec, dialect=dialect, **options), output)
        return
    check_output(output, format_=format_)
    found = five_attacks(original, releases, spec, **options, progress=progress)
    write(attacks_forms(found), output, format_)


def _list_attacks(wanted: bool) -> None:
    """Write the built-in attacks of `gda`, and end the command."""
    if wanted:
        from sqlmetrics.output.attacks import attack_list_forms
        from sqlmetrics.release.attack.descriptions import every_attack

        write(attack_list_forms([attack for attack in every_attack().values() if attack.command == "gda"]), None)
        raise typer.Exit


@gathering(place=asking.place, progress=asking.progress)
def gda(
    *,
    releases: Releases,
    original: Original,
    public: Annotated[
        str | None,
        typer.Option(
            "--public", metavar="TABLE", help="People who may be in the original, to be linked.", show_default=False
        ),
    ] = None,
    control: Annotated[
        str | None,
        typer.Option(
            "--control",
            metavar="TABLE",
            help="People who were not in the original, attacked in the same way.",
            show_default=False,
        ),
    ] = None,
    individual: Individual = None,
    attack: Annotated[
        list[str] | None,
        typer.Option(
            "--attack", metavar="NAME", help="Only this attack; repeat it.  [default: all]", show_default=False
        ),
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(
            "--secret", metavar="COL", help="A column to infer; repeat it.  [default: every one]", show_default=False
        ),
    ] = None,
    known: Annotated[
        list[str] | None,
        typer.Option(
            "--known", metavar="COL", help="A column that the attacker knows or uses; repeat it.  [default: all others]"
        ),
    ] = None,
    attempts: Annotated[
        int, typer.Option("--attempts", min=1, metavar="N", help="How many attempts each attack makes.")
    ] = 500,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="What the samples are drawn with.")] = 0,
    tolerance: Annotated[
        float | None,
        typer.Option(
            "--tolerance",
            min=0,
            metavar="SHARE",
            help="By what share of its size a guessed number may miss the true one.",
        ),
    ] = None,
    max_cells: Annotated[
        int | None,
        typer.Option("--max-cells", min=1, metavar="N", help="How many cells of a release each attack may retrieve."),
    ] = None,
    max_queries: Annotated[
        int | None,
        typer.Option("--max-queries", min=1, metavar="N", help="How many queries of a release each attack may make."),
    ] = None,
    list_: Annotated[
        bool,
        typer.Option(
            "--list", callback=_list_attacks, is_eager=True, help="List the attacks with what each needs, and stop."
        ),
    ] = False,
    partition: Annotated[
        list[str] | None,
        typer.Option(
            "--partition",
            metavar="COL=FILE",
            help="How a column was recoded, by a CSV file `value,domain`, or by a level of a hierarchy, COL=FILE:LEVEL; repeat it.",
        ),
    ] = None,
    claims: Annotated[
        Path | None,
        typer.Option(
            "--claims",
            metavar="FILE.csv",
            help="Write each claim and whether it is true; values only with --show-values.",
        ),
    ] = None,
    show_values: ShowValues = False,
    format_: Annotated[Format, typer.Option("--format", "-f", help="How the measures are written.")] = Format.table,
    output: Output = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
    place: Place,
    progress: Progress,
) -> None:
    """Attack releases, and check what the attacks claim against the original: the GDA Score's protection."""
    from sqlmetrics.output.gda import claim_records, gda_forms
    from sqlmetrics.output.records import csv_text
    from sqlmetrics.release.attack.gda import attack_releases, attack_sql, column_partitions
    from sqlmetrics.release.attack.scenario import AttackOptions

    recoded = asking.flags_spec({"partitions": asking.partitions_of(partition)})
    options = AttackOptions(
        attacks=tuple(attack or ()),
        secrets=tuple(secret or ()),
        known=tuple(known or ()),
        individual=individual,
        public=public,
        control=control,
        attempts=attempts,
        seed=seed,
        tolerance=None if tolerance is None else Tolerance(tolerance),
        max_cells=max_cells,
        max_queries=max_queries,
        partitions=column_partitions(recoded),
    )
    if print_sql:
        write(attack_sql(original, releases, options, place, dialect=dialect), output)
        return
    check_output(output, claims, format_=format_)
    found, logs = attack_releases(original, releases, options, place, progress)
    if claims is not None:
        write(csv_text(claim_records(logs, show_values=show_values)), claims)
    write(gda_forms(found), output, format_)


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    for command in (attacks, gda):
        app.command(epilog=EXIT_CODES)(command)
