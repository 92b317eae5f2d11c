"""The content of one statement: keys, targets, metrics and options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from sqlmetrics.spec.limits import Limits
from sqlmetrics.spec.partition import Partition
from sqlmetrics.statement.catalogue import Metric

IDENTITY = "identity"
"""The target of re-identification: which individual a record belongs to."""

WEIGHTED = frozenset({"weighted", "households"})
"""The kinds of metrics that need survey weights."""

OFTEN = 10_000
"""The mean number of records from which chance is an expansion, exact to 1e-8 of itself."""

Way = Literal["auto", "textbook", "near-unique", "sorted"]
"""How records are counted: the word `plan` of a spec."""

Order = tuple[str, ...] | Literal["natural"]
"""The values of a sensitive attribute in order, or the order of numbers, dates and texts."""


class Hierarchy(NamedTuple):
    """A hierarchy of a sensitive attribute: each row a value, then its domain on each level."""

    name: str
    rows: tuple[tuple[str, ...], ...]

    @property
    def levels(self) -> list[list[tuple[str, str]]]:
        """Pairs of a node and its parent, a list per level from the values up."""
        return [
            list(dict.fromkeys((row[level], row[level + 1]) for row in self.rows))
            for level in range(len(self.rows[0]) - 1)
        ]


@dataclass(frozen=True)
class Target:
    """The aim of an attacker: the identity, which has no column, or a sensitive attribute.

    People are `told_apart` where they may have several records, and `followed` where there are
    earlier releases. A target `of_points` is aimed at from some points of a person. One that is
    `unscored` is counted and has no metrics.
    """

    name: str
    column: str | None = None
    partition: Partition | None = None
    order: Order | None = None
    hierarchies: tuple[Hierarchy, ...] = ()
    populated: bool = False
    sampled: bool = False
    weighted: bool = False
    housed: bool = False
    told_apart: bool = False
    followed: bool = False
    of_points: bool = False
    unscored: bool = False

    @property
    def scopes(self) -> tuple[str, ...]:
        """The kinds of its metrics, by the catalogue's field `targets`."""
        if self.unscored:
            return ()
        if self.of_points:
            return ("identity", "events") if self.column is None else ("any", "sensitive")
        people = ("appearances",) if self.told_apart else ()
        if self.column is None:
            kinds = {
                "population": self.populated,
                "sampled": self.sampled,
                "weighted": self.weighted,
                "households": self.housed,
            }
            return ("any", "identity", *people, *(kind for kind, there in kinds.items() if there))
        kinds = {
            "ordered": self.order is not None,
            "hierarchical": bool(self.hierarchies),
            "releases": self.followed,
        }
        return ("any", "sensitive", *people, *(kind for kind, there in kinds.items() if there))

    @property
    def view(self) -> tuple[str, str | None]:
        """Its name, and the name of its partition."""
        return self.name, None if self.partition is None else self.partition.name

    @property
    def label(self) -> str:
        """Its name for a reader, with the partition that recodes it."""
        return self.name if self.partition is None else f"{self.name} (as {self.partition.name})"

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters of the metrics of its order and hierarchies, as score records write them.

        The statement adds the worst of several hierarchies, by which a score of theirs is told.
        """
        order = {} if self.order is None else {"ordered": f"order={'natural' if self.order == 'natural' else 'given'}"}
        names = [hierarchy.name for hierarchy in self.hierarchies]
        word = "hierarchies" if len(names) > 1 else "hierarchy"
        return order | {"hierarchical": f"{word}={'+'.join(names)}"} if names else order


class Sample(NamedTuple):
    """What a spec says of the population that a relation is a sample of: its size, or the share."""

    size: int | None
    fraction: float | None

    @property
    def texts(self) -> tuple[str | None, str | None]:
        """The size, or the people outside the sample beside each one in it, as numbers of SQL."""
        odds = None if self.fraction is None else repr((1 - self.fraction) / self.fraction)
        return (None if self.size is None else str(self.size), odds)


@dataclass(frozen=True)
class Plan:
    """The content of one statement, which scores what the keys tell about each target.

    The statement scores its `metrics`. The `estimated` metrics follow from rows of other statements
    on the same counts, and from what is known of the `sample`. The `joint` ones come from a
    statement that reads earlier releases, too. `weight` and `household` are the
    columns of survey weights and of households. `recodings` has the partition of each recoded
    quasi-identifier, and `spelling` each column as the statement writes it where the database
    spells it otherwise. Where classes are `numbered`, a last column has the number of their
    target's classes, whatever the `limit`. `way` is how scores of the table are counted; auto
    leaves that to a sample of the records. `often` is the mean number of records of a cell from
    which chance is an expansion. Each group of records with the same values in the columns `slices`
    is scored as a table of its own. Score records name it by these values where the plan is to
    `show_slices`, and have its number by size otherwise.
    With `sizes` the sizes of classes and of values stand beside the rate of an attribute.
    Where the only quasi-identifier is a person's trace, `points` is the plan of its points, and
    `points_sql` the relation that has them, as the text of a FROM clause.
    """

    quasi_identifiers: tuple[str, ...]
    recodings: dict[str, Partition]
    targets: tuple[Target, ...]
    metrics: tuple[Metric, ...]
    parameters: dict[str, str]
    individual: str | None
    nulls: str
    level: str
    show_values: bool
    limit: int | None
    numbered: bool
    suppressed: dict[str, str] | None
    keep_suppressed: bool
    estimated: tuple[Metric, ...]
    joint: tuple[Metric, ...]
    sample: Sample | None
    weight: str | None
    household: str | None
    way: Way
    slices: tuple[str, ...]
    show_slices: bool
    spelling: Mapping[str, str] = field(default_factory=dict)
    points: Plan | None = None
    points_sql: str | None = None
    often: int = OFTEN
    sizes: bool = False

    def spelt(self, column: str) -> str:
        """Return a column as a statement writes it."""
        return self.spelling.get(column, column)

    @property
    def populated(self) -> bool:
        """Whether the population's counts stand beside the table's."""
        return any(metric.targets == "population" for metric in self.metrics)

    @property
    def weighted(self) -> bool:
        """Whether the survey weights of classes stand beside their records.

        At level `class` they order the classes of the identity, whatever is scored.
        """
        needed = self.level == "class" or any(metric.targets in WEIGHTED for metric in self.metrics)
        return self.weight is not None and needed

    @property
    def housed(self) -> bool:
        """Whether the risk of households is measured."""
        return self.household is not None and any(metric.targets == "households" for metric in self.metrics)

    @property
    def hidden_marks(self) -> dict[str, str]:
        """The mark of each quasi-identifier, where records with all of them are left out."""
        return {} if self.keep_suppressed else self.suppressed or {}

    @property
    def attributes(self) -> tuple[str, ...]:
        """The sensitive attributes, each once."""
        return tuple(dict.fromkeys(target.column for target in self.targets if target.column is not None))

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column of the relation that is read, once."""
        named = (*self.slices, *self.quasi_identifiers, *(target.column for target in self.targets), self.individual)
        named = (*named, self.weight if self.weighted else None, self.household if self.housed else None)
        return tuple(dict.fromkeys(column for column in named if column is not None))

    @property
    def reads_extent(self) -> bool:
        """Whether the relation is read once more, for its records and individuals."""
        return self.individual is not None or self.nulls == "drop" or self.level != "table" or bool(self.suppressed)

    @property
    def tells_slice_people(self) -> bool:
        """Whether the people of each slice are counted by a statement of its own."""
        return bool(self.slices) and self.individual is not None

    def lists_texts(self, limits: Limits) -> bool:
        """Whether texts become enums before they are counted, so that groups can be spilled."""
        return self.individual is not None and limits.memory is not None

    def needed(self, target: Target) -> list[str]:
        """Return the columns of a target in which `nulls: drop` allows no NULL."""
        columns = (*self.quasi_identifiers, target.column, self.individual)
        return [column for column in columns if column is not None]

    def key_types(self, columns: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Return the types of the quasi-identifiers: empty where unknown, text where recoded."""
        types = dict(columns)
        return {name: "VARCHAR" if name in self.recodings else types.get(name, "") for name in self.quasi_identifiers}

    @property
    def measured(self) -> Plan:
        """The plan with only the targets that have a metric."""
        return replace(self, targets=tuple(target for target in self.targets if self.metrics_of(target)))

    @property
    def strict(self) -> bool:
        """Whether a partition may leave values without a domain."""
        return any(partition.strict for partition in self.partitions)

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """Every partition that is applied, to quasi-identifiers and to targets."""
        on_targets = (target.partition for target in self.targets if target.partition is not None)
        return (*self.recodings.values(), *on_targets)

    @property
    def scored(self) -> tuple[Metric, ...]:
        """The metrics of its statement, and the metrics that are measured beside it."""
        return (*self.metrics, *self.estimated, *self.joint)

    def metrics_of(self, target: Target) -> tuple[Metric, ...]:
        """Return the metrics that a target is measured by."""
        return tuple(metric for metric in self.metrics if metric.targets in target.scopes)

    def parameters_of(self, metric: Metric) -> dict[str, str]:
        """Return the parameters that a metric is scored with: the spec's, else its defaults."""
        return {name: self.parameters.get(name, default) for name, default in metric.parameters.items()}
