"""The GDA Score in one picture: how each release stands up to each attack, and what use is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.output.names import short_names
from sqlmetrics.output.plot import LINES, LONGEST, plot_name
from sqlmetrics.release.attack.attack_log import DATASET
from sqlmetrics.scoring.scores import ReleaseScores, Score

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_COLUMNS = 6
"""The most columns whose coverage is drawn by name, the columns that lost most."""

LOOKS = (("#0072B2", "o"), ("#D55E00", "s"), ("#009E73", "^"), ("#CC79A7", "D"), ("#E69F00", "v"), ("#56B4E9", "P"))
"""The colours and marks of releases in turn; people who are colour-blind can tell them apart."""

WIDEST, ROOM = 40, 60
"""The most letters of a line's name, and of the names of releases that stand side by side."""

SMALLEST, LARGEST = 10.0, 60.0
"""The areas of the dots of an attack that claims nothing, and of one that always claims."""

PROTECTION = "Protection from attacks: 1 - confidence improvement"
USE = "Use: accuracy of queries and of models, coverage of columns"
BETTER = "further right is better\nlines: 95% intervals; small dots: attacks that seldom claim"


class FamilyDot(NamedTuple):
    """A release in a line: a value that is better the higher, its interval, claims per attempt."""

    release: str
    value: float | None
    low: float | None
    high: float | None
    share: float | None = None


class FamilyLine(NamedTuple):
    """A line of the picture, an attack or a measure of use, with a dot for each release."""

    name: str
    dots: tuple[FamilyDot, ...]


class Family(NamedTuple):
    """The lines of the picture: of protection, and of use where that was measured."""

    protection: tuple[FamilyLine, ...]
    use: tuple[FamilyLine, ...]

    @property
    def height(self) -> float:
        """The height of the picture in inches: room for each line, and for what is around them."""
        return 1.5 + 0.42 * (len(self.protection) + len(self.use) + 2)


def family(result: ReleaseScores) -> Family:
    """Return the picture's lines of attacks on releases, with scores of utility beside if any."""
    short = short_names(result.releases, LONGEST)
    shares = {
        (score.attack, score.release): score.value
        for score in result.scores
        if score.metric == "claim_probability" and score.target == DATASET
    }

    def lines(named: Sequence[tuple[str, Score]]) -> tuple[FamilyLine, ...]:
        """Return a line for each name, with its dots."""
        dots: dict[str, list[FamilyDot]] = {}
        for name, score in named:
            dot = FamilyDot(short[score.release or ""], score.value, score.low, score.high)
            if score.metric == "confidence_improvement":
                share = shares.get((score.attack, score.release))
                value, low, high = map(_protection, (score.value, score.high, score.low))
                dot = FamilyDot(dot.release, value, low, high, share)
            dots.setdefault(name, []).append(dot)
        return tuple(FamilyLine(name, tuple(own)) for name, own in dots.items())

    attacks = [
        (score.attack or "", score)
        for score in result.scores
        if score.metric == "confidence_improvement" and score.target == DATASET
    ]
    return Family(
        lines(attacks), lines([*_accuracies(result.scores), *_predictions(result.scores), *_coverages(result.scores)])
    )


def _protection(improvement: float | None) -> float | None:
    """Return how far an attack is from certainty: 1 where it does no better than a guess."""
    return None if improvement is None else min(max(1 - improvement, 0.0), 1.0)


def _accuracies(scores: Sequence[Score]) -> Iterator[tuple[str, Score]]:
    """Yield the accuracy of each whole workload."""
    for score in scores:
        if score.metric == "accuracy" and "," not in score.target:
            yield f"accuracy, {score.target} queries", score


def _predictions(scores: Sequence[Score]) -> Iterator[tuple[str, Score]]:
    """Yield the accuracy of each model that learnt from a release, beside the majority's guess."""
    guesses = {_model_of(score): score.value for score in scores if score.metric == "u_base"}
    for score in scores:
        if score.metric == "u_san":
            guess = guesses.get(_model_of(score))
            yield f"model of {score.target}{'' if guess is None else f' (guess {guess:.2f})'}", score


def _model_of(score: Score) -> tuple[str, str, str | None]:
    """Return what tells a model apart: what it predicts, from what, and how."""
    return score.target, score.quasi_identifiers, score.parameters


def _coverages(scores: Sequence[Score]) -> Iterator[tuple[str, Score]]:
    """Yield the coverage of the columns that are covered least, or of one where all are whole."""
    covered = [score for score in scores if score.metric == "coverage"]
    least: dict[str, float] = {}
    for score in covered:
        least[score.target] = min(least.get(score.target, 1.0), 1.0 if score.value is None else score.value)
    lost = sorted((name for name in least if least[name] < 1), key=lambda name: least[name])[:MOST_COLUMNS]
    whole = [name for name in least if least[name] == 1][:1]
    for score in covered:
        if score.target in lost:
            yield f"coverage of {score.target}", score
        elif score.target in whole:
            yield "coverage of every other column" if lost else "coverage of every column", score


def family_text(result: ReleaseScores) -> str:
    """Return the picture in words with its numbers, for readers who do not see it."""
    found = family(result)
    parts = []
    for title, lines in ((PROTECTION, found.protection), (USE, found.use)):
        told = "; ".join(f"{line.name}: {', '.join(map(_dot_text, line.dots))}" for line in lines)
        if told:
            parts.append(f"{title}. {told}.")
    return " ".join(parts)


def _dot_text(dot: FamilyDot) -> str:
    """Return a release with its number, and how often the attack claims."""
    text = f"{dot.release} {'undefined' if dot.value is None else f'{dot.value:.2f}'}"
    often = dot.share is None or dot.share >= 0.995
    return text if often else f"{text} ({dot.share:.0%} of attempts claim)"


def draw_family(result: ReleaseScores, axes: Axes) -> None:
    """Draw a line for each attack and each measure of use, with a dot for each release."""
    found = family(result)
    looks = {dot.release: None for line in (*found.protection, *found.use) for dot in line.dots}
    styles = {release: LOOKS[place % len(LOOKS)] for place, release in enumerate(looks)}
    ticks: dict[float, str] = {}
    at = 0.0
    for title, lines in ((PROTECTION, found.protection), (USE, found.use)):
        if not lines:
            continue
        axes.text(0, at, title, weight="bold", va="center", fontsize=9)
        for line in lines:
            at += 1
            ticks[at] = plot_name(line.name, WIDEST)
            axes.axhline(at, color="#e5e5e5", linewidth=0.8, zorder=0)
            for place, dot in enumerate(line.dots):
                _draw_dot(
                    dot, at + (place - (len(line.dots) - 1) / 2) * 0.8 / len(line.dots), *styles[dot.release], axes
                )
        at += 1
    axes.set_yticks([*ticks], [*ticks.values()])
    axes.set_ylim(at - 0.4, -0.6)
    axes.set_xlim(-0.02, 1.02)
    axes.set_xlabel(BETTER)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    for release, (colour, mark) in styles.items():
        axes.scatter([], [], s=40, color=colour, marker=mark, label=plot_name(release))
    columns = 4 if sum(map(len, styles)) < ROOM else 2
    axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=columns, columnspacing=1.2)


def _draw_dot(dot: FamilyDot, at: float, colour: str, mark: str, axes: Axes) -> None:
    """Draw a release in a line with its interval, or say that it has no value there."""
    if dot.value is None:
        axes.text(0, at, f"{plot_name(dot.release)}: undefined", color=LINES, va="center", fontsize=8)
        return
    if dot.low is not None and dot.high is not None:
        axes.plot([dot.low, dot.high], [at, at], color=colour, linewidth=1.2, zorder=2)
    area = 36.0 if dot.share is None else SMALLEST + (LARGEST - SMALLEST) * dot.share
    axes.scatter([dot.value], [at], s=area, color=colour, marker=mark, zorder=3, edgecolors="white", linewidths=0.6)
