"""Dialects without an engine: grammars parse their statements, which use documented SQL.

They stay in the portable subset. Checked is less than executed: nothing here proves a number.
test_engines executes statements.

Checked is less than executed: nothing here proves a number. What is executed is in test_engines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import duckdb
import pytest
import sqlglot
from sqlfluff.core import dialect_selector
from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from grammars import FLUFF, GLOT, Part, fewest, parts, tokens, tree_of, unread
from sqlmetrics.engine.comparison import Sides
from sqlmetrics.release.attack.discrimination import DiscriminationQuestion
from sqlmetrics.risk.classes import broken_query, parse_condition
from sqlmetrics.risk.events.question import events_plan, points_query, target_plan
from sqlmetrics.risk.events.sets import Sets
from sqlmetrics.risk.records import scored_query
from sqlmetrics.risk.together.question import TogetherQuestion, series_of
from sqlmetrics.scoring.question import Asked
from sqlmetrics.spec.linked_tables import linked_relation
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.entries import plan_entries, recoding_entry
from sqlmetrics.statement.linked_tables import linked_entries, linked_extent_sql, linked_sql
from sqlmetrics.statement.planning import build_plan
from sqlmetrics.statement.render import render
from statements import CHECKED, REQUESTS, write_trees
from vendor_facts import BACKSLASH, CONSTRUCTS, GRAMMAR_GAPS, LISTS_VALUES, RESERVED, TRAPS

NASTY = [
    "",
    "plain",
    "it's",
    "''",
    "back\\slash",
    "\\",
    "\\'",
    "two\nlines",
    'say "hi"',
    "a`b",
    "[a]]b]",
    "%s {x} :y ?",
    "名 ü",
    "--",
    "/*",
]

MORE: dict[str, dict[str, Any]] = {
    "a population's least": {
        "quasi_identifiers": ["k"],
        "population": "t",
        "metrics": ["delta_presence_least", "average_journalist_risk"],
        "partitions": {"k": {"mapping": {"a": "b"}}},
    },
    "the riskiest classes": {"quasi_identifiers": ["k"], "sensitive": ["x"], "level": "class", "limit": 3},
    "everything": {
        "quasi_identifiers": ["zip", "k", "f"],
        "sensitive": ["x", "y"],
        "individual": "p",
        "nulls": "drop",
        "level": "class",
        "limit": 3,
        "population": "t",
        "suppressed": {"zip": "*", "k": "*", "f": "-1"},
        "metrics": [
            "k_anonymity",
            "k_map",
            "delta_presence",
            "t_closeness_equal",
            "t_closeness_ordered",
            "t_closeness_hierarchical",
        ],
        "orders": {"y": [20, 11, 10, 4, 3]},
        "hierarchies": {"y": "tree.csv"},
        "partitions": {
            "zip": {"prefix": 3},
            "k": {"mapping": {"it's": "o'k"}, "unmapped": "keep"},
            "f": {"cuts": [1.5], "closed": "right"},
            "x": {"mapping": {"x\\y": "b\\s"}},
        },
    },
}
"""Requests besides those that engines run."""

FEW = ("everything", "a population's least", "an empty table", "the natural order of numbers", "macros", "sketch")
"""Requests that use most constructs."""


def shortened(request: dict[str, Any]) -> dict[str, Any]:
    """Return the request with its mappings cut to 100 values, since long ones are slow to parse."""
    partitions = {
        column: dict(list(partition.items())[-100:])
        if isinstance(partition, dict) and len(partition) > 100
        else partition
        for column, partition in request.get("partitions", {}).items()
    }
    return request | ({"partitions": partitions} if partitions else {})


@cache
def statements(dialect: str) -> dict[str, tuple[str, ...]]:
    """Return the dialect's statements by request: scores, and macros that are statements."""
    texts: dict[str, tuple[str, ...]] = {}
    relation = render("quoted", "t", dialect=DIALECTS[dialect])
    with TemporaryDirectory() as folder:
        write_trees(Path(folder))
        for name, request in (REQUESTS | MORE).items():
            request = shortened(request)
            limit = request.pop("limit", None)
            plan = build_plan(parse_spec(request, folder=Path(folder)), show_values=True, limit=limit)
            texts[name] = (render("score", plan_entries(plan, relation), dialect=DIALECTS[dialect]),)
            if name == "everything":  # the same counts, read from a table, are more of the same in the other requests
                texts[name] += (
                    render("score", plan_entries(plan, "no.source", counted=relation), dialect=DIALECTS[dialect]),
                )
        recoded = {
            "quasi_identifiers": ["k", "g", "x"],
            "partitions": {"x": {str(number): "d" for number in range(65)}, "g": {"cuts": [2, 5]}},
        }
        recodings = [recoding_entry(partition) for partition in build_plan(parse_spec(recoded)).partitions]
    of_counts = build_plan(parse_spec({"quasi_identifiers": ["k"], "sensitive": ["x", "y"], "individual": "p"}))
    sketched = build_plan(parse_spec({"quasi_identifiers": ["k", "g"], "sensitive": ["x", "y"], "suppressed": "*"}))
    listed = build_plan(
        parse_spec({"quasi_identifiers": ["k"], "sensitive": ["x", "y"], "level": "class"}), show_values=True, limit=3
    )
    secret: dict[str, Any] = {"quasi_identifiers": ["k", "g"], "sensitive": ["x"]}
    plans = [build_plan(parse_spec(secret | more)) for more in ({}, {"individual": "p"})]
    spread = [replace(plan, targets=plan.targets[1:]) for plan in plans]
    conditions = [parse_condition("k < 9"), parse_condition("recursive_cl_diversity > 2")]
    texts["macros"] = (
        broken_query(Asked(listed, DIALECTS[dialect], relation, None, ()), conditions),
        render("baseline", plan_entries(listed, relation), dialect=DIALECTS[dialect]),
        render("posterior", plan_entries(listed, relation), dialect=DIALECTS[dialect]),
        render("score", plan_entries(of_counts, "no.source", counted=relation), dialect=DIALECTS[dialect]),
        render("extent", relation, "p", [["k"], ["k", "x"]], [], dialect=DIALECTS[dialect]),
        render("extent", relation, None, [["k"]], [{"column": "k", "text": "*"}], dialect=DIALECTS[dialect]),
        render("profile", relation, ["k", "x"], dialect=DIALECTS[dialect]),
        *(render("value_distances", plan_entries(plan, relation), 9, dialect=DIALECTS[dialect]) for plan in spread),
        *(render("unmapped", relation, "x", recoding, dialect=DIALECTS[dialect]) for recoding in recodings),
    )
    texts["sketch"] = (render("sketch_rows", plan_entries(sketched, relation), 9, dialect=DIALECTS[dialect]),)
    texts["events"] = tuple(events(dialect, relation))
    texts["linked"] = tuple(linked(dialect, relation))
    texts["together"] = tuple(together(dialect))
    texts["attacks"] = () if dialect == "sqlserver" else tuple(attacks(dialect))
    return texts


def events(dialect: str, relation: str) -> Iterator[str]:
    """Give the statements of known points: of the identity and a secret, of drawn and all sets."""
    partitions = {"g": {"mapping": {"1": "one"}}, "x": {"mapping": {"flu": "F"}}}
    words = {"quasi_identifiers": ["k", "g"], "sensitive": ["x"], "individual": "p", "known": 2}
    for change, sets in (({}, Sets(drawn=False)), ({"partitions": partitions}, Sets(drawn=True, targets=9))):
        plan = events_plan(parse_spec(words | change))
        for target in plan.targets:
            asked = Asked(target_plan(plan, target), DIALECTS[dialect], relation, None, ())
            yield points_query(asked, 2, sets)


def linked(dialect: str, relation: str) -> Iterator[str]:
    """Give the points of several tables, by two columns of a key, and the people of each table."""
    main = {"relation": "t", "key": ["k", "g"], "columns": ["zip"]}
    tables = {"main": main, "more": main | {"columns": ["x", "f"], "partitions": {"f": {"cuts": [1.5]}}}}
    tables["some"] = main | {"columns": []}
    relations = linked_relation(parse_spec({"tables": tables, "sensitive": "y", "known": 2}))
    entries = linked_entries(relations, [relation] * 3, DIALECTS[dialect])
    yield f"select person, value from {linked_sql(entries, DIALECTS[dialect])} source"
    yield f"select count(*) as n from ({linked_extent_sql(entries, DIALECTS[dialect])}) extents"


def attacks(dialect: str) -> Iterator[str]:
    """Give the statements of the attacks: by id, of people, and by recoded keys with outsiders."""
    spec = parse_spec(
        {
            "quasi_identifiers": ["k"],
            "sensitive": ["x"],
            "partitions": {"x": {"prefix": 1}},
            "suppressed": "*",
            "database": "d",
        }
    )
    yield DiscriminationQuestion(Sides("o", ["t"], spec.place), spec, record_id="p", show_values=True).printed(dialect)
    people = spec.model_copy(update={"sensitive": ["x", "g"], "partitions": {}, "individual": "p"})
    yield DiscriminationQuestion(Sides("o", ["t"], spec.place), people, everything=True).printed(dialect)
    partitions = {"k": {str(number): "d" for number in range(65)}}
    spec = parse_spec({"quasi_identifiers": ["k"], "partitions": partitions, "level": "class", "database": "d"})
    yield DiscriminationQuestion(Sides("o", ["t"], spec.place), spec, external="e", show_values=True, limit=3).printed(
        dialect
    )


def together(dialect: str) -> Iterator[str]:
    """Give the statements of releases together: of people who are followed, and of counts alone."""
    words: dict[str, Any] = {"quasi_identifiers": ["k", "g"], "sensitive": ["x"], "suppressed": "*", "database": "d"}
    partitions = {"x": {"mapping": {"flu": "F"}, "unmapped": "keep"}}
    for change in ({"individual": "p", "targets": 9}, {"partitions": partitions}):
        spec = parse_spec(words | change)
        yield TogetherQuestion(series_of(["o", "t", "o"], spec.place), spec).printed(dialect)


def trees(dialect: str, name: str) -> list[exp.Expression]:
    """Return the syntax trees of a request's statements."""
    return [tree_of(statement, dialect) for statement in statements(dialect)[name]]


@cache
def parts_of(dialect: str, *names: str) -> dict[Part, str]:
    """Return the different queries in requests' statements, each with the name of a request."""
    return {
        part: name for name in names for statement in statements(dialect)[name] for part in parts(statement, dialect)
    }


REQUEST_NAMES = [*REQUESTS, *MORE, "macros", "events", "linked", "together", "attacks", "sketch"]

UNKNOWN = {"conv", "convert_to", "fsum", "list_sum", "nchar", "rawtohex", "string_to_raw"}
"""Documented functions of databases that the first grammar does not know."""

HASHED = {"an order within the statement", "hashes and approximations"}
BESIDE = {"sketch": HASHED, **dict.fromkeys(("events", "together"), HASHED | {"distinct, into or having"})}
"""What statements have beside the portable subset: the smallest hashes are kept, or drawn."""

OWN = re.compile(
    r"logarithms to a base|null-safe comparison|a join on \(?marginals\w*\.\S+ IS NOT DISTINCT FROM cells\w*\.\S+"
)
"""What DuckDB's statements have besides: log2, and the join of cells to their values."""

WALKED = [(dialect, name) for dialect in GLOT for name in (REQUEST_NAMES if dialect in CHECKED else FEW)]
"""The requests for the first grammar: all in dialects without an engine, few in the others."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("dialect", "name"), WALKED)
def test_the_statement_is_one_query_of_the_dialect(dialect: str, name: str) -> None:
    """The first grammar reads one query, and no part of it as a command that it does not know."""
    for tree in trees(dialect, name):
        assert isinstance(tree, exp.Select)
        unknown = {node.name for node in tree.find_all(exp.Command, exp.Anonymous)}
        assert unknown <= UNKNOWN or dialect in {"clickhouse", "sqlite"}


@pytest.mark.thorough
@pytest.mark.parametrize("dialect", CHECKED)
def test_the_stricter_grammar_reads_every_construct(dialect: str) -> None:
    """The second grammar reads each construct, and each kind of node in each kind of place.

    It takes long for whole statements, so it reads the few parts of them that have all of these;
    the attacks have those of a score, and releases together those of known points.
    """
    every = parts_of(dialect, *(name for name in REQUEST_NAMES if name not in {"attacks", "together"}))
    few = fewest({part.text: {*part.shapes, *constructs(part.text, dialect)} for part in every})
    assert {text: gaps for text in few if (gaps := unread(text, dialect))} == {}
    assert all(any(gap.filled(text) != text for text in few) for gap in GRAMMAR_GAPS.get(dialect, ()))


@pytest.mark.thorough
@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("dialect", CHECKED)
def test_the_stricter_grammar_reads_whole_statements(dialect: str, name: str) -> None:
    """The second grammar leaves no part of a statement unread, with its with clause and all."""
    for statement in statements(dialect)[name]:
        assert unread(statement, dialect) == []


FORBIDDEN = {
    "filter (where)": (exp.Filter,),
    "qualify": (exp.Qualify,),
    "grouping sets, rollup, cube": (exp.GroupingSets, exp.Rollup, exp.Cube),
    "percentiles": (
        exp.PercentileCont,
        exp.PercentileDisc,
        exp.Quantile,
        exp.ApproxQuantile,
        exp.Median,
        exp.WithinGroup,
    ),
    "remainders": (exp.Mod, exp.IntDiv),
    "lambdas": (exp.Lambda,),
    "logarithms to a base": (exp.Log,),
    "null-safe comparison": (exp.NullSafeEQ, exp.NullSafeNEQ),
    "subqueries in expressions": (exp.Exists, exp.Any, exp.All, exp.Lateral),
    "distinct": (exp.Distinct,),
    "tables that are made": (exp.Create, exp.Into, exp.Insert),
    "hashes and approximations": (exp.MD5, exp.SHA, exp.SHA2, exp.ApproxDistinct),
    "pivots and samples": (exp.Pivot, exp.TableSample),
    "regular expressions": (exp.RegexpLike, exp.RegexpExtract, exp.RegexpReplace),
    "bit operations": (exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor),
}
"""What some engine lacks or reads differently, as the nodes of a syntax tree."""

FORBIDDEN_KINDS = tuple(kind for kinds in FORBIDDEN.values() for kind in kinds)

JOINED_BY = {
    "class_hash",
    "class_number",
    "value",
    "domain",
    "position",
    "column_position",
    "target_number",
    "expected_number",
    "node_0",
    "leaf",
    "record_id",
    "hashed_1",
    "hashed_2",
}
"""Columns that joins go by: they are never NULL on the side that is looked up."""


def own_columns(select: exp.Select, made: dict[str, exp.Expression]) -> set[str]:
    """Return the names that a select's sources have, as far as they are made in the statement."""
    names: set[str] = set()
    sources = [select.args.get("from_"), *(select.args.get("joins") or [])]
    for source in (clause.this for clause in sources if clause is not None):
        query = (
            made.get(source.name)
            if isinstance(source, exp.Table)
            else source.this
            if isinstance(source, exp.Subquery)
            else None
        )
        while query is not None and not isinstance(query, exp.Select):
            query = query.this
        names |= set(query.named_selects) if query is not None else set()
    return names


def join_offences(join: exp.Join) -> Iterator[str]:
    """Give the offences of a join; allowed are cross joins and joins by certain columns.

    These are inner or left joins by a column that is never NULL where it is looked up.
    """
    if (
        join.args.get("using")
        or join.args.get("method")
        or join.kind not in {"", "CROSS"}
        or join.side not in {"", "LEFT"}
    ):
        yield f"a {join.sql()}"
    condition = join.args.get("on")
    if (join.kind == "CROSS") != (condition is None):
        yield "a join without a condition"
    for part in condition.flatten() if isinstance(condition, exp.And) else [condition] if condition is not None else []:
        if not isinstance(part, exp.EQ) or not JOINED_BY & {part.left.name, part.right.name}:
            yield f"a join on {part.sql()}"


def select_offences(query: exp.Select, tree: exp.Expression, made: dict[str, exp.Expression]) -> Iterator[str]:
    """Give the offences of a select, or a part of it, against the portable subset."""
    if query.args.get("distinct") or query.args.get("into") or query.args.get("having"):
        yield "distinct, into or having"
    if query is not tree and (query.args.get("order") or query.args.get("limit") or query.args.get("offset")):
        yield "an order within the statement"
    if query is not tree and not isinstance(query.parent, exp.CTE | exp.Subquery | exp.Union):
        yield "a query within an expression"
    if isinstance(query.parent, exp.Subquery) and not isinstance(query.parent.parent, exp.From | exp.Join | exp.Union):
        yield "a query within an expression"
    if query.is_star:
        yield "select *"
    sources = own_columns(query, made)
    group = query.args.get("group")
    for key in group.expressions if group else []:
        if isinstance(key, exp.Literal):
            yield "a group by position"
        if isinstance(key, exp.Column) and not key.table and key.name not in sources:
            yield f"a group by the alias {key.name}"
    if group and group.args.get("all"):
        yield "group by all"
    for projection in query.expressions:
        if isinstance(projection, exp.Alias) and projection.alias in sources and projection.find(exp.AggFunc):
            for column in query.find_all(exp.Column):
                elsewhere = column.find_ancestor(exp.Alias) is not projection and column.parent_select is query
                if column.name == projection.alias and not column.table and elsewhere:
                    yield f"an aggregate that takes the name of the column {projection.alias}"


def in_sight(query: exp.Select) -> dict[str, exp.Expression]:
    """Return the common table expressions that a select can name, those of inner clauses first."""
    made: dict[str, exp.Expression] = {}
    node: exp.Expr | None = query
    while node is not None:
        if isinstance(node, exp.Select):
            made = {cte.alias: cte.this for cte in node.ctes} | made
        node = node.parent
    return made


def offences(tree: exp.Expression, dialect: str) -> Iterator[str]:
    """Return what of a statement lies outside the portable subset."""
    for node in tree.walk():
        if isinstance(node, FORBIDDEN_KINDS):
            yield from (name for name, kinds in FORBIDDEN.items() if isinstance(node, kinds))
        if isinstance(node, exp.Values) and dialect not in LISTS_VALUES:
            yield "a list of values"
        if isinstance(node, exp.Join):
            yield from join_offences(node)
        if isinstance(node, exp.Select):
            yield from select_offences(node, tree, in_sight(node))
        if isinstance(node, exp.Union) and node.args.get("distinct") is not False:
            yield "union without all"
        if isinstance(node, exp.With) and node.args.get("recursive"):
            yield "recursion"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("dialect", "name"), WALKED)
def test_the_statement_keeps_to_the_portable_subset(dialect: str, name: str) -> None:
    """The syntax tree has no construct that engines lack or read differently, in any dialect."""
    for tree in trees(dialect, name):
        found = {one for one in offences(tree, dialect) if not (dialect == "duckdb" and OWN.match(one))}
        found = {one for one in found if not (name in {"events", "linked", "together"} and one.startswith("a join on"))}
        assert found <= BESIDE.get(name, set())


@pytest.mark.parametrize(
    ("statement", "offence"),
    [
        ("select sum(n) filter (where n > 0) from t", "filter (where)"),
        ("select n from t qualify row_number() over (order by n) = 1", "qualify"),
        ("select sum(n) from t group by rollup (k)", "grouping sets, rollup, cube"),
        ("select median(n) from t", "percentiles"),
        ("select n % 2 as m from t", "remainders"),
        ("select list_transform(n, x -> x) from t", "lambdas"),
        ("select log(2, n) from t", "logarithms to a base"),
        ("select n from t join u on t.k is not distinct from u.k", "null-safe comparison"),
        ("select count(distinct n) from t", "distinct"),
        ("select distinct n from t", "distinct, into or having"),
        ("select n from t using sample 10", "pivots and samples"),
        (
            "with c as (select key_1 from t), d as (select key_1 from t)"
            " select c.key_1 from c join d on c.key_1 = d.key_1",
            "a join on c.key_1 = d.key_1",
        ),
        ("select n from t join u using (n)", "a JOIN u USING (n)"),
        ("select n from t natural join u", "a NATURAL JOIN u"),
        ("with c as (select n from t order by n) select n from c", "an order within the statement"),
        ("with c as (select n from t) select (select max(n) from c) as m from c", "a query within an expression"),
        ("with c as (select n from t) select n from c where n in (select n from c)", "a query within an expression"),
        ("select * from t", "select *"),
        ("with c as (select k from t) select k, count(*) from c group by 1", "a group by position"),
        ("with c as (select k from t) select k as j, count(*) from c group by j", "a group by the alias j"),
        (
            "with c as (select n from t) select sum(n) as n, sum(n * n) as m from c",
            "an aggregate that takes the name of the column n",
        ),
        ("select n from t union select n from u", "union without all"),
        ("with recursive c as (select 1 as n union all select n + 1 from c) select n from c", "recursion"),
    ],
)
def test_the_walk_finds_what_is_forbidden(statement: str, offence: str) -> None:
    """Each rule of the walk catches a statement that breaks it."""
    tree = cast(exp.Expression, sqlglot.parse_one(statement, read="duckdb"))
    assert offence in set(offences(tree, "duckdb"))


def type_after(parts: list[Token], start: int) -> str:
    """Return the type that begins at a token, up to the comma or the parenthesis that ends it."""
    words, depth = "", 0
    for before, part in zip(parts[start - 1 :], parts[start:], strict=False):
        depth += {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}.get(part.token_type, 0)
        if depth < 0 or (depth == 0 and part.token_type == TokenType.COMMA):
            break
        words += (" " if words and part.start > before.end + 1 else "") + part.text.lower()
    return words


def cast_type(parts: list[Token], start: int) -> str:
    """Return the type that the `cast(` at a token casts to."""
    depth = 0
    for place in range(start + 1, len(parts)):
        depth += {TokenType.L_PAREN: 1, TokenType.R_PAREN: -1}.get(parts[place].token_type, 0)
        if depth == 1 and parts[place].text.lower() == "as":
            return type_after(parts, place + 1)
    raise AssertionError(statement_at(parts, start))


def statement_at(parts: list[Token], start: int) -> str:
    """Return the words that follow a token."""
    return " ".join(part.text for part in parts[start : start + 20])


def constructs(statement: str, dialect: str) -> Iterator[str]:
    """Give the functions, types, collations, quotes, escapes, operators and clauses of a statement.

    They are spelled as in the statement.
    """
    parts = tokens(statement, dialect)
    in_types: set[int] = set()
    for place, part in enumerate(parts):
        raw = statement[part.start : part.end + 1]
        before = parts[place - 1] if place else None
        after = parts[place + 1] if place + 1 < len(parts) else None
        if raw[0] == "'" or raw[:2] == "N'":
            yield "literal N''" if raw[0] == "N" else "literal ''"
            body = raw[2:-1] if raw[0] == "N" else raw[1:-1]
            escapes = r"''|\\." if BACKSLASH[dialect] else "''"
            yield from (f"escape {escape}" for escape in re.findall(escapes, body, re.DOTALL))
        elif raw[0] in '"`[' and len(raw) > 1:
            yield f"identifier {raw[0]}"
        elif part.token_type == TokenType.NUMBER or raw in "(),.":
            continue
        elif not raw[0].isalpha() and raw[0] != "_":
            yield f"operator {raw}"
        elif raw == "collate" and after is not None:
            yield f"collation {after.text}"
        elif after is not None and after.token_type == TokenType.L_PAREN and after.start == part.end + 1:
            if (
                place in in_types
                or before is None
                or before.token_type == TokenType.R_PAREN
                or before.text.lower() == "as"
            ):
                continue
            if raw == "listed":
                continue
            yield f"function {raw}"
            if raw in {"cast", "try_cast"}:
                kind = cast_type(parts, place)
                yield f"type {re.sub(r'varchar[(][0-9]+[)]$', 'varchar(n)', kind) if dialect == 'redshift' else kind}"
            if raw == "convert":
                yield f"type {type_after(parts, place + 2)}"
                in_types.add(place + 2)
    for clause in (
        "rows between unbounded preceding and current row",
        "from dual",
        "fetch first",
        "fetch next",
        "limit",
        "from (values",
    ):
        if re.search(rf"(?<!\w){re.escape(clause)}(?!\w)", statement):
            yield f"clause {clause}"


@cache
def used(dialect: str) -> dict[str, str]:
    """Return the constructs of a dialect's statements, each with a request that uses it."""
    return {
        construct: name
        for part, name in parts_of(dialect, *REQUEST_NAMES).items()
        for construct in constructs(part.text, dialect)
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize("dialect", CHECKED)
def test_every_construct_is_a_vendor_fact(dialect: str) -> None:
    """The constructs of a dialect's statements are those that the table of its vendor documents."""
    constructs_used = used(dialect)
    assert {
        construct: name for construct, name in constructs_used.items() if construct not in CONSTRUCTS[dialect]
    } == {}
    assert CONSTRUCTS[dialect].keys() - constructs_used.keys() == set()


@pytest.mark.parametrize(
    ("dialect", "trap"),
    [
        pytest.param(dialect, trap, id=f"{dialect}-{trap.pattern[:40]}")
        for dialect in CHECKED
        for trap in TRAPS[dialect]
    ],
)
def test_no_statement_walks_into_a_known_trap(dialect: str, trap: Any) -> None:
    """No statement has what the vendor reads otherwise; the pattern does match its example."""
    assert re.search(trap.pattern, trap.example)
    for name, texts in statements(dialect).items():
        for statement in texts:
            assert not re.search(trap.pattern, statement), (name, trap.says)


@pytest.mark.parametrize("dialect", CHECKED)
def test_our_names_are_no_reserved_words(dialect: str) -> None:
    """No unquoted name in a statement is reserved by the vendor, or longer than 63 characters.

    That is the least limit of the vendors.
    """
    names = {
        identifier.name
        for name in REQUEST_NAMES
        for tree in trees(dialect, name)
        for identifier in tree.find_all(exp.Identifier)
        if not identifier.args.get("quoted")
    }
    assert {"input", "value", "records", "n"} <= names
    reserved = {word.lower() for word in dialect_selector(FLUFF[dialect]).sets("reserved_keywords")} | RESERVED[dialect]
    assert names & reserved == set()
    assert {name for name in names if not re.fullmatch("[a-z][a-z0-9_]{0,62}", name)} == set()


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("dialect", GLOT)
def test_literals_and_identifiers_are_read_back(dialect: str, text: str) -> None:
    """A literal is its value, and a quoted identifier its name, by the dialect's escapes."""
    literal = cast(
        exp.Expression,
        sqlglot.parse_one(f"select {render('literal', text, dialect=DIALECTS[dialect])} as x", read=GLOT[dialect]),
    )
    assert next(literal.find_all(exp.Literal, exp.National)).name == text
    if text:
        identifier = cast(
            exp.Expression,
            sqlglot.parse_one(f"select {render('quoted', text, dialect=DIALECTS[dialect])}", read=GLOT[dialect]),
        )
        (name,) = identifier.find_all(exp.Identifier)
        assert name.name == text


@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "redshift", "bigquery", "oracle", "sqlserver"])
def test_null_is_the_same_as_null_alone(dialect: str) -> None:
    """DuckDB can run what these dialects write, of each two values of 1, 2 and NULL."""
    values = "(select unnest([1, 2, null]) as v)"
    alike = render("same", "one.v", "other.v", dialect=DIALECTS[dialect])
    query = f"select one.v, other.v from {values} one cross join {values} other where {alike} order by all"
    assert duckdb.execute(query).fetchall() == [(1, 1), (2, 2), (None, None)]


@pytest.mark.parametrize("dialect", CHECKED)
def test_a_count_table_is_created_in_one_statement(dialect: str) -> None:
    """Both grammars read the first statement of `sql --staged`, which creates a table."""
    plan = build_plan(
        parse_spec({"quasi_identifiers": ["k"], "sensitive": ["x", "y"], "partitions": {"k": {"a": "b"}}})
    )
    entries = plan_entries(plan, render("quoted", "t", dialect=DIALECTS[dialect]))
    statement = render(
        "count_table", entries, render("quoted", "counted", dialect=DIALECTS[dialect]), dialect=DIALECTS[dialect]
    )
    tree = tree_of(statement, dialect)
    assert isinstance(tree, exp.Create) or (dialect == "sqlserver" and tree is not None and tree.find(exp.Into))
    assert unread(statement, dialect) == []


@pytest.mark.parametrize("dialect", GLOT)
def test_the_records_with_their_scores_are_one_query(dialect: str) -> None:
    """What `records --print-sql` prints parses; it alone joins by keys, with NULL equal to NULL."""
    plan = build_plan(
        parse_spec({"quasi_identifiers": ["k", "g"], "sensitive": ["x"], "level": "class", "metrics": ["itpr"]})
    )
    facts = DIALECTS[dialect]
    statement = scored_query(Asked(plan, facts, render("quoted", "t", dialect=facts), None, ["k", "z"]))
    tree = tree_of(statement, dialect)
    assert isinstance(tree, exp.Select)
    assert len(list(tree.find_all(exp.NullSafeEQ, exp.Is))) >= 4
