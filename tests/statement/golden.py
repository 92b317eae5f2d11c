"""The agreed text of every dialect: an everyday score, and the same in two steps.

As a script it writes the files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlmetrics
from sqlmetrics.statement.dialects import DIALECTS

GOLDEN = Path(__file__).parent / "golden"

WORDS: dict[str, Any] = {
    "quasi_identifiers": ["zip", "age"],
    "sensitive": ["disease"],
    "partitions": {
        "zip": {"prefix": 3},
        "age": {"cuts": [30, 60]},
        "disease": {"name": "kinds", "domains": {"cancer": ["lung cancer"], "other": ["flu", "Crohn's"]}},
    },
    "metrics": ["itpr", "discrimination_rate", "k_anonymity"],
}


def golden(dialect: str) -> str:
    """Return the statement of the everyday score, and below it that in two steps."""
    relation = "clinic.patients"
    once = sqlmetrics.sql(relation, **WORDS, dialect=dialect)
    staged = sqlmetrics.sql(relation, **WORDS, dialect=dialect, count_table="clinic.patient_counts")
    return f"{once}\n\n{staged}"


if __name__ == "__main__":
    for name in DIALECTS:
        (GOLDEN / f"{name}.sql").write_text(golden(name), encoding="utf-8")
