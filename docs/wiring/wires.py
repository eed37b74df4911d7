"""The wires of a configuration and a reader, from the header's table.

A wrong wire kills a Raspberry Pi: each supply and ground has its position and its name, and both must match.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.config import Config, load
from hardware.header import HEADER, I2C, SERIAL_PINS, UART, HeaderPin, find_pin
from hardware.part import MAIN_BUTTONS

EXAMPLE = Path(__file__).parents[1] / "companion.toml"

DISPLAY_POWER = {"VCC": (1, "3V3"), "GND": (9, "GND")}
MAIN_GROUND = (25, "GND")
COLOURS_GROUND = {"left": (39, "GND"), "right": (34, "GND")}
DIVIDER_GROUND = (14, "GND")
READER_GROUND = {"serial": (6, "GND"), "i2c": (14, "GND"), "spi": (14, "GND")}
SUPPLIES = {"5V": (2, "5V"), "3V3": (17, "3V3")}
SPI0 = {"MOSI": 10, "MISO": 9, "SCLK": 11, "CE0": 8}
"""The GPIO numbers of the first SPI bus, device `/dev/spidev0.0`."""


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from a part to a pin of the header."""

    part: str
    """`display`, `reader`, `divider`, a button's name or a lamp's colour."""
    terminal: str
    """As printed on the part."""
    pin: HeaderPin
    divided: bool = False
    """It has a voltage divider from 5 V to 3.3 V."""

    @property
    def kind(self) -> str:
        """`5V`, `3V3`, `GND` or `signal`."""
        return self.pin.name if self.pin.gpio is None else "signal"


@dataclass(frozen=True, slots=True)
class ReaderModel:
    """A model of reader that is sold."""

    name: str
    """Of its diagram."""
    heading: str
    title: tuple[str, ...]
    """The heading in lines."""
    driver: str
    """As in `[rfid]`."""
    supply: str
    """`5V` or `3V3`."""
    terminals: Mapping[str, str]
    """Printed names: of `supply`, `ground`, and `output` and maybe `input` (serial) or the bus's lines."""
    bridges: tuple[tuple[str, str], ...] = ()
    """Terminals to connect to another terminal of the reader."""
    coil: bool = False
    """Its antenna is a separate part."""
    notes: tuple[str, ...] = ()
    bus: Literal["serial", "i2c", "spi"] = "serial"

    @property
    def divided(self) -> bool:
        """Whether its output has 5 V: a pin tolerates 3.3 V."""
        return self.supply == "5V"


READERS = (
    ReaderModel(
        "rdm6300",
        "RDM6300",
        ("RDM6300",),
        "rdm6300",
        "5V",
        {"supply": "+5V", "ground": "GND", "output": "TX"},
        coil=True,
        notes=(
            "TX sends 5 V, and that kills a Raspberry Pi:\nthe divider of 1 kΩ and 2 kΩ is a must.",
            "RX, LED and the empty pin stay free.",
        ),
    ),
    ReaderModel(
        "id-12la",
        "ID-12LA or ID-20LA",
        ("ID-12LA", "ID-20LA"),
        "rdm6300",
        "3V3",
        {"supply": "VCC", "ground": "GND", "output": "D0"},
        bridges=(("FORM", "ground"), ("RES", "supply")),
        notes=(
            "It runs on 3.3 V, never on 5 V here:\nonly so D0 needs no divider.",
            "FORM is joined to GND, and RES to VCC.\nThe other pins stay free.",
        ),
    ),
    ReaderModel(
        "pn532",
        "PN532",
        ("PN532",),
        "pn532",
        "3V3",
        {"supply": "VCC", "ground": "GND", "output": "TXD", "input": "RXD"},
        notes=(
            "It runs on 3.3 V, never on 5 V here:\nonly so TXD needs no divider.",
            "Both little switches on the board stand at 0:\nHSU. There, SDA is TXD and SCL is RXD.",
        ),
    ),
    ReaderModel(
        "parallax",
        "Parallax 28140",
        ("Parallax", "28140"),
        "parallax",
        "5V",
        {"supply": "VCC", "ground": "GND", "output": "SOUT"},
        bridges=(("/ENABLE", "ground"),),
        notes=(
            "SOUT sends 5 V, and that kills a Raspberry Pi:\nthe divider of 1 kΩ and 2 kΩ is a must.",
            "/ENABLE is joined to GND.",
        ),
    ),
    ReaderModel(
        "pn532-i2c",
        "PN532 on the display's bus",
        ("PN532",),
        "pn532-i2c",
        "3V3",
        {"supply": "VCC", "ground": "GND", "SDA": "SDA", "SCL": "SCL"},
        notes=(
            "SDA and SCL are shared: two wires on each pin,\nthe display's and the reader's.",
            "It runs on 3.3 V, never on 5 V here: it\nwould lift the bus to 5 V and kill the Raspberry Pi.",
            "The little switches stand at 1 and 0: I2C.",
        ),
        bus="i2c",
    ),
    ReaderModel(
        "rc522",
        "RC522",
        ("RC522",),
        "rc522",
        "3V3",
        {"supply": "3.3V", "ground": "GND", "MOSI": "MOSI", "MISO": "MISO", "CE0": "SDA", "SCLK": "SCK"},
        bridges=(("RST", "supply"),),
        notes=(
            "It runs on 3.3 V. 5 V kills it at once.",
            "What is printed SDA is its chip select: here it\ngoes to GPIO8. RST is joined to 3.3V.",
            "IRQ stays free.",
        ),
        bus="spi",
    ),
)


def example_config() -> Config:
    """The defaults with the buttons and lamps of the commented example."""
    return load(None, [*example_settings("buttons"), *example_settings("lamps")])


def example_settings(table: str) -> list[str]:
    """The commented example's colours of a table, `buttons` or `lamps`, as settings."""
    section = EXAMPLE.read_text(encoding="utf-8").partition(f"[{table}.colours]")[2].partition("\n[")[0]
    lines = re.findall(r"^# (\w+) = (\d+)(?: +#.*)?$", section, re.MULTILINE)
    return [f"{table}.colours.{colour}={pin}" for colour, pin in lines]


def side(pin: HeaderPin) -> str:
    """The pin's column: `left` is towards the middle of the board, `right` at its edge."""
    return "left" if pin.position % 2 else "right"


def display_wires(config: Config) -> tuple[Wire, ...]:
    """The four wires of the display."""
    sda, scl = I2C[config.oled.bus]
    return (
        *(Wire("display", terminal, pin_at(*place)) for terminal, place in DISPLAY_POWER.items()),
        Wire("display", "SDA", gpio_pin(sda)),
        Wire("display", "SCL", gpio_pin(scl)),
    )


def button_wires(config: Config) -> tuple[Wire, ...]:
    """Two wires for each button: terminal `leg` to its pin, `ground` to the ground of its group."""
    buttons = config.buttons
    wires = []
    for name in (*MAIN_BUTTONS, *buttons.colours):
        pin = gpio_pin(buttons.colours[name] if name in buttons.colours else getattr(buttons, name))
        ground = MAIN_GROUND if name in MAIN_BUTTONS else COLOURS_GROUND[side(pin)]
        wires += [Wire(name, "leg", pin), Wire(name, "ground", pin_at(*ground))]
    return tuple(wires)


def reader_wires(config: Config, reader: ReaderModel) -> tuple[Wire, ...]:
    """The wires of a reader. Raises `ValueError` for a serial port that is not on the header."""
    terminals = reader.terminals
    wires = [
        Wire("reader", terminals["supply"], pin_at(*SUPPLIES[reader.supply])),
        Wire("reader", terminals["ground"], pin_at(*READER_GROUND[reader.bus])),
    ]
    if reader.bus != "serial":
        lines = SPI0 if reader.bus == "spi" else dict(zip(("SDA", "SCL"), I2C[config.oled.bus], strict=True))
        return (*wires, *(Wire("reader", terminals[name], gpio_pin(gpio)) for name, gpio in lines.items()))
    if config.rfid.port not in SERIAL_PINS:
        raise ValueError(f"{config.rfid.port} has no pins on the header")
    txd, rxd = UART
    wires.append(Wire("reader", terminals["output"], gpio_pin(rxd), divided=reader.divided))
    if "input" in terminals:
        wires.append(Wire("reader", terminals["input"], gpio_pin(txd)))
    if reader.divided:
        wires.append(Wire("divider", "2 kΩ", pin_at(*DIVIDER_GROUND)))
    return tuple(wires)


def pin_at(position: int, name: str) -> HeaderPin:
    """The pin at a position. Raises `ValueError` if it has another name."""
    pin = HEADER[position - 1]
    if (pin.position, pin.name) != (position, name):
        raise ValueError(f"position {position} is {pin.name}, not {name}")
    return pin


def gpio_pin(written: int | str) -> HeaderPin:
    """The pin of a GPIO as written in the configuration. Raises `ValueError` for any other."""
    pin = find_pin(written)
    if pin is None or pin.gpio is None:
        raise ValueError(f"{written} is no GPIO of the header")
    return pin
