"""Sessions at the command line give the agreed texts (`tests/sessions.py`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from sessions import FOLDER, Session, in_folder, played, sessions

SESSIONS = {f"{path.stem}: {one.name}": one for path in sorted(FOLDER.glob("*.txt")) for one in sessions(path)}


@pytest.mark.parametrize("session", SESSIONS.values(), ids=SESSIONS)
def test_a_session_is_the_one_agreed(tmp_path: Path, session: Session) -> None:
    """What a command prints, says and writes changes by intent.

    `python tests/sessions.py` writes the files of sessions anew.
    """
    with in_folder(tmp_path):
        assert played(session) == session.text
