"""A QR code as a picture. Pure. Imported with the first code that is drawn."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import segno
from PIL import Image

_LARGEST = 12
"""The largest version that fits on the display, with one pixel a module."""
_QUIET = 4
"""Pixels of quiet zone, both sides together, that a code of two pixels a module needs."""


@lru_cache(maxsize=4)
def matrix(content: str, side: int) -> Image.Image | None:
    """The code's modules on lit ground, without a quiet zone; None if too large for `side` pixels.

    Two pixels a module where that fits, else one, and the smallest version with the best error correction.
    A URL's scheme is a segment of its own: in lower case it needs bytes, while capitals and figures behind it
    need 5.5 bits each.
    """
    scheme, mark, rest = content.partition("://")
    # Any: segno takes a list of segments, which its type stub leaves out
    segments: Any = [segment for segment in (scheme + mark, rest) if segment]
    try:
        code = segno.make_qr(segments, error="l", boost_error=True)
    except segno.DataOverflowError:
        return None
    if int(code.version) > _LARGEST:
        return None
    modules = Image.new("1", (len(code.matrix), len(code.matrix)), 255)
    for y, row in enumerate(code.matrix):
        for x, dark in enumerate(row):
            if dark:
                modules.putpixel((x, y), 0)
    scale = 2 if 2 * modules.width + _QUIET <= side else 1
    if scale * modules.width > side:
        return None
    return modules.resize((scale * modules.width, scale * modules.height), Image.Resampling.NEAREST)
