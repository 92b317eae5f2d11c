"""One text, one number: every engine gives DuckDB's scores for all metrics, levels, partitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import sqlmetrics
from engines import Database
from sqlmetrics.risk.classes import broken_query, parse_condition
from sqlmetrics.risk.public_table import public_query
from sqlmetrics.risk.records import scored_query
from sqlmetrics.scoring.bands import bands_plan, bands_query
from sqlmetrics.scoring.question import Asked
from sqlmetrics.scoring.sample.estimates import ARGUMENTS, STEPS, PopulationEstimates, sample_counting_plan
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.entries import plan_entries
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.relation import relation_sql
from sqlmetrics.statement.render import render
from statements import EVERY, EXPLAIN, REQUESTS, Records, alike, check_equal, records, write_trees


def plan_of(name: str, folder: Path) -> Plan:
    """Return the plan of a request by name; class records name their keys."""
    write_trees(folder)
    return build_plan(parse_spec(EVERY[name][1], folder=folder), show_values=True)


def statement(name: str, database: Database, folder: Path, metric: str | None = None) -> str:
    """Return the statement in the database's dialect, of all its metrics or of one alone."""
    relation, plan = database.relation(EVERY[name][0]), plan_of(name, folder)
    if metric is not None:
        plan = replace(plan, metrics=tuple(each for each in plan.metrics if each.name == metric))
    entries = plan_entries(plan, relation, population=relation, needed=True)
    return render("score", entries, dialect=database.facts)


@pytest.fixture(scope="session")
def expected(truth: Database, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Records]:
    """What DuckDB gives for a name, found once for all engines."""
    folder = tmp_path_factory.mktemp("expected")
    return cache(lambda name: records(truth.rows(statement(name, truth, folder))))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", EVERY)
def test_every_engine_gives_the_same_scores(
    engine: Database, expected: Callable[[str], Records], name: str, tmp_path: Path
) -> None:
    """Records, values to 1e-9, and reasons agree with DuckDB's."""
    check_equal(records(engine.rows(statement(name, engine, tmp_path))), expected(name))


@pytest.mark.parametrize(
    ("name", "metrics"),
    {
        "nulls in keys and target": ("k_anonymity", "uniqueness", "distinct_l_diversity", "delta_disclosure", "itpr"),
        "drop": ("k_anonymity", "recursive_cl_diversity"),
        "individuals": ("k_anonymity", "entropy"),
        "suppressed records": ("k_anonymity", "itpr"),
        "unmapped values": ("alpha_k_anonymity",),
        "classes": ("k_anonymity", "conditional_entropy"),
        "an empty table": ("k_anonymity",),
    }.items(),
)
def test_a_metric_alone_gives_the_same_scores(
    engine: Database, expected: Callable[[str], Records], name: str, metrics: Sequence[str], tmp_path: Path
) -> None:
    """A statement of one metric, which holds what that needs, gives its scores among all."""
    for metric in metrics:
        among = {score: values for score, values in expected(name).items() if score[0] == metric}
        check_equal(records(engine.rows(statement(name, engine, tmp_path, metric))), among)


@pytest.mark.engines("tables")
@pytest.mark.parametrize(
    "name", ["classes of individuals", "partitions of keys and targets", "unmapped values", "drop"]
)
def test_a_count_table_gives_the_same_scores(
    engine: Database, expected: Callable[[str], Records], name: str, tmp_path: Path
) -> None:
    """The two statements of `sql --staged` agree with the one; the second reads only the counts."""
    plan = plan_of(name, tmp_path)
    table = relation_sql(
        "counted" if engine.dialect == "spark" else engine.written("counted"), engine.facts, table=True
    )
    engine.rows(render("count_table", plan_entries(plan, engine.relation("t")), table, dialect=engine.facts))
    try:
        values = records(
            engine.rows(render("score", plan_entries(plan, "no.such_table", counted=table), dialect=engine.facts))
        )
    finally:
        engine.rows(f"drop table {table}")
    check_equal(values, expected(name))


@pytest.mark.parametrize(
    "macro", ["broken_classes", "scored_records", "baseline", "posterior", "class_bands", "public_table"]
)
@pytest.mark.parametrize("individual", [None, "p"])
def test_lists_of_classes_records_and_values_are_the_same(
    engine: Database, truth: Database, macro: str, individual: str | None, tmp_path: Path
) -> None:
    """What `classes`, `records`, `baseline`, `posterior` and reports run gives DuckDB's rows."""
    spec = parse_spec(
        {
            "quasi_identifiers": ["k", "zip"],
            "sensitive": ["x", "y"],
            "individual": individual,
            "level": "class",
            "metrics": ["k_anonymity", "distinct_l_diversity", "conditional_entropy"],
            "partitions": {"zip": {"prefix": 2}, "y": {"cuts": [10]}},
        },
        folder=tmp_path,
    )

    def rows(database: Database) -> list[tuple[Any, ...]]:
        plan = build_plan(spec, show_values=True)
        relation = database.relation("t")
        if macro == "broken_classes":
            conditions = [parse_condition("k < 9"), parse_condition("conditional_entropy < 0.9")]
            query = broken_query(Asked(plan, database.facts, relation, None, ()), conditions)
        elif macro == "scored_records":
            query = scored_query(Asked(plan, database.facts, relation, None, ["k", "g", "y", "p", "f"]))
        elif macro == "public_table":
            bands = bands_plan(plan)
            query = public_query(bands, plan_entries(bands, relation, needed=True), 3, database.facts)
        elif macro == "class_bands":
            bands = bands_plan(plan)
            query, _ = bands_query(bands, plan_entries(bands, relation, needed=True), 3, {"x": 0.5}, database.facts)
        else:
            query = render(macro, plan_entries(plan, relation), dialect=database.facts)
        return sorted((alike(row) for row in database.rows(query)), key=str)

    assert rows(engine) == rows(truth)


@pytest.mark.parametrize("macro", STEPS)
def test_estimates_of_the_population_are_the_same(engine: Database, truth: Database, macro: str) -> None:
    """The rows that estimates are made from are DuckDB's, and so are the estimates."""
    words = {"quasi_identifiers": ["k", "zip", "y"], "sensitive": ["x"]}
    plan = sample_counting_plan(build_plan(parse_spec(words | {"sampling_fraction": 0.3, "metrics": ["all"]})))

    def estimates(database: Database) -> PopulationEstimates:
        entries = plan_entries(plan, database.relation("t"))
        assert plan.sample is not None
        query = render(macro, entries, *ARGUMENTS[macro](plan.sample), dialect=database.facts)
        return STEPS[macro](database.rows(query), plan.sample)

    own, known = estimates(engine), estimates(truth)
    assert own.people == known.people > 0
    assert own.by_metric.keys() == known.by_metric.keys()
    for metric, estimate in known.by_metric.items():
        assert own.by_metric[metric].value == pytest.approx(estimate.value, rel=1e-9)
        assert own.by_metric[metric][1:] == estimate[1:]


def test_an_undefined_score_is_null_with_a_reason(engine: Database, tmp_path: Path) -> None:
    """On an empty table every value is NULL, none is 0, and the reason says that it is empty."""
    rows = records(engine.rows(statement("an empty table", engine, tmp_path)))
    assert rows
    assert all(row == (0, None, "the table has no records") for row in rows.values())


@pytest.mark.engines("plan")
@pytest.mark.parametrize("name", REQUESTS)
def test_engines_that_keep_a_with_clause_read_the_source_once(engine: Database, name: str, tmp_path: Path) -> None:
    """SQLite and PostgreSQL scan the table once and the population once, whatever is scored."""
    explain, reading = EXPLAIN[engine.dialect]
    plan = engine.rows(explain + statement(name, engine, tmp_path))
    expected = 1 + len({"population", "weight", "household"} & EVERY[name][1].keys())  # the table is its population
    assert len([row for row in plan if re.search(reading, str(row[-1]))]) == expected


@pytest.mark.engines("connection")
def test_a_score_runs_in_the_database_of_its_connection(engine: Database, truth: Database) -> None:
    """`score` with a connection runs the statement there, in its dialect, with DuckDB's result."""
    words: dict[str, Any] = {
        "quasi_identifiers": ["k", "g"],
        "sensitive": ["x", "y"],
        "individual": "p",
        "nulls": "drop",
        "partitions": {"y": {"cuts": [10]}},
    }
    result = sqlmetrics.score(engine.written("t"), connection=engine.connection, **words)
    expected = sqlmetrics.score("t", connection=truth.connection, **words)
    assert result.dialect == engine.dialect
    assert (result.records, result.individuals, result.left_out) == (
        expected.records,
        expected.individuals,
        expected.left_out,
    )
    assert [score[:7] for score in result.scores] == [score[:7] for score in expected.scores]
    for score, truly in zip(result.scores, expected.scores, strict=True):
        assert score.value == (None if truly.value is None else pytest.approx(truly.value, rel=1e-9, abs=1e-12))
        assert (score.reason, score.parameters) == (truly.reason, truly.parameters)
    with pytest.raises(sqlmetrics.SpecError, match="has no column 'kk'; did you mean 'k'"):
        sqlmetrics.score(engine.written("t"), "kk", connection=engine.connection)
    with pytest.raises(sqlmetrics.SpecError, match="has no domain for 4 values"):
        sqlmetrics.score(engine.written("t"), "k", "x", partitions={"x": {"cold": "c"}}, connection=engine.connection)
