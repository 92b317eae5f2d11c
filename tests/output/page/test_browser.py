"""Pages of reports in a real browser: for every reader, at every width, in print, and alone."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from browser import A4, Opened, opened
from certificates import WITHHELD, certificate, condition
from conftest import ROOT
from documentation.browser import MISSING, browser, program
from sqlmetrics.certificate.certificate import (
    Certificate,
    ColumnFacts,
    ComparedReleases,
    EpsilonFacts,
    ReleasePoint,
    RunFigure,
    Trend,
)
from sqlmetrics.certificate.crosswalk import crosswalk_of
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.published import published
from sqlmetrics.output.page.page import SECTIONS, page_html
from sqlmetrics.output.privacy_report import report
from sqlmetrics.spec.reading import read_spec, seen_from_here
from sqlmetrics.spec.spec import parse_spec

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(program() is None, reason=MISSING),
]

WIDTHS = (320, 360, 480, 600, 735, 737, 820, 900, 1151, 1153, 1400, 2000)
"""Widths of windows, among them those on both sides of where the page is laid out anew."""

MARKUP, SCRIPT = "<img src=x onerror=alert(1)>", "</svg><script>alert(1)</script>"

LONG = "a_column_whose_name_a_program_has_made_" + "x" * 70

TURNED = "of right to left \u202e\u2067 and 名前"


def everything() -> Certificate:
    """Return the internal certificate of a survey with all that a report can say."""
    made = report(seen_from_here(read_spec(ROOT / "fixtures" / "release.yml")), internal=True).certificate
    runs = tuple(
        RunFigure(f"run {day}", f"2026-11-{day:02}T10:00:00Z", 900 + day, Figure(0.01 * day), day < 5)
        for day in range(1, 9)
    )
    points = tuple(
        ReleasePoint(
            *(f"release {letter}", letter == "B", Figure(risk), risk - 0.01, risk + 0.01, Figure(use), use - 0.02),
            *(use + 0.02, 944, Figure(5), dominated),
        )
        for letter, risk, use, dominated in (("A", 0.1, 0.6, ()), ("B", 0.4, 0.9, ()), ("C", 0.42, 0.5, ("release A",)))
    )
    made = replace(
        made,
        trends=(Trend("records_at_risk", "identity", None, "share", "at_most", 0.05, runs),),
        releases=ComparedReleases("anes96.parquet", "a_acc", "vote", "u_san", "party", points),
        outputs=report(parse_spec(TABLES, "a test"), internal=True).certificate.outputs,
        epsilon=EpsilonFacts(1, 0.001, 0.5, 12, 12, 12, 1.26, passed=False),
    )
    return replace(made, crosswalk=crosswalk_of(made))


TABLES: dict[str, Any] = {
    "relation": str(ROOT / "fixtures" / "anes96.parquet"),
    "quasi_identifiers": ["age"],
    "outputs": {"keys": [["education", "party"], ["vote"]], "measure": "age", "minimum_frequency": 3},
    "thresholds": {"minimum_frequency": 3, "dominated_cells": 0},
    "look": False,
}
"""A spec of published tables, one of which is drawn."""


def of_rows(path: Path, columns: dict[str, list[Any]], words: dict[str, Any], internal: bool = False) -> Certificate:
    """Return the certificate of a table with each combination of some columns' values."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(product(*columns.values()))
    return report(parse_spec({"relation": str(path), "look": False} | words, "a test"), internal=internal).certificate


def odd_names(folder: Path) -> Certificate:
    """Return the certificate of a table whose names are markup, scripts, long, or turned."""
    return of_rows(
        folder / "odd.csv",
        {MARKUP: ["<b>1</b>", 2, 3], SCRIPT: [1, 2], LONG: ["v" * 90, "w"], TURNED: [1, 2, 3], "&amp;{{7*7}}": [1, 2]},
        {
            "title": f"{SCRIPT} {'T' * 90}",
            "quasi_identifiers": [MARKUP, SCRIPT, LONG],
            "sensitive": [TURNED],
            "ignored": {"&amp;{{7*7}}": MARKUP},
            "partitions": {MARKUP: {"name": SCRIPT, "domains": {LONG: ["<b>1</b>"], MARKUP: ["2", "3"]}}},
            "thresholds": {
                "k_anonymity": {"at_least": 5, "source": f"{MARKUP} {'S' * 70}"},
                "alpha_k_anonymity": {"at_most": 0.5},
            },
        },
        internal=True,
    )


def twelve_known(folder: Path) -> Certificate:
    """Return the certificate of a table with more known columns than are combined."""
    known = {f"known_column_{number}": [0, 1] if number < 6 else [0] for number in range(12)}
    return of_rows(
        folder / "twelve.csv",
        known | {"secret": [1, 2, 3]},
        {"quasi_identifiers": list(known), "sensitive": ["secret"], "thresholds": {"k_anonymity": {"at_least": 5}}},
    )


def odd_slices(folder: Path) -> Certificate:
    """Return the certificate of slices with odd names: markup, long, turned, and none."""
    return of_rows(
        folder / "slices.csv",
        {
            LONG: [MARKUP, "n" * 90, "C, x", "", TURNED, *range(30)],
            "age": [1, 2],
            "n": [1, 2, 3],
            "secret": [1, 2, 3],
            "other": [1, 2],
        },
        {
            "by": {LONG: "public"},
            "quasi_identifiers": ["age"],
            "sensitive": ["secret"],
            "thresholds": {
                "k_anonymity": {"at_least": 19},
                "alpha_k_anonymity": {"at_most": 0.5},
                "discrimination_rate": {"at_most": 0.5},
                "itpr": {"at_most": 0.9},
            },
        },
        internal=True,
    )


def odd_points(folder: Path) -> Certificate:
    """Return the certificate of twelve known points of people, whose column is markup."""
    return of_rows(
        folder / "points.csv",
        {MARKUP: [*range(12)], LONG: [*range(5)], "hour": [1, 2, 3]},
        {
            "individual": MARKUP,
            "quasi_identifiers": [LONG, "hour"],
            "known": 12,
            "targets": 10,
            "thresholds": {"unicity": 0.1, "k_anonymity": 5, "points_to_single_out": 4},
        },
        internal=True,
    )


def odd_series(folder: Path) -> Certificate:
    """Return the certificate of the last of twelve releases, whose columns have long names."""
    table = folder / "releases.csv"
    return of_rows(
        table,
        {MARKUP: [*range(12)], LONG: [0, 1], "secret": ["a", "b", "c"]},
        {
            "individual": MARKUP,
            "quasi_identifiers": [LONG],
            "sensitive": ["secret"],
            "previous": [str(table)] * 11,
            "thresholds": {"known_by_intersection": 0.1, "candidates_left": 3},
        },
        internal=True,
    )


def withheld() -> Certificate:
    """Return a certificate of which every figure is withheld."""
    made = certificate(conditions=(condition("k_anonymity", "at_least", 5, WITHHELD, False),), audience="public")
    return replace(
        made,
        sizes=tuple(band._replace(people=WITHHELD) for band in made.sizes),
        curve=tuple(point._replace(people=WITHHELD) for point in made.curve),
        scores=tuple(replace(one, measured=WITHHELD) for one in made.scores),
        learnt=tuple(replace(one, sure=WITHHELD) for one in made.learnt),
    )


def counts_alone() -> Certificate:
    """Return a certificate without conditions of counts, which have no columns and no groups."""
    return certificate(columns=None, sizes=(), curve=(), learnt=(), scores=(), missing={"groups": "no counts"})


def many_columns() -> Certificate:
    """Return a certificate of a table with sixty columns, most of which nobody looked at."""
    columns = (ColumnFacts("age", "known"), *(ColumnFacts(f"c{number}", "not looked at") for number in range(60)))
    return certificate(columns=columns)


class Files(NamedTuple):
    """The files of pages, by what is in them."""

    public: Path
    internal: Path
    odd: Path
    twelve: Path
    withheld: Path
    counts: Path
    many: Path
    slices: Path
    points: Path
    series: Path


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The pages, written once."""
    folder, whole = tmp_path_factory.mktemp("pages"), everything()
    made = (
        *(published(whole), whole, odd_names(folder), twelve_known(folder)),
        *(withheld(), counts_alone(), many_columns(), odd_slices(folder), odd_points(folder)),
        odd_series(folder),
    )
    for field, one in zip(Files._fields, made, strict=True):
        (folder / f"{field}.html").write_text(page_html(one), encoding="utf-8")
    return Files(*(folder / f"{field}.html" for field in Files._fields))


@pytest.fixture(scope="module")
def window() -> Iterator[Any]:
    """The one browser of the module."""
    with browser() as program:
        yield program


@pytest.fixture
def page(request: pytest.FixtureRequest, pages: Files, window: Any) -> Iterator[Opened]:
    """A page that is open, by its name; it writes nothing to the console and asks for nothing."""
    path: Path = getattr(pages, request.param)
    with opened(window, path) as one:
        yield one
        assert one.console == []
        assert one.requests == [path.as_uri()]


def pages_of(*names: str) -> pytest.MarkDecorator:
    """Run a test with some of the pages, or with all."""
    return pytest.mark.parametrize("page", names or Files._fields, indirect=True)


@pages_of("public")
def test_every_section_is_accessible(page: Opened) -> None:
    """Axe finds nothing at three widths, by day and by night, folded and unfolded."""
    elsewhere = {"releases", "attackers", "slices", "points", "together", "linkage", "repetition", "roles"}
    assert page.evaluate("[...document.querySelectorAll('section')].map(one => one.id)") == [
        section.anchor for section in SECTIONS if section.anchor not in elsewhere
    ]
    page.look(900)
    assert page.violations() == []
    page.unfold()
    for width in (360, 900, 1400):
        page.look(width)
        assert page.violations() == []
        page.look(width, "dark")
        assert page.violations("color-contrast") == []


@pytest.mark.thorough
@pages_of("internal", "odd", "twelve", "withheld", "counts", "many", "slices", "points", "series")
def test_other_reports_are_accessible(page: Opened) -> None:
    """Axe finds nothing with values, names that are markup or long, or nothing measured."""
    page.unfold()
    page.look(360)
    assert page.violations() == []
    page.look(1400, "dark")
    assert page.violations() == []


@pytest.mark.thorough
@pages_of()
def test_no_page_scrolls_sideways(page: Opened) -> None:
    """Every page with all its folds open is as wide as its window."""
    page.unfold()
    assert page.overflow(WIDTHS) == {}


@pages_of("public")
def test_a_keyboard_reaches_the_answer_first(page: Opened) -> None:
    """The first key shows the link that skips what stands before the answer, and it does."""
    page.page.keyboard.press("Tab")
    assert page.evaluate(
        "[document.activeElement.className, document.activeElement.getBoundingClientRect().x > 0]"
    ) == [
        "skip",
        True,
    ]
    page.page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#answer"


@pytest.mark.sampled(2)
@pages_of("public", "internal", "odd", "twelve", "slices")
def test_a_printed_page_cuts_no_table(page: Opened) -> None:
    """Each table that is not cut fits on a sheet of A4, and folds for print are open."""
    page.page.set_viewport_size({"width": A4[0], "height": A4[1]})
    page.page.emulate_media(media="print", color_scheme="dark")
    cut = """height => [...document.querySelectorAll('table, figure, tr, .verdict, .three')]
        .filter(one => one.checkVisibility() && getComputedStyle(one).breakInside !== 'auto')
        .filter(one => one.getBoundingClientRect().height > height).map(one => one.outerHTML.slice(0, 200))"""
    assert page.page.evaluate(cut, A4[1]) == []
    apart = """[...document.querySelectorAll('tr, .verdict, .three')]
        .filter(one => getComputedStyle(one).breakInside === 'auto').length"""
    assert page.evaluate(apart) == 0
    alone = """[...document.querySelectorAll('h2, h3, dt, tr.g, .all thead, caption, summary')]
        .filter(one => getComputedStyle(one).breakAfter !== 'avoid').length"""
    assert page.evaluate(alone) == 0
    rules = "[...document.styleSheets[0].cssRules].flatMap(rule => [...rule.cssRules ?? []]).map(rule => rule.cssText)"
    assert any("@page" in rule and "counter(pages)" in rule for rule in page.evaluate(rules))
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("[...document.querySelectorAll('details.print')].every(fold => fold.offsetHeight > 100)")
    assert page.evaluate("document.querySelector('nav').checkVisibility()") is False
    answer = "document.getElementById('answer').getBoundingClientRect().bottom"
    assert 0 < page.evaluate(answer) < A4[1]
    others = page.evaluate("document.querySelectorAll('#crosswalk, #tables').length")
    assert 3 <= page.sheets() <= 14 + others  # the questions of documents, and published tables, take one each


@pages_of("public")
def test_forced_colours_keep_the_bars(page: Opened) -> None:
    """Where the reader's own colours are forced, bars have the colour of the text."""
    page.page.emulate_media(forced_colors="active")
    colours = page.evaluate(
        """[...document.querySelectorAll('rect.bar, rect.bad, rect.before, circle.point')]
        .map(one => getComputedStyle(one).fill)"""
    )
    assert set(colours) == {page.evaluate("getComputedStyle(document.body).color")}
    assert page.violations("color-contrast") == []


def test_what_a_page_must_not_have_is_found(pages: Files, window: Any, tmp_path: Path) -> None:
    """A page with a style, a script, an address and pictures without words fails."""
    wrong = tmp_path / "wrong.html"
    added = '<p style="width: 3000px">.</p><script>alert(1)</script><svg role="img"></svg><img src="http://a.example/">'
    wrong.write_text(pages.public.read_text(encoding="utf-8").replace("</main>", f"{added}</main>"), encoding="utf-8")
    with opened(window, wrong) as one:
        assert len(one.console) == 3
        assert {line.split(":")[0] for line in one.violations()} == {"svg-img-alt", "image-alt"}
        one.page.evaluate("document.body.style.width = '3000px'")
        assert set(one.overflow((320, 2000))) == {320, 2000}
