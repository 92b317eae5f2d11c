"""What goes with what: the words that change a question, beside each other and beside what asks.

A new word is a row of WORDS, with a column in ASKED and one in BESIDE. What asks is a row of ASKED.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sqlmetrics.errors import RefusedWordError, SpecError
from sqlmetrics.spec.grid import neighbouring
from sqlmetrics.spec.linked_points import check_tables
from sqlmetrics.spec.place import WORD
from sqlmetrics.text import joined

if TYPE_CHECKING:
    from sqlmetrics.spec.spec import Spec


class QuestionWord(NamedTuple):
    """A word that changes what is asked: its name, what it is about, and what to do without it.

    `label` is the word as a spec has it, and `is_asked` whether a spec does.
    """

    name: str
    label: str
    about: str
    instead: str
    is_asked: Callable[[Spec], bool]


def _is_given(word: str) -> Callable[[Spec], bool]:
    """Return whether a spec gives a word a value."""
    return lambda spec: bool(getattr(spec, word))


# fmt: off
WORDS = {
    word.name: word
    for word in (
        QuestionWord("attackers", "attackers", "several attackers, who each know some of the columns",
                     "name one attacker's columns as `quasi_identifiers`", _is_given("attackers")),
        QuestionWord("points", "known", "some records of a person", "leave `known` out",
                     lambda spec: spec.known is not None and spec.known != "all"),
        QuestionWord("traces", "known: all", "all records of a person", "leave `known` out",
                     lambda spec: spec.known == "all"),
        QuestionWord("by", "by", "slices, each a table of its own", "leave `by` out, or choose a slice by `where`",
                     _is_given("by")),
        QuestionWord("harmonise", "harmonise", "each sensitive attribute while the others are known",
                     "name the other sensitive attributes as quasi-identifiers", _is_given("harmonise")),
        QuestionWord("estimate", "estimate", "scores from some of the classes", "leave it out",
                     lambda spec: spec.estimate is not None),
        QuestionWord("intervals", "intervals", "scores of records that are drawn again", "leave it out",
                     lambda spec: spec.interval_spec is not None),
        QuestionWord("previous", "previous", "earlier releases beside this one", "leave it out",
                     lambda spec: bool(spec.released)),
        QuestionWord("counts", "counts", "counts of records that lie elsewhere", "name the `relation`",
                     _is_given("counts")),
        QuestionWord("class", "level: class", "each class by itself", "leave it out",
                     lambda spec: spec.level == "class"),
        QuestionWord("any", "nulls: any", "records that agree, and some are in no common class",
                     "say `nulls: category`", lambda spec: spec.nulls == "any"),
        QuestionWord("drop", "nulls: drop", "records without NULL alone", "say `nulls: category`",
                     lambda spec: spec.nulls == "drop"),
        QuestionWord("individual", "individual", "people with several records", "leave it out",
                     lambda spec: spec.individual is not None),
        QuestionWord("weight", "weight", "people outside the table, by weights", "leave it out",
                     lambda spec: spec.weight is not None),
        QuestionWord("population", "population", "the people of a population", "leave it out",
                     lambda spec: spec.population is not None),
        QuestionWord("size", "population_size", "a population that the table is a sample from", "leave it out",
                     lambda spec: spec.population_size is not None),
        QuestionWord("fraction", "sampling_fraction", "a population that the table is a sample from", "leave it out",
                     lambda spec: spec.sampling_fraction is not None),
        QuestionWord("suppressed", "suppressed", "records that a release hides", "leave it out",
                     lambda spec: spec.suppressed is not None),
        QuestionWord("outputs", "outputs", "tables of counts and sums that are published",
                     "leave it out, and hold its tables by `check`", lambda spec: spec.outputs.is_asked),
        QuestionWord("noisy", "noisy_answers", "noisy answers that claim an epsilon",
                     "leave it out, and hold the claim by `check`", lambda spec: spec.noisy_answers.is_asked),
        QuestionWord("targets", "targets", "people with some points that an attacker knows", "leave it out",
                     lambda spec: spec.targets is not None),
        QuestionWord("resolution", "resolution", "levels of known points", "leave it out", _is_given("resolution")),
        QuestionWord("tables", "tables", "several tables of the same people", "name one as the `relation`",
                     _is_given("tables")),
        QuestionWord("text", "text", "words of a text as points of a person", "leave it out",
                     lambda spec: spec.text is not None),
        QuestionWord("roles", "roles", "what each role of a database sees", "log in as one of them, by the `url`",
                     _is_given("roles")),
        QuestionWord("linked", "linkage", "a file of people who are looked for in the relation",
                     "leave it out, and hold what is found by `check`", lambda spec: spec.linkage.is_asked),
        QuestionWord("runs", "repetition", "generated texts that may repeat words of few people",
                     "leave it out, and hold what is repeated by `check`", lambda spec: spec.repetition.is_asked),
        QuestionWord("off", "neighbours", "places that an attacker may know off by one cell",
                     "leave it out of the `partitions`", lambda spec: bool(neighbouring(spec.partitions))),
    )
}
"""The words by their names in the tables; a word with two kinds of values has a name for each."""

ASKED = """
                attackers points traces by harmonise estimate intervals previous counts class any drop individual weight
score             y         y      y      y  y         y        y         y        y      y     y   y    y          y
explain           y         y      y      y  y         y        y         y        y      y     y   y    y          y
sql               y         y      y      y  y         y        y         y        y      y     y   y    y          y
installed         l         l      l      y  1         y        y         l        l      y     y   y    y          y
check             y         y      y      y  y         j        y         y        y      n     y   y    y          y
report            y         y      y      y  y         j        y         y        y      n     y   y    y          y
beside            y         n      n      n  y         j        y         y        n      n     y   y    y          y
classes           n         n      y      y  n         n        n         n        n      =     y   y    y          y
sets              n         =      n      n  n         n        n         n        n      n     n   y    =          w
records           n         y      y      y  n         n        n         n        n      =     y   y    y          y
subsets           n         n      n      n  n         y        n         n        n      n     n   y    y          y
suda              n         n      n      n  n         n        n         n        n      n     n   y    y          =
baseline          n         n      n      n  n         n        n         n        n      n     n   y    y          =
posterior         n         n      n      n  n         n        n         n        n      =     n   y    y          =
levels            n         n      n      n  y         n        n         n        n      n     n   y    y          =
curves            n         =      n      n  n         n        n         n        n      n     n   y    =          w
count             =         n      n      y  n         n        n         n        =      n     n   =    i          =
outputs           n         n      n      n  =         n        =         =        n      n     n   y    y          y
answers           n         n      n      n  =         n        =         =        n      n     n   =    y          =
published_outputs n         n      n      n  n         n        n         n        n      n     n   n    n          n
epsilon_plan      n         n      n      n  n         n        n         n        n      n     n   n    y          =
epsilon_check     n         n      n      n  n         n        n         n        n      n     n   n    n          n
advise            y         n      n      n  n         n        n         y        n      n     n   y    y          =
release           y         y      y      y  y         j        y         y        n      n     n   y    y          y
attacks           n         n      n      n  n         n        n         n        n      y     n   n    y          =
releases          n         n      n      n  n         n        n         n        n      n     n   n    y          =
desk              n         y      y      n  n         n        n         n        n      n     n   =    =          n
together          n         n      n      n  n         n        n         n        n      n     n   n    =          =
linkage           n         n      n      n  n         n        n         n        n      n     n   n    y          =

                  population size fraction suppressed targets resolution outputs noisy tables text roles linked runs off
score             y          y    y        y          y       y          =       =     y      y    y     =      =    y
explain           y          y    y        y          y       y          =       =     y      y    y     =      =    y
sql               y          y    y        y          y       y          y       =     y      y    y     =      =    y
installed         l          1    1        y          -       -          c       =     -      -    n     =      =    -
check             y          y    y        y          y       y          y       y     y      y    y     y      y    y
report            y          y    y        y          y       y          y       y     y      y    y     y      y    y
beside            y          y    y        y          -       -          y       y     -      -    n     n      n    -
classes           =          =    =        =          -       -          =       =     -      -    n     =      =    -
sets              p          p    p        y          y       y          n       n     y      y    n     n      n    y
records           y          =    =        y          y       y          =       =     y      y    n     =      =    n
subsets           =          =    =        y          -       -          =       =     -      -    n     =      =    -
suda              =          =    =        y          -       -          =       =     -      -    n     =      =    -
baseline          =          =    =        y          -       -          =       =     -      -    n     =      =    -
posterior         =          =    =        y          -       -          =       =     -      -    n     =      =    -
levels            =          =    =        y          -       -          =       =     -      -    n     =      =    -
curves            p          p    p        y          y       =          n       n     n      y    n     n      n    y
count             =          =    =        y          -       -          =       =     -      -    n     =      =    -
outputs           =          =    =        y          -       -          y       =     -      -    n     =      =    -
answers           =          =    =        =          -       -          y       =     -      -    n     =      =    -
published_outputs n          n    n        n          -       -          =       n     -      -    n     n      n    -
epsilon_plan      =          =    =        =          -       -          =       =     -      -    n     =      =    -
epsilon_check     n          n    n        n          -       -          n       n     -      -    n     n      n    -
advise            y          =    =        2          -       -          y       n     -      -    n     n      n    -
release           y          y    y        y          y       -          n       n     n      n    n     n      n    n
attacks           =          =    =        y          -       -          =       =     -      -    n     =      =    -
releases          =          =    =        y          -       -          =       =     -      -    n     =      =    -
desk              =          =    =        =          y       y          n       n     y      y    n     n      n    y
together          =          m    m        y          -       -          =       =     -      -    n     =      =    -
linkage           =          =    =        n          -       -          =       =     -      -    n     =      =    -
"""
"""Whether what asks takes a word: y for yes, = where it is so anyway; n, or a reason, for no.

- where other words of the spec decide.
"""

NAMES = {
    "epsilon_plan": "epsilon plan",
    "epsilon_check": "epsilon check",
    "answers": "the comparison of `answers`",
    "published_outputs": "outputs of published tables",
    "explain": "the explanation of `score`",
    "beside": "a report of releases side by side",
    "installed": "what takes a relation",
    "sets": "the list of sets of known points",
    "levels": "a proposal of levels",
    "curves": "unicity by `resolution`",
    "desk": "the desk",
    "releases": "a measure of releases",
    "together": "a comparison of releases with each other",
    "linkage": "the search for an auxiliary file",
}
"""What asks and has no command of its own, in words."""

BESIDE = """
           attackers points traces by harmonise estimate intervals previous counts class any drop individual weight size
points     a
traces     a         -
by         a         s      s
harmonise  a         h      h      y
estimate   a         d      d      f  y
intervals  a         d      d      f  y         q
previous   a         o      o      s  h         e        o
counts     y         r      r      y  u         k        y         r
class      a         t      t      y  y         t        t         t        y
any        a         v      v      y  v         v        v         v        v      -
drop       y         y      y      y  y         y        y         y        y      -     -
individual y         y      y      y  y         m        m         y        i      y     v   y
weight     y         w      w      y  y         y        y         y        g      y     v   y    y
population y         p      p      y  y         y        y         y        y      y     v   y    y          y
size       y         p      p      f  y         y        y         y        y      t     v   y    m          y
fraction   y         p      p      f  y         y        y         y        y      t     v   y    m          y      b
suppressed a         y      y      y  y         y        y         y        y      y     y   y    y          y      y
outputs    c         c      c      s  y         e        y         y        r      t     v   y    y          y      y
noisy      3         3      3      3  y         j        y         y        y      t     y   y    y          y      y
targets    -         y      x      -  -         -        -         -        -      -     -   -    -          -      -
resolution -         y      z      -  -         -        -         -        -      -     -   -    -          -      -
tables     -         y      y      -  -         -        -         -        -      -     -   4    y          -      -
text       -         y      y      -  -         -        -         -        -      -     -   8    y          -      -
roles      -         -      -      -  -         -        -         -        7      -     -   -    -          -      -
linked     A         A      A      A  y         j        y         y        r      t     A   A    y          y      y
runs       C         y      y      C  y         j        y         y        r      t     C   C    y          y      y
off        -         y      B      -  -         -        -         -        -      -     -   y    y          -      -

           suppressed targets resolution tables text roles outputs noisy linked
tables     5          y       6
text       9          y       -          D
linked     A          -       -          -      -    A
runs       C          y       y          C      y    C
off        -          y       y          -      -    -     -       -     -
"""
"""Whether two words go together: y for yes, else the letter of the reason.

- where they are values of one word, or another word that one of them needs decides. What has no
column goes with every word but its own values and NEEDS.
"""

REASONS = {
    "1": "it holds one statement, and these scores take several: ask for fewer, or leave the macro out",
    "2": "advice recodes records as they are: score the release",
    "3": "noisy answers count everybody, whatever an attacker knows: hold their epsilon in a spec of its own",
    "4": "a row of a table is a point whatever is NULL in it: leave rows out in a view of the table",
    "5": "marks are in columns of the tables: leave the hidden rows out in a view of the table",
    "6": "the levels would be of a column of one table: recode it by `partitions` there",
    "7": "files of counts lie in no database that has roles: name the `relation`",
    "8": "a text without a word has no point, whatever is NULL in it: leave it out",
    "9": "words stand in texts, and no mark for all of them: leave hidden texts out by `where`",
    "A": "the file is looked for in all records as they are: name it in a spec of its own",
    "B": "all points of a person are known as they are: say a number of points, such as 4",
    "C": "texts are compared in all records as they are: name them in a spec of its own",
    "D": "texts are in a column of one relation: name it as the `relation`",
    "a": "each attacker is scored by columns of their own: name one attacker's columns as `quasi_identifiers`",
    "b": "the population's size follows from one of them",
    "c": "published tables count everybody, whatever an attacker knows: ask for them in a spec of their own",
    "d": "people are drawn, and have intervals of their own: see `targets`",
    "e": "every record is read",
    "f": "the whole table is meant, and no slice: choose a slice by `where`",
    "g": "files of counts have no survey weights: score the relation itself",
    "j": "a verdict needs the scores of all classes",
    "h": "name the other sensitive attributes as quasi-identifiers, one run for each",
    "i": "counts of individuals do not add up: a person in two files would count twice, and a file that told people"
         " apart would hold who they are; score the relation itself, or leave it out where each record is one",
    "k": "all counts of a file are scored, and sketches by the classes that they have",
    "l": "it takes one relation, as its argument: make a view, which reads all that a spec names",
    "m": "a person may have several records, and each is taken for one: score one record of each person",
    "o": "it is about the records of one relation",
    "p": "the points of the people in the population would be needed, too",
    "q": "an estimate has intervals of its own, for the classes that are not counted",
    "r": "counts do not tell whose records they are: name the `relation`",
    "s": "slices are tables of their own: choose a slice by `where`",
    "t": "there are scores of the table, and none of classes",
    "u": "each sensitive attribute was counted by itself: count the others as `quasi_identifiers`",
    "v": "records that agree with one need not agree with each other, so that there are no classes of equal keys: say"
         " `nulls: category`",
    "x": "it looks at everybody",
    "z": "it is about a number of known points, such as 4",
    "w": "weights stand for people whose points nobody knows",
}
"""Why two words do not go together, and what to do, by letters."""
# fmt: on

NEEDS = {
    "targets": ("known", "they are people with some points that an attacker knows: say how many, too, in `known`"),
    "resolution": ("known", "it is about known points of a person: say how many, too, in `known`"),
    "points": ("individual", "it counts points of a person: name the column that tells people apart as `individual`"),
    "traces": ("individual", "it counts points of a person: name the column that tells people apart as `individual`"),
    "text": ("known", "words of a person are points: say how many are known in `known`, or all"),
    "tables": ("known", "rows of any table are points of a person: say how many are known in `known`, or all"),
    "off": ("known", "an attacker knows places of a person, each off by one cell: say how many, too, in `known`"),
    "linked": ("quasi_identifiers", "the columns of both link people: name them as `quasi_identifiers`"),
    "previous": ("sensitive", "releases give away a sensitive attribute together: name one (`sensitive`)"),
}
"""The word that each word needs, and why."""


@cache
def letters(table: str) -> dict[str, dict[str, str]]:
    """Return the letters of a table by its rows and columns.

    A short row ends early; further columns stand below an empty line, in the same rows.
    """
    found: dict[str, dict[str, str]] = {}
    for block in table.strip("\n").split("\n\n"):
        head, *rows = (line.split() for line in block.splitlines())
        for name, *own in rows:
            found.setdefault(name, {}).update(zip(head, own, strict=False))
    return found


def question_words(spec: Spec) -> list[QuestionWord]:
    """Return the words of a spec that change what is asked."""
    return [word for word in WORDS.values() if word.is_asked(spec)]


def is_refused(asked: str, word: str) -> bool:
    """Return whether what asks never takes a word of a spec, whatever its value."""
    row = letters(ASKED).get(asked, {})
    values = [row.get(one.name, "y") for one in WORDS.values() if one.label.partition(":")[0] == word]
    return bool(values) and not {*values} & {"y", "="}


def check_goes_with(asked: str, spec: Spec) -> None:
    """Raise RefusedWordError where what asks, a row of ASKED, does not take a word of a spec."""
    takes, words = letters(ASKED), question_words(spec)
    for word in words:
        if takes[asked].get(word.name, "y") not in "y=-":
            raise RefusedWordError(_not_taken(asked, word), word.label, asked)
    check_pairs(spec)


def check_pairs(spec: Spec) -> None:
    """Raise RefusedWordError for two words that are apart, SpecError where one needs another."""
    check_tables(spec)
    if spec.ngram is not None and spec.text is None:
        raise SpecError("`ngram` counts words in a row of a text: name its column as `text`, or leave `ngram` out")
    table, words = letters(BESIDE), question_words(spec)
    for place, second in enumerate(words):
        for first in words[:place]:
            letter = table[second.name].get(first.name, "y")
            if letter not in "y-":
                message = f"`{second.label}` does not go with `{first.label}`: {REASONS[letter]}; or leave"
                raise RefusedWordError(f"{message} `{first.label}` or `{second.label}` out", second.label, first.label)
    if spec.text is not None and spec.quasi_identifiers != [WORD]:
        raise SpecError(
            f"what is known are the words of `text`: leave {joined(spec.quasi_identifiers)} out of `quasi_identifiers`"
        )
    for word in words:
        needed, says = NEEDS.get(word.name, ("", ""))
        if needed and not getattr(spec, needed):
            raise SpecError(f"`{word.label}` needs `{needed}`: {says}; or leave `{word.label}` out")
    _check_neighbours(spec)
    _check_marks(spec)


def _check_marks(spec: Spec) -> None:
    """Raise SpecError for marks of some quasi-identifiers only, or for none that could be kept."""
    if spec.keep_suppressed and spec.suppressed is None:
        raise SpecError("keep_suppressed goes with suppressed, the mark of a suppressed value")
    known = spec.quasi_identifiers or (spec.counts and spec.suppressed) or ()
    if isinstance(spec.suppressed, dict) and set(spec.suppressed) != set(known):
        raise SpecError("suppressed: give one mark for all quasi-identifiers, or the mark of each of them")


def _check_neighbours(spec: Spec) -> None:
    """Raise SpecError for neighbours of cells in which nobody looks for a place."""
    places = neighbouring(spec.partitions)
    learnt = [column for column in places if column in spec.sensitive]
    if learnt:
        raise SpecError(f"partition of '{learnt[0]}': known places have neighbours, and this is sensitive")
    if places and not isinstance(spec.known, int):
        raise SpecError("places have `neighbours`, and numbers of times have none: write `known: 2`, say, for two")


def _not_taken(asked: str, word: QuestionWord) -> str:
    """Return the refusal of a word that what asks does not take, with what answers instead."""
    takes = letters(ASKED)
    reason = REASONS.get(takes[asked][word.name])
    because = f", which is about {word.about}:" if reason is None else f": {reason};"
    others = [name for name, row in takes.items() if row[word.name] == "y" and name not in NAMES]
    answered = f"; it is answered by {joined(others)}" if others else ""
    return f"{NAMES.get(asked, asked)} does not take `{word.label}`{because} {word.instead}{answered}"
