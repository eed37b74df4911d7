"""What a transporter factory may be turned into right after a research."""

from __future__ import annotations

import msgspec

from companion.games import Aid
from companion.games.roads_and_boats.aids.asking import Researched, meant, subjects, table_of
from companion.games.roads_and_boats.buildings import BLUEPRINTS, Structure
from companion.games.roads_and_boats.research import FACTORIES, UPGRADED_FROM, open_now
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import TRANSPORTERS, Building, Colour, Subject


class UpgradeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """researched: what the player has just researched; left out, what `colour`, or anybody, may still use.

    present: a transporter of his is on the tile.
    """

    building: Structure
    researched: Researched | None = None
    colour: Colour | None = None
    present: bool = True


class Upgrade(msgspec.Struct, frozen=True):
    """to: what it may become, free of charge; empty when it stays what it is."""

    to: tuple[Building, ...]


def answer(state: State | None, asked: UpgradeAsked) -> Upgrade:
    """The choices. Raises `Refused` when nobody plays the colour."""
    known = _just_researched(table_of(state), asked) if asked.present else ()
    kind = BLUEPRINTS[asked.building].gives
    better = (each for each in TRANSPORTERS if each in FACTORIES)
    return Upgrade(
        tuple(
            FACTORIES[new]
            for new in better
            for subject in known
            if subject == new and kind in UPGRADED_FROM.get(subject, ())
        )
    )


def _just_researched(table: State, asked: UpgradeAsked) -> tuple[Subject, ...]:
    if asked.researched is not None:
        return subjects(asked.researched)
    seat = meant(table, asked.colour)
    return tuple(subject for colour, subject in open_now(table) if seat is None or colour == seat.colour)


AID = Aid(UpgradeAsked, (Upgrade,), answer)
