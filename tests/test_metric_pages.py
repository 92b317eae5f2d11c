"""The pages of the metrics: each has its formula, and an example that is worked out by hand.

`test_docs.py` holds that they are as they are made.
"""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from functools import cache
from html import unescape
from math import exp, log, log2, sqrt
from statistics import NormalDist
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from markdown import markdown
from sklearn.metrics import adjusted_mutual_info_score

from conftest import ROOT
from documentation.examples import example_of
from documentation.metric_pages import FOLDER, metric_page
from documentation.site import typeset
from documentation.worked import WORKED
from sqlmetrics.statement.catalogue import catalogue, every_metric
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.text import number

NOT_BY_HAND = {
    "adjusted_discrimination_rate",
    "baseline_confidence",
    "u_base",
    "u_san",
    "u_max",
    "utility_gain",
    "unseen_classes",
    "population_uniqueness_pitman",
    "population_uniqueness_snb",
}
"""Metrics of chance, of fitted models and of classifiers: no few steps of arithmetic."""


def entropy(*shares: float) -> float:
    """Return the entropy of shares in bits."""
    return -sum(share * log2(share) for share in shares)


NAMES: dict[str, Any] = {
    "H": entropy,
    "ln": log,
    "log2": log2,
    "exp": exp,
    "sqrt": sqrt,
    "z": NormalDist().inv_cdf(0.975),
    "min": min,
    "max": max,
    "abs": abs,
}
"""The functions of the arithmetic on the pages."""


@cache
def pages() -> dict[str, str]:
    """Return the pages by their names."""
    return {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / FOLDER).glob("*.md")}


def test_every_metric_has_a_page_that_the_index_links_to() -> None:
    """There is a page per metric and an index, and each relative link leads to a page."""
    assert set(pages()) == {"index", *every_metric()}
    assert set(re.findall(r"\]\((\w+)\.md\)", pages()["index"])) == set(every_metric())
    for text in pages().values():
        prose = re.sub(r"(?ms)^ *```.*?^ *```", "", text)
        links = {link.removesuffix("#the-sql").removesuffix(".md") for link in re.findall(r"\]\(([^)]+)\)", prose)}
        others = {"../comparison", "../../explanation/several_records", "../../explanation/events"}
        assert links <= {*pages(), *others}


@pytest.mark.parametrize("name", sorted(WORKED))
def test_a_score_is_that_of_its_arithmetic(name: str) -> None:
    """The arithmetic on a page, calculated here, is the score that the command printed there."""
    arithmetic, score = re.findall(r"^```text\n(.*) = (\S+)\n```$", pages()[name], flags=re.MULTILINE)[-1]
    assert number(eval(arithmetic, NAMES)) == score  # noqa: S307 - our own text
    assert re.search(rf"(?<![\d.]){re.escape(score)}(?![\d.])", pages()[name].partition("By hand, of")[0])


def test_what_is_not_worked_out_by_hand_is_known() -> None:
    """A metric has its arithmetic, or is one of the few that no hand works out."""
    assert set(every_metric()) - set(WORKED) == NOT_BY_HAND


def test_the_score_beyond_chance_is_that_of_scikit_learn() -> None:
    """The adjusted DR of the ward's diseases is the adjusted mutual information, scaled to H(X)."""
    with (ROOT / "fixtures" / "ward.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    ages, diseases = [row["age"] for row in rows], [row["disease"] for row in rows]
    assert entropy(3 / 12, 4 / 12, 5 / 12) == pytest.approx(entropy(5 / 12, 3 / 12, 4 / 12))  # so that any mean is H(X)
    expected = adjusted_mutual_info_score(ages, diseases)
    assert f"adjusted_discrimination_rate  {number(float(expected))}" in re.sub(
        r" {2,}", "  ", pages()["adjusted_discrimination_rate"]
    )


@pytest.mark.parametrize("name", sorted(every_metric()))
def test_a_page_says_what_a_reader_asks(name: str) -> None:
    """Plain words, formula, range, direction, source, example, statement and engines are there."""
    metric, text = every_metric()[name], pages()[name]
    headings = re.findall(r"^## (.*)$", re.sub(r"(?ms)^ *```.*?^ *```", "", text), flags=re.MULTILINE)
    assert headings == ["Meaning", "Formula", "How to read it", "Example", "The SQL", "Engines", "See also"]
    assert f"$$\n{metric.tex}\n$$" in text
    assert f"As text: `{metric.formula}`" in text
    assert f"$ {example_of(metric).command}\n" in text
    assert f"{metric.direction.capitalize()}." in text
    first = next(other for other in every_metric().values() if example_of(other).sql == example_of(metric).sql)
    assert ("    -- sqlmetrics" in text) is (first is metric)
    assert first is metric or f"]({first.name}.md#the-sql)" in text
    engines = text.partition("## Engines")[2].partition("## See also")[0]
    assert all(engines.count(f"`{dialect}`") == 1 for dialect in DIALECTS)
    assert ("It is not there in `sqlserver`" in engines) is ("views" in metric.of)
    assert not re.search(r"\b(None|nan)\b", re.sub(r"(?ms)^ *```.*?^ *```", "", text))


@pytest.mark.parametrize("name", sorted(every_metric()))
def test_a_formula_is_drawn_without_a_script(name: str) -> None:
    """The site has one displayed formula on a page, as MathML with nothing left of LaTeX."""
    page = typeset(pages()[name])
    (drawn,) = re.findall(r'^<div class="formula">(.*)</div>$', page, flags=re.MULTILINE)
    formula = fromstring(drawn)
    assert formula.tag == "{http://www.w3.org/1998/Math/MathML}math"
    assert formula.get("display") == "block"
    assert "\\" not in drawn
    assert "$$" not in page


def test_a_name_is_text_and_never_markup() -> None:
    """What a header says stays text on the page, whatever marks of HTML and Markdown are in it."""
    hostile = "<script>alert(1)</script> | **x** <b>"
    metric = replace(
        catalogue()["k_anonymity"], title=hostile, plain=hostile, meaning=hostile, source=hostile, symbol=hostile
    )
    drawn = markdown(metric_page(metric), extensions=["tables", "fenced_code"])
    assert "<script" not in drawn
    assert "<b>" not in drawn
    assert "<strong>x" not in drawn
    assert unescape(drawn).count(hostile) == 5
