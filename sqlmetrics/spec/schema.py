"""The JSON schema of spec files, by which editors complete and check what is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlmetrics.spec.fields import TEXT, or_one
from sqlmetrics.spec.published_limits import published_limits
from sqlmetrics.spec.spec import INTERNAL, Spec

NOT_IN_FILES = ("trusted", *INTERNAL)
"""The words of a call that a file cannot say."""


def schema(metrics: Iterable[str] = ()) -> dict[str, Any]:
    """Return the JSON schema of a spec file, or of a file of jobs.

    Editors offer the names of `metrics`; other names are left to the command to judge.
    """
    made = _plain(Spec.model_json_schema())
    words = {word: entry for word, entry in made["properties"].items() if word not in NOT_IN_FILES}
    names = {"anyOf": [{"enum": sorted(metrics)}, TEXT]}
    words["metrics"]["anyOf"] = or_one({"type": "array", "items": names})
    words["thresholds"]["propertyNames"] = names
    words["limits"]["anyOf"] = or_one({"type": "array", "items": {"enum": [*published_limits()]}})
    levels = made["$defs"]["GeneralizationSpec"]["properties"]["levels"]["anyOf"][0]
    levels_of_columns = made["$defs"]["AdviceSpec"]["properties"]["generalizations"]["additionalProperties"]
    levels_of_columns["anyOf"] += or_one(levels)
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
        "$defs": {**made["$defs"], "Job": job},
    }


def _plain(entry: Any) -> Any:
    """Return a part of a schema, descriptions first, without titles, which repeat its names."""
    if isinstance(entry, list):
        return [_plain(value) for value in entry]
    if not isinstance(entry, dict):
        return entry
    return {
        "anyOf" if key == "oneOf" else key: _plain(value)
        for key, value in sorted(entry.items(), key=lambda item: item[0] != "description")
        if key != "title" or not isinstance(value, str)
    }
