"""Back up all games after each turn, on a background thread, so that no press waits for it.

Also once after a start that found other games than the last backup holds: what damage left, or a restored
backup, must not exist only once until the turn is over.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Collection
from pathlib import Path

from companion.notifier import Notifier
from companion.storage.backup import BACKUPS, BackupFailed, add_backup, delete_stale, has_foreign_backup
from companion.storage.storage import StorageFailed
from companion.table.snapshot import Snapshot

log = logging.getLogger(__name__)

MAX_BURST = 4
"""Backups that may follow each other without a pause."""
DELAY = 0.5
"""Seconds between a turn's end and its backup, so that phones on a Pi are served first."""
INTERVAL = 60.0
"""Average seconds between backups, which spares the SD card."""


class Backups:
    """The thread that makes backups whenever a turn or game is over.

    folder: the data folder.
    stick: a second folder that may come and go; it is never created.
    keep: backups kept in each folder; 0 makes none.
    ended_games: the games whose secret may leave the box.
    redacted_epochs: epochs of games from which something was redacted; their backups are deleted.
    monotonic: seconds.

    Close the notifier before `stop`.
    """

    delay = DELAY

    def __init__(
        self,
        folder: Path,
        stick: Path | None,
        keep: int,
        notifier: Notifier,
        snapshot: Callable[[], Snapshot],
        *,
        ended_games: Callable[[], Collection[str]],
        monotonic: Callable[[], float],
        redacted_epochs: Collection[str] = (),
    ) -> None:
        self._redacted_epochs = redacted_epochs
        self._folder = folder
        self._own = folder / BACKUPS
        self._stick = stick
        self._keep = keep
        self._notifier = notifier
        self._snapshot = snapshot
        self._ended_games = ended_games
        self._monotonic = monotonic
        self._made: deque[float] = deque(maxlen=MAX_BURST)
        self._due, self._closing = threading.Event(), threading.Event()
        self._turn_seen: tuple[object, ...] = ()
        self._failing: set[Path] = set()
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)

    @property
    def failing(self) -> bool:
        """Whether the last backup failed in one of the folders."""
        return bool(self._failing)

    def start(self) -> None:
        """Begin to wait for turns."""
        self._turn_seen = _turn_key(self._snapshot())  # not later, on the thread
        self._notifier.subscribe(self._on_notify)
        self._on_notify()
        self._thread.start()

    def stop(self) -> None:
        """Finish the backup under way. Waits up to 2 s."""
        if self._thread.ident is not None:
            self._thread.join(2)

    def _on_notify(self) -> None:
        """Wake the thread when a turn is over, and not at every press; closing wakes it, too."""
        if self._notifier.closed:
            self._closing.set()
        if self._notifier.closed or _turn_key(self._snapshot()) != self._turn_seen:
            self._due.set()

    def _run(self) -> None:
        snapshot = self._snapshot()
        over, pending = False, self._not_backed_up(snapshot)
        if not self._keep or not snapshot.version:
            for target in (self._own, self._stick):
                if target is not None:
                    self._delete_stale(target)  # no newer one will ever come
        while not over:
            self._due.wait(self._pause() if pending else None)
            self._closing.wait(self.delay)
            self._due.clear()
            over = self._notifier.closed  # read before the snapshot, so that the last turn is backed up
            snapshot = self._snapshot()
            if _turn_key(snapshot) != self._turn_seen:
                self._turn_seen = _turn_key(snapshot)
                pending = self._keep > 0
            if pending and (over or not self._pause()):
                pending = False
                self._made.append(self._monotonic())
                self._back_up(snapshot)

    def _not_backed_up(self, snapshot: Snapshot) -> bool:
        """Whether what backups there are on the card are of games that stood here before."""
        return self._keep > 0 and snapshot.version > 0 and has_foreign_backup(self._own, snapshot.epoch)

    def _pause(self) -> float:
        """Seconds until the next backup may be made."""
        if len(self._made) < MAX_BURST:
            return 0.0
        return max(0.0, self._made[0] + MAX_BURST * INTERVAL - self._monotonic())

    def _back_up(self, snapshot: Snapshot) -> None:
        found = snapshot.set_aside
        offered = None if found is None else found.backup
        for target in (self._own, self._stick):
            if target is None or not self._is_available(target):
                continue
            try:
                # a stick may be lost
                ended = None if target == self._own else self._ended_or_fail(target)
                add_backup(self._folder, target, self._keep, ended=ended, offered=offered)
            except BackupFailed as failure:
                self._log_failure(target, failure.why)
            else:
                self._log_recovery(target)
                self._delete_stale(target)

    def _delete_stale(self, target: Path) -> None:
        """Let no backup stay that holds what is forgotten, once there is a newer one beside it."""
        delete_stale(target, self._redacted_epochs)

    def _ended_or_fail(self, target: Path) -> Collection[str]:
        try:
            return self._ended_games()
        except StorageFailed as failed:
            raise BackupFailed("copy.failed", str(target), str(failed.__cause__ or failed)) from failed

    def _is_available(self, target: Path) -> bool:
        try:
            if target == self._own:
                target.mkdir(parents=True, exist_ok=True)
            return target.is_dir()
        except OSError as failure:
            self._log_failure(target, failure.strerror or str(failure))
            return False

    def _log_failure(self, target: Path, why: str) -> None:
        """Say once, not every turn, that backups cannot be made."""
        if target not in self._failing:
            self._failing.add(target)
            log.warning("no copy of the games in %s: %s", target, why)

    def _log_recovery(self, target: Path) -> None:
        if target in self._failing:
            self._failing.discard(target)
            log.info("the games are copied to %s again", target)


def _turn_key(snapshot: Snapshot) -> tuple[object, ...]:
    """Return a value that changes with each turn, and when a game begins or ends."""
    game = snapshot.body["game"]
    return () if game is None else (game["id"], game.get("turn"), game["ended"] is not None)
