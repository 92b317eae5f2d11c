"""The macros of `templates/` are rendered to SQL text, as dbt would render them.

The files, the namespace of the package and the dispatch are the same.

A wheel brings macros compiled (`bundles`). Others are compiled when they are first used, and kept
in the user's own cache folder, which saves a third of a second per command. What is kept there is
code. So it is used only where nobody else can have written it: the folder and each file belong to
the user of the process, are no links, and are private. What else is there, and what is not whole or
of another version, counts as missing; no error comes of it.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import stat
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from jinja2.bccache import Bucket, BytecodeCache, bc_magic

from sqlmetrics import deadline
from sqlmetrics.errors import SpecError
from sqlmetrics.spec.metric_folders import metric_files, metric_folders
from sqlmetrics.statement.bundles import FOLDERS, bundle_name, bundle_text, bundled, everyday_macros, function_name
from sqlmetrics.statement.dialects import DUCKDB, Dialect
from sqlmetrics.statement.joined import JOINED, joined_texts
from sqlmetrics.statement.own_expressions import SHIMS, OwnMacro, sandboxed
from sqlmetrics.statement.width import Quotes, is_narrow, pieces, within_width
from sqlmetrics.version import __version__


@cache
def macro_folder() -> Path:
    """Return the folder of the macros: inside the installed package, or beside it in a checkout."""
    packaged = Path(str(resources.files("sqlmetrics"))) / "templates"
    folder = packaged if packaged.is_dir() else Path(__file__).parents[2] / "templates"
    return folder / "macros"


@cache
def compiled_folder() -> Path:
    """Return the folder of the macros that a wheel brings compiled; a checkout has none."""
    return macro_folder().with_name("compiled")


def macro_files() -> Mapping[str, Path]:
    """Return the file of every macro by the macro's name, which its own file has, too."""
    folders = metric_folders()
    return package_files() if not folders else _all_files(folders)


@cache
def _all_files(folders: tuple[Path, ...]) -> Mapping[str, Path]:
    """Return the files of our macros, and of a user's own metrics in folders."""
    return {file.stem: file for folder in folders for file in metric_files(folder)} | package_files()


@cache
def package_files() -> dict[str, Path]:
    """Return the file of each macro of ours by the macro's name."""
    found = sorted((folder, name) for folder, _, names in os.walk(macro_folder()) for name in names)
    files = {name.removesuffix(".sql"): Path(folder, name) for folder, name in found if name.endswith(".sql")}
    joined = [Path(folder, name) for folder, name in found if name == JOINED[".sql"]]
    files.pop(Path(JOINED[".sql"]).stem, None)
    return files | {name: path for path in joined for name in joined_texts(path)}


def macro_text(macro: str) -> str:
    """Return the text of a macro's own file. Raises SpecError where there is no such macro."""
    path = macro_files().get(macro)
    if path is None:
        raise SpecError(f"there is no macro '{macro}'; its file {macro}.sql belongs in a folder of templates/macros")
    return joined_texts(path)[macro] if path.name == JOINED[".sql"] else path.read_text(encoding="utf-8")


MOST_TEXTS = 128
"""The most texts of a dialect that are kept, the last ones that were rendered."""

LONGEST_KEY = 32 * 1024
"""The most bytes of the arguments of a text that is kept: longer ones hold values of a question."""


class _Package:
    """The macros: `sqlmetrics.name(..)` and `sqlmetrics[name](..)`, loaded when first used."""

    def __init__(self, environment: jinja2.Environment) -> None:
        self._environment = environment
        self._modules: dict[str, jinja2.environment.TemplateModule] = {}
        self._texts: dict[bytes, str] = {}

    def _text(self, macro: str, arguments: Sequence[Any]) -> str:
        """Return the text of a macro. Of a plan that was rendered before it is the text of then."""
        key = _key(macro, arguments)
        text = None if key is None else self._texts.pop(key, None)
        if text is None:
            text = self.narrow(str(self[macro](*arguments)))
        if key is not None:
            self._texts[key] = text
            if len(self._texts) > MOST_TEXTS:
                with contextlib.suppress(KeyError, RuntimeError, StopIteration):  # another thread was first
                    del self._texts[next(iter(self._texts))]
        return text

    def narrow(self, text: str) -> str:
        """Return a statement in lines of a page's width."""
        return text if is_narrow(text) else within_width(text, self._quotes)

    @cached_property
    def _quotes(self) -> Quotes:
        """How the dialect quotes texts and names."""
        return {"escapes": self["literal"]("\\").count("\\") > 1, "brackets": self["quoted"]("a")[0] == "["}

    def module(self, name: str) -> jinja2.environment.TemplateModule:
        """Return the template of a macro, loaded once."""
        if name not in self._modules:
            own = name not in package_files() and name in macro_files()
            self._modules[name] = self._own(name) if own else self._environment.get_template(name).module
        return self._modules[name]

    def _own(self, name: str) -> jinja2.environment.TemplateModule:
        """Return the template of a metric of a user's own, which runs no code."""
        module: jinja2.environment.TemplateModule = sandboxed(
            {shim: self[shim] for shim in SHIMS}, OwnMacro(macro_files()[name], name, macro_text(name))
        )
        return module

    def __getitem__(self, name: str) -> Callable[..., str]:
        macro: Callable[..., str] = getattr(self.module(name), name)
        return macro

    def __getattr__(self, name: str) -> Callable[..., str]:
        if name.startswith("_") or name not in macro_files():
            raise AttributeError(name)
        setattr(self, name, self[name])  # so that it is looked up once
        return self[name]


def _key(macro: str, arguments: Any) -> bytes | None:
    """Return a key of a macro with entries of a plan; None for other arguments, and for long ones.

    Equal keys have equal values of the same types: values of other than plain types have no key.
    """
    if not arguments or not isinstance(arguments[0], dict | list):
        return None
    try:
        key = marshal.dumps([macro, *arguments], 0)
    except ValueError:
        return None
    return key if len(key) <= LONGEST_KEY else None


class _Adapter:
    """dbt's `adapter.dispatch`: the dialect's own macro, else its parents', else the default."""

    def __init__(self, package: _Package, dialect: Dialect) -> None:
        self._package = package
        self._prefixes = (dialect.name, *dialect.parents, "default")
        self._dispatched: dict[str, Callable[..., str]] = {}

    def dispatch(self, name: str, package: str) -> Callable[..., str]:
        """Return a macro in the dialect; `package` is there as dbt passes it."""
        if name not in self._dispatched:
            module = self._package.module(name)
            macros = (getattr(module, f"{prefix}__{name}", None) for prefix in self._prefixes)
            self._dispatched[name] = next(macro for macro in macros if macro is not None)
        return self._dispatched[name]


class Macros(jinja2.BaseLoader):
    """The loader of macros: of the wheel where it brought them compiled, or else of their texts."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, None, None]:
        """Return the text of a macro. Raises SpecError where there is none."""
        return macro_text(template), None, None

    def load(
        self,
        environment: jinja2.Environment,
        name: str,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - its name in jinja
    ) -> jinja2.Template:
        """Return the template of a macro."""
        path = macro_files().get(name)
        bundle = bundled(compiled_folder(), _place(path)) if path else {}
        made = bundle.get(function_name(macro_text(name))) if bundle else None
        if made is None:
            return super().load(environment, name, globals)
        parts = made(environment) | {"__file__": str(path)}
        return environment.template_class.from_module_dict(environment, parts, {} if globals is None else globals)


def _place(path: Path) -> str:
    """Return the folder of a macro's file below the folder of all macros."""
    return str(path.parent)[len(str(macro_folder())) + 1 :].replace(os.sep, "/")


def write_bundles(folder: Path) -> None:
    """Write the modules of compiled macros, which a wheel brings, below a folder."""
    environment, everyday = new_environment(), everyday_macros()
    for place in FOLDERS:
        names = sorted(name for name in everyday if _place(macro_files()[name]) == place)
        path = folder / bundle_name(place)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(bundle_text(environment, ((name, macro_text(name)) for name in names)), encoding="utf-8")


def new_environment() -> jinja2.Environment:
    """Return an environment of the macros, without what they call."""
    return jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.do"],
        autoescape=False,  # noqa: S701 - SQL, not HTML
        loader=Macros(),
        bytecode_cache=Compiled(),
    )


@cache
def _package(dialect: Dialect) -> _Package:
    environment = new_environment()
    package = _Package(environment)
    environment.globals.update(
        {"sqlmetrics": package, "adapter": _Adapter(package, dialect), "return": lambda text: text}
    )
    return package


def render(macro: str, *arguments: Any, dialect: Dialect = DUCKDB) -> str:
    """Return the text of one macro called with the arguments, in the dialect."""
    deadline.check_time()
    return _package(dialect)._text(macro, arguments)


def narrow(text: str, dialect: Dialect = DUCKDB) -> str:
    """Return a statement in lines of a page's width, after parts of it were replaced."""
    return _package(dialect).narrow(text)


class StatementParts(NamedTuple):
    """The parts of a statement, `queries` being its with clause without that word."""

    comment: str
    queries: str
    last: str
    order: str
    rest: str


def parted(text: str, dialect: Dialect) -> StatementParts:
    """Return the parts of a statement of ours; further statements are its rest."""
    depth, part, parts = 0, 0, ["", "", "", "", ""]
    for piece in pieces_of(text, dialect):
        word = piece.lower()
        depth += (piece == "(") - (piece == ")")
        if not depth:
            begins = {"with": 1, "select": 2, "order": 3, ";": 4}.get(word, 0)
            part = max(part, begins if word != "order" or part == 2 else 0)
        parts[part] += piece
    comment, queries, last, order, rest = parts
    return StatementParts(comment, queries[4:].strip(), last.strip(), order.strip(), rest.strip(";\n"))


def pieces_of(text: str, dialect: Dialect) -> list[str]:
    """Return the words, marks, quoted texts, comments and blanks of a statement."""
    return pieces(text, _package(dialect)._quotes)


DIGEST = 32
"""The length of the hash before the code in a file, in bytes."""

LARGEST = 4 * 1024 * 1024
"""The most bytes that are read of a file."""


class Compiled(BytecodeCache):
    """The cache, with one file for each macro: a hash of versions, text and code, then the code."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a compiled macro, where there is one that is the user's own, whole and current."""
        with contextlib.suppress(OSError, ValueError, EOFError, TypeError), _folder() as folder:
            descriptor = os.open(_name(bucket), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
            with open(descriptor, "rb") as file:  # noqa: PTH123 - by its descriptor
                facts = os.fstat(descriptor)
                if not stat.S_ISREG(facts.st_mode) or not _is_private(facts):
                    return
                content = file.read(LARGEST)
            code = content[DIGEST:]
            if content[:DIGEST] == _digest(bucket, code):
                bucket.code = marshal.loads(code)  # noqa: S302 - the user's own, as is Python's cache

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled macro. A file that is not whole fails its hash, and is written again."""
        code = marshal.dumps(bucket.code)
        with contextlib.suppress(OSError, ValueError), _folder(create=True) as folder:
            flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
            descriptor = os.open(_name(bucket), flags, 0o600, dir_fd=folder)
            with open(descriptor, "wb") as file:  # noqa: PTH123 - by its descriptor
                facts = os.fstat(descriptor)
                if stat.S_ISREG(facts.st_mode) and _is_private(facts):
                    file.truncate(0)
                    file.write(_digest(bucket, code) + code)


def _name(bucket: Bucket) -> str:
    return f"{bucket.key}.macro"


def _digest(bucket: Bucket, code: bytes) -> bytes:
    """Return the hash of the code and of all that it depends on."""
    words = (__version__, jinja2.__version__, bucket.key, bucket.checksum)
    return sha256("\n".join(words).encode() + bc_magic + code).digest()


def _is_private(facts: os.stat_result) -> bool:
    """Return whether a file or folder belongs to the user, and nobody else can use it."""
    return facts.st_uid == os.geteuid() and not facts.st_mode & 0o077


@contextlib.contextmanager
def _folder(*, create: bool = False) -> Iterator[int]:
    """Open the folder of the cache. Raises OSError where there is none that is the user's own.

    Folders are created only in one that belongs to the user, and that is not everybody's to write.
    """
    if not hasattr(os, "geteuid") or os.open not in os.supports_dir_fd:
        raise OSError("owners of files are not known here")
    named = os.environ.get("XDG_CACHE_HOME", "")
    parent = named if named.startswith("/") else os.path.expanduser("~/.cache")  # noqa: PTH111 - no error where there is no home
    if create:
        _make(Path(parent))
        _make(Path(parent, "sqlmetrics"))
    descriptor = os.open(f"{parent}/sqlmetrics", os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if not _is_private(os.fstat(descriptor)):
            raise OSError("the folder is not the user's own")
        yield descriptor
    finally:
        os.close(descriptor)


def _make(folder: Path) -> None:
    """Create a folder where it is missing. Raises OSError where that is not the user's place."""
    if folder.is_dir():
        return
    facts = folder.parent.stat()
    if facts.st_uid != os.geteuid() or facts.st_mode & stat.S_IWOTH:
        raise OSError("the place is not the user's own")
    folder.mkdir(mode=0o700)
