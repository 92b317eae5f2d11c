"""The axes of releases between risk and use, in words."""

from __future__ import annotations

from collections.abc import Callable

from sqlmetrics.output.page.curves import percent_tick
from sqlmetrics.output.page.words import SHARES, everyday_name, metric_of

USES = {"u_san": "How often a classifier that learns from the release is right"}
"""Metrics of use in everyday words."""


def axis_text(metric: str) -> Callable[[float], str]:
    """Return the function that writes a number of a metric's axis."""
    return percent_tick if metric_of(metric).unit in SHARES else lambda value: f"{value:,.6g}"


def axis_name(metric: str) -> str:
    """Return what a metric of an axis measures in a few words."""
    return USES.get(metric) or everyday_name(metric)


def direction(metric: str) -> str:
    """Return where an axis leads: riskier, safer, more useful or less useful."""
    return metric_of(metric).direction.removeprefix("higher is ")


def unit(metric: str) -> str:
    """Return the unit of an axis for reading."""
    name = metric_of(metric).unit
    return "per cent" if name in SHARES else name
