"""Each way in which the command line writes, made from its own commands and flags.

A command or a path that is new and not known here fails a test, so that it is not forgotten.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from itertools import product
from pathlib import Path
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import typer

from sqlmetrics.cli.app import _command

KEYS = ("-q", "age", "-q", "zip", "-s", "disease")
METRICS = ("-m", "k_anonymity", "-m", "itpr")
PEOPLE = "in/people.parquet"
RELEASES = ("in/release.parquet", "--original", PEOPLE)

COMMANDS: dict[str, tuple[str, ...]] = {
    "score": (PEOPLE, *KEYS, *METRICS),
    "sql": (PEOPLE, *KEYS, *METRICS),
    "classes": (PEOPLE, *KEYS, "--condition", "k < 3"),
    "baseline": (PEOPLE, *KEYS),
    "posterior": (PEOPLE, *KEYS),
    "records": (PEOPLE, *KEYS, *METRICS),
    "init": (PEOPLE, "--force"),
    "count": (PEOPLE, *KEYS, *METRICS, "--allow-singles"),
    "suda": (PEOPLE, "-q", "age", "-q", "zip"),
    "outputs": (PEOPLE, "--keys", "age,zip"),
    "epsilon plan": (
        *(PEOPLE, "--key", "zip", "--epsilon", "1", "--canaries", "30", "--seed", "1"),
        *("--coins", os.devnull, "--force"),
    ),
    "epsilon check": ("in/answers.csv", "--coins", "in/coins.json", "--answers", "n"),
    "subsets": (PEOPLE, "-q", "age", "-q", "zip", *METRICS),
    "attacks": (*RELEASES, *KEYS),
    "gda": (*RELEASES, "--attempts", "3", "--attack", "inference_frequent"),
    "closeness": (*RELEASES, "--control", PEOPLE, "--column", "age"),
    "tradeoff": (PEOPLE, "in/release.parquet", *KEYS, "-w", "disease"),
    "utility": (*RELEASES, "--queries", "2", "--column", "age"),
    "report": (PEOPLE, *KEYS),
    "verify": ("in/certificate.json",),
    "read": ("in/rows.csv",),
    "check": ("--spec", "in/spec.yml", "--run-id", "next"),
    "advise": ("--spec", "in/spec.yml", "--suppress", "2%"),
    "release": ("--spec", "in/spec.yml", "--anyway"),
    "run": ("in/jobs.yml", "--run-id", "next"),
    "history": ("in/history.duckdb",),
    "diff": ("earlier", "later", "--history", "in/history.duckdb"),
    "schema": (),
    "info": (),
    "limits": (),
}
"""The arguments of each command that writes, on the inputs of a workplace."""

WRITES_NOTHING = {"demo", "desk", "metrics"}
"""The commands without a file to write; `demo` copies its own files, and `desk` serves."""

READ = {
    "certificate",
    "coins_file",
    "database",
    "folder",
    "jobs",
    "log",
    "metrics_path",
    "previous",
    "rows",
    "spec",
    "table",
    "temp_directory",
    "workload",
}
"""The parameters that name a file or folder that is read, or a folder that several files go to."""

ENDINGS = {
    "claims": (".csv",),
    "coins": (".json",),
    "json": (".json",),
    "metrics_file": (".prom",),
    "per_query": (".csv", ".json", ".parquet"),
    "plot": (".svg", ".png"),
    "records": (".parquet", ".csv"),
    "report": (".xml", ".md", ".json"),
    "write_": (".parquet",),
}
"""The endings of the files of parameters that name a file to write, but for `output`."""

OUTPUTS = {
    "count": (".parquet",),
    "epsilon plan": (".sql",),
    "init": (".yml",),
    "records": (".parquet", ".csv"),
    "release": (".parquet", ".csv", ".duckdb"),
    "report": (".html",),
    "schema": (".json",),
    "sql": (".sql",),
}
"""The endings of `output` of commands whose form has no flag."""

FORMS = {"table": ".txt", "markdown": ".md", "junit": ".xml", "github": ".txt"}
FORMS |= dict.fromkeys(("openlineage", "spdx", "croissant", "healthdcat"), ".json")
"""The endings of forms that are not called like their ending."""

HISTORIES = {"file": "h.duckdb", "folder": "h", "url": "h.sqlite"}
"""The names of histories by their kind."""


class Case(NamedTuple):
    """A command line that writes: its outputs, and its history with the earlier runs in it."""

    name: str
    arguments: tuple[str, ...]
    outputs: tuple[str, ...]
    history: str | None = None
    new: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what is written, one of which a message has; a URL is not repeated."""
        history = {None: (), "h.sqlite": ("sqlmetrics_history",)}.get(self.history, (self.history or "",))
        return (*self.outputs, *history)

    @property
    def reports_failures(self) -> bool:
        """Whether a report is written of what failed, too, which is then another one."""
        return self.arguments[0] == "run"


class Parameter(NamedTuple):
    """A parameter of a command: its flag, None for an argument, and the type of one value.

    `kind` is None for a flag without a value.
    """

    name: str
    flag: str | None
    kind: type | None
    several: bool


@cache
def commands() -> dict[str, list[Parameter]]:
    """Return the parameters of each command of the command line."""
    made = _command().commands.items()
    return {name: [_parameter(*hint) for hint in _hints(command.callback)] for name, command in made}


def _hints(callback: Callable[..., Any]) -> list[tuple[str, Any]]:
    """Return the names and the annotations of a command's parameters."""
    given = getattr(callback, "__annotations__", {})
    if any(isinstance(hint, str) for hint in given.values()):
        given = get_type_hints(callback, include_extras=True)
    return [(name, hint) for name, hint in given.items() if name != "return"]


def _parameter(name: str, hint: Any) -> Parameter:
    """Return a parameter by its annotation, as typer reads it."""
    value, declared = get_args(hint)
    inner = [part for part in get_args(value) if part is not type(None)]
    plain = inner[0] if isinstance(value, UnionType) else value
    several = get_origin(plain) is list
    kind = get_args(plain)[0] if several else plain
    long = [text for text in (declared.default, *(declared.param_decls or ())) if str(text).startswith("--")]
    option = isinstance(declared, typer.models.OptionInfo)
    flag = (long[0] if long else f"--{name.strip('_').replace('_', '-')}") if option else None
    return Parameter(name, flag, None if kind is bool else kind, several)


def paths(parameters: list[Parameter]) -> set[str]:
    """Return the parameters whose values are paths."""
    return {parameter.name for parameter in parameters if parameter.kind is Path}


def choices(parameters: list[Parameter], name: str) -> list[str]:
    """Return the values that a parameter may have, in the order in which they are declared."""
    for parameter in parameters:
        if parameter.name == name and parameter.kind is not None and issubclass(parameter.kind, Enum):
            return [str(member.value) for member in parameter.kind]
    return []


BESIDE = {"release": {"report"}}
"""The parameters of commands whose file is written beside that of `output` only."""


def released(stem: str, ending: str) -> tuple[str, ...]:
    """Return the names of the files of a release."""
    rows = f"{stem}{ending}"
    return (rows, f"{rows}.certificate.json", f"{rows}.spec.yml")


def cases() -> Iterator[Case]:
    """Give every way to write: each command with each of its files in each form."""
    for command, parameters in commands().items():
        if command in WRITES_NOTHING:
            continue
        base = (command, *COMMANDS[command])
        names = paths(parameters)
        if "output" in names:
            forms = choices(parameters, "format_")
            for form in forms:
                output = f"result{FORMS.get(form, f'.{form}')}"
                yield Case(f"{command} {form}", (*base, "-f", form, "-o", f"out/{output}"), (output,))
            for ending in OUTPUTS.get(command, ()):
                output = f"result{ending}"
                outputs = released("result", ending) if command == "release" else (output,)
                yield Case(f"{command} {ending}", (*base, "-o", f"out/{output}"), outputs)
        if any(parameter.name == "print_sql" for parameter in parameters):
            yield Case(f"{command} printed", (*base, "--print-sql", "-o", "out/result.sql"), ("result.sql",))
        for name in sorted(names - READ - {"output"} - BESIDE.get(command, set())):
            for ending in ENDINGS[name]:
                flag = f"--{name.strip('_').replace('_', '-')}"
                outputs = released("more", ending) if name == "write_" else (f"more{ending}",)
                yield Case(f"{command} {name} {ending}", (*base, flag, f"out/more{ending}"), outputs)
        if any(parameter.name == "run_id" for parameter in parameters):
            for (kind, file), new in product(HISTORIES.items(), (True, False)):
                place = f"sqlite:///out/{file}" if kind == "url" else f"out/{file}"
                word = "new" if new else "known"
                yield Case(f"{command} {word} {kind}", (*base, "--history", place), (), file, new)
    database = ("score", "people", *COMMANDS["score"][1:], "--database", "in/people.duckdb")
    yield Case("score database", (*database, "-o", "out/result.csv"), ("result.csv",))
    everything = [f"more{ending}" for ending in (".xml", ".md", ".json")]
    places = ("--metrics-file", "out/more.prom", "--history", "out/h.duckdb")
    reports = [argument for file in everything for argument in ("--report", f"out/{file}")]
    yield Case(
        "check everything",
        ("check", *COMMANDS["check"], *reports, *places, "-f", "json", "-o", "out/result.json"),
        (*everything, "more.prom", "result.json"),
        "h.duckdb",
        False,
    )


CASES = {case.name: case for case in cases()}
"""Every way to write, by its name."""


def quick() -> list[Case]:
    """Return the cases that the default tests try.

    They are the first of each command, each file beside its result, each way to write rows, and
    each kind of history.
    """
    first = {command: next(case for case in CASES.values() if case.arguments[0] == command) for command in COMMANDS}
    rows = (
        "score parquet",
        "score csv",
        "score database",
        "records .csv",
        "suda records .parquet",
        "utility per_query .parquet",
    )
    beside = ("gda claims .csv", "tradeoff plot .svg", "run known file", "check everything")
    histories = [name for name in CASES if name.startswith(("check new", "check known"))]
    return list(dict.fromkeys([*first.values(), *(CASES[name] for name in (*rows, *beside, *histories))]))
