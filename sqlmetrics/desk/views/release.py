"""The task Release: what would be written, and what to know before it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.columns.profile import Profile
from sqlmetrics.desk.answer import Answer
from sqlmetrics.desk.versions import Versions
from sqlmetrics.output.assertions import Grounds, are_counted
from sqlmetrics.output.page.language import counted_things, wording
from sqlmetrics.publication.planned import columns_left_out
from sqlmetrics.publication.written import WrittenRelease
from sqlmetrics.sentences import Facts
from sqlmetrics.spec.spec import Spec


class WrittenView(NamedTuple):
    """A release that was written, read `again`, with files beside it; or why it was not."""

    state: str
    file: str | None
    again: Grounds | None
    beside: Sequence[str]
    planned: Sequence[str]


class BeforeSending(NamedTuple):
    """What to know, and to say, before a table is given away: by the names of columns.

    `lost` are the columns whose values are gone with the people who are dropped.
    """

    unsure: Sequence[str]
    lost: Sequence[Grounds]
    ignored: Sequence[str]
    stay: Sequence[str]


@dataclass(frozen=True)
class ReleaseView:
    """The release to be as the page shows it; see `release.html`."""

    table: str
    people: str
    left: Grounds
    file: str
    fails: bool
    versions: str
    before: BeforeSending
    written: WrittenView | None
    changes: Sequence[str]


def release_view(
    spec: Spec,
    profile: Profile,
    answer: Answer,
    relation: Path,
    versions: Versions,
    people: str,
    written: WrittenRelease | None,
    unsure: Sequence[str] = (),
) -> ReleaseView:
    """Return the release to be as the page shows it; nobody has looked at `unsure` columns."""
    gone = {*answer.left_out, *columns_left_out(spec)}
    kept = sum(one.name not in gone for one in profile.columns)
    left = answer.records - answer.dropped
    of = {"left": left, "kept_columns": kept, "shuffled": spec.release.shuffle}
    return ReleaseView(
        table=relation.name,
        people=people,
        left=Grounds(of, are_counted),
        file=new_name(relation),
        fails=answer.passes is not True,
        versions=counted_things(versions.number, "version"),
        before=before_sending(spec, answer, unsure),
        written=None if written is None else written_view(written),
        changes=versions.changes,
    )


def new_name(relation: Path) -> str:
    """Return a name beside a table that no file has."""
    stem, place = relation.name.split(".")[0], 1
    while (relation.parent / (name := f"{stem}_release{'' if place == 1 else f'_{place}'}.parquet")).exists():
        place += 1
    return name


def _is_gone(release: Any, of: Facts) -> bool:
    return bool(release.lost(of["column"]) == of["lost"])


def _is_written(release: Any, of: Facts) -> bool:
    return bool(release.count("written") == of["number"])


def before_sending(spec: Spec, answer: Answer, unsure: Sequence[str] = ()) -> BeforeSending:
    """Return what the one who gives the table away should know, and say."""
    return BeforeSending(
        unsure=unsure,
        lost=[Grounds({"column": column, "lost": lost}, _is_gone) for column, lost in answer.lost.items()],
        ignored=[*spec.ignored],
        stay=[name for name, why in spec.identifiers.items() if why],
    )


def written_view(result: WrittenRelease) -> WrittenView:
    """Return what was written, and its own verdict."""
    files, planned = result.files, [wording(told) for told in result.planned.told]
    if not result.written:
        return WrittenView("no", None, None, (), planned)
    return WrittenView(
        state="yes" if result.passed else "no",
        file=files.rows.name,
        again=Grounds({"number": result.records}, _is_written),
        beside=[path.name for path in files.paths[:-1]],
        planned=planned,
    )
