"""Adding a metric is adding its file, whose header says where it belongs and what it needs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest

import sqlmetrics
from conftest import Run
from sqlmetrics import SpecError
from sqlmetrics.output.catalogue import metrics_forms
from sqlmetrics.output.forms import text_in
from sqlmetrics.release.attack.discrimination_attacks import ATTACKS
from sqlmetrics.statement import catalogue as catalogues
from sqlmetrics.statement import render as rendering
from sqlmetrics.statement.catalogue import every_metric, metrics_of, read_header

HEADER = """{{#-
A metric of a test.

symbol: T
title: Tested
plain: What a test adds.
tex: T
formula: T
order: {order}
unit: share
range: 0 to 1
direction: {direction}
question: What does a test add?
targets: {targets}
levels: table
aggregate: count
link: medium
{fields}undefined: nothing was tested
source: a test
-#}}
{{%- macro {name}({arguments}) -%}}
{body}
{{%- endmacro %}}
"""

ADDED = {
    "relation/half_k": ("higher is safer", "identity", "tradeoff: yes\n", "level", "least_size / 2"),
    "attacks/true_claims": (
        "higher is riskier",
        "attack",
        "of: claims\nrecords: attempts\n",
        "part",
        "{{ correct(part) }}",
    ),
    "attacks/wrong_guesses": (
        "higher is safer",
        "attack",
        "of: claims\nneeds: base\nrecords: base_claims\n",
        "part",
        "{{ wrong(part) }}",
    ),
    "attacks/half_rate": (
        "higher is riskier",
        "attack",
        "of: views\nattacks: homogeneity sensitive\n",
        "level",
        "rate / 2",
    ),
    "utility/kept_records": ("higher is more useful", "release", "of: columns\n", "", "released_filled"),
    "utility/original_pairs": ("higher is more useful", "release", "of: pairs\n", "", "total"),
    "utility/linked_twice": (
        "higher is more useful",
        "release",
        "of: records\nrecords: linked_pairs\n",
        "",
        "2 * pairs_found",
    ),
    "utility/best_error": ("higher is less useful", "release", "of: answers\n", "", "min(relative_error)"),
    "utility/half_u_san": (
        "higher is more useful",
        "release",
        "of: classifiers\nneeds: release\n",
        "",
        "{{ sqlmetrics.u_san() }} / 2",
    ),
}
"""Made-up metrics by file: direction, targets, more header lines, arguments and body of a macro."""

CALLS = {
    "{{ correct(part) }}": "{{ sqlmetrics.interval_measure(part, 'correct', {'claims = 0': 'no claim was made'}) }}",
    "{{ wrong(part) }}": "{{ sqlmetrics.interval_measure(part, 'base_claims - base_correct', {}) }}",
}


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A copy of the macros' folder in which a file for each metric was dropped."""
    folder = tmp_path / "macros"
    shutil.copytree(rendering.macro_folder(), folder)
    for number, (file, (direction, targets, fields, arguments, body)) in enumerate(ADDED.items()):
        text = HEADER.format(
            name=Path(file).name,
            order=5000 + number,
            direction=direction,
            targets=targets,
            fields=fields,
            arguments=arguments,
            body=CALLS.get(body, body),
        )
        (folder / "metrics" / f"{file}.sql").write_text(text)
    caches = (rendering.package_files, rendering._package, catalogues._ours, catalogues._every_metric)
    monkeypatch.setattr(rendering, "macro_folder", lambda: folder)
    for cache in caches:
        cache.cache_clear()
    yield
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


ORIGINAL = pd.DataFrame({"id": range(40), "age": [20, 20, 30, 30] * 10, "job": ["a", "b", "a", "a"] * 10})
RELEASE = ORIGINAL.iloc[:30]


@pytest.mark.usefixtures("added")
def test_it_is_listed_and_explained(run: Callable[..., Run]) -> None:
    """The catalogue has a metric of every family, last among those that answer its question.

    Each can be explained.
    """
    names = [Path(file).name for file in ADDED]
    assert set(names) <= every_metric().keys()
    assert metrics_of("columns")[-1].name == "kept_records"
    listed = run("metrics")
    assert (listed.code, all(name in listed.out for name in names)) == (0, True)
    assert "A metric of a test." in run("metrics", "best_error").out
    reference = text_in(metrics_forms(tuple(every_metric().values())), "markdown")
    assert reference.count("| A metric of a test. |") == len(ADDED)


@pytest.mark.usefixtures("added")
def test_a_metric_of_a_relation_is_scored() -> None:
    """The least class has 20 records."""
    assert sqlmetrics.score(ORIGINAL, ["age"]).value("half_k") == 10
    weighed = sqlmetrics.tradeoff(ORIGINAL, {"r": RELEASE}, ["age"], ["job"], workload="job")
    assert weighed.value("half_k", release="r") == weighed.value("k_anonymity", release="r") / 2  # type: ignore[operator]


@pytest.mark.usefixtures("added")
def test_a_metric_of_attacks_is_measured() -> None:
    """The claim about age 30 is made, and true, of the groups of one secret.

    Metrics of the Discrimination Rate's attacks read a view.
    """
    attacked = sqlmetrics.gda(ORIGINAL, [ORIGINAL], attacks="inference_homogeneous", secrets="job", known="age")
    (claims,) = [score for score in attacked.scores if score.metric == "true_claims" and score.target == "job"]
    assert (claims.value, claims.records, claims.unit) == (1, 1, "share")
    (guesses,) = [score for score in attacked.scores if score.metric == "wrong_guesses" and score.target == "job"]
    assert guesses.value in {0, 1}
    assert guesses.records == 1
    rated = sqlmetrics.attacks(ORIGINAL, [RELEASE], ["age"], ["job"], partitions={"age": {"cuts": [25]}})
    rate = rated.value("discrimination_rate", attack="homogeneity", target="job")
    assert rate is not None
    assert rated.value("half_rate", attack="homogeneity", target="job") == pytest.approx(rate / 2)


@pytest.mark.usefixtures("added")
def test_a_metric_of_utility_is_measured() -> None:
    """Columns, pairs, linked records and answers each have a metric with unit and records."""
    useful = sqlmetrics.utility(ORIGINAL, {"r": RELEASE}, record="id", pairs=True)
    assert useful.value("kept_records", target="age") == 30
    assert useful.value("original_pairs", target="age,job") == 40
    assert useful.value("linked_twice", target="job") == 60
    (linked,) = [score for score in useful.scores if score.metric == "linked_twice" and score.target == "age"]
    assert (linked.records, linked.parameters, linked.direction) == (30, "record=id", "higher is more useful")
    assert useful.value("best_error", target="generic") is not None


@pytest.mark.usefixtures("added")
def test_reports_have_a_column_or_a_line_of_it(run: Callable[..., Run], tmp_path: Path) -> None:
    """Reports show the metric beside the others of its statement, by its symbol or by its name."""
    ORIGINAL.to_csv(tmp_path / "o.csv", index=False)
    RELEASE.to_csv(tmp_path / "r.csv", index=False)
    files = (tmp_path / "r.csv", "--original", tmp_path / "o.csv")
    claims = run("gda", *files, "--attack", "inference_homogeneous", "--secret", "job", "--known", "age").out
    assert re.search(r"work +T$", claims, re.MULTILINE)
    useful = run("utility", *files, "--pairs").out
    assert "best_error" in useful
    assert re.search(r"^column .* T\b", useful, re.MULTILINE)
    assert "original_pairs of age,job" in useful
    weighed = run("tradeoff", tmp_path / "o.csv", tmp_path / "r.csv", "-q", "age", "-s", "job", "-w", "job").out
    assert re.search(r"^classifier .* gain +T$", weighed, re.MULTILINE)


@pytest.mark.usefixtures("added")
@pytest.mark.parametrize("classifier", ["majority", "naive_bayes", "decision_tree"])
def test_a_metric_of_classifiers_is_measured(classifier: str) -> None:
    """It is one of each classifier, whether that is a statement or scikit-learn's."""
    weighed = sqlmetrics.tradeoff(ORIGINAL, {"r": RELEASE}, ["age"], ["job"], workload="job", classifiers=classifier)
    words = {"classifier": classifier, "measure": "accuracy"}
    whole = weighed.value("u_san", **words)
    assert whole is not None
    assert weighed.value("half_u_san", **words) == pytest.approx(whole / 2)


def test_headers_name_attacks_that_there_are() -> None:
    """A metric of views names attacks of the Discrimination Rate."""
    assert {name for metric in metrics_of("views") for name, _ in metric.attacks} <= {*ATTACKS, "none"}


@pytest.mark.parametrize(
    ("file", "line", "message"),
    [
        ("utility/odd", "varies: seasons\n", "varies is bins or form, not 'seasons'"),
        (
            "utility/odd",
            "of: tables\n",
            "of is answers or classifiers or columns or pairs or propensities or records, not 'tables'",
        ),
        ("relation/odd", "of: columns\n", "of is together, not 'columns'"),
    ],
)
def test_a_header_that_says_what_there_is_not_is_refused(file: str, line: str, message: str) -> None:
    """A field or a value that no family has stops at the file's name."""
    family, _, name = file.partition("/")
    words = {"name": "odd", "order": 1, "direction": "higher is safer", "targets": "any", "arguments": "", "body": "1"}
    with pytest.raises(SpecError, match=message):
        read_header(name, family, HEADER.format(fields=line, **words))
