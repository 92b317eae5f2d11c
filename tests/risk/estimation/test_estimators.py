"""Estimates from sampled classes, held against every sample that there can be."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from statistics import fmean

import pytest

from sqlmetrics.errors import SpecError
from sqlmetrics.risk.estimation.estimators import BOUND, FEW, NO_CLASS, NO_ESTIMATE, UNKNOWN, estimated, estimated_total
from sqlmetrics.risk.estimation.formulas import formula
from sqlmetrics.risk.estimation.sums import TERMS, ClassSample, ClassSums, pairs_of, terms_of
from sqlmetrics.statement.catalogue import catalogue, metrics

SIZES = (1, 1, 1, 2, 2, 3, 5, 8)
RECORDS = sum(SIZES)
SHARE = 0.3


def numbers_of(size: int) -> dict[str, float]:
    """Return the numbers of a class of the identity."""
    logs = size * math.log(size)
    return {
        "records": size,
        "classes": 1,
        "alone": size == 1,
        "at_risk": size if 1 / size > 0.2 else 0,
        "pairs": size * (size - 1),
        "uncertainty": logs,
        "cell_logs": 0.0,
        "corrected_uncertainty": logs + (size - 1) / 2,
    }


def sums_of(sizes: Sequence[int]) -> ClassSums:
    """Return the sums of classes of the identity."""
    rows = [numbers_of(size) for size in sizes]
    names = list(numbers_of(1))
    return ClassSums(
        classes=len(rows),
        sums={name: sum(row[name] for row in rows) for name in names},
        squares={name: sum(row[name] ** 2 for row in rows) for name in names},
        products={(one, two): sum(row[one] * row[two] for row in rows) for one, two in product(names, repeat=2)},
        extremes={
            "least_size": min(sizes, default=None),
            "least_uncertainty": min((row["uncertainty"] for row in rows), default=None),
            "least_mean_uncertainty": min((math.log(size) for size in sizes), default=None),
        },
    )


def every_sample() -> Iterator[tuple[float, ClassSums]]:
    """Yield each sample of the classes, with its probability."""
    for drawn in product((False, True), repeat=len(SIZES)):
        kept = [size for size, taken in zip(SIZES, drawn, strict=True) if taken]
        yield SHARE ** len(kept) * (1 - SHARE) ** (len(SIZES) - len(kept)), sums_of(kept)


@pytest.mark.parametrize("name", ["classes", "alone", "at_risk", "pairs", "uncertainty"])
def test_totals_are_unbiased_and_their_variance_is_known(name: str) -> None:
    """Over all samples totals are right on average, and vary as the sums of squares say."""
    exact = sum(numbers_of(size)[name] for size in SIZES)
    squares = sum(numbers_of(size)[name] ** 2 for size in SIZES)
    values = [(chance, estimated_total(name, sums, SHARE).value, sums.squares[name]) for chance, sums in every_sample()]
    assert sum(chance * value for chance, value, _ in values) == pytest.approx(exact, rel=1e-12)
    variance = (1 - SHARE) / SHARE * squares
    assert sum(chance * (value - exact) ** 2 for chance, value, _ in values) == pytest.approx(variance, rel=1e-12)
    assert sum(chance * (1 - SHARE) / SHARE**2 * own for chance, _, own in values) == pytest.approx(variance, rel=1e-12)


def test_of_all_classes_estimates_are_the_values() -> None:
    """With every class in the sample each estimate is exact, and known to be."""
    everything, sample = sums_of(SIZES), ClassSample(1.0, {"records": RECORDS}, identity=True)
    left = sum(size * math.log2(size) for size in SIZES) / RECORDS
    rate = 1 - left / math.log2(RECORDS)
    expected = {
        "uniqueness": 3 / RECORDS,
        "distinction": 8 / RECORDS,
        "records_at_risk": 10 / RECORDS,
        "separation": 1 - (2 + 2 + 6 + 20 + 56) / (RECORDS * (RECORDS - 1)),
        "entropy": math.log2(RECORDS),
        "joint_entropy": math.log2(RECORDS),
        "conditional_entropy": left,
        "discrimination_rate": rate,
        "mutual_information": math.log2(RECORDS) - left,
        "conditional_privacy": 1 - 2 ** (left - math.log2(RECORDS)),
        "k_anonymity": 1.0,
        "itpr": 1.0,
        "entropy_l_diversity_risk": 1.0,
    }
    for name, value in expected.items():
        for known in (sample, ClassSample(1.0, {}, identity=True)):
            found = estimated(catalogue()[name], everything, known)
            assert [found.value, found.low, found.high] == pytest.approx([value] * 3, rel=1e-12), name


def test_intervals_of_a_sum_hold_what_was_counted() -> None:
    """An interval is Wilson's for rare events: it ends above 0 where none was seen."""
    sums = sums_of([2, 2, 3, 5])
    assert estimated_total("alone", sums, SHARE) == pytest.approx((0.0, 0.0, 1.959964**2 * 0.7 / 0.3), rel=1e-6)
    found = estimated_total("classes", sums, SHARE)
    shift, half = 1.959964**2 * 0.7 / 2, 1.959964 * math.sqrt(4 * 0.7 + 1.959964**2 * 0.49 / 4)
    assert found == pytest.approx((4 / 0.3, max(4.0, (4 + shift - half) / 0.3), (4 + shift + half) / 0.3), rel=1e-6)


def test_of_two_unknown_sums_the_variance_is_that_of_their_residuals() -> None:
    """Without the number of records a share's variance is of f - R n, and of one event more."""
    sums = sums_of(SIZES)
    found = estimated(catalogue()["distinction"], sums, ClassSample(0.3, {}, identity=True))
    ratio = 8 / RECORDS
    residuals = sum((1 - ratio * size) ** 2 for size in SIZES)
    slope = 1 / (RECORDS / 0.3)
    assert found.value == pytest.approx(ratio)
    assert found.low is not None
    assert ratio - found.low == pytest.approx(1.959964 * math.sqrt(0.7 * (residuals + 1)) / 0.3 * slope, rel=1e-6)


def test_extremes_are_bounds_or_known_where_they_are_the_worst() -> None:
    """A smallest class of 1 is k; one of 2 says that k is 2 at most."""
    known = ClassSample(0.3, {"records": RECORDS}, identity=True)
    k, risk = catalogue()["k_anonymity"], catalogue()["prosecutor_risk"]
    assert estimated(k, sums_of([1, 5]), known)[:3] == (1, 1, 1)
    assert estimated(k, sums_of([2, 5]), known) == (None, 1, 2, BOUND)
    assert estimated(risk, sums_of([2, 5]), known) == (None, 0.5, 1, BOUND)
    assert estimated(k, sums_of([]), known).reason == NO_CLASS
    itpr = estimated(catalogue()["itpr"], sums_of([2, 5]), known)
    assert itpr.value is None
    assert itpr.low is not None
    assert itpr.low <= 1 - (2 / 0.3) * 2 * math.log(2) / (RECORDS * math.log(RECORDS))


def test_what_is_not_known_has_a_reason() -> None:
    """A metric without a formula is not estimated, nor one whose numbers are not there."""
    known = ClassSample(0.3, {"records": RECORDS}, identity=False)
    assert estimated(catalogue()["average_class_size"], sums_of(SIZES), known).reason == NO_ESTIMATE
    assert estimated(catalogue()["baseline_accuracy"], sums_of(SIZES), known).reason == UNKNOWN


def with_whole(sizes: Sequence[int], whole: Sequence[int]) -> ClassSums:
    """Return the sums of sampled classes, and of others that are there for their weight."""
    return replace(sums_of(sizes), classes=len(sizes) + len(whole), whole=sums_of(whole).sums)


def test_classes_of_much_weight_are_counted_once() -> None:
    """They add what they are; where no record is left beside them the score is exact."""
    whole = sums_of([40, 50]).sums
    for name in ("alone", "pairs", "uncertainty"):
        alone, both = (
            estimated_total(name, sums_of([1, 2, 3]), SHARE),
            estimated_total(name, with_whole([1, 2, 3], [40, 50]), SHARE),
        )
        assert both == pytest.approx([end + whole[name] for end in alone], rel=1e-12)
    everything = ClassSample(SHARE, {"records": 90}, identity=True)
    exact = estimated(catalogue()["separation"], with_whole([], [40, 50]), everything)
    assert exact == pytest.approx((1 - (40 * 39 + 50 * 49) / (90 * 89),) * 3 + (None,))


def test_too_few_classes_have_no_estimate_but_ends() -> None:
    """What few classes decide is between what was counted and what the other records allow."""
    rate = catalogue()["discrimination_rate"]
    few = estimated(rate, with_whole([9] * 20, [500]), ClassSample(SHARE, {"records": 1500}, identity=True))
    nats = 1500 * math.log(1500)
    counted = 500 * math.log(500) + 20 * 9 * math.log(9)
    assert (few.value, few.reason) == (None, FEW)
    assert few.high == pytest.approx(1 - counted / nats)
    assert few.low == pytest.approx(1 - (500 * math.log(500) + 1000 * math.log(1000)) / nats)
    enough = estimated(rate, with_whole([9] * 21, [500]), ClassSample(SHARE, {"records": 1500}, identity=True))
    assert enough.value is not None
    minor = estimated(rate, with_whole([9] * 2, [1000]), ClassSample(SHARE, {"records": 1050}, identity=True))
    assert minor.value is not None
    assert estimated(
        catalogue()["uniqueness"], sums_of([1, 2]), ClassSample(SHARE, {"records": 99}, identity=True)
    ).value


def test_where_large_classes_were_not_looked_for_their_lack_is_seen() -> None:
    """Records of a sample that do not add up to the table's give no estimate of entropies."""
    rate, sizes = catalogue()["discrimination_rate"], [3] * 100
    there = estimated(rate, sums_of(sizes), ClassSample(SHARE, {"records": 1000}, identity=True))
    lacking = estimated(rate, sums_of(sizes), ClassSample(SHARE, {"records": 2000}, identity=True))
    assert there.value is not None
    assert (lacking.value, lacking.reason) == (None, FEW)
    assert estimated(rate, sums_of([3] * 59), ClassSample(SHARE, {"records": 590}, identity=True)).reason == FEW


def test_formulas_have_values_and_slopes() -> None:
    """A slope agrees with the difference of values; what has no value has none."""
    text = formula("1 - 2 ** (-bits(a - b) / c) + log2(c)")
    at = {"a": 5.0, "b": 2.0, "c": 7.0}
    assert text.names == ("a", "b", "c")
    assert text.value(at) == pytest.approx(1 - 2 ** (-3 / math.log(2) / 7) + math.log2(7))
    near = [text.value({**at, "c": 7 + step}) or 0.0 for step in (1e-6, -1e-6)]
    assert text.slope(at, "c") == pytest.approx((near[0] - near[1]) / 2e-6, rel=1e-6)
    assert formula("a / b").value({"a": 1.0, "b": 0.0}) is None
    for wrong in ("a +", "a.b", "f(a)", "a if b else c"):
        with pytest.raises(SpecError, match="no formula"):
            formula(wrong)


def test_the_headers_formulas_have_known_names() -> None:
    """Every formula of a metric has names of sums, of extremes or of facts of the whole table."""
    others = {"value_uncertainty", "target_values", "largest_value", "log_unit"}
    for metric in metrics():
        names = [name for text in (metric.estimate, metric.bound, metric.worst) if text for name in formula(text).names]
        assert all(name in TERMS or name in others or name.startswith(("least_", "max_")) for name in names), (
            metric.name
        )
        assert not (metric.estimate and metric.bound), metric.name


def test_terms_are_those_that_formulas_have() -> None:
    """What is known is not summed; where records are not, each sum is beside them."""
    chosen = [catalogue()[name] for name in ("uniqueness", "discrimination_rate")]
    terms = terms_of(chosen, ["records"], identity=True)
    assert terms == terms_of(chosen, [], identity=True) == ("records", "alone", "uncertainty")
    assert pairs_of(terms, ["records"]) == ()
    assert pairs_of(terms, []) == (("alone", "records"), ("records", "uncertainty"))


def test_intervals_cover() -> None:
    """Of many classes, nineteen of twenty intervals hold the number of those of one record."""
    sizes = [1 + place % 3 for place in range(600)]
    exact, stream = sizes.count(1), _hashes()
    held = []
    for _ in range(400):
        kept = [size for size in sizes if next(stream) < 0.2]
        found = estimated_total("alone", sums_of(kept), 0.2)
        held.append(found.low <= exact <= found.high)
    assert 0.92 < fmean(held) < 0.98


def test_intervals_of_rare_records_at_risk_cover() -> None:
    """They count with a class of the most records at risk that the sample does not show."""
    metric = catalogue()["records_at_risk"]
    none = estimated(metric, sums_of([7, 8]), ClassSample(SHARE, {"records": 100.0}, identity=True))
    assert none == pytest.approx((0.0, 0.0, 1.959964**2 * 4 * 0.7 / 0.3 / 100, None), rel=1e-6)
    wider = estimated(metric, sums_of([50]), ClassSample(SHARE, {"records": 1e9}, identity=True), {"threshold": "0.05"})
    assert wider.high == pytest.approx(1.959964**2 * 19 * 0.7 / 0.3 / 1e9, rel=1e-6)
    sizes = [*[4] * 12, 1, 2, 3, *[20] * 700]
    exact, stream = 54 / sum(sizes), _hashes()
    held = []
    for _ in range(400):
        kept = [size for size in sizes if next(stream) < 0.1]
        found = estimated(metric, sums_of(kept), ClassSample(0.1, {"records": float(sum(sizes))}, identity=True))
        assert found.low is not None
        assert found.high is not None
        held.append(found.low <= exact <= found.high)
    assert fmean(held) > 0.92


def _hashes() -> Iterator[float]:
    """Yield numbers from 0 to 1, the same in every run."""
    state = 1
    while True:
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        yield (state >> 11) / 2**53
