"""Tables of data lakes: their rows are those of their version, beside the packages' own reading."""

from __future__ import annotations

import datetime
import json
import shutil
from collections import Counter
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from lakes import (
    arrow,
    catalogue,
    changed_columns,
    commit,
    commits,
    deleted_in_iceberg,
    deleted_in_log,
    delta,
    features,
    iceberg,
    mapped,
    place_of,
)

pytest.importorskip("deltalake", reason="the extra [lake] is not installed")
pytest.importorskip("pyiceberg", reason="the extra [lake] is not installed")

import pyarrow as pa
from deltalake import DeltaTable, QueryBuilder

import sqlmetrics
from sqlmetrics.engine.source import opened
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.lakes.found import kind_of
from sqlmetrics.lakes.kinds_of_lakes import DELTA as DELTA_KIND
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.spec.unnamed import check_unnamed

Rows = list[dict[str, Any]]

UTC = datetime.UTC
TOWNS = ["a", "b"] * 50


def read(relation: Any) -> Rows:
    """Return the rows of a relation as it is scored."""
    with opened(relation) as source:
        found = source.engine.connection.sql(f"select * from {source.from_sql} source").to_arrow_table()
        return [dict(row) for row in found.to_pylist()]


def same(rows: Rows, others: Rows) -> bool:
    """Return whether rows are the same in any order, with the same columns in the same order."""
    names, other_names = ([*row] for row in (rows[0], others[0]))
    return names == other_names and counted(rows) == counted(others)


def counted(rows: Rows) -> Counter[str]:
    """Return how often each row is there; a time with a zone is the moment that it is."""
    return Counter(repr({name: _moment(value) for name, value in row.items()}) for row in rows)


def _moment(value: Any) -> Any:
    zoned = isinstance(value, datetime.datetime) and value.tzinfo is not None
    return value.astimezone(UTC) if zoned else value


def own(path: str, version: int | None = None) -> Rows:
    """Return the rows of a Delta table as its package's engine reads them."""
    built = QueryBuilder().register("t", DeltaTable(path, version=version)).execute("select * from t")
    return [dict(row) for row in pa.table(built.read_all()).to_pylist()]


def people(count: int = 100, start: int = 0) -> Any:
    """Return an Arrow table of numbers and towns."""
    return arrow(id=[*range(start, start + count)], town=[TOWNS[number % 100] for number in range(count)])


def updated(folder: Path) -> str:
    """Update one half of a table, delete from it, and append."""
    path = delta(folder, people())
    table = DeltaTable(path)
    table.update(predicate="town = 'a'", new_values={"town": "'z'"})
    table.delete("id < 40")
    delta(folder, people(5, 200), mode="append")
    return path


def checkpointed(folder: Path) -> str:
    """Delete before a checkpoint, whose commits are then cleaned up, and append."""
    path = updated(folder)
    DeltaTable(path).create_checkpoint()
    for file in sorted((folder / "_delta_log").glob("*[0-9].json"))[:-1]:
        file.unlink()
    return delta(folder, people(3, 300), mode="append")


def checkpointed_by_uuid(folder: Path) -> str:
    """Write a checkpoint of the second form by hand, in a file of JSON."""
    path = delta(folder, people(10))
    told = [action for actions in commits(folder) for action in actions if "commitInfo" not in action]
    told = [action for action in told if "protocol" not in action]
    head = [{"checkpointMetadata": {"version": 1}}, features("v2Checkpoint")]
    commit(folder, [features("v2Checkpoint"), {"commitInfo": {"timestamp": 1_790_000_000_000}}])
    named = "00000000000000000001.checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json"
    (folder / "_delta_log" / named).write_text("".join(f"{json.dumps(action)}\n" for action in head + told))
    (folder / "_delta_log" / f"{0:020d}.json").unlink()
    return path


def overwritten(folder: Path) -> str:
    """Overwrite a table eleven times."""
    for number in range(11):
        delta(folder, people(10, number), mode="overwrite")
    return str(folder)


def widened(folder: Path) -> str:
    """Add a column, and widen the type of another by hand."""
    delta(folder, arrow(id=pa.array([1, 2], pa.int32()), x=pa.array([1.5, None], pa.float32())))
    widen = {"integer": "long", "float": "double"}
    commit(
        folder,
        [
            features("typeWidening"),
            changed_columns(folder, lambda fields: [{**one, "type": widen[one["type"]]} for one in fields]),
        ],
    )
    other = folder.with_name("other")
    delta(other, arrow(id=[2**40], x=[0.1], late=["new"]))
    added = next(action for action in commits(other)[0] if "add" in action)
    shutil.copy(other / added["add"]["path"], folder)
    late = {"name": "late", "type": "string", "nullable": True, "metadata": {}}
    commit(folder, [changed_columns(folder, lambda fields: [*fields, late]), added])
    shutil.rmtree(other)
    return str(folder)


def renamed(folder: Path, mode: str = "name") -> str:
    """Rename a column, drop another, and add one by the dropped one's name."""
    path = delta(folder, arrow(id=[1, 2, 3], town=["a", "b", "b"], gone=["x", "y", "z"]))

    def change(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
        told = {"delta.columnMapping.id": 4, "delta.columnMapping.physicalName": "col-4"}
        new = {"name": "gone", "type": "string", "nullable": True, "metadata": told}
        return [*mapped(fields, town="city", gone=None), new]

    settings = {"delta.columnMapping.mode": mode, "delta.columnMapping.maxColumnId": "4"}
    commit(folder, [features(reader=2), changed_columns(folder, change, **settings)])
    return path


def by_number(folder: Path) -> str:
    """Give columns of a file numbers, by which alone the log finds them."""
    import pyarrow.parquet as pq

    path = renamed(folder, mode="id")
    (file,) = folder.glob("*.parquet")
    rows = pq.read_table(file)
    fields = [one.with_metadata({"PARQUET:field_id": str(place + 1)}) for place, one in enumerate(rows.schema)]
    pq.write_table(rows.cast(pa.schema(fields)).rename_columns(["x", "y", "z"]), file)
    add = next(action for action in commits(folder)[0] if "add" in action)
    add["add"] |= {"size": file.stat().st_size, "stats": "{}"}
    commit(folder, [*(one for one in commits(folder)[0] if "add" not in one), add], version=0)
    return path


def parted(folder: Path) -> str:
    """Part a table by texts, with NULL, an empty text and marks that paths quote."""
    towns = ["Graz/ü=1 %20[x]", "", None, "Wels", "Wels", "a'b"]
    return delta(folder, arrow(id=[*range(6)], town=towns), partition_by=["town"])


def parted_and_renamed(folder: Path) -> str:
    """Rename the column by which a table is parted, whose values the log keeps by the old name."""
    path = delta(folder, arrow(id=[1, 2, 3], town=["a", None, "b"]), partition_by=["town"])
    settings = {"delta.columnMapping.mode": "name", "delta.columnMapping.maxColumnId": "2"}
    changed = changed_columns(folder, lambda fields: mapped(fields, town="city"), **settings)
    commit(folder, [features(reader=2), {"metaData": {**changed["metaData"], "partitionColumns": ["city"]}}])
    return path


def timed(folder: Path) -> str:
    """Part a table by times, with and without a zone, days and whole numbers."""
    moments = [datetime.datetime(2026, 3, 29, 1, 30, 0, 5), None]
    rows = arrow(
        zoned=pa.array(moments, pa.timestamp("us", "UTC")),
        plain=pa.array(moments, pa.timestamp("us")),
        day=pa.array([datetime.date(1950, 1, 2), None]),
        number=[-5, None],
        value=pa.array(moments, pa.timestamp("us", "UTC")),
        other=pa.array(moments, pa.timestamp("us")),
    )
    return delta(folder, rows, partition_by=["zoned", "plain", "day", "number"])


def with_parts(folder: Path) -> str:
    """Write columns of lists and of parts."""
    return delta(folder, arrow(id=[1, 2], several=[["a"], ["b", None]], whole=[{"x": 1}, {"x": None}]))


def by_vector(folder: Path, *, file: bool = False) -> str:
    """Delete 40 of 100 rows by a vector."""
    path = delta(folder, people())
    deleted_in_log(folder, range(40), file=file)
    return path


def with_our_names(folder: Path) -> str:
    """Name columns as ours are named."""
    names = ("filename", "sqlmetrics_file", "file_row_number", "file", "place", 'a "b"')
    return delta(folder, pa.table({name: [1, 2] for name in names}))


def with_our_names_and_vector(folder: Path) -> str:
    """Delete a row of a table whose columns are named as ours."""
    path = with_our_names(folder)
    deleted_in_log(folder, [0], file=False)
    return path


def by_vector_file(folder: Path) -> str:
    """Delete 40 of 100 rows by a vector in a file of its own."""
    return by_vector(folder, file=True)


def without_rows(folder: Path) -> str:
    """Delete all rows of a table."""
    path = delta(folder, people())
    DeltaTable(path).delete()
    return path


def old_times(folder: Path) -> str:
    """Write times of 96 bits, as Spark does, under a column with a zone."""
    import pyarrow.parquet as pq

    moment = datetime.datetime(2026, 7, 1, 12, 30, tzinfo=UTC)
    path = delta(folder, arrow(at=pa.array([moment], pa.timestamp("us", "UTC"))))
    (file,) = folder.glob("*.parquet")
    pq.write_table(
        arrow(at=pa.array([moment.replace(tzinfo=None)], pa.timestamp("ns"))),
        file,
        use_deprecated_int96_timestamps=True,
    )
    add = next(action for action in commits(folder)[0] if "add" in action)
    add["add"] |= {"size": file.stat().st_size, "stats": "{}"}
    commit(folder, [{"commitInfo": {}}, *(one for one in commits(folder)[0] if "add" not in one), add], version=0)
    return path


DELTA: list[Callable[[Path], str]] = [
    *(updated, checkpointed, checkpointed_by_uuid, overwritten, renamed, parted_and_renamed, timed, with_parts),
    *(by_vector, by_vector_file, with_our_names, with_our_names_and_vector, old_times),
]


@pytest.mark.parametrize("make", DELTA, ids=lambda make: make.__name__)
def test_a_delta_table_has_the_rows_of_its_package(make: Callable[[Path], str], tmp_path: Path) -> None:
    """All rows of the newest version are read, and no other, with the names of the log."""
    path = make(tmp_path / "t")
    assert same(read(path), own(path))


def test_the_rows_of_delta_tables_by_hand(tmp_path: Path) -> None:
    """Rows of renamed columns, deleted rows and values of the log are as written."""
    cities = [{"id": n, "city": c, "gone": None} for n, c in ((1, "a"), (2, "b"), (3, "b"))]
    assert same(read(renamed(tmp_path / "a")), cities)
    assert same(read(by_number(tmp_path / "h")), cities)
    assert {row["id"] for row in read(by_vector(tmp_path / "b"))} == {*range(40, 100)}
    towns = {row["id"]: row["town"] for row in read(parted(tmp_path / "c"))}
    assert towns == {0: "Graz/ü=1 %20[x]", 1: None, 2: None, 3: "Wels", 4: "Wels", 5: "a'b"}
    assert sqlmetrics.score(without_rows(tmp_path / "d"), "town", look=False).records == 0
    scores = sqlmetrics.score(overwritten(tmp_path / "e"), "id", metrics=["k_anonymity"], look=False)
    assert (scores.records, scores.value("k_anonymity")) == (10, 1)
    widest = read(widened(tmp_path / "g"))
    assert same(
        widest, [{"id": n, "x": x, "late": t} for n, x, t in ((1, 1.5, None), (2, None, None), (2**40, 0.1, "new"))]
    )
    (row,) = read(old_times(tmp_path / "f"))
    assert row["at"].astimezone(UTC) == datetime.datetime(2026, 7, 1, 12, 30, tzinfo=UTC)


def own_iceberg(table: Any, **words: Any) -> Rows:
    """Return the rows of an Iceberg table as its package reads them."""
    return [dict(row) for row in table.scan(**words).to_arrow().to_pylist()]


def ice_changed(folder: Path) -> Any:
    """Rename a column, drop another and add it again, append and delete."""
    from pyiceberg.types import StringType

    table = iceberg(folder, arrow(id=[*range(100)], town=TOWNS, gone=["old"] * 100))
    with table.update_schema() as change:
        change.rename_column("town", "city")
        change.delete_column("gone")
    with table.update_schema() as change:
        change.add_column("gone", StringType())
    table.append(arrow(id=[100], city=["z"], gone=["new"]))
    table.delete("id < 40")
    return table


def ice_widened(folder: Path) -> Any:
    """Widen types."""
    from pyiceberg.types import DoubleType, LongType

    table = iceberg(folder, arrow(id=pa.array([1, 2], pa.int32()), x=pa.array([1.5, None], pa.float32())))
    with table.update_schema() as change:
        change.update_column("id", LongType())
        change.update_column("x", DoubleType())
    table.append(arrow(id=[2**40], x=[0.1]))
    return table


def ice_parted(folder: Path) -> Any:
    """Part a table by towns, days and times, with NULL and an empty text."""
    from pyiceberg.transforms import IdentityTransform

    days = [datetime.date(1950, 1, 2), None, datetime.date(2026, 3, 29)]
    times = [datetime.datetime(2026, 3, 29, 1, 30, 0, 5), None, datetime.datetime(1901, 1, 1)]
    rows = arrow(id=[1, 2, 3], town=["", None, "a/b=ü"], day=pa.array(days), time=pa.array(times))
    table = catalogue(folder).create_table("n.t", schema=rows.schema, location=(folder / "t").as_uri())
    with table.update_spec() as change:
        change.add_field("town", IdentityTransform())
        change.add_field("day", IdentityTransform())
        change.add_field("time", IdentityTransform())
    table.append(rows)
    return table


def ice_added(folder: Path) -> Any:
    """Add a file without numbers of columns, whose names the table maps."""
    import pyarrow.parquet as pq

    table = iceberg(folder, people(4))
    pq.write_table(people(3, 50), folder / "t" / "data" / "added.parquet")
    table.add_files([(folder / "t" / "data" / "added.parquet").as_uri()])
    return table


def ice_by_place(folder: Path) -> Any:
    """Delete rows by their places."""
    table = iceberg(folder, people(10))
    (file,) = [task.file.file_path for task in table.scan().plan_files()]
    deleted_in_iceberg(table, arrow(file_path=[file, file], pos=[0, 9]), None)
    return table


def ice_by_vector(folder: Path) -> Any:
    """Delete rows by a vector."""
    table = iceberg(folder, people(10))
    (file,) = [task.file.file_path for task in table.scan().plan_files()]
    deleted_in_iceberg(table, [0, 9], None, vector_of=file)
    return table


def ice_with_parts(folder: Path) -> Any:
    """Write columns of lists and of parts."""
    return iceberg(folder, arrow(id=[1, 2], several=[["a"], ["b", None]], whole=[{"x": 1}, {"x": None}]))


ICEBERG: list[Callable[[Path], Any]] = [
    ice_changed,
    ice_widened,
    ice_parted,
    ice_added,
    ice_by_place,
    ice_by_vector,
    ice_with_parts,
]


def reopened(table: Any) -> Any:
    """Return a table as its newest file of metadata has it."""
    from pyiceberg.table import StaticTable

    return StaticTable.from_metadata(str(max((place_of(table) / "metadata").glob("*.metadata.json"))))


@pytest.mark.parametrize("make", ICEBERG, ids=lambda make: make.__name__)
def test_an_iceberg_table_has_the_rows_of_its_package(make: Callable[[Path], Any], tmp_path: Path) -> None:
    """All rows of the newest snapshot are read, and no other, wherever the table was moved to."""
    table = make(tmp_path)
    expected = own_iceberg(reopened(table))
    assert same(read(str(place_of(table))), expected)
    moved = tmp_path / "moved"
    shutil.move(place_of(table), moved)
    assert same(read(str(moved)), expected)


def test_the_rows_of_iceberg_tables_by_hand(tmp_path: Path) -> None:
    """A dropped column does not come back, and values delete rows of older files."""
    rows = read(str(place_of(ice_changed(tmp_path / "a"))))
    assert (len(rows), [row for row in rows if row["gone"] is not None]) == (
        61,
        [{"id": 100, "city": "z", "gone": "new"}],
    )
    assert {row["id"] for row in read(str(place_of(ice_by_place(tmp_path / "b"))))} == {*range(1, 9)}
    table = iceberg(tmp_path / "c", arrow(id=[1, 2, 3, 4], town=["a", None, "c", "d"]))
    deleted_in_iceberg(table, arrow(id=[1], town=["a"]), [1])
    deleted_in_iceberg(reopened(table), pa.table({"town": pa.array([None], pa.string())}), [2])
    assert [row["id"] for row in read(str(place_of(table)))] == [3, 4]


def test_whole_numbers_without_a_sign_are_read_in_place(tmp_path: Path) -> None:
    """The package writes them into files as they are, although the table's type has a sign."""
    rows = arrow(a=pa.array([1, 255], pa.uint8()), b=pa.array([2, None], pa.uint32()), c=pa.array([3, 4], pa.uint64()))
    table = iceberg(tmp_path, rows)
    assert same(read(str(place_of(table))), own_iceberg(table))
    with opened(str(place_of(table))) as source:
        made = source.engine.connection.sql("select * from duckdb_tables() where table_name like 'sqlmetrics%'")
        assert made is not None
        assert made.fetchall() == []


def test_many_files_with_deleted_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few such files are read one by one, and many together; the rows are the same."""
    table = iceberg(tmp_path, people(10))
    table.append(people(10, 50))
    one, other = sorted(str(task.file.file_path) for task in table.scan().plan_files())
    deleted_in_iceberg(table, arrow(file_path=[one, one, other], pos=[0, 3, 3]), None)
    rows = own_iceberg(reopened(table))
    assert len(rows) == 17
    for most in (8, 0):
        monkeypatch.setattr("sqlmetrics.engine.reading.lake_rows.ALONE", most)
        assert same(read(str(place_of(table))), rows)


def test_a_delete_by_value_spares_what_was_written_later(tmp_path: Path) -> None:
    """A row that is written again in or after the commit of its delete is there."""
    table = iceberg(tmp_path, arrow(id=[1, 2], town=["a", "b"]))
    deleted_in_iceberg(table, arrow(id=[1]), [1], sequence=1)
    assert [row["id"] for row in read(str(place_of(table)))] == [1, 2]


def test_a_table_is_read_at_a_version(tmp_path: Path) -> None:
    """A number and a time name a version, with the columns of its time."""
    path = overwritten(tmp_path / "d")
    assert same(read(f"{path}@3"), own(path, 3))
    told = [action["commitInfo"] for actions in commits(tmp_path / "d") for action in actions if "commitInfo" in action]
    fourth = datetime.datetime.fromtimestamp(told[4]["timestamp"] / 1000, UTC)
    assert min(row["id"] for row in read(f"{path}@{fourth.isoformat()}")) == 4
    table = ice_changed(tmp_path)
    first = table.metadata.snapshots[0]
    assert same(read(f"{place_of(table)}@{first.snapshot_id}"), own_iceberg(table, snapshot_id=first.snapshot_id))
    time = datetime.datetime.fromtimestamp(first.timestamp_ms / 1000, UTC).isoformat()
    assert [*read(f"{place_of(table)}@{time}")[0]] == ["id", "town", "gone"]


def no_version(folder: Path) -> tuple[str, str]:
    """Name a version that is not there."""
    return f"{overwritten(folder)}@99", "is not there: the newest version of .* is 10"


def too_early(folder: Path) -> tuple[str, str]:
    """Name a time before the first version."""
    return f"{overwritten(folder)}@2001-01-01", "has no version until 2001-01-01"


def vacuumed(folder: Path) -> tuple[str, str]:
    """Name a version whose files were removed."""
    path = overwritten(folder)
    DeltaTable(path).vacuum(0, dry_run=False, enforce_retention_duration=False)
    return f"{path}@3", "1 of its files are gone, as .*: they were vacuumed"


def file_gone(folder: Path) -> tuple[str, str]:
    """Remove a live file."""
    path = delta(folder, people(5))
    next(folder.glob("*.parquet")).unlink()
    return path, "1 of its files are gone"


def log_with_a_gap(folder: Path) -> tuple[str, str]:
    """Remove a commit."""
    path = overwritten(folder)
    (folder / "_delta_log" / f"{5:020d}.json").unlink()
    return path, "its log is cut, version 5 of 10 is missing"


def log_cut(folder: Path) -> tuple[str, str]:
    """Cut the last commit."""
    path = overwritten(folder)
    file = folder / "_delta_log" / f"{10:020d}.json"
    file.write_text(file.read_text()[:-80])
    return path, "the log of the Delta table is damaged"


def log_empty(folder: Path) -> tuple[str, str]:
    """Empty the last commit, which the package takes for one that changes nothing."""
    path = overwritten(folder)
    (folder / "_delta_log" / f"{10:020d}.json").write_text("")
    return path, "the file of version 10 is empty"


def unknown_feature(folder: Path) -> tuple[str, str]:
    """Set a feature that nobody knows."""
    path = delta(folder, people(5))
    commit(folder, [features("catsOnly")])
    return path, "damaged, or the table has a feature that its package does not read"


def number_lacking(folder: Path) -> tuple[str, str]:
    """Find columns by numbers that the files lack, whose values the package reads as NULL."""
    return renamed(folder, mode="id"), "a file lacks the numbers"


def table_in_a_table(folder: Path) -> tuple[str, str]:
    """Put a table into another."""
    path = delta(folder, people(5))
    delta(folder / "inner", people(5))
    return path, "lie one in the other"


def inside_another(folder: Path) -> tuple[str, str]:
    """Name a table that lies in another."""
    delta(folder, people(5))
    return delta(folder / "inner", people(5)), "lie one in the other"


def file_outside(folder: Path) -> tuple[str, str]:
    """Name a file elsewhere in the log, as a shallow clone does."""
    path = delta(folder, people(5))
    delta(folder.with_name("other"), people(5))
    add = next(action["add"] for action in commits(folder.with_name("other"))[0] if "add" in action)
    commit(folder, [{"add": {**add, "path": (folder.with_name("other") / add["path"]).as_uri()}}])
    return path, "which lies outside its folder"


def two_newest(folder: Path) -> tuple[str, str]:
    """Copy the newest metadata of an Iceberg table beside itself."""
    place = place_of(iceberg(folder, people(5)))
    newest = max((place / "metadata").glob("*.metadata.json"))
    shutil.copy(newest, newest.with_name(f"{newest.name[:6]}other.metadata.json"))
    return str(place), "has two newest files of metadata"


def no_snapshot(folder: Path) -> tuple[str, str]:
    """Name a snapshot that is not there."""
    return f"{place_of(iceberg(folder, people(5)))}@7", "is not there: the table has 1 snapshots"


def manifest_gone(folder: Path) -> tuple[str, str]:
    """Remove a list of an Iceberg table."""
    place = place_of(iceberg(folder, people(5)))
    next((place / "metadata").glob("snap-*.avro")).unlink()
    return str(place), "which is gone"


def metadata_cut(folder: Path) -> tuple[str, str]:
    """Cut the newest metadata of an Iceberg table."""
    place = place_of(iceberg(folder, people(5)))
    newest = max((place / "metadata").glob("*.metadata.json"))
    newest.write_text(newest.read_text()[:-80])
    return str(place), "the log of the Iceberg table is damaged"


BAD: list[Callable[[Path], tuple[str, str]]] = [
    *(no_version, too_early, vacuumed, file_gone, log_with_a_gap, log_cut, log_empty, unknown_feature),
    *(
        number_lacking,
        table_in_a_table,
        inside_another,
        file_outside,
        two_newest,
        no_snapshot,
        manifest_gone,
        metadata_cut,
    ),
]


@pytest.mark.parametrize("make", BAD, ids=lambda make: make.__name__)
def test_a_table_that_is_not_read_says_why(make: Callable[[Path], tuple[str, str]], tmp_path: Path) -> None:
    """Nothing is scored, and one sentence says what is wrong."""
    path, says = make(tmp_path / "t")
    with pytest.raises(QueryError, match=says) as raised:
        sqlmetrics.score(path, "id", look=False)
    assert "\n" not in str(raised.value)


def test_a_folder_may_have_an_at_in_its_name(tmp_path: Path) -> None:
    """What is there by the whole name is no version of another."""
    delta(tmp_path / "t", people(5))
    (tmp_path / "t@0").mkdir()
    (tmp_path / "t@0" / "a.csv").write_text("id\n1\n2\n")
    assert sqlmetrics.score(str(tmp_path / "t@0"), "id", look=False).records == 2


def test_a_spec_that_nobody_named_follows_no_link_to_a_version(tmp_path: Path) -> None:
    """A version of a table outside the spec's folder is refused, as the table is."""
    delta(tmp_path / "elsewhere" / "t", people(5))
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "elsewhere" / "t")
    for name in ("link", "link@0"):
        spec = parse_spec({"relation": name, "quasi_identifiers": ["id"]}, "sqlmetrics.yml", folder)
        with pytest.raises(SpecError, match="lies outside its folder"):
            check_unnamed(spec, folder / "sqlmetrics.yml", confined=True)


def test_another_engine_does_not_read_a_table() -> None:
    """Where DuckDB does not run, the table is named where it lies."""
    cases = Path(__file__).with_name("cases")
    with pytest.raises(QueryError, match="DuckDB alone reads it here"):
        sqlmetrics.sql(f"{cases}/e_lake/delta_updated", "id", dialect="spark")


def test_a_version_is_a_number_or_a_time(tmp_path: Path) -> None:
    """Any other text behind the @ is a wrong use."""
    with pytest.raises(SpecError, match="'new' is no version"):
        sqlmetrics.score(f"{delta(tmp_path / 't', people(5))}@new", "id")


def test_objects_of_the_packages_are_relations(tmp_path: Path) -> None:
    """A table is read at its version, and of a scan the rows and columns that it finds."""
    path = updated(tmp_path / "d")
    assert same(read(DeltaTable(path)), own(path))
    assert same(read(DeltaTable(path, version=0)), own(path, 0))
    table = ice_changed(tmp_path)
    assert same(read(table), own_iceberg(table))
    few = {"row_filter": "id > 90", "selected_fields": ("id",)}
    assert same(read(table.scan(**few)), own_iceberg(table, **few))
    scores = sqlmetrics.score(DeltaTable(path, version=0), "town", population=DeltaTable(path, version=0), look=False)
    assert (scores.relation_name, scores.records, scores.value("k_anonymity")) == ("Delta table", 100, 50)


def test_a_connection_of_the_caller_reads_a_table(tmp_path: Path) -> None:
    """Nothing of ours stays on it."""
    import duckdb

    path = by_vector(tmp_path / "t")
    with duckdb.connect() as connection:
        scores = sqlmetrics.score(path, "town", connection=connection, look=False)
        left = connection.execute("select view_name from duckdb_views() where not internal").fetchall()
        left += connection.execute("select table_name from duckdb_tables()").fetchall()
    assert (scores.records, left) == (60, [])
    assert sqlmetrics.score(query=f"from '{path}@0' where id > 3", quasi_identifiers="town", look=False).records == 96


def test_releases_are_versions_of_one_table(tmp_path: Path) -> None:
    """Earlier versions are compared without a copy: a newcomer who comes alone shows."""
    path = delta(tmp_path / "t", arrow(town=["a", "a", "b", "b"], ill=["x", "x", "y", "z"]))
    delta(tmp_path / "t", arrow(town=["a"], ill=["z"]), mode="append")
    scores = sqlmetrics.score(
        f"{path}@1", "town", "ill", previous=[f"{path}@0"], metrics=["newcomers_alone"], look=False
    )
    assert (scores.records, scores.value("newcomers_alone")) == (5, 1)


def test_a_printed_statement_names_the_version(tmp_path: Path) -> None:
    """An engine with the extension of DuckDB reads the rows that were scored."""
    path = overwritten(tmp_path / "t")
    printed = sqlmetrics.sql(f"{path}@3", "id", metrics=["k_anonymity"])
    number = DeltaTable(path).metadata().id
    assert f"from delta_scan('{path}', version => 3) /* Delta table, version 3, of the table {number} */" in printed
    table = iceberg(tmp_path / "i", people(5))
    snapshot = table.current_snapshot().snapshot_id
    scan = f"from iceberg_scan('{place_of(table)}', snapshot_from_id => {snapshot}) /* "
    assert scan in sqlmetrics.sql(str(place_of(table)), "id", metrics=["k_anonymity"])


def test_a_certificate_opens_its_version_again(tmp_path: Path) -> None:
    """It names table and version, and is held against that one, whatever was written since."""
    path = delta(tmp_path / "t", arrow(id=[1, 1, 2, 2]))
    page = sqlmetrics.report(path, "id", thresholds={"k_anonymity": 1})
    file = tmp_path / "report.json"
    file.write_text(page.json)
    delta(tmp_path / "t", arrow(id=[3]), mode="append")
    lake = json.loads(page.json)["relation"]["lake"]
    assert (lake["kind"], lake["table"], lake["version"]) == ("Delta table", DeltaTable(path).metadata().id, "0")
    assert sqlmetrics.verify(file, relation=path).holds
    assert not sqlmetrics.verify(file, relation=f"{path}@1").holds


def test_each_version_has_its_verdict(tmp_path: Path) -> None:
    """The newest decides; a version whose files are gone has an error; no history takes them."""
    path = delta(tmp_path / "t", arrow(town=["a", "a"]))
    for towns in (["b", "b"], ["c", "c", "d"], ["e", "e"]):
        delta(tmp_path / "t", arrow(town=towns), mode="overwrite")
    first = DeltaTable(path, version=0).file_uris()[0]
    Path(first).unlink()
    words: Any = {"thresholds": {"k_anonymity": 2}, "history": tmp_path / "history"}
    checks = sqlmetrics.check_versions(path, "town", **words)
    assert [check.outcome.status for check in checks] == ["error", "passed", "failed", "passed"]
    assert [check.version.version for check in checks] == ["0", "1", "2", "3"]
    assert (checks.passed, checks.exit_code, (tmp_path / "history").exists()) == (True, 0, False)
    assert sqlmetrics.check_versions(f"{path}@2", "town", **words).exit_code == 1
    assert "they were vacuumed" in str(checks.rows[0].outcome.error)
    lines = Path(tmp_path / "t" / "_delta_log" / f"{2:020d}.json").read_text().splitlines()
    made = next(json.loads(line)["commitInfo"]["timestamp"] for line in lines if "commitInfo" in line)
    moment = datetime.datetime.fromtimestamp(made // 1000, UTC)
    assert checks.rows[2].version.at == moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_each_snapshot_has_its_verdict(tmp_path: Path) -> None:
    """A snapshot is known by its number; a relation without versions is a wrong use."""
    table = iceberg(tmp_path, arrow(town=["a", "a"]))
    table.append(arrow(town=["b"]))
    checks = sqlmetrics.check_versions(str(place_of(table)), "town", thresholds={"k_anonymity": 2})
    snapshots = [str(entry.snapshot_id) for entry in table.history()]
    assert [(one.version.version, one.outcome.status) for one in checks] == [
        (snapshots[0], "passed"),
        (snapshots[1], "failed"),
    ]
    for relation in (str(tmp_path / "x.csv"), {"town": ["a"]}):
        with pytest.raises(SpecError, match="has no versions"):
            sqlmetrics.check_versions(relation, "town", thresholds={"k_anonymity": 2})


def test_a_table_is_named_in_a_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue that pyiceberg is configured for has the newest table, and its versions."""
    from pyiceberg.catalog.sql import SqlCatalog

    uri = f"sqlite:///{tmp_path}/catalogue.db"
    monkeypatch.setattr("pyiceberg.catalog._ENV_CONFIG.config", {"catalog": {"prod": {"type": "sql", "uri": uri}}})
    made = SqlCatalog("prod", uri=uri, warehouse=tmp_path.as_uri())
    made.create_namespace("clinic")
    table = made.create_table("clinic.people", schema=people(1).schema)
    table.append(people(10))
    table.append(people(5, 50))
    assert same(read("iceberg://prod/clinic.people"), own_iceberg(table))
    first = table.history()[0].snapshot_id
    assert len(read(f"iceberg://prod/clinic.people@{first}")) == 10
    sqlmetrics.score("iceberg://prod/clinic.people", "id", look=False)
    checks = sqlmetrics.check_versions("iceberg://prod/clinic.people", "town", thresholds={"k_anonymity": 6})
    assert [(len(one.version.version) > 5, one.outcome.status) for one in checks] == [
        (True, "failed"),
        (True, "passed"),
    ]
    printed = sqlmetrics.sql("iceberg://prod/clinic.people", "id", metrics="k")
    assert f"from iceberg_scan('{table.metadata_location}', snapshot_from_id => " in printed
    with pytest.raises(QueryError, match="is not there: the catalogue has no such table"):
        read("iceberg://prod/clinic.nobody")
    for wrong, says in (("iceberg://other/a.b", "opens no catalogue 'other'"), ("iceberg://prod", "write catalogue")):
        with pytest.raises(SpecError, match=says):
            read(wrong)


def test_a_server_of_a_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server is asked at its address; a token is sent to the server whose name it has."""
    table = iceberg(tmp_path, people(10))
    asked: list[tuple[str, str | None]] = []

    class Catalogue(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append((self.path, self.headers["Authorization"]))
            told: dict[str, Any] = {"defaults": {}, "overrides": {}}
            if self.path.endswith("/tables/people"):
                metadata = json.loads(Path(table.metadata_location.removeprefix("file://")).read_text())
                told = {"metadata-location": table.metadata_location, "metadata": metadata, "config": {}}
            body = json.dumps(told).encode()
            self.send_response(401 if self.path.startswith("/denied/") else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Catalogue) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        host = f"127.0.0.1:{server.server_port}"
        words = {"other": {"token": "OTHER"}, "default": {"token": "DEFAULT"}, host: {"token": "OWN"}}
        monkeypatch.setattr("pyiceberg.catalog._ENV_CONFIG.config", {"catalog": words})
        assert same(read(f"iceberg+http://{host}/base/clinic.people"), own_iceberg(table))
        with pytest.raises(QueryError, match="its server does not let us, or fails"):
            read(f"iceberg+http://{host}/denied/clinic.people")
        server.shutdown()
    assert {token for _, token in asked} == {"Bearer OWN"}
    assert any(path.startswith("/base/v1/namespaces/clinic/tables/people") for path, _ in asked)


def test_a_gate_measures_one_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written while a job runs is none of it."""
    from sqlmetrics.lakes.opened import lake_table, versions_held

    path = delta(tmp_path / "t", people(5))
    with versions_held():
        first = lake_table(path)
        delta(tmp_path / "t", people(5), mode="append")
        assert lake_table(path) == first
    later = lake_table(path)
    assert later is not None
    assert later.version == "1"


def test_an_empty_folder_of_a_log_is_no_table(tmp_path: Path) -> None:
    """A table of Delta has a commit or a checkpoint; a folder with the name of its log has none."""
    log = tmp_path / "_delta_log"
    log.mkdir()
    assert kind_of(tmp_path) is None
    (log / "00000000000000000000.json").write_text("{}\n", encoding="utf-8")
    assert kind_of(tmp_path) is DELTA_KIND
