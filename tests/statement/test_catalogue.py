"""The catalogue: every metric is documented once, in its template, and chosen by name."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest
from latex2mathml.converter import convert

import sqlmetrics
from conftest import ROOT, Run
from sqlmetrics.errors import SpecError
from sqlmetrics.statement import catalogue as catalogue_module
from sqlmetrics.statement.catalogue import FAMILIES, READERS, Metric, catalogue, choose, every_metric
from sqlmetrics.statement.render import macro_files

DOCUMENTED = [
    "entropy",
    "joint_entropy",
    "conditional_entropy",
    "normalized_conditional_entropy",
    "mutual_information",
    "discrimination_rate",
    "adjusted_discrimination_rate",
    "conditional_privacy",
    "maximum_information_leakage",
    "entropy_l_diversity_risk",
    "itpr",
    "k_anonymity",
    "alpha_k_anonymity",
    "distinct_l_diversity",
    "t_closeness_equal",
    "t_closeness_ordered",
    "t_closeness_hierarchical",
    "k_map",
    "delta_presence",
    "journalist_risk",
    "marketer_risk",
    "entropy_l_diversity",
    "recursive_cl_diversity",
    "delta_disclosure",
    "delta_disclosure_strict",
    "basic_beta_likeness",
    "enhanced_beta_likeness",
    "skewness",
    "prosecutor_risk",
    "average_prosecutor_risk",
    "records_at_risk",
    "uniqueness",
    "distinction",
    "separation",
    "a_diff",
    "a_quot",
    "a_know",
    "a_acc",
    "baseline_accuracy",
]


def test_the_standard_names_are_there() -> None:
    """Every metric has the field's full name in snake case."""
    assert set(DOCUMENTED) <= set(catalogue())
    assert all(re.fullmatch("[a-z][a-z_]+", name) for name in catalogue())


@pytest.mark.parametrize("metric", sqlmetrics.metrics(), ids=lambda metric: metric.name)
def test_a_metric_is_described_in_full(metric: sqlmetrics.Metric) -> None:
    """Meaning, formula, range, direction and source are in the header, and a class's formula."""
    assert metric.meaning.endswith(".")
    assert metric.direction in {"higher is riskier", "higher is safer"}
    kinds = {"any", "identity", "sensitive", "ordered", "hierarchical", "population"}
    assert metric.targets in kinds | {"sampled", "weighted", "households", "appearances", "events", "releases"}
    assert metric.question.endswith("?")
    assert metric.unit
    assert metric.range
    assert metric.source
    assert set(metric.levels) <= {"table", "class"}
    assert (metric.targets == "sampled") <= (metric.rows in macro_files())
    assert ("class" in metric.levels) is (metric.class_formula is not None)


def test_metrics_are_compared_as_in_the_slides() -> None:
    """The six metrics of the slides' comparison (PETS 2017) have its link with re-identification.

    What measures usefulness alone has none, and an extreme of the classes is their worst.
    """
    slides = {"channel_epsilon": "weak", "mutual_information": "medium", "k_anonymity": "medium"}
    slides |= {"distinct_l_diversity": "medium", "t_closeness_equal": "medium", "discrimination_rate": "high"}
    metrics = every_metric()
    assert {name: metrics[name].link for name in slides} == slides
    useful = {name for name, metric in metrics.items() if "useful" in metric.direction}
    assert {name for name, metric in metrics.items() if metric.link == "none"} == useful
    extremes = [one for one in catalogue().values() if {aggregate for aggregate, _ in one.cells} & {"max", "min"}]
    assert {one.aggregate for one in extremes} == {"worst"}


@pytest.mark.parametrize("metric", every_metric().values(), ids=lambda metric: metric.name)
def test_a_metric_is_described_in_plain_words(metric: sqlmetrics.Metric) -> None:
    """One or two short sentences say what the number means and how to read it, without jargon."""
    sentences = re.split(r"(?<=[.:;]) ", metric.plain)
    assert metric.plain.endswith(".")
    assert 1 <= len(re.findall(r"\.(?: |$)", metric.plain)) <= 2
    assert all(len(sentence.split()) <= 30 for sentence in sentences)
    assert not re.search(r"\b(class(es)?|quasi-identifiers?|keys?|distribution|entrop(y|ies) H|NULL)\b", metric.plain)


def test_conditions_have_names_of_a_few_words() -> None:
    """Each metric that a limit can be set on has a name of its own for a table of conditions."""
    names = {metric.name: metric.short or "" for metric in sqlmetrics.metrics()}
    assert {metric for metric, name in names.items() if not re.fullmatch(r"[A-Z].{8,58}[^.]", name)} == set()
    assert len(set(names.values())) == len(names)


@pytest.mark.parametrize("metric", every_metric().values(), ids=lambda metric: metric.name)
def test_a_formula_is_typeset(metric: sqlmetrics.Metric) -> None:
    """The formula in LaTeX becomes MathML, with every command known and words upright.

    What a maximum is over stands below it, but in an exponent.
    """
    drawn = convert(metric.tex)
    assert "\\" not in drawn
    assert not re.search(r"(?<!\{)\\(max|min)_", metric.tex)
    assert not re.search(r"<msub><mo>(max|min)<", drawn) or metric.name == "entropy_l_diversity"
    assert not re.search(r"[A-Za-z]{3,}", re.sub(r"\\(text|mathrm)\{[^}]*\}|\\[A-Za-z]+", "", metric.tex))


def test_a_metric_is_explained_in_plain_words_first(run: Callable[..., Run]) -> None:
    """`metrics` lists and begins with the plain words; JSON has them and the formula in LaTeX."""
    listed = " ".join(run("metrics").out.split())
    assert all(metric.plain in listed for metric in every_metric().values())
    title, plain = run("metrics", "alpha").out.splitlines()[:2]
    metric = catalogue()["alpha_k_anonymity"]
    assert title == "alpha_k_anonymity: (alpha,k)-anonymity, alpha"
    assert plain == metric.plain
    (document,) = json.loads(run("metrics", "alpha", "-f", "json").out)
    assert (document["plain"], document["tex"]) == (metric.plain, r"\alpha = \max\limits_{y, x} p(x|y)")


def test_what_is_scored_by_default_is_not_what_is_on_request() -> None:
    """Without a name, all metrics but those on request are scored; `all` adds these."""
    default = {metric.name for metric in choose([], "table")}
    every = {metric.name for metric in choose(["all"], "table")}
    assert every - default == {metric.name for metric in sqlmetrics.metrics() if metric.on_request}
    assert "adjusted_discrimination_rate" not in default
    assert {"itpr", "discrimination_rate", "k_anonymity"} <= default


def test_an_unknown_name_gets_the_nearest() -> None:
    """A name that is not in the catalogue is an error with a suggestion."""
    with pytest.raises(SpecError, match="did you mean 'itpr'"):
        choose(["ITPR".lower() + "s"], "table")


def test_the_reference_lists_the_catalogue() -> None:
    """The page of the metrics names every metric."""
    page = (ROOT / "docs" / "reference" / "metrics" / "index.md").read_text()
    assert [name for name in every_metric() if f"`{name}`" not in page] == []


def test_every_field_of_a_header_is_declared_once() -> None:
    """Each field of a metric says what it means, which families have it, and how it is read."""
    (body,) = (
        node.body
        for node in ast.parse(Path(catalogue_module.__file__).read_text()).body
        if isinstance(node, ast.ClassDef) and node.name == "Metric"
    )
    documented = [
        ast.unparse(node.target)
        for node, below in pairwise(body)
        if isinstance(node, ast.AnnAssign) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
    ]
    declared = fields(Metric)
    assert documented == [field.name for field in declared]
    of_headers = [field for field in declared if field.name not in {"name", "meaning", "own"}]
    assert [field.name for field in of_headers if not FAMILIES.keys() & field.metadata.keys()] == []
    assert [field.name for field in of_headers if field.type not in READERS] == []
