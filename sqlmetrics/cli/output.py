"""The result of a command, in the form of --format and in the file of --output."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import StrEnum
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sqlmetrics.cli.messages import say
from sqlmetrics.cli.streams import is_terminal, put, put_file, put_message, put_report
from sqlmetrics.engine.files import DOCUMENTS, write_text
from sqlmetrics.engine.pdf import check_printer
from sqlmetrics.errors import SpecError
from sqlmetrics.files.footprint import STANDARD, is_stream
from sqlmetrics.output.terminal import print_report, terminal_text

if TYPE_CHECKING:
    from sqlmetrics.engine.kept import Store
    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.output.forms import Forms
    from sqlmetrics.output.report import Report
    from sqlmetrics.spec.limits import Limits

Name = TypeVar("Name", bound=StrEnum)

PAGE = "; `sqlmetrics report` writes a page, as .html or .pdf, and so does --report of check and run"
"""The end of a message to somebody who asks for a page elsewhere."""

PLAIN = {"", ".txt"}
"""The endings of texts of any format, which are tables where no format is given."""

NARROW = 80
"""The width of a report where no terminal has one."""

COLOURED = frozenset({"FORCE_COLOR", "TTY_COMPATIBLE"})
"""The variables of the environment that may ask for colours where there is no terminal."""


def check_file(output: Path | None, format_: str) -> None:
    """Raise SpecError where bytes would go to a terminal, and where no program prints a PDF."""
    if format_ in {"parquet", "pdf"} and output is None:
        raise SpecError(f"--format {format_} needs --output FILE, or --output - for standard output")
    if format_ == "pdf":
        check_printer()


def form_of(path: Path, forms: Mapping[str, str], flag: str) -> str:
    """Return the form of a file by the ending of its name. Raises SpecError for any other."""
    if path.suffix.lower() not in forms:
        endings = ", ".join(ending for ending in forms if ending)
        none = ", or without an ending" if "" in forms else ""
        page = PAGE if path.suffix.lower() in {".html", *DOCUMENTS} and ".html" not in forms else ""
        raise SpecError(f"{flag} {path}: end its name in {endings}{none}, which gives the form{page}")
    check_file(path, forms[path.suffix.lower()])
    return forms[path.suffix.lower()]


def format_of(output: Path | None, given: Name | None, default: Name) -> Name:
    """Return the format of a result: the given one, else the one that its file's ending names.

    Raises SpecError for an ending of another format, and for one of no format of the command.
    """
    from sqlmetrics.output.forms import ENDINGS, JSON_OF_OTHERS

    if output is None or output == STANDARD or is_stream(output):
        return given or default
    formats = type(default)
    if given is None:
        names = {ending: name for ending, name in ENDINGS.items() if name in list(formats)}
        return formats(form_of(output, names, "--output"))
    own = ENDINGS.get(output.suffix.lower(), given)
    is_json = own == "json" and given in JSON_OF_OTHERS
    if own != given and not is_json and output.suffix.lower() not in PLAIN:
        raise SpecError(f"--format {given} and --output {output} are two formats: {output.suffix} is {own}")
    return given


def check_ending(output: Path | None, what: str, own: str) -> None:
    """Raise SpecError where a file's ending names another format than its content has.

    `what` is the beginning of a sentence about the content, and `own` the content's ending.
    """
    if output is None:
        return
    from sqlmetrics.output.forms import ENDINGS

    ending = output.suffix.lower()
    if ending in ENDINGS and ending not in {*PLAIN, own}:
        raise SpecError(f"--output {output}: {what}, and {ending} is {ENDINGS[ending]}; name a {own} file")


def write_sql(text: str, output: Path | None) -> None:
    """Write a statement, and say before where a console cannot run it.

    Raises SpecError for a file whose ending names another format.
    """
    from sqlmetrics.statement.statement import needs_session

    check_ending(output, "a statement is SQL", ".sql")
    if needs_session(text):
        say(
            "a console of SQLite cannot run this statement: it calls a hash that sqlmetrics gives its own sessions;"
            " score the table by --url sqlite:///FILE instead"
        )
    write(text, output)


@contextmanager
def kept_rows(format_: str, limits: Limits, progress: Progress) -> Iterator[Store | None]:
    """Give a store for the rows of a result for machines; None for people, who see a few."""
    from sqlmetrics.engine.kept import open_store
    from sqlmetrics.output.forms import REPORTS

    if format_ in REPORTS:
        yield None
        return
    with open_store(limits, progress) as store:
        yield store


def write(result: Forms | str, output: Path | None, format_: str = "table", *, private: bool = False) -> None:
    """Write a result in a form, or a text as it is, to a file or to standard output.

    The notes that the form has no room for go to standard error. A new file of a text is its
    owner's alone if it is `private`.
    """
    if output == STANDARD and format_ not in {"parquet", "pdf"}:
        output = None
    if isinstance(result, str):
        put(result) if output is None else write_text(output, result, private=private)
        return
    from sqlmetrics.output.forms import REPORTS, fill, text_in, write_file

    for note in result.notes_beside(format_):
        say(note)
    if output is not None:
        write_file(result, format_, output)
    elif format_ == "table":
        draw_report(result.report())
    elif result.store is not None and format_ not in REPORTS:
        whole = result.store.folder / "standard-output"
        fill(result, format_, whole)
        put_file(whole)
    elif format_ == "markdown":
        put_report(text_in(result, format_))
    else:
        put(text_in(result, format_), commands=format_ == "github")


def draw_report(report: Report, *, err: bool = False) -> None:
    """Draw a report on the terminal; with `err`, on standard error, as it is not the result."""
    width = _plain_width(err=err)
    if width is not None:
        text = terminal_text(report, width)
    else:
        from rich.console import Console

        drawn = StringIO()
        print_report(report, Console(highlight=False, file=drawn, force_terminal=is_terminal(err=err) or None))
        text = drawn.getvalue()
    (put_message if err else put_report)(text)


def _plain_width(*, err: bool) -> int | None:
    """Return the width of a report that has no colours, as rich finds it; None where it may have.

    Rich takes longer to start than a report takes to draw.
    """
    if is_terminal(err=err) or os.name == "nt" or not COLOURED.isdisjoint(os.environ):
        return None
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit():
        return int(columns)
    for descriptor in range(3):
        with suppress(OSError):
            return os.get_terminal_size(descriptor).columns or NARROW
    return NARROW
