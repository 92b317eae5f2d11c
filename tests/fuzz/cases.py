"""Command lines: each command with relations, roles, and any of its own flags."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st

from faults.commands import ENDINGS, FORMS, OUTPUTS, Parameter, choices, commands
from fuzz.pool import PAST, Pool, Relation
from fuzz.specs import METRICS, PASSWORD, URL, hostile_text, mostly, names, specs

COMMANDS = sorted({*commands()} - {"desk"})
"""The commands that end by themselves."""

WRITTEN = {"claims", "coins", "json", "metrics_file", "output", "per_query", "plot", "records", "report"}
"""The parameters that name a file to write."""

ROLES = {"column", "continuous", "individual", "keep", "known", "neutral", "quasi_identifier", "record", "record_id"}
ROLES |= {"household", "secret", "sensitive", "weight", "workload_attribute"}
"""The parameters that name a column."""

ASSIGNED = {"format_", "neutral", "output", "quasi_identifier", "sensitive", "spec", "workload_attribute"}
"""The parameters that a sensible command line has, or has not, before any flag is drawn."""

BESIDE = {"original", "release", "release_hierarchy", "counts", "staged", "harmonise", "replicates"}
"""The parameters that make sense beside others alone."""

NEEDS_SENSITIVE = {"attacks", "baseline", "posterior", "tradeoff"}
"""The commands that need a sensitive attribute."""

HEAVY = {"attempts": "3", "canaries": "40", "queries": "2", "sample": "50"}
"""The numbers of parameters that would make a run long."""

ATTACKS = (
    "singling_out_univariate",
    "singling_out_groups",
    "inference_homogeneous",
    "inference_frequent",
    "inference_nearest",
    "linkability_nearest",
)

FAIR: dict[str, tuple[str, ...]] = {
    "agreement": ("0.8", "k=0.7", "estimated"),
    "nearly": ("k=1", "n=2"),
    **{name: (number,) for name, number in HEAVY.items()},
    "alpha": ("0.5", "1"),
    "attack": ATTACKS,
    **dict.fromkeys(("certificate", "previous"), ("in/certificate.json",)),
    "canary_records": ("1",),
    "classifier": ("majority", "naive_bayes"),
    "column_type": ("age=int64", "age=number(10, 2)"),
    "companions": ("0", "2"),
    "date": ("2026-11-22",),
    "delta": ("0", "1e-5"),
    "dialect": ("duckdb", "postgres", "oracle", "sqlserver", "bigquery"),
    "disf": ("0.01", "0.5"),
    "dominance": ("1,50", "2,90"),
    "epsilon": ("0.5", "1"),
    "history": ("out/h.duckdb", "out/h", "sqlite:///out/h.sqlite", "out/past.duckdb"),
    "holdout": ("0.3", "0.5"),
    "into": ("copy", 's."a b"'),
    "job": ("one", "it's", "::error::", "[/]"),
    "k": ("2", "5"),
    "l": ("2", "3"),
    "last": ("1", "9"),
    "limit": ("1", "5"),
    "links": ("best", "one_to_one"),
    "log_base": ("e", "2"),
    "loss": ("non_uniform_entropy", "granularity", "columns_changed", "discernibility", "average_class_size"),
    "max_cells": ("1", "100"),
    "max_queries": ("1", "10"),
    "max_size": ("1", "2"),
    "memory_limit": ("512MB", "80%", "1GB"),
    "metric": METRICS,
    "metrics_path": ("in/metrics",),
    "minimum_people": ("1", "5"),
    "name": ("itpr", "k_anonymity", "inference_frequent"),
    "noisy_query": ("select count(*) from audited", "select * from audited;"),
    "place": PAST,
    "population_size": ("5000000000",),
    "prior": ("0.01", "0.5"),
    "propose_partition": ("0.1", "0.5"),
    "replicates": ("20", "25"),
    "risk": ("a_acc",),
    "risk_threshold": ("0.1", "0.5"),
    "rows": ("in/rows.csv",),
    "run_id": ("next", "@1"),
    "sampling_fraction": ("0.1", "1"),
    "seed": ("1", "2"),
    "share": ("0.1", "0.9"),
    "subsets": ("all", "1", "2"),
    "suppress": ("2%", "0.5", "0"),
    "suppressed": ("*", "?"),
    "target": ("identity",),
    "temp_directory": ("tmp",),
    "threads": ("1", "2"),
    "time_limit": ("20s", "0.001"),
    "timeout": ("20", "1m"),
    "tolerance": ("0", "0.5"),
    "utility": ("u_san",),
    "condition": ("k_anonymity < 3", "k_anonymity < 1e9", "k_anonymity >= 0"),
    "workload": ("in/workload.sql",),
}
"""Values that parameters take, whatever the relation is."""

ODD_PLACES = (
    URL,
    f"https://u:{PASSWORD}@127.0.0.1:1/x.parquet",
    f"//u:{PASSWORD}@h/d",
    "none/*.parquet",
    "",
    "in/past.duckdb",
)
ODD_QUERIES = (
    "select * from 'in/people.parquet'",
    "select * from query('copy (select 1) to ''out/x.csv''')",
    "select * from query(getvariable('x'))",
    "select * from read_csv(getvariable('x'))",
    "select 1; select 2",
    "select (1",
    "drop table x",
    "select 'x",
)
ODD_METRICS = ("all", "nope", "[/]", "k_anonimity", "", "a_acc", "k_anonymity,itpr")
ODD: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("certificate", "previous", "rows"), ("in/mapping.csv", "in/empty.csv", "in/bytes.csv", "none", "in")
    ),
    **dict.fromkeys(
        ("auxiliary", "control", "external", "more", "original", "population", "public", "relation"), ODD_PLACES
    ),
    "attack": ("nope", "[/]"),
    "column_type": ("age", "age=", "=x", "age=int64; x", "nope=text"),
    "date": ("0001-01-01", "9999-12-31T23:59:59Z", "2026-02-30", "\uff12026-01-01", "now"),
    "dialect": ("nope", "DUCKDB", "\x1b[31m"),
    "format_": ("parquet", "html", "csv", "nope"),
    "history": ("in/mapping.csv", "in", URL, "sqlite:///in/none.db", "none/h.duckdb"),
    "memory_limit": ("0", "x", "1e99GB", "-1GB", "\uff11GB", "1\u212aB"),
    "metric": ODD_METRICS,
    "metrics_path": ("none", "in/bytes.csv", "out", ""),
    "name": ODD_METRICS,
    "order": ("=natural", "age=1,2", 'k="'),
    "place": ("in", "in/not.duckdb", "sqlite:///in/none.db", URL, "out/none.duckdb"),
    "query": ODD_QUERIES,
    **dict.fromkeys(("original_where", "release_where"), ("1 = 1", "1 = 0", "nope = 1", "1; x", "(1")),
    "where": ("1 = 1", "1 = 0", "nope = 1", "1; x", "(1", "age in (select 1)", "1 -- x"),
    "release_url": (URL, "sqlite:///in/none.db", "://"),
    "run_id": ("last", "a\nb", "::error::"),
    "at_most": ("age=99", "age=x", "=1", "age", "age=-1"),
    "loss": ("nope", "[/]", ""),
    "prefer": ("age:0", "age:-1", "age:nan", ":2", "age=2"),
    "suppress": ("5", "-1%", "nan", "x", "1e400"),
    "time_limit": ("0", "x", "nan"),
    "subsets": ("0", "x", "99999999999999999999"),
    "timeout": ("0", "x", "nan", "1e400", "0.000001"),
    "url": (URL, f"postgresql:/user:{PASSWORD}@h/d", "sqlite:///in/none.db", "env:NONE", "x://"),
    "condition": ("k_anonymity < 3 or 1", "nope < 1", "k < nan", "k <", "k = 1; x", "k < 1 -- x"),
}
"""Values of parameters that are wrong, or right in another case."""


class Case(NamedTuple):
    """A command line, the spec file that it names, and whether it may show values."""

    arguments: tuple[str, ...]
    spec: str | None
    shows_values: bool


def fair(parameter: Parameter, relation: Relation) -> st.SearchStrategy[str] | None:
    """Return sensible values of a parameter, or None where the relation has none."""
    name, kind = parameter.name, parameter.kind
    numbers = relation.of_kind("integer")
    by_relation: dict[str, list[str]] = {
        **{name: [relation.words[0]] for name in ("auxiliary", "control", "external", "original", "population")},
        **{word: [f"{column}=in/hierarchy.csv" for column in numbers] for word in ("generalize", "hierarchy")},
        "at_most": [f"{column}={level}" for column in relation.columns for level in (0, 1)],
        "prefer": [f"{column}:2" for column in relation.columns],
        "key": [column for column in relation.columns if column in {*numbers, *relation.of_kind("varchar")}],
        "keys": [*relation.columns],
        "order": [f"{column}=natural" for column in numbers],
        "partition": [f"{column}={file}" for column in numbers for file in ("in/mapping.csv", "in/hierarchy.csv:1")],
    }
    values: list[str] = []
    if name in ROLES:
        values = list(relation.columns)
    elif name in WRITTEN:
        values = [f"out/{name}{ending}" for ending in ENDINGS.get(name, (".csv",))]
    elif name in by_relation or name in FAIR:
        values = by_relation.get(name) or list(FAIR.get(name, ()))
    elif kind is not None and issubclass(kind, Enum):
        values = [str(member.value) for member in kind]
    return st.sampled_from(values) if values else None


def odd(parameter: Parameter, pool: Pool, relation: Relation) -> st.SearchStrategy[str]:
    """Return values of a parameter, of which most are wrong."""
    name, kind = parameter.name, parameter.kind
    column = names(relation)
    known: dict[str, st.SearchStrategy[str]] = {
        **dict.fromkeys(ROLES, column),
        **dict.fromkeys(("distances", "generalize", "hierarchy", "partition"), _recoded(pool, column)),
        "renamed": st.builds(lambda one, other: f"{one}={other}", column, column),
    }
    if name in HEAVY or kind is int:
        return st.sampled_from(["0", HEAVY.get(name, "3"), "-1", "x", "999999999999999999999"])
    if kind is float:
        return st.sampled_from(["0", "0.5", "1", "-1", "nan", "inf", "1e999", "x"])
    if kind is Path:
        return _path(name, pool)
    usual = known[name] if name in known else st.sampled_from(ODD[name]) if name in ODD else hostile_text()
    return st.one_of(usual, usual, hostile_text())


def _recoded(pool: Pool, column: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return columns with a file that recodes them."""
    files, levels = st.sampled_from(pool.files), st.sampled_from(["", ":1", ":9"])
    return st.builds(lambda key, file, level: f"{key}={file}{level}", column, files, levels)


def _path(name: str, pool: Pool) -> st.SearchStrategy[str]:
    """Return paths: those of other files, places that are refused, and inputs to write over."""
    if name in WRITTEN:
        endings = st.sampled_from([".csv", ".json", ".parquet", ".xml", ".md", ".svg", ".txt", ".prom", ""])
        fine = endings.map(lambda ending: f"out/{name}{ending}")
        places = ["in", "none/x.csv", "out", "/proc/x.csv", "out/" + "x" * 300 + ".csv", "-"]
        return st.one_of(fine, st.sampled_from(places))
    databases = [each.words[2] for each in pool.relations if len(each.words) > 1]
    return st.sampled_from([*pool.files, *databases, "in", "none", "/proc", "out", "x" * 5000])


KINDS = {"advise": "thresholds", "check": "thresholds", "release": "thresholds", "run": "jobs"}
"""The kinds of the files of commands that need one."""


@st.composite
def cases(draw: st.DrawFn, pool: Pool, command: str) -> Case:
    """Return a command line of a command: in most cases one that makes sense, else any."""
    sensible = draw(st.integers(0, 9)) < 6
    relation = draw(st.sampled_from(pool.fair if sensible else pool.relations))
    parameters = {parameter.name: parameter for parameter in commands()[command]}
    words: list[str] = [command, *_arguments(draw, pool, relation, parameters, sensible)]
    words += _roles(draw, relation, command, parameters, sensible)
    spec: str | None = None
    if command in KINDS or ("spec" in parameters and not sensible and draw(st.booleans())):
        spec = draw(specs(pool, relation, KINDS.get(command, "spec"), sensible))
    if spec is not None and command != "run":
        words += ["--spec", "out/spec.yml"]
    words += _flags(draw, pool, relation, parameters, sensible)
    words += _result(draw, command, parameters, words)
    words += [word for name, number in HEAVY.items() if name in parameters for word in _set(words, name, number)]
    if command == "classes":
        words += _set(words, "condition", draw(st.sampled_from(FAIR["condition"])))
    if command == "outputs" and "--keys" not in words:
        words += _set(words, "cube", draw(st.sampled_from(relation.columns)))
    if command == "epsilon plan":
        keys = [*relation.of_kind("integer"), *relation.of_kind("varchar"), *relation.columns]
        for name, value in (("key", keys[0]), ("epsilon", "1"), ("coins", "/dev/null")):
            words += _set(words, name, value)
    if command == "epsilon check":
        words[1 : 1 + len(relation.words) * sensible] = ["in/answers.csv"] if sensible else []
        words += _set(words, "coins", "in/coins.json")
    if command == "gda":
        words += _set(words, "attack", draw(st.sampled_from(ATTACKS)))
    if command == "diff":
        words += _set(words, "history", draw(st.sampled_from(PAST)))
    if not sensible and words[1:2] == [relation.words[0]] and draw(st.integers(0, 4)) == 0:
        words += ["--output", relation.words[-1]]
    return Case(tuple(words), spec, "--show-values" in words)


def _set(words: list[str], name: str, value: str) -> list[str]:
    """Return a flag with a value, unless it is there."""
    flag = f"--{name.replace('_', '-')}"
    return [] if flag in words else [flag, value]


def _arguments(
    draw: st.DrawFn, pool: Pool, relation: Relation, parameters: dict[str, Parameter], sensible: bool
) -> list[str]:
    """Return the arguments of a command, with the database that holds the relation."""
    words: list[str] = []
    for name in ("certificate", "rows"):
        if name in parameters and parameters[name].flag is None:
            words.append(draw(st.sampled_from(FAIR[name] if sensible else (*FAIR[name], *ODD[name]))))
    if "relation" in parameters and parameters["relation"].flag is None and "run_id" not in parameters:
        wrong = st.sampled_from(ODD["relation"])
        words += relation.words if sensible or draw(st.integers(0, 5)) else [draw(wrong), *relation.words[1:]]
    if "jobs" in parameters:
        words.append("out/spec.yml")
    if "place" in parameters and parameters["place"].flag is None:
        words.append(draw(st.sampled_from(PAST if sensible else ODD["place"])))
    if "before" in parameters:
        runs = st.sampled_from(["earlier", "later", "last", "previous"])
        words += ["earlier", "later"] if sensible else [draw(runs), draw(mostly(runs, hostile_text(), 4))]
    if "name" in parameters and parameters["name"].flag is None:
        words += draw(st.lists(st.sampled_from(FAIR["name"] if sensible else ODD["name"]), max_size=1))
    if "releases" in parameters:
        other = relation.release if sensible else draw(st.sampled_from(pool.relations)).words[0]
        named = parameters["original"].flag is not None
        words += [other, "--original", relation.words[0]] if named else [relation.words[0], other]
        words += relation.words[1:]
    return words


def _roles(
    draw: st.DrawFn, relation: Relation, command: str, parameters: dict[str, Parameter], sensible: bool
) -> list[str]:
    """Return flags that give columns a role: each column one, in a case that makes sense."""
    words: list[str] = []
    free = list(draw(st.permutations(relation.columns)))
    least = int(sensible)
    most = {
        "quasi_identifier": draw(st.integers(least, 2)),
        "sensitive": draw(st.integers(least if command in NEEDS_SENSITIVE else 0, 1)),
    }
    for name, number in most.items():
        for column in free[:number] if name in parameters else ():
            drawn = column if sensible else draw(mostly(st.just(column), names(relation), 6))
            words += [f"--{name.replace('_', '-')}", drawn]
            if name == "sensitive" and {"workload_attribute", "releases"} <= parameters.keys():
                words += ["--workload-attribute", drawn]
        free = free[number:]
    return words


def _flags(
    draw: st.DrawFn, pool: Pool, relation: Relation, parameters: dict[str, Parameter], sensible: bool
) -> list[str]:
    """Return a few flags, with values that make sense, or any."""
    words: list[str] = []
    flags = [each for each in parameters.values() if each.flag is not None and each.name != "spec"]
    if sensible:
        flags = [each for each in flags if each.name not in ASSIGNED | BESIDE]
    some = st.lists(st.sampled_from(flags), max_size=2 if sensible else 3) if flags else st.just([])
    for parameter in draw(some):
        assert parameter.flag is not None
        if parameter.kind is None:
            words.append(parameter.flag)
            continue
        value = fair(parameter, relation)
        if not sensible:
            wrong = odd(parameter, pool, relation)
            value = wrong if value is None else st.one_of(value, wrong)
        if value is not None:
            words += [parameter.flag, draw(value)]
    return words


def _result(draw: st.DrawFn, command: str, parameters: dict[str, Parameter], words: list[str]) -> list[str]:
    """Return the form of the result and the file to write it to, where no flag has them."""
    if "format_" in parameters and "output" not in parameters:
        return [] if "--format" in words else ["--format", draw(st.sampled_from(["table", "json", "markdown"]))]
    if "output" not in parameters or {"-o", "--output", "-f", "--format"} & set(words):
        return []
    if not choices(list(parameters.values()), "format_"):
        needed = command in {"count", "records", "release"} and not {"--print-sql", "--as"} & {*words}
        written = needed or draw(st.booleans())
        allowed = ["--allow-singles"] if command == "count" and "--allow-singles" not in words else []
        output = f"out/result{draw(st.sampled_from(OUTPUTS[command]))}"
        return [*allowed, "--output", output] if written else []
    form = draw(st.sampled_from(choices(list(parameters.values()), "format_")))
    file = f"out/result{FORMS.get(form, f'.{form}')}"
    return ["--format", form, *(["--output", file] if form == "parquet" or draw(st.booleans()) else [])]
