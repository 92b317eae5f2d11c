"""Attackers for reading: what each knows, and how many keep their limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlmetrics.output.names import listed_line
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.text import counted, joined, number, split_line

if TYPE_CHECKING:
    from sqlmetrics.gate.attackers import JudgedAttacker
    from sqlmetrics.risk.scores import Scores


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


def attackers_summary(attackers: Sequence[JudgedAttacker]) -> str:
    """Return how many attackers keep every limit, and the worst one that does not."""
    judged = [one for one in attackers if one.verdicts]
    failed = [one for one in judged if one.failed]
    if not judged:
        return ""
    if not failed:
        return f"all {counted(len(judged), 'attacker')} pass" if len(judged) > 1 else "the attacker passes"
    passed, worst = len(judged) - len(failed), failed[0].worst
    text = f"{passed} of {counted(len(judged), 'attacker')} {'passes' if passed == 1 else 'pass'}"
    if worst is None:
        return text
    return f"{text}; worst: {failed[0].name} ({catalogue()[worst.score.metric].symbol} {number(worst.score.value)})"
