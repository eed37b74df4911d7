"""The status of the box's connection to its broker, without the MQTT room."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.language.text import Text

BrokerState: TypeAlias = Literal["connecting", "connected", "refused", "away"]
"""connecting: not decided yet. connected: messages are taken. refused: the broker rejects this box.
away: no broker answers; it is retried.
"""
TAKEN_OVER, TWIN = "broker.taken-over", "broker.twin"
"""Another client with the same id: reported by the broker, or suspected."""


class BrokerStatus(msgspec.Struct, frozen=True):
    """A status. why: the problem (`broker.<what>`), None for none; also of a connected broker that
    refuses some messages.
    """

    state: BrokerState
    why: Text | None = None

    @property
    def word(self) -> str:
        """The status for programs: the state, or `twin`."""
        return "twin" if self.why is not None and self.why.code in (TAKEN_OVER, TWIN) else self.state
