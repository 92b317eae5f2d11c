"""The catalogue of metrics, read from the headers of their templates, which describe them once.

A metric is a file `metrics/<family>/<name>.sql` with a macro of its name; adding a metric is adding
its file. The file starts with a comment, the header: one sentence of meaning, an empty line, then
lines of `field: text`, which indented lines continue. All lists of metrics (the catalogue,
statements, results, the README, dbt) are made from these lines. `Metric` has the fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.metric_folders import add_installed_metrics, metric_files, metric_folders
from sqlmetrics.statement.own_expressions import OwnMacro, check_own_expression
from sqlmetrics.statement.render import macro_files, macro_text, package_files
from sqlmetrics.text import nearest, plain_name, question_of

FAMILIES = {
    "relation": "score",
    "attacks": "attacks, gda, closeness",
    "utility": "utility, tradeoff",
    "outputs": "outputs",
    "noise": "epsilon check",
}
"""The folders below `macros/metrics`, with the commands that measure their metrics."""

ENDS = re.compile(r"(\d+) (?:to (\d+|inf)|or more)(?:; of a class .*|, .* by chance)?")
"""A pattern of the range of a metric that has the same ends for every table."""

ANY: tuple[str, ...] = ()
"""The values of a field that may be any text."""


def _required(*values: str) -> Any:
    """Declare a field of every header, with its possible values."""
    return field(metadata=dict.fromkeys(FAMILIES, values) | {"required": True})


def _optional(values: tuple[str, ...] | None = None, default: Any = None, word: str | None = None, **of: Any) -> Any:
    """Declare a field that a header may leave out, as its `default` is then.

    `values` are possible in every family, those `of` a family in that one. `word` is the name of
    the field in the header, where it is another one.
    """
    families = of if values is None else dict.fromkeys(FAMILIES, values)
    return field(default=default, metadata=families | {"word": word})


@dataclass(frozen=True)
class Metric:
    """A metric of the catalogue, with the fields of its header.

    A field that a header leaves out is None, empty or False. Texts between commas are tuples, and
    two words between commas are a pair.
    """

    name: str
    """The name of its macro."""

    meaning: str
    """The header's sentence, in the terms of the field."""

    symbol: str = _required()
    """The name in tables."""

    title: str = _required()
    """The name for people."""

    plain: str = _required()
    """One or two short sentences in everyday words: what the number means, and how to read it.

    Groups are classes, known columns quasi-identifiers, people records."""

    formula: str = _required()
    """The formula in plain text, for the terminal and for pages without LaTeX."""

    tex: str = _required()
    """The formula in LaTeX, for pages that typeset it; words in \\mathrm or \\text."""

    unit: str = _required()
    """The unit of the number."""

    range: str = _required()
    """The range of the number."""

    source: str = _required()
    """The paper, book or tool that defines it."""

    direction: str = _required("higher is riskier", "higher is safer", "higher is more useful", "higher is less useful")
    """Which way it is riskier or more useful."""

    order: int = _required()
    """Its place: metrics stand in this order, in every list and in every result."""

    question: str = _required()
    """The question that it answers; metrics with the same question stand together."""

    targets: str = _required()
    """Its targets: identity, sensitive, any, ordered, hierarchical, population, sampled,
    appearances, events or releases of a relation, or release, attack, tables or noise.

    Appearances are any target where people are told apart. Events are the identity where an
    attacker knows some points of a person, and releases a sensitive attribute beside earlier
    releases of the same people."""

    levels: tuple[str, ...] = _required()
    """The levels at which it is scored: table, class or both."""

    aggregate: str = _required("worst", "average", "count")
    """How the table's number follows from its classes, records or claims.

    It is the worst one's number, their average (a mean, a median, an entropy), or the count or
    share for which something holds."""

    link: str = _required("high", "medium", "weak", "none")
    """How directly the number says that people are found, or what is learnt about them.

    With high it is itself the chance or the share that an attacker is right, or the share of the
    uncertainty that is gone. With medium it is a size, a distance or a number of bits from which
    such a chance follows, or which bounds it. With weak it needs assumptions to say anything of a
    person, or is what others are compared with. A measure of usefulness has none."""

    also: tuple[str, ...] = _optional(ANY, ())
    """Other names, such as acronyms of papers, by which it is found."""

    words: tuple[str, ...] = _optional(ANY, ())
    """Words of the data that it is for, or of other tools, by which it is found, too."""

    class_formula: str | None = _optional(ANY, word="class")
    """The formula of a class; `class` in the header."""

    parameters: Mapping[str, str] = field(default_factory=dict, metadata=dict.fromkeys(FAMILIES, ANY))
    """The default of each parameter that the value depends on: `name = default, ..`."""

    undefined: str | None = _optional(ANY)
    """The reason why the value can be NULL."""

    on_request: bool = _optional(("yes",), default=False, word="request")
    """Whether it is scored only when it is named; `request` in the header."""

    cells: tuple[tuple[str, str], ...] = _optional(relation=ANY, default=())
    """`max name, ..`: the aggregate (max, min, sum or mean) over the classes, and the macro of
    `measures/` that it aggregates. The macro is over the cells of a class or, for the identity,
    over its size."""

    people: str | None = _optional(relation=ANY)
    """The formula where a person may have several records, if it is not the same with n_y(x) the
    people of a class who have a value. Without it distributions count appearances, and sizes count
    people."""

    people_cells: tuple[tuple[str, str], ...] = _optional(relation=ANY, default=())
    """What stands for `cells` then; its aggregates also go over people, by the measures
    `person_..`. The macro is then called with `people`."""

    of: tuple[str, ...] = _optional(
        relation=("together",),
        attacks=("claims", "views", "closeness", "linkage", "repetition"),
        utility=("columns", "records", "pairs", "propensities", "answers", "classifiers"),
        outputs=("tables",),
        noise=("noise",),
        default=(),
    )
    """What a metric of releases, of published tables or of noisy answers measures.

    Of attacks: claims, knowledge and cells of an attack, from `measured_attacks`; views, the
    Discrimination Rate of releases, from `attacks`. Closeness is the distances of records, and
    linkage the people of an outside file, and repetition words in generated texts, each from the
    statement of `rows`. Of a relation: together, what it gives away with earlier releases.

    Of utility: columns, records (linked by an id), pairs of columns, propensities of being
    released, answers to queries, classifiers. A metric of columns and records is measured on the
    linked records where there are any."""

    needs: str | None = _optional(
        relation=("expected_information", "hidden_records", "households"),
        attacks=("base", "control", "combined"),
        utility=("hierarchy", "number", "measure", "release"),
    )
    """What it needs beside that.

    A metric of a relation needs a further count. One of claims needs base (random guesses) or
    control (a control group), one of closeness control, and one of views combined (all keys
    together). One of columns needs a hierarchy, of records a number (a column of numbers), of
    answers a measure (answers in one unit), of classifiers the release that they are learnt
    from."""

    rows: str | None = _optional(relation=ANY, attacks=ANY, outputs=ANY, noise=ANY)
    """The macro of the statement that it comes from, where that is not the statement of all scores.

    Its few rows are a step in `risk/sample` or, for closeness, in `release/attack/closeness`. Rows
    of events are scores. The metric's own file has no macro then."""

    attacks: tuple[tuple[str, str], ...] = _optional(attacks=ANY, default=())
    """Of views: `attack view, ..`, the attacks that it measures, each with its view.

    Metrics of the view `joint`, of a release and its original, are expressions over its sums."""

    records: str | None = _optional(attacks=ANY, utility=("linked_pairs", "linked_numbers"))
    """The column with the number that the value rests on: of claims, by default `claims`, and of
    the joint view."""

    varies: str | None = _optional(utility=("bins", "form"))
    """Of columns: bins (a distribution, by bins where the column is continuous), or form
    (continuous or not)."""

    once: bool = _optional(utility=("yes",), default=False)
    """Of classifiers: whether it is the same for every classifier and measure."""

    known: bool = _optional(relation=("yes",), default=False)
    """Whether it is scored where an attacker knows some points of a person."""

    wildcards: bool = _optional(relation=("yes",), default=False)
    """Whether it follows from how many records agree with each: NULL may match every value then."""

    tradeoff: bool = _optional(relation=("yes",), default=False)
    """Whether `tradeoff` scores it of each release."""

    headline: str | None = _optional(relation=("identity", "sensitive"))
    """The targets whose scores a report for people begins with it."""

    short: str | None = _optional(relation=ANY, attacks=ANY, utility=ANY, outputs=ANY, noise=ANY)
    """What it measures in a few everyday words, as a condition on it is called.

    Of the joint view of a release and its original, the records or guesses that it is the share
    of."""

    same_as: str | None = _optional(relation=ANY)
    """The metric that is the same number under another name."""

    merging: str | None = _optional(relation=("any class", "passing classes", "alone", "table"))
    """What merging classes does to a condition on it.

    With `any class`, `passing classes` and `alone` the table's score is its worst class's score. A
    class that passes still passes when it is merged with any class, with passing classes only, or
    only as it is. With `table` the score is the table's, and merging never makes it worse."""

    interval: str | None = _optional(relation=("class sizes", "entropies", "draws"), utility=("yes",))
    """How the interval of its score is found, where it has one: from class sizes, from entropies
    (leaving out records) or from draws (counts drawn again).

    Of classifiers: yes, the accuracy is a share of the held-out records and has an interval."""

    interval_of: str | None = _optional(relation=("population",))
    """`population`: the interval holds for the population's own value too, and not only for the
    value that samples of the size have on average."""

    estimate: str | None = _optional(relation=ANY)
    """The formula by which it follows from sums over the classes, so that it is estimated from a
    sample of them; `risk/estimation` has its names."""

    bound: str | None = _optional(relation=ANY)
    """The formula by which it follows from extremes of the classes: the extremes of a sample of
    classes make it a bound."""

    worst: str | None = _optional(relation=ANY)
    """Of a bound: the worst value that there can be, which is known where a class has it."""

    own: bool = False
    """Whether it is a user's own, which is scored where it is named and is none of `all`."""

    @property
    def ends(self) -> tuple[float, float] | None:
        """The least and the greatest value in any table; None where they depend on the table."""
        found = ENDS.fullmatch(self.range)
        return None if found is None else (float(found[1]), float(found[2] or "inf"))

    @property
    def joint(self) -> bool:
        """Whether it is what a relation gives away together with earlier releases."""
        return "together" in self.of

    @cached_property
    def weighed(self) -> bool:
        """Whether its measures compare the values of a class with the values of the table."""
        words = {word for _, name in self.cells for word in re.findall(r"\w+", _measure(name))}
        return not words.isdisjoint({"q", "h_q", "n_x", "total"})

    @cached_property
    def ranked(self) -> bool:
        """Whether it reads the places of a class's values by their counts."""
        return any("place" in _measure(name) for _, name in self.cells)


HEAD = re.compile(r"\A(\{#-.*?-#\}\s*)?.*?%\}", re.DOTALL)
"""The comment above a macro, which a wheel has not, and the macro's own first words."""


def _measure(name: str) -> str:
    """Return the text of a measure's macro, without its comment; empty where it is no macro."""
    return HEAD.sub("", macro_text(name)) if name in macro_files() else ""


def read_header(name: str, family: str, text: str) -> Metric:
    """Return the metric of the text of a template in a family, by its header.

    Raises SpecError for a field that is missing or unknown, and for a value that it cannot have.
    """
    return _read(name, text, family, _known(family), lambda _: f"{family}/{name}.sql")


def _read(name: str, text: str, family: str, known: Mapping[str, Field[Any]], at: Callable[[str], str]) -> Metric:
    """Return the metric of a header in a family; `at` is where a field stands, for messages."""
    header = text.partition("{#-")[2].partition("-#}")[0].strip()
    meaning, _, lines = re.sub(r"\n +", " ", header).partition("\n\n")
    texts = {word: told for word, _, told in (line.partition(": ") for line in lines.splitlines())}
    _check(at, texts, known, family)
    read = {one.name: READERS[str(one.type)](texts[word]) for word, one in known.items() if word in texts}
    return Metric(name=name, meaning=" ".join(meaning.splitlines()), **read)


OWN_FIELDS = ("also", "words", "class", "undefined", "cells", "short")
"""The fields that the header of an own metric may have, beside the required ones."""

OWN_TARGETS = ("identity", "sensitive", "any")
"""The targets of own metrics."""


def read_own(path: Path) -> Metric:
    """Return a metric of a user's own, of a relation, that is scored where it is named.

    Raises SpecError, with the line, for a header or a macro that is not one, and for a name by
    which a metric of ours is found.
    """
    try:
        macro = OwnMacro(path, path.stem, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        raise SpecError(f"{path}: cannot read it as text; a metric is a file of UTF-8") from None
    lines = {"": 1} | {
        line.partition(":")[0]: number for number, line in reversed([*enumerate(macro.text.splitlines(), 1)]) if line
    }

    def at(word: str) -> str:
        return macro.at(lines.get(word, 1))

    if not re.fullmatch(r"[a-z][a-z0-9_]*", path.stem):
        raise SpecError(f"{macro.at(1)}: name the file as its macro: small letters, digits and underscores")
    every = _known("relation")
    known = {word: one for word, one in every.items() if "required" in one.metadata or word in OWN_FIELDS}
    try:
        metric = _read(path.stem, macro.text, "relation", known, at)
    except ValueError as error:
        raise SpecError(f"{at('order')}: order is a whole number: {error}") from None
    if metric.targets not in OWN_TARGETS:
        raise SpecError(f"{at('targets')}: targets is {' or '.join(OWN_TARGETS)}, not '{metric.targets}'")
    carried = [*_carried(metric, at)]
    of_level = {"table": {fact for _, fact in carried}, "class": {name for name, _ in carried}}
    for level in metric.levels:
        own = of_level[level] if level == "table" or metric.targets != "identity" else set()
        check_own_expression(macro, level, frozenset(own))
    ours = _names_of_ours()
    for word, texts in {"": [path.stem], "symbol": [metric.symbol], "title": [metric.title], "also": metric.also,
                        "words": metric.words}.items():  # fmt: skip
        for text in texts:
            taken = ours.get(plain_name(text)) or (text if text in package_files() else None)
            if taken is not None:
                raise SpecError(f"{at(word)}: '{text}' is {taken} here; choose another name")
    return replace(metric, on_request=True, own=True)


def _carried(metric: Metric, at: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield each measure of an own metric, and the fact that it is carried to. Raises SpecError."""
    measures = [name for name, file in package_files().items() if file.parent.name == "measures"]
    of_sizes = metric.targets == "identity"
    fitting = [name for name in measures if _fits(_measure(name), of_sizes=of_sizes)]
    for entry in metric.cells:
        aggregate, name = entry if len(entry) == 2 else ("", "")
        if aggregate not in {"max", "min", "sum", "mean"} or name not in fitting or metric.targets == "any":
            what = f"max, min, sum or mean of one of {', '.join(fitting)}" if metric.targets != "any" else "there"
            raise SpecError(f"{at('cells')}: '{' '.join(entry)}' is no {what}, for {metric.targets}")
        yield name, f"{aggregate}_{name}"


def _fits(measure: str, *, of_sizes: bool) -> bool:
    """Return whether a measure goes over sizes of classes, or over cells, and has no parameter."""
    words = set(re.findall(r"\w+", measure))
    return "parameters" not in words and ("class_size" in words) == of_sizes


@cache
def _known(family: str) -> Mapping[str, Field[Any]]:
    """Return the fields of a header in a family by their words."""
    return {one.metadata.get("word") or one.name: one for one in fields(Metric) if family in one.metadata}


def _check(at: Callable[[str], str], texts: Mapping[str, str], known: Mapping[str, Field[Any]], family: str) -> None:
    """Raise SpecError for a header that is not whole, or says what no header can."""
    needed = [word for word, one in known.items() if "required" in one.metadata]
    if missing := [word for word in needed if not texts.get(word)]:
        raise SpecError(f"{at('')}: the header lacks {', '.join(missing)}; add a line such as `{missing[0]}: ..`")
    for word, text in texts.items():
        if word not in known:
            raise SpecError(f"{at(word)}: unknown header field '{word}'; there are: {', '.join(sorted(known))}")
        values = known[word].metadata[family]
        if values and not set(values).issuperset(text.split(", ")):
            raise SpecError(f"{at(word)}: {word} is {' or '.join(sorted(values))}, not '{text}'")


def _words(text: str) -> tuple[str, ...]:
    """Return the parts of a text between commas."""
    return tuple(text.split(", ")) if text else ()


READERS: Mapping[str, Callable[[str], Any]] = {
    "str": str,
    "str | None": str,
    "int": int,
    "bool": bool,
    "tuple[str, ...]": _words,
    "tuple[tuple[str, str], ...]": lambda text: tuple(tuple(entry.split()) for entry in _words(text)),
    "Mapping[str, str]": lambda text: dict(entry.split(" = ", 1) for entry in _words(text)),
}
"""How the text of a field is read, by the type of the field."""


def catalogue(family: str = "relation") -> Mapping[str, Metric]:
    """Return every metric of a family by name, risks first; of a relation, a user's own, too."""
    folders = metric_folders()
    return _ours(family) if family != "relation" or not folders else _with_own(folders)


@cache
def _with_own(folders: tuple[Path, ...]) -> Mapping[str, Metric]:
    """Return the metrics of a relation, with the ones in folders. Raises SpecError."""
    own: dict[str, Metric] = {}
    texts: dict[str, bytes] = {}
    for file in (file for folder in folders for file in metric_files(folder)):
        if texts.setdefault(file.stem, file.read_bytes()) != file.read_bytes():
            raise SpecError(f"{file}:1: another folder has a metric '{file.stem}', too; choose another name")
        own[file.stem] = read_own(file)
    every = sorted((*_ours("relation").values(), *own.values()), key=lambda metric: (metric.order, metric.name))
    return {metric.name: metric for metric in every}


@cache
def _ours(family: str) -> Mapping[str, Metric]:
    """Return the metrics of ours in a family; a macro without a metric's header is left out."""
    places = {name: path.parent for name, path in package_files().items()}
    names = [name for name, place in places.items() if place.name == family and place.parent.name == "metrics"]
    texts = {name: macro_text(name) for name in names}
    metrics = [read_header(name, family, text) for name, text in texts.items() if "\nsymbol: " in text]
    return {metric.name: metric for metric in sorted(metrics, key=lambda metric: (metric.order, metric.name))}


def metrics(family: str = "relation") -> tuple[Metric, ...]:
    """Return every metric of a family, risks first, with its meaning, unit, range and direction.

    Use it for names and meanings; `score` takes the names. The family is "relation" (metrics of one
    relation), "attacks" or "utility" (metrics of releases beside their original).
    """
    return tuple(catalogue(family).values())


def metrics_of(kind: str) -> tuple[Metric, ...]:
    """Return the metrics of releases whose header's field `of` has a kind, in their order."""
    return tuple(metric for metric in every_metric().values() if kind in metric.of)


def every_metric() -> Mapping[str, Metric]:
    """Return the metrics of all families by name."""
    return _every_metric(metric_folders())


@cache
def _every_metric(_: tuple[Path, ...]) -> Mapping[str, Metric]:
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
    return tuple(metric for metric in at_level if metric.name in wanted or ("all" in wanted and not metric.own))


def find(name: str, known: Mapping[str, Metric]) -> Metric | None:
    """Return the metric of a name among known ones, or None.

    A metric is found by its name, its other names, its symbol, its title and words of others, in
    any case, and with hyphens or blanks for underscores.
    """
    return known.get(name) or known.get(names_of_metrics(tuple(known)).get(plain_name(name), ""))


def metric_named(name: str, known: Mapping[str, Metric] | None = None) -> Metric:
    """Return the metric of a name, of a relation's metrics unless others are known.

    Raises SpecError, with the nearest names, for an unknown one.
    """
    metric = find(name, catalogue() if known is None else known)
    held = known is None or known.keys() >= _ours("relation").keys()
    if metric is None and held and add_installed_metrics():
        metric = find(name, catalogue())
    if metric is None:
        raise unknown_metric(name, catalogue() if known is None else known)
    return metric


FORMS = {
    "sdr": "a single quasi-identifier",
    "cdr": "several quasi-identifiers together",
    "sedr": "a sensitive attribute with a partition, an attacker's model",
}
"""The names that papers give one rate, each with what it then measures; see `fits_form`."""


def fits_form(name: str, keys: int, *, partitioned: bool) -> bool:
    """Return whether a name of papers fits a rate of `keys` keys, with or without a partition."""
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

    They are found by names, symbols, other names, titles and words, as `plain_name` writes them.
    """
    return _found_by([metric for metric in every_metric().values() if metric.name in names])


@cache
def _names_of_ours() -> Mapping[str, str]:
    """Return the metrics of ours by all that they are found by."""
    return _found_by([metric for family in FAMILIES for metric in _ours(family).values()])


def _found_by(known: Sequence[Metric]) -> Mapping[str, str]:
    """Return the names of metrics by all that they are found by."""
    written = [(metric.name, metric) for metric in known]
    written += [(other, metric) for metric in known for other in metric.also]
    written += [(metric.symbol, metric) for metric in known]
    written += [(metric.title, metric) for metric in known]
    written += [(word, metric) for metric in known for word in metric.words]
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
