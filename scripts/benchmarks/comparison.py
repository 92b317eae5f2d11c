"""The figures of two commits side by side, as ratios of their ratios to the same yardsticks."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from benchmarks.figures import ROOT, Figure, machine

SLOWER = 1.10
"""The ratio of two ratios from which a case counts as slower; its inverse counts as faster."""


def commit() -> str:
    """Return the commit of this checkout, with a mark where files differ from it."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--abbrev=12", "--dirty=, changed", "--exclude=*"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def document(figures: Sequence[Figure]) -> dict[str, Any]:
    """Return the figures for a JSON file, with the commit, the machine and the date."""
    records = [asdict(figure) | {"ratio": figure.ratio, "held": figure.held} for figure in figures]
    return {"commit": commit(), "machine": machine(), "date": time.strftime("%Y-%m-%d"), "figures": records}


def read(path: Path) -> tuple[str, list[Figure]]:
    """Return the commit and the figures of a JSON file."""
    held = json.loads(path.read_text())
    known = {field.name for field in fields(Figure)}
    figures = [Figure(**{name: value for name, value in one.items() if name in known}) for one in held["figures"]]
    return str(held.get("commit", "unknown")), figures


def change(now: Figure, then: Figure) -> float:
    """Return the factor by which a case is slower than it was, each beside its own yardstick."""
    factor = then.ratio / now.ratio if now.faster else now.ratio / then.ratio
    return round(factor, 3)


def compared(now: Sequence[Figure], then: Sequence[Figure], commits: tuple[str, str]) -> str:
    """Return a table in Markdown of the cases of both, and lines on those of one alone.

    A case is slower where its ratio to its yardstick has grown by more than a tenth. `commits` are
    those of the figures now and then.
    """
    before = _by_case(then)
    rows = [
        f"| {figure.case} | {figure.rows:,} | {old.ratio:.2f} | {figure.ratio:.2f} | {change(figure, old):.2f}"
        f" | {_memory(figure, old)} | {_mark(change(figure, old))} |"
        for case, figure in _by_case(now).items()
        if (old := before.get(case)) is not None
    ]
    lines = [
        f"| case | rows | ratio at {commits[1]} | ratio at {commits[0]} | times as long | peak memory | |",
        "|---|---:|---:|---:|---:|---:|---|",
        *rows,
    ]
    alone = [("now", _by_case(now), before), ("then", before, _by_case(now))]
    for when, own, others in alone:
        names = [f"{case} ({rows:,} rows)" for case, rows in own if (case, rows) not in others]
        lines += [f"\nOnly {when}: {', '.join(names)}."] if names else []
    return "\n".join(lines) + "\n"


def _by_case(figures: Sequence[Figure]) -> Mapping[tuple[str, int], Figure]:
    return {(figure.case, figure.rows): figure for figure in figures}


def _mark(factor: float) -> str:
    """Return whether a case is slower or faster than it was, or an empty text."""
    return "**slower**" if factor > SLOWER else "faster" if factor < 1 / SLOWER else ""


def _memory(now: Figure, then: Figure) -> str:
    """Return the peaks of memory then and now, where both are known."""
    if now.peak_mb is None or then.peak_mb is None:
        return ""
    return f"{then.peak_mb:.0f} to {now.peak_mb:.0f} MB"
