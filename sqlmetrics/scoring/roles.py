"""Scores of what several roles of a database see, in one result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlmetrics.scoring.scores import Score, Scores


def of_roles(seen: Mapping[str, Scores]) -> Scores:
    """Return the scores of all roles as one result, which has the result of each, too.

    Each of its records says the role among its parameters.
    """
    first = next(iter(seen.values()))
    records = tuple(_as_role(one, role) for role, scores in seen.items() for one in scores.scores)
    named = {role: replace(scores, relation_name=f"{scores.relation_name} as {role}") for role, scores in seen.items()}
    return replace(first, scores=records, roles=named)


def _as_role(score: Score, role: str) -> Score:
    """Return a record that says whose it is."""
    return score._replace(parameters=", ".join(part for part in (score.parameters, f"role={role}") if part))
