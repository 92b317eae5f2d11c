"""The spec that a command takes when none is named: `sqlmetrics.yml` in the working directory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics.cli.messages import say
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.input_file import DEFAULT_SPEC, is_spec

if TYPE_CHECKING:
    from sqlmetrics.spec.spec import Spec

DEFAULT = Path(DEFAULT_SPEC)
"""The file that is taken where the command line names no spec."""

TAKEN = f"with {DEFAULT} of this folder, where no flag says otherwise; --no-spec leaves it aside"
"""The message of a run that takes DEFAULT, beside each result."""

TAKEN_JOBS = f"with the jobs of {DEFAULT} of this folder"
"""The message of `run` where no file of jobs is named, so that it takes the jobs of DEFAULT."""


class Taken(NamedTuple):
    """A file that a command takes, and whether the command line names it."""

    path: Path
    named: bool


def spec_file(flags: Mapping[str, Any], named: Path | None, *, without: bool) -> Taken | None:
    """Return the spec file of a command line: the named one, else DEFAULT where it fits, else None.

    It fits a command line without a relation. Beside a relation it is taken where it names the same
    one, or none, as its roles would be another table's. A message says whether it is taken. `flags`
    are the words that the command line gives.

    Raises SpecError where it fits and is no spec.
    """
    if named is not None and without:
        raise SpecError(f"--spec {named} and --no-spec contradict each other; leave one of them out")
    relation = flags.get("relation")
    given = [name for name in (relation, flags.get("query")) if name] or list(flags.get("counts") or [])
    tables = bool(flags.get("database") or flags.get("url"))
    if named is not None or without or is_spec(relation, tables=tables) or not DEFAULT.is_file():
        return None if named is None else Taken(named, named=True)
    query = flags.get("query")
    other = _other_query(query) if query else _other_relation(given, flags) if given else None
    if other is not None:
        say(f"{DEFAULT} of this folder is not used, as it {other}; --spec {DEFAULT} uses its other words")
        return None
    say(TAKEN)
    return Taken(DEFAULT, named=False)


def jobs_file(named: Path | None) -> Taken:
    """Return the file of jobs of a command line: the named one, else DEFAULT. Raises SpecError."""
    if named is None and not DEFAULT.is_file():
        raise SpecError(f"name the file that lists the `jobs`, or write {DEFAULT} in this folder")
    if named is None:
        say(TAKEN_JOBS)
    return Taken(named or DEFAULT, named=named is not None)


def _other_relation(given: list[str], flags: Mapping[str, Any]) -> str | None:
    """Return what DEFAULT is about, where that is not the given relation, else None."""
    from sqlmetrics.spec.reading import read_spec, read_words, seen_from_here

    if "jobs" in read_words(DEFAULT):
        return "lists jobs"
    spec = seen_from_here(read_spec(DEFAULT))
    own = spec.about
    if own and not (len(own) == len(given) and all(map(_one_name, own, given))):
        return f"is about {spec.name}"
    return None if _one_place(spec, flags, given) else "is about another database"


def _other_query(query: str) -> str | None:
    """Return what DEFAULT is about, where it names another relation than a query, else None."""
    from sqlmetrics.spec.reading import read_spec, read_words

    if "jobs" in read_words(DEFAULT):
        return "lists jobs"
    spec = read_spec(DEFAULT)
    return None if spec.about in ([], [query]) else f"is about {', '.join(spec.about)}"


def _one_place(spec: Spec, flags: Mapping[str, Any], given: list[str]) -> bool:
    """Return whether a spec has the place of a command line, or names neither place nor relation.

    Without a flag the place is the spec's, unless the relation is a file that is there.
    """
    places = [str(flags[word]) for word in ("database", "url") if flags.get(word)]
    own = [str(place) for place in (spec.database, spec.url) if place]
    if not own:
        return not places or (spec.relation is None and spec.query is None)
    if not places:
        return bool(flags.get("query")) or not Path(given[0]).exists()
    return len(places) == len(own) and all(map(_one_name, places, own))


def _one_name(one: str, other: str) -> bool:
    """Return whether two names are the same, or name one file."""
    return one == other or ("://" not in one + other and Path(one).resolve() == Path(other).resolve())
