"""How the box stands with its broker, for panel, pages and doctor, which need no more of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.language.text import Text

BrokerState: TypeAlias = Literal["connecting", "connected", "refused", "away"]
"""connecting: not decided yet. connected: it takes what is published. refused: it is there, and does not want
this box. away: nothing answers as a broker does; it is tried again."""
TAKEN_OVER, TWIN = "broker.taken-over", "broker.twin"
"""Another client of the same name throws this one out: as the broker says, or as it seems."""


class BrokerStatus(msgspec.Struct, frozen=True):
    """How it stands.

    why: what is amiss (`broker.<what>`), None where nothing is. A broker that takes some and refuses some is
    connected, with a why.
    """

    state: BrokerState
    why: Text | None = None

    @property
    def word(self) -> str:
        """How it stands, for a program: the state, or `twin`."""
        return "twin" if self.why is not None and self.why.code in (TAKEN_OVER, TWIN) else self.state
