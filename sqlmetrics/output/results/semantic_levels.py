"""The levels of sensitive attributes: how coarse a question may be and still be answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlmetrics.engine.rows import kinds_of
from sqlmetrics.output.forms import Forms, Records
from sqlmetrics.output.report import Block, Column, Heading, Note, Paragraph, Report, Toned, table
from sqlmetrics.output.shown import shows
from sqlmetrics.risk.semantic_levels import TOO_MANY, SemanticLevel, SemanticLevels
from sqlmetrics.spec.writing import flow
from sqlmetrics.text import counted, number


@shows(SemanticLevels)
def semantic_levels_forms(result: SemanticLevels, *, show_values: bool = True) -> Forms:
    """Return the forms of the levels, with the groups that name values of the data or without."""
    result = result if show_values else result.without_values()
    return Forms(
        report=lambda: semantic_levels_report(result),
        document=lambda: _document(result),
        records=lambda: Records(SemanticLevel._fields, result.levels, kinds_of(SemanticLevel)),
    )


def _document(result: SemanticLevels) -> dict[str, Any]:
    return {
        "relation": result.relation_name,
        "levels": [level._asdict() for level in result.levels],
        "distances": {column: file and str(file) for column, file in result.distances.items()},
        "left_out": list(result.left_out),
        "partitions": result.partitions,
    }


def semantic_levels_report(result: SemanticLevels) -> Report:
    """Return each attribute's levels, the proposed one in words, and the lines of a spec."""
    records = max((level.records for level in result.levels), default=0)
    blocks: list[Block] = [Heading(f"{result.relation_name}: {counted(records, 'record')}", 1)]
    for column, proposed in result.proposed.items():
        levels = [level for level in result.levels if level.target == column]
        blocks.append(Heading(f"{column}: how coarse a question is still answered"))
        joined = column in result.distances
        columns = (COLUMNS[0], COLUMNS[2], *JOINED, *COLUMNS[3:]) if joined else COLUMNS
        blocks.append(table(columns, [_row(level, joined=joined) for level in levels], leading=1))
        blocks += [Note(f"level {level.level}: {level.reason}") for level in levels if level.reason is not None]
        defined = any(level.value is not None for level in levels)
        blocks.append(Paragraph(_sentence(column, proposed, levels[0].limit) if defined else "No rate is defined."))
        if joined:
            blocks.append(Note(_method(result.distances[column])))
            if proposed is not None and proposed.level > 0 and not result.forms[column]:
                blocks.append(Note("The groups name values of the table; `show_values` shows them."))
    blocks += [Note(TOO_MANY.format(column=column)) for column in result.left_out]
    if result.partitions:
        line = f"partitions: {flow(result.partitions)}"
        blocks += [Heading("in a spec, to score both"), table([Column("", "code")], [(line,)], leading=1)]
    return Report(tuple(blocks))


COLUMNS = (
    Column("level", "number"),
    Column("partition", "name"),
    Column("domains", "number"),
    Column("classes", "number"),
    Column("DR", "number"),
    Column("", "text"),
)


JOINED = (Column("joined at", "number"), Column("values", "number"), Column("records", "number"))
"""The further columns of levels that join groups: the distance of the two, and the joined size."""


def _method(file: Path | None) -> str:
    """Return how values were joined to groups, in words."""
    spread = "half the sum over the classes of the difference between the shares of their records that are there"
    near = spread if file is None else f"the distance that {file} gives them"
    return f"The two groups are joined whose values are at the least distance on average: of two values, {near}."


def _row(level: SemanticLevel, *, joined: bool) -> tuple[Any, ...]:
    above = f"above {level.limit:g}{': proposed' if level.proposed else ''}"
    sizes = (level.distance, level.joined_values, level.joined_records) if joined else ()
    return (
        str(level.level),
        *(() if joined else (level.partition or "as it is",)),
        number(level.domains),
        *("" if size is None else number(size) for size in sizes),
        number(level.classes),
        number(level.value),
        Toned(above, "bad") if level.exceeds else "",
    )


def _sentence(column: str, level: SemanticLevel | None, limit: float) -> str:
    """Return the proposal in words."""
    if level is None:
        return f"No question about {column} is answered above {limit:g}, not even about its values as they are."
    if level.level == 0:
        return f"Only questions about the values of {column} as they are are answered above {limit:g}."
    return (
        f"The coarsest question about {column} that is answered above {limit:g} is {level.partition}:"
        f" which of {number(level.domains)} domains."
    )
