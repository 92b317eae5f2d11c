"""Bars of conditions: how much of what a limit allows is used up."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlmetrics.certificate.certificate import MeasuredLimit

AT = 60.0
"""Where the limit is on the bar of a condition, in per cent of its width."""

State = Literal["no", "yes", "un"]
"""Not met, met, or not decided."""


class LimitBar(NamedTuple):
    """How much of what a limit allows is used up, in per cent of a bar's width.

    Stripes go from `past` to `end`: somewhere there the bar ends, and where is not shown.
    """

    used: float
    at: float
    past: float | None
    end: float
    state: State


def state_of(condition: MeasuredLimit) -> State:
    """Return whether a condition is met; one that nothing was measured for is not decided."""
    return "yes" if condition.passed else "un" if condition.measured.form == "undefined" else "no"


def limit_bar(condition: MeasuredLimit) -> LimitBar:
    """Return how much of a condition's limit is used up: past the limit where it is not met."""
    state, figure = state_of(condition), condition.measured
    if figure.form in {"undefined", "infinite"}:
        return LimitBar(100.0 if figure.form == "infinite" else 0.0, AT, None, 0.0, state)
    used = AT if figure.value is None else used_up(condition, figure.value)
    drawn = figure.form in {"is", "about"}
    if state == "no":
        return LimitBar(max(used, AT + 1), AT, None, 0.0, state) if drawn else _striped(AT, 100.0, state)
    return LimitBar(min(used, AT), AT, None, 0.0, state) if drawn else _striped(0.0, min(used, AT), state)


def used_up(condition: MeasuredLimit, value: float) -> float:
    """Return the end of a condition's bar; past 167 % of the limit it is at the edge.

    A limit of 0 allows nothing: the bar is full where it is broken, and empty where it is kept.
    """
    if condition.limit is None:
        return AT
    over, under = (value, condition.limit) if condition.bound == "at_most" else (condition.limit, value)
    if under <= 0:
        return 0.0 if over <= under else 100.0
    return min(max(AT * over / under, 0.0), 100.0)


def _striped(start: float, end: float, state: State) -> LimitBar:
    return LimitBar(start, AT, start, end, state)
