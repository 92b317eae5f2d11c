"""`init`: a commented spec with a role for each column, by its name and its values."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import sqlmetrics
from conftest import ROOT, Run
from sqlmetrics.gate.thresholds import read_thresholds
from sqlmetrics.spec.edited import with_columns
from sqlmetrics.spec.reading import read_spec
from sqlmetrics.spec.spec_text import AddedColumn
from sqlmetrics.spec.yaml_file import parse_yaml

Command = Callable[..., Run]

CUSTOMERS = """
copy (
    select i as customer, 'Meier' || chr(cast(97 + i % 26 as integer)) as nachname,
        'p' || i || '@example.org' as kontakt, '+49 171 ' || (2000000 + i * 37) as mobile,
        'Anruf am Abend, bittet um Ruecksprache wegen Fall ' || i as notes,
        48 + i / 7001 as lat, 11 + i / 8009 as lon, '10.1.' || (i % 256) || '.' || (i // 256) as ip_address,
        date '1940-01-01' + cast(i * 15 as integer) as geburtsdatum, cast(10 + i % 90 as varchar) as plz2,
        'B' || (i % 7) as befund, 'CANARY' as quelle
    from range(2000) t(i)
) to 'kunden.parquet'
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the steward's table, of which every column was passed over in silence."""
    monkeypatch.chdir(tmp_path)
    duckdb.execute(CUSTOMERS)
    return tmp_path


def answers(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Let a person type lines."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_the_steward_gets_a_role_for_each_column(folder: Path, run: Command) -> None:
    """E-mail, telephone, place and free text are identifiers; none is left out in silence."""
    ended = run("init", "kunden.parquet", "-o", "kunden.yml")
    assert (ended.code, ended.out) == (0, "")
    assert ended.err.strip().endswith("read the reasons, then: sqlmetrics score kunden.yml")
    spec = read_spec(folder / "kunden.yml")
    people = ["customer", "nachname", "kontakt", "mobile", "notes", "lat", "lon", "ip_address"]
    assert spec.identifiers == dict.fromkeys(people)
    assert (spec.quasi_identifiers, spec.sensitive) == (["geburtsdatum", "plz2"], ["befund"])
    assert spec.ignored == {"quelle": None}
    text = Path("kunden.yml").read_text()
    assert "  kontakt:  # high: 100% of its values look like e-mail addresses [VARCHAR, 2,000 distinct" in text
    assert "geburtsdatum  # high: its name speaks of dates of birth, and its values have the form; it tells" in text
    whole = "  lon: {grid: 1000, degrees: longitude, at: 48}  # so wide at 48 degrees, the middle of the data"
    assert not re.search("CANARY|Meier|example|Anruf|B0|48", text.replace(f"# {whole}\n", "", 1))
    assert f"# {whole}\n" in text
    scored = " ".join(run("score", "kunden.yml", "-m", "k_anonymity").out.split())
    assert "customer, nachname, kontakt, mobile, notes, lat, lon, ip_address are identifiers" in scored
    assert "Not looked at" not in scored
    assert sqlmetrics.init("kunden.parquet") == run("init", "kunden.parquet").out


def test_what_is_commented_is_valid(folder: Path, run: Command) -> None:
    """Partitions and limits hold as they stand when the marks before them are taken away."""
    duckdb.execute("copy (select 20 + i % 60 as age, i % 90 as zip, i % 3 as befund from range(999) t(i)) to 'p.csv'")
    (folder / "age.csv").write_text("".join(f"{age};{age // 10}0s;*\n" for age in range(20, 80)))
    text = run("init", "p.csv").out
    whole = re.sub(r"^# (partitions:|thresholds:|  )", r"\1", text, flags=re.MULTILINE)
    assert whole.count("\n  ") > text.count("\n  ") + 4
    (folder / "p.yml").write_text(whole)
    spec = read_spec(folder / "p.yml")
    assert {*spec.partitions} == {"age", "zip"}
    assert {limit.metric: limit.source for limit in read_thresholds(spec)} == {
        "k_anonymity": "CMS (USA), cell size suppression policy",
        "prosecutor_risk": "EMA, guidance on Policy 0070 (2016)",
        "uniqueness": "Article 29 Working Party, Opinion 05/2014 (WP 216)",
        "distinct_l_diversity": "Machanavajjhala et al. 2007",
    }
    ended = run("check", "p.yml")
    assert ended.code in {0, 1}, ended.err
    assert "11" in ended.out
    (folder / "p.yml").rename("sqlmetrics.yml")
    assert '<testsuite name="p" ' in run("check", "-f", "junit").out
    assert run("report", "sqlmetrics.yml", "-o", "r.html").code == 0
    page = Path("r.html").read_text()
    assert "<title>Privacy report: p</title>" in page
    assert "CMS (USA), cell size suppression policy" in page
    query = "select * from 'p.csv'"
    (folder / "sqlmetrics.yml").write_text(whole.replace("relation: p.csv", f'query: "{query}"'))
    assert '<testsuite name="sqlmetrics" ' in run("check", "sqlmetrics.yml", "-f", "junit").out


def test_editors_find_the_schema(folder: Path, run: Command) -> None:
    """The first line names the schema beside the spec, and no path of this machine."""
    assert run("init", "kunden.parquet", "-o", "one.yml").code == 0
    first, second = Path("one.yml").read_text().splitlines()[:2]
    assert first == "# yaml-language-server: $schema=sqlmetrics.schema.json"
    assert second.endswith("by sqlmetrics.schema.json, which `sqlmetrics schema` prints.")


def test_an_edited_spec_is_not_lost(folder: Path, run: Command) -> None:
    """A second `init` refuses to write over it, and says what to do; only --force does."""
    Path("spec.yml").write_text("relation: kunden.parquet  # mine\n")
    ended = run("init", "kunden.parquet", "-o", "spec.yml")
    assert (ended.code, Path("spec.yml").read_text()) == (2, "relation: kunden.parquet  # mine\n")
    assert all(word in ended.err for word in ("spec.yml is there already", "(--update)", "(--force)"))
    assert run("init", "kunden.parquet", "-o", "spec.yml", "--force").code == 0
    assert "geburtsdatum" in Path("spec.yml").read_text()
    assert run("init", "kunden.parquet", "-o", "kunden.parquet", "--force").code == 2
    other = run("init", "kunden.parquet", "-o", "spec.json")
    assert (other.code, Path("spec.json").exists()) == (2, False)
    assert "a spec is YAML, and .json is json; name a .yml file" in other.err


EDITED = """\
# our table of customers
relation: kunden.parquet   # of last night
identifiers: {kontakt: "only until friday",   mobile: , nachname: }
quasi_identifiers: [plz2]   # what neighbours know
sensitive:
    - befund        # of the clinic
    # - notes       # Anna looks at these
ignored: quelle

partitions:
    plz2: {prefix:   1}
"""


@pytest.mark.parametrize("arguments", [("kunden.parquet", "-o", "spec.yml"), ("spec.yml",), ("-o", "spec.yml")])
def test_an_update_adds_what_is_new(folder: Path, run: Command, arguments: tuple[str, ...]) -> None:
    """All else stays, to the blank; the second update changes nothing."""
    Path("spec.yml").write_text(EDITED)
    ended = run("init", *arguments, "--update")
    assert ended.code == 0, ended.err
    assert "added to spec.yml: customer, lat, lon, ip_address, geburtsdatum" in ended.err
    assert "only its comments list notes" in ended.err
    text = Path("spec.yml").read_text()
    kept = [line for line in text.splitlines() if not re.match(r"# \w+: (high|medium|low)", line)]
    before = EDITED.splitlines()
    before[2] = (
        'identifiers: {kontakt: "only until friday",   mobile: , nachname: , customer: , lat: , lon: , ip_address: }'
    )
    before[3] = "quasi_identifiers: [plz2, geburtsdatum]   # what neighbours know"
    assert kept == before
    assert "\n# geburtsdatum: high: its name speaks of dates of birth" in text
    spec = read_spec(Path("spec.yml"))
    assert spec.identifiers["kontakt"] == "only until friday"
    assert "as it was" in run("init", "spec.yml", "--update").err
    assert Path("spec.yml").read_text() == text
    assert sqlmetrics.init(spec="spec.yml", update=True) == text


def test_an_update_takes_the_spec_of_the_folder(folder: Path, run: Command) -> None:
    """`sqlmetrics.yml` is added to where nothing is named, as it is measured then."""
    Path("sqlmetrics.yml").write_text(EDITED)
    assert "added to sqlmetrics.yml: customer" in run("init", "--update").err
    assert "geburtsdatum" in read_spec(folder / "sqlmetrics.yml").quasi_identifiers


def test_an_update_tells_what_is_gone_and_needs_a_spec(folder: Path, run: Command) -> None:
    """A column with a role that the relation no longer has is named; a missing spec is, too."""
    Path("spec.yml").write_text("relation: kunden.parquet\nquasi_identifiers: [plz2, gone]\n")
    assert "the relation does not have gone" in run("init", "spec.yml", "--update").err
    for arguments, words in (
        (("kunden.parquet",), "name it as `output` (--output)"),
        (("kunden.parquet", "-o", "none.yml"), "no such spec file: none.yml"),
        (("kunden.parquet", "-o", "kunden.parquet"), "kunden.parquet is a Parquet file, and no spec file"),
    ):
        ended = run("init", *arguments, "--update")
        assert (ended.code, ended.out) == (2, "")
        assert words in ended.err
    with pytest.raises(sqlmetrics.SpecError, match="name it as `spec`"):
        sqlmetrics.init("kunden.parquet", update=True)


@pytest.mark.parametrize(
    "text",
    [
        "relation: r\nidentifiers:\n- a\n\n# end\n",
        "relation: r\nidentifiers:\n  - a  # first\n  # between\n  - b",
        "identifiers:\n    a: because\n    b:\nrelation: r\n",
        "relation: r\r\nidentifiers:\r\n  a:\r\n",
        "relation: r\nidentifiers: [a,\n  b,  # b\n  ]\n",
        "relation: r\nidentifiers: []\n",
        "relation: r\nidentifiers: {}\n",
        "relation: r\nidentifiers: a\n",
        "relation: r\nidentifiers: 'a'  # one\n",
        "relation: r\n",
        "relation: r\n# end without a line break",
    ],
)
def test_columns_are_added_to_every_form_of_a_list(text: str) -> None:
    """In block and in flow style, to lists and mappings; all lines of before are still there."""
    added = with_columns(text, "x.yml", {"identifiers": [AddedColumn("new", "why"), AddedColumn("a: b\n", "two")]})
    held = (parse_yaml(text, "x") or {}).get("identifiers", [])
    found = parse_yaml(added, "x")["identifiers"]
    assert list(found) == [*([held] if isinstance(held, str) else held), "new", "a: b\n"]
    assert not isinstance(held, dict) or {name: found[name] for name in held} == held
    kept = text if held else text.translate({ord(mark): None for mark in "[]{}"})
    assert [mark for mark in kept if not mark.isspace()] == _without(added, kept)
    assert "\r\n" not in text or added.count("\n") == added.count("\r\n")


def _without(text: str, part: str) -> list[str]:
    """Return the marks of a text that are those of a part of it, in order."""
    marks = iter(text)
    return [mark for mark in part if not mark.isspace() and mark in marks]


@pytest.mark.parametrize(
    "text",
    ["x: &a [b]\nidentifiers: *a\n", "<<: {identifiers: [a]}\nrelation: r\n"],
)
def test_a_list_that_stands_elsewhere_is_refused(text: str) -> None:
    """What an alias or a merge gives has no place of its own to add to."""
    with pytest.raises(sqlmetrics.SpecError, match="cannot be changed as it is written"):
        with_columns(text, "x.yml", {"identifiers": [AddedColumn("new", "why")], "ignored": [AddedColumn("c", "d")]})


def test_a_person_is_asked_column_by_column(folder: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter takes what is proposed, a letter is enough, and one column tells people apart."""
    answers(monkeypatch, "individual", "q", "", "indiv", "i", "s", *[""] * 2, "sensitiv", *[""] * 6)
    ended = run("init", "kunden.parquet", "-o", "spec.yml", "-i")
    assert ended.code == 0, ended.err
    assert "customer: 2,000 distinct of 2,000; medium: its name speaks of numbers" in ended.err
    assert "one alone tells people apart" in ended.err
    assert "That may be identifier or ignored or individual." in ended.err
    spec = read_spec(folder / "spec.yml")
    assert (spec.individual, spec.quasi_identifiers) == ("customer", ["nachname", "geburtsdatum", "plz2"])
    assert spec.sensitive == ["mobile", "lon", "befund"]
    assert "nachname  # as answered; proposed was identifier, medium" in Path("spec.yml").read_text()


def test_answers_that_end_write_nothing(folder: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-D before the last column is exit code 2, and leaves no file."""
    answers(monkeypatch, "", "", "nonsense")
    ended = run("init", "kunden.parquet", "-o", "spec.yml", "-i")
    assert (ended.code, ended.out) == (2, "")
    assert "nothing was written" in ended.err
    assert not Path("spec.yml").exists()


def test_an_update_asks_for_new_columns_alone(folder: Path, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those with a role are not asked for again."""
    Path("spec.yml").write_text(EDITED)
    answers(monkeypatch, "ignored", "", "", "", "")
    ended = run("init", "spec.yml", "--update", "-i")
    assert ended.code == 0, ended.err
    assert "kontakt:" not in ended.err
    assert read_spec(folder / "spec.yml").ignored == {"quelle": None, "customer": None}


def test_a_condition_on_records_is_kept(run: Command) -> None:
    """The profile is of the records that meet it, and the spec measures the same ones."""
    text = run("init", "kunden.parquet", "--where", "customer < 500").out
    assert "What kunden.parquet where customer < 500 holds: 500 records, 12 columns." in text
    assert '\nwhere: "customer < 500"\n' in text
    refused = run("init", "kunden.parquet", "--where", "customer <")
    assert (refused.code, refused.out) == (2, "")


def test_a_query_is_kept(folder: Path, run: Command) -> None:
    """The columns of the user's own query get roles, and the spec measures it again."""
    query = "select plz2, befund from 'kunden.parquet' where customer < 500"
    assert run("init", "--query", query, "-o", "spec.yml").code == 0
    spec = read_spec(folder / "spec.yml")
    assert (spec.query, spec.quasi_identifiers, spec.sensitive) == (query, ["plz2"], ["befund"])
    assert run("score", "spec.yml", "-m", "k_anonymity").code == 0


def test_columns_of_any_name_are_scored_as_they_are_written(folder: Path, run: Command) -> None:
    """The written spec is valid, and finds its relation from its own folder."""
    (folder / "data").mkdir()
    names = ["age", "disease", 'say "hi"', "yes", "a: b", "# x", "ünïcode", "patient_id", "new\nline", "\x7f"]
    columns = ", ".join(f'i % {12 + n} as "{name.replace(chr(34), chr(34) * 2)}"' for n, name in enumerate(names))
    duckdb.execute(f"copy (select {columns} from range(100) t(i)) to '{folder}/data/d.parquet'")
    assert run("init", folder / "data" / "d.parquet", "-o", "spec.yml").code == 0
    spec = read_spec(folder / "spec.yml")
    assert (spec.relation, spec.sensitive, spec.individual) == ("data/d.parquet", ["disease"], "patient_id")
    assert spec.quasi_identifiers == [name for name in names if name not in {"disease", "patient_id"}]
    assert run("score", "--spec", "spec.yml", "-m", "itpr").code == 0
    (folder / "data" / "no_one.csv").write_text("age\n")
    empty = run("init", folder / "data" / "no_one.csv", "-o", "my spec.yml")
    assert "none looks as if others knew it of a person: name what" in empty.err
    assert empty.err.strip().endswith("sqlmetrics score 'my spec.yml'")
    assert "no_one.csv holds: 0 records, 1 column." in Path("my spec.yml").read_text()
    assert "separator right" not in Path("my spec.yml").read_text()


def test_columns_that_tell_apart_only_together_are_named(run: Command) -> None:
    """Their names and the share of records that are alone, not their values."""
    out = run("init", ROOT / "fixtures" / "anes96.parquet").out
    assert "# Only together these single out records:\n#   age + income + population: 92% of the records" in out
    assert "- party  # medium: its name speaks of religion, politics or a union [VARCHAR, 7 distinct, 0 NULL" in out
