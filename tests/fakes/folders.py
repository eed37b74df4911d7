"""What stands in a data folder before anything is opened, or after it was closed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from companion.storage.machine import BoxId
from companion.storage.recovery import GAMES, SUFFIX
from companion.storage.settings import Settings

BOX = "0a1b2c3d"


def keep_box(folder: Path, box: str) -> None:
    """Let this be the id of the box of a folder, on a machine of which nothing is known."""
    folder.mkdir(parents=True, exist_ok=True)
    Settings(folder).set("box", BoxId(box))


def game_file(folder: Path) -> Path:
    """The file of the game whose file was made last."""
    files = [each for each in (folder / GAMES).glob(f"*{SUFFIX}") if each.name != f"box{SUFFIX}"]
    return max(files, key=lambda each: each.stat().st_mtime_ns)


def failing(number: int) -> Callable[..., None]:
    """A call of the system that always fails with this error."""

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail
