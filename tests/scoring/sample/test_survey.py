"""Survey weights: individual risk, its sums and households, beside their definitions."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from conftest import Run
from examples import examples
from sqlmetrics.errors import SpecError
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import render

Command = Callable[..., Run]

OF_PEOPLE = ("individual_risk", "global_risk", "expected_reidentifications")
OF_HOMES = ("household_risk", "global_household_risk", "expected_household_reidentifications")

SDCMICRO: Mapping[str, Sequence[Any]] = {
    "a": [2, 3, 2, 2, 3, 3, 1, 2],
    "b": [3, 3, 3, 3, 3, 3, 4, 3],
    "c": [1, 3, 1, 2, 1, 1, 1, 1],
    "w": [18.0, 45.5, 39.0, 17.0, 92.0, 8.0, 123.5, 51.0],
}
"""The table of sdcMicro's test of indivRisk."""

PUBLISHED = {(2, 3, 1): 0.01355297, (3, 3, 3): 0.08579129, (2, 3, 2): 0.17707583, (3, 3, 1): 0.01877883}
PUBLISHED |= {(1, 4, 1): 0.03931625}
"""The exact risks that the test expects, by class."""

BY_SIZE = {
    (3, 108.0): 0.013552968,
    (1, 45.5): 0.085791288,
    (4, 125.0): 0.010504889,
    (2, 56.0): 0.032466112,
    (3, 151.0): 0.009756889,
    (1, 123.5): 0.039316254,
    (5, 208.0): 0.005962551,
}
"""The exact risks of its table with NULLs, by the records and weights that its wildcards match."""

TO_50_DIGITS = {
    (1, 1e9): 2.0723265857669677e-8,
    (2, 1e3): 0.0019790498508101486,
    (3, 1e9): 1.4999999955000005e-9,
    (16, 33.0): 0.031278643919140394,
    (17, 1e9): 1.0624999987958333e-9,
    (40, 41.0): 0.024404770148734619,
    (1000, 1e7): 1.0010009007003196e-7,
    (1000000, 3e6): 3.3333355555562963e-7,
}
"""Risks by 2F1 in 50 digits (mpmath 1.4), by the size of a class and the sum of its weights."""


def by_definition(size: int, people: float) -> float:
    """Return the mean of 1 / F for F negative binomial, as the sum over its values.

    F - size failures come before so many successes, each of the chance size / people.
    """
    if people <= size:
        return 1 / size
    chance = size / people
    least, most = size, int(people + 60 * (1 + math.sqrt(people)) + 60 * people / size)
    values = np.arange(least, most, dtype=np.longdouble)
    ratios = np.log((1 - np.longdouble(chance)) * values[:-1] / (values[1:] - size))
    logs = np.concatenate(([size * np.log(np.longdouble(chance))], ratios)).cumsum()
    return float((np.exp(logs) / values).sum())


def connect(table: Mapping[str, Sequence[Any]]) -> duckdb.DuckDBPyConnection:
    """Return a database with a table `t`; columns of texts are called k.., others hold numbers."""
    connection = duckdb.connect()
    columns = ", ".join(f"{name} {'varchar' if name.startswith('k') else 'double'}" for name in table)
    connection.execute(f"create table t ({columns})").fetchall()
    rows = list(zip(*table.values(), strict=True))
    if rows:
        connection.executemany(f"insert into t values ({', '.join('?' * len(table))})", rows)
    return connection


def scored(table: Mapping[str, Sequence[Any]], keys: list[str], **words: Any) -> sqlmetrics.Scores:
    """Return the scores of a table with weights `w`."""
    return sqlmetrics.score("t", keys, connection=connect(table), weight="w", **words)


def test_the_risks_are_those_of_sdcmicro() -> None:
    """The classes of its test have the risks that it expects, and the sums are theirs."""
    scores = scored(SDCMICRO, ["a", "b", "c"], level="class", metrics=["individual_risk"])
    for key, risk in PUBLISHED.items():
        assert scores.value("individual_risk", key=list(map(float, key))) == pytest.approx(risk, abs=5e-9)
    risks = [score.value or 0 for score in scores.scores]
    assert risks == sorted(risks, reverse=True)
    table = scored(SDCMICRO, ["a", "b", "c"], metrics=OF_PEOPLE)
    expected = 3 * 0.01355297 + 2 * 0.01877883 + 0.08579129 + 0.17707583 + 0.03931625
    assert [table.value(metric) for metric in OF_PEOPLE] == [
        pytest.approx(value, abs=5e-8) for value in (0.17707583, expected / 8, expected)
    ]


def test_few_classes_have_the_risks_that_others_publish() -> None:
    """A class of so many records and so much weight has the risk that sdcMicro's test expects."""
    keys, weights = [], []
    for number, (size, people) in enumerate(BY_SIZE):
        keys += [f"{number}"] * size
        weights += [people / size] * size
    scores = scored({"k": keys, "w": weights}, ["k"], level="class", metrics=["individual_risk"])
    for number, risk in enumerate(BY_SIZE.values()):
        assert scores.value("individual_risk", key=[f"{number}"]) == pytest.approx(risk, abs=5e-10)


def test_the_risk_is_exact_for_every_size_and_share() -> None:
    """It keeps 12 digits from shares of a thousand millionth on, and is the sum by definition."""
    cases = list(TO_50_DIGITS) + [
        (size, size / share) for size in (1, 2, 3, 5, 15, 16, 17, 18, 40, 1000) for share in (0.01, 0.3, 0.49, 0.5, 0.9)
    ]
    duck = DIALECTS["duckdb"]
    few, many = render("few_risk", 1, 16, "0", dialect=duck), render("many_risk", 1, 20, "1", dialect=duck)
    risk = f"case when share_here < 0.5 and people_here <= 16 then {few} else share_here / people_here / {many} end"
    rows = ", ".join(f"({size}::double, {people!r}::double)" for size, people in cases)
    shares = "f as people_here, f / w as share_here, (w - f) / w as share_elsewhere, f / (w - f) as odds_here"
    found = duckdb.execute(f"select {risk} from (select {shares} from (values {rows}) v(f, w))").fetchall()
    for (size, people), (value,) in zip(cases, found, strict=True):
        known = TO_50_DIGITS.get((size, people))
        assert value == pytest.approx(by_definition(size, people) if known is None else known, rel=1e-12)


KEY = st.sampled_from(["a", "b", None])
PERSON = st.tuples(KEY, KEY, st.sampled_from([1, 1.5, 2, 7.25, 40]), st.sampled_from(["x", "y", "z", None]))


@examples(15)
@given(st.lists(PERSON, min_size=1, max_size=14), st.booleans())
def test_the_scores_follow_their_definitions(people: list[Any], drop: bool) -> None:
    """The worst, the mean and the sum, of people and of households, with NULLs anywhere."""
    kept = [person for person in people if not drop or None not in person[:2]]
    columns = dict(zip(("k", "k2", "w", "kh"), zip(*people, strict=True), strict=True))
    metrics = [*OF_PEOPLE, *OF_HOMES]
    nulls = "drop" if drop else "category"
    scores = scored(columns, ["k", "k2"], household="kh", metrics=metrics, nulls=nulls)
    if not kept:
        assert {score.reason for score in scores.scores} == {"no records are left without NULLs"}
        return
    weights, homes = defaultdict(list), defaultdict(list)
    for *key, weight, _ in kept:
        weights[tuple(key)].append(weight)
    risks = [by_definition(len(own := weights[key[0], key[1]]), sum(own)) for *key, _, _ in kept]
    for number, (person, risk) in enumerate(zip(kept, risks, strict=True)):
        homes[person[3] or number].append(risk)
    housed = [1 - math.prod(1 - risk for risk in own) for own in homes.values() for _ in own]
    expected = [value for own in (risks, housed) for value in (max(own), sum(own) / len(kept), sum(own))]
    assert [scores.value(metric) for metric in metrics] == pytest.approx(expected, rel=1e-9)


def test_a_person_has_one_weight() -> None:
    """People are counted where an individual tells them apart, each with the weight of a record."""
    table: dict[str, Sequence[Any]] = {
        "k": ["a", "a", "a", "b"],
        "p": [1, 1, 2, 3],
        "w": [3, 3, 5, 4],
        "kh": ["x", "x", "y", "x"],
    }
    scores = scored(table, ["k"], individual="p", household="kh", metrics=["individual_risk", "household_risk"])
    two, one = by_definition(2, 8), by_definition(1, 4)
    assert scores.value("individual_risk") == pytest.approx(max(two, one))
    assert scores.value("household_risk") == pytest.approx(1 - (1 - two) * (1 - one))
    people = [1, 1, 2, 3]
    for keys in ("aaab", "abab"):
        several: dict[str, Sequence[Any]] = {"k": [*keys], "p": people, "w": [3, 4, 5, 4]}
        with pytest.raises(SpecError, match="a person has several"):
            scored(several, ["k"], individual="p", metrics=["individual_risk"])


def test_a_person_of_several_households_counts_in_the_riskiest() -> None:
    """Each person counts once, by the largest of their risks, in the riskiest household."""
    table: dict[str, Sequence[Any]] = {"k": ["a", "b", "b"], "p": [1, 1, 2], "w": [2, 2, 3], "kh": ["x", "y", "y"]}
    scores = scored(table, ["k"], individual="p", household="kh", metrics=OF_HOMES)
    alone, two = by_definition(1, 2), by_definition(2, 5)
    worst = 1 - (1 - alone) * (1 - two)
    assert [scores.value(metric) for metric in OF_HOMES] == pytest.approx([worst, worst, 2 * worst])


def test_recoded_and_suppressed_records_keep_their_weights() -> None:
    """Weights are added up by recoded keys, without the records that suppression leaves out."""
    table: Mapping[str, Sequence[Any]] = {"k": ["aa", "ab", "b", "*"], "w": [3, 5, 4, 9]}
    words: dict[str, Any] = {"partitions": {"k": {"prefix": 1}}, "suppressed": "*", "metrics": OF_PEOPLE[2:]}
    people = 2 * by_definition(2, 8) + by_definition(1, 4)
    assert scored(table, ["k"], **words).value("expected_reidentifications") == pytest.approx(people)
    with_mark = scored(table, ["k"], **words, keep_suppressed=True)
    assert with_mark.value("expected_reidentifications") == pytest.approx(people + by_definition(1, 9))


@pytest.mark.parametrize("weight", [None, 0, -1, math.nan, math.inf, 2e12])
def test_a_weight_is_a_number_of_people(weight: float | None) -> None:
    """A weight that is none stops scores and classes with a message that says what to do."""
    table: Mapping[str, Sequence[Any]] = {"k": ["a", "a", "b"], "w": [weight, 2, 3]}
    with pytest.raises(SpecError, match=r"a `weight` of t is missing, not above 0 .* leave it out by `where`"):
        scored(table, ["k"], metrics=["global_risk"])
    with pytest.raises(SpecError, match="a `weight` of t is missing"):
        sqlmetrics.classes("t", ["k"], conditions="individual_risk > 0.1", weight="w", connection=connect(table))
    statement = sqlmetrics.sql("t", ["k"], weight="w", metrics=["individual_risk"])
    value, reason = connect(table).execute(statement).fetchall()[0][8:10]
    assert value is None
    assert reason.startswith("a survey weight is missing")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"metrics": ["individual_risk"]}, "needs survey weights: name their column as `weight`"),
        ({"metrics": ["household_risk"], "weight": "w"}, "name their columns as `weight` and `household`"),
        ({"household": "k2"}, "follows from survey weights; name their column as `weight`"),
        ({"weight": "k"}, "named 2 times, as quasi-identifier and survey weight"),
        ({"weight": "w", "household": "w"}, "named 2 times, as survey weight and household"),
        ({"weight": "ww"}, "did you mean 'w'"),
        ({"weight": "k2"}, "`weight` is a column of numbers, and 'k2' of t is VARCHAR"),
    ],
)
def test_wrong_words_are_told(words: dict[str, Any], message: str) -> None:
    """What is missing, or names no column of numbers, is an error that says what to do."""
    with pytest.raises(SpecError, match=message):
        sqlmetrics.score("t", ["k"], connection=connect({"k": ["a"], "k2": ["b"], "w": [1]}), **words)


def test_other_commands_leave_weights_aside_or_refuse_them(run: Command, tmp_path: Path) -> None:
    """Subsets and special uniques do without weights; counts and advice say what they lack."""
    (tmp_path / "s.yml").write_text("relation: t.csv\nquasi_identifiers: [a, b]\nweight: w\nhousehold: h\n")
    (tmp_path / "t.csv").write_text("a,b,w,h\n" + "".join(f"{i % 3},{i % 2},{i + 1},{i // 2}\n" for i in range(12)))
    spec = tmp_path / "s.yml"
    for command in (
        ["subsets", spec],
        ["suda", spec],
        ["count", spec, "--allow-singles", "-o", tmp_path / "c.parquet"],
    ):
        ended = run(*command)
        assert ended.code == 0, ended.err
    ended = run("score", spec, "--subsets", "2", "-m", "individual_risk")
    assert "individual_risk is not measured of combinations together" in ended.err
    ended = run("score", "--counts", tmp_path / "c.parquet", "--weight", "w")
    assert (ended.code, "files of counts have no survey weights" in ended.err) == (2, True)
    spec.write_text(spec.read_text() + "thresholds: {individual_risk: {at_most: 0.1}}\n")
    ended = run("advise", spec)
    assert (ended.code, "advice does not search for individual_risk" in ended.err) == (2, True)
    ended = run("check", spec)
    assert "individual_risk of identity" in ended.out
    records = tmp_path / "records.parquet"
    assert run("records", spec, "-m", "individual_risk", "-o", records).code == 0
    risks = duckdb.execute(f"select max(individual_risk), count(*) from '{records}'").fetchall()
    assert risks == [(pytest.approx(by_definition(2, 8)), 12)]
