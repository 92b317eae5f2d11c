"""The rules of the streets, each a function from a project's folder to its violations."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

STREETS = (
    "root",
    "files",
    "lakes",
    "spec",
    "statement",
    "engine",
    "columns",
    "scoring",
    "risk",
    "release.attack",
    "release.utility",
    "gate",
    "advice",
    "certificate",
    "output",
    "publication",
    "desk",
    "doors",
    "cli",
)
"""Where modules lie, in the order in which data flows: each imports only from those before it."""

APART = frozenset({"release.attack", "release.utility"})
"""The streets that do not know each other."""

DOORS = frozenset({"", "signatures", "table", "releases", "functions"})
"""The modules beside the packages for callers in Python; "" is the package itself."""

ONLY_IN = {
    "duckdb": {"engine"},
    "jinja2": {"statement", "output", "desk"},
    "matplotlib": {"output"},
    "pyspark": {"engine"},
    "python_calamine": {"engine"},
    "pyreadstat": {"engine"},
    "rich": {"output", "cli"},
    "sklearn": {"release.utility"},
    "sqlalchemy": {"engine"},
    "typer": {"cli"},
    "werkzeug": {"desk"},
}
"""The streets that alone import a package."""

LATE = {
    "deltalake": "the extra [lake]",
    "duckdb": "start-up: what prints a statement opens no database",
    "fsspec": "the extra [bucket]",
    "hudi": "the extra [hudi]",
    "jinja2": "start-up: help renders no statement",
    "lance": "the extra [lance]",
    "matplotlib": "the extra [plot]",
    "numpy": "start-up: only a search of recodings needs it",
    "pandas": "start-up: half a second, which only frames need",
    "phonenumbers": "start-up: only a look at telephone numbers needs it",
    "polars": "a frame that the caller has",
    "pyarrow": "a table that the caller has",
    "pyiceberg": "the extra [lake]",
    "pydantic": "start-up: help reads no spec",
    "pyreadstat": "the extra [statistics]",
    "pyspark": "the extra [spark]",
    "python_calamine": "the extra [excel]",
    "rich": "start-up: JSON, CSV and SQL are written without it",
    "scipy": "the extra [outputs]",
    "sklearn": "the extra [ml]",
    "weasyprint": "the extra [pdf]",
    "sqlalchemy": "the extras of databases",
    "sqlglot": "the extra [log]",
    "yaml": "start-up: flags alone read no file",
}
"""The packages that a function may import, and why: nothing else is imported inside functions.

The command line also imports inside its commands those modules of ours that import one of these at
the top; it imports none of them at its own top.
"""

SCORES = ("cli.relation", "output.results.scores", "risk.score", "table")
"""The modules that each score of a table needs, by the command line or in Python."""

SCORES_NEED = frozenset({"duckdb", "jinja2", "pydantic"})
"""The packages of LATE that a score needs."""

QUESTIONS = tuple(f"risk.{one}." for one in ("counts", "estimation", "events", "intervals", "published", "together"))
"""The folders of questions that a plain score does not ask: functions import them when it is."""

MACRO_STREETS = (
    "dialects",
    "counts",
    "measures",
    "metrics",
    "risk",
    "release/attack",
    "release/utility",
    "advice",
    "output",
)
"""The folders of macros in the order of their calls: each calls only those before it."""

FLAG = re.compile(
    r"(?<![\w-])(?<!psql )(?<!mariadb )--[a-z][\w-]*|(?<=[\s(`])(?<!mkdir )(?<!python )-[a-z](?=[\s)`,.;]|$)"
)
"""A flag of a command line, other than another program's."""


class Import(NamedTuple):
    """An import by one of our modules: the module or the package it names, and the line.

    `when` is `top`, `function` for one inside a function, or `typing` for type checkers only.
    """

    target: str
    line: int
    when: str


class Module(NamedTuple):
    """A module of ours: its name in the package ("" is the package itself), file, tree, imports."""

    name: str
    path: str
    tree: ast.Module
    imports: tuple[Import, ...]

    @property
    def street(self) -> str:
        """The street that the module lies in."""
        return street(self.name)


Modules = Mapping[str, Module]
Check = Callable[[Path], list[str]]


def street(name: str) -> str:
    """Return the street of a module, by its name from the package on."""
    if name in DOORS:
        return "doors"
    if name == "__main__":
        return "cli"
    first, *rest = name.split(".")
    if first == "release":
        return ".".join((first, *rest[:1]))
    return first if first in STREETS else "root"


@cache
def modules(folder: Path) -> Modules:
    """Return the modules of a project's package by their names, each file parsed once."""
    top = folder / "sqlmetrics"
    files = {".".join(path.relative_to(top).with_suffix("").parts): path for path in sorted(top.rglob("*.py"))}
    names = {name.removesuffix("__init__").removesuffix(".") for name in files}
    by_name = {}
    for dotted, path in files.items():
        name = dotted.removesuffix("__init__").removesuffix(".")
        tree = ast.parse(path.read_text())
        imports = tuple(_imports(tree, name, names, when="top"))
        by_name[name] = Module(name, str(path.relative_to(folder)), tree, imports)
    return by_name


def _imports(node: ast.AST, importer: str, names: set[str], when: str) -> Iterator[Import]:
    """Give the imports of a piece of a module: `sqlmetrics.` and a module, or another package."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, child.lineno, when) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            home = child.module or ""
            if child.level:
                raise ValueError(f"{importer}:{child.lineno}: a relative import; write the package's name")
            for alias in child.names:
                inner = f"{home}.{alias.name}".removeprefix("sqlmetrics").removeprefix(".")
                ours = home.split(".")[0] == "sqlmetrics" and inner in names
                yield Import(f"{home}.{alias.name}" if ours else home, child.lineno, when)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _imports(child, importer, names, when if when == "typing" else "function")
        elif isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            yield from _imports(child, importer, names, "typing")
        else:
            yield from _imports(child, importer, names, when)


def ours(target: str) -> str | None:
    """Return the name of a module of ours from the package on, or None for another's."""
    package, _, name = target.partition(".")
    return name if package == "sqlmetrics" else None


def back_arrows(folder: Path) -> list[str]:
    """Return the imports of a later street, or of the other half of release."""
    violations = []
    for module in modules(folder).values():
        for target, line, _ in module.imports:
            name = ours(target)
            if name is None:
                continue
            here, there = module.street, street(name)
            if STREETS.index(there) > STREETS.index(here):
                advice = f"move what is needed to {here} or before, or hand it over as an argument"
                violations.append(
                    f"{module.path}:{line}: {here} imports {target}, of the later street {there}; {advice}"
                )
            if here != there and {here, there} == APART:
                advice = "move what both need to risk or before"
                violations.append(
                    f"{module.path}:{line}: {here} imports {target}, and the two do not know each other; {advice}"
                )
    return violations


def circles(folder: Path) -> list[str]:
    """Return the circles among modules, imports in functions and for type checkers included."""
    graph = {
        name: [inner for imported in module.imports if (inner := ours(imported.target)) is not None and inner != name]
        for name, module in modules(folder).items()
    }
    done: set[str] = set()
    violations = []

    def walk(name: str, path: list[str]) -> None:
        if name in path:
            circle = " -> ".join([*path[path.index(name) :], name])
            violations.append(f"{circle}: a circle of imports; move what both need to a module that both import")
        elif name not in done:
            for target in graph.get(name, []):
                walk(target, [*path, name])
            done.add(name)

    for name in graph:
        walk(name, [])
    return violations


def strayed_packages(folder: Path) -> list[str]:
    """Return the imports of a package outside its streets, type checkers' included."""
    return [
        f"{module.path}:{line}: {package} is imported only in {' and '.join(sorted(streets))}; move what needs it there"
        for module in modules(folder).values()
        for target, line, _ in module.imports
        for package, streets in ONLY_IN.items()
        if target.split(".")[0] == package and module.street not in streets
    ]


def printing(folder: Path) -> list[str]:
    """Return where modules outside output and cli print or write to the standard streams."""
    advice = "only output and cli print; return the text, or call a function that the caller passes"
    violations = []
    for module in modules(folder).values():
        if module.street in {"output", "cli"}:
            continue
        for node in ast.walk(module.tree):
            name = ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
            if name in {"print", "sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__", "typer.echo"}:
                violations.append(f"{module.path}:{node.lineno}: {name}; {advice}")  # type: ignore[attr-defined]
    return violations


def flags(folder: Path) -> list[str]:
    """Return the texts outside cli that name a flag, docstrings included."""
    advice = "only cli knows flags; write the word of the spec in backticks, and cli adds its flag"
    return [
        f"{module.path}:{node.lineno}: {flag}; {advice}"
        for module in modules(folder).values()
        if module.street != "cli"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for flag in FLAG.findall(node.value)
    ]


def habitual_imports(folder: Path) -> list[str]:
    """Return the imports inside functions that neither a start nor an extra needs."""
    known = modules(folder)
    violations = []
    for module in known.values():
        for target, line, when in module.imports:
            if when != "function" or target.split(".")[0] in LATE:
                continue
            if module.name == "__main__":  # it heeds signals before anything else is imported
                continue
            name = ours(target)
            if module.street == "cli" and name is not None and _heavy_path(known, name):
                continue
            if name is not None and name.startswith(QUESTIONS):
                continue
            advice = f"import it at the top, or add its package to LATE with the reason; there are: {', '.join(LATE)}"
            violations.append(f"{module.path}:{line}: {target} is imported inside a function; {advice}")
    return violations


def slow_starts(folder: Path) -> list[str]:
    """Return the paths of imports by which the command line starts with a package of LATE."""
    known = modules(folder)
    return [
        f"{' -> '.join(path)}: the command line starts with it ({LATE[path[-1]]}); import it inside the command"
        for name, module in known.items()
        if module.street == "cli" and (path := _heavy_path(known, name))
    ]


def slow_scores(folder: Path) -> list[str]:
    """Return the paths of imports by which a score of a table loads what it does not need."""
    known = modules(folder)
    paths = (_heavy_path(known, name, but=SCORES_NEED) for name in SCORES if name in known)
    return [
        f"{' -> '.join(path)}: each score of a table waits for it ({LATE[path[-1]]}); import it inside the function"
        for path in paths
        if path
    ]


def _heavy_path(known: Modules, name: str, but: frozenset[str] = frozenset()) -> list[str]:
    """Return the shortest way by imports at the top from a module to a package of LATE, or none."""
    paths, seen = [[name]], {name}
    while paths:
        path = paths.pop(0)
        for target, _, when in known[path[-1]].imports if path[-1] in known else ():
            package = target.split(".")[0]
            if when == "top" and package in LATE and package not in but:
                return [*path, package]
            inner = ours(target)
            if when == "top" and inner is not None and inner not in seen:
                seen.add(inner)
                paths.append([*path, inner])
    return []


def unused_reasons(folder: Path) -> list[str]:
    """Return the packages of LATE without an import, and an extra's that are always needed."""
    imported = [
        (target.split(".")[0], f"{module.path}:{line}", when)
        for module in modules(folder).values()
        for target, line, when in module.imports
    ]
    used = {package for package, _, when in imported if when != "typing"}
    unused = [f"LATE lists {package}, which nothing imports; take it out" for package in LATE if package not in used]
    needed = [
        f"{place}: {package} comes with {LATE[package]}; import it inside the function that needs it"
        for package, place, when in imported
        if when == "top" and "extra" in LATE.get(package, "")
    ]
    return unused + needed


SHARED = {
    *("epsilon_check", "epsilon_plan"),
    *("advise", "baseline", "check", "classes", "history", "limits", "metrics", "posterior", "read"),
    *("report", "run", "score", "score_counts", "subsets", "suda", "verify"),
    *("batches", "columns", "count_table", "progress_reader", "rows"),
    *("main", "schema"),
}
"""The public functions that stand in several modules, and may only become fewer.

The first are one question each: the command, the function and what computes it. The next are what
each client of an engine has.
"""


def repeated_names(folder: Path) -> list[str]:
    """Return the public functions and classes of several modules, but for SHARED, and its rest."""
    homes: dict[str, list[str]] = {}
    for module in modules(folder).values():
        for node in module.tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(f"{module.path}:{node.lineno}")
    repeated = {name: places for name, places in homes.items() if len(places) > 1}
    return [
        f"{places[-1]}: {name} stands also in {', '.join(places[:-1])}; a thing has a name of its own"
        for name, places in repeated.items()
        if name not in SHARED
    ] + [f"SHARED lists {name}, which stands in one module; take it out" for name in SHARED & homes.keys() - repeated]


def public_homes(folder: Path) -> dict[str, str]:
    """Return the modules of the public names, as `_HOMES` has them."""
    for node in modules(folder)[""].tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_HOMES":
            return {name: home for home, names in ast.literal_eval(node.value).items() for name in names.split()}
    return {}


def public_surface(folder: Path) -> list[str]:
    """Return the public names that their homes do not define, or that lie in cli."""
    violations = []
    for name, home in public_homes(folder).items():
        body = modules(folder)[home].tree.body if home in modules(folder) else []
        defined = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        defined |= {ast.unparse(target) for node in body if isinstance(node, ast.Assign) for target in node.targets}
        if name not in defined:
            violations.append(f"sqlmetrics/__init__.py: _HOMES has {name} in {home}, which does not define it")
        if street(home) == "cli":
            violations.append(f"sqlmetrics/__init__.py: _HOMES names {home}; what is public lies before cli")
    return violations


def taken_names(folder: Path) -> list[str]:
    """Return the packages and modules beside the root's that bear the name of a public function."""
    names = public_homes(folder)
    return [
        f"{module.path}: importing it puts it in the place of sqlmetrics.{name}; name it otherwise"
        for name, module in modules(folder).items()
        if name in names
    ]


def silent_packages(folder: Path) -> list[str]:
    """Return the packages whose docstring does not say in three lines what lives there and not."""
    advice = "say in a line what lives there, and after an empty one, from `Not here:` on, what does not"
    return [
        f"{module.path}: {advice}"
        for name, module in modules(folder).items()
        if name and module.path.endswith("__init__.py")
        if not re.fullmatch(r"[^\n]+\n\nNot here: [^\n]+(\n[^\n]+)?", ast.get_docstring(module.tree) or "")
    ]


PAGES = ("output/page/", "desk/views/")
"""The folders of modules that give pages their facts; sentences stand in templates."""


def spoken_sentences(folder: Path) -> list[str]:
    """Return the modules of pages with a sentence: a text of six words or more that is said.

    Names of things and cells of tables have fewer, and sections are called what they are.
    """
    violations = []
    for module in modules(folder).values():
        if not any(f"/{own}" in module.path for own in PAGES):
            continue
        every = [*ast.walk(module.tree)]
        other = {id(one.value) for one in every if isinstance(one, ast.Expr)}
        for one in every:
            if isinstance(one, ast.Call) and ast.unparse(one.func) == "PageSection":
                other.update(map(id, one.args))
        for one in every:
            if isinstance(one, ast.Constant) and id(one) not in other and len(str(one.value).split()) >= 6:
                violations.append(f"{module.path}:{one.lineno}: a sentence stands in its template")
    return violations


def untyped_facts(folder: Path) -> list[str]:
    """Return the modules of pages with facts whose names no type checker sees."""
    return [
        f"{module.path}:{one.line}: SimpleNamespace hides its fields; write a NamedTuple"
        for module in modules(folder).values()
        if any(f"/{own}" in module.path for own in PAGES)
        for one in module.imports
        if one.target == "types"
    ]


def macro_folders(folder: Path) -> list[str]:
    """Return the macros in no street, beside another in their file, or that call a later street.

    The file of a metric that is estimated from the rows of another macro has its header alone.
    """
    top = folder / "templates" / "macros"
    files = {path.stem: path for path in sorted(top.rglob("*.sql"))}
    violations = []
    for name, path in files.items():
        shown = path.relative_to(folder)
        text = path.read_text()
        own = re.findall(r"\{%-?\s*macro\s+(\w+)", text)
        strangers = [macro for macro in own if macro != name and not re.fullmatch(rf"[a-z]+__{name}", macro)]
        described = not own and re.search(r"^rows: ", text, re.MULTILINE)
        if (own.count(name) != 1 or strangers) and not described:
            advice = "a file holds the macro of its name, once, and its variants by dialect"
            violations.append(f"{shown}: holds {', '.join(own) or 'none'}; {advice}")
        if f"adapter.dispatch('{name}'" in text and f"default__{name}" not in own:
            violations.append(f"{shown}: has no default__{name}, which dbt looks for; write one, empty if need be")
        here = _macro_street(path, top)
        if here is None:
            violations.append(f"{shown}: lies in none of {', '.join(MACRO_STREETS)}; move it to its street")
            continue
        for called in dict.fromkeys(re.findall(r"sqlmetrics\.(\w+)\(", text)):
            there = _macro_street(files[called], top) if called in files else None
            later = there is not None and MACRO_STREETS.index(there) > MACRO_STREETS.index(here)
            if later or {here.replace("/", "."), (there or "").replace("/", ".")} == APART:
                advice = "move it before, or hand its text over as an argument"
                violations.append(f"{shown}: calls {called}, of {there}; {advice}")
    return violations


def _macro_street(path: Path, top: Path) -> str | None:
    """Return the street of a macro's file."""
    inside = path.relative_to(top).as_posix()
    return next((name for name in MACRO_STREETS if inside.startswith(f"{name}/")), None)


CHECKS: tuple[Check, ...] = (
    back_arrows,
    circles,
    strayed_packages,
    printing,
    flags,
    habitual_imports,
    slow_starts,
    slow_scores,
    unused_reasons,
    public_surface,
    repeated_names,
    taken_names,
    silent_packages,
    spoken_sentences,
    untyped_facts,
    macro_folders,
)
"""The rules that hold of the project."""
