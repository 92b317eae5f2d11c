"""The frontier of a question: its minimal recodings, of which the cheapest are scored."""

from __future__ import annotations

from sqlmetrics.advice.counts.settled import scored, settle
from sqlmetrics.advice.frontier.solutions import RISK, Solution, Solutions, SolutionScore
from sqlmetrics.advice.question import Question, until
from sqlmetrics.advice.search.lattice import Node
from sqlmetrics.advice.search.sweep import Sweep

LISTED = 20
"""The most recodings that are scored, listed and drawn."""


def minimal_frontier(question: Question, time_limit: float | None) -> Solutions:
    """Return the minimal recodings that pass. Nodes that the search asked are not asked again."""
    together = question.screening.together
    sweep = Sweep(question.lattice, question.ask, question.climbs, until(time_limit), together)
    minimal = sweep.run(dict(question.known))
    names = [column.generalization.column for column in question.counts.columns]
    found = []
    for place, (node, answer) in enumerate(minimal.nodes.items()):
        solution = Solution(dict(zip(names, node, strict=True)), answer.loss, answer.suppressed)
        found.append(_scored(solution, question, node) if place < LISTED else solution)
    return Solutions(tuple(found), minimal.asked, minimal.bound)


def _scored(solution: Solution, question: Question, node: Node) -> Solution:
    """Return a recoding with the scores of what it leaves."""
    settled = settle(question.counts, question.conditions, node, question.budget)
    scores = tuple(
        SolutionScore(score.metric, score.target, score.partition, score.value)
        for score in (scored(settled.scores, condition) for condition in question.conditions)
        if score is not None
    )
    risk = next((score.value for score in settled.scores if score.metric == RISK), None)
    return solution._replace(suppressed=settled.suppressed, scores=scores, risk=risk, rounds=settled.rounds)
