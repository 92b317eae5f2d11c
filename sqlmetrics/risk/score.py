"""The scores of a relation, and their twin, the statement that computes them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from sqlmetrics.engine.engine import count_table, counted_once, describe
from sqlmetrics.engine.kept import Store
from sqlmetrics.engine.printed_relations import public_relation
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source, check_records, opened_records, population_source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.attackers import AttackerPlans, ReadTogether, of_attackers, read_together, together_statement
from sqlmetrics.risk.chance import with_chance, with_sizes, without_chance
from sqlmetrics.risk.counted import OnCounts, OpenCounts
from sqlmetrics.risk.extent import (
    check_mapped,
    check_populated,
    check_weighted,
    extent_of,
    loses,
    slice_people,
    whole_extent,
)
from sqlmetrics.risk.near_unique import counted_near_unique
from sqlmetrics.risk.question import Asked, checked_columns, unopened_plan
from sqlmetrics.risk.roles import columns_by_role
from sqlmetrics.risk.sample.estimates import estimated_sql, sample_counting_plan, with_estimates
from sqlmetrics.risk.score_rows import MOST_SLICES, relation_scores, score_rows, scores_of_plans
from sqlmetrics.risk.scored_plans import scored_plans
from sqlmetrics.risk.scores import Scores
from sqlmetrics.spec.attackers import attackers_of
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan, check_population
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import comment, heading, joined_statements, staged, staged_table, statement
from sqlmetrics.text import joined

if TYPE_CHECKING:
    from sqlmetrics.risk.intervals.intervals import IntervalInputs

NOT_DRAWN = "the intervals of the scores are drawn by `sqlmetrics score`, and not by this statement"
"""The comment of a statement whose scores have intervals in a run."""


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
    check_goes_with("score", spec)
    if spec.attackers:
        return _attackers(spec, progress or Progress(), beside)
    if spec.known == "all":
        return _traces(spec, progress)
    if spec.known is not None:
        from sqlmetrics.risk.events.scores import event_scores

        return event_scores(spec, progress)
    if spec.estimate is not None:
        from sqlmetrics.risk.estimation.estimated import estimate

        return estimate(spec, progress)
    asked = spec.interval_spec
    if asked is None:
        return _score(
            spec, show_values=show_values, limit=limit, progress=progress, store=store, beside=beside, slices=slices
        )
    from sqlmetrics.risk.intervals.intervals import WITHHELD, interval_inputs, with_intervals

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
        from sqlmetrics.risk.counts.scored import score_counts

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
    if not spec.released:
        return scores
    from sqlmetrics.risk.together.earlier import with_earlier

    return with_earlier(scores, spec, progress)


def _attackers(spec: Spec, progress: Progress, beside: OnCounts | None) -> Scores:
    """Return the scores of several attackers, from one read of the relation.

    `beside` is called with the counts of each attacker, in their order.
    """
    if spec.counts:
        parts = attackers_of(spec)
        return of_attackers(spec, {name: score(part, progress=progress, beside=beside) for name, part in parts.items()})
    check_records(spec)
    plans = AttackerPlans.of(spec)
    whole = plans.whole
    progress.expect(1 + whole.reads_extent + len(plans.plans))
    with opened_records(spec, progress, beside=[spec.population]) as opened:
        people = population_source(opened, spec) if whole.populated else None
        own = score_attackers(opened, plans, people, roles=spec, beside=beside)
    return replace(of_attackers(spec, own), profile=tuple(progress.steps))


def score_attackers(
    opened: Source,
    plans: AttackerPlans,
    people: Source | None = None,
    *,
    roles: Spec | None = None,
    beside: OnCounts | None = None,
) -> dict[str, Scores]:
    """Return the scores of each attacker by name, of an open relation; see `score_source`."""
    whole = plans.whole
    own: dict[str, Scores] = {}
    with counted_once(opened.engine) as once:
        source = opened._replace(engine=once)
        columns = checked_columns(source, whole)

        def counting(plan: Plan) -> PlanEntries:
            return _counting(plan, _read_sql(source, plan, columns), beside)

        population = None if people is None else people.from_sql
        with read_together(source, plans, counting, population) as read:
            for name, plan in plans.plans.items():
                given = None if own else roles
                own[name] = score_source(source, plan, people, roles=given, beside=beside, read=read[name])
    return own


def _traces(spec: Spec, progress: Progress | None) -> Scores:
    """Return the scores of whole traces: people whose points are the same are a class."""
    from sqlmetrics.risk.events.question import points_plan
    from sqlmetrics.risk.events.traces import UNTRACED, check_traces, of_traces, whole_traces

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
    from sqlmetrics.risk.events.question import points_plan
    from sqlmetrics.risk.events.traces import of_traces, traces_plan

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
    check_goes_with("sql", spec)
    if spec.attackers:
        return _attackers_sql(spec, dialect, count_table, placeholders=placeholders)
    if spec.known == "all":
        return _traces_statement(spec, dialect)
    if spec.known is not None:
        from sqlmetrics.risk.events.scores import events_sql

        return events_sql(spec, dialect=dialect)
    if spec.counts:
        from sqlmetrics.risk.counts.scored import counts_sql

        return counts_sql(
            spec.counts, spec, dialect=dialect, show_values=show_values, limit=limit, placeholders=placeholders
        )
    if spec.estimate is not None:
        from sqlmetrics.risk.estimation.estimated import estimate_sql

        return estimate_sql(spec, dialect=dialect)
    texts: list[str] = []
    for number, part in enumerate(harmonised(spec), 1):
        built = build_plan(part, show_values=show_values, limit=limit)
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
    if spec.released and not placeholders:
        from sqlmetrics.risk.together.earlier import earlier_sql

        texts += earlier_sql(spec, dialect)
    noted = "" if placeholders or spec.interval_spec is None else heading(NOT_DRAWN)
    return noted + joined_statements(texts)


def _attackers_sql(spec: Spec, dialect: str | None, count_table: str | None, *, placeholders: bool) -> str:
    """Return the statement of several attackers, or one for each where a dialect keeps no counts.

    With `count_table` one creates the table of all counts, and one for each attacker reads it.
    """
    each = partial(score_sql, dialect=dialect, placeholders=placeholders)
    named = dict.fromkeys(spec.attackers, "")
    if not placeholders:
        named = {name: comment(f"{name} knows {joined(one.quasi_identifiers)}") for name, one in spec.attackers.items()}
    if spec.counts:
        return joined_statements([named[name] + each(part) for name, part in attackers_of(spec).items()])
    made = AttackerPlans.of(spec)
    whole, printed, from_sql, population, _ = unopened_plan(spec, made.whole, dialect)
    plans = made.spelt(printed, exact=spec.exact_names)
    if count_table is None and (placeholders or not printed.keeps_counts):
        return joined_statements([named[name] + each(part) for name, part in attackers_of(spec).items()])
    estimating = partial(plan_entries, relation=from_sql, needed=True)
    if count_table is None:
        texts = [together_statement(plans, spec.name, from_sql, population, printed)] if whole.metrics else []
        estimates = [estimated_sql(plan, spec.name, estimating, printed) for plan in plans.plans.values()]
        return joined_statements([*texts, *(text for own in estimates for text in own)])
    counting = sample_counting_plan(whole)
    texts = [staged(replace(whole, metrics=()), counting, spec.name, from_sql, population, printed, count_table)]
    table = staged_table(whole, printed, count_table)
    for name, plan in plans.plans.items():
        rolled = plans.rolled(plan, _counting(plan, from_sql, None), table, printed)
        entries = partial(estimating, counted=f"(\n    {rolled}\n    )", population=population)
        texts += [named[name] + statement(plan, spec.name, entries(plan), printed)] if plan.metrics else []
        texts += estimated_sql(plan, spec.name, entries, printed)
    return joined_statements(texts)


def _read_sql(source: Source, plan: Plan, columns: Sequence[tuple[str, str]]) -> str:
    """Return what a plan is counted from, as text of a FROM clause; its texts may be enums."""
    if not plan.measured.lists_texts(source.engine.limits):
        return source.from_sql
    grouped = set(plan.measured.columns) - {plan.individual, plan.weight, plan.household}
    return source.listed([(name, of_type) for name, of_type in columns if name in grouped]).from_sql


def _counting(plan: Plan, read_sql: str, beside: OnCounts | None) -> PlanEntries:
    """Return the entries by which a relation is counted for scores, and what is `beside` them."""
    own = sample_counting_plan(plan)
    return plan_entries(own.measured if beside is None else own, read_sql)


def score_source(
    source: Source,
    plan: Plan,
    people: Source | None = None,
    store: Store | None = None,
    *,
    roles: Spec | None = None,
    beside: OnCounts | None = None,
    slices: int = MOST_SLICES,
    read: ReadTogether | None = None,
) -> Scores:
    """Return the scores of a plan's statement, of a relation that is open.

    `people` are the population. With a `store` class records are kept there. `roles` is the spec
    that gives columns their roles. `beside` is called with the counts while they are there. `read`
    is what was read for several attackers together, one of them this plan's. Raises SpecError for
    more `slices`.
    """
    engine, name, from_sql = source
    columns = checked_columns(source, plan)
    by_role = None if roles is None else columns_by_role(source, roles, columns)
    read_sql = _read_sql(source, plan, columns)
    population = None if people is None else people.from_sql
    if people is not None:
        check_population(plan, describe(engine, people.from_sql, "the population"), people.name)
    direct = plan_entries(plan, read_sql, population=population, needed=True, named=True)
    near_unique = beside is None and not plan.estimated and counted_near_unique(source, plan, direct)
    told = (
        plan
        if near_unique or (plan.slices and store is not None)
        else with_sizes(plan)
        if engine.dialect.client == "embedded"
        else with_chance(plan)
    )
    made = partial(plan_entries, told, read_sql, population=population, needed=True)
    counting = _counting(plan, read_sql, beside)
    counts = count_table(engine, lambda: render("counting", counting, dialect=engine.dialect), name)
    with nullcontext() if near_unique else counts as table:
        entries = made(counted=table) if table else PlanEntries(**{**made(named=True), "near_unique": near_unique})
        if read is None or read.scores is None:
            scores, kept, reasons, classes, sizes = score_rows(engine, told, entries, name, store, slices)
        else:
            scores, kept, classes, sizes = tuple(read.scores), None, {}, {}
            reasons = {score.reason for score in scores}
        scores, chance = without_chance(scores, plan, sizes)
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
    extent = None if read is None else read.extent
    if extent is None:
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
