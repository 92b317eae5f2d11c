"""The JSON schema of spec files, by which editors complete and check what is written."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlmetrics.spec.advice import GeneralizationSpec
from sqlmetrics.spec.call import SpecWords, UnfilteredWords
from sqlmetrics.spec.partitions import FORMS
from sqlmetrics.spec.spec import INTERNAL, Spec

SCHEMA_FILE = Path(__file__).with_name("schema.json")
"""The schema as the package has it, for editors; `sqlmetrics schema` prints the same."""

NOT_IN_FILES = ("trusted", *INTERNAL)
"""The words of a call that a file cannot say."""

DESCRIPTIONS = {
    "relation": "A file, pattern or folder of Parquet, CSV or JSON, or a table of the database or URL; a path is"
    " relative to this file.",
    "quasi_identifiers": "The columns that an attacker may know of a person.",
    "sensitive": "The columns that an attacker wants to learn.",
    "memory_limit": "The memory that DuckDB uses before it spills, as 1GB or 80%.",
    "threads": "The threads that DuckDB uses.",
    "temp_directory": "The folder that DuckDB spills to, in a subfolder that is removed.",
}
"""The descriptions of words that calls in Python do not describe, or together."""

PARTS: dict[str, dict[str, str]] = {
    "PartitionSpec": {
        "name": "The name of the partition in scores, by default that of the file or of the column.",
        "mapping": "Each value and the domain that takes its place, such as {flu: lung, asthma: lung}.",
        "domains": "Each domain and the values in it, such as {lung: [flu, asthma]}.",
        "file": "A CSV file with the columns value and domain, or a hierarchy, of which `level` names a column.",
        "level": "The level of the hierarchy that is taken: 0 is the values as they are.",
        "intervals": 'Each domain and its interval, such as {child: "[0, 18)"}.',
        "cuts": "The numbers between intervals: [30, 60] makes three.",
        "closed": "The end of an interval of `cuts` that belongs to it, by default left.",
        "labels": "The names of the intervals of `cuts`, one more than there are cuts.",
        "prefix": "The number of first characters that are kept of a text.",
        "date": "What is left of a date, month or year. Texts are dates where they are written as 2026-11-23.",
        "unmapped": "What becomes of a value that is not listed: it is an error, it is kept (keep), or it is in the"
        " domain that this names.",
    },
    "Parameters": {
        "l": "The l of recursive (c,l)-diversity, by default 3.",
        "k": "The k of the average class size, by default the size of the smallest class.",
        "threshold": "The chance above which a record counts as at risk, by default 0.2.",
        "log_base": "The base of the logarithm of delta-disclosure, by default e.",
    },
    "ThresholdSpec": {
        "at_most": "The largest score that passes.",
        "at_least": "The smallest score that passes.",
        "target": "The target whose score it holds for, by default every target with the metric.",
        "partition": "The partition of the target that it holds for; raw is the values as they are.",
        "undefined": "What an undefined score does, by default fail. An infinite score always fails.",
        "source": "Whose limit it is, as reports say it, such as EMA Policy 0070.",
    },
    "EarlierSpec": {
        "run": "The earlier run: last, last-passed, its id or the start of its id.",
        "tolerance": "The share by which a score may be riskier than there, by default 0.",
    },
    "IntervalSpec": {
        "seed": "The seed of the draws, by default 0; the same seed gives the same intervals on every engine.",
        "replicates": "How often counts are drawn again, by default 200, for the few metrics that need it.",
    },
    "AdviceSpec": {
        "generalizations": "The levels of each quasi-identifier between its values and being left out.",
        "suppress": "The share of the records that may be suppressed, as 4% or 0.04.",
        "loss": "What is lost: non_uniform_entropy (bits, by default), granularity, columns_changed, mutual_information"
        " (bits about the columns of `about`), discernibility, or average_class_size.",
        "about": "The columns that a loss of mutual_information is about, which are no quasi-identifiers.",
        "keep": "The columns that stay as they are.",
        "leave_out": "Whether the view leaves suppressed records out; by default they are starred.",
        "at_most": "The coarsest level that a column may have.",
        "prefer": "A weight by column: the loss of a column of weight 2 counts twice.",
        "time_limit": "The time after which the best recoding so far is taken, with how much better one may be.",
        "frontier": "Whether all recodings are listed that pass and of which no finer one does.",
        "workload": "The attributes that classifiers predict from the cheapest recodings of the frontier.",
        "classifiers": "The classifiers of the workload: majority and naive_bayes by default, as of `tradeoff`.",
        "local": "Whether cells to star are proposed, instead of whole records, so that k_anonymity is kept.",
        "stars": "What a star is: own, a value of its own, by default, or match, which matches every value.",
    },
    "GeneralizationSpec": {
        "file": "A hierarchy as ARX writes it: a value, then its domain on each level, separated by semicolons.",
        "cuts": "The numbers between intervals, or a list of them for each level, each among those of the one before.",
        "prefix": "The number of first characters that are kept, or one for each level.",
        "date": "What is left of a date: month, then year.",
        "top": "The number from which on all values are one.",
        "bottom": "The number up to which all values are one.",
        "levels": "A partition for each level.",
    },
}
"""The descriptions of the words of parts of a spec."""

TEXT = {"type": "string"}
SCALAR = {"type": ["boolean", "number", "string"]}
COLUMNS = {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}
REASONS = {"anyOf": [*COLUMNS["anyOf"], {"type": "object", "additionalProperties": {"type": ["string", "null"]}}]}


def schema(metrics: Iterable[str] = ()) -> dict[str, Any]:
    """Return the JSON schema of a spec file, or of a file of jobs.

    Editors offer the names of `metrics`; other names are left to the command to judge.
    """
    made = Spec.model_json_schema()
    described = _descriptions()
    names = {"anyOf": [{"enum": sorted(metrics)}, TEXT]}
    words = {
        word: {"description": described[word], **_plain(entry)}
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
        word: {"description": PARTS[name][word], **_kept(form), **forms.get(word, form)}
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


def _descriptions() -> dict[str, str]:
    """Return the meaning of each word: of most, as it is described for calls in Python."""
    texts: dict[str, list[str]] = {}
    for words in (UnfilteredWords, SpecWords):
        named: list[str] = []
        for line in (inspect.getdoc(words) or "").splitlines():
            names, colon, text = line.strip().partition(": ")
            if colon and {*names.split(", ")} <= words.__annotations__.keys():
                named = names.split(", ")
                texts |= {name: [text] for name in named}
            elif not line.strip():
                named = []
            else:
                for name in named:
                    texts[name].append(line.strip())
    described = {name: " ".join(lines) for name, lines in texts.items()}
    return {name: text[0].upper() + text[1:] for name, text in described.items()} | DESCRIPTIONS
