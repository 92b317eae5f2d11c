"""The frame of a page: its title, the tasks and their state, undo, redo, and where it is saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Task(NamedTuple):
    """A task: its address, its title, and its state in a few words."""

    name: str
    title: str
    told: str


class Saved(NamedTuple):
    """Where the spec is saved: its name, when it was, why it cannot be, and if it is a file."""

    name: str
    at: str | None
    problem: str | None
    there: bool = False


@dataclass(frozen=True)
class Frame:
    """The frame of a page.

    `form` tells that a form belongs to this desk, and `base` is the hash of the spec that it was
    made from. `stale` says whether the answer is older than the last change. `relation` is the
    name of the table, and `yaml` has the lines of the spec that the task writes, and
    whether the last change made them. `find` is a part of names that alone are shown.
    """

    title: str
    size: str
    tasks: Sequence[Task]
    current: Task
    undo: str | None
    redo: str | None
    saved: Saved
    form: str
    base: str
    stale: bool
    relation: str
    yaml: Sequence[tuple[str, bool]]
    find: str = ""
