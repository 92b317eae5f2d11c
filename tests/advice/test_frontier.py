"""The frontier has every recoding that passes while no finer one does, and no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from lattices import Case, advised, cases
from recodings import Limit, named, try_all
from sqlmetrics.advice.frontier import RISK
from sqlmetrics.advice.search.lattice import Lattice, Node
from sqlmetrics.advice.search.search import Minimal, NodeAnswer, Sweep


def finer(node: Node) -> set[Node]:
    """Return the nodes below one, with itself."""
    return set(product(*(range(level + 1) for level in node)))


@dataclass(frozen=True)
class Known:
    """A lattice with an answer for every node, and the nodes that were asked before."""

    lattice: Lattice
    answers: dict[Node, NodeAnswer]
    before: list[Node]
    climbs: float
    together: int

    def minimal(self) -> set[Node]:
        """Return the nodes that pass while no finer one does."""
        passing = {node for node, answer in self.answers.items() if answer.passes}
        return {node for node in passing if finer(node) & passing == {node}}

    def swept(self, most: int | None = None) -> Minimal:
        """Return what a sweep finds that is stopped once so many nodes were asked."""
        asked = list(self.before)

        def ask(nodes: Sequence[Node]) -> list[NodeAnswer]:
            asked.extend(nodes)
            assert len(asked) == len(set(asked))
            return [self.answers[node] for node in nodes]

        def stopped() -> bool:
            return most is not None and len(asked) - len(self.before) >= most

        sweep = Sweep(self.lattice, ask, self.climbs, stopped, self.together)
        found = sweep.run({node: self.answers[node] for node in self.before})
        assert found.asked == len(asked)
        return found


@st.composite
def known(draw: st.DrawFn) -> Known:
    """Return a lattice of which any nodes pass, or all above some; failures close what they may."""
    most = tuple(draw(st.lists(st.integers(0, 3), min_size=1, max_size=4)))
    steps = [draw(st.lists(st.integers(0, 4), min_size=level, max_size=level)) for level in most]
    losses = tuple(tuple(float(sum(of_column[:level])) for level in range(len(of_column) + 1)) for of_column in steps)
    lattice = Lattice(most, losses)
    nodes = sorted(finer(most))
    passing = set(draw(st.lists(st.sampled_from(nodes), max_size=8)))
    if draw(st.booleans()):
        passing |= {node for node in nodes if finer(node) & passing}
    closing = draw(st.sampled_from([0.0, 0.5, 1.0]))
    answers = {}
    for node in nodes:
        closes = not finer(node) & passing and (closing == 1 or (closing == 0.5 and draw(st.booleans())))
        answers[node] = NodeAnswer(node in passing, closes, lattice.loss(node), lattice.loss(node))
    before = draw(st.lists(st.sampled_from(nodes), max_size=4, unique=True))
    return Known(lattice, answers, before, draw(st.sampled_from([0.0, 0.5, 1.0])), draw(st.sampled_from([1, 3, 50])))


@examples(300)
@given(known())
def test_a_sweep_finds_every_minimal_node(case: Known) -> None:
    """The nodes are those of a look at all, by loss, and none is asked twice."""
    found = case.swept()
    assert (set(found.nodes), found.complete) == (case.minimal(), True)
    losses = [answer.loss for answer in found.nodes.values()]
    assert losses == sorted(losses)


@examples(200)
@given(known(), st.integers(0, 12))
def test_a_stopped_sweep_has_all_below_its_bound(case: Known, most: int) -> None:
    """Of the nodes that cost less than its bound it has every minimal one, and no other."""
    found = case.swept(most)
    if found.bound is None:
        assert set(found.nodes) == case.minimal()
    else:
        bound = found.bound
        assert {node for node, answer in found.nodes.items() if answer.loss < bound} == {
            node for node in case.minimal() if case.answers[node].loss < bound
        }
        assert all(case.answers[node].passes for node in found.nodes)


def test_few_nodes_are_asked_where_failures_rule_out() -> None:
    """Of a chain of 64 nodes about six are asked, and all of them where no failure rules out."""
    lattice = Lattice((63,), (tuple(map(float, range(64))),))
    for closes, most in ((True, 12), (False, 41)):
        answers: dict[Node, NodeAnswer] = {
            (level,): NodeAnswer(level >= 40, closes and level < 40, level, level) for level in range(64)
        }
        case = Known(lattice, answers, [], float(closes), 1)
        found = case.swept()
        assert [*found.nodes] == [(40,)]
        assert found.asked <= most


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection on which the tests register their tables, instead of one per test."""
    with duckdb.connect(config={"python_enable_replacements": False}) as opened:
        yield opened


@examples(60, thorough=1 / 6, default=1 / 10)
@given(case=cases())
def test_the_frontier_is_that_of_all_recodings(connection: duckdb.DuckDBPyConnection, case: Case) -> None:
    """Levels, losses, suppressed records, scores and risks are those of every recoding tried."""
    question = case.question()
    limits = [*case.limits, Limit(RISK, "at_most", 1, undefined="pass")]
    outcomes = try_all(replace(question, limits=limits)).outcomes
    passing = {levels for levels, outcome in outcomes.items() if outcome.passes}
    found = advised(connection, case, frontier=True).frontier
    assert found is not None
    assert found.complete
    by_levels = {tuple(one.levels[key] for key in case.keys): one for one in found.solutions}
    assert len(by_levels) == len(found.solutions)
    finest = {levels for levels in passing if finer(levels) & passing == {levels}}
    assert by_levels.keys() == {named(case.question(), levels) for levels in finest}
    for levels, one in by_levels.items():
        outcome = outcomes[levels]
        assert one.suppressed == outcome.suppressed
        assert one.loss == pytest.approx(outcome.loss, rel=1e-9, abs=1e-9)
        assert one.scores is not None
        scores = [outcome.scores[limit.metric, limit.target] for limit in case.limits]
        assert sorted(map(str, (score.metric for score in one.scores))) == sorted(limit.metric for limit in case.limits)
        expected = sorted(-1.0 if score is None else float(score) for score in scores)
        assert sorted(-1.0 if score.value is None else score.value for score in one.scores) == pytest.approx(
            expected, rel=1e-9, abs=1e-9
        )
        risk = outcome.scores[RISK, None]
        assert one.risk == (None if risk is None else pytest.approx(float(risk), rel=1e-9))
