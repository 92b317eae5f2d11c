"""Formulas in the headers of metrics: how a score follows from sums over the classes.

A formula has names, numbers, `+ - * / ** ( )` and two functions: `log2`, and `bits`, which turns
nats into bits.
"""

from __future__ import annotations

import ast
import cmath
import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from sqlmetrics.errors import SpecError

BIT = math.log(2)
"""The nats of a bit."""

STEP = 1e-100
"""The imaginary step of derivatives; its square is below every number."""

_BINARY: Mapping[type[ast.operator], Callable[[complex, complex], complex]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}

_FUNCTIONS: Mapping[str, Callable[[complex], complex]] = {
    "bits": lambda nats: nats / BIT,
    "log2": lambda number: cmath.log(number) / BIT,
}


@dataclass(frozen=True)
class Formula:
    """A formula, and the names in it, in the order of the alphabet."""

    text: str
    names: tuple[str, ...]

    def value(self, numbers: Mapping[str, float]) -> float | None:
        """Return the value for numbers by name, None where it divides by 0 or has no logarithm."""
        return self._at(numbers, None, lambda result: result.real)

    def value_if_known(self, numbers: Mapping[str, float]) -> float | None:
        """Return the value, None where a number is not there."""
        return self.value(numbers) if all(name in numbers for name in self.names) else None

    def slope(self, numbers: Mapping[str, float], name: str) -> float | None:
        """Return the derivative by a name, from a step in the imaginary direction.

        Squire and Trapp 1998, Using complex variables to estimate derivatives, SIAM Review 40.
        """
        return self._at(numbers, name, lambda result: result.imag / STEP)

    def replacing(self, texts: Mapping[str, str]) -> Formula:
        """Return the formula with texts in place of names."""
        return formula(re.sub(r"\b[a-z_]+\b", lambda match: texts.get(match[0], match[0]), self.text))

    def _at(self, numbers: Mapping[str, float], name: str | None, part: Callable[[complex], float]) -> float | None:
        known = {key: complex(numbers[key], STEP if key == name else 0.0) for key in self.names}
        try:
            return part(_value(_tree(self.text), known))
        except (ZeroDivisionError, ValueError, OverflowError):
            return None


@cache
def formula(text: str) -> Formula:
    """Return the formula of a text. Raises SpecError for one that cannot be read."""
    tree = _tree(text)
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id not in called]
    found = Formula(text, tuple(sorted(set(names))))
    try:
        _value(tree, dict.fromkeys(found.names, complex(2)))
    except ZeroDivisionError:
        return found
    except (KeyError, TypeError):
        raise SpecError(f"'{text}' is no formula: it may have names, numbers, + - * / **, bits and log2") from None
    return found


@cache
def _tree(text: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        raise SpecError(f"'{text}' is no formula: it may have names, numbers, + - * / **, bits and log2") from None


def _value(node: ast.expr, numbers: Mapping[str, complex]) -> complex:
    """Return the value of a node; raises KeyError or TypeError for what formulas do not have."""
    if isinstance(node, ast.BinOp):
        return _BINARY[type(node.op)](_value(node.left, numbers), _value(node.right, numbers))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, numbers)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        return _FUNCTIONS[node.func.id](_value(node.args[0], numbers))
    if isinstance(node, ast.Name):
        return numbers[node.id]
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return complex(node.value)
    raise TypeError
