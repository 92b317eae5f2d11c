#!/bin/sh
# Names and people that a pandas table hides are in its spreadsheet.
#
# Guess: `frame.style.hide(["name"], axis="columns")` and `.hide([0], axis="index")` leave a column and a row out of what
# is written, in every form.
# Seen: the HTML, LaTeX and plain text of such a table lack them, as the guess says. The Excel file by `to_excel` of the
# same object has them, in plain sight, and a salary that `format(precision=0)` rounds is there to the cent.
# It matters as the page is what somebody checks, and the file is what is sent: who hides the names, or a person, in the
# table of a report gives both away with "the same table as Excel". Drop the column and the row from the frame.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install pandas==3.1.1 jinja2==3.1.6 openpyxl==3.1.5
cd "$folder"
venv/bin/python - <<'PYTHON'
from importlib.metadata import version

import pandas as pd
from openpyxl import load_workbook

print("pandas", version("pandas"), "openpyxl", version("openpyxl"))
people = pd.DataFrame({"name": ["Ann Roe", "Bob Poe"], "town": ["Graz", "Wien"], "salary": [51234.56, 48765.43]})
shown = people.style.hide(["name"], axis="columns").hide([0], axis="index").format(precision=0)
shown.to_excel("shown.xlsx")
cells = [str(cell.value) for row in load_workbook("shown.xlsx").active for cell in row]
contents = {
    "HTML": shown.to_html(),
    "LaTeX": shown.to_latex(),
    "text": shown.to_string(),
    "Excel": " ".join(cells),
}
SECRETS = {"a name of the hidden column": "Bob Poe", "the person of the hidden row": "Graz", "a salary": "48765.43"}
found = {form: [secret in content for secret in SECRETS.values()] for form, content in contents.items()}
for form, told in found.items():
    print(f"{form:<5}", ", ".join(f"{what}: {'there' if there else 'not there'}" for what, there in zip(SECRETS, told)))
assert all(found[form] == [False, False, False] for form in ("HTML", "LaTeX", "text")), found
assert found["Excel"] == [True, True, True], found
print("the guess fails: the spreadsheet has what the page hides")
PYTHON
