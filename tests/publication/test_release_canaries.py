"""No file that a command writes of a release holds a value that the release does not have.

Such are the values of dropped records, of columns that are left out, and of a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyreadstat
import pytest
from pyarrow import feather

import sqlmetrics
from canaries import encodings
from conftest import Run
from sqlmetrics.statement.dialects import DIALECTS

CANARIES = ("zinnoberkanarie", "umbrakanarie", "ockerkanarie", "siennakanarie", "87654.25")
"""The ill of a dropped record, its town, a name, a note, and the wage of a dropped record."""

CONDITION = "indigokanarie"
"""A value that the condition leaves out."""

PEOPLE = pd.DataFrame(
    {
        "name": [f"{CANARIES[2]}{n}" for n in range(63)],
        "town": ["Linz", "Graz", "Wels"] * 20 + [CANARIES[1], CONDITION, CONDITION],
        "age": [20 + n % 2 * 10 for n in range(63)],
        "ill": ["flu", "cold", "flu", "cold"] * 15 + [CANARIES[0], "flu", "flu"],
        "wage": [1000.5 + n % 3 for n in range(60)] + [87654.25, 1000.5, 1000.5],
        "note": [f"{CANARIES[3]}{n}" for n in range(63)],
    }
)

SPEC = f"""
relation: SOURCE
where: town <> '{CONDITION}'
identifiers: [name]
quasi_identifiers: [town, age]
sensitive: [ill]
ignored: [wage, note]
thresholds: {{k_anonymity: 4}}
release: {{levels: {{note: left_out, age: {{cuts: [30]}}}}, drop: 5%}}
"""


def source(folder: Path, form: str) -> str:
    """Write the people in a form, and return the words of their relation."""
    path = folder / f"people{form}"
    if form == ".csv":
        PEOPLE.to_csv(path, index=False)
    elif form == ".feather":
        feather.write_feather(PEOPLE, str(path))
    elif form == ".dta":
        PEOPLE.to_stata(path, write_index=False, data_label=CANARIES[3])
    elif form == ".sav":
        pyreadstat.write_sav(PEOPLE, str(path), file_label=CANARIES[3], note=CANARIES[3])
    else:
        made = duckdb.connect(str(path) if form == ".duckdb" else ":memory:")
        made.register("rows", PEOPLE)
        if form == ".duckdb":
            made.execute("create type ills as enum (select distinct ill from rows)")
            made.execute("create table people as select * replace (ill::ills as ill) from rows")
            made.close()
            return f"people\ndatabase: {path.name}"
        made.execute(f"copy rows to '{path}' (format parquet, kv_metadata {{note: '{CANARIES[3]}'}})")
    return path.name


def contents(folder: Path) -> Iterator[tuple[str, str]]:
    """Give the name of each file in a folder with its bytes, and what its form holds, as a text."""
    for path in folder.iterdir():
        yield path.name, path.read_bytes().decode("utf-8", errors="replace")
        if path.suffix == ".parquet":
            for part in ("metadata", "kv_metadata", "schema", "file_metadata"):
                yield path.name, str(duckdb.execute(f"from parquet_{part}('{path}')").fetchall())
            yield path.name, str(duckdb.execute(f"from '{path}'").fetchall())
        if path.suffix == ".duckdb":
            with duckdb.connect(path, read_only=True) as read:
                yield path.name, str(read.execute("from duckdb_types()").fetchall())
                yield (
                    path.name,
                    str(
                        [read.execute(f"from {name}").fetchall() for (name,) in read.execute("show tables").fetchall()]
                    ),
                )


def leaks(texts: Iterator[tuple[str, str]], words: tuple[str, ...]) -> set[tuple[str, str]]:
    """Return the words that a text holds in some encoding, with the text's name."""
    written = [(word, one.casefold()) for word in words for one in encodings(word) if len(one) > 5]
    return {
        (name, word) for name, text in texts for folded in [text.casefold()] for word, one in written if one in folded
    }


@pytest.mark.sampled(7)
@pytest.mark.parametrize("made", [".csv", ".parquet", ".duckdb"])
@pytest.mark.parametrize("form", [".csv", ".parquet", ".feather", ".dta", ".sav", ".duckdb"])
def test_no_file_of_a_release_has_what_it_leaves_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Run], form: str, made: str
) -> None:
    """Rows, certificate, spec, page, and the JSON of each command: of each source, in each form."""
    monkeypatch.chdir(tmp_path)
    Path("spec.yml").write_text(SPEC.replace("SOURCE", source(tmp_path, form)))
    Path("out").mkdir()
    out = f"out/release{made}"
    ended = run("release", "spec.yml", "-o", out, "--report", "out/release.html")
    assert (ended.code, "1 of 61 records (1.6%) are dropped" in ended.err) == (0, True), ended.err
    place = ["--spec", f"{out}.spec.yml"]
    said = [ended, run("verify", f"{out}.certificate.json", "--relation", out, "-o", "out/verified.json", "-f", "json")]
    said += [run(command, *place, "-o", f"out/{command}.json", "-f", "json") for command in ("score", "check")]
    said += [run("report", *place, "-o", "out/again.html", "--json", "out/again.json")]
    said += [run("check", "spec.yml", "--release", "-f", "json", "-o", "out/judged.json")]
    said += [run("report", "spec.yml", "--release", "-o", "out/judged.html", "--json", "out/judged-report.json")]
    assert [one.code for one in said] == [0] * len(said), [one.err for one in said]
    assert len(list(Path("out").iterdir())) == 12
    texts = [("standard output", one.out + one.err) for one in said]
    judged = Path("out/judged.json")
    assert leaks(iter([("judged", judged.read_text())]), CANARIES) == set()
    judged.unlink()  # the answer to the author of the spec, in whose words the relation is named
    assert leaks(iter([*texts, *contents(Path("out"))]), (*CANARIES, CONDITION)) == set()
    assert {"out", "people" + form, "spec.yml"} == {path.name for path in tmp_path.iterdir()}


def test_the_search_finds_what_the_source_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All words are in each source that is not packed."""
    monkeypatch.chdir(tmp_path)
    for form in (".csv", ".parquet", ".duckdb"):
        source(tmp_path, form)
    texts = {f"people{form}" for form in (".csv", ".parquet", ".duckdb")}
    found = leaks(contents(tmp_path), CANARIES)
    assert {(name, word) for name in texts for word in CANARIES} - found == set()


@pytest.mark.parametrize("form", ["view", "table", "dbt"])
def test_no_printed_release_has_a_value_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: Any
) -> None:
    """In every dialect a statement has the condition, as it must, and no value of a record."""
    monkeypatch.chdir(tmp_path)
    source(tmp_path, ".csv")
    spec = SPEC.replace("relation: SOURCE", "relation: people")
    made = duckdb.connect("people.duckdb")
    made.execute("create table people as from 'people.csv'")
    made.close()
    table = sqlmetrics.Table(spec=_written(tmp_path, spec + "database: people.duckdb\n"))
    for dialect in DIALECTS:
        text = table.release_sql(form, dialect=dialect)
        assert CONDITION in text
        assert leaks(iter([(dialect, text)]), (*CANARIES, "Linz", "Graz")) == set()


def _written(folder: Path, text: str) -> Path:
    """Return the file of a spec's text."""
    path = folder / "spec.yml"
    path.write_text(text)
    return path
