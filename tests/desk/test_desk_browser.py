"""The desk in a real browser: by mouse, by keyboard, without a script, and for every reader."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import duckdb
import pytest
from desks import ROWS, write_people
from playwright.sync_api import Browser, Locator, Page

from browser import Opened
from documentation.browser import MISSING, browser, program
from sqlmetrics.desk.responses import script, style
from sqlmetrics.desk.server import DeskServer

pytestmark = [
    pytest.mark.skipif(program() is None, reason=MISSING),
    pytest.mark.xdist_group("browser"),
]

TASKS = ("columns", "limits", "coarsen", "release")

OTHER = "ema_public"
"""A limit beside the first one of the page."""

LARGEST_PAGE, LARGEST_PART, LARGEST_SCRIPT = 100_000, 6_000, 10_000
"""The most bytes of a page, of the answer among its parts, and of the script."""


HIDDEN = """() => [...document.querySelectorAll("main a, main button, main input, main select, main summary")]
    .filter((one) => one.checkVisibility()).filter((one) => {
        one.focus();
        const {left, top, width, height} = one.getBoundingClientRect();
        const seen = document.elementFromPoint(left + Math.min(width, 300) / 2, top + Math.min(height, 200) / 2);
        const labels = [...(one.labels || [])];
        return !(seen && (one.contains(seen) || seen.contains(one) || labels.some((label) => label.contains(seen))));
    }).map((one) => one.outerHTML)"""
"""What has the focus and is behind something else; at 400% zoom a window is 320 pixels wide."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The one browser of the module."""
    with browser() as found:
        yield found


@contextmanager
def served(folder: Path, rows: int = ROWS) -> Iterator[DeskServer]:
    """Give the desk of a folder with a table, which answers a browser."""
    if not (folder / "people.parquet").exists():
        write_people(folder / "people.parquet", rows)
    server = DeskServer(folder)
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join(5.0)
        server.end()


class Visit:
    """A page of the desk in a browser, with what it logged and asked for."""

    def __init__(self, page: Page, server: DeskServer) -> None:
        self.page, self.server = page, server
        self.console: list[str] = []
        self.requests: list[str] = []
        self.parts: list[tuple[str, int]] = []
        page.on("console", lambda line: self.console.append(line.text))
        page.on("pageerror", lambda error: self.console.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.set_default_timeout(15_000)
        page.goto(server.address)
        page.wait_for_selector("#files")

    def open(self) -> None:
        """Open the table of the folder."""
        self.page.click("button.plain")
        self.page.wait_for_selector(".cols")

    def task(self, name: str) -> None:
        """Go to a task."""
        self.page.click(f"nav.tasks a[href='/{name}']")
        self.page.wait_for_selector(f"main[data-task={name}]")

    def settled(self) -> None:
        """Wait until the page shows the answer to the spec as it is."""
        desk = self.server.desk
        self.page.wait_for_timeout(250)
        for _ in range(300):
            self.page.wait_for_timeout(30)
            base = self.page.locator("input[name=base]").first.get_attribute("value")
            follows = desk.table is not None and base == desk.table.versions.hash and desk.settle() is None
            if follows and self.page.locator("#run").count() == 0:
                return
        raise AssertionError("the page does not follow")


@contextmanager
def visit(chromium: Browser, server: DeskServer, **words: Any) -> Iterator[Visit]:
    """Give a visit of a desk in a window of its own."""
    window = chromium.new_context(viewport={"width": 1280, "height": 900}, **words)
    try:
        yield Visit(window.new_page(), server)
    finally:
        window.close()


def decide_by_mouse(found: Visit) -> None:
    """Choose limits, a step, and the advice."""
    page = found.page
    found.open()
    found.task("limits")
    page.check("input[value=cms_cell]")
    found.settled()
    page.fill("#drop", "10")
    page.press("#drop", "Tab")
    found.task("coarsen")
    born = page.locator(".coarse").nth(0)
    born.locator("input[type=radio]").nth(3).check()
    found.settled()
    page.click("text=What must I change?")
    page.wait_for_selector("#advice")
    page.click("text=Take it")
    page.wait_for_selector("#advice", state="detached")
    found.settled()


def decide_without_script(found: Visit) -> None:
    """Choose the same as `decide_by_mouse` by plain forms."""
    page = found.page
    page.click("button.plain")
    page.wait_for_selector(".cols", timeout=20_000)
    found.task("limits")
    page.check("input[value=cms_cell]")
    page.click("#form button.go")
    found.settled()
    page.fill("#drop", "10")
    page.click("#form button.go")
    found.settled()
    found.task("coarsen")
    page.locator(".coarse").nth(0).locator("input[type=radio]").nth(3).check()
    page.click("#form button.go")
    found.settled()
    page.click("text=What must I change?")
    page.wait_for_selector("#advice", timeout=30_000)
    page.click("text=Take it")
    page.wait_for_selector("#advice", state="detached")
    found.settled()


@pytest.mark.thorough
def test_the_way_is_the_same_by_mouse_and_without_a_script(chromium: Browser, tmp_path: Path) -> None:
    """Both leave the same bytes in the spec, and a release; nothing is asked of elsewhere."""
    specs = []
    for name, decide, words in (
        ("mouse", decide_by_mouse, {}),
        ("plain", decide_without_script, {"java_script_enabled": False}),
    ):
        folder = tmp_path / name
        folder.mkdir()
        with served(folder) as server, visit(chromium, server, **words) as found:
            decide(found)
            found.task("release")
            found.page.fill("#file", "out.parquet")
            found.page.click("button.go:has-text('Write it')")
            found.page.wait_for_selector("text=Written: out.parquet", timeout=30_000)
            assert all(url.startswith(f"http://127.0.0.1:{server.guard.port}/") for url in found.requests)
            assert found.console == []
            assert (folder / "out.parquet").is_file()
            assert (folder / "out.parquet.html").is_file()
        specs.append((folder / "sqlmetrics.yml").read_bytes().replace(str(folder).encode(), b""))
    assert specs[0] == specs[1]


@pytest.mark.thorough
def test_every_task_is_for_every_reader(chromium: Browser, tmp_path: Path) -> None:
    """axe has nothing against it at three widths in both schemes, and nothing is too wide."""
    with served(tmp_path) as server, visit(chromium, server) as found:
        page = found.page
        looked: Any = Opened.__new__(Opened)
        looked.page = page
        assert looked.violations() == []
        found.open()
        found.task("limits")
        page.check("input[value=cms_cell]")
        found.settled()
        for task in TASKS:
            found.task(task)
            found.settled()
            assert len(page.content().encode()) <= LARGEST_PAGE
            looked.unfold()
            for width in (390, 768, 1280):
                for scheme in ("light", "dark"):
                    looked.look(width, scheme)
                    assert looked.violations() == [], (task, width, scheme)
            assert looked.overflow((320, 360, 640, 900, 1023, 1024, 1440, 2000)) == {}, task
            looked.look(1280)
        page.set_viewport_size({"width": 320, "height": 225})
        for task in TASKS:
            found.task(task)
            assert page.evaluate(HIDDEN) == [], task
        looked.look(1280)
        page.emulate_media(forced_colors="active")
        assert looked.violations() == []
        assert found.console == []
    assert len(script().text) <= LARGEST_SCRIPT
    assert len(style().text) <= 2 * LARGEST_SCRIPT


WIDER = """() => [...document.querySelectorAll("main *, aside *")].filter((one) => one.checkVisibility())
    .filter((one) => !one.closest(".vh, svg, pre, .wide-table, .fold thead"))
    .filter((one) => one.getBoundingClientRect().right > one.closest("main, aside").getBoundingClientRect().right + 1)
    .map((one) => one.outerHTML)"""
"""What reaches beyond the part of the page that it stands in."""


@pytest.mark.thorough
@pytest.mark.parametrize(("language", "lost"), [("de-DE", "nicht erreichbar"), ("fr-FR", "inaccessible")])
def test_pages_of_other_languages_fit(chromium: Browser, tmp_path: Path, language: str, lost: str) -> None:
    """No text of a browser's language is wider than its place; the script says what it says."""
    with served(tmp_path) as server, visit(chromium, server, locale=language) as found:
        page = found.page
        looked: Any = Opened.__new__(Opened)
        looked.page = page
        found.open()
        found.task("limits")
        page.check("input[value=cms_cell]")
        found.settled()
        for task in TASKS:
            found.task(task)
            found.settled()
            looked.unfold()
            for width in (320, 390, 900, 1280):
                looked.look(width)
                assert looked.overflow((width,)) == {}, (task, width)
                assert page.evaluate(WIDER) == [], (task, width)
            looked.look(1280)
        server.close()
        server.end()
        page.click("#undo")
        page.wait_for_selector("#closed")
        assert lost in page.inner_text("#closed")
        assert page.locator("html").get_attribute("lang") == language[:2]


@pytest.mark.thorough
def test_many_changes_end_in_the_last_answer(chromium: Browser, tmp_path: Path) -> None:
    """After thirty changes in three seconds the page shows the answer of the last."""
    with served(tmp_path) as server, visit(chromium, server) as found:
        page = found.page
        found.open()
        found.task("limits")
        page.check("input[value=cms_cell]")
        found.settled()
        found.task("coarsen")
        steps = page.locator("#steps-2 input[type=radio]")
        began = time.monotonic()
        for place in range(30):
            steps.nth(place % 5).check()
        assert time.monotonic() - began < 10
        page.wait_for_timeout(300)
        found.settled()
        table = server.desk.table
        assert table is not None
        assert table.scored is not None
        assert not table.stale
        assert table.spec.release.levels["birth_date"] == "left_out"
        shown = page.locator("#strip").inner_text()
        assert f"{table.scored.answer.at_risk:,}" in shown
        assert page.locator("#steps-2 input:checked").get_attribute("value") == "4"


def test_two_tabs_are_two_views_of_one_spec(chromium: Browser, tmp_path: Path) -> None:
    """After a change in one the other gets the difference, and may send its form once more."""
    with served(tmp_path) as server, visit(chromium, server) as found:
        page = found.page
        found.open()
        found.task("limits")
        other = page.context.new_page()
        other.goto(page.url)
        page.check("input[value=cms_cell]")
        found.settled()
        other.check(f"input[value={OTHER}]")
        other.wait_for_selector("text=The spec was changed elsewhere")
        assert server.desk.table is not None
        assert server.desk.table.spec.limits == ["cms_cell"]
        other.click("text=What differs")
        assert "+limits: [cms_cell]" in other.locator(".err pre").inner_text()
        other.click("text=Keep mine")
        other.wait_for_selector("text=The spec was changed elsewhere", state="detached")
        assert server.desk.table.spec.limits == [OTHER]


@pytest.mark.thorough
def test_the_keyboard_alone_is_enough(chromium: Browser, tmp_path: Path) -> None:
    """Steps are one stop of Tab whose arrows score; the focus stays, and one sentence is said."""
    with served(tmp_path) as server, visit(chromium, server) as found:
        page = found.page
        found.open()
        found.task("limits")
        page.focus("input[value=cms_cell]")
        page.keyboard.press("Space")
        found.settled()
        assert page.evaluate("document.activeElement.value") == "cms_cell"
        page.fill("#drop", "5")
        page.keyboard.press("Enter")
        found.settled()
        assert server.desk.table is not None
        assert server.desk.table.spec.release.drop == 0.05
        found.task("coarsen")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the answer"
        page.focus("#steps-2 input:checked")
        page.keyboard.press("ArrowRight")
        found.settled()
        assert "birth_date: month" in page.locator("#said").inner_text()
        assert page.evaluate("[document.activeElement.name, document.activeElement.value]") == ["level.2", "1"]
        page.focus("#undo")
        page.keyboard.press("Enter")
        found.settled()
        assert page.evaluate("document.activeElement.id") == "undo"
        page.go_back()
        page.go_forward()
        assert server.desk.table is not None
        assert "birth_date" not in server.desk.table.spec.release.levels


def test_a_second_origin_reaches_nothing(chromium: Browser, tmp_path: Path) -> None:
    """A page of another site that knows the address gets nowhere by form, frame or request."""

    class Evil(BaseHTTPRequestHandler):
        body = ""

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(self.body.encode())

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with served(tmp_path) as server:
        evil = HTTPServer(("127.0.0.1", 0), Evil)
        threading.Thread(target=evil.serve_forever, daemon=True).start()
        desk = f"http://127.0.0.1:{server.guard.port}"
        Evil.body = (
            f'<a href="{server.address}">open</a><iframe src="{desk}/"></iframe>'
            f'<form method="post" action="{desk}/close"><input name="form" value="{server.guard.form}">'
            "<button>go</button></form>"
        )
        window = chromium.new_context()
        page = window.new_page()
        page.goto(f"http://localhost:{evil.server_port}/")
        page.click("a")
        page.wait_for_selector("#files")
        page.goto(f"http://localhost:{evil.server_port}/")
        assert page.frames[1].url.startswith("chrome-error") or "Which table" not in page.frames[1].content()
        page.click("button")
        page.wait_for_load_state()
        assert "Forbidden" in page.content()
        page.goto(f"http://localhost:{evil.server_port}/")
        read = page.evaluate(f"fetch('{desk}/', {{credentials: 'include'}}).then(() => 'read', () => 'refused')")
        assert read == "refused"
        window.close()
        evil.shutdown()
        evil.server_close()
        assert not server._closing.is_set()


def side(part: Locator, name: str) -> float:
    """Return where a part of a page begins, or how large it is."""
    found: Any = part.bounding_box()
    return float(found[name])


@pytest.mark.thorough
@pytest.mark.parametrize("width", [1280, 390])
def test_an_identifier_stays_for_a_reason_that_is_asked_for_when_wanted(
    chromium: Browser, tmp_path: Path, width: int
) -> None:
    """The field is behind a word, is as wide as what is typed, and stays open with its reason."""
    with served(tmp_path) as server, visit(chromium, server) as found:
        page = found.page
        found.open()
        page.set_viewport_size({"width": width, "height": 900})
        fields = page.locator("input[name^='reason.']")
        assert fields.count() > 0
        assert not any(field.is_visible() for field in fields.all())
        rows = page.locator(".cols tbody tr:not(.grp)").all()
        assert max(side(row, "height") for row in rows) <= (120 if width == 1280 else 215)
        page.locator("summary:has-text('let it stay')").first.click()
        field = fields.first
        field.fill("the ethics board approved it in May")
        assert field.evaluate("one => one.scrollWidth <= one.clientWidth")
        field.press("Tab")
        found.settled()
        assert server.desk.table is not None
        assert "the ethics board approved it in May" in server.desk.table.spec.identifiers.values()
        assert fields.first.is_visible()
        found.task("release")
        assert page.locator("#file").evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.thorough
def test_what_decides_is_seen_on_the_way(chromium: Browser, tmp_path: Path) -> None:
    """Enter keeps an entry, undo names cards, ways begin with their price, and no path is shown."""
    with served(tmp_path) as server, visit(chromium, server) as found:
        page = found.page
        found.open()
        found.task("limits")
        page.check("input[value=cms_cell]")
        found.settled()
        assert "Groups of at least 11" in page.locator("#undo").inner_text()
        page.fill("#drop", "5")
        page.keyboard.press("Enter")
        found.settled()
        assert "did not work" not in page.inner_text("main")
        assert page.locator("#drop").input_value() == "5"
        assert server.desk.table is not None
        assert server.desk.table.spec.release.drop == 0.05
        found.task("coarsen")
        page.click("text=What must I change?")
        page.wait_for_selector("#advice", timeout=30_000)
        found.settled()
        heads = page.locator("#advice .alts thead th")
        assert [head.inner_text() for head in heads.all()[:3]] == ["Table", "Dropped", "Detail left"]
        right = page.evaluate("document.querySelector('main').getBoundingClientRect().right")
        assert all(side(head, "x") < right for head in heads.all()[:3])
        boxes, table = page.locator("#advice input[name=keep]"), page.locator("#advice .alts")
        assert boxes.count() > 0
        assert side(boxes.first, "y") < side(table, "y")
        assert str(tmp_path) not in page.content()
        page.click("text=Take it")
        page.wait_for_selector("#advice", state="detached")
        found.settled()
        found.task("release")
        assert "Nobody has looked at these columns, and nothing is known of them" in page.inner_text("main")
        assert "ready to write" not in page.inner_text("nav.tasks")
        found.task("columns")
        page.click("text=I have looked")
        page.wait_for_selector("text=I have looked", state="detached")
        assert "Nobody has looked" not in page.inner_text("main")
        found.task("release")
        assert "ready to write" in page.inner_text("nav.tasks")
        page.fill("#file", "out.parquet")
        page.click("button.go:has-text('Write it')")
        page.wait_for_selector("text=Written: out.parquet", timeout=30_000)
        assert "left out" in (tmp_path / "out.parquet.html").read_text(encoding="utf-8")
        assert "No identifier was declared" not in (tmp_path / "out.parquet.html").read_text(encoding="utf-8")


PATIENTS = """
select
    1000 + i as patient_id,
    printf('%05d', 3600 + 2700 * (i % 3) + i // 6) as "PLZ",
    printf('%05d', 3600 + 2700 * (i % 3) + i // 6) as zip,
    ['f', 'm'][1 + i % 2] as "Geschlecht",
    make_date(1950 + i // 2 % 3 * 10 + i // 12 % 9, 1 + i % 12, 1 + i % 28) as "Geburtsdatum",
    date '2024-03-01' + (i // 6 % 2 * 366 + i % 5)::int as "Aufnahmedatum",
    ['Grippe', 'Gicht', 'Husten', 'Bruch'][1 + i // 5 % 4] as "Diagnose"
from range(360) t(i)
"""
"""Patients born in three decades, who came in two years of one decade."""


@pytest.mark.thorough
def test_steps_say_what_they_leave_and_the_release_writes_years(chromium: Browser, tmp_path: Path) -> None:
    """No step leaves one value; one line says that no column alone helps; ZIPs are American.

    The file has years and decades as a reader writes them, not the first digits of dates.
    """
    with duckdb.connect() as connection:
        connection.execute(f"copy ({PATIENTS}) to '{tmp_path / 'people.parquet'}'")
    with served(tmp_path) as server, visit(chromium, server) as found:
        page = found.page
        found.open()
        why = {name: page.locator(f".cols tr:has(th:has-text('{name}')) .why").inner_text() for name in ("PLZ", "zip")}
        assert "three-digit ZIPs" in why["zip"]
        assert "postcode" in why["PLZ"]
        assert "ZIP" not in why["PLZ"]
        assert "20,000" not in why["PLZ"]
        found.task("limits")
        page.check("input[value=cms_cell]")
        found.settled()
        found.task("coarsen")
        page.wait_for_selector("#crowd h3:has-text('Leaving out one column alone helps nobody: ask what must change')")
        assert "Without" not in page.inner_text("#crowd")
        assert server.desk.table is not None
        columns = {one.name: place for place, one in enumerate(server.desk.table.profile.columns)}
        steps = {name: page.locator(f"#steps-{place}") for name, place in columns.items()}
        assert steps["Geburtsdatum"].locator("b").all_inner_texts() == [
            "as it is",
            "month",
            "year",
            "decade",
            "left out",
        ]
        assert steps["Aufnahmedatum"].locator("b").all_inner_texts() == ["as it is", "month", "year", "left out"]
        for name, step in (("Geburtsdatum", 3), ("Aufnahmedatum", 2), ("PLZ", -1), ("zip", -1)):
            steps[name].locator("input[type=radio]").nth(step).check()
            found.settled()
        assert "Nobody hides among fewer than 11" in page.inner_text("#crowd")
        found.task("release")
        page.fill("#file", "out.csv")
        page.click("button.go:has-text('Write it')")
        page.wait_for_selector("text=Written: out.csv", timeout=30_000)
        with duckdb.connect() as connection:
            dates = 'select distinct "Geburtsdatum"::text, "Aufnahmedatum"::text'
            rows = connection.execute(f"{dates} from '{tmp_path / 'out.csv'}' order by all").fetchall()
        assert rows == [(f"19{decade}0s", f"{year}") for decade in (5, 6, 7) for year in (2024, 2025)]


@pytest.mark.thorough
def test_a_published_table_is_opened_dropped_and_read(chromium: Browser, tmp_path: Path) -> None:
    """The choice holds for a dropped file, too; the picture fits each width, for every reader."""
    counts = "town,sex,n\nUlm,f,*\nUlm,m,407\nUlm,Total,409\nBonn,f,*\nBonn,m,*\nBonn,Total,12\nTotal,Total,421\n"
    (tmp_path / "counts.csv").write_text(counts)
    drop = """text => {
        const data = new DataTransfer();
        data.items.add(new File([text], "counts.csv"));
        document.getElementById("drop").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true}));
    }"""
    with served(tmp_path) as server, visit(chromium, server) as found:
        page = found.page
        looked: Any = Opened.__new__(Opened)
        looked.page = page
        page.check("input[value=published]")
        page.evaluate(drop, counts)
        page.wait_for_selector("#marks")
        page.fill("#marks", "* = 1..9")
        page.check("input[value=zero]")
        page.click("text=What follows?")
        page.wait_for_selector(".cell.recovered")
        assert page.locator("td.cell.recovered").inner_text().startswith("2")
        assert page.locator("td.cell.narrow").count() == 2
        assert "Not met: 1 of 2 conditions fails" in page.inner_text("#h-answer")
        assert page.input_value("#marks") == "* = 1..9"
        looked.unfold()
        assert looked.violations() == []
        for width in (320, 390, 900, 1280):
            looked.look(width)
            assert looked.overflow((width,)) == {}, width
            assert page.evaluate(WIDER) == [], width
        assert found.console == []
