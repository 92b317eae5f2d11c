"""Nodes that are asked together have the answers of each alone, and rule out what fails."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sqlmetrics.advice.advice import advised_plan
from sqlmetrics.advice.counts.coded import coded
from sqlmetrics.advice.counts.conditions import conditions_of
from sqlmetrics.advice.counts.screening import screen
from sqlmetrics.advice.counts.settled import settle
from sqlmetrics.advice.counts.table_scores import table_scores
from sqlmetrics.advice.generalizations import generalizations
from sqlmetrics.advice.losses import Losses, lattice_of
from sqlmetrics.advice.question import Question
from sqlmetrics.advice.search.lattice import covers
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import opened_records
from sqlmetrics.gate.thresholds import read_thresholds
from sqlmetrics.spec.call import call_spec


def written(path: Path) -> str:
    """Write people with up to two records, and a value that the first key tells of."""
    draw = np.random.default_rng(11)
    keys = draw.integers(0, [6, 4, 2], (240, 3))
    values = np.where(draw.random(240) < 0.2, keys[:, 0] % 3, draw.choice(3, 240, p=[0.5, 0.3, 0.2]))
    rows = [(number // 2, *key, "xyz"[value]) for number, (key, value) in enumerate(zip(keys, values, strict=True))]
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("person", "a", "b", "c", "value"), *rows])
    return str(path)


K = {"k_anonymity": {"at_least": 4}}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("thresholds", "share", "proof", "words"),
    [
        (K | {"t_closeness_equal": {"at_most": 0.3}}, 0.25, "bound", {}),
        (K | {"basic_beta_likeness": {"at_most": 1.1}, "entropy_l_diversity": {"at_least": 1.8}}, 0.15, "bound", {}),
        (K | {"skewness": {"at_most": 0.4}}, 0.2, "bound", {}),
        (K | {"t_closeness_equal": {"at_most": 0.4}, "mutual_information": {"at_most": 0.1}}, 0.3, "order of loss", {}),
        (K | {"discrimination_rate": {"at_most": 0.1, "target": "value"}}, 0.1, "order of loss", {}),
        (K | {"itpr": {"at_most": 0.97, "target": "value"}}, 0, "bound", {}),
        ({"t_closeness_ordered": {"at_most": 0.15}}, 0, "monotone", {}),
        ({"t_closeness_ordered": {"at_most": 0.15}}, 0.2, "order of loss", {}),
        (K | {"alpha_k_anonymity": {"at_most": 0.7}}, 0.2, "order of loss", {"individual": "person"}),
    ],
)
def test_answers_together_are_those_of_each_node(
    thresholds: dict[str, Any], share: float, proof: str, words: dict[str, Any], tmp_path: Path
) -> None:
    """A node passes as it does alone, with as many records suppressed, and closes what fails."""
    levels = {"a": {"cuts": [[1, 2, 3, 4, 5], [2, 4]]}, "b": {"cuts": [2]}}
    asked = {"thresholds": thresholds, "advise": {"generalizations": levels, "suppress": share}, **words}
    spec = call_spec(written(tmp_path / "table.csv"), ["a", "b", "c"], "value", asked)
    plan = advised_plan(spec)
    conditions, columns = conditions_of(read_thresholds(spec), plan), generalizations(spec, {})
    nodes = list(itertools.product(*(range(column.most + 1) for column in columns)))
    with (
        opened_records(spec, Progress()) as source,
        coded(source, plan, columns) as counts,
        screen(counts, conditions, counts.budget(share)) as screening,
        table_scores(counts, conditions) as tables,
    ):
        lattice = lattice_of("non_uniform_entropy", counts.columns, {})
        losses = Losses("non_uniform_entropy", counts, lattice, counts.budget(share), [])
        question = Question(counts, conditions, lattice, screening, tables, losses)
        answers = dict(zip(nodes, question.ask(nodes), strict=True))
        alone = {node: settle(counts, conditions, node, question.budget) for node in nodes}
    assert question.proof == proof
    for node, answer in answers.items():
        assert answer.passes == alone[node].passes
        assert not answer.passes or answer.suppressed == alone[node].suppressed
        assert not answer.closes or not any(covers(node, other) and alone[other].passes for other in nodes)
    assert {answer.passes for answer in answers.values()} == {True, False}
    assert proof == "order of loss" or any(answer.closes for answer in answers.values())
