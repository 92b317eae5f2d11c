"""A page for each metric, made from its header and from what sqlmetrics prints, and their index."""

from __future__ import annotations

import re
from collections.abc import Mapping

from documentation.console import printed, records
from documentation.examples import (
    CLINIC,
    HIDDEN,
    JANUARY,
    NOISY,
    RELEASE,
    SURVEY,
    TRIPS,
    VISITS,
    WARD,
    Example,
    example_of,
)
from documentation.markdown import block, escaped, file, fold, joined, names, table
from documentation.worked import WORKED
from sqlmetrics.output.catalogue import OF
from sqlmetrics.statement.catalogue import FAMILIES, Metric, catalogue, every_metric
from sqlmetrics.statement.dialects import DIALECTS
from sqlmetrics.statement.render import render
from sqlmetrics.text import number

FOLDER = "reference/metrics"
"""The folder of the pages, below docs/."""

EVENTS = "../../explanation/events.md"
"""The page on several points of a person."""

MEASURED = {
    "relation": "of one table, by its quasi-identifiers",
    "attacks": "of attacks on a release, judged by its original",
    "utility": "of a release beside its original",
    "outputs": "of published tables of counts and sums",
    "noise": "of noisy answers with a claimed epsilon",
}
"""The subjects of the families of metrics."""

SYMBOLS = {
    r"\bX\b": "X is the target: the identity of a person, or a sensitive attribute",
    r"\bx\b": "x is a value of the target",
    r"\bY\b": "Y are the quasi-identifiers together",
    r"Y\*": "Y* are the released ones",
    r"\by\b": "y is a class, a combination of values of the quasi-identifiers",
    r"\bn_y\b": "n_y is the number of people in class y",
    r"\bF_y\b": "F_y is the number of people in the population who would be in class y",
    r"\bm\b": "m is the number of classes",
    r"\bN\b": "N is the number of records",
    r"\bp\(": "p is a share of the records",
    r"\bH\(": "H is an entropy, in bits",
    r"\bI\(": "I is the mutual information, in bits",
}
"""The meanings of symbols in formulas of relations and views, by the pattern of each."""

PEOPLE = {
    WARD: "Twelve patients of a ward",
    CLINIC: "Ten patients of a clinic",
    SURVEY: "Ten people of four households, whom a survey asked",
    VISITS: "Thirteen diagnoses of six people, who visited clinics",
    TRIPS: "Seven people of scikit-mobility's toy, each at some places and hours",
    JANUARY: "Six patients of January",
    NOISY: "Noisy answers to twelve canaries",
    HIDDEN: "Counts of 184 patients",
}
"""The people of the examples."""

WORST = "the score is that of the worst class; a class that passes"
MERGING = {
    "any class": f"{WORST} still does when it is merged with any other",
    "passing classes": f"{WORST} still does when it is merged with others that pass",
    "alone": f"{WORST} may fail when it is merged",
    "table": "never riskier when classes are merged",
}
"""The effects of merging classes, by what a metric's header says; advice rests on them."""

INTERVALS = {
    "class sizes": "leaving out records",
    "entropies": "leaving out records",
    "draws": "counts drawn again",
}
"""The ways in which intervals are found, by what a metric's header says."""

OWN_M = ("t_closeness_ordered", "recursive_cl_diversity")
"""Metrics whose m is a number of values, as their formula says."""


GRAMMARS = "grammars check it, and what the vendors' manuals say"
"""What is known of scores in dialects without an engine."""

UNTRIED = {
    "claims": "the same macros print it, and nothing has checked it",
    "classifiers": "the same macros print it, and nothing has checked it",
    **dict.fromkeys(
        (
            "columns",
            "records",
            "pairs",
            "propensities",
            "answers",
            "closeness",
            "linkage",
            "repetition",
            "together",
            "tables",
        ),
        "a grammar reads it",
    ),
}
"""What is known of statements in dialects without an engine, where it is less than of scores."""

TOO_SLOW = {"views": ("spark",), "together": ("spark",)}
"""Engines in which no test runs the statements of a kind."""


def pages() -> dict[str, str]:
    """Return the text in Markdown of each page by its path below docs/: the index, then metrics."""
    metrics = every_metric()
    return {
        f"{FOLDER}/index.md": index_page(metrics),
        **{f"{FOLDER}/{metric.name}.md": metric_page(metric) for metric in metrics.values()},
    }


def index_page(metrics: Mapping[str, Metric]) -> str:
    """Return the page with all metrics under the questions that they answer."""
    parts = [
        "# Metrics",
        f"There are {len(metrics)} metrics. Each has a page with its formula, how to read it, an example that is worked"
        " out by hand, and its SQL. `sqlmetrics metrics NAME` explains one on the command line. [How they"
        " compare](../comparison.md)",
        "## The families",
        table(
            ("metrics", "of", "commands"),
            [(str(len(catalogue(family))), MEASURED[family], _commands(family)) for family in FAMILIES],
        ),
    ]
    questions = dict.fromkeys(metric.question for metric in metrics.values())
    for question in questions:
        rows = [
            (
                f"[{escaped(metric.title)}]({metric.name}.md)<br>`{metric.name}`",
                escaped(metric.plain),
                metric.direction,
            )
            for metric in metrics.values()
            if metric.question == question
        ]
        parts += [f"## {escaped(question)}", table(("metric", "what it says", "direction"), rows)]
    return joined(parts)


def metric_page(metric: Metric) -> str:
    """Return the page of a metric."""
    example = example_of(metric)
    return joined(
        [
            f"# {escaped(metric.title)}",
            f"`{metric.name}`",
            escaped(metric.plain),
            "## Meaning",
            escaped(metric.meaning),
            *_formula(metric),
            "## How to read it",
            *_reading(metric),
            _facts(metric),
            *_example(metric, example),
            *_statement(metric, example),
            "## Engines",
            _engines(metric),
            *_neighbours(metric),
        ]
    )


def _formula(metric: Metric) -> list[str]:
    """Return the formula typeset, in words, and of a class."""
    words = f"{metric.formula} {metric.class_formula or ''}"
    symbols = [
        meaning
        for pattern, meaning in SYMBOLS.items()
        if _of_classes(metric) and re.search(pattern, words) and not (meaning.startswith("m ") and metric.name in OWN_M)
    ]
    return [
        "## Formula",
        f"$$\n{metric.tex}\n$$",
        f"As text: `{metric.formula}`",
        *([f"Of a class: `{metric.class_formula}`"] if metric.class_formula else []),
        *([f"{escaped('; '.join(symbols))}."] if symbols else []),
        *_of_people(metric),
    ]


def _of_people(metric: Metric) -> list[str]:
    """Return what a metric of a relation is where people may have several records."""
    if metric.of or metric.targets in {"sampled", "appearances", "events"}:
        return []
    page = "(../../explanation/several_records.md)"
    if metric.people is not None:
        return [f"[Where people have several records]{page}: {escaped(metric.people)}."]
    if metric.targets in {"identity", "population", "weighted"} and "class" in metric.levels:
        return [f"[Where people have several records]{page} a class's size is the number of its people."]
    return [f"[Where people have several records]{page} it is of their [appearances](appearances.md)."]


def _of_classes(metric: Metric) -> bool:
    """Return whether a metric is measured on the classes of keys."""
    return not metric.of or "views" in metric.of


def _reading(metric: Metric) -> list[str]:
    """Return sentences on how to read a score, and on when there is none."""
    undefined = (metric.undefined or "").format(**metric.parameters)
    sentences = [
        f"{metric.direction.capitalize()}.",
        "It is one of the few scores that `score` shows first." if metric.headline else "",
        "`tradeoff` has it of each release." if metric.tradeoff else "",
        "`--level class` scores each class." if "class" in metric.levels else "",
        f"`--known` scores it where an attacker knows [some points of a person]({EVENTS})." if metric.known else "",
        "It is scored only when it is named, or with `-m all`." if metric.on_request and not metric.of else "",
        "It is measured only with `--all`, in Python `everything=True`." if metric.on_request and metric.of else "",
        f"It is the same number as `{metric.same_as}`." if metric.same_as else "",
    ]
    missing = (
        f"Where it has no value, the reason is: {escaped(undefined)}."
        if undefined
        else "It has a value wherever there are records."
    )
    return [" ".join(filter(None, sentences)), missing]


def _facts(metric: Metric) -> str:
    """Return the table with a metric's facts."""
    parameters = ", ".join(f"`{name}` = {escaped(value)}" for name, value in metric.parameters.items())
    others = ", ".join(dict.fromkeys((metric.symbol, *metric.also)))
    facts = {
        "unit": escaped(metric.unit),
        "range": escaped(metric.range),
        "direction": metric.direction,
        "scored of": escaped(OF[metric.targets]),
        "levels": ", ".join(metric.levels),
        "parameters": parameters,
        "other names": escaped(others),
        "other words": escaped(", ".join(metric.words)),
        "merging classes": "" if metric.merging is None else MERGING[metric.merging],
        "95 % interval": _interval(metric),
        "command": f"`{example_of(metric).command.split()[1]}`",
        "source": escaped(metric.source),
    }
    return table(("fact", "value"), [(name, text) for name, text in facts.items() if text])


def _interval(metric: Metric) -> str:
    """Return how the interval of a metric is found, and what it is of, or nothing without one."""
    if metric.interval not in INTERVALS:
        return ""
    of = ", and of the population's own value" if metric.interval_of == "population" else ""
    return f"from {INTERVALS[metric.interval]}; of what samples of the size have on average{of}"


def _example(metric: Metric, example: Example) -> list[str]:
    """Return the worked example: its files, what the command prints, and the score by hand."""
    original, *others = example.files
    parts = [
        "## Example",
        f"{PEOPLE[original]}, who do not exist, are in `{original}`:",
        file(original),
        *([f"Its release, `{others.pop(0)}`:", file(RELEASE)] if RELEASE in others else []),
        *(fold(f"The file {name}", file(name)) for name in others),
        block("console", f"$ {example.command}\n{printed(example.command)}"),
    ]
    if metric.of:
        found = [record for record in records(example.command) if record["metric"] == metric.name]
        rows = [(escaped(record["target"]), escaped(_words(record)), _value(record)) for record in found]
        parts += [f"The scores of `{metric.name}` in it:", table(("of", "with", "score"), rows)]
    if metric.name in WORKED:
        worked = WORKED[metric.name]
        parts.append(f"By hand, of {escaped(worked.target)}: {escaped(worked.says)}")
        parts.append(block("text", f"{worked.arithmetic} = {_worked_score(metric, example)}\n"))
        parts += ["`H` is the entropy of shares, in bits."] if "H(" in worked.arithmetic else []
    return parts


def _statement(metric: Metric, example: Example) -> list[str]:
    """Return the statement of the example, folded; of an attack also the score of its claims.

    A statement that several metrics share stands on the page of the first of them.
    """
    of_claims = "claims" in metric.of
    first = next(other for other in every_metric().values() if example_of(other).sql == example.sql)
    shared = f"The SQL is that of [{escaped(first.title)}]({first.name}.md#the-sql), which has all that it scores."
    says = "the attack's statement, a row per claim," if of_claims else "the statement"
    return [
        "## The SQL",
        f"This prints {says} for DuckDB, and with `--dialect NAME` for another database:",
        block("sh", example.sql),
        fold("The SQL", block("sql", printed(example.sql))) if first is metric else shared,
        "The score of the counts of claims is then" if of_claims else "",
        block("sql", render(metric.name, "value")) if of_claims else "",
    ]


def _worked_score(metric: Metric, example: Example) -> str:
    """Return the score that an example's arithmetic gives, as sqlmetrics has it."""
    worked = WORKED[metric.name]
    if not metric.of:
        line = next(
            line for line in reversed(printed(example.command).splitlines()) if line.startswith(f"{metric.name} ")
        )
        return line.split()[1]
    found = records(example.command)
    return next(
        number(record["value"])
        for record in found
        if (record["metric"], record["target"]) == (metric.name, worked.target)
        and worked.parameters in {"", _words(record)}
    )


def _value(record: Mapping[str, object]) -> str:
    """Return a record's value, or the reason why it has none."""
    value = record["value"]
    return number(value) if isinstance(value, float | int) else escaped(f"undefined: {record['reason']}")


def _words(record: Mapping[str, object]) -> str:
    """Return a record's parameters as text, such as `l=3, log_base=e`.

    Those of several releases have their attack beside them.
    """
    parameters = record.get("parameters")
    if not isinstance(parameters, Mapping):
        return ", ".join(str(part) for part in (parameters, record.get("attack")) if part)
    return ", ".join(f"{name}={value}" for name, value in parameters.items())


def _engines(metric: Metric) -> str:
    """Return sentences on the dialects that a metric is computed in, and how that is known."""
    kind = metric.of[-1] if metric.of else ""
    able = [dialect for dialect in DIALECTS.values() if dialect.nested_with or kind != "views"]
    missing = [dialect.name for dialect in DIALECTS.values() if dialect not in able]
    slow = [dialect.name for dialect in able if dialect.executed and dialect.name in TOO_SLOW.get(kind, ())]
    run = [dialect.name for dialect in able if dialect.executed and dialect.name not in slow]
    others = [dialect.name for dialect in able if not dialect.executed]
    sentences = [
        f"The tests run the statement in {names(run)}, and compare the numbers; BigQuery's SQL is run by GoogleSQL's"
        " reference engine.",
        f"In {names(others)} it was not run: {UNTRIED.get(kind, GRAMMARS)}.",
        f"In {names(slow)} it was not run, as planning it takes minutes." if slow else "",
        f"It is not there in {names(missing)}, where no query within another has a `with` clause." if missing else "",
    ]
    return " ".join(filter(None, sentences))


def _neighbours(metric: Metric) -> list[str]:
    """Return links to the metrics of the same question, and to all."""
    others = [
        _link(other)
        for other in every_metric().values()
        if other.question == metric.question and other.name != metric.name
    ]
    return [
        "## See also",
        f"{escaped(metric.question)} These metrics answer it, too: {', '.join(others)}." if others else "",
        "[All metrics](index.md)",
    ]


def _link(metric: Metric) -> str:
    """Return a link to a metric's page, from another page of the folder."""
    return f"[{escaped(metric.title)}]({metric.name}.md)"


def _commands(family: str) -> str:
    """Return the commands that score a family's metrics."""
    return ", ".join(f"`{command}`" for command in FAMILIES[family].split(", "))
