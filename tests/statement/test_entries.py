"""What macros take is said in their headers key by key, and made alike by Python and by dbt."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sqlmetrics.spec.partition import Interval
from sqlmetrics.statement.entries import (
    CarriedEntry,
    CellMeasureEntry,
    DomainEntry,
    KeyEntry,
    MarkEntry,
    MetricEntry,
    OwnParameterEntry,
    PlanEntries,
    RecodingEntry,
    TargetEntry,
)
from sqlmetrics.statement.render import macro_folder
from statements import described, keys, listed

DBT = macro_folder().parent / "dbt"


def returned(file: str, opening: str) -> list[str]:
    """Return the keys of the mapping that stands in a macro of dbt behind a text."""
    text = (DBT / file).read_text(encoding="utf-8").partition(opening)[2]
    return re.findall(r"^    '(\w+)': ", text.partition("\n}")[0], re.MULTILINE)


@pytest.mark.parametrize(
    ("word", "entries"),
    [
        ("plan", PlanEntries),
        ("key", KeyEntry),
        ("target", TargetEntry),
        ("metric", MetricEntry),
        ("recoding", RecodingEntry),
    ],
)
def test_the_header_describes_each_key(word: str, entries: Any) -> None:
    """What `score` says that it takes is what it is given, in the same order."""
    assert described("score", word) == keys(entries)


@pytest.mark.parametrize(
    ("place", "entries"),
    [
        ("plan.suppressed", [MarkEntry]),
        ("target.cell_measures", [CellMeasureEntry]),
        ("target.carried", [CarriedEntry]),
        ("target.parameters", [OwnParameterEntry]),
        ("recoding.domains", [DomainEntry, Interval]),
    ],
)
def test_the_header_lists_the_keys_of_what_is_inside(place: str, entries: list[Any]) -> None:
    """Small entries are listed in braces where they are described."""
    assert listed("score", place) == [keys(entry) for entry in entries]


@pytest.mark.parametrize(
    ("file", "opening", "entries"),
    [
        ("plan.sql", "set entries = {\n", PlanEntries),
        ("plan.sql", "do key_plans.append({", KeyEntry),
        ("target_plan.sql", "do return({", TargetEntry),
        ("metric_plan.sql", "do return({", MetricEntry),
    ],
)
def test_dbt_makes_the_same_keys(file: str, opening: str, entries: Any) -> None:
    """A plan of dbt has the keys of one of Python, in the same order."""
    assert returned(file, opening) == keys(entries)


def test_dbt_makes_the_keys_of_recodings() -> None:
    """A recoding of dbt has the keys of one of Python."""
    text = Path(DBT / "recoding.sql").read_text(encoding="utf-8")
    mappings = re.findall(r"(?:set entries = |entries\.update\()\{(.*?)\}(?: -%|\))", text)
    assert set(re.findall(r"'(\w+)': ", " ".join(mappings))) == set(keys(RecodingEntry))
