"""Look at a relation's columns and propose their roles: what `init` writes a spec from."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from sqlmetrics.engine import describe, fetch
from sqlmetrics.limits import Limits
from sqlmetrics.output import number, printable
from sqlmetrics.progress import Progress
from sqlmetrics.render import render
from sqlmetrics.source import opened

QUASI_IDENTIFIERS = (
    "age", "birth", "born", "dob", "sex", "gender", "race", "ethnic", "marital", "married", "zip", "post", "city", "town", "place",
    "region", "state", "county", "country", "nation", "origin", "language", "educ", "school", "degree", "occupation", "job", "profession",
    "work",
    "employ", "household", "children", "population", "popul", "relationship", "date", "year",
)  # fmt: skip
"""Parts of names of what others may know of a person."""

SENSITIVE = (
    "disease", "diagnos", "illness", "health", "condition", "symptom", "treatment", "drug", "medic", "hiv", "pregnan", "disab", "salary",
    "income", "wage", "debt", "credit", "loan", "tax", "religio", "politic", "party", "vote", "union", "crime", "convict", "orientation",
    "genetic", "score", "grade", "result",
)  # fmt: skip
"""Parts of names of what people want to keep to themselves."""

NEAR_UNIQUE = 0.95
"""The distinction from which a column tells almost every record apart."""


@dataclass(frozen=True)
class Column:
    """One column's profile.

    `distinct` counts values, NULL as one; `distinction` = distinct / records and `separation` = the share of pairs of
    records that it tells apart (Motwani and Xu 2007), both None for a relation without or with one record.
    """

    name: str
    type: str
    records: int
    nulls: int
    distinct: int
    distinction: float | None
    separation: float | None

    @property
    def role(self) -> tuple[str, str]:
        """The role that is proposed (individual, quasi_identifier, sensitive or none) and the reason for it."""
        words = self.name.lower()
        if self.distinct <= 1:
            return "none", "a single value tells nothing"
        if re.search(r"(^|[^a-z])(id|uid|uuid|ssn|identifier|key)([^a-z]|$)|_id$|name$|email|phone", words):
            return "individual", "its name says that it identifies a person"
        if any(part in words for part in SENSITIVE):
            return "sensitive", "its name says that people keep it to themselves"
        if (part := next((part for part in QUASI_IDENTIFIERS if re.search(rf"(^|[^a-z]){part}", words)), None)) is not None:
            return "quasi_identifier", f"'{part}' in its name: others may know it of a person"
        if self.type.split("(")[0] in {"DOUBLE", "FLOAT"} or (self.distinction or 0) >= NEAR_UNIQUE:
            return "none", "it tells almost every record apart; an attacker would have to know it exactly"
        return "quasi_identifier", "nothing in its name says that it is secret, so others may know it"


def profile(
    relation: str,
    *,
    database: Path | None = None,
    url: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> list[Column]:
    """Return the profile of every column of a relation. Raises SpecError or QueryError as `score` does."""
    with opened(relation, None, database, url, limits, progress) as (engine, name, from_sql):
        columns = describe(engine, from_sql, name)
        rows = fetch(engine, render("profile", from_sql, [column for column, _ in columns], dialect=engine.dialect), name, "profile")
    return [Column(column, kind, *row[1:]) for (column, kind), row in zip(columns, rows, strict=True)]


def write_spec(columns: list[Column], relation: str, database: Path | None, url: str | None, output: Path | None) -> str:
    """Return a commented spec that proposes a role for each column with its reason; paths are relative to the output's folder.

    A URL is repeated only where it names an environment variable, since it may hold a password.
    """
    folder = output.parent if output is not None else Path()

    def beside(path: str) -> str:
        return path if "://" in path else Path(os.path.relpath(path, folder)).as_posix()

    by_role: dict[str, list[Column]] = {}
    for column in columns:
        by_role.setdefault(column.role[0], []).append(column)
    records = columns[0].records if columns else 0
    lines = [
        f"# What {printable(relation)} holds: {records:,} records, {len(columns)} columns.",
        "# The roles are proposals: read the reasons, then change them.",
        "# distinct / NULLs / distinction (distinct values per record) / separation (pairs of records told apart)",
        f"relation: {_yaml(beside(relation) if database is None and url is None else relation)}",
    ]
    if database is not None:
        lines.append(f"database: {_yaml(beside(str(database)))}")
    if url is not None:
        lines.append(f"url: {_yaml(url)}" if url.startswith("env:") else "url: env:DATABASE_URL  # the variable that holds it")
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
        "#   COLUMN: {file: hierarchy.csv, level: 1} # value;level 1;level 2",
        "#   COLUMN: {domains: {domain: [value, value]}, unmapped: keep}",
        "",
        "nulls: category   # or drop: leave out the records with a NULL",
        "level: table      # or class: one score per equivalence class",
        "",
    ]
    return "\n".join(lines)


def _listed(key: str, columns: list[Column]) -> list[str]:
    if not columns:
        return [f"{key}: []"]
    return [f"{key}:", *(f"  - {_yaml(column.name)}  # {_facts(column)}; {column.role[1]}" for column in columns)]


def _facts(column: Column) -> str:
    shares = f", distinction {number(column.distinction)}, separation {number(column.separation)}"
    kind = f"{column.type}: " if column.type else ""
    return printable(f"{kind}{column.distinct:,} distinct, {column.nulls:,} NULL{shares}")


def _yaml(text: str) -> str:
    """Return a text as a YAML scalar, bare where that is safe."""
    plain = re.fullmatch(r"[A-Za-z_./][\w./-]*", text) and text.lower() not in {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}
    return text if plain else json.dumps(text, ensure_ascii=False)
