"""Files of counts, merged and scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypedDict

from sqlmetrics.engine.engine import Engine, describe, own_engine
from sqlmetrics.engine.kept import Store
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source
from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.risk.counted import Beside, OpenCounts
from sqlmetrics.risk.counts.file import (
    THE_RELATION,
    CountFile,
    Header,
    check_agreement,
    column_types,
    content,
    holders,
    named_files,
    only_null,
    read_file,
    read_sql,
    same_type,
    shown_value,
)
from sqlmetrics.risk.counts.sketch import SPACE, KeptClasses, MergedSketch, Sketch, kept_classes
from sqlmetrics.risk.counts.sketched import check_sketch, sketch_scores, sketch_statement
from sqlmetrics.risk.counts.written import NO_PEOPLE
from sqlmetrics.risk.extent import Extent, check_domains, check_populated, loses, read_extent
from sqlmetrics.risk.sample.estimates import with_estimates
from sqlmetrics.risk.sample.queries import estimated_sql, sample_counting_plan
from sqlmetrics.risk.score_rows import score_rows
from sqlmetrics.risk.scores import Score, Scores, Suppressed
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.relations import filtered_name, name_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.entries import PlanEntries, RecodingEntry, WithheldEntry, plan_entries, recoding_entry
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan, check_columns, check_population
from sqlmetrics.statement.relation import check_files, is_path, relation_sql, short_name
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import joined_statements, statement
from sqlmetrics.version import __version__


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
    """Return the sketches of files, by the text that reads each."""
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


def score_counts(
    files: Sequence[Path | str],
    spec: Spec,
    *,
    show_values: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    beside: Beside | None = None,
) -> Scores:
    """Return the scores of all that files of counts count, as of the relations together.

    `files` are paths, patterns and folders. Where the spec names no columns, all that were counted
    are scored; some of them may be named, and the counts are then rolled up. Partitions of
    sensitive attributes are applied here. With a `store` class records are kept there. `beside` is
    called with the counts while they are there.

    Raises SpecError where the files, or the spec, do not agree with what was counted, QueryError
    where a file cannot be read.
    """
    with own_engine(spec.limits, progress, files=files_read(files, spec)) as engine:
        merged = merge(engine, files, spec, show_values=show_values, limit=limit, numbered=store is None, sampled=True)
        plan = merged.plan
        if merged.sketch is not None:
            return _sketch_scores(engine, merged, merged.sketch, spec, beside)
        scores, kept, reasons, classes = score_rows(engine, plan, merged.entries, merged.name, store)
        if loses(reasons):
            check_mapped_counts(engine, merged)
        check_populated(reasons, merged.name)
        withheld = merged.entries["withheld"]
        entries = partial(plan_entries, relation=THE_RELATION, counted=merged.entries["counted"], needed=True)
        counted = OpenCounts(
            Source(engine, merged.name, ""),
            plan,
            entries,
            None if withheld is None else withheld["reason"],
            merged.whole,
        )
        scores = with_estimates(scores, counted)
        if beside is not None and withheld is None:
            beside(counted)
        return replace(_table_scores(engine, merged, scores), kept=kept, classes=classes)


def _sketch_scores(engine: Engine, merged: Merged, sketch: MergedSketch, spec: Spec, beside: Beside | None) -> Scores:
    """Return what the classes of sketches tell: estimates of the scores of all records."""
    check_sketch(spec, whole=beside is not None)
    check_mapped_counts(engine, merged)
    plan, counted = merged.plan, merged.entries["counted"]
    assert counted is not None  # noqa: S101 - counts are what was merged
    scores = sketch_scores(engine, merged.name, plan, counted, sketch, spec)
    return replace(_table_scores(engine, merged, scores), share=sketch.share)


def _table_scores(engine: Engine, merged: Merged, scores: tuple[Score, ...]) -> Scores:
    """Return the scores of counts with what is known of the table that was counted."""
    extent = _extent(engine, merged)
    return Scores(
        relation_name=merged.name,
        query=merged.query,
        where=merged.where,
        records=extent.records,
        individuals=None,
        nulls=merged.plan.nulls,
        left_out=extent.left_out,
        recodings={column: partition.name for column, partition in merged.plan.recodings.items()},
        dialect=engine.dialect.name,
        version=__version__,
        scores=scores,
        suppressed=extent.suppressed,
    )


def files_read(files: Sequence[Path | str], spec: Spec) -> list[str]:
    """Return the files that scores of counts read: those of the counts, and the population's."""
    return [*named_files(files), *([] if spec.population is None else [spec.population])]


def counts_sql(
    files: Sequence[Path | str],
    spec: Spec,
    *,
    dialect: str | None = None,
    show_values: bool = False,
    limit: int | None = None,
    placeholders: bool = False,
) -> str:
    """Return the statement that scores files of counts; only their metadata is read.

    With `placeholders` names stand for values, and the files' names alone for what reads them.
    """
    if not dialect_to_write(dialect, None).local_files:
        raise DialectError(
            f"files of counts are read by DuckDB, not {dialect}; `sqlmetrics sql` counts and scores there with `staged`"
        )
    with own_engine(files=files_read(files, spec)) as engine:
        merged = merge(engine, files, spec, show_values=show_values, limit=limit, sampled=True)
        plan, name, counted = merged.plan, merged.name, merged.entries["counted"]
        if merged.sketch is not None and counted is not None:
            return sketch_statement(plan, counted, merged.sketch, name)
        entries = merged.entries
        if placeholders:
            name = ", ".join(short_name(str(file)) for file in files)
            counted = render("quoted", name)
            entries = {**entries, "counted": counted}
            if spec.population is not None:
                entries["population"] = render("quoted", short_name(name_of(spec.population)))
        made = partial(plan_entries, relation=THE_RELATION, counted=counted, needed=True)
        texts = [statement(plan, name, entries, engine.dialect, placeholders=placeholders)] if plan.metrics else []
        return joined_statements([*texts, *estimated_sql(plan, name, made, engine.dialect)])


def counted_spec(spec: Spec) -> Spec:
    """Return a spec of counts, completed by what its files were counted with.

    Only their metadata is read. Raises SpecError where they do not agree with the spec.
    """
    with own_engine(spec.limits, files=files_read(spec.counts, spec)) as engine:
        counted = [read_file(engine, path) for path in named_files(spec.counts)]
        check_agreement(engine, counted)
        return counted_words(spec, counted[0].header)


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
    if spec.individual is not None:
        raise SpecError(NO_PEOPLE)
    if spec.estimate is not None:
        raise SpecError(
            "all counts of a file are scored, and sketches by the classes that they have; leave out `estimate`"
        )
    if spec.weight is not None:
        raise SpecError("files of counts have no survey weights: leave `weight` out, or score the relation itself")
    counted = [read_file(engine, path) for path in named_files(files)]
    check_agreement(engine, counted)
    header = counted[0].header
    sources = [part for file in counted for part in file.header.sources]
    conditions = list(dict.fromkeys(part.where for part in sources if part.where is not None))
    where = " or ".join(f"({condition})" for condition in conditions) if len(conditions) > 1 else None
    where = conditions[0] if len(conditions) == 1 else where
    name = filtered_name(", ".join(map(str, files)), where)
    plan = build_plan(counted_words(spec, header), show_values=show_values, limit=limit, numbered=numbered)
    check_columns(plan, list(column_types(engine, counted).items()), f"the counts of {name}")
    _check_orders(counted, plan)
    kept = _kept(engine, counted, plan, name, sampled=sampled)
    classes = None if kept is None else kept.condition
    population = _population(engine, plan, spec)
    marked = bool(header.suppressed)
    measured = sample_counting_plan(plan).measured
    merging = merging_entries(
        header,
        measured,
        merged_relations(engine, counted, measured, classes),
        repeated=True,
        suppressed=marked and not plan.keep_suppressed,
        weighty=None if kept is None else Weighty(f"key_{len(measured.quasi_identifiers) + 1}", kept.whole),
    )
    extent_entries = merging_entries(
        header,
        plan,
        merged_relations(engine, counted, plan, classes),
        repeated=bool(coarsened(plan, header)),
        suppressed=marked,
    )
    count_relation = f"(\n    {render('merged', plan_entries(measured, THE_RELATION), merging)}\n    )"
    return Merged(
        name=name,
        plan=plan,
        entries=plan_entries(
            plan,
            THE_RELATION,
            counted=count_relation,
            population=population,
            needed=True,
            withheld=_withheld(counted, measured),
        ),
        query=header.query,
        where=where,
        with_suppressed=f"({render('merged', plan_entries(plan, THE_RELATION), extent_entries)})",
        whole=not any(file.header.min_count for file in counted),
        coarsened=_raw_keys(header, plan, counted),
        sketch=None if kept is None else _sketch(engine, counted, measured, merging, kept),
    )


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
    if set(plan.quasi_identifiers) != set(header.quasi_identifiers) or coarsened(plan, header):
        raise SpecError(
            "a sketch keeps classes by the hashes of all their keys as they were counted: ask all of "
            f"{', '.join(header.quasi_identifiers)}, as they are, or count what you ask"
        )
    return kept_classes(engine, sketches, len(header.sensitive) > 1, name)


def _sketch(
    engine: Engine, files: Sequence[CountFile], plan: Plan, merging: MergingEntries, kept: KeptClasses
) -> MergedSketch:
    """Return sketches as one, with the exact counts of their values as a relation of a plan."""
    sketches = [file.header.sketch for file in files if file.header.sketch is not None]
    numbers = dict(enumerate((0, *merging["attributes"])))
    of_values = merging | {"relations": merged_relations(engine, files, plan, VALUES), "weighty": None}
    known = [
        number
        for number, place in numbers.items()
        if number and all(sketch.values[place - 1] is not None for sketch in sketches)
    ]
    return MergedSketch(
        threshold=kept.threshold,
        share=kept.threshold / SPACE,
        records=sum(file.header.records for file in files),
        suppressed=sum(sketch.suppressed for sketch in sketches),
        complete={number: sum(sketch.complete[place] for sketch in sketches) for number, place in numbers.items()},
        counted={number: sum(sketch.counted[place] for sketch in sketches) for number, place in numbers.items()},
        values=f"(\n    {render('merged', plan_entries(plan, THE_RELATION), of_values)}\n    )",
        known=frozenset(known),
    )


def _withheld(files: Sequence[CountFile], plan: Plan) -> WithheldEntry | None:
    """Return the targets of a plan of which small counts are withheld, None where nothing is.

    A count that is withheld may be part of any class, or one of its own, so that no score of its
    target is known; nor is one of the identity, which has the classes of all attributes.

    Raises SpecError for scores of classes, of which some are unknown.
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
    if plan.level == "class":
        raise SpecError(f"the classes are not all known: {about} by `min_count`; score the table, or count without it")
    targets = [
        number
        for number, target in enumerate(plan.targets)
        if (any(used.values()) if target.column is None else used[target.column])
    ]
    return WithheldEntry(targets=targets, reason=about)


def _places(header: Header) -> list[tuple[int, str]]:
    """Return the attributes of files of counts with their numbers; one without a name for none."""
    return list(enumerate(header.sensitive or [""], 1))


def _withheld_rows(files: Sequence[CountFile], plan: Plan) -> list[MergedRelationEntry]:
    """Return the records of withheld counts, if any, as a relation without keys and values.

    So the records of all counts are those that were counted.
    """
    held = {place: sum(file.header.withheld_of(place) for file in files) for place, _ in _places(files[0].header)}
    rows = [
        f"select {place} as attribute, 0 as suppressed, {records} as records"
        for place, records in held.items()
        if records
    ]
    if not rows:
        return []
    return [
        MergedRelationEntry(
            from_sql=f"({' union all '.join(rows)})",
            joins=[],
            lost="1 = 0",
            held_keys=["null" for _ in plan.quasi_identifiers],
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


def counted_words(spec: Spec, header: Header) -> Spec:
    """Return a spec, completed by the header of the counts.

    Raises SpecError where the two disagree.
    """
    keys = spec.quasi_identifiers or header.quasi_identifiers
    sensitive = spec.sensitive or header.sensitive
    for column in keys:
        if column in header.sensitive:
            _refuse(f"role of '{column}'", "quasi-identifier", "sensitive attribute")
    for column in sensitive:
        if column in header.quasi_identifiers:
            _refuse(f"role of '{column}'", "sensitive attribute", "quasi-identifier")
    if spec.harmonise and len(sensitive) > 1:
        raise SpecError(
            "harmonise measures sensitive attributes together, and each was counted by itself; "
            "count them as `quasi_identifiers`"
        )
    marks = (
        dict.fromkeys(header.quasi_identifiers, spec.suppressed)
        if isinstance(spec.suppressed, str)
        else spec.suppressed
    )
    if marks is not None and marks != header.suppressed:
        _refuse("suppressed", shown_value(marks), shown_value(header.suppressed))
    if header.suppressed and set(keys) != set(header.quasi_identifiers):
        raise SpecError(
            f"records with {shown_value(header.suppressed)} were counted as suppressed; "
            f"with fewer keys others would be: ask all of {', '.join(header.quasi_identifiers)}, or count these keys"
        )
    for word in ("nulls", "keep_suppressed"):
        if word in spec.model_fields_set and getattr(spec, word) != getattr(header, word):
            _refuse(word, shown_value(getattr(spec, word)), shown_value(getattr(header, word)))
    partitions: dict[str, Any] = {
        column: entries for column, entries in spec.partitions.items() if column not in header.quasi_identifiers
    }
    for column in header.quasi_identifiers:
        counted = header.partition(column)
        for entry in spec.partitions.get(column, []):
            wanted = None if entry == "raw" else entry.resolve(column, spec.folder)
            if wanted is not None and counted is None and not header.suppressed and column in keys:
                partitions[column] = spec.partitions[column]
            elif content(wanted) != content(counted):
                _refuse(f"partition of '{column}'", content(wanted), content(counted))
        if column in header.recodings and column in keys:
            partitions[column] = [header.recodings[column]]
    if spec.where is not None and spec.where != header.where:
        _refuse("where", spec.where, shown_value(header.where))
    own: dict[str, Any] = {word: getattr(header, word) for word in ("nulls", "suppressed", "keep_suppressed")}
    return spec.model_copy(
        update={"quasi_identifiers": keys, "sensitive": sensitive, "partitions": partitions, "harmonise": False} | own
    )


def _refuse(word: str, wanted: str, counted: str) -> NoReturn:
    asked, was = (text if text.startswith("as ") else f"as {text}" for text in (wanted, counted))
    raise SpecError(f"{word} is asked {asked}, and was counted {was}; count again, or ask what was counted")


def merging_entries(
    header: Header,
    plan: Plan,
    relations: Sequence[MergedRelationEntry],
    *,
    repeated: bool,
    suppressed: bool,
    hashed: bool = False,
    weighty: Weighty | None = None,
) -> MergingEntries:
    """Return the entries of files of counts with a header that the macro `merged` takes."""
    numbers = [header.sensitive.index(column) + 1 for column in plan.attributes]
    return MergingEntries(
        relations=list(relations),
        attributes=numbers,
        first=(numbers or [1])[0] if len(header.sensitive) > 1 else None,
        repeated=repeated,
        suppressed=suppressed,
        unmapped=any(partition.strict for partition in plan.recodings.values()),
        lossy=any(partition.strict for partition in coarsened(plan, header).values()),
        hashed=hashed,
        weighty=weighty,
    )


def coarsened(plan: Plan, header: Header) -> dict[str, Partition]:
    """Return the partitions of keys that were counted as they are, and are recoded here."""
    return {column: partition for column, partition in plan.recodings.items() if column not in header.recodings}


def merged_relations(
    engine: Engine, files: Sequence[CountFile], plan: Plan, rows: str | None = None, *, withheld: bool = True
) -> list[MergedRelationEntry]:
    """Return the files as relations; those whose columns have the same types are read as one.

    Only those `rows` of sketches are there that meet a condition. With `withheld` a relation stands
    for the records of withheld counts.
    """
    held = {user: column for column, user in holders(files[0].header).items()}
    used = [held[column] for column in (*plan.quasi_identifiers, *plan.attributes)]
    loose = [
        column for column in used if any(not same_type(file.types[column], files[0].types[column]) for file in files)
    ]
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[CountFile]] = {}
    for file in files:
        empty = tuple(column for column in loose if only_null(engine, file, column))
        groups.setdefault((empty, tuple(file.types[column] for column in used)), []).append(file)
    recodings = {
        column: (number, recoding_entry(partition))
        for number, (column, partition) in enumerate(coarsened(plan, files[0].header).items(), 1)
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
            held_keys=[_recoded(held[column], empty, recodings.get(column)) for column in plan.quasi_identifiers],
            held_values=[_held(held[column], empty) for column in plan.attributes],
        )
        for (empty, _), members in groups.items()
    ] + (_withheld_rows(files, plan) if withheld else [])


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
    check_files(spec.population)
    population = relation_sql(spec.population, engine.dialect, table=False)
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


class CompleteEntry(TypedDict):
    """A target as the macro `count_extent` takes it: its attribute, and the columns it needs."""

    attribute: int | None
    columns: list[str]


def _extent(engine: Engine, merged: Merged) -> Extent:
    """Return the extent of the counted relations, which sketches know of all records."""
    plan = merged.plan
    if merged.sketch is not None:
        return _sketch_extent(plan, merged.sketch)
    keys = [f"key_{number}" for number in range(1, len(plan.quasi_identifiers) + 1)]
    needed: dict[str, CompleteEntry] = {}
    for target in plan.targets if plan.nulls == "drop" else ():
        number = None if target.column is None else plan.attributes.index(target.column) + 1
        needed[target.name] = CompleteEntry(
            attribute=number, columns=keys if number is None else [*keys, f"value_{number}"]
        )
    several = len(plan.attributes) > 1
    query = render("count_extent", merged.with_suppressed, several, False, list(needed.values()), bool(plan.suppressed))
    return read_extent(engine, plan, query, list(needed), merged.name)


def _sketch_extent(plan: Plan, sketch: MergedSketch) -> Extent:
    """Return the extent of the relations of sketches."""
    targets = plan.targets if plan.nulls == "drop" else ()
    places = {
        target.name: 0 if target.column is None else plan.attributes.index(target.column) + 1 for target in targets
    }
    return Extent(
        records=sketch.records,
        individuals=None,
        left_out={name: sketch.records - sketch.complete[place] for name, place in places.items()},
        suppressed=Suppressed(sketch.suppressed, plan.keep_suppressed) if plan.suppressed else None,
    )
