"""What several releases give away together: a row per number of releases, beside single ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from sqlmetrics.output.assertions import Assertion, same_score
from sqlmetrics.output.forms import Forms, score_forms
from sqlmetrics.output.names import listed_line, shortened, target_name
from sqlmetrics.output.plot import draw_series
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, ReportTable, table
from sqlmetrics.output.shown import Draw, shows
from sqlmetrics.risk.together.earlier import step_of
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.sentences import Predicate
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = (
    ("candidates_left", "intersection", "left"),
    ("candidates_left", "single_release", "alone"),
    ("known_by_intersection", "intersection", "known"),
    ("known_by_intersection", "single_release", "alone"),
    ("guessed", "intersection", "guessed"),
    ("guessed", "single_release", "alone"),
    ("signature_kept", "intersection", "kept"),
    ("newcomers_alone", "subtraction", "newcomers"),
)
"""The columns of the table: a metric, an attack, and what stands above."""


def _as_read(*read: str) -> Predicate:
    """Return the predicate that the values of metrics are as their sentence says."""
    return lambda series, of: all(
        same_score(value, series.value(*key)) for key, value in of["values"].items() if key[0] in read
    )


READING = {
    "candidates_left": Assertion(
        "Left: the fewest values that the classes of anybody who is followed leave; alone, the fewest of any class.",
        _as_read("candidates_left"),
    ),
    "known_by_intersection": Assertion(
        "Known: the share of the people with one value left; alone, with one value in one of their classes.",
        _as_read("known_by_intersection"),
    ),
    "guessed": Assertion(
        "Guessed: the share of the people whose value an attacker guesses rightly; alone, by the one release that is"
        " surest of each.",
        _as_read("guessed"),
    ),
    "signature_kept": Assertion(
        "Kept: the share of the people whose classes show the same values in each release.", _as_read("signature_kept")
    ),
    "newcomers_alone": Assertion(
        "Newcomers: of the records by which counts grew since the release before, the share that came alone to their"
        " class, so that their value is shown.",
        _as_read("newcomers_alone"),
    ),
}
"""How the columns of a metric are read."""

SERIES = Assertion(
    "{releases} releases, one after the other: what they give away together by {keys}",
    lambda series, of: series.releases == of["releases"],
)
UNDEFINED_YET = Assertion("{measure} is undefined: {reason}", lambda series, of: series.value(*of["key"]) is None)

KEEP = (
    "Keep the recoding from release to release: a class that shows the same values each time crosses nothing out, and"
    " each new way of cutting does."
)
"""What to do where signatures are not kept."""


def _plot(result: ReleaseScores) -> Draw | None:
    """Return how the shares of people whose value is known are drawn, where there are any."""
    scores = [score for score in result.scores if score.metric == "known_by_intersection"]
    return partial(_draw, scores) if any(score.value is not None for score in scores) else None


def _draw(scores: Sequence[Score], axes: Axes) -> None:
    """Draw the people whose value is known by as many releases, together and by one each."""
    lines: dict[str, list[tuple[int, float]]] = {}
    targets = {(score.target, score.partition) for score in scores}
    for score in scores:
        how = "together" if score.attack == "intersection" else "each person by one release"
        name = f"{_about(score)}, {how}" if len(targets) > 1 else how
        if score.value is not None:
            lines.setdefault(name, []).append((step_of(score), score.value))
    draw_series(lines, "releases", "people whose value is known", axes)


@shows(ReleaseScores, of="together", drawn="releases together", plot=_plot)
def together_forms(result: ReleaseScores) -> Forms:
    """Return the forms of what releases give away together."""
    return score_forms(result, lambda: together_report(result), shortened(result).notes)


def together_report(result: ReleaseScores) -> Report:
    """Return a table for each sensitive attribute, how to read it, and what to do."""
    result = shortened(result)
    keys = listed_line(result.scores[0].quasi_identifiers)
    title = SERIES.say({"releases": len(result.releases)}, releases=len(result.releases), keys=keys)
    by_target: dict[tuple[str, str | None], list[Score]] = {}
    followed = [score for score in result.scores if score.attack == "pseudonym"]
    for score in result.scores[: len(result.scores) - len(followed)]:
        by_target.setdefault((score.target, score.partition), []).append(score)
    blocks: list[Block] = [Heading(title, 1)]
    for scores in by_target.values():
        blocks += _target_blocks(scores)
    if followed:
        blocks += [Heading("with a pseudonym"), _pseudonym_table(followed)]
    measured = {score.metric for score in result.scores}
    readings = [
        one.say({"values": _values(scores)})
        for metric, one in READING.items()
        if metric in measured
        for scores in by_target.values()
    ]
    blocks.append(Paragraph(" ".join(dict.fromkeys(readings))))
    kept = [score.value for score in result.scores if score.metric == "signature_kept" and score.value is not None]
    if any(value < 1 for value in kept):
        blocks.append(Paragraph(KEEP))
    return Report(tuple(blocks))


def _values(scores: Sequence[Score]) -> Mapping[tuple[str, str | None, int], float | None]:
    """Return the values of a target by metric, attack and number of releases."""
    return {(score.metric, score.attack, step_of(score)): score.value for score in scores}


def _target_blocks(scores: Sequence[Score]) -> Iterator[Block]:
    """Yield the table of a target, and the reasons of what is undefined."""
    yield Heading(_about(scores[0]))
    by_step: dict[int, dict[tuple[str, str | None], Score]] = {}
    for score in scores:
        by_step.setdefault(step_of(score), {})[score.metric, score.attack] = score
    there = {key for own in by_step.values() for key in own}
    shown = [(key, title) for *key, title in COLUMNS if tuple(key) in there]
    people = any(score.metric == "candidates_left" for score in scores)
    columns = [Column("releases", "number"), Column("the last", "name")]
    columns += [Column("people", "number")] if people else []
    yield table(
        [*columns, *(Column(title, "number") for _, title in shown)],
        [
            (
                str(step),
                next(iter(own.values())).release or "",
                *([f"{own['candidates_left', 'intersection'].records:,}"] if people else []),
                *(_cell(own, (metric, attack)) for (metric, attack), _ in shown),
            )
            for step, own in sorted(by_step.items())
        ],
        leading=2,
    )
    undefined = {(score.metric, score.reason): score for score in scores if score.value is None}
    for (metric, reason), score in undefined.items():
        of = {"key": (metric, score.attack, step_of(score))}
        yield Note(UNDEFINED_YET.say(of, measure=every_metric()[metric].title, reason=reason))


def _pseudonym_table(scores: Sequence[Score]) -> ReportTable:
    """Return the scores of people with the same classes in the same releases."""
    columns = [
        Column("people with the same classes in every release", "name"),
        Column("score", "number"),
        Column("reading"),
    ]
    return table(columns, [(every_metric()[one.metric].title, number(one.value), one.direction) for one in scores])


def _cell(own: Mapping[tuple[str, str | None], Score], key: tuple[str, str | None]) -> str:
    return number(own[key].value) if key in own else "-"


def _about(score: Score) -> str:
    """Return the sensitive attribute in words, with its partition."""
    return target_name(listed_line(score.target), score.partition)
