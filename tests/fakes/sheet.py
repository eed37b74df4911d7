"""The lines of the sheet of the buttons."""

from __future__ import annotations

from pathlib import Path

import polib


def lines(catalogue: Path) -> set[str]:
    """The codes of what is said there of a button."""
    return {entry.msgid for entry in polib.pofile(str(catalogue)) if entry.msgid.startswith("does.")}
