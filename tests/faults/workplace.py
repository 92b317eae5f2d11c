"""A folder with small inputs and earlier outputs, and the one check of it after a run."""

from __future__ import annotations

import csv
import hashlib
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import duckdb
import yaml

import sqlmetrics
from coins import write_coins

CANARY = "CANARY"
"""The start of each text value of the inputs, which no stream may show."""

SCRATCH = tempfile.gettempdir()
"""The folder for copies, which is not on the disk that a case fills."""

EARLIER = b"what an earlier run has written\n"
"""The content of an output before a run."""

BESIDE_A_HISTORY = (".wal", "-journal", "-wal", "-shm")
"""The endings of files that a database keeps beside its own until it is closed in order.

They belong to the history: another process may have opened it, so that we remove none.
"""

JOBS = """\
quasi_identifiers: [age, zip]
sensitive: [disease]
metrics: [k_anonymity, itpr]
thresholds: {k_anonymity: {at_least: 1}}
jobs:
  one: {relation: people.parquet}
  two: {relation: release.parquet}
"""
ROWS = "metric,target,quasi_identifiers,records,value\nk_anonymity,identity,age,40,5\n"
"""The rows of a statement, as a console exports them."""

SPEC = """\
relation: people.parquet
quasi_identifiers: [age, zip]
sensitive: [disease]
metrics: [k_anonymity, itpr]
thresholds: {k_anonymity: {at_least: 1}}
"""

Shape = tuple[Any, ...]
"""What a complete file has: its rows and columns, its lines, or its parts."""


@dataclass(frozen=True)
class Workplace:
    """A folder of `in`, `out` and `tmp`, the hashes of its inputs, and the shapes of new outputs.

    `earlier` has the content of each output before the run, None for one that is not there.
    """

    folder: Path
    hashes: Mapping[str, str]
    earlier: dict[str, bytes | None] = field(default_factory=dict)
    runs: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def out(self) -> Path:
        """The folder of outputs."""
        return self.folder / "out"


@contextmanager
def workplace(parent: Path | None = None) -> Iterator[Workplace]:
    """Make a folder with the inputs of every command, and remove it in the end."""
    with tempfile.TemporaryDirectory(prefix="faults-", dir=parent, ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        for part in ("in", "out", "tmp"):
            (folder / part).mkdir()
        _fill(folder / "in")
        yield Workplace(folder, hashes(folder / "in"))


def _fill(folder: Path) -> None:
    """Write the inputs."""
    people = (
        f"select i % 7 as age, '{CANARY}' || i % 3 as zip, '{CANARY}' || i % 5 as disease, i as id from range(40) t(i)"
    )
    duckdb.execute(f"copy ({people}) to '{folder / 'people.parquet'}' (format parquet)")
    duckdb.execute(f"copy ({people} where i % 4 > 0) to '{folder / 'release.parquet'}' (format parquet)")
    with duckdb.connect(str(folder / "people.duckdb")) as connection:
        connection.execute(f"create table people as {people}")
    (folder / "spec.yml").write_text(SPEC)
    (folder / "rows.csv").write_text(ROWS)
    (folder / "answers.csv").write_text("cell,n\n1,.2\n2,.1\n")
    write_coins(folder / "coins.json", "cell", [1, 2])
    sqlmetrics.report(folder / "release.parquet", ["age"], ["disease"]).save(certificate=folder / "certificate.json")
    (folder / "jobs.yml").write_text(JOBS)


def hashes(folder: Path) -> dict[str, str]:
    """Return the hash of each file below a folder, by its path there."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def prepare(place: Workplace, outputs: Sequence[str], histories: Mapping[str, Path | None]) -> None:
    """Clear the folder of outputs, and put the earlier outputs and histories there.

    `histories` has the file or folder to copy for each history, None for one that is new.
    """
    for entry in [*place.out.iterdir(), *(place.folder / "tmp").iterdir()]:
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    place.earlier.clear()
    place.runs.clear()
    for name in outputs:
        place.earlier[name] = _earlier(place, name)
        (place.out / name).write_bytes(place.earlier[name] or b"")
    for name, copied in histories.items():
        target = place.out / name
        if copied is not None:
            shutil.copytree(copied, target) if copied.is_dir() else shutil.copyfile(copied, target)
        place.runs[name] = runs_of(target)


def _earlier(place: Workplace, name: str) -> bytes:
    """Return what an earlier run has written as an output: beside a release only what is ours."""
    if name.endswith(".spec.yml"):
        return b"# sqlmetrics 0.1.0: the release of people.parquet\n"
    if name.endswith(".certificate.json"):
        entries = json.loads((place.folder / "in" / "certificate.json").read_text())
        made = {"source": "people.parquet", "sha256": "0" * 64, "left_out": []}
        return json.dumps({**entries, "made_from": made}).encode()
    return EARLIER


def whole(
    place: Workplace,
    shapes: Mapping[str, Shape | None],
    runs: Mapping[str, Mapping[str, int]],
    *,
    killed: bool = False,
    failed: bool = False,
) -> list[str]:
    """Return what is wrong in the folder after a run: nothing, if all is whole.

    Each output is the earlier one or a complete new one, of the shape in `shapes` (None for any);
    each history has its earlier runs, and new ones, of `runs`, whole or not at all. Inputs are as
    they were. Unless the run was killed, nothing else is left; where it failed, or had no
    room, a database may have its log beside a history, which the next run opens and removes.
    """
    problems = [] if hashes(place.folder / "in") == place.hashes else ["an input was changed"]
    for name, shape in shapes.items():
        path = place.out / name
        content = path.read_bytes() if path.exists() else None
        if content == place.earlier.get(name):
            continue
        try:
            found = shape_of(path)
        except Exception as error:
            problems.append(f"{name} is half written: {type(error).__name__}: {error}")
            continue
        if shape is not None and found != shape:
            problems.append(f"{name} is not complete: {found}, not {shape}")
    for name, expected in runs.items():
        problems += _history_problems(place, name, expected)
    beside = BESIDE_A_HISTORY if failed else ()
    known = {*shapes, *runs, *(f"{name}{end}" for name in runs if (place.out / name).exists() for end in beside)}
    litter = [entry.name for entry in place.out.iterdir() if entry.name not in known]
    litter += [f"tmp/{entry.name}" for entry in (place.folder / "tmp").iterdir()]
    litter += [entry.name for name in runs for entry in (place.out / name).glob(".*")]
    if litter and not killed:
        problems.append(f"left behind: {', '.join(sorted(litter))}")
    return problems


def replaced(place: Workplace, shapes: Mapping[str, Shape]) -> list[str]:
    """Return the outputs that are new."""
    return [
        name
        for name in shapes
        if (place.out / name).exists() and (place.out / name).read_bytes() != place.earlier.get(name, EARLIER)
    ]


def _history_problems(place: Workplace, name: str, expected: Mapping[str, int]) -> list[str]:
    """Return what is wrong with a history: a run that is lost, or half there."""
    try:
        found = runs_of(place.out / name)
    except Exception as error:
        return [f"the history {name} cannot be read: {error}"]
    lost = [run for run, rows in place.runs[name].items() if found.get(run) != rows]
    half = [run for run, rows in found.items() if rows != expected.get(run)]
    return [f"{name} has lost {run}" for run in lost] + [f"{name} has half of {run}" for run in half if run not in lost]


def runs_of(path: Path) -> dict[str, int]:
    """Return the number of scores of each run and job of a history, by its own reading.

    The reason for which a run measured nothing, at place 0, is no score.
    The file or folder stays as it is: a copy is opened.
    """
    if not path.exists():
        return {}
    counted = "select run_id || ' ' || job, count(*) from {} where place > 0 group by 1"
    if path.is_dir():
        files = [str(file) for file in path.glob("*.parquet")]
        return dict(duckdb.execute(counted.format("read_parquet(?)"), [files]).fetchall()) if files else {}
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        for beside in path.parent.glob(f"{path.name}*"):
            with suppress(FileNotFoundError):
                shutil.copyfile(beside, Path(folder) / beside.name)
        copy = Path(folder) / path.name
        if copy.suffix == ".sqlite":
            with sqlite3.connect(copy) as connection:
                tables = connection.execute("select 1 from sqlite_master where name = 'sqlmetrics_history'").fetchall()
                found = connection.execute(counted.format("sqlmetrics_history")).fetchall() if tables else []
            connection.close()
            return dict(found)
        with duckdb.connect(str(copy)) as opened:
            return dict(opened.execute(counted.format("sqlmetrics_history")).fetchall())


def shape_of(path: Path) -> Shape:
    """Return the shape of a complete file, by the ending of its name. Raises an error otherwise."""
    content = path.read_bytes()
    assert content, "empty"
    if path.suffix == ".parquet":
        described = duckdb.execute("describe select * from read_parquet(?)", [str(path)]).fetchall()
        rows = duckdb.execute("select count(*) from read_parquet(?)", [str(path)]).fetchall()[0][0]
        return (rows, tuple(row[0] for row in described))
    if path.suffix == ".png":
        assert content.startswith(b"\x89PNG"), "no PNG"
        assert content.endswith(b"IEND\xaeB`\x82"), "the end is missing"
        return ("png",)
    text = content.decode()
    lines = text.count("\n")
    assert text.endswith("\n"), "the last line has no end"
    if path.suffix == ".csv":
        table = list(csv.reader(text.splitlines()))
        assert len({len(row) for row in table}) == 1, "rows of several widths"
        return (len(table), len(table[0]))
    if path.suffix == ".json":
        return ("json", len(json.loads(text)), lines)
    if path.suffix in {".xml", ".svg"}:
        return (path.suffix, len(list(ElementTree.fromstring(text).iter())))
    if path.suffix == ".yml":
        return ("yml", *yaml.safe_load(text))
    if path.suffix == ".prom":
        return ("prom", lines, text.endswith("# EOF\n"))
    return (path.suffix, lines)
