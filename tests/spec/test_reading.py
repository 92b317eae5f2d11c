"""Specs are bounded: what is hostile or broken ends at once, with the key and the line."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Run
from sqlmetrics.engine.engine import Engine
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.jobs import read_jobs
from sqlmetrics.release.utility.workload_file import read_workload
from sqlmetrics.spec.bounds import DEEPEST
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.hierarchies import read_csv_mapping, read_tree
from sqlmetrics.spec.reading import read_spec, read_words, spec_over
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.spec.yaml_file import LARGEST, VALUES, parse_yaml
from sqlmetrics.statement.dialects import DUCKDB

Command = Callable[..., Run]

LAUGHS = "\n".join(
    [
        "a: &a [x, x, x, x, x, x, x, x, x, x]",
        *(
            f"{this}: &{this} [{', '.join(10 * [f'*{last}'])}]"
            for last, this in zip("abcdefgh", "bcdefghi", strict=True)
        ),
    ]
)
"""Aliases of aliases, which would be a billion values."""


def number(_case: object) -> str:
    """Return an empty name for a case, whose text is long; pytest numbers them."""
    return ""


def spec_of(folder: Path, text: str | bytes) -> Spec:
    """Return the spec of a text, with every partition resolved."""
    path = folder / "s.yml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    spec = read_spec(path)
    for column, entries in spec.partitions.items():
        for entry in entries:
            if entry != "raw":
                entry.resolve(column, folder)
    return spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{LAUGHS}\norders: {{disease: *i}}", "line 5: key 'e.7': more than 100,000 values or 4 MB"),
        (f"{LAUGHS}\nmetrics: *i", "line 5: key 'e.7': more than 100,000 values"),
        (
            f"a: &a {'x' * 50_000}\nb: [{', '.join(100 * ['*a'])}]",
            "line 2: key 'b.82': more than 100,000 values or 4 MB",
        ),
        ("orders: &a {disease: *a}", "line 1: key 'orders.disease': the alias *a stands inside its own value"),
        ("metrics: &a [*a]", "line 1: key 'metrics.0': the alias *a stands inside its own value"),
        ("metrics: *a", "line 1: key 'metrics': the alias *a has no anchor above it"),
        ("metrics: " + "[" * 3000, f"line 1: key 'metrics{31 * '.0'}': it is nested more than 32 deep"),
        ("metrics: " + "[" * 3000 + "]" * 3000, "nested more than 32 deep"),
        ("metrics: " + "{a: " * 3000, "nested more than 32 deep"),
        ("metrics:\n  " + "- " * 40, "nested more than 32 deep"),
        (f"metrics: [{'x, ' * VALUES}]", "more than 100,000 values"),
        (
            "partitions: {age: {cuts: [1e999999999]}}",
            "key 'partitions.age.0.cuts.0': a number has at most 400",
        ),
        ("partitions: {age: {cuts: ['1e-999999999']}}", "a number has at most 400 digits"),
        ("partitions: {age: {cuts: ['0e999999999']}}", "a number has at most 400 digits"),
        (f"partitions: {{age: {{cuts: ['{'9' * 10_000}']}}}}", "a number has at most 400 digits"),
        (
            f"partitions: {{age: {{cuts: [{'9' * 10_000}]}}}}",
            "line 1: key 'partitions.age.cuts.0': a whole number has at",
        ),
        (
            "partitions: {age: {cuts: [.inf]}}",
            "line 1: key 'partitions.age.cuts.0': input should be a finite number; write '.inf' in quotes",
        ),
        ("partitions: {age: {cuts: [.nan]}}", "input should be a finite number; write '.nan' in quotes"),
        ("partitions: {age: {cuts: ['NaN']}}", "input should be a finite number"),
        ("partitions: {age: {cuts: [1.0e+999]}}", "input should be a finite number; write '1.0e+999' in quotes"),
        ("partitions: {age: {intervals: {a: '[1e999999999, 2e999999999)'}}}", "an end has at most 400 digits"),
        (f"partitions: {{age: {{intervals: {{a: '[{'9' * 9000}, inf)'}}}}}}", "an end has at most 400 digits"),
        ("partitions: {age: {prefix: 99999999999999999999}}", "should be less than or equal to 2147483647"),
        ("partitions: {age: {file: h.csv, level: 99999999999999999999}}", "less than or equal to 2147483647"),
        (f"partitions: {{age: {{mapping: {{{2**61 - 1}: a}}}}}}", "a key of more than 18 digits; write it in quotes"),
        ("parameters: {k: 99999999999999999999}", "key 'parameters.k': input should be less than or equal to"),
        (f"timeout: {'9' * 399}", "a time limit is a number of seconds above 0"),
        (f"timeout: '{'9' * 5000}h'", "a time limit is a number of seconds above 0"),
        (f"memory_limit: {'9' * 300}GB", "a memory limit is a size such as 512MB"),
        (f"thresholds: {{k_anonymity: {{at_least: {'9' * 399}}}}}", "key 'thresholds.k_anonymity.0.at_least': input"),
        ("a: 2001-02-30", "line 1: key 'a': '2001-02-30' is not a date; write it in quotes if it is text"),
        ("\n\nlevel: !!int x", "line 3: key 'level': 'x' is not a whole number"),
        ("level: !!int ''", "'' is not a whole number"),
        ("level: !!float y", "'y' is not a number"),
        ("level: !!bool maybe", "'maybe' is not a truth value"),
        ("level: !<tag:yaml.org,2002:timestamp> nope", "'nope' is not a date"),
        (
            "level: !!python/object/apply:os.system [ls]",
            "the tag tag:yaml.org,2002:python/object/apply:os.system is not",
        ),
        ("level: !!set {a, b}", "the tag tag:yaml.org,2002:set is not allowed; leave it out"),
        ("level: !!binary aGk=", "the tag tag:yaml.org,2002:binary is not allowed"),
        ("level: !mine x", "the tag !mine is not allowed"),
        ("? [a, b]\n: c", "line 1: a key is a text or a number"),
        ("*a : c", "line 1: a key is a text or a number"),
        ("level: table\nlevel: class", "key 'level' (line 2) is there twice; one of the two would be lost"),
        ("orders: {a: [1], a: [2]}", "key 'a' (line 1) is there twice"),
        ("<<: 3", "line 1: key '<<': `<<` takes a mapping"),
        ("level: table\n---\nlevel: class", "line 2: a second document begins; write one file for each"),
        ("level: a\0b", "line 1 has a NUL character; remove it"),
        ("level: x\nurl: '\x1b[31m'", r"line 2 has the character '\x1b'; remove it"),
        ("level: table".encode("utf-16"), "it must be UTF-8 text, which line 1 is not"),
        (b"level: table\nmetrics: \xff", "it must be UTF-8 text, which line 2 is not"),
        (b"#" * (LARGEST + 1), "is larger than 4 MB; put long mappings into CSV files"),
        ("a: b: c", "is not valid YAML: line 1, column 5: mapping values are not allowed"),
        ("a: [", "is not valid YAML: line 2, column 1"),
        ("a: @x", "is not valid YAML: line 1, column 4: found character that cannot start any token"),
        ("", "a spec is a mapping of keys"),
        ("level: " + "x" * 100_000, "key 'level': input should be 'table' or 'class' (found: 'xxxxxxxxxxx"),
        (f"{'k' * 900}: 1", f"key '{'k' * 80}..' is unknown; did you mean "),
        (f"metrics: [{'[], ' * 5_000}]", "  and 4,980 more"),
    ],
    ids=number,
)
def test_a_hostile_spec_ends_at_once(tmp_path: Path, text: str | bytes, message: str) -> None:
    """A spec that is too deep, too large or no plain value is refused with its key."""
    with pytest.raises(SpecError) as raised:
        spec_of(tmp_path, text)
    told = str(raised.value)
    assert message in told
    assert len(told) < 8000


def test_yaml_stays_what_it_was(tmp_path: Path) -> None:
    """Anchors, merges, tags of plain values and a mark of the byte order are read as before."""
    text = """\ufeffsmall: &small [1, 2.5, yes, ~, 0x1F, 0o7, 1_000]
again: *small
base: &base {a: 1, b: 2}
merged: {<<: *base, b: 3}
several: {<<: [*base, {b: 9, c: 4}], d: 5}
"<<": text
tagged: [!!str 12, !!int "7", !!float 3, !!null "", ! x]
1: one
texts: ["2001-01-01", 'yes', "1e5", 1e5, =, |-
  line
]
"""
    text = text.replace(", |-\n  line\n]", "]\nblock: |-\n  line\n")
    assert parse_yaml(text.removeprefix("\ufeff"), "s") == {
        "small": [1, 2.5, True, None, 31, "0o7", 1000],
        "again": [1, 2.5, True, None, 31, "0o7", 1000],
        "base": {"a": 1, "b": 2},
        "merged": {"a": 1, "b": 3},
        "several": {"a": 1, "b": 2, "c": 4, "d": 5},
        "<<": "text",
        "tagged": ["12", 7, 3.0, None, "x"],
        1: "one",
        "texts": ["2001-01-01", "yes", "1e5", "1e5", "="],
        "block": "line",
    }
    path = tmp_path / "s.yml"
    path.write_text("\ufefflevel: class\n", encoding="utf-8")
    assert read_words(path) == {"level": "class"}


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes and devices with names")
def test_only_a_regular_file_is_read(tmp_path: Path) -> None:
    """A folder, a pipe, a device, a large file and an impossible name are refused unread."""
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(2**30)
    readers: list[tuple[str, Callable[[Path], Any]]] = [
        ("spec file", read_spec),
        ("spec file", lambda path: list(read_jobs(path))),
        ("mapping file", read_csv_mapping),
        ("mapping file", read_tree),
    ]
    for what, read in readers:
        for name, message in {
            str(tmp_path): "it is a folder; name a file",
            str(tmp_path / "pipe"): "it is a pipe or a device; name a file",
            "/dev/zero": "it is a pipe or a device; name a file",
            str(tmp_path / "large"): "MB; ",
            "x" * 5000: "File name too long",
            "a\0b": "embedded null byte",
            str(tmp_path / "none"): f"no such {what}: ",
        }.items():
            with pytest.raises(SpecError, match=message):
                read(Path(name))
    for ending in ("yml", "sql"):
        os.mkfifo(tmp_path / f"w.{ending}")
        with pytest.raises(SpecError, match="it is a pipe or a device"):
            read_workload(tmp_path / f"w.{ending}", Engine(DUCKDB, None))


def test_a_workload_is_bounded_too(tmp_path: Path) -> None:
    """A workload of aliases, of other tags or of numbers without an end is refused as a spec is."""
    path = tmp_path / "w.yml"
    for text, message in {
        f"- {LAUGHS.replace(chr(10), chr(10) + '  ')}": "more than 100,000 values",
        "- {columns: [a], bins: {a: .inf}}": "line 1: key '0.bins.a': input should be a finite number",
        "- {columns: [a]": "w.yml is not valid YAML: line",
        "- {columns: [a], columns: [b]}": "is there twice",
    }.items():
        path.write_text(text)
        with pytest.raises(SpecError, match=message):
            read_workload(path, Engine(DUCKDB, None))


def test_the_words_of_a_call_are_bounded() -> None:
    """Dictionaries of Python that hold themselves, or too much, end as a spec file's do."""
    holds_itself: list[Any] = []
    holds_itself += [holds_itself, holds_itself]
    laughs: Any = ["x"]
    for _ in range(9):
        laughs = [laughs] * 10
    deep: Any = "x"
    for _ in range(DEEPEST + 1):
        deep = {"a": deep}
    for value, message in (
        (holds_itself, "nested more than 32 deep, or holds itself"),
        (laughs, "holds more than 1,000,000 values"),
        (deep, "nested more than 32 deep"),
        ({"age": {"cuts": [10**400]}}, "a number has at most 400 digits"),
    ):
        with pytest.raises(SpecError, match="the arguments: key 'partitions'.*" + message):
            call_spec("d.csv", "age", words={"partitions": value})
    shared = ["a", "b"]
    spec = call_spec("d.csv", "age", ["x", "y"], {"orders": {"x": shared, "y": shared}})
    assert spec.orders == {"x": ["a", "b"], "y": ["a", "b"]}


def test_no_message_holds_the_password_of_a_url(tmp_path: Path, run: Command) -> None:
    """A URL that is not where it should be is not repeated, in a spec or in Python."""
    for text in (
        "url: [postgresql://u:PASSWORD@h/db]",
        "url: {postgresql://u:PASSWORD@h/db: 1}",
        "url: postgresql://u:PASSWORD@h/db: x",
        "url: 'postgresql://u:PASSWORD@h/db",
        "url: @postgresql://u:PASSWORD@h/db",
    ):
        path = tmp_path / "s.yml"
        path.write_text(f"relation: t\n{text}\n")
        with pytest.raises(SpecError) as raised:
            read_spec(path)
        assert "PASSWORD" not in str(raised.value)
        ended = run("score", "--spec", str(path))
        assert ended.code == 2
        assert "PASSWORD" not in ended.err
    with pytest.raises(SpecError, match=r"key 'url': input should be a valid string \(found: a list\)"):
        parse_spec({"url": ["postgresql://u:PASSWORD@h/db"]})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"value,domain\n" + b"x" * 200_000, "line 2: a line has at most 100,000 characters; split it"),
        (b"x" * 200_000, "line 1: a line has at most 100,000 characters"),
        (b";".join([b"v"] * 40_000), "a hierarchy has at most 100 levels; the first line has 40,000 fields"),
        (b'value;domain\n"a\n' + b"\n" * 200, "line 2: its quote spans 100 lines; close it"),
        (b'"a";"\n";"' * 1000, "lines; close it"),
        (b"\xff\xfev\0;\0d\0", "it must be UTF-8 text, which line 1 is not"),
        (b"", "column 'value' is missing|the hierarchy is empty"),
        (b"value,domain\na\0,b\n", "line 2 has a NUL character"),
    ],
    ids=number,
)
def test_a_hostile_mapping_ends_at_once(tmp_path: Path, content: bytes, message: str) -> None:
    """A mapping or a hierarchy of endless lines, rows or levels is refused with its line."""
    path = tmp_path / "m.csv"
    path.write_bytes(content)
    for read in (read_tree,) if b"v;v" in content else (read_csv_mapping, read_tree):
        with pytest.raises(SpecError, match=message) as raised:
            read(path)
        assert len(str(raised.value)) < 500


ADVISED = """\
relation: people.parquet
quasi_identifiers: [age, zip]
advise:
  generalizations: {age: age.csv, zip: [{file: zip.csv}, {prefix: 1}]}
  suppress: 4%
  keep: [age]
  at_most: {zip: 1}
  prefer: {zip: 2}
"""


def test_words_of_advice_are_replaced_one_by_one(tmp_path: Path) -> None:
    """Those by column add up; paths of a file start at its folder, those of words where one is."""
    file = tmp_path / "spec.yml"
    file.write_text(ADVISED)
    words = {"advise": {"suppress": 0.01, "generalizations": {"zip": "own.csv"}, "prefer": {"age": 3}}}
    spec = spec_over(words, "the flags", file)
    advise = spec.advise
    assert (advise.suppress, advise.keep, advise.at_most, advise.prefer) == (
        0.01,
        ["age"],
        {"zip": 1},
        {"zip": 2.0, "age": 3.0},
    )
    assert spec.folder == tmp_path
    files = {column: entry.file for column, entry in advise.generalizations.items()}
    assert files == {"age": Path("age.csv"), "zip": Path("own.csv").absolute()}
    fewer = spec_over({"quasi_identifiers": ["zip"]}, "the flags", file).advise
    assert (fewer.keep, [*fewer.generalizations], fewer.suppress) == ([], ["zip"], 0.04)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            {"suppres": 1},
            "key 'advise.suppres' is unknown; did you mean 'suppress'? allowed: strategy, generalizations, ",
        ),
        ({"suppress": "5"}, "key 'advise.suppress': a share of the records is a number from 0 to 1, or a percentage"),
        ({"generalizations": {"a": 3}}, "key 'advise.generalizations.a': write a file, a list of partitions"),
        ({"generalizations": {"a": {"cuts": "x"}}}, "key 'advise.generalizations.a.cuts': input should be a valid"),
        ({"generalizations": {"a": {"file": "a", "levls": 1}}}, "key 'advise.generalizations.a.levels.0.levls' is un"),
        ({"generalizations": {"a": [{"cutz": [1]}]}}, "did you mean 'cuts'? allowed: name, mapping, domains, file,"),
        ({"time_limit": "x"}, "key 'advise.time_limit': a time limit is a number of seconds above 0"),
        ({"loss": "x"}, "key 'advise.loss': input should be 'non_uniform_entropy', "),
    ],
)
def test_a_wrong_word_of_advice_is_named(words: Any, message: str) -> None:
    """A message names the key, and what is allowed there."""
    with pytest.raises(SpecError) as raised:
        parse_spec({"advise": words})
    assert message in str(raised.value)


@pytest.mark.parametrize(("written", "share"), [("4%", 0.04), ("2.5 %", 0.025), ("0", 0.0), ("0.04", 0.04), (1, 1.0)])
def test_a_share_of_the_records_is_a_number_or_a_percentage(written: object, share: float) -> None:
    """A flag's text means what the number means."""
    assert parse_spec({"advise": {"suppress": written}}).advise.suppress == share
