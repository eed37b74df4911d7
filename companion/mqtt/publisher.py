"""Publishes the table's state at the broker, and handles received messages."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from companion.mqtt import topics
from companion.mqtt.commands import perform
from companion.mqtt.events import events_of
from companion.mqtt.home_assistant import BIRTH_TOPIC, discovery_topic
from companion.mqtt.outcome import compressed, file_of, outcome_of
from companion.mqtt.payloads import MAX_SIZE, decode, encode
from companion.mqtt.state import Identity, state_of
from companion.notifier import Notifier
from companion.parts import Parts
from companion.table.organiser import Notice, Organiser, Reply
from companion.table.snapshot import Play, Snapshot
from companion.table.table import Table

log = logging.getLogger(__name__)

T = TypeVar("T")

QUEUE_SIZE = 64
"""Received messages that wait; of more, the oldest is dropped."""
TAGS = 8
"""Unknown tags that wait."""
MAX_EVENTS = 100
"""Entries that are published at once; of more, the newest."""
GRACE = 5.0
"""Seconds after a connection in which a broker sends retained messages; topics without one are empty."""
BIRTH_DELAY = 5.0
"""Seconds from Home Assistant's birth message to the next discovery message: it is busy until then."""
LOG_EVERY = 60.0
"""Seconds between two log lines about rejected commands, so that a flood does not fill the card."""


class Sender(Protocol):
    """The part of `companion.mqtt.client.Client` that a publisher uses."""

    def retain(self, topic: str, payload: bytes, *, again: bool = False) -> None:
        """Publish a retained message."""

    def forget(self, topic: str) -> None:
        """Stop retaining a topic."""

    def publish(self, topic: str, payload: bytes) -> None:
        """Publish to present subscribers."""


class Publisher:
    """Publishes changes after each notification, on the thread of `run`.

    organiser: None for a table of no event.
    discovery: the present discovery message; None to stay unknown to Home Assistant.
    commands: whether commands are taken.
    monotonic: seconds.
    """

    def __init__(
        self,
        identity: Identity,
        table: Table,
        parts: Parts,
        organiser: Organiser | None,
        notifier: Notifier,
        *,
        discovery: Callable[[], bytes] | None = None,
        commands: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._identity = identity
        self._table = table
        self._parts = parts
        self._organiser = organiser
        self._notifier = notifier
        self._discovery = discovery
        self._monotonic = monotonic
        self._received: deque[tuple[str, bytes]] = deque(maxlen=QUEUE_SIZE)
        self._tags: deque[str] = deque(maxlen=TAGS)
        self._wakeup = threading.Event()
        self._connected = False
        self._stopping = False
        self._handlers = self._make_handlers(commands=commands)
        self._published_state: tuple[Snapshot, int] | None = None
        self._version = table.snapshot.version
        self._result: tuple[str, str] | None = None
        self._unconfirmed: set[str] = set()
        self._settled_at: float | None = None
        self._discovery_at: float | None = None
        self._log_at = 0.0
        notifier.subscribe(self._wakeup.set)

    @property
    def filters(self) -> tuple[str, ...]:
        """The topics to subscribe to."""
        return tuple(self._handlers)

    def received(self, topic: str, payload: bytes, retained: bool) -> None:
        """Queue a message, from any thread; retained commands are dropped, as they return at each
        connection.
        """
        if len(payload) <= MAX_SIZE and not (retained and topic == self._topic("command")):
            self._received.append((topic, payload))
            self._wakeup.set()

    def connected(self) -> None:
        """Note a new connection, from any thread."""
        self._connected = True
        self._wakeup.set()

    def tag(self, tag: str) -> None:
        """Queue a tag from the reader, from any thread. tag: upper-case hex."""
        self._tags.append(tag)
        self._wakeup.set()

    def stop(self) -> None:
        """End `run`, from any thread."""
        self._stopping = True
        self._wakeup.set()

    def run(self, sender: Sender) -> None:
        """Publish until `stop`, or the last notification."""
        while not (self._stopping or self._notifier.closed):
            self._wakeup.clear()
            self._wakeup.wait(self.publish_changes(sender))

    def publish_changes(self, sender: Sender) -> float | None:
        """Handle received messages, publish changes; return the seconds until the next deadline."""
        if self._connected:
            self._connected = False
            self._unconfirmed = {topic for topic in self._handlers if topic.startswith("hall/")}
            self._settled_at = self._monotonic() + GRACE
        for _ in range(len(self._received)):  # and no more of a broker that never stops
            topic, payload = self._received.popleft()
            self._unconfirmed.discard(topic)
            if topic in self._handlers:
                self._log_errors(partial(self._handlers[topic], payload))
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
            self._log_errors(partial(publish, sender, snapshot))
        due = [
            each - self._monotonic() for each in (self._settled_at, self._discovery_at) if each is not None
        ]
        return max(0.0, min(due)) if due else None

    def _log_errors(self, step: Callable[[], object]) -> None:
        """Take one step, and log its exceptions."""
        try:
            step()
        except Exception:
            log.exception("a message to or from the broker failed")

    def _topic(self, kind: topics.Kind) -> str:
        return topics.of_box(self._identity.box, kind)

    def _make_handlers(self, *, commands: bool) -> dict[str, Callable[[bytes], object]]:
        """The handler of each subscribed topic."""
        found: dict[str, Callable[[bytes], object]] = {}
        if self._discovery is not None:
            found[BIRTH_TOPIC] = self._home_assistant_started
        if commands:
            found[self._topic("command")] = self._perform
        event, organiser = self._identity.event, self._organiser
        if event is not None and organiser is not None:
            found[topics.notice(event)] = partial(_pass_on, Notice, organiser.on_notice)
            found[topics.answer(event, self._identity.box)] = partial(_pass_on, Reply, organiser.on_reply)
        return found

    def _home_assistant_started(self, payload: bytes) -> None:
        """Handle a birth or a last-will message of Home Assistant."""
        if payload != topics.ONLINE:
            self._discovery_at = None
        elif self._discovery_at is None:
            self._discovery_at = self._monotonic() + BIRTH_DELAY

    def _perform(self, payload: bytes) -> None:
        """Perform a received command."""
        now = self._monotonic()
        due = now >= self._log_at
        if not perform(payload, self._table, logging.INFO if due else logging.DEBUG) and due:
            self._log_at = now + LOG_EVERY

    def _publish_discovery(self, sender: Sender, _snapshot: Snapshot) -> None:
        """Publish the discovery message; after a birth message again, with the status."""
        if self._discovery is None:
            return
        due = self._discovery_at is not None and self._monotonic() >= self._discovery_at
        sender.retain(discovery_topic(self._identity.box), self._discovery(), again=due)
        if due:
            self._discovery_at = None
            sender.retain(self._topic("status"), topics.ONLINE, again=True)

    def _publish_state(self, sender: Sender, snapshot: Snapshot) -> None:
        """Publish the table's state, after each entry and each change of a part."""
        state = (snapshot, self._parts.changes)
        if state != self._published_state:
            self._published_state = state
            sender.retain(self._topic("state"), state_of(snapshot, self._parts.states(), self._identity))

    def _publish_call(self, sender: Sender, _snapshot: Snapshot) -> None:
        """Publish the table's call; clear the organiser's messages that the broker no longer retains."""
        if self._settled_at is not None and self._monotonic() >= self._settled_at:
            self._settled_at = None
            for topic in tuple(self._unconfirmed):
                self._handlers[topic](b"")
        call = None if self._organiser is None else self._organiser.call
        sender.retain(self._topic("call"), b"" if call is None else encode(call))

    def _publish_events(self, sender: Sender, snapshot: Snapshot) -> None:
        """Publish each event since the last time, once."""
        after, self._version = max(self._version, snapshot.version - MAX_EVENTS), snapshot.version
        if snapshot.play is not None and snapshot.version > after:
            entries = self._table.log(after, snapshot.version - after)
            for payload in events_of(entries, snapshot.play, self._identity):
                sender.publish(self._topic("event"), payload)

    def _publish_tags(self, sender: Sender, snapshot: Snapshot) -> None:
        """Publish tags that belong to no bag."""
        while self._tags:
            tag = self._tags.popleft()
            if tag not in snapshot.tags:
                sender.publish(self._topic("tag"), tag.encode())

    def _publish_result(self, sender: Sender, snapshot: Snapshot) -> None:
        """Publish an ended game's result and file; computed once after each of its entries, and again after a
        failure of the storage.
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
        outcome = outcome_of(self._table.results(play.id), file, self._identity, chance=play.game.chance)
        return encode(outcome), compressed(file)

    def _publish_status(self, sender: Sender, _snapshot: Snapshot) -> None:
        """Publish `online`, last of all, so that subscribers find the rest."""
        sender.retain(self._topic("status"), topics.ONLINE)


def _pass_on(kind: type[T], taker: Callable[[T | None], object], payload: bytes) -> None:
    """Pass on a payload of this kind, None for an empty one; malformed ones are ignored."""
    found = decode(payload, kind)
    if found is not None or not payload:
        taker(found)
