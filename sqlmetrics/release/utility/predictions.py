"""Models as queries of a workload: learnt from the original and from each release."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Comparison
from sqlmetrics.engine.rows import Statement, macro_statement
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.answers import AnsweredQuery, Reply, reply_of
from sqlmetrics.release.utility.classifiers import check_installed
from sqlmetrics.release.utility.columns import UtilityColumn
from sqlmetrics.release.utility.groups import Relations
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.release.utility.prediction_task import (
    FITTED,
    PredictionTask,
    missing_notes,
    plan_task,
    task_entries,
)
from sqlmetrics.release.utility.tradeoff_scores import QualityRecord, quality_records, quality_score
from sqlmetrics.release.utility.workload_file import entry_column, entry_columns
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.spec import Spec

MEASURE = "prediction"
"""The measure of a query whose answer is the accuracy of a model."""

DEFAULT = "naive_bayes"
"""The classifier of an entry that names none: a statement, which needs no package."""


class PredictionReplies(NamedTuple):
    """The releases' replies to predictions, the scores of the models, and notes on them."""

    replies: list[Reply]
    scores: list[Score]
    notes: list[str]


def prediction_tasks(
    entries: Sequence[Mapping[str, Any]], columns: Mapping[str, UtilityColumn], options: UtilityOptions, where: str
) -> list[PredictionTask]:
    """Return the predictions of a workload: an attribute each, its columns, and a classifier.

    The attribute is learnt from the columns; published apart from them it leaves the majority's
    value to guess. Raises SpecError that names what is wrong.
    """
    tasks: list[PredictionTask] = []
    for place, entry in enumerate(entries, 1):
        if "predict" not in entry:
            continue
        at = f"{where}: entry {place}"
        if unknown := entry.keys() - {"predict", "columns", "classifier", "holdout"}:
            allowed = "predict, columns, classifier, holdout"
            raise SpecError(f"{at}: key '{sorted(unknown)[0]}' is unknown beside predict; allowed: {allowed}")
        attribute = entry_column(columns, str(entry["predict"]), at).name
        features = [column.name for column in entry_columns(entry, columns, at)]
        if attribute in features:
            raise SpecError(f"{at}: '{attribute}' is predicted, so it is no column to learn from; leave it out there")
        tasks.append(_task(entry, attribute, features, options, at))
    if any({*task.classifiers} & {*FITTED} for task in tasks):
        check_installed()
    return tasks


def _task(
    entry: Mapping[str, Any], attribute: str, features: Sequence[str], options: UtilityOptions, at: str
) -> PredictionTask:
    """Return the task of an entry. Raises SpecError for a classifier or a share that is none."""
    holdout = entry.get("holdout", 0.3)
    if not isinstance(holdout, int | float) or isinstance(holdout, bool):
        raise SpecError(f"{at}: the part that is held out is a number between 0 and 1, such as 0.3")
    spec = Spec(quasi_identifiers=[*features], sensitive=[attribute], individual=options.individual)
    try:
        return plan_task(
            spec,
            [attribute],
            hierarchies={name: path for name, path in options.hierarchies.items() if name in features},
            classifiers=[str(entry.get("classifier", DEFAULT))],
            holdout=holdout,
            seed=options.seed,
            suppressed=options.suppressed,
        )
    except SpecError as error:
        raise SpecError(f"{at}: {error}") from None


def prediction_statements(relations: Relations, tasks: Sequence[PredictionTask]) -> Iterator[Statement]:
    """Yield the statements of predictions: of the accuracies, or of the counts to learn from."""
    for task in tasks:
        (attribute,), (classifier,) = task.attributes, task.classifiers
        what = f"{attribute} by {classifier}, learnt from the original, and from"
        for release in relations.releases:
            entries = task_entries(relations.original, release, task, attribute, None)
            if classifier in FITTED:
                about = f"the counts for {what} {release.name}; scikit-learn is given them"
                yield macro_statement("tradeoff_cell_rows", entries, task.sample, about=(about,))
            else:
                yield macro_statement("tradeoff", entries, about=(f"the accuracy of {what} {release.name}",))


def ask_predictions(
    comparison: Comparison, tasks: Sequence[PredictionTask], options: UtilityOptions, first: int
) -> PredictionReplies:
    """Return what models that learnt from each release are worth beside the original's.

    The true answer to a query is the accuracy of the original's model on held-out people, a
    release's answer is its own model's on the same. Queries are numbered from `first`; one without
    a true answer is no query, and its scores say why.
    """
    found = PredictionReplies([], [], [])
    for number, task in enumerate(tasks, first):
        for place, release in enumerate(comparison.releases, 1):
            records, notes = quality_records(comparison, release, task, task.attributes[0], None)
            own = {record.metric: _judged(record, options) for record in records if _is_asked(record, task)}
            more = f"workload={Path(str(options.workload)).name}, "
            found.scores.extend(quality_score(record, task, more=more) for record in own.values())
            found.notes.extend([*missing_notes(release, task), *notes])
            truth, answer = own["u_max"], own["u_san"]
            if truth.value is not None:
                query = _query(number, task, truth.value, round(truth.records or 0))
                found.replies.append(reply_of(place, query, answer.value, answer.reason or ""))
        found.notes.extend(_fetched(task))
    return found._replace(notes=[*dict.fromkeys(found.notes)])


def _is_asked(record: QualityRecord, task: PredictionTask) -> bool:
    """Return whether a record has the accuracy of the task's own classifier."""
    return record.classifier in task.classifiers and record.measure == "accuracy"


def _judged(record: QualityRecord, options: UtilityOptions) -> QualityRecord:
    """Return a record, without its value where too few are held out to judge by them."""
    held = round(record.records or 0)
    if record.value is None or held >= options.minimum_people:
        return record
    who = "records" if options.individual is None else "people"
    reason = f"only {held} {who} are held out to judge by, fewer than `minimum_people` ({options.minimum_people})"
    return record._replace(value=None, reason=reason)


def _query(number: int, task: PredictionTask, truth: float, size: int) -> AnsweredQuery:
    """Return the query of a task with its true answer, which rests on `size` held-out records."""
    (attribute,), (classifier,) = task.attributes, task.classifiers
    return AnsweredQuery(
        workload="friendly",
        number=number,
        columns=tuple(task.spec.quasi_identifiers),
        conditions=None,
        condition=f"accuracy of {classifier}",
        measure=MEASURE,
        of=attribute,
        size=size,
        truth=truth,
        private=None,
    )


def _fetched(task: PredictionTask) -> Iterator[str]:
    """Yield what was fetched for the task's classifier, if anything was."""
    for classifier in task.classifiers:
        if classifier in FITTED:
            yield (
                f"{classifier} of {task.attributes[0]} was given counted combinations of {len(task.columns)} columns;"
                " no other value of a record left the database"
            )
