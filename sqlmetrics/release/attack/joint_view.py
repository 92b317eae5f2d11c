"""The view of a release and its original together: what the release says of real records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmetrics.engine.comparison import Compared
from sqlmetrics.release.attack.assessment import Assessment
from sqlmetrics.release.attack.discrimination_attacks import JOINT, Use
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.statement.types import kind
from sqlmetrics.text import csv_line

NO_RECORDS = "the original or the release has no records"


def joint_view(
    assessment: Assessment, uses: Sequence[Use], original: Compared, release: Compared, sources: Mapping[str, str]
) -> dict[str, Any]:
    """Return the entries of the macro `attack_joint`; `sources` are the count relations by name."""
    plan = assessment.plan

    def differs(column: str) -> bool:
        """Return whether a column is known to be of another kind in the original."""
        own, other = release.types.get(column, ""), original.types.get(assessment.there(column), "")
        return None not in (kind(own), kind(other)) and kind(own) != kind(other)

    attributes = [
        {"number": number, "name": column, "text": differs(column)}
        for number, column in enumerate(assessment.sensitive, 1)
    ]
    if plan.individual is not None or not attributes:
        attributes.insert(0, {"number": 0, "name": IDENTITY, "text": False})
    return {
        "kind": JOINT,
        "macro": "attack_joint",
        "known_number": len(assessment.known),
        "known": csv_line(assessment.keys),
        "original": sources["original_counts"],
        "released": sources["release_counts"],
        "pairs": [
            {
                "original": f"general_{place}" if plan.recodings else f"original_{place}",
                "released": f"released_{place}",
                "text": key in plan.recodings or differs(key),
            }
            for place, key in enumerate(assessment.keys, 1)
        ],
        "attributes": attributes,
        "identity": attributes[0]["number"],
        "target": IDENTITY,
        "measures": [
            {
                "metric": use.metric.name,
                "identity": use.attack == "replication",
                "records": use.metric.records,
                "undefined": use.metric.undefined,
            }
            for use in uses
            if use.view == use.metric.name and (use.attack == "replication" or assessment.sensitive)
        ],
        "everything": assessment.everything,
        "people": plan.individual is not None,
        "mapped": bool(plan.recodings),
        "shown": bool(plan.hidden_marks),
        "empty": NO_RECORDS,
    }
