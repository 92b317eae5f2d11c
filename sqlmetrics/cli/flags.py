"""The flags and arguments of all commands: a row for each, of which the command line is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from sqlmetrics.cli.choices import (
    AdvisedSpec,
    Classifier,
    Nulls,
    PlanName,
    ScoreLevel,
    StarMeaning,
    SudaWeights,
    TradeoffMeasure,
)
from sqlmetrics.cli.completion import (
    attack_names,
    dialects,
    explained_names,
    metric_names,
    names_of_columns,
    partition_forms,
)
from sqlmetrics.cli.messages import show_details
from sqlmetrics.cli.output import write
from sqlmetrics.cli.pairs import (
    HOW,
    HOW_LEVELS,
    read_levels,
    read_names,
    read_orders,
    read_partitions,
    read_values,
    read_weights,
    read_whole_numbers,
)
from sqlmetrics.cli.panels import ASKED, ATTACKER, COUNTED, GATE, LEARNT, OUTPUT, PLACE, RECODED, RUN, STATEMENT
from sqlmetrics.engine.files import announce_output
from sqlmetrics.spec.limits import THREADS

HISTORY = "a DuckDB file, a folder of Parquet files, or a database's URL (env:NAME for a variable that has it)"
"""The places that a history may lie in, for the help of each flag that names one."""

COMPLETED = {"COL": names_of_columns}
"""What a shell offers for a value, by the word that stands for it in the help."""


class Flag(NamedTuple):
    """A flag, or an argument, which has no spellings: its name, its panel, and what the help says.

    `value` stands for its value in the help, and `kind` is the type of that; without one, it is the
    type of the command's default. `word` is its word of a spec. `read` makes what the command
    receives of its texts. `of` are the commands that have it in place of the flag of the same name
    that all others have. `settings` are further ones of typer.
    """

    name: str
    spellings: tuple[str, ...]
    value: str | None
    panel: str | None
    says: str
    kind: Any
    word: str
    read: Callable[[str, Sequence[str]], Any] | None
    of: Sequence[str]
    settings: Mapping[str, Any]

    @property
    def default(self) -> Any:
        """The default of a command that names none."""
        return False if self.kind is bool else None

    def annotation(self, default: Any) -> Any:
        """Return the type by which typer knows it, beside a command's default."""
        kind = type(default) if self.kind is None else self.kind
        if not self.spellings:
            return Annotated[kind, typer.Argument(metavar=self.value, help=self.says, **self.settings)]
        option = typer.Option(
            *self.spellings, metavar=self.value, help=self.says, rich_help_panel=self.panel, **self.settings
        )
        return Annotated[kind, option]

    def received(self, value: Any) -> Any:
        """Return what a command receives for a value. Raises SpecError."""
        return value if self.read is None else self.read(self.spellings[0], value or ())


def flag(
    spelling: str,
    panel: str | None,
    says: str,
    kind: Any = str,
    *,
    name: str = "",
    word: str = "",
    read: Callable[[str, Sequence[str]], Any] | None = None,
    of: str = "",
    complete: Callable[..., Any] | None = None,
    **settings: Any,
) -> Flag:
    """Return a flag that is spelt as in the help: its names, and what stands for its value.

    Its own name is that of the first long one.
    """
    spellings = [part for part in spelling.split() if part.startswith("-")]
    value = next((part for part in spelling.split() if not part.startswith("-")), None)
    name = name or spellings[0].removeprefix("--").replace("-", "_")
    settings["autocompletion"] = complete or COMPLETED.get(value or "")
    return Flag(name, tuple(spellings), value, panel, says, kind, word or name, read, of.split(), settings)


def argument(name: str, value: str, says: str, kind: Any = str, **settings: Any) -> Flag:
    """Return an argument: its name, and what stands for it in the help."""
    return flag(value, None, says, kind, name=name, **settings)


def announced_outputs(parameter: typer.CallbackParam, paths: Any) -> Any:
    """Announce the outputs of a flag as soon as it is read, before any work is done.

    Raises SpecError where one cannot be written, or is read or written by another flag, too.
    """
    for path in paths if isinstance(paths, list | tuple) else [paths]:
        if path is not None:
            announce_output(path, str(parameter.name))
    return paths


def list_attacks(context: typer.Context, wanted: bool) -> None:
    """Write the built-in attacks of `gda`, and end the command."""
    if wanted and not context.resilient_parsing:
        from sqlmetrics.output.attacks import attack_list_forms
        from sqlmetrics.release.attack.descriptions import every_attack

        write(attack_list_forms([attack for attack in every_attack().values() if attack.command == "gda"]), None)
        raise typer.Exit


# fmt: off
FLAGS = (
    # A relation and its spec
    flag("--update", OUTPUT, "Add the columns without a role to the spec, and keep all else as it is.", bool),
    flag("--force", OUTPUT, "Write over a file that is there.", bool),
    flag("--interactive -i", ASKED, "Ask for the role of each column; Enter takes the proposed one.", bool),
    argument("relation", "RELATION", "A file, pattern or folder of Parquet, CSV or JSON, or a table with --database or"
         " --url; the spec may name it instead. A YAML file in its place is the spec."),
    flag("--query SQL", ASKED, "A query in the place of the relation, such as \"select * from 'people.parquet'\"."),
    flag("--where --records-where SQL", ASKED, 'Only the records that an SQL expression holds for, such as "day = 1".'),
    flag("--quasi-identifier -q COL", ASKED, "A quasi-identifier, a column that an attacker may know; repeat it.",
         list[str], word="quasi_identifiers"),
    flag("--sensitive -s COL", ASKED, "A sensitive attribute, a column that an attacker wants to learn; repeat it.",
         list[str]),
    flag("--identifier COL", ASKED, "A column that names people outright; repeat it.", list[str], word="identifiers"),
    flag("--ignore COL", ASKED, "A column that is left out on purpose; repeat it.", list[str], word="ignored"),
    flag("--no-look", ASKED, "Do not sample the columns without a role for what looks like identifiers.", bool),
    flag("--individual COL", ASKED, "The column that tells individuals apart; without it, each record is one"
         " individual."),
    flag("--weight COL", ASKED, "The column of survey weights, from which the risk in the population is estimated."),
    flag("--household COL", ASKED, "The column that tells households apart, for their risk; beside --weight."),
    flag("--population RELATION", COUNTED, "The relation of the whole population, for k-map and similar metrics."),
    flag("--population-size N", COUNTED, "The number of people in the population that the table is a sample of, to"
         " estimate its uniqueness.", int),
    flag("--sampling-fraction SHARE", COUNTED, "The share of the population that is in the table, in place of the"
         " population's size.", float),
    flag("--suppressed MARK", COUNTED, "The mark of a suppressed value; a record with it in every quasi-identifier is"
         " in no class."),
    flag("--keep-suppressed", COUNTED, "Keep the suppressed records as a class of their own.", bool),
    flag("--harmonise", ASKED, "Measure each sensitive attribute with the other ones among the quasi-identifiers.",
         bool),
    flag("--partition COL=FILE/FORM", RECODED, f"How a column is recoded: {HOW}; repeat it.",
         list[str], complete=partition_forms, read=read_partitions, word="partitions"),
    flag("--order COL=VALUES", RECODED, "The order of a sensitive attribute's values, COL=low,middle,high, or"
         " COL=natural for numbers, dates and texts, NULL last; repeat it.", list[str],
         read=read_orders, word="orders"),
    flag("--hierarchy COL=FILE", RECODED, "The hierarchy of a sensitive attribute: a file of lines as `34;30-39;*`, no"
         " header; repeat it.", list[str], read=read_values, word="hierarchies"),
    flag("--metric -m NAME", ASKED, "Only this metric, or `all` for every one of the level; repeat it.",
         list[str], complete=metric_names, word="metrics"),
    flag("--l L", COUNTED, "The l of recursive (c,l)-diversity.  [default: 3]", int),
    flag("--k K", COUNTED, "The k of the average class size.  [default: size of the smallest class]", int),
    flag("--risk-threshold SHARE", COUNTED, "The probability above which a record counts as at risk.  [default: 0.2]",
         float, word="threshold"),
    flag("--log-base BASE", COUNTED, "The base of the logarithm of delta-disclosure, e or 2.  [default: e]"),
    flag("--spec FILE.yml", ASKED, "A spec file that holds these settings; flags take precedence over it.  [default:"
         " sqlmetrics.yml of this folder, beside no other relation than its own]", Path),
    flag("--no-spec", ASKED, "Leave sqlmetrics.yml of this folder aside.", bool),
    flag("--level", ASKED, "Score the table, or each equivalence class.  [default: table]", ScoreLevel),
    flag("--nulls", COUNTED, "NULL is a category of its own, or the records that have it are dropped.  [default:"
         " category]", Nulls),
    flag("--database FILE.duckdb", PLACE, "The DuckDB file that holds the table or view; it is only read.", Path),
    flag("--url URL", PLACE, "The SQLAlchemy URL of the database that holds the table or view, or env:NAME for a"
         " variable that has it."),
    flag("--exact-names", STATEMENT, "Print names as they are spelt here, also in a dialect that folds unquoted names.",
         bool),
    flag("--trusted", PLACE, "The database file is your own: its views may read other files, and load extensions.",
         bool),
    flag("--memory-limit SIZE", RUN, "The memory that DuckDB uses before it spills, as 1GB or 80%.  [default: 80%]"),
    flag("--threads N", RUN, "The threads that DuckDB uses.  [default: the cores]", int, min=1, max=THREADS),
    flag("--temp-directory DIR", RUN, "The folder that DuckDB spills to, in a subfolder that is removed.  [default: the"
         " system's]", Path),
    flag("--timeout TIME", RUN, "The time after which the run stops: seconds, or 90s, 5m, 2h."),
    # The risk of a relation
    flag("--counts", PLACE, "Score files of counts that `sqlmetrics count` wrote, not a relation.", bool),
    flag("--allow-singles", COUNTED, "Write the counts also where more than 5 % of the records are alone in theirs.",
         bool),
    flag("--min-count N", COUNTED, "Withhold counts of fewer than N records; scores that need them are undefined.",
         int, min=2),
    flag("--sketch K", COUNTED, "Count only the K classes with the smallest hashes, for a file of one size.",
         int, min=2),
    flag("--counts", PLACE, "Add up files of counts to one, in place of a relation.", bool, of="count"),
    argument("more", "FILES", "Further files of counts, which --counts adds to the first.", list[str]),
    flag("--all", OUTPUT, "Show all scores for reading, as other formats have them, not only a few.", bool),
    flag("--subsets MAX|all", ASKED, "Rank the combinations of up to MAX quasi-identifiers by risk, and show what each"
         " attribute adds."),
    flag("--propose-partition LIMIT", RECODED, "Score each level of --hierarchy, and propose the coarsest whose"
         " discrimination rate is above LIMIT.", float),
    flag("--plan", STATEMENT, "How the statement counts: near-unique is for keys by which nearly every record is alone;"
         " auto chooses by a sample of a large Parquet file or DuckDB table, and prints textbook.  [default: auto]",
         PlanName),
    flag("--intervals", OUTPUT, "The relation is a sample: give scores their 95 % intervals, low and high, where they"
         " have any.", bool),
    flag("--estimate SHARE", OUTPUT, "Estimate scores, with intervals, from a share of the classes, such as 0.01, or"
         " about as many as 10000.", float),
    flag("--seed N", OUTPUT, "The seed of the draws of --intervals.", int, min=0, of="score"),
    flag("--replicates N", OUTPUT, "How often --intervals draw counts again, for the few metrics that need it.", int),
    flag("--explain", STATEMENT, "Print the steps instead of running them; nothing is opened or read.", bool),
    flag("--profile", OUTPUT, "Print the seconds of each step on standard error, after the scores.", bool),
    flag("--staged", STATEMENT, "Print two statements: one counts the relation into a table, the other scores that"
         " table.", bool),
    flag("--count-table NAME", STATEMENT, "The name of the table of counts, with --staged."),
    flag("--attack NAME", STATEMENT, "Print the queries of this attack, with the relation as the release; repeat it.",
         list[str], complete=attack_names, word="attacks", of="sql"),
    flag("--original RELATION", STATEMENT, "The original of the release, with --attack.", of="sql"),
    flag("--condition CONDITION", ASKED, 'A condition that listed classes meet, such as "k_anonymity < 5"; repeat it'
         " for alternatives.", list[str], word="conditions"),
    flag("--max-size M|all", ASKED, "The most quasi-identifiers of a combination.", word="subsets", of="subsets"),
    flag("--max-size M", ASKED, "The most quasi-identifiers of a minimal unique.  [default: all]",
         int, min=1, word="subsets"),
    flag("--disf SHARE", ASKED, "The share of the population that is in the table.", float),
    flag("--weights", ASKED, "The weights of minimal uniques by size: as published, or as in the first program.",
         SudaWeights),
    flag("--records FILE", OUTPUT, "The .parquet or .csv file to write all records with their scores to.",
         Path, callback=announced_outputs),
    argument("name", "NAME", "The metric or attack to explain.", complete=explained_names),
    flag("--format -f", OUTPUT, "The form of the list: table, markdown or json.", None, of="metrics"),
    # Reports
    flag("--json FILE", OUTPUT, "Write everything that the report says as JSON, too; the report shows that file's"
         " hash.", Path, callback=announced_outputs),
    argument("certificate", "FILE.json", "The certificate, which `report` wrote with --json.", Path),
    flag("--relation RELATION", ASKED, "Measure this relation again, and say what differs: by the certificate's own"
         " spec, or by --spec.", of="verify"),
    argument("rows", "FILE", "The rows with their header, as CSV, JSON, Parquet, or a table that psql or mariadb drew.",
         Path),
    flag("--title TEXT", OUTPUT, "The title of the report."),
    flag("--original RELATION", LEARNT, "The original that the relation was made from, to weigh it against each"
         " --release.", of="report"),
    flag("--release RELATION", LEARNT, "Another release of the --original, to show beside this one; repeat it.",
         list[str]),
    flag("--release-hierarchy COL=FILE", LEARNT, "The hierarchy by which releases were recoded: a file of lines as"
         " `34;30-39;*`, no header; repeat it.", list[str], read=read_values),
    flag("--internal", OUTPUT, "Write the version with values of the data and small groups; without it, the public"
         " one.", bool),
    flag("--previous FILE.json", OUTPUT, "The certificate of the public report before this one; refuse where both"
         " together tell of few people.", Path),
    flag("--date DATE", OUTPUT, "The date that the report has, in UTC, so that the same run gives the same bytes."
         "  [default: now, or SOURCE_DATE_EPOCH]",
         datetime, formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%SZ"]),
    # Attacks on releases
    flag("--list", OUTPUT, "List the attacks and what each needs, and stop.",
         bool, callback=list_attacks, is_eager=True),
    argument("releases", "RELEASES", "The releases: files, patterns or folders, or tables with --database or --url."
         " Without --original the first is the original.", list[str]),
    flag("--original RELATION", PLACE, "The original: a file or a table, like its releases.  [default: the first of"
         " them]"),
    flag("--original-where SQL", PLACE, "Only the original's records that an SQL expression holds for."),
    flag("--release-where SQL", PLACE, "Only the records of each release that an SQL expression holds for."),
    flag("--record-id COL", ASKED, "The column that tells records apart, in the releases and the original."),
    flag("--external RELATION", PLACE, "The relation of people whom the attacker can name, with their"
         " quasi-identifiers."),
    flag("--renamed COL=ORIGINAL", ASKED, "A column of the releases and its name in the original; repeat it.",
         list[str], read=read_names, word="names"),
    flag("--public TABLE", PLACE, "The relation of people who may be in the original, for attacks that link."),
    flag("--control TABLE", PLACE, "The relation of people who were not in the original, attacked in the same way."),
    flag("--attack NAME", ATTACKER, "Only this attack; repeat it.  [default: all]",
         list[str], complete=attack_names, word="attacks"),
    flag("--secret COL", ATTACKER, "A column to infer; repeat it.  [default: all]", list[str], word="secrets"),
    flag("--known COL", ATTACKER, "A column that the attacker knows or uses; repeat it.  [default: all others]",
         list[str]),
    flag("--attempts N", ATTACKER, "The number of attempts that each attack makes.", int, min=1),
    flag("--seed N", ATTACKER, "The seed of the samples.", int, min=0),
    flag("--tolerance SHARE", ATTACKER, "The share of its size by which a guessed number may miss the true one.",
         float, min=0, of="gda"),
    flag("--max-cells N", ATTACKER, "The most cells of a release that each attack may retrieve.", int, min=1),
    flag("--max-queries N", ATTACKER, "The most queries of a release that each attack may make.", int, min=1),
    flag("--partition COL=FILE/FORM", RECODED, f"How a column was recoded: {HOW}; repeat it.",
         list[str], complete=partition_forms, read=read_partitions, word="partitions", of="gda"),
    flag("--claims FILE.csv", OUTPUT, "The file to write each claim and its truth to, with values only by"
         " --show-values.", Path, callback=announced_outputs),
    flag("--record-id COL", ASKED, "The column that tells records apart, which distances are not of.", of="closeness"),
    flag("--max-pairs N", ATTACKER, "The most pairs of records that a search compares; of more records a sample is"
         " drawn.", int, min=1),
    flag("--delta SHARE", ATTACKER, "The delta of the differential privacy whose epsilon is bounded.",
         float, min=0, max=1),
    # The utility of releases
    flag("--workload-attribute -w COL", LEARNT, "A column that classifiers predict, sensitive or neutral; repeat it.",
         list[str], word="workload"),
    flag("--neutral COL", LEARNT, "A column to learn from that is neither a quasi-identifier nor sensitive; repeat it.",
         list[str]),
    flag("--hierarchy COL=FILE", RECODED, "The levels that releases may have a column at: a file of lines as"
         " `34;30-39;*`, no header; repeat it.", list[str], read=read_values, word="hierarchies", of="tradeoff"),
    flag("--control RELATION", PLACE, "The relation of people in no release, to test on instead of the part held out.",
         of="tradeoff"),
    flag("--classifier NAME", LEARNT, "A classifier: majority or naive_bayes, which are SQL, or scikit-learn's"
         " decision_tree, random_forest or logistic_regression; repeat it.  [default: the first two]",
         list[Classifier], word="classifiers"),
    flag("--holdout SHARE", LEARNT, "The share of the original that is held out.", float),
    flag("--seed N", LEARNT, "The seed that picks the records held out.", int, of="tradeoff"),
    flag("--alpha NUMBER", LEARNT, "The number that naive Bayes adds to each count.", float),
    flag("--sample N", LEARNT, "The most combinations of values that scikit-learn's classifiers learn from.", int),
    flag("--measure", LEARNT, "The measure of classifiers in the sentences and on the frontier.", TradeoffMeasure),
    flag("--risk METRIC", LEARNT, "The risk on the frontier.", complete=metric_names),
    flag("--utility METRIC", LEARNT, "The utility on the frontier.", complete=metric_names),
    flag("--plot FILE", OUTPUT, "The file to draw the frontier to, FILE.svg or FILE.png.",
         Path, callback=announced_outputs),
    flag("--record COL", ASKED, "The id that links a release's records with the original's, for their distortion."),
    flag("--column COL", ASKED, "Only this column; repeat it.", list[str], word="columns"),
    flag("--continuous COL", ASKED, "A column that is a range; repeat it.  [default: numbers and dates with more than"
         " 50 distinct values]", list[str]),
    flag("--workload FILE", ASKED, "A file of further queries: .sql with statements on {table}, or .yml with columns,"
         " bins and measures.", Path),
    flag("--queries N", ASKED, "The number of queries of the generated workload.", int, min=1),
    flag("--seed N", ASKED, "The seed that picks the queries of the workload.", int, of="utility"),
    flag("--suppressed MARK", COUNTED, "The mark of a suppressed value in the releases.", of="utility"),
    flag("--hierarchy COL=FILE", RECODED, "The hierarchy by which a column was recoded: a file of lines as"
         " `34;30-39;*`, no header; repeat it.", list[str], read=read_values, word="hierarchies", of="utility"),
    flag("--pairs", ASKED, "Compare the joint distributions of pairs of columns too.", bool),
    flag("--pmse", ASKED, "Measure how well released records can be told from original ones.", bool),
    flag("--release-url URL", PLACE, "The URL of another system that holds the releases and answers query by query."),
    flag("--per-query FILE", OUTPUT, "The .csv, .json or .parquet file of each query and its answers, with values only"
         " by --show-values.", Path, callback=announced_outputs),
    flag("--minimum-people N", OUTPUT, "The fewest people whose sum or average is scored by value without"
         " --show-values.", int, min=1),
    flag("--print-sql", STATEMENT, "Print the statements instead of the scores; only the original is read, for its"
         " bins.", bool, of="utility"),
    # Thresholds and their history
    flag("--history PLACE", GATE, f"The history to add the scores and verdicts to: {HISTORY}."),
    flag("--history-table NAME", GATE, "The table of the history in a database.  [default: sqlmetrics_history]"),
    flag("--run-id ID", GATE, "The id of this run in the history; a run that is there is not added again."),
    flag("--no-worse-than RUN", GATE, "Fail where a score is riskier than in this earlier run: `last`, `last-passed`,"
         " its id or the start of its id. A first run has nothing to compare with, and passes."),
    flag("--tolerance SHARE", GATE, "The share of the earlier score by which a score may be riskier.", float, min=0),
    flag("--tolerance SHARE", GATE, "The share of the earlier score up to which a score is the same.",
         float, min=0, of="history diff"),
    flag("--warn", GATE, "End with exit code 0, not 1, where a threshold failed.", bool, word="advisory"),
    flag("--metrics-file FILE.prom", OUTPUT, "The OpenMetrics file to write for a Prometheus node exporter.",
         Path, callback=announced_outputs),
    flag("--report FILE", OUTPUT, "A further report to write, .html for a page, .xml for JUnit, .md for Markdown, .json"
         " for JSON; repeat it.", list[Path], callback=announced_outputs),
    flag("--job NAME", ASKED, "The name of the job in reports and the history.  [default: the name of the spec's file,"
         " or of the relation for sqlmetrics.yml]"),
    argument("jobs", "JOBS.yml", "The spec that lists the `jobs`.  [default: sqlmetrics.yml of this folder]", Path),
    flag("--job NAME", ASKED, "Only this job; repeat it.", list[str], of="run"),
    argument("place", "HISTORY", f"The history: {HISTORY}."),
    flag("--history PLACE", GATE, f"The history that holds the runs: {HISTORY}.", of="diff"),
    flag("--job NAME", ASKED, "Only this job.", of="history diff"),
    flag("--metric -m NAME", ASKED, "Only this metric; repeat it.",
         list[str], complete=metric_names, word="metrics", of="history diff"),
    flag("--target NAME", ASKED, "Only this target: `identity` or a column."),
    flag("--last N", ASKED, "Only the last N runs of each job.", int, min=1),
    argument("before", "A", "The first run: `previous`, `last`, its id or the start of its id."),
    argument("after", "B", "The second run, named in the same way."),
    # Advice
    flag("--suppress SHARE", RECODED, "The share of the records that may be suppressed, as 2% or 0.02.  [default:"
         " none]"),
    flag("--loss NAME", ASKED, "What there is to be least of: non_uniform_entropy, granularity, columns_changed,"
         " discernibility, average_class_size or mutual_information.  [default: non_uniform_entropy]"),
    flag("--about COL", ASKED, "A column that --loss mutual_information is about; repeat it.", list[str]),
    flag("--generalize COL=FILE/FORM", RECODED, f"A level that a column may have, or a hierarchy of them: {HOW_LEVELS};"
         " repeat it, the finest first.", list[str], read=read_levels, word="generalizations"),
    flag("--keep COL", RECODED, "A quasi-identifier that stays as it is; repeat it.", list[str]),
    flag("--at-most COL=LEVEL", RECODED, "The coarsest level that a quasi-identifier may have, 0 for its values; repeat"
         " it.", list[str], read=read_whole_numbers),
    flag("--prefer COL:WEIGHT", ASKED, "The weight of a quasi-identifier's loss: that of weight 2 counts twice; repeat"
         " it.", list[str], read=read_weights),
    flag("--local", ASKED, "Propose cells to star, instead of whole records, so that k_anonymity is kept.", bool),
    flag("--stars", ASKED, "What a star of --local is: a value of its own, or one that matches every value.  [default:"
         " own]", StarMeaning, show_default=False),
    flag("--time-limit TIME", RUN, "The time after which the best recoding so far is taken, as 60s, with how much"
         " better one may be."),
    flag("--leave-out", RECODED, "Leave suppressed records out of the view, which otherwise has * in their"
         " quasi-identifiers.", bool),
    flag("--dbt", STATEMENT, "Print the view as a model of dbt; the search runs for it.", bool),
    flag("--print-spec", STATEMENT, "Print the spec that passes: of the view, or of the source where nothing is"
         " suppressed.", AdvisedSpec),
    flag("--frontier", ASKED, "List all recodings that pass and of which no finer one does, by what they lose and what"
         " they risk.", bool),
    flag("--print-sql", STATEMENT, "Print the statement that creates the view; the search runs for it.",
         bool, of="advise"),
    # What comes out, and how
    flag("--output -o FILE.yml", OUTPUT, "The spec to write instead of standard output, which is - by name.",
         Path, callback=announced_outputs, of="init"),
    flag("--format -f", OUTPUT, "The form of the result.  [default: that of the ending of --output, or table]", None),
    flag("--output -o FILE", OUTPUT, "The file to write instead of standard output, which is - by name. Its ending"
         " gives the form: .json, .csv, .parquet, .md, or .txt for a table.", Path, callback=announced_outputs),
    flag("--output -o FILE", OUTPUT, "The file to write instead of standard output, which is - by name.",
         Path, callback=announced_outputs, of="schema report sql"),
    flag("--show-values", OUTPUT, "Show values of the data, in messages too; without it, only sizes and scores are"
         " shown.", bool, callback=show_details, is_eager=True),
    flag("--show-values", OUTPUT, "Show values of the data that messages leave out.",
         bool, callback=show_details, is_eager=True, name="show_details"),
    flag("--limit N", OUTPUT, "Show only the first N rows of each list.  [default: 10 in a table]", int, min=1),
    flag("--limit N", OUTPUT, "At class level, show only the N riskiest classes of each target.  [default: 10 in table"
         " and markdown]", int, min=1, of="attacks score sql"),
    flag("--print-sql", STATEMENT, "Print the statement instead of running it; nothing is opened or read.", bool),
    flag("--dialect NAME", STATEMENT, "The SQL dialect of the statement.  [default: the URL's, or duckdb]",
         complete=dialects),
    flag("--quiet", RUN, "Draw no progress on the terminal.", bool),
)
# fmt: on

WORDS = {row.name: row.word for row in FLAGS}
"""The words of a spec by the flags that give them."""


def flag_of(name: str, command: str) -> Flag:
    """Return the flag of a command by its name, which may end in an underscore.

    Raises LookupError where there is none.
    """
    rows = [row for row in FLAGS if row.name == name.rstrip("_") and (not row.of or command in row.of)]
    if not rows:
        raise LookupError(f"no row of FLAGS is called {name}")
    return max(rows, key=lambda row: len(row.of))


def flags_by_word(parameters: Iterable[Any]) -> dict[str, str]:
    """Return the long flags of a command's parameters, by their names and their words of a spec."""
    long = [spelling for parameter in parameters for spelling in parameter.opts if spelling.startswith("--")]
    own = {spelling.removeprefix("--").replace("-", "_"): spelling for spelling in long}
    return {row.word: own[row.name] for row in FLAGS if row.name in own} | own
