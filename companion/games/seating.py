"""The players of a game, from the commands that every game has in common."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games import Player


class Seating(msgspec.Struct, frozen=True):
    """The players after an entry."""

    n: int = 0
    """The entry's number."""
    players: tuple[Player, ...] = ()
    former: tuple[Player, ...] = ()
    """Players with a seat that another person took over."""

    @property
    def all_players(self) -> tuple[Player, ...]:
        """Present players, then former ones."""
        return tuple(dict.fromkeys((*self.players, *self.former)))


class _Start(msgspec.Struct, tag_field="type", tag="start"):
    players: tuple[Player, ...]

    def after(self, before: Seating) -> Seating:
        return replace(before, players=self.players)


class _Join(msgspec.Struct, tag_field="type", tag="join"):
    colour: str
    name: str = ""

    def after(self, before: Seating) -> Seating:
        """A name takes the seat over; without one the same player returns."""
        seats = {each.colour: each for each in before.players}
        previous = seats.get(self.colour, Player(self.colour))
        seats[self.colour] = Player(self.colour, self.name or previous.name)
        left = (previous,) if previous.name and previous != seats[self.colour] else ()
        return replace(before, players=tuple(seats.values()), former=(*before.former, *left))


class _Correct(msgspec.Struct, tag_field="type", tag="correct"):
    field: str
    value: Any

    def after(self, before: Seating) -> Seating:
        if self.field != "players":
            return before
        return replace(before, players=msgspec.convert(self.value, tuple[Player, ...]))


SeatCommand: TypeAlias = _Start | _Join | _Correct
SEAT_COMMANDS = frozenset({"start", "join", "correct"})
"""The types of commands that change players, the same in every game."""
_SEAT_COMMAND: msgspec.json.Decoder[SeatCommand] = msgspec.json.Decoder(SeatCommand)


def seat_command(command: bytes) -> SeatCommand:
    """Decode a command of `SEAT_COMMANDS`. Raises `msgspec.MsgspecError`.

    `seat_command(b'{"type":"join","colour":"red","name":"Ivo"}').after(before)` has Ivo on red's seat.
    """
    return _SEAT_COMMAND.decode(command)
