"""What a spec may do that nobody named: a command took it from the folder in which it ran.

The author of the folder may be a stranger. The spec may say what is measured of that folder's
tables; words that connect, run text, read elsewhere or replace files are refused until the command
line names the spec.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from sqlmetrics.errors import SpecError
from sqlmetrics.files.listing import files_of
from sqlmetrics.lakes.found import named_lake
from sqlmetrics.spec.place import History
from sqlmetrics.spec.spec import INTERNAL, Spec
from sqlmetrics.spec.words import WORDS, Act

PAGE = '<meta name="generator" content="sqlmetrics">'
"""The mark in the head of each page that we write."""

HEAD = 1024
"""The first bytes of a page, among which its mark is."""

_ELSEWHERE = re.compile(r"://|\\|^~|^env:")
"""A pattern of an address, or of a path that an engine may read in another way than Python."""


def check_unnamed(spec: Spec, file: Path, replaced: Collection[str] = (), *, confined: bool) -> None:
    """Raise SpecError where a spec, which nobody named, says more than what is measured.

    `file` is the spec that a command took by itself, in whose folder the spec may act; `replaced`
    are the words that the command line gives in its place. Where the run is not `confined` to the
    files of its relation, it runs no condition.
    """
    _check_path(file, "the spec", file)
    for word, act, value in _words(spec):
        if value is None or word.partition(".")[0] in (*replaced, *INTERNAL):
            continue
        if act is Act.read or (act is Act.keep and History(str(spec.folder / value)).kind == "folder"):
            _check_path(spec.folder / str(value), f"`{word}`", file, str(value))
        elif act not in (Act.measure, Act.write) and not (act is Act.filter and confined):
            raise _refused(f"`{word}`", act.value, file)


def check_spec_file(path: Path, file: Path, text: str) -> None:
    """Raise SpecError where a spec that the jobs of a file name, as a text, lies elsewhere."""
    _check_path(path, "the spec of a job", file, text)


def report_page(spec: Spec) -> Path | None:
    """Return the page that a spec names for its report; whatever writes a page asks here.

    The page of a spec that nobody named lies in its folder, ends in .html, and takes the place of
    nothing but such a page. Raises SpecError for any other.
    """
    path = spec.report.file
    if spec.unnamed is None or path is None:
        return path
    if path.suffix.lower() != ".html" or _ELSEWHERE.search(str(path)):
        raise _refused("`report`", f"writes {path}, whose name does not end in .html", spec.unnamed)
    if not _is_below(path, spec.unnamed):
        raise _refused("`report`", f"writes {path}, which lies outside its folder", spec.unnamed)
    if path.exists() and not is_page(path):
        raise _refused("`report`", f"replaces {path}, which is no page of ours", spec.unnamed)
    return path


def is_page(path: Path) -> bool:
    """Return whether a path names a file that is a page of ours, by the mark in its head."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return False
    return head.startswith(b"<!doctype html>") and PAGE.encode() in head


def _refused(word: str, act: str, file: Path) -> SpecError:
    """Return the error of a word that a spec needs a name for."""
    return SpecError(
        f"{word} of {file} {act}: a spec that nobody named may not do that;"
        f" name {file} on the command line if it is yours: `spec: {file}`"
    )


def _check_path(path: Path, word: str, file: Path, text: str = "") -> None:
    """Raise SpecError where a path, as a text or the spec itself, leads out of the spec's folder.

    So does a pattern or a folder where one of its files is a link. A version of a table with a log,
    as people@12, is in its folder.
    """
    lake = named_lake(str(path)) if text else None
    path = path if lake is None else Path(lake.path)
    if _ELSEWHERE.search(text) or _ELSEWHERE.search(str(path)) or not _is_below(path, file):
        raise _refused(word, f"reads {text or os.path.realpath(path)}, which lies outside its folder", file)
    for found in files_of(str(path), hidden=True) if text else ():
        if not _is_below(found, file):
            raise _refused(word, f"reads {found}, which lies outside its folder", file)


def _is_below(path: Path, file: Path) -> bool:
    """Return whether a path, behind links, lies in the folder of a file, or in one below."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(file.parent))


def _words(part: BaseModel, name: str = "") -> Iterator[tuple[str, Act, Any]]:
    """Give the words that a part of a spec has, each with what it does and each of its values."""
    rows = WORDS.get(type(part).__name__, {})
    for word in part.model_fields_set:
        act = rows[word].act if word in rows else None
        yield from _values(f"{name}{word}", act or Act.unknown, getattr(part, word))


def _values(word: str, act: Act, value: Any) -> Iterator[tuple[str, Act, Any]]:
    """Give the values of a word; the values of a part are given by the part's own words."""
    if isinstance(value, BaseModel):
        yield from _words(value, f"{word}.")
    elif isinstance(value, Mapping | list):
        for entry in value.values() if isinstance(value, Mapping) else value:
            yield from _values(word, act, entry)
    else:
        yield word, act, value
