"""The files of a release are one set: its rows, and beside them certificate, spec and page."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from sqlmetrics.certificate.verified import CERTIFICATE, SPEC, read_certificate
from sqlmetrics.engine.files import PAGES, announce_output, announce_page
from sqlmetrics.errors import SpecError, SqlmetricsError
from sqlmetrics.files.leftovers import sweep

WRITTEN = re.compile(r"# sqlmetrics \S+: the release of ")
"""The beginning of a spec that was written beside a release."""


@dataclass(frozen=True)
class ReleaseFiles:
    """The files of a release: its rows, its certificate and its spec beside them, and its page."""

    rows: Path
    page: Path | None

    @property
    def certificate(self) -> Path:
        """The certificate, which has the whole name of the rows in its own."""
        return self.rows.with_name(self.rows.name + CERTIFICATE)

    @property
    def spec(self) -> Path:
        """The spec of the rows, which has their whole name in its own."""
        return self.rows.with_name(self.rows.name + SPEC)

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files, the rows last."""
        return (self.certificate, self.spec, *([] if self.page is None else [self.page]), self.rows)

    def announce(self, word: str) -> None:
        """Announce the files before any work, with the `word` for the rows in messages.

        Raises SpecError for one that is another's, or that describes the rows of an earlier
        release, which a new one would replace. A set that a killed run has placed in part is
        finished first.
        """
        sweep(Path(os.path.realpath(self.rows)).parent)
        self._check_beside()
        announce_output(self.rows, word)
        announce_output(self.certificate, "certificate")
        announce_output(self.spec, "spec of the release")
        if self.page is not None:
            announce_page(self.page)

    def _check_beside(self) -> None:
        """Raise SpecError where a file beside the rows would take the place of another's.

        A certificate and a spec are replaced where an earlier release wrote them. A page of an
        earlier release would describe other rows, unless it is written anew.
        """
        for path in (self.certificate, self.spec):
            if path.is_symlink():
                raise SpecError(f"{path} is a link, and would be written beside {self.rows}; move it away")
        earlier = _sha256_in(self.certificate)
        if self.certificate.exists() and earlier is None:
            raise SpecError(
                f"{self.certificate} is there, and is no certificate of a release; move it, or choose another output"
            )
        if self.spec.exists() and not (earlier is not None and _is_written_spec(self.spec)):
            raise SpecError(f"{self.spec} is there, and no release wrote it; move it, or choose another output")
        own = None if self.page is None else os.path.realpath(self.page)
        for page in self._pages():
            if earlier is not None and os.path.realpath(page) != own and _holds(page, earlier):
                raise SpecError(
                    f"{page} is the report of the rows that are in {self.rows} now: write it anew, with"
                    f" `report: {page.name}`, or move it away"
                )

    def _pages(self) -> list[Path]:
        """Return where the page of a release usually is."""
        names = dict.fromkeys((self.rows.stem, self.rows.name))
        return [self.rows.with_name(name + ending) for name in names for ending in PAGES]


def _sha256_in(path: Path) -> str | None:
    """Return the hash of the rows in a certificate of a release, None where a file is no such."""
    try:
        made = read_certificate(path).certificate.made_from
    except SqlmetricsError:
        return None
    return None if made is None else made.sha256


def _is_written_spec(path: Path) -> bool:
    """Return whether a file is a spec that was written beside a release, by its first line."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return WRITTEN.match(file.readline(1000)) is not None
    except OSError:
        return False


def _holds(page: Path, text: str) -> bool:
    """Return whether there is a page that holds a text."""
    try:
        return page.is_file() and text.encode() in page.read_bytes()
    except OSError:
        return False
