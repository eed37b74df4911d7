"""The commands of Roads & Boats."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from companion.games import Command, Player
from companion.games.roads_and_boats.options import Count, Options
from companion.games.roads_and_boats.words import (
    Building,
    Carried,
    Colour,
    CountChange,
    EndMark,
    MineNumber,
    Mixture,
    Ore,
    Phase,
    Subject,
    Transporter,
)
from companion.games.typed import Reason, validate_value


class Advance(Command, frozen=True):
    """Leave the phase. `draw_rest` draws the mines not yet drawn first."""

    draw_rest: bool = False


class CallForOrder(Command, frozen=True, omit_defaults=True):
    """A player demands that the order of play be determined (RB-TURN-04).

    `late`: it was called before anything of this phase was entered, and counts (RB-MINE-10).
    """

    colour: Colour
    late: bool = False


class Pray(Command, frozen=True):
    """The player asked at the temple keeps praying, or cashes in (RB-CONF-03)."""

    colour: Colour
    keep: bool


class TakePosition(Command, frozen=True):
    """The player asked takes a free position of the sequence chart (RB-CONF-06)."""

    colour: Colour
    position: Annotated[int, Meta(ge=1, le=6)]


class Done(Command, frozen=True):
    """End the acting player's go (RB-CONF-07)."""

    colour: Colour


class Ready(Command, frozen=True):
    """A player has finished while all play at the same time, or has not after all. Nothing waits for it."""

    colour: Colour
    ready: bool
    aside: ClassVar[bool] = True


class BuildMine(Command, frozen=True):
    """A new mine and its first filling. `late`: it was forgotten in its phase.

    `out_of_order`: the table has it done in another player's go (RB-CONF-07).
    """

    number: MineNumber
    colour: Colour
    mixture: Mixture
    late: bool = False
    out_of_order: bool = False


class SinkShaft(Command, frozen=True):
    """One more filling for a mine (RB-MINE-12). `late`, `out_of_order`: as of `BuildMine`."""

    number: MineNumber
    colour: Colour
    mixture: Mixture
    late: bool = False
    out_of_order: bool = False


class Draw(Command, frozen=True):
    """Draw this turn's ore from a mine's bag by the dice (RB-MINE-08).

    `late`: production has been left, and this turn's draw was voided since.
    """

    number: MineNumber
    late: bool = False


class DrawAll(Command, frozen=True):
    """Draw from every mine that has not been drawn this turn."""


class RecordDraw(Command, frozen=True):
    """This turn's ore was drawn by hand from the real bag.

    `late`: production has been left, and this turn's draw was voided since.
    """

    number: MineNumber
    ore: Ore
    late: bool = False


class VoidDraw(Command, frozen=True):
    """This turn's draw does not count; the ore goes back into the bag."""

    number: MineNumber
    reason: Reason


class BuyBrick(Command, frozen=True):
    """Buy bricks. `price`: the total that was shown; refused if it has risen.

    `out_of_order`: as of `BuildMine`.
    """

    colour: Colour
    count: Annotated[int, Meta(ge=1, le=83)] = 1
    price: Annotated[int, Meta(ge=1)] | None = None
    out_of_order: bool = False


class Research(Command, frozen=True):
    """A research point is put into a subject (RB-RES-02). `late`, `out_of_order`: as of `BuildMine`."""

    colour: Colour
    subject: Subject
    late: bool = False
    out_of_order: bool = False


class ChangeFleet(Command, frozen=True):
    """A player's transporters come or go. `out_of_order`: as of `BuildMine`."""

    colour: Colour
    transporter: Transporter
    by: CountChange
    out_of_order: bool = False


class MakeWagon(Command, frozen=True):
    """A donkey is handed in for a wagon (RB-FLEET-08). `out_of_order`: as of `BuildMine`."""

    colour: Colour
    out_of_order: bool = False


class Build(Command, frozen=True):
    """Buildings come onto the board. `late`: they were forgotten in their phase."""

    building: Building
    by: CountChange
    late: bool = False


class CountWealth(Command, frozen=True):
    """What a player's transporters carry at the end (RB-SCORE-01)."""

    colour: Colour
    gold: Carried
    coins: Carried
    stock: Carried


class Leave(Command, frozen=True):
    """Leave a game that goes on.

    board: whether the player's transporters stay or are cleared; bricks, mines and buildings stay.
    mark: whether the end mark stays or follows the number of players (RB-WON-12).
    """

    colour: Colour
    board: Literal["stays", "cleared"] = "stays"
    mark: EndMark = "stays"


class Join(Command, frozen=True):
    """Join in a free colour, or return to a former seat. mark: as of `Leave`."""

    colour: Colour
    name: str = ""
    mark: EndMark = "stays"


class End(Command, frozen=True):
    """The group ends the game early."""


Field = Literal[
    "turn", "phase", "temple", "sequence", "bricks", "bag", "mine", "fleet", "research", "players", "option"
]  # fmt: skip
Turn = Annotated[int, Meta(ge=1, le=999)]
Row = Annotated[tuple[Colour, ...], Meta(max_length=6)]
"""The players in an order: from the temple on, or by their positions."""
Bricks = Annotated[tuple[Colour | None, ...], Meta(max_length=400)]
Fleets = Annotated[dict[Colour, dict[Transporter, Count]], Meta(min_length=1)]
Researches = Annotated[dict[Colour, Annotated[tuple[Subject, ...], Meta(max_length=7)]], Meta(min_length=1)]
Players = Annotated[tuple[Player, ...], Meta(min_length=1, max_length=6)]
Changes = Annotated[dict[str, Any], Meta(min_length=1)]


class Bag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the bag of a built mine now."""

    number: MineNumber
    gold: Count
    iron: Count


class Renumbering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number that a built mine bears, and the one that it should; None: it was never built."""

    number: MineNumber
    to: MineNumber | None


VALUES: Mapping[Field, Any] = MappingProxyType(
    {
        "turn": Turn,
        "phase": Phase,
        "temple": Row,
        "sequence": Row,
        "bricks": Bricks,
        "bag": Bag,
        "mine": Renumbering,
        "fleet": Fleets,
        "research": Researches,
        "players": Players,
        "option": Changes,
    }
)
"""The type of each field's value. `fleet` and `research` name the players they set, each completely;
`option` names the options it sets."""

FORMS = (
    "turn: a whole number from 1. phase: its name. temple, sequence: every player's colour once, nearest "
    "the temple or position 1 first. bricks: the whole list of colours, null for a neutral one, bottom left "
    "first. bag: {number, gold, iron}. mine: {number, to}, to null for one that was never built. "
    "fleet: {colour: {transporter: count}}. research: {colour: [subject]}. "
    "players: [{colour, name}], as many as there are, in their order. option: {name: value}."
)
"""The same for people who read the commands' schema."""


def parse_value(field: Field, value: Any) -> Any:
    """The value as its field's type. Raises ValueError that says what is wrong at which place of it."""
    return validate_value(value, VALUES[field], *([Options] if field == "option" else []))


class Correct(Command, frozen=True):
    """Set right what the table has wrong. `value`: of the field's own form."""

    field: Field
    value: Annotated[Any, Meta(description=FORMS)]
    reason: Reason
    forms: ClassVar[tuple[Any, ...]] = (*VALUES.values(), Options)

    def __post_init__(self) -> None:
        parse_value(self.field, self.value)
