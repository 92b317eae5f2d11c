#!/bin/sh
# A name that is hashed by Presidio has another hash at each mention, within one text as well.
#
# Guess: the operator `hash` of presidio-anonymizer writes the SHA-256 of a name, so that one person has one pseudonym.
# Seen: two mentions of a name in one text have two hashes, and the next call has two others: unless a `salt` is given,
# each mention is hashed with a random one. With a salt of one's own all mentions are equal, in each call.
# It matters where the hashes are the people of a table: every row is somebody else. Counted by such a column a class has
# as many people as records, a person's records are never seen together, and tables that are hashed one by one cannot be
# joined. Give one salt for all tables, keep it secret, and count the pseudonyms beside the names before scores are read.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install presidio-anonymizer==2.2.366
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version

from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import OperatorConfig, RecognizerResult

print("presidio-anonymizer", version("presidio-anonymizer"))
TEXT = "Ann Roe met Ann Roe"
MENTIONS = [RecognizerResult("PERSON", 0, 7, 1.0), RecognizerResult("PERSON", 12, 19, 1.0)]


def hashes(**words: str) -> list[str]:
    operator = OperatorConfig("hash", {"hash_type": "sha256", **words})
    found = AnonymizerEngine().anonymize(TEXT, MENTIONS, {"PERSON": operator}).text.split(" met ")
    print(words or "no salt", *(each[:12] for each in found))
    return found


unsalted = [*hashes(), *hashes()]
assert len(set(unsalted)) == 4
salted = [*hashes(salt="sixteen letters."), *hashes(salt="sixteen letters.")]
assert len(set(salted)) == 1
PYTHON
