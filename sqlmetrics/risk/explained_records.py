"""The steps of questions about records and their counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlmetrics.engine.engine import own_engine
from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.risk.explained_steps import Explained, Steps, extent_steps, keys_of, recoded_columns, scoring_step
from sqlmetrics.scoring.ways import DRAWN, is_supported
from sqlmetrics.spec.place import name_of
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.dialects import DUCKDB, Dialect
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.statement import tell


def explained_records(spec: Spec) -> Explained:
    """Return the steps that score or estimate records. Raises SpecError."""
    plans = [build_plan(part) for part in harmonised(spec)]
    printed, _, _ = unopened(spec, None)
    steps = [step for plan in plans for step in steps_of(plan, spec, printed)]
    about = told_about(spec.name, printed, replace(plans[0], metrics=plans[0].scored).measured)
    if len(plans) > 1:
        about = f"{spec.name}, in {printed.name}: each of {', '.join(spec.sensitive)}, with the others among the keys"
    lines = [about, *(f"plan: {text}" for text in _plan_names(plans, printed) if spec.estimate is None)]
    return Explained(lines, steps, reads_of(plans, printed, spec), plans)


def explained_counts(spec: Spec) -> Explained:
    """Return the steps that score files of counts; their metadata is read. Raises SpecError."""
    from sqlmetrics.risk.counts.file import files_read
    from sqlmetrics.risk.counts.merged import merge

    with own_engine(files=files_read(spec.counts, spec)) as engine:
        plan = merge(engine, spec.counts, spec, show_values=False, limit=None).plan.measured
    names = ", ".join(map(str, spec.counts))
    counts = [f"the counts of {names}, each file read once, added up"]
    step = scoring_step(plan, counts, name_of(spec.population))
    return Explained([told_about(names, DUCKDB, plan)], [step], "reads of the records: 0", [plan], looks=False)


def told_about(relation: str, dialect: Dialect, plan: Plan) -> str:
    """Return the line on what a plan's keys tell about its targets."""
    sliced = f", in each slice by {recoded_columns(plan, plan.slices)}" if plan.slices else ""
    return (
        f"{relation}, in {dialect.name}: what {keys_of(plan)} {tell(plan.quasi_identifiers)} about "
        f"{', '.join(target.label for target in plan.targets)}{sliced}"
    )


def _is_coded(plan: Plan) -> bool:
    """Return whether a plan in which records become numbers is asked for, and can count."""
    return not plan.estimated and is_supported(plan_entries(plan, "", needed=True), plan.way)


def _plan_names(plans: Sequence[Plan], dialect: Dialect) -> list[str]:
    """Return the plan by which scores are counted, where it may be another than the textbook's."""
    served = [plan for plan in plans if is_supported(plan_entries(plan, "", needed=True)) and not plan.estimated]
    if not served or (served[0].way == "auto" and dialect.client != "embedded"):
        return []
    if served[0].way == "auto":
        drawn = f"{DRAWN:,} records drawn from a large Parquet file or table"
        return [f"near-unique or sorted where {drawn} say so, else textbook"]
    return [served[0].way]


def steps_of(plan: Plan, spec: Spec, dialect: Dialect) -> Steps:
    """Return the steps of one plan that read or compute something, each with its parts."""
    scored = plan.measured
    if spec.estimate is not None:
        return _estimating(scored, spec)
    if _is_coded(plan):
        return [
            scoring_step(scored, _coded(scored, spec.name), name_of(spec.population)),
            *extent_steps(plan, spec.name),
        ]
    counts = counted_lines(scored, spec.name)
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
    if not _is_coded(plan):
        return 1
    return (
        len(plan.slices)
        + len(plan.quasi_identifiers)
        + (2 if plan.way == "sorted" else 3) * sum(target.column is not None for target in plan.measured.targets)
    )


def counted_lines(plan: Plan, relation: str) -> list[str]:
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
    """Return the lines on what a plan counts in which records become numbers."""
    names = ", ".join(plan.attributes)
    numbers = f"the values of {keys_of(plan)}, {names}, as numbers: from {relation}, each column read once"
    if plan.way == "sorted":
        return [numbers, f"the records in order, for each of {names}: classes and cells are runs, read once more"]
    return [
        numbers,
        f"the classes, for each of {names}: their sizes and least and most values, read once more",
        "the cells of classes of three records and more with several values, read once more",
    ]
