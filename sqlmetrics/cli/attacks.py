"""The commands that attack releases: attacks, gda and closeness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlmetrics.cli import shared
from sqlmetrics.cli.choices import Format
from sqlmetrics.cli.command import command, shared_flags
from sqlmetrics.cli.output import write, write_sql
from sqlmetrics.cli.panels import RELEASES
from sqlmetrics.cli.shared import LIMITS, PLACE, SUPPRESSED, shown_rows
from sqlmetrics.engine.files import write_whole
from sqlmetrics.release.attack.claims import Tolerance
from sqlmetrics.release.attack.closeness.options import MOST_PAIRS, ClosenessOptions

if TYPE_CHECKING:
    from pathlib import Path

    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.release.attack.scenario import AttackOptions
    from sqlmetrics.spec.place import Place, Sides
    from sqlmetrics.spec.spec import Spec


@shared_flags("quasi_identifier sensitive individual partition", SUPPRESSED, "level", PLACE, "exact_names", LIMITS)
def releases_spec(**flags: Any) -> Spec:
    """Return the spec that the flags make of all releases, without a relation. Raises SpecError."""
    return shared.flags_spec(flags)


@command(
    RELEASES,
    "sqlmetrics attacks release.parquet --original people.parquet \\\n      -q age -q zip -s disease",
    "sqlmetrics attacks release.parquet --original people.parquet \\\n      -q age -q zip -s disease --print-sql",
    relations=shared.original_and_releases,
    spec=releases_spec,
    progress=shared.progress,
)
def attacks(
    *,
    relations: Sides,
    spec: Spec,
    record_id: str | None = None,
    external: str | None = None,
    renamed: dict[str, str] | None = None,
    format_: Format = Format.table,
    output: Path | None = None,
    show_values: bool = False,
    limit: int | None = None,
    print_sql: bool = False,
    dialect: str | None = None,
    progress: Progress,
) -> None:
    """Measure how five attacks on releases succeed.

    They are identity, homogeneity, background knowledge, skewness and semantic attacks.
    """
    from sqlmetrics.output.results.discrimination import attacks_forms
    from sqlmetrics.release.attack.discrimination import attacks as five_attacks
    from sqlmetrics.release.attack.discrimination import attacks_sql

    whole, made = relations
    if print_sql:
        text = attacks_sql(
            whole,
            made,
            spec,
            record_id=record_id,
            external=external,
            names=renamed or {},
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
        names=renamed or {},
        show_values=show_values,
        limit=shown_rows(limit, format_) if spec.level == "class" else limit,
        progress=progress,
    )
    write(attacks_forms(result), output, format_)


@shared_flags(
    "public control individual attack secret known attempts seed tolerance max_cells max_queries partition exact_names"
)
def attack_options(
    attempts: int = 500,
    seed: int = 0,
    tolerance: float | None = None,
    partition: dict[str, Any] | None = None,
    **flags: Any,
) -> AttackOptions:
    """Return the options of attacks that the flags make. Raises SpecError."""
    from sqlmetrics.release.attack.gda import column_partitions
    from sqlmetrics.release.attack.scenario import AttackOptions

    recoded = shared.flags_spec({"partition": partition})
    return AttackOptions(
        attempts=attempts,
        seed=seed,
        tolerance=None if tolerance is None else Tolerance(tolerance),
        partitions=column_partitions(recoded),
        **shared.options_of(flags),
    )


@command(
    RELEASES,
    "sqlmetrics gda release.parquet --original people.parquet --attempts 100",
    "sqlmetrics gda --list",
    relations=shared.original_and_releases,
    place=shared.place,
    progress=shared.progress,
    options=attack_options,
)
def gda(
    *,
    relations: Sides,
    options: AttackOptions,
    list_: bool = False,
    claims: Path | None = None,
    show_values: bool = False,
    format_: Format = Format.table,
    output: Path | None = None,
    print_sql: bool = False,
    dialect: str | None = None,
    place: Place,
    progress: Progress,
) -> None:
    """Attack releases, and check the claims against the original.

    The measures are those of the GDA Score: how much attacks learn, and how often they are right.
    """
    from sqlmetrics.output.forms import write_csv
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


@shared_flags("control individual record_id column max_pairs seed delta exact_names")
def closeness_options(max_pairs: int = MOST_PAIRS, seed: int = 0, delta: float = 0.0, **flags: Any) -> ClosenessOptions:
    """Return the options of a comparison by distances that the flags make."""
    return ClosenessOptions(max_pairs=max_pairs, seed=seed, delta=delta, **shared.options_of(flags))


@command(
    RELEASES,
    "sqlmetrics closeness release.parquet --original people.parquet",
    "sqlmetrics closeness release.parquet --original people.parquet \\\n      --control people.parquet",
    relations=shared.original_and_releases,
    place=shared.place,
    progress=shared.progress,
    options=closeness_options,
)
def closeness(
    *,
    relations: Sides,
    options: ClosenessOptions,
    format_: Format = Format.table,
    output: Path | None = None,
    print_sql: bool = False,
    dialect: str | None = None,
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
