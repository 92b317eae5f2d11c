"""Slices for reading: how many there are, and a table of each target with a row per slice."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.output.assertions import ROUNDING, Assertion, same_score
from sqlmetrics.output.names import listed_line, target_name
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, ReportTable, table
from sqlmetrics.scoring.chance import RATE
from sqlmetrics.sentences import Facts, World
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import counted, joined, number, values_text

if TYPE_CHECKING:
    from sqlmetrics.output.shown import Headline
    from sqlmetrics.risk.classes import Classes
    from sqlmetrics.scoring.scores import Score, Scores
    from sqlmetrics.scoring.view import Chance, View

SHOWN = 20
"""The most slices that are shown, the worst of them, unless all are asked for."""

NUMBERED = "They are numbered by size, the largest first, as their names are values of the table."
"""The sentence on slices that are not named."""

RAISED = "A small slice looks risky by {rates} through chance alone."
"""The sentence on rates of small slices."""

CONSTANT = "the target has a single value"
"""The reason of the scores of a constant target."""

INFLATED = ("itpr", RATE, "t_closeness_equal", "t_closeness_ordered", "t_closeness_hierarchical", "alpha_k_anonymity")
"""The metrics that chance raises in small slices."""


def slice_name(name: str, *, named: bool) -> str:
    """Return the name of a slice in a sentence: its values where these are shown, or its number."""
    return values_text(name) if named else f"slice {name}"


def slices_column(result: Scores | Classes, slices: Sequence[str | None]) -> tuple[Column, Sequence[str]] | None:
    """Return the column of the slices of rows, with its cells; None without slices."""
    if not result.by:
        return None
    return Column(" and ".join(result.by), "name"), [slice_name(name or "", named=result.named) for name in slices]


def rate_text(score: Score, chance: Chance | None) -> str:
    """Return the value of a score for reading, with what chance gives of a rate, if it is known."""
    text = number(score.value)
    beside = score.metric == RATE and score.value is not None and chance is not None
    return f"{text} (chance {_chance_text(chance)})" if beside else text


def inflated(metrics: Collection[str]) -> list[str]:
    """Return the symbols of those metrics that chance raises in small slices."""
    return [catalogue()[metric].symbol for metric in INFLATED if metric in metrics]


def _worst_are_shown(gate: World, of: Facts) -> bool:
    """Return whether no slice that a table leaves out is worse than one that it shows."""
    if len(gate.slices) != of["there_are"]:
        return False
    ranks = {name: of["rank"](gate, name) for name in gate.slices}
    shown = [ranks[name] for name in of["shown"]]
    return all(rank <= min(shown) + ROUNDING for name, rank in ranks.items() if name not in of["shown"])


def _are_in_order(gate: World, of: Facts) -> bool:
    """Return whether no slice is worse than one that a table has before it."""
    ranks = [of["rank"](gate, name) for name in of["shown"]]
    return all(one >= later - ROUNDING or one == later for one, later in pairwise(ranks))


def _are_first(gate: World, of: Facts) -> bool:
    """Return whether a slice of each secret is as far beyond chance as any other."""
    ranks = [{name: rank(gate, name) for name in gate.slices} for rank in of["ranks"]]
    return all(own[name] >= max(own.values()) - ROUNDING for own, name in zip(ranks, of["shown"], strict=True))


def _has_worst_score(gate: World, of: Facts) -> bool:
    """Return whether the slice has the score, and none is worse."""
    return _are_first(gate, of) and same_score(
        gate.slices[of["shown"][0]].score(of["metric"], of["target"]), of["value"]
    )


HEADLINE = Assertion("the worst slice; {direction}{beside}", _has_worst_score)
WORST_FIRST = Assertion("{name}: the worst slice first", _are_in_order)
BY_CHANCE = Assertion(
    f"{RAISED} Chance is the DR of an unrelated attribute in classes of these sizes, and the worst slice is the one"
    " whose DR is furthest beyond it.",
    _are_first,
)
WORST_SHOWN = Assertion("The {shown} worst of {there_are} slices are shown.", _worst_are_shown)


def shown_slices(shown: Sequence[str], there_are: int, remedy: str | None, rank: Callable[[World, str], float]) -> str:
    """Return which slices a table shows, and how to see the others; nothing where it shows all.

    `rank` is what is higher the worse a slice is.
    """
    if len(shown) >= there_are:
        return ""
    of = {"shown": shown, "there_are": there_are, "rank": rank}
    text = WORST_SHOWN.say(of, shown=number(len(shown)), there_are=number(there_are))
    return f"{text} {remedy}" if remedy else text


def _has_slices(gate: World, of: Facts) -> bool:
    sizes = sorted(gate.people.values())
    return (len(sizes), sizes[0], sizes[-1]) == (of["slices"], of["least"], of["most"])


ONE_SLICE = Assertion("By {by} there is 1 slice, of {most} {counted}.", _has_slices)
SLICES = Assertion(
    "By {by} there are {slices} slices, each scored as a table of its own: the largest has {most} {counted}, the"
    " smallest {least}.",
    _has_slices,
)


def slices_sentence(scores: Scores) -> str:
    """Return how many slices there are, and how large."""
    sizes = scores.people_by_slice.values()
    recoded = {column: name.removeprefix(f"{column}: ") for column, name in scores.recodings.items()}
    by = " and ".join(f"{column} (as {recoded[column]})" if column in recoded else column for column in scores.by)
    of = {"slices": len(sizes), "least": min(sizes), "most": max(sizes)}
    words = {name: number(size) for name, size in of.items()} | {"by": by, "counted": counted_word(scores)}
    if len(sizes) == 1:
        return ONE_SLICE.say(of, **words)
    text = SLICES.say(of, **words)
    return text if scores.named else f"{text} {NUMBERED}"


def counted_word(scores: Scores) -> str:
    """Return what the sizes of slices count: people if a column tells them apart, or records."""
    return "people" if scores.people else "records"


class SliceScores(NamedTuple):
    """The scores of a slice of one target, by metric, with what chance gives of its rate."""

    name: str
    scores: Mapping[str, Score]
    chance: Chance | None

    @property
    def beyond(self) -> float | None:
        """What its discrimination rate has beyond chance, None where that is not known."""
        rate = self.scores[RATE].value if RATE in self.scores else None
        return None if rate is None or self.chance is None else self.chance.adjusted(rate) or 0.0


def risk(score: Score) -> float:
    """Return a number that is higher the riskier a score is, and least where it is undefined."""
    if score.value is None:
        return float("inf") if (score.reason or "").startswith("infinite") else float("-inf")
    return score.value if score.direction == "higher is riskier" else -score.value


def worst_first(slices: Collection[SliceScores]) -> list[SliceScores]:
    """Return slices by what their rate has beyond chance, if that is known, then by each metric."""

    def key(one: SliceScores) -> tuple[float, ...]:
        beyond = one.beyond
        return (float("inf") if beyond is None else -beyond, *(-risk(score) for score in one.scores.values()))

    return sorted(slices, key=key)


def slices_of_targets(scores: Scores, shown: Sequence[Score]) -> Iterator[tuple[View, list[SliceScores]]]:
    """Yield each target of the `shown` scores, with its slices, the worst slice first."""
    targets: dict[View, dict[str, list[Score]]] = {}
    for score in shown:
        own = targets.setdefault(score.view.of_table, {})
        own.setdefault(score.slice or "", []).append(score)
    for view, slices in targets.items():
        yield (
            view,
            worst_first(
                [
                    SliceScores(
                        name, {one.metric: one for one in own}, scores.chance.get(view._replace(slice=own[0].slice))
                    )
                    for name, own in slices.items()
                ]
            ),
        )


def slices_blocks(scores: Scores, shown: Sequence[Score], remedy: str | None) -> Iterator[Block]:
    """Yield a table for each target, with a row per slice: the worst ones, or all without `remedy`.

    The `remedy` is a sentence on how to see the other slices.
    """
    targets = [*slices_of_targets(scores, shown)]
    if RATE in {score.metric for score in shown[:100]} and scores.chance:
        beyond = [(view.target, slices[0].name) for view, slices in targets if slices[0].beyond is not None]
        ranks = [partial(_rank, target, RATE, True) for target, _ in beyond]
        of = {"shown": [name for _, name in beyond], "ranks": ranks}
        yield Paragraph(BY_CHANCE.say(of, rates=joined(inflated({score.metric for score in shown}))))
    several = len({score.quasi_identifiers for score in shown}) > 1
    for (target, partition, keys, _), slices in targets:
        there = len(slices)
        some = slices if remedy is None else slices[:SHOWN]
        name = target_name(target, partition) + (f", where {listed_line(keys)} are known" if several else "")
        rank = partial(_rank, target, next(iter(slices[0].scores)), slices[0].beyond is not None)
        ordered = {"shown": [one.name for one in some], "rank": rank}
        yield Heading(WORST_FIRST.say(ordered, name=name) if there > 1 else name)
        yield _slice_table(some, scores)
        if left := shown_slices([one.name for one in some], there, remedy, rank):
            yield Note(left, "plain")
        yield from _reasons(target, slices)


def _rank(target: str, metric: str, beyond: bool, gate: World, name: str) -> float:
    """Return how bad a slice is: by its rate beyond chance if any is known, else by a metric."""
    if beyond:
        rate = gate.slices[name].rate(target)
        if math.isnan(rate):
            return -math.inf
        chance = gate.slices[name].chance(target)
        return (rate - chance) / (1 - chance) if chance < 1 else 0.0
    value = gate.slices[name].score(metric, target)
    sign = 1 if catalogue()[metric].direction == "higher is riskier" else -1
    return -math.inf if value is None else sign * value


def slice_headlines(scores: Scores, deciding: Sequence[Score]) -> list[Headline]:
    """Return the worst score of each metric that decides, with the slice that has it."""
    headlines: list[Headline] = []
    for (target, partition, _, _), slices in slices_of_targets(scores, deciding):
        for metric in dict.fromkeys(metric for one in slices for metric in one.scores):
            own = [one for one in slices if metric in one.scores]
            worst = own[0] if metric == RATE else max(own, key=lambda one: risk(one.scores[metric]))
            score = worst.scores[metric]
            beside = f"; chance gives {_chance_text(worst.chance)}" if metric == RATE and worst.chance else ""
            name = f"{target_name(target, partition)}, {slice_name(worst.name, named=scores.named)}"
            rank = partial(_rank, target, metric, metric == RATE and worst.beyond is not None)
            of = {"shown": [worst.name], "ranks": [rank], "metric": metric, "target": target, "value": score.value}
            told = HEADLINE.say(of, direction=score.direction, beside=beside)
            headlines.append((metric, name, number(score.value), told))
    return headlines


def _values_in(gate: World, of: Facts, values: int) -> bool:
    counts = [one.values_of(of["target"]) for one in gate.slices.values()]
    return (counts.count(values), len(counts)) == (of["number"], of["slices"])


NO_RECORD = Assertion(
    "in {some} of {slices} slices no record is left of '{target}' without a NULL; use `nulls: category` or another"
    " column",
    partial(_values_in, values=0),
)
ONE_VALUE = Assertion(
    "'{target}' has a single value in {some} of {slices} slices, where it holds nothing to learn",
    partial(_values_in, values=1),
)


def slices_warnings(scores: Scores) -> list[str]:
    """Return warnings of targets that hold nothing to learn in slices, with advice."""
    there = len(scores.people_by_slice)
    empty: dict[str, set[str | None]] = {}
    constant: dict[str, set[str | None]] = {}
    for score in scores.scores:
        if score.level != "table" or score.target == IDENTITY:
            continue
        if score.records == 0:
            empty.setdefault(score.target, set()).add(score.slice)
        elif score.reason == CONSTANT and score.partition is None:
            constant.setdefault(score.target, set()).add(score.slice)
    found = []
    for form, slices in ((NO_RECORD, empty), (ONE_VALUE, constant)):
        for target, own in slices.items():
            of = {"target": target, "number": len(own), "slices": there}
            text = form.say(of, some=number(len(own)), slices=number(there), target=target)
            found.append(f"{text}; leave it out" if form is ONE_VALUE and len(own) == there else text)
    return found


def _slice_table(slices: Sequence[SliceScores], scores: Scores) -> ReportTable:
    """Return slices in their order, with a column for each metric, and chance beside the rate."""
    metrics = list(dict.fromkeys(metric for one in slices for metric in one.scores))
    chance = any(one.chance is not None for one in slices)
    columns = [Column(" and ".join(scores.by), "name"), Column(counted_word(scores), "number")]
    sizes = scores.people_by_slice
    rows = [[slice_name(one.name, named=scores.named), number(sizes[one.name])] for one in slices]
    for metric in metrics:
        columns.append(Column(catalogue()[metric].symbol, "number"))
        for row, one in zip(rows, slices, strict=True):
            row.append(number(one.scores[metric].value) if metric in one.scores else "-")
        if metric == RATE and chance:
            columns.append(Column("chance", "number"))
            for row, one in zip(rows, slices, strict=True):
                row.append(_chance_text(one.chance))
    return table(columns, rows, leading=2)


def _chance_text(chance: Chance | None) -> str:
    if chance is None:
        return "-"
    return f"{'>= ' if chance.at_least else ''}{number(chance.rate)}"


UNDEFINED_IN = Assertion(
    "{metric} is undefined in {slices}: {reason}",
    lambda gate, of: sum(one.score(of["metric"], of["target"]) is None for one in gate.slices.values()) >= of["number"],
)


def _reasons(target: str, slices: Sequence[SliceScores]) -> Iterator[Note]:
    """Yield the reasons of undefined scores, each with the number of its slices."""
    missing = [score for one in slices for score in one.scores.values() if score.value is None]
    missing.sort(key=lambda score: (score.metric, score.reason or ""))
    for (metric, reason), own in groupby(missing, key=lambda score: (score.metric, score.reason)):
        many = len(list(own))
        of = {"metric": metric, "target": target, "number": sum(one.metric == metric for one in missing)}
        yield Note(UNDEFINED_IN.say(of, metric=metric, slices=counted(many, "slice"), reason=reason))
