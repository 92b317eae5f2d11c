"""What releases of an original are still good for: coverage, accuracy and information loss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlmetrics.engine.comparison import Compared, Comparison, compared
from sqlmetrics.engine.drivers import dialect_of
from sqlmetrics.engine.engine import Engine, describe, fetch
from sqlmetrics.engine.kinds import kinds
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.url import open_url
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.answers import Answer, Asked, Given, ask, ask_one_by_one, ask_statements, attempt, queries_plan, summarised
from sqlmetrics.release.utility.columns import COARSE, MANY, Column, look_at
from sqlmetrics.release.utility.groups import Relations
from sqlmetrics.release.utility.losses import (
    MOST_PAIRS,
    OF_COLUMNS,
    OF_HIERARCHIES,
    OF_RECORDS,
    Tree,
    check_records,
    columns_plan,
    linked_plans,
    pairs_plan,
)
from sqlmetrics.release.utility.workload import Base, friendly_bases, generic_bases, read_workload
from sqlmetrics.risk.scores import ReleaseScores, Score
from sqlmetrics.spec.hierarchies import read_rooted_tree
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.catalogue import Metric, catalogue
from sqlmetrics.statement.dialects import check_dialect
from sqlmetrics.statement.relation import relation_sql
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import comment
from sqlmetrics.statement.types import kind
from sqlmetrics.text import csv_line
from sqlmetrics.version import __version__

QUERIES = 500
"""How many queries a generated workload has."""

OF_ANSWERS = (
    "accuracy", "missed_queries", "mean_relative_error", "rms_relative_error", "worst_relative_error", "mean_absolute_error",
    "rms_absolute_error", "worst_absolute_error",
)  # fmt: skip
"""The metrics of a workload's answers."""


@dataclass(frozen=True)
class Utility(ReleaseScores):
    """What releases of an original are still good for: the findings, and `answers`, one per query and release.

    An answer's condition, and the original's and the release's least and largest values, are values of the data; they are there with
    `show_values` only.
    """

    answers: tuple[Answer, ...] = ()


def utility(
    original: Any,
    releases: Mapping[str, Any] | Sequence[Any],
    asked: UtilityOptions | None = None,
    place: Place | None = None,
    progress: Progress | None = None,
    *,
    release_place: Place | None = None,
) -> Utility:
    """Return how much of an original its releases still tell: coverage, the accuracy of a workload's answers, and information loss.

    Relations are named as in `score` and lie in one place. With a `release_place`, of any PEP 249 connection or URL, the releases are
    tables of another system that answers SQL, which is asked query by query; the original stays where it is.

    Raises SpecError for what cannot be compared as asked, QueryError where an engine fails on the original.
    """
    asked = asked or UtilityOptions()
    if not releases:
        raise SpecError("name at least one release")
    apart = release_place is not None and release_place.holds_tables
    with compared(original, [] if apart else releases, place, progress, parsed=True) as comparison:
        if not apart:
            return _measured(comparison, asked)
        assert release_place is not None  # noqa: S101 - that is what apart says
        with _system(releases, release_place) as system:
            return _measured_apart(comparison, system, asked)


def utility_sql(
    original: Any,
    releases: Sequence[Any],
    asked: UtilityOptions | None = None,
    place: Place | None = None,
    *,
    dialect: str | None = None,
) -> str:
    """Return the statements that `utility` runs, for the same arguments, with a comment above each.

    The columns' extremes and numbers of values are read for them, since bins are of the data.
    """
    spec = asked or UtilityOptions()
    with compared(original, releases, place) as comparison:
        looked = _look(comparison, spec)
        relations = looked.relations
        wanted = relations.engine.dialect if dialect is None else check_dialect(dialect)
        plans = [("what each release keeps of each column", "column_losses", columns_plan(relations, looked.columns, looked.trees))]
        if spec.pairs and (pairs := pairs_plan(relations, looked.columns)) is not None:
            plans.append(("how alike pairs of columns are", "pair_losses", pairs))
        for release in relations.releases if spec.record is not None else ():
            for plan in linked_plans(relations, release, looked.columns, str(spec.record)):
                plans.append((f"what linked records of {release.name} tell", "linked_losses", plan))
        generic, friendly, statements = _workloads(looked, spec)
        for bases, count in ((generic, spec.queries), (friendly, None)):
            if bases:
                limit = None if count is None else -(-count // min(len(base.measures) for base in bases))
                plan = queries_plan(relations, bases, limit, spec.seed)
                plans.append((f"the answers of the {bases[0].workload} workload", "asked_queries", plan))
        texts = [(said, render(macro, plan, dialect=wanted)) for said, macro, plan in plans]
        for relation in (relations.original, *relations.releases):
            texts += [(f"{name}, of {relation.name}", statement.replace("{table}", relation.from_sql)) for name, statement in statements]
    return "\n".join(comment(f"sqlmetrics {__version__}: {said}") + f"{text};\n" for said, text in texts)


@dataclass(frozen=True)
class UtilityOptions:
    """What is asked of a comparison of releases with their original.

    `individual` names the column that tells people apart, `record` an id that links a release's records with the original's. `columns`
    narrows what is measured, `continuous` says which columns are ranges (by default those of numbers and dates with more than 50 distinct
    values). `queries` of a generated workload are asked, which `seed` picks; `workload` is a file of the user's own. `pairs` compares the
    columns' joint distributions too. `suppressed` is the releases' mark of a suppressed value, and `hierarchies` name the files that
    columns were recoded by. Conditions and values of answers are named only with `show_values`.
    """

    individual: str | None = None
    record: str | None = None
    columns: tuple[str, ...] = ()
    continuous: tuple[str, ...] = ()
    workload: Path | str | None = None
    queries: int = QUERIES
    seed: int = 1
    suppressed: str | None = None
    hierarchies: Mapping[str, Path | str] | None = None
    pairs: bool = False
    show_values: bool = True


@dataclass(frozen=True)
class _Looked:
    """A comparison with its columns looked at; `rows` are those of the statement `column_losses`."""

    relations: Relations
    records: int
    columns: list[Column]
    trees: dict[str, Tree]
    rows: list[tuple[Any, ...]]


@contextmanager
def _system(releases: Mapping[str, Any] | Sequence[Any], place: Place) -> Iterator[list[tuple[Engine, Compared]]]:
    """Open the system that answers for the releases, which are its tables."""
    called = dict(releases) if isinstance(releases, Mapping) else {str(name): name for name in releases}
    if not all(isinstance(name, str | Path) for name in called.values()):
        raise SpecError("a release of another system is the name of a table there")

    def tables(engine: Engine) -> list[tuple[Engine, Compared]]:
        found = []
        for name, table in called.items():
            text = relation_sql(str(table), engine.dialect, table=True)
            found.append((engine, Compared(name, text, tuple(describe(engine, text, name)))))
        return found

    if place.url is None:
        yield tables(Engine(dialect_of(place.connection), place.connection))
    else:
        with open_url(place.url) as (dialect, own):
            yield tables(Engine(dialect, own))


def _names(original: Compared, asked: UtilityOptions) -> list[str]:
    """Return the columns that are measured. Raises SpecError for those that the original does not have."""
    if asked.queries < 1:
        raise SpecError(f"queries is how many are asked, at least 1 (found: {asked.queries})")
    roles = [name for name in (asked.individual, asked.record) if name is not None]
    original.check(*asked.columns, *asked.continuous, *(asked.hierarchies or {}), *roles)
    names = list(asked.columns) or [name for name in original.column_names if name not in roles]
    for name in (*asked.continuous, *(asked.hierarchies or {})):
        if name not in names:
            raise SpecError(f"column '{name}' is said to be continuous or to have a hierarchy, but is not among those that are measured")
    if not names:
        raise SpecError(f"{original.name} has no column to measure besides {' and '.join(roles)}")
    return names


def _look(comparison: Comparison, asked: UtilityOptions) -> _Looked:
    """Return the columns with their extremes and numbers of values, and what the releases lost of them."""
    original, engine = comparison.original, comparison.engine
    names = _names(original, asked)
    recoded = [*(asked.hierarchies or {})]
    for release in comparison.releases:
        others = [name for name in original.column_names if name not in names]
        comparison.shared(release, without=others, recoded=recoded)
    relations = _relations(engine, original, _told_apart(comparison.releases), asked)
    unlike = [name for name in recoded if _unlike(original, comparison.releases, name)]
    return _losses(relations, asked, names, unlike)


def _relations(engine: Engine, original: Compared, releases: tuple[Compared, ...], asked: UtilityOptions) -> Relations:
    name = asked.individual
    as_text = name is not None and not original.type_of(name) and kinds(engine, original, [name]) != ["number"]
    return Relations(engine, original, releases, name, asked.suppressed, as_text)


def _losses(relations: Relations, asked: UtilityOptions, names: Sequence[str], unlike: Sequence[str]) -> _Looked:
    trees = {name: read_rooted_tree(Path(path)) for name, path in (asked.hierarchies or {}).items()}
    records, columns = look_at(relations.engine, relations.original, names, unlike)
    said = {*asked.continuous}
    columns = [replace(column, continuous=column.name in said) for column in columns]
    query = render("column_losses", columns_plan(relations, columns, trees), dialect=relations.engine.dialect)
    rows = fetch(relations.engine, query, relations.original.name)
    distinct = {int(row[0]): int(row[3] or 0) for row in rows}
    rare = {int(row[0]) for row in rows if row[11]}
    columns = [
        replace(
            column,
            distinct=distinct[column.number],
            rare=column.number in rare,
            continuous=column.name in said if said else column.ranged and distinct[column.number] > MANY,
        )
        for column in columns
    ]
    return _Looked(relations, records, columns, trees, rows)


def _told_apart(releases: Sequence[Compared]) -> tuple[Compared, ...]:
    """Return the releases with names of their own: frames and files may share one."""
    found: list[Compared] = []
    for release in releases:
        alike = sum(1 for each in releases[: len(found)] if each.name == release.name)
        found.append(replace(release, name=f"{release.name} ({alike + 1})") if alike else release)
    return tuple(found)


def _unlike(original: Compared, releases: Sequence[Compared], name: str) -> bool:
    """Return whether a recoded column may be of another kind in a release."""
    return any(
        (mine := kind(original.type_of(name))) is None or mine != kind(release.type_of(name))
        for release in releases
        if name in release.column_names
    )


def _workloads(looked: _Looked, asked: UtilityOptions) -> tuple[list[Base], list[Base], list[tuple[str, str]]]:
    """Return the count tables of the generated workload and of the user's, and the user's statements."""
    counted = asked.individual is not None
    generic = generic_bases(looked.columns, looked.records, seed=asked.seed, counted=counted) if looked.records else []
    if asked.workload is None:
        return generic, [], []
    written = read_workload(Path(asked.workload))
    entries = [entry for entry in written if isinstance(entry, dict)]
    by_name = {column.name: column for column in looked.columns}
    friendly = friendly_bases(entries, by_name, counted=counted, first=len(generic) + 1, where=str(asked.workload))
    return generic, friendly, [entry for entry in written if isinstance(entry, tuple)]


def _measured(comparison: Comparison, asked: UtilityOptions) -> Utility:
    looked = _look(comparison, asked)
    relations = looked.relations
    generic, friendly, statements = _workloads(looked, asked)
    queries, given = ask(relations, generic, asked.queries, asked.seed)
    more, also = ask(relations, friendly, None, asked.seed)
    _, answered = ask_statements(
        (relations.engine, relations.original), [(relations.engine, release) for release in relations.releases], statements, len(more) + 1
    )
    given = [*given, *also, *answered]
    findings = [*_of_answers(relations.releases, given, asked, len(queries)), *_of_columns(looked, asked)]
    findings += [*_of_pairs(looked, asked), *(_of_records(looked, asked) if asked.record is not None else ())]
    return _result(looked, asked, relations.releases, findings, given, queries)


def _result(
    looked: _Looked,
    asked: UtilityOptions,
    releases: Sequence[Compared],
    findings: Sequence[Score],
    given: Sequence[Given],
    queries: Sequence[Asked],
) -> Utility:
    notes = []
    if not looked.records:
        notes.append(f"{looked.relations.original.name} has no records; nothing can be measured")
    elif len(queries) < asked.queries:
        few = f"the original has no more conditions of 10 to 5,000 {'individuals' if asked.individual is not None else 'records'}"
        notes.append(f"the generated workload has {len(queries)} queries, not {asked.queries}: {few}")
    if asked.pairs and len(looked.columns) * (len(looked.columns) - 1) // 2 > MOST_PAIRS:
        notes.append(f"contingency_similarity is left out: more than {MOST_PAIRS} pairs of columns; name ten columns at most")
    _, errors = summarised(given, ())
    answers = []
    for each, (absolute, relative) in zip(given, errors, strict=True):
        query = each.asked
        shown = asked.show_values or query.measure not in {"min", "max"}
        answers.append(
            Answer(
                releases[each.release - 1].name,
                query.workload,
                query.number,
                csv_line(query.columns),
                query.condition if asked.show_values else None,
                query.measure,
                query.of,
                query.size,
                query.truth if shown else None,
                each.answer if shown else None,
                absolute if shown else None,
                relative,
                each.answer is None,
                each.reason,
            )
        )
    relations = looked.relations
    names = tuple(release.name for release in releases)
    return Utility(
        relations.original.name, names, relations.engine.dialect.name, __version__, tuple(findings), tuple(notes), tuple(answers)
    )


def _finding(metric: Metric, release: str, target: str, records: float, value: Any, reason: str | None, **words: Any) -> Score:
    value = None if value is None else float(value)
    return Score(
        metric=metric.name,
        target=target,
        quasi_identifiers="",
        partition=words.get("partition"),
        level="table",
        class_=None,
        records=int(records),
        value=value,
        reason=None if value is not None else reason or metric.undefined,
        unit=metric.unit,
        direction=metric.direction,
        parameters=words.get("parameters"),
        release=release,
    )


def _of_answers(releases: Sequence[Compared], given: Sequence[Given], asked: UtilityOptions, generated: int) -> list[Score]:
    """Return how near the releases' answers to the workloads' queries are: of all queries, and of each measure."""
    metrics = [catalogue("utility")[name] for name in OF_ANSWERS]
    rows, _ = summarised(given, OF_ANSWERS)
    found = []
    for number, release in enumerate(releases, 1):
        for row in sorted((row for row in rows if int(row[0]) == number), key=lambda row: (row[1] != "generic", row[2] != "all", row[2])):
            workload, measure, count = str(row[1]), str(row[2]), row[3]
            target = workload if measure == "all" else f"{workload}, {measure}"
            named = f"workload={Path(str(asked.workload)).name}"
            parameters = f"queries={generated}, seed={asked.seed}" if workload == "generic" else named
            for metric, value in zip(metrics, row[4:], strict=True):
                if measure != "all" or not metric.name.endswith("absolute_error"):
                    found.append(_finding(metric, release.name, target, count, value, None, parameters=parameters))
        if not any(int(row[0]) == number and row[1] == "generic" for row in rows):
            found.append(_finding(metrics[0], release.name, "generic", 0, None, None, parameters=f"queries=0, seed={asked.seed}"))
    return found


def _of_columns(looked: _Looked, asked: UtilityOptions) -> list[Score]:
    """Return what the releases kept and lost of each column."""
    metrics = [catalogue("utility")[name] for name in OF_COLUMNS]
    by_number = {column.number: column for column in looked.columns}
    found = []
    ordered = sorted(looked.rows, key=lambda row: (int(row[1]), int(row[0])))
    for row in ordered:
        column, release = by_number[int(row[0])], looked.relations.releases[int(row[1]) - 1]
        if int(row[2]) != (2 if column.continuous and _forms(looked.rows, column) else 1):
            continue
        filled, total, released_total, unplaced = (float(part or 0) for part in (row[5], row[7], row[8], row[9]))
        bin_ = column.bin(COARSE) if column.continuous else None
        for metric, value in zip(metrics, row[12:], strict=True):
            linked = metric.name == OF_RECORDS[0] and (asked.record is not None or value is None)
            if linked or (metric.name in OF_HIERARCHIES and column.name not in looked.trees):
                continue
            reason = None
            if not total:
                reason = "the original has no records"
            elif metric.name == "kl_divergence" and not released_total:
                reason = "the release does not have the column, or no records"
            elif metric.name in OF_HIERARCHIES and unplaced:
                reason = f"the hierarchy does not hold the values of {int(unplaced)} records"
            elif metric.name == "coverage" and column.continuous:
                reason = "the original has no value"
            hierarchy = f"hierarchy={Path((asked.hierarchies or {})[column.name]).stem}" if metric.name in OF_HIERARCHIES else None
            form = "continuous" if column.continuous else "enumerative"
            bins = f"bins={bin_}" if bin_ is not None and metric.name in {"total_variation_similarity", "kl_divergence"} else None
            parameters = hierarchy or bins or (form if metric.name == "coverage" else None)
            found.append(_finding(metric, release.name, column.name, filled, value if total else None, reason, parameters=parameters))
    return found


def _forms(rows: Sequence[Sequence[Any]], column: Column) -> bool:
    return any(int(row[0]) == column.number and int(row[2]) == 2 for row in rows)


def _of_pairs(looked: _Looked, asked: UtilityOptions) -> list[Score]:
    """Return how alike the joint distributions of pairs of columns are."""
    metric = catalogue("utility")["contingency_similarity"]
    plan = pairs_plan(looked.relations, looked.columns) if asked.pairs else None
    if plan is None:
        return []
    names = {group["number"]: csv_line(column["name"] for column in group["columns"]) for group in plan["groups"]}
    rows = fetch(
        looked.relations.engine, render("pair_losses", plan, dialect=looked.relations.engine.dialect), looked.relations.original.name
    )
    return [
        _finding(metric, looked.relations.releases[int(row[1]) - 1].name, names[int(row[0])], row[2] or 0, row[4], None)
        for row in sorted(rows, key=lambda row: (int(row[1]), int(row[0])))
    ]


def _of_records(looked: _Looked, asked: UtilityOptions) -> list[Score]:
    """Return what the releases' records tell of the original's that have the same id."""
    assert asked.record is not None  # noqa: S101 - asked for
    relations = looked.relations
    check_records(relations, asked.record)
    information, error = (catalogue("utility")[name] for name in OF_RECORDS)
    by_number = {column.number: column for column in looked.columns}
    found = []
    for release in relations.releases:
        rows: list[tuple[Any, ...]] = []
        for plan in linked_plans(relations, release, looked.columns, asked.record):
            rows += fetch(relations.engine, render("linked_losses", plan, dialect=relations.engine.dialect), release.name)
        for row in rows:
            column = by_number[int(row[0])]
            linked = f"record={asked.record}"
            bin_ = column.bin(COARSE) if column.continuous else None
            parameters = linked if bin_ is None else f"{linked}, bins={bin_}"
            reason = "no record of the release has the id of one of the original"
            found.append(_finding(information, release.name, column.name, row[1], row[3], reason, parameters=parameters))
            if column.kind == "number" and not column.text:
                found.append(_finding(error, release.name, column.name, row[2], row[4], None, parameters=linked))
    return found


def _measured_apart(comparison: Comparison, system: Sequence[tuple[Engine, Compared]], asked: UtilityOptions) -> Utility:
    """Measure releases of another system, which is asked one query after the other: coverage and accuracy."""
    original, engine = comparison.original, comparison.engine
    if asked.record is not None or asked.hierarchies or asked.pairs:
        need = "record ids, hierarchies and pairs need its table here"
        raise SpecError(f"a system that is asked query by query tells coverage and accuracy; {need}")
    names = _names(original, asked)
    alone = _relations(engine, original, (original,), replace(asked, suppressed=None))
    looked = _losses(alone, asked, names, [])
    relations = replace(alone, releases=())
    looked = replace(looked, relations=relations)
    generic, friendly, statements = _workloads(looked, asked)
    queries, _ = ask(relations, generic, asked.queries, asked.seed)
    more, _ = ask(relations, friendly, None, asked.seed)
    given: list[Given] = []
    for number, (own, release) in enumerate(system, 1):
        given += ask_one_by_one(own, release, [*queries, *more], number, asked.individual)
    _, answered = ask_statements((engine, original), system, statements, len(more) + 1)
    given += answered
    releases = [release for _, release in system]
    findings = _of_answers(releases, given, asked, len(queries))
    for own, release in system:
        findings += _asked_coverage(looked, own, release, asked)
    result = _result(looked, asked, releases, findings, given, queries)
    failed = [each for each in given if each.answer is None]
    note = f"{len(failed)} of {len(given)} queries had no answer" + (f", such as: {failed[0].reason}" if failed else "")
    return replace(result, notes=(*result.notes, note))


def _asked_coverage(looked: _Looked, engine: Engine, release: Compared, asked: UtilityOptions) -> Iterator[Score]:
    """Return what a system that answers SQL covers of each column: one query for each."""
    coverage, invented = (catalogue("utility")[name] for name in ("coverage", "invented_values"))
    original = looked.relations.original
    for column in looked.columns:
        missing = column.name not in release.column_names
        form = "continuous" if column.continuous else "enumerative"
        individuals = (asked.individual, looked.relations.text_individual)
        known = render("value_counts", original.from_sql, column.name, *individuals, dialect=looked.relations.engine.dialect)
        query = render("value_counts", release.from_sql, column.name, None, dialect=engine.dialect)
        rows, failed = ([], None) if missing else attempt(engine, query, release.name)
        released = {_as_key(row[0]): int(row[1]) for row in rows if row[0] is not None and str(row[0]) != asked.suppressed}
        tallies = fetch(looked.relations.engine, known, original.name)
        there = {_as_key(row[0]): (int(row[1]), int(row[2])) for row in tallies if row[0] is not None}
        several = [value for value, (_, more) in there.items() if more]
        filled = sum(count for count, _ in there.values())
        if column.continuous:
            value = min(sum(released.values()) / filled, 1.0) if filled else None
        else:
            value = sum(1 for each in several if each in released) / len(several) if several else None
        yield _finding(coverage, release.name, column.name, filled, value, None, parameters=form if failed is None else f"{form}, failed")
        yield _finding(invented, release.name, column.name, filled, len(released.keys() - there.keys()), None)


def _as_key(value: Any) -> Any:
    """Return a value as another driver may give it: numbers as numbers, the rest as text."""
    return float(value) if isinstance(value, int | float | Decimal) and not isinstance(value, bool) else str(value)
