"""The page of Adult with all combinations of five known columns: it is small, and whole."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

from sqlmetrics.output.privacy_report import report
from sqlmetrics.spec.spec import parse_spec

LARGEST = 130_000
"""The most bytes of the page."""

SLOWEST = 0.3
"""The most seconds of processor time that drawing it from its figures may take."""


def test_the_page_of_adult_is_small(adult: Path) -> None:
    """The internal one has every score, the statement, and 4 of 31 combinations in 130 kB.

    The others put nobody at risk, or have one of these in them (counted with pandas).
    """
    spec = parse_spec(
        {
            "relation": str(adult / "adult.csv"),
            "quasi_identifiers": ["age", "education", "sex", "race", "native-country"],
            "sensitive": ["occupation", "salary-class"],
            "partitions": {"age": {"cuts": [20, 30, 40, 50, 60, 70]}},
            "thresholds": {
                "k_anonymity": {"at_least": 5},
                "prosecutor_risk": {"at_most": 0.09, "source": "EMA Policy 0070"},
                "records_at_risk": {"at_most": 0.05},
                "alpha_k_anonymity": {"at_most": 0.9},
                "a_acc": {"at_most": 0.2},
                "adjusted_discrimination_rate": {"at_most": 0.25},
            },
        }
    )
    made = report(spec, date=datetime(2026, 11, 22, tzinfo=UTC), internal=True)
    assert len(made.certificate.combinations) == 31
    assert made.html.count("heat h") == 4
    assert len(made.html.encode()) <= LARGEST
    began = time.process_time()
    made.html  # noqa: B018 - it is drawn anew each time
    assert time.process_time() - began < SLOWEST
    assert not any(word in made.html for word in ("<script", " style=", "http://", "https://", "onload="))
