"""Files as people have them: what each is, how it is read, and what is said of it."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pyreadstat
import pytest
import xlsxwriter
from pyarrow import feather, ipc

import sqlmetrics
from conftest import ROOT, Run
from sqlmetrics.engine.engine import describe, fetch
from sqlmetrics.engine.reading import imported, imported_rows, typed_table
from sqlmetrics.engine.reading.encodings import encoding_of
from sqlmetrics.engine.source import opened
from sqlmetrics.errors import QueryError, ReadingWarning, SpecError
from sqlmetrics.files.leftovers import MARK
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.spec.limits import Limits
from sqlmetrics.spec.place import Place

Command = Callable[..., Run]

GERMAN = (
    "Name;PLZ;geboren;gesehen;Größe;Kosten;Stimmen\n"
    "Müller;01234;31.12.1980;31.12.2025 10:15;1,5;1.234,56;1,234\n"
    "Weiß;99999;1.2.1970;01.02.2026 09:00;-0,25;3,5;2,345\n"
)
"""Two people as Excel writes them in Germany; the votes may be thousands."""

TYPES = {
    "Name": "VARCHAR",
    "PLZ": "VARCHAR",
    "geboren": "DATE",
    "gesehen": "TIMESTAMP",
    "Größe": "DOUBLE",
    "Kosten": "DOUBLE",
    "Stimmen": "VARCHAR",
}

SEEN = [
    ("Müller", date(1980, 12, 31), datetime(2025, 12, 31, 10, 15), 1.5, 1234.56),
    ("Weiß", date(1970, 2, 1), datetime(2026, 2, 1, 9), -0.25, 3.5),
]


def read(relation: Any, form: FileForm | None = None, columns: str = "*") -> tuple[dict[str, str], list[Any]]:
    """Return the types of a file's columns, and its rows, as an engine of ours reads them."""
    with opened(str(relation), Place(files=form or FileForm(), limits=Limits(temp_directory=None))) as source:
        rows = fetch(source.engine, f"select {columns} from {source.from_sql} source", source.name)
        return dict(describe(source.engine, source.from_sql, source.name)), rows


def seen_in(spill: Path, folder: str, place: Place) -> list[Any]:
    """Return counts of a folder's values, read by way of a private copy in another folder."""
    with opened(folder, place) as source:
        (made,) = (one for one in spill.iterdir() if any(one.rglob("*.csv")))
        assert made.name.startswith(MARK)
        assert made.stat().st_mode & 0o777 == 0o700
        return fetch(source.engine, f"select a, k, count(*) from {source.from_sql} source group by all", source.name)


def spreadsheet(path: Path, **sheets: list[list[Any]]) -> Path:
    """Write a spreadsheet of rows by sheet; an empty text leaves a cell empty."""
    with xlsxwriter.Workbook(str(path), {"default_date_format": "dd.mm.yyyy"}) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for at, row in enumerate(rows):
                sheet.write_row(at, 0, row)
    return path


@pytest.mark.parametrize(
    ("name", "encoding", "form", "said"),
    [
        ("a.csv", "utf-8", FileForm(), ""),
        ("a.csv", "utf-8-sig", FileForm(), ""),
        ("a.csv", "cp1252", FileForm(), "read as Windows-1252"),
        ("a.csv", "utf-16", FileForm(), "read as UTF-16"),
        ("a.csv.gz", "cp1252", FileForm(), "read as Windows-1252"),
        ("a.txt", "cp850", FileForm("cp850", ";"), ""),
    ],
)
def test_text_is_read_in_its_encoding(
    tmp_path: Path, recwarn: pytest.WarningsRecorder, name: str, encoding: str, form: FileForm, said: str
) -> None:
    """Text of each encoding has its letters, dates and numbers; what is taken for one is said."""
    path = tmp_path / name
    (gzip.open if name.endswith("gz") else open)(path, "wb").write(GERMAN.encode(encoding))
    if name.endswith("gz"):
        path.write_bytes(gzip.compress(GERMAN.encode(encoding)))
    types, rows = read(path, form, "Name, geboren, gesehen, Größe, Kosten")
    assert types == TYPES
    assert rows == SEEN
    texts = [str(one.message) for one in recwarn if one.category is ReadingWarning]
    assert [said in text for text in texts] == [True] * bool(said)


def test_copies_of_text_are_gone_in_the_end(tmp_path: Path) -> None:
    """A copy lies in a private folder of `temp_directory`, as long as the run."""
    data, spill = tmp_path / "k=1", tmp_path / "spill"
    data.mkdir()
    spill.mkdir()
    for number in (1, 2):
        (data / f"{number}.csv").write_text("a;b\nä;1\n", encoding="cp1252" if number == 1 else "utf-8")
    place = Place(limits=Limits(temp_directory=spill))
    with pytest.warns(ReadingWarning, match=r"1\.csv is no UTF-8"):
        assert seen_in(spill, str(tmp_path), place) == [("ä", 1, 2)]
    assert [*spill.iterdir()] == []


def test_what_is_no_number_stays_a_text(tmp_path: Path) -> None:
    """One value that is written otherwise, wherever it stands, leaves a column its texts."""
    lines = "".join(f"1,5;{'1,234' if number else '1.234'};31.12.1980 10:15;{number}\n" for number in range(30_000))
    (tmp_path / "a.csv").write_text(f"a;b;c;d\n{lines}1.5;2;unbekannt;2\n")
    with (
        pytest.warns(ReadingWarning, match=r"c: not all values are dates as DD\.MM\.YYYY hh:mm \(1 of 30,001 is not\)"),
        pytest.warns(ReadingWarning, match=r"a: not all values are numbers \(1 of 30,001 is not\)"),
    ):
        types, _ = read(tmp_path / "a.csv", FileForm(separator=";"), "1")
    assert types == {"a": "VARCHAR", "b": "VARCHAR", "c": "VARCHAR", "d": "BIGINT"}


@pytest.mark.parametrize("batch", [1, 20_000])
def test_a_spreadsheet_has_typed_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int) -> None:
    """Columns have the types of their cells, however many rows are read at once."""
    monkeypatch.setattr(imported_rows, "BATCH", batch)
    rows: list[list[Any]] = [
        ["name", "zip", "born", "seen", "age", "share", "ok", "", "name", "mixed", "empty"],
        ["", "", "", "", "", "", "", "", "", "", ""],
        ["Müller", "01234", date(1980, 12, 31), date(2025, 1, 1), 44, 1, True, "", "x", 12, ""],
        ["Weiß", "99999", "", datetime(2025, 1, 1, 10, 15), 54, 0.5, "", "", "y", "n", ""],
    ]
    with pytest.warns(ReadingWarning, match="several columns have the same name; they are read as name and name_1"):
        types, found = read(spreadsheet(tmp_path / "a.xlsx", People=rows, Empty=[]))
    assert types == {
        "name": "VARCHAR",
        "zip": "VARCHAR",
        "born": "DATE",
        "seen": "TIMESTAMP",
        "age": "BIGINT",
        "share": "DOUBLE",
        "ok": "BOOLEAN",
        "name_1": "VARCHAR",
        "mixed": "VARCHAR",
        "empty": "VARCHAR",
    }
    assert found == [
        ("Müller", "01234", date(1980, 12, 31), datetime(2025, 1, 1), 44, 1.0, True, "x", "12", None),
        ("Weiß", "99999", None, datetime(2025, 1, 1, 10, 15), 54, 0.5, None, "y", "n", None),
    ]


def test_a_sheet_is_named_where_there_are_several(tmp_path: Path) -> None:
    """Of several sheets one is named; a name that there is not is answered with the nearest."""
    path = spreadsheet(tmp_path / "a.xlsx", People=[["a"], [1]], Codes=[["b"], [2]])
    with pytest.raises(SpecError, match="has the sheets People, Codes: name one as `sheet`"):
        sqlmetrics.score(path, "a")
    with pytest.raises(SpecError, match=r"has no sheet 'Peple'; did you mean 'People'"):
        sqlmetrics.score(path, "a", sheet="Peple")
    assert sqlmetrics.score(path, "b", sheet="Codes").value("k_anonymity") == 1
    large = spreadsheet(tmp_path / "c.xlsx", A=[["x" * 100 + str(at)] for at in range(9000)])
    with pytest.raises(SpecError, match=r"is larger than the memory limit of .* when it is unpacked"):
        sqlmetrics.score(large, "a", memory_limit="500KB")
    (tmp_path / "more").mkdir()
    with pytest.raises(SpecError, match=r"holds no .parquet file, nor CSV or JSON; name .*b\.xlsx by itself"):
        sqlmetrics.score(spreadsheet(tmp_path / "more" / "b.xlsx", A=[["a"], [1]]).parent, "a")
    with pytest.raises(SpecError, match="has no sheet with data"):
        sqlmetrics.score(spreadsheet(tmp_path / "b.xlsx", A=[], B=[]), "a")


@pytest.mark.parametrize("ending", [".sav", ".dta"])
def test_labels_are_values_where_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    """Codes are values, or their labels; dates are dates, and an empty text is no value."""
    monkeypatch.setattr(imported_rows, "BATCH", 2)
    path = tmp_path / f"a{ending}"
    labels: Any = {"sex": {1: "male", 2: "female"}}
    seen = pd.Series([datetime(2020, 1, 1, 10), None, None, None])
    frame = pd.DataFrame({"sex": [1, 2, 2, 9], "city": ["a", "", "b", "c"], "seen": seen})
    if ending == ".sav":
        pyreadstat.write_sav(frame, str(path), variable_value_labels=labels)
    else:
        frame.to_stata(path, write_index=False, value_labels=labels)
    types, rows = read(path)
    assert types == {"sex": "BIGINT", "city": "VARCHAR", "seen": "TIMESTAMP"}
    assert rows == [(1, "a", datetime(2020, 1, 1, 10)), (2, None, None), (2, "b", None), (9, "c", None)]
    types, rows = read(path, FileForm(labels=True), "sex")
    assert (types["sex"], rows) == ("VARCHAR", [("male",), ("female",), ("female",), ("9",)])


def test_arrow_and_sqlite_are_read_as_they_are(tmp_path: Path) -> None:
    """Files of Arrow, and tables of SQLite by their values, also beside another file."""
    table = pa.table({"a": [1, 2], "b": ["x", None]})
    feather.write_feather(table, tmp_path / "a.feather")
    with ipc.new_stream(tmp_path / "a.arrow", table.schema) as stream:
        stream.write_table(table)
    for name in ("a.feather", "a.arrow"):
        assert read(tmp_path / name) == ({"a": "BIGINT", "b": "VARCHAR"}, [(1, "x"), (2, None)])
    with sqlite3.connect(tmp_path / "a.db") as connection:
        connection.execute("create table people (a int, b, c real, d blob, e)")
        connection.executemany(
            "insert into people values (?, ?, ?, ?, ?)", [(1, 2**62, 1.5, b"x", 1), (2, 3, 2, b"", "y")]
        )
    assert read(tmp_path / "a.db") == (
        {"a": "BIGINT", "b": "BIGINT", "c": "DOUBLE", "d": "BLOB", "e": "VARCHAR"},
        [(1, 2**62, 1.5, b"x", "1"), (2, 3, 2.0, b"", "y")],
    )
    assert sqlmetrics.score(tmp_path / "a.db", "a", population=tmp_path / "a.feather").value("k_map") == 1
    connection.execute("create table more (a)")
    with pytest.raises(SpecError, match="has the tables people, more"):
        read(tmp_path / "a.db")
    assert read(tmp_path / "a.db", FileForm(sheet="more")) == ({"a": "VARCHAR"}, [])
    connection.close()


def test_a_callers_connection_keeps_nothing(tmp_path: Path) -> None:
    """What is made of a file on a caller's connection is there as long as the call."""
    path = spreadsheet(tmp_path / "a.xlsx", A=[["a", "b"], [1, "1,5"], [1, "2,5"]])
    with duckdb.connect() as connection:
        scores = sqlmetrics.score(str(path), "a", connection=connection)
        assert scores.value("k_anonymity") == 2
        assert connection.execute("select count(*) from duckdb_tables()").fetchall() == [(0,)]


@pytest.mark.parametrize(
    ("name", "content", "error", "message"),
    [
        ("a.docx", b"", SpecError, "is a document, which is not read: save its table as CSV or Parquet"),
        ("a.zip", b"", SpecError, "is an archive, which is not read: unpack it"),
        ("a.rds", b"", SpecError, "is an R file"),
        ("a.duckdb", b"", SpecError, "is a DuckDB database, which is not read: name it as the `database`"),
        ("a", b"", SpecError, r"cannot tell the format of '.*/a'; its name must end in one of \.parquet"),
        ("a.db", b"12345678DUCK", SpecError, "is a DuckDB database: name it as the `database`"),
        ("a.xlsx", b"PK", QueryError, "it is damaged, protected by a password, or no spreadsheet"),
        ("a.sav", b"?", QueryError, "or no SPSS file"),
        ("a.arrow", b"?", QueryError, "or no Arrow file"),
        ("a.sqlite", b"no database at all", QueryError, "or no SQLite database"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_by_what_it_is(
    tmp_path: Path, name: str, content: bytes, error: type[Exception], message: str
) -> None:
    """A file that lies there is never said to be missing."""
    (tmp_path / name).write_bytes(content)
    with pytest.raises(error, match=message):
        sqlmetrics.score(tmp_path / name, "a")


def test_a_package_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its extra a spreadsheet is told by what it is, with what installs it."""
    monkeypatch.setattr(imported, "find_spec", lambda _: None)
    path = spreadsheet(tmp_path / "s.xlsx", A=[["a"], [1]])
    with pytest.raises(
        SpecError, match=r"s\.xlsx is a spreadsheet: pip install 'sqlmetrics\[excel\]', or save its table"
    ):
        sqlmetrics.score(path, "a")


def test_bytes_of_another_encoding_ask_for_it(tmp_path: Path) -> None:
    """Text that is neither UTF-8 nor Windows-1252 asks for its encoding."""
    path = tmp_path / "a.csv"
    path.write_bytes(b"a\n\x81\xff\n")
    with pytest.raises(SpecError, match="holds bytes that are not Windows-1252: name its `encoding`, such as utf-16"):
        sqlmetrics.score(path, "a")
    (tmp_path / "a.csv.zst").write_bytes(b"")
    assert encoding_of(tmp_path / "a.csv.zst") is None
    with pytest.raises(SpecError, match="packed by zstd"):
        sqlmetrics.score(tmp_path / "a.csv.zst", "a", encoding="cp1252")


def test_one_column_asks_about_its_separator(tmp_path: Path) -> None:
    """A file of text with one column, in whose name marks stand, asks what separates columns."""
    path = tmp_path / "a.csv"
    path.write_text("a~b\n1~2\n")
    with pytest.warns(ReadingWarning, match="has one column: is the separator right"):
        read(path)
    assert read(path, FileForm(separator="~")) == ({"a": "BIGINT", "b": "BIGINT"}, [(1, 2)])


def test_words_of_files_are_checked() -> None:
    """An unknown encoding, and a separator that is none, are told with what may stand there."""
    with pytest.raises(SpecError, match="no encoding of texts has this name; such are windows-1252"):
        sqlmetrics.score("a.csv", "a", encoding="rot13")
    with pytest.raises(SpecError, match="a separator is one mark, such as ;, or tab"):
        sqlmetrics.score("a.csv", "a", separator='"')


def test_a_query_reads_them_too(tmp_path: Path) -> None:
    """A query names a spreadsheet, or text in another encoding, as it names any file."""
    book = spreadsheet(tmp_path / "a.xlsx", A=[["a", "b"], [1, 2], [3, 4]])
    (tmp_path / "a.csv").write_text("a;c\n1;ä\n", encoding="cp1252")
    query = f"select a, c from '{book}' join '{tmp_path}/a.csv' using (a)"
    with pytest.warns(ReadingWarning, match="no UTF-8"):
        assert sqlmetrics.score(None, ["a", "c"], query=query).value("k_anonymity") == 1


def test_a_german_table_is_recoded_as_any_other(run: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`init` proposes kinds and partitions; a printed view reads the file as it was read."""
    monkeypatch.chdir(ROOT)
    proposed = run("init", "fixtures/praxis.csv")
    assert "praxis.csv is no UTF-8 and was read as Windows-1252: name its `encoding` (--encoding)" in proposed.err
    for part in (
        "[TIMESTAMP written as 31.12.1980 10:15, ",
        "[DOUBLE written as 3,5, ",
        "Geburtsdatum: {date: year}",
        "Gewicht: {cuts: ",
    ):
        assert part in proposed.out
    named = run("init", "fixtures/praxis.csv", "--encoding", "windows-1252", "--separator", ";", "--labels")
    assert named.err == ""
    assert 'encoding: cp1252\nseparator: ";"\nlabels: true\n' in named.out
    spec = tmp_path / "s.yml"
    spec.write_text(
        f"relation: {ROOT}/fixtures/praxis.csv\nencoding: cp1252\nquasi_identifiers: [Gewicht, Aufnahme]\n"
        "thresholds: {k_anonymity: 3}\n"
        "advise: {generalizations: {Gewicht: {cuts: [[70]]}, Aufnahme: {date: [year]}}}\n"
    )
    view = run("advise", "--spec", spec, "--print-sql").out
    assert "encoding = 'CP1252'" in view
    made = "separator: ';'\nrelease: {levels: {Gewicht: {cuts: [70]}, Aufnahme: left_out}}\n"
    spec.write_text(spec.read_text() + made)
    assert run("release", "--spec", spec, "--no-look", "-o", tmp_path / "r.csv", "--anyway").code == 0
    assert "männlich" in (tmp_path / "r.csv").read_text(encoding="utf-8")
    beside = (tmp_path / "r.csv.spec.yml").read_text()
    assert "encoding" not in beside
    assert [line for line in beside.splitlines() if "separator" in line] == ['separator: ","']
    copy = tmp_path / "copy.csv"
    copy.write_text((ROOT / "fixtures/praxis.csv").read_text(encoding="cp1252"), encoding="utf-8")
    with duckdb.connect() as connection:
        own = view.replace(f"{ROOT}/fixtures/praxis.csv", str(copy)).replace(", encoding = 'CP1252'", "")
        connection.execute(own)
        (sizes,) = zip(
            *connection.execute('select count(*) from praxis_advised group by "Gewicht", "Aufnahme"').fetchall(),
            strict=True,
        )
    assert min(sizes) >= 3 < sum(sizes) == 24
    assert 'from "a.xlsx"' in run("sql", spreadsheet(tmp_path / "a.xlsx", A=[["a"], [1]]), "-q", "a").out


def test_a_table_takes_the_types_of_its_rows() -> None:
    """Columns widen as rows come, and earlier values then have the later type."""
    with duckdb.connect() as connection:
        table = typed_table.TypedTable(connection, "t", ["n", "N", "big", "day", "none"])
        table.add([(1.0, True, 1, date(2020, 1, 1), None), (2.5, None, None, None, float("nan"))])
        table.add([("x", 0, 2**70, datetime(2020, 1, 1, 1), pd.NaT)])
        table.finish()
        assert dict(connection.execute("select column_name, column_type from (describe t)").fetchall()) == {
            "n": "VARCHAR",
            "N_1": "VARCHAR",
            "big": "VARCHAR",
            "day": "TIMESTAMP",
            "none": "VARCHAR",
        }
        assert connection.execute("from t").fetchall() == [
            ("1", "true", "1", datetime(2020, 1, 1), None),
            ("2.5", None, None, None, None),
            ("x", "0", str(2**70), datetime(2020, 1, 1, 1), None),
        ]
