"""A table's state as it is published: the fields of every game, and beside them the game's own.

Pure: from a snapshot to bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.mqtt.payloads import TableState
from companion.parts import PartName, PartState
from companion.storage.entry import stamp
from companion.table.person import PEOPLE, THINGS
from companion.table.play import Play
from companion.table.snapshot import Snapshot

NAMED = PEOPLE | {THINGS}
"""The fields of games' events and states that may hold a name."""


class Identity(msgspec.Struct, frozen=True):
    """Which table it is, as its owner has written it. box: eight hex digits. event: None for no event. names:
    whether players' names are published."""

    box: str
    event: str | None = None
    table: int | None = None
    names: bool = False


def state_of(snapshot: Snapshot, parts: Mapping[PartName, PartState], identity: Identity) -> bytes:
    """The payload of the topic `state`. parts: of the box, as `companion.parts.Parts` has them."""
    play = snapshot.play
    missing = tuple(sorted(part for part, state in parts.items() if state == "missing"))
    state = TableState(
        identity.box,
        identity.event,
        identity.table,
        snapshot.version,
        snapshot.epoch,
        stamp(snapshot.at),
        missing=missing,
    )
    if play is None:
        return msgspec.json.encode(state)
    return msgspec.json.encode({**play.view.published, **msgspec.to_builtins(_with(state, play, identity))})


def nameless(value: Any) -> Any:
    """The same without names."""
    match value:
        case dict():
            return {name: nameless(each) for name, each in value.items() if name not in NAMED}
        case list() | tuple():
            return [nameless(each) for each in value]
        case _:
            return value


def _with(state: TableState, play: Play, identity: Identity) -> TableState:
    view = play.view
    return msgspec.structs.replace(
        state,
        system=play.game.system,
        game=play.id,
        started_at=stamp(play.steps.started_at),
        ended=play.over,
        colours=tuple(lamp.colour for lamp in view.lamps if lamp.colour not in view.left),
        names={each.colour: each.name for each in view.players if identity.names and each.name},
        turn=view.turn,
        phase=view.phase,
        acting=view.on_turn,
        far=view.progress,
        end_in_sight=view.end_near and not view.over,
    )
