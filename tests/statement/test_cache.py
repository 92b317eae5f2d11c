"""The cache of compiled macros runs no code but the user's own, and never stands in the way."""

from __future__ import annotations

import marshal
import os
from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest

from sqlmetrics.statement import render

pytestmark = pytest.mark.skipif(os.name == "nt", reason="owners of files are known on POSIX, the cache is used there")

TEXT = "{{ 6 * 7 }}"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A private folder for caches."""
    tmp_path.chmod(0o700)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def rendered(text: str = TEXT) -> str:
    """Return a text rendered in a new environment with the cache."""
    loader = jinja2.FunctionLoader(lambda name: text)
    return jinja2.Environment(loader=loader, bytecode_cache=render.Compiled()).get_template("answer").render()  # noqa: S701 - no HTML


def files(home: Path) -> list[Path]:
    """Return the files of the cache."""
    return sorted((home / "sqlmetrics").glob("*"))


def forge(home: Path) -> Path:
    """Make the cached macro say something else, with the right hash; return its file."""
    (file,) = files(home)
    environment = jinja2.Environment()  # noqa: S701 - no HTML
    code = marshal.dumps(compile(environment.compile("forged", raw=True), "x", "exec"))
    bucket = render.Compiled().get_bucket(environment, "answer", None, TEXT)
    file.write_bytes(render._digest(bucket, code) + code)
    return file


def test_a_macro_is_compiled_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second environment runs the kept code, in a private folder of private files."""
    assert rendered() == "42"
    (file,) = files(home)
    assert (file.parent.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
    forge(home)
    assert rendered() == "forged"  # the folder is the user's own: its code is run


def test_another_text_or_version_is_compiled_anew(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash holds the text of the macro and the versions of all that made the code."""
    rendered()
    forge(home)
    assert rendered("{{ 1 + 1 }}") == "2"
    assert len(files(home)) == 1
    rendered()
    forge(home)
    monkeypatch.setattr(render, "__version__", "another")
    assert rendered() == "42"


def theirs(file: Path) -> None:
    """Give a file to another user."""
    os.chown(file, 12345, 12345)


def linked(file: Path) -> None:
    """Put a link in the place of a file or folder."""
    moved = file.rename(file.with_name(f"{file.name}.moved"))
    file.symlink_to(moved)


def piped(file: Path) -> None:
    """Put a pipe in the place of a file."""
    file.unlink()
    os.mkfifo(file, 0o600)


def a_folder(file: Path) -> None:
    """Put a folder in the place of a file."""
    file.unlink()
    file.mkdir(mode=0o700)


ABUSES: dict[str, Callable[[Path], object]] = {
    "a folder that others can read": lambda file: file.parent.chmod(0o755),
    "a folder that others can write": lambda file: file.parent.chmod(0o777),
    "a folder that is a link": lambda file: linked(file.parent),
    "a file that others can write": lambda file: file.chmod(0o666),
    "a file that is a link": linked,
    "a file that is a pipe": piped,
    "a file that is a folder": a_folder,
    "an empty file": lambda file: file.write_bytes(b""),
    "a file that was cut": lambda file: os.truncate(file, 50),
    "a file with a bit changed": lambda file: file.write_bytes(file.read_bytes()[:-1] + b"\xff"),
    "code of another kind": lambda file: file.write_bytes(b"j2" * 500),
}


@pytest.mark.parametrize("abuse", ABUSES.values(), ids=ABUSES)
def test_what_is_not_private_and_whole_is_not_run(home: Path, abuse: Callable[[Path], object]) -> None:
    """Code from where others can write is not run; what is broken is compiled anew."""
    rendered()
    abuse(forge(home))
    assert rendered() == "42"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only the superuser gives files away")
@pytest.mark.parametrize("whose", ["the file", "the folder"])
def test_what_another_user_made_is_not_run(home: Path, whose: str) -> None:
    """Code that belongs to another user is not run, though it is private."""
    rendered()
    file = forge(home)
    theirs(file if whose == "the file" else file.parent)
    assert rendered() == "42"


@pytest.mark.parametrize("place", ["/proc/none", "relative", "", "a\0b", "/dev/null", "x" * 5000])
def test_no_place_is_no_error(home: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """Without a place for the cache, macros are compiled each time; nothing is made elsewhere."""
    monkeypatch.chdir(home)
    if "\0" in place:
        monkeypatch.setattr(os, "environ", os.environ | {"XDG_CACHE_HOME": f"/{place}"})
    else:
        monkeypatch.setenv("XDG_CACHE_HOME", place)
    monkeypatch.setenv("HOME", "/proc/none")
    assert rendered() == "42"
    assert list(home.iterdir()) == []


def test_nothing_is_made_where_everybody_writes(home: Path) -> None:
    """In a folder such as /tmp no cache is made."""
    home.chmod(0o1777)
    assert rendered() == "42"
    assert list(home.iterdir()) == []
