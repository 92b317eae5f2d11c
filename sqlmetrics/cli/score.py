"""The commands that score a relation: score and sql."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlmetrics.cli import combinations, shared
from sqlmetrics.cli.flags.output import ClassLimit, Dialect, Format, FormatOption, Output, ShowValues, TextOutput
from sqlmetrics.cli.flags.relation import NoLook
from sqlmetrics.cli.flags.risk import (
    AllScores,
    Counts,
    CountTable,
    Estimate,
    Explain,
    IntervalSeed,
    IntervalsFlag,
    More,
    PlanFlag,
    PlanName,
    Profile,
    ProposePartition,
    ReleaseAttacks,
    ReleaseOriginal,
    Replicates,
    Staged,
    Subsets,
)
from sqlmetrics.cli.gathering import gathering
from sqlmetrics.cli.messages import flagged
from sqlmetrics.cli.output import draw_report, kept_rows, write, write_sql
from sqlmetrics.cli.shared import files_of_counts, most_keys, shown_rows, with_estimate
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.output.progress import steps_report

if TYPE_CHECKING:
    from sqlmetrics.risk.combinations.results import Most
    from sqlmetrics.spec.spec import Spec

OTHERS = "--all shows the others, and -m all also those on request."
"""The sentence below the scores that are shown where no metric is named."""


@gathering(spec=shared.spec, progress=shared.progress)
def score(
    *,
    spec: Spec,
    progress: Progress,
    more: More = None,
    counts: Counts = False,
    format_: FormatOption = Format.table,
    output: Output = None,
    show_values: ShowValues = False,
    limit: ClassLimit = None,
    explain: Explain = False,
    profile: Profile = False,
    subsets: Subsets = None,
    propose_partition: ProposePartition = None,
    intervals: IntervalsFlag = False,
    seed: IntervalSeed = None,
    replicates: Replicates = None,
    estimate: Estimate = None,
    all_: AllScores = False,
    no_look: NoLook = False,
    plan: PlanFlag = None,
) -> None:
    """Score the disclosure risk of a relation, or of counts.

    It scores the identity and each sensitive attribute.
    """
    from sqlmetrics.output.results.scores import scores_forms
    from sqlmetrics.risk.score import score as score_spec

    spec = spec.model_copy(update={"look": False}) if no_look else spec
    spec = with_estimate(_with_intervals(spec, intervals, seed, replicates), estimate)
    spec = _with_plan(spec, plan)
    files = files_of_counts(spec, counts, more)
    most = None if subsets is None else most_keys(subsets)
    if intervals and most is not None:
        raise SpecError("--intervals are of scores by all quasi-identifiers; leave out --subsets, or --intervals")
    if files is not None and most is not None:
        raise SpecError(
            "--subsets starts from records; score the files of counts with fewer keys each time: --counts -q COL .."
        )
    if propose_partition is not None:
        _propose(spec, propose_partition, (most is not None, files is not None, explain), format_, output, progress)
        return
    if explain:
        write(flagged(_explanation(spec, files, most)), output)
        return
    if most is not None:
        combinations.score_subsets(spec, most, format_, output, limit, progress)
    else:
        if spec.level == "class":
            limit = shown_rows(limit, format_)
        with kept_rows(format_ if spec.level == "class" else Format.table, spec.limits, progress) as store:
            counted = spec if files is None else spec.model_copy(update={"counts": files})
            scores = score_spec(counted, show_values=show_values, limit=limit, progress=progress, store=store)
            with progress.timed("output"):
                write(scores_forms(scores, None if all_ or spec.metrics else OTHERS), output, format_)
    if profile:
        draw_report(steps_report(progress.steps), err=True)


def _propose(
    spec: Spec, limit: float, others: tuple[bool, ...], format_: Format, output: Path | None, progress: Progress
) -> None:
    """Write the levels of sensitive attributes, and the coarsest whose rate is above a limit."""
    from sqlmetrics.output.results.semantic_levels import semantic_levels_forms
    from sqlmetrics.risk.semantic_levels import semantic_levels

    if any(others):
        raise SpecError("--propose-partition is an answer of its own, without --subsets, --counts and --explain")
    write(semantic_levels_forms(semantic_levels(spec, limit, progress)), output, format_)


def _with_plan(spec: Spec, plan: PlanName | None) -> Spec:
    """Return a spec whose statement counts by the plan that the flag names, or as the spec says."""
    return spec if plan is None else spec.model_copy(update={"plan": plan.value})


def _with_intervals(spec: Spec, intervals: bool, seed: int | None, replicates: int | None) -> Spec:
    """Return a spec whose scores have the intervals that the flags ask for, on top of its own."""
    from sqlmetrics.spec.reading import spec_over

    words = {word: value for word, value in (("seed", seed), ("replicates", replicates)) if value is not None}
    asked = spec.drawn
    if words and not intervals and asked is None:
        raise SpecError("--seed and --replicates are of intervals; add --intervals")
    if not intervals and not words:
        return spec
    given = spec_over({"intervals": ({} if asked is None else asked.model_dump()) | words}, "the flags", None)
    return spec.model_copy(update={"intervals": given.intervals})


def _explanation(spec: Spec, files: list[str] | None, most: Most | None) -> str:
    """Return the steps that would score a relation, combinations of keys, or files of counts."""
    from sqlmetrics.risk.explain import explain_counts, explain_score, explain_subsets

    if files is not None:
        return explain_counts(files, spec)
    return explain_score(spec) if most is None else explain_subsets(spec, most)


@gathering(spec=shared.spec)
def sql(
    *,
    spec: Spec,
    more: More = None,
    counts: Counts = False,
    dialect: Dialect = None,
    staged: Staged = False,
    count_table: CountTable = "sqlmetrics_counts",
    output: TextOutput = None,
    show_values: ShowValues = False,
    limit: ClassLimit = None,
    subsets: Subsets = None,
    propose_partition: ProposePartition = None,
    attack: ReleaseAttacks = None,
    original: ReleaseOriginal = None,
    estimate: Estimate = None,
    plan: PlanFlag = None,
) -> None:
    """Print the statement that `score` runs.

    Nothing is opened or read, except the settings in files of counts.
    """
    from sqlmetrics.risk.score_statement import class_scores_sql

    spec = with_estimate(spec, estimate)
    spec = _with_plan(spec, plan)

    if propose_partition is not None:
        from sqlmetrics.risk.semantic_levels import semantic_levels_sql

        write_sql(semantic_levels_sql(spec, dialect=dialect), output)
        return
    if (attack is None) != (original is None):
        raise SpecError(
            "--attack and --original go together: the relation is a release, and --original what was released"
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
        from sqlmetrics.risk.counts.scored import counts_sql

        if staged:
            raise SpecError("--staged counts first, and these are counts; leave it out")
        write_sql(counts_sql(files, spec, dialect=dialect, show_values=show_values, limit=limit), output)
        return
    if spec.estimate is not None:
        from sqlmetrics.risk.estimation.estimated import estimate_sql

        write_sql(estimate_sql(spec, dialect=dialect), output)
        return
    table = count_table if staged else None
    write_sql(class_scores_sql(spec, dialect=dialect, show_values=show_values, limit=limit, count_table=table), output)
