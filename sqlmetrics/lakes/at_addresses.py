"""Tables with a log at an address: found and listed by the package that reads the address."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sqlmetrics.credentials import without_credentials
from sqlmetrics.errors import QueryError
from sqlmetrics.files.addresses import WEB, file_system, scheme_of
from sqlmetrics.files.listing import known_form
from sqlmetrics.lakes.kinds_of_lakes import NamedLake
from sqlmetrics.lakes.marks import MARKED_FOLDERS, kinds_below


def named_address(text: str) -> NamedLake | None:
    """Return the table that an address is itself, perhaps with @ and a version behind it.

    Raises QueryError where its folder cannot be listed.
    """
    if known_form(text) is not None or re.search(r"[*?\[]", text) or scheme_of(text) in WEB:
        return None
    before, mark, version = text.rpartition("@")
    folder, named = (before, version) if mark and "/" not in version else (text, None)
    folder = folder.rstrip("/")
    names = [f"{inner}/{name}" for inner in MARKED_FOLDERS for name in listed_files(f"{folder}/{inner}")]
    kind = next(iter(kinds_below(names).values()), None)
    return None if kind is None else NamedLake(folder, kind, named)


CLIENTS = {"aiohttp", "azure", "botocore", "gcsfs", "google", "requests", "s3fs", "urllib3"}
"""The packages that ask servers; their own errors come from the network."""


def came_from_network(error: BaseException) -> bool:
    """Return whether the network, and no file, caused an error at an address."""
    found: BaseException | None = error
    while found is not None:
        asked = type(found).__module__.partition(".")[0] in CLIENTS
        if asked or (isinstance(found, OSError) and not isinstance(found, FileNotFoundError)):
            return True
        found = found.__cause__ or found.__context__
    return False


def listed_files(folder: str) -> Mapping[str, int]:
    """Return the names of the files of a folder at an address, with their sizes in bytes.

    There are none where no package reads it. Raises QueryError where it cannot be listed.
    """
    try:
        system = file_system(scheme_of(folder))
        found = [] if system is None else system.ls(folder, detail=True)
    except FileNotFoundError:
        return {}
    except Exception as error:
        told = (str(error).splitlines() or [type(error).__name__])[0]
        raise QueryError(
            f"cannot list {without_credentials(folder)}/: its server or a key does not let us", told
        ) from None
    return {str(one["name"]).rpartition("/")[2]: int(one["size"] or 0) for one in found if one["type"] == "file"}


def opened_file(address: str) -> bytes:
    """Return what a small file at an address holds, as a log does."""
    content: bytes = file_system(scheme_of(address)).cat_file(address)
    return content
