"""Slices in certificates: measured, made public, verified, and what follows from them.

A slice cuts the same people otherwise than groups do, so that the two are known together by their
number of people alone: any groups and any slices of so many people are those of some table.
"""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from test_canaries import texts
from test_nothing_hidden_follows import Fact, hidden_facts
from test_verified import changed, entries, verify_text

from canaries import encodings
from certificates import certificate, condition
from sqlmetrics.certificate.certificate import Certificate, SlicedTable, SliceFacts, SliceFigures, SliceScore, document
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.probes import probes
from sqlmetrics.certificate.published import published
from sqlmetrics.certificate.slices import has_room
from sqlmetrics.certificate.verified import certificate_of, contradictions, verify
from sqlmetrics.errors import SpecError
from sqlmetrics.output.privacy_report import PrivacyReport, measured_again, report
from sqlmetrics.risk.public_table import PublicTable
from sqlmetrics.spec.spec import parse_spec
from worlds import in_steps, public_table, worlds

LEAST, MOST, JUDGED = 3, 11, 7
"""Small groups have fewer people; worlds of so many people are compared, and of so many judged."""

Outcome = object
"""What is public of slices."""


def cuts(people: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the sizes of slices of so many people, the largest first."""
    if not people:
        yield ()
    for size in range(min(people, largest or people), 0, -1):
        yield from ((size, *rest) for rest in cuts(people - size, size))


def facts_of_slices(sizes: Sequence[int]) -> set[Fact]:
    """Return what holds of slices and must follow from nothing that is public."""
    small = [size for size in sizes if size < LEAST]
    if not small:
        return set()
    few = {("few people are in small slices", True)} if sum(small) < LEAST else set()
    counts = {("number of small slices", len(small)), ("people in small slices", sum(small))}
    return {*few, *counts, *(("the size of some small slice", size) for size in small)}


@cache
def by_people() -> dict[PublicTable, dict[int, set[Fact]]]:
    """Return by public table and number of people what holds of the groups of all such worlds."""
    found: dict[PublicTable, dict[int, set[Fact]]] = defaultdict(dict)
    for world in worlds(MOST, 2):
        own, people = found[public_table(world, LEAST)], sum(map(sum, world))
        facts = hidden_facts(world, LEAST)
        own[people] = own[people] & facts if people in own else facts
    return found


def followed(of: Callable[[PublicTable, tuple[int, ...]], Outcome]) -> Counter[str]:
    """Return the hidden facts that hold wherever the same is public of groups and of slices."""
    found: Counter[str] = Counter()
    sizes = {people: list(cuts(people)) for people in range(MOST + 1)}
    for table, by_number in by_people().items():
        of_groups: dict[Outcome, set[Fact]] = {}
        of_slices: dict[Outcome, set[Fact]] = {}
        judged: set[Outcome] = set()
        for people, facts in by_number.items():
            for cut in sizes[people]:
                outcome = of(table, cut)
                of_groups[outcome] = of_groups.get(outcome, facts) & facts
                own = facts_of_slices(cut)
                of_slices[outcome] = of_slices.get(outcome, own) & own
                judged |= {outcome} if people <= JUDGED else set()
        found.update(name for outcome in judged for name, _ in of_groups[outcome] | of_slices[outcome])
    return found


@cache
def room(table: PublicTable, slices: int) -> bool:
    """Return whether so many slices are public beside a table."""
    return has_room(certificate(public_table=table, least=LEAST), slices, 0)


def large(sizes: Sequence[int]) -> int:
    """Return the number of slices of enough people."""
    return sum(size >= LEAST for size in sizes)


def test_no_hidden_fact_follows_from_the_number_of_slices() -> None:
    """Of all groups and slices of up to seven people each hidden fact is missing in some table."""
    assert not followed(lambda table, sizes: large(sizes) if room(table, large(sizes)) else None)


@pytest.mark.parametrize(
    ("of", "fact"),
    [
        (lambda _, sizes: large(sizes), "few people are in small groups"),
        (lambda _, sizes: len(sizes), "the size of some small slice"),
        (
            lambda _, sizes: (
                tuple(in_steps(size, LEAST) for size in sizes if size >= LEAST),
                in_steps(sum(size for size in sizes if size < LEAST), LEAST),
            ),
            "few people are in small groups",
        ),
    ],
    ids=["any number of slices", "small slices too", "sizes in steps as of groups"],
)
def test_other_figures_of_slices_leak(of: Callable[[Any, Sequence[int]], Outcome], fact: str) -> None:
    """The same search finds what follows from sizes of slices, and from numbers without room."""
    assert followed(of)[fact] > 0


def sliced(
    people: Sequence[int], k: Sequence[int], *, public: bool = False, min_people: int | None = None
) -> Certificate:
    """Return the internal certificate of slices with so many people, and their smallest groups."""
    least = min_people or 0
    slices = tuple(
        SliceFacts(str(n), Figure(many), passed, (SliceScore(Figure(float(size)), passed),))
        for n, (many, size) in enumerate(zip(people, k, strict=True), 1)
        for passed in [None if many < least else size >= 5]
    )
    outcomes = [one.passed for one in slices]
    figures = SliceFigures(Figure(len(slices)), *(Figure(outcomes.count(one)) for one in (True, False, None)))
    met = False if False in outcomes else True if True in outcomes else None
    worst = min((size for size, passed in zip(k, outcomes, strict=True) if passed is not None), default=0)
    measured = Figure(float(worst)) if met is not None else Figure(None, "undefined", "too few people to say")
    return certificate(
        conditions=(condition("k_anonymity", "at_least", 5.0, measured, met),),
        passed=met is not False,
        all_combinations=1,
        statement="",
        scores=tuple(replace(one, known=("k",)) for one in certificate().scores),
        public_table=public_table((((sum(people) + 1) // 2, sum(people) // 2),), 5),
        slices=SlicedTable(("ward",), public, public, min_people, figures, slices),
    )


@pytest.mark.parametrize(
    ("made", "counts", "rows"),
    [
        (sliced([60, 30, 20], [9, 5, 2]), (None, 2, 1, None), []),
        (sliced([60, 30, 20, 4, 3], [9, 5, 2, 1, 3]), (None, 2, 1, None), []),
        (sliced([60, 30, 2, 1], [9, 5, 2, 1], min_people=20), (None, 2, 0, None), []),
        (sliced([5, 5, 5], [5, 5, 5]), (None, None, None, None), []),
        (
            sliced([60, 30, 20, 4], [9, 5, 2, 1], public=True),
            (None, 2, 1, None),
            [("3", False), ("1", True), ("2", True)],
        ),
        (sliced([5, 5, 5], [5, 5, 5], public=True), (None, None, None, None), []),
    ],
    ids=["numbered", "small ones", "too few", "no room", "public names", "public names without room"],
)
def test_verdicts_of_slices_are_public_and_their_sizes_are_not(
    made: Certificate, counts: tuple[int | None, ...], rows: list[tuple[str, bool | None]]
) -> None:
    """How many slices of enough people pass is public; one of few people has no verdict."""
    public = published(made)
    assert list(contradictions(made)) == list(contradictions(public)) == []
    assert public.slices is not None
    assert tuple(one.value for one in public.slices.counts) == counts
    assert [(one.name, one.passed) for one in public.slices.slices] == rows
    assert all(one.people.form == "withheld" for one in public.slices.slices)
    assert published(public) == public
    assert public.passed == made.passed


def test_shown_names_are_public_only_where_the_spec_says_so() -> None:
    """An internal report that shows values has names, and its public version has none."""
    made = sliced([60, 30, 20], [9, 5, 2])
    assert made.slices is not None
    public = published(replace(made, slices=replace(made.slices, named=True)))
    assert public == published(made)
    assert public.slices is not None
    assert not public.slices.named


def test_slices_of_few_people_alone_fail_a_public_condition() -> None:
    """The verdict is that of all slices, as the internal report has it."""
    public = published(sliced([60, 30, 2], [9, 5, 2]))
    assert not public.passed
    assert public.slices is not None
    assert public.slices.counts.failed == Figure(0)
    assert list(contradictions(public)) == []


def test_that_all_slices_have_too_few_is_public_only_for_many() -> None:
    """With `min_people` below a small group, that each slice has fewer is not said."""
    assert [one.passed for one in published(sliced([4, 4] * 9, [4] * 18, min_people=20)).conditions] == [None]
    assert [one.passed for one in published(sliced([1] * 40, [1] * 40, min_people=2)).conditions] == [True]


def test_small_slices_change_no_byte() -> None:
    """Tables with one public table that differ in slices of few people have one certificate."""
    table = public_table(((70, 70),), 5)
    for public in (False, True):
        made = [sliced([60, 30, *few], [9, 2, *few], public=public) for few in ([1], [2], [1, 1], [4], [])]
        found = {json.dumps(document(published(replace(one, public_table=table)))) for one in made}
        assert len(found) == 1
        assert '"value": 1, "form": "is"' in found.pop()


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (("k_anonymity", "at_least", 3.0), "tells how small groups of fewer than 5 people are"),
        (("records_at_risk", "at_most", 0.1), "may be about fewer than 5 people of a slice of 20"),
        (("records_at_risk", "at_most", 0.3), None),
        (("k_anonymity", "at_least", 5.0), None),
    ],
)
def test_limits_that_probe_few_people_of_a_slice_are_told(limit: Any, told: str | None) -> None:
    """A share of a small slice may be one person."""
    made = replace(sliced([90], [5], min_people=20), conditions=(condition(limit[0], limit[1], limit[2], 1.0, False),))
    found = probes(published(made))
    assert [told in one for one in found if told is not None] == [True] * (told is not None)
    assert len(found) == (told is not None)


WARDS = {"St. Canary": 40, "C, canary": 30, "": 25, "<b>canary</b>": 24, "canary of few": 8, "canary alone": 1}
"""The people of each ward; an empty name is no value."""


@pytest.fixture
def spec(tmp_path: Path) -> dict[str, Any]:
    """A spec of a table of wards, in which rarer ages are in smaller wards."""
    with (tmp_path / "wards.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["ward", "age", "ill"])
        rows.writerows(
            [ward, n % (2 + place), n // 2 % 3] for place, (ward, many) in enumerate(WARDS.items()) for n in range(many)
        )
    return {
        "relation": str(tmp_path / "wards.csv"),
        "quasi_identifiers": ["age"],
        "sensitive": ["ill"],
        "by": "ward",
        "min_people": 10,
        "thresholds": {"k_anonymity": 5, "discrimination_rate": {"target": "ill", "at_most": 0.9}},
    }


def reported(spec: dict[str, Any], *, internal: bool = False, **words: Any) -> PrivacyReport:
    """Return the report of the wards."""
    return report(parse_spec({**spec, **words}), internal=internal)


def test_slices_are_counted_as_plain_loops_do(spec: dict[str, Any]) -> None:
    """People, smallest group and verdict of each ward, by size; the whole table is apart."""
    sizes = sorted(WARDS.values(), reverse=True)
    smallest = {
        many: min(Counter(n % (2 + place) for n in range(many)).values()) for place, many in enumerate(WARDS.values())
    }
    made = reported(spec, internal=True).certificate
    assert made.slices is not None
    found = {
        one.name: (one.people.value, one.scores[0] and one.scores[0].measured.value, one.passed)
        for one in made.slices.slices
    }
    expected = {
        str(place): (many, smallest[many], None if many < 10 else smallest[many] >= 5)
        for place, many in enumerate(sizes, 1)
    }
    assert found == expected
    assert made.conditions[0].measured == Figure(min(smallest[many] for many in sizes if many >= 10))
    assert [one.value for one in made.slices.counts] == [
        6,
        *([passed for _, _, passed in expected.values()].count(one) for one in (True, False, None)),
    ]
    ages = Counter(n % (2 + place) for place, many in enumerate(WARDS.values()) for n in range(many))
    assert [one.measured.value for one in made.scores if one.metric == "k_anonymity"] == [min(ages.values())]
    assert next(column.role for column in made.columns or () if column.name == "ward") == "slices"
    assert all(
        score.chance is not None
        for one in made.slices.slices
        for score in one.scores[1:]
        if score and one.passed is not None
    )


def test_no_name_of_a_slice_is_in_a_report_unless_it_is_public(spec: dict[str, Any]) -> None:
    """Neither a public report nor an internal one has names; with public ones both have."""
    for internal in (False, True):
        plain = [text.casefold() for text in texts(reported(spec, internal=internal))]
        assert not [
            name
            for name in WARDS
            for text in encodings(name)
            if len(text) > 5 and any(text.casefold() in one for one in plain)
        ]
        named = reported(spec, internal=internal, by={"ward": "public"})
        assert "&lt;b&gt;canary&lt;/b&gt;" in named.html
        assert "<b>canary" not in named.html
        assert ("canary alone" in named.json) == internal
        assert ("canary of few" in named.html) == internal


@pytest.mark.parametrize("internal", [False, True])
@pytest.mark.parametrize("by", ["ward", {"ward": "public"}], ids=["numbered", "public"])
def test_changed_entries_of_slices_are_noticed(tmp_path: Path, spec: dict[str, Any], internal: bool, by: Any) -> None:
    """Each entry of the slices is changed once; the data show it, and often the file alone."""
    words = {**spec, "by": by}
    made = json.loads(reported(words, internal=internal).json)
    anew = measured_again(made, parse_spec(words))
    path = tmp_path / "changed.json"
    assert verify_text(path, made, None) == verify_text(path, made, anew) == ()
    kinds: dict[tuple[str, ...], list[tuple[Any, ...]]] = defaultdict(list)
    for place in entries(made):
        if place[0] == "slices":
            kinds[tuple(part for part in place if isinstance(part, str))].append(place)
    places = [place for own in kinds.values() for place in {own[0], own[-1]}]
    alone, beside = set(), []
    for place in places:
        with changed(made, place):
            alone |= {place[1:]} if verify_text(path, made, None) == () else set()
            beside += [place] if verify_text(path, made, anew) == () else []
    assert beside == []
    assert not [place for place in alone if place[0] == "counts" and internal]
    assert not [place for place in alone if place[-1] == "passed" and (internal or "scores" not in place)]


def test_a_certificate_without_slices_is_read_as_before() -> None:
    """It has no entry of slices, so that certificates of before and their hashes stay."""
    entries_ = document(certificate())
    assert "slices" not in entries_
    assert certificate_of(entries_, Path("c.json")).slices is None
    without = replace(certificate(), conditions=(condition("k_anonymity", "at_least", 5.0, 1.0, None),))
    assert next(contradictions(without)).place == "conditions, 1: passed"


@pytest.mark.parametrize("internal", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        {"thresholds": {}},
        {"min_people": 1000},
        {"where": "ward = 'canary alone'", "min_people": None},
        {"by": ["ward", "age"], "quasi_identifiers": ["ill"], "sensitive": []},
    ],
    ids=["no limit", "all too few", "one of one", "two columns"],
)
def test_odd_slices_have_a_report_that_holds(
    tmp_path: Path, spec: dict[str, Any], words: dict[str, Any], internal: bool
) -> None:
    """Without limits, with too few people everywhere, one record, and two columns."""
    if "thresholds" not in words and "sensitive" in words:
        words = {**words, "thresholds": {"k_anonymity": 2}}
    made = reported(spec, internal=internal, **{key: value for key, value in words.items() if value is not None})
    (tmp_path / "c.json").write_text(made.json)
    assert verify(tmp_path / "c.json").findings == ()
    assert "slices" in made.html


def test_too_many_slices_for_a_report_are_refused(spec: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says what to do."""
    monkeypatch.setattr("sqlmetrics.certificate.slices.MANY_SLICES", 5)
    with pytest.raises(SpecError, match=r"a report holds up to 5 slices \(found: 6\); choose some by `where`"):
        reported(spec)
