"""The fixed texts of pages, as they stand in modules, templates and headers of metrics."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

from jinja2 import Environment, nodes

from conftest import ROOT
from sqlmetrics.certificate import published
from sqlmetrics.certificate.crosswalk import EVIDENCE
from sqlmetrics.certificate.ranges import WHY
from sqlmetrics.certificate.slices import TOO_FEW
from sqlmetrics.columns.kinds import kinds
from sqlmetrics.output.page.language import NUMBER, Words
from sqlmetrics.risk.evidence import REASONS
from sqlmetrics.spec.partition import Kind, in_words
from sqlmetrics.spec.yaml_file import parse_yaml
from sqlmetrics.statement.catalogue import every_metric, metrics, metrics_of

REPORT, DESK = "report", "desk"
"""The folders of templates that have words."""

MODULES = {
    REPORT: sorted((ROOT / "sqlmetrics" / "output" / "page").glob("*.py")),
    DESK: sorted(
        path
        for path in (ROOT / "sqlmetrics").rglob("*.py")
        if "desk" in path.relative_to(ROOT).parts[:-1] or "import Phrase" in path.read_text(encoding="utf-8")
    ),
}
"""The modules with texts of reports, and the other ones with texts of the desk."""

STEPPED = frozenset({"batches", "copy_rows", "copy_to", "create_table", "fetch", "fetch_rows", "step"})
"""The functions that take the name of a step of a run."""

FORMATS = frozenset({"csv", "lines", "parquet"})
"""What the same functions take that is no name of a step."""

NUMBER_ALONE = "{number}"
"""The text of a number without a word, which no language has."""

NAME = re.compile(r"[A-Z_]{2,}")
"""A pattern of the name of a constant."""


def page_texts() -> dict[str, None]:
    """Return every text that a page may say, in the order of the files."""
    return report_texts() | desk_texts()


def report_texts() -> dict[str, None]:
    """Return every text that a report may say."""
    found = (*of_modules(REPORT), *of_templates(REPORT), *of_names(), *of_metrics())
    return dict.fromkeys(text for text in found if text and text != NUMBER_ALONE)


def desk_texts() -> dict[str, None]:
    """Return every text that the desk may say."""
    return dict.fromkeys(text for text in (*of_modules(DESK), *of_templates(DESK), *of_desk()) if text)


def templates_of(folder: str) -> list[Path]:
    """Return the templates of a folder."""
    return sorted((ROOT / "templates" / "html" / folder).glob("*.html"))


class TemplateText(NamedTuple):
    """A text that a template says, and whether its grounds stand beside it."""

    text: str
    grounded: bool


def of_templates(folder: str) -> Iterator[str]:
    """Yield the texts of a folder's templates, and the words of what they count."""
    for path in templates_of(folder):
        source = path.read_text(encoding="utf-8")
        yield from (one.text for one in said_in(source))
        for one in Environment(autoescape=True).parse(source).find_all(nodes.Filter):
            if one.name == "counted":
                word, *many = (str(argument.as_const()) for argument in one.args)
                yield from (f"{{number}} {word}", f"{{number}} {many[0] if many else f'{word}s'}")


def said_in(source: str) -> Iterator[TemplateText]:
    """Yield the texts that a template says: `_` has one, and `_n` one for each number of things."""
    for call in Environment(autoescape=True).parse(source).find_all(nodes.Call):
        before, count = {"_": (0, 1), "_n": (1, 2)}.get(getattr(call.node, "name", ""), (0, 0))
        for own in call.args[before : before + count]:
            if isinstance(own, nodes.Const):
                yield TemplateText(str(own.value), len(call.args) > before + count)


def of_modules(folder: str) -> Iterator[str]:
    """Yield what modules say: the texts of calls, and of constants and sections that they name."""
    for path in MODULES[folder]:
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id == "counted_things" and isinstance(node.args[1], ast.Constant):
                one, *many = (str(ast.literal_eval(word)) for word in node.args[1:])
                yield from (f"{{number}} {one}", f"{{number}} {many[0] if many else f'{one}s'}")
            if node.func.id in {"wording", "Phrase", "Assertion", "Sentence"}:
                yield from _said(node.args[0], module)


def _said(node: ast.expr, module: Any) -> Iterator[str]:
    """Yield the texts that an argument may be."""
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from (*_said(node.body, module), *_said(node.orelse, module))
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from _said(value, module)
    else:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and NAME.fullmatch(part.id):
                yield from texts_in(getattr(module, part.id))


def texts_in(value: Any) -> Iterator[str]:
    """Yield the texts that a constant holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts_in(one)
    elif isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        for one in value:
            yield from texts_in(one)


def of_names() -> Iterator[str]:
    """Yield what comes from other streets: sections, kinds of columns, recodings, points, units."""
    from sqlmetrics.output.names import ENTRIES
    from sqlmetrics.output.page.page import SECTIONS
    from sqlmetrics.output.page.slices import WORDS
    from sqlmetrics.output.page.together import SHOWN
    from sqlmetrics.output.points import points_text

    for section in SECTIONS:
        yield section.title
    yield from ENTRIES.values()
    yield from (*(result for _, result in WORDS.values()), *SHOWN.values())
    yield from (kind.says for kind in kinds().values())
    recoded = (in_words(kind, count) for kind in get_args(Kind) for count in (1, 2))
    known = (points_text(text) for text in ("1", "2", "all", "1 event", "2 events"))
    yield from (NUMBER.sub("{number}", text) for text in (*recoded, *known))
    yield from (one.title for one in EVIDENCE.values())
    yield from (published.INTERNAL, published.NOTES, WHY, str(TOO_FEW.reason), *REASONS)
    yield from ("Not judged", "riskier", "safer", "more useful", "less useful", "per cent", "risk", "use")


def of_desk() -> Iterator[str]:
    """Yield what comes from other streets: names of steps, and steps of runs."""
    from sqlmetrics.spec.partition import DATES

    yield from (*DATES, "as it is", "left out", "first {number}", "{number} bands", "{number} groups")
    yield from ("none yet", "{number} of {second} fail", "{number} of {second} hold")
    for path in sorted((ROOT / "sqlmetrics").rglob("*.py")):
        yield from names_of_steps(ast.parse(path.read_text(encoding="utf-8")))


def names_of_steps(tree: ast.Module) -> Iterator[str]:
    """Yield the names of steps of runs in a module: arguments of calls, and defaults."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            given = [*node.args, *(word.value for word in node.keywords if word.arg == "step")]
            values = given if called in STEPPED else []
        elif isinstance(node, ast.FunctionDef):
            own = [*node.args.posonlyargs, *node.args.args]
            pairs = zip(own[len(own) - len(node.args.defaults) :], node.args.defaults, strict=True)
            values = [value for parameter, value in pairs if parameter.arg == "step"]
        else:
            continue
        for value in values:
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value.isalpha():
                yield from {value.value} - FORMATS


def of_metrics() -> Iterator[str | None]:
    """Yield what headers of metrics say: names, meanings, questions and units."""
    from sqlmetrics.output.page.together import SHOWN

    of_releases = [every_metric()[name] for name, _ in SHOWN]
    of_attacks = (*metrics_of("linkage"), *metrics_of("repetition"))
    for metric in (*metrics(), *metrics("outputs"), *metrics("noise"), *of_attacks, *of_releases):
        yield from (metric.short, metric.title, metric.plain, metric.question, metric.unit)
    for metric in every_metric().values():
        if metric.name.startswith("u_") or metric.name == "utility_gain":
            yield metric.short or metric.title


def loud_words() -> Words:
    """Return German that is English in capital letters, so that what is not translated is seen."""

    def loud(text: str) -> str:
        return "".join(part if part.startswith("{") else part.upper() for part in re.split(r"(\{\w*\})", text))

    return Words("de", ".", ",", small=False, singular=(1,), texts={text: loud(text) for text in page_texts()})


def parts_of(text: str) -> list[str]:
    """Return the names of the parts of a text, in the order of the alphabet."""
    return sorted(re.findall(r"\{(\w*)\}", text))


def entries_of(folder: str, language: str) -> dict[str, str]:
    """Return the texts of a folder's file of words."""
    file = ROOT / "templates" / "html" / folder / "words.yml"
    found = parse_yaml(file.read_text(encoding="utf-8"), file.name)["texts"]
    assert all([*words] == ["de", "fr"] for words in found.values())
    return {text: words[language] for text, words in found.items()}
