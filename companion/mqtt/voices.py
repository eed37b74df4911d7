"""What a box tells of its table at the broker, a voice for each matter: how it stands, what happens, how it
came out, whom it calls, which tag nobody knows, and that it is there.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable

from companion.games import Refused
from companion.mqtt import topics
from companion.mqtt.happenings import happened
from companion.mqtt.line import Line
from companion.mqtt.organiser import Organiser
from companion.mqtt.outcome import file_of, outcome_of, packed
from companion.mqtt.payloads import Notice, Reply, read, written
from companion.mqtt.state import Teller, state_of
from companion.mqtt.telling import Voice
from companion.parts import Parts
from companion.storage.storage import StorageFailed
from companion.table.play import Play
from companion.table.snapshot import Snapshot
from companion.table.table import Table

log = logging.getLogger(__name__)

AT_ONCE = 100
"""Entries of which is told what happened: of more since the last ring, only the newest."""
GRACE = 5.0
"""Seconds after which a broker that is there again has said what it keeps: what it has not said is gone."""


class Silent:
    """A voice that hears nothing."""

    follows: tuple[str, ...] = ()

    def hear(self, topic: str, payload: bytes) -> None:
        """Nobody says anything to it."""

    def anew(self) -> None:
        """What is kept is told again by the connection."""


class State(Silent):
    """How the table stands."""

    def __init__(self, teller: Teller, parts: Parts) -> None:
        self._teller = teller
        self._parts = parts
        self._seen: tuple[Snapshot, int] | None = None

    def tell(self, line: Line, snapshot: Snapshot) -> None:
        """The whole state, after each entry and each change of a part."""
        seen = (snapshot, self._parts.changes)
        if seen == self._seen:
            return
        self._seen = seen
        state = state_of(snapshot, self._parts.states(), self._teller)
        line.keep(topics.of_box(self._teller.box, "state"), state)


class Happenings(Silent):
    """What has happened since it was made."""

    def __init__(self, teller: Teller, table: Table) -> None:
        self._teller = teller
        self._table = table
        self._told = table.snapshot.version

    def tell(self, line: Line, snapshot: Snapshot) -> None:
        """Each event worth it, once."""
        after, self._told = max(self._told, snapshot.version - AT_ONCE), snapshot.version
        if snapshot.play is None or snapshot.version <= after:
            return
        entries = self._table.log(after, snapshot.version - after)
        for payload in happened(entries, snapshot.play, self._teller):
            line.say(topics.of_box(self._teller.box, "event"), payload)


class Result(Silent):
    """How the game on the table came out, and its file; nothing of either while it goes on."""

    def __init__(self, teller: Teller, table: Table) -> None:
        self._teller = teller
        self._table = table
        self._result = topics.of_box(teller.box, "result")
        self._export = topics.of_box(teller.box, "export")
        self._told: tuple[str, str] | None = None

    def tell(self, line: Line, snapshot: Snapshot) -> None:
        """Both, worked out once after each entry of the ended game."""
        play = snapshot.play
        if play is None or not play.over:
            self._told = None
            self._clear(line)
        elif (play.id, play.head) != self._told:
            try:
                self._tell(line, play)
            except (Refused, StorageFailed):
                log.exception("how a game came out is not told")
                self._clear(line)
            self._told = play.id, play.head

    def _tell(self, line: Line, play: Play) -> None:
        """Raises `Refused` and `StorageFailed`."""
        file = file_of(self._table.export(play.id), self._teller)
        outcome = outcome_of(self._table.given(play.id), file, self._teller, chance=play.game.chance)
        line.keep(self._export, packed(file))
        line.keep(self._result, written(outcome))

    def _clear(self, line: Line) -> None:
        line.keep(self._result, b"")
        line.keep(self._export, b"")


class Calls:
    """What is said between the table and the organiser of its event; of no event, that nobody calls.

    monotonic: seconds on a clock that never goes back.
    """

    def __init__(self, teller: Teller, organiser: Organiser | None, monotonic: Callable[[], float]) -> None:
        self._call = topics.of_box(teller.box, "call")
        self._organiser = organiser
        self._monotonic = monotonic
        self._notice = self._answer = ""
        if organiser is not None and teller.event is not None:
            self._notice, self._answer = topics.notice(teller.event), topics.answer(teller.event, teller.box)
        self.follows: tuple[str, ...] = tuple(each for each in (self._notice, self._answer) if each)
        self._unsaid: set[str] = set()
        self._until: float | None = None

    def hear(self, topic: str, payload: bytes) -> None:
        """An answer or a notice; empty, it is taken back; what is neither says nothing."""
        if self._organiser is None:
            return
        self._unsaid.discard(topic)
        if topic == self._notice:
            notice = read(payload, Notice)
            if notice is not None or not payload:
                self._organiser.noticed(notice)
        elif topic == self._answer:
            reply = read(payload, Reply)
            if reply is not None or not payload:
                self._organiser.answered(reply)

    def anew(self) -> None:
        """What the hall took back while nobody listened is not said any more."""
        self._unsaid = set(self.follows)
        self._until = self._monotonic() + GRACE

    def tell(self, line: Line, _snapshot: Snapshot) -> float | None:
        """The call, as long as it stands."""
        call = None if self._organiser is None else self._organiser.call
        line.keep(self._call, b"" if call is None else written(call))
        if self._until is None:
            return None
        left = self._until - self._monotonic()
        if left > 0:
            return left
        self._until = None
        for topic in tuple(self._unsaid):
            self.hear(topic, b"")
        return None


class UnknownTags(Silent):
    """Tags that stick on nothing that the table knows. seen: those that were laid on the reader, upper-case
    hex; whoever sees one puts it there.
    """

    def __init__(self, teller: Teller, seen: deque[str]) -> None:
        self._topic = topics.of_box(teller.box, "tag")
        self._seen = seen

    def tell(self, line: Line, snapshot: Snapshot) -> None:
        """Those that nobody knows."""
        while self._seen:
            tag = self._seen.popleft()
            if tag not in snapshot.tags:
                line.say(self._topic, tag.encode())


class Presence(Silent):
    """That the box is there: the last of all, so that whoever hears it finds the rest."""

    def __init__(self, teller: Teller) -> None:
        self._topic = topics.of_box(teller.box, "status")

    def tell(self, line: Line, _snapshot: Snapshot) -> None:
        """It is."""
        line.keep(self._topic, topics.ONLINE)


def voices(
    teller: Teller,
    table: Table,
    parts: Parts,
    organiser: Organiser | None,
    tags: deque[str],
    monotonic: Callable[[], float],
) -> tuple[Voice, ...]:
    """All of them, in the order in which they are asked. tags: as `UnknownTags` has them. monotonic: as
    `Calls` has it.
    """
    return (
        State(teller, parts),
        Calls(teller, organiser, monotonic),
        Happenings(teller, table),
        UnknownTags(teller, tags),
        Result(teller, table),
        Presence(teller),
    )
