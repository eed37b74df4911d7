"""Signs that nobody sees and that change what others see: refused where they are typed, shown harmlessly
where they stand already, as in games of earlier versions or of other boxes.

They are control characters, what turns the direction of writing, ends of lines and paragraphs, and what
Unicode has set aside as no characters. What joins the parts of an emoji is none of them.
"""

from __future__ import annotations

import re
from typing import Any

STAND_IN = "\ufffd"
_TURNING = "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_NONE = "\ufdd0-\ufdef" + "".join(
    f"{chr(plane + 0xFFFE)}-{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000)
)
_TYPED = f"[\x00-\x1f\x7f-\x9f{_TURNING}{_NONE}]"
_SHOWN = f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{_TURNING}{_NONE}]"
"""Without the blanks among them, which texts of ours have. None of all these is printable, by which most
texts are told at once: these classes take long to compile, and are hardly ever wanted."""


def hidden_in(given: Any, place: str = "") -> tuple[str, str] | None:
    """Where in plain data a sign stands that nobody sees, and which, for instance `U+202E`; None for nowhere.

    place: that of the data. A place is said as `players[0].name`; a key that holds one has its owner's.
    """
    left: list[tuple[str, Any]] = [(place, given)]
    while left:
        where, each = left.pop()
        if isinstance(each, str):
            found = None if each.isprintable() else re.search(_TYPED, each)
            if found:
                return where, f"U+{ord(found.group()):04X}"
        elif isinstance(each, dict):
            for name, value in each.items():
                left.append((where, name))
                left.append((f"{where}.{name}" if where else str(name), value))
        elif isinstance(each, list | tuple):
            left.extend((f"{where}[{number}]", value) for number, value in enumerate(each))
    return None


def shown(text: str) -> str:
    """The text with `STAND_IN` for each sign that nobody sees, blanks aside."""
    return text if text.isprintable() else re.sub(_SHOWN, STAND_IN, text)
