"""What a person is told of a release that is written, and the exit code where it fails."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from sqlmetrics.cli.messages import say
from sqlmetrics.cli.output import write
from sqlmetrics.sentences import Sentence
from sqlmetrics.text import counted, joined

if TYPE_CHECKING:
    from sqlmetrics.publication.written import WrittenRelease
    from sqlmetrics.spec.spec import Spec


def write_and_tell(spec: Spec, output: Path, **words: Any) -> None:
    """Write a release, and say what was written; the command ends with 1 where it fails."""
    from sqlmetrics.output.results.gate import run_forms
    from sqlmetrics.publication.written import write_release

    result = write_release(spec, output, **words)
    write(run_forms(result.run), None)
    for line in told(result):
        say(line)
    if not result.passed:
        raise typer.Exit(1)


NOTHING_WRITTEN = Sentence(
    "nothing was written, as the release fails; --anyway writes it nevertheless",
    lambda release, _: not release.passes and not release.count("written"),
)
WRITTEN = Sentence(
    "{records} in {file}; beside it {beside}{failed}",
    lambda release, of: (release.count("written"), release.passes) == (of["records"], of["passed"]),
)


def told(result: WrittenRelease) -> list[str]:
    """Return what a person should know of a release, line by line."""
    from sqlmetrics.output.roles import named_columns

    planned, files = result.planned, result.files
    lines = [*planned.told]
    if planned.unlisted:
        lines.append(
            f"{named_columns(planned.unlisted)}: without a role, and as the source has them; name them as `ignored`, or"
            " leave them out by `release: {levels: {COLUMN: left_out}}`"
        )
    if not result.written:
        lines.append(NOTHING_WRITTEN.phrase({}))
        return lines
    beside = [path.name for path in files.paths[:-1]]
    lines.append(
        WRITTEN.phrase(
            {"records": result.records, "passed": result.passed},
            records=counted(result.records, "record"),
            file=str(files.rows),
            beside=joined(beside),
            failed="" if result.passed else "; it FAILS, and was written anyway",
        )
    )
    return lines
