"""Files that other readers read wrong, each with its right answer, or with why it is not read."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from sqlmetrics.engine.reading.look import first_look
from sqlmetrics.errors import QueryError, ReadingWarning, SpecError
from sqlmetrics.spec.file_words import FileForm

CASES = Path(__file__).with_name("cases")
"""The files: what each is like is told in the lists of this module."""

Words = dict[str, Any]

SCORED: list[tuple[str, list[str], Words, int, int, list[str]]] = [
    # the number of fields changes, or seems to
    ("semi.csv", ["patient"], {}, 50, 1, ["marks_within"]),
    ("one_col.csv", ["town"], {}, 2, 1, ["marks_within"]),
    ("notes.csv", ["diagnosis"], {}, 23, 3, ["marks_within"]),
    ("wide1.csv", ["age"], {"end": 25}, 24, 8, []),
    ("footer.csv", ["age"], {"end": 25}, 24, 4, []),
    # lines that begin with #
    ("comment.csv", ["diagnosis"], {}, 22, 2, []),
    ("hash_first.csv", ["ill"], {}, 13, 1, []),
    ("hash_some.tsv", ["ill"], {}, 13, 1, []),
    ("hash_q.csv", ["room"], {}, 13, 1, []),
    # late rows
    ("plzlate.csv.gz", ["plz"], {}, 20_607, 1, ["not_all", "joined_types"]),
    ("latefloat.csv.gz", ["age"], {}, 20_601, 1, []),
    ("latefloat.jsonl.gz", ["age"], {}, 20_481, 1, []),
    ("late.jsonl.gz", ["hiv"], {}, 21_010, 10, []),
    (
        "firstofmonth.csv",
        ["admitted"],
        {"types": {"admitted": "MM/DD/YYYY"}, "partitions": {"admitted": {"date": "month"}}},
        61,
        1,
        [],
    ),
    ("latetext.csv.gz", ["room"], {}, 20_601, 1, ["not_all"]),
    ("quotelate.csv.gz", ["town"], {}, 21_002, 2, []),
    ("ziplate.csv.gz", ["zip"], {"partitions": {"zip": {"prefix": 3}}}, 25_000, 11, ["not_all"]),
    # late columns
    ("union", ["age"], {}, 16, 8, ["some_files"]),
    ("unionorder", ["hiv"], {}, 16, 8, ["some_files"]),
    ("csvx", ["age"], {}, 18, 6, ["some_files"]),
    # the first line is the header, or there is none
    ("pandas_index.csv", ["sex"], {}, 40, 20, []),
    ("r_rownames.csv", ["sex"], {}, 40, 20, []),
    ("alltext.csv", ["sex"], {}, 24, 12, []),
    ("rtable.csv", ["age"], {}, 24, 8, ["row_names"]),
    ("nohead.csv", ["column1"], {"header": False}, 24, 12, []),
    ("mixnl.csv", ["age"], {}, 24, 8, ["line_ends"]),
    # codes that look like numbers, times and dates
    ("codes.csv", ["job"], {}, 12, 1, ["joined_types"]),
    ("ecodes.csv", ["block"], {}, 12, 1, ["joined_types"]),
    ("time.csv", ["slot"], {}, 5, 1, []),
    ("g_icd.csv", ["code"], {}, 4, 2, ["joined_types"]),
    ("g_hex.csv", ["code"], {}, 4, 2, []),
    ("g_dec.csv", ["code"], {}, 2, 1, ["joined_types"]),
    ("g_big22.jsonl", ["id"], {}, 4, 1, ["large_numbers"]),
    ("g_uuid.jsonl", ["id"], {}, 2, 1, []),
    ("bool.csv", ["smokes"], {}, 8, 2, []),
    ("usdates.csv", ["admitted"], {}, 36, 3, ["day_or_month"]),
    (
        "usdates.csv",
        ["admitted"],
        {"types": {"admitted": "MM/DD/YYYY"}, "partitions": {"admitted": {"date": "month"}}},
        36,
        12,
        [],
    ),
    ("dmy.csv", ["born"], {}, 5, 2, []),
    ("dates.sav", ["born"], {}, 21, 1, []),
    ("dmon.csv", ["born"], {}, 5, 2, []),
    ("mixdate.csv", ["born"], {}, 5, 2, []),
    # no value
    ("na.csv", ["age"], {}, 24, 3, ["marks"]),
    ("na.csv", ["age"], {"missing": "NA", "partitions": {"age": {"cuts": [35, 45]}}}, 24, 3, []),
    ("null.csv", ["town"], {}, 12, 2, []),
    # files for statistics
    ("usermiss.sav", ["kids", "region"], {}, 60, 1, ["declared_missing"]),
    ("usermiss.sav", ["kids", "region"], {"labels": True}, 60, 1, ["declared_missing"]),
    ("usermiss.sav", ["kids", "region"], {"missing": "declared"}, 60, 2, []),
    ("usermiss_text.sav", ["job", "region"], {}, 42, 1, ["declared_missing"]),
    ("extended.dta", ["kids", "region"], {}, 27, 1, ["declared_missing"]),
    ("e_user_missing.sav", ["q"], {}, 40, 10, ["declared_missing"]),
    ("e_user_missing.dta", ["q"], {}, 20, 4, ["declared_missing"]),
    ("duplabel.sav", ["occ"], {"labels": True}, 12, 1, ["labels_joined"]),
    ("xport.xpt", ["age"], {}, 6, 2, []),
    # spreadsheets
    ("x_title.xlsx", ["sex"], {}, 24, 12, ["sheet_title"]),
    ("x_merged.xlsx", ["ward"], {}, 12, 4, ["merged_cells"]),
    ("x_total.xlsx", ["sex"], {}, 25, 1, ["total_row"]),
    ("x_total.xlsx", ["sex"], {"end": 25}, 24, 12, []),
    ("x_dates.xlsx", ["born"], {}, 12, 4, []),
    ("x_noname.xlsx", ["age"], {}, 12, 4, []),
    ("e_error_cells.xlsx", ["x"], {}, 5, 1, ["error_cells"]),
    # Parquet
    ("e_nan_pyarrow.parquet", ["town"], {"where": "dose = 1"}, 6, 3, []),
    ("e_nan_pyarrow.parquet", ["town"], {"where": "dose > 1"}, 4, 2, []),
    ("e_nan_pyarrow.parquet", ["town"], {"where": "isnan(dose)"}, 4, 2, []),
    ("e_nan_duckdb.parquet", ["town"], {"where": "dose = 1"}, 6, 3, []),
    ("e_nan_pyarrow.parquet", ["dose"], {"partitions": {"dose": {"cuts": [2], "unmapped": "keep"}}}, 10, 4, []),
    ("e_lake/broken_job", ["id"], {}, 10, 1, ["left_out"]),
    ("e_lake/delta_updated", ["id"], {"loose": True}, 200, 2, ["loose"]),
]
"""Each file with the columns that are known, the words beside them, its records, k, and remarks."""

STOPPED: list[tuple[str, str, str]] = [
    ("appended.csv", "second_header", "line 27 is a second header with ward more: two files were joined"),
    ("ragged.csv", "widths", r"line 62 has 3 fields, 2 expected \(40 such of 100 looked at\)"),
    ("wide1.csv", "widths", "line 26 has 4 fields, 3 expected"),
    ("wide3.csv", "widths", r"line 23 has 4 fields, 3 expected \(3 such of 24 looked at\)"),
    ("footer.csv", "widths", "line 27 has 1 field, 3 expected: name 26 as `end`"),
    ("nohead.csv", "header_record", "line 1 looks like a record: 3 of its 3 values .*: say `header: false`"),
]
"""Each file that is not read, with the remark and what it says."""

LAKES = ["delta_updated", "delta_deleted_checkpoint", "delta_column_mapping", "delta_column_mapping/dd"]
"""Tables with a log."""


@pytest.mark.parametrize(("name", "keys", "words", "records", "k", "remarks"), SCORED)
def test_a_file_has_its_records_and_their_values(
    name: str, keys: list[str], words: Words, records: int, k: int, remarks: list[str]
) -> None:
    """All records are read, each text is a value of its own, and what is odd is remarked."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ReadingWarning)
        scores = sqlmetrics.score(CASES / name, keys, metrics=["k_anonymity"], look=False, **words)
    assert (scores.records, scores.value("k_anonymity")) == (records, k)
    assert [one.message.remark.code for one in caught if one.category is ReadingWarning] == remarks  # type: ignore[union-attr]


@pytest.mark.parametrize(("name", "code", "says"), STOPPED)
def test_a_file_that_is_not_read_names_its_line(name: str, code: str, says: str) -> None:
    """Nothing is scored, and the line, its fields and the cause are named."""
    with pytest.raises(QueryError, match=says) as raised:
        sqlmetrics.score(CASES / name, "age", look=False)
    assert raised.value.remark.code == code  # type: ignore[attr-defined]


@pytest.mark.thorough
@pytest.mark.parametrize(("where", "k"), [("dose > 1", 2), ("dose = 1", 3), ("not (dose <= 1)", 2)])
def test_a_printed_statement_for_datafusion_says_how_nan_is_counted(where: str, k: int) -> None:
    """DataFusion takes what the statement says it needs: statistics of pyarrow leave NaN out."""
    context = pytest.importorskip("datafusion").SessionContext()
    context.sql("set datafusion.execution.collect_statistics = false").collect()
    context.register_parquet("doses", CASES / "e_nan_pyarrow.parquet", parquet_pruning=False)
    printed = sqlmetrics.sql("doses", ["town"], metrics="k_anonymity", dialect="datafusion", where=where)
    assert "parquet_pruning=False" in printed
    assert "datafusion.execution.collect_statistics = false" in printed.replace("\n-- ", " ")
    assert [row["value"] for row in context.sql(printed).to_pylist()] == [k]


def test_a_word_that_is_nearly_one_of_a_spec_is_told() -> None:
    """The name of a key within a partition is no other error."""
    with pytest.raises(SpecError, match=r"key 'partition' is unknown; did you mean 'partitions'\?"):
        sqlmetrics.score(spec=CASES / "typo.yml")


LAKE = "is a Delta table: its folder holds deleted and older rows"


@pytest.mark.parametrize("name", LAKES)
@pytest.mark.parametrize("pattern", ["", "/*.parquet", "/**/*.parquet"])
def test_a_table_with_a_log_is_no_folder_of_files(name: str, pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folder, a folder within and a pattern over it are refused where no package reads it."""
    monkeypatch.setattr("sqlmetrics.lakes.kinds_of_lakes.PACKAGES", {})
    with pytest.raises(QueryError, match=f"{LAKE}.*sqlmetrics\\[lake]"):
        sqlmetrics.score(f"{CASES}/e_lake/{name}{pattern}", "id")
    with pytest.raises(QueryError, match="is a Delta table"):
        sqlmetrics.sql(f"{CASES}/e_lake/{name}{pattern}", "id")


@pytest.mark.parametrize("name", ["delta_updated/*.parquet", "delta_updated/**/*.parquet", "delta_column_mapping/dd"])
def test_a_part_of_a_table_with_a_log_is_no_table(name: str) -> None:
    """A folder within and a pattern over it are refused, whatever package is there."""
    with pytest.raises(QueryError, match=LAKE):
        sqlmetrics.score(f"{CASES}/e_lake/{name}", "id")


@pytest.mark.parametrize(
    ("name", "records", "k"),
    [
        *(("delta_updated", 100, 1), ("delta_updated@0", 100, 1), ("delta_deleted_checkpoint", 60, 1)),
        ("delta_column_mapping", 100, 1),
    ],
)
def test_a_table_with_a_log_has_its_live_records(name: str, records: int, k: int) -> None:
    """The extra [lake] reads the rows of a version."""
    pytest.importorskip("deltalake", reason="the extra [lake] is not installed")
    scores = sqlmetrics.score(f"{CASES}/e_lake/{name}", "id", metrics=["k_anonymity"], look=False)
    assert (scores.records, scores.value("k_anonymity")) == (records, k)


@pytest.mark.parametrize(("text", "above"), [("a;b\n1;2\n", 1), ("sep=;\na;b\n1;2\n", 2), ("Table 3\n\na;b\n1;2\n", 3)])
def test_the_lines_above_the_records_are_counted(text: str, above: int) -> None:
    """The header is one of them, and so is the line that names the separator."""
    found = first_look(text, FileForm(), "t.csv", whole=True)
    assert (found.names, found.skipped, found.above) == (("a", "b"), above, above)
