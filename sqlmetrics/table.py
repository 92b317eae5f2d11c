"""A relation with the roles of its columns, and its measures, as methods and as functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Unpack

from sqlmetrics.advice.advice import advise as advise_on
from sqlmetrics.advice.result import Advice
from sqlmetrics.certificate.releases import beside
from sqlmetrics.columns.guessed_roles import with_roles
from sqlmetrics.columns.profile import profile
from sqlmetrics.columns.starting_spec import starting_spec, updated_spec
from sqlmetrics.engine.files import announce_output, announce_page
from sqlmetrics.errors import SpecError
from sqlmetrics.files import footprint
from sqlmetrics.files.footprint import SPEC
from sqlmetrics.gate.each_version import VersionChecks
from sqlmetrics.gate.each_version import check_versions as versions_checked
from sqlmetrics.gate.jobs import Options, Run, check_written_roles
from sqlmetrics.gate.jobs import check as check_spec
from sqlmetrics.output import views
from sqlmetrics.output.privacy_report import PrivacyReport, write_reports
from sqlmetrics.output.privacy_report import report as report_on
from sqlmetrics.publication.planned import planned_release
from sqlmetrics.publication.printed import Form, release_statement
from sqlmetrics.publication.written import WrittenRelease, write_release
from sqlmetrics.risk.baseline import Baseline, Posterior
from sqlmetrics.risk.baseline import baseline as baseline_of
from sqlmetrics.risk.baseline import posterior as posterior_of
from sqlmetrics.risk.classes import Classes
from sqlmetrics.risk.classes import classes as classes_of
from sqlmetrics.risk.combinations.measured import subsets as subsets_of
from sqlmetrics.risk.combinations.results import Most, SubsetScores
from sqlmetrics.risk.combinations.suda import DISF, SpecialUniques, Weights
from sqlmetrics.risk.combinations.suda import suda as suda_of
from sqlmetrics.risk.counts.added import add_counts
from sqlmetrics.risk.counts.written import Counted, write_counts
from sqlmetrics.risk.events.point_sets import PointSets
from sqlmetrics.risk.events.point_sets import point_sets as point_sets_of
from sqlmetrics.risk.events.resolution import UnicityCurves
from sqlmetrics.risk.events.resolution import unicity_curves as curves_of
from sqlmetrics.risk.outputs import Outputs, outputs_question
from sqlmetrics.risk.records import write_records
from sqlmetrics.risk.score import score as scores_of
from sqlmetrics.risk.score import score_sql
from sqlmetrics.risk.semantic_levels import SemanticLevels
from sqlmetrics.risk.semantic_levels import semantic_levels as levels_of
from sqlmetrics.scoring.result import show_results_by
from sqlmetrics.scoring.scores import Scores
from sqlmetrics.signatures import documented, door
from sqlmetrics.spec.call import call_spec
from sqlmetrics.spec.call_words import SpecWords
from sqlmetrics.spec.input_file import read_text
from sqlmetrics.spec.reading import with_outputs
from sqlmetrics.spec.report import Language
from sqlmetrics.spec.spec import Spec

Names = Sequence[str] | str

show_results_by(views)


@door
class Table:
    """A relation with the roles of its columns, the place where it lies, and the limits of a run.

    The relation is only read, and opened when a method needs it.

    Parameters
    ----------
    relation
        A path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), the name of a table
        or view at the place, a frame, a dictionary of columns, or a relation of DuckDB. A pandas,
        polars or Arrow frame is not copied; a relation of DuckDB is measured on its own connection.
        `relation` may be left out where the spec file names it, or be the spec file itself.
    quasi_identifiers
        The columns that an attacker may know, by one name or several.
    sensitive
        The columns whose values are to be protected, by one name or several.
    spec
        A spec file (YAML). The arguments replace its words; `partitions`, `orders` and
        `hierarchies` add up by column.
    connection
        A connection of DuckDB or of any PEP 249 driver, or a SparkSession. Statements then run
        there, in its dialect.
    words
        The other words of a spec, such as `individual`, `partitions` or `url`; see
        `sqlmetrics.spec.call.SpecWords`. Words of a method replace the table's words for that
        call.

    Attributes
    ----------
    spec
        The checked spec that the arguments make, a `sqlmetrics.spec.spec.Spec`.

    Raises
    ------
    SpecError
        For a word, name, mapping or path that is wrong. Methods raise it, too, for columns that
        the relation does not have, and for metrics that the words do not allow.
    QueryError
        Where the engine cannot connect, read the relation or run a statement, or where memory,
        temporary space or time run out. Only methods raise it.
    """

    def __init__(
        self,
        relation: Any = None,
        quasi_identifiers: Names = (),
        sensitive: Names = (),
        *,
        spec: Path | str | None = None,
        connection: Any = None,
        **words: Unpack[SpecWords],
    ) -> None:
        self._relation = relation
        self._columns = (quasi_identifiers, sensitive)
        self._file = spec
        self._connection = connection
        self._words = words
        self.spec = self.spec_with()

    def __repr__(self) -> str:
        roles = {
            "by": [*self.spec.by],
            "quasi_identifiers": self.spec.quasi_identifiers,
            "sensitive": self.spec.sensitive,
        }
        shown = "".join(f", {role}={columns!r}" for role, columns in roles.items() if columns)
        relation = (
            self.spec.relation if isinstance(self.spec.relation, str | None) else type(self.spec.relation).__name__
        )
        return f"Table({relation!r}{shown})"

    def spec_with(self, **words: Unpack[SpecWords]) -> Spec:
        """Return the table's spec, with words that replace its own. Raises SpecError."""
        return call_spec(
            self._relation, *self._columns, self._words | words, connection=self._connection, file=self._file
        )

    def _asked(self, words: SpecWords, *, released: bool) -> Spec:
        """Return the table's spec, or the spec of its release to be."""
        spec = self.spec_with(**words)
        return planned_release(spec.checked()).spec if released else spec

    def _looked_at(self, words: SpecWords, *, released: bool = False, opens: bool = True) -> Spec:
        """Return the table's spec, or its release's; without any role, with the proposed ones."""
        return self._asked(words, released=True) if released else with_roles(self.spec_with(**words), opens=opens)

    def score(self, *, limit: int | None = None, released: bool = False, **words: Unpack[SpecWords]) -> Scores:
        """Return how much the quasi-identifiers disclose of identities and sensitive attributes.

        Use it for figures; `check` holds them to limits, `report` writes a page, and `subsets` says
        which columns matter. Where no role is named and there is no spec, columns have the roles
        that `init` proposes. A RolesWarning names them. So it is for `report`, `subsets`, `advise`
        and `sql`; `check` and `release` decide, and need roles that a person wrote.

        Parameters
        ----------
        limit
            Keep the riskiest classes of each target, at level `class`.
        released
            Whether the release that the spec describes is scored, which is not written.
        """
        return scores_of(self._looked_at(words, released=released), show_values=True, limit=limit)

    def sql(
        self,
        dialect: str | None = None,
        *,
        limit: int | None = None,
        count_table: str | None = None,
        **words: Unpack[SpecWords],
    ) -> str:
        """Return the SQL that `score` runs; nothing is opened.

        Use it for a database's own console or a job there; `score` runs the statement.

        Parameters
        ----------
        dialect
            The dialect to write, such as "snowflake": by default the dialect of the `url`, or
            DuckDB's.
        limit
            Keep the riskiest classes of each target, at level `class`.
        count_table
            The name of a table to count in. There are then two statements: one creates the table
            and is all that reads the relation, one computes the scores from it.

        Returns
        -------
        str
            The text below a comment that says what it computes. It returns the columns of a score
            record.

        Raises
        ------
        SpecError
            For an unknown dialect, and as described for Table.
        QueryError
            A DialectError, for a dialect that cannot read the relation.
        """
        spec = self._looked_at(words, opens=False)
        return score_sql(spec, dialect=dialect, show_values=True, limit=limit, count_table=count_table)

    def classes(self, conditions: Names = (), *, limit: int | None = None, **words: Unpack[SpecWords]) -> Classes:
        """Return the equivalence classes that break any of the conditions, the worst first.

        Use it to see which people are at risk; `records` has each of them with their class, and
        `point_sets` those with known points.

        Parameters
        ----------
        conditions
            A condition or several, such as "k_anonymity < 5", each of a metric of level `class`.
        limit
            Keep the worst of each target. Their numbers still count all.

        Raises
        ------
        SpecError
            Without a condition, for one that cannot be read, and as described for Table.
        """
        return classes_of(self.spec_with(**words), as_list(conditions), show_values=True, limit=limit)

    @documented(classes)
    def point_sets(self, conditions: Names = (), *, limit: int | None = None, **words: Unpack[SpecWords]) -> PointSets:
        """Return the minimal sets of up to `known` points that meet a condition on k, as "k < 2".

        Use it to see which visits or places single people out; `score` with `known` says how many
        people. These people have all points of the set, and no part of it meets a condition. The
        rarest come first.
        """
        return point_sets_of(self.spec_with(**words), as_list(conditions), show_values=True, limit=limit)

    def subsets(self, most: Most = "all", **words: Unpack[SpecWords]) -> SubsetScores:
        """Return the scores of every combination of quasi-identifiers, and what each one adds.

        Use it to see which columns to coarsen; `suda` is for which records, and `score` for all
        columns together. The relation is read once. A combination has the scores that `score` gives
        for it alone.

        Parameters
        ----------
        most
            The largest number of quasi-identifiers of a combination, or "all".

        Raises
        ------
        SpecError
            For more combinations than can be measured, and as described for Table.
        """
        return subsets_of(self._looked_at(words), most)

    def suda(
        self,
        *,
        max_size: int | None = None,
        disf: float = DISF,
        weights: Weights = "elliot",
        limit: int | None = None,
        **words: Unpack[SpecWords],
    ) -> SpecialUniques:
        """Return the special uniques: records that few quasi-identifiers single out.

        Use it to see which records are risky, and by which columns; `subsets` scores the
        combinations of columns. A minimal sample unique is a combination of values that one record
        alone has, and that no smaller part of it singles out. The fewer quasi-identifiers it takes,
        the higher the score. Where an `individual` tells people apart, a person is alone where
        nobody else is. Sources: Elliot, Manning and Ford 2002; Skinner and Elliot 2002 for DIS-
        SUDA.

        Parameters
        ----------
        max_size
            The largest number of quasi-identifiers of a minimal sample unique, by default all.
        disf
            The share of the population that is in the table, between 0 and 1.
        weights
            How a minimal sample unique counts by its size: "elliot" as in the paper, "ihsn" as in
            the program of the International Household Survey Network.
        limit
            Keep the records with the highest scores.

        Raises
        ------
        SpecError
            For a `disf` or `max_size` out of range, and as described for Table.
        """
        spec = self.spec_with(**words)
        return suda_of(spec, max_size=max_size, disf=disf, weights=weights, show_values=True, limit=limit)

    def outputs(
        self,
        *,
        keys: Iterable[Names] | None = None,
        cube: Names | None = None,
        measure: str | None = None,
        minimum_frequency: int | None = None,
        dominance: tuple[int, float] | None = None,
        p_percent: float | None = None,
        class_share: float | None = None,
        limit: int | None = None,
        **words: Unpack[SpecWords],
    ) -> Outputs:
        """Return what published tables of counts and sums give away of the people in them.

        Use it for counts and sums that are published; for a table of people use `score`. Each table
        has scores and the cells that break a rule, those with the fewest people first. A record is
        a person unless an `individual` tells people apart, who then add the sum of their records to
        a cell. Records without the measure are in no cell. A `weight` w makes w copies of a
        contribution, and no people. NULL is a value of a column. The word `outputs` of a spec has
        the same arguments, which these replace; `check` holds its tables to `thresholds`.

        Sources: Hundepool et al., Handbook on Statistical Disclosure Control, for the rules of
        minimum frequency, (n,k)-dominance and p percent.

        Parameters
        ----------
        keys
            The columns of each table that is published.
        cube
            Columns whose combinations are all tables, down to the total.
        measure
            The column whose sums are published; without it the tables are counts.
        minimum_frequency
            The people below which a cell is too small, by default 10.
        dominance
            n and k: the n largest contributions may have k percent of a cell's total. By default
            2 and 90.
        p_percent
            The percent of the largest contribution within which the second largest contributor may
            not know it, by default 10.
        class_share
            The share of a line's people, from 0.5, that one cell may not have more of; 1, the
            default, stands for all of them. Lines of fewer people than `minimum_frequency` are
            left out.
        limit
            Keep the worst cells of each table.

        Raises
        ------
        SpecError
            Without a table, for rules out of range, and as described for Table.
        """
        given = {
            "keys": None if keys is None else [as_list(own) for own in keys],
            "cube": cube,
            "measure": measure,
            "minimum_frequency": minimum_frequency,
            "dominance": dominance,
            "p_percent": p_percent,
            "class_share": class_share,
        }
        spec = with_outputs(self.spec_with(**words), given, "the arguments")
        return outputs_question(spec, show_values=True, limit=limit).answer()

    def semantic_levels(
        self,
        *,
        limit: float | None = None,
        distances: Mapping[str, Path | str] | None = None,
        **words: Unpack[SpecWords],
    ) -> SemanticLevels:
        """Return how coarse a question about a sensitive attribute may be and still be answered.

        Use it for secrets whose values are near each other; `score` takes each value as another
        secret. Each level of an attribute's hierarchy is a partition of its values, an attacker's
        coarser question. All levels are scored, since a coarser question may be answered better or
        worse. The `hierarchies` name the files. Without one, up to 50 values are joined to groups
        one by one, the nearest first, by the mean distance between the values of two groups.

        Source: Sondeck, Laurent and Frey 2017, who leave open where partitions come from.

        Parameters
        ----------
        limit
            The discrimination rate above which a question counts as answered, from 0 to below 1; by
            default `at_most` of the discrimination rate in the `thresholds`.
        distances
            By column, a CSV file with the columns value, other and distance, by which values are
            joined. By default it is the total variation between their distributions over the
            classes (0 to 1).

        Raises
        ------
        SpecError
            Without a sensitive attribute or a limit, for values that a hierarchy or a file of
            distances lacks, and as described for Table.
        """
        return levels_of(self.spec_with(**words), limit, distances=distances)

    def unicity_curves(self, **words: Unpack[SpecWords]) -> UnicityCurves:
        """Return the unicity of known points at each combination of levels of columns.

        Use it for levels of places and hours; `score` with `known` measures one level, and `advise`
        searches levels of columns. It says what to coarsen, such as places and hours, so that
        `known` points single out fewer people. The words `resolution`, `known` and `individual` are
        needed.

        The levels of a column are the column as it is, and its levels in `advise`, else its
        `partitions`. Dates without any have their hour, day, week, month and year. Each combination
        has the unicity that `score` gives with these partitions. Every set of points counts where
        there are few, and else 300 people are drawn; `targets` says another number.

        A coarser level never lowers the fewest people who share a set of points. Unicity mostly
        falls, but may rise where several points of a person become one: the rarer ones then are a
        larger share of that person's points.

        Source: de Montjoye et al. 2013, whose unicity falls with the resolution of place and time.

        Raises
        ------
        SpecError
            For a column that is no quasi-identifier or has no levels, for more than 100
            combinations, and as described for Table.
        """
        return curves_of(self.spec_with(**words))

    def records(self, output: Path | str, **words: Unpack[SpecWords]) -> int:
        """Write the records with the scores of their classes to a file; return their number.

        Use it for a table of the risk of each record; `classes` is shorter, and has the worst
        alone.

        Parameters
        ----------
        output
            A Parquet or CSV file, which appears whole or not at all. It has the relation's columns,
            and one per class-level metric and target. For the identity that column has the metric's
            name; for a sensitive attribute the names of target and partition follow it. With a
            number of `known` points it has `points_to_single_out` instead: the fewest points, the
            record's own among them, that single its person out, NULL where none do.

        Returns
        -------
        int
            The number of records in the file.

        Raises
        ------
        SpecError
            For a file of another format, a relation with a column of a score's name, more than
            10,000,000 sets of known points, and as described for Table.
        """
        return write_records(self.spec_with(**words), Path(output))

    def baseline(self, *, limit: int | None = None, **words: Unpack[SpecWords]) -> Baseline:
        """Return the distribution of each sensitive attribute, an attacker's knowledge beforehand.

        Use it to see what everybody knows without the table; `posterior` is what the table adds.

        Parameters
        ----------
        limit
            Keep the most frequent values of each attribute.

        Raises
        ------
        SpecError
            Where no sensitive attribute is named, and as described for Table.
        """
        return baseline_of(self.spec_with(**words), show_values=True, limit=limit)

    @documented(baseline)
    def posterior(self, *, limit: int | None = None, **words: Unpack[SpecWords]) -> Posterior:
        """Return the distribution of each sensitive attribute in each class, beside the baseline.

        Use it to see what somebody is thought to have after the release; `score` has its summary as
        `a_know` and `a_acc`. It is A_san of Brickell and Shmatikov (2008): what an attacker who
        knows the quasi-identifiers believes.

        Parameters
        ----------
        limit
            Keep the classes with the surest guess of each attribute.
        """
        return posterior_of(self.spec_with(**words), show_values=True, limit=limit)

    def counts(self, output: Path | str, **words: Unpack[SpecWords]) -> Counted:
        """Write the counts of the records to a Parquet file, which `score_counts` scores.

        Use it for data that stay apart, whose counts can be joined; `score` needs no counts in
        between. A count is the number of records with the same values of the quasi-identifiers,
        which are recoded first, and of the sensitive attributes, which are not. The file discloses:
        a count of one is a person. With `sketch` only some classes are counted; of `counts` of a
        table the files are added up to one.

        Parameters
        ----------
        output
            A Parquet file, which appears whole or not at all.

        Raises
        ------
        SpecError
            For an `individual`, since counts of people do not add up, and for what else counts
            cannot hold, such as types that Parquet does not have. Also where more than 5 % of the
            records are alone in a count and `allow_singles` does not allow it, and as described for
            Table.
        """
        spec = self.spec_with(**words)
        return add_counts(spec.counts, spec, Path(output)) if spec.counts else write_counts(spec, Path(output))

    def check(
        self,
        *,
        name: str | None = None,
        run_id: str | None = None,
        tolerance: float | None = None,
        released: bool = False,
        **words: Unpack[SpecWords],
    ) -> Run:
        """Return the scores with a verdict for each of the `thresholds`, added to a `history`.

        Use it for a pipeline, which stops where a limit is broken; `score` only measures, and
        `report` is for people.

        Parameters
        ----------
        name
            The name of the job in reports and in the history: by default the name of the spec's
            file, or of the relation.
        run_id
            The name of the run in the history, by default one of its own.
        tolerance
            The share by which a score may be riskier than in the run of `no_worse_than`, in place
            of what that says.
        released
            Whether the release that the spec describes is judged, which is not written.

        Raises
        ------
        SpecError
            Where there is neither a threshold nor a history, for a threshold that measures nothing,
            for a history that cannot be added to, and as described for Table.
        QueryError
            Where the history fails, and as described for Table.
        """
        check_written_roles(self.spec_with(**words), kept=released)
        result = check_spec(self._asked(words, released=released), name, Options(run_id=run_id, tolerance=tolerance))
        write_reports(result)
        return result

    def check_versions(self, **words: Unpack[SpecWords]) -> VersionChecks:
        """Return the check of each version of a Delta or Iceberg table, the oldest first.

        `exit_code` and `passed` are the newest version's. A version whose files are gone has an
        error in place of verdicts. No history takes the scores. Of `people@12` the versions up to
        12 are checked. Raises SpecError for any other relation, and errors as `check` does.
        """
        return versions_checked(self.spec_with(**words).checked())

    def advise(self, **words: Unpack[SpecWords]) -> Advice:
        """Return the recoding with the least loss whose scores keep the thresholds, with the proof.

        Use it for a table that fails its limits; `release` also writes the table, and `subsets`
        says which columns to coarsen. The word `advise` has the levels of each quasi-identifier,
        what may be suppressed, and `local`.

        Raises
        ------
        SpecError
            Without thresholds, for levels that are no tree, and as described for Table.
        """
        return advise_on(self._looked_at(words))

    def release(
        self,
        output: Path | str,
        *,
        table: str | None = None,
        anyway: bool = False,
        internal: bool = False,
        date: datetime | str | None = None,
        **words: Unpack[SpecWords],
    ) -> WrittenRelease:
        """Write the release that the word `release` describes, if it keeps the `thresholds`.

        Use it for a table that leaves the house; `advise` proposes its levels, `release_sql` makes
        it in a database. Identifiers are left out, columns are on their levels, and records are in
        random order. The file is scored before it appears; its certificate and its spec appear
        beside it.

        Parameters
        ----------
        output
            The file to write: .parquet, .csv, or .duckdb for a table of a DuckDB file.
        table
            The name of the table in a DuckDB file, by default the name of the file.
        anyway
            Whether it is written even where it fails.
        internal
            Whether the certificate and the `report` show values of the data and small groups.
        date
            The date of the report, by default SOURCE_DATE_EPOCH where it is set, else now.

        Returns
        -------
        WrittenRelease
            What was `written`, the `run` with the verdicts, and its `report`.

        Raises
        ------
        SpecError
            For a level that a column does not have, for an output of another form, and as
            described for Table.
        OutputError
            Where a file cannot be written.
        """
        return write_release(
            self.spec_with(**words), Path(output), table=table, anyway=anyway, internal=internal, date=date
        )

    def release_sql(self, form: Form = "view", *, dialect: str | None = None, **words: Unpack[SpecWords]) -> str:
        """Return the statement that makes the release in a database: a view, a table, or for dbt.

        Use it for a database that holds the table; `release` writes a file, and scores it as it was
        written.

        Parameters
        ----------
        form
            A `view`, a `table`, or `dbt` for a model.
        dialect
            The dialect, by default the place's.

        Raises
        ------
        DialectError
            For a dialect that cannot read the relation.
        SpecError
            As described for Table.
        """
        return release_statement(self.spec_with(**words), form, dialect)

    def report(
        self,
        output: Path | str | None = None,
        *,
        internal: bool = False,
        language: Language | None = None,
        certificate: Path | str | None = None,
        date: datetime | str | None = None,
        original: Any = None,
        releases: Any = None,
        workload: Names = (),
        release_hierarchies: Mapping[str, Path | str] | None = None,
        released: bool = False,
        **words: Unpack[SpecWords],
    ) -> PrivacyReport:
        """Return the report for people: the decision with its evidence, as one HTML page.

        Use it for who decides; `check` is for a pipeline, and `score` for figures alone. It holds
        the scores to the `thresholds`, has the `title`, and shows the runs of the `history`, to
        which nothing is added.

        Parameters
        ----------
        output
            The file to write, if any: HTML, or a PDF, which the browser of the computer or
            WeasyPrint prints.
        internal
            Whether it shows values of the data and small groups. By default it is public: no value
            of the data, no group smaller than the k of the thresholds (5 without one).
        language
            The language of the page: "en", "de" or "fr"; by default the spec's, or English.
        certificate
            A JSON file to write with all that the page says; the page shows its hash.
        date
            The date of the report, by default SOURCE_DATE_EPOCH where it is set, else now.
        original, releases
            The original that the relation was made from, and other releases of it, to show side by
            side: a mapping by their names, a list, or a single one.
        workload
            The columns that classifiers predict from each release, by default the sensitive ones.
        release_hierarchies
            By column, the file of the hierarchy by which releases were recoded.
        released
            Whether it tells of the release that the spec describes, which is not written.

        Raises
        ------
        SpecError
            For a threshold that measures nothing, where fewer people than the k of the thresholds
            may make the difference to a report of `previous`, and as described for Table.
        OutputError
            Where a file cannot be written.
        """
        others = beside(original, releases, workload, release_hierarchies)
        with footprint.recorded_run(self.spec.file):
            if output is not None:
                announce_page(Path(output))
            if certificate is not None:
                announce_output(Path(certificate), "certificate")
            spec = self._looked_at(words, released=released).checked().in_language(language)
            found = report_on(spec, internal=internal, date=date, releases=others)
            found.save(output, certificate)
        return found

    def init(self, *, update: bool = False, **words: Unpack[SpecWords]) -> str:
        """Return a commented spec to start from, as YAML.

        Use it for a table without a spec; `score` takes the roles as they are proposed. It proposes
        a role for each column, by its name and by a sample of its values, and says in a comment how
        sure that is and why; partitions and limits are proposed as comments. It has no value of the
        data.

        Parameters
        ----------
        update
            Return the text of the table's `spec` file instead, with the columns added that have no
            role there; all else is as it was.

        Returns
        -------
        str
            The text of a spec, whose paths are relative to the working directory.

        Raises
        ------
        SpecError
            For an `update` without a spec file, or of one that cannot be added to, and as described
            for Table.
        """
        spec = self.spec_with(**words)
        if not update:
            return starting_spec(spec, profile(spec))
        if spec.file is None:
            raise SpecError("`update` adds to a spec file; name it as `spec`")
        return updated_spec(spec, profile(spec), read_text(spec.file, SPEC)).text


def as_list(names: Names) -> list[str]:
    """Return one name, or several names, as a list."""
    return [names] if isinstance(names, str) else list(names)
