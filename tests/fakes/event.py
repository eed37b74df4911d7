"""An event whose tables speak to its hall as a broker would hand it on, and the hall that hears them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from companion.games.results import Progress
from companion.hall.hall import Hall
from companion.hall.needs import HallTable
from companion.mqtt import topics
from companion.mqtt.payloads import Outcome, Standing, TableState, encode
from companion.storage.entry import stamp
from companion.table.organiser import Call, Notice, Reply

EVENT = "club-2026"
NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
COLOURS = ("red", "yellow", "green", "blue")


class Event:
    """Its tables, each known by its number, and a hall that hears what they say.

    now: of the hall's clock. woken: how often the hall has said that something changed. kept: what the broker
    keeps, by topic.
    """

    def __init__(self, name: str = EVENT) -> None:
        self.name = name
        self.now = NOW
        self.on_change = 0
        self.kept: dict[str, bytes] = {}
        self.hall = Hall(name, lambda: self.now, self._wake)

    def _wake(self) -> None:
        self.on_change += 1

    def publish(self, box: str, kind: topics.Kind, payload: bytes) -> None:
        """Something stands at a topic of a box."""
        self._stands(topics.of_box(box, kind), payload)

    def table(self, number: int) -> HallTable:
        """A table as the hall knows it, which must know it."""
        found = self.hall.table(box_of(number))
        assert found is not None
        return found

    def _stands(self, topic: str, payload: bytes) -> None:
        self.kept[topic] = payload
        self.hall.receive(topic, payload)

    def plays(self, number: int, *, ago: timedelta = timedelta(), **state: Any) -> str:
        """A table that plays, its last move so long ago; its box."""
        box = box_of(number)
        fields: dict[str, Any] = {
            "event": self.name,
            "table": number,
            "version": 1,
            "epoch": "e",
            "at": stamp(self.now - ago),
            "system": "roads-and-boats",
            "game": "20261121-0001",
            "started_at": stamp(self.now - timedelta(hours=1)),
            "colours": COLOURS,
            "turn": 4,
            "phase": "production",
            "acting": "green",
            "far": Progress(12, 30),
        }
        self.publish(box, "status", topics.ONLINE)
        self.publish(box, "state", encode(TableState(box, **{**fields, **state})))
        return box

    def rests(self, number: int) -> str:
        """A table with no game."""
        box = box_of(number)
        self.publish(box, "status", topics.ONLINE)
        state = TableState(box, self.name, number, 0, "e", stamp(self.now))
        self.publish(box, "state", encode(state))
        return box

    def calls(self, number: int, *, ago: timedelta = timedelta(), by: str | None = None) -> Call:
        """A table calls, since so long."""
        call = Call(stamp(self.now - ago), number, by)
        self.publish(box_of(number), "call", encode(call))
        return call

    def answers(self, number: int, call: Call, *, done: bool = False) -> None:
        """The organiser has answered a call."""
        reply = Reply(call.at, stamp(self.now), done)
        self._stands(topics.answer(self.name, box_of(number)), encode(reply))

    def ends(self, number: int, **outcome: Any) -> Outcome:
        """A table's game has ended, and this came out."""
        box = self.plays(number, ended=True, acting=None, phase="ended", far=Progress(30, 30))
        fields: dict[str, Any] = {
            "event": self.name,
            "table": number,
            "game": "20261121-0001",
            "system": "roads-and-boats",
            "started_at": stamp(self.now - timedelta(hours=4)),
            "ended_at": stamp(self.now),
            "standings": (Standing("red", 12, 1, True, "Rosa"), Standing("blue", 9, 2)),
        }
        found = Outcome(box, **{**fields, **outcome})
        self.publish(box, "result", encode(found))
        return found

    def notes(self, said: str) -> None:
        """The organiser says this to all tables; nothing any more if it is empty."""
        notice = encode(Notice(said, stamp(self.now))) if said else b""
        self._stands(topics.notice(self.name), notice)


def box_of(number: int) -> str:
    """The id of a table's box."""
    return f"{number:08x}"


def evening(event: Event, tables: int = 12) -> None:
    """An evening with a table of every kind, twelve of them different, at as many tables as are wanted."""
    for number in range(1, tables + 1):
        _table(event, number, number % 12)


def _table(event: Event, number: int, kind: int) -> None:
    names = {"red": "Anna", "yellow": "Bartolomeo", "green": "Zoë", "blue": "Dieter"}
    strada: dict[str, Any] = {
        "system": "la-strada",
        "phase": None,
        "colours": ("black", "grey"),
        "acting": "grey",
    }
    minutes = timedelta(minutes=1)
    match kind:
        case 0:
            event.rests(number)
        case 1:
            event.plays(number, names=names, ago=3 * minutes)
            event.calls(number, ago=7 * minutes, by="yellow")
        case 2:
            event.plays(number, end_in_sight=True, far=Progress(27, 30), turn=19, ago=minutes)
        case 3:
            event.plays(number, **strada, turn=6, far=Progress(14, 23))
            event.answers(number, event.calls(number, ago=4 * minutes))
        case 4:
            event.plays(number, missing=("reader",), names=names)
        case 5:
            box = event.plays(number, turn=9, ago=5 * minutes)
            event.publish(box, "status", topics.OFFLINE)
        case 6:
            event.plays(number, turn=8, ago=45 * minutes)
        case 7:
            event.ends(number)
        case 8:
            event.plays(number, **strada, turn=2, far=None)
        case _:
            event.plays(
                number, turn=number % 20, far=Progress(number % 30, 30), ago=number * timedelta(seconds=7)
            )
