"""Reports as PDF: what prints them, the pages that come out, and names that no page has."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pypdf import PdfReader

import sqlmetrics
from conftest import Run
from sqlmetrics import deadline
from sqlmetrics.engine import pdf
from sqlmetrics.engine.pdf import browser, print_pdf
from sqlmetrics.errors import OutputError, QueryError, SpecError

Command = Callable[..., Run]

PEOPLE = {"age": [*range(10)] * 3, "disease": ["flu", "asthma", "none"] * 10}

needs_browser = pytest.mark.skipif(browser() is None, reason="no browser is installed here that prints")


@needs_browser
@pytest.mark.xdist_group("browser")
def test_a_report_is_printed(tmp_path: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page has its number, the last one more than two lines, and the text is there.

    Nothing is left of the browser, and a page that cannot be printed leaves what was there.
    """
    monkeypatch.setattr("sqlmetrics.engine.pdf.temporary_folder", lambda: tmp_path)
    table, spec, file = tmp_path / "t.csv", tmp_path / "s.yml", tmp_path / "r.pdf"
    table.write_text("age,disease\n" + "".join(f"{n % 10},d{n % 3}\n" for n in range(30)), encoding="utf-8")
    spec.write_text(
        "relation: t.csv\nquasi_identifiers: age\nsensitive: disease\nthresholds: {k_anonymity: 3}\n"
        "report: {file: r.pdf, prepared_by: A. Meier}\n",
        encoding="utf-8",
    )
    assert run("check", spec).code == 0
    pages = [page.extract_text() for page in PdfReader(file).pages]
    assert len(pages) > 3
    assert [f"{number} / {len(pages)}" in text for number, text in enumerate(pages, 1)] == [True] * len(pages)
    assert "Signature: A. Meier" in pages[-1]
    assert len(pages[-1].splitlines()) > 8
    assert "Prepared by" in pages[0]
    assert "Glossary" in "".join(pages)
    assert run("check", spec, "--report", tmp_path / "c.pdf").code == 0
    assert "Privacy report" in PdfReader(tmp_path / "c.pdf").pages[0].extract_text()
    assert run("check", spec, "--report", "-").code == 2
    assert {path.name for path in tmp_path.iterdir()} == {"t.csv", "s.yml", "r.pdf", "c.pdf"}
    before = file.read_bytes()
    monkeypatch.setattr(pdf, "browser", lambda: "/bin/false")
    with pytest.raises(OutputError, match=r"printed no PDF; name a \.html file"):
        sqlmetrics.report(PEOPLE, ["age"], output=file)
    assert file.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for a browser is a script")
def test_a_slow_browser_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that does not end is stopped, by its own limit and by that of the run."""
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nsleep 60\n", encoding="utf-8")
    slow.chmod(0o755)
    monkeypatch.setattr(pdf, "browser", lambda: str(slow))
    monkeypatch.setattr(pdf, "SECONDS", 0.2)
    with pytest.raises(OutputError, match=r"slow took longer than 0\.2 seconds to print"):
        print_pdf("", tmp_path / "r.pdf")
    monkeypatch.setattr(pdf, "SECONDS", 60.0)
    late = deadline.held(time.monotonic() + 0.2, lambda: QueryError("the run is late"))
    with late, pytest.raises(QueryError, match="the run is late"):
        print_pdf("", tmp_path / "r.pdf")


def test_a_package_prints_where_there_is_no_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """WeasyPrint gets the page and fetches nothing; without it a message says what to install."""
    held: dict[str, Any] = {}

    class HTML:
        def __init__(self, **words: Any) -> None:
            held.update(words)

        def write_pdf(self, path: Path) -> None:
            path.write_bytes(b"%PDF of the package")

    module = ModuleType("weasyprint")
    module.HTML = HTML  # type: ignore[attr-defined]
    monkeypatch.setattr(pdf, "browser", lambda: None)
    monkeypatch.setattr(pdf, "find_spec", lambda _: None)
    with pytest.raises(SpecError, match=r"install one of them \(pip install 'sqlmetrics\[pdf\]'\), or name a .html"):
        sqlmetrics.report("missing.csv", ["age"], output=tmp_path / "r.pdf")
    monkeypatch.setattr(pdf, "find_spec", lambda _: module)
    monkeypatch.setitem(sys.modules, "weasyprint", module)
    made = sqlmetrics.report(PEOPLE, ["age"], output=tmp_path / "R.PDF")
    assert (tmp_path / "R.PDF").read_bytes() == b"%PDF of the package"
    assert held["string"] == made.html
    with pytest.raises(ValueError, match=r"http://a\.example"):
        held["url_fetcher"]("http://a.example", timeout=1)


def test_browsers_are_found_off_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual places of Windows and macOS are looked at, where the path has no browser."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    edge = tmp_path / "Microsoft" / "Edge" / "Application" / "msedge.exe"
    monkeypatch.setenv("PROGRAMFILES(X86)", str(tmp_path))
    assert browser() is None
    edge.parent.mkdir(parents=True)
    edge.touch()
    assert browser() == str(edge)
    edge.unlink()
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    chrome = tmp_path / "Applications" / "Google Chrome.app" / "Contents" / "MacOS" / "Google Chrome"
    chrome.parent.mkdir(parents=True)
    chrome.touch()
    assert browser() == str(chrome)


@pytest.mark.parametrize("name", ["r.docx", "r.txt", "r.md", "r.csv", "r.htmlx"])
def test_another_ending_is_no_page(tmp_path: Path, run: Command, name: str) -> None:
    """A name that ends as no page does is refused before anything is read; .htm is a page."""
    ended = run("report", tmp_path / "missing.csv", "-q", "age", "-o", tmp_path / name)
    assert ended.code == 2
    assert (
        f"{name}: a report is a page: end its name in .html, .htm, .pdf, or without an ending; `check` writes"
        in ended.err
    )
    made = sqlmetrics.report(PEOPLE, ["age"], output=tmp_path / "r.htm", certificate=tmp_path / "c.txt")
    assert (tmp_path / "r.htm").read_text(encoding="utf-8") == made.html
    with pytest.raises(SpecError, match="a report is a page"):
        made.save(tmp_path / name)
