"""What the desk says of a release to be holds: by plain loops over the records of small tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest
from desks import visited, words_of, write_people

from small_worlds import entropy, hold
from sqlmetrics.advice.advice import advise
from sqlmetrics.advice.generalizations import proposals
from sqlmetrics.desk import folder
from sqlmetrics.desk.counted import CountedTable, closest, known_steps
from sqlmetrics.desk.folder import Folder
from sqlmetrics.desk.responses import page_text
from sqlmetrics.desk.views.advice import advice_view, passing_so_far, tables_of
from sqlmetrics.desk.views.answer import AnswerView, Waiting, answer_view
from sqlmetrics.desk.views.columns import roles_told, shown_values
from sqlmetrics.desk.views.crowd import crowd_view
from sqlmetrics.desk.views.files import files_view
from sqlmetrics.desk.views.frame import Frame, Saved, Task
from sqlmetrics.desk.views.release import before_sending, release_view
from sqlmetrics.engine.engine import fetch
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import opened_records
from sqlmetrics.publication.written import write_release
from sqlmetrics.sentences import heard
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.statement.render import render

Row = tuple[str, str, str]
"""A record: a place, a sex, and a secret."""

KNOWN = ("place", "sex")


FRAME = Frame("", "", (), Task("", "", ""), None, None, Saved("s.yml", None, None), "", "", False, "", ())
"""The frame of a page without a table."""


class ExactDesk:
    """A release of a table whose columns are as they are, or left out, under a limit on groups."""

    def __init__(
        self, rows: Sequence[Row], levels: Mapping[str, str], k: int, budget: int, earlier: Mapping[str, str]
    ) -> None:
        self.rows, self.levels, self.earlier, self.k, self.budget = rows, levels, earlier, k, budget
        small = self._small(levels)
        self.dropped = {place for place in small if len(small) <= budget}
        kept = [self._key(row, levels) for place, row in enumerate(rows) if place not in self.dropped]
        passes = not kept or min(Counter(kept).values()) >= k
        self.counts = {
            "failed": int(not passes),
            "later": 0,
            "conditions": 1,
            "unlooked": 3,
            "budget": budget,
            "unsure": 2,
            "forgotten": 1,
            "at risk": len(small),
            "at risk before": len(self._small(earlier)),
            "alone": list(Counter(kept).values()).count(1),
            "smallest": min(Counter(kept).values(), default=0),
            "everybody": len(rows),
        }

    @staticmethod
    def _key(row: Row, levels: Mapping[str, str]) -> tuple[str, ...]:
        """Return the known values of a record that are not left out."""
        return tuple(row[place] for place, column in enumerate(KNOWN) if column not in levels)

    def _small(self, levels: Mapping[str, str], size: int | None = None) -> list[int]:
        """Return the records in groups below a size, by their places."""
        sizes = Counter(self._key(row, levels) for row in self.rows)
        return [place for place, row in enumerate(self.rows) if sizes[self._key(row, levels)] < (size or self.k)]

    def fail_in(self, steps: Mapping[str, int]) -> int:
        """Return the records in small groups on the steps of the columns, of which 1 leaves out."""
        return len(self._small({column: "left_out" for column, step in steps.items() if step}))

    def is_any_left(self, steps: Mapping[str, int]) -> bool:
        """Return whether a record is left that is in no small group."""
        return self.fail_in(steps) < len(self.rows)

    def ways(self) -> list[dict[str, int]]:
        """Return every way to leave columns out, or not."""
        return [dict(zip(KNOWN, steps, strict=True)) for steps in product((0, 1), repeat=len(KNOWN))]

    def loss(self, steps: Mapping[str, int]) -> float:
        """Return the bits that go with the columns that are left out, of all records."""
        return len(self.rows) * sum(self._bits(column) for column, step in steps.items() if step)

    def _bits(self, column: str) -> float:
        """Return the entropy of a known column."""
        return entropy([row[KNOWN.index(column)] for row in self.rows])

    def average_chance(self, steps: Mapping[str, int]) -> float:
        """Return the average chance to pick the right record of those that the steps leave."""
        levels = {column: "left_out" for column, step in steps.items() if step}
        small = {*self._small(levels)} if self.fail_in(steps) <= self.budget else set()
        kept = [self._key(row, levels) for place, row in enumerate(self.rows) if place not in small]
        return len({*kept}) / len(kept)

    def detail_of(self, steps: Mapping[str, int]) -> float:
        """Return the share of the bits of known columns that some steps keep."""
        return self._kept({column: "left_out" for column, step in steps.items() if step})

    def detail(self) -> float:
        """Return the share of the bits of known columns that the release keeps."""
        return self._kept(self.levels)

    def detail_before(self) -> float:
        """Return the share of the bits that the release before a change kept."""
        return self._kept(self.earlier)

    def _kept(self, levels: Mapping[str, str]) -> float:
        bits = {column: self._bits(column) for column in KNOWN}
        kept = sum(own for column, own in bits.items() if column not in levels)
        return kept / sum(bits.values()) if any(bits.values()) else 1.0

    def count(self, what: str) -> int:
        """Return a number of conditions, or of records at risk."""
        return self.counts[what]

    def below(self, size: int) -> int:
        """Return the records in groups below a size."""
        return len(self._small(self.levels, size))

    def without(self, column: str) -> int:
        """Return the records at risk without a column."""
        return len(self._small({**self.levels, column: "left_out"}))

    def after_step(self, column: str, _: int) -> int:
        """Return the records at risk after the only step of a column."""
        return self.without(column)

    def lost(self, column: str) -> tuple[int, int]:
        """Return the values of a column, and how many go with the records that are dropped."""
        place = [*KNOWN, "secret"].index(column)
        kept = {row[place] for at, row in enumerate(self.rows) if at not in self.dropped}
        every = {row[place] for row in self.rows}
        return len(every), len(every - kept)


def show(answer: AnswerView) -> None:
    """Fill the templates that say what an answer means."""
    for template in ("strip.html", "answer.html"):
        page_text(template, answer=answer, frame=FRAME)


def so_far(columns: Sequence[Any], way: Mapping[str, int]) -> str:
    """Return what the page says while a search goes on."""
    waiting = Waiting("", "", None, passing_so_far(columns, way))
    return words_of(page_text("running.html", waiting=waiting, frame=FRAME))


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_what_the_desk_says_of_a_release_holds(share: float, tmp_path: Path) -> None:
    """Conditions, people at risk before and after a step, who hides, and values that are gone."""
    draw, found = random.Random(4), Counter[str]()
    for number in range(5):
        people, k = draw.choice([2, 9, 40]), draw.choice([1, 2, 5])
        rows = [(draw.choice("abc"), draw.choice("fffm"), draw.choice("uvvv")) for _ in range(people)]
        file = tmp_path / f"{number}.parquet"
        with duckdb.connect() as connection:
            connection.execute("create table people (place varchar, sex varchar, secret varchar)")
            connection.executemany("insert into people values (?, ?, ?)", rows)
            connection.execute(f"copy people to '{file}'")
        words: dict[str, Any] = {
            "relation": str(file),
            "quasi_identifiers": [*KNOWN],
            "sensitive": ["secret"],
            "thresholds": {"k_anonymity": k},
        }
        spec = parse_spec(words, "the test", tmp_path)
        with (
            opened_records(spec, Progress()) as source,
            CountedTable.of(source, spec, proposals(source, spec)) as counts,
        ):
            steps: list[dict[str, str]] = [{}, {"place": "left_out"}, {"sex": "left_out"}]
            for earlier, levels in pairwise([{}, *steps, {}]):
                release = {"levels": levels, "drop": share}
                own = spec.model_copy(update={"release": type(spec.release).model_validate(release)})
                other = spec.model_copy(
                    update={"release": type(spec.release).model_validate({**release, "levels": earlier})}
                )
                answer, before = counts.answer(own), counts.answer(other)
                ladders = {column: counts.steps(own, column) for column in KNOWN}
                with heard() as said:
                    show(answer_view(answer, people="records", unlooked=3, before=before, near=closest(ladders)))
                    show(answer_view(answer, people="records", unlooked=0, forgotten=["mail"]))
                    page_text("crowd.html", crowd=crowd_view(counts.crowd(own), answer, ladders, "records"))
                    page_text("before.html", before=before_sending(own, answer))
                assert answer.budget == int(share * people)
                found += hold(ExactDesk(rows, levels, k, answer.budget, earlier), said, (rows, levels, k, share))
    assert len(found) >= 10


def of_records(rows: Sequence[Row], k: int | None, drop: float, **more: Any) -> Spec:
    """Return a spec of records whose known columns may stay, or be left out."""
    columns = dict(zip((*KNOWN, "secret"), zip(*rows, strict=True), strict=True))
    limits = {} if k is None else {"thresholds": {"k_anonymity": k}}
    return call_spec(columns, KNOWN, ["secret"], {"release": {"drop": drop}, **limits, **more})


class Watched(Progress):
    """A progress that keeps each way that a search found, and may have enough of the first."""

    def __init__(self, *, first: bool = False) -> None:
        self.seen: list[Mapping[str, int]] = []
        self.first = first
        super().__init__()

    @property
    def passing(self) -> Mapping[str, int]:
        """The last way that was found."""
        return self.seen[-1] if self.seen else {}

    @passing.setter
    def passing(self, way: Mapping[str, int]) -> None:
        self.seen += [way] if way else []
        if way and self.first:
            self.enough.set()


@pytest.mark.parametrize("drop", [0.0, 0.1, 0.3])
def test_what_must_change_is_the_way_with_the_least_loss(drop: float) -> None:
    """Of all ways to leave columns out none that passes has less loss; as many records leave."""
    draw, found = random.Random(5), Counter[str]()
    for _ in range(8):
        people, k = draw.choice([2, 9, 40]), draw.choice([2, 5])
        rows = [(draw.choice("abbb"), draw.choice("fffm"), draw.choice("uvvv")) for _ in range(people)]
        words = {"suppress": drop, "leave_out": True, "frontier": True}
        spec = of_records(rows, k, drop, advise=words)
        with opened_records(spec, Progress()) as source, CountedTable.of(source, spec, {}) as counts:
            answer, columns = counts.answer(spec), known_steps(spec, {})
            advice = advise(spec, progress=(progress := Watched()))
            left = [counts.detail_of(one.levels) for one in tables_of(advice)]
            with heard() as said:
                view = advice_view(advice, columns, answer, left, "records")
                page_text("advice.html", advice=view, frame=FRAME)
                told = [so_far(columns, way) for way in progress.seen]
        assert bool(told) == bool(advice.passed)
        found += hold(ExactDesk(rows, {}, k, answer.budget, {}), said, (rows, k, drop))
    assert len(found) >= 3 + (drop > 0)


def test_a_search_ends_once_somebody_has_seen_enough() -> None:
    """The advice is then the way that was shown, which passes and is not said to be the best."""
    draw = random.Random(8)
    rows = [(draw.choice("abcdef"), draw.choice("fffm"), draw.choice("uvvv")) for _ in range(60)]
    words = {"suppress": 0.2, "leave_out": True, "frontier": True}
    spec = of_records(rows, 5, 0.2, advise=words)
    whole, ended = advise(spec), advise(spec, progress=(progress := Watched(first=True)))
    assert ended.passed
    assert ended.levels is not None
    assert dict(ended.levels) == dict(progress.seen[-1])
    assert ended.asked <= whole.asked
    assert whole.loss is not None
    assert ended.loss is not None
    assert ended.loss >= whole.loss


@pytest.mark.parametrize("budget", [0.0, 0.3])
def test_what_is_found_in_time_is_no_more_than_that(budget: float) -> None:
    """A search that ends early has the best of what it asked, or nothing, and does not say more."""
    draw, found = random.Random(7), Counter[str]()
    for people in (9, 40, 3):
        rows = [(draw.choice("abbb"), draw.choice("fffm"), draw.choice("uvvv")) for _ in range(people)]
        words = {"suppress": budget, "leave_out": True, "frontier": True}
        spec = of_records(rows, 5, budget, advise=words)
        with opened_records(spec, Progress()) as source, CountedTable.of(source, spec, {}) as counts:
            answer, columns = counts.answer(spec), known_steps(spec, {})
            advice = advise(spec)
            left = [counts.detail_of(one.levels) for one in tables_of(advice)]
            with heard() as said:
                view = advice_view(replace(advice, proven=False, asked=1), columns, answer, left, "records")
                shown = page_text("advice.html", advice=view, frame=FRAME)
        found += hold(ExactDesk(rows, {}, 5, answer.budget, {}), said, (rows, budget))
        if advice.loss is None:
            assert "Nothing that passes was found in time" in shown
    assert len(found) >= 2 + (budget > 0)


def test_the_desk_counts_tables_columns_and_roles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page says of files, of columns without a role, and of a release is there."""
    write_people(tmp_path / "people.parquet", 60)
    for number in range(61):
        (tmp_path / f"t{number}.csv").write_text("a\n1\n")
    listed = page_text("files.html", files=files_view(Folder(tmp_path), "people", None), frame=FRAME, problem=None)
    commands = listed[listed.index("sqlmetrics desk ") :].partition("</pre>")[0].splitlines()
    assert len({line.index("  # ") for line in commands}) == 1
    world, found = SimpleNamespace(), Counter[str]()
    for find, tables in [("t1", 11), ("t", 62), ("people", 1)]:
        with heard() as said:
            page_text("files.html", files=files_view(Folder(tmp_path), find, None), frame=FRAME, problem=None)
        world.count = {"tables": tables, "listed": min(tables, 60)}.get
        found += hold(world, said, find)
    with heard() as said, monkeypatch.context() as small:
        small.setattr(folder, "WALKED", 1)
        (tmp_path / "below").mkdir()
        (tmp_path / "below" / "people.csv").write_text("a\n1\n")
        view = files_view(Folder(tmp_path), "people", None)
        assert "1 table or more" in page_text("files.html", files=view, frame=FRAME, problem=None)
    world.count = {"looked_at": 1, "listed": 1}.get
    found += hold(world, said, "a large folder")
    with heard() as said:
        assert roles_told(2, 7) == "2 to look at"
        roles_told(0, 7)
    world.count = {"columns": 7, "without a role": 0}.get
    found += hold(world, said, "roles")
    for individual, shuffle in product([False, True], repeat=2):
        with visited(tmp_path) as visitor:
            visitor.open("people.parquet")
            if individual:
                visitor.post("/columns", {f"role.{visitor.number('patient_id')}": "individual"})
            visitor.post("/columns", {f"role.{visitor.number('stay_days')}": "ignored"})
            table = visitor.table
            spec = table.spec.model_copy(
                update={"release": table.spec.release.model_copy(update={"shuffle": shuffle}), "thresholds": {}}
            )
            assert table.scored is not None
            with heard() as said:
                shown = release_view(
                    spec, table.profile, table.scored.answer, table.relation, table.versions, "people", None
                )
                page_text("release.html", release=shown, frame=FRAME)
        output = tmp_path / f"out_{individual}_{shuffle}.parquet"
        result = write_release(spec, output, anyway=True)
        assert result.written, result.planned.told
        order = "select stay_days from read_parquet(?)"
        with duckdb.connect() as connection:
            rows = connection.execute(order, [str(output)]).fetchall()
            before = connection.execute(order, [str(tmp_path / "people.parquet")]).fetchall()
            columns = connection.execute("describe from read_parquet(?)", [str(output)]).fetchall()
        world.count = {"left": len(rows), "kept_columns": len(columns), "shuffled": rows != before}.get
        own = [one for one in said if "kept_columns" in one.facts]
        found += hold(world, own, (individual, shuffle))
    assert len(found) == 6


def test_figures_without_a_limit_and_shared_values_hold() -> None:
    """Who is alone, the smallest group, and the values that enough records share."""
    draw, found = random.Random(6), Counter[str]()
    for people in (1, 9, 40):
        rows = [(draw.choice("abc"), draw.choice("fffm"), draw.choice("uvvvw")) for _ in range(people)]
        spec = of_records(rows, None, 0)
        with opened_records(spec, Progress()) as source, CountedTable.of(source, spec, {}) as counts:
            answer = counts.answer(spec)
            for least in (1, 3, 99):
                query = render("common_values", source.from_sql, "secret", 2, least, None)
                shared = [(value, int(number)) for value, number in fetch(source.engine, query, source.name, "values")]
                with heard() as said:
                    row = SimpleNamespace(values=shown_values(shared, 2, least, "records"))
                    page_text("values.html", row=row)
                sharing = SimpleNamespace(sharing=Counter(secret for *_, secret in rows))
                found += hold(sharing, said, rows)
        with heard() as said:
            show(answer_view(answer, people="records", unlooked=0, unsure=2))
        own = [one for one in said if one.facts.keys() & {"what", "unsure"}]
        found += hold(ExactDesk(rows, {}, 0, 0, {}), own, rows)
    assert len(found) == 5


def test_the_best_so_far_names_what_it_changes() -> None:
    """A column that stays as it is now is not named."""
    columns = known_steps(of_records([("a", "f", "u"), ("b", "m", "v")], 2, 0.0), {})
    assert [(own.column, now) for own, now in columns] == [("place", 0), ("sex", 0)]
    ways = {(1, 0): "place: left out", (0, 0): "every column as it is now", (1, 1): "place: left out; sex: left out"}
    for levels, changes in ways.items():
        assert f" The best so far that passes: {changes}. " in so_far(columns, dict(zip(KNOWN, levels, strict=True)))
