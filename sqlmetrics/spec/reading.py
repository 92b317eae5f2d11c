"""From YAML files and flags to a Spec."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlmetrics.errors import SpecError
from sqlmetrics.spec.spec import Spec, parse_partition_file, parse_spec


def read_spec(path: Path) -> Spec:
    """Return the spec of a YAML file; its relative paths start at its own folder. Raises SpecError."""
    return parse_spec(read_words(path), str(path), path.parent)


def read_words(path: Path) -> dict[str, Any]:
    """Return the keys of a YAML file as they are written. Raises SpecError."""
    import yaml

    try:
        text = path.read_text(encoding="utf-8")
        words = yaml.safe_load(text)
        repeated = _repeated(yaml.compose(text, yaml.SafeLoader))
    except FileNotFoundError:
        raise SpecError(f"no such spec file: {path}; `sqlmetrics init RELATION --output {path.name}` writes one") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"cannot read the spec file {path}: {error}") from None
    except yaml.YAMLError as error:
        raise SpecError(f"{path} is not valid YAML: {error}") from None
    if not isinstance(words, dict):
        raise SpecError(f"{path}: a spec is a mapping of keys such as quasi_identifiers and sensitive")
    if repeated is not None:
        raise SpecError(f"{path}: key {repeated} is there twice; one of the two would be lost")
    return {str(key): value for key, value in words.items()}


def _repeated(document: Any) -> str | None:
    """Return a key that a mapping of a YAML document holds twice, with its line, or None."""
    nodes, walked = [document], set()
    while nodes:
        node = nodes.pop()
        if node is None or node.id == "scalar" or id(node) in walked:
            continue
        walked.add(id(node))
        if node.id == "sequence":
            nodes += node.value
            continue
        seen: set[str] = set()
        for key, value in node.value:
            nodes.append(value)
            if key.id == "scalar":
                if key.value in seen:
                    return f"'{key.value}' (line {key.start_mark.line + 1})"
                seen.add(key.value)
    return None


def located(spec: Spec) -> Spec:
    """Return a spec file's spec with its paths seen from where the command runs; the name of a table stays as it is."""
    tables = spec.database is not None or spec.url is not None
    words = ("database", "temp_directory") if tables else ("relation", "database", "population", "temp_directory")
    paths = {word: path for word in words if (path := getattr(spec, word)) is not None}
    return spec.model_copy(update={word: path if "://" in str(path) else type(path)(spec.folder / path) for word, path in paths.items()})


def read_flags(flags: Mapping[str, Any], file: Path | None = None) -> Spec:
    """Return the spec that flags make, alone or on top of a spec file, whose words they replace.

    Partitions, orders and hierarchies add up by column; those of columns that the flags leave without a role are left out.

    The file's own paths start at its folder, those of the flags where the command runs. Raises SpecError.
    """
    partitions: dict[str, list[Any]] = {}
    for text in flags.get("partitions", ()):
        column, equals, path = text.partition("=")
        if not equals or not column or not path:
            raise SpecError(f"--partition {text}: write COL=FILE, or COL=FILE:LEVEL for a level of a hierarchy")
        written = parse_partition_file(path)
        partitions.setdefault(column, []).append(written | {"file": str(Path(written["file"]).absolute())})
    orders: dict[str, Any] = {}
    for text in flags.get("orders", ()):
        column, equals, values = text.partition("=")
        if not equals or not column or not values:
            raise SpecError(f"--order {text}: write COL=natural, or COL=VALUE,VALUE,.. for values in order")
        orders[column] = values if values == "natural" else next(csv.reader([values]))
    hierarchies: dict[str, str] = {}
    for text in flags.get("hierarchies", ()):
        column, equals, path = text.partition("=")
        if not equals or not column or not path:
            raise SpecError(f"--hierarchy {text}: write COL=FILE")
        hierarchies[column] = str(Path(path).absolute())
    words = {word: value for word, value in flags.items() if word not in {"partitions", "orders", "hierarchies"}}
    asked = parse_spec(words | {"partitions": partitions, "orders": orders, "hierarchies": hierarchies}, "the flags")
    if file is None:
        return asked
    spec = located(read_spec(file))
    given = {word: getattr(asked, word) for word in words if word != "parameters"}
    merged = spec.model_copy(update=given)
    kept = {
        word: {column: entry for column, entry in getattr(spec, word).items() if column in (*merged.quasi_identifiers, *merged.sensitive)}
        for word in ("partitions", "orders", "hierarchies")
        if "quasi_identifiers" in flags or "sensitive" in flags
    }
    merged = merged.model_copy(update=kept)
    added: dict[str, Any] = {word: getattr(merged, word) | getattr(asked, word) for word in ("partitions", "orders", "hierarchies")}
    parameters = merged.parameters.model_copy(update=asked.parameters.model_dump(exclude_none=True))
    return merged.model_copy(update=added | {"parameters": parameters})
