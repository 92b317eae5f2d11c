"""The installation, for people and as a JSON value: packages, extras, and engines in reach."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

from sqlmetrics.output.forms import Forms
from sqlmetrics.output.report import Cell, Column, Heading, Paragraph, Report, Toned, table
from sqlmetrics.statement.dialects import DIALECTS, DUCKDB, Dialect
from sqlmetrics.version import __version__


def installation_forms() -> Forms:
    """Return the forms of the installation."""
    found = installation()
    return Forms(report=lambda: installation_report(found), document=found.to_dict)


def installation_report(found: Installation) -> Report:
    """Return the versions, the extras with what they lack, and the dialects with their engines."""
    extras = [
        (name, "installed" if extra.installed else Toned("not installed", "caution"), _versions(extra.packages))
        for name, extra in found.extras.items()
    ]
    dialects = [
        (name, _reached(found.engines[name]), ", ".join(others), "yes" if found.engines[name].executed else "no")
        for name, others in found.dialects.items()
    ]
    return Report(
        (
            Heading(f"sqlmetrics {found.version}", 1),
            Paragraph(f"{found.python} on {found.platform}"),
            Paragraph(_versions(found.packages)),
            Heading("Extras"),
            table([Column("extra", "code"), Column(""), Column("packages")], extras),
            Paragraph("pip install 'sqlmetrics[EXTRA]' installs one."),
            Heading("Dialects and engines"),
            table(
                [Column("dialect", "code"), Column("opened by"), Column("other names"), Column("tested")],
                dialects,
            ),
        )
    )


def dialect_names() -> list[str]:
    """Return the names of the dialects."""
    return list(DIALECTS)


def _versions(packages: Mapping[str, str | None]) -> str:
    return ", ".join(f"{name} {version or '(missing)'}" for name, version in packages.items())


def _reached(engine: EngineFacts) -> Cell:
    """Return how an engine is reached from here."""
    if engine.extra is None:
        return "sqlmetrics" if engine.installed else "a connection"
    return "a URL" if engine.installed else Toned(f"a URL and [{engine.extra}]", "caution")


REQUIREMENT = re.compile(r"([\w.-]+)(?:.*extra == ['\"](\w+)['\"])?")
"""A pattern of a required package, and of the extra that it belongs to."""

Versions = dict[str, str | None]
"""The versions of packages by name, None for one that is not installed."""


@dataclass(frozen=True)
class Extra:
    """An extra of pip: whether all of its packages are installed, and their versions."""

    installed: bool
    packages: Versions


@dataclass(frozen=True)
class EngineFacts:
    """An engine: whether it can be reached from here, by which URLs, and by which extra.

    `extra` is None for DuckDB, which is always there, and for engines of a connection that the
    caller opens. `executed` is whether the tests run statements there.
    """

    installed: bool
    extra: str | None
    schemes: tuple[str, ...]
    executed: bool


@dataclass(frozen=True)
class Installation:
    """Everything that a report of a problem needs about an installation; it holds no path.

    `packages` are the packages that are always needed. `dialects` has the other names of each
    dialect.
    """

    version: str
    python: str
    platform: str
    packages: Versions
    extras: dict[str, Extra]
    dialects: dict[str, tuple[str, ...]]
    engines: dict[str, EngineFacts]

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)


def installation() -> Installation:
    """Return what is installed here. Nothing is imported or connected to."""
    required = [match.groups() for text in _requirements() if (match := REQUIREMENT.match(text))]
    names = sorted({extra for _, extra in required if extra})
    extras = {name: _extra(package for package, extra in required if extra == name) for name in names}
    return Installation(
        version=__version__,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        platform=f"{platform.system()} {platform.machine()}",
        packages={package: _version(package) for package, extra in required if not extra},
        extras=extras,
        dialects={name: _other_names(dialect) for name, dialect in DIALECTS.items()},
        engines={name: _engine(dialect, extras) for name, dialect in DIALECTS.items()},
    )


def _requirements() -> list[str]:
    """Return what the package requires; only DuckDB where it runs without being installed."""
    try:
        return requires("sqlmetrics") or []
    except PackageNotFoundError:
        return [DUCKDB.name]


def _extra(packages: Iterable[str]) -> Extra:
    versions = {package: _version(package) for package in packages}
    return Extra(None not in versions.values(), versions)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _other_names(dialect: Dialect) -> tuple[str, ...]:
    """Return the names by which a dialect is also found, without its own."""
    names = dict.fromkeys((*dialect.aliases, *dialect.schemes))
    names.pop(dialect.name, None)
    return tuple(names)


def _engine(dialect: Dialect, extras: dict[str, Extra]) -> EngineFacts:
    extra = extras.get(dialect.extra or "")
    embedded = dialect.client == "embedded"
    installed = embedded or (extra is not None and extra.installed)
    return EngineFacts(installed, dialect.extra, dialect.schemes, dialect.executed)
