"""The views of the attacks' statement: what is known of each relation, what that tells, and which attack takes what from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlmetrics.release.attack.discrimination_attacks import Use, uses
from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.entries import PlanEntries, RecodingEntry, mark_entries, plan_entries, recoding_entry
from sqlmetrics.statement.plan import IDENTITY, Plan, Target
from sqlmetrics.statement.render import render
from sqlmetrics.text import csv_line

NOT_LINKED = "nothing links the release to the original: name a record id, or how the keys were recoded"
NO_PARTNER = "no record of the release has a partner in the original"
NO_STRANGER = "no record of the external table has these keys"
UNMAPPED = "a partition has no domain for some values"
EMPTY = "the table has no records"


@dataclass(frozen=True)
class Assessed:
    """What is asked of an attack-driven assessment: the plan of one release's score, and what links releases to the original.

    `names` says what a column of the releases is called in the original and in the external table, where that differs.
    """

    plan: Plan
    record_id: str | None
    external: bool
    names: Mapping[str, str]
    limit: int | None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys as the releases call them."""
        return self.plan.quasi_identifiers

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The sensitive attributes as the releases call them, once each."""
        return tuple(dict.fromkeys(target.column for target in self.plan.targets if target.column is not None))

    @property
    def recoded(self) -> bool:
        """Whether the recoding of the keys links releases to the original."""
        return self.record_id is None and bool(self.plan.recodings)

    @property
    def known(self) -> list[tuple[int, ...]]:
        """The sets of known keys by their places: each alone, then all together."""
        alone: list[tuple[int, ...]] = [(place,) for place in range(len(self.keys))]
        return alone if len(alone) == 1 else [*alone, tuple(range(len(alone)))]

    def there(self, column: str) -> str:
        """Return what a column of the releases is called in the original."""
        return self.names.get(column, column)


def attack_entries(
    asked: Assessed,
    original: str,
    release: str,
    name: str,
    external: str | None,
    dialect: Dialect,
    cache: Callable[[str], str | None] = lambda _: None,
) -> dict[str, Any]:
    """Return what the template `attacks` takes; `cache` gives the name of a table that holds a query's rows, or none to leave it in."""
    plan = asked.plan
    hidden = mark_entries(plan.hidden_marks)
    there = [{"column": asked.there(key), "recoding": _recoding(plan.recodings.get(key))} for key in asked.keys]
    attributes = [asked.there(column) for column in asked.sensitive]
    side = {"relation_keys": there, "attributes": attributes, "record_id": asked.record_id, "general": asked.recoded, "suppressed": []}
    whole = side | {"relation": original}
    own = side | {
        "relation_keys": [{"column": key, "recoding": None} for key in asked.keys],
        "attributes": list(asked.sensitive),
        "general": False,
        "suppressed": hidden,
    }
    strangers = side | {"relation": external, "attributes": [], "record_id": None, "general": True}
    bases: dict[str, str] = {}
    sources: dict[str, str] = {}

    def add(name: str, macro: str, *arguments: Any) -> None:
        """Add a count relation, as the statement defines it and as a query within one reads it."""
        text = render(macro, *arguments, dialect=dialect)
        table = cache(text)
        if table is None:
            bases[name] = text
        sources[name] = table or render("outer_source", name, text, dialect=dialect)

    if asked.record_id is not None:
        add("originals", "attack_input", whole, "original")
    add("original_counts", "attack_grouped", whole, "original", sources.get("originals"))
    add("release_counts", "attack_grouped", own | {"relation": release}, "released", sources.get("originals"))
    if external is not None:
        add("external_counts", "attack_grouped", strangers, "external")
    views = list(_views(asked, sources, bool(hidden), dialect))
    for number, view in enumerate(views, 1):
        view["number"] = number
    return {
        "bases": [{"name": name, "text": text} for name, text in bases.items()],
        "release": name,
        "views": views,
        "uses": [_use(use) for use in uses(plan.level)],
        "combined": len(asked.known),
        "level": plan.level,
        "limit": asked.limit,
        "show_values": plan.show_values,
    }


def _use(use: Use) -> dict[str, Any]:
    return {
        "attack": use.attack,
        "metric": use.metric.name,
        "kind": use.view,
        "column": use.column,
        "combined": use.combined,
        "unit": use.metric.unit,
        "direction": use.metric.direction,
    }


def _recoding(partition: Partition | None) -> RecodingEntry | None:
    return None if partition is None else recoding_entry(partition)


def _views(asked: Assessed, sources: Mapping[str, str], hidden: bool, dialect: Dialect) -> Iterator[dict[str, Any]]:
    """Return the views of the statement: what is known of each relation, and what that tells."""
    everything = range(len(asked.keys))
    values = [f"value_{place}" for place in range(1, len(asked.sensitive) + 1)]
    by_table = asked.plan.level == "table"
    shown = "suppressed = 0" if hidden else None
    for known_number, known in enumerate(asked.known, 1):
        names = [asked.keys[place] for place in known]
        line = csv_line(names)
        sub = replace(asked.plan, quasi_identifiers=tuple(names), recodings={}, suppressed=None, keep_suppressed=False)
        plain = replace(sub, metrics=tuple(metric for metric in sub.metrics if metric.name == "discrimination_rate"))
        base = {"known_number": known_number, "known": line}
        rated = base | {"macro": "attack_rates", "lost": None, "empty": EMPTY}

        def counted(
            plan: Plan, source: str, column: str, expressions: list[str], condition: str | None, places: tuple[int, ...] = known
        ) -> PlanEntries:
            keys = [f"{column}_{place + 1}" for place in places]
            return plan_entries(plan, "", counted=render("attack_counts", source, keys, expressions, condition, dialect=dialect))

        if values and by_table:
            score = counted(plain, sources["original_counts"], "original", values, None)
            yield rated | {"kind": "original", "score": score}
        source = sources["release_counts"]
        yield rated | {"kind": "released", "score": counted(sub, source, "released", values, shown)}
        learnt = [*known, *((everything,) if len(known) > 1 else ())]
        targets = (Target(IDENTITY), *(_original_target(asked, each) for each in learnt))
        expressions = [_original_value(each, dialect) for each in learnt]
        white = replace(plain, targets=targets)
        if asked.record_id is not None:
            condition = " and ".join(["linked = 1", *((shown,) if shown else ())])
            score = counted(white, source, "released", expressions, condition)
            yield rated | {"kind": "white", "score": score, "empty": NO_PARTNER}
        elif asked.recoded:
            score = counted(white, sources["original_counts"], "general", expressions, None)
            yield rated | {"kind": "white", "score": score, "lost": sources["original_counts"]}
        combined = len(known) == len(asked.keys)
        link = base | {"macro": "attack_link", "own": source, "target": IDENTITY, "shown": hidden, "empty": EMPTY}
        met = base | {"macro": "attack_strangers", "shown": hidden, "score": plan_entries(sub, ""), "own": source, "target": IDENTITY}
        met |= {
            "pairs": [
                {
                    "released": f"released_{place + 1}",
                    "general": f"general_{place + 1}",
                    "text": asked.keys[place] in asked.plan.recodings,
                }
                for place in known
            ]
        }
        if asked.external:
            yield met | {"kind": "grey", "others": sources["external_counts"], "empty": NO_STRANGER}
        if combined and by_table:
            if asked.record_id is not None:
                yield link | {"kind": "white_link", "column": "linked"}
            elif asked.recoded:
                yield met | {"kind": "white_link", "others": sources["original_counts"], "empty": NO_PARTNER}
            else:
                name = _original_target(asked, everything).name
                yield link | {"kind": "white", "column": None, "target": name, "empty": NOT_LINKED}
            if hidden:
                yield link | {"kind": "suppressed", "column": "suppressed", "shown": False}


def _original_target(asked: Assessed, places: int | range) -> Target:
    """Return an original key, or all of them together, as what an attacker wants to learn."""
    if isinstance(places, int):
        return Target(asked.there(asked.keys[places]), str(places))
    return Target(csv_line(asked.there(key) for key in asked.keys), "all" if len(places) > 1 else "0")


def _original_value(places: int | range, dialect: Dialect) -> str:
    """Return the expression of an original key, or of all of them together as one text."""
    if isinstance(places, int):
        return f"counted.original_{places + 1}"
    separator = render("literal", ",", dialect=dialect)
    parts: list[str] = []
    for place in places:
        parts += [separator] if parts else []
        parts.append(render("csv_field", f"counted.original_{place + 1}", dialect=dialect))
    return render("concat", parts, dialect=dialect)
