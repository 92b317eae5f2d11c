"""What cannot have slices refuses a spec that has `by`, on the command line and in Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from conftest import Run, rounded
from sqlmetrics.cli.app import Commands
from sqlmetrics.errors import SpecError

Command = Callable[..., Run]

VISITS = """
    select
        i % 3 as age, 'fm'[1 + i % 2] as sex, 'd' || i % 4 as disease, i % 5 as pay, [i] as list, {'a': i} as record,
        date '2024-01-01' + (i * 9)::int as day, ['north', null, '', 'C, x'][1 + i % 4] as hospital
    from range(40) t(i)
"""

SPEC = """
relation: visits.parquet
quasi_identifiers: [age, sex]
sensitive: disease
hierarchies: {disease: tree.csv}
by: hospital
thresholds: {k_anonymity: {at_least: 1}}
"""

BY = ("--spec", "by.yml")
BESIDE = ("visits.parquet", "release.parquet")

SLICED: dict[str, list[tuple[str, ...]]] = {
    "score": [(), ("--explain",), ("--level", "class")],
    "check": [()],
    "report": [("-o", "x.html")],
    "classes": [("--condition", "k<3")],
    "records": [("-o", "x.csv"), ("--print-sql",)],
    "release": [("-o", "x.parquet"), ("--as", "view")],
    "count": [("-o", "x.parquet", "--allow-singles"), ("--print-sql",), ("--sketch", "10", "-o", "y.parquet")],
    "sql": [(), ("--staged", "counts")],
}
"""Commands that measure slices, each with further arguments."""

REFUSED: dict[str, list[tuple[str, ...]]] = {
    "score": [("--subsets", "1"), ("--subsets", "1", "--explain"), ("--intervals",), ("--estimate", ".5")],
    "sql": [("--subsets", "1"), ("--estimate", ".5"), ("--sampling-fraction", ".5")],
    "subsets": [(), ("--print-sql",), ("--explain",), ("--estimate", ".5")],
    "suda": [(), ("--print-sql",)],
    "outputs": [("--keys", "age"), ("--keys", "age", "--print-sql")],
    "baseline": [(), ("--print-sql",)],
    "posterior": [(), ("--print-sql",)],
    "advise": [("-o", "x.md"), ("--print-sql",), ("--print-spec", "view")],
    "report": [("--original", "visits.parquet", "--beside", "release.parquet", "--internal", "-o", "x.html")],
}
"""Commands of a spec that measure one table, each with further arguments."""

OTHER = {
    "run": "its jobs are specs that are checked",
    "init": "it proposes a spec, and reads none",
    **dict.fromkeys(("epsilon plan", "epsilon check"), "they take a relation without roles"),
    "verify": "a certificate has its own spec",
    "read": "the rows were scored elsewhere",
    **dict.fromkeys(("attacks", "gda", "closeness", "utility", "tradeoff"), "releases are named, and no spec"),
    **dict.fromkeys(("metrics", "limits", "history", "diff", "info", "schema"), "they measure nothing"),
    "demo": "its table and its spec are its own",
    "desk": "its page has no slices",
}
"""Commands that read no spec of a relation, and why."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with visits, a release, a hierarchy and a spec of slices."""
    monkeypatch.chdir(tmp_path)
    duckdb.execute(f"copy ({VISITS}) to 'visits.parquet'")
    duckdb.execute("copy (select * replace (0 as age) from 'visits.parquet') to 'release.parquet'")
    duckdb.execute("copy (from 'visits.parquet' where false) to 'empty.parquet'")
    (tmp_path / "tree.csv").write_text("d0;low;*\nd1;low;*\nd2;high;*\nd3;high;*\n")
    (tmp_path / "by.yml").write_text(SPEC)
    return tmp_path


def test_every_command_has_slices_or_refuses_them(run: Command, folder: Path) -> None:
    """A refusal says what to do, and leaves nothing half written; a new command is named here."""
    assert set(SLICED) | set(REFUSED) | set(OTHER) == set(Commands())
    assert not (set(SLICED) | set(REFUSED)) & set(OTHER)
    assert {name for name in Commands() if takes_by(name)} <= set(SLICED) | set(REFUSED)
    before = set(folder.iterdir())
    for name, calls in REFUSED.items():
        for arguments in calls:
            refused = run(name, *BY, *arguments)
            assert (refused.code, refused.out) == (2, ""), (name, arguments, refused)
            assert re.search("leave `by`.* out", refused.err), refused
            assert "choose a slice by `where`" in refused.err, refused
            assert set(folder.iterdir()) == before, (name, arguments)
    for name, calls in SLICED.items():
        for arguments in calls:
            assert run(name, *BY, *arguments).code == 0, (name, arguments)


def takes_by(name: str) -> bool:
    """Return whether a command has the flag of slices for a spec of its own."""
    return {"--by", "--spec"} <= {flag for parameter in Commands()[name].params for flag in parameter.opts}


def test_every_function_has_slices_or_refuses_them(folder: Path) -> None:
    """Methods of tables and releases refuse a spec of slices as commands do."""
    table: Any = sqlmetrics.Table(spec="by.yml")
    releases: Any = sqlmetrics.Releases(sqlmetrics.Table("visits.parquet", ["age"], ["disease"]), "release.parquet")
    measured = {"score", "check", "report", "classes", "records", "counts", "sql"}
    measured |= {"release", "release_sql", "check_versions"}
    others = {"spec", "spec_with", "init"}
    refused = {name for name in dir(table) if callable(getattr(table, name)) and name[0] != "_"} - measured - others
    assert refused >= {"subsets", "suda", "baseline", "posterior", "advise", "semantic_levels"}
    by: dict[str, Any] = {"by": "hospital"}
    events = {"individual": "person", "known": 2}
    words: dict[str, dict[str, Any]] = {"semantic_levels": {"limit": 0.5}, "tradeoff": {"workload": "disease"}}
    words |= {"outputs": {"cube": "age"}}
    words |= {"point_sets": {"conditions": "k < 2"} | events, "unicity_curves": {"resolution": "age"} | events}
    asked: list[tuple[Any, str, dict[str, Any]]] = [(table, name, {}) for name in sorted(refused)]
    asked += [(releases, name, by) for name in dir(releases) if callable(getattr(releases, name)) and name[0] != "_"]
    for of, name, own in asked:
        with pytest.raises(SpecError, match=r"choose (a slice|one) by `where`"):
            getattr(of, name)(**own, **words.get(name, {}))
    assert "by:" not in table.init()
    with pytest.raises(SpecError, match="leave `by` out, or choose a slice"):
        sqlmetrics.Releases(table, "release.parquet").attacks()


BAD: dict[str, tuple[tuple[str, ...], str]] = {
    "missing": (("--by", "ward"), "visits.parquet has no column 'ward'"),
    "a list": (("--by", "list"), "a slice is one value, and 'list' of visits.parquet holds several"),
    "a record": (("--by", "record"), "a slice is one value, and 'record' of visits.parquet holds several"),
    "a key": (("--by", "age"), "choose the one that is meant"),
    "twice": (("--by", "day=month", "--by", "day=year"), "'day' is there by month and by year; choose one"),
    "no dates": (("--by", "pay=year"), "`by` (--by) has a year of dates alone, and 'pay' of visits.parquet is BIGINT"),
    "sensitive": (("--by", "pay", "-s", "pay"), "'pay' is named 2 times, as sensitive attribute and column of slices"),
    "individual": (("--by", "pay", "--individual", "pay"), "as column of slices and individual"),
    "weight": (("--by", "pay", "--weight", "pay"), "as column of slices and survey weight"),
    "identifier": (("--by", "pay", "--identifier", "pay"), "as identifier and column of slices"),
    "ignored": (("--by", "pay", "--ignore", "pay"), "as column of slices and ignored column"),
    "the size": (
        ("--by", "pay", "--population-size", "99"),
        "`population_size` (--population-size) does not go with `by` (--by): the whole table is meant",
    ),
}


def test_bad_slices_are_refused_in_one_sentence(run: Command, folder: Path) -> None:
    """The message names the column and both of its roles, and says what to do."""
    for name, (flags, message) in BAD.items():
        refused = run("score", "visits.parquet", "-q", "age", "-q", "sex", *flags)
        assert refused.code == 2, name
        assert re.search(re.escape(message), refused.err), (name, refused.err)
    slim = folder / "slim.parquet"
    duckdb.execute(f"copy (select age, sex from 'visits.parquet') to '{slim}'")
    keys = ("-q", "age", "-q", "sex", "--by", "hospital")
    lacking = run("score", "visits.parquet", *keys, "--population", slim)
    assert (lacking.code, "has no column 'hospital', as the table has" in lacking.err) == (2, True)
    assert run("count", "empty.parquet", *keys, "-o", "none.parquet").code == 0
    for place in (("empty.parquet",), ("--counts", "none.parquet")):
        empty = run("score", *place, *keys)
        assert (empty.code, "has no records, and so no slice" in empty.err) == (2, True), empty
    Path("alone.yml").write_text(SPEC.replace("by: hospital", "min_people: 5"))
    alone = run("check", "--spec", "alone.yml")
    assert (alone.code, "name the columns of slices in `by` (--by), too" in alone.err) == (2, True)
    Path("none.yml").write_text(SPEC.replace("by: hospital", "by: {}"))
    assert run("check", "--spec", "none.yml").code == 0


def test_one_value_is_one_slice(folder: Path) -> None:
    """A constant column has one slice, which scores as the table."""
    words: dict[str, Any] = {"by": "one", "query": "select *, 1 as one from 'visits.parquet'"}
    sliced = sqlmetrics.score(None, ["age", "sex"], ["disease"], **words)
    table = sqlmetrics.score("visits.parquet", ["age", "sex"], ["disease"])
    assert rounded(score._replace(slice=None) for score in sliced.scores) == rounded(table.scores)
    assert {score.slice for score in sliced.scores} == {"1"}
