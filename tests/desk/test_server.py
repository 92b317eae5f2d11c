"""The server: on this computer alone, silent, and gone once nobody needs it."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb
import pytest
from desks import visited, write_people

from conftest import Run
from sqlmetrics.desk import server as server_module
from sqlmetrics.desk.guard import HEADERS
from sqlmetrics.desk.server import DeskServer
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.reading import read_spec

ROOT = Path(__file__).parents[2]

ADDRESS = r"http://127\.0\.0\.1:\d+/\?token=[\w-]{32}"
"""The address that is good once."""


@contextmanager
def serving(folder: Path, idle: float = 60.0) -> Iterator[tuple[DeskServer, threading.Thread]]:
    """Give the server of a folder's desk, and the thread that waits for its end."""
    server = DeskServer(folder, idle=idle)
    thread = threading.Thread(target=server.serve)
    thread.start()
    try:
        yield server, thread
    finally:
        server.close()
        thread.join(5.0)
        server.end()
    assert not thread.is_alive()


def answer(port: int, path: str, method: str = "GET", body: str = "", **headers: str) -> http.client.HTTPResponse:
    """Return the response to a request, over a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request(method, path, body.encode(), {name.replace("_", "-"): value for name, value in headers.items()})
    return connection.getresponse()


def asked(
    server: DeskServer, path: str, method: str = "GET", body: str = "", **headers: str
) -> http.client.HTTPResponse:
    """Return the response of a server."""
    return answer(server.guard.port, path, method, body, **headers)


def entered(server: DeskServer) -> str:
    """Use the token, and return the cookie."""
    response = asked(server, f"/?token={server.guard.token}")
    assert response.status == 200
    return str(response.headers["Set-Cookie"]).partition(";")[0]


def sent(server: DeskServer, path: str, cookie: str) -> http.client.HTTPResponse:
    """Send a form as a page of the desk does."""
    form = {"Content_Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{server.guard.port}"}
    return asked(server, path, "POST", f"form={server.guard.form}", Cookie=cookie, **form)


def test_it_answers_this_computer_and_logs_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Requests, refusals, errors and what is no request leave no line; pages know no versions."""
    with serving(tmp_path) as (server, _):
        assert asked(server, "/").status == 403
        cookie = entered(server)
        page = asked(server, "/", Cookie=cookie)
        assert (page.status, page.headers["Server"]) == (200, "sqlmetrics desk")
        assert (
            asked(server, "/?__debugger__=yes&cmd=resource&f=style.css", Cookie=cookie)
            .headers["Content-Type"]
            .startswith("text/html")
        )
        assert asked(server, "/console", Cookie=cookie).status == 404
        server.application.get_files = None  # type: ignore[assignment,method-assign]
        failed = asked(server, "/", Cookie=cookie)
        assert failed.status == 500
        server.guard.check = None  # type: ignore[assignment,method-assign]
        assert asked(server, "/").status == 500
        server.application.answer = None  # type: ignore[assignment,method-assign]
        assert asked(server, "/").status == 500
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", server.guard.port), timeout=2)
        with socket.create_connection(("127.0.0.1", server.guard.port), timeout=5) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nWrong: " + b"x" * 70_000 + b"\r\n\r\n")
            told = connection.makefile("rb").read().decode()
    assert "431" in told.partition("\r\n")[0]
    assert all(f"{name}: {value}" in told for name, value in HEADERS.items())
    assert "xxx" not in told
    assert {name: failed.headers[name] for name in HEADERS} == HEADERS
    assert capfd.readouterr() == ("", "")


def test_a_large_body_is_told(tmp_path: Path) -> None:
    """A client that sends too much hears so, by its own word and by that of the bytes."""
    with serving(tmp_path) as (server, _):
        form = {"Content_Type": "application/x-www-form-urlencoded", "Sec_Fetch_Site": "same-origin"}
        cookie = entered(server)
        assert asked(server, "/stop", "POST", "x" * 70_000, Cookie=cookie, **form).status == 413
        chunks = {"Transfer_Encoding": "chunked", **form}
        body = f"{70_000:x}\r\n{'x' * 70_000}\r\n0\r\n\r\n"
        assert asked(server, "/stop", "POST", body, Cookie=cookie, **chunks).status == 413


def test_it_ends_when_it_is_closed(tmp_path: Path) -> None:
    """The last page arrives, and the port is free again."""
    with serving(tmp_path) as (server, thread):
        response = sent(server, "/close", entered(server))
        assert (response.status, "The desk is closed" in response.read().decode()) == (200, True)
        thread.join(2.0)
        assert not thread.is_alive()
    socket.create_server(("127.0.0.1", server.guard.port)).close()


def test_it_ends_when_nobody_asks(tmp_path: Path) -> None:
    """Strangers do not keep it, its own page and a run do."""
    with serving(tmp_path, idle=0.4) as (server, thread):
        cookie = entered(server)
        for _ in range(4):
            time.sleep(0.2)
            assert asked(server, "/", Cookie=cookie).status == 200
        stop = threading.Event()
        run = server.desk.runs.start("score", lambda _: stop.wait(5))
        time.sleep(0.8)
        assert thread.is_alive()
        stop.set()
        assert run.done.wait(1.0)
        since = time.monotonic()
        while thread.is_alive() and time.monotonic() - since < 3:
            assert asked(server, "/").status == 403
            time.sleep(0.05)
        assert not thread.is_alive()


def test_a_port_that_is_taken_is_told(tmp_path: Path, run: Callable[..., Run]) -> None:
    """The message says what to do, and nothing is left."""
    with serving(tmp_path) as (server, _):
        port = server.guard.port
        with pytest.raises(SpecError, match=f"cannot answer at port {port}: address already in use; choose another"):
            DeskServer(tmp_path, port)
        ended = run("desk", str(tmp_path), "--no-browser", "--port", str(port))
        assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
        assert f"port {port}" in ended.err
    assert run("desk", str(tmp_path / "gone")).code == 2


def test_the_address_is_printed_where_no_browser_opens(
    tmp_path: Path, run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a browser it is nobody else's to read."""
    opened: list[str] = []

    def show(address: str) -> bool:
        opened.append(address)
        return len(opened) == 1

    monkeypatch.setattr(DeskServer, "serve", lambda _: None)
    monkeypatch.setattr("webbrowser.open", show)
    for words, shown in ((), True), ((), False), (("--no-browser",), False):
        ended = run("desk", str(tmp_path), *words)
        assert ended.code == 0
        assert "token" not in ended.err
        assert (ended.out == "") == shown
        if not shown:
            assert re.fullmatch(ADDRESS, ended.out.strip())
    assert [bool(re.fullmatch(ADDRESS, address)) for address in opened] == [True, True]


def test_no_debugger_and_no_reloader_is_ever_named() -> None:
    """What serves is Werkzeug's server, without what helps its developers."""
    texts = [file.read_text() for file in Path(server_module.__file__).parent.rglob("*.py")]
    assert any("ThreadedWSGIServer" in text for text in texts)
    assert not [text for text in texts if re.search("debug|reloader|run_simple|evalex", text)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it(tmp_path: Path, number: signal.Signals, code: int) -> None:
    """The exit code is the signal's, also while a table is counted, and no file is left."""
    (tmp_path / "people.csv").write_text("age,zip\n" + "1,2\n" * 20)
    words = [sys.executable, "-m", "sqlmetrics", "desk", "people.csv", "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            address = process.stdout.readline().strip()
            assert re.fullmatch(ADDRESS, address)
            port = int(address.split(":")[2].partition("/")[0])
            path = address.partition(str(port))[2]
            assert [answer(port, path).status, answer(port, path).status] == [200, 403]
            process.send_signal(number)
            assert process.wait(5) == code
            assert "Traceback" not in process.stderr.read()
        finally:
            process.kill()
    assert [file.name for file in tmp_path.iterdir()] == ["people.csv"]


@pytest.mark.thorough
def test_a_killed_desk_leaves_a_whole_spec(tmp_path: Path) -> None:
    """Changes were sent one after another when it ended; the next desk goes on from one of them."""
    write_people(tmp_path / "people.parquet", 60)
    words = [sys.executable, "-m", "sqlmetrics", "desk", "people.parquet", "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            base, _, path = address.partition("/?")
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            opener.open(f"{base}/?{path}", timeout=10).read()
            page = ""
            for _ in range(100):
                page = opener.open(f"{base}/limits", timeout=10).read().decode()
                if 'name="drop"' in page:
                    break
                time.sleep(0.1)
            form, spec_hash = (re.findall(f'name="{name}" value="([^"]+)"', page)[0] for name in ("form", "base"))
            threading.Timer(0.7, process.kill).start()
            share, headers = 0, {"Origin": base, "X-Fragment": "1"}
            with suppress(OSError, http.client.HTTPException):
                while True:
                    share = share % 90 + 1
                    sent = urllib.parse.urlencode({"form": form, "base": spec_hash, "drop": share}).encode()
                    request = urllib.request.Request(f"{base}/limits", sent, headers)  # noqa: S310
                    spec_hash = opener.open(request, timeout=10).headers["X-Base"]
            assert process.wait(5) == -signal.SIGKILL
        finally:
            process.kill()
    assert share > 1
    spec = read_spec(tmp_path / "sqlmetrics.yml")
    assert round(100 * spec.release.drop) in {share - 1, share}
    with visited(tmp_path) as later:
        later.open("people.parquet")
        versions, last = later.table.versions, later.table.versions.text
        later.post("/undo")
        assert versions.text != last
        later.post("/redo")
        assert versions.text == last


@pytest.mark.parametrize("typed", ["people.parquet", ".", "tables"])
def test_a_file_or_a_folder_alone_opens_the_desk(
    typed: str, tmp_path: Path, run: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever types the first thing that comes to mind is where the questions are."""
    (tmp_path / "tables").mkdir()
    duckdb.execute(f"copy (select i % 3 as age from range(9) r(i)) to '{tmp_path}/people.parquet'")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(DeskServer, "serve", lambda server: None)
    ended = run(typed, "--no-browser")
    assert (ended.code, ended.out.startswith("http://127.0.0.1:")) == (0, True), ended.err
    assert "the desk is closed" in ended.err


def test_a_file_that_is_not_there_is_no_unknown_command(tmp_path: Path, run: Callable[..., Run]) -> None:
    """What has an ending is a file; what has none is a command."""
    ended = run(tmp_path / "people.csv")
    assert (ended.code, "people.csv; name a table, its spec, or a folder of tables" in ended.err) == (2, True)
    assert "No such command 'scoer'" in run("scoer").err
