"""What would be learnt: guesses before and after, for whom they are sure, and the histogram."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from certificates import UNKNOWN, WITHHELD, captions_of, certificate, condition, plain, said_on_page, words_of
from sqlmetrics.certificate.certificate import Certainty, Certificate, ColumnFacts, ExposedGroup, Learnt
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.page.secrets import (
    FLOOR,
    TOP,
    MarkedText,
    guesses,
    histogram,
    tenth_name,
)

BOUND = Figure(5, "under")


def tenths(**people: Figure | float) -> tuple[Certainty, ...]:
    """Return the people by tenth of certainty, `t9` for the last one, and nobody in the others."""
    found = [people.get(f"t{tenth}", 0) for tenth in range(10)]
    return tuple(
        Certainty(tenth / 10, figure if isinstance(figure, Figure) else Figure(figure))
        for tenth, figure in enumerate(found)
    )


PLAIN = Learnt(
    target="disease",
    partition=None,
    limit=0.9,
    before=Figure(0.2),
    after=Figure(0.35),
    surest=Figure(1.0),
    sure=Figure(20),
    tenths=tenths(t2=300, t3=600, t9=12),
    small=Figure(88),
    exposed=(ExposedGroup(Figure(12), Figure(1.0)), ExposedGroup(Figure(30), Figure(0.5))),
    discrimination_rate=Figure(0.24),
    adjusted_discrimination_rate=Figure(0.16),
)


def said_of(one: Learnt) -> list[str]:
    """Return the paragraphs of a page on what would be learnt of one attribute."""
    return said_on_page(certificate(learnt=(one,)), "learnt")


def section_of(made: Certificate) -> str:
    """Return the section of a page on what would be learnt."""
    return page_html(made).split('<section id="learnt"')[1].split("</section>")[0]


TAKEN = "The known columns take away 24.0% of the uncertainty about disease (discrimination rate)."


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (
            Figure(0.2),
            Figure(0.35),
            "The best guess is right for 20.0% of people without the release, and for 35.0% with it.",
        ),
        (Figure(0.2), Figure(0.2), "The best guess is right for 20.0% of people, with the release as without it."),
        (UNKNOWN, Figure(0.2), "With the release the best guess is right for 20.0% of people."),
        (Figure(0.2), WITHHELD, "Without the release the best guess is right for 20.0% of people."),
        (UNKNOWN, UNKNOWN, None),
    ],
)  # fmt: skip
def test_a_guess_is_compared_with_that_before(before: Figure, after: Figure, told: str | None) -> None:
    """Each side is said only where it was measured."""
    sure = "It is more than 90% sure for 20 people (2.0%)."
    assert said_of(replace(PLAIN, before=before, after=after))[1] == (f"{told} {sure}" if told else sure)


@pytest.mark.parametrize(
    ("people", "told"),
    [
        (Figure(20), "It is more than 90% sure for 20 people (2.0%)."),
        (Figure(1), "It is more than 90% sure for 1 person (0.1%)."),
        (Figure(0), "It is more than 90% sure for nobody."),
        (BOUND, "It is more than 90% sure for under 5 people."),
        (WITHHELD, "For how many it is more than 90% sure is not said in this version."),
        (UNKNOWN, None),
    ],
)
def test_a_guess_is_sure_for_some(people: Figure, told: str | None) -> None:
    """A bound has no share, and a count below the limit of small groups stays one."""
    gain = "The best guess is right for 20.0% of people without the release, and for 35.0% with it."
    assert said_of(replace(PLAIN, sure=people))[1] == (f"{gain} {told}" if told else gain)


@pytest.mark.parametrize(
    ("own", "told"),
    [
        (tenths(t9=12), "The guess is right 90% of the time or more for 12 people in groups of 5 or more"),
        (tenths(t9=1), "The guess is right 90% of the time or more for 1 person in groups of 5 or more"),
        (tenths(t9=BOUND), "The guess is right 90% of the time or more for under 5 people in groups of 5 or more"),
        (tenths(t9=WITHHELD, t2=9), "How sure the best guess is in groups of 5 or more"),
        (tenths(t6=3), "Nobody in groups of 5 or more can be guessed with 70% certainty or more"),
        (tenths(), "Nobody is in groups of 5 or more"),
        ((), "How sure the guess is in groups of 5 or more was not measured"),
    ],
)
def test_the_title_of_the_histogram_is_the_finding(own: tuple[Certainty, ...], told: str) -> None:
    """It speaks of groups that are not small, as the bars do."""
    one = replace(PLAIN, tenths=own)
    titles = [title for title, _ in captions_of(certificate(learnt=(one,)), "learnt")]
    assert told in (titles or [text.rstrip(".") for text in said_of(one)])


@pytest.mark.parametrize(
    ("small", "told"),
    [
        (Figure(88), "The 88 people in groups of fewer than 5 are left out."),
        (Figure(1), "The one person in groups of fewer than 5 is left out."),
        (BOUND, "Under 5 people in groups of fewer than 5 are left out."),
        (WITHHELD, "People in groups of fewer than 5 are left out."),
        (Figure(0), "Nobody is in a group of fewer than 5."),
    ],
)
def test_small_groups_are_left_out_in_words(small: Figure, told: str) -> None:
    """The histogram says whom it does not show."""
    ((_, note),) = captions_of(certificate(learnt=(replace(PLAIN, small=small),)), "learnt")
    assert note == f"People by how often the best guess is right in their group. {told}"


@pytest.mark.parametrize(
    ("raw", "adjusted", "told"),
    [
        (
            Figure(0.24),
            Figure(0.16),
            f"{TAKEN} Small groups seem to tell something by chance alone; beyond that it is 16.0% (adjusted "
            "discrimination rate).",
        ),
        (
            Figure(0.24),
            Figure(-0.01),
            "Beyond chance the known columns take away 0% of the uncertainty about disease (adjusted discrimination"
            " rate). The rate is 24.0%: most of that chance alone gives in groups of these sizes.",
        ),
        (
            Figure(0.24),
            Figure(None, "undefined", "not measured"),
            f"{TAKEN} How much of that is more than chance: not measured.",
        ),
        (
            Figure(None, "undefined", "the target has a single value"),
            UNKNOWN,
            "How much of the uncertainty about disease the known columns take away: not measured, as the target has a "
            "single value.",
        ),
        (
            WITHHELD,
            WITHHELD,
            "How much of the uncertainty about disease the known columns take away: withheld, as small counts.",
        ),
    ],
)
def test_the_discrimination_rate_is_said_raw_and_adjusted(raw: Figure, adjusted: Figure, told: str) -> None:
    """What is less than chance is no negative share."""
    one = replace(PLAIN, discrimination_rate=raw, adjusted_discrimination_rate=adjusted)
    assert said_of(one)[-1] == told


def test_a_guess_past_its_limit_is_red_and_marked() -> None:
    """The bar of the most exposed group has the limit as a mark."""
    drawn = guesses(PLAIN, certificate())
    assert [(one.width, one.kind, one.mark, one.right) for one in drawn] == [
        (20.0, "before", None, "20.0%"),
        (35.0, "bar", None, "35.0%"),
        (100.0, "bad", 90.0, "100%"),
    ]
    assert [one.width for one in guesses(replace(PLAIN, surest=UNKNOWN), certificate())] == [20.0, 35.0, None]


def test_the_caption_says_whose_the_mark_is() -> None:
    """A mark is a limit only where one was set."""
    own = condition("alpha_k_anonymity", "at_most", 0.9, 1.0, False, target="disease")
    captions = (words_of(section_of(certificate(learnt=(PLAIN,), conditions=one))) for one in ((own,), ()))
    limited, free = captions
    assert "is right. The mark is the limit of 90%, which is set for every group." in limited
    assert "counts here as nearly sure; no limit was set." in free


def test_bars_of_the_histogram_are_as_high_as_people() -> None:
    """The longest reaches to the top, an empty bin has none, and bins from the limit on are red."""
    drawn = histogram(PLAIN, 5)
    assert drawn is not None
    assert [(round(one.x, 1), round(one.height, 1), one.kind) for one in drawn.bins] == [
        (20.6, (FLOOR - TOP) / 2, "bar"),
        (30.6, FLOOR - TOP, "bar"),
        (90.6, round((FLOOR - TOP) * 12 / 600, 1), "bad"),
    ]
    (label,) = re.findall(r'aria-label="(People by how[^"]*)"', section_of(certificate(learnt=(PLAIN,))))
    assert plain(label) == (
        "People by how often the best guess of disease is right in their group. 20 to 30%: 300, 30 to 40%: 600, "
        "90 to 100%: 12. Without the release: 20.0%."
    )
    assert (drawn.longest, drawn.before) == (
        MarkedText(x=35.0, anchor="middle", text="600"),
        MarkedText(x=20.0, anchor="start", text="without: 20.0%", shift=5),
    )
    assert [people for _, people in drawn.rows] == ["0", "0", "300", "600", "0", "0", "0", "0", "0", "12"]


@pytest.mark.parametrize("own", [(), tenths(), tenths(t3=WITHHELD)])
def test_without_people_there_is_no_histogram(own: tuple[Certainty, ...]) -> None:
    """Nothing is drawn where no bin has a number."""
    assert histogram(replace(PLAIN, tenths=own), 5) is None


def test_a_bound_is_drawn_as_long_as_it_may_be() -> None:
    """The bar's title says that it is a bound."""
    drawn = histogram(replace(PLAIN, tenths=tenths(t3=10, t9=BOUND), before=UNKNOWN), 5)
    assert drawn is not None
    assert [one.title for one in drawn.bins] == ["30 to 40%: 10", "90 to 100%: under 5"]
    assert drawn.before is None


def test_tenths_are_named_by_their_ends() -> None:
    """Sums of tenths are no long fractions."""
    assert [tenth_name(tenth / 10) for tenth in (0, 2, 9)] == ["0 to 10%", "20 to 30%", "90 to 100%"]


def test_sensitive_columns_without_guesses_are_named() -> None:
    """Where columns are measured one by one, guesses are of the first one only."""
    columns = tuple(ColumnFacts(name, "sensitive") for name in ("disease", "job"))
    missing = "How sure guesses of job are was not measured."
    assert said_on_page(certificate(learnt=(PLAIN,), columns=columns), "learnt")[-1] == missing
    assert missing not in said_of(PLAIN)


def test_without_sensitive_columns_the_reason_stands_there() -> None:
    """A part that was not measured says how to measure it, or why it cannot be."""
    none, withheld = certificate(learnt=()), certificate(learnt=(), missing={"groups": "small counts were withheld"})
    assert said_on_page(none, "learnt")[0].startswith("No column was named as sensitive")
    assert said_on_page(withheld, "learnt") == ["How sure guesses are was not measured: small counts were withheld."]


@pytest.mark.parametrize("figure", [Figure(0.0), Figure(0.5), BOUND, Figure(0.2, "over"), WITHHELD, UNKNOWN])
def test_every_form_of_a_figure_is_drawn(figure: Figure) -> None:
    """The page is whole with bounds, and with what is withheld or undefined."""
    one = replace(
        PLAIN,
        before=figure,
        after=figure,
        surest=figure,
        sure=figure,
        small=figure,
        discrimination_rate=figure,
        adjusted_discrimination_rate=figure,
        tenths=tenths(t1=figure, t9=figure),
        exposed=(ExposedGroup(figure, figure),),
    )
    page = page_html(certificate(learnt=(one,)))
    assert "None" not in page
    assert page.count("<svg") == page.count("</svg>")
