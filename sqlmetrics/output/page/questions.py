"""The three questions of data protection authorities, each with a number, a bar and its conditions.

Opinion 05/2014 on anonymisation techniques (WP 216) asks them. Can one person be singled out, can
records of one person be linked, and can something be inferred about a person?
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from sqlmetrics.certificate.certificate import Certificate, MeasuredLimit, ScoreFigure, subject
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.gate.linkage import OF_A_FILE
from sqlmetrics.output.assertions import Grounds, are_met
from sqlmetrics.output.page.answer import (
    LimitBar,
    conditions_decided,
    limit_bar,
    people_in_small,
    state_of,
    sure_guesses,
)
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import SHARES, metric_of
from sqlmetrics.sentences import Facts, World
from sqlmetrics.statement.plan import IDENTITY

Question = Literal["singling out", "linkability", "inference"]

TELLING: dict[Question, tuple[str, ...]] = {
    "singling out": ("prosecutor_risk", "k_anonymity", "records_at_risk", "uniqueness"),
    "linkability": ("journalist_risk", "marketer_risk", "k_map", "delta_presence"),
    "inference": ("alpha_k_anonymity", "a_acc", "discrimination_rate"),
}
"""The metrics whose score stands for a question, the most telling first."""

EMPTY = LimitBar(0.0, "un", at=0.0)
"""The bar of what was not measured."""


def question_answered(metric: str, target: str) -> Question:
    """Return the question that a score of a metric and a target answers."""
    if metric_of(metric).targets == "population":
        return "linkability"
    return "singling out" if target == IDENTITY else "linkability" if target == OF_A_FILE else "inference"


class QuestionCard(NamedTuple):
    """A question, the score that stands for it, and how many conditions on it are decided so.

    `limit` is the condition that the bar is drawn against, and `apart` is whether conditions are on
    slices or on several points. `elsewhere` is whether another section is about the question.
    `beyond` is what of the score chance does not give.
    """

    question: Question
    state: State
    conditions: int
    decided: Grounds
    score: ScoreFigure | None
    bar: LimitBar
    limit: MeasuredLimit | None
    apart: bool
    elsewhere: bool
    beyond: Grounds | None
    small: Grounds | None
    guesses: Mapping[float, Sequence[Grounds]]


def questions(certificate: Certificate) -> tuple[QuestionCard, ...]:
    """Return a card for each question."""
    return tuple(card(question, certificate) for question in get_args(Question))


def card(question: Question, certificate: Certificate) -> QuestionCard:
    """Return a question with its score, a bar, and the conditions on it."""
    own = [one for one in certificate.conditions if question_answered(one.metric, one.target) == question]
    score = _telling(question, certificate)
    states = [state_of(one) for one in own]
    limit = None if score is None else _limiting(score, own, certificate)
    return QuestionCard(
        question=question,
        state="no" if "no" in states else "un" if "un" in states or not states else "yes",
        conditions=len(own),
        decided=Grounds(conditions_decided(own), are_met),
        score=score,
        bar=EMPTY if score is None else limit_bar(limit) if limit is not None else share_bar(score),
        limit=limit,
        apart=bool(own) and certificate.judged_apart,
        elsewhere=bool(own) or (question == "linkability" and certificate.linkage is not None),
        beyond=None if score is None else beyond_chance(score, certificate),
        small=people_in_small(certificate) if question == "singling out" else None,
        guesses=sure_guesses(certificate) if question == "inference" else {},
    )


def _limiting(score: ScoreFigure, conditions: list[MeasuredLimit], certificate: Certificate) -> MeasuredLimit | None:
    """Return the condition on a score, None where there is none, or where others have it."""
    if certificate.judged_apart:
        return None
    return next((one for one in conditions if subject(one) == subject(score)), None)


def beyond_chance(score: ScoreFigure, certificate: Certificate) -> Grounds | None:
    """Return what of a rate is beyond chance; None for other scores."""
    view = (score.target, score.partition)
    own = [one for one in certificate.learnt if (one.target, one.partition) == view]
    if score.metric != "discrimination_rate" or not own or own[0].adjusted_discrimination_rate.value is None:
        return None
    adjusted = own[0].adjusted_discrimination_rate
    beyond = Figure(max(adjusted.value or 0.0, 0.0), adjusted.form)
    return Grounds({"target": score.target, "beyond": beyond}, _is_beyond)


def _is_beyond(world: World, of: Facts) -> bool:
    """Return whether a rate is as far beyond chance as a figure says."""
    rate, chance = world.rate(of["target"]), world.chance(of["target"])
    return bool(of["beyond"].allows(max((rate - chance) / (1 - chance), 0.0)))


def _telling(question: Question, certificate: Certificate) -> ScoreFigure | None:
    """Return the score that stands for a question: the riskiest of the most telling metric.

    One that fails its limit comes before one that is within it, and this before one without any.
    """
    limited = {one.metric: state_of(one) for one in sorted(certificate.conditions, key=lambda one: not one.passed)}
    for metric in sorted(TELLING[question], key=lambda metric: ["no", "un", "yes", None].index(limited.get(metric))):
        scores = [
            score
            for score in certificate.scores
            if score.metric == metric
            and question_answered(metric, score.target) == question
            and score.measured.form != "undefined"
        ]
        if scores:
            return max([one for one in scores if one.measured.form != "withheld"] or scores, key=riskiness)
    return None


def riskiness(score: ScoreFigure) -> tuple[bool, float]:
    """Return what orders scores of one metric by risk; one without a value comes last of all."""
    value = score.measured.value
    if value is None:
        return True, 0.0
    return False, value if score.direction == "higher is riskier" else -value


def share_bar(score: ScoreFigure) -> LimitBar:
    """Return the bar of a score without a limit: its share of all, striped where it may end."""
    if score.unit not in SHARES or score.measured.value is None:
        return EMPTY
    used = min(max(100 * score.measured.value, 0.0), 100.0)
    if score.measured.form in {"is", "about"}:
        return LimitBar(used, "yes", at=0.0)
    start, end = (used, 100.0) if score.measured.form in {"over", "at least"} else (0.0, used)
    return LimitBar(start, "yes", 0.0, start, end)
