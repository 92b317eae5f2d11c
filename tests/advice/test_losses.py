"""The losses of recodings: hand-derived values, and those that `utility` measures on the view."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import duckdb
import pytest

import sqlmetrics
from sqlmetrics.advice.advice import advise
from sqlmetrics.advice.result import Advice
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.call import call_spec

PEOPLE = """create table people as select * from (values
    ('a', 1, 'x'), ('a', 1, 'y'), ('b', 1, 'x'), ('c', 2, 'y'), ('c', 2, 'y'), ('d', 2, 'x'), ('d', 3, 'z')
) as listed(letter, number, answer)"""

LETTERS = "a;ab;*\nb;ab;*\nc;cd;*\nd;cd;*\ne;ef;*\nf;ef;*\ng;ef;*\nh;cd;*\n"


@pytest.fixture
def connection() -> duckdb.DuckDBPyConnection:
    """Return a database with seven people."""
    connection = duckdb.connect()
    connection.execute(PEOPLE)
    return connection


def asked(connection: duckdb.DuckDBPyConnection, keys: list[str], words: dict[str, Any], **more: Any) -> Advice:
    """Return the advice for classes of at least two records, of the people's answers."""
    given = {"thresholds": {"k_anonymity": {"at_least": 2}}, "advise": words, **more}
    return advise(call_spec("people", keys, (), given, connection=connection))


def letters(folder: Path) -> str:
    """Return the hierarchy of the letters, four of which nobody has."""
    (folder / "letter.csv").write_text(LETTERS)
    return str(folder / "letter.csv")


@pytest.mark.parametrize(
    ("loss", "level", "suppressed", "value"),
    [
        # As it is: b is alone. Classes of 2, 2, 2 cost 4 each, and the suppressed one 7; all of ab
        # and cd would be 9 + 16.
        ("discernibility", 0, 1, 4 + 4 + 4 + 7),
        ("average_class_size", 0, 1, 6 / 3),
        ("columns_changed", 0, 1, 0),
        ("granularity", 0, 1, 1 / 8),
        ("non_uniform_entropy", 0, 1, 0),
    ],
)
def test_one_record_is_suppressed_where_it_may_be(
    connection: duckdb.DuckDBPyConnection, tmp_path: Path, loss: str, level: int, suppressed: int, value: float
) -> None:
    """The loss of classes is of those that are left, and that of columns of all records."""
    words = {"loss": loss, "suppress": "15%", "generalizations": {"letter": letters(tmp_path)}}
    found = asked(connection, ["letter"], words)
    assert (found.levels, found.suppressed) == ({"letter": level}, suppressed)
    assert found.loss == pytest.approx(value)
    assert (found.proven, found.bound) == (True, found.loss)


@pytest.mark.parametrize(
    ("loss", "value"),
    [
        ("discernibility", 9 + 16),
        ("average_class_size", 7 / 2),
        ("columns_changed", 1),
        # 2 and 3 of the file's 8 letters, of 3 and 4 records
        ("granularity", (3 * 2 + 4 * 3) / 7 / 8),
        ("non_uniform_entropy", 2 * math.log2(3 / 2) + math.log2(3) + 4 * 1),
        # H(answer | letter): a 1 bit, c none, d 1 bit; joined: x, y, x and y, y, x, z
        ("mutual_information", (3 * (math.log2(3) - 2 / 3) + 4 * 1.5 - 4) / 7),
    ],
)
def test_domains_are_needed_where_nothing_may_be_suppressed(
    connection: duckdb.DuckDBPyConnection, tmp_path: Path, loss: str, value: float
) -> None:
    """The first level passes without suppression, at a loss that is derived by hand."""
    about = {"about": ["answer"]} if loss == "mutual_information" else {}
    words = {"loss": loss, "generalizations": {"letter": letters(tmp_path)}, **about}
    found = asked(connection, ["letter"], words)
    assert (found.levels, found.suppressed) == ({"letter": 1}, 0)
    assert found.loss == pytest.approx(value)


def test_losses_of_columns_are_those_of_utility(connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Granularity is the mean of `utility` over the columns, and non-uniform entropy its bits."""
    file = letters(tmp_path)
    words = {"generalizations": {"letter": file, "number": []}, "at_most": {"letter": 1}}
    found = {
        loss: asked(connection, ["letter", "number"], {**words, "loss": loss})
        for loss in ("granularity", "non_uniform_entropy")
    }
    granularity = found["granularity"]
    assert granularity.levels == {"letter": 1, "number": 1}
    assert granularity.view is not None
    connection.execute(granularity.view)
    view = granularity.view.split()[granularity.view.split().index("view") + 1].strip('"')
    numbers = tmp_path / "number.csv"
    numbers.write_text("1;*\n2;*\n3;*\n")
    utility = sqlmetrics.utility(
        "people", view, connection=connection, hierarchies={"letter": file, "number": numbers}, queries=1
    )
    measured = {
        (row.target, row.metric): row.value
        for row in utility.rows
        if row.metric in {"granularity", "non_uniform_entropy"} and row.value is not None
    }
    mean = (measured["letter", "granularity"] + measured["number", "granularity"]) / 2
    assert granularity.loss == pytest.approx(mean, rel=1e-12)
    bits = {
        column: connection.execute(
            f"select sum(-n * log2(n / 7)) from (select count(*) as n from people group by {column})"
        ).fetchone()
        for column in ("letter", "number")
    }
    total = sum(measured[column, "non_uniform_entropy"] * (of_column or [0])[0] for column, of_column in bits.items())
    assert found["non_uniform_entropy"].loss == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"loss": "discernibility", "prefer": {"letter": 2}}, "`prefer`"),
        ({"loss": "mutual_information"}, "`about`"),
        ({"about": ["answer"]}, "`about`"),
        ({"loss": "mutual_information", "about": ["letter"]}, "quasi-identifier 'letter'"),
        ({"loss": "mutual_information", "about": ["answers"]}, "answers"),
    ],
)
def test_words_of_a_loss_that_do_not_go_together(
    connection: duckdb.DuckDBPyConnection, words: dict[str, Any], message: str
) -> None:
    """Weights are of losses that add up by column, and only mutual information is about columns."""
    with pytest.raises(SpecError, match=message):
        asked(connection, ["letter"], words)


def test_a_search_without_time_has_found_nothing_and_ruled_out_nothing(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    """No time at all is not the same as no recoding that passes."""
    # The rate falls and rises when classes merge, so that each node is asked itself.
    unsteady = {"thresholds": {"adjusted_discrimination_rate": {"at_most": 0}}, "advise": {"time_limit": 1e-9}}
    in_time = advise(call_spec("people", ["letter"], "answer", unsteady, connection=connection))
    assert (in_time.levels, in_time.proven, in_time.gap, in_time.bound) == (None, False, None, 0.0)
    never = asked(connection, ["letter"], {}, thresholds={"k_anonymity": {"at_least": 8}})
    assert (never.levels, never.proven, never.gap, never.bound) == (None, True, None, None)
