"""Classifiers of scikit-learn, which learn from a bounded number of combinations of values."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

from sqlmetrics.errors import SpecError


class Cell(NamedTuple):
    """A row of `tradeoff_cell_rows`: a combination of values of an origin, with its number there.

    `tested` records of it are held out, `learnt` are there to learn from.
    """

    origin: str
    values: tuple[str | None, ...]
    tested: float
    learnt: float
    number: int


class Quality(NamedTuple):
    """The quality of a classifier that learnt from an origin, on the `tested` records."""

    classifier: str
    origin: str
    measure: str
    tested: int
    quality: float | None


def check_installed() -> None:
    """Raise SpecError where scikit-learn is not there."""
    if find_spec("sklearn") is None:
        raise SpecError(
            "these classifiers are scikit-learn's: pip install 'sqlmetrics[ml]',"
            " or leave majority and naive_bayes, which are SQL"
        )


def fitted_qualities(
    cells: Sequence[Cell], origins: Sequence[str], target: int, classifiers: Sequence[str], seed: int
) -> list[Quality]:
    """Return the qualities of classifiers that learn from each origin to predict the target.

    The target is a place of the cells' values.
    """
    qualities = []
    for classifier in classifiers:
        for origin in origins:
            accuracy, f1, tested = _fitted(classifier, [cell for cell in cells if cell.origin == origin], target, seed)
            qualities += [
                Quality(classifier, origin, "accuracy", tested, accuracy),
                Quality(classifier, origin, "f1", tested, f1),
            ]
    return qualities


def _fitted(classifier: str, cells: Sequence[Cell], target: int, seed: int) -> tuple[float | None, float | None, int]:
    """Return accuracy, F1 as the mean over the labels, and the number of held-out records.

    The two are None where there is nothing to learn or to test.
    """
    from sklearn.metrics import accuracy_score, f1_score
    from sklearn.preprocessing import OneHotEncoder

    learnt = [cell for cell in cells if cell.learnt > 0]
    tests = [cell for cell in cells if cell.tested > 0]
    if not learnt or not tests:
        return None, None, 0
    features = [place for place in range(len(cells[0].values)) if place != target]
    encoder = OneHotEncoder(handle_unknown="ignore")
    known = encoder.fit_transform([[cell.values[place] for place in features] for cell in learnt])
    model = _model(classifier, len({cell.values[target] for cell in learnt}), seed)
    model.fit(known, [cell.values[target] for cell in learnt], sample_weight=[cell.learnt for cell in learnt])
    guesses = model.predict(encoder.transform([[cell.values[place] for place in features] for cell in tests]))
    truth, weights = [cell.values[target] for cell in tests], [cell.tested for cell in tests]
    accuracy = float(accuracy_score(truth, guesses, sample_weight=weights))
    f1 = float(f1_score(truth, guesses, sample_weight=weights, average="macro", zero_division=0))
    return accuracy, f1, round(sum(weights))


def _model(classifier: str, labels: int, seed: int) -> Any:
    """Return a classifier that has learnt nothing yet; its choices at random are the seed's."""
    from sklearn.dummy import DummyClassifier
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.tree import DecisionTreeClassifier

    if labels < 2:
        return DummyClassifier()
    seed %= 2**32
    if classifier == "decision_tree":
        return DecisionTreeClassifier(random_state=seed)
    if classifier == "random_forest":
        return RandomForestClassifier(n_estimators=100, random_state=seed)
    return LogisticRegression(max_iter=1000)
