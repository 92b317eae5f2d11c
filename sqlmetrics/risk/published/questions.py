"""The question what is published gives away: a spec's tables by their groupings, or its answers."""

from __future__ import annotations

from sqlmetrics.risk.outputs import OutputsQuestion, outputs_question
from sqlmetrics.risk.published.differences import AnswersQuestion, answers_question
from sqlmetrics.spec.outputs import OutputRules
from sqlmetrics.spec.spec import Spec


def published_question(
    spec: Spec, *, rules: OutputRules | None = None, show_values: bool = False, limit: int | None = None
) -> OutputsQuestion | AnswersQuestion:
    """Return the question what a spec's tables give away, or its answers. Raises SpecError.

    The rules are the spec's, else its first published limit's that has any. `limit` keeps the worst
    cells of each table, whose values are named only with `show_values`, or the worst groups.
    """
    if spec.outputs.answers:
        return answers_question(spec, rules=rules, show_values=show_values, limit=limit)
    return outputs_question(spec, rules=rules, show_values=show_values, limit=limit)
