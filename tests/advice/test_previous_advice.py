"""Advice beside earlier releases: the earlier recoding is kept where it passes, else its cost."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

import sqlmetrics
from sqlmetrics.advice.result import Advice
from sqlmetrics.advice.series import JudgedSeries
from sqlmetrics.errors import SpecError

PEOPLE = [
    (1, 20, "a"),
    (2, 30, "b"),
    (3, 40, "a"),
    (4, 45, "b"),
    (5, 60, "c"),
    (6, 65, "d"),
    (7, 70, "c"),
    (8, 80, "d"),
]
"""A number, an age and a disease: the young have a or b, the old c or d."""

KEPT = {"cuts": [50], "labels": ["young", "old"]}
"""The earlier recoding, which shows two values to everybody."""

BROKEN = {"cuts": [25], "labels": ["young", "old"]}
"""One that leaves the youngest person alone."""

OTHER = {"age": {"cuts": [[35, 62]]}}
"""The levels of a search: of the old one is among the young, and has one disease left."""


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A database with the release of January, which shows two diseases to each, and March."""
    with duckdb.connect() as opened:
        opened.execute("create table march (id integer, age integer, place varchar, disease varchar)")
        opened.executemany("insert into march values (?, ?, 'x', ?)", PEOPLE)
        young = "case when age < 50 then 'young' else 'old' end"
        opened.execute(f"create table january as select id, {young} as age, place, disease from march")
        yield opened


@pytest.fixture
def advised(connection: duckdb.DuckDBPyConnection) -> Callable[..., Advice]:
    """Return a function that advises on March beside January."""

    def advise(keys: Any = "age", **words: Any) -> Advice:
        roles = {"individual": "id", "previous": "january", "thresholds": {"k_anonymity": 2}}
        searched = {"advise": {"generalizations": OTHER} | words.pop("advise", {})}
        return sqlmetrics.advise("march", keys, "disease", connection=connection, **{**roles, **searched, **words})

    return advise


def rows(advice: Advice) -> dict[str, tuple[bool, int, float | None, float | None]]:
    """Return whether each recoding passes, the people, how many are known, and the values left."""
    assert advice.series is not None
    return {
        one.recoding: (one.passed, one.people, one.known_by_intersection, one.candidates_left)
        for one in advice.series.recodings
    }


@pytest.mark.parametrize("limits", [{"k_anonymity": 2}, {"k_anonymity": 2, "known_by_intersection": 0.1}])
def test_the_earlier_recoding_is_kept_where_it_passes(advised: Callable[..., Advice], limits: dict[str, Any]) -> None:
    """A cheaper one passes by itself, by which a value of one person in eight is known."""
    advice = advised(partitions={"age": KEPT}, thresholds=limits)
    assert rows(advice) == {
        "earlier": (True, 8, 0, 2),
        "cheapest": ("known_by_intersection" not in limits, 8, 1 / 8, 1),
    }
    assert advice.levels == {"age": 1}
    assert "'young'" in str(advice.view)
    words = advice.to_dict()["source_spec"]
    assert (words["partitions"], words["previous"]) == ({"age": [KEPT]}, ["january"])
    assert {one.metric: (one.after, one.passed) for one in advice.thresholds}["k_anonymity"] == (4, True)
    assert advice.loss == pytest.approx(8 * 2)
    assert advice.bound == pytest.approx(2 * 1 + 6 * math.log2(3))
    assert (advice.proven, advice.ties) == (False, ())


def test_the_earlier_recoding_is_the_cheapest_itself(advised: Callable[..., Advice]) -> None:
    """Then it is kept with the proof that nothing less passes."""
    advice = advised(partitions={"age": KEPT}, advise={"generalizations": {"age": KEPT}})
    assert rows(advice)["earlier"] == rows(advice)["cheapest"] == (True, 8, 0, 2)
    assert (advice.levels, advice.proven, advice.gap) == ({"age": 1}, True, 0)


def test_an_earlier_recoding_that_fails_stands_beside_the_advice(advised: Callable[..., Advice]) -> None:
    """It leaves one person alone, who is known, too."""
    advice = advised(partitions={"age": BROKEN})
    assert rows(advice) == {"earlier": (False, 8, 1 / 8, 1), "cheapest": (True, 8, 1 / 8, 1)}
    (recoded,) = advice.to_dict()["source_spec"]["partitions"]["age"]
    assert recoded["cuts"] == [35, 62]


def test_a_limit_on_the_series_is_checked_at_the_end(advised: Callable[..., Advice]) -> None:
    """The search does not go on, and there is no view; as they are, ages tell everything."""
    advice = advised(partitions={"age": BROKEN}, thresholds={"k_anonymity": 2, "known_by_intersection": 0.1})
    assert (advice.passed, advice.view, advice.levels, advice.loss, advice.proven) == (False, None, None, None, False)
    limit = advice.thresholds[-1]
    assert (limit.metric, limit.before, limit.after, limit.passed) == ("known_by_intersection", 1, 1 / 8, False)
    assert {name: passed for name, (passed, *_) in rows(advice).items()} == {"earlier": False, "cheapest": False}
    assert "breaks a limit on all releases together" in repr(advice)


def test_where_nothing_passes_only_the_earlier_recoding_is_measured(advised: Callable[..., Advice]) -> None:
    """There is no cheapest recoding."""
    assert rows(advised(partitions={"age": KEPT}, thresholds={"k_anonymity": 9})) == {"earlier": (False, 8, 0, 2)}


def test_without_partitions_the_advice_alone_is_measured(advised: Callable[..., Advice]) -> None:
    """And a sentence says what to add; a key that is as it was is said to be so."""
    advice = advised()
    assert rows(advice) == {"cheapest": (True, 8, 1 / 8, 1)}
    assert advice.to_dict()["series"]["notes"][0].startswith("no earlier recoding is known")
    assert rows(advised(partitions={"age": "raw"}))["earlier"] == (False, 8, 1, 1)


def test_a_column_that_is_left_out_is_so_in_the_view_alone(advised: Callable[..., Advice]) -> None:
    """Earlier releases have it, so that a spec without it would measure something else."""
    advice = advised(["age", "place"], thresholds={"k_anonymity": 8}, advise={"keep": "place"})
    assert advice.levels == {"age": 2, "place": 0}
    assert advice.source_spec is None
    assert rows(advice) == {"cheapest": (True, 8, 0, 2)}


@pytest.mark.parametrize(
    "words", [{"advise": {"leave_out": True}}, {"population": "march", "thresholds": {"k_map": 3}}]
)
def test_the_series_is_that_of_the_view(
    advised: Callable[..., Advice], connection: duckdb.DuckDBPyConnection, words: dict[str, Any]
) -> None:
    """Its suppressed records show nothing: two people are in one release only."""
    suppressing = {"suppress": 0.25} | words.get("advise", {})
    advice = advised(**{"thresholds": {"k_anonymity": 3}} | words | {"advise": suppressing})
    assert advice.suppressed == 2
    assert rows(advice) == {"cheapest": (True, 6, 1 / 6, 1)}
    document = advice.to_dict()
    connection.execute(document["view"])
    told = {word: value for word, value in document["spec"].items() if word in {"individual", "previous", "suppressed"}}
    scores = sqlmetrics.score("march_advised", "age", "disease", connection=connection, **told)
    found = {score.metric: score.value for score in scores if score.target == "disease"}
    (row,) = document["series"]["recodings"]
    for metric in ("known_by_intersection", "guessed", "candidates_left", "newcomers_alone"):
        assert row[metric] == pytest.approx(found[metric], abs=1e-12)


def test_nobody_is_followed_without_an_individual(advised: Callable[..., Advice]) -> None:
    """Only the newcomers are counted."""
    advice = advised(partitions={"age": KEPT}, individual=None)
    assert rows(advice)["earlier"] == (True, 0, None, None)
    assert any("individual" in note for note in advice.to_dict()["series"]["notes"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"by": "place"}, "advise does not take `by`"),
        ({"thresholds": {"guessed": 0.5}}, "no conditions of the search"),
        ({"thresholds": {"k_anonymity": 2, "guessed": {"at_most": 0.5, "target": "age"}}}, "measures nothing"),
        ({"previous": None, "thresholds": {"k_anonymity": 2, "guessed": 0.5}}, "earlier releases"),
        ({"previous": ["january"] * 48}, "47 at most"),
        ({"partitions": {"age": {"domains": {"young": [20]}}}}, "age"),
    ],
)
def test_what_cannot_be_advised_is_refused(advised: Callable[..., Advice], words: dict[str, Any], said: str) -> None:
    """With a sentence that says what to do."""
    with pytest.raises(SpecError, match=said):
        advised(**words)


SPEC = """
relation: march.csv
individual: id
quasi_identifiers: [age]
sensitive: [disease]
partitions: {age: PARTITION}
thresholds: {k_anonymity: 2, known_by_intersection: 0.1}
advise: {generalizations: {age: {cuts: [[35, 62]]}}}
"""


def test_the_command_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Any]) -> None:
    """In the terminal and as JSON; the exit code is 1 where a limit is broken."""
    monkeypatch.chdir(tmp_path)
    lines = [f"{number},{age},{disease}\n" for number, age, disease in PEOPLE]
    Path("march.csv").write_text("id,age,disease\n" + "".join(lines))
    young = [f"{number},{'young' if age < 50 else 'old'},{disease}\n" for number, age, disease in PEOPLE]
    Path("january.csv").write_text("id,age,disease\n" + "".join(young))
    Path("kept.yml").write_text(SPEC.replace("PARTITION", json.dumps(KEPT)))
    Path("broken.yml").write_text(SPEC.replace("PARTITION", json.dumps(BROKEN)))
    kept = run("advise", "--spec", "kept.yml", "--previous", "january.csv")
    assert kept.code == 0, kept.err
    told = " ".join(kept.out.split())
    assert "The earlier recoding still passes: keep it." in told
    assert "knows the disease of 12.5% of the people in several releases" in told
    assert "with the earlier one, for 0.0% and 50.0%" in told
    broken = run("advise", "--spec", "broken.yml", "--previous", "january.csv", "-f", "json")
    assert broken.code == 1
    document = json.loads(broken.out)["series"]
    assert document["keeps_earlier"] is False
    assert [one["recoding"] for one in document["recodings"]] == ["earlier", "cheapest"]
    printed = run("advise", "--spec", "kept.yml", "--previous", "january.csv", "--print-spec", "source").out
    Path("source.yml").write_text(printed)
    assert run("check", "--spec", "source.yml").code == 0


def test_a_series_passes_where_no_limit_is_broken() -> None:
    """One broken limit of several is enough."""
    broken, kept = SimpleNamespace(failed=True), SimpleNamespace(failed=False)
    assert not JudgedSeries((), (kept, broken), ()).passed  # type: ignore[arg-type]
    assert JudgedSeries((), (kept, kept), ()).passed  # type: ignore[arg-type]
