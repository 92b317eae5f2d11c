"""Classifiers of scikit-learn for the trade-off experiment: they learn from a bounded number of combinations of values."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from sqlmetrics.errors import SpecError

Record = tuple[str, str, str, int, float | None, str | None]
"""Metric, classifier, measure, held-out records, value and reason."""

APART = ("secrets", "keys")
"""The origins of the trivial sanitization."""


def check_installed() -> None:
    """Raise SpecError where scikit-learn is not there."""
    if find_spec("sklearn") is None:
        raise SpecError(
            "these classifiers are scikit-learn's: pip install 'sqlmetrics[ml]', or leave majority and naive_bayes, which are SQL"
        )


def fitted_qualities(
    cells: Sequence[Sequence[Any]], experiment: dict[str, Any], classifiers: Sequence[str], sample: int, seed: int
) -> tuple[list[Record], str | None]:
    """Return the records of classifiers that learn from cells, and a note where these are a sample of them.

    A cell is its origin, the codes of its values, the held-out records, those to learn from, and its number in the origin's order.
    """
    number = experiment["target"]["number"]
    bounded = any(int(cell[-1]) > sample for cell in cells)
    used = [cell for cell in cells if int(cell[-1]) <= sample]
    note = f"scikit-learn's classifiers are given {sample:,} combinations of values, not all" if bounded else None
    origins = [origin["name"] for origin in experiment["origins"]]
    labels = {cell[number] for cell in used if cell[0] == "original"}
    records: list[Record] = []
    for classifier in classifiers:
        found = {origin: _qualities(classifier, [cell for cell in used if cell[0] == origin], number, seed) for origin in origins}
        held_out = max((each[2] for each in found.values() if each is not None), default=0)
        for place, measure in enumerate(("accuracy", "f1")):

            def quality(origin: str, place: int = place, found: dict[str, Any] = found) -> float | None:
                each = found.get(origin)
                return None if each is None else each[place]

            apart = [value for origin in APART if (value := quality(origin)) is not None]
            base, san, most = max(apart, default=None), quality("released"), quality("original")
            gain = None if san is None or base is None else san - base
            for metric, value in {"u_base": base, "u_san": san, "u_max": most, "utility_gain": gain}.items():
                reason = _reason(metric, value, held_out, len(labels), "released" in origins)
                records.append((metric, classifier, measure, held_out, None if reason else value, reason))
    return records, note


def _reason(metric: str, value: float | None, held_out: int, labels: int, released: bool) -> str | None:
    if held_out == 0:
        return "no record is held out"
    if labels < 2:
        return "the workload attribute has a single value"
    if value is not None:
        return None
    if metric in {"u_san", "utility_gain"} and not released:
        return "the release does not have the attribute"
    return "the release has no record to learn from"


def _qualities(classifier: str, cells: Sequence[Sequence[Any]], number: int, seed: int) -> tuple[float, float, int] | None:
    """Return accuracy, F1 as the mean over the labels, and the held-out records; None where there is nothing to learn or to test."""
    from sklearn.metrics import accuracy_score, f1_score
    from sklearn.preprocessing import OneHotEncoder

    learnt = [cell for cell in cells if float(cell[-2]) > 0]
    tests = [cell for cell in cells if float(cell[-3]) > 0]
    if not learnt or not tests:
        return None
    features = [place for place in range(1, len(cells[0]) - 3) if place != number]
    encoder = OneHotEncoder(handle_unknown="ignore")
    known = encoder.fit_transform([[cell[place] for place in features] for cell in learnt])
    model = _model(classifier, len({cell[number] for cell in learnt}), seed)
    model.fit(known, [cell[number] for cell in learnt], sample_weight=[float(cell[-2]) for cell in learnt])
    guesses = model.predict(encoder.transform([[cell[place] for place in features] for cell in tests]))
    truth, weights = [cell[number] for cell in tests], [float(cell[-3]) for cell in tests]
    accuracy = float(accuracy_score(truth, guesses, sample_weight=weights))
    return accuracy, float(f1_score(truth, guesses, sample_weight=weights, average="macro", zero_division=0)), round(sum(weights))


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
