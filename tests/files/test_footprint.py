"""What a run reads is never written, and what died runs have left is removed, and nothing else."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest

import sqlmetrics
from sqlmetrics.engine.files import write_text, write_whole
from sqlmetrics.errors import OutputError, SpecError
from sqlmetrics.files import footprint, leftovers
from sqlmetrics.files.leftovers import process_name, spill_folder, sweep
from sqlmetrics.gate.jobs import Options
from sqlmetrics.gate.jobs import check as check_spec
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.place import History


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a relation of thirty records as Parquet, and in a database."""
    monkeypatch.chdir(tmp_path)
    with duckdb.connect("d.duckdb") as connection:
        connection.execute("create table t as select i % 3 as age, i % 2 as disease from range(30) t(i)")
        connection.execute("copy t to 's.parquet' (format parquet)")
    return tmp_path


ADDRESSES = {
    "s.parquet": "s.parquet",
    "file:///tmp/s.parquet": "/tmp/s.parquet",  # noqa: S108 - a name
    "file://localhost/a/s.csv": "/a/s.csv",
    "file:/a/s.csv": "/a/s.csv",
    "sqlite:///h.db": "h.db",
    "sqlite:////a/h.db?mode=ro": "/a/h.db",
    "sqlite+pysqlite:///h.db": "h.db",
    "sqlite:///file:h.db?uri=true": "h.db",
    "duckdb:///d.duckdb": "d.duckdb",
    "env:SQLMETRICS_TEST_URL": "of_the_variable.db",
    "env:SQLMETRICS_TEST_NONE": None,
    "postgresql:///h.db": None,
    "s3://bucket/s.parquet": None,
    "https://host/s.parquet": None,
}
"""Texts by which a user names data, and the local file that each names."""


@pytest.mark.parametrize("text", ADDRESSES)
def test_an_address_names_a_local_file_or_none(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address of a file, or of a database in one, is that file."""
    monkeypatch.setenv("SQLMETRICS_TEST_URL", "sqlite:///of_the_variable.db")
    assert footprint.local(text) == ADDRESSES[text]


def read_and_write(text: str, output: Path) -> None:
    """Declare what is read, then announce an output."""
    footprint.reads(text, "relation")
    footprint.writes(output, "output")


def write_and_read(text: str, output: Path) -> None:
    """Announce an output, then declare what is read."""
    footprint.writes(output, "output")
    footprint.reads(text, "relation")


@pytest.mark.parametrize("text", ["s.parquet", "*.parquet", "[r-t].par*", ".", "file:{}/s.parquet", "./s.parquet"])
def test_what_is_read_is_no_output_whichever_is_named_first(data: Path, text: str) -> None:
    """A file is refused as an output by its name, in a pattern, in a folder, and by an address."""
    text = text.format(data)
    os.link("s.parquet", "hard.csv")
    Path("soft.csv").symlink_to("hard.csv")
    for output in map(Path, ("s.parquet", "hard.csv", "soft.csv", str(data / ".." / data.name / "s.parquet"))):
        for known in (read_and_write, write_and_read):
            with footprint.recorded_run(), pytest.raises(SpecError, match="which is only ever read"):
                known(text, output)
    with footprint.recorded_run():
        read_and_write(text, Path("new.csv"))


def test_a_hidden_file_of_a_pattern_is_read_too(data: Path) -> None:
    """DuckDB's patterns match hidden files, which are no outputs then either."""
    Path("s.parquet").rename(".s.parquet")
    with footprint.recorded_run(), pytest.raises(SpecError, match="is the relation"):
        read_and_write("*.parquet", Path(".s.parquet"))


def test_a_file_that_became_the_input_is_refused_when_it_is_written(data: Path) -> None:
    """The last check is made when the output is put in its place."""
    with footprint.recorded_run():
        footprint.writes(Path("out.txt"), "output")
        footprint.reads("s.parquet", "relation")
        Path("out.txt").symlink_to("s.parquet")
        before = Path("s.parquet").read_bytes()
        with pytest.raises(SpecError, match="which is only ever read"):
            write_text(Path("out.txt"), "text")
    assert Path("s.parquet").read_bytes() == before


def test_runs_do_not_know_each_other(data: Path) -> None:
    """What one run reads is another's output, and an inner run is part of the outer one."""
    with footprint.recorded_run():
        footprint.reads("s.parquet", "relation")
    with footprint.recorded_run():
        footprint.writes(Path("s.parquet"), "output")
        with pytest.raises(SpecError), footprint.recorded_run(Path("s.parquet")):
            pass
    assert footprint.engine_paths() == ()


def test_patterns_are_looked_up_only_for_an_output_that_exists(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new output is among no files, so that ten thousand of them are not looked at."""
    monkeypatch.setattr(footprint, "_files", lambda _: pytest.fail("looked up"))
    with footprint.recorded_run():
        footprint.reads("*.parquet", "relation")
        footprint.writes(Path("new.csv"), "output")
        write_text(Path("new.csv"), "text")


CALLS: dict[str, Callable[[str], object]] = {
    "records": lambda spec: sqlmetrics.Table(spec=spec).records("out.csv"),
    "counts": lambda spec: sqlmetrics.Table(spec=spec).counts("out.parquet"),
    "count": lambda spec: sqlmetrics.count(None, output="out.parquet", spec=spec),
    "check": lambda spec: sqlmetrics.Table(spec=spec).check(history="out.duckdb"),
}
"""Calls in Python that write."""


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("read", ["s.parquet", "spec.yml", "mapping.csv"])
def test_a_call_in_python_writes_over_nothing_that_it_reads(data: Path, call: str, read: str) -> None:
    """A call refuses its relation, its spec and its mapping, whenever they were read."""
    Path("mapping.csv").write_text("value,domain\n0,low\n1,low\n2,high\n")
    Path("spec.yml").write_text(
        "relation: s.parquet\nquasi_identifiers: [age]\nsensitive: [disease]\nmetrics: [k_anonymity]\n"
        "partitions: {age: mapping.csv}\nthresholds: {k_anonymity: {at_least: 2}}\n"
    )
    before = Path(read).read_bytes()
    for name in ("out.csv", "out.parquet", "out.duckdb"):
        Path(name).symlink_to(read)
    with pytest.raises((SpecError, sqlmetrics.QueryError)):
        CALLS[call]("spec.yml")
    assert Path(read).read_bytes() == before


def test_the_database_of_a_connection_is_no_history(data: Path) -> None:
    """A caller's DuckDB is declared by its files."""
    with duckdb.connect("d.duckdb", read_only=True) as connection:
        spec = call_spec("t", ["age"], words={"thresholds": {"k_anonymity": {"at_least": 2}}}, connection=connection)
        with footprint.recorded_run():
            footprint.writes(Path("d.duckdb"), "history")
            with pytest.raises(SpecError, match="is the database that is scored"):
                check_spec(spec, "job", Options())
        assert History("d.duckdb").kind == "file"


def test_an_unfinished_file_is_hidden_private_and_of_its_process(data: Path) -> None:
    """Its name is short enough whatever that of the output is, and the same throughout a run."""
    output = data / ("ä" * 120 + ".csv")
    seen: list[Path] = []

    def write(unfinished: Path) -> None:
        seen.append(unfinished)
        assert unfinished.parent == data
        assert unfinished.name.startswith(".ä")
        assert len(os.fsencode(unfinished.name)) < 255
        assert stat.S_IMODE(unfinished.stat().st_mode) == 0o600
        assert f"-{os.getpid()}-" in unfinished.name
        unfinished.write_text("whole")

    with footprint.recorded_run():
        footprint.writes(output, "output")
        assert footprint.unfinished(output) in footprint.engine_paths()
        write_whole(output, write, private=True)
        assert seen == [footprint.unfinished(output)]
    assert output.read_text() == "whole"


def test_threads_write_one_file_whole(data: Path) -> None:
    """Of several writers at once in a process, each has an unfinished file of its own."""
    texts = [letter * 100_000 for letter in "abcdefgh"]
    threads = [threading.Thread(target=write_text, args=(Path("out.txt"), text)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Path("out.txt").read_text() in texts
    assert [path.name for path in data.iterdir() if path.name.startswith(".")] == []


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only the superuser gives files away")
def test_the_owner_is_kept(data: Path) -> None:
    """A file that was there keeps its owner and its group."""
    Path("out.txt").write_text("before")
    os.chown("out.txt", 1234, 4321)
    write_text(Path("out.txt"), "after")
    assert (Path("out.txt").stat().st_uid, Path("out.txt").stat().st_gid) == (1234, 4321)


@pytest.mark.parametrize("place", ["no/such/out.txt", ".", "socket"])
def test_a_path_that_takes_no_file_is_wrong_before_any_work(data: Path, place: str) -> None:
    """A folder that is not there, a folder and a socket are refused."""
    import socket

    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(SpecError):
            write_whole(Path(place), lambda _: pytest.fail("wrote"))


def test_a_loop_of_links_and_too_long_a_name_cannot_be_written(data: Path) -> None:
    """What the file system refuses is a failed write of the output."""
    Path("loop").symlink_to("loop")
    for place in (Path("loop"), Path("a" * 300)):
        with pytest.raises(OutputError, match=f"^cannot write {place}: "):
            write_text(place, "text")


@pytest.fixture
def ended() -> str:
    """The name of something that a process has left which has ended."""
    program = "from sqlmetrics.files.leftovers import process_name; print(process_name())"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60)
    return done.stdout.strip()


@pytest.fixture
def living() -> Iterator[str]:
    """The name of something of another process that lives."""
    program = "from sqlmetrics.files.leftovers import process_name; print(process_name(), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.communicate("\n", timeout=60)


def test_leftovers_of_dead_runs_are_removed_and_no_others(tmp_path: Path, ended: str, living: str) -> None:
    """Files and folders of processes that ended go; others, those of other machines too, stay."""
    _, host, pid, start, number = living.split("-")
    reused = f"sqlmetrics-{host}-{pid}-{int(start) + 1}-{number}"
    elsewhere = f"sqlmetrics-{'0' * 12}-{ended.split('-', 2)[2]}"
    unknown = f"sqlmetrics-{host}-{pid}-0-1"
    own = process_name()
    stays = [f".out.csv.{living}", f".out.csv.{own}", f".out.csv.{elsewhere}", f".out.csv.{unknown}", "out.csv"]
    stays += ["sqlmetrics-notes", f"{ended}.txt", f"out.{ended}", f"sqlmetrics-{host}-x-1-1"]
    goes = [f".out.csv.{ended}", f".out.csv.counts.{ended}", f".new\nline.csv.{ended}", f".out.csv.{reused}"]
    for name in (*stays, *goes):
        (tmp_path / name).write_text("")
    for name in (living, elsewhere, ended):
        (tmp_path / name).mkdir()
        (tmp_path / name / "page").write_text("")
    (tmp_path / f".link.{ended}").symlink_to(tmp_path / "out.csv")
    sweep(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {*stays, living, elsewhere, f".link.{ended}"}


def test_a_folder_to_spill_to_is_private_and_swept(tmp_path: Path, ended: str) -> None:
    """The folder is for its owner alone, and goes in the end, as those of dead runs do at once."""
    (tmp_path / ended).mkdir()
    with spill_folder(tmp_path) as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert [path.name for path in tmp_path.iterdir()] == [folder.name]
    assert not list(tmp_path.iterdir())


def test_without_proc_a_process_is_dead_only_if_its_id_is_free(
    tmp_path: Path, ended: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no start is known, an id that is in use may be that of the run."""
    monkeypatch.setattr(leftovers, "_start", lambda _: None)
    name = process_name()
    assert name.split("-")[3] == "0"
    (tmp_path / f".a.{name}").write_text("")
    (tmp_path / f".b.{ended}").write_text("")
    sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [f".a.{name}"]
