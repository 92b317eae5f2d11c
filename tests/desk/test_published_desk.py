"""A published table on the desk: what a person says of it, and what follows, without a browser."""

from __future__ import annotations

import html
import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from desks import Visitor, visited, words_of, write_people

from conftest import Run
from sqlmetrics.spec.spec import parse_spec
from sqlmetrics.spec.yaml_file import parse_yaml

COUNTS = "town,sex,n\nUlm,f,*\nUlm,m,407\nUlm,Total,409\nBonn,f,*\nBonn,m,*\nBonn,Total,12\nTotal,Total,421\n"
"""A published table: 2 women of Ulm follow, and of Bonn 3 to 9 and 3 to 9."""

SAID = {"total": "Total", "marks": "* = 1..9", "absent": "zero"}
"""What a person says of it."""


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    """A visitor of the desk of a folder with a published table and one of people."""
    (tmp_path / "counts.csv").write_text(COUNTS)
    write_people(tmp_path / "people.parquet", 40)
    with visited(tmp_path) as found:
        yield found


def opened(visitor: Visitor, **said: str) -> str:
    """Open the table as a published one, and return the page of what is said of it."""
    visitor.post("/open", {"file": "counts.csv", "kind": "published"}, script=False)
    visitor.post("/published", {**SAID, **said}, script=False)
    return visitor.get("/published").text


def test_nothing_is_read_before_its_meaning_is_said(visitor: Visitor) -> None:
    sent = visitor.post("/open", {"file": "counts.csv", "kind": "published"}, script=False)
    assert (sent.status_code, sent.headers["Location"]) == (303, "/published")
    page = visitor.get("/published").text
    assert "Nothing is known yet" in words_of(page)
    assert " checked>" not in page
    assert "Ulm" not in page


def test_the_verdict_and_the_picture_appear(visitor: Visitor) -> None:
    """The women of Ulm are 409 - 407, and 12 less 1 to 9 leaves 3 to 9."""
    page = opened(visitor)
    assert "Not met: 1 of 2 conditions fails" in words_of(page)
    assert re.findall(r'<td class="cell ([\w-]+)"[^>]*>([^<]*)<', page) == [
        *[("recovered", "2"), ("shown", "407"), ("shown", "409")],
        *[("narrow", "3 to 9"), ("narrow", "3 to 9"), ("shown", "12")],
        *[("absent", ""), ("absent", ""), ("shown", "421")],
    ]
    internal, public = (visitor.get(f"/report.html?version={one}") for one in ("internal", "public"))
    assert ("Ulm" in internal.text, "Ulm" in public.text) == (True, False)
    assert 'filename="counts_report.html"' in public.headers["Content-Disposition"]
    assert '"recovered_cells"' in visitor.get("/report.json").text
    visitor.post("/published", SAID | {"marks": "* = 0..9"}, script=False)
    assert ">3 to 9<" in visitor.get("/published").text


def test_the_page_says_the_same_as_a_spec_and_a_command(
    visitor: Visitor, tmp_path: Path, run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(visitor, absent="counts", counts="0..500", marks="* = 1..9\n\n- = 0\n")
    command, lines = map(html.unescape, re.findall(r"<pre.*?>(.*?)</pre>", page, re.DOTALL))
    spec = parse_spec(parse_yaml(lines, "the page"), "the page", tmp_path)
    assert spec.outputs.marks == {"*": "1..9", "-": "0"}
    assert (spec.outputs.absent, spec.outputs.total) == ("0..500", ["Total"])
    assert [*spec.thresholds] == ["recovered_cells", "unproven_cells"]
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(command)
    found = json.loads(run(*words, "-f", "json").out)
    assert (program, found["recovered_cells"], found["narrow_cells"]) == ("sqlmetrics", 1, 2)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"absent": ""}, "say what a row that is not there means"),
        ({"absent": "counts"}, "say what a row that is not there means"),
        ({"marks": ""}, "the mark * has no meaning here"),
        ({"marks": "*"}, "a mark and its counts are a line such as * = 1..9 (found: '*')"),
        ({"marks": "* = 9..1"}, "write the counts that it stands for"),
        ({"total": "Sum"}, "no column has the total 'Sum'"),
        ({"rounded": "up"}, "`rounded` is a base such as 5"),
        ({"marks": "* = 3..9"}, "does not add up"),
        ({"measure": "<b>"}, "has no column"),
        ({"total": "x\n" * 101}, "at most 100 marks"),
    ],
)
def test_what_makes_no_sense_is_said_beside_the_form(visitor: Visitor, said: dict[str, str], says: str) -> None:
    """The fields stay as they were typed, and nothing is shown of the table."""
    page = opened(visitor, **said)
    assert says in re.sub(r"&#39;", "'", words_of(page))
    assert "Nothing is known yet" in page or 'role="alert"' in page
    assert "<b>" not in page.partition("<main")[2].partition("</main>")[0]
    assert visitor.get("/report.html").status_code == 422
    assert "409" not in page


def test_one_table_is_open_at_a_time(visitor: Visitor) -> None:
    opened(visitor)
    assert 'href="/published">Go on with' in visitor.get("/").text
    visitor.open("people.parquet")
    assert visitor.get("/published").headers["Location"] == "/"
    assert 'href="/columns">Go on with' in visitor.get("/").text
    opened(visitor)
    assert visitor.get("/columns").headers["Location"] == "/"
    assert visitor.get("/progress?task=open").headers["X-To"] == "/published"
    assert visitor.post("/stop").headers["X-To"] == "/published"
    assert visitor.post("/columns", {}).status_code == 422


def test_a_table_that_is_dropped_is_what_was_chosen(visitor: Visitor) -> None:
    dropped = {"dropped": "counts.csv", "size": str(len(COUNTS)), "kind": "published"}
    assert visitor.post("/open", dropped, script=False).headers["Location"] == "/published"
    assert visitor.post("/published", SAID, base="").status_code == 303
    visitor.post("/open", {"file": "nowhere.csv", "kind": "published"}, script=False)
    assert visitor.server.desk.published is not None
