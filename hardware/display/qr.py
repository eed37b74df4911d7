"""A QR code as a picture. Pure. Brought in by `hardware.display.drawing` for the first code that is shown."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import segno
from PIL import Image

_LARGEST = 12
"""The largest version of a code that is tried: beyond it not even one pixel a module fits on the display."""
_QUIET = 4
"""Pixels of quiet zone that must be left in all for a code of two pixels a module."""


@lru_cache(maxsize=4)
def matrix(content: str, side: int) -> Image.Image | None:
    """Return the code's modules on lit ground, without a quiet zone; None for what cannot be drawn in `side`.

    Two pixels a module where some quiet zone is left, else one. The version is the smallest there is,
    and what room it leaves goes into error correction. The scheme of a URL is a segment of its own: in lower
    case it takes bytes, and what follows in capitals and figures still takes 5.5 bits a letter.
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
