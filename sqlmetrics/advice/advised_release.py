"""The release that advice found, as a block of a spec."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlmetrics.advice.result import Advice
from sqlmetrics.engine.files import write_text
from sqlmetrics.errors import SpecError
from sqlmetrics.footprint import SPEC, edits
from sqlmetrics.spec.input_file import read_text
from sqlmetrics.spec.release import ReleaseSpec
from sqlmetrics.spec.spec import Spec
from sqlmetrics.spec.writing import flow, scalar, with_block


def advised_words(advice: Advice, spec: Spec) -> dict[str, Any]:
    """Return the words of the release that advice found for a spec. Raises SpecError without it."""
    if advice.release is None:
        raise SpecError("no recoding passes, so there is no release to write")
    drop = {"drop": spec.advise.suppress} if advice.suppressed else {}
    own = spec.release.model_dump(exclude_unset=True, exclude={"levels", "drop"}, exclude_none=True)
    gone = {column: level for column, level in spec.release.levels.items() if column not in spec.quasi_identifiers}
    return {"levels": {**advice.release["levels"], **gone}, **drop, **own}


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
    write_text(spec.file, with_block(text, str(spec.file), "release", [*_lines(advised_words(advice, spec), spec)]))
    return spec.file


def _lines(words: dict[str, Any], spec: Spec) -> Iterator[str]:
    """Yield the lines of a release's block; files are named from the folder of the spec."""
    folder = Path() if spec.file is None else spec.file.parent
    if words["levels"]:
        yield "levels:"
    for column, level in words["levels"].items():
        if isinstance(level, dict) and "file" in level:
            level = {**level, "file": os.path.relpath(level["file"], folder)}
        yield f"  {scalar(column)}: {flow(level)}"
    for word, value in words.items():
        if word != "levels":
            yield f"{word}: {f'{100 * value:g}%' if word == 'drop' else flow(value)}"
