"""The pages of the four tasks, and the parts of them that a change makes new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.wrappers import Response

from sqlmetrics.desk.answer import Answer
from sqlmetrics.desk.counted import closest, needed_level
from sqlmetrics.desk.desk import Desk
from sqlmetrics.desk.guard import Guard
from sqlmetrics.desk.points import OpenPoints
from sqlmetrics.desk.published import OpenPublished
from sqlmetrics.desk.responses import fragments, page, page_text
from sqlmetrics.desk.table import OpenTable
from sqlmetrics.desk.views.advice import AdviceView, advice_view, passing_so_far, tables_of
from sqlmetrics.desk.views.answer import AnswerView, Problem, Waiting, answer_view, problem_of
from sqlmetrics.desk.views.coarsen import coarsen_view, steps_row
from sqlmetrics.desk.views.columns import ShownValues, columns_view, roles_told
from sqlmetrics.desk.views.crowd import CrowdView, crowd_view
from sqlmetrics.desk.views.files import MOST
from sqlmetrics.desk.views.frame import Frame, Saved, Task
from sqlmetrics.desk.views.limits import limits_view
from sqlmetrics.desk.views.points import points_view
from sqlmetrics.desk.views.published import published_view
from sqlmetrics.desk.views.release import release_view
from sqlmetrics.desk.views.words import people_or_records
from sqlmetrics.engine.progress import Progress
from sqlmetrics.output.page.language import counted_things, figures, numbered_wording, wording

TASKS = {"columns": "Columns", "limits": "Limits", "coarsen": "Coarsen", "release": "Release"}
"""The tasks by their addresses."""

WORDS = {
    "columns": ("identifiers", "quasi_identifiers", "sensitive", "ignored", "individual"),
    "limits": ("limits", "thresholds", "release"),
    "coarsen": ("release", "advise"),
    "release": ("release",),
}
"""The words of a spec that each task writes."""

FAILED = "That did not work"
"""The title of a page with an error."""

AT_ONCE = 2_000_000
"""The most rows, times the steps, from which the bars of all steps are counted with the answer."""

LARGEST_TREE = 5_000_000
"""The most bytes of a file with the steps of a column."""

RUNNING = {
    "open": "Reading the table",
    "score": "Scoring the change",
    "steps": "Counting the steps",
    "advise": "Searching what must change",
    "write": "Writing the release, and measuring it",
    "values": "Reading values",
    "published": "Finding what follows for hidden cells",
    "points": "Finding whom known points single out",
}
"""What a run does, by its kind."""


class Pages:
    """The pages of a desk."""

    def __init__(self, desk: Desk, guard: Guard) -> None:
        self.desk = desk
        self.guard = guard

    @property
    def table(self) -> OpenTable:
        """The table that is open."""
        if self.desk.table is None:
            raise LookupError("no table is open")
        return self.desk.table

    @property
    def answered(self) -> Answer:
        """The last answer."""
        if self.table.scored is None:
            raise LookupError("the table was not answered yet")
        return self.table.scored.answer

    def prepare(self, task: str) -> None:
        """Begin the answer to the spec as it is, with what a task shows beside it."""
        table = self.table
        running = self.desk.settle()
        if running is not None and not (running.kind in {"score", "steps"} and table.stale):
            return
        limits = task == "limits" and table.versions.hash not in table.broken
        if not table.stale and not limits:
            return

        def work(progress: Progress) -> None:
            if table.stale:
                table.score(progress)
            if limits:
                table.broken_limits()
            steps = table.known_steps() if task == "coarsen" else {}
            if steps and table.rows * sum(map(len, steps.values())) <= AT_ONCE:
                for name in steps:
                    table.steps_of(name)
                if table.rows:
                    table.crowd()

        self.desk.run("score", work)
        self.desk.settle()

    def page(
        self, task: str, args: Mapping[str, str], *, problem: Problem | None = None, status: int = 200
    ) -> Response:
        """Return the page of a task."""
        if self.table.scored is None:
            return self.waits(self.table.relation.name)
        return page("task.html", status=status, **self.content(task, args, problem))

    def fragments(
        self, task: str, args: Mapping[str, str], *, whole: bool, problem: Problem | None = None, status: int = 200
    ) -> Response:
        """Return the parts of a task's page that a change has made new, or all of them."""
        if self.table.scored is None:
            return self.run()
        content = self.content(task, args, problem)
        parts = {name: page_text(f"{name}.html", **content) for name in ("answer", "tasks", "tools", "strip")}
        if whole:
            parts["work"] = page_text(f"{task}.html", **content)
        elif task == "limits":
            for group in content["limits"].groups:
                parts |= {f"now-{row.id}": page_text("limit_now.html", row=row) for row in group.rows}
        elif task == "coarsen" and problem is None:
            parts |= {f"steps-{row.number}": page_text("steps.html", row=row) for row in content["coarsen"].rows}
            parts |= {"crowd": page_text("crowd.html", crowd=content["crowd"])} if content["coarsen"].rows else {}
        parts["said"] = page_text("said.html", **content)
        response = fragments(parts, self.table.versions.hash)
        response.status_code = status
        return response

    def waits(self, name: str) -> Response:
        """Return the page that is shown while a table is read."""
        return page("opening.html", waiting=self.waiting(), name=name, frame=self.bare())

    def run(self) -> Response:
        """Return the part of that page that says how far the run is."""
        return fragments({"run": page_text("running.html", waiting=self.waiting(), frame=self.bare())}, "")

    def apart(self, table: OpenPublished | OpenPoints) -> Response:
        """Return the page of what is open apart: what is said of it, and what follows."""
        error = self.desk.problem
        content: dict[str, Any] = {
            "frame": self.bare(),
            "problem": None if error is None else problem_of(wording(FAILED), error),
        }
        if isinstance(table, OpenPoints):
            return page("points.html", points=points_view(table), **content)
        return page("published.html", published=published_view(table), **content)

    def steps(self, name: str) -> Response:
        """Return the steps of a column with what they would do."""
        table = self.table
        steps = table.known_steps().get(name)
        if steps is None:
            return Response(status=204)
        row = steps_row(table.profile, self.answered, name, steps, self.needs().get(name), table.people)
        return fragments({f"steps-{row.number}": page_text("steps.html", row=row)}, table.versions.hash)

    def crowd(self) -> Response:
        """Return the part of the page that says who is at risk, and by which columns."""
        return fragments({"crowd": page_text("crowd.html", crowd=self.known_crowd())}, self.table.versions.hash)

    def known_crowd(self) -> CrowdView | None:
        """Return who is at risk, and by what, where that is counted."""
        table, crowd = self.table, self.table.known_crowd
        return None if crowd is None else crowd_view(crowd, self.answered, table.known_steps(), table.people)

    def values(self, number: int, values: ShownValues, parts: bool) -> Response:
        """Return the values of a column, in its place on the page."""
        content = self.content("columns", {}, None, values=(number, values))
        if not parts:
            return page("task.html", **content)
        rows = [row for group in content["columns_"].groups for row in group.rows if row.number == number]
        name = f"values-{number}"
        shown = page_text("values.html", row=rows[0]) if rows else ""
        return fragments({name: shown}, self.table.versions.hash)

    def bare(self) -> Any:
        """Return what the forms of a page without a table have."""
        return Frame(
            "", "", (), Task("files", "", ""), None, None, Saved("", None, None), self.guard.form, "", False, "", ()
        )

    def step_files(self) -> list[str]:
        """Return the names of files of the folder that may have the steps of a column."""
        others = [one for one in self.desk.folder.files() if one.path != self.table.relation]
        return [one.name for one in others if one.name.lower().endswith(".csv") and one.size <= LARGEST_TREE][:MOST]

    def needs(self) -> dict[str, int | None]:
        """Return the coarsest step of each known column that the study can use."""
        spec = self.table.spec
        return {column.column: needed_level(spec, column) for column, _ in self.table.columns}

    def content(
        self, task: str, args: Mapping[str, str], problem: Problem | None, values: tuple[int, ShownValues] | None = None
    ) -> dict[str, Any]:
        """Return what the template of a task shows."""
        table, spec = self.table, self.table.spec
        answer = self.answered
        frame = self.frame(task, args.get("find", ""))
        content: dict[str, Any] = {"frame": frame, "answer": self.answer(answer, problem)}
        if task == "columns":
            find, show = args.get("find", ""), args.get("show", "")
            content["columns_"] = columns_view(spec, table.profile, table.people, find, show, values, table.unsure)
        elif task == "limits":
            known = table.broken.get(table.versions.hash, {})
            content["limits"] = limits_view(spec, known, table.profile.records, table.people)
        elif task == "coarsen":
            steps, needs = table.known_steps() or {name: one[1] for name, one in table.steps.items()}, self.needs()
            rows = [
                steps_row(table.profile, answer, name, own, needs.get(name), table.people)
                for name, own in steps.items()
                if args.get("find", "").casefold() in name.casefold()
            ]
            content["coarsen"] = coarsen_view(rows, len(steps), answer, table.people, self.step_files())
            content["advice"] = self.advice(answer)
            content["crowd"] = self.known_crowd()
        else:
            content["release"] = release_view(
                spec,
                table.profile,
                answer,
                table.relation,
                table.versions,
                table.people,
                self.desk.written,
                table.unsure,
            )
        return content

    def answer(self, answer: Answer, problem: Problem | None) -> AnswerView:
        """Return the answer as the page shows it."""
        table, error = self.table, self.desk.problem
        spec = table.spec
        if problem is None and error is not None:
            problem = problem_of(wording(FAILED), error)
        without = table.without_role
        forgotten = [one.name for one in without if one.look.points_at_people and one.look.confidence == "high"]
        steps = {name: own for name, own in table.known_steps().items() if all(one.at_risk is not None for one in own)}
        return answer_view(
            answer,
            people=table.people,
            unlooked=len(spec.ignored) + len(without),
            forgotten=forgotten,
            unsure=len(table.unsure),
            before=table.before if table.last is not None else None,
            change=table.last,
            near=closest(steps),
            unchanged=wording("This is as the spec has it." if table.versions.exists else "These are the proposals."),
            waiting=self.waiting(),
            problem=problem,
        )

    def waiting(self) -> Waiting | None:
        """Return the run that goes on, None where none does that a person waits for."""
        run = self.desk.runs.current
        if run is None or run.done.is_set() or run.kind in {"steps", "close"}:
            return None
        found = passing_so_far(self.table.columns, run.progress.passing) if run.kind == "advise" else None
        return Waiting(wording(RUNNING.get(run.kind, run.kind)), wording(run.told), run.share, found)

    def advice(self, answer: Answer) -> AdviceView | None:
        """Return the advice, where there is one for the spec as it is."""
        table = self.table
        if self.desk.advice is None or self.desk.advice[0] != table.versions.hash:
            return None
        advice = self.desk.advice[1]
        left = table.details_of([one.levels for one in tables_of(advice)])
        return advice_view(advice, table.columns, answer, left, table.people)

    def frame(self, task: str, find: str = "") -> Frame:
        """Return the frame of a task's page."""
        table, spec, versions = self.table, self.table.spec, self.table.versions
        answer = self.answered
        tasks = [Task(name, wording(TASKS[name]), told) for name, told in zip(TASKS, self._told(answer), strict=True)]
        profile = table.profile
        name, own = versions.file.name, table.relation.name
        return Frame(
            title=spec.title or table.relation.name,
            size=wording(
                "{table}, {people}, {columns}",
                table=own,
                people=people_or_records(profile.records, table.people),
                columns=counted_things(len(profile.columns), "column"),
            ),
            tasks=tasks,
            current=next(one for one in tasks if one.name == task),
            undo=versions.undo_told,
            redo=versions.redo_told,
            saved=Saved(name, versions.saved_at if versions.exists else None, versions.problem, versions.exists),
            form=self.guard.form,
            base=versions.hash,
            stale=table.stale,
            relation=table.relation.name,
            yaml=_yaml(versions.text, versions.text_before, task),
            find=find,
        )

    def _told(self, answer: Answer) -> list[str]:
        """Return the state of each task in a few words."""
        table = self.table
        look = len(table.unsure) + len(table.without_role)
        risky = answer.at_risk and not answer.dropped
        risk = wording("{number} at risk" if risky else "none at risk", number=figures(answer.at_risk, ","))
        columns = len(table.profile.columns)
        return [
            roles_told(look, columns),
            numbered_wording(answer.told),
            risk if answer.verdicts else wording("not yet"),
            wording("not yet" if not answer.passes else "columns to look at" if look else "ready to write"),
        ]


def _yaml(text: str, before: str | None, task: str) -> list[tuple[str, bool]]:
    """Return the lines of a spec that a task writes, and whether the last change made them."""
    old = None if before is None else {*before.splitlines()}
    lines, inside = list[tuple[str, bool]](), False
    for line in text.splitlines():
        if line[:1].strip() and not line.startswith("#"):
            inside = line.partition(":")[0] in WORDS[task]
        if inside and line.strip() and not line.lstrip().startswith("#"):
            lines.append((line, old is not None and line not in old))
    return lines
