"""The spec as state: what is written, undone and made again, by whom, and after any crash."""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from sqlmetrics.desk import versions as module
from sqlmetrics.desk.versions import AT, HISTORY, VERDICT, ConflictError, Versions, hash_of, kept_verdict
from sqlmetrics.engine.files import write_text
from sqlmetrics.errors import SpecError
from sqlmetrics.files.footprint import recorded_run


class Crash(BaseException):
    """The end of a process, after which nothing of it runs."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A spec that somebody has written by hand."""
    file = tmp_path / "spec.yml"
    file.write_bytes(b"# mine\r\na: 0\r\n")
    return file


def write(versions: Versions, text: str, told: str | None = None) -> None:
    """Write a text on a page of now."""
    versions.write(text, told or f"to {text}", versions.hash)


def undo(versions: Versions) -> str | None:
    """Undo on a page of now."""
    return versions.undo(versions.hash)


def redo(versions: Versions) -> str | None:
    """Redo on a page of now."""
    return versions.redo(versions.hash)


def test_changes_are_undone_and_made_again_over_restarts(file: Path) -> None:
    """Each restart goes on where the last ended, also among versions of the same text."""
    first = file.read_bytes()
    write(Versions(file), "a: 1\n")
    write(Versions(file), "a: 2\n")
    write(Versions(file), "a: 1\n", "back to 1")
    told = []
    while (versions := Versions(file)).undo_told is not None:
        told.append(versions.undo_told)
        assert undo(versions) == told[-1]
    assert told == ["back to 1", "to a: 2\n", "to a: 1\n"]
    assert file.read_bytes() == first
    assert undo(Versions(file)) is None
    while (versions := Versions(file)).redo_told is not None:
        assert redo(versions) == told.pop()
    assert not told
    assert file.read_text() == "a: 1\n"
    assert redo(Versions(file)) is None


def test_a_change_ends_what_could_be_made_again(file: Path) -> None:
    """Undone versions go with the next change, and never the ones that it came from."""
    versions = Versions(file)
    for number in range(1, 4):
        write(versions, f"a: {number}\n")
    undo(versions)
    undo(versions)
    write(versions, "a: 9\n")
    assert versions.redo_told is None
    assert versions.number == 3
    assert undo(versions) == "to a: 9\n"
    assert versions.text == "a: 1\n"
    assert redo(versions) == "to a: 9\n"


def test_the_last_changes_are_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many can be undone as there should be, also once all were."""
    monkeypatch.setattr(module, "KEPT", 3)
    versions = Versions(file)
    for number in range(1, 8):
        write(versions, f"a: {number}\n")
    for end in (7, 9):
        assert [undo(versions) for _ in range(4)] == [f"to a: {number}\n" for number in range(end, end - 3, -1)] + [
            None
        ]
        for number in range(7, 10):
            write(versions, f"a: {number}\n")
    assert len([*versions.folder.glob("*.json")]) == versions.number == 4


def test_who_else_writes_is_seen(file: Path) -> None:
    """A page of before writes nothing and gets the lines; what an editor wrote is a version too."""
    versions = Versions(file)
    write(versions, "a: 1\n")
    old = versions.hash
    file.write_text("# editor\na: 1\n")
    assert versions.hash == hash_of("# editor\na: 1\n")
    assert (versions.undo_told, versions.redo_told) == (None, None)
    acts: list[Callable[[], object]] = [lambda: versions.undo(old), lambda: versions.redo(old)]
    for act in (lambda: versions.write("a: 2\n", "to 2", old), *acts):
        with pytest.raises(ConflictError, match=r"spec.yml was changed elsewhere .*: nothing was written") as caught:
            act()
        assert "+# editor" in caught.value.difference
        assert " a: 1" in caught.value.difference
    assert file.read_text() == "# editor\na: 1\n"
    versions = Versions(file)
    write(versions, "a: 2\n")
    assert [undo(versions) for _ in range(4)] == ["to a: 2\n", "changed elsewhere", "to a: 1\n", None]
    assert file.read_bytes() == b"# mine\r\na: 0\r\n"


def test_two_desks_have_one_history(file: Path) -> None:
    """What one writes the other undoes."""
    one, other = Versions(file), Versions(file)
    write(one, "a: 1\n")
    write(other, "a: 2\n")
    write(one, "a: 3\n")
    assert [undo(other) for _ in range(4)] == ["to a: 3\n", "to a: 2\n", "to a: 1\n", None]


def test_a_spec_begins_with_its_first_change(tmp_path: Path) -> None:
    """Nothing is written before; all but the spec is its owner's alone; a lost file comes back."""
    versions = Versions(tmp_path / "new.yml")
    versions.begin("a: 0\n")
    assert (versions.exists, versions.text, [*tmp_path.iterdir()]) == (False, "a: 0\n", [])
    mask = os.umask(0o022)
    try:
        with recorded_run():
            write(versions, "a: 1\n")
            write(versions, "a: 2\n")
    finally:
        os.umask(mask)
    modes = {str(path.relative_to(tmp_path)): stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert modes.pop("new.yml") == 0o644
    assert {mode for path, mode in modes.items() if Path(path).name in {AT} or path.endswith(".json")} == {0o600}
    assert [mode for path, mode in modes.items() if (tmp_path / path).is_dir()] == [0o700] * 3
    versions.file.unlink()
    assert versions.text == "a: 2\n"
    write(versions, "a: 3\n")
    assert versions.file.read_text() == "a: 3\n"
    assert undo(versions) == "to a: 3\n"


@pytest.mark.parametrize("name", ["spec.yml", "000001.json", "000002.json"])
def test_what_cannot_be_written_is_held_in_memory(file: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """It goes on with the reason; the first change that can be written writes all."""
    versions, full, start = Versions(file), [name], file.read_bytes().decode()

    def refuse(path: Path, *words: Any, **more: Any) -> None:
        if path.name in full:
            raise OSError(errno.ENOSPC, "No space left on device")
        write_text(path, *words, **more)

    monkeypatch.setattr(module, "write_text", refuse)
    write(versions, "a: 1\n")
    write(versions, "a: 2\n")
    assert (versions.text, versions.problem) == ("a: 2\n", "No space left on device")
    assert Versions(file).text == start
    assert [undo(versions), undo(versions), versions.text] == ["to a: 2\n", "to a: 1\n", start]
    assert file.read_bytes().decode() == start
    assert redo(versions) == "to a: 1\n"
    full.clear()
    write(versions, "a: 5\n")
    assert (versions.problem, file.read_text()) == (None, "a: 5\n")
    later = Versions(file)
    assert [undo(later) for _ in range(3)] == ["to a: 5\n", "to a: 1\n", None]
    full.append("spec.yml")
    write(later, "a: 6\n")
    file.write_text("a: editor\n")
    assert later.text == "a: editor\n"


def test_links_lead_nowhere(tmp_path: Path) -> None:
    """A spec or a history that is a link out of the folder is not written through."""
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    outside.mkdir()
    folder.mkdir()
    (outside / "spec.yml").write_text("a: 0\n")
    (folder / "linked.yml").symlink_to(outside / "spec.yml")
    with pytest.raises(SpecError, match="leads out of its folder; name the file itself"):
        Versions(folder / "linked.yml")
    (folder / "own.yml").write_text("a: 0\n")
    (folder / "near.yml").symlink_to("own.yml")
    write(Versions(folder / "near.yml"), "a: 1\n")
    assert (folder / "own.yml").read_text() == "a: 1\n"
    assert (folder / "near.yml").is_symlink()
    versions = Versions(folder / "own.yml")
    (folder / "own.yml").unlink()
    (folder / "own.yml").symlink_to(outside / "spec.yml")
    write(versions, "a: 2\n")
    assert (outside / "spec.yml").read_text() == "a: 0\n"
    assert "out of its folder" in str(versions.problem)
    for name in (HISTORY.parent, HISTORY, HISTORY / "t.yml", HISTORY / "t.yml" / "000001.json", HISTORY / "t.yml" / AT):
        own = tmp_path / str(len([*tmp_path.iterdir()]))
        (own / name).parent.mkdir(parents=True)
        (own / name).symlink_to(outside if name.suffix != ".json" and name.name != AT else outside / "spec.yml")
        versions = Versions(own / "t.yml")
        versions.begin("a: 0\n")
        write(versions, "a: 1\n")
        assert versions.text == "a: 1\n"
        assert (own / "t.yml").exists() or "is a link" in str(versions.problem)
        assert [path.name for path in outside.iterdir()] == ["spec.yml"]
        assert (outside / "spec.yml").read_text() == "a: 0\n"


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"number": 1}'),
        json.dumps({"number": 1, "text": 5, "told": "x", "before": None}).encode(),
        json.dumps({"number": 1, "text": "a: 0\n", "told": "x", "before": 1}).encode(),
        json.dumps({"number": 7, "text": "a: 0\n", "told": "x", "before": None}).encode(),
    ],
)
def test_a_broken_history_is_left_out(tmp_path: Path, content: bytes) -> None:
    """What is no version counts as none, and is written over."""
    file = tmp_path / "spec.yml"
    file.write_text("a: 0\n")
    folder = tmp_path / HISTORY / file.name
    folder.mkdir(parents=True)
    for name in ("000001.json", AT):
        (folder / name).write_bytes(content)
    versions = Versions(file)
    assert versions.undo_told is None
    write(versions, "a: 1\n")
    write(versions, "a: 2\n")
    assert versions.problem is None
    later = Versions(file)
    assert [undo(later) for _ in range(3)] == ["to a: 2\n", "to a: 1\n", None]


@contextmanager
def dying(monkeypatch: pytest.MonkeyPatch, steps: int) -> Iterator[list[str]]:
    """Be a process that dies after some steps on the file system; give the steps that it made."""
    made: list[str] = []

    def watched(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watch(*arguments: Any, **words: Any) -> Any:
            if len(made) >= steps:
                made.append("death")
                raise Crash
            made.append(name)
            return call(*arguments, **words)

        return watch

    with monkeypatch.context() as patch, suppress(Crash):
        for owner, name in [
            *((os, name) for name in ("open", "fsync", "replace", "unlink", "mkdir", "chmod")),
            (io, "open"),
        ]:
            patch.setattr(owner, name, watched(name, getattr(owner, name)))
        yield made


def prepare(file: Path, act: str) -> None:
    """Make what was there before an act."""
    if act == "first":
        file.write_text("a: 0\n")
    if act in {"new", "first"}:
        return
    versions = Versions(file)
    versions.begin("a: 0\n")
    for number in range(1, 6):
        write(versions, f"a: {number}\n")
    for _ in range(2 if act in {"branch", "redo"} else 0):
        undo(versions)
    if act == "foreign":
        file.write_text("a: 5\n# foreign\n")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("act", ["first", "new", "next", "branch", "undo", "redo", "foreign"])
def test_a_crash_at_any_step_leaves_what_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    """The spec is as before or as after, whole; from there all that was can be undone."""
    monkeypatch.setattr(module, "KEPT", 3)
    (tmp_path / "start").mkdir()
    prepare(tmp_path / "start" / "spec.yml", act)

    def opened(file: Path) -> Versions:
        versions = Versions(file)
        versions.begin("a: 0\n")
        return versions

    wanted = {"undo": "a: 4\n", "redo": "a: 4\n"}.get(act, "a: 9\n")
    before = opened(tmp_path / "start" / "spec.yml").text
    for steps in range(1000):
        file = tmp_path / str(steps) / "spec.yml"
        shutil.copytree(tmp_path / "start", file.parent)
        with dying(monkeypatch, steps) as made:
            if act in {"undo", "redo"}:
                (undo if act == "undo" else redo)(opened(file))
            else:
                write(opened(file), "a: 9\n", "the last")
        later = opened(file)
        now = later.text
        assert now in ({before, wanted} if "death" in made else {wanted}), made
        if act in {"undo", "redo"}:
            assert later.undo_told == f"to {now}", made
        elif now == wanted:
            assert [undo(later), later.text, redo(later)] == ["the last", before, "the last"], made
        elif act in {"next", "branch"}:
            assert later.undo_told == f"to {before}", made
            assert later.redo_told in {None, "the last", "to a: 4\n"}, made
        write(later, "a: more\n")
        assert [undo(later), later.text, later.redo_told] == ["to a: more\n", now, "to a: more\n"], made
        assert later.problem is None
        if "death" not in made:
            break
    assert 5 < steps < 900


@pytest.mark.parametrize("name", ["000001.json", AT, VERDICT])
@pytest.mark.parametrize("what", ["link", "pipe", "deep", "large"])
def test_what_others_put_into_a_history_is_not_followed(file: Path, name: str, what: str) -> None:
    """A link, a pipe, a deep list and a large file are as if they were not there, at once."""
    folder = file.parent / HISTORY / file.name
    folder.mkdir(parents=True)
    place = folder / name
    if what == "link":
        (file.parent / "other").write_text("{}")
        place.symlink_to(file.parent / "other")
    elif what == "pipe":
        os.mkfifo(place)
    else:
        place.write_text("[" * 100_000 if what == "deep" else " " * (4 * 1024 * 1024 + 1))
    versions = Versions(file)
    assert versions.text == "# mine\r\na: 0\r\n"
    assert kept_verdict(file) is None
    write(versions, "a: 1\n")
    assert undo(versions) is not None
