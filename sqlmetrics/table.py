"""A relation with the roles of its columns, and everything that can be measured of it; each measure is a function, too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

from sqlmetrics.gate.history.rows import History
from sqlmetrics.gate.jobs import Options, Run
from sqlmetrics.gate.jobs import check as check_spec
from sqlmetrics.risk.baseline import Belief
from sqlmetrics.risk.baseline import baseline as baseline_of
from sqlmetrics.risk.classes import Classes
from sqlmetrics.risk.classes import classes as classes_of
from sqlmetrics.risk.combinations.measured import subsets as subsets_of
from sqlmetrics.risk.combinations.results import Most, SubsetScores
from sqlmetrics.risk.combinations.suda import DISF, SpecialUniques, Weights
from sqlmetrics.risk.combinations.suda import suda as suda_of
from sqlmetrics.risk.counts.scored import score_counts as scores_of_counts
from sqlmetrics.risk.counts.written import Counted, write_counts
from sqlmetrics.risk.profile import profile
from sqlmetrics.risk.records import write_records
from sqlmetrics.risk.score import score as scores_of
from sqlmetrics.risk.score import score_sql
from sqlmetrics.risk.scores import Scores
from sqlmetrics.risk.starting_spec import starting_spec
from sqlmetrics.spec.call import SpecWords, call_spec
from sqlmetrics.spec.spec import Spec

Names = Sequence[str] | str


class Table:
    """A relation with the roles of its columns, where it lies, and what a run may use.

    `relation` is a path (Parquet, CSV or JSON; a pattern, or a folder of Parquet files), a table or
    view of `connection`, of the file `database` or of the database of a SQLAlchemy `url`, or a pandas,
    polars or Arrow frame, which is not copied. `connection` is DuckDB's, any PEP 249 driver's, or a
    SparkSession: statements then run there, in its dialect. `spec` is a spec file, whose words the
    arguments replace. The other words are those of a spec; see SpecWords.

    Every method takes words of a spec, too: for that call they take the place of the table's. Methods
    raise SpecError for what cannot be measured as the words say, QueryError where the engine fails.
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
        roles = {"quasi_identifiers": self.spec.quasi_identifiers, "sensitive": self.spec.sensitive}
        shown = "".join(f", {role}={columns!r}" for role, columns in roles.items() if columns)
        relation = (
            self.spec.relation if isinstance(self.spec.relation, str | None) else type(self.spec.relation).__name__
        )
        return f"Table({relation!r}{shown})"

    def spec_with(self, **words: Unpack[SpecWords]) -> Spec:
        """Return the table's spec, with words that take the place of its own. Raises SpecError."""
        return call_spec(
            self._relation, *self._columns, self._words | words, connection=self._connection, file=self._file
        )

    def score(self, *, limit: int | None = None, **words: Unpack[SpecWords]) -> Scores:
        """Return how much the quasi-identifiers give away of each sensitive attribute and of the identity.

        `limit` keeps the riskiest classes at level `class`.
        """
        return scores_of(self.spec_with(**words), show_values=True, limit=limit)

    def sql(
        self,
        *,
        dialect: str | None = None,
        limit: int | None = None,
        count_table: str | None = None,
        **words: Unpack[SpecWords],
    ) -> str:
        """Return the statement that `score` runs, in a dialect, by default the URL's or DuckDB's; it needs no database.

        With `count_table` they are two: one creates that table, reading the relation once, and one asks it.
        """
        spec = self.spec_with(**words)
        return score_sql(spec, dialect=dialect, show_values=True, limit=limit, count_table=count_table)

    def classes(self, where: Names, *, limit: int | None = None, **words: Unpack[SpecWords]) -> Classes:
        """Return the equivalence classes that break any condition of `where`, such as "k_anonymity < 5", the worst first.

        `limit` keeps the worst of each target; the numbers of classes and records are of all.
        """
        return classes_of(self.spec_with(**words), listed(where), show_values=True, limit=limit)

    def subsets(self, most: Most = "all", **words: Unpack[SpecWords]) -> SubsetScores:
        """Return the scores of every combination of up to `most` quasi-identifiers, reading the source once.

        What is scored of a combination is what `score` gives for it alone.
        """
        return subsets_of(self.spec_with(**words), most)

    def suda(
        self,
        *,
        max_size: int | None = None,
        disf: float = DISF,
        weights: Weights = "elliot",
        limit: int | None = None,
        **words: Unpack[SpecWords],
    ) -> SpecialUniques:
        """Return the records that few of the quasi-identifiers single out, with their SUDA and DIS-SUDA scores.

        Minimal uniques of up to `max_size` keys are looked for, by default of all. `disf` is the share of the population that
        the table is a sample of. `limit` keeps the records with the highest scores.
        """
        spec = self.spec_with(**words)
        return suda_of(spec, max_size=max_size, disf=disf, weights=weights, show_values=True, limit=limit)

    def records(self, output: Path | str, **words: Unpack[SpecWords]) -> int:
        """Write the records, with a column per class-level score, to a Parquet or CSV file; return how many they are.

        A column has its metric's name for the identity, and that of target and partition behind it for a sensitive attribute.
        The file appears whole or not at all.
        """
        return write_records(self.spec_with(**words), Path(output))

    def baseline(self, *, limit: int | None = None, **words: Unpack[SpecWords]) -> list[Belief]:
        """Return the distribution of each sensitive attribute in the whole table, the most frequent value first.

        With `individual` people are counted as in `score`: each once per keys and value. `limit` keeps the first of each.
        """
        return baseline_of(self.spec_with(**words), show_values=True, limit=limit)

    def counts(self, output: Path | str, **words: Unpack[SpecWords]) -> Counted:
        """Write how many records have each combination of key values and a sensitive value to a Parquet file.

        Quasi-identifiers are recoded before they are counted, sensitive attributes counted as they are; `score_counts` scores
        such files added up. It discloses: a count of one is a person. Returns how many counts of how many records there are.
        """
        return write_counts(self.spec_with(**words), Path(output))

    def check(
        self,
        *,
        name: str | None = None,
        history: Path | str | None = None,
        history_table: str = "sqlmetrics_history",
        run_id: str | None = None,
        no_worse_than: str | None = None,
        tolerance: float = 0.0,
        **words: Unpack[SpecWords],
    ) -> Run:
        """Return the scores held to the thresholds of the spec; `Run.exit_code` is 0 where all pass and 1 where one fails.

        `name` is what reports and the history call the job, `history` the place (a DuckDB file, a folder of Parquet files or a
        database's URL) where scores and verdicts are added, under `run_id`. `no_worse_than` names an earlier run of the history,
        or `last`, whose scores may not be passed by more than the share `tolerance`.
        """
        options = Options(
            history=None if history is None else History(str(history), history_table),
            run_id=run_id,
            no_worse_than=no_worse_than,
            tolerance=tolerance,
        )
        return check_spec(self.spec_with(**words), name, options)

    def init(self) -> str:
        """Return a commented spec, as YAML, that proposes a role for each column with its reason."""
        return starting_spec(profile(self.spec.relation, self.spec.place), self.spec.name, self.spec.place)


def listed(names: Names) -> list[str]:
    """Return one name, or several, as a list."""
    return [names] if isinstance(names, str) else list(names)


def score(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> Scores:
    """Return how much the quasi-identifiers give away of each sensitive attribute and of the identity; see Table."""
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).score(limit=limit)


def sql(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    dialect: str | None = None,
    limit: int | None = None,
    count_table: str | None = None,
    **words: Unpack[SpecWords],
) -> str:
    """Return the statement that `score` runs, in a dialect; see Table.sql."""
    table = Table(relation, quasi_identifiers, sensitive, spec=spec, **words)
    return table.sql(dialect=dialect, limit=limit, count_table=count_table)


def classes(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    where: Names,
    spec: Path | str | None = None,
    connection: Any = None,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> Classes:
    """Return the equivalence classes that break a condition, the worst first; see Table.classes."""
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).classes(
        where, limit=limit
    )


def subsets(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    most: Most = "all",
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> SubsetScores:
    """Return the scores of every combination of up to `most` quasi-identifiers; see Table.subsets."""
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).subsets(most)


def suda(
    relation: Any = None,
    quasi_identifiers: Names = (),
    *,
    max_size: int | None = None,
    disf: float = DISF,
    weights: Weights = "elliot",
    spec: Path | str | None = None,
    connection: Any = None,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> SpecialUniques:
    """Return the records that few of the quasi-identifiers single out; see Table.suda."""
    table = Table(relation, quasi_identifiers, spec=spec, connection=connection, **words)
    return table.suda(max_size=max_size, disf=disf, weights=weights, limit=limit)


def records(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    output: Path | str,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> int:
    """Write the records with the scores of their classes to a file; see Table.records."""
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).records(output)


def baseline(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> list[Belief]:
    """Return the distribution of each sensitive attribute in the whole table; see Table.baseline."""
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).baseline(
        limit=limit
    )


def count(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    output: Path | str,
    spec: Path | str | None = None,
    connection: Any = None,
    **words: Unpack[SpecWords],
) -> Counted:
    """Write the counts of a relation alone to a Parquet file, for `score_counts`; see Table.counts."""
    return Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words).counts(output)


def score_counts(
    files: Sequence[Path | str] | Path | str,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    limit: int | None = None,
    **words: Unpack[SpecWords],
) -> Scores:
    """Return the scores of all that files of counts count, equal to those of the relations together; see `score`.

    `files` are paths, patterns and folders. Without columns all that were counted are scored; some of them may be named, and the counts
    are then rolled up. Partitions of sensitive attributes are applied here. Raises SpecError where the files, or what is asked, do not
    agree with what was counted, QueryError where a file cannot be read.
    """
    spec = call_spec(None, quasi_identifiers, sensitive, words)
    return scores_of_counts([files] if isinstance(files, str | Path) else files, spec, show_values=True, limit=limit)


def check(
    relation: Any = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    *,
    spec: Path | str | None = None,
    connection: Any = None,
    name: str | None = None,
    history: Path | str | None = None,
    history_table: str = "sqlmetrics_history",
    run_id: str | None = None,
    no_worse_than: str | None = None,
    tolerance: float = 0.0,
    **words: Unpack[SpecWords],
) -> Run:
    """Return the scores of a relation held to the thresholds of its spec; see Table.check."""
    table = Table(relation, quasi_identifiers, sensitive, spec=spec, connection=connection, **words)
    return table.check(
        name=name,
        history=history,
        history_table=history_table,
        run_id=run_id,
        no_worse_than=no_worse_than,
        tolerance=tolerance,
    )


def init(relation: Any, *, connection: Any = None, **words: Unpack[SpecWords]) -> str:
    """Return a commented spec to start from, as YAML; see Table.init."""
    return Table(relation, connection=connection, **words).init()
