"""The scores of a relation estimated from some of its classes, and the statement of their sums."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from math import ceil, log2
from typing import NamedTuple

from sqlmetrics.columns.roles import columns_by_role
from sqlmetrics.engine.rows import fetch_number, fetch_rows
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.estimation.drawn import (
    SampleEntry,
    SearchEntry,
    SumRow,
    WantedSums,
    columns_of,
    estimated_scores,
    wanted_sums,
)
from sqlmetrics.risk.estimation.sums import HASHES, TOTALS
from sqlmetrics.scoring.extent import check_mapped, extent_of
from sqlmetrics.scoring.question import checked_columns, unopened_plan
from sqlmetrics.scoring.score_rows import relation_scores
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.spec import Spec, harmonised
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import heading, statement_comment
from sqlmetrics.text import free_name

OWN = ("whole", "place")
"""The names of columns of the sampled records, with a number behind where a column has them."""

PILOTS = (1 / 1024, 1 / 32)
"""The shares of classes that are counted first, to find how many there are."""

BUCKETS = (16, 22)
"""The fewest and the most bits of the hashes of classes that make a bucket."""

APART = 2048
"""How many buckets there are for each class that a sample of one of them has."""

LARGE = (2, 8)
"""The fewest records of a bucket that is counted whole: where all are looked at, and where some."""

LOOKED_AT = 200_000
"""The number of records up to which all are looked at for large classes."""

SPARED = 16
"""The most records for each one that is looked at for large classes."""

FEWEST = 64
"""The fewest classes of a share that tell how many there are; with fewer all are counted."""


class Estimating(NamedTuple):
    """What a plan's statement of sums is made of: the plan, its entries, and the wanted sums."""

    plan: Plan
    entries: PlanEntries
    wanted: dict[int, WantedSums]


def estimate_statements(spec: Spec, dialect: str | None) -> list[str]:
    """Return the statements of the sums that scores are estimated from; nothing is opened."""
    if spec.estimate is None or spec.estimate >= 1:
        raise SpecError("a printed statement needs the share of the classes in `estimate`, such as 0.01")
    texts = []
    for part in harmonised(spec):
        asked = unopened_plan(part, build_plan(part), dialect)
        made = estimating(asked.plan, asked.from_sql)
        texts.append(noted(made, spec.name, "a sample of the classes", sums_sql(made, spec.estimate, asked.dialect)))
    return texts


def noted(made: Estimating, name: str, sample: str, query: str) -> str:
    """Return the statement of the sums over a sample, below a comment that names it."""
    first, known, nulls, _ = statement_comment(made.plan, name)
    return f"{heading(first, known, nulls, f'the sums over {sample} that `sqlmetrics score` estimates from')}{query}\n"


def estimated_source(asked: float, source: Source, plan: Plan, roles: Spec | None) -> Scores:
    """Return the estimated scores of a plan, of a relation that is open.

    `asked` is the share of the classes, or about how many. Raises SpecError for what is not
    estimated, QueryError where the engine fails.
    """
    engine, name, from_sql = source
    columns = checked_columns(source, plan)
    by_role = None if roles is None else columns_by_role(source, roles, columns)
    check_mapped(engine, plan.partitions, from_sql, name)
    made = estimating(plan, from_sql)
    share = _share_of(source, made, asked)
    rows = fetch_rows(engine, sums_sql(made, share, engine.dialect, step=_step(source)), name, SumRow)
    scores = estimated_scores(plan, made.plan, made.wanted, rows, share)
    extent = extent_of(engine, plan, scores, from_sql, name)
    types = plan.key_types(columns)
    return relation_scores(engine, name, plan, extent, scores, key_types=types, columns_by_role=by_role, share=share)


def estimating(plan: Plan, from_sql: str, *, counted: str | None = None, unknown: Collection[str] = ()) -> Estimating:
    """Return what the statement of a plan's sums is made of: metrics with a formula alone.

    `counted` are the counts of sampled classes, as text of a FROM clause. Of the attributes in
    `unknown` the counts of the values are not known. Raises SpecError where no metric has one.
    """
    followed = tuple(metric for metric in plan.metrics if metric.estimate or metric.bound)
    reduced = replace(plan, metrics=followed, estimated=()).measured
    if not reduced.targets:
        names = ", ".join(metric.name for metric in plan.scored)
        raise SpecError(f"{names} cannot be estimated from a sample of the classes; leave out `estimate`, or count all")
    entries = plan_entries(reduced, from_sql, counted=counted, needed=True)
    wanted = {
        place: wanted_sums(reduced, target, ["records"] if target.column in unknown else TOTALS, weighty=True)
        for place, target in enumerate(reduced.targets)
    }
    return Estimating(reduced, entries, wanted)


def _share_of(source: Source, made: Estimating, asked: float) -> float:
    """Return the share of classes to sample, for `asked`, which is a share or a number of classes.

    The classes of the highest hashes, which the sample lacks, tell about how many classes there
    are.
    """
    if asked < 1:
        return asked
    engine, name, _ = source
    for pilot in PILOTS:
        threshold = HASHES - round(pilot * HASHES)
        query = render("hashed_classes", made.entries, threshold, dialect=engine.dialect)
        found = fetch_number(engine, query, name)
        if found >= FEWEST:
            return min(1.0, asked * pilot / found)
    return 1.0


def sums_sql(made: Estimating, share: float, dialect: Dialect, *, step: int = 1) -> str:
    """Return the statement of the sums over the sampled classes.

    One of `step` records is looked at for classes of much weight.
    """
    sample = sample_entry(made, share, step)
    return render("sampled_sums", made.entries, sample, made.wanted, columns_of(made.wanted), dialect=dialect)


def sample_entry(made: Estimating, share: float, step: int) -> SampleEntry:
    """Return a sample of a share of the classes, and of all of much weight."""
    taken = {key["column"].lower() for key in made.entries["quasi_identifiers"]}
    taken |= {column.lower() for column in made.entries["attributes"]}
    whole, place = (free_name(word, taken) for word in OWN)
    bits = min(max(ceil(log2(APART / share)), BUCKETS[0]), BUCKETS[1])
    search = SearchEntry(buckets=1 << bits, share=share, fewest=LARGE[step > 1], step=step, place=place)
    return SampleEntry(
        threshold=round(share * HASHES),
        whole=whole,
        search=None if share >= 1 else search,
        value_counts=None,
        records={},
    )


def _step(source: Source) -> int:
    """Return how many records stand for each one that is looked at: 1, where they have no order."""
    engine, name, from_sql = source
    if not engine.dialect.in_order:
        return 1
    records = fetch_number(engine, f"select count(*) from {from_sql}", name)  # noqa: S608 - the engine's own text
    return max(1, min(SPARED, int(records) // LOOKED_AT))
