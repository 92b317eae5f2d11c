"""The panels of the help: of commands by what they are for, of flags by what they say."""

from __future__ import annotations

START = "Start here"
LOOK = "Look closer"
RELEASES = "Compare releases"
FOLLOW = "Gate and follow"
REPORT = "Report to people"
SQL = "SQL and counts"
ABOUT = "About"

COMMANDS = (START, LOOK, RELEASES, FOLLOW, REPORT, SQL, ABOUT)
"""The panels of commands, in the order in which the help shows them."""

ASKED = "What is asked"
COUNTED = "How records count"
RECODED = "Recoding"
ATTACKER = "The attacker"
LEARNT = "What is learnt"
GATE = "The gate and its history"
PLACE = "Where the data is"
OUTPUT = "What comes out"
STATEMENT = "The statement"
RUN = "The run"
OTHERS = "Help"

PANELS = (ASKED, COUNTED, RECODED, ATTACKER, LEARNT, GATE, PLACE, OUTPUT, STATEMENT, RUN, OTHERS)
"""The panels of flags, in the order in which the help shows them."""

RARE_COMMANDS = frozenset(
    [
        *("posterior", "records", "gda", "tradeoff", "epsilon plan", "epsilon check"),
        *("limits", "read", "count", "info", "schema"),
    ]
)
"""The commands that the short help leaves out: parts of others, and what few ask for."""

RARE_FLAGS = frozenset(
    [
        # files that are read unlike others
        *("encoding", "separator", "sheet", "labels", "header", "end", "missing", "type", "loose", "trusted"),
        # how a run goes
        *("memory_limit", "threads", "temp_directory", "timeout", "quiet", "profile", "exact_names", "plan", "explain"),
        *("no_spec", "no_look", "show_details", "print_spec", "time_limit", "max_cells", "max_pairs", "seed"),
        # other questions than the first one
        *(
            "query",
            "where",
            "attacker",
            "by",
            "known",
            "targets",
            "resolution",
            "subsets",
            "counts",
            "level",
            "harmonise",
        ),
        *("intervals", "replicates", "estimate", "previous", "release", "original", "original_where"),
        *(
            "release_where",
            "beside",
            "external",
            "renamed",
            "pseudonym",
            "auxiliary",
            "agreement",
            "nearly",
            "links",
            "workload_attribute",
            "sketch",
        ),
        # how records count, and parameters of metrics
        *("ignore", "weight", "household", "suppressed", "keep_suppressed", "nulls", "population"),
        *("population_size", "sampling_fraction", "order", "hierarchy", "propose_partition", "distances"),
        *("metrics_path", "l", "k", "risk_threshold", "log_base", "share", "limit", "min_people", "plot", "role"),
        # parts of gates, reports and searches
        *(
            "no_worse_than",
            "tolerance",
            "history",
            "history_table",
            "job",
            "metrics_file",
            "release_hierarchy",
            "crosswalk",
        ),
        *("date", "title", "language", "json", "leave_out", "strategy", "stars", "need", "at_most", "prefer"),
        *("local", "dbt", "per_query"),
    ]
)
"""The flags that the short help leaves out, by their names; all of them are in the whole one."""
