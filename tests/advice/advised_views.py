"""The agreed text of an advised view in every dialect; as a script it writes the files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlmetrics.advice.advice import advised_plan
from sqlmetrics.advice.counts.conditions import conditions_of
from sqlmetrics.advice.cuts.classes import Border, ClassValues, Cut, CutClasses, CutColumn, CutKey
from sqlmetrics.advice.generalizations import generalizations
from sqlmetrics.advice.view import Recoding
from sqlmetrics.gate.thresholds import read_thresholds
from sqlmetrics.spec.call import call_spec
from sqlmetrics.statement.dialects import DIALECTS

GOLDEN = Path(__file__).parent / "golden"

COLUMNS = ["name", "zip", "age", "sex", "disease", "income"]

WORDS: dict[str, Any] = {
    "identifiers": ["name"],
    "advise": {
        "generalizations": {
            "zip": {"prefix": [3]},
            "age": {"cuts": [[30, 60], [60]]},
            "sex": [{"name": "known", "domains": {"f or m": ["f", "m", "it's \\"]}, "unmapped": "keep"}],
        }
    },
}

SIZES = {"k_anonymity": {"at_least": 5}, "prosecutor_risk": {"at_most": 0.1}}


def recoding(levels: tuple[int, ...], thresholds: dict[str, Any], rounds: int = 1, **words: Any) -> Recoding:
    """Return a recoding of zip, age and sex on these levels."""
    sensitive = [] if thresholds.keys() <= SIZES.keys() | {"k_map"} else ["disease"]
    spec = call_spec("t", ["zip", "age", "sex"], sensitive, {**WORDS, "thresholds": thresholds, **words})
    plan = advised_plan(spec)
    columns = generalizations(spec, {})
    population = "everybody" if plan.populated else None
    pairs = tuple(zip(columns, levels, strict=True))
    conditions = conditions_of(read_thresholds(spec), plan)
    return Recoding(plan, pairs, "*", conditions, rounds, frozenset(["name"]), population=population)


NO_BORDER = Border(None, None, None)

CUTS = CutClasses(
    keys=(
        CutKey("zip", "text", False),
        CutKey("age", "number", False),
        CutKey("sex", "text", False, ("f", "it's", "m")),
    ),
    cuts=(
        Cut(1, 2, 2, 3, (NO_BORDER, Border(20, 21, "35"), NO_BORDER)),
        Cut(2, 1, 4, 5, (Border(7, 7, "it's"), Border(3, 3, "9"), Border(2, 3, "m"))),
    ),
    classes=(
        ClassValues(3, ("a | b", "[36, 90]", "f | m | NULL")),
        ClassValues(4, ("it's", "9", None)),
        ClassValues(5, ("*", "[9, 35]", "m")),
    ),
)
"""Classes of two cuts, one of them relaxed: in the order of three columns."""


def by_cuts() -> Recoding:
    """Return a recoding of zip, age and sex class by class."""
    whole = recoding((0, 0, 0), SIZES, 0)
    return replace(whole, levels=tuple((CutColumn(key.column, ()), 1) for key in CUTS.keys), cuts=CUTS)


def view(dialect: str, asked: Recoding) -> str:
    """Return the query of a recoding in a dialect."""
    return asked.query(COLUMNS, "t", DIALECTS[dialect])


if __name__ == "__main__":
    for name in DIALECTS:
        (GOLDEN / f"{name}.sql").write_text(view(name, recoding((1, 1, 2), SIZES)) + "\n", encoding="utf-8")
