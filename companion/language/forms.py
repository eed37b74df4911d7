"""The forms of what is read: msgspec makes a type's form once for the process, when it is first read."""

from __future__ import annotations

from typing import Any

import msgspec


def make_ready(*kinds: Any) -> None:
    """Have these types' forms made now, those of their fields' types with them.

    For whoever reads them on several threads later: while one thread makes a form, another that reads the
    same type for the first time takes the half-made one, and the process ends.
    """
    for kind in kinds:
        msgspec.json.Decoder(kind)
