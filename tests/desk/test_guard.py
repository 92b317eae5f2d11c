"""Who may speak to the desk: a test for each line of the table of threats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import Client, TestResponse

from sqlmetrics.desk.application import Application
from sqlmetrics.desk.desk import Desk
from sqlmetrics.desk.folder import Folder
from sqlmetrics.desk.guard import HEADERS, LARGEST, Guard
from sqlmetrics.desk.runs import Runs

PORT = 8765
BASE = f"http://127.0.0.1:{PORT}"
OWN = {"Origin": BASE, "Sec-Fetch-Site": "same-origin"}


class Browser:
    """A browser at the desk of a folder, with the cookie or without it."""

    def __init__(self, folder: Path) -> None:
        self.guard = Guard(PORT)
        self.desk = Desk(Folder(folder), Runs())
        self.closed: list[bool] = []
        self.application = Application(self.desk, self.guard, lambda: self.closed.append(True))
        self.client = Client(self.application)

    def enter(self) -> None:
        """Use the token, and have the cookie."""
        assert self.get(f"/?token={self.guard.token}").status_code == 200

    def get(self, path: str, base: str = BASE, **more: Any) -> TestResponse:
        """Ask for an address."""
        return self.client.get(path, base_url=base, **more)

    def post(
        self, path: str, headers: dict[str, str] | None = None, form: str | None = None, **words: str
    ) -> TestResponse:
        """Send a form, by default as a page of the desk does."""
        data = {"form": self.guard.form if form is None else form, **words}
        return self.client.post(path, base_url=BASE, data=data, headers=OWN if headers is None else headers)


@pytest.fixture
def browser(tmp_path: Path) -> Any:
    """A browser without a cookie yet."""
    found = Browser(tmp_path)
    yield found
    found.desk.runs.close()


def test_the_token_is_good_once_and_gives_a_strict_cookie(browser: Browser) -> None:
    """The page that takes it is no redirect, with which the browser would not send the cookie."""
    assert browser.get("/").status_code == 403
    assert browser.get("/?token=wrong").status_code == 403
    token = browser.guard.token
    entered = browser.get(f"/?token={token}")
    assert (entered.status_code, entered.headers["Refresh"]) == (200, "0; url=/")
    cookie = entered.headers["Set-Cookie"]
    assert cookie.startswith(f"sqlmetrics_desk_{PORT}=")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert token is not None
    assert token not in cookie
    assert len(browser.guard.cookie) >= 32
    assert browser.get("/").status_code == 200
    assert browser.get(f"/?token={token}").status_code == 403


def test_another_host_is_refused_before_all_else(browser: Browser) -> None:
    """A name that was made to point here does not reach the desk, and spends no token."""
    for base in ("http://evil.example", f"http://evil.example:{PORT}", "http://127.0.0.1:1", "http://127.0.0.1"):
        assert browser.get(f"/?token={browser.guard.token}", base).status_code == 400
    assert browser.get(f"/?token={browser.guard.token}", f"http://localhost:{PORT}").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "", "Sec-Fetch-Site": "same-origin"},
        {"Origin": BASE, "Sec-Fetch-Site": ""},
        {"Origin": f"{BASE}, {BASE}"},
        {"Origin": f"http://localhost:{PORT}"},
        {"Origin": BASE, "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_a_form_of_another_site_is_refused(browser: Browser, headers: dict[str, str]) -> None:
    """One of the two headers says that a page of the desk sent it, and neither anything else."""
    browser.enter()
    assert browser.post("/close", headers).status_code == 403
    assert not browser.closed


def test_a_form_needs_its_token_and_either_header(browser: Browser) -> None:
    """A form of an earlier start is refused; with one header alone a form is taken."""
    browser.enter()
    for form in ("old", "", "\xe9", browser.guard.cookie):
        assert browser.post("/stop", form=form).status_code == 403
    assert browser.post("/close", {"Origin": BASE}).status_code == 200
    assert browser.post("/close", {"Sec-Fetch-Site": "same-origin"}).status_code == 200
    assert browser.closed == [True, True]


def test_a_form_without_the_cookie_is_refused(browser: Browser) -> None:
    """Another program of the machine that knows the form's token has no cookie."""
    assert browser.post("/close").status_code == 403


def test_every_response_has_the_headers(browser: Browser) -> None:
    """So have errors: nothing is framed, kept, or run that is not the page's own."""
    found = [browser.get("/"), browser.get("/", "http://evil.example"), browser.get(f"/?token={browser.guard.token}")]
    found += [browser.get("/"), browser.get("/nothing"), browser.post("/nothing"), browser.post("/undo")]
    assert [one.status_code for one in found] == [403, 400, 200, 200, 404, 404, 422]
    for response in found:
        assert {name: response.headers.get(name) for name in HEADERS} == HEADERS
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert "Access-Control-Allow-Origin" not in response.headers
        assert "Werkzeug" not in response.text
        assert "Traceback" not in response.text


@pytest.mark.parametrize(
    ("mimetype", "body"),
    [
        (
            "multipart/form-data; boundary=x",
            '--x\r\nContent-Disposition: form-data; name="form"\r\n\r\n{form}\r\n--x--\r\n',
        ),
        ("text/plain", "form={form}"),
        ("application/json", '{{"form": "{form}"}}'),
        (None, "form={form}"),
    ],
)
def test_what_is_no_form_is_refused(browser: Browser, mimetype: str | None, body: str) -> None:
    """There is no parser of anything but forms, so that nothing is uploaded."""
    browser.enter()
    text = body.format(form=browser.guard.form)
    assert browser.client.post("/stop", base_url=BASE, data=text, content_type=mimetype, headers=OWN).status_code == 415


def test_desks_do_not_take_the_cookie_from_one_another(browser: Browser) -> None:
    """A browser has one jar for all ports of a host; a wrong cookie is refused."""
    browser.enter()
    other = Guard(PORT + 1)
    assert other.cookie_name != browser.guard.cookie_name
    browser.client.set_cookie(other.cookie_name, other.cookie, domain="127.0.0.1")
    assert browser.get("/").status_code == 200
    for wrong in ("", "\xe9", browser.guard.form, browser.guard.cookie[:-1]):
        browser.client.set_cookie(browser.guard.cookie_name, wrong, domain="127.0.0.1")
        assert browser.get("/").status_code == 403


def test_browsers_leave_out_the_port_of_http() -> None:
    """A desk at port 80 is asked for without it, and another one is not."""
    assert {"127.0.0.1", "localhost:80"} < Guard(80).hosts
    assert Guard(PORT).hosts == {f"127.0.0.1:{PORT}", f"localhost:{PORT}"}


def test_a_large_body_is_refused(browser: Browser) -> None:
    """A form of the desk is short."""
    browser.enter()
    assert browser.post("/open", file="x" * (LARGEST + 1)).status_code == 413


def test_what_changes_is_sent(browser: Browser) -> None:
    """No address that changes anything takes a GET."""
    browser.enter()
    for path in ("/open", "/advise", "/take", "/stop", "/undo", "/redo", "/values", "/write", "/close"):
        assert browser.get(path).status_code == 405
    assert browser.client.delete("/columns", base_url=BASE, headers=OWN).status_code in {403, 405, 415}


@pytest.mark.parametrize(
    "name", ["../outside.csv", "/etc/passwd", "linked.csv", ".hidden.csv", ".dot/inside.csv", "no.csv"]
)
def test_only_tables_below_the_folder_are_opened(browser: Browser, tmp_path: Path, name: str) -> None:
    """A path, a link that leads out, and what begins with a dot are no tables of the list."""
    outside = tmp_path.parent / "outside.csv"
    outside.write_text("a\n1\n")
    (tmp_path / "linked.csv").symlink_to(outside)
    (tmp_path / ".hidden.csv").write_text("a\n1\n")
    (tmp_path / ".dot").mkdir()
    (tmp_path / ".dot" / "inside.csv").write_text("a\n1\n")
    (tmp_path / "<script>alert(1)<b>.csv").write_text("a\n1\n")
    browser.enter()
    listed = browser.get("/").text
    assert name not in listed
    assert "&lt;script&gt;alert(1)" in listed
    assert "<script>alert" not in listed
    response = browser.post("/open", file=name)
    assert response.status_code == 422
    assert browser.desk.table is None
    outside.unlink()
