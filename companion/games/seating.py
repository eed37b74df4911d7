"""Who plays any game: what its commands say of the seats, without its rules being asked."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games import Player


class Seating(msgspec.Struct, frozen=True):
    """The players of a game from an entry on."""

    n: int = 0
    """The entry's number."""
    players: tuple[Player, ...] = ()
    former: tuple[Player, ...] = ()
    """Those whose seat another person has taken over."""

    @property
    def everybody(self) -> tuple[Player, ...]:
        """All who ever played, those who play now first."""
        return tuple(dict.fromkeys((*self.players, *self.former)))


class _Start(msgspec.Struct, tag_field="type", tag="start"):
    players: tuple[Player, ...]

    def after(self, before: Seating) -> Seating:
        return replace(before, players=self.players)


class _Join(msgspec.Struct, tag_field="type", tag="join"):
    colour: str
    name: str = ""

    def after(self, before: Seating) -> Seating:
        """A name takes a seat over; without one the player comes back."""
        seats = {each.colour: each for each in before.players}
        had = seats.get(self.colour, Player(self.colour))
        seats[self.colour] = Player(self.colour, self.name or had.name)
        left = (had,) if had.name and had != seats[self.colour] else ()
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
"""The tags of the commands that say who plays, the same in every game that has them."""
_SEAT_COMMAND: msgspec.json.Decoder[SeatCommand] = msgspec.json.Decoder(SeatCommand)


def seat_command(command: bytes) -> SeatCommand:
    """What a command of `SEAT_COMMANDS` says of the seats. Raises `msgspec.MsgspecError`.

    `seat_command(b'{"type":"join","colour":"red","name":"Ivo"}').after(before)` is with Ivo on red's seat.
    """
    return _SEAT_COMMAND.decode(command)
