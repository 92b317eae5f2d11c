"""Levels that are proposed for columns without any, by a sample of their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from sqlmetrics.advice.generalizations import Levels, unset
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.source import Source
from sqlmetrics.risk.columns.look import SAMPLE, looks
from sqlmetrics.risk.columns.sample import sample_of
from sqlmetrics.risk.proposed_partitions import ProposedPartition, proposed_levels
from sqlmetrics.spec.advice import GeneralizationSpec
from sqlmetrics.spec.spec import Spec


def proposals(source: Source, spec: Spec) -> dict[str, Levels]:
    """Return levels of the quasi-identifiers for which a spec says none, where any are known.

    They are those of a hierarchy's file beside the data, or usual for what the column looks like.
    """
    wanted = unset(spec)
    if not wanted:
        return {}
    columns = [column for column in describe(source.engine, source.from_sql, source.name) if column[0] in wanted]
    with source.engine.progress.step("look", source.name):
        sample = sample_of(source, columns, SAMPLE) if columns else []
    proposed = proposed_levels(list(zip(sample, looks(sample), strict=True)), spec, Path())
    return dict(_resolved(proposed))


def _resolved(proposed: dict[str, ProposedPartition]) -> Iterator[tuple[str, Levels]]:
    """Give the levels of proposals; values that one does not know stay as they are."""
    for column, one in proposed.items():
        entry = GeneralizationSpec.model_validate(dict(one.form))
        resolved = entry.resolve(column, Path())
        yield (
            column,
            Levels(
                tuple(replace(part, unmapped="keep") for part in resolved.partitions),
                tuple(
                    {**words} if words.keys() & {"prefix", "date"} else {**words, "unmapped": "keep"}
                    for words in resolved.written
                ),
                f"proposed: {one.note}",
            ),
        )
