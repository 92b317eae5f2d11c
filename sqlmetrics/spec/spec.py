"""The words of a spec file, of flags and of Python calls, checked by one model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    WithJsonSchema,
    field_validator,
)

from sqlmetrics import footprint
from sqlmetrics.errors import SpecError
from sqlmetrics.footprint import RELATION
from sqlmetrics.spec.advice import AdviceSpec, GeneralizationSpec
from sqlmetrics.spec.bounds import COUNT, PEOPLE, check_bounds
from sqlmetrics.spec.history import TABLE, History
from sqlmetrics.spec.intervals import IntervalSpec
from sqlmetrics.spec.limits import THREADS, Limits, memory_size, seconds
from sqlmetrics.spec.partitions import PartitionSpec, Scalar, WrittenPartition, plain, written_partition
from sqlmetrics.spec.place import Place
from sqlmetrics.spec.relations import Query, filtered, filtered_name, name_of
from sqlmetrics.text import brief, did_you_mean, found

Order = Annotated[
    Annotated[list[Scalar], Tag("values")] | Annotated[Literal["natural"], Tag("natural")],
    Discriminator(lambda order: "natural" if isinstance(order, str) else "values"),
]
Intervals = Annotated[
    Annotated[IntervalSpec, Tag("words")] | Annotated[bool, Tag("truth")],
    Discriminator(lambda asked: "words" if isinstance(asked, Mapping | IntervalSpec) else "truth"),
]
"""Whether scores have intervals, or how these are found."""

LISTED = 20
"""The most wrong keys that a message lists."""

NEAR = 0.65
"""The least likeness of a word of a spec to a wrong one that it alone is offered for."""

OF_A_RUN = ("run_id", "advisory")
"""Words of a run that a spec does not hold."""

INTERNAL = ("folder", "file", "unnamed", "connection", "query_folder")
"""Fields of a spec that are not among its words."""


class Parameters(BaseModel):
    """The parameters that some metrics depend on."""

    model_config = ConfigDict(extra="forbid")

    l: Annotated[int, Field(ge=2, le=COUNT)] | None = None  # noqa: E741 - the model's name for it
    k: Annotated[int, Field(ge=1, le=COUNT)] | None = None
    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    log_base: Literal["e", 2] | None = None

    @field_validator("log_base", mode="before")
    @classmethod
    def _base_of_a_flag(cls, value: Any) -> Any:
        return 2 if value == "2" else value

    def texts(self) -> dict[str, str]:
        """Return the parameters that are not None, as a score record writes them."""
        return {name: str(value) for name, value in self if value is not None}


def _named(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a relation is a path, or the name of a table")
    return value


def _named_or_none(value: Any) -> Any:
    return value if value is None else _named(value)


def _place(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value


def _no_truth(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("a threshold is a number")
    return value


def _reasons(value: Any) -> Any:
    """Return columns with their reasons, None for those of a list, which says none."""
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list):
        return value
    if not all(isinstance(name, str) for name in names):
        raise ValueError("write a list of columns, or COLUMN: reason why it may stay")
    return dict.fromkeys(names)


Reasons = Annotated[dict[str, str | None], BeforeValidator(_reasons)]
"""Columns with the reason for each, None where there is none; written as a list or a mapping."""

MemorySize = Annotated[str, BeforeValidator(memory_size)]
Seconds = Annotated[float, BeforeValidator(seconds)]
Share = Annotated[float, Field(strict=True, ge=0, le=1)]
Limit = Annotated[float, BeforeValidator(_no_truth), Field(allow_inf_nan=False)]


def _trimmed(query: str | None) -> str | None:
    """Return a query without the semicolon that ends it."""
    return None if query is None else query.strip().rstrip(";").rstrip()


class EarlierSpec(BaseModel):
    """An earlier run, than which no score may be riskier by more than the share `tolerance`.

    `run` is its id or the start of it, `last`, or `last-passed`.
    """

    model_config = ConfigDict(extra="forbid")

    run: str
    tolerance: Annotated[float, Field(strict=True, ge=0, allow_inf_nan=False)] = 0.0


def _earlier(value: Any) -> Any:
    return {"run": value} if isinstance(value, str) else value


class ThresholdSpec(BaseModel):
    """A bound on a metric: the largest score that passes, or the smallest."""

    model_config = ConfigDict(extra="forbid")

    at_most: Limit | None = None
    at_least: Limit | None = None
    target: str | None = None
    partition: str | None = None
    undefined: Literal["fail", "pass"] = "fail"
    source: str | None = None


WrittenThreshold = Annotated[
    Annotated[ThresholdSpec, Tag("words")] | Annotated[Limit, Tag("number")],
    Discriminator(lambda entry: "words" if isinstance(entry, Mapping | ThresholdSpec) else "number"),
]
"""A bound on a metric in words, or its number alone, in the direction that protects people."""


class Spec(BaseModel):
    """A measure of one relation: the relation, its place, the roles of its columns, and the limits.

    `report` is the page that `check` and `run` write, with its `title`. `query` is an SQL query of
    the user's own in place of a relation, and `counts` are files of counts, patterns or folders of
    them; `min_count` lets `count` withhold counts of fewer records, and `allow_singles` lets it
    write a file in which more than SINGLES of the records, or more than the given share, are the
    only one of a count. `sketch` lets it write only so many classes, those with the smallest
    hashes.
    A Python call may hold a frame as its `relation` and have an open `connection`; words of a file
    or of flags name both. `identifiers` are columns that name people outright, by name or with the
    reason why each may stay in the relation; `ignored` are columns that are left out on purpose.
    No metric takes either for keys. With `look`, a sample of the columns without a role is looked
    at for identifiers.

    `where` is an SQL expression, which a record meets that is measured. `partitions` holds for each
    column one partition or a list of them; `raw` in a list stands for
    the column as it is. `recoded` says in words how columns of the relation were made coarser
    before. `population` is a relation of everybody of whom the table is a part;
    `population_size` is their number, or `sampling_fraction` the share of it that is here.
    `weight` is the column of survey weights, each the number of people of the population for whom
    its record stands, and `household` the column of households.
    `suppressed` is the mark of a suppressed value, for all quasi-identifiers or by column: records
    with the mark in each are left out of the classes, or kept as a class of their own. With
    `harmonise` each sensitive attribute is measured with the others among the keys. `orders` lists
    the values of a sensitive attribute in order, or says `natural`; `hierarchies` names the file of
    its hierarchy. With `intervals` the relation is a sample, and its scores have intervals.
    With `estimate` scores are estimated from a share of the classes, or from about as many as that.
    `plan` says how the statement counts.
    `thresholds` holds for each metric one bound or a list of bounds for `check`; a number is one in
    the direction that protects people. `history` is the place to which `check` adds scores and
    verdicts, `history_table` its table in a database; `no_worse_than` names an earlier run there,
    than which no score may be riskier.
    With `exact_names` printed statements spell names as they are written here, also where the
    database folds unquoted ones. A place is `trusted` by a flag or a call, never by a file.
    `memory_limit`, `threads`, `temp_directory` and `timeout` are the limits of a run; see `Limits`.
    `unnamed` is the file that a command took by itself, where the spec comes from one that nobody
    named.
    """

    model_config = ConfigDict(extra="forbid")

    relation: Annotated[Any, BeforeValidator(_named)] = None
    database: Path | None = None
    url: str | None = None
    query: Annotated[str | None, AfterValidator(_trimmed)] = None
    where: str | None = None
    counts: list[str] = []
    allow_singles: bool | Share = False
    min_count: Annotated[int, Field(strict=True, ge=2, le=COUNT)] | None = None
    sketch: Annotated[int, Field(strict=True, ge=2, le=COUNT)] | None = None
    identifiers: Reasons = {}
    quasi_identifiers: list[str] = []
    sensitive: list[str] = []
    ignored: Reasons = {}
    individual: str | None = None
    weight: str | None = None
    household: str | None = None
    population: Annotated[Any, BeforeValidator(_named_or_none), WithJsonSchema({"type": "string"})] = None
    population_size: Annotated[int, Field(strict=True, ge=1, le=PEOPLE)] | None = None
    sampling_fraction: Annotated[float, Field(strict=True, gt=0, le=1)] | None = None
    suppressed: str | dict[str, str] | None = None
    keep_suppressed: bool = False
    harmonise: bool = False
    partitions: dict[str, list[WrittenPartition]] = {}
    recoded: dict[str, str] = {}
    orders: dict[str, Order] = {}
    hierarchies: dict[str, Path] = {}
    metrics: list[str] = []
    parameters: Parameters = Parameters()
    level: Literal["table", "class"] = "table"
    intervals: Intervals = False
    estimate: Annotated[float, Field(gt=0, le=COUNT, allow_inf_nan=False)] | None = None
    nulls: Literal["category", "drop"] = "category"
    plan: Literal["auto", "textbook", "near-unique"] = "auto"
    thresholds: dict[str, list[WrittenThreshold]] = {}
    advise: AdviceSpec = AdviceSpec()
    history: Annotated[str | None, BeforeValidator(_place)] = None
    history_table: str | None = None
    no_worse_than: Annotated[EarlierSpec | None, BeforeValidator(_earlier)] = None
    report: Path | None = None
    title: str | None = None
    exact_names: bool = False
    look: bool = True
    trusted: bool = False
    memory_limit: MemorySize | None = None
    threads: Annotated[int, Field(strict=True, ge=1, le=THREADS)] | None = None
    temp_directory: Path | None = None
    timeout: Seconds | None = None
    folder: Path = Field(default=Path(), exclude=True)
    file: Path | None = Field(default=None, exclude=True)
    unnamed: Path | None = Field(default=None, exclude=True)
    connection: Any = Field(default=None, exclude=True)
    query_folder: Path = Field(default=Path(), exclude=True)

    @property
    def limits(self) -> Limits:
        """The limits of its run."""
        return Limits(self.memory_limit, self.threads, self.temp_directory, self.timeout)

    @property
    def drawn(self) -> IntervalSpec | None:
        """How the intervals of its scores are found, None where it wants none."""
        return IntervalSpec() if self.intervals is True else self.intervals or None

    @property
    def past(self) -> History | None:
        """The history that its checks are added to, None without one."""
        return None if self.history is None else History(self.history, self.history_table or TABLE)

    @property
    def place(self) -> Place:
        """The place of its relation. Raises SpecError where several places are named."""
        return Place(
            connection=self.connection, database=self.database, url=self.url, trusted=self.trusted, limits=self.limits
        )

    def named(self) -> Spec:
        """Return this spec, whose data the run is to read.

        Raises SpecError where it names no relation, or several places, or an output of the run.
        """
        words = {"relation": self.relation is not None, "query": self.query is not None, "counts": bool(self.counts)}
        given = [f"`{word}`" for word, there in words.items() if there]
        if not given:
            raise SpecError("name the `relation`: a path, or a table with a `database` or a `url`; or write a `query`")
        if len(given) > 1:
            verb = "stand" if self.counts else "stands"
            raise SpecError(f"{given[-1]} {verb} in place of a {given[0]}; give one of them")
        self.place.declare()
        if not self.place.holds_tables:
            for relation in (self.relation, self.population):
                if isinstance(relation, str):
                    footprint.reads(relation, RELATION)
        return self

    @property
    def records(self) -> Any:
        """The relation of its records, or its query, with the condition on records."""
        relation = self.relation if self.query is None else Query(self.query, self.query_folder)
        return filtered(relation, self.where)

    @property
    def name(self) -> str:
        """The name of its relation in statements and messages, with the condition on records."""
        return filtered_name(", ".join(self.counts), self.where) if self.counts else name_of(self.records)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that have a role in it, each once."""
        single = (self.individual, self.weight, self.household)
        own = (column for column in single if column is not None)
        named = (*self.quasi_identifiers, *self.sensitive, *own, *self.identifiers, *self.ignored)
        return tuple(dict.fromkeys(named))

    @field_validator("counts", "quasi_identifiers", "sensitive", "metrics", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: Any) -> Any:
        return [value] if isinstance(value, str) else value

    @field_validator("thresholds", mode="before")
    @classmethod
    def _threshold_lists(cls, value: Any) -> Any:
        value = plain(value)
        if not isinstance(value, Mapping):
            return value
        listed = {metric: entries if isinstance(entries, list) else [entries] for metric, entries in value.items()}
        for metric, entries in listed.items():
            if not entries or not all(isinstance(entry, Mapping | ThresholdSpec | int | float) for entry in entries):
                raise ValueError(f"a limit of {metric} is a number, such as 5 or 0.2, or words such as `at_least`")
        return listed

    @field_validator("orders", mode="before")
    @classmethod
    def _plain_orders(cls, value: Any) -> Any:
        return plain(value)

    @field_validator("partitions", mode="before")
    @classmethod
    def _partition_lists(cls, value: Any) -> Any:
        value = plain(value)
        if not isinstance(value, Mapping):
            return value
        return {
            column: [written_partition(entry) for entry in (entries if isinstance(entries, list) else [entries])]
            for column, entries in value.items()
        }


def harmonised(spec: Spec) -> list[Spec]:
    """Return a spec per sensitive attribute, with the other ones, as they are, among its keys.

    So no score hides that sensitive attributes go together.
    """
    if not spec.harmonise or len(spec.sensitive) < 2:
        return [spec]
    specs = []
    for attribute in spec.sensitive:
        keys = [*spec.quasi_identifiers, *(other for other in spec.sensitive if other != attribute)]
        own = {
            word: {
                column: entry
                for column, entry in getattr(spec, word).items()
                if column in (*spec.quasi_identifiers, attribute)
            }
            for word in ("partitions", "orders", "hierarchies")
        }
        specs.append(spec.model_copy(update={"quasi_identifiers": keys, "sensitive": [attribute], **own}))
    return specs


def parse_spec(words: Mapping[str, Any], where: str = "the specification", folder: Path | None = None) -> Spec:
    """Return the checked spec. Raises SpecError with each wrong key and what is allowed there."""
    for word in INTERNAL:
        if word in words:
            raise SpecError(f"{where}: key '{word}' is unknown")
    check_bounds(words, where)
    if "trusted" in words and folder is not None:
        raise SpecError(f"{where}: a file cannot say that its database is `trusted`; say so when you run it")
    try:
        spec = Spec.model_validate(dict(words))
    except ValidationError as error:
        lines = sorted({_explain(detail) for detail in error.errors(include_url=False, include_context=False)})
        more = [f"  and {len(lines) - LISTED:,} more"] if len(lines) > LISTED else []
        raise SpecError(f"{where}:\n" + "\n".join([*lines[:LISTED], *more])) from None
    return spec.model_copy(update={"folder": folder or Path()})


def _model_of(parts: Sequence[Any]) -> type[BaseModel]:
    """Return the part of a spec in which the last of the words to it stands."""
    if len(parts) == 1:
        return Spec
    if parts[0] == "advise":
        return AdviceSpec if len(parts) == 2 else GeneralizationSpec if len(parts) == 4 else PartitionSpec
    nested: dict[Any, type[BaseModel]] = {
        "parameters": Parameters,
        "thresholds": ThresholdSpec,
        "intervals": IntervalSpec,
    }
    return nested.get(parts[0], PartitionSpec)


def _explain(detail: Any) -> str:
    """Return pydantic's detail of an error as a line of a message."""
    parts = [
        part
        for part in detail["loc"]
        if part not in {"partition", "raw", "values", "natural", "words", "number", "truth", "[key]"}
    ]
    key = ".".join(brief(str(part), 80) for part in parts)
    if detail["type"] == "extra_forbidden":
        model = _model_of(parts)
        allowed = [name for name in model.model_fields if model is not Spec or name not in INTERNAL]
        if parts == ["jobs"]:
            return "  key 'jobs': a file of several jobs is for `sqlmetrics run FILE.yml`"
        if model is Spec and key in OF_A_RUN:
            return f"  key '{key}' is no word of a spec; `sqlmetrics check` and `run` take it: `{key}`"
        hint = did_you_mean(str(parts[-1])[:80], allowed, 1, NEAR if model is Spec else 0.5)
        if model is Spec and hint:
            return f"  key '{key}' is unknown; {hint}"
        return f"  key '{key}' is unknown; {hint + ' ' if hint else ''}allowed: {', '.join(allowed)}"
    message = detail["msg"].removeprefix("Value error, ")
    held = f"a {type(detail['input']).__name__}" if parts[:1] == ["url"] else found(detail["input"])
    return f"  key '{key}': {message[0].lower()}{message[1:]} (found: {held})"
