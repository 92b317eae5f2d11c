"""What the desk may open: tables below its folder, whatever their names and links are."""

from __future__ import annotations

import html
import os
from pathlib import Path

import duckdb
import pytest
from desks import visited, words_of

from sqlmetrics.desk import folder as folder_module
from sqlmetrics.desk.folder import Folder
from sqlmetrics.desk.views.files import files_view
from sqlmetrics.engine.footers import footer

ODD = (
    "$(touch x).csv",
    "new\nline.csv",
    "<script>alert(1)<b>.csv",
    'it\'s "100%" ümläut.csv',
    "\u202eright to left.csv",
    "a[b]*.csv",
)
"""Names that are odd in a page, in a form, in a shell or in a pattern."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with tables, and with much that is none."""
    place = tmp_path / "hospital"
    for name in (
        "B.parquet",
        "a.csv",
        "below/deep/c.xlsx",
        ".hidden.csv",
        ".dot/in.csv",
        "notes.pdf",
        "d.duckdb",
        "s.db",
    ):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text("a\n1\n")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "out.csv").write_text("a\n1\n")
    (place / "out.csv").symlink_to(tmp_path / "outside" / "out.csv")
    (place / "lent").symlink_to(tmp_path / "outside")
    (place / "up.csv").symlink_to(place / "below" / ".." / "a.csv")
    (place / "dotted.csv").symlink_to(place / ".dot" / "in.csv")
    (place / "gone.csv").symlink_to(place / "nowhere.csv")
    (place / "round.csv").symlink_to(place / "round.csv")
    (place / "folder.csv").mkdir()
    os.mkfifo(place / "pipe.csv")
    return place


def test_a_table_with_a_log_is_one_row(tmp_path: Path) -> None:
    """Its folder is listed, none of its files, and is opened as the table that it is."""
    deltalake = pytest.importorskip("deltalake", reason="the extra [lake] is not installed")
    pyarrow = pytest.importorskip("pyarrow")
    for _ in range(2):
        rows = pyarrow.table({"town": ["a", "b"] * 10, "ill": ["x", "y"] * 10})
        deltalake.write_deltalake(tmp_path / "below" / "people", rows, mode="overwrite")
    (tmp_path / "a.csv").write_text("a\n1\n")
    assert [one.name for one in Folder(tmp_path).files()] == ["a.csv", "below/people"]
    with visited(tmp_path) as visitor:
        visitor.open("below/people")
        assert [(column.name, column.distinct) for column in visitor.table.profile.columns] == [("town", 2), ("ill", 2)]


def test_tables_below_the_folder_are_listed(folder: Path) -> None:
    """Documents, databases, pipes, dots and links that lead elsewhere are not; links inside are."""
    files = Folder(folder).files()
    assert [one.name for one in files] == ["a.csv", "B.parquet", "below/deep/c.xlsx", "up.csv"]
    assert {one.path for one in files} == {folder / name for name in ("a.csv", "B.parquet", "below/deep/c.xlsx")}
    assert files[0].size == 4


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../outside/out.csv",
        "out.csv",
        "lent/out.csv",
        "/etc/passwd",
        "./a.csv",
        "below/../a.csv",
        "A.csv",
    ],
)
def test_a_name_of_no_list_opens_nothing(folder: Path, name: str) -> None:
    """A name is looked up among those listed, and never read as a path."""
    assert Folder(folder).file(name) is None
    assert Folder(folder).file("up.csv") == folder / "a.csv"


def test_a_dropped_file_is_found_by_its_name_and_size(folder: Path) -> None:
    """A browser tells no more; several are found, of another size none."""
    (folder / "below" / "a.csv").write_text("b\n2\n")
    found = Folder(folder)
    assert [one.name for one in found.dropped("a.csv", 4)] == ["a.csv", "below/a.csv"]
    assert [one.name for one in found.dropped("c.xlsx", 4)] == ["below/deep/c.xlsx"]
    for name, size in (("a.csv", 5), ("out.csv", 4), ("below/a.csv", 4), ("", 4)):
        assert found.dropped(name, size) == []


def test_a_listing_has_an_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a large folder the first tables are listed, and not all of it is looked at."""
    every, whole = Folder(folder).listing()
    assert whole
    assert any("/" in one.name for one in every)
    assert files_view(Folder(folder), "", None).listed.facts == {"tables": 4, "listed": 4}
    assert files_view(Folder(folder), "B.", None).listed.facts == {"tables": 1, "listed": 1}
    monkeypatch.setattr(folder_module, "WALKED", 1)
    listed, whole = Folder(folder).listing()
    assert not whole
    assert [one.name for one in listed] == [one.name for one in every if "/" not in one.name]
    assert files_view(Folder(folder), "", None).listed.facts == {"looked_at": 3, "listed": 3}


def test_the_end_of_one_file_says_its_size(tmp_path: Path) -> None:
    """The name of a file is no pattern, which would read its neighbours."""
    for name, rows in (("*.parquet", 3), ("a.parquet", 4), ("[a].parquet", 5)):
        duckdb.sql(f"copy (select 1 as a, 2 as b from range({rows})) to '{tmp_path}/{name}'")
        assert footer(tmp_path / name) == (rows, 2)
    assert footer(tmp_path / "a.csv") == (None, None)


def test_odd_names_are_shown_and_opened(tmp_path: Path) -> None:
    """A name comes back from the page as it was sent, and makes nothing of the page."""
    names = [name for name in ODD if os.name != "nt"]
    for name in names:
        (tmp_path / name).write_text("age,zip\n" + "1,2\n" * 20)
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.csv")).write_text("a\n1\n")
    os.utime(tmp_path / names[0], (0, 2**40))
    (tmp_path / "sqlmetrics.yml").write_bytes(b"\xff\xfe: [")
    with visited(tmp_path) as visitor:
        page = visitor.get("/")
        assert page.status_code == 200
        assert len(Folder(tmp_path).files()) == len(names)
        assert "<script>alert" not in page.text
        assert "sqlmetrics init '$(touch x).csv'" in html.unescape(page.text)
        assert "spec cannot be read" in words_of(page.text)
        (tmp_path / "sqlmetrics.yml").unlink()
        for file in Folder(tmp_path).files():
            visitor.open(file.name)
            assert visitor.server.desk.problem is None
            shown = visitor.get("/columns")
            assert (shown.status_code, "<script>alert" in shown.text) == (200, False)
            assert visitor.table.profile.records == 20
