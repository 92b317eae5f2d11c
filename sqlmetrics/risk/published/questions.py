"""The question what is published gives away: groupings of records, answers, or tables alone."""

from __future__ import annotations

from sqlmetrics.risk.outputs import Outputs, OutputsQuestion, outputs_question
from sqlmetrics.risk.published.differences import AnswersQuestion, Differences, answers_question
from sqlmetrics.risk.published.hidden_cells import HiddenCells, HiddenQuestion, hidden_question
from sqlmetrics.spec.outputs import OutputRules
from sqlmetrics.spec.spec import Spec

PublishedQuestion = OutputsQuestion | AnswersQuestion | HiddenQuestion
"""The question what is published gives away."""

Published = Outputs | Differences | HiddenCells
"""What is published gives away."""


def published_question(
    spec: Spec, *, rules: OutputRules | None = None, show_values: bool, limit: int | None
) -> PublishedQuestion:
    """Return the question what a spec's tables or answers give away. Raises SpecError.

    The rules are the spec's, else its first published limit's that has any. `limit` keeps the worst
    cells of each table, whose values are named only with `show_values`, or the worst groups.
    """
    if spec.outputs.checked().published:
        return hidden_question(spec, show_values=show_values, limit=limit)
    if spec.outputs.asks_answers:
        return answers_question(spec, rules=rules, show_values=show_values, limit=limit)
    return outputs_question(spec, rules=rules, show_values=show_values, limit=limit)
