"""What is said of a table holds: assertions are held against the exact numbers of small worlds."""

from __future__ import annotations

import ast
import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any

import pytest

import sqlmetrics
from conftest import ROOT
from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.certificate.measured import certificate
from sqlmetrics.certificate.published import published
from sqlmetrics.engine.progress import Progress
from sqlmetrics.gate.judged import judge_spec
from sqlmetrics.output.assertions import Said, heard
from sqlmetrics.output.page.answer import answer
from sqlmetrics.output.page.people import people_at_risk
from sqlmetrics.output.page.secrets import learnt
from sqlmetrics.output.results.scores import scores_report
from sqlmetrics.spec.call import call_spec

Row = tuple[str, str, int]
"""A record: the key, the secret, and whose it is."""


class Exact:
    """A table by plain loops, which share no code with what is said of it."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.groups: dict[str, dict[int, str]] = defaultdict(dict)
        for key, secret, person in rows:
            self.groups[key][person] = secret
        self.people = {person for _, _, person in rows}
        self.everybody = len(self.people)
        self.smallest = min(map(len, self.groups.values()))

    def values(self, key: str, target: str) -> list[Any]:
        """Return what is to be guessed of each person of a group."""
        group = self.groups[key]
        return [*group] if target == "identity" else [*group.values()]

    def all_values(self, target: str) -> list[Any]:
        """Return what is to be guessed in each group."""
        return [value for key in self.groups for value in self.values(key, target)]

    def below(self, size: int) -> int:
        """Return the people who are in a group of fewer than `size`."""
        return len({person for group in self.groups.values() if len(group) < size for person in group})

    def only_below(self, size: int) -> int:
        """Return the people all of whose groups are of fewer than `size`."""
        return len(self.people - {person for group in self.groups.values() if len(group) >= size for person in group})

    def surest(self, target: str) -> float:
        """Return how often the best guess is right in the group where it is surest."""
        return max(self.certainty(key, target) for key in self.groups)

    def certainty(self, key: str, target: str) -> float:
        """Return how often the best guess is right in a group."""
        values = self.values(key, target)
        return max(Counter(values).values()) / len(values)

    def surer(self, target: str, limit: float) -> int:
        """Return the people of whom a guess is right more often than `limit`."""
        sure = [group for key, group in self.groups.items() if self.certainty(key, target) > limit + 1e-12]
        return len({person for group in sure for person in group})

    def before(self, target: str) -> float:
        """Return how often the best guess is right where nothing is known."""
        own = {person: secret for group in self.groups.values() for person, secret in group.items()}
        return max(Counter(own if target == "identity" else own.values()).values()) / len(own)

    def after(self, target: str) -> float:
        """Return how often the best guess is right on average where the keys are known."""
        right = sum(max(Counter(self.values(key, target)).values()) for key in self.groups)
        return right / len(self.all_values(target))

    def rate(self, target: str) -> float:
        """Return the discrimination rate, 1 - H(X|Y) / H(X)."""
        whole = entropy(self.all_values(target))
        return 1 - self.open(target) / whole if whole else math.nan

    def open(self, target: str) -> float:
        """Return H(X|Y) in bits."""
        total = len(self.all_values(target))
        return sum(len(group) / total * entropy(self.values(key, target)) for key, group in self.groups.items())

    def certain(self, target: str, share: float, least: int) -> int:
        """Return the people in a group of `least` or more where a guess is right that often."""
        sure = [
            group
            for key, group in self.groups.items()
            if len(group) >= least and self.certainty(key, target) >= share - 1e-12
        ]
        return len({person for group in sure for person in group})

    def chance(self, target: str) -> float:
        """Return the rate that is left where values are dealt to the groups at random, on average.

        A value's number in a group is then hypergeometric.
        """
        values = self.all_values(target)
        total, open_ = len(values), 0.0
        for group in self.groups.values():
            size = len(group)
            for count in Counter(values).values():
                for held in range(max(1, size + count - total), min(size, count) + 1):
                    share = math.comb(count, held) * math.comb(total - count, size - held) / math.comb(total, size)
                    open_ -= share * held / total * math.log2(held / size)
        return 1 - open_ / entropy(values)

    def exposed(self, target: str) -> float:
        """Return ITPR, the largest 1 - m p(y) H(X|Y=y) / H(X) of the m groups."""
        total, whole = len(self.all_values(target)), entropy(self.all_values(target))
        parts = [len(group) / total * entropy(self.values(key, target)) for key, group in self.groups.items()]
        return max(1 - len(parts) * part / whole for part in parts)


def entropy(values: Sequence[Any]) -> float:
    """Return the entropy of values in bits."""
    counts = Counter(values).values()
    return -sum(count / len(values) * math.log2(count / len(values)) for count in counts) or 0.0


def small_worlds(people: int) -> Iterator[list[Row]]:
    """Yield every table of up to so many people in up to three groups, of two values."""
    cells = [(key, secret) for key in "abc" for secret in "xy"]
    for number in range(1, people + 1):
        for own in combinations_with_replacement(cells, number):
            used = sorted({key for key, _ in own})
            if used == [*"abc"[: len(used)]]:
                yield [(key, secret, person) for person, (key, secret) in enumerate(own)]


def random_worlds(number: int) -> Iterator[list[Row]]:
    """Yield tables of groups from one person to some hundred; of some a person has two records."""
    draw = random.Random(7)
    for place in range(number):
        rows, person = [], 0
        for group in range(draw.randint(1, 12)):
            skew = draw.choice([0.0, 0.05, 0.3, 0.5])
            for _ in range(draw.choice([1, 2, 5, 11, 16, 20, 40, 130])):
                rows.append((f"g{group}", "x" if draw.random() >= skew else draw.choice("yz"), person))
                person += 1
        if place % 3 == 2:
            rows += [("other", secret, owner) for _, secret, owner in rows[:: draw.randint(2, 6)]]
        yield rows


def certificates(rows: Sequence[Row], limits: dict[str, Any]) -> tuple[Certificate, Certificate]:
    """Return the internal and the public certificate of a table."""
    several = len({person for *_, person in rows}) < len(rows)
    frame = {"key": [key for key, *_ in rows], "secret": [one for _, one, _ in rows], "who": [who for *_, who in rows]}
    words = {"look": False, "thresholds": limits, **({"individual": "who"} if several else {})}
    spec = call_spec(frame, ["key"], ["secret"], words)
    whole = certificate(judge_spec("job", spec, "run", Progress(), reports=True))
    return whole, published(whole)


def said_of(rows: Sequence[Row], limits: dict[str, Any]) -> list[Said]:
    """Return what the pages say of a table, internal and public."""
    pages = certificates(rows, limits)
    with heard() as found:
        for one in pages:
            answer(one), people_at_risk(one), learnt(one)
    return found


LIMITS: list[dict[str, Any]] = [
    {},
    {"k_anonymity": {"at_least": 11}, "alpha_k_anonymity": {"at_most": 0.9}},
    {"k_anonymity": {"at_least": 2}, "alpha_k_anonymity": {"at_most": 1}},
]


def check(rows: Sequence[Row], said: Iterable[Said]) -> Counter[str]:
    """Hold what is said against a table, and return how often each was said."""
    world, found = Exact(rows), Counter[str]()
    for one in said:
        assert one.holds(world), (one.assertion.text, one.facts, rows)
        found[one.assertion.text] += 1
    return found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("limits", LIMITS, ids=["no limit", "limits that fail or are met", "limits nobody needs"])
def test_what_pages_say_of_random_tables_holds(limits: dict[str, Any]) -> None:
    """Internal and public pages, of people with one record and with several."""
    found = Counter[str]()
    for rows in random_worlds(12):
        found += check(rows, said_of(rows, limits))
    assert len(found) >= 12


@pytest.mark.sampled(1)
@pytest.mark.parametrize("people", [3, 4])
def test_what_pages_say_of_small_worlds_holds(people: int) -> None:
    """Of all tables of up to four people, nobody hidden and everybody alone among them."""
    found = Counter[str]()
    for place, rows in enumerate(small_worlds(people)):
        found += check(rows, said_of(rows, LIMITS[place % len(LIMITS)]))
    assert len(found) >= 12


@pytest.mark.sampled(1)
@pytest.mark.parametrize("people", [3, 5])
def test_what_scores_say_of_small_worlds_holds(people: int) -> None:
    """`score` prints sentences on who people are and on the secret, beside what chance gives."""
    found = Counter[str]()
    for rows in small_worlds(people):
        frame = {"key": [key for key, *_ in rows], "secret": [one for _, one, _ in rows]}
        scores = sqlmetrics.score(frame, ["key"], ["secret"], look=False)
        with heard() as said:
            scores_report(scores)
        found += check(rows, said)
    assert len(found) >= 6


APART = {
    ", and {open} could not be measured",
    "A stricter limit puts more people at risk: {shares}",
    "For how many it is more than {limit} sure is not said in this version.",
    "How much of the uncertainty about {name} the known columns take away: {why}.",
    "How often the best guess of {name} is right. ",
    "How people hide was not measured: {reason}.",
    "How sure a guess of {secrets} can be is not shown.",
    "How sure guesses are was not measured: {reason}.",
    "How sure guesses of {names} are was not measured.",
    "How sure the best guess is {large}",
    "How sure the guess is {large} was not measured",
    "In the most exposed group of {least} or more",
    "Met: all {count} conditions hold",
    "Not decided: {open} of {conditions} could not be measured",
    "Not met: {failed} of {conditions} {fail}{rest}",
    "Not met: {identifiers} in the table",
    "Not met: {number} {verb} no role",
    "Not met: {some} of {every} {fail}{where}",
    "Own limits were set by the publisher{named}.",
    "People by how often the best guess of {name} is right in their group. {told}. Without the release: {shown}.",
    "People by the size of their group. {key}",
    "People in groups of {size} are left out.",
    "Red: right {share} of the time or more, nearly sure.",
    "Share of people in groups of fewer than k: {told}.",
    "Someone who knows {names} of a person",
    "Texts of {names} hold identifiers of the people they are about: no condition makes up for that.",
    "The mark is the limit of {limit}, which is set for every group.",
    "The mark is {limit}, above which a guess counts here as nearly sure; no limit was set.",
    "The only group of {least} or more",
    "The {number} groups of {least} or more with the surest guesses",
    "What is missing counts as not met: {told}.",
    "be more than {limit} sure of {guesses}",
    "in groups of {least} or more",
    "the own limit of {size}",
    "{columns} {were} not looked at.",
    "{names} {verb} given no role and no reason to stay: no condition makes up for that.",
    "{names} {verb} in the table, without a reason: no condition makes up for that.",
    "{name} looks like {says}, and was given no role.",
    "{rate} How much of that is more than chance: {why}.",
}
"""Sentences with parts that are no number of people, and no score."""


def texts_without_predicate() -> set[str]:
    """Return the sentences of the modules of assertions that are none, and have parts."""
    found: set[str] = set()
    for name in ("answer", "people", "secrets"):
        tree = ast.parse((ROOT / "sqlmetrics" / "output" / "page" / f"{name}.py").read_text(encoding="utf-8"))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "wording":
                texts = (one for one in call.args[:1] if isinstance(one, ast.Constant))
                found.update(one.value for one in texts if isinstance(one.value, str) and "{" in one.value)
    return {text for text in found if len(text.split()) > 4}


def test_no_sentence_stands_without_its_predicate() -> None:
    """Whoever writes one with a number makes it an assertion, or says here that it asserts none."""
    assert texts_without_predicate() == APART
