"""The headers of the macros of risk describe their entries key by key."""

from __future__ import annotations

from typing import Any

import pytest

from sqlmetrics.risk.classes import ConditionEntry
from sqlmetrics.risk.combinations.entries import (
    LatticeEntries,
    MarkedFieldEntry,
    PackedFieldEntry,
    PartEntry,
    RollUpEntry,
    WordEntry,
)
from sqlmetrics.risk.combinations.suda import SudaEntries
from sqlmetrics.risk.counts.merged import MergedRelationEntry, MergingEntries
from sqlmetrics.risk.counts.scored import CompleteEntry
from sqlmetrics.risk.records import ScoreColumn
from statements import described, keys, listed


@pytest.mark.parametrize(
    ("macro", "word", "entries"),
    [
        ("rolled_up", "lattice", LatticeEntries),
        ("rolled_up", "roll_up", RollUpEntry),
        ("suda_facts", "suda", SudaEntries),
        ("merged", "merging", MergingEntries),
    ],
)
def test_the_header_describes_each_key(macro: str, word: str, entries: Any) -> None:
    """A macro's header describes the keys of its entries, in the same order."""
    assert described(macro, word) == keys(entries)


@pytest.mark.parametrize(
    ("macro", "place", "entries"),
    [
        ("rolled_up", "lattice.fields", [MarkedFieldEntry, PackedFieldEntry]),
        ("rolled_up", "roll_up.value", [PartEntry]),
        ("rolled_up", "roll_up.individual", [PartEntry]),
        ("packed_counts", "words", [WordEntry]),
        ("merged", "merging.relations", [MergedRelationEntry]),
        ("count_extent", "complete", [CompleteEntry]),
        ("scored_records", "score_columns", [ScoreColumn]),
        ("broken_classes", "conditions", [ConditionEntry]),
    ],
)
def test_the_header_lists_the_keys_of_what_is_inside(macro: str, place: str, entries: list[Any]) -> None:
    """The keys of small entries are listed in braces in the line that describes them."""
    assert listed(macro, place) == [keys(entry) for entry in entries]
