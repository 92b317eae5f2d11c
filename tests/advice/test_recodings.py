"""The exhaustive search gives what is derived by hand."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from recodings import Limit, Question, ladder, recoded, tried, try_all


def question(*classes: str, merged: tuple[int, ...] = (), limits: list[Limit], **more: Any) -> Question:
    """Return a table of classes, each written by its sensitive values.

    The key's first level merges the named classes, its second one all.
    """
    rows = [{"key": number, "value": value} for number, values in enumerate(classes) for value in values]
    given = [{number: merged[0] if number in merged else number for number in range(len(classes))}] if merged else []
    return Question(rows, {"key": ladder(range(len(classes)), given)}, limits, **more)


def of_value(metric: str, limit: float) -> Limit:
    """Return a bound on a sensitive attribute, on the side that protects."""
    return Limit(
        metric, "at_least" if metric.endswith("l_diversity") and "cl" not in metric else "at_most", limit, "value"
    )


@pytest.mark.parametrize(
    ("metric", "limit", "classes", "merged", "finer", "coarser"),
    [
        ("alpha_k_anonymity", 0.5, ["y", "xy"], (0, 1), 1, 3),
        ("entropy_l_diversity", 2, ["y", "xy"], (0, 1), 1, 3),
        ("recursive_cl_diversity", 1.5, ["y", "xy"], (0, 1), 1, 3),
        ("t_closeness_equal", 0, ["y", "x", "xy"], (0, 2), 2, 4),
        ("delta_disclosure", 0, ["y", "x", "xy"], (0, 2), 2, 4),
        ("delta_disclosure_strict", 0, ["y", "x", "xy"], (0, 2), 2, 4),
        ("enhanced_beta_likeness", 0, ["y", "x", "xy"], (0, 2), 2, 4),
        # of y, 3/4 of the table, a pure class gains 1/3 and ln 4/3; the mixed one gains 1 of x
        ("delta_disclosure", math.log(4 / 3), ["y", "y", "y", "x"], (0, 3), 1, 2),
        ("basic_beta_likeness", 1 / 3, ["y", "y", "y", "x"], (0, 3), 1, 2),
        # monotone: a union has at least the values of each part
        ("distinct_l_diversity", 2, ["y", "xy"], (0, 1), 1, 0),
    ],
)
def test_merging_classes_may_suppress_more(
    metric: str, limit: float, classes: list[str], merged: tuple[int, ...], finer: int, coarser: int
) -> None:
    """In the smallest counterexamples a coarser node suppresses more, but never for distinct l."""
    asked = question(*classes, merged=merged, limits=[of_value(metric, limit)], options={"l": 2})
    suppressed = [tried(asked, (level,)).suppressed for level in (0, 1)]
    assert suppressed == [finer, coarser]


def test_what_is_left_is_scored_by_itself() -> None:
    """Two single records of one value go for k 2, and the rest tells nothing; merged, they tell."""
    told = {
        "discrimination_rate": 1 - 0.5 / (2 - 0.75 * math.log2(3)),
        "mutual_information": 1.5 - 0.75 * math.log2(3),
        "itpr": 1,
        "t_closeness_equal": 0.25,
        "delta_disclosure": math.log(2),
        "basic_beta_likeness": 1,
        "a_know": 0.25,
    }
    limits = [Limit("k_anonymity", "at_least", 2), *(of_value(metric, 2) for metric in told)]
    asked = question("y", "y", "xy", merged=(0, 1), limits=limits, share=Fraction(1))
    finer, coarser = tried(asked, (0,)), tried(asked, (1,))
    assert (finer.suppressed, coarser.suppressed) == (2, 0)
    assert [finer.scores[metric, "value"] for metric in told] == pytest.approx([0] * len(told), abs=1e-12)
    assert [coarser.scores[metric, "value"] for metric in told] == pytest.approx([*told.values()], rel=1e-12)
    assert finer.scores["k_anonymity", None] == coarser.scores["k_anonymity", None] == 2


@pytest.mark.parametrize(("budget", "passes"), [(8, True), (7, False)])
def test_a_second_round_suppresses_what_the_first_made_unsafe(budget: int, passes: bool) -> None:
    """Four single x leave for k 2; by the rest's shares the pure class is too far, and leaves too.

    Of all 18 records 14 are x: the pure class is at 4/18, the mixed one at 14/18 - 6/10. Of the 14
    that are left 10 are x, and the pure class is at 4/14, above 1/4.
    """
    limits = [Limit("k_anonymity", "at_least", 2), of_value("t_closeness_equal", 0.25)]
    share = Fraction(budget, 18)
    outcome = tried(question("x", "x", "x", "x", "xxxxxxyyyy", "xxxx", limits=limits, share=share), (0,))
    assert (outcome.suppressed, outcome.passes) == (8, passes)
    assert outcome.scores["t_closeness_equal", "value"] == 0


def test_averages_suppress_nothing() -> None:
    """A bound on an average must hold at the end: no class leaves for its sake."""
    uniqueness = Limit("uniqueness", "at_most", 0.2)
    asked = question("y", "xy", limits=[uniqueness], share=Fraction(1))
    assert [(outcome.suppressed, outcome.passes) for outcome in try_all(asked).outcomes.values()] == [
        (0, False),
        (0, True),
    ]


def test_nothing_left_does_not_pass() -> None:
    """A node whose every class is suppressed fails, whatever its budget."""
    outcome = tried(question("x", "y", limits=[Limit("k_anonymity", "at_least", 2)], share=Fraction(1)), (0,))
    assert (outcome.suppressed, outcome.passes) == (2, False)


@pytest.mark.parametrize(("share", "levels", "suppressed"), [("1/6", (0,), 1), ("0.16", (1,), 0)])
def test_the_least_loss_within_the_budget_is_best(share: str, levels: tuple[int, ...], suppressed: int) -> None:
    """One of six records may leave at 1/6, and none at 0.16: then the merging level is best."""
    asked = question(
        "x", "yy", "xxx", merged=(0, 1), limits=[Limit("k_anonymity", "at_least", 2)], share=Fraction(share)
    )
    (best,) = try_all(asked).best
    assert (best.levels, best.suppressed) == (levels, suppressed)


def test_losses_by_hand() -> None:
    """Values of 1, 2 and 5 records, the first two merged, lose what is worked out by hand."""
    expected = {
        "non_uniform_entropy": (0, math.log2(3) + 2 * math.log2(1.5), 3 + 2 * 2 + 5 * math.log2(8 / 5)),
        "granularity": (1 / 3, (3 * 2 / 3 + 5 / 3) / 8, 1),
        "columns_changed": (0, 1, 1),
        # k 2 suppresses the single record: 4 + 25 + 8, 9 + 25, 64, and 7 / 2, 8 / 2, 8
        "discernibility": (37, 34, 64),
        "average_class_size": (3.5, 4, 8),
        # values x, yy, zzzzz: the key tells 1.2988 bits of them, merged H(3/8), at the root none
        "mutual_information": (0, 3 / 8 * (math.log2(3) - 2 / 3), (3 + 2 * 2 + 5 * math.log2(8 / 5)) / 8),
    }
    for loss, losses in expected.items():
        asked = question(
            "x", "yy", "zzzzz", merged=(0, 1), limits=[Limit("k_anonymity", "at_least", 2)], loss=loss, about=["value"]
        )
        assert [tried(asked, (level,)).loss for level in range(3)] == pytest.approx(losses, rel=1e-12, abs=1e-12), loss


def test_ties_and_weights() -> None:
    """Two keys that lose alike are tied; a weight on one of them breaks the tie, a bound too."""
    rows = [{"a": a, "b": b} for a, b in [(1, 1), (1, 2), (2, 1), (2, 2)]]
    ladders = {key: ladder([1, 2], []) for key in ("a", "b")}
    limits = [Limit("k_anonymity", "at_least", 2)]
    assert [best.levels for best in try_all(Question(rows, ladders, limits)).best] == [(0, 1), (1, 0)]
    weighted = Question(rows, ladders, limits, weights={"a": 2})
    assert [(best.levels, best.loss) for best in try_all(weighted).best] == [((0, 1), 4)]
    assert [best.levels for best in try_all(Question(rows, ladders, limits, highest={"b": 0})).best] == [(1, 0)]


def test_a_ladder_ends_at_one_root() -> None:
    """The last level with one value is the root, else one is added; NULL joins the others there."""
    assert ladder([1, 2, None], [{1: "all", 2: "all"}]) == [{1: 1, 2: 2, None: None}, {1: "*", 2: "*", None: "*"}]
    assert len(ladder([1, 2], [{1: "one", 2: "two"}])) == 3
    with pytest.raises(ValueError, match="two parents"):
        ladder([1, 2, 3], [{1: "a", 2: "a", 3: "b"}, {1: "a", 2: "b", 3: "b"}])
    null = {"k": None}
    assert [recoded([null], {"k": ladder([1, None], [])}, (level,)) for level in (0, 1)] == [[null], [{"k": "*"}]]


def test_people_and_nulls() -> None:
    """A person's two records in a class count once; NULL is a class, or its records stay out."""
    rows = [{"k": key, "p": person} for key, person in [("a", 1), ("a", 1), ("b", 1), ("b", 2), (None, 3)]]
    ladders = {"k": ladder(["a", "b", None], [])}
    limits = [Limit("k_anonymity", "at_least", 2)]
    assert tried(Question(rows, ladders, limits, individual="p"), (0,)).suppressed == 3
    assert tried(Question(rows, ladders, limits, individual="p", nulls="drop"), (0,)).suppressed == 2
    assert tried(Question(rows, ladders, limits), (0,)).suppressed == 1
    assert tried(Question(rows, ladders, limits, individual="p"), (1,)).scores["k_anonymity", None] == 3


def test_a_population_hides_people() -> None:
    """Classes of one record among three and one people: the second is suppressed for k-map 2."""
    rows, population = [{"k": key} for key in "ab"], [{"k": key} for key in "aaab"]
    limits = [Limit("k_map", "at_least", 2), Limit("marketer_risk", "at_most", 1)]
    asked = Question(rows, {"k": ladder("ab", [])}, limits, population=population)
    finer, coarser = tried(asked, (0,)), tried(asked, (1,))
    assert (finer.suppressed, finer.scores["k_map", None]) == (1, 3)
    assert finer.scores["marketer_risk", None] == pytest.approx(1 / 3)
    assert (coarser.suppressed, coarser.scores["k_map", None]) == (0, 4)


def test_an_infinite_score_never_passes() -> None:
    """A class without a value that the table has fails the strict bound, whatever is let pass."""
    limit = of_value("delta_disclosure_strict", 99)._replace(undefined="pass")
    assert tried(question("xy", "y", limits=[limit]), (0,)).suppressed == 1
