"""What every part shares: words of the configuration, the error that a person is told, careful consumers, and
how a driver says whether its part is there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from companion.language.text import CompanionError, Param, text
from companion.parts import PartName, Parts

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
    `other` key. display-pin: also the `bus`. reader-pin, strip-pin: also the `port`.
    wrong-port, no-port, port-refused, port-busy, no-serial-port, input-refused, no-keyboard, reader-silent:
    `port`. many-ports: also the devices `found`. port-broken: also the system's `why`. no-such-reader:
    `driver`, and the `drivers` that there are. no-spi, spi-refused, spi-busy, not-spi, silent-spi: `port`.
    spi-broken: also `why`. The same with i2c for spi.
    strip-bus: `port`, and the `other` that is on its bus.
    pin-taken: `key`, `pin`, and `by` whom. pin-broken: `key`, `pin`, `why`. lamps-broken:
    `why`.
    no-reader: `driver`. no-such-button: `button`. wrong-tag: `tag`.
    not-simulated: `part`. Each asks somebody to wire, plug in or configure something, and lasts until then.
    """

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(text(f"part.{code}", **params), lasting=True)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return f"{self.code}: " + ", ".join(f"{name}={value}" for name, value in self.params.items())


class UnknownColour(PartError):
    """A button or a lamp is wired for a colour that no player of any game has:
    `cannot-start.unknown-colour`.
    """

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


class Presence:
    """Says whether a part is there: to whoever watches the parts, and once of each fault in the driver's log.

    back: what the log says once the part is there again. gone: what it says of a fault, which stands in its
    `%s`. For one thread.
    fault: what it is missing for; empty while it is there.
    """

    def __init__(self, part: PartName, parts: Parts, log: logging.Logger, back: str, gone: str) -> None:
        self._part: PartName = part
        self._parts = parts
        self._log = log
        self._back = back
        self._gone = gone
        self.fault = ""

    def found(self) -> None:
        """It is there."""
        if self.fault:
            self._log.info(self._back)
        self.fault = ""
        self._parts.report(self._part, "ok")

    def missing(self, fault: object) -> None:
        """It is not there, or not whole."""
        if str(fault) != self.fault:
            self._log.debug(self._gone, fault)  # the checkup tells it, with the cure
        self.fault = str(fault)
        self._parts.report(self._part, "missing")
