"""The scores of a relation, and their twin, the statement that computes them."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import partial

from sqlmetrics.engine.engine import count_table, counted_once, describe
from sqlmetrics.engine.kept import Store
from sqlmetrics.engine.printed_relations import public_relation
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source, check_records, population_source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.chance import with_chance, without_chance
from sqlmetrics.risk.counted import OnCounts, OpenCounts
from sqlmetrics.risk.counts.scored import counts_sql, score_counts
from sqlmetrics.risk.estimation.estimated import NO_EVIDENCE, estimate, estimate_sql
from sqlmetrics.risk.events.question import check_known, points_plan
from sqlmetrics.risk.events.scores import event_scores, events_sql
from sqlmetrics.risk.events.traces import UNTRACED, check_traces, of_traces, traces_plan, whole_traces
from sqlmetrics.risk.extent import (
    check_mapped,
    check_populated,
    check_weighted,
    extent_of,
    loses,
    slice_people,
    whole_extent,
)
from sqlmetrics.risk.intervals.intervals import (
    WITHHELD,
    IntervalInputs,
    check_intervals,
    interval_inputs,
    with_intervals,
)
from sqlmetrics.risk.near_unique import counted_near_unique
from sqlmetrics.risk.question import Asked, checked_columns, unopened_plan
from sqlmetrics.risk.roles import columns_by_role
from sqlmetrics.risk.sample.estimates import estimated_sql, sample_counting_plan, with_estimates
from sqlmetrics.risk.score_rows import MOST_SLICES, relation_scores, score_rows, scores_of_plans
from sqlmetrics.risk.scored_plans import scored_plans
from sqlmetrics.risk.scores import Scores
from sqlmetrics.risk.together.earlier import check_earlier, earlier_sql, with_earlier
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan, check_population
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import joined_statements, staged, staged_table, statement


def score(
    spec: Spec,
    *,
    show_values: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    beside: OnCounts | None = None,
    slices: int = MOST_SLICES,
) -> Scores:
    """Return how much quasi-identifiers give away of each sensitive attribute and of the identity.

    Class records name their key values only with `show_values`; `limit` keeps the riskiest classes
    at level `class`. With a `store` records of classes and slices are kept there, and not fetched.
    `beside` is called with the counts of each statement while they are there; they are counted once
    for both.

    Raises SpecError for what cannot be measured as the spec says and for more `slices`, QueryError
    where the engine fails.
    """
    check_earlier(spec)
    if spec.known is not None:
        return _traces(spec, progress) if spec.known == "all" else event_scores(spec, progress)
    if spec.estimate is not None and not spec.counts:
        if beside is not None:
            raise SpecError(NO_EVIDENCE)
        return estimate(spec, progress)
    asked = spec.interval_spec
    if asked is None:
        return _score(
            spec, show_values=show_values, limit=limit, progress=progress, store=store, beside=beside, slices=slices
        )
    check_intervals(spec)
    found: list[IntervalInputs] = []

    def both(counted: OpenCounts) -> None:
        found.append(interval_inputs(counted, asked))
        if beside is not None:
            beside(counted)

    scores = _score(
        spec, show_values=show_values, limit=limit, progress=progress, store=store, beside=both, slices=slices
    )
    if not found:
        raise SpecError(WITHHELD)
    return with_intervals(scores, found, asked)


def _score(
    spec: Spec,
    *,
    show_values: bool,
    limit: int | None,
    progress: Progress | None,
    store: Store | None,
    beside: OnCounts | None,
    slices: int,
) -> Scores:
    """Return the scores of a spec without intervals; see `score`."""
    if spec.counts:
        return score_counts(
            spec.counts,
            spec,
            show_values=show_values,
            limit=limit,
            progress=progress,
            store=store,
            beside=beside,
            slices=slices,
        )
    if not spec.quasi_identifiers:
        check_records(spec)
    numbered = store is None
    plans = scored_plans(spec, show_values=show_values, limit=limit, numbered=numbered)

    def measure(opened: Source, plan: Plan, roles: Spec | None) -> Scores:
        engine = opened.engine
        with counted_once(engine) if beside or plan.estimated else nullcontext(engine) as once:
            source = opened._replace(engine=once)
            people = population_source(source, spec) if plan.populated else None
            return score_source(source, plan, people, store, roles=roles, beside=beside, slices=slices)

    scores = scores_of_plans(spec, plans, progress or Progress(), measure, [spec.population])
    return with_earlier(scores, spec, progress)


def _traces(spec: Spec, progress: Progress | None) -> Scores:
    """Return the scores of whole traces: people whose points are the same are a class."""

    def measure(opened: Source, plan: Plan, roles: Spec | None) -> Scores:
        engine, name, from_sql = opened
        points = points_plan(spec)
        columns = checked_columns(opened, points)
        asked = of_traces(spec, plan, Asked(points, engine.dialect, from_sql, None, [column for column, _ in columns]))
        scores = score_source(opened._replace(from_sql=asked.from_sql), asked.plan)
        if not UNTRACED.isdisjoint(score.reason for score in scores.scores):
            check_traces(opened, points)
        return replace(
            scores,
            records=whole_extent(engine, points, from_sql, name).records,
            individuals=scores.records,
            columns_by_role=None if roles is None else columns_by_role(opened, roles, columns),
            events=whole_traces(opened, points),
        )

    return scores_of_plans(spec, scored_plans(spec), progress or Progress(), measure)


def _traces_statement(spec: Spec, dialect: str | None) -> str:
    """Return the statement of whole traces, in a dialect; nothing is opened."""
    check_known(spec)
    plan, printed, relation, _, _ = of_traces(spec, traces_plan(spec), unopened_plan(spec, points_plan(spec), dialect))
    return statement(plan, spec.name, plan_entries(plan, relation, needed=True), printed)


def score_sql(
    spec: Spec,
    *,
    dialect: str | None = None,
    show_values: bool = False,
    limit: int | None = None,
    count_table: str | None = None,
    placeholders: bool = False,
) -> str:
    """Return the statement that `score` runs, in a dialect; nothing is opened.

    The dialect is by default the dialect of the spec's URL, or DuckDB's. With `count_table` there
    are two statements: one creates that table, reading the relation once, and one reads the table.
    With `placeholders` names stand for all values, and files are without their folder. The
    statement follows the textbook plan unless the spec asks for the plan for near-unique keys. A
    further statement is about earlier releases; with `placeholders` there is none.
    """
    check_earlier(spec)
    if spec.known is not None:
        return _traces_statement(spec, dialect) if spec.known == "all" else events_sql(spec, dialect=dialect)
    if spec.counts:
        return counts_sql(
            spec.counts, spec, dialect=dialect, show_values=show_values, limit=limit, placeholders=placeholders
        )
    if spec.estimate is not None:
        return estimate_sql(spec, dialect=dialect)
    texts: list[str] = []
    for number, part in enumerate(harmonised(spec), 1):
        built = build_plan(part, show_values=show_values, limit=limit, sliced=True)
        plan, printed, from_sql, population, _ = unopened_plan(part, built, dialect)
        if count_table is None:
            name = spec.name
            if placeholders:
                name, from_sql = public_relation(part.records, printed, part.place, exact=part.exact_names)
                if population is not None:
                    _, population = public_relation(part.population, printed, part.place, exact=part.exact_names)
            made = partial(plan_entries, relation=from_sql, population=population, needed=True, named=True)
            entries = made(plan, near_unique=bool(plan.near_unique) and not plan.estimated)
            texts += [statement(plan, name, entries, printed, placeholders=placeholders)] if plan.metrics else []
            texts += estimated_sql(plan, name, made, printed)
        else:
            name = count_table if number == 1 else f"{count_table}_{number}"
            texts.append(staged(plan, sample_counting_plan(plan), spec.name, from_sql, population, printed, name))
            counted = staged_table(plan, printed, name)
            made = partial(plan_entries, relation=from_sql, counted=counted, needed=True)
            texts += estimated_sql(plan, spec.name, made, printed)
    return joined_statements([*texts, *([] if placeholders else earlier_sql(spec, dialect))])


def score_source(
    source: Source,
    plan: Plan,
    people: Source | None = None,
    store: Store | None = None,
    *,
    roles: Spec | None = None,
    beside: OnCounts | None = None,
    slices: int = MOST_SLICES,
) -> Scores:
    """Return the scores of a plan's statement, of a relation that is open.

    `people` are the population. With a `store` class records are kept there. `roles` is the spec
    that gives columns their roles. `beside` is called with the counts while they are there.
    Raises SpecError for more `slices`.
    """
    engine, name, from_sql = source
    columns = checked_columns(source, plan)
    by_role = None if roles is None else columns_by_role(source, roles, columns)
    read_sql = from_sql
    if plan.measured.lists_texts(engine.limits):
        grouped = set(plan.measured.columns) - {plan.individual, plan.weight, plan.household}
        read_sql = source.listed([(name, of_type) for name, of_type in columns if name in grouped]).from_sql
    population = None if people is None else people.from_sql
    if people is not None:
        check_population(plan, describe(engine, people.from_sql, "the population"), people.name)
    direct = plan_entries(plan, read_sql, population=population, needed=True, named=True)
    near_unique = beside is None and not plan.estimated and counted_near_unique(source, plan, direct)
    told = plan if near_unique or (plan.slices and store is not None) else with_chance(plan)
    made = partial(plan_entries, told, read_sql, population=population, needed=True)
    own = sample_counting_plan(plan)
    counting = plan_entries(own.measured if beside is None else own, read_sql)
    counts = count_table(engine, lambda: render("counting", counting, dialect=engine.dialect), name)
    with nullcontext() if near_unique else counts as table:
        entries = made(counted=table) if table else PlanEntries(**{**made(named=True), "near_unique": near_unique})
        scores, kept, reasons, classes = score_rows(engine, told, entries, name, store, slices)
        scores, chance = without_chance(scores, plan)
        individuals = slice_people(engine, plan, entries, name)
        counted = OpenCounts(source, plan, partial(plan_entries, relation=read_sql, counted=table, needed=True))
        scores = with_estimates(scores, counted)
        if beside is not None:
            beside(counted)
    if loses(reasons):
        check_mapped(engine, plan.partitions, from_sql, name)
    check_populated(reasons, name)
    check_weighted(reasons, name)
    held = kept is not None and not plan.reads_extent
    extent = whole_extent(engine, plan, from_sql, name) if held else extent_of(engine, plan, scores, from_sql, name)
    return relation_scores(
        engine,
        name,
        plan,
        extent,
        scores,
        kept=kept,
        classes=classes,
        key_types=plan.key_types(columns),
        columns_by_role=by_role,
        chance=chance,
        people=individuals,
    )
