"""How coarse a question about a sensitive attribute may be and still be answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import count_table
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.extent import check_mapped
from sqlmetrics.risk.question import Asked, RelationQuestion, checked_columns, plain_spec
from sqlmetrics.risk.result import Result
from sqlmetrics.spec.hierarchies import read_rooted_tree
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.spec import Spec, ThresholdSpec, harmonised
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import joined_statements

RATE = "discrimination_rate"


class MeasuredLevel(NamedTuple):
    """A row of `semantic_levels`."""

    target: str
    partition: str | None
    records: int
    classes: int
    domains: int
    value: float | None
    reason: str | None


class SemanticLevel(NamedTuple):
    """A sensitive attribute at a level of its hierarchy, and what the keys tell about it.

    Level 0, without a `partition`, are the values as they are. `domains` counts the domains that
    occur among the `records`, and `classes` the classes of these; `value` is the discrimination
    rate, None for the given `reason`. `limit` is what the rate is held against, and `proposed`
    marks the coarsest level that exceeds it.
    """

    target: str
    level: int
    partition: str | None
    records: int
    classes: int
    domains: int
    value: float | None
    reason: str | None
    limit: float
    proposed: bool

    @property
    def exceeds(self) -> bool:
        """Whether the rate is above the limit; an undefined one is not."""
        return self.value is not None and self.value > self.limit


@dataclass(frozen=True, repr=False)
class SemanticLevels(Result[SemanticLevel]):
    """The levels of the sensitive attributes of a relation, the finest first.

    They are a row per attribute and level with its discrimination rate (0 to 1, higher is riskier),
    domains and classes. `proposed` has the coarsest level above the limit by attribute, and
    `partitions` the words of a spec that score it.

    `files` are the hierarchies by attribute, as the spec names them.
    """

    relation_name: str
    levels: tuple[SemanticLevel, ...]
    files: Mapping[str, Path]

    @property
    def rows(self) -> tuple[SemanticLevel, ...]:
        """The levels of each attribute."""
        return self.levels

    @property
    def proposed(self) -> dict[str, SemanticLevel | None]:
        """The coarsest level of each attribute whose rate exceeds the limit, None without one."""
        found: dict[str, SemanticLevel | None] = dict.fromkeys(self.files)
        return found | {level.target: level for level in self.levels if level.proposed}

    @property
    def partitions(self) -> dict[str, list[Any]]:
        """The `partitions` of a spec that score each attribute as it is and as proposed."""
        return {
            column: ["raw", {"file": str(self.files[column]), "level": level.level}]
            for column, level in self.proposed.items()
            if level is not None and level.level > 0
        }


def semantic_levels(spec: Spec, limit: float | None = None, progress: Progress | None = None) -> SemanticLevels:
    """Return the discrimination rate of each level of the hierarchies of sensitive attributes.

    A level is a partition of the values, so its rate is the semantic one (Sondeck, Laurent and Frey
    2017): how much of a question that is so coarse the keys answer. A coarser question may be
    answered better or worse, so all levels are scored, in one statement. Proposed is the coarsest
    one whose rate is above `limit`, by default the spec's threshold of the discrimination rate.

    Raises SpecError without a hierarchy or a limit, for values that a hierarchy lacks, and for what
    cannot be measured as the spec says; QueryError where the engine fails.
    """
    limits = _limits(spec, limit)
    levels: list[SemanticLevel] = []
    with opened_records(spec, progress) as source:
        for plan in _plans(spec):
            levels += _judged(_measured(source, plan), limits)
    return SemanticLevels(spec.name, tuple(levels), {column: spec.hierarchies[column] for column in limits})


def semantic_levels_sql(spec: Spec, *, dialect: str | None = None) -> str:
    """Return the statement of `semantic_levels`, in a dialect; only hierarchies are opened.

    Raises SpecError without a hierarchy.
    """
    _check_hierarchies(spec)
    spec = spec.model_copy(update={"population": None})
    questions = [
        RelationQuestion(
            spec,
            plan,
            _levels_query,
            f"what {', '.join(plan.quasi_identifiers)} of {spec.name} tell about"
            f" {', '.join(plan.attributes)} at each level of its hierarchy",
            ["a row per level, the finest first: reason says why value, its discrimination rate, is NULL"],
        )
        for plan in _plans(spec)
    ]
    return joined_statements([question.printed(dialect) for question in questions])


def _levels_query(asked: Asked, counted: str | None = None) -> str:
    """Return the query of the levels of a plan's attributes, from their counts where there are."""
    entries = plan_entries(asked.plan, asked.from_sql, counted=counted, needed=True)
    return render("semantic_levels", entries, dialect=asked.dialect)


def _plans(spec: Spec) -> Iterator[Plan]:
    """Yield the plans of the attributes with a hierarchy: one, unless each is harmonised."""
    for part in harmonised(spec):
        partitions = {key: given for key, given in part.partitions.items() if key in part.quasi_identifiers}
        columns = [column for column in part.sensitive if column in part.hierarchies]
        for column in columns:
            file = part.hierarchies[column]
            height = len(read_rooted_tree(part.folder / file)[0])
            partitions[column] = ["raw", *(PartitionSpec(file=file, level=level) for level in range(1, height))]
        if columns:
            plan = build_plan(plain_spec(part, sensitive=columns, partitions=partitions, metrics=[RATE]))
            yield replace(
                plan, targets=tuple(target for target in plan.targets if target.column is not None), numbered=True
            )


def _measured(source: Source, plan: Plan) -> list[MeasuredLevel]:
    """Return the rows of a plan's statement. Raises SpecError for values without a domain."""
    engine, name, from_sql = source
    columns = [column for column, _ in checked_columns(source, plan)]
    counting = plan_entries(plan, from_sql)
    with count_table(engine, lambda: render("counting", counting, dialect=engine.dialect), name) as table:
        query = _levels_query(Asked(plan, engine.dialect, from_sql, None, columns), table)
        rows = fetch_rows(engine, query, name, MeasuredLevel)
    check_mapped(engine, plan.partitions, from_sql, name)
    return rows


def _judged(rows: list[MeasuredLevel], limits: Mapping[str, float]) -> Iterator[SemanticLevel]:
    """Yield the levels of each attribute; the coarsest level above its limit is proposed."""
    for column in dict.fromkeys(row.target for row in rows):
        levels = [
            SemanticLevel(column, number, *row[1:], limit=limits[column], proposed=False)
            for number, row in enumerate(row for row in rows if row.target == column)
        ]
        coarsest = max((level.level for level in levels if level.exceeds), default=None)
        yield from (level._replace(proposed=level.level == coarsest) for level in levels)


def _limits(spec: Spec, limit: float | None) -> dict[str, float]:
    """Return the limit of each attribute with a hierarchy. Raises SpecError without one."""
    _check_hierarchies(spec)
    limits = {}
    for column in spec.hierarchies:
        given = [limit] if limit is not None else _thresholds(spec, column)
        if not given:
            raise SpecError(f"give the largest rate that {column} may have, or `at_most` of {RATE} in `thresholds`")
        limits[column] = min(given)
        if not 0 <= limits[column] < 1:
            raise SpecError(f"the limit of a rate is 0 or more and below 1 (found: {limits[column]:g})")
    return limits


def _check_hierarchies(spec: Spec) -> None:
    """Raise SpecError for a spec without the hierarchy of a sensitive attribute, or of counts."""
    if spec.counts:
        raise SpecError("levels are proposed from records, and `counts` has none; name a `relation`")
    if not spec.hierarchies:
        raise SpecError("name the hierarchy of a sensitive attribute in `hierarchies`; its levels are the questions")
    for column in spec.hierarchies:
        if column not in spec.sensitive:
            raise SpecError(f"'{column}' has a hierarchy, but is not a sensitive attribute; add it as one")


def _thresholds(spec: Spec, column: str) -> list[float]:
    """Return the largest rates that thresholds allow an attribute as it is."""
    return [
        bound.at_most
        for one in spec.thresholds.get(RATE, [])
        for bound in [one if isinstance(one, ThresholdSpec) else ThresholdSpec(at_most=one)]
        if bound.at_most is not None and bound.target in {None, column} and bound.partition is None
    ]
