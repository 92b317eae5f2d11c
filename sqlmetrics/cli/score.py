"""The commands that score a relation: score and sql."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlmetrics.cli import shared
from sqlmetrics.cli.choices import Format, InstalledForm, PlanName
from sqlmetrics.cli.command import command
from sqlmetrics.cli.messages import flagged
from sqlmetrics.cli.output import draw_report, kept_rows, write, write_sql
from sqlmetrics.cli.panels import SQL, START
from sqlmetrics.cli.shared import (
    SLICES,
    files_of_counts,
    most_keys,
    most_slices,
    planned,
    refuse_beside,
    score_subsets,
    shown_rows,
    with_words,
)
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.output.grid import curves_grid
from sqlmetrics.output.progress import steps_report

if TYPE_CHECKING:
    from sqlmetrics.risk.combinations.results import Most
    from sqlmetrics.risk.semantic_levels import SemanticLevels
    from sqlmetrics.spec.spec import Spec
    from sqlmetrics.statement.installations import Installed

OTHERS = "--all shows the others, and -m all also those on request."
"""The sentence below the scores that are shown where no metric is named."""


@command(
    START,
    "sqlmetrics score people.parquet -q age -q zip -s disease",
    "sqlmetrics score --spec spec.yml --all -o scores.md",
    spec=shared.spec,
    progress=shared.progress,
)
def score(
    *,
    spec: Spec,
    progress: Progress,
    more: list[str] | None = None,
    counts: bool = False,
    format_: Format = Format.table,
    output: Path | None = None,
    show_values: bool = False,
    limit: int | None = None,
    explain: bool = False,
    profile: bool = False,
    subsets: str | None = None,
    propose_partition: float | None = None,
    distances: dict[str, str] | None = None,
    intervals: bool = False,
    seed: int | None = None,
    replicates: int | None = None,
    estimate: float | None = None,
    known: Any = None,
    targets: Any = None,
    resolution: Any = None,
    previous: list[str] | None = None,
    release: bool = False,
    plot: Path | None = None,
    all_: bool = False,
    no_look: bool = False,
    plan: PlanName | None = None,
) -> None:
    """Score the disclosure risk of a relation, or of counts.

    It scores the identity and each sensitive attribute.
    """
    from sqlmetrics.columns.guessed_roles import with_roles
    from sqlmetrics.output.results.scores import scores_forms
    from sqlmetrics.risk.score import score as score_spec

    spec = _with_intervals(spec, intervals, seed, replicates)
    words = {"estimate": estimate, "known": known, "targets": targets, "previous": previous or None, "plan": plan}
    spec = with_words(spec, **words, look=False if no_look else None)
    files = files_of_counts(spec, counts, more)
    if files is not None:
        spec = spec.model_copy(update={"counts": files})
    if release:
        spec = planned(spec, progress)
    elif files is None:
        spec = with_roles(spec, progress, opens=not explain)
    most = None if subsets is None else most_keys(subsets)
    besides = (most is not None, explain)
    if distances and propose_partition is None:
        raise SpecError("--distances say which values are joined first; give the LIMIT of --propose-partition, too")
    if propose_partition is not None:
        from sqlmetrics.output.results.semantic_levels import semantic_levels_forms

        proposal = _proposal(spec, propose_partition, distances, besides, progress)
        write(semantic_levels_forms(proposal, show_values=show_values), output, format_)
        return
    if resolution or plot is not None:
        _write_curves(with_words(spec, resolution=resolution), besides, format_, output, plot, progress)
        return
    if explain:
        write(flagged(_explanation(spec, most)), output)
        return
    if most is not None:
        score_subsets(spec, most, format_, output, limit, progress)
    else:
        if spec.level == "class":
            limit = shown_rows(limit, format_)
        many = spec.level == "class" or (all_ and bool(spec.by))
        with kept_rows(format_ if many else Format.table, spec.run_limits, progress) as store:
            scores = score_spec(
                spec,
                show_values=show_values,
                limit=limit,
                progress=progress,
                store=store,
                slices=most_slices(all_),
            )
            with progress.timed("output"):
                others = None if all_ or spec.metrics else OTHERS
                write(scores_forms(scores, others, None if all_ else SLICES), output, format_)
    if profile:
        draw_report(steps_report(progress.steps), err=True)


def _proposal(
    spec: Spec, limit: float, distances: dict[str, str] | None, others: tuple[bool, ...], progress: Progress
) -> SemanticLevels:
    """Return the levels of sensitive attributes, and the coarsest whose rate is above a limit."""
    from sqlmetrics.risk.semantic_levels import semantic_levels

    if any(others):
        raise SpecError("--propose-partition gives another result; leave out --subsets and --explain")
    return semantic_levels(spec, limit, progress, distances=distances)


def _write_curves(
    spec: Spec, others: tuple[bool, ...], format_: Format, output: Path | None, plot: Path | None, progress: Progress
) -> None:
    """Write the unicity of known points at each combination of levels of columns."""
    from sqlmetrics.output.plot import check_plot, draw_grid, write_plot
    from sqlmetrics.output.results.resolution import resolution_forms
    from sqlmetrics.risk.events.resolution import unicity_curves

    if any(others):
        raise SpecError("--resolution gives another result; leave out --subsets and --explain")
    if plot is not None:
        check_plot(plot)
    curves = unicity_curves(spec, progress)
    if plot is not None:
        write_plot(partial(draw_grid, curves_grid(curves)), plot)
    write(resolution_forms(curves), output, format_)


def _with_intervals(spec: Spec, intervals: bool, seed: int | None, replicates: int | None) -> Spec:
    """Return a spec whose scores have the intervals that the flags ask for, on top of its own."""
    words = {word: value for word, value in (("seed", seed), ("replicates", replicates)) if value is not None}
    asked = spec.interval_spec
    if words and not intervals and asked is None:
        raise SpecError("--seed and --replicates change the draws of --intervals; add --intervals")
    if not intervals and not words:
        return spec
    return with_words(spec, intervals=({} if asked is None else asked.model_dump()) | words)


def _explanation(spec: Spec, most: Most | None) -> str:
    """Return the steps that would score a relation, combinations of keys, or files of counts."""
    from sqlmetrics.risk.explain import explain_score, explain_subsets

    return explain_score(spec) if most is None else explain_subsets(spec, most)


@command(
    SQL,
    "sqlmetrics sql clinic.patients -q age -s disease --dialect snowflake",
    "sqlmetrics sql --spec spec.yml -m k_anonymity -o k.sql",
    "sqlmetrics sql clinic.patients -q age --as view --dialect postgres",
    "sqlmetrics sql --self-test --dialect snowflake",
    spec=shared.spec_unless_self_test,
)
def sql(
    *,
    spec: Spec | None,
    more: list[str] | None = None,
    counts: bool = False,
    dialect: str | None = None,
    staged: bool = False,
    count_table: str = "sqlmetrics_counts",
    output: Path | None = None,
    show_values: bool = False,
    limit: int | None = None,
    subsets: str | None = None,
    propose_partition: float | None = None,
    attack: list[str] | None = None,
    original: str | None = None,
    estimate: float | None = None,
    known: Any = None,
    targets: Any = None,
    resolution: Any = None,
    previous: list[str] | None = None,
    plan: PlanName | None = None,
    as_: InstalledForm | None = None,
    drop: bool = False,
    name: str | None = None,
    column_type: Any = None,
) -> None:
    """Print the statement that `score` runs.

    Nothing is opened or read, except the settings in files of counts, and a relation without roles,
    for a guess of them.
    """
    from sqlmetrics.columns.guessed_roles import with_roles
    from sqlmetrics.risk.score import score_sql

    words = {"estimate": estimate, "known": known, "targets": targets, "previous": previous or None, "plan": plan}
    alone: dict[str, Any] = {
        "counts": counts,
        "staged": staged,
        "show_values": show_values,
        "limit": limit,
        "subsets": subsets,
    }
    alone |= {"propose_partition": propose_partition, "attack": attack, "original": original, "resolution": resolution}
    if spec is None:
        from sqlmetrics.risk.self_test import self_test_sql

        refuse_beside(
            "--self-test",
            alone | words | {"more": more, "as": as_, "drop": drop, "name": name, "column_type": column_type},
        )
        write_sql(self_test_sql(dialect), output)
        return
    spec = with_words(spec, **words)
    if not counts and attack is None:
        spec = with_roles(spec, opens=False)
    if as_ is not None:
        from sqlmetrics.risk.installed import installed_sql

        refuse_beside("--as", alone)
        form = cast("Installed", as_.value)
        text = installed_sql(spec, form, name=name or "", drop=drop, column_type=column_type or None, dialect=dialect)
        write_sql(text, output)
        return
    if drop or name is not None or column_type:
        raise SpecError("--drop, --name and --column-type are about what --as installs; add --as view, for example")
    if propose_partition is not None:
        from sqlmetrics.risk.semantic_levels import semantic_levels_sql

        write_sql(semantic_levels_sql(spec, dialect=dialect), output)
        return
    if resolution:
        from sqlmetrics.risk.events.resolution import unicity_curves_sql

        write_sql(unicity_curves_sql(with_words(spec, resolution=resolution), dialect=dialect), output)
        return
    if (attack is None) != (original is None):
        raise SpecError(
            "--attack and --original go together: the relation is a release, --original what it was made from"
        )
    if attack is not None and original is not None:
        from sqlmetrics.release.attack.statements import attack_statements

        write_sql(attack_statements(spec, original, attack, dialect), output)
        return
    if subsets is not None:
        from sqlmetrics.risk.combinations.measured import subsets_sql

        if staged:
            raise SpecError("--subsets and --staged do not go together; combinations are one statement")
        write_sql(subsets_sql(spec, most_keys(subsets), dialect=dialect), output)
        return
    files = files_of_counts(spec, counts, more)
    if files is not None:
        if staged:
            raise SpecError("files of counts are counted already; leave out --staged")
        spec = spec.model_copy(update={"counts": files})
    table = count_table if staged else None
    write_sql(score_sql(spec, dialect=dialect, show_values=show_values, limit=limit, count_table=table), output)
