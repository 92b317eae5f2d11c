"""Releases beside their original, and the measures of both, as methods and as functions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Unpack

from sqlmetrics.engine.comparison import Sides
from sqlmetrics.errors import SpecError
from sqlmetrics.release.attack.claims import Tolerance
from sqlmetrics.release.attack.closeness.closeness import ClosenessQuestion
from sqlmetrics.release.attack.closeness.options import ClosenessOptions
from sqlmetrics.release.attack.discrimination import DiscriminationQuestion
from sqlmetrics.release.attack.gda import ClaimsQuestion, column_partitions
from sqlmetrics.release.attack.linkage.linkage import LinkageQuestion, check_alone, check_looked_for
from sqlmetrics.release.attack.repetition.repetition import RepetitionQuestion
from sqlmetrics.release.attack.scenario import AttackOptions
from sqlmetrics.release.attack.statements import unfiltered
from sqlmetrics.release.utility.options import UtilityOptions
from sqlmetrics.release.utility.prediction_task import plan_task
from sqlmetrics.release.utility.tradeoff import TradeoffQuestion
from sqlmetrics.release.utility.utility import Utility, UtilityQuestion
from sqlmetrics.risk.together.pseudonym import PseudonymQuestion, check_pseudonym
from sqlmetrics.risk.together.question import TogetherQuestion, check_linked, series_of
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.signatures import documented, door
from sqlmetrics.spec.agreement import AGREEMENT, BEST, Agreement, Links
from sqlmetrics.spec.call_words import ClosenessWords, GdaWords, SpecWords, TradeoffWords, UtilityWords
from sqlmetrics.spec.hierarchies import sole_files
from sqlmetrics.spec.place import Place, filtered
from sqlmetrics.spec.spec import Spec
from sqlmetrics.table import Names, Table, as_list
from sqlmetrics.text import did_you_mean


@door
class Releases:
    """Releases beside the original that they were made from; `compare` returns them.

    Its methods attack the releases and measure their utility. Each takes the words of a spec, which
    replace the original's words for that call. All relations lie at one place and are only read.

    Parameters
    ----------
    table
        The original, with the roles of its columns.
    releases
        The released relations, as a mapping by their names, as a list, or a single one. A relation
        is a path, the name of a table at the original's place, or a frame.
    original_where, release_where
        SQL expressions: only the records of the original, and of each release, that they hold for
        are compared, and every result says so. What is compared besides them stays whole.

    Raises
    ------
    SpecError
        Where there is no release. Methods raise it for words that are wrong, and for relations or
        columns that cannot be compared.
    QueryError
        Where the engine cannot connect, read a relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

    def __init__(
        self, table: Table, releases: Any, *, original_where: str | None = None, release_where: str | None = None
    ) -> None:
        self.table = table
        self.releases: Mapping[str, Any] | list[Any]
        if isinstance(releases, Mapping):
            self.releases = dict(releases)
        else:
            self.releases = list(releases) if isinstance(releases, list | tuple) else [releases]
        if not self.releases:
            raise SpecError("name at least one release")
        if isinstance(self.releases, dict):
            self.releases = {name: filtered(one, release_where) for name, one in self.releases.items()}
        else:
            self.releases = [filtered(one, release_where) for one in self.releases]
        self._original_where = original_where

    def attacks(
        self,
        *,
        record_id: str | None = None,
        external: Any = None,
        names: Mapping[str, str] | None = None,
        limit: int | None = None,
        together: bool = False,
        pseudonym: bool = False,
        everything: bool = False,
        auxiliary: Any = None,
        agreement: Agreement | None = None,
        nearly: Mapping[str, float] | None = None,
        links: Links | None = None,
        **words: Unpack[SpecWords],
    ) -> ReleaseScores:
        """Return the disclosure risk of each release by attacks on it and on its original.

        Use it for releases beside the original; `Table.score` needs no original, and `gda` checks
        single claims. The attacks of the Discrimination Rate are on the identity (white, black and
        grey box) and on sensitive attributes (homogeneity, background knowledge, skewness,
        semantic). Each knows one quasi-identifier alone, or all together. Replication and
        attribution know all, and measure what any release, a synthetic one too, says of the
        original's records. Sources: Sondeck, Laurent and Frey 2017; Raab, Nowok and Dibben 2024.

        Parameters
        ----------
        record_id
            A column that tells records apart and is in releases and original: it links them row by
            row. Without it the `partitions` of the quasi-identifiers link them, applied to the
            original.
        external
            A relation of people by their quasi-identifiers, which the same partitions recode, for
            the grey box.
        names
            By column of the releases, its name in the original where that differs.
        limit
            Keep the riskiest classes, at level `class`.
        together
            Instead compare the releases with each other, in their order: what they give away
            together of people who are in several of them, whom the `individual` links. The original
            is not read.
        pseudonym
            With `together`, whether the `individual` is in the releases as they are published, so
            that an attacker can follow people, too.
        everything
            Measure also what makes up replication and attribution: what is unique, and what tells,
            in the original and in the release.
        auxiliary
            Instead look for the people of this relation in each release, though it has errors, by
            weights of agreement (Fellegi and Sunter 1969). The original is not read. The
            quasi-identifiers link, by default all columns of both but the `individual` and the
            sensitive ones; their partitions recode the relation as the release is recoded. The
            `individual` tells who is found rightly.
        agreement
            With `auxiliary`, the chance that two values of one person agree, by default 0.9: a
            number, or a mapping by column, in which "*" stands for all others. Or "estimated":
            the likeliest chances, by expectation-maximisation.
        nearly
            With `auxiliary`, how far values of a column differ at most that nearly agree, by
            column: numbers, dates by days, texts by 1 letter.
        links
            With `auxiliary`, "best" links the best records of each person, and "one_to_one" two
            records that are each the other's best, so that none is given to two people.
        words
            Words that replace the original's for this call. `partitions` of sensitive attributes
            are the attacker's models in the semantic attack. Where an `individual` tells people
            apart, releases, original and external table have that column. `targets` are the people
            whose values are guessed, with `together`.

        Returns
        -------
        ReleaseScores
            A record per release, attack, known quasi-identifiers and target. The values are
            discrimination rates, shares of 0 to 1, where higher is riskier. Background knowledge is
            one minus the rate. Skewness is the rate of the original quasi-identifiers minus the
            rate of the released ones, with the largest shift of a class's distribution (`a_diff`).
            Replication (`rep_u`) and attribution (`disco`, `dcap`, `tcap`, `base_cap`) are shares
            of the original's records and means over them, from 0 to 1, at level `table`.
            Of releases `together` there is a record per number of releases, metric and target. With
            an `auxiliary` relation they are shares of its records, and the precision by weight.
        """
        question = self._attacks(
            *(words, record_id, external, names, limit, together, pseudonym, everything),
            *(auxiliary, agreement, nearly, links),
        )
        return question.answer()

    @documented(attacks)
    def attacks_sql(
        self,
        *,
        dialect: str | None = None,
        record_id: str | None = None,
        external: str | None = None,
        names: Mapping[str, str] | None = None,
        limit: int | None = None,
        together: bool = False,
        pseudonym: bool = False,
        everything: bool = False,
        auxiliary: Any = None,
        agreement: Agreement | None = None,
        nearly: Mapping[str, float] | None = None,
        links: Links | None = None,
        **words: Unpack[SpecWords],
    ) -> str:
        """Return the SQL that `attacks` runs, one statement per release; nothing is opened.

        Use it for a database's own console or a job there; `attacks` runs the statements. With
        `auxiliary` relations are opened for their columns, and counted where chances are estimated.

        Parameters
        ----------
        dialect
            The dialect to write, by default the dialect of the `url`, or DuckDB's.
        external
            The path or the name of the table of people for the grey box.

        Returns
        -------
        str
            Each statement below a comment that says what it computes. It returns the columns of a
            score record.

        Raises
        ------
        QueryError
            A DialectError, for a dialect that cannot read or run it.
        """
        question = self._attacks(
            *(words, record_id, external, names, limit, together, pseudonym, everything),
            *(auxiliary, agreement, nearly, links),
        )
        return question.printed(dialect)

    def gda(self, **words: Unpack[GdaWords]) -> ReleaseScores:
        """Return what the built-in attacks on the releases claim, and how much of it is true.

        Use it for an anonymised table of any making; `attacks` measures what classes tell, without
        claims. This is the protection half of the GDA Score: singling out, inference and
        linkability, by claims that are checked against the original.

        Sources: Francis 2019; the attacks of Giomi et al. 2023.

        Parameters
        ----------
        words
            The attacker and the bounds of each attack; `sqlmetrics.releases.GdaWords` describes
            them. Words of a spec replace the original's for this call.

        Returns
        -------
        ReleaseScores
            A record per release, attack and metric, such as the confidence in the claims.
            `sqlmetrics.metrics("attacks")` lists the unit, range and direction of each metric;
            `low` and `high` bound the 95 % confidence interval of an estimate.

        Raises
        ------
        SpecError
            For an unknown attack, one that lacks what it needs, and as described for Releases.
        """
        spec, own = self._parted(words, GdaWords)
        tolerance = own.pop("tolerance", None)
        options = AttackOptions(
            attacks=tuple(as_list(own.pop("attacks", ()))),
            secrets=tuple(as_list(own.pop("secrets", ())) or spec.sensitive),
            known=tuple(as_list(own.pop("known", ())) or spec.quasi_identifiers),
            individual=spec.individual,
            tolerance=Tolerance(tolerance) if isinstance(tolerance, float | int) else tolerance,
            partitions=column_partitions(spec),
            **own,
        )
        return ClaimsQuestion(self._sides(spec), options).answer()[0]

    def closeness(self, **words: Unpack[ClosenessWords]) -> ReleaseScores:
        """Return how close each release is to the original, and how well that tells who was in it.

        Use it for synthetic data that may copy people; `attacks` is for coarsened columns. With a
        `text` it is about texts that a model has generated: which runs of words that few people of
        the original have do they repeat, and which of a control group?

        Sources: Platzer and Reutterer 2021; Yeom et al. 2018; Jagielski, Ullman and Oprea 2020;
        Carlini et al. 2021.

        Parameters
        ----------
        words
            The columns, the control group and the bounds; `sqlmetrics.releases.ClosenessWords`
            describes them. Words of a spec replace the original's for this call.

        Returns
        -------
        ReleaseScores
            A record per release and metric: of distances, shares and rates from 0 to 1, and a lower
            bound of epsilon. `low` and `high` bound the 95 % confidence interval, where there is
            one. `sqlmetrics.metrics("attacks")` lists the metrics.

        Raises
        ------
        SpecError
            For a number out of its range, and as described for Releases.
        """
        return self._closeness(words).answer()

    @documented(closeness)
    def closeness_sql(self, *, dialect: str | None = None, **words: Unpack[ClosenessWords]) -> str:
        """Return the SQL that `closeness` runs.

        Use it for a database's own console or a job there; `closeness` runs the statements. The
        relations are opened: columns have kinds, and their records say how many are drawn.

        Parameters
        ----------
        dialect
            The dialect to write, by default the one of the place where the relations lie.

        Returns
        -------
        str
            The statements, each below a comment that says what it computes.

        Raises
        ------
        SpecError
            For an unknown dialect, and as in `closeness`.
        """
        return self._closeness(words).printed(dialect)

    def utility(self, **words: Unpack[UtilityWords]) -> Utility:
        """Return how much of the original the releases still tell.

        Use it to see how useful releases are; `tradeoff` sets it beside their risk. Measured are
        coverage, the accuracy of a workload's answers, and information loss.

        Parameters
        ----------
        words
            The columns and the workload; `sqlmetrics.releases.UtilityWords` describes them. Words
            of a spec replace the original's for this call.

        Raises
        ------
        SpecError
            For a mark `suppressed` by column, and as described for Releases.
        """
        return self._utility(words).answer()

    @documented(utility)
    def utility_sql(self, *, dialect: str | None = None, **words: Unpack[UtilityWords]) -> str:
        """Return the SQL that `utility` runs.

        Use it for a database's own console or a job there; `utility` runs the statements. The
        relations are opened: bins are made of the columns' extremes and numbers of values.

        Parameters
        ----------
        dialect
            The dialect to write, by default the one of the place where the relations lie.

        Returns
        -------
        str
            The statements, each below a comment that says what it computes.

        Raises
        ------
        SpecError
            For an unknown dialect, and as in `utility`.
        """
        return self._utility(words).printed(dialect)

    def tradeoff(self, **words: Unpack[TradeoffWords]) -> ReleaseScores:
        """Return how useful each release is to classifiers, beside how risky it is.

        Use it for a choice between releases; `utility` measures the use alone, and `Table.score`
        the risk alone.

        Source: Brickell and Shmatikov 2008.

        Parameters
        ----------
        words
            The attributes to predict and the classifiers; `sqlmetrics.releases.TradeoffWords`
            describes them. Words of a spec replace the original's for this call.

        Returns
        -------
        ReleaseScores
            For each release, workload attribute, classifier and measure: u_base, u_san, u_max and
            utility_gain, shares from 0 to 1. The measures are `accuracy`, and `f1`, the mean over
            the attribute's values. For each release also unseen_classes, and the scores a_know,
            a_acc, delta_disclosure, itpr, k_anonymity and mutual_information of the release by
            itself.

        Raises
        ------
        SpecError
            For a column or word that does not fit the task, and as described for Releases.
        """
        spec, own = self._parted(words, TradeoffWords)
        control = own.pop("control", None)
        names: dict[str, Any] = {word: as_list(own.pop(word, ())) for word in ("workload", "neutral", "classifiers")}
        task = plan_task(spec, **names, **own, hierarchies=spec.hierarchies)
        return TradeoffQuestion(self._sides(spec), task, control).answer()

    def _parted(self, words: Mapping[str, Any], known: type) -> tuple[Spec, dict[str, Any]]:
        """Return the spec with those words that are a spec's, and the other words of a call.

        A call's own word of the same name is the call's. Raises SpecError for a word that is
        neither.
        """
        of_specs = {word for word, kind in SpecWords.__annotations__.items() if known.__annotations__[word] == kind}
        for word in words:
            if word not in known.__annotations__:
                allowed = [name for name in known.__annotations__ if name not in of_specs]
                hint = did_you_mean(word, list(known.__annotations__), most=1)
                words_of = f"besides the words of a spec there are: {', '.join(allowed)}"
                raise SpecError(f"'{word}' is unknown; {hint + ' ' if hint else ''}{words_of}")
        of_spec: Any = {word: value for word, value in words.items() if word in of_specs}
        own = {word: value for word, value in words.items() if word not in of_spec}
        return unfiltered(self.table.spec_with(**of_spec), "releases"), own

    def _attacks(
        self,
        words: SpecWords,
        record_id: str | None,
        external: Any,
        names: Mapping[str, str] | None,
        limit: int | None,
        together: bool,
        pseudonym: bool,
        everything: bool,
        auxiliary: Any,
        agreement: Agreement | None,
        nearly: Mapping[str, float] | None,
        links: Links | None,
    ) -> DiscriminationQuestion | TogetherQuestion | PseudonymQuestion | LinkageQuestion:
        """Return the question of `attacks`. Raises SpecError for words that do not go together."""
        check_looked_for(auxiliary, agreement, nearly, links)
        if auxiliary is not None:
            check_alone(record_id, external, names, together=together, everything=everything)
            check_pseudonym(pseudonym)
            spec = self.table.spec_with(**words)
            listed = Sides(None, self.releases).listed
            sides = Sides(listed[0], listed[1:], spec.place)
            chances = AGREEMENT if agreement is None else agreement
            return LinkageQuestion(sides, spec, auxiliary, chances, nearly or {}, links or BEST)
        if together:
            check_linked(record_id, external, everything)
            spec = self.table.spec_with(**words)
            series = TogetherQuestion(series_of(self.releases, spec.place), spec, names)
            return PseudonymQuestion(series) if pseudonym else series
        check_pseudonym(pseudonym)
        spec = unfiltered(self.table.spec_with(**words))
        return DiscriminationQuestion(
            self._sides(spec), spec, record_id, external, names, show_values=True, limit=limit, everything=everything
        )

    def _closeness(self, words: Mapping[str, Any]) -> ClosenessQuestion | RepetitionQuestion:
        """Return the question of `closeness`, about distances or about runs of words."""
        spec, own = self._parted(words, ClosenessWords)
        columns = tuple(as_list(own.pop("columns", ())))
        options = ClosenessOptions(columns=columns, individual=spec.individual, exact_names=spec.exact_names, **own)
        question = ClosenessQuestion if options.text is None else RepetitionQuestion
        return question(self._sides(spec), options)

    def _utility(self, words: Mapping[str, Any]) -> UtilityQuestion:
        """Return the question of `utility`. Raises SpecError for marks by column."""
        one_mark = SpecError("`suppressed` is one mark for all columns of a release here")
        if isinstance(words.get("suppressed"), Mapping):
            raise one_mark
        spec, own = self._parted(words, UtilityWords)
        elsewhere = Place(connection=own.pop("release_connection", None), url=own.pop("release_url", None))
        if isinstance(spec.suppressed, Mapping):
            raise one_mark
        columns: dict[str, Any] = {word: tuple(as_list(own.pop(word, ()))) for word in ("columns", "continuous")}
        options = UtilityOptions(
            individual=spec.individual,
            suppressed=spec.suppressed,
            hierarchies=sole_files(spec.hierarchies),
            exact_names=spec.exact_names,
            **columns,
            **own,
        )
        return UtilityQuestion(self._sides(spec), options, elsewhere)

    def _sides(self, spec: Spec) -> Sides:
        """Return the releases beside the original, with its records alone that are meant."""
        return Sides(filtered(spec.records, self._original_where), self.releases, spec.place)


@documented(Table)
def compare(
    original: Any,
    releases: Any,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    original_where: str | None = None,
    release_where: str | None = None,
    **words: Unpack[SpecWords],
) -> Releases:
    """Return an original with its releases, to be attacked and to be measured for utility.

    Parameters
    ----------
    original
        A relation, as a Table takes it, or a Table with its roles, beside which there are neither
        columns nor words.
    releases
        Relations as a mapping by their names, such as {"k3": "k3.parquet"}, as a list, or a single
        one. They lie at the original's place.
    original_where
        An SQL expression: only the records of the original that it holds for are compared.
    release_where
        An SQL expression: only the records of each release that it holds for are compared.

    Returns
    -------
    Releases
        The relations, with the methods `attacks`, `gda`, `closeness`, `utility` and `tradeoff`.

    Raises
    ------
    SpecError
        For a word that is wrong, for words beside a Table, and where there is no release.
    """
    if isinstance(original, Table):
        if quasi_identifiers or sensitive or spec is not None or connection is not None or words:
            raise SpecError("the original is a Table, which holds the roles already; give them there")
        table = original
    else:
        table = Table(original, quasi_identifiers, sensitive, spec=spec, connection=connection, **words)
    return Releases(table, releases, original_where=original_where, release_where=release_where)
