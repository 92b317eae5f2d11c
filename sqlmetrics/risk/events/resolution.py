"""Unicity at each resolution of columns: what to coarsen so that known points single out fewer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.engine.written_dates import check_dates
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.events.people import event_facts
from sqlmetrics.risk.events.question import events_plan, known_points, target_plan
from sqlmetrics.risk.events.scores import measured_points, points_statements
from sqlmetrics.risk.events.sets import ALL_SETS
from sqlmetrics.risk.events.words import text_words
from sqlmetrics.scoring.known_points import EventsKnown
from sqlmetrics.scoring.result import Result
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.scoring.words import TextWords
from sqlmetrics.spec.advice import partition_words
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.grid import NEAR, neighbouring
from sqlmetrics.spec.partition import DATES, Partition
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.statement import joined_statements
from sqlmetrics.statement.types import kind
from sqlmetrics.text import there_are

AS_IT_IS = "as it is"
"""The level of a column that is not recoded."""

AS_WRITTEN = "as written"
"""The level of words of a text as they stand there."""

LOWER_CASE = "lower case"
"""The level of words in lower case, which further levels recode."""

DRAWN = 300
"""The people who are drawn at each resolution, unless `targets` says another number."""

MOST = 100
"""The most combinations of levels that are measured."""

METRIC = "unicity"


class Level(NamedTuple):
    """A level of a column: its name, its partition, and this as a spec writes it, if it is any."""

    name: str
    partition: Partition | None = None
    written: Mapping[str, Any] | None = None

    @property
    def as_written(self) -> bool:
        """Whether words of a text stay as they stand there."""
        return self.name == AS_WRITTEN and self.partition is None


class ResolutionUnicity(NamedTuple):
    """The unicity of `known` points at a resolution, a level of each column.

    `levels` are the names of the levels in the order of the columns. `targets` people were looked
    for. `unicity` is the mean share of the sets of points that one person has alone, from 0 to 1,
    None for the given `reason`. `low` and `high` are the ends of its 95 % interval, None where
    every set was looked at.
    """

    levels: tuple[str, ...]
    known: int
    targets: int
    unicity: float | None
    low: float | None
    high: float | None
    reason: str | None


@dataclass(frozen=True, repr=False)
class UnicityCurves(Result[ResolutionUnicity]):
    """The unicity of 1 to `known` points at each combination of levels of columns.

    It is the share of the people whom the points single out. Each combination is scored as
    `score` scores it with the partitions of these levels.

    Attributes
    ----------
    columns
        The columns whose levels are combined.
    levels
        The names of the levels by column, the column as it is first.
    partitions
        Each level's partition as a spec writes it, by column and name; the column as it is has
        none.
    known
        The most points that are known.
    events
        What is known, and the people who were drawn, if any.
    words
        The numbers of words, where they are the points.
    """

    relation_name: str
    records: int
    individuals: int | None
    quasi_identifiers: tuple[str, ...]
    levels: Mapping[str, tuple[str, ...]]
    partitions: Mapping[str, Mapping[str, Mapping[str, Any]]]
    known: int
    events: EventsKnown
    unicities: tuple[ResolutionUnicity, ...]
    words: TextWords | None = None

    @property
    def rows(self) -> tuple[ResolutionUnicity, ...]:
        """The unicities, the finest resolution first, and at each the fewest points first."""
        return self.unicities

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns whose levels are combined."""
        return tuple(self.levels)

    def unicity(self, *levels: str, known: int | None = None) -> float | None:
        """Return the unicity at a level of each column, of the most points by default.

        Raises KeyError for a level, or a number of points, that was not measured.
        """
        wanted = (levels, self.known if known is None else known)
        found = {(one.levels, one.known): one.unicity for one in self.unicities}
        return found[wanted]


def unicity_curves(spec: Spec, progress: Progress | None = None) -> UnicityCurves:
    """Return the unicity of known points at each combination of levels of `spec.resolution`.

    Every set of points counts where there are few at all levels together, and else people are
    drawn, the same at each level. Raises SpecError for what cannot be measured as the spec says.
    """
    progress = progress or Progress()
    base = _base(spec)
    own = {column: _written_levels(spec, column) for column in spec.resolution}
    words = None if base.text is None else text_words(base, progress)
    with ExitStack() as stack:
        source = stack.enter_context(opened_records(base, progress))
        types = dict(describe(source.engine, source.from_sql, source.name))
        levels = _with_dates(own, types)
        check_dates(source.engine, _dates(levels), source.from_sql, source.name)
        resolutions = _resolutions(levels)
        plan = events_plan(base)
        scored = _with_targets(base, source, plan, len(resolutions))
        progress.expect(len(resolutions))
        written = source if words is None else stack.enter_context(opened_records(_as_written(base), progress))
        measured = [
            (names, measured_points(scored, written if _is_written(one) else source, at_resolution(plan, one)))
            for names, one in resolutions
        ]
    return replace(_curves(spec, levels, measured), words=words)


def unicity_curves_sql(spec: Spec, *, dialect: str | None) -> str:
    """Return the statements of `unicity_curves`, one for each combination of levels.

    Nothing is opened, so levels of dates stand in the spec. With `targets: all` they look at every
    set of points, else at people who are drawn.
    """
    base = _base(spec)
    levels = _with_dates({column: _written_levels(spec, column) for column in spec.resolution}, {})
    plan = events_plan(base)
    scored = base.model_copy(update={"targets": spec.targets or DRAWN})
    return joined_statements(
        [
            text
            for _, one in _resolutions(levels)
            for text in points_statements(
                _as_written(scored) if _is_written(one) else scored, at_resolution(plan, one), dialect
            )
        ]
    )


def _as_written(spec: Spec) -> Spec:
    """Return the spec of the words of its text as they stand there."""
    worded = spec.records._replace(written=True)
    return spec.model_copy(update={"relation": worded, "query": None, "where": None, "text": None, "ngram": None})


def _is_written(resolution: Mapping[str, Level]) -> bool:
    """Return whether a resolution keeps words as they stand in their text."""
    return any(level.as_written for level in resolution.values())


def at_resolution(plan: Plan, resolution: Mapping[str, Level]) -> Plan:
    """Return a plan whose columns are recoded to levels."""
    recodings = {column: level.partition for column, level in resolution.items() if level.partition is not None}
    return replace(plan, recodings=plan.recodings | recodings)


def _with_targets(base: Spec, source: Source, plan: Plan, resolutions: int) -> Spec:
    """Return the spec of one resolution, with the people who are looked for at each of them."""
    if base.targets is not None:
        return base
    sets = event_facts(source, target_plan(plan, plan.targets[0]), known_points(base)).sets
    return base.model_copy(update={"targets": "all" if sets * resolutions <= ALL_SETS else DRAWN})


def _base(spec: Spec) -> Spec:
    """Return a spec of the identity alone, whose columns of the resolution are as they are."""
    check_goes_with("curves", spec)
    if not spec.resolution:
        raise SpecError("name the columns to coarsen in `resolution`, such as a place and an hour")
    for column, times in Counter(spec.resolution).items():
        if times > 1:
            raise SpecError(f"`resolution` names '{column}' {times} times; each column is there once")
        if column not in spec.quasi_identifiers:
            known = there_are(column, spec.quasi_identifiers, "the quasi-identifiers")
            raise SpecError(f"`resolution` names '{column}', which is no quasi-identifier; {known}")
    fixed = {
        column: entries
        for column, entries in spec.partitions.items()
        if column in spec.quasi_identifiers and column not in spec.resolution
    }
    return spec.model_copy(update={"sensitive": [], "partitions": fixed, "metrics": [METRIC], "resolution": []})


def _written_levels(spec: Spec, column: str) -> list[Level]:
    """Return the levels that a spec writes of a column: its `advise`, else its partitions."""
    if column in spec.advise.generalizations:
        resolved = spec.advise.generalizations[column].resolve(column, spec.folder)
        pairs = list(zip(resolved.partitions, resolved.written, strict=True))
    else:
        entries = [entry for entry in spec.partitions.get(column, []) if entry != "raw"]
        pairs = [(entry.resolve(column, spec.folder), partition_words(entry, spec.folder)) for entry in entries]
    if column in neighbouring(spec.partitions):
        pairs = [_with_neighbours(*pair) for pair in pairs]
    levels = [_level(partition, written) for partition, written in pairs]
    return levels if spec.text is None else [Level(LOWER_CASE), *levels]


def _with_neighbours(partition: Partition, written: Mapping[str, Any]) -> tuple[Partition, Mapping[str, Any]]:
    """Return a level for an attacker who may be off by a cell, if it has cells."""
    if partition.grid is None or partition.grid.neighbours:
        return partition, written
    near = replace(partition, grid=replace(partition.grid, neighbours=True), name=f"{partition.name} {NEAR}")
    return near, {**written, "neighbours": True} | ({"name": near.name} if "name" in written else {})


def _level(partition: Partition, written: Mapping[str, Any]) -> Level:
    return Level(partition.date or partition.name.removeprefix(f"{partition.column}: "), partition, written)


def _with_dates(written: Mapping[str, Sequence[Level]], types: Mapping[str, str]) -> dict[str, list[Level]]:
    """Return all levels of each column, dates without any having what is left of them.

    Raises SpecError for a column without levels, and for two levels of one name.
    """
    levels = {}
    for column, own in written.items():
        found = [*own] or list(_date_levels(column, types.get(column, "")))
        if not found:
            raise SpecError(
                f"`resolution` names '{column}', and no coarser level is known: write its levels in `partitions`, such"
                f" as {column}: [{{prefix: 3}}, {{prefix: 2}}], or of dates {column}: [{{date: day}}, {{date: month}}];"
                " or name another column"
            )
        for name, times in Counter(level.name for level in found).items():
            if times > 1 or name == AS_IT_IS:
                raise SpecError(f"`resolution`: the levels of '{column}' need names of their own (name: ...)")
        first = AS_WRITTEN if found[0].name == LOWER_CASE and found[0].partition is None else AS_IT_IS
        levels[column] = [Level(first), *found]
    return levels


def _date_levels(column: str, of_type: str) -> Iterator[Level]:
    """Yield the levels of a column of dates or moments, the finest first."""
    if kind(of_type) != "date":
        return
    for part in DATES:
        if part != "decade" and (of_type != "DATE" or part not in ("hour", "day")):
            entry = PartitionSpec(date=part)
            yield _level(entry.resolve(column, Path()), {"date": part})


def _dates(levels: Mapping[str, Sequence[Level]]) -> list[tuple[str, Any]]:
    """Return the columns with the parts of dates that their levels keep."""
    return [(column, level.partition) for column, own in levels.items() for level in own if level.partition is not None]


def _resolutions(levels: Mapping[str, Sequence[Level]]) -> list[tuple[tuple[str, ...], dict[str, Level]]]:
    """Return each combination of levels with its names. Raises SpecError for too many."""
    axes = _axes(levels)
    number = math.prod(len(levels[first]) for first, *_ in axes)
    if number > MOST:
        raise SpecError(
            f"`resolution` has {number:,} combinations of levels, and at most {MOST} are measured; name fewer columns,"
            " or fewer levels of them in `partitions`"
        )
    chosen = (
        {column: level for own in steps for column, level in own.items()}
        for steps in product(*(_steps(axis, levels) for axis in axes))
    )
    return [(tuple(one[column].name for column in levels), one) for one in chosen]


def _axes(levels: Mapping[str, Sequence[Level]]) -> list[list[str]]:
    """Return the columns that become coarser together, as coordinates in grids of equal widths."""
    axes: dict[Any, list[str]] = {}
    for column, own in levels.items():
        grids = [level.partition.grid for level in own if level.partition is not None]
        widths = tuple(grid.width for grid in grids if grid is not None)
        axes.setdefault(widths if len(widths) == len(grids) else column, []).append(column)
    return [*axes.values()]


def _steps(axis: Sequence[str], levels: Mapping[str, Sequence[Level]]) -> list[dict[str, Level]]:
    """Return the levels of columns that become coarser together, one of each column in a step."""
    return [dict(zip(axis, step, strict=True)) for step in zip(*(levels[column] for column in axis), strict=True)]


def _curves(
    spec: Spec, levels: Mapping[str, Sequence[Level]], measured: Sequence[tuple[tuple[str, ...], Scores]]
) -> UnicityCurves:
    """Return the scores of all resolutions as one result."""
    first = measured[0][1]
    assert first.events is not None  # noqa: S101 - scores of points have it
    return UnicityCurves(
        relation_name=first.relation_name,
        records=first.records,
        individuals=first.individuals,
        quasi_identifiers=tuple(spec.quasi_identifiers),
        levels={column: tuple(level.name for level in own) for column, own in levels.items()},
        partitions={
            column: {level.name: level.written for level in own if level.written is not None}
            for column, own in levels.items()
        },
        known=known_points(spec),
        events=first.events,
        unicities=tuple(row for names, scores in measured for row in _rows(names, scores)),
    )


def _rows(names: tuple[str, ...], scores: Scores) -> Iterator[ResolutionUnicity]:
    """Yield the unicities of a resolution by the number of known points."""
    unicities = [score for score in scores.scores if score.metric == METRIC]
    for known, score in enumerate(unicities, 1):
        yield ResolutionUnicity(names, known, score.records, score.value, score.low, score.high, score.reason)
