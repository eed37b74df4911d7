"""The Raspberry Pi's header of 40 pins, the same on every board since the B+.

Positions are counted as on the board: 1 is the corner with the square pad, odd ones lie towards the middle
of the board. Configuration and wiring diagrams both use this table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec


class HeaderPin(msgspec.Struct, frozen=True):
    """One position of the header."""

    position: int
    name: str
    """As it is printed beside a header: `GPIO17`, `3V3`, `5V` or `GND`."""
    gpio: int | None = None
    """The chip's number of the line; None for power and ground."""
    function: str = ""
    """What the line does on a bus, for instance `I2C1 SDA`; empty for one without such a use here."""

    @property
    def label(self) -> str:
        """Name and position: `GPIO17 (J8:11)`."""
        return f"{self.name} (J8:{self.position})"


_ROWS: tuple[tuple[int | str, int | str], ...] = (
    ("3V3", "5V"),
    (2, "5V"),
    (3, "GND"),
    (4, 14),
    ("GND", 15),
    (17, 18),
    (27, "GND"),
    (22, 23),
    ("3V3", 24),
    (10, "GND"),
    (9, 25),
    (11, 8),
    ("GND", 7),
    (0, 1),
    (5, "GND"),
    (6, 12),
    (13, "GND"),
    (19, 16),
    (26, 20),
    ("GND", 21),
)
"""From the top, left and right: positions 1 and 2, 3 and 4, and so on. A number is a GPIO."""

_FUNCTIONS = {
    0: "ID EEPROM SDA", 1: "ID EEPROM SCL", 2: "I2C1 SDA", 3: "I2C1 SCL", 7: "SPI0 CE1", 8: "SPI0 CE0",
    9: "SPI0 MISO", 10: "SPI0 MOSI", 11: "SPI0 SCLK", 14: "UART TXD", 15: "UART RXD", 18: "PCM CLK",
    19: "PCM FS", 20: "PCM DIN", 21: "PCM DOUT",
}  # fmt: skip


def _pin(position: int, what: int | str) -> HeaderPin:
    if isinstance(what, str):
        return HeaderPin(position, what)
    return HeaderPin(position, f"GPIO{what}", what, _FUNCTIONS.get(what, ""))


HEADER: tuple[HeaderPin, ...] = tuple(
    _pin(2 * row + column, what) for row, pair in enumerate(_ROWS) for column, what in enumerate(pair, 1)
)
"""Positions 1 to 40, in their order."""

I2C: Mapping[int, tuple[int, int]] = {0: (0, 1), 1: (2, 3)}
"""By bus, the GPIO numbers of SDA and SCL."""
UART = (14, 15)
"""The GPIO numbers of the header's serial port: TXD and RXD."""
SPI: Mapping[str, tuple[int, ...]] = {
    "/dev/spidev0.": (7, 8, 9, 10, 11),
    "/dev/spidev1.": (18, 19, 20, 21),
}
"""By the prefix of a bus's devices, its GPIO numbers; the second bus as its overlay for one device has it."""
SERIAL_PINS = frozenset({"/dev/ttyAMA0", "/dev/ttyS0", "/dev/serial0"})
"""Device names of the header's serial port, which differ by board."""
ID_EEPROM = (0, 1)
"""The GPIO numbers on which the firmware reads a HAT's EEPROM at every start."""

PIN_FORM = r"(?i)^(?:(?:GPIO|BCM)(?P<gpio>\d{1,2})|(?:BOARD|J8:)(?P<position>\d{1,2}))$"
"""How a pin may be written, beside a GPIO number: `GPIO17`, `BCM17`, or by position `BOARD11`, `J8:11`."""


def find_pin(written: int | str) -> HeaderPin | None:
    """The pin written as a GPIO number or in a `PIN_FORM`; None for one that the header lacks."""
    form = re.match(PIN_FORM, written if isinstance(written, str) else f"GPIO{written}")
    if form is None:
        return None
    if form["position"] is not None:
        return next((pin for pin in HEADER if pin.position == int(form["position"])), None)
    return next((pin for pin in HEADER if pin.gpio == int(form["gpio"])), None)


def pin_label(gpio: int) -> str:
    """The label of a GPIO number: `GPIO17 (J8:11)`."""
    pin = find_pin(gpio)
    return f"GPIO{gpio}" if pin is None else pin.label
