"""The statement that makes a release in a database: a view, a table, or a model of dbt."""

from __future__ import annotations

from typing import Literal

from sqlmetrics.advice.view import recoded_texts, suppression_lines
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import opened_records
from sqlmetrics.publication.planned import GONE, planned_release
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.relation import short_relation
from sqlmetrics.version import __version__

Form = Literal["view", "table", "dbt"]


def release_statement(spec: Spec, form: Form, dialect: str | None, progress: Progress | None = None) -> str:
    """Return the statement that makes the release of a spec, in a dialect; nothing is written.

    The relation is counted where records may be dropped, as for a release that is written, and the
    statement counts it again where it runs. Raises SpecError for an unknown dialect, DialectError
    for one that cannot read the relation, and as `planned_release` does.
    """
    spec = spec.checked()
    planned = planned_release(spec, progress)
    about = [f"sqlmetrics {__version__}: the release of {spec.name}"]
    recoded = planned.spec.recoded | dict.fromkeys(planned.left_out, GONE)
    about += [f"{column}: {told}" for column, told in recoded.items()]
    about += suppression_lines(planned.recoding, planned.dropped, planned.records)
    with opened_records(spec, progress, beside=[spec.population]) as source:
        texts = recoded_texts(
            planned.recoding,
            source,
            spec,
            dialect,
            f"{short_relation(spec)}_release",
            about,
            planned.columns,
            kind="view" if form == "view" else "table",
        )
    return texts.model if form == "dbt" else f"{texts.statement};\n"
