"""People who have several records: each counts once, by the class that exposes them most.

The expected numbers are counted from sets of people in plain Python.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import prod
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sqlmetrics
from examples import examples
from sqlmetrics.risk.combinations.suda import suda
from sqlmetrics.risk.evidence import Wanted, score_with_evidence
from sqlmetrics.risk.public_table import near
from sqlmetrics.scoring.bands import SURE
from sqlmetrics.spec.call import call_spec
from sqlmetrics.statement.catalogue import catalogue

LEAST = 3
"""The size below which a class is small."""

Visit = tuple[int, str, str]
"""A visit: the person, the month that is known, and the diagnosis."""

HIV: list[Visit] = [visit for who in range(10) for visit in ((who, "june", "HIV"), (who, "june", f"other {who}"))]
"""Ten people of one class who have HIV, each with one other diagnosis."""

VISITS = st.lists(
    st.tuples(st.integers(0, 5), st.sampled_from(["may", "june", "july"]), st.sampled_from(["flu", "HIV", "cold"])),
    min_size=1,
    max_size=14,
)


def database(visits: Sequence[Visit]) -> duckdb.DuckDBPyConnection:
    """Return a database with the table `visits` of who, known and diagnosis."""
    connection = duckdb.connect()
    connection.execute("create table visits (who integer, known varchar, diagnosis varchar)")
    connection.executemany("insert into visits values (?, ?, ?)", visits)
    return connection


def table(visits: Sequence[Visit]) -> sqlmetrics.Table:
    """Return the visits as a table whose people are told apart."""
    return sqlmetrics.Table(
        "visits", quasi_identifiers="known", sensitive="diagnosis", individual="who", connection=database(visits)
    )


def classes_of(visits: Sequence[Visit]) -> dict[str, set[int]]:
    """Return the people of each class."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for who, known, _ in visits:
        found[known].add(who)
    return found


def certainties_of(visits: Sequence[Visit]) -> dict[str, float]:
    """Return the largest share of each class's people who have one diagnosis."""
    people = classes_of(visits)
    have: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for who, known, diagnosis in visits:
        have[known, diagnosis].add(who)
    return {
        known: max(len(who) / len(own) for (other, _), who in have.items() if other == known)
        for known, own in people.items()
    }


def test_a_secret_that_all_have_is_certain() -> None:
    """Ten of ten have HIV: every measure of certainty says so, whatever else they have."""
    visits = table(HIV)
    scores = visits.score(metrics=["all"])
    certain = ("alpha_k_anonymity", "baseline_accuracy", "posterior_accuracy", "distinct_l_diversity")
    assert [scores.value(name, target="diagnosis") for name in certain] == [1, 1, 1, 1]
    assert scores.value("a_acc", target="diagnosis") == 0
    assert scores.value("appearances", target="diagnosis") == 20
    assert scores.value("appearances", target="identity") == 10
    assert visits.posterior()[0][3:] == (10, "HIV", 10, 1.0, 1.0)
    assert visits.baseline()[0][2:] == ("HIV", 10, 1.0)
    levels = {"generalizations": {"known": {"prefix": [1]}}, "leave_out": False}
    advice = visits.advise(thresholds={"alpha_k_anonymity": {"at_most": 0.6}}, advise=levels)
    assert advice.levels is None


@examples(40)
@given(VISITS)
def test_a_baseline_needs_no_quasi_identifier(visits: list[Visit]) -> None:
    """Of all people so many have a diagnosis, whatever else is known of them."""
    people = len({who for who, _, _ in visits})
    having = Counter(diagnosis for _, diagnosis in {(who, diagnosis) for who, _, diagnosis in visits})
    rows = sqlmetrics.Table("visits", sensitive="diagnosis", individual="who", connection=database(visits)).baseline()
    assert Counter({row.value: row.records for row in rows}) == having
    assert all(row.share == pytest.approx(row.records / people) for row in rows)
    assert rows.rows == table(visits).baseline().rows


@examples(100)
@given(VISITS)
def test_each_person_is_counted_once(visits: list[Visit]) -> None:
    """A person is in the band of their smallest class, and of the surest guess that is shown.

    Special uniques and the public table count people, too.
    """
    words: dict[str, Any] = {"individual": "who", "metrics": "itpr"}
    spec = call_spec("visits", ["known"], ["diagnosis"], words, connection=database(visits), file=None)
    evidence = score_with_evidence(spec, {None: Wanted(LEAST, {})})[1][None]
    assert evidence.bands is not None
    people, sure = classes_of(visits), certainties_of(visits)
    everybody: set[int] = set().union(*people.values())
    own = {who: [known for known, crowd in people.items() if who in crowd] for who in everybody}
    least = [min(len(people[known]) for known in of_person) for of_person in own.values()]
    counted = [len(crowd) for crowd in people.values()]
    sizes = {band.low: (band.classes, band.people) for band in evidence.bands.sizes}
    assert sizes == {size: (counted.count(size), least.count(size)) for size in counted}

    guesses = evidence.bands.guesses[0]
    shown = [[sure[known] for known in of_person if len(people[known]) >= LEAST] for of_person in own.values()]
    tenths = [min(int(max(of_person) * 10 + 1e-9), 9) if of_person else -1 for of_person in shown]
    assert [tenth.people for tenth in guesses.tenths] == [tenths.count(tenth) for tenth in range(10)]
    assert guesses.small.people == tenths.count(-1)
    assert guesses.sure.people == sum(max(sure[known] for known in of_person) > SURE for of_person in own.values())
    assert {(one.people, round(one.certainty, 9)) for one in guesses.exposed} == {
        (len(crowd), round(sure[known], 9)) for known, crowd in people.items() if len(crowd) >= LEAST
    }

    public = evidence.public
    assert public is not None
    assert (public.people, public.small) == (near(len(everybody), LEAST), near(sum(k < LEAST for k in least), LEAST))

    uniques = suda(spec)
    alone = sum(len(crowd) == 1 for crowd in people.values())
    assert (uniques.individuals, uniques.singled_out) == (len(everybody), least.count(1))
    assert len(uniques.uniques) == alone


@examples(60)
@given(VISITS, st.lists(st.sampled_from([1.0, 3.0, 40.0]), min_size=6, max_size=6), st.booleans())
def test_survey_risks_are_those_of_people(visits: list[Visit], weights: list[float], alike: bool) -> None:
    """A person has the individual risk of the class where it is largest, in sums and households."""
    connection = database(visits)
    connection.execute("alter table visits add column weight double; alter table visits add column home integer")
    for who, weight in enumerate(weights):
        connection.execute("update visits set weight = ?, home = ? where who = ?", [weight, who // 2, who])
    if not alike:
        connection.execute("update visits set home = null where who > 2")
    words: dict[str, Any] = {"individual": "who", "weight": "weight", "household": "home", "connection": connection}
    risks = sqlmetrics.score("visits", "known", level="class", metrics="individual_risk", **words)
    of_class = {known: risks.value("individual_risk", key=[known]) or 0.0 for known in classes_of(visits)}
    largest = {
        who: max(of_class[known] for known, crowd in classes_of(visits).items() if who in crowd)
        for who in {who for who, _, _ in visits}
    }
    homes: defaultdict[Any, list[float]] = defaultdict(list)
    for who, risk in largest.items():
        homes[who // 2 if alike or who <= 2 else f"alone {who}"].append(risk)
    housed = [(len(own), 1 - prod(1 - risk for risk in own)) for own in homes.values()]
    expected = {
        "global_risk": sum(largest.values()) / len(largest),
        "expected_reidentifications": sum(largest.values()),
        "household_risk": max(risk for _, risk in housed),
        "global_household_risk": sum(many * risk for many, risk in housed) / len(largest),
        "expected_household_reidentifications": sum(many * risk for many, risk in housed),
    }
    scores = sqlmetrics.score("visits", "known", metrics=[*expected], **words)
    assert {score.metric: score.value for score in scores.scores} == pytest.approx(expected)


@examples(60)
@given(VISITS)
def test_merging_classes_never_makes_people_riskier(visits: list[Visit]) -> None:
    """What headers say of merged classes holds where people have several records."""
    merged = [(who, "may" if known == "june" else known, diagnosis) for who, known, diagnosis in visits]
    names = [name for name, metric in catalogue().items() if metric.people_cells and metric.merging == "table"]
    names = [name for name in names if catalogue()[name].targets == "identity"]
    before, after = (table(rows).score(metrics=names) for rows in (visits, merged))
    for name in names:
        assert (after.value(name) or 0) <= (before.value(name) or 0) + 1e-12


def test_combinations_count_people() -> None:
    """What every combination of keys gives away is what each gives away by itself."""
    visits = sqlmetrics.Table(
        "fixtures/visits.csv", quasi_identifiers=["month", "clinic"], sensitive="diagnosis", individual="person"
    )
    metrics = ["uniqueness", "records_at_risk", "average_prosecutor_risk", "alpha_k_anonymity", "a_acc"]
    together = visits.subsets(metrics=metrics)
    for keys in (["month"], ["clinic"], ["month", "clinic"]):
        alone = sqlmetrics.score("fixtures/visits.csv", keys, "diagnosis", individual="person", metrics=metrics)
        row = next(row for row in together.combinations if list(row.quasi_identifiers) == keys)
        assert [score.value for score in row.scores] == pytest.approx([score.value for score in alone.scores])
