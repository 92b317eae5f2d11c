"""Files of counts added up to one file, which is counted no more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlmetrics.engine.copies import copy_rows, copy_to
from sqlmetrics.engine.engine import Engine, fetch, own_engine
from sqlmetrics.engine.files import output_scope, unfinished_part, writing
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.counts.counted_spec import counted_words
from sqlmetrics.risk.counts.file import CountFile, agreeing_files, named_files, read_sql
from sqlmetrics.risk.counts.header import Header, added_slices
from sqlmetrics.risk.counts.merged import VALUES, Weighty, coarsened, merged_sql, sketches_of
from sqlmetrics.risk.counts.sketch import KeptClasses, Sketch, kept_classes, merged_sketch
from sqlmetrics.risk.counts.written import Counted, counted_file, counting_plan, whole_classes
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.plan import Plan
from sqlmetrics.statement.relation import COUNTS_KEY
from sqlmetrics.version import __version__


def add_counts(files: Sequence[Path | str], spec: Spec, output: Path, progress: Progress | None = None) -> Counted:
    """Write files of counts as one, which scores as they do together; nothing else is read.

    A sketch that is added up from parts is the sketch of the whole. Raises SpecError where files do
    not agree, or the spec asks for other than what was counted.
    """
    names = named_files(files)
    with (
        output_scope(output, "output", spec.file),
        unfinished_part(output, "counts") as part,
        own_engine(spec.run_limits, progress, files=names) as engine,
    ):
        counted = agreeing_files(engine, names)
        header = counted[0].header
        plan = _plan(spec, header)
        name = ", ".join(map(str, files))
        sketches = sketches_of(counted)
        if spec.sketch is not None and not sketches:
            raise SpecError(f"{name} are no sketches, but all counts: count the relation with `sketch`")
        several = len(header.sensitive) > 1
        kept = kept_classes(engine, sketches, several, name, spec.sketch) if sketches else None
        with writing(output):
            copy_rows(engine, _added_sql(engine, counted, plan, kept), part, "parquet", name, "count")
        return _write(engine, read_sql(str(part)), counted, kept, output, name)


def _plan(spec: Spec, header: Header) -> Plan:
    """Return the plan of what was counted. Raises SpecError where the spec asks for other."""
    asked = counted_words(spec if spec.by else spec.model_copy(update={"by": header.by}), header)
    words: dict[str, Any] = {"min_count": None, "sketch": None, "population": None}
    plan = counting_plan(asked.model_copy(update=words))
    alike = (list(asked.by), asked.quasi_identifiers) == (list(header.by), header.quasi_identifiers)
    if not alike or asked.sensitive != header.sensitive or coarsened(plan, header):
        raise SpecError(
            "files of counts are added up as they are: leave out columns and partitions, and name them when you score"
        )
    return plan


def _added_sql(engine: Engine, files: Sequence[CountFile], plan: Plan, kept: KeptClasses | None) -> str:
    """Return the query of the files' rows added up; of sketches only rows of kept classes."""
    return merged_sql(
        engine,
        files,
        plan,
        None if kept is None else f"{kept.condition} or {VALUES}",
        suppressed=bool(files[0].header.suppressed),
        hashed=kept is not None,
        weighty=None if kept is None else Weighty("whole", kept.whole),
        withheld=False,
    )


def _write(
    engine: Engine, relation: str, files: Sequence[CountFile], kept: KeptClasses | None, output: Path, name: str
) -> Counted:
    """Write the rows with the header of all files; return what they count."""
    headers = [file.header for file in files]
    first = headers[0]
    sketch = None if kept is None else _sketch(engine, relation, headers, kept, name)
    least = [header.min_count for header in headers if header.min_count is not None]
    held = [header.withheld for header in headers if header.withheld]
    conditions = {part.where for header in headers for part in header.sources}
    total = first.model_copy(
        update={
            "version": __version__,
            "records": sum(header.records for header in headers),
            "parts": [part for header in headers for part in header.sources],
            "where": conditions.pop() if len(conditions) == 1 else None,
            "min_count": min(least, default=None),
            "withheld": [sum(records) for records in zip(*held, strict=True)],
            "slices_withheld": added_slices(headers),
            "sketch": sketch,
        }
    )
    shown = f"select {', '.join(total.columns)} from {relation} source"  # noqa: S608 - our own names
    if sketch is not None:
        absent = [str(number) for number, held_values in enumerate(sketch.values, 1) if held_values is None]
        of_absent = f" and attribute in ({', '.join(absent)})" if len(first.sensitive) > 1 else ""
        shown += f" where not ({VALUES}{of_absent})" if absent else ""
    copy_to(engine, shown, output, name, metadata={COUNTS_KEY: total.text()})
    return counted_file(engine, relation, total, name)


def _sketch(engine: Engine, relation: str, headers: Sequence[Header], kept: KeptClasses, name: str) -> Sketch:
    """Return the sketch of rows that were added up."""
    several, sliced = len(headers[0].sensitive) > 1, bool(headers[0].by)
    first = "attribute = 1 and " if several else ""
    query = f"select coalesce(sum(records), 0) from {relation} source where {first}class_hash is not null"  # noqa: S608 - our own names
    records = int(fetch(engine, query, name)[0][0])
    attribute = "attribute" if several else "1"
    of_values = f"select {attribute} as part, count(*) from {relation} source where {VALUES}"  # noqa: S608 - our own names
    numbers = {int(part): int(number) for part, number in fetch(engine, f"{of_values} group by part", name)}
    values = [numbers.get(number, 0) for number in range(1, max(len(headers[0].sensitive), sliced) + 1)]
    sketches = [header.sketch for header in headers if header.sketch is not None]
    whole = whole_classes(engine, relation, name)
    return merged_sketch(sketches, kept, records, whole, values, sliced=sliced)
