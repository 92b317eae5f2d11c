"""A spec of counts, completed by what its files were counted with."""

from __future__ import annotations

from typing import Any, NoReturn

from sqlmetrics.engine.engine import own_engine
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.counts.file import agreeing_files, content, files_read, shown_value
from sqlmetrics.risk.counts.header import Header
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.planning import dated_slices


def counted_spec(spec: Spec) -> Spec:
    """Return a spec of counts, completed by what its files were counted with; another as it is.

    Only their metadata is read. Raises SpecError where they do not agree with the spec.
    """
    if spec.has_records:
        return spec
    with own_engine(spec.run_limits, files=files_read(spec.counts, spec)) as engine:
        return counted_words(spec, agreeing_files(engine, spec.counts)[0].header)


def counted_words(spec: Spec, header: Header) -> Spec:
    """Return a spec, completed by the header of the counts.

    Raises SpecError where the two disagree.
    """
    by = {
        column: said if dated_slices({column: said}) else [*said, *header.by.get(column, [])]
        for column, said in spec.by.items()
    }
    keys = spec.quasi_identifiers or [column for column in header.quasi_identifiers if column not in by]
    sensitive = spec.sensitive or header.sensitive
    for column in keys:
        if column in header.sensitive:
            _refuse(f"role of '{column}'", "quasi-identifier", "sensitive attribute")
    for column in sensitive:
        if column in header.keys:
            was = "column of slices" if column in header.by else "quasi-identifier"
            _refuse(f"role of '{column}'", "sensitive attribute", was)
    for column in by:
        if column in header.sensitive:
            _refuse(f"role of '{column}'", "column of slices", "sensitive attribute")
    marks = (
        dict.fromkeys(header.quasi_identifiers, spec.suppressed)
        if isinstance(spec.suppressed, str)
        else spec.suppressed
    )
    if marks is not None and marks != header.suppressed:
        _refuse("suppressed", shown_value(marks), shown_value(header.suppressed))
    if header.suppressed and set(keys) != set(header.quasi_identifiers):
        raise SpecError(
            f"records with {shown_value(header.suppressed)} were counted as suppressed; "
            f"with fewer keys others would be: ask all of {', '.join(header.quasi_identifiers)}, or count these keys"
        )
    for word in ("nulls", "keep_suppressed"):
        if word in spec.model_fields_set and getattr(spec, word) != getattr(header, word):
            _refuse(word, shown_value(getattr(spec, word)), shown_value(getattr(header, word)))
    partitions: dict[str, Any] = {
        column: entries for column, entries in spec.partitions.items() if column not in header.keys
    }
    dated = dated_slices(by)
    for column in header.keys:
        counted = header.partition(column)
        if column in dated:
            if counted is not None and content(dated[column]) != content(counted):
                _refuse(f"slice of '{column}'", content(dated[column]), content(counted))
            continue
        for entry in spec.partitions.get(column, []):
            wanted = None if entry == "raw" else entry.resolve(column, spec.folder)
            if wanted is not None and counted is None and not header.suppressed and column in (*by, *keys):
                partitions[column] = spec.partitions[column]
            elif content(wanted) != content(counted):
                _refuse(f"partition of '{column}'", content(wanted), content(counted))
        if column in header.recodings and column in (*by, *keys):
            partitions[column] = [header.recodings[column]]
    if spec.where is not None and spec.where != header.where:
        _refuse("where", spec.where, shown_value(header.where))
    own: dict[str, Any] = {word: getattr(header, word) for word in ("nulls", "suppressed", "keep_suppressed")}
    return spec.model_copy(
        update={
            "by": by,
            "quasi_identifiers": keys,
            "sensitive": sensitive,
            "partitions": partitions,
            "harmonise": False,
        }
        | own
    )


def _refuse(word: str, wanted: str, counted: str) -> NoReturn:
    asked, was = (text if text.startswith("as ") else f"as {text}" for text in (wanted, counted))
    raise SpecError(f"{word} is asked {asked}, and was counted {was}; count again, or ask what was counted")
