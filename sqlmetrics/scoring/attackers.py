"""Several attackers of one relation: it is counted once, by all that any of them knows.

What each of them knows is rolled up from these counts, and scored as if there were no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import count_table, fetch, stand_in
from sqlmetrics.engine.rows import read_rows
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.chance import with_chance
from sqlmetrics.scoring.extent import Extent, naming_list, read_extent
from sqlmetrics.scoring.scores import Score, Scores
from sqlmetrics.spec.attackers import attackers_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import dialect_notes, with_spelling
from sqlmetrics.statement.statement import heading, statement_comment
from sqlmetrics.text import csv_line, joined

MOST_GROUPED = 31
"""The most keys whose sets are told apart by the bits of a number."""


@dataclass(frozen=True)
class AttackerPlans:
    """The plans of several attackers by their names, and the plan of all that any of them knows."""

    whole: Plan
    plans: Mapping[str, Plan]

    @classmethod
    def of(cls, spec: Spec) -> AttackerPlans:
        """Return the plans of a spec's attackers. Raises SpecError as `build_plan` does."""
        parts = {name: build_plan(part) for name, part in attackers_of(spec).items()}
        alike = {name: replace(plan, way="textbook") for name, plan in parts.items()}
        return cls(replace(build_plan(spec), way="textbook"), alike)

    def places(self, plan: Plan) -> list[int]:
        """Return the numbers of a plan's keys among all."""
        return [self.whole.quasi_identifiers.index(column) + 1 for column in plan.quasi_identifiers]

    def spelt(self, dialect: Dialect, *, exact: bool) -> AttackerPlans:
        """Return the plans with columns as a database of the dialect keeps them."""
        spelt = {name: with_spelling(plan, dialect, exact=exact) for name, plan in self.plans.items()}
        return AttackerPlans(with_spelling(self.whole, dialect, exact=exact), spelt)

    def told(self) -> AttackerPlans:
        """Return the plans that also score what chance gives."""
        told = {name: with_chance(plan) for name, plan in self.plans.items()}
        return AttackerPlans(with_chance(self.whole), told)

    def sets(self, dialect: Dialect) -> list[list[int]]:
        """Return the sets of keys that a dialect counts by, in one read; none where it cannot."""
        fits = dialect.grouping_sets and len(self.whole.quasi_identifiers) <= MOST_GROUPED
        return [self.places(plan) for plan in self.plans.values()] if fits else []

    def rolled(self, plan: Plan, counting: PlanEntries, table: str, dialect: Dialect, *, by_sets: bool = False) -> str:
        """Return the query of a plan's counts from a table of counts by all keys, or by sets."""
        places, count = self.places(plan), len(self.whole.quasi_identifiers)
        known_set = sum(1 << (count - place) for place in range(1, count + 1) if place not in places)
        return render("known_counts", counting, table, places, known_set if by_sets else None, dialect=dialect)


class ReadTogether(NamedTuple):
    """What was read of a relation for one of several attackers, beside the counts.

    `scores` are the records of the one statement that has scored all attackers, None where the
    counts are scored. `extent` was read of all together, None where the scores have it.
    """

    scores: Sequence[Score] | None
    extent: Extent | None


@contextmanager
def read_together(
    source: Source, plans: AttackerPlans, counting: Callable[[Plan], PlanEntries], population: str | None
) -> Iterator[Mapping[str, ReadTogether]]:
    """Give what is read of an open relation for each attacker, which is there inside only.

    `counting` returns the entries by which a plan's relation is counted. Where the engine keeps
    counts, one table has the counts of each attacker, or the counts of all keys, which are rolled
    up. Other engines score all attackers in one statement, if they compute its counts once.
    """
    engine, name, _ = source
    dialect, whole = engine.dialect, counting(plans.whole)
    sets = plans.sets(dialect)
    with count_table(engine, lambda: render("counting", whole, "", sets, dialect=dialect), name) as table:
        scored: dict[str, Sequence[Score]] = {}
        for plan in plans.plans.values() if table else ():
            own = counting(plan)
            rolled = plans.rolled(plan, own, str(table), dialect, by_sets=bool(sets))
            stand_in(engine, render("counting", own, dialect=dialect), rolled, name)
        if table is None and dialect.keeps_counts:
            query = together_query(plans.told(), whole["relation"], population, dialect)
            own_rows: dict[str, list[Sequence[Any]]] = {attacker: [] for attacker in plans.plans}
            for *row, attacker in fetch(engine, query, name):
                own_rows[attacker].append(row)
            scored = {
                attacker: _in_order(read_rows(own_rows[attacker], Score), plan)
                for attacker, plan in plans.plans.items()
            }
        extents = _extents(source, plans) if plans.whole.reads_extent else {}
        yield {name: ReadTogether(scored.get(name), extents.get(name)) for name in plans.plans}


def _extents(source: Source, plans: AttackerPlans) -> Mapping[str, Extent]:
    """Return the extent of a relation for each attacker, whose NULLs leave out other records."""
    engine, name, from_sql = source
    whole = plans.whole
    wanted = [
        (attacker, target, plan.needed(target)) for attacker, plan in plans.plans.items() for target in plan.targets
    ]
    wanted = wanted if whole.nulls == "drop" else []
    lists = [columns for _, _, columns in wanted]
    query = render("extent", from_sql, whole.individual, [*lists, *naming_list(whole)], [], dialect=engine.dialect)
    found = read_extent(engine, whole, query, [str(number) for number in range(len(wanted))], name)
    left = [(attacker, target.name, found.left_out[str(number)]) for number, (attacker, target, _) in enumerate(wanted)]
    return {
        attacker: found._replace(left_out={target: records for of, target, records in left if of == attacker})
        for attacker in plans.plans
    }


def _in_order(scores: Sequence[Score], plan: Plan) -> Sequence[Score]:
    """Return scores in the order of a plan's own statement: by target, then by metric."""
    targets = {target.view: place for place, target in enumerate(plan.targets)}
    metrics = {metric.name: place for place, metric in enumerate(with_chance(plan).metrics)}
    return sorted(scores, key=lambda one: (targets[one.target, one.partition], metrics[one.metric]))


def together_query(plans: AttackerPlans, read_sql: str, population: str | None, dialect: Dialect) -> str:
    """Return the one statement of the scores of all attackers, which reads the relation once."""
    made = partial(plan_entries, relation=read_sql, population=population, needed=True)
    rolled = [(plan_entries(plan.measured, read_sql), plans.places(plan)) for plan in plans.plans.values()]
    whole = plan_entries(plans.whole.measured, read_sql)
    entries = {name: made(plan) for name, plan in plans.plans.items()}
    return render("scores_of_attackers", entries, whole, rolled, dialect=dialect)


def together_statement(plans: AttackerPlans, name: str, read_sql: str, population: str | None, dialect: Dialect) -> str:
    """Return the one statement of all attackers, below a comment that describes it."""
    title, _, *rest = statement_comment(plans.whole.measured, name)
    about = f"of {name}, which is read once, for {len(plans.plans)} attackers"
    notes = dialect_notes(plans.whole, name, dialect)
    query = together_query(plans, read_sql, population, dialect)
    return f"{heading(title, about, *_known_lines(plans), '. '.join(rest), *notes)}{query}\n"


def _known_lines(plans: AttackerPlans) -> list[str]:
    """Return what each attacker knows, for the comment of a statement."""
    return [f"{name} knows {joined(list(plan.quasi_identifiers))}" for name, plan in plans.plans.items()]


def told_apart(spec: Spec, scores: Scores) -> Scores:
    """Return scores that were computed elsewhere, by the attackers of a spec.

    Raises SpecError where an attacker has none, and for scores of other columns.
    """
    lines = {csv_line(part.quasi_identifiers): name for name, part in attackers_of(spec).items()}
    there = {score.quasi_identifiers for score in scores.scores}
    if there != lines.keys():
        missing = [f"of '{name}'" for line, name in lines.items() if line not in there]
        others = [f"of {line}" for line in sorted(there - lines.keys())]
        lacks = f"it has no scores {joined(missing)}" if missing else f"it has scores {joined(others)}"
        raise SpecError(f"{scores.relation_name} is not about the `attackers` of the spec: {lacks}")
    own = {
        name: replace(scores, scores=tuple(score for score in scores.scores if score.quasi_identifiers == line))
        for line, name in lines.items()
    }
    return replace(scores, attackers=own)


def of_attackers(spec: Spec, own: Mapping[str, Scores]) -> Scores:
    """Return the scores of all attackers as one result, which has the result of each, too."""
    first = next(iter(own.values()))
    roles = first.columns_by_role
    own = {
        attacker: replace(scores, query=spec.query, where=spec.where, columns_by_role=roles)
        for attacker, scores in own.items()
    }
    return replace(
        next(iter(own.values())),
        scores=tuple(score for scores in own.values() for score in scores.scores),
        recodings={column: name for scores in own.values() for column, name in scores.recodings.items()},
        left_out={
            f"{target} to {attacker}": records
            for attacker, scores in own.items()
            for target, records in scores.left_out.items()
        },
        key_types={column: kind for scores in own.values() for column, kind in scores.key_types.items()},
        chance={view: chance for scores in own.values() for view, chance in scores.chance.items()},
        classes={view: classes for scores in own.values() for view, classes in scores.classes.items()},
        attackers=own,
    )
