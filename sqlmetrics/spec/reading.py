"""A spec file in YAML becomes a Spec, alone or below words that replace its own."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlmetrics.errors import SpecError
from sqlmetrics.files.footprint import SPEC
from sqlmetrics.spec.advice import AdviceSpec, GeneralizationSpec
from sqlmetrics.spec.metric_folders import add_metric_folder
from sqlmetrics.spec.noisy_answers import NoisyAnswersSpec
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.place import is_address
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.spec.unnamed import check_unnamed
from sqlmetrics.spec.yaml_file import read_yaml

RELATIONS = ("relation", "query", "counts")
"""The words of a spec that stand in place of each other."""

KNOWLEDGE = ("quasi_identifiers", "attackers")
"""The words of a spec that say what is known; each stands in place of the other."""

BY_COLUMN = ("partitions", "recoded", "orders", "hierarchies")
"""The words of a spec that hold an entry for each column."""

IN_PARTS = ("parameters", "advise", "outputs", "report")
"""The words of a spec whose own words are replaced one by one."""

ADVISED_BY_COLUMN = ("generalizations", "at_most", "need", "prefer")
"""The words of `advise` that hold an entry for each column."""


def read_spec(path: Path) -> Spec:
    """Return the spec of a YAML file, whose folder its paths are relative to. Raises SpecError."""
    return parse_spec(read_words(path), str(path), path.parent)


def read_words(path: Path) -> dict[str, Any]:
    """Return the words of a YAML file as they are written. Raises SpecError."""
    words = read_yaml(path, SPEC, missing="`sqlmetrics init` writes one that is named as its `output`")
    if not isinstance(words, dict):
        raise SpecError(f"{path}: a spec is a mapping of keys such as quasi_identifiers and sensitive")
    return {str(key): value for key, value in words.items()}


def seen_from_here(spec: Spec) -> Spec:
    """Return a file's spec with its paths relative to the working directory.

    The name of a table stays as it is.
    """
    tables = spec.database is not None or spec.url is not None
    places = ("database", "temp_directory", "history", "metrics_path")
    words = places if tables else ("relation", "population", *places)
    paths = {word: path for word in words if (path := getattr(spec, word)) is not None}
    here: dict[str, Any] = {
        word: path if is_address(str(path)) else type(path)(plainly(spec.folder / path)) for word, path in paths.items()
    }
    if spec.report.file is not None:
        here["report"] = spec.report.model_copy(update={"file": plainly(spec.folder / spec.report.file)})
    if spec.outputs.log is not None:
        here["outputs"] = spec.outputs.model_copy(update={"log": plainly(spec.folder / spec.outputs.log)})
    here["query_folder"] = spec.folder
    if not tables:
        here["tables"] = {
            name: table.model_copy(update={"relation": _from_here([table.relation], spec.folder)[0]})
            for name, table in spec.tables.items()
        }
    here["noisy_answers"] = _answers_from_here(spec, tables=tables)
    if spec.linkage.file is not None and not tables:
        (file,) = _from_here([spec.linkage.file], spec.folder)
        here["linkage"] = spec.linkage.model_copy(update={"file": file})
    if spec.repetition.is_asked and not tables:
        texts = {
            word: path for word in ("generated", "control") if (path := getattr(spec.repetition, word)) is not None
        }
        located = zip(texts, _from_here([*texts.values()], spec.folder), strict=True)
        here["repetition"] = spec.repetition.model_copy(update=dict(located))
    if spec.release.file is not None:
        here["release"] = spec.release.model_copy(update={"file": plainly(spec.folder / spec.release.file)})
    here["counts"] = [path if "://" in path else str(plainly(spec.folder / path)) for path in spec.counts]
    if not tables:
        here["previous"] = _from_here(spec.previous, spec.folder)
        if spec.outputs.published:
            published = _from_here(spec.outputs.published, spec.folder)
            here["outputs"] = here.get("outputs", spec.outputs).model_copy(update={"published": published})
    return spec.model_copy(update=here)


def _answers_from_here(spec: Spec, *, tables: bool) -> NoisyAnswersSpec:
    """Return a file's words on noisy answers, with paths relative to the working directory."""
    answers, coins = spec.noisy_answers.relation, spec.noisy_answers.coins
    changes: dict[str, Any] = {} if coins is None else {"coins": plainly(spec.folder / coins)}
    if not (answers is None or tables or is_address(answers)):
        changes["relation"] = str(plainly(spec.folder / answers))
    return spec.noisy_answers.model_copy(update=changes)


def _from_here(paths: Sequence[str], folder: Path) -> list[str]:
    """Return paths of a folder as they are seen from the working directory."""
    return [path if is_address(path) else str(plainly(folder / path)) for path in paths]


def plainly(path: Path) -> Path:
    """Return a path without `..` where that names the same, which a link on the way may change."""
    normal = Path(os.path.normpath(path))
    return normal if os.path.realpath(normal) == os.path.realpath(path) else path


def spec_over(
    words: Mapping[str, Any], where: str, file: Path | str | None = None, *, unnamed: Path | None = None
) -> Spec:
    """Return the spec of words, alone or on top of a spec file, whose words they replace.

    Partitions, recodings in words, orders and hierarchies add up by column; where the words leave a
    column without a role, its entries are left out. The words of `advise`, `outputs` and `report`
    are replaced one by one. Published limits add up, so that none of a file falls away. Paths of
    the file are relative to its folder, paths of the words to the working directory. `where` is the
    name of the words in messages. `unnamed` is the spec file, or the file of jobs, that a command
    took by itself. Raises SpecError, also where a spec that nobody named does more than it may.
    """
    own = parse_spec(words, where)
    if file is None:
        add_metric_folder(own.metrics_path)
        return own
    own = _with_absolute_paths(own)
    written = read_spec(Path(file))
    spec = seen_from_here(written)
    merged = spec.model_copy(update={word: getattr(own, word) for word in words if word not in (*BY_COLUMN, *IN_PARTS)})
    if any(words.get(word) for word in KNOWLEDGE):
        merged = merged.model_copy(update={word: getattr(own, word) for word in KNOWLEDGE})
    roles = {*merged.quasi_identifiers, *merged.sensitive}
    renamed = any(word in words for word in (*KNOWLEDGE, "sensitive"))
    changes: dict[str, Any] = {
        word: {column: entry for column, entry in getattr(spec, word).items() if not renamed or column in roles}
        | getattr(own, word)
        for word in BY_COLUMN
    }
    for word in RELATIONS:
        if words.get(word) is not None:
            changes |= {other: getattr(own, other) for other in RELATIONS}
            changes["query_folder"] = own.query_folder
    changes["limits"] = limits_together(spec.limits, own.limits)
    changes["parameters"] = spec.parameters.model_copy(update=own.parameters.model_dump(exclude_none=True))
    said = {word: getattr(own.report, word) for word in own.report.model_fields_set}
    changes["report"] = spec.report.model_copy(update=said)
    changes["outputs"] = spec.outputs.over(own.outputs)
    if spec.is_published and words.get("relation") is not None and not own.outputs.published:
        changes["outputs"] = changes["outputs"].model_copy(update={"published": [own.relation]})
    changes["advise"] = _advise_over(own.advise, spec.advise, merged.quasi_identifiers if renamed else None)
    result = merged.model_copy(update=changes | {"file": Path(file), "unnamed": unnamed})
    if unnamed is not None:
        given = {word for word, value in words.items() if value is not None and word not in (*BY_COLUMN, "advise")}
        check_unnamed(
            written,
            unnamed,
            given.union(RELATIONS) if given.intersection(RELATIONS) else given,
            confined=not (result.place.holds_tables or result.trusted),
        )
    add_metric_folder(result.metrics_path)
    return result


def limits_together(shared: Any, own: Any) -> Any:
    """Return the names of published limits that a file shares, and of words on top, each once."""
    first, more = ([*names] if isinstance(names, list | tuple) else [names] if names else [] for names in (shared, own))
    return [*first, *(name for name in more if name not in first)]


def with_outputs(spec: Spec, words: Mapping[str, Any], where: str) -> Spec:
    """Return a spec with words of published tables in place of its own; None leaves the spec's.

    `where` is the name of the words in messages. Raises SpecError.
    """
    given = {word: value for word, value in words.items() if value is not None}
    own = parse_spec({"outputs": given}, where).outputs
    return spec.model_copy(update={"outputs": spec.outputs.over(own)})


def _advise_over(own: AdviceSpec, advise: AdviceSpec, keys: Sequence[str] | None) -> AdviceSpec:
    """Return the words of `advise` of a file below words that replace them one by one.

    Words by column add up; the file's entries for columns that are not among the `keys` are left
    out.
    """

    def kept(column: str) -> bool:
        return keys is None or column in keys

    changes: dict[str, Any] = {word: getattr(own, word) for word in own.model_fields_set}
    if "keep" not in changes:
        changes["keep"] = [column for column in advise.keep if kept(column)]
    for word in ADVISED_BY_COLUMN:
        held = {column: entry for column, entry in getattr(advise, word).items() if kept(column)}
        changes[word] = held | getattr(own, word)
    return advise.model_copy(update=changes)


def _with_absolute_paths(spec: Spec) -> Spec:
    """Return a spec with absolute paths of its mapping and hierarchy files."""

    def absolute(entry: Any) -> Any:
        if isinstance(entry, GeneralizationSpec) and entry.levels is not None:
            return entry.model_copy(update={"levels": [absolute(level) for level in entry.levels]})
        named = isinstance(entry, PartitionSpec | GeneralizationSpec) and entry.file is not None
        return entry.model_copy(update={"file": entry.file.absolute()}) if named else entry

    partitions = {column: [absolute(entry) for entry in entries] for column, entries in spec.partitions.items()}
    hierarchies = {column: [path.absolute() for path in paths] for column, paths in spec.hierarchies.items()}
    advised = {column: absolute(entry) for column, entry in spec.advise.generalizations.items()}
    advise = spec.advise.model_copy(update={"generalizations": advised})
    released = {column: absolute(level) for column, level in spec.release.levels.items()}
    return spec.model_copy(
        update={
            "partitions": partitions,
            "hierarchies": hierarchies,
            "advise": advise,
            "release": spec.release.model_copy(update={"levels": released}),
        }
    )
