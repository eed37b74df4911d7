"""The beginning: what the companion cannot do without, and what the display says until it is there."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from companion.config import Config
from companion.daemon.pending import Action, Forget, Restore
from companion.daemon.start_failures import translate_threads
from companion.games import Game
from companion.games.screen import Screen
from companion.language.messages import FALLBACK, LANGUAGE_NAME, Language, Messages, locale_language
from companion.language.text import CompanionError, Text, text
from companion.notifier import Notifier
from companion.panel.layout import lay_out
from companion.storage.backup import BACKUPS, BackupFailed, backups_named, free_space
from companion.storage.files import DataFolderUnusable, ReadFailed, lock
from companion.storage.machine import UNKNOWN, Machine
from companion.storage.replacing import restore
from companion.storage.storage import Storage, StorageFailed
from companion.table import damage_text
from companion.table.backup_transfer import RECEIVED_FOLDER
from companion.table.data_folder import backup_folders, build_table, folder_of, now
from companion.table.redaction import RedactionRequest, redact_folder
from companion.table.table import Table
from hardware.box import Box
from hardware.part import NONE

log = logging.getLogger(__name__)

RETRY_DELAYS = (0.5, 1, 2, 4, 8, 8, 8)
"""Seconds between tries to read games that the system cannot read: half a minute of patience."""


@contextmanager
def translate_errors(folder: Path) -> Iterator[None]:
    """Raise what the system refuses to a start as `DataFolderUnusable` or `NoThreads`."""
    try:
        with translate_threads():
            yield
    except StorageFailed as failure:
        why = str(failure.__cause__ or failure.code)
        raise DataFolderUnusable("cannot-start.data-folder", folder, why) from failure


def show_delay(box: Box, language: Language, why: Text) -> None:
    """Show on the display why the start takes long."""
    box.show(lay_out(Screen(text("splash.waiting"), (why,)), language)[0])


@contextmanager
def splash(box: Box, language: Language) -> Iterator[None]:
    """Show on the display that the companion starts; an error of the block is shown there and stays."""
    splash = Screen(text("splash.title"), (text("splash.starting"),), large=True)
    box.greet(lay_out(splash, language)[0])
    blank = True
    try:
        yield
    except CompanionError as error:
        box.show(lay_out(Screen(text("splash.cannot"), (error.message,)), language)[0])
        blank = False
        raise
    finally:
        box.stop(blank=blank)


def box_language(messages: Messages, code: str, environment: Mapping[str, str]) -> Language:
    """The language of the display: the chosen one, else the system's, else English.

    code: of the chosen one; empty for none. One that there is not, as of a newer version, counts as none.
    """
    chosen = code.lower()
    if chosen and chosen not in messages.codes:
        log.warning("there is no language %s, only %s", code, ", ".join(messages.codes))
    return messages.language(chosen if chosen in messages.codes else locale_language(environment))


def languages_to_ask(config: Config, spoken: Language, messages: Messages, table: Table) -> tuple[str, ...]:
    """The codes of the languages that the panel asks about; empty where none is asked.

    It asks where nobody has chosen a language that there is, the system names none but English, no game was
    ever stored, and there are a display to ask on and buttons to answer with. Languages without a question of
    their own are left out. spoken: the display's language.
    """
    is_chosen = config.box.language.lower() == spoken.code
    settled = is_chosen or spoken.code != FALLBACK or table.all_games()
    if settled or NONE in (config.oled.driver, config.buttons.driver):
        return ()
    return tuple(code for code in messages.codes if spoken.has(f"{LANGUAGE_NAME}{code}.ask"))


def check_unlocked(folder: Path) -> None:
    """Raise `DataFolderUnusable` when another companion has the folder: it may have the display, too."""
    lock(folder).release()


def open_table(
    folder: Path,
    machine: Machine,
    games: Mapping[str, Game],
    notifier: Notifier,
    *,
    say: Callable[[Text], object] = lambda _: None,
    pause: Callable[[float], object] = time.sleep,
) -> tuple[Storage, Table]:
    """The games of a data folder; the log tells what is wrong with them, until that has been seen.

    A card that cannot be read now can perhaps be read in a moment: it is tried again for half a minute.
    machine: on which this is. say: shows that. pause: waits for so many seconds. Raises `DataFolderUnusable`.
    """
    for seconds in (*RETRY_DELAYS, None):
        try:
            storage = open_storage(folder, machine)
            table = build_table(storage, games, notifier)
        except ReadFailed as unread:
            if seconds is None:
                raise
            if seconds == RETRY_DELAYS[0]:
                log.warning("the games cannot be read: %s; trying again", unread.__cause__)
            say(text("splash.unread"))
            pause(seconds)
        else:
            break
    if table.snapshot.set_aside is not None:
        found = msgspec.json.encode(table.snapshot.body["set_aside"]).decode()
        log.warning("nobody has seen yet what a start found wrong with the games: %s", found)
    return storage, table


def open_storage(folder: Path, machine: Machine = UNKNOWN) -> Storage:
    """The storage of a data folder; the log tells of what is set aside, and of a card from another machine.

    machine: on which this is. Raises `DataFolderUnusable`.
    """
    room = partial(free_space, folder, folder / BACKUPS)
    storage = Storage(folder, at=now(), entropy=secrets.token_bytes, machine=machine, room=room)
    if storage.came:
        log.warning("the card is from another machine: this is box %s now, with another code", storage.box)
    if storage.aside:
        log.warning("the games were damaged and are set aside as %s", storage.aside)
    return storage


def perform_action(action: Action, config: Config) -> Text | None:
    """Do to the games, while they are closed, what was requested; its result in words.

    When it fails, all is as it was.
    """
    folder = folder_of(config)
    if isinstance(action, Restore):
        return _restore(folder, (folder / RECEIVED_FOLDER, *backup_folders(config)), action.name)
    return _forget(folder, action) if isinstance(action, Forget) else None


def _restore(folder: Path, places: Iterable[Path], name: str) -> Text:
    """Restore a backup of this name from one of the places."""
    failure: CompanionError = BackupFailed("copy.gone", name)
    for backup in backups_named(places, name):
        try:
            aside = restore(folder, backup, name, at=now(), entropy=secrets.token_bytes)
        except CompanionError as failed:
            failure = failed
            continue
        log.info("the copy %s was put back; what was there is kept as %s", backup, aside)
        return damage_text.restored_text(name)
    log.warning("the copy %s was not put back", name, exc_info=failure)
    return text("panel.not-back", why=failure.message)


def _forget(folder: Path, action: Forget) -> Text:
    try:
        came = redact_folder(
            folder, RedactionRequest(action.name, action.game), at=now(), entropy=secrets.token_bytes
        )
    except CompanionError as failure:
        log.warning("nothing was forgotten", exc_info=failure)
        return text("panel.not-forgotten", why=failure.message)
    log.info("something was forgotten in %d games", came.games)
    return text("panel.forgotten-game" if action.game else "panel.forgotten-name", count=came.games)
