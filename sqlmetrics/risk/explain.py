"""The steps of a run in words: its counts, its reads of the source, its scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlmetrics.engine.engine import own_engine
from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.risk.columns.look import SAMPLE
from sqlmetrics.risk.combinations.lattice import combinations_of
from sqlmetrics.risk.combinations.measured import largest_set, subset_plan
from sqlmetrics.risk.combinations.results import Most
from sqlmetrics.risk.counts.file import files_read
from sqlmetrics.risk.counts.merged import merge
from sqlmetrics.risk.explained_kinds import explained_kind
from sqlmetrics.risk.explained_steps import Steps, extent_steps, keys_of, metric_lines, recoded_columns, scoring_step
from sqlmetrics.risk.near_unique import DRAWN, is_supported
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.place import name_of
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.dialects import DUCKDB, Dialect
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.statement import tell
from sqlmetrics.text import duration_text, joined


def explain_score(spec: Spec, dialect: str | None = None) -> str:
    """Return the steps of `score` as text; nothing is opened, and of counts only metadata is read.

    Raises SpecError.
    """
    check_goes_with("explain", spec)
    if spec.counts:
        return _explain_counts(spec)
    kind = explained_kind(spec, dialect)
    if kind is not None:
        return _text("\n".join(kind.about), spec, [*kind.steps, *_earlier(spec)], kind.reads_text + _look(spec))
    plans = [build_plan(part) for part in harmonised(spec)]
    printed, _, _ = unopened(spec, dialect)
    steps = [step for plan in plans for step in steps_of(plan, spec, printed)]
    about = _about(spec.name, printed, replace(plans[0], metrics=plans[0].scored).measured)
    if len(plans) > 1:
        about = f"{spec.name}, in {printed.name}: each of {', '.join(spec.sensitive)}, with the others among the keys"
    lines = [about, *(f"plan: {text}" for text in _plan_names(plans, printed) if spec.estimate is None)]
    steps += _drawn(plans, spec)
    return _text("\n".join(lines), spec, [*steps, *_earlier(spec)], reads_of(plans, printed, spec) + _look(spec))


def _is_near_unique(plan: Plan) -> bool:
    """Return whether the plan for near-unique keys is asked for, and can count."""
    return bool(plan.near_unique) and not plan.estimated and is_supported(plan_entries(plan, "", needed=True))


def _plan_names(plans: Sequence[Plan], dialect: Dialect) -> list[str]:
    """Return the plan by which scores are counted, where it may be the one for near-unique keys."""
    served = [plan for plan in plans if is_supported(plan_entries(plan, "", needed=True)) and not plan.estimated]
    if not served or (served[0].near_unique is None and dialect.client != "embedded"):
        return []
    if served[0].near_unique is None:
        return [f"near-unique where {DRAWN:,} records drawn from a large Parquet file or table say so, else textbook"]
    return ["near-unique" if served[0].near_unique else "textbook"]


def _explain_counts(spec: Spec) -> str:
    """Return the steps of scoring files of counts as text; their metadata is read."""
    with own_engine(files=files_read(spec.counts, spec)) as engine:
        plan = merge(engine, spec.counts, spec, show_values=False, limit=None).plan.measured
    names = ", ".join(map(str, spec.counts))
    counts = [f"the counts of {names}, each file read once, added up"]
    return _text(
        _about(names, DUCKDB, plan),
        spec,
        [scoring_step(plan, counts, name_of(spec.population))],
        "reads of the records: 0",
    )


def explain_subsets(spec: Spec, most: Most, dialect: str | None = None) -> str:
    """Return the steps of `subsets` on a relation as text; nothing is opened."""
    check_goes_with("subsets", spec)
    plan = subset_plan(spec)
    size = largest_set(plan, most)
    printed, _, _ = unopened(spec, dialect)
    number = combinations_of(len(plan.quasi_identifiers), size)
    groups = "cells" if spec.sensitive else "classes"
    rolled = [f"each combination from the smallest one with more keys: the fewest {groups} by the numbers of values"]
    if spec.estimate is not None:
        rolled = [
            "of combinations with few counts all classes, of others those with a low hash, each counted whole",
            "the hash of a class: the sum of its values' hashes, which are computed once for each value",
        ]
    for target in plan.targets:
        rolled += [f"{target.label}:", *(f"  {line}" for line in metric_lines(plan, target))]
    if printed.packs_counts:
        codes = [
            "each key's and target's values as numbers, packed into as few columns as they fit",
            "what it will cost, by their number",
        ]
        steps = [("count, a temporary table", _counts(plan, spec.name)), ("codes, temporary tables", codes)]
        return _text(
            _about(spec.name, printed, plan),
            spec,
            [*steps, (f"score, {number:,} combinations", rolled)],
            "reads of the source: 1" + (", or several of columns of Parquet" if spec.estimate else "") + _look(spec),
        )
    rolled = [*_counts(plan, spec.name), *rolled]
    return _text(
        _about(spec.name, printed, plan),
        spec,
        [(f"score, {number:,} combinations, one statement", rolled)],
        reads_of([plan], printed, spec) + _look(spec),
    )


def _drawn(plans: Sequence[Plan], spec: Spec) -> Steps:
    """Return the step that finds the intervals of scores, where they are asked for."""
    asked = spec.interval_spec
    if asked is None:
        return []
    metrics = {metric.name: metric.interval for plan in plans for metric in plan.metrics if plan.attributes}
    drawn = [name for name, how in metrics.items() if how == "draws"]
    parts = ["the sizes of classes and the counts of values, from the counts, for intervals by a formula"]
    if drawn:
        again = f"all records drawn again from the counts, {asked.replicates:,} times by seed {asked.seed}"
        parts.append(f"{again}, for {', '.join(drawn)}")
    return [("intervals, several statements", parts)]


def _earlier(spec: Spec) -> Steps:
    """Return the steps that compare a relation with its earlier releases, for each secret."""
    releases = f"{spec.name} and {joined([name_of(one) for one in spec.released])}, each read once more"
    return [
        (f"releases together, for {column}, one statement", [f"what the classes of each person leave: from {releases}"])
        for column in (spec.sensitive if spec.released else [])
    ]


def _about(relation: str, dialect: Dialect, plan: Plan) -> str:
    sliced = f", in each slice by {recoded_columns(plan, plan.slices)}" if plan.slices else ""
    return (
        f"{relation}, in {dialect.name}: what {keys_of(plan)} {tell(plan.quasi_identifiers)} about "
        f"{', '.join(target.label for target in plan.targets)}{sliced}"
    )


def _look(spec: Spec) -> str:
    """Return the line of the sample of columns without a role, which is read besides."""
    sample = f"the first {SAMPLE:,} records of columns without a role, for what looks like an identifier"
    return f"\nalso read: {sample}" if spec.look else ""


def _text(about: str, spec: Spec, steps: Steps, reads: str) -> str:
    """Return a run's steps as lines of text."""
    lines = [about]
    if words := spec.run_limits.words:
        shown = {word: duration_text(value) if word == "timeout" else value for word, value in words.items()}
        lines.append("limits: " + ", ".join(f"{word} {value}" for word, value in shown.items()))
    for number, (name, details) in enumerate(steps, 1):
        lines += ["", f"step {number} of {len(steps)}: {name}", *(f"  {detail}" for detail in details)]
    return "\n".join([*lines, "", reads, ""])


def steps_of(plan: Plan, spec: Spec, dialect: Dialect) -> Steps:
    """Return the steps of one plan that read or compute something, each with its parts."""
    scored = plan.measured
    if spec.estimate is not None:
        return _estimating(scored, spec)
    if _is_near_unique(plan):
        return [
            scoring_step(scored, _coded(scored, spec.name), name_of(spec.population)),
            *extent_steps(plan, spec.name),
        ]
    counts = _counts(scored, spec.name)
    if scored.lists_texts(spec.run_limits):
        counts.insert(
            0,
            "texts as places in lists of their values, so that groups can be spilled: "
            "each column of texts is read twice for them",
        )
    cached = dialect.caches_counts or (dialect.keeps_counts and spec.interval_spec is not None)
    steps: Steps = (
        [("count, the table that the metrics are computed from, kept until the end", counts)] if cached else []
    )
    if plan.metrics or not plan.estimated:
        parts = ["the counts: those of step count"] if cached else counts
        steps.append(scoring_step(scored, parts, name_of(spec.population)))
    for rows, names in estimated_by_rows(plan).items():
        parts = [f"the rows of {rows}, from the counts", f"estimated from them: {', '.join(names)}"]
        steps.append(("estimate, one statement", parts if plan.metrics or cached else [*counts, *parts]))
    return [*steps, *extent_steps(plan, spec.name)]


def _estimating(plan: Plan, spec: Spec) -> Steps:
    """Return the steps that estimate scores from a sample of the classes."""
    assert spec.estimate is not None  # noqa: S101 - the caller has asked
    hashed = f"the hash of each value of {keys_of(plan)}, once: each column is read once more from {spec.name}"
    share = f"a share of {spec.estimate:g} of" if spec.estimate < 1 else f"about {spec.estimate:,.0f} of"
    values = [f"the counts of the values of {', '.join(plan.attributes)}, of all records"] if plan.attributes else []
    steps: Steps = [("estimate, one statement", [hashed, *values, f"{share} the classes, each counted whole"])]
    if spec.estimate >= 1:
        steps.insert(0, ("classes, one or two statements", [hashed, "about how many classes there are"]))
    return steps


def estimated_by_rows(plan: Plan) -> dict[str, list[str]]:
    """Return the estimated metrics, by the macro of the rows that they are estimated from."""
    found: dict[str, list[str]] = {}
    for metric in plan.estimated:
        found.setdefault(metric.rows or "", []).append(metric.name)
    return found


def reads_of(plans: list[Plan], dialect: Dialect, spec: Spec) -> str:
    """Return the number of reads of the source."""
    if spec.estimate is not None:
        return "reads of the source: several, of single columns; load a file of CSV once"
    if not (dialect.keeps_counts or dialect.caches_counts):
        more = " and once for each extent" if any(plan.reads_extent for plan in plans) else ""
        several = f"{dialect.name} may read it several times for one statement{more}"
        return f"reads of the source: {several}; `sqlmetrics sql` makes it once with `staged`"
    reads = sum(
        _counting_reads(plan) + plan.reads_extent + plan.tells_slice_people + plan.weighted + plan.housed
        for plan in plans
    )
    if not spec.released:
        return f"reads of the source: {reads}"
    secrets = len(spec.sensitive)
    return f"reads of the source: {reads + secrets}; of each earlier release: {secrets}"


def _counting_reads(plan: Plan) -> int:
    """Return how often the counting of a plan reads the source."""
    if not _is_near_unique(plan):
        return 1
    return (
        len(plan.slices)
        + len(plan.quasi_identifiers)
        + 3 * sum(target.column is not None for target in plan.measured.targets)
    )


def _counts(plan: Plan, relation: str) -> list[str]:
    """Return the lines on the counts of records that one read of the source makes."""
    person = [] if plan.individual is None else [plan.individual]
    sliced = [recoded_columns(plan, plan.slices)] if plan.slices else []
    tables = [
        ", ".join([*sliced, keys_of(plan), *person, *own])
        for own in ([[attribute] for attribute in plan.attributes] or [[]])
    ]
    return [
        f"the counts: records per combination of what follows, from {relation}, read once",
        *(f"  {table}" for table in tables),
    ]


def _coded(plan: Plan, relation: str) -> list[str]:
    """Return the lines on what the plan for near-unique keys counts."""
    names = ", ".join(plan.attributes)
    return [
        f"the values of {keys_of(plan)}, {names}, as numbers: from {relation}, each column read once",
        f"the classes, for each of {names}: their sizes and least and most values, read once more",
        "the cells of classes of three records and more with several values, read once more",
    ]
