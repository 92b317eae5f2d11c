"""Method: definitions, what a report does not say, its hashes, and the statement as it is."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from certificates import WITHHELD, certificate, condition, plain, score, sizes, with_facts, words_of
from sqlmetrics.certificate.certificate import Certificate, ColumnFacts, RecodedColumn, certificate_hash
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.output.page.method import method, with_tabs
from sqlmetrics.output.page.page import page_html

PLAIN = certificate()

ONCE = "They count once in each group that has records of them"

MARK = "the mark of a suppressed value in every known column."


def block(made: Certificate, title: str) -> str:
    """Return what stands below a title of the section on method, or in its fold."""
    whole = page_html(made)
    section = whole[whole.index('<section id="method"') :]
    return re.split(r"<h3>|<details|</section>", section.split(f">{title}</", 1)[-1])[0] if title in section else ""


def terms(made: Certificate, title: str) -> dict[str, str]:
    """Return the terms below a title with their texts."""
    pairs = re.findall(r"<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", block(made, title), re.DOTALL)
    return {words_of(name): words_of(text) for name, text in pairs}


def listed(made: Certificate, title: str) -> list[str]:
    """Return the texts of a list below a title."""
    return [words_of(text) for text in re.findall(r"<li>(.*?)</li>", block(made, title), re.DOTALL)]


def limitations(made: Certificate) -> list[str]:
    """Return what a page says that it leaves open."""
    return listed(made, "What this report does not say")


def term(name: str, made: Certificate) -> str | None:
    """Return the text of a definition, None where it is not there."""
    return terms(made, "Definitions used").get(name)


def with_relation(**facts: object) -> Certificate:
    """Return the plain certificate with other facts of its relation."""
    return with_facts(PLAIN, **facts)


@pytest.mark.parametrize(
    ("facts", "name", "told"),
    [
        ({}, "People", "Each of the 1,000 records is taken for one person."),
        ({"individuals": 300}, "People",  f"300 individuals with 1,000 records. {ONCE}."),
        ({}, "Suppressed records", None),
        ({"suppressed": Figure(0)}, "Suppressed records", f"0 records have {MARK}"),
        ({"suppressed": WITHHELD}, "Suppressed records", f"Some records have {MARK}"),
        ({"suppressed": Figure(5, "under")}, "Suppressed records", f"Under 5 records have {MARK}"),
        ({"suppressed": Figure(1)}, "Suppressed records", f"1 record has {MARK}"),
        ({"where": "age > 3"}, "Condition on records", "age > 3"),
        ({"query": "select 1"}, "Query of the records", "select 1"),
        ({"population": "city.csv"}, "Population that the table is compared with", "city.csv"),
    ],
)  # fmt: skip
def test_what_was_counted_is_defined(facts: dict[str, object], name: str, told: str | None) -> None:
    """A definition stands there only where it holds."""
    assert term(name, with_relation(**facts)) == told


def test_a_public_page_says_that_there_is_a_condition() -> None:
    """Neither a condition nor a query is on it."""
    made = replace(with_relation(where=":condition", query=":query"), audience="public")
    assert [term(one, made) for one in ("Condition on records", "Query of the records")] == [
        "There is one, which the internal version shows."
    ] * 2


def test_individuals_are_told_apart_by_their_column() -> None:
    """The column that tells people apart is named."""
    made = replace(with_relation(individuals=300, grouped=280), columns=(ColumnFacts("person", "individual"),))
    assert (
        term("People", made)
        == f"300 individuals, told apart by person, with 1,000 records. {ONCE}; people in any group: 280."
    )


def test_no_more_people_are_at_risk_than_there_are() -> None:
    """Individuals in several groups count once in each, also in the whole that shares are of."""
    made = replace(with_relation(individuals=60, grouped=400), sizes=sizes(100, 300))
    assert "100 of 400 people (25.0%)" in plain(page_html(made))


def test_a_group_says_what_becomes_of_empty_values() -> None:
    """Each policy has its sentence, with the records that it leaves out."""
    assert "is small: its people are at risk" in (term("Group", PLAIN) or "")
    assert "a value of its own" in (term("Group", PLAIN) or "")
    dropped = with_relation(
        nulls="drop", left_out={"identity": Figure(3), "disease": Figure(4), "job": Figure(0), "pay": WITHHELD}
    )
    assert (term("Group", dropped) or "").endswith("That leaves out 3 for who it is, 4 for disease and some for pay.")


def test_a_certificate_of_counts_knows_no_columns() -> None:
    """What is not known is not defined, and the report says that it is not known."""
    made = replace(PLAIN, columns=None)
    assert term("Sensitive columns", made) is None
    assert term("Known columns", replace(made, scores=())) is None
    assert limitations(made)[0].startswith("What other columns of the table give away.")


@pytest.mark.parametrize(
    ("parts", "first"),
    [
        ({"columns": (ColumnFacts("job", "not looked at"),)}, "What job gives away. This column is in no figure."),
        (
            {"columns": (ColumnFacts("job", "not looked at"), ColumnFacts("pay", "ignored"))},
            "What job and pay give away. These columns are in no figure.",
        ),
    ],
)
def test_columns_outside_all_figures_are_named(parts: dict[str, object], first: str) -> None:
    """Columns that were left out on purpose are among them."""
    assert limitations(replace(PLAIN, **parts))[0] == first  # type: ignore[arg-type]


def test_what_was_not_measured_is_among_the_limits() -> None:
    """A reason is given where there is one, and notes of the check are passed on."""
    told = limitations(
        replace(PLAIN, missing={"groups": "small counts", "combinations": "too many"}, notes=("a column is new",))
    )
    assert "What combinations of known columns give away (too many)." in told
    assert "How people spread over groups (small counts)." in told
    assert told[-1] == "A column is new"
    assert "What combinations of known columns give away." in limitations(PLAIN)
    listed = with_relation(population="city.csv")
    assert not any("list of people" in text for text in limitations(listed))


def test_parameters_and_recodings_are_told() -> None:
    """Parameters stand with the metrics that depend on them, recodings with kind and number."""
    made = replace(
        PLAIN,
        scores=(replace(score("records_at_risk", 0.1), parameters="threshold=0.2"), score("itpr", 0.5)),
        columns=(
            ColumnFacts("age", "known", recodings=(RecodedColumn("bands", "intervals", 7),)),
            ColumnFacts("zip", "known", recodings=(RecodedColumn("zip", "prefix", 3),)),
            ColumnFacts("town", "known", recodings=(RecodedColumn("town", "values", 5),)),
            ColumnFacts("job", "known", recodings=(RecodedColumn("job", "values", 1, {"work": "nurse, clerk"}),)),
        ),
    )
    assert listed(made, "Parameters") == ["threshold = 0.2 in Records at risk"]
    assert listed(made, "Recodings") == [
        "age, as bands: in 7 ranges",
        "zip: the first 3 characters",
        "town: in 5 groups",
        "job: in 1 group; its values stand in the section on what was looked at",
    ]


def test_facts_leave_out_what_there_is_not() -> None:
    """Without a spec file there is no hash of one."""
    assert [*terms(PLAIN, "Certificate")] == [
        "Statement, SHA-256",
        "Fingerprint of the table",
        "Dialect",
        "Versions",
    ]
    named = terms(replace(PLAIN, spec_name="release.yml", spec_hash="1" * 64), "Certificate")
    assert [*named.values()][1:3] == ["release.yml", "1" * 64]


def test_the_page_has_the_hash_of_its_certificate_in_full() -> None:
    """The hash is that of the JSON file."""
    made = replace(PLAIN, conditions=(condition("k_anonymity", "at_least", 5, 1.0, False),))
    assert f'<span class="hash">{certificate_hash(made)}</span>' in page_html(made)
    assert [one.title for one in method(made).metrics] == ["k-anonymity"]


def test_a_level_of_a_statement_is_a_tab() -> None:
    """Blanks within a line, and those that are no level, stay."""
    assert with_tabs("select\n    1,\n        2  as b,\n      3") == "select\n\t1,\n\t\t2  as b,\n\t  3"


def test_the_statement_is_on_the_page_line_by_line() -> None:
    """It is escaped, keeps its empty lines and its indentation, and the region can be scrolled."""
    statement = "select '<b>' as \"a & b\"\n\nfrom (\n    select 1\n        </pre>\n)"
    page = page_html(replace(PLAIN, statement=statement))
    (region,) = re.findall(r'<pre tabindex="0" role="region" aria-label="[^"]+">(.*?)</pre>', page, flags=re.DOTALL)
    assert unescape(region) == statement.replace("    ", "\t")
    assert "6 lines of SQL" in page


def test_the_glossary_has_the_terms_of_the_page_in_order() -> None:
    """A term of a section that is not there is left out."""
    names = [*terms(PLAIN, "Glossary")]
    assert names == sorted(names, key=str.casefold)
    assert {"Best guess", "Singling out"} <= {*names}
    assert {"Dominated", "Shapley value", "Point", "Slice"}.isdisjoint(names)
