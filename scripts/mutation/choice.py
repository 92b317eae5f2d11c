"""Which tests every run keeps: quick ones, and costly ones that run what no quick one does."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from mutation.running import Test

LEAST = 0.1
"""The seconds that a function has to take, all cases together, to be costly."""

LEAST_OF_A_CASE = 0.03
"""The seconds that each of its cases has to take, on average."""

FUNCTIONS = 3
"""The functions that shall run a place, where further ones take little."""

LITTLE = 0.02
"""The most seconds that a test may take for each place to which it gives a further function."""

ALWAYS = (
    "tests/test_architecture.py::",
    "tests/test_docs.py::test_generated_pages_are_current",
    "tests/test_docs.py::test_the_page_of_a_metric_is_current",
    "tests/cli/test_sessions.py::",
    "tests/advice/test_local.py::test_adult_needs_as_many_stars_as_measured",
    "tests/advice/test_median_cuts.py::test_a_relaxed_cut_parts_equal_ages_by_the_next_column",
    "tests/release/attack/test_closeness.py::test_distances_of_all_pairs_say_the_same",
    "tests/risk/counts/test_sketches.py::test_a_mark_with_a_domain_is_not_lost",
    "tests/risk/test_evidence.py::test_every_tenth_of_certainty_is_a_band",
    "tests/statement/test_agreed.py::",
)
"""The beginnings of names of tests that are kept.

They hold texts, or numbers that no other test of every run does, as `scripts/mutants` has shown.
"""


class Choice:
    """The tests that every run keeps: quick ones first, then costly ones as they are needed."""

    def __init__(self, tests: Iterable[Test], places: Mapping[str, frozenset[str]]) -> None:
        """Take the tests, and the places that each of them runs, by its name."""
        self._places = places
        self._running: dict[str, set[str]] = defaultdict(set)
        self._kept_running: dict[str, set[str]] = defaultdict(set)
        self.kept: set[str] = set()
        functions: dict[str, list[Test]] = defaultdict(list)
        for test in tests:
            functions[test.function].append(test)
            for place in places[test.name]:
                self._running[place].add(test.function)
        self._costly = [cases for cases in functions.values() if is_long(cases)]
        self._keep(test for cases in functions.values() if not is_long(cases) for test in cases)
        self._keep(cheapest_of_files(functions.values()))
        for enough in range(1, FUNCTIONS + 1):
            self._keep_needed(enough, LITTLE if enough > 1 else None)

    def _keep(self, tests: Iterable[Test]) -> None:
        for test in tests:
            self.kept.add(test.name)
            for place in self._places[test.name]:
                self._kept_running[place].add(test.function)

    def _gain(self, test: Test, enough: int) -> int:
        """Return how many places that too few functions run would have one more with a test."""
        return sum(
            len(self._kept_running[place]) < min(enough, len(self._running[place]))
            and test.function not in self._kept_running[place]
            for place in self._places[test.name]
        )

    def _keep_needed(self, enough: int, most: float | None) -> None:
        """Keep tests until enough functions run each place, first those that take least for one."""
        waiting = [
            (test.seconds / gain, test)
            for cases in self._costly
            for test in cases
            if test.name not in self.kept and (gain := self._gain(test, enough))
        ]
        heapq.heapify(waiting)
        while waiting:
            _, test = heapq.heappop(waiting)
            gain = self._gain(test, enough)
            if gain and waiting and test.seconds / gain > waiting[0][0]:
                heapq.heappush(waiting, (test.seconds / gain, test))
            elif gain and (most is None or test.seconds / gain <= most):
                self._keep([test])

    def listed(self) -> dict[str, dict[str, list[str]]]:
        """Return what tests/costly.yml says: the kept cases of functions that lose some."""
        found: dict[str, dict[str, list[str]]] = defaultdict(dict)
        for cases in self._costly:
            kept = [test for test in cases if test.name in self.kept]
            if len(kept) < len(cases):
                file, _, function = cases[0].function.removeprefix("tests/").partition("::")
                found[file][function] = sorted(test.name.partition("[")[2].removesuffix("]") for test in kept)
        return {file: dict(sorted(found[file].items())) for file in sorted(found)}


def is_long(cases: list[Test]) -> bool:
    """Return whether a function takes long, by the seconds of its cases, and may be left out."""
    seconds = sum(test.seconds for test in cases)
    return seconds >= max(LEAST, LEAST_OF_A_CASE * len(cases)) and not cases[0].name.startswith(ALWAYS)


def cheapest_of_files(functions: Iterable[list[Test]]) -> Iterator[Test]:
    """Give the cheapest test of each file whose functions all take long."""
    files: dict[str, list[list[Test]]] = defaultdict(list)
    for cases in functions:
        files[cases[0].file].append(cases)
    for those in files.values():
        if all(is_long(cases) for cases in those):
            yield min((test for cases in those for test in cases), key=lambda test: test.seconds)
