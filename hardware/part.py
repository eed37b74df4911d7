"""Which parts the box has and how they are wired: plain values, from wherever they were configured."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

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
