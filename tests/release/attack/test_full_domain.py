"""The recoder of the experiments against a plain search, and the slides' experiments on Adult."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adult_experiments import KEYS, LIMIT, RELEASES, SENSITIVE, experiments
from examples import examples
from full_domain import MARK, choose, lattice, write_release

TREES = {"k": [["a", "ab", "*"], ["b", "ab", "*"], ["it's", "other", "*"]], "z": [["1", "*"], ["2", "*"]]}
ROWS = st.lists(
    st.tuples(st.sampled_from(["a", "b", "it's"]), st.sampled_from(["1", "2"]), st.sampled_from("xyz")),
    min_size=1,
    max_size=12,
)


def released(rows: list[Any], levels: tuple[int, ...], k: int, l: int) -> list[tuple[Any, ...]]:  # noqa: E741 - the model's name for it
    """Return the rows with their keys recoded, and the mark in those of unsafe classes."""
    trees = [{row[0]: row for row in tree} for tree in TREES.values()]
    recoded = [
        (*(tree[value][level] for tree, value, level in zip(trees, row, levels, strict=False)), row[-1]) for row in rows
    ]
    sizes, kinds = Counter(row[:-1] for row in recoded), defaultdict(set)
    for row in recoded:
        kinds[row[:-1]].add(row[-1])
    safe = {key for key, size in sizes.items() if size >= k and len(kinds[key]) >= l}
    return [row if row[:-1] in safe else (MARK, MARK, row[-1]) for row in recoded]


@examples(15)
@given(ROWS, st.integers(1, 4), st.integers(1, 2))
def test_the_lattice_is_that_of_a_search(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[Any],
    k: int,
    l: int,  # noqa: E741
) -> None:
    """Every node has the suppression and the loss of recoding row by row.

    The release of the best node is those rows.
    """
    folder = tmp_path_factory.mktemp("trees")
    paths = {key: folder / f"{key}.csv" for key in TREES}
    for key, tree in TREES.items():
        paths[key].write_text("".join(";".join(row) + "\n" for row in tree))
    with duckdb.connect() as connection:
        connection.execute("create table t (id integer, k varchar, z varchar, x varchar)").fetchall()
        connection.executemany("insert into t values (?, ?, ?, ?)", [[number, *row] for number, row in enumerate(rows)])
        nodes = lattice(connection, "t", paths, k=k, diverse=("x", l))
        assert {node.levels for node in nodes} == set(product(range(3), range(2)))
        for node in nodes:
            recoded = released(rows, node.levels, k, l)
            trees_lost = [
                row
                for row, whole in zip(recoded, rows, strict=True)
                if is_suppressed(row, whole, rows, node.levels, k, l)
            ]
            kept = len(rows) - len(trees_lost)
            loss = (len(trees_lost) + kept * (node.levels[0] / 2 + node.levels[1]) / 2) / len(rows)
            assert node.suppressed == len(trees_lost)
            assert node.loss == pytest.approx(loss, abs=1e-12)
        best = choose(nodes, len(rows), 1)
        assert best.loss == min(node.loss for node in nodes)
        write_release(connection, "t", paths, best, "r", kept=["id", "x"], k=k, diverse=("x", l))
        assert connection.execute("select k, z, x from r order by id").fetchall() == released(rows, best.levels, k, l)


def is_suppressed(row: Any, whole: Any, rows: list[Any], levels: tuple[int, ...], k: int, l: int) -> bool:  # noqa: E741
    """Return whether a row's class is unsafe; the mark is also the root of the hierarchies."""
    trees = [{line[0]: line for line in tree} for tree in TREES.values()]

    def key(values: Any) -> tuple[str, ...]:
        return tuple(tree[value][level] for tree, value, level in zip(trees, values, levels, strict=False))

    peers = [other for other in rows if key(other) == key(whole)]
    return len(peers) < k or len({other[-1] for other in peers}) < l


def rate(frame: pd.DataFrame, keys: list[str], target: str) -> float:
    """Return a discrimination rate by its definition."""

    def entropy(counts: Any) -> float:
        return -math.fsum(count / counts.sum() * math.log2(count / counts.sum()) for count in counts)

    left = math.fsum(len(part) / len(frame) * entropy(part[target].value_counts()) for _, part in frame.groupby(keys))
    return 1 - left / entropy(frame[target].value_counts())


@pytest.mark.thorough
def test_the_slides_experiments_on_adult(adult: Path) -> None:
    """The releases meet their models, and the attacks' rates are those of the definitions."""
    done = experiments(adult)
    assert done.records == 30_162
    whole = pd.read_csv(adult / "adult.csv", sep=";")
    for name, (k, diverse) in RELEASES.items():
        node = done.nodes[name]
        assert 0 < node.suppressed <= LIMIT * done.records
        frame = whole.copy()
        for key, level in zip(KEYS, node.levels, strict=True):
            tree = pd.read_csv(adult / "hierarchies" / f"{key}.csv", sep=";", header=None)
            frame[f"{key}*"] = frame[key].map(dict(zip(tree[0], tree[level], strict=True)))
        starred = [f"{key}*" for key in KEYS]
        classes = frame.groupby(starred)[SENSITIVE]
        safe = (classes.transform("size") >= k) & (
            classes.transform("nunique") >= (1 if diverse is None else diverse[1])
        )
        kept = frame[safe].assign(own=frame[KEYS[0]].str.cat(frame[list(KEYS[1:])], sep="|"))
        assert len(frame) - len(kept) == node.suppressed

        def value(attack: str, known: str, target: str, release: str = f'"{name}"') -> float | None:
            return done.table.value("discrimination_rate", attack=attack, known=known, target=target, release=release)

        everything = ",".join(KEYS)
        for key, star in zip(KEYS, starred, strict=True):
            assert value("identity_white_box", key, key) == pytest.approx(rate(kept, [star], key), abs=1e-9)
            assert value("homogeneity", key, SENSITIVE) == pytest.approx(rate(kept, [star], SENSITIVE), abs=1e-9)
        assert value("identity_white_box", everything, everything) == pytest.approx(
            rate(kept, starred, "own"), abs=1e-9
        )
        assert value("homogeneity", everything, SENSITIVE) == pytest.approx(rate(kept, starred, SENSITIVE), abs=1e-9)
    by_status = {
        score.class_: score.value
        for score in done.by_status.scores
        if (score.attack, score.release) == ("homogeneity", '"10-anonymous"')
    }
    assert set(by_status) == set(whole["marital-status"])
