"""The words that a function takes by `**words`, named in its signature and in its help."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def naming(words: type) -> Callable[[Function], Function]:
    """Return a decorator for functions whose `**words` are those of a TypedDict.

    Its parameters stand in the signature, where consoles look for them, and its description in the
    docstring. The function itself stays as it is.
    """
    parameters = [_parameter(word, annotation) for word, annotation in words.__annotations__.items()]

    def named(function: Function) -> Function:
        signature = inspect.signature(function)
        own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        taken = {one.name for one in own}
        more = [parameter for parameter in parameters if parameter.name not in taken]
        function.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
        function.__doc__ = f"{inspect.getdoc(function) or ''}\n\n{inspect.getdoc(words)}"
        return function

    return named


def _parameter(word: str, annotation: Any) -> inspect.Parameter:
    """Return a word as a parameter, which is None by default unless it is required."""
    text = str(getattr(annotation, "__forward_arg__", annotation))
    required = text.startswith("Required[")
    if required:
        text = text.removeprefix("Required[").removesuffix("]")
    elif "None" not in text and text != "Any":
        text += " | None"
    default = inspect.Parameter.empty if required else None
    return inspect.Parameter(word, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=text)
