"""What belongs to the box, whatever game is on its table: the bags' tags, what phones have added to the next
game's dice, and what somebody has seen of what starts found wrong.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games import Player
from companion.storage.entry import Entry
from companion.table.commands import (
    Acknowledged,
    HouseRulesWritten,
    Prepared,
    SeedAdded,
    TagForgotten,
    TagPaired,
    Ticked,
)

MAX_SEEDS = 64
"""How many seeds are kept for one game's dice; of more phones the oldest are folded into one."""
_FOLDED = "folded"
"""In the place of a phone's mark, which has sixteen signs."""
_LONG_TAG, _SHORT_TAG = 10, 8
"""Digits of a 125 kHz tag, and of its low 4 bytes."""
_EMPTY: Mapping[str, Any] = MappingProxyType({})
_BoxEvent: TypeAlias = (
    TagPaired | TagForgotten | Acknowledged | SeedAdded | Prepared | Ticked | HouseRulesWritten
)
_EVENTS = msgspec.json.Decoder(tuple[_BoxEvent, ...])


class AddedSeed(msgspec.Struct, frozen=True):
    """A seed. n: the number of the entry that added it; of one that was folded, of the oldest in it."""

    seed: str
    n: int


class BoxState(msgspec.Struct, frozen=True):
    """The box's own affairs after an entry; it never changes.

    tags: the bag each tag sticks on. added: what phones have added to the next game's dice, by their marks,
    the latest last, which is the order that counts. seen: the times, as written, of the damages that somebody
    has seen. preparations: how far the set-up of each system's game is. house_rules: a group's own, by
    system.
    """

    tags: Mapping[str, int] = _EMPTY
    added: Mapping[str, AddedSeed] = _EMPTY
    seen: frozenset[str] = frozenset()
    preparations: Mapping[str, Preparation] = _EMPTY
    house_rules: Mapping[str, tuple[str, ...]] = _EMPTY

    @property
    def seeds(self) -> dict[str, str]:
        """What phones have added, by their marks."""
        return {phone: each.seed for phone, each in self.added.items()}

    def after(self, entry: Entry) -> BoxState:
        """The same after one more entry of the box's own."""
        own = self
        for event in box_events(entry):
            match event:
                case TagPaired():
                    own = replace(own, tags={**_without(own.tags, event.tag), event.tag: event.number})
                case TagForgotten():
                    own = replace(own, tags=_without(own.tags, event.tag))
                case Acknowledged():
                    own = replace(own, seen=own.seen | {event.at})
                case SeedAdded():
                    own = own.with_seed(event.phone, event.seed, entry.n)
                case Prepared(system=system):
                    own = own.with_preparation(system, own.preparation(system).prepared(event))
                case Ticked(system=system):
                    own = own.with_preparation(system, own.preparation(system, event.game).ticked_by(event))
                case HouseRulesWritten(system=system):
                    rules = {system: event.rules} if event.rules else {}
                    own = replace(own, house_rules={**_without(own.house_rules, system), **rules})
        return own

    def bag(self, tag: str) -> int | None:
        """The bag that this tag sticks on; None for one that is on none, or of which that is not sure.

        A 125 kHz tag has 5 bytes, of which some readers say the low 4 only: 8 digits. Those are the same tag
        as the one of 10 digits that ends with them, as long as all that do stick on one bag; and 10 digits
        are the same as the 8 that they end with, as long as no other 10 are known to be those.
        """
        if (bag := self.tags.get(tag)) is not None:
            return bag
        low = tag[-_SHORT_TAG:]
        long = {bag for known, bag in self.tags.items() if len(known) == _LONG_TAG and known.endswith(low)}
        if len(tag) == _SHORT_TAG:
            return long.pop() if len(long) == 1 else None
        return self.tags.get(low) if len(tag) == _LONG_TAG and not long else None

    def with_seed(self, phone: str, seed: str, n: int) -> BoxState:
        """With the seed of one more phone behind the others; one that it added before goes. n: of its entry.

        Where there are too many, the two oldest become their SHA-256: every one counts, and nobody is kept
        from adding, however many phones somebody pretends to have.
        """
        added = {**_without(self.added, phone), phone: AddedSeed(seed, n)}
        if len(added) > MAX_SEEDS:
            (_, one), (_, two), *others = added.items()
            folded = hashlib.sha256(f"{one.seed}\n{two.seed}".encode()).hexdigest()
            added = {_FOLDED: AddedSeed(folded, min(one.n, two.n)), **dict(others)}
        return replace(self, added=added)

    def with_seeds_since(self, n: int) -> BoxState:
        """Without what phones added up to the entry of this number: it was for a secret that is no more."""
        return replace(self, added={phone: each for phone, each in self.added.items() if each.n > n})

    def preparation(self, system: str, game: str | None = None) -> Preparation:
        """How far the set-up of a game is. game: None for one of this system that has not begun."""
        known = self.preparations.get(system, NOT_PREPARED)
        return known if known.game == game else Preparation(game)

    def with_preparation(self, system: str, preparation: Preparation) -> BoxState:
        """With the set-up of this system's game as it is now."""
        return replace(self, preparations={**self.preparations, system: preparation})

    def at_start(self, system: str, game: str) -> BoxState:
        """Once a game has begun: with its seeds, and it is the one that was being set up. Said again, it
        changes nothing."""
        if self.preparations.get(system, NOT_PREPARED).game == game:
            return self
        begun = replace(self.preparation(system), game=game)
        return replace(self, added=_EMPTY).with_preparation(system, begun)


def box_events(entry: Entry) -> tuple[_BoxEvent, ...]:
    """What an entry of the box's own did."""
    return _EVENTS.decode(entry.events)


def _without(things: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {other: each for other, each in things.items() if other != name}


class Preparation(msgspec.Struct, frozen=True):
    """game: of which it is the set-up, None for one that has not begun. players, options: as somebody has
    said them before the start, empty until then. ticked: the names of what is done.
    """

    game: str | None = None
    players: tuple[Player, ...] = ()
    options: Mapping[str, Any] = MappingProxyType({})
    ticked: frozenset[str] = frozenset()

    def prepared(self, event: Prepared) -> Preparation:
        """For other players, or with other options: what was done already stays done."""
        return replace(self, players=event.players, options=event.options)

    def ticked_by(self, event: Ticked) -> Preparation:
        """With more of it done, or less."""
        steps = frozenset(event.steps)
        return replace(self, ticked=self.ticked | steps if event.done else self.ticked - steps)


NOT_PREPARED = Preparation()
