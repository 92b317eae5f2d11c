"""The desk as a WSGI application: its addresses, and what each of them answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, get_args
from urllib.parse import urlencode

from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import Map, Rule
from werkzeug.wrappers import Request, Response

from sqlmetrics.desk import changes, forms
from sqlmetrics.desk.changes import SpecChange
from sqlmetrics.desk.desk import SOON, Desk, new_file
from sqlmetrics.desk.guard import LARGEST, Guard
from sqlmetrics.desk.pages import FAILED, TASKS, Pages
from sqlmetrics.desk.points import OpenPoints
from sqlmetrics.desk.published import FIELDS, OpenPublished
from sqlmetrics.desk.responses import attachment, fragments, page, secured, to
from sqlmetrics.desk.table import OpenTable
from sqlmetrics.desk.versions import ConflictError
from sqlmetrics.desk.views.advice import tables_of
from sqlmetrics.desk.views.answer import Problem, problem_of
from sqlmetrics.desk.views.columns import ShownValues, shown_values
from sqlmetrics.desk.views.files import OpenLink, files_view
from sqlmetrics.errors import SpecError, SqlmetricsError, unexpected
from sqlmetrics.output.page.language import ENGLISH, spoken, wording
from sqlmetrics.phrase import Phrase
from sqlmetrics.spec.report import Language
from sqlmetrics.spec.spec import Spec

ADDRESSES = {
    "GET": (
        *("/", "/columns", "/limits", "/coarsen", "/release", "/published", "/points", "/steps", "/crowd", "/progress"),
        *("/report.html", "/report.json", "/view.sql", "/model.sql", "/sqlmetrics.yml"),
    ),
    "POST": (
        *(
            "/open",
            "/published",
            "/points",
            "/columns",
            "/looked",
            "/limits",
            "/coarsen",
            "/levels",
            "/advise",
            "/take",
            "/leave",
            "/ask",
            "/enough",
            "/stop",
            "/undo",
            "/redo",
        ),
        *("/values", "/write", "/close"),
    ),
}
"""The addresses by the methods that they take."""

LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The languages of pages."""

NAMES = {403: "Forbidden", 404: "Not found", 405: "Not found", 413: "Too large"}
"""The titles of pages with an error by its status."""

ABSENT = "The desk has no such page."
"""What is said of an address that is none."""

LARGEST_FILE = 2**60
"""The most bytes of a file that is dropped."""

SHOWN, SHARED = 10, 11
"""The most values of a column that are shown, and the fewest people who share one of them."""


APART = frozenset({"get_report_html", "get_report_json", "get_view_sql", "get_model_sql"})
"""What measures with an engine of its own, one after another, and changes nothing."""


class Application:
    """The desk for a browser; `closed` is called once a person closes it.

    It speaks the `language`, or without one what the browser asks for.
    """

    def __init__(
        self, desk: Desk, guard: Guard, closed: Callable[[], None] = lambda: None, language: Language | None = None
    ) -> None:
        self.desk = desk
        self.guard = guard
        self.language = language
        self.closed = closed
        self.pages = Pages(desk, guard)
        self._lock, self._apart = threading.RLock(), threading.Lock()
        self._map = Map(
            [
                Rule(
                    address,
                    endpoint=f"{method.lower()}_{address.strip('/').replace('.', '_') or 'files'}",
                    methods=[method],
                )
                for method, addresses in ADDRESSES.items()
                for address in addresses
            ],
            merge_slashes=False,
        )

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request."""
        request = Request(environ)
        request.max_content_length = LARGEST
        request.max_form_memory_size = LARGEST
        with spoken(self.language or asked_language(request)):
            response = secured(self.answer(request), self.guard)
        return response(environ, start_response)

    def answer(self, request: Request) -> Response:
        """Return the answer to a request; what goes wrong is a page that says so."""
        try:
            entered = self.guard.check(request)
            if entered is not None:
                return entered
            endpoint, _ = self._map.bind_to_environ(request.environ).match()
            with self._apart if endpoint in APART else self._lock:
                return self._answered(getattr(self, endpoint), request)
        except HTTPException as error:
            code = error.code or 500
            told = wording(ABSENT) if code in {404, 405} else error.description or ""
            name = wording(NAMES.get(code, FAILED))
            return page("error.html", status=code, title=name, lines=[told], core=False)
        except Exception as error:
            return _plain(unexpected(error), 500)

    def _answered(self, method: Callable[[Request], Response], request: Request) -> Response:
        """Return what a method answers, or a page with the error that it ended with."""
        try:
            return method(request)
        except SqlmetricsError as error:
            with suppress(Exception):
                return self._failed(request, error)
            return _plain(error, 422)

    def _failed(self, request: Request, error: SqlmetricsError) -> Response:
        """Return a page with an error where its cause was, and all else as it was."""
        table = self.desk.table
        if table is None or table.scored is None:
            return _plain(error, 422)
        if isinstance(error, ConflictError):
            again = (request.path, [*request.form.items(multi=True)])
            problem = problem_of(wording("The spec was changed elsewhere"), error)
            problem = problem._replace(difference=error.difference, again=again)
            return self._shown(request, problem=problem, status=409)
        return self._shown(request, problem=problem_of(wording(FAILED), error), status=422)

    # pages

    def get_files(self, request: Request) -> Response:
        """The tables below the folder."""
        self.desk.settle()
        view = files_view(self.desk.folder, request.args.get("find", ""), self._link())
        error = self.desk.problem
        problem = None if error is None else problem_of(wording("That table could not be opened"), error)
        return page("files.html", files=view, frame=self.pages.bare(), problem=problem)

    def get_published(self, _: Request) -> Response:
        """What follows from a published table, by what is said of it."""
        return self._apart_page(self.desk.published)

    def get_points(self, _: Request) -> Response:
        """What known points of a person give away."""
        return self._apart_page(self.desk.points)

    def _apart_page(self, table: OpenPublished | OpenPoints | None) -> Response:
        """Return the page of what is open apart, or how far its run is."""
        if table is None:
            return to("/")
        if self.desk.settle() is not None:
            return self.pages.waits(table.relation.name)
        return self.pages.apart(table)

    def get_columns(self, request: Request) -> Response:
        """What each column is."""
        return self._task(request, "columns")

    def get_limits(self, request: Request) -> Response:
        """Whose limits hold."""
        return self._task(request, "limits")

    def get_coarsen(self, request: Request) -> Response:
        """How coarse each column becomes."""
        return self._task(request, "coarsen")

    def get_release(self, request: Request) -> Response:
        """What is written."""
        return self._task(request, "release")

    def _task(self, request: Request, task: str) -> Response:
        """Return the page of a task, or the list of tables where none is open."""
        if self.desk.table is None or (self.desk.table.scored is None and self.desk.settle() is None):
            return to("/")
        self.pages.prepare(task)
        return self.pages.page(task, request.args)

    def get_progress(self, request: Request) -> Response:
        """How far the run is, or what it came to."""
        if self.desk.apart is not None:
            return self._away(self.desk.apart.address) if self.desk.settle() is None else self.pages.run()
        if self.desk.table is None:
            return self._away("/")
        task = _task_of(request)
        running = self.desk.settle()
        if running is None and (self.desk.table.scored is None or request.args.get("task") == "open"):
            return self._away("/" if self.desk.table.scored is None else "/columns")
        return self.pages.fragments(task, request.args, whole=running is None)

    def get_steps(self, request: Request) -> Response:
        """What each step of a column would do."""
        name = self._column(request.args.get("column", ""))
        return self._counted(lambda table: table.steps_of(name)) or self.pages.steps(name)

    def get_crowd(self, _: Request) -> Response:
        """Who is at risk, and by what."""
        return self._counted(lambda table: table.crowd()) or self.pages.crowd()

    def _counted(self, count: Callable[[OpenTable], object]) -> Response | None:
        """Count what is shown when nothing else is wanted; None once that is there."""
        table = self.desk.table
        running = self.desk.settle()
        if table is None or (running is not None and running.kind != "steps") or table.stale or not table.rows:
            return Response(status=204)
        if running is None:
            running = self.desk.run("steps", lambda _: count(table))
        return None if running.done.is_set() else Response(status=202)

    # changes

    def post_open(self, request: Request) -> Response:
        """Open a table of the list, or one that was dropped."""
        name, dropped = request.form.get("file", ""), request.form.get("dropped", "")
        if dropped:
            size = forms.sent_number(request.form.get("size"), LARGEST_FILE)
            found = self.desk.folder.dropped(dropped, -1 if size is None else size)
            if not found:
                raise SpecError(
                    Phrase(
                        "there is no {file} of that size below {folder}: put it into that folder, or start the desk in"
                        " its own",
                        file=dropped,
                        folder=self.desk.folder.name,
                    )
                )
            name = found[0].name
        path = self.desk.folder.file(name)
        if path is None:
            raise SpecError(Phrase("there is no table {file} below {folder}", file=name, folder=self.desk.folder.name))
        if request.form.get("kind") == "published":
            self.desk.open_published(path)
            return to("/published")
        self.desk.open(path)
        return to("/columns" if self.desk.points is None else "/points")

    def post_published(self, request: Request) -> Response:
        """Say what a published table means, and find what follows from it."""
        self.desk.look({name: request.form.get(name, "") for name in FIELDS})
        return to("/published")

    def post_points(self, request: Request) -> Response:
        """Say which parts of points are known, and find what they give away."""
        parts = 0 if self.desk.points is None else len(self.desk.points.parts)
        sent = (forms.sent_number(text, parts - 1) for text in request.form.getlist("known")[:parts])
        self.desk.know({number for number in sent if number is not None})
        return to("/points")

    def post_columns(self, request: Request) -> Response:
        """Change roles, and the reasons of identifiers."""
        return self._changed(request, "columns", forms.changed_roles(self._opened(), request.form))

    def post_looked(self, request: Request) -> Response:
        """Note that somebody has looked at the columns that nothing is known of."""
        table = self._opened()
        table.looked_at |= {*table.unsure}
        return self._shown(request, task="columns", whole=True)

    def post_limits(self, request: Request) -> Response:
        """Choose limits, and the share that may be dropped."""
        make = forms.changed_limits(self._opened(), request.form)
        return self._changed(request, "limits", make, whole=forms.adds_limit(request.form))

    def post_coarsen(self, request: Request) -> Response:
        """Take steps, and say what the study needs."""
        return self._changed(request, "coarsen", forms.changed_steps(self._opened(), request.form))

    def post_levels(self, request: Request) -> Response:
        """Give a known column steps of its own, or the proposed ones again."""
        table, name = self._opened(), self._column(request.form.get("column", ""))
        words = None
        if "back" not in request.form:
            words = forms.own_steps(name, request.form, self.desk.folder.file(request.form.get("file", "")))

        def make(text: str, spec: Spec) -> SpecChange:
            made = changes.with_steps(text, table.versions.file.name, spec, name, words)
            run = self.desk.run("values", lambda _: table.check_steps(table.spec_of(made.text), name))
            run.done.wait()
            error, run.error = run.error, None
            if error is not None:
                raise error
            return made

        return self._changed(request, "coarsen", make, whole=True)

    def post_advise(self, request: Request) -> Response:
        """Search what must change."""
        self.desk.advise()
        return self._shown(request, task="coarsen", whole=True)

    def post_ask(self, request: Request) -> Response:
        """Search what must change while columns stay that an advice left out."""
        self._change(request, "coarsen", forms.kept_columns(self._opened(), request.form))
        self.desk.advise()
        return self._shown(request, task="coarsen", whole=True)

    def post_enough(self, request: Request) -> Response:
        """End a search with the best that it has found."""
        run = self.desk.runs.current
        if run is not None:
            run.progress.enough.set()
            run.done.wait(SOON)
        return self._shown(request, task="coarsen", whole=True)

    def post_take(self, request: Request) -> Response:
        """Take a table that would pass."""
        table = self._opened()
        if self.desk.advice is None or self.desk.advice[0] != table.versions.hash:
            raise SpecError(Phrase("this advice is for an earlier spec: ask again"))
        tables = tables_of(self.desk.advice[1])
        which = forms.sent_number(request.form.get("which", "0"), len(tables) - 1)
        levels = tables[which or 0].levels
        columns = [(column, levels[column.column]) for column, now in table.columns if levels[column.column] != now]
        taken = wording("the advice taken")

        def make(text: str, _: Spec) -> SpecChange | None:
            return changes.with_levels(text, table.versions.file.name, columns, taken) if columns else None

        self.desk.advice = None
        return self._changed(request, "coarsen", make, whole=True)

    def post_leave(self, request: Request) -> Response:
        """Put the advice away."""
        self.desk.advice = None
        return self._shown(request, task="coarsen", whole=True)

    def post_undo(self, request: Request) -> Response:
        """Take the last change back."""
        self._opened().undo(request.form.get("base", ""))
        return self._scored(request, _task_of(request), whole=True)

    def post_redo(self, request: Request) -> Response:
        """Make the change again that was taken back last."""
        self._opened().redo(request.form.get("base", ""))
        return self._scored(request, _task_of(request), whole=True)

    def post_stop(self, request: Request) -> Response:
        """End the run that goes on."""
        run = self.desk.runs.current
        self.desk.runs.stop()
        if run is not None:
            run.done.wait(1.0)
        self.desk.settle()
        if self.desk.apart is not None:
            return self._away(self.desk.apart.address)
        if self.desk.table is None or self.desk.table.scored is None:
            return self._away("/")
        return self._shown(request, whole=True)

    def post_values(self, request: Request) -> Response:
        """Show values of a column that many records share; if asked twice, of one of names, too."""
        table = self._opened()
        number = forms.sent_number(request.form.get("column"), len(table.profile.columns) - 1)
        if number is None:
            raise NotFound()
        column = table.profile.columns[number]
        named = column.look.identifies or changes.role_of(table.spec, column.name) == "identifiers"
        if named and request.form.get("sure") != str(number):
            values = ShownValues()
        else:
            run = self.desk.run("values", lambda _: table.values(column.name, SHOWN, SHARED))
            run.done.wait(10.0)
            self.desk.settle()
            values = shown_values(run.result or [], SHOWN, SHARED, table.people)
        return self.pages.values(number, values, request.headers.get("X-Fragment") == "1")

    def post_write(self, request: Request) -> Response:
        """Write the release."""
        table = self._opened()
        why = " ".join(request.form.get("why", "").split())
        fails = table.scored is None or table.scored.answer.passes is not True
        if fails and not why:
            raise SpecError(Phrase("say why the release is written although it does not pass, or make it pass first"))
        name, where = request.form.get("file", "").strip(), table.versions.file.name
        new_file(table.relation.parent, name)
        said = why if fails else ""
        table.change(lambda text, spec: changes.with_exception(text, where, spec, said), request.form.get("base", ""))
        self.desk.write(name, anyway=fails)
        return to("/release")

    def post_close(self, _: Request) -> Response:
        """Close the desk."""
        self.desk.close()
        self.closed()
        return page(
            "error.html",
            title=wording("The desk is closed"),
            lines=[wording("You may close this window. Every change was saved.")],
            core=False,
        )

    # files

    def get_report_html(self, request: Request) -> Response:
        """The report of the release as it would be written."""
        internal = request.args.get("version") == "internal"
        return attachment(self.desk.report(internal=internal).html, f"{self._stem()}_report.html", "text/html")

    def get_report_json(self, _: Request) -> Response:
        """The certificate of that report."""
        return attachment(self.desk.report(internal=False).json, f"{self._stem()}_report.json", "application/json")

    def get_view_sql(self, _: Request) -> Response:
        """The release as a view."""
        return attachment(self.desk.statement("view"), f"{self._stem()}_view.sql", "text/plain")

    def get_model_sql(self, _: Request) -> Response:
        """The release as a model of dbt."""
        return attachment(self.desk.statement("dbt"), f"{self._stem()}_model.sql", "text/plain")

    def get_sqlmetrics_yml(self, _: Request) -> Response:
        """The spec."""
        table = self._opened()
        return attachment(table.versions.text, table.versions.file.name, "text/plain")

    # parts

    def _opened(self) -> Any:
        """Return the table that is open and was answered. Raises SpecError where there is none."""
        table = self.desk.table
        if table is None or not table.profile.columns:
            raise SpecError(Phrase("no table is open; choose one first"))
        return table

    def _link(self) -> OpenLink | None:
        """Return the way to the table that is open."""
        if self.desk.apart is not None:
            return OpenLink(self.desk.apart.relation.name, self.desk.apart.address)
        return None if self.desk.table is None else OpenLink(self.desk.table.relation.name, "/columns")

    def _stem(self) -> str:
        """Return the name of the table without its ending."""
        if self.desk.apart is not None:
            return self.desk.apart.relation.name.split(".")[0]
        return str(self._opened().relation.name).split(".")[0]

    def _column(self, text: str) -> str:
        """Return the name of a column by its number. Raises NotFound."""
        columns = self._opened().profile.columns
        number = forms.sent_number(text, len(columns) - 1)
        if number is None:
            raise NotFound()
        return str(columns[number].name)

    def _changed(self, request: Request, task: str, make: forms.Make, *, whole: bool = False) -> Response:
        """Write a change of the spec, and return the answer to it."""
        self._change(request, task, make)
        return self._scored(request, task, whole=whole)

    def _change(self, request: Request, task: str, make: forms.Make) -> None:
        """Write a change of the spec, after which the release that was written is an older one."""
        if self._opened().change(make, request.form.get("base", "")):
            self.desk.advice = self.desk.advice if task == "coarsen" else None
            self.desk.written = None

    def _scored(self, request: Request, task: str, *, whole: bool) -> Response:
        """Return the answer to the spec as it is."""
        self.pages.prepare(task)
        return self._shown(request, task=task, whole=whole)

    def _shown(
        self,
        request: Request,
        *,
        task: str | None = None,
        whole: bool = False,
        problem: Problem | None = None,
        status: int = 200,
    ) -> Response:
        """Return the parts of a page that are new, or without a script the way to the page."""
        task = task or _task_of(request)
        if request.headers.get("X-Fragment") == "1":
            return self.pages.fragments(task, request.values, whole=whole, problem=problem, status=status)
        if problem is not None:
            return self.pages.page(task, request.values, problem=problem, status=status)
        find = request.form.get("find")
        return to(f"/{task}?{urlencode({'find': find})}" if find else f"/{task}")

    def _away(self, address: str) -> Response:
        """Return the way to another page, for the script of a page that is over."""
        response = fragments({}, "")
        response.headers["X-To"] = address
        return response


def _plain(error: SqlmetricsError, status: int) -> Response:
    """Return a page that says nothing but an error."""
    problem = problem_of(wording(FAILED), error)
    lines = problem.told.splitlines()
    return page("error.html", status=status, title=problem.title, lines=lines, core=problem.foreign)


def asked_language(request: Request) -> Language:
    """Return the language that a browser asks for among the ones of pages, or English."""
    asked = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((one for tag in asked for one in LANGUAGES if one == tag), ENGLISH)


def _task_of(request: Request) -> str:
    """Return the task that a request was sent from."""
    named = request.args.get("task") or request.form.get("task") or request.path.strip("/")
    return named if named in TASKS else "columns"
