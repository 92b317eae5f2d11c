"""The utility of releases of an original: coverage, accuracy and information loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from sqlmetrics.engine.comparison import Comparison, Sides, printed_statements
from sqlmetrics.engine.kinds import left_out_note
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import Statement, written_statement
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.answer_scores import answer_scores, query_workload, withheld_errors
from sqlmetrics.release.utility.answers import (
    AnsweredQuery,
    QueryAnswer,
    Reply,
    answers_of,
    ask,
    queries_statement,
    summarised,
)
from sqlmetrics.release.utility.column_scores import (
    MOST_PAIRS,
    column_scores,
    pair_scores,
    pair_statements,
    record_scores,
    record_statements,
)
from sqlmetrics.release.utility.measured import (
    MeasuredColumns,
    column_losses,
    column_names,
    columns_statement,
    measure_columns,
    numbers_of,
    relations_of,
)
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.release.utility.other_system import ask_one_by_one, coverage_scores, open_system
from sqlmetrics.release.utility.predictions import ask_predictions, prediction_statements
from sqlmetrics.release.utility.propensity import propensity_scores, propensity_statements
from sqlmetrics.release.utility.user_statements import Answering, ask_statements
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.spec.place import Place

LIST_BITS = 17
"""The bits of whole numbers that are counted in a list: one column of up to 130,000 values."""


@dataclass(frozen=True, repr=False)
class Utility(ReleaseScores):
    """The utility of releases of an original.

    It is a record per release, target and metric, and `answers`, one per query and release.
    `sqlmetrics.metrics("utility")` lists the unit, range and direction of each metric.

    Conditions are values of the data, and so are the answers that `withheld` is about: they are
    there, and their errors are scored, with `show_values` only.
    """

    answers: tuple[QueryAnswer, ...] = ()


@dataclass(frozen=True)
class UtilityQuestion:
    """The question what releases are good for: coverage, accuracy of answers, and information loss.

    With a `release_place`, of any PEP 249 connection or URL, the releases are tables of another
    system that answers SQL, query by query; the original stays where it is.
    """

    sides: Sides
    options: UtilityOptions
    release_place: Place = field(default_factory=Place)

    def answer(self, progress: Progress | None = None) -> Utility:
        """Return the coverage of columns, the accuracy of a workload's answers, and the losses.

        Raises SpecError for options that do not fit, QueryError where an engine fails on the
        original.
        """
        original, releases, place = self.sides
        place = replace(place, limits=replace(place.limits, list_bits=LIST_BITS))
        elsewhere = self.release_place.holds_tables
        here = Sides(original, [] if elsewhere else releases, place)
        with here.opened(progress, columns=self.options.named) as comparison:
            if not elsewhere:
                return _utility(comparison, self.options)
            with open_system(releases, self.release_place) as system:
                return _utility_of_system(comparison, system, self.options)

    def printed(self, dialect: str | None = None) -> str:
        """Return the statements that are run for the answer, with a comment above each.

        The columns' extremes and numbers of values are read for them, since bins follow the data.
        Raises SpecError for releases of another system.
        """
        options = self.options
        if self.release_place.holds_tables:
            raise SpecError(
                "a release of another system (`release_url`) is asked query by query, without a statement to print;"
                " run it for the answers"
            )
        sides = self.sides._replace(releases=self.sides.listed)
        with sides.opened(columns=options.named) as comparison:
            measured = measure_columns(comparison, options)
            return printed_statements(
                comparison, _statements(measured), comparison.relations, dialect, exact=options.exact_names
            )


def _statements(measured: MeasuredColumns) -> Iterator[Statement]:
    """Yield the statements that measure utility."""
    relations, options = measured.relations, measured.options
    yield columns_statement(relations, measured.columns, measured.trees)
    yield from pair_statements(measured)
    yield from propensity_statements(measured)
    for release in relations.releases:
        yield from record_statements(measured, release)
    workload = query_workload(measured)
    for bases, queries in ((workload.generic, options.queries), (workload.friendly, None)):
        if bases:
            yield queries_statement(relations, bases, queries, options.seed)
    for relation in relations.all:
        for name, text in workload.statements:
            yield written_statement(text.replace("{table}", relation.from_sql), about=f"{name}, of {relation.name}")
    yield from prediction_statements(relations, workload.predictions)


def _utility(comparison: Comparison, options: UtilityOptions) -> Utility:
    """Return the utility of releases that lie beside their original."""
    measured = measure_columns(comparison, options)
    relations = measured.relations
    workload = query_workload(measured)
    queries, replies = ask(relations, workload.generic, options.queries, options.seed, options.minimum_people)
    own, own_replies = ask(relations, workload.friendly, None, options.seed, options.minimum_people)
    releases = [(relations.engine, release) for release in relations.releases]
    answered = ask_statements((relations.engine, relations.original), releases, workload.statements, len(own) + 1)
    learnt = ask_predictions(comparison, workload.predictions, options, len(own) + 1)
    scores = [*column_scores(measured), *pair_scores(measured), *record_scores(measured), *propensity_scores(measured)]
    names = [release.name for release in relations.releases]
    every = [*replies, *own_replies, *answered, *learnt.replies]
    result = _result(measured, names, every, queries, [*learnt.scores, *scores])
    return replace(result, notes=(*result.notes, *learnt.notes))


def _utility_of_system(comparison: Comparison, system: Sequence[Answering], options: UtilityOptions) -> Utility:
    """Return the utility of releases of another system, which answers query by query."""
    if options.record is not None or options.hierarchies or options.pairs or options.pmse:
        need = "record ids, hierarchies, pairs and pmse need its table here"
        raise SpecError(f"a system that is asked query by query tells coverage and accuracy; {need}")
    original, engine = comparison.original, comparison.engine
    numbers = numbers_of(comparison, options)
    names = column_names(original, options, numbers)
    alone = relations_of(engine, original, (original,), replace(options, suppressed=None))
    measured = column_losses(alone, options, names, [])
    measured = replace(measured, relations=replace(alone, releases=()), numbers=numbers)
    workload = query_workload(measured)
    if workload.predictions:
        raise SpecError("models learn from a table: a system that is asked query by query has no predictions")
    queries, _ = ask(measured.relations, workload.generic, options.queries, options.seed, options.minimum_people)
    own, _ = ask(measured.relations, workload.friendly, None, options.seed, options.minimum_people)
    replies: list[Reply] = []
    for number, (own_engine, release) in enumerate(system, 1):
        replies += ask_one_by_one(own_engine, release, [*queries, *own], number, options.individual)
    replies += ask_statements((engine, original), system, workload.statements, len(own) + 1)
    scores = [score for own_engine, release in system for score in coverage_scores(measured, own_engine, release)]
    result = _result(measured, [release.name for _, release in system], replies, queries, scores)
    failed = [reply for reply in replies if reply.answer is None]
    note = f"{len(failed)} of {len(replies)} queries had no answer" + (
        f", such as: {failed[0].reason}" if failed else ""
    )
    return replace(result, notes=(*result.notes, note))


def _result(
    measured: MeasuredColumns,
    releases: Sequence[str],
    replies: Sequence[Reply],
    queries: Sequence[AnsweredQuery],
    scores: Sequence[Score],
) -> Utility:
    """Return the scores of the replies, then of the columns, with notes for the reader."""
    options, relations = measured.options, measured.relations
    notes = [*left_out_note(measured.numbers, "name them in `columns` to bring them back")]
    if not measured.records:
        notes.append(f"{relations.original.name} has no records; nothing can be measured")
    elif len(queries) < options.queries:
        counted = "records" if options.individual is None else "individuals"
        few = f"the original has no more conditions of 10 to 5,000 {counted}"
        notes.append(f"the generated workload has {len(queries)} queries, not {options.queries}: {few}")
    if options.pairs and len(measured.columns) * (len(measured.columns) - 1) // 2 > MOST_PAIRS:
        notes.append(
            f"contingency_similarity is left out: more than {MOST_PAIRS} pairs of columns; name ten columns at most"
        )
    summaries, errors = summarised(replies)
    hidden = {} if options.show_values else withheld_errors(replies, errors, options.minimum_people)
    return Utility.of(
        relations.engine,
        relations.original,
        releases,
        (*answer_scores(releases, summaries, hidden, options, len(queries)), *scores),
        notes,
        answers=answers_of(releases, replies, errors, show_values=options.show_values),
    )
