#!/bin/sh
# A notebook whose outputs were cleared still holds the table of all people that it showed.
#
# Guess: `jupyter nbconvert --clear-output` leaves the code and nothing that it showed; a page made from a notebook, less
# the cells that a tag removes, holds nothing of these cells.
# Seen: a table shown by a widget (`ipywidgets.HTML`, and so each grid of a table that is a widget) is not among the
# outputs of its cell: it lies in the notebook's metadata, where running by nbconvert puts it without being asked. The
# cleared notebook has no output and all 100 names; the page has them as well, though the cell's tag took the cell away.
# A table shown as it is, without a widget, is gone from both. nbstripout removes both kinds.
# It matters as clearing is what one does before a notebook is handed in, published, or put under version control, and a
# page without the private cells is what is sent: the code shows nothing, and each reader has everybody. Strip the
# metadata as well, and look for a name that must not be there.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install nbconvert==7.16.6 nbclient==0.10.2 nbformat==5.10.4 \
    ipykernel==6.29.5 ipywidgets==8.1.7 pandas==2.3.3 numpy==2.3.5 nbstripout==0.8.1
cd "$folder"
export JUPYTER_CONFIG_DIR="$folder/config" JUPYTER_DATA_DIR="$folder/data" JUPYTER_RUNTIME_DIR="$folder/runtime"
export IPYTHONDIR="$folder/ipython" PATH="$folder/venv/bin:$PATH"
venv/bin/python - <<'PYTHON'
import nbformat.v4 as v4
from nbformat import write

PEOPLE = "import ipywidgets, pandas\npeople = pandas.DataFrame({'name': [f'Person {n:03}' for n in range(100)]})"
kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
notebook = v4.new_notebook(metadata={"kernelspec": kernel})
tag = {"tags": ["private"]}
shown = {"by_widget": "ipywidgets.HTML(people.to_html())", "plainly": "people.head(100).style"}
for name, code in shown.items():
    notebook.cells = [v4.new_code_cell(PEOPLE), v4.new_code_cell(code, metadata=tag), v4.new_code_cell("len(people)")]
    write(notebook, f"{name}.ipynb")
PYTHON
for name in by_widget plainly; do
    jupyter nbconvert --log-level ERROR --execute --inplace "$name.ipynb" 2>"$name.log"
    cp "$name.ipynb" "$name.cleared.ipynb"
    jupyter nbconvert --log-level ERROR --clear-output --inplace "$name.cleared.ipynb"
    cp "$name.ipynb" "$name.stripped.ipynb"
    nbstripout "$name.stripped.ipynb"
    jupyter nbconvert --log-level ERROR --to html --TagRemovePreprocessor.enabled=True \
        --TagRemovePreprocessor.remove_cell_tags private "$name.ipynb"
done
venv/bin/python - <<'PYTHON'
import json
from importlib.metadata import version
from pathlib import Path

print("nbconvert", version("nbconvert"), "ipywidgets", version("ipywidgets"))


def names(file: str) -> int:
    text = Path(file).read_text()
    return sum(f"Person {number:03}" in text for number in range(100))


found = {}
for name in ("by_widget", "plainly"):
    cells = json.loads(Path(f"{name}.cleared.ipynb").read_text())["cells"]
    assert not any(cell["outputs"] for cell in cells)
    found[name] = [names(name + end) for end in (".ipynb", ".cleared.ipynb", ".html", ".stripped.ipynb")]
    print(f"{name:<10} names in the notebook, cleared, as a page without the cell, and stripped: {found[name]}")
assert found["by_widget"] == [100, 100, 100, 0], found
assert found["plainly"] == [100, 0, 0, 0], found
print("the guess fails: what a widget showed is still there")
PYTHON
