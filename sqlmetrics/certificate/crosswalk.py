"""The crosswalk: questions of standards and guidance, and what a report has measured of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.certificate.certificate import Certificate, CrosswalkRow
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.spec.yaml_file import parse_yaml
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.statement.plan import IDENTITY

FILE = Path(__file__).with_name("crosswalk.yml")
"""The table of documents and of their questions."""

NO_CLAIM = (
    "The questions are in our own words. That a figure speaks to one is no answer to it, and this is no claim of"
    " conformity with any document: what is enough is for its reader to judge."
)
"""What is said of every crosswalk."""


class CrosswalkEvidence(NamedTuple):
    """What a report may measure: the section that shows it, its name, and whether it is there."""

    section: str
    title: str
    measured: Callable[[Certificate], bool]


class CrosswalkQuestion(NamedTuple):
    """A question of a document: its clause, the names of the evidence, and what else speaks to it.

    The `clause` is None where it could not be confirmed.
    """

    clause: str | None
    question: str
    evidence: tuple[str, ...]
    elsewhere: str | None = None


class CrosswalkDocument(NamedTuple):
    """A standard, or guidance: its title, its questions, and what was not read in it."""

    title: str
    unconfirmed: str | None
    questions: tuple[CrosswalkQuestion, ...]


def _told(figure: Figure) -> bool:
    """Return whether a figure says something of its value."""
    return figure.form not in {"undefined", "withheld"}


def _scored(metrics: Iterable[str]) -> Callable[[Certificate], bool]:
    """Return the function that says whether one of the metrics has a value, or a verdict."""
    names = frozenset(metrics)

    def measured(certificate: Certificate) -> bool:
        scores = any(one.metric in names and _told(one.measured) for one in certificate.scores)
        return scores or any(
            one.metric in names and _judged(one.passed, one.measured) for one in certificate.conditions
        )

    return measured


def _judged(passed: bool | None, figure: Figure) -> bool:
    return passed is not None and figure.form != "undefined"


def _learnt(certificate: Certificate) -> bool:
    figures = [
        figure
        for one in certificate.learnt
        for figure in (one.before, one.after, one.surest, one.sure, one.discrimination_rate)
    ]
    verdicts = [_judged(one.passed, one.measured) for one in certificate.conditions if one.target != IDENTITY]
    return any(map(_told, figures)) or (bool(figures) and any(verdicts))


def _together(certificate: Certificate) -> bool:
    own = certificate.together
    return own is not None and any(_told(one.measured) for one in own.figures)


def _points(certificate: Certificate) -> bool:
    own = certificate.points
    return own is not None and any(_told(one.measured) for one in own.scores)


def _recoded(certificate: Certificate) -> bool:
    columns = any(column.recodings or column.recoded for column in certificate.columns or ())
    return columns or any(one.recodings for one in certificate.point_rows)


OF_POPULATION = tuple(
    name for name, metric in every_metric().items() if metric.targets in {"population", "sampled", "weighted"}
)
"""The metrics of the population that a table is drawn from."""

LARGEST = ("prosecutor_risk", "k_anonymity")
AVERAGE = ("average_prosecutor_risk", "average_journalist_risk", "marketer_risk", "expected_reidentifications")
"""The metrics of the people who hide worst, and of people on average."""

EVIDENCE: Mapping[str, CrosswalkEvidence] = {
    "conditions": CrosswalkEvidence("answer", "Conditions, and whose they are", lambda one: bool(one.conditions)),
    "roles": CrosswalkEvidence("looked", "Roles of columns", lambda one: one.columns is not None),
    "identifiers": CrosswalkEvidence("looked", "Columns that look like identifiers", lambda one: one.looked),
    "largest_risk": CrosswalkEvidence("three", "Largest risk", _scored(LARGEST)),
    "average_risk": CrosswalkEvidence("scores", "Average risk", _scored(AVERAGE)),
    "small_groups": CrosswalkEvidence(
        "people", "People by the size of their group", lambda one: any(_told(band.people) for band in one.sizes)
    ),
    "population": CrosswalkEvidence("scores", "Risk in the population", _scored(OF_POPULATION)),
    "combinations": CrosswalkEvidence("danger", "Dangerous columns", lambda one: bool(one.combinations)),
    "learnt": CrosswalkEvidence("learnt", "What would be learnt", _learnt),
    "recodings": CrosswalkEvidence("method", "Recodings", _recoded),
    "points": CrosswalkEvidence("points", "Several known points", _points),
    "earlier_releases": CrosswalkEvidence("together", "Together with earlier releases", _together),
    "trend": CrosswalkEvidence("time", "Scores over time", lambda one: bool(one.trends)),
    "use": CrosswalkEvidence("releases", "Risk and use side by side", lambda one: one.releases is not None),
}
"""What reports may measure, by the names of the table of questions."""


@cache
def crosswalk_documents() -> tuple[CrosswalkDocument, ...]:
    """Return the documents with their questions."""
    documents = parse_yaml(FILE.read_text(encoding="utf-8"), FILE.name)
    return tuple(
        CrosswalkDocument(
            own["title"],
            own["unconfirmed"],
            tuple(CrosswalkQuestion(**{**one, "evidence": tuple(one["evidence"])}) for one in own["questions"]),
        )
        for own in documents
    )


def crosswalk_of(certificate: Certificate) -> tuple[CrosswalkRow, ...]:
    """Return each question with the evidence that a certificate has, none where it has none."""
    found = {name: evidence.measured(certificate) for name, evidence in EVIDENCE.items()}
    return tuple(
        CrosswalkRow(own.title, one.clause, one.question, tuple(name for name in one.evidence if found[name]))
        for own in crosswalk_documents()
        for one in own.questions
    )


def unmeasured(certificate: Certificate) -> Iterator[tuple[CrosswalkRow, str]]:
    """Yield the evidence that the rows of a certificate name, and that it does not have."""
    for row in certificate.crosswalk or ():
        for name in row.evidence:
            if name not in EVIDENCE or not EVIDENCE[name].measured(certificate):
                yield row, name
