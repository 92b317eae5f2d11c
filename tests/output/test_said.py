"""What is said of a table holds: assertions are held against the exact numbers of small worlds."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import sqlmetrics
from conftest import ROOT
from page_texts import DESK, REPORT, said_in, templates_of
from sentences_apart import APART, KINDS
from small_worlds import Exact, ExactGate, Row, hold, random_worlds, small_worlds
from sqlmetrics.certificate.certificate import Certificate
from sqlmetrics.certificate.measured import certificate
from sqlmetrics.certificate.published import published
from sqlmetrics.engine.progress import Progress
from sqlmetrics.gate.judged import judge_spec
from sqlmetrics.output.page.answer import answer
from sqlmetrics.output.page.page import rendered
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
            rendered("answer.html", certificate=one, content=answer(one))
            rendered("people.html", certificate=one, content=people_at_risk(one))
            rendered("learnt.html", certificate=one, content=learnt(one))
    return found


def gate_of(rows: Sequence[Row], limits: dict[str, Any]) -> ExactGate:
    """Return a table with its limits as it is."""
    own = {metric: next(iter(limit.values())) for metric, limit in limits.items()}
    alone = len({person for *_, person in rows}) == len(rows)
    return ExactGate([(*row, "") for row in rows], own, counts={"not looked at": int(alone)})


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
        found += hold(gate_of(rows, limits), said_of(rows, limits), rows)
    assert len(found) >= 12


@pytest.mark.sampled(1)
@pytest.mark.parametrize("people", [3, 4])
def test_what_pages_say_of_small_worlds_holds(people: int) -> None:
    """Of all tables of up to four people, nobody hidden and everybody alone among them."""
    found = Counter[str]()
    for place, rows in enumerate(small_worlds(people)):
        limits = LIMITS[place % len(LIMITS)]
        found += hold(gate_of(rows, limits), said_of(rows, limits), rows)
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


SAYING = [
    *sorted((ROOT / "sqlmetrics" / "output" / "page").glob("*.py")),
    *sorted((ROOT / "sqlmetrics" / "desk").rglob("*.py")),
]
"""The modules of what pages and the desk say."""


def texts_without_predicate() -> set[str]:
    """Return the sentences of pages and of the desk that are no assertions, and have parts."""
    found: set[str] = set()
    for path in SAYING:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in {"wording", "Phrase"}:
                texts = (one for first in call.args[:1] for one in ast.walk(first) if isinstance(one, ast.Constant))
                found.update(one.value for one in texts if isinstance(one.value, str) and "{" in one.value)
    for path in (*templates_of(REPORT), *templates_of(DESK)):
        said = said_in(path.read_text(encoding="utf-8"))
        found.update(one.text for one in said if "{" in one.text and not one.grounded)
    return {text for text in found if len(text.split()) > 4}


def test_no_sentence_stands_without_its_predicate() -> None:
    """Whoever writes one with a number makes it an assertion, or says that it asserts none."""
    assert texts_without_predicate() == APART


def test_what_needs_no_predicate_has_no_figure_of_people() -> None:
    """Each part of these sentences is of a kind that says nothing of the people of a table."""
    parts = {part for text in APART for part in re.findall(r"\{(\w*)\}", text)}
    assert parts == {part for own in KINDS.values() for part in own.split()}
