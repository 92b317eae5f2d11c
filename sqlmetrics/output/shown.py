"""What each kind of result looks like: a module of `output/results` says it beside the forms.

These modules are imported when a result is first shown, not before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, TypeVar

from sqlmetrics.output import results
from sqlmetrics.output.forms import Forms
from sqlmetrics.scoring.scores import ReleaseScores
from sqlmetrics.statement.catalogue import every_metric

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sqlmetrics.output.page.scatter import Scatter
    from sqlmetrics.scoring.result import Result

Draw = Callable[["Axes"], object]
"""Draws a result on axes of matplotlib."""

Headline = tuple[str, str, str, str]
"""A score that decides: its metric, its target, its value and how it is read."""

MakesForms = TypeVar("MakesForms", bound=Callable[..., Forms])


def _nothing(result: Any) -> None:
    return None


@dataclass(frozen=True)
class Appearance:
    """What a kind of result looks like, each part as a function of the result.

    Parameters
    ----------
    forms
        Returns its forms.
    headlines
        Returns the scores that stand before all others, if there are any.
    picture
        Returns its picture in a card of a notebook, if there is one.
    plot
        Returns how matplotlib draws it, None for a result that has no plot.
    drawn
        What such a plot shows, for a message on a result without one.
    """

    forms: Callable[[Any], Forms]
    headlines: Callable[[Any], list[Headline] | None] = _nothing
    picture: Callable[[Any], Scatter | None] = _nothing
    plot: Callable[[Any], Draw | None] = _nothing
    drawn: str = ""


_APPEARANCES: dict[tuple[type[Result[Any]], str | None], Appearance] = {}


def shows(kind: type[Result[Any]], of: str | None = None, **parts: Any) -> Callable[[MakesForms], MakesForms]:
    """Say that the decorated function returns the forms of a kind of result.

    Where `of` is given, they are the forms of scores of releases whose metrics have that field
    `of`. `parts` are the other fields of `Appearance`.
    """

    def register(forms: MakesForms) -> MakesForms:
        _APPEARANCES[kind, of] = Appearance(forms, **parts)
        return forms

    return register


@cache
def _import_results() -> None:
    for module in iter_modules(results.__path__):
        import_module(f"{results.__name__}.{module.name}")


def appearance_of(result: Result[Any]) -> Appearance:
    """Return what a result looks like: by its class, and scores of releases by their metrics."""
    _import_results()
    known = every_metric()
    scores = result.scores if isinstance(result, ReleaseScores) else ()
    measured = dict.fromkeys(of for score in scores for of in known[score.metric].of)
    for kind in type(result).__mro__:
        for of in (*measured, None):
            if (kind, of) in _APPEARANCES:
                return _APPEARANCES[kind, of]
    raise TypeError(f"no module of `output/results` shows a result of the class {type(result).__name__}")


def drawn_kinds() -> list[str]:
    """Return what plots show, each kind of result once."""
    _import_results()
    return sorted({shown.drawn for shown in _APPEARANCES.values() if shown.drawn})
