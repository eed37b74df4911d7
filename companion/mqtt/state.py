"""A table's published state: fields of every game, and the game's own. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.mqtt.payloads import TableState
from companion.parts import PartName, PartState
from companion.storage.entry import stamp
from companion.table.names import PERSON_FIELDS, THING_FIELD
from companion.table.snapshot import Play, Snapshot

NAME_FIELDS = PERSON_FIELDS | {THING_FIELD}
"""Fields of events and states that may hold a name."""


class Identity(msgspec.Struct, frozen=True):
    """The table's identity as configured. box: eight hex digits. event: None for no event. names: whether
    names are published.
    """

    box: str
    event: str | None = None
    table: int | None = None
    names: bool = False


def state_of(snapshot: Snapshot, parts: Mapping[PartName, PartState], identity: Identity) -> bytes:
    """The payload of the topic `state`. parts: of `companion.parts.Parts`."""
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
    return msgspec.json.encode(
        {**play.view.published, **msgspec.to_builtins(_with_game(state, play, identity))}
    )


def without_names(value: Any) -> Any:
    """The same without names."""
    match value:
        case dict():
            return {name: without_names(each) for name, each in value.items() if name not in NAME_FIELDS}
        case list() | tuple():
            return [without_names(each) for each in value]
        case _:
            return value


def _with_game(state: TableState, play: Play, identity: Identity) -> TableState:
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
