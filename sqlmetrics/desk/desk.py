"""The desk: the folder that it was started in, the table that is open, and what runs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlmetrics.advice.advice import advise
from sqlmetrics.advice.result import Advice
from sqlmetrics.desk.counted import has_points
from sqlmetrics.desk.folder import Folder
from sqlmetrics.desk.points import OpenPoints
from sqlmetrics.desk.published import OpenPublished
from sqlmetrics.desk.runs import DeskRun, Runs, StoppedError, Work
from sqlmetrics.desk.table import OpenTable, spec_file_of, spec_of
from sqlmetrics.desk.versions import Versions
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError, SqlmetricsError
from sqlmetrics.files.footprint import SPEC
from sqlmetrics.gate.jobs import Options, measure
from sqlmetrics.output.privacy_report import PrivacyReport, report_of
from sqlmetrics.phrase import Phrase
from sqlmetrics.publication.planned import planned_release
from sqlmetrics.publication.printed import Form, release_statement
from sqlmetrics.publication.release_files import ReleaseFiles
from sqlmetrics.publication.written import WrittenRelease, write_release
from sqlmetrics.spec.advice import GeneralizationSpec
from sqlmetrics.spec.input_file import is_spec, read_text
from sqlmetrics.spec.spec import Spec

SOON = 0.5
"""The seconds that a request waits for its answer; later it is told how far the run is."""

SEARCHED = 45.0
"""The most seconds that advice searches; then the best so far is the advice."""


@dataclass
class Desk:
    """What is open on the desk.

    `problem` is the error of the last run, until the next one begins. `advice` is the last advice,
    with the hash of the spec that it is for, and `written` the last release. In place of a `table`
    of people a `published` one may be open, or a spec of known `points`.
    """

    folder: Folder
    runs: Runs
    table: OpenTable | None = None
    problem: SqlmetricsError | None = None
    advice: tuple[str, Advice] | None = None
    written: WrittenRelease | None = None
    published: OpenPublished | None = None
    points: OpenPoints | None = None

    @property
    def apart(self) -> OpenPublished | OpenPoints | None:
        """What is open without a count table, on a page of its own."""
        return self.published or self.points

    def open(self, file: Path, *, named: bool = False) -> DeskRun:
        """Begin to open a table, or the table of a spec. Raises SpecError for what is neither.

        A spec of known points is opened as such, also where it is the spec of a table.
        """
        self.close()
        file = file.resolve()
        self.points = points = self._points(file, named=named)
        if points is not None:
            return self.run("points", lambda _: points.look())
        self.table = table = self._table(file, named=named)
        return self.run("open", table.open)

    def open_published(self, file: Path) -> None:
        """Open a published table; it is read once a person says what it means."""
        self.close()
        self.published = OpenPublished(file.resolve())

    def look(self, said: Mapping[str, str]) -> DeskRun:
        """Begin to find what follows from the published table by what is said of it."""
        if self.published is None:
            raise SpecError(Phrase("no table is open; choose one first"))
        table = self.published
        table.said, table.certificate = said, None
        return self.run("published", lambda _: table.look())

    def know(self, kept: Collection[int]) -> DeskRun:
        """Begin to find what some parts of points give away."""
        if self.points is None:
            raise SpecError(Phrase("no table is open; choose one first"))
        points = self.points
        points.kept = frozenset(kept)
        return self.run("points", lambda _: points.look())

    def _points(self, file: Path, *, named: bool) -> OpenPoints | None:
        """Return the spec of known points of a file, None where it has none."""
        is_one = is_spec(str(file), tables=False)
        with nullcontext() if is_one else suppress(SpecError):
            own = file if is_one else spec_file_of(file, self.folder.root.resolve())
            text = read_text(own, SPEC) if own.is_file() else ""
            if has_points(spec_of(text, own, named=named and is_one)):
                return OpenPoints(own, text, named=named and is_one)
        return None

    def _table(self, file: Path, *, named: bool) -> OpenTable:
        """Return the table of a file that is to be opened."""
        if not is_spec(str(file), tables=False):
            return OpenTable(file, Versions(spec_file_of(file, self.folder.root.resolve())), named=False)
        versions = Versions(file)
        spec = spec_of(versions.text, file, named=named)
        if spec.relation is None:
            raise SpecError(Phrase("{file} names no relation; open its table itself", file=file.name))
        return OpenTable(Path(str(spec.relation)), versions, named=named)

    def run(self, kind: str, work: Work) -> DeskRun:
        """Begin a run, and wait a moment for its end; see `settle` for one that fails."""
        self.problem = None
        run = self.runs.start(kind, work, None if self.table is None else self.table.progress)
        run.done.wait(SOON)
        return run

    def settle(self) -> DeskRun | None:
        """Return the run that goes on, None where none does; keep the problem of one that ended."""
        run = self.runs.current
        if run is None or not run.done.is_set():
            return run
        if run.error is not None and not isinstance(run.error, StoppedError):
            self.problem = run.error
        run.error = None
        return None

    def advise(self) -> DeskRun:
        """Begin to search what must change."""
        table = self._opened()
        text, spec = table.versions.hash, table.spec
        if not spec.quasi_identifiers:
            raise SpecError(Phrase("no column is Known, so there is nothing to make coarser"))
        generalizations = {
            column.column: GeneralizationSpec.model_validate({"levels": [dict(words) for words in column.written]})
            for column, _ in table.columns
        }
        words: dict[str, Any] = {
            "strategy": "full_domain",
            "generalizations": generalizations,
            "suppress": spec.release.drop,
            "leave_out": True,
            "time_limit": spec.advise.time_limit or SEARCHED,
            "frontier": True,
        }
        own = spec.model_copy(update={"advise": spec.advise.model_copy(update=words), "partitions": self._secret(spec)})

        def work(progress: Progress) -> None:
            self.advice = (text, advise(own, progress=progress))

        return self.run("advise", work)

    @staticmethod
    def _secret(spec: Spec) -> dict[str, Any]:
        """Return the partitions of a spec's sensitive columns."""
        return {column: entries for column, entries in spec.partitions.items() if column in spec.sensitive}

    def write(self, name: str, *, anyway: bool) -> DeskRun:
        """Begin to write the release to a new file of the folder, with its report beside it.

        Raises SpecError for a name that is none, and for a file that is there.
        """
        table = self._opened()
        path = new_file(table.relation.parent, name)
        spec = table.spec

        def work(progress: Progress) -> None:
            self.written = write_release(spec, path, page=page_beside(path), anyway=anyway)

        return self.run("write", work)

    def report(self, *, internal: bool) -> PrivacyReport:
        """Return the report of the release as it would be written, or of what is open apart."""
        if self.apart is not None:
            return self.apart.report(internal=internal)
        spec = self._opened().spec
        planned = planned_release(spec)
        own = planned.spec.model_copy(update={"report": planned.spec.report.without_file})
        run = measure(own, None, Options(evidence=True))
        return report_of(run, run.outcomes[0], internal=internal)

    def statement(self, form: Form) -> str:
        """Return the statement of the release in a form."""
        return release_statement(self._opened().spec, form, None, Progress())

    def _opened(self) -> OpenTable:
        """Return the table that is open. Raises SpecError where none is."""
        if self.table is None:
            raise SpecError(Phrase("no table is open; choose one first"))
        return self.table

    def close(self) -> None:
        """Close the table that is open."""
        table, self.table, self.published, self.points = self.table, None, None, None
        self.advice = self.written = self.problem = None
        if table is not None:
            self.runs.start("close", lambda _: table.close()).done.wait(2.0)


def page_beside(rows: Path) -> Path:
    """Return the page of a release that the desk writes, which has the whole name of the rows."""
    return rows.with_name(f"{rows.name}.html")


def new_file(folder: Path, name: str) -> Path:
    """Return the path of a new file by its plain name. Raises SpecError for any other name."""
    if not name or name != Path(name).name or name.startswith(".") or "\\" in name or not name.isprintable():
        raise SpecError(
            Phrase(
                "the name of the file is one plain name, such as release.parquet (found: '{found}')", found=name[:80]
            )
        )
    path = folder / name
    if path.suffix.lower() not in {".parquet", ".csv"}:
        raise SpecError(Phrase("the name of the file ends in .parquet or .csv"))
    for taken in ReleaseFiles(path, page_beside(path)).paths:
        if taken.exists() or taken.is_symlink():
            raise SpecError(
                Phrase("{file} is there already, and is not written over; choose another name", file=taken.name)
            )
    return path
