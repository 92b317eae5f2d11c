"""Iceberg tables by the names that a catalogue has for them, as iceberg://prod/clinic.people."""

from __future__ import annotations

from typing import Any

from sqlmetrics.credentials import without_credentials
from sqlmetrics.errors import QueryError, SpecError
from sqlmetrics.files.addresses import scheme_of
from sqlmetrics.lakes.kinds_of_lakes import ICEBERG, NamedLake

SERVERS = {"iceberg": "", "iceberg+rest": "https", "iceberg+http": "http"}
"""The schemes of catalogues, with the schemes of their servers; empty for a configured one."""


def is_of_catalogue(path: object) -> bool:
    """Return whether a path names a table of a catalogue."""
    return isinstance(path, str) and scheme_of(path) in SERVERS


def named_in_catalogue(text: str) -> NamedLake | None:
    """Return the table that a text names in a catalogue, perhaps with @ and a version behind it.

    Raises SpecError for one without the name of a table.
    """
    if not is_of_catalogue(text):
        return None
    before, mark, version = text.rpartition("@")
    table, named = (before, version) if mark and "/" not in version else (text, None)
    catalogue, _, name = table.partition("://")[2].rpartition("/")
    if not catalogue or "." not in name.strip("."):
        shown = without_credentials(text)
        raise SpecError(f"{shown}: write catalogue, namespace and table, as iceberg://prod/clinic.people")
    return NamedLake(table, ICEBERG, named)


def catalogue_table(address: str) -> Any:
    """Return the table of an address as its catalogue opens it.

    Raises SpecError for a catalogue that is not configured, QueryError for a table that is not
    there.
    """
    from pyiceberg.catalog import load_catalog
    from pyiceberg.exceptions import NoSuchNamespaceError, NoSuchTableError, NotInstalledError, RESTError

    server = SERVERS[scheme_of(address)]
    name, _, table = address.partition("://")[2].rpartition("/")
    host, shown = name.partition("/")[0], without_credentials(address)
    try:
        opened = load_catalog(host, type="rest", uri=f"{server}://{name}") if server else load_catalog(name)
        return opened.load_table(table)
    except (NoSuchTableError, NoSuchNamespaceError) as error:
        raise QueryError(f"{shown} is not there: the catalogue has no such table", str(error)) from None
    except RESTError as error:
        raise QueryError(f"cannot read {shown}: its server does not let us, or fails", str(error)) from None
    except (ValueError, NotInstalledError) as error:
        raise SpecError(
            f"{shown}: pyiceberg opens no catalogue '{host}'; configure it in ~/.pyiceberg.yaml, or by variables as"
            f" PYICEBERG_CATALOG__{host.upper()}__URI",
            str(error),
        ) from None
