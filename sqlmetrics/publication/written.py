"""The writer of releases: rows in a new file, scored from it, with certificate and spec."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlmetrics.advice.view import unexplained_identifiers
from sqlmetrics.advice.written_words import known_words, release_spec, spec_text
from sqlmetrics.certificate.certificate import MadeFrom
from sqlmetrics.certificate.measured import spec_words
from sqlmetrics.engine.copies import DATABASES, FORMATS, check_copies, copy_rows, create_table, plain_values
from sqlmetrics.engine.duckdb import explain_failures, shared_file
from sqlmetrics.engine.files import fill_page, placed_together, writing
from sqlmetrics.engine.fingerprint import of_named, of_table
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.reading.reading import answers_needed
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import OutputError, QueryError, SpecError
from sqlmetrics.files import footprint
from sqlmetrics.gate.jobs import Options, Run, measure
from sqlmetrics.lakes.opened import versions_held
from sqlmetrics.output.privacy_report import PrivacyReport, report_of
from sqlmetrics.publication.planned import PlannedRelease, planned_release
from sqlmetrics.publication.release_files import ReleaseFiles
from sqlmetrics.spec.file_words import FileForm
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.spec.unnamed import report_page
from sqlmetrics.statement.relation import default_job_name, public_name
from sqlmetrics.statement.render import render
from sqlmetrics.version import __version__


@dataclass(frozen=True)
class WrittenRelease:
    """A release that was written, or that was not as it fails.

    Attributes
    ----------
    planned
        What the spec says, and what was dropped for it.
    run
        The scores of the file with the verdicts on them.
    report
        The public report of the file.
    files
        Where its files are; they are there only if it was `written`.
    records
        The records of the file.
    """

    planned: PlannedRelease
    run: Run
    report: PrivacyReport
    files: ReleaseFiles
    records: int
    written: bool

    @property
    def passed(self) -> bool:
        """Whether every threshold passed, and no identifier is in the file without a reason."""
        return self.run.passed


@footprint.recorded_run()
@answers_needed()
@versions_held()
def write_release(
    spec: Spec,
    output: Path,
    *,
    table: str | None = None,
    shuffle: bool | None = None,
    anyway: bool = False,
    page: Path | None = None,
    internal: bool = False,
    name: str | None = None,
    date: datetime | str | None = None,
    options: Options | None = None,
    word: str = "output",
) -> WrittenRelease:
    """Write the release of a spec as Parquet, CSV or the `table` of a DuckDB file, if it passes.

    The file is scored before it appears, and held to the thresholds; with `anyway` it appears even
    if it fails. Certificate, spec and `page` appear with it or not at all. Records are in random
    order unless `shuffle`, or the spec, says otherwise. The spec's `report` is a `page`, too, and
    `word` names the output in messages.

    Raises SpecError for an output of another form, QueryError where the engine fails, OutputError
    where a file cannot be written.
    """
    options = replace(options or Options(), evidence=True)
    spec = options.applied(spec).checked()
    page = page or report_page(spec)
    spec = spec.model_copy(update={"report": spec.report.without_file})
    files = ReleaseFiles(output, page)
    files.announce(word)
    form = _form(output)
    if table is not None and form != "table":
        raise SpecError(f"`table` names a table of a DuckDB file; {output} is none")
    progress = options.progress
    planned = planned_release(spec, progress)
    if len(planned.left_out) == len(spec.quasi_identifiers):
        raise SpecError("release: every quasi-identifier is left out, so nothing tells who is who; let one stay")
    shuffled = spec.release.shuffle if shuffle is None else shuffle
    called = table or _plain(output.stem)
    with placed_together(*files.paths) as places:
        file = places[output]
        before = _fingerprint(spec, planned)
        records, place = _rows(planned, file, output, form, called, progress, shuffled=shuffled)
        run = _measured(planned, place, name, options)
        with writing(output):
            sha256 = _sha256(file)
        gone = len(unexplained_identifiers(spec)) or None
        made = MadeFrom(public_name(spec.records), sha256, planned.left_out, before, planned.dropped > 0, gone)
        text = _spec_text(planned, run, place, _place(Path(output.name), form, called))
        report = _report(run, made, file, files, text, internal=internal, date=date)
        named = _renamed(run, file, output, str(_place(output, form, called)["relation"]))
        result = WrittenRelease(planned, named, report, files, records, written=run.passed or anyway)
        if result.written:
            _beside(result, places, text)
        else:
            file.unlink()
    return result


def _form(output: Path) -> str:
    """Return the form of an output: Parquet, CSV or a DuckDB file. Raises SpecError."""
    suffix = output.suffix.lower()
    if suffix in DATABASES:
        return "table"
    if suffix not in FORMATS or output == footprint.STANDARD:
        endings = ", ".join(FORMATS)
        raise SpecError(f"a release is a file that ends in {endings} or .duckdb (found: '{output}')")
    return FORMATS[suffix]


def _plain(stem: str) -> str:
    """Return a file's name as the name of a table."""
    return "".join(mark if mark.isalnum() else "_" for mark in stem) or "release"


def _fingerprint(spec: Spec, planned: PlannedRelease) -> str:
    """Return the fingerprint of the relation that a release is made from."""
    in_files = isinstance(spec.relation, str) and not spec.place.holds_tables
    named = of_named(str(spec.relation), loose=spec.loose) if in_files else None
    return named or of_table(planned.records, spec.columns)


def _rows(
    planned: PlannedRelease,
    file: Path,
    output: Path,
    form: str,
    table: str,
    progress: Progress,
    *,
    shuffled: bool,
) -> tuple[int, dict[str, Any]]:
    """Write the rows of a release to a file; return their number, and the words of their place.

    Raises QueryError where they are not as many as were planned.
    """
    spec = planned.source
    before = _before(output, file) if form == "table" else None
    with opened_records(spec, progress, beside=[spec.population]) as source:
        check_copies(source.engine)
        rows = planned.written(source.from_sql, source.engine.dialect)
        query, text_form = plain_values(source.engine, rows, source.name)
        if shuffled:
            query = render("shuffled", query, dialect=source.engine.dialect)
        with writing(output):
            records = _copied(source, query, file, form, table, before)
    expected = planned.records - (0 if planned.recoding.starred else planned.dropped)
    if records != expected:
        raise QueryError(
            f"the release of {spec.name} has other records than were planned: its source has changed, or this is an"
            " error of sqlmetrics; write it again"
        )
    return records, _place(file, form, table) | (text_form if form == "csv" else FileForm()).words


def _before(output: Path, file: Path) -> Path | None:
    """Return a copy of the DuckDB file at an output's place, whose other tables stay in it.

    None where there is no file. Raises OutputError where another program has it open.
    """
    if not output.exists():
        return None
    copy = file.with_name(f"before.{file.name}")
    if output.with_name(f"{output.name}.wal").exists():
        raise OutputError(f"{output} was not closed: open and close it in DuckDB, and run again")
    with (
        explain_failures(f"cannot keep the other tables of {output}", OutputError),
        shared_file(output, str(output), read_only=True),
        writing(output),
    ):
        shutil.copyfile(output, copy)
    footprint.stages(output, copy, "before")
    return copy


def _copied(source: Source, query: str, file: Path, form: str, table: str, before: Path | None) -> int:
    """Let the engine write a query's rows to a file of a form; return their number."""
    if form == "table":
        return create_table(source.engine, query, file, table, source.name, before=before)
    return copy_rows(source.engine, query, file, form, source.name)


def _measured(planned: PlannedRelease, place: Mapping[str, Any], name: str | None, options: Options) -> Run:
    """Return the scores of the rows at a place with the verdicts on them.

    Where a column by which people are counted is left out of the file, or the population lies with
    the source, the rows are scored from the source. The metrics are the spec's, else
    those on which it has thresholds.
    """
    spec = planned.spec
    held = [*spec.thresholds, *(metric for one in spec.attackers.values() for metric in one.thresholds)]
    spec = spec.model_copy(update={"metrics": spec.metrics or list(dict.fromkeys(held))})
    population_there = spec.population is not None and planned.source.place.holds_tables
    if not planned.counting and not population_there:
        words = {**_of_file(planned), **place, "url": None, "connection": None, "exact_names": True}
        spec = spec.model_copy(update=words)
    return measure(spec, name or default_job_name(planned.source), options, naming=planned.naming)


def _place(file: Path, form: str, table: str) -> dict[str, Any]:
    """Return the words of a spec for the rows of a file: a relation, or a table of a database."""
    if form == "table":
        return {"relation": table, "database": file}
    return {"relation": str(file), "database": None}


def _of_file(planned: PlannedRelease) -> dict[str, Any]:
    """Return the words of a release's spec that differ in the file: it lacks what is left out."""
    spec, gone = planned.spec, {*planned.left_out}
    known = parse_spec(known_words(spec, [column for column in spec.quasi_identifiers if column not in gone]))
    return {
        "quasi_identifiers": known.quasi_identifiers,
        "attackers": known.attackers,
        "recoded": {column: told for column, told in spec.recoded.items() if column not in gone},
    }


def _renamed(run: Run, file: Path, output: Path, relation: str) -> Run:
    """Return a run whose relation has the name of the output, which takes the file's place."""
    (outcome,) = run.outcomes
    held = outcome.held
    if held is None:
        return run
    own = {name: replace(one, relation_name=relation) for name, one in held.scores.attackers.items()}
    scores = replace(held.scores, relation_name=relation, attackers=own)
    held = replace(
        held,
        scores=scores,
        statement=held.statement.replace(str(file), str(output)),
        attackers=tuple(replace(one, scores=own[one.name]) for one in held.attackers),
        whole=None if held.whole is None else replace(held.whole, relation_name=relation),
    )
    return replace(run, outcomes=(replace(outcome, relation=relation, held=held),))


def _sha256(file: Path) -> str:
    """Return the SHA-256 of a file's bytes."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _report(
    run: Run,
    made: MadeFrom,
    file: Path,
    files: ReleaseFiles,
    spec: str,
    *,
    internal: bool,
    date: datetime | str | None,
) -> PrivacyReport:
    """Return the report of a file under the name of the output, with what it was made from.

    Its spec is the text of the one that lies beside the rows.
    """
    report = report_of(run, run.outcomes[0], internal=internal, date=date)
    certificate = replace(report.certificate, made_from=made if internal else made.public, spec_name=files.spec.name)
    if internal:
        certificate = replace(certificate, spec_hash=hashlib.sha256(spec.encode()).hexdigest())
    text = certificate.statement.replace(str(file), str(files.rows))
    if text != certificate.statement:
        certificate = replace(certificate, statement=text, statement_hash=hashlib.sha256(text.encode()).hexdigest())
    return replace(report, certificate=certificate)


def _spec_text(planned: PlannedRelease, run: Run, measured: Mapping[str, Any], place: Mapping[str, Any]) -> str:
    """Return the spec of the rows at a place, by which they score as they were `measured`."""
    words = release_spec(
        planned.source, planned.recoding, {**measured, **place}, planned.columns, dropped=planned.dropped > 0
    )
    held = run.outcomes[0].held
    if held is not None and held.spec.relation == measured["relation"]:
        own = spec_words(held.spec) | ({} if held.spec.look else {"look": False})
        words |= {word: value for word, value in own.items() if word not in words}
    return spec_text(words, f"sqlmetrics {__version__}: the release of {public_name(planned.source.records)}")


def _beside(result: WrittenRelease, places: Mapping[Path, Path], spec: str) -> None:
    """Write the files beside a release."""
    files = result.files
    texts = {files.certificate: result.report.json, files.spec: spec}
    if files.page is not None:
        with writing(files.page):
            fill_page(files.page, result.report.html, places[files.page])
    for path, text in texts.items():
        with writing(path):
            places[path].write_text(text, encoding="utf-8", newline="")
