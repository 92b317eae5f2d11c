"""What the forms of the desk ask for: the change of the spec that each of them makes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from werkzeug.datastructures import MultiDict

from sqlmetrics.desk import changes
from sqlmetrics.desk.changes import SpecChange
from sqlmetrics.desk.counted import needed_level
from sqlmetrics.desk.table import OpenTable
from sqlmetrics.desk.views.limits import OWN, offered
from sqlmetrics.desk.views.words import step_text
from sqlmetrics.errors import SpecError
from sqlmetrics.gate.thresholds import BOUNDS
from sqlmetrics.output.page.words import SHARES
from sqlmetrics.phrase import Phrase
from sqlmetrics.spec.spec import Spec
from sqlmetrics.statement.catalogue import catalogue

Form = MultiDict[str, str]
"""The fields of a form that was sent; columns go by their numbers."""

Make = Callable[[str, Spec], SpecChange | None]
"""What makes a change of a spec's text, None where nothing changes."""


def changed_roles(table: OpenTable, form: Form) -> Make:
    """Return the change of roles, and of the reasons of identifiers."""

    def make(text: str, spec: Spec) -> SpecChange | None:
        told, where = [], table.versions.file.name
        for number, column in enumerate(table.profile.columns):
            role = form.get(f"role.{number}")
            if role and role != changes.role_of(spec, column.name):
                text, said = changes.with_role(text, where, table.spec_of(text), column.name, role)
                told.append(said)
            reason = form.get(f"reason.{number}")
            now = table.spec_of(text)
            if reason is not None and column.name in now.identifiers:
                reason = " ".join(reason.split())
                if reason != (now.identifiers[column.name] or ""):
                    text, said = changes.with_reason(text, where, column.name, reason)
                    told.append(said)
        return SpecChange(text, "; ".join(told)) if told else None

    return make


def changed_limits(table: OpenTable, form: Form) -> Make:
    """Return the change of limits, and of the share that may be dropped."""

    def make(text: str, spec: Spec) -> SpecChange | None:
        told, where, chosen = [], table.versions.file.name, form.getlist("limit")
        made = changes.with_published(text, where, spec, [name for name in chosen if not name.startswith(OWN)])
        if made is not None:
            text, said = made
            told.append(said)
        for name in sorted((name for name in offered(spec) if name.startswith(OWN)), reverse=True):
            if name not in chosen:
                _, metric, place = name.split(".")
                text, said = changes.without_own_limit(text, where, table.spec_of(text), metric, int(place))
                told.append(said)
        if adds_limit(form):
            metric = form.get("metric", "")
            entry = _own_limit(metric, form)
            text, said = changes.with_own_limit(text, where, table.spec_of(text), metric, entry)
            told.append(said)
        drop = form.get("drop", "").strip().rstrip("%").replace(",", ".")
        wrong = Phrase("the share that may be dropped is a number (found: '{found}')", found=drop[:40])
        share = _typed(drop, wrong) if drop else 0.0
        if abs(share / 100 - spec.release.drop) > 1e-12:
            text, said = changes.with_drop(text, where, share)
            told.append(said)
        return SpecChange(text, "; ".join(told)) if told else None

    return make


def adds_limit(form: Form) -> bool:
    """Return whether a form adds an own limit: by its button, or by Enter with a number typed."""
    return bool(form.get("add") or (form.get("enter") and form.get("own", "").strip()))


def changed_steps(table: OpenTable, form: Form) -> Make:
    """Return the change of the steps of columns, and of what the study needs."""
    columns = {column.column: (column, level) for column, level in table.columns}

    def make(text: str, spec: Spec) -> SpecChange | None:
        told, where = [], table.versions.file.name
        for number, profiled in enumerate(table.profile.columns):
            if profiled.name not in columns:
                continue
            column, now = columns[profiled.name]
            level = sent_number(form.get(f"level.{number}"), column.root)
            if level is not None and level != now:
                text, said = changes.with_level(text, where, column, level, step_text(column, level))
                told.append(said)
            if f"need.{number}" in form:
                need = sent_number(form.get(f"need.{number}"), column.root)
                if need != needed_level(spec, column):
                    name = "" if need is None else step_text(column, need)
                    text, said = changes.with_need(text, where, spec, column, need, name)
                    told.append(said)
        return SpecChange(text, "; ".join(told)) if told else None

    return make


def kept_columns(table: OpenTable, form: Form) -> Make:
    """Return the change by which the study needs columns that advice left out."""
    places = {sent_number(text, len(table.columns) - 1) for text in form.getlist("keep")}

    def make(text: str, spec: Spec) -> SpecChange | None:
        told = []
        for place, (column, _) in enumerate(table.columns):
            if place in places and column.root:
                least = column.root - 1
                step = step_text(column, least)
                text, said = changes.with_need(text, table.versions.file.name, spec, column, least, step)
                told.append(said)
        return SpecChange(text, "; ".join(told)) if told else None

    return make


def own_steps(column: str, form: Form, file: Path | None) -> dict[str, Any]:
    """Return the steps that a form gives a column, as a spec writes them; SpecError for none."""
    words = changes.steps_words(column, form.get("cuts", ""), form.get("prefix", ""), "" if file is None else str(file))
    if words is None:
        raise SpecError(Phrase("give {column} cuts, first characters or a file of steps", column=column))
    return words


def sent_number(text: str | None, most: int) -> int | None:
    """Return a number of a form, None where it is none, or more than there are."""
    if not text or not text.isdecimal() or len(text) > len(str(most)):
        return None
    number = int(text)
    return number if number <= most else None


def _typed(text: str, wrong: Phrase) -> float:
    """Return a number that a person typed. Raises SpecError, which says what is `wrong`."""
    try:
        return changes.typed_number(text)
    except ValueError:
        raise SpecError(wrong) from None


def _own_limit(metric: str, form: Form) -> dict[str, Any]:
    """Return a limit of one's own as a spec writes it. Raises SpecError for what is none."""
    if metric not in catalogue():
        raise SpecError(Phrase("choose what the limit is on"))
    own = catalogue()[metric]
    text = form.get("own", "").strip().rstrip("%").replace(",", ".")
    wrong = Phrase("the limit is a number (found: '{found}')", found=text[:40])
    limit = _typed(text, wrong) / (100 if own.unit in SHARES else 1)
    entry: dict[str, Any] = {BOUNDS[own.direction]: int(limit) if limit == int(limit) else limit}
    source = " ".join(form.get("source", "").split())
    return entry | ({"source": source} if source else {})
