"""The five attacks: the papers' tables, an independent reference, links, and bad input.

Links are what connects a release to its original.
"""

from __future__ import annotations

import json
import math
import random
import shlex
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from conftest import ROOT, TABLES, Run
from examples import examples
from paper_values import PrintedValue, printed_values, verdict
from reference import measure
from sqlmetrics.errors import SpecError
from sqlmetrics.scoring.scores import RELEASE_COLUMNS
from statements import scans

Command = Callable[..., Run]

RECODED = {
    "zip_star": {"355**": ["35567", "35502", "35560", "35568", "35505"], "3581*": ["35817", "35810", "35812"]},
    "age_star": {"2*": ["22"], "3*": ["35", "32"], ">=40": ["45", "63", "40"]},
    "age_star_star": {"<=40": ["22", "35", "32"], ">=40": ["45", "63", "40"]},
}
NAMES = {"zip_star": "zip", "age_star": "age", "age_star_star": "age"}
TABLE_PLACES = [f"Table {number}" for number in (5, 6, 7, 8, 10, 11, 12, 13)]
PRINTED = [
    value for value in printed_values() if value.paper.startswith("Sondeck et al.") and value.where in TABLE_PLACES
]
PRINTED += [
    value
    for value in printed_values()
    if value.paper.endswith("(slides)") and value.where.endswith(("measurement", "Assessment"))
]


def values(name: str) -> list[dict[str, Any]]:
    """Return the rows of one of the papers' tables, with a record id."""
    return [row | {"id": number} for number, row in enumerate(pd.read_csv(TABLES / f"{name}.csv").to_dict("records"))]  # type: ignore[misc]


@cache
def attacked(
    table: str, x: str, y: str, partition: str, level: Literal["table", "class"], linked: str
) -> sqlmetrics.ReleaseScores:
    """Return the attacks on one of the papers' tables, made of the original one."""
    keys = y.split("+")
    models: dict[str, Any] = {} if not partition else {x: ["raw", str(TABLES / f"partition_{partition.lower()}.csv")]}
    names = {key: NAMES[key] for key in keys if key in NAMES}
    if table == "generalization":
        frame = pd.DataFrame(values(table))
        if linked == "record id":
            return sqlmetrics.attacks(frame, frame, keys, record_id="id", names=names, level=level)
        recoded = {key: {"domains": RECODED[key]} for key in keys}
        return sqlmetrics.attacks(TABLES / "original.csv", frame, keys, names=names, partitions=recoded, level=level)
    return sqlmetrics.attacks(
        TABLES / "original.csv", TABLES / f"{table}.csv", keys, x, names=names, partitions=models, level=level
    )


CASES = [
    pytest.param(
        value, linked, id=f"{value.where}: {value.metric} {value.x}|{value.y}={value.y_value}, {value.table}, {linked}"
    )
    for value in PRINTED
    for linked in (("record id", "recoding") if value.table == "generalization" else ("no link is needed",))
]


@pytest.mark.xdist_group("papers")
@pytest.mark.parametrize(("value", "linked"), CASES)
def test_the_papers_tables(value: PrintedValue, linked: str) -> None:
    """Each number of tables 5 to 8, 10 to 13 and the slides is the one that its definition gives.

    The printed number has the recorded verdict.
    """
    level: Literal["table", "class"] = "class" if value.y_value else "table"
    attack = "homogeneity"
    if value.table == "generalization":
        attack = "identity_white_box"
    elif value.metric == "background_knowledge":
        attack = "background_knowledge"
    elif value.metric == "sedr":
        attack = "semantic"
    metric = "background_knowledge" if attack == "background_knowledge" else "discrimination_rate"
    scores = attacked(value.table, value.x, value.y, value.partition, level, linked).scores
    (score,) = [
        score
        for score in scores
        if (score.attack, score.metric, score.target) == (attack, metric, value.x)
        and score.quasi_identifiers == value.y.replace("+", ",")
        and (score.class_ or "") == value.y_value
    ]
    assert score.value == pytest.approx(float(value.computed), rel=1e-9, abs=1e-12)
    assert verdict(score.value, value.printed) == value.verdict


def test_the_papers_rare_disease_in_classes_of_two() -> None:
    """Example 1 of SECRYPT 2017, by hand: ten of 1,000 people have cancer, each in another class.

    A share of 1 in 100 becomes 1 in 2 there, and a quarter of the uncertainty is left over all.
    """

    def entropy(share: float) -> float:
        return -share * math.log2(share) - (1 - share) * math.log2(1 - share)

    folder = ROOT / "fixtures" / "skewness"
    release = sqlmetrics.score(folder / "release.csv", ["age", "zip"], ["cancer"], look=False)
    expected = {"alpha_k_anonymity": 1, "distinct_l_diversity": 1, "t_closeness_equal": 0.5 - 0.01}
    expected |= {
        "delta_disclosure": math.log(0.5 / 0.01),
        "baseline_accuracy": 0.99,
        "a_acc": (10 + 2 * 490) / 1000 - 0.99,
    }
    expected |= {"discrimination_rate": 1 - 20 / 1000 / entropy(0.01), "skewness": entropy(0.01)}
    assert release["k_anonymity", "identity"] == 2
    assert {name: release.value(name, target="cancer") for name in expected} == pytest.approx(expected, abs=1e-12)
    result = sqlmetrics.attacks(folder / "original.csv", folder / "release.csv", ["age", "zip"], ["cancer"])
    gains = {known: result.value("skewness_gain", known=known) for known in ("age", "zip", "age,zip")}
    apart = (10 * 40 * entropy(1 / 40) - 10 * 20 * entropy(1 / 20)) / 1000 / entropy(0.01)
    assert gains == pytest.approx({"age": apart, "zip": 0, "age,zip": 20 / 1000 / entropy(0.01)}, abs=1e-12)


def test_the_papers_tables_are_all_there() -> None:
    """Of the SeDR paper 76 numbers are attacks' results; the misprints are among them."""
    assert Counter(value.where for value in PRINTED if value.paper.startswith("Sondeck et al.")) == {
        "Table 5": 8,
        "Table 6": 3,
        "Table 7": 8,
        "Table 8": 8,
        "Table 10": 7,
        "Table 11": 14,
        "Table 12": 14,
        "Table 13": 14,
    }
    assert {value.verdict for value in PRINTED} >= {"as printed", "misprint", "printed truncated, not rounded"}


PERSON = st.tuples(
    st.sampled_from(["a", "b", "c", None]),
    st.sampled_from([1, 2, 3, 4, None]),
    st.sampled_from(["flu", "cold", "it's", None]),
    st.sampled_from([7, 8, 9, None]),
)
AGES = {1: "young", 2: "young", 3: "old", 4: "old"}
MODEL = {"flu": "ill", "cold": "ill", "it's": "well"}


def rate(rows: list[dict[str, Any]], keys: list[str], target: str | None = None, **words: Any) -> float | None:
    """Return the discrimination rate of rows by the reference."""
    return measure(rows, keys, target, **words).table["discrimination_rate"]


def grey(
    released: list[dict[str, Any]], others: list[dict[str, Any]], keys: list[str], individual: str | None = None
) -> tuple[float | None, float | None]:
    """Return the grey box's rate and the share that is linked, by their definitions.

    An individual's records with the same keys are one.
    """

    def members(rows: list[dict[str, Any]]) -> list[Any]:
        named = [(number if individual is None else row[individual], row) for number, row in enumerate(rows)]
        return list({(person, *(row[key] for key in keys)) for person, row in named})

    crowd = Counter(tuple(key) for _, *key in members(others))
    linked = [crowd[key] for _, *own in members(released) if crowd[key := tuple(own)]]
    met = [row for row in released if crowd[tuple(row[key] for key in keys)]]
    share = len(met) / len(released) if released else None
    everybody = Counter(person for person, *_ in members(others))
    if not linked or len(everybody) < 2:
        return None, share
    whole = sum(everybody.values())
    identity = -sum(size / whole * math.log2(size / whole) for size in everybody.values())
    return 1 - sum(math.log2(size) for size in linked) / len(linked) / identity, share


@examples(16)
@given(
    st.lists(PERSON, min_size=1, max_size=9),
    st.lists(PERSON, max_size=5),
    st.integers(0, 3),
    st.booleans(),
    st.sampled_from([None, "person"]),
)
def test_attacks_agree_with_their_definitions(
    people: list[Any], public: list[Any], left: int, by_id: bool, individual: str | None
) -> None:
    """All attacks agree with their definitions on any original, release and external table.

    The release has all or some of the original's records, keys and values may be NULL, and either a
    record id or the recoding links them. Records are individuals, or told apart by a column.
    """
    original = [
        {"id": number, "k": k, "age": age, "x": x, "person": person}
        for number, (k, age, x, person) in enumerate(people)
    ]
    words: dict[str, Any] = {"individual": individual}
    recoded = [row | {"age": AGES.get(row["age"])} for row in original]
    release = recoded[left:]
    others = [{"k": k, "age": age, "x": None, "person": person} for k, age, _, person in public] + original
    strangers = [row | {"age": AGES.get(row["age"])} for row in others]
    with duckdb.connect() as connection:
        for name, rows, age in (("o", original, "integer"), ("r", release, "varchar"), ("e", others, "integer")):
            connection.execute(f"create table {name} (id integer, k varchar, age {age}, x varchar, person integer)")
            if rows:
                connection.executemany(
                    f"insert into {name} values (?, ?, ?, ?, ?)",
                    [[row.get("id"), row["k"], row["age"], row["x"], row["person"]] for row in rows],
                )
        result = sqlmetrics.attacks(
            "o",
            "r",
            ["k", "age"],
            "x",
            record_id="id" if by_id else None,
            external="e",
            partitions={
                "age": {str(age): name for age, name in AGES.items()},
                "x": {"name": "model", "mapping": MODEL},
            },
            connection=connection,
            individual=individual,
        )

    def value(attack: str, metric: str = "discrimination_rate", **words: Any) -> float | None:
        return result.value(metric, attack=attack, **words)

    def check(value: float | None, expected: float | None) -> None:
        assert (value is None) is (expected is None)
        assert value is None or value == pytest.approx(expected, rel=1e-9, abs=1e-9)

    pairs = [
        {
            "k": row["k"],
            "age": row["age"],
            "own_k": whole["k"],
            "own_age": whole["age"],
            "own": (whole["k"], whole["age"]),
            "person": row["person"],
        }
        for row, whole in zip(recoded, original, strict=True)
    ][left if by_id else 0 :]
    for keys in (["k"], ["age"], ["k", "age"]):
        known = ",".join(keys)
        check(value("identity_black_box", known=known), rate(release, keys, **words))
        check(value("homogeneity", known=known), rate(release, keys, "x", **words))
        homogeneous = rate(release, keys, "x", **words)
        check(
            value("background_knowledge", "background_knowledge", known=known),
            None if homogeneous is None else 1 - homogeneous,
        )
        before = rate(original, keys, "x", **words)
        both = before is not None and homogeneous is not None
        check(value("skewness", "skewness_gain", known=known), before - homogeneous if both else None)  # type: ignore[operator]
        check(value("skewness", "a_diff", known=known), measure(release, keys, "x", **words).table["a_diff"])
        check(value("semantic", known=known), rate(release, keys, "x", recodings={"x": MODEL}, **words))
        expected, _ = grey(release, strangers, keys, individual)
        check(value("identity_grey_box", known=known), expected)
        for key in keys:
            check(value("identity_white_box", known=known, target=key), rate(pairs, keys, f"own_{key}", **words))
    check(value("identity_white_box", known="k,age", target="k,age"), rate(pairs, ["k", "age"], "own", **words))
    check(value("identity_grey_box", "linked_records"), grey(release, strangers, ["k", "age"], individual)[1])
    check(value("identity_white_box", "linked_records"), 1.0 if release else None)
    assert all((score.value is None) is (score.reason is not None) for score in result.scores)


def test_classes_agree_with_their_definitions() -> None:
    """At class level: the rates and shifts of each class of the release, and of each key alone."""
    release, original = values("three_diverse"), values("original")
    result = sqlmetrics.attacks(
        pd.DataFrame(original),
        pd.DataFrame(release),
        ["zip_star", "age_star"],
        "salary",
        record_id="id",
        names=NAMES_OF_BOTH,
        level="class",
    )
    pairs = [row | {"own": whole["age"]} for row, whole in zip(release, original, strict=True)]
    for keys in (["zip_star"], ["age_star"], ["zip_star", "age_star"]):
        of_x, of_own, of_id = measure(release, keys, "salary"), measure(pairs, keys, "own"), measure(release, keys)
        for key in of_x.classes:
            line = ",".join(key)

            def value(
                attack: str,
                target: str,
                metric: str = "discrimination_rate",
                line: str = line,
                known: str = ",".join(keys),
            ) -> Any:
                (one,) = [
                    score.value
                    for score in result.scores
                    if (score.attack, score.target, score.metric, score.class_, score.quasi_identifiers)
                    == (attack, target, metric, line, known)
                ]
                return one

            assert value("homogeneity", "salary") == pytest.approx(
                of_x.classes[key].metrics["discrimination_rate"], rel=1e-9
            )
            assert value("skewness", "salary", "a_diff") == pytest.approx(of_x.classes[key].metrics["a_diff"], rel=1e-9)
            assert value("identity_black_box", "identity") == pytest.approx(
                of_id.classes[key].metrics["discrimination_rate"], rel=1e-9
            )
            if "age_star" in keys:
                assert value("identity_white_box", "age") == pytest.approx(
                    of_own.classes[key].metrics["discrimination_rate"], rel=1e-9
                )


NAMES_OF_BOTH = {"zip_star": "zip", "age_star": "age"}


def test_the_grey_box_by_hand() -> None:
    """Records among 2 and 4 of 8 people: the rate is 1 - (1 + 2) / 2 / 3 = 1/2, of 2 records.

    A third record matches nobody, so that 2 of 3 are linked.
    """
    release = pd.DataFrame({"k": ["a", "b", "z"]})
    keys: list[Any] = [*"aabbbbc", None]
    people = pd.DataFrame({"k": keys})
    result = sqlmetrics.attacks(release, release, "k", external=people)
    assert result.value("discrimination_rate", attack="identity_grey_box") == pytest.approx(0.5)
    assert result.value("linked_records", attack="identity_grey_box") == pytest.approx(2 / 3)
    assert [score.records for score in result.scores if score.attack == "identity_grey_box"] == [2, 2]
    assert any("1 of 3 records match nobody in the external table" in note for note in result.notes)
    by_class = sqlmetrics.attacks(release, release, "k", external=people, level="class")
    grey_box = {
        score.class_: (score.value, score.reason) for score in by_class.scores if score.attack == "identity_grey_box"
    }
    assert grey_box["a"][0] == pytest.approx(1 - 0.5 * 1 / 3)
    assert grey_box["b"][0] == pytest.approx(1 - 0.5 * 2 / 3)
    assert grey_box["z"] == (None, "no record of the external table has these keys")


def test_the_printed_grey_box_has_no_rate_where_a_value_of_the_external_table_is_lost() -> None:
    """Two of 3 people are in one class and 1 in another, until a fourth has no domain."""
    words: dict[str, Any] = {"external": "everybody", "partitions": {"k": {"a": "x", "b": "x", "c": "y"}}}
    statement = sqlmetrics.attacks_sql("people", "release", "k", **words)
    found = []
    with duckdb.connect() as connection:
        for name, values in (("people", "ac"), ("release", "xy"), ("everybody", "abc")):
            connection.execute(f"create table {name} as select unnest({[*values]}) as k")
        for _ in range(2):
            rows = connection.execute(statement).fetchall()
            found.append([(row[8], row[9]) for row in rows if row[14] == "identity_grey_box"])
            connection.execute("insert into everybody values ('z')")
    lost = (None, "a partition has no domain for some values")
    assert found == [[(pytest.approx(1 - 0.5 / math.log2(3)), None), (1, None)], [lost, lost]]


def test_the_white_box_learns_all_that_the_keys_hid() -> None:
    """Of two and of four equally likely values a release hides the first and halves the second.

    The keys are three bits, of which two are left: a third is learnt, and of each alone 0 and 1/2.
    """
    original = pd.DataFrame({"id": range(8), "k": [*"aaaabbbb"], "age": [1, 2, 3, 4] * 2})
    release = original.assign(k="*", age=["young", "young", "old", "old"] * 2)
    result = sqlmetrics.attacks(original, release, ["k", "age"], record_id="id")
    learnt = {"k": 0, "age": 1 / 2, "k,age": 1 / 3}
    for target, share in learnt.items():
        value = result.value("discrimination_rate", attack="identity_white_box", known="k,age", target=target)
        assert value == pytest.approx(share)


def test_a_population_that_is_the_release_is_a_black_box() -> None:
    """A release that is matched against itself gives away as much of the identity as alone."""
    table = TABLES / "three_diverse.csv"
    result = sqlmetrics.attacks(table, table, ["zip_star", "age_star"], external=table)
    for known in ("zip_star", "age_star", "zip_star,age_star"):
        boxes = [
            result.value("discrimination_rate", attack=f"identity_{box}_box", known=known) for box in ("grey", "black")
        ]
        assert boxes[0] == pytest.approx(boxes[1], rel=1e-12)


def test_several_releases_are_as_each_alone() -> None:
    """Several releases stand side by side, each with what it has alone."""
    frame = pd.read_csv(TABLES / "three_diverse.csv")
    coarse = frame.assign(age_star="*")
    both = sqlmetrics.attacks(frame, [frame, coarse], ["zip_star", "age_star"], "disease")
    assert both.releases == ("pandas frame (1)", "pandas frame (2)")
    for number, release in enumerate((frame, coarse), 1):
        alone = sqlmetrics.attacks(frame, release, ["zip_star", "age_star"], "disease")
        own = [score._replace(release="") for score in both.scores if str(score.release).endswith(f"({number})")]
        assert own == [score._replace(release="") for score in alone.scores]


@pytest.mark.parametrize("level", ["table", "class"])
@pytest.mark.parametrize("record_id", [None, "id"])
def test_each_file_is_read_once(tmp_path: Path, level: Literal["table", "class"], record_id: str | None) -> None:
    """DuckDB scans release, original and external table once, for all keys and attacks."""
    paths = [str(tmp_path / f"{name}.parquet") for name in ("r", "o", "e")]
    for path in paths:
        duckdb.execute(f"copy (select i as id, i % 3 as k, i % 5 as z, i % 2 as x from range(30) t(i)) to '{path}'")
    statement = sqlmetrics.attacks_sql(
        paths[1],
        paths[0],
        ["k", "z"],
        "x",
        external=paths[2],
        record_id=record_id,
        partitions={"k": {"cuts": [1]}},
        level=level,
    )
    plan = duckdb.connect().execute("explain (format json) " + statement).fetchall()[0][1]
    assert len(list(scans(json.loads(plan)))) == 3


def test_suppressed_records_are_left_out_or_kept(tmp_path: Path) -> None:
    """Records with every key suppressed are in no attack, and their share is a score.

    Where they are kept, they are a class.
    """
    original = pd.DataFrame({"id": range(6), "k": ["a", "a", "b", "b", "c", "d"], "x": [1, 1, 1, 2, 1, 2]})
    release = original.assign(k=["a", "a", "b", "b", "*", "*"])
    left = sqlmetrics.attacks(original, release, "k", "x", record_id="id", suppressed="*")
    assert left.value("suppressed_records") == pytest.approx(2 / 6)
    assert left.value("discrimination_rate", attack="identity_black_box") == pytest.approx(0.5)
    assert left.value("discrimination_rate", attack="identity_white_box") == 1
    assert any("2 records are fully suppressed" in note for note in left.notes)
    kept = sqlmetrics.attacks(original, release, "k", "x", record_id="id", suppressed="*", keep_suppressed=True)
    assert kept.value("discrimination_rate", attack="identity_black_box") == pytest.approx(1 - 1 / math.log2(6))
    assert not any(score.metric == "suppressed_records" for score in kept.scores)
    none = sqlmetrics.attacks(original, release.assign(k="*"), "k", "x", record_id="id", suppressed="*")
    assert {score.value for score in none.scores if score.metric != "suppressed_records"} == {None}
    assert any("every record is suppressed" in note for note in none.notes)


def test_what_links_release_and_original_is_said() -> None:
    """Without a record id or a recoding the white box is undefined, and the note says what to do.

    The other attacks are measured.
    """
    table, original = TABLES / "three_diverse.csv", TABLES / "original.csv"
    nothing = sqlmetrics.attacks(original, table, "age_star", "disease", names={"age_star": "age"})
    (white,) = [score for score in nothing.scores if score.attack == "identity_white_box"]
    assert (white.value, white.target) == (None, "age")
    assert "name a record id, or how the keys were recoded" in (white.reason or "")
    assert nothing.notes[0] == white.reason
    assert nothing.value("discrimination_rate", attack="homogeneity") == pytest.approx(0.366840218326)
    recoded = sqlmetrics.attacks(
        original,
        table,
        "age_star",
        "disease",
        names={"age_star": "age"},
        partitions={"age_star": {"cuts": [30, 40], "name": "decades"}},
    )
    assert recoded.notes[0] == "releases and original are linked by the recoding of the keys: age_star (as decades)"
    assert "9 of 9 records have keys that no record of the original has once recoded" in recoded.notes[1]


def test_records_without_a_partner_are_counted() -> None:
    """A released record that the original lacks is in no white box, and a note counts it."""
    original = pd.DataFrame({"id": [1, 2, 3], "k": ["a", "b", "c"]})
    release = pd.DataFrame({"id": [1, 2, 9, 10], "k": ["x", "x", "y", "y"]})
    result = sqlmetrics.attacks(original, release, "k", record_id="id")
    (white,) = [
        score
        for score in result.scores
        if (score.attack, score.metric) == ("identity_white_box", "discrimination_rate")
    ]
    assert (white.records, white.value) == (2, 0)
    assert result.value("linked_records", attack="identity_white_box") == 0.5
    assert any("2 of 4 records have no partner in the original" in note for note in result.notes)
    nobody = sqlmetrics.attacks(original, release.assign(id=[7, 8, 9, 10]), "k", record_id="id")
    reasons = {score.reason for score in nobody.scores if score.attack == "identity_white_box" and score.value is None}
    assert reasons == {"no record of the release has a partner in the original"}


def channel(pairs: list[tuple[str | None, str | None]]) -> float | None:
    """Return the largest |ln p(x|a) / p(x|b)| of pairs of an original and a released value."""
    origins, outcomes = dict.fromkeys(one for one, _ in pairs), dict.fromkeys(other for _, other in pairs)
    sizes = {origin: sum(one == origin for one, _ in pairs) for origin in origins}
    epsilon = 0.0
    for outcome in outcomes:
        shares = [pairs.count((origin, outcome)) / sizes[origin] for origin in origins]
        if len(shares) < 2 or min(shares) == 0:
            return None
        epsilon = max(epsilon, math.log(max(shares) / min(shares)))
    return epsilon


@pytest.mark.parametrize("seed", range(5))
def test_the_epsilon_of_released_values(seed: int) -> None:
    """Randomized responses have the epsilon of their counts, NULL being a value like others."""
    rng = random.Random(seed)
    values = ["a", "b", None]
    kept = [rng.choice(values) for _ in range(120)]
    pairs = [(one, one if rng.random() < 0.5 else rng.choice(values)) for one in kept]
    original = pd.DataFrame({"id": range(120), "k": [one for one, _ in pairs], "j": "same"})
    release = pd.DataFrame({"id": range(120), "k": [other for _, other in pairs], "j": "same"})
    result = sqlmetrics.attacks(original, release, ["k", "j"], record_id="id")
    expected = channel(pairs)
    assert expected is not None
    assert result.value("channel_epsilon", known="k") == pytest.approx(expected, abs=1e-12)
    assert result.value("channel_epsilon", known="k,j") == pytest.approx(expected, abs=1e-12)
    assert result.value("channel_epsilon", known="j") is None


def test_an_epsilon_without_a_bound() -> None:
    """A value that only some originals become has none, nor has a single original value."""
    original = pd.DataFrame({"id": [1, 2, 3], "k": ["a", "b", "b"]})
    release = original.assign(k=["a", "a", "b"])
    reasons = [
        score.reason
        for made in (release, release.assign(id=[2, 3, 9]), release.assign(id=[7, 8, 9]))
        for score in sqlmetrics.attacks(original, made, "k", record_id="id").scores
        if score.metric == "channel_epsilon"
    ]
    assert reasons == [
        "a released value never stands for some original one, which no epsilon bounds",
        "the target has a single value",
        "no record of the release has a partner in the original",
    ]
    assert not any(
        score.metric == "channel_epsilon"
        for score in sqlmetrics.attacks(original, release, "k", record_id="id", level="class").scores
    )


def test_an_empty_release_has_reasons() -> None:
    """Nothing is 0 where there is no record: every value is undefined with a reason."""
    original = pd.DataFrame({"id": [1, 2], "k": ["a", "b"], "x": ["y", "z"]})
    result = sqlmetrics.attacks(original, original[:0], "k", "x", record_id="id", external=original)
    assert result.scores
    assert all(score.value is None and score.reason for score in result.scores)
    assert any("has no records to attack" in note for note in result.notes)


PEOPLE = pd.DataFrame({"id": [1, 2, 3], "age": [30, 40, 50], "job": ["a", "b", "c"]})


@pytest.mark.parametrize(
    ("changed", "options", "message"),
    [
        (PEOPLE.rename(columns={"age": "ages"}), {}, "no column 'age'; did you mean 'ages'"),
        (PEOPLE, {"record_id": "idd"}, "no column 'idd'; did you mean 'id'"),
        (PEOPLE.assign(id=[1, 1, 2]), {"record_id": "id"}, "no record id of .*2 records that share theirs"),
        (
            PEOPLE.assign(id=pd.Series([1, float("nan"), 2]).astype("Int64")),
            {"record_id": "id"},
            "1 record without one",
        ),
        (PEOPLE.assign(id=["1", "2", "3"]), {"record_id": "id"}, "the record id 'id' is a number .* and a text"),
        (PEOPLE.assign(age=["3*", "4*", "5*"]), {"external": PEOPLE}, "say in `partitions` how 'age' was recoded"),
        (PEOPLE, {"names": {"agee": "age"}}, "'agee' is renamed, but is neither"),
        (PEOPLE, {"names": {"job": "jobs"}}, "no column 'jobs'; did you mean 'job'"),
        (PEOPLE, {"record_id": "age"}, "'age' is named twice"),
        (PEOPLE, {"partitions": {"age": {"30": "3", "40": "4"}}}, "no domain for 1 value in 1 record"),
        (PEOPLE, {"partitions": {"job": {"a": "z", "b": "z"}}}, "'job' has no domain for 1 value in 1 record"),
        (
            PEOPLE.rename(columns={"age": "years"}),
            {"names": {"years": "job"}, "partitions": {"years": {"cuts": [3]}}},
            "intervals need",
        ),
    ],
)
def test_bad_input_is_explained(changed: pd.DataFrame, options: dict[str, Any], message: str) -> None:
    """Missing columns, bad ids, types that do not compare and gaps in partitions are explained."""
    keys = ["years"] if "years" in changed else ["age"]
    with pytest.raises(SpecError, match=message):
        sqlmetrics.attacks(
            PEOPLE,
            changed,
            keys,
            [] if "job" in str(options.get("names", "")) and keys == ["years"] else "job",
            **options,
        )


COMMAND = [
    "attacks",
    TABLES / "three_diverse.csv",
    "--original",
    TABLES / "original.csv",
    *("-q", "zip_star", "-q", "age_star", "-s", "disease", "--renamed", "zip_star=zip", "--renamed", "age_star=age"),
    *("--partition", f"zip_star={TABLES}/recoding_zip.csv", "--partition", f"age_star={TABLES}/recoding_age.csv"),
    *("--partition", f"disease={TABLES}/partition_sp4.csv"),
]


def test_the_command_and_its_twin(run: Command, tmp_path: Path) -> None:
    """JSON, CSV and Parquet hold the same records as the printed statement returns in DuckDB."""
    ended = run(*COMMAND, "--format", "json")
    assert ended.code == 0
    assert "linked by the recoding of the keys: zip_star (as recoding_zip), age_star (as recoding_age)" in ended.err
    scores = json.loads(ended.out)["scores"]
    assert {score["attack"] for score in scores} == {
        "identity_white_box",
        "identity_black_box",
        "homogeneity",
        "background_knowledge",
        "skewness",
        "semantic",
        "replication",
        "attribution",
    }
    (age,) = [
        score
        for score in scores
        if score["attack"] == "identity_white_box" and score["quasi_identifiers"] == ["age_star"]
    ]
    assert age["value"] == pytest.approx(0.655110493642)
    statement = run(*COMMAND, "--print-sql").out
    with duckdb.connect() as connection:
        cursor = connection.execute(statement)
        assert tuple(column[0] for column in cursor.description) == RELEASE_COLUMNS
        rows = cursor.fetchall()
        path = tmp_path / "attacks.parquet"
        assert run(*COMMAND, "--format", "parquet", "--output", path).code == 0
        stored = connection.execute(f"select * from '{path}'").fetchall()
    values = pytest.approx([score["value"] for score in scores], rel=1e-12, nan_ok=True)
    assert [row[8] for row in rows] == values
    assert [row[8] for row in stored] == values
    assert run(*COMMAND, "--format", "csv").out.count("\n") == len(scores) + 1


def test_key_values_are_shown_only_on_request(run: Command) -> None:
    """The table of classes shows sizes, --show-values names, and --limit keeps the riskiest."""
    assert "3581*" not in run(*COMMAND, "--level", "class").out
    shown = run(*COMMAND, "--level", "class", "--show-values", "--limit", "1", "--format", "csv").out
    assert "3581*" in shown
    assert "355**\n" not in shown
    assert run(*COMMAND, "--format", "markdown").out.startswith("## three_diverse")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--renamed", "zip_star"], 2, "write COL=ORIGINAL"),
        (["--dialect", "nosql", "--print-sql"], 2, "unknown dialect 'nosql'"),
        (["--external", "nowhere.csv"], 2, "no such file: nowhere.csv"),
        (["--partition", "disese=x.csv"], 2, "neither a quasi-identifier nor sensitive"),
    ],
)
def test_usage_is_explained(run: Command, arguments: list[str], code: int, message: str) -> None:
    """A wrong flag ends with its exit code and a message that names it."""
    ended = run(*COMMAND, *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert message in ended.err


def test_the_statement_for_another_database(run: Command) -> None:
    """The twin names tables in a dialect that reads no files."""
    ended = run(
        *shlex.split("attacks public.release --original public.people -q age -s job --print-sql --dialect snowflake")
    )
    assert ended.code == 0
    assert 'from "PUBLIC"."RELEASE" source' in ended.out
    assert 'from "PUBLIC"."PEOPLE" source' in ended.out


def test_the_recodings_are_those_of_the_papers_table() -> None:
    """The recodings beside the papers' tables are the columns of the generalization table."""
    for key, starred in (("zip", "zip_star"), ("age", "age_star")):
        frame = pd.read_csv(ROOT / "fixtures" / "papers" / "tables" / f"recoding_{key}.csv", dtype=str)
        mapping = dict(zip(frame["value"], frame["domain"], strict=True))
        assert {(str(row[key]), row[starred]) for row in values("generalization")} == set(mapping.items())
