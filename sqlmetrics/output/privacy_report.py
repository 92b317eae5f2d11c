"""The report of a relation: measured, made public unless it is internal, and drawn."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

from sqlmetrics.certificate.certificate import Certificate, ComparedReleases, certificate_text
from sqlmetrics.certificate.measured import OF_A_PLACE, certificate, trends_of
from sqlmetrics.certificate.probes import probes, succession
from sqlmetrics.certificate.published import published
from sqlmetrics.certificate.releases import WeighedReleases, releases_of
from sqlmetrics.certificate.roles import described_role, seen_by_roles
from sqlmetrics.certificate.verified import flaws, read_certificate, spec_beside
from sqlmetrics.columns.kinds import kinds
from sqlmetrics.engine.copies import DATABASES
from sqlmetrics.engine.files import check_page_name, write_page, write_text
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.history import history as past
from sqlmetrics.gate.jobs import Options, Outcome, Run, judged_rows, measure
from sqlmetrics.lakes.found import named_lake
from sqlmetrics.output.forms import Forms
from sqlmetrics.output.page.language import ENGLISH
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.results.gate import run_forms
from sqlmetrics.output.results.scores import scores_forms
from sqlmetrics.risk.public_table import PublicTable
from sqlmetrics.scoring.read_scores import read_rows_file, rows_fingerprint
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.file_words import UNQUOTED
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.reading import spec_over
from sqlmetrics.spec.report import Language
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.statement.relation import default_job_name

EPOCH = "SOURCE_DATE_EPOCH"
"""The variable with the seconds since 1970 that stand for now where builds are to be repeated."""


@dataclass(frozen=True)
class PrivacyReport:
    """A report for people, as a page, and its certificate, which is all that it says as data.

    `html` is the page, which a notebook shows in a frame, `json` the certificate, and `passed` the
    verdict. A public one has no value of the data and no small group; `certificate.audience` says
    which it is. `warnings` are limits whose verdict tells of few people; `changes` is what it tells
    beside the previous one. `unnamed` are the columns without a role that look like an identifier;
    a public one does not name them. The page is in the `language`.
    """

    certificate: Certificate
    changes: tuple[str, ...] = ()
    unnamed: tuple[str, ...] = ()
    language: Language = ENGLISH

    @property
    def html(self) -> str:
        """The page: one HTML file that needs no script and no network."""
        return page_html(self.certificate, self.language)

    @property
    def json(self) -> str:
        """The certificate, as the text of a JSON file, whose hash the page shows."""
        return certificate_text(self.certificate)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What its author should know: limits that tell of few people, and forgotten columns."""
        return (*probes(self.certificate), *(f"{column}, and has no role" for column in self.unnamed))

    @property
    def passed(self) -> bool:
        """Whether every condition is met, and no identifier is in the relation without a reason."""
        return self.certificate.passed

    def save(self, page: Path | str | None = None, certificate: Path | str | None = None) -> None:
        """Write the page, its certificate, or both; files appear whole or not at all.

        A page whose name ends in .pdf is printed. Raises SpecError, also for a name that ends as no
        page does, and OutputError where a file cannot be written.
        """
        private = self.certificate.audience == "internal"
        if page is not None:
            check_page_name(Path(page))
            write_page(Path(page), self.html, private=private)
        if certificate is not None:
            write_text(Path(certificate), self.json, private=private)

    def _repr_html_(self) -> str:
        """Return the page in a frame of a notebook, which runs nothing of it."""
        return (
            f'<iframe sandbox title="Privacy report" width="100%" height="720" srcdoc="{escape(self.html)}"></iframe>'
        )


def report(
    spec: Spec,
    name: str | None = None,
    options: Options | None = None,
    *,
    internal: bool = False,
    date: datetime | str | None = None,
    releases: WeighedReleases | None = None,
) -> PrivacyReport:
    """Return the report of a spec's relation, with the trends of its history, which is only read.

    The relation stands beside `releases` of the same original. Readers have earlier public reports,
    whose certificates the spec's `previous` names.

    Raises SpecError, QueryError as `check` does, and SpecError where fewer people than the smallest
    group that is shown may make the difference to an earlier report.
    """
    options, when = replace(options or Options(), evidence=True), dated(date)
    if releases is not None and not internal:
        raise SpecError(
            "releases side by side are figures of several tables of the same people, which no public report holds;"
            " ask for the `internal` version"
        )
    if releases is not None:
        check_goes_with("beside", spec)
    before = [_public_table(path) for path in spec.reported]
    if before and internal:
        raise SpecError("certificates in `previous` are for public reports; an internal one shows all anyway")
    run = measure(spec.model_copy(update={"report": spec.report.without_file}), name, options)
    outcome = _described(run.outcomes, internal=internal)
    weighed = None if releases is None or outcome.held is None else releases_of(outcome.held.spec, releases)
    made = report_of(run, outcome, internal=internal, date=when, releases=weighed, beside=run.outcomes)
    after = made.certificate.public_table
    if before and after is None:
        raise SpecError("this report has no public table to hold against the `previous` one; leave that out")
    return replace(made, changes=tuple(change for one in before if after for change in _changes(one, after)))


def _public_table(path: Path) -> PublicTable:
    """Return the public table of an earlier certificate. Raises SpecError where it has none."""
    table = read_certificate(path).certificate.public_table
    if table is None or any(flaws(table)):
        raise SpecError(f"{path} has no public table; name the certificate of a public report as `previous`")
    return table


def _changes(before: PublicTable, after: PublicTable) -> tuple[str, ...]:
    """Return what two public reports tell together.

    Raises SpecError where it may tell about few people.
    """
    found = succession(before, after)
    if found.shows_few(after.least):
        raise SpecError(
            f"beside the previous report this one may tell of a change of fewer than {after.least} people: "
            + "; ".join(found.changes)
            + ". Publish the previous report again, or wait until more people have changed; `internal` writes the"
            " version for people who may know"
        )
    return found.changes


def report_of(
    run: Run,
    outcome: Outcome,
    *,
    internal: bool = False,
    date: datetime | str | None = None,
    releases: ComparedReleases | None = None,
    beside: Sequence[Outcome] = (),
) -> PrivacyReport:
    """Return the report of a job that a run measured with its evidence.

    Of a job that is asked as several roles of a database, the outcomes of the others are `beside`.

    Raises the error that the job ended with.
    """
    held, when = outcome.held, dated(date)
    if held is None:
        raise outcome.error or SpecError(f"{outcome.job} was not measured; there is nothing to report")
    history = held.spec.past
    entries = [] if history is None else past.so_far(history)
    trends = trends_of(entries, outcome.job, held, run.run_id, run.began_at)
    whole = certificate(held, date=when, trends=trends, releases=releases, public=not internal)
    if outcome.role is not None:
        whole = replace(whole, seen=seen_by_roles(beside or [outcome], outcome, public=not internal))
    language = held.spec.report.language or ENGLISH
    if internal:
        return PrivacyReport(whole, language=language)
    seen = [column for column in whole.columns or () if column.looks_like is not None]
    unnamed = tuple(f"{column.name} looks like {kinds()[column.looks_like or ''].says}" for column in seen)
    return PrivacyReport(published(whole), unnamed=unnamed, language=language)


def write_reports(run: Run) -> tuple[str, ...]:
    """Write the public page of each job whose spec names one, and that was measured by every role.

    Returns what their author should know before they are public.
    """
    warnings: list[str] = []
    for part in _jobs(run):
        if all(one.held is not None for one in part):
            outcome = _described(part)
            file = None if outcome.held is None else outcome.held.spec.report.file
            if file is None:
                continue
            made = report_of(run, outcome, beside=part)
            made.save(file)
            warnings += made.warnings
    return tuple(dict.fromkeys(warnings))


def page_of(run: Run) -> PrivacyReport:
    """Return the public report of the only job of a run. Raises SpecError for several jobs."""
    parts = _jobs(run)
    if len(parts) != 1:
        raise SpecError("a page is the report of one job; name its file as `report` in each job")
    return report_of(run, _described(parts[0]), beside=parts[0])


def _jobs(run: Run) -> list[tuple[Outcome, ...]]:
    """Return the outcomes of each job: one, or one for each role, the worst first."""
    jobs: dict[tuple[str, tuple[str, ...]], list[Outcome]] = {}
    for one in run.outcomes:
        jobs.setdefault((one.job.removesuffix(f" as {one.role}"), one.roles), []).append(one)
    return [tuple(own) for own in jobs.values()]


def _described(outcomes: Sequence[Outcome], *, internal: bool = False) -> Outcome:
    """Return the outcome that the report of a job describes.

    Raises the error of a role that could not be asked.
    """
    return described_role(outcomes, public=not internal) if outcomes[0].roles else outcomes[0]


def spec_of_release(certificate: Path, document: Mapping[str, Any], relation: Any) -> Spec | None:
    """Return the spec that lies beside the certificate of a release, with the relation.

    A DuckDB file is the relation's database. Nobody named the spec, so it may not read elsewhere.
    None where the certificate has no release, and where no spec lies beside it.
    """
    file = spec_beside(certificate)
    if document.get("made_from") is None or file is None:
        return None
    database = isinstance(relation, str | Path) and Path(relation).suffix.lower() in DATABASES
    return spec_over({"database" if database else "relation": relation}, "the relation", file, unnamed=file)


def measured_again(document: Mapping[str, Any], spec: Spec | None, relation: Any = None) -> Mapping[str, Any]:
    """Return the entries of a new certificate, measured again for the same readers.

    The `spec` is by default the one that the certificate holds, with the `relation`.

    A table with a log is opened at the version of the certificate, where none is named.

    Raises SpecError where there is none.
    """
    if spec is None:
        if document.get("together") is not None:
            raise SpecError("the certificate is about earlier releases, too, which it does not hold; name its `spec`")
        if document.get("epsilon") is not None:
            raise SpecError("the certificate is about noisy answers, too, which it does not hold; name its `spec`")
        if document.get("seen") is not None:
            raise SpecError(
                "the certificate is about roles of a database, whose login no certificate has; name its `spec`"
            )
        if document.get("linkage") is not None:
            raise SpecError("the certificate is about a file of people, too, which it does not hold; name its `spec`")
        if document.get("repetition") is not None:
            raise SpecError("the certificate is about generated texts, too, which it does not hold; name its `spec`")
        if document.get("spec") is None:
            raise SpecError("the certificate holds no spec, as that has values of the data; name its `spec`")
        if document["spec"].get("tables"):
            raise SpecError("the certificate is about several tables, whose places it does not hold; name its `spec`")
        named = {"published", "log"} & (document["spec"].get("outputs") or {}).keys()
        if named or document.get("hidden") is not None or (document.get("outputs") or {}).get("log") is not None:
            raise SpecError(
                "the certificate is about a published table or a log, which it does not hold; name its `spec`"
            )
        for word in sorted(OF_A_PLACE.intersection(document["spec"])):
            raise SpecError(f"the spec of the certificate says `{word}`, which no certificate does; name its `spec`")
        as_written = {"header": True, "separator": ","} if UNQUOTED in document["spec"].get("missing", ()) else {}
        spec = parse_spec({**document["spec"], **as_written, "relation": relation}, "the spec of the certificate")
        own = {"spec_hash": document["spec_hash"]}
    else:
        own = {}
    if document.get("made_from") is not None and document["relation"].get("individuals") and spec.individual is None:
        raise SpecError(
            "the rows of this release lack the column by which its certificate counts people, so that they cannot be"
            " measured again; without a `relation` their bytes are compared with the certificate"
        )
    version = _version(document, spec)
    if version is not None:
        spec = spec.model_copy(update={"relation": version})
    made = report(spec.checked(), internal=document["audience"] == "internal")
    entries: dict[str, Any] = json.loads(made.json)
    if document.get("made_from") is not None and document.get("naming"):
        own |= {"naming": document["naming"], "passed": False}  # as its source has shown: the rows lack identifiers
    return entries | own


def _version(document: Mapping[str, Any], spec: Spec) -> str | None:
    """Return a spec's table with a log at a certificate's version, None for any other relation.

    A version that the relation names itself stays.
    """
    lake = document["relation"].get("lake")
    if lake is None or not lake["version"] or not isinstance(spec.relation, str):
        return None
    named = named_lake(spec.relation)
    return f"{spec.relation}@{lake['version']}" if named is not None and named.version is None else None


@dataclass(frozen=True)
class ReadRows:
    """The scores of a statement that ran elsewhere, with their forms and the exit code.

    `report` makes the report of them.
    """

    scores: Scores
    forms: Forms
    exit_code: int
    report: Callable[[], PrivacyReport]


def read_report(rows: Path, spec: Spec, *, internal: bool, date: datetime | str | None) -> ReadRows:
    """Return the answer that rows of scores hold: held to thresholds where a spec has some.

    Raises SpecError for a file that has no such rows.
    """
    when = dated(date)
    scores = read_rows_file(rows, spec)
    run = judged_rows(spec, scores, rows_fingerprint(scores), name=default_job_name(spec) if spec.file else rows.stem)

    def made() -> PrivacyReport:
        return report_of(run, run.outcomes[0], internal=internal, date=when)

    judged = bool(spec.thresholds or spec.limits)
    forms = run_forms(run) if judged else scores_forms(scores)
    forms = replace(forms, others={**forms.others, "html": lambda: made().html})
    return ReadRows(scores, forms, run.exit_code if judged else 0, made)


def dated(date: datetime | str | None) -> datetime:
    """Return the date of a report in UTC: the given one, else SOURCE_DATE_EPOCH, else now.

    Raises SpecError for a text that is no date, and where the variable is no number.
    """
    if isinstance(date, str):
        try:
            date = datetime.fromisoformat(date)
        except ValueError:
            raise SpecError(f"`date` is a date such as 2026-01-31, or a moment (found: '{date}')") from None
    if date is not None:
        return date if date.tzinfo is not None else date.replace(tzinfo=UTC)
    seconds = os.environ.get(EPOCH)
    if seconds is None:
        return datetime.now(UTC)
    if not seconds.isdecimal() or len(seconds) > 12:
        raise SpecError(f"{EPOCH} is a number of seconds since 1970; set one, or unset it")
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError):
        raise SpecError(f"{EPOCH} is a number of seconds since 1970; {seconds} are past the year 9999") from None
