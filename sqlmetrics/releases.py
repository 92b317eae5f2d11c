"""Releases beside the original that they were made of, and everything that can be measured of both; each measure is a function, too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Required, Unpack

from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.claims import Tolerance
from sqlmetrics.release.attack.discrimination import attacks as attacks_on
from sqlmetrics.release.attack.discrimination import attacks_sql as statements_of_attacks
from sqlmetrics.release.attack.gda import attack_releases, column_partitions
from sqlmetrics.release.attack.scenario import AttackOptions
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.release.utility.prediction_task import plan_task
from sqlmetrics.release.utility.tradeoff import tradeoff as tradeoff_of
from sqlmetrics.release.utility.utility import Utility
from sqlmetrics.release.utility.utility import utility as utility_of
from sqlmetrics.release.utility.utility import utility_sql as statements_of_utility
from sqlmetrics.risk.scores import ReleaseScores
from sqlmetrics.spec.call import SpecWords
from sqlmetrics.spec.place import Place
from sqlmetrics.spec.spec import Spec
from sqlmetrics.table import Names, Table, listed


class GdaWords(SpecWords, total=False):
    """What the built-in attacks are asked, besides the words of a spec.

    `attacks` narrows them by name. `secrets` are the columns to infer and `known` those that an attacker
    knows: by default the sensitive attributes and the quasi-identifiers, and where these are not named
    all columns that release and original share. `public` is a table whose people may be in the original,
    `control` one of people who were not. Each attack makes up to `attempts`, by default 500, drawn with
    the `seed`. `tolerance` lets guessed numbers differ by a share of the true number's size. `max_cells`
    limits what one attack may retrieve of a release and `max_queries` how many queries it may ask; random
    guesses and the control group cost nothing. `partitions` say how the columns of the releases were
    recoded: the original, the control group and the keys of the public table are recoded in the same way
    before they are compared.
    """

    attacks: Names
    secrets: Names
    known: Names
    public: Any
    control: Any
    attempts: int
    seed: int
    tolerance: Tolerance | float | None
    max_cells: int | None
    max_queries: int | None


class UtilityWords(SpecWords, total=False):
    """What the utility of releases is asked, besides the words of a spec.

    `record` names an id that links a release's records with the original's. `columns` narrows what is
    measured, `continuous` says which columns are ranges (by default those of numbers and dates with more
    than 50 distinct values). `queries` of a generated workload are asked, by default 500, which `seed`
    picks; `workload` is a file of the user's own. `pairs` compares the columns' joint distributions, too.
    `suppressed` is the releases' mark of a suppressed value, and `hierarchies` name the files that columns
    were recoded by. With `release_connection`, any PEP 249 connection, or `release_url` the releases are
    tables of another system that answers SQL, which is asked query by query; the original stays where it
    is. With `show_values` (the default) answers name their conditions.
    """

    record: str | None
    columns: Names
    continuous: Names
    workload: Path | str | None
    queries: int
    seed: int
    pairs: bool
    release_connection: Any
    release_url: str | None
    show_values: bool


class TradeoffWords(SpecWords, total=False):
    """What the trade of risk against utility is asked, besides the words of a spec.

    `workload` are the attributes that classifiers predict, `neutral` other columns that they may learn
    from. `partitions` and `hierarchies` say how releases may have recoded a column: a held-out value
    becomes itself or the first, and so finest, of its recodings that the release has. `control` is a
    relation of records that no release was made from: they are held out instead of the share `holdout`
    (0.3) of the original, which `seed` draws. `classifiers` are by default those in SQL; scikit-learn's
    (decision_tree, random_forest, logistic_regression; the extra `ml`) learn from `sample` combinations of
    values at most. `alpha` is what naive Bayes adds to each count.
    """

    workload: Required[Names]
    neutral: Names
    control: Any
    classifiers: Names
    holdout: float
    seed: int
    alpha: float
    sample: int


class Releases:
    """Releases of an original, to be attacked, and to be asked what they are still good for; `compare` makes it.

    `table` is the original with the roles of the columns, `releases` the released relations, by what
    they are called or in a list.
    """

    def __init__(self, table: Table, releases: Any) -> None:
        self.table = table
        self.releases: Mapping[str, Any] | list[Any]
        if isinstance(releases, Mapping):
            self.releases = dict(releases)
        else:
            self.releases = list(releases) if isinstance(releases, list | tuple) else [releases]
        if not self.releases:
            raise SpecError("name at least one release")

    def attacks(
        self,
        *,
        record_id: str | None = None,
        external: Any = None,
        names: Mapping[str, str] | None = None,
        limit: int | None = None,
        **words: Unpack[SpecWords],
    ) -> ReleaseScores:
        """Return what each attack of the Discrimination Rate reaches on each release: identity (white, black and grey box),
        homogeneity, background knowledge, skewness and semantic, for each key alone and for all together.

        The values are discrimination rates: shares of 0 to 1, higher is riskier; background knowledge is one minus it, and skewness
        the rate of the original keys minus that of the released ones, with the largest shift of a class's distribution (`a_diff`).
        `record_id` names a column that tells records apart in both, and links them row by row; without it the `partitions` of the
        keys, applied to the original, do. `external` is a relation of people by their keys, which the same partitions recode, for
        the grey box. `partitions` of sensitive attributes are the attackers' models of the semantic attack. `names` maps a column of
        the releases to its name in the original. Source: Sondeck, Laurent and Frey 2017.
        """
        return attacks_on(
            self.table.spec.relation,
            self.releases,
            self.table.spec_with(**words),
            record_id=record_id,
            external=external,
            names=names,
            show_values=True,
            limit=limit,
        )

    def attacks_sql(
        self,
        *,
        dialect: str | None = None,
        record_id: str | None = None,
        external: str | None = None,
        names: Mapping[str, str] | None = None,
        limit: int | None = None,
        **words: Unpack[SpecWords],
    ) -> str:
        """Return the statement that `attacks` runs for each release, in a dialect; it needs no database."""
        return statements_of_attacks(
            self.table.spec.name,
            [str(release) for release in self._relations],
            self.table.spec_with(**words),
            dialect=dialect,
            record_id=record_id,
            external=external,
            names=names,
            show_values=True,
            limit=limit,
        )

    def gda(self, **words: Unpack[GdaWords]) -> ReleaseScores:
        """Return what the built-in attacks on the releases claim of the original, and how much of it is true: the GDA Score.

        For the words see GdaWords. Sources: Francis 2019; the attacks of Giomi et al. 2023.
        """
        spec, own = self._parted(words)
        tolerance = own.pop("tolerance", None)
        options = AttackOptions(
            attacks=tuple(listed(own.pop("attacks", ()))),
            secrets=tuple(listed(own.pop("secrets", ())) or spec.sensitive),
            known=tuple(listed(own.pop("known", ())) or spec.quasi_identifiers),
            individual=spec.individual,
            tolerance=Tolerance(tolerance) if isinstance(tolerance, float | int) else tolerance,
            partitions=column_partitions(spec),
            **own,
        )
        return attack_releases(spec.relation, self.releases, options, spec.place)[0]

    def utility(self, **words: Unpack[UtilityWords]) -> Utility:
        """Return how much of the original the releases still tell: coverage, the accuracy of a workload's answers, and
        information loss; for the words see UtilityWords.
        """
        elsewhere = Place(connection=words.pop("release_connection", None), url=words.pop("release_url", None))
        spec, options = self._utility_options(words)
        return utility_of(spec.relation, self.releases, options, spec.place, release_place=elsewhere)

    def utility_sql(self, *, dialect: str | None = None, **words: Unpack[UtilityWords]) -> str:
        """Return the statements that `utility` runs, in a dialect.

        The columns' extremes and numbers of values are read for them, since bins are of the data.
        """
        spec, options = self._utility_options(words)
        return statements_of_utility(spec.relation, self._relations, options, spec.place, dialect=dialect)

    def tradeoff(self, **words: Unpack[TradeoffWords]) -> ReleaseScores:
        """Return what each release is worth to classifiers of workload attributes, and how risky it is.

        The records are, per release: for each workload attribute, classifier and measure (`accuracy`, and `f1`: the mean over the
        attribute's values) u_base, u_san, u_max and utility_gain, shares from 0 to 1; unseen_classes; and the scores a_know, a_acc,
        delta_disclosure, itpr, k_anonymity and mutual_information of the release by itself. For the words see TradeoffWords.
        Source: Brickell and Shmatikov 2008.
        """
        spec, own = self._parted(words)
        control = own.pop("control", None)
        names: dict[str, Any] = {word: listed(own.pop(word, ())) for word in ("workload", "neutral", "classifiers")}
        task = plan_task(spec, **names, **own, hierarchies=spec.hierarchies)
        return tradeoff_of(spec.relation, self.releases, task, control=control, place=spec.place)

    def _parted(self, words: Mapping[str, Any]) -> tuple[Spec, dict[str, Any]]:
        """Return the spec that the words of a spec make, and the other words."""
        of_spec: Any = {word: value for word, value in words.items() if word in SpecWords.__annotations__}
        return self.table.spec_with(**of_spec), {word: value for word, value in words.items() if word not in of_spec}

    def _utility_options(self, words: Mapping[str, Any]) -> tuple[Spec, UtilityOptions]:
        """Return the spec and the options of utility. Raises SpecError where each column has its own mark of suppression."""
        spec, own = self._parted(words)
        if isinstance(spec.suppressed, Mapping):
            raise SpecError("`suppressed` is one mark for all columns of a release here")
        columns: dict[str, Any] = {word: tuple(listed(own.pop(word, ()))) for word in ("columns", "continuous")}
        return spec, UtilityOptions(
            individual=spec.individual,
            suppressed=spec.suppressed,
            hierarchies=dict(spec.hierarchies),
            **columns,
            **own,
        )

    @property
    def _relations(self) -> list[Any]:
        return list(self.releases.values()) if isinstance(self.releases, Mapping) else self.releases


def compare(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> Releases:
    """Return an original with its releases, to be attacked, and to be asked what they are still good for.

    `original` is a relation as of a Table, or a Table with its roles; `releases` are relations by what they are called,
    such as {"k3": "k3.parquet"}, a list of them, or one. All lie in one place. The other words are those of a spec.
    """
    if isinstance(original, Table):
        if quasi_identifiers or sensitive or spec is not None or connection is not None or words:
            raise SpecError("the original is a Table, which holds the roles already; give them there")
        return Releases(original, releases)
    return Releases(Table(original, quasi_identifiers, sensitive, spec=spec, connection=connection, **words), releases)


def attacks(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    record_id: str | None = None,
    external: Any = None,
    names: Mapping[str, str] | None = None,
    spec: Path | str | None = None,
    connection: Any = None,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> ReleaseScores:
    """Return what each attack of the Discrimination Rate reaches on each release; see Releases.attacks."""
    compared = compare(original, releases, quasi_identifiers, sensitive, spec=spec, connection=connection, **words)
    return compared.attacks(record_id=record_id, external=external, names=names, limit=limit)


def attacks_sql(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    dialect: str | None = None,
    record_id: str | None = None,
    external: str | None = None,
    names: Mapping[str, str] | None = None,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> str:
    """Return the statement that `attacks` runs for each release, in a dialect; see Releases.attacks_sql."""
    compared = compare(original, releases, quasi_identifiers, sensitive, **words)
    return compared.attacks_sql(dialect=dialect, record_id=record_id, external=external, names=names, limit=limit)


def gda(original: Any, releases: Any, *, connection: Any = None, **words: Unpack[GdaWords]) -> ReleaseScores:
    """Return what the built-in attacks on releases claim of an original, and how much of it is true; see Releases.gda."""
    return compare(original, releases, connection=connection).gda(**words)


def utility(original: Any, releases: Any, *, connection: Any = None, **words: Unpack[UtilityWords]) -> Utility:
    """Return how much of an original its releases still tell; see Releases.utility."""
    return compare(original, releases, connection=connection).utility(**words)


def utility_sql(
    original: Any, releases: Any, *, connection: Any = None, dialect: str | None = None, **words: Unpack[UtilityWords]
) -> str:
    """Return the statements that `utility` runs; see Releases.utility_sql."""
    return compare(original, releases, connection=connection).utility_sql(dialect=dialect, **words)


def tradeoff(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    connection: Any = None,
    **words: Unpack[TradeoffWords],
) -> ReleaseScores:
    """Return what each release of an original is worth to classifiers, and how risky it is; see Releases.tradeoff."""
    return compare(original, releases, quasi_identifiers, sensitive, connection=connection).tradeoff(**words)
