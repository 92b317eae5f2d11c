"""Known points on the desk: what is left as some are taken away, without a browser."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from desks import Visitor, visited, words_of
from werkzeug.datastructures import MultiDict

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.spec.yaml_file import parse_yaml

TABLES = """# four people in two tables
tables:
  main: {relation: people.csv, key: id, columns: [colour]}
  visits: {relation: visits.csv, key: id, columns: [ward, day], partitions: {day: {prefix: 1}}}
known: 3
thresholds: {unicity: 0.5, k_anonymity: 2}
"""
"""Colour and ward each leave two people, both together one. All days are alike."""

EVENTS = "relation: events.csv\nindividual: id\nquasi_identifiers: [colour, ward]\nknown: 1\nthresholds: {unicity: 0}\n"


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    """A visitor of the desk of a folder with two tables of four people."""
    people = pd.DataFrame({"id": [1, 2, 3, 4], "colour": ["Oxblood", "Oxblood", "Puce", "Puce"]})
    visits = pd.DataFrame({"id": [1, 2, 3, 4], "ward": [*"pqpq"], "day": ["2026"] * 4})
    people.to_csv(tmp_path / "people.csv", index=False)
    visits.to_csv(tmp_path / "visits.csv", index=False)
    people.merge(visits).to_csv(tmp_path / "events.csv", index=False)
    (tmp_path / "linked.yml").write_text(TABLES)
    (tmp_path / "events.yml").write_text(EVENTS)
    with visited(tmp_path) as found:
        yield found


def known(visitor: Visitor, *places: int) -> str:
    """Say which parts are known, and return the page of what follows."""
    sent = MultiDict([("form", visitor.server.guard.form), *(("known", str(place)) for place in places)])
    headers = {"Origin": visitor.base, "Sec-Fetch-Site": "same-origin"}
    visitor.client.post("/points", base_url=visitor.base, data=sent, headers=headers)
    visitor.wait()
    return visitor.get("/points").text


def test_a_table_or_a_column_is_taken_away(visitor: Visitor, tmp_path: Path) -> None:
    """By hand: both tables single everybody out; one of them alone leaves two people together."""
    visitor.server.desk.open(tmp_path / "linked.yml", named=True)
    visitor.wait()
    page = visitor.get("/points").text
    assert page.count(" checked>") == 3
    assert "Not met: 2 of 2 conditions fail" in words_of(page)
    assert "With all that the spec names" not in words_of(page)
    apart = known(visitor, 0)
    assert "Met: all 2 conditions hold" in words_of(apart)
    assert "0% , limit at most 50%. With all that the spec names: 100%." in words_of(apart)
    assert "Not met: 2 of 2" in words_of(known(visitor, 0, 1))
    (lines,) = re.findall(r"<pre[^>]*>([^<]*tables:.*?)</pre>", known(visitor, 0, 1), re.DOTALL)
    spec = parse_spec(parse_yaml(html.unescape(re.sub("<.*?>", "", lines)), "the page"), "the page", tmp_path)
    assert [(name, table.columns, table.partitions) for name, table in spec.tables.items()] == [
        ("main", ["colour"], {}),
        ("visits", ["ward"], {}),
    ]
    assert "an attacker who knows nothing finds nobody" in words_of(known(visitor))
    assert "Met: all 2 conditions hold" in words_of(known(visitor, 1, 2, 99, 7))
    assert (tmp_path / "linked.yml").read_text() == TABLES
    assert not {"Oxblood", "Puce"} & {*re.split(r"\W", "".join(visitor.seen))}
    internal = visitor.get("/report.html?version=internal")
    assert 'filename="linked_report.html"' in internal.headers["Content-Disposition"]
    assert "linked.yml" in visitor.get("/").text


def test_columns_of_events_are_taken_away(visitor: Visitor, tmp_path: Path) -> None:
    """A table of the list whose spec is about points is opened as such."""
    sent = visitor.post("/open", {"file": "events.csv"}, script=False)
    assert (sent.status_code, sent.headers["Location"]) == (303, "/points")
    assert "Not met: 1 of 1" in words_of(visitor.get("/points").text)
    page = known(visitor, 1)
    assert "Met: the one condition holds" in words_of(page)
    assert "quasi_identifiers: [ward]" in html.unescape(re.sub("<.*?>", "", page))
    assert (tmp_path / "events.yml").read_text() == EVENTS


def test_words_of_texts_are_shown_and_other_questions_refused(visitor: Visitor, tmp_path: Path) -> None:
    """Words are no columns to take away; slices stay in the terminal."""
    desk = visitor.server.desk
    (tmp_path / "words.yml").write_text("relation: events.csv\nindividual: id\ntext: colour\nknown: 1\n")
    desk.open(tmp_path / "words.yml", named=True)
    visitor.wait()
    page = words_of(visitor.get("/points").text)
    assert ("A point is a word of colour" in page, "Take a column away" in page) == (True, False)
    (tmp_path / "sliced.yml").write_text(EVENTS + "by: day\n")
    with pytest.raises(SpecError, match="desk does not take `by`"):
        desk.open(tmp_path / "sliced.yml", named=True)
    assert desk.points is None
