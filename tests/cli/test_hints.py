"""Names that are misspelt, or spelt as elsewhere: what is understood, and what is suggested."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.cli.hints import nearest_flags
from sqlmetrics.statement.catalogue import every_metric, find
from sqlmetrics.statement.dialects import check_dialect
from sqlmetrics.text import nearest

Command = Callable[..., Run]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table of people and files that come before it by their letters."""
    monkeypatch.chdir(tmp_path)
    duckdb.execute(
        "copy (select i % 7 as age, 'fm'[1 + i % 2] as sex, 'd' || (i % 4) as disease from range(200) t(i))"
        " to 'people.parquet'"
    )
    for other in ("age.csv", "bills.csv", "out.csv", "out.json"):
        Path(other).write_text("a\n1\n")
    for name in ("one", "several"):
        Path(name).mkdir()
    Path("one", "x.csv").write_text("a^b\n1^2\n")
    for other in ("b.json", "a.csv"):
        Path("several", other).write_text("a\n1\n")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("score", "peple.parquet", "-q", "age"), 2, "no such file: peple.parquet; did you mean 'people.parquet'?"),
        (("score", "people.parquet", "-q", "age", "sex"), 2, "repeat the flag: -q age -q sex"),
        (("suda", "people.parquet", "-q", "age", "sex"), 2, "repeat the flag: -q age -q sex"),
        (("score", "people.parquet", "-q", "age,sex"), 2, "name each column by itself: -q age -q sex"),
        (("score", "people.parquet", "-q", "sex", "-s", "age, disease"), 2, "itself: -s age -s disease"),
        (("score", "people.parquet", "--qi", "age"), 2, "No such option: --qi; did you mean --quasi-identifier?"),
        (("score", "people.parquet", "--sens", "age"), 2, "did you mean --sensitive?"),
        (("score", "people.parquet", "-q", "agee"), 2, "no column 'agee'; did you mean 'age'? Its columns: age,"),
        (("score", "people.parquet", "-q", "country"), 2, "no column 'country'; its columns: age, sex, disease"),
        (("score", "people.parquet", "-q", "age", "-m", "kanonymty"), 2, "did you mean 'k_anonymity' or 'alpha"),
        (("metrics", "sedrr"), 2, "unknown metric 'sedrr'; did you mean 'discrimination_rate'"),
        (
            ("sql", "people", "-q", "age", "--dialect", "bigqery"),
            2,
            "'bigqery'; did you mean 'bigquery'? There",
        ),
        (("sql", "people", "-q", "age", "--dialect", "postgresq"), 2, "did you mean 'postgres'?"),
        (
            ("sql", "people", "-q", "age", "--dialect", "Athena"),
            2,
            "'Athena'; it speaks the dialect of trino, or nearly: write",
        ),
        (("sql", "people", "-q", "age", "--dialect", "aurora"), 2, "write postgres or mysql"),
        (("sql", "people", "-q", "age", "--dialect", "db2"), 2, "unknown dialect 'db2'; there are: duckdb, postgres"),
        (
            ("check", "people.parquet", "-q", "sex"),
            2,
            "No such option: -q; check takes it from a spec: write `quasi_identifiers` and `thresholds` in FILE.yml,",
        ),
        (("run", "jobs.yml", "--metric", "k"), 2, "run takes it from a spec: write `metrics` and `thresholds` in"),
        (("advise", "--print-spec"), 2, "requires an argument: --print-spec <view|source>"),
        (("score", "people.parquet", "-q"), 2, "requires an argument: -q, --quasi-identifier COL"),
        (
            ("score", "one/x.csv", "-q", "a"),
            2,
            "one/x.csv has one column: is the separator right, and is each quote closed?",
        ),
        (("score", "several", "-q", "a"), 2, "several holds files of .csv, .json; name one kind, as several/*.csv"),
        (
            ("classes", "people.parquet", "-q", "age", "--condition", "kk < 3"),
            2,
            "kk; did you mean 'k_anonymity'? There are: k_",
        ),
    ],
)
def test_a_refusal_says_what_may_have_been_meant(
    run: Command, folder: Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    """The message suggests the nearest name of all there are, and is glued as a sentence."""
    result = run(*arguments)
    assert (result.code, result.out) == (code, "")
    assert message in " ".join(result.err.split())
    assert "; There" not in result.err
    assert "; Its" not in result.err


def test_files_beside_one_that_is_missing_are_listed_where_none_is_like_it(run: Command, folder: Path) -> None:
    """Of files that are named otherwise a message lists the first three."""
    assert "beside it: age.csv, bills.csv, out.csv and 2 more;" in run("score", "zzzzzz.parquet", "-q", "age").err


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        *(("DR", "discrimination_rate"), ("sdr", "discrimination_rate"), ("CDR", "discrimination_rate")),
        *(("SeDR", "discrimination_rate"), ("ITPR", "itpr"), ("discrimination-rate", "discrimination_rate")),
        *(
            ("k", "k_anonymity"),
            ("k-anonymity", "k_anonymity"),
            ("K Anonymity", "k_anonymity"),
            ("l", "distinct_l_diversity"),
        ),
        *(("t-closeness", "t_closeness_equal"), ("l-diversity", "distinct_l_diversity"), ("l", "distinct_l_diversity")),
        *(("Sample uniqueness", "uniqueness"), ("H(X|Y)", "conditional_entropy"), ("H(X)", "entropy")),
        *(("republication", "candidates_left"), ("differencing", "newcomers_alone")),
        *(("trajectory", "unicity"), ("Trace", "unicity"), ("mobility", "unicity"), ("event log", "unicity")),
        *(("transactions", "unicity"), ("k^m-anonymity", "k_anonymity"), ("entity_id", "k_anonymity")),
        *(("1/k", "prosecutor_risk"), ("NCP", "normalized_granularity"), ("(alpha,k)-anonymity", "alpha_k_anonymity")),
    ],
)
def test_metrics_are_found_by_symbol_acronym_title_and_words_of_others(name: str, metric: str) -> None:
    """Case, hyphens and blanks make no difference."""
    found = find(name, every_metric())
    assert found is not None
    assert found.name == metric


def test_every_metric_is_found_by_its_own_name_and_by_no_other() -> None:
    """No name, symbol or title of another metric hides a metric's name."""
    known = every_metric()
    for name in known:
        for written in (name, name.upper(), name.replace("_", "-"), name.replace("_", " ")):
            found = find(written, known)
            assert found is not None
            assert found.name == name


def test_metrics_by_other_names_wherever_a_name_is_taken(run: Command, folder: Path) -> None:
    """On the command line, in thresholds, jobs, histories, conditions and in Python."""
    assert run("metrics", "DR").out.startswith("discrimination_rate: Discrimination rate")
    assert "SDR, CDR, SeDR" in run("metrics", "SeDR").out
    scored = run("score", "people.parquet", "-q", "age", "-s", "disease", "-m", "SDR", "-m", "ITPR", "-f", "csv")
    assert [line.split(",")[0] for line in scored.out.splitlines()] == [
        *("metric", "itpr", "discrimination_rate", "itpr", "discrimination_rate")
    ]
    Path("s.yml").write_text(
        "relation: people.parquet\nquasi_identifiers: [age]\nsensitive: [disease]\n"
        "metrics: [k]\nthresholds: {K-Anonymity: {at_least: 2}, DR: {at_most: 0.9}}\n"
    )
    checked = run("check", "--spec", "s.yml", "--history", "h.duckdb")
    assert checked.code == 0
    assert "discrimination_rate" in checked.out
    assert "k_anonymity" in run("history", "h.duckdb", "--metric", "k-anonymity").out
    scores = sqlmetrics.score("people.parquet", ["age"], ["disease"], metrics=["DR"])
    assert scores.value("dr", target="disease") == scores.value("discrimination_rate", target="disease")
    listed = run("classes", "people.parquet", "-q", "age", "--condition", "k-anonymity < 3", "-m", "DR")
    assert listed.out.startswith("people.parquet: classes with k_anonymity < 3")


@pytest.mark.parametrize(
    ("name", "dialect"),
    [
        *(("postgresql", "postgres"), ("pg", "postgres"), ("PostgreSQL", "postgres"), ("mssql", "sqlserver")),
        *(("tsql", "sqlserver"), ("T-SQL", "sqlserver"), ("SQL Server", "sqlserver"), ("sqlite3", "sqlite")),
        *(("MariaDB", "mariadb"), ("BQ", "bigquery"), ("googlesql", "bigquery"), ("pyspark", "spark")),
    ],
)
def test_dialects_by_the_names_of_other_tools(name: str, dialect: str) -> None:
    """A dialect has its own name, those of its URLs, and those that other tools have for it."""
    assert check_dialect(name).name == dialect


def test_the_nearest_names() -> None:
    """Names that differ in case or separators alone come alone, else the most similar."""
    assert nearest("AGE", ["age", "page"]) == ["age"]
    assert nearest("salary class", ["salary-class", "salary"]) == ["salary-class"]
    assert nearest("occupatoin", ["occupation", "education"])[0] == "occupation"
    assert nearest("x", ["age"]) == []
    assert nearest_flags("--qi", ["--quiet", "--quasi-identifier"]) == ["--quasi-identifier"]
    assert nearest_flags("--quassi", ["--quiet", "--quasi-identifier"]) == ["--quasi-identifier"]
    assert nearest_flags("--colour", ["--quiet", "--quasi-identifier"]) == []
