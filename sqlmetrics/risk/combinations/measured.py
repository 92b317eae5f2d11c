"""The risk of every combination of quasi-identifiers, and each attribute's contribution."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sqlmetrics.columns.roles import columns_by_role
from sqlmetrics.engine.engine import count_table, describe
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.combinations.entries import base_entries, lattice_entries, own_targets, rolled_entries
from sqlmetrics.risk.combinations.estimated import check_sampled, estimates_at_once, packed_estimates, sampled_statement
from sqlmetrics.risk.combinations.lattice import Keys, build_lattice, combinations_of
from sqlmetrics.risk.combinations.packed import measure_packed
from sqlmetrics.risk.combinations.results import (
    ADDED,
    METRICS,
    Combination,
    CombinationScore,
    Contribution,
    Most,
    SubsetScores,
)
from sqlmetrics.risk.combinations.room import Room
from sqlmetrics.risk.estimation.sums import HASHES
from sqlmetrics.scoring.extent import check_mapped, loses, whole_extent
from sqlmetrics.scoring.question import Asked, RelationQuestion, checked_columns
from sqlmetrics.scoring.score_rows import relation_scores
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.plan import IDENTITY, WEIGHTED, Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import statement_comment
from sqlmetrics.text import split_line

RECORD_BYTES = 1000
"""About what one score record takes while the result is put together."""


def subsets_sql(spec: Spec, most: Most = "all", *, dialect: str | None = None) -> str:
    """Return one statement that measures every combination of up to `most` keys, in a dialect.

    Nothing is opened. A run of DuckDB has the same macros on packed codes, in several statements
    where the combinations are large.
    """
    check_goes_with("subsets", spec)
    plan = subset_plan(spec)
    size = largest_set(plan, most)
    check_room(plan, size, None)
    if spec.estimate is not None and spec.estimate >= 1:
        raise SpecError("a printed statement needs the share of the classes in `estimate`, such as 0.01")
    title, *notes, reading = statement_comment(plan, spec.name)

    def write(asked: Asked) -> str:
        if spec.estimate is None:
            return one_statement(asked.plan, size, asked.from_sql, None, asked.dialect)
        lattice = build_lattice([2.0] * len(plan.quasi_identifiers), size)
        thresholds = dict.fromkeys(lattice.measured, round(spec.estimate * HASHES))
        return sampled_statement(asked.plan, lattice, thresholds, asked.from_sql, None, asked.dialect)

    rows = f"; {reading}" if spec.estimate is None else ": the sums over a sample of its classes"
    notes = [*notes, f"every combination of up to {size} keys{rows}"]
    return RelationQuestion(spec, plan, write, title, notes).printed(dialect)


def subset_plan(spec: Spec) -> Plan:
    """Return the plan of a spec whose keys are combined.

    Raises SpecError for what cannot be measured of combinations together.
    """
    plan = build_plan(
        spec if spec.metrics else spec.model_copy(update={"metrics": list(METRICS)}) if spec.sensitive else spec
    )
    if not spec.metrics:
        own = tuple(metric for metric in plan.metrics if metric.name in METRICS)
        plan = replace(plan, metrics=own, estimated=())
    for metric in plan.scored:
        if metric.needs in {"expected_information", "hidden_records"} or metric.targets in {
            "ordered",
            "hierarchical",
            "population",
            "sampled",
            *WEIGHTED,
        }:
            raise SpecError(
                f"{metric.name} is not measured of combinations together; leave it out, or score one combination alone"
            )
    if spec.estimate is not None:
        check_sampled(plan)
    if plan.hidden_marks and plan.recodings:
        raise SpecError(
            "suppressed records are recognised by the keys as they are: leave the keys' `partitions` out, "
            "or say `keep_suppressed`"
        )
    return plan


def largest_set(plan: Plan, most: Most) -> int:
    """Return the largest number of keys of a combination.

    Raises SpecError where `most` is neither "all" nor a number from 1 up.
    """
    if most == "all":
        return len(plan.quasi_identifiers)
    if not isinstance(most, int) or most < 1:
        raise SpecError(f"`subsets` takes the most keys of a combination, at least 1, or all (found: {most})")
    return min(most, len(plan.quasi_identifiers))


def check_room(plan: Plan, most: int, memory: int | None) -> None:
    """Raise SpecError for more combinations than a statement, or the memory, can list."""
    count = len(plan.quasi_identifiers)
    records = sum(len(plan.metrics_of(target)) for target in plan.targets)
    limit = 65_535 if memory is None else int(memory / RECORD_BYTES / records)
    if combinations_of(count, most) > limit:
        fits = max((size for size in range(1, most) if combinations_of(count, size) <= limit), default=0)
        instead = (
            f"; `subsets: {fits}` has {combinations_of(count, fits):,}" if fits else "; name fewer quasi-identifiers"
        )
        raise SpecError(
            f"{count} quasi-identifiers have {combinations_of(count, most):,} combinations of up to {most}, "
            f"and their scores fit for {limit:,}{instead}"
        )


def one_statement(plan: Plan, most: int, from_sql: str, count_table: str | None, dialect: Dialect) -> str:
    """Return the statement that measures all combinations, from a relation or its count table."""
    lattice = build_lattice([2.0] * len(plan.quasi_identifiers), most)
    entries = base_entries(plan, from_sql, count_table)
    rolled = rolled_entries(plan, from_sql, plan.quasi_identifiers)
    combinations = lattice_entries(plan, lattice, lattice.root, set(lattice.parents), None, score_root=True)
    origins = {number: f"base_{number}" for number in own_targets(plan)}
    return render("subset_scores", entries, rolled, combinations, origins, dialect=dialect)


def subsets(
    spec: Spec,
    most: Most = "all",
    *,
    progress: Progress | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> SubsetScores:
    """Return the scores of every combination of up to `most` of a spec's quasi-identifiers.

    The source is read once, and what is scored of a combination is what `score` gives for it alone.
    The counts of combinations may take the memory that DuckDB is limited to, and the room that
    there is to spill; `say` is given a sentence with the estimated cost.

    Raises SpecError for what cannot be measured together, and where the combinations would not fit;
    QueryError where the engine fails.
    """
    check_goes_with("subsets", spec)
    plan = subset_plan(spec)
    with opened_records(spec, progress) as source:
        found = subsets_of(source, plan, most, say, estimate=spec.estimate)
        by_role = columns_by_role(source, spec, describe(source.engine, source.from_sql, source.name))
    scores = replace(found.scores, query=spec.query, where=spec.where, columns_by_role=by_role)
    return replace(found, scores=scores)


def subsets_of(
    source: Source,
    plan: Plan,
    most: Most = "all",
    say: Callable[[str], None] = lambda _: None,
    *,
    estimate: float | None = None,
) -> SubsetScores:
    """Return the scores of every combination of the keys of a plan, of a relation that is open.

    With `estimate` the scores of large combinations are estimated from a sample of their classes.

    Raises SpecError, QueryError as `subsets` does.
    """
    size = largest_set(plan, most)
    engine, name, from_sql = source
    checked_columns(source, plan)
    shares: Mapping[str, float] | None = None
    if estimate is not None:
        check_room(plan, size, Room.of(engine).memory if engine.dialect.packs_counts else None)
        estimates = packed_estimates if engine.dialect.packs_counts else estimates_at_once
        rows, extent, shares = estimates(source, plan, size, estimate, say)
    elif engine.dialect.packs_counts:
        room = Room.of(engine)
        check_room(plan, size, room.memory)
        rows, extent = measure_packed(engine, plan, size, from_sql, name, room, say=say)
    else:
        rows = _in_one_statement(source, plan, size, say)
        extent = whole_extent(engine, plan, from_sql, name)
    if loses({row.score.reason for row in rows}):
        check_mapped(engine, plan.partitions, from_sql, name)
    share = None if shares is None else min(shares.values(), default=1.0)
    scores = relation_scores(engine, name, plan, extent, (row.score for row in rows), share=share)
    return SubsetScores(
        scores=scores,
        most=size,
        quasi_identifiers=plan.quasi_identifiers,
        combinations=ranked(rows, shares),
        attributes=_contributions(plan, size, rows),
    )


def _in_one_statement(source: Source, plan: Plan, size: int, say: Callable[[str], None]) -> list[CombinationScore]:
    """Return the scores of every combination where they are measured by one statement."""
    engine, name, from_sql = source
    check_room(plan, size, None)
    say(f"{combinations_of(len(plan.quasi_identifiers), size):,} combinations in one statement")
    entries = base_entries(plan, from_sql)
    with count_table(engine, lambda: render("counting", entries, dialect=engine.dialect), name) as table:
        text = one_statement(plan, size, from_sql, table, engine.dialect)
        return fetch_rows(engine, text, name, CombinationScore)


def ranked(scores: Sequence[CombinationScore], shares: Mapping[str, float] | None = None) -> tuple[Combination, ...]:
    """Return the combinations, the riskiest first.

    `shares` are the parts of the classes that estimates sampled, where scores were estimated.
    """
    by_keys: dict[str, list[CombinationScore]] = {}
    for row in scores:
        by_keys.setdefault(row.score.quasi_identifiers, []).append(row)
    rows = [
        Combination(
            quasi_identifiers=tuple(str(name) for name in split_line(keys)),
            classes=group[0].classes or 0,
            scores=tuple(row.score for row in group),
            share=None if shares is None else shares.get(keys, 1.0),
        )
        for keys, group in by_keys.items()
    ]
    return tuple(sorted(rows, key=_risk))


def _risk(row: Combination) -> tuple[float, ...]:
    """Return the sort key of a combination, the least first; a bound stands for its value."""

    def worst(metric: str, *, identity: bool) -> float:
        values = [
            score.low if score.value is None else score.value
            for score in row.scores
            if score.metric == metric and (score.target == IDENTITY) == identity
        ]
        return -max((round(value, 12) for value in values if value is not None), default=-1.0)

    return (
        worst("uniqueness", identity=True),
        worst("discrimination_rate", identity=True),
        worst("discrimination_rate", identity=False),
        worst("itpr", identity=False),
        len(row.quasi_identifiers),
    )


Values = dict[Keys, float | None]
"""The values of one metric and target, by the combination of keys."""


def _contributions(plan: Plan, most: int, scores: Sequence[CombinationScore]) -> tuple[Contribution, ...]:
    """Return each attribute's contribution to the metrics that start from nothing, most first."""
    rows = [
        contribution(plan, place, most, values, target, partition, metric)
        for (target, partition, metric), values in added_values(plan, scores).items()
        for place in range(len(plan.quasi_identifiers))
    ]
    order = {target.view: number for number, target in enumerate(plan.targets)}

    def place_of(row: Contribution) -> tuple[float, ...]:
        return order[row.target, row.partition], ADDED.index(row.metric), -(row.mean if row.mean is not None else -1.0)

    return tuple(sorted(rows, key=place_of))


def added_values(plan: Plan, scores: Sequence[CombinationScore]) -> dict[tuple[str, str | None, str], Values]:
    """Return the values of the metrics that start from nothing, by target, partition and metric."""
    places = {name: place for place, name in enumerate(plan.quasi_identifiers)}
    tables: dict[tuple[str, str | None, str], Values] = {}
    for row in scores:
        score = row.score
        if score.metric not in ADDED:
            continue
        keys = frozenset(places[str(name)] for name in split_line(score.quasi_identifiers))
        values = tables.setdefault((score.target, score.partition, score.metric), {})
        values[keys] = score.value
        if score.metric == "distinction" and len(keys) == 1 and score.value is not None and row.classes:
            values[frozenset()] = score.value / row.classes
    for values in tables.values():
        values.setdefault(frozenset(), 0.0)
    return tables


def contribution(
    plan: Plan, place: int, most: int, values: Values, target: str, partition: str | None, metric: str
) -> Contribution:
    """Return the contribution of the attribute at a place to one metric of a target."""
    count = len(plan.quasi_identifiers)

    def gain(keys: Keys) -> float | None:
        more, less = values.get(keys | {place}), values.get(keys)
        return None if more is None or less is None else more - less

    by_size: dict[int, list[float | None]] = {}
    for keys in values:
        if place not in keys and len(keys) < most:
            by_size.setdefault(len(keys), []).append(gain(keys))
    means = [_mean(gains) for gains in by_size.values()]
    return Contribution(
        attribute=plan.quasi_identifiers[place],
        target=target,
        partition=partition,
        metric=metric,
        alone=gain(frozenset()),
        mean=_mean(means),
        last=gain(frozenset(range(count)) - {place}) if most == count else None,
    )


def _mean(numbers: Sequence[float | None]) -> float | None:
    """Return the mean of numbers, None where one of them is undefined."""
    known = [number for number in numbers if number is not None]
    return sum(known) / len(known) if known and len(known) == len(numbers) else None
