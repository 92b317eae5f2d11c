"""The metrics: what each one means, read from the header of its template, where it is written once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from sqlmetrics.errors import SpecError
from sqlmetrics.statement.render import macro_folder

FAMILIES = {"relation": "score", "attacks": "attacks, gda", "utility": "utility, tradeoff"}
"""The folders below `macros/metrics`, and the commands that measure them: of one relation, or of releases beside their original."""

FIELDS = {
    "symbol", "title", "formula", "class", "order", "unit", "range", "direction", "question", "targets", "levels", "cells", "classes",
    "needs", "parameters", "request", "undefined", "source",
}  # fmt: skip


@dataclass(frozen=True)
class Metric:
    """One metric of the catalogue.

    `question` is the one that it answers, in plain words; `targets` says what it measures (`identity`, `sensitive`, `any`, or a sensitive
    attribute that is `ordered` or `hierarchical`), `levels` where it exists (`table`, `class`), `parameters` what else its value depends
    on, with the defaults, `on_request` whether it is scored only when named, `undefined` why it can be NULL.

    `cells` names how measures of each class are carried to the table (`max`, `min`, `sum`, or the `mean` over its records) and the measure,
    a macro that aggregates the class's cells; `classes` says whether it sums over the classes' sizes, `needs` what else must be counted.
    """

    name: str
    symbol: str
    title: str
    meaning: str
    formula: str
    class_formula: str | None
    unit: str
    range: str
    direction: str
    targets: str
    levels: tuple[str, ...]
    source: str
    order: int
    question: str
    cells: tuple[tuple[str, str], ...] = ()
    classes: bool = False
    needs: str | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    on_request: bool = False
    undefined: str | None = None


def read_header(path: Path) -> Metric:
    """Return the metric that a template's header comment describes: one sentence, then lines of `field: text`."""
    text = path.read_text(encoding="utf-8")
    header = text.partition("{#-")[2].partition("-#}")[0].strip()
    meaning, _, lines = header.partition("\n\n")
    fields = dict(line.split(": ", 1) for line in lines.splitlines())
    if unknown := fields.keys() - FIELDS:
        raise ValueError(f"{path}: unknown header fields {sorted(unknown)}")
    return Metric(
        name=path.stem,
        symbol=fields["symbol"],
        title=fields["title"],
        meaning=meaning,
        formula=fields["formula"],
        class_formula=fields.get("class"),
        unit=fields["unit"],
        range=fields["range"],
        direction=fields["direction"],
        targets=fields["targets"],
        levels=tuple(fields["levels"].split(", ")),
        source=fields["source"],
        order=int(fields["order"]),
        question=fields["question"],
        cells=tuple((words[0], words[1]) for entry in fields.get("cells", "").split(", ") if (words := entry.split())),
        classes=fields.get("classes") == "yes",
        needs=fields.get("needs"),
        parameters=dict(entry.split(" = ", 1) for entry in fields["parameters"].split(", ")) if "parameters" in fields else {},
        on_request=fields.get("request") == "yes",
        undefined=fields.get("undefined"),
    )


@cache
def catalogue(family: str = "relation") -> Mapping[str, Metric]:
    """Return every metric of a family by its name, risks first; a macro without a metric's header is none."""
    paths = (macro_folder() / "metrics" / family).glob("*.sql")
    metrics = [read_header(path) for path in paths if "\nsymbol: " in path.read_text(encoding="utf-8")]
    return {metric.name: metric for metric in sorted(metrics, key=lambda metric: metric.order)}


def metrics(family: str = "relation") -> tuple[Metric, ...]:
    """Return every metric of a family, risks first: of one relation (`relation`), or of releases (`attacks`, `utility`)."""
    return tuple(catalogue(family).values())


def every_metric() -> Mapping[str, Metric]:
    """Return the metrics of all families by name."""
    return {metric.name: metric for family in FAMILIES for metric in metrics(family)}


def choose(names: Iterable[str], level: str) -> tuple[Metric, ...]:
    """Return the named metrics in the catalogue's order, or those scored by default at a level when none is named.

    `all` stands for every metric of the level, those on request too. Raises SpecError for an unknown name, with the
    nearest ones, and for a metric that the level does not have.
    """
    wanted = list(names)
    at_level = [metric for metric in metrics() if level in metric.levels]
    if not wanted:
        return tuple(metric for metric in at_level if not metric.on_request)
    for name in wanted:
        if name == "all":
            continue
        metric = catalogue().get(name)
        if metric is None:
            raise unknown_metric(name, catalogue())
        if level not in metric.levels:
            raise SpecError(f"{name} has no {level} level; at {level} level there are: {', '.join(m.name for m in at_level)}")
    if "all" in wanted:
        return tuple(at_level)
    return tuple(metric for metric in at_level if metric.name in wanted)


def unknown_metric(name: str, known: Iterable[str]) -> SpecError:
    """Return the error for a metric that there is not, with the nearest names."""
    near = get_close_matches(name, list(known), n=3, cutoff=0.4)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return SpecError(f"unknown metric '{name}'{hint} `sqlmetrics metrics` lists them all")
