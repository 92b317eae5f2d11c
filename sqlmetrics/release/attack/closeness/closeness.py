"""The closeness of releases to their original, and what it tells of who was in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from sqlmetrics.engine.comparison import Compared, Comparison, check_kinds, compared, printed_beside
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.row_numbers import left_out_note, row_numbers
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.attack_log import DATASET
from sqlmetrics.release.attack.closeness.options import ClosenessOptions
from sqlmetrics.release.attack.closeness.scores import closeness_notes, closeness_scores
from sqlmetrics.release.attack.closeness.searches import Searches, column_entries, run_searches, side_of
from sqlmetrics.release.attack.truth import Truth, control_of, truth_of
from sqlmetrics.risk.scores import ReleaseScores, Score
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.dialects import check_dialect
from sqlmetrics.statement.statement import heading


def closeness(
    original: Any,
    releases: Mapping[str, Any] | Sequence[Any],
    options: ClosenessOptions | None = None,
    place: Place | None = None,
    progress: Progress | None = None,
) -> ReleaseScores:
    """Return how close releases are to their original, and how well that tells who was in it.

    Distances are means over the columns. Numbers and dates differ by their difference over the
    range in the original, at most 1; other values by 0 or 1. Two NULLs are equal, and a NULL is 1
    from any value. Relations are named as in `score` and lie in one place.

    Raises SpecError for options and columns that do not fit, QueryError where the engine fails.
    Sources: Platzer and Reutterer 2021; Yeom et al. 2018; Jagielski, Ullman and Oprea 2020.
    """
    options = options or ClosenessOptions()
    options.check()
    scores: list[Score] = []
    notes: list[str] = []
    with _beside(original, releases, options, place, progress, parsed=True) as comparison:
        numbers = _numbers(comparison, options)
        notes += left_out_note(numbers, "name them in `columns` to bring them back")
        for searches in _searches(comparison, options, numbers):
            name, columns = searches.release.relation.name, tuple(column["name"] for column in searches.columns)
            rows = run_searches(searches, comparison.engine)
            scores += closeness_scores(rows, name, DATASET, columns, options.delta)
            notes += [*_samples(searches), *closeness_notes(rows, name, options)]
        names = [release.name for release in comparison.releases]
        return ReleaseScores.of(comparison.engine, comparison.original, names, scores, dict.fromkeys(notes))


def closeness_sql(
    original: Any,
    releases: Sequence[Any],
    options: ClosenessOptions | None = None,
    place: Place | None = None,
    *,
    dialect: str | None = None,
) -> str:
    """Return the statements that `closeness` runs, for the same arguments, with comments above.

    The relations are opened: columns have kinds, and the numbers of records say how many are drawn.
    """
    options = options or ClosenessOptions()
    options.check()
    with _beside(original, releases, options, place) as comparison:
        printed = comparison.engine.dialect if dialect is None else check_dialect(dialect)
        own = dialect is None and comparison.engine.database is None
        texts = []
        found_in = _searches(comparison, options, _numbers(comparison, options))
        for given, searches in zip(releases, found_in, strict=True):
            relations = [(original, searches.original.relation), (given, searches.release.relation)]
            if searches.control is not None:
                relations.append((options.control, searches.control.relation))
            name = searches.release.relation.name
            for macro, about, text in searches.statements(printed):
                for written, relation in relations:
                    shown = printed_beside(
                        written, relation, printed, place or Place(), own=own, exact=options.exact_names
                    )
                    text = text.replace(relation.from_sql, shown)
                texts.append(heading(f"{macro} of {name}", about) + f"{text};\n")
    return "\n".join(texts)


def _beside(
    original: Any,
    releases: Mapping[str, Any] | Sequence[Any],
    options: ClosenessOptions,
    place: Place | None,
    progress: Progress | None = None,
    *,
    parsed: bool = False,
) -> AbstractContextManager[Comparison]:
    """Open the relations. Raises SpecError where no release is named."""
    if not releases:
        raise SpecError("name at least one release")
    return compared(
        original, releases, place, progress, parsed=parsed, beside=(options.control,), columns=options.named
    )


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
