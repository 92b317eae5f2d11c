"""The public version of certificates: bounds in place of what small groups tell."""

from __future__ import annotations

import csv
import dataclasses
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import certificates as made
from sqlmetrics.certificate.bounds import Crowd, averaged, certainty, counted, outward
from sqlmetrics.certificate.certificate import (
    Certificate,
    Combination,
    Contribution,
    CurvePoint,
    Figure,
    ReleasePoint,
    Releases,
    RunFigure,
    SizeBand,
    SmallGroups,
    Trend,
)
from sqlmetrics.certificate.published import published
from sqlmetrics.certificate.rules import RULES, rule_of
from sqlmetrics.output.page.reported import PrivacyReport, report
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.catalogue import every_metric

DATE = datetime(2026, 11, 22)
SMALL = SmallGroups(people=100, groups=60, pairs=80, bits=80.0)
FEW = SmallGroups(people=3, groups=2, pairs=2, bits=2.0)


def figures(part: Any) -> Iterator[tuple[str, Figure]]:
    """Give each figure of a certificate with the name of the field that holds it."""

    def walk(name: str, value: Any) -> Iterator[tuple[str, Figure]]:
        if isinstance(value, Figure):
            yield name, value
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            for field in dataclasses.fields(value):
                yield from walk(field.name, getattr(value, field.name))
        elif isinstance(value, tuple) and hasattr(value, "_fields"):
            for field_name, inner in zip(value._fields, value, strict=True):
                yield from walk(field_name, inner)
        elif isinstance(value, Mapping):
            for inner in value.values():
                yield from walk(name, inner)
        elif isinstance(value, tuple | list):
            for inner in value:
                yield from walk(name, inner)

    yield from walk("certificate", part)


COUNTS = {"people", "people_without", "small", "sure", "left_out", "suppressed", "smallest"}
"""The fields that count people."""


def table(folder: Path, groups: Iterable[int], secrets: Sequence[str] = ()) -> Path:
    """Write a table with groups of the given sizes, and a sensitive column where there is one."""
    path = folder / "table.csv"
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["town", "ill"] if secrets else ["town"])
        place = 0
        for number, size in enumerate(groups):
            for _ in range(size):
                rows.writerow([f"town {number}", secrets[place % len(secrets)]] if secrets else [f"town {number}"])
                place += 1
    return path


def reported(path: Path, **words: Any) -> PrivacyReport:
    """Return the public report of a table by the town."""
    asked = {"relation": str(path), "quasi_identifiers": ["town"], "look": False, "metrics": ["all"]} | words
    return report(parse_spec(asked), date=DATE)


def public_words(made: PrivacyReport) -> dict[str, Any]:
    """Return what a certificate says, without what only names the table's file."""
    assert made.html.endswith("</html>\n")
    words: dict[str, Any] = json.loads(made.json)
    del words["relation"]["fingerprint"]
    return words


LIMITS = {
    "k_anonymity": [{"at_least": 5}],
    "prosecutor_risk": [{"at_most": 0.2}],
    "records_at_risk": [{"at_most": 0.01}],
    "discrimination_rate": [{"at_most": 0.0001}],
    "itpr": [{"at_most": 0.0001}],
}


def test_every_metric_has_a_rule() -> None:
    """No metric of the catalogue is left to the default, which withholds it, by an oversight."""
    assert set(every_metric()) == set(RULES)
    assert rule_of("a metric of tomorrow", "identity") == "group"


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    big=st.lists(st.integers(5, 40), min_size=1, max_size=4),
    people=st.integers(2, 14),
    cuts=st.lists(st.lists(st.integers(1, 4), min_size=14, max_size=14), min_size=2, max_size=2),
)
def test_tables_that_differ_in_small_groups_alone_have_the_same_certificate(
    tmp_path: Path, big: list[int], people: int, cuts: list[list[int]]
) -> None:
    """Nothing public tells whether the smallest group has one person, or two, three or four."""

    def small(sizes: Iterable[int]) -> list[int]:
        found: list[int] = []
        for size in sizes:
            found.append(min(size, people - sum(found)))
        return [size for size in found if size > 0]

    one, other = (public_words(reported(table(tmp_path, [*big, *small(sizes)]), thresholds=LIMITS)) for sizes in cuts)
    assert one == other
    assert [condition["passed"] for condition in one["conditions"]][:2] == [False, False]


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    others=st.lists(st.integers(5, 9), max_size=2),
    largest=st.integers(28, 40),
    few=st.lists(st.integers(1, 4), min_size=2, max_size=2),
)
def test_how_few_people_are_in_small_groups_does_not_follow(
    tmp_path: Path, others: list[int], largest: int, few: list[int]
) -> None:
    """One person alone among as many others gives the same certificate as a group of four."""
    one, other = (
        public_words(reported(table(tmp_path, [largest - number, *others, number]), thresholds=LIMITS))
        for number in few
    )
    assert one == other


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    groups=st.lists(st.integers(1, 12), min_size=1, max_size=8),
    secrets=st.lists(st.sampled_from(["a", "b", "c"]), min_size=3, max_size=7),
)
def test_no_public_count_of_people_is_below_the_least(tmp_path: Path, groups: list[int], secrets: list[str]) -> None:
    """No figure is exact, and of one to four people; shares of all people are of no such number."""
    certificate = reported(table(tmp_path, groups, secrets), sensitive=["ill"], thresholds=LIMITS).certificate
    total = sum(groups)
    for name, figure in figures(certificate):
        if name in COUNTS and figure.form == "is":
            assert figure.value is not None
            assert figure.value == 0 or figure.value >= certificate.least, name
    small = sum(size for size in groups if size < 5)
    if 0 < small < 5:
        assert not [one for one in certificate.scores if one.metric == "records_at_risk" and one.measured.form == "is"]
        others = {band.people.form for band in certificate.sizes[1:] if band.people != Figure(0)}
        assert "withheld" in others or total == small
    if small:
        size = next(one.measured for one in certificate.scores if one.metric == "k_anonymity")
        assert size[:2] == (5, "under")


@pytest.mark.parametrize("groups", [[5, 7, 30], [12]])
def test_without_small_groups_every_number_is_shown(tmp_path: Path, groups: list[int]) -> None:
    """Where nobody is in a small group, nothing is withheld and nothing is a bound."""
    certificate = reported(table(tmp_path, groups, ["a", "b", "b"]), sensitive=["ill"], thresholds=LIMITS).certificate
    assert {figure.form for _, figure in figures(certificate)} <= {"is", "undefined", "infinite", "at least"}
    size = next(one.measured for one in certificate.scores if one.metric == "k_anonymity")
    assert size == Figure(min(groups))


def crowd(small: SmallGroups | None = SMALL, people: int = 1000, *, coarse: bool = False) -> Crowd:
    """Return a crowd of 1,000 people, some of them in groups of fewer than five."""
    return Crowd(5, people, hidden=True, small=small, coarse=coarse)


@pytest.mark.parametrize(
    ("count", "base", "coarse", "value", "form"),
    [
        *[(0, 1, False, 0, "is"), (1, 1, False, 5, "under"), (4, 1, True, 5, "under"), (5, 1, False, 5, "is")],
        *[(515, 1, False, 515, "is"), (513, 5, False, 515, "is"), (512, 5, False, 510, "is")],
        *[(1000, 1, False, 1000, "is"), (999, 1, True, 1000, "is"), (14, 1, True, 10, "is"), (15, 1, True, 20, "is")],
    ],
)
def test_counts_of_people(count: int, base: int, coarse: bool, value: float, form: str) -> None:
    """Fewer than five are "under 5"; others are in steps where differences would tell of fewer."""
    assert counted(count, crowd(coarse=coarse), base)[:2] == (value, form)
    assert counted(12_345, crowd(people=20_000)) == Figure(12_300)


@pytest.mark.parametrize(
    ("value", "up", "shown"),
    [(0.12341, True, 0.124), (0.12341, False, 0.123), (0.1236, False, 0.123), (0.125, True, 0.125), (0, True, 0)],
)
def test_bounds_are_rounded_outward(value: float, up: bool, shown: float) -> None:
    """An upper bound is never less than the number, nor a lower one more."""
    assert outward(value, up) == shown


def test_averages_are_in_steps_of_a_small_group() -> None:
    """In 1,000 people a share is in steps of 5; without small groups it has three digits."""
    assert averaged(0.1234, crowd(), "share") == Figure(0.125)
    assert averaged(0.1234, crowd()._replace(hidden=False), "share") == Figure(0.123)


@pytest.mark.parametrize(
    ("value", "people", "shown"),
    [
        *[(6 / 7, 7, Figure(0.8, "at least", "")), (1.0, 7, Figure(1.0)), (0.5, 100, Figure(0.5))],
        *[(2 / 7, 7, Figure(0.2, "at least", "")), (0.9371, 2000, Figure(0.937))],
    ],
)
def test_a_guess_does_not_tell_how_few_are_otherwise(value: float, people: int, shown: Figure) -> None:
    """One of seven with another value is not told by a share of 85.7 %."""
    assert certainty(value, people, 5)[:2] == shown[:2]


def certificate(**parts: Any) -> Certificate:
    """Return an internal certificate of 1,000 people, 100 of them in groups of fewer than five."""
    return made.certificate(**({"small": SMALL, "public_statement": "select :value_1"} | parts))


@pytest.mark.parametrize(
    ("metric", "bound", "limit", "measured", "passed", "shown"),
    [
        ("k_anonymity", "at_least", 5.0, 1.0, False, (5, "under")),
        ("k_anonymity", "at_least", 3.0, 4.0, True, (3, "at least")),
        ("prosecutor_risk", "at_most", 0.09, 1.0, False, (0.2, "over")),
        ("prosecutor_risk", "at_most", 0.3, 1 / 3, False, (0.3, "over")),
        ("alpha_k_anonymity", "at_most", 0.9, 1.0, False, (0.9, "over")),
        ("alpha_k_anonymity", "at_most", 0.9, 0.5, True, (0.9, "up to")),
        ("uniqueness", "at_most", 0.05, 0.02, True, (0.05, "up to")),
        ("uniqueness", "at_most", 0.05, 0.06, False, (0.05, "over")),
        ("uniqueness", "at_most", 0.2, 0.06, True, (0.1, "up to")),
        ("a_acc", "at_most", 0.1, 0.1004, False, (0.1, "over")),
        ("a_acc", "at_most", 0.1, 0.0951, True, (0.095, "is")),
    ],
)
def test_conditions_keep_their_verdicts_and_say_no_more(
    metric: str, bound: Any, limit: float, measured: float, passed: bool, shown: tuple[float, str]
) -> None:
    """A figure that small groups decide is a bound, and never one that the verdict contradicts."""
    target = "identity" if metric in {"k_anonymity", "prosecutor_risk", "uniqueness"} else "disease"
    whole = certificate(conditions=(made.condition(metric, bound, limit, measured, passed, target=target),))
    (condition,) = published(whole).conditions
    assert condition.passed == passed
    assert condition.measured[:2] == shown


def test_the_score_of_an_earlier_run_is_no_public_limit() -> None:
    """That no score got worse says nothing of the score then, where small groups decide it."""
    conditions = (
        made.condition("k_anonymity", "at_least", 2.0, 2.0, True, origin="monday"),
        made.condition("k_anonymity", "at_least", 7.0, 2.0, False, origin="monday"),
        made.condition("alpha_k_anonymity", "at_most", 0.5, 1.0, False, origin="monday", target="disease"),
        made.condition("a_acc", "at_most", 0.12345, 0.1, True, origin="monday", target="disease"),
    )
    limits = [one.limit for one in published(certificate(conditions=conditions)).conditions]
    assert limits == [None, 7.0, None, 0.125]


def test_where_a_small_count_would_follow_another_is_withheld_too() -> None:
    """Of 1,000 people 997 in other groups leave three; so the largest band is withheld."""
    sizes = (SizeBand(1, 4, Figure(3)), SizeBand(5, 10, Figure(26)), SizeBand(11, None, Figure(971)))
    curve = (CurvePoint(5, Figure(3)), CurvePoint(6, Figure(8)))
    public = published(certificate(sizes=sizes, curve=curve, small=FEW))
    assert [band.people[:2] for band in public.sizes] == [(5, "under"), (30, "is"), (None, "withheld")]
    assert [point.people[:2] for point in public.curve] == [(5, "under"), (None, "withheld")]
    assert public.small is None


def test_steps_contradict_nothing_that_is_known() -> None:
    """Groups of 11 or more have 11 people or none, and no guess gets worse by knowing more."""
    sizes = (SizeBand(1, 4, Figure(3)), SizeBand(5, 10, Figure(0)), SizeBand(11, 19, Figure(12)))
    learnt = replace(made.learnt("disease", 20), before=Figure(0.5034), after=Figure(0.5035), small=Figure(100))
    public = published(certificate(sizes=(*sizes, SizeBand(20, None, Figure(985))), small=FEW, learnt=(learnt,)))
    assert [band.people[:2] for band in public.sizes[:3]] == [(5, "under"), (0, "is"), (11, "is")]
    assert public.learnt[0].before == public.learnt[0].after == Figure(0.503)


def test_differences_of_combinations_are_steps() -> None:
    """A column more puts whole groups in small ones, so that a difference of one would tell."""
    rows = [(("age", "town"), 100), (("age",), 99), (("town",), 3), ((), 0)]
    combinations = tuple(
        Combination(known, Figure(people), Figure(people / 1000), Figure(0.512345)) for known, people in rows
    )
    lost = Contribution("town", Figure(0.01234), Figure(0.099), Figure(99))
    public = published(certificate(combinations=combinations, contributions=(lost,)))
    assert [one.people[:2] for one in public.combinations] == [(100, "is"), (100, "is"), (5, "under"), (0, "is")]
    assert [one.share[:2] for one in public.combinations] == [(0.1, "is"), (0.1, "is"), (0.005, "under"), (0, "is")]
    assert [one.uncertainty_removed.form for one in public.combinations] == ["up to", "up to", "withheld", "is"]
    assert public.contributions == (Contribution("town", Figure(0.01), Figure(0.1), Figure(100)),)


def test_earlier_runs_and_releases_are_bounded() -> None:
    """Runs and releases say no more of small groups than this run does."""
    runs = tuple(RunFigure(f"run {value}", "2026", 1000, Figure(value), None) for value in (1.0, 7.0, 2.0))
    trend = Trend("k_anonymity", "identity", None, "individuals", "at_least", 5.0, runs)
    exposed = replace(trend, metric="alpha_k_anonymity", target="disease", unit="probability")
    points = tuple(
        ReleasePoint(str(k), False, Figure(0.51234), 0.5, 0.6, Figure(0.71234), 0.7, 0.8, 1000, Figure(k), ())
        for k in (2, 9)
    )
    releases = Releases("ward", "itpr", "disease", "accuracy", "answers", points, ("a note on '/home/x'",))
    public = published(certificate(trends=(trend, exposed), releases=releases))
    assert [run.measured[:2] for run in public.trends[0].runs] == [(5, "under"), (7, "is"), (5, "under")]
    assert {run.measured.form for run in public.trends[1].runs} == {"withheld"}
    assert public.releases is not None
    assert [(one.risk.form, one.risk_low) for one in public.releases.points] == [("withheld", None), ("is", 0.5)]
    assert [one.smallest[:2] for one in public.releases.points] == [(5, "under"), (9, "is")]
    assert "/home/x" not in "".join(public.releases.notes)


NAMES = [
    "<script>alert(1)</script>",
    "<svg onload=alert(2)><title>x</title></svg>",
    "\"><img src=x onerror='alert(3)'>",
    "</style></main>&lt;b&gt;{{ 7 * 7 }}",
]
"""Names of columns that are HTML."""


class Elements(HTMLParser):
    """The elements of a page, each with its attributes' names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an element."""
        self.seen[tag, tuple(name for name, _ in attrs)] += 1


@pytest.mark.parametrize("internal", [False, True])
def test_names_of_columns_are_text(tmp_path: Path, internal: bool) -> None:
    """Columns named by HTML, SVG and script make a page of the same elements as plain ones."""
    pages = []
    for names in (["aa", "bb", "cc", "dd"], NAMES):
        path = tmp_path / "names.csv"
        with path.open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(names)
            rows.writerows([[number % 3, number % 2, number % 4, number % 5] for number in range(40)])
        spec = {"relation": str(path), "quasi_identifiers": names[:2], "sensitive": names[2:3], "look": False}
        pages.append(report(parse_spec({**spec, "thresholds": {"k_anonymity": [{"at_least": 9}]}}), internal=internal))
    plain, named = (Elements(page.html).seen for page in pages)
    assert plain == named
    assert not any(tag in {"script", "img"} for tag, _ in named)
    assert not any(name.startswith("on") or name == "style" for _, names in named for name in names)
    assert json.loads(pages[1].json)["columns"][0]["name"] in NAMES
    assert "49" not in [text.strip() for text in pages[1].html.split("&lt;b&gt;")]


@pytest.mark.parametrize("internal", [False, True])
def test_threads_change_no_byte(tmp_path: Path, internal: bool) -> None:
    """One thread or two, the page and the certificate are the same bytes."""
    path = tmp_path / "table.parquet"
    keys = ", ".join(f"(hash(i * {prime}) % {many})::int as c{prime}" for prime, many in ((7, 90), (13, 50), (17, 11)))
    duckdb.sql(f"copy (select {keys} from range(300000) rows(i)) to '{path}'")
    asked = {"relation": str(path), "quasi_identifiers": ["c7", "c13"], "sensitive": ["c17"], "metrics": ["all"]}
    made = [report(parse_spec({**asked, "threads": number}), date=DATE, internal=internal) for number in (1, 2)]
    assert made[0].html == made[1].html
    assert made[0].json == made[1].json
