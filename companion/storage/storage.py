"""The games of a data folder: acknowledged entries are on the disk, damaged files are set aside whole.

    box.json               settings: join code, members, switches, the next secret
    last                   the number of the last acknowledged entry: distinguishes damage from a torn end
    games/box.jsonl        the box's own entries: tags, seeds, house rules
    games/<game>.jsonl     a game's entries
    games/<game>.secret    the secret of its dice
    backups/               zip files of the folder `games`
    damaged-*, replaced-*  set aside, never deleted

An entry is one write and one fdatasync. Designed for 2,000 entries a game and 1,000 games a box.

Numbers are never given twice, so that no phone mistakes an old table for the present one. They go on behind
`floor`, which is raised by `SKIPPED_NUMBERS` where the highest number given is unknown, and to a backup's
last number. `epoch` names the state of the folder and changes with every loss, restoration or redaction;
`past` lists those before, by which old backups and phones are recognised.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from companion.games import Refused
from companion.storage.backup import newest
from companion.storage.damage import SKIPPED_NUMBERS, Damage
from companion.storage.entry import HIGHEST, Entry, commitment_of, stamp, stamped_elsewhere
from companion.storage.files import (
    DataFolderUnusable,
    Lock,
    NoGamesYet,
    atomic_write,
    delete_leftovers,
    disk_fault,
    fsync_path,
    lock,
    require_file,
    restrict,
    stamped_name,
    translate_errors,
    unused_path,
)
from companion.storage.game_file import DamagedError, NewerError, create, encode
from companion.storage.machine import MACHINE_BOUND, NO_BOX, UNKNOWN, BoxId, Machine, bind_box
from companion.storage.queries import EntryCache, entries_after, entries_before
from companion.storage.recovery import (
    BOX_FILE,
    DICE,
    GAMES,
    SUFFIX,
    GameFile,
    Note,
    read_note,
    recover,
    write_note,
)
from companion.storage.replacing import finish_replacing, new_epoch
from companion.storage.settings import SETTINGS, Settings

Row: TypeAlias = tuple[Entry, bytes | None]
"""An entry, and its secret, of a `start` or a renewal."""

LAST = "last"
_OLD_DATABASE = "journal.sqlite"
"""The database of a version before 1.0."""
_BROKEN = "broken"
"""The setting that makes the next start read all games, after one could not be read."""


class StorageFailed(Refused):
    """The disk did not take a write, or cannot be read: neither file nor game has changed.

    code: `journal-full`, `journal-read-only`, `journal-failed`: not written, also after a power cut.
    `journal-gone`: the same; the file was removed or replaced.
    `journal-unsure`: not written, but unconfirmed: it may reappear after a power cut.
    `journal-broken`: the file of this game is unreadable or changed; other games are not affected.
    """


class Storage:
    """The games and settings of a data folder. One writer; any thread may read. Raises `DataFolderUnusable`.

    folder: made if it does not exist.
    at: the present time, UTC.
    entropy: returns so many random bytes, for ids.
    writing: False to read only, also beside a daemon.
    every: find damage in old games, too.
    machine: this one; another one than before gets new `MACHINE_BOUND` settings.
    room: called on a full disk; True if it freed space, and the write is repeated.

    settings: the box's settings.
    epoch: names the state of the folder; new after a loss, a restoration, or on another machine.
    box: the box's id, eight hex digits.
    made_at: when the folder was made.
    damage: found by this start or an earlier one.
    came: whether the folder was on another machine before.
    aside: the name under which this start set something aside.
    """

    def __init__(
        self,
        folder: Path,
        *,
        at: datetime,
        entropy: Callable[[int], bytes],
        writing: bool = True,
        every: bool = False,
        machine: Machine = UNKNOWN,
        room: Callable[[], bool] = lambda: False,
    ) -> None:
        self.folder, self._games = folder, folder / GAMES
        self._free_space, self._machine = room, machine
        self._writing, self._reading = threading.RLock(), threading.RLock()
        self._noting = threading.Lock()
        self._cache = EntryCache()
        self._broken: set[str | None] = set()
        self._unsure: GameFile | None = None
        self._failing: str | None = None
        self._note: int | None = None
        self._open, self._may_write = True, writing
        self._lock: Lock | None = lock(folder) if writing else None
        try:
            with translate_errors(folder):
                self._open_folder(at, entropy, every=every)
        except NewerError as newer:
            self.close()
            raise DataFolderUnusable("data-folder.newer", folder, permanent=True) from newer
        except StorageFailed as failed:  # of settings that the disk did not take
            self.close()
            with translate_errors(folder):
                raise failed.__cause__ or failed from None
        except BaseException:
            self.close()
            raise

    def _open_folder(self, at: datetime, entropy: Callable[[int], bytes], *, every: bool) -> None:
        if (self.folder / _OLD_DATABASE).exists() and not self._games.exists():
            raise DataFolderUnusable("data-folder.before", self.folder, permanent=True)
        restored = self._may_write and finish_replacing(self.folder, at) is not None
        if self._may_write:
            self._games.mkdir(0o700, exist_ok=True)
            for each in (self.folder, self._games):
                restrict(each)
                delete_leftovers(each)
        elif not self._games.is_dir():
            raise NoGamesYet("data-folder.empty", self.folder)
        self.settings, self.aside = Settings(self.folder, self._writing_settings), None
        if self.settings.damaged and self._may_write:
            aside = unused_path(self.folder, stamped_name("damaged-box", at), ".json")
            self.aside = (self.folder / SETTINGS).rename(aside).name
        epoch, known = self.settings.epoch, self.settings.get("box", BoxId)
        self.came = self._may_write and known is not None and known.moved_to(self._machine)
        found = recover(
            self._games,
            read_note(self.folder / LAST, epoch),
            at,
            repair=self._may_write,
            every=every or self.settings.get(_BROKEN, bool) is True,
        )
        if found.damage is not None and not self._may_write:
            raise DataFolderUnusable("data-folder.damaged", self.folder)
        self._files, self._last = found.files, found.last
        self._floor = self.settings.get("floor", int) or 0
        self.made_at = stamped_elsewhere(self.settings.get("made", str) or "") or at
        if self._may_write:
            if restored:
                self.settings.set("damage", None)
            damage, reached = self._compare_backups(found.damage, found.reached, epoch, at)
            self._save_start(damage, reached, at, entropy)
        self.epoch = self.settings.epoch or "0000"
        box = self.settings.get("box", BoxId)
        self.box = NO_BOX if box is None else box.id
        self.damage = self.settings.get("damage", Damage)
        if self._may_write:
            with suppress(FileNotFoundError):
                require_file(self.folder / LAST)
            self._note = os.open(self.folder / LAST, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            self.note()

    def _compare_backups(
        self, damage: Damage | None, reached: int, epoch: str | None, at: datetime
    ) -> tuple[Damage | None, int]:
        """Damage and highest number, compared with those of backups."""
        if damage is None and self._last == 0:
            backup = newest(self.folder, 0, None)
        else:
            backup = newest(self.folder, self._last, epoch) if epoch else None
        if damage is not None and damage.last == 0:  # one of before a restoration is better than none
            backup = backup or newest(self.folder, 0, None)
        if backup is None:
            return damage, reached
        if damage is None and self._last == 0:
            damage = Damage("gone", at)
        elif damage is None:
            damage = Damage("behind", at, None, self._last, backup.last - self._last)
        damage = msgspec.structs.replace(damage, backup=backup.name, backup_last=backup.last)
        return damage, max(reached, backup.last)

    def _save_start(
        self, damage: Damage | None, reached: int, at: datetime, entropy: Callable[[int], bytes]
    ) -> None:
        """Save the result of this start, which also tries the disk before the first press."""
        if damage is None and self.aside is not None:
            damage = Damage("file", at, self.aside, self._last, 0)
        changed: dict[str, Any] = {"made": stamp(self.made_at), _BROKEN: None}
        if damage is not None:
            self.aside = damage.aside or self.aside
            self._floor = max(self._floor, reached + SKIPPED_NUMBERS)
            changed |= {"damage": damage, "floor": self._floor}
        if self.came:
            changed |= dict.fromkeys(MACHINE_BOUND)
        if self.came or damage is not None or self.settings.epoch is None:
            changed |= new_epoch(self.settings, entropy)
        changed["box"] = bind_box(self.settings.get("box", BoxId), self._machine, lambda: entropy(4).hex())
        while not self._try_settings(changed):
            pass

    def _try_settings(self, changed: dict[str, Any]) -> bool:
        """Try to write settings; False where space was freed and it is to be repeated. Raises
        `StorageFailed`.
        """
        try:
            self.settings.update(changed)
        except StorageFailed as failure:
            if failure.code != "journal-full" or not self._free_space():
                raise
            return False
        return True

    # What is there

    @property
    def last(self) -> int:
        """The number of the last entry, 0 where there is none."""
        return self._last

    @property
    def next(self) -> int:
        """The number that the next entry must have."""
        return max(self._last, min(self._floor, HIGHEST)) + 1

    def games(self) -> Mapping[str, GameFile]:
        """The games' files by id."""
        with self._reading:
            return {game: file for game, file in self._files.items() if game is not None}

    def of(self, game: str | None) -> Sequence[Entry]:
        """A game's entries in their order, or the box's own. Raises `StorageFailed`."""
        with self._reading:
            file = self._files.get(game)
            return () if file is None else tuple(self._entries(file))

    def entries(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries with a number above `after`, at most `limit`, the oldest first, of readable games."""
        with self._reading:
            return entries_after(self._files.values(), self._readable_entries, after, limit)

    def newest(self, limit: int, before: int | None = None) -> list[Entry]:
        """The last `limit` entries below the number `before`, the newest first, of readable games."""
        with self._reading:
            return entries_before(self._files.values(), self._readable_entries, before, limit)

    def entry(self, n: int) -> Entry | None:
        """The entry of this number."""
        found = self.entries(n - 1, 1)
        return found[0] if found and found[0].n == n else None

    def entry_by_key(self, key: str, game: str | None) -> Entry | None:
        """The entry of this game, or of the box, with this command's key."""
        with self._reading:
            for file in (self._files.get(game), self._files.get(None)):
                if file is not None:
                    self._entries(file)
                    if key in file.keys:
                        return file.keys[key]
        return None

    def secret(self, game: str) -> bytes | None:
        """The secret of a game's dice; None where it is missing, damaged, or does not fit the
        commitment. Raises `StorageFailed`.
        """
        with self._reading:
            file = self._files.get(game)
            if file is None:
                return None
            self._entries(file)
            return self._valid_secret(file)

    def missing_secrets(self) -> dict[str, str]:
        """The games with a missing or damaged secret, and its commitment, without unreadable games."""
        there = {each.name for each in self._games.glob(f"*{DICE}")}
        found: dict[str, str] = {}
        for game, file in self.games().items():
            with suppress(StorageFailed):
                missing = self._secret(game).name not in there
                if missing and file.commitment is None:
                    self.of(game)
                if file.commitment is not None and (missing or self._valid_secret(file) is None):
                    found[game] = file.commitment
        return found

    def _valid_secret(self, file: GameFile) -> bytes | None:
        try:
            secret = bytes.fromhex(require_file(self._secret(file.game or "")).read_text("ascii"))
        except (FileNotFoundError, ValueError):
            return None
        except OSError as failure:
            raise self._mark_broken(file) from failure
        return secret if commitment_of(secret) == file.commitment else None

    # Writing

    def append(self, rows: Sequence[Row]) -> None:
        """Write entries of one game, all or none, numbered from `next` on. Raises `StorageFailed`.

        The first entries create the file. A secret is synced before its entry.
        """
        self._check_writing()
        with self._writing:
            while True:
                try:
                    self._append(rows)
                    break
                except StorageFailed as failure:
                    self._failing = failure.code
                    if failure.code != "journal-full" or not self._free_space():
                        raise
            self._failing = None
            self._last = rows[-1][0].n

    def note(self) -> None:
        """Note that all entries so far were acknowledged."""
        with self._noting:
            if self._note is not None:
                box = self._files.get(None)
                write_note(self._note, self.epoch, Note(self._last, 0 if box is None else box.last.n))

    @property
    def trouble(self) -> str | None:
        """The code of a permanent `StorageFailed`; None for none."""
        if not (self._games.is_dir() and (self.folder / SETTINGS).is_file()):
            return "journal-gone"
        return self._failing or ("journal-broken" if self._broken else None)

    def is_responsive(self, timeout: float) -> bool:
        """Whether no write has been hanging for so many seconds."""
        if not self._writing.acquire(timeout=timeout):
            return False
        self._writing.release()
        return self._open

    def close(self) -> None:
        """Release the folder. Repeated calls do nothing."""
        with self._writing:
            if self._may_write and self._broken:
                with suppress(StorageFailed):
                    self.settings.set(_BROKEN, True)
            self._open = self._may_write = False
            self.note()
            with self._noting:
                if self._note is not None:
                    os.close(self._note)
                    self._note = None
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    def _append(self, rows: Sequence[Row]) -> None:
        game, entries = rows[0][0].game, [entry for entry, _ in rows]
        committed = [(entry, None if secret is None else commitment_of(secret)) for entry, secret in rows]
        commitment = next((each for _, each in reversed(committed) if each is not None), None)
        try:
            for _, secret in rows:
                if secret is not None and game is not None:
                    atomic_write(self._secret(game), (secret.hex().encode(),))
            file = self._files.get(game)
            if file is None:
                path = self._path(game)
                try:
                    end, check = create(path, game, committed)
                except OSError:
                    self._remove(path)
                    raise
                file = GameFile(path, game, entries[0], entries[-1], end, check)
                file.load(entries)
                file.commitment = commitment
                with self._reading:
                    self._files[game] = file
                return
            lines, check = encode(committed, file.check)
            self._write(file, lines)
        except OSError as failure:
            raise self._failed(failure) from failure
        with self._reading:
            file.extend(entries, file.end + len(lines), check)
            file.commitment = commitment or file.commitment

    def _write(self, file: GameFile, lines: bytes) -> None:
        """Append to a file; a failed write is cut off.

        Raises `OSError` and `StorageFailed`.
        """
        handle = os.open(file.path, os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        try:
            if self._unsure is file:
                self._cut(file, handle)
            if os.fstat(handle).st_size != file.end:
                raise StorageFailed("journal-gone")
            try:
                written = 0
                while written < len(lines):
                    written += os.pwrite(handle, lines[written:], file.end + written)
                os.fdatasync(handle)
            except OSError:
                self._cut(file, handle)
                raise
        finally:
            os.close(handle)

    def _remove(self, path: Path) -> None:
        """Remove the file of a failed creation. Raises `StorageFailed` if that is not confirmed."""
        try:
            if path.exists():
                path.unlink()
                fsync_path(path.parent)
        except OSError as failure:
            raise StorageFailed("journal-unsure") from failure

    def _cut(self, file: GameFile, handle: int) -> None:
        """Cut off a failed write. Raises `StorageFailed` if that is not confirmed."""
        self._unsure = file
        try:
            os.ftruncate(handle, file.end)
            os.fsync(handle)
        except OSError as failure:
            raise StorageFailed("journal-unsure") from failure
        self._unsure = None

    def _failed(self, failure: OSError) -> StorageFailed:
        lost = "gone" if isinstance(failure, FileNotFoundError) else "failed"
        return StorageFailed(f"journal-{disk_fault(self.folder, failure) or lost}")

    @contextmanager
    def _writing_settings(self) -> Iterator[None]:
        """A context to write settings. Raises `StorageFailed`."""
        self._check_writing()
        with self._writing:
            try:
                yield
            except OSError as failure:
                raise self._failed(failure) from failure

    def _check_writing(self) -> None:
        if not self._may_write:
            raise StorageFailed("journal-read-only")

    def _readable_entries(self, file: GameFile) -> list[Entry]:
        """A file's entries; empty if unreadable."""
        with suppress(StorageFailed):
            return self._entries(file)
        return []

    def _entries(self, file: GameFile) -> list[Entry]:
        """A file's entries, cached. Raises `StorageFailed`."""
        known = file.entries is not None
        try:
            entries = self._cache.load(file)
        except (OSError, NewerError, DamagedError) as failure:
            raise self._mark_broken(file) from failure
        if not known:
            self._broken.discard(file.game)
        return entries

    def _mark_broken(self, file: GameFile) -> StorageFailed:
        self._broken.add(file.game)
        return StorageFailed("journal-broken")

    def _path(self, game: str | None) -> Path:
        return self._games / (BOX_FILE if game is None else f"{game}{SUFFIX}")

    def _secret(self, game: str) -> Path:
        return self._games / f"{game}{DICE}"
