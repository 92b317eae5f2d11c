"""The five attacks for people: releases side by side, or the classes of each; terminal and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from sqlmetrics.output.findings import findings_markdown
from sqlmetrics.risk.scores import ReleaseScores, Score, split_line
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import number, printable

if TYPE_CHECKING:
    from rich.console import Console


def known(finding: Score, found: ReleaseScores) -> str:
    """Return what is known: one key, or all of them together."""
    names = [printable(name or "") for name in split_line(finding.quasi_identifiers)]
    several = len({other.quasi_identifiers for other in found.scores}) > 1
    return "all together" if several and len(names) > 1 else ", ".join(names)


def about(finding: Score) -> str:
    """Return what is learnt, and as which attacker's model."""
    names = ", ".join(printable(name or "") for name in split_line(finding.target))
    return names if finding.partition is None else f"{names} as {printable(finding.partition)}"


def measure(finding: Score) -> str:
    """Return the symbol of what an attack is measured by."""
    return every_metric()[finding.metric].symbol


def side_by_side(found: ReleaseScores) -> tuple[list[str], list[list[str]]]:
    """Return the header and rows of a table: an attack on a target by what is known, a column of values per release."""
    rows: dict[tuple[str, str, str, str], dict[str | None, Score]] = {}
    for finding in found.scores:
        line = ((finding.attack or "").replace("_", " "), measure(finding), known(finding, found), about(finding))
        rows.setdefault(line, {})[finding.release] = finding
    table = []
    for line, values in rows.items():
        first = next(iter(values.values()))
        table.append([*line, *(number(values[name].value) if name in values else "-" for name in found.releases), first.direction])
    return ["attack", "", "known", "about", *(printable(name) for name in found.releases), "reading"], table


def by_class(found: ReleaseScores) -> Iterator[tuple[str, list[str], list[list[str]]]]:
    """Return a title, header and rows for each release, attack, target and what is known: its classes, riskiest first."""
    for (release, attack), of_attack in groupby(found.scores, key=lambda finding: (finding.release, finding.attack)):
        for _, group in groupby(of_attack, key=lambda one: (one.metric, one.quasi_identifiers, one.target, one.partition)):
            findings = list(group)
            first = findings[0]
            title = f"{printable(release)}, {(attack or '').replace('_', ' ')}: {about(first)} by {known(first, found)}"
            named = any(finding.class_ is not None for finding in findings)
            rows = []
            for place, finding in enumerate(findings, 1):
                keys = ", ".join(printable("NULL" if value is None else value) for value in split_line(finding.class_ or ""))
                rows.append([str(place), *([keys] if named else []), f"{finding.records:,}", number(finding.value)])
            yield title, ["", *(["class"] if named else []), "records", measure(first)], rows


def title(found: ReleaseScores) -> str:
    """Return what was attacked, and with what knowledge."""
    keys = list(dict.fromkeys(name or "" for finding in found.scores for name in split_line(finding.quasi_identifiers)))
    releases = ", ".join(printable(name) for name in found.releases)
    return f"{releases} against {printable(found.original)}: what an attacker learns who knows {', '.join(printable(key) for key in keys)}"


def reasons(found: ReleaseScores) -> list[str]:
    """Return why what is undefined is so, once each."""
    undefined = [finding for finding in found.scores if finding.value is None]
    return list(dict.fromkeys(f"{(one.attack or one.metric).replace('_', ' ')} is undefined: {one.reason}" for one in undefined))


def print_attacks(found: ReleaseScores, console: Console) -> None:
    """Print what each attack reaches: the releases side by side, or their classes."""
    from rich.text import Text

    console.print(Text(title(found), style="bold"))
    if any(finding.level == "class" for finding in found.scores):
        for heading, header, rows in by_class(found):
            console.print()
            console.print(Text(heading, style="bold cyan"))
            _print_table(console, header, rows, text=1 + ("class" in header))
    else:
        console.print()
        header, rows = side_by_side(found)
        _print_table(console, header, rows, text=4)
    for reason in reasons(found):
        console.print(Text(reason, style="yellow"))


def _print_table(console: Console, header: Sequence[str], rows: Sequence[Sequence[str]], *, text: int) -> None:
    """Print a table whose first columns are texts and whose others are numbers, but for the reading."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
    for place, name in enumerate(header):
        table.add_column(name, justify="left" if place < text or name == "reading" else "right", overflow="fold")
    for cells in rows:
        styles = {"higher is riskier": "red", "higher is safer": "green"}
        table.add_row(*(Text(cell, style=styles.get(cell, "")) for cell in cells))
    console.print(table)


def attacks_markdown(found: ReleaseScores) -> str:
    """Return the report as Markdown."""
    text = f"{title(found)}\n\n"
    if any(finding.level == "class" for finding in found.scores):
        text += "".join(f"### {heading}\n\n{findings_markdown(header, rows)}\n" for heading, header, rows in by_class(found))
    else:
        text += findings_markdown(*side_by_side(found))
    return text + "".join(f"\n{reason}.\n" for reason in reasons(found))
