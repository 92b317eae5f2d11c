"""Replication and attribution: loops in plain Python, order between the measures, and bad input."""

from __future__ import annotations

import random
import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.statement.catalogue import metrics_of

Row = dict[str, Any]
Pairs = list[tuple[tuple[Any, ...], Any]]

MEASURES = [metric for metric in metrics_of("views") if any(view == "joint" for _, view in metric.attacks)]
AGES = {"1": "young", "2": "young", "3": "old", "4": "old"}


def loops(original: Sequence[Row], release: Sequence[Row], keys: Sequence[str], secret: str) -> dict[str, Any]:
    """Return every measure by its definition: a loop over the original's records, or the release's.

    A person has one record for each of their combinations of keys and value, and one for each of
    their combinations of keys where the secret does not matter.
    """

    def records(rows: Sequence[Row], *columns: str) -> Pairs:
        own = {(row["person"], *(row[name] for name in (*keys, *columns))): row for row in rows}.values()
        return [(tuple(row[name] for name in keys), row[secret]) for row in own]

    found: dict[str, Any] = {}
    there, made = records(original), records(release)
    alone, alike = Counter(key for key, _ in there), Counter(key for key, _ in made)
    lone = [key for key, _ in there if alone[key] == 1]
    found["uio"] = len(lone) / len(there)
    found["uis"] = sum(alike[key] == 1 for key, _ in made) / len(made)
    found["uiois"] = sum(alike[key] > 0 for key in lone) / len(there)
    found["rep_u"] = sum(alike[key] == 1 for key in lone) / len(there)

    there, made = records(original, secret), records(release, secret)
    own, told = defaultdict(list), defaultdict(list)
    for key, value in there:
        own[key].append(value)
    for key, value in made:
        told[key].append(value)
    whole, frequency = len(there), Counter(value for _, value in there)
    one = {key: values[0] for key, values in told.items() if len(set(values)) == 1}
    rightly = [(key, value) for key, value in there if key in one and one[key] == value]
    met = [key for key, _ in there if key in told]
    found["dorig"] = sum(len(set(own[key])) == 1 for key, _ in there) / whole
    found["dsyn"] = sum(key in one for key, _ in made) / len(made)
    found["i_s"] = len(met) / whole
    found["dis"] = sum(key in one for key, _ in there) / whole
    found["disco"] = len(rightly) / whole
    found["disdio"] = sum(len(set(own[key])) == 1 for key, _ in rightly) / whole
    found["dcap"] = sum(told[key].count(value) / len(told[key]) for key, value in there if key in told) / whole
    found["cap_d"] = sum(own[key].count(value) / len(own[key]) for key, value in there) / whole
    found["tcap"] = len(rightly) / len(met) if met else None
    found["base_cap"] = sum((count / whole) ** 2 for count in frequency.values())
    values = Counter(value for _, value in rightly)
    found["one_value"] = max(values.values()) / len(rightly) if rightly else None
    return found


def people(rng: random.Random, size: int, individuals: int | None) -> list[Row]:
    """Return rows with few keys and values, NULL among them, of some or of as many individuals."""
    return [
        {
            "k": rng.choice(["a", "b", "it's", None]),
            "age": rng.choice([*AGES, None]),
            "x": rng.choice(["flu", "flu", "cold", None]),
            "y": rng.choice([1, 2, None]),
            "person": number if individuals is None else rng.randrange(individuals),
        }
        for number in range(size)
    ]


def frame(rows: Sequence[Row]) -> pd.DataFrame:
    """Return rows as a frame in which NULL stays NULL."""
    return pd.DataFrame({name: pd.array([row[name] for row in rows], dtype=kind) for name, kind in TYPES.items()})


TYPES: dict[str, Any] = {"k": "string", "age": "string", "x": "string", "y": "Int64", "person": "Int64"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("individuals", [None, 6])
@pytest.mark.parametrize("seed", range(8))
def test_measures_agree_with_loops(seed: int, individuals: int | None) -> None:
    """Each measure is that of the loops, recoded or not, of two attributes, in their order."""
    rng = random.Random(100 * seed + (individuals or 0))
    original, release = people(rng, rng.randint(1, 25), individuals), people(rng, rng.randint(1, 25), individuals)
    recoded = seed % 2 == 1
    rows = [row | {"age": AGES.get(row["age"])} for row in original] if recoded else original
    if recoded:
        release = [row | {"age": AGES.get(row["age"])} for row in release]
    result = sqlmetrics.attacks(
        frame(original),
        frame(release),
        ["k", "age"],
        ["x", "y"],
        everything=True,
        individual=None if individuals is None else "person",
        partitions={"age": AGES} if recoded else {},
    )
    scores = {
        (score.target, score.metric): score for score in result.scores if score.attack in {"replication", "attribution"}
    }
    assert len(scores) == 4 + 2 * (len(MEASURES) - 4)
    for secret in ("x", "y"):
        expected = loops(rows, release, ["k", "age"], secret)
        assert expected.keys() == {metric.name for metric in MEASURES}
        values = {}
        for name, value in expected.items():
            score = scores["identity" if name in {"rep_u", "uio", "uis", "uiois"} else secret, name]
            values[name] = 0.0 if score.value is None else score.value
            assert score.value == (None if value is None else pytest.approx(value, rel=1e-9, abs=1e-12)), name
            assert (score.value is None) is (score.reason is not None)
            assert (score.level, score.quasi_identifiers) == ("table", "k,age")
        assert values["rep_u"] <= values["uiois"] <= values["uio"]
        assert values["disdio"] <= values["disco"] <= values["dis"] <= values["i_s"]
        assert values["disco"] <= values["dcap"] + 1e-12 <= values["i_s"] + 2e-12
        assert values["disco"] <= values["tcap"] + 1e-12


def test_the_original_alone_has_what_score_gives() -> None:
    """UiO is `uniqueness`; Dorig is the share of the records in classes where alpha is 1.

    A release that is the original replicates what is unique, and tells rightly what it tells.
    """
    original = frame(people(random.Random(7), 40, None))
    result = sqlmetrics.attacks(original, original, ["k", "age"], "x", everything=True)
    unique = sqlmetrics.score(original, ["k", "age"], metrics="uniqueness")["uniqueness"]
    assert 0 < (unique or 0) < 1
    for name in ("uio", "uis", "uiois", "rep_u"):
        assert result.value(name) == pytest.approx(unique, rel=1e-12)
    classes = sqlmetrics.score(original, ["k", "age"], "x", metrics="alpha_k_anonymity", level="class").scores
    told = sum(score.records for score in classes if score.value == 1) / 40
    assert 0 < told < 1
    for name in ("dorig", "dsyn", "dis", "disco", "disdio"):
        assert result.value(name) == pytest.approx(told, rel=1e-12)
    assert result.value("dcap") == pytest.approx(result.value("cap_d"), rel=1e-12)
    assert result.value("i_s") == 1


def test_by_hand_what_is_asked_for_without_everything() -> None:
    """Of six people two are replicated, and three told rightly, two of them with one value."""
    original = pd.DataFrame({"age": [1, 1, 2, 3, 3, 4], "zip": [*"aabbcc"], "x": [*"ffgfgg"]})
    release = pd.DataFrame({"age": [1, 1, 2, 3, 5], "zip": [*"aabbc"], "x": [*"ffggg"]})
    result = sqlmetrics.attacks(original, release, ["age", "zip"], "x")
    found = {
        score.metric: (round(score.value or 0.0, 12), score.records)
        for score in result.scores
        if score.attack in {"replication", "attribution"}
    }
    assert found == {
        "rep_u": (round(2 / 6, 12), 6),
        "disco": (3 / 6, 6),
        "one_value": (round(2 / 3, 12), 3),
        "dcap": (3 / 6, 6),
        "tcap": (3 / 4, 4),
        "base_cap": (1 / 2, 6),
    }


def test_nobody_is_found_and_nothing_is_there() -> None:
    """Without a common key TCAP is NULL, and a note says what to do; of no records all is NULL."""
    original = pd.DataFrame({"k": [1, 2, 2], "x": [*"aab"]})
    apart = sqlmetrics.attacks(original, original.assign(k=[7, 8, 9]), "k", "x")
    assert [apart.value(name) for name in ("rep_u", "disco", "dcap")] == [0, 0, 0]
    reasons = {score.metric: score.reason for score in apart.scores if score.value is None}
    assert reasons["tcap"] == "no record of the original has its keys in the release"
    assert reasons["one_value"] == "the release tells nothing rightly of a record of the original"
    assert any("where keys were recoded, say how in `partitions`" in note for note in apart.notes)
    for one, other in ((original, original[:0]), (original[:0], original)):
        empty = sqlmetrics.attacks(one, other, "k", ["x"], everything=True).scores
        own = [score for score in empty if score.attack in {"replication", "attribution"}]
        assert {(score.value, score.reason) for score in own} == {(None, "the original or the release has no records")}
        assert len(own) == len(MEASURES)


def test_columns_of_other_kinds_compare_as_texts() -> None:
    """A key or value that is a number here and a text there is found by what it says."""
    original = pd.DataFrame({"k": [1, 2, 3], "x": [1, 1, 2]})
    release = pd.DataFrame({"k": ["1", "2", "3*"], "x": ["1", "2", "2"]})
    result = sqlmetrics.attacks(original, release, "k", "x")
    assert result.value("rep_u") == pytest.approx(2 / 3)
    assert result.value("disco") == pytest.approx(1 / 3)


def test_suppressed_records_tell_nothing() -> None:
    """A released record with the mark in every key is left out, also where the original has one."""
    original = pd.DataFrame({"k": ["a", "*"], "x": ["f", "g"]})
    left = sqlmetrics.attacks(original, original, "k", "x", suppressed="*")
    kept = sqlmetrics.attacks(original, original, "k", "x", suppressed="*", keep_suppressed=True)
    assert (left.value("rep_u"), kept.value("rep_u")) == (0.5, 1)


@pytest.mark.parametrize(("common", "told"), [(0.95, True), (0.85, False)])
def test_mostly_one_value_is_said_without_it(common: float, told: bool) -> None:
    """Above 90 % of more than 50 rightly told records a note says so, and has no value."""
    size = 200
    secrets = ["healthy" if number < common * size else "ill" for number in range(size)]
    original = pd.DataFrame({"k": range(size), "x": secrets})
    result = sqlmetrics.attacks(original, original, "k", "x")
    notes = [note for note in result.notes if "mostly one value" in note]
    assert bool(notes) is told
    assert not any("healthy" in note for note in result.notes)
    few = sqlmetrics.attacks(original[:50], original, "k", "x")
    assert few.value("one_value") == 1
    assert not any("mostly one value" in note for note in few.notes)


def test_the_command_has_a_second_table(run: Callable[..., Run]) -> None:
    """The measures stand below the five attacks, those on request with --all; by class are none."""
    command = shlex.split("attacks fixtures/ward_synthetic.csv --original fixtures/ward.csv -q age -s disease")
    shown, whole = run(*command).out, run(*command, "--all").out
    below = shown.partition("What the release says of real records")[2]
    assert "DiSCO" in below
    assert "0.3333" in below
    assert "iS " not in shown
    assert "iS " in whole
    assert "What the release says" not in run(*command, "--level", "class").out
