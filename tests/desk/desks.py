"""A desk for tests: a folder with a table, and a client that speaks to its application."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import duckdb
from werkzeug.test import Client, TestResponse

from sqlmetrics.desk.server import DeskServer
from sqlmetrics.desk.table import OpenTable
from sqlmetrics.spec.report import Language

CANARY = "Quetzalcoatl"
"""A value of the table that no page may show unasked."""

ROWS = 400
"""The people of the table."""


def write_people(file: Path, rows: int = ROWS) -> None:
    """Write a table of people: identifiers, known columns, a secret, and a canary in three."""
    names, illnesses = "['Miller', 'Smith', 'Jones', 'Brown', 'Davis']", "['flu', 'gout', 'cold', 'burn']"
    query = f"""
    select
        1000 + i as patient_id,
        case when i = 7 then 'Mr {CANARY}'
            else {names}[cast(1 + hash(i) % 5 as int)] || chr(97 + i % 26) end as last_name,
        date '1940-01-01' + cast(hash(i) % 9000 as int) as birth_date,
        printf('%05d', 10000 + (hash(i + 1) % 40) * 7) as zip,
        case when i = 7 then '{CANARY} sex' else ['f', 'm'][cast(1 + hash(i + 2) % 2 as int)] end as sex,
        cast(hash(i + 3) % 25 as int) as stay_days,
        case when i = 7 then '{CANARY} illness' else {illnesses}[cast(1 + hash(i + 4) % 4 as int)] end as diagnosis
    from (select cast(range as int) as i from range({rows}))
    """
    with duckdb.connect() as connection:
        connection.execute(f"copy ({query}) to '{file}'")


class Visitor:
    """A browser without a script, or one whose script sends forms, at a desk that runs here.

    It may ask for a `language`.
    """

    def __init__(self, server: DeskServer, language: str = "") -> None:
        self.server = server
        self.asks = {"Accept-Language": language} if language else {}
        self.base = f"http://127.0.0.1:{server.guard.port}"
        self.client = Client(server.application)
        self.seen: list[str] = []
        self.get(f"/?token={server.guard.token}")

    @property
    def table(self) -> OpenTable:
        """The table that is open."""
        assert self.server.desk.table is not None
        return self.server.desk.table

    def get(self, path: str) -> TestResponse:
        """Ask for an address."""
        return self._seen(self.client.get(path, base_url=self.base, headers=self.asks))

    def post(
        self, path: str, words: Mapping[str, str] | None = None, *, script: bool = True, base: str | None = None
    ) -> TestResponse:
        """Send a form of the spec as it is, or of an earlier `base`."""
        hash_ = base if base is not None else self.table.versions.hash if self.server.desk.table else ""
        headers = (
            self.asks | {"Origin": self.base, "Sec-Fetch-Site": "same-origin"} | ({"X-Fragment": "1"} if script else {})
        )
        data = {"form": self.server.guard.form, "base": hash_, **(words or {})}
        response = self._seen(self.client.post(path, base_url=self.base, data=data, headers=headers))
        self.wait()
        return response

    def open(self, name: str) -> None:
        """Open a table, and wait until it was answered."""
        self.post("/open", {"file": name}, script=False)

    def wait(self, seconds: float = 30.0) -> None:
        """Wait until nothing runs any more."""
        end = time.monotonic() + seconds
        while self.server.desk.settle() is not None:
            assert time.monotonic() < end
            time.sleep(0.02)

    def number(self, column: str) -> int:
        """Return the number of a column."""
        return next(place for place, one in enumerate(self.table.profile.columns) if one.name == column)

    def _seen(self, response: TestResponse) -> TestResponse:
        """Return a response, and keep its text."""
        self.seen.append(f"{response.headers}{response.text}")
        return response


def words_of(html: str) -> str:
    """Return the words of a page, without its script and its style."""
    text = re.sub(r"<(script|style)>.*?</\1>", " ", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text))


@contextmanager
def visited(folder: Path, *, asks: str = "", language: Language | None = None) -> Iterator[Visitor]:
    """Give a visitor of the desk of a folder, which is closed in the end.

    The visitor `asks` for a language, and the desk may be started in one.
    """
    server = DeskServer(folder, language=language)
    try:
        yield Visitor(server, asks)
    finally:
        server.end()
