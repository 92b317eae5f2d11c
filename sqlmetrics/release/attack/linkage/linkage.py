"""The question who of an outside file with errors is found in releases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlmetrics.engine.comparison import Compared, Comparison, Sides, check_kinds, numbered, printed_statements, recoded
from sqlmetrics.engine.engine import Engine, fetch
from sqlmetrics.engine.kinds import column_kinds, left_out_note, row_numbers
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.rows import Statement, fetch_rows, macro_statement
from sqlmetrics.errors import SpecError
from sqlmetrics.phrase import Phrase
from sqlmetrics.release.attack.linkage.agreement import (
    ColumnAgreement,
    agreement_parameters,
    agreements,
    check_links,
    check_nearly,
    check_reach,
)
from sqlmetrics.release.attack.linkage.estimation import ByChance, Likeliest, likeliest, sums_are_cheaper
from sqlmetrics.release.attack.linkage.scores import LinkageRow, linkage_scores
from sqlmetrics.release.attack.truth import unnamed_individuals
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.spec.agreement import ESTIMATED, Agreement
from sqlmetrics.spec.goes_with import check_goes_with
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.planning import key_recodings, resolved_partitions

MOST_COLUMNS = 12
"""The most columns that link: a statement has a join for each two of them."""


MANY_PAIRS = 1.25
"""The pairs of one person, by the records of the smaller side, that are too many to be believed."""


class LinkedSide(NamedTuple):
    """A release with the outside file, recoded as the release is, and the columns that link.

    `plan` is what macros take of them, without the chances of agreement.
    """

    release: Compared
    outside: Compared
    columns: tuple[str, ...]
    agreement: Mapping[str, ColumnAgreement]
    plan: Mapping[str, Any]

    def statement(self) -> Statement:
        """Return the statement of who is found, by the chances of agreement."""
        about = (
            f"who of {self.outside.name} is found in {self.release.name}, though the file has errors",
            "a row per least weight: how many are found with it, and how many rightly; the numbers before it are"
            " the same in each row",
        )
        columns = [
            {**entry, "agreement": repr(chance.equal), "near_agreement": repr(chance.near)}
            for entry, chance in zip(self.plan["columns"], self.agreement.values(), strict=True)
        ]
        return macro_statement("linked_people", {**self.plan, "columns": columns}, about=about)

    def by_chance(self) -> Statement:
        """Return the statement of how often records agree by chance."""
        about = f"how {self._between} agree by chance: a row per column, with the pairs of equal values"
        return macro_statement("agreement_by_chance", self.plan, about=(about,))

    def patterns(self) -> Statement:
        """Return the statement of how often records agree, of all pairs."""
        about = (
            f"how {self._between} agree: a row per pattern of levels of the columns, with its pairs of records",
            "0 is equal, 1 nearly equal, 2 another value, 3 a NULL; pairs that agree in less are left out",
        )
        return macro_statement("agreement_patterns", self.plan, about=about)

    def estimated(self, engine: Engine) -> tuple[LinkedSide, Likeliest]:
        """Return it with the likeliest chances of agreement, which are counted in the cheaper way.

        Raises SpecError where the records tell none.
        """
        name = self.release.name
        by_chance = sorted(fetch_rows(engine, self.by_chance().text(engine.dialect), name, ByChance))
        side = self._replace(plan={**self.plan, "summed": sums_are_cheaper(by_chance)})
        patterns = {
            tuple(int(level) for level in levels): float(pairs)
            for *levels, pairs in fetch(engine, side.patterns().text(engine.dialect), name, "score")
        }
        estimate = likeliest(patterns, by_chance, self.columns)
        chances = {
            column: _cautious(estimate, place, old.nearly) for place, (column, old) in enumerate(self.agreement.items())
        }
        return side._replace(agreement=chances), estimate

    @property
    def _between(self) -> str:
        return f"records of {self.outside.name} and {self.release.name}"


@dataclass(frozen=True)
class LinkageQuestion:
    """The question who of an outside file is found in releases, though the file has errors.

    Each record of the `auxiliary` file is looked for. Its best records have the greatest sum of
    weights. Agreement on a value of share p in the release weighs log2(m / p), where m is the
    `agreement`, and disagreement log2((1 - m) / (1 - p)). Values of a column that differ by less
    than `nearly` says are a level between. `links` is one_to_one where two records are linked that
    are each the other's best. The spec's `individual`, a column of both, tells who is found
    rightly.

    Sources: Fellegi and Sunter 1969; Winkler 2000 for the weights of single values.
    """

    sides: Sides
    spec: Spec
    auxiliary: Any
    agreement: Agreement
    nearly: Mapping[str, float]
    links: str

    def answer(self, progress: Progress | None = None) -> ReleaseScores:
        """Return the scores of each release.

        Raises SpecError for columns that do not link, QueryError where the engine fails.
        """
        with self._opened(progress) as comparison:
            engine, scores, notes = comparison.engine, list[Score](), list[str]()
            outside = comparison.beside(self.auxiliary)
            for given in self._linked(comparison, outside, notes):
                side, are_estimated = given, self.agreement == ESTIMATED
                if are_estimated:
                    side, estimate = given.estimated(engine)
                    notes += _estimate_notes(side, estimate)
                notes += _unequal(side.agreement)
                rows = fetch_rows(engine, side.statement().text(engine.dialect), side.release.name, LinkageRow)
                own = agreement_parameters(side.agreement, are_estimated=are_estimated, links=self.links)
                scores += linkage_scores(rows, side.release.name, side.columns, own, self._told)
            notes += self._left_out(engine, outside)
            names = [release.name for release in _releases(comparison)]
            return ReleaseScores.of(engine, outside, names, scores, dict.fromkeys(notes))

    def printed(self, dialect: str | None = None) -> str:
        """Return the statements that are run for the answer, of each release.

        The relations are opened: their common columns have kinds. Chances that are estimated are
        so in the database of the relations.
        """
        with self._opened() as comparison:
            outside = comparison.beside(self.auxiliary)
            texts = []
            for given in self._linked(comparison, outside, []):
                side, statements = given, list[Statement]()
                if self.agreement == ESTIMATED:
                    side, _ = given.estimated(comparison.engine)
                    statements += [side.by_chance(), side.patterns()]
                statements.append(side.statement())
                sides = [side.release, outside]
                texts.append(printed_statements(comparison, statements, sides, dialect, exact=self.spec.exact_names))
            return "\n".join(texts)

    def _left_out(self, engine: Engine, outside: Compared) -> Iterator[str]:
        """Yield a note on the outside records of nobody, which are not looked for."""
        individual = self.spec.individual
        if individual is None:
            return
        counted = unnamed_individuals(engine, outside, individual)
        if counted.missing:
            yield Phrase(
                "left out, as they are without '{individual}': {missing} of {records} records of {file}",
                individual=individual,
                missing=(counted.missing, ","),
                records=(counted.records, ","),
                file=outside.name,
            )

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
        check_reach(self.nearly)
        check_links(self.links)
        named = self.spec.quasi_identifiers or [*_named(self.agreement), *self.nearly]
        agreements(self.agreement, named, self.nearly)
        self._check_individual()
        wanted = (self.spec.individual, *self.spec.quasi_identifiers)
        with self.sides.opened(progress, beside=(self.auxiliary,), columns=wanted) as comparison:
            yield comparison

    def _check_individual(self) -> None:
        """Raise SpecError where the column that tells people apart links them, too."""
        individual, folded = self.spec.individual, [name.casefold() for name in self.spec.quasi_identifiers]
        if individual is not None and individual.casefold() in folded:
            raise SpecError(
                f"column '{individual}' tells people apart, and judges who is found rightly: it links nobody, so leave"
                " it out of the quasi-identifiers"
            )

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
            agreement = agreements(self.agreement, columns, self.nearly)
            plan = {
                "release": release.from_sql,
                "outside": made.from_sql,
                "columns": self._entries(comparison, release, agreement, recodings),
                "individual": individual,
                "links": self.links,
            }
            if individual is not None:
                check_kinds(release, outside, individual)
            yield LinkedSide(release, outside, columns, agreement, plan)

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
        agreement: Mapping[str, ColumnAgreement],
        recodings: Mapping[str, Partition],
    ) -> list[dict[str, Any]]:
        """Return the columns that link as macros take them; recoded ones are texts.

        Raises SpecError for values that cannot nearly agree.
        """
        kinds = dict(zip(agreement, column_kinds(comparison.engine, release, list(agreement)), strict=True))
        check_nearly(self.nearly, kinds, recodings)
        return [
            {
                "name": name,
                "kind": "text" if name in recodings else kinds[name],
                "place": place,
                "nearly": None if chance.nearly is None else repr(chance.nearly),
            }
            for place, (name, chance) in enumerate(agreement.items(), 1)
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


def check_looked_for(auxiliary: Any, agreement: object, nearly: object = None, links: object = None) -> None:
    """Raise SpecError for what is said of a file that is looked for, where there is none."""
    for word, given in (("agreement", agreement), ("nearly", nearly), ("links", links)):
        if auxiliary is None and given is not None:
            raise SpecError(f"`{word}` is about a file that is looked for in releases; name that file as `auxiliary`")


def _releases(comparison: Comparison) -> list[Compared]:
    """Return the releases, with names that differ."""
    names = numbered([one.name for one in comparison.relations])
    return [replace(one, name=name) for one, name in zip(comparison.relations, names, strict=True)]


def _named(agreement: Agreement) -> list[str]:
    return list(agreement) if isinstance(agreement, Mapping) else []


def _cautious(estimate: Likeliest, place: int, nearly: float | None) -> ColumnAgreement:
    """Return how often values of a column agree, by an estimate."""
    equal, near = estimate.cautious(place, near=nearly is not None)
    return ColumnAgreement(equal, nearly, near)


def _estimate_notes(side: LinkedSide, estimate: Likeliest) -> Iterator[str]:
    """Yield what an estimate rests on, and what it cannot tell."""
    yield Phrase(
        "the chances of agreement are estimated by expectation-maximisation, which settled after {turns} turns; it"
        " expects {pairs} pairs of records of one person in {release} and {file}"
        if estimate.settled
        else "the chances of agreement are estimated by expectation-maximisation, which had not settled after {turns}"
        " turns; it expects {pairs} pairs of records of one person in {release} and {file}",
        turns=estimate.turns,
        pairs=(estimate.pairs, ",.1f"),
        release=side.release.name,
        file=side.outside.name,
    )
    if estimate.less:
        yield Phrase(
            "the chances of {columns} are not to be had from these records, in which one person's values agree less"
            " often than values of two: say the chances, or leave the columns out",
            columns=", ".join(estimate.less),
        )
    if estimate.pairs > MANY_PAIRS * estimate.most:
        yield Phrase(
            "more pairs of one person are expected than one side has records ({records}): columns that depend on each"
            " other look like one person, so name fewer of them, or say the chances",
            records=round(estimate.most),
        )


def _unequal(agreement: Mapping[str, ColumnAgreement]) -> Iterator[str]:
    """Yield a note on chances of agreement that differ by column."""
    if len(set(agreement.values())) > 1:
        chances = {
            f"chance_{place}": Phrase(
                "{column} {equal}" if chance.nearly is None else "{column} {equal} (nearly {near})",
                column=column,
                equal=(chance.equal, ".4g"),
                near=(chance.near, ".4g"),
            )
            for place, (column, chance) in enumerate(agreement.items())
        }
        listed = Phrase(", ".join(f"{{{name}}}" for name in chances), **chances)
        yield Phrase("the chances that two values of one person agree: {chances}", chances=listed)
