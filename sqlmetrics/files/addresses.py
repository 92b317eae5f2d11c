"""Addresses of files, as s3://clinic/people.parquet, and the packages that read them."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

PACKAGES = {
    **dict.fromkeys(("s3", "s3a"), "s3fs"),
    **dict.fromkeys(("gs", "gcs"), "gcsfs"),
    **dict.fromkeys(("az", "abfs", "abfss"), "adlfs"),
    **dict.fromkeys(("http", "https"), "aiohttp"),
    "hf": "huggingface_hub",
}
"""The packages by which fsspec reads addresses, by their schemes; the extra [bucket] has them."""

WEB = ("http", "https")
"""The schemes whose servers list no files."""


def scheme_of(address: str) -> str:
    """Return the scheme of an address."""
    return address.partition("://")[0].lower()


def parent_of(address: str) -> str:
    """Return the address above another one, empty above a host or a bucket."""
    scheme, _, path = address.partition("://")
    above = path.rstrip("/").rpartition("/")[0]
    return f"{scheme}://{above}" if above else ""


def file_system(scheme: str) -> Any:
    """Return the file system of the package that reads addresses, None where it is not there.

    It asks anew which files there are, and keeps the answers. Of Parquet it fetches the ranges that
    are read, and no more.
    """
    package = PACKAGES.get(scheme)
    if package is None or find_spec(package) is None or find_spec("fsspec") is None:
        return None
    system = _made(scheme, frozenset(os.environ.items()))
    system.invalidate_cache()
    system.facts.clear()
    return system


@lru_cache(maxsize=8)
def _made(scheme: str, environment: frozenset[tuple[str, str]]) -> Any:
    """Return a new file system; its package reads the environment, with keys and servers, once."""
    import fsspec

    system = fsspec.filesystem(scheme, skip_instance_cache=True)
    whole, asked = system.open, system.info
    system.facts = {}

    def ranges(path: str, mode: str = "rb", **words: Any) -> Any:
        if ".parquet" in path.lower() or path.lower().endswith(".pq"):
            words["cache_type"] = "none"
        return whole(path, mode, **words)

    def info(path: str, *others: Any, **words: Any) -> Any:
        if path not in system.facts:
            system.facts[path] = asked(path, *others, **words)
        return system.facts[path]

    system.open, system.info = ranges, info
    system.protocol = (scheme,)
    if scheme in WEB:
        opened = datetime.now(UTC)
        system.glob = lambda path, **_: [path]
        system.modified = lambda path: opened
    return system
