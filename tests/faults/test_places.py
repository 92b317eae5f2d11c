"""Places that cannot be written to: full disks, limits, folders, devices, pipes, and the inputs."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from faults.calls import call, within
from faults.commands import CASES, Case, quick
from faults.forks import Forks, run_of
from faults.injection import Expected, expected, furnished
from faults.workplace import Workplace, hashes, prepare, replaced, whole

pytestmark = [pytest.mark.thorough, pytest.mark.xdist_group("places of faults")]

WRITING = [
    CASES[name]
    for name in (
        "score table",
        "score parquet",
        "records .csv",
        "count .parquet",
        "check new file",
        "check known file",
        "check new folder",
        "check known url",
        "check everything",
    )
]


def problems_of(place: Workplace, case: Case, made: Expected, code: int, err: str) -> list[str]:
    """Return what is wrong after a run that could not write, or could after all."""
    problems = whole(place, made.shapes, made.runs, failed=True)
    if code == 0:
        return problems + [name for name in made.shapes if name not in replaced(place, made.shapes)]
    problems += [] if code == 3 else [f"exit code {code}"]
    problems += [] if any(name in err for name in (*case.names, "tmp has no room")) else ["the message names no output"]
    problems += [word for word in ("Traceback", "unexpected", "cannot read") if word in err]
    return [f"{problem}: {err}" for problem in problems]


@contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """Mount a disk of four megabytes, where that is allowed, else give None."""
    mounted = shutil.which("mount") is not None and os.geteuid() == 0
    options = ["-t", "tmpfs", "-o", "size=4m,mode=755", "tmpfs", str(folder)]
    if not mounted or subprocess.run(["mount", *options], check=False, capture_output=True).returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Workplace] | None]:
    """A small disk with the inputs of every command, where it may be mounted."""
    with small_disk(tmp_path_factory.mktemp("disk")) as mounted:
        if mounted is None:
            yield None
            return
        with furnished(mounted) as place:
            yield mounted, place


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", range(len(WRITING)), ids=lambda number: WRITING[number].name)
def test_a_full_disk_keeps_what_was_there(disk: tuple[Path, Workplace] | None, processes: Forks, number: int) -> None:
    """With room again, the same command succeeds."""
    if disk is None:
        return
    (mounted, place), case = disk, WRITING[number]
    ballast = mounted / "ballast"
    ballast.unlink(missing_ok=True)  # where the case before has failed
    made = expected(place, case)
    for free in (0, 8 << number % 6):
        prepare(place, case.outputs, made.known)
        room = shutil.disk_usage(mounted).free
        ballast.write_bytes(bytes(max(room - free * 1024, 0)))
        ended = processes.run(run_of(case.arguments, place))[0]
        assert problems_of(place, case, made, ended.code, ended.err) == []
        ballast.unlink()
    again = processes.run(run_of(case.arguments, place))[0]
    assert (again.code, whole(place, made.shapes, made.runs)) == (0, [])
    assert sorted(replaced(place, made.shapes)) == sorted(case.outputs)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", WRITING, ids=lambda case: case.name)
def test_a_limit_of_file_sizes_keeps_what_was_there(place: Workplace, processes: Forks, case: Case) -> None:
    """Nothing, or half of what is needed, can be written."""
    made = expected(place, case)
    for size in (10, 200, 9_000):
        prepare(place, case.outputs, made.known)
        ended = processes.run(run_of(case.arguments, place, file_size=size))[0]
        assert problems_of(place, case, made, ended.code, ended.err) == []


@pytest.mark.parametrize("case", WRITING, ids=lambda case: case.name)
def test_a_read_only_folder_is_named(place: Workplace, processes: Forks, case: Case) -> None:
    """Root, too, is held to the permissions of files here."""
    made = expected(place, case)
    prepare(place, case.outputs, made.known)
    place.out.chmod(0o555)
    try:
        ended = processes.run(run_of(case.arguments, place, mortal=True))[0]
        assert ended.code in {2, 3}, ended
        assert whole(place, made.shapes, made.runs) == []
        assert replaced(place, made.shapes) == []
        assert "out" in ended.err or any(name in ended.err for name in case.names)
        assert "unexpected" not in ended.err
    finally:
        place.out.chmod(0o755)


@pytest.mark.parametrize("case", quick(), ids=lambda case: case.name)
def test_no_input_is_written_over(place: Workplace, case: Case) -> None:
    """An output that is an input, by any name, is refused before any work."""
    inputs = [word for word in case.arguments if word.startswith("in/")]
    inputs += ["in/people.parquet"] if case.arguments[0] in {"advise", "check", "run"} else []
    written = [word for word in case.arguments if word.startswith(("out/", "sqlite:///out/"))]
    with within(place.folder, place.folder / "tmp"):
        prepare(place, (), {})
        for input_ in inputs:
            Path("out/soft" + Path(input_).suffix).symlink_to(Path(input_).absolute())
            Path("out/hard" + Path(input_).suffix).hardlink_to(input_)
            for name in (input_, f"out/soft{Path(input_).suffix}", f"out/hard{Path(input_).suffix}"):
                for replaced_ in written:
                    ended = call([name if word == replaced_ else word for word in case.arguments])
                    assert ended.code == 2 or (case.history and ended.code == 3), (name, ended)
                    assert hashes(place.folder / "in") == place.hashes
            prepare(place, (), {})


@pytest.mark.parametrize("case", quick(), ids=lambda case: case.name)
def test_links_and_modes_stay(place: Workplace, case: Case) -> None:
    """The file behind a link is replaced, and keeps its mode; beside a release there is none."""
    if not case.outputs:
        return
    prepare(place, case.outputs, {})
    (place.out / "kept").mkdir()
    linked = case.outputs[:1] if case.arguments[0] == "release" else case.outputs
    for name in linked:
        (place.out / name).rename(place.out / "kept" / name)
        (place.out / "kept" / name).chmod(0o640)
        (place.out / name).symlink_to(f"kept/{name}")
    with within(place.folder, place.folder / "tmp"):
        assert call(case.arguments).code == 0
    for name in linked:
        assert (place.out / name).is_symlink()
        assert stat.S_IMODE((place.out / "kept" / name).stat().st_mode) == 0o640
    assert sorted(replaced(place, dict.fromkeys(case.outputs, ()))) == sorted(case.outputs)


def _printing() -> list[Case]:
    """Return the first case of each command, whose result can go to standard output."""
    silent = {"records", "count", "release"}
    return [
        case
        for case in quick()
        if case.arguments[-2] == "-o" and case.arguments[0] not in silent and case.history is None
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", _printing(), ids=lambda case: case.name)
def test_standard_output_that_takes_nothing(place: Workplace, processes: Forks, case: Case) -> None:
    """A full device is an error; a pipe that nobody reads ends quietly, never with 1."""
    if "parquet" in case.arguments:
        return
    prepare(place, (), {})
    words = case.arguments[:-2]
    full, pipe, closed = processes.run(*(run_of(words, place, out=out) for out in ("/dev/full", "pipe", "closed")))
    assert full.code == 3, full
    assert "unexpected" not in full.err
    assert full.err.startswith("sqlmetrics: ")
    assert pipe.code not in {0, 1, 2}, pipe
    assert not any(word in pipe.err for word in ("Traceback", "unexpected", "cannot", "roken pipe"))
    assert closed.code == 3, closed
    assert list(place.out.iterdir()) == []
    assert list((place.folder / "tmp").iterdir()) == []


def _device(path: Path, minor: int, name: str) -> int:
    """Make a device like one of the system's, or a link to it where that is not allowed.

    Whoever may make one may also destroy the system's, so that it is not used then.
    """
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
    except OSError:
        path.symlink_to(name)
    return path.lstat().st_ino


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "minor"), [("/dev/null", 3), ("/dev/full", 7)])
@pytest.mark.parametrize("case", _printing(), ids=lambda case: case.name)
def test_a_device_stays_a_device(place: Workplace, processes: Forks, case: Case, name: str, minor: int) -> None:
    """A device is written to; it is never replaced."""
    node = place.folder / f"node{Path(case.outputs[0]).suffix}"
    prepare(place, (), {})
    try:
        made = _device(node, minor, name)
        ended = processes.run(run_of([*case.arguments[:-1], str(node)], place))[0]
        assert node.lstat().st_ino == made
        assert "unexpected" not in ended.err
        if "parquet" not in case.arguments:
            assert ended.code == (0 if name == "/dev/null" else 3), ended
    finally:
        node.unlink(missing_ok=True)
