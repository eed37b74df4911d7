"""What a table and the organiser of its event say to one another: a call, its answer, notices to all."""

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
"""Something that somebody has typed, or a game's word."""
Number = Annotated[int, Meta(ge=-999_999_999, le=999_999_999)]
"""A number that people read; of what anybody may send, none of a thousand digits."""

MAX_NOTICE = 120
"""Signs of a notice."""


class Call(msgspec.Struct, frozen=True):
    """A table calls the organiser. at: since when. table: as `TableState` has it. by: the colour that calls,
    None where that is not known."""

    at: ShortText
    table: Number | None = None
    by: ShortText | None = None


class Reply(msgspec.Struct, frozen=True):
    """The organiser's answer to a call. call: the time of the call that it answers. done: the matter is
    settled, so that the call ends; else he is on his way."""

    call: ShortText
    at: ShortText
    done: bool = False


class Notice(msgspec.Struct, frozen=True):
    """What the organiser says to all tables. text: as he has typed it."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_NOTICE)]
    at: ShortText


class _StoredCall(msgspec.Struct, frozen=True):
    """A call as it is kept. event: whose organiser was called."""

    event: str
    call: Call


CALL_SETTING = "call"
"""What the setting is called that keeps a call over a restart."""


class Organiser:
    """What is said between the two. Safe to use from any thread; each change notifies.

    settings: keeps a call over a restart; at another event there is none. event, table: as the owner has
    written them. clock: now, UTC.
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
        """How often any of it has become something else since the start."""
        return self._changes

    @property
    def call(self) -> Call | None:
        """The call that stands, until it is taken back or the organiser has said that it is settled."""
        return self._call

    @property
    def coming(self) -> bool:
        """Whether the organiser has answered the call that stands."""
        call, reply = self._call, self._reply
        return call is not None and reply is not None and reply.call == call.at

    @property
    def settled(self) -> Reply | None:
        """The answer that has ended the last call, until the next one."""
        return self._settled

    @property
    def notice(self) -> Notice | None:
        """What the organiser says to all tables, on one line, without signs that nobody sees."""
        return self._notice

    def call_for(self, by: str | None = None) -> None:
        """Call the organiser; once only while a call stands. by: the colour that calls.

        Raises `StorageFailed`; nothing has changed then.
        """
        with self._lock:
            if self._call is not None:
                return
            self._change(Call(stamp(self._clock()), self._table, by))
            self._settled = self._reply = None  # by a clock that was set back a call may be as old as another
        self._ring()

    def take_back(self) -> None:
        """Take the call back, or say that it is settled. Raises `StorageFailed`; nothing has changed then."""
        with self._lock:
            if self._call is None:
                return
            self._change(None)
        self._ring()

    def answered(self, reply: Reply | None) -> None:
        """The organiser has answered; an answer to another call says nothing. On a disk that takes nothing
        that a call is settled holds until the next start, when the broker says it again.
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
            self._ring()

    def noticed(self, notice: Notice | None) -> None:
        """The organiser says this to all tables, or nothing any more."""
        if notice is not None:
            line = replace_invisible(" ".join(notice.text.split()))
            notice = replace(notice, text=line) if line else None
        with self._lock:
            changed, self._notice = notice != self._notice, notice
        if changed:
            self._ring()

    def _change(self, call: Call | None) -> None:
        self._settings.set(CALL_SETTING, None if call is None else _StoredCall(self._event, call))
        self._call = call

    def _ring(self) -> None:
        """After a change, without the lock: who hears of it looks at once."""
        with self._lock:
            self._changes += 1
        self._notifier.notify()
