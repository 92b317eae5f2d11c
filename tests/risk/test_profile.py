"""`init`: the profile of a relation and the spec that it writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from conftest import ROOT, Run
from sqlmetrics.risk.profile import profile
from sqlmetrics.spec.reading import read_spec


def test_the_profile_counts_each_column(tmp_path: Path) -> None:
    """Distinct values count NULL as one; distinction and separation are Motwani and Xu's."""
    path = tmp_path / "d.parquet"
    duckdb.execute(
        "copy (select * from (values ('a', 1, null), ('a', 2, null), ('b', 3, null), (null, 4, null)) t(x, y, "
        f"z)) to '{path}'"
    )
    x, y, z = profile(str(path))
    assert (x.records, x.nulls, x.distinct, x.distinction) == (4, 1, 3, 0.75)
    assert x.separation == pytest.approx(1 - 2 / 12)
    assert (y.nulls, y.distinct, y.distinction, y.separation) == (0, 4, 1, 1)
    assert (z.nulls, z.distinct, z.separation) == (4, 1, 0)


def test_an_empty_relation_has_a_profile(tmp_path: Path) -> None:
    """Without records nothing is distinct and the shares are undefined, not 0."""
    path = tmp_path / "d.parquet"
    duckdb.execute(f"copy (select 1 as x limit 0) to '{path}'")
    assert [(column.distinct, column.distinction, column.separation) for column in profile(str(path))] == [
        (0, None, None)
    ]


@pytest.mark.parametrize(
    ("name", "values", "role"),
    [
        ("age", "i % 50", "quasi_identifier"),
        ("zip_code", "i % 50", "quasi_identifier"),
        ("diagnosis", "i % 5", "sensitive"),
        ("salary-class", "i % 2", "sensitive"),
        ("patient_id", "i", "individual"),
        ("id", "i", "individual"),
        ("weight", "random()", "none"),
        ("source", "1", "none"),
        ("colour", "i % 4", "quasi_identifier"),
        ("usage", "i % 4", "quasi_identifier"),
    ],
)
def test_a_role_is_proposed_with_a_reason(tmp_path: Path, name: str, values: str, role: str) -> None:
    """Names and counts propose roles: quasi-identifier, sensitive, individual, or none."""
    path = tmp_path / "d.parquet"
    duckdb.execute(f"copy (select {values} as \"{name}\" from range(200) t(i)) to '{path}'")
    proposed, reason = profile(str(path))[0].role
    assert proposed == role
    assert reason


def test_the_spec_that_init_writes_is_scored_as_it_is(tmp_path: Path, run: Callable[..., Run]) -> None:
    """The written spec is valid and scores without a change, for columns of any name.

    It finds its relation from its own folder.
    """
    (tmp_path / "data").mkdir()
    names = ["age", "disease", 'say "hi"', "yes", "a: b", "# x", "ünïcode", "patient_id", "new\nline"]
    columns = ", ".join(f'i % {2 + n} as "{name.replace(chr(34), chr(34) * 2)}"' for n, name in enumerate(names))
    duckdb.execute(f"copy (select {columns} from range(100) t(i)) to '{tmp_path}/data/d.parquet'")
    output = tmp_path / "spec.yml"
    assert run("init", tmp_path / "data" / "d.parquet", "-o", output).code == 0
    spec = read_spec(output)
    assert spec.relation == "data/d.parquet"
    assert spec.sensitive == ["disease"]
    assert spec.quasi_identifiers == ["age", 'say "hi"', "yes", "a: b", "# x", "ünïcode", "new\nline"]
    assert run("score", "--spec", output, "-m", "itpr").code == 0


def test_init_prints_a_commented_spec(run: Callable[..., Run]) -> None:
    """A spec without an output file is printed, each column with its numbers and a reason."""
    out = run("init", ROOT / "fixtures" / "anes96.parquet").out
    assert "944 records" in out
    assert "- party  # VARCHAR: 7 distinct, 0 NULL, distinction 0.0074" in out
    assert "people keep it to themselves" in out
