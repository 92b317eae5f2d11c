"""The changes that can be made: where, of what kind, and from which words to which.

A change is known by its file, its function or macro, its words, and its number among the same
there. So it means the same in another version of the project, where that place is still there.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

STREETS = (
    "spec",
    "statement",
    "engine",
    "columns",
    "scoring",
    "risk",
    "release",
    "gate",
    "advice",
    "certificate",
    "publication",
)
"""The streets that decide numbers and verdicts; each of their files may be changed once more."""


class Change(NamedTuple):
    """One change of a file: bytes from `start` to `end` are replaced."""

    file: str
    place: str
    kind: str
    old: str
    new: str
    number: int
    start: int
    end: int
    line: int
    seen_by: tuple[str, ...]
    """The blocks or the macro that a test runs which can see the change; or names that they use."""

    @property
    def identity(self) -> str:
        """What the change is known by."""
        return "|".join([self.file, self.place, self.kind, self.old, self.new, str(self.number)])

    @property
    def half(self) -> str:
        """Return whether it changes templates or Python."""
        return "Python" if self.file.endswith(".py") else "templates"

    def made(self, content: bytes) -> bytes:
        """Return the changed content of the file."""
        return content[: self.start] + self.new.encode() + content[self.end :]


class Edit(NamedTuple):
    """A change whose number is not known yet."""

    place: str
    kind: str
    start: int
    end: int
    new: str
    seen_by: tuple[str, ...]


def changes(root: Path) -> list[Change]:
    """Return all changes of a checkout."""
    found = []
    for folder, ending, edits in (("sqlmetrics", "*.py", python_edits), ("templates/macros", "*.sql", template_edits)):
        for path in sorted((root / folder).rglob(ending)):
            file = str(path.relative_to(root))
            found += list(numbered(file, path.read_bytes(), edits))
    return found


def numbered(file: str, content: bytes, edits: Callable[[str, bytes], Iterator[Edit]]) -> Iterator[Change]:
    """Give the changes of a file, each with its number among the same of its place."""
    counted = Counter[tuple[str, ...]]()
    for edit in sorted(edits(file, content), key=lambda one: (one.start, one.end, one.kind, one.new)):
        old = content[edit.start : edit.end].decode()
        same = (edit.place, edit.kind, old, edit.new)
        counted[same] += 1
        line = content.count(b"\n", 0, edit.start) + 1
        change = Change(
            file, edit.place, edit.kind, old, edit.new, counted[same], edit.start, edit.end, line, edit.seen_by
        )
        if old != edit.new:
            yield change


def compiles(root: Path, change: Change) -> bool:
    """Return whether a changed module can be compiled."""
    try:
        ast.parse(change.made((root / change.file).read_bytes()))
    except SyntaxError:
        return change.half == "templates"
    return True


def chosen(root: Path, every: list[Change], seed: int, count: int) -> list[Change]:
    """Return so many changes: half of templates, half of Python, kind by kind in turn."""
    picked: list[Change] = []
    for half, wanted in (("templates", count // 2), ("Python", count - count // 2)):
        kinds: dict[str, list[Change]] = {}
        for change in sorted(every, key=lambda one: sha256(f"{seed}|{one.identity}".encode()).digest()):
            if change.half == half:
                kinds.setdefault(change.kind, []).append(change)
        picked += spread(root, kinds, wanted)
    return picked


def spread(root: Path, kinds: dict[str, list[Change]], wanted: int) -> list[Change]:
    """Return so many changes, one of each kind in turn, as few as can be of one file."""
    picked: list[Change] = []
    files = Counter[str]()
    rest = {kind: list(queue) for kind, queue in sorted(kinds.items())}
    for most in range(1, wanted + 1):
        going = True
        while going and len(picked) < wanted:
            going = False
            for queue in rest.values():
                room = (each for each in queue if files[each.file] < most + (street(each.file) in STREETS) * (most > 1))
                change = next((each for each in room if compiles(root, each)), None)
                if change is not None and len(picked) < wanted:
                    picked.append(change)
                    queue.remove(change)
                    files[change.file] += 1
                    going = True
    return picked


def street(file: str) -> str:
    """Return the street of a file of the package or of the macros."""
    parts = file.split("/")
    return parts[2 if parts[0] == "templates" else 1]


@cache
def named(root: Path) -> tuple[dict[str, list[str]], dict[str, set[str]]]:
    """Return what uses each name: blocks, as `file:line` of the first statement, and other names.

    Those are the constants and the classes of modules.
    """
    in_blocks: dict[str, list[str]] = {}
    in_names: dict[str, set[str]] = {}
    for path in sorted((root / "sqlmetrics").rglob("*.py")):
        file = str(path.relative_to(root))
        tree = ast.parse(path.read_bytes())
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        for function in functions:
            for block in (each for inner in ast.walk(function) for each in blocks(inner)):
                for used in set().union(*map(words_of, block)):
                    in_blocks.setdefault(used, []).append(f"{file}:{block[0].lineno}")
        for statement in tree.body:
            owns = statement.body if isinstance(statement, ast.ClassDef) else [statement]
            for own in owns:
                if isinstance(own, ast.Assign | ast.AnnAssign):
                    names = {statement.name} if isinstance(statement, ast.ClassDef) else words_of_targets(own)
                    for used in words_of(own) - names:
                        in_names.setdefault(used, set()).update(names)
    return in_blocks, in_names


def words_of_targets(statement: ast.Assign | ast.AnnAssign) -> set[str]:
    """Return the names that a statement assigns."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Give the blocks of statements of a node."""
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
            yield block


def words_of(statement: ast.stmt) -> set[str]:
    """Return the names that a statement uses, without those of the blocks in it."""
    used: set[str] = set()
    queue: list[ast.AST] = [statement]
    while queue:
        node = queue.pop()
        used.add(getattr(node, "id", "") or getattr(node, "attr", ""))
        queue += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]
    return used - {""}


def uses(root: Path, name: str) -> tuple[str, ...]:
    """Return the blocks that use a name of a module, or a name that is made of it."""
    in_blocks, in_names = named(root)
    found, queue = {name}, [name]
    while queue:
        new = in_names.get(queue.pop(), set()) - found
        found |= new
        queue += new
    return tuple(dict.fromkeys(place for each in sorted(found) for place in in_blocks.get(each, ())))


OPERATORS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: (r"is\s+not", "is"),
    ast.In: ("in", "not in"), ast.NotIn: (r"not\s+in", "in"),
    ast.Add: (r"\+", "-"), ast.Sub: ("-", "+"), ast.Mult: (r"\*", "/"), ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "*"), ast.Pow: (r"\*\*", "*"), ast.BitOr: (r"\|", "&"),
    ast.BitAnd: ("&", "|"), ast.And: ("and", "or"), ast.Or: ("or", "and"),
}  # fmt: skip
"""The words of each operator, and what they become."""

TEXTS = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp, ast.Dict, ast.Set)
"""What is joined by `+`, which is no sum."""

SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}

CLOCKS = re.compile(rb"perf_counter|monotonic|__all__|TypeVar|ParamSpec|slots=|frozen=")
"""Lines that are not changed: measured times, and what only type checkers read."""

MESSAGES = re.compile(r"(Error|Warning|_error)$|^(say|warn|refuse|Phrase)$")
"""The functions whose texts are messages."""


def python_edits(file: str, content: bytes) -> Iterator[Edit]:
    """Give the edits of a module."""
    lines = content.split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for edit in Module(file, content, starts).edits(ast.parse(content)):
        first, last = content.rfind(b"\n", 0, edit.start) + 1, content.find(b"\n", edit.end)
        if not CLOCKS.search(content[first:last]):
            yield edit


class Module:
    """A module, whose statements are read with the block that each is in."""

    def __init__(self, file: str, content: bytes, starts: list[int]) -> None:
        self._file = file
        self._content = content
        self._starts = starts

    def edits(self, tree: ast.Module) -> Iterator[Edit]:
        """Give the edits of a module."""
        for statement in tree.body:
            yield from self._statement(statement, "", (), False)

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def _span(self, node: ast.AST) -> tuple[int, int]:
        return (
            self._offset(node.lineno, node.col_offset),  # type: ignore[attr-defined]
            self._offset(node.end_lineno, node.end_col_offset),  # type: ignore[attr-defined]
        )

    def _block(self, statements: list[ast.stmt], place: str, seen_by: tuple[str, ...], inside: bool) -> Iterator[Edit]:
        if inside and statements:
            seen_by = (f"{self._file}:{statements[0].lineno}",)
        for statement in statements:
            yield from self._statement(statement, place, seen_by, inside)

    def _statement(self, node: ast.stmt, place: str, seen_by: tuple[str, ...], inside: bool) -> Iterator[Edit]:
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert | ast.Global | ast.Nonlocal):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{place}.{node.name}" if place else node.name
            own = (f"{self._file}:{node.body[0].lineno}",)
            for default in [*node.args.defaults, *node.args.kw_defaults]:
                if default is not None:
                    yield from self._constant(default, name, own, "default")
            yield from self._block(node.body, name, own, True)
            return
        if isinstance(node, ast.ClassDef):
            name = f"{place}.{node.name}" if place else node.name
            if {getattr(base, "id", "") for base in node.bases} & {"Protocol", "TypedDict"}:
                return
            for statement in node.body:
                yield from self._statement(statement, name, (f"name:{node.name}",), inside)
            return
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            return
        if not inside and isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            words = tuple(f"name:{target.id}" for target in targets if isinstance(target, ast.Name))
            place = ".".join([place, *(word[5:] for word in words)]).strip(".")
            seen_by = seen_by or words
            if isinstance(node.value, ast.Constant | ast.UnaryOp):
                yield from self._constant(node.value, place, seen_by, "default")
                return
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "decorator_list", "type_comment"):
                continue
            if field in ("body", "orelse", "finalbody"):
                yield from self._block(value, place, seen_by, inside)
            elif field == "handlers":
                for handler in value:
                    yield from self._block(handler.body, place, seen_by, inside)
            elif field == "cases":
                for case in value:
                    yield from self._block(case.body, place, seen_by, inside)
            elif isinstance(value, ast.expr):
                yield from self._expression(value, place, seen_by, node)
            elif isinstance(value, list):
                for each in value:
                    if isinstance(each, ast.expr):
                        yield from self._expression(each, place, seen_by, node)
                    elif isinstance(each, ast.withitem):
                        yield from self._expression(each.context_expr, place, seen_by, node)
        if isinstance(node, ast.If):
            yield self._negated(node.test, place, seen_by)

    def _negated(self, test: ast.expr, place: str, seen_by: tuple[str, ...]) -> Edit:
        start, end = self._span(test)
        return Edit(place, "negation", start, end, f"(not ({self._content[start:end].decode()}))", seen_by)

    def _expression(
        self, node: ast.AST, place: str, seen_by: tuple[str, ...], parent: ast.AST, message: bool = False
    ) -> Iterator[Edit]:
        message = message or isinstance(parent, ast.Raise)
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            message = message or MESSAGES.search(name) is not None
            if isinstance(node.func, ast.Name) and name in SWAPPED:
                yield Edit(place, "aggregate", *self._span(node.func), SWAPPED[name], seen_by)
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            if message:
                yield from self._word(node, place, seen_by)
            return
        if isinstance(node, ast.Constant):
            kind = "returned" if isinstance(parent, ast.Return) else "constant"
            yield from self._constant(node, place, seen_by, kind)
        elif isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            for operator, left, right in zip(node.ops, operands, operands[1:], strict=False):
                none = isinstance(right, ast.Constant) and right.value is None
                yield from self._operator(operator, left, right, place, seen_by, "NULL rule" if none else "comparison")
        elif isinstance(node, ast.BoolOp):
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from self._operator(node.op, left, right, place, seen_by, "logic")
        elif isinstance(node, ast.BinOp):
            joined = any(
                isinstance(side, TEXTS) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
                for side in (node.left, node.right)
            )
            if not joined and type(node.op) in OPERATORS:
                yield from self._operator(node.op, node.left, node.right, place, seen_by, "formula")
        elif isinstance(node, ast.IfExp):
            yield self._negated(node.test, place, seen_by)
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield self._negated(test, place, seen_by)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr | ast.comprehension | ast.keyword | ast.Starred):
                yield from self._expression(child, place, seen_by, node, message)

    def _operator(
        self, operator: ast.AST, left: ast.AST, right: ast.AST, place: str, seen_by: tuple[str, ...], kind: str
    ) -> Iterator[Edit]:
        words, new = OPERATORS[type(operator)]
        start, end = self._span(left)[1], self._span(right)[0]
        bounded = rf"\b{words}\b" if words[0].isalpha() else words
        found = re.search(bounded.encode(), self._content[start:end])
        if found is not None:
            yield Edit(place, kind, start + found.start(), start + found.end(), new, seen_by)

    def _constant(self, node: ast.AST, place: str, seen_by: tuple[str, ...], kind: str) -> Iterator[Edit]:
        if not isinstance(node, ast.Constant):
            return
        value = node.value
        if isinstance(value, bool):
            yield Edit(place, kind, *self._span(node), str(not value), seen_by)
        elif isinstance(value, int | float):
            yield Edit(place, kind, *self._span(node), repr(value + 1), seen_by)

    def _word(self, node: ast.AST, place: str, seen_by: tuple[str, ...]) -> Iterator[Edit]:
        """Give the change of the longest word of a message."""
        start, end = self._span(node)
        text = re.sub(rb"\{[^{}]*\}", lambda found: b" " * len(found[0]), self._content[start:end])
        found = sorted(
            re.finditer(rb"(?<![\w\\])[a-z]{4,}(?!\w)", text), key=lambda word: (-len(word[0]), word.start())
        )
        if found:
            yield Edit(place, "message", start + found[0].start(), start + found[0].end(), "otherwise", seen_by)


COMMENTS = re.compile(rb"\{#.*?#\}|(?<![\w'-])-- [^\n]*|indent\(\d+\)|\[[-\d:]+\]", re.DOTALL)
"""What is not changed in a template: comments, indents and slices of texts."""

MACRO = re.compile(rb"\{%-? macro (\w+)\(.*?-?%\}(.*?)\{%-? endmacro", re.DOTALL)

WORDS: tuple[tuple[str, bytes, str], ...] = (
    ("formula", rb"(?<= )\+(?= )", "-"),
    ("formula", rb"(?<= )-(?= )", "+"),
    ("formula", rb"(?<= )\*(?= )", "/"),
    ("formula", rb"(?<= )/(?= )", "*"),
    ("comparison", rb"(?<= )<(?= )", "<="),
    ("comparison", rb"(?<= )<=(?= )", "<"),
    ("comparison", rb"(?<= )>(?= )", ">="),
    ("comparison", rb"(?<= )>=(?= )", ">"),
    ("comparison", rb"(?<= )=(?= )", "<>"),
    ("comparison", rb"(?<= )<>(?= )", "="),
    ("comparison", rb"(?<= )==(?= )", "!="),
    ("comparison", rb"(?<= )!=(?= )", "=="),
    ("NULL rule", rb"\bis null\b", "is not null"),
    ("NULL rule", rb"\bis not null\b", "is null"),
    ("aggregate", rb"\bmin(?=\()", "max"),
    ("aggregate", rb"\bmax(?=\()", "min"),
    ("aggregate", rb"\bsum(?=\()", "max"),
    ("aggregate", rb"\bleast(?=\()", "greatest"),
    ("aggregate", rb"\bgreatest(?=\()", "least"),
    ("aggregate", rb"\bcount\(distinct ", "count("),
    ("logic", rb"\band\b", "or"),
    ("logic", rb"\bor\b", "and"),
    ("grouping", rb"\bunion all\b", "union"),
    ("grouping", rb"\bselect distinct\b", "select"),
    ("grouping", rb"\bleft join\b", "join"),
    ("grouping", rb"(?<=partition by )\w+, (?=\w)", ""),
    ("grouping", rb"(?<=\border by )(?:\w+)(?= rows|\)| limit)", "-"),
)
"""What is replaced in templates; `-` behind a column turns its order round."""

NUMBER = re.compile(rb"(?<![\w.'\"])(\d+)(?![\w.'\"])")

CALLS = re.compile(
    rb"(?P<cast>sqlmetrics\.as_(?:double|integer|string)|cast)\(|(?P<rule>\bcoalesce|\bnullif)\(|(?P<ln>sqlmetrics\.ln)\("
)

TAG = re.compile(rb"\{%-? (if|elif|else|endif|for|endfor|macro|endmacro)\b(.*?)(-?)%\}", re.DOTALL)
"""The tags of a template that begin and end its branches."""


class Branch(NamedTuple):
    """A branch of a template, of an `if` or a loop: the places of its tag and of its text."""

    name: str
    tag: int
    start: int
    end: int
    trimmed: bool


def hidden_in(content: bytes) -> bytes:
    """Return a template without its comments, and what else is not changed."""
    return COMMENTS.sub(lambda found: b"\0" * len(found[0]), content)


def branches(stem: str, content: bytes) -> list[Branch]:
    """Return the branches of a template, outer ones before those in them."""
    found: list[Branch] = []
    opened: list[int] = []
    for tag in TAG.finditer(hidden_in(content)):
        word = tag[1]
        if word in (b"elif", b"else", b"endif", b"endfor") and opened:
            last = opened.pop()
            found[last] = found[last]._replace(end=tag.start())
        if word in (b"if", b"elif", b"else", b"for"):
            opened.append(len(found))
            name = f"branch:{stem}:{len(found)}"
            found.append(Branch(name, tag.start(), tag.end(), len(content), tag[3] == b"-"))
    return found


CONDITION = re.compile(rb"\{%-? (?:if|elif) (.*?) -?%\}", re.DOTALL)


def template_edits(file: str, content: bytes) -> Iterator[Edit]:
    """Give the edits of the macros of a file."""
    hidden = hidden_in(content)
    parts = branches(Path(file).stem, content)
    for macro in MACRO.finditer(hidden):
        place = macro[1].decode()
        for edit in body_edits(hidden, macro.start(2), macro.end(2)):
            kind, start, end, new = edit
            if b"\0" not in hidden[start:end]:
                inside = [part.name for part in parts if part.start <= start < part.end]
                yield Edit(place, kind, start, end, new, (inside[-1] if inside else f"macro:{place}",))


def body_edits(text: bytes, first: int, last: int) -> Iterator[tuple[str, int, int, str]]:
    """Give kind, start, end and new words of the edits between two places of a template."""
    for kind, words, new in WORDS:
        for found in re.finditer(words, text[:last]):
            if found.start() < first or is_apart(kind, text, found.start()):
                continue
            yield (
                kind,
                found.start(),
                found.end(),
                f"{found[0].decode()} desc" if new == "-" and kind == "grouping" else new,
            )
    for found in NUMBER.finditer(text, first, last):
        yield "constant", found.start(), found.end(), str(int(found[0]) + 1)
    for found in CONDITION.finditer(text, first, last):
        yield "condition", found.start(1), found.end(1), f"not ({found[1].decode(errors='replace')})"
    for found in CALLS.finditer(text, first, last):
        yield from call_edits(text, found, last)


def is_apart(kind: str, text: bytes, place: int) -> bool:
    """Return whether words have another meaning, or their change has none.

    `and` may belong to `between`, and `=` to Jinja's `set`. A guard against rounding may have
    either sign, and the number of ranks is the same in either order.
    """
    before, behind = text[text.rfind(b"\n", 0, place) + 1 : place], text[place : place + 12]
    if kind == "formula":
        return re.match(rb". \d+e-", behind) is not None
    if kind == "grouping":
        return re.search(rb"dense_rank\(\) over \([^)]*$", before) is not None
    if kind == "logic":
        return b"between" in before[-60:]
    return kind == "comparison" and re.search(rb"\{%-? set [\w, ]+$", before) is not None


def call_edits(text: bytes, found: re.Match[bytes], last: int) -> Iterator[tuple[str, int, int, str]]:
    """Give the edits of a call: a cast or a rule for NULL that is left out, another logarithm.

    A cast of a constant only gives it its type.
    """
    end, commas = closing(text, found.end(), last)
    if end < 0:
        return
    inside = text[found.end() : end].decode(errors="replace")
    if found["cast"] and re.fullmatch(r"'?(null|\d+)'?", inside):
        return
    if found["rule"] and len(commas) == 1:
        yield "NULL rule", found.start(), end + 1, f"({text[found.end() : commas[0]].decode(errors='replace')})"
    elif found["ln"]:
        yield "formula", found.end(), end, f"'1 + ' ~ {inside}"
    elif found["cast"] == b"cast" and (match := re.fullmatch(r"(.*) as [\w ()]+", inside, re.DOTALL)):
        yield "cast", found.start(), end + 1, f"({match[1]})"
    elif found["cast"] and found["cast"] != b"cast":
        yield "cast", found.start(), end + 1, f"({inside})"


def closing(text: bytes, place: int, last: int) -> tuple[int, list[int]]:
    """Return where the bracket before a place is closed, and where commas part its arguments."""
    depth, commas = 0, []
    for index in range(place, last):
        letter = text[index : index + 1]
        if letter in b"([{":
            depth += 1
        elif letter in b")]}":
            if depth == 0:
                return (index, commas) if letter == b")" else (-1, [])
            depth -= 1
        elif letter == b"," and depth == 0:
            commas.append(index)
    return -1, []
