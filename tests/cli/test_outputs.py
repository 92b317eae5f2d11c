"""The command line writes over nothing that it reads, and through links, pipes and devices.

The outputs are taken from the flags of the commands, so that a new one cannot be forgotten.
"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import duckdb
import pytest

import sqlmetrics
from coins import write_coins
from conftest import Run
from faults.commands import READ
from sqlmetrics.cli.app import _command
from sqlmetrics.cli.flags import announced_outputs

Command = Callable[..., Run]

KEYS = ("-q", "age", "-s", "disease")
PARTED = (*KEYS, "--partition", "age=mapping.csv")
RELEASES = ("release.parquet", "--original", "people.parquet")

COMMANDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "score": (
        ("people.parquet", *PARTED, "--population", "all/*.parquet", "--spec", "spec.yml", "-m", "k_anonymity"),
        ("people.parquet", "mapping.csv", "spec.yml", "all/1.parquet", "all/2.parquet"),
    ),
    "sql": (
        ("people.parquet", *PARTED, "--population", "all/*.parquet"),
        ("people.parquet", "mapping.csv", "all/1.parquet"),
    ),
    "classes": (
        ("t", *PARTED, "--database", "d.duckdb", "--condition", "k_anonymity < 9"),
        ("mapping.csv", "d.duckdb"),
    ),
    "outputs": (
        ("people.parquet", "--keys", "age", "--partition", "age=mapping.csv"),
        ("people.parquet", "mapping.csv"),
    ),
    "epsilon plan": (
        ("people.parquet", "--key", "age", "--epsilon", "1", "--coins", os.devnull, "--force"),
        ("people.parquet",),
    ),
    "epsilon check": (("answers.csv", "--coins", "coins.json"), ("answers.csv", "coins.json")),
    "baseline": (("all", *PARTED), ("mapping.csv", "all/1.parquet")),
    "posterior": (("all", *PARTED), ("mapping.csv", "all/1.parquet")),
    "records": (("people.parquet", *PARTED, "-m", "k_anonymity"), ("people.parquet", "mapping.csv")),
    "init": (("people.parquet",), ("people.parquet",)),
    "count": (("all/*.parquet", "--allow-singles", *PARTED), ("all/1.parquet", "mapping.csv")),
    "suda": (
        ("people.parquet", "-q", "age", "-q", "zip", "--partition", "age=mapping.csv"),
        ("people.parquet", "mapping.csv"),
    ),
    "subsets": (
        ("people.parquet", "-q", "age", "-q", "zip", "-m", "k_anonymity", "--partition", "age=mapping.csv"),
        ("people.parquet", "mapping.csv"),
    ),
    "attacks": ((*RELEASES, *PARTED), ("release.parquet", "people.parquet", "mapping.csv")),
    "gda": (
        (*RELEASES, "--attack", "linkability_public", "--public", "public.parquet", "--attempts", "3"),
        ("release.parquet", "people.parquet", "public.parquet"),
    ),
    "closeness": (
        (*RELEASES, "--control", "public.parquet", "--column", "age"),
        ("release.parquet", "people.parquet", "public.parquet"),
    ),
    "utility": (
        (*RELEASES, "--workload", "workload.yml", "--hierarchy", "age=hierarchy.csv", "--queries", "2"),
        ("release.parquet", "people.parquet", "workload.yml", "hierarchy.csv"),
    ),
    "tradeoff": (
        ("people.parquet", "release.parquet", *PARTED, "-w", "disease", "--control", "public.parquet"),
        ("release.parquet", "people.parquet", "mapping.csv", "public.parquet"),
    ),
    "report": (("people.parquet", *PARTED), ("people.parquet", "mapping.csv")),
    "verify": (("certificate.json",), ("certificate.json",)),
    "read": (("rows.csv",), ("rows.csv",)),
    "check": (
        ("--spec", "spec.yml", "--history", "h.duckdb", "--no-worse-than", "first"),
        ("spec.yml", "people.parquet", "mapping.csv", "h.duckdb"),
    ),
    "advise": (
        ("people.parquet", "--spec", "spec.yml", "--generalize", "age=hierarchy.csv"),
        ("people.parquet", "spec.yml", "hierarchy.csv"),
    ),
    "release": (("people.parquet", "--spec", "spec.yml", "--anyway"), ("people.parquet", "spec.yml")),
    "run": (("jobs.yml", "--history", "sqlite:///h.sqlite"), ("jobs.yml", "spec.yml", "people.parquet", "h.sqlite")),
    "history": (("h.duckdb",), ("h.duckdb",)),
    "diff": (("first", "second", "--history", "h.duckdb"), ("h.duckdb",)),
    "schema": ((), ()),
    "info": ((), ()),
    "limits": ((), ()),
}
"""The arguments of each command that writes, and the files that it reads."""

ENDINGS = {
    "claims": ".csv",
    "coins": ".json",
    "json": ".json",
    "metrics_file": ".prom",
    "output": "",
    "per_query": ".csv",
    "plot": ".svg",
    "records": ".csv",
    "report": ".json",
    "write_": ".csv",
}
"""The ending of an output's name, by its parameter."""

OUTPUTS = {"records": ".csv", "release": ".csv", "report": ".html", "count": ".parquet"}
"""The ending of `output` where the command asks for one."""


def outputs() -> Iterator[tuple[str, str]]:
    """Give each command with each of its parameters that names a file to write."""
    for command, made in _command().commands.items():
        hints = get_type_hints(made.callback, include_extras=True)
        for name, hint in hints.items():
            if name == "return":
                continue
            value, declared, *_ = get_args(hint)
            if Path in {value, *get_args(value)} or list[Path] in get_args(value):
                assert (name in READ) != (getattr(declared, "callback", None) is announced_outputs), (command, name)
                if name not in READ:
                    yield command, name


WRITING = list(outputs())

POINTS = ("--individual", "id", "--known", "2", "--resolution", "age")
OTHERWISE = {("score", "plot"): (("people.parquet", *PARTED, *POINTS), ("people.parquet", "mapping.csv"))}
"""The arguments and inputs of a command where an output is for these alone."""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with everything that the commands read."""
    monkeypatch.chdir(tmp_path)
    Path("all").mkdir()
    people = "select i as id, i % 3 as age, i % 5 as zip, i % 2 as disease from range(30) t(i)"
    with duckdb.connect("d.duckdb") as connection:
        connection.execute(f"create table t as {people}")
        for name in ("people", "release", "public", "all/1", "all/2"):
            connection.execute(f"copy t to '{name}.parquet' (format parquet)")
    Path("mapping.csv").write_text("value,domain\n0,low\n1,low\n2,high\n")
    Path("hierarchy.csv").write_text("0;low;*\n1;low;*\n2;high;*\n")
    Path("answers.csv").write_text("cell,n\n1,.2\n2,.1\n")
    write_coins("coins.json", "cell", [1, 2])
    Path("workload.yml").write_text("- {columns: [age]}\n")
    Path("spec.yml").write_text(
        "relation: people.parquet\nquasi_identifiers: [age]\nsensitive: [disease]\nmetrics: [k_anonymity]\n"
        "partitions: {age: mapping.csv}\nthresholds: {k_anonymity: {at_least: 2}}\n"
    )
    Path("jobs.yml").write_text("jobs: {one: spec.yml}\n")
    Path("rows.csv").write_text("metric,target,quasi_identifiers,records,value\nk_anonymity,identity,age,30,10\n")
    sqlmetrics.report("people.parquet", ["age"], ["disease"]).save(certificate="certificate.json")
    return tmp_path


@pytest.fixture
def told(data: Path, run: Command) -> Path:
    """The folder with two histories of two runs."""
    for number in ("first", "second"):
        for place in ("h.duckdb", "sqlite:///h.sqlite"):
            assert run("check", "--spec", "spec.yml", "--history", place, "--run-id", number).code == 0
    return data


def flagged(name: str) -> str:
    """Return the flag of a parameter."""
    return f"--{name.strip('_').replace('_', '-')}"


def test_each_command_that_writes_is_known() -> None:
    """A command with an output has its line in the table of this file."""
    assert {command for command, _ in WRITING} == set(COMMANDS)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("command", "output"), WRITING)
def test_no_output_takes_the_place_of_what_is_read(told: Path, run: Command, command: str, output: str) -> None:
    """An output that is an input by its name, a link or a hard link is refused; the input stays."""
    arguments, inputs = OTHERWISE.get((command, output), COMMANDS[command])
    ending = OUTPUTS.get(command, "") if output == "output" else ENDINGS[output]
    for number, name in enumerate(inputs):
        before = Path(name).read_bytes()
        for make, form in ((os.symlink, "link"), (os.link, "hard"))[: 1 if number else 2]:
            place = Path(f"{form}{number}{ending}")
            make(told / name, place)
            ended = run(command, *arguments, flagged(output), place)
            assert (ended.code, ended.out) == (2, ""), (name, ended)
            assert "which is only ever read" in ended.err or "are one file" in ended.err, (name, ended)
            assert place.is_symlink() == (form == "link")
            assert Path(name).read_bytes() == before, (name, "is written over")


def test_an_input_by_its_own_name_is_refused_also_without_reading_it(data: Path, run: Command) -> None:
    """Neither a printed statement nor a plan takes the place of the relation that it names."""
    before = Path("people.parquet").read_bytes()
    for arguments in (("sql",), ("score", "--explain"), ("records", "--print-sql"), ("count",)):
        ended = run(*arguments, "people.parquet", *KEYS, "-o", "people.parquet")
        assert ended.code == 2
        assert "`output` (--output) people.parquet is the relation, which is only ever read" in ended.err
    assert Path("people.parquet").read_bytes() == before


def test_two_outputs_are_two_files(data: Path, run: Command) -> None:
    """Two flags do not name one file, by whatever path."""
    (data / "in").mkdir()
    for other in (("--metrics-file", "in/../r.json"), ("--report", "in/../r.json"), ("--history", "./r.duckdb")):
        ended = run("check", "--spec", "spec.yml", "-f", "json", "-o", f"r{Path(other[1]).suffix}", *other)
        assert ended.code == 2
        assert "are one file" in ended.err
    ended = run("utility", *RELEASES, "-o", "u.csv", "--per-query", "u.csv")
    assert ended.code == 2


WRITTEN = {
    "score": (("people.parquet", *KEYS, "-m", "k_anonymity", "-f", "csv"), 0o644),
    "score classes": (("people.parquet", *KEYS, "-m", "k_anonymity", "--level", "class", "-f", "csv"), 0o600),
    "classes": (("people.parquet", *KEYS, "--condition", "k_anonymity < 99", "-f", "csv"), 0o600),
    "baseline": (("people.parquet", *KEYS, "-f", "json"), 0o600),
    "posterior": (("people.parquet", *KEYS, "-f", "json"), 0o600),
    "sql": (("people.parquet", *KEYS), 0o644),
    "init": (("people.parquet", "--force"), 0o644),
    "records": (("people.parquet", *KEYS, "-m", "k_anonymity"), 0o600),
    "count": (("people.parquet", *KEYS, "--allow-singles"), 0o600),
    "suda": (("people.parquet", "-q", "age", "-q", "zip", "-f", "csv"), 0o600),
    "outputs": (("people.parquet", "--keys", "age,zip", "-f", "csv"), 0o600),
    "epsilon plan": (
        ("people.parquet", "--key", "age", "--epsilon", "1", "--seed", "1", "--coins", os.devnull, "--force"),
        0o600,
    ),
}
"""Commands with the mode of a new file of theirs, where the umask is 022."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", WRITTEN)
def test_a_link_is_followed_and_a_mode_is_kept(data: Path, run: Command, name: str) -> None:
    """A new file of records or counts is private; one that was there keeps its mode."""
    arguments, mode = WRITTEN[name]
    command = name if name.startswith("epsilon") else name.split()[0]
    ending = OUTPUTS.get(command, ".out")
    umask = os.umask(0o022)
    try:
        (data / "elsewhere").mkdir()
        (data / f"link{ending}").symlink_to(data / "elsewhere" / f"new{ending}")
        assert run(command, *arguments, "-o", f"link{ending}").code == 0
        new = data / "elsewhere" / f"new{ending}"
        assert (data / f"link{ending}").is_symlink()
        assert stat.S_IMODE(new.stat().st_mode) == mode
        for kept in (0o640, 0o600, 0o666):
            new.chmod(kept)
            assert run(command, *arguments, "-o", f"link{ending}").code == 0
            assert stat.S_IMODE(new.stat().st_mode) == kept
    finally:
        os.umask(umask)
    assert [path.name for path in (data / "elsewhere").iterdir()] == [f"new{ending}"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", WRITTEN)
def test_a_pipe_receives_what_a_file_would_hold(data: Path, run: Command, name: str) -> None:
    """A pipe stays a pipe, and its reader gets the bytes of the file, Parquet's too."""
    arguments, _ = WRITTEN[name]
    command = name if name.startswith("epsilon") else name.split()[0]
    ending = OUTPUTS.get(command, ".out")
    os.mkfifo(f"pipe{ending}")
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(Path(f"pipe{ending}").read_bytes()), daemon=True)
    reader.start()
    assert run(command, *arguments, "-o", f"pipe{ending}").code == 0
    reader.join(10)
    assert run(command, *arguments, "-o", f"file{ending}").code == 0
    assert received == [Path(f"file{ending}").read_bytes()] or command in {"records", "count"}
    assert len(received[0]) == Path(f"file{ending}").stat().st_size
    assert stat.S_ISFIFO(Path(f"pipe{ending}").stat().st_mode)


@pytest.mark.parametrize(
    ("ending", "start"),
    [(".json", b"{"), (".csv", b"metric,"), (".PARQUET", b"PAR1"), (".md", b"## "), (".txt", b"people"), ("", b"peo")],
)
def test_the_ending_of_an_output_gives_its_format(data: Path, run: Command, ending: str, start: bytes) -> None:
    """A file holds what its name says, without a format given, and with the same one."""
    scored = ("score", "people.parquet", *KEYS, "-m", "k_anonymity", "-o", f"scores{ending}")
    assert run(*scored) == run(*scored)
    assert (data / f"scores{ending}").read_bytes().startswith(start)


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("-o", "x.html"), (".json", ".csv", ".parquet", ".md", ".txt")),
        (("-o", "x.sql"), (".json", ".csv", ".parquet", ".md", ".txt")),
        (("-o", "x.xml"), (".json", ".csv", ".parquet", ".md", ".txt")),
        (("-f", "csv", "-o", "x.json"), ("--format csv", "--output x.json")),
        (("-f", "table", "-o", "x.parquet"), ("--format table", "--output x.parquet")),
    ],
)
def test_an_ending_of_another_format_is_refused(
    data: Path, run: Command, arguments: tuple[str, ...], names: tuple[str, ...]
) -> None:
    """A clash names both, and an unknown ending all known ones; nothing is written."""
    ended = run("score", "people.parquet", *KEYS, *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert all(name in ended.err for name in names), ended.err
    assert not list(data.glob("x.*"))


def test_every_command_tells_the_format_by_the_ending(told: Path, run: Command) -> None:
    """Checks write JUnit and Markdown, and a statement goes to no file of another format."""
    for ending, start in ((".xml", "<?xml"), (".md", "the threshold passed"), (".json", "{")):
        assert run("check", "--spec", "spec.yml", "-o", f"verdict{ending}").code == 0
        assert Path(f"verdict{ending}").read_text().startswith(start)
    assert run("suda", "people.parquet", *KEYS, "-o", "suda.csv").code == 0
    assert "," in Path("suda.csv").read_text().splitlines()[0]
    refused = run("sql", "people.parquet", *KEYS, "-o", "statement.json")
    assert (refused.code, Path("statement.json").exists()) == (2, False)
    assert run("classes", "people.parquet", *KEYS, "--condition", "k < 3", "--print-sql", "-o", "classes.sql").code == 0
    assert Path("classes.sql").read_text().startswith("-- sqlmetrics")


def test_a_spec_in_the_place_of_the_relation_is_taken(data: Path, run: Command) -> None:
    """A YAML file that is named as the relation is the spec, once; a file of jobs is for run."""
    assert run("score", "spec.yml", "-f", "json") == run("score", "--spec", "spec.yml", "-f", "json")
    assert run("check", "spec.yml") == run("check", "--spec", "spec.yml")
    for arguments, words in (
        (("spec.yml", "--spec", "spec.yml"), "spec.yml is a spec, as --spec spec.yml is"),
        (("no.yml",), "no such spec file: no.yml"),
        (("jobs.yml",), "sqlmetrics run"),
    ):
        ended = run("score", *arguments)
        assert (ended.code, ended.out) == (2, "")
        assert words in ended.err


def test_counts_in_the_place_of_records_are_recognised(data: Path, run: Command) -> None:
    """A file of counts is no relation of records, also where its own columns are named."""
    assert run("count", "--allow-singles", "people.parquet", *KEYS, "-o", "counts.parquet").code == 0
    for command in (("score",), ("count", "-o", "again.parquet"), ("classes", "--condition", "k_anonymity < 2")):
        ended = run(command[0], "counts.parquet", "-q", "key_1", *command[1:])
        assert (ended.code, ended.out) == (2, "")
        assert "counts.parquet is a file of counts" in ended.err
    assert "(--counts)" in run("score", "counts.parquet", "-q", "age").err
    assert run("score", "--counts", "counts.parquet").code == 0


def test_a_device_stays_a_device(data: Path, run: Command) -> None:
    """The null device takes everything, and stays what it is."""
    for name in ("score", "sql", "init"):
        arguments, _ = WRITTEN[name]
        assert run(name, *arguments, "-o", "/dev/null").code == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.thorough
def test_standard_output_by_name(data: Path) -> None:
    """`-o -` is standard output for texts, Parquet, records and counts."""

    def printed(*arguments: str) -> bytes:
        command = [sys.executable, "-m", "sqlmetrics", *arguments]
        return subprocess.run(command, check=True, capture_output=True, timeout=60).stdout

    scored = ("score", "people.parquet", *KEYS, "-m", "k_anonymity")
    assert printed(*scored, "-f", "csv", "-o", "-") == printed(*scored, "-f", "csv")
    for arguments in ((*scored, "-f", "parquet"), ("count", "--allow-singles", "people.parquet", *KEYS)):
        assert printed(*arguments, "-o", "-").startswith(b"PAR1")
    assert printed("records", "people.parquet", *KEYS, "-o", "-").startswith(b"id,age,zip,disease,")
    assert not Path("-").exists()


def test_a_full_device_is_a_failed_write(data: Path, run: Command) -> None:
    """A write that fails names the output, and ends with 3."""
    for name in ("score", "sql", "init"):
        arguments, _ = WRITTEN[name]
        ended = run(name, *arguments, "-o", "/dev/full")
        assert ended.code == 3
        assert "cannot write /dev/full: No space left on device" in ended.err


def test_standard_output_in_a_file_is_written_on(data: Path) -> None:
    """A file to which the shell sends standard output is not replaced, but written on."""
    shell = f'{{ echo first; "{sys.executable}" -m sqlmetrics sql people.parquet -q age -o /dev/stdout; }} > all.txt'
    subprocess.run(["sh", "-c", shell], check=True, timeout=60)
    lines = Path("all.txt").read_text().splitlines()
    assert lines[0] == "first"
    assert len(lines) > 5


def wrong(*_: Any) -> Any:
    """Fail as a full disk does."""
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("call", ["fsync", "open", "replace"])
def test_what_was_there_stays_where_a_write_fails(
    data: Path, run: Command, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A write that fails leaves what was there, and nothing beside it."""
    Path("out.json").write_text("before")
    target: Any = Path if call == "replace" else os
    with monkeypatch.context() as patch:
        patch.setattr(target, call, wrong)
        ended = run("score", "people.parquet", *KEYS, "-m", "k_anonymity", "-f", "json", "-o", "out.json")
    assert ended.code == 3
    assert ended.err.startswith("sqlmetrics: cannot write out.json: No space left on device")
    assert Path("out.json").read_text() == "before"
    assert not [path for path in data.iterdir() if path.name.startswith(".")]
