"""Replaces all games at once: by a backup, or by redacted ones.

The new folder is completed beside the present one and renamed; the next start finishes after a power cut.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.storage.backup import BackupFailed, unpack
from companion.storage.entry import Entry
from companion.storage.files import (
    NEW,
    DataFolderUnusable,
    delete_leftovers,
    fsync_path,
    lock,
    stamped_name,
    translate_errors,
    unused_path,
)
from companion.storage.game_file import NewerError, create, read, read_ends
from companion.storage.recovery import DICE, GAMES, SUFFIX
from companion.storage.settings import FORGOTTEN, MEMBERS, Settings

RESTORED = "games.restored"
"""The folder of an unpacked backup that will replace `GAMES`, which is set aside."""
REDACTED = "games.redacted"
"""The same for redacted games; the present ones are deleted."""
REPLACED = "replaced"
"""The prefix of a folder that was set aside whole."""
_EPOCHS = 64


def new_epoch(settings: Settings, entropy: Callable[[int], bytes]) -> dict[str, Any]:
    """Settings for a new epoch of the folder; past ones are listed in `past`."""
    past, epoch = settings.get("past", list[str]) or [], settings.epoch
    past = [*past, *([epoch] if epoch else [])][-_EPOCHS:]
    new = entropy(2).hex()
    while new in past:
        new = f"{int(new, 16) + 1 & 0xFFFF:04x}"
    return {"epoch": new, "past": past}


def restore(
    folder: Path, backup: Path, name: str, *, at: datetime, entropy: Callable[[int], bytes]
) -> str | None:
    """Restore a backup in place of a data folder's games; return the name under which those were set aside,
    if any.

    name: of the backup, for people. Numbers go on behind those of the replaced games.
    Raises `BackupFailed`, and `DataFolderUnusable`, also while a companion runs; nothing has changed then.
    """
    held = lock(folder)
    try:
        new = folder / f"{GAMES}{NEW}"
        shutil.rmtree(new, ignore_errors=True)
        try:
            settings = Settings(folder)
            floor = max(settings.get("floor", int) or 0, _reached(folder / GAMES))
            floor = max(floor, unpack(backup, new, name, floor).last)
            settings.update({"floor": floor, **new_epoch(settings, entropy)})
            new.rename(folder / RESTORED)
            fsync_path(folder)
            aside = finish_replacing(folder, at)
            settings.set("damage", None)
        except OSError as failure:
            raise BackupFailed("copy.unreadable", name, failure.strerror or str(failure)) from failure
        return aside or None
    finally:
        held.release()


def redact(
    folder: Path,
    entry: Callable[[Entry], Entry | None],
    member: Callable[[Any], Any],
    at: datetime,
    entropy: Callable[[int], bytes],
) -> int:
    """Rewrite the games of a data folder; return how many entries changed or were removed.

    entry: maps each entry, None to remove it. member: maps the members' setting. Replaced games that were set
    aside are rewritten, too. Backups of before are recognised by the setting `FORGOTTEN`. Raises
    `DataFolderUnusable`, also while a companion runs; the games have not changed then.
    """
    held = lock(folder)
    try:
        with translate_errors(folder):
            new, settings, changed = folder / f"{GAMES}{NEW}", Settings(folder), 0
            for path in folder.glob(f"{REPLACED}-*/*{SUFFIX}"):
                try:
                    changed += _redacted(path, path, entry)
                except (NewerError, DataFolderUnusable):
                    path.rename(unused_path(folder, stamped_name("damaged", at), SUFFIX))
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir(0o700)
            for path in sorted((folder / GAMES).iterdir()):
                if path.suffix == SUFFIX:
                    changed += _redacted(path, new / path.name, entry)
            for path in (folder / GAMES).glob(f"*{DICE}"):
                if (new / path.with_suffix(SUFFIX).name).exists():
                    os.link(path, new / path.name)
            members = settings.get(MEMBERS, dict[str, Any]) or {}
            without = member(members)
            if not changed and without == members:
                shutil.rmtree(new)
                return 0
            floor = max(settings.get("floor", int) or 0, _reached(folder / GAMES))
            epoch = new_epoch(settings, entropy)
            settings.update({"floor": floor, MEMBERS: without, FORGOTTEN: epoch["past"], **epoch})
            fsync_path(new)
            new.rename(folder / REDACTED)
            fsync_path(folder)
            finish_replacing(folder, at)
            return changed + int(without != members)
    finally:
        held.release()


def finish_replacing(folder: Path, at: datetime) -> str | None:
    """Finish a replacement, also after a power cut.

    at: the present time, for the name of a folder set aside. Returns that name, empty for none; None without
    a backup to restore. Raises `OSError`.
    """
    for coming in (RESTORED, REDACTED):
        if not (folder / coming).is_dir():
            continue
        games, aside = folder / GAMES, ""
        if games.exists() and coming == RESTORED and any(games.iterdir()):
            place = unused_path(folder, stamped_name(REPLACED, at))
            games.rename(place)
            aside = place.name
        elif games.exists():
            games.rename(unused_path(folder, GAMES, NEW))
        (folder / coming).rename(games)
        fsync_path(folder)
        delete_leftovers(folder)
        return aside if coming == RESTORED else None
    return None


def not_redacted(folder: Path) -> tuple[str, ...]:
    """The names of damaged files that were set aside, which are never redacted."""
    return tuple(sorted(each.name for each in folder.glob("damaged-*")))


def _redacted(path: Path, target: Path, entry: Callable[[Entry], Entry | None]) -> int:
    """Rewrite a game's file to another place, or its own; return how many entries changed.

    A game without entries has no file. Raises `OSError`, `NewerError`, and `DataFolderUnusable` for damage.
    """
    content = read(path)
    if content.rest:  # what cannot be read would be lost
        raise DataFolderUnusable("data-folder.damaged", path)
    others = [entry(each) for each in content.entries]
    changed = sum(one != other for one, other in zip(content.entries, others, strict=True))
    rows = [(each, content.commitments.get(each.n)) for each in others if each is not None]
    if not changed and path != target:
        os.link(path, target)
    elif changed and rows:
        create(target, rows[0][0].game, rows)
    elif changed and path == target:
        path.unlink()
        path.with_suffix(DICE).unlink(missing_ok=True)
    return changed


def _reached(games: Path) -> int:
    """The highest number in a folder of games, as far as it can be read."""
    highest = 0
    for path in games.glob(f"*{SUFFIX}"):
        with suppress(OSError, NewerError):
            ends = read_ends(path)
            highest = max(highest, ends.last.n if ends else max((e.n for e in read(path).entries), default=0))
    return highest
