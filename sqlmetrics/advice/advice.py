"""The cheapest recoding of a relation whose scores keep the thresholds, with the proof.

A search asks of nodes which pass, and what their failures rule out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlmetrics.advice.attackers import limits_of, question_of_attackers, verified_for_attackers, with_all_thresholds
from sqlmetrics.advice.counts.coded import Coded, coded
from sqlmetrics.advice.counts.conditions import ClassCondition, conditions_of
from sqlmetrics.advice.counts.screening import screen
from sqlmetrics.advice.counts.settled import Settled, keeps, scored, settle
from sqlmetrics.advice.counts.table_scores import table_scores
from sqlmetrics.advice.cuts.advice import check_cut_words, multidimensional_advice
from sqlmetrics.advice.cuts.recoding import check_people
from sqlmetrics.advice.frontier import RISK, WEIGHED_RECODINGS, Solution, Solutions, workload_task, worth
from sqlmetrics.advice.generalizations import Generalization, check_words, generalizations, proposals
from sqlmetrics.advice.local.local import least_records, local_beside
from sqlmetrics.advice.losses import Losses, lattice_of, with_workload
from sqlmetrics.advice.lost import LostValues, lost_values
from sqlmetrics.advice.question import Question
from sqlmetrics.advice.result import Advice, Change, column_change
from sqlmetrics.advice.search.lattice import Lattice, Node
from sqlmetrics.advice.search.search import SearchResult
from sqlmetrics.advice.series import (
    advice_in_series,
    check_series,
    earlier_recoding,
    earlier_series,
    own_thresholds,
    recoded_series,
)
from sqlmetrics.advice.tables import spec_of_readers
from sqlmetrics.advice.view import (
    Recoding,
    Release,
    floating_columns,
    unexplained_identifiers,
    verified,
    view_texts,
)
from sqlmetrics.advice.written_words import source_spec, view_spec
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.printed_relations import unopened
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source, opened_records, population_source
from sqlmetrics.engine.written_dates import check_dates
from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import WEIGHTED, Plan
from sqlmetrics.statement.planning import build_plan, check_columns
from sqlmetrics.version import __version__


def advise(spec: Spec, *, dialect: str | None = None, progress: Progress | None = None) -> Advice:
    """Return the recoding of a spec's relation that passes its thresholds with the least loss.

    The relation is read once and searched as counts, after a look at a sample of columns without
    levels; the view is scored from the relation before it is returned. Its text is in the named
    `dialect`, by default in the dialect of the relation's place. Raises SpecError for what cannot
    be searched as the spec says, QueryError where the engine fails, and where the view's scores
    differ from the scores of the search.

    With earlier releases the earlier recoding is the advice, where it passes all thresholds. By the
    strategy of median cuts it is the classes that these make, beside the recoding with the least
    loss.
    """
    check_goes_with("advise", spec)
    if spec.outputs.is_asked:
        spec = spec_of_readers(spec)
    if spec.advise.strategy != "full_domain":
        return _by_cuts(spec, dialect, progress)
    if spec.attackers:
        return _for_attackers(spec, dialect, progress)
    return _of_whole_columns(spec, dialect, progress)


class _Search(NamedTuple):
    """What a search of counts found: a node, and the classes that it and the table itself leave.

    The node is the coarsest where no recoding passes, and `failing` are then its classes as they
    are. `minimal` are the recodings that no other beats, where they were asked for.
    """

    question: Question
    found: SearchResult
    minimal: Solutions | None
    node: Node
    mark: str
    before: Settled
    settled: Settled
    failing: Settled | None


def _searched(spec: Spec, counts: Coded, conditions: Sequence[ClassCondition], lattice: Lattice) -> _Search:
    """Return what the search for the recoding with the least loss finds in counts."""
    budget = counts.budget(spec.advise.suppress)
    losses = Losses(spec.advise.loss, counts, lattice, budget, spec.advise.about)
    with (
        screen(counts, conditions, budget, sized=losses.sized) as screening,
        table_scores(counts, conditions) as tables,
    ):
        question = Question(counts, conditions, lattice, screening, tables, losses)
        found = question.search(spec.advise.time_limit)
        minimal = question.frontier(spec.advise.time_limit) if spec.advise.frontier else None
    before = settle(counts, conditions, lattice.bottom, 0, suppress=False)
    node = found.nodes[0] if found.nodes else lattice.most
    mark = counts.mark(node)
    settled = settle(counts, conditions, node, question.budget if found.nodes else counts.records)
    failing = None if found.nodes else settle(counts, conditions, node, 0, suppress=False)
    return _Search(question, found, minimal, node, mark, before, settled, failing)


def _of_whole_columns(spec: Spec, dialect: str | None, progress: Progress | None) -> Advice:
    """Return the recoding of whole columns that passes with the least loss."""
    check_series(spec)
    plan = advised_plan(spec)
    conditions = conditions_of(own_thresholds(spec), plan)
    check_words(spec)
    task = workload_task(spec)
    if dialect is not None:
        unopened(spec, dialect)
    k = least_records(spec, conditions) if spec.advise.local else 0
    earlier = earlier_series(spec, progress)
    with opened_records(spec, progress or Progress(), beside=[spec.population]) as source:
        described, levels = _levels(source, spec, plan)
        people = population_source(source, spec) if plan.populated else None
        with coded(source, plan, levels, people) as counts:
            lattice = lattice_of(spec.advise.loss, counts.columns, spec.advise.prefer)
            search = _searched(spec, counts, conditions, lattice)
        found, settled, minimal = search.found, search.settled, search.minimal
        pairs = tuple(zip(levels, search.node, strict=True))
        starred = not spec.advise.leave_out
        lost: tuple[LostValues, ...] = ()
        texts, after = None, () if search.failing is None else search.failing.scores
        whole_rows = Recoding(
            *(plan, pairs, search.mark, conditions, 0, unexplained_identifiers(spec), starred),
            floating=floating_columns(described),
        )
        cheapest = replace(whole_rows, rounds=settled.rounds) if found.nodes else None
        recoding = cheapest
        if earlier is not None and earlier.passed:
            pairs, settled, found = earlier_recoding(spec, source, plan, conditions, people, found)
            recoding = replace(whole_rows, levels=pairs)
        if recoding is not None:
            after = verified(source, people, spec, recoding, settled, counts.records)
            texts = view_texts(recoding, source, spec, dialect, settled.suppressed, counts.records)
            if settled.suppressed:
                there = [column.column for column, level in pairs if level < column.root]
                lost = tuple(lost_values(source, people, recoding, [*there, *spec.sensitive]))
        if minimal is not None and minimal.solutions and task is not None:
            weighed = _recodings(whole_rows, minimal.listed[:WEIGHED_RECODINGS])
            minimal = replace(minimal, worth=worth(source, people, task, weighed))
        local = None
        if spec.advise.local:
            recoded = search.node if recoding is cheapest and settled.suppressed else lattice.bottom
            local_pairs = tuple(zip(levels, recoded, strict=True))
            local = local_beside(source, spec, replace(whole_rows, levels=local_pairs), k, dialect)
    changes = [_change(condition, search.before.scores, after) for condition in conditions]
    series = None
    if spec.released:
        searched = recoded_series(spec, cheapest or whole_rows, progress)
        chosen = earlier if earlier is not None and earlier.passed else searched
        if searched.verdicts:
            changes += chosen.changes(recoded_series(spec, None, progress))
        series = advice_in_series(earlier, searched, found=cheapest is not None)
        if not chosen.passed:
            texts, found = None, replace(found, nodes=(), loss=None, proven=False)
    return _advice(
        spec,
        source,
        found,
        pairs,
        changes,
        texts,
        records=counts.records,
        nodes=lattice.nodes,
        proof=search.question.proof,
        suppressed=settled.suppressed,
        budget=search.question.budget,
        mark=search.mark if settled.suppressed and starred else None,
        frontier=minimal,
        local=local,
        series=series,
        lost=lost,
    )


def _by_cuts(spec: Spec, dialect: str | None, progress: Progress | None) -> Advice:
    """Return the classes of median cuts, beside the recoding of whole columns."""
    check_cut_words(spec)
    plan = advised_plan(spec)
    conditions = conditions_of(own_thresholds(spec), plan)
    check_people(plan, conditions)
    whole = spec.model_copy(update={"advise": spec.advise.model_copy(update={"strategy": "full_domain"})})
    full_domain = advise(whole, dialect=dialect, progress=progress)
    return multidimensional_advice(spec, plan, conditions, full_domain, _change, dialect, progress)


def _advice(
    spec: Spec,
    source: Source,
    found: SearchResult,
    pairs: Sequence[tuple[Generalization, int]],
    changes: Sequence[Change],
    texts: Release | None,
    *,
    suppressed: int = 0,
    mark: str | None = None,
    **more: Any,
) -> Advice:
    """Return what was found, with the texts and the specs of the view, if there is one.

    `mark` stands in suppressed records, if the view has any. `more` are further fields.
    """
    return Advice(
        relation_name=source.name,
        dialect=source.engine.dialect.name if texts is None else texts.dialect,
        version=__version__,
        suppressed=suppressed,
        columns=tuple(column_change(column, level) for column, level in pairs),
        loss_name=spec.advise.loss,
        loss=found.loss,
        ties=tuple(dict(zip(spec.quasi_identifiers, other, strict=True)) for other in found.nodes[1:]),
        thresholds=tuple(changes),
        asked=found.asked,
        proven=found.proven,
        bound=found.bound,
        gap=found.gap,
        view=None if texts is None else texts.statement,
        model=None if texts is None else texts.model,
        spec=None if texts is None else view_spec(spec, texts.name, pairs, mark),
        source_spec=source_spec(spec, pairs) if texts is not None and not suppressed else None,
        **more,
    )


def _levels(source: Source, spec: Spec, plan: Plan) -> tuple[list[tuple[str, str]], tuple[Generalization, ...]]:
    """Return the columns of an open relation with their types, and the levels to search.

    Raises SpecError where it lacks a column of the plan, or has dates in another form.
    """
    described = describe(source.engine, source.from_sql, source.name)
    check_columns(plan, described, source.name)
    levels = generalizations(spec, proposals(source, spec))
    given = [level for level in levels if level.column in spec.advise.generalizations]
    dates = [(level.column, part) for level in given for part in level.partitions]
    check_dates(source.engine, dates, source.from_sql, source.name)
    return described, levels


def _for_attackers(spec: Spec, dialect: str | None, progress: Progress | None) -> Advice:
    """Return the recoding with the least loss that keeps the limits of all attackers."""
    limits_of(spec)
    plan = advised_plan(with_all_thresholds(spec))
    check_words(spec)
    if dialect is not None:
        unopened(spec, dialect)
    with opened_records(spec, progress or Progress(), beside=[spec.population]) as source:
        described, levels = _levels(source, spec, plan)
        people = population_source(source, spec) if plan.populated else None
        with coded(source, plan, levels, people) as counts:
            lattice = lattice_of(spec.advise.loss, counts.columns, spec.advise.prefer)
            losses = Losses(spec.advise.loss, counts, lattice, 0, spec.advise.about)
            with question_of_attackers(spec, plan, counts, losses, lattice) as question:
                found = question.search(spec.advise.time_limit)
                node = found.nodes[0] if found.nodes else lattice.most
                pairs = tuple(zip(levels, node, strict=True))
                floating = floating_columns(described)
                omitted = unexplained_identifiers(spec)
                recoding = Recoding(plan, pairs, counts.mark(node), omitted=omitted, floating=floating)
                texts = None
                if found.nodes:
                    after = verified_for_attackers(source, people, spec, recoding, question)
                    texts = view_texts(recoding, source, spec, dialect, 0, counts.records)
                else:
                    after = question.scores(node)
                changes = question.changes(lattice.bottom, after)
    return _advice(
        spec,
        source,
        found,
        pairs,
        changes,
        texts,
        records=counts.records,
        nodes=lattice.nodes,
        proof=question.proof,
        budget=0,
    )


def advised_plan(spec: Spec) -> Plan:
    """Return the plan of a spec's thresholds, over its quasi-identifiers as they are.

    Raises SpecError for words that do not go with advice.
    """
    thresholds = own_thresholds(spec)
    for threshold in thresholds:
        if catalogue()[threshold.metric].targets in {"sampled", *WEIGHTED}:
            raise SpecError(
                f"advice does not search for {threshold.metric}, which is estimated: leave its threshold out,"
                " and check the view for it"
            )
    metrics = [threshold.metric for threshold in thresholds] + ([RISK] if spec.advise.frontier else [])
    partitions = {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive}
    words: dict[str, Any] = {"metrics": list(dict.fromkeys(metrics)), "partitions": partitions, "level": "table"}
    return with_workload(build_plan(spec.model_copy(update=words)).measured, spec.advise)


def _recodings(recoding: Recoding, solutions: Sequence[Solution]) -> dict[str, Recoding]:
    """Return the recodings of a frontier by the names that its table gives them."""
    columns = [column for column, _ in recoding.levels]
    return {
        f"recoding {place}": replace(
            recoding,
            levels=tuple((column, one.levels[column.column]) for column in columns),
            rounds=one.rounds,
        )
        for place, one in enumerate(solutions, 1)
    }


def _change(condition: ClassCondition, before: Sequence[Score], after: Sequence[Score]) -> Change:
    first, last = scored(before, condition), scored(after, condition)
    threshold = condition.threshold
    return Change(
        metric=condition.metric.name,
        target=condition.subject.target,
        partition=condition.subject.partition,
        bound=threshold.bound,
        limit=threshold.limit,
        before=None if first is None else first.value,
        after=None if last is None else last.value,
        passed=keeps(condition, after),
    )
