"""One run at a time: it ends within a second, a newer one ends it, and nothing of it is left."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from sqlmetrics.advice.question import tell_found
from sqlmetrics.advice.search.search import SearchResult
from sqlmetrics.desk.runs import DeskRun, Runs, StoppedError, Work
from sqlmetrics.engine.engine import Engine, fetch, own_engine
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import QueryError
from sqlmetrics.risk.combinations.packed import PackedRun
from sqlmetrics.risk.counts.written import counting_plan
from sqlmetrics.spec.spec import Spec

LONG = "select sum(hash(a.range) % 7) from range(1000000) a, range(1000000) b"
"""A statement that takes hours."""


@pytest.fixture
def runs() -> Iterator[Runs]:
    """The runs of a desk."""
    found = Runs()
    yield found
    found.close()


@pytest.fixture
def session() -> Iterator[Engine]:
    """An engine that outlives a run, as that of an open table does."""
    with own_engine(files=()) as found:
        yield found


def ended(run: DeskRun, seconds: float = 10.0) -> DeskRun:
    """Return a run that has ended."""
    assert run.done.wait(seconds)
    return run


def begun(run: DeskRun) -> DeskRun:
    """Return a run whose statement has begun."""
    while run.progress.running is None:
        assert not run.done.wait(0.01)
    time.sleep(0.1)
    return run


def test_a_run_has_a_result_or_an_error(runs: Runs) -> None:
    """What goes wrong is kept, also a defect of ours, and the next run is done."""

    def fail(error: Exception) -> None:
        raise error

    assert ended(runs.start("a", lambda _: 7)).result == 7
    assert str(ended(runs.start("b", lambda _: fail(QueryError("no")))).error) == "no"
    assert "unexpected ZeroDivisionError" in str(ended(runs.start("c", lambda _: 1 / 0)).error)
    last = ended(runs.start("d", lambda _: 8))
    assert (last.result, last.error, runs.busy, runs.current) == (8, None, False, last)


def test_a_search_is_told_by_its_ways(runs: Runs) -> None:
    """A person reads how many ways were tried: no step, no path, and not another run's ways."""
    progress = Progress()

    def search(own: Progress) -> None:
        found = SearchResult((), None, 0.0, 95, False)
        with own.step("search", "/home/anna/people.csv"):
            tell_found(own, "/home/anna/people.csv", found, SimpleNamespace(nodes=48_000))  # type: ignore[arg-type]

    run = runs.start("advise", search, progress)
    ended(run)
    assert run.told == "Trying ways: 95 of about 48,000, 0 s."
    assert runs.start("score", lambda _: None, progress).told == "0 s."


def test_a_stopped_statement_ends_within_a_second(runs: Runs, session: Engine) -> None:
    """The engine is free for the next one, and a person was told the seconds, no inner step."""
    for _ in range(2):
        run = begun(runs.start("score", lambda _: fetch(session, LONG, "t"), session.progress))
        assert runs.busy
        assert run.told == "0 s."
        assert run.share is None or 0 <= run.share <= 1
        since = time.monotonic()
        runs.stop()
        assert isinstance(ended(run).error, StoppedError)
        assert time.monotonic() - since < 1
    assert ended(runs.start("score", lambda _: fetch(session, "select 1", "t"))).result == [(1,)]


def test_a_newer_run_ends_the_older_ones(runs: Runs, session: Engine) -> None:
    """Of many changes the last is answered, and those between never begin."""
    did: list[int] = []
    first = begun(runs.start("score", lambda _: fetch(session, LONG, "t"), session.progress))
    since = time.monotonic()

    def change(number: int) -> Work:
        return lambda _: did.append(number)

    others = [runs.start("score", change(number)) for number in range(30)]
    assert ended(others[-1]).error is None
    assert time.monotonic() - since < 1
    assert did == [29]
    assert all(isinstance(run.error, StoppedError) for run in (first, *others[:-1]))
    assert all(run.done.is_set() for run in others)


def test_a_stopped_run_leaves_no_table(runs: Runs, session: Engine) -> None:
    """What a run has put into an engine that stays is dropped, however the run ends."""

    plan = counting_plan(Spec(quasi_identifiers=["a"]))

    def count(_: Progress) -> None:
        packed = PackedRun(session, plan, "t")
        with session.client.count_table(session, "select 1 as a", "t"), packed.table("select 1 as a"):
            fetch(session, LONG, "t", "long")

    run = runs.start("score", count, session.progress)
    while session.progress.current != "long":
        time.sleep(0.01)
    runs.stop()
    assert isinstance(ended(run).error, StoppedError)
    assert fetch(session, "select count(*) from duckdb_tables()", "t") == [(0,)]


def test_a_run_between_statements_ends_with_its_next_step(runs: Runs) -> None:
    """Work in Python asks by its steps."""

    def work(progress: Progress) -> None:
        while True:
            with progress.step("search"):
                time.sleep(0.01)

    run = begun(runs.start("advise", work))
    run.stop()
    assert isinstance(ended(run, 1.0).error, StoppedError)


def test_runs_end_with_the_desk(session: Engine) -> None:
    """No thread is left, and a run that waited has an end."""
    runs = Runs()
    run = begun(runs.start("score", lambda _: fetch(session, LONG, "t"), session.progress))
    waiting = runs.start("score", lambda _: None)
    runs.close()
    assert run.done.wait(1.0)
    assert waiting.done.wait(1.0)
    assert isinstance(ended(runs.start("score", lambda _: 1)).error, StoppedError)
    assert not [thread for thread in threading.enumerate() if thread.name == "sqlmetrics: the desk's runs"]
