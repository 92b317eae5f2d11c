"""Statements for everybody: the same text, with names in place of values of the data.

The names are put into the plan's entries before they are rendered; no text of a statement is
replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from sqlmetrics.statement.entries import DomainEntry, IntervalEntry, PlanEntries, RecodingEntry, TargetEntry


class Placeholder(str):
    """The name of a value, such as `:value_1`, which a statement writes without quotes."""

    __slots__ = ()
    placeholder = True


CONDITION = Placeholder(":condition")
"""The condition on records."""

QUERY = Placeholder(":query")
"""The query whose rows are measured."""

NOTE = "names that begin with a colon stand for values of the data, or lists of them"
"""The line that says so in the comment of a statement."""


def without_values(entries: PlanEntries) -> PlanEntries:
    """Return the entries of a plan with names for domains, lists of values, ends of ranges."""
    name = _names()
    keys = [{**key, "recoding": _recoding(key["recoding"], name)} for key in entries["quasi_identifiers"]]
    return {
        **entries,
        "quasi_identifiers": keys,  # type: ignore[typeddict-item]
        "suppressed": [{**mark, "text": name("mark", mark["text"])} for mark in entries["suppressed"]],
        "targets": [_target(target, name) for target in entries["targets"]],
    }


def _names() -> Callable[[str, object], Placeholder]:
    """Return a function that names values of a kind by numbers, the same value always alike."""
    seen: dict[str, dict[object, Placeholder]] = {}

    def name(kind: str, value: object) -> Placeholder:
        own = seen.setdefault(kind, {})
        return own.setdefault(value, Placeholder(f":{kind}_{len(own) + 1}"))

    return name


def _target(target: TargetEntry, name: Callable[[str, object], Placeholder]) -> TargetEntry:
    order, hierarchy = target["order"], target["hierarchy"]
    return {
        **target,
        "recoding": _recoding(target["recoding"], name),
        "order": (name("values", order),) if isinstance(order, tuple) else order,
        "hierarchy": None
        if hierarchy is None
        else [
            [(name("nodes", (target["name"], level)), name("nodes", (target["name"], level + 1)))]
            for level in range(len(hierarchy))
        ],
    }


def _recoding(recoding: RecodingEntry | None, name: Callable[[str, object], Placeholder]) -> RecodingEntry | None:
    """Return a partition with the same domains, each with one name for all its values."""
    if recoding is None:
        return None
    hidden: RecodingEntry = {**recoding}
    if recoding["rest"] is not None:
        hidden["rest"] = name("domain", recoding["rest"])
    if recoding["zero"] is not None:
        hidden["zero"] = name("domain", recoding["zero"])
    if recoding["kind"] == "table":
        hidden["pairs"] = [(name("values", tuple(recoding["pairs"])), name("domains", tuple(recoding["pairs"])))]
    elif recoding["kind"] == "values":
        hidden["domains"] = [
            DomainEntry(name=name("domain", one["name"]), members=[name("values", tuple(one["members"]))])
            for one in cast("list[DomainEntry]", recoding["domains"])
        ]
    elif recoding["kind"] == "intervals":
        hidden["domains"] = [
            IntervalEntry(
                name=name("domain", one["name"]),
                low=None if one["low"] is None else name("value", one["low"]),
                high=None if one["high"] is None else name("value", one["high"]),
                low_closed=one["low_closed"],
                high_closed=one["high_closed"],
            )
            for one in cast("list[IntervalEntry]", recoding["domains"])
        ]
    return hidden
