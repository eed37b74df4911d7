"""What a smart home is told of the box itself, to describe it with."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from companion.games import Game
from companion.language.messages import Language


class AtHome(msgspec.Struct, frozen=True):
    """What the box is described with to a smart home. language: of the box. url: of its pages, None while
    that is not known.
    """

    games: Mapping[str, Game]
    language: Language
    url: Callable[[], str | None]
