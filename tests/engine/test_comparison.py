"""Relations side by side: opened in one engine, with matching columns and one long result."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from sqlmetrics.engine.comparison import Sides
from sqlmetrics.engine.kinds import column_kinds
from sqlmetrics.errors import SpecError
from sqlmetrics.output.forms import csv_text, json_text, score_records, write_parquet
from sqlmetrics.scoring.scores import COLUMNS, RELEASE_COLUMNS, ReleaseScores, Score
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.dialects import DIALECTS

ORIGINAL = pd.DataFrame({"age": [30, 40], "job": ["a", "b"], "born": pd.to_datetime(["2000-01-01", "2001-01-01"])})


def test_frames_and_files_are_opened_in_one_engine(tmp_path: Path) -> None:
    """A release may be a file, the original a frame; shared columns are in the original's order."""
    path = tmp_path / "it's a release.csv"
    path.write_text("job,age,extra\na,31,1\n")
    with Sides(ORIGINAL, [str(path), ORIGINAL[["born", "job"]]]).opened() as comparison:
        first, second = comparison.releases
        assert comparison.shared(first) == ("age", "job")
        assert comparison.shared(second) == ("job", "born")
        assert comparison.shared(second, without=["born"]) == ("job",)
        counts = [
            comparison.engine.connection.execute(f"select count(*) from {relation.from_sql} t").fetchone()
            for relation in (first, second)
        ]
    assert counts == [(1,), (2,)]


def test_kinds_that_do_not_compare_are_an_error() -> None:
    """A column that is a number here and a text there is named with both types."""
    with (
        Sides(ORIGINAL, [ORIGINAL.astype({"age": str})]).opened() as comparison,
        pytest.raises(SpecError, match=r"'age' is a number .* text"),
    ):
        comparison.shared(comparison.releases[0])


def test_a_file_without_records_tells_no_types(tmp_path: Path) -> None:
    """Its columns compare with numbers and dates; one record of a text does not."""
    path = tmp_path / "release.csv"
    path.write_text("age,born\n")
    with Sides(ORIGINAL, [str(path)]).opened() as comparison:
        assert comparison.shared(comparison.releases[0]) == ("age", "born")
    path.write_text("age,born\nold,long ago\n")
    with Sides(ORIGINAL, [str(path)]).opened() as comparison, pytest.raises(SpecError, match="'age' is a number"):
        comparison.shared(comparison.releases[0])


def test_a_release_without_the_columns_is_an_error() -> None:
    """Nothing in common: both lists of columns are named."""
    with Sides(ORIGINAL, [pd.DataFrame({"Age": [1]})]).opened() as comparison:
        with pytest.raises(SpecError, match=r"none of the columns .* age, job, born; its own are: Age"):
            comparison.shared(comparison.releases[0])
        with pytest.raises(SpecError, match="no column 'age'; did you mean 'Age'"):
            comparison.releases[0].check("age")


def test_frames_are_not_left_in_a_connection_of_the_user() -> None:
    """A frame beside a user's connection is refused: registering it would change the connection."""
    with duckdb.connect() as connection:
        connection.execute("create table t as select 1 as age")
        with (
            pytest.raises(SpecError, match="register them there"),
            Sides("t", [ORIGINAL], Place(connection=connection)).opened(),
        ):
            pass


def score(**words: object) -> Score:
    """Return a record with some of its fields changed."""
    plain = Score(
        "confidence",
        "job",
        "age",
        None,
        None,
        "table",
        None,
        3,
        0.5,
        None,
        "share",
        "higher is riskier",
        None,
        "r.csv",
        "guess",
        0.1,
        0.9,
    )
    return plain._replace(**words)  # type: ignore[arg-type]


def test_records_have_the_shape_of_scores_and_more(tmp_path: Path) -> None:
    """The fields of a score come first in every output; NULL stays NULL."""
    result = ReleaseScores(
        "o.csv", ("r.csv",), "duckdb", "1", (score(), score(target="age", value=None, reason="no claim", low=None))
    )
    assert (*COLUMNS, "release", "attack", "low", "high") == RELEASE_COLUMNS
    assert result.value("confidence", target="job") == 0.5
    assert result.value("confidence", target="age") is None
    with pytest.raises(SpecError, match=r"2 scores fit .*name the target"):
        result.value("confidence")
    with pytest.raises(SpecError, match="no score fits"):
        result.value("confidence", target="sex")
    scores = json.loads(json_text(result.to_dict()))["scores"]
    assert scores[0]["quasi_identifiers"] == ["age"]
    assert scores[1]["value"] is None
    second = csv_text(score_records(result)).splitlines()[2]
    assert second == "confidence,age,age,,,table,,3,,no claim,share,higher is riskier,,r.csv,guess,,0.9"
    write_parquet(score_records(result), tmp_path / "f.parquet")
    with duckdb.connect() as connection:
        stored = connection.execute(f"select value, low, reason, attack from '{tmp_path}/f.parquet'").fetchall()
    assert stored == [(0.5, 0.1, None, "guess"), (None, None, "no claim", "guess")]


def test_relations_that_are_not_opened_stand_as_in_a_statement() -> None:
    """They are named for the dialect, have the columns that are named, and compare as texts."""
    comparison = Sides("o", {"k3": "r", "k5": "R"}, Place(database="d")).unopened(DIALECTS["oracle"], ["a", "b"])
    assert [relation.from_sql for relation in comparison.relations] == ['"O"', '"R"', '"R"']
    assert [release.name for release in comparison.releases] == ["r", "R"]
    public = comparison.beside("p")
    assert public.from_sql == '"P"'
    assert comparison.shared(public, without=["b"]) == ("a",)
    assert column_kinds(comparison.engine, public, ["a"]) == ["text"]
