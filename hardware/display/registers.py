"""What luma sends to set a controller up, heard once without any display."""

from __future__ import annotations

from functools import cache

import luma.oled.device

DRIVERS = ("ssd1306", "ssd1309", "sh1106")
"""The controllers, by luma's names."""

OFF = 0xAE
"""The command that switches the light off; luma's setting up begins with it."""


class _Listener:
    """Stands where luma's I2C interface stands, and hears the first commands."""

    def __init__(self) -> None:
        self.first: tuple[int, ...] = ()

    def command(self, *octets: int) -> None:
        self.first = self.first or octets

    def cleanup(self) -> None:
        """Nothing was opened. luma calls this when the program ends."""


@cache
def registers(driver: str) -> tuple[int, ...]:
    """The commands that set up a controller of `DRIVERS`, all but the contrast; the light is off first."""
    heard = _Listener()
    device = getattr(luma.oled.device, driver)
    type(driver, (device,), {"display": lambda *_: None})(heard)  # luma would begin with an empty picture
    return heard.first
