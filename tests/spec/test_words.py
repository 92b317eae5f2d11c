"""The rows of words are those of the models, and each says what help can say."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import BaseModel

from architecture import FLAG
from sqlmetrics.spec import call_words
from sqlmetrics.spec.advice import AdviceSpec, GeneralizationSpec
from sqlmetrics.spec.linkage import LinkageSpec
from sqlmetrics.spec.linked_tables import TableSpec
from sqlmetrics.spec.noisy_answers import NoisyAnswersSpec
from sqlmetrics.spec.outputs import OutputsSpec
from sqlmetrics.spec.partitions import PartitionSpec
from sqlmetrics.spec.release import ReleaseSpec
from sqlmetrics.spec.repetition import RepetitionSpec
from sqlmetrics.spec.report import ReportSpec
from sqlmetrics.spec.spec import (
    INTERNAL,
    AttackerSpec,
    EarlierSpec,
    IntervalSpec,
    KnownSpec,
    Parameters,
    Spec,
    ThresholdSpec,
)
from sqlmetrics.spec.words import CALLS, PARTS, WORDS, Act

MODELS = (
    Spec,
    Parameters,
    PartitionSpec,
    TableSpec,
    AttackerSpec,
    ThresholdSpec,
    EarlierSpec,
    ReportSpec,
    IntervalSpec,
    KnownSpec,
    OutputsSpec,
    NoisyAnswersSpec,
    LinkageSpec,
    RepetitionSpec,
    AdviceSpec,
    ReleaseSpec,
    GeneralizationSpec,
)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_row_is_a_field(model: type[BaseModel]) -> None:
    """Each field of a model has a row, and each row a field; one with a path says what it does."""
    rows = WORDS[model.__name__]
    assert rows.keys() == model.model_fields.keys() - (INTERNAL if model is Spec else ())
    paths = {name for name in rows if "Path" in str(model.model_fields[name].annotation)}
    assert Act.measure not in {rows[name].act for name in paths}


def test_each_row_is_a_sentence() -> None:
    """Rows say one sentence in the words of a spec, without a flag."""
    assert {*WORDS} == {model.__name__ for model in MODELS} | CALLS.keys()
    assert PARTS.keys() == {model.__name__ for model in MODELS} - {"Spec"}
    for word in [word for words in WORDS.values() for word in words.values()]:
        assert word.says[0].isupper() or word.says[0].isdecimal(), word
        assert word.text.endswith("."), word
        assert not FLAG.search(word.text), word


def test_help_reads_the_rows_alone() -> None:
    """The rows load without the models, for which help does not wait."""
    code = "import sys, sqlmetrics.spec.words; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_stub_has_what_runs() -> None:
    """The types that editors see have the words, and their types, of those at run time."""
    stub = ast.parse(Path(call_words.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    fields = {
        one.name: {
            ast.unparse(line.target): ast.unparse(line.annotation)
            for line in one.body
            if isinstance(line, ast.AnnAssign)
        }
        for one in stub.body
        if isinstance(one, ast.ClassDef)
    }
    assert fields.keys() == {"SpecWords", *CALLS}
    for name, own in fields.items():
        made = {word: kind.__forward_arg__ for word, kind in getattr(call_words, name).__annotations__.items()}
        spec = fields["SpecWords"] if name != "SpecWords" else {}
        assert spec | own == {word: ast.unparse(ast.parse(kind)) for word, kind in made.items()}
