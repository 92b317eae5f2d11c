"""The metrics: what each one means, read from the header of its template, where it is written once.

A metric is a file `metrics/<family>/<name>.sql` with a macro of its name; adding one is adding its file. The file starts with
a comment, the header: one sentence of meaning, an empty line, then lines of `field: text`. What lists metrics (the catalogue,
statements, results, the README, dbt) reads these lines.

Every metric has
    symbol, title, formula, unit, range, source   as people read them
    order        a number: metrics stand in its order, in every list and in every result
    direction    higher is riskier | higher is safer | higher is more useful | higher is less useful
    question     the question that it answers; metrics that answer one stand together
    targets      what it is of: identity | sensitive | any | ordered | hierarchical | population, or release | attack
    levels       table, class or both
and where it applies
    class        the formula of a class
    parameters   `name = default, ..`: what else the value depends on
    undefined    why the value can be NULL
    request      yes: it is scored only when it is named

The family `relation`, of one relation, has besides
    cells        `max name, ..`: how measures of each class (max, min, sum or mean of a macro of `measures/`) become the table's
    classes      yes: it sums over the classes' sizes
    needs        what else is counted: largest_value | ranked | weighed | expected_information | hidden_records
    tradeoff     yes: it is scored of each release that is weighed against its utility

The family `attacks` has besides
    of           claims: of what an attack claims, knows and retrieves, from the columns of `measured_attacks`
                 views: of what releases tell by the Discrimination Rate, from the columns of `attacks`
    attacks      of views: `attack view, ..`, the attacks that it measures and the view that each takes it from
    needs        of claims: base (random guesses) | control (a control group); of views: combined (all keys together)
    records      of claims: the column that counts what the value rests on, claims unless it is given

The family `utility` has besides
    of           columns | records (those linked by an id) | pairs (of columns) | answers (to queries) | classifiers; a metric
                 of columns and records is taken from the linked records where there are any
    needs        of columns: hierarchy; of records: number (a column of numbers); of answers: measure (answers in one unit);
                 of classifiers: release (what is learnt from it)
    records      of records: linked_pairs | linked_numbers, the column that counts what the value rests on
    varies       of columns: bins (a distribution, by bins where the column is continuous) | form (continuous or not)
    interval     of classifiers: yes, the accuracy is a share of the held-out records and has an interval
    once         of classifiers: yes, it is the same for every classifier and measure
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from sqlmetrics.errors import SpecError
from sqlmetrics.statement.render import macro_folder
from sqlmetrics.text import did_you_mean

FAMILIES = {"relation": "score", "attacks": "attacks, gda", "utility": "utility, tradeoff"}
"""The folders below `macros/metrics`, and the commands that measure them: of one relation, or of releases beside their original."""

FIELDS: Mapping[str, frozenset[str] | None] = {
    **dict.fromkeys(
        ("symbol", "title", "formula", "unit", "range", "source", "order", "question", "targets", "levels")
    ),
    **dict.fromkeys(("class", "parameters", "undefined")),
    "direction": frozenset({"higher is riskier", "higher is safer", "higher is more useful", "higher is less useful"}),
    "request": frozenset({"yes"}),
}
"""The fields of every header, with the values that they may have; None stands for a text."""

FAMILY_FIELDS: Mapping[str, Mapping[str, frozenset[str] | None]] = {
    "relation": {
        "cells": None,
        "classes": frozenset({"yes"}),
        "needs": frozenset({"largest_value", "ranked", "weighed", "expected_information", "hidden_records"}),
        "tradeoff": frozenset({"yes"}),
    },
    "attacks": {
        "of": frozenset({"claims", "views"}),
        "attacks": None,
        "needs": frozenset({"base", "control", "combined"}),
        "records": None,
    },
    "utility": {
        "of": frozenset({"columns", "records", "pairs", "answers", "classifiers"}),
        "needs": frozenset({"hierarchy", "number", "measure", "release"}),
        "records": frozenset({"linked_pairs", "linked_numbers"}),
        "varies": frozenset({"bins", "form"}),
        "interval": frozenset({"yes"}),
        "once": frozenset({"yes"}),
    },
}
"""The fields that a family has besides."""


@dataclass(frozen=True)
class Metric:
    """One metric of the catalogue: what its header says, field by field, as the module's docstring describes them.

    `meaning` is the header's sentence, `class_formula` its `class`, `on_request` its `request`. `cells` and `attacks` are pairs of
    words, the other lists words; a field that a header leaves out is None, empty or False.
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
    of: tuple[str, ...] = ()
    attacks: tuple[tuple[str, str], ...] = ()
    records: str | None = None
    varies: str | None = None
    interval: bool = False
    once: bool = False
    tradeoff: bool = False


def read_header(path: Path) -> Metric:
    """Return the metric that the header of a template describes. Raises ValueError for a field or value that there is not."""
    header = path.read_text(encoding="utf-8").partition("{#-")[2].partition("-#}")[0].strip()
    meaning, _, lines = header.partition("\n\n")
    fields = dict(line.split(": ", 1) for line in lines.splitlines())
    allowed = {**FIELDS, **FAMILY_FIELDS[path.parent.name]}
    for name, text in fields.items():
        if name not in allowed:
            raise ValueError(f"{path}: unknown header field '{name}'; there are: {', '.join(sorted(allowed))}")
        values = allowed[name]
        if values is not None and not values.issuperset(text.split(", ")):
            raise ValueError(f"{path}: {name} is {' or '.join(sorted(values))}, not '{text}'")
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
        levels=_words(fields["levels"]),
        source=fields["source"],
        order=int(fields["order"]),
        question=fields["question"],
        cells=_pairs(fields.get("cells")),
        classes="classes" in fields,
        needs=fields.get("needs"),
        parameters=dict(entry.split(" = ", 1) for entry in _words(fields.get("parameters"))),
        on_request="request" in fields,
        undefined=fields.get("undefined"),
        of=_words(fields.get("of")),
        attacks=_pairs(fields.get("attacks")),
        records=fields.get("records"),
        varies=fields.get("varies"),
        interval="interval" in fields,
        once="once" in fields,
        tradeoff="tradeoff" in fields,
    )


def _words(text: str | None) -> tuple[str, ...]:
    """Return what commas separate."""
    return tuple(text.split(", ")) if text else ()


def _pairs(text: str | None) -> tuple[tuple[str, str], ...]:
    """Return pairs of words that commas separate."""
    return tuple((words[0], words[1]) for entry in _words(text) if (words := entry.split()))


@cache
def catalogue(family: str = "relation") -> Mapping[str, Metric]:
    """Return every metric of a family by its name, risks first; a macro without a metric's header is none."""
    paths = (macro_folder() / "metrics" / family).glob("*.sql")
    metrics = [read_header(path) for path in paths if "\nsymbol: " in path.read_text(encoding="utf-8")]
    return {metric.name: metric for metric in sorted(metrics, key=lambda metric: (metric.order, metric.name))}


def metrics(family: str = "relation") -> tuple[Metric, ...]:
    """Return every metric of a family, risks first: of one relation (`relation`), or of releases (`attacks`, `utility`)."""
    return tuple(catalogue(family).values())


def metrics_of(kind: str) -> tuple[Metric, ...]:
    """Return the metrics of releases that are of a kind, in their order: see `of` in the header's grammar."""
    return tuple(metric for metric in every_metric().values() if kind in metric.of)


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
            raise SpecError(
                f"{name} has no {level} level; at {level} level there are: {', '.join(m.name for m in at_level)}"
            )
    if "all" in wanted:
        return tuple(at_level)
    return tuple(metric for metric in at_level if metric.name in wanted)


def unknown_metric(name: str, known: Iterable[str]) -> SpecError:
    """Return the error for a metric that there is not, with the nearest names."""
    hint = did_you_mean(name, known)
    return SpecError(f"unknown metric '{name}'; {hint + ' ' if hint else ''}`sqlmetrics metrics` lists them all")
