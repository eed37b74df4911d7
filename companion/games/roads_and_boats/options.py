"""What a group may choose at the start: limits that the printed board decides, and house rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games.roads_and_boats.words import MAX_MINES, PHASES, Colour, Phase, Transporter

ROWS = (4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7)
"""Spaces of the wonder's rows from the bottom up (RB-WON-04)."""
PlayerCount = Literal["2", "3", "4", "5", "6"]
MARKS: dict[PlayerCount, int] = {"2": 62, "3": 66, "4": 69, "5": 76, "6": 83}
"""The end mark's space by number of players (RB-WON-12)."""

Count = Annotated[int, Meta(ge=0, le=99)]
RowLength = Annotated[int, Meta(ge=1, le=20)]
Space = Annotated[int, Meta(ge=1, le=400)]


class Fleet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The starting fleet, and the limits of transporters.

    donkey to steamer: the starting number of that kind; if only limits are set, three donkeys.
    land, water, total: the most on land, on water and in all.
    each: the most of each kind.

    A limit of null is lifted, a missing one is the rules' own (RB-FLEET-12).
    """

    donkey: Count | UnsetType = UNSET
    wagon: Count | UnsetType = UNSET
    truck: Count | UnsetType = UNSET
    raft: Count | UnsetType = UNSET
    rowboat: Count | UnsetType = UNSET
    steamer: Count | UnsetType = UNSET
    land: Count | UnsetType | None = UNSET
    water: Count | UnsetType | None = UNSET
    total: Count | UnsetType | None = UNSET
    each: dict[Transporter, Count | None] | UnsetType = UNSET


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every field has the default of the ledger; `amb_..` are the switches of its part 4.

    temple: a typed order, nearest the temple first, instead of a drawn one (RB-SETUP-11).
    more_players: up to six (AMB-20).
    mines: the number of bags laid out; more may be improvised (RB-GEN-06).
    marks: end marks by number of players.
    neutral: neutral bricks; a solo game uses fewer (RB-SOLO-03).
    fleet: the starting fleet and the limits.
    standings: points are shown all the time, not only at the end.
    phase_card: reminders are shown before each phase ends.
    """

    temple: tuple[Colour, ...] | None = None
    more_players: bool = False
    mines: Annotated[int, Meta(ge=18, le=MAX_MINES)] = 18
    rows: Annotated[tuple[RowLength, ...], Meta(min_length=4, max_length=20)] = ROWS
    marks: dict[PlayerCount, Space] = msgspec.field(default_factory=MARKS.copy)
    irrigation_at: Space = 45
    neutral: Annotated[int, Meta(ge=1, le=200)] = 33
    fleet: Fleet = Fleet(donkey=3)
    standings: bool = False
    phase_card: bool = True
    amb_01: bool = False  # the sequence starts in draw order
    amb_02: bool = False  # a destroyed transporter's goods come back
    amb_03: bool = False  # destroy anywhere
    amb_04: bool = False  # every even number breeds
    amb_06: bool = False  # carried goods do not spoil a pasture
    amb_07: bool = False  # no geese for bricks
    amb_08: bool = False  # the price base is fixed at the start of the wonder phase
    amb_09: bool = False  # the phase is finished after the wonder is complete
    amb_11: bool = False  # bricks are paid from the tile only
    amb_13: bool = False  # an upgrade renews a factory's capacity
    amb_15: bool = False  # from open sea: extra once per action
    amb_16: bool = False  # mouths need no bridge
    amb_17: bool = False  # bridges in a desert
    amb_19: bool = False  # carrying a moved transporter: only one's own are banned
    amb_23: bool = False  # the group draws by hand and enters the ore
    amb_31: bool = False  # all are asked at the temple
    amb_38: bool = False  # fleets over their limit are cut only at the end of production


class RecordedOptions(Options, frozen=True, forbid_unknown_fields=False):
    """Options as an event keeps them: what a later version may have added is passed over."""


MATTERS: Mapping[str, tuple[Phase, ...]] = MappingProxyType(
    {
        "amb_02": ("production",),
        "amb_03": ("production",),
        "amb_04": ("production",),
        "amb_06": ("production",),
        "amb_07": ("wonder",),
        "amb_08": ("wonder",),
        "amb_09": ("wonder",),
        "amb_11": ("wonder",),
        "amb_13": ("production",),
        "amb_15": ("building",),
        "amb_16": ("movement", "building"),
        "amb_17": ("building",),
        "amb_19": ("movement",),
        "amb_23": ("production",),
        "amb_31": PHASES,
        "amb_38": ("production",),
    }
)
"""The switches by name, in their order; AMB-01 and AMB-20 speak of the start alone."""


def switches_of(phase: Phase) -> tuple[str, ...]:
    """The switches that matter in this phase."""
    return tuple(name for name, phases in MATTERS.items() if phase in phases)
