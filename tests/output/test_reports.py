"""Every command's report as Markdown and for terminals of many widths.

No number is cut, and no name is folded inside a word.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle, islice
from typing import Any, Literal

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len
from rich.console import Console

import sqlmetrics
from conftest import ROOT, TABLES
from sqlmetrics.engine.progress import Step
from sqlmetrics.gate.history.rows import HistoryEntry
from sqlmetrics.gate.jobs import history_entries
from sqlmetrics.gate.trend import Difference, ScoreHistory, changes, circumstances
from sqlmetrics.output.catalogue import attack_list_forms, metric_report, metrics_report, reference_report
from sqlmetrics.output.markdown import markdown_text
from sqlmetrics.output.names import short_ids
from sqlmetrics.output.progress import steps_report
from sqlmetrics.output.published_limits import limit_report, limits_report
from sqlmetrics.output.report import (
    Column,
    Glossary,
    Heading,
    Items,
    Note,
    Paragraph,
    Report,
    ReportTable,
    Toned,
    cell_text,
    table,
)
from sqlmetrics.output.results.advice import advice_report
from sqlmetrics.output.results.classes import baseline_report, classes_report, posterior_report
from sqlmetrics.output.results.combinations import subsets_report
from sqlmetrics.output.results.discrimination import attacks_report
from sqlmetrics.output.results.gate import run_report
from sqlmetrics.output.results.gda import cases, gda_report
from sqlmetrics.output.results.scores import scores_report
from sqlmetrics.output.results.suda import suda_report
from sqlmetrics.output.results.tradeoff import tradeoff_report
from sqlmetrics.output.results.trend import diff_forms, history_report
from sqlmetrics.output.results.utility import utility_report
from sqlmetrics.output.terminal import print_report, terminal_text, wrapped
from sqlmetrics.release.attack.descriptions import every_attack
from sqlmetrics.release.utility.frontier import frontier
from sqlmetrics.scoring.scores import ReleaseScores, Score
from sqlmetrics.spec.published_limits import limits, published_limit
from sqlmetrics.statement.catalogue import every_metric
from sqlmetrics.text import printable

WIDTHS = (60, 80, 120, 160)

SURVEY = str(ROOT / "fixtures" / "anes96.parquet")
RELEASES = {name: str(ROOT / "fixtures" / "anes96" / f"{name}.parquet") for name in ("k3", "k10", "k20")}
HIERARCHIES = {name: str(ROOT / "fixtures" / "anes96" / f"{name}.csv") for name in ("age", "education", "income")}

KEYS = ["age, rounded down (to years_of_life/decades)", "Staatsangehoerigkeit", "年齢|グループ"]
ANSWER = "<b>*said*</b> & `code` [x](y)_z\n"
LONG = "the release of the spring of 2026 (three_anonymous/suppressed where it had to be)"


def odd() -> pd.DataFrame:
    """Return records whose columns and values have names as no table should have them."""
    places = ["one, two; three/four five_six seven_eight nine ten", "Lilliputianerbuerger", "", "x|y", None, "-0.5"]
    answers = ["yes", "no", "yes, but only if nobody who knows the respondent hears it"]
    texts: dict[str, list[Any]] = {KEYS[1]: places, KEYS[2]: ["若い", "老いた人々"], ANSWER: answers}
    columns = {name: pd.Series(list(islice(cycle(values), 48)), dtype="object") for name, values in texts.items()}
    return pd.DataFrame({KEYS[0]: [number // 3 for number in range(48)]} | columns)


def survey() -> sqlmetrics.Table:
    """Return the public survey with its roles."""
    return sqlmetrics.Table(SURVEY, ["age", "education"], ["vote", "party"])


def attacks(level: Literal["table", "class"]) -> Report:
    """Return the papers' release, attacked."""
    files = {"zip_star": "recoding_zip", "age_star": "recoding_age", "disease": "partition_sp4"}
    result = sqlmetrics.attacks(
        str(TABLES / "original.csv"),
        str(TABLES / "three_diverse.csv"),
        ["zip_star", "age_star"],
        "disease",
        names={"zip_star": "zip", "age_star": "age"},
        partitions={name: TABLES / f"{file}.csv" for name, file in files.items()},
        level=level,
    )
    return attacks_report(result)


def advised() -> sqlmetrics.Advice:
    """Return advice on the survey, which has ties."""
    return survey().advise(
        thresholds={"k_anonymity": {"at_least": 5}, "entropy_l_diversity": {"at_least": 1.2, "target": "vote"}},
        advise={"suppress": "5%", "generalizations": {"age": {"cuts": [[30, 50, 70], [50]]}}, "frontier": True},
    )


def odd_attacks() -> Report:
    """Return a release with a long name, attacked beside one with a short name."""
    releases = {LONG: odd(), "r": odd()}
    return attacks_report(sqlmetrics.attacks(odd(), releases, KEYS[::2], ANSWER))


def tradeoff() -> Report:
    """Return three releases of the survey between risk and utility."""
    result = sqlmetrics.tradeoff(
        SURVEY, RELEASES, ["age", "education", "income"], "vote", workload="vote", hierarchies=HIERARCHIES
    )
    return tradeoff_report(result, frontier(result), "accuracy")


def utility() -> Report:
    """Return the utility of two releases, one with a long name."""
    release = str(ROOT / "fixtures" / "anes96_release.parquet")
    return utility_report(
        sqlmetrics.utility(SURVEY, {LONG: release, "all": SURVEY}, queries=60, pairs=True, suppressed="*")
    )


def gda() -> Report:
    """Return two releases, attacked as the GDA Score does, beside a control group."""
    releases = {"swapped": str(ROOT / "fixtures" / "anes96" / "swapped.parquet"), LONG: SURVEY}
    names = ["singling_out_multivariate", "inference_frequent"]
    table = sqlmetrics.Table(SURVEY, ["age", "income"], "vote")
    return gda_report(sqlmetrics.compare(table, releases).gda(attacks=names, attempts=50, control=SURVEY))


def held(**words: object) -> sqlmetrics.Run:
    """Return a run of the survey with thresholds, of which some fail."""
    thresholds = {"k_anonymity": {"at_least": 5}, "discrimination_rate": {"at_most": 0.5}}
    return survey().check(thresholds=thresholds, name="a job with_a_long name/of two parts", **words)  # type: ignore[arg-type]


def past() -> list[HistoryEntry]:
    """Return the entries of three runs, the last of other keys, whose ids start alike."""
    tables = [sqlmetrics.Table(SURVEY, keys, ["vote", "party"]) for keys in (["age", "education"], ["age"])]
    first, last = (table.check(thresholds={"itpr": {"at_most": 0.9}}).outcomes[0] for table in tables)
    times = [f"2026-0{month}-01T00:00:00.0Z" for month in (1, 2, 3)]
    return [
        row
        for run, at in zip((first, first, last), times, strict=True)
        for row in history_entries(run, f"scheduled__{at}", at)
    ]


def diff() -> Report:
    """Return the changes from the first of the runs to the last."""
    every = past()
    before, after = ([entry for entry in every if entry.run_id == run] for run in (every[0].run_id, every[-1].run_id))
    difference = Difference(
        "anes96", before[0].run_id, after[0].run_id, circumstances(before[0], after[0]), changes(before, after)
    )
    return diff_forms([difference]).report()


def with_regressions() -> Report:
    """Return a run that was held to an earlier one."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        held(history=f"{folder}/h", run_id="scheduled__2026-01-01T00:00:00+00:00")
        return run_report(held(history=f"{folder}/h", run_id="2", no_worse_than="scheduled__2026"))


REPORTS: dict[str, Callable[[], Report]] = {
    "score": lambda: scores_report(survey().score()),
    "score by class": lambda: scores_report(survey().score(level="class", limit=5)),
    "score, odd": lambda: scores_report(sqlmetrics.score(odd(), KEYS, ANSWER)),
    "score by class, odd": lambda: scores_report(sqlmetrics.score(odd(), KEYS, ANSWER, level="class", limit=6)),
    "score, parts left out": lambda: scores_report(
        sqlmetrics.score(odd(), KEYS, ANSWER, nulls="drop", suppressed="", metrics=["itpr"])
    ),
    "classes": lambda: classes_report(survey().classes(["k < 3", "alpha > 0.95"], limit=5)),
    "classes, odd": lambda: classes_report(sqlmetrics.Table(odd(), KEYS, ANSWER).classes("k < 3", limit=5)),
    "no classes": lambda: classes_report(survey().classes("k < 1")),
    "baseline": lambda: baseline_report(survey().baseline(), show_values=True),
    "baseline, odd": lambda: baseline_report(sqlmetrics.baseline(odd(), KEYS, ANSWER), show_values=True),
    "posterior": lambda: posterior_report(survey().posterior(limit=3), show_values=True),
    "posterior, odd": lambda: posterior_report(sqlmetrics.posterior(odd(), KEYS, ANSWER), show_values=True),
    "subsets": lambda: subsets_report(survey().subsets(), 10),
    "subsets, odd": lambda: subsets_report(sqlmetrics.subsets(odd(), KEYS, ANSWER), 10),
    "suda": lambda: suda_report(survey().suda(limit=5)),
    "suda, odd": lambda: suda_report(sqlmetrics.suda(odd(), KEYS, limit=5)),
    "attacks": lambda: attacks("table"),
    "attacks by class": lambda: attacks("class"),
    "attacks, odd": odd_attacks,
    "gda": gda,
    "utility": utility,
    "tradeoff": tradeoff,
    "check": lambda: run_report(held()),
    "advise": lambda: advice_report(advised(), "More."),
    "advise, odd": lambda: advice_report(sqlmetrics.advise(odd(), KEYS, ANSWER, thresholds={"k": {"at_least": 900}})),
    "check, no worse than": with_regressions,
    "history": lambda: history_report(ScoreHistory("h", tuple(past()))),
    "history of a metric": lambda: history_report(
        ScoreHistory("h", tuple(entry for entry in past() if (entry.metric, entry.target) == ("itpr", "vote")))
    ),
    "diff": diff,
    "metrics": lambda: metrics_report(every_metric().values(), tuple(every_attack().values())),
    "metric": lambda: metric_report(every_metric()["recursive_cl_diversity"]),
    "attacks there are": lambda: attack_list_forms(tuple(every_attack().values())).report(),
    "limits": lambda: limits_report(limits()),
    "limit": lambda: limit_report(published_limit("ontario_low")),
    "reference": lambda: reference_report(every_metric().values()),
    "profile": lambda: steps_report([Step("open", 0.25), Step("score", 12.5), Step("score", 1.0)]),
}
"""A report of each command, of a public table or the papers' and of odd names."""

NAMES = [pytest.param(name, marks=pytest.mark.xdist_group(f"report of {name}")) for name in REPORTS]


@cache
def made(name: str) -> Report:
    """Return a report, made once."""
    return REPORTS[name]()


NUMBER = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?(?:e[+-]\d+)?%?")


SEPARATORS = re.compile(r"[\s()_/\\,:;|=.·─│└-]+")
"""What stands between words; a word is never folded."""


def numbers(text: str) -> Counter[str]:
    """Return the words that are numbers."""
    return Counter(word for word in text.split() if NUMBER.fullmatch(word))


def texts(report: Report) -> Iterator[str]:
    """Give the texts of a report, in order."""
    for block in report.blocks:
        match block:
            case Heading(text) | Paragraph(text) | Note(text):
                yield text
            case Items(items):
                yield from items
            case Glossary(history_entries):
                for term, facts, text in history_entries:
                    yield from (f"{term} ({facts}): {text}",)
            case ReportTable(columns, rows):
                yield from (column.title for column in columns)
                yield from (cell_text(cell) for row in rows for cell in row)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_a_report_fits_a_terminal_whole(name: str) -> None:
    """Lines are no longer than the terminal is wide, and narrow ones lose nothing.

    Every number of a wide report stands in a narrow one, and every word is unbroken.
    """
    report = made(name)
    wide = terminal_text(report, 1000)
    words = Counter(filter(None, SEPARATORS.split(wide)))
    assert words.keys() >= {word for text in texts(report) for word in SEPARATORS.split(printable(text)) if word}
    for width in WIDTHS:
        narrow = terminal_text(report, width)
        assert max(map(cell_len, narrow.splitlines())) <= width
        assert not numbers(wide) - numbers(narrow), width
        assert not words - Counter(SEPARATORS.split(narrow)), width
        assert "\n\n\n" not in narrow
        assert [line for line in narrow.splitlines() if line != line.rstrip()] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_colours_change_no_letter(name: str) -> None:
    """On a terminal with colours a report is the same text."""
    report = made(name)
    plain, coloured = io.StringIO(), io.StringIO()
    print_report(report, Console(file=plain, width=80, highlight=False))
    print_report(
        report,
        Console(file=coloured, width=80, highlight=False, force_terminal=True, color_system="standard", no_color=False),
    )
    assert "\x1b[" in coloured.getvalue() or name == "profile"
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured.getvalue()) == plain.getvalue() == terminal_text(report, 80)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_markdown_is_read_as_it_was_meant(name: str) -> None:
    """A parser of Markdown reads every text of a report, and no markup from a name or a value."""
    report = made(name)
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown_text(report))
    inline = [token.children or [] for token in tokens if token.type == "inline"]
    kinds = {child.type for children in inline for child in children}
    assert kinds <= {"text", "text_special", "code_inline", "strong_open", "strong_close", "softbreak"}
    contents = ["".join(child.content for child in children) for children in inline]
    expected = [printable(text) for text in ([report.summary] if report.summary else []) + list(texts(report))]
    assert [text.strip() for text in contents if text] == [
        re.sub(r"\s+$|^\s+", "", text) for text in expected if text.strip()
    ]


def test_what_does_not_fit_stands_below() -> None:
    """A table of too many numbers is drawn in parts that start with the name of the row.

    Names are wrapped between their words.
    """
    columns = [
        Column("", "place"),
        Column("release", "name"),
        *(Column(f"metric {number}", "number") for number in range(1, 5)),
    ]
    report = Report(
        (table(columns, [("1", "the_first/of_two", *["0.1234"] * 4), ("2", "second", *["1,234"] * 4)], leading=2),)
    )
    assert terminal_text(report, 40).splitlines() == [
        "   release           metric 1  metric 2",
        "───────────────────────────────────────",
        "1  the_first/of_two    0.1234    0.1234",
        "2  second               1,234     1,234",
        "",
        "   release           metric 3  metric 4",
        "───────────────────────────────────────",
        "1  the_first/of_two    0.1234    0.1234",
        "2  second               1,234     1,234",
    ]
    assert terminal_text(report, 22).splitlines()[:6] == [
        "   release      metric",
        "                     1",
        "──────────────────────",
        "1  the_first/   0.1234",
        "     of_two",
        "2  second        1,234",
    ]


def test_the_id_of_a_run_is_short() -> None:
    """Ids are cut to the end of the word that tells the runs of a table apart.

    A short id is shown whole.
    """
    hashes = ["0123456789abcdef0123456789abcdef", "0123456789abcdee0123456789abcdef"]
    assert short_ids(hashes[:1]) == {hashes[0]: "01234567"}
    assert set(short_ids(hashes).values()) == {"0123456789abcdef", "0123456789abcdee"}
    dated = ["scheduled__2026-01-01T00:00:00+00:00", "scheduled__2026-02-01T00:00:00+00:00"]
    assert set(short_ids([*dated, "7"]).values()) == {"scheduled__2026-01", "scheduled__2026-02", "7"}
    assert short_ids(dated[:1]) == {dated[0]: "scheduled"}


def test_a_tone_is_a_colour() -> None:
    """Riskier values are red, safer ones green, and undefined ones yellow."""
    report = Report(
        (
            table(
                [Column("reading")], [(Toned("worse", "bad"),), (Toned("better", "good"),), (Toned("none", "caution"),)]
            ),
        )
    )
    text = io.StringIO()
    print_report(report, Console(file=text, force_terminal=True, color_system="standard", no_color=False))
    assert re.findall(r"\x1b\[(\d+)m(\w+)", text.getvalue())[1:] == [("31", "worse"), ("32", "better"), ("33", "none")]


def test_a_terminal_of_few_letters_shows_the_others_in_code() -> None:
    """Letters that a terminal's encoding lacks, as on old Windows, are shown by their code."""
    file = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    report = Report((table([Column("größe", "name"), Column("年", "number")], [("élan", "1")]),))
    print_report(report, Console(file=file, width=40))
    file.seek(0)
    assert file.read().splitlines() == ["größe   \\u5e74", "----------", "élan     1"]


def test_a_row_has_a_cell_for_each_column() -> None:
    """Rows with another number of cells than the columns are an error of ours, and say so."""
    with pytest.raises(ValueError, match="another number of cells than the 2 columns"):
        table([Column("a"), Column("b")], [("1",)])


LETTERS = st.characters(whitelist_categories=["L", "Nd"], whitelist_characters="_/,.-")
WORDS = st.lists(st.text(LETTERS, min_size=1, max_size=30), max_size=8)


@given(WORDS, st.integers(4, 50))
def test_lines_are_broken_between_words(words: list[str], width: int) -> None:
    """Lines fit the width and lose only blanks; only words longer than a line are broken."""
    text = " ".join(words)
    lines = wrapped(text, width, "  ")
    assert all(cell_len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for word in words:
        assert cell_len(word) > width - 2 or any(word in line for line in lines)


def test_only_the_renderers_draw_tables() -> None:
    """No other module has a table of rich's, or puts bars around cells."""
    modules = {path.name: path.read_text() for path in (ROOT / "sqlmetrics").rglob("*.py")}
    assert not [name for name, text in modules.items() if "rich.table" in text or "rich import box" in text]
    assert [name for name, text in modules.items() if '"| "' in text or "---:" in text] == ["markdown.py"]


@pytest.mark.parametrize(
    ("guessed", "shown"),
    [
        (["dataset"], ["dataset"]),
        (["age", "dataset"], ["age"]),
        (["age", "vote", "dataset"], ["age", "vote", "dataset"]),
    ],
)
def test_the_dataset_is_a_case_unless_one_column_was_guessed(guessed: list[str], shown: list[str]) -> None:
    """An attack without columns of its own is about the dataset alone."""
    metrics = ("confidence", "confidence_improvement", "claim_probability")
    measured = [
        Score(
            metric,
            target,
            "",
            None,
            None,
            "table",
            None,
            9,
            0.5,
            None,
            "share",
            "",
            "criterion=linkability",
            attack="a",
        )
        for target in guessed
        for metric in metrics
    ]
    found = cases(ReleaseScores("o", ("r",), "duckdb", "1", tuple(measured)))
    assert {name: [case["confidence"].target for case in own] for name, own in found.items()} == {"linkability": shown}
