"""The flags and arguments of all commands: a row for each; the command line is made from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_origin

import typer

from sqlmetrics.cli.choices import (
    AdvisedSpec,
    Classifier,
    InstalledForm,
    Language,
    Nulls,
    PlanName,
    RecodingStrategy,
    ReleaseForm,
    ScoreLevel,
    StarMeaning,
    SudaWeights,
    TradeoffMeasure,
)
from sqlmetrics.cli.completion import (
    attack_names,
    dialects,
    explained_names,
    limit_names,
    metric_names,
    names_of_columns,
    partitions_offered,
)
from sqlmetrics.cli.messages import show_details
from sqlmetrics.cli.output import write
from sqlmetrics.cli.pairs import (
    HOW,
    HOW_LEVELS,
    header_line,
    read_agreement,
    read_answers,
    read_attackers,
    read_column_types,
    read_columns,
    read_dominance,
    read_groupings,
    read_known,
    read_levels,
    read_marks,
    read_names,
    read_nearly,
    read_needs,
    read_orders,
    read_partitions,
    read_slices,
    read_targets,
    read_tree_files,
    read_types,
    read_values,
    read_weights,
    read_whole_numbers,
    read_wide,
)
from sqlmetrics.cli.panels import ASKED, ATTACKER, COUNTED, GATE, LEARNT, OUTPUT, PLACE, RECODED, RUN, STATEMENT
from sqlmetrics.engine.files import announce_output
from sqlmetrics.spec.limits import THREADS
from sqlmetrics.spec.words import WORDS, Word

SPEC, NUMBERS, INTERVALS = WORDS["Spec"], WORDS["Parameters"], WORDS["IntervalSpec"]
EARLIER, ADVICE, GDA = WORDS["EarlierSpec"], WORDS["AdviceSpec"], WORDS["GdaWords"]
PUBLISHED = WORDS["OutputsSpec"]
CLOSENESS, UTILITY, TRADEOFF = WORDS["ClosenessWords"], WORDS["UtilityWords"], WORDS["TradeoffWords"]

HISTORY = SPEC["history"].says.partition(": ")[2]
"""The places that a history may lie in, for the help of each flag that names one."""

WORD = re.compile("`([a-z_]+)`")
"""A pattern of a word in backticks."""

COMPLETED = {"COL": names_of_columns}
"""What a shell offers for a value, by the word that stands for it in the help."""


class Flag(NamedTuple):
    """A flag, or an argument, which has no spellings: its name, its panel, and what the help says.

    It says a text, or the sentence of its word with `more`; a word that has it names the flag's.
    `value` stands for its value in the help, and `kind` is the type of that; without one, it is the
    type of the command's default. `read` makes what the command receives of its texts. `of` are the
    commands that have it in place of the flag of the same name that all others have. `settings` are
    further ones of typer.
    """

    name: str
    spellings: tuple[str, ...]
    value: str | None
    panel: str | None
    says: str | Word
    more: str
    kind: Any
    word: str
    read: Callable[[str, Sequence[str]], Any] | None
    of: Sequence[str]
    settings: Mapping[str, Any]

    @property
    def default(self) -> Any:
        """The default of a command that names none."""
        return False if self.kind is bool else None

    def help(self, default: Any) -> str:
        """Return what the help says, with what holds where neither flag nor command has a value."""
        if isinstance(self.says, str):
            return self.says
        says = WORD.sub(lambda match: SPELLINGS.get(match[1], match[0]), self.says.says.removesuffix("."))
        repeated = "; repeat it" if get_origin(self.kind) is list else ""
        unsaid = f"  [default: {self.says.default}]" if default is None and self.says.default else ""
        return f"{says}{self.more}{repeated}.{unsaid}"

    def annotation(self, default: Any) -> Any:
        """Return the type by which typer knows it, beside a command's default."""
        kind = type(default) if self.kind is None else self.kind
        if not self.spellings:
            return Annotated[kind, typer.Argument(metavar=self.value, help=self.help(default), **self.settings)]
        option = typer.Option(
            *self.spellings, metavar=self.value, help=self.help(default), rich_help_panel=self.panel, **self.settings
        )
        return Annotated[kind, option]

    def received(self, value: Any) -> Any:
        """Return what a command receives for a value. Raises SpecError."""
        return value if self.read is None else self.read(self.spellings[0], value or ())


def flag(
    spelling: str,
    panel: str | None,
    says: str | Word,
    kind: Any = str,
    *,
    more: str = "",
    name: str = "",
    word: str = "",
    read: Callable[[str, Sequence[str]], Any] | None = None,
    of: str = "",
    complete: Callable[..., Any] | None = None,
    **settings: Any,
) -> Flag:
    """Return a flag that is spelt as in the help: its names, and what stands for its value.

    Its own name is its first long name.
    """
    spellings = [part for part in spelling.split() if part.startswith("-")]
    value = next((part for part in spelling.split() if not part.startswith("-")), None)
    name = name or spellings[0].removeprefix("--").replace("-", "_")
    settings["autocompletion"] = complete or COMPLETED.get(value or "")
    word = says.name if isinstance(says, Word) else word or name
    return Flag(name, tuple(spellings), value, panel, says, more, kind, word, read, of.split(), settings)


def argument(name: str, value: str, says: str | Word, kind: Any = str, **settings: Any) -> Flag:
    """Return an argument: its name, and what stands for it in the help."""
    return flag(value, None, says, kind, name=name, **settings)


def announced_outputs(parameter: typer.CallbackParam, paths: Any) -> Any:
    """Announce the outputs of a flag as soon as it is read, before any work is done.

    Raises SpecError where one cannot be written, or is read or written by another flag, too.
    """
    for path in paths if isinstance(paths, list | tuple) else [paths]:
        if path is not None:
            announce_output(path, str(parameter.name).rstrip("_"))
    return paths


def list_attacks(context: typer.Context, wanted: bool) -> None:
    """Write the built-in attacks of `gda`, and end the command."""
    if wanted and not context.resilient_parsing:
        from sqlmetrics.output.catalogue import attack_list_forms
        from sqlmetrics.release.attack.descriptions import every_attack

        write(attack_list_forms([attack for attack in every_attack().values() if attack.command == "gda"]), None)
        raise typer.Exit


# fmt: off
FLAGS = (
    # A relation and its spec
    flag("--update", OUTPUT, "Add the columns without a role to the spec, and keep all else as it is.", bool),
    flag("--force", OUTPUT, "Write over a file that is there.", bool),
    flag("--interactive -i", ASKED, "Ask for the role of each column; Enter takes the proposed one.", bool),
    argument("relation", "RELATION", SPEC["relation"],
         more=". The spec may name it instead; a YAML file in its place is the spec"),
    flag("--query SQL", ASKED, SPEC["query"]),
    flag("--where --records-where SQL", ASKED, SPEC["where"]),
    flag("--quasi-identifier -q COL", ASKED, SPEC["quasi_identifiers"], list[str]),
    flag("--attacker NAME=COL,COL", ASKED, SPEC["attackers"], list[str], read=read_attackers),
    flag("--sensitive -s COL", ASKED, SPEC["sensitive"], list[str]),
    flag("--identifier COL", ASKED, SPEC["identifiers"], list[str]),
    flag("--ignore COL", ASKED, SPEC["ignored"], list[str]),
    flag("--no-look", ASKED, "Do not sample the columns without a role for what looks like identifiers.", bool),
    flag("--by COL", ASKED, SPEC["by"], list[str], read=read_slices, more=", COL=month or year of dates, COL=public to"
         " show its values"),
    flag("--min-people N", ASKED, SPEC["min_people"], int, min=2),
    flag("--individual COL", ASKED, SPEC["individual"]),
    flag(
        "--known N", ASKED, SPEC["known"], read=read_known, more=", or events:N", of="classes records report score sql"
    ),
    flag("--targets N", ASKED, SPEC["targets"], read=read_targets),
    flag("--resolution COL,COL", ASKED, SPEC["resolution"], list[str], read=read_columns),
    flag("--weight COL", ASKED, SPEC["weight"]),
    flag("--household COL", ASKED, SPEC["household"]),
    flag("--population RELATION", COUNTED, SPEC["population"]),
    flag("--previous RELATION", COUNTED, SPEC["previous"], list[str]),
    flag("--population-size N", COUNTED, SPEC["population_size"], int),
    flag("--sampling-fraction SHARE", COUNTED, SPEC["sampling_fraction"], float),
    flag("--suppressed MARK", COUNTED, SPEC["suppressed"]),
    flag("--keep-suppressed", COUNTED, SPEC["keep_suppressed"], bool),
    flag("--harmonise", ASKED, SPEC["harmonise"], bool),
    flag("--partition COL=FILE/FORM", RECODED, SPEC["partitions"], list[str],
         complete=partitions_offered, read=read_partitions, more=f": {HOW}"),
    flag("--order COL=VALUES", RECODED, SPEC["orders"], list[str],
         read=read_orders, more=", COL=low,middle,high, or COL=natural for numbers, dates and texts, NULL last"),
    flag("--hierarchy COL=FILE", RECODED, SPEC["hierarchies"], list[str], read=read_tree_files),
    flag("--metric -m NAME", ASKED, SPEC["metrics"], list[str], complete=metric_names),
    flag("--metrics-path DIR", ASKED, SPEC["metrics_path"], Path),
    flag("--l L", COUNTED, NUMBERS["l"], int),
    flag("--k K", COUNTED, NUMBERS["k"], int),
    flag("--risk-threshold SHARE", COUNTED, NUMBERS["threshold"], float),
    flag("--log-base BASE", COUNTED, NUMBERS["log_base"]),
    flag("--share SHARE", COUNTED, NUMBERS["share"], float),
    flag("--spec FILE.yml", ASKED, "A spec file that holds these settings; flags take precedence over it.  [default:"
         " sqlmetrics.yml of this folder, beside no other relation than its own]", Path),
    flag("--no-spec", ASKED, "Leave sqlmetrics.yml of this folder aside.", bool),
    flag("--level", ASKED, SPEC["level"], ScoreLevel),
    flag("--nulls", COUNTED, SPEC["nulls"], Nulls),
    flag("--database FILE.duckdb", PLACE, SPEC["database"], Path),
    flag("--url URL", PLACE, SPEC["url"]),
    flag("--role NAME", PLACE, SPEC["roles"], list[str]),
    flag("--exact-names", STATEMENT, SPEC["exact_names"], bool),
    flag("--trusted", PLACE, SPEC["trusted"], bool),
    flag("--encoding NAME", PLACE, SPEC["encoding"]),
    flag("--separator MARK", PLACE, SPEC["separator"]),
    flag("--sheet NAME", PLACE, SPEC["sheet"]),
    flag("--labels", PLACE, SPEC["labels"], bool),
    flag("--header LINE|true|false", PLACE, SPEC["header"], read=header_line),
    flag("--end LINE", PLACE, SPEC["end"], int, min=1),
    flag("--missing TEXT", PLACE, SPEC["missing"], list[str]),
    flag("--type COL=TYPE", PLACE, SPEC["types"], list[str], read=read_types),
    flag("--loose", PLACE, SPEC["loose"], bool),
    flag("--memory-limit SIZE", RUN, SPEC["memory_limit"]),
    flag("--threads N", RUN, SPEC["threads"], int, min=1, max=THREADS),
    flag("--temp-directory DIR", RUN, SPEC["temp_directory"], Path),
    flag("--timeout TIME", RUN, SPEC["timeout"]),
    # The risk of a relation
    flag("--counts", PLACE, "Score files of counts that `sqlmetrics count` wrote, not a relation.", bool),
    flag("--allow-singles", COUNTED, SPEC["allow_singles"], bool),
    flag("--min-count N", COUNTED, SPEC["min_count"], int, min=2),
    flag("--sketch K", COUNTED, SPEC["sketch"], int, min=2),
    flag("--counts", PLACE, "Add up files of counts to one, in place of a relation.", bool, of="count"),
    argument("more", "FILES", "Further files of counts, which --counts adds to the first.", list[str]),
    flag("--all", OUTPUT, "Show all scores and slices for reading, not only a few, and more than 10,000 slices in"
         " any form.", bool),
    flag("--all", ASKED, "Measure also what makes up replication and attribution: what is unique, and what tells, in"
         " the original and in the release.", bool, of="attacks"),
    flag("--subsets MAX|all", ASKED, "Rank the combinations of up to MAX quasi-identifiers by risk, and show what each"
         " attribute adds."),
    flag("--propose-partition LIMIT", RECODED, "Score each level of --hierarchy, or groups of values that are joined"
         " one by one, and propose the coarsest whose discrimination rate is above LIMIT.", float),
    flag("--distances COL=FILE", RECODED, "The distances by which --propose-partition joins the values of a sensitive"
         " attribute, a CSV file with the columns value, other and distance.", list[str], read=read_values),
    flag("--plan", STATEMENT, SPEC["plan"], PlanName),
    flag("--intervals", OUTPUT, SPEC["intervals"], bool),
    flag("--estimate SHARE", OUTPUT, SPEC["estimate"], float),
    flag("--seed N", OUTPUT, INTERVALS["seed"], int, min=0, of="score"),
    flag("--replicates N", OUTPUT, INTERVALS["replicates"], int),
    flag("--explain", STATEMENT, "Print the steps instead of running them; nothing is opened or read.", bool),
    flag("--profile", OUTPUT, "Print the seconds of each step on standard error, after the scores.", bool),
    flag("--staged", STATEMENT, "Print two statements: one counts the relation into a table, the other scores that"
         " table.", bool),
    flag("--count-table NAME", STATEMENT, "The name of the table of counts, with --staged."),
    flag("--self-test", STATEMENT, "Print statements over rows of their own, which say whether each score is right in"
         " the --dialect; no relation is named.", bool),
    flag("--as", STATEMENT, "Print the statement that installs the scores in the database: a view of the relation, or"
         " what takes a relation.", InstalledForm, of="sql"),
    flag("--drop", STATEMENT, "Print the statement that removes what --as installed.", bool),
    flag("--name NAME", STATEMENT, "The name of what --as installs.  [default: sqlmetrics_scores]", of="sql"),
    flag("--column-type COL=TYPE", STATEMENT, "The type of a column, where what --as installs names the types of its"
         " relation; other columns are texts.", list[str], read=read_column_types),
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
    flag("--keys COL,COL", ASKED, PUBLISHED["keys"], list[str], read=read_groupings),
    flag("--cube COL,COL", ASKED, PUBLISHED["cube"],
         read=lambda flag, text: read_columns(flag, ["".join(text)]) if text else []),
    flag("--measure COL", ASKED, PUBLISHED["measure"], of="outputs"),
    flag("--minimum-frequency N", ASKED, PUBLISHED["minimum_frequency"], int),
    flag("--dominance N,K", ASKED, PUBLISHED["dominance"], read=read_dominance),
    flag("--p-percent P", ASKED, PUBLISHED["p_percent"], float),
    flag("--class-share SHARE", ASKED, PUBLISHED["class_share"], float),
    flag("--answers FILE", ASKED, "The conditions of people whom published answers count, between which differences are"
         " looked for: one in each line, or by name in YAML.", read=read_answers, of="outputs"),
    flag("--log --queries FILE.sql", ASKED, PUBLISHED["log"], Path),
    flag("--published FILE", ASKED, PUBLISHED["published"], list[str]),
    flag("--mark TEXT=COUNTS", ASKED, PUBLISHED["marks"], list[str], word="marks", read=read_marks),
    flag("--absent zero|hidden|COUNTS", ASKED, PUBLISHED["absent"]),
    flag("--total LABEL", ASKED, PUBLISHED["total"], list[str]),
    flag("--rounded BASE", ASKED, PUBLISHED["rounded"]),
    flag("--wide NAME=COL,COL", ASKED, PUBLISHED["wide"], list[str], read=read_wide),
    flag("--width N", ASKED, PUBLISHED["width"], int, min=1),
    flag("--hide-below N", ASKED, "Advise which cells of a published table to hide, so that no count below N follows.",
         int, min=2),
    # Whether an epsilon is honoured
    flag("--key COL", ASKED, "A column of the query's cells, in which each canary has a value of its own."),
    flag("--epsilon E", ASKED, "The epsilon that is claimed for a person.", float),
    flag("--delta D", ASKED, "The delta that is claimed, 0 for none.", float, of="epsilon_plan"),
    flag("--canaries N", ASKED, "The number of canaries; about half of them are put in.", int),
    flag("--canary-records N", ASKED, "The records that each canary has, a person with an --individual.", int),
    flag("--companions N", ASKED, "Further people in each canary's cell, for a mechanism that leaves small cells"
         " out.", int),
    flag("--measure COL=AMOUNT", ASKED, "The column that is summed, and what each record of a canary adds to it."
         "  [default: records are counted]", list[str], read=read_values, of="epsilon_plan"),
    flag("--value COL=VALUE", ASKED, "What canaries have in a further column, by default NULL; repeat it.", list[str],
         read=read_values),
    flag("--seed N", ASKED, "The seed of the coins, for a test; it gives the coins away.", int, min=0,
         of="epsilon_plan"),
    flag("--coins FILE.json", OUTPUT, "The file to write the coins to, which stays apart from canaries and answers.",
         Path, callback=announced_outputs),
    flag("--coins FILE.json", PLACE, "The coins, which `epsilon plan` wrote.", Path, name="coins_file"),
    flag("--into TABLE", STATEMENT, "Insert the canaries into this copy of the relation, not beside it in a query."),
    flag("--noisy-query SQL", STATEMENT, "The query, which reads the records with canaries from the name audited."),
    flag("--answers COL", ASKED, "The column of the noisy answers, or several of one cell, which are added up; repeat"
         " it.  [default: the only other number]", list[str]),
    flag("--claimed E", ASKED, "Test this epsilon, not the plan's, by the guesses that were planned.", float),
    flag("--thresholded", ASKED, "Take a cell that is missing as an answer, of a mechanism that leaves small ones out.",
         bool),
    flag("--prior SHARE", ASKED, "How sure an attacker is beforehand that a person is in the table.", float),
    argument("name", "NAME", "The metric or attack to explain.", complete=explained_names),
    flag("--output -o FOLDER", OUTPUT, "The folder to put the survey, its specs and its codebook into.", Path,
         name="folder"),
    flag("--format -f", OUTPUT, "The form of the list: table, markdown or json.", None, of="metrics"),
    argument("table", "TABLE", "The table to open, its spec, or a folder of tables.  [default: this folder]", Path,
             of="desk"),
    flag("--no-browser", OUTPUT, "Print the address of the desk, and open no browser.", bool),
    flag("--language", OUTPUT, "The language of the desk's pages.  [default: what the browser asks for, or en]",
         Language, of="desk"),
    flag("--port N", RUN, "The port of this computer at which the desk answers.  [default: a free one]", int, min=0,
         max=65535, show_default=False),
    # Reports
    flag("--json FILE", OUTPUT, "Write everything that the report says as JSON, too; the report shows that file's"
         " hash.", Path, callback=announced_outputs),
    argument("certificate", "FILE.json", "The certificate, which `report` wrote with --json.", Path),
    flag("--relation RELATION", ASKED, "Measure this relation again, and say what differs: by the certificate's own"
         " spec, or by --spec.", of="verify"),
    argument("rows", "FILE", "The rows with their header, as CSV, JSON, Parquet, or a table that psql or mariadb drew.",
         Path),
    flag("--title TEXT", OUTPUT, SPEC["title"]),
    flag("--language", OUTPUT, "The language of the report's fixed words, and of its numbers and dates.  [default: the"
         " spec's, or en]", Language),
    flag("--crosswalk", OUTPUT, SPEC["crosswalk"], bool),
    flag("--original RELATION", LEARNT, "The original that the relation was made from, to weigh it against each"
         " --beside.", of="report"),
    flag("--beside RELATION", LEARNT, "Another release of the --original, to show beside this one; repeat it.",
         list[str]),
    flag("--release-hierarchy COL=FILE", LEARNT, "The hierarchy by which releases were recoded: a file of lines as"
         " `34;30-39;*`, no header; repeat it.", list[str], read=read_values),
    flag("--internal", OUTPUT, "Write the version with values of the data and small groups; without it, the public"
         " one.", bool),
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
    flag("--together", ASKED, "Compare the releases with each other, in their order: what they give away together."
         " There is no original.", bool),
    flag("--pseudonym", ASKED, "With --together: --individual is in the releases as they are published, so that an"
         " attacker can follow people, too.", bool),
    flag("--auxiliary FILE", PLACE, "A file of people, perhaps with errors: who of them is found in the releases?"
         " There is no original."),
    flag("--agreement [COL=]M", ATTACKER, "With --auxiliary: the chance that two values of one person agree, of a"
         " column or of all; repeat it. Or estimated, from the file and the release.  [default: 0.9]", list[str],
         read=read_agreement),
    flag("--nearly COL=N", ATTACKER, "With --auxiliary: values that differ by N at most nearly agree: numbers, dates"
         " by N days, texts by 1 letter; repeat it.", list[str], read=read_nearly),
    flag("--links best|one_to_one", ATTACKER, "With --auxiliary: link the best records of each person, or two that are"
         " each the other's best.  [default: best]"),
    flag("--targets N", ASKED, "With --together: the number of people whose values are guessed, drawn at random, or"
         " all.  [default: 10,000]", read=read_targets, of="attacks"),
    flag("--public TABLE", PLACE, GDA["public"]),
    flag("--control TABLE", PLACE, GDA["control"]),
    flag("--attack NAME", ATTACKER, GDA["attacks"], list[str], complete=attack_names),
    flag("--secret COL", ATTACKER, "A column to infer; repeat it.  [default: all]", list[str], word="secrets"),
    flag("--known COL", ATTACKER, "A column that the attacker knows or uses; repeat it.  [default: all others]",
         list[str]),
    flag("--attempts N", ATTACKER, GDA["attempts"], int, min=1),
    flag("--seed N", ATTACKER, GDA["seed"], int, min=0),
    flag("--tolerance SHARE", ATTACKER, GDA["tolerance"], float, min=0, of="gda"),
    flag("--max-cells N", ATTACKER, GDA["max_cells"], int, min=1),
    flag("--max-queries N", ATTACKER, GDA["max_queries"], int, min=1),
    flag("--partition COL=FILE/FORM", RECODED, f"How a column was recoded: {HOW}; repeat it.",
         list[str], complete=partitions_offered, read=read_partitions, word="partitions", of="gda"),
    flag("--with-utility", ASKED, "Measure coverage and the accuracy of queries too, the other half of the score.",
         bool),
    flag("--plot FILE", OUTPUT, "The file to draw the attacks to, and the utility: FILE.svg or FILE.png.",
         Path, callback=announced_outputs, of="gda"),
    flag("--claims FILE.csv", OUTPUT, "The file to write each claim and its truth to, with values only by"
         " --show-values.", Path, callback=announced_outputs),
    flag("--record-id COL", ASKED, CLOSENESS["record_id"], of="closeness"),
    flag("--text COL", ASKED, CLOSENESS["text"]),
    flag("--ngram N", ASKED, CLOSENESS["ngram"], int, min=1, max=12),
    flag("--max-pairs N", ATTACKER, CLOSENESS["max_pairs"], int, min=1),
    flag("--delta SHARE", ATTACKER, CLOSENESS["delta"], float, min=0, max=1),
    # The utility of releases
    flag("--workload-attribute -w COL", LEARNT, TRADEOFF["workload"], list[str]),
    flag("--neutral COL", LEARNT, TRADEOFF["neutral"], list[str]),
    flag("--hierarchy COL=FILE", RECODED, "The levels that releases may have a column at: a file of lines as"
         " `34;30-39;*`, no header; repeat it.", list[str], read=read_tree_files, word="hierarchies", of="tradeoff"),
    flag("--control RELATION", PLACE, TRADEOFF["control"], of="tradeoff"),
    flag("--classifier NAME", LEARNT, TRADEOFF["classifiers"], list[Classifier]),
    flag("--holdout SHARE", LEARNT, TRADEOFF["holdout"], float),
    flag("--seed N", LEARNT, TRADEOFF["seed"], int, of="tradeoff"),
    flag("--alpha NUMBER", LEARNT, TRADEOFF["alpha"], float),
    flag("--sample N", LEARNT, TRADEOFF["sample"], int),
    flag("--measure", LEARNT, "The measure of classifiers in the sentences and on the frontier.", TradeoffMeasure),
    flag("--risk METRIC", LEARNT, "The risk on the frontier.", complete=metric_names),
    flag("--utility METRIC", LEARNT, "The utility on the frontier.", complete=metric_names),
    flag("--plot FILE", OUTPUT, "The file to draw the frontier to, FILE.svg or FILE.png.",
         Path, callback=announced_outputs),
    flag("--plot FILE", OUTPUT, "The file to draw the unicity at each --resolution to, FILE.svg or FILE.png.",
         Path, callback=announced_outputs, of="score"),
    flag("--record COL", ASKED, UTILITY["record"]),
    flag("--column COL", ASKED, CLOSENESS["columns"], list[str]),
    flag("--continuous COL", ASKED, UTILITY["continuous"], list[str]),
    flag("--workload FILE", ASKED, UTILITY["workload"], Path),
    flag("--queries N", ASKED, UTILITY["queries"], int, min=1),
    flag("--seed N", ASKED, UTILITY["seed"], int, of="utility"),
    flag("--suppressed MARK", COUNTED, "The mark of a suppressed value in the releases.", of="utility"),
    flag("--hierarchy COL=FILE", RECODED, "The hierarchy by which a column was recoded: a file of lines as"
         " `34;30-39;*`, no header; repeat it.", list[str], read=read_values, word="hierarchies", of="utility"),
    flag("--pairs", ASKED, UTILITY["pairs"], bool),
    flag("--pmse", ASKED, UTILITY["pmse"], bool),
    flag("--release-url URL", PLACE, UTILITY["release_url"]),
    flag("--per-query FILE", OUTPUT, "The .csv, .json or .parquet file of each query and its answers, with values only"
         " by --show-values.", Path, callback=announced_outputs),
    flag("--minimum-people N", OUTPUT, UTILITY["minimum_people"], int, min=1),
    flag("--print-sql", STATEMENT, "Print the statements instead of the scores; only the original is read, for its"
         " bins.", bool, of="utility"),
    # Thresholds and their history
    flag("--print-sql", STATEMENT, "Print the statements instead of running them; the relations are opened, as columns"
         " have kinds and the numbers of records say how many are drawn.", bool, of="closeness"),
    flag("--print-sql", STATEMENT, "Print the statements instead of running them; the relations are opened for their"
         " columns, and with --dialect nothing is.", bool, of="gda"),
    flag("--print-sql", STATEMENT, "Print the statement instead of running it; nothing is opened or read, but with"
         " --auxiliary for the columns.", bool, of="attacks"),
    flag("--limits NAME", GATE, SPEC["limits"], list[str], complete=limit_names),
    argument("limit", "NAME", "The published limit to explain.", complete=limit_names, of="limits"),
    flag("--history PLACE", GATE, SPEC["history"]),
    flag("--history-table NAME", GATE, SPEC["history_table"]),
    flag("--run-id ID", GATE, "The id of this run in the history; a run that is there is not added again."),
    flag("--no-worse-than RUN", GATE, SPEC["no_worse_than"],
         more=". A first run has nothing to compare with, and passes"),
    flag("--tolerance SHARE", GATE, EARLIER["tolerance"], float, min=0),
    flag("--tolerance SHARE", GATE, "The share of the earlier score up to which a score is the same.",
         float, min=0, of="history diff"),
    flag("--warn", GATE, "End with exit code 0, not 1, where a threshold failed.", bool, word="advisory"),
    flag("--metrics-file FILE.prom", OUTPUT, "The OpenMetrics file to write for a Prometheus node exporter.",
         Path, callback=announced_outputs),
    flag("--report FILE", OUTPUT, "A further report to write, .html or .pdf for a page, .xml for JUnit, .md for"
         " Markdown, .json for JSON; repeat it.", list[Path], callback=announced_outputs),
    flag("--each-version", ASKED, "Check each version of a Delta or Iceberg table, a line for each, with the exit code"
         " of the newest; no history takes them.", bool),
    flag("--job NAME", ASKED, "The name of the job in reports and the history.  [default: the name of the spec's file,"
         " or of the relation for sqlmetrics.yml]"),
    argument("jobs", "JOBS.yml", "The spec that lists the `jobs`.  [default: sqlmetrics.yml of this folder]", Path),
    flag("--job NAME", ASKED, "Only this job; repeat it.", list[str], of="run"),
    argument("place", "HISTORY", f"The history: {HISTORY}"),
    flag("--history PLACE", GATE, f"The history that holds the runs: {HISTORY}", of="diff"),
    flag("--by", OUTPUT, "Show each slice over time, the worst first, and not how many pass.", bool, of="history"),
    flag("--job NAME", ASKED, "Only this job.", of="history diff"),
    flag("--metric -m NAME", ASKED, "Only this metric; repeat it.",
         list[str], complete=metric_names, word="metrics", of="history diff"),
    flag("--target NAME", ASKED, "Only this target: `identity` or a column."),
    flag("--last N", ASKED, "Only the last N runs of each job.", int, min=1),
    argument("before", "A", "The first run: `previous`, `last`, its id or the start of its id."),
    argument("after", "B", "The second run, named in the same way."),
    # Advice
    flag("--strategy", ASKED, ADVICE["strategy"], RecodingStrategy, show_default=False),
    flag("--suppress SHARE", RECODED, ADVICE["suppress"]),
    flag("--loss NAME", ASKED, ADVICE["loss"]),
    flag("--about COL", ASKED, ADVICE["about"], list[str]),
    flag("--generalize COL=FILE/FORM", RECODED, f"A level that a column may have, or a hierarchy of them: {HOW_LEVELS};"
         " repeat it, the finest first.", list[str], read=read_levels, word="generalizations"),
    flag("--keep COL", RECODED, ADVICE["keep"], list[str]),
    flag("--at-most COL=LEVEL", RECODED, ADVICE["at_most"], list[str], read=read_whole_numbers),
    flag("--prefer COL:WEIGHT", ASKED, ADVICE["prefer"], list[str], read=read_weights),
    flag("--local", ASKED, ADVICE["local"], bool),
    flag("--stars", ASKED, ADVICE["stars"], StarMeaning, show_default=False),
    flag("--time-limit TIME", RUN, ADVICE["time_limit"]),
    flag("--leave-out", RECODED, ADVICE["leave_out"], bool),
    flag("--dbt", STATEMENT, "Print the view as a model of dbt; the search runs for it.", bool),
    flag("--print-spec", STATEMENT, "Print the spec that passes: of the view, or of the source where nothing is"
         " suppressed.", AdvisedSpec),
    flag("--frontier", ASKED, ADVICE["frontier"], bool),
    flag("--need COL=LEVEL", RECODED, ADVICE["need"], list[str], read=read_needs),
    # A release that is written
    flag("--write-spec", OUTPUT, "Write what is advised into the spec as its `release`; all else of it stays.", bool),
    flag("--write FILE", OUTPUT, "Write the release that is advised, as `release` does: .parquet, .csv or .duckdb.",
         Path, callback=announced_outputs),
    flag("--release", ASKED, "Judge the release that the spec describes, without writing it.", bool),
    flag("--table NAME", OUTPUT, "The table of a DuckDB file that is written.  [default: the name of the file]",
         of="release"),
    flag("--as", STATEMENT, "Print the statement that makes the release in a database instead: a view, a table, or a"
         " model of dbt.", ReleaseForm),
    flag("--no-shuffle", OUTPUT, "Write the records in the order of the source, which may tell who came when.", bool),
    flag("--anyway", GATE, "Write the release even where it fails.", bool),
    flag("--report FILE.html", OUTPUT, "The report of the release to write beside it.", Path,
         callback=announced_outputs, of="release"),
    flag("--print-sql", STATEMENT, "Print the statement that creates the view; the search runs for it.",
         bool, of="advise"),
    # What comes out, and how
    flag("--output -o FILE.yml", OUTPUT, "The spec to write instead of standard output, which is - by name.",
         Path, callback=announced_outputs, of="init"),
    flag("--format -f", OUTPUT, "The form of the result.  [default: that of the ending of --output, or table]", None),
    flag("--format -f FORM", OUTPUT, "The form of the result: table, json, csv, junit, github or markdown, or"
         " openlineage, spdx, croissant or healthdcat for others.  [default: by the ending of --output,"
         " or table]", None, of="check run"),
    flag("--output -o FILE", OUTPUT, "The file to write instead of standard output, which is - by name. Its ending"
         " gives the form: .json, .csv, .parquet, .md, or .txt for a table.", Path, callback=announced_outputs),
    flag("--output -o FILE", OUTPUT, "The file to write instead of standard output, which is - by name.",
         Path, callback=announced_outputs, of="schema report sql"),
    flag("--output -o FILE", OUTPUT, "The file to write: .parquet, .csv, or .duckdb for a table of a DuckDB file.",
         Path, callback=announced_outputs, of="release"),
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

WORD_OF = {row.name: row.word for row in FLAGS}
"""The words of a spec by the flags that give them."""

SPELLINGS = {
    row.word: row.spellings[0] for row in FLAGS if row.spellings and any(row.word in words for words in WORDS.values())
}
"""The flags that give the words of a spec, as a help writes them in place of a word."""


def flag_of(name: str, command: str) -> Flag:
    """Return the flag of a command by its name, which may end in an underscore.

    Raises LookupError where there is none.
    """
    word = command.replace(" ", "_")
    rows = [row for row in FLAGS if row.name == name.rstrip("_") and (not row.of or word in row.of)]
    if not rows:
        raise LookupError(f"no row of FLAGS is called {name}")
    return max(rows, key=lambda row: len(row.of))


def flags_by_word(parameters: Iterable[Any]) -> dict[str, str]:
    """Return the long flags of a command's parameters, by their names and their words of a spec."""
    long = [spelling for parameter in parameters for spelling in parameter.opts if spelling.startswith("--")]
    own = {spelling.removeprefix("--").replace("-", "_"): spelling for spelling in long}
    return {row.word: own[row.name] for row in FLAGS if row.name in own} | own
