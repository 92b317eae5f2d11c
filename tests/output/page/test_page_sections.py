"""Tests of three sections: what was looked at, the three questions, and people at risk."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

import sqlmetrics
from certificates import (
    UNKNOWN,
    WITHHELD,
    captions_of,
    certificate,
    condition,
    learnt,
    said_on_page,
    score,
    sizes,
    verdict_on,
    with_facts,
    words_of,
)
from conftest import ROOT
from sqlmetrics.certificate.certificate import (
    Certificate,
    ColumnFacts,
    CurvePoint,
    MeasuredLimit,
    RecodedColumn,
    SizeBand,
)
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.gate.linkage import OF_A_FILE
from sqlmetrics.output.page.column_roles import looked
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.page.people import BASE, group_limits, people_at_risk, scale, step_curve, steps, ticks
from sqlmetrics.output.page.questions import question_answered, questions
from sqlmetrics.output.page.words import listed_some, name, of_people, parts, some_people
from sqlmetrics.output.privacy_report import report
from sqlmetrics.spec.call import call_spec
from sqlmetrics.statement.catalogue import metrics

K5 = condition("k_anonymity", "at_least", 5, 1.0, False)
NINE = condition("prosecutor_risk", "at_most", 0.09, 1.0, False, source="EMA Policy 0070", unit="probability")


def facts(**parts: Any) -> Certificate:
    """Return a certificate whose relation has other facts."""
    return with_facts(certificate(), **parts)


@pytest.mark.parametrize(
    ("column", "role", "measured", "why"),
    [
        (ColumnFacts("age", "known"), "Known", "As the table has it", None),
        (ColumnFacts("age", "known", single=True), "Known", "One value for everybody", None),
        (ColumnFacts("age", "known", recoded="to tens"), "Known", "Recoded before: to tens", None),
        (
            ColumnFacts("age", "known", recodings=(RecodedColumn("3", "prefix", 3),), recoded="Zip A"),
            *("Known", "Recoded before: Zip A; the first 3 characters", None),
        ),
        (ColumnFacts("age", "known", recodings=(RecodedColumn("tens", "intervals", 7),)), "Known", "In 7 ranges", None),
        (
            ColumnFacts("zip", "known", recodings=(RecodedColumn("3", "prefix", 3),)),
            "Known",
            "The first 3 characters",
            None,
        ),
        (ColumnFacts("town", "known", recodings=(RecodedColumn("up", "values", 1),)), "Known", "In 1 group", None),
        (
            ColumnFacts("disease", "sensitive", recodings=(RecodedColumn("up", "values", 4),)),
            *("Sensitive", "As the table has it; in 4 groups", None),
        ),
        (ColumnFacts("id", "identifier", reason="kept for audits"), "Identifier", "Not measured", "kept for audits"),
        (
            ColumnFacts("tel", "not looked at", looks_like="phone"),
            *("Not looked at", "Not measured"),
            "Looks like telephone numbers",
        ),
        (ColumnFacts("row", "ignored", reason="a counter"), "Left out", "Not measured", "a counter"),
        (ColumnFacts("who", "individual"), "Tells people apart", "Not measured", None),
    ],
)
def test_a_column_has_its_role_and_how_it_was_measured(
    column: ColumnFacts, role: str, measured: str, why: str | None
) -> None:
    """A recoded column has the kind and the number of its domains."""
    (row,) = looked(certificate(columns=(column,))).rows
    assert (row.name, row.role, row.measured, row.why) == (column.name, role, measured, why)


def test_domains_stand_beside_their_column() -> None:
    """An internal certificate names the domains of a recoding."""
    recoding = RecodedColumn("tens", "intervals", 1, {"thirties": "from 30 below 40"})
    (row,) = looked(certificate(columns=(ColumnFacts("age", "known", recodings=(recoding,)),))).rows
    assert row.domains == (("thirties", "from 30 below 40"),)


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (
            certificate().columns,
            "3 columns: 2 are taken as known to an attacker, and 1 as what an attacker wants to learn.",
        ),
        (
            (ColumnFacts("age", "known"), ColumnFacts("note", "not looked at")),
            "2 columns: 1 is taken as known to an attacker, and none as what an attacker wants to learn."
            " 1 was not looked at: no figure here is about what is in there.",
        ),
        (
            None,
            "Of the columns of the table, age and town are taken as known to an attacker,"
            " and disease as what an attacker wants to learn."
            " What other columns there are, and what they give away, is not known here.",
        ),
    ],
)
def test_what_was_not_looked_at_is_said_first(columns: tuple[ColumnFacts, ...] | None, sentence: str) -> None:
    """Columns without a role, and those beside counts, are in no figure."""
    assert said_on_page(certificate(columns=columns), "looked")[0] == sentence


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (certificate(), "Somebody who knows that a person is in the table, and who knows that person's age and town."),
        (certificate(), "No list of other people to compare with is taken into account."),
        (
            facts(population="people.csv"),
            "For scores about the population, people are also looked up in people.csv.",
        ),
        (certificate(), "An empty value counts as a value of its own."),
        (facts(nulls="drop"), "Records with an empty value are left out."),
        (
            facts(left_out={"identity": Figure(3), "disease": Figure(1)}),
            "3 records without a known value are left out.",
        ),
        (
            facts(left_out={"identity": Figure(3), "disease": Figure(1)}),
            "1 record without a known value or disease is left out.",
        ),
        (facts(suppressed=Figure(2)), "2 records have no known value left: all are suppressed."),
        (
            facts(individuals=600),
            "People are told apart, as a person can have several records: 600 people with 1,000 records.",
        ),
        (facts(where="age > 17"), "Only records count that meet age > 17."),
        (
            replace(facts(where=":condition"), audience="public"),
            "Only records count that meet a condition, which the internal version shows.",
        ),
        (facts(query="select 1"), "The rows of a query count, and no other ones."),
    ],
)
def test_the_attacker_and_the_records_are_described(made: Certificate, sentence: str) -> None:
    """What an attacker has, and which records count, is said in whole sentences."""
    assert any(sentence in text for text in said_on_page(made, "looked")[1:])


def test_every_metric_answers_one_of_the_three_questions() -> None:
    """Scores of the population are about linking, of the identity about singling out."""
    asked = {metric.name: question_answered(metric.name, "disease") for metric in metrics()}
    assert {name for name, question in asked.items() if question == "linkability"} == {
        *("k_map", "journalist_risk", "average_journalist_risk", "marketer_risk"),
        *("delta_presence", "delta_presence_least"),
    }
    assert question_answered("discrimination_rate", "identity") == "singling out"
    assert question_answered("discrimination_rate", "disease") == "inference"
    assert question_answered("linked", OF_A_FILE) == "linkability"


CHANCE = (
    "is the chance to pick the right record of a person who is known to be in the table, for the people who hide worst."
)


def card_of(made: Certificate, place: int) -> dict[str, list[str]]:
    """Return the texts of the card of a question, by the class of what holds them."""
    card = re.findall(r"<article.*?</article>", page_html(made), re.DOTALL)[place]
    found: dict[str, list[str]] = {}
    for _, mark, text in re.findall(r'<(p|span) class="(\w+)[^"]*">(.*?)</\1>', card, re.DOTALL):
        found.setdefault(mark, []).append(words_of(text))
    return found


@pytest.mark.parametrize(
    ("made", "place", "number", "says", "result"),
    [
        (
            certificate(conditions=(K5, NINE)),
            *(
                0,
                "100%",
                (CHANCE, "100 of 1,000 people (10.0%) hide among fewer than 5."),
                "Not met: 2 of 2 conditions",
            ),
        ),
        (
            certificate(scores=(score("prosecutor_risk", Figure(0.2, "over")),), sizes=sizes(WITHHELD)),
            *(0, "Over 20%", (CHANCE, "Some of 1,000 people (how many is withheld) hide among fewer than 5.")),
            "No condition was set",
        ),
        (
            certificate(scores=(score("k_anonymity", 7.0, unit="individuals"),), sizes=sizes(0)),
            *(0, "7", ("is the number of people in the smallest group.", "Nobody is in a group of fewer than 5.")),
            "No condition was set",
        ),
        (
            certificate(conditions=(condition("linked", "at_most", 0.5, 1.0, False, target=OF_A_FILE),)),
            *(1, "Measured otherwise", ("Another section of this page is about it.",), "Not met: 1 of 1 condition"),
        ),
        (
            certificate(scores=()),
            *(0, "Not measured", ("Name prosecutor_risk among the metrics to measure it.", None), "Not measured"),
        ),
        (
            certificate(),
            *(1, "Not measured", ("No other list of people was named; name one as population to measure it.", None)),
            "Not measured",
        ),
        (
            certificate(scores=(score("journalist_risk", 0.25),)),
            *(1, "25.0%"),
            ("is the chance to pick the right person from the list of the population, for the people who hide worst.",),
            "No condition was set",
        ),
        (
            certificate(),
            *(2, "95.0%"),
            (
                "is the surest guess of a sensitive value in any group.",
                "An attacker can be more than 90% sure of the disease of 20 people (2.0%).",
            ),
            "No condition was set",
        ),
        (
            certificate(scores=(score("alpha_k_anonymity", UNKNOWN, "disease"),), learnt=()),
            *(2, "Not measured"),
            ("No column was named that an attacker wants to learn; name one as sensitive to measure it.", None),
            "Not measured",
        ),
        (
            certificate(
                conditions=(condition("a_acc", "at_most", 0.2, 0.1, True, target="disease"),),
                scores=(score("a_acc", 0.1, "disease"),),
                learnt=(),
            ),
            *(2, "10.0%", ("of the people are guessed right only because of the release.",), "Met: 1 of 1 condition"),
        ),
    ],
)
def test_each_question_has_a_number_or_how_to_measure_it(
    made: Certificate, place: int, number: str, says: tuple[str | None, ...], result: str
) -> None:
    """A question has a number with its sentence, or says how to measure it."""
    until = "Until then nothing is said about it, neither good nor bad."
    card = card_of(made, place)
    assert (card["big"], card["says"], card["st"]) == ([number], [one or until for one in says], [result])


def test_the_riskiest_target_stands_for_inference() -> None:
    """Of several sensitive columns, the number is that of the one that is guessed best."""
    scores = (score("alpha_k_anonymity", 0.4, "a"), score("alpha_k_anonymity", 0.7, "b"))
    assert card_of(certificate(scores=scores), 2)["big"] == ["70.0%"]


def test_a_score_past_its_limit_stands_for_its_question() -> None:
    """A number that fails its limit is shown before a more telling one without a limit."""
    gain = condition("a_acc", "at_most", 0.2, 0.3, False, target="disease")
    scores = (score("alpha_k_anonymity", 0.7, "disease"), score("a_acc", 0.3, "disease"))
    made = certificate(conditions=(gain,), scores=scores)
    card = card_of(made, 2)
    assert (card["big"], card["key"], questions(made)[2].state) == (["30.0%"], ["Line: the limit, 20%"], "no")


@pytest.mark.parametrize(
    ("conditions", "limits"),
    [
        ((), []),
        ((K5, NINE), [(5, "Own", None), (12, "EMA Policy 0070", "9%")]),
        ((condition("prosecutor_risk", "at_most", 0.2, 1.0, False, unit="probability"),), [(5, "Own", "20%")]),
        ((condition("prosecutor_risk", "at_most", 1, 1.0, True),), []),
        ((condition("prosecutor_risk", "at_most", 0, 1.0, False),), []),
        ((condition("k_anonymity", "at_least", 4.5, 1.0, False),), [(5, "Own", None)]),
    ],
)
def test_conditions_ask_for_sizes_of_groups(
    conditions: tuple[MeasuredLimit, ...], limits: list[tuple[int, str, str | None]]
) -> None:
    """A chance of 9 % at most is a group of twelve: one of eleven has a chance of 9.1 %."""
    assert [tuple(limit) for limit in group_limits(certificate(conditions=conditions))] == limits


def test_bands_have_bars_and_colours_by_limit() -> None:
    """A band is solid below the smallest limit, striped below another, and its bar is to scale."""
    people = (SizeBand(1, 4, Figure(50)), SizeBand(5, 11, Figure(100)), SizeBand(12, None, Figure(850)))
    made = certificate(conditions=(K5, NINE), sizes=people)
    risk = people_at_risk(made)
    assert [(band.size, band.people, band.share, band.fill) for band in risk.bands] == [
        ("Fewer than 5", "50", "5.0%", "bad"),
        ("5 to 11", "100", "10.0%", "hatch"),
        ("12 or more", "850", "85.0%", "bar"),
    ]
    assert [band.width for band in risk.bands] == pytest.approx([50 / 8.5, 100 / 8.5, 100])
    assert captions_of(made, "people")[0][1] == (
        "People by the size of their group."
        " Solid red: below the own limit of 5; striped red: below 12, from 9% by EMA Policy 0070"
    )
    own = condition("prosecutor_risk", "at_most", 0.09, 1.0, False, unit="probability")
    assert captions_of(certificate(conditions=(own,), sizes=people), "people")[0][1].endswith("red: below 12, from 9%")


def test_a_limit_without_a_band_has_no_colour() -> None:
    """Where no band lies below the smallest limit, the next one is solid."""
    two = condition("k_anonymity", "at_least", 2, 1.0, False)
    people = (SizeBand(1, 2, Figure(50)), SizeBand(3, 11, Figure(100)), SizeBand(12, None, Figure(850)))
    made = certificate(conditions=(two, NINE), sizes=people)
    risk = people_at_risk(made)
    assert [band.fill for band in risk.bands] == ["bad", "bad", "bar"]
    subtitle = "People by the size of their group. Solid red: below 12, from 9% by EMA Policy 0070"
    assert captions_of(made, "people")[0][1] == subtitle


def test_nothing_is_drawn_beyond_the_last_group() -> None:
    """Bands end with the last one that has people, and the curve where it has everybody."""
    people = tuple(SizeBand(low, high, Figure(many)) for low, high, many in [(1, 4, 0), (5, 9, 1000), (10, None, 0)])
    curve = tuple(CurvePoint(k, Figure(many)) for k, many in [(5, 0.0), (7, 400.0), (10, 1000.0), (100, 1000.0)])
    made = certificate(sizes=people, curve=curve)
    risk = people_at_risk(made)
    assert [band.size for band in risk.bands] == ["Fewer than 5", "5 to 9"]
    assert captions_of(made, "people")[1][0] == "A stricter limit puts more people at risk: 0% at 5 and 100% at 10"


@pytest.mark.parametrize(
    ("people", "title", "curve_title", "drawn"),
    [
        (
            {5: 100.0, 12: 140.0, 100: 290.0},
            "100 people hide among fewer than 5 and 140 among fewer than 12",
            "A stricter limit puts more people at risk: 10.0% at 5, 14.0% at 12 and 29.0% at 100",
            True,
        ),
        (
            {5: 0.0, 12: 0.0, 100: 0.0},
            *("Nobody hides among fewer than 12", "Nobody is in a group of fewer than 100", False),
        ),
        (
            {5: 1.0, 12: 1.0, 100: 1.0},
            "1 person hides among fewer than 5 and 1 among fewer than 12",
            "A stricter limit changes nothing up to 100: 0.1% at 5 and at 100",
            True,
        ),
        (
            {5: Figure(5, "under"), 12: 40.0, 100: 100.0},
            "Fewer than 5 people hide among fewer than 5 and 40 among fewer than 12",
            "A stricter limit puts more people at risk: 4.0% at 12 and 10.0% at 100",
            True,
        ),
        (
            {5: WITHHELD, 12: 40.0},
            *("40 people hide among fewer than 12", "4.0% of the people are in groups of fewer than 12", False),
        ),
        ({5: WITHHELD, 12: WITHHELD, 100: WITHHELD}, "How many people hide among few is not shown", "", False),
        ({}, "People by the size of their group", "", False),
    ],
)
def test_titles_are_the_finding(people: dict[int, Any], title: str, curve_title: str, drawn: bool) -> None:
    """A title says how many people are at risk by each limit; nothing is drawn where nobody is."""
    curve = tuple(CurvePoint(k, one if isinstance(one, Figure) else Figure(one)) for k, one in people.items())
    made = certificate(conditions=(K5, NINE), curve=curve)
    risk = people_at_risk(made)
    assert [one for one, _ in captions_of(made, "people")] == [title, *([curve_title] if curve_title else [])]
    assert (risk.curve is not None) == drawn


def test_a_curve_says_its_numbers() -> None:
    """The label of a curve has the numbers of its limits and of its ends."""
    made = certificate(conditions=(K5, NINE))
    risk = people_at_risk(made)
    assert risk.curve is not None
    label = page_html(made).partition('aria-label="Share of people in groups of fewer than k: ')[2].partition('"')[0]
    assert label.startswith("10.0% at 5")
    assert label.endswith("and 29.0% at 100.")
    assert [(limit.text, limit.anchor) for limit in risk.curve.drawn.limits] == [
        ("Own, 5", "start"),
        ("EMA Policy 0070, 12 (9%)", "start"),
    ]
    assert risk.points[0] == ("5", "100", "10.0%")


def test_the_geometry_of_a_curve() -> None:
    """k is logarithmic between the edges, and shares are linear from the base up."""
    curve = step_curve([(10, 0.0), (100, 0.2), (1000, 0.2)], {})
    assert curve.path == f"M1 {BASE:g}H47V26H93"
    assert [text for _, text in curve.grid] == ["0%", "5%", "10%", "15%", "20%"]
    assert [text for _, text, _ in curve.ticks] == ["10", "20", "50", "100", "200", "500", "1000"]
    assert [(round(dot.at, 1), dot.height, dot.text) for dot in curve.dots] == [(93.0, 26.0, "20.0%")]
    assert steps([(0, 5), (1, 5), (2, 3), (3, 3)]) == "M0 5H2V3H3"


@pytest.mark.parametrize(
    ("most", "step", "top"),
    [(0.2, 0.05, 0.2), (0.281, 0.1, 0.3), (1.0, 0.5, 1.0), (0.0004, 0.0001, 0.0004), (0.07, 0.02, 0.08)],
)
def test_a_scale_has_round_numbers(most: float, step: float, top: float) -> None:
    """The grid has at most four lines above zero, and the highest value is below its upper end."""
    assert scale(most) == pytest.approx((step, top))


@pytest.mark.parametrize(
    ("first", "last", "named"),
    [
        (5, 100, ["5", "10", "20", "50", "100"]),
        (3, 6, ["3", "4", "5", "6"]),
        (2, 1000, ["2", "5", "10", "20", "50", "100", "200", "500", "1000"]),
        (99, 100, ["99", "100"]),
    ],
)
def test_ticks_do_not_touch(first: int, last: int, named: list[str]) -> None:
    """A number that would touch its neighbour on the axis is left out; the ends are named."""
    shown = ticks(first, last, lambda k: 1 + 92 * math.log(k / first) / math.log(last / first))
    assert [text for _, text, _ in shown] == named
    assert all(two[0] - one[0] >= 9 for one, two in pairwise(shown))


@pytest.mark.parametrize(
    ("figure", "out_of_all", "with_share"),
    [
        (Figure(515), "515 of 1,000 people (51.5%)", "515 people (51.5%)"),
        (Figure(1), "1 of 1,000 people (0.1%)", "1 person (0.1%)"),
        (Figure(1003), "1,003 of 1,000 people (100%)", "1,003 people (100%)"),
        (Figure(5, "under"), "fewer than 5 of 1,000 people", "fewer than 5 people"),
        (Figure(20, "over"), "more than 20 of 1,000 people", "more than 20 people"),
        (Figure(7, "up to"), "up to 7 of 1,000 people", "up to 7 people"),
        (WITHHELD, "some of 1,000 people (how many is withheld)", "some people (how many is withheld)"),
        (UNKNOWN, "some of 1,000 people (how many is not measured)", "some people (how many is not measured)"),
    ],
)
def test_people_are_counted_in_words(figure: Figure, out_of_all: str, with_share: str) -> None:
    """A bound has no share, and what is withheld is said to be."""
    assert (of_people(figure, Figure(1000)), some_people(figure, Figure(1000))) == (out_of_all, with_share)


def test_names_are_listed_and_set_apart() -> None:
    """Long lists end with the number of other names; marks in a name open no other part."""
    assert listed_some(["a"]) == "a"
    assert listed_some(["a", "b", "c"]) == "a, b and c"
    assert listed_some([*"abcdefghij"]) == "a, b, c, d, e, f, g and 3 more"
    assert listed_some([]) == ""
    assert parts(f"knows {name('a')} and {name('b' + chr(0x2069))}.") == [
        (False, "knows "),
        (True, "a"),
        (False, " and "),
        (True, "b\\u2069"),
        (False, "."),
    ]


def test_the_head_says_what_was_measured_and_for_whom() -> None:
    """People and records differ where individuals are named."""
    head = page_html(certificate(audience="public"))
    assert "<dd>ward.csv, 1,000 people, one record each</dd>" in head
    assert "<dd>22 November 2026, 10:16 UTC</dd>" in head
    assert ">Privacy report, public version<" in head
    assert "<dd>ward.csv, 1 person, 3 records</dd>" in page_html(facts(individuals=1, records=3))


class Tags(HTMLParser):
    """The tags of a page that are open, and those that were closed in the wrong order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember a tag that has an end."""
        if tag not in {"meta", "link", "br", "wbr", "hr", "img"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Forget a tag that ends itself."""

    def handle_endtag(self, tag: str) -> None:
        """Close a tag."""
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def hidden(made: Certificate) -> Certificate:
    """Return a certificate of which every figure is withheld."""
    return replace(
        made,
        conditions=tuple(replace(one, measured=WITHHELD) for one in made.conditions),
        sizes=tuple(band._replace(people=WITHHELD) for band in made.sizes),
        curve=tuple(point._replace(people=WITHHELD) for point in made.curve),
        scores=tuple(replace(one, measured=WITHHELD) for one in made.scores),
        learnt=tuple(replace(one, sure=WITHHELD) for one in made.learnt),
    )


ODD = '<script>alert("1")</script>&amp;'


@pytest.mark.parametrize(
    "made",
    [
        certificate(),
        certificate(conditions=(K5, NINE), passed=False),
        hidden(certificate(conditions=(K5, NINE))),
        certificate(columns=None, sizes=(), curve=(), learnt=(), scores=(), missing={"groups": "no counts"}),
        certificate(columns=(ColumnFacts("age", "known"),), learnt=(), scores=(score("k_anonymity", 1.0),)),
        certificate(
            title=ODD,
            identifiers=(ODD,),
            notes=(ODD,),
            columns=(ColumnFacts(ODD, "identifier", reason=ODD), ColumnFacts(ODD, "not looked at", looks_like="phone")),
            conditions=(replace(K5, source=ODD), replace(NINE, target=ODD, partition=ODD, origin=ODD)),
            learnt=(learnt(ODD, 3),),
        ),
        replace(facts(records=0, individuals=None, name=ODD, where=ODD), sizes=sizes(0, 0), learnt=()),
    ],
    ids=["no conditions", "failing", "withheld", "counts", "one column", "odd names", "nobody"],
)
def test_pages_of_odd_certificates_are_whole(made: Certificate) -> None:
    """A page has all its ends, no script, no style attribute, and nothing that is not a number."""
    text = page_html(made)
    tags = Tags()
    tags.feed(text)
    assert (tags.open, tags.wrong) == ([], [])
    assert not re.search(r"<script|<[^>]* style=|<[^>]* on\w+=", text)
    assert not re.search(r"\b(nan|inf)\b|\bNone(?! was compared)\b", text)
    assert not re.search(r"\b(anonymous|compliant|safe)\b", text.replace("ask of anonymous data", ""))


def test_a_report_without_conditions_speaks_of_no_history() -> None:
    """That nothing was judged is the verdict, and no note on a history that there is not."""
    made = report(call_spec(str(ROOT / "fixtures" / "ward.csv"), ["age"], ["disease"], {}, connection=None, file=None))
    assert verdict_on(made.certificate) == "No conditions were set"
    assert said_on_page(made.certificate, "answer", "note") == []


def test_no_control_character_stands_on_a_page() -> None:
    """Names with controls, and with marks that turn words around, are shown as codes."""
    odd = "a\x1b[31m\u202e\x85b"
    page = sqlmetrics.report({odd: [1, 2, 3], "c": [1, 1, 2]}, [odd], ["c"], title="x\x00\u2067").html
    assert re.findall(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066\u2067]", page) == []
    assert "a\\x1b[31m\\u202e\\x85b" in page


def test_a_flat_run_of_steps_is_one_line() -> None:
    """A step is drawn where the height changes, and the curve ends at its last place."""
    assert steps([(0, 9), (1, 9), (2, 5), (3, 5), (4, 1)]) == "M0 9H2V5H4V1H4"
