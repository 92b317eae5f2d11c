"""Hudi and Lance tables: their rows are those of their packages, at a version too."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from lakes import arrow, hudi
from sqlmetrics.engine.source import opened
from sqlmetrics.errors import QueryError

FIRST, SECOND = "20260101000000000", "20260201120000000"
"""The commits of a Hudi table."""

UTC = datetime.UTC


def read(relation: Any) -> Counter[str]:
    """Return how often each row of a relation is there, as it is scored."""
    with opened(relation) as source:
        found = source.engine.connection.sql(f"select * from {source.from_sql} source").to_arrow_table()
        return counted(found.to_pylist())


def counted(rows: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Return how often each row is there, without the columns that Hudi adds."""
    kept = ({name: value for name, value in row.items() if not name.startswith("_hoodie_")} for row in rows)
    return Counter(map(repr, kept))


def hudi_people(folder: Path) -> str:
    """Write a Hudi table whose second commit updates a row, deletes one, and has a NULL."""
    return hudi(
        folder / "people",
        (FIRST, {"id": [1, 2, 3, 4], "town": ["a", "b", "b", "a"]}),
        (SECOND, {"id": [1, 3, 4], "town": ["z", "b", None]}),
    )


def test_a_hudi_table_has_the_rows_of_its_package(tmp_path: Path) -> None:
    """Only the newest commit's rows count, without the columns that Hudi adds, as the keys."""
    package = pytest.importorskip("hudi", reason="the extra [hudi] is not installed")
    path = hudi_people(tmp_path)
    own = [row for batch in package.HudiTable(path).read() for row in batch.to_pylist()]
    assert len(own) == 3
    assert (
        read(path) == counted(own) == counted([{"id": 1, "town": "z"}, {"id": 3, "town": "b"}, {"id": 4, "town": None}])
    )
    assert sqlmetrics.score(path, "town", look=False).value("k_anonymity") == 1


def test_a_hudi_table_at_a_commit(tmp_path: Path) -> None:
    """A commit is named by its number or a time; one that is not there is told."""
    pytest.importorskip("hudi", reason="the extra [hudi] is not installed")
    path = hudi_people(tmp_path)
    for version in (FIRST, "2026-01-31", "2026-02-01T11:59Z"):
        assert sum(read(f"{path}@{version}").values()) == 4
        assert sqlmetrics.score(f"{path}@{version}", "town", look=False).value("k_anonymity") == 2
    assert sum(read(f"{path}@2026-02-01T12:00Z").values()) == 3
    with pytest.raises(QueryError, match=f"is not there: the newest commit of .* is {SECOND}"):
        read(f"{path}@7")
    with pytest.raises(QueryError, match="no version until 2025-12-01"):
        read(f"{path}@2025-12-01")
    checks = sqlmetrics.check_versions(path, "town", thresholds={"k_anonymity": 2})
    assert [(one.version.version, one.version.at, one.outcome.status) for one in checks] == [
        (FIRST, "2026-01-01T00:00:00Z", "passed"),
        (SECOND, "2026-02-01T12:00:00Z", "failed"),
    ]


def test_a_hudi_table_whose_log_is_damaged(tmp_path: Path) -> None:
    """Its package's error is one sentence."""
    pytest.importorskip("hudi", reason="the extra [hudi] is not installed")
    path = hudi_people(tmp_path)
    Path(path, ".hoodie", "hoodie.properties").write_text("x")
    with pytest.raises(QueryError, match="the log of the Hudi table is damaged") as raised:
        read(path)
    assert "\n" not in str(raised.value)


def test_a_hudi_table_stays_in_its_folder(tmp_path: Path) -> None:
    """A link to a file elsewhere is not followed, and a file that is gone is told."""
    pytest.importorskip("hudi", reason="the extra [hudi] is not installed")
    path = hudi_people(tmp_path)
    (newest,) = Path(path).glob(f"*{SECOND}.parquet")
    newest.rename(tmp_path / "elsewhere.parquet")
    newest.symlink_to(tmp_path / "elsewhere.parquet")
    with pytest.raises(QueryError, match="which lies outside its folder"):
        read(path)


def lance_people(folder: Path) -> str:
    """Write a Lance table of three versions: written, deleted from, appended to."""
    import lance

    path = str(folder / "people.lance")
    lance.write_dataset(arrow(id=[1, 2, 3, 4], town=["a", "b", "b", "a"]), path).delete("id = 2")
    lance.write_dataset(arrow(id=[5, 6], town=["c", None]), path, mode="append")
    return path


def test_a_lance_table_has_the_rows_of_its_package(tmp_path: Path) -> None:
    """A table, its version, its object and a scan are relations."""
    lance = pytest.importorskip("lance", reason="the extra [lance] is not installed")
    path = lance_people(tmp_path)
    table = lance.dataset(path)
    own = counted(table.to_table().to_pylist())
    assert sum(own.values()) == 5
    assert read(path) == read(f"{path}@3") == read(table) == own
    assert read(f"{path}@1") == counted(lance.dataset(path, version=1).to_table().to_pylist())
    few = table.scanner(columns=["id"], filter="id > 3")
    assert read(few) == Counter(map(repr, ({"id": 4}, {"id": 5}, {"id": 6})))
    scores = sqlmetrics.score(lance.dataset(path, version=2), "town", look=False)
    assert (scores.relation_name, scores.records, scores.value("k_anonymity")) == ("Lance table", 3, 1)


def test_a_lance_table_at_a_version(tmp_path: Path) -> None:
    """A version is a number or a time, and each has its verdict."""
    lance = pytest.importorskip("lance", reason="the extra [lance] is not installed")
    path = lance_people(tmp_path)
    with pytest.raises(QueryError, match=r"is not there: the newest version of .* is 3"):
        read(f"{path}@9")
    made = [one["timestamp"].astimezone(UTC) for one in lance.dataset(path).versions()]
    assert read(f"{path}@{made[1].isoformat()}") == read(f"{path}@2")
    checks = sqlmetrics.check_versions(path, "town", thresholds={"k_anonymity": 2})
    assert [one.outcome.status for one in checks] == ["passed", "failed", "failed"]
    assert [one.version.at for one in checks] == [at.strftime("%Y-%m-%dT%H:%M:%SZ") for at in made]
    assert 'from "people.lance" /* Lance table, version 3 */' in sqlmetrics.sql(path, "town", metrics="k")
    (tmp_path / "people.lance" / "data").rename(tmp_path / "gone")
    with pytest.raises(QueryError, match=r"Lance table, version 3\): 2 of its files are gone"):
        read(f"{path}@3")
    (tmp_path / "gone").rename(tmp_path / "people.lance" / "data")
    lance.dataset(path, version=1).shallow_clone(str(tmp_path / "clone.lance"), reference=1)
    with pytest.raises(QueryError, match="which lies outside its folder"):
        read(str(tmp_path / "clone.lance"))


def test_without_its_package_a_table_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the extra that reads it."""
    monkeypatch.setattr("sqlmetrics.lakes.kinds_of_lakes.find_spec", lambda _: None)
    path = hudi_people(tmp_path)
    with pytest.raises(QueryError, match=r"is a Hudi table: .*pip install 'sqlmetrics\[hudi\]'"):
        sqlmetrics.score(path, "town")
    (tmp_path / "t.lance").mkdir()
    with pytest.raises(QueryError, match=r"is a Lance table: .*pip install 'sqlmetrics\[lance\]'"):
        sqlmetrics.score(str(tmp_path / "t.lance"), "town")
