"""A logistic regression on counted combinations of values: the probability of being released."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Codes = NDArray[np.intp]

MOST_STEPS = 100
"""The most steps of Newton's method; a model without a combined separation takes about ten."""

DAMPING = 1e-10
"""The share of each diagonal entry that is added to it, which holds redundant columns still."""

GAIN = 1e-14
"""The gain of the likelihood, per record, that makes a step the last one.

Steps gain quadratically, so that the next would gain 1e-28; where combinations are separated, each
gains a third of the one before.
"""


class Fitted(NamedTuple):
    """The fitted probability of each combination, and the number of parameters.

    Parameters are the constant and the values of each column but one, without values that follow
    from others.
    """

    probabilities: Floats
    parameters: int


def fitted_logistic(values: Codes, originals: Floats, released: Floats) -> Fitted:
    """Return the maximum likelihood of a logistic regression without interactions or penalty.

    A regression on the records has the same maximum, since records with the same values have the
    same probability.

    Parameters
    ----------
    values
        A row per combination, a column per column of the data: the number of its value, from 0.
    originals, released
        The records of each combination in the original and in the release, not both 0.

    Returns
    -------
    Fitted
        Combinations that a value which only one side has sets apart are certain, 0 or 1: their
        coefficients have no maximum, their probabilities have that limit.
    """
    import numpy as np

    places = values + np.concatenate(([0], np.cumsum(values.max(axis=0) + 1)[:-1]))
    design = _Design(places)
    parameters = int(np.linalg.matrix_rank(_scaled(design.gram(np.ones(len(places)))), hermitian=True))
    probabilities = np.where(originals > 0, 0.0, 1.0)
    mixed = _not_separated(design, originals, released)
    if mixed.any():
        probabilities[mixed] = _newton(_Design(_renumbered(places[mixed])), originals[mixed], released[mixed])
    return Fitted(probabilities, parameters)


class _Design:
    """The columns of a regression: a constant and an indicator of each value, never written out.

    `places` has the numbers of the indicators of each combination, one per column of the data. The
    first column's indicators stand for the constant too.
    """

    def __init__(self, places: Codes) -> None:
        self.places = places
        self.size = int(places.max()) + 1

    def sums(self, weights: Floats) -> Floats:
        """Return the sum of the weights of the combinations that have each value."""
        import numpy as np

        repeated = np.repeat(weights, self.places.shape[1])
        return np.bincount(self.places.ravel(), weights=repeated, minlength=self.size).astype(np.float64)

    def gram(self, weights: Floats) -> Floats:
        """Return the weighted sums of products of the columns, by pairs of values."""
        import numpy as np

        matrix = np.zeros((self.size, self.size))
        columns = [(place - place.min(), slice(int(place.min()), int(place.max()) + 1)) for place in self.places.T]
        for left, (rows, above) in enumerate(columns):
            for numbers, beside in columns[left:]:
                high, wide = above.stop - above.start, beside.stop - beside.start
                block = np.bincount(rows * wide + numbers, weights=weights, minlength=high * wide).reshape(high, wide)
                matrix[above, beside], matrix[beside, above] = block, block.T
        return matrix

    def line(self, coefficients: Floats) -> Floats:
        """Return the sum of the coefficients of each combination."""
        return coefficients[self.places].sum(axis=1)  # type: ignore[no-any-return]


def _scaled(gram: Floats) -> Any:
    """Return a matrix of products with a diagonal of ones."""
    import numpy as np

    scale = 1 / np.sqrt(gram.diagonal())
    return gram * scale * scale[:, None]


def _renumbered(places: Codes) -> Codes:
    """Return the numbers of indicators without the indicators that no combination has."""
    import numpy as np

    return np.unique(places, return_inverse=True)[1].reshape(places.shape)


def _not_separated(design: _Design, originals: Floats, released: Floats) -> NDArray[np.bool_]:
    """Return which combinations have no value that is only on one side, among each other."""
    import numpy as np

    mixed = np.ones(len(originals), dtype=bool)
    while True:
        one_sided = (design.sums(originals * mixed) == 0) | (design.sums(released * mixed) == 0)
        left = mixed & ~one_sided[design.places].any(axis=1)
        if (left == mixed).all():
            return mixed
        mixed = left


def _newton(design: _Design, originals: Floats, released: Floats) -> Floats:
    """Return the probabilities that Newton's method ends at; a step that goes too far is halved."""
    import numpy as np

    both = originals + released
    coefficients = np.zeros(design.size)
    line = design.line(coefficients)
    for _ in range(MOST_STEPS):
        probabilities = (1 + np.tanh(line / 2)) / 2
        gram = design.gram(both * np.maximum(probabilities * (1 - probabilities), 1e-15))
        slope = design.sums(released - both * probabilities)
        step = np.linalg.solve(gram + DAMPING * np.diag(gram.diagonal()), slope)
        if slope @ step <= GAIN * both.sum():
            line = design.line(coefficients + step)
            break
        likelihood = float(released @ line - both @ np.logaddexp(0, line))
        for halvings in range(30):
            further = design.line(coefficients + step / 2**halvings)
            if released @ further - both @ np.logaddexp(0, further) >= likelihood:
                break
        coefficients, line = coefficients + step / 2**halvings, further
    return (1 + np.tanh(line / 2)) / 2
