"""The installation for people, and as a JSON value."""

from __future__ import annotations

from collections.abc import Mapping

from sqlmetrics.engine.installation import EngineFacts, Installation, installation
from sqlmetrics.output.forms import Forms
from sqlmetrics.output.report import Cell, Column, Heading, Paragraph, Report, Toned, table
from sqlmetrics.statement.dialects import DIALECTS


def installation_forms() -> Forms:
    """Return the forms of the installation."""
    found = installation()
    return Forms(report=lambda: installation_report(found), document=found.to_dict)


def installation_report(found: Installation) -> Report:
    """Return the versions, the extras with what they lack, and the dialects with their engines."""
    extras = [(name, _state(extra.installed), _versions(extra.packages)) for name, extra in found.extras.items()]
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


def _state(installed: bool) -> Cell:
    return "installed" if installed else Toned("not installed", "caution")


def _versions(packages: Mapping[str, str | None]) -> str:
    return ", ".join(f"{name} {version or '(missing)'}" for name, version in packages.items())


def _reached(engine: EngineFacts) -> Cell:
    """Return how an engine is reached from here."""
    if engine.extra is None:
        return "sqlmetrics" if engine.installed else "a connection"
    return "a URL" if engine.installed else Toned(f"a URL and [{engine.extra}]", "caution")
