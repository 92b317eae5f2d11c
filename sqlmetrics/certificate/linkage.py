"""A file of people who are looked for, in a certificate: who is found, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlmetrics.certificate.certificate import (
    LinkageFacts,
    LinksByWeight,
    MeasuredLimit,
    figure_of,
    flaws_of_verdict,
    known_of,
    score_figure,
)
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.outputs import WITHHELD
from sqlmetrics.gate.judged_family import JudgedFamily
from sqlmetrics.gate.linkage import OF_A_FILE
from sqlmetrics.scoring.scores import WEIGHT, Score
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.relation import public_name

PRECISION = "link_precision"
"""The score that each least weight has."""


def linkage_facts(judged: JudgedFamily | None, spec: Spec) -> LinkageFacts | None:
    """Return what a certificate says of a spec's file of people; None where there is none."""
    if judged is None:
        return None
    shares = [score for score in judged.scores if score.metric != PRECISION]
    return LinkageFacts(
        file=public_name(spec.linkage.located()),
        known=known_of(shares[0]),
        told=spec.individual is not None,
        mutual=spec.linkage.links == "one_to_one",
        people=Figure(shares[0].records),
        passed=judged.passed,
        scores=tuple(map(score_figure, shares)),
        by_weight=tuple(_by_weight(score) for score in judged.scores if score.metric == PRECISION),
    )


def _by_weight(score: Score) -> LinksByWeight:
    """Return the people of a least weight, and the precision there."""
    return LinksByWeight(int(score.parameter(WEIGHT) or 0), Figure(score.records), figure_of(score))


def judged_linkage(own: LinkageFacts | None) -> LinkageFacts | None:
    """Return what everybody may know of a file of people: its name, its columns and the verdict."""
    return None if own is None else replace(own, people=WITHHELD, scores=(), by_weight=())


def flaws_of_linkage(own: LinkageFacts | None, conditions: tuple[MeasuredLimit, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield what does not follow of a file of people: where, what is there, and what is true.

    The verdict follows from the conditions, and who is linked from the people of a least weight.
    """
    if own is None:
        return
    held = [one for one in conditions if one.target == OF_A_FILE and one.origin is None]
    yield from flaws_of_verdict("linkage", own.passed, held)
    found = [one.people.value for one in own.by_weight]
    if found != sorted(found, key=lambda people: -(people or 0)):
        yield "linkage: by_weight", ", ".join(map(str, found)), "fewer people with each weight"
