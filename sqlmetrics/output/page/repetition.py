"""The section on generated texts: which runs of words of few people they repeat."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.gate.repetition import BY_CHANCE, OF_RUNS
from sqlmetrics.output.assertions import Grounds
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.limited_scores import (
    LIMIT_RESULTS,
    LimitedScore,
    limited_score,
    limits_state,
    share_grounds,
)
from sqlmetrics.output.page.verdict import State
from sqlmetrics.sentences import Facts, World

REPEATED = ("repeated_ngrams", "repeated_people", BY_CHANCE)
"""The shares that sentences tell, each of runs of one person."""


class RunRow(NamedTuple):
    """A score of runs of words that few people have, with the most people in words."""

    score: LimitedScore
    people: str


class RepetitionSection(NamedTuple):
    """What generated texts repeat.

    `repeated` and `chance` are the grounds of sentences on runs of one person, None where a share
    has no value.
    """

    repeated: Grounds | None
    chance: Grounds | None
    state: State
    result: str
    rows: list[RunRow]


def repetition(certificate: Certificate) -> RepetitionSection | None:
    """Return what generated texts repeat; None where the spec names none."""
    own = certificate.repetition
    if own is None:
        return None
    of_one = [score for score in own.scores if score.target == OF_RUNS[1]]
    most = {target: figures(people, ",") for people, target in OF_RUNS.items()}
    return RepetitionSection(
        repeated=share_grounds(of_one, REPEATED[:2], are_repeated),
        chance=share_grounds(of_one, REPEATED[2:], are_repeated),
        state=limits_state(own.passed),
        result=wording(LIMIT_RESULTS[own.passed]),
        rows=[RunRow(limited_score(score, certificate.conditions), most[score.target]) for score in own.scores],
    )


def are_repeated(world: World, of: Facts) -> bool:
    """Return whether such shares of runs and of people are repeated."""
    return all(of[metric].allows(world.repeated(metric)) for metric in REPEATED if metric in of)
