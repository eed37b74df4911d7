"""What a box publishes of its table at the broker, and what it does of what it receives there."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from companion.bell import Bell
from companion.mqtt import topics
from companion.mqtt.commands import obey
from companion.mqtt.events import events_of
from companion.mqtt.home_assistant import BIRTH, place
from companion.mqtt.outcome import file_of, outcome_of, packed
from companion.mqtt.payloads import MOST, read, written
from companion.mqtt.state import Identity, state_of
from companion.parts import Parts
from companion.table.organiser import Notice, Organiser, Reply
from companion.table.play import Play
from companion.table.snapshot import Snapshot
from companion.table.table import Table

log = logging.getLogger(__name__)

T = TypeVar("T")

WAITING = 64
"""Messages received and not yet dealt with; of more, the oldest goes."""
TAGS = 8
"""Unknown tags that wait to be published."""
AT_ONCE = 100
"""Entries whose events are published: of more since the last time, the newest."""
GRACE = 5.0
"""Seconds after a connection in which a broker has sent what it retains: what it has not sent is gone."""
BIRTH_DELAY = 5.0
"""Seconds from Home Assistant's birth message until the box presents itself again: it is busy until then."""
LOG_EVERY = 60.0
"""Seconds from one line of the log to the next of commands that are not done: a flood fills no card."""


class Sender(Protocol):
    """What a publisher needs of `companion.mqtt.client.Client`."""

    def retain(self, topic: str, payload: bytes, *, again: bool = False) -> None:
        """Publish a retained message."""

    def forget(self, topic: str) -> None:
        """Leave a topic alone at later connections."""

    def publish(self, topic: str, payload: bytes) -> None:
        """Publish to present subscribers."""


class Publisher:
    """Publishes what has changed since the last ring of the bell, on the thread of `run`: no press waits.

    organiser: None for a table of no event.
    discovery: the message for Home Assistant as it is now; None to stay unknown there.
    commands: whether commands are taken.
    monotonic: seconds on a clock that never goes back.
    """

    def __init__(
        self,
        identity: Identity,
        table: Table,
        parts: Parts,
        organiser: Organiser | None,
        bell: Bell,
        *,
        discovery: Callable[[], bytes] | None = None,
        commands: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._identity = identity
        self._table = table
        self._parts = parts
        self._organiser = organiser
        self._bell = bell
        self._discovery = discovery
        self._monotonic = monotonic
        self._received: deque[tuple[str, bytes]] = deque(maxlen=WAITING)
        self._tags: deque[str] = deque(maxlen=TAGS)
        self._wakeup = threading.Event()
        self._connected = False
        self._stopping = False
        self._handlers = self._handled(commands=commands)
        self._seen: tuple[Snapshot, int] | None = None
        self._version = table.snapshot.version
        self._result: tuple[str, str] | None = None
        self._unsaid: set[str] = set()
        self._settled_at: float | None = None
        self._present_at: float | None = None
        self._log_at = 0.0
        bell.first(self._wakeup.set)

    @property
    def filters(self) -> tuple[str, ...]:
        """The topics to subscribe to."""
        return tuple(self._handlers)

    def received(self, topic: str, payload: bytes, retained: bool) -> None:
        """Take a message, from any thread; no retained command, which would be done at each connection."""
        if len(payload) <= MOST and not (retained and topic == self._topic("command")):
            self._received.append((topic, payload))
            self._wakeup.set()

    def connected(self) -> None:
        """Note a new connection, from any thread."""
        self._connected = True
        self._wakeup.set()

    def tag(self, tag: str) -> None:
        """Take a tag that was laid on the reader, from any thread. tag: upper-case hex."""
        self._tags.append(tag)
        self._wakeup.set()

    def stop(self) -> None:
        """End `run`, from any thread."""
        self._stopping = True
        self._wakeup.set()

    def run(self, sender: Sender) -> None:
        """Publish until `stop`, or the bell's last ring."""
        while not (self._stopping or self._bell.closed):
            self._wakeup.clear()
            self._wakeup.wait(self.once(sender))

    def once(self, sender: Sender) -> float | None:
        """Handle what was received, publish what has changed; seconds until there is more without a ring."""
        if self._connected:
            self._connected = False
            self._unsaid = {topic for topic in self._handlers if topic.startswith("hall/")}
            self._settled_at = self._monotonic() + GRACE
        for _ in range(len(self._received)):  # and no more of a broker that never stops
            topic, payload = self._received.popleft()
            self._unsaid.discard(topic)
            if topic in self._handlers:
                self._safely(partial(self._handlers[topic], payload))
        snapshot = self._table.snapshot
        for publish in (
            self._publish_discovery,
            self._publish_state,
            self._publish_call,
            self._publish_events,
            self._publish_tags,
            self._publish_result,
            self._publish_status,
        ):
            self._safely(partial(publish, sender, snapshot))
        due = [each - self._monotonic() for each in (self._settled_at, self._present_at) if each is not None]
        return max(0.0, min(due)) if due else None

    def _safely(self, step: Callable[[], object]) -> None:
        """Take one step; one that fails keeps no other from being taken."""
        try:
            step()
        except Exception:
            log.exception("a message to or from the broker failed")

    def _topic(self, kind: topics.Kind) -> str:
        return topics.of_box(self._identity.box, kind)

    def _handled(self, *, commands: bool) -> dict[str, Callable[[bytes], object]]:
        """What deals with each topic that is subscribed to."""
        found: dict[str, Callable[[bytes], object]] = {}
        if self._discovery is not None:
            found[BIRTH] = self._home_assistant_started
        if commands:
            found[self._topic("command")] = self._obey
        event, organiser = self._identity.event, self._organiser
        if event is not None and organiser is not None:
            found[topics.notice(event)] = partial(_take, Notice, organiser.noticed)
            found[topics.answer(event, self._identity.box)] = partial(_take, Reply, organiser.answered)
        return found

    def _home_assistant_started(self, payload: bytes) -> None:
        """Home Assistant comes, or goes; one that comes again and again puts nothing off."""
        if payload != topics.ONLINE:
            self._present_at = None
        elif self._present_at is None:
            self._present_at = self._monotonic() + BIRTH_DELAY

    def _obey(self, payload: bytes) -> None:
        """Do a command of another."""
        now = self._monotonic()
        due = now >= self._log_at
        if not obey(payload, self._table, logging.INFO if due else logging.DEBUG) and due:
            self._log_at = now + LOG_EVERY

    def _publish_discovery(self, sender: Sender, _snapshot: Snapshot) -> None:
        """Present the box to Home Assistant; after its birth message again, and that the box is there."""
        if self._discovery is None:
            return
        due = self._present_at is not None and self._monotonic() >= self._present_at
        sender.retain(place(self._identity.box), self._discovery(), again=due)
        if due:
            self._present_at = None
            sender.retain(self._topic("status"), topics.ONLINE, again=True)

    def _publish_state(self, sender: Sender, snapshot: Snapshot) -> None:
        """Publish how the table stands, after each entry and each change of a part."""
        seen = (snapshot, self._parts.changes)
        if seen != self._seen:
            self._seen = seen
            sender.retain(self._topic("state"), state_of(snapshot, self._parts.states(), self._identity))

    def _publish_call(self, sender: Sender, _snapshot: Snapshot) -> None:
        """Publish the call while it stands; what the broker no longer retains of the organiser is over."""
        if self._settled_at is not None and self._monotonic() >= self._settled_at:
            self._settled_at = None
            for topic in tuple(self._unsaid):
                self._handlers[topic](b"")
        call = None if self._organiser is None else self._organiser.call
        sender.retain(self._topic("call"), b"" if call is None else written(call))

    def _publish_events(self, sender: Sender, snapshot: Snapshot) -> None:
        """Publish each event since the last time, once."""
        after, self._version = max(self._version, snapshot.version - AT_ONCE), snapshot.version
        if snapshot.play is not None and snapshot.version > after:
            entries = self._table.log(after, snapshot.version - after)
            for payload in events_of(entries, snapshot.play, self._identity):
                sender.publish(self._topic("event"), payload)

    def _publish_tags(self, sender: Sender, snapshot: Snapshot) -> None:
        """Publish tags that stick on nothing that the table knows."""
        while self._tags:
            tag = self._tags.popleft()
            if tag not in snapshot.tags:
                sender.publish(self._topic("tag"), tag.encode())

    def _publish_result(self, sender: Sender, snapshot: Snapshot) -> None:
        """Publish how an ended game came out, and its file; worked out once after each of its entries, and
        again where the storage failed.
        """
        play = snapshot.play
        head, result, export = None, b"", b""
        if play is not None and play.over:
            head = (play.id, play.head)
            if head == self._result:
                return
            result, export = self._outcome(play)
        sender.retain(self._topic("export"), export)
        sender.retain(self._topic("result"), result)
        self._result = head

    def _outcome(self, play: Play) -> tuple[bytes, bytes]:
        """Result and file of an ended game. Raises `Refused`."""
        file = file_of(self._table.export(play.id), self._identity)
        outcome = outcome_of(self._table.given(play.id), file, self._identity, chance=play.game.chance)
        return written(outcome), packed(file)

    def _publish_status(self, sender: Sender, _snapshot: Snapshot) -> None:
        """Publish that the box is there: last of all, so that a subscriber finds the rest."""
        sender.retain(self._topic("status"), topics.ONLINE)


def _take(kind: type[T], taker: Callable[[T | None], object], payload: bytes) -> None:
    """Hand on a payload of this kind, None for an empty one, which takes back; junk changes nothing."""
    found = read(payload, kind)
    if found is not None or not payload:
        taker(found)
