"""The scores of a spec, and their twin, the statements that compute them."""

from __future__ import annotations

from sqlmetrics.engine.kept import Store
from sqlmetrics.engine.progress import Progress
from sqlmetrics.risk.kinds.kinds import score_question
from sqlmetrics.risk.kinds.question import Answering, Printing
from sqlmetrics.scoring.counted import OnCounts
from sqlmetrics.scoring.score_rows import MOST_SLICES
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.statement import joined_statements


def score(
    spec: Spec,
    *,
    show_values: bool = False,
    limit: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    beside: OnCounts | None = None,
    slices: int = MOST_SLICES,
) -> Scores:
    """Return how much quasi-identifiers give away of each sensitive attribute and of the identity.

    Class records name their key values only with `show_values`; `limit` keeps the riskiest classes
    at level `class`. With a `store` records of classes and slices are kept there, and not fetched.
    `beside` is called with the counts of each statement while they are there; they are counted once
    for both.

    Raises SpecError for what cannot be measured as the spec says and for more `slices`, QueryError
    where the engine fails.
    """
    check_goes_with("score", spec)
    return score_question(spec).answer(Answering(show_values, limit, progress, store, beside, slices))


def score_sql(
    spec: Spec,
    *,
    dialect: str | None = None,
    show_values: bool = False,
    limit: int | None = None,
    count_table: str | None = None,
    placeholders: bool = False,
) -> str:
    """Return the statement that `score` runs, in a dialect; nothing is opened.

    The dialect is by default the dialect of the spec's URL, or DuckDB's. With `count_table` there
    are two statements: one creates that table, reading the relation once, and one reads the table.
    With `placeholders` names stand for all values, and files are without their folder. The
    statement follows the textbook plan unless the spec asks for another. Further statements are
    about earlier releases and about published tables; with `placeholders` there are none. A spec
    without roles that names such tables has their statement alone, which holds no value where the
    tables are published without their records.
    """
    check_goes_with("sql", spec)
    how = Printing(dialect, show_values, limit, count_table, placeholders)
    scored = [] if spec.of_tables else score_question(spec).statements(how)
    if not spec.outputs.is_asked or (placeholders and not spec.tables_alone):
        return joined_statements(scored)
    from sqlmetrics.risk.published.questions import published_question

    return joined_statements([*scored, published_question(spec, show_values=show_values, limit=limit).printed(dialect)])
