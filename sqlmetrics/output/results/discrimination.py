"""The attacks on releases and on their original's records: side by side, or by class."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from sqlmetrics.output.forms import Forms, score_forms
from sqlmetrics.output.names import listed_line, shortened, target_name
from sqlmetrics.output.plot import releases_plot
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, ReportTable, table
from sqlmetrics.output.results.scores import class_table
from sqlmetrics.output.shown import shows
from sqlmetrics.release.attack.discrimination_attacks import ATTACKS, JOINT
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import joined, number, split_line


@shows(
    ReleaseScores,
    drawn="attacks",
    plot=releases_plot("adjusted_discrimination_rate", "adjusted discrimination rate: 0 by chance, 1 all is known"),
)
def attacks_forms(result: ReleaseScores) -> Forms:
    """Return the forms of the attacks."""
    return score_forms(result, lambda: attacks_report(result), shortened(result).notes)


def attacks_report(result: ReleaseScores) -> Report:
    """Return the rates of the attacks: of the releases side by side, or of their classes.

    Below the rates of a release stand the measures of what it says of its original's records.
    """
    result = shortened(result)
    keys = dict.fromkeys(name or "" for score in result.scores for name in split_line(score.quasi_identifiers))
    releases = ", ".join(result.releases)
    title = f"{releases} against {result.original}: what an attacker learns who knows {', '.join(keys)}"
    by_class = any(score.level == "class" for score in result.scores)
    blocks = _classes(result) if by_class else [Paragraph(_reading(result)), *_side_by_side(result)]
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


def _side_by_side(result: ReleaseScores) -> Iterator[Block]:
    """Yield the rates of the releases, then what each says of the original's records."""
    joint = {name for name, attack in ATTACKS.items() if attack.view == JOINT}
    rates = [score for score in result.scores if score.attack not in joint]
    yield _compared(
        result,
        rates,
        lambda score: (_words(score.attack), _symbol(score), _known(score, result), _about(score)),
        ("attack", "", "known", "about"),
    )
    if told := [score for score in result.scores if score.attack in joint]:
        yield Heading("What the release says of real records")
        yield Paragraph("An attacker knows all of these columns of people in the original, and looks them up.")
        yield _compared(
            result,
            told,
            lambda score: (_symbol(score), _about(score), every_metric()[score.metric].short or ""),
            ("", "about", "the share"),
        )


def _compared(
    result: ReleaseScores, scores: Sequence[Score], line_of: Callable[[Score], tuple[str, ...]], titles: Sequence[str]
) -> ReportTable:
    """Return a row per line of names, below their titles, with a column of values per release."""
    rows: dict[tuple[str, ...], dict[str | None, Score]] = {}
    for score in scores:
        rows.setdefault(line_of(score), {})[score.release] = score
    names = [Column(title, "name") for title in titles]
    releases = [Column(name, "number") for name in result.releases]
    return table(
        [*names, *releases],
        [
            (*line, *(number(by_release[name].value) if name in by_release else "-" for name in result.releases))
            for line, by_release in rows.items()
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
