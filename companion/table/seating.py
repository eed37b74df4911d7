"""Who played a game, by the names that were typed: as of each entry, and all who ever did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games import Player
from companion.storage.entry import Entry
from companion.table.commands import TAKING_BACK
from companion.table.steps import Unreadable, moved


class Seating(msgspec.Struct, frozen=True):
    """Who plays from an entry on. n: its number. former: those whose seat another person has taken over."""

    n: int = 0
    players: tuple[Player, ...] = ()
    former: tuple[Player, ...] = ()

    @property
    def everybody(self) -> tuple[Player, ...]:
        """All who ever played, those who play now first."""
        return tuple(dict.fromkeys((*self.players, *self.former)))


class _Seats(msgspec.Struct, tag_field="type"):
    """What a command says of the seats."""

    def after(self, before: Seating) -> Seating:
        raise NotImplementedError


class _Start(_Seats, tag="start"):
    players: tuple[Player, ...]

    def after(self, before: Seating) -> Seating:
        return replace(before, players=self.players)


class _Join(_Seats, tag="join"):
    colour: str
    name: str = ""

    def after(self, before: Seating) -> Seating:
        """A name takes a seat over; without one the player comes back."""
        seats = {each.colour: each for each in before.players}
        had = seats.get(self.colour, Player(self.colour))
        seats[self.colour] = Player(self.colour, self.name or had.name)
        left = (had,) if had.name and had != seats[self.colour] else ()
        return replace(before, players=tuple(seats.values()), former=(*before.former, *left))


class _Correct(_Seats, tag="correct"):
    field: str
    value: Any

    def after(self, before: Seating) -> Seating:
        if self.field != "players":
            return before
        return replace(before, players=msgspec.convert(self.value, tuple[Player, ...]))


_SEATS = msgspec.json.Decoder(_Start | _Join | _Correct)
_KINDS = frozenset({"start", "join", "correct"})


def seatings(entries: Iterable[Entry]) -> list[Seating]:
    """Who plays after each of a game's entries that changes it; of what was taken back, who played before."""
    found: list[Seating] = []
    said: dict[int, _Seats] = {}
    gone: set[int] = set()
    for entry in entries:
        kind = entry.kind
        with suppress(Unreadable, msgspec.MsgspecError):  # such a game is listed as unreadable
            if kind in TAKING_BACK:
                numbers = {each.entry for each in moved(entry)}
                gone = gone | numbers if kind == "undo" else gone - numbers
            elif kind in _KINDS:
                said[entry.n] = _SEATS.decode(entry.command)
            else:
                continue
            now = Seating(entry.n)
            for n, each in said.items():
                now = now if n in gone else each.after(now)
            found.append(now)
    return found


def seated_at(found: Sequence[Seating], n: int) -> Seating:
    """Who played after the entry `n`."""
    return next((each for each in reversed(found) if each.n <= n), Seating())
