"""The measures of attacks for reading: per criterion, the worst case first."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlmetrics.output.findings import findings_markdown
from sqlmetrics.release.attack.attack_log import DATASET, AttackLog
from sqlmetrics.release.attack.claims import CRITERIA, Bound
from sqlmetrics.risk.scores import ReleaseScores, Score
from sqlmetrics.text import number, printable

if TYPE_CHECKING:
    from rich.console import Console


TITLES = {"singling_out": "singling out", "inference": "inference", "linkability": "linkability"}
SHOWN = ("confidence", "statistical_confidence", "confidence_improvement", "claim_probability", "susceptibility", "prior_knowledge", "work")
HEADER = ("attack", "release", "learns", "claims", "C", "S", "CI", "from", "to", "prob.", "susc.", "known", "work")
CONTROL_HEADER = ("control", "beyond it")


def criterion_of(finding: Score) -> str:
    """Return the criterion of a measure's attack."""
    return (finding.parameters or "").removeprefix("criterion=")


def cases(found: ReleaseScores) -> dict[str, list[dict[str, Score]]]:
    """Return the measures of each attack, release and target, under the criterion that it is of, the riskiest case first.

    An attack's measures of the dataset are left out where it guessed one column only: but for the susceptibility they are the column's.
    """
    by_criterion: dict[str, list[dict[str, Score]]] = {name: [] for name in CRITERIA}
    runs = _runs(found)
    for place, run in enumerate(runs):
        if not (run["confidence"].target == DATASET and _guesses_one_column(runs, place)):
            by_criterion[criterion_of(run["confidence"])].append(run)
    return {name: sorted(group, key=_risk, reverse=True) for name, group in by_criterion.items() if group}


def _runs(found: ReleaseScores) -> list[dict[str, Score]]:
    """Return the measures in the order in which they stand, those of one attack on one target together."""
    runs: list[dict[str, Score]] = []
    for finding in found.scores:
        if finding.metric == "confidence":
            runs.append({})
        runs[-1][finding.metric] = finding
    return runs


def _guesses_one_column(runs: Sequence[dict[str, Score]], place: int) -> bool:
    """Return whether a dataset's measures stand below those of a single column."""
    before = runs[place - 1]["confidence"] if place else None
    earlier = runs[place - 2]["confidence"] if place > 1 else None
    if before is None or before.target == DATASET or before.attack != runs[place]["confidence"].attack:
        return False
    return earlier is None or earlier.target == DATASET or earlier.attack != before.attack


def _risk(run: dict[str, Score]) -> tuple[float, float]:
    improvement, share = run["confidence_improvement"], run["claim_probability"].value
    return (float("-inf") if improvement.low is None else improvement.low, share or 0.0)


def worst_cases(found: ReleaseScores) -> dict[str, str]:
    """Return for each criterion a sentence on the worst case: that whose confidence improvement has the highest lower bound."""
    sentences = {}
    for name, group in cases(found).items():
        run = group[0]
        improvement, confidence = run["confidence_improvement"], run["confidence"]
        what = "" if confidence.target == DATASET else f" of {printable(confidence.target)}"
        where = f"{confidence.attack}{what} on {printable(str(confidence.release))}"
        if improvement.value is None:
            sentences[name] = f"{TITLES[name]}: nothing could be judged; {where}: {improvement.reason or confidence.reason}."
        else:
            far = f"{improvement.value:.0%} of the way from a guess to certainty" if improvement.value > 0 else "no better than a guess"
            true = f"{number(confidence.value)} of {confidence.records:,} claims are true"
            sentences[name] = f"{TITLES[name]}: at worst {far}, by {where} ({true})."
    return sentences


def _row(run: dict[str, Score], *, controlled: bool) -> list[str]:
    first = run["confidence"]
    improvement = run["confidence_improvement"]
    interval = [number(improvement.low), number(improvement.high)]
    shown = [number(run[name].value) for name in SHOWN]
    cells = [
        str(first.attack),
        printable(str(first.release)),
        printable(first.target),
        f"{first.records:,}",
        *shown[:3],
        *interval,
        *shown[3:],
    ]
    if controlled:
        cells += [number(run[name].value) if name in run else "-" for name in ("control_confidence", "risk_beyond_control")]
    return cells


def _controlled(found: ReleaseScores) -> bool:
    return any(finding.metric == "control_confidence" for finding in found.scores)


def print_gda(found: ReleaseScores, console: Console) -> None:
    """Print for each criterion the worst case in a sentence, then every case, the riskiest first."""
    from rich.table import Table
    from rich.text import Text

    controlled = _controlled(found)
    several = len(found.releases) > 1
    console.print(Text(f"attacks on {', '.join(printable(name) for name in found.releases)}, judged by {printable(found.original)}"))
    sentences = worst_cases(found)
    for criterion, group in cases(found).items():
        console.print()
        console.print(Text(sentences[criterion], style="bold"))
        table = Table(box=None, pad_edge=False, show_edge=False)
        header = [*HEADER, *(CONTROL_HEADER if controlled else ())]
        for place, name in enumerate(header):
            if several or place != 1:
                table.add_column(name, justify="left" if place < 3 else "right", no_wrap=place == 0)
        for run in group:
            row = _row(run, controlled=controlled)
            table.add_row(*(cell for place, cell in enumerate(row) if several or place != 1))
        console.print(table)


def gda_markdown(found: ReleaseScores) -> str:
    """Return the same as Markdown."""
    controlled = _controlled(found)
    text = ""
    sentences = worst_cases(found)
    for criterion, group in cases(found).items():
        rows = [_row(run, controlled=controlled) for run in group]
        text += f"**{sentences[criterion]}**\n\n{findings_markdown([*HEADER, *(CONTROL_HEADER if controlled else ())], rows)}\n"
    return text.rstrip("\n") + "\n"


def claims_csv(logs: Sequence[AttackLog], *, show_values: bool) -> str:
    """Return each claim as CSV: release, attack, criterion, columns known and guessed, whether it is true, S, and of whom it is checked.

    `group` is `original`, `random` for the random guesses or `control`. The values stand in two more columns with `show_values` only.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    values = ["known_values", "guessed_values"] if show_values else []
    writer.writerow(["claim", "release", "attack", "criterion", "known", "guessed", "group", "correct", "chance", *values])
    for log in logs:
        series = {
            "original": tuple(zip(log.claims, log.results, strict=True)),
            "random": log.base or (),
            "control": log.control or (),
        }
        for group, claims in series.items():
            for place, (claim, result) in enumerate(claims):
                names = [_listed(claim.known), _listed(claim.guess)]
                told = [_listed([_told(value) for value in part.values()]) for part in (claim.known, claim.guess)] if show_values else []
                chance = repr(result.chance)
                verdict = "true" if result.correct else "false"
                writer.writerow([place, log.release, log.attack, claim.criterion, *names, group, verdict, chance, *told])
    return text.getvalue()


def _told(value: object) -> str:
    if isinstance(value, Bound):
        return f"{value.comparison} {value.value}"
    return "NULL" if value is None else str(value)


def _listed(names: object) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(list(names))  # type: ignore[call-overload]
    return text.getvalue()
