"""The five attacks of the Discrimination Rate: releases side by side, or the classes of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sqlmetrics.output.forms import Forms, score_forms
from sqlmetrics.output.names import listed_line, shortened, target_name
from sqlmetrics.output.plot import releases_plot
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, ReportTable, table
from sqlmetrics.output.results.scores import class_table
from sqlmetrics.output.shown import shows
from sqlmetrics.risk.scores import ReleaseScores, Score
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import joined, number, split_line


@shows(
    ReleaseScores,
    drawn="attacks",
    plot=releases_plot("adjusted_discrimination_rate", "adjusted discrimination rate: 0 by chance, 1 all is known"),
)
def attacks_forms(result: ReleaseScores) -> Forms:
    """Return the forms of the five attacks."""
    return score_forms(result, lambda: attacks_report(result), shortened(result).notes)


def attacks_report(result: ReleaseScores) -> Report:
    """Return the rates of the attacks: of the releases side by side, or of their classes."""
    result = shortened(result)
    keys = dict.fromkeys(name or "" for score in result.scores for name in split_line(score.quasi_identifiers))
    releases = ", ".join(result.releases)
    title = f"{releases} against {result.original}: what an attacker learns who knows {', '.join(keys)}"
    by_class = any(score.level == "class" for score in result.scores)
    blocks = _classes(result) if by_class else [Paragraph(_reading(result)), _side_by_side(result)]
    undefined = dict.fromkeys(
        (_undefined(score, result), score.reason) for score in result.scores if score.value is None
    )
    return Report(
        (Heading(title, 1), *blocks, *(Note(f"{attack} is undefined: {reason}") for attack, reason in undefined))
    )


def _reading(result: ReleaseScores) -> str:
    """Return which way the numbers are riskier."""
    safer = dict.fromkeys(
        f"{_words(score.attack or score.metric)} ({_symbol(score)})"
        for score in result.scores
        if score.direction == "higher is safer"
    )
    return f"Higher is riskier{f', but safer of {joined([*safer])}' if safer else ''}."


def _undefined(score: Score, result: ReleaseScores) -> str:
    """Return what is undefined in words: an attack, or one of its metrics where others are not."""
    own = (score.release, score.attack, score.quasi_identifiers)
    beside = any(
        (other.release, other.attack, other.quasi_identifiers) == own and other.value is not None
        for other in result.scores
    )
    return every_metric()[score.metric].title if beside else _words(score.attack or score.metric)


def _words(name: str | None) -> str:
    return (name or "").replace("_", " ")


def _known(score: Score, result: ReleaseScores) -> str:
    """Return the attacker's knowledge in words: one key, or all of them together."""
    several = len({other.quasi_identifiers for other in result.scores}) > 1
    return (
        "all together"
        if several and len(split_line(score.quasi_identifiers)) > 1
        else listed_line(score.quasi_identifiers)
    )


def _about(score: Score) -> str:
    """Return the attacker's target in words, with the attacker's model of its values."""
    return target_name(listed_line(score.target), score.partition)


def _symbol(score: Score) -> str:
    return every_metric()[score.metric].symbol


def _side_by_side(result: ReleaseScores) -> ReportTable:
    """Return a row per attack, target and known keys, with a column of values per release."""
    rows: dict[tuple[str, str, str, str], dict[str | None, Score]] = {}
    for score in result.scores:
        line = (_words(score.attack), _symbol(score), _known(score, result), _about(score))
        rows.setdefault(line, {})[score.release] = score
    names = [Column(title, "name") for title in ("attack", "", "known", "about")]
    releases = [Column(name, "number") for name in result.releases]
    return table(
        [*names, *releases],
        [
            (*line, *(number(scores[name].value) if name in scores else "-" for name in result.releases))
            for line, scores in rows.items()
        ],
        leading=len(names),
    )


def _classes(result: ReleaseScores) -> Iterator[Block]:
    """Give a table of classes, the riskiest first, for each attack on each target of a release."""
    for (release, attack), of_attack in groupby(result.scores, key=lambda score: (score.release, score.attack)):
        for _, group in groupby(
            of_attack, key=lambda one: (one.metric, one.quasi_identifiers, one.target, one.partition)
        ):
            yield from _class_blocks(f"{release}, {_words(attack)}", list(group), result)


def _class_blocks(attack: str, scores: Sequence[Score], result: ReleaseScores) -> Iterator[Block]:
    first = scores[0]
    yield Heading(f"{attack}: {_about(first)} by {_known(first, result)}")
    names, sizes = [score.class_ for score in scores], [score.records for score in scores]
    yield class_table(names, sizes, [_symbol(first)], [[score.value] for score in scores])
