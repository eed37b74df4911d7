"""Which parts the box has and how they are wired: plain values, from wherever they were configured."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from companion.config import Config

BUTTONS = ("advance", "select", "back")
"""The buttons that every box has; those in the players' colours come after them."""
SIMULATED = "simulated"
NONE = "none"


class DisplaySettings(msgspec.Struct, frozen=True):
    """driver: of `hardware.oled.DRIVERS`, `simulated` or `none`. bus, address: on I2C. contrast: 0 to 255.

    rotate: quarter turns, 0 or 2.
    """

    driver: str = NONE
    bus: int = 1
    address: int = 0x3C
    contrast: int = 160
    rotate: int = 0


class ButtonSettings(msgspec.Struct, frozen=True):
    """driver: of `hardware.pins.DRIVERS`, `simulated` or `none`. hold: seconds until a press is a held one.

    pins: by button, `advance`, `select`, `back` and any colours, a GPIO number or a name of gpiozero's.
    simulated: the buttons of a simulated box, in their order; they need no pins.
    """

    driver: str = NONE
    pins: Mapping[str, int | str] = MappingProxyType({})
    simulated: tuple[str, ...] = BUTTONS
    hold: float = 1.0


class ReaderSettings(msgspec.Struct, frozen=True):
    """driver: of `hardware.readers.KINDS`, `simulated` or `none`. port: a path, or a URL of pyserial's.

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


def configured(config: Config, colours: tuple[str, ...]) -> BoxSettings:
    """The box as the owner configured it. colours: of the players, for a simulated box's buttons."""
    wired = config.buttons
    return BoxSettings(
        DisplaySettings(**msgspec.structs.asdict(config.oled)),
        ButtonSettings(
            driver=wired.driver,
            pins={"advance": wired.advance, "select": wired.select, "back": wired.back, **wired.colours},
            simulated=(*BUTTONS, *colours),
            hold=wired.hold,
        ),
        ReaderSettings(**msgspec.structs.asdict(config.rfid)),
    )
