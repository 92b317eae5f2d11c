"""Words that are to be found again in what a command writes, however they are written there."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterator
from urllib.parse import quote, quote_plus


def encodings(text: str) -> Iterator[str]:
    """Give a text as a page, a certificate or a statement may write it, folded to lower case."""
    plain = text.encode()
    escaped = json.dumps(text)[1:-1]
    yield from (
        text,
        html.escape(text),
        html.escape(text, quote=False),
        escaped,
        json.dumps(text, ensure_ascii=False)[1:-1],
    )
    yield "".join(f"&#{ord(mark)};" for mark in text)
    yield "".join(f"&#x{ord(mark):x};" for mark in text)
    yield from (html.escape(escaped), text.replace("'", "''"), text.replace("'", "\\'"), text.replace("\\", "\\\\"))
    yield from (html.escape(text.replace("'", "''")), text.encode("unicode_escape").decode(), plain.hex())
    yield from (quote(text), quote(text, safe=""), quote_plus(text))
    for start in range(3):  # base64 of a longer text that has this one
        whole = base64.b64encode(b"." * start + plain).decode()
        yield whole[4 if start else 0 : -4]
    yield base64.b64encode(plain).decode()
