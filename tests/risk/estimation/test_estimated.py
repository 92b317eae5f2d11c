"""Scores that are estimated from a sample of the classes, of relations on every engine."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any

import duckdb
import pytest

import sqlmetrics
from conftest import Run
from engines import Database
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.estimation.drawn import SumRow, columns_of
from sqlmetrics.risk.estimation.estimated import estimating, sums_sql
from sqlmetrics.risk.estimation.estimators import NO_ESTIMATE
from sqlmetrics.risk.estimation.sums import HASHES
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.statement.catalogue import metrics
from sqlmetrics.statement.planning import build_plan

CASES: dict[str, dict[str, Any]] = {
    "one key": {"quasi_identifiers": ["k"], "sensitive": ["x"]},
    "several": {"quasi_identifiers": ["k", "g", "p"], "sensitive": ["x", "zip"]},
    "recoded": {
        "quasi_identifiers": ["k", "y", "zip"],
        "sensitive": ["x"],
        "partitions": {"y": {"cuts": [2]}, "zip": {"prefix": 2}, "x": {"mapping": {"flu": "ill"}, "unmapped": "keep"}},
    },
    "without NULL": {"quasi_identifiers": ["k", "g"], "sensitive": ["x"], "nulls": "drop"},
    "suppressed": {"quasi_identifiers": ["k"], "sensitive": ["x"], "suppressed": "a"},
    "identity": {"quasi_identifiers": ["g", "zip"], "metrics": ["uniqueness"]},
}


def sums_by(database: Database, words: dict[str, Any], share: float) -> list[dict[str, float | None]]:
    """Return the rows of sums of a table on an engine, by the names of their columns."""
    plan = build_plan(spec_over({"relation": "t", **words}, "the test", None))
    made = estimating(plan, database.relation("t"))
    rows = database.rows(sums_sql(made, share, database.facts))
    columns = columns_of(made.wanted)
    return [
        {name: None if number is None else float(number) for name, number in zip(columns, row[1:], strict=True)}
        for row in rows
    ]


@pytest.fixture(scope="module")
def expected(truth: Database) -> Callable[[str], list[dict[str, float | None]]]:
    """Return the sums in DuckDB."""
    return lambda case: sums_by(truth, CASES[case], 0.5)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.engines("quick")
def test_every_engine_samples_the_same_classes(
    case: str, engine: Database, expected: Callable[[str], list[dict[str, float | None]]]
) -> None:
    """The sums over sampled classes are those of DuckDB."""
    for own, duck in zip(sums_by(engine, CASES[case], 0.5), expected(case), strict=True):
        assert own["sampled_classes"] == duck["sampled_classes"]
        for name, number in duck.items() if duck["sampled_classes"] else []:
            assert own[name] == (number if number is None else pytest.approx(number, rel=1e-9, abs=1e-12)), name


@pytest.mark.parametrize("case", CASES)
def test_of_all_classes_scores_are_exact(case: str, truth: Database) -> None:
    """With all classes each estimate is the score, and its interval has no width."""
    words = CASES[case] | {"connection": truth.connection, "look": False}
    if case != "identity":
        words["metrics"] = ["all"]
    exact, found = sqlmetrics.score("t", **words), sqlmetrics.score("t", **words, estimate=1_000_000)
    assert found.share == 1
    assert [score.view for score in found] == [score.view for score in exact]
    followed = 0
    for one, score in zip(found, exact, strict=True):
        assert one[:7] == score[:7]
        assert (one.unit, one.direction, one.parameters) == (score.unit, score.direction, score.parameters)
        if one.reason == NO_ESTIMATE:
            continue
        followed += 1
        assert one.value == (None if score.value is None else pytest.approx(score.value, rel=1e-9, abs=1e-12)), one
        assert one.reason == score.reason
        assert one.low == one.high == one.value
    assert followed > (0 if case == "identity" else 20)


def test_a_metric_alone_has_the_estimate_that_it_has_among_others(truth: Database) -> None:
    """The statement of each metric alone runs, and gives what that of all gives."""
    words = {"connection": truth.connection, "look": False, "estimate": 0.6}
    every = sqlmetrics.score("t", ["k", "g"], "x", metrics="all", **words)
    for metric in (metric for metric in metrics() if metric.estimate or metric.bound):
        alone = sqlmetrics.score("t", ["k", "g"], "x", metrics=metric.name, **words)
        among = [score for score in every if score.metric == metric.name]
        assert [(score.view, score.reason) for score in alone] == [(score.view, score.reason) for score in among]
        for one, score in zip(alone, among, strict=True):
            for number, other in ((one.value, score.value), (one.low, score.low), (one.high, score.high)):
                assert number == (None if other is None else pytest.approx(other, rel=1e-9, abs=1e-12)), metric.name


def salted(salt: int) -> duckdb.DuckDBPyConnection:
    """Return a database with a table whose classes have other hashes with each salt."""
    connection = duckdb.connect()
    connection.execute(f"""
        create table t as
        select '{salt}/' || (i * i % 700) as a, (i // 7) % 50 as b, (i * 5 + i // 9) % 4 as x from range(4000) s(i)""")
    return connection


def test_estimates_are_right_on_average_and_their_intervals_hold_the_score() -> None:
    """Over many hashes of the same table the mean is the score, as closely as the intervals say."""
    names = ["uniqueness", "distinction", "discrimination_rate", "conditional_entropy", "a_know"]
    exact = sqlmetrics.score("t", ["a", "b"], "x", connection=salted(0), metrics=names, look=False)
    runs = [
        sqlmetrics.score("t", ["a", "b"], "x", connection=salted(salt), metrics=names, look=False, estimate=0.4)
        for salt in range(30)
    ]
    for place, score in enumerate(exact):
        values = [run[place].value for run in runs]
        widths = [(run[place].high or 0) - (run[place].low or 0) for run in runs]
        assert score.value is not None
        assert all(value is not None for value in values)
        spread = fmean(widths) / (2 * 1.96)
        assert fmean(value or 0.0 for value in values) == pytest.approx(score.value, abs=4 * spread / math.sqrt(30))
        ends = [(run[place].low or 0.0, run[place].high or 0.0) for run in runs]
        held = [low - 1e-12 <= score.value <= high + 1e-12 for low, high in ends]
        assert sum(held) >= 26, score.metric


def test_a_number_of_classes_becomes_a_share(tmp_path: Path) -> None:
    """About as many classes as asked for are counted, by those of other hashes."""
    path = tmp_path / "people.parquet"
    duckdb.execute(f"copy (select i // 2 as a from range(40000) t(i)) to '{path}'")
    found = sqlmetrics.score(path, "a", metrics="distinction", estimate=1000, look=False)
    assert found.share == pytest.approx(1000 / 20000, rel=0.2)
    assert found[0].records == 40000
    assert found[0].low is not None
    assert found[0].high is not None
    assert found[0].low < 0.5 < found[0].high
    assert found.to_dict()["share"] == found.share


def test_the_command_line_estimates(run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scores of `--estimate` have intervals, beside the share of the classes they are from."""
    survey, ward = Path("fixtures/anes96.parquet").resolve(), Path("fixtures/ward.csv").resolve()
    monkeypatch.chdir(tmp_path)
    asked = (survey, "-q", "age", "-q", "education", "-q", "income", "-s", "vote", "--estimate", "0.5")
    found = json.loads(run("score", *asked, "-f", "json").out)
    assert found["share"] == 0.5
    rate = next(one for one in found["scores"] if one["metric"] == "discrimination_rate" and one["target"] == "vote")
    assert rate["low"] < rate["value"] < rate["high"]
    assert "estimated from 50 % of the classes" in run("score", *asked).out.replace("\n", " ")
    assert "the hash of each value of age, education, income" in run("score", *asked, "--explain").out
    assert f"< {HASHES // 2}" in run("sql", *asked).out
    assert run("score", *asked[:-1], "0").code == 2
    Path("estimated.yml").write_text(
        f"relation: '{ward}'\nquasi_identifiers: [age]\nestimate: 0.5\nthresholds: {{k_anonymity: {{at_least: 2}}}}\n"
    )
    for words in (("check", "estimated.yml"), ("check", "estimated.yml", "--report", "page.html")):
        refused = run(*words)
        assert (refused.code, "a verdict needs the scores of all classes" in refused.err) == (2, True)


def test_numbers_have_the_domains_of_a_long_mapping() -> None:
    """Each class has four records in either of two domains, and one mapped value is a text."""
    halves = {str(value): "ab"[value // 2 % 2] for value in range(80)} | {"many": "c"}
    asked: dict[str, Any] = {"partitions": {"x": {"mapping": halves}}, "metrics": "conditional_entropy"}
    table = {"k": [i % 3 for i in range(24)], "x": [i % 4 for i in range(24)]}
    *_, score = sqlmetrics.score(table, "k", "x", estimate=1000, **asked)
    assert score.target == "x"
    assert score.value == pytest.approx(1)


def test_an_empty_table_has_no_estimates(truth: Database) -> None:
    """Without records nothing is estimated."""
    found = sqlmetrics.score("empty", "k", "x", connection=truth.connection, estimate=0.5, look=False)
    assert {(score.value, score.reason) for score in found} == {(None, "the table has no records")}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"level": "class"}, "scores of the table, and none of classes"),
        ({"individual": "y"}, "score one record of each person"),
        ({"intervals": True}, "an estimate has intervals of its own"),
        ({"estimate": 0}, "greater than 0"),
        ({"metrics": "average_class_size"}, "average_class_size cannot be estimated"),
    ],
)
def test_what_is_not_estimated_is_refused(words: dict[str, Any], message: str, truth: Database) -> None:
    """What a sample of classes does not tell is refused."""
    with pytest.raises(SpecError, match=message):
        sqlmetrics.score("t", "k", "x", connection=truth.connection, **{"estimate": 0.5, "look": False} | words)


def test_the_statement_of_the_sums_is_printed() -> None:
    """The printed statement is the one that runs, and needs a share."""
    text = sqlmetrics.sql("t", "k", "x", metrics="uniqueness", estimate=0.25)
    assert f"< {HASHES // 4}" in text
    with pytest.raises(SpecError, match="needs the share"):
        sqlmetrics.sql("t", "k", "x", metrics="uniqueness", estimate=25)
    assert SumRow._fields == ("target_number", "numbers")
