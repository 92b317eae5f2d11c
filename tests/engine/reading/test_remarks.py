"""The remarks of a reading: each is made by a file, and no text of a record is in any."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pyreadstat
import pytest
import xlsxwriter
from pyarrow import parquet

import sqlmetrics
from conftest import Run
from sqlmetrics.engine.reading import lines
from sqlmetrics.engine.reading.reading import Remark, remark_list
from sqlmetrics.engine.reading.statistics import special_missing
from sqlmetrics.engine.source import opened
from sqlmetrics.errors import QueryError, ReadingWarning
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.spec.place import Place

CASES = Path(__file__).with_name("cases")
"""Files of other tests."""

SECRET = "CANARY"  # noqa: S105 - a text of records
"""A text of records that no message may hold."""

Command = Callable[..., Run]

ROWS = "".join(f"{age},{SECRET}{age}\n" for age in range(30, 42))
"""Records of two columns."""

TEXTS: dict[str, tuple[str, str]] = {
    "encoding": ("a.csv", "age,ä\n30,Ä\n"),
    "line_ends": ("a.csv", f"age,x\r\n{ROWS}"),
    "one_column": ("a.csv", f"age~x\n1~{SECRET}\n"),
    "marks_within": ("a.csv", f"age\n{SECRET}\n{SECRET};{SECRET}2\n"),
    "title": ("a.csv", f"Ward 3, patients\n\nage,x,y\n30,{SECRET},1\n31,{SECRET},2\n"),
    "row_names": ("a.csv", f"age,x\n1,30,{SECRET}\n2,31,{SECRET}\n3,31,{SECRET}\n"),
    "same_names": ("a.csv", f"age,x,Age\n30,{SECRET},1\n31,{SECRET}2,2\n"),
    "last_separator": ("a.csv", f"age,x,\n30,{SECRET},\n31,{SECRET}2,\n"),
    "joined_types": ("a.csv", f"age,x\n1.1,{SECRET}\n1.10,{SECRET}\n"),
    "not_all": ("a.csv", "age,x\n" + "30,1\n" * 2_100 + f"{SECRET},1\n"),
    "codes": ("a.csv", f"age,x\n{ROWS}" + f"999,{SECRET}\n" * 2),
    "marks": ("a.csv", f"age,x\n30,{SECRET}\n31,{SECRET}\nNA,{SECRET}\n"),
    "day_or_month": ("a.csv", f"age,x\n03/04/2026,{SECRET}\n"),
    "mixed_values": ("a.jsonl", f'{{"age": 1, "x": "{SECRET}"}}\n{{"age": "{SECRET}"}}\n'),
    "large_numbers": ("a.jsonl", f'{{"age": 12345678901234567890123, "x": "{SECRET}"}}\n'),
    "case_alone": ("a.jsonl", f'{{"age": 1, "Age": 2, "x": "{SECRET}"}}\n'),
    "one_record": ("a.json", f'{{"age": [{{"x": "{SECRET}"}}, {{"x": "{SECRET}2"}}]}}\n'),
    "widths": ("a.csv", f"age,x\n{ROWS}30,{SECRET},{SECRET}\n"),
    "second_header": ("a.csv", f"age,x\n{ROWS}age,x,y\n30,{SECRET},1\n"),
    "header_record": ("a.csv", f"{SECRET},x\n{SECRET},y\n1,x\n"),
    "open_quote": ("a.csv", f'age,x\n30,"{SECRET}\n31,{SECRET}\n'),
    "empty_file": ("a.csv", ""),
}
"""A text of each remark, with the name of its file."""

FILES = {
    "left_out": "e_lake/broken_job",
    "some_files": "union",
    "sheet_title": "x_title.xlsx",
    "merged_cells": "x_merged.xlsx",
    "error_cells": "e_error_cells.xlsx",
    "total_row": "x_total.xlsx",
    "declared_missing": "usermiss.sav",
}
"""Remarks that a file of other tests makes."""


def made(path: Path | str, words: FileForm | None = None) -> list[Remark]:
    """Return the remarks on a file, or the one that stops its reading."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ReadingWarning)
        try:
            with opened(str(path), Place(files=words or FileForm())):
                pass
        except QueryError as error:
            return [error.remark]  # type: ignore[attr-defined]
    return [one.message.remark for one in caught if one.category is ReadingWarning]  # type: ignore[union-attr]


def sheet(path: Path, rows: list[list[Any]], merged: str = "", hidden: int | None = None) -> Path:
    """Write a spreadsheet of rows, with cells merged or a row hidden where that is asked for."""
    with xlsxwriter.Workbook(str(path)) as book:
        written = book.add_worksheet()
        for at, row in enumerate(rows):
            written.write_row(at, 0, row)
        if merged:
            written.merge_range(merged, rows[0][0])
        if hidden is not None:
            written.set_row(hidden, None, None, {"hidden": True})
    return path


def written(folder: Path, code: str) -> tuple[Path, FileForm]:
    """Return a file that makes a remark, with the words beside it."""
    if code in TEXTS:
        name, text = TEXTS[code]
        (folder / name).write_text(text, encoding="cp1252" if code == "encoding" else "utf-8", newline="")
        return folder / name, FileForm()
    if code in FILES:
        return CASES / FILES[code], FileForm()
    if code == "loose":
        return CASES / "e_lake/delta_updated", FileForm(loose=True)
    if code == "labels_joined":
        return CASES / "duplabel.sav", FileForm(labels=True)
    if code == "not_of_type":
        (folder / "a.csv").write_text(f"age,x\n30,{SECRET}\n31,{SECRET}\n")
        return folder / "a.csv", FileForm(types={"x": "number"})
    if code == "not_accounted":
        path = folder / "a.csv"
        path.write_text(f"age,x\n30,{SECRET}\n31,{SECRET}\n")
        return path, FileForm()
    if code == "unread":
        listed = f"['age,x', '30,{SECRET}', '31,{SECRET}' || chr(13), '32,{SECRET}']"
        duckdb.execute(f"copy (select unnest({listed})) to '{folder}/a.csv.zst' (header false, quote '', delim '|')")
        return folder / "a.csv.zst", FileForm()
    if code == "two_headers":
        return sheet(folder / "a.xlsx", [["a", "", "c"], ["x", "y", "z"], [1, 2, SECRET]], "A1:B1"), FileForm()
    if code == "hidden":
        return sheet(folder / "a.xlsx", [["a", "b"], [1, SECRET], [2, SECRET]], hidden=1), FileForm()
    if code == "special_missing":
        path = folder / "a.xpt"
        pyreadstat.write_xport(pd.DataFrame({"age": [30.0, None, None], "x": [1.0, 2.0, 3.0]}), path)
        content = path.read_bytes()
        path.write_bytes(content.replace(b".\0\0\0\0\0\0\0", b"B\0\0\0\0\0\0\0", 1))
        return path, FileForm()
    if code == "folder_null":
        (folder / "d" / "town=null").mkdir(parents=True)
        (folder / "d" / "town=null" / "a.csv").write_text("age\n30\n")
        return folder / "d", FileForm()
    if code == "other_endings":
        (folder / "d").mkdir()
        parquet.write_table(pa.table({"age": [1]}), folder / "d" / "1.parquet")
        (folder / "d" / "2.csv").write_text(f"age,x\n30,{SECRET}\n")
        (folder / "d" / "notes.txt").write_text(SECRET)
        return folder / "d", FileForm()
    if code == "other_types":
        (folder / "d").mkdir()
        parquet.write_table(pa.table({"age": [1]}), folder / "d" / "1.parquet")
        parquet.write_table(pa.table({"age": [SECRET]}), folder / "d" / "2.parquet")
        return folder / "d", FileForm()
    assert code == "narrowed"
    times = pa.array([1, 2], pa.timestamp("ns"))
    parquet.write_table(pa.table({"age": times}), folder / "a.parquet", use_deprecated_int96_timestamps=True)
    return folder / "a.parquet", FileForm()


@pytest.mark.parametrize("code", sorted({*remark_list()} - {"left_out_column"}))
def test_each_remark_is_made_by_a_file(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its gate is that of the list; its sentence is whole, and holds no text of a record."""
    path, words = written(tmp_path, code)
    if code == "not_accounted":
        monkeypatch.setattr(lines, "_number", lambda *_: 4)
    found = {one.code: one for one in made(path, words)}
    assert code in found
    one = found[code]
    assert one.gate == remark_list()[code]["gate"]
    assert SECRET not in f"{one.text} {one.proposed}"
    assert not re.search(r"[{}]", one.says.replace("{age: MM", ""))


@pytest.mark.parametrize(
    ("ages", "codes"),
    [
        ([*range(20, 80), 999, 999], "999"),
        ([*range(20, 80), 998, 999, 998, 999], "998, 999"),
        ([*range(20, 80), -9, -9], "-9"),
        ([1, 2, 1, 2, 99, 99], "99"),
        ([2, 3, 2, 3, 9, 9], None),  # days
        ([*range(60, 100)] * 2, None),  # ages of 97, 98 and 99
        ([*range(-12, 12)] * 2, None),  # temperatures
        ([*range(1, 10)] * 2, None),  # marks of a scale
        ([*range(20, 80), 999], None),  # one person, whose value it may be
        ([*range(200)] * 2 + [999] * 3, None),  # too few: under 1 %
        ([*range(20, 80), 1000, 1000], None),  # no code
        ([5, 5, 999, 999], None),  # one other value has no range
    ],
)
def test_codes_are_few_numbers_far_from_the_others(ages: list[int], codes: str | None, tmp_path: Path) -> None:
    """They are numbers of nines, eights and sevens, which several records have."""
    path = tmp_path / "a.csv"
    path.write_text("age,x\n" + "".join(f"{age},{place}\n" for place, age in enumerate(ages)))
    says = [one.says for one in made(path) if one.code == "codes"]
    assert [re.findall(r"are (.+), far", one) for one in says] == ([] if codes is None else [[codes]])


def test_a_code_is_missing_where_the_spec_says_so(tmp_path: Path) -> None:
    """It is written as a number or as a text, and is no age above 89."""
    spec = tmp_path / "s.yml"
    spec.write_text(f"relation: {CASES}/head999.csv\nquasi_identifiers: [age]\nmissing: [999]\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error", ReadingWarning)
        scores = sqlmetrics.score(spec=spec, nulls="drop")
        same = sqlmetrics.score(str(CASES / "head999.csv"), ["age"], missing="999", nulls="drop")
    assert scores.left_out == same.left_out == {"identity": 12}
    with pytest.warns(ReadingWarning, match="12 of 402 values are 999"):
        assert "above 89" not in sqlmetrics.init(str(CASES / "head999.csv")).replace("joins all above 89", "")


def test_special_missing_values_are_counted(tmp_path: Path) -> None:
    """Of a SAS transport file .B is counted, and a plain missing value is not."""
    path, _ = written(tmp_path, "special_missing")
    assert special_missing(path) == {"B": 1}


def test_what_is_asked_stops_a_gate_until_it_is_answered(run: Command, tmp_path: Path) -> None:
    """`score` and `report` go on, `check` and `release` end with 3, and the word is the answer."""
    spec = tmp_path / "s.yml"
    spec.write_text(f"relation: {CASES}/x_total.xlsx\nquasi_identifiers: [sex]\nthresholds: {{k_anonymity: 1}}\n")
    says = "row 26 looks like a total, and no record: name the last row of the table as `end` (--end): 25, or 26"
    assert says in run("score", "--spec", spec, "-m", "k_anonymity", "--no-look").err
    assert run("report", "--spec", spec, "-o", tmp_path / "r.html").code == 0
    for command in (("check", spec), ("release", "--spec", spec, "-o", tmp_path / "r.csv")):
        ended = run(*command, "--no-look")
        assert (ended.code, says in ended.err) == (3, True)
        assert run(*command, "--no-look", "--end", "25").code == 0


def test_json_has_the_reading(run: Command) -> None:
    """Form, records, columns with their forms, remarks and proof stand under `reading`."""
    scored = run("score", CASES / "na.csv", "-q", "age", "-m", "k_anonymity", "--no-look", "-f", "json")
    reading = json.loads(scored.out)["reading"]
    assert reading["form"] == "CSV, separator ,, UTF-8, line ends LF"
    assert (reading["records"], reading["proof"]) == (24, "25 lines = 1 above + 24 records")
    assert [(column["name"], column["form"]) for column in reading["columns"]] == [
        ("age", "texts"),
        ("town", "texts"),
        ("ill", "texts"),
    ]
    (remark,) = reading["remarks"]
    assert (remark["code"], remark["column"], remark["count"], remark["gate"]) == ("marks", "age", 3, "told")


def test_a_certificate_has_the_remarks_and_a_public_one_what_follows_from_no_record(
    run: Command, tmp_path: Path
) -> None:
    """Files have no folder there; `loose` follows from the spec, all else from records."""
    page, made, found = tmp_path / "r.html", tmp_path / "r.json", {}
    for name, column, words in (("na.csv", "age", []), ("e_lake/delta_updated", "id", ["--loose"])):
        for audience in ("internal", "public"):
            version = ["--internal"] if audience == "internal" else []
            asked = [CASES / name, "-q", column, *version, *words, "--no-look"]
            assert run("report", *asked, "-o", page, "--json", made).code == 0
            reading = json.loads(made.read_text())["relation"]["reading"]
            text = unescape(page.read_text()).replace("\n", " ")
            assert all(one["says"][1:] in text for one in reading["remarks"])
            assert str(CASES) not in str(reading)
            found[name, audience] = (reading["form"], [one["code"] for one in reading["remarks"]])
    assert found == {
        ("na.csv", "internal"): ("CSV, separator ,, UTF-8, line ends LF", ["marks"]),
        ("na.csv", "public"): ("CSV", []),
        ("e_lake/delta_updated", "internal"): ("Parquet", ["loose"]),
        ("e_lake/delta_updated", "public"): ("Parquet", ["loose"]),
    }


def test_init_proposes_the_word_that_answers(run: Command) -> None:
    """A comment says the remark, and the next one is the line of the spec."""
    proposed = run("init", CASES / "na.csv").out
    assert "# age: 24 values are whole numbers but 3, which are NA; it is read as texts: name such marks as" in proposed
    assert "# missing: [NA]\n" in proposed


def test_a_printed_statement_reads_the_same_rows(run: Command) -> None:
    """It names the columns and their types, and pasted it gives the same scores."""
    for name, key in (("csvx", "age"), ("dmy.csv", "born"), ("latefloat.csv.gz", "age"), ("union", "hiv")):
        printed = run("sql", CASES / name, "-q", key, "-m", "k_anonymity").out
        with duckdb.connect() as connection, warnings.catch_warnings(action="ignore"):
            (row,) = connection.execute(printed).fetchall()
            scores = sqlmetrics.score(CASES / name, key, metrics=["k_anonymity"], look=False)
            assert (row[7], row[8]) == (scores.records, scores.value("k_anonymity"))
