"""The trade-off for a person: what each release is worth to classifiers, what it gives away, and which releases no other one beats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.output.findings import findings_markdown
from sqlmetrics.output.plot import short_names, terminal_plot
from sqlmetrics.release.utility.frontier import Frontier, default_classifier
from sqlmetrics.release.utility.tradeoff_scores import privacy_metrics, statements
from sqlmetrics.risk.scores import ReleaseScores
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.statement.plan import IDENTITY
from sqlmetrics.text import number, printable

if TYPE_CHECKING:
    from rich.console import Console


QUALITIES = ("u_base", "u_san", "u_max", "utility_gain")
"""The utilities that stand side by side."""


class Section(NamedTuple):
    """A table of a report: what it shows, its columns and rows."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def utility_sections(found: ReleaseScores, measure: str) -> Iterator[Section]:
    """Give what the releases are worth to each classifier, an attribute each."""
    names = short_names(found.releases)
    measured = [finding for finding in found.scores if finding.metric in QUALITIES and finding.parameter("measure") == measure]
    header = ("classifier", "release", *(every_metric()[name].symbol for name in QUALITIES[:3]), "gain")
    for target in dict.fromkeys(finding.target for finding in measured):
        rows, reasons = [], []
        of_target = [finding for finding in measured if finding.target == target]
        for classifier in dict.fromkeys(finding.parameter("classifier") for finding in of_target):
            for release in found.releases:
                by = {
                    finding.metric: finding
                    for finding in of_target
                    if finding.parameter("classifier") == classifier and finding.release == release
                }
                rows.append((str(classifier).replace("_", " "), printable(names[release]), *(_share(by[name].value) for name in QUALITIES)))
                reasons += [f"{printable(names[release])}: {by[name].reason}" for name in QUALITIES if by[name].reason is not None]
        undefined = "".join(f"; {reason}" for reason in dict.fromkeys(reasons))
        how = {"f1": "F1, the mean over its values,"}.get(measure, measure)
        yield Section(
            f"{printable(target)}: {how} of a classifier, learnt apart, from the release, from the original{undefined}", header, tuple(rows)
        )


def _share(value: float | None) -> str:
    return "-" if value is None else f"{round(value, 4) + 0.0:.4f}"


def privacy_section(found: ReleaseScores) -> Section:
    """Return what each release gives away, by sensitive attribute."""
    called = short_names(found.releases)
    beside = {metric.name: metric for metric in privacy_metrics()}
    of = {(finding.metric, finding.target, finding.release): finding for finding in found.scores if finding.metric in beside}
    names = [name for name, metric in beside.items() if metric.targets != IDENTITY]
    symbols = {"mutual_information": "GAIN (bits)", "delta_disclosure": "delta (nats)"}
    header = ("sensitive", "release", "k", *(symbols.get(name, every_metric()[name].symbol) for name in names))
    targets = dict.fromkeys(target for _, target, _ in of if target != IDENTITY)
    rows = tuple(
        (
            printable(target),
            printable(called[release]),
            number(of["k_anonymity", IDENTITY, release].value),
            *(number(of[name, target, release].value) for name in names),
        )
        for target in targets
        for release in found.releases
    )
    return Section("what the release tells an adversary who knows the quasi-identifiers", header, rows)


def frontier_section(frontier: Frontier, found: ReleaseScores) -> Section:
    """Return the releases between risk and utility, with those that others dominate marked."""
    names = short_names(found.releases)
    header = ("release", "", frontier.risk.symbol, frontier.utility.symbol, "dominated by")
    rows = tuple(
        (
            printable(names[point.name]),
            str(place),
            number(point.risk),
            _share(point.utility),
            ", ".join(printable(names[name]) for name in point.dominated) or "-",
        )
        for place, point in enumerate(frontier.points, 1)
    )
    risk = f"{frontier.risk.symbol} of {printable(frontier.risk_of)}; {frontier.risk.direction}"
    utility = f"{frontier.utility.symbol} of {printable(frontier.utility_of)}; {frontier.utility.direction}"
    return Section(f"risk ({risk}) against utility ({utility})", header, rows)


def title(found: ReleaseScores) -> str:
    """Return the line above all tables."""
    held = max((finding.records for finding in found.scores if finding.metric in QUALITIES), default=0)
    known = f", which tells an accuracy to within {98 / held**0.5:.1f} points (95 %)" if held else ""
    return f"{printable(found.original)}: {held:,} records held out to test classifiers on{known}"


def sections(found: ReleaseScores, frontier: Frontier, measure: str) -> Iterator[Section]:
    """Give the tables of a report in order; the frontier's where there are several releases."""
    yield from utility_sections(found, measure)
    yield privacy_section(found)
    if len(found.releases) > 1:
        yield frontier_section(frontier, found)


def print_tradeoff(found: ReleaseScores, frontier: Frontier, measure: str, console: Console) -> None:
    """Print the report for a person, with the plain plot where there are several releases."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console.print(Text(title(found), style="bold"))
    for section in sections(found, frontier, measure):
        console.print()
        console.print(Text(section.title, style="bold cyan"))
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="dim")
        for name in section.header:
            words = name in {"classifier", "release", "sensitive", "dominated by"}
            table.add_column(name, justify="left" if words else "right", overflow="fold")
        for cells in section.rows:
            table.add_row(*(Text(cell) for cell in cells))
        console.print(table)
    if len(found.releases) > 1:
        console.print()
        for line in terminal_plot(frontier):
            console.print(Text(line), soft_wrap=True)
    console.print()
    for sentence in said(found):
        console.print(Text(sentence))


def said(found: ReleaseScores) -> list[str]:
    """Return the statements of the classifier that the frontier is of."""
    return [printable(sentence) for sentence in statements(found, default_classifier(found), short_names(found.releases))]


def tradeoff_markdown(found: ReleaseScores, frontier: Frontier, measure: str) -> str:
    """Return the report as Markdown."""
    text = f"**{title(found)}**\n"
    for section in sections(found, frontier, measure):
        text += f"\n{section.title}\n\n" + findings_markdown(section.header, section.rows)
    return text + "\n" + "".join(f"- {sentence}\n" for sentence in said(found))


def without_statements(found: ReleaseScores) -> tuple[str, ...]:
    """Return the notes but for the statements, which a report prints itself."""
    printed = set(statements(found))
    return tuple(note for note in found.notes if note not in printed)
