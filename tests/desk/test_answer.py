"""The answer of the desk: the numbers that `check --release` has, for every choice of levels."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import pytest

from sqlmetrics import deadline
from sqlmetrics.advice.counts.coded import narrowed
from sqlmetrics.advice.generalizations import proposals
from sqlmetrics.desk.changes import level_words
from sqlmetrics.desk.counted import CountedTable, closest, known_steps
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import fetch_number
from sqlmetrics.engine.source import opened_records
from sqlmetrics.errors import SpecError, SqlmetricsError
from sqlmetrics.gate.jobs import measure
from sqlmetrics.publication.planned import planned_release
from sqlmetrics.spec.reading import read_spec, seen_from_here
from sqlmetrics.spec.spec import Spec, parse_spec

ROOT = Path(__file__).parent.parent.parent

WORDS: dict[str, Any] = {
    "quasi_identifiers": ["born", "zip", "sex"],
    "sensitive": ["illness", "ward"],
    "thresholds": {"k_anonymity": 3, "distinct_l_diversity": 2, "alpha_k_anonymity": 0.8, "itpr": 0.9},
}


@pytest.fixture(scope="module")
def relation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small table with dates, prefixes, NULLs, and people with several records."""
    drawn = random.Random(5)
    file = tmp_path_factory.mktemp("desk") / "people.parquet"
    rows = [
        (
            place // 2 if place < 40 else place,
            f"19{drawn.choice((50, 51, 60, 61))}-0{drawn.randint(1, 2)}-1{drawn.randint(0, 1)}",
            drawn.choice(("10115", "10117", "20095", "20097", None)),
            drawn.choice("fmd"),
            drawn.choice(("flu", "gout", "gout", None)),
            drawn.choice(("a", "b", "c")),
        )
        for place in range(120)
    ]
    with duckdb.connect() as connection:
        connection.execute(
            "create table people(person int, born date, zip varchar, sex varchar, illness varchar, ward varchar)"
        )
        connection.executemany("insert into people values (?, ?, ?, ?, ?, ?)", rows)
        connection.execute(f"copy people to '{file}'")
    return file


def spec_of(relation: Path, **more: Any) -> Spec:
    """Return a spec of the table with more words."""
    return parse_spec({"relation": str(relation), **WORDS, **more}, "the test", relation.parent)


def counted(spec: Spec) -> Iterator[CountedTable]:
    """Give the count table of a spec."""
    with opened_records(spec, Progress()) as source, CountedTable.of(source, spec, proposals(source, spec)) as counts:
        yield counts


def with_levels(spec: Spec, levels: dict[str, Any], drop: float) -> Spec:
    """Return a spec with other levels in its release."""
    words = {"levels": levels, "drop": drop}
    return spec.model_copy(update={"release": type(spec.release).model_validate(words)})


OF_WHOLE: dict[str, Any] = {
    "partitions": {"illness": {"mapping": {"flu": "other", "gout": "gout"}, "unmapped": "keep"}},
    "thresholds": {"t_closeness_equal": 0.45, "skewness": 0.9, "prosecutor_risk": 0.2},
}
"""Limits by the distribution of the whole table, which changes with what is dropped."""

CASES: dict[str, tuple[dict[str, Any], float]] = {
    "records": ({}, 0.0),
    "records that may be dropped": ({}, 0.3),
    "none may be dropped of so few": ({}, 0.005),
    "all may be dropped": ({}, 1.0),
    "people": ({"individual": "person"}, 0.3),
    "without NULLs": ({"nulls": "drop"}, 0.3),
    "by the whole table": (OF_WHOLE, 0.3),
    "by the whole table, all may be dropped": (OF_WHOLE, 1.0),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", CASES)
def test_an_answer_is_what_the_check_of_the_release_says(relation: Path, case: str) -> None:
    """For every choice of levels each condition has the value and the verdict of the release.

    So have the records that are dropped, and whether it passes.
    """
    more, drop = CASES[case]
    spec = spec_of(relation, **more)
    passed = 0
    for counts in counted(spec):
        steps = [column for column, _ in known_steps(spec, counts.proposed)]
        levels = [range(column.root + 1) for column in steps]
        nodes = [*product(*levels)]
        chosen = nodes[[*CASES].index(case) :: 17]
        for node in chosen:
            if all(level == column.root for column, level in zip(steps, node, strict=True)):
                continue
            words = {column.column: level_words(column, level) for column, level in zip(steps, node, strict=True)}
            own = with_levels(spec, words, drop)
            assert not counts.needs_count(own)
            answer, planned = counts.answer(own), planned_release(own)
            held = measure(planned.spec).outcomes[0].held
            assert held is not None
            expected = {(one.score.metric, one.score.target): (one.score.value, one.passed) for one in held.verdicts}
            found = {(one.score.metric, one.score.target): (one.score.value, one.passed) for one in answer.verdicts}
            assert found.keys() == expected.keys()
            for key, (value, verdict) in found.items():
                assert value == pytest.approx(expected[key][0], abs=1e-9), (node, key)
                assert verdict == expected[key][1], (node, key)
            assert (answer.dropped, answer.needed, answer.budget) == (planned.dropped, planned.needed, planned.budget)
            assert {one.column: (one.values, one.gone) for one in planned.lost} == dict(answer.lost)
            if more != OF_WHOLE:  # one round drops all of them
                every = with_levels(spec, words, 1.0)
                assert answer.at_risk == (answer.dropped or planned_release(every).dropped)
            passed += answer.passes is True
            if answer.passes is not None and answer.needed is None:
                assert answer.passes == held.passed
    assert passed or not drop


def test_a_survey_is_answered_with_its_own_partitions() -> None:
    """Three secrets, one of them recoded by its own partition, and limits on the whole table."""
    survey = seen_from_here(read_spec(ROOT / "fixtures" / "anes96.yml"))
    limits = {"k_anonymity": 5, "t_closeness_equal": 0.9, "discrimination_rate": 0.3}
    thresholds = parse_spec({"thresholds": limits}, "the test").thresholds
    spec = survey.model_copy(update={"thresholds": thresholds, "limits": [], "metrics": []})
    for counts in counted(spec):
        dropped = []
        for levels in ({}, {"education": "left_out"}):
            own = with_levels(spec, levels, 0.4)
            answer, planned = counts.answer(own), planned_release(own)
            held = measure(planned.spec).outcomes[0].held
            assert held is not None
            assert len(held.verdicts) == len(answer.verdicts) > len(limits)
            for expected, found in zip(held.verdicts, answer.verdicts, strict=True):
                assert found.threshold == expected.threshold
                assert found.score.value == pytest.approx(expected.score.value, abs=1e-9)
            assert (answer.dropped, answer.needed) == (planned.dropped, planned.needed)
            assert {one.column: (one.values, one.gone) for one in planned.lost} == dict(answer.lost)
            dropped.append(answer.dropped)
        assert dropped[0] > dropped[1] == 0


def test_steps_are_the_answers_of_the_specs_that_they_lead_to(relation: Path) -> None:
    """Each step says beforehand how many are at risk, what is left, and what is within bounds."""
    spec = with_levels(spec_of(relation, advise={"need": {"zip": {"prefix": 3}}}), {"born": "year"}, 0.3)
    for counts in counted(spec):
        every = {name: counts.steps(spec, name) for name in spec.quasi_identifiers}
        for column, _ in known_steps(spec, counts.proposed):
            for step in every[column.column]:
                moved = with_levels(spec, {"born": "year", column.column: level_words(column, step.level)}, 0.3)
                answer = counts.answer(moved)
                assert (step.at_risk, step.detail_left) == (answer.at_risk, answer.detail[column.column])
                assert step.within == (answer.at_risk <= answer.budget)
        assert [step.name for step in every["born"]] == ["as it is", "month", "year", "decade", "left out"]
        assert [step.beyond_need for step in every["zip"]] == [False, False, False, True, True, True]
        assert [step.chosen for step in every["born"]] == [False, False, True, False, False]
        near = closest(every)
        others = [one.at_risk for own in every.values() for one in own if not (one.chosen or one.beyond_need)]
        assert near is not None
        assert near.at_risk == min(one for one in others if one is not None)


def test_a_step_that_leaves_one_value_is_not_offered(tmp_path: Path) -> None:
    """Dates of two years of a decade: the decade is no step, unless the spec has it already."""
    rows = "select date '1961-01-01' + (i % 3 * 300)::integer as born, i % 2 as sex from range(24) r(i)"
    with duckdb.connect() as connection:
        connection.execute(f"copy ({rows}) to '{tmp_path / 'people.parquet'}'")
    words = {"quasi_identifiers": ["born", "sex"], "thresholds": {"k_anonymity": 3}}
    spec = parse_spec({"relation": str(tmp_path / "people.parquet"), **words}, "the test")
    for counts in counted(spec):
        for level, names in (("year", []), ("decade", ["decade"])):
            chosen = with_levels(spec, {"born": level}, 0)
            for steps in (counts.steps(chosen, "born"), counts.uncounted(chosen)["born"]):
                assert [step.name for step in steps] == ["as it is", "month", "year", *names, "left out"]
                assert [step.level for step in steps] == [0, 1, 2, *[3 for _ in names], 4]


@pytest.mark.parametrize(
    "word",
    [{"attackers": {"a": ["sex"]}}, {"by": ["sex"]}, {"where": "sex = 'f'"}, {"release": {"strategy": "mondrian"}}],
)
def test_a_spec_that_the_desk_does_not_show_is_told(relation: Path, word: dict[str, Any]) -> None:
    """Words that the count table does not have are named, and left to the terminal."""
    words = {key: value for key, value in WORDS.items() if not (key == "quasi_identifiers" and "attackers" in word)}
    spec = parse_spec({"relation": str(relation), **words, **word}, "the test", relation.parent)
    named = {"release": "strategy"}.get(next(iter(word)), next(iter(word)))
    with pytest.raises(SpecError, match=f"the desk does not (show|take) `{named}`"):
        next(counted(spec))


def test_a_run_that_is_stopped_leaves_no_table(relation: Path) -> None:
    """The tables of one answer go with it, for the count table is open for many more."""
    for counts in counted(spec_of(relation)):
        whole = counts.counts
        query = "select count(*) from duckdb_tables() where temporary"
        before = fetch_number(whole.run.engine, query, "the test")
        with deadline.limited_run() as scope, narrowed(whole, tuple(0 for _ in whole.columns), sized=False):
            assert fetch_number(whole.run.engine, query, "the test") == before + 1
            scope.stop(lambda: SqlmetricsError("stopped"))
            with pytest.raises(SqlmetricsError, match="stopped"):
                fetch_number(whole.run.engine, query, "the test")
        assert fetch_number(whole.run.engine, query, "the test") == before
