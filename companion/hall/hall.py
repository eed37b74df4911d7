"""The tables of an event, built message by message from the broker.

The broker retains all messages: a restarted hall receives them again. Messages are not trusted: malformed
ones are rejected and counted, and everything has a bound.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from companion.hall.needs import HallTable, Proof
from companion.hall.verification import MAX_PACKED, Verification
from companion.mqtt import topics
from companion.mqtt.payloads import Outcome, TableState, decode
from companion.storage.entry import stamped_elsewhere
from companion.table.organiser import Call, Notice, Reply

MAX_TABLES = 2000
"""Tables of an event, and as many boxes of an unknown event."""
MAX_WAITING = 32 * 1024 * 1024
"""Bytes of game files that wait to be verified."""
RESYNC_TIME = 90.0
"""Seconds after a connection within which all boxes have published again."""
_TOPICS = 16 * MAX_TABLES
_AHEAD = timedelta(minutes=2)
_LONG_AGO = timedelta(days=1)
"""How far a box's clock may be ahead of the hall's, and its last move behind it, to be believed."""


class _Box(msgspec.Struct):
    """One box. file: the digest of its game file, None for none. verification: of that file."""

    seen: HallTable
    file: bytes | None = None
    verification: Verification | None = None


class Hall:
    """An event's tables. Safe to use from any thread; never blocks.

    event: its name. clock: now, UTC. on_change: called after a change, on its thread; returns at once.
    """

    def __init__(self, event: str, clock: Callable[[], datetime], on_change: Callable[[], object]) -> None:
        self.event = event
        self._clock = clock
        self._on_change = on_change
        self._lock = threading.Lock()
        self._tables: dict[str, _Box] = {}
        self._others: dict[str, _Box] = {}
        self._foreign: dict[str, None] = {}
        self._files: dict[str, bytes] = {}
        self._changed: set[str] = set()
        self._over: set[str] = set()
        self._notice: Notice | None = None
        self._notice_at = topics.notice(event)
        self._answers = topics.answer(event, "")
        self._rejected = 0
        self._received_again: set[str] | None = None
        self._handlers: Mapping[str, Callable[[str, bytes], bool]] = {
            "status": self._on_status,
            "state": self._on_state,
            "call": self._on_call,
            "result": self._on_result,
            "export": self._on_file,
        }

    @property
    def filters(self) -> tuple[str, ...]:
        """The topics to subscribe to."""
        kinds: tuple[topics.Kind, ...] = ("status", "state", "call", "result", "export")
        boxes = [topics.of_box("+", each) for each in kinds]
        return (*boxes, self._notice_at, topics.answer(self.event, "+"))

    @property
    def notice(self) -> Notice | None:
        """The organiser's notice to all tables."""
        return self._notice

    @property
    def rejected(self) -> int:
        """The number of malformed or excess messages."""
        return self._rejected

    def tables(self) -> tuple[HallTable, ...]:
        """All tables of the event."""
        with self._lock:
            return tuple([each.seen for each in self._tables.values()])

    def table(self, box: str) -> HallTable | None:
        """One table; None for a box that is not at the event."""
        found = self._tables.get(box)
        return None if found is None else found.seen

    def changes(self) -> tuple[Mapping[str, HallTable | None], tuple[str, ...]]:
        """Tables changed since the last call, None for one that left; and boxes after their call, with an
        answer to clear. For one caller.
        """
        with self._lock:
            changed = {each: self._tables[each].seen if each in self._tables else None
                       for each in self._changed}  # fmt: skip
            over = tuple(self._over)
            self._changed, self._over = set(), set()
        return changed, over

    def receive(self, topic: str, payload: bytes) -> None:
        """Handle a message; an empty one clears its topic."""
        with self._lock:
            fits = self._receive(topic, payload)
            self._rejected += not fits
            if fits and self._received_again is not None and len(self._received_again) < _TOPICS:
                self._received_again.add(topic)
        if fits:
            self._on_change()

    def begin_resync(self) -> None:
        """Note a new connection, after which the broker sends all retained messages again."""
        with self._lock:
            self._received_again = set()

    def end_resync(self) -> None:
        """Clear topics without a retained message. Called `RESYNC_TIME` after `begin_resync`."""
        with self._lock:
            received_again, self._received_again = self._received_again, None
            if received_again is None:
                return
            for topic in [each for each in self._retained_topics() if each not in received_again]:
                self._receive(topic, b"")
        self._on_change()

    def next_file(self) -> tuple[str, bytes] | None:
        """The next game file to verify, with its box; None without one. Each is returned once."""
        with self._lock:
            box = next((each for each in self._files if each in self._tables), None)
            return None if box is None else (box, self._files.pop(box))

    def set_verification(self, box: str, file: bytes, verification: Verification) -> None:
        """Store a file's verification, unless the box has another file by now."""
        with self._lock:
            found = self._tables.get(box)
            if found is None or found.file != _digest(file):
                return
            found.verification = verification
            self._update(found, found.seen)
        self._on_change()

    def _receive(self, topic: str, payload: bytes) -> bool:
        """Handle a message; False for a malformed one. The caller holds the lock."""
        if topic.startswith(self._answers):
            return self._on_reply(topic.removeprefix(self._answers), payload)
        if topic == self._notice_at:
            self._notice = decode(payload, Notice) if payload else None
            return self._notice is not None or not payload
        found = topics.parse(topic)
        if found is None or found.kind not in self._handlers:
            return False
        if found.box in self._foreign and found.kind in ("result", "export"):
            return True
        return self._handlers[found.kind](found.box, payload)

    def _retained_topics(self) -> Iterator[str]:
        """The topics with a retained message."""
        if self._notice is not None:
            yield self._notice_at
        for box, found in [*self._tables.items(), *self._others.items()]:
            seen = found.seen
            stands: tuple[tuple[topics.Kind, object], ...] = (
                ("status", seen.here), ("call", seen.call), ("result", seen.outcome), ("export", found.file),
                ("state", seen.state),
            )  # fmt: skip
            yield from (topics.of_box(box, kind) for kind, what in stands if what is not None)
            if seen.reply is not None:
                yield self._answers + box

    def _on_status(self, box: str, payload: bytes) -> bool:
        if payload not in (topics.ONLINE, topics.OFFLINE, b""):
            return False
        found = self._box(box)
        self._update(found, replace(found.seen, here=payload == topics.ONLINE if payload else None))
        return True

    def _on_state(self, box: str, payload: bytes) -> bool:
        state = decode(payload, TableState) if payload else None
        if payload and (state is None or state.box != box):
            return False
        if state is not None and state.event != self.event:
            self._leave(box)
            self._foreign[box] = None
            _drop_oldest(self._foreign)
            return True
        self._foreign.pop(box, None)
        if state is None:
            self._leave(box)
            return True
        found = self._box(box)
        if box not in self._tables:
            if len(self._tables) >= MAX_TABLES:
                return False
            self._others.pop(box, None)
            self._tables[box] = found
        moved = _moved_at(found.seen, state, self._clock())
        self._update(found, replace(found.seen, state=state, moved_at=moved))
        return True

    def _on_call(self, box: str, payload: bytes) -> bool:
        call = decode(payload, Call) if payload else None
        if payload and call is None:
            return False
        found = self._box(box)
        if call is None and found.seen.call is not None and found.seen.reply is not None:
            self._over.add(box)
        self._update(found, replace(found.seen, call=call))
        return True

    def _on_reply(self, box: str, payload: bytes) -> bool:
        reply = decode(payload, Reply) if payload else None
        if (payload and reply is None) or topics.parse(topics.of_box(box, "call")) is None:
            return False
        found = self._box(box)
        self._update(found, replace(found.seen, reply=reply))
        return True

    def _on_result(self, box: str, payload: bytes) -> bool:
        outcome = decode(payload, Outcome) if payload else None
        if payload and (outcome is None or outcome.box != box):
            return False
        found = self._box(box)
        if outcome is not None and outcome.event != self.event:
            outcome = None
        self._update(found, replace(found.seen, outcome=outcome))
        return True

    def _on_file(self, box: str, payload: bytes) -> bool:
        found = self._box(box)
        mark = _digest(payload) if payload else None
        if mark is not None and mark == found.file:
            return True
        self._files.pop(box, None)
        found.file, found.verification = mark, None
        waiting = sum(map(len, self._files.values())) + len(payload)
        fits = len(payload) <= MAX_PACKED and waiting <= MAX_WAITING
        if mark is not None and fits:
            self._files[box] = payload
        elif mark is not None:
            found.verification = Verification("unread")
        self._update(found, found.seen)
        return fits

    def _box(self, box: str) -> _Box:
        """The box of this id, new ones among those of an unknown event."""
        found = self._tables.get(box) or self._others.get(box)
        if found is None:
            found = self._others[box] = _Box(HallTable(box))
            if len(self._others) > MAX_TABLES:
                oldest = next(iter(self._others))
                del self._others[oldest]
                self._files.pop(oldest, None)
        return found

    def _update(self, found: _Box, seen: HallTable) -> None:
        """Replace a table, and note the change."""
        seen = replace(seen, proof=_proof(seen.outcome, found))
        if seen != found.seen:
            found.seen = seen
            if seen.box in self._tables:
                self._changed.add(seen.box)

    def _leave(self, box: str) -> None:
        """Remove a box from the event; other messages of it may still arrive before its state."""
        gone = self._tables.pop(box, None)
        if gone is not None:
            self._changed.add(box)
            state = replace(gone.seen, state=None, moved_at=None)
            self._others[box] = _Box(state, gone.file, gone.verification)


def _drop_oldest(boxes: dict[str, None]) -> None:
    if len(boxes) > MAX_TABLES:
        del boxes[next(iter(boxes))]


def _digest(file: bytes) -> bytes:
    return blake2b(file, digest_size=16).digest()


def _proof(outcome: Outcome | None, found: _Box) -> Proof:
    if outcome is None or found.file is None:
        return "none"
    if found.verification is None:
        return "waits"
    if found.verification.status != "holds":
        return found.verification.status
    return found.verification.compare(outcome)


def _moved_at(before: HallTable, state: TableState, now: datetime) -> datetime | None:
    """The time of the last move: by the box's clock if plausible, else its arrival."""
    at = stamped_elsewhere(state.at)
    if at is not None and now - _LONG_AGO <= at <= now + _AHEAD:
        return min(at, now)
    known = before.state
    if known is None:
        return None
    return before.moved_at if (known.epoch, known.version) == (state.epoch, state.version) else now
