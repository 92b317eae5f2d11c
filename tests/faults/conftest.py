"""A workplace, and a program that runs command lines in processes of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faults.forks import Forks, forks
from faults.injection import furnished
from faults.workplace import Workplace


@pytest.fixture(scope="session")
def place() -> Iterator[Workplace]:
    """A folder with the inputs of every command."""
    with furnished() as made:
        yield made


@pytest.fixture(scope="module")
def processes() -> Iterator[Forks]:
    """The program that runs command lines in copies of itself."""
    with forks() as started:
        yield started
