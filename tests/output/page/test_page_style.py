"""The colours of pages: what is read stands out from its ground, by day and by night."""

from __future__ import annotations

import re

import pytest

from conftest import ROOT

REPORT = ROOT / "templates" / "html" / "report"
STYLE = "".join((REPORT / name).read_text(encoding="utf-8") for name in ("colours.css", "style.css"))

TEXT, SHAPE = 4.5, 3.0
"""The least contrast of text, and of shapes in a picture (WCAG 2.2, 1.4.3 and 1.4.11)."""

PAIRS = [
    *((ink, ground, TEXT) for ink in ("ink", "muted", "link") for ground in ("paper", "panel")),
    *((state, ground, TEXT) for state in ("no", "yes", "un") for ground in ("paper", "panel")),
    *((state, f"{state}-ground", TEXT) for state in ("no", "yes", "un")),
    *(("ink", f"{state}-ground", TEXT) for state in ("no", "yes", "un")),
    *(("heat-ink", f"heat{step}", TEXT) for step in (1, 2, 3)),
    *((shape, ground, SHAPE) for shape in ("data", "no", "un", "edge", "soft") for ground in ("paper", "panel")),
]
"""Each colour with what it stands on, and the least contrast between them."""


def colours(scheme: str) -> dict[str, str]:
    """Return the colours of the style sheet by name, those of the night over those of the day."""
    day, night = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
    text = day if scheme == "light" else day + night
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]+);", text))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    digits = colour.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    red, green, blue = (int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return sum(
        weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
        for weight, part in ((0.2126, red), (0.7152, green), (0.0722, blue))
    )


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_the_guidelines() -> None:
    """Black on white has 21, and the grey that is just dark enough for text 4.54."""
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_colours_stand_out(scheme: str, ink: str, ground: str, least: float) -> None:
    """Text has 4.5 on each of its grounds, and shapes have 3."""
    named = colours(scheme)
    assert contrast(named[ink], named[ground]) >= least


def test_a_page_has_no_other_colours() -> None:
    """Rules use the named colours, whose contrast is known, and those that a reader forces."""
    rules = re.sub(r":root \{.*?\}", "", STYLE, flags=re.DOTALL)
    assert not re.search(r"#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(", rules)
    assert not re.search(r"\bopacity\b", rules)
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", rules)) - {"sans", "mono"}
    assert used <= colours("light").keys()
    assert colours("light").keys() == colours("dark").keys()
