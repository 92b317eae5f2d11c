"""Texts that name the people they are about fail a release, although each limit is met."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from engines import Database
from sqlmetrics.engine.naming_texts import naming_texts
from sqlmetrics.engine.source import opened

Command = Callable[..., Run]

TEXTS = {
    "Pat. Huber klagt über Husten": True,
    "HUBER, Anna: Fieber": True,
    "Aufnahme (Huber)": True,
    "Frau Dr.-Huber": True,
    "bei Hubers im Haus": True,
    "Schuhuber am Knie": False,
    "Pat. Maier klagt": False,
    "": False,
}
"""Texts about a person called Huber, and whether one names them."""


def named(frame: pd.DataFrame, identifiers: list[str], texts: list[str]) -> dict[str, int]:
    """Return the records of each column of texts that name somebody, as the database counts."""
    with opened(frame) as source:
        return {one.column: one.records for one in naming_texts(source, identifiers, texts)}


@pytest.mark.parametrize(("text", "names"), TEXTS.items())
def test_a_word_of_a_text_begins_with_an_identifier(text: str, names: bool) -> None:
    """Capitals, brackets and endings change nothing; a name within a word is none."""
    frame = pd.DataFrame({"name": ["Huber"], "note": [text]})
    assert named(frame, ["name"], ["note"]) == ({"note": 1} if names else {})


def test_a_text_is_held_to_the_identifiers_of_its_own_record() -> None:
    """Others' names, short ones and NULL name nobody; each column counts for itself."""
    names = ["Huber", "Maier", "Li", None, "Huber"]
    notes = ["Maier kam", "Maier kam", "Li kam", "Huber kam", None]
    frame = pd.DataFrame({"name": names, "no": [10_001, 10_002, 10_003, 10_004, 10_005], "note": notes})
    frame["ward"] = ["Bett 10001", "x", "10002", "10004", "y"]
    assert named(frame, ["name"], ["note", "ward"]) == {"note": 1}
    assert named(frame, ["name", "no"], ["note", "ward"]) == {"note": 1, "ward": 2}


@pytest.mark.engines("tables")
def test_engines_count_alike(engine: Database) -> None:
    """The statement is one text of plain functions, which each engine has."""
    from sqlmetrics.statement.dialects import DIALECTS
    from sqlmetrics.statement.render import render

    dialect = DIALECTS[engine.dialect]
    texts = {"note": "Pat. Huber, Wien", "other": "Maier"}
    columns = ", ".join(f"'{text}' as {render('quoted', name, dialect=dialect)}" for name, text in texts.items())
    name = render("quoted", "name", dialect=dialect)
    relation = f"(select 'Huber' as {name}, {columns}{' from dual' if engine.dialect == 'oracle' else ''})"
    ((note, other),) = engine.rows(render("naming_texts", relation, [*texts], ["name"], dialect=dialect))
    assert (int(note), int(other)) == (1, 0)


MORE = {"ignored": ["ward"], "thresholds": {"k_anonymity": 11}}
"""Further words of the spec of patients."""


@pytest.fixture
def patients(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pd.DataFrame:
    """A table whose notes have the surname of every third person, and its spec."""
    monkeypatch.chdir(tmp_path)
    draw = random.Random(3)
    rows: list[dict[str, Any]] = []
    for number in range(120):
        name = f"{draw.choice(['Hub', 'Mai', 'Grub', 'Stein'])}{draw.choice(['er', 'inger', 'mann'])}"
        note = f"Pat. {name} klagt über Husten" if number % 3 == 0 else "Husten seit drei Tagen"
        rows.append({"name": name, "age": 30 + number % 4 * 10, "note": note, "ward": "AB"[number % 2]})
    frame = pd.DataFrame(rows)
    frame.to_parquet("patients.parquet")
    words = {
        "relation": "patients.parquet",
        "identifiers": ["name"],
        "quasi_identifiers": ["age"],
        "sensitive": ["note"],
    }
    Path("s.yml").write_text("".join(f"{word}: {json.dumps(entry)}\n" for word, entry in (words | MORE).items()))
    return frame


def leaves(part: Any) -> list[Any]:
    """Return the values of a document, without what holds them."""
    if isinstance(part, dict | list):
        return [leaf for one in (part.values() if isinstance(part, dict) else part) for leaf in leaves(one)]
    return [part]


def test_a_release_with_names_in_its_texts_fails(patients: pd.DataFrame, run: Command) -> None:
    """The gate, the writer, JSON and the pages say how many, or that there are some."""
    count = sum(row["name"] in row["note"] for row in patients.to_dict("records"))
    assert count == 40
    sentence = f"'note' names people: the texts of {count} records hold an identifier of the same record"
    checked = run("check", "s.yml", "--release", "--no-look")
    assert (checked.code, sentence in " ".join(checked.out.split())) == (1, True)
    assert "the threshold passed; the texts of 1 column name people" in checked.out
    (job,) = json.loads(run("check", "s.yml", "--release", "--no-look", "-f", "json").out)["jobs"]
    assert (job["status"], job["naming_texts"]) == ("failed", [{"column": "note", "records": count}])
    written = run("release", "s.yml", "-o", "r.parquet", "--no-look")
    assert (written.code, Path("r.parquet").exists()) == (1, False)
    for flags, shown in ((["--internal"], "Texts of note hold identifiers"), ([], "Texts of a column of texts hold")):
        assert run("report", "s.yml", "--release", "--no-look", "-o", "r.html", "--json", "r.json", *flags).code == 0
        page = re.sub(r"<[^>]+>|[\u2068\u2069]", "", unescape(Path("r.html").read_text()))
        assert "Not met: texts name people" in page
        assert shown in " ".join(page.split())
        assert json.loads(Path("r.json").read_text())["passed"] is False
        assert run("verify", "r.json").code == 0
    public = json.loads(Path("r.json").read_text())
    assert (public["audience"], public["naming"]) == ("public", ["a column of texts"])
    assert count not in leaves(public)


def test_without_the_texts_it_is_released(patients: pd.DataFrame, run: Command) -> None:
    """A column that is left out names nobody, and clean texts pass."""
    spec = Path("s.yml")
    spec.write_text(spec.read_text() + "release: {levels: {note: left_out}}\n")
    assert run("release", "s.yml", "-o", "r.parquet", "--no-look").code == 0
    clean = patients.assign(note="Husten")
    assert sqlmetrics.check(clean.drop(columns="name"), ["age"], ["note"], thresholds={"k_anonymity": 11}).passed


def test_what_is_written_anyway_is_verified(patients: pd.DataFrame, run: Command) -> None:
    """The rows lack the identifiers: the certificate says what the source has shown, and holds."""
    assert run("release", "s.yml", "-o", "r.parquet", "--anyway", "--no-look").code == 1
    for relation in ((), ("--relation", "r.parquet")):
        ended = run("verify", "r.parquet.certificate.json", *relation)
        assert ended.code == 0, ended.out
