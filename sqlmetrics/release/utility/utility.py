"""The utility of releases of an original: coverage, accuracy and information loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmetrics.engine.comparison import Comparison, compared, printed_beside
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.row_numbers import left_out_note
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.answer_scores import answer_scores, query_workload, withheld_errors
from sqlmetrics.release.utility.answers import (
    AnsweredQuery,
    QueryAnswer,
    Reply,
    answers_of,
    ask,
    conditions_for,
    queries_plan,
    summarised,
)
from sqlmetrics.release.utility.column_scores import column_scores, pair_scores, record_scores
from sqlmetrics.release.utility.losses import MOST_PAIRS, columns_plan, linked_plans, pairs_plan
from sqlmetrics.release.utility.measured import (
    MeasuredColumns,
    column_losses,
    column_names,
    measure_columns,
    numbers_of,
    relations_of,
)
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.release.utility.other_system import ask_one_by_one, coverage_scores, open_system
from sqlmetrics.release.utility.propensity import propensities_plan, propensity_scores
from sqlmetrics.release.utility.user_statements import Answering, ask_statements
from sqlmetrics.risk.scores import ReleaseScores, Score
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.dialects import check_dialect
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import heading

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


def utility(
    original: Any,
    releases: Mapping[str, Any] | Sequence[Any],
    options: UtilityOptions | None = None,
    place: Place | None = None,
    progress: Progress | None = None,
    *,
    release_place: Place | None = None,
) -> Utility:
    """Return the utility of releases of an original.

    It is the coverage of columns, the accuracy of a workload's answers, and the information lost.

    Relations are named as in `score` and lie in one place. With a `release_place`, of any PEP 249
    connection or URL, the releases are tables of another system that answers SQL, query by
    query; the original stays where it is.

    Raises SpecError for options that do not fit, QueryError where an engine fails on the original.
    """
    options, place = options or UtilityOptions(), place or Place()
    place = replace(place, limits=replace(place.limits, list_bits=LIST_BITS))
    if not releases:
        raise SpecError("name at least one release")
    system_place = release_place if release_place is not None and release_place.holds_tables else None
    here = releases if system_place is None else []
    with compared(original, here, place, progress, parsed=True, columns=options.named) as comparison:
        if system_place is None:
            return _utility(comparison, options)
        with open_system(releases, system_place) as system:
            return _utility_of_system(comparison, system, options)


def utility_sql(
    original: Any,
    releases: Sequence[Any],
    options: UtilityOptions | None = None,
    place: Place | None = None,
    *,
    dialect: str | None = None,
) -> str:
    """Return the statements that `utility` runs, for the same arguments, with a comment above each.

    The columns' extremes and numbers of values are read for them, since bins follow the data.
    """
    options = options or UtilityOptions()
    with compared(original, releases, place, columns=options.named) as comparison:
        measured = measure_columns(comparison, options)
        relations, columns = measured.relations, measured.columns
        printed = relations.engine.dialect if dialect is None else check_dialect(dialect)
        plans = [
            (
                "what each release keeps of each column",
                "column_losses",
                columns_plan(relations, columns, measured.trees),
            )
        ]
        if options.pairs and (pairs := pairs_plan(relations, columns)) is not None:
            plans.append(("how alike pairs of columns are", "pair_losses", pairs))
        if options.pmse:
            cells = propensities_plan(relations, columns)
            plans.append(("how well released records can be told apart", "saturated_propensities", cells))
            plans.append(("the counts that the logistic model is fitted to", "propensity_cells", cells))
        for release in relations.releases if options.record is not None else ():
            for plan in linked_plans(relations, release, columns, str(options.record)):
                plans.append((f"what linked records of {release.name} tell", "linked_losses", plan))
        workload = query_workload(measured)
        for bases, queries in ((workload.generic, options.queries), (workload.friendly, None)):
            if bases:
                plan = queries_plan(relations, bases, conditions_for(bases, queries), options.seed)
                plans.append((f"the answers of the {bases[0].workload} workload", "asked_queries", plan))
        texts = [(about, render(macro, plan, dialect=printed)) for about, macro, plan in plans]
        for relation in (relations.original, *relations.releases):
            for name, text in workload.statements:
                texts.append((f"{name}, of {relation.name}", text.replace("{table}", relation.from_sql)))
    for given, relation in zip((original, *releases), relations.all, strict=True):
        own = dialect is None and relations.engine.database is None
        written = printed_beside(given, relation, printed, place or Place(), own=own, exact=options.exact_names)
        texts = [(about, text.replace(relation.from_sql, written)) for about, text in texts]
    return "\n".join(heading(about) + f"{text};\n" for about, text in texts)


def _utility(comparison: Comparison, options: UtilityOptions) -> Utility:
    """Return the utility of releases that lie beside their original."""
    measured = measure_columns(comparison, options)
    relations = measured.relations
    workload = query_workload(measured)
    queries, replies = ask(relations, workload.generic, options.queries, options.seed, options.minimum_people)
    own, own_replies = ask(relations, workload.friendly, None, options.seed, options.minimum_people)
    releases = [(relations.engine, release) for release in relations.releases]
    answered = ask_statements((relations.engine, relations.original), releases, workload.statements, len(own) + 1)
    scores = [*column_scores(measured), *pair_scores(measured), *record_scores(measured), *propensity_scores(measured)]
    names = [release.name for release in relations.releases]
    return _result(measured, names, [*replies, *own_replies, *answered], queries, scores)


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
