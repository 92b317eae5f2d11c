"""The desk from a table nobody prepared to its release, as a browser without a script has it."""

from __future__ import annotations

import re
import resource
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pytest
from desks import CANARY, ROWS, Visitor, visited, words_of, write_people

import sqlmetrics
from sqlmetrics.desk import changes
from sqlmetrics.desk.answer import LevelStep
from sqlmetrics.desk.changes import SpecChange
from sqlmetrics.desk.responses import page_text
from sqlmetrics.desk.versions import HISTORY
from sqlmetrics.desk.views.advice import tables_of
from sqlmetrics.desk.views.crowd import crowd_view
from sqlmetrics.gate.jobs import Options, measure
from sqlmetrics.publication.planned import planned_release
from sqlmetrics.spec.reading import read_spec, seen_from_here
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.render import render


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a table."""
    write_people(tmp_path / "people.parquet")
    return tmp_path


@pytest.fixture
def visitor(folder: Path) -> Iterator[Visitor]:
    """A visitor of the folder's desk with its table open."""
    with visited(folder) as found:
        found.open("people.parquet")
        yield found


def test_from_a_table_to_its_release(visitor: Visitor, folder: Path) -> None:
    """The way writes a release whose own verdict is the page's, and a spec that says the same."""
    page = words_of(visitor.get("/columns").text)
    assert "No limits chosen yet" in page
    assert "Nothing written yet" in page
    assert not (folder / "sqlmetrics.yml").exists()
    visitor.post("/columns", {f"role.{visitor.number('stay_days')}": "ignored"})
    visitor.get("/limits")
    visitor.wait()
    assert visitor.table.broken[visitor.table.versions.hash]["cms_cell"] == ROWS
    visitor.post("/limits", {"limit": "opensafely", "drop": "10"})
    assert visitor.table.scored is not None
    assert visitor.table.scored.answer.passes is False
    visitor.post("/advise")
    assert "To pass: change" in words_of(visitor.get("/coarsen").text)
    visitor.post("/take", {"which": "0"})
    answer = visitor.table.scored.answer
    assert answer.passes is True
    assert "ready to write" in words_of(visitor.get("/release").text)
    visitor.post("/write", {"file": "out.parquet"}, script=False)
    assert visitor.server.desk.problem is None
    page = words_of(visitor.get("/release").text)
    assert "Written: out.parquet" in page
    assert {path.name for path in folder.iterdir()} == {
        *("people.parquet", "sqlmetrics.yml", ".sqlmetrics"),
        *("out.parquet", *(f"out.parquet{end}" for end in (".certificate.json", ".spec.yml", ".html"))),
    }
    with duckdb.connect() as connection:
        rows = connection.execute("select count(*) from read_parquet(?)", [str(folder / "out.parquet")]).fetchall()
    assert rows[0][0] == answer.records - answer.dropped
    run = sqlmetrics.check(spec=folder / "out.parquet.spec.yml")
    held = run.outcomes[0].held
    assert run.passed
    assert held is not None
    (value,) = [one.score.value for one in held.verdicts if one.score.metric == "k_anonymity"]
    assert value == answer.verdicts[0].score.value == answer.smallest


def test_a_release_that_fails_is_written_with_its_reason(visitor: Visitor, folder: Path) -> None:
    """The reason stands in the spec and in the report."""
    visitor.post("/limits", {"limit": "cms_cell"})
    assert "Write it nevertheless" in words_of(visitor.get("/release").text)
    visitor.post("/write", {"file": "out.csv", "why": "The board  decided so"}, script=False)
    assert visitor.server.desk.problem is None
    assert "Written although it fails: out.csv" in words_of(visitor.get("/release").text)
    assert 'exception: "The board decided so"' in (folder / "sqlmetrics.yml").read_text()
    page = words_of((folder / "out.csv.html").read_text())
    assert "Released although a condition fails The board decided so" in page


def test_a_change_is_told_without_markup(tmp_path: Path) -> None:
    """What a change did to a column whose name has a tag is text, also for who does not see it."""
    with duckdb.connect() as connection:
        connection.execute(f"copy (select i % 9 as \"<i>x\" from range(40) as t (i)) to '{tmp_path / 'odd.parquet'}'")
    with visited(tmp_path) as visitor:
        visitor.open("odd.parquet")
        text = visitor.post("/columns", {"role.0": "ignored"}).text
        told = text.partition('data-into="said">')[2].partition("</template>")[0]
        assert told.startswith("&lt;i&gt;x")
        visitor.post("/columns", {"role.0": "quasi_identifiers"})
        text = visitor.post("/limits", {"limit": "cms_cell"}).text
        told = text.partition('data-into="said">')[2].partition("</template>")[0]
        assert told.startswith("Groups of at least 11. 100% of the detail left (100% before).")


@pytest.mark.parametrize(("asks", "size"), [("en", "1 person, 1 column"), ("de", "1 Person, 1 Spalte")])
def test_one_person_is_one(tmp_path: Path, asks: str, size: str) -> None:
    """The size of a table of one record is in the singular."""
    (tmp_path / "one.csv").write_text("age\n31\n")
    with visited(tmp_path, asks=asks) as visitor:
        visitor.open("one.csv")
        assert f"one.csv, {size} " in words_of(visitor.get("/columns").text)


def test_no_value_is_shown_unasked(visitor: Visitor, folder: Path) -> None:
    """Before values are asked for, none is in a response, a name, or a version; then only there."""
    for column in ("birth_date", "zip", "sex"):
        visitor.post("/columns", {f"role.{visitor.number(column)}": "quasi_identifiers"})
    visitor.post("/limits", {"limit": "cms_cell", "drop": "5"})
    visitor.post("/coarsen", {f"level.{visitor.number('birth_date')}": "2"})
    visitor.post("/advise")
    for task in ("columns", "limits", "coarsen", "release", "sqlmetrics.yml", "view.sql"):
        visitor.get(f"/{task}")
    for place in range(len(visitor.table.profile.columns)):
        visitor.get(f"/steps?column={place}")
        visitor.post("/values", {"column": str(place)})
    texts = "".join(visitor.seen) + "".join(path.read_text() for path in (folder / HISTORY).rglob("*.json"))
    assert CANARY not in texts
    assert "flu" in texts
    name = visitor.number("last_name")
    assert "names people" in words_of(visitor.post("/values", {"column": str(name)}).text)
    asked = visitor.post("/values", {"column": str(name), "sure": str(name)})
    assert "No value is shared by 11" in words_of(asked.text)


def test_a_value_of_one_person_is_not_shared_by_their_records() -> None:
    """Where people are known, a value is shown once enough of them have it, not enough records."""
    visits = "(select i // 13 as pid, 'diary of ' || i // 13 as diary, i % 2 as sex from range(208) t(i))"
    counted = {
        column: duckdb.execute(render("common_values", visits, column, 10, 11, "pid")).fetchall()
        for column in ("diary", "sex")
    }
    assert counted == {"diary": [], "sex": [("0", 16), ("1", 16)]}
    assert len(duckdb.execute(render("common_values", visits, "diary", 10, 11)).fetchall()) == 10


def test_heavy_pages_are_made_one_after_another(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of six that are asked for at once one is made at a time, and other pages do not wait."""
    making, most, begun, goes_on = [0], [0], threading.Event(), threading.Event()

    def report(*, internal: bool) -> SimpleNamespace:
        making[0] += 1
        most[0] = max(most[0], making[0])
        begun.set()
        assert goes_on.wait(20)
        making[0] -= 1
        return SimpleNamespace(html="", json=f"{internal}")

    monkeypatch.setattr(visitor.server.desk, "report", report)
    with ThreadPoolExecutor(6) as threads:
        asked = [threads.submit(visitor.get, "/report.json") for _ in range(6)]
        assert begun.wait(20)
        time.sleep(0.1)
        assert visitor.get("/columns").status_code == 200
        goes_on.set()
        assert [one.result().status_code for one in asked] == [200] * 6
    assert most == [1]


def test_undo_and_redo_over_a_restart(visitor: Visitor, folder: Path) -> None:
    """What a change did is taken back and made again, also by a desk that is started later."""
    visitor.post("/limits", {"limit": "cms_cell", "drop": "5"})
    before = visitor.table.versions.text
    visitor.post("/coarsen", {f"level.{visitor.number('birth_date')}": "2"})
    after = visitor.table.versions.text
    assert "Undo: birth_date: year" in words_of(visitor.get("/coarsen").text)
    visitor.post("/undo", {"task": "coarsen"})
    assert (visitor.table.versions.text, visitor.table.last) == (before, "took back: birth_date: year")
    with visited(folder) as later:
        later.open("people.parquet")
        assert "Redo: birth_date: year" in words_of(later.get("/limits").text)
        later.post("/redo", {"task": "limits"}, script=False)
        assert later.table.versions.text == after
        assert later.table.scored is not None
        assert later.table.scored.answer.detail["birth_date"] < 1
        later.get("/columns")
        later.get("/limits")
        assert later.table.versions.text == after
        later.post("/undo")
        later.post("/undo")
        assert later.table.versions.undo_told is None


def test_two_who_write_get_the_difference(visitor: Visitor, folder: Path) -> None:
    """A form of an earlier spec writes nothing; kept, it is written over the file as it is now."""
    visitor.post("/limits", {"limit": "cms_cell", "drop": "5"})
    stale, spec = visitor.table.versions.hash, folder / "sqlmetrics.yml"
    spec.write_text("# mine\n" + spec.read_text())
    number = visitor.number("birth_date")
    for script in (True, False):
        refused = visitor.post("/coarsen", {f"level.{number}": "2"}, script=script, base=stale)
        assert refused.status_code == 409
        told = words_of(refused.text)
        assert "changed elsewhere" in told
        assert "# mine" in told
        assert "Keep mine" in told
        assert "Take the file" in told
    assert "levels" not in spec.read_text()
    visitor.post("/coarsen", {f"level.{number}": "2"})
    assert spec.read_text().startswith("# mine\n")
    assert "birth_date: year" in spec.read_text()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("path", "words", "told"),
    [
        ("/limits", {"drop": "100"}, "from 0% to less than 100%"),
        ("/limits", {"drop": "much"}, "is a number"),
        ("/limits", {"limit": "nobody"}, "no published limit is called"),
        ("/limits", {"add": "1", "metric": "k_anonymity", "own": "x"}, "the limit is a number"),
        *(
            ("/limits", {"add": "1", "metric": "k_anonymity", "own": number}, "the limit is a number")
            for number in ("nan", "inf", "-inf", "1e999", "9" * 5000)
        ),
        ("/limits", {"drop": "nan"}, "is a number"),
        ("/open", {"dropped": "people.parquet", "size": "9" * 5000}, "there is no people.parquet of that size"),
        ("/limits", {"add": "1", "metric": "", "own": "5"}, "choose what the limit is on"),
        ("/columns", {"role.0": "king"}, "there is no role"),
        ("/write", {"file": "../out.parquet", "why": "so"}, "one plain name"),
        ("/write", {"file": "people.parquet", "why": "so"}, "is there already"),
        ("/write", {"file": "out.txt", "why": "so"}, "ends in .parquet or .csv"),
        ("/write", {"file": "out.parquet"}, "say why"),
        ("/take", {"which": "0"}, "ask again"),
        ("/values", {"column": "99"}, ""),
        ("/levels", {"column": "3"}, "give zip cuts, first characters or a file"),
        ("/levels", {"column": "3", "prefix": "two"}, "numbers with commas between them"),
        ("/levels", {"column": "5", "cuts": "nan"}, "numbers with commas between them"),
        ("/levels", {"column": "5", "cuts": "5, 9; 7"}, "also cuts of the level before"),
        ("/levels", {"column": "5", "cuts": "5", "prefix": "2"}, "only one of them"),
        ("/levels", {"column": "3", "file": "../zip.csv"}, "give zip cuts, first characters or a file"),
        ("/levels", {"column": "99", "cuts": "5"}, ""),
    ],
)
def test_what_is_wrong_is_told_beside_the_answer(
    visitor: Visitor, folder: Path, path: str, words: dict[str, str], told: str
) -> None:
    """Nothing is written, and the page says what to do."""
    response = visitor.post(path, words)
    assert response.status_code == (422 if told else 404)
    assert told in words_of(response.text)
    assert {one.name for one in folder.iterdir()} == {"people.parquet"}


@pytest.mark.filterwarnings("ignore::sqlmetrics.errors.ReadingWarning")
@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "The table has no records"),
        ("a\n", "The table has no records"),
        ("a\n1\n", "No limits chosen yet"),
        ("name,email\nAnn Lee,a@x.org\nBob May,b@x.org\n", "no column is Known"),
        ("PAR1 broken", "could not be opened"),
    ],
)
def test_odd_tables_are_opened_or_told(tmp_path: Path, content: str, told: str) -> None:
    """An empty file, one record, a table of identifiers alone, a broken file."""
    (tmp_path / ("t.parquet" if "PAR1" in content else "t.csv")).write_text(content)
    with visited(tmp_path) as visitor:
        visitor.open("t.parquet" if "PAR1" in content else "t.csv")
        page = visitor.get("/columns")
        if page.status_code == 303:
            page = visitor.get("/")
        assert page.status_code == 200
        assert told in words_of(page.text), words_of(page.text)


def test_too_little_memory_is_told(tmp_path: Path) -> None:
    """The message says what to give, and the list of tables stays."""
    write_people(tmp_path / "people.parquet", 50_000)
    spec = "relation: people.parquet\nquasi_identifiers: [last_name, birth_date, zip, stay_days]\nmemory_limit: 4MB\n"
    (tmp_path / "sqlmetrics.yml").write_text(spec)
    with visited(tmp_path) as visitor:
        visitor.open("people.parquet")
        page = words_of(visitor.get("/").text)
        assert "the memory limit of 4MB is too small" in page
        assert "Files below" in page


def test_a_folder_that_cannot_be_written_is_no_end(
    visitor: Visitor, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says so, and goes on in memory."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("sqlmetrics.desk.versions.write_text", refuse)
    visitor.post("/limits", {"limit": "cms_cell", "drop": "5"})
    page = words_of(visitor.get("/coarsen").text)
    assert "Cannot be saved here: Read-only file system" in page
    assert "Not met: 1 of 1 condition fails" in page
    visitor.post("/undo")
    assert "No limits chosen yet" in words_of(visitor.get("/coarsen").text)
    assert not (folder / "sqlmetrics.yml").exists()


def test_a_column_has_steps_of_its_own(visitor: Visitor, folder: Path) -> None:
    """Cuts, first characters, or a file of the folder; what leaves values out changes nothing."""
    zip_, stay = visitor.number("zip"), visitor.number("stay_days")
    visitor.post("/columns", {f"role.{stay}": "quasi_identifiers"})
    visitor.post("/limits", {"limit": "cms_cell"})
    visitor.post("/levels", {"column": str(stay), "cuts": "5, 10.5, 20; 10.5"})
    assert visitor.table.versions.undo_told == "stay_days has steps of its own"
    steps = {name: [one.name for one in own] for name, own in visitor.table.known_steps().items()}
    assert steps["stay_days"] == ["as it is", "4 bands", "2 bands", "left out"]
    visitor.post("/coarsen", {f"level.{stay}": "2"})
    assert 'stay_days: {name: "stay_days:2", cuts: [10.5]}' in (folder / "sqlmetrics.yml").read_text()
    visitor.post("/levels", {"column": str(zip_), "prefix": "4, 2"}, script=False)
    assert [one.name for one in visitor.table.known_steps()["zip"]] == ["as it is", "first 4", "first 2", "left out"]
    visitor.post("/levels", {"column": str(stay), "back": "1"})
    assert visitor.table.spec.release.levels.get("stay_days") is None
    assert "stay_days" not in visitor.table.spec.advise.generalizations
    values = [f"{10000 + place * 7:05}" for place in range(40)]
    for name, kept in (("few.csv", values[:30]), ("zips.csv", values)):
        (folder / name).write_text("".join(f"{value};{value[:3]};*\n" for value in kept))
    before = visitor.table.versions.hash
    refused = visitor.post("/levels", {"column": str(zip_), "file": "few.csv"})
    assert refused.status_code == 422
    assert "has no domain for 10 values" in words_of(refused.text)
    assert not [value for value in values if value in refused.text]
    assert visitor.table.versions.hash == before
    assert "zips.csv" in visitor.get("/coarsen").text
    visitor.post("/levels", {"column": str(zip_), "file": "zips.csv"})
    assert visitor.table.scored is not None
    assert not visitor.table.stale
    assert [one.name for one in visitor.table.known_steps()["zip"]] == ["as it is", "3 groups", "left out"]
    visitor.post("/coarsen", {f"level.{zip_}": "1"})
    held = measure(planned_release(seen_from_here(read_spec(folder / "sqlmetrics.yml"))).spec).outcomes[0].held
    assert held is not None
    assert held.verdicts[0].score.value == visitor.table.scored.answer.smallest


def test_who_is_at_risk_and_by_what(visitor: Visitor, folder: Path) -> None:
    """Sizes of groups are those of the report; without a column as many as by its last step."""
    birth = visitor.number("birth_date")
    visitor.post("/limits", {"limit": "cms_cell"})
    visitor.post("/coarsen", {f"level.{birth}": "3"})
    for place in range(len(visitor.table.profile.columns)):
        visitor.get(f"/steps?column={place}")
        visitor.wait()
        visitor.get(f"/steps?column={place}")
    visitor.get("/crowd")
    visitor.wait()
    shown = words_of(visitor.get("/crowd").text)
    planned = planned_release(visitor.table.spec)
    held = measure(planned.spec, None, Options(evidence=True)).outcomes[0].held
    assert held is not None
    assert held.evidence is not None
    assert held.evidence.bands is not None
    expected: dict[bool, int] = {}
    for band in held.evidence.bands.sizes:
        expected[band.low < 11] = expected.get(band.low < 11, 0) + band.people
    crowd = visitor.table.known_crowd
    assert crowd is not None
    found: dict[bool, int] = {}
    for band in crowd.sizes:
        found[band.low < 11] = found.get(band.low < 11, 0) + band.people
    assert found == expected
    assert f"{expected[True]:,} people hide among fewer than 11" in shown
    steps = visitor.table.known_steps()
    fewest = min((own[-1].at_risk or 0, name) for name, own in steps.items())
    assert visitor.table.scored is not None
    at_risk = visitor.table.scored.answer.at_risk
    assert fewest[0] == at_risk
    assert "Leaving out one column alone helps nobody: ask what must change" in shown
    assert "Without" not in shown
    assert shown in words_of(visitor.get("/coarsen").text)


def test_a_column_that_helps_is_named(visitor: Visitor) -> None:
    """Where leaving out one column protects people, it is named with how many stay at risk."""
    for name in ("birth_date", "zip", "stay_days"):
        visitor.post("/columns", {f"role.{visitor.number(name)}": "ignored"})
    visitor.post("/limits", {"limit": "cms_cell"})
    scored = visitor.table.scored
    assert scored is not None
    assert scored.answer.at_risk == 1  # one person of a third sex
    bands = visitor.table.crowd()
    shown = crowd_view(bands, scored.answer, {"sex": [LevelStep(1, "left out", 0, 0.0, False, True, False)]}, "people")
    assert "Without sex 0 people would be at risk instead of 1" in words_of(page_text("crowd.html", crowd=shown))


def test_enter_in_limits_sends_the_field_and_adds_an_own_limit_with_a_number(visitor: Visitor) -> None:
    """The default button of the form scores again; beside a number it adds the own limit."""
    buttons = re.findall(r'<button name="([a-z]+)"', visitor.get("/limits").text.split('id="form">')[1])
    assert buttons == ["enter", "add"]
    visitor.post("/limits", {"enter": "1", "drop": "5", "metric": "", "own": "", "limit": "cms_cell"})
    assert visitor.table.spec.release.drop == 0.05
    assert "thresholds" not in visitor.table.versions.text.replace("# thresholds", "")
    visitor.post("/limits", {"enter": "1", "drop": "5", "metric": "k_anonymity", "own": "7", "limit": "cms_cell"})
    assert [one.at_least for one in visitor.table.spec.thresholds["k_anonymity"]] == [7]  # type: ignore[union-attr]
    refused = visitor.post("/limits", {"enter": "1", "drop": "5", "own": "7", "limit": "cms_cell"})
    assert refused.status_code == 422


def test_undo_names_what_the_cards_say(visitor: Visitor) -> None:
    """A limit is undone by what its card asks for, and a step by its column and name."""
    visitor.post("/limits", {"limit": "cms_cell"})
    assert "Undo: Groups of at least 11" in words_of(visitor.get("/limits").text)
    visitor.post("/coarsen", {f"level.{visitor.number('sex')}": "1"})
    assert "Undo: sex: left out" in words_of(visitor.get("/coarsen").text)
    visitor.post("/limits", {})
    assert "Undo: not any more: Groups of at least 11" in words_of(visitor.get("/limits").text)


def test_what_decides_stands_first_and_what_stays_is_one_sentence(visitor: Visitor) -> None:
    """The table of ways begins with Dropped and Detail left, and has the columns that differ."""
    visitor.post("/limits", {"limit": "opensafely", "drop": "10"})
    visitor.post("/advise")
    page = visitor.get("/coarsen").text
    head = page.split('class="fold alts"')[1].split("</thead>")[0]
    heads = re.findall(r'<th role="columnheader" scope="col"[^>]*>(.*?)</th>', head)
    assert heads[:3] == ["Table", "Dropped", "Detail left"]
    assert visitor.server.desk.advice is not None
    tables = tables_of(visitor.server.desk.advice[1])
    now = {column.column: level for column, level in visitor.table.columns}
    varied = [name for name in now if any(one.levels[name] != now[name] for one in tables)]
    assert [words_of(head).strip() for head in heads[3:]] == varied
    told = words_of(page)
    assert ("As now in all of them" in told) == (len(varied) < len(now))
    assert "Missing something?" in told


def test_what_the_study_needs_is_asked_for_above_the_answer(visitor: Visitor) -> None:
    """A column that an advice leaves out has a box; asked again, it is there, at least coarsely."""
    visitor.post("/limits", {"limit": "opensafely", "drop": "10"})
    visitor.post("/advise")
    columns = [column for column, _ in visitor.table.columns]
    page = visitor.get("/coarsen").text
    advice = visitor.server.desk.advice
    assert advice is not None
    levels = tables_of(advice[1])[0].levels
    gone = [place for place, column in enumerate(columns) if levels[column.column] == column.root]
    assert gone
    assert re.findall(r'name="keep" value="(\d+)"', page) == list(map(str, gone))
    visitor.post("/ask", {"keep": str(gone[0])})
    kept = columns[gone[0]]
    assert list(visitor.table.spec.advise.need) == [kept.column]
    advice = visitor.server.desk.advice
    assert advice is not None
    assert all(one.levels[kept.column] < kept.root for one in tables_of(advice[1]))
    visitor.post("/undo", {"task": "coarsen"})
    assert not visitor.table.spec.advise.need


@pytest.mark.thorough
def test_fifty_changes_are_undone(visitor: Visitor, folder: Path) -> None:
    """Each press of a button takes one back, over a restart, to the spec as it began."""
    texts = [visitor.table.versions.text]
    for place in range(50):
        visitor.table.change(partial(dropped, share=place + 1), visitor.table.versions.hash)
        texts.append(visitor.table.versions.text)
    shown = words_of(visitor.get("/release").text)
    assert shown.count("at most") >= 50
    for place in range(20):
        visitor.post("/undo", {"task": "release"})
        assert visitor.table.versions.text == texts[49 - place]
    with visited(folder) as later:
        later.open("people.parquet")
        for place in range(20, 50):
            later.post("/undo", {"task": "release"})
            assert later.table.versions.text == texts[49 - place]
        assert later.table.versions.undo_told is None


def dropped(text: str, _: Spec, share: int) -> SpecChange:
    """Return a change of the share that may be dropped."""
    return changes.with_drop(text, "sqlmetrics.yml", share)


def test_the_last_verdict_is_in_the_list(visitor: Visitor, folder: Path) -> None:
    """A spec that another has changed since has none."""
    visitor.post("/limits", {"limit": "cms_cell"})
    assert "sqlmetrics.yml: 1 of 1 fail" in words_of(visitor.get("/").text)
    (folder / "sqlmetrics.yml").write_text((folder / "sqlmetrics.yml").read_text() + "# more\n")
    assert "1 of 1 fail" not in words_of(visitor.get("/").text)


def test_a_disk_without_room_is_told(visitor: Visitor, folder: Path) -> None:
    """A release that cannot be written leaves nothing, and the desk goes on."""
    visitor.post("/limits", {"limit": "cms_cell"})
    before, limits = {one.name for one in folder.iterdir()}, resource.getrlimit(resource.RLIMIT_FSIZE)
    base = visitor.table.versions
    why = base.text + 'report:\n  exception: "so"\n'
    base.write(why, "why", base.hash)
    visitor.get("/release")
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, limits[1]))
    try:
        visitor.server.desk.write("out.csv", anyway=True).done.wait(20)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    visitor.server.desk.settle()
    assert visitor.server.desk.problem is not None
    assert {one.name for one in folder.iterdir()} == before
    assert "That did not work" in words_of(visitor.get("/release").text)
    visitor.post("/write", {"file": "out.csv", "why": "so"}, script=False)
    assert (folder / "out.csv").is_file()


@pytest.mark.thorough
def test_a_table_of_two_hundred_columns(tmp_path: Path) -> None:
    """Its pages are short: columns beyond the list are found by name, also after a change."""
    columns = ", ".join(f"hash(i * {place + 3}) % {2 + place % 9} as c{place}" for place in range(200))
    with duckdb.connect() as connection:
        connection.execute(f"copy (select {columns} from range(300) t(i)) to '{tmp_path / 'wide.csv'}'")
    with visited(tmp_path) as visitor:
        visitor.open("wide.csv")
        visitor.wait()
        visitor.post("/limits", {"limit": "cms_cell"})
        assert len(visitor.table.spec.quasi_identifiers) == 200
        for task in ("columns", "limits", "coarsen", "release"):
            page = visitor.get(f"/{task}")
            assert len(page.data) < 100_000, task
            assert "c0, c1, c2, c3, c4, c5, c6, c7 and 192 others" in words_of(page.text).replace(" ,", ",")
        assert "170 more columns" in words_of(visitor.get("/coarsen").text)
        found = visitor.get("/coarsen?find=c15").text
        assert found.count('data-from="/steps') == 11
        visitor.get("/steps?column=155")
        visitor.wait()
        assert "c155" in visitor.get("/steps?column=155").text
        parts = visitor.post("/coarsen", {"level.155": "1", "find": "c155"}).text
        assert "steps-155" in parts
        assert "steps-0" not in parts
        assert visitor.table.spec.release.levels == {"c155": "left_out"}
        assert "No Known column has" in words_of(visitor.get("/coarsen?find=nobody").text)
