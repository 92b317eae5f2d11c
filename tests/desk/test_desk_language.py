"""The desk in other languages: nothing stays English, and the browser's language is taken."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from desks import Visitor, visited, words_of, write_people
from jinja2 import Environment, nodes
from werkzeug.test import TestResponse

from page_texts import DESK, loud_words, templates_of
from sqlmetrics.spec.report import Language

WORD = re.compile(r"[A-Za-z]{3,}")
"""A pattern of a word, which is in capital letters unless it was forgotten."""

KEPT = re.compile(
    r"<(pre|style|script|summary lang)\b.*?</\1>"
    r"|<(\w+)[^>]* lang=\"en\">.*?</\2>"
    r"|<(\w+)[^>]* class=\"[^\"]*\bcol\b[^\"]*\"[^>]*>.*?</\3>",
    re.DOTALL,
)
"""What stays as it is: statements and YAML, messages and quotations in English, names."""

SAID = re.compile(r" (?:aria-label|data-l|data-lost|placeholder|title)=\"([^\"]*)\"")
"""A pattern of the texts of attributes."""

NAMES = {
    *("people", "parquet", "sqlmetrics", "yml", "desk", "patient", "last", "name", "birth", "date", "zip", "sex"),
    *("stay", "days", "diagnosis", "numbers", "csv", "out", "certificate", "json", "spec", "html", "release"),
    *("cms", "cell", "counts", "flu", "gout", "cold", "burn", "steps", "broken", "SQL", "dbt", "anonymity", "owner"),
}
"""Names of files and columns, values that were asked for, and words of a spec."""

PLAIN = re.compile(r"SQL|dbt|sqlmetrics [a-z]+")
"""What is the same in every language, and stands in templates as it is."""


def words_left(response: TestResponse, folder: Path) -> set[str]:
    """Return the words of a response that are in small letters, and no names."""
    page = KEPT.sub(" ", response.text.replace(str(folder), " "))
    text = html.unescape(" ".join([words_of(page), *SAID.findall(page)]))
    return {word for word in WORD.findall(text) if not word.isupper() and word not in NAMES}


def steps(folder: Path, visitor: Visitor) -> Iterator[TestResponse]:
    """Yield what a person sees who makes every decision, and what may go wrong."""
    yield visitor.get("/?find=nowhere")
    yield visitor.get("/nowhere")
    visitor.open("broken.parquet")
    yield visitor.get("/")
    visitor.open("people.parquet")
    birth, zip_, name = (visitor.number(column) for column in ("birth_date", "zip", "last_name"))
    yield visitor.get("/columns")
    for place, sure in ((zip_, ""), (name, ""), (name, str(name))):
        yield visitor.post("/values", {"column": str(place), "sure": sure})
    for role in ("ignored", "identifiers", "individual", "sensitive", "quasi_identifiers"):
        yield visitor.post("/columns", {f"role.{visitor.number('stay_days')}": role})
        yield visitor.get("/columns")
        yield visitor.get("/limits")
    yield visitor.post("/columns", {f"reason.{name}": "SO"})
    yield visitor.post("/limits", {"limit": "cms_cell", "drop": "2,5"})
    yield visitor.post("/limits", {"limit": "cms_cell", "add": "1", "metric": "k_anonymity", "own": "3"})
    yield visitor.post("/limits", {"limit": "cms_cell", "drop": "much"})
    yield visitor.get("/limits")
    yield visitor.post("/coarsen", {f"level.{birth}": "2", f"need.{zip_}": "2"})
    for column in range(len(visitor.table.profile.columns)):
        yield visitor.get(f"/steps?column={column}")
        visitor.wait()
    yield visitor.post("/levels", {"column": str(zip_), "prefix": "4, 2"})
    yield visitor.post("/levels", {"column": str(zip_), "prefix": "two"})
    yield visitor.get("/coarsen")
    yield visitor.get("/crowd")
    yield visitor.get("/release")
    yield visitor.post("/write", {"file": "out.csv"})
    visitor.post("/write", {"file": "out.csv", "why": "SO"}, script=False)
    yield visitor.get("/release")
    stale = visitor.table.versions.hash
    yield visitor.post("/undo", {"task": "coarsen"})
    yield visitor.post("/redo", {"task": "coarsen"})
    (folder / "sqlmetrics.yml").write_text((folder / "sqlmetrics.yml").read_text() + "# more\n")
    yield visitor.post("/coarsen", {f"level.{birth}": "3"}, base=stale)
    yield visitor.post("/advise")
    yield visitor.get("/coarsen")
    yield visitor.post("/take", {"which": "0"})
    yield visitor.get("/release")
    visitor.post("/write", {"file": "out_2.csv"}, script=False)
    yield visitor.get("/release")
    yield visitor.get("/")
    visitor.post("/open", {"file": "counts.csv", "kind": "published"}, script=False)
    for marks in ("", "*", "* = 1..9"):
        visitor.post("/published", {"marks": marks, "absent": "zero", "total": "NULL"}, script=False)
        yield visitor.get("/published")
    yield visitor.post("/close")


def test_no_text_of_the_desk_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a German browser sees is in the words of its language, but names and quotations."""
    words = loud_words()
    monkeypatch.setattr("sqlmetrics.output.page.language.words_in", lambda _: words)
    write_people(tmp_path / "people.parquet")
    (tmp_path / "broken.parquet").write_text("PAR1 broken")
    with duckdb.connect() as connection:
        connection.execute(f"copy (select range as numbers from range(3)) to '{tmp_path / 'numbers.csv'}'")
    (tmp_path / "counts.csv").write_text("ZIP,N\nA,*\nB,*\nC,7\n,12\n")
    with visited(tmp_path, asks="de-AT, en;q=0.5") as visitor:
        for place, seen in enumerate(steps(tmp_path, visitor)):
            assert seen.status_code < 500
            assert '<html lang="en">' not in seen.text
            assert words_left(seen, tmp_path) == set(), (place, seen.status_code, words_of(seen.text))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("asks", "started", "language", "told"),
    [
        ("de-AT, en;q=0.5", None, "de", "Noch keine Grenzen gewählt"),
        ("it, fr-CH;q=0.9, en;q=0.8", None, "fr", "Aucune limite choisie"),
        ("it", None, "en", "No limits chosen yet"),
        ("", None, "en", "No limits chosen yet"),
        ("de", "fr", "fr", "Aucune limite choisie"),
        ("de", "en", "en", "No limits chosen yet"),
    ],
)
def test_the_language_is_the_one_that_is_asked_for(
    tmp_path: Path, asks: str, started: Language | None, language: str, told: str
) -> None:
    """It is the one that the desk was started in, or else the browser's; reports keep their own."""
    write_people(tmp_path / "people.parquet", 40)
    with visited(tmp_path, asks=asks, language=started) as visitor:
        visitor.open("people.parquet")
        page = visitor.get("/columns").text
        assert f'<html lang="{language}">' in page
        assert told in words_of(page)
        visitor.post("/limits", {"limit": "cms_cell"})
        report = visitor.get("/report.html")
        assert (report.status_code, '<html lang="en">' in report.text) == (200, True)


def test_a_change_is_kept_in_the_language_in_which_it_was_made(tmp_path: Path) -> None:
    """A reader of another language sees what was changed, and the same spec."""
    write_people(tmp_path / "people.parquet", 40)
    with visited(tmp_path, language="de") as visitor:
        visitor.open("people.parquet")
        visitor.post("/coarsen", {f"level.{visitor.number('birth_date')}": "2"})
        assert "Rückgängig: birth_date: Jahr" in words_of(visitor.get("/coarsen").text)
    assert "birth_date: year" in (tmp_path / "sqlmetrics.yml").read_text()
    with visited(tmp_path, language="en") as visitor:
        visitor.open("people.parquet")
        assert "Undo: birth_date: Jahr" in words_of(visitor.get("/coarsen").text)


def plain_texts(source: str) -> Iterator[str]:
    """Yield the texts of a template that `_` does not say: between tags, and in expressions."""
    tree = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).parse(source)
    calls = [(getattr(one.node, "name", ""), one.args) for one in tree.find_all(nodes.Call)]
    said = {id(own) for name, args in calls if name in {"_", "_n"} for own in args}
    printed = "".join(
        one.data if isinstance(one, nodes.TemplateData) else "\0"
        for out in tree.find_all(nodes.Output)
        for one in out.nodes
    )
    visible = re.sub(r"<(pre|style|script)\b.*?</\1>", " ", printed, flags=re.DOTALL)
    yield from re.split(r"\0|<[^>]*>", visible)
    yield from SAID.findall(visible)
    for one in tree.find_all(nodes.Const):
        if isinstance(one.value, str) and id(one) not in said and re.search(r"[A-Za-z]{2,} [A-Za-z]", one.value):
            yield re.sub(r"<[^>]*>", " ", one.value)


def test_templates_have_no_text_of_their_own() -> None:
    """Whatever a template says passes `_`."""
    found = {
        (path.name, text.strip())
        for path in templates_of(DESK)
        for text in plain_texts(path.read_text(encoding="utf-8"))
        if re.search(r"[A-Za-z]{2,}", re.sub(r"&\w+;", "", text)) and not PLAIN.fullmatch(text.strip())
    }
    assert found == set()
    assert " Forgotten" in plain_texts("<p>{{ _('said') }} Forgotten</p>")
    assert "not said" in plain_texts("{{ 'not said' if one else _('said') }}")
    assert "Forgotten" in plain_texts('<p title="Forgotten"></p>')
