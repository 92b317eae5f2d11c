"""The search finds the cheapest nodes that pass, of random lattices, and proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from sqlmetrics.advice.search.lattice import Lattice, Node
from sqlmetrics.advice.search.search import NodeAnswer, Search, SearchResult


@dataclass(frozen=True)
class Known:
    """A lattice with an answer for every node, and the share of nodes that are climbed from."""

    lattice: Lattice
    answers: dict[Node, NodeAnswer]
    climbs: float
    together: int

    def best(self) -> tuple[float | None, set[Node]]:
        """Return the least loss of a node that passes, and the nodes that have it."""
        losses = [answer.loss for answer in self.answers.values() if answer.passes]
        least = min(losses, default=None)
        return least, {node for node, answer in self.answers.items() if answer.passes and answer.loss == least}

    def search(self, most: int | None = None) -> Search:
        """Return the search, which is stopped after so many nodes."""
        asked: list[Node] = []

        def ask(nodes: Sequence[Node]) -> list[NodeAnswer]:
            asked.extend(nodes)
            assert len(asked) == len(set(asked))
            return [self.answers[node] for node in nodes]

        return Search(
            self.lattice,
            ask,
            self.climbs,
            stopped=lambda: most is not None and len(asked) >= most,
            together=self.together,
        )


def finer(node: Node) -> list[Node]:
    """Return the nodes below one, with itself."""
    return list(product(*(range(level + 1) for level in node)))


@st.composite
def known(draw: st.DrawFn) -> Known:
    """Return a lattice of which any nodes pass, and failed ones close what they rightly may.

    Losses are those of the columns, or of each node itself and then at least those.
    """
    most = tuple(draw(st.lists(st.integers(0, 3), min_size=1, max_size=4)))
    steps = [draw(st.lists(st.integers(0, 4), min_size=level, max_size=level)) for level in most]
    losses = tuple(tuple(float(sum(of_column[:level])) for level in range(len(of_column) + 1)) for of_column in steps)
    lattice = Lattice(most, losses)
    nodes = finer(most)
    passing = set(draw(st.lists(st.sampled_from(nodes), max_size=6)))
    if draw(st.booleans()):
        passing |= {node for node in nodes if not passing.isdisjoint(finer(node))}
    closing = draw(st.sampled_from([0.0, 0.5, 1.0]))
    extra = draw(st.booleans())
    cost = {node: lattice.loss(node) + (draw(st.integers(0, 9)) if extra else 0) for node in nodes}
    least: dict[Node, float] = {}
    for node in reversed(nodes):
        least[node] = min([cost[node], *(least[above] for above in lattice.coarser(node))])
    answers = {}
    for node in nodes:
        fails = passing.isdisjoint(finer(node))
        closes = fails and (closing == 1 or (closing == 0.5 and draw(st.booleans())))
        answers[node] = NodeAnswer(node in passing, closes, cost[node], least[node])
    return Known(lattice, answers, draw(st.sampled_from([0.0, 0.5, 1.0])), draw(st.sampled_from([1, 3, 50])))


@examples(300)
@given(known())
def test_the_cheapest_nodes_are_found_and_proven(case: Known) -> None:
    """All nodes of least loss that pass are found, no node is asked twice, and it is proven."""
    loss, nodes = case.best()
    found = case.search().run()
    assert (found.loss, set(found.nodes), found.proven) == (loss, nodes, True)
    assert found.gap == (None if loss is None else 0)


@examples(200)
@given(known(), st.integers(0, 20))
def test_a_stopped_search_says_how_much_better_a_node_may_be(case: Known, most: int) -> None:
    """The best node is no cheaper than the bound of a search that was stopped, and no dearer."""
    loss, nodes = case.best()
    found = case.search(most).run()
    if found.proven:
        assert (found.loss, set(found.nodes)) == (loss, nodes)
    elif loss is not None:
        assert found.bound is not None
        assert found.bound <= loss
        assert found.loss is None or found.loss >= loss
        assert found.loss is None or (found.gap or 0) * found.loss >= found.loss - loss - 1e-9


@pytest.mark.parametrize(("passes", "nodes", "loss"), [(True, ((0,),), 0), (False, (), None)])
def test_one_node_is_a_lattice(passes: bool, nodes: tuple[Node, ...], loss: float | None) -> None:
    """A table without a choice has one node, which passes or not."""
    answer = NodeAnswer(passes, not passes, 0, 0)
    found = Search(Lattice((0,), ((0.0,),)), lambda asked: [answer for _ in asked], 1.0).run()
    assert (found.nodes, found.loss, found.gap, found.asked) == (nodes, loss, loss, 1)


@examples(200)
@given(known())
def test_losses_of_classes_are_bounded_by_nodes_that_were_asked(case: Known) -> None:
    """The same is found where no loss is known but of nodes that were asked."""
    flat = Lattice(case.lattice.most, tuple(tuple(0.0 for _ in levels) for levels in case.lattice.losses))
    loss, nodes = case.best()
    found = replace(case, lattice=flat).search().run()
    assert (found.loss, set(found.nodes), found.proven) == (loss, nodes, True)


@examples(200)
@given(known(), st.integers(2, 9))
def test_a_search_without_room_bounds_what_it_left_out(case: Known, boxes: int) -> None:
    """With room for few boxes the search asks on, and its bound never exceeds the optimum."""
    loss, nodes = case.best()
    found = replace(case.search(), most=boxes).run()
    if found.proven:
        assert (found.loss, set(found.nodes)) == (loss, nodes)
    else:
        assert found.bound is not None
        assert loss is None or found.bound <= loss


def test_a_search_stopped_at_once_has_proven_nothing() -> None:
    """Without time no node is asked: none was found, and none is ruled out."""
    lattice = Lattice((3, 3), ((0.0, 1.0, 2.0, 3.0), (0.0, 1.0, 2.0, 3.0)))
    found = Search(lattice, lambda nodes: [NodeAnswer(True, False, 0.0, 0.0) for _ in nodes], 0.0, lambda: True).run()
    assert (found.nodes, found.asked, found.proven, found.bound) == ((), 0, False, 0.0)


def test_a_lattice_of_a_trillion_nodes_is_searched_to_the_end() -> None:
    """Twelve columns of ten levels, three of which decide together, take few questions."""
    losses = tuple(tuple(float(level * (1 + place)) for level in range(10)) for place in range(12))
    lattice = Lattice(tuple(9 for _ in range(12)), losses)

    def judge(node: Node) -> NodeAnswer:
        passes = node[2] + node[5] + node[7] >= 12
        return NodeAnswer(passes, not passes, lattice.loss(node), lattice.loss(node))

    found = Search(lattice, lambda nodes: [judge(node) for node in nodes], 1.0).run()
    # Nine steps of the cheapest column at 3, and three of the next at 6.
    assert (lattice.nodes, found.loss, found.proven) == (10**12, 45.0, True)
    assert found.nodes == ((0, 0, 9, 0, 0, 3, 0, 0, 0, 0, 0, 0),)
    assert found.asked < 1000


def test_the_gap_narrows_while_the_search_goes_on() -> None:
    """Each step tells a bound that never falls, and a loss that never rises."""
    chance = random.Random(7)
    lattice = Lattice((5, 5, 5, 5), tuple(tuple(sorted(chance.random() for _ in range(6))) for _ in range(4)))
    passing = [(1, 2, 0, 4), (3, 0, 5, 0), (2, 2, 2, 2)]
    told: list[SearchResult] = []

    def ask(nodes: Sequence[Node]) -> list[NodeAnswer]:
        passes = [any(all(map(int.__ge__, node, low)) for low in passing) for node in nodes]
        return [
            NodeAnswer(found, not found, lattice.loss(node), 0.0) for node, found in zip(nodes, passes, strict=True)
        ]

    found = Search(lattice, ask, 1.0, together=2, told=told.append).run()
    gaps = [step.gap for step in told if step.gap is not None]
    assert gaps == sorted(gaps, reverse=True)
    assert found.loss == min(map(lattice.loss, passing))
    assert found.gap == 0.0
