"""Specs as people, and attackers, write them: YAML of a spec's words, and text that is no YAML."""

from __future__ import annotations

from typing import Any

import yaml
from hypothesis import strategies as st

from fuzz.pool import NAMES, Pool, Relation
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue

METRICS = tuple(sorted(catalogue()))
"""The metrics of a relation."""

PASSWORD = "CANARYPASSWORD"  # noqa: S105 - that of nobody
"""A password that no stream may show."""

URL = f"postgresql://user:{PASSWORD}@127.0.0.1:1/db"
"""A database that nobody runs, with a password."""

WORDS = [name for name, field in Spec.model_fields.items() if not field.exclude]
"""The words of a spec."""

BOMB = "\n".join(
    [
        "a: &a [x, x, x, x, x, x, x, x, x, x]",
        *(f"{new}: &{new} [{', '.join([f'*{old}'] * 10)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)),
    ]
)
"""Aliases that stand for a billion values."""

HOSTILE = (
    f"{BOMB}\norders: {{disease: *i}}\n",
    f"{BOMB}\nmetrics: *i\n",
    "orders: &a {disease: *a}\n",
    "partitions: {age: {cuts: [1e999999999]}}\n",
    "partitions: {age: {cuts: [.nan, .inf]}}\n",
    "l: !!int x\n",
    "l: !!float y\n",
    "l: !!bool maybe\n",
    "metrics: [2001-02-30]\n",
    "x: !<tag:yaml.org,2002:timestamp> nope\n",
    "x: !!python/object/apply:os.system [id]\n",
    "[" * 3000,
    "{" * 3000,
    "- " * 3000,
    "a: " * 500 + "b\n",
    "? " * 1000,
    "metrics: " + "9" * 5000 + "\n",
    "parameters: {l: 0x" + "f" * 3000 + "}\n",
    f"url: [{URL}]\n",
    f"url: {URL}: x\n",
    f"url: {URL}\nurl: {URL}\n",
    f"relation: x\nurl: {URL}@x\n",
    f"relation: https://u:{PASSWORD}@127.0.0.1:1/x.parquet\nquasi_identifiers: [a]\n",
    "\x00",
    "\ufeffmetrics: [itpr]\n",
    "%YAML 9.9\n---\nmetrics: [itpr]\n",
    "--- a\n--- b\n",
    "'",
    "metrics: |\n\titpr\n",
    "<<: {metrics: [itpr]}\n",
    "quasi_identifiers: [\x1b[31m]\n",
    "::error::x: 1\n",
    "1: 2\n",
    "~: 2\n",
    "!!binary aGVsbG8=: 1\n",
    "metrics: !!binary aGVsbG8=\n",
    "? [a, b]\n: c\n",
    "x" * 100_000 + ": 1\n",
    "k: [" + "a," * 50_000 + "]\n",
)
"""Texts that are no spec."""


def mostly(usual: st.SearchStrategy[str], other: st.SearchStrategy[str], times: int) -> st.SearchStrategy[str]:
    """Return values of a strategy, and once in so many times those of another."""
    return st.sampled_from(range(times)).flatmap(lambda number: other if number == 1 else usual)


def names(relation: Relation) -> st.SearchStrategy[str]:
    """Return names of columns, mostly of the relation."""
    own = st.sampled_from(relation.columns)
    return mostly(own, st.one_of(st.sampled_from(NAMES), hostile_text()), 24)


def hostile_text() -> st.SearchStrategy[str]:
    """Return short texts of any characters."""
    return st.text(max_size=12)


def scalars() -> st.SearchStrategy[Any]:
    """Return values of YAML."""
    return st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 3),
        st.sampled_from([10**30, 0.5, float("nan"), float("inf"), 1e308, "", "raw", "natural", "all", "e"]),
        hostile_text(),
    )


def values() -> st.SearchStrategy[Any]:
    """Return values of YAML, one in the other."""
    keys = st.one_of(st.sampled_from([*WORDS, "cuts", "file", "domains", "at_least", "prefix"]), st.text(max_size=4))
    return st.recursive(
        scalars(),
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
        max_leaves=6,
    )


def partitions(pool: Pool) -> st.SearchStrategy[Any]:
    """Return partitions of a column."""
    return st.one_of(
        st.just("raw"),
        st.fixed_dictionaries({"cuts": st.lists(st.sampled_from([0, 1, 2.5, 98765432]), max_size=3)}),
        st.fixed_dictionaries({"prefix": st.integers(-1, 3)}),
        st.fixed_dictionaries({"file": st.sampled_from(pool.files)}, optional={"level": st.integers(0, 3)}),
        st.fixed_dictionaries(
            {"domains": st.dictionaries(st.text(max_size=3), st.lists(scalars(), max_size=2), max_size=2)},
            optional={"unmapped": st.sampled_from(["keep", "error", "rest"])},
        ),
        values(),
    )


def thresholds() -> st.SearchStrategy[Any]:
    """Return thresholds of metrics."""
    metrics = st.sampled_from(["k_anonymity", "itpr", "discrimination_rate", "k", "nope", "[/]"])
    limit = st.sampled_from([0, 1, 0.5, 99, float("nan"), "x"])
    return st.dictionaries(
        metrics, st.dictionaries(st.sampled_from(["at_least", "at_most"]), limit, max_size=2), max_size=2
    )


@st.composite
def specs(draw: st.DrawFn, pool: Pool, relation: Relation, kind_of_file: str, sensible: bool) -> str:
    """Return the text of a spec: of this relation, changed in places or not, or a hostile one.

    `kind_of_file` is `spec`, `thresholds` for a spec with some, or `jobs` for a file of jobs.
    """
    if not sensible and (kind := draw(st.integers(0, 9))) < 4:
        return draw(st.text(max_size=60) if kind == 0 else st.sampled_from(HOSTILE))
    free = list(draw(st.permutations(relation.columns)))
    keys = [free.pop() if sensible else draw(names(relation))]
    words: dict[str, Any] = {"relation": f"../{relation.words[0]}", "quasi_identifiers": keys}
    if len(relation.words) > 1:
        words |= {"relation": relation.words[0], "database": f"../{relation.words[2]}"}
    if kind_of_file != "spec":
        words["thresholds"] = {"k_anonymity": {"at_least": draw(st.sampled_from([1, 2]))}}
    jobs = {"one": words, "two": dict(words)}
    proposed = _fair_words(keys, free, relation) if sensible else _odd_words(pool, relation)
    for word in draw(st.lists(st.sampled_from(sorted(proposed)), max_size=3, unique=True)):
        words[word] = draw(proposed[word])
    if not sensible and draw(st.booleans()):
        words[draw(st.one_of(st.sampled_from(WORDS), st.text(max_size=5)))] = draw(values())
    text = yaml.safe_dump({"jobs": jobs} if kind_of_file == "jobs" else words, allow_unicode=True, sort_keys=False)
    if not sensible and draw(st.integers(0, 4)) == 0:
        start = draw(st.integers(0, len(text)))
        text = text[:start] + draw(st.text(max_size=4)) + text[start + draw(st.integers(0, 4)) :]
    return text


def _fair_words(keys: list[str], free: list[str], relation: Relation) -> dict[str, st.SearchStrategy[Any]]:
    """Return values that words of a spec take, for a relation with these keys and free columns."""
    numbers = [key for key in keys if key in relation.of_kind("integer")]
    recoded = {"partitions": st.just({key: {"cuts": [0, 1]} for key in numbers})} if numbers else {}
    return {
        "sensitive": st.lists(st.sampled_from(free), max_size=2, unique=True),
        "metrics": st.lists(
            st.sampled_from(["itpr", "k_anonymity", "uniqueness"]), min_size=1, max_size=2, unique=True
        ),
        "nulls": st.sampled_from(["drop", "category"]),
        "parameters": st.fixed_dictionaries({}, optional={"k": st.integers(2, 5), "l": st.integers(2, 3)}),
        "suppressed": st.sampled_from(["*", "?"]),
        **recoded,
    }


def _odd_words(pool: Pool, relation: Relation) -> dict[str, st.SearchStrategy[Any]]:
    """Return values of words of a spec, of which some are wrong."""
    column = names(relation)
    return {
        "sensitive": st.lists(column, max_size=2),
        "individual": column,
        "metrics": st.lists(st.sampled_from([*METRICS, "all", "nope"]), max_size=2),
        "partitions": st.dictionaries(column, partitions(pool), max_size=2),
        "orders": st.dictionaries(column, st.one_of(st.just("natural"), st.lists(scalars(), max_size=3)), max_size=1),
        "hierarchies": st.dictionaries(column, st.sampled_from(pool.files), max_size=1),
        "thresholds": thresholds(),
        "limits": st.sampled_from(["cms_cell", ["uk_llc", "ontario_low"], "l_diversity", "nope", 3]),
        "crosswalk": st.booleans(),
        "suppressed": st.one_of(st.just("*"), st.dictionaries(column, st.text(max_size=2), max_size=2)),
        "nulls": st.sampled_from(["drop", "category", "x"]),
        "level": st.sampled_from(["table", "class"]),
        "url": st.sampled_from([URL, "sqlite:///in/none.db", "env:NONE", "://", "postgresql:/x"]),
    }
