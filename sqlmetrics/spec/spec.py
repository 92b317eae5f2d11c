"""The words of a spec file, of flags and of Python calls, checked by one model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from sqlmetrics.errors import SpecError
from sqlmetrics.files import footprint
from sqlmetrics.files.footprint import RELATION
from sqlmetrics.spec.advice import AdviceSpec, GeneralizationSpec
from sqlmetrics.spec.attacker_words import BOTH, apart, attacker_form, attacker_schemas, known_columns
from sqlmetrics.spec.bounds import COUNT, MOST_KNOWN, PEOPLE, check_bounds
from sqlmetrics.spec.fields import (
    CONFIG,
    Marks,
    MemorySize,
    Names,
    PathText,
    Reasons,
    Relation,
    Seconds,
    Share,
    Shorthand,
    listed,
    or_one,
    or_text,
    plain,
)
from sqlmetrics.spec.file_words import FileForm, encoding_name, header_word, separator_mark, type_word
from sqlmetrics.spec.input_file import is_certificate
from sqlmetrics.spec.limits import THREADS, Limits
from sqlmetrics.spec.linkage import LinkageSpec
from sqlmetrics.spec.linked_tables import Tables, TableSpec, linked_relation, with_points
from sqlmetrics.spec.metric_folders import add_metric_folder
from sqlmetrics.spec.noisy_answers import NoisyAnswersSpec
from sqlmetrics.spec.outputs import OutputsSpec
from sqlmetrics.spec.partitions import PartitionsByColumn, PartitionSpec, Scalar
from sqlmetrics.spec.place import (
    TABLE,
    WORD,
    History,
    Place,
    Query,
    Role,
    WordedRelation,
    filtered,
    filtered_name,
    name_of,
)
from sqlmetrics.spec.published_limits import LimitNames
from sqlmetrics.spec.release import ReleaseSpec
from sqlmetrics.spec.repetition import RepetitionSpec
from sqlmetrics.spec.report import Language, ReportSpec, report_words
from sqlmetrics.spec.slice_words import Slices
from sqlmetrics.text import brief, did_you_mean, found, nearest, question_of

Order = Annotated[
    Annotated[list[Scalar], Tag("values")] | Annotated[Literal["natural"], Tag("natural")],
    Discriminator(lambda order: "natural" if isinstance(order, str) else "values"),
    BeforeValidator(plain),
]
LISTED = 20
"""The most wrong keys that a message lists."""

INSTANCE, MAPPING = r"a valid dictionary( or instance of \w+)?", "a mapping of words, such as {word: value}"
"""How pydantic calls what YAML and users call a mapping, and how messages do."""

NEAR = 0.65
"""The least likeness of a word of a spec to a wrong one that it alone is offered for."""

OF_A_RUN = ("run_id", "advisory")
"""Words of a run that a spec does not hold."""

INTERNAL = ("folder", "file", "unnamed", "connection", "query_folder", "guessed", "role")
"""Fields of a spec that are not among its words."""


class Parameters(BaseModel):
    """The parameters that some metrics depend on."""

    model_config = CONFIG

    l: Annotated[int, Field(ge=2, le=COUNT)] | None = None  # noqa: E741 - the model's name for it
    k: Annotated[int, Field(ge=1, le=COUNT)] | None = None
    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    log_base: Annotated[Literal["e", 2], BeforeValidator(lambda value: 2 if value == "2" else value)] | None = None
    share: Annotated[float, Field(ge=0, le=1)] | None = None

    def texts(self) -> dict[str, str]:
        """Return the parameters that are not None, as a score record writes them."""
        return {name: str(value) for name, value in self if value is not None}


class IntervalSpec(BaseModel, frozen=True):
    """How the intervals of scores are found: the seed of the draws, and the number of replicates.

    Only some metrics need draws; see `interval` in the headers of metrics.
    """

    model_config = CONFIG

    seed: Annotated[int, Field(strict=True, ge=0, le=COUNT)] = 0
    replicates: Annotated[int, Field(strict=True, ge=20, le=10_000)] = 200


Intervals = Annotated[
    Annotated[IntervalSpec, Tag("words")] | Annotated[bool, Tag("truth")],
    Discriminator(lambda asked: "words" if isinstance(asked, Mapping | IntervalSpec) else "truth"),
]
"""Whether scores have intervals, or how these are found."""


class KnownSpec(BaseModel, frozen=True):
    """A number of a person's events that an attacker knows; a point among them may come again."""

    model_config = CONFIG

    events: Annotated[int, Field(strict=True, ge=1, le=MOST_KNOWN)]


def _known_form(value: Any) -> str:
    return "words" if isinstance(value, Mapping | KnownSpec) else "values" if isinstance(value, str) else "number"


def _known(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    """Return known points that have been checked. Raises ValueError with all that they may be."""
    try:
        return check(value)
    except ValidationError:
        raise ValueError(
            f"write a number of points from 1 to {MOST_KNOWN}, as `known: 4`, or of events, as `known: {{events: 4}}`,"
            " or `known: all` for whole traces"
        ) from None


Known = Annotated[
    Annotated[KnownSpec, Tag("words")]
    | Annotated[Literal["all"], Tag("values")]
    | Annotated[int, Field(strict=True, ge=1, le=MOST_KNOWN), Tag("number")],
    Discriminator(_known_form),
    WrapValidator(_known),
]
"""The number of a person's points or events that an attacker knows, or all of them."""

Targets = Annotated[
    Annotated[Literal["all"], Tag("values")] | Annotated[int, Field(strict=True, ge=1, le=COUNT), Tag("number")],
    Discriminator(lambda value: "values" if isinstance(value, str) else "number"),
]
"""How many people an attacker looks for, or all of them."""


def _listed(value: Any) -> Any:
    """Return one relation as a list of one."""
    return value if isinstance(value, list | tuple) else [value]


Earlier = Annotated[list[Relation], BeforeValidator(_listed)]
"""Relations that were released before, in their order."""


def _no_truth(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("a threshold is a number")
    return value


Limit = Annotated[float, BeforeValidator(_no_truth), Field(allow_inf_nan=False)]


def _trimmed(query: str | None) -> str | None:
    """Return a query without the semicolon that ends it."""
    return None if query is None else query.strip().rstrip(";").rstrip()


class EarlierSpec(BaseModel):
    """An earlier run, than which no score may be riskier by more than the share `tolerance`."""

    model_config = CONFIG

    run: str
    tolerance: Annotated[float, Field(strict=True, ge=0, allow_inf_nan=False)] = 0.0


def _earlier(value: Any) -> Any:
    return {"run": value} if isinstance(value, str) else value


class ThresholdSpec(BaseModel):
    """A bound on a metric: the largest score that passes, or the smallest."""

    model_config = CONFIG

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


def _bounds(value: Any) -> Any:
    """Return the bounds on metrics as a list for each. Raises ValueError for what is no bound."""
    value = plain(value)
    if not isinstance(value, Mapping):
        return value
    bounds = {metric: listed(entries) for metric, entries in value.items()}
    for metric, entries in bounds.items():
        if not entries or not all(isinstance(entry, Mapping | ThresholdSpec | int | float) for entry in entries):
            raise ValueError(f"a limit of {metric} is a number, such as 5 or 0.2, or words such as `at_least`")
    return bounds


Thresholds = Annotated[
    dict[str, Annotated[list[WrittenThreshold], Field(min_length=1), Shorthand(listed, or_one)]],
    BeforeValidator(_bounds),
]
"""For each metric one bound or a list of bounds."""


class AttackerSpec(BaseModel):
    """What an attacker knows, and the limits that are this attacker's own."""

    model_config = CONFIG

    quasi_identifiers: Annotated[Names, Field(min_length=1)]
    thresholds: Thresholds = {}


Attackers = Annotated[
    dict[str, Annotated[AttackerSpec, Shorthand(attacker_form, attacker_schemas)]], AfterValidator(apart)
]
"""Attackers by their names; one that is a list has these columns."""


class Spec(BaseModel):
    """A measure of one relation: the relation, its place, the roles of its columns, and the limits.

    `sqlmetrics.spec.words` says what each word means. A Python call may hold a frame as its
    `relation` or `population`, and have an open `connection`; words of a file or of flags name
    them. A place is `trusted` by a flag or a call, never by a file. `unnamed` is the file that a
    command took by itself, where the spec comes from one that nobody named. The roles are `guessed`
    where nobody named any. The `role` is the one of the `roles` that this spec is about.
    """

    model_config = CONFIG

    relation: Relation = None
    database: Path | None = None
    url: str | None = None
    query: Annotated[str | None, AfterValidator(_trimmed)] = None
    encoding: Annotated[str, AfterValidator(encoding_name)] | None = None
    separator: Annotated[str, AfterValidator(separator_mark)] | None = None
    sheet: str | None = None
    labels: bool = False
    header: Annotated[bool | int | None, BeforeValidator(header_word)] = None
    end: Annotated[int, Field(strict=True, ge=1, le=COUNT)] | None = None
    missing: Marks = []
    types: dict[str, Annotated[str, AfterValidator(type_word)]] = {}
    loose: bool = False
    where: str | None = None
    roles: Names = []
    tables: Tables = {}
    counts: Names = []
    allow_singles: bool | Share = False
    min_count: Annotated[int, Field(strict=True, ge=2, le=COUNT)] | None = None
    sketch: Annotated[int, Field(strict=True, ge=2, le=COUNT)] | None = None
    identifiers: Reasons = {}
    quasi_identifiers: Names = []
    attackers: Attackers = {}
    sensitive: Names = []
    ignored: Reasons = {}
    by: Slices = {}
    min_people: Annotated[int, Field(strict=True, ge=2, le=PEOPLE)] | None = None
    individual: str | None = None
    text: str | None = None
    ngram: Annotated[int, Field(strict=True, ge=2, le=MOST_KNOWN)] | None = None
    known: Known | None = None
    targets: Targets | None = None
    resolution: Names = []
    weight: str | None = None
    household: str | None = None
    population: Relation | None = None
    previous: Earlier = []
    population_size: Annotated[int, Field(strict=True, ge=1, le=PEOPLE)] | None = None
    sampling_fraction: Annotated[float, Field(strict=True, gt=0, le=1)] | None = None
    suppressed: str | dict[str, str] | None = None
    keep_suppressed: bool = False
    harmonise: bool = False
    partitions: PartitionsByColumn = {}
    recoded: dict[str, str] = {}
    orders: dict[str, Order] = {}
    hierarchies: dict[str, Annotated[list[Path], Field(min_length=1), Shorthand(listed, or_one)]] = {}
    metrics: Names = []
    metrics_path: Path | None = None
    parameters: Parameters = Parameters()
    level: Literal["table", "class"] = "table"
    intervals: Intervals = False
    estimate: Annotated[float, Field(gt=0, le=COUNT, allow_inf_nan=False)] | None = None
    nulls: Literal["category", "drop", "any"] = "category"
    plan: Literal["auto", "textbook", "near-unique", "sorted"] = "auto"
    thresholds: Thresholds = {}
    limits: LimitNames = []
    outputs: OutputsSpec = OutputsSpec()
    noisy_answers: NoisyAnswersSpec = NoisyAnswersSpec()
    linkage: LinkageSpec = LinkageSpec()
    repetition: RepetitionSpec = RepetitionSpec()
    advise: AdviceSpec = AdviceSpec()
    release: ReleaseSpec = ReleaseSpec()
    history: PathText | None = None
    history_table: str | None = None
    no_worse_than: Annotated[EarlierSpec, Shorthand(_earlier, or_text)] | None = None
    report: Annotated[ReportSpec, Shorthand(report_words, or_text)] = ReportSpec()
    title: str | None = None
    crosswalk: bool = False
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
    guessed: bool = Field(default=False, exclude=True)
    role: str | None = Field(default=None, exclude=True)

    @model_validator(mode="after")
    def _known(self) -> Spec:
        """Take what any attacker knows as the quasi-identifiers."""
        if self.attackers and not self.quasi_identifiers:
            self.quasi_identifiers = known_columns(self.attackers.values())
        return self

    @model_validator(mode="after")
    def _linked(self) -> Spec:
        """Take the points of linked tables as what is known of the people of the main one."""
        if self.tables:
            with_points(self)
        return self

    @model_validator(mode="after")
    def _worded(self) -> Spec:
        """Take the words of a text as what is known of a person."""
        if self.text is not None and not self.quasi_identifiers:
            self.quasi_identifiers = [WORD]
        return self

    @model_validator(mode="after")
    def _alone(self) -> Spec:
        """Take the first published table as the relation where none is named, or noisy answers."""
        about = next(iter(self.outputs.published), self.noisy_answers.relation)
        if about is not None and self.relation is None and self.query is None and not self.counts:
            self.relation = about
        return self

    @property
    def run_limits(self) -> Limits:
        """The limits of its run."""
        return Limits(self.memory_limit, self.threads, self.temp_directory, self.timeout)

    @property
    def interval_spec(self) -> IntervalSpec | None:
        """How the intervals of its scores are found, None where it wants none."""
        return IntervalSpec() if self.intervals is True else self.intervals or None

    @property
    def known_events(self) -> int | None:
        """How many events the attacker knows, None where these are points or the whole trace."""
        return self.known.events if isinstance(self.known, KnownSpec) else None

    @property
    def past(self) -> History | None:
        """The history that its checks are added to, None without one."""
        return None if self.history is None else History(self.history, self.history_table or TABLE)

    @property
    def place(self) -> Place:
        """The place of its relation. Raises SpecError where several places are named."""
        files = FileForm(
            self.encoding,
            self.separator,
            self.sheet,
            self.labels,
            self.header,
            self.end,
            tuple(self.missing),
            self.types,
            self.loose,
        )
        role = None if self.role is None else Role(self.role, self.exact_names)
        return Place(self.connection, self.database, self.url, self.trusted, self.run_limits, files, role)

    def checked(self) -> Spec:
        """Return this spec, whose data the run is to read.

        Raises SpecError where it names no relation, or several places, or an output of the run, or
        the fewest people of slices that it lacks, or no folder of metrics.
        """
        words = {"relation": self.relation is not None, "query": self.query is not None, "counts": bool(self.counts)}
        given = [f"`{word}`" for word, there in words.items() if there]
        if not given and not self.tables:
            raise SpecError("name the `relation`: a path, or a table with a `database` or a `url`; or write a `query`")
        if len(given) > 1:
            verb = "stand" if self.counts else "stands"
            raise SpecError(f"{given[-1]} {verb} in place of a {given[0]}; give one of them")
        if self.min_people is not None and not self.by:
            raise SpecError("`min_people` are the fewest people of a slice; name the columns of slices in `by`, too")
        self.place.declare()
        add_metric_folder(self.metrics_path)
        if not self.place.holds_tables:
            named = (self.relation, self.population, self.noisy_answers.relation, self.linkage.file)
            texts = (self.repetition.generated, self.repetition.control)
            linked = (table.relation for table in self.tables.values())
            for relation in (*named, *texts, *linked, *self.released, *self.outputs.published):
                if isinstance(relation, str):
                    footprint.reads(relation, RELATION)
        return self

    def in_language(self, language: Language | None) -> Spec:
        """Return this spec, whose report is in a language; None leaves the spec's own."""
        report = self.report if language is None else self.report.model_copy(update={"language": language})
        return self.model_copy(update={"report": report})

    @property
    def records(self) -> Any:
        """The relation of its records, or its query, with the condition on records."""
        if self.tables:
            return linked_relation(self)
        relation = self.relation if self.query is None else Query(self.query, self.query_folder)
        records = filtered(relation, self.where)
        if self.text is None:
            return records
        return WordedRelation(
            records, self.text, str(self.individual), tuple(self.sensitive), self.exact_names, self.ngram or 1
        )

    @property
    def released(self) -> list[Any]:
        """The earlier releases of `previous`, without the certificates of reports."""
        return [one for one in self.previous if not is_certificate(one)]

    @property
    def reported(self) -> list[Path]:
        """The certificates of earlier reports that `previous` names."""
        return [Path(one) for one in self.previous if is_certificate(one)]

    @property
    def of_tables(self) -> bool:
        """Whether it is about what is published alone: tables or answers, and no other role."""
        asked = self.outputs.tables or self.outputs.asks_answers or self.outputs.published
        return bool(asked) and not (self.quasi_identifiers or self.sensitive)

    @property
    def is_published(self) -> bool:
        """Whether its relation is a published table itself, and not the records behind some."""
        return isinstance(self.relation, str) and self.relation in self.outputs.published[:1]

    @property
    def of_answers(self) -> bool:
        """Whether its relation is its noisy answers."""
        return isinstance(self.relation, str) and self.relation == self.noisy_answers.relation

    @property
    def compared(self) -> tuple[str, ...]:
        """The columns by which a file of people, or generated texts, are compared with records."""
        text = self.repetition.text or self.text
        return (*self.linkage.columns, *([text] if self.repetition.is_asked and text else []))

    @property
    def of_published(self) -> bool:
        """Whether it is about published tables or answers, or generated texts, and no role."""
        published = self.of_tables or self.noisy_answers.is_asked or self.repetition.is_asked
        return published and not (self.quasi_identifiers or self.sensitive)

    @property
    def tables_alone(self) -> bool:
        """Whether it is about published tables, and about no record of a person behind them."""
        return self.of_tables and self.is_published

    @property
    def name(self) -> str:
        """The name of its relation in statements and messages, with the condition on records."""
        return filtered_name(", ".join(self.counts), self.where) if self.counts else name_of(self.records)

    @property
    def has_records(self) -> bool:
        """Whether it is about records, and not only about counts of them."""
        return not self.counts

    @property
    def in_files(self) -> bool:
        """Whether its records lie in files that it names."""
        return isinstance(self.relation, str) and self.has_records and not self.place.holds_tables

    @property
    def about(self) -> list[str]:
        """The files of counts, or the relation or query, that it names."""
        linked = [table.relation for table in self.tables.values()]
        return self.counts or linked or [str(one) for one in (self.relation, self.query) if one is not None]

    @property
    def unnamed_slices(self) -> list[str]:
        """The columns of its slices whose values may not be shown to everybody."""
        return [column for column, said in self.by.items() if "public" not in said]

    @property
    def slices_public(self) -> bool:
        """Whether the names of its slices may be shown to everybody."""
        return not self.unnamed_slices

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that have a role in it, each once."""
        single = (self.individual, self.weight, self.household)
        own = (column for column in single if column is not None)
        named = (*self.by, *self.quasi_identifiers, *self.sensitive, *own, *self.identifiers, *self.ignored)
        return tuple(dict.fromkeys(named))


def suppression_marks(spec: Spec) -> dict[str, str] | None:
    """Return the mark of a suppressed value in each column that has one, None where none has."""
    marks = spec.suppressed
    return dict.fromkeys(spec.quasi_identifiers, marks) if isinstance(marks, str) else marks


def harmonised(spec: Spec) -> list[Spec]:
    """Return a spec per sensitive attribute, with the other ones, as they are, among its keys.

    So no score hides that sensitive attributes go together. A release hides quasi-identifiers: the
    marks are theirs alone.
    """
    if not spec.harmonise or len(spec.sensitive) < 2:
        return [spec]
    marks, specs = suppression_marks(spec), []
    for attribute in spec.sensitive:
        keys = [*spec.quasi_identifiers, *(other for other in spec.sensitive if other != attribute)]
        own: dict[str, Any] = {
            word: {
                column: entry
                for column, entry in getattr(spec, word).items()
                if column in (*spec.quasi_identifiers, attribute)
            }
            for word in ("partitions", "orders", "hierarchies")
        }
        own |= {"quasi_identifiers": keys, "sensitive": [attribute], "suppressed": marks}
        specs.append(spec.model_copy(update=own))
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
    if spec.attackers and spec.quasi_identifiers != known_columns(spec.attackers.values()):
        raise SpecError(f"{where}: {BOTH}")
    return spec.model_copy(update={"folder": folder or Path()})


def _model_of(parts: Sequence[Any]) -> type[BaseModel]:
    """Return the part of a spec in which the last of the words to it stands."""
    if len(parts) == 1:
        return Spec
    if parts[0] == "advise":
        return AdviceSpec if len(parts) == 2 else GeneralizationSpec if len(parts) == 4 else PartitionSpec
    if parts[0] == "tables":
        return PartitionSpec if "partitions" in parts[:-1] else TableSpec
    if parts[0] == "attackers":
        return ThresholdSpec if "thresholds" in parts[:-1] else AttackerSpec
    nested: dict[Any, type[BaseModel]] = {
        "parameters": Parameters,
        "thresholds": ThresholdSpec,
        "intervals": IntervalSpec,
        "report": ReportSpec,
        "outputs": OutputsSpec,
        "noisy_answers": NoisyAnswersSpec,
        "linkage": LinkageSpec,
        "repetition": RepetitionSpec,
        "release": ReleaseSpec if len(parts) == 2 else PartitionSpec,
    }
    return nested.get(parts[0], PartitionSpec)


def _explain(detail: Any) -> str:
    """Return pydantic's detail of an error as a line of a message."""
    unions = {"partition", "raw", "values", "natural", "words", "number", "truth", "[key]"}
    own = {0, len(detail["loc"]) - 1 if detail["type"] == "extra_forbidden" else 0}
    parts = [part for place, part in enumerate(detail["loc"]) if part not in unions or place in own]
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
        if model is Spec:
            initials = [word for word in allowed if "".join(part[0] for part in word.split("_")) == key.casefold()]
            near = initials or nearest(str(parts[-1])[:80], allowed, 3, 0.0)
            return f"  key '{key}' is unknown; {question_of(near)} `sqlmetrics schema` has all words"
        return f"  key '{key}' is unknown; {hint + ' ' if hint else ''}allowed: {', '.join(allowed)}"
    message = re.sub(INSTANCE, MAPPING, detail["msg"].removeprefix("Value error, "))
    held = f"a {type(detail['input']).__name__}" if parts[:1] == ["url"] else found(detail["input"])
    return f"  key '{key}': {message[0].lower()}{message[1:]} (found: {held})"
