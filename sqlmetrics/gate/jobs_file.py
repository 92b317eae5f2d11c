"""A file of jobs: the words that all jobs share, and the spec of each job."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.reading import BY_COLUMN, RELATIONS, read_words, seen_from_here, spec_over
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.spec.unnamed import check_spec_file, check_unnamed
from sqlmetrics.text import there_are

ROLES = ("quasi_identifiers", "sensitive")
"""The words of a spec that give columns a role."""

BY_NAME = (*BY_COLUMN, "thresholds")
"""The words of a spec that hold an entry for each column or metric."""


def read_jobs(file: Path, only: Sequence[str] = (), *, named: bool = True) -> Iterator[tuple[str, Callable[[], Spec]]]:
    """Return the name of each job of a file, and the function that reads its spec.

    The spec is made of the words of the file and of the job, or the job names a spec file. `only`
    names the jobs to return, by default all. Without `named`, a command took the file by itself.

    Raises SpecError where the file has no job, or none of a name in `only`, and for what is wrong
    in the words that all jobs share.
    """
    unnamed = None if named else file
    words = read_words(file)
    jobs = words.pop("jobs", None)
    if not isinstance(jobs, dict) or not jobs:
        raise SpecError(
            f"{file}: list its jobs under `jobs`, as NAME: {{relation: FILE}} or NAME: SPEC.yml;"
            " one spec is for `sqlmetrics check`"
        )
    names = {job_name(str(name)): entry for name, entry in jobs.items()}
    for name in only:
        if name not in names:
            raise SpecError(f"{file} has no job '{name}'; {there_are(name, names)}")
    parse_spec(words, str(file), file.parent)

    def reader(name: str, entry: Any) -> Callable[[], Spec]:
        def read() -> Spec:
            if isinstance(entry, str):
                if unnamed is not None:
                    check_spec_file(file.parent / entry, unnamed, entry)
                return spec_over({}, f"{file}: job '{name}'", file.parent / entry, unnamed=unnamed)
            if not isinstance(entry, dict):
                raise SpecError(f"{file}: job '{name}' is a mapping of a spec's keys, or the name of a spec file")
            spec = parse_spec(
                merged(words, {str(key): value for key, value in entry.items()}),
                f"{file}: job '{name}'",
                file.parent,
            )
            if unnamed is not None:
                check_unnamed(spec, unnamed, confined=True)
            return seen_from_here(spec).model_copy(update={"unnamed": unnamed})

        return read

    return iter([(name, reader(name, entry)) for name, entry in names.items() if not only or name in only])


def merged(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the words of a job: the shared ones, replaced by the job's own.

    Words with an entry for each column or metric are merged entry by entry, so that a job which
    changes one threshold keeps the others. Where a job has roles of its own, shared entries of
    columns that are not among them are left out.
    """
    replaced = RELATIONS if any(word in own for word in RELATIONS) else ()
    words = {word: value for word, value in shared.items() if word not in replaced} | dict(own)
    roles = [words.get(role, []) for role in ROLES]
    named = [column for columns in roles for column in (columns if isinstance(columns, list) else [columns])]
    for word in BY_NAME:
        if isinstance(shared.get(word), dict) and isinstance(own.get(word, {}), dict):
            kept = shared[word]
            if word != "thresholds" and any(role in own for role in ROLES):
                kept = {column: entry for column, entry in kept.items() if column in named}
            words[word] = kept | own.get(word, {})
    return words


def job_name(name: str) -> str:
    """Return a job's name as it is. Raises SpecError for a name that reports cannot show."""
    if not name.strip() or not name.isprintable() or len(name) > 200:
        raise SpecError(f"a job's name is up to 200 printable characters (found: {name!r})")
    return name
