"""Brickell and Shmatikov's experiment: the worth of a release to classifiers, and its risk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlmetrics.engine.comparison import (
    Compared,
    Comparison,
    Sides,
    check_kinds,
    recoded,
)
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.classifiers import check_installed
from sqlmetrics.release.utility.prediction_task import FITTED, IN_SQL, PredictionTask, missing_notes, task_entries
from sqlmetrics.release.utility.tradeoff_scores import privacy_scores, utility_scores, worth_sentences
from sqlmetrics.scoring.chance import OF_ITSELF
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.render import render
from sqlmetrics.statement.spelling import kept
from sqlmetrics.statement.statement import heading, joined_statements


@dataclass(frozen=True)
class TradeoffQuestion:
    """The question what releases are worth to classifiers of attributes, and how risky they are.

    `control` is a relation of records that no release was made from: they are held out instead of a
    part of the original. Where the spec's `individual` tells people apart, each counts once in each
    combination of values, people are held out whole, and every relation has that column.
    Classifiers of scikit-learn (decision_tree, random_forest, logistic_regression; the extra `ml`)
    learn from at most `sample` combinations of values, which the task gives. `recodings` have, by
    the name of a release, the partitions of its columns that are applied before it is measured.

    Source: Brickell and Shmatikov 2008.
    """

    sides: Sides
    task: PredictionTask
    control: Any = None
    recodings: Mapping[str, Mapping[str, Partition]] = field(default_factory=dict)

    def answer(self, progress: Progress | None = None) -> ReleaseScores:
        """Return the worth of each release to classifiers of attributes, and its risk.

        The records are, per release: for each workload attribute, classifier and measure
        (`accuracy`, and `f1`: the mean over the attribute's values) u_base, u_san, u_max and
        utility_gain, shares from 0 to 1; unseen_classes; and the scores a_know, a_acc,
        delta_disclosure, itpr, k_anonymity and mutual_information of the release by itself.
        `records` of a utility are the held-out records, `low` and `high` the 95 % confidence
        interval of an accuracy.

        Raises SpecError for options that do not fit, QueryError where the engine fails.
        """
        task = self.task
        if set(task.classifiers) & set(FITTED):
            check_installed()
        dates = [(column, entry) for column, entries in task.candidates.items() for entry in entries]
        opening = self.sides.opened(progress, beside=[self.control], columns=task.read, dates=dates)
        with opening as comparison:
            comparison.original.check(*task.columns)
            beside = None if self.control is None else comparison.beside(self.control, ())
            if beside is not None:
                beside.check(*task.columns)
            if task.spec.individual is not None:
                for relation in (*comparison.relations, *(() if beside is None else (beside,))):
                    relation.check_individual(task.spec.individual)
            names = self.sides.releases if self.recodings else [""] * len(comparison.releases)
            made = [
                recoded(release, self.recodings.get(name, {}), comparison.engine.dialect)
                for name, release in zip(names, comparison.releases, strict=True)
            ]
            return release_scores(comparison, made, task, beside)

    def printed(self, dialect: str | None = None) -> str:
        """Return the statements of the experiment, one per release and attribute.

        Nothing is opened: they take it that each release has every column, with numbers of the
        original's type.
        """
        task = self.task
        written, exact = dialect_to_write(dialect, self.sides.place.url), task.spec.exact_names
        if not set(task.classifiers) & set(IN_SQL):
            raise SpecError(f"only {' and '.join(IN_SQL)} are statements; scikit-learn fits the others")
        comparison = self.sides.unopened(written, task.read, exact=exact)
        control = None if self.control is None else comparison.beside(self.control)
        held_out = f"{task.holdout:g} of it, seed {task.seed}" if control is None else control.name
        texts = []
        for release in comparison.releases:
            for attribute in task.attributes:
                entries = task_entries(comparison.original, release, task, attribute, control)
                if not exact:
                    entries["columns"] = [
                        {**column, "column": kept(column["column"], written)} for column in entries["columns"]
                    ]
                    if task.spec.individual is not None:
                        entries["individual"] = kept(task.spec.individual, written)
                about = heading(
                    f"u_base, u_san, u_max and utility_gain of classifiers of {attribute}",
                    f"learnt from {comparison.original.name}, keys and sensitive attributes apart, and from"
                    f" {release.name}; tested on {held_out}",
                    "a row per metric, classifier and measure: u_san - u_base is the gain; reason says why value is"
                    " NULL",
                )
                texts.append(about + render("tradeoff", entries, dialect=written) + "\n")
        return joined_statements(texts)


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
    for column in task.columns:
        recodings = task.candidates.get(column, ())
        for partition in recodings:
            original.check_intervals(partition, column)
        if control is not None:
            check_kinds(original, control, column)
        if column in release.column_names and not recodings:
            check_kinds(original, release, column)
    if not any(column in release.column_names for column in task.columns):
        names = ", ".join(release.column_names)
        raise SpecError(f"{release.name} has none of the columns {', '.join(task.columns)}; its own are: {names}")
    return missing_notes(release, task)
