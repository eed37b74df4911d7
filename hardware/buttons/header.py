"""The Raspberry Pi's header of 40 pins, the same on every board since the B+: what each position is.

The one table of it: what the configuration names is found here, and every drawing of the wires is made
from it. Positions are counted as on the board: 1 is the corner with the square pad, the odd ones lie
towards the middle of the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from companion.config import STRIPS, ButtonsConfig, Config
from hardware.part import NONE, SIMULATED, THREE, PartError, UnknownColour


class HeaderPin(msgspec.Struct, frozen=True):
    """One position of the header.

    name: as it is printed beside a header, `GPIO17`, `3V3`, `5V` or `GND`. gpio: the chip's number of
    the line, None for power and ground. function: what the line does instead once the board has been
    told to, for instance `I2C1 SDA`; empty for one that has no such use here.
    """

    position: int
    name: str
    gpio: int | None = None
    function: str = ""

    @property
    def place(self) -> str:
        """The name, and where it is found: `GPIO17 (J8:11)`."""
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
"""The GPIO numbers of SDA and SCL of the I2C buses that are at home on the header."""
UART = (14, 15)
"""The GPIO numbers of the header's serial port: TXD and RXD."""
SPI: Mapping[str, tuple[int, ...]] = {
    "/dev/spidev0.": (7, 8, 9, 10, 11),
    "/dev/spidev1.": (18, 19, 20, 21),
}
"""By the beginning of its devices' names, the GPIO numbers that an SPI bus takes on the header: the second
as its overlay for one device has it."""
SERIAL_PINS = frozenset({"/dev/ttyAMA0", "/dev/ttyS0", "/dev/serial0"})
"""The devices behind which, on one board or another, the header's own serial port is."""
ID_EEPROM = (0, 1)
"""The GPIO numbers on which the firmware asks, at every start, for the memory of a board on top."""

WRITTEN = r"(?i)^(?:(?:GPIO|BCM)(?P<gpio>\d{1,2})|(?:BOARD|J8:)(?P<position>\d{1,2}))$"
"""How a pin may be written, beside a GPIO number: `GPIO17`, `BCM17`, or by position `BOARD11`, `J8:11`."""


def find(written: int | str) -> HeaderPin | None:
    """The pin that somebody wrote as a GPIO number or as in `WRITTEN`; None for what the header lacks."""
    form = re.match(WRITTEN, written if isinstance(written, str) else f"GPIO{written}")
    if form is None:
        return None
    if form["position"] is not None:
        return next((pin for pin in HEADER if pin.position == int(form["position"])), None)
    return next((pin for pin in HEADER if pin.gpio == int(form["gpio"])), None)


def place(gpio: int) -> str:
    """A GPIO number as a person finds it on the header."""
    pin = find(gpio)
    return f"GPIO{gpio}" if pin is None else pin.place


def key(button: str) -> str:
    """Where the configuration says a button's pin."""
    return f"buttons.{button}" if button in THREE else f"buttons.colours.{button}"


def wired(buttons: ButtonsConfig) -> Mapping[str, int | str]:
    """By button, its pin as the configuration writes it."""
    return {name: getattr(buttons, name) for name in THREE} | buttons.colours


def check_colours(buttons: ButtonsConfig, colours: Iterable[str]) -> None:
    """Raise `UnknownColour` for a button that is wired for none of these, the colours of every game."""
    every = tuple(colours)
    strange = buttons.colours.keys() - every
    if strange:
        raise UnknownColour(min(strange), every)


def button_pins(config: Config) -> Mapping[str, int]:
    """The GPIO number of each button; of none where they are simulated or not there.

    Raises `PartError` for the first pin that a button cannot have: see `button_pin`, or one that another
    button has already.
    """
    if config.buttons.driver in (NONE, SIMULATED):
        return {}
    pins: dict[str, int] = {}
    for button, written in wired(config.buttons).items():
        gpio = button_pin(config, button, written)
        other = next((each for each, pin in pins.items() if pin == gpio), None)
        if other is not None:
            said = written_pin(written, place(gpio))
            raise PartError("doubled-pin", key=key(button), pin=said, other=key(other))
        pins[button] = gpio
    return pins


def button_pin(config: Config, button: str, written: int | str) -> int:
    """The GPIO number of one button's pin, whatever the others have.

    Raises `PartError` for a pin that the header has not, for power or ground, and for one that the display,
    the reader, a strip or the board needs.
    """
    return free_pin(config, key(button), written)


def free_pin(config: Config, where: str, written: int | str) -> int:
    """The GPIO number of the pin that the configuration gives to its key `where`; raises as `button_pin`."""
    pin = find(written)
    if pin is None:
        raise PartError("wrong-pin", key=where, pin=str(written))
    said = written_pin(written, pin.place)
    oled, rfid, lamps = config.oled, config.rfid, config.lamps
    if pin.gpio is None:
        raise PartError("power-pin", key=where, pin=said)
    if oled.driver not in (NONE, SIMULATED) and pin.gpio in I2C.get(oled.bus, ()):
        raise PartError("display-pin", key=where, pin=said, bus=str(oled.bus))
    if rfid.driver not in (NONE, SIMULATED) and pin.gpio in _reader_pins(rfid.port):
        raise PartError("reader-pin", key=where, pin=said, port=rfid.port)
    if lamps.driver in STRIPS and pin.gpio in SPI.get(_bus(lamps.spi), ()):
        raise PartError("strip-pin", key=where, pin=said, port=lamps.spi)
    if pin.gpio in ID_EEPROM:
        raise PartError("board-pin", key=where, pin=said)
    return pin.gpio


def _reader_pins(port: str) -> tuple[int, ...]:
    """What a reader on this port takes of the header: its serial port, an I2C bus or an SPI bus."""
    if port in SERIAL_PINS:
        return UART
    i2c = re.fullmatch(r"/dev/i2c-(\d+)", port)
    return I2C.get(int(i2c[1]), ()) if i2c else SPI.get(_bus(port), ())


def _bus(port: str) -> str:
    """The beginning of the name that all devices of an SPI bus have; the port itself where it is none."""
    spi = re.match(r"/dev/spidev\d+\.", port)
    return spi[0] if spi else port


def written_pin(written: int | str, place: str) -> str:
    """A pin as it was written, and what it is."""
    return place if str(written).upper() in place else f"{written}, {place}"
