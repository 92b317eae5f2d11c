"""Many nodes are scored together as each is alone, and what one rules out does fail."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sqlmetrics.advice.advice import advised_plan
from sqlmetrics.advice.counts.coded import coded
from sqlmetrics.advice.counts.conditions import ClassCondition, conditions_of
from sqlmetrics.advice.counts.screening import screen
from sqlmetrics.advice.counts.settled import scored, settle
from sqlmetrics.advice.counts.table_scores import NodeScores, TableScores, table_scores
from sqlmetrics.advice.generalizations import generalizations
from sqlmetrics.advice.search.lattice import Node, covers
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import opened_records
from sqlmetrics.gate.thresholds import read_thresholds
from sqlmetrics.spec.call import call_spec

LIMITS = {
    "discrimination_rate": 0.2,
    "mutual_information": 0.3,
    "uniqueness": 0.05,
    "distinction": 0.1,
    "separation": 0.9,
    "average_prosecutor_risk": 0.2,
    "records_at_risk": 0.1,
    "conditional_entropy": 0.9,
    "normalized_conditional_entropy": 0.8,
    "maximum_information_leakage": 1.4,
    "a_know": 0.2,
    "a_acc": 0.1,
    "itpr": 0.9,
    "miller_madow_discrimination_rate": 0.1,
}


def written(path: Path) -> str:
    """Write a table of two attributes with NULLs that three keys tell of, and return its path."""
    draw = np.random.default_rng(5)
    keys = draw.integers(0, [6, 4, 2], (250, 3))
    told = draw.random((250, 2)) < 0.3
    values = np.where(told, keys[:, :2] % 3, draw.integers(0, 3, (250, 2)))
    with path.open("w", newline="") as file:
        rows = [(*key, *("xy "[value].strip() for value in row)) for key, row in zip(keys, values, strict=True)]
        csv.writer(file).writerows([("a", "b", "c", "first", "second"), *rows])
    return str(path)


@contextmanager
def opened(
    path: str, sensitive: list[str], limits: dict[str, Any], **words: Any
) -> Iterator[tuple[list[Node], TableScores, tuple[ClassCondition, ...]]]:
    """Give the nodes of a table of three keys, and the scores of its conditions."""
    levels = {"a": {"cuts": [[1, 2, 3, 4, 5], [2, 4]]}, "b": {"cuts": [2]}}
    asked = {"thresholds": limits, "advise": {"generalizations": levels}, **words}
    spec = call_spec(path, ["a", "b", "c"], sensitive, asked)
    plan = advised_plan(spec)
    conditions, columns = conditions_of(read_thresholds(spec), plan), generalizations(spec, {})
    with (
        opened_records(spec, Progress()) as source,
        coded(source, plan, columns) as counts,
        table_scores(counts, conditions) as tables,
    ):
        yield list(itertools.product(*(range(column.most + 1) for column in columns))), tables, conditions


def limited(limits: dict[str, float]) -> dict[str, Any]:
    """Return thresholds on the side that protects."""
    return {name: {"at_least" if "conditional" in name else "at_most": limit} for name, limit in limits.items()}


@pytest.mark.parametrize(
    ("sensitive", "words"),
    [(["first", "second"], {}), (["first"], {}), ([], {}), (["second", "first"], {"nulls": "drop"})],
)
def test_nodes_are_scored_together_as_alone(sensitive: list[str], words: dict[str, Any], tmp_path: Path) -> None:
    """Every score equals that of the node's own statement."""
    of_identity = {"uniqueness", "distinction", "separation", "average_prosecutor_risk", "discrimination_rate", "itpr"}
    limits = {name: limit for name, limit in LIMITS.items() if sensitive or name in of_identity}
    with opened(written(tmp_path / "table.csv"), sensitive, limited(limits), **words) as (nodes, tables, conditions):
        assert len(tables.conditions) == len(conditions)
        chosen = nodes[:: len(nodes) // 4]
        for node, together in zip(chosen, tables.of(chosen), strict=True):
            alone = settle(tables.coded, conditions, node, 0, suppress=False).scores
            for condition in conditions:
                score, other = scored(alone, condition), together[condition.subject].score
                assert score is not None
                assert other.value == pytest.approx(score.value, rel=1e-9, abs=1e-12)
                assert other.reason == score.reason


@pytest.mark.parametrize("sensitive", [["first", "second"], ["first"], []])
def test_what_nodes_leave_is_scored_together_as_alone(sensitive: list[str], tmp_path: Path) -> None:
    """Without the classes that are too small every score is that of the other records."""
    limits = {"uniqueness": 0.1, "distinction": 0.1, "discrimination_rate": 0.3, "itpr": 0.9, "separation": 0.9}
    limits |= {"a_know": 0.2} if sensitive else {}
    thresholds = {"k_anonymity": {"at_least": 6}, **limited(limits)}
    with (
        opened(written(tmp_path / "table.csv"), sensitive, thresholds) as (nodes, tables, conditions),
        screen(tables.coded, conditions, 250) as screening,
    ):
        chosen = [node for node, row in zip(nodes, screening.ask(nodes), strict=True) if row.suppressed > 0][-6:]
        with screening.failing(chosen) as out:
            found = tables.of(chosen, out)
        for node, together in zip(chosen, found, strict=True):
            settled = settle(tables.coded, conditions, node, 250)
            assert settled.suppressed > 0
            for condition in tables.conditions:
                score = scored(settled.scores, condition)
                assert score is not None
                assert together[condition.subject].score.value == pytest.approx(score.value, rel=1e-9, abs=1e-12)


def test_a_node_that_fails_on_the_table_rules_out_finer_ones(tmp_path: Path) -> None:
    """Finer nodes fail what merging never makes worse, and an ITPR that is ruled out."""
    ruled_out = 0
    with opened(written(tmp_path / "table.csv"), ["first", "second"], limited(LIMITS)) as (nodes, tables, conditions):
        scores = dict(zip(nodes, tables.of(nodes), strict=True))
        for condition in conditions:
            closing = [node for node in nodes if closes(tables, condition, scores[node])]
            for coarser, finer in itertools.product(closing, nodes):
                assert not (covers(coarser, finer) and tables.keeps(condition, scores[finer]))
            ruled_out += condition.metric.name == "itpr" and len(closing)
    assert ruled_out


def closes(tables: TableScores, condition: ClassCondition, scores: NodeScores) -> bool:
    """Return whether a node that fails a condition is said to rule out finer ones."""
    if tables.keeps(condition, scores):
        return False
    itpr = condition.metric.name == "itpr" and tables.rules_out(condition, scores)
    return itpr or condition.metric.merging == "table"
