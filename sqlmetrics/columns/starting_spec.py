"""A commented spec to start from, and one with what is new added, written from a profile."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.columns.kinds import Role
from sqlmetrics.columns.profile import ColumnProfile, Profile, proposed_roles
from sqlmetrics.columns.proposed_grids import proposed_grids
from sqlmetrics.columns.proposed_partitions import proposed_partitions
from sqlmetrics.credentials import BLANK, without_credentials
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.edited import with_columns
from sqlmetrics.spec.place import name_of
from sqlmetrics.spec.published_limits import published_limit
from sqlmetrics.spec.spec import Spec
from sqlmetrics.spec.spec_text import MAPPED, AddedColumn
from sqlmetrics.spec.writing import flow, scalar
from sqlmetrics.statement.catalogue import catalogue
from sqlmetrics.statement.types import one_column, type_words
from sqlmetrics.text import counted, mean_text, number, printable

Roles = Mapping[str, Role]
"""The roles of columns by their names."""

WORDS: Mapping[Role, str] = {
    "identifier": "identifiers",
    "quasi_identifier": "quasi_identifiers",
    "sensitive": "sensitive",
    "ignored": "ignored",
    "individual": "individual",
}
"""The words of a spec by the roles of columns."""

MEANINGS = {
    "identifiers": (
        "# Columns that name people outright. `sqlmetrics check` fails while one is in the relation, unless",
        "# you write behind its colon why it may stay.",
    ),
    "quasi_identifiers": ("# What an attacker may know of a person.",),
    "sensitive": ("# What an attacker wants to learn; re-identification is always measured beside it.",),
    "ignored": ("# Left out on purpose.",),
}
"""The comments above the words of roles."""

SCHEMA = "sqlmetrics.schema.json"
"""The name of the schema beside a spec, where editors look for it, on any machine."""

LISTED = 5
"""The most combinations that the spec names."""

LIMITS = {
    "cms_cell": "no cell of 1 to 10 people; also usual: 5, 3",
    "ema_public": "for the public",
    "wp216": "nobody is singled out",
    "l_diversity": "no class has a single value",
}
"""The published limits that a spec proposes, by their names, each with its meaning."""


class Update(NamedTuple):
    """A spec with what is new: its text, the added columns, and columns that only comments name.

    `gone` are the columns with a role that the relation does not have. `several` are the records of
    a person on average, where the spec says nothing of what is known of several.
    """

    text: str
    added: tuple[str, ...]
    mentioned: tuple[str, ...]
    gone: tuple[str, ...]
    several: str | None


def starting_spec(spec: Spec, profile: Profile, roles: Roles | None = None, output: Path | None = None) -> str:
    """Return a commented spec of a relation, with a role for each column, by default the proposed.

    Paths are relative to the output's folder. A URL is repeated only where it names an environment
    variable, since it may hold a password.
    """
    folder = output.parent if output is not None else Path()
    roles = proposed_roles(profile) if roles is None else roles
    by_word = _by_word(profile, roles)
    columns = len(profile.columns)
    size = f"{counted(profile.records, 'record')}, {counted(columns, 'column')}"
    sampled = counted(profile.sampled, "record")
    doubt = one_column(spec.name, columns) if profile.records else ""
    lines = [
        f"# yaml-language-server: $schema={SCHEMA}",
        f"# Editors complete and check this file by {SCHEMA}, which `sqlmetrics schema` prints.",
        f"# What {printable(without_credentials(spec.name))} holds: {size}.",
        *([f"# {printable(doubt)}."] if doubt else []),
        f"# The roles are proposals from names and {sampled}: read how sure each is and why, then",
        "# move what is wrong. In brackets: type, distinct values, NULLs, distinction (distinct values per",
        "# record), separation (pairs of records told apart).",
        *_place(spec, folder),
        *_remarks(profile),
    ]
    for word, meaning in MEANINGS.items():
        lines += ["", *meaning, *_listed(word, by_word.get(word, []))]
        if word == "quasi_identifiers":
            lines += _together(profile)
    if by_word.get("individual"):
        (entry,) = by_word["individual"]
        lines += ["", "# What tells people apart, where a person has several records; else leave it out."]
        lines += [f"individual: {scalar(entry.column)}  # {entry.comment}", *_known(entry.column, profile)]
    lines += ["", *_partitions(profile, roles, spec, folder), "", *_thresholds(bool(by_word.get("sensitive")))]
    lines += [
        "",
        "nulls: category   # or drop: leave out the records with a NULL",
        "level: table      # or class: one score per equivalence class",
        "",
    ]
    return "\n".join(lines)


def _known(individual: str, profile: Profile) -> list[str]:
    """Return the comments that propose known points where people have several records."""
    each = records_each(individual, profile)
    if each is None:
        return []
    return [
        f"# A person has {each} records on average, and several of them single out more people than one does.",
        "# Take the # away for scores of four that an attacker knows, in place of scores of each record alone.",
        "# known: 4",
    ]


def records_each(individual: str | None, profile: Profile) -> str | None:
    """Return the records of a person on average, as a text; None where each has one."""
    own = next((column for column in profile.columns if column.name == individual), None)
    people = 0 if own is None else own.distinct - (own.nulls > 0)
    if own is None or not people or own.records - own.nulls <= people:
        return None
    return mean_text(own.records - own.nulls, people)


def new_columns(spec: Spec, profile: Profile, text: str) -> list[ColumnProfile]:
    """Return the columns that have no role in a spec, and that no comment of its text lists."""
    taken = _with_role(spec)
    return [column for column in profile.columns if column.name not in taken and not _mentioned(column.name, text)]


def updated_spec(spec: Spec, profile: Profile, text: str, roles: Roles | None = None) -> Update:
    """Return the text of a spec file with the columns added that it gives no role.

    All else stays as it is, also the comments. Raises SpecError where a list cannot be added to.
    """
    new = new_columns(spec, profile, text)
    own = proposed_roles(profile) if roles is None else roles
    chosen: dict[str, Role] = {
        column.name: "identifier" if own[column.name] == "individual" else own[column.name] for column in new
    }
    known = [column for column, role in chosen.items() if role == "quasi_identifier"]
    if spec.attackers and known:
        raise SpecError(
            f"{', '.join(known)} may be known to somebody: add each to the `attackers` of the spec who know it, or to"
            " `ignored`, and update the spec again"
        )
    taken = _with_role(spec)
    names = {column.name for column in profile.columns}
    return Update(
        with_columns(text, str(spec.file), _by_word(profile, chosen)),
        tuple(chosen),
        tuple(sorted(names - taken - chosen.keys())),
        tuple(sorted(taken - names)),
        None if re.search(r"\bknown:", text) else records_each(spec.individual, profile),
    )


def _with_role(spec: Spec) -> set[str]:
    """Return the columns to which a spec gives a role."""
    named = {*spec.identifiers, *spec.quasi_identifiers, *spec.sensitive, *spec.ignored}
    return named if spec.individual is None else named | {spec.individual}


def _mentioned(column: str, text: str) -> bool:
    """Return whether a comment of a spec's text lists a column, as an entry that was taken out."""
    name = re.escape(scalar(column))
    return re.search(rf"^\s*#[\s#]*(-\s+{name}|{name}:)\s*(#.*)?$", text, re.MULTILINE) is not None


def _by_word(profile: Profile, roles: Roles) -> dict[str, list[AddedColumn]]:
    """Return the columns with their comments by the words of their roles."""
    by_word: dict[str, list[AddedColumn]] = {}
    for column in profile.columns:
        if column.name in roles:
            by_word.setdefault(WORDS[roles[column.name]], []).append(_entry(column, roles[column.name]))
    return by_word


def _entry(column: ColumnProfile, role: Role) -> AddedColumn:
    """Return a column with how sure its role is, the reason, and its counts."""
    look = column.look
    told = f"{look.confidence}: {look.reason}"
    if role != look.role and not (role == "identifier" and look.role == "individual"):
        told = f"as answered; proposed was {look.role}, {told}"
    if look.near_unique and not look.identifies and look.kind is not None:
        told += "; it tells almost every record apart: make it coarser"
    shares = f", distinction {number(column.distinction)}, separation {number(column.separation)}"
    written = f" written as {column.written}" if column.written else ""
    kind = f"{type_words(column.type)}{written}, " if column.type else ""
    facts = f"{kind}{column.distinct:,} distinct, {column.nulls:,} NULL{shares}"
    return AddedColumn(column.name, printable(f"{told} [{facts}]"))


def _listed(word: str, entries: Sequence[AddedColumn]) -> list[str]:
    """Return the lines of a word with its columns."""
    if not entries:
        return [f"{word}: []"]
    form = "  {name}:  # {comment}" if word in MAPPED else "  - {name}  # {comment}"
    return [f"{word}:", *(form.format(name=scalar(column), comment=comment) for column, comment in entries)]


def _place(spec: Spec, folder: Path) -> list[str]:
    """Return the lines that say where the relation lies, and which records of it are measured."""
    place = spec.place
    if spec.query is not None:
        shown = scalar(without_credentials(spec.query))
        lines = [*_left_out(spec.query), f"query: {shown}  # its paths are relative to this file"]
    else:
        relation = name_of(spec.relation)
        tables = place.database is not None or place.url is not None
        shown = scalar(without_credentials(relation if tables else _beside(relation, folder)))
        lines = [*_left_out(relation), f"relation: {shown}"]
    lines += [f"{word}: {flow(value)}" for word, value in place.files.given.items()]
    if place.database is not None:
        lines.append(f"database: {scalar(_beside(str(place.database), folder))}")
    if (url := place.url) is not None:
        told = scalar(url) if url.startswith("env:") else "env:DATABASE_URL  # the variable that holds it"
        lines.append(f"url: {told}")
    return lines if spec.where is None else [*lines, f"where: {scalar(spec.where)}"]


def _left_out(text: str) -> list[str]:
    """Return the comment on a text whose credentials are left out."""
    left_out = f"# A key is left out, where {BLANK} stands: name the relation on the command line."
    return [] if without_credentials(text) == text else [left_out]


def _remarks(profile: Profile) -> list[str]:
    """Return comments on how the files were read, each before the line that would answer it."""
    lines: list[str] = []
    for one in profile.reading.remarks if profile.reading is not None else ():
        lines += textwrap.wrap(printable(one.text), 98, initial_indent="# ", subsequent_indent="# ")
        lines += [f"# {printable(one.proposed)}"] if one.proposed else []
    return lines


def _beside(path: str, folder: Path) -> str:
    """Return a path relative to a folder, or an address as it is."""
    return path if "://" in path else Path(os.path.relpath(path, folder)).as_posix()


def _together(profile: Profile) -> list[str]:
    """Return the lines of the columns that single out records only together."""
    if not profile.together:
        return []
    of_all = profile.sampled >= profile.records
    where = "" if of_all else f" of the {profile.sampled:,} sampled; of all records fewer are alone"
    listed = [
        f"#   {printable(' + '.join(one.columns))}: {one.share:.0%} of the records" for one in profile.together[:LISTED]
    ]
    more = len(profile.together) - LISTED
    return [
        f"# Only together these single out records{where}:",
        *listed,
        *([f"#   and {more} other combinations"] if more > 0 else []),
    ]


def _partitions(profile: Profile, roles: Roles, spec: Spec, folder: Path) -> list[str]:
    """Return the comments that propose partitions, and the forms that there are."""
    lines = [
        "# Recode a column as it will be released, or as exactly as an attacker knows it. Forms: {prefix: 3},",
        "# {cuts: [30, 45]}, {file: mapping.csv}, {file: hierarchy.csv, level: 1}, {mapping: {value: domain}}.",
        "# partitions:",
    ]
    found = proposed_partitions(profile, spec, folder)
    for column, (form, note) in found.items():
        if roles[column] not in {"quasi_identifier", "sensitive"}:
            continue
        here = {key: _beside(str(held), folder) if key == "file" else held for key, held in form.items()}
        written = flow(here) if roles[column] == "quasi_identifier" else f"[raw, {flow(here)}]"
        lines.append(printable(f"#   {scalar(column)}: {written}  # {note}"))
    for grid in proposed_grids(profile.columns):
        north, east = map(scalar, (grid.latitude, grid.longitude))
        lines.append(
            printable(f"# To know a place to a kilometre, make {north} and {east} `quasi_identifiers`, and add:")
        )
        notes = ("in metres", f"so wide at {grid.at} degrees, the middle of the data")
        lines += [
            printable(f"#   {scalar(column)}: {flow(form)}  # {note}")
            for (column, form), note in zip(grid.forms.items(), notes, strict=True)
        ]
    return lines if len(lines) > 3 else lines[:2]


def _thresholds(sensitive: bool) -> list[str]:
    """Return the comments that propose limits, each with its source, which reports show."""
    return [
        "# Limits that others have set; take the # away from those that `sqlmetrics check` is to hold.",
        "# `sqlmetrics limits` has their documents, and others; `limits: NAME` holds one by its name.",
        "# thresholds:",
        *(
            f"#   {metric}: {flow({**bound, 'source': limit.source})}  # {meaning}"
            for limit, meaning in ((published_limit(name), meaning) for name, meaning in LIMITS.items())
            for metric, bound in limit.thresholds.items()
            if metric in catalogue() and (sensitive or catalogue()[metric].targets != "sensitive")
        ),
    ]
