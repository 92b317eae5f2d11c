"""The JSON schema allows what specs allow, and the package has it as a file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from conftest import ROOT, Run
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.jobs import read_jobs
from sqlmetrics.spec.spec import INTERNAL, Spec, parse_spec
from sqlmetrics.statement.catalogue import every_metric

SCHEMA_FILE = ROOT / "docs" / "reference" / "spec.schema.json"
SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))

TYPES: dict[str, tuple[type, ...]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
    "array": (list,),
    "object": (dict,),
}


def allows(schema: Any, value: Any) -> bool:
    """Return whether a JSON schema allows a value, by the keywords of draft 7 that ours has."""
    if "$ref" in schema:
        target = SCHEMA
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        return allows(target, value)
    named = schema.get("type", [])
    kinds = [named] if isinstance(named, str) else named
    number = isinstance(value, int | float) and not isinstance(value, bool)
    named_members = schema.get("properties", {})
    members = value.items() if isinstance(value, dict) else ()
    return all(
        [
            not kinds
            or any(isinstance(value, TYPES[k]) and (k == "boolean") == isinstance(value, bool) for k in kinds),
            "enum" not in schema or value in schema["enum"],
            "const" not in schema or value == schema["const"],
            "anyOf" not in schema or any(allows(entry, value) for entry in schema["anyOf"]),
            all(allows(entry, value) for entry in schema.get("allOf", [])),
            "not" not in schema or not allows(schema["not"], value),
            all(allows(schema.get("propertyNames", {}), name) for name, _ in members),
            not isinstance(value, dict) or value.keys() >= {*schema.get("required", ())},
            not number or value >= schema.get("minimum", value),
            not number or value <= schema.get("maximum", value),
            not number or "exclusiveMinimum" not in schema or value > schema["exclusiveMinimum"],
            not isinstance(value, list) or len(value) >= schema.get("minItems", 0),
            not isinstance(value, list) or all(allows(schema.get("items", {}), entry) for entry in value),
            all(allows(named_members[name], entry) for name, entry in members if name in named_members),
            all(
                schema.get("additionalProperties", True) is not False
                and (
                    not isinstance(schema.get("additionalProperties"), dict)
                    or allows(schema["additionalProperties"], e)
                )
                for name, e in members
                if name not in named_members
            ),
        ]
    )


def as_json(text: str) -> Any:
    """Return YAML as an editor reads it: keys and dates are texts."""
    return json.loads(json.dumps(yaml.safe_load(text), default=str))


GOOD = [
    "relation: people.parquet\nquasi_identifiers: age\nsensitive: [disease, salary]\nmetrics: itpr",
    "counts: 'days/*.parquet'",
    "counts: [1.parquet, 2.parquet]\nallow_singles: 0.2",
    "identifiers: [email]\nignored: {note: free text that nobody publishes, row: null}",
    "partitions: {age: {cuts: [18, 30.5], closed: right}, zip: {prefix: 3}, job: jobs.csv, sex: {f: x, m: x}}",
    "partitions: {disease: [raw, {name: kinds, domains: {cancer: [a, 1, true]}, unmapped: other}]}",
    "orders: {salary: natural, stage: [I, 2]}\nhierarchies: {disease: d.csv}\nparameters: {l: 3, log_base: 2}",
    "suppressed: '*'\nkeep_suppressed: true\nharmonise: true\nnulls: drop\nlevel: class\nlook: false",
    "suppressed: {age: '*'}\npopulation: all.parquet\nindividual: person\nwhere: day = 1\nexact_names: true",
    "weight: w\nhousehold: h\npopulation_size: 1000",
    "thresholds: {k_anonymity: {at_least: 5}, SDR: [{at_most: 0.2, target: a, partition: raw, undefined: pass}]}",
    "thresholds: {k_anonymity: 5, itpr: [0.7, {at_most: 0.2, target: a}]}",
    "advise: {suppress: 4%, loss: granularity, keep: sex, time_limit: 60s, leave_out: true, at_most: {age: 1}}",
    "advise: {suppress: 0.04, prefer: {age: 2}, keep: [a], time_limit: 60, generalizations: {age: age.csv, zip: []}}",
    "advise: {generalizations: {age: {cuts: [30, 60]}, zip: {prefix: [3, 1]}, day: {date: year}, job: {f: x, m: x}}}",
    "advise: {generalizations: {age: {cuts: [[30, 60.5], [60.5]]}, zip: {prefix: 3}, pay: {top: 9, bottom: 1}}}",
    "advise: {generalizations: {age: [{cuts: [30]}, a.csv], zip: {intervals: {low: '[0, 5)'}, unmapped: keep}}}",
    "advise: {generalizations: {age: {file: age.csv}, day: {date: [month, year]}, sex: {levels: [{prefix: 1}]}}}",
    "memory_limit: 1GB\nthreads: 2\ntemp_directory: /tmp\ntimeout: 5m\ndatabase: d.duckdb",
    "timeout: 90\nurl: env:DB\nhistory: env:PAST\nhistory_table: runs\nno_worse_than: last-passed",
    "history: runs\nno_worse_than: {run: last, tolerance: 0.05}",
    "url: null",
]

BAD = [
    "relation:",
    "quasi_identifier: age",
    "quasi_identifiers: 3",
    "quasi_identifiers: [1]",
    "trusted: true",
    "folder: .",
    "level: row",
    "allow_singles: 1.5",
    "threads: 0",
    "threads: 1.5",
    "timeout: 0",
    "parameters: {l: 1}",
    "parameters: {log_base: 10}",
    "partitions: {age: {cuts: 3, name: x}}",
    "partitions: [age]",
    "orders: {stage: low}",
    "history: 3",
    "no_worse_than: {tolerance: 0.05}",
    "no_worse_than: {run: last, tolerance: -1}",
    "no_worse_than: {run: last, tolerance: true}",
    "thresholds: {k_anonymity: '>= 5'}",
    "thresholds: {k_anonymity: []}",
    "thresholds: {k_anonymity: {minimum: 5}}",
    "identifiers: [[email]]",
    "advise: 4%",
    "advise: {suppres: 4%}",
    "advise: {suppress: 4}",
    "advise: {loss: all}",
    "advise: {keep: 3}",
    "advise: {at_most: {age: 1.5}}",
    "advise: {prefer: {age: 0}}",
    "advise: {generalizations: [age]}",
    "advise: {generalizations: {age: 3}}",
    "advise: {generalizations: {age: {cuts: 3}}}",
    "advise: {generalizations: {age: {date: minute}}}",
    "advise: {generalizations: {age: {prefix: -1}}}",
    "advise: {generalizations: {age: {cuts: [[30], [x: 1]]}}}",
    "identifiers: {email: [reason]}",
]


@pytest.mark.parametrize("text", GOOD)
def test_what_a_spec_may_say_is_allowed(text: str) -> None:
    """The short forms of a file are in the schema, and the file is a spec."""
    assert allows(SCHEMA, as_json(text))
    parse_spec(yaml.safe_load(text), folder=Path())


@pytest.mark.parametrize("text", BAD)
def test_what_no_spec_says_is_not_allowed(text: str) -> None:
    """An editor marks what the command refuses."""
    assert not allows(SCHEMA, as_json(text))
    with pytest.raises(SpecError):
        parse_spec(yaml.safe_load(text), folder=Path())


def test_jobs_are_allowed(tmp_path: Path) -> None:
    """A file of jobs has the words of a spec, and those of each job."""
    text = "quasi_identifiers: [age]\njobs: {one: {relation: a.parquet, level: class}, two: spec.yml}"
    (tmp_path / "jobs.yml").write_text(text)
    assert [name for name, _ in read_jobs(tmp_path / "jobs.yml")] == ["one", "two"]
    assert allows(SCHEMA, as_json(text))
    assert not allows(SCHEMA, as_json("jobs: {one: {relations: a.parquet}}"))
    assert not allows(SCHEMA, as_json("jobs: {one: {jobs: {}}}"))


def test_the_specs_of_the_project_are_allowed() -> None:
    """The schema allows the fixtures, and the specs that the README and the pages show."""
    texts = [(ROOT / "fixtures" / name).read_text() for name in ("anes96.yml", "release.yml")]
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    shown = [text for page in pages for text in re.findall(r"```yaml\n(.*?)```", page.read_text(), re.DOTALL)]
    specs = [text for text in shown if isinstance(yaml.safe_load(text), dict)]
    texts += [text for text in specs if set(yaml.safe_load(text)) & {"thresholds", "partitions", "orders"}]
    assert len(texts) > 4
    assert [text for text in texts if not allows(SCHEMA, as_json(text))] == []


def test_each_word_is_described() -> None:
    """Every word that a file may say has a description; internal ones are not there."""
    words = {word for word in Spec.model_fields if word not in (*INTERNAL, "trusted")} | {"jobs"}
    assert set(SCHEMA["properties"]) == words
    assert all(len(entry["description"]) > 20 for entry in SCHEMA["properties"].values())


def test_the_docs_have_the_schema(run: Callable[..., Run], tmp_path: Path) -> None:
    """`sqlmetrics schema` prints the schema that lies in docs/, and it names every metric."""
    ended = run("schema")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == SCHEMA_FILE.read_text(encoding="utf-8"), (
        "a word or a metric is new: run `python -m sqlmetrics schema -o docs/reference/spec.schema.json`"
    )
    assert set(every_metric()) <= set(SCHEMA["properties"]["metrics"]["anyOf"][0]["anyOf"][0]["enum"])
    assert run("schema", "-o", tmp_path / "s.json").code == 0
    assert (tmp_path / "s.json").read_text(encoding="utf-8") == ended.out
    assert run("schema", "-o", tmp_path / "s.parquet").code == 2


def test_every_word_is_described() -> None:
    """Editors show what each word means, also those of partitions, parameters and thresholds."""
    parts = [SCHEMA, *(part for name, part in SCHEMA["$defs"].items() if name != "Job")]
    assert [word for part in parts for word, form in part["properties"].items() if not form.get("description")] == []
