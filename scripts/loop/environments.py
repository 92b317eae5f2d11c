"""The environments of Python that scripts and tests need, each made once for its requirements."""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from loop.commands import check
from loop.steps import CACHE, ROOT, StepError

DEMO = ("duckdb", "jinja2", "pydantic", "pyyaml", "typer")
"""The dependencies that `sqlmetrics demo` imports; a test runs it without the others."""

ALL = "*"
"""The mark of an environment that has all dependencies of the package."""


class Environment(NamedTuple):
    """An environment: its place, its packages, and the constraints that hold their versions.

    `needs` are dependencies of the package, `groups` dependency groups of pyproject.toml. With
    `editable` the package itself is installed. `within` are the environments that have all of it.
    """

    place: str
    needs: tuple[str, ...]
    groups: tuple[str, ...] = ()
    editable: bool = True
    constraints: str = "constraints.txt"
    within: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder of the environment."""
        return ROOT / self.place

    @property
    def python(self) -> Path:
        """The Python of the environment."""
        return self.folder / "bin" / "python"


ENVIRONMENTS = {
    "demo": Environment(".venv", DEMO, editable=False, within=("run", "dev", "engines")),
    "run": Environment(".venv", (ALL,), within=("dev", "engines")),
    "dev": Environment(".venv", (ALL,), ("dev",), within=("engines",)),
    "engines": Environment(".venv", (ALL,), ("dev", "engines")),
    "dbt": Environment(".cache/dbt", (), ("dbt",), editable=False, constraints="constraints-dbt.txt"),
    "schedulers": Environment(".cache/schedulers", (), ("schedulers",), constraints="constraints-schedulers.txt"),
    "noise": Environment(".cache/noise", (), ("noise",), constraints="constraints-noise.txt"),
    "quality": Environment(".cache/quality", (), ("quality",), editable=False, constraints="constraints-quality.txt"),
    "smartnoise": Environment(".cache/smartnoise", (), ("smartnoise",), constraints="constraints-smartnoise.txt"),
}
"""The environments by the word that `scripts/setup` takes."""

SECONDS = {
    "demo": 15.0,
    "run": 25.0,
    "dev": 45.0,
    "engines": 70.0,
    "dbt": 25.0,
    "schedulers": 60.0,
    "noise": 30.0,
    "quality": 60.0,
    "smartnoise": 20.0,
}
"""The seconds that an environment takes where nothing is known of the machine yet."""

OLDER = "duckdb-1.5"
"""The folder in .cache of the older DuckDB, which is tested, too."""


def missing(names: Iterable[str]) -> list[str]:
    """Return the environments that are not there yet, or not as pyproject.toml says today."""
    return [name for name in names if not _is_made(name)]


def make(names: Sequence[str], command: str) -> None:
    """Make environments side by side. Raises StepError where one fails."""
    with ThreadPoolExecutor(max_workers=max(len(names), 1)) as pool:
        for made in [pool.submit(_make, name, command) for name in names]:
            made.result()


def older_duckdb(command: str) -> Path:
    """Return the folder of the older DuckDB, which is installed where it is missing."""
    folder = CACHE / OLDER
    if not folder.is_dir():
        options = ["--quiet", "--no-deps", "--target", str(folder), "duckdb==1.5.6"]
        check([*_pip(ENVIRONMENTS["dev"]), "install", *options], log=OLDER, command=command)
    return folder


def requirements(groups: Iterable[str]) -> list[str]:
    """Return the requirements of dependency groups of pyproject.toml, with the groups they name."""
    listed: list[str] = []
    for group in groups:
        for entry in _project()["dependency-groups"][group]:
            listed += requirements([entry["include-group"]]) if isinstance(entry, dict) else [entry]
    return listed


def _project() -> dict[str, dict[str, list[str | dict[str, str]]]]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def _needed(environment: Environment) -> list[str]:
    """Return the dependencies of the package that an environment has without the package."""
    if environment.editable:
        return ["--editable", "."]
    listed = map(str, _project()["project"]["dependencies"])
    return [one for one in listed if one.partition(">")[0] in environment.needs]


def _stamp(environment: Environment) -> str:
    """Return what an environment is made of, as a digest."""
    digest = hashlib.sha256(sys.version.encode())
    for name in ("pyproject.toml", environment.constraints):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def _mark(name: str) -> Path:
    return ENVIRONMENTS[name].folder / f".{name}"


def _is_made(name: str) -> bool:
    """Return whether an environment, or one that has all of it, is there and current."""
    environment = ENVIRONMENTS[name]
    for other in (name, *environment.within):
        try:
            if _mark(other).read_text(encoding="utf-8") == _stamp(ENVIRONMENTS[other]):
                return True
        except OSError:
            continue
    return False


def _make(name: str, command: str) -> None:
    """Make an environment. Where its folder is there, packages that are missing are added."""
    environment = ENVIRONMENTS[name]
    if not environment.python.exists():
        without = ["--without-pip"] if find_spec("pip") else []
        check([sys.executable, "-m", "venv", *without, environment.folder], log=f"{name}-venv", command=command)
    wanted = [*_needed(environment), *requirements(environment.groups)]
    if name != "demo":
        wanted.append("pip>=25.1")
    options = ["--quiet", "--no-compile", "--constraint", environment.constraints]
    check([*_pip(environment), "install", *options, *wanted], log=name, command=command)
    try:
        _mark(name).write_text(_stamp(environment), encoding="utf-8")
    except OSError as error:
        raise StepError(f"{command}: cannot write {_mark(name)}: {error.strerror}", 2) from None


def _pip(environment: Environment) -> list[str | Path]:
    """Return the start of a command of pip that works in an environment, with pip in it or not."""
    options: list[str | Path] = ["--disable-pip-version-check", "--no-input"]
    if find_spec("pip"):
        return [sys.executable, "-m", "pip", "--python", environment.python, *options]
    return [environment.python, "-m", "pip", *options]
