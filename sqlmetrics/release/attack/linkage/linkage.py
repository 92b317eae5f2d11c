"""The question who of an outside file with errors is found in releases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared, Comparison, Sides, check_kinds, numbered, printed_statements, recoded
from sqlmetrics.engine.kinds import column_kinds, left_out_note, row_numbers
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import Statement, fetch_rows, macro_statement
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.linkage.agreement import AGREEMENT, agreements
from sqlmetrics.release.attack.linkage.scores import LinkageRow, linkage_scores
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.planning import key_recodings, resolved_partitions

MOST_COLUMNS = 12
"""The most columns that link: a statement has a join for each two of them."""


class LinkedSide(NamedTuple):
    """A release with the outside file, recoded as the release is, and the columns that link."""

    release: Compared
    outside: Compared
    columns: tuple[str, ...]
    agreement: Mapping[str, float]
    statement: Statement


@dataclass(frozen=True)
class LinkageQuestion:
    """The question who of an outside file is found in releases, though the file has errors.

    Each record of the `auxiliary` file is looked for. Its best records have the greatest sum of
    weights. Agreement on a value of share p in the release weighs log2(m / p), where m is the
    `agreement`, and disagreement log2((1 - m) / (1 - p)). The spec's `individual`, a column of
    both, tells who is found rightly.

    Sources: Fellegi and Sunter 1969; Winkler 2000 for the weights of single values.
    """

    sides: Sides
    spec: Spec
    auxiliary: Any
    agreement: float | Mapping[str, float] = AGREEMENT

    def answer(self, progress: Progress | None = None) -> ReleaseScores:
        """Return the scores of each release.

        Raises SpecError for columns that do not link, QueryError where the engine fails.
        """
        with self._opened(progress) as comparison:
            engine, scores, notes = comparison.engine, list[Score](), list[str]()
            outside = comparison.beside(self.auxiliary)
            for side in self._linked(comparison, outside, notes):
                rows = fetch_rows(engine, side.statement.text(engine.dialect), side.release.name, LinkageRow)
                scores += linkage_scores(rows, side.release.name, side.columns, side.agreement, self._told)
                notes += _unequal(side.agreement)
            names = [release.name for release in _releases(comparison)]
            return ReleaseScores.of(engine, outside, names, scores, dict.fromkeys(notes))

    def printed(self, dialect: str | None = None) -> str:
        """Return the statements that are run for the answer, one per release.

        The relations are opened: their common columns have kinds.
        """
        with self._opened() as comparison:
            outside = comparison.beside(self.auxiliary)
            texts = [
                printed_statements(
                    comparison, [side.statement], [side.release, outside], dialect, exact=self.spec.exact_names
                )
                for side in self._linked(comparison, outside, [])
            ]
            return "\n".join(texts)

    @property
    def _told(self) -> bool:
        """Whether a column tells people apart."""
        return self.spec.individual is not None

    @property
    def _apart(self) -> list[str]:
        """The columns that link nothing unless they are named: of individuals, and of secrets."""
        return [name for name in (self.spec.individual, *self.spec.sensitive) if name is not None]

    @contextmanager
    def _opened(self, progress: Progress | None = None) -> Iterator[Comparison]:
        """Open the relations. Raises SpecError for words that do not go with the question."""
        check_goes_with("linkage", self.spec)
        agreements(self.agreement, self.spec.quasi_identifiers or _named(self.agreement))
        wanted = (self.spec.individual, *self.spec.quasi_identifiers)
        with self.sides.opened(progress, beside=(self.auxiliary,), columns=wanted) as comparison:
            yield comparison

    def _linked(self, comparison: Comparison, outside: Compared, notes: list[str]) -> Iterator[LinkedSide]:
        """Yield each release with the outside file.

        Raises SpecError for columns that do not link.
        """
        dialect, individual = comparison.engine.dialect, self.spec.individual
        for one in (outside, *_releases(comparison)):
            if individual is not None:
                one.check_individual(individual)
        wanted = [*self.spec.quasi_identifiers, *([individual] if individual else [])]
        numbers = () if self.spec.quasi_identifiers else row_numbers(comparison, wanted=wanted)
        recodings = key_recodings(self.spec, resolved_partitions(self.spec))
        outside.check(*recodings)
        made = recoded(outside, recodings, dialect)
        for release in _releases(comparison):
            columns = self._columns(release, outside, numbers, recodings)
            notes += left_out_note(
                [name for name in numbers if name in outside.column_names],
                "name the columns that link as quasi-identifiers",
            )
            agreement = agreements(self.agreement, columns)
            plan = {
                "release": release.from_sql,
                "outside": made.from_sql,
                "columns": self._entries(comparison, release, agreement, recodings),
                "individual": individual,
            }
            if individual is not None:
                check_kinds(release, outside, individual)
            about = (
                f"who of {outside.name} is found in {release.name}, though the file has errors",
                "a row per least weight: how many are found with it, and how many rightly; the numbers before it are"
                " the same in each row",
            )
            statement = macro_statement("linked_people", plan, about=about)
            yield LinkedSide(release, outside, columns, agreement, statement)

    def _columns(
        self, release: Compared, outside: Compared, numbers: Sequence[str], recodings: Mapping[str, Partition]
    ) -> tuple[str, ...]:
        """Return the columns that link a release to the outside file.

        Raises SpecError where there are none, too many, or some that do not compare.
        """
        named = tuple(self.spec.quasi_identifiers)
        for one in (release, outside):
            one.check(*named)
        apart = (*self._apart, *numbers)
        columns = named or tuple(
            name for name in release.column_names if name in outside.column_names and name not in apart
        )
        if not columns:
            raise SpecError(
                f"{outside.name} has no column in common with {release.name} by which people could be found; its own"
                f" are: {', '.join(outside.column_names)}: rename some in a view"
            )
        if len(columns) > MOST_COLUMNS:
            raise SpecError(
                f"{outside.name} and {release.name} have {len(columns)} columns in common, and at most {MOST_COLUMNS}"
                " link people; name some of them as quasi-identifiers"
            )
        for name in columns:
            if name not in recodings:
                check_kinds(release, outside, name)
        return columns

    def _entries(
        self,
        comparison: Comparison,
        release: Compared,
        agreement: Mapping[str, float],
        recodings: Mapping[str, Partition],
    ) -> list[dict[str, Any]]:
        """Return the columns that link as macros take them; recoded ones are texts."""
        kinds = column_kinds(comparison.engine, release, list(agreement))
        return [
            {"name": name, "kind": "text" if name in recodings else of_kind, "place": place, "agreement": repr(chance), "nearly": None, "near_agreement": None}
            for place, ((name, chance), of_kind) in enumerate(zip(agreement.items(), kinds, strict=True), 1)
        ]


def check_alone(
    record_id: str | None, external: Any, names: Mapping[str, str] | None, *, together: bool, everything: bool
) -> None:
    """Raise SpecError for what does not go with an auxiliary file."""
    given = {
        "a record id links releases to an original": record_id is not None,
        "an external relation is for the grey box, an attack beside an original": external is not None,
        "other names belong to an original": bool(names),
        "releases together are compared with each other": together,
        "replication and attribution need an original": everything,
    }
    for what in (what for what, is_given in given.items() if is_given):
        raise SpecError(f"{what}, and an auxiliary file is looked for in each release alone; leave one of both out")


def check_looked_for(auxiliary: Any, agreement: object) -> None:
    """Raise SpecError for an agreement without a file that is looked for."""
    if auxiliary is None and agreement is not None:
        raise SpecError("`agreement` is about a file that is looked for in releases; name that file as `auxiliary`")


def _releases(comparison: Comparison) -> list[Compared]:
    """Return the releases, with names that differ."""
    names = numbered([one.name for one in comparison.relations])
    return [replace(one, name=name) for one, name in zip(comparison.relations, names, strict=True)]


def _named(agreement: float | Mapping[str, float]) -> list[str]:
    return list(agreement) if isinstance(agreement, Mapping) else []


def _unequal(agreement: Mapping[str, float]) -> Iterator[str]:
    """Yield a note on chances of agreement that differ by column."""
    if len(set(agreement.values())) > 1:
        listed = ", ".join(f"{chance:g} of {column}" for column, chance in agreement.items())
        yield f"the chances that two values of one person agree: {listed}"
