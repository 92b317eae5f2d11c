"""Files of text that a user names: regular, in UTF-8, and of bounded size."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from sqlmetrics.errors import SpecError
from sqlmetrics.files import footprint

LARGEST = 64 * 1024 * 1024
"""The largest size of a file of text, in bytes."""

DEFAULT_SPEC = "sqlmetrics.yml"
"""The name of the spec of a folder, which commands take where none is named."""

SPEC_FILES = (".yml", ".yaml")
"""The endings of a spec file, which may stand where a relation does."""


def is_spec(relation: object, *, tables: bool) -> bool:
    """Return whether a relation is a spec file by its name; beside tables, one that exists."""
    named = isinstance(relation, str | Path) and str(relation).lower().endswith(SPEC_FILES)
    return named and (not tables or Path(str(relation)).is_file())


CERTIFICATE = re.compile(rb'\s*\{\s*"audience"\s*:')
"""The beginning of a report's certificate."""


def is_certificate(relation: object) -> bool:
    """Return whether a relation is the certificate of a report, by the beginning of its file."""
    if not isinstance(relation, str | Path) or not str(relation).lower().endswith(".json"):
        return False
    try:
        with Path(relation).open("rb") as file:
            return CERTIFICATE.match(file.read(100)) is not None
    except (OSError, ValueError):
        return False


def read_text(path: Path, what: str, *, largest: int = LARGEST, missing: str = "", large: str = "split it") -> str:
    """Return the text of a file that the run reads, without a mark of its byte order.

    `what` is the kind of file in messages; `missing` and `large` say what to do about a file that
    is not there, and about one that is too large.

    Raises SpecError where it is no regular file, too large, or not UTF-8.
    """
    footprint.reads(path, what)
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            kind = "a folder" if stat.S_ISDIR(facts.st_mode) else "a pipe or a device"
            raise SpecError(f"cannot read the {what} {path}: it is {kind}; name a file")
        if facts.st_size > largest:
            raise SpecError(f"the {what} {path} is larger than {largest // 1024**2} MB; {large}")
        with path.open("rb") as file:
            content = file.read(largest)
    except FileNotFoundError:
        raise SpecError(f"no such {what}: {path}" + (f"; {missing}" if missing else "")) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SpecError(f"cannot read the {what} {path}: {reason}") from None
    if content.startswith(b"PAR1"):
        raise SpecError(f"{path} is a Parquet file, and no {what}: give it as the `relation`, or as one of `counts`")
    if b"\0" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        line = content.count(b"\n", 0, content.index(b"\0")) + 1
        raise SpecError(f"cannot read the {what} {path}: line {line} has a NUL character; remove it")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SpecError(f"cannot read the {what} {path}: it must be UTF-8 text, which line {line} is not") from None
