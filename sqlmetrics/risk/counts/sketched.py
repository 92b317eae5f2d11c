"""The scores of sketches, estimated from their classes."""

from __future__ import annotations

from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.counts.file import THE_RELATION
from sqlmetrics.risk.counts.sketch import MergedSketch
from sqlmetrics.risk.estimation.drawn import SampleEntry, SumRow, columns_of, estimated_scores
from sqlmetrics.risk.estimation.estimated import Estimating, estimating, noted
from sqlmetrics.risk.estimation.estimators import BOUND, NO_ESTIMATE
from sqlmetrics.risk.scores import Score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.dialects import DUCKDB
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.render import render

NOT_ALL = "a sketch has some of the classes, and these do not tell"


def sketch_scores(
    engine: Engine, name: str, plan: Plan, counted: str, sketch: MergedSketch, spec: Spec
) -> tuple[Score, ...]:
    """Return the scores of a sketch's relation, with their intervals.

    `counted` are the counts of its classes. Raises SpecError for a metric that is named, and does
    not follow from some of the classes.
    """
    made = sketch_estimating(plan, counted, sketch)
    rows = fetch_rows(engine, sketch_sql(made, sketch), name, SumRow)
    scores = estimated_scores(plan, made.plan, made.wanted, rows, sketch.share)
    named = {metric.name for metric in plan.scored} if spec.metrics and "all" not in spec.metrics else set()
    untold = [one.metric for one in scores if one.metric in named and one.reason in {BOUND, NO_ESTIMATE}]
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
    if spec.drawn is not None:
        raise SpecError("the intervals of a sketch are of the classes that it has not; leave out `intervals`")
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
