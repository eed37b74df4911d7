"""Messages between a table and the organiser of its event: a call, its reply, notices to all tables."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.language.invisible import replace_invisible
from companion.notifier import Notifier
from companion.storage.entry import stamp
from companion.storage.settings import Settings
from companion.storage.storage import StorageFailed

log = logging.getLogger(__name__)


ShortText = Annotated[str, Meta(max_length=200)]
"""A typed text or a game's word."""
Number = Annotated[int, Meta(ge=-999_999_999, le=999_999_999)]
"""A number for people, at most nine digits."""

MAX_NOTICE = 120
"""Characters of a notice."""


class Call(msgspec.Struct, frozen=True):
    """A table calls the organiser."""

    at: ShortText
    """Since when."""
    table: Number | None = None
    """As in `TableState`."""
    by: ShortText | None = None
    """The colour that calls, None if unknown."""


class Reply(msgspec.Struct, frozen=True):
    """The organiser's reply to a call."""

    call: ShortText
    """The `at` of the call."""
    at: ShortText
    done: bool = False
    """The call is settled and ends; otherwise the organiser is coming."""


class Notice(msgspec.Struct, frozen=True):
    """The organiser's message to all tables."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_NOTICE)]
    """As typed."""
    at: ShortText


class _StoredCall(msgspec.Struct, frozen=True):
    """A call as stored. event: the event it was made at."""

    event: str
    call: Call


CALL_SETTING = "call"
"""The setting that keeps a call over a restart."""


class Organiser:
    """Holds the call, its reply and the notice. Safe to use from any thread; notifies at each change.

    settings: keeps a call over a restart of the same event.
    event, table: as configured.
    clock: now, UTC.
    """

    def __init__(
        self,
        settings: Settings,
        event: str,
        table: int | None,
        notifier: Notifier,
        clock: Callable[[], datetime],
    ) -> None:
        self._settings = settings
        self._event = event
        self._table = table
        self._notifier = notifier
        self._clock = clock
        self._lock = threading.Lock()
        made = settings.get(CALL_SETTING, _StoredCall)
        self._call = None if made is None or made.event != event else made.call
        self._reply: Reply | None = None
        self._settled: Reply | None = None
        self._notice: Notice | None = None
        self._changes = 0

    @property
    def changes(self) -> int:
        """Number of changes since the start."""
        return self._changes

    @property
    def call(self) -> Call | None:
        """The open call."""
        return self._call

    @property
    def is_coming(self) -> bool:
        """Whether the organiser has replied to the open call."""
        call, reply = self._call, self._reply
        return call is not None and reply is not None and reply.call == call.at

    @property
    def settled(self) -> Reply | None:
        """The reply that ended the last call, until the next call."""
        return self._settled

    @property
    def notice(self) -> Notice | None:
        """The notice, on one line, without invisible characters."""
        return self._notice

    def place_call(self, by: str | None = None) -> None:
        """Call the organiser, unless a call is open. by: the colour that calls.

        Raises `StorageFailed`; nothing has changed then.
        """
        with self._lock:
            if self._call is not None:
                return
            self._change(Call(stamp(self._clock()), self._table, by))
            self._settled = self._reply = None  # by a clock that was set back a call may be as old as another
        self._notify()

    def cancel(self) -> None:
        """End the call. Raises `StorageFailed`; nothing has changed then."""
        with self._lock:
            if self._call is None:
                return
            self._change(None)
        self._notify()

    def on_reply(self, reply: Reply | None) -> None:
        """Take in a reply; one to another call has no effect.

        If the disk fails, the end of the call holds until the next start, when the broker sends the reply
        again.
        """
        with self._lock:
            before = (self._call, self._reply)
            self._reply = reply
            if reply is not None and reply.done and self._call is not None and reply.call == self._call.at:
                try:
                    self._change(None)
                except StorageFailed as failure:
                    log.warning("that a call is settled could not be kept: %s", failure.message.code)
                    self._call = None
                self._settled = reply
            changed = (self._call, self._reply) != before
        if changed:
            self._notify()

    def on_notice(self, notice: Notice | None) -> None:
        """Take in a notice, or its end."""
        if notice is not None:
            line = replace_invisible(" ".join(notice.text.split()))
            notice = replace(notice, text=line) if line else None
        with self._lock:
            changed, self._notice = notice != self._notice, notice
        if changed:
            self._notify()

    def _change(self, call: Call | None) -> None:
        self._settings.set(CALL_SETTING, None if call is None else _StoredCall(self._event, call))
        self._call = call

    def _notify(self) -> None:
        """Notify of a change, outside the lock."""
        with self._lock:
            self._changes += 1
        self._notifier.notify()
