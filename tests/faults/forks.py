"""Runs of the command line in processes of their own, which are stopped at any moment.

As a program, this imports everything once and then makes a copy of itself for each run, so that a
run costs hundredths of a second. It reads lists of runs from standard input, as JSON, one list a
line, starts the runs of a list at once, and prints how they ended.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import pkgutil
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, cast

import sqlmetrics
from faults.workplace import Workplace
from sqlmetrics.cli.app import main

ROOT = Path(__file__).parents[2]
ENDS = 60.0
"""Seconds after which a run is killed, which is then an error."""


class Run(TypedDict, total=False):
    """A run: its command, its folder, and what happens to it.

    `signal` is sent after `after` seconds. `file_size` is the most bytes of a file. A `mortal` run
    has the permissions of files alone, also as root. `out` is the file that takes standard output,
    or `closed`, or a `pipe` that nobody reads.
    """

    arguments: list[str]
    folder: str
    signal: int
    after: float
    file_size: int
    mortal: bool
    out: str


class Ended(NamedTuple):
    """How a run ended: its exit code or minus the signal's number, its streams, and its seconds."""

    code: int
    out: str
    err: str
    seconds: float


def run_of(arguments: Sequence[str], place: Workplace, **more: Any) -> Run:
    """Return a run of a command line in a workplace."""
    return cast("Run", {"arguments": list(arguments), "folder": str(place.folder), **more})


class Forks:
    """The program below, which runs command lines in copies of itself."""

    def __init__(self) -> None:
        paths = [str(ROOT), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "faults.forks"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "COLUMNS": "120"},
        )

    def run(self, *runs: Run) -> list[Ended]:
        """Run command lines at once, and return how they ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(runs) + "\n")
        self._process.stdin.flush()
        return [Ended(*ended) for ended in json.loads(self._process.stdout.readline())]

    def close(self) -> None:
        """End the program."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.wait(ENDS)


@contextmanager
def forks() -> Iterator[Forks]:
    """Start the program, and end it."""
    started = Forks()
    try:
        yield started
    finally:
        started.close()


def _child(run: Run, out: Path, err: int) -> None:
    """Run a command line in this copy, and end it with its exit code."""
    folder = Path(run["folder"])
    os.chdir(folder)
    sys.stdin = Path(os.devnull).open()  # noqa: SIM115 - until the process ends
    os.dup2(err, 2)
    if out.name == "pipe":
        read, write = os.pipe()
        os.close(read)
        os.dup2(write, 1)
    elif out.name == "closed":
        os.close(1)
    else:
        os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), 1)
    os.environ["TMPDIR"] = str(folder / "tmp")
    if "file_size" in run:
        resource.setrlimit(resource.RLIMIT_FSIZE, (run["file_size"], run["file_size"]))
    if run.get("mortal"):
        _leave_capabilities()
    sys.argv = ["sqlmetrics", *run["arguments"]]
    try:
        main()
    except SystemExit as stop:
        code = int(stop.code or 0)
    except BaseException as error:
        print(f"Traceback: {type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201 - what the test reads
        code = 70
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        code = 71
    os._exit(code)


def _leave_capabilities() -> None:
    """Give up what root may do beyond the permissions of files (capabilities 1, 2 and 3)."""
    libc = ctypes.CDLL(None)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)()
    libc.capget(header, sets)
    sets[0] &= ~0b1110
    libc.capset(header, sets)


class Started(NamedTuple):
    """A run in a copy: its process, the file of its output, and the end of a pipe of messages."""

    process: int
    out: Path
    err: int


def _started(run: Run, out: Path) -> Started:
    """Start a run in a copy. Its messages go to a pipe, as a limit of file sizes may be on it."""
    read, write = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            _child(run, out, write)
        finally:
            os._exit(72)
    os.close(write)
    return Started(process, out, read)


def _all(runs: Sequence[Run], scratch: Path) -> list[Ended]:
    """Run command lines at once, send their signals, and return how they ended."""
    began = time.monotonic()
    started = [_started(run, Path(run.get("out", scratch / f"{number}.out"))) for number, run in enumerate(runs)]
    running = dict(enumerate(started))
    sent: set[int] = set()
    ended: dict[int, Ended] = {}
    while running:
        passed = time.monotonic() - began
        for number, (process, out, err) in list(running.items()):
            found, status = os.waitpid(process, os.WNOHANG)
            if found:
                code = os.waitstatus_to_exitcode(status)
                with os.fdopen(err, errors="surrogateescape") as messages:
                    ended[number] = Ended(code, _text(out), messages.read(), passed)
                del running[number]
            elif number not in sent and passed >= runs[number].get("after", ENDS):
                os.kill(process, runs[number].get("signal", signal.SIGKILL))
                sent.add(number)
        time.sleep(0.001)
    return [ended[number] for number in range(len(runs))]


def _text(path: Path) -> str:
    """Return the text of a stream's file; that of a device or a pipe is not read."""
    return path.read_text(errors="surrogateescape") if path.is_file() else ""


def serve() -> None:
    """Import everything, then run what standard input asks for until it ends."""
    import tempfile

    for module in pkgutil.walk_packages(sqlmetrics.__path__, "sqlmetrics."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for name in ("duckdb", "yaml", "rich.console", "rich.table", "sqlalchemy"):
        importlib.import_module(name)
    with tempfile.TemporaryDirectory() as scratch:
        Path(scratch).chmod(0o777)
        for line in sys.stdin:
            tempfile.tempdir = None
            runs = cast("list[Run]", json.loads(line))
            print(json.dumps(_all(runs, Path(scratch))), flush=True)  # noqa: T201 - what the parent reads


if __name__ == "__main__":
    serve()
