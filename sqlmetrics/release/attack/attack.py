"""An attack of one's own: explore, know, query, attempt and claim, and be measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, Self

from sqlmetrics.engine.comparison import described
from sqlmetrics.engine.engine import Engine, describe, end_transaction, fetch
from sqlmetrics.engine.kinds import without_nulls
from sqlmetrics.engine.queries import check_query
from sqlmetrics.engine.reasons import failure
from sqlmetrics.engine.source import opened
from sqlmetrics.errors import BudgetError, SpecError, SqlmetricsError, UnknownNameError
from sqlmetrics.release.attack.attack_log import DATASET, AttackLog
from sqlmetrics.release.attack.claim_checks import checked_of_each
from sqlmetrics.release.attack.claims import CRITERIA, Checked, Claim, Tolerance
from sqlmetrics.release.attack.measures import measures_of, unlike_sizes
from sqlmetrics.release.attack.truth import Truth, control_of, truth_of
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.spec.place import Place
from sqlmetrics.statement.dialects import DUCKDB
from sqlmetrics.statement.render import render

Rows = list[tuple[Any, ...]]


class Attack(AbstractContextManager["Attack"]):
    """An attack on a release, judged by the original.

    In SQL, `{release}`, `{original}` and, where there is one, `{public}` stand for the relations.

    Parameters
    ----------
    original
        The original, a relation as in `score`.
    release
        The release, a relation as in `score`, or a callable that answers SQL with rows.
    criterion
        What is claimed: "singling_out", "inference" or "linkability".
    name
        What the scores call the attack.
    individual
        The column that tells people apart.
    public
        A public dataset, which the attacker may ask without a cost.
    control
        People who were not in the original. Claims are checked against them too; where they single
        out, among as many people of the larger group as the smaller has.
    tolerance
        How near a guessed number must be: a share of the true number's size, or a Tolerance.
    shared
        The share of the public dataset that is in the protected one, which a linkability claim
        needs.
    susceptible
        The share of a column's cells that can be attempted, by column; 1 for those guessed.
    max_queries, max_cells
        The limits of what `query` may ask and retrieve.
    connection, database, url
        The place of the original, and of a release beside it.
    release_connection, release_database, release_url
        A place of the release's own.
    trusted
        Whether all in the database is the caller's own, as in `score`.

    Raises
    ------
    SpecError
        For what cannot be opened or compared.
    QueryError
        Where a database fails.
    BudgetError
        Beyond the limits.
    """

    def __init__(
        self,
        original: Any,
        release: Any,
        criterion: str = "inference",
        *,
        name: str = "attack",
        individual: str | None = None,
        public: Any = None,
        control: Any = None,
        tolerance: Tolerance | float | None = None,
        shared: float | None = None,
        susceptible: Mapping[str, float] | None = None,
        max_queries: int | None = None,
        max_cells: int | None = None,
        connection: Any = None,
        database: Path | str | None = None,
        url: str | None = None,
        release_connection: Any = None,
        release_database: Path | str | None = None,
        release_url: str | None = None,
        trusted: bool = False,
    ) -> None:
        if criterion not in CRITERIA:
            raise UnknownNameError(f"unknown criterion '{criterion}'", criterion, CRITERIA)
        self.criterion = criterion
        self.tolerance = Tolerance(tolerance) if isinstance(tolerance, float | int) else tolerance
        self.shared = shared
        self.max_queries = max_queries
        self.max_cells = max_cells
        self.queries = 0
        self._relations = (original, release, public, control)
        self._place = Place(connection=connection, database=database, url=url, trusted=trusted)
        self._release_place = Place(
            connection=release_connection, database=release_database, url=release_url, trusted=trusted
        )
        self._individual = individual
        self._named = name
        self._susceptible = dict(susceptible or {})
        self._stack = ExitStack()
        self._open_attempt = False
        self.log = AttackLog(name, criterion, "")

    def __enter__(self) -> Self:
        original, release, public, control = self._relations
        try:
            source = self._stack.enter_context(opened(original, self._place, beside=(release, public, control)))
            self.original = described(source)
            self.truth = truth_of(source.engine, self.original, self._individual)
            if callable(release):
                self._answers: Callable[[str], Any] = release
                self._release, name = "release", getattr(release, "__name__", "release")
            else:
                own = (
                    self._stack.enter_context(opened(release, self._release_place))
                    if self._release_place.holds_tables
                    else source.beside(release)
                )
                self._answers = lambda sql: _read(own.engine, sql, own.name)
                self._release, name = own.from_sql, own.name
                self._engine: Engine | None = own.engine
            self._public = None if public is None else source.beside(public)
            self.control = None
            if control is not None:
                group = described(source.beside(control))
                self.control = control_of(source.engine, self.original, group, self._individual)
        except BaseException:
            self._stack.close()
            raise
        self.log = AttackLog(self._named, self.criterion, name, susceptible=dict(self._susceptible))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def explore(self, sql: str) -> Rows:
        """Return the rows of a query of the original, or of the public table, that costs nothing.

        It is what the attacker knows of the schema.
        """
        return self._known(sql)

    def knowledge(self, sql: str) -> Rows:
        """Return the rows of a query of the original that an attacker knows; their cells count."""
        rows = self._known(sql)
        self.log.knowledge += cells(rows)
        return rows

    def query(self, sql: str) -> Rows:
        """Return the rows of a query of the release.

        Its cells are counted; an empty or a failed answer costs one.

        Raises BudgetError where a limit is passed; what was retrieved beyond it is counted and not
        returned.
        """
        if self.max_queries is not None and self.queries >= self.max_queries:
            raise BudgetError(
                f"the attack may ask {self.max_queries} queries, and has; raise max_queries, or ask for more at once"
            )
        if self.max_cells is not None and self.log.retrieved >= self.max_cells:
            raise BudgetError(
                f"the attack may retrieve {self.max_cells} cells, and has; raise max_cells, or aggregate in the query"
            )
        self.queries += 1
        try:
            rows = [tuple(row) for row in self._answers(sql.replace("{release}", self._release))]
        except Exception as error:
            self.log.retrieved += 1
            self._end_transaction()
            raise (
                error if isinstance(error, SqlmetricsError) else failure("the release did not answer", error)
            ) from None
        self.log.retrieved += max(cells(rows), 1)
        if self.max_cells is not None and self.log.retrieved > self.max_cells:
            raise BudgetError(
                f"the attack may retrieve {self.max_cells} cells, and this answer makes {self.log.retrieved};"
                " ask for less"
            )
        return rows

    def attempt(self, *columns: str) -> None:
        """Count an attempt to learn the columns; a claim that follows belongs to it.

        A claim without an attempt is one itself.
        """
        self.original.check(*columns)
        self.log.attempted(*columns, DATASET)
        self._open_attempt = True
        self._attempted = columns

    def claim(self, known: Mapping[str, Any] | None = None, guess: Mapping[str, Any] | None = None) -> None:
        """Claim guessed values of the people who have the known ones.

        A value is plain, None for NULL, or at_most(..) or at_least(..).

        Its truth is checked when the attack is scored. Raises SpecError for a column that
        the original does not have.
        """
        self._claim(Claim(self.criterion, dict(known or {}), dict(guess or {})))

    def claims(self, relation: Any, known: Sequence[str] = (), guess: Sequence[str] = ()) -> int:
        """Claim each row of a relation, and return the number of claims.

        The relation is a frame, a list of mappings, or a query of the release.

        `known` and `guess` name its columns, which have the names of the original's columns.
        """
        names = (*known, *guess)
        self.original.check(*names)
        if isinstance(relation, str):
            rows = self.query(f"select {', '.join(self._quoted(name) for name in names)} from ({relation}) claimed")  # noqa: S608 - quoted
        elif isinstance(relation, Sequence):
            rows = [tuple(row[name] for name in names) for row in relation]
        else:
            rows = list(frame_rows(relation, names))
        for row in rows:
            values = without_nulls(row)
            self._claim(
                Claim(
                    self.criterion,
                    dict(zip(known, values[: len(known)], strict=True)),
                    dict(zip(guess, values[len(known) :], strict=True)),
                )
            )
        return len(rows)

    def _claim(self, claim: Claim) -> None:
        if set(claim.known) & set(claim.guess):
            raise SpecError(
                f"a claim knows and guesses the same column: {', '.join(sorted(set(claim.known) & set(claim.guess)))}"
            )
        if not claim.guess and claim.criterion == "inference":
            raise SpecError("a claim of inference guesses a column: claim(known={..}, guess={..})")
        if not claim.columns:
            raise SpecError("a claim names at least one column: claim(known={..}, guess={..})")
        self.original.check(*claim.columns)
        attempted = self._attempted if self._open_attempt else ()
        columns = (*claim.guess, *(() if self._open_attempt else (DATASET,)))
        self.log.attempted(*(column for column in columns if column not in attempted))
        self._open_attempt = False
        self.log.claims.append(claim)

    _attempted: tuple[str, ...] = ()

    def check(self) -> tuple[Checked, ...]:
        """Return whether each claim so far is true, in their order."""
        return self._checked(self.truth)[0]

    def _checked(self, *truths: Truth) -> list[tuple[Checked, ...]]:
        if self.criterion == "linkability" and self.shared is None:
            raise SpecError(
                "linkability needs the share of the public dataset that is in the protected one: Attack(.., shared=0.5)"
            )
        return checked_of_each(
            [(truth, self.log.claims) for truth in truths], tolerance=self.tolerance, shared=self.shared
        )

    def score(self) -> ReleaseScores:
        """Check the claims, and return the measures per guessed column and for the dataset."""
        log = self.log
        log.known = tuple(dict.fromkeys(column for claim in log.claims for column in claim.known))
        log.results, *others = self._checked(self.truth, *(() if self.control is None else (self.control,)))
        guessed = dict.fromkeys(column for claim in log.claims for column in claim.guess)
        log.susceptible = (
            dict.fromkeys(guessed, 1.0)
            | {column: 1.0 for column in log.attempts if column != DATASET}
            | self._susceptible
        )
        if others:
            log.control = tuple(zip(log.claims, *others, strict=True))
        unlike = () if self.control is None else unlike_sizes(self.control.relation.name, [log])
        columns = len(self.original.columns) - (self._individual is not None)
        engine = self.truth.engine
        scores = measures_of(engine, [log], columns)
        return ReleaseScores.of(engine, self.original, [log.release], scores, [*unlike, *log.notes])

    def _known(self, sql: str) -> Rows:
        return _read(self.truth.engine, self._named_in(sql), self.original.name)

    def _named_in(self, sql: str) -> str:
        text = sql.replace("{original}", self.original.from_sql)
        if "{public}" in text:
            if self._public is None:
                raise SpecError("the query names {public}, and there is no public table: Attack(.., public=..)")
            text = text.replace("{public}", self._public.from_sql)
        return text

    def _quoted(self, name: str) -> str:
        return render("quoted", name, dialect=self._engine.dialect if self._engine is not None else DUCKDB)

    _engine: Engine | None = None

    def _end_transaction(self) -> None:
        """Let the next statement run where a failed one ended the transaction."""
        if self._engine is not None:
            end_transaction(self._engine)


def _read(engine: Engine, sql: str, name: str) -> Rows:
    """Return the rows of a query of an attack. Raises SpecError where it does not only read."""
    check_query(engine, sql, "the query of an attack")
    return fetch(engine, sql, name)


def cells(rows: Sequence[Sequence[Any]]) -> int:
    """Return the number of cells of an answer."""
    return sum(len(row) for row in rows)


def frame_rows(frame: Any, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Return the rows of a frame in the given columns."""
    with opened(frame) as source:
        held = [name for name, _ in describe(source.engine, source.from_sql, source.name)]
        missing = [name for name in names if name not in held]
        if missing:
            raise SpecError(f"the claims have no column '{missing[0]}'; their columns: {', '.join(held)}")
        listed = ", ".join(render("quoted", name) for name in names)
        yield from fetch(source.engine, f"select {listed} from {source.from_sql} source", source.name)  # noqa: S608 - quoted
