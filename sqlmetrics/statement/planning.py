"""A Spec becomes a Plan, with its roles, metrics and columns checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.hierarchies import read_rooted_tree
from sqlmetrics.spec.partition import Partition, as_text
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.slice_words import SliceForm
from sqlmetrics.spec.spec import Spec, suppression_marks
from sqlmetrics.statement.catalogue import Metric, check_rate_name, choose, metric_named
from sqlmetrics.statement.plan import IDENTITY, Hierarchy, Order, Plan, Sample, Target
from sqlmetrics.statement.types import check_cut_type, check_slice_type, check_weight, missing_column
from sqlmetrics.text import joined, there_are

NEEDS = {
    "sensitive": "a sensitive attribute: name it in `sensitive`",
    "ordered": "a sensitive attribute that is measured as it is: name it in `sensitive`",
    "population": "a table of the population: name it as `population`",
    "weighted": "survey weights: name their column as `weight`",
    "households": "survey weights and households: name their columns as `weight` and `household`",
    "appearances": "people who may have several records: name the column that tells them apart as `individual`",
    "sampled": "the size of the population: give `population_size`, or `sampling_fraction`",
    "events": "people with several records: name their column as `individual`, and the points that an attacker knows as"
    " `known`",
    "releases": "a sensitive attribute, and earlier releases of the same people: name them in `previous`",
    "hierarchical": "a hierarchy of a sensitive attribute: name it in `hierarchies`",
}
"""The missing word of the spec, by the kind of a metric that no target has."""


KNOWN_SLICE = (
    "column '{column}' is named by `by`, where each of its values is a table of its own, and as a quasi-identifier,"
    " which an attacker knows within one table; choose the one that is meant"
)
"""The refusal of a column that is to slice the table, and to be known."""

MOST_WILD = 62
"""The most quasi-identifiers where NULL matches every value: a bit of a number for each."""

Resolved = Mapping[str, Sequence[Partition | None]]
"""The partitions of columns; None stands for the column as it is."""


def build_plan(
    spec: Spec,
    *,
    show_values: bool = False,
    limit: int | None = None,
    numbered: bool = False,
    keyless: bool = False,
) -> Plan:
    """Return the plan of a spec, whose classes are `numbered` where a limit leaves some out.

    Where an answer is the same for all keys, it is `keyless`: a spec without any has the first
    sensitive attribute in their place. Raises SpecError for roles that clash, unknown metrics or
    partitions, and missing keys.
    """
    if limit is not None and limit < 1:
        raise SpecError(f"limit is the number of classes to keep, at least 1 (found: {limit})")
    check_roles(spec, keyless=keyless)
    spec = with_names(spec)
    partitions = resolved_partitions(spec)
    recodings = key_recodings(spec, partitions)
    sample = _sample_of(spec)
    identity = Target(
        IDENTITY,
        populated=spec.population is not None,
        sampled=sample is not None,
        weighted=spec.weight is not None,
        housed=spec.household is not None,
        told_apart=spec.individual is not None,
    )
    targets = (identity, *sensitive_targets(spec, partitions))
    metrics = scored_metrics(spec, targets)
    if spec.nulls == "any":
        _check_wild(spec)
        targets = (identity,)
    return Plan(
        quasi_identifiers=tuple(spec.quasi_identifiers or spec.sensitive[:1]),
        recodings=recodings,
        targets=targets,
        metrics=tuple(metric for metric in metrics if metric.rows is None),
        parameters=spec.parameters.texts(),
        individual=spec.individual,
        nulls=spec.nulls,
        level=spec.level,
        show_values=show_values,
        limit=limit,
        numbered=numbered and limit is not None and spec.level == "class",
        suppressed=suppression_marks(spec),
        keep_suppressed=spec.keep_suppressed,
        estimated=tuple(metric for metric in metrics if metric.rows is not None and not metric.joint),
        joint=tuple(metric for metric in metrics if metric.joint),
        sample=sample,
        weight=spec.weight,
        household=spec.household,
        slices=tuple(spec.by),
        show_slices=show_values or spec.slices_public,
        way=spec.plan,
    )


def _sample_of(spec: Spec) -> Sample | None:
    """Return what the spec says of the population's size. Raises SpecError for it said twice."""
    if spec.population_size is not None and spec.sampling_fraction is not None:
        raise SpecError("the population's size follows from `population_size` or `sampling_fraction`; give one of them")
    if spec.population_size is None and spec.sampling_fraction is None:
        return None
    return Sample(spec.population_size, spec.sampling_fraction)


def with_names(spec: Spec) -> Spec:
    """Return the spec with its metrics by the catalogue's names. Raises SpecError."""
    partitioned = any(column in spec.partitions for column in spec.sensitive)
    for name in (*spec.metrics, *spec.thresholds):
        check_rate_name(name, len(spec.quasi_identifiers), partitioned=partitioned)
    names = [name if name == "all" else metric_named(name).name for name in spec.metrics]
    return spec if names == spec.metrics else spec.model_copy(update={"metrics": names})


def check_roles(spec: Spec, *, keyless: bool) -> None:
    """Raise SpecError where there is no quasi-identifier, or a column with two roles."""
    if not spec.quasi_identifiers and not keyless:
        raise SpecError("name at least one quasi-identifier in `quasi_identifiers`; `sqlmetrics init` proposes them")
    roles = [(column, "identifier") for column in spec.identifiers]
    roles += [(column, "quasi-identifier") for column in spec.quasi_identifiers]
    roles += [(column, "sensitive attribute") for column in spec.sensitive]
    for column in spec.by:
        if column in spec.quasi_identifiers:
            raise SpecError(KNOWN_SLICE.format(column=column))
    roles += [(column, "column of slices") for column in spec.by]
    roles += [(column, "ignored column") for column in spec.ignored]
    own = {"individual": spec.individual, "survey weight": spec.weight, "household": spec.household}
    roles += [(column, role) for role, column in own.items() if column is not None]
    for column, times in Counter(column for column, _ in roles).items():
        if times > 1:
            both = " and ".join(role for name, role in roles if name == column)
            raise SpecError(f"column '{column}' is named {times} times, as {both}; each column has one role")
    if spec.household is not None and spec.weight is None:
        raise SpecError("the risk of households follows from survey weights; name their column as `weight`")
    if IDENTITY in spec.sensitive:
        raise SpecError(
            f"a sensitive column named '{IDENTITY}' cannot be told from the target of that name; rename it in a view"
        )


def resolved_partitions(spec: Spec) -> Resolved:
    """Return the partitions of the columns. Raises SpecError for a column without a role."""
    _check_measured(spec, spec.partitions, "partition")
    return {
        column: [None if entry == "raw" else entry.resolve(column, spec.folder) for entry in entries]
        for column, entries in spec.partitions.items()
    }


def check_recoded(spec: Spec) -> None:
    """Raise SpecError where `recoded` says words about a column without a role."""
    _check_measured(spec, spec.recoded, "`recoded`")


def _check_measured(spec: Spec, columns: Iterable[str], what: str) -> None:
    for column in columns:
        if column not in (*spec.by, *spec.quasi_identifiers, *spec.sensitive, *spec.outputs.columns):
            raise SpecError(
                f"{what} of '{column}': the column is neither a quasi-identifier nor sensitive; add it as one"
            )


def key_recodings(spec: Spec, partitions: Resolved) -> dict[str, Partition]:
    """Return the partition of each quasi-identifier and column of slices that is recoded."""
    dated = dated_slices(spec.by)
    recodings = {}
    for column in (*spec.by, *spec.quasi_identifiers):
        entries = [*partitions.get(column, [] if column in dated else [None])]
        entries += [dated[column]] if column in dated else []
        if len(entries) != 1:
            what = "column of slices" if column in spec.by else "quasi-identifier"
            raise SpecError(f"{what} '{column}' has {len(entries)} partitions; it is recoded by one")
        if entries[0] is not None:
            recodings[column] = entries[0]
    return recodings


def dated_slices(by: Mapping[str, Iterable[SliceForm]]) -> dict[str, Partition]:
    """Return the partition of each column of slices that is a part of its dates."""
    parts = {column: part for column, said in by.items() for part in said if part != "public"}
    return {column: PartitionSpec(date=part).resolve(column, Path()) for column, part in parts.items()}


def sensitive_targets(spec: Spec, partitions: Resolved) -> Iterator[Target]:
    """Give each sensitive attribute with each of its partitions.

    Its order and its hierarchies name the values as they are.
    """
    orders = given_orders(spec)
    hierarchies = {column: _hierarchies(spec, column) for column in spec.hierarchies}
    for column in (*orders, *hierarchies):
        if column not in spec.sensitive:
            raise SpecError(f"'{column}' has an order or a hierarchy, but is not a sensitive attribute; add it as one")
        if None not in partitions.get(column, [None]):
            raise SpecError(
                f"'{column}' is measured on partitions only; its order or hierarchy names the values as they are:"
                " add `raw`"
            )
    told_apart, followed = spec.individual is not None, bool(spec.released)
    natural: Order | None = "natural" if "t_closeness_ordered" in spec.metrics else None
    for column in spec.sensitive:
        entries = partitions.get(column) or [None]
        names = Counter(partition.name for partition in entries if partition is not None)
        if any(times > 1 for times in names.values()):
            raise SpecError(f"the partitions of '{column}' need names of their own (name: ...)")
        for partition in entries:
            if partition is not None:
                yield Target(column, column, partition, told_apart=told_apart, followed=followed)
                continue
            yield Target(
                name=column,
                column=column,
                order=orders.get(column) or natural,
                hierarchies=hierarchies.get(column, ()),
                told_apart=told_apart,
                followed=followed,
            )


def _hierarchies(spec: Spec, column: str) -> tuple[Hierarchy, ...]:
    """Return the hierarchies of a column, each named by its file.

    Raises SpecError where two have one name, or one is no tree with a root.
    """
    paths = spec.hierarchies[column]
    for name, times in Counter(path.stem for path in paths).items():
        if times > 1:
            raise SpecError(
                f"{times} hierarchies of '{column}' are called {name}, as their files; give each file a name of its own"
            )
    return tuple(Hierarchy(path.stem, read_rooted_tree(spec.folder / path)) for path in paths)


def given_orders(spec: Spec) -> dict[str, Order]:
    """Return the order of each sensitive attribute that has one."""
    orders: dict[str, Order] = {}
    for column, values in spec.orders.items():
        if values == "natural":
            orders[column] = "natural"
            continue
        texts = tuple(as_text(value) for value in values)
        if not texts or len(set(texts)) != len(texts):
            raise SpecError(f"the order of '{column}' must name each value once")
        orders[column] = texts
    return orders


def scored_metrics(spec: Spec, targets: Sequence[Target]) -> tuple[Metric, ...]:
    """Return the metrics that the targets have, among the named ones, or all by default."""
    scopes = {scope for target in targets for scope in target.scopes}
    metrics = choose(spec.metrics, spec.level)
    if spec.nulls == "any":
        metrics = _agreeing(spec, metrics)
    for metric in metrics:
        if spec.metrics and metric.targets not in scopes and "all" not in spec.metrics:
            raise SpecError(f"{metric.name} needs {NEEDS[metric.targets]}")
    return tuple(metric for metric in metrics if metric.targets in scopes)


def _check_wild(spec: Spec) -> None:
    """Raise SpecError for more keys than a NULL may match every value in."""
    if len(spec.quasi_identifiers) > MOST_WILD:
        raise SpecError(f"`nulls: any` takes at most {MOST_WILD} quasi-identifiers; leave some out")


def _agreeing(spec: Spec, metrics: Sequence[Metric]) -> tuple[Metric, ...]:
    """Return the metrics that need no classes. Raises SpecError for another one that is named."""
    found = tuple(metric for metric in metrics if metric.wildcards)
    for metric in metrics if spec.metrics and "all" not in spec.metrics else ():
        if metric not in found:
            names = joined([one.name for one in choose((), spec.level) if one.wildcards])
            raise SpecError(
                f"{metric.name} is about classes of equal keys, which `nulls: any` does not have: records that agree"
                f" with one need not agree with each other. It has {names}; leave {metric.name} out, or say"
                " `nulls: category`"
            )
    return found


def check_population(plan: Plan, columns: Sequence[tuple[str, str]], relation: str) -> None:
    """Raise SpecError where the population lacks a column of keys, or of individuals."""
    names = [name for name, _ in columns]
    for column in (*plan.slices, *plan.quasi_identifiers, *(() if plan.individual is None else (plan.individual,))):
        if column not in names:
            raise SpecError(
                f"the population {relation} has no column '{column}', as the table has;"
                f" {there_are(column, names, 'its columns')}"
            )


def check_columns(plan: Plan, columns: Sequence[tuple[str, str]], relation: str) -> None:
    """Raise SpecError where a column is lacking, or has another type than its role needs."""
    types = dict(columns)
    for column in plan.columns:
        if column not in types:
            raise missing_column(relation, column, types)
    if plan.weight is not None and plan.weighted:
        check_weight(plan.weight, types[plan.weight], relation)
    for column in plan.slices:
        recoding = plan.recodings.get(column)
        check_slice_type(column, None if recoding is None else recoding.date, types[column], relation)
    for partition in plan.partitions:
        check_cut_type(partition, partition.column, types[partition.column], relation)
