"""Models as queries of a workload, beside what `tradeoff` measures and what is known by design."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from engines import Database
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.answers import QueryAnswer

PEOPLE = pd.DataFrame(
    {
        "who": range(300),
        "age": [20 + number % 40 for number in range(300)],
        "zip": [f"z{number % 3}" for number in range(300)],
        "ill": ["yes" if number % 3 == 0 else "no" for number in range(300)],
    }
)
"""People of whom a third has one zip, and exactly these are ill."""

BLURRED = PEOPLE.assign(zip="z")
"""A release without the zip that tells who is ill."""


@pytest.fixture
def ask(tmp_path: Path) -> Callable[..., sqlmetrics.Utility]:
    """Return a function that asks releases for the entries of a workload."""

    def utility(entries: str, *releases: Any, original: Any = PEOPLE, **words: Any) -> sqlmetrics.Utility:
        path = tmp_path / "w.yml"
        path.write_text(entries)
        return sqlmetrics.utility(original, list(releases), workload=path, queries=1, **words)

    return utility


def friendly(result: sqlmetrics.Utility) -> list[QueryAnswer]:
    """Return the answers to the user's own queries."""
    return [answer for answer in result.answers if answer.workload == "friendly"]


@pytest.mark.parametrize("classifier", ["naive_bayes", "decision_tree"])
def test_a_model_is_a_query(ask: Callable[..., sqlmetrics.Utility], classifier: str) -> None:
    """The original's accuracy is the true answer; a release is off by what its model lacks.

    Two of three people are not ill, so that nobody but the majority is right of two thirds.
    """
    result = ask(
        f"- {{columns: [zip], measures: [records]}}\n- {{predict: ill, columns: [zip], classifier: {classifier}}}",
        PEOPLE,
        BLURRED,
    )
    good, bad = result.releases
    *_, first, second = friendly(result)
    assert (first.measure, first.of, first.columns, first.size) == ("prediction", "ill", "zip", 90)
    assert (first.original, first.answer, second.original) == (1, 1, 1)
    base = result.value("u_base", release=bad)
    assert base is not None
    assert 0.5 < base < 0.8
    assert second.answer == result.value("u_san", release=bad) == pytest.approx(base)
    assert result.value("u_max", release=bad) == result.value("u_san", release=good) == 1
    assert result.value("mean_relative_error", target="friendly, prediction", release=bad) == pytest.approx(1 - base)
    assert result.value("accuracy", target="friendly", release=bad) == pytest.approx((0 + 0 + 0 + base) / 4)
    tried = sqlmetrics.tradeoff(PEOPLE, [BLURRED], ["zip"], ["ill"], workload="ill", classifiers=classifier)
    assert tried.value("u_san", measure="accuracy") == second.answer
    fetched = [note for note in result.notes if "no other value of a record left the database" in note]
    assert len(fetched) == (classifier == "decision_tree")


def test_nobody_is_learnt_from_and_tested(ask: Callable[..., sqlmetrics.Utility]) -> None:
    """What only memory could tell is not known of records, nor of people held out whole."""
    entry = "- {predict: ill, columns: [who]}"
    visits = pd.concat([PEOPLE, PEOPLE], ignore_index=True).assign(person=[*range(300)] * 2)
    for result in (
        ask(entry, PEOPLE, columns=["who", "ill"]),
        ask(entry, visits, original=visits, individual="person"),
        ask(entry, PEOPLE, original=visits, individual="person"),
    ):
        assert result.value("u_max") == result.value("u_base")
        assert result.value("u_san") == pytest.approx(result.value("u_base"))
        assert friendly(result)[0].size == 90


def test_recoded_columns_and_suppressed_attributes(ask: Callable[..., sqlmetrics.Utility], tmp_path: Path) -> None:
    """Held-out people are recoded as the release; a mark of suppression is no answer to learn."""
    tree = tmp_path / "zip.csv"
    tree.write_text("z0;a;*\nz1;b;*\nz2;b;*\n")
    release = PEOPLE.assign(zip=["a" if zip_code == "z0" else "b" for zip_code in PEOPLE["zip"]])
    release.loc[release["who"] % 5 > 0, "ill"] = "*"
    result = ask("- {predict: ill, columns: [zip]}", release, hierarchies={"zip": tree}, suppressed="*")
    assert result.value("u_san") == result.value("u_max") == 1
    without = ask("- {predict: ill, columns: [zip]}", release, hierarchies={"zip": tree})
    assert without.value("u_san") == 0


def test_what_cannot_be_learnt_says_why(ask: Callable[..., sqlmetrics.Utility]) -> None:
    """A release without the attribute misses the query; what has no true answer is no query."""
    entry = "- {predict: ill, columns: [zip, age]}"
    lost = ask(entry, PEOPLE.drop(columns=["ill", "age"]))
    (answer,) = friendly(lost)
    assert (answer.missed, answer.reason) == (True, "the release does not have the attribute")
    assert any("has no column 'age': its classifiers learn without it" in note for note in lost.notes)
    assert lost.value("missed_queries", target="friendly") == 1
    alike = PEOPLE.assign(ill="no")
    for result, reason in (
        (ask(entry, alike, original=alike), "the workload attribute has a single value"),
        (
            ask(entry, PEOPLE, original=PEOPLE[:20], columns=["zip", "age", "ill"]),
            "only 6 records are held out to judge by, fewer than",
        ),
    ):
        assert not friendly(result)
        assert all(reason in str(score.reason) for score in result.scores if score.metric.startswith("u_"))


def test_wrong_entries_are_an_error(
    ask: Callable[..., sqlmetrics.Utility], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The message has the entry and what to do."""
    for entry, message in {
        "{predict: ill}": "entry 1: columns is a list",
        "{predict: il, columns: [zip]}": "no column 'il'; did you mean 'ill'",
        "{predict: ill, columns: [ill]}": "'ill' is predicted, so it is no column to learn from",
        "{predict: ill, columns: [zip], bins: {zip: 3}}": "key 'bins' is unknown beside predict",
        "{predict: ill, columns: [zip], classifier: bayes}": "entry 1: unknown classifier 'bayes'; did you mean",
        "{predict: ill, columns: [zip], holdout: 1}": "entry 1: the part that is held out is between 0 and 1",
        "{predict: ill, columns: [zip], holdout: much}": "the part that is held out is a number",
    }.items():
        with pytest.raises(SpecError, match=message):
            ask(f"- {entry}", PEOPLE)
    with duckdb.connect() as system:
        system.execute("create table kept as from PEOPLE")
        with pytest.raises(SpecError, match="models learn from a table"):
            ask("- {predict: ill, columns: [zip]}", "kept", release_connection=system)
    monkeypatch.setattr("sqlmetrics.release.utility.classifiers.find_spec", lambda name: None)
    with pytest.raises(SpecError, match=r"pip install 'sqlmetrics\[ml\]'"):
        ask("- {predict: ill, columns: [zip], classifier: random_forest}", PEOPLE)


def test_what_is_printed_and_reported(run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The printed statement gives the score; the report has a table of the model's accuracies."""
    workload = tmp_path / "w.yml"
    workload.write_text(
        "- {predict: ill, columns: [zip]}\n- {predict: ill, columns: [age, zip], classifier: decision_tree}\n"
    )
    with duckdb.connect() as connection:
        connection.execute("create table people as from PEOPLE; create table blurred as from BLURRED")
        words: dict[str, Any] = {"connection": connection, "workload": workload, "queries": 1}
        (found,) = [
            score
            for score in sqlmetrics.utility("people", ["blurred"], **words).scores
            if score.metric == "u_san" and score.quasi_identifiers == "zip"
        ]
        statements = sqlmetrics.utility_sql("people", ["blurred"], **words).split("-- sqlmetrics")
        (learnt,) = [text for text in statements if "the accuracy of ill by naive_bayes" in text]
        (counts,) = [text for text in statements if "scikit-learn is given them" in text]
        rows = connection.execute(learnt.partition("\n")[2]).fetchall()
        assert [row[6] for row in rows if row[0] == "u_san" and row[3:5] == ("naive_bayes", "accuracy")] == [
            found.value
        ]
        assert connection.execute(counts.partition("\n")[2]).fetchall()
    for name, frame in (("people", PEOPLE), ("blurred", BLURRED)):
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    monkeypatch.chdir(tmp_path)
    command = ["utility", "blurred.csv", "--original", "people.csv", "--workload", "w.yml", "--queries", "1"]
    text = run(*command).out
    assert "Answers to the friendly workload: 2 queries" in text
    assert "ill by zip: accuracy of a classifier on 90 held-out records" in text
    assert "ill by age and zip" in text
    assert ["naive", "bayes", "blurred", "0.6667", "0.6667", "1", "0"] in [line.split() for line in text.splitlines()]
    scores = json.loads(run(*command, "--format", "json").out)["scores"]
    (own,) = [one for one in scores if one["metric"] == "u_max" and one["quasi_identifiers"] == ["zip"]]
    assert own["parameters"].startswith("workload=w.yml, classifier=naive_bayes, measure=accuracy")
    assert own["low"] < own["value"] == own["high"] == 1


@pytest.mark.engines("connection", "quick")
def test_every_database_learns_the_same(engine: Database, truth: Database, tmp_path: Path) -> None:
    """The same people are held out everywhere, so that the models are right of the same ones."""
    workload = tmp_path / "w.yml"
    workload.write_text("- {predict: x, columns: [k, zip]}\n- {predict: x, columns: [k], classifier: decision_tree}\n")
    words: dict[str, Any] = {"columns": ["k", "x", "zip"], "workload": workload, "queries": 1, "suppressed": "flu"}
    here = sqlmetrics.utility(engine.written("t"), [engine.written("t")], connection=engine.connection, **words)
    there = sqlmetrics.utility("t", ["t"], connection=truth.connection, **words)
    own, expected = ([one for one in result if one.metric.startswith("u_")] for result in (here, there))
    assert len(own) == 6
    assert [one.records for one in own] == [one.records for one in expected]
    assert [one.value for one in own] == pytest.approx([one.value for one in expected], rel=1e-9)
