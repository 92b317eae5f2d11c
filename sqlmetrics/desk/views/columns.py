"""The task Columns: what each column is, why that is proposed, and how many are alone by it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlmetrics.columns.profile import ColumnProfile, Profile
from sqlmetrics.desk.changes import ROLES, role_of
from sqlmetrics.desk.views.words import more_columns, people_word
from sqlmetrics.output.assertions import Assertion, are_counted
from sqlmetrics.output.page.language import counted_things, figures, wording
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
    """The values of a column that many have, on request; `confirm` asks once more before."""

    title: str
    told: str
    confirm: str | None = None


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
    title: str
    told: str
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
    more: str | None
    remarks: Sequence[str] = ()


TOLD = {
    "unsure": "Nothing in their names or values says what they are. If others may know it of a person (a neighbour, an"
    " employer, an insurer), leave them at Known.",
    "norole": "They have no role in the spec: they would be in the release as they are.",
    "identifiers": "No coarsening makes up for them. To let one stay, say why.",
    "individual": "People are counted by it, and it does not tell anybody who they are.",
    "quasi_identifiers": "They are what somebody finds a person by. How coarse they become is the third task.",
    "sensitive": "What nobody should learn of a person.",
    "ignored": "Nothing is said about them, and they stay in the release as they are.",
}
"""What is said of each group."""

TITLES = {
    "unsure": "Look at these first: {columns} that nothing is known of",
    "norole": "No role yet: {columns}",
    "identifiers": "These {number} name people: they do not go into the release",
    "individual": "This one tells people apart",
    "quasi_identifiers": "Others may know these {number} of a person",
    "sensitive": "Sensitive: {columns}",
    "ignored": "Left out: {columns}",
}
"""The titles of groups."""

ALONE = {
    "identifiers": "This one names people: it does not go into the release",
    "quasi_identifiers": "Others may know this one of a person",
}
"""The titles of groups of one column, where it is another one."""

SHORT = {"unsure": "nothing is known", "norole": "no role"}
"""What groups without a role are called in a list."""


def columns_view(
    spec: Spec,
    profile: Profile,
    people: str,
    find: str = "",
    show: str = "",
    values: tuple[int, ShownValues] | None = None,
    unsure: Collection[str] = (),
) -> ColumnsView:
    """Return the columns of a table as the page shows them.

    Only those whose name has `find` in it, and of the group `show`; the `values` of one of them.
    Nothing is known of `unsure` ones.
    """
    groups: dict[str, list[RoleRow]] = {name: [] for name in TOLD}
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
            listed.append(ColumnGroup(name, _state(name), _title(name, len(rows)), wording(TOLD[name]), kept[:left]))
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


SHARED_VALUES = Assertion("The values that at least {least} {people} have, at most {most} of them", _are_shared)
NO_SHARED_VALUE = Assertion("No value is shared by {least} {people}.", _are_shared)


def shown_values(found: Sequence[tuple[object, int]], most: int, least: int, people: str) -> ShownValues:
    """Return the values that enough people have, with how many have each."""
    parts = {"least": least, "people": people_word(people), "most": most}
    told = " · ".join(f"{wording('empty') if value is None else value} {figures(n, ',')}" for value, n in found)
    of = {"found": found, "least": least, "most": most}
    return ShownValues(SHARED_VALUES.say(of, **parts), told or NO_SHARED_VALUE.say(of, **parts))


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


def _title(name: str, number: int) -> str:
    """Return the title of a group."""
    if number == 1 and name in ALONE:
        return wording(ALONE[name])
    return wording(TITLES[name], columns=counted_things(number, "column"), number=number)


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
