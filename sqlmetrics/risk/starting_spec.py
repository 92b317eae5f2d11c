"""A commented spec to start from, written from a profile."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

from sqlmetrics.risk.profile import ColumnProfile
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.types import type_words
from sqlmetrics.text import number, printable


def starting_spec(columns: Sequence[ColumnProfile], relation: str, place: Place, output: Path | None = None) -> str:
    """Return a commented spec that proposes a role for each column, with its reason.

    Paths are relative to the output's folder. A URL is repeated only where it names an environment
    variable, since it may hold a password.
    """
    folder = output.parent if output is not None else Path()

    def beside(path: str) -> str:
        return path if "://" in path else Path(os.path.relpath(path, folder)).as_posix()

    by_role: dict[str, list[ColumnProfile]] = {}
    for column in columns:
        by_role.setdefault(column.role[0], []).append(column)
    records = columns[0].records if columns else 0
    lines = [
        f"# What {printable(relation)} holds: {records:,} records, {len(columns)} columns.",
        "# The roles are proposals: read the reasons, then change them.",
        "# distinct / NULLs / distinction (distinct values per record) / separation (pairs of records told apart)",
        f"relation: {_yaml(relation if place.database is not None or place.url is not None else beside(relation))}",
    ]
    if place.database is not None:
        lines.append(f"database: {_yaml(beside(str(place.database)))}")
    if (url := place.url) is not None:
        lines.append(
            f"url: {_yaml(url)}" if url.startswith("env:") else "url: env:DATABASE_URL  # the variable that holds it"
        )
    lines += ["", "# What an attacker may know of a person."]
    lines += _listed("quasi_identifiers", by_role.get("quasi_identifier", []))
    lines += ["", "# What an attacker wants to learn; re-identification is always measured beside it."]
    lines += _listed("sensitive", by_role.get("sensitive", []))
    people = by_role.get("individual", [])
    if people:
        lines += ["", "# Where a person has several records, the column that tells people apart; else leave it out."]
        lines += [f"# individual: {_yaml(column.name)}  # {_facts(column)}; {column.role[1]}" for column in people]
    if by_role.get("none"):
        lines += ["", "# Left out:"]
        lines += [f"# {_yaml(column.name)}: {_facts(column)}; {column.role[1]}" for column in by_role["none"]]
    lines += [
        "",
        "# Recode a column where values mean the same to an attacker, or where they are too fine:",
        "# partitions:",
        "#   COLUMN: {cuts: [30, 45, 60]}            # numbers: [30, 45), ..",
        "#   COLUMN: {prefix: 3}                     # 35567 becomes 355**",
        "#   COLUMN: {file: mapping.csv}             # value,domain",
        "#   COLUMN: {file: hierarchy.csv, level: 1} # lines such as 34;30-39;*, without a header",
        "#   COLUMN: {domains: {domain: [value, value]}, unmapped: keep}",
        "",
        "nulls: category   # or drop: leave out the records with a NULL",
        "level: table      # or class: one score per equivalence class",
        "",
    ]
    return "\n".join(lines)


def _listed(key: str, columns: list[ColumnProfile]) -> list[str]:
    if not columns:
        return [f"{key}: []"]
    return [f"{key}:", *(f"  - {_yaml(column.name)}  # {_facts(column)}; {column.role[1]}" for column in columns)]


def _facts(column: ColumnProfile) -> str:
    shares = f", distinction {number(column.distinction)}, separation {number(column.separation)}"
    kind = f"{type_words(column.type)}: " if column.type else ""
    return printable(f"{kind}{column.distinct:,} distinct, {column.nulls:,} NULL{shares}")


def _yaml(text: str) -> str:
    """Return a text as a YAML scalar, bare where that is safe."""
    plain = re.fullmatch(r"[A-Za-z_./][\w./-]*", text) and text.lower() not in {
        "null",
        "true",
        "false",
        "yes",
        "no",
        "on",
        "off",
        "y",
        "n",
    }
    return text if plain else json.dumps(text, ensure_ascii=False)
