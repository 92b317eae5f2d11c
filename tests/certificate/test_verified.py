"""Changed certificates: what a file alone shows, what only the data do, and what nothing can."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from certificates import certificate, condition, sizes, with_facts
from sqlmetrics.certificate.figure import Figure
from sqlmetrics.certificate.published import published
from sqlmetrics.certificate.verified import contradictions, decided, sums, verify
from sqlmetrics.errors import SpecError
from sqlmetrics.output.privacy_report import measured_again, report
from sqlmetrics.spec.reading import read_spec, seen_from_here
from sqlmetrics.spec.spec import parse_spec
from worlds import public_table

ROOT = Path(__file__).parents[2]

WORDS = {"measured_at", "relation: name", "spec_name", "title", "versions"}
"""The entries of a certificate that another run over the same data need not have."""

DECLARED = {
    *WORDS,
    *("columns: name", "columns: reason", "columns: recodings: count"),
    *("columns: recodings: name", "conditions: known", "conditions: limit"),
    *("conditions: partition", "conditions: source", "conditions: target", "conditions: unit", "learnt: limit"),
    *("looked", "relation: dialect", "relation: nulls", "relation: population", "relation: reading: form"),
    *("scores: known", "scores: partition", "scores: target"),
}
"""What a public certificate declares: a file alone cannot show that it was changed."""

OF_DATA = {
    *("conditions: passed", "passed", "sizes: people: value", "learnt: before: value", "learnt: after: value"),
    *("learnt: discrimination_rate: value", "contributions: added: value", "combinations: people: value"),
    *("contributions: people_without: value", "conditions: measured: value", "learnt: surest: value"),
}
"""What an internal certificate says twice: a file alone shows that one of them was changed."""


def entries(document: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of each entry of a document that is no list and no object."""
    if isinstance(document, dict):
        for name, part in document.items():
            yield from entries(part, (*place, name))
    elif isinstance(document, list):
        for number, part in enumerate(document):
            yield from entries(part, (*place, number))
    else:
        yield place


@contextmanager
def changed(document: Any, place: tuple[Any, ...]) -> Iterator[None]:
    """One entry of a document is another one of its kind, until it is set back."""
    *outer, last = place
    part = document
    for name in outer:
        part = part[name]
    value = part[last]
    part[last] = (
        not value if isinstance(value, bool) else value + 1 if isinstance(value, int | float) else f"{value or ''}x"
    )
    yield
    part[last] = value


@cache
def made(internal: bool) -> tuple[Any, Any]:
    """Return the entries of a release's certificate, and of one that is measured again."""
    spec = seen_from_here(read_spec(ROOT / "fixtures" / "release.yml"))
    document = json.loads(report(spec, internal=internal).json)
    return document, measured_again(document, spec)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("internal", [False, True])
def test_changed_entries_are_noticed(tmp_path: Path, internal: bool) -> None:
    """Each kind of entry is changed once; what a file alone hides, the data show."""
    document, anew = deepcopy(made(internal))
    by_name: dict[str, list[tuple[Any, ...]]] = {}
    for place in entries(document):
        by_name.setdefault(": ".join(name for name in place if isinstance(name, str)), []).append(place)
    path, tried = tmp_path / "changed.json", 0
    alone, with_data = set(), set()
    assert verify_text(path, document, anew) == ()
    for name, places in by_name.items():
        for place in places[:: max(len(places) // 2, 1)]:
            tried += 1
            with changed(document, place):
                if verify_text(path, document, None) == ():
                    alone.add(name)
                    if verify_text(path, document, anew) == ():
                        with_data.add(name)
    assert tried > 100
    assert with_data == WORDS
    if internal:
        assert not alone & OF_DATA
    else:
        assert alone == DECLARED


def verify_text(path: Path, document: Any, anew: Any) -> Any:
    """Return what is noticed of a document; one of another form is refused."""
    path.write_text(json.dumps(document))
    try:
        return verify(path, anew).findings
    except SpecError as error:
        return (error,)


def test_forged_verdicts_do_not_follow(tmp_path: Path) -> None:
    """All verdicts set to true: the certificate says itself that some are not met."""
    document = deepcopy(made(internal=False)[0])
    document["passed"] = True
    for one in document["conditions"]:
        one["passed"] = True
    places = [finding.place for finding in verify_text(tmp_path / "forged.json", document, None)]
    assert "conditions, 1 (k_anonymity of identity): passed" in places


@pytest.mark.parametrize(
    ("limits", "passed", "follows"),
    [
        ([("k_anonymity", "at_least", 5.0)], [True], [None]),
        ([("k_anonymity", "at_least", 13.0)], [True], [False]),
        ([("k_anonymity", "at_least", 13.0)], [False], [False]),
        ([("k_anonymity", "at_least", 6.0), ("k_anonymity", "at_least", 5.0)], [True, False], [False, True]),
        ([("average_prosecutor_risk", "at_most", 0.3)], [False], [True]),
        ([("average_prosecutor_risk", "at_most", 0.05)], [True], [False]),
        ([("itpr", "at_most", 0.5)], [True], [None]),
        ([("prosecutor_risk", "at_most", 0.2), ("k_anonymity", "at_least", 5.0)], [True, False], [False, True]),
        ([("prosecutor_risk", "at_most", 0.2), ("k_anonymity", "at_least", 5.0)], [True, True], [True, True]),
        ([("alpha_k_anonymity", "at_most", 0.3)], [True], [False]),
    ],
)
def test_verdicts_that_figures_decide_are_judged(
    limits: list[tuple[str, Any, float]], passed: list[bool], follows: list[bool | None]
) -> None:
    """Two groups of about ten people have no group of 13, and an average risk of 8 to 28 %."""
    conditions = tuple(
        replace(condition(metric, bound, limit, 0.0, told, target=of(metric)), known=("k",))
        for (metric, bound, limit), told in zip(limits, passed, strict=True)
    )
    public = published(certificate(conditions=conditions, public_table=public_table(((9, 1), (5, 6)), 5)))
    assert [decided(one, public) for one in public.conditions] == follows
    found = [one.place for one in contradictions(public) if one.place.startswith("conditions")]
    assert len(found) == sum(told not in {None, met} for told, met in zip(follows, passed, strict=True))


def of(metric: str) -> str:
    """Return the target of a metric in these tests."""
    return "x" if metric == "alpha_k_anonymity" else "identity"


@pytest.mark.parametrize(
    ("place", "value"),
    [
        *[(("spec_hash",), None), (("spec",), [1]), (("conditions", 1, "parameters"), "threshold=1e-320")],
        *[(("public_table", "small"), 5 * 10**400), (("sizes", 3, "low"), 10**400), (("public_table", "least"), 0)],
        *[(("public_table", "sizes", 0, "groups"), 10**15), (("scores", 0, "measured", "value"), float("inf"))],
    ],
)
def test_mangled_certificates_are_refused_or_noticed(
    run: Any, tmp_path: Path, place: tuple[Any, ...], value: Any
) -> None:
    """No form of an entry is an unexpected error, alone, with data, or as the previous report."""
    document = deepcopy(made(internal=False)[0])
    part = document
    for name in place[:-1]:
        part = part[name]
    if value is None:
        del part[place[-1]]
    else:
        part[place[-1]] = value
    path = tmp_path / "mangled.json"
    path.write_text(json.dumps(document))
    spec = ("--spec", ROOT / "fixtures" / "release.yml")
    for words in (("verify", path), ("verify", path, "--relation", ROOT / "fixtures" / "anes96.parquet")):
        ended = run(*words)
        assert ended.code in {1, 2}
        assert "unexpected" not in ended.err
    ended = run("report", *spec, "--previous", path, "-o", tmp_path / "page.html")
    assert ended.code in {0, 2}
    assert "unexpected" not in ended.err


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([*[("a", "flu", 1)] * 9, *[("b", "hiv", 2)] * 9, ("*", "flu", 3), ("c", "flu", 4)], {"suppressed": "*"}),
        (
            [(town, ill, n) for town, ill in (("a", "flu"), ("a", "hiv"), ("b", "hiv")) for n in range(9)],
            {"individual": "id"},
        ),
        (
            [*[("a", "flu", 1)] * 9, *[("b", "hiv", 2)] * 9],
            {"thresholds": {"prosecutor_risk": {"at_most": 0.33333333333}}},
        ),
        (
            [*[("a", "flu", 1)] * 9, *[("b", "flu", 2)] * 9],
            {"thresholds": {"discrimination_rate": {"at_most": 0.9, "undefined": "pass"}}},
        ),
        (
            [("a", "flu", 1)] * 49,
            {"parameters": {"threshold": 1 / 49}, "thresholds": {"records_at_risk": {"at_most": 0.5}}},
        ),
    ],
)
@pytest.mark.parametrize("internal", [False, True])
def test_honest_certificates_hold(tmp_path: Path, rows: Any, words: dict[str, Any], internal: bool) -> None:
    """Suppressed people, people with several values, limits and thresholds of many digits."""
    path, table = tmp_path / "honest.json", tmp_path / "table.csv"
    table.write_text("\n".join(["town,ill,id", *(",".join(map(str, row)) for row in rows)]) + "\n")
    asked = {"relation": str(table), "quasi_identifiers": ["town"], "sensitive": ["ill"], "look": False, **words}
    path.write_text(report(parse_spec(asked), internal=internal).json)
    assert verify(path).findings == ()


def test_the_last_line_says_what_only_data_could_tell(run: Any, tmp_path: Path) -> None:
    """Verdicts that the file leaves open are counted."""
    path = tmp_path / "release.json"
    path.write_text(json.dumps(made(internal=False)[0]))
    said = " ".join(run("verify", path).out.split())
    assert "its figures leave 6 verdicts open; only the data, measured again, could tell" in said


@pytest.mark.parametrize(
    ("left_out", "suppressed", "missed"),
    [
        ({}, None, [(900, 1000)]),
        ({"identity": 0, "disease": 0}, 0, [(900, 1000)]),
        ({"identity": 100, "disease": 0}, None, []),
        ({"identity": 0}, 100, []),
    ],
)
def test_groups_lack_people_only_where_some_are_in_none(
    left_out: dict[str, float], suppressed: float | None, missed: list[tuple[float, float]]
) -> None:
    """Of 1,000 people 900 in groups are too few, unless records are left out or suppressed."""
    facts = {
        "left_out": {target: Figure(records) for target, records in left_out.items()},
        "suppressed": None if suppressed is None else Figure(suppressed),
    }
    found = sums(with_facts(certificate(sizes=sizes(100, 800)), **facts))
    assert [(float(one.certificate), float(one.found)) for one in found if one.place == "sizes: people"] == missed
