#!/bin/sh
# Words of a deleted note are still in a SQLite file that was vacuumed.
#
# Guess: once a row is deleted and the file vacuumed, the file has what the rows have; a search by `enable_fts` of
# sqlite-utils, whose triggers follow the table, finds the note no more, and its words are gone with it.
# Seen: the search finds nothing, and the words are in the bytes: the index only notes that the row does not count any
# longer, and VACUUM copies the index as it is. `PRAGMA secure_delete` changes nothing of that, as its page says.
# `rebuild_fts` removes them.
# It matters to who deletes a patient on request and hands the file on, or serves it for download as Datasette does: a
# rare name or diagnosis is read by whoever opens the file as text. Rebuild each index before VACUUM, and look for a
# word that must not be there.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install "sqlite-utils==4.2.1"
cd "$folder"
venv/bin/python - <<'PYTHON'
import sqlite3
from importlib.metadata import version
from pathlib import Path

import sqlite_utils

print("sqlite-utils", version("sqlite-utils"), "SQLite", sqlite3.sqlite_version)
WORDS = (b"zimmerschied", b"porphyria")


def words() -> list[bool]:
    return [word in Path("clinic.db").read_bytes().lower() for word in WORDS]


database = sqlite_utils.Database("clinic.db")
database.execute("pragma secure_delete = on")
notes = database["notes"]
notes.insert_all([{"id": visit, "note": f"visit {visit}, ward {visit % 7}, fine"} for visit in range(2_000)], pk="id")
notes.insert({"id": 2_000, "note": "Ottoline Zimmerschied has porphyria"})
notes.enable_fts(["note"], create_triggers=True)

notes.delete(2_000)
database.vacuum()
found = list(notes.search("porphyria"))
print(f"notes: {notes.count}; found by a search: {len(found)}; words in the file: {words()}")
assert notes.count == 2_000 and not found and words() == [True, True]

notes.rebuild_fts()
database.vacuum()
print(f"after the index is rebuilt: {words()}")
assert words() == [False, False]
print("the guess fails: a vacuumed file tells a deleted note")
PYTHON
