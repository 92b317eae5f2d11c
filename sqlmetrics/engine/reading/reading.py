"""A reading: how a relation of files was read, the remarks on it, and the proof of it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from sqlmetrics.errors import QueryError, ReadingWarning
from sqlmetrics.lakes.table import LakeVersion
from sqlmetrics.spec.yaml_file import parse_yaml
from sqlmetrics.statement.relation import short_name

LIST = Path(__file__).with_name("remarks.yml")
"""The list of remarks: the gate, the sentence and the word of each."""


@dataclass(frozen=True)
class Remark:
    """A remark on how a file was read: its code, gate and sentence, and the word that answers it.

    The gate is `told`, `asked` or `stops`; `column`, `line`, `count` and `file` are None where it
    has none. `proposed` is the line of a spec that answers it, or empty.
    """

    code: str
    gate: str
    says: str
    word: str = ""
    column: str | None = None
    line: int | None = None
    count: int | None = None
    proposed: str = ""
    file: str | None = None

    @property
    def text(self) -> str:
        """The sentence and the word, as every door shows them."""
        return f"{self.says}: {self.word}" if self.word else self.says

    @property
    def without_folder(self) -> str:
        """The sentence and the word, with the file's name alone, for what leaves the house."""
        return self.text if self.file is None else self.text.replace(self.file, short_name(self.file))


class ReadColumn(NamedTuple):
    """A column as it was read: its name, the form of its texts, its type, and its files.

    `in_files` is the number of files that have it, None where all have.
    """

    name: str
    form: str
    type: str
    in_files: int | None = None


class ReadPart(NamedTuple):
    """A file as it was read: its name, and its lines, None where it has none."""

    name: str
    lines: int | None = None


class Reading(NamedTuple):
    """How a relation of files was read.

    The `form` is in words. The `records` are None where files are read in place. The `proof` says
    how all lines are accounted for, or is empty. The `lake` is the version of a table with a log.
    The columns that part the files are `parted_by`.
    """

    form: str
    records: int | None
    columns: tuple[ReadColumn, ...] = ()
    files: tuple[ReadPart, ...] = ()
    remarks: tuple[Remark, ...] = ()
    proof: str = ""
    lake: LakeVersion | None = None
    parted_by: frozenset[str] = frozenset()

    @property
    def asked(self) -> tuple[Remark, ...]:
        """The remarks that a gate does not pass without an answer."""
        return tuple(one for one in self.remarks if one.gate == "asked")

    def to_dict(self) -> dict[str, Any]:
        """Return the reading as JSON shows it."""
        return {
            "form": self.form,
            "records": self.records,
            "files": [one._asdict() for one in self.files],
            "columns": [one._asdict() for one in self.columns],
            "remarks": [asdict(one) for one in self.remarks],
            "proof": self.proof,
            **({} if self.lake is None else {"lake": self.lake._asdict()}),
        }


@cache
def remark_list() -> Mapping[str, Mapping[str, Any]]:
    """Return the gate, the sentence and the word of every remark, by code."""
    found: Mapping[str, Mapping[str, Any]] = parse_yaml(LIST.read_text(encoding="utf-8"), LIST.name)
    return found


def is_public(code: str) -> bool:
    """Return whether a remark follows from no record, so that a public certificate may show it."""
    return remark_list().get(code, {}).get("public") is True


def remark(code: str, **parts: Any) -> Remark:
    """Return a remark of the list, with its parts filled in."""
    entry = remark_list()[code]
    numbers = {name: parts[name] for name in ("column", "line", "count", "file") if name in parts}
    shown = {name: f"{part:,}" if isinstance(part, int) else part for name, part in parts.items()}
    numbers = {name: part for name, part in numbers.items() if name in {"column", "file"} or isinstance(part, int)}
    says, word, proposed = (entry.get(part, "").format(**shown) for part in ("says", "word", "line"))
    return Remark(code, entry["gate"], says, word, proposed=proposed, **numbers)


def stop(code: str, **parts: Any) -> QueryError:
    """Return the error of a remark that stops every command."""
    return stopped(remark(code, **parts))


def stopped(found: Remark) -> QueryError:
    """Return the error of a remark, which it holds."""
    error = QueryError(f"cannot read {found.text}")
    error.remark = found  # type: ignore[attr-defined]
    return error


_ANSWERED: ContextVar[bool] = ContextVar("answered", default=False)
"""Whether answers are needed."""


@contextmanager
def answers_needed() -> Iterator[None]:
    """Let a remark that asks for an answer be an error: what is decided here needs one."""
    token = _ANSWERED.set(True)
    try:
        yield
    finally:
        _ANSWERED.reset(token)


_UNSAID: ContextVar[frozenset[str]] = ContextVar("unsaid", default=frozenset())
"""The codes of remarks that say nothing of what is read here."""


@contextmanager
def left_unsaid(*codes: str) -> Iterator[None]:
    """Leave remarks unsaid that mislead here, as one on codes does where numbers are noisy."""
    token = _UNSAID.set(frozenset(codes))
    try:
        yield
    finally:
        _UNSAID.reset(token)


def warn_of(found: Remark) -> None:
    """Warn of a remark, which the warning holds.

    Raises QueryError for one that asks for an answer, where answers are needed.
    """
    if found.code in _UNSAID.get():
        return
    if found.gate == "asked" and _ANSWERED.get():
        raise stopped(found)
    warning = ReadingWarning(found.text)
    warning.remark = found  # type: ignore[attr-defined]
    warnings.warn(warning, stacklevel=2)
