"""Ctrl-C at any moment, closed pipes and full disks: a documented exit code, and no traceback."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from typing import Any

import duckdb
import pytest

from examples import examples
from sqlmetrics.cli.signals import stoppable
from sqlmetrics.files.leftovers import temporary_folder

COMMAND = (sys.executable, "-m", "sqlmetrics")
FORMS = (
    ("score", "d.parquet", "-q", "age"),
    ("score", "d.parquet", "-q", "age", "-f", "json"),
    ("classes", "d.parquet", "-q", "age", "--condition", "k < 1000", "-f", "csv"),
    ("sql", "d.parquet", "-q", "age"),
    ("metrics", "-f", "markdown"),
    ("check", "--spec", "s.yml"),
    ("--help",),
    ("--version",),
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a relation, and a spec whose threshold fails."""
    monkeypatch.chdir(tmp_path)
    duckdb.execute("copy (select i % 7 as age, i % 3 as d from range(500) t(i)) to 'd.parquet'")
    Path("s.yml").write_text(
        "relation: d.parquet\nquasi_identifiers: [age]\nthresholds: {k_anonymity: {at_least: 1000}}\n"
    )
    return tmp_path


class Compiled(ExtensionFileLoader):
    """A compiled module that a signal meets while it starts."""

    started = False

    def exec_module(self, _: object) -> None:
        signal.raise_signal(signal.SIGTERM)
        self.started = True


def test_a_signal_waits_until_a_compiled_module_has_started() -> None:
    """An exception in its start would abort the process, from C++ and with its traceback."""
    module = Compiled("compiled", "compiled.so")

    def imported() -> None:
        with stoppable():
            module.exec_module(None)
            time.sleep(60)

    with pytest.raises(KeyboardInterrupt):
        imported()
    assert module.started


def test_a_signal_waits_until_a_folder_has_been_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library tries a folder by a file, whose name no later run would know."""
    opened = os.open

    def interrupted(*arguments: Any, **words: Any) -> int:
        trial = opened(*arguments, **words)
        signal.raise_signal(signal.SIGTERM)
        return trial

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(os, "open", interrupted)

    def looked_for() -> None:
        with stoppable():
            assert temporary_folder() == tmp_path
            time.sleep(60)

    with pytest.raises(KeyboardInterrupt):
        looked_for()
    assert tempfile.tempdir == str(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("arguments", FORMS, ids=" ".join)
def test_a_closed_pipe_ends_quietly(data: Path, arguments: tuple[str, ...]) -> None:
    """A run whose reader has gone ends with 141, which no threshold does, and says nothing."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as out:
        ended = subprocess.run([*COMMAND, *arguments], stdout=out, stderr=subprocess.PIPE, check=False)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.sampled(2)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", FORMS[:1] + FORMS[3:4] + FORMS[6:], ids=" ".join)
def test_standard_output_that_cannot_be_written_is_an_error(data: Path, arguments: tuple[str, ...]) -> None:
    """A full disk and a closed standard output end with 3 and their reason."""
    with Path("/dev/full").open("wb") as out:
        full = subprocess.run([*COMMAND, *arguments], stdout=out, stderr=subprocess.PIPE, check=False)
    assert full.returncode == 3
    assert full.stderr == b"sqlmetrics: cannot write standard output: No space left on device\n"
    closed = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, *arguments], capture_output=True, check=False)
    assert closed.returncode == 3
    assert closed.stderr.startswith(b"sqlmetrics: cannot write standard output: it is closed; ")
    quiet = subprocess.run(["sh", "-c", 'exec "$@" 2>&-', "sh", *COMMAND, *arguments], capture_output=True, check=False)
    assert quiet.returncode == 0
    assert quiet.stdout != b""


@pytest.mark.xdist_group("moments of Ctrl-C")
def test_ctrl_c_at_any_moment_ends_without_a_traceback(data: Path) -> None:
    """A signal between the start and the end of a short run gives 130, unless the run had ended.

    The first moment is that of Python's own start, which nothing of ours can shorten: signals are
    sent once Python says that it has imported the handlers.
    """
    scored = ("score", "d.parquet", "-q", "age", "-s", "d", "-o", "out.json", "-f", "json")
    arguments = (*COMMAND[:1], "-X", "importtime", *COMMAND[1:], *scored)

    def started() -> subprocess.Popen[bytes]:
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stderr is not None
        assert any(b"sqlmetrics.cli.signals" in line for line in process.stderr)
        return process

    process = started()
    began = time.monotonic()
    process.communicate()
    whole = time.monotonic() - began
    assert process.returncode == 0
    moments = random.Random(18)
    for _ in range(examples(24).max_examples):
        process = started()
        time.sleep(moments.uniform(0.005, whole))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
        assert b"Traceback" not in err, err
        assert b"unexpected" not in err, err
        assert b"ignored" not in err, err
        assert process.returncode in {0, 130, -signal.SIGINT}, (process.returncode, err)
        leftovers = {path.name for path in data.iterdir()} - {"d.parquet", "s.yml", "out.json"}
        assert not leftovers
