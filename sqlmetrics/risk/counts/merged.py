"""Files of counts read as one count relation, rolled up to what a spec names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TypedDict

from sqlmetrics.engine.engine import Engine, describe
from sqlmetrics.engine.reading.unopened import printed_files
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.counts.counted_spec import counted_words
from sqlmetrics.risk.counts.file import (
    THE_RELATION,
    CountFile,
    agreeing_files,
    column_types,
    holders,
    only_null,
    read_sql,
    same_type,
    shown_value,
)
from sqlmetrics.risk.counts.header import Header, added_slices
from sqlmetrics.risk.counts.sketch import KeptClasses, MergedSketch, Sketch, kept_classes
from sqlmetrics.risk.estimation.sums import HASHES
from sqlmetrics.scoring.extent import check_domains
from sqlmetrics.scoring.sample.estimates import sample_counting_plan
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.place import filtered_name, name_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import PlanEntries, RecodingEntry, WithheldEntry, key_recoding, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan, check_columns, check_population
from sqlmetrics.statement.relation import check_files, is_path, relation_sql
from sqlmetrics.statement.render import render


class Merged(NamedTuple):
    """Files of counts as one count relation.

    `coarsened` has, by keys that are recoded here, the relation of their values as counted.
    `with_suppressed` is the same relation with suppressed records as such, to read its extent from.
    Of sketches the relation has the classes that are kept, and `sketch` says which they are. Counts
    are `whole` where no small ones were to be withheld.
    """

    name: str
    plan: Plan
    entries: PlanEntries
    with_suppressed: str
    whole: bool
    coarsened: dict[str, str]
    query: str | None
    where: str | None
    sketch: MergedSketch | None = None


class MergedRelationEntry(TypedDict):
    """Files of counts with the same types, which are read as one.

    `joins` are the mappings of keys that are recoded here, and `lost` says whether a record has a
    key value in no domain of its partition.
    """

    from_sql: str
    joins: list[str]
    lost: str
    held_keys: list[str]
    held_values: list[str]


VALUES = "class_hash is null"
"""The condition of rows of a sketch that count values of all records."""


class Weighty(NamedTuple):
    """A column that is 1 for classes of sketches that meet a condition: kept for their weight."""

    column: str
    condition: str


def sketches_of(files: Sequence[CountFile]) -> dict[str, Sketch]:
    """Return the sketch of each file that has one, by the SQL text that reads the file."""
    return {file.from_sql: file.header.sketch for file in files if file.header.sketch is not None}


class MergingEntries(TypedDict):
    """The entries of files of counts that the macro `merged` takes."""

    relations: list[MergedRelationEntry]
    attributes: list[int]
    first: int | None
    repeated: bool
    suppressed: bool
    unmapped: bool
    lossy: bool
    hashed: bool
    weighty: Weighty | None


def merge(
    engine: Engine,
    files: Sequence[Path | str],
    spec: Spec,
    *,
    show_values: bool,
    limit: int | None,
    numbered: bool = False,
    sampled: bool = False,
) -> Merged:
    """Return files of counts as one count relation, rolled up to what the spec names.

    Raises SpecError where anything does not agree, and for sketches unless the caller estimates
    from `sampled` classes.
    """
    counted = agreeing_files(engine, files)
    header = counted[0].header
    where = _condition(counted)
    name = filtered_name(", ".join(map(str, files)), where)
    plan = build_plan(counted_words(spec, header), show_values=show_values, limit=limit, numbered=numbered)
    check_columns(plan, list(column_types(engine, counted).items()), f"the counts of {name}")
    _check_orders(counted, plan)
    kept = _kept(engine, counted, plan, name, sampled=sampled)
    classes = None if kept is None else kept.condition
    marked = bool(header.suppressed)
    left_out = marked and not plan.keep_suppressed
    measured = sample_counting_plan(plan).measured
    weighty = None if kept is None else Weighty(f"key_{len(header.keys) + 1}", kept.whole)
    withheld = _withheld(engine, counted, measured)
    counts = merged_sql(engine, counted, measured, classes, suppressed=left_out, weighty=weighty)
    repeated = bool(coarsened(plan, header))
    return Merged(
        name=name,
        plan=plan,
        entries=plan_entries(
            plan,
            THE_RELATION,
            counted=_in_lines(counts),
            population=_population(engine, plan, spec),
            needed=True,
            withheld=withheld,
        ),
        with_suppressed=f"({merged_sql(engine, counted, plan, classes, repeated=repeated, suppressed=marked)})",
        whole=not any(file.header.min_count for file in counted),
        coarsened=_raw_keys(header, plan, counted),
        query=header.query,
        where=where,
        sketch=None
        if kept is None
        else _sketch(
            counted, kept, measured, _in_lines(merged_sql(engine, counted, measured, VALUES, suppressed=left_out))
        ),
    )


def _in_lines(query: str) -> str:
    """Return a query of several lines as text of a FROM clause."""
    return f"(\n    {query}\n    )"


def _condition(files: Sequence[CountFile]) -> str | None:
    """Return the condition on the records that files count, None where one has none."""
    sources = [part for file in files for part in file.header.sources]
    conditions = list(dict.fromkeys(part.where for part in sources if part.where is not None))
    if len(conditions) > 1:
        return " or ".join(f"({condition})" for condition in conditions)
    return conditions[0] if conditions else None


def _kept(engine: Engine, files: Sequence[CountFile], plan: Plan, name: str, *, sampled: bool) -> KeptClasses | None:
    """Return the classes that sketches keep, None for files of all counts."""
    sketches = sketches_of(files)
    if not sketches:
        return None
    if not sampled:
        raise SpecError(
            f"{name}: a sketch has only some of the classes, and this needs all of them; "
            "count without `sketch`, or ask for scores of the table, which are estimated"
        )
    header = files[0].header
    if set(plan.slices) != set(header.by):
        counted = f"by {', '.join(header.by)}" if header.by else "without slices"
        raise SpecError(
            f"a sketch has the totals of the slices that it was counted by: it was counted {counted}; ask so, or count"
            " by the slices that you ask for"
        )
    if set(plan.quasi_identifiers) != set(header.quasi_identifiers) or coarsened(plan, header):
        raise SpecError(
            "a sketch keeps classes by the hashes of all their keys as they were counted: ask all of "
            f"{', '.join(header.quasi_identifiers)}, as they are, or count what you ask"
        )
    return kept_classes(engine, sketches, len(header.sensitive) > 1, name)


def _sketch(files: Sequence[CountFile], kept: KeptClasses, plan: Plan, values: str) -> MergedSketch:
    """Return sketches as one, with the exact counts of their values as a relation of a plan."""
    sketches = [*sketches_of(files).values()]
    numbers = dict(enumerate((0, *_numbers(files[0].header, plan))))
    return MergedSketch(
        threshold=kept.threshold,
        share=kept.threshold / HASHES,
        records=sum(file.header.records for file in files),
        suppressed=sum(sketch.suppressed for sketch in sketches),
        complete={number: sum(sketch.complete[place] for sketch in sketches) for number, place in numbers.items()},
        counted={number: sum(sketch.counted[place] for sketch in sketches) for number, place in numbers.items()},
        values=values,
        known=frozenset(
            number
            for number, place in numbers.items()
            if number and all(sketch.values[place - 1] is not None for sketch in sketches)
        ),
    )


def _withheld(engine: Engine, files: Sequence[CountFile], plan: Plan) -> WithheldEntry | None:
    """Return the targets of a plan whose small counts are withheld, None where nothing is.

    A count that is withheld may be part of any class, or a class of its own, so that no score of
    its target is known. No score of the identity is known either: it has the classes of all
    attributes.

    Raises SpecError for scores of classes, since some classes are unknown.
    """
    header = files[0].header
    held = {name: sum(file.header.withheld_of(place) for file in files) for place, name in _places(header)}
    used = {name: records for name, records in held.items() if not plan.attributes or name in plan.attributes}
    if not plan.attributes:
        used = dict([next(iter(held.items()))])
    if not any(used.values()):
        return None
    least = max(file.header.min_count or 0 for file in files)
    about = f"counts of fewer than {least} records were withheld"
    if plan.slices:
        _check_slices_known(files, plan, about)
    if plan.level == "class":
        raise SpecError(f"the classes are not all known: {about} by `min_count`; score the table, or count without it")
    targets = [
        number
        for number, target in enumerate(plan.targets)
        if (any(used.values()) if target.column is None else used[target.column])
    ]
    columns = [plan.targets[number].column for number in targets]
    slices = [_in_slices(engine, files, plan, column) for column in columns] if plan.slices else []
    return WithheldEntry(targets=targets, reason=about, slices=slices)


def _check_slices_known(files: Sequence[CountFile], plan: Plan, about: str) -> None:
    """Raise SpecError unless files name the slices of all counts that are withheld."""
    header = files[0].header
    if set(plan.slices) != set(header.by) or set(plan.slices) & set(coarsened(plan, header)):
        raise SpecError(
            f"the slices are not all known: {about} by `min_count`, and the file has their slices by"
            f" {shown_value(header.by)}; ask for these, leave `by` out, or count by the slices that you ask for"
        )
    if not all(file.header.slices_known for file in files):
        raise SpecError(
            f"the slices are not all known: {about} by `min_count`, some of them in slices of as few, which have no"
            " name; leave `by` out, or count without `min_count`"
        )


def _withheld_slices(engine: Engine, files: Sequence[CountFile], plan: Plan) -> list[tuple[list[str], list[int]]]:
    """Return slices by expressions of their values in a plan, with withheld records."""
    header, types = files[0].header, column_types(engine, files)
    slices = []
    for one in added_slices([file.header for file in files]):
        texts = dict(zip(header.by, one.values, strict=True))
        values = {
            column: "null" if text is None else f"cast({render('literal', text)} as {types[column] or 'varchar'})"
            for column, text in texts.items()
        }
        dates = {column: key_recoding(plan, column) if _dated(plan, column) else None for column in plan.slices}
        keys = [render("recoded", values[column], dated, "") for column, dated in dates.items()]
        slices.append((keys, one.records))
    return slices


def _in_slices(engine: Engine, files: Sequence[CountFile], plan: Plan, column: str | None) -> str:
    """Return the condition of slices in which counts of an attribute are withheld; None has any."""
    names = files[0].header.sensitive
    used = [names.index(name) for name in (plan.attributes if column is None else [column])] or [0]
    conditions = [
        " and ".join(f"key_{number} is not distinct from {value}" for number, value in enumerate(values, 1))
        for values, records in _withheld_slices(engine, files, plan)
        if any(records[place] for place in used)
    ]
    return " or ".join(f"({condition})" for condition in conditions) or "1 = 0"


def _places(header: Header) -> list[tuple[int, str]]:
    """Return the attributes of files of counts with their numbers; one without a name for none."""
    return list(enumerate(header.sensitive or [""], 1))


def _withheld_rows(engine: Engine, files: Sequence[CountFile], plan: Plan) -> list[MergedRelationEntry]:
    """Return the records of withheld counts, if any, as a relation without keys and values.

    It has their slices. So all counts together have the records that were counted.
    """
    held = {place: sum(file.header.withheld_of(place) for file in files) for place, _ in _places(files[0].header)}
    rows = [
        f"select {place} as attribute, 0 as suppressed, {records} as records"
        for place, records in held.items()
        if records
    ]
    numbers = range(1, len(plan.slices) + 1)
    if plan.slices:
        rows = [
            f"select {place} as attribute, 0 as suppressed, {', '.join(named)}, {records} as records"
            for values, held_of in _withheld_slices(engine, files, plan)
            for named in [[f"{value} as slice_{number}" for number, value in zip(numbers, values, strict=True)]]
            for place, records in enumerate(held_of, 1)
            if records
        ]
    if not rows:
        return []
    return [
        MergedRelationEntry(
            from_sql=f"({' union all '.join(rows)})",
            joins=[],
            lost="1 = 0",
            held_keys=[*(f"source.slice_{number}" for number in numbers), *("null" for _ in plan.quasi_identifiers)],
            held_values=["null" for _ in plan.attributes],
        )
    ]


def _check_orders(files: Sequence[CountFile], plan: Plan) -> None:
    """Raise SpecError where counts hold values with a natural order as texts."""
    for target in plan.targets:
        types = {file.header.types.get(str(target.column)) for file in files} & {"ENUM", "TEXT"}
        if target.order == "natural" and types and any(metric.name == "t_closeness_ordered" for metric in plan.metrics):
            raise SpecError(
                f"the counts hold '{target.column}' as texts, whose order is not that of the column; "
                "give it in `orders`, from low to high"
            )


def merged_sql(
    engine: Engine,
    files: Sequence[CountFile],
    plan: Plan,
    rows: str | None,
    *,
    repeated: bool = True,
    suppressed: bool,
    hashed: bool = False,
    weighty: Weighty | None = None,
    withheld: bool = True,
) -> str:
    """Return the query of the rows of files, added up to the columns of a plan.

    Rows of the same columns are `repeated`, or none are. Only those `rows` of sketches are there
    that meet a condition, `hashed` with the hashes of their classes. With `withheld` a relation
    stands for the records of withheld counts.
    """
    header = files[0].header
    relations = _merged_relations(engine, files, plan, rows) + (_withheld_rows(engine, files, plan) if withheld else [])
    numbers = _numbers(header, plan)
    merging = MergingEntries(
        relations=relations,
        attributes=numbers,
        first=(numbers or [1])[0] if len(header.sensitive) > 1 else None,
        repeated=repeated,
        suppressed=suppressed,
        unmapped=any(partition.strict for partition in plan.recodings.values()),
        lossy=any(partition.strict for partition in coarsened(plan, header).values()),
        hashed=hashed,
        weighty=weighty,
    )
    return render("merged", plan_entries(plan, THE_RELATION), merging)


def _numbers(header: Header, plan: Plan) -> list[int]:
    """Return the numbers that files with a header have for the attributes of a plan."""
    return [header.sensitive.index(column) + 1 for column in plan.attributes]


def coarsened(plan: Plan, header: Header) -> dict[str, Partition]:
    """Return the partitions of keys that were counted as they are, and are recoded here."""
    return {column: partition for column, partition in plan.recodings.items() if column not in header.recodings}


def _merged_relations(
    engine: Engine, files: Sequence[CountFile], plan: Plan, rows: str | None
) -> list[MergedRelationEntry]:
    """Return the files as relations; those whose columns have the same types are read as one."""
    held = {user: column for column, user in holders(files[0].header).items()}
    keys = (*plan.slices, *plan.quasi_identifiers)
    used = [held[column] for column in (*keys, *plan.attributes)]
    loose = [
        column for column in used if any(not same_type(file.types[column], files[0].types[column]) for file in files)
    ]
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[CountFile]] = {}
    for file in files:
        empty = tuple(column for column in loose if only_null(engine, file, column))
        groups.setdefault((empty, tuple(file.types[column] for column in used)), []).append(file)
    here = {*coarsened(plan, files[0].header), *(column for column in plan.slices if _dated(plan, column))}
    entries = {column: key_recoding(plan, column) for column in keys if column in here}
    recodings = {
        column: (number, entry) for number, (column, entry) in enumerate(entries.items(), 1) if entry is not None
    }
    return [
        MergedRelationEntry(
            from_sql=_rows_of(read_sql(*(file.name for file in members)), rows),
            joins=[
                f"{render('mapping', entry['pairs'])} mapping_{number} on mapping_{number}.value"
                f" = {render('as_string', _held(held[column], empty))}"
                for column, (number, entry) in recodings.items()
                if entry["kind"] == "table"
            ],
            lost=" or ".join(
                f"{_held(held[column], empty)} is not null and ({_recoded(held[column], empty, recoding)}) is null"
                for column, recoding in recodings.items()
                if recoding[1]["unmapped"] == "error"
            ),
            held_keys=[_recoded(held[column], empty, recodings.get(column)) for column in keys],
            held_values=[_held(held[column], empty) for column in plan.attributes],
        )
        for (empty, _), members in groups.items()
    ]


def _dated(plan: Plan, column: str) -> bool:
    """Return whether a key is a part of dates, which counts hold with stars."""
    return column in plan.recodings and plan.recodings[column].date is not None


def _rows_of(relation: str, condition: str | None) -> str:
    """Return the rows of a relation that meet a condition, as text of a FROM clause."""
    return relation if condition is None else f"(select * from {relation} rows_of where {condition})"  # noqa: S608 - our own names


def _held(column: str, empty: Sequence[str]) -> str:
    return "null" if column in empty else f"source.{column}"


def _raw_keys(header: Header, plan: Plan, files: Sequence[CountFile]) -> dict[str, str]:
    """Return, by keys that are recoded here, a relation of their values as they were counted."""
    held = {user: column for column, user in holders(header).items()}
    first = " where attribute = 1" if len(header.sensitive) > 1 else ""
    relations = {}
    for column in coarsened(plan, header):
        quoted = render("quoted", column)
        parts = [f"select {held[column]} as {quoted}, records from {file.from_sql} source{first}" for file in files]  # noqa: S608 - our own names
        relations[column] = f"({' union all '.join(parts)})"
    return relations


def _recoded(column: str, empty: Sequence[str], recoding: tuple[int, RecodingEntry] | None) -> str:
    """Return the expression of a key of counts, recoded where it was counted as it is."""
    if recoding is None:
        return _held(column, empty)
    number, entry = recoding
    return render("recoded", _held(column, empty), entry, f"mapping_{number}")


def _population(engine: Engine, plan: Plan, spec: Spec) -> str | None:
    """Return the population beside the counts, which is records, as the text of a FROM clause."""
    if not plan.populated or spec.population is None:
        return None
    named = isinstance(spec.population, str) and (is_path(spec.population) or Path(spec.population).is_dir())
    if not named:
        raise SpecError(f"the population beside counts is a file, and {name_of(spec.population)} names none")
    check_files(spec.population, loose=spec.loose)
    if engine.files is not None:
        population = engine.files.rows(engine, spec.population, "the population")
    else:
        population = relation_sql(spec.population, engine.dialect, table=False, form=spec.place.files)
        population = printed_files(spec.population, spec.place, population)
    check_population(plan, describe(engine, population, "the population"), spec.population)
    return population


def check_mapped_counts(engine: Engine, merged: Merged) -> None:
    """Raise SpecError with some of the values that a partition of a key or target leaves out."""
    for column, relation in merged.coarsened.items():
        if merged.plan.recodings[column].strict:
            check_domains(engine, merged.plan.recodings[column], relation, merged.name, weight="records")
    attributes = merged.plan.attributes
    for partition in (target.partition for target in merged.plan.targets):
        if partition is None or not partition.strict:
            continue
        number = attributes.index(partition.column) + 1
        picked = f" where attribute = {number}" if len(attributes) > 1 else ""
        column = render("quoted", partition.column)
        relation = f"(select value_{number} as {column}, records from {merged.with_suppressed} counted{picked})"  # noqa: S608 - quoted
        check_domains(engine, partition, relation, merged.name, weight="records")
