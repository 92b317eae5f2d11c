"""The section on generated texts: which runs of words of few people they repeat."""

from __future__ import annotations

from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, RepetitionFacts, ScoreFigure
from sqlmetrics.gate.repetition import BY_CHANCE, OF_RUNS
from sqlmetrics.output.assertions import Grounds
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.points import PointsScore, score_row
from sqlmetrics.output.page.verdict import State
from sqlmetrics.sentences import Facts, World

REPEATED = ("repeated_ngrams", "repeated_people", BY_CHANCE)
"""The shares that sentences tell, each of runs of one person."""


class RunRow(NamedTuple):
    """A score of runs of words that few people have, with the most people in words."""

    score: PointsScore
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
    most = {target: figures(people, ",") for people, target in OF_RUNS.items()}
    return RepetitionSection(
        repeated=_grounds(own, *REPEATED[:2]),
        chance=_grounds(own, BY_CHANCE),
        state="un" if own.passed is None else "yes" if own.passed else "no",
        result=wording({True: "Met", False: "Not met", None: "No limit"}[own.passed]),
        rows=[RunRow(score_row(score, certificate.conditions), most[score.target]) for score in own.scores],
    )


def _grounds(own: RepetitionFacts, *metrics: str) -> Grounds | None:
    """Return the grounds of shares of runs of one person; None where one has no value."""
    found = {score.metric: score.measured for score in own.scores if score.metric in metrics and _is_of_one(score)}
    defined = len(found) == len(metrics) and all(figure.value is not None for figure in found.values())
    return Grounds(found, are_repeated) if defined else None


def _is_of_one(score: ScoreFigure) -> bool:
    """Return whether a score is about runs that one person has."""
    return score.target == OF_RUNS[1]


def are_repeated(world: World, of: Facts) -> bool:
    """Return whether such shares of runs and of people are repeated."""
    return all(of[metric].allows(world.repeated(metric)) for metric in REPEATED if metric in of)
