"""What is said of a table holds: assertions are held against the exact numbers of small worlds."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import sqlmetrics
from conftest import ROOT
from small_worlds import Exact, Row, hold, random_worlds, small_worlds
from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.certificate.measured import certificate
from sqlmetrics.certificate.published import published
from sqlmetrics.engine.progress import Progress
from sqlmetrics.gate.judged import judge_spec
from sqlmetrics.output.page.answer import answer
from sqlmetrics.output.page.people import people_at_risk
from sqlmetrics.output.page.secrets import learnt
from sqlmetrics.output.results.scores import scores_report
from sqlmetrics.sentences import Said, heard
from sqlmetrics.spec.call import call_spec


def certificates(rows: Sequence[Row], limits: dict[str, Any]) -> tuple[Certificate, Certificate]:
    """Return the internal and the public certificate of a table."""
    several = len({person for *_, person in rows}) < len(rows)
    frame = {"key": [key for key, *_ in rows], "secret": [one for _, one, _ in rows], "who": [who for *_, who in rows]}
    words = {"look": False, "thresholds": limits, **({"individual": "who"} if several else {})}
    spec = call_spec(frame, ["key"], ["secret"], words)
    whole = certificate(judge_spec("job", spec, "run", Progress(), reports=True))
    return whole, published(whole)


def said_of(rows: Sequence[Row], limits: dict[str, Any]) -> list[Said]:
    """Return what the pages say of a table, internal and public."""
    pages = certificates(rows, limits)
    with heard() as found:
        for one in pages:
            answer(one), people_at_risk(one), learnt(one)
    return found


LIMITS: list[dict[str, Any]] = [
    {},
    {"k_anonymity": {"at_least": 11}, "alpha_k_anonymity": {"at_most": 0.9}},
    {"k_anonymity": {"at_least": 2}, "alpha_k_anonymity": {"at_most": 1}},
]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("limits", LIMITS, ids=["no limit", "limits that fail or are met", "limits nobody needs"])
def test_what_pages_say_of_random_tables_holds(limits: dict[str, Any]) -> None:
    """Internal and public pages, of people with one record and with several."""
    found = Counter[str]()
    for rows in random_worlds(12):
        found += hold(Exact(rows), said_of(rows, limits), rows)
    assert len(found) >= 12


@pytest.mark.sampled(1)
@pytest.mark.parametrize("people", [3, 4])
def test_what_pages_say_of_small_worlds_holds(people: int) -> None:
    """Of all tables of up to four people, nobody hidden and everybody alone among them."""
    found = Counter[str]()
    for place, rows in enumerate(small_worlds(people)):
        found += hold(Exact(rows), said_of(rows, LIMITS[place % len(LIMITS)]), rows)
    assert len(found) >= 12


@pytest.mark.sampled(1)
@pytest.mark.parametrize("people", [3, 5])
def test_what_scores_say_of_small_worlds_holds(people: int) -> None:
    """`score` prints sentences on who people are and on the secret, beside what chance gives."""
    found = Counter[str]()
    for rows in small_worlds(people):
        frame = {"key": [key for key, *_ in rows], "secret": [one for _, one, _ in rows]}
        scores = sqlmetrics.score(frame, ["key"], ["secret"], look=False)
        with heard() as said:
            scores_report(scores)
        found += hold(Exact(rows), said, rows)
    assert len(found) >= 6


APART = {
    ", and {open} could not be measured",
    "A stricter limit puts more people at risk: {shares}",
    "For how many it is more than {limit} sure is not said in this version.",
    "How much of the uncertainty about {name} the known columns take away: {why}.",
    "How often the best guess of {name} is right. ",
    "How people hide was not measured: {reason}.",
    "How sure a guess of {secrets} can be is not shown.",
    "How sure guesses are was not measured: {reason}.",
    "How sure guesses of {names} are was not measured.",
    "How sure the best guess is {large}",
    "How sure the guess is {large} was not measured",
    "In the most exposed group of {least} or more",
    "Met: all {count} conditions hold",
    "Not decided: {open} of {conditions} could not be measured",
    "Not met: {failed} of {conditions} {fail}{rest}",
    "Not met: {identifiers} in the table",
    "Not met: {number} {verb} no role",
    "Not met: {some} of {every} {fail}{where}",
    "Own limits were set by the publisher{named}.",
    "People by how often the best guess of {name} is right in their group. {told}. Without the release: {shown}.",
    "People by the size of their group. {key}",
    "People in groups of {size} are left out.",
    "Red: right {share} of the time or more, nearly sure.",
    "Share of people in groups of fewer than k: {told}.",
    "Someone who knows {names} of a person",
    "Texts of {names} hold identifiers of the people they are about: no condition makes up for that.",
    "The mark is the limit of {limit}, which is set for every group.",
    "The mark is {limit}, above which a guess counts here as nearly sure; no limit was set.",
    "The only group of {least} or more",
    "The {number} groups of {least} or more with the surest guesses",
    "What is missing counts as not met: {told}.",
    "be more than {limit} sure of {guesses}",
    "in groups of {least} or more",
    "the own limit of {size}",
    "{columns} {were} not looked at.",
    "{names} {verb} given no role and no reason to stay: no condition makes up for that.",
    "{names} {verb} in the table, without a reason: no condition makes up for that.",
    "{name} looks like {says}, and was given no role.",
    "{rate} How much of that is more than chance: {why}.",
}
"""Sentences with parts that are no number of people, and no score."""


def texts_without_predicate() -> set[str]:
    """Return the sentences of the modules of assertions that are none, and have parts."""
    found: set[str] = set()
    for name in ("answer", "people", "secrets"):
        tree = ast.parse((ROOT / "sqlmetrics" / "output" / "page" / f"{name}.py").read_text(encoding="utf-8"))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "wording":
                texts = (one for one in call.args[:1] if isinstance(one, ast.Constant))
                found.update(one.value for one in texts if isinstance(one.value, str) and "{" in one.value)
    return {text for text in found if len(text.split()) > 4}


def test_no_sentence_stands_without_its_predicate() -> None:
    """Whoever writes one with a number makes it an assertion, or says here that it asserts none."""
    assert texts_without_predicate() == APART
