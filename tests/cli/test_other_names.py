"""Words that others use for the same: they are taken beside ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from coins import coins_of
from conftest import Run

Command = Callable[..., Run]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_log_is_a_file_of_queries(run: Command) -> None:
    """`--queries` is `--log`, and the JSON says how many queries were read."""
    duckdb.execute("copy (select i as id, i % 9 as age from range(40) t(i)) to 'people.csv'")
    Path("q.sql").write_text(
        "select count(*) from people;\nselect count(*) from people where age < 8;\nselect avg(age) from people;\n"
    )
    one, other = (run("outputs", "people.csv", flag, "q.sql", "-f", "json") for flag in ("--log", "--queries"))
    assert (one.code, one.out) == (0, other.out)
    document = json.loads(one.out)
    assert (document["queries_read"], document["differenced_atoms"]) == (2, document["differenced_groups"]) == (2, 1)


def test_noisy_answers_are_a_file_of_answers(run: Command) -> None:
    """`--answers FILE` names the relation where none is, and `--claimed` the epsilon."""
    cells = range(1000, 1012)
    coins = coins_of("zip", cells)
    coins.save("coins.json")
    Path("answers.csv").write_text("zip,n\n" + "".join(f"{cell},{coin}\n" for cell, coin in coins.coins.items()))
    found = {}
    for claimed, code in ((None, None), (1.2, 1), (1.3, 0)):
        words = () if claimed is None else ("--claimed", claimed)
        by_flag = run("epsilon", "check", "--answers", "answers.csv", "--coins", "coins.json", *words, "-f", "json")
        by_name = run("epsilon", "check", "answers.csv", "--coins", "coins.json", *words, "-f", "json")
        assert by_flag == by_name
        assert code in {None, by_flag.code}
        found[claimed] = json.loads(by_flag.out)
        assert found[claimed]["epsilon_lower"] == found[claimed]["epsilon_at_least"] == pytest.approx(1.26, abs=0.01)
    assert (found[1.2]["verdict"], found[1.3]["verdict"]) == ("refuted", "not refuted")
    assert run("epsilon", "check", "answers.csv", "--coins", "coins.json", "--claimed", 0).code == 2


def test_coordinates_share_a_grid(run: Command) -> None:
    """`--partition lat,lon=grid:1000` is a grid of each."""
    duckdb.execute("copy (select 47 + i % 3 / 5 as lat, 15 as lon, i as s from range(9) t(i)) to 'places.csv'")
    words = ("score", "places.csv", "-q", "lat", "-q", "lon", "-m", "k_anonymity", "--no-look", "-f", "json")
    pair = json.loads(run(*words, "--partition", "lat,lon=grid:1000@47").out)
    forms = ("lat={grid: 1000, degrees: latitude}", "lon={grid: 1000, degrees: longitude, at: 47}")
    each = json.loads(run(*words, *(word for form in forms for word in ("--partition", form))).out)
    assert pair["scores"] == each["scores"]
    assert pair["scores"][0]["value"] == 3
