"""The catalogue of metrics and attacks: a list, one explained, and the reference of all metrics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from statistics import median
from typing import Any

from sqlmetrics.output.forms import Forms
from sqlmetrics.output.markdown import markdown_text
from sqlmetrics.output.report import Block, Column, Glossary, Heading, Paragraph, Report, TermEntry, table
from sqlmetrics.release.attack.descriptions import AttackDescription
from sqlmetrics.risk.public_surveys import LEAST, Form, survey_values
from sqlmetrics.statement.catalogue import Metric
from sqlmetrics.text import number

OF = {
    "any": "identity, sensitive",
    "identity": "identity",
    "sensitive": "sensitive",
    "ordered": "sensitive, with an order",
    "hierarchical": "sensitive, with a hierarchy",
    "population": "identity, with a population",
    "weighted": "identity, with survey weights",
    "households": "identity, with survey weights and households",
    "appearances": "identity and sensitive, where people may have several records",
    "events": "identity, where an attacker knows points of a person",
    "releases": "a sensitive attribute, beside earlier releases of the same people",
    "sampled": "identity, with the size of the population",
    "release": "a release beside its original",
    "attack": "an attack",
    "tables": "a published table",
    "noise": "noisy answers",
}
"""The subjects of the kinds of metrics, in words."""

ON_REQUEST = ", on request: name it, or `all`, in `metrics`"
"""A remark in the list beside a metric that is scored only when it is named."""

WITH_ALL = ", on request: `everything` in `attacks`"
"""The remark beside a metric of attacks that is measured only then."""

WORDS = (
    "The known columns are the quasi-identifiers; a group, or class, is the people with equal values in all of them. "
    "Bits and nats count uncertainty, to base 2 and e."
)
"""The words of the list that people may not know."""

COLUMNS = (
    Column("metric", "code"),
    Column("what it says"),
    Column("value"),
    Column("unit, range"),
    Column("direction"),
    Column("of"),
    Column("levels"),
)
"""The columns of the reference."""


def metrics_forms(metrics: Sequence[Metric], attacks: Sequence[AttackDescription] = ()) -> Forms:
    """Return the forms of the catalogue, for people with the attacks below the metrics.

    As Markdown it is the reference, with every fact of every metric.
    """
    return Forms(
        report=lambda: metrics_report(metrics, attacks),
        document=lambda: [_described(metric) for metric in metrics],
        others={"markdown": lambda: markdown_text(reference_report(metrics))},
    )


def metric_forms(metric: Metric, attack: AttackDescription | None) -> Forms:
    """Return the forms of one metric, explained, with the attack of its name where there is one."""
    return replace(metrics_forms([metric]), report=lambda: metric_report(metric, attack))


def _described(metric: Metric) -> dict[str, Any]:
    """Return a metric's public facts by name."""
    hidden = {
        "order",
        "cells",
        "classes",
        "needs",
        "of",
        "attacks",
        "records",
        "varies",
        "interval",
        "once",
        "tradeoff",
    }
    return {name: value for name, value in asdict(metric).items() if name not in hidden}


def _by_question(metrics: Iterable[Metric]) -> Mapping[str, list[Metric]]:
    groups: dict[str, list[Metric]] = {}
    for metric in metrics:
        groups.setdefault(metric.question, []).append(metric)
    return groups


def _parameters(metric: Metric) -> str:
    return ", ".join(f"{name} = {value}" for name, value in metric.parameters.items())


def _on_request(metric: Metric) -> str:
    """Return the remark on a metric that is not always scored, or nothing."""
    return "" if not metric.on_request else WITH_ALL if metric.of else ON_REQUEST


def metrics_report(metrics: Iterable[Metric], attacks: Sequence[AttackDescription]) -> Report:
    """Return the metrics under the questions that they answer, then the attacks."""
    blocks: list[Block] = []
    for question, group in _by_question(metrics).items():
        entries = [
            TermEntry(
                metric.name,
                f"{metric.unit}, {metric.direction}{_on_request(metric)}",
                metric.plain,
            )
            for metric in group
        ]
        blocks += [Heading(question), Glossary(tuple(entries))]
    notes = (Paragraph(WORDS), Paragraph("sqlmetrics metrics NAME explains one."))
    return Report((*blocks, *attack_list(attacks), *notes))


def metric_report(metric: Metric, attack: AttackDescription | None = None) -> Report:
    """Return all facts of a metric, and the attack of its name where there is one."""
    facts = {
        "meaning": metric.meaning,
        "question": metric.question,
        "also": ", ".join(dict.fromkeys((metric.symbol, *metric.also))),
        "other words": ", ".join(metric.words) or None,
        "formula": metric.formula,
        "per class": metric.class_formula,
        "unit": f"{metric.unit}, {metric.range}",
        "direction": metric.direction,
        "of": OF[metric.targets],
        "levels": ", ".join(metric.levels),
        "the same as": metric.same_as,
        "parameters": _parameters(metric) or None,
        "undefined": (metric.undefined or "").format(**metric.parameters) or "only without records",
        "source": metric.source,
        "in public surveys": "; ".join(_in_surveys(metric, "collected")) or None,
        f"in groups of {LEAST}": "; ".join(_in_surveys(metric, "grouped")) or None,
    }
    rows = [(name, text) for name, text in facts.items() if text is not None]
    explained = (
        Heading(f"{metric.name}: {metric.title}", 1),
        Paragraph(metric.plain),
        table([Column(""), Column("")], rows),
    )
    return Report((*explained, *(() if attack is None else attack_blocks(attack))))


def _in_surveys(metric: Metric, form: Form) -> Iterator[str]:
    """Yield the values of a metric in public surveys, of the identity and of a secret."""
    for whose, of_identity in (("identity", True), ("a secret", False)):
        if values := survey_values(metric.name, form, of_identity=of_identity):
            least, most = number(values[0]), number(values[-1])
            told = f"{least} to {most}, the median {number(median(values))}, of" if least != most else f"{most} in all"
            yield f"{whose} {told} {len(values)}"


def reference_report(metrics: Iterable[Metric]) -> Report:
    """Return a table for each question that metrics answer, with all facts of each."""
    blocks: list[Block] = []
    for question, group in _by_question(metrics).items():
        blocks += [Heading(question), table(COLUMNS, [_facts(metric) for metric in group])]
    return Report(tuple(blocks))


def _facts(metric: Metric) -> tuple[str, ...]:
    parameters = f"; {_parameters(metric)}" if metric.parameters else ""
    return (
        metric.name,
        metric.meaning,
        f"{metric.formula}{parameters}",
        f"{metric.unit}, {metric.range}",
        metric.direction,
        OF[metric.targets],
        f"{', '.join(metric.levels)}{'; on request' if metric.on_request else ''}",
    )


def attack_list(attacks: Sequence[AttackDescription]) -> tuple[Block, ...]:
    """Return each attack's meaning and needs, under the command that makes it."""
    blocks: list[Block] = []
    for command in dict.fromkeys(attack.command for attack in attacks):
        entries = [
            TermEntry(attack.name, attack.discloses, f"{_sentence(attack.meaning)} Needs {attack.needs}.")
            for attack in attacks
            if attack.command == command
        ]
        blocks += [Heading(f"Attacks of sqlmetrics {command}"), Glossary(tuple(entries))]
    return tuple(blocks)


def attack_blocks(attack: AttackDescription) -> tuple[Block, ...]:
    """Return all facts of an attack."""
    facts = [
        ("command", f"sqlmetrics {attack.command}"),
        ("discloses", attack.discloses),
        ("needs", attack.needs),
        ("metrics", ", ".join(attack.metrics)),
    ]
    return (
        Heading(f"{attack.name}: an attack", 1),
        Paragraph(_sentence(attack.meaning)),
        table([Column(""), Column("")], facts),
    )


def attack_list_forms(attacks: Sequence[AttackDescription]) -> Forms:
    """Return the forms of a list of attacks."""
    return Forms(
        report=lambda: Report((*attack_list(attacks), Paragraph("sqlmetrics metrics NAME explains one."))),
        document=lambda: [attack._asdict() for attack in attacks],
    )


def attack_forms(attack: AttackDescription) -> Forms:
    """Return the forms of one attack, explained."""
    return Forms(report=lambda: Report(attack_blocks(attack)), document=lambda: [attack._asdict()])


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
