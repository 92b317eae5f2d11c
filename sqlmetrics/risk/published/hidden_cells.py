"""What follows from published tables alone: a question, and the hidden cells of its answer."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmetrics.engine.engine import Engine, own_engine
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.url import dialect_to_write
from sqlmetrics.errors import SpecError
from sqlmetrics.risk.published.lines import CELLS, LINES, line_rows, make_lines
from sqlmetrics.risk.published.marks import CellWords, CountRange, cell_words
from sqlmetrics.risk.published.pictures import MOST_PICTURED, BoundedCell, TablePicture
from sqlmetrics.risk.published.programmes import NoTableError, Proofs, parts_of, prove, solver_installed
from sqlmetrics.risk.published.propagation import Contradiction, Propagated, propagate
from sqlmetrics.risk.published.reading import TableCells, TableText, WideColumns, placed_cells, read_tables
from sqlmetrics.scoring.result import Result
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.outputs import NULL
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.render import render
from sqlmetrics.statement.statement import heading
from sqlmetrics.text import csv_line, joined

if TYPE_CHECKING:
    from sqlmetrics.risk.published.programmes import Places

RECOVERED, NARROW, UNPROVEN = "recovered", "narrow", "not proven"
"""What is known of a cell: its count, counts nearer than its mark says, or neither for sure."""

HIDDEN_SCORES = ("recovered_cells", "narrow_cells", "unproven_cells")
"""The scores of tables that are published alone."""

MAY_BE = "not proven: {unproven} of {hidden} hidden cells may be"
"""Why the number of recovered or narrow cells is undefined."""

NO_SOLVER = "scipy is not there, so that cells are recovered or not proven: pip install 'sqlmetrics[outputs]'"
OUT_OF_TIME = "not all cells were proven in time, which a larger `timeout` may mend"

PART_OF_TIME = 0.9
"""The part of the time of a run after which proofs end."""


class HiddenCell(NamedTuple):
    """A hidden or rounded cell that is known too well, or may be.

    `cell` is its number in the order of reading, with the table, `record` and column of counts that
    it was read from; a row that is not there has no record. `state` is recovered, narrow or not
    proven, and `width` the distance between the counts that are possible, None without bound.
    `low`, `high` and `class_`, a line of CSV of its values, are None where they are not shown.
    `lines` are the sums that it follows from.
    """

    cell: int
    table: str
    record: int | None
    column: str | None
    class_: str | None
    state: str
    width: int | None
    low: int | None
    high: int | None
    lines: tuple[str, ...]


class HiddenCounts(NamedTuple):
    """The cells of a published table, and how many are hidden or rounded.

    Of these, `recovered_cells` are known exactly, `narrow_cells` nearer than their mark says, and
    `unproven_cells` may be either, as no proof shows the contrary. Higher is riskier.
    """

    table: str
    cells: int
    hidden: int
    recovered_cells: int
    narrow_cells: int
    unproven_cells: int


@dataclass(frozen=True, repr=False)
class HiddenCells(Result[HiddenCell]):
    """What follows from published tables alone, though cells are hidden.

    Attributes
    ----------
    tables
        The tables, each with its numbers of cells.
    dimensions
        The columns that place a cell, in the order of a cell's values.
    cells
        The cells that are recovered, narrow or not proven, the worst first.
    notes
        Why cells are not proven, and what else was not done.
    width
        How far apart the counts of a cell have to lie, None for as its mark says.
    picture
        A table by two columns with all its cells, where one was asked for.
    """

    tables: tuple[HiddenCounts, ...]
    dimensions: tuple[str, ...]
    cells: tuple[HiddenCell, ...]
    notes: tuple[str, ...]
    width: int | None = None
    picture: TablePicture | None = None

    @property
    def rows(self) -> tuple[HiddenCell, ...]:
        """The cells."""
        return self.cells

    @property
    def key_types(self) -> dict[str, str]:
        """The types of the dimensions, whose values are texts, as DuckDB names them."""
        return dict.fromkeys(self.dimensions, "VARCHAR")

    @property
    def recovered_cells(self) -> int:
        """The hidden cells of all tables that are known exactly."""
        return sum(table.recovered_cells for table in self.tables)

    @property
    def narrow_cells(self) -> int:
        """The hidden cells that are known nearer than their mark says."""
        return sum(table.narrow_cells for table in self.tables)

    @property
    def unproven_cells(self) -> int:
        """The hidden cells that may be recovered or narrow, as no proof shows the contrary."""
        return sum(table.unproven_cells for table in self.tables)

    @property
    def reasons(self) -> dict[str, str]:
        """Why the numbers of recovered and narrow cells are not all of them, by score."""
        if not self.unproven_cells:
            return {}
        hidden = sum(table.hidden for table in self.tables)
        return dict.fromkeys(HIDDEN_SCORES[:2], MAY_BE.format(unproven=self.unproven_cells, hidden=hidden))


class CellColumns(NamedTuple):
    """The cells of the database by column, in their order."""

    number: list[int | None]
    keys: list[tuple[int, ...]]
    hidden: list[bool]
    rounded: list[bool]
    width: list[int | None]
    low: list[int]
    high: list[int | None]


@dataclass(frozen=True)
class HiddenQuestion:
    """The question what follows from published tables, which lie at the place of a spec."""

    spec: Spec
    tables: tuple[Any, ...]
    words: CellWords
    measure: str | None
    wide: WideColumns | None
    width: int | None
    show_values: bool
    limit: int | None
    draws: bool = False

    def answer(self, progress: Progress | None = None) -> HiddenCells:
        """Return what follows. Raises SpecError where tables do not add up, and QueryError."""
        progress = progress or Progress()
        texts = self._texts(progress)
        if self.words.rounded is not None and self.words.rounded.kind == "sums":
            self._check_sums(texts, progress)
        return self._searched(texts, progress).result()

    def printed(self, dialect: str | None = None) -> str:
        """Return one round of propagation in a dialect, below a comment; nothing is opened."""
        written = dialect_to_write(dialect, self.spec.url)
        about = heading(
            "one round of propagation over published tables; repeat it until no bound moves",
            "published_lines (line, cell, sign): each total with the sign -1, its parts with 1",
            "published_bounds (cell, low, high): the counts of each cell, NULL for no bound",
            "a cell with low = high is recovered; another one is not proven to be hidden",
        )
        return about + render("published_round", "published_lines", "published_bounds", dialect=written) + "\n"

    def _check_sums(self, texts: Sequence[TableText], progress: Progress) -> None:
        """Raise SpecError where shown totals are not the sums of shown cells."""
        marks = dict.fromkeys(self.words.marks, CountRange(0, None))
        absent = self.words.absent if not self.words.absent.is_open else CountRange(0, None)
        self._propagated(texts, replace(self.words, absent=absent, marks=marks, rounded=None), progress)

    def propagated(self) -> Proofs:
        """Return the bounds of all cells after propagation alone. Raises SpecError, QueryError."""
        return self.read(Progress()).proofs

    def read(self, progress: Progress) -> FoundCells:
        """Return the cells after propagation alone. Raises SpecError, QueryError."""
        return self._propagated(self._texts(progress), self.words, progress)

    def proofs(self) -> Proofs:
        """Return the bounds of all cells after proofs. Raises SpecError, QueryError."""
        progress = Progress()
        return self._searched(self._texts(progress), progress).proofs

    def _texts(self, progress: Progress) -> list[TableText]:
        return read_tables(self.tables, self.spec.place, measure=self.measure, wide=self.wide, progress=progress)

    def _searched(self, texts: Sequence[TableText], progress: Progress) -> FoundCells:
        """Return the cells after propagation and proofs, as far as there is a solver, and time."""
        found = self._propagated(texts, self.words, progress)
        targets, proofs = found.targets(self.width), found.proofs
        for cell in targets.keys() - set(found.cell.tolist()):
            proofs.seen_low[cell], proofs.seen_high[cell] = proofs.low[cell], proofs.high[cell]
        found = found._replace(widths=targets)
        if not found.left():
            return found
        if not solver_installed():
            return found._replace(notes=(NO_SOLVER,))
        timeout = self.spec.place.limits.timeout
        ends = None if timeout is None else progress.began + PART_OF_TIME * timeout
        try:
            prove(proofs, parts_of(proofs, found.line, found.cell, found.sign), targets, ends)
        except NoTableError:
            raise found.contradicted(None) from None
        return found._replace(notes=(OUT_OF_TIME,) if found.left() else ())

    def _propagated(self, texts: Sequence[TableText], words: CellWords, progress: Progress) -> FoundCells:
        """Return the cells after propagation. Raises SpecError where the tables do not add up."""
        cells = placed_cells(texts, words)
        with own_engine(self.spec.place.limits, progress) as engine:
            make_lines(engine, cells, words)
            propagated = propagate(engine)
            found = _found(self, engine, cells, propagated)
        if propagated.contradiction is not None:
            raise found.contradicted(propagated.contradiction)
        return found


class FoundCells(NamedTuple):
    """The cells of tables with their lines, and what propagation and proofs found of them."""

    question: HiddenQuestion
    cells: TableCells
    places: CellColumns
    line: Places
    cell: Places
    sign: Places
    propagated: Propagated
    proofs: Proofs
    notes: tuple[str, ...] = ()
    widths: Mapping[int, float] = {}

    def targets(self, width: int | None) -> dict[int, float]:
        """Return how far apart the counts of each cell have to lie that needs a proof.

        These are the small cells: of a mark with a bound, of a row that is not there, or rounded to
        the base or 0. Where no mark has a bound, any hidden cell may be small.
        """
        places, words = self.places, self.question.words
        bounded = any(counts.is_open and counts.high is not None for counts in words.marks.values())
        base = 0 if words.rounded is None else 2 * words.rounded.base - 1
        targets: dict[int, float] = {}
        for cell, hidden in enumerate(places.hidden):
            small = places.width[cell] is not None or places.number[cell] is None or not bounded
            high = places.high[cell]
            if places.rounded[cell]:
                small = high is not None and high <= base
            if hidden and small:
                own = 1 if places.rounded[cell] else places.width[cell] or 1
                targets[cell] = own if width is None else width
        return targets

    def left(self) -> list[int]:
        """Return the cells that are not enough proven."""
        return [cell for cell, width in self.widths.items() if not self.proofs.enough(cell, width)]

    def contradicted(self, contradiction: Contradiction | None) -> SpecError:
        """Return the error for tables that do not add up, with the line if one alone shows it."""
        rounded = self.question.words.rounded
        how = "" if rounded is None else f", not with rounding to {rounded.base}"
        if contradiction is None:
            return SpecError(
                f"{joined(self.cells.names)}: no counts add up to all totals that are shown{how}; say what marks and"
                " absent rows mean"
            )
        if contradiction.line is None:
            return SpecError(
                f"{self.place(contradiction.cell - 1)}: another table shows the same cell with other counts{how};"
                " give tables of the same people"
            )
        total, column = divmod(contradiction.line, len(self.cells.dimensions))
        names = self.cells.names
        subject = f"{names[0]} does" if len(names) == 1 else "the tables do"
        return SpecError(
            f"{subject} not add up{how}: {self.place(total - 1)} is not the sum of its parts by"
            f" '{self.cells.dimensions[column]}'; correct it, or say what marks and absent rows mean"
        )

    def place(self, cell: int) -> str:
        """Return where a cell was read from."""
        number = self.places.number[cell]
        if number is None:
            return "a total that is not shown" if not self.places.hidden[cell] else "a row that is not there"
        row = self.cells.frame.iloc[number - 1]
        wide = f", column {row['column_name']}" if self.question.wide else ""
        table = f"{self.cells.names[int(row['file'])]}, " if len(self.cells.names) > 1 else ""
        return f"{table}record {row['record']}{wide}"

    def result(self) -> HiddenCells:
        """Return the answer, its cells the worst first."""
        proofs, places, question = self.proofs, self.places, self.question
        states: dict[int, str] = {}
        tables = [self._table(number, name) for number, name in enumerate(self.cells.names)]
        for cell, hidden in enumerate(places.hidden):
            if not hidden:
                continue
            own, file = self._states(cell), self._file(cell)
            table = tables[file]
            tables[file] = table._replace(
                hidden=table.hidden + 1,
                recovered_cells=table.recovered_cells + (RECOVERED in own),
                narrow_cells=table.narrow_cells + (NARROW in own),
                unproven_cells=table.unproven_cells + (UNPROVEN in own),
            )
            if own:
                states[cell] = own[0]
        order = (RECOVERED, NARROW, UNPROVEN)

        def badness(cell: int) -> tuple[int, float, int]:
            return order.index(states[cell]), proofs.high[cell] - proofs.low[cell], cell

        kept = sorted(states, key=badness)[: question.limit]
        reasons = _Reasons(self)
        return HiddenCells(
            tuple(tables),
            self.cells.dimensions,
            tuple(self.listed(cell, states[cell], reasons.of(cell)) for cell in kept),
            self.notes,
            question.width,
            self._picture(tables) if question.draws else None,
        )

    def _picture(self, tables: Sequence[HiddenCounts]) -> TablePicture | None:
        """Return a picture of a table by two columns, best of one with cells that follow."""
        frame = self.cells.frame
        found = list[tuple[int, int, tuple[int, int]]]()
        for file, table in enumerate(tables):
            own = frame[frame["file"] == file]
            places = [place for place in range(len(self.cells.dimensions)) if (own[f"c{place + 1}"] > 0).any()]
            if len(places) == 2 and len(own) <= MOST_PICTURED:
                follow = table.recovered_cells + table.narrow_cells + table.unproven_cells
                found.append((follow, -file, (places[0], places[1])))
        if not found:
            return None
        _, file, (first, second) = max(found)
        own = frame[frame["file"] == -file]
        rows, columns = ([*range(1, int(own[f"c{at + 1}"].max()) + 1), 0] for at in (first, second))
        known = {key: cell for cell, key in enumerate(self.places.keys)}

        def at(row: int, column: int) -> BoundedCell:
            key = [0] * len(self.cells.dimensions)
            key[first], key[second] = row, column
            return self._bounded(known.get(tuple(key)))

        return TablePicture(
            (self.cells.dimensions[first], self.cells.dimensions[second]),
            tuple(self._value(first, row) for row in rows),
            tuple(self._value(second, column) for column in columns),
            tuple(tuple(at(row, column) for column in columns) for row in rows),
        )

    def _bounded(self, cell: int | None) -> BoundedCell:
        """Return a cell of a picture; None stands for one that has no row and nobody."""
        import numpy as np

        if cell is None:
            return BoundedCell("absent", 0, 0)
        low, high = self.proofs.low[cell], self.proofs.high[cell]
        state: Any = "shown" if self.places.number[cell] is not None else "absent"
        if self.places.hidden[cell]:
            state = next(iter(self._states(cell)), "hidden")
        return BoundedCell(state, int(low), int(high) if np.isfinite(high) else None)

    def _states(self, cell: int) -> tuple[str, ...]:
        """Return what is known of a hidden cell, the worst first."""
        proofs, own = self.proofs, self.places.width[cell]
        low, high = proofs.low[cell], proofs.high[cell]
        if low == high:
            return (RECOVERED,)
        width = own if self.question.width is None else self.question.width
        narrow = (NARROW,) if width is not None and high - low < width else ()
        proven = cell not in self.widths or proofs.enough(cell, self.widths[cell])
        return (*narrow, *(() if proven else (UNPROVEN,)))

    def _file(self, cell: int) -> int:
        number = self.places.number[cell]
        return 0 if number is None else int(self.cells.frame["file"].iloc[number - 1])

    def _table(self, number: int, name: str) -> HiddenCounts:
        return HiddenCounts(name, int((self.cells.frame["file"] == number).sum()), 0, 0, 0, 0)

    def listed(self, cell: int, state: str, lines: Iterable[int]) -> HiddenCell:
        """Return a cell as an answer lists it, in a state that follows from lines."""
        import numpy as np

        number, shown = self.places.number[cell], self.question.show_values
        row = None if number is None else self.cells.frame.iloc[number - 1]
        low, high = self.proofs.low[cell], self.proofs.high[cell]
        bounded = bool(np.isfinite(high))
        return HiddenCell(
            cell=cell + 1,
            table=self.cells.names[self._file(cell)],
            record=None if row is None else int(row["record"]),
            column=None if row is None else str(row["column_name"]),
            class_=csv_line(self._values(cell)) if shown else None,
            state=state,
            width=int(high - low) if bounded else None,
            low=int(low) if shown else None,
            high=int(high) if shown and bounded else None,
            lines=tuple(self._line(line) for line in sorted(lines)),
        )

    def _values(self, cell: int) -> list[str]:
        """Return the values of a cell by dimension, and the label of totals."""
        return [self._value(dimension, place) for dimension, place in enumerate(self.places.keys[cell])]

    def _value(self, dimension: int, place: int) -> str:
        """Return a value of a dimension, or the label of totals."""
        if place == 0:
            return next((label for label in self.question.words.totals if label is not None), NULL)
        return self.cells.categories[dimension][place - 1] or NULL

    def _line(self, line: int) -> str:
        total, column = divmod(line, len(self.cells.dimensions))
        return f"{self.place(total - 1)} by {self.cells.dimensions[column]}"


class _Reasons:
    """The lines that cells follow from, each with the lines that its other cells follow from."""

    def __init__(self, found: FoundCells) -> None:
        import numpy as np

        self._moves, self._proofs = found.propagated.moves, found.proofs
        order = np.argsort(found.line, kind="stable")
        self._lines, self._cells = found.line[order], found.cell[order]

    def of(self, cell: int) -> set[int]:
        """Return the lines of a cell."""
        lines: set[int] = set()
        before: dict[int, float] = {}
        waiting = [(cell, math.inf)]
        for line in self._proofs.lines.get(cell, ()):
            lines.add(line)
            waiting += [(int(other), math.inf) for other in self._terms(line)]
        while waiting:
            other, end = waiting.pop()
            begin = before.get(other, 0)
            if end <= begin:
                continue
            before[other] = end
            for moves in (self._moves.low, self._moves.high):
                for number, line in moves.get(other + 1, ()):
                    if begin <= number < end:
                        lines.add(line)
                        waiting += [(int(one), number) for one in self._terms(line)]
        return lines

    def _terms(self, line: int) -> Places:
        import numpy as np

        low, high = np.searchsorted(self._lines, [line, line + 1])
        return self._cells[low:high]


def _found(question: HiddenQuestion, engine: Engine, cells: TableCells, propagated: Propagated) -> FoundCells:
    """Return the cells and lines of the database."""
    import numpy as np

    names = [f"c{place}" for place in range(1, len(cells.dimensions) + 1)]
    rows = list(
        line_rows(
            engine,
            f"select number, hidden, rounded, width, low, high, {', '.join(names)} from {CELLS}"  # noqa: S608
            " order by cell",
        )
    )
    number, hidden, rounded, width, low, high, *keys = map(list, zip(*rows, strict=True))
    terms = engine.connection.sql(f"select line, cell - 1 as cell, sign from {LINES}").fetchnumpy()  # noqa: S608
    line, cell, sign = (np.asarray(terms[name], dtype=np.int64) for name in ("line", "cell", "sign"))
    places = CellColumns(number, list(zip(*keys, strict=True)), hidden, rounded, width, low, high)
    proofs = Proofs.of(propagated.low, propagated.high)
    return FoundCells(question, cells, places, line, cell, sign, propagated, proofs)


def hidden_question(
    spec: Spec, tables: Sequence[Any] = (), *, show_values: bool = False, limit: int | None = None
) -> HiddenQuestion:
    """Return the question what follows from the published tables of a spec's `outputs`.

    Other `tables`, such as frames, may stand in place of the names there; the spec's relation is
    the first. Raises SpecError for words that make no sense, or that they do not take.
    """
    own, alone = spec.outputs, spec.is_published or bool(tables)
    tables = [*tables] or [*own.published]
    if alone:
        check_goes_with("published_outputs", spec)
        if spec.where is not None and len(tables) > 1:
            raise SpecError("`where` would choose cells of one of several published tables; leave it out")
        tables[0] = spec.records
    if own.wide and own.measure is not None:
        raise SpecError("`wide` names the columns of counts; leave `measure` out")
    columns = next((WideColumns(name, tuple(counts)) for name, counts in own.wide.items()), None)
    words = cell_words(own.absent, own.marks, own.total, own.rounded)
    return HiddenQuestion(spec, tuple(tables), words, own.measure, columns, own.width, show_values, limit)
