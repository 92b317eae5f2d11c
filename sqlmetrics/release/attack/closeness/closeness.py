"""The closeness of releases to their original, and what it tells of who was in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from sqlmetrics.engine.comparison import (
    Compared,
    Comparison,
    Sides,
    check_kinds,
    printed_statements,
)
from sqlmetrics.engine.kinds import left_out_note, row_numbers
from sqlmetrics.engine.progress import Progress
from sqlmetrics.release.attack.attack_log import DATASET
from sqlmetrics.release.attack.closeness.options import ClosenessOptions
from sqlmetrics.release.attack.closeness.scores import closeness_notes, closeness_scores
from sqlmetrics.release.attack.closeness.searches import Searches, column_entries, run_searches, side_of
from sqlmetrics.release.attack.truth import Truth, control_of, truth_of
from sqlmetrics.scoring.scores import ReleaseScores, Score


@dataclass(frozen=True)
class ClosenessQuestion:
    """The question how close releases are to their original, and how well that tells who was in it.

    Distances are means over the columns: of numbers and dates the difference over the range in the
    original, at most 1; of others 0 or 1; two NULLs are equal, and one is 1 from any value.

    Sources: Platzer and Reutterer 2021; Yeom et al. 2018; Jagielski, Ullman and Oprea 2020.
    """

    sides: Sides
    options: ClosenessOptions

    def answer(self, progress: Progress | None = None) -> ReleaseScores:
        """Return the closeness of each release.

        Raises SpecError for options and columns that do not fit, QueryError where the engine fails.
        """
        options = self.options
        scores: list[Score] = []
        notes: list[str] = []
        with self._opened(self.sides, progress) as comparison:
            numbers = _numbers(comparison, options)
            notes += left_out_note(numbers, "name them in `columns` to bring them back")
            for searches in _searches(comparison, options, numbers):
                name, columns = searches.release.relation.name, tuple(column["name"] for column in searches.columns)
                rows = run_searches(searches, comparison.engine)
                scores += closeness_scores(rows, name, DATASET, columns, options.delta)
                notes += [*_samples(searches), *closeness_notes(rows, name)]
            names = [release.name for release in comparison.releases]
            return ReleaseScores.of(comparison.engine, comparison.original, names, scores, dict.fromkeys(notes))

    def printed(self, dialect: str | None = None) -> str:
        """Return the statements that are run for the answer, with comments above.

        The relations are opened: columns have kinds, and the numbers of records say how many are
        drawn.
        """
        exact = self.options.exact_names
        with self._opened(self.sides._replace(releases=self.sides.listed)) as comparison:
            texts = (
                printed_statements(comparison, searches.statements.values(), searches.relations, dialect, exact=exact)
                for searches in _searches(comparison, self.options, _numbers(comparison, self.options))
            )
            return "\n".join(texts)

    def _opened(self, sides: Sides, progress: Progress | None = None) -> AbstractContextManager[Comparison]:
        """Open the relations. Raises SpecError for a number that is out of its range."""
        options = self.options
        options.check()
        return sides.opened(progress, beside=(options.control,), columns=options.named)


def _searches(comparison: Comparison, options: ClosenessOptions, numbers: Sequence[str]) -> Iterator[Searches]:
    """Yield the searches of each release. Raises SpecError for columns that do not compare."""
    engine = comparison.engine
    truth = truth_of(engine, comparison.original, options.individual)
    control: Truth | None = None
    if options.control is not None:
        control = control_of(engine, comparison.original, comparison.beside(options.control), options.individual)
    for release in comparison.releases:
        columns = column_entries(truth, _columns(comparison, release, options, numbers))
        if control is not None:
            control.relation.check(*(column["name"] for column in columns))
        yield Searches(
            release=side_of(engine, release, columns),
            original=side_of(engine, truth.relation, columns),
            control=None if control is None else side_of(engine, control.relation, columns),
            columns=columns,
            options=options,
        )


def _numbers(comparison: Comparison, options: ClosenessOptions) -> tuple[str, ...]:
    """Return the columns that number rows, none where the user named the columns to compare."""
    wanted = [name for name in (options.record_id, options.individual) if name is not None]
    return () if options.columns else row_numbers(comparison, wanted=wanted)


def _columns(
    comparison: Comparison, release: Compared, options: ClosenessOptions, numbers: Sequence[str]
) -> tuple[str, ...]:
    """Return the columns that distances compare; by default without the ones that number rows.

    Raises SpecError for one that does not compare.
    """
    if not options.columns:
        apart = [name for name in (options.record_id, options.individual) if name is not None]
        comparison.original.check(*apart)
        return comparison.shared(release, without=[*apart, *numbers])
    for name in options.columns:
        comparison.original.check(name)
        release.check(name)
        check_kinds(comparison.original, release, name)
    return options.columns


def _samples(searches: Searches) -> Iterator[str]:
    """Yield notes on records that were drawn, since not all were searched for or compared."""
    options, release = searches.options, searches.release
    most = f"by seed {options.seed}, since a search compares {options.max_pairs:,} pairs at most (`max_pairs`)"
    name, records = release.relation.name, release.extent.records
    if searches.drawn < records:
        yield f"{name}: distances are measured for {searches.drawn:,} of {records:,} records, drawn {most}"
    if searches.control is None:
        return
    people = "records" if options.individual is None else f"individuals ({options.individual})"
    for side in (searches.original, searches.control):
        if searches.people < side.extent.records:
            whom = f"{searches.people:,} {people} of {side.relation.name}"
            yield f"{name}: the membership attack is on {whom}, drawn {most}"
        if (alike := searches.alike(side)) is not None:
            yield (
                f"{side.relation.name} has {side.extent.records:,} records: {alike:,} of them, drawn by seed"
                f" {options.seed}, are compared with as many of the other group, since more are closer by chance"
            )
