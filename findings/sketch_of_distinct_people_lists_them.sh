#!/bin/sh
# A sketch that counts distinct people tells for each number whether its owner was counted.
#
# Guess: a theta sketch of DataSketches, "a small summary" that estimates how many there are, cannot say who was counted.
# Seen: of 2,000 people it keeps a hash of every one, all with the seed that the library has for everybody. Who tries all
# possible numbers of four digits on a serialised sketch of 16 kB finds the 2,000 without a single miss or mistake. Of
# 100,000 people the sketch keeps some 4,000, and whoever is among those is found as surely.
# It matters as sketches are stored by day and by diagnosis to be joined later, and are handed on as aggregates: a
# sketch of the people with an illness is their list to whoever can count through insurance numbers. Key the identifiers
# with a secret (an HMAC) before they are counted, and keep the key from those who get the sketches.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install datasketches==5.2.0 numpy==2.3.5
cd "$folder"
venv/bin/python - <<'PYTHON'
import random
from importlib.metadata import version

from datasketches import compact_theta_sketch, update_theta_sketch

print("datasketches", version("datasketches"))


def sent(numbers):
    """Return the bytes of the sketch of these numbers, as they are stored or sent."""
    sketch = update_theta_sketch()
    for number in numbers:
        sketch.update(number)
    return sketch.compact().serialize()


def found(content, numbers):
    """Return the numbers that the sketch holds."""
    held = set(compact_theta_sketch.deserialize(content))
    return {number for number in numbers if set(compact_theta_sketch.deserialize(sent([number]))) <= held}


draw = random.Random(1)
for digits, people in ((4, 2_000), (6, 100_000)):
    possible = [f"{number:0{digits}d}" for number in range(10**digits)]
    counted = set(draw.sample(possible, people))
    content = sent(counted)
    tried = possible if digits == 4 else draw.sample(possible, 20_000)
    told = found(content, tried)
    print(f"{people:,} people, {len(content):,} bytes, {len(tried):,} numbers tried:", end=" ")
    print(f"{len(told):,} found, {len(told - counted)} of them wrong")
    assert not told - counted
    assert told == counted if digits == 4 else len(told) > 50
print("the guess fails: the sketch is a list of people")
PYTHON
