"""The payloads of a game's events. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from companion.games import tag_of
from companion.mqtt.state import Identity, without_names
from companion.table.snapshot import Play

TYPE = "event_type"
"""The field with an event's tag, which Home Assistant requires."""


def events_of(entries: Iterable[Mapping[str, Any]], play: Play, identity: Identity) -> Iterator[bytes]:
    """The payloads of the topic `event` for entries of this play's game, those that are published.

    Each has the event's own fields and `event_type`, the entry's `version` and `at`, `system`, `game`, and
    `by`, the colour of its author.
    """
    published = {tag_of(kind) for kind in play.view.published_events}
    for line in entries:
        if line["game"] != play.id or line["undone"]:
            continue
        for event in line["events"]:
            if event["type"] in published:
                own = event if identity.names else without_names(event)
                yield msgspec.json.encode(
                    {
                        **{name: value for name, value in own.items() if name != "type"},
                        TYPE: event["type"],
                        "version": line["n"],
                        "at": line["at"],
                        "system": play.game.system,
                        "game": play.id,
                        "by": line["by"],
                    }
                )
