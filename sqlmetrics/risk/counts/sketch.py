"""Sketches: counts of the classes with the smallest hashes alone, with exact totals of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt

from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.risk.estimation.sums import HASHES
from sqlmetrics.statement.render import render

ALIKE = {"VARCHAR", "DATE", "BOOLEAN", "HUGEINT", "UBIGINT"}
"""The types of keys whose texts, and so hashes, are the same in every database, with integers."""


class Sketch(BaseModel):
    """The facts of a sketch, in the header of its file.

    Attributes
    ----------
    size
        The most classes that it keeps by their hashes, the smallest, and as many for their weight.
    threshold
        The smallest hash of a class that is not in it, or is there for its weight alone, 2^48 where
        all are in it.
    whole
        How many classes it keeps for their weight.
    hash
        The hash of values: the first 48 bits of the MD5 of the key's number, a colon and the text.
    records
        The records of its classes.
    suppressed
        The suppressed records of all.
    counted, complete
        Of all records: how many each target counts, and how many of these and of suppressed
        records have no NULL; first for the identity, then for each sensitive attribute.
    values
        By sensitive attribute the number of its counts of values, which count all records and
        have no hash; None where there are more than `size`, so that they are left out. Of slices
        each has its counts, however many there are; without an attribute these are its records.
    """

    model_config = ConfigDict(extra="forbid")

    size: PositiveInt
    threshold: Annotated[int, Field(ge=1, le=HASHES)]
    whole: NonNegativeInt
    hash: Literal["md5-48"]
    records: NonNegativeInt
    suppressed: NonNegativeInt
    counted: list[NonNegativeInt]
    complete: list[NonNegativeInt]
    values: list[NonNegativeInt | None]

    @property
    def share(self) -> float:
        """The probability that a class is in the sketch."""
        return self.threshold / HASHES


def empty_sketch(size: int, attributes: int, *, sliced: bool) -> Sketch:
    """Return the sketch of no records."""
    targets = [0] * (attributes + 1)
    return Sketch(
        size=size,
        threshold=HASHES,
        whole=0,
        hash="md5-48",
        records=0,
        suppressed=0,
        counted=targets,
        complete=targets,
        values=[0] * max(attributes, sliced),
    )


def total_columns(attributes: int, *, sliced: bool) -> list[str]:
    """Return the columns of `sketch_rows` that have the totals of all records."""
    of_values = [
        f"all_{what}_{number}" for number in range(1, attributes + 1) for what in ("counted", "complete", "values")
    ]
    return [
        *("threshold", "all_records", "all_suppressed", "all_unmapped", "all_counted_0", "all_complete_0"),
        *(of_values or ["all_values_1"] * sliced),
    ]


def read_totals(engine: Engine, relation: str, columns: Sequence[str], name: str) -> dict[str, int] | None:
    """Return the totals in rows of `sketch_rows` by column, None where there are no rows."""
    query = f"select {', '.join(f'max({column})' for column in columns)} from {relation}"  # noqa: S608 - our own names
    row: tuple[Any, ...] = fetch(engine, query, name)[0]
    return None if row[0] is None else {column: int(value) for column, value in zip(columns, row, strict=True)}


def sketch_of(
    totals: dict[str, int] | None, size: int, attributes: int, records: int, whole: int, *, sliced: bool
) -> Sketch:
    """Return the sketch of totals; its classes have `records`, and `whole` classes are heavy."""
    if totals is None:
        return empty_sketch(size, attributes, sliced=sliced)
    numbers = [totals[f"all_values_{number}"] for number in range(1, max(attributes, sliced) + 1)]
    return Sketch(
        size=size,
        threshold=totals["threshold"],
        whole=whole,
        hash="md5-48",
        records=records,
        suppressed=totals["all_suppressed"],
        counted=[totals[f"all_counted_{number}"] for number in range(attributes + 1)],
        complete=[totals[f"all_complete_{number}"] for number in range(attributes + 1)],
        values=[number if sliced or number <= size else None for number in numbers],
    )


class MergedSketch(NamedTuple):
    """Sketches as one.

    Attributes
    ----------
    threshold
        The smallest hash of a class that is not in it, 2^48 where all are.
    share
        The probability that a class is in it, threshold / 2^48.
    records, suppressed
        The records of all, and the suppressed ones.
    counted, complete
        Of all records: how many each target counts, and how many without NULL, by the number of its
        attribute, from 1, with 0 for the identity.
    values
        The counts of the values of all records, a relation with the columns of the classes' one,
        in which keys are NULL.
    known
        The numbers of the attributes whose values are in it; other attributes had too many values.
    """

    threshold: int
    share: float
    records: int
    suppressed: int
    counted: dict[int, int]
    complete: dict[int, int]
    values: str
    known: frozenset[int]


class KeptClasses(NamedTuple):
    """The classes that sketches keep when they are added up: at most `size` below a hash.

    `weighty` is the query of the hashes of the classes that are kept for their weight.
    """

    size: int
    threshold: int
    weighty: str

    @property
    def condition(self) -> str:
        """The condition of rows of a kept class."""
        return f"(class_hash < {self.threshold} or {self.whole})"

    @property
    def whole(self) -> str:
        """The condition of rows of a class that is kept for its weight."""
        return f"class_hash in ({self.weighty})"


def kept_classes(
    engine: Engine, sketches: Mapping[str, Sketch], several: bool, name: str, size: int | None = None
) -> KeptClasses:
    """Return the classes that sketches keep when they are added up, at most `size` by their hashes.

    `sketches` has each by the relation with its rows, of `several` sensitive attributes or not. A
    class below all thresholds is whole in each of them; of these classes the smallest are kept, as
    many as in the smallest sketch.
    """
    size = min(*(sketch.size for sketch in sketches.values()), size or next(iter(sketches.values())).size)
    threshold = min(sketch.threshold for sketch in sketches.values())
    stacked = " union all ".join(f"select class_hash from {relation} source" for relation in sketches)  # noqa: S608 - literals
    smallest = f"select class_hash from ({stacked}) classes where class_hash < {threshold} group by class_hash"  # noqa: S608 - numbers
    query = (
        f"select count(*), max(class_hash) from ({smallest} order by class_hash {render('row_limit', size + 1)}) hashes"  # noqa: S608
    )
    number, largest = fetch(engine, query, name)[0]
    threshold = int(largest) if number > size else threshold
    return KeptClasses(size, threshold, _weighty(sketches, several, size, threshold))


def _weighty(sketches: Mapping[str, Sketch], several: bool, size: int, threshold: int) -> str:
    """Return the query of the hashes of classes that added sketches keep for their weight.

    They are whole in each sketch: kept for their weight, or one of all its classes. Where every
    sketch has all, the weightiest are chosen as in one of them.
    """
    some = [relation for relation, sketch in sketches.items() if sketch.threshold < HASHES]
    if some:
        own = (f"select distinct class_hash from {relation} source where whole = 1" for relation in some)  # noqa: S608 - literals
        each = " union all ".join(own)
        return f"select class_hash from ({each}) weighty group by class_hash having count(*) = {len(some)}"  # noqa: S608 - a number
    first = " and attribute = 1" if several else ""
    rows = " union all ".join(
        f"select class_hash, records from {relation} source where class_hash is not null{first}"  # noqa: S608 - a literal
        for relation in sketches
    )
    sizes = f"(select class_hash, cast(sum(records) as double) as n from ({rows}) counts group by class_hash) sizes"  # noqa: S608
    return render("weightiest", sizes, "class_hash", f"cast({threshold / HASHES} as double)", 2, size)


def merged_sketch(
    sketches: Sequence[Sketch], kept: KeptClasses, records: int, whole: int, values: Sequence[int], *, sliced: bool
) -> Sketch:
    """Return sketches added up, from the classes that are kept, and what is counted of their rows.

    `records` are the records of the classes that are kept. `whole` is the number of classes that
    are kept for their weight. `values` has the number of counts of values by attribute.
    """
    known = [all(sketch.values[place] is not None for sketch in sketches) for place in range(len(values))]
    return Sketch(
        size=kept.size,
        threshold=kept.threshold,
        whole=whole,
        hash="md5-48",
        records=records,
        suppressed=sum(sketch.suppressed for sketch in sketches),
        counted=[sum(numbers) for numbers in zip(*(sketch.counted for sketch in sketches), strict=True)],
        complete=[sum(numbers) for numbers in zip(*(sketch.complete for sketch in sketches), strict=True)],
        values=[
            number if whole and (sliced or number <= kept.size) else None
            for whole, number in zip(known, values, strict=True)
        ],
    )
