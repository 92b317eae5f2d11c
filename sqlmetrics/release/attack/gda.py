"""The attacks that come with sqlmetrics, and their measures: the GDA Score's protection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from sqlmetrics.engine.comparison import Comparison, Sides
from sqlmetrics.engine.kinds import column_kinds, left_out_note, row_numbers
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.written_dates import Dates
from sqlmetrics.errors import SpecError, UnknownNameError
from sqlmetrics.release.attack.attack_log import AttackLog
from sqlmetrics.release.attack.claim_values import ClaimColumn
from sqlmetrics.release.attack.inference import INFERENCE
from sqlmetrics.release.attack.linkability import LINKABILITY
from sqlmetrics.release.attack.measures import measures_of, unlike_sizes
from sqlmetrics.release.attack.scenario import NEEDS, AttackOptions, BuiltinAttack, Scenario, recoded_truth
from sqlmetrics.release.attack.singling_out import SINGLING_OUT
from sqlmetrics.release.attack.truth import Truth, control_of, truth_of
from sqlmetrics.scoring.extent import check_mapped
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.statement.dialects import Dialect, check_dialect
from sqlmetrics.statement.statement import heading

ATTACKS: dict[str, BuiltinAttack] = {attack.name: attack for attack in (*SINGLING_OUT, *INFERENCE, *LINKABILITY)}
"""The attacks by name, in the order of the Article 29 criteria."""


def _chosen(names: Sequence[str], *, public: bool) -> tuple[BuiltinAttack, ...]:
    """Return the attacks of the names, or all that can be made where none is named.

    Raises SpecError for an unknown one, and for one that needs a public table where there is none.
    """
    for name in names:
        if name not in ATTACKS:
            raise UnknownNameError(f"unknown attack '{name}'", name, ATTACKS)
    possible = [attack for attack in ATTACKS.values() if public or attack.needs != "public"]
    if impossible := [attack for attack in ATTACKS.values() if attack.name in names and attack not in possible]:
        raise SpecError(f"the attack {impossible[0].name} needs {NEEDS[impossible[0].needs]}")
    return tuple(attack for attack in possible if attack.name in names or not names)


def column_partitions(written: Mapping[str, Any] | Spec | None) -> dict[str, Partition]:
    """Return the partition of each column, from the partitions of a spec.

    Raises SpecError where a column has several.
    """
    spec = written if isinstance(written, Spec) else parse_spec({"partitions": dict(written or {})}, "the arguments")
    partitions = {}
    for column, entries in spec.partitions.items():
        if len(entries) != 1 or isinstance(entries[0], str):
            raise SpecError(f"'{column}' is recoded by one partition, as the release is; write one, and no `raw`")
        partitions[column] = entries[0].resolve(column, spec.folder)
    return partitions


UNNAMED = {
    (False, False): "neither `known` nor `secrets` names a column, so all that original and release share are attacked",
    (True, False): "`secrets` names no column, so each that original and release share is inferred",
    (False, True): "`known` names no column, so an attacker knows all others that original and release share",
}
"""What is attacked by default, by whether known columns and secrets are named."""


def unnamed(attacks: Sequence[BuiltinAttack], options: AttackOptions) -> tuple[str, ...]:
    """Return a note on the columns that are attacked by default, if any are."""
    learnt = any(attack.needs in {"secrets", "parts"} for attack in attacks)
    told = UNNAMED.get((bool(options.known), bool(options.secrets) or not learnt))
    return () if told is None else (f"{told}; by other columns the worst case may be another",)


@dataclass(frozen=True)
class ClaimsQuestion:
    """The question what the built-in attacks on releases claim, and how much of it is true.

    Source: the GDA Score (Francis 2019); the attacks of Giomi et al. 2023.
    """

    sides: Sides
    options: AttackOptions

    @property
    def attacks(self) -> tuple[BuiltinAttack, ...]:
        """The attacks of the options. Raises SpecError for one that cannot be made."""
        return _chosen(self.options.attacks, public=self.options.public is not None)

    def answer(self, progress: Progress | None = None) -> tuple[ReleaseScores, tuple[AttackLog, ...]]:
        """Make the attacks on each release; return their measures and their logs.

        Raises SpecError for options that do not fit, QueryError where the engine fails.
        """
        options, attacks = self.options, self.attacks
        if options.attempts < 1:
            raise SpecError(f"an attack makes at least one attempt, not {options.attempts}")
        logs: list[AttackLog] = []
        with self._opened(progress, dates=options.dates) as comparison:
            engine, original = comparison.engine, comparison.original
            truth = truth_of(engine, original, options.individual)
            group = None if options.control is None else comparison.beside(options.control)
            control = None if group is None else control_of(engine, original, group, options.individual)
            for relation in (original, *(() if group is None else (group,))):
                for name, partition in options.partitions.items():
                    relation.check_intervals(partition, name)
                check_mapped(engine, tuple(options.partitions.values()), relation.from_sql, relation.name)
            numbers = row_numbers(comparison, wanted=options.named)
            for scenario in self._scenarios(comparison, truth, control, numbers):
                for attack in attacks:
                    logs += attack.run(attack, scenario)
            unlike = () if control is None else unlike_sizes(control.relation.name, logs)
            columns = len(original.columns) - len(numbers) - (options.individual is not None)
            scores = measures_of(engine, logs, columns)
            apart = left_out_note(numbers, "name them in `known` or `secrets` to attack them")
            beside_claims = [*apart, *unlike, *unnamed(attacks, options)]
            notes = dict.fromkeys([*beside_claims, *(note for log in logs for note in log.notes)])
            names = [release.name for release in comparison.releases]
            return ReleaseScores.of(engine, original, names, scores, notes), tuple(logs)

    def printed(self, dialect: str | None = None) -> str:
        """Return the statements by which attacks draw claims from each release.

        Where one statement can, it checks them too.

        Without a dialect the relations are opened for their columns, and no record is read but
        where an engine does not tell its types. With one nothing is opened: the columns are then
        those of `known` and `secrets`, taken for texts. Raises SpecError, DialectError.
        """
        if dialect is None:
            with self._opened() as comparison:
                text = self._statements(comparison, row_numbers(comparison, wanted=self.options.named))
                files = comparison.engine.files
                return text if files is None else files.shown(text)
        spelt = replace(self, options=self.options.spelt(check_dialect(dialect)))
        return spelt._statements(spelt._unopened(check_dialect(dialect)))

    def _opened(self, progress: Progress | None = None, *, dates: Dates = ()) -> AbstractContextManager[Comparison]:
        options = self.options
        beside = (options.control, options.public)
        return self.sides.opened(progress, beside=beside, columns=options.named, dates=dates)

    def _unopened(self, dialect: Dialect) -> Comparison:
        """Return the relations by their names. Raises SpecError where columns are not all named."""
        options = self.options
        for name in options.partitions:
            if name not in (*options.known, *options.secrets):
                raise SpecError(f"partition of '{name}': name the column in `known` or `secrets` too")
        if not options.known or not options.secrets:
            raise SpecError(
                "to print statements of relations that are not opened, name the columns in `known` and in `secrets`"
            )
        return self.sides.unopened(dialect, dict.fromkeys(options.named), exact=options.exact_names)

    def _statements(self, comparison: Comparison, numbers: Sequence[str] = ()) -> str:
        """Return the statements of attacks on each release, below comments on their rows."""
        texts = []
        truth = Truth(comparison.engine, comparison.original, self.options.individual)
        for scenario in self._scenarios(comparison, truth, None, numbers):
            for attack in self.attacks:
                title = f"{attack.name} on {scenario.release.name}: {attack.meaning}"
                for about, text in attack.statements(attack, scenario):
                    texts.append(f"{heading(title, about)}{text.strip()};\n")
        return "\n".join(texts)

    def _scenarios(
        self, comparison: Comparison, truth: Truth, control: Truth | None, numbers: Sequence[str]
    ) -> Iterator[Scenario]:
        """Yield the scenario of each release, with the columns that it shares with the original.

        Those that number rows are left out. Raises SpecError for columns that do not compare.
        """
        options, original = self.options, truth.relation
        linked = any(attack.needs == "public" for attack in self.attacks)
        dates = [part for part in comparison.dates if linked and part[0] in (options.known or options.partitions)]
        public = None if options.public is None else comparison.beside(options.public, dates)
        without = [*numbers, *([] if options.individual is None else [options.individual])]
        recoded = recoded_truth(truth, options.partitions)
        for release in comparison.releases:
            for name in (*options.known, *options.secrets, *options.partitions):
                original.check(name)
                release.check(name)
            shared = comparison.shared(release, without=without, recoded=tuple(options.partitions))
            if control is not None:
                control.relation.check(*shared)
            kinds = column_kinds(comparison.engine, recoded.relation, shared)
            yield Scenario(
                release=release,
                columns=tuple(map(ClaimColumn, shared, kinds)),
                options=options,
                truth=recoded,
                raw_truth=truth,
                control=None if control is None else recoded_truth(control, options.partitions),
                raw_control=control,
                public=public,
                numbers=tuple(numbers),
            )
