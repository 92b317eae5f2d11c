"""The catalogue for reading: a list of the metrics, or one explained."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sqlmetrics.catalogue import Metric

if TYPE_CHECKING:
    from rich.console import Console

OF = {
    "any": "identity, sensitive",
    "identity": "identity",
    "sensitive": "sensitive",
    "ordered": "sensitive, with an order",
    "hierarchical": "sensitive, with a hierarchy",
}
"""What each kind of metric measures, in words."""


def described(metric: Metric) -> dict[str, Any]:
    """Return a metric's public facts by name."""
    hidden = {"order", "cells", "needs"}
    return {name: value for name, value in asdict(metric).items() if name not in hidden}


def metrics_markdown(metrics: Iterable[Metric]) -> str:
    """Return the metrics as a Markdown table, as the README shows it."""
    text = "| metric | what it says | value | unit, range | direction | of | levels |\n|---|---|---|---|---|---|---|\n"
    for metric in metrics:
        formula = metric.formula.replace("|", "\\|")
        request = " (on request)" if metric.on_request else ""
        text += (
            f"| `{metric.name}`{request} | {metric.meaning} | {formula} | {metric.unit}, {metric.range} | {metric.direction}"
            f" | {OF[metric.targets]} | {', '.join(metric.levels)} |\n"
        )
    return text


def print_metrics(metrics: Iterable[Metric], console: Console) -> None:
    """Print each metric's name, unit, direction and meaning."""
    from rich.padding import Padding
    from rich.text import Text

    for metric in metrics:
        request = ", on request: -m NAME or -m all" if metric.on_request else ""
        console.print(Text.assemble((metric.name, "bold"), (f"  {metric.unit}, {metric.direction}{request}", "dim")))
        console.print(Padding(Text(metric.meaning), (0, 0, 0, 4)))
    console.print("`sqlmetrics metrics NAME` explains one.")


def print_metric(metric: Metric, console: Console) -> None:
    """Print all that the catalogue says of a metric."""
    from rich.text import Text

    console.print(Text(f"{metric.name}: {metric.title}", style="bold"))
    console.print(Text(metric.meaning))
    rows = {
        "formula": metric.formula,
        "per class": metric.class_formula,
        "unit": f"{metric.unit}, {metric.range}",
        "direction": metric.direction,
        "of": OF[metric.targets],
        "levels": ", ".join(metric.levels),
        "undefined": metric.undefined if metric.undefined != "it cannot be computed" else "only without records",
        "source": metric.source,
    }
    for name, text in rows.items():
        if text is not None:
            console.print(Text.assemble((f"  {name:<10}", "dim"), text))
