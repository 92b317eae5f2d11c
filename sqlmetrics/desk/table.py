"""A table that is open on the desk: its spec as text, what its columns are, and its count table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from sqlmetrics.advice.generalizations import Generalization, Levels, proposals
from sqlmetrics.columns.profile import ColumnProfile, Profile, profile_of
from sqlmetrics.columns.starting_spec import starting_spec
from sqlmetrics.desk.answer import Answer, LevelStep
from sqlmetrics.desk.changes import SpecChange
from sqlmetrics.desk.counted import CountedTable, check_shown, known_steps
from sqlmetrics.desk.versions import Versions
from sqlmetrics.desk.views.limits import offered
from sqlmetrics.engine.engine import fetch
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source, opened_records
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import read_thresholds
from sqlmetrics.output.page.language import wording
from sqlmetrics.scoring.bands import ClassBands
from sqlmetrics.scoring.extent import check_domains
from sqlmetrics.spec.input_file import DEFAULT_SPEC, read_text
from sqlmetrics.spec.reading import seen_from_here
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.spec.unnamed import check_unnamed
from sqlmetrics.spec.yaml_file import parse_yaml
from sqlmetrics.statement.render import render


class Scored(NamedTuple):
    """An answer, and the hash of its spec."""

    of: str
    answer: Answer


def spec_of(text: str, file: Path, *, named: bool) -> Spec:
    """Return the spec of a text, as if it stood in a file, with its paths from here.

    Raises SpecError, also where nobody `named` the file and it does more than such a one may.
    """
    words = parse_yaml(text, file.name)
    if not isinstance(words, dict):
        raise SpecError(f"{file.name}: a spec is a mapping of keys such as quasi_identifiers and sensitive")
    spec = parse_spec({str(word): value for word, value in words.items()}, file.name, file.parent)
    if not named:
        check_unnamed(spec, file, confined=True)
    return seen_from_here(spec).checked().model_copy(update={"file": file})


def spec_file_of(relation: Path, folder: Path) -> Path:
    """Return the spec of a table: one beside it, or the folder's where that is no other table's.

    Raises SpecError where the folder's spec cannot be read.
    """
    beside, default = relation.with_suffix(".yml"), folder / DEFAULT_SPEC
    if beside.is_file():
        return beside
    if not default.is_file():
        return default
    own = parse_yaml(read_text(default, "spec"), default.name)
    named = own.get("relation") if isinstance(own, dict) else None
    return default if named is not None and (default.parent / str(named)).resolve() == relation.resolve() else beside


class OpenTable:
    """A table that is open: its spec, the profile of its columns, and the answer to the spec.

    `looked_at` are columns whose role somebody has found right though nothing says what they are.
    `versions` hold the spec's text, and `last` what the last change did. `scored` is the last
    answer, perhaps to an earlier text, and `before` the one before it. `close` gives the
    count table back.
    """

    def __init__(self, relation: Path, versions: Versions, *, named: bool) -> None:
        self.relation = relation
        self.versions = versions
        self.named = named
        self.progress = Progress()
        self.profile = Profile((), ())
        self.scored: Scored | None = None
        self.before: Answer | None = None
        self.last: str | None = None
        self.looked_at: set[str] = set()
        self.broken: dict[str, dict[str, int]] = {}
        self.steps: dict[str, tuple[str, tuple[LevelStep, ...]]] = {}
        self._crowd: tuple[str, ClassBands] | None = None
        self._proposed: Mapping[str, Levels] = {}
        self._read: tuple[str, Spec] | None = None
        self._opened = ExitStack()
        self._counting = ExitStack()
        self._source: Source | None = None
        self._counted: CountedTable | None = None

    @property
    def spec(self) -> Spec:
        """The spec of the text as it is. Raises SpecError where an editor left it no spec."""
        text = self.versions.text
        if self._read is None or self._read[0] != text:
            self._read = (text, self.spec_of(text))
        return self._read[1]

    def spec_of(self, text: str) -> Spec:
        """Return the spec that a text would be. Raises SpecError."""
        return spec_of(text, self.versions.file, named=self.named)

    @property
    def unsure(self) -> list[str]:
        """The known columns that nothing explains, and that nobody has looked at."""
        known = self.spec.quasi_identifiers
        columns = [column.name for column in self.profile.columns if column.look.confidence == "low"]
        return [name for name in columns if name in known and name not in self.looked_at]

    @property
    def without_role(self) -> list[ColumnProfile]:
        """The columns that have no role in the spec."""
        spec = self.spec
        taken = {*spec.columns, *spec.identifiers, *spec.ignored}
        return [column for column in self.profile.columns if column.name not in taken]

    @property
    def stale(self) -> bool:
        """Whether the answer belongs to an earlier text."""
        return self.scored is None or self.scored.of != self.versions.hash

    @property
    def people(self) -> str:
        """The word for who is counted: people, or records where people have several."""
        return "records" if self.spec.individual is not None else "people"

    @property
    def rows(self) -> int:
        """The rows of the count table, 0 without one."""
        return 0 if self._counted is None else self._counted.counts.counts

    @property
    def columns(self) -> list[tuple[Generalization, int]]:
        """The known columns with their steps, and the ones that they are on."""
        return known_steps(self.spec, self._proposed)

    def open(self, progress: Progress) -> None:
        """Read the table: profile its columns, begin a spec where it has none, and answer it."""
        begun = bool(self.versions.text)
        start = self.spec if begun else Spec(relation=str(self.relation))
        check_shown(start)
        self._source = self._opened.enter_context(opened_records(start, progress))
        self.profile = profile_of(self._source, start)
        if not begun:
            self.versions.begin(starting_spec(start, self.profile, output=self.versions.file))
        names = [column.name for column in self.profile.columns]
        every = Spec(relation=str(self.relation), quasi_identifiers=names)
        self._proposed = proposals(self._source, every)
        self.score(progress)

    def change(self, make: Callable[[str, Spec], SpecChange | None], base: str) -> bool:
        """Write what a change makes of the spec's text, where it is still the `base`.

        Returns whether anything changed. Raises SpecError, ConflictError.
        """
        made = make(self.versions.text, self.spec)
        if made is None or made.text == self.versions.text:
            return False
        known_steps(self.spec_of(made.text), self._proposed)
        self.versions.write(made.text, made.told, base)
        self.last = made.told
        return True

    def check_steps(self, spec: Spec, column: str) -> None:
        """Raise SpecError where the steps of a column leave values out."""
        if self._source is None:
            raise SpecError(f"{self.relation.name} is not open")
        own = next((one for one, _ in known_steps(spec, self._proposed) if one.column == column), None)
        for partition in () if own is None else own.partitions:
            part = replace(partition, column=column)
            check_domains(self._source.engine, part, self._source.from_sql, self._source.name)

    def undo(self, base: str) -> None:
        """Take the last change back."""
        told = self.versions.undo(base)
        self.last = self.last if told is None else wording("took back: {change}", change=told)

    def redo(self, base: str) -> None:
        """Make the change again that was taken back last."""
        told = self.versions.redo(base)
        self.last = self.last if told is None else wording("made again: {change}", change=told)

    def score(self, progress: Progress) -> Answer:
        """Return the answer to the spec as it is; the relation is read where it must be counted."""
        text, spec = self.versions.hash, self.spec
        if not spec.quasi_identifiers:
            answer = nobody_known(self.profile.records, spec)
        else:
            answer = self._counts(spec).answer(spec)
        if self.scored is not None and self.scored.of != text:
            self.before = self.scored.answer
        self.scored = Scored(text, answer)
        self.versions.keep_verdict(answer.told)
        return answer

    def broken_limits(self) -> dict[str, int]:
        """Return how many records break each limit that may be chosen, once for each text."""
        text, spec = self.versions.hash, self.spec
        if text not in self.broken and spec.quasi_identifiers:
            self.broken = {text: self._counts(spec).broken(spec, offered(spec))}
        return self.broken.get(text, {})

    def steps_of(self, column: str) -> tuple[LevelStep, ...]:
        """Return what each step of a known column would do, once for each text."""
        text, spec = self.versions.hash, self.spec
        known = self.steps.get(column)
        if known is not None and known[0] == text:
            return known[1]
        steps = self._counts(spec).steps(spec, column)
        self.steps[column] = (text, steps)
        return steps

    def crowd(self) -> ClassBands:
        """Return how many people are in groups of each size, once for each text."""
        text, spec = self.versions.hash, self.spec
        if self._crowd is None or self._crowd[0] != text:
            self._crowd = (text, self._counts(spec).crowd(spec))
        return self._crowd[1]

    @property
    def known_crowd(self) -> ClassBands | None:
        """How many people are in groups of each size, where that is counted."""
        return self._crowd[1] if self._crowd is not None and self._crowd[0] == self.versions.hash else None

    def known_steps(self) -> dict[str, tuple[LevelStep, ...]]:
        """Return the steps of each known column, with what they would do where that is counted."""
        text, spec = self.versions.hash, self.spec
        if self._counted is None or not spec.quasi_identifiers or self.stale:
            return {}
        found = self._counted.uncounted(spec)
        return {
            name: self.steps[name][1] if self.steps.get(name, ("",))[0] == text else own for name, own in found.items()
        }

    def details_of(self, tables: Sequence[Mapping[str, int]]) -> list[float]:
        """Return the detail that tables keep, by the steps of their columns."""
        return [] if self._counted is None else [self._counted.detail_of(levels) for levels in tables]

    def values(self, name: str, most: int, least: int) -> list[tuple[object, int]]:
        """Return the values of a column that enough people have, the most frequent first.

        People are told apart by the spec's `individual`; without one each record is a person.
        """
        if self._source is None:
            raise SpecError(f"{self.relation.name} is not open")
        query = render("common_values", self._source.from_sql, name, most, least, self.spec.individual)
        return [(value, int(n)) for value, n in fetch(self._source.engine, query, self._source.name, "values")]

    def _counts(self, spec: Spec) -> CountedTable:
        """Return the count table of a spec, counted anew where it needs other columns."""
        if self._source is None:
            raise SpecError(f"{self.relation.name} is not open")
        if self._counted is None or self._counted.needs_count(spec):
            self._counting.close()
            self._counted = None
            self._counted = self._counting.enter_context(CountedTable.of(self._source, spec, self._proposed))
        return self._counted

    def close(self) -> None:
        """Give the count table and the engine back."""
        self._counting.close()
        self._opened.close()
        self._source = self._counted = None


def nobody_known(records: int, spec: Spec) -> Answer:
    """Return the answer to a spec by which nobody knows anything of a person."""
    return Answer(
        known=(),
        sensitive=tuple(spec.sensitive),
        left_out=(),
        records=records,
        at_risk=0,
        dropped=0,
        budget=0,
        needed=None,
        verdicts=(),
        later=tuple(str(one) for one in read_thresholds(spec)),
        smallest=None,
        alone=None,
        detail={},
        detail_left=1.0,
        lost={},
    )
