"""What every part shares: words of the configuration, the error that a person is told, careful consumers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from companion.language.text import CompanionError, Param, text

THREE = ("advance", "select", "back")
"""The buttons that every box has; the others are the players' colours."""
SIMULATED = "simulated"
"""The driver of a part that is pressed, tapped and looked at from a browser."""
NONE = "none"
"""The driver of a part that the box does not have."""
PATIENCE = 2.0
"""Seconds that the effect of what is done to a simulated part is waited for."""

log = logging.getLogger(__name__)

T = TypeVar("T")


class PartError(CompanionError, ValueError):
    """A part cannot be used as it was asked for. Said by the catalogue message `part.<code>` with `params`.

    wrong-pin, power-pin, board-pin: the `key` of the configuration and its `pin`. doubled-pin: also the
    `other` key. display-pin: also the `bus`. reader-pin: also the `port`.
    wrong-port, no-port, port-refused, port-busy, no-serial-port, reader-silent: `port`. many-ports: also
    the devices `found`. port-broken: also the system's `why`. no-such-reader: `driver`, and the `drivers`
    that there are. no-reader: `driver`. no-such-button: `button`. wrong-tag: `tag`.
    not-simulated: `part`. Each asks somebody to wire, plug in or configure something, and lasts until then.
    """

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(text(f"part.{code}", **params), lasting=True)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return f"{self.code}: " + ", ".join(f"{name}={value}" for name, value in self.params.items())


class UnknownColour(PartError):
    """A button is wired for a colour that no player of any game has: `cannot-start.unknown-colour`."""

    def __init__(self, which: str, colours: tuple[str, ...]) -> None:
        super().__init__("unknown-colour", which=which, colours=colours)
        self.said = text("cannot-start.unknown-colour", **self.params)


def careful(put: Callable[[T], None]) -> Callable[[T], None]:
    """Wrap a consumer so that what it raises is logged and goes no further."""

    def carefully(thing: T) -> None:
        try:
            put(thing)
        except Exception:
            log.exception("%r was not taken", thing)

    return carefully
