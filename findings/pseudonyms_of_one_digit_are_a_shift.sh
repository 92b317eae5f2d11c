#!/bin/sh
# Codes of one letter, encrypted by pyffx, are moved by one step that is the same for all.
#
# Guess: pyffx, which encrypts a value to one of the same format, exchanges the digits 0 to 9 by the key as dice would,
# so that a known code and its pseudonym tell nothing of the nine others.
# Seen: the digits are moved around the circle by one number, for each of 100 keys: 0 is 7, 1 is 8, 2 is 9, 3 is 0. One code
# that an attacker knows, as that of the most frequent illness, tells all others. Letters of an alphabet are alike. Codes
# of two digits are mixed.
# It matters as sex, blood group, ward or stage are codes of one letter, and "format preserving encryption" is asked for
# just these; ordered stages stay in order, apart from where the circle was cut. Encrypt several columns as one value,
# or draw a table of random codes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install "pyffx==0.3.0"
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version

import pyffx

print("pyffx", version("pyffx"))


def steps(key: bytes, length: int) -> set[int]:
    cipher = pyffx.Integer(key, length=length)
    size = 10**length
    return {(cipher.encrypt(code) - code) % size for code in range(size)}


keys = [f"key {number}".encode() for number in range(100)]
print("digits 0 to 9 by one key:", [pyffx.Integer(keys[0], length=1).encrypt(digit) for digit in range(10)])
letters = pyffx.String(keys[0], alphabet="abcdefgh", length=1)
print("letters a to h:", "".join(letters.encrypt(letter) for letter in "abcdefgh"))
one = [len(steps(key, 1)) for key in keys]
two = [len(steps(key, 2)) for key in keys]
print(f"different steps of one digit: {set(one)}; of two digits, of 100: at least {min(two)}")
assert set(one) == {1} and min(two) > 40
print("the guess fails: one known code tells all")
PYTHON
