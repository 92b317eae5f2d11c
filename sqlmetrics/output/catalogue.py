"""The catalogue for reading: a list of the metrics, or one explained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from sqlmetrics.statement.catalogue import Metric

if TYPE_CHECKING:
    from rich.console import Console


OF = {
    "any": "identity, sensitive",
    "identity": "identity",
    "sensitive": "sensitive",
    "ordered": "sensitive, with an order",
    "hierarchical": "sensitive, with a hierarchy",
    "population": "identity, with a population",
    "release": "a release beside its original",
    "attack": "an attack",
}
"""What each kind of metric measures, in words."""


MARKDOWN_HEADER = "| metric | what it says | value | unit, range | direction | of | levels |\n|---|---|---|---|---|---|---|\n"


def described(metric: Metric) -> dict[str, Any]:
    """Return a metric's public facts by name."""
    hidden = {"order", "cells", "classes", "needs", "of", "attacks", "records", "varies", "interval", "once", "tradeoff"}
    return {name: value for name, value in asdict(metric).items() if name not in hidden}


def by_question(metrics: Iterable[Metric]) -> dict[str, list[Metric]]:
    """Return the metrics under the question that they answer, those that answer one together."""
    found: dict[str, list[Metric]] = {}
    for metric in metrics:
        found.setdefault(metric.question, []).append(metric)
    return found


def written(parameters: Mapping[str, str]) -> str:
    """Return a metric's parameters with their defaults."""
    return ", ".join(f"{name} = {value}" for name, value in parameters.items())


def metrics_markdown(metrics: Iterable[Metric]) -> str:
    """Return the metrics as Markdown, a table for each question that they answer, as the README shows it."""
    texts = []
    for question, group in by_question(metrics).items():
        text = f"**{question}**\n\n{MARKDOWN_HEADER}"
        for metric in group:
            formula = metric.formula.replace("|", "\\|") + (f"; {written(metric.parameters)}" if metric.parameters else "")
            request = " (on request)" if metric.on_request else ""
            text += (
                f"| `{metric.name}`{request} | {metric.meaning} | {formula} | {metric.unit}, {metric.range} | {metric.direction}"
                f" | {OF[metric.targets]} | {', '.join(metric.levels)} |\n"
            )
        texts.append(text)
    return "\n".join(texts)


def print_metrics(metrics: Iterable[Metric], console: Console) -> None:
    """Print each metric's name, unit, direction and meaning, under the question that it answers."""
    from rich.padding import Padding
    from rich.text import Text

    for question, group in by_question(metrics).items():
        console.print(Text(question, style="bold cyan"))
        for metric in group:
            request = ", on request: name it, or `all`, in `metrics`" if metric.on_request else ""
            console.print(Text.assemble((metric.name, "bold"), (f"  {metric.unit}, {metric.direction}{request}", "dim")))
            console.print(Padding(Text(metric.meaning), (0, 0, 0, 4)))
        console.print()
    console.print("`sqlmetrics metrics NAME` explains one.")


def print_metric(metric: Metric, console: Console) -> None:
    """Print all that the catalogue says of a metric."""
    from rich.text import Text

    console.print(Text(f"{metric.name}: {metric.title}", style="bold"))
    console.print(Text(metric.meaning))
    rows = {
        "question": metric.question,
        "formula": metric.formula,
        "per class": metric.class_formula,
        "unit": f"{metric.unit}, {metric.range}",
        "direction": metric.direction,
        "of": OF[metric.targets],
        "levels": ", ".join(metric.levels),
        "parameters": written(metric.parameters) or None,
        "undefined": (metric.undefined or "").format(**metric.parameters) or "only without records",
        "source": metric.source,
    }
    for name, text in rows.items():
        if text is not None:
            console.print(Text.assemble((f"  {name:<11}", "dim"), text))
