"""The scores of a relation that is open."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial

from sqlmetrics.columns.roles import columns_by_role
from sqlmetrics.engine.engine import count_table, counted_once, describe
from sqlmetrics.engine.kept import Store
from sqlmetrics.engine.source import Source
from sqlmetrics.scoring.attackers import AttackerPlans, ReadTogether, read_together
from sqlmetrics.scoring.chance import with_chance, with_sizes, without_chance
from sqlmetrics.scoring.counted import OnCounts, OpenCounts
from sqlmetrics.scoring.extent import (
    check_mapped,
    check_populated,
    check_weighted,
    extent_of,
    loses,
    slice_people,
    whole_extent,
)
from sqlmetrics.scoring.question import checked_columns
from sqlmetrics.scoring.sample.estimates import sample_counting_plan, with_estimates
from sqlmetrics.scoring.score_rows import MOST_SLICES, relation_scores, score_rows
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.scoring.ways import counting_way
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import check_population
from sqlmetrics.statement.render import render


def score_attackers(
    opened: Source,
    plans: AttackerPlans,
    people: Source | None,
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
            return counting_entries(plan, _read_sql(source, plan, columns), beside)

        population = None if people is None else people.from_sql
        with read_together(source, plans, counting, population) as read:
            for name, plan in plans.plans.items():
                given = None if own else roles
                own[name] = score_source(source, plan, people, roles=given, beside=beside, read=read[name])
    return own


def _read_sql(source: Source, plan: Plan, columns: Sequence[tuple[str, str]]) -> str:
    """Return what a plan is counted from, as text of a FROM clause; its texts may be enums."""
    if not plan.measured.lists_texts(source.engine.limits):
        return source.from_sql
    grouped = set(plan.measured.columns) - {plan.individual, plan.weight, plan.household}
    return source.listed([(name, of_type) for name, of_type in columns if name in grouped]).from_sql


def counting_entries(plan: Plan, read_sql: str, beside: OnCounts | None) -> PlanEntries:
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
    way = "textbook" if beside or plan.estimated else counting_way(source, plan, direct)
    told = (
        plan
        if way == "near-unique" or (plan.slices and store is not None)
        else with_sizes(plan)
        if engine.dialect.client == "embedded"
        else with_chance(plan)
    )
    made = partial(plan_entries, told, read_sql, population=population, needed=True)
    counting = counting_entries(plan, read_sql, beside)
    counts = count_table(engine, lambda: render("counting", counting, dialect=engine.dialect), name)
    with counts if way == "textbook" else nullcontext() as table:
        entries = made(counted=table) if table else PlanEntries(**{**made(named=True), "way": way})
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
