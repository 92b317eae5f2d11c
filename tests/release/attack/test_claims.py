"""Claims, which are checked in sets, against a plain reading of their definition."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from sqlmetrics.engine.comparison import Sides
from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.claim_checks import checked, checked_of_each
from sqlmetrics.release.attack.claims import Checked, Claim, Tolerance, at_least, at_most
from sqlmetrics.release.attack.truth import Truth
from sqlmetrics.spec.place import Place

Record = dict[str, Any]


def holds(record: Record, part: Mapping[str, Any]) -> bool:
    """Return whether a record has all of a part's values."""
    for name, wanted in part.items():
        value = record[name]
        bound = getattr(wanted, "comparison", "=")
        number = wanted.value if bound != "=" else wanted
        if bound == "=" and value != number:
            return False
        if bound != "=" and (value is None or (value > number if bound == "<=" else value < number)):
            return False
    return True


def by_definition(records: list[Record], claim: Claim, individual: str | None) -> Checked:
    """Return the check of one claim by its definition, record by record."""

    def people(rows: list[Record]) -> int:
        return len({row[individual] for row in rows}) if individual else len(rows)

    known = [record for record in records if holds(record, claim.known)]
    both = [record for record in known if holds(record, claim.guess)]
    if claim.criterion == "singling_out":
        true = people(both) == 1
    elif claim.criterion == "inference":
        true = bool(known) and len(both) == len(known)
    else:
        true = bool(both)
    holding = people([record for record in records if holds(record, claim.guess)])
    return Checked(true, holding / people(records), people(both), people(records))


def check(
    records: list[Record] | pd.DataFrame, claims: list[Claim], individual: str | None = None, **words: Any
) -> tuple[Checked, ...]:
    """Return the product's checks of the claims."""
    frame = records if isinstance(records, pd.DataFrame) else pd.DataFrame(records).convert_dtypes()
    with Sides(frame, []).opened() as comparison:
        return checked(Truth(comparison.engine, comparison.original, individual), claims, **words)


TEXTS = st.sampled_from(["a", "A", "a ", "it's", 'say "x"', "\\", "None", "NULL", "", "ü", None])
NUMBERS = st.one_of(st.none(), st.integers(-2, 3))
RECORDS = st.lists(
    st.fixed_dictionaries({"t": TEXTS, "n": NUMBERS, "u": st.sampled_from(["x", "y", None]), "who": st.integers(0, 4)}),
    min_size=1,
    max_size=12,
)


@st.composite
def claim_lists(draw: st.DrawFn, *, ranges: bool) -> list[Claim]:
    """Return claims of several criteria and shapes."""
    claims = []
    for _ in range(draw(st.integers(1, 6))):
        values: Record = {"t": draw(TEXTS), "n": draw(NUMBERS), "u": draw(st.sampled_from(["x", "y", None]))}
        if ranges and values["n"] is not None:
            values["n"] = draw(st.sampled_from([at_most, at_least]))(values["n"])
        names = draw(st.permutations(["t", "n", "u"]))
        cut, end = draw(st.integers(0, 2)), draw(st.integers(1, 3))
        known, guess = names[:cut], names[cut : max(end, cut + 1)]
        criterion = draw(st.sampled_from(["singling_out", "inference", "linkability"]))
        claims.append(Claim(criterion, {name: values[name] for name in known}, {name: values[name] for name in guess}))
    return claims


def typed(records: list[Record]) -> pd.DataFrame:
    """Return records as a frame whose columns keep their types where all are NULL."""
    return pd.DataFrame(records).astype({"t": "string", "n": "Int64", "u": "string", "who": "int64"})


@examples(30)
@given(RECORDS, claim_lists(ranges=False), st.sampled_from([None, "who"]))
def test_claims_are_true_as_defined(records: list[Record], claims: list[Claim], individual: str | None) -> None:
    """Checks of claims of any shape equal the definition, in few statements or in many.

    There are NULL, quotes and folded texts among the values.
    """
    expected = [by_definition(records, claim, individual) for claim in claims]
    for few in (0, 25):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sqlmetrics.release.attack.claim_checks.FEW", few)
            assert list(check(typed(records), claims, individual)) == expected


@examples(30)
@given(RECORDS, RECORDS, claim_lists(ranges=False), claim_lists(ranges=True), st.sampled_from([None, "who"]))
def test_claims_about_several_relations_are_true_of_their_own(
    records: list[Record], others: list[Record], claims: list[Claim], about_others: list[Claim], individual: str | None
) -> None:
    """Claims about two relations in one statement are judged by the people of their own."""
    with Sides(typed(records), [typed(others)]).opened() as comparison, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sqlmetrics.release.attack.claim_checks.FEW", 0)
        truths = (
            Truth(comparison.engine, relation, individual) for relation in (comparison.original, *comparison.releases)
        )
        checks = checked_of_each(list(zip(truths, (claims, about_others), strict=True)))
    for result, those, some in zip(checks, (records, others), (claims, about_others), strict=True):
        assert list(result) == [by_definition(those, claim, individual) for claim in some]


def test_individuals_of_different_types_are_counted_apart() -> None:
    """A control group may name its people by texts where the original numbers them.

    An empty one makes no claim true.
    """
    frame = pd.DataFrame({"who": [1, 1, 2], "job": ["a", "a", "b"]})
    claims = [Claim("singling_out", {}, {"job": job}) for job in ("a", "b")]
    for others in (frame.astype({"who": "string"}), frame[:0]):
        with Sides(frame, [others]).opened() as comparison:
            truths = [
                Truth(comparison.engine, relation, "who") for relation in (comparison.original, *comparison.releases)
            ]
            checks = checked_of_each([(truth, claims) for truth in truths])
        assert [[result.matching for result in results] for results in checks] == [
            [1, 1],
            [1, 1] if len(others) else [0, 0],
        ]
        assert [result.people for result in checks[1]] == [2 if len(others) else 0] * 2


@examples(20)
@given(RECORDS, claim_lists(ranges=True), st.sampled_from([None, "who"]))
def test_ranges_are_true_as_defined(records: list[Record], claims: list[Claim], individual: str | None) -> None:
    """Claims that bound numbers equal the definition too; NULL is in no range."""
    assert list(check(typed(records), claims, individual)) == [
        by_definition(records, claim, individual) for claim in claims
    ]


def test_a_wrong_guess_on_a_homogeneous_group_is_false() -> None:
    """That all who are known share a value is not enough: it must be the one that is claimed."""
    records = [{"zip": "1", "job": "a"}, {"zip": "1", "job": "a"}, {"zip": "2", "job": "b"}]
    claims = [Claim("inference", {"zip": "1"}, {"job": guess}) for guess in ("a", "b")]
    assert [result.correct for result in check(records, claims)] == [True, False]


def test_a_known_group_that_is_empty_makes_no_claim_true() -> None:
    """All of nobody is not a claim that holds."""
    assert not check([{"zip": "1", "job": "a"}], [Claim("inference", {"zip": "9"}, {"job": "a"})])[0].correct


def test_null_is_not_a_text() -> None:
    """NULL equals NULL, and neither the text None nor NULL."""
    records: list[Record] = [{"t": None, "k": 1}, {"t": "None", "k": 2}, {"t": "NULL", "k": 3}]
    results = check(records, [Claim("singling_out", {}, {"t": value}) for value in (None, "None", "NULL", "null")])
    assert [result.correct for result in results] == [True, True, True, False]


def test_values_of_every_type_match() -> None:
    """Dates, times, floats, wide integers, decimals and truth values match by their types."""
    with duckdb.connect() as connection:
        connection.execute(
            "create table o as select * from (values (date '2020-02-29', timestamp '2020-02-29 10:11:12.5',"
            " 0.1::double, 9007199254740993, 12.50::decimal(10,2), true),"
            " (null, null, 1e-300, 9007199254740992, null, false)) t(d, m, f, w, c, b)"
        )
        with Sides("o", [], Place(connection=connection)).opened() as comparison:
            truth = Truth(comparison.engine, comparison.original)

            def true(**guess: Any) -> bool:
                return checked(truth, [Claim("singling_out", {}, guess)])[0].correct

            moment = datetime(2020, 2, 29, 10, 11, 12, 500000)
            rights: list[Record] = [
                {"d": date(2020, 2, 29)},
                {"d": "2020-02-29"},
                {"m": moment},
                {"d": None},
                {"f": 0.1},
                {"f": 1e-300},
            ]
            rights += [
                {"b": True},
                {"b": False},
                {"w": 9007199254740993},
                {"c": 12.5},
                {"d": at_least(date(2020, 1, 1)), "f": at_most(0.1)},
            ]
            for right in rights:
                assert true(**right), right
            wrongs: list[Record] = [
                {"d": date(2020, 2, 28)},
                {"m": date(2020, 2, 29)},
                {"f": 0.1000001},
                {"w": 9007199254740994},
            ]
            for wrong in (*wrongs, {"d": at_most(date(2020, 1, 1))}):
                assert not true(**wrong), wrong


@pytest.mark.parametrize(
    ("truth", "guess", "tolerance", "expected"),
    [
        (-100.0, -104.0, Tolerance(0.05), True),
        (-100.0, -200.0, Tolerance(0.05), False),
        (-100.0, 100.0, Tolerance(0.05), False),
        (100.0, 105.0, Tolerance(0.05), True),
        (100.0, 94.9, Tolerance(0.05), False),
        (0.0, 0.0, Tolerance(0.05), True),
        (0.0, 1e-9, Tolerance(0.05), False),
        (100.0, 102.0, Tolerance(2, relative=False), True),
        (100.0, 97.9, Tolerance(2, relative=False), False),
        (100.0, 100.0, None, True),
        (100.0, 100.1, None, False),
    ],
)
def test_numbers_may_miss_by_a_tolerance_never_by_a_sign(
    truth: float, guess: float, tolerance: Tolerance | None, expected: bool
) -> None:
    """The error is measured by the size of the true number, whatever the guess's sign."""
    claim = Claim("inference", {"k": "x"}, {"v": guess})
    assert check([{"k": "x", "v": truth}, {"k": "y", "v": truth}], [claim], tolerance=tolerance)[0].correct is expected


def test_a_tolerance_holds_for_all_and_counts_the_near_ones() -> None:
    """One person of a group who is too far makes the claim false.

    S counts all people within the tolerance.
    """
    records: list[Record] = [{"k": "x", "v": value} for value in (100.0, 103.0)] + [
        {"k": "y", "v": value} for value in (100.0, 120.0, None)
    ]
    claims = [Claim("inference", {"k": key}, {"v": 101.0}) for key in "xy"]
    results = check(records, claims, tolerance=Tolerance(0.05))
    assert [result.correct for result in results] == [True, False]
    assert [result.chance for result in results] == [0.6, 0.6]


def test_a_person_with_several_records_is_one() -> None:
    """Two records of one person single that person out.

    An inference holds only if all records of the person agree.
    """
    records = [
        {"who": 1, "zip": "1", "job": "a"},
        {"who": 1, "zip": "1", "job": "a"},
        {"who": 1, "zip": "2", "job": "b"},
    ]
    claims = [Claim("singling_out", {}, {"job": "a"}), Claim("inference", {"zip": "1"}, {"job": "a"})]
    assert [result.correct for result in check(records, claims, "who")] == [True, True]
    assert [result.correct for result in check(records, claims)] == [False, True]


def test_what_does_not_fit_is_said() -> None:
    """A claim that does not fit its column is an error that names the column.

    The column may be unknown, the value a text for a number, or the bound that of a text.
    """
    records = [{"age": 30, "job": "a"}]
    for claim, message in (
        (Claim("inference", {"aeg": 30}, {"job": "a"}), "no column 'aeg'; did you mean 'age'"),
        (
            Claim("inference", {"age": "thirty"}, {"job": "a"}),
            "'age' of .* is a number .* but a claim's value is a text",
        ),
        (Claim("singling_out", {}, {"job": at_most("a")}), "bounds 'job'"),
        (Claim("singling_out", {}, {"job": object()}), "holds a value of type object"),
    ):
        with pytest.raises(SpecError, match=message):
            check(records, [claim])


def test_claims_of_one_shape_are_one_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of claims cost a handful of statements, in whatever order the shapes come."""
    statements: list[str] = []

    def counting(engine: Engine, statement: str, name: str, step: str = "score") -> Any:
        statements.append(statement)
        return fetch(engine, statement, name, step)

    monkeypatch.setattr("sqlmetrics.engine.rows.fetch", counting)
    frame = pd.DataFrame({"a": range(2000), "b": ["x"] * 2000})
    claims = [Claim("singling_out", {}, {"a": number} if number % 2 else {"b": "x"}) for number in range(2000)]
    results = check(frame, claims)
    assert len(statements) == 2
    assert sum(result.correct for result in results) == 1000
    with Sides(frame, [frame]).opened() as comparison:
        truths = [Truth(comparison.engine, relation) for relation in (comparison.original, *comparison.releases)]
        assert checked_of_each([(truth, claims) for truth in truths]) == [results, results]
    assert len(statements) == 4


def test_a_condition_that_is_null_for_all_is_met_by_nobody() -> None:
    """A range of a column that holds NULL only counts nobody, and is no error."""
    frame = pd.DataFrame({"n": pd.Series([None, None], dtype="Int64"), "t": ["a", "b"]})
    (result,) = check(frame, [Claim("singling_out", {}, {"n": at_least(1)})])
    assert (result.correct, result.matching, result.people) == (False, 0, 2)
