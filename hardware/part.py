"""Names, errors and helpers that the drivers of all parts share."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from companion.language.text import CompanionError, Param, text
from companion.parts import PartName, Parts

MAIN_BUTTONS = ("advance", "select", "back")
"""The buttons that every box has; the others are the players' colours."""
SIMULATED = "simulated"
"""The driver of a simulated part, used from a browser."""
NONE = "none"
"""The driver of a part that the box does not have."""
SETTLE_TIMEOUT = 2.0
"""Seconds to wait for the effect of using a simulated part."""

log = logging.getLogger(__name__)

T = TypeVar("T")


class PartError(CompanionError, ValueError):
    """A part cannot be used as configured, until its owner changes that: message `part.<code>` with `params`.

    wrong-pin, power-pin, board-pin: the `key` of the configuration and its `pin`. doubled-pin: also the
    `other` key. display-pin: also the `bus`. reader-pin, strip-pin: also the `port`.
    wrong-port, no-port, port-refused, port-busy, no-serial-port, input-refused, no-keyboard, reader-silent:
    `port`. many-ports: also the devices `found`. port-broken: also the system's `why`. no-such-reader:
    `driver`, and the `drivers` that there are. no-spi, spi-refused, spi-busy, not-spi, silent-spi: `port`.
    spi-broken: also `why`. The same with i2c for spi.
    strip-bus: `port`, and the `other` that is on its bus.
    pin-taken: `key`, `pin`, and the name `by` which it is used. pin-broken: `key`, `pin`, `why`.
    lamps-broken: `why`. no-reader: `driver`. no-such-button: `button`. wrong-tag: `tag`.
    not-simulated: `part`.
    """

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(text(f"part.{code}", **params), permanent=True)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return f"{self.code}: " + ", ".join(f"{name}={value}" for name, value in self.params.items())


class UnknownColour(PartError):
    """A button or a lamp has a colour of no game: message `cannot-start.unknown-colour`."""

    def __init__(self, which: str, colours: tuple[str, ...]) -> None:
        super().__init__("unknown-colour", which=which, colours=colours)
        self.message = text("cannot-start.unknown-colour", **self.params)


def log_errors(put: Callable[[T], None]) -> Callable[[T], None]:
    """Wrap a consumer so that its exceptions are logged and not raised."""

    def logged(thing: T) -> None:
        try:
            put(thing)
        except Exception:
            log.exception("%r was not taken", thing)

    return logged


class Presence:
    """Reports whether a part is present to `parts`, and each change to the driver's log. For one thread.

    found_message: logged once the part is back. missing_message: logged with a new fault, its `%s`.
    """

    def __init__(
        self, part: PartName, parts: Parts, log: logging.Logger, found_message: str, missing_message: str
    ) -> None:
        self._part: PartName = part
        self._parts = parts
        self._log = log
        self._found_message = found_message
        self._missing_message = missing_message
        self.fault = ""
        """Why the part is missing; empty while it is present."""

    def found(self) -> None:
        """Report the part as present."""
        if self.fault:
            self._log.info(self._found_message)
        self.fault = ""
        self._parts.report(self._part, "ok")

    def missing(self, fault: object) -> None:
        """Report the part as missing or faulty."""
        if str(fault) != self.fault:
            self._log.debug(self._missing_message, fault)  # a health check shows it, with the cure
        self.fault = str(fault)
        self._parts.report(self._part, "missing")
