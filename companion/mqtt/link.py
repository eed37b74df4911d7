"""How the connection to the broker stands, for panel, pages and doctor, which need no more of it."""

from typing import Literal, TypeAlias

import msgspec

from companion.language.text import Text

LinkState: TypeAlias = Literal["connecting", "connected", "refused", "away"]
"""connecting: it has not been decided yet. connected: it takes what is told. refused: it is there, and does
not want this box. away: nobody answers as a broker does; it is tried again."""


GONE, TAKEN_OVER = "broker.gone", "broker.taken-over"
"""Why a connection is over that the broker has ended: without a word, or with one."""
_TWIN = frozenset({TAKEN_OVER, "broker.twin"})


class Link(msgspec.Struct, frozen=True):
    """How it stands. why: what is amiss, as a sentence (`broker.<what>`); None where nothing is. A broker
    that takes some and refuses some is connected, with a why."""

    state: LinkState
    why: Text | None = None

    @property
    def word(self) -> str:
        """How it stands, for a program: the state, or `twin`."""
        return "twin" if self.why is not None and self.why.code in _TWIN else self.state
