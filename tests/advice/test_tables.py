"""Advice on published tables: coarser columns by which no cell is small, found by trying all."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics.advice.tables import spec_of_readers
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.spec import parse_spec

LEVELS = {"zip": (4, 2, 0), "job": (1, 0)}
"""The first characters that each level of a column leaves."""

Tables = list[list[str]]


def drawn(seed: int) -> pd.DataFrame:
    """Return people, some of whom are in two records."""
    draw = random.Random(seed)
    zips = [f"{draw.choice('12')}{draw.choice('01')}{draw.choice('01')}{draw.choice('01')}" for _ in range(40)]
    jobs = ["abc"[min(int(draw.expovariate(1)), 2)] for _ in zips]
    return pd.DataFrame({"zip": zips, "job": jobs, "person": [n * 4 // 5 for n in range(40)]})


def smallest(frame: pd.DataFrame, node: Mapping[str, int], table: list[str]) -> int:
    """Return the fewest people of a cell, where columns are as coarse as a node says."""
    people = Counter[tuple[str, ...]]()
    for keys, _ in {
        (tuple(str(row[column])[: LEVELS[column][node[column]]] for column in table), row["person"])
        for _, row in frame.iterrows()
    }:
        people[keys] += 1
    return min(people.values())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("tables", [[["zip", "job"]], [["zip"], ["job"]], [["zip", "job"], ["zip"]]])
def test_tables_are_as_fine_as_their_cells_allow(seed: int, tables: Tables) -> None:
    """The advised columns have no small cell, and all columns that are finer have one."""
    frame, least = drawn(seed), 6
    advice = sqlmetrics.advise(
        frame,
        individual="person",
        outputs={"keys": tables},
        thresholds={"minimum_frequency": least},
        advise={"generalizations": {"zip": {"prefix": [2]}, "job": []}},
    )
    found = dict(advice.levels or {})
    nodes = [dict(zip(LEVELS, node, strict=True)) for node in itertools.product(range(3), range(2))]
    passing = [node for node in nodes if all(smallest(frame, node, table) >= least for table in tables)]
    assert found in passing
    assert not [node for node in passing if node != found and all(node[one] <= found[one] for one in node)]


WORDS: dict[str, Any] = {"relation": "t.csv", "outputs": {"keys": [["a", "b"], ["a", "c"], ["b"]]}}


def readers(**words: Any) -> Any:
    """Return the words of the spec by which tables are advised on."""
    made = spec_of_readers(parse_spec(WORDS | words))
    own = {name: (one.quasi_identifiers, one.thresholds) for name, one in made.attackers.items()}
    return own or (made.quasi_identifiers, made.thresholds)


def test_each_table_is_a_reader() -> None:
    """A table needs none whose cells are unions of others, unless they have to have more people."""
    k = {"k_anonymity": [10]}
    assert readers() == {
        "reader of a and b": (["a", "b"], k),
        "reader of a and c": (["a", "c"], k),
    }
    few = {"cells_below": 0, "minimum_frequency": [{"at_least": 30, "target": "b"}]}
    own = readers(thresholds=few)
    assert own["reader of b"] == (["b"], {"k_anonymity": [30]})
    assert own["reader of a and b"] == (["a", "b"], k)
    assert readers(outputs={"cube": ["a", "b"], "minimum_frequency": 4}) == (["a", "b"], {"k_anonymity": [4]})
    beside = readers(quasi_identifiers=["c"], sensitive=["s"], thresholds={"l_diversity": 2, "minimum_frequency": 5})
    assert beside["attacker"] == (["c"], {"l_diversity": [2]})
    assert beside["reader of a and c"] == (["a", "c"], {"k_anonymity": [5]})


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"thresholds": {"class_disclosing_lines": 0}}, "does not search for class_disclosing_lines at most 0"),
        ({"thresholds": {"cells_below": 2}}, "does not search for cells_below at most 2"),
        ({"outputs": {"keys": ["a"], "measure": "cost"}}, "leave the `measure` of `outputs` out"),
        ({"outputs": {"answers": ["a = 1"]}}, "name them as `keys` or `cube`"),
    ],
)
def test_what_is_not_searched_is_refused(words: dict[str, Any], says: str) -> None:
    with pytest.raises(SpecError, match=says):
        readers(**words)


def test_the_advised_columns_keep_the_limits_of_the_tables(
    run: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command proposes partitions, by which the same spec passes."""
    monkeypatch.chdir(tmp_path)
    drawn(1).to_csv("t.csv", index=False)
    words: dict[str, Any] = {
        "relation": "t.csv",
        "individual": "person",
        "outputs": {"keys": [["zip", "job"]]},
        "thresholds": {"minimum_frequency": 3},
        "advise": {"generalizations": {"zip": {"prefix": [2, 1]}, "job": []}},
        "types": {"zip": "text"},
    }
    Path("tables.yml").write_text(json.dumps(words))
    assert run("check", "--spec", "tables.yml").code == 1
    advised = json.loads(run("advise", "--spec", "tables.yml", "-f", "json").out)["source_spec"]
    Path("tables.yml").write_text(json.dumps(words | {"partitions": advised["partitions"]}))
    assert run("check", "--spec", "tables.yml").code == 0
