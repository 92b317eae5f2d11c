"""Metrics of a user's own: scored where they are named, and refused by line."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlglot

import sqlmetrics
from conftest import ROOT, Run
from engines import Database
from grammars import GLOT
from sqlmetrics.errors import SpecError
from sqlmetrics.spec import metric_folders
from sqlmetrics.statement import render as rendering
from sqlmetrics.statement.catalogue import catalogue, every_metric

WARD = ROOT / "fixtures" / "ward.csv"

HEADER = """{#-
The share of the records that are in the smallest class.

symbol: smallest
title: Share of the smallest class
plain: The share of all people who are in the smallest group.
formula: min over y of n_y / N
tex: x
order: 900
unit: share
range: 0 to 1
direction: higher is safer
question: Can someone be singled out?
targets: identity
levels: table, class
aggregate: worst
link: medium
source: this test
-#}
"""

SMALLEST = (
    HEADER
    + "{%- macro smallest_share(level) -%}\n"
    + "{{ 'class_size' if level == 'class' else 'least_size' }} / total\n{%- endmacro %}\n"
)

RATIO = (
    HEADER.replace("targets: identity", "targets: sensitive\ncells: mean class_ratio")
    .replace("smallest\ntitle: Share of the smallest class", "mean ratio\ntitle: Mean of the largest ratios")
    .replace("order: 900", "order: 901")
    + "{%- macro mean_ratio(level) -%}\n"
    + "{{ sqlmetrics.log2('class_ratio' if level == 'class' else 'mean_class_ratio') }}\n{%- endmacro %}\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two metrics, in a process that knows no other."""
    monkeypatch.setattr(metric_folders, "_NAMED", {})
    rendering._package.cache_clear()
    metric_folders.add_installed_metrics.cache_clear()
    own = tmp_path / "own metrics"
    own.mkdir()
    (own / "smallest_share.sql").write_text(SMALLEST)
    (own / "mean_ratio.sql").write_text(RATIO)
    return own


def test_they_are_scored_where_they_are_named(folder: Path) -> None:
    """Of twelve patients the smallest class has three; `all` has our metrics alone."""
    words: dict[str, Any] = {"identifiers": ["id"], "metrics_path": folder}
    named = sqlmetrics.score(WARD, ["age"], metrics=["smallest_share"], **words)
    assert named.value("smallest_share") == 3 / 12
    classes = sqlmetrics.score(WARD, ["age"], metrics=["smallest"], level="class", **words)
    assert [score.value for score in classes.scores] == pytest.approx([3 / 12, 4 / 12, 5 / 12])
    for asked in ([], ["all"]):
        assert not {"smallest_share", "mean_ratio"} & {
            score.metric for score in sqlmetrics.score(WARD, ["age"], ["disease"], metrics=asked, **words).scores
        }
    assert {"smallest_share", "mean_ratio"} < set(every_metric())


@pytest.mark.engines("quick")
def test_each_engine_gives_the_number(engine: Database, folder: Path) -> None:
    """The mean over the classes of the largest p(x|y) / p(x), as a logarithm, on each engine."""
    metric_folders.add_metric_folder(folder)
    text = sqlmetrics.sql(engine.written("people"), ["k"], ["x"], metrics=["mean_ratio"], dialect=engine.dialect)
    ((*_, value, _, _, _, _),) = [row for row in engine.rows(text) if row[0] == "mean_ratio"]
    rows = [(row[0], row[1]) for row in engine.rows(f"select k, x from {engine.relation('people')}")]
    keys, total = {key for key, _ in rows}, len(rows)
    ratios = {
        key: max(
            sum(row == (key, x) for row in rows)
            / sum(k == key for k, _ in rows)
            / (sum(y == x for _, y in rows) / total)
            for _, x in rows
        )
        for key in keys
    }
    expected = math.log2(sum(ratios[key] * sum(k == key for k, _ in rows) / total for key in keys))
    assert value == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("dialect", GLOT)
def test_they_are_printed_in_each_dialect(dialect: str, folder: Path) -> None:
    """The printed statement is read by the dialect's grammar."""
    words: dict[str, Any] = {"metrics": ["smallest_share", "mean_ratio"], "metrics_path": folder}
    text = sqlmetrics.sql("people", ["age"], ["ill"], database="p.duckdb", dialect=dialect, **words)
    assert "least_size / total" in text
    assert len(sqlglot.parse(text, read=GLOT[dialect])) == 1


CHANGES = {
    "unit: share\n": ("", "{#-", "the header lacks unit"),
    "link: medium": ("links: medium", "{#-", "the header lacks link"),
    "order: 900": ("order: 900\ncolour: red", "colour", "unknown header field 'colour'"),
    "order: 900\n": ("order: first\n", "order: first", "order is a whole number"),
    "aggregate: worst": ("aggregate: best", "aggregate:", "aggregate is average or count or worst"),
    "targets: identity": ("targets: population", "targets:", "targets is identity or sensitive or any"),
    "levels: table, class": ("levels: table\nrows: extent", "rows:", "unknown header field 'rows'"),
    "source: this test": ("source: this\ncells: max class_nothing", "cells:", "'max class_nothing' is no max, min"),
    "source: this": ("cells: max class_ratio\nsource: this", "cells:", "'max class_ratio' is no max, min"),
    "source: ": ("cells: class_alone\nsource: ", "cells:", "'class_alone' is no max, min, sum or mean"),
    "symbol: smallest": ("symbol: k", "symbol:", "'k' is k_anonymity here; choose another name"),
    "title: Share of the smallest class": (
        "title: Sample uniqueness",
        "title:",
        "'Sample uniqueness' is uniqueness here",
    ),
    "order: 900\nunit": ("also: ITPR\norder: 900\nunit", "also:", "'ITPR' is itpr here"),
    "macro smallest_share(": ("macro another(", "macro another", "the macro of the file's name is missing"),
    "{%- endmacro %}": ("", "/ total", "Unexpected end of template"),
    "/ total": ("/ toal", "/ toal", "'toal' is no fact of a table; did you mean 'total'?"),
    "/ total\n": ("/ 0.5 + (select 1)\n", "select", "'select' is no fact of a table"),
    " / total": (" / total; drop table people", "drop", "';' is no part of an expression"),
    " / total\n{": (" / total -- x\n{", "-- x", "'-' is no part of an expression"),
    " / total\n{%": (" / total /* x */\n{%", "/* x", "'/' is no part of an expression"),
    "/ total\n{%": ("/ total 'x'\n{%", "'x'", '"\'" is no part of an expression'),
    "/ total\n{%-": ("/ (total - classes)\n{%-", "/ (", "divide by nullif("),
    "/ total\n{%- ": ("/ total)\n{%- ", ")", "')' is no part of an expression"),
    "/ total\n{%- end": ("+ (total\n{%- end", "{%- macro", "the macro gives no whole expression at level table"),
    "'least_size'": ("''.__class__.__mro__", "{%- macro", "access to attribute '__class__' of 'str' object is unsafe"),
    "'class_size' if": ("sqlmetrics.input('x') if", "{%- macro", ""),
    "{{ 'class_size'": ("{% include 'score' %}{{ 'class_size'", "{%- macro", ""),
    "{{ 'class_size' ": ("{{ range(9) }}{{ 'class_size' ", "{%- macro", "'range' is undefined"),
    "class' else 'least_size'": ("class' else 'class_size'", "'class_size'", "'class_size' is no fact of a table"),
    "== 'class'": ("> 1", "{%- macro", "'>' not supported between"),
}
"""Changes of a metric's file, each with what stands in the line of the message, and its words."""


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_no_metric_is_refused_by_its_line(change: str, folder: Path, run: Callable[..., Run]) -> None:
    """What is no header or macro is refused with its file and line, before anything runs."""
    file = folder / "smallest_share.sql"
    after, mark, message = CHANGES[change]
    assert change in SMALLEST
    text = SMALLEST.replace(change, after)
    file.write_text(text)
    behind = 0 if mark in HEADER or ":" in mark or mark == "colour" else text.index("-#}")
    line = text.count("\n", 0, text.index(mark, behind)) + 1
    ended = run("score", WARD, "-q", "age", "-m", "smallest_share", "--metrics-path", folder)
    assert (ended.code, ended.out) == (2, "")
    assert f"{file}:{line}: {message}" in ended.err, (line, ended.err)


@pytest.mark.parametrize("name", ["k_anonymity", "k", "score", "u_san"])
def test_none_is_in_the_place_of_ours(name: str, folder: Path) -> None:
    """A file with the name of a metric or macro of ours is refused; ours is scored as ever."""
    (folder / f"{name}.sql").write_text(SMALLEST.replace("smallest_share", name))
    with pytest.raises(SpecError, match="here; choose another name"):
        sqlmetrics.score(WARD, ["age"], metrics=["k_anonymity"], metrics_path=folder)
    metric_folders._NAMED.clear()
    assert sqlmetrics.score(WARD, ["age"], metrics=["k_anonymity"]).value("k_anonymity") == 3
    assert not catalogue()["k_anonymity"].own


def test_two_folders_have_no_metric_of_one_name(folder: Path, tmp_path: Path) -> None:
    """A process has one metric of a name, whichever specs it reads."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "smallest_share.sql").write_text(SMALLEST.replace("/ total", "/ classes"))
    sqlmetrics.score(WARD, ["age"], metrics=["smallest_share"], metrics_path=folder)
    with pytest.raises(SpecError, match=r"other/smallest_share.sql:1: another folder has a metric 'smallest_share'"):
        sqlmetrics.score(WARD, ["age"], metrics=["smallest_share"], metrics_path=tmp_path / "other")


def test_a_folder_without_metrics_is_refused(folder: Path, tmp_path: Path, run: Callable[..., Run]) -> None:
    """A path is a folder that holds metrics."""
    (tmp_path / "empty").mkdir()
    for path, message in ((tmp_path / "none", "is not a folder"), (tmp_path / "empty", "holds no .sql file")):
        ended = run("score", WARD, "-q", "age", "--metrics-path", path)
        assert (ended.code, message in ended.err, "`metrics_path` (--metrics-path)" in ended.err) == (2, True, True)


def test_a_spec_names_a_folder_beside_it(folder: Path, run: Callable[..., Run]) -> None:
    """The path is relative to the spec's file, and a limit holds a metric of one's own."""
    spec = folder.parent / "spec.yml"
    spec.write_text(
        f"relation: {WARD}\nquasi_identifiers: [age]\nidentifiers: [id]\nmetrics_path: own metrics\n"
        "thresholds: {smallest_share: {at_least: 0.3}}\n"
    )
    ended = run("check", "--spec", spec, "-f", "markdown")
    assert ended.code == 1
    assert "| smallest_share of identity | at least 0.3 | 0.2500 | failed by 0.0500 |" in ended.out
    listed = run("metrics", "--metrics-path", folder)
    assert "smallest_share" in listed.out
    assert "min over y of n_y / N" in run("metrics", "smallest", "--metrics-path", folder).out


def test_a_package_brings_metrics(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Run]
) -> None:
    """The folder of an entry point is found where a name is unknown; nothing of it runs."""
    package = tmp_path / "site" / "hospital_metrics"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('it ran')\n")
    (package / "hospital_share.sql").write_text(SMALLEST.replace("smallest_share", "hospital_share"))
    about = package.parent / "hospital-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: hospital\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[sqlmetrics.metrics]\nhospital = hospital_metrics\n")
    monkeypatch.syspath_prepend(str(package.parent))
    assert sqlmetrics.score(WARD, ["age"], metrics=["hospital_share"]).value("hospital_share") == 0.25
    assert "hospital_share" in run("metrics").out
    assert "hospital_metrics" not in sys.modules
    metric_folders.add_installed_metrics.cache_clear()
    (about / "entry_points.txt").write_text("[sqlmetrics.metrics]\nhospital = nowhere\n")
    ended = run("metrics")
    assert (ended.code, "the entry point sqlmetrics.metrics 'nowhere' is no package" in ended.err) == (2, True)
    metric_folders.add_installed_metrics.cache_clear()
