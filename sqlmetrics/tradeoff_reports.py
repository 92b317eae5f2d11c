"""The trade-off for a person: what each release is worth to classifiers, what it gives away, and which releases no other one beats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.catalogue import every_metric
from sqlmetrics.experiment import PRIVACY, statements
from sqlmetrics.findings import Finding, Findings, findings_markdown
from sqlmetrics.output import number, printable
from sqlmetrics.plot import Frontier, terminal_plot

if TYPE_CHECKING:
    from rich.console import Console

QUALITIES = ("u_base", "u_san", "u_max", "utility_gain")
"""The utilities that stand side by side."""


class Section(NamedTuple):
    """A table of a report: what it shows, its columns and rows."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def utility_section(found: Findings) -> Section:
    """Return what the releases are worth to each classifier, accuracy and F1 side by side."""
    by: dict[tuple[str, str, str], dict[tuple[str, str], Finding]] = {}
    for finding in found.findings:
        if finding.metric in QUALITIES:
            words = dict(entry.split("=", 1) for entry in str(finding.parameters).split(", ") if "=" in entry)
            by.setdefault((finding.target, words["classifier"], finding.release), {})[(words["measure"], finding.metric)] = finding
    symbols = [every_metric()[name].symbol for name in QUALITIES[:3]]
    header = ("attribute", "classifier", "release", *symbols, "gain", *(f"F1 {symbol}" for symbol in symbols), "F1 gain")
    rows = []
    reasons: dict[str, int] = {}
    for (target, classifier, release), records in sorted(by.items(), key=lambda entry: _place(found, entry[0])):
        cells = []
        for measure in ("accuracy", "f1"):
            for name in QUALITIES:
                finding = records[(measure, name)]
                mark = ""
                if finding.reason is not None:
                    mark = f" ({reasons.setdefault(finding.reason, len(reasons) + 1)})"
                cells.append(("-" if finding.value is None else f"{finding.value:.3f}") + mark)
        rows.append((printable(target), classifier.replace("_", " "), printable(release), *cells))
    said = "; ".join(f"({place}) {reason}" for reason, place in reasons.items())
    return Section("what a classifier predicts of held-out people" + (f"; undefined: {said}" if said else ""), header, tuple(rows))


def _place(found: Findings, row: tuple[str, str, str]) -> tuple[int, int, int]:
    """Return where a row stands: by attribute, classifier and release, as they were asked for."""
    targets = list(dict.fromkeys(finding.target for finding in found.findings if finding.metric in QUALITIES))
    classifiers = ["majority", "naive_bayes"]
    known = classifiers.index(row[1]) if row[1] in classifiers else len(classifiers)
    return targets.index(row[0]), known, found.releases.index(row[2])


def privacy_section(found: Findings) -> Section:
    """Return what each release gives away, by sensitive attribute."""
    by: dict[tuple[str, str], dict[str, Finding]] = {}
    size: dict[str, Finding] = {}
    for finding in found.findings:
        if finding.metric == "k_anonymity":
            size[finding.release] = finding
        elif finding.metric in PRIVACY:
            by.setdefault((finding.target, finding.release), {})[finding.metric] = finding
    names = [name for name in PRIVACY if name != "k_anonymity"]
    symbols = {"mutual_information": "GAIN (bits)", "delta_disclosure": "delta (nats)"}
    header = ("sensitive", "release", "k", *(symbols.get(name, every_metric()[name].symbol) for name in names))
    rows = tuple(
        (printable(target), printable(release), number(size[release].value), *(number(records[name].value) for name in names))
        for (target, release), records in by.items()
    )
    targets = list(dict.fromkeys(target for target, _ in by))
    return Section("what the release tells an adversary", header, tuple(sorted(rows, key=lambda row: targets.index(row[0]))))


def frontier_section(frontier: Frontier) -> Section:
    """Return the releases between risk and utility, with those that others dominate marked."""
    header = ("", "release", frontier.risk.symbol, frontier.utility.symbol, "dominated by")
    rows = tuple(
        (str(place), printable(point.name), number(point.risk), f"{point.utility:.3f}", ", ".join(map(printable, point.dominated)) or "-")
        for place, point in enumerate(frontier.points, 1)
    )
    return Section(
        f"risk ({frontier.risk.symbol} of {printable(frontier.risk_of)}, {frontier.risk.direction}) against utility"
        f" ({frontier.utility.symbol} of {printable(frontier.utility_of)}, {frontier.utility.direction})",
        header,
        rows,
    )


def title(found: Findings) -> str:
    """Return the line above all tables."""
    held = max((finding.records for finding in found.findings if finding.metric in QUALITIES), default=0)
    return f"{printable(found.original)}: {held:,} records held out to test classifiers on"


def sections(found: Findings, frontier: Frontier | None) -> Iterator[Section]:
    """Give the tables of a report in order."""
    yield utility_section(found)
    yield privacy_section(found)
    if frontier is not None:
        yield frontier_section(frontier)


def print_tradeoff(found: Findings, frontier: Frontier | None, console: Console) -> None:
    """Print the report for a person, with the plain plot where there are several releases."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console.print(Text(title(found), style="bold"))
    for section in sections(found, frontier):
        console.print()
        console.print(Text(section.title, style="bold cyan"))
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
        for place, name in enumerate(section.header):
            left = any(not cells[place].lstrip("-").replace(",", "").replace(".", "", 1).isdecimal() and cells[place] != "-" for cells in section.rows)
            table.add_column(name, justify="left" if left else "right", overflow="fold")
        for cells in section.rows:
            table.add_row(*(Text(cell) for cell in cells))
        console.print(table)
    if frontier is not None and frontier.points:
        console.print()
        for line in terminal_plot(frontier):
            console.print(Text(line), soft_wrap=True)
    console.print()
    for sentence in statements(found):
        console.print(Text(printable(sentence)))


def tradeoff_markdown(found: Findings, frontier: Frontier | None) -> str:
    """Return the report as Markdown."""
    text = f"**{title(found)}**\n"
    for section in sections(found, frontier):
        text += f"\n{section.title}\n\n" + findings_markdown(section.header, section.rows)
    return text + "\n" + "".join(f"- {printable(sentence)}\n" for sentence in statements(found))


def without_statements(notes: Sequence[str], found: Findings) -> tuple[str, ...]:
    """Return the notes that a report does not print as its statements."""
    said = set(statements(found))
    return tuple(note for note in notes if note not in said)
