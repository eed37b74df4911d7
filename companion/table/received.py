"""The folder of what phones have brought: games as a file, before somebody has said what becomes of them."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

RECEIVED = "received"
"""The folder, in a data folder."""
TRIED = "tried"
"""The folder in it in which it is seen whether games begin with what was brought."""


def clear(folder: Path) -> None:
    """Throw away what phones have brought to a data folder. For a start, too: nobody waits for it any
    more.
    """
    place = folder / RECEIVED
    with suppress(OSError):
        shutil.rmtree(place / TRIED, ignore_errors=True)
        for each in place.iterdir():
            with suppress(OSError):
                each.unlink()
