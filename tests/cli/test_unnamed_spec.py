"""A spec that nobody named says what is measured in its folder, and does nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import duckdb
import pytest
from pydantic import BaseModel

from conftest import Run
from sqlmetrics.cli.default_spec import DEFAULT
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.spec import INTERNAL, Spec
from sqlmetrics.spec.unnamed import HEAD, PAGE, check_unnamed
from sqlmetrics.spec.words import WORDS, Act

Command = Callable[..., Run]

ROLES = "quasi_identifiers: [age]\nsensitive: [disease]\nthresholds: {k_anonymity: 2}\n"
OWN = f"relation: people.parquet\n{ROLES}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that somebody shipped, beside private files of the reader."""
    shipped = tmp_path / "shipped"
    (shipped / "data").mkdir(parents=True)
    people = "select i % 5 as age, i % 3 as disease from range(60) t(i)"
    with duckdb.connect(shipped / "d.duckdb") as connection:
        connection.execute(f"create table people as {people}")
        for place in ("private.parquet", "shipped/people.parquet", "shipped/data/one.parquet"):
            connection.execute(f"copy people to '{tmp_path / place}'")
    (tmp_path / "levels.csv").write_text("".join(f"{age};*\n" for age in range(5)))
    (shipped / "out").symlink_to(tmp_path)
    (shipped / "linked.parquet").symlink_to(tmp_path / "private.parquet")
    (shipped / "linked").mkdir()
    (shipped / "linked" / "one.parquet").symlink_to(tmp_path / "private.parquet")
    (shipped / "~").mkdir()
    (shipped / "~" / "people.parquet").write_bytes((shipped / "people.parquet").read_bytes())
    monkeypatch.chdir(shipped)
    return shipped


def files(folder: Path) -> dict[str, bytes]:
    """Return the content of each file of the reader and of the folder, but of DEFAULT."""
    found = (path for path in folder.parent.rglob("*") if path.is_file() and path.name != DEFAULT.name)
    return {str(path): path.read_bytes() for path in found}


def words_of(model: type[BaseModel], before: str = "") -> Iterator[tuple[str, Act | None]]:
    """Give the words of a model, those of parts behind a dot, with what their rows say they do."""
    rows = WORDS["Spec" if issubclass(model, Spec) else model.__name__]
    for name, field in model.model_fields.items():
        parts = [*models_in(field.annotation), *(part for one in field.metadata for part in models_in(one))]
        if before or name not in INTERNAL:
            yield from (
                (word for part in parts for word in words_of(part, f"{before}{name}."))
                if parts
                else ((f"{before}{name}", rows[name].act if name in rows else None),)
            )


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Give the models of which a type is made."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from models_in(part)


class Newer(Spec):
    """A spec with a word that nobody has thought about."""

    upload: str | None = None


def test_each_word_is_known() -> None:
    """A new word of a spec, or of a part of one, says what it does before this test passes.

    Until then it waits for a name.
    """
    acts = dict(words_of(Spec))
    assert not {None, Act.unknown} & {*acts.values()}, "say in the row of a new word of a spec what it does"
    assert {*words_of(Newer)} - {*acts.items()} == {("upload", None)}
    with pytest.raises(SpecError, match="`upload`"):
        check_unnamed(Newer(upload="x"), DEFAULT, confined=True)
    written = {word for word in acts if word.rpartition(".")[2] in {"file", "database", "temp_directory"}}
    assert not any(acts[word] is Act.measure for word in written)


HOSTILE = {
    "url": "relation: people\nurl: sqlite:///d.sqlite",
    "url of the environment": "relation: people\nurl: env:PRIVATE_URL",
    "roles": "relation: people.parquet\nroles: analyst",
    "database": "relation: people\ndatabase: d.duckdb",
    "query": "query: select * from 'people.parquet'",
    "temp_directory": "relation: people.parquet\ntemp_directory: data",
    "metrics_path": "relation: people.parquet\nmetrics_path: ../theirs",
    "relation by an absolute path": "relation: {parent}/private.parquet",
    "relation above": "relation: ../private.parquet",
    "relation by a pattern": "relation: data/../../priv*.parquet",
    "relation by a link": "relation: linked.parquet",
    "relation by a link to a folder": "relation: out/private.parquet",
    "relation by a link in a folder": "relation: linked",
    "relation by a pattern of links": "relation: link*/*.parquet",
    "relation at an address": "relation: s3://theirs/people.parquet",
    "relation by the address of a file": "relation: file://{parent}/private.parquet",
    "relation at home": "relation: ~/people.parquet",
    "relation with backslashes": 'relation: "data\\\\..\\\\..\\\\private.parquet"',
    "population": "relation: people.parquet\npopulation: ../private.parquet",
    "previous": "relation: people.parquet\nprevious: [data/one.parquet, ../private.parquet]",
    "counts": "counts: [data/one.parquet, ../private.parquet]",
    "hierarchies": "relation: people.parquet\nhierarchies: {disease: ../levels.csv}",
    "partitions.file": "relation: people.parquet\npartitions: {age: [raw, {file: ../levels.csv, level: 1}]}",
    "advise.generalizations.file": "relation: people.parquet\nadvise: {generalizations: {age: ../levels.csv}}",
    "history above": "relation: people.parquet\nhistory: ../runs",
    "history in a linked folder": "relation: people.parquet\nhistory: linked",
    "history in a file of DuckDB": "relation: people.parquet\nhistory: d.duckdb",
    "history at a URL": "relation: people.parquet\nhistory: env:PRIVATE_URL",
    "release.levels.file": "relation: people.parquet\nrelease: {levels: {age: {file: ../levels.csv}}}",
    "release.file": "relation: people.parquet\nrelease: {file: people_released.parquet}",
    "outputs.log": "relation: people.parquet\noutputs: {log: ../queries.sql}",
    "outputs.published": "relation: people.parquet\noutputs: {published: [data/one.parquet, ../private.parquet]}",
    "advise.need.file": "relation: people.parquet\nadvise: {need: {age: {file: ../levels.csv}}}",
    "noisy_answers.relation": "relation: people.parquet\nnoisy_answers: {relation: ../private.parquet, coins: c.json}",
    "linkage.file": "relation: people.parquet\nlinkage: {file: ../private.parquet}",
    "repetition.generated": "relation: people.parquet\nrepetition: {generated: ../private.parquet, text: disease}",
    "repetition.control": (
        "relation: people.parquet\nrepetition: {generated: people.parquet, control: ../private.parquet, text: disease}"
    ),
    "tables.relation": (
        "tables: {main: {relation: people.parquet, key: age}, more: {relation: ../private.parquet, key: age}}\nknown: 2"
    ),
    "tables.partitions.file": (
        "tables: {main: {relation: people.parquet, key: disease, columns: age, partitions: {age: ../levels.csv}}}\n"
        "known: 2"
    ),
    "noisy_answers.coins": "relation: people.parquet\nnoisy_answers: {relation: people.parquet, coins: ../c.json}",
    "advise.generalizations.levels.file": (
        "relation: people.parquet\nadvise: {generalizations: {age: [{file: ../levels.csv, level: 1}]}}"
    ),
}
"""Specs that reach beyond their folder, by the word that does and how."""


def test_each_word_that_acts_is_tried() -> None:
    """A spec or a test below holds each word that does more than to say what is measured."""
    elsewhere = {"report.file", "where", "outputs.answers", "trusted"}
    acting = {word for word, act in words_of(Spec) if act is not Act.measure}
    assert {name.partition(" ")[0] for name in HOSTILE} == acting - elsewhere


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", HOSTILE)
def test_what_reaches_out_needs_a_name(folder: Path, run: Command, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The word is refused in a spec, in a job and in an update, and nothing is written."""
    monkeypatch.setenv("PRIVATE_URL", "sqlite:///d.sqlite")
    word = name.partition(" ")[0]
    hostile = HOSTILE[name].replace("{parent}", str(folder.parent)) + f"\n{ROLES}"
    indented = "\n".join(f"    {line}" for line in hostile.splitlines())
    Path("job.yml").write_text(hostile)
    before = files(folder)
    specs = {
        hostile: (("check",), ("score", "-o", "s.json"), ("init", "--update")),
        f"jobs:\n  one:\n{indented}\n": (("run",),),
        "jobs: {one: job.yml}\n": (("run",),),
    }
    for text, commands in specs.items():
        DEFAULT.write_text(text)
        for command in commands:
            ended = run(*command)
            assert (ended.code, ended.out if command != ("run",) else "") == (2, ""), (command, ended)
            assert f"`{word}`" in ended.err
            assert f"name {DEFAULT} on the command line if it is yours" in ended.err
        assert DEFAULT.read_text() == text
    assert files(folder) == before
    DEFAULT.write_text(hostile)
    for named in (("score", "--spec", DEFAULT), ("score", DEFAULT)):
        assert "nobody named" not in run(*named).err


def test_a_flag_takes_the_place_of_a_word(folder: Path, run: Command) -> None:
    """What the command line names, nobody else does; the message says how to name the spec."""
    DEFAULT.write_text(f"relation: people\ndatabase: d.duckdb\n{ROLES}")
    assert run("check", "--database", "d.duckdb").code == 0
    assert run("check", "--spec", DEFAULT).code == 0
    refused = run("check")
    assert "`database` (--database) of sqlmetrics.yml opens a database" in refused.err
    assert "`spec: sqlmetrics.yml` (--spec sqlmetrics.yml)" in refused.err
    DEFAULT.write_text(f"{OWN}temp_directory: data\n")
    assert run("check", "--temp-directory", folder.parent).code == 0


def test_a_condition_is_for_our_own_engine(folder: Path, run: Command) -> None:
    """`where` filters files; in a database, or unconfined, it is text that the reader would run."""
    DEFAULT.write_text(f"relation: people.parquet\nwhere: age < 3\n{ROLES}")
    assert run("check").code == 0
    DEFAULT.write_text(f"where: age < 3\n{ROLES}")
    assert run("check", "people.parquet").code == 0
    for beside in (("people", "--database", "d.duckdb"), ("people.parquet", "--trusted")):
        ended = run("check", *beside)
        assert ended.code == 2
        assert "`where` (--where) of sqlmetrics.yml runs SQL on the records" in ended.err
        assert run("check", *beside, "--where", "age < 3").code == 0
    DEFAULT.write_text(f"jobs:\n  one: {{relation: people.parquet, where: age < 3}}\n{ROLES}")
    assert run("run").code == 0
    assert run("run", "--trusted").code == 2
    assert run("run", DEFAULT, "--trusted").code == 0


def test_conditions_of_answers_are_for_our_own_engine(folder: Path, run: Command) -> None:
    """They are SQL as `where` is, and run where the spec's folder alone can be read."""
    DEFAULT.write_text(f"relation: people.parquet\noutputs: {{answers: [1 = 1]}}\n{ROLES}")
    assert run("check").code == 0
    DEFAULT.write_text(f"outputs: {{answers: [1 = 1]}}\n{ROLES}")
    assert run("check", "people.parquet").code == 0
    for beside in (("people", "--database", "d.duckdb"), ("people.parquet", "--trusted")):
        ended = run("check", *beside)
        assert ended.code == 2
        assert "`outputs.answers` of sqlmetrics.yml runs SQL on the records" in ended.err


def test_a_history_is_a_folder_below(folder: Path, run: Command) -> None:
    """A spec that nobody named adds to a folder of its own folder, which `score` leaves alone."""
    DEFAULT.write_text(f"{OWN}history: runs\nno_worse_than: last\n")
    assert run("score").code == 0
    assert not Path("runs").exists()
    assert [run("check", "--run-id", name).code for name in ("r1", "r2")] == [0, 0]
    assert {path.parent.name for path in Path("runs").glob("**/*.parquet")} != set()


def test_a_linked_spec_needs_a_name(folder: Path, run: Command) -> None:
    """A link to a spec elsewhere would read, and with an update write, what is not the folder's."""
    theirs = folder.parent / "theirs.yml"
    theirs.write_text(OWN.replace("[age]", "[]"))
    DEFAULT.symlink_to(theirs)
    for command in ("score", "check"):
        assert "which lies outside its folder" in run(command).err
    assert run("init", "--update").code == 2
    assert theirs.read_text() == OWN.replace("[age]", "[]")
    Path("data/theirs.yml").write_text(OWN)
    Path("jobs").symlink_to(folder.parent)
    DEFAULT.unlink()
    DEFAULT.write_text("jobs: {one: jobs/theirs.yml}\n")
    assert "the spec of a job of sqlmetrics.yml reads jobs/theirs.yml" in run("run").err


WRONG_PAGES = {
    "../page.html": "lies outside its folder",
    "{parent}/page.html": "lies outside its folder",
    "out/page.html": "lies outside its folder",
    "dangling.html": "lies outside its folder",
    "page.txt": "does not end in .html",
    ".profile": "does not end in .html",
    "foreign.html": "is no page of ours",
    "quoting.html": "is no page of ours",
    "a.html": "is no page of ours",
    "fifo.html": "is no page of ours",
}
"""Names of pages that a spec may not write, and why."""


def test_a_page_stays_in_its_folder(folder: Path, run: Command) -> None:
    """A page of another place, another name or in the place of another file is refused."""
    Path("dangling.html").symlink_to(folder.parent / "new.html")
    Path("foreign.html").write_text("<!doctype html>\nmy notes\n")
    Path("quoting.html").write_text(f"<!doctype html>{' ' * HEAD}{PAGE}")
    Path("a.html").mkdir()
    os.mkfifo("fifo.html")
    before = files(folder)
    for name, reason in WRONG_PAGES.items():
        page = name.format(parent=folder.parent)
        for command, text in {
            "check": f"{OWN}report: {page}\n",
            "run": f"{ROLES}jobs: {{one: {{relation: people.parquet, report: {page}}}}}\n",
        }.items():
            DEFAULT.write_text(text)
            ended = run(command)
            assert ended.code == 2, (name, ended)
            assert "`report`" in ended.err
            assert reason in ended.err
            assert "wrote" not in ended.err
    assert files(folder) == before


def test_a_page_is_written_again(folder: Path, run: Command) -> None:
    """A page of ours is replaced, which standard error says; a named spec writes where it says."""
    for page in ("page.html", "data/page.HTML"):
        DEFAULT.write_text(f"{OWN}report: {page}\n")
        for _ in range(2):
            ended = run("check")
            assert (ended.code, f"wrote {page}, the report of sqlmetrics.yml" in ended.err) == (0, True), ended.err
            assert PAGE in Path(page).read_text()[:HEAD]
    Path("data/job.yml").write_text(f"relation: ../people.parquet\n{ROLES}report: job.html\n")
    DEFAULT.write_text("jobs: {one: data/job.yml}\n")
    assert "wrote data/job.html, the report of sqlmetrics.yml" in run("run").err
    Path("foreign.html").write_text("my notes\n")
    DEFAULT.write_text(f"{OWN}report: foreign.html\n")
    assert run("check", "--spec", DEFAULT).code == 0
    assert PAGE in Path("foreign.html").read_text()
    DEFAULT.write_text(f"{OWN}report: ../page.html\n")
    ended = run("check", DEFAULT)
    assert (ended.code, "wrote" in ended.err) == (0, False)
    assert PAGE in (folder.parent / "page.html").read_text()
    assert run("report", "-o", "other.html").code == 0


def test_the_spec_of_a_certificate_names_no_place(folder: Path, run: Command) -> None:
    """A certificate measures the relation beside it: one that names a place was made by hand."""
    DEFAULT.write_text(OWN)
    assert run("report", "--json", "c.json", "-o", "page.html").code == 0
    DEFAULT.unlink()
    assert run("verify", "c.json", "--relation", "people.parquet").code == 0
    text = Path("c.json").read_text()
    for word, value in {"url": "sqlite:///d.sqlite", "report": "r.html", "temp_directory": "data"}.items():
        assert '"spec": {' in text
        Path("c.json").write_text(text.replace('"spec": {', f'"spec": {{"{word}": "{value}", ', 1))
        ended = run("verify", "c.json", "--relation", "people.parquet")
        assert ended.code == 2
        assert f"says `{word}`" in ended.err
