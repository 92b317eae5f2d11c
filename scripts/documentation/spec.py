"""The page of the spec, from its JSON schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from documentation.console import ROOT
from documentation.markdown import table

PAGE = "reference/spec.md"

TEXT = """\
# The spec

A spec is a YAML file with the words that the flags of the command line and the arguments of Python have too. An
unknown word is refused, with the nearest one. `sqlmetrics schema` prints the JSON schema, which editors complete
and check by; the first line of a spec that `init` wrote names it.

```yaml
{example}
```

{words}
"""

EXAMPLE = """\
relation: patients.parquet
identifiers: {email: "hashed before the release"}
quasi_identifiers: [age, zip]
sensitive: [disease]
ignored: {ward: "the same for all"}
partitions:
  age: {cuts: [18, 30, 65]}
thresholds:
  k_anonymity: {at_least: 5}"""

PARTS = {
    "Parameters": "The words of `parameters`",
    "PartitionSpec": "The words of a partition",
    "ThresholdSpec": "The words of a threshold",
    "ReportSpec": "The words of `report`",
    "EarlierSpec": "The words of `no_worse_than`",
    "IntervalSpec": "The words of `intervals`",
    "AdviceSpec": "The words of `advise`",
    "GeneralizationSpec": "The words of a column's levels, in `generalizations` of `advise`",
}


def pages() -> dict[str, str]:
    """Return the page of the spec by its path."""
    schema = json.loads((ROOT / "docs" / "reference" / "spec.schema.json").read_text(encoding="utf-8"))
    return {PAGE: TEXT.format(example=EXAMPLE, words="\n".join(_parts(schema)))}


def _parts(schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"## The words\n\n{_table(schema['properties'])}"
    for name, heading in PARTS.items():
        part = schema["$defs"][name]
        yield f"## {heading}\n\n{part['description']}\n\n{_table(part['properties'])}"


def _table(properties: Mapping[str, Any]) -> str:
    rows = [
        (f"`{word}`", _cell(_kinds(value)), _cell(value.get("description", ""))) for word, value in properties.items()
    ]
    return table(("word", "is", "meaning"), rows) + "\n"


def _kinds(value: Mapping[str, Any]) -> str:
    """Return what a value may be, in words."""
    if "const" in value:
        return f"`{value['const']}`"
    if "enum" in value:
        words = [f"`{word}`" for word in value["enum"]]
        return " or ".join(words) if len(words) <= 6 else "a name of the catalogue"
    if "$ref" in value or "allOf" in value:
        return "a mapping"
    if "anyOf" in value:
        kinds = [kind for one in value["anyOf"] if one.get("type") != "null" for kind in _kinds(one).split(" or ")]
        return " or ".join(dict.fromkeys(kinds))
    of = value.get("type", "anything")
    kinds = [of] if isinstance(of, str) else [kind for kind in of if kind != "null"]
    return " or ".join(_kind(kind, value) for kind in kinds)


def _kind(kind: str, value: Mapping[str, Any]) -> str:
    if kind == "array":
        return "a list"
    if kind == "object":
        return "a mapping"
    if kind == "string":
        return "a path" if value.get("format") == "path" else "a text"
    return {"integer": "a whole number", "number": "a number", "boolean": "true or false"}.get(kind, kind)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
