"""Attackers for reading: what each knows, and how many keep their limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlmetrics.output.assertions import Assertion, is_worst
from sqlmetrics.output.names import listed_line
from sqlmetrics.sentences import Facts, World
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.text import counted, joined, number, split_line

if TYPE_CHECKING:
    from sqlmetrics.gate.attackers import JudgedAttacker
    from sqlmetrics.scoring.scores import Scores


def knowing(name: str, known: Sequence[str | None]) -> str:
    """Return an attacker's name with what is known."""
    return f"{name}, who knows {joined([str(column) for column in known])}"


def known_phrase(scores: Scores, line: str) -> str:
    """Return whose scores these are, behind the name of a target."""
    attacker = scores.attacker_names.get(line)
    if attacker is None:
        return f", where {listed_line(line)} are known"
    return f", to {knowing(attacker, split_line(line))}"


def attackers_sentence(scores: Scores) -> str:
    """Return what each attacker knows."""
    known = {name: [str(column) for column in split_line(line)] for line, name in scores.attacker_names.items()}
    each = "; ".join(f"{name} knows {joined(columns)}" for name, columns in known.items())
    return f"{counted(len(known), 'attacker')}: {each}."


def _of_attackers(gate: World, of: Facts) -> bool:
    failed = {one.known for one in gate.held if one.passed is False}
    return (len({one.known for one in gate.held}), len(failed)) == (of["judged"], of["failed"])


ALL_ATTACKERS = Assertion("all {judged} pass", _of_attackers)
THE_ATTACKER = Assertion("the attacker passes", _of_attackers)
SOME_ATTACKERS = Assertion("{passed} of {judged}", _of_attackers)
WORST_ATTACKER = Assertion("worst: {name} ({metric} {value})", is_worst)


def attackers_summary(attackers: Sequence[JudgedAttacker]) -> str:
    """Return how many attackers keep every limit, and the worst one that does not."""
    judged = [one for one in attackers if one.verdicts]
    failed = [one for one in judged if one.failed]
    of = {"judged": len(judged), "failed": len(failed)}
    every = counted(len(judged), "attacker")
    if not judged:
        return ""
    if not failed:
        return ALL_ATTACKERS.say(of, judged=every) if len(judged) > 1 else THE_ATTACKER.say(of)
    passed, worst = len(judged) - len(failed), failed[0].worst
    text = SOME_ATTACKERS.say(of, passed=passed, judged=f"{every} {'passes' if passed == 1 else 'pass'}")
    if worst is None:
        return text
    score = worst.score
    words = {"name": failed[0].name, "metric": catalogue()[score.metric].symbol, "value": number(score.value)}
    about: Facts = {
        "slice": score.slice,
        "known": score.quasi_identifiers,
        "metric": score.metric,
        "value": score.value,
    }
    return f"{text}; {WORST_ATTACKER.say(about, **words)}"
