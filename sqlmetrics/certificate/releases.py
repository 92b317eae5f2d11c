"""A relation beside other releases of its original: how risky and how useful each is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlmetrics.certificate.certificate import ComparedReleases, ReleasePoint
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.engine.comparison import Sides, numbered
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.release.utility.frontier import Frontier, frontier
from sqlmetrics.release.utility.prediction_task import plan_task
from sqlmetrics.release.utility.tradeoff import TradeoffQuestion
from sqlmetrics.release.utility.tradeoff_scores import worth_sentences
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.spec.place import name_of
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.statement.planning import key_recodings, resolved_partitions
from sqlmetrics.statement.relation import short_name


@dataclass(frozen=True)
class WeighedReleases:
    """The releases that a relation is weighed against, and the original of all.

    `releases` may be a mapping by their names. `workload` are the attributes that classifiers
    predict, by default the sensitive ones; `hierarchies` name the files that releases were recoded
    by, by column.
    """

    original: Any
    releases: Mapping[str, Any] | Sequence[Any]
    workload: tuple[str, ...]
    hierarchies: Mapping[str, Path | str]


def beside(
    original: Any,
    releases: Any,
    workload: Sequence[str] | str = (),
    hierarchies: Mapping[str, Path | str] | None = None,
) -> WeighedReleases | None:
    """Return the releases that a call names, with their original; None where it names neither.

    A single release may stand for a list. Raises SpecError where one is without the other.
    """
    given = releases if isinstance(releases, Mapping | list | tuple) else [] if releases is None else [releases]
    if original is None and not given:
        if workload or hierarchies:
            raise SpecError("`workload` and `release_hierarchies` are about releases; name some")
        return None
    if original is None:
        raise SpecError("releases are weighed by what they still tell of their `original`; name it, too")
    if not given:
        raise SpecError("name at least one other release of the `original`, to weigh this one against")
    attributes = (workload,) if isinstance(workload, str) else tuple(workload)
    return WeighedReleases(original, given, attributes, dict(hierarchies or {}))


def releases_of(spec: Spec, given: WeighedReleases, progress: Progress | None = None) -> ComparedReleases:
    """Return a spec's relation, as its partitions recode it, beside other releases.

    Raises SpecError where they do not compare, QueryError where the engine fails.
    """
    others = given.releases
    names = list(others) if isinstance(others, Mapping) else [short_name(name_of(other)) for other in others]
    relations = list(others.values()) if isinstance(others, Mapping) else list(others)
    this = "the query" if spec.query is not None else short_name(name_of(spec.relation))
    labels = numbered([this, *names])
    keys = {column: entries for column, entries in spec.partitions.items() if column in spec.quasi_identifiers}
    own = spec.model_copy(update={"partitions": keys, "by": {}})
    result = TradeoffQuestion(
        Sides(given.original, dict(zip(labels, [spec.records, *relations], strict=True)), spec.place),
        plan_task(own, given.workload or spec.sensitive, hierarchies=given.hierarchies),
        recodings={labels[0]: key_recodings(own, resolved_partitions(own))},
    ).answer(progress)
    made = _releases(_labelled(result, labels), short_name(name_of(given.original)))
    return replace(made, individual=spec.individual)


def _labelled(result: ReleaseScores, labels: Sequence[str]) -> ReleaseScores:
    """Return a result whose releases have their labels, without conditions on records."""
    label = dict(zip(result.releases, labels, strict=True))
    scores = tuple(score._replace(release=label[str(score.release)]) for score in result.scores)
    stated = {*worth_sentences(result)}
    notes = tuple(note for note in result.notes if note not in stated)
    return replace(result, releases=tuple(labels), scores=scores, notes=notes)


def _releases(result: ReleaseScores, original: str) -> ComparedReleases:
    drawn = frontier(result)
    return ComparedReleases(
        original=original,
        risk=drawn.risk.name,
        risk_of=drawn.risk_of,
        use=drawn.utility.name,
        use_of=drawn.utility_of,
        points=tuple(_point(name, result, drawn) for name in result.releases),
        notes=result.notes,
    )


def _point(name: str, result: ReleaseScores, drawn: Frontier) -> ReleasePoint:
    """Return a release; one without a place has the reason in place of its numbers."""
    size = next(
        score
        for score in result.scores
        if (score.release, score.metric, score.target) == (name, "k_anonymity", IDENTITY)
    )
    place = next((point for point in drawn.points if point.name == name), None)
    own = [score for score in result.scores if score.release == name]
    return ReleasePoint(
        name=name,
        this=name == result.releases[0],
        risk=_missing(own, drawn.risk.name) if place is None else Figure(place.risk),
        risk_low=None,
        risk_high=None,
        use=_missing(own, drawn.utility.name) if place is None else Figure(place.utility),
        use_low=None if place is None else place.low,
        use_high=None if place is None else place.high,
        records=size.records,
        smallest=Figure(None, "undefined", size.reason) if size.value is None else Figure(size.value),
        dominated_by=() if place is None else place.dominated,
    )


def _missing(scores: Sequence[Score], metric: str) -> Figure:
    reasons = [score.reason for score in scores if score.metric == metric and score.value is None]
    return Figure(None, "undefined", next((reason for reason in reasons if reason), "not measured"))
