"""The GDA Score: claims, their truth and their costs, of built-in and of user-written attacks."""

from __future__ import annotations

import csv
import json
import math
import random
import shlex
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.engine.comparison import Sides
from sqlmetrics.engine.duckdb import connect
from sqlmetrics.engine.engine import Engine
from sqlmetrics.errors import BudgetError, QueryError, SpecError
from sqlmetrics.functions import gda
from sqlmetrics.release.attack.attack import Attack
from sqlmetrics.release.attack.attack_log import DATASET, AttackLog
from sqlmetrics.release.attack.claims import Bound, Checked, Claim
from sqlmetrics.release.attack.gda import ATTACKS, ClaimsQuestion, column_partitions
from sqlmetrics.release.attack.measures import measures_of
from sqlmetrics.release.attack.scenario import AttackOptions
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.dialects import DIALECTS, DUCKDB
from sqlmetrics.statement.render import render

SURVEY = "fixtures/anes96.parquet"
RELEASE = "fixtures/anes96/swapped.parquet"
Z = 1.959963984540054


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Return centre and half width of the 95 % Wilson interval, as textbooks have them."""
    share = hits / trials
    centre = (share + Z * Z / (2 * trials)) / (1 + Z * Z / trials)
    return centre, Z / (1 + Z * Z / trials) * math.sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))


def measures(log: AttackLog, columns: int = 4) -> dict[tuple[str, str], Any]:
    """Return the measures of an attack by metric and target."""
    with connect() as connection:
        scores = measures_of(Engine(DUCKDB, connection), [log], columns)
    return {(score.metric, score.target): score for score in scores}


def log_of(correct: int, claims: int, attempts: int, chance: float, *, control: int | None = None) -> AttackLog:
    """Return the log of an attack on one column."""
    claim = Claim("inference", {"zip": 1}, {"sex": "m"})
    results = [Checked(number < correct, chance) for number in range(claims)]
    made = AttackLog(
        attack="guess",
        criterion="inference",
        release="r",
        attempts={"sex": attempts, DATASET: attempts},
        claims=[claim] * claims,
        results=tuple(results),
        susceptible={"sex": 0.5},
        knowledge=30,
        retrieved=20,
    )
    if control is not None:
        made.control = tuple((claim, Checked(number < control, chance)) for number in range(claims))
    return made


@pytest.mark.parametrize(("correct", "improvement"), [(50, 0.0), (60, 0.2), (100, 1.0), (0, -1.0)])
def test_the_examples_of_the_gda_score(correct: int, improvement: float) -> None:
    """A confidence of 0.5 where half have the value is no improvement, one of 0.6 is 0.2."""
    scores = measures(log_of(correct, 100, 200, 0.5))
    assert scores["confidence", "sex"].value == pytest.approx(correct / 100)
    assert scores["confidence_improvement", "sex"].value == pytest.approx(improvement)
    assert scores["claim_probability", "sex"].value == 0.5
    assert scores["prior_knowledge", "sex"].value == 0.3
    assert scores["work", "sex"].value == 0.2
    assert scores["susceptibility", "sex"].value == 0.5
    assert scores["susceptibility", DATASET].value == 0.125


def test_intervals_are_wilsons() -> None:
    """Bounds are those of the 95 % Wilson interval; without a hit the lower one is exactly 0.

    0 of 500 is known to be 0 to 0.0076.
    """
    confidence = measures(log_of(30, 100, 200, 0.5))["confidence", "sex"]
    centre, error = wilson(30, 100)
    assert (confidence.low, confidence.high) == pytest.approx((centre - error, centre + error))
    none = measures(log_of(0, 500, 500, 0.5))["confidence", "sex"]
    assert none.low == 0
    assert none.high == pytest.approx(0.0076, abs=5e-5)


def test_the_risk_beyond_a_control_group() -> None:
    """The risk is (A - C) / (1 - C) of Wilson centres, with the errors of both propagated.

    394 and 374 of 500 are anonymeter's 0.156 up to 0.345.
    """
    risk = measures(log_of(394, 500, 500, 0.5, control=374))["risk_beyond_control", "sex"]
    (rate, rate_error), (base, base_error) = wilson(394, 500), wilson(374, 500)
    error = math.hypot(rate_error / (1 - base), base_error * (rate - 1) / (1 - base) ** 2)
    assert risk.value == pytest.approx((rate - base) / (1 - base))
    assert (risk.low, risk.high) == pytest.approx((risk.value - error, risk.value + error))
    assert risk.value == pytest.approx(0.156, abs=0.002)
    assert risk.high == pytest.approx(0.345, abs=0.002)


def test_a_risk_is_at_most_one_as_its_ends_are() -> None:
    """The interval of a risk ends at 1, which the range says, where the error reaches beyond it.

    1 of 100 claims is true of the original, and all are of the control group.
    """
    risk = measures(log_of(1, 100, 100, 0.5, control=100))["risk_beyond_control", "sex"]
    (rate, rate_error), (base, base_error) = wilson(1, 100), wilson(100, 100)
    error = math.hypot(rate_error / (1 - base), base_error * (rate - 1) / (1 - base) ** 2)
    assert (risk.value, risk.low) == pytest.approx(((rate - base) / (1 - base), (rate - base) / (1 - base) - error))
    assert (rate - base) / (1 - base) + error > 1
    assert risk.high == 1


def test_undefined_measures_say_why() -> None:
    """A measure is NULL with a reason, never 0, where it is undefined.

    It is without a claim, or where everybody has what is guessed.
    """
    none = measures(log_of(0, 0, 10, 0.5, control=0))
    for name in (
        "confidence",
        "statistical_confidence",
        "confidence_improvement",
        "prior_knowledge",
        "work",
        "risk_beyond_control",
    ):
        assert (none[name, DATASET].value, none[name, DATASET].reason) == (None, "no claim was made")
    assert none["claim_probability", DATASET].value == 0
    assert measures(log_of(0, 0, 0, 0.5))["claim_probability", DATASET].reason == "no attempt was made"
    certain = measures(log_of(5, 5, 5, 1.0))["confidence_improvement", "sex"]
    assert (certain.value, certain.reason) == (None, "everybody has what was guessed")


PEOPLE = pd.DataFrame(
    {
        "id": [1, 2, 3, 4, 5, 5],
        "zip": ["1", "1", "2", "2", "3", "3"],
        "job": ["it's", "it's", "b", None, "c", "c"],
        "age": [20, 30, 40, 50, 60, 61],
    }
)


def test_an_attack_counts_what_it_does() -> None:
    """Exploring is free; knowledge and answers cost their cells.

    An empty and a failed answer cost one cell.
    """
    with Attack(PEOPLE, PEOPLE, individual="id") as attack:
        assert attack.explore("select count(*) from {original}") == [(6,)]
        assert len(attack.knowledge("select zip, age from {original} where id < 3")) == 2
        for zip_code, job in attack.query(
            "select zip, max(job) from {release} group by zip having count(distinct job) = 1 order by 1"
        ):
            attack.attempt("job")
            attack.claim({"zip": zip_code}, {"job": job})
        assert attack.query("select 1 from {release} where 1 = 0") == []
        with pytest.raises(QueryError):
            attack.query("select nothing from {release}")
        attack.attempt("job")
        scored = attack.score()
        assert [result.correct for result in attack.check()] == [True, False, True]
    assert attack.log.knowledge == 4
    assert attack.log.retrieved == 6 + 1 + 1
    assert scored.value("confidence", target="job") == pytest.approx(2 / 3)
    assert scored.value("statistical_confidence", target="job") == pytest.approx((2 / 5 + 1 / 5 + 1 / 5) / 3)
    assert scored.value("claim_probability", target="job") == 0.75
    assert scored.value("prior_knowledge", target="job") == pytest.approx(4 / 3)
    assert scored.value("work", target="job") == pytest.approx(8 / 3)
    assert scored.value("susceptibility", target=DATASET) == pytest.approx(1 / 3)


def test_budgets_hold() -> None:
    """An answer beyond a limit is refused, and the error names the limit."""
    with Attack(PEOPLE, PEOPLE, max_queries=1) as attack:
        attack.query("select 1 from {release}")
        with pytest.raises(BudgetError, match="may ask 1 queries"):
            attack.query("select 1 from {release}")
    with Attack(PEOPLE, PEOPLE, max_cells=4) as attack:
        with pytest.raises(BudgetError, match="may retrieve 4 cells, and this answer makes 6"):
            attack.query("select zip from {release}")
        with pytest.raises(BudgetError, match="and has"):
            attack.query("select 1")


def test_a_release_may_be_anything_that_answers_sql() -> None:
    """A callable stands for a system that answers queries.

    A whole relation of its answers is claimed at once.
    """

    def noisy(sql: str) -> list[tuple[Any, ...]]:
        assert sql == "select zip, job from noisy"
        return [("1", "it's"), ("2", None)]

    with Attack(PEOPLE, noisy, "linkability", shared=0.5) as attack:
        rows = attack.query("select zip, job from noisy")
        assert attack.claims([{"zip": zip_code, "job": job} for zip_code, job in rows], guess=["zip", "job"]) == 2
        assert attack.claims(pd.DataFrame({"zip": ["9"]}), guess=["zip"]) == 1
        scored = attack.score()
    assert scored.value("confidence", target=DATASET) == pytest.approx(2 / 3)
    assert scored.value("statistical_confidence", target=DATASET) == 0.5
    assert scored.releases == ("noisy",)
    with Attack(PEOPLE, PEOPLE) as attack:
        assert (
            attack.claims("select zip, max(job) as job from {release} where zip <> '2' group by zip", ["zip"], ["job"])
            == 2
        )
        assert attack.score().value("confidence", target="job") == 1


def test_claims_that_do_not_fit_are_an_error() -> None:
    """An attack refuses unknown columns and criteria, and a column that is known and guessed.

    It also refuses an individual that is NULL, and an empty control group.
    """
    with pytest.raises(SpecError, match="unknown criterion"):
        Attack(PEOPLE, PEOPLE, "guessing")
    with Attack(PEOPLE, PEOPLE) as attack:
        with pytest.raises(SpecError, match="no column 'jobb'; did you mean 'job'"):
            attack.claim({"zip": "1"}, {"jobb": "a"})
        with pytest.raises(SpecError, match="knows and guesses"):
            attack.claim({"zip": "1"}, {"zip": "1"})
    with (
        pytest.raises(SpecError, match=r"'id' of .* is NULL in 1 of 2 records"),
        Attack(pd.DataFrame({"id": [1, None], "a": [1, 2]}), PEOPLE, individual="id"),
    ):
        pass
    with pytest.raises(SpecError, match=r"control group .* is empty"), Attack(PEOPLE, PEOPLE, control=PEOPLE[:0]):
        pass


def made(original: pd.DataFrame, release: pd.DataFrame, attack: str, **options: Any) -> AttackLog:
    """Return the log of one built-in attack on a release."""
    (log,) = ClaimsQuestion(Sides(original, [release]), AttackOptions((attack,), **options)).answer()[1]
    return log


def records(seed: int, size: int) -> pd.DataFrame:
    """Return records of numbers and texts with NULLs, of which many are equal in parts."""
    pick = random.Random(seed)
    rows = [
        (
            pick.choice([None, 1, 2, 3, 5, 8]),
            pick.choice([0.5, 1.5, 2.5, None]),
            pick.randrange(40),
            pick.choice(["a", "it's", "b", None]),
            pick.choice(["x", "y"]),
        )
        for _ in range(size)
    ]
    return pd.DataFrame(rows, columns=["n", "f", "w", "t", "u"]).astype({"n": "Int64", "f": "Float64"})


def rows_of(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return a frame's records, NULL as None."""
    return [
        {str(name): None if pd.isna(value) else value for name, value in row.items()}
        for row in frame.to_dict("records")
    ]


@pytest.mark.parametrize("seed", range(3))
def test_conditions_that_single_out_are_found_without_exception(seed: int) -> None:
    """Every condition on three attributes that one released record meets is drawn, and no other.

    There is room for all of them.
    """
    release = rows_of(records(seed, 25))
    numbers = {name: sorted(row[name] for row in release if row[name] is not None) for name in ("n", "f", "w")}
    medians = {name: values[(len(values) - 1) // 2] for name, values in numbers.items()}

    def meets(row: dict[str, Any], name: str, own: Any) -> bool:
        value = row[name]
        if own is None or value is None or name not in medians:
            return bool(value == own)
        return bool(value >= own) if own > medians[name] else bool(value <= own)

    expected = set()
    for names in combinations(["n", "f", "w", "t", "u"], 3):
        for record in release:
            if sum(all(meets(row, name, record[name]) for name in names) for row in release) == 1:
                expected.add(tuple((name, record[name]) for name in names))
    log = made(records(seed + 9, 30), records(seed, 25), "singling_out_multivariate", attempts=10_000)
    conditions = {
        tuple((name, value.value if isinstance(value, Bound) else value) for name, value in claim.guess.items())
        for claim in log.claims
    }
    assert conditions == expected
    assert len(expected) > 20
    assert "made" in log.notes[0]


def test_conditions_that_nan_meets_single_out_nobody() -> None:
    """NaN meets each lower bound, being greater than every number, and so is counted beside it.

    A record whose only companion is NaN is not alone.
    """
    values = "case i when 5 then 'nan' :: double else i * 1.5 end as x, i % 3 as g, 'k' || i % 4 as k, i % 7 as n"
    rows = f"select {values} from range(40) r(i)"
    with duckdb.connect() as connection:
        connection.execute(f"create table people as {rows}")
        options = AttackOptions(("singling_out_multivariate",))
        (log,) = ClaimsQuestion(Sides("people", ["people"], Place(connection=connection)), options).answer()[1]
    assert len(log.claims) > 50
    assert {result.matching for result in log.results} == {1}


@pytest.mark.parametrize("seed", range(3))
def test_the_nearest_record_is_the_nearest(seed: int) -> None:
    """The guess is the secret of the nearest released record, of several the first.

    NULL is near NULL only.
    """
    original, release = records(seed, 60), records(seed + 5, 80)
    known = ["n", "f", "w", "t"]
    numbers = [name for name in known if name != "t"]
    everybody = rows_of(original) + rows_of(release)
    ranges = {
        name: max(values) - min(values)
        for name in numbers
        if (values := [row[name] for row in everybody if row[name] is not None])
    }

    def distance(one: dict[str, Any], other: dict[str, Any]) -> float:
        total = 0.0
        for name in known:
            left, right = one[name], other[name]
            if name in numbers and left is not None and right is not None:
                total += abs(left / ranges[name] - right / ranges[name])
            else:
                total += left != right
        return total

    def guess(person: dict[str, Any]) -> Any:
        nearest = min(enumerate(rows_of(release)), key=lambda entry: (round(distance(person, entry[1]), 9), entry[0]))
        return nearest[1]["u"]

    log = made(original, release, "inference_nearest", secrets=("u",), known=tuple(known))
    expected = sorted((str(tuple(row[name] for name in known)), guess(row)) for row in rows_of(original))
    assert (
        sorted((str(tuple(claim.known[name] for name in known)), claim.guess["u"]) for claim in log.claims) == expected
    )


@pytest.mark.parametrize("dialect", ["duckdb", "sqlite"])
@pytest.mark.parametrize(
    ("left", "right", "away", "cut_away"),
    [(None, None, 0, 0), (None, 0.25, 1, 1), (0.25, None, 1, 1), (0.25, 0.5, 0.25, 0.25), (2.0, 0.5, 1.5, 1)],
)
def test_two_nulls_are_near_and_one_is_far(
    left: float | None, right: float | None, away: float, cut_away: float, dialect: str
) -> None:
    """A distance of numbers is their difference, 0 of two NULLs and 1 of one."""
    query = "select {} from (select cast(? as double) as v1) one cross join (select cast(? as double) as v1) other"
    with closing((duckdb if dialect == "duckdb" else sqlite3).connect(":memory:")) as connection:
        for cut, expected in ((False, away), (True, cut_away)):
            columns = [{"place": 1, "kind": "number"}]
            text = render("distance", columns, "one", "other", cut, dialect=DIALECTS[dialect])
            assert connection.execute(query.format(text), (left, right)).fetchone() == (expected,)


def test_dates_are_near_and_have_ends() -> None:
    """The nearest record is that of the nearest day.

    The first and the last day of one released record are claimed as ends of a range.
    """
    born = pd.to_datetime(pd.Series(["1950-01-01", "1960-05-05", "1980-01-01", "1999-12-31", None]))
    original = pd.DataFrame({"born": born, "zip": "1", "job": ["a", "b", "c", "d", "e"]})
    release = original.assign(born=born + pd.Timedelta(days=3), zip="2", job=original["job"].str.upper())
    log = made(original, release, "inference_nearest", secrets=("job",), known=("born", "zip"))
    assert {str(claim.guess["job"]) for claim in log.claims} == {"A", "B", "C", "D", "E"}
    assert all(
        str(claim.guess["job"]) == original.loc[original["born"] == claim.known["born"], "job"].iloc[0].upper()
        for claim in log.claims
        if claim.known["born"] is not None
    )
    singled = made(original, release, "singling_out_univariate", known=("born",))
    ends = {value.comparison for claim in singled.claims for value in claim.guess.values() if isinstance(value, Bound)}
    assert ends == {"<=", ">="}
    assert any(result.correct for result in singled.results)


def test_columns_of_any_type_are_attacked() -> None:
    """Times, nanoseconds, UUIDs, enums and lists are values like others."""
    with duckdb.connect() as connection:
        connection.execute("""
            create table people as
            select
                time '10:00:00' + to_minutes(i % 50) as at,
                cast(timestamp '2020-01-01' + to_days(i % 30) as timestamp_ns) as moment,
                [i % 4] as listed, cast(md5(cast(i as varchar)) as uuid) as id,
                cast(case i % 2 when 0 then 'x' else 'y' end as enum('x', 'y')) as side
            from range(60) numbers(i)""")
        result = gda("people", "people", secrets=("side", "moment"), connection=connection)
    made = {score.attack for score in result.scores if score.metric == "confidence" and score.value is not None}
    assert made == set(ATTACKS) - {"linkability_public"}


def test_columns_of_any_name_and_value_are_attacked() -> None:
    """Columns of any name and value are attacked, and a control group may lack a constant.

    There are names that statements use themselves, NaN, wide numbers, and only NULLs.
    """
    rows = """
        select i % 7 as place, 'x' || i as "source", i % 5 as c1, i % 3 as person, 'v' || i % 4 as k1,
        cast(i % 6 as double) / 6 as v1,
        {year} as yr, case i when 3 then 'nan' :: double else i end as odd,
        9000000000000000000 + i as wide,
        cast(null as integer) as "nothing", [i * 1.5] as listed from range({start}, {start} + 40) numbers(i)"""
    with duckdb.connect() as connection:
        for name, year, start in (("people", 2020, 0), ("others", 1800, 100)):
            connection.execute(f"create table {name} as {rows.format(year=year, start=start)}")
        options = AttackOptions(secrets=("k1",), control="others")
        result, logs = ClaimsQuestion(Sides("people", ["people"], Place(connection=connection)), options).answer()
    rates = {
        score.attack: score.value for score in result.scores if score.metric == "confidence" and score.target == DATASET
    }
    assert set(rates) == set(ATTACKS) - {"linkability_public"}
    assert not any("leaves out" in note for log in logs for note in log.notes)
    assert rates["inference_nearest"] == 1


def test_columns_of_nothing_leave_the_others() -> None:
    """Numbers that are all NULL are no condition, and do not take the place of one."""
    frame = pd.DataFrame({"a": range(0, 2000, 100), "b": ["x", "y"] * 10, "c": pd.Series([None] * 20, dtype="Int64")})
    assert made(frame, frame, "singling_out_multivariate").claims
    assert made(frame[["c"]], frame[["c"]], "singling_out_multivariate").claims == []


def test_two_parts_have_columns_each() -> None:
    """Errors are a part without a column, and a known column that tells individuals apart."""
    with pytest.raises(SpecError, match="one of the two parts"):
        gda(GROUPED, GROUPED, attacks="linkability_nearest", known=("zip", "job", "x"))
    with pytest.raises(SpecError, match="'zip' tells individuals apart"):
        gda(GROUPED.dropna(), GROUPED, attacks="inference_frequent", known="zip", secrets="job", individual="zip")


GROUPED = pd.DataFrame(
    {
        "zip": ["1", "1", "2", "2", "3", "4", "4", "4", None],
        "job": ["a", "a", "a", "b", "c", "b", "b", "c", "d"],
        "x": range(9),
    }
)


def test_groups_of_one_secret_are_claimed() -> None:
    """Only groups whose records agree are claimed, NULL among them.

    The share of their records in the release is susceptible.
    """
    log = made(GROUPED, GROUPED, "inference_homogeneous", secrets=("job",), known=("zip",))
    assert {(claim.known["zip"], claim.guess["job"]) for claim in log.claims} == {("1", "a"), ("3", "c"), (None, "d")}
    assert all(result.correct for result in log.results)
    assert log.susceptible == {"job": pytest.approx(4 / 9)}
    assert log.notes == [
        "inference_homogeneous made 3 attempts on pandas frame to learn job, not 500: "
        "there are no more groups of one secret in the release"
    ]


def test_the_most_frequent_secret_is_claimed() -> None:
    """The guess about a group is its most frequent secret, of several the first."""
    log = made(GROUPED, GROUPED, "inference_frequent", secrets=("job",), known=("zip",))
    claims = {
        claim.known["zip"]: (claim.guess["job"], result.correct)
        for claim, result in zip(log.claims, log.results, strict=True)
    }
    assert claims == {"1": ("a", True), "2": ("a", False), "3": ("c", True), "4": ("b", False), None: ("d", True)}


def test_random_guesses_lose_none() -> None:
    """The baseline has as many random guesses as there are claims.

    So it can beat an attack.
    """
    log = made(GROUPED, GROUPED, "inference_frequent", secrets=("job",), known=("zip",))
    assert log.base is not None
    assert len(log.base) == len(log.claims)
    assert all(claim.guess["job"] is not None for claim, _ in log.base)


def test_values_and_groups_of_one_are_claimed() -> None:
    """Claims are values of one released record, the ends of numbers, and records that are alone."""
    original = pd.DataFrame({"n": [1, 2, 2, 9], "t": ["it's", "b", "b", None]})
    log = made(original, original, "singling_out_univariate")
    claims = {(*claim.guess, str(*claim.guess.values())) for claim in log.claims}
    assert claims == {
        ("n", "1"),
        ("n", "9"),
        ("n", "Bound(comparison='<=', value=1)"),
        ("n", "Bound(comparison='>=', value=9)"),
        ("t", "it's"),
        ("t", "None"),
    }
    assert all(result.correct for result in log.results)
    alone = made(original, original, "singling_out_groups")
    assert {claim.guess["n"] for claim in alone.claims} == {1, 9}


def test_parts_of_a_person_are_linked() -> None:
    """A release that is the original links the parts of every person.

    A release that swaps a part links nobody.
    """
    original = pd.DataFrame({"a": [10, 20, 30, 40], "b": ["p", "q", "r", "s"]})
    linked = made(original, original, "linkability_nearest")
    assert [result.correct for result in linked.results] == [True] * 4
    assert {result.chance for result in linked.results} == {0.25}
    swapped = original.assign(b=["q", "r", "s", "p"])
    assert not any(result.correct for result in made(original, swapped, "linkability_nearest").results)


def test_people_of_a_public_table_are_linked() -> None:
    """A public person with released keys is claimed to be in the original.

    The check is by the id of the individual.
    """
    original = pd.DataFrame({"id": [1, 2, 3], "zip": ["1", "2", None], "job": ["a", "b", "c"]})
    public = pd.DataFrame({"id": [1, 7, 3, 8], "zip": ["1", "1", None, "9"]})
    log = made(original, original[["zip", "job"]], "linkability_public", public=public, individual="id")
    links = {claim.known["id"]: result.correct for claim, result in zip(log.claims, log.results, strict=True)}
    assert links == {1: True, 7: False, 3: True}
    assert {result.chance for result in log.results} == {0.5}
    assert log.attempts == {DATASET: 4}


BANDED = pd.DataFrame({"age": ["20s", "20s", "30s", "40s"], "zip": ["a", "a", "b", None], "job": list("wxyz")})
AGED = pd.DataFrame({"id": [1, 2, 3, 4], "age": [21, 25, 33, 47], "zip": ["a", "a", "b", None], "job": list("wxyz")})
BANDS = {f"{ten}s": f"[{ten},{ten + 10})" for ten in (20, 30, 40, 50)}


@pytest.mark.parametrize(
    "partition", [{"intervals": BANDS}, {"mapping": {age: f"{age // 10 * 10}s" for age in range(90)}}]
)
def test_people_are_linked_by_recoded_keys(partition: dict[str, Any]) -> None:
    """A public table with ages is linked to a release of age bands.

    People are the same by an id, or by all columns that the table shares with the original.
    """
    public = pd.DataFrame({"id": [1, 9, 4, 8], "age": [21, 29, 47, 59], "zip": ["a", "a", None, "b"]})
    options = {"public": public, "individual": "id", "partitions": column_partitions({"age": partition})}
    log = made(AGED, BANDED, "linkability_public", **options)
    links = {claim.known["id"]: result.correct for claim, result in zip(log.claims, log.results, strict=True)}
    assert links == {1: True, 9: False, 4: True}
    options |= {"public": public.drop(columns="id"), "individual": None}
    log = made(AGED.drop(columns="id"), BANDED, "linkability_public", **options)
    links = {claim.known["age"]: result.correct for claim, result in zip(log.claims, log.results, strict=True)}
    assert links == {21: True, 29: False, 47: True}


def test_people_who_were_not_in_the_original_are_linked_wrongly() -> None:
    """Links of people of a control group are false by their ids.

    Where only values tell people apart, those like people of the original seem right.
    """
    public = pd.DataFrame({"id": [1, 3], "age": [21, 33], "zip": ["a", "b"]})
    control = pd.DataFrame({"id": [1, 12, 13], "age": [25, 26, 59], "zip": ["a", "a", "b"], "job": list("wyz")})
    bands = {"age": {"intervals": BANDS}}
    result = gda(
        AGED, BANDED, attacks="linkability_public", individual="id", public=public, control=control, partitions=bands
    )
    assert (result.value("confidence"), result.value("control_confidence")) == (1, 0)
    (risk,) = [score for score in result.scores if score.metric == "risk_beyond_control"]
    rate, base = wilson(2, 2)[0], wilson(0, 2)[0]
    assert risk.value == pytest.approx((rate - base) / (1 - base))
    without = [frame.drop(columns="id") for frame in (AGED, public, control)]
    result = gda(
        without[0], BANDED, attacks="linkability_public", public=without[1], control=without[2], partitions=bands
    )
    assert result.value("control_confidence") == 0.5
    nobody = control.assign(age=59)
    result = gda(
        AGED, BANDED, attacks="linkability_public", individual="id", public=public, control=nobody, partitions=bands
    )
    undefined = {score.reason for score in result.scores if "control" in score.metric}
    assert undefined == {"nothing is claimed of the control group"}


def test_claims_of_a_recoded_release_are_checked_recoded() -> None:
    """A band that holds one age of the original singles out, though the original has no bands.

    People of the control group are recoded too.
    """
    control = pd.DataFrame({"id": [5, 6, 7, 8], "age": [31, 32, 41, 51], "zip": ["a"] * 4, "job": list("wxyz")})
    options = {
        "individual": "id",
        "known": ("age",),
        "control": control,
        "partitions": column_partitions({"age": {"intervals": BANDS}}),
    }
    log = made(AGED, BANDED, "singling_out_univariate", **options)
    assert log.control is not None
    held = {claim.guess["age"]: result.correct for claim, result in zip(log.claims, log.results, strict=True)}
    assert held == {"30s": True, "40s": True}
    assert {claim.guess["age"]: result.correct for claim, result in log.control} == {"30s": False, "40s": True}
    log = made(AGED, BANDED, "inference_nearest", **options | {"known": ("zip", "job"), "secrets": ("age",)})
    assert [result.correct for result in log.results] == [True] * 4


def test_partitions_that_do_not_fit_say_so() -> None:
    """A value without a domain, cuts of a text, an unknown column and two partitions of one."""
    for partitions, message in (
        ({"age": {"intervals": {"20s": "[20,30)"}}}, "has no domain for 2 values in 2 records"),
        ({"zip": {"cuts": [5]}}, "intervals need a column of numbers"),
        ({"agee": {"cuts": [5]}}, "no column 'agee'; did you mean 'age'"),
        ({"age": [{"cuts": [5]}, "raw"]}, "recoded by one partition"),
    ):
        with pytest.raises(SpecError, match=message):
            gda(AGED, BANDED, attacks="inference_frequent", partitions=partitions)


@pytest.mark.parametrize(
    ("people", "matching", "size"), [(7, 1, 3), (7, 2, 3), (7, 4, 4), (7, 5, 4), (6, 3, 6), (6, 1, 6), (5, 0, 2)]
)
def test_the_chance_to_be_alone_in_a_sample(people: int, matching: int, size: int) -> None:
    """The chance is the share of samples of that size with exactly one of those who match."""
    samples = [sum(number < matching for number in some) for some in combinations(range(people), size)]
    assert Checked(False, 0.0, matching, people).alone(size) == pytest.approx(
        samples.count(1) / len(samples), abs=1e-12
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [400, 8000])
def test_a_control_group_of_another_size_does_not_bias_the_risk(size: int) -> None:
    """The risk is about 0 where a release tells no more of the original than of others.

    The control group may be smaller or larger than the original.
    """

    def population(seed: int, people: int) -> pd.DataFrame:
        pick = random.Random(seed)
        rows = [(str(int(pick.expovariate(0.05))), pick.choice("uvwxyz"), pick.choice("klmn")) for _ in range(people)]
        return pd.DataFrame(rows, columns=["a", "b", "c"])

    risks, uncorrected = [], []
    for seed in range(0, 36, 3):
        options = AttackOptions(("singling_out_groups",), control=population(seed + 2, size), attempts=5000)
        scored, (log,) = ClaimsQuestion(Sides(population(seed, 2000), [population(seed + 1, 2000)]), options).answer()
        assert log.control is not None
        (risk,) = [
            score for score in scored.scores if score.metric == "risk_beyond_control" and score.target == DATASET
        ]
        assert risk.value is not None
        risks.append(risk.value)
        rate, base = (
            sum(result.correct for result in results)
            for results in (log.results, [result for _, result in log.control])
        )
        uncorrected.append((rate - base) / (len(log.claims) - base))
        assert "as many" in scored.notes[0]
    assert abs(sum(risks) / len(risks)) < 0.05
    assert sum(uncorrected) / len(uncorrected) > 0.09


def test_an_attack_of_ones_own_is_compared_with_as_many() -> None:
    """Claims that single out count by their chance among as many people as the control group has.

    A note says so.
    """
    original, control = (pd.DataFrame({"a": list(values)}) for values in ("wxyz", "wv"))
    with Attack(original, original, "singling_out", control=control) as attack:
        attack.claims([{"a": value} for value in "wxyz"], guess=["a"])
        result = attack.score()
    assert (result.value("confidence", target="a"), result.value("control_confidence", target="a")) == (1, 0.25)
    (risk,) = [score for score in result.scores if score.metric == "risk_beyond_control" and score.target == "a"]
    rate, base = wilson(2, 4)[0], wilson(1, 4)[0]
    assert risk.value == pytest.approx(2 * (rate - base) / (1 - base))
    assert "has 2 people and the original 4" in result.notes[0]


def test_what_is_known_by_the_original_alone_is_at_risk_whatever_the_control_group_is() -> None:
    """A release that is the original singles out everybody who is alone.

    A smaller control group does not hide it.
    """
    original, control = (
        pd.DataFrame({"a": range(first, first + size)}).astype(str) for first, size in ((0, 500), (1000, 100))
    )
    result = gda(original, original, attacks="singling_out_groups", control=control)
    (risk,) = [score for score in result.scores if score.metric == "risk_beyond_control" and score.target == DATASET]
    assert risk.value == pytest.approx(1, abs=0.05)
    assert risk.high == 1


def test_attacks_ask_no_more_queries_than_they_may() -> None:
    """A limit on queries leaves out columns, or choices of them, and a note names these.

    A limit that is too low for an attack is an error.
    """
    frame = records(1, 60)
    log = made(frame, frame, "singling_out_univariate", max_queries=2)  # one query is of all columns of a type
    assert {name for claim in log.claims for name in claim.guess} <= {"n", "f", "w"}
    assert any("may ask 2 queries" in note and "leaves out t, u" in note for note in log.notes)
    with pytest.raises(BudgetError, match="needs 4 queries, and may ask 3"):
        made(frame, frame, "singling_out_multivariate", max_queries=3)
    assert made(frame, frame, "singling_out_multivariate", max_queries=4).claims


def test_the_seed_draws_the_same_again() -> None:
    """Equal seeds draw equal claims, others draw others; the sample is of all records."""
    first, again, other = (
        gda(SURVEY, RELEASE, attacks="inference_nearest", secrets="vote", attempts=50, seed=seed) for seed in (1, 1, 2)
    )
    assert first == again
    drawn = []
    for seed in (1, 2):
        options = AttackOptions(attacks=("inference_nearest",), secrets=("vote",), attempts=50, seed=seed)
        (log,) = ClaimsQuestion(Sides(SURVEY, [RELEASE]), options).answer()[1]
        drawn.append(frozenset(str(claim.known) for claim in log.claims))
    assert first != other or drawn[0] != drawn[1]
    assert len(drawn[0] & drawn[1]) < 20


def test_a_constant_secret_is_undefined() -> None:
    """The improvement is NULL with a reason where everybody has the secret: each guess is right."""
    frame = GROUPED.assign(job="a")
    result = gda(frame, frame, attacks="inference_frequent", secrets="job", known="zip")
    (improvement,) = [
        score for score in result.scores if score.metric == "confidence_improvement" and score.target == "job"
    ]
    assert (improvement.value, improvement.reason) == (None, "everybody has what was guessed")


def test_the_control_group_is_attacked_in_the_same_way() -> None:
    """A release that is the original tells all of its people and little of others."""
    original, control = records(1, 120), records(2, 120)
    result = gda(
        original, original, attacks="inference_nearest", secrets="u", known=("n", "f", "w", "t"), control=control
    )
    assert result.value("confidence", target="u") is not None
    assert (result.value("confidence", target="u") or 0) > (result.value("control_confidence", target="u") or 0) + 0.2
    assert (result.value("risk_beyond_control", target="u") or 0) > 0.2


def test_bad_input_says_what_to_do() -> None:
    """Errors name unknown attacks, columns and secrets, and a public table that is missing.

    A release without the columns is an error too.
    """
    for words, message in (
        ({"attacks": "inference_nearst"}, "unknown attack 'inference_nearst'; did you mean 'inference_nearest'"),
        ({"attacks": "linkability_public"}, "needs a public table"),
        ({"secrets": "vot"}, "has no column 'vot'; did you mean 'vote'"),
        ({"individual": "person"}, "no column 'person'"),
        ({"attacks": "inference_frequent", "secrets": "vote", "known": "vote"}, "another column must be known"),
        ({"attempts": 0}, "at least one attempt"),
        ({"partitions": {"agee": {"cuts": [30]}}}, "no column 'agee'; did you mean 'age'"),
        ({"attacks": "singling_out_groups", "max_cells": 3}, "one attempt retrieves 10 cells"),
    ):
        with pytest.raises(sqlmetrics.SqlmetricsError, match=message):
            gda(SURVEY, RELEASE, **words)
    with pytest.raises(SpecError, match="none of the columns"):
        gda(SURVEY, pd.DataFrame({"Age": [1]}))


def test_the_command_reports_a_family(run: Callable[..., Run], tmp_path: Path) -> None:
    """Several attacks, columns and releases make one long table, summarised by criterion.

    Values are shown only on request.
    """
    command = (
        "gda",
        RELEASE,
        SURVEY,
        "--original",
        SURVEY,
        *shlex.split("--attack inference_frequent --attack singling_out_groups --secret vote"),
    )
    known = ("--secret", "party", "--known", "age", "--known", "education", "--attempts", "100")
    shown = run(*command, *known)
    assert shown.code == 0
    lines = " ".join(shown.out.split())
    assert "4 columns attacked: age, education, vote and party. singling out At worst" in lines
    assert "names no column" not in shown.err
    fewer = run(*command, "--attempts", "9")
    assert "`known` (--known) names no column, so an attacker knows all others" in " ".join(fewer.err.split())
    assert "by singling_out_groups of age on anes96" in lines
    listed = json.loads(run(*command, *known, "--format", "json").out)
    keys = {(score["release"], score["attack"], score["target"]) for score in listed["scores"]}
    assert len(keys) == 2 * (3 + 3)
    table = tmp_path / "claims.csv"
    assert run(*command, *known, "--claims", table, "--format", "markdown").code == 0
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert {row["group"] for row in rows} == {"original", "random"}
    assert "guessed_values" not in rows[0]
    run(*command, *known, "--claims", table, "--show-values")
    assert {
        row["guessed_values"] for row in csv.DictReader(table.read_text().splitlines()) if row["guessed"] == "vote"
    } == {
        "Clinton",
        "Dole",
    }


@pytest.mark.parametrize("attack", [name for name in ATTACKS if name != "linkability_public"])
def test_the_command_prints_its_statements(run: Callable[..., Run], attack: str) -> None:
    """Each attack prints its statements.

    Where a statement holds the check, its rows are the claims that the command counts.
    """
    command = (
        "gda",
        RELEASE,
        "--original",
        SURVEY,
        "--attack",
        attack,
        *shlex.split("--secret vote --known age --known income"),
    )
    printed = run(*command, "--print-sql")
    assert printed.code == 0
    with connect() as connection:
        rows = [connection.execute(statement).fetchall() for statement in printed.out.split(";\n") if statement.strip()]
    assert any(rows)
    if attack.startswith("inference"):
        scores = json.loads(run(*command, "--format", "json").out)["scores"]
        (confidence,) = [
            score["value"] for score in scores if score["metric"] == "confidence" and score["target"] == "vote"
        ]
        assert sum(row[1] for row in rows[0]) / len(rows[0]) == pytest.approx(confidence)


def test_the_command_prints_the_check_of_public_people(run: Callable[..., Run], tmp_path: Path) -> None:
    """Linking a public table is one statement with its check, in which keys are recoded.

    The command counts the same.
    """
    bands, public = tmp_path / "bands.csv", tmp_path / "public.csv"
    bands.write_text("value,domain\n" + "".join(f"{age},{age // 10}\n" for age in range(17, 100)))
    with connect() as connection:
        connection.execute(f"copy (select age // 10 as age, education from '{SURVEY}') to '{tmp_path}/release.csv'")
        connection.execute(f"copy (select age + (age % 3) as age, education from '{SURVEY}') to '{public}'")
    command: tuple[Any, ...] = (
        "gda",
        tmp_path / "release.csv",
        "--original",
        SURVEY,
        "--attack",
        "linkability_public",
        "--public",
        public,
    )
    command += (
        *shlex.split("--known age --known education --secret education"),
        "--partition",
        f"age={bands}",
        "--max-queries",
        "5",
    )
    printed = run(*command, "--print-sql")
    assert printed.code == 0
    (confidence,) = [
        score
        for score in json.loads(run(*command, "--format", "json").out)["scores"]
        if score["metric"] == "confidence"
    ]
    with connect() as connection:
        rows = connection.execute(printed.out).fetchall()
    assert len(rows) == confidence["records"] > 400
    assert sum(row[1] for row in rows) / len(rows) == pytest.approx(confidence["value"])
    assert 0.3 < confidence["value"] < 1
    names = ("t", "--original", "o", "--public", "p", *command[4:6], *command[8:])
    assert "mapping_1.domain" in run("gda", *names, "--print-sql", "--dialect", "snowflake").out


def test_sql_prints_attacks_by_name(run: Callable[..., Run]) -> None:
    """One of the five attacks and one of the GDA Score's are printed in another dialect.

    An unknown name is a usage error.
    """
    command = ("sql", "t", "--original", "o", "-q", "age", "-s", "job", "--dialect", "snowflake")
    five = run(*command, "--attack", "homogeneity")
    assert five.code == 0
    assert "homogeneity" in five.out
    assert 'from "O" source' in five.out
    one = run(*command, "--attack", "inference_frequent")
    assert one.code == 0
    assert "inference_frequent on t" in one.out
    assert one.out.count(";\n") == 1
    both = run(*command, "--attack", "homogeneity", "--attack", "inference_frequent").out
    assert one.out in both
    recoded = run(*command, "--attack", "inference_frequent", "--partition", "age=fixtures/anes96/age.csv:1").out
    assert "'20-29'" in recoded
    assert recoded.count("mapping_") > one.out.count("mapping_") == 0
    unknown = run(*command, "--attack", "homogenity")
    assert unknown.code == 2
    assert "unknown attack 'homogenity'" in unknown.err
    assert run("sql", "t", "-q", "age", "-s", "job", "--attack", "homogeneity").code == 2


ANONYMETER = {
    "singling_out_univariate": (14, 19),
    "singling_out_multivariate": (75, 79),
    "linkability_nearest": (0, 0),
    "inference_nearest": (371, 394),
}
"""Hits of 500 that anonymeter 1.1.0 had on these files, in two runs each."""


def test_rates_agree_with_anonymeter(adult: Path) -> None:
    """The 95 % interval of each attack on Adult and its synthetic records meets anonymeter's."""
    with connect() as connection:
        for name in ("train", "synthetic"):
            connection.execute(f"create table {name} as select * from read_csv('{adult}/adult_{name}.csv')")
        result = gda("train", "synthetic", attacks=list(ANONYMETER), secrets="income", connection=connection)
    for score in result.scores:
        if score.metric == "confidence" and score.target == DATASET:
            centres = [wilson(hits, 500) for hits in ANONYMETER[str(score.attack)]]
            assert score.low is not None
            assert score.high is not None
            assert any(score.low <= centre + error and score.high >= centre - error for centre, error in centres), score
            assert score.records == 500


NAMES = ("claims", "people", "targets", "ends", "released", "facts", "tallies")
"""Names of tables that a statement could take for parts of its own."""


def test_tables_may_be_called_like_parts_of_a_statement() -> None:
    """Attacks and utility give the same scores whatever the tables are called."""
    with duckdb.connect() as connection:
        columns = "i as id, i % 3 as a, i % 7 as b, case i % 2 when 0 then 'x' else 'y' end as s, i / 7.0 as f"
        rows = f"select {columns} from range(60) t(i)"

        def of(original: str, release: str) -> list[list[tuple[Any, ...]]]:
            for name in (original, release):
                connection.execute(f"create or replace table {name} as {rows}")
            beside: dict[str, Any] = {
                "attacks": ("inference_nearest", "linkability_public"),
                "secrets": "s",
                "public": release,
                "attempts": 10,
            }
            utility = sqlmetrics.utility(original, release, queries=5, connection=connection)
            scored = [sqlmetrics.gda(original, release, connection=connection, **beside), utility]
            return [
                [(score.metric, score.target, score.value and round(score.value, 9)) for score in result.scores]
                for result in scored
            ]

        expected = of("plain", "other")
        for original, release in zip(NAMES, NAMES[1:] + NAMES[:1], strict=True):
            assert of(original, release) == expected, (original, release)


@pytest.mark.parametrize("special", ["inf", "-inf", "nan"])
def test_infinities_and_what_is_no_number_take_part(tmp_path: Path, special: str) -> None:
    """Claims drawn from a copy of the original are all true, also about half of the values.

    A column may be called as a number is written.
    """
    path = tmp_path / "people.parquet"
    some = f"case when i % 2 = 0 then '{special}'::double else i * 1.5 end as x"
    duckdb.execute(
        f"copy (select 50 * i as inf, {some}, 'z' || i % 5 as zip, i % 11 as n from range(100) t(i)) to '{path}'"
    )
    attacks = [attack.name for attack in ATTACKS.values() if attack.criterion != "linkability"]
    result = sqlmetrics.gda(path, path, attacks=attacks, attempts=40)
    confidences = [score.value for score in result.scores if score.metric == "confidence" and score.records]
    assert len(confidences) > 30
    assert set(confidences) == {1.0}
    assert sqlmetrics.gda(path, path, attacks="linkability_nearest", attempts=40).scores
