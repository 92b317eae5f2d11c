"""The profile of a relation: counts of the whole, a look at a sample, and proposals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from conftest import ROOT
from sqlmetrics.columns.kinds import Role
from sqlmetrics.columns.profile import ColumnProfile, Profile, Together, profile, proposed_roles
from sqlmetrics.columns.proposed_partitions import proposed_partitions
from sqlmetrics.columns.starting_spec import starting_spec
from sqlmetrics.engine.rows import fetch_rows
from sqlmetrics.errors import QueryError
from sqlmetrics.spec.spec import Spec


def profiled(path: Path, query: str) -> Profile:
    """Return the profile of the rows of a query, from a file."""
    duckdb.execute(f"copy ({query}) to '{path}'")
    return profile(Spec(relation=str(path)))


def test_the_profile_counts_each_column(tmp_path: Path) -> None:
    """Distinct values count NULL as one; distinction and separation are Motwani and Xu's."""
    rows = "('a', 1, null), ('a', 2, null), ('b', 3, null), (null, 4, null)"
    x, y, z = profiled(tmp_path / "d.parquet", f"select * from (values {rows}) t(x, y, z)").columns
    assert (x.records, x.nulls, x.distinct, x.distinction) == (4, 1, 3, 0.75)
    assert x.separation == pytest.approx(1 - 2 / 12)
    assert (y.nulls, y.distinct, y.distinction, y.separation) == (0, 4, 1, 1)
    assert (z.nulls, z.distinct, z.separation) == (4, 1, 0)


def test_an_empty_relation_has_a_profile(tmp_path: Path) -> None:
    """Without records nothing is distinct and the shares are undefined, not 0."""
    (column,) = profiled(tmp_path / "d.parquet", "select 1 as x limit 0").columns
    assert (column.distinct, column.distinction, column.separation) == (0, None, None)
    assert (column.look.role, column.look.reason) == ("ignored", "it has no value")


def test_many_columns_are_counted_by_parts_and_looked_at_in_fewer_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts are those of one statement, and the sample has a bound of values."""
    query = "select i % 3 as a, 'x' || i as b, null as c, i % 2 as d, i as e from range(40) t(i)"
    whole = profiled(tmp_path / "d.parquet", query)
    monkeypatch.setattr("sqlmetrics.columns.profile.COUNTED_TOGETHER", 2)
    monkeypatch.setattr("sqlmetrics.columns.sample.CELLS", 100)
    monkeypatch.setattr("sqlmetrics.columns.sample.FEWEST", 15)
    parts = profiled(tmp_path / "d.parquet", query)
    assert (whole.sampled, parts.sampled) == (40, 20)
    facts = [[(one.records, one.nulls, one.distinct, one.separation) for one in own.columns] for own in (whole, parts)]
    assert facts[0] == facts[1]
    assert [one[:3] for one in facts[0]] == [(40, 0, 3), (40, 0, 40), (40, 40, 1), (40, 0, 2), (40, 0, 40)]
    monkeypatch.setattr("sqlmetrics.columns.sample.FEWEST", 30)
    assert profiled(tmp_path / "d.parquet", query).sampled == 30


ROLES: dict[str, tuple[str, Role]] = {
    "age": ("i % 50", "quasi_identifier"),
    "zip_code": ("10000 + i % 50", "quasi_identifier"),
    "diagnosis": ("i % 5", "sensitive"),
    "befund": ("i % 5", "sensitive"),
    "salary-class": ("i % 2", "sensitive"),
    "patient_id": ("i // 2", "individual"),
    "client_id": ("i // 3", "identifier"),
    "kontakt": ("'p' || i || '@example.org'", "identifier"),
    "birth_date": ("date '1950-01-01' + cast(i * 50 as integer)", "quasi_identifier"),
    "weight": ("i + 0.5", "quasi_identifier"),
    "source": ("1", "ignored"),
    "colour": ("i % 4", "quasi_identifier"),
    "usage": ("i % 4", "quasi_identifier"),
}


def test_a_role_is_proposed_for_every_column(tmp_path: Path) -> None:
    """Each has a reason and how sure it is, and one column alone tells people apart."""
    columns = ", ".join(f'{values} as "{name}"' for name, (values, _) in ROLES.items())
    found = profiled(tmp_path / "d.parquet", f"select {columns} from range(200) t(i)")
    assert proposed_roles(found) == {name: role for name, (_, role) in ROLES.items()}
    assert all(column.look.reason and column.look.confidence for column in found.columns)
    pointed = {column.name for column in found.columns if column.look.points_at_people}
    assert pointed == {"patient_id", "client_id", "kontakt", "birth_date"}


def test_what_the_first_records_hide_is_said_of_the_whole(tmp_path: Path) -> None:
    """A sample of 10,000 sees one source, no note, and people once; the relation has more."""
    query = """select case when i < 10000 then 'a' else 'b' || i % 3 end as source,
        case when i >= 10000 then i % 7 end as rating, i % 10000 as patient_id,
        case when i < 10000 then i % 2 else i end as q17 from range(210000) t(i) order by i"""
    found = profiled(tmp_path / "d.parquet", query)
    source, rating, person, code = found.columns
    assert (source.look.role, rating.look.role) == ("quasi_identifier", "quasi_identifier")
    assert (person.look.role, person.look.reason[-15:]) == ("individual", "several records")
    assert code.look.near_unique
    assert "almost every record apart" in code.look.reason


def looked(found: Profile) -> dict[str, ColumnProfile]:
    """Return the columns of a profile by their names."""
    return {column.name: column for column in found.columns}


def test_a_column_that_cannot_be_grouped_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an engine refuses one column's counts, those of its sample stand in their place."""

    def refusing(engine: Any, query: str, *rest: Any) -> Any:
        if '"shape"' in query:
            raise QueryError("could not identify an equality operator")
        return fetch_rows(engine, query, *rest)

    monkeypatch.setattr("sqlmetrics.columns.profile.fetch_rows", refusing)
    found = looked(profiled(tmp_path / "d.parquet", "select i % 3 as shape, i as n from range(60) t(i)"))
    assert (found["shape"].records, found["shape"].distinct, found["shape"].separation) == (60, 3, None)
    assert (found["n"].distinct, found["n"].separation) == (60, 1)


def test_partitions_are_proposed(tmp_path: Path) -> None:
    """Tens of ages with all above 89 together, bands, years, prefixes, files beside the table."""
    folder = tmp_path / "hierarchies"
    folder.mkdir()
    (folder / "people_hierarchy_job.csv").write_text("j0;office;*\nj1;office;*\nj2;field;*\n")
    (folder / "colour.csv").write_text("value,domain\n0,warm\n1,warm\n2,cold\n3,cold\n")
    (folder / "weight.csv").write_text("nothing;of;it\n")
    (folder / "befund.csv").write_text("B0;B\nB1;B\n")
    query = """select 20 + i % 60 as age, cast(10000 + i as varchar) as zip,
        date '1950-01-01' + cast(i as integer) as born,
        'j' || i % 3 as job, i % 4 as colour, i % 9 as weight, 'B' || i % 2 as befund, 1950 + i % 9 as birth_year
        from range(100) t(i)"""
    found = profiled(tmp_path / "people.parquet", query)
    proposed = proposed_partitions(found, Spec(relation=str(tmp_path / "people.parquet")), Path())
    assert {column: dict(form) for column, (form, _) in proposed.items()} == {
        "age": {"cuts": [10, 20, 30, 40, 50, 60, 70, 80, 90]},
        "zip": {"prefix": 3},
        "born": {"date": "year"},
        "job": {"file": str(folder / "people_hierarchy_job.csv"), "level": 1},
        "colour": {"file": str(folder / "colour.csv")},
        "befund": {"file": str(folder / "befund.csv"), "level": 1},
        "birth_year": {"cuts": [*range(1910, 2021, 10)]},
        "weight": {"cuts": [2, 4, 6, 8]},
    }


def test_adult_and_the_survey_keep_their_roles() -> None:
    """The survey's votes, parties and opinions are secrets, and its hierarchies are found."""
    spec = Spec(relation=str(ROOT / "fixtures" / "anes96.parquet"))
    found = profile(spec)
    roles = proposed_roles(found)
    secret = {name for name, role in roles.items() if role == "sensitive"}
    assert secret == {"income", "party", "vote", "clinton_placement", "dole_placement"}
    assert set(roles.values()) == {"quasi_identifier", "sensitive"}
    assert {*proposed_partitions(found, spec, Path())} == {"age", "education", "income", "population", "tv_news"}
    assert ("age", "income", "population") in [tuple(sorted(one.columns)) for one in found.together]


@pytest.mark.parametrize(("there", "rest"), [(5, None), (6, 1), (8, 3)])
def test_a_starting_spec_names_five_combinations(tmp_path: Path, there: int, rest: int | None) -> None:
    """Of columns that single out records only together five are named, and the rest counted."""
    found = profiled(tmp_path / "d.parquet", "select i % 3 as x, i % 4 as y from range(24) t(i)")
    found = replace(found, together=tuple(Together(("x", f"y{number}"), 0.5) for number in range(there)))
    lines = starting_spec(Spec(relation="d.parquet"), found).splitlines()
    named = [f"#   x + y{number}: 50% of the records" for number in range(5)]
    assert [line for line in lines if line.startswith("#   x + y")] == named
    assert [line for line in lines if "other combinations" in line] == (
        [] if rest is None else [f"#   and {rest} other combinations"]
    )
