#!/bin/sh
# A workbook whose salaries were rounded, and whose names were blanked, has all of both in its chart.
#
# Guess: openpyxl opens a workbook with a chart, a loop rounds the salaries to 10,000 and blanks the names, and what is
# saved has neither; nor has a workbook whose sheet of people was deleted, so that the report alone is left.
# Seen: no sheet has them, and the file has each salary and each name. A chart of Excel keeps a copy of the cells that
# it shows; openpyxl reads the copy and writes it back as it was, whatever has become of the cells. Without the sheet
# all 100 names and salaries stand in the chart. A chart that openpyxl itself has made has no such copy.
# It matters as a report with a chart is what is anonymised by a script and sent. Whoever reads the cells, by pandas or
# by eye, sees rounded salaries. Remove the copies before saving (`numCache` and `strCache` of each series), and look
# for a known value in each file within the workbook.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install openpyxl==3.1.5 xlsxwriter==3.3.1
cd "$folder"
venv/bin/python - <<'PYTHON'
import re
import zipfile
from importlib.metadata import version

import openpyxl
import xlsxwriter

print(f"openpyxl {version('openpyxl')}, xlsxwriter {version('xlsxwriter')}")
people = [(f"Person {number:03}", 30_000 + 137 * number + 0.25) for number in range(100)]


def found(name):
    """How many names and salaries each file within a workbook has."""
    with zipfile.ZipFile(name) as parts:
        texts = {part: set(re.findall(r">([^<>]+)<", parts.read(part).decode())) for part in parts.namelist()}
    counts = {part: (sum(who in text for who, _ in people), sum(str(much) in text for _, much in people))
              for part, text in texts.items()}
    return {part: count for part, count in counts.items() if any(count)}


with xlsxwriter.Workbook("source.xlsx") as book:
    sheet, report = book.add_worksheet("people"), book.add_worksheet("report")
    for row, person in enumerate(people):
        sheet.write_row(row, 0, person)
    chart = book.add_chart({"type": "column"})
    chart.add_series({"categories": "=people!$A$1:$A$100", "values": "=people!$B$1:$B$100"})
    report.insert_chart("A1", chart)

book = openpyxl.load_workbook("source.xlsx")
for who, much in book["people"].iter_rows():
    who.value, much.value = None, round(much.value, -4)
book.save("rounded.xlsx")
book = openpyxl.load_workbook("source.xlsx")
del book["people"]
book.save("deleted.xlsx")
assert openpyxl.load_workbook("deleted.xlsx").sheetnames == ["report"]

book = openpyxl.load_workbook("source.xlsx")
del book["people"]
for chart in book["report"]._charts:
    for series in chart.series:
        series.val.numRef.numCache = series.cat.strRef.strCache = None
book.save("emptied.xlsx")

book = openpyxl.Workbook()
for person in people:
    book.active.append(person)
chart = openpyxl.chart.BarChart()
chart.add_data(openpyxl.chart.Reference(book.active, min_col=2, min_row=1, max_row=100))
book.create_sheet("report").add_chart(chart)
book.save("own.xlsx")

seen = {name: found(f"{name}.xlsx") for name in ("rounded", "deleted", "emptied", "own")}
for name, parts in seen.items():
    print(f"{name}: names and salaries in {parts}")
assert seen["rounded"] == seen["deleted"] == {"xl/charts/chart1.xml": (100, 100)}, seen
assert seen["emptied"] == {} and "xl/charts/chart1.xml" not in seen["own"], seen
print("the guess fails: the chart keeps the names and the salaries that no cell has")
PYTHON
