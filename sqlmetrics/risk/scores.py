"""The result: score records and what they were measured on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics.engine.progress import Step
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.partition import as_text

if TYPE_CHECKING:
    import pandas as pd


def as_record(row: Sequence[Any]) -> Score:
    """Return a row of the statement as a score record; drivers' own kinds of numbers and text are made plain."""
    plain: list[Any] = [part.decode() if isinstance(part, bytes | bytearray) else part for part in row]
    score = Score(*plain)
    return score._replace(records=int(score.records), value=None if score.value is None else float(score.value))


class Score(NamedTuple):
    """One score record, as the statement returns it; lists are one CSV line.

    `value` is None where the score is undefined, and `reason` then says why. `records` counts the records that the
    score was measured on: the class's, or all of the table's that took part. `parameters` are those that the value depends on.
    """

    metric: str
    target: str
    quasi_identifiers: str
    partition: str | None
    level: str
    class_: str | None
    records: int
    value: float | None
    reason: str | None
    unit: str
    direction: str
    parameters: str | None


COLUMNS = tuple(name.rstrip("_") for name in Score._fields)
"""The columns of a score record in every output."""

_FIELD = re.compile(r'"((?:[^"]|"")*)"|([^,]*)')


def split_line(line: str) -> list[str | None]:
    """Return the fields of one CSV line; an empty field is None, a quoted empty one the empty text."""
    fields: list[str | None] = []
    position = 0
    while position <= len(line):
        match = _FIELD.match(line, position)
        assert match is not None  # noqa: S101 - the pattern matches the empty text
        fields.append(match[1].replace('""', '"') if match[1] is not None else match[2] or None)
        position = match.end() + 1
    return fields


class Suppressed(NamedTuple):
    """The records of which every quasi-identifier is suppressed: how many, and whether they are kept as a class or left out."""

    records: int
    kept: bool


@dataclass(frozen=True)
class Scores:
    """The scores of one relation.

    `records` are all of the relation's, `individuals` the distinct ones where a column names them, `left_out` the
    records per target that the NULL policy `drop` left out, `suppressed` the records with every key suppressed,
    `recodings` the partition of each recoded quasi-identifier, `profile` the steps of the run with their seconds.
    """

    relation: str
    records: int
    individuals: int | None
    nulls: str
    left_out: dict[str, int]
    recodings: dict[str, str]
    dialect: str
    version: str
    scores: tuple[Score, ...]
    suppressed: Suppressed | None = None
    profile: tuple[Step, ...] = field(default=(), compare=False)

    def value(
        self, metric: str, *, target: str | None = None, partition: str | None = None, key: Sequence[object] | None = None
    ) -> float | None:
        """Return one score, None where it is undefined.

        `target` may be left out where only one has the metric, `partition` where the target has one; `key` names a class
        by its values in the quasi-identifiers' order. Raises SpecError where no score or more than one fits.
        """
        found = [score for score in self.scores if score.metric == metric]
        if target is not None:
            found = [score for score in found if score.target == target]
        if partition is not None:
            found = [score for score in found if score.partition == partition]
        if key is not None:
            wanted = [None if value is None else as_text(value) for value in key]
            found = [score for score in found if score.class_ is not None and split_line(score.class_) == wanted]
        if len(found) == 1:
            return found[0].value
        asked = f"{metric}, target {target or 'any'}, partition {partition or 'any'}, class {key or 'any'}"
        if not found:
            there = sorted({f"{score.metric} of {score.target}" for score in self.scores})
            raise SpecError(f"no score fits ({asked}); there are: {', '.join(there)}")
        raise SpecError(f"{len(found)} scores fit ({asked}); name the target, partition or key")

    @property
    def worst(self) -> tuple[Score, ...]:
        """The riskiest score of each metric over the sensitive attributes and their partitions, where there are several; table level."""
        by_metric: dict[str, list[Score]] = {}
        for score in self.scores:
            if score.target != "identity" and score.level == "table":
                by_metric.setdefault(score.metric, []).append(score)
        several = len({(score.target, score.partition) for scores in by_metric.values() for score in scores}) > 1
        found = []
        for scores in by_metric.values() if several else ():
            sign = 1 if scores[0].direction == "higher is riskier" else -1
            defined = [(sign * score.value, score) for score in scores if score.value is not None]
            found.append(max(defined, key=lambda entry: entry[0])[1] if defined else scores[0])
        return tuple(found)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as its JSON: the relation's facts and, under `scores`, one dictionary per record."""
        return {
            "relation": self.relation,
            "records": self.records,
            "individuals": self.individuals,
            "nulls": self.nulls,
            "left_out": self.left_out,
            **({} if self.suppressed is None else {"suppressed": self.suppressed._asdict()}),
            "recodings": self.recodings,
            "dialect": self.dialect,
            "version": self.version,
            **({"worst": [_listed(score) for score in self.worst]} if self.worst else {}),
            "scores": [_listed(score) for score in self.scores],
        }

    def to_pandas(self) -> pd.DataFrame:
        """Return the score records as a frame with the columns COLUMNS; lists are lines of CSV, as in the SQL."""
        import pandas as pd

        frame = pd.DataFrame(list(self.scores), columns=list(COLUMNS))
        return frame.astype({"value": "float64", "records": "int64"})


def _listed(score: Score) -> dict[str, Any]:
    """Return a record as a dictionary, its lists as lists."""
    return dict(zip(COLUMNS, score, strict=True)) | {
        "quasi_identifiers": split_line(score.quasi_identifiers),
        "class": None if score.class_ is None else split_line(score.class_),
    }
