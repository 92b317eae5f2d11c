"""Attacks on every engine: claims are checked, and drawn, as DuckDB does."""

from __future__ import annotations

import math
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest

from engines import ODD, TABLES, Database, Row
from sqlmetrics.engine.comparison import Compared
from sqlmetrics.engine.engine import Engine
from sqlmetrics.release.attack.claim_checks import shape_statement
from sqlmetrics.release.attack.claims import Claim, Tolerance, at_least, at_most
from sqlmetrics.release.attack.gda import ATTACKS
from sqlmetrics.release.attack.measures import AttackSummary, measured_statement
from sqlmetrics.release.attack.truth import Truth
from sqlmetrics.spec.partition import Partition, cut_intervals
from sqlmetrics.statement.catalogue import metrics_of
from sqlmetrics.statement.entries import recoding_entry
from sqlmetrics.statement.render import render


def plain(rows: list[Row], keep: slice = slice(None)) -> list[tuple[str, ...]]:
    """Return rows as texts that drivers agree on, in an order of their own."""

    def text(cell: Any) -> str:
        if cell is None or isinstance(cell, str):
            return repr(cell)
        return repr(cell.decode()) if isinstance(cell, bytes | bytearray) else f"{float(cell):.9g}"

    return sorted(tuple(text(cell) for cell in row[keep]) for row in rows)


def typed(database: Database) -> str:
    """Return a relation with dates, times, truth values, texts, floats and decimals."""
    if database.dialect == "sqlite":
        day, moment = "'2020-02-29'", "'2021-03-01 10:11:12'"
    else:
        kind = {"bigquery": "datetime", "mariadb": "datetime"}.get(database.dialect, "timestamp")
        day, moment = "cast('2020-02-29' as date)", f"cast('2021-03-01 10:11:12' as {kind})"
        if database.dialect == "clickhouse":
            moment = "cast('2021-03-01 10:11:12' as DateTime64(3))"
    return (
        f"(select k, g, x, y, p, f, m, case when g = 1 then {day} end as d, case when g = 2 then {moment} end as s,"
        f" g = 3 as b from {database.relation('t')} t0)"
    )


def judge(database: Database, individual: str | None, relation: str | None = None) -> Truth:
    """Return the truth about a database's relation, whose types only DuckDB knows."""
    columns = tuple((name, "") for name in "kgxypfmdsb")
    return Truth(Engine(database.facts, None), Compared("t", relation or typed(database), columns), individual)


def shapes() -> dict[str, tuple[list[Claim], Tolerance | None]]:
    """Return claims of several shapes, by a name, with the tolerance of their check.

    Values are texts with quotes, folded texts, NULLs, floats, decimals, dates and truth values.
    """
    texts: tuple[Any, ...] = ("flu", "Flu", "it's", "x\\y", None, "NULL", "cold")
    keys: tuple[Any, ...] = ("a", "A", "a ", "b", None)
    day, moment = date(2020, 2, 29), datetime(2021, 3, 1, 10, 11, 12)
    return {
        "texts and NULL": (
            [Claim("inference", {"k": key, "y": 3}, {"x": text}) for key in keys for text in texts],
            None,
        ),
        "alone": (
            [
                Claim("singling_out", {"f": number}, {"k": key, "m": cents})
                for number in (0.5, 1.25)
                for key in keys
                for cents in (0.1, 12.5, None)
            ],
            None,
        ),
        "dates": (
            [
                Claim("linkability", {"d": value}, {"s": other})
                for value, other in ((day, None), (None, moment), (day, moment), (None, None))
            ],
            None,
        ),
        "truth": ([Claim("inference", {}, {"b": value}) for value in (True, False, None)], None),
        "wide": ([Claim("singling_out", {}, {"p": value}) for value in (7, 2**60, None)], None),
        "tolerance": (
            [Claim("inference", {"g": g}, {"y": y}) for g in (1, 3, None) for y in (10.0, 11.0)],
            Tolerance(0.8),
        ),
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", shapes())
@pytest.mark.parametrize("individual", [None, "p"])
def test_claims_are_checked_alike(engine: Database, truth: Database, name: str, individual: str | None) -> None:
    """Checks of claims agree with DuckDB's, and so do the people who have what is guessed."""
    claims, tolerance = shapes()[name]
    rows, expected = (
        plain(database.rows(shape_statement([(judge(database, individual), claims)], claims[0].criterion, tolerance)))
        for database in (engine, truth)
    )
    assert rows == expected
    assert len(rows) == len(claims)


@pytest.mark.parametrize("name", shapes())
def test_claims_about_two_relations_are_checked_alike(engine: Database, truth: Database, name: str) -> None:
    """One statement about two relations gives DuckDB's checks of each relation on its own."""
    claims, tolerance = shapes()[name]
    criterion = claims[0].criterion

    def claims_by_truth(database: Database) -> list[tuple[Truth, list[Claim]]]:
        fewer = f"(select * from {typed(database)} t1 where g > 1)"
        return [(judge(database, None, fewer), claims[1:]), (judge(database, None), claims)]

    checks = plain(engine.rows(shape_statement(claims_by_truth(engine), criterion, tolerance)))
    expected: list[Row] = []
    for pair in claims_by_truth(truth):
        rows = truth.rows(shape_statement([pair], criterion, tolerance))
        expected += [(number + len(expected), *rest) for number, *rest in sorted(rows)]
    assert checks == plain(expected)


def test_ranges_are_counted_alike(engine: Database, truth: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Conditions on ranges, NULLs, texts and dates count the same people."""
    from sqlmetrics.release.attack import claim_checks as module

    claims = [
        Claim("singling_out", {}, {"y": at_most(10), "f": at_least(1.25), "x": "it's"}),
        Claim("singling_out", {}, {"m": at_least(0.25), "k": None}),
        Claim("singling_out", {}, {"d": at_least(date(2020, 1, 1)), "b": False, "x": "x\\y"}),
    ]
    counted = []
    for database in (engine, truth):
        monkeypatch.setattr(module, "fetch", lambda _, statement, __, database=database: database.rows(statement))
        for individual in (None, "p"):
            counted.append(module.matching(judge(database, individual), claims))
    assert counted[:2] == counted[2:]


DOUBLES = {"postgres": "double precision", "clickhouse": "Nullable(Float64)", "bigquery": "float64"}
"""The type of doubles of some dialects; of others it is `double`."""


def unbounded(database: Database) -> str:
    """Return a relation of y and f, which is infinite where y is 3 or 4, and no number at 10."""
    infinity, below, no_number = (
        f"cast('{text}' as {DOUBLES.get(database.dialect, 'double')})" for text in ("Infinity", "-Infinity", "NaN")
    )
    if database.dialect == "sqlite":
        infinity, below, no_number = "9e999", "-9e999", "null"
    cases = f"when y = 3 then {infinity} when y = 4 then {below} when y = 10 then {no_number}"
    return f"(select y, case {cases} else y + 0.0 end as f from {database.relation('t')} t0)"


@pytest.mark.engines("infinity")
def test_infinities_take_part(engine: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Infinities equal themselves and are beyond all numbers; what is no number is no value."""
    from sqlmetrics.release.attack import claim_checks as module

    values = [row[3] for row in TABLES["t"].rows]
    held = {3: math.inf, 4: -math.inf, 10: None, 11: 11.0, 20: 20.0}
    relation = unbounded(engine)
    judged = Truth(Engine(engine.facts, None), Compared("t", relation, (("y", ""), ("f", ""))), None)
    for tolerance in (None, Tolerance(0.5)):
        pairs = [(y, f) for y in held for f in held.values()]
        claims = [Claim("inference", {"y": y}, {"f": f}) for y, f in pairs]
        rows = engine.rows(shape_statement([(judged, claims)], "inference", tolerance))
        near = {(20, 11.0)} if tolerance else set()
        assert [bool(row[1]) for row in sorted(rows)] == [held[y] == f or (y, f) in near for y, f in pairs]
    monkeypatch.setattr(module, "fetch", lambda _, statement, __: engine.rows(statement))
    ranges = {at_least(math.inf): {3}, at_most(-math.inf): {4}, at_least(11.0): {3, 11, 20}, at_most(20.0): {4, 11, 20}}
    counts = module.matching(judged, [Claim("singling_out", {}, {"f": bound}) for bound in ranges])
    assert counts == [sum(y in met for y in values) for met in ranges.values()]
    numbers = sorted(number for y in values if (number := held[y]) is not None)
    ((_, middle, variety),) = engine.rows(
        render("lower_medians", relation, listed("f", kinds="n"), dialect=engine.facts)
    )
    assert (float(middle), int(variety)) == (numbers[(len(numbers) - 1) // 2], 4)


def listed(*names: str, kinds: str = "") -> list[dict[str, Any]]:
    """Return columns as macros take them; a letter of `kinds` says n for number, t for text."""
    words = {"n": "number", "t": "text"}
    return [
        {"name": name, "kind": words[kind], "place": place + 1, "recoding": None}
        for place, (name, kind) in enumerate(zip(names, kinds, strict=True))
    ]


def people(database: Database, shift: str = "0.0") -> str:
    """Return a relation with one record per individual and without NULL.

    It is the release, or shifted the people who are searched for.
    """
    return (
        f"(select t0.p * 1.0 + {shift} as p, min(t0.y) as y, max(t0.f) as f, max(t0.zip) as zip, min(t0.y) as secret"
        f" from {database.relation('t')} t0 group by t0.p)"
    )


RECODINGS = {
    "p": Partition("halves", "p", intervals=cut_intervals([Decimal(60)], "left", ["it's low", "high"], "p")),
    "zip": Partition(
        "areas", "zip", mapping={f"{number}": f"{number // 10}_" for number in range(70)}, unmapped="name", rest="else"
    ),
}


def recoded(database: Database) -> str:
    """Return the people with two recoded columns: one by cuts, one by a mapping that is joined."""
    columns = [
        {"name": name, "place": place, "recoding": recoding_entry(RECODINGS[name]) if name in RECODINGS else None}
        for place, name in enumerate(("p", "y", "zip"))
    ]
    return render("recoded_relation", people(database), columns, dialect=database.facts)


SECRET = {"name": "x", "kind": "text", "place": 1}

QUERIES: dict[str, tuple[str, Any, slice]] = {
    "groups of one secret": (
        "homogeneous_groups",
        lambda base: (base.relation("t"), listed("k", "p", kinds="tn"), SECRET, 1, 900),
        slice(None),
    ),
    "frequent secrets": (
        "frequent_secrets",
        lambda base: (base.relation("t"), listed("g", "zip", kinds="nt"), SECRET, 1, 900),
        slice(None),
    ),
    "groups of one": (
        "lone_groups",
        lambda base: (base.relation("t"), listed("x", "p", kinds="tn"), 1, 900),
        slice(None),
    ),
    "lone values": (
        "lone_values",
        lambda base: (base.relation("t"), listed("p", "y", kinds="nn"), 1, 900),
        slice(None),
    ),
    "medians": ("lower_medians", lambda base: (base.relation("t"), listed("g", "m", "f", kinds="nnn")), slice(None)),
    "random records": (
        "random_records",
        lambda base: (base.relation("t"), listed("k", "y", kinds="tn"), 1, 900),
        slice(None),
    ),
    "nearest": (
        "nearest_secrets",
        lambda base: (
            [people(base, "0.3"), base.relation("t")],
            people(base),
            listed("p", "y", "f", "zip", kinds="nnnt"),
            {"name": "secret", "kind": "number", "place": 9},
            1,
            900,
        ),
        slice(None),
    ),
    "linked": (
        "linked_parts",
        lambda base: (
            [people(base, "0.3")],
            people(base),
            listed("p", "y", kinds="nn"),
            [{"name": "f", "kind": "number", "place": 3}],
            1,
            900,
        ),
        slice(3, None),
    ),
    "public people": (
        "matched_people",
        lambda base: (
            base.relation("t"),
            people(base),
            listed("p", "zip", "k", kinds="ntt"),
            listed("p", "zip", kinds="nt"),
            1,
            900,
        ),
        slice(None),
    ),
    "people by recoded keys": (
        "matched_people",
        lambda base: (
            people(base, "0.3"),
            recoded(base),
            listed("p", "zip", "y", kinds="ntn"),
            [
                column | {"recoding": recoding_entry(RECODINGS[column["name"]])}
                for column in listed("p", "zip", kinds="nt")
            ],
            1,
            900,
        ),
        slice(None),
    ),
    "shared people": (
        "shared_people",
        lambda base: (base.relation("t"), people(base), listed("p", "zip", kinds="nt")),
        slice(None),
    ),
    "a name with everything": (
        "random_records",
        lambda base: (base.relation(ODD), [{"name": 'say "hi"', "kind": "text", "place": 1}], 1, 9),
        slice(0, 0),
    ),
}
"""Statements of attacks: the macro, its arguments in a database, and cells that must agree."""

IN_STEPS = {"lone_triples"}
"""Macros that are called once per choice of columns: `test_conditions_are_found_alike` compares."""


def test_every_attack_is_run_on_the_engines() -> None:
    """The macro of each attack is among the statements whose rows are compared."""
    compared = {macro for macro, *_ in QUERIES.values()} | IN_STEPS
    assert {attack.macro for attack in ATTACKS.values()} - compared == set()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", QUERIES)
def test_attacks_ask_alike(engine: Database, truth: Database, name: str) -> None:
    """Rows that attacks draw from a release agree with DuckDB's."""
    macro, arguments, keep = QUERIES[name]
    rows, expected = (
        plain(base.rows(render(macro, *arguments(base), dialect=base.facts)), keep) for base in (engine, truth)
    )
    assert rows == expected
    assert rows


def test_moments_are_as_far_apart(engine: Database, truth: Database) -> None:
    """Dates and times of day are as many seconds apart as in DuckDB."""
    seconds = []
    for base in (engine, truth):
        day, moment = (render("measured_value", f"source.{name}", "date", dialect=base.facts) for name in "ds")
        ((least, most),) = base.rows(f"select max({day}), max({moment}) from {typed(base)} source")
        seconds.append(float(most) - float(least))
    assert seconds[0] == pytest.approx(seconds[1], abs=1e-3)
    assert seconds[1] == 366 * 86400 + 10 * 3600 + 11 * 60 + 12


@pytest.mark.parametrize("names", [("p", "y", "f", "zip"), ("y", "m", "f", "k")], ids=["each once", "equal records"])
def test_conditions_are_found_alike(engine: Database, truth: Database, names: tuple[str, ...]) -> None:
    """Every choice of conditions singles out as many records as in DuckDB.

    Some records may be equal in their conditions.
    """
    columns = [column | {"variety": column["place"]} for column in listed(*names, kinds="nnnt")]
    choices = [
        {"number": number, "columns": [columns[place] for place in places]}
        for number, places in enumerate(((3, 3), (0, 3), (0, 1, 3), (0, 1, 2)))
    ]
    medians = {1: "60.0", 2: "10.0", 3: "1.25"} if names[0] == "p" else {1: "10.0", 2: "0.25", 3: "1.25"}
    counts = []
    for base in (engine, truth):
        relation = people(base) if names[0] == "p" else typed(base)
        rows = base.rows(render("lone_triples", relation, columns, medians, choices, 1, 900, dialect=base.facts))
        numbers = [int(row[0]) for row in rows]
        counts.append([numbers.count(number) for number in range(4)])
    assert counts[0] == counts[1]
    assert all(counts[0][2:])


def test_measures_are_alike(engine: Database, truth: Database) -> None:
    """The measures, their reasons and bounds agree, undefined ones included."""
    summaries = [
        AttackSummary(10, 8, 5, 2.5, 0.5, 16, 9, 8, 8, 1, 8, 3, 4.25, 1.5),
        AttackSummary(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
        AttackSummary(5, 4, 4, 0.1, 1, 1, 1, 4, 4, 1, 0, 0, 4, 1),
        AttackSummary(5, 5, 5, 5.0, 1, 1, 1, 5, 5, 5, 5, 0, 5, 30),
    ]
    rows, expected = (plain(base.rows(measured_statement(summaries, base.facts))) for base in (engine, truth))
    assert rows == expected
    assert [len(row) for row in rows] == [1 + 4 * len(metrics_of("claims"))] * 4
