"""The encoding of a file of text, and its copy as UTF-8, which DuckDB reads."""

from __future__ import annotations

import codecs
import gzip
import zlib
from pathlib import Path
from typing import IO, cast

from sqlmetrics import deadline
from sqlmetrics.errors import QueryError, SpecError

USUAL = "cp1252"
"""The encoding of text that is no UTF-8: Windows-1252, in which Excel writes CSV."""

SHOWN = {"cp1252": "Windows-1252", "utf-16": "UTF-16"}
"""The names of encodings for people, where Python's own are none."""

BLOCK = 1 << 20
"""The bytes, or characters, that are read at once."""

UNREADABLE = (OSError, EOFError, zlib.error)
"""The errors of a file that cannot be read, or whose packed bytes are damaged or cut."""

LOOKED_AT = 64 * BLOCK
"""The bytes of a file in which its encoding is looked for; DuckDB refuses others later on."""


def encoding_of(file: Path) -> str | None:
    """Return the encoding of a file of text that is no UTF-8, or None.

    So it is for a file that cannot be read, or is packed by zstd.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    seen = 0
    try:
        if _is_packed(file):
            return None
        with opened_text(file) as source:
            while (block := source.read(BLOCK)) and seen < LOOKED_AT:
                if not seen and block.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                    return "utf-16"
                decoder.decode(block)
                seen += len(block)
                deadline.check_time()
    except UnicodeDecodeError:
        return USUAL
    except UNREADABLE:
        return None
    return None


def copy_as_utf8(file: Path, copy: Path, encoding: str) -> None:
    """Write a file of text as UTF-8 to another place, a block at a time.

    Raises SpecError where the text has another encoding, QueryError where a file cannot be read
    or written.
    """
    shown = SHOWN.get(encoding, encoding)
    if _is_packed(file):
        raise SpecError(f"{file} is packed by zstd, and its `encoding` is {shown}: unpack it first")
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        with opened_text(file) as source, copy.open("w", encoding="utf-8", newline="") as target:
            while block := source.read(BLOCK):
                target.write(decoder.decode(block))
                deadline.check_time()
            target.write(decoder.decode(b"", final=True))
    except UnicodeError:
        raise SpecError(
            f"{file} holds bytes that are not {shown}: name its `encoding`, such as utf-16, cp850 or mac-roman"
        ) from None
    except UNREADABLE as error:
        reason = getattr(error, "strerror", None) or "it is damaged, or its end is missing"
        raise QueryError(
            f"cannot read {file} as {shown}, by way of a copy in {copy.parents[-1]}: {reason}; name a `temp_directory`"
            " with room for it"
        ) from None


def opened_text(file: Path) -> IO[bytes]:
    """Open a file for its bytes, unpacked where its ending says that it is packed by gzip."""
    return cast("IO[bytes]", gzip.open(file)) if file.name.lower().endswith(".gz") else file.open("rb")


def _is_packed(file: Path) -> bool:
    """Return whether a file is packed by zstd, by its ending."""
    return file.name.lower().endswith(".zst")
