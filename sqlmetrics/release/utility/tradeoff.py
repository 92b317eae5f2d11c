"""Brickell and Shmatikov's experiment: the worth of a release to classifiers, and its risk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlmetrics.engine.comparison import Compared, Comparison, check_kinds, compared, recoded
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import printed_relation
from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.engine.written_dates import check_dates
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.classifiers import check_installed
from sqlmetrics.release.utility.prediction_task import FITTED, IN_SQL, PredictionTask, task_entries
from sqlmetrics.release.utility.tradeoff_scores import privacy_scores, utility_scores, worth_sentences
from sqlmetrics.risk.chance import OF_ITSELF
from sqlmetrics.risk.scores import ReleaseScores, Score
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.place import Place
from sqlmetrics.spec.relations import name_of
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept
from sqlmetrics.statement.statement import heading


def tradeoff(
    original: Any,
    releases: Mapping[str, Any] | Sequence[Any],
    task: PredictionTask,
    *,
    control: Any = None,
    place: Place | None = None,
    progress: Progress | None = None,
    recodings: Mapping[str, Mapping[str, Partition]] | None = None,
) -> ReleaseScores:
    """Return the worth of each release to classifiers of attributes, and its risk.

    Each release has records of u_base, u_san, u_max and utility_gain, shares from 0 to 1, for each
    workload attribute, classifier and measure. The measures are `accuracy`, and `f1`, the mean over
    the attribute's values. It also has records of unseen_classes, and of the scores a_know, a_acc,
    delta_disclosure, itpr, k_anonymity and mutual_information of the release by itself. `records`
    of a utility are the held-out records, `low` and `high` the 95 % confidence interval of an
    accuracy.

    Relations are named as in `score`, all in one engine. `control` is a relation of records that no
    release was made from: they are held out instead of a part of the original. Where the spec's
    `individual` tells people apart, each counts once in each combination of values, people are held
    out whole, and every relation has that column.

    Classifiers of scikit-learn (decision_tree, random_forest, logistic_regression; the extra `ml`)
    learn from at most `sample` combinations of values, which the task gives. `recodings` have, by
    the name of a release, the partitions of its columns that are applied before it is measured.

    Raises SpecError for options that do not fit, QueryError where the engine fails.
    Source: Brickell and Shmatikov 2008.
    """
    if not releases:
        raise SpecError("name at least one release beside the original")
    if set(task.classifiers) & set(FITTED):
        check_installed()
    with compared(original, releases, place, progress, parsed=True, beside=[control], columns=task.read) as comparison:
        comparison.original.check(*task.columns)
        beside = None if control is None else comparison.beside(control)
        if beside is not None:
            beside.check(*task.columns)
        if task.spec.individual is not None:
            for relation in (comparison.original, *comparison.releases, *(() if beside is None else (beside,))):
                relation.check_individual(task.spec.individual)
        dates = [(column, entry.date) for column, entries in task.candidates.items() for entry in entries]
        check_dates(comparison.engine, dates, comparison.original.from_sql, comparison.original.name)
        given = [*releases] if isinstance(releases, Mapping) else [None for _ in releases]
        made = [
            recoded(release, (recodings or {}).get(name or "", {}), comparison.engine.dialect)
            for name, release in zip(given, comparison.releases, strict=True)
        ]
        return release_scores(comparison, made, task, beside)


def release_scores(
    comparison: Comparison, made: Sequence[Compared], task: PredictionTask, control: Compared | None = None
) -> ReleaseScores:
    """Return the scores of `tradeoff` of releases that are open beside their original."""
    scores: list[Score] = []
    notes: list[str] = []
    for release in made:
        notes += _check_release(comparison.original, release, task, control)
    for release in made:
        for attribute in task.attributes:
            of_attribute, more = utility_scores(comparison, release, task, attribute, control)
            scores += of_attribute
            notes += more
        scores += privacy_scores(comparison, release, task.spec)
    if task.spec.individual is not None:
        held = "" if control is not None else ", and people are held out whole"
        notes.append(f"'{task.spec.individual}' tells people apart: each counts once in each combination{held}")
    notes.append(OF_ITSELF)
    notes += [f"U_base of {column} uses no attribute but its own distribution" for column in task.alone]
    names = [release.name for release in comparison.releases]
    result = ReleaseScores.of(comparison.engine, comparison.original, names, scores, dict.fromkeys(notes))
    return replace(result, notes=(*result.notes, *worth_sentences(result)))


def _check_release(original: Compared, release: Compared, task: PredictionTask, control: Compared | None) -> list[str]:
    """Return the notes for a reader on a release's columns.

    Raises SpecError where they do not compare with the original's.
    """
    notes = []
    for column in task.columns:
        recodings = task.candidates.get(column, ())
        for partition in recodings:
            original.check_intervals(partition, column)
        if control is not None:
            check_kinds(original, control, column)
        if column in release.column_names:
            if not recodings:
                check_kinds(original, release, column)
            continue
        folded = [name for name in release.column_names if name.lower() == column.lower()]
        hint = f" (it has '{folded[0]}')" if folded else ""
        without = "there is nothing to predict" if column in task.attributes else "its classifiers learn without it"
        notes.append(f"{release.name} has no column '{column}'{hint}: {without}")
    if not any(column in release.column_names for column in task.columns):
        names = ", ".join(release.column_names)
        raise SpecError(f"{release.name} has none of the columns {', '.join(task.columns)}; its own are: {names}")
    return notes


def tradeoff_sql(
    original: Any,
    releases: Sequence[Any],
    task: PredictionTask,
    *,
    control: str | None = None,
    place: Place | None = None,
    dialect: str | None = None,
) -> str:
    """Return the statements of the experiment, one per release and attribute; nothing is opened.

    They take it that each release has every column, with numbers of the original's type.
    """
    place = place or Place()
    printed = dialect_to_write(dialect, place.url)
    if not set(task.classifiers) & set(IN_SQL):
        raise SpecError(f"only {' and '.join(IN_SQL)} are statements; scikit-learn fits the others")

    def relation(text: Any) -> str:
        return printed_relation(text, printed, place, exact=task.spec.exact_names)

    texts = []
    for release in releases:
        for attribute in task.attributes:
            entries = task_entries(
                task,
                attribute,
                relation(original),
                relation(release),
                name_of(release),
                control=None if control is None else relation(control),
            )
            if not task.spec.exact_names:
                entries["columns"] = [
                    {**column, "column": kept(column["column"], printed)} for column in entries["columns"]
                ]
                if task.spec.individual is not None:
                    entries["individual"] = kept(task.spec.individual, printed)
            held_out = f"{task.holdout:g} of it, seed {task.seed}" if control is None else control
            about = heading(
                f"u_base, u_san, u_max and utility_gain of classifiers of {attribute}",
                f"learnt from {name_of(original)}, keys and sensitive attributes apart, and from {name_of(release)}; "
                f"tested on {held_out}",
                "a row per metric, classifier and measure: u_san - u_base is the gain; reason says why value is NULL",
            )
            texts.append(about + render("tradeoff", entries, dialect=printed) + "\n")
    return texts[0] if len(texts) == 1 else "".join(f"{text[:-1]};\n" for text in texts)
