"""The beginning: what the companion cannot do without, and what the display says until it is there."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.daemon.pending import Forget
from companion.daemon.threads import translate_threads
from companion.games.screen import Screen
from companion.language.messages import Language, Messages
from companion.language.text import CompanionError, Text, text
from companion.panel.layout import lay_out
from companion.storage.backup import BACKUPS, BackupFailed, make_room, named
from companion.storage.files import DataFolderUnusable, Unread, lock
from companion.storage.machine import UNKNOWN, Machine
from companion.storage.replacing import restore
from companion.storage.storage import Storage, StorageFailed
from companion.table import notice
from companion.table.forgetting import Forgetting, forgotten
from companion.table.opening import now
from companion.table.snapshot import Snapshot
from hardware.box import Box

log = logging.getLogger(__name__)

T = TypeVar("T")

PAUSES = (0.5, 1, 2, 4, 8, 8, 8)
"""Seconds between tries to read games that the system cannot read: half a minute of patience."""


@contextmanager
def in_a_word(folder: Path) -> Iterator[None]:
    """Let what the system refuses to a start be told in a sentence.

    Raises `DataFolderUnusable` and `NoThreads`.
    """
    try:
        with translate_threads():
            yield
    except StorageFailed as failure:
        why = str(failure.__cause__ or failure.code)
        raise DataFolderUnusable("cannot-start.data-folder", folder, why) from failure


def say_meanwhile(box: Box, language: Language, what: Text) -> None:
    """Let the display say why the start takes its time."""
    box.show(lay_out(Screen(text("splash.waiting"), (what,)), language)[0])


@contextmanager
def greeting(box: Box, language: Language) -> Iterator[None]:
    """Let the display say that the companion starts, before anything else does.

    What keeps it from starting is said there, too, and stays: nobody at the table reads a log.
    """
    splash = Screen(text("splash.title"), (text("splash.starting"),), large=True)
    box.greet(lay_out(splash, language)[0])
    blank = True
    try:
        yield
    except CompanionError as error:
        box.show(lay_out(Screen(text("splash.cannot"), (error.said,)), language)[0])
        blank = False
        raise
    finally:
        box.stop(blank=blank)


def box_language(messages: Messages, code: str) -> Language:
    """The language of the display, by its code. Raises `CompanionError` where there is none of that code."""
    if code not in messages.codes:
        unknown = text("cannot-start.unknown-language", code=code, codes=messages.codes)
        raise CompanionError(unknown, lasting=True)
    return messages.language(code)


def keep_out(folder: Path) -> None:
    """Raise `DataFolderUnusable` when another companion has the folder: it may have the display, too."""
    lock(folder).release()


def patiently(
    opening: Callable[[], T],
    *,
    say: Callable[[Text], object] = lambda _: None,
    pause: Callable[[float], object] = time.sleep,
) -> T:
    """What opens the games. Raises what it raises.

    A card that cannot be read now can perhaps be read in a moment: it is tried again for half a minute. say:
    is told so meanwhile. pause: waits for so many seconds.
    """
    for seconds in PAUSES:
        try:
            return opening()
        except Unread as unread:
            if seconds == PAUSES[0]:
                log.warning("the games cannot be read: %s; trying again", unread.__cause__)
            say(text("splash.unread"))
            pause(seconds)
    return opening()


def open_storage(folder: Path, machine: Machine = UNKNOWN) -> Storage:
    """The games of a data folder; the log tells of what is set aside, and of a card from another machine.

    machine: on which this is. Raises `DataFolderUnusable`.
    """
    room = partial(make_room, folder / BACKUPS)
    storage = Storage(folder, at=now(), entropy=secrets.token_bytes, machine=machine, room=room)
    if storage.came:
        log.warning("the card is from another machine: this is box %s now, with another code", storage.box)
    if storage.aside:
        log.warning("the games were damaged and are set aside as %s", storage.aside)
    return storage


def put_back(folder: Path, places: Iterable[Path], name: str) -> Text:
    """Put a copy in the place of the games; say what came of it.

    places: the folders of copies, in which it is looked for. name: of its file. When it fails, what was there
    is still there.
    """
    failure: CompanionError = BackupFailed("copy.gone", name)
    for copied in named(places, name):
        try:
            aside = restore(folder, copied, name, at=now(), entropy=secrets.token_bytes)
        except CompanionError as failed:
            failure = failed
            continue
        log.info("the copy %s was put back; what was there is kept as %s", copied, aside)
        return notice.put_back(name)
    log.warning("the copy %s was not put back", name, exc_info=failure)
    return text("panel.not-back", why=failure.said)


def forget(folder: Path, action: Forget) -> Text:
    """Forget it; say what came of it. When it fails, all is as it was."""
    wanted = Forgetting(action.name, action.game)
    try:
        came = forgotten(folder, wanted, at=now(), entropy=secrets.token_bytes)
    except CompanionError as failure:
        log.warning("nothing was forgotten", exc_info=failure)
        return text("panel.not-forgotten", why=failure.said)
    log.info("something was forgotten in %d games", came.games)
    return text("panel.forgotten-game" if action.game else "panel.forgotten-name", count=came.games)


def tell_of(snapshot: Snapshot) -> None:
    """Let the log tell what a start found wrong with the games, at every start until somebody has seen it."""
    if snapshot.set_aside is not None:
        found = msgspec.json.encode(snapshot.body["set_aside"]).decode()
        log.warning("nobody has seen yet what a start found wrong with the games: %s", found)
