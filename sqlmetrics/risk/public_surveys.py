"""Where a score stands among public surveys: a comparison, and never a limit.

`public_surveys.csv` has the scores of tables of people that anybody may have, and no data of them.
Its columns are the fields of SurveyScore. A survey's form is `collected`, or `grouped`: without the
records of classes of fewer than 11. `scripts/public_surveys` makes the file.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, cast, get_args

from sqlmetrics.statement.plan import IDENTITY

FILE = Path(__file__).with_name("public_surveys.csv")
"""The table of figures."""

EQUAL = 1e-6
"""Scores that differ by less are equal: the file has six digits."""

Form = Literal["collected", "grouped"]
"""What is scored of a survey: all that was collected, or only its classes of 11 or more."""

FORMS: tuple[Form, ...] = get_args(Form)
"""The forms, in their order."""

LEAST = 11
"""The records of the smallest class of a grouped survey, as in limits that others published."""


class SurveyScore(NamedTuple):
    """A score of a public survey in a form, of the identity or of its secret."""

    survey: str
    source: str
    form: Form
    records: int
    known: tuple[str, ...]
    target: str
    metric: str
    value: float


class Standing(NamedTuple):
    """The number of public surveys whose score is lower, and of all that have the score."""

    lower: int
    surveys: int


@cache
def public_surveys() -> tuple[SurveyScore, ...]:
    """Return the scores of public surveys, in the order of the file."""
    with FILE.open(encoding="utf-8", newline="") as lines:
        return tuple(
            SurveyScore(
                survey=row["survey"],
                source=row["source"],
                form=cast("Form", row["form"]),
                records=int(row["records"]),
                known=tuple(row["known"].split(", ")),
                target=row["target"],
                metric=row["metric"],
                value=float(row["value"]),
            )
            for row in csv.DictReader(lines)
        )


def survey_values(metric: str, form: Form, *, of_identity: bool) -> tuple[float, ...]:
    """Return a metric's values in public surveys, ascending: of the identity, or of a secret."""
    return tuple(
        sorted(
            one.value
            for one in public_surveys()
            if (one.metric, one.form) == (metric, form) and (one.target == IDENTITY) is of_identity
        )
    )


def survey_standing(metric: str, form: Form, target: str, low: float, high: float | None = None) -> Standing | None:
    """Return where a score stands among public surveys, or None where that is not known.

    It is not known of a metric that they lack, and of a score between `low` and `high` where the
    two stand at different places.
    """
    values = survey_values(metric, form, of_identity=target == IDENTITY)
    lower, at_most = (sum(value < score - EQUAL for value in values) for score in (low, low if high is None else high))
    return Standing(lower, len(values)) if values and lower == at_most else None
