"""Writes whole games of Roads & Boats down as a table might play them, and replays them.

Each recording holds the secret, every command in its order and the game's exact last state. A recording
that a change of the rules makes wrong is looked at before it is made anew.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from companion.bell import Bell
from companion.games import Refused
from companion.games.registry import registered
from companion.journal import Journal
from companion.table import Table

FOLDER = Path(__file__).parent / "recorded"
SYSTEM = "roads-and-boats"


class Recording(msgspec.Struct, frozen=True):
    """title: what the game shows. secret: hex. commands: as sent. final: the snapshot's `game` at the end."""

    title: str
    secret: str
    commands: list[dict[str, Any]]
    final: dict[str, Any]


def table_for(folder: Path, secret: bytes) -> Table:
    """A table whose clock moves a minute with each look and whose first game has this secret."""
    start = datetime(2026, 1, 1, 18, 0, tzinfo=UTC)
    looks = iter(range(1_000_000))

    def clock() -> datetime:
        return start + timedelta(minutes=next(looks))

    def entropy(size: int) -> bytes:
        return secret if size == len(secret) else secret[:size]

    journal = Journal(folder, at=clock(), entropy=entropy)
    return Table(journal, registered(), Bell(), clock=clock, entropy=entropy)


def replay(recording: Recording, folder: Path) -> dict[str, Any]:
    """Send every command again and give the game as it then stands."""
    table = table_for(folder, bytes.fromhex(recording.secret))
    try:
        for command in recording.commands:
            table.perform(table.read(command), source="phone")
        return settled(table)
    finally:
        table.close()


def settled(table: Table) -> dict[str, Any]:
    """The snapshot's game without what only a clock decides."""
    game: dict[str, Any] = msgspec.json.decode(table.snapshot.json)["game"]
    del game["id"], game["started_at"]
    for step in ("undo", "redo"):
        if game[step] is not None:
            del game[step]["at"]
    return game


class Evening:
    """A table of players with habits, drawn from a seeded generator; notes every accepted command."""

    def __init__(self, table: Table, seed: int, *, buys: float, calls: float) -> None:
        self._table = table
        self._random = random.Random(seed)
        self._buys = buys
        self._calls = calls
        self.commands: list[dict[str, Any]] = []

    @property
    def game(self) -> dict[str, Any]:
        game: dict[str, Any] = msgspec.json.decode(self._table.snapshot.json)["game"]
        return game

    @property
    def colours(self) -> list[str]:
        return [player["colour"] for player in self.game["players"]]

    def do(self, kind: str, **fields: Any) -> bool:
        """Try a command; note it when it is accepted."""
        command = {"type": kind, **fields}
        try:
            self._table.perform(self._table.read(command), source="phone")
        except Refused:
            return False
        self.commands.append(command)
        return True

    def start(self, colours: list[str], **options: Any) -> None:
        names = {"red": "Rosa", "blue": "Björn", "green": "Gianni", "yellow": "Ylva"}
        players = [{"colour": colour, "name": names.get(colour, "")} for colour in colours]
        assert self.do("start", system=SYSTEM, players=players, options=options)

    def play(self, until: Callable[[dict[str, Any]], bool]) -> None:
        phases = {
            "production": self._production,
            "movement": self._movement,
            "building": self._building,
            "wonder": self._wonder,
        }
        while self.game["ended"] is None and not until(self.game):
            phases[self.game["phase"]]()
            if self.game["ended"] is None:
                self._second_thoughts()
                self._settle()
                assert self.do("advance", draw_rest=True)

    def _chance(self, of: float) -> bool:
        return self._random.random() < of

    def _second_thoughts(self) -> None:
        if self._chance(0.1) and self.do("undo") and self._chance(0.7):
            self.do("redo")

    def _order(self) -> None:
        if self.game["may_call"] and self._chance(self._calls):
            self.do("call-for-order", colour=self._random.choice(self.colours))
        self._settle()
        while self.game["acting"] is not None and self._chance(0.9):
            self.do("done", colour=self.game["acting"])

    def _settle(self) -> None:
        while (order := self.game["order"]) is not None:
            if order["step"] == "praying":
                self.do("pray", colour=order["asks"], keep=self._chance(0.6))
            else:
                self.do("take-position", colour=order["asks"], position=self._random.choice(order["free"]))

    def _production(self) -> None:
        for mine in self.game["mines"]:
            number = mine["number"]
            if self._chance(0.3):
                self.do("draw", number=number)
            if self._chance(0.1):
                self.do("record-draw", number=number, ore=self._random.choice(["gold", "iron"]))
            if self._chance(0.08) and self.do("void-draw", number=number, reason="two counters came out"):
                self.do("draw", number=number)
        if self._chance(0.5):
            self.do("draw-all")
        self._order()
        subjects = ["specialised-mine", "big-mine", "new-shaft", "truck", "rowboat", "steamer", "oil-rig"]
        if self._chance(0.4):
            self.do(
                "research", colour=self._random.choice(self.colours), subject=self._random.choice(subjects)
            )

    def _movement(self) -> None:
        self._order()

    def _building(self) -> None:
        self._order()
        colour = self._random.choice(self.colours)
        mixture = self._random.choice(["standard", "standard", "gold", "iron", "big"])
        number = self._random.randint(1, 18)
        if self._chance(0.5):
            self.do("build-mine", number=number, colour=colour, mixture=mixture)
        for mine in self.game["mines"]:
            if self._chance(0.15):
                self.do("sink-shaft", number=mine["number"], colour=colour, mixture=mixture)

    def _wonder(self) -> None:
        self._order()
        for colour in self.game["sequence"]:
            while self.game["ended"] is None and self._chance(self._buys):
                self.do("buy-brick", colour=colour, price=self.game["wonder"]["prices"][colour])


def write_down(
    title: str,
    seed: int,
    colours: list[str],
    evening: Callable[[Any], None],
    kind: type[Evening] = Evening,
    **habits: float,
) -> None:
    """Play an evening and keep it under the words before the title's colon. habits: `buys` and `calls`."""
    secret = random.Random(seed).randbytes(32)
    with tempfile.TemporaryDirectory() as folder:
        table = table_for(Path(folder), secret)
        played = kind(table, seed, buys=habits["buys"], calls=habits["calls"])
        played.start(colours)
        evening(played)
        recording = Recording(title, secret.hex(), played.commands, settled(table))
        table.close()
    name = title.split(":", maxsplit=1)[0].replace(" ", "-")
    text = msgspec.json.format(msgspec.json.encode(recording), indent=1)
    (FOLDER / f"{name}.json").write_bytes(text + b"\n")
