"""The task Columns: what each column is, why that is proposed, and how many are alone by it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmetrics.columns.profile import ColumnProfile, Profile
from sqlmetrics.desk.changes import ROLES, role_of
from sqlmetrics.desk.views.words import more_columns
from sqlmetrics.output.assertions import Assertion, Grounds, are_counted
from sqlmetrics.output.page.language import figures, wording
from sqlmetrics.output.page.words import percent
from sqlmetrics.sentences import Facts, World
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.types import kind

MOST = 30
"""The most columns of a page; problems come first."""

KINDS = {"text": "text", "number": "number", "date": "date", "truth": "yes or no"}
"""The kinds of values, in words."""

SURE = {"high": "sure", "medium": "fairly sure", "low": "not sure"}
"""How sure a role is, in words."""


class ShownValues(NamedTuple):
    """The values of a column that at least `least` people have, on request, most of all.

    Where a column names people there are no `grounds`: the page asks once more before.
    """

    grounds: Grounds | None = None
    people: str = ""


class RoleRow(NamedTuple):
    """A column with its role and what speaks for it."""

    number: int
    name: str
    type: str
    role: str
    reason: str
    mark: str
    sure: str
    why: str
    distinct: str
    empty: str
    alone: str | None
    alone_share: float
    values: ShownValues | None


class ColumnGroup(NamedTuple):
    """Columns that belong together, with what is to do with them."""

    name: str
    state: str | None
    number: int
    rows: Sequence[RoleRow]


@dataclass(frozen=True)
class ColumnsView:
    """The columns by groups, those with a problem first; see `columns.html`."""

    number: int
    sampled: str
    people: str
    roles: Sequence[tuple[str, str]]
    find: str
    show: str
    shows: Sequence[tuple[str, str]]
    groups: Sequence[ColumnGroup]
    more: Grounds | None
    remarks: Sequence[str]


GROUPS = ("unsure", "norole", "identifiers", "individual", "quasi_identifiers", "sensitive", "ignored")
"""The groups of columns, those to look at first."""

SHORT = {"unsure": "nothing is known", "norole": "no role"}
"""What groups without a role are called in a list."""


def columns_view(
    spec: Spec,
    profile: Profile,
    people: str,
    find: str,
    show: str,
    values: tuple[int, ShownValues] | None,
    unsure: Collection[str],
) -> ColumnsView:
    """Return the columns of a table as the page shows them.

    Only those whose name has `find` in it, and of the group `show`; the `values` of one of them.
    Nothing is known of `unsure` ones.
    """
    groups: dict[str, list[RoleRow]] = {name: [] for name in GROUPS}
    for number, column in enumerate(profile.columns):
        role = role_of(spec, column.name)
        shown = values[1] if values is not None and values[0] == number else None
        row = _row(number, column, role, spec, people, shown)
        groups["unsure" if column.name in unsure else role or "norole"].append(row)
    shows = [("", wording("all {number}", number=len(profile.columns)))]
    shows += [(name, f"{_short(name)} ({len(rows)})") for name, rows in groups.items() if rows]
    left, listed = MOST, []
    for name, rows in groups.items():
        kept = [one for one in rows if find.casefold() in one.name.casefold() and show in {"", name}]
        if kept and left > 0:
            listed.append(ColumnGroup(name, _state(name), len(rows), kept[:left]))
            left -= len(kept)
    return ColumnsView(
        number=len(profile.columns),
        sampled=figures(profile.sampled, ","),
        people=people,
        roles=[(role, wording(ROLES[role])) for role in ROLES],
        find=find,
        show=show,
        shows=shows,
        groups=listed,
        more=more_columns(-left),
        remarks=[] if profile.reading is None else [one.text for one in profile.reading.remarks],
    )


def _are_shared(column: World, of: Facts) -> bool:
    """Return whether enough people share these values, the most frequent ones."""
    shared = sorted((number for number in column.sharing.values() if number >= of["least"]), reverse=True)
    own = all(column.sharing[value] == number for value, number in of["found"])
    return own and [number for _, number in of["found"]] == shared[: of["most"]]


def shown_values(found: Sequence[tuple[object, int]], most: int, least: int, people: str) -> ShownValues:
    """Return the values that enough people have, with how many have each."""
    return ShownValues(Grounds({"found": found, "least": least, "most": most}, _are_shared), people)


ALL_HAVE_ROLES = Assertion("all {columns} have a role", are_counted)


def roles_told(look: int, columns: int) -> str:
    """Return how many columns are to be looked at, or that all have a role."""
    if look:
        return wording("{number} to look at", number=look)
    return ALL_HAVE_ROLES.say({"columns": columns, "without a role": look}, columns=columns)


def _state(name: str) -> str | None:
    return {"unsure": "un", "norole": "un", "identifiers": "no"}.get(name)


def _short(name: str) -> str:
    """Return what a group is called in a list."""
    return wording(SHORT[name] if name in SHORT else ROLES[name])


def _row(
    number: int, column: ColumnProfile, role: str | None, spec: Spec, people: str, values: ShownValues | None
) -> RoleRow:
    """Return a column in words."""
    look, share = column.look, (column.alone or 0) / column.records if column.records else 0.0
    names_people = look.identifies
    return RoleRow(
        number=number,
        name=column.name,
        type=wording(KINDS[kind(column.type) or "text"]),
        role=role or "",
        reason=spec.identifiers.get(column.name) or "",
        mark="id" if names_people else "low" if look.confidence == "low" else "",
        sure=wording("names people") if names_people else wording(SURE[look.confidence]),
        why=wording(look.reason),
        distinct=figures(column.distinct - (column.nulls > 0), ","),
        empty=percent(column.nulls / column.records) if column.records else "",
        alone=None if column.alone is None else figures(column.alone, ",") if column.alone else wording("nobody"),
        alone_share=100 * share,
        values=values,
    )
