"""What the organiser's hall knows of an event's tables, folded message by message from the broker.

The broker retains all of it: a hall that begins anew receives it again. Messages are not trusted: what does
not fit is passed over and counted, and all that may grow has a bound.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from companion.hall.needs import Proof, TableSeen
from companion.hall.proofs import LARGEST, Proved
from companion.mqtt import topics
from companion.mqtt.payloads import Outcome, TableState, decode
from companion.storage.entry import stamped_elsewhere
from companion.table.organiser import Call, Notice, Reply

MOST = 2000
"""Tables of an event; and boxes, beside, of which is not known yet whether they are at it."""
WAITING = 32 * 1024 * 1024
"""Bytes of games' files that wait to be proved."""
ANEW = 90.0
"""Seconds after a new connection within which all boxes are back and have published all again."""
_TOPICS = 16 * MOST
_AHEAD = timedelta(minutes=2)
_LONG_AGO = timedelta(days=1)
"""How far a box's clock may be before the hall's, and its last move behind it, to be believed."""


class _Box(msgspec.Struct):
    """What is known of one box. file: the mark of the game's file, None for none. proved: what it proves."""

    seen: TableSeen
    file: bytes | None = None
    proved: Proved | None = None


class Hall:
    """An event's tables. Safe to use from any thread; nothing here waits.

    event: its name. clock: now, UTC. woken: called, on the thread of the change, after something has changed;
    it must return at once.
    """

    def __init__(self, event: str, clock: Callable[[], datetime], woken: Callable[[], object]) -> None:
        self.event = event
        self._clock = clock
        self._woken = woken
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
        self._passed_over = 0
        self._since: set[str] | None = None
        self._handlers: Mapping[str, Callable[[str, bytes], bool]] = {
            "status": self._take_status,
            "state": self._take_state,
            "call": self._take_call,
            "result": self._take_result,
            "export": self._take_file,
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
    def passed_over(self) -> int:
        """How many messages did not fit, or were too many."""
        return self._passed_over

    def tables(self) -> tuple[TableSeen, ...]:
        """Every table of the event, as it is now."""
        with self._lock:
            return tuple([each.seen for each in self._tables.values()])

    def table(self, box: str) -> TableSeen | None:
        """One table; None for a box that is not at the event."""
        found = self._tables.get(box)
        return None if found is None else found.seen

    def changes(self) -> tuple[Mapping[str, TableSeen | None], tuple[str, ...]]:
        """The tables that have changed since this was asked last, None for one that has left; and the boxes
        of which the call is over, so that its answer may be cleared. For one caller."""
        with self._lock:
            changed = {each: self._tables[each].seen if each in self._tables else None
                       for each in self._changed}  # fmt: skip
            over = tuple(self._over)
            self._changed, self._over = set(), set()
        return changed, over

    def receive(self, topic: str, payload: bytes) -> None:
        """Take in a message, an empty one among them: nothing stands there any more."""
        with self._lock:
            fits = self._receive(topic, payload)
            self._passed_over += not fits
            if fits and self._since is not None and len(self._since) < _TOPICS:
                self._since.add(topic)
        if fits:
            self._woken()

    def begin_anew(self) -> None:
        """Note a new connection: all that the broker retains comes once more."""
        with self._lock:
            self._since = set()

    def let_go(self) -> None:
        """Forget what has not come once more: it was cleared. Called `ANEW` after `begin_anew`."""
        with self._lock:
            since, self._since = self._since, None
            if since is None:
                return
            for topic in [each for each in self._known() if each not in since]:
                self._receive(topic, b"")
        self._woken()

    def next_file(self) -> tuple[str, bytes] | None:
        """A game's file that is still to be proved, with its box; None when all are. Each is given once."""
        with self._lock:
            box = next((each for each in self._files if each in self._tables), None)
            return None if box is None else (box, self._files.pop(box))

    def prove(self, box: str, file: bytes, proved: Proved) -> None:
        """Take in what a file proves, unless there is another one by now."""
        with self._lock:
            found = self._tables.get(box)
            if found is None or found.file != _mark(file):
                return
            found.proved = proved
            self._put(found, found.seen)
        self._woken()

    def _receive(self, topic: str, payload: bytes) -> bool:
        """Whether the message fits. For the holder of the lock."""
        if topic.startswith(self._answers):
            return self._take_reply(topic.removeprefix(self._answers), payload)
        if topic == self._notice_at:
            self._notice = decode(payload, Notice) if payload else None
            return self._notice is not None or not payload
        found = topics.parse(topic)
        if found is None or found.kind not in self._handlers:
            return False
        if found.box in self._foreign and found.kind in ("result", "export"):
            return True
        return self._handlers[found.kind](found.box, payload)

    def _known(self) -> Iterator[str]:
        """The topics at which something stood."""
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

    def _take_status(self, box: str, payload: bytes) -> bool:
        if payload not in (topics.ONLINE, topics.OFFLINE, b""):
            return False
        found = self._box(box)
        self._put(found, replace(found.seen, here=payload == topics.ONLINE if payload else None))
        return True

    def _take_state(self, box: str, payload: bytes) -> bool:
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
            if len(self._tables) >= MOST:
                return False
            self._others.pop(box, None)
            self._tables[box] = found
        moved = _moved_at(found.seen, state, self._clock())
        self._put(found, replace(found.seen, state=state, moved_at=moved))
        return True

    def _take_call(self, box: str, payload: bytes) -> bool:
        call = decode(payload, Call) if payload else None
        if payload and call is None:
            return False
        found = self._box(box)
        if call is None and found.seen.call is not None and found.seen.reply is not None:
            self._over.add(box)
        self._put(found, replace(found.seen, call=call))
        return True

    def _take_reply(self, box: str, payload: bytes) -> bool:
        reply = decode(payload, Reply) if payload else None
        if (payload and reply is None) or topics.parse(topics.of_box(box, "call")) is None:
            return False
        found = self._box(box)
        self._put(found, replace(found.seen, reply=reply))
        return True

    def _take_result(self, box: str, payload: bytes) -> bool:
        outcome = decode(payload, Outcome) if payload else None
        if payload and (outcome is None or outcome.box != box):
            return False
        found = self._box(box)
        if outcome is not None and outcome.event != self.event:
            outcome = None
        self._put(found, replace(found.seen, outcome=outcome))
        return True

    def _take_file(self, box: str, payload: bytes) -> bool:
        found = self._box(box)
        mark = _mark(payload) if payload else None
        if mark is not None and mark == found.file:
            return True
        self._files.pop(box, None)
        found.file, found.proved = mark, None
        waiting = sum(map(len, self._files.values())) + len(payload)
        fits = len(payload) <= LARGEST and waiting <= WAITING
        if mark is not None and fits:
            self._files[box] = payload
        elif mark is not None:
            found.proved = Proved("unread")
        self._put(found, found.seen)
        return fits

    def _box(self, box: str) -> _Box:
        """What is known of a box, which may be at the event."""
        found = self._tables.get(box) or self._others.get(box)
        if found is None:
            found = self._others[box] = _Box(TableSeen(box))
            if len(self._others) > MOST:
                oldest = next(iter(self._others))
                del self._others[oldest]
                self._files.pop(oldest, None)
        return found

    def _put(self, found: _Box, seen: TableSeen) -> None:
        """Keep what is known now."""
        seen = replace(seen, proof=_proof(seen.outcome, found))
        if seen != found.seen:
            found.seen = seen
            if seen.box in self._tables:
                self._changed.add(seen.box)

    def _leave(self, box: str) -> None:
        """Forget a box that is not at the event; its other messages may still come before its state."""
        gone = self._tables.pop(box, None)
        if gone is not None:
            self._changed.add(box)
            state = replace(gone.seen, state=None, moved_at=None)
            self._others[box] = _Box(state, gone.file, gone.proved)


def _drop_oldest(boxes: dict[str, None]) -> None:
    if len(boxes) > MOST:
        del boxes[next(iter(boxes))]


def _mark(file: bytes) -> bytes:
    return blake2b(file, digest_size=16).digest()


def _proof(outcome: Outcome | None, found: _Box) -> Proof:
    if outcome is None or found.file is None:
        return "none"
    if found.proved is None:
        return "waits"
    if found.proved.status != "holds":
        return found.proved.status
    return found.proved.beside(outcome)


def _moved_at(before: TableSeen, state: TableState, now: datetime) -> datetime | None:
    """When the last move was made: by the box's own clock if that can be, else when it came."""
    at = stamped_elsewhere(state.at)
    if at is not None and now - _LONG_AGO <= at <= now + _AHEAD:
        return min(at, now)
    known = before.state
    if known is None:
        return None
    return before.moved_at if (known.epoch, known.version) == (state.epoch, state.version) else now
