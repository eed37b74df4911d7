"""Many tables in one thread: each a client of its own at the broker, which says what a box says."""

from __future__ import annotations

import json
import random
import selectors
import socket
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

import msgspec

from companion.games.telling import Far
from companion.mqtt import topics
from companion.mqtt.payloads import TableState
from companion.storage.entry import stamp
from tests.fakes import packets

NONE: Mapping[str, str] = MappingProxyType({})
COLOURS = ("red", "yellow", "green", "blue")
PHASES = ("production", "movement", "building", "wonder")
EVENT = "club-2026"
EVERY = 60
"""Seconds between two signs of life."""
_BEGUN = datetime(2026, 3, 7, 18, 0, tzinfo=UTC)
_BRICKS = 40
_AT_ONCE = 50
"""Connections that are begun before the first of them is waited for: a broker's queue is no longer."""


class Table:
    """One box. number: from 1; moves: how many it has made."""

    def __init__(self, number: int, line: socket.socket) -> None:
        self.number = number
        self.box = f"{number:08x}"
        self.line = line
        self.heard = bytearray()
        self.moves = 0
        self.welcome = False
        self.waiting = 0
        self._said = 0

    def hears(self) -> None:
        """Take what has come. Raises `ConnectionError` once the broker is gone, or has no welcome."""
        come = self.line.recv(1 << 16)
        if not come:
            raise ConnectionResetError
        self.heard += come
        for kind, body in packets.taken(self.heard):
            if kind == packets.CONNACK:
                if body[1]:
                    raise ConnectionRefusedError(f"{self.box} is refused: {body[1]}")
                self.welcome = True
            elif kind == packets.PUBACK:
                self.waiting -= 1

    def says(self, kind: topics.Kind, payload: bytes, *, retained: bool = True) -> None:
        """Say it, to be acknowledged where it is kept."""
        number = 0
        if retained:
            self.waiting += 1
            self._said = number = self._said % 0xFFFF + 1
        topic = topics.of_box(self.box, kind)
        self.line.sendall(packets.publish(topic, payload, retained=retained, number=number))

    def state(self) -> bytes:
        """How it stands after its moves, with four players; a game that is over is begun anew."""
        turn, phase = divmod(self.moves % (_BRICKS * len(PHASES)), len(PHASES))
        state = TableState(
            box=self.box,
            event=EVENT,
            table=self.number,
            version=self.moves,
            epoch=self.box * 2,
            at=stamp(_BEGUN + timedelta(seconds=self.moves)),
            system="roads-and-boats",
            game=self.box * 4,
            started_at=stamp(_BEGUN),
            colours=COLOURS,
            turn=turn + 1,
            phase=PHASES[phase],
            acting=COLOURS[self.moves % len(COLOURS)],
            far=Far(turn, _BRICKS),
            end_in_sight=turn > _BRICKS - 8,
        )
        return json.dumps(msgspec.to_builtins(state) | self._own(turn), separators=(",", ":")).encode()

    def _own(self, turn: int) -> dict[str, Any]:
        mines = [
            {"number": each, "gold": 3 - turn % 4, "iron": 3, "drawn": None} for each in range(turn // 3)
        ]
        bricks = {"left": _BRICKS - turn, "price": turn // 10 + 1}
        return {"order": list(COLOURS), "temple": list(COLOURS), "mines": mines, "bricks": bricks}


class Tables:
    """So many of them, at one broker. Everything is done by the one thread that calls. close() in the end.

    passwords: by box, where the broker asks for them.
    """

    def __init__(self, address: tuple[str, int], count: int, passwords: Mapping[str, str] = NONE) -> None:
        self.selector = selectors.DefaultSelector()
        self.every: list[Table] = []
        for begun in range(0, count, _AT_ONCE):
            numbers = range(begun + 1, min(begun + _AT_ONCE, count) + 1)
            group = [self._one(address, each, passwords) for each in numbers]
            self._welcomed(group)
        for table in self.every:
            table.says("status", topics.ONLINE)
            table.says("state", table.state())
        self.settle()

    def _one(self, address: tuple[str, int], number: int, passwords: Mapping[str, str]) -> Table:
        line = socket.create_connection(address, timeout=10)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        table = Table(number, line)
        self.every.append(table)
        self.selector.register(line, selectors.EVENT_READ, table.hears)
        will = (topics.of_box(table.box, "status"), topics.OFFLINE)
        user = table.box if table.box in passwords else ""
        line.sendall(
            packets.connect(
                f"companion-{table.box}", user=user, password=passwords.get(user, ""), will=will, every=EVERY
            )
        )
        return table

    def _welcomed(self, group: list[Table]) -> None:
        self.attend(lambda: all(each.welcome for each in group))

    def move(self, table: Table) -> None:
        """One player of a table does something."""
        table.moves += 1
        table.says("state", table.state())
        table.says("event", b'{"type":"phase-began"}', retained=False)

    def settle(self) -> None:
        """Wait until all that was said is acknowledged."""
        self.attend(lambda: not any(each.waiting for each in self.every))

    def attend(self, over: Callable[[], bool]) -> None:
        """Take what comes on every line until this is so. Raises `TimeoutError` where nothing comes."""
        while not over():
            if not self._takes(30.0):
                raise TimeoutError("the broker says nothing")

    def attend_until(self, moment: float) -> None:
        """The same until that moment of the monotonic clock, and once at least."""
        left = 1.0
        while left > 0:
            left = moment - time.monotonic()
            self._takes(max(0.0, left))

    def _takes(self, seconds: float) -> bool:
        ready = self.selector.select(seconds)
        for key, _ in ready:
            key.data()
        return bool(ready)

    def play(self, seconds: float, every: float, moved: Callable[[Table], None]) -> None:
        """Have each make a move every so many seconds, spread over them as chance has it. moved: told just
        before the table says it.
        """
        chance, begun = random.Random(len(self.every)), time.monotonic()
        due = sorted((chance.uniform(0, every), each.number) for each in self.every)
        for turn in range(int(seconds / every)):
            for after, number in due:
                self.attend_until(begun + turn * every + after)
                table = self.every[number - 1]
                moved(table)
                self.move(table)

    def close(self) -> None:
        """Leave without a word: the broker tells of it."""
        for table in self.every:
            table.line.close()
        self.selector.close()
