"""A file of people who are looked for in a relation: the shares that are found, held to limits."""

from __future__ import annotations

from sqlmetrics.engine.comparison import Sides
from sqlmetrics.engine.progress import Progress
from sqlmetrics.gate.families import held_metrics
from sqlmetrics.gate.judged_family import JudgedFamily, limits_of_family
from sqlmetrics.gate.thresholds import Measured, Threshold, judge
from sqlmetrics.phrase import replaced_name
from sqlmetrics.release.attack.linkage.linkage import LinkageQuestion
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.spec.linkage import LinkageSpec
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.relation import short_name

OF_A_FILE = "people of a file"
"""The target of the scores of a file of people."""

OF_SCORES = ("harmonise", "intervals", "previous", "weight", "population", "population_size", "sampling_fraction")
"""The words of a spec that are about its other scores."""


def linkage_limits(spec: Spec) -> tuple[Threshold, ...]:
    """Return the limits on who of a spec's file is found. Raises SpecError for another target."""
    return limits_of_family(spec, "linkage", [Measured(metric, OF_A_FILE, None) for metric in held_metrics("linkage")])


def judge_linkage(spec: Spec, progress: Progress) -> JudgedFamily | None:
    """Return who of a spec's file is found with the verdicts; None where it names no file.

    The relation is the only release, and notes name both without their folders.

    Raises SpecError for columns that do not link, QueryError.
    """
    if not spec.linkage.is_asked:
        return None
    own, plain = spec.linkage, Spec()
    words = {word: getattr(plain, word) for word in OF_SCORES}
    columns = own.columns or spec.quasi_identifiers
    asked = spec.model_copy(update=words | {"linkage": LinkageSpec(), "quasi_identifiers": columns})
    sides = Sides(spec.records, (), spec.place)
    question = LinkageQuestion(sides, asked, own.located(), own.agreement, own.nearly, own.links)
    found = question.answer(progress)
    scores = tuple(score._replace(target=OF_A_FILE, release=None) for score in found.scores)
    notes = tuple(_short(note, found) for note in found.notes)
    return JudgedFamily(scores, tuple(judge(linkage_limits(spec), scores)), notes)


def _short(note: str, found: ReleaseScores) -> str:
    """Return a note that calls both relations by their names without folders."""
    for name in sorted((found.original, *found.releases), key=len, reverse=True):
        note = replaced_name(note, name, short_name(name))
    return note
