"""The scores of files of counts; scores of sketches are estimated from their classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypedDict

from sqlmetrics.engine.engine import Engine, own_engine
from sqlmetrics.engine.kept import Store
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.reading.read_files import read_files
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.engine.source import Source
from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.risk.counts.file import THE_RELATION, files_read
from sqlmetrics.risk.counts.merged import Merged, check_mapped_counts, merge
from sqlmetrics.risk.counts.sketch import MergedSketch
from sqlmetrics.risk.estimation.drawn import SampleEntry, SliceRow, SumRow, columns_of, estimated_scores
from sqlmetrics.risk.estimation.estimated import Estimating, estimating, noted
from sqlmetrics.risk.estimation.estimators import BOUND, NO_ESTIMATE
from sqlmetrics.scoring.counted import OnCounts, OpenCounts
from sqlmetrics.scoring.extent import Extent, check_populated, loses, read_extent
from sqlmetrics.scoring.sample.estimates import estimated_sql, with_estimates
from sqlmetrics.scoring.score_rows import MOST_SLICES, check_number, relation_scores, score_rows
from sqlmetrics.scoring.scores import Score, Scores, Suppressed
from sqlmetrics.spec.place import name_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import DUCKDB
from sqlmetrics.statement.entries import PlanEntries, plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.relation import short_name
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import joined_statements, statement

NOT_ALL = "a sketch has some of the classes, and these do not tell"


def score_counts(
    files: Sequence[Path | str],
    spec: Spec,
    *,
    show_values: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    beside: OnCounts | None = None,
    slices: int = MOST_SLICES,
) -> Scores:
    """Return the scores of all that files of counts count, as of the relations together.

    `files` are paths, patterns and folders. Where the spec names no columns, all that were counted
    are scored; some of them may be named, and the counts are then rolled up. Partitions of
    sensitive attributes are applied here. With a `store` class records are kept there. `beside` is
    called with the counts while they are there.

    Raises SpecError where the files, or the spec, do not agree with what was counted, and for more
    `slices`, QueryError where a file cannot be read.
    """
    with (
        read_files(spec.place) as read,
        own_engine(spec.run_limits, progress, files=files_read(files, spec, read)) as own,
    ):
        engine = replace(own, files=read)
        merged = merge(engine, files, spec, show_values=show_values, limit=limit, numbered=store is None, sampled=True)
        plan = merged.plan
        if merged.sketch is not None:
            return _sketch_scores(engine, merged, merged.sketch, spec, beside, slices)
        scores, kept, reasons, classes, _ = score_rows(engine, plan, merged.entries, merged.name, store, slices)
        if loses(reasons):
            check_mapped_counts(engine, merged)
        check_populated(reasons, merged.name)
        withheld = merged.entries["withheld"]
        reason = None if withheld is None else withheld["reason"]
        entries = _entries_of(merged.entries["counted"])
        counted = OpenCounts(Source(engine, merged.name, ""), plan, entries, reason, merged.whole)
        scores = with_estimates(scores, counted)
        if beside is not None and withheld is None:
            beside(counted)
        query, where = merged.query, merged.where
        return relation_scores(
            engine,
            merged.name,
            plan,
            _extent(engine, merged),
            scores,
            query=query,
            where=where,
            kept=kept,
            classes=classes,
        )


def _entries_of(counted: str | None) -> Callable[[Plan], PlanEntries]:
    """Return what makes the entries of a plan from merged counts."""
    return partial(plan_entries, relation=THE_RELATION, counted=counted, needed=True)


def _sketch_scores(
    engine: Engine, merged: Merged, sketch: MergedSketch, spec: Spec, beside: OnCounts | None, slices: int
) -> Scores:
    """Return what the classes of sketches tell: estimates of the scores of all records."""
    check_sketch(spec, whole=beside is not None)
    check_mapped_counts(engine, merged)
    plan, counted = merged.plan, merged.entries["counted"]
    assert counted is not None  # noqa: S101 - counts are what was merged
    scores = sketch_scores(engine, merged.name, plan, counted, sketch, spec, slices)
    extent, query, where = _sketch_extent(plan, sketch), merged.query, merged.where
    return relation_scores(engine, merged.name, plan, extent, scores, query=query, where=where, share=sketch.share)


def counts_sql(
    files: Sequence[Path | str],
    spec: Spec,
    *,
    dialect: str | None,
    show_values: bool,
    limit: int | None,
    placeholders: bool,
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
        made = _entries_of(counted)
        texts = [statement(plan, name, entries, engine.dialect, placeholders=placeholders)] if plan.metrics else []
        return joined_statements([*texts, *estimated_sql(plan, name, made, engine.dialect)])


def sketch_scores(
    engine: Engine, name: str, plan: Plan, counted: str, sketch: MergedSketch, spec: Spec, most: int
) -> tuple[Score, ...]:
    """Return the scores of a sketch's relation, with their intervals.

    `counted` are the counts of its classes. Raises SpecError for more than the `most` slices, and
    for a metric that is named, and does not follow from some of the classes, in any slice.
    """
    made = sketch_estimating(plan, counted, sketch)
    query = sketch_sql(made, sketch)
    slices: dict[str | None, list[SumRow]] = {}
    if plan.slices:
        for row in fetch_rows(engine, query, name, SliceRow):
            slices.setdefault(row.slice, []).append(SumRow(row.target_number, row.numbers))
        check_number(len(slices), most, name)
    else:
        slices[None] = fetch_rows(engine, query, name, SumRow)
    scores = tuple(
        score._replace(slice=slice_)
        for slice_, rows in slices.items()
        for score in estimated_scores(plan, made.plan, made.wanted, rows, sketch.share)
    )
    named = {metric.name for metric in plan.scored} if spec.metrics and "all" not in spec.metrics else set()
    told = {(one.metric, one.view.of_table) for one in scores if one.reason not in {BOUND, NO_ESTIMATE}}
    untold = [one.metric for one in scores if one.metric in named and (one.metric, one.view.of_table) not in told]
    if untold:
        raise SpecError(
            f"{NOT_ALL} {', '.join(dict.fromkeys(untold))}: leave it out, name no `metrics` for the bounds of all, or"
            " count without `sketch`"
        )
    return scores


def check_sketch(spec: Spec, *, whole: bool) -> None:
    """Raise SpecError for what sketches do not tell of any metric; `whole` needs all counts."""
    if spec.level == "class":
        raise SpecError(f"{NOT_ALL} the scores of all: leave out `level: class`, or count without `sketch`")
    if spec.interval_spec is not None:
        raise SpecError("a sketch has intervals of its own, for the classes that it lacks; leave out `intervals`")
    if whole:
        raise SpecError(f"{NOT_ALL} what is asked beside the scores: count without `sketch`")


def sketch_estimating(plan: Plan, counted: str, sketch: MergedSketch) -> Estimating:
    """Return what the statement of a sketch's sums is made of."""
    unknown = [column for place, column in enumerate(plan.attributes, 1) if place not in sketch.known]
    return estimating(plan, THE_RELATION, counted=counted, unknown=unknown)


def sketch_statement(plan: Plan, counted: str, sketch: MergedSketch, name: str) -> str:
    """Return the statement of the sums that a sketch is scored from, below a comment."""
    made = sketch_estimating(plan, counted, sketch)
    return noted(made, name, f"a share of {sketch.share:.6g} of the classes", sketch_sql(made, sketch))


def sketch_sql(made: Estimating, sketch: MergedSketch) -> str:
    """Return the statement of the sums over a sketch's classes."""
    places = {
        place: 0 if target.column is None else made.plan.attributes.index(target.column) + 1
        for place, target in enumerate(made.plan.targets)
    }
    records = {place: sketch.counted[number] for place, number in places.items()}
    sample = SampleEntry(threshold=None, whole="whole", search=None, value_counts=sketch.values, records=records)
    return render("sampled_sums", made.entries, sample, made.wanted, columns_of(made.wanted), dialect=DUCKDB)


class CompleteEntry(TypedDict):
    """A target as the macro `count_extent` takes it: its attribute, and the columns it needs."""

    attribute: int | None
    columns: list[str]


def _extent(engine: Engine, merged: Merged) -> Extent:
    """Return the extent of the counted relations."""
    plan = merged.plan
    keys = [
        f"key_{number}" for number in range(len(plan.slices) + 1, len(plan.slices) + len(plan.quasi_identifiers) + 1)
    ]
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
