"""Which parts the box has and how they are wired: plain values, from wherever they were configured."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TypeVar

import msgspec

from companion.config import Config
from companion.daemon.starting import CannotStart
from companion.language.text import text

THREE = ("advance", "select", "back")
"""The buttons that every box has; the others are the players' colours."""
SIMULATED = "simulated"
NONE = "none"


class DisplaySettings(msgspec.Struct, frozen=True):
    """driver: of `hardware.display.oled.DRIVERS`, `simulated` or `none`. bus, address: on I2C.

    contrast, dim_contrast: of a bright and of a dimmed picture, 0 to 255. rotate: degrees, 0 or 180.
    """

    driver: str = NONE
    bus: int = 1
    address: int = 0x3C
    contrast: int = 160
    dim_contrast: int = 1
    rotate: int = 0


class ButtonSettings(msgspec.Struct, frozen=True):
    """driver: of `hardware.buttons.pins.DRIVERS`, `simulated` or `none`. hold: seconds until it is held.

    pins: by button, `advance`, `select`, `back` and any colours, see `hardware.buttons.header.find`.
    simulated: the buttons of a simulated box, in their order; they need no pins.
    """

    driver: str = NONE
    pins: Mapping[str, int | str] = MappingProxyType({})
    simulated: tuple[str, ...] = ("advance", "select", "back")
    hold: float = 1.0


class ReaderSettings(msgspec.Struct, frozen=True):
    """driver: of `hardware.reader.kinds.KINDS`, `simulated` or `none`. port: see
    `hardware.reader.port.search`.

    repeat_after: seconds that a tag must have been away to be read again.
    """

    driver: str = NONE
    port: str = "/dev/ttyAMA0"
    repeat_after: float = 1.5


class BoxSettings(msgspec.Struct, frozen=True):
    """All parts."""

    display: DisplaySettings = DisplaySettings()
    buttons: ButtonSettings = ButtonSettings()
    reader: ReaderSettings = ReaderSettings()


def box_settings(config: Config, colours: Iterable[str]) -> BoxSettings:
    """The settings of every part. colours: of the players of any game.

    Raises `CannotStart` for a button that is wired for no player's colour.
    """
    wired = config.buttons
    every = tuple(colours)
    strange = set(wired.colours) - set(every)
    if strange:
        said = text("cannot-start.unknown-colour", which=min(strange), colours=every)
        raise CannotStart(said, lasting=True)
    return BoxSettings(
        msgspec.convert(config.oled, DisplaySettings, from_attributes=True),
        ButtonSettings(
            driver=wired.driver,
            pins={"advance": wired.advance, "select": wired.select, "back": wired.back, **wired.colours},
            simulated=(*THREE, *every),
            hold=wired.hold,
        ),
        msgspec.convert(config.rfid, ReaderSettings, from_attributes=True),
    )


class PartError(ValueError):
    """A part cannot be used as it was asked for. Said by the catalogue message `part.<code>` with `params`.

    wrong-pin, power-pin, board-pin: the `key` of the configuration and its `pin`. doubled-pin: also the
    `other` key. display-pin: also the `bus`. reader-pin: also the `port`.
    wrong-port, no-port, port-refused, port-busy, no-serial-port, reader-silent: `port`. many-ports: also
    the devices `found`. port-broken: also the system's `why`. no-such-reader: `driver`, and the `drivers`
    that there are. no-reader: `driver`. no-such-button: `button`. wrong-tag: `tag`.
    not-simulated: `part`.
    """

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(f"{code}: " + ", ".join(f"{name}={value}" for name, value in params.items()))
        self.code = code
        self.params = params


log = logging.getLogger(__name__)

T = TypeVar("T")


def careful(put: Callable[[T], None]) -> Callable[[T], None]:
    """Wrap a consumer so that what it raises is logged and goes no further."""

    def carefully(thing: T) -> None:
        try:
            put(thing)
        except Exception:
            log.exception("%r was not taken", thing)

    return carefully
