"""Several attackers in one verdict: each as if alone, from one read of the relation."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from conftest import ROOT, Run, rounded
from engines import Database
from sqlmetrics.advice.written_words import known_words, spec_text
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.jobs import check
from sqlmetrics.risk.score import score, score_sql
from sqlmetrics.scoring.read_scores import read_rows_file
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.reading import read_words, spec_over
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.text import joined

Command = Callable[..., Run]

ANES = str(ROOT / "fixtures" / "anes96.parquet")
KNOWN = {"neighbour": ["age", "education"], "employer": ["income"], "both": ["income", "age", "tv_news"]}
"""What attackers of the election survey know."""

ASKED: dict[str, dict[str, Any]] = {
    "all metrics": {"metrics": "all", "sensitive": ["vote", "party"]},
    "NULL left out": {"nulls": "drop", "sensitive": ["vote", "self_placement"]},
    "people": {"individual": "dole_placement", "sensitive": "vote", "nulls": "drop"},
    "recoded": {"partitions": {"age": {"cuts": [30, 60]}}, "sensitive": "vote"},
    "a population": {"population": ANES, "sampling_fraction": 0.5},
    "weights": {"weight": "age", "metrics": "individual_risk"},
}
"""What is asked of the survey, by what it shows."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("asked", ASKED)
def test_each_attacker_scores_as_if_alone(asked: str) -> None:
    """Scores, what chance gives and records left out are as in a spec with one attacker."""
    words = ASKED[asked]
    known = {name: [column for column in own if column != words.get("weight")] for name, own in KNOWN.items()}
    together = sqlmetrics.score(ANES, attackers=known, look=False, **words)
    assert together.columns[-1] == "attacker"
    assert {row["attacker"] for row in together.listed(together.scores)} == known.keys()
    for name, columns in known.items():
        own = {**words, "partitions": {c: p for c, p in words.get("partitions", {}).items() if c in columns}}
        alone = sqlmetrics.score(ANES, columns, look=False, **own)
        held = together.attackers[name]
        assert rounded(held.scores) == rounded(alone.scores)
        assert rounded(held.chance.values()) == rounded(alone.chance.values())
        assert (held.records, held.individuals, held.left_out) == (alone.records, alone.individuals, alone.left_out)
        assert held.recodings == alone.recodings


@pytest.mark.engines("connection", "quick")
def test_engines_score_attackers_alike(engine: Database) -> None:
    """Counts that are kept, and the one statement of others, give the scores of each attacker."""
    known = {"first": ["k", "g"], "second": ["g", "zip"]}
    words: dict[str, Any] = {"sensitive": ["x", "y"], "nulls": "drop", "look": False}
    relation = engine.written("t")
    together = score(call_spec(relation, words={**words, "attackers": known}, connection=engine.connection))
    for name, columns in known.items():
        alone = score(call_spec(relation, columns, words=words, connection=engine.connection))
        assert rounded(together.attackers[name].scores) == rounded(alone.scores)
        assert together.attackers[name].left_out == alone.left_out


def test_the_relation_is_read_once() -> None:
    """DuckDB counts the relation once for all, and SQLite scores all in one statement."""
    words: dict[str, Any] = {"attackers": KNOWN, "sensitive": ["vote", "party"], "look": False}
    with duckdb.connect() as connection:
        connection.execute(f"create table survey as from '{ANES}'")
        connection.execute("call enable_logging('QueryLog')")
        score(call_spec("survey", words=words, connection=connection))
        found = connection.execute("select message from duckdb_logs where type = 'QueryLog'").fetchall()
        rows = connection.execute("from survey").fetchall()
        names = [name for name, *_ in connection.execute("describe survey").fetchall()]
    read = [sql for (sql,) in found if '"survey"' in sql and not sql.lower().startswith("describe")]
    assert ["grouping sets" in sql for sql in read] == [True], read
    asked: list[str] = []
    with sqlite3.connect(":memory:") as own:
        own.execute(f"create table survey ({', '.join(names)})")
        own.executemany(f"insert into survey values ({', '.join('?' for _ in names)})", rows)
        own.set_trace_callback(asked.append)
        score(call_spec("survey", words=words, connection=own))
        own.set_trace_callback(None)
        (query,) = [sql for sql in asked if '"survey"' in sql and "read_once" in sql]
        steps = [row[-1] for row in own.execute(f"explain query plan {query}")]
        assert sum("survey" in step for step in steps) == 1, steps
    assert sum('"survey"' in sql and "count(" in sql for sql in asked) == 1


def test_printed_statements(tmp_path: Path) -> None:
    """One statement where a dialect keeps counts, one each elsewhere; with a table one counts."""
    spec = parse_spec({"relation": "t", "attackers": KNOWN, "sensitive": ["vote"], "metrics": ["itpr"]})
    together = score_sql(spec, dialect="postgres")
    assert together.count('from "t"') == 1
    assert "-- neighbour knows age and education" in together
    apart = score_sql(spec, dialect="mariadb")
    assert apart.count("from `t`") == len(KNOWN)
    assert [text.splitlines()[1] for text in apart.split("-- part")[1:]] == [
        f"-- {name} knows {joined(known)}" for name, known in KNOWN.items()
    ]
    staged = score_sql(spec, dialect="mariadb", count_table="c")
    assert (staged.count("from `t`"), staged.count("from `c`"), staged.count("create table")) == (1, len(KNOWN), 1)
    with duckdb.connect() as connection:
        connection.execute(f"create table t as from '{ANES}'")
        rows = connection.execute(score_sql(spec)).fetchall()
        connection.execute(f"copy ({score_sql(spec)[:-1]}) to '{tmp_path / 'rows.csv'}'")
    assert len(rows) == 2 * len(KNOWN)
    text = f"attackers: {json.dumps(KNOWN)}\nsensitive: vote\nmetrics: itpr\nthresholds: {{itpr: 0.5}}\n"
    (tmp_path / "spec.yml").write_text(text)
    (tmp_path / "other.yml").write_text(text.replace('"income"]', '"vote"]').replace("sensitive: vote\n", ""))
    assert sqlmetrics_read(tmp_path, "spec.yml") == [*KNOWN]
    with pytest.raises(SpecError, match=r"rows.csv is not about the `attackers`.* no scores of 'employer'"):
        sqlmetrics_read(tmp_path, "other.yml")


def test_rows_of_separate_statements_are_read_by_attacker(tmp_path: Path) -> None:
    """Rows of each printed part, one below the other, are told apart by what is known."""
    words = {"attackers": KNOWN, "sensitive": ["vote"], "metrics": ["itpr", "k_anonymity"]}
    spec = parse_spec({"relation": "t", **words})
    counting, *parts = score_sql(spec, count_table="c").split("-- part")[1:]
    rows = list[str]()
    with duckdb.connect() as connection:
        connection.execute(f"create table t as from '{ANES}'")
        connection.execute(f"-- part{counting}")
        for part in parts:
            statement = f"-- part{part}".rstrip().removesuffix(";")
            connection.execute(f"copy ({statement}\n) to '{tmp_path / 'part.csv'}'")
            header, *own = (tmp_path / "part.csv").read_text().splitlines()
            rows += own if rows else [header, *own]
    (tmp_path / "rows.csv").write_text("\n".join(rows) + "\n")
    (tmp_path / "spec.yml").write_text(json.dumps(words))
    read = read_rows_file(tmp_path / "rows.csv", spec_over({}, "", tmp_path / "spec.yml"))
    whole = score(call_spec(ANES, words={**words, "look": False}))
    assert [*read.attackers] == [*KNOWN]
    for name in KNOWN:
        values = {(one.metric, one.target): one.value for one in whole.attackers[name].scores}
        assert {(one.metric, one.target): one.value for one in read.attackers[name].scores} == pytest.approx(values)


def sqlmetrics_read(folder: Path, spec: str) -> list[str]:
    """Return the attackers of rows that a statement returned, in the order of the spec."""
    return [*read_rows_file(folder / "rows.csv", spec_over({}, "", folder / spec)).attackers]


SPEC = """relation: ward.csv
attackers:
  employer: [age]
  neighbour: {quasi_identifiers: [zip, age], thresholds: {k_anonymity: 1, uniqueness: 0.01}}
sensitive: disease
ignored: [id, stay]
thresholds: {k_anonymity: 2}
"""


@pytest.fixture
def ward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the ward and a spec, in which one attacker knows more than the other."""
    monkeypatch.chdir(tmp_path)
    Path("ward.csv").write_bytes((ROOT / "fixtures" / "ward.csv").read_bytes())
    Path("spec.yml").write_text(SPEC)
    return tmp_path


def test_one_verdict_on_all_attackers(ward: Path, run: Command) -> None:
    """The worst attacker comes first, each with limits of their own, and one exit code for all."""
    ended = run("check", "--spec", "spec.yml")
    assert ended.code == 1
    lines = [line.split("  ")[0] for line in ended.out.splitlines()]
    assert [line for line in lines if "knows" in line] == [
        "neighbour, who knows zip and age",
        "employer, who knows age",
    ]
    assert ended.out.splitlines()[-1] == (
        "1 of 3 thresholds failed; 1 of 2 attackers passes; worst: neighbour (unique 0.0833)"
    )
    (job,) = json.loads(run("check", "--spec", "spec.yml", "-f", "json").out)["jobs"]
    assert [(one["attacker"], one["passed"]) for one in job["attackers"]] == [("neighbour", False), ("employer", True)]
    assert [(one["attacker"], one["metric"], one["limit"], one["passed"]) for one in job["verdicts"]] == [
        ("neighbour", "k_anonymity", 1, True),
        ("neighbour", "uniqueness", 0.01, False),
        ("employer", "k_anonymity", 2, True),
    ]
    assert (
        'name="uniqueness of identity to neighbour at most 0.01"'
        in run("check", "--spec", "spec.yml", "-f", "junit").out
    )
    Path("spec.yml").write_text(SPEC.replace("0.01", "0.1"))
    assert run("check", "--spec", "spec.yml").code == 0
    assert run("check", "--spec", "spec.yml").out.splitlines()[-1].endswith("; all 2 attackers pass")


def test_flags_and_files_replace_what_is_known(ward: Path, run: Command) -> None:
    """Columns of one attacker take the place of attackers, and the other way round."""
    text = run("score", "ward.csv", "--attacker", "a=age,zip", "--attacker", "b=age", "-m", "k", "-f", "csv").out
    assert [line.rpartition(",")[2] for line in text.splitlines()] == ["attacker", "a", "b"]
    alone = spec_over({"quasi_identifiers": ["age"]}, "", "spec.yml")
    assert (alone.quasi_identifiers, alone.attackers) == (["age"], {})
    others = spec_over({"attackers": {"x": ["stay"]}}, "", "spec.yml")
    assert (others.quasi_identifiers, [*others.attackers]) == (["stay"], ["x"])
    Path("jobs.yml").write_text(SPEC + "jobs:\n  all: {}\n  one: {quasi_identifiers: stay, ignored: id}\n")
    jobs = json.loads(run("run", "jobs.yml", "-f", "json").out)["jobs"]
    assert [len(job.get("attackers", ())) for job in jobs] == [2, 0]


def test_counts_are_rolled_up_for_each_attacker(ward: Path) -> None:
    """Files of counts give the scores of the relation that they count."""
    sqlmetrics.count("ward.csv", ["zip", "age"], "disease", allow_singles=True, output="counts.parquet")
    spec = parse_spec(read_words(Path("spec.yml")))
    counted = check(spec.model_copy(update={"relation": None, "counts": ["counts.parquet"]})).outcomes[0].held
    read = check(spec.model_copy(update={"look": False})).outcomes[0].held
    assert counted is not None
    assert read is not None
    assert rounded(counted.scores.scores) == rounded(read.scores.scores)
    assert [one.name for one in counted.attackers] == [one.name for one in read.attackers]


def test_columns_that_nobody_knows_yet(ward: Path, run: Command) -> None:
    """New columns that may be known are added by the author, who can say by whom."""
    Path("spec.yml").write_text(SPEC.replace("[zip, age]", "[stay]").replace("[id, stay]", "[id]"))
    ended = run("init", "spec.yml", "--update")
    assert ended.code == 2
    assert "zip may be known to somebody: add each to the `attackers`" in ended.err


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "both words": ({"quasi_identifiers": ["zip"]}, "leave `quasi_identifiers` out"),
    "nothing known": ({"attackers": {"a": []}}, "attackers.a"),
    "a column twice": ({"attackers": {"a": ["age", "age"]}}, "'a' names a column twice"),
    "the same columns": ({"attackers": {"a": ["age", "zip"], "b": ["zip", "age"]}}, "'a' and 'b' know the same"),
    "no name": ({"attackers": {" ": ["age"]}}, "the name of an attacker"),
    "an unknown word": (
        {"attackers": {"a": {"quasi": ["age"]}}},
        "'attackers.a.quasi' is unknown; allowed: quasi_identifiers",
    ),
    "an unknown word of a limit": (
        {"attackers": {"a": {"quasi_identifiers": ["age"], "thresholds": {"itpr": {"at_mst": 1}}}}},
        "did you mean 'at_most'",
    ),
    "a column with two roles": ({"attackers": {"a": ["age", "disease"]}}, "'disease' is named 2 times"),
    "a missing column": ({"attackers": {"a": ["age", "zipp"]}}, "no column 'zipp'"),
    "slices": ({"by": "stay"}, "`by` does not go with `attackers`: each attacker is scored by columns of their own"),
    "classes": ({"level": "class"}, "check does not take `level: class`"),
    "a limit on nothing": (
        {"attackers": {"a": {"quasi_identifiers": ["age"], "thresholds": {"itpr": {"at_most": 1, "target": "x"}}}}},
        "measures nothing",
    ),
}
"""Words that go with no attackers, and what is said."""


@pytest.mark.parametrize("why", REFUSED)
def test_refused_words(why: str, ward: Path) -> None:
    """A message says what to do, before anything is scored."""
    words, message = REFUSED[why]
    words = {
        "relation": "ward.csv",
        "attackers": {"a": ["age"]},
        "sensitive": "disease",
        "thresholds": {"k": 1},
    } | words
    with pytest.raises(SpecError, match=message):
        sqlmetrics.check(**words)


def test_the_report_describes_one_attacker_and_judges_all(ward: Path, run: Command) -> None:
    """Conditions name attackers; figures are about the worst, or for all the first to fail."""
    Path("spec.yml").write_text(SPEC.replace("{k_anonymity: 2}", "{k_anonymity: 4}"))
    made = {}
    for name, flags in {"public": [], "internal": ["--internal"]}.items():
        assert run("report", "--spec", "spec.yml", *flags, "-o", f"{name}.html", "--json", f"{name}.json").code == 0
        assert run("verify", f"{name}.json", "--relation", "ward.csv", "--spec", "spec.yml").code == 0
        made[name] = json.loads(Path(f"{name}.json").read_text())
    assert made["public"]["spec"]["attackers"].keys() == {"employer", "neighbour"}
    of = {
        name: [(one["attacker"], one["metric"], one["passed"]) for one in own["conditions"]]
        for name, own in made.items()
    }
    first, *rest = [
        ("employer", "k_anonymity", False),
        ("neighbour", "k_anonymity", True),
        ("neighbour", "uniqueness", False),
    ]
    assert of == {"public": [first, *rest], "internal": [*rest, first]}
    assert {tuple(score["known"]) for score in made["public"]["scores"]} == {("age",)}
    assert {tuple(score["known"]) for score in made["internal"]["scores"]} == {("zip", "age")}
    assert [one["name"] for one in made["internal"]["attackers"]] == ["neighbour", "employer"]
    page = Path("internal.html").read_text()
    assert "All figures here are about neighbour." in page
    assert '<span class="of">to employer</span>' in page


def test_a_history_follows_each_attacker(ward: Path, run: Command) -> None:
    """A score is compared with the same attacker's score before, by the columns that are known."""
    Path("spec.yml").write_text(SPEC + "history: runs.duckdb\nno_worse_than: last\nmetrics: [k_anonymity]\n")
    assert run("check", "--spec", "spec.yml", "--run-id", "r1").code == 1
    Path("spec.yml").write_text(Path("spec.yml").read_text().replace("employer", "colleague").replace("0.01", "1"))
    lines = Path("ward.csv").read_text().splitlines()
    Path("ward.csv").write_text("\n".join([*lines, lines[1], ""]))
    (job,) = json.loads(run("check", "--spec", "spec.yml", "--run-id", "r2", "-f", "json").out)["jobs"]
    beside = [(one["attacker"], one["metric"], one["limit"]) for one in job["verdicts"] if one["origin"] == "r1"]
    assert sorted(beside) == [
        ("colleague", "k_anonymity", 3),
        ("neighbour", "k_anonymity", 1),
        ("neighbour", "uniqueness", pytest.approx(1 / 12)),
    ]
    told = run("history", "runs.duckdb").out
    assert all(text in told for text in ("k_anonymity of identity, knowing age", "knowing zip, age")), told


def test_advice_passes_for_all_attackers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cheapest recoding is the cheapest of all that pass for each attacker by what is known."""
    monkeypatch.chdir(tmp_path)
    pick = random.Random(7)
    columns = ("a", "b", "c")
    rows = [["".join(pick.choices("12", (3, 1), k=2)) for _ in columns] for _ in range(60)]
    Path("d.csv").write_text("\n".join(["a,b,c", *(",".join(f"x{value}" for value in row) for row in rows), ""]))
    weights = {"a": 1.0, "b": 2.5, "c": 4.0}
    known, least = {"first": ["a", "b"], "second": ["b", "c"]}, {"first": 4, "second": 9}
    words: dict[str, Any] = {
        "attackers": {
            name: {"quasi_identifiers": own, "thresholds": {"k": least[name]}} for name, own in known.items()
        },
        "advise": {
            "generalizations": {column: {"prefix": 2} for column in columns},
            "loss": "columns_changed",
            "prefer": weights,
        },
        "look": False,
    }
    advice = sqlmetrics.advise("d.csv", **words)

    def passes(node: dict[str, int]) -> bool:
        for name, own in known.items():
            places = [[*columns].index(column) for column in own]
            cut = {place: 2 - node[[*columns][place]] for place in places}
            sizes = Counter(tuple(row[place][: cut[place]] for place in places) for row in rows)
            if min(sizes.values()) < least[name]:
                return False
        return True

    def loss(node: dict[str, int]) -> float:
        return sum(weights[column] for column, level in node.items() if level)

    nodes = [dict(zip(columns, levels, strict=True)) for levels in product(range(3), repeat=3)]
    cheapest = min(filter(passes, nodes), key=loss)
    assert advice.proven
    assert advice.levels is not None
    assert passes(advice.levels)
    assert advice.loss == pytest.approx(loss(cheapest)) == pytest.approx(loss(advice.levels))
    held = {(one.attacker, one.limit, one.passed) for one in advice.thresholds}
    assert held == {("first", 4, True), ("second", 9, True)}
    assert advice.source_spec is not None
    assert sqlmetrics.check(**advice.source_spec).passed
    Path("view.yml").write_text(spec_text(advice.spec or {}, "the view"))
    assert [*spec_over({}, "", "view.yml").attackers] == ["first", "second"]
    three = {"x": ["a"], "y": {"quasi_identifiers": ["a", "b"], "thresholds": {"k": 3}}, "z": ["b"]}
    same = parse_spec({"attackers": three, "thresholds": {"k": 2}})
    both = {"attackers": {"x": {"quasi_identifiers": ["a"], "thresholds": {"k": [2, 3]}}}}
    assert known_words(same, ["a"]) == both
    strict = sqlmetrics.advise("d.csv", **{**words, "thresholds": {"k": 61}, "attackers": known})
    assert not strict.passed
    assert {one.attacker for one in strict.thresholds} == known.keys()
    for word, value in {"suppress": "2%", "local": True, "frontier": True, "loss": "discernibility"}.items():
        with pytest.raises(SpecError, match=f"`{word}.*` is for one attacker"):
            sqlmetrics.advise("d.csv", attackers=known, thresholds={"k": 2}, advise={word: value})
