"""The one writer: outputs are written whole or not at all, over nothing that the run reads."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sqlmetrics import deadline
from sqlmetrics.engine.pdf import check_printer, print_pdf
from sqlmetrics.engine.reasons import error_text, reason
from sqlmetrics.errors import OutputError, SpecError, SqlmetricsError
from sqlmetrics.files import footprint
from sqlmetrics.files.footprint import STANDARD
from sqlmetrics.files.leftovers import private_folder, sweep
from sqlmetrics.files.placement import alone_in, write_list

PRIVATE, SHARED = 0o600, 0o666
"""The modes of a new file: for its owner alone, or as the umask leaves it."""

UNSYNCED = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES, errno.ENOSYS})
"""The errors of file systems that write no folder to the disk on demand."""

NUMBER = re.compile(r'"errno":"(\d+)"')
"""The number of a system's error in DuckDB's text."""


DOCUMENTS = (".pdf", ".docx", ".doc", ".odt", ".rtf")
"""The endings of documents, which somebody names who wants a page."""

PDF = ".pdf"
"""The ending of a page that is printed."""

PAGES = (".html", ".htm", PDF)
"""The endings of pages; a page without one is HTML."""


def announce_output(path: Path, what: str = "output") -> None:
    """Announce an output before any work; `what` is the word of the spec that names it.

    Raises SpecError for a path at which no file can be written, or that the run reads; OutputError
    where the file system takes no file.
    """
    check_writable(path)
    footprint.writes(path, what)


def announce_page(path: Path) -> None:
    """Announce a report's page. Raises SpecError as `announce_output` and `check_page_name` do."""
    check_page_name(path)
    announce_output(path, "report")


def check_page_name(path: Path) -> None:
    """Raise SpecError for a name that ends as no page's, and for a PDF that nothing prints."""
    if path == STANDARD or footprint.is_stream(path):
        return
    ending = path.suffix.lower()
    if ending and ending not in PAGES:
        raise SpecError(
            f"{path}: a report is a page: end its name in {', '.join(PAGES)}, or without an ending;"
            " `check` writes other forms of the verdict"
        )
    if ending == PDF:
        check_printer()


@contextmanager
def output_scope(path: Path | None, what: str, *read: Path | None) -> Iterator[None]:
    """Be the scope of a call that writes an output, if there is one, and has read files before."""
    with footprint.recorded_run(*read):
        if path is not None:
            announce_output(path, what)
        yield


def check_writable(path: Path) -> None:
    """Raise SpecError where no file can be written at a path, OutputError where a disk fails."""
    if path == STANDARD:
        return
    with writing(path):
        mode = _mode(path)
    if mode is not None and stat.S_ISDIR(mode):
        raise SpecError(f"the output {path} is a folder; name a file in it")
    if mode is not None and (stat.S_ISBLK(mode) or stat.S_ISSOCK(mode)):
        raise SpecError(f"the output {path} is a disk or a socket; name a file, a pipe or a terminal")
    if mode is not None and not os.access(path, os.W_OK):
        raise SpecError(f"the output {path} is not writable; choose another or change its permissions")
    if footprint.is_stream(path):
        return
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        shown = path.parent if not path.is_symlink() else folder
        raise SpecError(f"the output's folder {shown} does not exist; create it first (mkdir -p {shown})")
    if not os.access(folder, os.W_OK):
        with writing(path):
            if hasattr(os, "statvfs") and os.statvfs(folder).f_flag & os.ST_RDONLY:
                raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        raise SpecError(f"the output's folder {path.parent} is not writable; choose another or change its permissions")


def write_whole(path: Path, write: Callable[[Path], None], *, private: bool = False) -> None:
    """Let `write` fill an unfinished file, then put it in the place of the output, or stream it.

    A link is followed, and the mode of a file that was there is kept; a new one is the owner's
    alone if it is `private`. A device, a pipe and standard output are written to. After an error or
    a stop nothing is left behind, and what was there is as it was.

    Raises SpecError for a path at which no file can be written, or that the run reads; OutputError
    where writing fails.
    """
    check_writable(path)
    with footprint.recorded_run(), _unfinished(path) as unfinished, writing(path):
        own_mode = _create(unfinished, PRIVATE if private or path.exists() else SHARED)
        write(unfinished)
        deadline.let_finish()
        if footprint.is_stream(path):
            _stream(unfinished, path)
        else:
            _put(unfinished, path, own_mode)


@contextmanager
def placed_together(*paths: Path) -> Iterator[dict[Path, Path]]:
    """Give a private file of the same name for each output; in the end they take their places.

    All are whole before the first does, and no other run places files there meanwhile. A run that
    is killed is finished by the next one in the folder. A link is followed, and the mode of a file
    that was there is kept; a new one is the owner's alone. An output that no file was made for
    stays as it was. After an error or a stop nothing is left behind, and what was there is as it
    was.

    Raises SpecError for a path at which no file can be written, or that the run reads; OutputError
    where writing fails.
    """
    with footprint.recorded_run(), ExitStack() as kept:
        files: dict[Path, Path] = {}
        folders: dict[Path, Path] = {}
        for path in paths:
            check_writable(path)
            if footprint.is_stream(path):
                raise SpecError(f"the output {path} is read again when it is written; name a file")
            target = Path(os.path.realpath(path))
            with writing(path):
                if target.parent not in folders:
                    folders[target.parent] = kept.enter_context(private_folder(target.parent))
                files[path] = folders[target.parent] / target.name
            footprint.stages(path, files[path])
        yield files
        deadline.let_finish()
        made = {path: file for path, file in files.items() if file.exists()}
        for path, file in made.items():
            with writing(path):
                _ready(file, path, PRIVATE)
        for folder in sorted(folders):
            with writing(paths[-1]):
                kept.enter_context(alone_in(folder))
        for private in folders.values():
            with writing(paths[-1]):
                write_list(private, [file.name for file in made.values() if file.parent == private])
        for path, file in made.items():
            with writing(path):
                _place(file, path)


def create_whole(path: Path, write: Callable[[Path], None]) -> bool:
    """Let `write` make an unfinished file, and give it a name that no file has.

    Returns False where another run was faster, whose file stays as it is. The caller handles the
    errors of the file system; nothing is left behind.
    """
    with _unfinished(path) as unfinished:
        write(unfinished)
        with _descriptor(unfinished) as descriptor:
            os.fsync(descriptor)
        try:
            os.link(unfinished, path)
        except FileExistsError:
            return False
        _sync_folder(path.parent)
        return True


def write_page(path: Path, html: str, *, private: bool) -> None:
    """Write a page, or print it where the ending of its name says so; see `write_whole`.

    Raises SpecError, also where nothing is installed that prints.
    """
    write_whole(path, lambda unfinished: fill_page(path, html, unfinished), private=private)


def fill_page(path: Path, html: str, file: Path) -> None:
    """Write a page into the file that takes the place of a path, whose ending says its form."""
    if path.suffix.lower() == PDF:
        print_pdf(html, file)
    else:
        file.write_text(html, encoding="utf-8", newline="")


def write_text(path: Path, text: str, *, private: bool = False) -> None:
    """Write a text file, whole or not at all; see `write_whole`."""

    def write(unfinished: Path) -> None:
        unfinished.write_text(text, encoding="utf-8", newline="")

    write_whole(path, write, private=private)


@contextmanager
def unfinished_part(path: Path, part: str) -> Iterator[Path]:
    """Give an empty private file from which an output is made; it is removed in the end.

    Raises OutputError where it cannot be written.
    """
    with _unfinished(path, part) as file:
        with writing(path):
            _create(file, PRIVATE)
        yield file


@contextmanager
def _unfinished(path: Path, part: str = "") -> Iterator[Path]:
    """Give the path of an output's unfinished file, or of a part, which is removed in the end."""
    file = footprint.unfinished(path, part)
    sweep(file.parent)
    try:
        yield file
    finally:
        with suppress(OSError):
            file.unlink(missing_ok=True)


@contextmanager
def _descriptor(path: Path, flags: int = os.O_RDWR, mode: int = SHARED) -> Iterator[int]:
    """Give the descriptor of an open file or folder, which is closed in the end."""
    descriptor = os.open(path, flags, mode)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Raise an error of the file system or of an engine's copy as an OutputError of the output.

    That standard output was closed is the caller's to handle.
    """
    try:
        yield
    except SqlmetricsError:
        raise
    except OSError as error:
        if path == STANDARD and isinstance(error, BrokenPipeError):
            raise
        raise OutputError(f"cannot write {_shown(path)}: {error.strerror or reason(error)}") from None
    except Exception as error:
        if not footprint.names_output(str(error)):
            raise
        number = NUMBER.search(str(error))
        if number is not None:
            raise OutputError(f"cannot write {_shown(path)}: {os.strerror(int(number[1]))}") from None
        raise OutputError(f"cannot write {_shown(path)}: {reason(error)}", error_text(error)) from None


def _shown(path: Path) -> str:
    """Return the name of an output for messages."""
    return "standard output" if path == STANDARD else str(path)


def _mode(path: Path) -> int | None:
    """Return the mode of what a path names, behind links, None for nothing."""
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None


def _create(unfinished: Path, mode: int) -> int:
    """Create an empty file, and return its permissions as the umask leaves them."""
    with _descriptor(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode) as descriptor:
        return stat.S_IMODE(os.fstat(descriptor).st_mode)


def _put(unfinished: Path, path: Path, own_mode: int) -> None:
    """Put a finished file in the place of an output, once the disk holds it."""
    _ready(unfinished, path, own_mode)
    _place(unfinished, path)


def _ready(unfinished: Path, path: Path, own_mode: int) -> None:
    """Have the disk hold a finished file, with the permissions of the output."""
    with _descriptor(unfinished) as descriptor:
        _keep(descriptor, unfinished, Path(os.path.realpath(path)), own_mode)
        os.fsync(descriptor)


def _place(unfinished: Path, path: Path) -> None:
    """Put a file that is ready in the place of an output."""
    target = Path(os.path.realpath(path))
    footprint.replaces(path)
    unfinished.replace(target)
    _sync_folder(target.parent)


def _keep(descriptor: int, unfinished: Path, target: Path, own_mode: int) -> None:
    """Give a file the permissions and the owner of the one whose place it takes, or its own.

    A group that cannot be given gets no permissions.
    """
    try:
        before = target.stat()
    except FileNotFoundError:
        unfinished.chmod(own_mode)
        return
    mode, state = stat.S_IMODE(before.st_mode) & 0o777, os.fstat(descriptor)
    if hasattr(os, "fchown") and (before.st_uid, before.st_gid) != (state.st_uid, state.st_gid):
        try:
            os.fchown(descriptor, before.st_uid, before.st_gid)
        except OSError:
            try:
                os.fchown(descriptor, -1, before.st_gid)
            except OSError:
                mode &= ~0o070
    unfinished.chmod(mode)


def _sync_folder(folder: Path) -> None:
    """Have the disk hold the names of a folder, where its file system does that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with _descriptor(folder, os.O_RDONLY | os.O_DIRECTORY) as descriptor:
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in UNSYNCED:
                raise


def _stream(unfinished: Path, path: Path) -> None:
    """Write a finished file to a device, a pipe or standard output."""
    standard = footprint.standard_stream(path)
    descriptor = os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0)) if standard is None else os.dup(standard)
    with unfinished.open("rb") as finished, os.fdopen(descriptor, "wb") as stream:
        shutil.copyfileobj(finished, stream)
