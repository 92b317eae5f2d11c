"""Scores for people and for machines: terminal, Markdown, JSON, CSV and Parquet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from sqlmetrics.engine.duckdb import connect
from sqlmetrics.engine.files import csv_text
from sqlmetrics.output.tables import blocks, grid
from sqlmetrics.risk.scores import COLUMNS, Score, Scores, split_line
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import number, printable

if TYPE_CHECKING:
    from rich.console import Console


CONSTANT = "the target has a single value"
"""The reason of the scores of a constant target."""

READ = ("discrimination_rate", "adjusted_discrimination_rate", "conditional_entropy", "entropy")
"""The metrics that the sentence above a target's scores is made of, beside ITPR and k."""


def to_json(scores: Scores) -> str:
    """Return the result as one JSON object."""
    return json.dumps(scores.to_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_csv(scores: Scores) -> str:
    """Return the score records as CSV with a header; NULL is empty."""
    return csv_text(COLUMNS, (score[: len(COLUMNS)] for score in scores.scores))


def write_parquet(scores: Scores, path: Path) -> None:
    """Write the score records to a Parquet file with the columns COLUMNS."""
    types = {"records": "bigint", "value": "double"}
    columns = ", ".join(f'"{name}" {types.get(name, "varchar")}' for name in COLUMNS)
    with connect() as connection:
        connection.execute(f"create table scores ({columns})")
        if scores.scores:
            connection.register("frame", scores.to_pandas())
            connection.execute("insert into scores select * from frame")
        connection.execute("copy scores to ? (format parquet)", [str(path)])


def titles(scores: Scores) -> list[str]:
    """Return the lines that say what was measured, of what, and how NULL was treated."""
    keys = [str(name) for name in split_line(scores.scores[0].quasi_identifiers)] if scores.scores else []
    known = ", ".join(
        f"{printable(key)} (as {printable(scores.recodings[key])})" if key in scores.recodings else printable(key) for key in keys
    )
    lines = [
        f"{printable(scores.relation)}: {scores.records:,} records"
        + (f" of {scores.individuals:,} individuals" if scores.individuals is not None else "")
    ]
    if known and len({score.quasi_identifiers for score in scores.scores}) == 1:
        lines.append(f"What does it give away to somebody who knows a person's {known}?")
    if scores.nulls == "drop":
        left = ", ".join(f"{count:,} for {printable(target)}" for target, count in scores.left_out.items())
        lines.append(f"Records with a NULL are left out: {left}.")
    if scores.suppressed is not None:
        treated = "a class of their own" if scores.suppressed.kept else "left out of the classes"
        lines.append(f"{scores.suppressed.records:,} records are fully suppressed: {treated}.")
    return lines


def reading(group: Sequence[Score]) -> str:
    """Return one sentence that says what a target's scores mean, from those that are there."""
    values = {score.metric: score.value for score in group}
    rate, adjusted, left, whole = (values.get(name) for name in READ)
    identity = group[0].target == IDENTITY
    what = "who a record belongs to" if identity else printable(group[0].target)
    sentences = []
    if rate is not None:
        bits = f" ({whole:.2f} bits, {left:.2f} left)" if whole is not None and left is not None else ""
        sentences.append(f"Knowing them removes {rate:.0%} of the uncertainty about {what}{bits}.")
    if adjusted is not None and not identity:
        sentences.append(f"Beyond what chance gives in classes of these sizes it is {adjusted:.0%}.")
    worst, smallest = values.get("itpr"), values.get("k_anonymity")
    if identity and smallest is not None:
        alone = "At least one person is alone in a class: whoever knows them finds their record."
        sentences.append(alone if smallest == 1 else f"Everybody hides among at least {number(smallest)}.")
    elif worst is not None:
        sentences.append(
            "In the most exposed class it is certain." if worst >= 1 else f"In the most exposed class ITPR is {worst:.2f} of 1."
        )
    return " ".join(sentences)


def warnings(scores: Scores) -> list[str]:
    """Return what a user should know before reading the scores: targets of which nothing can be learnt, and what to do."""
    if not scores.records:
        return [f"{printable(scores.relation)} has no records; every score is undefined"]
    found = []
    for score in scores.scores:
        target = printable(score.target)
        if score.level == "table" and score.records == 0:
            found.append(f"no record is left of '{target}' without a NULL; use `nulls: category` or another column")
        elif score.level == "table" and score.reason == CONSTANT and score.partition is None and score.target != IDENTITY:
            found.append(f"'{target}' has a single value in all {score.records:,} records: it holds nothing to learn; leave it out")
    return list(dict.fromkeys(found))


def groups(scores: Scores) -> Iterable[tuple[str, list[Score]]]:
    """Return the score records target by target, each group with its heading."""
    several = len({score.quasi_identifiers for score in scores.scores}) > 1
    for (target, partition, keys), found in groupby(
        scores.scores, key=lambda score: (score.target, score.partition, score.quasi_identifiers)
    ):
        heading = f"{printable(target)} as {printable(partition)}" if partition is not None else printable(target)
        known = ", ".join(printable(name or "") for name in split_line(keys))
        yield f"{heading}, where {known} are known" if several else heading, list(found)


def how_to_read(score: Score) -> str:
    """Return which way a score is riskier, or why it is undefined, and the parameters that it was scored with."""
    reading = score.direction if score.value is not None else f"undefined: {score.reason}"
    return reading if score.parameters is None else f"{reading} ({printable(score.parameters)})"


def table_rows(group: Sequence[Score]) -> tuple[list[str], list[list[str]]]:
    """Return the header and rows of one target's scores at table level."""
    rows = [[score.metric, number(score.value), score.unit, how_to_read(score)] for score in group]
    return ["metric", "score", "unit", "reading"], rows


def class_rows(group: Sequence[Score]) -> tuple[list[str], list[list[str]]]:
    """Return the header and rows of one target's classes, riskiest first: size, key values where shown, a column per metric."""
    names = list(dict.fromkeys(score.metric for score in group))
    shown = any(score.class_ is not None for score in group)
    rows = []
    for place, start in enumerate(range(0, len(group), len(names)), start=1):
        scores = group[start : start + len(names)]
        values = (
            [] if scores[0].class_ is None else [printable("NULL" if value is None else value) for value in split_line(scores[0].class_)]
        )
        rows.append(
            [str(place), *([", ".join(values)] if shown else []), f"{scores[0].records:,}", *(number(score.value) for score in scores)]
        )
    return ["", *(["class"] if shown else []), "records", *(catalogue()[name].symbol for name in names)], rows


def worst_rows(scores: Scores) -> tuple[list[str], list[list[str]]]:
    """Return the header and rows of the riskiest score of each metric over several sensitive attributes."""
    rows = [
        [score.metric, number(score.value), printable(score.target) + (f" as {printable(score.partition)}" if score.partition else "")]
        for score in scores.worst
    ]
    return ["metric", "score", "worst of"], rows


def notes(group: Sequence[Score]) -> list[str]:
    """Return the reasons for what is undefined, once each."""
    return list(dict.fromkeys(f"{score.metric} is undefined: {score.reason}" for score in group if score.value is None))


def to_markdown(scores: Scores) -> str:
    """Return the report as Markdown, for papers and pull requests."""

    def row(cells: Iterable[str]) -> str:
        return "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells) + " |\n"

    text = "".join(f"{line}\n\n" for line in titles(scores))
    for heading, group in groups(scores):
        by_class = group[0].level == "class"
        header, rows = class_rows(group) if by_class else table_rows(group)
        text += f"### {heading}\n\n"
        text += "" if by_class else f"{reading(group)}\n\n"
        text += row(header) + row("---" if index in {0, len(header) - 1} and not by_class else "---:" for index in range(len(header)))
        text += "".join(row(cells) for cells in rows) + "\n"
        text += "".join(f"{note}.\n\n" for note in notes(group)) if by_class else ""
    if scores.worst:
        header, rows = worst_rows(scores)
        text += "### the worst of the sensitive attributes\n\n" + row(header) + row(["---", "---:", "---"])
        text += "".join(row(cells) for cells in rows) + "\n"
    return text


def print_scores(scores: Scores, console: Console) -> None:
    """Print the report for a person: what was measured, then each target with its scores, risks first."""
    from rich.text import Text

    first, *others = titles(scores)
    console.print(Text(first, style="bold"))
    for line in others:
        console.print(Text(line))
    for heading, group in groups(scores):
        by_class = group[0].level == "class"
        header, rows = class_rows(group) if by_class else table_rows(group)
        console.print()
        title = Text(heading, style="bold cyan")
        console.print(title.append(": the riskiest classes first" if by_class else "", style="default"))
        if not by_class:
            console.print(Text(reading(group)))
        for columns in blocks(header, rows, header.index("records") + 1, console.width) if by_class else [range(len(header))]:
            kept = [[cells[column] for column in columns] for cells in rows]
            console.print(grid([header[column] for column in columns], kept, by_class=by_class))
        if by_class:
            for note in notes(group):
                console.print(Text(note, style="yellow"))
    if scores.worst:
        console.print()
        console.print(Text("the worst of the sensitive attributes", style="bold cyan"))
        console.print(grid(*worst_rows(scores), by_class=False))
