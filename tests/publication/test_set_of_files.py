"""The files of a release are one set: a killed run is finished, and two runs never mix."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.engine import files
from sqlmetrics.errors import OutputError
from sqlmetrics.files.leftovers import sweep
from sqlmetrics.files.placement import LIST, alone_in, finish

NAMES = ("certificate", "spec", "page", "rows")


def place(folder: Path, text: str) -> None:
    """Place a set of files that all hold a text."""
    with files.placed_together(*(folder / name for name in NAMES)) as places:
        for path in places.values():
            path.write_text(text)


def texts(folder: Path) -> dict[str, str]:
    """Return what the files of a folder hold."""
    return {path.name: path.read_text() for path in folder.iterdir()}


def killed(folder: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Place a new set in a process that is killed before the file of a number takes its place."""
    real, placed = files._place, list[Path]()

    def one_less(unfinished: Path, path: Path) -> None:
        if len(placed) == number:
            os.kill(os.getpid(), signal.SIGKILL)
        placed.append(path)
        real(unfinished, path)

    monkeypatch.setattr(files, "_place", one_less)
    if number < 0:
        monkeypatch.setattr(files, "write_list", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    child = os.fork()
    if not child:
        place(folder, "new")
        os._exit(0)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    monkeypatch.undo()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is killed")
@pytest.mark.parametrize("before", ["old", ""])
@pytest.mark.parametrize("number", range(-1, len(NAMES)))
def test_a_set_that_was_killed_is_finished_by_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, before: str
) -> None:
    """Killed before the list is there, the set is the earlier one; later it is the new one."""
    if before:
        place(tmp_path, before)
    killed(tmp_path, number, monkeypatch)
    sweep(tmp_path)
    if number < 0:
        assert texts(tmp_path) == (dict.fromkeys(NAMES, before) if before else {})
    else:
        assert texts(tmp_path) == dict.fromkeys(NAMES, "new")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is killed")
def test_a_killed_set_takes_no_place_of_a_later_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another run has placed since stays, and the leftovers are cleared."""
    place(tmp_path, "old")
    killed(tmp_path, 2, monkeypatch)
    for name in NAMES:
        (tmp_path / "by hand").write_text("later")
        (tmp_path / "by hand").replace(tmp_path / name)
    place(tmp_path, "last")
    assert texts(tmp_path) == dict.fromkeys(NAMES, "last")


def test_a_list_that_names_files_elsewhere_moves_none(tmp_path: Path) -> None:
    """A prepared list is no way out of its folder."""
    inside = tmp_path / "inside"
    private = inside / "private"
    private.mkdir(parents=True)
    for text in ('{"../out": null}', '{"/out": null}', "[1]", "nonsense", '{"out": [1]}'):
        (private / "out").write_text("x")
        (private / LIST).write_text(text)
        files_before = sorted(tmp_path.rglob("*"))
        finish(private)
        assert sorted(tmp_path.rglob("*")) == files_before


def test_sets_that_are_placed_at_once_never_mix(tmp_path: Path) -> None:
    """Of several threads the last one wins with all files."""
    for _ in range(10):
        threads = [threading.Thread(target=place, args=(tmp_path, str(number))) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        found = texts(tmp_path)
        assert ({*found}, len({*found.values()})) == ({*NAMES}, 1)


def test_a_run_that_waits_too_long_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the output, and nothing is left."""
    monkeypatch.setattr("sqlmetrics.files.placement.PATIENCE", 0.02)
    with alone_in(tmp_path), pytest.raises(OutputError, match="another run has been placing files"):
        place(tmp_path, "late")
    assert texts(tmp_path) == {}


def test_files_of_two_forms_have_their_own_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """x.csv and x.parquet share no file, and each certificate is that of its rows."""
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("who,ill\n" + "a,flu\n" * 4)
    for name in ("x.csv", "x.parquet"):
        sqlmetrics.write_release("t.csv", ["who"], ["ill"], output=Path(name), thresholds={"k_anonymity": 2})
    for name in ("x.csv", "x.parquet"):
        made = json.loads(Path(f"{name}.certificate.json").read_text())["made_from"]
        assert made["sha256"] == hashlib.sha256(Path(name).read_bytes()).hexdigest()
        assert sqlmetrics.check(spec=f"{name}.spec.yml").passed


def test_no_page_of_earlier_rows_stays_beside_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Run]
) -> None:
    """A release without its page is refused where the earlier one's is there."""
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("who,ill\n" + "a,flu\n" * 4)
    Path("s.yml").write_text(
        "relation: t.csv\nquasi_identifiers: [who]\nthresholds: {k_anonymity: 2}\nignored: [ill]\n"
    )
    flags = ("release", "s.yml", "-o", "x.csv")
    assert run(*flags, "--report", "x.html").code == 0
    before = texts(tmp_path)
    ended = run(*flags)
    assert (ended.code, "x.html is the report of the rows that are in x.csv now" in ended.err) == (2, True)
    assert texts(tmp_path) == before
    assert run(*flags, "--report", "x.html").code == 0
    Path("x.html").write_text("a page of somebody")
    assert run(*flags).code == 0
