"""What the panel sees when it judges a press, and what it may ask of the box itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.games import Command, Game, Refused
from companion.games.screen import Screen, Text
from companion.health.findings import Finding
from companion.parts import PartName, PartState
from companion.table.composing import restored
from companion.table.snapshot import Snapshot


class NewCode(Command, frozen=True):
    """Make a new join code: every phone has to join again."""


class ShutDown(Command, frozen=True):
    """Stop the box, so that it may be unplugged."""


class Earlier(msgspec.Struct, frozen=True):
    """A game that could be put back on the table. day: when it was started, as `2026-11-21`."""

    id: str
    moment: Text
    day: str


class Desk(msgspec.Struct, frozen=True):
    """The table, the box and the two questions that the panel may ask about them.

    code: what phones join with. addresses: each `host:port` in figures by which they reach the box, the
    best first; none while there is no network. name: the same in letters, which not every phone finds;
    None where there is none.
    check: what the box finds amiss with itself. would_refuse: what the rules would say to a command now;
    nothing happens. leaves: on how many leaves the display shows a screen. earlier: unfinished games,
    the latest first.
    """

    snapshot: Snapshot
    parts: Mapping[PartName, PartState]
    code: str
    addresses: tuple[str, ...]
    name: str | None
    check: tuple[Finding, ...]
    would_refuse: Callable[[Command], Refused | None]
    leaves: Callable[[Screen], int]
    earlier: Callable[[], tuple[Earlier, ...]]

    @property
    def table(self) -> tuple[Game, Any] | None:
        """The rules and the state of the game on the table."""
        snapshot = self.snapshot
        return None if snapshot.game is None else (snapshot.game, snapshot.state)

    @property
    def body(self) -> Mapping[str, Any]:
        """The game's part of the snapshot; empty without a game."""
        return self.snapshot.body.get("game") or {}

    def same_game(self, other: Desk) -> bool:
        """Whether the game on both desks is the same one."""
        return self.body.get("id") == other.body.get("id")

    @property
    def moment(self) -> Text | None:
        """The moment the game is at: it changes when a phase begins. None without a game."""
        return None if self.table is None else self.table[0].moment(self.table[1])

    def step(self, way: str) -> Mapping[str, Any] | None:
        """The step that `undo` would take back or `redo` would do again, as the snapshot names it."""
        named: Mapping[str, Any] | None = self.body.get(way)
        return named


def told(step: Mapping[str, Any]) -> Text:
    """A step of the snapshot as a sentence."""
    params = restored(step["params"])
    params.setdefault("by", step["by"] or "")
    return Text(f"did.{step['what']}", params)
