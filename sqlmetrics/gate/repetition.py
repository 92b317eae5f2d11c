"""Generated texts that may repeat words of few people: the shares that do, held to limits."""

from __future__ import annotations

from sqlmetrics.engine.comparison import Sides
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.families import held_metrics
from sqlmetrics.gate.judged_family import JudgedFamily, limits_of_family
from sqlmetrics.gate.thresholds import Measured, Threshold, judge
from sqlmetrics.release.attack.closeness.options import ClosenessOptions
from sqlmetrics.release.attack.repetition.repetition import RepetitionQuestion
from sqlmetrics.release.attack.repetition.scores import MOST_PEOPLE
from sqlmetrics.spec.spec import Spec

OF_RUNS = {1: "runs of one person", **{most: f"runs of at most {most} people" for most in MOST_PEOPLE[1:]}}
"""The targets of the scores of generated texts, by the most people of a run of words."""

BY_CHANCE = "repeated_by_chance"
"""The score that needs a control group."""


def repetition_limits(spec: Spec) -> tuple[Threshold, ...]:
    """Return the limits on what generated texts repeat.

    Raises SpecError for another target, and for runs of a control group where there is none.
    """
    measured = held_metrics("repetition")
    limits = limits_of_family(
        spec, "repetition", [Measured(metric, target, None) for metric in measured for target in OF_RUNS.values()]
    )
    for one in limits:
        if one.metric == BY_CHANCE and spec.repetition.control is None:
            raise SpecError(
                f"the threshold {one} is about a control group: name its texts as `control` in `repetition`"
            )
    return limits


def judge_repetition(spec: Spec, progress: Progress) -> JudgedFamily | None:
    """Return what generated texts repeat, with the verdicts; None where a spec names none.

    Raises SpecError for columns that are missing, QueryError.
    """
    own = spec.repetition
    if not own.is_asked:
        return None
    generated, column = own.located(), own.column_of(spec.text)
    options = ClosenessOptions(
        individual=spec.individual, control=own.control, exact_names=spec.exact_names, text=column, ngram=own.ngram
    )
    records = spec.model_copy(update={"text": None}).records
    found = RepetitionQuestion(Sides(records, (generated,), spec.place), options).answer(progress)
    scores = tuple(
        score._replace(target=OF_RUNS[int(score.parameter("people") or 1)], release=None) for score in found.scores
    )
    return JudgedFamily(scores, tuple(judge(repetition_limits(spec), scores)), found.notes)
