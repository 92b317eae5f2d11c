"""The flags that commands share, and what is made of them: a spec, a place, limits, progress."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from sqlmetrics.cli.choices import Format, ListFormat
from sqlmetrics.cli.command import shared_flags
from sqlmetrics.cli.default_spec import DEFAULT, Taken, spec_file
from sqlmetrics.cli.flags import SPELLINGS, WORD_OF
from sqlmetrics.cli.hints import repeated_flag
from sqlmetrics.cli.messages import say
from sqlmetrics.cli.output import kept_rows, write, write_sql
from sqlmetrics.engine.progress import Draw, Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.output.progress import draw_line
from sqlmetrics.spec.input_file import is_spec
from sqlmetrics.spec.place import filtered

if TYPE_CHECKING:
    from sqlmetrics.engine.comparison import Sides
    from sqlmetrics.output.forms import Forms
    from sqlmetrics.risk.combinations.results import Most
    from sqlmetrics.spec.limits import Limits
    from sqlmetrics.spec.place import Place
    from sqlmetrics.spec.spec import Spec

ROWS = 10
"""The rows of each list in a report for people, unless `--limit` gives another number."""

SLICES = "--all shows all of them."
"""The sentence on how to see the slices that are not shown."""

RELATION = "relation query where"
ROLES = "quasi_identifier sensitive identifier ignore individual weight household"
SAMPLE = "population population_size sampling_fraction"
SUPPRESSED = "suppressed keep_suppressed"
RECODING = "partition order hierarchy"
PARAMETERS = "l k risk_threshold log_base share"
FILE = "spec no_spec"
PLACE = "database url encoding separator sheet labels header end missing type loose trusted"
LIMITS = "memory_limit threads temp_directory timeout"


@shared_flags(
    RELATION,
    ROLES,
    SAMPLE,
    SUPPRESSED,
    "attacker by harmonise",
    RECODING,
    "metric metrics_path",
    PARAMETERS,
    FILE,
    "level nulls",
    PLACE,
    "role exact_names",
    LIMITS,
)
def spec(spec: Path | None = None, no_spec: bool = False, **flags: Any) -> Spec:
    """Return the spec that the flags make, alone or on top of a spec file.

    Raises SpecError for values that make no spec, and where no relation is named.
    """
    parameters = {WORD_OF[name]: flags.pop(name) for name in PARAMETERS.split()}
    flags["parameters"] = {word: value for word, value in parameters.items() if value is not None}
    return flags_spec(flags, spec_file(flags, spec, without=no_spec)).checked()


@shared_flags(RELATION, PLACE, "exact_names", LIMITS)
def relation_spec(**flags: Any) -> Spec:
    """Return the spec of a relation without roles, alone. Raises SpecError where none is named."""
    return flags_spec(flags).checked()


@shared_flags("self_test", *spec.defaults)
def spec_unless_self_test(self_test: bool = False, **flags: Any) -> Spec | None:
    """Return the spec that the flags make, or None for a self-test, which has its own."""
    if self_test:
        refuse_beside("--self-test", flags)
        return None
    made: Spec = spec.make(**flags)
    return made


@shared_flags("published", *spec.defaults)
def spec_or_published(published: list[str] | None = None, **flags: Any) -> Spec:
    """Return the spec that the flags make, or of the first published table, which has no roles."""
    if published:
        at = {name: flags.pop(name) for name in f"{PLACE} {LIMITS}".split()}
        refuse_beside("--published", flags)
        return flags_spec({**at, "relation": published[0]}).checked()
    made: Spec = spec.make(**flags)
    return made


def refuse_beside(own: str, flags: Mapping[str, Any]) -> None:
    """Raise SpecError where one of the flags has a value, which a flag of ours does not take."""
    for name in words_given(flags):
        named = name if name == "relation" else SPELLINGS.get(name, f"--{name.replace('_', '-')}")
        raise SpecError(f"{own} does not take {named}; leave it out")


@shared_flags(RELATION, "by min_people previous role more counts limits", FILE, PLACE, LIMITS)
def checked_spec(
    relation: str | None = None,
    more: list[str] | None = None,
    counts: bool = False,
    spec: Path | None = None,
    no_spec: bool = False,
    **flags: Any,
) -> Spec:
    """Return the spec of a file with thresholds, with the place and the limits of the flags.

    With `counts` the relation and what follows it are files of counts. Raises SpecError where the
    file is not named or makes no spec.
    """
    if more and not counts:
        raise SpecError(f"one relation is checked at a time, and {more[0]} is another; files of counts need --counts")
    files = [name for name in (relation, *(more or ())) if name is not None] if counts else []
    words = {"relation": None if counts else relation, "counts": files, **flags}
    return threshold_spec(words, spec, without=no_spec, guesses=not counts)


def threshold_spec(flags: dict[str, Any], named: Path | None, *, without: bool, guesses: bool = False) -> Spec:
    """Return the spec of a file with thresholds, below the words of flags.

    A command that `guesses` roles needs no file where flags name published limits. Raises SpecError
    where the file is not named or makes no spec.
    """
    file = spec_file(flags, named, without=without)
    alone = file is None and not is_spec(flags["relation"], tables=bool(flags["database"] or flags["url"]))
    if alone and not (guesses and flags["limits"]):
        told = "" if flags["database"] or flags["url"] else f" {shlex.quote(flags['relation'] or '')} -o {DEFAULT}"
        hint = "" if flags["relation"] is None else f", which `sqlmetrics init{told}` begins"
        raise SpecError(
            f"name the spec that holds the thresholds: --spec FILE.yml, or write {DEFAULT} in this folder{hint}"
        )
    return flags_spec(flags, file).checked()


class Answerable(Protocol):
    """A question that is answered, or printed as its statement."""

    def answer(self, progress: Progress | None = None, /) -> Any:
        """Return the answer."""

    def printed(self, dialect: str | None = None, /) -> str:
        """Return the statement in a dialect."""


class Destination(NamedTuple):
    """Where the result of a question goes, and in which form; or the statement in its place."""

    format: Format | ListFormat
    output: Path | None
    print_sql: bool
    dialect: str | None

    def limit(self, limit: int | None) -> int | None:
        """Return the limit of each list; see `shown_rows`. A statement has the given one."""
        return limit if self.print_sql else shown_rows(limit, self.format)

    def write(self, question: Answerable, progress: Progress, forms: Callable[[Any], Forms]) -> None:
        """Write the answer to a question in its form, or print its statement."""
        if self.print_sql:
            write_sql(question.printed(self.dialect), self.output)
        else:
            write(forms(question.answer(progress)), self.output, self.format)

    def write_list(
        self,
        statement: Callable[..., str],
        answer: Callable[..., Any],
        forms: Callable[[Any], Forms],
        spec: Spec,
        progress: Progress,
        limit: int | None,
        **words: Any,
    ) -> None:
        """Write what a function answers of a spec, or print what another one says is asked.

        Both take the `words` and the limit of each list. Rows for machines are kept on disk.
        """
        if self.print_sql:
            write_sql(statement(spec, dialect=self.dialect, limit=limit, **words), self.output)
            return
        limit = shown_rows(limit, self.format)
        with kept_rows(self.format, spec.run_limits, progress) as store:
            found = answer(spec, limit=limit, progress=progress, store=store, **words)
            write(forms(found), self.output, self.format)


@shared_flags()
def destination(
    format_: Format | ListFormat = Format.table,
    output: Path | None = None,
    print_sql: bool = False,
    dialect: str | None = None,
) -> Destination:
    """Return where the flags say that a result goes."""
    return Destination(format_, output, print_sql, dialect)


list_destination = destination.with_defaults(format_=ListFormat.table)
"""The destination of a list, whose lines may be JSON."""


@shared_flags()
def original_and_releases(
    releases: list[str],
    original: str | None = None,
    original_where: str | None = None,
    release_where: str | None = None,
    together: bool = False,
    auxiliary: str | None = None,
) -> Sides:
    """Return the original that the flags name, or their first relation, and the releases.

    Releases `together`, or with an `auxiliary` file, have no original; the first of them is in its
    place. Raises SpecError for one relation alone.
    """
    from sqlmetrics.engine.comparison import Sides

    if auxiliary is not None:
        if original is not None or original_where is not None:
            raise SpecError(
                "an auxiliary file is looked for in releases without their original; leave out --original, or"
                " --auxiliary"
            )
        first, *others = [filtered(release, release_where) for release in releases]
        return Sides(first, others)
    if together:
        from sqlmetrics.risk.together.question import each_release, series_of

        if original is not None or original_where is not None:
            raise SpecError(
                "releases are compared together without their original; leave out --original, or --together"
            )
        return series_of([filtered(release, release_where) for release in each_release(releases)])
    whole, *made = releases if original is None else [original, *releases]
    if not made:
        raise SpecError(f"name the `original` of {whole}, or write it before {whole}")
    return Sides(filtered(whole, original_where), [filtered(release, release_where) for release in made])


@shared_flags(PLACE, LIMITS)
def place(**flags: Any) -> Place:
    """Return the place that the flags make. Raises SpecError."""
    return flags_spec(flags).place


@shared_flags(LIMITS)
def run_limits(**flags: Any) -> Limits:
    """Return the limits that the flags make. Raises SpecError."""
    return flags_spec(flags).run_limits


@shared_flags()
def progress(quiet: bool = False) -> Progress:
    """Return the progress of a run, which a terminal shows as a line, unless it is to be quiet."""
    return Progress(draw=progress_drawer(quiet))


def progress_drawer(quiet: bool) -> Draw | None:
    """Return the function that draws progress on a terminal, or None to draw nothing."""
    return draw_line if not quiet and sys.stderr.isatty() else None


def flags_spec(flags: Mapping[str, Any], file: Taken | None = None) -> Spec:
    """Return the spec of flags by their names, alone or on top of a spec file.

    A flag without a value is left out, so that the file's word holds. A spec file in the place of
    the relation is taken as the spec.
    """
    from sqlmetrics.spec.reading import spec_over

    relation = flags.get("relation")
    if is_spec(relation, tables=bool(flags.get("database") or flags.get("url"))):
        if file is not None:
            raise SpecError(f"{relation} is a spec, as --spec {file.path} is; name one spec, and a relation beside it")
        flags, file = {**flags, "relation": None}, Taken(Path(str(relation)), named=True)
    words = words_given(flags)
    if file is None:
        spec = spec_over(words, "the flags")
    else:
        spec = spec_over(words, "the flags", file.path, unnamed=None if file.named else file.path)
    spec.place.declare()
    return spec


def planned(spec: Spec, progress: Progress) -> Spec:
    """Return the spec of the release that a spec describes, and say what is to be known of it."""
    from sqlmetrics.publication.planned import planned_release

    release = planned_release(spec.checked(), progress)
    for line in release.told:
        say(line)
    return release.spec


def words_given(flags: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of flags by their words, without flags of no value; 0 is a value."""
    numbers = {name for name, value in flags.items() if type(value) in {int, float}}
    return {WORD_OF.get(name, name): value for name, value in flags.items() if value or name in numbers}


def options_of(flags: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of flags by their words, lists as tuples, without flags of no value."""
    return {
        WORD_OF[name]: tuple(value) if isinstance(value, list) else value
        for name, value in flags.items()
        if value is not None
    }


def most_slices(all_: bool) -> int:
    """Return the most slices that are read: `all_` that are scored, or as many as people read."""
    from sqlmetrics.scoring.score_rows import MANY_SLICES, MOST_SLICES

    return MOST_SLICES if all_ else MANY_SLICES


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


def with_words(spec: Spec, **words: Any) -> Spec:
    """Return a spec with words of flags in place of its own; one of None leaves the spec's.

    Published limits stand beside its own.
    """
    from sqlmetrics.spec.reading import limits_together, spec_over

    given = {word: value for word, value in words.items() if value is not None}
    checked = spec_over(given, "the flags")
    limits = {"limits": limits_together(spec.limits, checked.limits)}
    return spec.model_copy(update={word: getattr(checked, word) for word in given} | limits)


def most_keys(subsets: str) -> Most:
    """Return the largest size of combinations, as --subsets gives it: a number or `all`."""
    return int(subsets) if subsets.isdecimal() else cast("Most", subsets)


def score_subsets(
    spec: Spec, most: Most, format_: Format | ListFormat, output: Path | None, limit: int | None, progress: Progress
) -> None:
    """Score every combination of up to `most` quasi-identifiers, and write the result."""
    from sqlmetrics.output.results.combinations import subsets_forms
    from sqlmetrics.risk.combinations.measured import subsets

    result = subsets(spec, most, progress=progress, say=say)
    write(subsets_forms(result, shown_rows(limit, format_)), output, format_)
