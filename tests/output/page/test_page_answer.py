"""The answer of a page: the verdict, who can do what to how many people, and the conditions."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from certificates import (
    KNOWN,
    UNKNOWN,
    WITHHELD,
    certificate,
    condition,
    learnt,
    said_on_page,
    score,
    sizes,
    verdict_on,
)
from sqlmetrics.certificate.certificate import AttackerFacts, Certificate, ColumnFacts, MeasuredLimit
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.answer import AT, answer, limit_bar, row
from sqlmetrics.output.page.attackers import attackers

MET = condition("k_anonymity", "at_least", 5, 7.0, True)
BROKEN = condition("prosecutor_risk", "at_most", 0.09, 1.0, False, unit="probability")
OPEN = condition("a_acc", "at_most", 0.2, UNKNOWN, False, target="disease")


@pytest.mark.parametrize(
    ("conditions", "identifiers", "state", "verdict"),
    [
        ((), (), "un", "No conditions were set"),
        ((MET,), (), "yes", "Met: the one condition holds"),
        ((MET, MET), (), "yes", "Met: all 2 conditions hold"),
        ((MET, BROKEN), (), "no", "Not met: 1 of 2 conditions fails"),
        ((BROKEN, BROKEN), (), "no", "Not met: 2 of 2 conditions fail"),
        ((MET, OPEN), (), "un", "Not decided: 1 of 2 conditions could not be measured"),
        ((BROKEN, OPEN), (), "no", "Not met: 1 of 2 conditions fails, and 1 could not be measured"),
        ((MET,), ("name",), "no", "Not met: 1 identifier in the table"),
        ((), ("name", "phone"), "no", "Not met: 2 identifiers in the table"),
        ((BROKEN,), ("name",), "no", "Not met: 1 of 1 condition fails"),
    ],
)
def test_the_verdict_counts_conditions(
    conditions: tuple[MeasuredLimit, ...], identifiers: tuple[str, ...], state: str, verdict: str
) -> None:
    """What could not be measured never counts as met, nor does an identifier."""
    made = certificate(conditions=conditions, identifiers=identifiers)
    assert (answer(made).verdict.state, verdict_on(made)) == (state, verdict)


NOTE = (
    "Own limits were set by the publisher. Whether these are the right conditions is the publisher's to decide, and"
    " not for this page."
)

BAD = {"conditions": (BROKEN,)}
WHO = "Someone who knows age and town of a person can "


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (
            certificate(**BAD),
            WHO + "narrow 100 of 1,000 people (10.0%) down to a group of fewer than 5 people,"
            " and be more than 90% sure of the disease of 20 people (2.0%).",
        ),
        (
            certificate(**BAD, learnt=()),
            WHO + "narrow 100 of 1,000 people (10.0%) down to a group of fewer than 5 people.",
        ),
        (
            certificate(**BAD, sizes=sizes(0)),
            WHO + "be more than 90% sure of the disease of 20 people (2.0%).",
        ),
        (
            certificate(**BAD, sizes=sizes(Figure(5, "under")), learnt=()),
            WHO + "narrow fewer than 5 of 1,000 people down to a group of fewer than 5 people.",
        ),
        (
            certificate(**BAD, sizes=sizes(WITHHELD), learnt=()),
            WHO + "narrow some of 1,000 people (how many is withheld) down to a group of fewer than 5 people.",
        ),
        (
            certificate(**BAD, sizes=sizes(0), learnt=(learnt("disease", 0),)),
            WHO + "narrow nobody down to a group of fewer than 5 people,"
            " and be more than 90% sure of the disease of nobody.",
        ),
        (certificate(**BAD, sizes=sizes(0), learnt=()), WHO + "narrow nobody down to a group of fewer than 5 people."),
        (
            certificate(**BAD, sizes=sizes(0), learnt=(learnt("disease", 20), learnt("income", 30, 0.8))),
            WHO + "be more than 90% sure of the disease of 20 people (2.0%),"
            " and be more than 80% sure of the income of 30 people (3.0%).",
        ),
    ],
)
def test_who_can_do_what_to_how_many(made: Certificate, sentence: str) -> None:
    """A part that is 0 is dropped, and a number that is withheld is not taken for 0."""
    assert said_on_page(made, "answer")[0] == sentence


GOOD = {"conditions": (MET,), "sizes": sizes(0), "learnt": ()}
K, ALPHA = score("k_anonymity", 7.0), score("alpha_k_anonymity", 0.8, "disease")


@pytest.mark.parametrize(
    ("made", "sentences"),
    [
        (
            certificate(**GOOD, scores=(K, ALPHA)),
            ("Everybody hides among at least 7.", "No guess of disease is surer than 80.0%."),
        ),
        (certificate(**GOOD, scores=()), ("Everybody hides among at least 5.",)),
        (certificate(**GOOD, scores=(score("k_anonymity", WITHHELD),)), ("Everybody hides among at least 5.",)),
        (
            certificate(**GOOD, scores=(K, score("alpha_k_anonymity", 1.0, "disease"), ALPHA)),
            ("Everybody hides among at least 7.", "In some group the guess of disease is certain."),
        ),
        (
            certificate(**GOOD, scores=(ALPHA, score("alpha_k_anonymity", UNKNOWN, "income"))),
            ("Everybody hides among at least 5.", "No guess of disease is surer than 80.0%."),
        ),
        (
            certificate(**GOOD, scores=(score("alpha_k_anonymity", Figure(0.9, "over"), "disease"),)),
            ("Everybody hides among at least 5.", "How sure a guess of disease can be is not shown."),
        ),
        (
            certificate(**GOOD, scores=(), columns=(ColumnFacts("note", "not looked at"),)),
            ("Everybody hides among at least 5.", "1 column was not looked at."),
        ),
        (
            certificate(**GOOD, scores=(), columns=None),
            ("Everybody hides among at least 5.", "Which other columns the table has is not known here."),
        ),
        (
            certificate(conditions=(MET,), scores=(), sizes=sizes(2)),
            ("2 of 1,000 people (0.2%) hide among fewer than 5.",),
        ),
        (certificate(conditions=(MET,), scores=(), sizes=(), curve=()), ()),
    ],
)
def test_what_met_is_worth(made: Certificate, sentences: tuple[str, ...]) -> None:
    """A report that is met says among how many people hide, and how sure guesses are."""
    assert said_on_page(made, "answer")[:1] == ([" ".join(sentences)] if sentences else [NOTE])


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"identity": 1.0, "disease": 0.25, "income": 0.5}, "100% of who a person is, and 50.0% of income."),
        ({"identity": Figure(0.2, "about"), "disease": Figure(0.9, "up to")}, "about 20% {who}, and up to 90% {own}."),
        ({"identity": WITHHELD, "disease": 0.5}, None),
        ({"identity": 0.5, "disease": UNKNOWN}, None),
        ({"disease": 0.5}, None),
    ],
)
def test_one_itpr_reads_both_risks(found: dict[str, float | Figure], said: str | None) -> None:
    """Recognition and inference stand on one scale, met or not, with the most exposed secret."""
    scores = tuple(score("itpr", value, target) for target, value in found.items())
    for conditions in ((MET,), (BROKEN,)):
        told = said_on_page(certificate(conditions=conditions, scores=scores), "answer")[0]
        on_scale = re.findall(r"On the one scale of ITPR.*?gives away (.*?\.)(?= [A-Z]|$)", told)
        assert on_scale == ([] if said is None else [said.format(who="of who a person is", own="of disease")])


def test_what_is_open_has_its_reason() -> None:
    """A condition that could not be measured counts as not met, and says why."""
    made = certificate(conditions=(MET, OPEN))
    assert said_on_page(made, "answer")[0].startswith("What is missing counts as not met: nobody is left. Someone")
    assert [(one.result, one.reason) for one in answer(made).rows] == [
        ("Not measured", "nobody is left"),
        ("Met", None),
    ]


def test_identifiers_lead_the_answer() -> None:
    """An identifier without a reason, and a column that looks like one, stand above the verdict."""
    columns = (ColumnFacts("name", "identifier"), ColumnFacts("tel", "not looked at", looks_like="phone"))
    assert said_on_page(certificate(identifiers=("name",), columns=columns), "answer", "alarm") == [
        "name identifies people by itself and is in the table, without a reason: no condition makes up for that.",
        "tel looks like telephone numbers, and was given no role.",
    ]


def test_a_failed_statement_leads_the_answer() -> None:
    """What could not be counted stands above the verdict, with the reason."""
    made = certificate(failed=("combinations",), missing={"combinations": "out of memory"})
    assert said_on_page(made, "answer", "alarm") == [
        "The statement that counts people by combinations of known columns failed: out of memory.",
    ]


def test_bounds_have_their_reason_once() -> None:
    """Why numbers are bounds stands below the conditions, and not in every row."""
    bound = Figure(5, "under", "an exact number would tell more")
    made = certificate(conditions=(replace(MET, measured=bound), replace(MET, measured=bound)))
    assert [one.reason for one in answer(made).rows] == [None, None]
    (note,) = said_on_page(made, "answer", "note")
    assert note == f"Bounds stand where an exact number would tell more. {NOTE}"


@pytest.mark.parametrize(
    ("one", "limit", "measured", "source"),
    [
        (MET, "at least 5", "7", "Own"),
        (condition("records_at_risk", "at_most", 0.09, 0.0171, True, source="EMA"), "at most 9%", "1.7%", "EMA"),
        (condition("records_at_risk", "at_most", 0.125, 0.5, False, origin="r7"), "at most 12.5%", "50.0%", "Run r7"),
        (condition("records_at_risk", "at_most", 0.0002, 0.0, True), "at most 0.02%", "0%", "Own"),
        (condition("entropy", "at_least", 1.5, 2.0, True, unit="bits"), "at least 1.5 bits", "2 bits", "Own"),
        (condition("k_anonymity", "at_least", 5, Figure(5, "under"), False), "at least 5", "under 5", "Own"),
    ],
)
def test_limits_are_as_they_were_set(one: MeasuredLimit, limit: str, measured: str, source: str) -> None:
    """A limit has as many digits as it was given, and says whose it is."""
    assert (row(one).limit, row(one).measured, row(one).source) == (limit, measured, source)


@pytest.mark.parametrize(
    ("one", "used", "stripes"),
    [
        (condition("records_at_risk", "at_most", 0.5, 0.25, True), 30, None),
        (condition("records_at_risk", "at_most", 0.1, 0.125, False), 75, None),
        (condition("records_at_risk", "at_most", 0.1, 0.9, False), 100, None),
        (condition("k_anonymity", "at_least", 5, 10.0, True), 30, None),
        (condition("k_anonymity", "at_least", 5, 1.0, False), 100, None),
        (condition("records_at_risk", "at_most", 0, 0.001, False), 100, None),
        (condition("records_at_risk", "at_most", 0, 0.0, True), 0, None),
        (condition("adjusted_discrimination_rate", "at_most", 0.2, -0.1, True), 0, None),
        (condition("a_quot", "at_most", 2, Figure(None, "infinite", "a value is missing"), False), 100, None),
        (condition("k_anonymity", "at_least", 5, Figure(5, "under"), False), AT, (AT, 100)),
        (condition("prosecutor_risk", "at_most", 0.09, Figure(0.2, "over"), False), AT, (AT, 100)),
        (condition("uniqueness", "at_most", 0.05, Figure(0.025, "up to"), True), 0, (0, 30)),
        (condition("uniqueness", "at_most", 0.05, WITHHELD, True), 0, (0, AT)),
        (OPEN, 0, None),
    ],
)
def test_a_bar_ends_on_the_side_of_its_verdict(
    one: MeasuredLimit, used: float, stripes: tuple[float, float] | None
) -> None:
    """A bar is the share of the limit that is used up, striped where that is not shown."""
    bar = limit_bar(one)
    assert bar.used == pytest.approx(used)
    assert (None if bar.past is None else (bar.past, bar.end)) == stripes


@pytest.mark.parametrize(("own", "other", "holds"), [(-0.5, 0.1, True), (0.1, 0.1, True), (0.1, -0.5, False)])
def test_the_described_attacker_is_the_worst_unless_another_is_further(own: float, other: float, holds: bool) -> None:
    """What is left to a limit, or beyond it, is compared with that of all attackers."""
    found = attackers(certificate(attackers=(AttackerFacts("doctor", ("age",)), AttackerFacts("neighbour", KNOWN))))
    assert found is not None
    assert found.worst is not None
    world: Any = SimpleNamespace(
        held=[SimpleNamespace(left=own, known="age,town"), SimpleNamespace(left=other, known="age")]
    )
    assert found.worst.holds(world, found.worst.facts) is holds
