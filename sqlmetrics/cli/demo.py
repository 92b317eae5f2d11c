"""The first command of somebody who has no table at hand: demo."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib import resources
from pathlib import Path

from sqlmetrics.cli import shared
from sqlmetrics.cli.command import command
from sqlmetrics.cli.output import draw_report
from sqlmetrics.cli.panels import START
from sqlmetrics.engine.files import announce_output, write_whole, writing
from sqlmetrics.engine.progress import Progress
from sqlmetrics.errors import SpecError
from sqlmetrics.files.footprint import STANDARD
from sqlmetrics.output.report import Block, Column, Heading, Paragraph, Report, table

SURVEY = "anes96.parquet"
"""The name of the survey that the demo scores."""

SPEC = "anes96.yml"
"""The spec of the survey, which says who the attacker is."""

ABOUT = "anes96.md"
"""The page that says where the survey is from, under which licence, and what its values are."""

FILES = (SURVEY, SPEC, ABOUT, "release.yml", "anes96/age.csv", "anes96/education.csv", "anes96/income.csv")
"""The files of the survey, with specs that the README uses and hierarchies of its columns."""

FOLDER = "fixtures"
"""The folder in which the README has them."""

METRICS = (
    "k_anonymity",
    "itpr",
    "discrimination_rate",
    "adjusted_discrimination_rate",
    "alpha_k_anonymity",
    "entropy",
    "conditional_entropy",
)
"""The metrics that answer the question."""

QUESTION = (
    "What could a neighbour, who knows my age, my schooling and roughly what we earn, learn of my politics? 944 people"
    " answered the American National Election Study of 1996."
)
ANSWER = (
    "The answer: of most people hardly more than chance would tell (adjusted_discrimination_rate), but of people who"
    " stand alone in their class (k_anonymity 1) everything: itpr and alpha are the scores of the most exposed class,"
    " where the answer is certain."
)


def survey_folder() -> Path:
    """Return the folder of the survey: inside the installed package, or beside it in a checkout."""
    packaged = Path(str(resources.files("sqlmetrics"))) / "survey"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "fixtures"


@command(
    START,
    "sqlmetrics demo",
    "sqlmetrics demo -o fixtures",
    progress=shared.progress,
)
def demo(*, folder: Path | None = None, progress: Progress) -> None:
    """Score a small survey that comes with sqlmetrics.

    Nothing is written, unless a folder is named for the survey and its specs.
    """
    if folder is not None:
        _write(folder)
        told = f"{folder} has the survey and its specs; {ABOUT} says where it is from, and its licence."
        draw_report(Report((Paragraph(told), *_next(folder))))
        return
    from sqlmetrics.output.results.scores import scores_report
    from sqlmetrics.risk.score import score
    from sqlmetrics.spec.reading import spec_over

    scores = score(spec_over({"metrics": [*METRICS]}, "demo", survey_folder() / SPEC).checked(), progress=progress)
    blocks = scores_report(replace(scores, relation_name=SURVEY)).blocks
    draw_report(Report((Paragraph(QUESTION), *blocks, Paragraph(ANSWER), *_next(None))))


def _next(folder: Path | None) -> list[Block]:
    """Return the commands that somebody tries next, with the survey in a folder or without it."""
    place = FOLDER if folder is None else str(folder)
    put = (f"sqlmetrics demo -o {place}", "put the survey and its specs into a folder")
    rows = [
        *([put] if folder is None else []),
        (f"sqlmetrics check --spec {place}/release.yml", "may a coarser release of it go out?"),
        (f"sqlmetrics advise --spec {place}/release.yml --suppress 5%", "what would have to change?"),
        ("sqlmetrics metrics itpr", "what does a metric say?"),
        ("sqlmetrics init people.parquet -o sqlmetrics.yml", "propose a role for each column of your own table"),
        ("sqlmetrics score", "score your own table"),
    ]
    return [Heading("what to try next"), table([Column("command", "code"), Column("what it does")], rows)]


def _write(folder: Path) -> None:
    """Write the files of the survey into a folder, where they are not there already.

    Raises SpecError where a file is there with another content, OutputError where writing fails.
    """
    if folder == STANDARD:
        raise SpecError("the survey goes to a folder; name one")
    source = survey_folder()
    missing = [name for name in FILES if not (folder / name).exists()]
    for name in FILES:
        path = folder / name
        if name not in missing and not (path.is_file() and path.read_bytes() == (source / name).read_bytes()):
            raise SpecError(f"{path} is there already, and is not the survey's; name another folder")
    for name in missing:
        path = folder / name
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        announce_output(path)
    for name in missing:
        write_whole(folder / name, partial(_copied, source / name))


def _copied(source: Path, unfinished: Path) -> None:
    """Let a file have the content of another."""
    unfinished.write_bytes(source.read_bytes())
