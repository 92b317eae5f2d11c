"""The words of a spec, of its parts and of calls: a row for each, with what it says and does.

Help, the JSON schema, the types of calls and the pages of the reference are made from the rows.
A word is a row here, a field of a model (`spec.spec`), and its use. Nothing is imported that help
would wait for.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


class Act(Enum):
    """What a word of a spec does; `measure` is all that any spec may."""

    measure = "says what is measured"
    read = "reads a file"
    filter = "runs SQL on the records"
    write = "writes a page"
    keep = "adds to a history"
    connect = "opens a database"
    query = "runs a query"
    spill = "writes to a folder"
    release = "writes records to a file"
    unknown = "is not known to be harmless"


class Word(NamedTuple):
    """A word: its name, the type of a call's argument, and what it says, in a sentence.

    `more` are further sentences, for pages and editors; `default` is what holds without the word.
    A word whose type is empty is none of a call's, or a parameter of its own there. `act` is what
    the word does where its group says something else.
    """

    name: str
    says: str
    more: str = ""
    type: str = ""
    default: str = ""
    act: Act | None = None

    @property
    def text(self) -> str:
        """All that is said of it."""
        return " ".join(text for text in (self.says, self.default and f"By default {self.default}.", self.more) if text)


class WordGroup(NamedTuple):
    """Words that belong together; `act` is what those do in a spec that say nothing else.

    `more` says what other words mean beside them.
    """

    title: str
    words: tuple[Word, ...]
    act: Act = Act.unknown
    more: str = ""


NAMES = "Sequence[str] | str"
REASONS = "Mapping[str, str | None] | Sequence[str] | str"
FILE = "Path | str | None"

# fmt: off
SPEC = (
    WordGroup("The place", (
        Word("relation", "A file, pattern or folder of Parquet, CSV or JSON, or a table of the `database` or `url`.",
             "Or a single spreadsheet, a file of SPSS, Stata, SAS, Arrow or SQLite; or the folder of a Delta or Iceberg"
             " table, as people, people@12 or people@2026-11-01. A path in a spec file is relative to that file.",
             act=Act.read),
        Word("database", "The DuckDB file that holds the table or view; it is only read.", type=FILE),
        Word("url",
             "The SQLAlchemy URL of the database that holds the table or view, or env:NAME for a variable that has it.",
             type="str | None"),
        Word("query", "A query in the place of the relation, such as \"select * from 'people.parquet'\".",
             "It is in the database's dialect and only reads, and every result says it. Without a database it reads"
             " the files that it names.", type="str | None", act=Act.query),
        Word("where", 'Only the records that an SQL expression holds for, such as "day = 1".',
             "It is in the database's dialect, and every result says it.", type="str | None", act=Act.filter),
        Word("roles", "The roles of the database that it is scored as, each by what it may see.",
             "The session of `url` or `connection` takes one after the other, and is who it was in the end.",
             type="Sequence[str] | str"),
        Word("tables", "Several tables of the same people, in place of a relation: what rows of any of them give away"
             " together; beside `known`.",
             "By name, and `main` has a row for each person. A point of a person is a table with the values of its"
             " columns.", type="Mapping[str, Any] | None", act=Act.read),
        Word("counts",
             "A file of counts that `count` wrote, a pattern or a folder of them, or a list, in place of a relation.",
             type="Sequence[Path | str] | Path | str | None", act=Act.read),
        Word("trusted", "The database file is your own: its views may read other files, and load extensions.",
             "So is a call's connection; its macros may stand in for functions, too.", type="bool"),
    ), Act.connect),
    WordGroup("The files", (
        Word("encoding", "The encoding of files of text, such as windows-1252, latin-1 or utf-16.",
             type="str | None", default="UTF-8, or windows-1252 where a file is not"),
        Word("separator", "The mark between the columns of CSV files, or tab.", type="str | None",
             default="the comma, semicolon, bar or tab that is recognised"),
        Word("sheet", "The sheet of a spreadsheet that is read, or the table of a SQLite database.", type="str | None",
             default="the only one"),
        Word("labels", "Take the labels of values in files of SPSS, Stata and SAS for the values.", type="bool"),
        Word("header", "The line with the names of the columns of CSV files and sheets; true for the first, false for"
             " none.", type="bool | int | None", default="the line that is recognised"),
        Word("end", "The last line of the table in CSV files, or its last row in sheets; what is below is no record.",
             type="int | None"),
        Word("missing", "A text that stands for no value, such as NA; a list has several.",
             "`declared` stands for the values that files of SPSS, Stata and SAS declare as missing; by `unquoted` an"
             " empty field of a CSV file is missing only without quotes.",
             type="Sequence[str] | str"),
        Word("types", "The types of columns of CSV files: text, whole, number, or how dates are written, as"
             " MM/DD/YYYY.", type="Mapping[str, str]"),
        Word("loose", "Read the files of a Delta, Iceberg, Hudi, Lance or DuckLake table as they lie, with deleted and"
             " older rows.", type="bool"),
    ), Act.measure),
    WordGroup("The columns", (
        Word("identifiers", "A column that names people outright, such as a name or an e-mail address.",
             "A list has several; a mapping has the reason why each may stay. `check` fails where one is in the"
             " relation without a reason.", type=REASONS),
        Word("quasi_identifiers", "A quasi-identifier, a column that an attacker may know."),
        Word("attackers", "Several attackers, in place of `quasi_identifiers`: the columns that each knows.",
             "By name: a list of columns, or a mapping with `quasi_identifiers` and with this attacker's own"
             " `thresholds`. They are scored from one read, and judged together.", type="Mapping[str, Any] | None"),
        Word("sensitive", "A sensitive attribute, a column that an attacker wants to learn."),
        Word("ignored", "A column that is left out on purpose.",
             "A list has several; a mapping has the reason for each.", type=REASONS),
        Word("look", "Sample the columns without a role for what looks like identifiers.", type="bool", default="true"),
        Word("by", "A column whose values are slices: each slice is scored as a table of its own.",
             'A list has several; {"admitted": "month"} takes the months of dates, and {"hospital": "public"} says'
             " that the names of its slices may be shown, which have numbers otherwise.",
             type="Sequence[str | Mapping[str, Any]] | Mapping[str, Any] | str"),
        Word("min_people", "The fewest people of a slice that `check` judges; of a smaller one it says that they are"
             " too few.", type="int | None"),
        Word("individual", "The column that tells individuals apart; without it, each record is one individual.",
             "Every measure then counts people but `count`, whose counts would not add up.", type="str | None"),
        Word("text", "A column of texts, whose words are a person's points; beside `individual` and `known`.",
             "Words are runs of letters and digits, in lower case. Words of more than half the people are left out.",
             type="str | None"),
        Word("ngram", "The number of words in a row of a `text` that are a point, from 2 to 12.",
             "Without it, each word is one.", type="int | None"),
        Word("known", "The number of points of a person that the attacker knows, where people have several records: 1"
             " to 12, or `all`.",
             'A point is the quasi-identifiers of one record. {"events": 4} knows of points how often they are there.',
             type="int | str | Mapping[str, int] | None"),
        Word("targets", "The number of people whom the attacker looks for, drawn at random, or `all`; beside `known`.",
             "By default every set of points counts where there are at most 10,000,000, and else 1,000 people are"
             " drawn.", type="int | str | None"),
        Word("resolution", "A column whose levels the unicity of known points is measured at; beside `known`.",
             "A list has several: each combination of their levels is measured. They are the column as it is, and its"
             " levels in `advise`, else its `partitions`. A date without any has its hour, day, week, month and year."
             " Coordinates in grids of equal widths become coarser together.",
             type="Sequence[str] | str"),
        Word("weight", "The column of survey weights, from which the risk in the population is estimated.",
             "Each weight is the number of people of the population for whom its record stands.", type="str | None"),
        Word("household", "The column that tells households apart, for their risk; beside a `weight`.",
             type="str | None"),
        Word("population", "The relation of the whole population, for k-map and similar metrics.",
             "It holds everybody of the population that the table is drawn from.", type="Any", act=Act.read),
        Word("population_size",
             "The number of people in the population that the table is a sample of, to estimate its uniqueness.",
             type="int | None"),
        Word("sampling_fraction",
             "The share of the population that is in the table, in place of the population's size.",
             type="float | None"),
        Word("previous", "An earlier release of the same people, beside which the relation is released: what they give"
             " away together.",
             "A list has several, in the order of their publication; a pattern names files in the order of their names."
             " They are as they were released. The `individual` links people. A certificate of an earlier public report"
             " stands here, too: a public report that would tell of few people beside it is refused.",
             type="Any", act=Act.read),
        Word("suppressed", "The mark of a suppressed value; a record with it in every quasi-identifier is in no class.",
             "One mark holds for all quasi-identifiers; a mapping has one for each.",
             type="str | Mapping[str, str] | None"),
        Word("keep_suppressed", "Keep the suppressed records as a class of their own.", type="bool"),
        Word("harmonise", "Measure each sensitive attribute with the other ones among the quasi-identifiers.",
             "Each is measured in a statement of its own.", type="bool"),
        Word("partitions", "How a column is recoded.",
             'By column: a file, a mapping from value to domain, or a dictionary such as {"cuts": [30, 60]}; or a'
             ' list of such forms, in which "raw" stands for the column as it is.', type="Mapping[str, Any] | None"),
        Word("recoded", "How a column was made coarser before it came into the relation, in words that reports tell.",
             'By column, such as {"zip": "the first 3 digits"}.', type="Mapping[str, str] | None"),
        Word("orders", "The order of a sensitive attribute's values.",
             'By column: its values from low to high, or "natural" for the order of numbers, dates and texts, with'
             " NULL last. The ordered distance of t-closeness needs it.",
             type="Mapping[str, Sequence[object] | str] | None"),
        Word("hierarchies", "The hierarchy of a sensitive attribute: a file of lines as `34;30-39;*`, no header.",
             "By column, a file or several. The hierarchical distance of t-closeness needs it, and is the largest of"
             " several, whose name its parameters have.", type="Mapping[str, Path | str | Sequence[Path | str]] | None",
             act=Act.read),
    ), Act.measure),
    WordGroup("The counts", (
        Word("allow_singles", "Write the counts also where more than 5 % of the records are alone in theirs.",
             "A number is the share of such records that the file may have.", type="bool | float"),
        Word("min_count", "The fewest records of a count, at least 2; smaller counts are withheld, and scores that"
             " need them are undefined.", type="int | None"),
        Word("sketch",
             "The number of classes to count, at least 2: those with the smallest hashes, for a file of one size.",
             "Such a file adds up as others.", type="int | None"),
    ), Act.measure),
    WordGroup("The measures", (
        Word("metrics", "Only this metric, or `all` for every one of the level.",
             "A list has several. By default these are all metrics that the words allow, without the metrics that are"
             " scored on request.", type="RelationMetrics"),
        Word("metrics_path", "The folder of metrics of your own, which are scored where they are named.",
             "Each is a file of its name, with a header as ours: docs/how_to/own_metrics.md.", type=FILE, act=Act.read),
        Word("parameters",
             'The numbers that some metrics depend on, such as {"l": 3, "threshold": 0.2, "log_base": "e"}.',
             type="Mapping[str, Any] | None"),
        Word("level", "Score the table, or each equivalence class.", type='Literal["table", "class"]', default="table"),
        Word("intervals",
             "The relation is a sample: give scores their 95 % intervals, low and high, where they have any.",
             'Or {"seed": 0, "replicates": 200} for the draws that some metrics need.',
             type="bool | Mapping[str, int]"),
        Word("estimate",
             "Estimate scores, with intervals, from a share of the classes, such as 0.01, or about as many as 10000.",
             type="float | None"),
        Word("nulls", "NULL is a category of its own, the records that have it are dropped, or it matches any value.",
             "With `any` a record hides among all that agree with it in the quasi-identifiers that both have, and how"
             " often keys occur is all that is scored: k, uniqueness and the prosecutor's risks.",
             type='Literal["category", "drop", "any"]', default="category"),
        Word("outputs", "Tables of counts and sums that are published: their columns, what is summed, and the rules.",
             'For example {"keys": [["region", "age"], ["sex"]], "measure": "cost", "minimum_frequency": 10}.',
             type="Mapping[str, Any] | None"),
        Word("noisy_answers", "Noisy answers that claim an epsilon, and the coins of the canaries that test it.",
             'For example {"relation": "answers.csv", "coins": "coins.json"}; the limit is `claimed_epsilon`.',
             type="Mapping[str, Any] | None"),
        Word("linkage", "A file of people who are looked for in the relation, though it has errors.",
             'For example {"file": "leak.csv", "agreement": "estimated", "nearly": {"born": 3}}; limits are on'
             " `linked_rightly` and what else `attacks` says of a file.",
             type="Mapping[str, Any] | None"),
        Word("repetition", "Texts that a model has generated, which may repeat words of few people of the relation.",
             'For example {"generated": "generated.csv", "control": "others.csv", "text": "note"}; limits are on'
             " `repeated_ngrams` and what else `closeness` says of a `text`.",
             type="Mapping[str, Any] | None"),
        Word("advise", "How `advise` may recode the quasi-identifiers, and what that may cost.",
             'For example {"generalizations": {"age": "age.csv", "zip": {"prefix": [3, 1]}}, "suppress": "2%"}.',
             type="Mapping[str, Any] | None"),
        Word("release", "What `release` writes: the level of each column, and the records that may be dropped.",
             'For example {"levels": {"birth_date": "year", "zip": {"prefix": 2}, "job": "left_out"}, "drop": "5%"}.'
             " Identifiers without a reason to stay are left out anyway.",
             type="Mapping[str, Any] | None"),
    ), Act.measure),
    WordGroup("The gate", (
        Word("thresholds", 'A bound on each metric for `check`, such as {"k_anonymity": 5, "itpr": {"at_most": 0.7}}.',
             "A number alone is the least score of a metric that is safer the higher it is, and the largest of one"
             " that is riskier. A list holds several bounds on a metric.", type="Mapping[str, Any] | None"),
        Word("limits", "A limit that others have published, by its name, such as ontario_low; `sqlmetrics limits` lists"
             " them.", "Its thresholds hold beside the spec's own, and reports say whose they are. A list has several.",
             type=NAMES),
        Word("history", "The history to add the scores and verdicts to: a DuckDB file, a folder of Parquet files, or a"
             " database's URL (env:NAME for a variable that has it).", "A report shows its runs.", type=FILE,
             act=Act.keep),
        Word("history_table", "The table of the history in a database.", type="str | None",
             default="sqlmetrics_history"),
        Word("no_worse_than", "Fail where a score is riskier than in this earlier run: `last`, `last-passed`, its id"
             " or the start of its id.",
             'A first run has nothing to compare with, and passes. {"run": "last", "tolerance": 0.05} has the'
             " share by which a score may be riskier.", type="Mapping[str, Any] | str | None"),
        Word("report", "The file of the report that `check` and `run` write, HTML or PDF, and what stands where it is"
             " signed.", 'For example {"file": "report.pdf", "prepared_by": "A. Meier", "valid_until": "2027-12-31"}.',
             type="Mapping[str, Any] | Path | str | None", act=Act.write),
        Word("title", "The title of the report.", type="str | None"),
        Word("crosswalk", "Write into the report which questions of standards and guidance its figures speak to.",
             "It is no claim of conformity.", type="bool"),
    ), Act.measure),
    WordGroup("The statement", (
        Word("plan", "How the statement counts: near-unique is for keys by which nearly every record is alone, sorted"
             " for some records a class; auto chooses by a sample of a large Parquet file or DuckDB table, and prints"
             " textbook.",
             "All give the same scores. The sample has 20,000 records.",
             type='Literal["auto", "textbook", "near-unique", "sorted"]', default="auto"),
        Word("exact_names", "Print names as they are spelt here, also in a dialect that folds unquoted names.",
             "By default plain names are in upper case for Snowflake and Oracle, and in lower case for PostgreSQL,"
             " Redshift, Trino and DataFusion, as unquoted names are kept there.", type="bool"),
    ), Act.measure),
    WordGroup("The limits of a run", (
        Word("memory_limit", "The memory that DuckDB uses before it spills, as 1GB or 80%.", type="str | None",
             default="80%"),
        Word("threads", "The threads that DuckDB uses.", type="int | None", default="the cores"),
        Word("temp_directory", "The folder that DuckDB spills to, in a subfolder that is removed.", type=FILE,
             default="the system's", act=Act.spill),
        Word("timeout", "The time after which the run stops: seconds, or 90s, 5m, 2h.",
             "A statement stops where the engine can stop it.", type="float | str | None"),
    ), Act.measure),
)
"""The words of a spec, in the groups in which help shows them."""

PARTS = {
    "AttackerSpec": (
        Word("quasi_identifiers", "A column that this attacker knows."),
        Word("thresholds", "Limits for this attacker, in place of the spec's of the same metrics."),
    ),
    "TableSpec": (
        Word("relation", "A file, pattern or folder, or a table of the `database` or `url`.", act=Act.read),
        Word("key", "The columns that say whose a row is, in the order of the key of `main`.",
             "They are compared as texts."),
        Word("columns", "A column that is known together with the others here, as one point.",
             "Without any, a row of a table says that there is one, and a row of `main` says nothing."),
        Word("partitions", "How columns are recoded, by column."),
    ),
    "PartitionSpec": (
        Word("name", "The name of the partition in scores.", default="the file's name, or the column's"),
        Word("mapping", "Each value and the domain that takes its place, such as {flu: lung, asthma: lung}."),
        Word("domains", "Each domain and the values in it, such as {lung: [flu, asthma]}."),
        Word("file", "A CSV file with the columns value and domain, or a hierarchy, whose column `level` names.",
             act=Act.read),
        Word("level", "The level of the hierarchy that is taken: 0 is the values as they are."),
        Word("intervals", 'Each domain and its interval, such as {child: "[0, 18)"}.'),
        Word("cuts", "The numbers between intervals: [30, 60] makes three."),
        Word("closed", "The end of an interval of `cuts` that belongs to it.", default="left"),
        Word("labels", "The names of the intervals of `cuts`, one more than there are cuts."),
        Word("prefix", "The number of first characters that are kept of a text."),
        Word("date", "What is left of a date: its hour, day, week, month, year or decade.",
             "Texts are dates where they are written as 2026-11-23 10:15; a week is named by its Monday."),
        Word("form", "How the texts of a column write its dates, such as DD.MM.YYYY, where not as YYYY-MM-DD."),
        Word("grid", "The width of cells of coordinates: in the column's unit, or in metres with `degrees`.",
             "Of several partitions, a grid of both coordinates makes squares."),
        Word("degrees", "Whether the column is a latitude or a longitude in degrees, whose grid is in metres."),
        Word("at", "Of longitudes, the latitude at which a cell of the grid has its width, such as 47.2."),
        Word("neighbours", "Whether a known place may be off by one cell, each time: on both sides of the place's own.",
             "It goes with a number of `known` points. Of both coordinates, 3 x 3 cells stand for a place.",
             default="false"),
        Word("unmapped", "What becomes of a value that is not listed: it is an error, it is kept (keep), or it is in"
             " the domain that this names."),
    ),
    "Parameters": (
        Word("l", "The l of recursive (c,l)-diversity.", default="3"),
        Word("k", "The k of the average class size.", default="size of the smallest class"),
        Word("threshold", "The probability above which a record counts as at risk.", default="0.2"),
        Word("log_base", "The base of the logarithm of delta-disclosure, e or 2.", default="e"),
        Word("share", "The share of the people whom the points to single out have to single out.", default="0.5"),
    ),
    "ThresholdSpec": (
        Word("at_most", "The largest score that passes."),
        Word("at_least", "The smallest score that passes."),
        Word("target", "The target whose score it holds for.", default="every target with the metric"),
        Word("partition", "The partition of the target that it holds for; raw is the values as they are."),
        Word("undefined", "What an undefined score does.", "An infinite score always fails.", default="fail"),
        Word("source", "Whose limit it is, as reports say it, such as EMA Policy 0070."),
    ),
    "ReportSpec": (
        Word("file", "The file of the report that `check` and `run` write, HTML or PDF.", act=Act.write),
        Word("prepared_by", "Who prepared the report, and signs it."),
        Word("prepared_for", "Whom the report is for."),
        Word("purpose", "What the relation is released, or kept, for."),
        Word("legal_basis", "The law, contract or consent that this rests on."),
        Word("exception", "Why the relation is released although a condition is not met."),
        Word("valid_until", "The last day on which the report holds, such as 2027-12-31."),
        Word("language", "The language of the report's fixed words: en, de or fr.", default="en"),
    ),
    "EarlierSpec": (
        Word("run", "The earlier run: last, last-passed, its id or the start of its id."),
        Word("tolerance", "The share of the earlier score by which a score may be riskier.", default="0"),
    ),
    "KnownSpec": (
        Word("events", "The number of events of a person that the attacker knows, where a point may come again."),
    ),
    "IntervalSpec": (
        Word("seed", "The seed of the draws of `intervals`.", "The same seed gives the same intervals on every engine.",
             default="0"),
        Word("replicates", "How often `intervals` draw counts again, for the few metrics that need it.", default="200"),
    ),
    "OutputsSpec": (
        Word("keys", "The columns of a published table.", "A list of lists has several tables; a text is a table of one"
             " column."),
        Word("cube", "Columns whose combinations are all published tables, down to the total."),
        Word("answers", "The conditions of people whom published answers count, such as {women: \"sex = 'F'\"}.",
             "They stand in place of `keys` and `cube`.", act=Act.filter),
        Word("log", "A file of SQL that was answered: the counts and sums of its queries are answers, too.",
             "Statements end with a semicolon, or with their line. What is not read is counted (the extra `log`).",
             act=Act.read),
        Word("published", "A table that is published, without the records of its people, or several that share"
             " columns.", "They stand in place of `keys`, `cube` and `answers`, and of a `relation` that is not named.",
             act=Act.read),
        Word("marks", "The counts that each mark of a published table stands for, such as {\"*\": 1..9}; 0.. has no"
             " bound, and NULL is an empty cell."),
        Word("absent", "What a row stands for that a published table lacks: zero, any count where small ones are"
             " hidden, or counts such as 0..9."),
        Word("total", "The labels of the totals of a published table, NULL for none.", default="Total"),
        Word("rounded", "How a published table was rounded: to a base such as 5, at random as random:3, or as sums:5"
             " where totals are sums of rounded cells."),
        Word("wide", "The columns of counts of a published table, which are the values of one column of this name."),
        Word("width", "How far apart the counts that are possible for a hidden cell have to lie.",
             default="as its mark says"),
        Word("measure", "The column whose sums are published, or the counts of a published table.",
             "Without it tables are counts, and a published table has one column of numbers."),
        Word("minimum_frequency", "The people below which a cell is too small.", default="10"),
        Word("dominance", "The n and k of dominance: the n largest contributions may have k percent of a cell's total.",
             default="2,90"),
        Word("p_percent", "The percent within which the second largest contributor to a cell may not know the largest"
             " contribution.", default="10"),
        Word("class_share", "The share of a line's people, from 0.5, that one cell may not have more of; 1 for not all"
             " of them.", default="1"),
    ),
    "NoisyAnswersSpec": (
        Word("relation", "The noisy answers: a file, or a table where the spec's relation is one.", act=Act.read),
        Word("coins", "The file of coins, which `epsilon plan` wrote.", act=Act.read),
        Word("answers", "The column of the noisy answers; several are added up.",
             default="the only number beside the cells"),
        Word("thresholded", "A cell that is missing is an answer: the mechanism leaves small cells out."),
        Word("prior", "How sure an attacker is beforehand that a person is in the table.", default="0.5"),
    ),
    "LinkageSpec": (
        Word("file", "The file of people: a file, or a table where the spec's relation is one.", act=Act.read),
        Word("columns", "The columns of both by which they are looked for.", default="the quasi-identifiers"),
        Word("agreement", "The chance that two values of one person agree, for all columns or by column.",
             "Or estimated: the likeliest chances, by expectation-maximisation.", default="0.9"),
        Word("nearly", "By column, how far values differ at most that nearly agree: numbers, dates by days, texts by 1"
             " letter."),
        Word("links", "Which records are linked: the best ones of each person, or one_to_one, two that are each the"
             " other's best.", default="best"),
    ),
    "RepetitionSpec": (
        Word("generated", "The generated texts: a file, or a table where the spec's relation is one.", act=Act.read),
        Word("control", "Texts of people whom the model has never read, in the same way.", act=Act.read),
        Word("text", "The column of texts in each of them.", default="the `text` of the spec"),
        Word("ngram", "The words in a row that are compared.", default="5"),
    ),
    "AdviceSpec": (
        Word("strategy", "Recode each quasi-identifier on one level, full_domain, or class by class by median cuts:"
             " mondrian, or mondrian_relaxed, where records alike in the cut column may come to both halves.",
             default="full_domain"),
        Word("generalizations", "The levels of each quasi-identifier between its values and being left out."),
        Word("suppress", "The share of the records that may be suppressed, as 2% or 0.02.", default="none"),
        Word("loss", "What there is to be least of: non_uniform_entropy, granularity, columns_changed, discernibility,"
             " average_class_size or mutual_information.", "Entropy and information are in bits.",
             default="non_uniform_entropy"),
        Word("about", "A column that a loss of mutual_information is about, which is no quasi-identifier."),
        Word("keep", "A quasi-identifier that stays as it is."),
        Word("need", "The coarsest level of a quasi-identifier that the study can use, as birth_date: decade."),
        Word("at_most", "The coarsest level that a quasi-identifier may have, 0 for its values."),
        Word("prefer", "The weight of a quasi-identifier's loss: that of weight 2 counts twice."),
        Word("leave_out",
             "Leave suppressed records out of the view, which otherwise has * in their quasi-identifiers."),
        Word("time_limit",
             "The time after which the best recoding so far is taken, as 60s, with how much better one may be."),
        Word("frontier",
             "List all recodings that pass and of which no finer one does, by what they lose and what they risk."),
        Word("workload", "An attribute that classifiers predict from the cheapest recodings of the `frontier`."),
        Word("classifiers", "A classifier of the `workload`, as of `tradeoff`.", default="majority and naive_bayes"),
        Word("local", "Propose cells to star, instead of whole records, so that k_anonymity is kept."),
        Word("stars", "What a star of `local` is: a value of its own, or one that matches every value.", default="own"),
    ),
    "ReleaseSpec": (
        Word("strategy", "Recode each quasi-identifier on its level, full_domain, or class by class by median cuts,"
             " while classes keep the thresholds: mondrian, or mondrian_relaxed.", default="full_domain"),
        Word("levels", "The level of each column: month, year or decade of dates, a partition such as {prefix: 2},"
             " as_it_is, left_out, or the number or name of a level of `advise`.",
             "A quasi-identifier that is left out stays known to the attacker.",
             default="the partition of a quasi-identifier, else its values"),
        Word("drop", "The share of the records that may be dropped so that classes keep the thresholds, as 5%.",
             "With several attackers it bounds all records that are dropped for any of them.", default="none"),
        Word("starred", "Keep the records that would be dropped, with * in their quasi-identifiers.",
             "For one attacker."),
        Word("individual", "Write the column `individual`, which tells who has which records.", default="left out"),
        Word("shuffle", "Write the records in random order, so that their order tells nothing.", default="true"),
        Word("file", "The file that `run` writes the release to, once it passes.", act=Act.release),
    ),
    "GeneralizationSpec": (
        Word("file", "A hierarchy as ARX writes it: a value, then its domain on each level, separated by semicolons.",
             act=Act.read),
        Word("cuts",
             "The numbers between intervals, or a list for each level, each of numbers from the list before."),
        Word("prefix", "The number of first characters that are kept, or one for each level."),
        Word("date",
             "What is left of a date: hour, day, week, month, year or decade; for several levels the finest first."),
        Word("form", "How the texts of a column write its dates, such as DD.MM.YYYY, where not as YYYY-MM-DD."),
        Word("grid", "The width of cells of coordinates, or one for each level, the smallest first."),
        Word("degrees", "Whether the column is a latitude or a longitude in degrees, whose grids are in metres."),
        Word("at", "Of longitudes, the latitude at which a cell of a grid has its width, such as 47.2."),
        Word("top", "The number from which on all values are one."),
        Word("bottom", "The number up to which all values are one."),
        Word("levels", "A partition for each level."),
    ),
}
"""The words of the parts of a spec by their model; what says nothing else says what is measured."""

CALLS = {
    "GdaWords": WordGroup("The words of `gda` besides the words of a spec.", (
        Word("attacks", "Only this attack.", type=NAMES, default="all that the words allow"),
        Word("secrets", "A column to infer.", "By default these are the sensitive attributes.", type=NAMES),
        Word("known", "A column that the attacker knows or uses.",
             "By default these are the quasi-identifiers. Where the spec names none, these and the secrets are all"
             " columns that the release shares with the original.", type=NAMES),
        Word("public", "The relation of people who may be in the original, for attacks that link.", type="Any"),
        Word("control", "The relation of people who were not in the original, attacked in the same way.",
             "Claims are checked against it, too.", type="Any"),
        Word("attempts", "The most attempts that each attack makes.", type="int", default="500"),
        Word("seed", "The seed of the samples.", type="int", default="0"),
        Word("tolerance", "The share of its size by which a guessed number may miss the true one.", "Or a Tolerance.",
             type="Tolerance | float | None"),
        Word("max_cells", "The most cells of a release that each attack may retrieve.", type="int | None"),
        Word("max_queries", "The most queries of a release that each attack may make.",
             "Random guesses and the control group do not count.", type="int | None"),
    ), more="Among the words of a spec, `partitions` say how the columns of the releases were recoded. The"
            " original, the control group and the known columns of the public table are recoded in the same way"
            " before they are compared."),
    "ClosenessWords": WordGroup("The words of `closeness` besides the words of a spec.", (
        Word("columns", "Only this column.", "By default distances count all columns that release and original share.",
             type=NAMES),
        Word("record_id", "The column that tells records apart, which distances are not of.", type="str | None"),
        Word("control", "The relation of people who were not in the original, attacked in the same way.",
             "With it, records that are closer to the original are counted, and the membership attack is made.",
             type="Any"),
        Word("text", "The column of texts whose runs of words are compared, in place of records, beside `individual`.",
             "The releases are texts of a model that was trained on the original, and may repeat runs that few people"
             " have.", type="str"),
        Word("ngram", "The number of words of a `text` in a row that are compared, from 1 to 12.", type="int",
             default="5"),
        Word("max_pairs", "The most pairs of records that a search compares; of more records a sample is drawn.",
             "A note says so.", type="int", default="20,000,000"),
        Word("seed", "The seed of the samples.", type="int", default="0"),
        Word("delta", "The delta of the differential privacy whose epsilon is bounded.", type="float", default="0"),
    ), more="Among the words of a spec, `individual` is the column of people in the original and the control group:"
            " the nearest of a person's records counts."),
    "UtilityWords": WordGroup("The words of `utility` besides the words of a spec.", (
        Word("record", "The id that links a release's records with the original's, for their distortion.",
             type="str | None"),
        Word("columns", "Only this column.", "By default all columns that release and original share are measured.",
             type=NAMES),
        Word("continuous", "A column that is a range.", type=NAMES,
             default="numbers and dates with more than 50 distinct values"),
        Word("workload",
             "A file of further queries: .sql with statements on {table}, or .yml with measures or predictions.",
             type=FILE),
        Word("queries", "The number of queries of the generated workload.", type="int", default="500"),
        Word("seed", "The seed that picks the queries of the workload.", type="int", default="1"),
        Word("pairs", "Compare the joint distributions of pairs of columns too.", type="bool"),
        Word("pmse", "Measure how well released records can be told from original ones.", type="bool"),
        Word("release_connection",
             "The PEP 249 connection of another system that holds the releases and answers query by query.",
             type="Any"),
        Word("release_url", "The URL of another system that holds the releases and answers query by query.",
             "The releases are tables there; the original stays at its own place.", type="str | None"),
        Word("minimum_people", "The fewest people whose sum or average is scored by value without `show_values`.",
             type="int", default="10"),
        Word("show_values", "Show and score conditions, and answers that may be a person's value.",
             "By default a call does.", type="bool"),
    ), more="Among the words of a spec, `suppressed` is the releases' mark of a suppressed value, and `hierarchies`"
            " name the files that columns were recoded by."),
    "TradeoffWords": WordGroup("The words of `tradeoff` besides the words of a spec.", (
        Word("workload", "A column that classifiers predict, sensitive or neutral.", "At least one is required.",
             type="Required[Sequence[str] | str]"),
        Word("neutral", "A column to learn from that is neither a quasi-identifier nor sensitive.", type=NAMES),
        Word("control", "The relation of people in no release, to test on instead of the part held out.", type="Any"),
        Word("classifiers", "A classifier: majority or naive_bayes, which are SQL, or scikit-learn's decision_tree,"
             " random_forest or logistic_regression.", "scikit-learn's need the extra `ml`.", type=NAMES,
             default="the first two"),
        Word("holdout", "The share of the original that is held out.", type="float", default="0.3"),
        Word("seed", "The seed that picks the records held out.", type="int", default="1"),
        Word("alpha", "The number that naive Bayes adds to each count.", type="float", default="1"),
        Word("sample", "The most combinations of values that scikit-learn's classifiers learn from.", type="int",
             default="100,000"),
    ), more="Among the words of a spec, `partitions` and `hierarchies` say how releases may have recoded a column:"
            " a held-out value becomes itself, or the first and so finest of its recodings that the release has."
            " An `individual` tells people apart in every relation: they are held out whole."),
}
"""The words that a call has besides a spec's words, by the type that holds them."""
# fmt: on


def _by_name(words: Iterable[Word], act: Act) -> dict[str, Word]:
    """Return words by name, each with what it does, which is `act` where it says nothing else."""
    return {word.name: word._replace(act=word.act or act) for word in words}


WORDS = {
    "Spec": {name: word for group in SPEC for name, word in _by_name(group.words, group.act).items()},
    **{part: _by_name(words, Act.measure) for part, words in PARTS.items()},
    **{call: _by_name(group.words, group.act) for call, group in CALLS.items()},
}
"""The words by name, by what has them: `Spec`, the model of a part, or the type of a call's."""
