"""The syntactic models, the risks of being singled out and the attacker's knowledge, by hand."""

from __future__ import annotations

import contextlib
import csv
import json
import math
import random
import shlex
import sqlite3
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Literal

import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
import pytest

import sqlmetrics
from conftest import Run
from reference import measure
from sqlmetrics import SpecError
from sqlmetrics.text import split_line

Command = Callable[..., Run]


def of_counts(*classes: str) -> pa.Table:
    """Return a table with one class per text, whose letters are the sensitive values."""
    rows = [(f"class {number}", value) for number, values in enumerate(classes) for value in values]
    return pa.table({"k": [key for key, _ in rows], "x": [value for _, value in rows]})


def scored(frame: Any, *metrics: str, **more: Any) -> dict[str, float | None]:
    """Return the values of the metrics of `x`, or of the identity, by metric."""
    scores = sqlmetrics.score(frame, "k", "x", metrics=metrics, **more)
    return {score.metric: score.value for score in scores.scores}


def reasons(frame: Any, *metrics: str, **more: Any) -> dict[str, str | None]:
    """Return the reasons for undefined scores, by metric."""
    return {score.metric: score.reason for score in sqlmetrics.score(frame, "k", "x", metrics=metrics, **more).scores}


@pytest.mark.parametrize("count", range(2, 21))
def test_as_many_equally_frequent_values_are_worth_their_number(count: int) -> None:
    """A class of n equally frequent values has exactly the entropy l of n, without truncation."""
    letters = "abcdefghijklmnopqrst"[:count]
    for times in (1, 3):
        values = scored(
            of_counts(letters * times), "entropy_l_diversity", "recursive_cl_diversity", parameters={"l": count}
        )
        assert values["entropy_l_diversity"] == pytest.approx(count, abs=1e-12)
        assert values["recursive_cl_diversity"] == 1


@pytest.mark.parametrize(("l", "c"), [(2, 10 / 11), (3, 10 / 6), (4, 10 / 3), (5, 10)])
def test_recursive_diversity_counts_from_the_most_frequent_value(l: int, c: float) -> None:  # noqa: E741 - the model's name for it
    """Recursive diversity is r_1 over the sum from the l-th count on, for any order and ties."""
    table = of_counts("e" + "c" * 3 + "a" * 10 + "d" * 2 + "b" * 5)
    assert scored(table, "recursive_cl_diversity", parameters={"l": l})["recursive_cl_diversity"] == pytest.approx(
        c, rel=1e-15
    )
    assert scored(of_counts("abcabcabcabcdd"), "recursive_cl_diversity")["recursive_cl_diversity"] == pytest.approx(
        4 / 6, rel=1e-15
    )


def test_an_infinite_class_makes_the_table_infinite() -> None:
    """A class with fewer than l values makes the table's c NULL, with the reason.

    The largest c of the other classes is never the answer.
    """
    table = of_counts("aaabbc", "ab", "abcd")
    why = "infinite: a class with fewer than l=3 values satisfies no c"
    assert scored(table, "recursive_cl_diversity") == {"recursive_cl_diversity": None}
    assert reasons(table, "recursive_cl_diversity") == {"recursive_cl_diversity": why}
    classes = sqlmetrics.score(table, "k", "x", metrics="recursive_cl_diversity", level="class")
    assert [classes.value("recursive_cl_diversity", key=[f"class {number}"]) for number in range(3)] == [3, None, 0.5]
    assert {score.parameters for score in classes.scores} == {"l=3"}


def test_enhanced_beta_has_a_bound_or_none() -> None:
    """The least enhanced beta is the largest gain, 1/3, unless a gain exceeds -ln p(x).

    Certainty of a frequent value satisfies no beta.
    """
    # p = (3/8, 5/8): gains (1/2 - 3/8) / (3/8) = 1/3 <= ln 8/3, and
    # (3/4 - 5/8) / (5/8) = 1/5 <= ln 8/5
    bounded = scored(of_counts("aabb", "abbb"), "basic_beta_likeness", "enhanced_beta_likeness")
    assert bounded == {"basic_beta_likeness": pytest.approx(1 / 3), "enhanced_beta_likeness": pytest.approx(1 / 3)}
    # p = (1/4, 3/4): the second class gains 1/3 of b, more than ln 4/3 = 0.288; the basic beta is
    # that of a, 1
    table = of_counts("ab", "bb")
    assert scored(table, "basic_beta_likeness", "enhanced_beta_likeness") == {
        "basic_beta_likeness": 1,
        "enhanced_beta_likeness": None,
    }
    why = "infinite: a value gains more than -ln p(x) in a class, which no beta allows"
    assert reasons(table, "enhanced_beta_likeness") == {"enhanced_beta_likeness": why}


def test_a_single_value_is_on_the_bound() -> None:
    """A constant target has beta 0, delta 0 and no gain: gain and bound are both exactly 0."""
    names = [
        "basic_beta_likeness",
        "enhanced_beta_likeness",
        "delta_disclosure",
        "delta_disclosure_strict",
        "a_quot",
        "a_diff",
        "a_know",
    ]
    names += ["a_acc", "skewness"]
    for classes in (["a"], ["aaa", "a"], ["a" * 7, "a" * 49, "aaa"]):
        assert scored(of_counts(*classes), *names) == dict.fromkeys(names, 0)


def test_delta_counts_the_values_that_are_there_unless_it_is_strict() -> None:
    """A value that a class lacks counts for the strict delta alone, which is then infinite.

    The base is e or, on request, 2.
    """
    table = of_counts("ab", "bb")  # p = (1/4, 3/4): ratios 2, 2/3 and 4/3
    assert scored(table, "delta_disclosure", "a_quot") == {
        "delta_disclosure": pytest.approx(math.log(2)),
        "a_quot": pytest.approx(math.log(2)),
    }
    assert scored(table, "delta_disclosure_strict") == {"delta_disclosure_strict": None}
    assert reasons(table, "delta_disclosure_strict") == {
        "delta_disclosure_strict": "infinite: a class lacks a value that the table has"
    }
    in_bits = sqlmetrics.score(table, "k", "x", metrics="delta_disclosure", parameters={"log_base": 2}).scores[0]
    assert in_bits.value == pytest.approx(1, rel=1e-15)
    assert (in_bits.unit, in_bits.parameters) == ("bits", "log base=2")
    # a rarer value counts as a more frequent one: p(a) = 1/2, in the classes 1/5 and 4/5
    rarer = scored(of_counts("abbbb", "aaaab"), "delta_disclosure", "delta_disclosure_strict")
    assert rarer == {
        "delta_disclosure": pytest.approx(math.log(2.5)),
        "delta_disclosure_strict": pytest.approx(math.log(2.5)),
    }


def test_the_attacker_s_knowledge_and_accuracy() -> None:
    """Beliefs move by 1/8 for either half of the people; guesses become right for none, or more."""
    names = ["a_know", "a_acc", "baseline_accuracy", "posterior_accuracy", "a_diff", "t_closeness_equal"]
    values = scored(of_counts("aabb", "abbb"), *names)
    assert values == {
        "a_know": 1 / 8,
        "a_acc": 0,
        "baseline_accuracy": 5 / 8,
        "posterior_accuracy": 5 / 8,  # two of aabb, three of abbb
        "a_diff": 1 / 8,
        "t_closeness_equal": 1 / 8,
    }
    # p = (5/9, 4/9): the four of the first class move by 5/9, the five of the second by 4/9, and
    # every guess is right
    values = scored(of_counts("bbbb", "aaaaa"), *names)
    assert values["a_know"] == pytest.approx((4 * 5 + 5 * 4) / 81, rel=1e-12)
    assert values["a_acc"] == pytest.approx(4 / 9, rel=1e-15)
    assert values["baseline_accuracy"] == pytest.approx(5 / 9, rel=1e-15)
    assert values["posterior_accuracy"] == 1
    assert values["a_diff"] == pytest.approx(5 / 9, rel=1e-12)


def test_a_baseline_names_each_value_as_its_attribute_does() -> None:
    """A truth is no number beside an attribute of numbers."""
    beliefs = sqlmetrics.baseline({"n": [5, 5, 6], "b": [True, True, False]}, sensitive=["n", "b"])
    named = [(belief.target, belief.value, belief.records) for belief in beliefs]
    assert named == [("n", "5", 2), ("n", "6", 1), ("b", "true", 2), ("b", "false", 1)]


def test_the_posterior_stands_beside_the_baseline(run: Command, tmp_path: Path) -> None:
    """Each class has its own distribution, the surest first, and NULL is a value like others.

    Without `--show-values` only the likeliest value of each class is there, and nothing is named.
    """
    table = pa.table({"k": ["u"] * 4 + ["v"] * 4 + [None], "x": [*"aabbabb", None, "a"]})
    beliefs = sqlmetrics.posterior(table, "k", "x")
    assert [belief[2:] for belief in beliefs] == [
        ("", 1, "a", 1, 1.0, 4 / 9),
        *(("u", 4, "a", 2, 0.5, 4 / 9), ("u", 4, "b", 2, 0.5, 4 / 9)),
        *(("v", 4, "b", 2, 0.5, 4 / 9), ("v", 4, "a", 1, 0.25, 4 / 9), ("v", 4, None, 1, 0.25, 1 / 9)),
    ]
    assert sqlmetrics.posterior(table, "k", "x", limit=1).rows == beliefs.rows[:1]
    assert list(beliefs.to_pandas()["k"].dropna()) == [*"uuvvv"]
    # on average the best guess is that of posterior_accuracy
    guesses = {belief.class_: (belief.class_records, belief.share) for belief in reversed(beliefs.rows)}
    assert scored(table, "posterior_accuracy")["posterior_accuracy"] == sum(n * p for n, p in guesses.values()) / 9
    pd.DataFrame(table.to_pydict()).to_csv(tmp_path / "t.csv", index=False)
    rows = json.loads(run("posterior", tmp_path / "t.csv", "-q", "k", "-s", "x", "-f", "json").out)
    assert [(row["class"], row["value"], row["class_records"], row["records"]) for row in rows] == [
        (None, None, size, most) for size, most in ((1, 1), (4, 2), (4, 2))
    ]


def test_the_gain_and_its_bound_are_in_one_unit() -> None:
    """Lemma 1: what is told is at most log2 of the largest ratio of chances, 3/2 for an a.

    Two classes without a value in common reach it: one bit is told, and each chance doubles.
    """
    names = ["mutual_information", "gain_bound"]
    # p(a) = 3/8; of aabb 1/2, of abbb 1/4
    joint = 2 * math.log2(4 / 3) + 2 * math.log2(4 / 5) + math.log2(2 / 3) + 3 * math.log2(6 / 5)
    assert scored(of_counts("aabb", "abbb"), *names) == {
        "mutual_information": pytest.approx(joint / 8, rel=1e-12),
        "gain_bound": pytest.approx(math.log2(3 / 2), rel=1e-12),
    }
    assert scored(of_counts("aa", "bb"), *names) == {
        "mutual_information": pytest.approx(1, rel=1e-15),
        "gain_bound": pytest.approx(1),
    }
    assert scored(of_counts("ab", "ab"), *names) == {"mutual_information": 0, "gain_bound": 0}


def test_skewness_may_be_negative_for_a_class_never_for_the_table() -> None:
    """A class more even than the table has a negative skewness, and the table's is never negative.

    The table's is that of its least diverse class.
    """
    table = of_counts("ab", "bbbbbb")
    whole = 1 / 8 * math.log2(8) + 7 / 8 * math.log2(8 / 7)
    classes = sqlmetrics.score(table, "k", "x", metrics="skewness", level="class")
    assert classes.value("skewness", key=["class 0"]) == pytest.approx(whole - 1, rel=1e-12)
    assert classes.value("skewness", key=["class 1"]) == pytest.approx(whole, rel=1e-12)
    assert scored(table, "skewness")["skewness"] == pytest.approx(whole, rel=1e-12)


def test_ranges_of_classes_are_wider_than_those_of_tables() -> None:
    """Classes meet the bounds that the catalogue gives, some of them below 0 or above H(X).

    One class of four is even over both values, the others hold the frequent one.
    """
    ranges = {metric.name: metric.range for metric in sqlmetrics.metrics()}
    assert ranges["itpr"] == "0 to 1; of a class from 1 - m"
    assert ranges["skewness"] == "0 to H(X); of a class from H(X) - log2 of the number of values"
    assert ranges["conditional_entropy"] == "0 to H(X); of a class to log2 of the number of values"
    table = of_counts("ab" * 4, "b", "b", "b")
    whole = 4 / 11 * math.log2(11 / 4) + 7 / 11 * math.log2(11 / 7)
    classes = sqlmetrics.score(table, "k", "x", metrics=["itpr", "skewness", "conditional_entropy"], level="class")
    even = {
        metric: classes.value(metric, target="x", key=["class 0"])
        for metric in ("itpr", "skewness", "conditional_entropy")
    }
    expected = {"itpr": 1 - 4 * 8 / 11 / whole, "skewness": whole - 1, "conditional_entropy": 1}
    assert even == pytest.approx(expected, rel=1e-12)
    assert 1 - 4 <= expected["itpr"] < 0
    assert expected["conditional_entropy"] > whole


def test_null_stands_last_in_the_natural_order() -> None:
    """The order of 1, NULL, 3, 2, 1 is 1, 2, 3, NULL, of numbers and texts alike.

    In the first class the cumulated shares differ by 1/10, 1/10 and 3/10, of three steps. Listed
    values have no place for NULL.
    """
    for values in ([1, None, 3, 2, 1], ["a", None, "c", "b", "a"]):
        frame: dict[str, Any] = {"k": [1, 1, 2, 2, 2], "x": values}
        natural = scored(frame, "t_closeness_ordered", orders={"x": "natural"})
        assert natural["t_closeness_ordered"] == pytest.approx(1 / 6, rel=1e-12)
        listed = {"orders": {"x": [1, 2, 3] if values[0] == 1 else ["a", "b", "c"]}}
        assert reasons(frame, "t_closeness_ordered", **listed)["t_closeness_ordered"] == (
            "the order does not place every value"
        )


@pytest.mark.parametrize("seed", range(4))
def test_distances_over_many_values_and_wide_gaps(tmp_path: Path, seed: int) -> None:
    """Classes with few of 700 values are as far from the table as plain sums say, in SQLite too."""
    pick = random.Random(seed)
    rows = [
        {"k": pick.choice([None, *range(9)]), "x": int(700 * pick.random() ** (1 + seed % 3))}
        for _ in range(30 * (seed + 2))
    ]
    rows += [{"k": number % 9, "x": number} for number in range(700)] * (seed % 2)
    tree = {value: (f"{value // 7}", f"{value // 70}", "any") for value in range(700)}
    (tmp_path / "tree.csv").write_text("".join(f"{value};{';'.join(nodes)}\n" for value, nodes in tree.items()))
    expected = measure(rows, ["k"], "x", order="natural", hierarchy=tree)
    frame = pa.table({name: pa.array([row[name] for row in rows], pa.int64()) for name in ("k", "x")})
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.execute("create table t (k integer, x integer)")
        database.executemany("insert into t values (?, ?)", [(row["k"], row["x"]) for row in rows])
        for relation, connection in ((frame, None), ("t", database)):
            options: dict[str, Any] = {
                "orders": {"x": "natural"},
                "hierarchies": {"x": tmp_path / "tree.csv"},
                "connection": connection,
            }
            metrics = [
                "t_closeness_ordered",
                "t_closeness_hierarchical",
                "t_closeness_equal",
                "delta_disclosure",
                "recursive_cl_diversity",
            ]
            scores = sqlmetrics.score(relation, "k", "x", metrics=metrics, level="class", **options)
            for key, of_class in expected.classes.items():
                for metric in metrics:
                    value = of_class.metrics[metric]
                    assert scores.value(metric, key=key) == (
                        None if value is None else pytest.approx(value, rel=1e-9, abs=1e-12)
                    )


SINGLED_OUT = (
    "prosecutor_risk",
    "average_prosecutor_risk",
    "records_at_risk",
    "uniqueness",
    "distinction",
    "separation",
)


def test_the_risks_of_being_singled_out() -> None:
    """Averages over classes of 5, 4 and 1 are over the records, and 1/5 does not exceed 0.2."""
    values = scored(of_counts("aaaaa", "aaaa", "a"), *SINGLED_OUT)
    separation = pytest.approx(1 - (20 + 12) / 90, rel=1e-15)
    assert values == dict(zip(SINGLED_OUT, (1, 0.3, 0.5, 0.1, 0.3, separation), strict=True))
    for threshold, share in [(0.25, 0.1), (0.2, 0.5), (0.19, 1), (0.3, 0.1), (1, 0), (0, 1)]:
        values = scored(of_counts("aaaaa", "aaaa", "a"), "records_at_risk", parameters={"threshold": threshold})
        assert values == {"records_at_risk": share}


@pytest.mark.parametrize("size", range(2, 50))
def test_a_threshold_of_one_in_n_is_not_exceeded_by_n(size: int) -> None:
    """A class of n is not at risk at the threshold 1/n, however rounded; one of n - 1 is."""
    values = scored(of_counts("a" * size, "a" * (size - 1)), "records_at_risk", parameters={"threshold": 1 / size})
    assert values["records_at_risk"] == pytest.approx((size - 1) / (2 * size - 1), rel=1e-15)


def test_one_record_classes_hide_nothing() -> None:
    """All risks are 1 and every guess is right where all classes have one record.

    A single record has no pair to be told apart.
    """
    table = of_counts("a", "b", "a", "c")
    assert scored(table, *SINGLED_OUT) == dict.fromkeys(SINGLED_OUT, 1)
    names = [
        "entropy_l_diversity",
        "recursive_cl_diversity",
        "a_acc",
        "a_know",
        "basic_beta_likeness",
        "delta_disclosure",
    ]
    # p = (1/2, 1/4, 1/4): beliefs move by 1/2 for the two a, by 3/4 for the others; a gains 1, b
    # and c gain 3
    expected = [1, None, 0.5, (0.5 * 2 + 0.75 * 2) / 4, 3, pytest.approx(math.log(4))]
    assert scored(table, *names) == dict(zip(names, expected, strict=True))
    alone = of_counts("a")
    assert scored(alone, *SINGLED_OUT) == dict.fromkeys(SINGLED_OUT, 1) | {"separation": None}
    assert reasons(alone, "separation") == {"separation": "a single record has no other to be told from"}


def test_individuals_are_counted_once_per_class() -> None:
    """A person with five rows in a class counts once: classes of p and q, and of p alone.

    Of the two people p is alone somewhere, so that the largest 1/n are 1 and 1/2.
    """
    rows = [("u", "p", "a")] * 5 + [("u", "q", "b"), ("v", "p", "a")]
    table = pa.table({name: [row[place] for row in rows] for place, name in enumerate(("k", "person", "x"))})
    values = scored(table, *SINGLED_OUT, individual="person")
    assert values == dict(zip(SINGLED_OUT, (1, 3 / 4, 1, 1 / 2, 2 / 3, pytest.approx(2 / 3)), strict=True))
    assert scored(table, "baseline_accuracy", individual="person") == {"baseline_accuracy": 1 / 2}


def test_booleans_and_dates_are_values_like_others() -> None:
    """A boolean or a date scores as its values do, and dates have their natural order."""
    flags = pa.table({"k": ["u", "u", "v", "v"], "x": [True, False, True, True]})
    values = scored(flags, "distinct_l_diversity", "delta_disclosure", "a_know", orders={"x": "natural"})
    assert values == {"distinct_l_diversity": 1, "delta_disclosure": pytest.approx(math.log(2)), "a_know": 0.25}
    days = [date(2026, 1, 31), date(2025, 12, 1), date(2026, 2, 1), date(2026, 1, 31)]
    table = pa.table({"k": ["u", "u", "v", "v"], "x": days})
    scores = sqlmetrics.score(
        table, "k", "x", orders={"x": "natural"}, metrics=["t_closeness_ordered", "recursive_cl_diversity"]
    )
    # shares 1/4, 1/2, 1/4 in order of time; the first class cumulates 1/2, 1: 1/2 (1/4 + 1/4)
    assert scores.value("t_closeness_ordered") == pytest.approx(0.25, rel=1e-15)
    assert {score.metric: score.parameters for score in scores.scores} == {
        "t_closeness_ordered": "order=natural",
        "recursive_cl_diversity": "l=3",
    }


def test_the_index_and_order_of_a_frame_change_nothing() -> None:
    """A shuffled frame, with its shuffled index, scores to the last digit as the sorted one."""
    pick = random.Random(7)
    values = [(pick.randrange(5), pick.choice("aabbbcde"), pick.randrange(9)) for _ in range(300)]
    frame = pd.DataFrame(values, columns=["k", "x", "y"])
    orders = {"y": "natural"}
    expected = sqlmetrics.score(frame, "k", ["x", "y"], orders=orders).scores
    for seed in range(3):
        shuffled = sqlmetrics.score(frame.sample(frac=1, random_state=seed), "k", ["x", "y"], orders=orders).scores
        assert [score[:7] for score in shuffled] == [score[:7] for score in expected]
        for score, other in zip(shuffled, expected, strict=True):
            assert score.value == (None if other.value is None else pytest.approx(other.value, rel=1e-12, abs=1e-12))


@pytest.mark.parametrize(("table", "k", "guess"), [("itpr_first", 3, 1 / 3), ("itpr_second", 5, 0.6)])
def test_the_two_tables_of_the_itpr_paper_look_alike_to_the_models(
    tables: Path, table: str, k: int, guess: float
) -> None:
    """Tables 1 and 2 of the ITPR paper have like k, l and t, and surest guesses of 0.33 and 0.60.

    k is 3 and 5, l is 3 and t is 0 for both.
    """
    scores = sqlmetrics.score(tables / f"{table}.csv", ["zip_star", "age_star"], "disease")
    assert (scores.value("k_anonymity"), scores.value("distinct_l_diversity")) == (k, 3)
    for metric in (
        "t_closeness_equal",
        "a_know",
        "a_acc",
        "delta_disclosure",
        "delta_disclosure_strict",
        "basic_beta_likeness",
    ):
        assert scores.value(metric) == pytest.approx(0, abs=1e-12), metric
    assert scores.value("alpha_k_anonymity") == pytest.approx(guess, rel=1e-12)
    assert scores.value("baseline_accuracy") == pytest.approx(guess, rel=1e-12)
    assert scores.value("prosecutor_risk") == pytest.approx(1 / k, rel=1e-15)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"parameters": {"l": 1}}, "parameters.l': input should be greater than or equal to 2"),
        ({"parameters": {"threshold": 1.5}}, "parameters.threshold': input should be less than or equal to 1"),
        ({"parameters": {"log_base": 10}}, "parameters.log_base': input should be 'e' or 2"),
        ({"parameters": {"m": 3}}, "key 'parameters.m' is unknown"),
        ({"orders": {"x": "by name"}}, "orders.x': input should be 'natural'"),
        ({"orders": {"k": "natural"}}, "'k' has an order or a hierarchy, but is not a sensitive attribute"),
    ],
)
def test_a_wrong_parameter_is_named(options: dict[str, Any], message: str) -> None:
    """A parameter that is unknown or out of its range is an error with its name and the reason."""
    with pytest.raises(SpecError, match=message.replace("(", r"\(")):
        sqlmetrics.sql("t", "k", "x", **options)


@pytest.mark.parametrize("level", ["table", "class"])
@pytest.mark.parametrize("seed", range(3))
def test_the_worst_of_several_hierarchies_is_named(
    run: Command, tmp_path: Path, level: Literal["table", "class"], seed: int
) -> None:
    """The score is the largest of the distances by each hierarchy, and says by which.

    So it is alone and among all metrics, in SQLite too, and undefined where one lacks a value.
    """
    pick = random.Random(seed)
    rows = [{"k": pick.choice([None, "a", "b", "c"]), "x": pick.choice("uvwxyz")} for _ in range(40)]
    trees = {
        name: {value: (f"{group}", "any") for value, group in zip("uvwxyz", groups, strict=True)}
        for name, groups in (("by cost", "112233"), ("by organ", "111222"), ("it's odd", "121212"))
    }
    for name, tree in trees.items():
        (tmp_path / f"{name}.csv").write_text("".join(f"{value};{';'.join(nodes)}\n" for value, nodes in tree.items()))
    files = {"x": [tmp_path / f"{name}.csv" for name in trees]}
    found = {name: measure(rows, ["k"], "x", hierarchy=tree) for name, tree in trees.items()}
    name = "t_closeness_hierarchical"
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.execute("create table t (k text, x text)")
        database.executemany("insert into t values (?, ?)", [(row["k"], row["x"]) for row in rows])
        asked: list[tuple[Any, Any, list[Any]]] = [(pd.DataFrame(rows), None, [name]), ("t", database, ["all"])]
        for relation, connection, metrics in asked:
            words: dict[str, Any] = {"connection": connection, "metrics": metrics, "level": level, "look": False}
            scores = sqlmetrics.score(relation, "k", "x", hierarchies=files, **words)
            own = [score for score in scores if score.metric == name]
            assert len(own) == (1 if level == "table" else len({row["k"] for row in rows}))
            for score in own:
                key = None if score.class_ is None else tuple(split_line(score.class_))
                values = {
                    tree: one.table[name] if key is None else one.classes[(key[0] or None,)].metrics[name]
                    for tree, one in found.items()
                }
                worst = max(values, key=lambda tree: round(values[tree] or 0, 9))
                assert score.value == pytest.approx(values[worst], rel=1e-9)
                assert score.parameters == f"hierarchies=by cost+by organ+it's odd, worst={worst}"
    words = {"hierarchies": {"x": [str(file) for file in files["x"]]}, "thresholds": {name: 0}}
    words |= {"quasi_identifiers": ["k"], "sensitive": ["x"], "relation": str(tmp_path / "t.csv"), "look": False}
    pd.DataFrame(rows).to_csv(tmp_path / "t.csv", index=False)
    (tmp_path / "spec.yml").write_text(json.dumps(words))
    assert f"{name} of x (worst: " in run("check", "--spec", tmp_path / "spec.yml").out
    (tmp_path / "by organ.csv").write_text("u;1;any\n")
    lacking = sqlmetrics.score(pd.DataFrame(rows), "k", "x", hierarchies=files, metrics=[name], look=False)[0]
    assert (lacking.value, lacking.reason) == (None, "the hierarchy does not hold every value")
    assert lacking.parameters == "hierarchies=by cost+by organ+it's odd"
    with pytest.raises(SpecError, match="2 hierarchies of 'x' are called by cost, as their files"):
        sqlmetrics.score(pd.DataFrame(rows), "k", "x", hierarchies={"x": [*files["x"], "by cost.csv"]})


def test_flags_stand_for_the_words_of_a_spec(run: Command, tmp_path: Path) -> None:
    """Flags and spec give the same records for parameters, orders and hierarchies.

    A flag replaces its own word only.
    """
    with (tmp_path / "t.csv").open("w", newline="") as file:
        rows = [("u", 1, "a"), ("u", 2, "b"), ("v", 3, "b"), ("v", 3, "a"), ("v", 1, "a")]
        csv.writer(file).writerows([("k", "x", "y"), *rows])
    (tmp_path / "tree.csv").write_text("a;any\nb;any\n")
    words = (
        "relation: t.csv\nquasi_identifiers: k\nsensitive: [x, y]\nhierarchies: {y: tree.csv}\norders: {x: "
        "[3, 2, 1], y: [a, b]}\n"
    )
    (tmp_path / "spec.yml").write_text(words + "parameters: {l: 2, threshold: 0.4, log_base: 2}\n")
    flags = [
        *shlex.split("-q k -s x -s y"),
        "--hierarchy",
        f"y={tmp_path}/tree.csv",
        "--order",
        "x=3,2,1",
        "--order",
        "y=a,b",
    ]
    flags += ["--l", "2", "--risk-threshold", "0.4", "--log-base", "2"]
    by_flags, by_spec, mixed = (
        json.loads(run("score", *arguments, "--format", "json").out)["scores"]
        for arguments in (
            (tmp_path / "t.csv", *flags),
            ("--spec", tmp_path / "spec.yml"),
            ("--spec", tmp_path / "spec.yml", "--l", 3, "--order", "x=natural"),
        )
    )
    assert by_flags == by_spec
    texts = {(score["metric"], score["target"]): score["parameters"] for score in by_spec}
    assert texts["t_closeness_ordered", "x"] == texts["t_closeness_ordered", "y"] == "order=given"
    assert texts["t_closeness_hierarchical", "y"] == "hierarchy=tree"
    assert texts["records_at_risk", "identity"] == "threshold=0.4"
    assert texts["delta_disclosure_strict", "x"] == "log base=2"
    assert texts["k_anonymity", "identity"] is None
    changed = {(score["metric"], score["target"]): score["parameters"] for score in mixed}
    assert {key: text for key, text in changed.items() if text != texts[key]} == {
        ("recursive_cl_diversity", "x"): "l=3",
        ("recursive_cl_diversity", "y"): "l=3",
        ("t_closeness_ordered", "x"): "order=natural",
    }
    for flag, text in (("--order", "x"), ("--order", "x="), ("--hierarchy", "=f")):
        assert run("score", tmp_path / "t.csv", "-q", "k", "-s", "x", flag, text).code == 2


AGREED: list[tuple[list[str], str, dict[str, float]]] = [
    (
        ["education", "sex"],
        "occupation",
        {
            "k_anonymity": 14,
            "alpha_k_anonymity": 0.8197802197802198,
            "distinct_l_diversity": 5,
            "basic_beta_likeness": 52.95706618962433,
            "delta_disclosure": 3.988188659765531,
            "t_closeness_equal": 0.7073990925194427,
        },
    ),
    (
        ["sex", "race"],
        "salary-class",
        {
            "k_anonymity": 87,
            "alpha_k_anonymity": 0.9540229885057471,
            "distinct_l_diversity": 2,
            "basic_beta_likeness": 0.38366751560398815,
            "enhanced_beta_likeness": 0.38366751560398815,
            "delta_disclosure": 1.6890000223204622,
            "t_closeness_equal": 0.20294547375208355,
        },
    ),
    (
        ["education", "sex", "race"],
        "age",
        {
            "k_anonymity": 1,
            "alpha_k_anonymity": 1,
            "distinct_l_diversity": 1,
            "entropy_l_diversity": 1,
            "basic_beta_likeness": 306.7755102040816,
            "delta_disclosure": 5.729370654250058,
            "t_closeness_ordered": 0.3549818905475821,
        },
    ),
    (
        ["marital-status", "native-country"],
        "workclass",
        {
            "k_anonymity": 1,
            "alpha_k_anonymity": 1,
            "distinct_l_diversity": 1,
            "entropy_l_diversity": 1,
            "basic_beta_likeness": 27.083798882681567,
            "delta_disclosure": 3.3351928578518204,
            "t_closeness_equal": 0.9643922816789338,
        },
    ),
]
"""Cases of Adult where pycanon 1.3.6 is right.

Each has keys, target and pycanon's numbers, as `scripts/pycanon_values` prints them.
"""

DIFFERENT: list[tuple[list[str], str, str, float | None, float, str]] = [
    (["education", "sex"], "occupation", "entropy_l_diversity", 1.9669770881248785, 1, "pycanon cuts the decimals off"),
    (
        ["education", "sex"],
        "occupation",
        "recursive_cl_diversity",
        47.4,
        1,
        "pycanon sorts the counts the wrong way round",
    ),
    (["education", "sex"], "occupation", "enhanced_beta_likeness", None, 8.11711355558441, "no beta bounds all values"),
    (["sex", "race"], "salary-class", "entropy_l_diversity", 1.2050185059966911, 1, "pycanon cuts the decimals off"),
    (
        ["sex", "race"],
        "salary-class",
        "recursive_cl_diversity",
        20.75,
        1,
        "pycanon sorts the counts the wrong way round",
    ),
    (
        ["education", "sex", "race"],
        "age",
        "enhanced_beta_likeness",
        None,
        10.31433813292063,
        "no beta bounds all values",
    ),
    (["marital-status", "native-country"], "workclass", "enhanced_beta_likeness", None, 7.675280803305371, "as before"),
]
"""Cases of Adult where pycanon 1.3.6 is wrong.

Each has keys, target, metric, the value by the definition, pycanon's, and the reason for the
difference. pycanon's l is the distinct l.
"""

DIFFERENT_BY_HAND: list[tuple[str, str, int, float | None, float, str]] = [
    ("abc", "entropy_l_diversity", 3, 3, 2, "e^(ln 3) is a little below 3, and pycanon cuts the decimals off"),
    ("abcdef", "entropy_l_diversity", 3, 6, 5, "likewise"),
    ("abcdefg", "entropy_l_diversity", 3, 7, 6, "likewise"),
    ("abcdefghij", "entropy_l_diversity", 3, 10, 9, "likewise"),
    ("abcde", "recursive_cl_diversity", 5, 1, 2, "every c above 1 will do; pycanon gives the next whole number"),
    (
        "aaaaaaaaaabbbbbcccdde",
        "recursive_cl_diversity",
        5,
        10,
        1,
        "10 < c * 1; pycanon compares the least count with the greatest",
    ),
    ("aaaaaaaaaabbbbbcccdde", "entropy_l_diversity", 5, 3.8263, 3, "pycanon cuts the decimals off"),
]
"""Cases of one class where pycanon 1.3.6 is wrong.

Each has the class's values, metric, l, the value by the definition, pycanon's, and the reason for
the difference.
"""


@pytest.mark.parametrize(("keys", "target", "values"), AGREED, ids=lambda part: str(part)[:40])
def test_adult_as_pycanon_has_it_where_it_is_right(
    adult: Path, keys: list[str], target: str, values: dict[str, float]
) -> None:
    """Models of Adult agree with pycanon's numbers where its definition is the model's."""
    orders = {"age": "natural"} if target == "age" else {}
    scores = sqlmetrics.score(adult / "adult.csv", keys, target, orders=orders)
    for metric, value in values.items():
        assert scores.value(metric) == pytest.approx(value, rel=1e-9), metric


@pytest.mark.parametrize(("keys", "target", "metric", "value", "theirs", "why"), DIFFERENT)
def test_adult_where_pycanon_is_wrong(
    adult: Path, keys: list[str], target: str, metric: str, value: float | None, theirs: float, why: str
) -> None:
    """The definition in plain Python gives our number where pycanon's is another."""
    with (adult / "adult.csv").open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    by_class: dict[tuple[str, ...], set[str]] = {}
    for row in rows:
        by_class.setdefault(tuple(row[key] for key in keys), set()).add(row[target])
    l = max(min(map(len, by_class.values())), 2)  # noqa: E741
    expected = measure(rows, keys, target, l=l).table[metric]
    assert expected == (None if value is None else pytest.approx(value, rel=1e-12))
    ours = sqlmetrics.score(adult / "adult.csv", keys, target, metrics=metric, parameters={"l": l}).value(metric)
    assert ours == (None if value is None else pytest.approx(value, rel=1e-9))
    assert ours != theirs, why


@pytest.mark.parametrize(("values", "metric", "l", "value", "theirs", "why"), DIFFERENT_BY_HAND)
def test_a_class_where_pycanon_is_wrong(
    values: str,
    metric: str,
    l: int,  # noqa: E741
    value: float,
    theirs: float,
    why: str,
) -> None:
    """Uniform classes and counts 10, 5, 3, 2, 1, as worked out by hand and as pycanon has them."""
    ours = scored(of_counts(values), metric, parameters={"l": l})[metric]
    assert ours == pytest.approx(value, abs=1e-12 if value == int(value) else 5e-5)
    assert ours != theirs, why
