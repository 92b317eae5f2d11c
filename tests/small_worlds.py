"""Tables as they are, small and random, with what is exact of them by plain loops.

The loops share no code with what is said of a table.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from sqlmetrics.output.report import Heading, Note, Paragraph, Report, ReportTable, cell_text
from sqlmetrics.sentences import Said

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
        self.smallest = min(map(len, self.groups.values()), default=0)

    def values(self, key: str, target: str) -> list[Any]:
        """Return what an attacker guesses in a group: who a person is, or the secret of each."""
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

    def values_of(self, target: str) -> int:
        """Return the number of different values."""
        return len({*self.all_values(target)})

    def score(self, metric: str, target: str) -> float | None:
        """Return a score, None where it is undefined."""
        if not self.groups:
            return None
        if metric == "k_anonymity":
            return self.smallest
        if metric == "uniqueness":
            return sum(len(group) == 1 for group in self.groups.values()) / self.everybody
        if metric == "alpha_k_anonymity":
            return self.surest(target)
        if metric == "delta_disclosure_strict":
            return self.delta(target)
        whole = entropy(self.all_values(target))
        return None if not whole else {"discrimination_rate": self.rate, "itpr": self.exposed}[metric](target)

    def delta(self, target: str) -> float | None:
        """Return the largest |ln p(x|y) / p(x)|, None where a group lacks a value."""
        whole, found = self.all_values(target), 0.0
        for key in self.groups:
            own = self.values(key, target)
            for value, count in Counter(whole).items():
                if value not in own:
                    return None
                found = max(found, abs(math.log(own.count(value) / len(own) / (count / len(whole)))))
        return found


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


Record = tuple[str, str, int, str]
"""A record: the key, the secret, whose it is, and the slice."""

BOTH = ("identity", "secret")
TARGETS = {
    "k_anonymity": BOTH[:1],
    "alpha_k_anonymity": BOTH[1:],
    "delta_disclosure_strict": BOTH[1:],
    "discrimination_rate": BOTH,
    "itpr": BOTH,
}
"""The targets of metrics."""

UNBOUNDED = {"delta_disclosure_strict"}
"""The metrics that are infinite where they have no value."""

PLACES = {"key": 0, "secret": 1, "who": 2, "month": 3}
"""The columns of a record, by their places."""


class Held(NamedTuple):
    """A score that is held to a limit, as it is; `passed` is None with too few people to say.

    `known` is what an attacker knows, a line of CSV.
    """

    metric: str
    target: str
    known: str
    slice: str | None
    limit: float
    value: float | None
    passed: bool | None

    @property
    def left(self) -> float:
        """The share of the limit that is left, negative beyond it; infinite without a value."""
        share = math.inf if self.value is None else abs(self.limit - self.value) / (abs(self.limit) or 1)
        return share if self.passed else -share


@dataclass
class ExactGate:
    """A table with limits, by plain loops."""

    rows: Sequence[Record]
    limits: Mapping[str, float]
    by: bool = False
    known: Mapping[str, Sequence[int]] = field(default_factory=lambda: {"key": (0,)})
    least: int = 0
    counts: Mapping[str, Any] = field(default_factory=dict)
    public: bool = False

    def __post_init__(self) -> None:
        self.records = len(self.rows)
        parts: dict[str, list[Record]] = {}
        for row in self.rows if self.by else []:
            parts.setdefault(row[3], []).append(row)
        self.people = {name: len({row[2] for row in own}) for name, own in parts.items()}
        self.slices = {name: Exact([row[:3] for row in own]) for name, own in parts.items()}
        self.described = self.classes(next(iter(self.known.values())))
        self.held = [one for name in (parts if self.by else [None]) for one in self._held(name, parts)]

    def _held(self, name: str | None, parts: Mapping[str, Sequence[Record]]) -> Iterator[Held]:
        """Yield the verdicts on the table, or on a slice."""
        rows = self.rows if name is None else parts[name]
        for known, places in self.known.items():
            exact = Exact([(",".join(str(row[place]) for place in places), *row[1:3]) for row in rows])
            few = name is not None and self.people[name] < self.least
            for metric, limit in self.limits.items():
                for target in TARGETS[metric]:
                    value = exact.score(metric, target)
                    sign = -1 if metric == "k_anonymity" else 1
                    within = value is not None and sign * (value - limit) <= 1e-9 * max(1, limit)
                    yield Held(metric, target, known, name, limit, value, None if few else within)

    def __getattr__(self, name: str) -> Any:
        """Return what is exact of the whole table, by what the described attacker knows."""
        if name == "described":
            raise AttributeError(name)
        return getattr(self.described, name)

    def classes(self, places: Sequence[int]) -> Exact:
        """Return the table with the groups that some columns make."""
        return Exact([(",".join(str(row[place]) for place in places), *row[1:3]) for row in self.rows])

    def put(self, known: Sequence[str], size: int) -> int:
        """Return the people whom known columns put in small groups."""
        return self.classes([PLACES[column] for column in known]).below(size)

    def met(self, subject: Sequence[Any]) -> str:
        """Return whether a condition is met: in each slice with enough people, if there are some.

        A public page does not tell whether any slice has enough people.
        """
        metric, target, withheld, known, limit = subject
        own = [
            one
            for one in self.held
            if (one.metric, one.target, one.known, one.limit) == (metric, target, ",".join(known), limit)
        ]
        if any(one.passed is False and (withheld or one.value is not None or metric in UNBOUNDED) for one in own):
            return "no"
        none_fails = own and all(one.passed is not False for one in own)
        return "yes" if none_fails and (self.public or any(one.passed for one in own)) else "un"

    def count(self, what: str) -> Any:
        """Return the number of things that are named, or their names."""
        return self.counts.get(what, 0)


def hold(world: object, said: Iterable[Said], rows: object) -> Counter[str]:
    """Hold what is said against a table, and return how often each was said."""
    found = Counter[str]()
    for one in said:
        assert one.holds(world), (one.text, one.facts, str(rows)[:600])
        found[one.assertion.text] += 1
    return found


def texts_of(report: Report) -> Iterator[str]:
    """Yield the sentences of a report, which are not cells of its tables, and its verdicts."""
    for block in report.blocks:
        if isinstance(block, Paragraph | Note | Heading):
            yield block.text
        if isinstance(block, ReportTable):
            verdicts = [place for place, column in enumerate(block.columns) if column.title == "verdict"]
            yield from (cell_text(row[place]) for row in block.rows for place in verdicts)
    yield report.summary


def unsaid(texts: Iterable[str], said: Sequence[Said]) -> set[str]:
    """Return what holds a figure and was not said by an assertion."""
    own = sorted({one.text for one in said}, key=len, reverse=True)
    found = set()
    for text in texts:
        for one in own:
            text = text.replace(one, "")
        if re.search(r"\d", text):
            found.add(text)
    return found
