"""The published result of an ended game, and the game file that proves it. Pure."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.mqtt.payloads import Outcome, Standing
from companion.mqtt.state import Identity
from companion.storage.entry import stamp
from companion.table.redaction import without_names
from companion.table.results import GameResults


def file_of(exported: Mapping[str, Any], identity: Identity) -> dict[str, Any]:
    """The game file. exported: by `Table.export`. Without names its hashes differ."""
    return dict(exported) if identity.names else without_names(exported)


def outcome_of(ended: GameResults, file: Mapping[str, Any], identity: Identity, *, chance: bool) -> Outcome:
    """The payload of the topic `result`. file: by `file_of`. chance: whether the game rolls dice."""
    standings = tuple(
        Standing(
            each.colour,
            each.points,
            each.rank,
            each.won,
            ended.names.get(each.colour, "") if identity.names else "",
        )
        for each in ended.result.places
    )
    return Outcome(
        identity.box,
        identity.event,
        identity.table,
        ended.id,
        ended.system,
        stamp(ended.started_at),
        stamp(ended.ended_at),
        standings,
        commitment=file["commitment"] if chance else "",
        secret=(file["secret"] or "") if chance else "",
        head=file["head"],
    )


def compressed(file: Mapping[str, Any]) -> bytes:
    """The payload of the topic `export`: the file by gzip, the same bytes for the same file."""
    return gzip.compress(msgspec.json.encode(file), mtime=0)
