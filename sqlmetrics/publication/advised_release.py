"""The release that advice found, as a block of a spec."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sqlmetrics.advice.result import Advice
from sqlmetrics.engine.files import write_text
from sqlmetrics.errors import SpecError
from sqlmetrics.files.footprint import SPEC, edits
from sqlmetrics.spec.edited import with_value
from sqlmetrics.spec.input_file import read_text
from sqlmetrics.spec.release import ReleaseSpec
from sqlmetrics.spec.spec import Spec


def advised_words(advice: Advice, spec: Spec) -> dict[str, Any]:
    """Return the words of the release that advice found for a spec. Raises SpecError without it."""
    if advice.release is None:
        raise SpecError("no recoding passes, so there is no release to write")
    drop = {"drop": spec.advise.suppress} if advice.suppressed else {}
    chosen = {word: value for word, value in advice.release.items() if word == "strategy"}
    replaced = {"levels", "drop", "strategy", *(["starred"] if chosen else [])}
    own = spec.release.model_dump(exclude_unset=True, exclude=replaced, exclude_none=True)
    gone = {column: level for column, level in spec.release.levels.items() if column not in spec.quasi_identifiers}
    return {"levels": {**advice.release.get("levels", {}), **gone}, **chosen, **drop, **own}


def with_release(spec: Spec, advice: Advice) -> Spec:
    """Return a spec whose release is the one that advice found."""
    return spec.model_copy(update={"release": ReleaseSpec.model_validate(advised_words(advice, spec))})


def write_release_words(spec: Spec, advice: Advice) -> Path:
    """Write the release that advice found into the file of a spec, and return the file.

    All else of the file stays as it is, comments too. Raises SpecError for a spec that is no file.
    """
    if spec.file is None:
        raise SpecError("there is no spec file to write the release into; name it as `spec`")
    text = read_text(spec.file, SPEC)
    edits(spec.file, SPEC)
    words = _written(advised_words(advice, spec), spec.file.parent)
    write_text(spec.file, with_value(text, str(spec.file), ("release",), words, deep=2))
    return spec.file


def _written(words: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return a release's words as a spec in a folder has them: files are named from there."""
    levels = {
        column: {**level, "file": os.path.relpath(level["file"], folder)}
        if isinstance(level, dict) and "file" in level
        else level
        for column, level in words["levels"].items()
    }
    drop = {"drop": f"{100 * words['drop']:g}%"} if "drop" in words else {}
    return ({"levels": levels} if levels else {}) | {word: words[word] for word in words if word != "levels"} | drop
