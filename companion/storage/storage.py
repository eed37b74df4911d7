"""The games of a data folder: what is acknowledged is on the disk, and what is damaged is set aside whole.

    box.json               settings: join code, members, switches, the next secret
    last                   the number of the last acknowledged entry: tells damage from a torn end
    games/box.jsonl        the box's own entries: tags, seeds, house rules
    games/<game>.jsonl     a game's entries
    games/<game>.secret    what its dice are rolled with
    backups/               zip files of the folder `games`
    damaged-*, replaced-*  what was set aside, for good

An entry is one write and one fdatasync. Designed for 2,000 entries a game and 1,000 games a box.

A number is never given twice, so that no phone takes an old table for the present one. Numbers go on behind
`floor`, which is raised by `SKIPPED_NUMBERS` where it is unknown how many were given, and to a backup's last.
`epoch` names the state of the folder: it is new where something was lost, restored or redacted, and `past`
has those of before, by which backups and phones of then are known.
"""

from __future__ import annotations

import os
import threading
from bisect import bisect_left
from collections import deque
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
    disk_fault,
    free_name,
    fsync_path,
    lock,
    require_file,
    restrict,
    stamped_name,
    sweep,
    translate_errors,
)
from companion.storage.game_file import NewerError, create, encode, read
from companion.storage.machine import NO_BOX, OF_THE_MACHINE, UNKNOWN, BoxId, Machine, bound
from companion.storage.recovery import (
    BOX_FILE,
    DICE,
    GAMES,
    SUFFIX,
    GameFile,
    Note,
    last_commitment,
    read_note,
    recover,
    write_note,
)
from companion.storage.replacing import finish_replacing, new_epoch
from companion.storage.settings import SETTINGS, Settings

Row: TypeAlias = tuple[Entry, bytes | None]
"""An entry, and the secret that a `start` or a renewal carries."""

LAST = "last"
_OF_BEFORE = "journal.sqlite"
"""The file of the games of a version before 1.0."""
_BROKEN = "broken"
"""The setting by which a start reads every game whole: one could not be read."""
_IN_MEMORY = 4
"""Games of which the entries are kept, beside those that are being written."""


class StorageFailed(Refused):
    """The disk did not take it, or cannot be read: nothing has changed, in the file or in the game.

    code: `journal-full`, `journal-read-only` or `journal-failed`: it was not done, and does not stand after a
    kill or a power cut. `journal-gone`: the same; the file was taken away or replaced. `journal-unsure`: it
    was not done, but the disk did not confirm that it does not stand after a power cut. `journal-broken`: the
    file of this game cannot be read, or is not what was written; the other games are as they were.
    """


class Storage:
    """The games and settings of a data folder. One writer; any thread may read.

    folder: made if it is not there. at: the present time, UTC. entropy: gives random bytes, for ids.
    writing: false looks only, also while a daemon writes. every: finds damage in old games, too. room: called
    on a full disk; true when something was freed, and the write is tried again. machine: on which this is; on
    another one than before, what is bound to it is made anew. Raises `DataFolderUnusable`.

    settings: the box's small values. epoch: names this state of the folder; new when something in it was
    lost or restored, and on another machine. box: the id of the box, eight hex digits, the same as long as
    it is on its machine. made_at: when the folder was made. damage: found by this start or an earlier one.
    came: the folder was on another machine before this start. aside: the name of what this start set aside.
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
        self._room, self._machine = room, machine
        self._writing, self._reading = threading.RLock(), threading.RLock()
        self._noting = threading.Lock()
        self._recent: deque[GameFile] = deque()
        self._broken: set[str | None] = set()
        self._unsure: GameFile | None = None
        self._failing: str | None = None
        self._note: int | None = None
        self._open, self._may_write = True, writing
        self._lock: Lock | None = lock(folder) if writing else None
        try:
            with translate_errors(folder):
                self._begin(at, entropy, every=every)
        except NewerError as newer:
            self.close()
            raise DataFolderUnusable("data-folder.newer", folder, lasting=True) from newer
        except StorageFailed as failed:  # of settings that the disk did not take
            self.close()
            with translate_errors(folder):
                raise failed.__cause__ or failed from None
        except BaseException:
            self.close()
            raise

    def _begin(self, at: datetime, entropy: Callable[[int], bytes], *, every: bool) -> None:
        if (self.folder / _OF_BEFORE).exists() and not self._games.exists():
            raise DataFolderUnusable("data-folder.before", self.folder, lasting=True)
        restored = self._may_write and finish_replacing(self.folder, at) is not None
        if self._may_write:
            self._games.mkdir(0o700, exist_ok=True)
            for each in (self.folder, self._games):
                restrict(each)
                sweep(each)
        elif not self._games.is_dir():
            raise NoGamesYet("data-folder.empty", self.folder)
        self.settings, self.aside = Settings(self.folder, self._keeping), None
        if self.settings.damaged and self._may_write:
            aside = free_name(self.folder, stamped_name("damaged-box", at), ".json")
            self.aside = (self.folder / SETTINGS).rename(aside).name
        epoch, known = self.settings.epoch, self.settings.get("box", BoxId)
        self.came = self._may_write and known is not None and known.came_to(self._machine)
        found = recover(
            self._games,
            read_note(self.folder / LAST, epoch),
            at,
            mend=self._may_write,
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
            damage, reached = self._compared(found.damage, found.reached, epoch, at)
            self._settle(damage, reached, at, entropy)
        self.epoch = self.settings.epoch or "0000"
        box = self.settings.get("box", BoxId)
        self.box = NO_BOX if box is None else box.id
        self.damage = self.settings.get("damage", Damage)
        if self._may_write:
            with suppress(FileNotFoundError):
                require_file(self.folder / LAST)
            self._note = os.open(self.folder / LAST, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            self.note()

    def _compared(
        self, damage: Damage | None, reached: int, epoch: str | None, at: datetime
    ) -> tuple[Damage | None, int]:
        """The damage, and the highest number given, as the backups tell of them, too."""
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

    def _settle(
        self, damage: Damage | None, reached: int, at: datetime, entropy: Callable[[int], bytes]
    ) -> None:
        """Write down what this start found; a disk that takes nothing shows now, not at the first press."""
        if damage is None and self.aside is not None:
            damage = Damage("file", at, self.aside, self._last, 0)
        changed: dict[str, Any] = {"made": stamp(self.made_at), _BROKEN: None}
        if damage is not None:
            self.aside = damage.aside or self.aside
            self._floor = max(self._floor, reached + SKIPPED_NUMBERS)
            changed |= {"damage": damage, "floor": self._floor}
        if self.came:
            changed |= dict.fromkeys(OF_THE_MACHINE)
        if self.came or damage is not None or self.settings.epoch is None:
            changed |= new_epoch(self.settings, entropy)
        changed["box"] = bound(self.settings.get("box", BoxId), self._machine, lambda: entropy(4).hex())
        while not self._settled(changed):
            pass

    def _settled(self, changed: dict[str, Any]) -> bool:
        """Write settings at a start; false where room was made on a full disk. Raises `StorageFailed`."""
        try:
            self.settings.update(changed)
        except StorageFailed as failure:
            if failure.code != "journal-full" or not self._room():
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
        """Entries with a number greater than `after`, at most `limit` of them, oldest first; none of a game
        that cannot be read.
        """
        found: list[Entry] = []
        with self._reading:
            for file in sorted(self._files.values(), key=lambda each: each.first.n):
                if (
                    limit is not None
                    and len(found) >= limit
                    and (not limit or file.first.n > found[limit - 1].n)
                ):
                    break
                if file.last.n > after:
                    entries = self._readable(file)
                    found.extend(entries[bisect_left(entries, after + 1, key=_number) :][:limit])
                    found.sort(key=_number)
        return found[:limit]

    def newest(self, limit: int, before: int | None = None) -> list[Entry]:
        """The last `limit` entries with a number below `before`, newest first; none of a game that cannot be
        read.
        """
        found: list[Entry] = []
        with self._reading:
            for file in sorted(self._files.values(), key=lambda each: -each.last.n):
                if len(found) >= limit and (not limit or file.last.n < found[limit - 1].n):
                    break
                if before is None or file.first.n < before:
                    entries = self._readable(file)
                    end = len(entries) if before is None else bisect_left(entries, before, key=_number)
                    found.extend(entries[max(0, end - limit) : end])
                    found.sort(key=_number, reverse=True)
        return found[:limit]

    def entry(self, n: int) -> Entry | None:
        """The entry of this number."""
        found = self.entries(n - 1, 1)
        return found[0] if found and found[0].n == n else None

    def keyed(self, key: str, game: str | None) -> Entry | None:
        """The entry of this game, or of the box, whose command carried this key."""
        with self._reading:
            for file in (self._files.get(game), self._files.get(None)):
                if file is not None:
                    self._entries(file)
                    if key in file.keys:
                        return file.keys[key]
        return None

    def secret(self, game: str) -> bytes | None:
        """The secret that a game's dice are rolled with; None where it is missing, or not the one of the
        game's commitment: a backup has left it out, or it is damaged. Raises `StorageFailed`.
        """
        with self._reading:
            file = self._files.get(game)
            if file is None:
                return None
            self._entries(file)
            return self._proven(file)

    def without_secret(self) -> dict[str, str]:
        """The games whose secret is missing or damaged, with their commitments; none that cannot be read."""
        there = {each.name for each in self._games.glob(f"*{DICE}")}
        found: dict[str, str] = {}
        for game, file in self.games().items():
            with suppress(StorageFailed):
                missing = self._secret(game).name not in there
                if missing and file.commitment is None:
                    self.of(game)
                if file.commitment is not None and (missing or self._proven(file) is None):
                    found[game] = file.commitment
        return found

    def _proven(self, file: GameFile) -> bytes | None:
        try:
            secret = bytes.fromhex(require_file(self._secret(file.game or "")).read_text("ascii"))
        except (FileNotFoundError, ValueError):
            return None
        except OSError as failure:
            raise self._broke(file) from failure
        return secret if commitment_of(secret) == file.commitment else None

    # Writing

    def append(self, rows: Sequence[Row]) -> None:
        """Put entries of one game on the disk, all or none, numbered from `next` on. Raises `StorageFailed`.

        The first entries of a game make its file. A secret is on the disk before its entry.
        """
        self._check_writing()
        with self._writing:
            while True:
                try:
                    self._append(rows)
                    break
                except StorageFailed as failure:
                    self._failing = failure.code
                    if failure.code != "journal-full" or not self._room():
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
        """What keeps entries from being taken or read, as a code of `StorageFailed`; None for nothing."""
        if not (self._games.is_dir() and (self.folder / SETTINGS).is_file()):
            return "journal-gone"
        return self._failing or ("journal-broken" if self._broken else None)

    def answers(self, timeout: float) -> bool:
        """Whether no write has been hanging for this many seconds."""
        if not self._writing.acquire(timeout=timeout):
            return False
        self._writing.release()
        return self._open

    def close(self) -> None:
        """Let the folder go. A second call does nothing."""
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
                file.hold(entries)
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
        """Write at the end of a file; what a failed write leaves there is cut off.

        Raises OSError and `StorageFailed`.
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
        """Remove what a failed creation left. Raises `StorageFailed` where that is not certain to hold."""
        try:
            if path.exists():
                path.unlink()
                fsync_path(path.parent)
        except OSError as failure:
            raise StorageFailed("journal-unsure") from failure

    def _cut(self, file: GameFile, handle: int) -> None:
        """Cut off what a failed write left. Raises `StorageFailed` where that is not certain to hold."""
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
    def _keeping(self) -> Iterator[None]:
        """A write of settings. Raises `StorageFailed`."""
        self._check_writing()
        with self._writing:
            try:
                yield
            except OSError as failure:
                raise self._failed(failure) from failure

    def _check_writing(self) -> None:
        if not self._may_write:
            raise StorageFailed("journal-read-only")

    def _readable(self, file: GameFile) -> list[Entry]:
        """A file's entries, none where it cannot be read."""
        with suppress(StorageFailed):
            return self._entries(file)
        return []

    def _entries(self, file: GameFile) -> list[Entry]:
        """A file's entries, which the next who asks finds in memory. Raises `StorageFailed`."""
        if file in self._recent:
            self._recent.remove(file)
            self._recent.append(file)
        if file.entries is not None:
            return file.entries
        try:
            content = read(file.path)
        except (OSError, NewerError) as failure:
            raise self._broke(file) from failure
        if not content.entries or content.entries[-1].n < file.last.n:
            raise self._broke(file)
        self._broken.discard(file.game)
        file.commitment = last_commitment(content)
        self._recent.append(file)
        while len(self._recent) > _IN_MEMORY:
            self._recent.popleft().let_go()
        return file.hold(each for each in content.entries if each.n <= file.last.n)

    def _broke(self, file: GameFile) -> StorageFailed:
        self._broken.add(file.game)
        return StorageFailed("journal-broken")

    def _path(self, game: str | None) -> Path:
        return self._games / (BOX_FILE if game is None else f"{game}{SUFFIX}")

    def _secret(self, game: str) -> Path:
        return self._games / f"{game}{DICE}"


def _number(entry: Entry) -> int:
    return entry.n
