"""A history for people and for machines: metrics over time, and the difference of two runs, as a table, Markdown, JSON or CSV."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sqlmetrics.engine.files import csv_text
from sqlmetrics.gate.history.rows import COLUMNS, Entry
from sqlmetrics.gate.trend import Change, Series, failures, sparkline, turn
from sqlmetrics.output.gate import plain_table
from sqlmetrics.text import number, printable

if TYPE_CHECKING:
    from rich.console import Console


STYLES = {"riskier": "red", "undefined": "yellow", "safer": "green"}


def named(of: Series | Change) -> str:
    """Return what a series or a change is of."""
    partition = "" if of.partition is None else f" as {printable(of.partition)}"
    return f"{of.metric} of {printable(of.target)}{partition}"


def entries_to_json(entries: Iterable[Entry]) -> str:
    """Return a history's entries as a JSON list of objects, recodings and verdicts as such."""
    rows = [entry._asdict() | {"recodings": json.loads(entry.recodings), "verdicts": json.loads(entry.verdicts)} for entry in entries]
    return json.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def entries_to_csv(entries: Iterable[Entry]) -> str:
    """Return a history's entries as CSV with a header; NULL is empty."""
    return csv_text(COLUMNS, entries)


def print_history(found: Sequence[Series], console: Console) -> None:
    """Print a line for each series; of a single one, each run as well."""
    from rich.text import Text

    for job in dict.fromkeys(one.job for one in found):
        own = [one for one in found if one.job == job]
        first, last = own[0].entries[0], own[0].entries[-1]
        runs = len(own[0].entries)
        when = f"{first.recorded_at[:10]} to {last.recorded_at[:10]}" if runs > 1 else first.recorded_at[:10]
        console.print(Text(f"{printable(job)}: {runs} run{'s' * (runs > 1)}, {when}", style="bold"))
        rows = [[named(one), number(one.values[0]), sparkline(one.values), number(one.values[-1]), turn(one)] for one in own]
        styles = [STYLES.get(row[-1], "") for row in rows]
        console.print(plain_table(["score", "first", "over time", "last", "last change"], rows, {1, 3}, styles))
        if len(own) == 1:
            console.print()
            details = [
                [
                    entry.recorded_at[:19].replace("T", " "),
                    entry.run_id,
                    printable(entry.relation),
                    f"{entry.relation_records:,}",
                    number(entry.value),
                    "failed" if failures(entry) else "passed" if entry.verdicts != "[]" else "",
                ]
                for entry in own[0].entries
            ]
            marks = ["red" if row[-1] == "failed" else "green" for row in details]
            console.print(plain_table(["UTC", "run", "relation", "records", "value", "thresholds"], details, {3, 4}, marks))
        console.print()


def changes_to_json(found: Iterable[tuple[str, str, str, list[str], list[Change]]]) -> str:
    """Return the differences of two runs as JSON: for each job its runs, its circumstances and its changes."""
    rows = [
        {
            "job": job,
            "before": before,
            "after": after,
            "circumstances": circumstances,
            "changes": [
                {
                    "metric": change.metric,
                    "target": change.target,
                    "partition": change.partition,
                    "before": change.before,
                    "after": change.after,
                    "difference": change.difference,
                    "way": change.way,
                }
                for change in changes
            ],
        }
        for job, before, after, circumstances, changes in found
    ]
    return json.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def print_changes(job: str, before: str, after: str, circumstances: Sequence[str], found: Sequence[Change], console: Console) -> None:
    """Print what is not the same in two runs of a job."""
    from rich.text import Text

    console.print(Text(f"{printable(job)}: {before} -> {after}", style="bold"))
    for line in circumstances:
        console.print(Text(printable(line)))
    changed = [change for change in found if change.way != "same"]
    rows = []
    for change in changed:
        difference = change.difference
        signed = "" if difference is None else ("+" if difference > 0 else "") + number(difference)
        rows.append([named(change), number(change.before), number(change.after), signed, change.way])
    if rows:
        styles = [STYLES.get(change.way, "") for change in changed]
        console.print(plain_table(["score", "before", "after", "change", "which way"], rows, {1, 2, 3}, styles))
    same = len(found) - len(changed)
    console.print(Text(f"{same} of {len(found)} scores are the same"))
    console.print()
