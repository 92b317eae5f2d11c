"""No command gives a value of the data away, on any stream or in any file, unless it is told to.

The commands, their formats and their files are those of the command line itself: a new one has no
line here, and so fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import EnumMeta
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
import typer
import yaml

import sqlmetrics
from coins import write_coins
from conftest import Run
from sqlmetrics.cli.app import app

pytestmark = pytest.mark.xdist_group("leaks")

CANARIES = re.compile(r"CANARY|98765432|8765432|5556667|1907.03.05")
"""What one record has in each column, and the first digits of its numbers."""

PEOPLE = """
select
    case when i = 77 then 555666777 else 1000 + i end as person,
    case when i = 77 then 987654321 else 20 + i % 40 end as age,
    case when i = 77 then 'CANARYZIP' else 'z' || i % 5 end as zip,
    case when i = 77 then 'CANARYDISEASE' else 'd' || i % 3 end as disease,
    case when i = 77 then 876543210.25 else 900.5 + i % 70 end as salary,
    case when i = 77 then date '1907-03-05' else date '2020-01-01' + cast(i % 60 as integer) end as seen
from range(120) t(i)
"""
"""The data: one record that has a canary in every column."""

KEYS = ("-q", "age", "-q", "zip", "-q", "seen")
ROLES = (*KEYS, "-s", "disease", "-s", "salary")
ORIGINAL = ("--original", "people.parquet")

COMMANDS: dict[str, list[tuple[str, ...]]] = {
    "score": [
        ("people.parquet", *ROLES),
        ("people.parquet", *ROLES, "--level", "class"),
        ("people.parquet", *ROLES, "--subsets", "all"),
        ("--counts", "counts.parquet"),
        ("people.parquet", *ROLES, "--order", "disease=d0,d1,d2", "-m", "t_closeness_ordered"),
        ("people.parquet", *ROLES, "--hierarchy", "disease=tree.csv", "-m", "t_closeness_hierarchical"),
        ("people.parquet", *ROLES, "--propose-partition", "0.1"),
        ("people.parquet", *ROLES, "--explain"),
        ("people.parquet", "-q", "age", "--weight", "salary", "--household", "zip", "--all", "--level", "class"),
        ("people.parquet", "-q", "zip", "--weight", "age", "--household", "seen", "--all"),
    ],
    "sql": [("people.parquet", *ROLES)],
    "classes": [("people.parquet", *ROLES, "--condition", "k < 2")],
    "outputs": [
        ("people.parquet", "--cube", "age,zip,seen", "--individual", "person"),
        ("people.parquet", "--keys", "age,disease", "--measure", "salary", "--print-sql"),
        ("people.parquet", "--answers", "answers.yml", "--individual", "person"),
        ("people.parquet", "--log", "log.sql"),
        ("--published", "hidden.csv", "--mark", "*=1..9", "--absent", "zero"),
        ("--published", "counts.csv", "--absent", "zero", "--hide-below", "99"),
    ],
    "epsilon plan": [
        ("people.parquet", "--key", key, "--individual", "person", "--epsilon", "1", "--coins", "{file}.json")
        for key in ("zip", "age")
    ],
    "epsilon check": [("answers.csv", "--coins", "coins.json")],
    "baseline": [("people.parquet", "-s", "disease", "-s", "salary", "-q", "age")],
    "posterior": [("people.parquet", *ROLES)],
    "records": [("people.parquet", *ROLES, "-o", "{values}.parquet")],
    "demo": [],
    "desk": [],  # tests/desk/test_application.py has its pages
    "metrics": [],
    "schema": [],
    "info": [],
    "limits": [],
    "subsets": [("people.parquet", *ROLES, "--max-size", "2")],
    "init": [("people.parquet",)],
    "count": [
        ("people.parquet", "--allow-singles", *ROLES, "-o", "{values}.parquet"),
        ("people.parquet", "--allow-singles", "--sketch", "3", *ROLES, "-o", "{values}.parquet"),
    ],
    "report": [("people.parquet", *ROLES, "--json", "{file}.json")],
    "verify": [("certificate.json", "--relation", "people.parquet")],
    "read": [("rows.csv",)],
    "check": [
        ("--spec", "spec.yml", "--history", "{file}", "--metrics-file", "{file}.prom", *("--report", "{file}.xml"))
    ],
    "advise": [("--spec", "advise.yml"), ("--spec", "advise.yml", "--print-sql")],
    "release": [("--spec", "spec.yml", "--anyway", "-o", "{values}.csv", "--report", "{file}.html")],
    "run": [("jobs.yml", "--history", "{file}", "--metrics-file", "{file}.prom", *("--report", "{file}.md"))],
    "history": [("history",)],
    "diff": [("1", "2", "--history", "history")],
    "suda": [("people.parquet", *KEYS, "--records", "{values}.csv")],
    "attacks": [
        ("release.parquet", *ORIGINAL, *ROLES),
        ("release.parquet", *ORIGINAL, *ROLES, "--record-id", "person", "--level", "class"),
        ("release.parquet", "people.parquet", "--together", "--pseudonym", *ROLES, "--individual", "person"),
        ("release.parquet", "--auxiliary", "people.parquet", *KEYS, "--individual", "person"),
    ],
    "gda": [
        ("release.parquet", *ORIGINAL, "--attempts", "20", "--claims", "{file}.csv"),
        ("release.parquet", *ORIGINAL, "--attempts", "9", "--with-utility", "--plot", "{file}.svg"),
        ("release.parquet", *ORIGINAL, "--print-sql"),
    ],
    "closeness": [
        ("release.parquet", *ORIGINAL, "--control", "people.parquet", "--individual", "person"),
        ("release.parquet", *ORIGINAL, "--record-id", "person", "--print-sql"),
    ],
    "tradeoff": [
        ("people.parquet", "release.parquet", *KEYS, "-s", "disease", "-w", "disease", "--plot", "{file}.svg"),
    ],
    "utility": [
        ("release.parquet", *ORIGINAL, "--per-query", "{file}.csv", "--workload", "own.sql", "--pairs", "--pmse"),
        ("emptied.parquet", *ORIGINAL, "--per-query", "{file}.json", "--workload", "own.yml", "--individual", "person"),
        ("release.parquet", *ORIGINAL, "--queries", "60", "--per-query", "{file}.parquet", "--record", "person"),
        ("release.parquet", *ORIGINAL, "--print-sql"),
    ],
}
"""Runs of each command, of which `metrics`, `limits`, `schema` and `info` read no data.

`{file}` is a file that may hold no canary, `{values}` one for values.
"""

REFUSED: list[tuple[str, ...]] = [
    ("score", "people.parquet", "-q", "zip", "-s", "disease", "--partition", "zip=domains.csv"),
    ("score", "people.parquet", "-q", "zip", "-s", "disease", "--partition", "zip=twice.csv"),
    ("score", "people.parquet", "-q", "zip", "-s", "disease", "--hierarchy", "disease=rootless.csv"),
    ("score", "people.parquet", *ROLES, "--propose-partition", "0.1", "--distances", "disease=near.csv"),
    ("score", "broken.csv", "-q", "a", "-s", "b"),
    ("score", "canaries", "--database", "views.duckdb", "-q", "zip", "-s", "disease"),
    ("gda", "release.parquet", *ORIGINAL, "--partition", "zip=domains.csv"),
    ("attacks", "release.parquet", *ORIGINAL, "-q", "zip", "-s", "disease", "--partition", "zip=domains.csv"),
    ("utility", "release.parquet", *ORIGINAL, "--workload", "wrong.sql"),
    ("utility", "texts.parquet", *ORIGINAL),
]
"""Commands that are refused because of a value, which their message leaves out."""

READ = {
    "answers",
    "auxiliary",
    "log",
    "spec",
    "coins_file",
    "database",
    "generalize",
    "partition",
    "hierarchy",
    "distances",
    "release_hierarchy",
    "workload",
    "published",
}
WRITTEN = {
    "coins",
    "output",
    "history",
    "json",
    "metrics_file",
    "report",
    "records",
    "claims",
    "plot",
    "per_query",
    "write_",
}
"""The options of files: those that are read, and those that are written."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the data, a release, a spec, workloads and files that are refused."""
    here = tmp_path_factory.mktemp("leaks")
    with duckdb.connect(str(here / "views.duckdb")) as connection:
        connection.execute(f"create table people as {PEOPLE}")
        connection.execute("create view canaries as select cast(zip as integer) as zip, disease from people")
        for name, query in {
            "people": "from people",
            "release": "select person, age, zip, disease, salary * 1.1 as salary, seen from people where age > 22",
            "emptied": "select person, age, zip, disease, seen from people limit 5",
            "texts": "select * replace ('CANARYTEXT' as salary) from people",
        }.items():
            connection.execute(f"copy ({query}) to '{here}/{name}.parquet'")
    (here / "answers.csv").write_text("cell,n\n1,0.2\n2,0.1\n")
    write_coins(here / "coins.json", "cell", [1, 2])
    (here / "answers.yml").write_text("a: age > 30\nb: zip = 'CANARYZIP'\nc: \"age > 30 or zip = 'CANARYZIP'\"\n")
    (here / "log.sql").write_text("select zip, count(*) from people where zip = 'CANARYZIP' group by zip;\n")
    (here / "hidden.csv").write_text("zip,n\nCANARYZIP,*\nz1,98765432\nTotal,98765439\n")
    (here / "counts.csv").write_text("zip,n\nCANARYZIP,7\nz1,98765432\nTotal,98765439\n")
    (here / "broken.csv").write_text("a,b\n" + "1,x\n" * 30_000 + "CANARYLATE,CANARYWIDE,y\n")
    (here / "domains.csv").write_text("value,domain\nz0,low\nz1,low\n")
    (here / "twice.csv").write_text("value,domain\nCANARYZIP,low\nCANARYZIP,high\n")
    (here / "rootless.csv").write_text("CANARYDISEASE;CANARY\nd1;d\n")
    (here / "near.csv").write_text("value,other,distance\nCANARYDISEASE,d1,1\nd1,CANARYDISEASE,2\n")
    (here / "tree.csv").write_text("d0;x;*\nd1;x;*\nd2;y;*\n")
    (here / "own.sql").write_text(
        "-- most\nselect max(salary) from {table};\n-- by zip\nselect zip, avg(salary) from {table} group by zip"
    )
    (here / "wrong.sql").write_text("-- wrong\nselect cast(zip as integer) from {table}")
    (here / "own.yml").write_text(
        "- {columns: [zip], measures: [records, {sum: salary}, {average: salary}, {max: salary}]}\n"
        "- {predict: disease, columns: [zip, age]}\n"
    )
    spec = {
        "relation": "people.parquet",
        "quasi_identifiers": ["age", "zip"],
        "sensitive": ["disease"],
        "thresholds": {"k_anonymity": {"at_least": 5}},
    }
    (here / "spec.yml").write_text(yaml.safe_dump(spec))
    (here / "jobs.yml").write_text(yaml.safe_dump({"jobs": {"one": "spec.yml"}}))
    levels = {"age": {"cuts": [[30, 40, 50], [40]]}, "zip": {"prefix": [1]}, "seen": {"date": ["month", "year"]}}
    limits = {"k_anonymity": {"at_least": 5}, "t_closeness_equal": {"at_most": 0.9, "target": "disease"}}
    advise = {"suppress": "5%", "generalizations": levels}
    (here / "advise.yml").write_text(
        yaml.safe_dump({**spec, "quasi_identifiers": [*levels], "thresholds": limits, "advise": advise})
    )
    words: dict[str, Any] = {"quasi_identifiers": ["age"], "sensitive": ["disease"]}
    sqlmetrics.report(here / "people.parquet", **words).save(certificate=here / "certificate.json")
    sqlmetrics.score(here / "people.parquet", **words).to_pandas().to_csv(here / "rows.csv", index=False)
    return here


@cache
def commands() -> dict[str, Any]:
    """Return the commands of the command line."""
    return dict(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def formats(command: str) -> list[str | None]:
    """Return the formats of a command; `pdf` prints the page of `html`."""
    for option in commands()[command].params:
        if option.name == "format_":
            choices = option.type_descriptor.annotation
            assert isinstance(choices, EnumMeta)
            values = [str(choice.value) for choice in choices]  # type: ignore[var-annotated]
            return [value for value in values if value != "pdf"]
    return [None]


def runs() -> Iterator[Any]:
    """Yield the name of each command with each of its formats, and the place of each run.

    By default the second and later runs of a command are drawn as the table and as JSON alone.
    """
    for command, all_arguments in COMMANDS.items():
        for place in range(len(all_arguments)):
            printed = {"--print-sql", "--explain"} & {*all_arguments[place]}
            for format_ in formats(command)[: 1 if printed else None]:
                marks = [pytest.mark.thorough] if place and format_ not in {None, "table", "json"} else []
                name = f"{command} {place} {format_ or ''}".rstrip()
                yield pytest.param(command, place, format_, id=name, marks=marks)


def text_of(path: Path) -> str:
    """Return what a file or a folder holds, of tables the rows."""
    if path.is_dir():
        return "\n".join(text_of(file) for file in path.iterdir())
    if path.suffix == ".parquet":
        return str(duckdb.execute(f"from '{path}'").fetchall())
    return path.read_text(encoding="utf-8")


def leaks(text: str) -> list[str]:
    """Return the canaries of a text, with some of what stands around them."""
    return [text[max(match.start() - 60, 0) : match.end() + 40] for match in CANARIES.finditer(text)]


def test_every_command_is_here() -> None:
    """A command, or an option that names a file, that has no line here is a defect of this file."""
    assert set(COMMANDS) == set(commands())
    named = {
        option.name
        for command in commands().values()
        for option in command.params
        if option.opts[0].startswith("-") and re.search("FILE|PLACE", str(option.metavar))
    }
    assert named == READ | WRITTEN


@pytest.mark.sampled(9)
@pytest.mark.parametrize(("command", "place", "format_"), list(runs()))
def test_no_value_without_the_flag(
    command: str,
    place: int,
    format_: str | None,
    folder: Path,
    run: Callable[..., Run],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No canary stands on a stream or in a file, except in files of records and counts."""
    monkeypatch.chdir(folder)
    made_before(command, place, run)
    files = {"file": str(tmp_path / "made"), "values": str(tmp_path / "values")}
    arguments = [part.format(**files) for part in COMMANDS[command][place]]
    output = ["--format", format_] if format_ else []
    if format_ == "parquet":
        output += ["--output", str(tmp_path / "out.parquet")]
    ended = run(command, *arguments, *output)
    assert ended.code in {0, 1}, ended.err
    written = [path for path in tmp_path.iterdir() if path.stem != "values"]
    assert leaks("\n".join([ended.out, ended.err, *map(text_of, written)])) == []


def made_before(command: str, place: int, run: Callable[..., Run]) -> None:
    """Make what a command reads: counts, or a history of two runs."""
    if (command, place) == ("score", 3) and not Path("counts.parquet").exists():
        assert run("count", "--allow-singles", "people.parquet", *ROLES, "-o", "counts.parquet").code == 0
    if command in {"history", "diff"} and not Path("history").exists():
        for number in "12":
            assert run("check", "--spec", "spec.yml", "--history", "history", "--run-id", number).code == 1


@pytest.mark.parametrize("arguments", REFUSED, ids=" ".join)
def test_a_refusal_leaves_the_value_out(
    arguments: tuple[str, ...], folder: Path, run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message says what is wrong without the value; `--show-values` shows it."""
    monkeypatch.chdir(folder)
    ended = run(*arguments)
    assert ended.code in {2, 3}
    assert leaks(ended.out + ended.err) == []


SHOWN: dict[str, tuple[str, ...]] = {
    "score": ("people.parquet", *ROLES, "--level", "class", "--format", "csv"),
    "classes": ("people.parquet", *ROLES, "--condition", "k < 2", "--format", "csv"),
    "baseline": ("people.parquet", "-q", "age", "-s", "disease", "--format", "csv"),
    "posterior": ("people.parquet", *KEYS, "-s", "disease", "--format", "json"),
    "suda": ("people.parquet", *KEYS, "--format", "json"),
    "outputs": ("people.parquet", "--keys", "age,zip,seen,disease", "--format", "csv"),
    "attacks": ("release.parquet", *ORIGINAL, *ROLES, "--level", "class", "--format", "csv"),
    "gda": ("release.parquet", *ORIGINAL, "--attempts", "150", "--claims", "{file}.csv"),
    "utility": ("emptied.parquet", *ORIGINAL, "--queries", "60", "--per-query", "{file}.csv", "--workload", "own.yml"),
}


@pytest.mark.parametrize("command", SHOWN)
def test_the_flag_shows_values(
    command: str, folder: Path, run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left out by default is shown by `--show-values`."""
    monkeypatch.chdir(folder)
    ended = run(command, *(part.format(file=tmp_path / "made") for part in SHOWN[command]), "--show-values")
    assert ended.code == 0, ended.err
    assert leaks("\n".join([ended.out, *map(text_of, tmp_path.iterdir())]))
