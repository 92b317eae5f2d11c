"""The stumbles of five users, each played as they typed it: what they read now instead.

Others play what takes a terminal, a pipe, dbt or Python: `output/test_headlines.py` colours,
`test_signals.py` a closed pipe, `dbt/test_dbt.py` nights that failed, `test_python.py` results of
calls, `engine/test_url.py` passwords.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest

from conftest import Run

Command = Callable[..., Run]

PEOPLE = (
    "select 20 + i % 50 as age, ['f', 'm'][1 + i % 2] as sex, ['flu', 'cold', 'ok'][1 + i * i % 3] as disease,"
    " 'p' || i || '@mail.org' as email, i as person, i % 2 as day from range(600) r(i)"
)
SPEC = "relation: people.parquet\nquasi_identifiers: [age]\nsensitive: [disease]\n"
RELEASES = ("deep/in/folders/release_2024.parquet", "deep/in/folders/release_2025.parquet")
KNOWN = ("--original", "people.parquet", "--known", "age", "--known", "sex", "--secret", "disease")

CUT = ("…", "deep/")
"""What no table and no heading holds: a number or a name that is cut, and a path."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with people, two releases far away, counts, a spec, and one with thresholds."""
    path = tmp_path_factory.mktemp("transcripts")
    (path / "deep/in/folders").mkdir(parents=True)
    with duckdb.connect() as connection:
        connection.execute(f"create table people as {PEOPLE}")
        connection.execute(f"copy people to '{path}/people.parquet'")
        for file, years in zip(RELEASES, (10, 25), strict=True):
            rounded = f"select age // {years} * {years} as age, sex, disease from people"
            connection.execute(f"copy ({rounded}) to '{path}/{file}'")
    (path / "spec.yml").write_text(SPEC, encoding="utf-8")
    (path / "roles.yml").write_text(f"{SPEC}ignored: [email]\n", encoding="utf-8")
    (path / "held.yml").write_text(
        f"{SPEC}ignored: [email]\nthresholds: {{k_anonymity: {{at_least: 5}}}}\n", encoding="utf-8"
    )
    return path


@pytest.fixture(autouse=True)
def _in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch, run: Command) -> None:
    monkeypatch.chdir(folder)
    if not Path("counts.parquet").exists():
        assert run("count", "people.parquet", "-q", "age", "-s", "disease", "-o", "counts.parquet").code == 0


class Line(NamedTuple):
    """A command line of a stumble: how it ends, what is read and what no longer is."""

    stumble: int
    typed: str
    code: int
    read: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


TRANSCRIPTS = (
    Line(1, "score --spec spec.yml -m k", 0, ("email looks like e-mail addresses", "Not examined, because they have")),
    Line(4, "check --spec roles.yml --history a.duckdb --no-worse-than last", 0, ("nothing to compare with yet",)),
    Line(4, "check --spec roles.yml --history b.duckdb", 0, ("no threshold was held",)),
    Line(4, "check --spec held.yml --history c.duckdb --no-worse-than last-passed", 0, ("nothing to compare",)),
    Line(5, "report people.parquet -q age -o r.docx", 2, ("r.docx: a report is a page: end its name in .html, .htm",)),
    Line(6, "score --spec spec.yml -o report.html", 2, ("end its name in .json, .csv, .parquet, .md, .txt",)),
    Line(6, "score --spec spec.yml -o report.html", 2, ("form; `sqlmetrics report` writes a page, as .html or .pdf",)),
    Line(6, "score --spec spec.yml -o out.parquet -f json", 2, (".parquet", "json")),
    Line(8, "count people.parquet -q age -q person -o p.parquet", 2, ("alone in a count", "--allow-singles")),
    Line(9, "check --spec held.yml --counts counts.parquet", 0, ("k_anonymity of identity", "passed by")),
    Line(10, "count people.parquet -q age --where day=1 -o day.parquet", 0, ("300 records where day=1",)),
    Line(11, "sql clinic.patients -q age -m k --dialect snowflake", 0, ('"CLINIC"."PATIENTS"', '"AGE"'), ('"age"',)),
    Line(12, f"gda {' '.join((*RELEASES, *KNOWN))}", 0, ("on release_2024, release_2025, judged by people",), CUT),
    Line(12, f"attacks {' '.join((*RELEASES, *KNOWN[:2]))} -q age -s disease", 0, ("against people",), CUT),
    Line(12, f"utility {' '.join((*RELEASES, *KNOWN[:2]))} --queries 5", 0, ("release_2025 beside people",), CUT),
    Line(13, "metrics sedr", 0, ("discrimination_rate",)),
    Line(13, "score people.parquet -q age -s disease -m DR -m k-anonymity", 0, ("discrimination_rate", "k_anonymity")),
    Line(13, "metrics DRR", 2, ("unknown metric 'DRR'; did you mean 'discrimination_rate'",)),
    Line(14, "score spec.yml -m k", 0, ("k_anonymity",)),
    Line(14, "score counts.parquet", 2, ("is a file of counts", "--counts"), ("at least one quasi-identifier",)),
    Line(14, "score counts.parquet -q age", 2, ("is a file of counts", "--counts"), ("Its columns: key_1",)),
    Line(14, "check --spec counts.parquet", 2, ("is a Parquet file, and no spec file",), ("NUL",)),
    Line(17, "score people.parquet -q age -s disease", 0, ("scores that decide", "--all"), ("a_quot",)),
    Line(18, "score peple.parquet -q age", 2, ("did you mean 'people.parquet'?",), ("beside it",)),
    Line(19, "sql people -q age -m k --dialect postgresql", 0, ("k_anonymity",)),
    Line(19, "sql people -q age -m k --dialect mssql", 0, ("k_anonymity",)),
    Line(19, "sql people -q age -m k --dialect bigqery", 2, ("did you mean 'bigquery'?",)),
    Line(19, "score people.parquet -q age sex", 2, ("repeat the flag: -q age -q sex",)),
    Line(19, "score people.parquet -q age,sex", 2, ("name each column by itself: -q age -q sex",)),
    Line(19, "score people.parquet --qi age", 2, ("did you mean --quasi-identifier?",)),
    Line(20, "score people.parquet -q age -f html", 2, ("'html' is not one of", "report` writes"), ("Value error",)),
    Line(20, "score people.parquet -q age -f jsn", 2, ("did you mean 'json'?",)),
    Line(20, "score people.parquet -q ages", 2, ("no column 'ages'; did you mean 'age'? Its columns",)),
    Line(20, "classes people.parquet -q age --condition kk<3", 2, ("no metric of classes is called kk; did you mean",)),
    Line(20, "sql people -q age -s disease -m k", 0, ("what age tells about",), ("what age tell about",)),
    Line(20, "score s3://bucket/p.parquet -q age", 3, ("cannot list s3://bucket/", "no key is set",), ("complete",)),
)  # fmt: skip
"""The lines in the order of the table of stumbles; the numbers are its rows'."""


@pytest.mark.parametrize("line", TRANSCRIPTS, ids=lambda line: f"{line.stumble}: {line.typed.split()[0]}")
def test_what_made_users_stumble_is_mended(line: Line, run: Command) -> None:
    """Each line ends as it should on 80 columns, and says what a person needs."""
    ended = run(*line.typed.split(), columns=80)
    words = " ".join(f"{ended.err} {ended.out}".split())
    assert ended.code == line.code, words
    assert [text for text in line.read if text not in words] == [], words
    assert [text for text in line.unread if text in words] == [], words


def test_the_headline_stands_below_what_looks_like_an_identifier(run: Command) -> None:
    """Stumble 1: "Everybody hides" is never the first that is read of a table of addresses."""
    said = run("score", "--spec", "spec.yml", columns=80).out
    assert said.index("e-mail addresses") < said.index("Everybody hides")


@pytest.mark.parametrize(("ending", "begins"), [("parquet", b"PAR1"), ("json", b"{"), ("csv", b"metric,")])
def test_outputs_are_what_their_endings_say(ending: str, begins: bytes, run: Command, tmp_path: Path) -> None:
    """Stumble 6: a file of a result has the form that its name promises."""
    file = tmp_path / f"out.{ending}"
    assert run("score", "people.parquet", "-q", "age", "-m", "k", "-o", file).code == 0
    assert file.read_bytes().startswith(begins)


def test_a_failed_run_is_still_compared_with(run: Command, tmp_path: Path) -> None:
    """Stumble 4: `last` is there after a run that failed, and its id is shown short."""
    strict = tmp_path / "strict.yml"
    strict.write_text(
        f"{SPEC.replace('people', str(Path.cwd() / 'people'))}thresholds: {{k_anonymity: {{at_least: 99}}}}\n"
    )
    gate = ("check", "--spec", strict, "--history", tmp_path / "h.duckdb", "--no-worse-than", "last")
    assert [run(*gate).code, (second := run(*gate, columns=80)).code] == [1, 1]
    assert re.search(r"as in run .*\b[0-9a-f]{8}\b", " ".join(second.out.split()))
