"""The Python interface: a Table, releases beside it, and functions that are their thin twins."""

from __future__ import annotations

import inspect
import json
import math
import pydoc
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict, Unpack, get_args

import duckdb
import pandas
import polars
import pytest
from matplotlib import pyplot
from typer.main import get_command

import sqlmetrics
from coins import write_coins
from conftest import ROOT, Run, rounded
from sqlmetrics import QueryError, SpecError, Table, compare
from sqlmetrics.cli.app import app
from sqlmetrics.engine.frames import arrow_table, duckdb_relation, pandas_frame, polars_frame
from sqlmetrics.gate.each_version import VersionCheck, VersionChecks
from sqlmetrics.lakes.table import LakeVersion
from sqlmetrics.scoring.result import Result
from sqlmetrics.scoring.scores import ScoreList
from sqlmetrics.signatures import door, twin
from sqlmetrics.spec import metric_names
from sqlmetrics.spec.call_words import SpecWords
from sqlmetrics.statement.catalogue import FAMILIES

SURVEY = ROOT / "fixtures" / "anes96.parquet"
RELEASES = {"swapped": ROOT / "fixtures" / "anes96" / "swapped.parquet", "whole": SURVEY}
KEYS = ["age", "education"]


@pytest.fixture
def survey() -> Table:
    """The survey, with the roles of three columns."""
    return Table(SURVEY, KEYS, ["vote"])


def test_editors_know_the_names_of_metrics() -> None:
    """The types of metrics' names hold those of the catalogue, family by family, and any other."""
    types = runpy.run_path(str(Path(metric_names.__file__).with_suffix(".pyi")))
    held = {family: types[f"{family.capitalize()}Metric"] for family in FAMILIES}
    assert {family: get_args(kind) for family, kind in held.items()} == {
        family: tuple(metric.name for metric in sqlmetrics.metrics(family)) for family in FAMILIES
    }
    assert get_args(types["MetricName"]) == (*held.values(), str)
    assert inspect.signature(sqlmetrics.score).parameters["metrics"].annotation == "RelationMetrics | None"


def test_a_table_measures_what_the_functions_measure(survey: Table, tmp_path: Path) -> None:
    """Each method is the function of the same relation and roles."""
    held = (SURVEY, KEYS, ["vote"])
    assert rounded(survey.score().scores) == rounded(sqlmetrics.score(*held).scores)
    assert survey.sql(limit=3, level="class") == sqlmetrics.sql(*held, limit=3, level="class")
    assert (
        survey.classes("k < 3", limit=2).to_dict() == sqlmetrics.classes(*held, conditions="k < 3", limit=2).to_dict()
    )
    one, other = survey.subsets(1).combinations, sqlmetrics.subsets(*held, most=1).combinations
    assert [row.quasi_identifiers for row in one] == [row.quasi_identifiers for row in other]
    assert rounded(score for row in one for score in row.scores) == rounded(
        score for row in other for score in row.scores
    )
    assert survey.suda(limit=3) == sqlmetrics.suda(SURVEY, KEYS, limit=3)
    assert survey.baseline() == sqlmetrics.baseline(*held)
    assert survey.posterior(limit=2) == sqlmetrics.posterior(*held, limit=2)
    assert survey.records(tmp_path / "a.parquet") == sqlmetrics.records(*held, output=tmp_path / "b.parquet") == 944
    assert survey.counts(tmp_path / "a.parquet", allow_singles=True) == sqlmetrics.count(
        *held, output=tmp_path / "b.parquet", allow_singles=True
    )
    assert rounded(sqlmetrics.score_counts(tmp_path / "b.parquet").scores) == rounded(survey.score().scores)
    assert survey.init() == sqlmetrics.init(SURVEY)
    bounds = {"k_anonymity": {"at_least": 2}}
    advised, advice = survey.advise(thresholds=bounds), sqlmetrics.advise(*held, thresholds=bounds)
    assert (advised.loss, advised.bound) == pytest.approx((advice.loss, advice.bound), rel=1e-12)
    assert replace(advised, loss=0.0, bound=0.0) == replace(advice, loss=0.0, bound=0.0)
    assert survey.check(thresholds=bounds).exit_code == sqlmetrics.check(*held, thresholds=bounds).exit_code == 1


def test_words_of_a_call_take_the_place_of_the_tables(survey: Table) -> None:
    """A call's metrics, level or partitions replace the table's, which stays as it is."""
    coarse = survey.score(partitions={"age": {"cuts": [30, 60]}}, metrics="k_anonymity")
    assert len(coarse.scores) == 1
    assert set(coarse.recodings) == {"age"}
    assert survey.score(level="class", limit=1).scores[0].level == "class"
    assert survey.score().recodings == {}
    assert repr(survey) == f"Table({str(SURVEY)!r}, quasi_identifiers=['age', 'education'], sensitive=['vote'])"


def test_a_spec_file_holds_a_table(tmp_path: Path) -> None:
    """A spec file's paths start at its folder, and the words of a call replace its words.

    Paths of a call start where the call is made.
    """
    (tmp_path / "domains.csv").write_text("value,domain\n1,low\n2,high\n")
    (tmp_path / "d.csv").write_text("a,b,x\n1,1,u\n1,2,v\n2,1,u\n")
    (tmp_path / "s.yml").write_text(
        "relation: d.csv\nquasi_identifiers: [a]\nsensitive: [x]\npartitions: {a: domains.csv}\n"
    )
    table = Table(spec=tmp_path / "s.yml")
    assert table.score().recodings == {"a": "domains"}
    assert table.spec.relation == str(tmp_path / "d.csv")
    narrowed = Table(None, ["b"], spec=tmp_path / "s.yml").score(metrics="k_anonymity")
    assert (narrowed.scores[0].quasi_identifiers, narrowed.recodings) == ("b", {})
    assert sqlmetrics.check(spec=tmp_path / "s.yml", thresholds={"k_anonymity": {"at_least": 1}}).outcomes[0].job == "s"


def test_an_identifier_is_no_key(survey: Table) -> None:
    """A column has one role: a direct identifier is neither known nor secret."""
    with pytest.raises(SpecError, match="column 'age' is named 2 times, as identifier and quasi-identifier"):
        survey.score(identifiers="age")
    assert survey.score(identifiers="income", metrics="k_anonymity").scores


def test_releases_are_called_as_they_are_named(survey: Table) -> None:
    """A mapping's names stand in the records of every comparing command, in its order."""
    releases = compare(survey, RELEASES)
    for result in (
        releases.utility(queries=5, columns=["vote"]),
        releases.tradeoff(workload="vote"),
        releases.gda(attacks="inference_frequent", attempts=10),
        releases.closeness(columns=["age", "vote"]),
        releases.attacks(partitions={"age": {"cuts": [40]}, "education": {"prefix": 1}}),
    ):
        assert result.releases == ("swapped", "whole")
        assert {score.release for score in result.scores} == {"swapped", "whole"}


def test_releases_measure_what_the_functions_measure(survey: Table) -> None:
    """The functions take the original first, then its releases: one, several, or by name."""
    one = str(RELEASES["swapped"])
    releases = compare(survey, one)
    assert rounded(releases.tradeoff(workload="vote").scores) == rounded(
        sqlmetrics.tradeoff(SURVEY, [one], KEYS, "vote", workload="vote").scores
    )
    assert rounded(releases.utility(queries=5).scores) == rounded(sqlmetrics.utility(SURVEY, one, queries=5).scores)
    guessed = sqlmetrics.gda(SURVEY, one, attacks="inference_frequent", attempts=10, known=KEYS, secrets="vote")
    assert rounded(releases.gda(attacks="inference_frequent", attempts=10).scores) == rounded(guessed.scores)
    near: Any = {"columns": ["age", "vote"], "control": SURVEY}
    assert rounded(releases.closeness(**near).scores) == rounded(sqlmetrics.closeness(SURVEY, one, **near).scores)
    assert releases.closeness_sql(**near) == sqlmetrics.closeness_sql(SURVEY, one, **near)
    recoded: Any = {"partitions": {"age": {"cuts": [40]}, "education": {"prefix": 1}}}
    assert rounded(releases.attacks(**recoded).scores) == rounded(
        sqlmetrics.attacks(SURVEY, one, KEYS, "vote", **recoded).scores
    )
    statement = sqlmetrics.attacks_sql("o", "r", KEYS, "vote", dialect="postgres", database="d")
    assert compare("o", ["r"], KEYS, "vote", database="d").attacks_sql(dialect="postgres") == statement
    assert "column_losses" not in releases.utility_sql(queries=5)


def test_a_comparison_that_cannot_be_is_refused(survey: Table) -> None:
    """A comparison without releases, with roles beside a table's, or with several marks, fails."""
    with pytest.raises(SpecError, match="name at least one release"):
        compare(survey, [])
    with pytest.raises(SpecError, match="holds the roles already"):
        compare(survey, "r.csv", ["age"])
    with pytest.raises(SpecError, match="`suppressed` is one mark"):
        compare(survey, RELEASES).utility(suppressed={"age": "*"})


def test_a_connection_is_held_with_the_relation() -> None:
    """Every method uses the same open connection, which the table leaves open."""
    with duckdb.connect() as connection:
        connection.execute("create table t as select i % 3 as k, i % 2 as x from range(30) t(i)")
        table = Table("t", "k", "x", connection=connection)
        assert table.score(metrics="k_anonymity").value("k_anonymity") == 10
        assert {belief.records for belief in table.baseline()} == {15}
        with pytest.raises(SpecError, match="`connection` and `database` name different places; give one of them"):
            Table("t", "k", connection=connection, database="d.duckdb").score()


def test_functions_of_releases_take_a_spec_file(tmp_path: Path) -> None:
    """A function of releases reads the roles from a spec file, as a comparison does."""
    file = tmp_path / "survey.yml"
    file.write_text("quasi_identifiers: [age, education]\nsensitive: [vote]\n")
    pair = (SURVEY, SURVEY)
    roles = sqlmetrics.attacks_sql(*pair, KEYS, ["vote"])
    assert sqlmetrics.attacks_sql(*pair, spec=file) == compare(*pair, spec=file).attacks_sql() == roles
    by_file = sqlmetrics.gda(*pair, spec=file, attacks="inference_homogeneous")
    by_words = sqlmetrics.gda(*pair, known=KEYS, secrets="vote", attacks="inference_homogeneous")
    assert by_file.scores == by_words.scores


ONLY_COMMANDS = {"demo", "desk", "diff", "info", "schema"}
"""The commands without a function: of a history, a page, and the program itself."""


FUNCTION_OF = {"release": "write_release"}
"""Functions of another name than their command: `sqlmetrics.release` is a package."""


def test_a_command_and_its_function_have_one_name() -> None:
    """A measure has one name: as a command, in Python, and as a method of Table or Releases."""
    names = {name.replace(" ", "_") for name in get_command(app).commands}  # type: ignore[attr-defined]
    commands = names - ONLY_COMMANDS
    assert {"score", "sql", "check", "attacks", "gda", "utility", "tradeoff"} <= commands
    assert {FUNCTION_OF.get(name, name) for name in commands} <= set(sqlmetrics.__all__)
    methods = {
        name for kind in (Table, sqlmetrics.Releases) for name, _ in inspect.getmembers(kind, inspect.isfunction)
    }
    functions = {"epsilon_check", "epsilon_plan", "run", "metrics", "limits", "count", "history", "verify", "read"}
    assert commands - functions | {"counts", "subsets"} <= methods


def test_the_same_words_give_the_same_numbers(run: Callable[..., Run], survey: Table) -> None:
    """The command line and Python are two doors to one spec."""
    out = json.loads(run("score", SURVEY, "-q", "age", "-q", "education", "-s", "vote", "-f", "json").out)
    expected = survey.score().to_dict()["scores"]
    assert rounded(out["scores"]) == rounded(expected)


HOSTILE = "<script>alert(1)</script>&\u202e\n"
"""A name that a page must show as text."""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> list[Result[Any]]:
    """A result of every kind."""
    survey = Table(SURVEY, KEYS, ["vote"])
    releases = compare(survey, RELEASES)
    history = tmp_path_factory.mktemp("history") / "h.duckdb"
    votes, coins = history.with_name("votes.csv"), history.with_name("coins.json")
    votes.write_text("Clinton;*\nDole;*\n")
    events: Any = {"individual": "income", "known": 2}
    run = survey.check(thresholds={"k_anonymity": {"at_least": 2}}, history=history)
    version = LakeVersion("Delta table", "t", "0", None)
    return [
        survey.score(),
        survey.score(level="class"),
        survey.classes("k < 3"),
        survey.point_sets("k < 3", **events),
        survey.unicity_curves(resolution="age", partitions={"age": {"cuts": [40]}}, **events),
        survey.subsets(),
        survey.suda(),
        survey.outputs(cube=["age", "vote"]),
        sqlmetrics.published_answers(survey, answers=["1 = 1", "age < 90"]),
        sqlmetrics.published_outputs(
            {"age": ["young", "old", "Total"], "n": ["*", "2", "3"]}, marks={"*": "1..4"}, absent="zero"
        ),
        sqlmetrics.cells_to_hide({"age": ["young", "old", "Total"], "n": [1, 2, 3]}, below=3),
        sqlmetrics.epsilon_plan(survey, key="age", epsilon=1, canaries=30),
        sqlmetrics.epsilon_check({"cell": [1, 2], "n": [0.1, 0.2]}, coins=write_coins(coins, "cell", [1, 2])),
        survey.semantic_levels(limit=0.1, hierarchies={"vote": votes}),
        survey.baseline(),
        survey.posterior(),
        run,
        VersionChecks("t", (VersionCheck(version, run.outcomes[0]),), run),
        survey.advise(thresholds={"k_anonymity": {"at_least": 2}}),
        survey.advise(thresholds={"k_anonymity": {"at_least": 2}}, advise={"strategy": "mondrian"}),
        sqlmetrics.history(history),
        releases.attacks(partitions={"age": {"cuts": [40]}, "education": {"prefix": 1}}),
        releases.gda(attacks="inference_frequent", attempts=10),
        releases.closeness(columns=["age", "vote"]),
        releases.utility(queries=5, columns=["vote"]),
        releases.tradeoff(workload="vote"),
    ]


def kinds_of(kind: type[Any]) -> set[type[Any]]:
    """Return the classes below a class that have instances."""
    below = {one for direct in kind.__subclasses__() for one in kinds_of(direct)}
    return below if inspect.isabstract(kind) or kind in {Result, ScoreList} else below | {kind}


def test_every_result_class_is_a_result_with_all_methods(results: list[Result[Any]]) -> None:
    """Functions return results, texts or numbers; every kind of result is among those here."""
    kinds = kinds_of(Result)
    assert {type(result) for result in results} == kinds
    assert kinds <= {getattr(sqlmetrics, name) for name in sqlmetrics.__all__}
    functions = [getattr(sqlmetrics, name) for name in sqlmetrics.__all__]
    functions = [one for one in functions if inspect.isfunction(one) and one.__module__ == "sqlmetrics.functions"]
    functions += [method for door in (Table, sqlmetrics.Releases) for _, method in inspect.getmembers(door, public)]
    returned = {str(inspect.signature(function).return_annotation) for function in functions}
    assert returned - {kind.__name__ for kind in kinds} == {
        *("str", "int", "Counted", "Spec"),
        *("PrivacyReport", "Verification", "WrittenRelease"),
    }
    methods = {name for name, _ in inspect.getmembers(Result, public)}
    assert methods == {"plot", "relation", "to_arrow", "to_latex", "to_pandas", "to_polars"}
    for kind in kinds:
        assert not any(name in vars(kind) for name in (*methods, "__iter__", "__len__", "__repr__", "_repr_html_"))


def public(member: Any) -> bool:
    """Return whether a member of a class is a function without an underscore."""
    return inspect.isfunction(member) and not member.__name__.startswith("_")


def test_every_result_shows_itself_in_a_few_lines_and_as_a_card(results: list[Result[Any]]) -> None:
    """A result iterates, has a length, a text below 300 characters and HTML of at most 8 kB."""
    for result in results:
        assert len(list(result)) == len(result) > 0
        assert len(repr(result)) < 300
        assert repr(result).count("\n") <= 2
        page = result._repr_html_()
        assert len(page.encode()) <= 8192
        assert "<script" not in page
        assert page.count("<details>") == page.count("</details>") == 1
        assert page.count("<div") == page.count("</div>")
    assert "k_anonymity 1" in repr(results[0])
    assert '<td>k_anonymity</td><td>identity</td><td class="n">1</td>' in results[0]._repr_html_()


def test_every_result_is_a_frame_of_every_library(results: list[Result[Any]]) -> None:
    """Frames of pandas, polars, Arrow and DuckDB have the same columns and numbers of rows."""
    for result in results:
        pandas = result.to_pandas()
        relation = result.relation()
        assert list(pandas.columns) == result.to_polars().columns == result.to_arrow().column_names == relation.columns
        assert len(pandas) == len(result.to_polars()) == len(result.to_arrow()) == len(relation.fetchall())
        assert result.to_latex().count(r" \\") == 1 + len(pandas)


def test_what_stands_first_is_what_the_catalogue_says() -> None:
    """A card and a text show the headline scores of each target; where none was asked for, all."""
    columns: Any = {"age": [1, 1, 2, 2], "x": ["u", "v", "v", "v"]}
    card = sqlmetrics.score(columns, "age", "x")._repr_html_()
    first = re.findall(r"<td>(\w+)</td><td>(\w+)</td>", card.partition("<details>")[0])
    headlines = {"identity": ["k_anonymity", "uniqueness"], "x": ["itpr", "discrimination_rate", "alpha_k_anonymity"]}
    assert first == [(metric, target) for target, metrics in headlines.items() for metric in metrics]
    assert repr(sqlmetrics.score(columns, "age", metrics="itpr")).endswith("itpr 0.5000")


def test_a_researcher_scores_a_frame(adult: Path) -> None:
    """Every kind of frame and of relation gives the same numbers, by the names of the papers.

    The card of the widest result on Adult is small, too.
    """
    frame = pandas.read_csv(adult / "adult.csv", sep=";")
    keys, secret = ["age", "sex"], ["salary-class"]
    scores = sqlmetrics.score(frame, keys, secret)
    relation: Any = duckdb.sql("from frame")
    others: list[Any] = [
        polars.from_pandas(frame),
        polars.from_pandas(frame).lazy(),
        relation.to_arrow_table(),
        relation,
    ]
    for other in others:
        assert rounded(sqlmetrics.score(other, keys, secret)) == rounded(scores)
    on_its_own = sqlmetrics.score(relation, keys, secret, connection=duckdb.default_connection(), metrics="cdr")
    assert on_its_own["CDR", "salary-class"] == pytest.approx(scores["DR", "salary-class"], rel=1e-9)
    assert len(repr(scores)) < 300
    *most, last = list(frame.columns)
    for wide in (Table(frame, most, [last]), Table(frame, most[:-1], [most[-1], last])):
        for result in (wide.score(), wide.score(level="class", metrics="k"), wide.classes("k < 3", limit=100)):
            assert len(result._repr_html_().encode()) <= 8192


def test_numbers_beyond_64_bits_stay_whole_numbers() -> None:
    """Frames hold large keys as whole numbers of as many bits, and Arrow as decimal numbers."""
    large = [1 << 63, -(1 << 100), None, 5]
    for values, arrow in ((large, "decimal128(38, 0)"), ([*large, (1 << 127) - 1], "decimal256(76, 0)")):
        columns = {"key": (int, values), "small": (int, [*range(len(values))])}
        frame = polars_frame(columns)
        assert frame["key"].to_list() == pandas_frame(columns)["key"].tolist() == values
        table = arrow_table(columns)
        assert [None if value is None else int(value) for value in table["key"].to_pylist()] == values
        assert [str(kind) for kind in table.schema.types] == [arrow, "int64"]
        assert [str(kind) for kind in duckdb_relation(columns, None).types] == ["HUGEINT", "BIGINT"]
        assert [row[0] for row in duckdb_relation(columns, None).fetchall()] == values
    assert polars_frame({"key": (int, [(1 << 128) - 1])})["key"].to_list() == [(1 << 128) - 1]
    keys = {"key": [(1 << 64) - 1, 5, None]}
    by_class = sqlmetrics.score(keys, "key", level="class", metrics="k_anonymity")
    assert sorted(by_class.to_polars()["key"].drop_nulls()) == [5, (1 << 64) - 1]


def test_the_keys_of_classes_are_columns_with_their_values() -> None:
    """Each quasi-identifier of a class has a column, with numbers as numbers and NULL as nothing.

    A key that has the name of another column is called `key_` and its name.
    """
    columns = {"age": [82, 82, 7, None], "value": ["01", "01", "2,b", "3"]}
    scores = sqlmetrics.score(columns, ["age", "value"], level="class", metrics="k_anonymity")
    assert str(scores.to_pandas()["age"].dtype) == "Int64"
    rows = {tuple(row) for row in scores.to_polars().select("age", "key_value", "records").rows()}
    assert rows == {(82, "01", 2), (7, "2,b", 1), (None, "3", 1)}
    with duckdb.connect() as connection:
        assert scores.relation(connection).filter("age = 82").aggregate("sum(records)").fetchall() == [(2,)]
    recoded = sqlmetrics.score(
        columns, ["value"], level="class", metrics="k_anonymity", partitions={"value": {"prefix": 1}}
    )
    assert sorted(recoded.to_pandas()["key_value"]) == ["0*", "2**", "3"]


def test_a_page_shows_hostile_names_as_text() -> None:
    """Names and values are escaped in a card, and control characters are codes."""
    columns: Any = {HOSTILE: [HOSTILE * 100, "b", "b"], "x": ["u", HOSTILE, "v"]}
    for result in (
        sqlmetrics.score(columns, [HOSTILE], ["x"]),
        sqlmetrics.classes(columns, [HOSTILE], ["x"], conditions="k < 3"),
        sqlmetrics.baseline(columns, [HOSTILE], ["x"]),
        sqlmetrics.posterior(columns, [HOSTILE], ["x"]),
    ):
        page = result._repr_html_()
        assert len(page.encode()) <= 8192
        assert "<script" not in page
        assert "&lt;script&gt;" in page
        assert "\u202e" not in page + repr(result)


def test_a_value_is_read_by_metric_and_target(survey: Table) -> None:
    """Scores are looked up by place, by metric, and by metric and target."""
    scores = survey.score()
    assert scores["itpr", "vote"] == scores.value("itpr", target="vote")
    assert scores["k_anonymity"] == 1
    assert scores[0] is scores.scores[0]


def test_an_audit_is_drawn_by_what_an_attacker_may_believe() -> None:
    """The curve begins at the prior, and the claim of 1 and the bound of answers lie on it."""
    pyplot.switch_backend("Agg")
    noisy = ROOT / "fixtures" / "epsilon"
    audit = sqlmetrics.epsilon_check(noisy / "answers.csv", coins=noisy / "coins.json")
    curve, before, claimed, measured = audit.plot(pyplot.figure().subplots()).lines
    assert curve.get_ydata()[0] == before.get_ydata()[0] == 0.5
    assert [claimed.get_xdata()[0], claimed.get_ydata()[0]] == [1, pytest.approx(math.e / (1 + math.e))]
    bound = audit.finding.epsilon_at_least
    assert [measured.get_xdata()[0], measured.get_ydata()[0]] == [bound, pytest.approx(1 / (1 + math.exp(-bound)))]
    pyplot.close("all")


def test_a_picture_says_more(survey: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sizes, combinations, special uniques and the frontier are drawn; else an error says so."""
    pyplot.switch_backend("Agg")
    drawn = survey.score(level="class", metrics="k_anonymity").plot()
    assert sum(bar.get_height() for bar in drawn.patches) == 944
    assert drawn.get_xlabel() == "records of a class"
    subsets = survey.subsets()
    alone = [subsets.scores.value("uniqueness", known=",".join(row.quasi_identifiers)) for row in subsets]
    assert [bar.get_width() for bar in subsets.plot().patches] == alone
    for result in (survey.classes("k < 3"), survey.suda(), compare(survey, RELEASES).tradeoff(workload="vote")):
        result.plot(pyplot.figure().subplots())
    pyplot.close("all")
    kinds = "a history, a tradeoff, an audit of an epsilon, attacks, attacks with an auxiliary file, classes"
    kinds += ", closeness, releases together"
    kinds += ", repeated texts, scores at level `class` or of slices, special uniques"
    kinds += ", subsets, unicity curves"
    with pytest.raises(SpecError, match=f"^Baseline has no plot; there are plots of {kinds} and utility$"):
        survey.baseline().plot()
    monkeypatch.setattr("sqlmetrics.output.plot.find_spec", lambda _: None)
    with pytest.raises(SpecError, match=r"pip install 'sqlmetrics\[plot\]'"):
        survey.suda().plot()


def test_releases_are_bars_of_what_goes_beyond_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attacks, closeness and utility draw a bar for each release, target and interval.

    A raw rate, which chance reaches, is never drawn, and what is undefined is named without a bar.
    """
    pyplot = pytest.importorskip("matplotlib.pyplot", reason="matplotlib is not installed")
    pyplot.switch_backend("Agg")
    monkeypatch.chdir(ROOT / "fixtures")
    both = {"recoded": "ward_release.csv", "synthetic": "ward_synthetic.csv"}
    attacked = sqlmetrics.attacks("ward.csv", both, ["age", "stay"], "disease")
    drawn = attacked.plot(pyplot.figure().subplots())
    adjusted = {one.release: one.value for one in attacked if one.metric == "adjusted_discrimination_rate"}
    assert [bar.get_width() for bar in drawn.patches] == [adjusted[name] or 0 for name in both if name in adjusted]
    assert drawn.get_xlabel().startswith("adjusted discrimination rate: 0 by chance")
    close = sqlmetrics.closeness("ward.csv", "ward_synthetic.csv", control="ward_holdout.csv")
    (score,) = [one for one in close if one.metric == "membership_advantage"]
    axes = close.plot(pyplot.figure().subplots())
    assert list(axes.lines[0].get_xdata()) == [score.low, score.high]
    useful = sqlmetrics.utility("ward.csv", "ward_release.csv", columns=["disease", "age"])
    assert len(useful.plot(pyplot.figure().subplots()).patches) == 2
    pyplot.close("all")


def test_a_history_is_a_result_and_a_picture(tmp_path: Path) -> None:
    """Scores of runs are entries and series, drawn as lines with a cross where one failed."""
    place = tmp_path / "h.duckdb"
    nights = [[1, 1, 2, 2], [1, 1, 1, 2], [1, 1, 1, 1]]
    for number, ages in enumerate(nights):
        table = Table({"age": ages, "x": ["u", "v", "v", "v"]}, "age", "x", thresholds={"k": {"at_least": 2}})
        table.check(history=place, name="nightly", run_id=f"night-{number}", metrics=["k", "DR", "itpr"])
    history = sqlmetrics.history(place)
    assert [entry.value for entry in history if entry.metric == "k_anonymity"] == [2, 1, 4]
    assert len(history) == len(history.to_pandas()) == sum(len(one.entries) for one in history.series) == 15
    assert repr(history).startswith("ScoreHistory (15) nightly: 3 runs, ")
    last = sqlmetrics.history(str(place), jobs="nightly", metrics="DR", targets=["x"], last=2)
    assert [entry.run_id for entry in last] == ["night-1", "night-2"]
    pyplot.switch_backend("Agg")
    sizes = sqlmetrics.history(place, metrics="k").plot()
    assert [list(line.get_ydata()) for line in sizes.lines] == [[2, 1, 4], [2, 2], [1]]
    assert [text.get_text() for text in sizes.get_legend().get_texts()] == [
        "k_anonymity of identity",
        "a threshold failed",
    ]
    shares = history.plot()
    names = [text.get_text() for text in shares.get_legend().get_texts()]
    assert (names, shares.get_ylabel()) == (["itpr of x", "discrimination_rate of x"], "share")
    pyplot.close("all")
    with pytest.raises(SpecError, match="has no metric 'foo'; there are: "):
        sqlmetrics.history(place, metrics="foo")
    with pytest.raises(SpecError, match="`last` is the number of latest runs to keep, 1 or more, not 0"):
        sqlmetrics.history(place, last=0)
    with pytest.raises(SpecError, match="there is no history at "):
        sqlmetrics.history(tmp_path / "other.duckdb")


def test_a_dictionary_and_a_spec_file_stand_where_a_relation_does(tmp_path: Path) -> None:
    """Columns by name are a relation; so is a spec file's, in every function and in Table."""
    columns = {"age": [1, 1, 2], "x": ["u", "v", "v"]}
    assert sqlmetrics.score(columns, "age", "x")["k_anonymity"] == 1
    for wrong in ({"age": 1}, {"age": "abc"}, {"age": [1], "x": [1, 2]}):
        with pytest.raises(SpecError, match="dictionary"):
            sqlmetrics.score(wrong, "age")
    file = tmp_path / "release.yml"
    file.write_text(f"relation: {SURVEY}\nquasi_identifiers: [age, education]\nsensitive: [vote]\n")
    expected = rounded(Table(SURVEY, KEYS, ["vote"]).score())
    assert rounded(sqlmetrics.score(str(file))) == rounded(Table(file).score()) == expected
    assert rounded(sqlmetrics.score(pandas.read_parquet(SURVEY), spec=file)) == expected


def test_a_frame_is_held_to_thresholds_and_named_without_its_values() -> None:
    """The name of a frame in statements and verdicts is that of its library."""
    run = sqlmetrics.check({"age": [12345, 12345]}, "age", thresholds={"k_anonymity": 5})
    assert (run.exit_code, run.passed) == (1, False)
    assert (replace(run, advisory=True).exit_code, replace(run, advisory=True).passed) == (0, False)
    assert sqlmetrics.check({"age": [1, 1]}, "age", thresholds={"k_anonymity": {"at_least": 2}}).passed
    assert "pandas frame" in repr(run)
    assert "12345" not in Table({"age": [12345]}, "age").sql()
    assert "12345" not in repr(Table({"age": [12345]}, "age"))


def test_what_is_public_is_listed() -> None:
    """Tab lists the public names, also those that nothing has imported yet, and nothing else."""
    code = "import sqlmetrics, sys; print(*dir(sqlmetrics)); print('sqlmetrics.table' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.split() == [*sorted(sqlmetrics.__all__), "False"]
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        sqlmetrics.scores  # type: ignore[attr-defined]  # noqa: B018


class Words(TypedDict, total=False):
    """The words.

    seed: what draws.
    """

    seed: int


class Opened:
    """A door.

    Parameters
    ----------
    path, spec
        What is opened.

        It is read only.
    words
        The other words.

    Raises
    ------
    SpecError
        For a wrong path.
    QueryError
        Where it fails.
    """

    def __init__(self, path: str, *, spec: str = "", **words: Unpack[Words]) -> None:
        self.path = path

    def measured(self, most: int, **words: Unpack[Words]) -> str:
        """Return a measure.

        Parameters
        ----------
        most
            The most.

        Returns
        -------
        str
            Its text.

        Raises
        ------
        SpecError
            For a wrong number.
        """
        return f"{self.path} {most} {words}"


def test_a_function_is_described_by_its_door_and_its_method() -> None:
    """Each parameter and error has its own lines: the method's, or else those of its class."""
    door(Opened)
    made: Any = twin(lambda *columns, **words: None, Opened, Opened.measured, "measure")
    assert made.__doc__ == (
        "Return a measure.\n\nThis is `Opened(path, ..).measured(..)`.\n\n"
        "Parameters\n----------\npath\n    What is opened.\n\n    It is read only.\nmost\n    The most.\n"
        "spec\n    What is opened.\n\n    It is read only.\nwords\n    The other words.\n\n"
        "Returns\n-------\nstr\n    Its text.\n\n"
        "Raises\n------\nSpecError\n    For a wrong number.\nQueryError\n    Where it fails.\n\n"
        "Words: any word of a spec, and of this call, by its name; `help(sqlmetrics.Words)` describes each."
    )
    signature = "(path: 'str', *, most: 'int', spec: 'str' = '', seed: 'int | None' = None) -> 'str'"
    assert (made.__name__, str(inspect.signature(made))) == ("measure", signature)
    assert "Where it fails.\n\nWords: any word of a spec" in str(Opened.measured.__doc__)


def test_a_condition_on_classes_is_none_on_records(survey: Table) -> None:
    """`where` keeps records in every call, and whoever means classes is told the word for that."""
    some = survey.classes("k < 3", where="age > 60")
    assert 0 < sum(breach.records for breach in some) < sum(breach.records for breach in survey.classes("k < 3"))
    assert sqlmetrics.classes(SURVEY, KEYS, ["vote"], conditions="k < 3", where="age > 60") == some
    for measured in (survey.classes, lambda **words: sqlmetrics.classes(SURVEY, KEYS, **words)):
        with pytest.raises(
            SpecError, match='write the condition on classes in `conditions`, such as "k_anonymity < 5"; `where`'
        ):
            measured(where="k_anonymity < 5")


def test_help_names_every_word() -> None:
    """Signatures name each word that a function takes; a docstring or a mapping describes it."""
    doors = [getattr(sqlmetrics, name) for name in sqlmetrics.__all__]
    functions = [one for one in doors if inspect.isfunction(one)]
    functions += [method for door in (Table, sqlmetrics.Releases) for _, method in inspect.getmembers(door, public)]
    for function in functions:
        names = inspect.signature(function).parameters
        text = str(function.__doc__)
        mapping = re.search(r"`help\(sqlmetrics\.(\w+)\)`", text)
        text += str(getattr(sqlmetrics, mapping[1]).__doc__) if mapping else ""
        assert [name for name in names if name != "self" and not re.search(rf"\b{name}\b", text)] == [], function
        if len(names) == 1:
            continue  # a sentence says it all
        described = re.findall(r"^ *(\w+(?:, \w+)*)(?:: \S|\n    )", text, re.MULTILINE)
        lacking = names.keys() - {"self"} - set(", ".join(described).split(", "))
        assert lacking == set(), function
        assert not any(one.kind is inspect.Parameter.VAR_KEYWORD for one in names.values())
    words = set(inspect.signature(sqlmetrics.score).parameters)
    assert words >= SpecWords.__annotations__.keys() | {"spec", "connection", "limit"}
    assert words <= inspect.signature(Table).parameters.keys() | {"limit", "released"}
    assert "population:" in str(SpecWords.__doc__)
    assert inspect.signature(sqlmetrics.tradeoff).parameters["workload"].default is inspect.Parameter.empty
    assert {"attempts", "control", "tolerance"} <= inspect.signature(sqlmetrics.Releases.gda).parameters.keys()
    assert "control: The relation of people" in str(sqlmetrics.GdaWords.__doc__)


def test_help_fits_some_pages() -> None:
    """A newcomer reads what a call does, and the words once."""
    most = {"score": 90, "Table": 900, "SpecWords": 400}
    lines = {name: pydoc.render_doc(getattr(sqlmetrics, name)).count("\n") for name in most}
    assert {name: found for name, found in lines.items() if found > most[name]} == {}


@pytest.mark.parametrize("connected", [False, True])
def test_a_relation_is_scored_on_its_own_connection(connected: bool) -> None:
    """A relation of DuckDB is scored where it lies, and its connection keeps nothing of ours."""
    with duckdb.connect() as connection:
        connection.execute(f"create table survey as from '{SURVEY}'")
        relation: Any = connection.sql("select * from survey where age > 20")
        words: Any = {"connection": connection} if connected else {}
        expected = rounded(sqlmetrics.score(relation.df(), KEYS, ["vote"]))
        assert rounded(sqlmetrics.score(relation, KEYS, ["vote"], **words)) == expected
        table = Table(relation, KEYS, "vote", **words)
        assert len(table.subsets()) == 3
        assert table.classes("k < 3", level="class").breaches
        assert table.suda().singled_out
        assert table.check(thresholds={"k_anonymity": {"at_least": 2}}).exit_code == 1
        assert connection.execute("select view_name from duckdb_views() where not internal").fetchall() == []
        assert connection.execute("select table_name from duckdb_tables()").fetchall() == [("survey",)]
        with duckdb.connect() as other, pytest.raises(SpecError, match=r"on another connection .* give its own as"):
            sqlmetrics.score(relation, KEYS, connection=other)
        with pytest.raises(SpecError, match="leave `database` and `url` out"):
            sqlmetrics.score(relation, KEYS, database="d.duckdb")


def test_a_connection_that_still_gives_rows_is_told() -> None:
    """No relation is scored while its connection holds rows that nobody has fetched."""
    with duckdb.connect() as connection:
        relation = connection.sql("select i % 2 as age from range(9) t(i)")
        rest = connection.execute("from range(3)")
        rest.fetchone()
        with pytest.raises(QueryError, match="fetch them all"):
            sqlmetrics.score(relation, "age")
        assert rest.fetchall() == [(1,), (2,)]
        assert sqlmetrics.score(relation, "age")["k"] == 4


def test_relations_of_the_default_connection_are_compared() -> None:
    """Relations of `duckdb.sql` stand beside each other, as frames do, also as a population."""
    original, release = (duckdb.sql(f"from '{path}'") for path in (SURVEY, RELEASES["swapped"]))
    expected = rounded(sqlmetrics.score(SURVEY, KEYS, ["vote"]))
    assert rounded(sqlmetrics.score(original, KEYS, ["vote"])) == expected
    one = compare(original, {"swapped": release}).utility(queries=5, columns=["vote"])
    assert rounded(one) == rounded(
        compare(SURVEY, {"swapped": RELEASES["swapped"]}).utility(queries=5, columns=["vote"])
    )
    assert sqlmetrics.score(original, KEYS, population=original)["k_map"] == 1


def test_a_frame_is_a_population() -> None:
    """A population is a frame, a dictionary or a path; a wrong one is told without its values."""
    sample, everybody = {"age": [61234, 70000]}, {"age": [61234, 61234, 70000, 70000, 70000]}
    for population in (everybody, pandas.DataFrame(everybody)):
        assert sqlmetrics.score(sample, "age", population=population)["k_map"] == 2
    with pytest.raises(SpecError, match="the population pandas frame has no column 'age'") as caught:
        sqlmetrics.score(sample, "age", population={"years": [61234]})
    assert "61234" not in str(caught.value)


def test_a_run_of_jobs_shows_itself(tmp_path: Path) -> None:
    """The run shows itself where nothing else of the library was imported before."""
    (tmp_path / "x.csv").write_text("a,b\n1,2\n1,3\n")
    (tmp_path / "jobs.yml").write_text(
        "jobs:\n  one:\n    relation: x.csv\n    quasi_identifiers: [a]\n    thresholds: {k_anonymity: {at_least: 1}}\n"
    )
    code = "import sys, sqlmetrics; print(repr(sqlmetrics.run(sys.argv[1])))"
    shown = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "jobs.yml"], capture_output=True, text=True, check=True
    )
    assert shown.stdout.startswith("Run (1) one: ")
