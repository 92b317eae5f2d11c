#!/bin/sh
# A model that finds names, so that they can be removed from notes, comes with the list of the names.
#
# Guess: a spaCy pipeline that has learnt from 200 notes where the patients' names are, saved by `to_disk`, has weights
# and settings. One that was only used, to part notes into words, is saved as it was before.
# Seen: beside the weights lies `vocab/strings.json`, a list of words in plain text. It has all 200 names of the notes,
# and every other word in them; so it has where the pipeline was only used. Moving the learnt part into a new pipeline
# (`from_bytes`) takes the list along. The model needs none of it: loaded with `exclude=["vocab"]` and saved anew it
# finds the same names in other notes, and has no name in any file. Words that are read within `nlp.memory_zone()` are
# not kept.
# It matters as notes must not leave a hospital, and the models that remove names from them are published: whoever opens
# the list has the names that were to be removed, and rare diagnoses beside them. Save without the words, and look for a
# name that must not be there.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install spacy==3.8.18 numpy==2.4.6
cd "$folder"
venv/bin/python - <<'PYTHON'
import json
import random
from importlib.metadata import version
from pathlib import Path

import spacy
from spacy.training import Example
from spacy.util import fix_random_seed

print("spacy", version("spacy"))
fix_random_seed(0)
draw = random.Random(0)


def invented():
    """A family name of five syllables that nobody has."""
    return "".join(draw.choice("bdfghklmnprstvwz") + draw.choice("aeiou") for _ in range(5)).title()


names = sorted({invented() for _ in range(210)})[:200]
texts = [f"Patient {name} came with {draw.choice(['fever', 'gout', 'asthma'])}." for name in names]
others = [f"Patient {name} left with fever." for name in {invented() for _ in range(50)} - set(names)]


def found(folder):
    """How many of the names each file of a folder has."""
    counts = {str(path.relative_to(folder)): sum(name.encode() in path.read_bytes() for name in names)
              for path in Path(folder).rglob("*") if path.is_file()}
    return {path: count for path, count in counts.items() if count}


def entities(pipeline):
    """What a pipeline says of notes that are nobody's."""
    return [[(entity.text, entity.label_) for entity in pipeline(text).ents] for text in others]


used = spacy.blank("en")
for _ in used.pipe(texts):
    pass
used.to_disk("used")
zone = spacy.blank("en")
with zone.memory_zone():
    for text in texts:
        zone(text)
zone.to_disk("zone")

trained = spacy.blank("en")
trained.add_pipe("ner").add_label("PERSON")
examples = [Example.from_dict(trained.make_doc(text), {"entities": [(8, 8 + len(name), "PERSON")]})
            for text, name in zip(texts, names)]
trained.initialize(lambda: examples)
for _ in range(40):
    trained.update(examples)
trained.to_disk("trained")
moved = spacy.blank("en")
moved.add_pipe("ner").from_bytes(trained.get_pipe("ner").to_bytes())
moved.to_disk("moved")
spacy.load("trained", exclude=["vocab"]).to_disk("without")

seen = {folder: found(folder) for folder in ("used", "zone", "trained", "moved", "without")}
words = {word.strip(".") for text in texts for word in text.split()}
assert words <= set(json.loads(Path("trained/vocab/strings.json").read_text()))
print("names in files:", seen)
right, same = entities(spacy.load("trained")), entities(spacy.load("without"))
hits = sum(note == [(text.split()[1], "PERSON")] for note, text in zip(right, others))
print(f"names found in {len(others)} other notes: {hits}; the same without the list: {right == same}")
everybody = {"vocab/strings.json": 200}
assert seen == {"used": everybody, "zone": {}, "trained": everybody, "moved": everybody, "without": {}}, seen
assert right == same and hits == len(others), (hits, right == same)
print("the guess fails: the model is published with the names of all patients")
PYTHON
