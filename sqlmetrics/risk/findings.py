"""The result of comparing releases with their original: long records of one shape, whatever was compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics.errors import SpecError
from sqlmetrics.risk.scores import split_line

if TYPE_CHECKING:
    import pandas as pd


class Finding(NamedTuple):
    """One record: a score record, and what it was measured with.

    The first fields are those of a score record: `target` is the column or what else was measured, `quasi_identifiers` what was known
    (a line of CSV, empty where nothing was), `records` what the value rests on (the metric's meaning says what they are), `value` None
    where it is undefined, and `reason` then says why. `release` names the release, `attack` the attack where there is one; `low` and
    `high` are the bounds of the 95 % confidence interval of a value that was estimated.
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
    release: str
    attack: str | None = None
    low: float | None = None
    high: float | None = None

    def parameter(self, name: str) -> str | None:
        """Return one of the parameters of the value, as text, or None."""
        pairs = (entry.partition("=") for entry in (self.parameters or "").split(", "))
        return next((text for each, _, text in pairs if each == name), None)


FINDING_COLUMNS = tuple(name.rstrip("_") for name in Finding._fields)
"""The columns of such a record in every output."""

TYPES = {"records": "bigint", "value": "double", "low": "double", "high": "double"}
"""The types of those that are not text."""


@dataclass(frozen=True)
class Findings:
    """What one or more releases of an original give away of it, or are still good for.

    `releases` and `original` are what messages call the relations; `notes` are sentences that a reader of the numbers must know,
    such as how release and original were linked, or why fewer attempts were made than asked for.
    """

    original: str
    releases: tuple[str, ...]
    dialect: str
    version: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()

    def value(
        self,
        metric: str,
        *,
        target: str | None = None,
        release: str | None = None,
        attack: str | None = None,
        known: str | None = None,
        **parameters: object,
    ) -> float | None:
        """Return one value, None where it is undefined; name what tells it apart (`known`: its quasi_identifiers, a line of CSV).

        Further words are parameters that the value depends on, such as classifier="majority".

        Raises SpecError where no record or more than one fits.
        """
        asked = {"target": target, "release": release, "attack": attack, "quasi_identifiers": known}
        given = {field: wanted for field, wanted in asked.items() if wanted is not None}
        found = [
            finding
            for finding in self.findings
            if finding.metric == metric
            and all(getattr(finding, field) == wanted for field, wanted in given.items())
            and all(finding.parameter(name) == str(wanted) for name, wanted in parameters.items())
        ]
        if len(found) == 1:
            return found[0].value
        words = ", ".join([metric, *(f"{field} {wanted}" for field, wanted in (given | parameters).items())])
        if not found:
            there = sorted({f"{finding.metric} of {finding.target}" for finding in self.findings})
            raise SpecError(f"nothing fits ({words}); there are: {', '.join(there)}")
        raise SpecError(f"{len(found)} records fit ({words}); name the target, release, attack, what is known or a parameter")

    def to_dict(self) -> dict[str, Any]:
        """Return the result as its JSON: what was compared and, under `scores`, one dictionary per record."""
        return {
            "original": self.original,
            "releases": list(self.releases),
            "dialect": self.dialect,
            "version": self.version,
            "notes": list(self.notes),
            "scores": [_listed(finding) for finding in self.findings],
        }

    def to_pandas(self) -> pd.DataFrame:
        """Return the records as a frame with the columns FINDING_COLUMNS; lists are lines of CSV."""
        import pandas as pd

        frame = pd.DataFrame(list(self.findings), columns=list(FINDING_COLUMNS))
        return frame.astype({name: "int64" if kind == "bigint" else "float64" for name, kind in TYPES.items()})


def _listed(finding: Finding) -> dict[str, Any]:
    """Return a record as a dictionary, its lists as lists."""
    return dict(zip(FINDING_COLUMNS, finding, strict=True)) | {
        "quasi_identifiers": split_line(finding.quasi_identifiers) if finding.quasi_identifiers else [],
        "class": None if finding.class_ is None else split_line(finding.class_),
    }
