"""The text of a FROM clause that names a file, a folder or a table in a dialect."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any

from sqlmetrics.credentials import without_credentials
from sqlmetrics.errors import DialectError, SpecError
from sqlmetrics.files import footprint
from sqlmetrics.files.footprint import RELATION
from sqlmetrics.files.listing import (
    FORMS,
    ending,
    files_of,
    fixed_folder,
    folder_files,
    has_hidden,
    imported_form,
    known_form,
    reader,
    without_query,
)
from sqlmetrics.lakes.found import check_lake, named_lake
from sqlmetrics.lakes.opened import lake_table
from sqlmetrics.lakes.printed import printed_scan
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.spec.input_file import DEFAULT_SPEC
from sqlmetrics.spec.place import (
    Derived,
    Filtered,
    LinkedRelation,
    Query,
    bare,
    made_of,
    name_of,
)
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.condition import query_sql
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.render import render
from sqlmetrics.text import nearest, printable, question_of

COUNTS_KEY = "sqlmetrics_counts"
"""The key of a Parquet file's metadata that says that it holds counts, and how they were made."""

SHOWN = 3
"""The most files that a message lists."""

ENCODINGS = {"cp1252": "CP1252", "iso8859-1": "latin-1"}
"""DuckDB's names of encodings, where Python's are others."""

IDENTIFIER_PART = re.compile(r'"((?:[^"]|"")+)"|([^".]+)')
"""A pattern of a part of a table's name, in double quotes or not."""


def is_path(text: str) -> bool:
    """Return whether a relation's text names files: by its ending, or as a path or pattern.

    An ending that a table's name may have, too, as x.db, tells only where there is such a file, and
    a version, as in people@12, where there is such a table with a log.
    """
    bare = re.sub(r'"(?:[^"]|"")*"', "", text)
    if reader(bare) is not None or any(mark in bare for mark in "/\\*"):
        return True
    if "@" in text and named_lake(text) is not None:
        return True
    return imported_form(text) is not None and Path(text).is_file()


def short_name(name: str) -> str:
    """Return the name of a relation without the folder that it lies in, and without credentials."""
    return PurePath(without_credentials(name)).name


def public_name(relation: Any) -> str:
    """Return the name of a relation for everybody: no condition, folder, or text of a query."""
    if isinstance(relation, Filtered):
        return f"a part of {public_name(relation.relation)}"
    if isinstance(relation, Derived):
        return relation.called([public_name(one) for one in made_of(relation)])
    return "a query" if isinstance(relation, Query) else short_name(name_of(relation))


def short_relation(spec: Spec) -> str:
    """Return the name of a spec's relation, without schema, folder, ending and credentials."""
    relation = bare(spec.records)
    if not isinstance(relation, str):
        return "tables" if isinstance(relation, LinkedRelation) else "query" if isinstance(relation, Query) else "frame"
    if spec.place.holds_tables or not is_path(relation):
        return table_parts(relation)[-1]
    return PurePath(without_credentials(relation)).stem.replace("*", "") or "files"


def default_job_name(spec: Spec) -> str:
    """Return the default name of a spec's job: its file's, or its relation's.

    The default name of specs says nothing of the relation, which then names the job.
    """
    named = isinstance(spec.relation, str) or bool(spec.counts)
    if spec.file is not None and (spec.file.name != DEFAULT_SPEC or not named):
        return spec.file.stem
    return PurePath(spec.counts[0]).stem if spec.counts else short_relation(spec)


def table_parts(text: str) -> list[str]:
    """Return the parts of a table's name, such as schema and table.

    Dots separate them unless a part is in double quotes. Raises SpecError.
    """
    parts: list[str] = []
    position = 0
    while position <= len(text):
        match = IDENTIFIER_PART.match(text, position)
        if match is None or (match.end() < len(text) and text[match.end()] != "."):
            raise SpecError(f"'{text}' is not a table name; write a name with dots or quotes as \"name\"")
        parts.append(match[1].replace('""', '"') if match[1] is not None else match[2])
        position = match.end() + 1
    return parts


def table_sql(text: str, dialect: Dialect) -> str:
    """Return a table's name, quoted for the dialect; see `table_parts`. Raises SpecError."""
    return ".".join(render("quoted", part, dialect=dialect) for part in table_parts(text))


def read_path(text: str) -> str:
    """Return the path by which DuckDB reads a file, a pattern or a folder of files."""
    if Path(text).is_dir():
        return f"{glob.escape(text.rstrip('/'))}/**/*{_folder_ending(text)}"
    return glob.escape(text) if Path(text).is_file() else text


def _folder_ending(text: str) -> str:
    """Return the ending of the files of a folder, .parquet where there are none."""
    files = files_of(text)
    return (ending(files[0].name) if files else None) or ".parquet"


def files_sql(
    text: str,
    dialect: Dialect,
    *,
    printed: bool,
    form: FileForm,
    options: str | None,
    listed: Sequence[str] | None,
) -> str:
    """Return the table function of DuckDB, or the path of Spark, that reads files in place.

    The text is a file, a pattern or a folder of files, which the run is to read. Where
    hidden files match as well, which are no data, the others are listed, unless it is `printed`.
    The `form` says how files are written, and the `options` how files of Parquet are read together,
    by default with the columns that folders name. The `listed` are the addresses of a pattern. NaN
    counts in Parquet, whatever the least and the largest value of a file say, which leave it out.
    Raises SpecError, DialectError, and QueryError for a table with a log that is not read.
    """
    if printed and dialect.client == "embedded" and not form.loose:
        lake = lake_table(text)
        if lake is not None:
            return printed_scan(lake)
    check_lake(text, loose=form.loose)
    footprint.reads(text, RELATION)
    local = Path(text).is_dir()
    folder = local or (not dialect.local_files and reader(text) is None)
    function = reader(_folder_ending(text)) if local else "read_parquet" if folder else reader(text)
    if function is None:
        raise _unknown_form(text)
    kind = function.removeprefix("read_")
    if kind not in dialect.reads_files:
        formats = " and ".join(dialect.reads_files)
        raise DialectError(f"{dialect.name} reads {formats} files; make a table or view of {text}, and give its name")
    if not dialect.local_files:
        return f"{kind}.{render('quoted', text, dialect=dialect)}"
    path = render("literal", read_path(text), dialect=dialect)
    if listed is not None or (not printed and has_hidden(text)):
        named = listed or [glob.escape(str(file)) for file in files_of(text)]
        path = f"[{', '.join(render('literal', file, dialect=dialect) for file in named)}]"
    if options is None:
        options = (
            ", hive_partitioning = true"
            if folder or (function == "read_parquet" and "=" in without_query(text))
            else ""
        )
    if function == "read_csv" and form.separator is not None:
        options += f", delim = {render('literal', form.separator, dialect=dialect)}"
    if function == "read_csv" and form.encoding is not None and (printed or "://" in text):
        options += f", encoding = {render('literal', ENCODINGS.get(form.encoding, form.encoding), dialect=dialect)}"
    if function == "read_parquet":
        options += ", can_have_nan = true"
    return f"{function}({path}{options})"


def _unknown_form(text: str) -> SpecError:
    """Return the error for files whose ending says nothing of their form."""
    if "://" in text:
        folder = without_credentials(text.rstrip("/"))
        return SpecError(
            f"cannot tell the format of '{folder}': name its files by a pattern, as {folder}/**/*.parquet; a table"
            " with a log is read by its packages: pip install 'sqlmetrics[lake,bucket]'"
        )
    if text.endswith(("/", os.sep)) and not Path(text).exists():
        return SpecError(f"no such folder: {text}")
    endings = ", ".join(form.endings[0] for form in FORMS if form.reader)
    return SpecError(
        f"cannot tell the format of '{text}'; its name must end in one of {endings}, or in another of these forms, or"
        " be a folder of such files: rename it by what it holds"
    )


def check_form(text: str) -> None:
    """Raise SpecError for a file that is there and that nothing reads, by what it is."""
    form = known_form(text)
    if not Path(text).is_file() or (form is not None and form.reader):
        return
    if form is None:
        raise _unknown_form(text)
    raise SpecError(f"{text} is {form.says}, which is not read: {form.instead}")


def check_files(text: str, *, loose: bool = False) -> None:
    """Raise SpecError where a local path, pattern or folder names no file, or far too many.

    Raises QueryError for a table with a log that is not read, unless its files are to be read
    `loose`.
    """
    if "://" in text or (not loose and lake_table(text) is not None):
        return
    check_lake(text, loose=loose)
    if Path(text).is_dir():
        if not files_of(text):
            other = next((file for file in sorted(Path(text).iterdir()) if imported_form(file.name)), None)
            told = f"; name {other} by itself" if other is not None else ", nor other data"
            raise SpecError(f"the folder {text} holds no .parquet file, nor CSV or JSON{told}")
        return
    if "**" in text and not Path(text).exists():
        folder_files(fixed_folder(text))
    if not Path(text).exists() and not files_of(text):
        raise SpecError(f"no such file: {printable(text)}; {printable(_beside(Path(text)))} needs a `database`")


def _beside(path: Path) -> str:
    """Return the files beside a path that are named like it, or else the first; and a subject."""
    names = sorted(other.name for other in path.parent.glob("*") if reader(other.name))
    stems = nearest(path.name.partition(".")[0], [name.partition(".")[0] for name in names])
    near = [name for stem in stems for name in names if name.partition(".")[0] == stem][:SHOWN]
    if near:
        return f"{question_of(str(path.parent / name) for name in near)} A table's name"
    some = [str(path.parent / name) for name in names[:SHOWN]]
    more = f" and {len(names) - SHOWN:,} more" if len(names) > SHOWN else ""
    return f"beside it: {', '.join(some)}{more}; a table's name" if some else "a table's name"


def printed_relation_sql(relation: Any, dialect: Dialect, *, table: bool, form: FileForm) -> str:
    """Return a relation's FROM clause for a statement that is printed, with credentials blanked."""
    if isinstance(relation, Query):
        return query_sql(without_credentials(relation.text), dialect)
    return relation_sql(without_credentials(name_of(relation)), dialect, table=table, printed=True, form=form)


def relation_sql(
    text: str,
    dialect: Dialect,
    *,
    table: bool,
    printed: bool = False,
    form: FileForm = FileForm(),  # noqa: B008 - a tuple
    options: str | None = None,
    listed: Sequence[str] | None = None,
) -> str:
    """Return the text of a FROM clause for a table's name or a path. Raises SpecError.

    Where it is `printed`, files are as the user names them, and a file that no statement reads, as
    a spreadsheet, is a table of its name; see `files_sql` for the rest.
    """
    if printed and not table and imported_form(text) is not None and is_path(text):
        return render("quoted", short_name(text), dialect=dialect)
    if table or not (is_path(text) or Path(text).is_dir()):
        return table_sql(text, dialect)
    if not dialect.reads_files:
        raise DialectError(f"{dialect.name} does not read the file {text}; name the table that holds its data")
    return files_sql(text, dialect, printed=printed, form=form, options=options, listed=listed)
