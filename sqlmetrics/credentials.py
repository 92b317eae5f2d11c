"""Credentials in texts: found by the parts of a URL or of a connection's settings, and blanked.

Messages, reports, histories and printed statements show `***` in their place.
"""

from __future__ import annotations

import re

BLANK = "***"
"""The text that stands for credentials."""

SECRET = ("pass", "pwd", "secret", "token", "key", "credential", "auth", "connect", "account", "signature")
"""Parts of the names of parameters that may hold a credential."""

SECRET_NAMES = frozenset({"sig", "code", "jwt", "sas"})
"""Whole names of parameters that hold a credential."""

_START = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/+|(?<![^\s'\"`(\[=])//+(?=[^\s/]*[:@])")
"""The start of a URL: its scheme and its slashes, where either may be missing.

Where the scheme is missing, a user, a password or both follow the slashes.
"""

_USER = re.compile(r"[^:/?#@]*")
"""The user of a URL."""

_HOST = re.compile(r"[^/?#]*")
"""The part of a URL before its path."""

_WEB = frozenset(
    {
        *("http", "https", "s3", "s3a", "s3n", "gs", "gcs", "r2", "az", "azure", "abfs", "abfss", "wasb", "wasbs"),
        *("hf", "file", "ftp", "hdfs", "iceberg", "iceberg+rest", "iceberg+http"),
    }
)
"""The schemes of addresses of files, in whose paths an `@` may stand."""

_CONTAINERS = frozenset({"abfs", "abfss", "wasb", "wasbs"})
"""The schemes whose addresses have the name of a container before the host."""

_END = re.compile(r"[\s'\"`<>]")
"""The marks that end a URL in a text."""

_PORT = re.compile(r"[0-9]{1,5}(?=[/?#,;:.)\]]|$)")
"""The port of a host, which no password is taken for."""

_PARAMETER = re.compile(r"(?P<name>[?&;#][^=&;#?\s]{1,100}=)(?P<value>[^&;#\s'\"`<>]*)")
"""A parameter of a URL."""

_SETTING = re.compile(
    r"(?P<name>\b(?:[a-z_]*(?:password|passwd|pwd|secret|token)|sslkey|(?:access|account|api|private)_?key(?:_?id)?)"
    r"\s*=\s*)(?P<value>'(?:\\.|[^'\\])*'|\"[^\"]*\"|[^\s;&,'\"]+)",
    re.IGNORECASE,
)
"""A setting of a connection, such as `password=..`."""

_LOOSE = re.compile(r"(?<![^\s'\"`(\[=])/?[^\s:@/'\"`]+:(?!/)[^\s@'\"`]+@(?=[\w\[])")
"""A user with a password before a host, whose scheme is not there."""


def is_secret(name: str) -> bool:
    """Return whether a parameter of this name may hold a credential."""
    low = name.lower()
    return low in SECRET_NAMES or any(part in low for part in SECRET)


def without_credentials(text: str) -> str:
    """Return the address of a relation, or a text that holds addresses, with credentials blanked.

    What holds none is returned as it is.
    """
    if "//" in text or ":/" in text:
        text = "\n".join(map(_blanked_urls, text.split("\n")))
    return _SETTING.sub(_blanked_setting, text) if "=" in text else text


def blanked(text: str) -> str:
    """Return a message with credentials blanked, also where only a part of a URL is left."""
    text = without_credentials(text)
    return _LOOSE.sub(f"{BLANK}@", text) if "@" in text else text


def _blanked_setting(match: re.Match[str]) -> str:
    return match[0] if match["value"].strip("'\"") == BLANK else f"{match['name']}{BLANK}"


def _blanked_urls(line: str) -> str:
    """Return a line with the credentials of its URLs blanked."""
    parts: list[str] = []
    position = 0
    last = line.rfind("@")
    while start := _START.search(line, position):
        parts.append(line[position : start.end()])
        if start[0].startswith("/") and start.end() > last:
            position = start.end()
            continue
        ended = _END.search(line, start.end())
        end = len(line) if ended is None else ended.start()
        scheme = start[0].partition(":")[0].lower()
        userinfo, position = _userinfo(line, scheme, start.end(), end)
        parts.append(userinfo)
        end = max(end, position)
        parts.append(_PARAMETER.sub(_blanked_parameter, line[position:end]))
        position = end
    return "".join([*parts, line[position:]])


def _userinfo(line: str, scheme: str, start: int, end: int) -> tuple[str, int]:
    """Return what stands for the user and password of a URL, and where its host starts.

    A password may hold any mark: it ends at the last `@` of the URL, or of the line where the URL
    seems to end before. Where there is none, nothing that follows is shown.
    """
    user = _USER.match(line, start, end)
    assert user is not None  # noqa: S101 - the pattern matches the empty text
    after = line[user.end()] if user.end() < end else ""
    if after == "@" and scheme not in _CONTAINERS:
        host = _HOST.match(line, start, end)
        return f"{BLANK}@", line.rindex("@", start, end if host is None else host.end()) + 1
    if after != ":" or line[start] == "[" or user.end() + 1 == end:
        return "", start
    port = _PORT.match(line, user.end() + 1, end)
    if "@" in line[start:end] and not (port and scheme in _WEB):
        return f"{BLANK}@", line.rindex("@", start, end) + 1
    if port:
        return "", start
    return f"{BLANK}@", line.rindex("@", start) + 1 if "@" in line[start:] else len(line)


def _blanked_parameter(match: re.Match[str]) -> str:
    if not is_secret(match["name"][1:-1]) or match["value"].rstrip(":,.)") in {"", BLANK}:
        return match[0]
    return f"{match['name']}{BLANK}"
