"""The picture of a terminal, from what a command prints."""

from __future__ import annotations

from html import escape

from documentation.console import printed

PATH = "images/terminal.svg"

COMMAND = "sqlmetrics score fixtures/anes96.parquet -q age -q education -s vote --no-look"

WIDTH, LINE, LETTER = 84, 19, 8.43
"""The columns of the terminal, the height of a line and the width of a letter, in pixels."""

FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def pages() -> dict[str, str]:
    """Return the picture by its path."""
    lines = [f"$ {COMMAND}", *printed(COMMAND, WIDTH).splitlines()]
    width, height = round(WIDTH * LETTER) + 32, len(lines) * LINE + 60
    rows = "".join(
        f'<tspan x="16" y="{56 + number * LINE}">{escape(line)}</tspan>' for number, line in enumerate(lines) if line
    )
    lights = "".join(
        f'<circle cx="{22 + 20 * number}" cy="20" r="6" fill="{colour}"/>'
        for number, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
    )
    return {
        PATH: (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}"><title>What a survey gives away, as the terminal shows it</title>'
            f'<rect width="{width}" height="{height}" rx="10" fill="#1f2430"/>{lights}'
            f'<text xml:space="preserve" font-family="{FONT}" font-size="14" fill="#e6e8ee">{rows}</text></svg>'
        )
    }
