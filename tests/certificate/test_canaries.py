"""A table full of words to be found again, none of which is in its public report."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from canaries import encodings
from sqlmetrics.gate.jobs import Options, check
from sqlmetrics.output.privacy_report import PrivacyReport, report
from sqlmetrics.spec.reading import read_spec

TOWNS = [
    "Québçanary",
    'quo\'te "canary"',
    "<b onclick=x>canary</b>",
    "canary&amp;co",
    "北京カナリア",
    "%63anary%2Ftown",
]
JOBS = [f"canaryjob-{number}" for number in range(90)]
ILLS = ["canaritis", "Kanarienfieber", "canary\\backslash", "canary🐤", "83417.2575"]
STAGES = ["stage-canary-I", "stage-canary-II"]
NUMBERS = ["83417.25", "83418.75", "91733.5", "12345678.5"]
DATES = ["1987-03-21", "1987-03-22", "1987-04-23"]
NODES = ["fever of canaries", "root-of-canaries"]
DOMAINS = ["Canary North", "Canary South", "jobs-of-canaries", "under-83418-canary", "over-83418-canary", "rest-canary"]
MARK = "*canary-mark*"

SPEC = """
title: Wards
relation: {folder}/secret-folder/wards.csv
quasi_identifiers: [town, job, income, born]
sensitive: [ill, stage]
partitions:
  town:
    domains:
      Canary North: ["Québçanary", "quo'te \\"canary\\"", "<b onclick=x>canary</b>"]
      Canary South: ["canary&amp;co", "北京カナリア"]
    unmapped: rest-canary
  job: {{file: jobs.csv}}
  income: {{cuts: [83418], labels: [under-83418-canary, over-83418-canary]}}
  born: {{prefix: 7}}
hierarchies: {{ill: ills.csv}}
orders: {{stage: [stage-canary-I, stage-canary-II]}}
thresholds:
  k_anonymity: {{at_least: 3}}
  alpha_k_anonymity: {{at_most: 0.7}}
"""

MARKED = """
relation: {folder}/secret-folder/wards.csv
quasi_identifiers: [town, job]
sensitive: [stage]
suppressed: "*canary-mark*"
where: born <> '1987-04-23' and income < 12345678.5
"""

QUERY = """
query: select * from '{folder}/secret-folder/wards.csv' where ill <> 'Kanarienfieber' and born <> '1987-03-22'
quasi_identifiers: [town]
sensitive: [ill]
partitions: {{ill: {{mapping: {{canaritis: fever of canaries}}, unmapped: rest-canary}}}}
nulls: drop
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the table of canaries, a mapping and a hierarchy."""
    (tmp_path / "secret-folder").mkdir()
    with (tmp_path / "secret-folder" / "wards.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["town", "job", "income", "born", "ill", "stage"])
        for number in range(180):
            town, job = TOWNS[number % 6], JOBS[number // 2]
            if number % 30 == 7:
                town = job = MARK
            rest = [values[number % len(values)] for values in (NUMBERS, DATES, ILLS, STAGES)]
            rows.writerow([town, job, *rest])
    jobs = "".join(f"{job},jobs-of-canaries\n" for job in [*JOBS, MARK])
    (tmp_path / "jobs.csv").write_text(f"value,domain\n{jobs}", encoding="utf-8")
    tree = "".join(f"{ill};{NODES[0]};{NODES[1]}\n" for ill in ILLS)
    (tmp_path / "ills.csv").write_text(tree, encoding="utf-8")
    return tmp_path


def reported(folder: Path, spec: str, *, internal: bool = False) -> PrivacyReport:
    """Return the report of a spec in a folder."""
    path = folder / "release.yml"
    path.write_text(spec.format(folder=folder), encoding="utf-8")
    return report(read_spec(path), internal=internal)


def found(words: Iterable[str], texts: Iterable[str]) -> set[str]:
    """Return the words that are in one of the texts in some encoding."""
    folded = [text.casefold() for text in texts]
    return {
        word
        for word in words
        for written in encodings(word)
        if len(written) > 5 and any(written.casefold() in text for text in folded)
    }


class Texts(HTMLParser):
    """The texts and attributes of a page, as a reader gets them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self.texts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the values of attributes."""
        self.texts += [value or "" for _, value in attrs]


def texts(made: PrivacyReport) -> list[str]:
    """Return a report's page and certificate, as they are and as they are read."""
    strings: list[str] = []
    json.loads(made.json, object_pairs_hook=lambda pairs: strings.extend(str(part) for pair in pairs for part in pair))
    return [made.html, made.json, "\n".join(Texts(made.html).texts), "\n".join(strings)]


VALUES = [
    *TOWNS,
    *JOBS,
    *ILLS,
    *STAGES,
    *NUMBERS,
    *DATES,
    *NODES,
    *DOMAINS,
    MARK,
    "1987-03",
    "1987-04",
    "secret-folder",
]


@pytest.mark.parametrize("spec", [SPEC, MARKED, QUERY], ids=["recoded", "marked", "query"])
def test_no_value_of_the_table_is_in_its_public_report(folder: Path, spec: str) -> None:
    """No value, domain, node, mark or folder is in the page or the certificate, however written."""
    made = texts(reported(folder, spec))
    assert found([*VALUES, str(folder)], made) == set()
    assert not [text for text in made if "canar" in text.casefold()]


@pytest.mark.parametrize("spec", [SPEC, MARKED, QUERY], ids=["recoded", "marked", "query"])
def test_the_search_finds_what_an_internal_report_has(folder: Path, spec: str) -> None:
    """The statement of an internal report has the values of its recodings and of its condition."""
    wanted = {
        SPEC: {*TOWNS[:5], *JOBS, *STAGES, *ILLS, *NODES, *DOMAINS, "secret-folder"},
        MARKED: {MARK, DATES[2], NUMBERS[3]},
        QUERY: {"canaritis", "Kanarienfieber", DATES[1], "rest-canary"},
    }
    assert found(VALUES, texts(reported(folder, spec, internal=True))) >= wanted[spec]


def test_notes_of_a_public_report_name_no_file_and_no_condition(folder: Path) -> None:
    """What a run is compared with is named by its history and its condition in an internal one."""
    path = folder / "release.yml"
    path.write_text(SPEC.format(folder=folder) + "where: town <> 'canary&amp;co'\n", encoding="utf-8")
    history = {"history": str(folder / "secret-folder" / "history.duckdb")}
    spec = read_spec(path)
    options = Options(words={**history, "no_worse_than": "last"})
    internal = report(spec, options=options, internal=True)
    assert "secret-folder" in internal.html
    assert found(VALUES, texts(report(spec, options=options))) == set()
    check(spec.model_copy(update={"where": None}), options=Options(words=history))
    made = report(spec, options=options)
    assert found(VALUES, texts(made)) == set()
    assert not any(one.origin is not None for one in made.certificate.conditions)
    whole = report(spec, options=options, internal=True)
    assert any(one.origin is not None for one in whole.certificate.conditions)
    assert found(VALUES, texts(whole))


BESIDE = """
relation: {folder}/secret-folder/wards.csv
quasi_identifiers: [income, born]
sensitive: [stage]
partitions: {{born: {{prefix: 4}}}}
"""
