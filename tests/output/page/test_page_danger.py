"""What makes a table dangerous: who is at risk by what an attacker knows, in words and tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest

from certificates import UNKNOWN, WITHHELD, captions_of, certificate, said_on_page, words_of
from sqlmetrics.certificate.certificate import Certificate, ColumnContribution, RareCombination
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.page import page_html
from sqlmetrics.output.page.rare_combinations import (
    DangerSection,
    combined,
    contributions,
    danger,
    percentage_points,
    tint,
)

BOUND = Figure(5, "under")

PARTLY = (
    "Only combinations of up to 1 column were measured, 1 of 3; larger ones put at least as many people at risk, and "
    "what each column adds is not known."
)


def combination(known: str, people: Figure | float) -> RareCombination:
    """Return a combination of columns of one letter, of 1,000 people."""
    figure = people if isinstance(people, Figure) else Figure(people)
    share = Figure(None, figure.form) if figure.value is None else Figure(figure.value / 1000, figure.form)
    return RareCombination(tuple(known), figure, share, Figure(0.5))


def contribution(column: str, added: Figure | float, without: Figure | float) -> ColumnContribution:
    """Return what a column adds, and the people at risk without it."""
    rest = without if isinstance(without, Figure) else Figure(without)
    share = Figure(None, rest.form) if rest.value is None else Figure(rest.value / 1000, rest.form)
    return ColumnContribution(column, added if isinstance(added, Figure) else Figure(added), share, rest)


def of(rows: Sequence[RareCombination], columns: Sequence[ColumnContribution] = (), every: int = 3) -> Certificate:
    """Return a certificate with combinations and contributions."""
    return certificate(combinations=tuple(rows), contributions=tuple(columns), all_combinations=every)


def fold_of(made: Certificate) -> str:
    """Return what the fold of further combinations is called on a page."""
    section = page_html(made).split('<section id="danger"')[1]
    return words_of(section.split("<summary>", 1)[1].split("</summary>", 1)[0])


@pytest.mark.parametrize(
    ("rows", "sentences"),
    [
        (
            [combination("ab", 30), combination("a", 0), combination("b", 0)],
            ["No column alone puts anybody in a group of fewer than 5. It takes 2: a and b together put 30 people in"
             " groups of fewer than 5."],
        ),
        (
            [combination("ab", 30), combination("a", 1), combination("b", 0)],
            ["One column is enough: a puts 1 person in groups of fewer than 5.",
             "All 2 together put 30 people there, 3.0% of all."],
        ),
        (
            [combination("ab", 30), combination("a", BOUND), combination("b", 0)],
            ["One column is enough: a puts under 5 people in groups of fewer than 5.",
             "All 2 together put 30 people there, 3.0% of all."],
        ),
        (
            [combination("ab", 30), combination("a", WITHHELD), combination("b", 0)],
            ["2 columns are enough: a and b together put 30 people in groups of fewer than 5."],
        ),
        (
            [combination("ab", BOUND), combination("a", 0), combination("b", 0)],
            ["No column alone puts anybody in a group of fewer than 5. It takes 2: a and b together put under 5 people"
             " in groups of fewer than 5."],
        ),
        (
            [combination("ab", WITHHELD), combination("a", WITHHELD), combination("b", WITHHELD)],
            ["Whom the combinations put in small groups is not said in this version."],
        ),
        (
            [combination("ab", 0), combination("a", 0), combination("b", 0)],
            ["No combination of these columns puts anybody in a group of fewer than 5."],
        ),
        (
            [combination("a", 7)],
            ["One column is enough: a puts 7 people in groups of fewer than 5.",
             "All 2 together put 100 people there.", PARTLY],
        ),
        (
            [combination("a", 0)],
            ["No measured combination puts anybody in a group of fewer than 5.",
             "All 2 together put 100 people in groups of fewer than 5.", PARTLY],
        ),
    ],
)  # fmt: skip
def test_it_says_how_many_columns_it_takes(rows: list[RareCombination], sentences: list[str]) -> None:
    """The fewest columns that put anybody at risk lead, then all of them together."""
    assert said_on_page(of(rows), "danger") == sentences


@pytest.mark.parametrize(
    ("rows", "columns", "title"),
    [
        ([combination("ab", 30)], [(0.02, 3), (0.01, 9)], "Without a, 3 people would be at risk instead of 30"),
        ([combination("ab", 30)], [(0.02, 0), (0.01, 9)], "Without a, nobody would be at risk instead of 30"),
        ([combination("ab", 30)], [(0.02, 1), (0.01, 9)], "Without a, 1 person would be at risk instead of 30"),
        (
            [combination("ab", 30)],
            [(0.02, BOUND), (0.01, 9)],
            "Without a, under 5 people would be at risk instead of 30",
        ),
        (
            [combination("ab", 30)],
            [(0.0, 30), (0.0, 30)],
            "Without any one of the columns still 30 people would be at risk",
        ),
        ([combination("ab", BOUND)], [(0.01, BOUND), (0.02, 0)], "b adds most to the share of people at risk"),
        ([combination("ab", 30)], [(0.01, WITHHELD), (0.02, WITHHELD)], "b adds most to the share of people at risk"),
        (
            [combination("ab", WITHHELD)],
            [(WITHHELD, WITHHELD), (WITHHELD, WITHHELD)],
            "What each column adds to the share of people at risk is not said in this version",
        ),
    ],
)  # fmt: skip
def test_the_title_of_contributions_is_the_finding(
    rows: list[RareCombination], columns: list[tuple[Figure | float, Figure | float]], title: str
) -> None:
    """The column leads without which the fewest people are at risk."""
    own = [contribution(name, *one) for name, one in zip("ab", columns, strict=True)]
    ((found, _),) = captions_of(of([*rows, combination("a", 0), combination("b", 0)], own), "danger")
    assert found == title


def test_bars_are_as_long_as_what_columns_add() -> None:
    """The longest bar is that of the largest contribution; where nothing is known there is none."""
    own = [contribution("a", 0.02, 3), contribution("b", 0.005, 9), contribution("c", UNKNOWN, UNKNOWN)]
    drawn = contributions(of([combination("abc", 30)], own, every=7))
    assert drawn is not None
    assert [(row.width, row.added, row.share, row.people) for row in drawn.rows] == [
        (100.0, "2.00", "0.3%", "3"),
        (25.0, "0.50", "0.9%", "9"),
        (None, "not measured", "not measured", "not measured"),
    ]
    assert drawn.whole is not None
    assert (drawn.whole.added, drawn.whole.share, drawn.whole.people) == ("3.00", "3.0%", "30")


def test_one_column_has_no_contributions() -> None:
    """What a single column adds is what it is."""
    assert contributions(of([combination("a", 3)], [contribution("a", 0.01, 0)], every=1)) is None


def test_contributions_that_were_not_measured_are_left_out() -> None:
    """A sentence says that they are not known."""
    own = [contribution(name, UNKNOWN, UNKNOWN) for name in "ab"]
    assert contributions(of([combination("a", 1), combination("b", 1)], own)) is None


def test_a_page_has_at_most_127_combinations() -> None:
    """The certificate has all, as the fold says."""
    made = of([combination("a", 1)] * 255, every=255)
    drawn = combined(made)
    assert (len(drawn.rows), len(drawn.folded)) == (15, 112)
    assert fold_of(made) == "The next 112 of 255 combinations; all stand in the certificate"


def test_only_minimal_combinations_stand_there() -> None:
    """Combinations are left out that put nobody at risk, and those with a part that does."""
    people: dict[str, Figure | float] = {"ab": 30, "abc": 30, "bc": 9, "a": 9, "c": WITHHELD, "ac": 9, "b": 0}
    made = of([combination(known, figure) for known, figure in people.items()], every=7)
    drawn = combined(made)
    assert [row.names for row in drawn.rows] == ["b, c", "a", "c"]
    left = "With a further column each puts at least as many people there."
    assert left in page_html(made)
    assert left not in page_html(of([combination("a", 1)]))


def test_where_nobody_is_at_risk_a_sentence_is_enough() -> None:
    """A table of zeros, and bars without length, tell nothing."""
    own = [contribution(name, 0.0, 0) for name in "ab"]
    made = of([combination("ab", 0), combination("a", 0), combination("b", 0)], own)
    told = "No combination of these columns puts anybody in a group of fewer than 5."
    assert said_on_page(made, "danger") == [told]
    assert (danger(made).contributions, danger(made).combined) == (None, None)


def test_points_of_a_bound_say_so() -> None:
    """A share in points is a bound where the figure is one."""
    assert [
        percentage_points(Figure(0.0171)),
        percentage_points(Figure(0.005, "under")),
        percentage_points(WITHHELD),
    ] == [
        "1.71",
        "under 0.50",
        "withheld",
    ]


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (Figure(0.0), 0),
        (Figure(0.0009), 1),
        (Figure(0.001), 2),
        (Figure(0.0099), 2),
        (Figure(0.01), 3),
        (Figure(0.005, "under"), 2),
        (Figure(0.005, "up to"), 2),
        (WITHHELD, 0),
        (UNKNOWN, 0),
    ],
)
def test_tints_are_three_fixed_steps(share: Figure, expected: int) -> None:
    """A tint means the same in every report."""
    assert tint(share) == expected


def test_fifteen_combinations_are_open() -> None:
    """The others are folded, and up to eight columns have a cell each."""
    rows = [combination("".join(pair), 1) for pair in combinations("abcdef", 2)]
    made = of([*rows, combination("g", 1)], every=127)
    drawn = combined(made)
    assert (len(drawn.rows), len(drawn.folded), fold_of(made)) == (15, 1, "The last combination")
    assert drawn.rows[0].cells == [(name, name in "ab") for name in "abcdefg"]


def test_more_than_eight_columns_are_named_in_one() -> None:
    """A table with a cell per column would be too wide."""
    drawn = combined(of([combination("abcdefghi", 1)], every=511))
    assert (drawn.head, drawn.rows[0].cells, drawn.rows[0].names) == ((), [], "a, b, c, d, e, f, g, h, i")


@pytest.mark.parametrize(
    ("every", "missing", "told"),
    [
        (0, {}, "No column was taken as known to an attacker, so nothing can be combined."),
        (3, {}, "Combinations of known columns were not measured: they were not asked for."),
        (3, {"combinations": "too many"}, "Combinations of known columns were not measured: too many."),
    ],
)
def test_without_combinations_the_reason_stands_there(every: int, missing: dict[str, str], told: str) -> None:
    """A part that was not measured is no good news."""
    made = certificate(all_combinations=every, missing=missing)
    assert danger(made) == DangerSection()
    assert said_on_page(made, "danger") == [told]


@pytest.mark.parametrize("figure", [Figure(0), Figure(12), BOUND, Figure(3, "over"), WITHHELD, UNKNOWN])
def test_every_form_of_a_figure_is_drawn(figure: Figure) -> None:
    """The page is whole with bounds, and with what is withheld or undefined."""
    rows = [combination(known, figure) for known in ("ab", "a", "b")]
    page = page_html(of(rows, [contribution(name, figure, figure) for name in "ab"]))
    assert "None" not in page
    assert page.count("</table>") == page.count("<table")
