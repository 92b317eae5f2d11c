"""What releases are still good for, for people and for machines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sqlmetrics.engine.duckdb import connect
from sqlmetrics.engine.files import csv_text
from sqlmetrics.output.findings import findings_markdown
from sqlmetrics.release.utility.answers import Answer
from sqlmetrics.release.utility.utility import Utility
from sqlmetrics.risk.scores import Score
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.text import number, printable

if TYPE_CHECKING:
    from rich.console import Console


ENDINGS = (".csv", ".json", ".parquet")
"""How the file of the queries may end."""

_TYPES = {
    "query": "bigint", "size": "bigint", "original": "double", "answer": "double", "absolute_error": "double", "relative_error": "double",
    "missed": "boolean",
}  # fmt: skip


def answers_csv(found: Utility) -> str:
    """Return the queries with their answers as CSV with a header; NULL is empty."""
    return csv_text(
        Answer._fields, ([str(part).lower() if isinstance(part, bool) else part for part in answer] for answer in found.answers)
    )


def answers_json(found: Utility) -> str:
    """Return the queries with their answers as a JSON list."""
    return json.dumps([answer._asdict() for answer in found.answers], indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def write_answers(found: Utility, path: Path) -> None:
    """Write the queries with their answers to a Parquet file."""
    import pandas as pd

    columns = ", ".join(f'"{name}" {_TYPES.get(name, "varchar")}' for name in Answer._fields)
    with connect() as connection:
        connection.execute(f"create table answers ({columns})")
        if found.answers:
            frame = pd.DataFrame(list(found.answers), columns=list(Answer._fields)).convert_dtypes()
            connection.register("frame", frame)
            connection.execute("insert into answers select * from frame")
        connection.execute("copy answers to ? (format parquet)", [str(path)])


def tables(found: Utility) -> list[tuple[str, list[str], list[list[str]]]]:
    """Return the report's tables: a title, a header, and rows with a column per release."""
    result = []
    releases = [printable(release) for release in found.releases]
    answered = [finding for finding in found.scores if finding.metric in _of("How near are a release's answers?")]
    for target in dict.fromkeys(finding.target for finding in answered if "," not in finding.target):
        mine = [finding for finding in answered if finding.target == target or finding.target.startswith(f"{target}, ")]
        whole = next((finding for finding in mine if finding.target == target), mine[0])
        title = f"Answers to the {target} workload: {whole.records:,} queries"
        rows = _rows([finding for finding in mine if finding.target == target], found.releases, by_target=False)
        relative = [finding for finding in mine if finding.target != target and finding.metric == "mean_relative_error"]
        rows += [[f"{label} of {name}", *cells] for label, name, *cells in _rows(relative, found.releases, by_target=True)]
        result.append((title, ["", *releases], rows))
    pairs = [finding for finding in found.scores if finding.metric == "contingency_similarity"]
    columns = [finding for finding in found.scores if finding not in answered and finding not in pairs]
    if columns:
        result.append(("What is left of each column", *_by_column(columns, found.releases)))
    if pairs:
        rows = _rows(_worst(pairs, found.releases), found.releases, by_target=True)
        result.append(("How alike pairs of columns are: those least alike", ["columns", *releases], [cells[1:] for cells in rows]))
    return result


def _of(question: str) -> set[str]:
    return {metric.name for metric in catalogue("utility").values() if metric.question == question}


def _by_column(findings: Sequence[Score], releases: Sequence[str]) -> tuple[list[str], list[list[str]]]:
    """Return a header and a row per column, and per release where there are several, with a column per metric."""
    metrics = list(dict.fromkeys(finding.metric for finding in findings))
    several = len(releases) > 1
    rows = []
    for target in dict.fromkeys(finding.target for finding in findings):
        for release in releases:
            values = {finding.metric: finding.value for finding in findings if (finding.target, finding.release) == (target, release)}
            cells = [number(values[metric]) if metric in values else "" for metric in metrics]
            form = " (continuous)" if any(each.parameters == "continuous" for each in findings if each.target == target) else ""
            rows.append([f"{printable(target)}{form}", *([printable(release)] if several else []), *cells])
    known = catalogue("utility")
    return ["column", *(["release"] if several else []), *(known[metric].symbol for metric in metrics)], rows


def _worst(pairs: Sequence[Score], releases: Sequence[str]) -> list[Score]:
    """Return the five pairs that are least alike in some release."""
    order: dict[str, float] = {}
    for finding in pairs:
        if finding.value is not None:
            order[finding.target] = min(order.get(finding.target, 1.0), finding.value)
    worst = sorted(order, key=lambda target: (order[target], target))[:5]
    return [finding for target in worst for finding in pairs if finding.target == target]


def _rows(findings: Sequence[Score], releases: Sequence[str], *, by_target: bool) -> list[list[str]]:
    """Return a row per metric, or per metric and target, with the value of each release."""
    found: dict[tuple[str, str], dict[str | None, Score]] = {}
    for finding in findings:
        found.setdefault((finding.metric, finding.target if by_target else ""), {})[finding.release] = finding
    rows = []
    for (metric, target), by_release in found.items():
        label = target.partition(", ")[2] if target.startswith(("generic, ", "friendly, ")) else target
        cells = [number(by_release[release].value) if release in by_release else "-" for release in releases]
        rows.append([metric, *([printable(label)] if by_target else []), *cells])
    return rows


def reasons(found: Utility) -> list[str]:
    """Return why values are undefined, and of what, once each."""
    targets: dict[tuple[str, str | None], list[str]] = {}
    for each in found.scores:
        if each.value is None:
            targets.setdefault((each.metric, each.reason), []).append(printable(each.target))
    return [f"{metric} of {', '.join(dict.fromkeys(names))}: {reason}" for (metric, reason), names in targets.items()]


def print_utility(found: Utility, console: Console) -> None:
    """Print the report for a person: the answers' accuracy first, then what is left of the columns."""
    from rich.text import Text

    console.print(Text(f"{', '.join(map(printable, found.releases))} beside {printable(found.original)}", style="bold"))
    for title, header, rows in tables(found):
        console.print()
        console.print(Text(title, style="bold cyan"))
        console.print(_grid(header, rows))
    for reason in reasons(found):
        console.print(Text(f"undefined: {reason}", style="yellow"))


def _grid(header: Sequence[str], rows: Sequence[Sequence[str]]) -> object:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    texts = 2 if len(header) > 1 and header[1] == "release" else 1
    for place, name in enumerate(header):
        table.add_column(name, justify="left" if place < texts else "right")
    for cells in rows:
        table.add_row(*(Text(cell) for cell in cells))
    return table


def utility_markdown(found: Utility) -> str:
    """Return the report as Markdown."""
    text = f"**{', '.join(map(printable, found.releases))}** beside {printable(found.original)}\n\n"
    for title, header, rows in tables(found):
        text += f"### {title}\n\n{findings_markdown(header, rows)}\n"
    return text + "".join(f"Undefined: {reason}.\n\n" for reason in reasons(found))
