"""Combinations of quasi-identifiers for people and for machines: what each attribute adds, and the combinations ranked by risk."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlmetrics.output.tables import blocks
from sqlmetrics.risk.combinations.results import ADDED, Combination, SubsetScores
from sqlmetrics.risk.combinations.suda import SpecialUniques
from sqlmetrics.risk.scores import Score, split_line
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import number, printable

if TYPE_CHECKING:
    from rich.console import Console


SHOWN = ("k_anonymity", "uniqueness", "separation", "discrimination_rate")
"""The identity's metrics that are shown of a combination, where they were scored; the records have all."""


def subsets_dict(found: SubsetScores, limit: int | None = None) -> dict[str, Any]:
    """Return the result as its JSON: the facts of the relation, the ranked combinations, what attributes add, and the score records."""
    kept = found.combinations[:limit]
    whole = found.scores.to_dict()
    names = {row.scores[0].quasi_identifiers for row in kept}
    scores = [listed for score, listed in zip(found.scores.scores, whole.pop("scores"), strict=True) if score.quasi_identifiers in names]
    whole.pop("worst", None)
    whole.pop("left_out", None)
    return whole | {
        "most_keys": found.most,
        "combinations": [{"quasi_identifiers": list(row.quasi_identifiers), "classes": row.classes} for row in kept],
        "attributes": [row._asdict() for row in found.attributes],
        "scores": scores,
    }


def subsets_json(found: SubsetScores, limit: int | None = None) -> str:
    """Return the result as one JSON object; see `subsets_dict`."""
    return json.dumps(subsets_dict(found, limit), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def titles(found: SubsetScores) -> list[str]:
    """Return the lines that say what was measured."""
    scores = found.scores
    people = f" of {scores.individuals:,} individuals" if scores.individuals is not None else ""
    of = f"of up to {found.most} of " if found.most < len(found.quasi_identifiers) else "of "
    keys = ", ".join(
        f"{printable(key)} (as {printable(scores.recodings[key])})" if key in scores.recodings else printable(key)
        for key in found.quasi_identifiers
    )
    return [
        f"{printable(scores.relation)}: {scores.records:,} records{people}",
        f"{len(found.combinations):,} combinations {of}{keys}",
        *(["Records with a NULL in a combination's keys are left out of it."] if scores.nulls == "drop" else []),
    ]


def _heading(target: str, partition: str | None) -> str:
    return printable(target) if partition is None else f"{printable(target)} as {printable(partition)}"


def _column(metric: str, target: str, partition: str | None) -> str:
    """Return what a column of a metric is called: its symbol, and its target where that is not who a record belongs to."""
    symbol = catalogue()[metric].symbol
    return symbol if target == IDENTITY else f"{symbol} {_heading(target, partition)}"


def attribute_rows(found: SubsetScores) -> tuple[list[str], list[list[str]]]:
    """Return the header and rows of what each attribute adds on the mean, the first metric's most first."""
    columns = list(dict.fromkeys((row.metric, row.target, row.partition) for row in found.attributes))
    means = {(row.attribute, row.metric, row.target, row.partition): row.mean for row in found.attributes}
    attributes = sorted(found.quasi_identifiers, key=lambda attribute: -(means[attribute, *columns[0]] or 0.0)) if columns else []
    rows = [[printable(attribute), *(number(means[attribute, *column]) for column in columns)] for attribute in attributes]
    return ["attribute", *(_column(*column) for column in columns)], rows


def combination_rows(found: SubsetScores, limit: int | None) -> tuple[list[str], list[list[str]]]:
    """Return the header and rows of the combinations, the riskiest first."""

    def shown(row: Combination) -> list[Score]:
        return [score for score in row.scores if score.metric in (SHOWN if score.target == IDENTITY else ADDED)]

    header = [_column(score.metric, score.target, score.partition) for score in shown(found.combinations[0])]
    rows = [
        [str(place), ", ".join(map(printable, row.quasi_identifiers)), f"{row.classes:,}", *(number(score.value) for score in shown(row))]
        for place, row in enumerate(found.combinations[:limit], 1)
    ]
    return ["", "known", "classes", *header], rows


ADDS_OF = "what each attribute adds on the mean to the combinations without it"
RISKIEST = "the combinations, the riskiest first"


def subsets_markdown(found: SubsetScores, limit: int | None = None) -> str:
    """Return the report as Markdown."""

    def table(header: Sequence[str], rows: Sequence[Sequence[str]], texts: set[int]) -> str:
        lines = [header, ["---" if place in texts else "---:" for place in range(len(header))], *rows]
        return "".join("| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells) + " |\n" for cells in lines)

    text = "".join(f"{line}\n\n" for line in titles(found))
    text += f"### {ADDS_OF}\n\n{table(*attribute_rows(found), {0})}\n"
    return text + f"### {RISKIEST}\n\n{table(*combination_rows(found, limit), {1})}"


def print_table(console: Console, header: Sequence[str], rows: Sequence[Sequence[str]], texts: set[int]) -> None:
    """Print a table of numbers, in as many parts as the width asks for; `texts` are the columns of text, the last of them repeated."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    for columns in blocks(header, rows, max(texts) + 1, console.width):
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
        for place in columns:
            table.add_column(header[place], justify="left" if place in texts else "right", no_wrap=place not in texts)
        for cells in rows:
            table.add_row(*(Text(cells[place]) for place in columns))
        console.print(table)


def print_subsets(found: SubsetScores, console: Console, limit: int | None = None) -> None:
    """Print the report for a person: what each attribute adds, then the combinations, the riskiest first."""
    from rich.text import Text

    first, *others = titles(found)
    console.print(Text(first, style="bold"))
    for line in others:
        console.print(Text(line))
    console.print()
    console.print(Text(ADDS_OF, style="bold cyan"))
    print_table(console, *attribute_rows(found), {0})
    console.print()
    console.print(Text(RISKIEST, style="bold cyan"))
    print_table(console, *combination_rows(found, limit), {1})


def print_uniques(found: SpecialUniques, console: Console) -> None:
    """Print the report for a person: the attributes that single records out, then the records, the riskiest first."""
    from rich.text import Text

    console.print(Text(f"{printable(found.relation)}: {found.records:,} records", style="bold"))
    console.print(
        Text(f"{found.singled_out:,} of them are singled out by up to {found.max_size} attributes, in {found.msus:,} minimal combinations.")
    )
    if not found.singled_out:
        return
    console.print()
    console.print(Text("the share of the scores that each attribute has a part in", style="bold cyan"))
    rows = [[printable(share.attribute), number(share.contribution)] for share in found.attributes]
    print_table(console, ["attribute", "share"], rows, {0})
    if found.values:
        console.print()
        console.print(Text("the values with the greatest part in their attribute's", style="bold cyan"))
        first = sorted(found.values, key=lambda share: -share.contribution)[:10]
        rows = [[printable(share.attribute), printable(share.value or "NULL"), number(share.contribution)] for share in first]
        print_table(console, ["attribute", "value", "share"], rows, {0, 1})
    console.print()
    console.print(Text("the records that are singled out, the riskiest first", style="bold cyan"))
    shown = any(row.class_ is not None for row in found.uniques)
    rows = [
        [
            str(place),
            *([", ".join(printable("NULL" if part is None else part) for part in split_line(row.class_ or ""))] if shown else []),
            f"{row.msus:,}",
            f"{row.least_size}",
            number(row.suda),
            number(row.dis_suda),
        ]
        for place, row in enumerate(found.uniques, 1)
    ]
    header = ["", *(["class"] if shown else []), "minimal uniques", "fewest keys", "SUDA", "DIS-SUDA"]
    print_table(console, header, rows, {1} if shown else {0})
