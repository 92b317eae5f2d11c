"""The three questions of data protection authorities, each with a number, a bar and its conditions.

Opinion 05/2014 on anonymisation techniques (WP 216) asks them. Can one person be singled out, can
records of one person be linked, and can something be inferred about a person?
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlmetrics.certificate.certificate import Certificate, Figure, MeasuredLimit, ScoreFigure, subject
from sqlmetrics.output.assertions import Assertion, are_met
from sqlmetrics.output.page.answer import (
    FEW_HIDE,
    LimitBar,
    conditions_decided,
    limit_bar,
    smallest,
    state_of,
    sure_guesses,
)
from sqlmetrics.output.page.language import counted_things, wording
from sqlmetrics.output.page.verdict import State
from sqlmetrics.output.page.words import (
    SHARES,
    limit_text,
    listed_some,
    metric_of,
    name,
    of_people,
    sentence,
    shown,
    some,
    with_unit,
)
from sqlmetrics.statement.plan import IDENTITY

Question = Literal["singling out", "linkability", "inference"]

ASKED: dict[Question, tuple[str, str]] = {
    "singling out": ("Singling out", "Can one person be found?"),
    "linkability": ("Linkability", "Can records of one person be joined with another list?"),
    "inference": ("Inference", "Can something be learnt about a person?"),
}
"""Each question: its name, and in everyday words."""

TELLING: dict[Question, tuple[str, ...]] = {
    "singling out": ("prosecutor_risk", "k_anonymity", "records_at_risk", "uniqueness"),
    "linkability": ("journalist_risk", "marketer_risk", "k_map", "delta_presence"),
    "inference": ("alpha_k_anonymity", "a_acc", "discrimination_rate"),
}
"""The metrics whose score stands for a question, the most telling first."""

SAYS = {
    "prosecutor_risk": "is the chance to pick the right record of a person who is known to be in the table, for the"
    " people who hide worst.",
    "k_anonymity": "is the number of people in the smallest group.",
    "records_at_risk": "of the people are in groups that are too small.",
    "uniqueness": "of the people are alone in their group.",
    "journalist_risk": "is the chance to pick the right person from the list of the population, for the people who"
    " hide worst.",
    "marketer_risk": "of the people are named correctly when the whole table is matched with the list.",
    "k_map": "is the number of people in the population who look alike, for the people who hide worst.",
    "delta_presence": "is how sure an attacker can be that a person of the population is in the table.",
    "alpha_k_anonymity": "is the surest guess of a sensitive value in any group.",
    "a_acc": "of the people are guessed right only because of the release.",
    "discrimination_rate": "of the uncertainty about a sensitive value is taken away on average.",
}
"""What a score is, after its number."""

HOW: dict[Question, str] = {
    "singling out": "Name {prosecutor_risk} among the {metrics} to measure it.",
    "linkability": "No other list of people was named; name one as {population} to measure it.",
    "inference": "No column was named that an attacker wants to learn; name one as {sensitive} to measure it.",
}
"""How to measure what was not measured."""

WORDS = ("prosecutor_risk", "metrics", "population", "sensitive")
"""The words of a spec that are named there."""


def how_to_measure(question: Question) -> str:
    """Return how to measure what was not measured."""
    return wording(HOW[question], **{word: name(word) for word in WORDS})


def question_answered(metric: str, target: str) -> Question:
    """Return the question that a score of a metric and a target answers."""
    if metric_of(metric).targets == "population":
        return "linkability"
    return "singling out" if target == IDENTITY else "inference"


def questions(certificate: Certificate) -> tuple[QuestionCard, ...]:
    """Return a card for each question."""
    return tuple(card(question, certificate) for question in ASKED)


class QuestionCard(NamedTuple):
    """A question with its number, what that is, a bar, and how many conditions are met."""

    title: str
    asks: str
    number: str
    says: tuple[str, ...]
    bar: LimitBar
    key: str
    state: State
    result: str


def card(question: Question, certificate: Certificate) -> QuestionCard:
    """Return a question with its number, what that is, a bar, and how many conditions are met."""
    title, asks = (wording(text) for text in ASKED[question])
    own = [one for one in certificate.conditions if question_answered(one.metric, one.target) == question]
    score = _telling(question, certificate)
    state, result = met(own) if own or score is not None else ("un", wording("Not measured"))
    if score is None:
        number, bar, key = wording("Not measured"), EMPTY, wording("No value to draw")
        says = [how_to_measure(question), wording("Until then nothing is said about it, neither good nor bad.")]
    else:
        number = sentence(with_unit(score.measured, score.unit))
        bar, key = bar_of(score, _limiting(score, own, certificate))
        if own and certificate.judged_apart:
            key = key.replace(wording(NO_LIMIT), wording(OF_SLICES if certificate.slices is not None else OF_POINTS))
        says = [wording(SAYS[score.metric]) + beyond_chance(score, certificate), further(question, certificate)]
    return QuestionCard(
        title=title,
        asks=asks,
        number=number,
        says=tuple(filter(None, says)),
        bar=bar,
        key=key,
        state=state,
        result=result,
    )


def _limiting(score: ScoreFigure, conditions: list[MeasuredLimit], certificate: Certificate) -> MeasuredLimit | None:
    """Return the condition on a score, None where there is none, or where others have it."""
    if certificate.judged_apart:
        return None
    return next((one for one in conditions if subject(one) == subject(score)), None)


def beyond_chance(score: ScoreFigure, certificate: Certificate) -> str:
    """Return what of a rate is beyond chance, as the end of its sentence; nothing for others."""
    view = (score.target, score.partition)
    own = [one for one in certificate.learnt if (one.target, one.partition) == view]
    if score.metric != "discrimination_rate" or not own or own[0].adjusted_discrimination_rate.value is None:
        return ""
    adjusted = own[0].adjusted_discrimination_rate
    beyond = Figure(max(adjusted.value or 0.0, 0.0), adjusted.form)
    return BEYOND_IT.say({"target": score.target, "beyond": beyond}, shown=shown(beyond, "share"))


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


NO_LIMIT, OF_SLICES, OF_POINTS = "It has no limit", "Limits hold for each slice", "Limits are on several known points"
"""What is said of a bar without a limit, and where limits are on slices or known points."""

EMPTY = LimitBar(0.0, "un", at=0.0)
"""The bar of what was not measured."""


def bar_of(score: ScoreFigure, condition: MeasuredLimit | None) -> tuple[LimitBar, str]:
    """Return the bar of a score with how to read it: against its limit, or as a share of all."""
    if condition is not None:
        bar = limit_bar(condition)
        striped = (
            ""
            if bar.past is None
            else wording(". Striped: past it")
            if bar.state == "no"
            else wording(". Striped: within it")
        )
        return bar, wording(
            "Line: the limit, {limit}{striped}",
            limit=limit_text(condition.limit, condition.unit),
            striped=striped,
        )
    if score.unit in SHARES and score.measured.value is not None:
        used = min(max(100 * score.measured.value, 0.0), 100.0)
        if score.measured.form in {"is", "about"}:
            return LimitBar(used, "yes", at=0.0), wording("From 0% to 100%. {NO_LIMIT}", NO_LIMIT=wording(NO_LIMIT))
        start, end = (used, 100.0) if score.measured.form in {"over", "at least"} else (0.0, used)
        return LimitBar(start, "yes", 0.0, start, end), wording(
            "From 0% to 100%, striped where it may end. {NO_LIMIT}", NO_LIMIT=wording(NO_LIMIT)
        )
    return EMPTY, wording(NO_LIMIT)


def met(conditions: list[MeasuredLimit]) -> tuple[State, str]:
    """Return whether all conditions are met, and how many are or are not."""
    states = [state_of(condition) for condition in conditions]
    if not states:
        return "un", wording("No condition was set")
    state: State = "no" if "no" in states else "un" if "un" in states else "yes"
    return state, OF_CONDITIONS.say(
        conditions_decided(conditions),
        state=wording(DECIDED[state]),
        count=states.count(state),
        conditions=counted_things(len(states), "condition"),
    )


OF_CONDITIONS = Assertion("{state}: {count} of {conditions}", are_met)

DECIDED: dict[State, str] = {"no": "Not met", "un": "Not measured", "yes": "Met"}
"""What a state says of conditions."""


NOBODY_IN_SMALL = Assertion(
    "Nobody is in a group of fewer than {least}.", lambda world, of: world.below(of["least"]) == 0
)
BEYOND_IT = Assertion(
    " Beyond what chance gives it is {shown}.",
    lambda world, of: of["beyond"].allows(
        max((world.rate(of["target"]) - world.chance(of["target"])) / (1 - world.chance(of["target"])), 0.0)
    ),
)


def further(question: Question, certificate: Certificate) -> str:
    """Return how many people a question concerns."""
    if question == "singling out":
        small = smallest(certificate)
        if small is None or not some(small):
            return "" if small is None else NOBODY_IN_SMALL.say({"least": certificate.least}, least=certificate.least)
        return sentence(
            FEW_HIDE.say(
                {"people": small, "least": certificate.least},
                people=of_people(small, certificate.everybody),
                least=certificate.least,
            )
        )
    if question == "inference":
        return " ".join(
            wording(
                "An attacker can be more than {limit} sure of {guesses}.",
                limit=limit_text(limit, "share"),
                guesses=listed_some(guesses),
            )
            for limit, guesses in sure_guesses(certificate).items()
        )
    return ""
