"""The attacks that come with sqlmetrics, and their measures: the GDA Score's protection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlmetrics.engine.comparison import Compared, Comparison, compared
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.kinds import column_kinds
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.row_numbers import left_out_note, row_numbers
from sqlmetrics.engine.source import Source, printed_relation
from sqlmetrics.engine.written_dates import check_dates
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.attack_log import AttackLog
from sqlmetrics.release.attack.claim_values import ClaimColumn
from sqlmetrics.release.attack.inference import INFERENCE
from sqlmetrics.release.attack.linkability import LINKABILITY
from sqlmetrics.release.attack.measures import measures_of, unlike_sizes
from sqlmetrics.release.attack.scenario import NEEDS, AttackOptions, BuiltinAttack, Scenario, recoded_truth
from sqlmetrics.release.attack.singling_out import SINGLING_OUT
from sqlmetrics.release.attack.truth import Truth, control_of, truth_of
from sqlmetrics.risk.extent import check_mapped
from sqlmetrics.risk.scores import ReleaseScores
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.place import Place
from sqlmetrics.spec.relations import name_of
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.statement.dialects import Dialect, check_dialect
from sqlmetrics.statement.statement import heading
from sqlmetrics.text import there_are

if TYPE_CHECKING:
    from sqlmetrics.spec.spec import Spec


ATTACKS: dict[str, BuiltinAttack] = {attack.name: attack for attack in (*SINGLING_OUT, *INFERENCE, *LINKABILITY)}
"""The attacks by name, in the order of the Article 29 criteria."""


def _chosen(names: Sequence[str], *, public: bool) -> tuple[BuiltinAttack, ...]:
    """Return the attacks of the names, or all that can be made where none is named.

    Raises SpecError for an unknown one, and for one that needs a public table where there is none.
    """
    for name in names:
        if name not in ATTACKS:
            raise SpecError(f"unknown attack '{name}'; {there_are(name, ATTACKS)}")
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


def attack_releases(
    original: Any,
    releases: Mapping[str, Any] | Sequence[Any],
    options: AttackOptions,
    place: Place | None = None,
    progress: Progress | None = None,
) -> tuple[ReleaseScores, tuple[AttackLog, ...]]:
    """Make the built-in attacks on each release; return their measures and their logs.

    Raises SpecError for options that do not fit, QueryError where the engine fails.
    Source: the GDA Score (Francis 2019); the attacks of Giomi et al. 2023.
    """
    if options.attempts < 1:
        raise SpecError(f"an attack makes at least one attempt, not {options.attempts}")
    attacks = _chosen(options.attacks, public=options.public is not None)
    logs: list[AttackLog] = []
    beside = (options.control, options.public)
    with compared(
        original, releases, place, progress, parsed=True, beside=beside, columns=options.columns
    ) as comparison:
        truth = truth_of(comparison.engine, comparison.original, options.individual)
        control = None
        if options.control is not None:
            group = comparison.beside(options.control)
            control = control_of(comparison.engine, comparison.original, group, options.individual)
        public = None if options.public is None else comparison.beside(options.public)
        for relation in (truth.relation, *(() if control is None else (control.relation,))):
            for name, partition in options.partitions.items():
                relation.check_intervals(partition, name)
            dates = [(name, partition.date) for name, partition in options.partitions.items()]
            check_dates(comparison.engine, dates, relation.from_sql, relation.name)
            check_mapped(comparison.engine, tuple(options.partitions.values()), relation.from_sql, relation.name)
        numbers = row_numbers(comparison, wanted=[name for name in options.columns if name is not None])
        for release in comparison.releases:
            scenario = _scenario(comparison, release, truth, control, public, options, numbers)
            for attack in attacks:
                logs += attack.run(attack, scenario)
        unlike = () if control is None else unlike_sizes(control.relation.name, logs)
        columns = len(comparison.original.columns) - len(numbers) - (options.individual is not None)
        scores = measures_of(comparison.engine, logs, columns)
        apart = left_out_note(numbers, "name them in `known` or `secrets` to attack them")
        beside_claims = [*apart, *unlike, *unnamed(attacks, options)]
        notes = dict.fromkeys([*beside_claims, *(note for log in logs for note in log.notes)])
        names = [release.name for release in comparison.releases]
        return ReleaseScores.of(comparison.engine, comparison.original, names, scores, notes), tuple(logs)


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


def _scenario(
    comparison: Comparison,
    release: Compared,
    truth: Truth,
    control: Truth | None,
    public: Compared | None,
    options: AttackOptions,
    numbers: Sequence[str] = (),
) -> Scenario:
    """Return an attack's scenario, with the columns that release and original share.

    Columns that number rows are left out.
    """
    without = [*numbers, *([] if options.individual is None else [options.individual])]
    for name in (*options.known, *options.secrets, *options.partitions):
        truth.relation.check(name)
        release.check(name)
    shared = comparison.shared(release, without=without, recoded=tuple(options.partitions))
    recoded = recoded_truth(truth, options.partitions)
    columns = tuple(
        ClaimColumn(name, kind)
        for name, kind in zip(shared, column_kinds(recoded.engine, recoded.relation, shared), strict=True)
    )
    if control is not None:
        control.relation.check(*shared)
    return Scenario(
        comparison=comparison,
        release=release,
        columns=columns,
        options=options,
        truth=recoded,
        raw_truth=truth,
        control=None if control is None else recoded_truth(control, options.partitions),
        raw_control=control,
        public=public,
        numbers=tuple(numbers),
    )


def attack_sql(
    original: Any,
    releases: Sequence[Any],
    options: AttackOptions,
    place: Place | None = None,
    *,
    dialect: str | None = None,
) -> str:
    """Return the statements by which attacks draw claims from each release.

    Where one statement can, it checks them too.

    Without a dialect the relations are opened for their columns, and no record is read but where an
    engine does not tell its types. With one nothing is opened: the columns are then `known` and
    `secrets`, taken for texts. Raises SpecError, DialectError.
    """
    attacks = _chosen(options.attacks, public=options.public is not None)
    place = place or Place()
    if dialect is not None:
        written = check_dialect(dialect)
        return _sql_of(attacks, [_unopened(original, release, options, written, place) for release in releases])
    with compared(original, releases, place, beside=[options.public], columns=options.columns) as comparison:
        truth = Truth(comparison.engine, comparison.original, options.individual)
        public = None if options.public is None else comparison.beside(options.public)
        numbers = row_numbers(comparison, wanted=[name for name in options.columns if name is not None])
        scenarios = [
            _scenario(comparison, release, truth, None, public, options, numbers) for release in comparison.releases
        ]
        return _sql_of(attacks, scenarios)


def _unopened(original: Any, release: Any, options: AttackOptions, dialect: Dialect, place: Place) -> Scenario:
    """Return a scenario whose relations are only named."""

    def relation(text: Any) -> Compared:
        return Compared(name_of(text), printed_relation(text, dialect, place, exact=options.exact_names), columns)

    options = options.spelt(dialect)
    names = tuple(dict.fromkeys([*options.known, *options.secrets]))
    for name in options.partitions:
        if name not in names:
            raise SpecError(f"partition of '{name}': name the column in `known` or `secrets` too")
    if not options.known or not options.secrets:
        raise SpecError(
            "to print statements of relations that are not opened, name the columns in `known` and in `secrets`"
        )
    columns = tuple((name, "") for name in (*names, *([options.individual] if options.individual else [])))
    first, second = relation(original), relation(release)
    engine = Engine(dialect, None)
    public = None if options.public is None else relation(options.public)
    truth = Truth(engine, first, options.individual)
    return Scenario(
        comparison=Comparison(Source(engine, first.name, first.from_sql), first, (second,)),
        release=second,
        columns=tuple(ClaimColumn(name, "text") for name in names),
        options=options,
        truth=recoded_truth(truth, options.partitions),
        raw_truth=truth,
        public=public,
    )


def _sql_of(attacks: Sequence[BuiltinAttack], scenarios: Sequence[Scenario]) -> str:
    """Return the statements of attacks in each scenario, below comments on their rows."""
    texts = []
    for scenario in scenarios:
        for attack in attacks:
            title = f"{attack.name} on {scenario.release.name}: {attack.meaning}"
            for about, text in attack.statements(attack, scenario):
                texts.append(f"{heading(title, about)}{text.strip()};\n")
    return "\n".join(texts)
