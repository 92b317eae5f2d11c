"""Figures and metrics in words, as every section of a page writes them."""

from __future__ import annotations

from sqlmetrics.certificate.certificate import Certificate, Figure
from sqlmetrics.statement.catalogue import Metric, every_metric

SHARES = {"share", "probability"}
"""The units that are written as per cent."""

NO_VALUE = {"withheld": "withheld", "undefined": "not measured", "infinite": "infinite"}
"""The words for a figure without a value."""


def shown(figure: Figure, unit: str) -> str:
    """Return a figure with its unit, as text."""
    if figure.value is None:
        return NO_VALUE[figure.form]
    text = percent(figure.value) if unit in SHARES else number(figure.value)
    return text if figure.form == "is" else f"{figure.form} {text}"


def people(figure: Figure) -> str:
    """Return a number of people as text."""
    if figure.value is None:
        return NO_VALUE[figure.form]
    text = f"{round(figure.value):,}"
    return text if figure.form == "is" else f"{figure.form} {text}"


def percent(value: float) -> str:
    """Return a share as per cent: whole from 10 % up where that says enough, else to one digit."""
    shown = value * 100
    if shown == 0 or shown == 100:
        return f"{shown:.0f}%"
    if shown < 0.05:
        return "under 0.1%"
    if 99.95 <= shown < 100:
        return "over 99.9%"
    return f"{shown:.1f}%"


def number(value: float) -> str:
    """Return a number to three significant digits; a whole one is as it is."""
    if abs(value - round(value)) < 1e-9:
        return f"{round(value):,}"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def metric_of(name: str) -> Metric:
    """Return a metric by its name."""
    return every_metric()[name]


def plain_name(name: str) -> str:
    """Return what a metric measures, in everyday words: the first sentence of `plain`."""
    sentence = metric_of(name).plain.split(". ")[0].rstrip(".")
    return sentence.split(": ")[0]


def of_target(target: str, partition: str | None) -> str:
    """Return a sensitive attribute's name with the partition that it is measured as."""
    return target if partition is None else f"{target}, as {partition}"


def crowd(certificate: Certificate) -> str:
    """Return what the counts are of: people, or records where they are not told apart."""
    return "people"
