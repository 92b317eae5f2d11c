"""The views of the attacks' statement: known columns of a relation, and rates of a target."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.release.attack.assessment import Assessment
from sqlmetrics.release.attack.discrimination_attacks import Use, uses
from sqlmetrics.release.attack.joint_view import joint_view
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


class _Counts:
    """The count relations of a statement: their texts, and their names in queries within it."""

    def __init__(self, dialect: Dialect, cache: Callable[[str], str | None]) -> None:
        self.texts: dict[str, str] = {}
        self.sources: dict[str, str] = {}
        self._dialect = dialect
        self._cache = cache

    def add(self, name: str, macro: str, *arguments: Any) -> None:
        """Add a count relation, as a common table expression or as a table that is cached."""
        text = render(macro, *arguments, dialect=self._dialect)
        table = self._cache(text)
        if table is None:
            self.texts[name] = text
        self.sources[name] = table or render("outer_source", name, text, dialect=self._dialect)


def attack_entries(
    assessment: Assessment,
    original: Compared,
    release: Compared,
    external: Compared | None,
    dialect: Dialect,
    cache: Callable[[str], str | None] = lambda _: None,
) -> dict[str, Any]:
    """Return the arguments of the template `attacks`.

    `cache` gives the name of a table that holds a query's rows, or none.
    """
    counts = _Counts(dialect, cache)
    _add_counts(counts, assessment, original, release, external)
    measured = uses(assessment.plan.level, everything=assessment.everything)
    views = list(_views(assessment, counts.sources, dialect))
    if assessment.plan.level == "table":
        views.append(joint_view(assessment, measured, original, release, counts.sources))
    for number, view in enumerate(views, 1):
        view["number"] = number
    return {
        "bases": [{"name": name, "text": text} for name, text in counts.texts.items()],
        "release": release.name,
        "views": views,
        "uses": [_use(use) for use in measured],
        "combined": len(assessment.known),
        "level": assessment.plan.level,
        "limit": assessment.limit,
        "show_values": assessment.plan.show_values,
    }


def _add_counts(
    counts: _Counts, assessment: Assessment, original: Compared, release: Compared, external: Compared | None
) -> None:
    """Add the count relations of the original, the release and the external table, if any."""
    plan = assessment.plan
    there = [
        {"column": plan.spelt(assessment.there(key)), "recoding": _recoding(plan.recodings.get(key))}
        for key in assessment.keys
    ]
    record_id = None if assessment.record_id is None else plan.spelt(assessment.record_id)
    side = {"relation_keys": there, "record_id": record_id, "general": bool(plan.recodings), "suppressed": []}
    individual = plan.individual
    side |= {"individual": None if individual is None else plan.spelt(assessment.there(individual))}
    attributes = [plan.spelt(assessment.there(column)) for column in assessment.sensitive]
    whole = side | {"relation": original.from_sql, "attributes": attributes}
    own = side | {
        "relation": release.from_sql,
        "relation_keys": [{"column": plan.spelt(key), "recoding": None} for key in assessment.keys],
        "attributes": [plan.spelt(column) for column in assessment.sensitive],
        "general": False,
        "individual": None if individual is None else plan.spelt(individual),
        "suppressed": mark_entries({plan.spelt(column): text for column, text in plan.hidden_marks.items()}),
    }
    if assessment.record_id is not None:
        counts.add("originals", "attack_input", whole, "original")
    linked = counts.sources.get("originals")
    counts.add("original_counts", "attack_grouped", whole, "original", linked)
    counts.add("release_counts", "attack_grouped", own, "released", linked)
    if external is not None:
        people = side | {"relation": external.from_sql, "attributes": [], "record_id": None, "general": True}
        counts.add("external_counts", "attack_grouped", people, "external")


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


def _views(assessment: Assessment, sources: Mapping[str, str], dialect: Dialect) -> Iterator[dict[str, Any]]:
    """Yield the views of the statement: known columns of a relation, and rates of a target."""
    hidden = bool(assessment.plan.hidden_marks)
    for known_number, known in enumerate(assessment.known, 1):
        names = tuple(assessment.keys[place] for place in known)
        plan = replace(assessment.plan, quasi_identifiers=names, recodings={}, suppressed=None, keep_suppressed=False)
        base = {"known_number": known_number, "known": csv_line(names)}
        rated = base | {"macro": "attack_rates", "lost": None, "empty": EMPTY}
        for view in _rated_views(assessment, plan, known, sources, dialect, "suppressed = 0" if hidden else None):
            yield rated | view
        own = base | {"own": sources["release_counts"], "target": IDENTITY, "shown": hidden}
        link = own | {"macro": "attack_link", "empty": EMPTY}
        met = own | {"macro": "attack_strangers", "score": plan_entries(plan, ""), "pairs": _pairs(assessment, known)}
        if assessment.external:
            yield met | {"kind": "grey", "others": sources["external_counts"], "empty": NO_STRANGER}
        if assessment.record_id is not None and plan.level == "table":
            places = known[0] if len(known) == 1 else range(len(known))
            target = _original_target(assessment, places).name
            channel = {"kind": "channel", "macro": "attack_channel", "places": [place + 1 for place in known]}
            yield own | channel | {"target": target, "empty": NO_PARTNER}
        if len(known) == len(assessment.keys) and plan.level == "table":
            yield _link_view(assessment, link, met, sources)
            if hidden:
                yield link | {"kind": "suppressed", "column": "suppressed", "shown": False}


def _rated_views(
    assessment: Assessment,
    plan: Plan,
    known: tuple[int, ...],
    sources: Mapping[str, str],
    dialect: Dialect,
    shown: str | None,
) -> Iterator[dict[str, Any]]:
    """Yield the views that rate known keys.

    `shown` is the condition on records that are not left out.
    """

    def rated(plan: Plan, source: str, column: str, expressions: list[str], condition: str | None) -> PlanEntries:
        """Return the entries of a plan whose keys are columns of a count relation."""
        keys = [f"{column}_{place + 1}" for place in known]
        people = plan.individual is not None
        return plan_entries(
            plan, "", counted=render("attack_counts", source, keys, expressions, condition, people, dialect=dialect)
        )

    rate = replace(plan, metrics=tuple(metric for metric in plan.metrics if metric.name == "discrimination_rate"))
    values = [f"value_{place}" for place in range(1, len(assessment.sensitive) + 1)]
    original, released = sources["original_counts"], sources["release_counts"]
    if values and plan.level == "table":
        yield {"kind": "original", "score": rated(rate, original, "original", values, None)}
    whole = len(known) == len(assessment.keys)
    part = replace(plan, metrics=tuple(metric for metric in plan.metrics if metric.needs != "expected_information"))
    yield {"kind": "released", "score": rated(plan if whole else part, released, "released", values, shown)}
    everything = range(len(assessment.keys))
    learnt = [*known, *((everything,) if len(known) > 1 else ())]
    white = replace(rate, targets=(Target(IDENTITY), *(_original_target(assessment, places) for places in learnt)))
    expressions = [_original_value(places, dialect) for places in learnt]
    if assessment.record_id is not None:
        condition = " and ".join(["linked = 1", *((shown,) if shown else ())])
        yield {
            "kind": "white",
            "score": rated(white, released, "released", expressions, condition),
            "empty": NO_PARTNER,
        }
    elif assessment.recoded:
        yield {"kind": "white", "score": rated(white, original, "general", expressions, None), "lost": original}


def _pairs(assessment: Assessment, known: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return the known keys in the two count relations, and whether they compare as texts."""
    return [
        {
            "released": f"released_{place + 1}",
            "general": f"general_{place + 1}",
            "text": assessment.keys[place] in assessment.plan.recodings,
        }
        for place in known
    ]


def _link_view(
    assessment: Assessment, link: dict[str, Any], met: dict[str, Any], sources: Mapping[str, str]
) -> dict[str, Any]:
    """Return the view of the share of linked records, or of the reason why none is linked."""
    if assessment.record_id is not None:
        return link | {"kind": "white_link", "column": "linked"}
    if assessment.recoded:
        return met | {"kind": "white_link", "others": sources["original_counts"], "empty": NO_PARTNER}
    target = _original_target(assessment, range(len(assessment.keys))).name
    return link | {"kind": "white", "column": None, "target": target, "empty": NOT_LINKED}


def _original_target(assessment: Assessment, places: int | range) -> Target:
    """Return an original key, or all of them together, as the target of an attacker."""
    if isinstance(places, int):
        return Target(assessment.there(assessment.keys[places]), str(places))
    return Target(csv_line(assessment.there(key) for key in assessment.keys), "all" if len(places) > 1 else "0")


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
