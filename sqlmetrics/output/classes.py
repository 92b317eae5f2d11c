"""Equivalence classes and baselines for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlmetrics.output.tables import grid
from sqlmetrics.risk.baseline import Belief
from sqlmetrics.risk.classes import Classes
from sqlmetrics.risk.scores import split_line
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.text import number, printable

if TYPE_CHECKING:
    from rich.console import Console


def print_baseline(beliefs: Sequence[Belief], console: Console, *, shown: bool) -> None:
    """Print the baseline for a person, attribute by attribute."""
    from rich.text import Text

    for target, partition in dict.fromkeys((belief.target, belief.partition) for belief in beliefs):
        named = printable(target) + (f" as {printable(partition)}" if partition is not None else "")
        console.print(Text(named, style="bold cyan").append(": what is known of anybody before the keys are", style="default"))
        found = [belief for belief in beliefs if (belief.target, belief.partition) == (target, partition)]
        rows = [
            [str(place), *([printable(belief.value or "NULL")] if shown else []), f"{belief.records:,}", number(belief.share)]
            for place, belief in enumerate(found, start=1)
        ]
        console.print(grid(["", *(["class"] if shown else []), "records", "share"], rows, by_class=True))


def print_classes(found: Classes, console: Console) -> None:
    """Print how many classes break a condition, and the worst of them, target by target."""
    from rich.text import Text

    console.print(Text(f"{printable(found.relation)}: classes with {' or '.join(found.conditions)}", style="bold"))
    if not found.breaches:
        console.print(Text("There are none.", style="green"))
    for breach in found.breaches:
        console.print()
        target = printable(breach.target) + (f" as {printable(breach.partition)}" if breach.partition is not None else "")
        heading = Text(target, style="bold cyan")
        more = "" if len(breach.worst) == breach.classes else f"; the {len(breach.worst)} worst"
        console.print(heading.append(f": {breach.classes:,} classes, {breach.records:,} records{more}", style="default"))
        shown = any(name is not None for name, _, _ in breach.worst)
        measured = [place for place in range(len(found.metrics)) if any(values[place] is not None for _, _, values in breach.worst)]
        rows = []
        for place, (name, records, values) in enumerate(breach.worst, start=1):
            named = ["NULL" if value is None else value for value in split_line(name or "")]
            rows.append(
                [str(place), *([printable(", ".join(named))] if shown else []), f"{records:,}", *(number(values[at]) for at in measured)]
            )
        symbols = [catalogue()[found.metrics[at]].symbol for at in measured]
        console.print(grid(["", *(["class"] if shown else []), "records", *symbols], rows, by_class=True))
