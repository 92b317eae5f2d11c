"""The words of calls as types, for editors and type checkers; made by scripts/dbt_catalogue."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Required, TypedDict

from sqlmetrics.release.attack.claims import Tolerance
from sqlmetrics.spec.metric_names import RelationMetrics

TITLE: str

class SpecWords(TypedDict, total=False):
    """The words of a spec that a call takes. A word of None is as if it were not there."""

    database: Path | str | None
    """The DuckDB file that holds the table or view; it is only read."""

    url: str | None
    """The SQLAlchemy URL of the database that holds the table or view, or env:NAME for a
    variable that has it."""

    query: str | None
    """A query in the place of the relation, such as "select * from 'people.parquet'". It is in
    the database's dialect and only reads, and every result says it. Without a database it reads
    the files that it names."""

    where: str | None
    """Only the records that an SQL expression holds for, such as "day = 1". It is in the
    database's dialect, and every result says it."""

    roles: Sequence[str] | str
    """The roles of the database that it is scored as, each by what it may see. The session of
    `url` or `connection` takes one after the other, and is who it was in the end."""

    tables: Mapping[str, Any] | None
    """Several tables of the same people, in place of a relation: what rows of any of them give
    away together; beside `known`. By name, and `main` has a row for each person. A point of a
    person is a table with the values of its columns."""

    counts: Sequence[Path | str] | Path | str | None
    """A file of counts that `count` wrote, a pattern or a folder of them, or a list, in place of
    a relation."""

    trusted: bool
    """The database file is your own: its views may read other files, and load extensions. So is
    a call's connection; its macros may stand in for functions, too."""

    encoding: str | None
    """The encoding of files of text, such as windows-1252, latin-1 or utf-16. By default UTF-8,
    or windows-1252 where a file is not."""

    separator: str | None
    """The mark between the columns of CSV files, or tab. By default the comma, semicolon, bar or
    tab that is recognised."""

    sheet: str | None
    """The sheet of a spreadsheet that is read, or the table of a SQLite database. By default the
    only one."""

    labels: bool
    """Take the labels of values in files of SPSS, Stata and SAS for the values."""

    header: bool | int | None
    """The line with the names of the columns of CSV files and sheets; true for the first, false
    for none. By default the line that is recognised."""

    end: int | None
    """The last line of the table in CSV files, or its last row in sheets; what is below is no
    record."""

    missing: Sequence[str] | str
    """A text that stands for no value, such as NA; a list has several. `declared` stands for the
    values that files of SPSS, Stata and SAS declare as missing; by `unquoted` an empty field of
    a CSV file is missing only without quotes."""

    types: Mapping[str, str]
    """The types of columns of CSV files: text, whole, number, or how dates are written, as
    MM/DD/YYYY."""

    loose: bool
    """Read the files of a Delta, Iceberg, Hudi, Lance or DuckLake table as they lie, with
    deleted and older rows."""

    identifiers: Mapping[str, str | None] | Sequence[str] | str
    """A column that names people outright, such as a name or an e-mail address. A list has
    several; a mapping has the reason why each may stay. `check` fails where one is in the
    relation without a reason."""

    attackers: Mapping[str, Any] | None
    """Several attackers, in place of `quasi_identifiers`: the columns that each knows. By name:
    a list of columns, or a mapping with `quasi_identifiers` and with this attacker's own
    `thresholds`. They are scored from one read, and judged together."""

    ignored: Mapping[str, str | None] | Sequence[str] | str
    """A column that is left out on purpose. A list has several; a mapping has the reason for
    each."""

    look: bool
    """Sample the columns without a role for what looks like identifiers. By default true."""

    by: Sequence[str | Mapping[str, Any]] | Mapping[str, Any] | str
    """A column whose values are slices: each slice is scored as a table of its own. A list has
    several; {"admitted": "month"} takes the months of dates, and {"hospital": "public"} says
    that the names of its slices may be shown, which have numbers otherwise."""

    min_people: int | None
    """The fewest people of a slice that `check` judges; of a smaller one it says that they are
    too few."""

    individual: str | None
    """The column that tells individuals apart; without it, each record is one individual. Every
    measure then counts people but `count`, whose counts would not add up."""

    text: str | None
    """A column of texts, whose words are a person's points; beside `individual` and `known`.
    Words are runs of letters and digits, in lower case. Words of more than half the people are
    left out."""

    ngram: int | None
    """The number of words in a row of a `text` that are a point, from 2 to 12. Without it, each
    word is one."""

    known: int | str | Mapping[str, int] | None
    """The number of points of a person that the attacker knows, where people have several
    records: 1 to 12, or `all`. A point is the quasi-identifiers of one record. {"events": 4}
    knows of points how often they are there."""

    targets: int | str | None
    """The number of people whom the attacker looks for, drawn at random, or `all`; beside
    `known`. By default every set of points counts where there are at most 10,000,000, and else
    1,000 people are drawn."""

    resolution: Sequence[str] | str
    """A column whose levels the unicity of known points is measured at; beside `known`. A list
    has several: each combination of their levels is measured. They are the column as it is, and
    its levels in `advise`, else its `partitions`. A date without any has its hour, day, week,
    month and year. Coordinates in grids of equal widths become coarser together."""

    weight: str | None
    """The column of survey weights, from which the risk in the population is estimated. Each
    weight is the number of people of the population for whom its record stands."""

    household: str | None
    """The column that tells households apart, for their risk; beside a `weight`."""

    population: Any
    """The relation of the whole population, for k-map and similar metrics. It holds everybody of
    the population that the table is drawn from."""

    population_size: int | None
    """The number of people in the population that the table is a sample of, to estimate its
    uniqueness."""

    sampling_fraction: float | None
    """The share of the population that is in the table, in place of the population's size."""

    previous: Any
    """An earlier release of the same people, beside which the relation is released: what they
    give away together. A list has several, in the order of their publication; a pattern names
    files in the order of their names. They are as they were released. The `individual` links
    people. A certificate of an earlier public report stands here, too: a public report that
    would tell of few people beside it is refused."""

    suppressed: str | Mapping[str, str] | None
    """The mark of a suppressed value; a record with it in every quasi-identifier is in no class.
    One mark holds for all quasi-identifiers; a mapping has one for each."""

    keep_suppressed: bool
    """Keep the suppressed records as a class of their own."""

    harmonise: bool
    """Measure each sensitive attribute with the other ones among the quasi-identifiers. Each is
    measured in a statement of its own."""

    partitions: Mapping[str, Any] | None
    """How a column is recoded. By column: a file, a mapping from value to domain, or a
    dictionary such as {"cuts": [30, 60]}; or a list of such forms, in which "raw" stands for the
    column as it is."""

    recoded: Mapping[str, str] | None
    """How a column was made coarser before it came into the relation, in words that reports
    tell. By column, such as {"zip": "the first 3 digits"}."""

    orders: Mapping[str, Sequence[object] | str] | None
    """The order of a sensitive attribute's values. By column: its values from low to high, or
    "natural" for the order of numbers, dates and texts, with NULL last. The ordered distance of
    t-closeness needs it."""

    hierarchies: Mapping[str, Path | str | Sequence[Path | str]] | None
    """The hierarchy of a sensitive attribute: a file of lines as `34;30-39;*`, no header. By
    column, a file or several. The hierarchical distance of t-closeness needs it, and is the
    largest of several, whose name its parameters have."""

    allow_singles: bool | float
    """Write the counts also where more than 5 % of the records are alone in theirs. A number is
    the share of such records that the file may have."""

    min_count: int | None
    """The fewest records of a count, at least 2; smaller counts are withheld, and scores that
    need them are undefined."""

    sketch: int | None
    """The number of classes to count, at least 2: those with the smallest hashes, for a file of
    one size. Such a file adds up as others."""

    metrics: RelationMetrics
    """Only this metric, or `all` for every one of the level. A list has several. By default
    these are all metrics that the words allow, without the metrics that are scored on request."""

    metrics_path: Path | str | None
    """The folder of metrics of your own, which are scored where they are named. Each is a file
    of its name, with a header as ours: docs/how_to/own_metrics.md."""

    parameters: Mapping[str, Any] | None
    """The numbers that some metrics depend on, such as {"l": 3, "threshold": 0.2, "log_base":
    "e"}."""

    level: Literal["table", "class"]
    """Score the table, or each equivalence class. By default table."""

    intervals: bool | Mapping[str, int]
    """The relation is a sample: give scores their 95 % intervals, low and high, where they have
    any. Or {"seed": 0, "replicates": 200} for the draws that some metrics need."""

    estimate: float | None
    """Estimate scores, with intervals, from a share of the classes, such as 0.01, or about as
    many as 10000."""

    nulls: Literal["category", "drop", "any"]
    """NULL is a category of its own, the records that have it are dropped, or it matches any
    value. By default category. With `any` a record hides among all that agree with it in the
    quasi-identifiers that both have, and how often keys occur is all that is scored: k,
    uniqueness and the prosecutor's risks."""

    outputs: Mapping[str, Any] | None
    """Tables of counts and sums that are published: their columns, what is summed, and the
    rules. For example {"keys": [["region", "age"], ["sex"]], "measure": "cost",
    "minimum_frequency": 10}."""

    noisy_answers: Mapping[str, Any] | None
    """Noisy answers that claim an epsilon, and the coins of the canaries that test it. For
    example {"relation": "answers.csv", "coins": "coins.json"}; the limit is `claimed_epsilon`."""

    linkage: Mapping[str, Any] | None
    """A file of people who are looked for in the relation, though it has errors. For example
    {"file": "leak.csv", "agreement": "estimated", "nearly": {"born": 3}}; limits are on
    `linked_rightly` and what else `attacks` says of a file."""

    repetition: Mapping[str, Any] | None
    """Texts that a model has generated, which may repeat words of few people of the relation.
    For example {"generated": "generated.csv", "control": "others.csv", "text": "note"}; limits
    are on `repeated_ngrams` and what else `closeness` says of a `text`."""

    advise: Mapping[str, Any] | None
    """How `advise` may recode the quasi-identifiers, and what that may cost. For example
    {"generalizations": {"age": "age.csv", "zip": {"prefix": [3, 1]}}, "suppress": "2%"}."""

    release: Mapping[str, Any] | None
    """What `release` writes: the level of each column, and the records that may be dropped. For
    example {"levels": {"birth_date": "year", "zip": {"prefix": 2}, "job": "left_out"}, "drop":
    "5%"}. Identifiers without a reason to stay are left out anyway."""

    thresholds: Mapping[str, Any] | None
    """A bound on each metric for `check`, such as {"k_anonymity": 5, "itpr": {"at_most": 0.7}}.
    A number alone is the least score of a metric that is safer the higher it is, and the largest
    of one that is riskier. A list holds several bounds on a metric."""

    limits: Sequence[str] | str
    """A limit that others have published, by its name, such as ontario_low; `sqlmetrics limits`
    lists them. Its thresholds hold beside the spec's own, and reports say whose they are. A list
    has several."""

    history: Path | str | None
    """The history to add the scores and verdicts to: a DuckDB file, a folder of Parquet files,
    or a database's URL (env:NAME for a variable that has it). A report shows its runs."""

    history_table: str | None
    """The table of the history in a database. By default sqlmetrics_history."""

    no_worse_than: Mapping[str, Any] | str | None
    """Fail where a score is riskier than in this earlier run: `last`, `last-passed`, its id or
    the start of its id. A first run has nothing to compare with, and passes. {"run": "last",
    "tolerance": 0.05} has the share by which a score may be riskier."""

    report: Mapping[str, Any] | Path | str | None
    """The file of the report that `check` and `run` write, HTML or PDF, and what stands where it
    is signed. For example {"file": "report.pdf", "prepared_by": "A. Meier", "valid_until":
    "2027-12-31"}."""

    title: str | None
    """The title of the report."""

    crosswalk: bool
    """Write into the report which questions of standards and guidance its figures speak to. It
    is no claim of conformity."""

    plan: Literal["auto", "textbook", "near-unique", "sorted"]
    """How the statement counts: near-unique is for keys by which nearly every record is alone,
    sorted for some records a class; auto chooses by a sample of a large Parquet file or DuckDB
    table, and prints textbook. By default auto. All give the same scores. The sample has 20,000
    records."""

    exact_names: bool
    """Print names as they are spelt here, also in a dialect that folds unquoted names. By
    default plain names are in upper case for Snowflake and Oracle, and in lower case for
    PostgreSQL, Redshift, Trino and DataFusion, as unquoted names are kept there."""

    memory_limit: str | None
    """The memory that DuckDB uses before it spills, as 1GB or 80%. By default 80%."""

    threads: int | None
    """The threads that DuckDB uses. By default the cores."""

    temp_directory: Path | str | None
    """The folder that DuckDB spills to, in a subfolder that is removed. By default the system's."""

    timeout: float | str | None
    """The time after which the run stops: seconds, or 90s, 5m, 2h. A statement stops where the
    engine can stop it."""

class GdaWords(SpecWords, total=False):
    """The words of `gda` besides the words of a spec."""

    attacks: Sequence[str] | str
    """Only this attack. By default all that the words allow."""

    secrets: Sequence[str] | str
    """A column to infer. By default these are the sensitive attributes."""

    known: Sequence[str] | str  # type: ignore[misc]  # a word of specs with another meaning
    """A column that the attacker knows or uses. By default these are the quasi-identifiers.
    Where the spec names none, these and the secrets are all columns that the release shares with
    the original."""

    public: Any
    """The relation of people who may be in the original, for attacks that link."""

    control: Any
    """The relation of people who were not in the original, attacked in the same way. Claims are
    checked against it, too."""

    attempts: int
    """The most attempts that each attack makes. By default 500."""

    seed: int
    """The seed of the samples. By default 0."""

    tolerance: Tolerance | float | None
    """The share of its size by which a guessed number may miss the true one. Or a Tolerance."""

    max_cells: int | None
    """The most cells of a release that each attack may retrieve."""

    max_queries: int | None
    """The most queries of a release that each attack may make. Random guesses and the control
    group do not count."""

class ClosenessWords(SpecWords, total=False):
    """The words of `closeness` besides the words of a spec."""

    columns: Sequence[str] | str
    """Only this column. By default distances count all columns that release and original share."""

    record_id: str | None
    """The column that tells records apart, which distances are not of."""

    control: Any
    """The relation of people who were not in the original, attacked in the same way. With it,
    records that are closer to the original are counted, and the membership attack is made."""

    text: str  # type: ignore[misc]  # a word of specs with another meaning
    """The column of texts whose runs of words are compared, in place of records, beside
    `individual`. The releases are texts of a model that was trained on the original, and may
    repeat runs that few people have."""

    ngram: int  # type: ignore[misc]  # a word of specs with another meaning
    """The number of words of a `text` in a row that are compared, from 1 to 12. By default 5."""

    max_pairs: int
    """The most pairs of records that a search compares; of more records a sample is drawn. By
    default 20,000,000. A note says so."""

    seed: int
    """The seed of the samples. By default 0."""

    delta: float
    """The delta of the differential privacy whose epsilon is bounded. By default 0."""

class UtilityWords(SpecWords, total=False):
    """The words of `utility` besides the words of a spec."""

    record: str | None
    """The id that links a release's records with the original's, for their distortion."""

    columns: Sequence[str] | str
    """Only this column. By default all columns that release and original share are measured."""

    continuous: Sequence[str] | str
    """A column that is a range. By default numbers and dates with more than 50 distinct values."""

    workload: Path | str | None
    """A file of further queries: .sql with statements on {table}, or .yml with measures or
    predictions."""

    queries: int
    """The number of queries of the generated workload. By default 500."""

    seed: int
    """The seed that picks the queries of the workload. By default 1."""

    pairs: bool
    """Compare the joint distributions of pairs of columns too."""

    pmse: bool
    """Measure how well released records can be told from original ones."""

    release_connection: Any
    """The PEP 249 connection of another system that holds the releases and answers query by
    query."""

    release_url: str | None
    """The URL of another system that holds the releases and answers query by query. The releases
    are tables there; the original stays at its own place."""

    minimum_people: int
    """The fewest people whose sum or average is scored by value without `show_values`. By
    default 10."""

    show_values: bool
    """Show and score conditions, and answers that may be a person's value. By default a call
    does."""

class TradeoffWords(SpecWords, total=False):
    """The words of `tradeoff` besides the words of a spec."""

    workload: Required[Sequence[str] | str]
    """A column that classifiers predict, sensitive or neutral. At least one is required."""

    neutral: Sequence[str] | str
    """A column to learn from that is neither a quasi-identifier nor sensitive."""

    control: Any
    """The relation of people in no release, to test on instead of the part held out."""

    classifiers: Sequence[str] | str
    """A classifier: majority or naive_bayes, which are SQL, or scikit-learn's decision_tree,
    random_forest or logistic_regression. By default the first two. scikit-learn's need the extra
    `ml`."""

    holdout: float
    """The share of the original that is held out. By default 0.3."""

    seed: int
    """The seed that picks the records held out. By default 1."""

    alpha: float
    """The number that naive Bayes adds to each count. By default 1."""

    sample: int
    """The most combinations of values that scikit-learn's classifiers learn from. By default
    100,000."""
