"""Which wire goes where, for one configuration and one reader: from the header's table and nothing else.

A wrong wire kills a Raspberry Pi. So every supply and ground is asked for by place and name, and the table
must agree.
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
THREE_GROUND = (25, "GND")
COLOURS_GROUND = {"left": (39, "GND"), "right": (34, "GND")}
DIVIDER_GROUND = (14, "GND")
READER_GROUND = {"serial": (6, "GND"), "i2c": (14, "GND"), "spi": (14, "GND")}
SUPPLIES = {"5V": (2, "5V"), "3V3": (17, "3V3")}
SPI0 = {"MOSI": 10, "MISO": 9, "SCLK": 11, "CE0": 8}
"""The GPIO numbers of the header's first SPI bus, whose device is `/dev/spidev0.0`."""


@dataclass(frozen=True, slots=True)
class Lead:
    """One wire. part: `display`, `reader`, `divider` or a button's name. terminal: as printed on the part.

    pin: where it ends. divided: it ends there by way of the divider, which makes 3.3 V of 5 V.
    """

    part: str
    terminal: str
    pin: HeaderPin
    divided: bool = False

    @property
    def kind(self) -> str:
        """`5V`, `3V3`, `GND` or `signal`."""
        return self.pin.name if self.pin.gpio is None else "signal"


@dataclass(frozen=True, slots=True)
class ReaderModel:
    """A kind of reader as one buys it.

    name: of its picture. heading, title: its own name, in one line and in several. driver: of `[rfid]`.
    supply: `5V` or `3V3`. terminals: what is printed beside the pins that take the supply, the ground, and on
    the serial port what the reader says and, if it is spoken to, what it hears; on a bus the bus's own lines.
    bridges: pins to be joined to another pin of the reader itself. coil: its antenna is a part of its own.
    bus: what it is wired to.
    """

    name: str
    heading: str
    title: tuple[str, ...]
    driver: str
    supply: str
    terminals: Mapping[str, str]
    bridges: tuple[tuple[str, str], ...] = ()
    coil: bool = False
    notes: tuple[str, ...] = ()
    bus: Literal["serial", "i2c", "spi"] = "serial"

    @property
    def divided(self) -> bool:
        """What it says comes at its supply's 5 V, which no pin of a Raspberry Pi stands."""
        return self.supply == "5V"


READERS = (
    ReaderModel(
        "rdm6300",
        "RDM6300",
        ("RDM6300",),
        "rdm6300",
        "5V",
        {"supply": "+5V", "ground": "GND", "says": "TX"},
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
        {"supply": "VCC", "ground": "GND", "says": "D0"},
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
        {"supply": "VCC", "ground": "GND", "says": "TXD", "hears": "RXD"},
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
        {"supply": "VCC", "ground": "GND", "says": "SOUT"},
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


def proposed() -> Config:
    """The defaults, with a button and a lamp for every colour that the commented example proposes."""
    return load(None, [*shown("buttons"), *shown("lamps")])


def shown(table: str) -> list[str]:
    """The settings that the commented example proposes for the colours of a table, `buttons` or `lamps`."""
    section = EXAMPLE.read_text(encoding="utf-8").partition(f"[{table}.colours]")[2].partition("\n[")[0]
    lines = re.findall(r"^# (\w+) = (\d+)(?: +#.*)?$", section, re.MULTILINE)
    return [f"{table}.colours.{colour}={pin}" for colour, pin in lines]


def side(pin: HeaderPin) -> str:
    """The header's column: `left` towards the middle of the board, `right` at its edge."""
    return "left" if pin.position % 2 else "right"


def display_wires(config: Config) -> tuple[Lead, ...]:
    """A display's four."""
    sda, scl = I2C[config.oled.bus]
    return (
        *(Lead("display", terminal, named(*place)) for terminal, place in DISPLAY_POWER.items()),
        Lead("display", "SDA", line(sda)),
        Lead("display", "SCL", line(scl)),
    )


def button_wires(config: Config) -> tuple[Lead, ...]:
    """Two for each button: `leg` goes to its pin, `ground` to the ground of its group."""
    buttons = config.buttons
    wires = []
    for name in (*MAIN_BUTTONS, *buttons.colours):
        pin = line(buttons.colours[name] if name in buttons.colours else getattr(buttons, name))
        ground = THREE_GROUND if name in MAIN_BUTTONS else COLOURS_GROUND[side(pin)]
        wires += [Lead(name, "leg", pin), Lead(name, "ground", named(*ground))]
    return tuple(wires)


def reader_wires(config: Config, reader: ReaderModel) -> tuple[Lead, ...]:
    """A reader's on the header's serial port, or on a bus of the header.

    Raises `ValueError` for a serial port that is not on the header.
    """
    terminals = reader.terminals
    wires = [
        Lead("reader", terminals["supply"], named(*SUPPLIES[reader.supply])),
        Lead("reader", terminals["ground"], named(*READER_GROUND[reader.bus])),
    ]
    if reader.bus != "serial":
        lines = SPI0 if reader.bus == "spi" else dict(zip(("SDA", "SCL"), I2C[config.oled.bus], strict=True))
        return (*wires, *(Lead("reader", terminals[name], line(gpio)) for name, gpio in lines.items()))
    if config.rfid.port not in SERIAL_PINS:
        raise ValueError(f"{config.rfid.port} has no pins on the header")
    txd, rxd = UART
    wires.append(Lead("reader", terminals["says"], line(rxd), divided=reader.divided))
    if "hears" in terminals:
        wires.append(Lead("reader", terminals["hears"], line(txd)))
    if reader.divided:
        wires.append(Lead("divider", "2 kΩ", named(*DIVIDER_GROUND)))
    return tuple(wires)


def named(position: int, name: str) -> HeaderPin:
    """The pin of a place, which must have this name, or `ValueError` is raised."""
    pin = HEADER[position - 1]
    if (pin.position, pin.name) != (position, name):
        raise ValueError(f"position {position} is {pin.name}, not {name}")
    return pin


def line(written: int | str) -> HeaderPin:
    """The pin of a line as the configuration writes it. Raises `ValueError` for any other."""
    pin = find_pin(written)
    if pin is None or pin.gpio is None:
        raise ValueError(f"{written} is no line of the header")
    return pin
