"""A claimed epsilon that is judged: the audit of noisy answers, held to the limit on it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmetrics.engine.progress import Progress
from sqlmetrics.gate.judged_family import JudgedFamily, limits_of_family
from sqlmetrics.gate.thresholds import Measured, Threshold, judge
from sqlmetrics.risk.epsilon.audit import EpsilonAudit, epsilon_question
from sqlmetrics.risk.epsilon.coins import Coins, read_coins
from sqlmetrics.scoring.scores import table_score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue

NOISY_ANSWERS = "noisy answers"
"""The target of the score of an audit."""

AT_LEAST = "epsilon_at_least"
"""The score of an audit."""

OF_A_PLACE = (
    *("connection", "database", "url", "trusted", "loose", "exact_names"),
    *("memory_limit", "threads", "temp_directory", "timeout"),
)
"""The words of a spec on where its relations lie, and on the limits of a run."""

OF_A_FILE = ("encoding", "separator", "sheet", "labels", "header", "end", "missing", "types")
"""The words of a spec on how a file is written."""


@dataclass(frozen=True)
class JudgedEpsilon(JudgedFamily):
    """Noisy answers that are held to a claimed epsilon: the audit, its score and the verdict."""

    audit: EpsilonAudit


def epsilon_limits(spec: Spec) -> tuple[Threshold, ...]:
    """Return the limits on the epsilon of a spec's noisy answers.

    Raises SpecError for a limit on another target.
    """
    return limits_of_family(spec, "noise", [Measured(AT_LEAST, NOISY_ANSWERS, None)])


def coins_of(spec: Spec) -> Coins:
    """Return the coins that a spec names. Raises SpecError."""
    return read_coins(spec.noisy_answers.located()[1])


def _answers(spec: Spec) -> Spec:
    """Return the spec of the noisy answers, which lie where the relation does.

    Words on how its file is written are about the answers where they are the relation.
    """
    relation, _ = spec.noisy_answers.located()
    words = (*OF_A_PLACE, *(OF_A_FILE if spec.of_answers else ()))
    return Spec(relation=relation, **{word: getattr(spec, word) for word in words})


def judge_epsilon(spec: Spec, progress: Progress) -> JudgedEpsilon | None:
    """Return the audit of a spec's noisy answers with the verdicts; None where it names none.

    Raises SpecError for answers and coins that do not fit, with how many do not, QueryError.
    """
    if not spec.noisy_answers.is_asked:
        return None
    own = spec.noisy_answers
    question = epsilon_question(
        _answers(spec), coins_of(spec), answers=own.answers, thresholded=own.thresholded, prior=own.prior
    )
    audit = question.answer(progress)
    found = audit.finding
    score = table_score(
        catalogue("noise")[AT_LEAST],
        target=NOISY_ANSWERS,
        records=found.canaries,
        value=found.epsilon_at_least,
        parameters=f"delta={found.delta:g}" if found.delta else None,
    )
    return JudgedEpsilon((score,), judge(epsilon_limits(spec), [score]), (), audit)
