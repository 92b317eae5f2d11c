"""Macros that a wheel brings compiled are those of their texts, and of one version of jinja."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2
import pytest

import sqlmetrics
from sqlmetrics.risk.score import score_sql
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement import bundles, render
from sqlmetrics.statement.bundles import FOLDERS, bundle_name, bundle_text, bundled, everyday_macros, function_name

TEXT = "{#- Two\n lines. -#}\n{% macro answer(x) %}\n  {{- 6 * x }}{% set y = 'a\\n b' %}{{ y }}\n{% endmacro %}"


@pytest.fixture
def fresh() -> Iterator[None]:
    """Forget the environments that were made before, and those that a test makes."""
    render._package.cache_clear()
    yield
    render._package.cache_clear()
    bundles._functions.cache_clear()


def test_a_bundle_has_the_macros_of_its_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another text, another folder and another version of jinja have none."""
    environment = render.new_environment()
    path = tmp_path / bundle_name("dialects")
    path.parent.mkdir()
    path.write_text(bundle_text(environment, [("answer", TEXT), ("other", "{% macro other() %}{% endmacro %}")]))
    made = bundled(tmp_path, "dialects")[function_name(TEXT)]
    template = jinja2.Template.from_module_dict(environment, made(environment) | {"__file__": "answer"}, {})
    assert template.module.answer(7) == environment.from_string(TEXT).module.answer(7)  # type: ignore[attr-defined]
    assert function_name(f"{TEXT} ") not in bundled(tmp_path, "dialects")
    assert not bundled(tmp_path, "counts")
    monkeypatch.setattr(jinja2, "__version__", "0")
    assert not bundled(tmp_path, "dialects")


@pytest.mark.usefixtures("fresh")
def test_statements_are_the_same_with_bundles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read where there are any, and only other macros are compiled."""
    spec = Spec(relation="t", quasi_identifiers=["age"], sensitive=["disease"])
    asked = [score_sql(spec, dialect=dialect) for dialect in ("duckdb", "sqlite", "snowflake")]
    render.write_bundles(tmp_path)
    monkeypatch.setattr(render, "compiled_folder", lambda: tmp_path)
    compiled: list[str] = []
    plain = jinja2.Environment.compile
    monkeypatch.setattr(
        jinja2.Environment,
        "compile",
        lambda self, source, name, filename: compiled.append(name) or plain(self, source, name, filename),  # type: ignore[func-returns-value]
    )
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "nothing"))
    render._package.cache_clear()
    assert [score_sql(spec, dialect=dialect) for dialect in ("duckdb", "sqlite", "snowflake")] == asked
    assert "is_coded" in compiled
    assert everyday_macros().isdisjoint(compiled)


@pytest.mark.usefixtures("fresh")
def test_bundles_have_what_an_everyday_statement_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where default scores read other macros, the list of them has to be that of the assertion."""
    read, load = set[str](), render.Macros.load

    def loaded(self: render.Macros, environment: jinja2.Environment, name: str, *others: Any) -> jinja2.Template:
        read.add(name)
        return load(self, environment, name, *others)

    monkeypatch.setattr(render.Macros, "load", loaded)
    sqlmetrics.score({"age": [1, 2, 2], "disease": ["x", "y", "y"]}, ["age"], ["disease"], look=False)
    assert everyday_macros() == {name for name in read if render._place(render.macro_files()[name]) in FOLDERS}
    assert len(everyday_macros()) > 15


def test_bundles_are_the_same_each_time(tmp_path: Path) -> None:
    """So a wheel can be built again."""
    for folder in ("one", "other"):
        render.write_bundles(tmp_path / folder)
    for place in FOLDERS:
        one, other = ((tmp_path / folder / bundle_name(place)).read_bytes() for folder in ("one", "other"))
        assert one == other
