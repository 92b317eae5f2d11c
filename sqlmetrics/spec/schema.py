"""The JSON schema of spec files, by which editors complete and check what is written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlmetrics.spec.advice import GeneralizationSpec
from sqlmetrics.spec.partitions import FORMS
from sqlmetrics.spec.spec import INTERNAL, Spec
from sqlmetrics.spec.words import WORDS

SCHEMA_FILE = Path(__file__).with_name("schema.json")
"""The schema as the package has it, for editors; `sqlmetrics schema` prints the same."""

NOT_IN_FILES = ("trusted", *INTERNAL)
"""The words of a call that a file cannot say."""

TEXT = {"type": "string"}
SCALAR = {"type": ["boolean", "number", "string"]}
COLUMNS = {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}
REASONS = {"anyOf": [*COLUMNS["anyOf"], {"type": "object", "additionalProperties": {"type": ["string", "null"]}}]}


def schema(metrics: Iterable[str] = ()) -> dict[str, Any]:
    """Return the JSON schema of a spec file, or of a file of jobs.

    Editors offer the names of `metrics`; other names are left to the command to judge.
    """
    made = Spec.model_json_schema()
    names = {"anyOf": [{"enum": sorted(metrics)}, TEXT]}
    words = {
        word: {"description": WORDS["Spec"][word].text, **_plain(entry)}
        for word, entry in _written(made["properties"], names).items()
        if word not in NOT_IN_FILES
    }
    job = {
        "type": "object",
        "properties": {word: {"$ref": f"#/properties/{word}"} for word in words},
        "additionalProperties": False,
    }
    jobs = {
        "description": "What each job has beside the words above, or the name of its spec file; `sqlmetrics run`"
        " checks them all.",
        "type": "object",
        "additionalProperties": {"anyOf": [TEXT, {"$ref": "#/$defs/Job"}]},
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A spec of sqlmetrics",
        "description": "What is measured: a relation, the roles of its columns, and the limits that its scores keep.",
        "type": "object",
        "properties": {**words, "jobs": jobs},
        "additionalProperties": False,
        "$defs": {name: _part(name, _plain(entry)) for name, entry in made["$defs"].items()} | {"Job": job},
    }


def _part(name: str, entry: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a spec with a description of each of its words."""
    forms = {"AdviceSpec": _advise_forms, "GeneralizationSpec": _level_forms}.get(name, dict)()
    words = {
        word: {"description": WORDS[name][word].text, **_kept(form), **forms.get(word, form)}
        for word, form in entry["properties"].items()
    }
    return entry | {"properties": words}


def _partition_forms() -> list[dict[str, Any]]:
    """Return the forms of a partition: a path, the model's own, and a bare mapping."""
    names = [*FORMS, *GeneralizationSpec.model_fields]
    bare = _by_name(SCALAR) | {"propertyNames": {"not": {"enum": list(dict.fromkeys(names))}}}
    return [TEXT, {"$ref": "#/$defs/PartitionSpec"}, bare]


def _level_forms() -> dict[str, dict[str, Any]]:
    """Return the short forms that a file may have of the words of `generalizations`."""
    cut: dict[str, Any] = {"type": ["number", "string"]}
    length: dict[str, Any] = {"type": "integer", "minimum": 0}
    part: dict[str, Any] = {"enum": ["month", "year"]}
    cuts = {"type": "array", "items": cut}
    return {
        "cuts": {"anyOf": [cuts, {"type": "array", "items": cuts}]},
        "prefix": {"anyOf": [length, {"type": "array", "items": length}]},
        "date": {"anyOf": [part, {"type": "array", "items": part}]},
    }


def _advise_forms() -> dict[str, dict[str, Any]]:
    """Return the short forms that a file may have of the words of `advise`."""
    levels = {"type": "array", "items": {"anyOf": _partition_forms()}}
    entry = {"anyOf": [*_partition_forms(), {"$ref": "#/$defs/GeneralizationSpec"}, levels]}
    return {
        "generalizations": _by_name(entry),
        "suppress": {"type": ["number", "string"], "minimum": 0, "maximum": 1},
        "keep": COLUMNS,
        "time_limit": {"type": ["number", "string", "null"], "exclusiveMinimum": 0},
    }


def _written(properties: dict[str, Any], metrics: dict[str, Any]) -> dict[str, Any]:
    """Return the words with the short forms that a file may have beside the model's own."""
    partition: dict[str, Any] = {"anyOf": _partition_forms()}
    threshold: dict[str, Any] = {"anyOf": [{"$ref": "#/$defs/ThresholdSpec"}, {"type": "number"}]}
    forms: dict[str, dict[str, Any]] = {
        "relation": TEXT,
        "counts": COLUMNS,
        "quasi_identifiers": COLUMNS,
        "sensitive": COLUMNS,
        "identifiers": REASONS,
        "ignored": REASONS,
        "population": {"type": ["string", "null"]},
        "metrics": {"anyOf": [metrics, {"type": "array", "items": metrics}]},
        "partitions": _by_name({"anyOf": [*partition["anyOf"], {"type": "array", "items": partition}]}),
        "orders": _by_name({"anyOf": [{"const": "natural"}, {"type": "array", "items": SCALAR}]}),
        "thresholds": _by_name({"anyOf": [*threshold["anyOf"], {"type": "array", "items": threshold, "minItems": 1}]})
        | {"propertyNames": metrics},
        "no_worse_than": {"anyOf": [TEXT, {"$ref": "#/$defs/EarlierSpec"}]},
        "history": {"type": ["string", "null"]},
        "parameters": {"default": {}, "allOf": [{"$ref": "#/$defs/Parameters"}]},
        "advise": {"$ref": "#/$defs/AdviceSpec"},
        "memory_limit": {"type": ["string", "null"]},
        "timeout": {"type": ["number", "string", "null"], "exclusiveMinimum": 0},
    }
    return properties | {word: _kept(properties[word]) | form for word, form in forms.items()}


def _kept(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the default of a word's own schema, which holds in each of its forms."""
    return {"default": entry["default"]} if entry.get("default") is not None else {}


def _by_name(entry: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": entry}


def _plain(entry: Any) -> Any:
    """Return a part of a schema without the titles, which repeat its names."""
    if isinstance(entry, dict):
        return {key: _plain(value) for key, value in entry.items() if key != "title" or not isinstance(value, str)}
    return [_plain(value) for value in entry] if isinstance(entry, list) else entry
