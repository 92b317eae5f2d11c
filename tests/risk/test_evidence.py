"""The evidence of a report: how classes lie, and what combinations give away, from one count."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import QueryError
from sqlmetrics.gate.judged import wanted_evidence
from sqlmetrics.gate.thresholds import Threshold
from sqlmetrics.risk.combinations.measured import subsets
from sqlmetrics.risk.evidence import PARTS, Evidence, Part, Wanted, score_with_evidence
from sqlmetrics.risk.score import score
from sqlmetrics.scoring.bands import EXPOSED, Band, ClassBands
from sqlmetrics.scoring.scores import Score
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.spec import Spec

COLUMNS = ["a", "b", "x", "y"]
RECORDS = st.lists(
    st.tuples(*(st.sampled_from(values) for values in ([None, 1, 2], "pqr", "uvw", [0, 1]))), min_size=1, max_size=60
)


def spec_of(frame: Any, **words: Any) -> Spec:
    """Return the spec of a relation with two keys and two sensitive attributes."""
    return call_spec(frame, ["a", "b"], ["x", "y"], words, connection=None, file=None)


def measured(spec: Spec, least: int = 3, limit: float = 0.5) -> Evidence:
    """Return the evidence of a spec."""
    return score_with_evidence(spec, {None: Wanted(least, {"x": limit})})[1][None]


def counted(records: list[tuple[Any, ...]], least: int, limit: float) -> tuple[dict[int, Band], list[Any]]:
    """Return the bands of sizes and the guesses of `x`, counted record by record."""
    sizes = Counter(record[:2] for record in records)
    bands = {
        size: Band(size, len(same), size * len(same))
        for size in set(sizes.values())
        for same in [[key for key, own in sizes.items() if own == size]]
    }
    surest = {key: Counter(one[2] for one in records if one[:2] == key).most_common(1)[0][1] for key in sizes}
    shares = {key: surest[key] / size for key, size in sizes.items()}
    tenths = [0] * 10
    for key, size in sizes.items():
        if size >= least:
            tenths[max(tenth for tenth in range(10) if shares[key] >= float(f"0.{tenth}"))] += size
    small = sum(size for size in sizes.values() if size < least)
    sure = sum(size for key, size in sizes.items() if shares[key] > limit)
    exposed = sorted(((shares[key], size) for key, size in sizes.items() if size >= least), reverse=True)
    return bands, [tenths, small, sure, [(size, share) for share, size in exposed[:EXPOSED]]]


@examples(30)
@given(records=RECORDS)
def test_bands_are_those_of_records_counted_one_by_one(records: list[tuple[Any, ...]]) -> None:
    """People by the size of their class, and by the certainty of a guess, are as Python counts."""
    found = measured(spec_of(pd.DataFrame(records, columns=COLUMNS).astype({"a": "Int64"}))).bands
    assert found is not None
    sizes, (tenths, small, sure, exposed) = counted(records, 3, 0.5)
    assert {band.low: band for band in found.sizes} == sizes
    guesses = found.guesses[0]
    assert (guesses.target, guesses.limit) == ("x", 0.5)
    assert [band.people for band in guesses.tenths] == tenths
    assert (guesses.small.people, guesses.sure.people) == (small, sure)
    assert [tuple(one) for one in guesses.exposed] == exposed
    assert found.guesses[1].limit == 0.9


def test_every_tenth_of_certainty_is_a_band() -> None:
    """Classes of 10 with a value of 1 to 9 of them are in a band each, one of 20 in the first."""
    records = [(size, "same" if place < size else f"own {place}") for size in range(1, 10) for place in range(10)]
    records += [(0, f"own {place}") for place in range(20)]
    frame = pd.DataFrame(records, columns=["a", "x"])
    bands = measured(call_spec(frame, ["a"], ["x"], {"metrics": ["k_anonymity"]}, connection=None, file=None)).bands
    assert bands is not None
    assert [band.people for band in bands.guesses[0].tenths] == [20, 10, 10, 10, 10, 10, 10, 10, 10, 10]


def test_large_classes_are_in_bands(tmp_path: Path) -> None:
    """Sizes up to 100 are exact, larger ones in three bands; a large `least` moves the first."""
    duckdb.execute(
        f"copy (select k as a, 0 as b, 'u' as x, 0 as y from (values (99), (100), (101), (499), (500), (2000)) t(k),"
        f" range(k)) to '{tmp_path}/t.parquet'"
    )
    spec = spec_of(f"{tmp_path}/t.parquet")
    bands = {least: measured(spec, least).bands for least in (3, 200)}
    assert [tuple(band) for band in sizes(bands[3])] == [
        (99, 1, 99),
        (100, 1, 100),
        (101, 2, 600),
        (500, 1, 500),
        (1000, 1, 2000),
    ]
    assert [band.low for band in sizes(bands[200])] == [99, 100, 101, 201, 500, 1000]


def sizes(bands: ClassBands | None) -> tuple[Band, ...]:
    """Return the bands of sizes."""
    assert bands is not None
    return bands.sizes


def values(scores: tuple[Score, ...]) -> dict[Any, float]:
    """Return defined scores by what they are of."""
    return {(one.metric, one.view): one.value for one in scores if one.value is not None}


@pytest.mark.parametrize("words", [{}, {"nulls": "drop"}, {"individual": "id"}, {"metrics": ["k_anonymity"]}])
def test_scores_and_combinations_are_those_of_their_own_commands(words: dict[str, Any]) -> None:
    """What shares one count table has the numbers of `score` and of `subsets`."""
    keys = ["age", "zip"]
    spec = call_spec("fixtures/ward.csv", keys, ["disease"], words, connection=None, file=None)
    scores, found = score_with_evidence(spec, {None: Wanted(5)})
    evidence = found[None]
    assert values(scores.scores) == pytest.approx(values(score(spec).scores), rel=1e-12)
    assert evidence.subsets is not None
    names = ["k_anonymity", "records_at_risk", "uniqueness", "discrimination_rate"]
    parameters = spec.parameters.model_copy(update={"threshold": 0.2})
    alone = subsets(spec.model_copy(update={"metrics": names, "parameters": parameters}))
    assert values(evidence.subsets.scores.scores) == pytest.approx(values(alone.scores.scores), rel=1e-12)
    added = [one for one in evidence.subsets.attributes if one.metric == "records_at_risk"]
    at_risk = next(one for one in evidence.subsets.combinations if len(one.quasi_identifiers) == len(keys))
    share = next(one.value for one in at_risk.scores if one.metric == "records_at_risk")
    assert sum(one.mean or 0.0 for one in added) == pytest.approx(share)


def test_the_relation_is_read_once() -> None:
    """Scores, bands and combinations share one count table, which one statement reads."""
    progress = Progress()
    words = {"look": False}
    spec = call_spec("fixtures/ward.csv", ["age", "zip"], ["disease"], words, connection=None, file=None)
    score_with_evidence(spec, {None: Wanted(5)}, progress)
    assert [step.name for step in progress.steps].count("count") == 1


def test_thresholds_say_what_is_small_and_what_is_sure() -> None:
    """The k of a threshold is the size of small classes, at least 3; without one it is 5."""
    limits = [Threshold("k_anonymity", "at_least", 11), Threshold("alpha_k_anonymity", "at_most", 0.8, "x")]
    assert wanted_evidence(limits) == Wanted(11, {"x": 0.8})
    assert wanted_evidence([Threshold("k_anonymity", "at_least", 2)]).least == 3
    assert wanted_evidence([]) == Wanted(5, {})


@pytest.mark.parametrize(("statement", "failed"), [("class_bands", PARTS), ("subsets_of", ("combinations",))])
def test_a_failed_statement_stops_no_score(
    statement: str, failed: tuple[Part, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scores stand where a statement beside them fails, and why a part is missing is known."""

    def fail(*_: Any) -> None:
        raise QueryError("out of memory")

    monkeypatch.setattr(f"sqlmetrics.risk.evidence.{statement}", fail)
    spec = spec_of(pd.DataFrame([(1, "p", "u", 0), (1, "p", "v", 1)], columns=COLUMNS))
    scores, found = score_with_evidence(spec, {None: Wanted(3)})
    assert scores.scores == score(spec).scores
    assert found[None].failed == failed
    assert found[None].missing == dict.fromkeys(failed, "out of memory")


def test_a_public_table_says_how_many_are_in_no_group() -> None:
    """Four records without a key are about three, in steps of three."""
    spec = call_spec({"a": [None] * 4 + [1] * 6}, ["a"], (), {"nulls": "drop", "metrics": ["k_anonymity"]})
    public = measured(spec).public
    assert public is not None
    assert public.left_out == 3
