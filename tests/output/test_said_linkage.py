"""What a report says of a file of people, and of the words of texts, holds."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

import pytest

import sqlmetrics
from conftest import ROOT
from sqlmetrics.certificate.certificate import Certificate, certificate_text
from sqlmetrics.certificate.verified import contradictions
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.privacy_report import measured_again
from sqlmetrics.sentences import heard

RELEASE = {"id": [1, 2, 3, 4], "a": [*"xxyz"], "b": [*"xyxz"], "c": [*"xyzx"]}
"""The release of four people that tests/release/attack/test_linkage.py works by hand."""


class ByHand:
    """The file of three people, worked by hand: one is found rightly, with 4.54 bits; one wrongly.

    Where the other person is told who has the same record, one to one, the links are the same.
    """

    people = 3
    shares: ClassVar[dict[str, float]] = {
        "linked": 2 / 3,
        "linked_rightly": 1 / 3,
        "linked_exactly": 1 / 3,
        "linked_by_chance": 2 / 12,
    }

    def found(self, metric: str) -> float:
        """Return the share of the people who are found."""
        return self.shares[metric]

    @staticmethod
    def beyond(weight: int) -> tuple[float, float]:
        """Return the people with a weight or more, and how many of them are found rightly."""
        return (0, 0) if weight > 4 else (2, 1)


def reported(folder: Path, *, internal: bool, told: bool = True, **linkage: Any) -> Certificate:
    """Return the certificate of a report beside a file of three people."""
    (folder / "file.csv").write_text("id,a,b,c\n1,x,x,y\n4,z,z,x\n9,w,w,w\n")
    words: dict[str, Any] = {"individual": "id"} if told else {"ignored": ["id"]}
    own: dict[str, Any] = {
        "linkage": {"file": folder / "file.csv", **linkage},
        "thresholds": {"exact_matches": 0.5},
        "look": False,
    }
    return sqlmetrics.report(RELEASE, ["a", "b", "c"], internal=internal, **words, **own).certificate


@pytest.mark.parametrize("links", ["best", "one_to_one"])
def test_what_a_page_says_of_a_file_holds(tmp_path: Path, links: str) -> None:
    """The shares of the file's records, by hand; a number that is off by a person does not hold."""
    certificate = reported(tmp_path, internal=True, links=links)
    with heard() as said:
        page = page_html(certificate)
    own = [one for one in said if {"linked", "linked_rightly", "linked_by_chance", "weight"} & {*one.facts}]
    assert [one.assertion.text for one in own if not one.holds(ByHand())] == []
    assert len(own) == 3
    wrong = ByHand()
    wrong.people = 4
    assert not any(one.holds(wrong) for one in own)
    section = page.partition('id="linkage"')[2].partition("</section>")[0]
    assert ("each the other" in section) == (links == "one_to_one")
    assert [*contradictions(certificate)] == []


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ("abc", "Records that agree in all of these columns but two are weighed by how rare the values are"),
        ("ab", "Records that agree in one of these columns, or in both, are weighed by how rare the values are"),
        ("a", "Records that agree in this column are weighed by how rare their value is."),
    ],
)
def test_a_page_says_which_records_are_compared(tmp_path: Path, columns: str, sentence: str) -> None:
    """They agree in all columns but two; of two columns in one, and of one column in it."""
    page = page_html(reported(tmp_path, internal=False, columns=[*columns]))
    assert page.count("Records that agree in") == page.count(sentence) == 1


def test_a_weight_from_which_all_are_found_rightly(tmp_path: Path) -> None:
    """Without the person who is found wrongly, both who are linked are found rightly."""
    reported(tmp_path, internal=True)
    (tmp_path / "file.csv").write_text("id,a,b,c\n4,z,z,x\n")
    certificate = sqlmetrics.report(
        RELEASE, ["a", "b", "c"], internal=True, individual="id", linkage={"file": tmp_path / "file.csv"}, look=False
    ).certificate
    with heard() as said:
        page = page_html(certificate)
    (sure,) = (one for one in said if "weight" in one.facts)
    assert (sure.facts["weight"], sure.facts["sure"].value) == (0, 1)
    assert not sure.holds(ByHand())
    assert "everybody is found rightly (1 person)." in page


def test_a_public_page_has_the_verdict_alone(tmp_path: Path) -> None:
    """No share of the file, no count of its records, and no weight."""
    certificate = reported(tmp_path, internal=False)
    own = json.loads(certificate_text(certificate))["linkage"]
    assert (own["passed"], own["scores"], own["by_weight"], own["people"]["value"]) == (True, [], [], None)
    section = page_html(certificate).partition('id="linkage"')[2].partition("</section>")[0]
    assert not {"66.7%", "33.3%", "16.7%"} & {*section.split()}
    assert "in the internal version" in section
    untold = page_html(reported(tmp_path, internal=True, told=False))
    assert "Nobody can say who is found rightly" in untold


def test_what_contradicts_itself_is_found(tmp_path: Path) -> None:
    """A verdict that does not follow from the conditions; without the spec nothing is measured."""
    from dataclasses import replace

    certificate = reported(tmp_path, internal=True)
    assert certificate.linkage is not None
    wrong = replace(certificate, linkage=replace(certificate.linkage, passed=False))
    assert [flaw.place for flaw in contradictions(wrong)] == ["linkage: passed"]
    with pytest.raises(sqlmetrics.SpecError, match="about a file of people, too"):
        measured_again(json.loads(certificate_text(certificate)), None)


class Notes:
    """The words of the fixture's notes, counted by plain loops."""

    def __init__(self) -> None:
        rows = (ROOT / "fixtures" / "notes" / "notes.csv").read_text().splitlines()[1:]
        words: dict[str, set[str]] = {}
        for row in rows:
            person, _, text = row.partition(",")
            letters = "".join(one if one.isalnum() else " " for one in text.lower())
            words.setdefault(person, set()).update(letters.split())
        held = Counter(word for own in words.values() for word in own)
        common = {word for word, people in held.items() if 2 * people > len(words)}
        left = [own - common for own in words.values()]
        self.counts = {"words": len(held), "common": len(common), "wordless": sum(not own for own in left)}

    def count(self, what: str) -> int | None:
        """Return a number of words, or of people without one."""
        return self.counts.get(what)


@pytest.mark.parametrize("internal", [True, False])
def test_a_page_says_how_many_words_there_are(internal: bool) -> None:
    """10 words, 2 of them of more than half the people; a public page has no such number."""
    made = sqlmetrics.report(spec=ROOT / "fixtures" / "notes" / "notes.yml", internal=internal).certificate
    with heard() as said:
        page = page_html(made)
    own = [one for one in said if "wordless" in one.facts]
    assert [one.holds(Notes()) for one in own] == [True] * internal
    assert "A point is a word of" in page
    assert "falconer" not in page.lower()
    assert [*contradictions(made)] == []
