"""The forms of a result: a report for people, a document and records for machines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sqlmetrics.engine.files import write_whole
from sqlmetrics.engine.kept import Kept, Store
from sqlmetrics.output.markdown import markdown_text
from sqlmetrics.output.records import (
    Elements,
    Records,
    csv_text,
    json_text,
    score_records,
    write_csv,
    write_json,
    write_parquet,
)
from sqlmetrics.output.report import Report
from sqlmetrics.output.terminal import terminal_text
from sqlmetrics.risk.scores import ReleaseScores, Scores

REPORTS = {"table", "markdown"}
"""The formats of a report."""


def _nothing() -> Records:
    return Records((), ())


@dataclass(frozen=True)
class Forms:
    """The forms in which a result can be written; a form is made when it is written.

    Parameters
    ----------
    report, document, records
        Return the result for people, as a JSON value, and as rows.
    notes
        What a reader of the numbers must know, for standard error.
    reported
        The notes that stand in the report itself.
    documented
        The notes whose facts stand in the document.
    others
        Further formats by their names, as texts.
    store
        The store of the result's rows, where they are kept on disk.
    private
        Whether it holds values of the data or counts of classes, so that a file of it is its
        owner's alone.
    """

    report: Callable[[], Report]
    document: Callable[[], object]
    records: Callable[[], Records] = _nothing
    notes: tuple[str, ...] = ()
    reported: tuple[str, ...] = ()
    documented: tuple[str, ...] = ()
    others: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    store: Store | None = None
    private: bool = False

    def notes_beside(self, format_: str) -> tuple[str, ...]:
        """Return the notes that stand beside the result in a format."""
        inside = self.reported if format_ in REPORTS else self.documented if format_ == "json" else ()
        return tuple(note for note in self.notes if note not in inside)


def score_forms(result: Scores | ReleaseScores, report: Callable[[], Report], notes: tuple[str, ...] = ()) -> Forms:
    """Return the forms of a result that holds score records, or whose records are kept on disk."""
    kept = result.kept if isinstance(result, Scores) else None
    if kept is None:
        return Forms(
            report=report,
            document=result.to_dict,
            records=lambda: score_records(result),
            notes=notes,
            private=_private(result),
        )
    elements = Elements(kept, result.columns, ("quasi_identifiers", "class"))
    return Forms(
        report=report,
        document=lambda: result.to_dict() | {"scores": elements},
        records=lambda: Records(result.columns, kept),
        notes=notes,
        store=kept.store,
        private=True,
    )


def _private(result: Scores | ReleaseScores) -> bool:
    """Return whether score records have counts of classes, or slices named by their values."""
    named = isinstance(result, Scores) and result.named
    return named or any(score.level == "class" for score in result.scores[:1])


def kept_forms(kept: Kept) -> Forms:
    """Return the forms for machines of rows that are kept, and that are the whole document."""
    columns = tuple(kept.columns)
    return Forms(
        report=lambda: Report(()),
        document=lambda: Elements(kept, columns),
        records=lambda: Records(columns, kept),
        store=kept.store,
        private=True,
    )


TEXTS: Mapping[str, Callable[[Forms], str]] = {
    "table": lambda forms: terminal_text(forms.report()),
    "markdown": lambda forms: markdown_text(forms.report()),
    "json": lambda forms: json_text(forms.document()),
    "csv": lambda forms: csv_text(forms.records()),
}
"""The functions that make the text of a format."""

ENDINGS = {
    ".json": "json",
    ".csv": "csv",
    ".parquet": "parquet",
    ".md": "markdown",
    ".xml": "junit",
    ".html": "html",
    ".txt": "table",
    "": "table",
}
"""The format of a file by the ending of its name."""


def text_in(forms: Forms, format_: str) -> str:
    """Return a result as the text of a format; `table` is a wide terminal without colours."""
    return forms.others[format_]() if format_ in forms.others else TEXTS[format_](forms)


def fill(forms: Forms, format_: str, path: Path) -> None:
    """Write a result to a file that is there only for it."""
    if format_ == "parquet":
        write_parquet(forms.records(), path)
    elif format_ == "csv":
        write_csv(forms.records(), path)
    elif format_ == "json":
        write_json(forms.document(), path)
    else:
        path.write_text(text_in(forms, format_), encoding="utf-8", newline="")


def write_file(forms: Forms, format_: str, path: Path) -> None:
    """Write a result to a file, whole or not at all."""
    write_whole(path, lambda unfinished: fill(forms, format_, unfinished), private=forms.private)
