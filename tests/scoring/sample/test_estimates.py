"""Estimates of a population from a sample, beside exact arithmetic, other code and known cases."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from fractions import Fraction
from math import comb, exp, lgamma, log
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import fsolve, minimize
from scipy.stats import binom, nbinom

import sqlmetrics
from conftest import ROOT, Run
from examples import examples
from sqlmetrics.errors import SpecError
from sqlmetrics.output.results.scores import ENDS, RULE_ENDS
from sqlmetrics.scoring.sample.sizes import ClassSizes, SizeRow
from sqlmetrics.scoring.sample.uniqueness import population_uniqueness
from sqlmetrics.statement.catalogue import catalogue

NINE = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"]
NINE += ["salary-class"]
PITMAN, ZAYATZ, SNB, RULE = (f"population_uniqueness{name}" for name in ("_pitman", "_zayatz", "_snb", ""))
METRICS = (PITMAN, ZAYATZ, SNB, RULE)


def scored(sizes: list[int], **words: Any) -> sqlmetrics.Scores:
    """Return the scores of a table with a class of each size."""
    keys = [key for key, size in enumerate(sizes) for _ in range(size)]
    return sqlmetrics.score({"k": keys}, "k", **words)


def estimated(sizes: dict[int, int], population: float) -> dict[str, float | None]:
    """Return the estimates of so many classes of each size."""
    people = sum(size * classes for size, classes in sizes.items())
    rows = tuple(SizeRow(size, classes) for size, classes in sorted(sizes.items()))
    estimates = population_uniqueness(ClassSizes(rows, population, people / population))
    return {metric: estimate.value for metric, estimate in estimates.items()}


def rule_of(scores: sqlmetrics.Scores) -> str | None:
    """Return the parameters of the estimate that the rule takes."""
    return next(score.parameters for score in scores.scores if score.metric == RULE)


def by_zayatz(sizes: list[int], population: int) -> Fraction:
    """Return the estimate of Zayatz by whole numbers alone."""
    people = sum(sizes)

    def once(size: int) -> Fraction:
        return Fraction(size * comb(population - size, people - 1), comb(population, people))

    alone = sizes.count(1)
    given = Fraction(alone * once(1)) / sum(map(once, sizes)) if alone else Fraction(0)
    return Fraction(alone, people) * given


@examples(30)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=12), st.integers(0, 60))
def test_zayatz_is_the_exact_fraction(sizes: list[int], others: int) -> None:
    """The estimate is that of exact arithmetic, from the whole population in the table on."""
    size = sum(sizes) + others
    assert estimated(Counter(sizes), size)[ZAYATZ] == pytest.approx(float(by_zayatz(sizes, size)), rel=1e-9)


def test_zayatz_keeps_its_digits_in_large_populations() -> None:
    """Of 10^10 people the estimate is that of exact products, where differences of lgamma fail."""
    people, population = 3_000_000, 10**10
    sizes = {1: 100_000, 2: 50_000, 70: 10_000, 1_000: 1_600, 25_000: 20}

    def once(size: int) -> Fraction:
        product = Fraction(size * people, population)
        for place in range(min(size, 80) - 1):
            product *= 1 - Fraction(people - 1, population - 1 - place)
        return product

    def large(size: int) -> float:
        factors = (1 - (people - 1) / (population - 1 - place) for place in range(size - 1))
        return size * people / population * exp(sum(map(log, factors)))

    drawn = sum(classes * (float(once(size)) if size < 80 else large(size)) for size, classes in sizes.items())
    expected = 100_000 / people * (100_000 * people / population) / drawn
    assert estimated(sizes, population)[ZAYATZ] == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize(
    "sizes", [{1: 12, 2: 5, 3: 2, 9: 1}, {1: 40, 2: 1, 90: 2}, {1: 9, 2: 2, 31: 1}, {1: 300, 2: 80, 3: 30, 5: 9, 60: 2}]
)
def test_pitman_is_the_most_likely_model(sizes: dict[int, int]) -> None:
    """The estimate is that of the maximum that a general search of the likelihood finds."""
    people, classes = sum(size * times for size, times in sizes.items()), sum(sizes.values())

    def unlikely(at: Any) -> float:
        alpha, theta = 1 / (1 + exp(-at[0])), exp(at[1]) - 1 / (1 + exp(-at[0]))
        likely = sum(log(theta + place * alpha) for place in range(1, classes))
        likely -= lgamma(theta + people) - lgamma(theta + 1)
        return -likely - sum(times * (lgamma(s - alpha) - lgamma(1 - alpha)) for s, times in sizes.items())

    best = minimize(unlikely, (0.0, 1.0), method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-13}).x
    alpha, theta = 1 / (1 + exp(-best[0])), exp(best[1]) - 1 / (1 + exp(-best[0]))
    population = 20 * people
    expected = exp(lgamma(theta + 1) - lgamma(theta + alpha) + (alpha - 1) * log(population))
    assert estimated(sizes, population)[PITMAN] == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize(
    ("sizes", "fraction"), [({1: 90, 2: 30, 3: 12, 8: 3}, 0.2), ({1: 300, 2: 41, 5: 9, 60: 2}, 0.1)]
)
def test_the_negative_binomial_model_has_the_classes_of_the_sample(sizes: dict[int, int], fraction: float) -> None:
    """The estimate is that of a model of sizes whose sample has as many classes of one and of two.

    The expected classes are summed over the sizes in the population, without a closed form.
    """
    people = sum(size * times for size, times in sizes.items())
    f = fraction
    unseen = sum(times * (1 - f) ** size for size, times in sizes.items())
    once = sum(times * size * f * (1 - f) ** (size - 1) for size, times in sizes.items())
    kept = sum(times * size * f * f * (1 - f * f) ** (size - 1) for size, times in sizes.items())
    more = sum(times * (1 - f) ** size * ((1 + f) ** size - 1) for size, times in sizes.items())
    classes = sum(sizes.values()) + sizes[1] * kept / more * (unseen / once) ** 2
    further = np.arange(3000)

    def missing(at: Any) -> Any:
        share = nbinom.pmf(further, exp(at[0]), 1 / (1 + exp(-at[1])))
        drawn = [classes * float(share @ binom.pmf(records, further + 1, f)) for records in (1, 2)]
        return [drawn[0] / sizes[1] - 1, drawn[1] / sizes[2] - 1]

    a, b = fsolve(missing, (-1.0, -3.0), xtol=1e-12)
    expected = classes * (1 / (1 + exp(-b))) ** exp(a) * f / people
    assert estimated(sizes, people / f)[SNB] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ({2: 5, 9: 1}, (0, 0, 0, 0)),
        ({7: 1}, (0, 0, 0, 0)),
        ({1: 8}, (None, 1, None, 1)),
        ({1: 1}, (None, 1, None, 1)),
        ({1: 2, 6: 20}, (None, float(by_zayatz([1, 1, *[6] * 20], 1000)), None, 0.0005056705443763015)),
    ],
)
def test_extreme_tables_have_their_limits(sizes: dict[int, int], expected: tuple[Any, ...]) -> None:
    """Nobody alone is none of the population; everybody alone leaves models without a maximum."""
    found = estimated(sizes, 1000)
    assert tuple(found[metric] for metric in METRICS) == pytest.approx(expected)


@pytest.mark.parametrize("words", [{"sampling_fraction": 1}, {"population_size": 9}])
def test_a_whole_population_has_the_sample_s_uniqueness(words: dict[str, float]) -> None:
    """Every estimate is the share that is alone, where the whole population is in the table."""
    scores = scored([1, 1, 2, 5], **words, metrics=[*METRICS, "uniqueness"])
    assert {scores.value(metric) for metric in (*METRICS, "uniqueness")} == {2 / 9}
    assert rule_of(scores) == "rule=sample"


def test_the_published_values_of_adult(adult: Path) -> None:
    """Adult has the values of ARX's tests, and its corrected negative binomial model's.

    The histogram of the sizes of its classes is what all of them rest on.
    """
    values = {}
    for fraction in (0.1, 0.01):
        scores = sqlmetrics.score(
            adult / "adult.csv", NINE, sampling_fraction=fraction, metrics=[*METRICS, "uniqueness"]
        )
        values[fraction] = scores
    assert values[0.1].value("uniqueness") == pytest.approx(0.5142895, abs=5e-8)
    assert values[0.1].value(PITMAN) == pytest.approx(0.27685, abs=5e-6)
    assert values[0.1].value(ZAYATZ) == pytest.approx(0.32074, abs=5e-6)
    assert values[0.1].value(SNB) == pytest.approx(0.2500, abs=5e-5)
    assert values[0.01].value(SNB) == pytest.approx(0.2047, abs=5e-5)
    assert (values[0.1].value(RULE), rule_of(values[0.1])) == (values[0.1].value(PITMAN), "rule=pitman")


def test_large_samples_take_the_smaller_estimate() -> None:
    """Above a tenth the rule takes the smaller of two; people with several records are refused."""
    words: dict[str, Any] = {"sampling_fraction": 0.2, "metrics": METRICS}
    sizes = [1] * 30 + [2] * 9 + [3] * 4 + [8]
    scores = scored(sizes, **words)
    assert scores.value(RULE) == min(scores.value(ZAYATZ), scores.value(SNB))  # type: ignore[type-var]
    keys = [key for key, size in enumerate(sizes) for _ in range(2 * size)]
    people = [place // 2 for place, _ in enumerate(keys)]
    with pytest.raises(SpecError, match="each is taken for one"):
        sqlmetrics.score({"k": keys, "p": people}, "k", individual="p", **words)


def test_the_spread_is_said_in_words(run: Any) -> None:
    """The report for people names every estimate, their spread and the one that the rule takes."""
    flags = ("-q", "age", "-q", "disease", "-q", "stay", "--identifier", "id", "--population-size", "24")
    result: Run = run("score", "fixtures/ward.csv", *flags)
    assert (
        "Of the population between 41.1% and 52.9% are estimated to be alone in a class: 52.9% by Zayatz, 41.1% by the"
        " slide negative binomial model; the rule takes the slide negative binomial model. No fit was found by"
        " Pitman's model. Estimates are too high or too low" in " ".join(result.out.split())
    )


def test_the_sentence_on_errors_has_the_ends_of_the_simulations() -> None:
    """The page has 18 tables, of three samples each, with the mean estimates beside the truth."""
    ruled, every, tables = list[float](), list[float](), set()
    for line in (ROOT / "docs" / "explanation" / "population.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 8 and re.fullmatch(r"0\.\d+", cells[1]):
            tables.add(cells[0])
            means = [float(cell.split()[0]) / float(cells[1]) for cell in cells[4:] if cell != "-"]
            every += means
            ruled.append(means[-1])
    assert len(tables) == 18
    assert min(ruled) == pytest.approx(0.01)
    assert round(max(ruled)) == 8
    assert (min(every), round(max(every))) == (0, 11)
    assert (RULE_ENDS, ENDS) == ("a hundredth of it to eight times", "nothing to eleven times")


def test_estimates_are_far_too_low_where_few_large_classes_stand_beside_people_alone() -> None:
    """A tenth of 20,000 people is alone, the others are in 20 classes, and 200 are drawn."""
    draw = random.Random(1)
    people = [*range(2_000), *(-1 - place % 20 for place in range(18_000))]
    ruled, alone = list[float](), list[float]()
    for _ in range(4):
        words: dict[str, Any] = {"metrics": [RULE, "uniqueness"], "sampling_fraction": 0.01, "look": False}
        scores = sqlmetrics.score({"k": draw.sample(people, 200)}, "k", **words)
        ruled.append(scores.value(RULE) or 0.0)
        alone.append(scores.value("uniqueness") or 0.0)
    assert sum(ruled) / 4 < 0.1 / 9
    assert sum(alone) / 4 == pytest.approx(0.1, abs=0.04)


def test_an_adjusted_rate_is_of_the_samples_and_not_of_the_population() -> None:
    """Three metrics have intervals about the population's own value, and it is none of them."""
    own = {name for name, metric in catalogue().items() if metric.interval_of == "population"}
    assert own == {"separation", "entropy", "miller_madow_entropy"}


def test_sizes_of_classes_are_whole_numbers_of_64_bits() -> None:
    """Sizes of recoded keys are sums of counts, which DuckDB makes numbers of 128 bits."""
    words: dict[str, Any] = {"metrics": "population_uniqueness_pitman", "population_size": 9}
    text = sqlmetrics.sql("t", "age", partitions={"age": {"cuts": [50]}}, **words)
    with duckdb.connect() as connection:
        connection.execute("create table t as select unnest([20, 30, 60, 30]) as age")
        types = [kind for _, kind, *_ in connection.execute(f"describe {text}").fetchall()]
        assert (types, connection.execute(text).fetchall()) == (["BIGINT", "BIGINT"], [(1, 1), (3, 1)])


def test_a_population_is_not_smaller_than_its_sample() -> None:
    """A population of fewer people than the table, or of two sizes, is an error that says so."""
    with pytest.raises(SpecError, match="`population_size` is 2, fewer than the 3 people of the table"):
        scored([1, 2], population_size=2)
    with pytest.raises(SpecError, match=r"population.s size follows from one of them; or leave"):
        scored([1, 2], population_size=20, sampling_fraction=0.1)
    with pytest.raises(SpecError, match="give `population_size`, or `sampling_fraction`"):
        scored([1, 2], metrics=[ZAYATZ])


@pytest.mark.parametrize("word", [{"population_size": 0}, {"sampling_fraction": 0}, {"sampling_fraction": 1.5}])
def test_a_population_has_a_size(word: dict[str, float]) -> None:
    """A size of none and a share that is none are errors that name the word."""
    with pytest.raises(SpecError, match=next(iter(word))):
        scored([1, 2], **word)


def test_a_table_without_records_has_no_estimate() -> None:
    """Of nobody nothing is known, and the reason says so."""
    connection = duckdb.connect()
    connection.execute("create table t (k integer)").fetchall()
    scores = sqlmetrics.score("t", "k", connection=connection, population_size=5, metrics=METRICS).scores
    assert [score.value for score in scores] == [None] * 4
    assert all("no records" in str(score.reason) for score in scores)


def test_counts_have_the_estimates_of_their_table_unless_small_ones_are_withheld(run: Any, tmp_path: Path) -> None:
    """Files of counts give the table's estimates; without their small counts there are none."""
    ward = (str(ROOT / "fixtures" / "ward.csv"), "-q", "age", "-q", "zip", "--identifier", "id")
    whole, large = tmp_path / "whole.parquet", tmp_path / "large.parquet"
    assert run("count", *ward, "--allow-singles", "-o", whole).code == 0
    assert run("count", *ward, "--min-count", "2", "-o", large).code == 0
    words: dict[str, Any] = {"population_size": 24, "metrics": ["all"]}
    known = sqlmetrics.score(ward[0], ["age", "zip"], **words)
    counted = sqlmetrics.score(counts=whole, **words)
    names = [metric.name for metric in sqlmetrics.metrics() if metric.targets == "sampled"]
    assert [counted.value(name) for name in names] == pytest.approx([known.value(name) for name in names])
    withheld: Run = run("score", "--counts", large, "--population-size", "24", "-m", RULE, "-f", "json")
    (score,) = json.loads(withheld.out)["scores"]
    assert (score["value"], score["records"], withheld.err) == (None, 12, "")
    assert "fewer than 2 records were withheld" in score["reason"]
    assert run("score", *ward, "--population-size", "5").code == 2
