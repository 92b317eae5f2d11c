"""The task Release: what would be written, and what to know before it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.columns.profile import Profile
from sqlmetrics.desk.answer import Answer
from sqlmetrics.desk.versions import Versions
from sqlmetrics.desk.views.words import people_or_records
from sqlmetrics.output.assertions import Assertion, are_counted
from sqlmetrics.output.page.language import counted_things, figures, wording
from sqlmetrics.publication.planned import columns_left_out
from sqlmetrics.publication.written import WrittenRelease
from sqlmetrics.sentences import Facts
from sqlmetrics.spec.spec import Spec


class WrittenView(NamedTuple):
    """A release that was written, or that was not, with what to know of it."""

    state: str
    title: str
    told: Sequence[str]


@dataclass(frozen=True)
class ReleaseView:
    """The release to be as the page shows it; see `release.html`."""

    table: str
    told: str
    file: str
    fails: bool
    versions: str
    before: Sequence[str]
    written: WrittenView | None
    changes: Sequence[str] = ()


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
    of = {"left": left, "kept columns": kept, "shuffled": spec.release.shuffle}
    return ReleaseView(
        table=relation.name,
        told=(SHUFFLED if spec.release.shuffle else IN_ORDER).say(
            of,
            people=people_or_records(left, people),
            columns=counted_things(kept, "column"),
        ),
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


SHUFFLED = Assertion("{people}, {columns}, in random order.", are_counted)
IN_ORDER = Assertion("{people}, {columns}, in the order of the source.", are_counted)
VALUE_GONE = Assertion(
    "{gone} of the {values} values of {column} is gone: all who had it are dropped. Say so.", _is_gone
)
VALUES_GONE = Assertion(
    "{gone} of the {values} values of {column} are gone: all who had them are dropped. Say so.", _is_gone
)
READ_AGAIN = Assertion(
    "{records}, read again and measured. Beside it: {files}.",
    lambda release, of: release.count("written") == of["number"],
)


def before_sending(spec: Spec, answer: Answer, unsure: Sequence[str] = ()) -> list[str]:
    """Return what the one who gives the table away should know, and say."""
    lines = []
    if unsure:
        names = ", ".join(unsure)
        lines.append(wording("Nobody has looked at these columns, and nothing is known of them: {names}.", names=names))
    for column, (values, gone) in answer.lost.items():
        lines.append(
            (VALUE_GONE if gone == 1 else VALUES_GONE).say(
                {"column": column, "lost": (values, gone)},
                gone=figures(gone, ","),
                values=figures(values, ","),
                column=column,
            )
        )
    if spec.ignored:
        lines.append(wording("Not looked at, and in the release as they are: {names}.", names=", ".join(spec.ignored)))
    stay = [name for name, why in spec.identifiers.items() if why]
    if stay:
        lines.append(wording("Identifiers that stay, with your reason: {names}.", names=", ".join(stay)))
    return lines


def written_view(result: WrittenRelease) -> WrittenView:
    """Return what was written, and its own verdict."""
    files, planned = result.files, [wording(told) for told in result.planned.told]
    if not result.written:
        return WrittenView("no", wording("Nothing was written: the file would fail"), planned)
    beside = ", ".join(path.name for path in files.paths[:-1])
    title = wording("Written: {file}" if result.passed else "Written although it fails: {file}", file=files.rows.name)
    told = READ_AGAIN.say(
        {"number": result.records},
        records=counted_things(result.records, "record"),
        files=beside,
    )
    return WrittenView("yes" if result.passed else "no", title, [told, *planned])
