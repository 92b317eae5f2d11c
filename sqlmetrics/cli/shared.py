"""The values of shared flags: a spec, a place, limits, progress, and values by column."""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlmetrics.cli.default_spec import DEFAULT, Taken, spec_file
from sqlmetrics.cli.flags.attacks import Original, OriginalWhere, Releases, ReleaseWhere
from sqlmetrics.cli.flags.output import Format, ListFormat, Quiet
from sqlmetrics.cli.flags.relation import (
    HOW,
    HOW_LEVELS,
    Database,
    ExactNames,
    Harmonise,
    Hierarchies,
    Household,
    Identifiers,
    Ignored,
    Individual,
    KAnonymity,
    KeepSuppressed,
    LDiversity,
    LevelOption,
    LogBase,
    MemoryLimit,
    Metrics,
    NoSpec,
    NullsOption,
    Orders,
    Partitions,
    Population,
    PopulationSize,
    QuasiIdentifiers,
    Query,
    Relation,
    RiskThreshold,
    SamplingFraction,
    Sensitive,
    SpecFile,
    SuppressedMark,
    TempDirectory,
    Threads,
    Timeout,
    Trusted,
    Url,
    Weight,
    Where,
)
from sqlmetrics.cli.flags.risk import Counts, More
from sqlmetrics.cli.hints import repeated_flag
from sqlmetrics.engine.progress import Draw, Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.output.progress import draw_line
from sqlmetrics.spec.input_file import is_spec
from sqlmetrics.spec.partition import DATES
from sqlmetrics.spec.relations import Sides, sides
from sqlmetrics.spec.yaml_file import parse_yaml
from sqlmetrics.text import did_you_mean

if TYPE_CHECKING:
    from sqlmetrics.risk.combinations.results import Most
    from sqlmetrics.spec.limits import Limits
    from sqlmetrics.spec.place import Place
    from sqlmetrics.spec.spec import Spec

ROWS = 10
"""The rows of each list in a report for people, unless `--limit` gives another number."""


def spec(
    relation: Relation = None,
    query: Query = None,
    records_where: Where = None,
    quasi_identifier: QuasiIdentifiers = None,
    sensitive: Sensitive = None,
    identifier: Identifiers = None,
    ignore: Ignored = None,
    individual: Individual = None,
    weight: Weight = None,
    household: Household = None,
    population: Population = None,
    population_size: PopulationSize = None,
    sampling_fraction: SamplingFraction = None,
    suppressed: SuppressedMark = None,
    keep_suppressed: KeepSuppressed = False,
    harmonise: Harmonise = False,
    partition: Partitions = None,
    order: Orders = None,
    hierarchy: Hierarchies = None,
    metric: Metrics = None,
    l: LDiversity = None,  # noqa: E741 - the flag's name
    k: KAnonymity = None,
    risk_threshold: RiskThreshold = None,
    log_base: LogBase = None,
    spec: SpecFile = None,
    no_spec: NoSpec = False,
    level: LevelOption = None,
    nulls: NullsOption = None,
    database: Database = None,
    url: Url = None,
    exact_names: ExactNames = False,
    trusted: Trusted = False,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    temp_directory: TempDirectory = None,
    timeout: Timeout = None,
) -> Spec:
    """Return the spec that the flags make, alone or on top of a spec file.

    Raises SpecError for values that make no spec, and where no relation is named.
    """
    parameters = {"l": l, "k": k, "threshold": risk_threshold, "log_base": log_base}
    words = {
        "relation": relation,
        "query": query,
        "where": records_where,
        "database": database,
        "url": url,
        "exact_names": exact_names,
        "trusted": trusted,
        "quasi_identifiers": quasi_identifier,
        "sensitive": sensitive,
        "identifiers": identifier,
        "ignored": ignore,
        "individual": individual,
        "weight": weight,
        "household": household,
        "population": population,
        "population_size": population_size,
        "sampling_fraction": sampling_fraction,
        "suppressed": suppressed,
        "keep_suppressed": keep_suppressed,
        "harmonise": harmonise,
        "partitions": partitions_of(partition),
        "orders": orders_of(order),
        "hierarchies": pairs(hierarchy, "--hierarchy", "COL=FILE"),
        "metrics": metric,
        "parameters": {name: value for name, value in parameters.items() if value is not None},
        "level": level,
        "nulls": nulls,
        "memory_limit": memory_limit,
        "threads": threads,
        "temp_directory": temp_directory,
        "timeout": timeout,
    }
    return flags_spec(words, spec_file(words, spec, without=no_spec)).named()


def checked_spec(
    relation: Relation = None,
    query: Query = None,
    records_where: Where = None,
    more: More = None,
    counts: Counts = False,
    spec: SpecFile = None,
    no_spec: NoSpec = False,
    database: Database = None,
    url: Url = None,
    trusted: Trusted = False,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    temp_directory: TempDirectory = None,
    timeout: Timeout = None,
) -> Spec:
    """Return the spec of a file with thresholds, with the place and the limits of the flags.

    With `counts` the relation and what follows it are files of counts. Raises SpecError where the
    file is not named or makes no spec.
    """
    if more and not counts:
        raise SpecError(f"one relation is checked at a time, and {more[0]} is another; files of counts need --counts")
    files = [name for name in (relation, *(more or ())) if name is not None] if counts else []
    place: dict[str, Any] = {"relation": None if counts else relation, "counts": files}
    place |= {"query": query, "where": records_where, "database": database, "url": url, "trusted": trusted}
    run = {"memory_limit": memory_limit, "threads": threads, "temp_directory": temp_directory, "timeout": timeout}
    return threshold_spec(place | run, spec, without=no_spec)


def threshold_spec(flags: dict[str, Any], named: Path | None, *, without: bool) -> Spec:
    """Return the spec of a file with thresholds, below the words of flags.

    Raises SpecError where the file is not named or makes no spec.
    """
    file = spec_file(flags, named, without=without)
    if file is None and not is_spec(flags["relation"], tables=bool(flags["database"] or flags["url"])):
        raise SpecError(f"name the spec that holds the thresholds: --spec FILE.yml, or write {DEFAULT} in this folder")
    return flags_spec(flags, file).named()


def original_and_releases(
    releases: Releases,
    original: Original = None,
    original_where: OriginalWhere = None,
    release_where: ReleaseWhere = None,
) -> Sides:
    """Return the original that the flags name, or their first relation, and the releases.

    Raises SpecError for one relation alone.
    """
    whole, *made = releases if original is None else [original, *releases]
    if not made:
        raise SpecError(f"name the `original` of {whole}, or write it before {whole}")
    return sides(whole, made, original_where, release_where)


def place(
    database: Database = None,
    url: Url = None,
    trusted: Trusted = False,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    temp_directory: TempDirectory = None,
    timeout: Timeout = None,
) -> Place:
    """Return the place that the flags make. Raises SpecError."""
    run = {"memory_limit": memory_limit, "threads": threads, "temp_directory": temp_directory, "timeout": timeout}
    return flags_spec({"database": database, "url": url, "trusted": trusted} | run).place


def limits(
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    temp_directory: TempDirectory = None,
    timeout: Timeout = None,
) -> Limits:
    """Return the limits that the flags make. Raises SpecError."""
    return place(None, None, False, memory_limit, threads, temp_directory, timeout).limits


def progress(quiet: Quiet = False) -> Progress:
    """Return the progress of a run, which a terminal shows as a line, unless it is to be quiet."""
    return Progress(draw=progress_drawer(quiet))


def progress_drawer(quiet: Quiet = False) -> Draw | None:
    """Return the function that draws progress on a terminal, or None to draw nothing."""
    return draw_line if not quiet and sys.stderr.isatty() else None


def flags_spec(flags: dict[str, Any], file: Taken | None = None) -> Spec:
    """Return the spec of flags by the words of a spec, alone or on top of a spec file.

    A flag without a value is left out, so that the file's word holds. A spec file in the place of
    the relation is taken as the spec.
    """
    from sqlmetrics.spec.reading import spec_over

    relation = flags.get("relation")
    if is_spec(relation, tables=bool(flags.get("database") or flags.get("url"))):
        if file is not None:
            raise SpecError(
                f"{relation} is a spec, as --spec {file.path} is; name one of them, and a relation beside it"
            )
        flags, file = flags | {"relation": None}, Taken(Path(str(relation)), named=True)
    words = {word: value for word, value in flags.items() if value}
    if file is None:
        spec = spec_over(words, "the flags")
    else:
        spec = spec_over(words, "the flags", file.path, unnamed=None if file.named else file.path)
    spec.place.declare()
    return spec


def pairs(texts: list[str] | None, flag: str, form: str) -> dict[str, str]:
    """Return the values of COL=VALUE texts by column. Raises SpecError for any other text."""
    values = {}
    for text in texts or ():
        column, equals, value = text.partition("=")
        if not equals or not column or not value:
            raise SpecError(f"{flag} {text}: write {form}")
        values[column] = value
    return values


def partitions_of(texts: list[str] | None, flag: str = "--partition", how: str = HOW) -> dict[str, list[Any]]:
    """Return the partitions of --partition, as a list for each column. Raises SpecError."""
    partitions: dict[str, list[Any]] = {}
    for text in texts or ():
        for column, form in pairs([text], flag, how).items():
            partitions.setdefault(column, []).append(_partition(column, form, flag, how))
    return partitions


def levels_of(texts: list[str] | None) -> dict[str, Any]:
    """Return the levels of --generalize, by column: one form, or several. Raises SpecError."""
    levels = partitions_of(texts, "--generalize", HOW_LEVELS)
    return {column: forms if len(forms) > 1 else forms[0] for column, forms in levels.items()}


def _partition(column: str, form: str, flag: str, how: str) -> Any:
    """Return a partition as a spec writes it. Raises SpecError for what is no form, and no file."""
    from sqlmetrics.spec.partitions import parse_partition_file

    if form.startswith("{"):
        return parse_yaml(form, f"{flag} {column}")
    if form in DATES:
        return {"date": form}
    if re.fullmatch("[0-9]{1,9}", form):
        return {"prefix": int(form)}
    if form.startswith("cuts:"):
        return {"cuts": form.removeprefix("cuts:").split(",")}
    if form == "raw" and how is HOW:
        return form
    file = parse_partition_file(form)
    if re.fullmatch(r"[^./\\]*", file["file"]) and not Path(file["file"]).exists():
        near = did_you_mean(form, [*DATES, *(["raw"] if how is HOW else [])], most=1)
        raise SpecError(f"{flag} {column}={form}: no such form or file; {near and near + ' '}write {how}")
    return file


def orders_of(texts: list[str] | None) -> dict[str, Any]:
    """Return the orders that --order names, by column. Raises SpecError."""
    written = pairs(texts, "--order", "COL=natural, or COL=VALUE,VALUE,.. for values in order")
    return {column: values if values == "natural" else next(csv.reader([values])) for column, values in written.items()}


def shown_rows(limit: int | None, format_: Format | ListFormat) -> int | None:
    """Return the limit of each list: the given one, else ROWS in reports for people, else None."""
    for_people = format_ in {Format.table, Format.markdown, ListFormat.table}
    return ROWS if limit is None and for_people else limit


def files_of_counts(spec: Spec, counts: bool, more: list[str] | None) -> list[str] | None:
    """Return the files of counts, or None for a relation of records.

    Raises SpecError for several relations without --counts.
    """
    if more and not counts:
        hint = repeated_flag(sys.argv[1:])
        if hint:
            raise SpecError(f"one relation is scored at a time, and {more[0]} is another; {hint}")
        raise SpecError(
            f"one relation is scored at a time, and {more[0]} is another; files of counts are added up with --counts"
        )
    if counts and not spec.counts:
        return [str(spec.relation), *(more or [])]
    return spec.counts or None


def with_estimate(spec: Spec, estimate: float | None) -> Spec:
    """Return a spec whose scores are estimated from as many classes as the flag asks for."""
    from sqlmetrics.spec.reading import spec_over

    if estimate is None:
        return spec
    return spec.model_copy(update={"estimate": spec_over({"estimate": estimate}, "the flags", None).estimate})


def most_keys(subsets: str) -> Most:
    """Return the largest size of combinations, as --subsets gives it: a number or `all`."""
    return int(subsets) if subsets.isdecimal() else cast("Most", subsets)
