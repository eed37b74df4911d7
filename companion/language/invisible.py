"""Invisible characters that change how other text is read: refused when typed, replaced when shown.

Control characters, changes of the writing direction, line and paragraph separators, and Unicode's
noncharacters. The joiners inside an emoji are allowed.
"""

from __future__ import annotations

import re
from typing import Any

REPLACEMENT = "\ufffd"
_SEPARATORS = "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    f"{chr(plane + 0xFFFE)}-{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
)
_REFUSED = f"[\x00-\x1f\x7f-\x9f{_SEPARATORS}{_NONCHARACTERS}]"
_REPLACED = f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{_SEPARATORS}{_NONCHARACTERS}]"
"""Tabs and line ends are shown: the program's own texts have them.

Slow to compile, so a text is checked by `str.isprintable` first: none of these characters is printable.
"""


def find_invisible(data: Any, path: str = "") -> tuple[str, str] | None:
    """Find an invisible character in plain data: its path and its name, or None.

    For example `("players[0].name", "U+202E")`; a key has the path of its mapping. path: that of the data.
    """
    left: list[tuple[str, Any]] = [(path, data)]
    while left:
        where, each = left.pop()
        if isinstance(each, str):
            found = None if each.isprintable() else re.search(_REFUSED, each)
            if found:
                return where, f"U+{ord(found.group()):04X}"
        elif isinstance(each, dict):
            for name, value in each.items():
                left.append((where, name))
                left.append((f"{where}.{name}" if where else str(name), value))
        elif isinstance(each, list | tuple):
            left.extend((f"{where}[{number}]", value) for number, value in enumerate(each))
    return None


def replace_invisible(text: str) -> str:
    """Put `REPLACEMENT` for each invisible character except tabs and line ends."""
    return text if text.isprintable() else re.sub(_REPLACED, REPLACEMENT, text)
