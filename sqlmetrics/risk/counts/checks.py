"""Checks of counts before their file is written."""

from __future__ import annotations

from sqlmetrics.engine.engine import Engine, describe
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.counts.file import Header, holders

SINGLES = 0.05
"""The largest share of records that are the only one of a count, unless `allow_singles`."""


def check_unmapped(unmapped: int | None, header: Header, name: str) -> None:
    """Raise SpecError where records have key values that a strict partition leaves out."""
    if unmapped:
        columns = " or ".join(f"'{column}' ({header.recodings[column].name})" for column in header.lossy)
        raise SpecError(
            f"{name}: {unmapped:,} records have values that the "
            f"partition of {columns} has no domain for; add them, or say `unmapped: keep` or `unmapped: NAME`"
        )


def check_singles(single: int, records: int, allowed: bool | float, name: str) -> None:
    """Raise SpecError where more records than may be are the only one of a count."""
    limit = (1.0 if allowed else SINGLES) if isinstance(allowed, bool) else allowed
    if single > limit * records:
        raise SpecError(
            f"{single / records:.0%} of the {records:,} records of {name} are alone in a"
            f" count, which is a person with every key, and at most {limit:.0%} may be; recode the keys by"
            " `partitions`, count fewer `quasi_identifiers`, withhold small counts by `min_count`, or say"
            " `allow_singles` and guard the file as the records"
        )


def check_types(engine: Engine, query: str, relation: str, header: Header, name: str) -> None:
    """Raise SpecError where the file holds a column as another type than it was counted as."""
    counted = dict(describe(engine, f"({query})", name))
    for column, type_name in describe(engine, relation, name):
        if (
            column in holders(header)
            and counted[column] not in {type_name, '"NULL"'}
            and not counted[column].startswith("ENUM")
        ):
            user = holders(header)[column]
            raise SpecError(
                f"column '{user}' is {counted[column]}, which a Parquet file cannot hold; cast it in a view"
            )
