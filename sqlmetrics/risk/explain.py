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
from sqlmetrics.risk.near_unique import DRAWN, is_supported
from sqlmetrics.spec.place import name_of
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.statement.dialects import DUCKDB, Dialect
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import IDENTITY, Plan, Target
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.statement import tell
from sqlmetrics.text import duration_text

ORIGINS = {
    "classes": "each class's size, values and entropy",
    "hidden_records": "each class's size, and how many records suppression leaves out",
    "weighed": "each cell beside its class and the table",
    "ranked": "each class's values, the most frequent first",
    "expected_information": "the sizes of classes and of values: what chance would give",
    "ordered": "each class's distance from the table along the order of the values",
    "hierarchical": "each class's distance from the table in the hierarchy",
    "population": "each class beside its people in the population",
    "weighted": "each class beside its survey weights",
    "households": "each household beside the risks of its people",
}
"""The origins of metrics, once the records are counted."""


Steps = list[tuple[str, list[str]]]
"""Steps of a run, each with its parts."""


def explain_score(spec: Spec, dialect: str | None = None) -> str:
    """Return the steps of `score` as text; nothing is opened, and of counts only metadata is read.

    Raises SpecError.
    """
    if spec.counts:
        return _explain_counts(spec)
    plans = [build_plan(part, sliced=True, wild=True) for part in harmonised(spec)]
    printed, _, _ = unopened(spec, dialect)
    steps = [step for plan in plans for step in steps_of(plan, spec, printed)]
    about = _about(spec.name, printed, replace(plans[0], metrics=plans[0].scored).measured)
    if len(plans) > 1:
        about = f"{spec.name}, in {printed.name}: each of {', '.join(spec.sensitive)}, with the others among the keys"
    lines = [about, *(f"plan: {text}" for text in _plan_names(plans, printed) if spec.estimate is None)]
    return _text("\n".join(lines), spec, steps, reads_of(plans, printed, spec) + _look(spec))


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
        _about(names, DUCKDB, plan), spec, [_scoring(plan, counts, name_of(spec.population))], "reads of the records: 0"
    )


def explain_subsets(spec: Spec, most: Most, dialect: str | None = None) -> str:
    """Return the steps of `subsets` on a relation as text; nothing is opened."""
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
        rolled += [f"{target.label}:", *(f"  {line}" for line in _metrics(plan, target))]
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


def _about(relation: str, dialect: Dialect, plan: Plan) -> str:
    sliced = f", in each slice by {_recoded(plan, plan.slices)}" if plan.slices else ""
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
        return [_scoring(scored, _coded(scored, spec.name), name_of(spec.population)), *_extent(plan, spec.name)]
    counts = _counts(scored, spec.name)
    if scored.lists_texts(spec.run_limits):
        counts.insert(
            0,
            "texts as places in lists of their values, so that groups can be spilled: "
            "each column of texts is read twice for them",
        )
    cached = dialect.caches_counts
    steps: Steps = (
        [("count, the table that the metrics are computed from, kept until the end", counts)] if cached else []
    )
    if plan.metrics or not plan.estimated:
        parts = ["the counts: those of step count"] if cached else counts
        steps.append(_scoring(scored, parts, name_of(spec.population)))
    for rows, names in estimated_by_rows(plan).items():
        parts = [f"the rows of {rows}, from the counts", f"estimated from them: {', '.join(names)}"]
        steps.append(("estimate, one statement", parts if plan.metrics or cached else [*counts, *parts]))
    return [*steps, *_extent(plan, spec.name)]


def _extent(plan: Plan, relation: str) -> Steps:
    """Return the step that counts what scores leave out, where one does."""
    if not plan.reads_extent:
        return []
    read = ["all records"]
    read += [f"distinct {plan.individual}"] if plan.individual is not None else []
    read += ["the records without NULLs"] if plan.nulls == "drop" else []
    read += ["the suppressed records"] if plan.suppressed else []
    people = f"distinct {plan.individual} of each slice: from {relation}, read once more"
    return [
        *([("people, one statement", [people])] if plan.tells_slice_people else []),
        ("extent, one statement", [f"{', '.join(read)}: from {relation}, read once more"]),
    ]


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


def _scoring(plan: Plan, parts: list[str], population: str) -> tuple[str, list[str]]:
    """Return the step that scores from counts, which are its first parts."""
    if plan.populated:
        keys = keys_of(plan)
        parts = [*parts, f"the population: records per {keys}, from {population}, read once"]
    if plan.weighted:
        parts = [*parts, f"the survey weights: {plan.weight} per {keys_of(plan)}, read once more"]
    if plan.housed:
        parts = [*parts, f"the households: people per {plan.household} and {keys_of(plan)}, read once more"]
    for target in sorted(plan.targets, key=lambda target: target.name == IDENTITY):
        parts = [
            *parts,
            f"{target.label}: {_origin(plan, target)}",
            *(f"  {line}" for line in _metrics(plan, target)),
        ]
    return "score, one statement", parts


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
    return f"reads of the source: {reads}"


def _counting_reads(plan: Plan) -> int:
    """Return how often the counting of a plan reads the source."""
    if not _is_near_unique(plan):
        return 1
    return (
        len(plan.slices)
        + len(plan.quasi_identifiers)
        + 3 * sum(target.column is not None for target in plan.measured.targets)
    )


def keys_of(plan: Plan) -> str:
    """Return the quasi-identifiers, with their partitions."""
    return _recoded(plan, plan.quasi_identifiers)


def _recoded(plan: Plan, columns: Sequence[str]) -> str:
    """Return columns with their partitions."""
    return ", ".join(
        f"{column} (as {plan.recodings[column].name})" if column in plan.recodings else column for column in columns
    )


def _counts(plan: Plan, relation: str) -> list[str]:
    """Return the lines on the counts of records that one read of the source makes."""
    person = [] if plan.individual is None else [plan.individual]
    sliced = [_recoded(plan, plan.slices)] if plan.slices else []
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


def _origin(plan: Plan, target: Target) -> str:
    """Return the origin of a target's classes."""
    people = (
        ""
        if plan.individual is None
        else f", each {plan.individual} once per class{'' if target.column is None else ' and value'}"
    )
    attributes = [other for other in plan.targets if other.column is not None]
    if target.column is None and plan.individual is None and plan.nulls == "category" and attributes:
        return f"classes from those of {attributes[0].label}"
    recoded = "" if target.partition is None else ", recoded there"
    dropped = {"drop": ", without NULLs", "any": ", each beside each set of columns that are NULL in some"}.get(
        plan.nulls, ""
    )
    return f"{'classes' if target.column is None else 'cells and classes'} from the counts{people}{recoded}{dropped}"


def _metrics(plan: Plan, target: Target) -> list[str]:
    """Return the lines with a target's metrics by their origin."""
    by_origin: dict[str, list[str]] = {}
    for metric in plan.metrics_of(target):
        by_origin.setdefault(_basis(metric), []).append(metric.name)
    return [f"{ORIGINS[basis]}: {', '.join(by_origin[basis])}" for basis in ORIGINS if basis in by_origin]


def _basis(metric: Metric) -> str:
    """Return the key of a metric's origin in ORIGINS."""
    if metric.needs is not None:
        return metric.needs
    if metric.weighed or metric.ranked:
        return "weighed" if metric.weighed else "ranked"
    return metric.targets if metric.targets in ORIGINS else "classes"
