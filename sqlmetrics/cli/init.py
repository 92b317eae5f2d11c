"""The command that proposes a spec: init."""

from __future__ import annotations

import shlex
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from sqlmetrics import deadline
from sqlmetrics.cli import shared
from sqlmetrics.cli.command import command, shared_flags
from sqlmetrics.cli.default_spec import DEFAULT, Taken
from sqlmetrics.cli.messages import clean, say
from sqlmetrics.cli.output import check_ending, write
from sqlmetrics.cli.panels import START
from sqlmetrics.cli.shared import LIMITS, PLACE, RELATION
from sqlmetrics.cli.streams import put_message
from sqlmetrics.engine.files import announce_output
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.files.footprint import SPEC, edits, is_stream
from sqlmetrics.spec.input_file import is_spec, read_text
from sqlmetrics.text import did_you_mean, printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlmetrics.columns.kinds import Role
    from sqlmetrics.columns.profile import ColumnProfile
    from sqlmetrics.columns.starting_spec import Update
    from sqlmetrics.spec.spec import Spec

ROLES: Sequence[Role] = ("identifier", "quasi_identifier", "sensitive", "ignored", "individual")
"""The answers to the question for a column's role."""


class Start(NamedTuple):
    """What is profiled, the file to write, and whether that is a spec to add to."""

    spec: Spec
    output: Path | None
    update: bool


@shared_flags(RELATION, "output update force", PLACE, LIMITS)
def start(output: Path | None = None, update: bool = False, force: bool = False, **flags: Any) -> Start:
    """Return what the flags name. Raises SpecError, also for a file that would be written over."""
    relation, query = flags["relation"], flags["query"]
    named = is_spec(relation, tables=bool(flags["database"] or flags["url"]))
    file, unnamed = Path(str(relation)) if named else output, False
    if update and file is None and relation is None and query is None and DEFAULT.is_file():
        file, unnamed = DEFAULT, True
    if update and file is None:
        raise SpecError("`update` adds to a spec; name it as `output`")
    if update and file is not None:
        if output is None:
            announce_output(file)
        output = output or file
        edits(file, SPEC)
    flags["relation"] = None if named else relation
    taken = Taken(file, named=not unnamed) if file is not None and (update or named) else None
    spec = shared.flags_spec(flags, taken).checked()
    check_ending(output, "a spec is YAML", ".yml")
    keeps = force or (update and output == file)
    if not keeps and output is not None and output.exists() and not is_stream(output):
        raise SpecError(
            f"{output} is there already: `update` adds what is new and keeps the rest, `force` writes over it"
        )
    return Start(spec, output, update)


@command(
    START,
    "sqlmetrics init people.parquet",
    "sqlmetrics init people.parquet -o people.yml",
    "sqlmetrics init people.yml --update",
    start=start,
    progress=shared.progress,
)
def init(*, start: Start, interactive: bool = False, progress: Progress) -> None:
    """Look at a relation's columns and write a commented spec.

    The roles in it are proposals to start from.
    """
    from sqlmetrics.columns.profile import profile, proposed_roles
    from sqlmetrics.columns.starting_spec import new_columns, starting_spec, updated_spec

    spec, output, update = start
    found = profile(spec, progress)
    roles = proposed_roles(found)
    text = read_text(spec.file, SPEC) if update and spec.file is not None else ""
    if interactive:
        roles |= asked(new_columns(spec, found, text) if update else found.columns, roles)
    if not update:
        write(starting_spec(spec, found, roles, output), output)
        if output is not None and not is_stream(output):
            known = "quasi_identifier" in roles.values()
            of = f"each of the {len(roles):,} columns" if len(roles) > 1 else "its column"
            say(f"{output} has a role for {of}; {(NEXT if known else NOTHING_KNOWN).format(shlex.quote(str(output)))}")
        return
    result = updated_spec(spec, found, text, roles)
    if result.text != text or output != spec.file:
        write(result.text, output)
    say(_told(result, str(output)))


NEXT = "read the reasons, then: sqlmetrics score {}"
"""What to do with a spec."""

NOTHING_KNOWN = (
    "none looks as if others knew it of a person: name what they may know in `quasi_identifiers`, then:"
    " sqlmetrics score {}"
)
"""What to do with a spec that proposes no quasi-identifier."""


def asked(columns: Sequence[ColumnProfile], roles: Mapping[str, Role]) -> dict[str, Role]:
    """Return the roles of columns by the answers of a person, who sees what each looks like.

    Raises SpecError where the answers end before the columns do.
    """
    deadline.let_finish()
    answers: dict[str, Role] = {}
    put_message(f"The role of each column: {', '.join(ROLES)}. Its first letters are enough.\n")
    for column in columns:
        look = column.look
        facts = f"{column.distinct:,} distinct of {column.records:,}"
        put_message(clean(f"\n{printable(column.name)}: {facts}; {look.confidence}: {look.reason}") + "\n")
        answers[column.name] = _answer(roles[column.name], [*answers.values()])
    return answers


def _answer(proposed: Role, given: Sequence[Role]) -> Role:
    """Return the role that a person names; two columns cannot both tell people apart."""
    if proposed == "individual" and "individual" in given:
        proposed = "identifier"
    while True:
        try:
            with redirect_stdout(sys.stderr):
                text = str(typer.prompt("role", default=proposed)).strip().casefold()
        except (typer.Abort, OSError):
            raise SpecError("the answers ended before the columns did; nothing was written") from None
        found = [role for role in ROLES if role == text] or [role for role in ROLES if role.startswith(text)]
        if found == ["individual"] and "individual" in given:
            put_message("Another column is the individual; one alone tells people apart.\n")
        elif len(found) == 1:
            return found[0]
        elif found:
            put_message(f"That may be {' or '.join(found)}.\n")
        else:
            put_message(f"{did_you_mean(text, ROLES).capitalize() or 'There are'} {', '.join(ROLES)}.\n")


def _told(update: Update, name: str) -> str:
    """Return what was added to a spec, and what is left to see to, as a sentence."""
    from sqlmetrics.output.roles import named_columns

    added = f"added to {name}: {named_columns(update.added)}; {NEXT.format(shlex.quote(name))}"
    sentences = [added if update.added else f"{name} is as it was: no column is new"]
    if update.mentioned:
        sentences.append(f"only its comments list {named_columns(update.mentioned)}, which has no role")
    if update.several is not None:
        sentences.append(
            f"a person has {update.several} records on average: `known: 4` asks what four give away together"
        )
    if update.gone:
        sentences.append(f"the relation does not have {named_columns(update.gone)}")
    return "; ".join(sentences)
