"""The games' file, and putting it back as an earlier version left it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection
from pathlib import Path

_KEPT = re.compile(r"journal\.format-\d+-\d{8}T\d{6}Z(-\d+)?")
_JOURNAL = "journal.sqlite"


def formats(folder: Path) -> list[str]:
    """The files of earlier formats that lie beside the games."""
    try:
        return sorted(each.name for each in folder.iterdir() if _KEPT.fullmatch(each.name))
    except OSError:
        return []


def journal_back(folder: Path, kept: str, aside: str) -> None:
    """Let `kept` be the games' file, and what is there now be `aside`, or gone if that is empty. A power cut
    in the midst leaves the one or the other in place: done again it comes to the same.

    For the one to whom the games belong alone: in his folder nothing is what its name says.
    """
    place, back = folder / _JOURNAL, folder / "journal.back"
    if not (folder / kept).exists():
        return  # done before the cut
    shutil.copyfile(folder / kept, back)
    back.chmod(0o600)
    with back.open("rb") as copied:
        os.fsync(copied.fileno())
    if aside and place.exists() and not (folder / aside).exists():
        os.link(place, folder / aside)
    for end in ("-wal", "-shm", "-journal"):
        if aside and (folder / f"{_JOURNAL}{end}").exists():
            (folder / f"{_JOURNAL}{end}").rename(folder / f"{aside}{end}")
        (folder / f"{_JOURNAL}{end}").unlink(missing_ok=True)
    for name in ("journal.seal", "journal.last", "journal.new"):
        (folder / name).unlink(missing_ok=True)
    back.rename(place)
    if (folder / f"{kept}-wal").exists():
        (folder / f"{kept}-wal").rename(folder / f"{_JOURNAL}-wal")
    (folder / f"{kept}-shm").unlink(missing_ok=True)
    (folder / kept).unlink()  # it is in place, and would else be taken for one of the next update
    handle = os.open(folder, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)


def earliest(kept: Collection[str]) -> str:
    """Which of these files, at least one, was kept first, by the time in their names."""
    return min(kept, key=lambda name: name.partition("-")[2].partition("-")[2])
