"""What a game tells of itself to whoever listens at a broker: codes and numbers in no language, and never
what somebody is called.

A game that tells something names in `telling` a module that is a `Telling`. Beside it are told, of every
game, who plays, whose go it is, and `turn` and `phase` where its `view` has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta


class Far(msgspec.Struct, frozen=True):
    """How far a game has come. done, of: in whatever it is counted in, `done` from 0 to `of`."""

    done: Annotated[int, Meta(ge=0, le=100_000)]
    of: Annotated[int, Meta(ge=1, le=100_000)]


class Telling(Protocol):
    """What such a module has. All of it is pure, as all rules are, and takes every state that the game can
    have.
    """

    @property
    def happenings(self) -> tuple[str, ...]:
        """The events that are told when they happen, by their tags: what lights a lamp or plays a sound."""

    @property
    def sensed(self) -> Mapping[str, str]:
        """What of `told` is one number that a house may want to know: where it stands there, its fields
        joined by dots, by the name that the game's catalogues have for it as `sensed.<name>`.
        """

    def told(self, state: Any, /) -> dict[str, Any]:
        """The game's own fields of what is told after each entry: plain data of a kilobyte or two, by names
        that `companion.mqtt.payloads.TableState` has not."""

    def far(self, state: Any, /) -> Far | None:
        """How far the game has come towards its end; None where nobody can say."""

    def end_in_sight(self, state: Any, /) -> bool:
        """Whether the game may be over soon; of an ended game it does not matter."""
