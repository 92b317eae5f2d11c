"""The agreed text of an advised view in every dialect; as a script it writes the files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlmetrics.advice.advice import advised_plan
from sqlmetrics.advice.counts.conditions import conditions_of
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


def view(dialect: str, asked: Recoding) -> str:
    """Return the query of a recoding in a dialect."""
    return asked.query(COLUMNS, "t", DIALECTS[dialect])


if __name__ == "__main__":
    for name in DIALECTS:
        (GOLDEN / f"{name}.sql").write_text(view(name, recoding((1, 1, 2), SIZES)) + "\n", encoding="utf-8")
