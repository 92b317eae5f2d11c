"""The page of what goes with what, from the tables by which words are taken or refused."""

from __future__ import annotations

from documentation.markdown import escaped, table
from sqlmetrics.spec.goes_with import ASKED, BESIDE, NAMES, NEEDS, REASONS, WORDS, letters

PAGE = "reference/goes_with.md"

TEXT = """\
# What goes with what

Some words of a [spec](spec.md), and their flags and arguments, change what is asked. Each command takes a word or
refuses it, and no word is taken and ignored. These tables are read by the commands, by Python and by the desk.

## Words and what is asked

✓: the word is taken. =: the answer is the same with and without it. Empty: refused, with what to do.

{asked}

## Words beside each other

✓: both are taken. A letter: refused, and the reason stands below. Words that are two values of one, such as
`nulls: any` and `nulls: drop`, are not asked for together.

{beside}

{reasons}

## Words that need another

{needs}
"""

MARKS = {"y": "✓", "n": "", "-": ""}


def pages() -> dict[str, str]:
    """Return the page of the tables by its path."""
    asked, beside = letters(ASKED), letters(BESIDE)
    labels = [_code(WORDS[name].label) for name in asked["score"]]
    rows = [[_asked(name), *(_mark(letter) for letter in row.values())] for name, row in asked.items()]
    names = [name for name in WORDS if any(name in row for row in beside.values())]
    pairs = [
        [_code(WORDS[name].label), *("" if other not in row else _mark(row[other]) for other in names)]
        for name, row in beside.items()
    ]
    return {
        PAGE: TEXT.format(
            asked=table(["", *labels], rows),
            beside=table(["", *(_code(WORDS[name].label) for name in names)], pairs),
            reasons="\n".join(f"- **{letter}**: {reason}" for letter, reason in sorted(REASONS.items())),
            needs=table(
                ["", "needs", "because"],
                [
                    [_code(WORDS[name].label), _code(needed), escaped(why.partition(": ")[0])]
                    for name, (needed, why) in NEEDS.items()
                ],
            ),
        )
    }


def _asked(name: str) -> str:
    """Return what asks: a command as code, anything else in words."""
    return escaped(NAMES[name].replace("`", "")) if name in NAMES else _code(name)


def _mark(letter: str) -> str:
    return MARKS.get(letter, letter)


def _code(name: str) -> str:
    return f"`{name}`"
