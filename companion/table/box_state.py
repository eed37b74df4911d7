"""What belongs to the box rather than to a game: tags, seeds for the next game, set-up, house rules."""

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
"""Seeds kept for one game; beyond that the oldest two are hashed into one."""
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
    """A seed that a phone added."""

    seed: str
    n: int
    """The number of the entry that added it; of hashed ones the oldest."""


class BoxState(msgspec.Struct, frozen=True):
    """The state of the box after an entry. Immutable."""

    tags: Mapping[str, int] = _EMPTY
    """The bag that each tag sticks on."""
    added_seeds: Mapping[str, AddedSeed] = _EMPTY
    """Seeds for the next game by phone mark; their order counts, the newest last."""
    acknowledged: frozenset[str] = frozenset()
    """Times of the damages that were acknowledged, as written."""
    preparations: Mapping[str, Preparation] = _EMPTY
    """Set-up progress by system."""
    house_rules: Mapping[str, tuple[str, ...]] = _EMPTY
    """By system."""

    @property
    def seeds(self) -> dict[str, str]:
        """Seeds for the next game, by phone mark."""
        return {phone: each.seed for phone, each in self.added_seeds.items()}

    def after(self, entry: Entry) -> BoxState:
        """Return the state after one more entry of the box."""
        state = self
        for event in box_events(entry):
            match event:
                case TagPaired():
                    state = replace(state, tags={**_without(state.tags, event.tag), event.tag: event.number})
                case TagForgotten():
                    state = replace(state, tags=_without(state.tags, event.tag))
                case Acknowledged():
                    state = replace(state, acknowledged=state.acknowledged | {event.at})
                case SeedAdded():
                    state = state.with_seed(event.phone, event.seed, entry.n)
                case Prepared(system=system):
                    state = state.with_preparation(system, state.preparation(system).prepared(event))
                case Ticked(system=system):
                    state = state.with_preparation(
                        system, state.preparation(system, event.game).ticked_by(event)
                    )
                case HouseRulesWritten(system=system):
                    rules = {system: event.rules} if event.rules else {}
                    state = replace(state, house_rules={**_without(state.house_rules, system), **rules})
        return state

    def bag(self, tag: str) -> int | None:
        """Return the bag of a tag; None where there is none or it is ambiguous.

        Some readers report only the low 4 bytes (8 digits) of a 125 kHz tag's 5 bytes (10 digits). A short
        and a long number are the same tag as long as only one bag fits.
        """
        if (bag := self.tags.get(tag)) is not None:
            return bag
        low = tag[-_SHORT_TAG:]
        long = {bag for known, bag in self.tags.items() if len(known) == _LONG_TAG and known.endswith(low)}
        if len(tag) == _SHORT_TAG:
            return long.pop() if len(long) == 1 else None
        return self.tags.get(low) if len(tag) == _LONG_TAG and not long else None

    def with_seed(self, phone: str, seed: str, n: int) -> BoxState:
        """Return the state with a phone's seed added last, replacing its earlier one.

        n: number of the entry that adds it.

        Beyond `MAX_SEEDS` the two oldest become their SHA-256, so every seed counts, however many phones
        join.
        """
        added = {**_without(self.added_seeds, phone), phone: AddedSeed(seed, n)}
        if len(added) > MAX_SEEDS:
            (_, one), (_, two), *others = added.items()
            folded = hashlib.sha256(f"{one.seed}\n{two.seed}".encode()).hexdigest()
            added = {_FOLDED: AddedSeed(folded, min(one.n, two.n)), **dict(others)}
        return replace(self, added_seeds=added)

    def with_seeds_since(self, n: int) -> BoxState:
        """Drop seeds added up to entry `n`: they belonged to an earlier secret."""
        return replace(
            self, added_seeds={phone: each for phone, each in self.added_seeds.items() if each.n > n}
        )

    def preparation(self, system: str, game: str | None = None) -> Preparation:
        """Return the set-up progress of a game; game None: the next game of this system."""
        known = self.preparations.get(system, NOT_PREPARED)
        return known if known.game == game else Preparation(game)

    def with_preparation(self, system: str, preparation: Preparation) -> BoxState:
        """Return the state with this set-up progress."""
        return replace(self, preparations={**self.preparations, system: preparation})

    def at_start(self, system: str, game: str) -> BoxState:
        """Return the state once a game has started: its seeds are used, its set-up goes on. Idempotent."""
        if self.preparations.get(system, NOT_PREPARED).game == game:
            return self
        begun = replace(self.preparation(system), game=game)
        return replace(self, added_seeds=_EMPTY).with_preparation(system, begun)


def box_events(entry: Entry) -> tuple[_BoxEvent, ...]:
    """Decode the events of an entry of the box."""
    return _EVENTS.decode(entry.events)


def _without(things: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {other: each for other, each in things.items() if other != name}


class Preparation(msgspec.Struct, frozen=True):
    """Set-up progress of one system."""

    game: str | None = None
    """None before the game has started."""
    players: tuple[Player, ...] = ()
    options: Mapping[str, Any] = MappingProxyType({})
    ticked: frozenset[str] = frozenset()
    """Names of the items done."""

    def prepared(self, event: Prepared) -> Preparation:
        """Return the progress for other players or options; ticks stay."""
        return replace(self, players=event.players, options=event.options)

    def ticked_by(self, event: Ticked) -> Preparation:
        """Return the progress after a tick."""
        steps = frozenset(event.steps)
        return replace(self, ticked=self.ticked | steps if event.done else self.ticked - steps)


NOT_PREPARED = Preparation()
