"""What an author is told: limits that probe few people, and what two reports tell together."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sqlmetrics
from certificates import certificate, condition
from sqlmetrics.certificate.probes import probes, succession
from sqlmetrics.certificate.published import published
from sqlmetrics.errors import SpecError
from worlds import World, public_table, worlds

HUNDRED = public_table((*(((8, 4),) * 8), (2, 2)), 5)
"""The public table of a hundred people in groups of twelve, and four in one of four."""


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ([("k_anonymity", "at_least", 5.0, "identity")], []),
        ([("k_anonymity", "at_least", 2.0, "identity")], ["tells how small groups of fewer than 5 people are"]),
        ([("prosecutor_risk", "at_most", 0.5, "identity")], ["tells how small groups of fewer than 5 people are"]),
        ([("prosecutor_risk", "at_most", 0.2, "identity")], []),
        ([("uniqueness", "at_most", 0.0, "identity")], ["is about fewer than 5 of about 80 people"]),
        ([("records_at_risk", "at_most", 0.01, "identity")], ["is about fewer than 5 of about 80 people"]),
        ([("records_at_risk", "at_most", 0.3, "identity")], []),
        ([("alpha_k_anonymity", "at_most", 0.9, "x")], ["may be about fewer than 5 people"]),
        ([("alpha_k_anonymity", "at_most", 0.5, "x")], []),
        (
            [("itpr", "at_most", limit, "identity") for limit in (0.5, 0.6, 0.7)],
            ["two limits are set on itpr: their verdicts together enclose the score"],
        ),
    ],
)
def test_limits_that_probe_few_people_are_told(limits: list[tuple[str, Any, float, str]], told: list[str]) -> None:
    """The warning says the limit and about how many people there are, and nothing of the score."""
    conditions = tuple(
        condition(metric, bound, limit, 0.123456, passed, target=target)
        for metric, bound, limit, target in limits
        for passed in [metric != "itpr"]
    )
    whole = certificate(conditions=conditions, public_table=HUNDRED)
    found = probes(published(whole))
    assert [any(part in one for one in found) for part in told] == [True] * len(told)
    assert len(found) == len(told)
    assert not any("0.123456" in one for one in found)
    assert probes(whole) == ()


def joined(world: World) -> Iterator[World]:
    """Yield the worlds with one person more."""
    for place, group in enumerate(world):
        for value in range(len(group)):
            more = tuple(count + (number == value) for number, count in enumerate(group))
            yield (*world[:place], more, *world[place + 1 :])
    yield from ((*world, one) for one in ((1, 0), (0, 1)))


def test_a_difference_of_one_person_is_always_refused() -> None:
    """In all worlds of up to seven people: public tables are the same, or show few people."""
    tried = differ = 0
    for world in worlds(7, 2):
        before = public_table(world, 3)
        for other in joined(world):
            found = succession(before, public_table(other, 3))
            tried += 1
            differ += bool(found.changes)
            assert found.shows_few(3) == bool(found.changes)
    assert 0.3 < differ / tried < 0.7


GROUPS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=8)


@settings(max_examples=100, deadline=None)
@given(before=GROUPS, after=GROUPS)
def test_no_more_people_are_said_to_have_changed_than_have(
    before: list[tuple[int, int]], after: list[tuple[int, int]]
) -> None:
    """The fewest who explain a difference are never more than those who came and went."""
    width = max(len(before), len(after))
    one, other = (sorted(map(sum, world), reverse=True) + [0] * (width - len(world)) for world in (before, after))
    changed = sum(abs(first - second) for first, second in zip(one, other, strict=True))
    found = succession(public_table(tuple(before), 5), public_table(tuple(after), 5))
    assert found.fewest is not None
    assert found.fewest <= max(changed, 1)


def test_a_report_that_would_tell_of_few_beside_the_previous_is_refused(run: Any, tmp_path: Path) -> None:
    """Nothing is written then; a larger change is listed, and none says nothing."""
    table, page, before, after = (tmp_path / name for name in ("t.csv", "r.html", "before.json", "after.json"))

    def write(sizes: dict[str, int]) -> None:
        rows = [f"{town},{n % 3}" for town, size in sizes.items() for n in range(size)]
        table.write_text("\n".join(["town,ill", *rows]) + "\n")

    def report(*more: Any) -> Any:
        return run("report", table, "-q", "town", "-s", "ill", "--no-look", "-o", page, *more)

    write({"a": 20, "b": 27})
    assert report("--json", before).code == 0
    write({"a": 21, "b": 27})
    same = report("--previous", before, "--json", after)
    assert (same.code, same.err) == (0, "")
    page.unlink()
    after.unlink()
    write({"a": 20, "b": 28})
    refused = report("--previous", before, "--json", after)
    assert refused.code == 2
    assert "a change of fewer than 5 people: groups of about 25 people: 1 before, 0 now" in refused.err
    assert not page.exists()
    assert not after.exists()
    write({"a": 20, "b": 27, "c": 40})
    listed = report("--previous", before, "--json", after)
    assert listed.code == 0
    assert "beside the previous report: groups of about 40 people: 0 before, 1 now" in listed.err
    document = json.loads(before.read_text())
    before.write_text(json.dumps(document | {"public_table": None}))
    with pytest.raises(SpecError, match="has no public table"):
        sqlmetrics.report(table, ["town"], ["ill"], look=False, previous=before)
