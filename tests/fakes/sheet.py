"""The lines of the sheet of the buttons, for the tests that do with a box what each of them says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import polib

from tests.fakes.box import Box

Shown = Mapping[str, Callable[[Box], None]]
"""What shows on a box that a line of the sheet is so, by the line's code."""


def lines(catalogue: Path) -> set[str]:
    """The codes of what is said there of a button."""
    return {entry.msgid for entry in polib.pofile(str(catalogue)) if entry.msgid.startswith("does.")}
