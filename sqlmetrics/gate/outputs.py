"""Published tables that are judged: the scores of each table, held to the limits on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.judged_family import JudgedFamily
from sqlmetrics.gate.thresholds import (
    Measured,
    Threshold,
    Verdict,
    check_measured,
    judge,
    strictest_of_each,
    thresholds_of,
    written_thresholds,
)
from sqlmetrics.risk.outputs import SCORES, SUM_RULES, Outputs, PublishedTable, output_name, outputs_question
from sqlmetrics.risk.published.differences import ANSWER_SCORES, Differences
from sqlmetrics.risk.published.hidden_cells import HIDDEN_SCORES, HiddenCells, HiddenQuestion
from sqlmetrics.risk.published.questions import Published, published_question
from sqlmetrics.scoring.scores import Score, table_score
from sqlmetrics.spec.bounds import COUNT
from sqlmetrics.spec.outputs import OutputRules, output_rules
from sqlmetrics.spec.published_limits import published_limit, rules_of_limits
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.text import joined

ON_LIMIT = ("zero_cells",)
"""The scores that only a limit asks for: whether an empty cell discloses depends on its table."""

ANSWERS, PUBLISHED = "answers", "published"
"""The targets of scores of answers, and of tables that are published alone."""

MOST_DRAWN = 200
"""The most cells of a table that is drawn."""

WORST = 10
"""The most cells of a table that are kept as breaking a rule."""


class TableLimits(NamedTuple):
    """The rules by which published tables are scored, and the limits on these scores."""

    rules: OutputRules
    thresholds: tuple[Threshold, ...]


@dataclass(frozen=True)
class JudgedTables(JudgedFamily):
    """Published tables or answers that are held to limits: what they give away, and the verdicts.

    `outputs` are the tables by the spec's own rules, or its answers, or tables alone. The scores
    are by these, and by the rules of published limits where they are others. `notes` say what was
    not judged. For a report one table of two columns is `drawn`, with all its cells; of tables
    alone `outputs` has it.
    """

    outputs: Published
    drawn: PublishedTable | None


def table_limits(spec: Spec) -> list[TableLimits]:
    """Return the limits on the tables or answers of a spec by their rules, its own rules first.

    Raises SpecError for a limit on no table, or on sums where no measure is named.
    """
    own = spec.outputs.checked().rules(rules_of_limits(spec.limits))
    held: dict[OutputRules, list[Threshold]] = {own: []}
    for threshold in _published(spec):
        rules = output_rules(published_limit(str(threshold.published)).rules)
        same = own.parameters(threshold.metric) == rules.parameters(threshold.metric)
        held.setdefault(own if same else rules, []).append(threshold)
    written = [one for one in written_thresholds(spec.thresholds) if one.family == "outputs"]
    for one in written:
        if one.metric in SUM_RULES and spec.outputs.measure is None and not spec.outputs.published:
            raise SpecError(f"the threshold {one} is about sums: name the `measure` of `outputs`")
    check_measured(written, [*_measured(spec)])
    limits = [TableLimits(rules, tuple(strictest_of_each(others))) for rules, others in held.items()]
    limits[0] = TableLimits(own, (*written, *limits[0].thresholds))
    return limits


def _measured(spec: Spec) -> Iterator[Measured]:
    """Yield the subjects of the scores of a spec's tables, or of its answers."""
    if spec.outputs.published:
        yield from (Measured(score, PUBLISHED, None) for score in HIDDEN_SCORES)
    if spec.outputs.asks_answers:
        yield from (Measured(score, ANSWERS, None) for score in ANSWER_SCORES)
    for columns in spec.outputs.tables:
        yield from (Measured(score, output_name(columns), None) for score in SCORES)


def _published(spec: Spec) -> Iterator[Threshold]:
    """Yield the thresholds of a spec's published limits; those on sums only with a measure."""
    scored = {subject.metric for subject in _measured(spec)}
    if spec.outputs.measure is None:
        scored -= {*SUM_RULES}
    for name in spec.limits:
        yield from (one for one in thresholds_of(published_limit(name)) if one.metric in scored)


def not_judged(spec: Spec) -> tuple[str, ...]:
    """Return which published limits on tables are not held, and what they would need."""
    if spec.outputs.measure is not None and not spec.outputs.published:
        return ()
    records = bool(spec.outputs.published)
    needs = "it needs the records behind the tables" if records else "a sum needs the `measure` of `outputs`"
    of_tables = {name: [one.metric for one in thresholds_of(published_limit(name)) if one.family == "outputs"]
                 for name in spec.limits}  # fmt: skip
    unheld = {name: [one for one in metrics if records or one in SUM_RULES] for name, metrics in of_tables.items()}
    return tuple(
        f"{joined(rules)} of {name} {'was' if len(rules) == 1 else 'were'} not judged: {needs}"
        for name, rules in unheld.items()
        if rules
    )


def judge_tables(spec: Spec, progress: Progress, *, reports: bool, show_values: bool) -> JudgedTables | None:
    """Return what a spec's tables or answers give away, and the verdicts; None where it has none.

    With `reports` one of them is drawn, if any has two columns. Raises SpecError, QueryError as
    `outputs` does.
    """
    if not spec.outputs.is_asked:
        return None
    first: Published | None = None
    scores: list[Score] = []
    verdicts: list[Verdict] = []
    for rules, thresholds in table_limits(spec):
        question = published_question(spec, rules=rules, show_values=show_values, limit=WORST)
        found = (replace(question, draws=reports) if isinstance(question, HiddenQuestion) else question).answer(
            progress
        )
        asked = {threshold.metric for threshold in thresholds}
        own = [one for one in _scores(found, thresholds) if first is None or one.metric in asked]
        own = [one for one in own if one.metric in asked or one.metric not in ON_LIMIT]
        first = first or found
        scores += own
        verdicts += judge(thresholds, own)
    if first is None:
        return None
    notes = not_judged(spec) if isinstance(first, Outputs) else (*not_judged(spec), *first.notes)
    drawn = _drawn(spec, first, progress) if reports and isinstance(first, Outputs) else None
    return JudgedTables(tuple(scores), tuple(verdicts), notes, first, drawn)


def _scores(found: Published, thresholds: Iterable[Threshold]) -> list[Score]:
    """Return the scores of what is published, which is held to thresholds."""
    if isinstance(found, Outputs):
        return scores_of_outputs(found)
    return scores_of_answers(found) if isinstance(found, Differences) else scores_of_hidden(found, thresholds)


def _drawn(spec: Spec, found: Outputs, progress: Progress) -> PublishedTable | None:
    """Return a table of two columns with all its cells, one with a small cell first; or None.

    By a minimum above all people, each cell is one that breaks a rule.
    """
    pairs = [one for one in found if len(one.keys) == 2 and 0 < one.cells <= MOST_DRAWN]
    if not pairs:
        return None
    chosen = max(pairs, key=lambda one: one.cells_below > 0)
    alone = spec.outputs.model_copy(update={"keys": [[*chosen.keys]], "cube": []})
    rules = replace(found.rules, minimum_frequency=COUNT)
    question = outputs_question(spec.model_copy(update={"outputs": alone}), rules=rules, show_values=True)
    (table,) = question.answer(progress)
    return table


def scores_of_outputs(outputs: Outputs) -> list[Score]:
    """Return the scores of published tables, as score records whose targets are the tables.

    Each rests on the cells of its table. Without a measure there are none of sums.
    """
    metrics: Sequence[str] = [score for score in SCORES if outputs.measure is not None or score not in SUM_RULES]
    known: Any = catalogue("outputs")
    return [
        table_score(
            known[metric],
            target=output_name(table.keys),
            records=table.cells,
            value=getattr(table, metric),
            reason=table.reasons.get(metric),
            parameters=outputs.rules.parameters(metric),
        )
        for table in outputs
        for metric in metrics
    ]


def scores_of_answers(found: Differences) -> list[Score]:
    """Return the scores of answers, as score records; each rests on all answers."""
    known: Any = catalogue("outputs")
    return [
        table_score(
            known[metric],
            target=ANSWERS,
            records=len(found.answers),
            value=getattr(found, metric),
            reason=found.reasons.get(metric),
            parameters=found.rules.parameters(metric),
        )
        for metric in ANSWER_SCORES
    ]


def scores_of_hidden(found: HiddenCells, thresholds: Iterable[Threshold]) -> list[Score]:
    """Return the scores of tables that are published alone; each rests on all cells of all tables.

    While cells are not proven a number is undefined, unless it is beyond a threshold already.
    """
    known: Any = catalogue("outputs")
    limits: dict[str, float] = {}
    for one in thresholds:
        limits[one.metric] = min(one.limit, limits.get(one.metric, one.limit))
    values = {metric: getattr(found, metric) for metric in HIDDEN_SCORES}
    reasons = {
        metric: reason
        for metric, reason in found.reasons.items()
        if metric not in limits or values[metric] <= limits[metric]
    }
    return [
        table_score(
            known[metric],
            target=PUBLISHED,
            records=sum(table.cells for table in found.tables),
            value=None if metric in reasons else value,
            reason=reasons.get(metric),
            parameters=None if found.width is None else f"width={found.width}",
        )
        for metric, value in values.items()
    ]
