"""Pages in other languages: every text is there, with its parts, and nothing stays English."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from test_browser import counts_alone, everything, many_columns, odd_points, odd_series, odd_slices, withheld

import sqlmetrics
from conftest import Run
from page_texts import desk_texts, entries_of, loud_words, page_texts, parts_of, report_texts
from sqlmetrics.certificate.certificate import Certificate, document
from sqlmetrics.certificate.crosswalk import crosswalk_documents
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.published import published
from sqlmetrics.output.page.language import counted_things, figures, numbered_wording, spoken, wording, words_in
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.page.words import (
    day,
    limit_text,
    listed_some,
    percent,
    reason_in_words,
    sentence,
    shown,
    some_people,
)
from sqlmetrics.phrase import Phrase, replaced_name
from sqlmetrics.spec.report import Language
from sqlmetrics.statement.catalogue import every_metric

Command = Callable[..., Run]

LANGUAGES: tuple[Language, ...] = ("de", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_every_text(language: Language) -> None:
    """A file of words has the texts of pages and no other one, each with the same parts."""
    own, needed = words_in(language).texts, page_texts()
    assert [text for text in needed if text not in own] == [], "translate these texts"
    assert [text for text in own if text not in needed] == [], "no page says these texts: take them out"
    assert {text: own[text] for text in needed if parts_of(text) != parts_of(own[text])} == {}
    ends = {
        text: own[text]
        for text in needed
        if (text[0] == " ", text[-1] == " ") != (own[text][0] in " \u00a0", own[text][-1] == " ")
        and text[0] not in ",;:"
    }
    assert ends == {}, "a blank at an end stands at the same end"
    of_reports, of_desk = report_texts(), desk_texts()
    assert [text for text in entries_of("report", language) if text not in of_reports] == []
    assert [text for text in entries_of("desk", language) if text in of_reports or text not in of_desk] == []


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        (
            "de",
            (
                *("1.234.567", "12,3\u00a0%", "unter 0,1\u00a0%", "31. Januar 2026", "a, b und c", "über 12,5\u00a0%"),
                *("etwa 5 Personen", "12,5\u00a0%", "2 Spalten", "in 7 Bereichen"),
            ),
        ),
        (
            "fr",
            (
                *("1\u202f234\u202f567", "12,3\u00a0%", "moins de 0,1\u00a0%", "31 janvier 2026", "a, b et c"),
                *("plus de 12,5\u00a0%", "environ 5 personnes", "12,5\u00a0%", "2 colonnes", "en 7 intervalles"),
            ),
        ),
    ],
)
def test_numbers_and_dates_are_those_of_the_language(language: Language, texts: tuple[str, ...]) -> None:
    """Marks between digits, per cents, dates and lists are written as readers expect."""
    with spoken(language):
        found = (
            *(figures(1234567, ","), percent(0.123), percent(0.0001), day("2026-01-31"), listed_some(["a", "b", "c"])),
            *(shown(Figure(0.125, "over"), "share"), some_people(Figure(5, "about")), limit_text(0.125, "share")),
            *(counted_things(2, "column"), numbered_wording("in 7 ranges")),
        )
    assert found == texts
    assert figures(1234567, ",") == "1,234,567"


def test_what_a_language_lacks_is_said_in_english() -> None:
    """A reason of an engine is as it is; a name never is a text, and no part of a form."""
    with spoken("de"):
        assert wording("no such text, {name}", name="x") == "no such text, x"
        assert numbered_wording("3 of 4 {number.real}") == "3 of 4 {number.real}"
        assert numbered_wording("1 of 2 fail") == "1 von 2 verletzt"
        assert wording(Phrase("{column} is {role}", column="year {role}", role="sex")) == "year {role}: sex"


def test_phrases_are_texts_with_their_parts() -> None:
    """In English they are what they say, also once copied; elsewhere their parts are translated."""
    share = Phrase("{share} of its values look like {kind}", share=Phrase("{number}%", number=98), kind=Phrase("ages"))
    told = Phrase("{reason}; a person may have several records", reason=share)
    assert told == copy(told) == "98% of its values look like ages; a person may have several records"
    dropped = Phrase(
        "{dropped} of {records} records ({share}) are dropped", dropped=1, records=3000, share=(1 / 3, ".1%")
    )
    assert dropped == "1 of 3,000 records (33.3%) are dropped"
    nested = replaced_name(Phrase("{column} is {role}", column="a/b", role=Phrase("not {name}", name="a/c")), "a/", "")
    assert isinstance(nested, Phrase)
    assert (nested, nested.form) == ("b is not c", "{column} is {role}")
    assert replaced_name("a/b is kept", "a/", "") == "b is kept"
    with spoken("de"):
        assert (
            wording(copy(told))
            == "98\u00a0% ihrer Werte sehen aus wie Alter; eine Person kann mehrere Datensätze haben"
        )
        assert wording(dropped) == "1 von 3.000 Datensätzen (33,3\u00a0%) sind gestrichen"


WORD = re.compile(r"[A-Za-z]{3,}")
"""A pattern of a word, which is in capital letters unless it was forgotten."""

KEPT = re.compile(
    r"<pre\b.*?</pre>|<style>.*?</style>|<head>.*?</head>|<(span|dd) class=\"(?:col|hash)\">.*?</\1>", re.DOTALL
)
"""What stays as it is: the statement, the style, the head, names, and hashes."""

SAID = re.compile(r"(?:aria-label|data-l|title)=\"([^\"]*)\"")
"""A pattern of the texts of attributes."""


@pytest.fixture
def capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    """German that is English in capital letters, so that what is not translated is seen."""
    words = loud_words()
    monkeypatch.setattr("sqlmetrics.output.page.language.words_in", lambda _: words)


def values_in(entries: Any) -> Iterator[str]:
    """Yield the texts among the values of a certificate: names, values, reasons, and notes."""
    if isinstance(entries, str):
        yield entries
    elif isinstance(entries, dict):
        for name, value in entries.items():
            yield from values_in(value)
            if name == "domains":
                yield from value
    elif isinstance(entries, list):
        for value in entries:
            yield from values_in(value)


@cache
def translated() -> dict[str, None]:
    """Return the texts that each language has."""
    return page_texts()


def words_left(certificate: Certificate) -> set[str]:
    """Return the words of a German page that are in small letters, and stand in no value.

    A value that has a translation, such as a reason, is to be translated.
    """
    page = KEPT.sub(" ", page_html(certificate, "de"))
    text = html.unescape(" ".join([re.sub(r"<[^>]*>", " ", page), *SAID.findall(page)]))
    found = {*values_in(document(certificate)), *SOURCES} - translated().keys()
    values = sorted(found | {reason_in_words(value) for value in found}, key=len, reverse=True)
    for value in values:
        if " " in value:
            text = text.replace(value, " ").replace(sentence(value), " ")
    kept = {word for value in values if " " not in value for word in WORD.findall(value)} - {"people", "records"}
    return {word for word in WORD.findall(text) if not word.isupper() and word not in kept | PARAMETERS}


DOCUMENTS = crosswalk_documents()

SOURCES = [
    *(metric.source for metric in every_metric().values()),
    *(own.unconfirmed or "" for own in DOCUMENTS),
    *(question.elsewhere or "" for own in DOCUMENTS for question in own.questions),
]
"""What no language translates: where metrics come from, and what is said of documents."""

PARAMETERS = {"threshold", "log", "base", "releases", "known", "share"}
"""The names of parameters, as the words of a spec have them."""


@pytest.mark.usefixtures("capitals")
def test_no_text_is_forgotten(tmp_path: Path) -> None:
    """Pages with all that a report says have small letters in names, reasons and sources only."""
    whole = everything()
    made = (whole, published(whole), withheld(), counts_alone(), many_columns(), odd_slices(tmp_path))
    for one in (*made, odd_points(tmp_path), odd_series(tmp_path)):
        assert words_left(one) == set(), one.title


def test_a_report_is_in_the_language_that_is_asked_for(tmp_path: Path, run: Command) -> None:
    """The flag, the spec and a call choose it; the certificate is the same in each."""
    table, spec = tmp_path / "t.csv", tmp_path / "s.yml"
    table.write_text("age\n1\n1\n2\n", encoding="utf-8")
    text = "relation: t.csv\nquasi_identifiers: age\nthresholds: {k_anonymity: 2}\nreport: {language: de}\n"
    spec.write_text(text, encoding="utf-8")
    pages = {}
    for name, flags in {"de": (), "fr": ("--language", "fr"), "en": ("--language", "en")}.items():
        files = ("-o", tmp_path / f"{name}.html", "--json", tmp_path / f"{name}.json", "--date", "2026-11-22")
        assert run("report", "--spec", spec, *files, *flags).code == 0
        pages[name] = (tmp_path / f"{name}.html").read_text(encoding="utf-8")
        assert f'<html lang="{name}">' in pages[name]
    assert "Nicht erfüllt: 1 von 1 Bedingung scheitert" in pages["de"]
    assert "Non respecté : 1 sur 1 condition échoue" in pages["fr"].replace("\u00a0", " ")
    assert len({(tmp_path / f"{name}.json").read_bytes() for name in pages}) == 1
    made = sqlmetrics.report(str(spec), date="2026-11-22", language="fr")
    assert made.html == pages["fr"]
    assert sqlmetrics.report(str(spec), date="2026-11-22").html == pages["de"]
    assert run("report", "--spec", spec, "--language", "it").code == 2
