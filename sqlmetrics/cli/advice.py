"""The command that looks for the smallest change that passes: advise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from sqlmetrics.cli import shared
from sqlmetrics.cli.flags.advice import (
    About,
    AdviceFormat,
    AdviceFormatOption,
    AdvisedSpec,
    AtMost,
    Frontier,
    Generalize,
    Keep,
    LeaveOut,
    Local,
    Loss,
    Prefer,
    PrintDbt,
    PrintSpec,
    PrintView,
    StarsOption,
    Suppress,
    TimeLimit,
)
from sqlmetrics.cli.flags.output import Dialect, Output
from sqlmetrics.cli.flags.relation import (
    Database,
    MemoryLimit,
    NoSpec,
    Query,
    Relation,
    SpecFile,
    TempDirectory,
    Threads,
    Timeout,
    Trusted,
    Url,
    Where,
)
from sqlmetrics.cli.flags.utility import Classifiers, WorkloadAttributes
from sqlmetrics.cli.gathering import gathering
from sqlmetrics.cli.output import check_ending, draw_report, write, write_sql
from sqlmetrics.errors import SpecError

HOW = "--print-sql prints the statement that creates the view, --dbt the same as a model, --print-spec view its spec."
"""The sentence below what is advised."""

if TYPE_CHECKING:
    from sqlmetrics.advice.result import Advice
    from sqlmetrics.engine.progress import Progress
    from sqlmetrics.spec.spec import Spec


def advised_spec(
    relation: Relation = None,
    query: Query = None,
    records_where: Where = None,
    generalize: Generalize = None,
    suppress: Suppress = None,
    loss: Loss = None,
    leave_out: LeaveOut = False,
    about: About = None,
    keep: Keep = None,
    at_most: AtMost = None,
    prefer: Prefer = None,
    local: Local = False,
    stars: StarsOption = None,
    time_limit: TimeLimit = None,
    frontier: Frontier = False,
    workload_attribute: WorkloadAttributes = None,
    classifier: Classifiers = None,
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
    """Return the spec of a file with thresholds, with the words of `advise` that the flags give.

    Raises SpecError where the file is not named or makes no spec.
    """
    words = {
        "generalizations": shared.levels_of(generalize),
        "suppress": suppress,
        "leave_out": leave_out,
        "loss": loss,
        "about": about,
        "keep": keep,
        "at_most": _numbers(at_most, "--at-most", "=", "COL=LEVEL, a whole number", int),
        "prefer": _numbers(prefer, "--prefer", ":", "COL:WEIGHT, a number", float),
        "local": local,
        "stars": stars,
        "time_limit": time_limit,
        "frontier": frontier,
        "workload": workload_attribute,
        "classifiers": classifier,
    }
    place: dict[str, Any] = {"relation": relation, "query": query, "where": records_where}
    place |= {"database": database, "url": url, "trusted": trusted}
    place |= {"memory_limit": memory_limit, "threads": threads, "temp_directory": temp_directory, "timeout": timeout}
    place["advise"] = {word: value for word, value in words.items() if value}
    return shared.threshold_spec(place, spec, without=no_spec)


def _numbers(texts: list[str] | None, flag: str, mark: str, form: str, kind: type[int] | type[float]) -> dict[str, Any]:
    """Return the numbers by column of texts such as COL=3. Raises SpecError for any other text."""
    numbers = {}
    for text in texts or ():
        column, _, number = text.rpartition(mark)
        try:
            numbers[column] = kind(number)
        except ValueError:
            column = ""
        if not column:
            raise SpecError(f"{flag} {text}: write {form}")
    return numbers


@gathering(spec=advised_spec, progress=shared.progress)
def advise(
    *,
    spec: Spec,
    progress: Progress,
    format_: AdviceFormatOption = AdviceFormat.table,
    output: Output = None,
    print_sql: PrintView = False,
    dbt: PrintDbt = False,
    print_spec: PrintSpec = None,
    dialect: Dialect = None,
) -> None:
    """Find the smallest change that passes the thresholds.

    It is a view that recodes quasi-identifiers and suppresses a few records. The exit code is 1
    where none passes.
    """
    from sqlmetrics.advice.advice import advise as advised
    from sqlmetrics.output.results.advice import advice_forms, advice_report

    asked = [
        flag for flag, given in (("--print-sql", print_sql), ("--dbt", dbt), ("--print-spec", print_spec)) if given
    ]
    if len(asked) > 1:
        raise SpecError(f"{' and '.join(asked)} print different texts; give one of them")
    if print_spec is not None:
        check_ending(output, "a spec is YAML", ".yml")
    elif asked:
        check_ending(output, "a statement is SQL", ".sql")
    result = advised(spec, dialect=dialect, progress=progress)
    if not asked:
        write(advice_forms(result, *([HOW] if result.passed else [])), output, format_)
    elif not result.passed and (not print_sql or result.local is None):
        draw_report(advice_report(result), err=True)
    elif print_sql:
        views = [view for view in (result.view, None if result.local is None else result.local.statement) if view]
        write_sql("\n".join(f"{view};\n" for view in views), output)
    elif dbt:
        write_sql(str(result.model), output)
    else:
        write(_spec_text(result, print_spec == AdvisedSpec.source), output)
    if not result.passed:
        raise typer.Exit(1)


def _spec_text(result: Advice, of_source: bool) -> str:
    """Return the spec of the view or of the source. Raises SpecError where there is none."""
    from sqlmetrics.advice.view.specs import spec_text

    words = result.source_spec if of_source else result.spec
    if words is None:
        raise SpecError(
            "no spec of the source passes, as records are suppressed; --print-spec view is that of the view"
            if result.suppressed
            else "no spec of the source passes, as every quasi-identifier is left out"
        )
    told = "recoded so that it passes" if of_source else "the view"
    if not of_source and not {"database", "url"} & words.keys():
        told += "; name the `database` or `url` that has it"
    return spec_text(words, f"sqlmetrics {result.version}: {result.relation_name}, {told}")
