"""The catalogue of metrics, read from the headers of their templates, which describe them once.

A metric is a file `metrics/<family>/<name>.sql` with a macro of its name; adding a metric is adding
its file. The file starts with a comment, the header: one sentence of meaning, an empty line, then
lines of `field: text`, which indented lines continue. All lists of metrics (the catalogue,
statements, results, the README, dbt) are made from these lines.

Every metric has
    symbol, title, formula, unit, range, source   for people to read
    plain        one or two short sentences in everyday words: what the number means, and how to
                 read it; groups are classes, known columns quasi-identifiers, people records
    tex          the formula in LaTeX, for pages that typeset it; words in \\mathrm or \\text
    order        a number: metrics stand in its order, in every list and in every result
    direction    higher is riskier | higher is safer
                 | higher is more useful | higher is less useful
    question     the question that it answers; metrics with the same question stand together
    targets      identity | sensitive | any | ordered | hierarchical | population | sampled
                 | appearances (any, where people are told apart) of a relation, or release | attack
    levels       table, class or both
and where it applies
    also         `name, ..`: other names, such as acronyms of papers, by which it is found
    class        the formula of a class
    parameters   `name = default, ..`: the numbers and names that the value depends on
    undefined    the reason why the value can be NULL
    request      yes: it is scored only when it is named

The family `relation`, of one relation, also has
    cells        `max name, ..`: the aggregate (max, min, sum or mean) over the classes, and the
                 macro of `measures/` that it aggregates, which is over the cells of a class or, for
                 the identity, over its size
    needs        a further count: expected_information | hidden_records | households
    rows         the macro of the statement whose few rows a step in `risk/sample` estimates it
                 from; the metric's own file has no macro then
    people       the formula where a person may have several records, if it is not the same with
                 n_y(x) the people of a class who have a value: without it distributions are of
                 appearances, and sizes of people
    people_cells what stands for `cells` then; its aggregates also go over people, by the measures
                 `person_..`. The macro is then called with `people`
    tradeoff     yes: `tradeoff` scores it of each release
    headline     identity | sensitive: the targets of which a report for people shows it first
    short        what it measures in a few everyday words, as a condition on it is called
    same_as      the metric that is the same number under another name
    merging      what merging classes does to a condition on it. The table's score is that of its
                 worst class, and a class that passes still passes when it is merged with
                 any class | passing classes, or alone (only as it is); or it is one of the
                 table, which merging never makes worse (table)
    interval     how the interval of its score is found, where it has one: class sizes | entropies
                 (leaving out records) | draws (counts drawn again)
    interval_of  population: the interval holds for the population's own value too, and not only
                 for the value that samples of the size have on average
    estimate     the formula by which it follows from sums over the classes, so that it is estimated
                 from a sample of them; `risk/estimation` has its names
    bound        the formula by which it follows from extremes of the classes: those of a sample are
                 a bound
    worst        of a bound: the worst value that there can be, which is known where a class has it

The family `attacks` also has
    of           claims: of an attack's claims, knowledge and cells, from `measured_attacks`
                 views: of the Discrimination Rate of releases, from `attacks`
                 closeness: of the distances of records, from the statement of `rows`
    attacks      of views: `attack view, ..`, the attacks that it measures, each with its view
    needs        of claims: base (random guesses) | control (a control group);
                 of views: combined (all keys together); of closeness: control
    rows         of closeness: the macro of the statement whose row a step in
                 `release/attack/closeness` makes it from; the metric's own file has no macro then
    records      of claims: the column with the number that the value rests on, by default claims

The family `utility` also has
    of           columns | records (those linked by an id) | pairs (of columns)
                 | propensities (of being released) | answers (to queries) | classifiers; a metric
                 of columns and records is measured on the linked records where there are any
    needs        of columns: hierarchy; of records: number (a column of numbers);
                 of answers: measure (answers in one unit);
                 of classifiers: release (it is learnt from the release)
    records      of records: linked_pairs | linked_numbers, the column with the number that the
                 value rests on
    varies       of columns: bins (a distribution, by bins where the column is continuous)
                 | form (continuous or not)
    interval     of classifiers: yes, the accuracy is a share of the held-out records and has an
                 interval
    once         of classifiers: yes, it is the same for every classifier and measure
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from sqlmetrics.errors import SpecError
from sqlmetrics.statement.render import macro_files, macro_folder
from sqlmetrics.text import nearest, plain_name, question_of

FAMILIES = {"relation": "score", "attacks": "attacks, gda, closeness", "utility": "utility, tradeoff"}
"""The folders below `macros/metrics`, with the commands that measure their metrics."""

FIELDS: Mapping[str, frozenset[str] | None] = {
    **dict.fromkeys(
        ("symbol", "title", "formula", "unit", "range", "source", "order", "question", "targets", "levels")
    ),
    **dict.fromkeys(("plain", "tex", "also", "class", "parameters", "undefined")),
    "direction": frozenset({"higher is riskier", "higher is safer", "higher is more useful", "higher is less useful"}),
    "request": frozenset({"yes"}),
}
"""The fields of every header, with their possible values; None stands for any text."""

NEEDED = (
    *("symbol", "title", "plain", "formula", "tex", "unit", "range", "source"),
    *("direction", "order", "question", "targets", "levels"),
)
"""The fields that no header leaves out."""

FAMILY_FIELDS: Mapping[str, Mapping[str, frozenset[str] | None]] = {
    "relation": {
        **dict.fromkeys(("cells", "people", "people_cells")),
        "needs": frozenset({"expected_information", "hidden_records", "households"}),
        "rows": None,
        "tradeoff": frozenset({"yes"}),
        "headline": frozenset({"identity", "sensitive"}),
        "short": None,
        "same_as": None,
        "merging": frozenset({"any class", "passing classes", "alone", "table"}),
        "interval": frozenset({"class sizes", "entropies", "draws"}),
        "interval_of": frozenset({"population"}),
        **dict.fromkeys(("estimate", "bound", "worst")),
    },
    "attacks": {
        "of": frozenset({"claims", "views", "closeness"}),
        "attacks": None,
        "needs": frozenset({"base", "control", "combined"}),
        "rows": None,
        "records": None,
    },
    "utility": {
        "of": frozenset({"columns", "records", "pairs", "propensities", "answers", "classifiers"}),
        "needs": frozenset({"hierarchy", "number", "measure", "release"}),
        "records": frozenset({"linked_pairs", "linked_numbers"}),
        "varies": frozenset({"bins", "form"}),
        "interval": frozenset({"yes"}),
        "once": frozenset({"yes"}),
    },
}
"""The further fields of each family, with their possible values."""


@dataclass(frozen=True)
class Metric:
    """A metric of the catalogue, with the fields of its header.

    `sqlmetrics.statement.catalogue` describes every field. A field that a header leaves out is
    None, empty or False.

    Attributes
    ----------
    name
        The name of its macro.
    symbol, title, also
        The name in tables, the name for people, and other names that it is found by.
    meaning
        The header's sentence, in the terms of the field.
    plain
        The same in everyday words, with how to read the number.
    short
        What it is, in a few words.
    formula, tex, class_formula
        The formula as text, in LaTeX, and of a class.
    unit, range, direction
        The unit and the range of the number, and which way it is riskier or more useful.
    targets, levels
        What it is scored of.
    source
        The paper, book or tool that defines it.
    question
        The question that it answers.
    parameters
        The default of each parameter.
    on_request
        Whether it is scored only when it is named.
    undefined
        The reason why the value can be NULL.
    """

    name: str
    symbol: str
    title: str
    meaning: str
    plain: str
    formula: str
    tex: str
    class_formula: str | None
    unit: str
    range: str
    direction: str
    targets: str
    levels: tuple[str, ...]
    source: str
    order: int
    question: str
    cells: tuple[tuple[str, str], ...] = ()
    people: str | None = None
    people_cells: tuple[tuple[str, str], ...] = ()
    needs: str | None = None
    rows: str | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)
    on_request: bool = False
    undefined: str | None = None
    of: tuple[str, ...] = ()
    attacks: tuple[tuple[str, str], ...] = ()
    records: str | None = None
    varies: str | None = None
    interval: str | None = None
    interval_of: str | None = None
    once: bool = False
    tradeoff: bool = False
    headline: str | None = None
    short: str | None = None
    same_as: str | None = None
    merging: str | None = None
    estimate: str | None = None
    bound: str | None = None
    worst: str | None = None
    also: tuple[str, ...] = ()

    @cached_property
    def weighed(self) -> bool:
        """Whether its measures set the values of a class beside those of the table."""
        words = {word for _, name in self.cells for word in re.findall(r"\w+", _measure(name))}
        return "q" in words or "n_x" in words

    @cached_property
    def ranked(self) -> bool:
        """Whether it reads the places of a class's values by their counts."""
        return any("place" in _measure(name) for _, name in self.cells)


def _measure(name: str) -> str:
    """Return the text of a measure's macro, without its comment; empty where it is no macro."""
    file = macro_files().get(name)
    return "" if file is None else file.read_text(encoding="utf-8").partition("-#}")[2].partition("%}")[2]


def read_header(path: Path) -> Metric:
    """Return the metric of a template's header.

    Raises SpecError for a field that is missing or unknown, and for a value that it cannot have.
    """
    header = path.read_text(encoding="utf-8").partition("{#-")[2].partition("-#}")[0].strip()
    meaning, _, lines = re.sub(r"\n +", " ", header).partition("\n\n")
    fields = {name: text for name, _, text in (line.partition(": ") for line in lines.splitlines())}
    _check(f"{path.parent.name}/{path.name}", fields, {**FIELDS, **FAMILY_FIELDS[path.parent.name]})
    return Metric(
        name=path.stem,
        symbol=fields["symbol"],
        title=fields["title"],
        meaning=" ".join(meaning.splitlines()),
        plain=fields["plain"],
        formula=fields["formula"],
        tex=fields["tex"],
        class_formula=fields.get("class"),
        unit=fields["unit"],
        range=fields["range"],
        direction=fields["direction"],
        targets=fields["targets"],
        levels=_words(fields["levels"]),
        source=fields["source"],
        order=int(fields["order"]),
        question=fields["question"],
        cells=_pairs(fields.get("cells")),
        people=fields.get("people"),
        people_cells=_pairs(fields.get("people_cells")),
        needs=fields.get("needs"),
        rows=fields.get("rows"),
        parameters=dict(entry.split(" = ", 1) for entry in _words(fields.get("parameters"))),
        on_request="request" in fields,
        undefined=fields.get("undefined"),
        of=_words(fields.get("of")),
        attacks=_pairs(fields.get("attacks")),
        records=fields.get("records"),
        varies=fields.get("varies"),
        interval=fields.get("interval"),
        interval_of=fields.get("interval_of"),
        once="once" in fields,
        tradeoff="tradeoff" in fields,
        headline=fields.get("headline"),
        short=fields.get("short"),
        same_as=fields.get("same_as"),
        merging=fields.get("merging"),
        estimate=fields.get("estimate"),
        bound=fields.get("bound"),
        worst=fields.get("worst"),
        also=_words(fields.get("also")),
    )


def _check(file: str, fields: Mapping[str, str], allowed: Mapping[str, frozenset[str] | None]) -> None:
    """Raise SpecError for a header that is not whole, or says what no header can."""
    if missing := [name for name in NEEDED if not fields.get(name)]:
        raise SpecError(f"{file}: the header lacks {', '.join(missing)}; add a line such as `{missing[0]}: ..`")
    for name, text in fields.items():
        if name not in allowed:
            raise SpecError(f"{file}: unknown header field '{name}'; there are: {', '.join(sorted(allowed))}")
        values = allowed[name]
        if values is not None and not values.issuperset(text.split(", ")):
            raise SpecError(f"{file}: {name} is {' or '.join(sorted(values))}, not '{text}'")


def _words(text: str | None) -> tuple[str, ...]:
    """Return the parts of a text between commas."""
    return tuple(text.split(", ")) if text else ()


def _pairs(text: str | None) -> tuple[tuple[str, str], ...]:
    """Return the pairs of words of a text between commas."""
    return tuple((words[0], words[1]) for entry in _words(text) if (words := entry.split()))


@cache
def catalogue(family: str = "relation") -> Mapping[str, Metric]:
    """Return every metric of a family by name, risks first.

    A macro without a metric's header is left out.
    """
    paths = (macro_folder() / "metrics" / family).glob("*.sql")
    metrics = [read_header(path) for path in paths if "\nsymbol: " in path.read_text(encoding="utf-8")]
    return {metric.name: metric for metric in sorted(metrics, key=lambda metric: (metric.order, metric.name))}


def metrics(family: str = "relation") -> tuple[Metric, ...]:
    """Return every metric of a family, risks first, with its meaning, unit, range and direction.

    The family is "relation" (metrics of one relation), "attacks" or "utility" (metrics of releases
    beside their original).
    """
    return tuple(catalogue(family).values())


def metrics_of(kind: str) -> tuple[Metric, ...]:
    """Return the metrics of releases whose header's field `of` has a kind, in their order."""
    return tuple(metric for metric in every_metric().values() if kind in metric.of)


def every_metric() -> Mapping[str, Metric]:
    """Return the metrics of all families by name."""
    return {metric.name: metric for family in FAMILIES for metric in metrics(family)}


def choose(names: Iterable[str], level: str) -> tuple[Metric, ...]:
    """Return the named metrics in the catalogue's order, or the default ones where none is named.

    `all` stands for every metric of the level, those on request too. Raises SpecError for an
    unknown name, with the nearest ones, and for a metric that the level does not have.
    """
    wanted = [name if name == "all" else metric_named(name).name for name in names]
    at_level = [metric for metric in metrics() if level in metric.levels]
    if not wanted:
        return tuple(metric for metric in at_level if not metric.on_request)
    for name in wanted:
        if name != "all" and level not in catalogue()[name].levels:
            raise SpecError(
                f"{name} has no {level} level; at {level} level there are: {', '.join(m.name for m in at_level)}"
            )
    if "all" in wanted:
        return tuple(at_level)
    return tuple(metric for metric in at_level if metric.name in wanted)


def find(name: str, known: Mapping[str, Metric]) -> Metric | None:
    """Return the metric of a name among known ones, or None.

    A metric is found by its name, its other names, its symbol and its title, in any case, and with
    hyphens or blanks for underscores.
    """
    return known.get(name) or known.get(names_of_metrics(tuple(known)).get(plain_name(name), ""))


def metric_named(name: str, known: Mapping[str, Metric] | None = None) -> Metric:
    """Return the metric of a name, of a relation's metrics unless others are known.

    Raises SpecError, with the nearest names, for an unknown one.
    """
    known = catalogue() if known is None else known
    metric = find(name, known)
    if metric is None:
        raise unknown_metric(name, known)
    return metric


FORMS = {
    "sdr": "a single quasi-identifier",
    "cdr": "several quasi-identifiers together",
    "sedr": "a sensitive attribute with a partition, an attacker's model",
}
"""The names that papers give one rate by what it is of; `fits_form` says what has one."""


def fits_form(name: str, keys: int, *, partitioned: bool) -> bool:
    """Return whether a metric by a name of papers is of so many keys, and of a partition or not."""
    fits = {"sdr": keys == 1, "cdr": keys > 1, "sedr": partitioned}
    return fits.get(plain_name(name), True)


def check_rate_name(name: str, keys: int, *, partitioned: bool) -> None:
    """Raise SpecError for a name of papers that means another rate than there is."""
    if not fits_form(name, keys, partitioned=partitioned):
        raise SpecError(
            f"{name} is the discrimination rate of {FORMS[plain_name(name)]}; ask for DR, or change the keys"
        )


@cache
def names_of_metrics(names: tuple[str, ...]) -> Mapping[str, str]:
    """Return the metrics of the names by all that they are found by; the first of several wins.

    They are found by names, symbols, other names and titles, as `plain_name` writes them.
    """
    known = [metric for metric in every_metric().values() if metric.name in names]
    written = [(metric.name, metric) for metric in known]
    written += [(other, metric) for metric in known for other in metric.also]
    written += [(metric.symbol, metric) for metric in known]
    written += [(metric.title, metric) for metric in known]
    found: dict[str, str] = {}
    for text, metric in written:
        found.setdefault(plain_name(text), metric.name)
    return found


def nearest_metrics(name: str, known: Iterable[str]) -> list[str]:
    """Return the metrics whose names, symbols or titles are most like a name."""
    names = tuple(known)
    by_plain = {plain_name(other): other for other in names} | dict(names_of_metrics(names))
    return list(dict.fromkeys(by_plain[other] for other in nearest(name, by_plain, cutoff=0.6)))


def unknown_metric(name: str, known: Iterable[str]) -> SpecError:
    """Return the error for an unknown metric, with the metrics of the nearest names and titles."""
    hint = question_of(nearest_metrics(name, known))
    return SpecError(f"unknown metric '{name}'; {hint + ' ' if hint else ''}`sqlmetrics metrics` lists them all")
