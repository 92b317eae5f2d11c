"""The sentences of pages and of the desk that have parts, and no predicate beside them."""

from __future__ import annotations

APART = {
    "What does {name} give away?",
    "a table has at most {number} marks, and as many labels of totals",
    "a mark and its counts are a line such as * = 1..9 (found: '{found}')",
    "What does each mark stand for? One a line, with its counts, such as {one} or {other}.",
    "Nobody has looked at these columns, and nothing is known of them: {names}.",
    "All other sections describe {attacker}, the first of them.",
    "The tables count people, whom {name} tells apart.",
    "They have sums of {name}.",
    "The limit is at most {limit}.",
    "A model has written the texts of {file}. They are compared with {column} by runs of {words}: a run that few people"
    " have, and that the model repeats, may be learnt from them.",
    "A person is one {name}.",
    "People write alike, so the same is asked of {control}, which the model has never read.",
    "A slice of fewer than {least} people has too few to say whether it passes.",
    "All figures here are about {attacker}.",
    "All other sections describe {attacker}, the first whose conditions fail, if any do.",
    "An attacker can be more than {limit} sure of {guesses}.",
    "At least {limit} different values in each group",
    "By {by}: how many slices pass is not shown.",
    "Chance of at most {chance} to pick the right record",
    "Chance of at most {chance} to pick the right record, that is groups of at least {size}",
    "Combinations of known columns were not measured: {reason}.",
    "For how many it is more than {limit} sure is not said in this version.",
    "For scores about the population, people are also looked up in {name}.",
    "Groups of at least {size}",
    "How much of the uncertainty about {name} the known columns take away: {why}.",
    "How people hide was not measured: {reason}.",
    "How people spread over groups ({spread}).",
    "How sure a guess of {secrets} can be is not shown.",
    "How sure guesses are was not measured: {reason}.",
    "How sure guesses of {names} are was not measured.",
    "Identifiers that stay, with your reason: {names}.",
    "In the most exposed group of {least} or more",
    "It is a table of a data lake: {form}.",
    "Judged when the release is written: {conditions}.",
    "Look at these first: {columns} that nothing is known of",
    "Others may know these {number} of a person",
    "These {number} name people: they do not go into the release",
    "Not looked at, and in the release as they are: {names}.",
    "Only records count that meet {condition}.",
    "Red: right {share} of the time or more, nearly sure.",
    "Slices of fewer than {enough_people} people are left out here, but a condition that one of them fails is not met.",
    "Somebody who knows that a person is in the table, and who knows that person's {names}.",
    "Somebody who knows that a person is in the table. Of that person, {each}.",
    "Texts of {names} hold identifiers of the people they are about: no condition makes up for that.",
    "The mark is the limit of {limit}, which is set for every group.",
    "The mark is {limit}, above which a guess counts here as nearly sure; no limit was set.",
    "The statement, {lines} lines of SQL",
    "The stronger the tint, the larger their share: below {low}, below {high}, and more.",
    "This report is not valid: its last valid day, {day}, was past when the table was measured.",
    "What is missing counts as not met: {told}.",
    "What {points} of a person give away together",
    "Written although it fails: {file}",
    "give {column} cuts, first characters or a file of steps",
    "give {column} cuts, first characters or a file, and only one of them",
    "some{whom} (how many is {form})",
    "the limit is a number (found: '{found}')",
    "the name of the file is one plain name, such as release.parquet (found: '{found}')",
    "the own limit of {size}",
    "the share that may be dropped is a number (found: '{found}')",
    (
        "the steps of {column} are numbers with commas between them, such as 18, 30, 65; a semicolon "
        "begins a coarser step (found: '{found}')"
    ),
    "there is no role '{role}'",
    "there is no table {file} below {folder}",
    "there is no {file} of that size below {folder}: put it into that folder, or start the desk in its own",
    "{column} has steps of its own",
    "{column} has the proposed steps",
    "{column} names people, and has no role: give it one.",
    "{file} is a link that leads out of its folder; name the file itself",
    "{file} is there already, and is not written over; choose another name",
    "{file} names no relation; open its table itself",
    "{file} was changed elsewhere since this page was made: nothing was written",
    "{folder} is a link; versions are not kept behind one",
    (
        "{known}: what an attacker is taken to know of a person, exactly, beside the fact that the "
        "person is in the table."
    ),
    "{name} looks like {says}, and was given no role.",
    "{secret}: what an attacker wants to learn.",
    "{title} is undefined for some releases: {reason}",
    "{what}, knowing all but {columns}",
    ", and be more than {limit} sure of {guesses}",
    ", and reads the {columns}",
    "; red is more than the {budget} that may be dropped",
    "; {columns} are not in the release",
    "; {columns} is not in the release",
    (
        "A browser tells this page the name and the size of a dropped file, not its place. The desk "
        "looks for it below {folder} and opens it there."
    ),
    (
        "A role is proposed for each of the {columns}, from its name and {sampled} of its values. You "
        "know better what a neighbour may know: correct what is wrong. Roles decide everything that "
        "follows."
    ),
    "All that the report says, for machines. {command} holds it against the data later.",
    "As now in all of them: {names}.",
    "Cannot be saved here: {reason}",
    "Line: the limit, {limit}. Striped: past it",
    "Line: the limit, {limit}. Striped: within it",
    "Name {prosecutor_risk} among the {metrics} to measure it.",
    "No Known column has {text} in its name.",
    "No column was named that an attacker wants to learn; name one as {sensitive} to measure it.",
    "No other list of people was named; name one as {population} to measure it.",
    "Nothing written yet: the first change begins {file}",
    "Own limits were set by the publisher, from {spec_name}.",
    "Someone who knows {names} of a person can be more than {limit} sure of {guesses}",
    "The decision and the table. Nothing here changes {table}: what is written is a new file.",
    "The statement that counts people by combinations of known columns failed: {reason}.",
    "The statement that counts people by the size of their group failed: {reason}.",
    "Your conditions now, and below it if you take {name}.",
    "{file} begins with the first change; {versions} kept beside it.",
    "{file} is saved with each change; {versions} kept beside it.",
    "{more} more that others have published",
    "{names} identifies people by itself and is in the table, without a reason: no condition makes up for that.",
    ("{names} identify people by themselves and are in the table, without a reason: no condition makes up for that."),
    ("{names} look like identifiers, and were given no role and no reason to stay: no condition makes up for that."),
    ("{names} looks like an identifier, and was given no role and no reason to stay: no condition makes up for that."),
    "{tables} tables would pass: which one is of use?",
    "Red: smaller than your limit of {size}.",
    "{size}, from {chance} by {source}",
    "An attacker is taken to know {points} of a person, each with {names}.",
    (
        "Of the columns of the table, {names} are taken as known to an attacker, and {secrets} as what an "
        "attacker wants to learn."
    ),
    "Of the columns of the table, {names} are taken as known to an attacker.",
    (
        "Of the columns of the table, {names} is taken as known to an attacker, and {secrets} as what an attacker "
        "wants to learn."
    ),
    "Of the columns of the table, {names} is taken as known to an attacker.",
    "Without a role, and like an identifier: {names}.",
    "{names} may be known, too, and are not in the table.",
    "{names} may be known, too, and is not in the table.",
    "A group of fewer than {least} people is small: its people are at risk.",
    "It scores the known points; without {name} it scores the records one by one.",
    "One of fewer than {min_people} people has no verdict.",
    "The records with the same values in {names}, as a table of their own.",
    "What an attacker knows (●), and how many people that leaves in groups of fewer than {least}.",
    "What an attacker knows, and how many people that leaves in groups of fewer than {least}.",
    (
        "What each column adds to the share of people in groups of fewer than {least}, in percentage points: its "
        "average over all orders in which an attacker could come to know the columns (Shapley value). Beside it, "
        "who is at risk without the column."
    ),
    (
        "Higher than in {lower} of {surveys} public surveys as they were collected, and than in {grouped} of them "
        "in groups of 11 or more; that is no limit."
    ),
    "Higher than in {lower} of {surveys} public surveys as they were collected; that is no limit.",
    "Higher than in {lower} of {surveys} public surveys in groups of 11 or more; that is no limit.",
    "People singled out where {names} are coarser, by {known}.",
    "People singled out where {names} is coarser.",
    "How much of that is more than chance: {why}.",
    "How often the best guess of {name} is right.",
    "How sure the best guess is in groups of {least} or more",
    "How sure the guess is in groups of {least} or more was not measured",
    "People in groups of fewer than {least} are left out.",
    "A point is a row of one of the tables, and who knows it knows its columns: {tables}.",
    (
        "A point is a word of {text}. Words of more than half the people are left out, and other columns were not "
        "looked at."
    ),
    (
        "A point is {number} words in a row of {text}. Those of more than half the people are left out, and other "
        "columns were not looked at."
    ),
    "All other sections describe what {role} sees, the first whose conditions fail, if any do.",
    "All other sections describe what {role} sees, the worst of them.",
    "An attacker has the file {file}, which may have errors, and looks for each of its records by {known}.",
}
"""Sentences that say nothing of the people of a table: each part of them is of one of the KINDS."""

KINDS = {
    "what a spec asks for, or the publisher of a limit": (
        "limit size least min_people enough_people chance share low high day condition conditions points known budget"
        " words"
    ),
    "names of columns, files, roles, attackers and releases": (
        "name names column columns file folder attacker role secret secrets title says by guesses source"
        " table spec_name control"
    ),
    "what somebody typed, and what a program printed": "found form lines text one other",
    "why something is not said": "reason why spread",
    "words of a spec and commands": "prosecutor_risk metrics population sensitive command",
    "numbers of tables, versions, published limits and public surveys": (
        "tables versions more lower grouped surveys number"
    ),
    "words of grammar": "whom",
    "sentences and parts that have a predicate, or a kind, of their own": ("what told each sampled"),
}
"""The parts of sentences without a predicate, by what they say; none is a figure of people."""
