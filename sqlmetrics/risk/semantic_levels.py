"""How coarse a question about a sensitive attribute may be and still be answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import count_table
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.value_groups import Grouping, groupings
from sqlmetrics.scoring.extent import check_mapped
from sqlmetrics.scoring.question import Asked, RelationQuestion, checked_columns, plain_spec
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.distances import check_complete, read_distances
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.hierarchies import read_rooted_tree, sole_files
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.spec import Spec, ThresholdSpec, harmonised
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import joined_statements

RATE = "discrimination_rate"

MOST_VALUES = 50
"""The most values of an attribute without a hierarchy: each number of groups is scored."""

TOO_MANY = (
    "'{column}' has more than 50 values, too many to join one by one; name a hierarchy of it in `hierarchies`, or score"
    " a view in which it is coarser"
)
"""What is said of an attribute that has too many values."""


class ValueRow(NamedTuple):
    """A row of `value_distances`: a value with its records, or two values with their distance."""

    value: str
    other: str | None
    records: int
    distance: float | None


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
    """A sensitive attribute at a level of coarser questions, and what the keys tell about it.

    Level 0, without a `partition`, are the values as they are. `domains` counts the domains that
    occur among the `records`, and `classes` the classes of these; `value` is the discrimination
    rate, None for the given `reason`. `limit` is what the rate is held against, and `proposed`
    marks the coarsest level that exceeds it.

    Without a hierarchy each level joins two groups of values of the level before. `distance` is the
    mean distance between the values of these two, and `joined_values` and `joined_records` count
    the values and records of the group that they make. All three are None on other levels.
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
    distance: float | None = None
    joined_values: int | None = None
    joined_records: int | None = None

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

    `forms` are the levels of each attribute as a spec writes them, the values as they are first:
    levels of its hierarchy's file, or groups that name the values. `distances` has the file of the
    distances by which an attribute's values were joined, None where the classes gave them. Where
    there are others, attributes with too many values to join are `left_out`.
    """

    relation_name: str
    levels: tuple[SemanticLevel, ...]
    forms: Mapping[str, Sequence[Any]]
    distances: Mapping[str, Path | None]
    left_out: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[SemanticLevel, ...]:
        """The levels of each attribute."""
        return self.levels

    @property
    def proposed(self) -> dict[str, SemanticLevel | None]:
        """The coarsest level of each attribute whose rate exceeds the limit, None without one."""
        found: dict[str, SemanticLevel | None] = dict.fromkeys(self.forms)
        return found | {level.target: level for level in self.levels if level.proposed}

    @property
    def partitions(self) -> dict[str, list[Any]]:
        """The `partitions` of a spec that score each attribute as it is and as proposed."""
        return {
            column: ["raw", self.forms[column][level.level]]
            for column, level in self.proposed.items()
            if level is not None and level.level > 0 and self.forms[column]
        }

    def without_values(self) -> SemanticLevels:
        """Return the levels without the groups that name values of the data."""
        return replace(
            self, forms={column: [] if column in self.distances else own for column, own in self.forms.items()}
        )


class Joined(NamedTuple):
    """The groupings of an attribute's values, the records of each, and the file of distances."""

    groupings: Sequence[Grouping]
    records: Mapping[str, int]
    file: Path | None

    def forms(self, column: str) -> list[Any]:
        """Return the values as they are and then each grouping, as a spec writes them."""
        return [
            "raw",
            *(
                {
                    "name": f"{column} in {len(one.groups)} groups",
                    "domains": {f"group {number}": list(group) for number, group in enumerate(one.groups, 1)},
                }
                for one in self.groupings[1:]
            ),
        ]

    def beside(self, level: SemanticLevel) -> SemanticLevel:
        """Return a level with the distance and the sizes of what it joins."""
        own = self.groupings[level.level] if level.level else None
        if own is None:
            return level
        records = sum(self.records[value] for value in own.joined)
        return level._replace(distance=own.distance, joined_values=len(own.joined), joined_records=records)


def semantic_levels(
    spec: Spec,
    limit: float | None = None,
    progress: Progress | None = None,
    *,
    distances: Mapping[str, Path | str] | None = None,
) -> SemanticLevels:
    """Return the discrimination rate of each level of coarser questions about sensitive attributes.

    A level is a partition of the values, so its rate is the semantic one (Sondeck, Laurent and Frey
    2017): how much of a question that is so coarse the keys answer. A coarser question may be
    answered better or worse, so all levels are scored, in one statement. Proposed is the coarsest
    one whose rate is above `limit`, by default the spec's threshold of the discrimination rate.

    A hierarchy of an attribute has its levels. Without one, values are joined to groups, the
    nearest first, by the mean distance between the values of two groups. The file of `distances`
    says how far values are from each other, or else how differently their records are spread over
    the classes. Where some attribute has a hierarchy or distances, others are left out.

    Raises SpecError without a sensitive attribute or a limit, and for what cannot be measured as
    the spec says. So it does for values that a hierarchy or a file lacks, and where every attribute
    has more than 50 values without a hierarchy. QueryError says that the engine fails.
    """
    files = {column: Path(path) for column, path in (distances or {}).items()}
    limits = _limits(spec, _attributes(spec, files), limit)
    levels: list[SemanticLevel] = []
    forms: dict[str, Sequence[Any]] = {}
    joined: dict[str, Joined] = {}
    with opened_records(spec, progress) as source:
        for part in harmonised(spec):
            own = [column for column in part.sensitive if column in limits]
            for column in own:
                grouped = None if column in part.hierarchies else _joined(source, part, column, files.get(column))
                if grouped is not None:
                    joined[column] = grouped
                if grouped is not None or column in part.hierarchies:
                    forms[column] = _levels_of(part, column) if grouped is None else grouped.forms(column)
            own = [column for column in own if column in forms]
            if own:
                plan = _plan(part, {column: forms[column] for column in own})
                levels += _judged(_measured(source, plan), limits)
    left_out = tuple(column for column in limits if column not in forms)
    if not forms:
        raise SpecError(TOO_MANY.format(column=left_out[0]))
    return SemanticLevels(
        spec.name,
        tuple(joined[level.target].beside(level) if level.target in joined else level for level in levels),
        forms,
        {column: own.file for column, own in joined.items()},
        left_out,
    )


def semantic_levels_sql(spec: Spec, *, dialect: str | None = None) -> str:
    """Return the statements of `semantic_levels`, in a dialect; only hierarchies are opened.

    Of an attribute without a hierarchy it is the statement of its values and of the distances
    between them, from which its levels follow. Raises SpecError without a sensitive attribute.
    """
    attributes = _attributes(spec, {})
    spec = spec.model_copy(update={"population": None})
    texts: list[str] = []
    for part in harmonised(spec):
        held = [column for column in part.sensitive if column in part.hierarchies]
        if held:
            plan = _plan(part, {column: _levels_of(part, column) for column in held})
            question = RelationQuestion(
                spec,
                plan,
                _levels_query,
                f"what {', '.join(plan.quasi_identifiers)} of {spec.name} tell about"
                f" {', '.join(plan.attributes)} at each level of its hierarchy",
                ["a row per level, the finest first: reason says why value, its discrimination rate, is NULL"],
            )
            texts.append(question.printed(dialect))
        for column in part.sensitive:
            if column in attributes and column not in held:
                plan = _plan(part, {column: ["raw"]})
                question = RelationQuestion(
                    spec,
                    plan,
                    _distances_query,
                    f"the values of {column} of {spec.name}, and how differently their records are spread over the"
                    f" classes of {', '.join(plan.quasi_identifiers)}",
                    ["a row per value, with its records, and per two values that share a class, with their distance"],
                )
                texts.append(question.printed(dialect))
    return joined_statements(texts)


def _levels_query(asked: Asked, counted: str | None = None) -> str:
    """Return the query of the levels of a plan's attributes, from their counts where there are."""
    entries = plan_entries(asked.plan, asked.from_sql, counted=counted, needed=True)
    return render("semantic_levels", entries, dialect=asked.dialect)


def _distances_query(asked: Asked, counted: str | None = None, *, pairs: bool = True) -> str:
    """Return the query of the values of an attribute and, with `pairs`, of their distances."""
    entries = plan_entries(asked.plan, asked.from_sql, counted=counted)
    return render("value_distances", entries, MOST_VALUES + 1, pairs, dialect=asked.dialect)


def _levels_of(spec: Spec, column: str) -> list[Any]:
    """Return the values of a column as they are, then each level of its hierarchy, as words."""
    file = sole_files(spec.hierarchies)[column]
    height = len(read_rooted_tree(spec.folder / file)[0])
    return ["raw", *({"file": str(file), "level": level} for level in range(1, height))]


def _plan(spec: Spec, forms: Mapping[str, Sequence[Any]]) -> Plan:
    """Return the plan of the attributes of some forms, at each level."""
    partitions = {key: given for key, given in spec.partitions.items() if key in spec.quasi_identifiers}
    for column, own in forms.items():
        partitions[column] = [form if form == "raw" else PartitionSpec.model_validate(form) for form in own]
    plan = build_plan(plain_spec(spec, sensitive=list(forms), partitions=partitions, metrics=[RATE]))
    return replace(plan, targets=tuple(target for target in plan.targets if target.column is not None), numbered=True)


def _joined(source: Source, spec: Spec, column: str, file: Path | None) -> Joined | None:
    """Return the groupings of a column's values, None where there are too many.

    Raises SpecError for distances that are lacking.
    """
    engine, name, from_sql = source
    plan = _plan(spec, {column: ["raw"]})
    columns = [each for each, _ in checked_columns(source, plan)]
    asked = Asked(plan, engine.dialect, from_sql, None, columns)
    counting = plan_entries(plan, from_sql)
    with count_table(engine, lambda: render("counting", counting, dialect=engine.dialect), name) as table:
        rows = fetch_rows(engine, _distances_query(asked, table, pairs=file is None), name, ValueRow)
    records = {row.value: row.records for row in rows if row.other is None}
    if len(records) > MOST_VALUES:
        return None
    values = sorted(records)
    if file is not None:
        given = read_distances(file)
        check_complete(given, values, column, file)
        return Joined(groupings(values, given), records, file)
    measured = {frozenset(pair): 1.0 for pair in combinations(values, 2)}
    measured |= {
        frozenset((row.value, row.other)): max(row.distance or 0.0, 0.0) for row in rows if row.other is not None
    }
    return Joined(groupings(values, measured), records, None)


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


def _limits(spec: Spec, attributes: Sequence[str], limit: float | None) -> dict[str, float]:
    """Return the limit of each attribute. Raises SpecError without one."""
    limits = {}
    for column in attributes:
        given = [limit] if limit is not None else _thresholds(spec, column)
        if not given:
            raise SpecError(f"give the largest rate that {column} may have, or `at_most` of {RATE} in `thresholds`")
        limits[column] = min(given)
        if not 0 <= limits[column] < 1:
            raise SpecError(f"the limit of a rate is 0 or more and below 1 (found: {limits[column]:g})")
    return limits


def _attributes(spec: Spec, distances: Mapping[str, Path]) -> list[str]:
    """Return the sensitive attributes with a hierarchy or distances, or all where none has either.

    Raises SpecError for words that go with no levels, and where columns are no sensitive
    attributes.
    """
    check_goes_with("levels", spec)
    for column in spec.hierarchies:
        if column not in spec.sensitive:
            raise SpecError(f"'{column}' has a hierarchy, but is not a sensitive attribute; add it as one")
    for column in distances:
        if column not in spec.sensitive:
            raise SpecError(f"'{column}' has distances, but is not a sensitive attribute; add it as one")
        if column in spec.hierarchies:
            raise SpecError(f"'{column}' has a hierarchy and distances; leave one of them out")
    if not spec.sensitive:
        raise SpecError("name a sensitive attribute in `sensitive`; coarser questions are about its values")
    named = [column for column in spec.sensitive if column in spec.hierarchies or column in distances]
    return named or list(spec.sensitive)


def _thresholds(spec: Spec, column: str) -> list[float]:
    """Return the largest rates that thresholds allow an attribute as it is."""
    return [
        bound.at_most
        for one in spec.thresholds.get(RATE, [])
        for bound in [one if isinstance(one, ThresholdSpec) else ThresholdSpec(at_most=one)]
        if bound.at_most is not None and bound.target in {None, column} and bound.partition is None
    ]
