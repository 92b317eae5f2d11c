"""The attacks that come with sqlmetrics, and what they score: the protection half of the GDA Score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlmetrics.engine.comparison import Compared, Comparison, compared
from sqlmetrics.engine.engine import Engine
from sqlmetrics.engine.kinds import check_intervals
from sqlmetrics.engine.progress import Progress
from sqlmetrics.engine.source import Source
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.attack import unlike_sizes
from sqlmetrics.release.attack.claim_checks import Truth, control_of, kinds_of, truth
from sqlmetrics.release.attack.claim_values import Column
from sqlmetrics.release.attack.claims import Tolerance
from sqlmetrics.release.attack.inference import INFERENCE
from sqlmetrics.release.attack.linkability import LINKABILITY
from sqlmetrics.release.attack.measures import Account, measured
from sqlmetrics.release.attack.scenario import Builtin, Setting, recoded_truth
from sqlmetrics.release.attack.singling_out import SINGLING_OUT
from sqlmetrics.risk.extent import check_mapped
from sqlmetrics.risk.scores import ReleaseScores
from sqlmetrics.spec.limits import Limits
from sqlmetrics.spec.partition import Partition
from sqlmetrics.spec.spec import Spec, parse_spec
from sqlmetrics.statement.dialects import Dialect
from sqlmetrics.statement.relation import relation_sql
from sqlmetrics.statement.statement import comment
from sqlmetrics.version import __version__

if TYPE_CHECKING:
    from sqlmetrics.spec.spec import Spec


ATTEMPTS = 500
"""How many attempts an attack makes, unless asked otherwise."""

ATTACKS: dict[str, Builtin] = {each.name: each for each in (*SINGLING_OUT, *INFERENCE, *LINKABILITY)}
"""The attacks by name, in the order of the Article 29 criteria."""


def chosen(names: Sequence[str], *, public: bool) -> tuple[Builtin, ...]:
    """Return the attacks of the names, or all that can be made where none is named. Raises SpecError for an unknown one."""
    for name in names:
        if name not in ATTACKS:
            near = get_close_matches(name, ATTACKS, n=3, cutoff=0.4)
            hint = f"did you mean {' or '.join(near)}? " if near else ""
            raise SpecError(f"unknown attack '{name}'; {hint}there are: {', '.join(ATTACKS)}")
        if name == "linkability_public" and not public:
            raise SpecError("the attack linkability_public needs a public table: --public TABLE")
    return tuple(each for each in ATTACKS.values() if each.name in names or (not names and (public or each.name != "linkability_public")))


@dataclass(frozen=True)
class Asked:
    """What is asked of the attacks; see `gda_score`."""

    attacks: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    individual: str | None = None
    public: Any = None
    control: Any = None
    attempts: int = ATTEMPTS
    seed: int = 0
    tolerance: Tolerance | None = None
    max_cells: int | None = None
    max_queries: int | None = None
    partitions: Mapping[str, Partition] = field(default_factory=dict)


def column_partitions(written: Mapping[str, Any] | Spec | None) -> dict[str, Partition]:
    """Return the partition of each column, from how `score` takes them. Raises SpecError where a column has several."""
    spec = written if isinstance(written, Spec) else parse_spec({"partitions": dict(written or {})}, "the arguments")
    found = {}
    for column, entries in spec.partitions.items():
        if len(entries) != 1 or isinstance(entries[0], str):
            raise SpecError(f"'{column}' is recoded by one partition, as the release is; it has {len(entries)}")
        found[column] = entries[0].resolve(column, spec.folder)
    return found


def attack_releases(
    original: Any,
    releases: Sequence[Any],
    asked: Asked,
    *,
    connection: Any = None,
    database: Any = None,
    url: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> tuple[ReleaseScores, tuple[Account, ...]]:
    """Make the attacks on each release; return their measures, and what each of them did. See `gda_score`."""
    if asked.attempts < 1:
        raise SpecError(f"an attack makes at least one attempt, not {asked.attempts}")
    attacks = chosen(asked.attacks, public=asked.public is not None)
    accounts: list[Account] = []
    there: dict[str, Any] = {"connection": connection, "database": database, "url": url, "limits": limits, "progress": progress}
    with compared(original, releases, **there, parsed=True) as comparison:
        judge = truth(comparison.engine, comparison.original, asked.individual)
        control = None if asked.control is None else control_of(comparison.source, comparison.original, asked.control, asked.individual)
        public = None if asked.public is None else comparison.beside(asked.public)
        for relation in (judge.relation, *(() if control is None else (control.relation,))):
            for name, partition in asked.partitions.items():
                check_intervals(relation, name, partition)
            check_mapped(comparison.engine, tuple(asked.partitions.values()), relation.from_sql, relation.name)
        for release in comparison.releases:
            setting = _setting(comparison, release, judge, control, public, asked)
            for attack in attacks:
                accounts += attack.run(setting)
        unlike = () if control is None else unlike_sizes(control, accounts)
        columns = len(comparison.original.columns) - (asked.individual is not None)
        found = measured(comparison.engine, accounts, columns)
        notes = tuple(dict.fromkeys([*unlike, *(note for account in accounts for note in account.notes)]))
        names = tuple(release.name for release in comparison.releases)
        return ReleaseScores(comparison.original.name, names, comparison.engine.dialect.name, __version__, found, notes), tuple(accounts)


def gda_score(
    original: Any,
    *releases: Any,
    attacks: Sequence[str] | str = (),
    secrets: Sequence[str] | str = (),
    known: Sequence[str] | str = (),
    individual: str | None = None,
    public: Any = None,
    control: Any = None,
    attempts: int = ATTEMPTS,
    seed: int = 0,
    tolerance: Tolerance | float | None = None,
    max_cells: int | None = None,
    max_queries: int | None = None,
    partitions: Mapping[str, Any] | None = None,
    connection: Any = None,
    database: Path | str | None = None,
    url: str | None = None,
) -> ReleaseScores:
    """Return what the built-in attacks on releases claim of the original, and how much of it is true.

    `attacks` narrows them by name; `secrets` are the columns to infer and `known` those that an attacker knows, both by default all that
    release and original share; `individual` tells people apart. `public` is a table whose people may be in the original, `control` one of
    people who were not. Each attack makes up to `attempts`, drawn with the `seed`. `tolerance` lets guessed numbers differ by a share of
    the true number's size. `max_cells` limits what one attack may retrieve of a release and `max_queries` how many queries it may ask;
    random guesses and the control group cost nothing. `partitions` say, as in `score`, how the columns of the releases were recoded: the
    original, the control group and the keys of the public table are recoded in the same way before they are compared.

    Raises SpecError for what cannot be attacked as asked, QueryError where the engine fails. Source: the GDA Score (Francis 2019);
    the attacks of Giomi et al. 2023.
    """

    def names(given: Sequence[str] | str) -> tuple[str, ...]:
        return (given,) if isinstance(given, str) else tuple(given)

    asked = Asked(
        names(attacks),
        names(secrets),
        names(known),
        individual,
        public,
        control,
        attempts,
        seed,
        Tolerance(tolerance) if isinstance(tolerance, float | int) else tolerance,
        max_cells,
        max_queries,
        column_partitions(partitions),
    )
    return attack_releases(original, releases, asked, connection=connection, database=database, url=url)[0]


def _setting(
    comparison: Comparison, release: Compared, judge: Truth, control: Truth | None, public: Compared | None, asked: Asked
) -> Setting:
    """Return an attack's setting: the columns that the release shares with the original, and their kinds."""
    without = [] if asked.individual is None else [asked.individual]
    for name in (*asked.known, *asked.secrets, *asked.partitions):
        judge.relation.check(name)
        release.check(name)
    shared = comparison.shared(release, without=without, recoded=tuple(asked.partitions))
    truth_of_it, recoded_control = (None if each is None else recoded_truth(each, asked.partitions) for each in (judge, control))
    assert truth_of_it is not None  # noqa: S101 - there is an original
    columns = tuple(Column(name, found) for name, found in zip(shared, kinds_of(truth_of_it, shared), strict=True))
    if control is not None:
        control.relation.check(*shared)
    return Setting(
        comparison, release, columns, truth_of_it, recoded_control, public, asked.known, asked.secrets, asked.attempts, asked.seed,
        asked.tolerance, asked.max_cells, asked.max_queries, asked.partitions, judge, control,
    )  # fmt: skip


def attack_sql(
    original: str, releases: Sequence[str], asked: Asked, *, database: Any = None, url: str | None = None, dialect: Dialect | None = None
) -> str:
    """Return the statements by which attacks draw claims from each release, with the check of those claims where one statement holds both.

    Without a dialect the relations are opened for their columns, and no record is read but where an engine does not tell its types. With
    one nothing is opened: the columns are then those of `known` and `secrets`, taken for texts. Raises SpecError, DialectError.
    """
    attacks = chosen(asked.attacks, public=asked.public is not None)
    if dialect is not None:
        return _sql_of(attacks, [_unopened(original, release, asked, dialect, table=bool(database or url)) for release in releases])
    with compared(original, releases, database=database, url=url) as comparison:
        judge = Truth(comparison.engine, comparison.original, asked.individual)
        public = None if asked.public is None else comparison.beside(asked.public)
        return _sql_of(attacks, [_setting(comparison, release, judge, None, public, asked) for release in comparison.releases])


def _unopened(original: str, release: str, asked: Asked, dialect: Dialect, *, table: bool) -> Setting:
    """Return a setting of which only the names are known."""
    names = tuple(dict.fromkeys([*asked.known, *asked.secrets]))
    for name in asked.partitions:
        if name not in names:
            raise SpecError(f"partition of '{name}': name the column with --known or --secret too")
    if not asked.known or not asked.secrets:
        raise SpecError("to print statements of relations that are not opened, name the columns: --known COL and --secret COL")
    columns = tuple((name, "") for name in (*names, *([asked.individual] if asked.individual else [])))
    first, second = (Compared(text, relation_sql(text, dialect, table=table), columns) for text in (original, release))
    engine = Engine(dialect, None)
    comparison = Comparison(Source(engine, original, first.from_sql), first, (second,))
    public = None if asked.public is None else Compared(asked.public, relation_sql(asked.public, dialect, table=table), columns)
    kinds = tuple(Column(name, "text") for name in names)
    judge = Truth(engine, first, asked.individual)
    return Setting(
        comparison, second, kinds, recoded_truth(judge, asked.partitions), None, public, asked.known, asked.secrets, asked.attempts,
        asked.seed, asked.tolerance, partitions=asked.partitions, people=judge,
    )  # fmt: skip


def _sql_of(attacks: Sequence[Builtin], settings: Sequence[Setting]) -> str:
    texts = []
    for setting in settings:
        for attack in attacks:
            for about, statement in attack.statements(setting):
                head = comment(f"sqlmetrics {__version__}: {attack.name} on {setting.release.name}: {attack.meaning}", about)
                texts.append(f"{head}{statement.strip()};\n")
    return "\n".join(texts)
