"""The commands that attack releases: attacks, gda and closeness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sqlmetrics.cli import shared
from sqlmetrics.cli.flags.attacks import (
    Attacks,
    Attempts,
    Claims,
    Control,
    External,
    GuessTolerance,
    Known,
    MaxCells,
    MaxQueries,
    Public,
    Recodings,
    RecordId,
    Renamed,
    SampleSeed,
    Secrets,
)
from sqlmetrics.cli.flags.closeness import Delta, MaxPairs, NotCompared
from sqlmetrics.cli.flags.output import ClassLimit, Dialect, Format, FormatOption, Output, PrintSql, ShowValues
from sqlmetrics.cli.flags.relation import (
    Database,
    ExactNames,
    Individual,
    KeepSuppressed,
    LevelOption,
    MemoryLimit,
    Partitions,
    QuasiIdentifiers,
    Sensitive,
    SuppressedMark,
    TempDirectory,
    Threads,
    Timeout,
    Trusted,
    Url,
)
from sqlmetrics.cli.flags.utility import Columns
from sqlmetrics.cli.gathering import gathering
from sqlmetrics.cli.output import write, write_sql
from sqlmetrics.cli.panels import OUTPUT
from sqlmetrics.cli.shared import pairs, shown_rows
from sqlmetrics.engine.files import write_whole
from sqlmetrics.release.attack.claims import Tolerance
from sqlmetrics.release.attack.closeness.options import MOST_PAIRS, ClosenessOptions

if TYPE_CHECKING:
    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.release.attack.scenario import AttackOptions
    from sqlmetrics.spec.place import Place
    from sqlmetrics.spec.relations import Sides
    from sqlmetrics.spec.spec import Spec


def releases_spec(
    quasi_identifier: QuasiIdentifiers = None,
    sensitive: Sensitive = None,
    individual: Individual = None,
    partition: Partitions = None,
    suppressed: SuppressedMark = None,
    keep_suppressed: KeepSuppressed = False,
    level: LevelOption = None,
    database: Database = None,
    url: Url = None,
    exact_names: ExactNames = False,
    trusted: Trusted = False,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    temp_directory: TempDirectory = None,
    timeout: Timeout = None,
) -> Spec:
    """Return the spec that the flags make of all releases, without a relation. Raises SpecError."""
    roles = {"quasi_identifiers": quasi_identifier, "sensitive": sensitive, "individual": individual}
    records = {"suppressed": suppressed, "keep_suppressed": keep_suppressed, "level": level}
    place = {"database": database, "url": url, "trusted": trusted, "exact_names": exact_names}
    run = {"memory_limit": memory_limit, "threads": threads, "temp_directory": temp_directory, "timeout": timeout}
    partitions = {"partitions": shared.partitions_of(partition)}
    return shared.flags_spec(roles | partitions | records | place | run)


@gathering(relations=shared.original_and_releases, spec=releases_spec, progress=shared.progress)
def attacks(
    *,
    relations: Sides,
    spec: Spec,
    record_id: RecordId = None,
    external: External = None,
    renamed: Renamed = None,
    format_: FormatOption = Format.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: ClassLimit = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
    progress: Progress,
) -> None:
    """Measure how five attacks on releases succeed.

    They are identity, homogeneity, background knowledge, skewness and semantic attacks.
    """
    from sqlmetrics.output.results.discrimination import attacks_forms
    from sqlmetrics.release.attack.discrimination import attacks as five_attacks
    from sqlmetrics.release.attack.discrimination import attacks_sql

    names = pairs(renamed, "--renamed", "COL=ORIGINAL, the release's column and its name in the original")
    whole, made = relations
    if print_sql:
        text = attacks_sql(
            whole,
            made,
            spec,
            record_id=record_id,
            external=external,
            names=names,
            show_values=show_values,
            limit=limit,
            dialect=dialect,
        )
        write_sql(text, output)
        return
    result = five_attacks(
        whole,
        made,
        spec,
        record_id=record_id,
        external=external,
        names=names,
        show_values=show_values,
        limit=shown_rows(limit, format_) if spec.level == "class" else limit,
        progress=progress,
    )
    write(attacks_forms(result), output, format_)


def attack_options(
    public: Public = None,
    control: Control = None,
    individual: Individual = None,
    attack: Attacks = None,
    secret: Secrets = None,
    known: Known = None,
    attempts: Attempts = 500,
    seed: SampleSeed = 0,
    tolerance: GuessTolerance = None,
    max_cells: MaxCells = None,
    max_queries: MaxQueries = None,
    partition: Recodings = None,
    exact_names: ExactNames = False,
) -> AttackOptions:
    """Return the options of attacks that the flags make. Raises SpecError."""
    from sqlmetrics.release.attack.gda import column_partitions
    from sqlmetrics.release.attack.scenario import AttackOptions

    recoded = shared.flags_spec({"partitions": shared.partitions_of(partition)})
    return AttackOptions(
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
        exact_names=exact_names,
    )


def _list_attacks(context: typer.Context, wanted: bool) -> None:
    """Write the built-in attacks of `gda`, and end the command."""
    if wanted and not context.resilient_parsing:
        from sqlmetrics.output.attacks import attack_list_forms
        from sqlmetrics.release.attack.descriptions import every_attack

        write(attack_list_forms([attack for attack in every_attack().values() if attack.command == "gda"]), None)
        raise typer.Exit


ListAttacks = Annotated[
    bool,
    typer.Option(
        "--list",
        callback=_list_attacks,
        is_eager=True,
        help="List the attacks and what each needs, and stop.",
        rich_help_panel=OUTPUT,
    ),
]


@gathering(relations=shared.original_and_releases, place=shared.place, progress=shared.progress, options=attack_options)
def gda(
    *,
    relations: Sides,
    options: AttackOptions,
    list_: ListAttacks = False,
    claims: Claims = None,
    show_values: ShowValues = False,
    format_: FormatOption = Format.table,
    output: Output = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
    place: Place,
    progress: Progress,
) -> None:
    """Attack releases, and check the claims against the original.

    The measures are those of the GDA Score: how much attacks learn, and how often they are right.
    """
    from sqlmetrics.output.records import write_csv
    from sqlmetrics.output.results.gda import claim_records, gda_forms
    from sqlmetrics.release.attack.gda import attack_releases, attack_sql

    whole, made = relations
    if print_sql:
        write_sql(attack_sql(whole, made, options, place, dialect=dialect), output)
        return
    scores, logs = attack_releases(whole, made, options, place, progress)
    if claims is not None:
        checked = claim_records(logs, show_values=show_values)
        write_whole(claims, lambda unfinished: write_csv(checked, unfinished), private=True)
    write(gda_forms(scores), output, format_)


def closeness_options(
    control: Control = None,
    individual: Individual = None,
    record_id: NotCompared = None,
    column: Columns = None,
    max_pairs: MaxPairs = MOST_PAIRS,
    seed: SampleSeed = 0,
    delta: Delta = 0.0,
    exact_names: ExactNames = False,
) -> ClosenessOptions:
    """Return the options of a comparison by distances that the flags make."""
    return ClosenessOptions(
        columns=tuple(column or ()),
        record_id=record_id,
        individual=individual,
        control=control,
        max_pairs=max_pairs,
        seed=seed,
        delta=delta,
        exact_names=exact_names,
    )


@gathering(
    relations=shared.original_and_releases, place=shared.place, progress=shared.progress, options=closeness_options
)
def closeness(
    *,
    relations: Sides,
    options: ClosenessOptions,
    format_: FormatOption = Format.table,
    output: Output = None,
    print_sql: PrintSql = False,
    dialect: Dialect = None,
    place: Place,
    progress: Progress,
) -> None:
    """Measure how close releases are to the original.

    With people who were not in it (--control) also whether closeness tells who was.
    """
    from sqlmetrics.output.results.closeness import closeness_forms
    from sqlmetrics.release.attack.closeness.closeness import closeness as measured_closeness
    from sqlmetrics.release.attack.closeness.closeness import closeness_sql

    whole, made = relations
    if print_sql:
        write_sql(closeness_sql(whole, made, options, place, dialect=dialect), output)
        return
    write(closeness_forms(measured_closeness(whole, made, options, place, progress)), output, format_)
