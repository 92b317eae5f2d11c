"""Limits that others have published, for people and machines: a list, and one explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlmetrics.gate.thresholds import group_size, thresholds_of
from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.report import Block, Column, Glossary, Heading, Paragraph, Report, TermEntry, table
from sqlmetrics.spec.outputs import output_rules
from sqlmetrics.spec.published_limits import PublishedLimit

NEVER = "None of them is a default, and none is advice: which one holds is for you and your authority to say."
"""What is said of all of them."""

UNKNOWN = "could not be confirmed"
"""What stands where a section or a date is not known."""


def limits_forms(limits: Sequence[PublishedLimit]) -> Forms:
    """Return the forms of a list of published limits."""
    documents = [limit_document(limit) for limit in limits]
    rows = [{**one, "thresholds": bounds_of(limit)} for one, limit in zip(documents, limits, strict=True)]
    for row in rows:
        del row["rules"]
    return Forms(
        report=lambda: limits_report(limits),
        document=lambda: documents,
        records=lambda: Records(tuple(rows[0]), [[*row.values()] for row in rows], {"group": int}),
    )


def limit_forms(limit: PublishedLimit) -> Forms:
    """Return the forms of one published limit, explained."""
    return Forms(
        report=lambda: limit_report(limit),
        document=lambda: limit_document(limit),
        records=lambda: limits_forms([limit]).records(),
    )


def limit_document(limit: PublishedLimit) -> dict[str, Any]:
    """Return the facts of a published limit, with the size of group that it asks for."""
    facts = {**asdict(limit), "thresholds": dict(limit.thresholds), "rules": dict(limit.rules)}
    return {**facts, "group": group_of(limit)}


def group_of(limit: PublishedLimit) -> int | None:
    """Return the smallest group of people that a published limit allows; None where it has none."""
    return max(filter(None, (group_size(one.metric, one.limit) for one in thresholds_of(limit))), default=None)


def bounds_of(limit: PublishedLimit) -> str:
    """Return the thresholds of a published limit in words, with the rules that they rest on."""
    rules = output_rules(limit.rules)
    parts = [(str(one), rules.parameters(one.metric) if limit.rules else None) for one in thresholds_of(limit)]
    return ", ".join(text if rule is None else f"{text} ({rule})" for text, rule in parts)


def limits_report(limits: Sequence[PublishedLimit]) -> Report:
    """Return the limits under their documents, with date, section, scope and whom they bind."""
    blocks: list[Block] = [Heading("Limits that others have published", 1), Paragraph(NEVER)]
    for title in dict.fromkeys(limit.title for limit in limits):
        own = [limit for limit in limits if limit.title == title]
        first = own[0]
        place = f"section {first.section}" if first.section else f"section {UNKNOWN}"
        about = f"{first.publisher}; date {first.date or UNKNOWN}; {place}."
        entries = tuple(TermEntry(limit.name, asked_by(limit), limit.wording) for limit in own)
        blocks += [Heading(title), Paragraph(f"{about} {first.scope} Binding: {first.binding}"), Glossary(entries)]
    return Report((*blocks, Paragraph("sqlmetrics limits NAME explains one; `limits: NAME` in a spec holds it.")))


def asked_by(limit: PublishedLimit) -> str:
    """Return what a published limit asks for, with its size of group where that is not said."""
    size = group_of(limit)
    said = {"k_anonymity", "minimum_frequency"} & {*limit.thresholds}
    return bounds_of(limit) + ("" if size is None or said else f", groups of {size}")


def limit_report(limit: PublishedLimit) -> Report:
    """Return all facts of a published limit."""
    facts = {
        "asks for": bounds_of(limit),
        "smallest group": None if group_of(limit) is None else f"{group_of(limit)} people",
        "wording": limit.wording,
        "publisher": limit.publisher,
        "document": limit.title,
        "section": limit.section or UNKNOWN,
        "date": limit.date or UNKNOWN,
        "scope": limit.scope,
        "binding": limit.binding,
        "not confirmed": limit.unconfirmed,
    }
    rows = [(name, text) for name, text in facts.items() if text is not None]
    title = Heading(f"{limit.name}: {limit.source}", 1)
    return Report((title, table([Column(""), Column("")], rows), Paragraph(NEVER)))
